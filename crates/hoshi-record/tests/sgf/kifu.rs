//! The record of a game while it is played, counted and reviewed, and random changes: each reports
//! correctly how to update a file, and the output reads back as the same tree.

use crate::common::{Random, TEXTS, flat, game, tree};
use hoshi_core::{
    Board, Color, DeadAndSeki, Game, Move, Point, PointSet, Position, Preset, Rules, Size, Symmetry,
};
use hoshi_record::info::time::Millis;
use hoshi_record::kifu::{About, Change, Clock, Kifu, KifuError, Player};
use hoshi_record::lint::{Rule, lint};
use hoshi_record::sgf::{Collection, EditError, NodeId, NodeRef};

const WHOLE: Change = Change::Whole { is_move: false };
const PLAYED: Change = Change::Whole { is_move: true };

fn kifu(text: impl Into<Vec<u8>>) -> Kifu {
    Kifu::of_file(Collection::read(text).expect("a game")).expect("a record")
}

fn text(kifu: &Kifu) -> String {
    String::from_utf8(kifu.to_bytes()).expect("UTF-8")
}

fn mv(name: &str) -> Move {
    Size::S9.parse_move(name).expect("a move")
}

fn set(names: &str) -> PointSet {
    let points = names.split_whitespace().map(|name| Size::S9.parse_a1(name).expect("a point"));
    PointSet::of(Size::S9, points)
}

fn at(kifu: &Kifu, path: &[usize]) -> NodeId {
    kifu.tree().at(path).expect("a node").id()
}

#[test]
fn only_go_on_a_board_that_sgf_has_is_recorded() {
    let refused = |text: &str| {
        let error = Kifu::of_file(Collection::read(text).expect("a game"));
        error.expect_err(text).to_string()
    };
    for size in ["53", "100", "255", "0", "huge", "9:60"] {
        let error = refused(&format!("(;SZ[{size}];B[aa])"));
        let start = "the board size is unreadable, so the game cannot be recorded: SZ: ";
        assert!(error.starts_with(start), "{size}: {error}");
    }
    let hex = "this is Hex (GM[11]), not Go, and cannot be played here";
    assert_eq!(refused("(;GM[11]SZ[11];B[f6])"), hex);
    // The default is 19x19.
    for text in ["(;B[aa])", "(;SZ[];B[aa])", "(;GM[1]SZ[19])"] {
        assert_eq!(kifu(text).size(), Size::S19);
    }
}

#[test]
fn a_game_that_begins() {
    let game = Game::new(Size::S9, Rules::of(Preset::Japanese));
    let black = Player { name: "Ann ]".to_owned(), rank: Some("4d".to_owned()) };
    let about = About { black, date: "2026-11-16".to_owned(), ..About::default() };
    let kifu = Kifu::begin(&game, &about).expect("a record");
    let wanted =
        "(;GM[1]FF[4]CA[UTF-8]SZ[9]KM[6.5]RU[Japanese]PB[Ann \\]]PW[]BR[4d]DT[2026-11-16])\n";
    assert_eq!(text(&kifu), wanted);
    assert!(!kifu.has_moves() && kifu.is_last());
    let kifu = Kifu::begin(&game, &About::default()).expect("a record");
    assert!(!text(&kifu).contains("DT["));
}

#[test]
fn records_that_cannot_be() {
    let size = Size::new(9, 53).expect("a size");
    let error = Kifu::begin(&Game::new(size, Rules::of(Preset::Chinese)), &About::default());
    assert_eq!(error.expect_err("too large"), KifuError::TooLarge(size));
    let mut empty = Collection::new(Size::S9);
    empty.remove_game(0);
    assert!(matches!(Kifu::of_file(empty), Err(KifuError::NoGame)));
}

#[test]
fn wide_charsets_become_utf_8() {
    let wide: Vec<u8> =
        "\u{feff}(;SZ[9]PB[柯洁])".encode_utf16().flat_map(u16::to_le_bytes).collect();
    let mut kifu = kifu(wide);
    assert!(kifu.take_reencoded() && !kifu.take_reencoded());
    assert!(text(&kifu).contains("PB[柯洁]"));
}

