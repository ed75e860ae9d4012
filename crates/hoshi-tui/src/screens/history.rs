//! The history: a list of games with a board preview, a filter and the trash.

use hoshi_core::Diagram;
use hoshi_record::replay::{Terms, diagram};
use hoshi_record::sgf::Collection;
use hoshi_session::Failure;
use hoshi_store::{Entry, History};
use ratatui::Frame;
use ratatui::crossterm::event::{KeyCode, KeyEvent, MouseButton, MouseEvent, MouseEventKind};
use ratatui::layout::Rect;
use ratatui::style::Style;
use ratatui::text::{Line, Span};
use ratatui::widgets::Paragraph;
use unicode_width::UnicodeWidthStr as _;

use crate::board::{self, Over, Painted};
use crate::effect::{Effect, Go};
use crate::line::{LineEdit, Typed};
use crate::program::Record;
use crate::theme::Theme;
use crate::widgets::{self, Pairs};
use crate::words;

/// The minimum window size.
const NEED: (u16, u16) = (40, 8);

/// Larger files get no preview, so that scrolling stays fast.
const PREVIEW: u64 = 1 << 20;

/// A game in the list.
#[derive(Clone, Debug)]
pub(crate) struct Row {
    name: String,
    when: String,
    players: String,
    size: String,
    moves: String,
    result: String,
    is_waiting: bool,
    is_played: bool,
}

impl Row {
    pub(crate) fn of(entry: &Entry) -> Row {
        let when = format!("{} {:02}:{:02}", entry.when.date(), entry.when.hour, entry.when.minute);
        let named = |name: &str| {
            let name = hoshi_files::visible_line(name).into_owned();
            if name.is_empty() { "?".to_owned() } else { name }
        };
        let base = Row {
            name: entry.name.clone(),
            when,
            players: String::new(),
            size: String::new(),
            moves: String::new(),
            result: String::new(),
            is_waiting: entry.is_waiting(),
            is_played: entry.is_played,
        };
        match &entry.game {
            Ok(game) => Row {
                players: format!("{} - {}", named(&game.black), named(&game.white)),
                size: game.size.to_string(),
                moves: game.moves.to_string(),
                result: match &game.result {
                    Some(result) => hoshi_files::visible_line(result).into_owned(),
                    None if entry.is_played => words::PLAYING.to_owned(),
                    None => words::UNFINISHED.to_owned(),
                },
                ..base
            },
            Err(problem) => {
                let problem = problem.to_string();
                Row { players: hoshi_files::visible_line(&problem).into_owned(), ..base }
            }
        }
    }

    fn of_trash(name: String) -> Row {
        Row {
            when: String::new(),
            players: hoshi_files::visible_line(&name).into_owned(),
            name,
            size: String::new(),
            moves: String::new(),
            result: words::DELETED.to_owned(),
            is_waiting: false,
            is_played: false,
        }
    }

    /// Whether the row contains every word of a filter.
    fn matches(&self, filter: &str) -> bool {
        let text =
            format!("{} {} {} {} {}", self.when, self.players, self.size, self.result, self.name)
                .to_lowercase();
        filter.to_lowercase().split_whitespace().all(|word| text.contains(word))
    }
}

/// The list.
#[derive(Debug)]
pub(crate) struct Browser {
    rows: Vec<Row>,
    trash: Vec<Row>,
    in_trash: bool,
    is_complete: bool,
    filter: LineEdit,
    is_typing: bool,
    at: usize,
    /// The game to be deleted after confirmation.
    asked: Option<String>,
    preview: Option<(String, Result<Box<Diagram>, Failure>)>,
    pub(crate) message: Result<String, Failure>,
    /// The game to select when it arrives.
    awaited: Option<String>,
    list: Rect,
}

impl Browser {
    pub(crate) fn new(history: &History) -> Browser {
        let trash = history.trash().unwrap_or_default().into_iter().map(Row::of_trash).collect();
        Browser {
            rows: Vec::new(),
            trash,
            in_trash: false,
            is_complete: false,
            filter: LineEdit::default(),
            is_typing: false,
            at: 0,
            asked: None,
            preview: None,
            message: Ok(String::new()),
            awaited: None,
            list: Rect::default(),
        }
    }

    /// Keeps the filter and the place of a list that is read again.
    pub(crate) fn stay_like(&mut self, old: &Browser) {
        if !old.in_trash {
            (self.filter, self.at) = (old.filter.clone(), old.at);
        }
    }

