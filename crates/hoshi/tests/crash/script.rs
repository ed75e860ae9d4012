//! Lines for `hoshi play --plain`, and what the record must hold after each of them, worked out without
//! the recorder.

use std::borrow::Cow;

use hoshi_core::{Color, Game, Move, Preset, Rng as _, Rules, Size, SplitMix64};
use hoshi_store::{Mended, mend};

/// What a record holds: its moves with their comments, and whether the game has a result.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct State {
    pub(crate) moves: Vec<(Color, Move, Option<String>)>,
    pub(crate) has_result: bool,
}

impl State {
    /// What a file holds, and whether its end was torn. Every node is looked at: what no line has asked
    /// for is in no record.
    pub(crate) fn of_bytes(bytes: &[u8]) -> (State, bool) {
        let Mended { file, torn } = mend(bytes.to_vec()).expect("a game");
        assert_eq!(file.games().len(), 1);
        let tree = file.game(0).expect("a game");
        let size = tree.size();
        assert_eq!(size, Size::S9);
        let mut game = Game::new(size, Rules::of(Preset::Chinese));
        let mut state = State { moves: Vec::new(), has_result: tree.info_text("RE").is_some() };
        assert!(tree.root().moves(size).next().is_none(), "a move in the first node");
        assert_eq!(tree.main_line().count(), tree.nodes().count(), "a variation");
        for node in tree.main_line().skip(1) {
            let moves: Vec<_> = node.moves(size).collect();
            let [(color, Some(mv), _)] = moves[..] else {
                panic!("{} moves in a node", moves.len())
            };
            // Behind two passes there is a move only where play went on.
            let _ = game.resume(color);
            assert_eq!(game.turn(), color);
            game.play(mv).expect("a legal move");
            state.moves.push((color, mv, node.text("C").map(Cow::into_owned)));
        }
        (state, torn)
    }

    /// As [`State::of_bytes`], of a file that must be whole.
    pub(crate) fn of_whole(bytes: &[u8]) -> State {
        let (state, torn) = State::of_bytes(bytes);
        let faults = mend(bytes.to_vec()).expect("a game").file.faults().len();
        assert!(!torn && faults == 0, "not whole: {}", String::from_utf8_lossy(bytes));
        state
    }

    /// Who is to move.
    pub(crate) fn turn(&self) -> Color {
        if self.moves.len().is_multiple_of(2) { Color::Black } else { Color::White }
    }

    /// Whether the last two moves are passes.
    pub(crate) fn is_passed(&self) -> bool {
        let passes = self.moves.iter().rev().take_while(|(_, mv, _)| *mv == Move::Pass);
        passes.count() >= 2
    }

    /// The state after one more line, and what is answered to it on standard output.
    fn after(&self, line: &str) -> (State, Option<String>) {
        let mut next = self.clone();
        if let Some(text) = line.strip_prefix("comment ") {
            next.moves.last_mut().expect("a move to comment on").2 = Some(text.to_owned());
            return (next, None);
        }
        match line {
            "undo" => {
                // A move with a comment would stay, as a variation.
                assert!(next.moves.pop().is_some_and(|(_, _, comment)| comment.is_none()));
                let answer = format!("Back to move {}", next.moves.len());
                (next, Some(answer))
            }
            "done" => {
                next.has_result = true;
                (next, Some("Result: ".to_owned()))
            }
            _ => {
                let mv = Size::S9.parse_move(line).expect("a move");
                let color = next.turn();
                next.moves.push((color, mv, None));
                let answer = format!("{} {color} {}", next.moves.len(), Size::S9.move_name(mv));
                (next, Some(answer))
            }
        }
    }
}

/// Lines, and the state after each.
#[derive(Clone, Debug)]
pub(crate) struct Script {
    pub(crate) lines: Vec<String>,
    /// One more than there are lines: the first is before all of them.
    pub(crate) states: Vec<State>,
    answers: Vec<Option<String>>,
}

