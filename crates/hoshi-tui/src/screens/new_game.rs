//! The form for a new game: one field a line, changed with left and right, or typed.

use ratatui::Frame;
use ratatui::crossterm::event::{KeyCode, KeyEvent, MouseButton, MouseEvent, MouseEventKind};
use ratatui::layout::Rect;
use ratatui::style::Style;
use ratatui::text::{Line, Span};
use ratatui::widgets::{Paragraph, Wrap};

use crate::effect::{Effect, Go};
use crate::line::{LineEdit, Typed};
use crate::program::{NewGame, Own};
use crate::theme::Theme;
use crate::widgets::{self, Pairs};
use crate::words;

const SIZES: [&str; 9] = ["5", "6", "7", "9", "11", "13", "15", "17", "19"];
const RULES: [&str; 8] =
    ["chinese", "japanese", "korean", "aga", "new-zealand", "tromp-taylor", "ing", "simple"];
const KOMI: [&str; 6] = ["", "0", "0.5", "5.5", "6.5", "7.5"];
const TIMES: [&str; 7] = ["none", "10m", "5m+3x20s", "10m+5x30s", "20m+25/5m", "5m+5s", "30s/move"];

/// The minimum window size.
const NEED: (u16, u16) = (40, 16);

/// A field of the form.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Field {
    Start,
    Size,
    Opponent,
    Color,
    Rules,
    Komi,
    Handicap,
    Time,
    Help,
    Teach,
    Black,
    White,
}

const PLAYED: [Field; 10] = [
    Field::Start,
    Field::Size,
    Field::Opponent,
    Field::Color,
    Field::Rules,
    Field::Komi,
    Field::Handicap,
    Field::Time,
    Field::Help,
    Field::Teach,
];

/// The fields for transcribing a game.
const TRANSCRIBED: [Field; 7] = [
    Field::Start,
    Field::Size,
    Field::Black,
    Field::White,
    Field::Rules,
    Field::Komi,
    Field::Handicap,
];

/// The form.
#[derive(Debug)]
pub(crate) struct Form {
    game: NewGame,
    opponents: Vec<String>,
    at: usize,
    line: Option<LineEdit>,
    pub(crate) error: String,
    first_row: u16,
}

impl Form {
    pub(crate) fn new(game: NewGame, engines: &[String]) -> Form {
        let mut opponents: Vec<String> = (1..=10).map(|level| format!("bot:{level}")).collect();
        opponents.push("human".to_owned());
        opponents.extend(engines.iter().cloned());
        opponents.push("random".to_owned());
        Form { game, opponents, at: 0, line: None, error: String::new(), first_row: 0 }
    }

    /// The form for transcribing a game from a real board.
    pub(crate) fn transcribe() -> Form {
        let game = NewGame {
            size: "19".to_owned(),
            opponent: "human".to_owned(),
            komi: String::new(),
            transcript: Some([String::new(), String::new()]),
            ..NewGame::default()
        };
        Form::new(game, &[])
    }

    fn fields(&self) -> impl Iterator<Item = Field> + use<> {
        let is_transcript = self.game.transcript.is_some();
        let fields: &'static [Field] = if is_transcript { &TRANSCRIBED } else { &PLAYED };
        // A program can always be asked for a hint.
        let asks = self.game.opponent == "human";
        // Big mistakes are pointed out to a person who plays a program.
        fields.iter().copied().filter(move |&field| match field {
            Field::Help => asks,
            Field::Teach => !asks,
            _ => true,
        })
    }

    pub(crate) fn is_typing(&self) -> bool {
        self.line.is_some()
    }

    /// The terms as the form shows them.
    fn terms(&self) -> NewGame {
        let is_taught = self.game.opponent != "human" && self.game.teach;
        NewGame { teach: is_taught, ..self.game.clone() }
    }

    fn field(&self) -> Field {
        self.fields().nth(self.at).unwrap_or(Field::Start)
    }

    pub(crate) fn key(&mut self, key: KeyEvent) -> Vec<Effect> {
        self.error.clear();
        let count = self.fields().count();
        // Another opponent may have hidden the last field.
        self.at = self.at.min(count - 1);
        if let Some(mut line) = self.line.take() {
            match line.key(key) {
                Typed::Done => self.set(line.text().trim().to_owned()),
                Typed::Cancelled => {}
                Typed::Edited | Typed::Ignored => self.line = Some(line),
            }
            return Vec::new();
        }
        match key.code {
            KeyCode::Up | KeyCode::Char('k') | KeyCode::BackTab => {
                self.at = self.at.checked_sub(1).unwrap_or(count - 1);
            }
            KeyCode::Down | KeyCode::Char('j') | KeyCode::Tab => self.at = (self.at + 1) % count,
            KeyCode::Left | KeyCode::Char('h' | '-') => self.change(-1),
            KeyCode::Right | KeyCode::Char('l' | '+') => self.change(1),
            KeyCode::Enter | KeyCode::Char(' ') => match self.field() {
                Field::Start => return vec![Effect::Begin(self.terms())],
                Field::Color | Field::Help | Field::Teach => self.change(1),
                _ => self.line = Some(LineEdit::selected(self.text(self.field()))),
            },
            KeyCode::Char('s') => return vec![Effect::Begin(self.terms())],
            KeyCode::Char('z') => return vec![Effect::NextTheme],
            KeyCode::Char('q') | KeyCode::Esc => return vec![Effect::Go(Go::Home)],
            // A digit starts typing a value.
            KeyCode::Char(digit) if digit.is_ascii_digit() && self.at > 0 => {
                self.line = Some(LineEdit::of(digit));
            }
            _ => {}
        }
        Vec::new()
    }

