//! Whole games, as lists of changes to a record.

use hoshi_core::{
    Board, Color, Game, Move, PointSet, Position, Preset, Rng, Rules, Size, SplitMix64,
};
use hoshi_record::info::overtime::Overtime;
use hoshi_record::info::time::Millis;
use hoshi_record::kifu::{self, About, Clock, Kifu, KifuError, Player, TimeLimit};
use hoshi_record::sgf::{Collection, NodeRef};
use hoshi_store::{History, OpenError, When};

use crate::pair::{Error, Pair};

pub(crate) type Change = Box<dyn Fn(&mut Pair) -> Result<(), Error> + Send + Sync>;

pub(crate) const WHEN: When =
    When { year: 2026, month: 11, day: 16, hour: 9, minute: 30, second: 5 };

/// Where a game comes from.
pub(crate) enum Start {
    New(Size, Box<About>),
    /// A file of this name and content, continued in place.
    InPlace(&'static str, Vec<u8>),
    /// A file from elsewhere.
    Copy(Vec<u8>),
}

pub(crate) struct Script {
    pub(crate) title: &'static str,
    pub(crate) start: Start,
    pub(crate) changes: Vec<Change>,
    /// Whether its moves go through the log.
    pub(crate) is_logged: bool,
}

impl Script {
    pub(crate) fn start(&self, history: &History) -> Result<Pair, OpenError> {
        let pair = self.begin(history)?;
        Ok(Pair { is_logged: self.is_logged, ..pair })
    }

    fn begin(&self, history: &History) -> Result<Pair, OpenError> {
        match &self.start {
            Start::New(size, about) => {
                let game = Game::new(*size, Rules::of(Preset::Chinese));
                Ok(Pair::begin(history, &game, about, WHEN))
            }
            Start::InPlace(name, _) => Pair::open(history, name),
            Start::Copy(bytes) => {
                let file = Collection::read(bytes.clone()).expect("a game");
                Ok(Pair::copy(history, file, WHEN))
            }
        }
    }
}

pub(crate) fn about() -> About {
    let player = |name: &str| Player { name: name.to_owned(), rank: None };
    About {
        black: player("Ann"),
        white: player("Bob"),
        date: WHEN.date(),
        time: None,
        application: "hoshi:0.1.0".to_owned(),
    }
}

/// A builder for a list of changes.
struct Pen {
    size: Size,
    turn: Color,
    changes: Vec<Change>,
}

impl Pen {
    fn new(size: Size, turn: Color) -> Pen {
        Pen { size, turn, changes: Vec::new() }
    }

    fn add(
        &mut self,
        change: impl Fn(&mut Pair) -> Result<(), Error> + Send + Sync + 'static,
    ) -> &mut Pen {
        self.changes.push(Box::new(change));
        self
    }

    fn play(&mut self, moves: &str) -> &mut Pen {
        self.play_with(moves, |_| None)
    }

    fn play_with(&mut self, moves: &str, clock: impl Fn(u32) -> Option<Clock>) -> &mut Pen {
        for (name, nth) in moves.split(' ').zip(0..) {
            let (color, mv) = (self.turn, self.size.parse_move(name).expect("a move"));
            let clock = clock(nth);
            self.add(move |recorder| recorder.play(color, mv, clock));
            self.turn = color.opponent();
        }
        self
    }

    fn undo(&mut self, keep: bool) -> &mut Pen {
        self.turn = self.turn.opponent();
        self.add(move |recorder| recorder.undo(keep).map(drop))
    }

    fn comment(&mut self, text: &'static str) -> &mut Pen {
        self.add(move |recorder| recorder.comment(text))
    }

    fn info(&mut self, name: &'static str, text: &'static str) -> &mut Pen {
        self.add(move |recorder| recorder.set_info(name, text))
    }

    fn set_up(&mut self, before: &str, now: &str) -> &mut Pen {
        let [before, now] = [before, now].map(|text| Board::from_text(text).expect("a board"));
        let now = Position::new(now, self.turn);
        self.add(move |recorder| recorder.set_up(&before, &now))
    }

