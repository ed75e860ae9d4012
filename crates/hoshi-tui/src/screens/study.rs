//! Learn and Problems: a board with one task at a time.

mod column;
mod draw;
mod series;

use std::path::Path;

use hoshi_core::{Diagram, Move, Point, Size};
use hoshi_record::problem::Tried;
use hoshi_session::Failure;
use hoshi_session::learn::{self, Lesson, Step};
use ratatui::crossterm::event::{KeyCode, KeyEvent, MouseButton, MouseEvent, MouseEventKind};
use ratatui::layout::{Position, Rect};

use crate::board::{self, Window};
use crate::effect::{Effect, Go};
use crate::keys::{Action, Keys, Press, Where};
use crate::line::{LineEdit, Typed};
use crate::program::NewGame;
use crate::screens::game::typing::{column_of, digit_of};
use crate::widgets::{self, Pairs};
use crate::words;
use column::Column;
use draw::layout;
use series::Series;

/// The name of the file that keeps the scores.
pub(crate) const SCORES: &str = "problems";

/// Learn or Problems.
#[derive(Debug)]
pub(crate) struct Study {
    what: What,
    cursor: Point,
    refused: Option<Point>,
    message: String,
    is_good: bool,
    /// Whether the task is finished: Enter goes to the next one.
    is_done: bool,
    /// The point being typed.
    line: Option<LineEdit>,
    /// The last key, if its letter may be the column of a point.
    column: Option<Column>,
    /// The text is read in a box, from this line.
    reads: Option<u16>,
    keys: Keys,
    window: Window,
}

#[derive(Debug)]
enum What {
    Learn { steps: Vec<Step>, at: usize, lesson: Box<Lesson> },
    Problems(Box<Series>),
}

impl Study {
    fn of(what: What, keys: Keys) -> Study {
        let size = match &what {
            What::Learn { lesson, .. } => lesson.size(),
            What::Problems(series) => series.problem.size(),
        };
        let mut study = Study {
            what,
            cursor: middle(size),
            refused: None,
            message: String::new(),
            is_good: false,
            is_done: false,
            line: None,
            column: None,
            reads: None,
            keys,
            window: Window::default(),
        };
        study.begin();
        study
    }

    /// The steps for beginners.
    pub(crate) fn learn(keys: &Keys) -> Option<Study> {
        let with_keys = |step: Step| step.with_words(|text| words::fill(text, keys));
        let steps: Vec<Step> = learn::steps().into_iter().map(with_keys).collect();
        let lesson = Box::new(Lesson::new(steps.first()?.clone()));
        Some(Study::of(What::Learn { steps, at: 0, lesson }, keys.clone()))
    }

    /// The problems of a file or a folder; `scores` is what was kept.
    pub(crate) fn problems(path: &Path, scores: &str, keys: &Keys) -> Result<Study, Failure> {
        let series = Series::open(path, scores)?;
        Ok(Study::of(What::Problems(Box::new(series)), keys.clone()))
    }

    /// The scores to be saved.
    pub(crate) fn scores(&self) -> Option<String> {
        match &self.what {
            What::Problems(series) => Some(series.kept()),
            What::Learn { .. } => None,
        }
    }

    fn size(&self) -> Size {
        match &self.what {
            What::Learn { lesson, .. } => lesson.size(),
            What::Problems(series) => series.problem.size(),
        }
    }

    /// Shows a new step or problem.
    fn begin(&mut self) {
        self.cursor = start(&self.diagram());
        self.refused = None;
        self.is_good = false;
        self.is_done = matches!(&self.what, What::Learn { lesson, .. } if lesson.step.is_game);
        self.message = match &self.what {
            What::Learn { .. } => String::new(),
            What::Problems(series) => series.task(),
        };
    }

    /// Whether a line is typed, so that every letter belongs to it.
    pub(crate) fn is_typing(&self) -> bool {
        self.line.is_some()
    }

