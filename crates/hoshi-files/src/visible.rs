//! Text from elsewhere, made safe for a terminal. A record, a file name or the output of an engine may
//! contain anything: terminal escape sequences, bidirectional overrides, invisible characters. All of
//! these are escaped, so that they can be seen.

use std::borrow::Cow;
use std::fmt::Write as _;

/// Escapes control and invisible characters. Line breaks and tabs stay.
///
/// ```
/// use hoshi_files::visible;
///
/// assert_eq!(visible("李世乭\n9 dan"), "李世乭\n9 dan");
/// assert_eq!(visible("\x1b]0;title\x07"), "\\x1b]0;title\\x07");
/// assert_eq!(visible("sgf.\u{202e}exe"), "sgf.\\u{202e}exe");
/// ```
#[must_use]
pub fn visible(text: &str) -> Cow<'_, str> {
    escape(text, |letter| is_visible(letter) || matches!(letter, '\n' | '\t'))
}

/// The same in one line: line breaks and tabs are escaped too.
///
/// ```
/// assert_eq!(hoshi_files::visible_line("a\nb"), "a\\nb");
/// ```
#[must_use]
pub fn visible_line(text: &str) -> Cow<'_, str> {
    escape(text, is_visible)
}

fn escape(text: &str, stays: impl Fn(char) -> bool) -> Cow<'_, str> {
    let Some(first) = text.find(|letter| !stays(letter)) else { return Cow::Borrowed(text) };
    let mut shown = String::with_capacity(text.len() + 8);
    shown.push_str(&text[..first]);
    for letter in text[first..].chars() {
        match letter {
            letter if stays(letter) => shown.push(letter),
            '\n' => shown.push_str("\\n"),
            '\r' => shown.push_str("\\r"),
            '\t' => shown.push_str("\\t"),
            letter if u32::from(letter) < 0x100 => {
                let _ = write!(shown, "\\x{:02x}", u32::from(letter));
            }
            letter => {
                let _ = write!(shown, "\\u{{{:x}}}", u32::from(letter));
            }
        }
    }
    Cow::Owned(shown)
}

/// Whether a character is visible and has no other effect. Spaces are; so are the two variation
/// selectors for text and emoji, which can hide nothing.
///
/// ```
/// use hoshi_files::is_visible;
///
/// assert!(is_visible('é') && is_visible(' ') && is_visible('\u{3000}'));
/// assert!(!is_visible('\n') && !is_visible('\u{200b}') && !is_visible('\u{9b}'));
/// ```
#[must_use]
pub fn is_visible(letter: char) -> bool {
    if letter.is_ascii() {
        return matches!(letter, ' '..='~');
    }
    !letter.is_control()
        && !matches!(letter,
            // The soft hyphen, the grapheme joiner, the Arabic letter mark, blank fillers, Mongolian
            // separators and selectors.
            '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{115f}' | '\u{1160}' | '\u{17b4}' | '\u{17b5}'
            | '\u{180b}'..='\u{180f}' | '\u{3164}' | '\u{ffa0}'
            // Zero-width spaces, joiners, direction marks; line and paragraph separators, embeddings
            // and overrides; invisible operators, isolates and deprecated characters.
            | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}'
            // Variation selectors except the last two, the byte order mark, annotations.
            | '\u{fe00}'..='\u{fe0d}' | '\u{feff}' | '\u{fff0}'..='\u{fffb}'
            // Shorthand and musical formats, tags, more selectors.
            | '\u{1bca0}'..='\u{1bca3}' | '\u{1d173}'..='\u{1d17a}' | '\u{e0000}'..='\u{e0fff}'
        )
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Everything below 0x20, DEL and 0x80 to 0x9f.
    #[test]
    fn no_control_passes() {
        for code in (0..0x20).chain(0x7f..0xa0) {
            let letter = char::from_u32(code).unwrap();
            let text = format!("a{letter}b");
            let stays = matches!(letter, '\n' | '\t');
            assert_eq!(visible(&text).contains(letter), stays, "{code:#x}");
            assert!(!visible_line(&text).contains(letter), "{code:#x}");
        }
    }

    #[test]
    fn what_nobody_sees_is_written_out() {
        let all = "\u{202a}\u{202b}\u{202c}\u{202d}\u{202e}\u{2066}\u{2067}\u{2068}\u{2069}\
                   \u{200e}\u{200f}\u{61c}\u{200b}\u{200c}\u{200d}\u{2060}\u{feff}\u{ad}\u{2028}\u{e0041}";
        for letter in all.chars() {
            let wanted = if u32::from(letter) < 0x100 {
                format!("\\x{:x}", u32::from(letter))
            } else {
                format!("\\u{{{:x}}}", u32::from(letter))
            };
            assert_eq!(visible(&letter.to_string()), wanted);
        }
    }

    #[test]
    fn what_people_write_is_left_alone() {
        for text in
            ["申真諝", "Iyama Yūta", "박정환", "Fan Hui 2p", "♥\u{fe0f}", "“quoted” – 7½", "\\x1b"]
        {
            assert!(matches!(visible_line(text), Cow::Borrowed(_)), "{text}");
        }
    }
}