    fn correct(&mut self, number: usize, color: Color, mv: Move) -> &mut Pen {
        self.add(move |recorder| recorder.correct(number, color, mv))
    }

    fn finish(&mut self, outcome: &'static str, territory: bool) -> &mut Pen {
        let size = self.size;
        self.add(move |recorder| {
            let points: Vec<_> = size.points().collect();
            let (black, white) = points.split_at(points.len() / 2);
            let outcome = outcome.parse().expect("an outcome");
            recorder.finish(outcome, territory.then_some([black, white]))
        })
    }

    fn mark(&mut self, dead: &str, seki: &str) -> &mut Pen {
        let size = self.size;
        let [dead, seki] = [dead, seki].map(|names| {
            let point = |name| size.parse_a1(name).expect("a point");
            PointSet::of(size, names.split_whitespace().map(point))
        });
        self.add(move |pair| pair.change(|kifu| kifu.set_marks(&dead, &seki)).map(drop))
    }

    /// Moves to a node, and changes something there.
    fn review(
        &mut self,
        path: &'static [usize],
        change: impl Fn(&mut Kifu) -> Result<kifu::Change, KifuError> + Send + Sync + 'static,
    ) -> &mut Pen {
        self.add(move |pair| {
            let node = pair.kifu.tree().at(path).expect("a node").id();
            assert!(pair.kifu.go_to(node));
            pair.change(&change).map(drop)
        })
    }

    /// Moves to any node, and adds a move there, or a name if the move is already there.
    fn review_any(&mut self, node: usize, name: usize, mv: Option<(Color, Move)>) -> &mut Pen {
        self.add(move |pair| {
            let nodes: Vec<_> = pair.kifu.tree().nodes().map(NodeRef::id).collect();
            assert!(pair.kifu.go_to(nodes[node % nodes.len()]));
            let change = |kifu: &mut Kifu| {
                if let Some((color, mv)) = mv {
                    let change = kifu.branch(color, mv)?;
                    if change != kifu::Change::Nothing {
                        return Ok(change);
                    }
                }
                kifu.set_text("N", &format!("{name} ]"))
            };
            pair.change(change).map(drop)
        })
    }

    fn reopen(&mut self) -> &mut Pen {
        self.add(Pair::reopen)
    }

