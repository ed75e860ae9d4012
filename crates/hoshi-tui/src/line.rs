//! An input line: a comment, a coordinate, a path.

use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use ratatui::style::{Modifier, Style};
use ratatui::text::{Line, Span};
use unicode_width::{UnicodeWidthChar as _, UnicodeWidthStr as _};

/// The maximum length in bytes. A pasted record may be long.
const MOST: usize = 1 << 20;

/// A text with a cursor in it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct LineEdit {
    text: String,
    /// A byte offset, at the start of a character or at the end.
    at: usize,
    /// Whether the whole text is selected: what is typed replaces it.
    is_selected: bool,
}

/// The result of a key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Typed {
    /// The text may have changed.
    Edited,
    /// Enter.
    Done,
    /// Esc.
    Cancelled,
    /// The key has no meaning here.
    Ignored,
}

impl LineEdit {
    pub(crate) fn of(text: impl Into<String>) -> LineEdit {
        let text = text.into();
        LineEdit { at: text.len(), text, is_selected: false }
    }

    /// A text that is replaced by what is typed.
    pub(crate) fn selected(text: impl Into<String>) -> LineEdit {
        LineEdit { is_selected: true, ..LineEdit::of(text) }
    }

    pub(crate) fn text(&self) -> &str {
        &self.text
    }

    /// Inserts text at the cursor, such as pasted text.
    pub(crate) fn insert(&mut self, text: &str) {
        let text = text.replace("\r\n", "\n").replace('\r', "\n");
        if std::mem::take(&mut self.is_selected) {
            (self.text, self.at) = (String::new(), 0);
        }
        if self.text.len() + text.len() <= MOST {
            self.text.insert_str(self.at, &text);
            self.at += text.len();
        }
    }

    pub(crate) fn key(&mut self, key: KeyEvent) -> Typed {
        let control = key.modifiers.contains(KeyModifiers::CONTROL);
        let alt = key.modifiers.contains(KeyModifiers::ALT);
        let is_typed = matches!(key.code, KeyCode::Char(_)) && !control && !alt;
        if self.is_selected && !is_typed {
            self.is_selected = false;
            if matches!(key.code, KeyCode::Backspace | KeyCode::Delete) {
                (self.text, self.at) = (String::new(), 0);
                return Typed::Edited;
            }
        }
        match key.code {
            KeyCode::Enter if alt => self.insert("\n"),
            KeyCode::Char('j') if control => self.insert("\n"),
            KeyCode::Enter => return Typed::Done,
            KeyCode::Esc => return Typed::Cancelled,
            KeyCode::Backspace => {
                if let Some(last) = self.text[..self.at].chars().next_back() {
                    self.at -= last.len_utf8();
                    self.text.remove(self.at);
                }
            }
            KeyCode::Delete if self.at < self.text.len() => {
                self.text.remove(self.at);
            }
            KeyCode::Char('d') if control && self.at < self.text.len() => {
                self.text.remove(self.at);
            }
            KeyCode::Left if control || alt => self.at = self.word_before(),
            KeyCode::Right if control || alt => self.at = self.word_after(),
            KeyCode::Char('b') if alt => self.at = self.word_before(),
            KeyCode::Char('f') if alt => self.at = self.word_after(),
            KeyCode::Left => self.at -= self.before(),
            KeyCode::Char('b') if control => self.at -= self.before(),
            KeyCode::Right => self.at += self.after(),
            KeyCode::Char('f') if control => self.at += self.after(),
            KeyCode::Home => self.at = 0,
            KeyCode::End => self.at = self.text.len(),
            KeyCode::Char('a') if control => self.at = 0,
            KeyCode::Char('e') if control => self.at = self.text.len(),
            KeyCode::Char('u') if control => {
                self.text.drain(..self.at);
                self.at = 0;
            }
            KeyCode::Char('k') if control => self.text.truncate(self.at),
            KeyCode::Char('w') if control => {
                let from = self.word_before();
                self.text.drain(from..self.at);
                self.at = from;
            }
            KeyCode::Char(letter) if !control && !alt => {
                self.insert(letter.encode_utf8(&mut [0; 4]));
            }
            _ => return Typed::Ignored,
        }
        Typed::Edited
    }

    fn before(&self) -> usize {
        self.text[..self.at].chars().next_back().map_or(0, char::len_utf8)
    }

    fn after(&self) -> usize {
        self.text[self.at..].chars().next().map_or(0, char::len_utf8)
    }

    /// The start of the word before the cursor.
    fn word_before(&self) -> usize {
        let head = self.text[..self.at].trim_end();
        let space = head.char_indices().rfind(|(_, letter)| letter.is_whitespace());
        space.map_or(0, |(at, letter)| at + letter.len_utf8())
    }

