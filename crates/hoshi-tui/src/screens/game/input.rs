//! Keys and pasted text on the board.

use std::time::Instant;

use hoshi_core::Point;
use hoshi_session::{
    Command, Markup, MarkupKind, Mode, Phase, Question, Side, Status, Step, Vertex,
};
use ratatui::crossterm::event::{KeyCode, KeyEvent};

use super::typing::{For, digit_of};
use super::{Asked, Game, Layer, Liberties, STEP, SetUp};
use crate::effect::{CopyAs, Effect, Go, NewFile};
use crate::keys::{Action, Press, Where};
use crate::line::LineEdit;
use crate::widgets;
use crate::words;

impl Game {
    /// Handles a key.
    pub(crate) fn key(&mut self, key: KeyEvent, now: Instant) -> Vec<Effect> {
        self.banner = None;
        if let Some((column, digit)) = self.column.take().zip(digit_of(key)) {
            return self.begin_point(column, digit);
        }
        if let Some(layer) = self.over.take() {
            return self.layer_key(layer, key, now);
        }
        let press = Press::of(key);
        let mut action = self.keys.action(press, self.place());
        // The key that starts a demonstration also ends it.
        let is_demonstrate = self.keys.action(press, Where::Count) == Some(Action::Demonstrate);
        if self.state.demonstration && is_demonstrate {
            action = Some(Action::Demonstrate);
        }
        match (action, key.code) {
            (Some(action), _) => match self.column(key) {
                Some(letter) if self.is_final(action) && !self.is_asked_anyway(action) => {
                    self.ask_first(letter, action);
                    Vec::new()
                }
                column => {
                    let column = column.map(|letter| self.before(letter, action));
                    let effects = self.act(action, now);
                    self.column = column;
                    effects
                }
            },
            (None, KeyCode::Esc) => {
                self.hint = None;
                self.estimate = None;
                self.say("");
                Vec::new()
            }
            // The first letter of a point; letters that are keys are in `typing`.
            (None, KeyCode::Char(letter)) if letter.is_ascii_alphabetic() => {
                // In review, where passing has no key, `p` begins `pass`.
                if self.column(key).is_some() || letter.eq_ignore_ascii_case(&'p') {
                    self.over = Some(Layer::Line(LineEdit::of(letter), For::Point(None)));
                } else {
                    self.say(words::no_such_key(letter, &self.keys));
                }
                Vec::new()
            }
            _ => Vec::new(),
        }
    }

    /// Handles a key while a layer covers the board. The layer stays only if it is put back.
    fn layer_key(&mut self, layer: Layer, key: KeyEvent, now: Instant) -> Vec<Effect> {
        match layer {
            Layer::Help { scroll } => {
                self.over = widgets::scrolled(scroll, key).map(|scroll| Layer::Help { scroll });
                Vec::new()
            }
            Layer::Read { scroll } => {
                self.over = widgets::scrolled(scroll, key).map(|scroll| Layer::Read { scroll });
                Vec::new()
            }
            Layer::Log { scroll } => {
                self.over = widgets::scrolled(scroll, key).map(|scroll| Layer::Log { scroll });
                Vec::new()
            }
            // The count names these keys.
            Layer::Count(_) => match self.keys.action(Press::of(key), self.place()) {
                Some(action @ (Action::New | Action::Review | Action::Leave))
                    if self.state.phase == Phase::Over =>
                {
                    self.act(action, now)
                }
                _ => Vec::new(),
            },
            Layer::Confirm(asked) => self.confirm(asked, key, now),
            Layer::SetUp(set_up) => self.set_up_key(set_up, key),
            Layer::Copy => {
                let how = match key.code {
                    KeyCode::Char('s') | KeyCode::Enter => CopyAs::Sgf,
                    KeyCode::Char('n') => CopyAs::Sgn,
                    KeyCode::Char('l') => CopyAs::Link,
                    _ => return Vec::new(),
                };
                vec![Effect::CopyRecord(how)]
            }
            Layer::Line(line, what) => self.line_key(line, what, key),
        }
    }

