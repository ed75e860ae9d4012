//! The twelve steps for beginners, as data (`learn.txt`): for a view that plays them by the rules ([`Lesson`]), and as
//! small records for a view of problems ([`Step::record`]).

use std::fmt::Write as _;

use hoshi_core::{Color, Diagram, Game, Mark, Move, Point, Preset, Rules, Setup, Size};

/// The steps as text.
const TEXT: &str = include_str!("learn.txt");

/// One step.
///
/// ```
/// use hoshi_session::learn::steps;
///
/// let steps = steps();
/// assert_eq!((steps.len(), steps[1].title.as_str()), (12, "Liberties"));
/// assert!(steps[11].is_game);
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Step {
    /// Its title.
    pub title: String,
    /// What it explains and asks for, in paragraphs. Each view puts in its own words for `{arrows}`, `{play}` and
    /// `{pass}`: see [`Step::with_words`].
    pub text: Vec<String>,
    rows: Vec<String>,
    marks: Vec<String>,
    /// Points that are accepted, and White's answer.
    plays: Vec<(Vec<String>, Option<String>)>,
    /// What is said after a wrong move.
    pub hint: String,
    /// What is said when the step is finished.
    pub done: String,
    /// Whether the step is a full game.
    pub is_game: bool,
}

/// Every step, in order.
#[must_use]
pub fn steps() -> Vec<Step> {
    let mut steps: Vec<Step> = Vec::new();
    for line in TEXT.lines().map(str::trim).filter(|line| !line.starts_with('#')) {
        let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
        if word == "step" {
            steps.push(Step { title: rest.to_owned(), ..Step::default() });
            continue;
        }
        let Some(step) = steps.last_mut() else { continue };
        match word {
            "text" => step.text.push(rest.to_owned()),
            "mark" => step.marks.push(rest.to_owned()),
            "hint" => step.hint = rest.to_owned(),
            "done" => step.done = rest.to_owned(),
            "game" => step.is_game = true,
            "play" => {
                let (points, answer) = match rest.split_once("->") {
                    Some((points, answer)) => (points, Some(answer.trim().to_owned())),
                    None => (rest, None),
                };
                let points = points.split('|').map(|point| point.trim().to_owned()).collect();
                step.plays.push((points, answer));
            }
            "" | "board" => {}
            _ => step.rows.push(line.replace(' ', "")),
        }
    }
    steps
}

impl Step {
    /// The step with the words of a view in place of `{arrows}`, `{play}` and `{pass}`.
    ///
    /// ```
    /// use hoshi_session::learn::steps;
    ///
    /// let step = steps().remove(10).with_words(|text| text.replace("{pass}", "p"));
    /// assert_eq!(step.text[2], "Pass with p.");
    /// ```
    #[must_use]
    pub fn with_words(self, fill: impl Fn(&str) -> String) -> Step {
        Step {
            text: self.text.iter().map(|text| fill(text)).collect(),
            hint: fill(&self.hint),
            done: fill(&self.done),
            ..self
        }
    }

    /// The step as an SGF record with one problem: the text is the comment of the first node, with an empty
    /// line between paragraphs, every right line is
    /// marked, and its last node has [`Step::done`] as its comment. A step that is a full game has an empty board.
    ///
    /// ```
    /// use hoshi_session::learn::steps;
    ///
    /// let record = steps()[3].record();
    /// assert!(record.starts_with("(;GM[1]FF[4]CA[UTF-8]SZ[5]GN[At the edge]RU[Chinese]AB[ab]AW[aa]C["));
    /// assert!(record.ends_with("];B[ba]TE[1]C[Two black stones were enough.])"));
    /// ```
    #[must_use]
    pub fn record(&self) -> String {
        let size = start(&self.rows).size();
        let (width, height) = (size.width(), size.height());
        let size_text =
            if width == height { width.to_string() } else { format!("{width}:{height}") };
        let title = escaped(&self.title);
        let mut record = format!("(;GM[1]FF[4]CA[UTF-8]SZ[{size_text}]GN[{title}]RU[Chinese]");
        for (name, letter) in [("AB", 'X'), ("AW", 'O')] {
            let letters = self.rows.iter().flat_map(|row| row.chars());
            let stones = size.points().zip(letters).filter(|&(_, there)| there == letter);
            add_points(&mut record, name, stones.map(|(point, _)| point));
        }
        let marked = self.marks.iter().filter_map(|name| size.parse_a1(name).ok());
        add_points(&mut record, "TR", marked);
        let _ = write!(record, "C[{}]", escaped(&self.text.join("\n\n")));
        self.add_moves(0, size, &mut record);
        record.push(')');
        record
    }

