//! Random games as SGF: boards of all shapes, handicap and setup, passes, results of every kind,
//! odd properties, variations. The same seed gives the same game on every machine.

use std::fmt::Write as _;

use hoshi_core::{Board, Color, Preset, Rng, Rules, Size, SplitMix64};

const NAMES: &[&str] = &[
    "Shusaku",
    "本因坊 秀策",
    "이세돌",
    "a\\]b\\\\c",
    "Jürgen : d. Ä.",
    "\u{1f600}",
    " blank ",
    "",
];
const KOMI: &[&str] =
    &["6.5", "-0.5", "0", "7", "-3", "375", "0.5", "200", "abc", "6.25", "-200.5"];
const RULES: &[&str] =
    &["Japanese", "Chinese", "AGA", "NZ", "Tromp-Taylor", "chinese,ko=psk", "GOE", "nonsense"];
const RESULTS: &[&str] = &[
    "B+3.5",
    "W+R",
    "B+R",
    "W+T",
    "B+F",
    "B+",
    "W+",
    "0",
    "Void",
    "?",
    "",
    "Draw",
    "B+Resign",
    "white wins",
    "who knows",
];
const DATES: &[&str] = &["1846-09-11", "2024-05-01,02", "yesterday", "1998"];
const ODD: &[(&str, &str)] = &[
    ("GN", "a game"),
    ("XYZZY", "1][2"),
    ("AP", "Old:1"),
    ("BR", "9p"),
    ("TM", "3600"),
    ("ST", "2"),
    ("PB", "again"),
    ("KM", "1"),
    ("DGFID", "an id"),
    ("GM", "1"),
    ("RE", "W+R"),
];
const MARKS: &[(&str, &str)] = &[
    ("C", "text"),
    ("TR", "aa"),
    ("LB", "aa:1"),
    ("BL", "12.5"),
    ("N", "x"),
    ("KO", ""),
    ("PB", "late"),
];

/// A die.
pub(crate) struct Die(SplitMix64);

impl Die {
    pub(crate) fn new(seed: u64) -> Die {
        Die(SplitMix64::new(seed))
    }

    /// A number below this one.
    pub(crate) fn below(&mut self, many: usize) -> usize {
        self.0.below(u32::try_from(many).expect("small")) as usize
    }

    /// True once in this many times.
    pub(crate) fn once_in(&mut self, many: usize) -> bool {
        self.below(many) == 0
    }

    pub(crate) fn pick<T: Copy>(&mut self, of: &[T]) -> T {
        of[self.below(of.len())]
    }

    /// A board: squares more often than not, large ones seldom.
    pub(crate) fn size(&mut self) -> Size {
        let mut side = || {
            let most = self.pick(&[3, 5, 9, 19, 52]);
            u8::try_from(1 + self.below(most)).expect("52 at most")
        };
        let (width, height) = (side(), side());
        let square = !self.once_in(4);
        Size::new(width, if square { width } else { height }).expect("no side is 0")
    }
}

/// A game as SGF. Plain ones have nothing that DGF cannot hold, except the rules and the margin.
pub(crate) fn game(seed: u64, plain: bool) -> String {
    let mut die = Die::new(seed);
    let size = die.size();
    let mut board = Board::new(size);
    let mut text = format!("(;GM[1]FF[4]CA[UTF-8]SZ[{}:{}]", size.width(), size.height());
    if size.is_square() {
        text = format!("(;GM[1]FF[4]CA[UTF-8]SZ[{}]", size.width());
    }
    let mut color = root(&mut die, plain, &mut board, &mut text);
    let mut open = 0;
    for _ in 0..die.below(60) {
        text.push(';');
        if !plain && die.once_in(60) {
            let _ = write!(text, "AE[{}]", point(&mut die, size));
        }
        let turn = if !plain && die.once_in(80) { color.opponent() } else { color };
        if plain || !die.once_in(30) {
            let _ = write!(text, "{}[{}]", turn.letter(), play(&mut die, &mut board, turn));
            color = turn.opponent();
        }
        if !plain && die.once_in(6) {
            for _ in 0..=die.below(2) {
                let (key, value) = die.pick(MARKS);
                let _ = write!(text, "{key}[{value}]");
            }
        }
        if !plain && die.once_in(12) {
            // The main line goes on first, so its brackets are opened here and closed at the end.
            text.push('(');
            open += 1;
        }
    }
    for _ in 0..open {
        text.push(')');
        for _ in 0..die.below(3) {
            let _ = write!(text, "(;{}[{}]C[else];W[])", color.letter(), point(&mut die, size));
        }
    }
    text.push_str(")\n");
    text
}

fn root(die: &mut Die, plain: bool, board: &mut Board, text: &mut String) -> Color {
    let mut put = |key: &str, value: &str| {
        let _ = write!(text, "{key}[{value}]");
    };
    let some: [(&str, &[&str]); 6] = [
        ("KM", if plain { &KOMI[..7] } else { KOMI }),
        ("RU", if plain { &RULES[..4] } else { RULES }),
        ("PB", NAMES),
        ("PW", NAMES),
        ("RE", if plain { &RESULTS[..7] } else { RESULTS }),
        ("DT", DATES),
    ];
    for (key, values) in some {
        if !die.once_in(3) {
            put(key, die.pick(values));
        }
    }
    if !plain {
        for _ in 0..die.below(3) {
            let (key, value) = die.pick(ODD);
            put(key, value);
        }
    }
    let size = board.size();
    let mut turn = Color::Black;
    if die.once_in(4) && size.area() > 20 {
        let stones = 1 + die.below(9);
        let mut points = Vec::new();
        for _ in 0..stones {
            let at = die.below(size.area());
            let at = size.points().nth(at).expect("on the board");
            if board.play(Color::Black, at, &Rules::of(Preset::Simple)).is_ok() {
                points.push(size.sgf(at).expect("52 at most"));
            }
        }
        put("AB", &points.join("]["));
        let many = board.stone_count(Color::Black).to_string();
        match die.below(4) {
            0 => put("HA", &many),
            1 if !plain => put("HA", die.pick(&["0", "1", "9", "some"])),
            _ => {}
        }
        turn = Color::White;
    }
    if !plain && die.once_in(10) {
        let value = die.pick(&["W", "B", "x"]);
        put("PL", value);
    }
    turn
}

/// A move that the bare board allows, or a pass.
fn play(die: &mut Die, board: &mut Board, color: Color) -> String {
    let size = board.size();
    for _ in 0..4 {
        let at = die.below(size.area());
        let at = size.points().nth(at).expect("on the board");
        if !die.once_in(12) && board.play(color, at, &Rules::of(Preset::Simple)).is_ok() {
            return size.sgf(at).expect("52 at most");
        }
    }
    board.lift_ko();
    String::new()
}

fn point(die: &mut Die, size: Size) -> String {
    let at = die.below(size.area());
    size.points().nth(at).and_then(|at| size.sgf(at)).expect("52 at most")
}
