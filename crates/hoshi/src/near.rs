//! What a mistyped word was probably meant to be.

/// The nearest of these words, if one is near enough: a letter in four may be wrong. With one in three, `--port` is
/// near `--host`.
pub(crate) fn nearest<'a>(given: &str, words: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    let given = given.to_lowercase();
    words
        .map(|word| (strsim::damerau_levenshtein(&given, word), word))
        .filter(|(distance, word)| *distance <= word.len().div_ceil(4))
        .min_by_key(|&(distance, _)| distance)
        .map(|(_, word)| word)
}

/// The question about it, to be put behind an error; nothing if no word is near.
pub(crate) fn question<'a>(given: &str, words: impl Iterator<Item = &'a str>) -> String {
    match nearest(given, words) {
        Some(word) => format!("; did you mean `{word}`?"),
        None => String::new(),
    }
}
