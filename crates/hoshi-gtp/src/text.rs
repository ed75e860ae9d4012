//! Text from engines, made safe to show: it ends up in messages, in records and on terminals.

/// The text on one line, without control characters and other invisible ones, in at most `max`
/// characters.
pub(crate) fn one_line(text: &str, max: usize) -> String {
    let visible: String = text
        .trim()
        .chars()
        .map(|letter| if matches!(letter, '\n' | '\t') { ' ' } else { letter })
        .filter(|&letter| !is_invisible(letter))
        .collect();
    if visible.chars().count() <= max {
        return visible;
    }
    visible.chars().take(max.saturating_sub(1)).chain(['…']).collect()
}

/// Control characters, and those that change the text direction, join letters or have no width.
fn is_invisible(letter: char) -> bool {
    letter.is_control()
        || matches!(letter,
            '\u{ad}' | '\u{61c}' | '\u{180e}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}'
            | '\u{2060}'..='\u{206f}' | '\u{feff}' | '\u{fff9}'..='\u{fffb}'
            | '\u{e0000}'..='\u{e007f}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_is_one_visible_line() {
        for (text, wanted) in [
            ("GNU Go", "GNU Go"),
            (" Two  words \n", "Two  words"),
            ("a\nb\tc", "a b c"),
            ("a\u{1b}[2Jb\u{7}\r\u{9b}c", "a[2Jbc"),
            ("\u{202e}oG\u{2066}\u{200b}\u{feff}\u{2028}", "oG"),
            ("本因坊 é", "本因坊 é"),
            ("", ""),
        ] {
            assert_eq!(one_line(text, 100), wanted, "{text:?}");
        }
        assert_eq!(one_line("abcdef", 6), "abcdef");
        assert_eq!(one_line("abcdefg", 6), "abcde…");
        assert_eq!(one_line("本本本本", 3), "本本…");
    }
}