/// Only a move at the end of the only line of the file can be appended.
#[test]
fn what_can_be_appended() {
    let play = |kifu: &mut Kifu, name| kifu.play(Color::Black, mv(name), None).expect("a move");
    assert_eq!(play(&mut kifu("(;SZ[9])"), "E5"), Change::Append);
    assert_eq!(play(&mut kifu("(;SZ[9](;B[aa])(;B[bb]))"), "E5"), PLAYED);
    assert_eq!(play(&mut kifu("(;SZ[9];B[aa])(;SZ[9])"), "E5"), PLAYED);
    // The empty node at the end becomes the move.
    let mut waiting = kifu("(;SZ[9];B[aa];)");
    assert_eq!(play(&mut waiting, "E5"), PLAYED);
    assert_eq!(text(&waiting), "(;SZ[9];B[aa];B[ee])\n");
    // The last node of the file, but not of the main line: as a game, it is promoted.
    let mut other = kifu("(;SZ[9](;B[aa])(;B[bb]))");
    other.go_to(at(&other, &[1]));
    assert_eq!(play(&mut other, "E5"), PLAYED);
    assert_eq!(text(&other), "(;SZ[9]\n(;B[bb];B[ee])\n(;B[aa]))\n");
    // In a review it stays where it is.
    let mut reviewed = kifu("(;SZ[9](;B[aa])(;B[bb]))");
    reviewed.go_to(at(&reviewed, &[1]));
    assert_eq!(reviewed.branch(Color::White, Move::Pass), Ok(PLAYED));
    assert_eq!(text(&reviewed), "(;SZ[9]\n(;B[aa])\n(;B[bb];W[]))\n");
    // A line without variations ends with one bracket, in a review too.
    let mut single = kifu("(;SZ[9];B[aa];W[])");
    single.go_to(at(&single, &[]));
    single.go_to(at(&single, &[0, 0]));
    assert_eq!(single.branch(Color::Black, Move::Pass), Ok(Change::Append));
    // Behind an empty sibling, the last node of the file is still not at its end.
    let mut sibling = kifu("(;SZ[9];B[aa];)");
    sibling.go_to(at(&sibling, &[0]));
    assert_eq!(sibling.branch(Color::White, Move::Pass), Ok(PLAYED));
    assert_eq!(text(&sibling), "(;SZ[9];B[aa]\n(;)\n(;W[]))\n");
}

#[test]
fn the_same_move_again_is_the_same_node() {
    let mut kifu = kifu("(;SZ[9];B[aa];W[bb]C[why])");
    let clock = |left| Some(Clock { left: Millis(left), overtime: None });
    assert_eq!(kifu.undo(false), Ok(WHOLE));
    assert_eq!(text(&kifu), "(;SZ[9];B[aa]\n(;)\n(;W[bb]C[why]))\n");
    assert_eq!(kifu.play(Color::White, mv("B8"), clock(1_000)), Ok(PLAYED));
    assert_eq!(text(&kifu), "(;SZ[9];B[aa];W[bb]C[why]WL[1])\n");
    assert_eq!(kifu.play(Color::Black, Move::Pass, clock(2_500)), Ok(Change::Append));
    assert_eq!(kifu.node().raw(), b"B[]BL[2.5]");
}

#[test]
fn nothing_to_take_back() {
    for before in ["(;SZ[9])", "(;SZ[9]AB[aa])", "(;SZ[9];)", "(;SZ[9];C[x])", "(;SZ[9];B[zz])"] {
        let mut kifu = kifu(before);
        let was = text(&kifu);
        assert_eq!((kifu.undo(false), kifu.undo(true)), (Ok(Change::Nothing), Ok(Change::Nothing)));
        assert_eq!(text(&kifu), was);
    }
    let mut kifu = kifu("(;SZ[9]B[aa][bb])");
    assert_eq!(kifu.undo(true), Ok(WHOLE));
    assert_eq!(text(&kifu), "(;SZ[9]B[aa])\n");
}

