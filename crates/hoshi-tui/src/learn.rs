//! The steps of `Learn`, as data (`learn.txt`), and the code that plays them.

use hoshi_core::{Color, Diagram, Game, Mark, Move, Preset, Rules, Setup, Size};

use crate::keys::Keys;
use crate::words;

/// The steps as text.
const TEXT: &str = include_str!("learn.txt");

/// One step.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Step {
    pub(crate) title: String,
    pub(crate) text: Vec<String>,
    rows: Vec<String>,
    marks: Vec<String>,
    /// Points that are accepted, and White's answer.
    plays: Vec<(Vec<String>, Option<String>)>,
    pub(crate) hint: String,
    pub(crate) done: String,
    /// Whether the step is a full game.
    pub(crate) is_game: bool,
}

/// Every step, in order.
pub(crate) fn steps() -> Vec<Step> {
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
    /// The step with the keys as they are configured.
    pub(crate) fn with_keys(self, keys: &Keys) -> Step {
        let fill = |text: String| words::fill(&text, keys);
        Step {
            text: self.text.into_iter().map(fill).collect(),
            hint: fill(self.hint),
            done: fill(self.done),
            ..self
        }
    }
}

/// A step in progress.
#[derive(Clone, Debug)]
pub(crate) struct Lesson {
    pub(crate) step: Step,
    game: Game,
    /// The number of moves made.
    made: usize,
}

/// The result of a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Tried {
    /// The move is right, and the step continues.
    Good,
    /// The move is right, and the step is finished.
    Done,
    /// Another move is expected.
    Other,
}

impl Lesson {
    pub(crate) fn new(step: Step) -> Lesson {
        let game = start(&step.rows);
        Lesson { step, game, made: 0 }
    }

    pub(crate) fn size(&self) -> Size {
        self.game.size()
    }

    pub(crate) fn is_done(&self) -> bool {
        self.made == self.step.plays.len()
    }

    pub(crate) fn ko(&self) -> Option<hoshi_core::Point> {
        self.game.board().ko()
    }

    /// The board, with the points that are marked before the first move.
    pub(crate) fn diagram(&self) -> Diagram {
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
    pub(crate) fn play(&mut self, mv: Move) -> Tried {
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
