//! Chooses one of several games in a record.

use ratatui::Frame;
use ratatui::crossterm::event::{KeyCode, KeyEvent, MouseButton, MouseEvent, MouseEventKind};
use ratatui::layout::Rect;
use ratatui::style::Style;
use ratatui::text::{Line, Span};
use ratatui::widgets::Paragraph;

use crate::effect::{Effect, Go};
use crate::program::Record;
use crate::theme::Theme;
use crate::widgets::{self, Pairs};
use crate::words;

/// The minimum window size.
const NEED: (u16, u16) = (30, 8);

/// The list.
#[derive(Debug)]
pub(crate) struct Choose {
    record: Record,
    games: Vec<String>,
    at: usize,
    /// The first visible game.
    first: usize,
    pub(crate) error: String,
    list: Rect,
}

impl Choose {
    pub(crate) fn new(record: Record, games: Vec<String>) -> Choose {
        Choose { record, games, at: 0, first: 0, error: String::new(), list: Rect::default() }
    }

    pub(crate) fn key(&mut self, key: KeyEvent) -> Vec<Effect> {
        self.error.clear();
        let page = usize::from(self.list.height.max(1));
        let last = self.games.len() - 1;
        self.at = match key.code {
            KeyCode::Up | KeyCode::Char('k') => self.at.saturating_sub(1),
            KeyCode::Down | KeyCode::Char('j') => (self.at + 1).min(last),
            KeyCode::PageUp => self.at.saturating_sub(page),
            KeyCode::PageDown => (self.at + page).min(last),
            KeyCode::Home => 0,
            KeyCode::End => last,
            KeyCode::Enter | KeyCode::Char(' ') => return self.choose(),
            KeyCode::Char('z') => return vec![Effect::NextTheme],
            KeyCode::Char('q') | KeyCode::Esc => return vec![Effect::Go(Go::Home)],
            _ => self.at,
        };
        Vec::new()
    }

    pub(crate) fn mouse(&mut self, event: MouseEvent) -> (bool, Vec<Effect>) {
        let last = self.games.len() - 1;
        let row = event.row.checked_sub(self.list.y).filter(|row| *row < self.list.height);
        let there = row.map(|row| self.first + usize::from(row)).filter(|at| *at <= last);
        let to = match (event.kind, there) {
            (MouseEventKind::ScrollUp, _) => self.at.saturating_sub(1),
            (MouseEventKind::ScrollDown, _) => (self.at + 1).min(last),
            (MouseEventKind::Moved, Some(at)) => at,
            (MouseEventKind::Down(MouseButton::Left), Some(at)) => {
                self.at = at;
                return (true, self.choose());
            }
            _ => self.at,
        };
        (std::mem::replace(&mut self.at, to) != to, Vec::new())
    }

    fn choose(&self) -> Vec<Effect> {
        vec![Effect::OpenGame(self.record.clone(), self.at)]
    }

    /// Places the list; the selected game stays visible.
    pub(crate) fn place(&mut self, area: Rect) {
        self.list = list(area);
        let rows = usize::from(self.list.height.max(1));
        self.first = self.first.min(self.at).max((self.at + 1).saturating_sub(rows));
    }

    /// The keys of the last line.
    pub(crate) fn pairs(&self) -> Pairs {
        widgets::pairs(&words::CHOOSE_KEYS)
    }

    pub(crate) fn draw(&self, frame: &mut Frame<'_>, theme: Theme) {
        let area = frame.area();
        if area.width < NEED.0 || area.height < NEED.1 {
            widgets::too_small(frame, NEED, theme);
            return;
        }
        let title = Rect { height: 1, y: self.list.y - 2, ..self.list };
        let heading = Line::styled(words::games_in_file(self.games.len()), theme.heading());
        frame.render_widget(Paragraph::new(heading), title);
        let digits = self.games.len().to_string().len();
        let room = usize::from(self.list.width).saturating_sub(digits + 4);
        let rows = self.games.iter().enumerate().skip(self.first);
        let lines = rows.take(usize::from(self.list.height)).map(|(nth, about)| {
            let is_here = nth == self.at;
            let style = if is_here { theme.selected() } else { Style::new() };
            let about = widgets::clip(&hoshi_files::visible_line(about), room);
            Line::from(vec![
                Span::styled(widgets::pointer(is_here, theme), theme.key()),
                Span::styled(format!("{:>digits$}  ", nth + 1), theme.faint()),
                Span::styled(about, style),
            ])
        });
        frame.render_widget(Paragraph::new(lines.collect::<Vec<_>>()), self.list);
        let place = Rect::new(area.x + 1, area.bottom() - 2, area.width - 2, 1);
        let error = hoshi_files::visible_line(&self.error).into_owned();
        frame.render_widget(Paragraph::new(Line::styled(error, theme.warning())), place);
        widgets::draw_keys(frame, &self.pairs(), theme);
    }
}

fn list(area: Rect) -> Rect {
    let width = area.width.saturating_sub(4).min(90);
    let x = area.x + (area.width - width) / 2;
    Rect::new(x, area.y + 3, width, area.height.saturating_sub(6))
}