    /// Adds the moves from the nth on. Each point that is accepted begins a variation.
    fn add_moves(&self, nth: usize, size: Size, record: &mut String) {
        let Some((points, answer)) = self.plays.get(nth) else { return };
        let moves: Vec<Move> =
            points.iter().filter_map(|name| size.parse_move(name).ok()).collect();
        for mv in &moves {
            if moves.len() > 1 {
                record.push('(');
            }
            let _ = write!(record, ";B[{}]TE[1]", place(*mv));
            if let Some(Ok(answer)) = answer.as_ref().map(|name| size.parse_move(name)) {
                let _ = write!(record, ";W[{}]", place(answer));
            }
            if nth + 1 == self.plays.len() {
                let _ = write!(record, "C[{}]", escaped(&self.done));
            }
            self.add_moves(nth + 1, size, record);
            if moves.len() > 1 {
                record.push(')');
            }
        }
    }
}

/// A text as a value of SGF.
fn escaped(text: &str) -> String {
    text.replace('\\', "\\\\").replace(']', "\\]")
}

/// A move as a value of SGF. The boards of the steps have less than 27 lines.
fn place(mv: Move) -> String {
    let letter = |n: u8| char::from(b'a' + n);
    mv.point()
        .map(|point| [letter(point.x()), letter(point.y())].iter().collect())
        .unwrap_or_default()
}

fn add_points(record: &mut String, name: &str, points: impl Iterator<Item = Point>) {
    let values: String = points.map(|point| format!("[{}]", place(Move::Play(point)))).collect();
    if !values.is_empty() {
        let _ = write!(record, "{name}{values}");
    }
}

/// A step in progress.
///
/// ```
/// use hoshi_session::learn::{Lesson, Tried, steps};
///
/// let mut lesson = Lesson::new(steps().remove(1));
/// let at = |name| lesson.size().parse_move(name).unwrap();
/// let [wrong, right] = ["A1", "D3"].map(at);
/// assert_eq!((lesson.play(wrong), lesson.play(right)), (Tried::Other, Tried::Done));
/// ```
#[derive(Clone, Debug)]
pub struct Lesson {
    /// The step.
    pub step: Step,
    game: Game,
    /// The number of moves made.
    made: usize,
}

/// The result of a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tried {
    /// The move is right, and the step continues.
    Good,
    /// The move is right, and the step is finished.
    Done,
    /// Another move is expected.
    Other,
}

impl Lesson {
    /// The beginning of a step.
    #[must_use]
    pub fn new(step: Step) -> Lesson {
        let game = start(&step.rows);
        Lesson { step, game, made: 0 }
    }

    /// The size of its board.
    #[must_use]
    pub fn size(&self) -> Size {
        self.game.size()
    }

    /// Whether the step is finished.
    #[must_use]
    pub fn is_done(&self) -> bool {
        self.made == self.step.plays.len()
    }

    /// The point that ko forbids.
    #[must_use]
    pub fn ko(&self) -> Option<Point> {
        self.game.board().ko()
    }

    /// The board, with the points that are marked before the first move.
    #[must_use]
    pub fn diagram(&self) -> Diagram {
        let mut diagram = Diagram::from(self.game.board());
        let last = self.game.last_move().and_then(|(_, mv)| mv.point());
        diagram.set_last_move(last.filter(|&point| diagram.stone(point).is_some()));
        if self.made == 0 {
            for name in &self.step.marks {
                if let Ok(point) = self.size().parse_a1(name) {
                    diagram.mark(point, Mark::Triangle);
                }
            }
        }
        diagram
    }

    /// Plays a move and White's answer.
    pub fn play(&mut self, mv: Move) -> Tried {
        let Some((points, answer)) = self.step.plays.get(self.made) else { return Tried::Other };
        let size = self.game.size();
        let is_wanted = points.iter().any(|name| size.parse_move(name) == Ok(mv));
        if !is_wanted || self.game.play(mv).is_err() {
            return Tried::Other;
        }
        if let Some(Ok(answer)) = answer.as_ref().map(|name| size.parse_move(name)) {
            let _ = self.game.play(answer);
        }
        self.made += 1;
        if self.is_done() { Tried::Done } else { Tried::Good }
    }
}