    /// The end of the word after the cursor.
    fn word_after(&self) -> usize {
        let rest = &self.text[self.at..];
        let start = rest.len() - rest.trim_start().len();
        self.at + rest[start..].find(char::is_whitespace).map_or(rest.len(), |at| start + at)
    }

    /// The part of the text around the cursor, as a line of at most `width` columns.
    pub(crate) fn line(&self, width: usize, style: Style) -> Line<'static> {
        let show = |text: &str| -> String {
            text.chars().map(|c| if hoshi_files::is_visible(c) { c } else { '¶' }).collect()
        };
        let style = if self.is_selected { style.add_modifier(Modifier::REVERSED) } else { style };
        let before = show(&self.text[..self.at]);
        let rest = show(&self.text[self.at..]);
        let mut cut = 0;
        while before[cut..].width() + 1 >= width.max(2) {
            cut += before[cut..].chars().next().map_or(1, char::len_utf8);
        }
        let shown = before[cut..].to_owned();
        let mut rest = rest.chars();
        let under = rest.next().unwrap_or(' ');
        let mut left = width.saturating_sub(shown.width() + under.width().unwrap_or(1));
        let after: String = rest
            .take_while(|letter| {
                let wide = letter.width().unwrap_or(0);
                let fits = wide <= left;
                left = left.saturating_sub(wide);
                fits
            })
            .collect();
        Line::from(vec![
            Span::styled(shown, style),
            Span::styled(under.to_string(), style.add_modifier(Modifier::REVERSED)),
            Span::styled(after, style),
        ])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn typed(text: &str) -> LineEdit {
        let mut line = LineEdit::default();
        for letter in text.chars() {
            line.key(KeyEvent::from(KeyCode::Char(letter)));
        }
        line
    }

    #[test]
    fn letters_of_any_width_are_edited() {
        let mut line = typed("aé囲");
        line.key(KeyEvent::from(KeyCode::Left));
        line.key(KeyEvent::from(KeyCode::Backspace));
        assert_eq!(line.text(), "a囲");
        line.key(KeyEvent::from(KeyCode::Delete));
        assert_eq!(line.text(), "a");
        line.key(KeyEvent::from(KeyCode::Delete));
        line.key(KeyEvent::from(KeyCode::Home));
        line.key(KeyEvent::from(KeyCode::Backspace));
        assert_eq!(line.text(), "a");
    }

    #[test]
    fn words_and_lines_are_removed() {
        let control = |letter| KeyEvent::new(KeyCode::Char(letter), KeyModifiers::CONTROL);
        let mut line = typed("one two");
        line.key(control('w'));
        assert_eq!(line.text(), "one ");
        line.key(control('u'));
        assert_eq!(line.text(), "");
        assert_eq!(line.key(KeyEvent::from(KeyCode::Enter)), Typed::Done);
        // Spaces of other scripts count as spaces.
        let mut line = typed("one\u{3000}two three");
        for letter in ['b', 'f', 'w', 'w', 'w'] {
            line.key(control(letter));
        }
        assert_eq!(line.text(), "");
        let mut line = typed("one two");
        line.key(KeyEvent::new(KeyCode::Left, KeyModifiers::CONTROL));
        line.key(KeyEvent::new(KeyCode::Char('b'), KeyModifiers::ALT));
        line.key(control('d'));
        line.key(KeyEvent::new(KeyCode::Char('f'), KeyModifiers::ALT));
        line.key(KeyEvent::from(KeyCode::Char('!')));
        assert_eq!(line.text(), "ne! two");
    }

    #[test]
    fn what_is_typed_replaces_a_selected_text() {
        let mut line = LineEdit::selected("bot:1");
        line.key(KeyEvent::from(KeyCode::Char('7')));
        line.key(KeyEvent::from(KeyCode::Char('x')));
        assert_eq!(line.text(), "7x");
        let mut line = LineEdit::selected("bot:1");
        line.key(KeyEvent::from(KeyCode::Left));
        line.key(KeyEvent::from(KeyCode::Char('0')));
        assert_eq!(line.text(), "bot:01");
        let mut line = LineEdit::selected("bot:1");
        line.key(KeyEvent::from(KeyCode::Backspace));
        assert_eq!(line.text(), "");
        let mut line = LineEdit::selected("bot:1");
        assert_eq!(line.key(KeyEvent::from(KeyCode::Enter)), Typed::Done);
        assert_eq!(line.text(), "bot:1");
    }

    #[test]
    fn a_long_line_shows_its_cursor_and_nothing_escapes() {
        let mut line = typed(&"0123456789".repeat(10));
        line.insert("\x1b[31m");
        let shown = line.line(20, Style::new());
        assert!(shown.width() <= 20, "{shown:?}");
        let text: String = shown.spans.iter().map(|span| span.content.as_ref()).collect();
        assert!(!text.contains('\x1b'), "{text:?}");
    }
}