#[test]
fn a_setup_is_never_appended() {
    let mut kifu = kifu("(;SZ[2];B[aa])");
    let [before, now] =
        ["X .\n. .", ". O\n. ."].map(|text| Board::from_text(text).expect("a board"));
    assert_eq!(kifu.set_up(&before, &Position::new(now, Color::White)), Ok(PLAYED));
    assert_eq!(text(&kifu), "(;SZ[2];B[aa];AW[ba]AE[aa]PL[W])\n");
    assert_eq!(kifu.undo(false), Ok(WHOLE));
    assert_eq!(text(&kifu), "(;SZ[2];B[aa])\n");
}

#[test]
fn marks_live_in_the_last_move() {
    let mut kifu = kifu("(;SZ[9];B[aa];W[];B[])");
    assert_eq!(kifu.marks(), None);
    assert_eq!(kifu.clear_marks(), Ok(Change::Nothing));
    assert_eq!(kifu.set_marks(&set("C3 A9"), &set("B2")), Ok(WHOLE));
    assert_eq!(kifu.set_marks(&set("A9 C3"), &set("B2")), Ok(Change::Nothing));
    assert!(text(&kifu).ends_with(";B[]HOSHID[aa][cg]HOSHIS[bh])\n"));
    let marks = DeadAndSeki { dead: set("A9 C3"), seki: set("B2") };
    assert_eq!(kifu.marks(), Some(marks.clone()));
    // They survive a crash.
    assert_eq!(self::kifu(kifu.to_bytes()).marks(), Some(marks));
    assert_eq!(kifu.set_marks(&set(""), &set("B2")), Ok(WHOLE));
    assert!(text(&kifu).ends_with(";B[]HOSHIS[bh])\n"));
    // An empty set of marks is not the same as no marks at all.
    for change in [WHOLE, Change::Nothing] {
        assert_eq!(kifu.set_marks(&set(""), &set("")), Ok(change));
        assert_eq!(text(&kifu), "(;SZ[9];B[aa];W[];B[]HOSHID[])\n");
    }
    let none = DeadAndSeki { dead: set(""), seki: set("") };
    assert_eq!(self::kifu(kifu.to_bytes()).marks(), Some(none));
    assert_eq!(kifu.clear_marks(), Ok(WHOLE));
    assert_eq!(text(&kifu), "(;SZ[9];B[aa];W[];B[])\n");
}

#[test]
fn marks_go_with_the_count_and_with_the_move() {
    let passed = "(;SZ[9];B[aa];W[];B[])\n";
    let marked = || {
        let mut kifu = kifu(passed);
        assert_eq!(kifu.set_marks(&set("A9"), &set("")), Ok(WHOLE));
        kifu
    };
    let mut kifu = marked();
    let territory = ["A9", "J9"].map(|name| Size::S9.parse_a1(name).expect("a point"));
    assert_eq!(kifu.finish("W+3.5".parse().expect("it"), Some([&[], &territory])), Ok(WHOLE));
    assert_eq!(text(&kifu), "(;SZ[9]RE[W+3.5];B[aa];W[];B[]TW[aa][ia])\n");
    assert_eq!(kifu.reopen(), Ok(WHOLE));
    assert_eq!((text(&kifu), kifu.marks()), (passed.to_owned(), None));
    assert_eq!(kifu.reopen(), Ok(Change::Nothing));
    // Where no territory shows the dead stone, they stay, and come back.
    for territory in [&territory[1..], &[]] {
        let mut kifu = marked();
        let marks = kifu.marks();
        assert_eq!(kifu.finish("W+3.5".parse().expect("it"), Some([&[], territory])), Ok(WHOLE));
        assert_eq!(kifu.marks(), marks);
        assert_eq!(kifu.reopen(), Ok(WHOLE));
        assert_eq!(kifu.marks(), marks);
    }
    // They do not keep a move that is taken back,
    let mut kifu = marked();
    assert_eq!(kifu.undo(false), Ok(WHOLE));
    assert_eq!(text(&kifu), "(;SZ[9];B[aa];W[])\n");
    // and where it is kept, they are removed.
    let mut kifu = marked();
    assert_eq!(kifu.undo(true), Ok(WHOLE));
    assert_eq!(text(&kifu), "(;SZ[9];B[aa];W[]\n(;)\n(;B[]))\n");
    assert_eq!(kifu.play(Color::Black, Move::Pass, None), Ok(PLAYED));
    assert_eq!(kifu.marks(), None);
    // A cursor node stays one: the marks are in the node before it.
    let mut kifu = self::kifu("(;SZ[9];B[];W[];B[aa])");
    assert_eq!(kifu.undo(true), Ok(WHOLE));
    assert_eq!(kifu.set_marks(&set("A9"), &set("")), Ok(WHOLE));
    assert_eq!(text(&kifu), "(;SZ[9];B[];W[]HOSHID[aa]\n(;)\n(;B[aa]))\n");
    assert!(self::kifu(kifu.to_bytes()).marks().is_some());
    assert_eq!(kifu.clear_marks(), Ok(WHOLE));
    assert_eq!(kifu.play(Color::Black, mv("B8"), None), Ok(PLAYED));
    assert_eq!(text(&kifu), "(;SZ[9];B[];W[]\n(;B[bb])\n(;B[aa]))\n");
}