    pub(crate) fn paste(&mut self, text: &str) {
        if let Some(line) = &mut self.line {
            line.insert(text);
        }
    }

    pub(crate) fn mouse(&mut self, event: MouseEvent) -> (bool, Vec<Effect>) {
        let row = usize::from(event.row.wrapping_sub(self.first_row));
        if row >= self.fields().count() || self.line.is_some() {
            return (false, Vec::new());
        }
        match event.kind {
            MouseEventKind::Moved => (std::mem::replace(&mut self.at, row) != row, Vec::new()),
            MouseEventKind::Down(MouseButton::Left) => {
                self.at = row;
                match self.field() {
                    Field::Start => (true, vec![Effect::Begin(self.terms())]),
                    _ => {
                        self.change(1);
                        (true, Vec::new())
                    }
                }
            }
            MouseEventKind::ScrollUp => {
                self.change(-1);
                (true, Vec::new())
            }
            MouseEventKind::ScrollDown => {
                self.change(1);
                (true, Vec::new())
            }
            _ => (false, Vec::new()),
        }
    }

    fn change(&mut self, by: isize) {
        let field = self.field();
        let game = &mut self.game;
        let next = |values: &[&str], now: &str| {
            let at = values.iter().position(|value| *value == now);
            let count = values.len() as isize;
            let at = at.map_or(0, |at| (at as isize + by).rem_euclid(count));
            values[at as usize].to_owned()
        };
        match field {
            // A name is typed.
            Field::Start | Field::Black | Field::White => {}
            Field::Size => game.size = next(&SIZES, &game.size),
            Field::Opponent => {
                let all: Vec<&str> = self.opponents.iter().map(String::as_str).collect();
                game.opponent = next(&all, &game.opponent);
            }
            Field::Color => {
                let all = [Own::Black, Own::White, Own::Nigiri];
                let at = all.iter().position(|own| *own == game.color).unwrap_or(0);
                game.color = all[(at as isize + by).rem_euclid(3) as usize];
            }
            Field::Rules => {
                game.rules = next(&RULES, &game.rules);
                game.komi.clear();
            }
            Field::Komi => game.komi = next(&KOMI, &game.komi),
            Field::Handicap => {
                // A handicap is two stones or more.
                let all = [0, 2, 3, 4, 5, 6, 7, 8, 9];
                let at = all.iter().position(|stones| *stones == game.handicap).unwrap_or(0);
                game.handicap = all[(at as isize + by).rem_euclid(9) as usize];
            }
            Field::Time => game.time = next(&TIMES, &game.time),
            Field::Help => game.help = !game.help,
            Field::Teach => game.teach = !game.teach,
        }
    }

    /// Sets the field to the typed text.
    fn set(&mut self, text: String) {
        let field = self.field();
        let game = &mut self.game;
        let text = text.trim().to_owned();
        match field {
            Field::Black | Field::White => {
                if let Some(names) = &mut game.transcript {
                    names[usize::from(field == Field::White)] = text;
                }
            }
            Field::Size => game.size = text,
            Field::Opponent => game.opponent = text,
            Field::Rules => game.rules = text,
            Field::Komi => game.komi = text,
            Field::Time => game.time = text,
            Field::Handicap if text.is_empty() || text == words::NONE => game.handicap = 0,
            Field::Handicap => match text.parse() {
                Ok(stones) => game.handicap = stones,
                Err(_) => self.error = words::not_stones(&text),
            },
            Field::Start | Field::Color | Field::Help | Field::Teach => {}
        }
    }

    fn text(&self, field: Field) -> String {
        let game = &self.game;
        match field {
            Field::Start => String::new(),
            Field::Black => {
                game.transcript.as_ref().map(|names| names[0].clone()).unwrap_or_default()
            }
            Field::White => {
                game.transcript.as_ref().map(|names| names[1].clone()).unwrap_or_default()
            }
            Field::Size => game.size.clone(),
            Field::Opponent => game.opponent.clone(),
            Field::Color => match game.color {
                Own::Black => words::BLACK.to_owned(),
                Own::White => words::WHITE.to_owned(),
                Own::Nigiri => words::NIGIRI.to_owned(),
            },
            Field::Rules => game.rules.clone(),
            Field::Komi => game.komi.clone(),
            Field::Handicap if game.handicap == 0 => words::NONE.to_owned(),
            Field::Handicap => game.handicap.to_string(),
            Field::Time => game.time.clone(),
            Field::Help => if game.help { words::ALLOWED } else { words::NOT_ALLOWED }.to_owned(),
            Field::Teach => if game.teach { words::ON } else { words::OFF }.to_owned(),
        }
    }

