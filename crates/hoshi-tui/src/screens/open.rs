//! Opening a record: a path or a record is typed, pasted or dropped on the window.

use std::path::PathBuf;

use ratatui::Frame;
use ratatui::crossterm::event::KeyEvent;
use ratatui::layout::Rect;
use ratatui::style::Style;
use ratatui::text::{Line, Span};
use ratatui::widgets::{Paragraph, Wrap};

use crate::effect::{Effect, Go};
use crate::line::{LineEdit, Typed};
use crate::program::Record;
use crate::theme::Theme;
use crate::widgets::{self, Pairs};
use crate::words;

/// The minimum window size.
const NEED: (u16, u16) = (40, 8);

/// The input line.
#[derive(Debug, Default)]
pub(crate) struct Open {
    line: LineEdit,
    /// Whether this opens problems rather than a record.
    is_problems: bool,
    pub(crate) error: String,
}

impl Open {
    /// For problems; suggests the last path.
    pub(crate) fn problems(path: &str) -> Open {
        Open { line: LineEdit::of(path), is_problems: true, error: String::new() }
    }

    pub(crate) fn key(&mut self, key: KeyEvent) -> Vec<Effect> {
        self.error.clear();
        match self.line.key(key) {
            Typed::Done if self.line.text().trim().is_empty() => Vec::new(),
            Typed::Done if self.is_problems => {
                vec![Effect::Problems(self.line.text().to_owned())]
            }
            Typed::Done => vec![Effect::Open(record_of(self.line.text()))],
            Typed::Cancelled => vec![Effect::Go(Go::Home)],
            Typed::Edited | Typed::Ignored => Vec::new(),
        }
    }

    /// Inserts pasted text; a whole record is opened at once.
    pub(crate) fn paste(&mut self, text: &str) -> Vec<Effect> {
        self.error.clear();
        self.line.insert(text);
        match record_of(self.line.text()) {
            _ if self.is_problems => Vec::new(),
            record @ Record::Text(_) if text.len() > 40 => vec![Effect::Open(record)],
            _ => Vec::new(),
        }
    }

    /// The keys of the last line.
    pub(crate) fn pairs(&self) -> Pairs {
        widgets::pairs(&words::OPEN_KEYS)
    }

    pub(crate) fn draw(&self, frame: &mut Frame<'_>, theme: Theme) {
        let area = frame.area();
        if area.width < NEED.0 || area.height < NEED.1 {
            widgets::too_small(frame, NEED, theme);
            return;
        }
        let width = (area.width - 4).min(76);
        let x = area.x + (area.width - width) / 2;
        let y = area.y + area.height.saturating_sub(8) / 3;
        let list = Rect::new(x, y, width, 6.min(area.height - 3));
        let mut typed = vec![Span::styled("> ", theme.key())];
        typed.extend(self.line.line(usize::from(width) - 2, Style::new()).spans);
        let (title, about) = match self.is_problems {
            true => (words::PROBLEMS, words::PROBLEMS_ABOUT),
            false => (words::OPEN, words::OPEN_ABOUT),
        };
        let lines = vec![
            Line::styled(title, theme.heading()),
            Line::raw(""),
            Line::from(typed),
            Line::raw(""),
            Line::styled(about, theme.faint()),
        ];
        frame.render_widget(Paragraph::new(lines).wrap(Wrap { trim: false }), list);
        let place = Rect::new(area.x + 1, area.bottom() - 3, area.width - 2, 2);
        let error = hoshi_files::visible_line(&self.error).into_owned();
        let text = Paragraph::new(Line::styled(error, theme.warning())).wrap(Wrap { trim: true });
        frame.render_widget(text, place);
        widgets::draw_keys(frame, &self.pairs(), theme);
    }
}

/// Interprets typed or pasted text: a record, or the path of a file in any of the forms in which programs paste
/// paths.
pub(crate) fn record_of(text: &str) -> Record {
    let quoted = text.trim();
    let text = unquoted(quoted).unwrap_or(quoted).trim();
    let is_address = text.split_once("/game/").is_some_and(|(_, moves)| {
        // A folder may have this name, too; an address has the size of the board here.
        moves.starts_with(|first: char| first.is_ascii_digit())
    });
    let is_record = text.starts_with("(;")
        || text.starts_with('(') && text.contains(';')
        || is_address
        || text.contains("://") && !text.starts_with("file://")
        || is_sgn(text);
    if is_record { Record::Text(text.to_owned()) } else { Record::File(path_of(quoted)) }
}

