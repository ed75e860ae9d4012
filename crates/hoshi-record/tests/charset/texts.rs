//! The texts of `texts.txt`, encoded here.

use hoshi_record::charset::Charset;

use super::matrix::{Matrix, Sample, guess};

const TEXTS: &str = include_str!("texts.txt");

/// Guesses the charset of every text: of whole lines, and of the players' names alone.
pub(crate) fn guess_all() -> [Matrix; 2] {
    let mut matrices = [Matrix::default(), Matrix::default()];
    let (mut language, mut charsets) = ("", Vec::new());
    for line in TEXTS.lines().filter(|line| !line.is_empty() && !line.starts_with('#')) {
        if let Some((name, names)) = line.strip_prefix('[').and_then(|line| line.split_once(']')) {
            (language, charsets) = (name, names.split_whitespace().collect());
            continue;
        }
        let values: Vec<&str> = line.split(" | ").collect();
        assert_eq!(values.len(), 3, "{line}");
        for name in &charsets {
            let charset = Charset::for_label(name.as_bytes()).expect("a charset that is known");
            let encode = |value: &&str| {
                let escaped = value.replace('\\', "\\\\").replace(']', "\\]");
                let encoded = charset.encode(&escaped).map(std::borrow::Cow::into_owned);
                encoded.unwrap_or_else(|| panic!("{name}: {line}"))
            };
            let encoded: Vec<Vec<u8>> = values.iter().map(encode).collect();
            for count in [3, 2] {
                let (encoded, values) = (&encoded[..count], &values[..count]);
                guess(&Sample { language, charset: name, encoded, values }, &mut matrices);
            }
        }
    }
    matrices
}
