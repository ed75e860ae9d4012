//! A lexer for free text: folds full-width characters, removes remarks in brackets, and splits text
//! into numbers and words of a vocabulary. Each field has its own vocabulary.

use super::amount::{self, Amount};

/// The text in lower case, with full-width letters, odd dashes, spaces and fractions replaced by
/// plain ones.
pub(super) fn fold(text: &str) -> String {
    let mut folded = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            // The full-width forms follow the order of ASCII.
            '\u{ff01}'..='\u{ff5e}' => {
                let plain = u32::from(c) - 0xff01 + 0x21;
                folded.extend(char::from_u32(plain).unwrap_or(' ').to_lowercase());
            }
            '½' => folded.push_str(" 1/2"),
            '¼' => folded.push_str(" 1/4"),
            '¾' => folded.push_str(" 3/4"),
            '、' => folded.push(','),
            '。' => folded.push('.'),
            '〔' | '【' => folded.push('('),
            '〕' | '】' => folded.push(')'),
            '‐' | '‑' | '‒' | '–' | '—' | '−' => folded.push('-'),
            '〜' => folded.push('~'),
            '’' | '‘' | '`' => folded.push('\''),
            '×' | '✕' | '╳' => folded.push('x'),
            '\u{feff}' => {}
            _ if c.is_whitespace() || c.is_control() => folded.push(' '),
            _ => folded.extend(c.to_lowercase()),
        }
    }
    folded.trim().to_owned()
}

/// The folded text without parts in brackets, and whether there were any. If everything is in
/// brackets, that is the text.
pub(super) fn without_remarks(text: &str) -> (String, bool) {
    let (mut kept, mut depth, mut cut) = (String::with_capacity(text.len()), 0_u32, false);
    for c in text.chars() {
        match c {
            '(' | '{' | '[' => {
                depth += 1;
                cut = true;
                kept.push(' ');
            }
            ')' | '}' | ']' => depth = depth.saturating_sub(1),
            _ if depth == 0 => kept.push(c),
            _ => {}
        }
    }
    if kept.trim().is_empty() {
        let inner = text.replace(['(', ')', '{', '}', '[', ']'], " ");
        return (inner.trim().to_owned(), false);
    }
    (kept.trim().to_owned(), cut)
}

/// A piece of folded text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Lexeme<T> {
    Number(Amount),
    Word(T),
    /// A word or a sign that is not in the vocabulary.
    Other(String),
}

/// Whether words of this script are separated by spaces, so that `w` isn't found in `won`.
fn is_spaced_letter(c: char) -> bool {
    c.is_alphabetic() && !is_unspaced(c)
}

fn is_unspaced(c: char) -> bool {
    matches!(c, '\u{1100}'..='\u{11ff}' | '\u{2e80}'..='\u{9fff}' | '\u{ac00}'..='\u{d7af}' | '\u{f900}'..='\u{faff}')
}

/// Splits folded text into numbers, words of the vocabulary (longest match) and the rest. Spaces
/// are dropped.
pub(super) fn lex<T: Copy>(text: &str, vocabulary: &[(&str, T)]) -> Vec<Lexeme<T>> {
    let mut pieces = Vec::new();
    let mut rest = text;
    while let Some(c) = rest.chars().next() {
        if c.is_whitespace() {
            rest = &rest[c.len_utf8()..];
            continue;
        }
        let fits = |word: &str| {
            let Some(after) = rest.strip_prefix(word) else { return false };
            let ends_in_letter = word.chars().next_back().is_some_and(is_spaced_letter);
            !(ends_in_letter && after.chars().next().is_some_and(is_spaced_letter))
        };
        let words = vocabulary.iter().filter(|(word, _)| fits(word));
        if let Some(&(word, meaning)) = words.max_by_key(|(word, _)| word.len()) {
            pieces.push(Lexeme::Word(meaning));
            rest = &rest[word.len()..];
        } else if let Some((number, used)) = amount::read(rest) {
            pieces.push(Lexeme::Number(number));
            rest = &rest[used..];
        } else {
            let run: usize =
                rest.chars().take_while(|&c| is_spaced_letter(c)).map(char::len_utf8).sum();
            let used = if run > 0 { run } else { c.len_utf8() };
            pieces.push(Lexeme::Other(rest[..used].to_owned()));
            rest = &rest[used..];
        }
    }
    pieces
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn full_width_and_odd_signs_become_plain() {
        assert_eq!(fold(" Ｂ＋３．５ "), "b+3.5");
        assert_eq!(fold("6½"), "6 1/2");
        assert_eq!(fold("5×30"), "5x30");
    }

    #[test]
    fn remarks_go_unless_they_are_all() {
        assert_eq!(without_remarks("b+r (after 100)"), ("b+r".into(), true));
        assert_eq!(without_remarks("(b+r)"), ("b+r".into(), false));
        assert_eq!(without_remarks("b+r {x"), ("b+r".into(), true));
    }

    #[test]
    fn the_longest_word_wins_and_only_whole_words_count() {
        let words = [("w", 1), ("white", 2), ("white wins", 3), ("白", 4), ("+", 5)];
        let lexemes = lex("white wins w+3 won 白白", &words);
        assert_eq!(
            lexemes,
            [
                Lexeme::Word(3),
                Lexeme::Word(1),
                Lexeme::Word(5),
                Lexeme::Number(Amount::integer(3)),
                Lexeme::Other("won".into()),
                Lexeme::Word(4),
                Lexeme::Word(4),
            ]
        );
    }
}
