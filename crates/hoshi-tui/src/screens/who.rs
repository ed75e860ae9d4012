//! Asks who plays a seat that the record cannot fill.

use hoshi_session::Side;
use ratatui::Frame;
use ratatui::crossterm::event::KeyEvent;
use ratatui::layout::Rect;
use ratatui::style::Style;
use ratatui::text::{Line, Span};
use ratatui::widgets::{Paragraph, Wrap};

use crate::effect::{Effect, Go};
use crate::line::{LineEdit, Typed};
use crate::theme::Theme;
use crate::widgets::{self, Pairs};
use crate::words;

/// The question and its input line.
#[derive(Debug)]
pub(crate) struct Who {
    name: String,
    instead: [Option<String>; 2],
    side: Side,
    why: String,
    line: LineEdit,
    pub(crate) error: String,
}

impl Who {
    pub(crate) fn new(name: String, instead: [Option<String>; 2], side: Side, why: String) -> Who {
        Who { name, instead, side, why, line: LineEdit::of("human"), error: String::new() }
    }

    pub(crate) fn key(&mut self, key: KeyEvent) -> Vec<Effect> {
        match self.line.key(key) {
            Typed::Done => {
                let mut instead = self.instead.clone();
                instead[self.side.index()] = Some(self.line.text().trim().to_owned());
                vec![Effect::Resume { name: self.name.clone(), instead }]
            }
            Typed::Cancelled => vec![Effect::Go(Go::Home)],
            Typed::Edited | Typed::Ignored => Vec::new(),
        }
    }

    pub(crate) fn paste(&mut self, text: &str) {
        self.line.insert(text);
    }

    /// The keys of the last line.
    pub(crate) fn pairs(&self) -> Pairs {
        widgets::pairs(&words::WHO_KEYS)
    }

    pub(crate) fn draw(&self, frame: &mut Frame<'_>, theme: Theme) {
        let area = frame.area();
        let width = area.width.saturating_sub(4).min(70);
        let x = area.x + (area.width - width) / 2;
        let place = Rect::new(x, area.y + area.height / 4, width, area.height / 2);
        let mut typed = vec![Span::styled(format!("{}: ", self.side), theme.heading())];
        typed.extend(self.line.line(usize::from(width.saturating_sub(8)), Style::new()).spans);
        let lines = vec![
            Line::raw(hoshi_files::visible_line(&format!("{}.", self.why)).into_owned()),
            Line::styled(words::WHO_PLAYS, theme.faint()),
            Line::raw(""),
            Line::from(typed),
            Line::raw(""),
            Line::styled(hoshi_files::visible_line(&self.error).into_owned(), theme.warning()),
        ];
        frame.render_widget(Paragraph::new(lines).wrap(Wrap { trim: false }), place);
        widgets::draw_keys(frame, &self.pairs(), theme);
    }
}