/// The game that a step begins with.
fn start(rows: &[String]) -> Game {
    let rules = Rules::of(Preset::Chinese);
    let width = rows.first().map_or(9, String::len);
    let size = u8::try_from(width).ok().zip(u8::try_from(rows.len()).ok());
    let size = size.and_then(|(width, height)| Size::new(width, height)).unwrap_or(Size::S9);
    let mut setup = Setup::new(size);
    let letters = rows.iter().flat_map(|row| row.chars());
    for (point, letter) in size.points().zip(letters) {
        setup.stones[point] = match letter {
            'X' => Some(Color::Black),
            'O' => Some(Color::White),
            _ => None,
        };
    }
    match setup.position() {
        Ok(position) => Game::from_position(position, rules),
        Err(_) => Game::new(size, rules),
    }
}

#[cfg(test)]
mod tests {
    use hoshi_core::{DeadAndSeki, Score, Suicide, UnconditionalLife};

    use super::*;

    #[test]
    fn there_are_twelve_steps_and_each_can_be_done() {
        let steps = steps();
        assert_eq!(steps.len(), 12);
        let mut plays = 0;
        for step in steps {
            assert!(!step.title.is_empty() && !step.text.is_empty(), "{step:?}");
            if step.is_game {
                continue;
            }
            assert!(!step.hint.is_empty() && !step.done.is_empty(), "{step:?}");
            // They are one line below the board.
            assert!(step.hint.len().max(step.done.len()) <= 76, "{}", step.title);
            let width = step.rows[0].len();
            assert!(step.rows.iter().all(|row| row.len() == width), "{}", step.title);
            let many = step.plays.iter().map(|(points, _)| points.len()).max().unwrap_or(0);
            // Every answer that is accepted is legal and leads to the end.
            for nth in 0..many {
                let mut lesson = Lesson::new(step.clone());
                let stones = lesson.game.board().stones().count();
                let drawn: usize =
                    step.rows.iter().map(|row| row.matches(['X', 'O']).count()).sum();
                assert_eq!(stones, drawn, "{}: a group has no liberty", step.title);
                while !lesson.is_done() {
                    let (points, _) = &lesson.step.plays[lesson.made];
                    let name = points[nth.min(points.len() - 1)].clone();
                    let mv = lesson.size().parse_move(&name).unwrap();
                    assert_ne!(lesson.play(mv), Tried::Other, "{}: {name}", step.title);
                    plays += 1;
                }
            }
            let mut lesson = Lesson::new(step.clone());
            assert_eq!(lesson.play(lesson.size().parse_move("A1").unwrap()), Tried::Other);
        }
        assert!(plays >= 11);
    }

    /// The records accept what the lessons accept, and end where they end.
    #[test]
    fn a_step_is_a_problem_with_the_same_moves() {
        use hoshi_record::problem::{Problem, Tried as Judged};
        use hoshi_record::sgf::Collection;

        // One more step, with a choice, two moves and letters that SGF escapes.
        let own = Step {
            title: "a [b] \\".to_owned(),
            text: vec!["one".to_owned(), "two]".to_owned()],
            rows: vec!["X...".to_owned(), ".O..".to_owned(), "....".to_owned()],
            marks: vec!["B1".to_owned()],
            plays: vec![
                (vec!["C2".to_owned(), "D1".to_owned()], Some("B1".to_owned())),
                (vec!["D3".to_owned()], None),
            ],
            done: "well".to_owned(),
            ..Step::default()
        };
        for step in steps().into_iter().filter(|step| !step.is_game).chain([own]) {
            let file = Collection::read(step.record()).expect("a record");
            assert_eq!(Collection::read(file.to_bytes()).unwrap().to_bytes(), file.to_bytes());
            let most = step.plays.iter().map(|(points, _)| points.len()).max().unwrap_or(1);
            for nth in 0..most {
                let mut lesson = Lesson::new(step.clone());
                let mut problem = Problem::new(file.clone(), 0).expect("a problem");
                assert_eq!(problem.name().as_deref(), Some(step.title.as_str()));
                assert_eq!(problem.comment(), step.text.join("\n\n"));
                assert_eq!(problem.diagram().to_string(), lesson.diagram().to_string());
                while !lesson.is_done() {
                    let size = lesson.size();
                    let (points, _) = &lesson.step.plays[lesson.made];
                    let mv = size.parse_move(&points[nth.min(points.len() - 1)]).unwrap();
                    let other = size.parse_move("A1").unwrap();
                    assert_eq!(problem.play(other), Judged::Unknown, "{}", step.title);
                    let judged = match lesson.play(mv) {
                        Tried::Done => Judged::Right,
                        _ => Judged::On,
                    };
                    assert_eq!(problem.play(mv), judged, "{}", step.title);
                }
                assert_eq!(problem.comment(), step.done);
            }
        }
    }

