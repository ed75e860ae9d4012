//! Learn and Problems: a board with one task at a time.

mod column;
mod series;

use std::path::Path;

use hoshi_core::{Color, Diagram, Move, Point, Size};
use hoshi_record::problem::Tried;
use hoshi_session::Failure;
use ratatui::Frame;
use ratatui::crossterm::event::{KeyCode, KeyEvent, MouseButton, MouseEvent, MouseEventKind};
use ratatui::layout::{Position, Rect};
use ratatui::style::Style;
use ratatui::text::{Line, Span};
use ratatui::widgets::{Paragraph, Wrap};

use crate::board::{self, Over, Painted, Window};
use crate::effect::{Effect, Go};
use crate::learn::{self, Lesson, Step};
use crate::line::{LineEdit, Typed};
use crate::program::NewGame;
use crate::screens::game::typing::{column_of, digit_of};
use crate::theme::Theme;
use crate::widgets::{self, Pairs};
use crate::words;
use column::Column;
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
    window: Window,
}

#[derive(Debug)]
enum What {
    Learn { steps: Vec<Step>, at: usize, lesson: Box<Lesson> },
    Problems(Box<Series>),
}

impl Study {
    fn of(what: What) -> Study {
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
            window: Window::default(),
        };
        study.begin();
        study
    }

    /// The steps for beginners.
    pub(crate) fn learn() -> Option<Study> {
        let steps = learn::steps();
        let lesson = Box::new(Lesson::new(steps.first()?.clone()));
        Some(Study::of(What::Learn { steps, at: 0, lesson }))
    }

    /// The problems of a file or a folder; `scores` is what was kept.
    pub(crate) fn problems(path: &Path, scores: &str) -> Result<Study, Failure> {
        let series = Series::open(path, scores)?;
        Ok(Study::of(What::Problems(Box::new(series))))
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
            What::Problems(series) => words::to_play(series.problem.solver()),
        };
    }

    pub(crate) fn key(&mut self, key: KeyEvent) -> Vec<Effect> {
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

    fn act(&mut self, key: KeyEvent) -> Vec<Effect> {
        let by = match key.code {
            KeyCode::Left | KeyCode::Char('h') => Some((-1, 0)),
            KeyCode::Right | KeyCode::Char('l') => Some((1, 0)),
            KeyCode::Up | KeyCode::Char('k') => Some((0, -1)),
            KeyCode::Down | KeyCode::Char('j') => Some((0, 1)),
            _ => None,
        };
        if let Some((dx, dy)) = by {
            let moved =
                self.cursor.x().checked_add_signed(dx).zip(self.cursor.y().checked_add_signed(dy));
            if let Some(point) = moved.and_then(|(x, y)| self.size().point(x, y)) {
                self.cursor = point;
                self.refused = None;
            }
            return Vec::new();
        }
        match key.code {
            KeyCode::Enter | KeyCode::Char(' ') if self.is_done => return self.go(1),
            KeyCode::Enter | KeyCode::Char(' ') => return self.play(Move::Play(self.cursor)),
            KeyCode::Char('p') => return self.play(Move::Pass),
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
            KeyCode::Char('z') => return vec![Effect::NextTheme],
            KeyCode::Char('q') if column_of(key, self.size().width()).is_some() => self.ask_leave(),
            KeyCode::Char('q') | KeyCode::Esc => return vec![Effect::Go(Go::Home)],
            // As on the board: a letter that is not a key starts a point.
            KeyCode::Char(letter) if letter.is_ascii_alphabetic() && !self.is_done => {
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
                return vec![Effect::Begin(NewGame { size: "5".into(), ..NewGame::default() })];
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
        widgets::pairs(match (&self.what, self.is_done) {
            _ if self.line.is_some() => &words::LINE_KEYS,
            _ if self.column.as_ref().is_some_and(Column::is_asked) => &words::CONFIRM_KEYS,
            (What::Learn { .. }, true) => &words::LESSON_DONE_KEYS,
            (What::Learn { .. }, false) => &words::LESSON_KEYS,
            (What::Problems(_), true) => &words::PROBLEM_DONE_KEYS,
            (What::Problems(_), false) => &words::PROBLEM_KEYS,
        })
    }

    pub(crate) fn draw(&self, frame: &mut Frame<'_>, theme: Theme) {
        let area = frame.area();
        let least = board::least(self.size());
        let Some((place, words_place)) = layout(area, board::extent(self.size()), least) else {
            widgets::too_small(frame, (least.0 + 2, least.1 + 3), theme);
            return;
        };
        let mut diagram = self.diagram();
        // The full board, so that the mouse finds its points.
        diagram.set_window(None);
        let (ko, letters) = match &self.what {
            What::Learn { lesson, .. } => (lesson.ko(), Vec::new()),
            What::Problems(series) => {
                (None, series.problem.choices().into_iter().zip('a'..='z').collect())
            }
        };
        let solver = match &self.what {
            What::Learn { .. } => Color::Black,
            What::Problems(series) => series.problem.solver(),
        };
        let over = Over {
            cursor: Some(self.cursor),
            ghost: (!self.is_done).then_some(solver),
            ko,
            refused: self.refused,
            letters,
            ..Over::default()
        };
        let mut window = self.window;
        window.place(self.size(), place, self.cursor);
        window.draw(&Painted::new(diagram, theme), &over, frame.buffer_mut());
        let last = area.bottom() - 2;
        let mut below_board = Rect::new(area.x + 1, last, area.width - 1, 1);
        if let Some(words_place) = words_place {
            let lines = self.words(theme);
            // In a tall window the message stands just below the board and the text.
            let width = usize::from(words_place.width);
            let rows: usize = lines.iter().map(|line| line.width().div_ceil(width).max(1)).sum();
            let rows = u16::try_from(rows + rows / 4).unwrap_or(u16::MAX);
            let below = words_place.y.saturating_add(rows).max(place.bottom() + 1);
            if words_place.x > place.x && below < last {
                below_board = Rect::new(place.x, below, area.right() - place.x, 1);
            }
            frame.render_widget(Paragraph::new(lines).wrap(Wrap { trim: false }), words_place);
        }
        let style = if self.is_good { theme.good() } else { theme.heading() };
        let text = match &self.line {
            Some(line) => {
                let mut spans = vec![Span::styled(words::POINT, style)];
                spans.extend(line.line(20, Style::new()).spans);
                Line::from(spans)
            }
            None => Line::styled(hoshi_files::visible_line(&self.message).into_owned(), style),
        };
        frame.render_widget(Paragraph::new(text), below_board);
        widgets::draw_keys(frame, &self.pairs(), theme);
    }

    /// The text beside the board.
    fn words(&self, theme: Theme) -> Vec<Line<'static>> {
        let mut lines = Vec::new();
        let mut paragraph = |text: String, style: Style| {
            lines.extend(text.lines().map(|line| Line::styled(line.to_owned(), style)));
            lines.push(Line::raw(""));
        };
        match &self.what {
            What::Learn { steps, at, lesson } => {
                let title = words::nth_of(at + 1, steps.len(), &lesson.step.title);
                paragraph(title, theme.heading());
                for text in &lesson.step.text {
                    paragraph(text.clone(), Style::new());
                }
            }
            What::Problems(series) => {
                paragraph(words::problem(&series.title()), theme.heading());
                let (solved, tried) = series.tally();
                let score = words::solved(solved, tried);
                paragraph(score, theme.faint());
                let comment = series.problem.comment();
                paragraph(hoshi_files::visible(&comment).into_owned(), Style::new());
            }
        }
        lines
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

/// The places of the board and the text.
fn layout(area: Rect, extent: (u16, u16), least: (u16, u16)) -> Option<(Rect, Option<Rect>)> {
    if area.width < least.0 + 2 || area.height < least.1 + 3 {
        return None;
    }
    let (width, height) = (extent.0.min(area.width - 2), extent.1.min(area.height - 3));
    let beside = area.width >= width + 4 + 26;
    let words_width = area.width.saturating_sub(width + 5).min(46);
    let block = if beside { width + 3 + words_width } else { width };
    let x = area.x + (area.width - block) / 2;
    let spare = area.height - height - 2;
    let y = area.y + if beside { spare / 3 } else { 0 };
    let board = Rect::new(x, y, width, height);
    let words_place = if beside {
        Some(Rect::new(x + width + 3, y, words_width, area.height - y - 3))
    } else {
        (spare > 1).then(|| Rect::new(area.x + 1, y + height, area.width - 2, spare - 1))
    };
    Some((board, words_place))
}