/// The text between quotes.
fn unquoted(text: &str) -> Option<&str> {
    let inner = |quote: char| text.strip_prefix(quote)?.strip_suffix(quote);
    inner('\'').or_else(|| inner('"'))
}

/// Whether a text starts like SGN: with a board size and a move.
fn is_sgn(text: &str) -> bool {
    let mut words = text.split([' ', ',', '\n']).filter(|word| !word.is_empty());
    let Some((width, height)) = words.next().and_then(|word| word.split_once('x')) else {
        return false;
    };
    let is_number = |word: &str| !word.is_empty() && word.bytes().all(|byte| byte.is_ascii_digit());
    is_number(width) && is_number(height) && words.next().is_some()
}

/// The path in a pasted file name: quoted, escaped, or a `file://` address.
pub(crate) fn path_of(text: &str) -> PathBuf {
    let text = text.trim();
    let text = text.lines().next().unwrap_or_default().trim();
    if let Some(inner) = unquoted(text) {
        return at_home(&inner.replace("'\\''", "'"));
    }
    if let Some(address) = text.strip_prefix("file://") {
        let path = address.strip_prefix("localhost").unwrap_or(address);
        return PathBuf::from(percent_decoded(path));
    }
    if cfg!(windows) || !text.contains('\\') {
        return at_home(text);
    }
    let mut plain = String::new();
    let mut letters = text.chars();
    while let Some(letter) = letters.next() {
        plain.push(if letter == '\\' { letters.next().unwrap_or('\\') } else { letter });
    }
    at_home(&plain)
}

fn at_home(text: &str) -> PathBuf {
    match (text.strip_prefix("~/"), std::env::home_dir()) {
        (Some(below), Some(home)) => home.join(below),
        _ => PathBuf::from(text),
    }
}

fn percent_decoded(text: &str) -> String {
    let bytes = text.as_bytes();
    let mut plain = Vec::with_capacity(bytes.len());
    let mut at = 0;
    while at < bytes.len() {
        let hex = bytes.get(at + 1..at + 3).and_then(|two| std::str::from_utf8(two).ok());
        match hex.and_then(|two| u8::from_str_radix(two, 16).ok()) {
            Some(byte) if bytes[at] == b'%' => {
                plain.push(byte);
                at += 3;
            }
            _ => {
                plain.push(bytes[at]);
                at += 1;
            }
        }
    }
    String::from_utf8_lossy(&plain).into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_form_of_a_path_is_understood() {
        let is = |text: &str, path: &str| assert_eq!(path_of(text), PathBuf::from(path), "{text}");
        is(" /a/b.sgf\n", "/a/b.sgf");
        is("'/a/my game.sgf' ", "/a/my game.sgf");
        is("\"/a/my game.sgf\"", "/a/my game.sgf");
        is("'/a/it'\\''s.sgf'", "/a/it's.sgf");
        is("/a/my\\ game\\(1\\).sgf", "/a/my game(1).sgf");
        is("file:///a/my%20game.sgf", "/a/my game.sgf");
        is("file://localhost/a/%E5%9B%B2.sgf", "/a/囲.sgf");
        is("file:///a/100%.sgf", "/a/100%.sgf");
    }

    #[test]
    fn records_are_told_from_paths() {
        let texts = [
            "(;SZ[9];B[aa])",
            "( ;SZ[9])",
            "9x9 C3b G7w",
            "/game/9x9,C3b,G7w",
            "https://x/game/9x9,C3b",
        ];
        for text in texts {
            assert_eq!(record_of(text), Record::Text(text.to_owned()), "{text}");
        }
        // As a shell or a chat quotes them.
        for text in ["'/game/9x9,C3b,G7w&rules=japanese'", "\"9x9 C3b G7w\"", " '(;SZ[9])' "] {
            let inner = text.trim().trim_matches(['\'', '"']);
            assert_eq!(record_of(text), Record::Text(inner.to_owned()), "{text}");
        }
        for text in
            ["game.sgf", "9x9.sgf", "(old) game.sgf", "file:///a.sgf", "9x9", "/a/game/one.sgf"]
        {
            assert!(matches!(record_of(text), Record::File(_)), "{text}");
        }
    }
}