    fn confirm(&mut self, asked: Asked, key: KeyEvent, now: Instant) -> Vec<Effect> {
        let is_yes = matches!(key.code, KeyCode::Char('y') | KeyCode::Enter);
        let again = self.keys.action(Press::of(key), self.place());
        match (asked, key.code) {
            (Asked::Pass { .. }, _) if is_yes || again == Some(Action::Pass) => {
                vec![Effect::Send(Command::Play { at: Vertex::PASS })]
            }
            (Asked::Resign(color), _) if is_yes => vec![Effect::Send(Command::Resign { color })],
            (Asked::Key(letter, action), code) if is_yes || code == KeyCode::Char(letter) => {
                self.act(action, now)
            }
            (Asked::Key(letter, _), _) => match digit_of(key) {
                Some(digit) => {
                    let column = self.before(letter, Action::Type);
                    self.begin_point(column, digit)
                }
                None => Vec::new(),
            },
            (Asked::Remove, _) if is_yes => vec![Effect::Send(Command::Remove)],
            (Asked::Discard, _) if is_yes || again == Some(Action::Leave) => {
                vec![Effect::Go(Go::Back)]
            }
            _ => Vec::new(),
        }
    }

    /// Inserts pasted text.
    pub(crate) fn paste(&mut self, text: &str) {
        if let Some(Layer::Line(line, _)) = &mut self.over {
            line.insert(text);
        }
    }

    pub(super) fn move_cursor(&mut self, dx: i8, dy: i8) {
        let size = self.size();
        let (x, y) = (self.cursor.x(), self.cursor.y());
        let moved = x.checked_add_signed(dx).zip(y.checked_add_signed(dy));
        if let Some(point) = moved.and_then(|(x, y)| size.point(x, y)) {
            self.cursor = point;
            // The warning was about the point that the cursor leaves.
            if self.refused.take().is_some() && self.message.is_warning {
                self.say("");
            }
        }
    }