    fn script(&mut self, title: &'static str, start: Start) -> Script {
        Script { title, start, changes: std::mem::take(&mut self.changes), is_logged: false }
    }
}

const EMPTY: &str = ". . . . .\n. . . . .\n. . . . .\n. . . . .\n. . . . .";
const CORNER: &str = "X X X X X\nX O O O X\nX O . O X\nX O O O .\nX X X . .";

/// The games.
pub(crate) fn games() -> Vec<Script> {
    vec![
        whole_game(),
        hard_names(),
        set_up_first(),
        variations_in_place(),
        another_charset_in_place(),
        odd_ends_in_place(),
        torn_in_place(),
        many_games_in_place(),
        copy(),
        copied_problem(),
        marked(),
        reviewed(),
        reviewed_line(),
        taken_back_to_nothing(),
    ]
}

fn whole_game() -> Script {
    let mut pen = Pen::new(Size::S9, Color::Black);
    // Black captures at the corner, White takes a ko.
    pen.play("B9 A9 A8 D4 E5 E4 F4 C5 D6 D5 E6 pass").undo(false).play("F5").undo(true);
    pen.play("F3 G5").undo(true).undo(true).play("F5").undo(true).play("F3");
    pen.comment("a ladder [1]\\ :)").play("G6 H6 G7 G4");
    pen.correct(4, Color::White, Move::Pass).correct(1, Color::Black, Move::Pass);
    pen.comment("").undo(false).undo(false).undo(true).play("C1 C2 C3 pass pass");
    pen.finish("B+2.5", true).reopen().play("J9").finish("W+R", false);
    pen.script("a whole game", Start::New(Size::S9, Box::new(about())))
}

fn hard_names() -> Script {
    let mut pen = Pen::new(Size::S19, Color::Black);
    let player = |name: &str| Player { name: name.to_owned(), rank: Some("9d]\\".to_owned()) };
    let overtime = Overtime::ByoYomi { periods: 5, period: Millis(30_000) };
    let about = About {
        black: player("Ann ]\\ [ネコ] 🦀\nsecond line \\"),
        white: player("שלום ]עולם[ \u{202e}"),
        time: Some(TimeLimit { main: Millis(3_600_000), overtime: Some(overtime) }),
        ..about()
    };
    let clock = |nth: u32| {
        let left = Millis(3_600_123 - i64::from(nth) * 1_007);
        Some(Clock { left, overtime: (nth % 2 == 1).then_some(nth) })
    };
    pen.comment("before the first move ]").info("EV", "Cup;B[aa](");
    pen.play_with("Q16 D4 Q4 D16 C3 C4", clock).undo(true).play_with("C4 D3", clock);
    pen.comment(";B[aa] ) ( \\] \u{0} end").play_with("R3 pass", clock);
    pen.info("GN", "nul \u{0} in a name").play_with("K10 K11 K12 K13", clock);
    pen.info("PB", "🦀]").undo(false).play_with("K14", clock).finish("0", false);
    pen.script("difficult names, and clocks", Start::New(Size::S19, Box::new(about)))
}

fn set_up_first() -> Script {
    let five = Size::square(5).expect("a size");
    let mut pen = Pen::new(five, Color::White);
    pen.set_up(EMPTY, CORNER).comment("White to play and ]").play("C3 D1").undo(false);
    pen.set_up(CORNER, EMPTY).play("pass").undo(false).undo(false).play("E1 E2");
    pen.set_up(EMPTY, CORNER).undo(true).play("A1");
    pen.script("set up first", Start::New(five, Box::new(about())))
}

fn variations_in_place() -> Script {
    let text = "(;GM[1]FF[4]SZ[9]CA[UTF-8]PB[Ann]XX[unknown]\r\n;B[cc]C[see\r\n[a\\] here]\
         (;W[gg](;B[cg];W[gc])(;B[dd]TR[dd]))(;W[gc]C[or this]))\r\n";
    let mut pen = Pen::new(Size::S9, Color::Black);
    pen.play("E5 F5").undo(true).undo(false).undo(true).play("H8 A1 A2").comment("new");
    pen.undo(true).play("A3 A4 A5 A6 A7").info("PW", "Bob").correct(2, Color::White, Move::Pass);
    pen.script("variations, in place", Start::InPlace("old.sgf", text.into()))
}

fn another_charset_in_place() -> Script {
    // In GB18030, 古力 and 柁, whose second byte is a backslash.
    let mut text = b"(;GM[1]FF[4]CA[GB18030]SZ[19]PB[\xb9\xc5\xc1\xa6]PW[\x96\x5c]".to_vec();
    text.extend_from_slice(b";B[pd];W[dd];B[pq];W[dq];B[fc];W[cf];B[jd];W[qk];B[qo];W[qe])");
    let mut pen = Pen::new(Size::S19, Color::Black);
    pen.play("Q5 Q6 Q7 Q8").comment("柁 古力").play("Q9 Q10").undo(true).play("R10");
    pen.comment("🦀").play("R11 R12 R13").finish("B+R", false);
    pen.script("another charset, in place", Start::InPlace("gb.sgf", text))
}

fn odd_ends_in_place() -> Script {
    // Redundant brackets, a long line, and no line break at the end.
    let text = "(;SZ[9];B[aa](;W[bb](;B[cc];W[dd];B[ee];W[ff];B[gg];W[hh];B[ii];W[ia];B[ha];\
         W[ga];B[fa];W[ea])))";
    let mut pen = Pen::new(Size::S9, Color::Black);
    pen.play("A1 B1 C1 D1 E1 F1 G1 H1 J1 A2 B2 C2");
    pen.script("odd ends, in place", Start::InPlace("odd.sgf", text.into()))
}

fn torn_in_place() -> Script {
    let mut pen = Pen::new(Size::S9, Color::Black);
    pen.play("A1 B1 C1").undo(false).play("D1");
    let text = b"(;SZ[9]C[\x00 it is];B[aa];W[bb];B[c\0\0\0\0\0)\n".to_vec();
    pen.script("torn, in place", Start::InPlace("torn.sgf", text))
}

fn many_games_in_place() -> Script {
    let text = "(;SZ[9]GN[one];B[aa];W[bb])\n(;SZ[9]GN[two];B[cc])\n";
    let mut pen = Pen::new(Size::S9, Color::Black);
    pen.play("A1 B1 C1").undo(true).play("D1 E1").finish("W+R", false);
    pen.script("many games, in place", Start::InPlace("two.sgf", text.into()))
}

fn copy() -> Script {
    let text = "(;SZ[9]AB[aa][bb]C[a problem])";
    let mut pen = Pen::new(Size::S9, Color::White);
    pen.play("C3").undo(false).play("D3 E3 F3 G3 H3 J3 A4 B4 C4 D4").comment("so").play("E4 F4");
    pen.undo(true).play("G4").finish("Void", false);
    pen.script("a copy", Start::Copy(text.into()))
}

fn copied_problem() -> Script {
    let text = b"\xef\xbb\xbf(;SZ[5:7]AB[aa][bb];C[only text\r\n])junk".to_vec();
    let mut pen = Pen::new(Size::new(5, 7).expect("a size"), Color::White);
    pen.comment("why").info("GN", "a problem").play("C3 pass").undo(true).undo(true).comment("");
    pen.play("C3").undo(false).info("GN", "").play("D3 D4");
    pen.script("a copied problem", Start::Copy(text))
}

fn marked() -> Script {
    let mut pen = Pen::new(Size::S9, Color::Black);
    pen.play("C3 G7 pass pass").mark("C3", "").mark("C3 G7", "A1").mark("", "A1").mark("", "A1");
    pen.finish("W+5.5", true).reopen().mark("G7", "").undo(true).play("pass").mark("C3", "");
    pen.add(|pair| pair.change(Kifu::clear_marks).map(drop)).play("D4 pass pass").mark("D4", "");
    pen.undo(false).undo(true).play("E5").undo(true).mark("G7", "").finish("B+R", false);
    pen.script("marks", Start::New(Size::S9, Box::new(about())))
}

fn reviewed() -> Script {
    let text = "(;SZ[9]PB[Ann];B[cc];W[gg](;B[cg];W[gc])(;B[dd]TR[dd]))";
    let mut pen = Pen::new(Size::S9, Color::White);
    // The last variation of the file. It ends with more than one bracket, so nothing is appended.
    pen.review(&[0, 0, 1], |kifu| kifu.branch(Color::White, Move::Pass));
    for color in [Color::Black, Color::White, Color::Black] {
        pen.add(move |pair| pair.change(|kifu| kifu.branch(color, Move::Pass)).map(drop));
    }
    pen.review(&[0], |kifu| kifu.set_text("C", "a [good] move"));
    pen.review(&[0, 0, 1, 0], |kifu| kifu.branch(Color::White, Move::Pass));
    pen.review(&[0, 0, 1, 0, 1], |kifu| kifu.branch(Color::Black, Move::Pass));
    pen.review(&[0, 0], |kifu| kifu.set_values("LB", &["cc:1".to_owned(), "gg:2]".to_owned()]));
    pen.review(&[0, 0, 1], Kifu::promote).review(&[0, 0, 1], Kifu::remove);
    // The game continues from there, and is reviewed where a move was taken back.
    pen.play("E5 F5").undo(true).review(&[0], |kifu| kifu.branch(Color::White, Move::Pass));
    pen.review(&[0, 1], |kifu| kifu.branch(Color::Black, Move::Pass)).play("A1 B1");
    pen.script("a review, in place", Start::InPlace("review.sgf", text.into()))
}

fn reviewed_line() -> Script {
    let mut pen = Pen::new(Size::S9, Color::Black);
    for color in [Color::White, Color::Black, Color::White] {
        pen.add(move |pair| pair.change(|kifu| kifu.branch(color, Move::Pass)).map(drop));
    }
    pen.review(&[0], |kifu| kifu.set_values("TR", &["aa".to_owned()]));
    // Back at the end, the first move replaces the file, and the following ones are appended.
    for (path, color) in [(&[0, 0, 0, 0][..], Color::Black), (&[0, 0, 0, 0, 0], Color::White)] {
        pen.review(path, move |kifu| kifu.branch(color, Move::Pass));
    }
    let corner = Size::S9.parse_move("A9").expect("a move");
    pen.review(&[0, 0], move |kifu| kifu.branch(Color::Black, corner));
    pen.script(
        "a line that is reviewed, in place",
        Start::InPlace("line.sgf", b"(;SZ[9];B[aa])".to_vec()),
    )
}

fn taken_back_to_nothing() -> Script {
    let mut pen = Pen::new(Size::S9, Color::Black);
    pen.play("C3").undo(false).info("PB", "Cid").play("D3").undo(true).play("E3 F3").undo(false);
    pen.undo(false).undo(false);
    pen.script("taken back to nothing", Start::New(Size::S9, Box::new(about())))
}

/// A random game: any change after any other.
pub(crate) fn random_game(seed: u64) -> Script {
    const TEXTS: [&str; 7] = ["", "so", "]", "\\", "a\u{0}b ;B[aa])", "ネコ 🦀\n(;W[]", "x]y[z"];
    let mut rng = SplitMix64::new(seed);
    let mut roll = move |sides: u64| (rng.next_u64() % sides) as usize;
    let mut pen = Pen::new(Size::S9, Color::Black);
    let points = ["A1", "B2", "C3", "D4", "pass"];
    for nth in 0..40 {
        let clock = Clock { left: Millis(roll(100_000) as i64), overtime: None };
        let overtime = [None, Some(roll(9) as u32)][roll(2)];
        let clock = [None, Some(Clock { overtime, ..clock })][roll(2)];
        let point = points[roll(5)];
        match roll(20) {
            0 => pen.undo(false),
            1 | 2 => pen.undo(true),
            3 => pen.comment(TEXTS[roll(7)]),
            4 => pen.info(["PB", "GN", "EV"][roll(3)], TEXTS[roll(7)]),
            5 => {
                let color = [Color::Black, Color::White][roll(2)];
                pen.add(move |recorder| match recorder.correct(1, color, Move::Pass) {
                    Err(Error::Kifu(KifuError::NoSuchMove(_))) => recorder.retry(),
                    done => done,
                })
            }
            6 => pen.finish("B+0.5", roll(2) == 0),
            7 => pen.reopen(),
            8 => {
                let (before, now) = (Board::new(Size::S9), Board::new(Size::S9));
                let now = Position::new(now, [Color::Black, Color::White][roll(2)]);
                pen.add(move |recorder| recorder.set_up(&before, &now))
            }
            9 => pen.mark(["", "A1", "B2 C3"][roll(3)], ["", "D4"][roll(2)]),
            10 => pen.add(|pair| pair.change(Kifu::clear_marks).map(drop)),
            11 => pen.review_any(roll(40), nth, None),
            12 => {
                let mv = Size::S9.parse_move(point).expect("a move");
                pen.review_any(roll(40), nth, Some(([Color::Black, Color::White][roll(2)], mv)))
            }
            _ => pen.play_with(point, |_| clock),
        };
    }
    let start = match roll(4) {
        0 => Start::Copy(b"(;SZ[9]AB[aa];B[bb](;W[cc];B[dd])(;W[dd]C[x]))".to_vec()),
        1 => Start::InPlace(
            "r.sgf",
            b"(;SZ[9];B[aa](;W[ee](;B[dg]C[y\\]])(;B[ff]))(;W[cg]))".to_vec(),
        ),
        2 => Start::InPlace("s.sgf", b"(;SZ[9];B[aa];W[bb]BL[3]C[\0]".to_vec()),
        _ => Start::New(Size::S9, Box::new(about())),
    };
    pen.script("at random", start)
}
