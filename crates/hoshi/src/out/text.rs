//! Text for people. Whatever becomes a [`Text`] is made safe for a terminal on the way; only styles of our
//! own are in it beside that. [`Out`](super::Out) takes nothing else, so that no command goes around it.

use std::borrow::Cow;
use std::ops::{Add, AddAssign};

use hoshi_files::{is_visible, visible};
use hoshi_render::text::Paint;
use serde_json::Value;

/// Text that a terminal only shows, in the styles that we gave it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Text(String);

impl Text {
    pub(crate) fn new() -> Text {
        Text::default()
    }

    /// A piece set off by a style.
    pub(super) fn styled(style: Style, text: &str) -> Text {
        Text(format!("\x1b[{}m{}\x1b[0m", style.code(), visible(text)))
    }

    /// A piece in the colours of a board.
    pub(super) fn painted(paint: Paint, text: &str) -> Text {
        match paint.sgr() {
            codes if codes.is_empty() => Text::from(text),
            codes => Text(format!("\x1b[{codes}m{}\x1b[0m", visible(text))),
        }
    }

    pub(super) fn as_str(&self) -> &str {
        &self.0
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// In lines that fit a terminal.
    pub(crate) fn folded(self) -> Text {
        Text(super::folded(&self.0))
    }

    /// Without white space at its end.
    pub(crate) fn trim_end(mut self) -> Text {
        self.0.truncate(self.0.trim_end().len());
        self
    }
}

impl From<&str> for Text {
    fn from(text: &str) -> Text {
        Text(visible(text).into_owned())
    }
}

impl From<&String> for Text {
    fn from(text: &String) -> Text {
        Text::from(text.as_str())
    }
}

impl From<String> for Text {
    fn from(text: String) -> Text {
        match visible(&text) {
            Cow::Owned(shown) => Text(shown),
            Cow::Borrowed(_) => Text(text),
        }
    }
}

impl From<Cow<'_, str>> for Text {
    fn from(text: Cow<'_, str>) -> Text {
        Text::from(text.into_owned())
    }
}

impl<T: Into<Text>> AddAssign<T> for Text {
    fn add_assign(&mut self, other: T) {
        self.0.push_str(&other.into().0);
    }
}

impl<T: Into<Text>> Add<T> for Text {
    type Output = Text;

    fn add(mut self, other: T) -> Text {
        self += other;
        self
    }
}

/// How a piece of text is set off.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Style {
    Heading,
    Command,
    Faint,
    Error,
    Warning,
    Note,
    Removed,
    Added,
}

impl Style {
    fn code(self) -> &'static str {
        match self {
            Self::Heading => "1",
            Self::Command => "36",
            Self::Faint => "2",
            Self::Error => "1;31",
            Self::Warning => "1;33",
            Self::Note => "1;36",
            Self::Removed => "31",
            Self::Added => "32",
        }
    }
}

/// A value as JSON, with everything escaped that a terminal would obey or a person would not see. JSON has
/// such characters in its strings only, and an escape means the same there.
pub(crate) fn json(value: &Value) -> String {
    let text = value.to_string();
    if text.chars().all(is_visible) {
        return text;
    }
    let mut escaped = String::with_capacity(text.len() + 8);
    for letter in text.chars() {
        if is_visible(letter) {
            escaped.push(letter);
        } else {
            let units = letter.encode_utf16(&mut [0; 2]).to_vec();
            escaped.extend(units.iter().map(|unit| format!("\\u{unit:04x}")));
        }
    }
    escaped
}

#[cfg(test)]
mod tests {
    use super::*;

    const HOSTILE: &str = "a\x1b[31m\u{7f}\u{9b}\u{202e}\u{200b}\u{e0041}b\n";

    #[test]
    fn only_our_own_styles_reach_a_terminal() {
        let all = Text::from(HOSTILE) + HOSTILE.to_owned() + Cow::Borrowed(HOSTILE);
        assert!(all.as_str().chars().all(|letter| is_visible(letter) || letter == '\n'));
        let styled = Text::styled(Style::Error, HOSTILE);
        let inside = styled.as_str().strip_prefix("\x1b[1;31m").unwrap();
        let inside = inside.strip_suffix("\x1b[0m").unwrap();
        assert_eq!(inside, Text::from(HOSTILE).as_str());
    }

    #[test]
    fn json_means_the_same() {
        let value = serde_json::json!({ HOSTILE: [HOSTILE, 1.5, null, "\\\"\t李"] });
        let text = json(&value);
        assert!(text.chars().all(is_visible));
        assert_eq!(serde_json::from_str::<Value>(&text).unwrap(), value);
    }
}