    /// Appends games; an empty batch marks the end.
    pub(crate) fn extend(&mut self, rows: Vec<Row>) {
        self.is_complete |= rows.is_empty();
        self.rows.extend(rows);
        if self.is_complete {
            self.at = self.at.min(self.shown().len().saturating_sub(1));
        }
        if let Some(name) = &self.awaited
            && let Some(at) = self.rows.iter().position(|row| row.name == *name)
        {
            (self.at, self.awaited) = (at, None);
        }
    }

    /// Selects a game as soon as it is read.
    pub(crate) fn select(&mut self, name: Option<String>) {
        self.awaited = name;
    }

    pub(crate) fn is_typing(&self) -> bool {
        self.is_typing
    }

    fn shown(&self) -> Vec<&Row> {
        let all = if self.in_trash { &self.trash } else { &self.rows };
        all.iter().filter(|row| row.matches(self.filter.text())).collect()
    }

    fn chosen(&self) -> Option<&Row> {
        self.shown().get(self.at).copied()
    }

    /// Reads the board of the selected game if the selection has changed.
    pub(crate) fn load_preview(&mut self, history: &History) {
        let Some(name) = self.chosen().map(|row| row.name.clone()) else {
            self.preview = None;
            return;
        };
        if self.preview.as_ref().is_some_and(|(known, _)| *known == name) {
            return;
        }
        let path = if self.in_trash { history.trash_path(&name) } else { history.path(&name) };
        self.preview = Some((name, preview(&path)));
    }

    pub(crate) fn key(&mut self, key: KeyEvent) -> Vec<Effect> {
        self.at = self.at.min(self.shown().len().saturating_sub(1));
        self.message = Ok(String::new());
        self.awaited = None;
        if let Some(name) = self.asked.take() {
            return match key.code {
                KeyCode::Char('y') | KeyCode::Enter => vec![Effect::Delete(name)],
                _ => Vec::new(),
            };
        }
        if self.is_typing {
            match self.filter.key(key) {
                Typed::Done => self.is_typing = false,
                Typed::Cancelled => {
                    self.is_typing = false;
                    self.filter = LineEdit::default();
                }
                Typed::Edited | Typed::Ignored => {}
            }
            self.at = 0;
            return Vec::new();
        }
        let count = self.shown().len();
        let page = usize::from(self.list.height.max(2)) - 1;
        match key.code {
            KeyCode::Up | KeyCode::Char('k') => self.at = self.at.saturating_sub(1),
            KeyCode::Down | KeyCode::Char('j') => self.at = (self.at + 1).min(count.max(1) - 1),
            KeyCode::PageUp => self.at = self.at.saturating_sub(page),
            KeyCode::PageDown => self.at = (self.at + page).min(count.max(1) - 1),
            KeyCode::Home => self.at = 0,
            KeyCode::End => self.at = count.max(1) - 1,
            KeyCode::Char('/') => self.is_typing = true,
            KeyCode::Char('z') => return vec![Effect::NextTheme],
            KeyCode::Char('t') => self.turn(),
            KeyCode::Enter | KeyCode::Char(' ') => return self.open(),
            KeyCode::Char('v') if !self.in_trash => {
                let name = self.chosen().map(|row| row.name.clone());
                return name.map(|name| Effect::Open(Record::History(name))).into_iter().collect();
            }
            KeyCode::Char('d') | KeyCode::Delete if !self.in_trash => {
                self.asked = self.chosen().map(|row| row.name.clone());
            }
            KeyCode::Char('r') if self.in_trash => return self.open(),
            KeyCode::Esc if !self.filter.text().is_empty() => self.filter = LineEdit::default(),
            // The trash is part of the history.
            KeyCode::Char('q') | KeyCode::Esc if self.in_trash => self.turn(),
            KeyCode::Char('q') | KeyCode::Esc => return vec![Effect::Go(Go::Home)],
            _ => {}
        }
        Vec::new()
    }

    /// Goes to the trash, or back to the history.
    fn turn(&mut self) {
        self.in_trash = !self.in_trash;
        self.at = 0;
        // Games in the trash are known by their files only.
        self.filter = LineEdit::default();
    }

    fn open(&self) -> Vec<Effect> {
        let Some(row) = self.chosen() else { return Vec::new() };
        let name = row.name.clone();
        vec![match () {
            () if self.in_trash => Effect::Restore(name),
            () if row.is_waiting => Effect::Resume { name, instead: [None, None] },
            () => Effect::Open(Record::History(name)),
        }]
    }