#[test]
fn a_review_leaves_the_order_alone() {
    let mut kifu = kifu("(;SZ[9];B[aa](;W[bb])(;W[cc];B[dd]))");
    let second = at(&kifu, &[0, 1]);
    assert!(kifu.go_to(second));
    assert_eq!(kifu.branch(Color::Black, mv("D6")), Ok(Change::Nothing));
    assert_eq!(kifu.node().raw(), b"B[dd]");
    assert_eq!(kifu.set_text("C", "so"), Ok(WHOLE));
    assert_eq!(kifu.set_text("C", "so"), Ok(Change::Nothing));
    assert_eq!(kifu.set_values("TR", &["aa".to_owned(), "bb:cc".to_owned()]), Ok(WHOLE));
    let wanted = "(;SZ[9];B[aa]\n(;W[bb])\n(;W[cc];B[dd]C[so]TR[aa][bb:cc]))\n";
    assert_eq!(text(&kifu), wanted);
    assert_eq!(kifu.set_text("C", ""), Ok(WHOLE));
    assert_eq!(
        (kifu.set_values("TR", &[]), kifu.set_values("TR", &[])),
        (Ok(WHOLE), Ok(Change::Nothing))
    );
    assert_eq!(kifu.promote(), Ok(WHOLE));
    assert_eq!(text(&kifu), "(;SZ[9];B[aa]\n(;W[cc];B[dd])\n(;W[bb]))\n");
    assert_eq!(kifu.promote(), Ok(Change::Nothing));
    kifu.go_to(second);
    assert_eq!(kifu.remove(), Ok(WHOLE));
    assert_eq!(text(&kifu), "(;SZ[9];B[aa];W[bb])\n");
    // A removed node cannot be visited.
    assert!(!kifu.go_to(second));
    assert_eq!(kifu.node().raw(), b"B[aa]");
    let error = kifu.set_text("komi", "x").expect_err("a name");
    assert_eq!(error, KifuError::Edit(EditError::Name("komi".to_owned())));
    kifu.go_to(kifu.tree().root().id());
    assert_eq!(kifu.remove(), Err(KifuError::Edit(EditError::Root)));
}

#[test]
fn a_review_leaves_the_cursor_node() {
    let mut kifu = kifu("(;SZ[9];B[aa];W[bb])");
    assert_eq!(kifu.undo(true), Ok(WHOLE));
    let (cursor, first) = (kifu.node().id(), at(&kifu, &[0]));
    assert!(kifu.go_to(cursor));
    assert_eq!(text(&kifu), "(;SZ[9];B[aa]\n(;)\n(;W[bb]))\n");
    assert!(kifu.go_to(first) && !kifu.go_to(cursor));
    assert_eq!(text(&kifu), "(;SZ[9];B[aa];W[bb])\n");
    // The file still has that node, so it cannot be appended to.
    assert_eq!(kifu.branch(Color::White, mv("B8")), Ok(Change::Nothing));
    assert_eq!(kifu.branch(Color::Black, Move::Pass), Ok(PLAYED));
    assert_eq!(kifu.branch(Color::White, Move::Pass), Ok(Change::Append));
    // The same after reading it back; an empty node from another program stays.
    let mut read = self::kifu("(;SZ[9];B[aa](;)(;W[bb]))");
    read.go_to(at(&read, &[]));
    assert_eq!(text(&read), "(;SZ[9];B[aa];W[bb])\n");
    for before in ["(;SZ[9];B[aa];)\n", "(;SZ[9];B[aa]\n(;W[bb])\n(;))\n"] {
        let mut read = self::kifu(before);
        let last = read.tree().nodes().last().expect("a node").id();
        read.go_to(last);
        read.go_to(at(&read, &[]));
        assert_eq!(text(&read), before);
    }
}