    /// The texts say what is captured: the boards must agree.
    #[test]
    fn captures_are_as_the_texts_say() {
        let captured = |title: &str| {
            let step = steps().into_iter().find(|step| step.title == title).unwrap();
            let mut lesson = Lesson::new(step);
            let name = lesson.step.plays[0].0[0].clone();
            lesson.play(lesson.size().parse_move(&name).unwrap());
            lesson.game.board().captures(Color::Black)
        };
        assert_eq!(captured("Liberties"), 1);
        assert_eq!(captured("A group"), 2);
        assert_eq!(captured("At the edge"), 1);
        assert_eq!(captured("Capture to be safe"), 2);
        assert_eq!(captured("No suicide"), 3);
        assert_eq!(captured("Ko"), 1);
    }

    fn begun(title: &str) -> Lesson {
        Lesson::new(steps().into_iter().find(|step| step.title == title).unwrap())
    }

    fn done(title: &str) -> Lesson {
        let mut lesson = begun(title);
        let name = lesson.step.plays[0].0[0].clone();
        assert_eq!(lesson.play(lesson.size().parse_move(&name).unwrap()), Tried::Done);
        lesson
    }

    fn liberties(lesson: &Lesson, name: &str) -> usize {
        let point = lesson.size().parse_a1(name).unwrap();
        lesson.game.board().block(point).unwrap().liberties().len()
    }

    /// What the texts say about liberties, forbidden points, eyes and the count.
    #[test]
    fn boards_are_as_the_texts_say() {
        assert_eq!(liberties(&begun("Liberties"), "C3"), 1);
        assert_eq!(liberties(&begun("Running away"), "C3"), 1);
        assert_eq!(liberties(&done("Running away"), "C3"), 3);

        let lesson = begun("Capture to be safe");
        assert_eq!((liberties(&lesson, "B1"), liberties(&lesson, "B2")), (1, 1));
        // Running does not help.
        let mut game = lesson.game.clone();
        game.play(lesson.size().parse_move("A1").unwrap()).unwrap();
        let run = Lesson { game, ..lesson };
        assert_eq!(liberties(&run, "B1"), 1);
        assert!(liberties(&done("Capture to be safe"), "B1") > 2);

        let lesson = begun("No suicide");
        let at = |name: &str| lesson.size().parse_move(name).unwrap();
        assert!(lesson.game.check(Color::Black, at("E1")).is_err());
        assert!(lesson.game.check(Color::Black, at("A5")).is_ok());

        let lesson = done("Ko");
        let at = lesson.size().parse_a1("C4").unwrap();
        assert_eq!(lesson.ko(), Some(at));
        assert!(lesson.game.check(Color::White, Move::Play(at)).is_err());

        let is_alive = |lesson: &Lesson, name: &str| {
            let point = lesson.size().parse_a1(name).unwrap();
            let color = lesson.game.board().stone(point).unwrap();
            let life = UnconditionalLife::of(lesson.game.board(), color, Suicide::Forbidden);
            life.stones.contains(point)
        };
        assert!(!is_alive(&begun("Two eyes"), "A2"));
        assert!(is_alive(&done("Two eyes"), "A2"));
        // White in the middle would have had two eyes.
        let mut lesson = begun("The vital point");
        lesson.game.play(Move::Pass).unwrap();
        lesson.game.play(lesson.size().parse_move("B6").unwrap()).unwrap();
        assert!(is_alive(&lesson, "A5"));

        let lesson = begun("The end");
        let none = DeadAndSeki::new(lesson.size());
        let rules = Rules::of(Preset::Chinese);
        let score = Score::of(lesson.game.board(), &rules, &none, rules.komi, 0);
        let side = |color| (score.side(color).stones, score.side(color).territory);
        assert_eq!((side(Color::Black), side(Color::White)), ((10, 10), (9, 7)));
    }
}
