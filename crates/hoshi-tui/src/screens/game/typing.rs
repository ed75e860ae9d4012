//! Typed points. A letter that is a key acts at once. If a digit follows, the letter was the column of a point: the
//! key is undone and the point is typed. So `f3` is a point although `f` is a key, and no timer is needed. A key that
//! cannot be undone asks first if its letter is a column of the board.

use hoshi_core::{Move, Point};
use hoshi_session::{Command, MarkupKind, Mode, Phase, Status, Step, Vertex};
use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};

use super::{Asked, Game, Layer, Wanted};
use crate::effect::{Effect, NewFile};
use crate::keys::{Action, Where};
use crate::line::{LineEdit, Typed};
use crate::words;

/// A letter that acted as a key and may be the column of a point.
#[derive(Debug)]
pub(super) struct Column {
    letter: char,
    /// The cursor before the key.
    cursor: Point,
    /// How to undo the key.
    back: Vec<Effect>,
}

/// The purpose of a typed line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum For {
    Point(Option<Box<Instead>>),
    /// A comment on the node where it was begun: the game may continue meanwhile.
    Comment {
        on: Step,
        number: usize,
    },
    Number,
    Correct(u32),
    Label(Vertex),
    Result,
    SaveAs,
    DrawTo,
}

/// The line that a letter had opened before a digit turned it into a point. It returns if a letter follows the digits:
/// `c`, then `3-3 is open`, is a comment.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Instead {
    line: LineEdit,
    what: For,
}

/// The letter of a key without Control or Alt.
fn letter_of(key: KeyEvent) -> Option<char> {
    let is_plain = !key.modifiers.intersects(KeyModifiers::CONTROL | KeyModifiers::ALT);
    match key.code {
        KeyCode::Char(letter) if is_plain => Some(letter),
        _ => None,
    }
}

/// The letter of a key, if it is a column of a board of this width.
pub(crate) fn column_of(key: KeyEvent, width: u8) -> Option<char> {
    let letter = letter_of(key).filter(char::is_ascii_alphabetic)?;
    let upper = letter.to_ascii_uppercase();
    let nth = upper as u8 - b'A' - u8::from(upper > 'I');
    (upper != 'I' && nth < width).then_some(letter)
}

/// A digit that follows a letter.
pub(crate) fn digit_of(key: KeyEvent) -> Option<char> {
    letter_of(key).filter(char::is_ascii_digit)
}

impl Game {
    /// The letter of a key, if it can start a point now.
    pub(super) fn column(&self, key: KeyEvent) -> Option<char> {
        let is_over = self.state.phase == Phase::Over && self.state.mode == Mode::Play;
        column_of(key, self.state.width).filter(|_| !is_over)
    }

    /// Whether an action cannot be undone.
    pub(super) fn is_final(&self, action: Action) -> bool {
        let is_leaving_copy = action == Action::Demonstrate && self.state.demonstration;
        let is_final = matches!(
            action,
            Action::Accept
                | Action::Continue
                | Action::Leave
                | Action::Undo
                | Action::Redo
                | Action::Stop
                | Action::Restart
                | Action::Replace
                | Action::Review
                | Action::File
                | Action::Theme
        );
        is_final || is_leaving_copy
    }

    /// Whether an action asks a question of its own.
    pub(super) fn is_asked_anyway(&self, action: Action) -> bool {
        action == Action::Leave && self.is_changed
    }

    /// The state before an action whose key may be a column.
    pub(super) fn before(&self, letter: char, action: Action) -> Column {
        let back = match action {
            Action::Pause => self.state.clock.map(|clock| match clock.paused {
                true => Command::Pause,
                false => Command::Unpause,
            }),
            Action::Demonstrate => Some(Command::Settle),
            Action::Seki if self.stone(self.cursor).is_some() => {
                let points = vec![self.vertex(self.cursor)];
                Some(Command::Mark { points, status: self.status(self.cursor) })
            }
            Action::Mark => Some(Command::Markup { marks: self.state.node.markup.clone() }),
            _ => None,
        };
        Column { letter, cursor: self.cursor, back: back.map(Effect::Send).into_iter().collect() }
    }

    /// The status of a point while dead stones are marked.
    pub(super) fn status(&self, point: Point) -> Status {
        let at = self.vertex(point);
        match &self.state.marking {
            Some(marking) if marking.dead.contains(&at) => Status::Dead,
            Some(marking) if marking.seki.contains(&at) => Status::Seki,
            _ => Status::Alive,
        }
    }