#[test]
fn values_are_texts() {
    let mut kifu = kifu(b"(;SZ[9]CA[ISO-8859-1];B[aa])".to_vec());
    let labels = ["aa:é]".to_owned(), "bb:\\:".to_owned()];
    assert_eq!(kifu.set_values("LB", &labels), Ok(WHOLE));
    assert_eq!(kifu.node().raw(), b"B[aa]LB[aa:\xe9\\]][bb:\\\\\\:]");
    assert!(!kifu.take_reencoded());
    let read: Vec<_> = kifu.node().labels(Size::S9).map(|(_, text)| text).collect();
    assert_eq!(read, ["é]", "\\:"]);
    assert_eq!(kifu.set_values("LB", &["aa:碁".to_owned()]), Ok(WHOLE));
    assert!(kifu.take_reencoded());
    assert_eq!(text(&kifu), "(;SZ[9]CA[UTF-8];B[aa]LB[aa:碁])\n");
}

#[test]
fn the_private_properties_are_known() {
    let bytes =
        "(;GM[1]FF[4]CA[UTF-8]SZ[9]HOSHIB[human]HOSHIW[gnugo];B[ab];W[]HOSHID[ab]HOSHIS[ac])";
    let mut file = Collection::read(bytes).expect("a game");
    assert!(lint(&file).iter().all(|finding| finding.rule != Rule::UnknownProperty));
    file.swap_colors();
    assert!(String::from_utf8_lossy(&file.to_bytes()).contains("HOSHIW[human]HOSHIB[gnugo]"));
    assert!(file.turn(Symmetry::Transpose).is_empty());
    assert!(String::from_utf8_lossy(&file.to_bytes()).ends_with("HOSHID[ba]HOSHIS[ca])\n"));
}

/// The content of a file to which every change was saved.
struct Saved(Vec<u8>);

impl Saved {
    fn save(&mut self, kifu: &Kifu, change: Change) {
        match change {
            Change::Nothing => return,
            Change::Append => {
                let is_closer = |byte: &u8| *byte == b')' || byte.is_ascii_whitespace();
                let end = self.0.iter().rposition(|byte| !is_closer(byte)).map_or(0, |at| at + 1);
                let node = [b";", kifu.node().raw()].concat();
                self.0.splice(end..end, node);
            }
            Change::Whole { .. } => self.0 = kifu.to_bytes(),
        }
        let read = Collection::read(self.0.clone()).expect("a game");
        assert_eq!(read.faults(), []);
        assert_eq!(flat(&read), flat(kifu.file()), "{change:?} of {}", self.0.escape_ascii());
    }
}

fn any_point(random: &mut Random, size: Size) -> Option<Point> {
    size.point(random.below(3) as u8, random.below(3) as u8)
}

fn any_move(random: &mut Random, size: Size) -> (Color, Move) {
    let color = [Color::Black, Color::White][random.below(2)];
    (color, any_point(random, size).filter(|_| !random.one_in(4)).map_or(Move::Pass, Move::Play))
}