    pub(crate) fn paste(&mut self, text: &str) {
        if self.is_typing {
            self.filter.insert(text);
        }
    }

    pub(crate) fn mouse(&mut self, event: MouseEvent) -> (bool, Vec<Effect>) {
        let count = self.shown().len();
        match event.kind {
            MouseEventKind::ScrollUp => self.at = self.at.saturating_sub(1),
            MouseEventKind::ScrollDown => self.at = (self.at + 1).min(count.max(1) - 1),
            MouseEventKind::Down(MouseButton::Left) => {
                let row = usize::from(event.row.wrapping_sub(self.list.y));
                let nth = row + self.first();
                if row >= usize::from(self.list.height) || nth >= count {
                    return (false, Vec::new());
                }
                // A second click opens.
                if self.at == nth {
                    return (true, self.open());
                }
                self.at = nth;
            }
            _ => return (false, Vec::new()),
        }
        (true, Vec::new())
    }

    /// The first visible row.
    fn first(&self) -> usize {
        self.at.saturating_sub(usize::from(self.list.height.max(1)) - 1)
    }

    pub(crate) fn place(&mut self, area: Rect) {
        self.list = layout(area).0;
    }

    /// The keys of the last line.
    pub(crate) fn pairs(&self) -> Pairs {
        match (&self.asked, self.is_typing, self.in_trash) {
            (Some(_), ..) => widgets::pairs(&words::CONFIRM_KEYS),
            (None, true, _) => widgets::pairs(&words::LINE_KEYS),
            (None, false, true) => widgets::pairs(&words::TRASH_KEYS),
            (None, false, false) => widgets::pairs(&words::HISTORY_KEYS),
        }
    }

    pub(crate) fn draw(&self, frame: &mut Frame<'_>, theme: Theme) {
        let area = frame.area();
        if area.width < NEED.0 || area.height < NEED.1 {
            widgets::too_small(frame, NEED, theme);
            return;
        }
        let (list, beside) = layout(area);
        let shown = self.shown();
        let title = if self.in_trash { words::TRASH } else { words::HISTORY };
        let mut head = vec![Span::styled(format!(" {title}"), theme.heading())];
        let count = if self.is_complete || self.in_trash { "" } else { "+" };
        head.push(Span::styled(format!("  {}", words::games(shown.len(), count)), theme.faint()));
        if self.is_typing || !self.filter.text().is_empty() {
            head.push(Span::styled(words::FILTER, theme.faint()));
            match self.is_typing {
                true => head.extend(self.filter.line(30, Style::new()).spans),
                false => head.push(Span::raw(self.filter.text().to_owned())),
            }
        }
        let top = Rect::new(area.x, area.y, area.width, 1);
        frame.render_widget(Paragraph::new(Line::from(head)), top);
        let mut lines = Vec::new();
        for (nth, row) in shown.iter().enumerate().skip(self.first()).take(list.height.into()) {
            lines.push(line(row, nth == self.at, usize::from(list.width), theme));
        }
        if lines.is_empty() {
            let text = match (self.in_trash, self.is_complete, self.filter.text().is_empty()) {
                (true, _, true) => words::TRASH_EMPTY,
                (false, false, _) => words::READING,
                (_, _, true) => words::NO_GAMES,
                (_, _, false) => words::NO_GAME_FITS,
            };
            lines.push(Line::styled(format!("  {text}"), theme.faint()));
        }
        frame.render_widget(Paragraph::new(lines), list);
        if let Some(beside) = beside {
            self.draw_preview(frame, beside, theme);
        }
        let place = Rect::new(area.x + 1, area.bottom() - 2, area.width - 1, 1);
        let line = match (&self.asked, &self.message) {
            (Some(name), _) => {
                let name = hoshi_files::visible_line(name);
                Line::styled(words::to_trash(&name), theme.heading())
            }
            (None, Ok(text)) => {
                Line::styled(hoshi_files::visible_line(text).into_owned(), theme.good())
            }
            (None, Err(why)) => {
                let why = why.to_string();
                Line::styled(hoshi_files::visible_line(&why).into_owned(), theme.warning())
            }
        };
        frame.render_widget(Paragraph::new(line), place);
        widgets::draw_keys(frame, &self.pairs(), theme);
    }