    fn act(&mut self, action: Action, now: Instant) -> Vec<Effect> {
        let send = |command| vec![Effect::Send(command)];
        let walk = |step| vec![Effect::Send(Command::Walk { step })];
        if !matches!(action, Action::Autoplay | Action::Theme | Action::Help) {
            self.next_step = None;
        }
        match action {
            Action::Left => self.move_cursor(-1, 0),
            Action::Right => self.move_cursor(1, 0),
            Action::Up => self.move_cursor(0, -1),
            Action::Down => self.move_cursor(0, 1),
            Action::Play => return self.play_at(self.cursor),
            Action::Type => self.over = Some(Layer::Line(LineEdit::default(), For::Point(None))),
            Action::Comment => {
                let text = self.state.node.comment.clone();
                let what = For::Comment { on: self.here(), number: self.state.moves.len() };
                self.over = Some(Layer::Line(LineEdit::of(text), what));
            }
            Action::Read if self.text_to_read().is_empty() => self.say(words::NOTHING_TO_READ),
            Action::Read => self.over = Some(Layer::Read { scroll: 0 }),
            Action::Result => {
                self.over = Some(Layer::Line(LineEdit::default(), For::Result));
            }
            Action::Pass => return self.ask_pass(),
            Action::Undo => return send(Command::Undo { color: None }),
            Action::Redo => return send(Command::Redo),
            Action::Resign if self.state.phase == Phase::Playing => {
                self.over = Some(Layer::Confirm(Asked::Resign(self.acting())));
            }
            Action::Resign => return send(Command::Resign { color: self.acting() }),
            // Counting a game that is being played helps as much as an estimate.
            Action::Score if self.state.phase != Phase::Marking && !self.is_help_allowed() => {
                self.warn(words::NOT_BETWEEN_PEOPLE);
            }
            Action::Score => {
                self.wanted.count = true;
                return vec![Effect::Ask(Question::Score)];
            }
            Action::Hint | Action::Estimate | Action::Analyze => return self.ask_help(action),
            Action::Liberties => {
                let (next, about) = match self.liberties {
                    Liberties::Off => (Liberties::Atari, words::LIBERTIES_ATARI),
                    Liberties::Atari => (Liberties::Counts, words::LIBERTIES_COUNT),
                    Liberties::Counts => (Liberties::Off, words::LIBERTIES_OFF),
                };
                self.liberties = next;
                self.say(about);
            }
            Action::Speak => {
                self.speaks = !self.speaks;
                self.say([words::SPEAK_OFF, words::SPEAK_ON][usize::from(self.speaks)]);
            }
            Action::Accept => {
                let revision = self.state.marking.as_ref().map_or(0, |marking| marking.revision);
                return send(Command::Accept { revision });
            }
            Action::Seki => return self.mark_group(Status::Seki),
            Action::Continue => return send(Command::Resume { color: self.acting() }),
            Action::Demonstrate => {
                let is_on = self.state.demonstration;
                return send(if is_on { Command::Settle } else { Command::Demonstrate });
            }
            Action::Pause => match self.state.clock {
                Some(clock) if clock.paused => return send(Command::Unpause),
                Some(_) => return send(Command::Pause),
                None => self.warn(words::NO_CLOCK_HERE),
            },
            Action::Stop => return send(Command::Stop),
            Action::Restart => return send(Command::Restart),
            Action::Replace => {
                let program = Side::ALL.into_iter().find(|&side| !self.is_person(side));
                match program {
                    Some(side) => return vec![Effect::TakeOver(side)],
                    None => self.warn(words::NO_ENGINE),
                }
            }
            Action::Log => self.over = Some(Layer::Log { scroll: 0 }),
            Action::File => return self.show_file(),
            Action::Copy => self.over = Some(Layer::Copy),
            Action::Draw => return vec![Effect::AskName(NewFile::Picture)],
            Action::Review => {
                return match self.state.mode {
                    Mode::Review if self.is_copy => {
                        self.say(words::ONLY_A_COPY);
                        Vec::new()
                    }
                    Mode::Review => send(Command::PlayOn),
                    // What happened stays as it was recorded.
                    Mode::Play if self.state.phase == Phase::Over => vec![Effect::ReviewCopy],
                    Mode::Play => send(Command::Review),
                };
            }
            Action::Back if self.state.node.path.is_empty() => self.say(words::THE_START),
            Action::Back => return walk(Step::Back),
            Action::Next if self.state.node.next.is_empty() => self.say(words::THE_END),
            Action::Next => return walk(Step::Next { variation: 0 }),
            Action::First => return walk(Step::First),
            Action::Last => return walk(Step::Last),
            Action::Above if !self.has_sibling() => self.say(words::NO_VARIATION),
            Action::Above => return walk(Step::Sibling { by: -1 }),
            // At a branch, the first step down enters the first variation.
            Action::Below if !self.has_sibling() && self.state.node.next.len() > 1 => {
                return walk(Step::Next { variation: 1 });
            }
            Action::Below if !self.has_sibling() => self.say(words::NO_VARIATION),
            Action::Below => return walk(Step::Sibling { by: 1 }),
            Action::Jump => self.over = Some(Layer::Line(LineEdit::default(), For::Number)),
            Action::Autoplay => {
                self.next_step = if self.next_step.is_some() { None } else { Some(now + STEP) };
                self.say(if self.next_step.is_some() {
                    words::RECORD_PLAYS
                } else {
                    words::RECORD_STOPPED
                });
            }
            Action::Mark => return self.cycle_mark(),
            Action::Label => {
                let at = self.vertex(self.cursor);
                self.over = Some(Layer::Line(LineEdit::default(), For::Label(at)));
            }
            Action::Remove => self.over = Some(Layer::Confirm(Asked::Remove)),
            Action::Promote => return send(Command::Promote),
            Action::SetUp => self.over = Some(Layer::SetUp(SetUp::default())),
            Action::Correct => {
                // The move of the stone under the cursor, or the last one.
                let here = self.vertex(self.cursor);
                let at = self.state.moves.iter().rposition(|stone| stone.at == here);
                let here = at.and_then(|nth| u32::try_from(nth + 1).ok());
                let number = here.unwrap_or(self.state.position.number);
                // What is typed replaces it: another number and its point, or a point alone.
                let line = LineEdit::selected(format!("{number} "));
                self.over = Some(Layer::Line(line, For::Correct(number)));
            }
            Action::SaveAs => return vec![Effect::AskName(NewFile::Record)],
            Action::New if self.state.phase == Phase::Over => {
                return vec![Effect::Go(Go::NewGame)];
            }
            Action::New => self.warn(words::not_over(&self.keys)),
            Action::Theme => return vec![Effect::NextTheme],
            Action::Help => self.over = Some(Layer::Help { scroll: 0 }),
            Action::Leave if self.is_changed => {
                self.over = Some(Layer::Confirm(Asked::Discard));
            }
            Action::Leave => return vec![Effect::Go(Go::Back)],
        }
        Vec::new()
    }