    /// A note about a value.
    fn about(&self, field: Field) -> &'static str {
        match (field, self.text(field).as_str()) {
            (Field::Opponent, "bot:1") => words::BEGINNERS,
            (Field::Opponent, "bot:5") => words::CLUB_PLAYER,
            (Field::Opponent, "bot:10") => words::STRONGEST,
            (Field::Opponent, "human") => words::PERSON,
            (Field::Opponent, "random") => words::AT_RANDOM,
            (Field::Opponent, name) if !name.contains(':') => words::ENGINE,
            (Field::Teach, _) => words::TEACH_ABOUT,
            (Field::Komi, "") => words::AS_RULES_SAY,
            (Field::Black | Field::White, "") => words::ENTER_NAME,
            (Field::Time, "none") => "",
            (Field::Time, text) if text.contains('x') => words::BYO_YOMI,
            (Field::Time, text) if text.contains("/move") => words::EACH_MOVE,
            (Field::Time, text) if text.contains('/') => words::CANADIAN,
            (Field::Time, text) if text.contains('+') => words::FISCHER,
            (Field::Time, _) => words::WHOLE_GAME,
            (
                Field::Rules,
                "chinese" | "aga" | "simple" | "new-zealand" | "tromp-taylor" | "ing",
            ) => words::AREA,
            (Field::Rules, "japanese" | "korean") => words::TERRITORY,
            _ => "",
        }
    }

    fn title(&self) -> &'static str {
        match self.game.transcript {
            Some(_) => words::TRANSCRIBE_TITLE,
            None => words::NEW_GAME,
        }
    }

    /// Remembers where the lines are, for the mouse.
    pub(crate) fn place(&mut self, area: Rect) {
        self.first_row = list(area).y + 2;
    }

    /// The keys of the last line.
    pub(crate) fn pairs(&self) -> Pairs {
        match self.line {
            Some(_) => widgets::pairs(&words::FIELD_KEYS),
            None => widgets::pairs(&words::FORM_KEYS),
        }
    }

    pub(crate) fn draw(&self, frame: &mut Frame<'_>, theme: Theme) {
        let area = frame.area();
        if area.width < NEED.0 || area.height < NEED.1 {
            widgets::too_small(frame, NEED, theme);
            return;
        }
        let list = list(area);
        let mut lines = vec![Line::styled(self.title(), theme.heading()), Line::raw("")];
        for (nth, field) in self.fields().enumerate() {
            let is_here = nth == self.at;
            let sign = widgets::pointer(is_here, theme);
            let name = match field {
                Field::Start => words::FIELD_START,
                Field::Size => words::FIELD_SIZE,
                Field::Opponent => words::FIELD_OPPONENT,
                Field::Color => words::FIELD_COLOR,
                Field::Rules => words::FIELD_RULES,
                Field::Komi => words::FIELD_KOMI,
                Field::Handicap => words::FIELD_HANDICAP,
                Field::Time => words::FIELD_TIME,
                Field::Help => words::FIELD_HELP,
                Field::Teach => words::FIELD_TEACH,
                Field::Black => words::BLACK,
                Field::White => words::WHITE,
            };
            let style = if is_here { theme.selected() } else { Style::new() };
            let mut spans =
                vec![Span::styled(sign, theme.key()), Span::styled(format!("{name:<10}"), style)];
            match &self.line {
                Some(line) if is_here => spans.extend(line.line(30, Style::new()).spans),
                _ => {
                    let is_typed = matches!(field, Field::Start | Field::Black | Field::White);
                    let (left, right) = match (is_here && !is_typed, theme.is_ascii()) {
                        (false, _) => ("  ", ""),
                        (true, true) => ("< ", " >"),
                        (true, false) => ("‹ ", " ›"),
                    };
                    let text = hoshi_files::visible_line(&self.text(field)).into_owned();
                    spans.push(Span::styled(left, theme.key()));
                    spans.push(Span::raw(text));
                    spans.push(Span::styled(right, theme.key()));
                    spans.push(Span::styled(format!("  {}", self.about(field)), theme.faint()));
                }
            }
            lines.push(Line::from(spans));
        }
        frame.render_widget(Paragraph::new(lines), list);
        let error = hoshi_files::visible_line(&self.error).into_owned();
        let place = Rect::new(area.x + 1, area.bottom() - 3, area.width - 2, 2);
        let text = Paragraph::new(Line::styled(error, theme.warning())).wrap(Wrap { trim: true });
        frame.render_widget(text, place);
        widgets::draw_keys(frame, &self.pairs(), theme);
    }
}

fn list(area: Rect) -> Rect {
    let width = area.width.min(60);
    let height = area.height.min(13);
    let x = area.x + (area.width - width) / 2;
    let y = area.y + area.height.saturating_sub(height + 4) / 2;
    Rect::new(x, y, width, height)
}
