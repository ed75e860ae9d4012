//! Malicious files: deep, long, one huge value, the same fault a million times. They are read in linear
//! time, and the number of stored faults is bounded. Nothing is timed: a reader that scans the rest of
//! the file for every node would never finish.

use crate::common::{flat, push_agrees};
use hoshi_core::{Size, Symmetry};
use hoshi_record::replay::{MAX_REMARKS, Terms, replay_brief};
use hoshi_record::sgf::{Collection, MAX_FAULTS};

/// Reads, writes and reads again, without the slow comparisons.
fn read(bytes: Vec<u8>) -> Collection {
    let file = Collection::read(bytes).expect("a game");
    assert!(file.faults().len() <= MAX_FAULTS);
    let written = file.to_bytes();
    let again = Collection::read(&written[..]).expect("a game");
    assert_eq!(again.faults(), []);
    assert_eq!(again.node_count(), file.node_count());
    assert!(again.to_bytes() == written);
    file
}

#[test]
fn a_hundred_thousand_levels() {
    for close in [0, 50_000, 100_000, 150_000] {
        let text = ["(;B[aa]".repeat(100_000), ")".repeat(close)].concat();
        let file = read(text.into_bytes());
        assert_eq!(file.node_count(), 100_000);
        let end = file.game(0).expect("a game").main_line().last().expect("a node");
        assert_eq!((end.line().len(), end.path().len()), (100_000, 99_999));
    }
    let text = format!("(;FF[4]{}{})", "(;B[aa]".repeat(50_000), ";W[bb])".repeat(50_000));
    assert_eq!(read(text.into_bytes()).node_count(), 100_001);
}

#[test]
fn two_hundred_thousand_nodes() {
    let text = format!("(;FF[4]{})", ";B[aa]".repeat(200_000)).into_bytes();
    push_agrees(&text);
    let file = read(text);
    assert_eq!(flat(&file)[0].len(), 200_001);
}

#[test]
fn two_hundred_thousand_variations() {
    let text = format!("(;FF[4]{})", "(;B[aa])".repeat(200_000)).into_bytes();
    let file = read(text);
    let root = file.game(0).expect("a game").root();
    assert_eq!(root.children().count(), 200_000);
}

#[test]
fn two_hundred_thousand_games() {
    assert_eq!(read("(;B[aa])".repeat(200_000).into_bytes()).games().count(), 200_000);
}

#[test]
fn one_value_of_fifty_megabytes() {
    for (open, piece, length) in [
        ("(;C[", "0123456789", 50_000_000),
        ("(;C[", "see [a] ", 4_000_000),
        ("(;C[", "\\]", 4_000_000),
        ("(;C[", "a[", 4_000_000),
        ("(;B[", "0123456789", 4_000_000),
        ("(;C[", "\0\0\0\0\0\0\0\0", 4_000_000),
    ] {
        let text = [open.to_owned(), piece.repeat(length / piece.len())].concat().into_bytes();
        let file = Collection::read(text).expect("a game");
        assert_eq!((file.node_count(), file.faults().len()), (1, 2), "{piece:?}");
        let root = file.game(0).expect("a game").root();
        let value = root.properties().next().expect("a property").value();
        assert!(value.raw().len() > length - 10, "{piece:?}");
    }
}

