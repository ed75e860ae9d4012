//! The start screen: a menu with a board beside it.

use hoshi_core::{Board, Diagram, Size};
use hoshi_session::Failure;
use ratatui::Frame;
use ratatui::crossterm::event::{KeyCode, KeyEvent, MouseButton, MouseEvent, MouseEventKind};
use ratatui::layout::Rect;
use ratatui::style::Style;
use ratatui::text::{Line, Span};
use ratatui::widgets::{Paragraph, Wrap};

use crate::board::{self, Over, Painted};
use crate::effect::{Effect, Go};
use crate::program::NewGame;
use crate::theme::Theme;
use crate::widgets::{self, Pairs};
use crate::words;

/// The board beside the menu.
const ROWS: &str = ".........\n.........\n..O...X..\n.........\n.........\n.......X.\n..X.X.O..\n.....O...\n.........";

/// The minimum window size.
const NEED: (u16, u16) = (34, 13);

/// A line of the start screen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Item {
    NewGame,
    Continue,
    History,
    Open,
    Transcribe,
    Problems,
    Learn,
    Quit,
}

/// The start screen.
#[derive(Debug)]
pub(crate) struct Home {
    items: Vec<Item>,
    at: usize,
    /// The defaults of a new game.
    choice: NewGame,
    /// The newest unfinished game: its file name and a description.
    unfinished: Option<(String, String)>,
    pub(crate) message: Result<String, Failure>,
    first_row: u16,
}

impl Home {
    pub(crate) fn new(choice: NewGame, unfinished: Option<(String, String)>) -> Home {
        let mut items = vec![Item::NewGame];
        items.extend(unfinished.as_ref().map(|_| Item::Continue));
        items.extend([Item::History, Item::Open, Item::Transcribe]);
        items.extend([Item::Problems, Item::Learn, Item::Quit]);
        Home { items, at: 0, choice, unfinished, message: Ok(String::new()), first_row: 0 }
    }

    pub(crate) fn key(&mut self, key: KeyEvent) -> Vec<Effect> {
        self.message = Ok(String::new());
        match key.code {
            KeyCode::Up | KeyCode::Char('k') | KeyCode::BackTab => {
                self.at = self.at.checked_sub(1).unwrap_or(self.items.len() - 1);
            }
            KeyCode::Down | KeyCode::Char('j') | KeyCode::Tab => {
                self.at = (self.at + 1) % self.items.len();
            }
            KeyCode::Enter | KeyCode::Char(' ') => return self.choose(self.items[self.at]),
            KeyCode::Char('q') => return vec![Effect::Go(Go::End)],
            KeyCode::Char('z') => return vec![Effect::NextTheme],
            KeyCode::Char(letter) => {
                if let Some(&item) = self.items.iter().find(|&&item| self.about(item).0 == letter) {
                    return self.choose(item);
                }
            }
            _ => {}
        }
        Vec::new()
    }

    pub(crate) fn mouse(&mut self, event: MouseEvent) -> (bool, Vec<Effect>) {
        let row = usize::from(event.row.wrapping_sub(self.first_row));
        let Some(&item) = self.items.get(row) else { return (false, Vec::new()) };
        match event.kind {
            MouseEventKind::Moved => (std::mem::replace(&mut self.at, row) != row, Vec::new()),
            MouseEventKind::Down(MouseButton::Left) => (true, self.choose(item)),
            _ => (false, Vec::new()),
        }
    }

    fn choose(&self, item: Item) -> Vec<Effect> {
        vec![match item {
            Item::NewGame => Effect::Go(Go::NewGame),
            Item::Continue => {
                let Some((name, _)) = &self.unfinished else { return Vec::new() };
                Effect::Resume { name: name.clone(), instead: [None, None] }
            }
            Item::History => Effect::Go(Go::History),
            Item::Open => Effect::Go(Go::Open),
            Item::Transcribe => Effect::Go(Go::Transcribe),
            Item::Problems => Effect::Go(Go::Problems),
            Item::Learn => Effect::Go(Go::Learn),
            Item::Quit => Effect::Go(Go::End),
        }]
    }