/// One change at random, of a game or of a review.
fn any_change(kifu: &mut Kifu, random: &mut Random) -> Result<Change, KifuError> {
    const NAMES: [&str; 6] = ["C", "N", "LB", "TR", "GC", "XY"];
    let size = kifu.size();
    let (color, mv) = any_move(random, size);
    if random.one_in(3) {
        let nodes: Vec<NodeId> = kifu.tree().nodes().map(NodeRef::id).collect();
        kifu.go_to(nodes[random.below(nodes.len())]);
    }
    match random.below(16) {
        0..=2 => kifu.play(color, mv, None),
        3..=5 => kifu.branch(color, mv),
        6 => kifu.undo(random.one_in(2)),
        7 => {
            let now = Position::new(Board::new(size), color);
            kifu.set_up(&Board::new(size), &now)
        }
        8 => kifu.correct(1 + random.below(4), color, mv),
        9 => {
            let set = |random: &mut Random| {
                PointSet::of(size, any_point(random, size).filter(|_| random.one_in(2)))
            };
            kifu.set_marks(&set(random), &set(random))
        }
        10 => {
            let points: Vec<Point> = any_point(random, size).into_iter().collect();
            let territory = random.one_in(2).then_some([&points[..], &[]]);
            kifu.finish("B+R".parse().expect("a result"), territory)
        }
        11 if random.one_in(2) => kifu.reopen(),
        11 => kifu.clear_marks(),
        12 if random.one_in(2) => kifu.comment(random.pick(TEXTS)),
        12 => kifu.set_info(random.pick(&NAMES), random.pick(TEXTS)),
        13 => kifu.set_text(random.pick(&NAMES), random.pick(TEXTS)),
        14 => {
            let values: Vec<String> =
                (0..random.below(3)).map(|_| random.pick(TEXTS).to_owned()).collect();
            kifu.set_values(random.pick(&NAMES), &values)
        }
        _ if random.one_in(2) => kifu.promote(),
        _ => kifu.remove(),
    }
}

#[test]
fn changes_at_random_are_told_and_kept() {
    let mut random = Random::new(20);
    let mut changes = [0; 3];
    for round in 0..200 {
        let nodes = random.below(12);
        let bytes = match round % 4 {
            0 => tree(&mut random, nodes),
            1 => game(&mut random, nodes),
            2 => b"(;SZ[9];B[aa](;)(;W[bb]))".to_vec(),
            _ => b"(;SZ[9];B[aa];)".to_vec(),
        };
        let Ok(mut kifu) = Kifu::of_file(Collection::read(bytes).expect("a game")) else {
            continue;
        };
        let mut saved = Saved(kifu.to_bytes());
        for _ in 0..60 {
            let before = kifu.clone();
            let Ok(change) = any_change(&mut kifu, &mut random) else { continue };
            saved.save(&kifu, change);
            match change {
                Change::Nothing => changes[0] += 1,
                Change::Append => changes[1] += 1,
                Change::Whole { .. } => changes[2] += 1,
            }
            // A cursor node is removed on leaving it, though no change is reported.
            let same = kifu.tree().nodes().count() < before.tree().nodes().count()
                || flat(before.file()) == flat(kifu.file());
            assert!(change != Change::Nothing || same);
        }
    }
    assert!(changes.iter().all(|&count| count > 100), "{changes:?}");
}

/// The main line of the record is always the game, whatever is taken back and kept.
#[test]
fn the_main_line_is_the_game() {
    let mut random = Random::new(21);
    for _ in 0..200 {
        let mut kifu = kifu("(;SZ[9])");
        let mut played: Vec<(Color, Move)> = Vec::new();
        for _ in 0..60 {
            let (color, mv) = any_move(&mut random, Size::S9);
            if random.one_in(3) {
                let change = kifu.undo(random.one_in(2)).expect("a change");
                assert_eq!(change != Change::Nothing, played.pop().is_some());
            } else {
                let _ = kifu.play(color, mv, None).expect("a change");
                played.push((color, mv));
            }
            for kifu in [&kifu, &self::kifu(kifu.to_bytes())] {
                let line = kifu.tree().main_line().flat_map(|node| node.moves(Size::S9));
                let moves: Vec<_> = line.filter_map(|(color, mv, _)| Some((color, mv?))).collect();
                assert_eq!(moves, played, "{}", text(kifu));
                let end = kifu.tree().main_line().last().expect("a node").id();
                assert_eq!(kifu.node().id(), end);
            }
        }
    }
}