    /// Starts a point with a letter that acted as a key and the digit after it.
    pub(super) fn begin_point(&mut self, column: Column, digit: char) -> Vec<Effect> {
        let instead = match self.over.take() {
            Some(Layer::Line(line, what)) => Some(Box::new(Instead { line, what })),
            _ => None,
        };
        (self.cursor, self.refused) = (column.cursor, None);
        self.wanted = Wanted::default();
        self.say("");
        let line = LineEdit::of(format!("{}{digit}", column.letter));
        self.over = Some(Layer::Line(line, For::Point(instead)));
        column.back
    }

    /// Handles a key while a line is typed.
    pub(super) fn line_key(&mut self, mut line: LineEdit, what: For, key: KeyEvent) -> Vec<Effect> {
        if let For::Point(Some(instead)) = &what
            && letter_of(key).is_some_and(|letter| !letter.is_ascii_digit())
        {
            let Instead { line: mut original, what } = Instead::clone(instead);
            let typed: String = line.text().chars().skip(1).collect();
            original.insert(&typed);
            original.key(key);
            self.over = Some(Layer::Line(original, what));
            return Vec::new();
        }
        match line.key(key) {
            Typed::Cancelled => Vec::new(),
            Typed::Done => self.typed(line.text(), what),
            Typed::Edited | Typed::Ignored => {
                // Backspace in an empty line closes it.
                let is_point = matches!(what, For::Point(_));
                if !is_point || !line.text().is_empty() || key.code != KeyCode::Backspace {
                    self.over = Some(Layer::Line(line, what));
                }
                Vec::new()
            }
        }
    }

    /// Handles a complete line.
    fn typed(&mut self, text: &str, what: For) -> Vec<Effect> {
        let size = self.size();
        let text = text.trim();
        match what {
            For::Point(_) if text.is_empty() => Vec::new(),
            For::Point(_) => match size.parse_move(text) {
                Ok(Move::Play(point)) => {
                    self.cursor = point;
                    self.play_at(point)
                }
                Ok(Move::Pass) if self.place() == Where::Play => self.ask_pass(),
                Ok(Move::Pass) => vec![Effect::Send(Command::Play { at: Vertex::PASS })],
                Err(error) => {
                    self.warn(format!("{error}."));
                    Vec::new()
                }
            },
            For::Comment { on, number } => {
                self.say(words::commented(number, text));
                vec![Effect::Send(Command::Comment { text: text.to_owned(), on: Some(on) })]
            }
            For::Number => match text.parse() {
                Ok(number) => vec![Effect::Send(Command::Walk { step: Step::Number { number } })],
                Err(_) => {
                    self.warn(words::not_a_number(text));
                    Vec::new()
                }
            },
            For::Correct(number) => {
                let found = match text.split_once(char::is_whitespace) {
                    Some((number, at)) => number.parse().ok().map(|number| (number, at.trim())),
                    // A point alone is for the move that was suggested.
                    None => text.starts_with(char::is_alphabetic).then_some((number, text)),
                };
                match found.map(|(number, at)| (number, size.parse_move(at))) {
                    Some((number, Ok(mv))) => {
                        let at = Vertex::of_move(size, mv);
                        return vec![Effect::Send(Command::Correct { number, at })];
                    }
                    Some((_, Err(error))) => self.warn(format!("{error}.")),
                    None => self.warn(words::HOW_TO_CORRECT),
                }
                Vec::new()
            }
            For::Label(at) => self.set_markup(at, |_| {
                (!text.is_empty()).then(|| (MarkupKind::Label, text.to_owned()))
            }),
            For::Result if !text.is_empty() => {
                vec![Effect::Send(Command::Result { result: text.to_owned() })]
            }
            For::SaveAs if !text.is_empty() => vec![Effect::SaveAs(text.to_owned())],
            For::DrawTo if !text.is_empty() => vec![Effect::DrawTo(text.to_owned())],
            For::Result | For::SaveAs | For::DrawTo => Vec::new(),
        }
    }

    /// Asks for the name of a new file.
    pub(crate) fn ask_name(&mut self, file: NewFile, name: String) {
        let what = match file {
            NewFile::Record => For::SaveAs,
            NewFile::Picture => For::DrawTo,
        };
        self.over = Some(Layer::Line(LineEdit::of(name), what));
    }

    /// Asks before an action that cannot be undone and whose key is a column.
    pub(super) fn ask_first(&mut self, letter: char, action: Action) {
        self.over = Some(Layer::Confirm(Asked::Key(letter, action)));
    }
}