    /// The keys that only this screen has.
    pub(crate) fn help(&self) -> &'static [(&'static str, &'static str)] {
        match self.what {
            What::Learn { .. } => words::HELP_LEARN,
            What::Problems(_) => words::HELP_PROBLEMS,
        }
    }

    pub(crate) fn key(&mut self, key: KeyEvent) -> Vec<Effect> {
        if let Some(scroll) = self.reads.take() {
            self.reads = widgets::scrolled(scroll, key);
            return Vec::new();
        }
        if let Some(mut line) = self.line.take() {
            match line.key(key) {
                Typed::Cancelled => {}
                Typed::Done => return self.typed(line.text()),
                Typed::Edited | Typed::Ignored if line.text().is_empty() => {}
                Typed::Edited | Typed::Ignored => self.line = Some(line),
            }
            return Vec::new();
        }
        let asked = self.column.take();
        if let Some((column, digit)) = asked.as_ref().map(Column::letter).zip(digit_of(key)) {
            self.return_to(asked);
            self.line = Some(LineEdit::of(format!("{column}{digit}")));
            return Vec::new();
        }
        if asked.is_some_and(|column| column.is_asked()) {
            return self.asked(key);
        }
        let column = self.before(key);
        let effects = self.act(key);
        // `go` keeps the step that was left; it belongs to this key.
        self.column = match (column, self.column.take()) {
            (Some(column), Some(left)) => Some(left.named(column.letter())),
            (Some(column), None) if self.line.is_none() => Some(column),
            _ => None,
        };
        effects
    }

    /// Handles a key: those of the board where it has the same action, then the keys of this screen.
    fn act(&mut self, key: KeyEvent) -> Vec<Effect> {
        match self.keys.action(Press::of(key), Where::Play) {
            Some(Action::Left) => self.move_cursor(-1, 0),
            Some(Action::Right) => self.move_cursor(1, 0),
            Some(Action::Up) => self.move_cursor(0, -1),
            Some(Action::Down) => self.move_cursor(0, 1),
            Some(Action::Play) if self.is_done => return self.go(1),
            Some(Action::Play) => return self.play(Move::Play(self.cursor)),
            Some(Action::Pass) => return self.play(Move::Pass),
            Some(Action::Type) if !self.is_done => self.line = Some(LineEdit::default()),
            Some(Action::Read) => self.reads = Some(0),
            Some(Action::Theme) => return vec![Effect::NextTheme],
            Some(Action::Leave) if column_of(key, self.size().width()).is_some() => {
                self.ask_leave();
            }
            Some(Action::Leave) => return vec![Effect::Go(Go::Home)],
            _ => return self.own_key(key),
        }
        Vec::new()
    }

    fn move_cursor(&mut self, dx: i8, dy: i8) {
        let moved =
            self.cursor.x().checked_add_signed(dx).zip(self.cursor.y().checked_add_signed(dy));
        if let Some(point) = moved.and_then(|(x, y)| self.size().point(x, y)) {
            self.cursor = point;
            self.refused = None;
        }
    }

    /// Handles the keys that only this screen has; they cannot be configured.
    fn own_key(&mut self, key: KeyEvent) -> Vec<Effect> {
        match key.code {
            KeyCode::Enter if self.is_done => return self.go(1),
            KeyCode::Char('n') => return self.go(1),
            KeyCode::Char('b') => return self.go(-1),
            KeyCode::Char('r') => {
                match &mut self.what {
                    What::Learn { lesson, .. } => **lesson = Lesson::new(lesson.step.clone()),
                    What::Problems(series) => series.problem.restart(),
                }
                self.begin();
            }
            KeyCode::Char(letter @ ('m' | 'x')) => {
                if let What::Problems(series) = &mut self.what {
                    match letter {
                        'm' => series.problem.turn(),
                        _ => series.problem.swap(),
                    }
                    self.begin();
                }
            }
            KeyCode::Esc => return vec![Effect::Go(Go::Home)],
            // As on the board: a column that is not a key starts a point.
            KeyCode::Char(letter)
                if !self.is_done && column_of(key, self.size().width()).is_some() =>
            {
                self.line = Some(LineEdit::of(letter));
            }
            _ => {}
        }
        Vec::new()
    }

    /// Plays a typed point.
    fn typed(&mut self, text: &str) -> Vec<Effect> {
        match self.size().parse_move(text.trim()) {
            Ok(mv) => {
                self.cursor = mv.point().unwrap_or(self.cursor);
                self.play(mv)
            }
            Err(error) => {
                self.is_good = false;
                self.message = format!("{error}.");
                Vec::new()
            }
        }
    }

    pub(crate) fn mouse(&mut self, event: MouseEvent) -> (bool, Vec<Effect>) {
        let at = Position { x: event.column, y: event.row };
        if let Some(scroll) = self.reads {
            // A click closes the box and does nothing else.
            self.reads = match event.kind {
                MouseEventKind::Down(_) => None,
                MouseEventKind::ScrollUp => Some(scroll.saturating_sub(3)),
                MouseEventKind::ScrollDown => Some(scroll + 3),
                _ => return (false, Vec::new()),
            };
            return (true, Vec::new());
        }
        let Some(point) = self.window.point_at(self.size(), at) else {
            return (false, Vec::new());
        };
        let is_other = self.cursor != point;
        match event.kind {
            MouseEventKind::Moved => {
                self.cursor = point;
                (is_other, Vec::new())
            }
            MouseEventKind::Down(MouseButton::Left) if !self.is_done => {
                self.cursor = point;
                (true, self.play(Move::Play(point)))
            }
            _ => (false, Vec::new()),
        }
    }

    fn play(&mut self, mv: Move) -> Vec<Effect> {
        if self.is_done {
            return Vec::new();
        }
        self.refused = None;
        let cursor = self.cursor;
        match &mut self.what {
            What::Learn { lesson, .. } => match lesson.play(mv) {
                learn::Tried::Other => {
                    self.refused = mv.point();
                    self.is_good = false;
                    self.message.clone_from(&lesson.step.hint);
                }
                learn::Tried::Good => self.message = words::GOOD_GO_ON.to_owned(),
                learn::Tried::Done => {
                    self.is_done = true;
                    self.is_good = true;
                    self.message.clone_from(&lesson.step.done);
                }
            },
            What::Problems(series) => {
                let tried = series.problem.play(mv);
                self.is_good = tried == Tried::Right;
                self.is_done = matches!(tried, Tried::Right | Tried::Wrong | Tried::Over);
                let is_scored = matches!(tried, Tried::Right | Tried::Wrong);
                self.message = match tried {
                    Tried::On => words::go_on(series.problem.solver().opponent()),
                    Tried::Right => words::RIGHT.to_owned(),
                    Tried::Wrong => words::WRONG.to_owned(),
                    Tried::NotThis => words::NOT_THIS.to_owned(),
                    Tried::Unknown => words::NOT_IN_RECORD.to_owned(),
                    Tried::Forced => words::FORCED.to_owned(),
                    Tried::Illegal(why) => {
                        self.refused = Some(cursor);
                        why
                    }
                    Tried::Over => words::TRY_AGAIN.to_owned(),
                };
                if is_scored && series.score(self.is_good) {
                    return vec![Effect::KeepScores];
                }
            }
        }
        Vec::new()
    }

    /// Goes to the next step or problem, or to the previous one.
    fn go(&mut self, by: isize) -> Vec<Effect> {
        let before = self.left();
        let left = match &mut self.what {
            What::Learn { lesson, .. } if lesson.step.is_game && by > 0 => {
                return vec![Effect::Begin(NewGame::first())];
            }
            What::Learn { steps, at, lesson } => {
                let to = at.saturating_add_signed(by).min(steps.len() - 1);
                let new = Box::new(Lesson::new(steps[to].clone()));
                column::What::Lesson(std::mem::replace(at, to), std::mem::replace(lesson, new))
            }
            What::Problems(series) => match series.step(by) {
                Ok(left) => column::What::Problem(Box::new(left)),
                Err(why) => {
                    self.message = why.to_string();
                    return Vec::new();
                }
            },
        };
        self.column = Some(before.with(left));
        self.begin();
        Vec::new()
    }

    fn diagram(&self) -> Diagram {
        match &self.what {
            What::Learn { lesson, .. } => lesson.diagram(),
            What::Problems(series) => series.problem.diagram(),
        }
    }

    /// Remembers where the board is, for the mouse.
    pub(crate) fn place(&mut self, area: Rect) {
        let size = self.size();
        let area = layout(area, board::extent(size), board::least(size));
        self.window.place(size, area.map_or(Rect::default(), |it| it.0), self.cursor);
    }

    /// The keys of the last line.
    pub(crate) fn pairs(&self) -> Pairs {
        let own: &[(&str, &'static str)] = match (&self.what, self.is_done) {
            _ if self.line.is_some() => return widgets::pairs(&words::LINE_KEYS),
            _ if self.reads.is_some() => return widgets::pairs(&words::CLOSE_KEYS),
            _ if self.column.as_ref().is_some_and(Column::is_asked) => {
                return widgets::pairs(&words::CONFIRM_KEYS);
            }
            (What::Learn { .. }, true) => &words::LESSON_DONE_KEYS,
            (What::Learn { .. }, false) => &words::LESSON_KEYS,
            (What::Problems(_), true) => &words::PROBLEM_DONE_KEYS,
            (What::Problems(_), false) => &words::PROBLEM_KEYS,
        };
        let of_board: &[(Action, &'static str)] = match (&self.what, self.is_done) {
            (_, true) => &words::STUDY_DONE_KEYS,
            (What::Learn { .. }, false) => &words::STUDY_LEARN_KEYS,
            (What::Problems(_), false) => &words::STUDY_PROBLEM_KEYS,
        };
        let mut pairs: Pairs =
            of_board.iter().map(|&(action, about)| (self.keys.name(action), about)).collect();
        pairs.extend(widgets::pairs(own));
        pairs.push((self.keys.name(Action::Leave), words::LEAVES));
        pairs
    }
}

fn middle(size: Size) -> Point {
    let point = size.point((size.width() - 1) / 2, (size.height() - 1) / 2);
    point.expect("the middle is on the board")
}

/// The first place of the cursor: the empty point nearest to the middle of the stones, or of the board.
fn start(diagram: &Diagram) -> Point {
    let size = diagram.size();
    let points = || size.points();
    let stones: Vec<Point> = points().filter(|&point| diagram.stone(point).is_some()).collect();
    // Small boards and empty ones have one middle.
    if stones.is_empty() || size.width() < 9 {
        return middle(size);
    }
    let mid = |of: fn(Point) -> u8| {
        let (low, high) = stones
            .iter()
            .fold((u8::MAX, 0), |(low, high), &point| (low.min(of(point)), high.max(of(point))));
        i32::from(low) + i32::from(high)
    };
    let (x, y) = (mid(Point::x), mid(Point::y));
    let away = |point: &Point| {
        (2 * i32::from(point.x()) - x).pow(2) + (2 * i32::from(point.y()) - y).pow(2)
    };
    let empty = points().filter(|&point| diagram.stone(point).is_none());
    empty.min_by_key(away).unwrap_or(middle(size))
}