    pub(super) fn ask_pass(&mut self) -> Vec<Effect> {
        if self.state.phase != Phase::Playing || !self.awaits_person() {
            return vec![Effect::Send(Command::Play { at: Vertex::PASS })];
        }
        let is_last = self.state.moves.last().is_some_and(|stone| stone.at == Vertex::PASS);
        self.over = Some(Layer::Confirm(Asked::Pass { is_last }));
        Vec::new()
    }

    fn ask_help(&mut self, action: Action) -> Vec<Effect> {
        if !self.is_help_allowed() {
            self.warn(words::NOT_BETWEEN_PEOPLE);
            return Vec::new();
        }
        if self.estimate.take().is_some() && action == Action::Analyze {
            self.say("");
            return Vec::new();
        }
        match action {
            Action::Hint if !self.are_people() && self.state.phase == Phase::Playing => {
                self.say(words::ASKED);
                self.wanted.opinion = true;
                vec![Effect::Send(Command::Ask)]
            }
            _ => {
                self.say(words::ESTIMATING);
                self.wanted.estimate = true;
                vec![Effect::Estimate]
            }
        }
    }

    pub(super) fn play_at(&mut self, point: Point) -> Vec<Effect> {
        let at = self.vertex(point);
        if self.state.phase == Phase::Marking && self.state.mode == Mode::Play {
            return self.mark_group(match self.status(point) {
                Status::Alive => Status::Dead,
                Status::Dead | Status::Seki => Status::Alive,
            });
        }
        // The snapshot already knows the forbidden points; the session need not be asked.
        let forbidden = self.state.position.forbidden.iter().find(|forbidden| forbidden.at == at);
        let why = match (self.stone(point), forbidden) {
            _ if !self.awaits_person() => None,
            (Some(_), _) => Some(words::occupied(at.as_str())),
            (None, Some(forbidden)) if self.state.mode == Mode::Play => {
                Some(format!("{at}: {}", words::forbidden(forbidden)))
            }
            _ => None,
        };
        match why {
            Some(why) => {
                self.refused = Some(point);
                self.warn(why);
                Vec::new()
            }
            None => vec![Effect::Send(Command::Play { at })],
        }
    }

    fn mark_group(&mut self, status: Status) -> Vec<Effect> {
        let at = self.vertex(self.cursor);
        if self.stone(self.cursor).is_none() {
            self.warn(words::no_stone(at.as_str()));
            return Vec::new();
        }
        vec![Effect::Send(Command::Mark { points: vec![at], status })]
    }

    fn show_file(&mut self) -> Vec<Effect> {
        let recording = &self.state.recording;
        match &recording.file {
            Some(file) => return vec![Effect::ShowFolder(file.clone())],
            None if recording.saved == hoshi_session::Saved::Never => self.say(words::NOT_RECORDED),
            None => self.say(words::NO_FILE_YET),
        }
        Vec::new()
    }

    /// Changes the mark at the cursor to the next kind, and after the last kind to none.
    fn cycle_mark(&mut self) -> Vec<Effect> {
        const KINDS: [MarkupKind; 4] =
            [MarkupKind::Triangle, MarkupKind::Square, MarkupKind::Circle, MarkupKind::Cross];
        let at = self.vertex(self.cursor);
        self.set_markup(at, |now| {
            let next = match now {
                Some(kind) => KINDS.iter().position(|known| known == kind).map_or(4, |nth| nth + 1),
                None => 0,
            };
            KINDS.get(next).map(|&kind| (kind, String::new()))
        })
    }

    /// Changes the mark of a point.
    pub(super) fn set_markup(
        &mut self,
        at: Vertex,
        change: impl FnOnce(Option<&MarkupKind>) -> Option<(MarkupKind, String)>,
    ) -> Vec<Effect> {
        let mut marks = self.state.node.markup.clone();
        let here = marks.iter().position(|mark| mark.at == at);
        let now = here.map(|nth| marks.remove(nth).kind);
        if let Some((kind, text)) = change(now.as_ref()) {
            marks.push(Markup { at, kind, text });
        }
        vec![Effect::Send(Command::Markup { marks })]
    }
}