/// Every one of these has a fault in every node.
#[test]
fn the_same_fault_again_and_again() {
    let mut most = 0;
    for piece in [
        ";B[aaaaa",
        ";B[aa;",
        ";C[hello;B[aa]",
        ";AB[aa][bb(",
        ";W[aa C",
        "(;FF[4]",
        "((",
        "))",
        "[a]",
        ";x",
        "]",
        "(;B[aa]))",
        ";C[a]b]",
        ";C[a] b [c]",
        "a[",
        "A[",
        ";C[x]) ]",
        "(;SZ[",
        "] [",
        "\\",
        "(",
        ";\0",
        "]A",
        ";B[aa]\r",
        "(;B[]()",
        "(;C[];B[\\",
    ] {
        let text = ["(;GM[1]", &piece.repeat(400_000 / piece.len())].concat().into_bytes();
        let file = read(text);
        assert!(file.unkept_faults() == 0 || file.faults().len() == MAX_FAULTS, "{piece:?}");
        let lead = [piece.repeat(200_000 / piece.len()), "(;GM[1];B[aa])".to_owned()].concat();
        if let Ok(file) = Collection::read(lead) {
            assert!(file.faults().len() <= MAX_FAULTS);
            most = most.max(file.faults().len());
        }
    }
    assert_eq!(most, MAX_FAULTS, "none of them has many faults");
    // An endless name before stray brackets.
    for letter in ["a", "A"] {
        let text = [letter.repeat(400_000), "!".to_owned(), "[".repeat(400_000)].concat();
        assert!(Collection::read(text).is_err());
    }
}

/// Games whose charset has to be chosen one by one.
#[test]
fn many_games_in_another_charset() {
    let mut text = Vec::new();
    for _ in 0..3_000 {
        text.extend_from_slice(
            b"(;AB[aa][bb]AW[cc]C[\xba\xda\xcf\xc8\xb0\xd7\xcb\xc0];B[dd];W[ee])\n",
        );
    }
    let file = read(text);
    assert_eq!(file.games().count(), 3_000);
    let charset = file.game(2_999).expect("a game").charset();
    assert_eq!(charset.decode(b"\xba\xda"), "黑");
}

#[test]
fn nothing_can_be_turned() {
    let text = format!("(;SZ[2]{})", ";B[zz]".repeat(100_000));
    let mut file = Collection::read(text.clone()).expect("a game");
    assert_eq!(file.turn(Symmetry::ALL[1]).len(), 100_000);
    assert_eq!(file.to_bytes(), Collection::read(text).expect("a game").to_bytes());
}

/// A built file can be as long as one that is read.
#[test]
fn a_long_line_is_built() {
    let mut file = Collection::new(Size::S19);
    let mut edit = file.edit(0).expect("a game");
    let mut node = edit.root();
    for number in 0..200_000 {
        node = edit.append(node);
        edit.set(node, if number % 2 == 0 { "B" } else { "W" }, &["dd"]).expect("a move");
    }
    edit.promote(node);
    edit.keep_line(node);
    assert_eq!(read(file.to_bytes()).node_count(), 200_001);
}

/// A value of seven bytes can name 2,704 points. The number of points returned is bounded by the
/// board.
#[test]
fn rectangles_over_rectangles() {
    let text = format!("(;SZ[52]TR{0}AB{0}AW{0})", "[aa:ZZ]".repeat(100_000));
    let file = read(text.into_bytes());
    let game = file.game(0).expect("a game");
    assert_eq!(game.root().points("TR", game.size()).count(), 52 * 52);
    let brief = replay_brief(game.root(), &Terms::of(game));
    assert_eq!(brief.game.board().stones().count(), 52 * 52);
    assert_eq!(brief.remarks.len(), 1);
}

/// More moves than in any game: memory is bounded, and the count is right.
#[test]
fn moves_without_end() {
    for (piece, moves, remarks) in [(";B[aa]", 1, 1), (";B[];W[]", 2, 0), (";B[aa]AB[bb]", 1, 1)] {
        let text = format!("(;SZ[19]{})", piece.repeat(100_000));
        let file = Collection::read(text).expect("a game");
        let game = file.game(0).expect("a game");
        let end = game.main_line().last().expect("a node");
        let brief = replay_brief(end, &Terms::of(game));
        assert_eq!(brief.move_count(), moves * 100_000, "{piece}");
        assert!(brief.game.undoable() <= 1 << 15, "{piece}");
        assert!(brief.remarks.len() <= MAX_REMARKS);
        let all = brief.remarks.len() + brief.unkept;
        assert!(all.abs_diff(remarks * 100_000) <= 1, "{piece}: {all}");
    }
}