impl Script {
    /// These lines.
    pub(crate) fn of<S: Into<String>>(lines: impl IntoIterator<Item = S>) -> Script {
        let mut script = Script { lines: vec![], states: vec![State::default()], answers: vec![] };
        for line in lines {
            script.add(line.into());
        }
        script
    }

    fn add(&mut self, line: String) {
        let (state, answer) = self.last().after(&line);
        self.lines.push(line);
        self.states.push(state);
        self.answers.push(answer);
    }

    /// A whole game: two captures, moves that are taken back, a comment, passes, the count.
    pub(crate) fn whole_game() -> Script {
        let before = "E5 E4 D4 D5 F4 C4 E3 undo E3";
        let behind = "D3 pass E4 G7 G3 C7 undo C6 B7 B5 A4 J1 A9 pass pass done";
        let comment = ["comment E4 is taken"];
        Script::of(before.split(' ').chain(comment).chain(behind.split(' ')))
    }

    /// A game of so many lines, on every machine the same: moves, and among them some that are taken
    /// back, and comments.
    pub(crate) fn at_random(seed: u64, lines: usize) -> Script {
        let mut rng = SplitMix64::new(seed);
        let mut game = Game::new(Size::S9, Rules::of(Preset::Chinese));
        let points: Vec<_> = Size::S9.points().collect();
        let mut script = Script::of(Vec::<String>::new());
        while script.lines.len() < lines {
            let has_comment = script.last().moves.last().is_none_or(|(_, _, c)| c.is_some());
            match rng.below(8) {
                0 if !has_comment => {
                    game.undo();
                    script.add("undo".to_owned());
                }
                1 if !has_comment => script.add(format!("comment line {}", script.lines.len())),
                _ => {
                    let point = points[rng.below(points.len() as u32) as usize];
                    if game.play(Move::Play(point)).is_ok() {
                        script.add(Size::S9.move_name(Move::Play(point)));
                    }
                }
            }
        }
        script
    }

    /// What stands at the end.
    pub(crate) fn last(&self) -> &State {
        &self.states[self.states.len() - 1]
    }

    /// The lines as they are fed in.
    pub(crate) fn input(&self) -> String {
        self.lines.iter().map(|line| format!("{line}\n")).collect()
    }

    /// How many lines have been answered, and how many more may have been done by then: up to the next
    /// one that has an answer.
    pub(crate) fn answered<'a>(&self, output: impl IntoIterator<Item = &'a str>) -> (usize, usize) {
        let mut done = 0;
        for line in output {
            // A line that is not on disk says so.
            let line = line.strip_suffix(" (not saved)").unwrap_or(line);
            let next = self.next_answer(done);
            let wanted = next.and_then(|at| self.answers[at].as_deref());
            if wanted.is_some_and(|wanted| is_answer(line, wanted)) {
                done = next.map_or(done, |at| at + 1);
            } else {
                let word = line.split(' ').nth(1).unwrap_or_default();
                let is_move = matches!(word, "Black" | "White") || line.starts_with("Back to");
                let is_talk =
                    line.contains("wins") || !line.starts_with(|c: char| c.is_ascii_digit());
                assert!(!is_move || is_talk, "{line:?} answers nothing; wanted {wanted:?}");
            }
        }
        (done, self.next_answer(done).map_or(self.lines.len(), |at| at + 1))
    }

    fn next_answer(&self, from: usize) -> Option<usize> {
        (from..self.lines.len()).find(|&at| self.answers[at].is_some())
    }

    /// Which of these numbers of lines leads to this state.
    pub(crate) fn find(&self, state: &State, from: usize, to: usize) -> Option<usize> {
        (from..=to.min(self.lines.len())).find(|&at| self.states[at] == *state)
    }
}

/// A move may take stones, a result has a figure.
fn is_answer(line: &str, wanted: &str) -> bool {
    let rest = line.strip_prefix(wanted);
    rest.is_some_and(|rest| rest.is_empty() || rest.starts_with(", takes") || wanted == "Result: ")
}