    /// Draws the selected game in words: the list has no room for all of it.
    fn draw_caption(&self, frame: &mut Frame<'_>, area: Rect, theme: Theme) {
        let Some(row) = self.chosen().filter(|row| !row.when.is_empty()) else { return };
        let moves = row.moves.parse().map(words::moves).unwrap_or_default();
        let lines = vec![
            Line::raw(row.players.clone()),
            Line::styled(words::caption(&row.when, &row.size, &moves), theme.faint()),
            Line::styled(words::result(&row.result), theme.faint()),
        ];
        let text = Paragraph::new(lines).centered().wrap(ratatui::widgets::Wrap { trim: true });
        frame.render_widget(text, area);
    }

    fn draw_preview(&self, frame: &mut Frame<'_>, area: Rect, theme: Theme) {
        match &self.preview {
            Some((_, Ok(diagram))) => {
                let (width, height) = board::extent(diagram.size());
                let painted = Painted::new(Diagram::clone(diagram), theme);
                if width <= area.width && height <= area.height {
                    let x = area.x + (area.width - width) / 2;
                    let place = Rect::new(x, area.y, width, height);
                    painted.draw(&Over::default(), place, frame.buffer_mut());
                    self.draw_caption(frame, below(area, height), theme);
                } else if painted.draw_small(area, frame.buffer_mut()) {
                    let rows = u16::from(diagram.size().height());
                    self.draw_caption(frame, below(area, rows), theme);
                } else {
                    let need = words::too_small((width, height), (area.width, area.height));
                    let need = Paragraph::new(Line::styled(need, theme.faint()));
                    frame.render_widget(need.wrap(ratatui::widgets::Wrap { trim: true }), area);
                }
            }
            Some((_, Err(why))) => {
                let why = hoshi_files::visible_line(&why.to_string()).into_owned();
                let text = Paragraph::new(Line::styled(why, theme.faint()));
                frame.render_widget(text.wrap(ratatui::widgets::Wrap { trim: true }), area);
            }
            None => {}
        }
    }
}

/// The part of an area below so many rows and a gap.
fn below(area: Rect, rows: u16) -> Rect {
    let used = (rows + 1).min(area.height);
    Rect { y: area.y + used, height: area.height - used, ..area }
}

/// The places of the list and, if there is room, of the board.
fn layout(area: Rect) -> (Rect, Option<Rect>) {
    let height = area.height.saturating_sub(4);
    let top = area.y + 2;
    if area.width >= 76 {
        // Room for 19x19, or for 9x9 and small drawings of larger boards.
        let board = if area.width >= 100 { 44 } else { 24 };
        let width = (area.width - board).min(76);
        let list = Rect::new(area.x, top, width, height);
        // A board far from the list would be hard to find.
        let beside = (area.width - width - 1).min(46);
        let beside = Rect::new(area.x + width + 1, top, beside, height);
        (list, Some(beside))
    } else {
        (Rect::new(area.x, top, area.width, height), None)
    }
}

fn line(row: &Row, is_here: bool, width: usize, theme: Theme) -> Line<'static> {
    let sign = widgets::pointer(is_here, theme);
    let style = if is_here { theme.selected() } else { Style::new() };
    // The trash has only names. Beside a board there is no room for the time of day.
    let date = row.when.split(' ').next().unwrap_or_default();
    let when = if width < 62 { date } else { row.when.as_str() };
    let when = if when.is_empty() { String::new() } else { format!("{when}  ") };
    let fixed = 2 + when.width() + 13 + 12;
    let room = width.saturating_sub(fixed).max(8);
    let players = widgets::clip(&row.players, room);
    let pad = " ".repeat(room.saturating_sub(players.width()));
    let result_style = if row.is_waiting || row.is_played { theme.good() } else { Style::new() };
    Line::from(vec![
        Span::styled(sign, theme.key()),
        Span::styled(when, theme.faint()),
        Span::styled(format!("{players}{pad}"), style),
        Span::styled(format!(" {:>6}{:>5} ", row.size, row.moves), theme.faint()),
        Span::styled(widgets::clip(&row.result, 11), result_style),
    ])
}

/// The last position of a record.
fn preview(path: &std::path::Path) -> Result<Box<Diagram>, Failure> {
    let empty = || Failure::new(words::NO_GAME_IN_IT);
    let length = std::fs::metadata(path)?.len();
    if length > PREVIEW {
        return Err(Failure::new(words::LARGE_FILE));
    }
    let bytes = hoshi_files::read(path)?;
    let file = Collection::read(bytes)?;
    let tree = file.game(0).ok_or_else(empty)?;
    let node = tree.main_line().last().ok_or_else(empty)?;
    Ok(Box::new(diagram(node, &Terms::of(tree))))
}