    /// The key, the name and the description of an item.
    fn about(&self, item: Item) -> (char, &'static str, String) {
        match item {
            Item::NewGame => {
                let NewGame { size, opponent, .. } = &self.choice;
                ('n', words::NEW_GAME, words::against(&square(size), opponent))
            }
            Item::Continue => {
                let about = self.unfinished.as_ref().map(|(_, about)| about.clone());
                ('c', words::CONTINUE, about.unwrap_or_default())
            }
            Item::History => ('h', words::HISTORY, words::HISTORY_ABOUT.to_owned()),
            Item::Open => ('o', words::OPEN_SHORT, words::OPEN_LINE.to_owned()),
            Item::Transcribe => ('t', words::TRANSCRIBE_SHORT, words::TRANSCRIBE_LINE.to_owned()),
            Item::Problems => ('p', words::PROBLEMS, words::PROBLEMS_LINE.to_owned()),
            Item::Learn => ('l', words::LEARN, words::LEARN_LINE.to_owned()),
            Item::Quit => ('q', words::QUIT, String::new()),
        }
    }

    /// Remembers where the items are, for the mouse.
    pub(crate) fn place(&mut self, area: Rect) {
        self.first_row = layout(area).1.y + 3;
    }

    /// The keys of the last line.
    pub(crate) fn pairs(&self) -> Pairs {
        widgets::pairs(&words::HOME_KEYS)
    }

    pub(crate) fn draw(&self, frame: &mut Frame<'_>, theme: Theme) {
        let area = frame.area();
        if area.width < NEED.0 || area.height < NEED.1 {
            widgets::too_small(frame, NEED, theme);
            return;
        }
        let (picture, list) = layout(area);
        if let Some(picture) = picture {
            let diagram = Board::from_text(ROWS)
                .map_or_else(|_| Diagram::new(Size::S9), |board| Diagram::from(&board));
            Painted::new(diagram, theme).draw(&Over::default(), picture, frame.buffer_mut());
        }
        let mut lines = vec![
            Line::from(vec![
                Span::styled(words::TITLE, theme.heading()),
                Span::styled(format!("  {}", words::SUBTITLE), theme.faint()),
            ]),
            Line::raw(""),
            Line::raw(""),
        ];
        for (nth, &item) in self.items.iter().enumerate() {
            let (key, name, about) = self.about(item);
            let is_here = nth == self.at;
            let sign = widgets::pointer(is_here, theme);
            let style = if is_here { theme.selected() } else { Style::new() };
            let room = usize::from(list.width).saturating_sub(17);
            lines.push(Line::from(vec![
                Span::styled(sign, theme.key()),
                Span::styled(format!("{key} "), theme.key()),
                Span::styled(format!("{name:<10}"), style),
                Span::styled(format!("  {}", widgets::clip(&about, room)), theme.faint()),
            ]));
        }
        frame.render_widget(Paragraph::new(lines), list);
        let (text, style) = match &self.message {
            Ok(text) => (text.clone(), theme.good()),
            Err(why) => (why.to_string(), theme.warning()),
        };
        let text = hoshi_files::visible_line(&text).into_owned();
        let rows = u16::try_from(widgets::rows(&text, usize::from(area.width - 2))).unwrap_or(1);
        let rows = rows.clamp(1, 3);
        let place = Rect::new(area.x + 1, area.bottom() - 1 - rows, area.width - 2, rows);
        let text = Paragraph::new(Line::styled(text, style)).wrap(Wrap { trim: true });
        frame.render_widget(text, place);
        widgets::draw_keys(frame, &self.pairs(), theme);
    }
}

/// The places of the board and the list.
fn layout(area: Rect) -> (Option<Rect>, Rect) {
    let (width, height) = board::extent(Size::S9);
    let has_picture = area.width >= width + 4 + NEED.0 && area.height >= height + 3;
    let list_width = (area.width - 2).min(52);
    let block = if has_picture { width + 4 + list_width } else { list_width };
    let block = block.min(area.width);
    let x = area.x + (area.width - block) / 2;
    let y = area.y + area.height.saturating_sub(height + 3) / 2;
    match has_picture {
        true => {
            let picture = Rect::new(x, y, width, height);
            (Some(picture), Rect::new(x + width + 4, y + 1, block - width - 4, height))
        }
        false => (None, Rect::new(x, y, block, area.height.min(height))),
    }
}

/// `9` as `9x9`.
fn square(size: &str) -> String {
    if size.contains('x') { size.to_owned() } else { format!("{size}x{size}") }
}
