//! What the formats cannot hold: refused, or named as lost, one line each with its place.

use hoshi_record::convert::{Format, Options, node_at_move, read, recast, write};
use hoshi_record::sgf::Collection;

use crate::{converted, from, lines, lost, sgf, to, tree};

#[test]
fn what_dgf_cannot_hold() {
    let cases = [
        ("(;SZ[9:11];B[aa])", "refused: DGF holds only square boards, not 9x11\n"),
        (
            "(;SZ[9];B[aa];B[bb])",
            "refused: move 2 is Black's out of turn: the moves of a DGF record alternate\n",
        ),
        (
            "(;SZ[9]PL[W];B[bb])",
            "refused: move 1 is Black's out of turn: the moves of a DGF record alternate\n",
        ),
        (
            "(;SZ[9];B[aa];AW[bb])",
            "refused: move 1: stones are set up in mid-game, which dgf cannot hold\n",
        ),
        (
            "(;SZ[9];B[aa];PL[B])",
            "refused: move 1: stones are set up in mid-game, which dgf cannot hold\n",
        ),
        ("(;SZ[9]RE[0])", "the first node: RE: the outcome 0 is kept as 0 (unfinished)\n"),
        ("(;SZ[9]RE[Void])", "the first node: RE: the outcome Void is kept as 0 (unfinished)\n"),
        ("(;SZ[9]RE[B+3.5])", "the first node: RE: the outcome B+3.5 is kept as 1 (Black won)\n"),
        ("(;SZ[9]RE[W+T])", "the first node: RE: the outcome W+T is kept as 2 (White won)\n"),
        // Black is to move, but White resigned.
        ("(;SZ[9]RE[B+R])", "the first node: RE: the outcome B+R is kept as 1 (Black won)\n"),
        ("(;SZ[9]RU[AGA]KM[7])", "the first node: RU is lost: aga\n"),
        ("(;SZ[9]RE[?])", ""),
        ("(;SZ[9]RE[W+])", ""),
        ("(;SZ[9]RE[W+R]KM[-0.5]PB[a]PW[b]DT[c])", ""),
    ];
    for (text, expected) in cases {
        assert_eq!(lost(text, Format::Dgf), expected, "{text}");
    }
    assert_eq!(lost("(;SZ[9]KM[510.5])", Format::Dgf), "");
    assert!(lost("(;SZ[9]KM[511])", Format::Dgf).starts_with("refused: "));
    assert!(lost("(;SZ[9]KM[-511])", Format::Dgr).starts_with("refused: "));
}

#[test]
fn what_nobody_can_read_is_named_and_not_made_up() {
    let text = "(;SZ[99]KM[abc]HA[some]RU[nonsense]RE[who knows];B[aa])";
    let keys = |format| -> Vec<String> {
        let lost = lost(text, format);
        lost.lines()
            .map(|line| line.split(['\u{60}', '(']).next().unwrap_or("").to_owned())
            .collect()
    };
    let each = ["SZ", "KM", "HA", "RU", "RE"].map(|key| format!("the first node: {key} is lost: "));
    assert_eq!(keys(Format::Dgf), each);
    assert_eq!(
        keys(Format::Url),
        ["SZ", "HA", "KM", "RU", "RE"].map(|key| format!("the first node: {key} is lost: "))
    );
    assert_eq!(converted("(;SZ[9]KM[abc])", Format::Url).lines().next(), Some("/game/9x9"));
    assert_eq!(
        keys(Format::Sgn).last().map(String::as_str),
        Some("the first node: KM, RU, RE are lost")
    );
}

#[test]
fn properties_variations_and_repetitions() {
    let text =
        "(;SZ[9]PB[a][b]PB[c]GN[x]XY[1];B[aa]C[hi]TR[bb](;W[bb];C[and])(;W[cc];B[dd])(;C[or]))";
    let expected = "the first node: all but the first value of PB, the second PB, GN, XY are lost\n\
        move 1: C, TR are lost\n\
        a variation after move 1: lost with its 2 nodes, White C7\n\
        a variation after move 1: lost with its node\n\
        move 2: C is lost\n";
    assert_eq!(lost(text, Format::Dgf), expected);
    assert_eq!(
        lost("(;SZ[9];C[a];B[aa][bb])", Format::Sgn),
        "before move 1: C is lost\nmove 1: all but the first value of B is lost\n"
    );
    // Information may come after the root, and is found there.
    let late = "(;SZ[9];KM[6.5]PB[a];B[aa])";
    assert_eq!(lost(late, Format::Dgf), "");
    assert!(converted(late, Format::Dgf).contains("black = \"a\""));
    // In a file of several games the number is given.
    let file = sgf("(;SZ[9])(;SZ[9]C[x])");
    let written = write(file.game(1).expect("a game"), Format::Sgn, &Options::default());
    assert_eq!(lines(&written.expect("a line").losses), "game 2, the first node: C is lost\n");
}

#[test]
fn moves_that_only_some_rules_allow_are_kept_and_named() {
    assert_eq!(
        lost("(;SZ[9]AB[ba][ab]PL[W];W[aa])", Format::Dgr),
        "move 1: move 1, White A9, is illegal: the stone would have no liberty (suicide)\n"
    );
    assert_eq!(
        lost("(;SZ[9];B[aa];W[zz];W[bb])", Format::Sgn),
        "move 1: W[zz] is not a point on a 9x9 board\n"
    );
    let long = format!("(;SZ[9];B[{}])", "x".repeat(100_000));
    assert!(lost(&long, Format::Sgn).len() < 200);
    let named = format!("(;SZ[9]{}[x])", "X".repeat(100_000));
    assert!(lost(&named, Format::Sgn).len() < 200);
}

#[test]
fn passes_that_end_the_game_have_the_last_word() {
    let text = "(;SZ[3]RU[Tromp-Taylor]KM[0]RE[W+R];B[bb];W[];B[])";
    let lost_by_url =
        "the first node: RE is lost: it says W+R, but the moves end the game with B+9\n";
    assert_eq!(lost(text, Format::Url), lost_by_url);
    assert!(lost(text, Format::Dgf).contains(lost_by_url));
    assert!(converted(text, Format::Dgf).contains("result = 1\n"));
    let right = "(;SZ[3]RU[Tromp-Taylor]KM[0]RE[B+9];B[bb];W[];B[])";
    assert_eq!(lost(right, Format::Url), "");
}

#[test]
fn what_sgn_cannot_hold() {
    let cases = [
        ("(;SZ[9]AW[aa])", "refused: "),
        ("(;SZ[9]AB[aa])", "refused: "),
        ("(;SZ[9]PL[W])", "refused: "),
        (
            "(;SZ[9];B[aa];B[bb])",
            "refused: two moves of Black at the start would be read as handicap stones\n",
        ),
        (
            "(;SZ[9];B[aa];AE[aa])",
            "refused: move 1: stones are set up in mid-game, which sgn cannot hold\n",
        ),
        ("(;SZ[9]PL[W];B[aa])", "the first node: PL is lost\n"),
        ("(;SZ[9]PL[B];B[aa])", ""),
        ("(;SZ[9]HA[3]AB[aa][bb])", "the first node: HA is lost\n"),
        ("(;SZ[9]HA[2]AB[aa][bb])", ""),
        ("(;SZ[9]KM[5]RE[B+1])", "the first node: KM, RE are lost\n"),
    ];
    for (text, expected) in cases {
        let lost = lost(text, Format::Sgn);
        if expected == "refused: " {
            assert!(lost.starts_with(expected), "{text}: {lost}");
        } else {
            assert_eq!(lost, expected, "{text}");
        }
    }
}

#[test]
fn an_address_keeps_rules_that_have_their_own_komi() {
    let text = "/game/9x9?rules=japanese,komi%3D5.5\n";
    let record = from(text, Format::Url);
    assert_eq!(converted(&tree(&record), Format::Url), text);
    // Suicide is legal where the rules of the address allow it.
    let suicide = "/game/2x2,A2w,passb,B1w,A1b,A1c";
    assert_eq!(from(format!("{suicide}?rules=new-zealand"), Format::Url).notes.len(), 0);
    assert!(read(format!("{suicide}?rules=japanese").into(), Some(Format::Url)).is_err());
    let error = read("/game/9x9,E5b,resignw?result=W%2BR".into(), Some(Format::Url));
    let error = error.expect_err("a contradiction").to_string();
    assert!(error.contains("W+R") && error.contains("B+R"), "{error}");
}

#[test]
fn what_a_tree_cannot_hold_of_a_board() {
    let losses_of = |bytes: &[u8]| lines(&from(bytes, Format::Dgb).losses);
    assert_eq!(losses_of(&[1, 0, 6, 1, 0]), "");
    assert_eq!(losses_of(&[9, 0, 6, 1, 0]), "");
    let counts = "are kept as a komi of -4.5: SGF holds no captures\n";
    assert_eq!(
        losses_of(&[9, 5, 0, 1, 0]),
        format!("the game: the counts 5 (Black) and 0.5 (White) {counts}")
    );
    assert_eq!(
        losses_of(&[1, 5, 5, 1, 0]),
        "the game: the counts 5 (Black) and 5 (White) are kept as a komi of 0: SGF holds no captures\n"
    );
    assert_eq!(losses_of(&[0, 0, 0, 1, 0]), "the game: the end of the game (turn 0) is lost\n");
    let ko = [1, 0, 1, 3, 3, 2, 1, 2, 1, 0, 0, 0, 0];
    assert_eq!(losses_of(&ko), "the game: the ko point A3 is lost\n");
    let losses_of = |text: &str| lines(&from(text, Format::Dgr).losses);
    assert_eq!(losses_of("0 0 0 1 0 1"), "the game: the end of the game (turn 0) is lost\n");
    assert_eq!(losses_of("1 0 0 1 0 1 0 -1"), "");
    assert_eq!(tree(&from("1 0 0 1 0 1 0 -1", Format::Dgr)).matches("RE[B+R]").count(), 1);
}

#[test]
fn one_position_of_a_game() {
    let text = "(;SZ[3]KM[0.5];B[bb];C[a pause];W[])";
    let file = sgf(text);
    let game = file.game(0).expect("a game");
    let after = |number| {
        let options = Options { upto: Some(number), ..Options::default() };
        write(game, Format::Dgb, &options).map(|written| written.bytes)
    };
    assert_eq!(after(0).expect("a board"), [9, 0, 0, 3, 0, 0, 0, 0, 0, 0, 0, 0, 0]);
    assert_eq!(after(1).expect("a board"), [10, 0, 0, 3, 0, 0, 0, 0, 1, 0, 0, 0, 0]);
    assert_eq!(after(2).expect("a board")[0], 9);
    assert_eq!(after(3).expect_err("too far").to_string(), "there is no move 3: the last is 2");
    assert!(node_at_move(game, 0).expect("the root").parent().is_none());
    assert_eq!(
        lines(&to(text, Format::Dgb).expect("a board").losses),
        "the game: a dgb holds one position: all else of its 4 nodes is lost\n"
    );
    assert_eq!(lost("(;SZ[3]KM[0.5])", Format::Dgb), "");
    // A game that is over has nobody to move.
    assert_eq!(to("(;SZ[3]RE[B+R];B[bb])", Format::Dgb).expect("a board").bytes[0], 0);
    assert_eq!(lost("(;SZ[3]KM[x])", Format::Dgb).lines().count(), 1);
}

#[test]
fn captures_and_komi_of_a_board_are_counted_once() {
    let captures = |bytes: &[u8]| {
        let start = from(bytes, Format::Dgb).start.expect("a position");
        hoshi_core::Color::ALL.map(|color| start.board().captures(color))
    };
    assert_eq!(captures(&[9, 0, 6, 1, 0]), [0, 0]);
    assert_eq!(captures(&[1, 3, 0, 1, 0]), [0, 0]);
    assert_eq!(captures(&[1, 3, 6, 1, 0]), [3, 6]);
    assert_eq!(captures(&[9, 3, 0, 1, 0]), [3, 0]);
}

#[test]
fn numbers_alone_have_no_names() {
    let cast = |head: &str| {
        let text = format!("format = 1\n{head}\nresult = 0\nboard = [1, 0, 0, 1, 0]\nmoves = []\n");
        let cast = recast(text.as_bytes(), Format::Dgf, Format::Dgr).expect("a game");
        let cast = cast.expect("forms of DGF");
        assert_eq!(cast.bytes, b"1 0 0 1\n0\n0\n");
        lines(&cast.losses)
    };
    assert_eq!(cast("id = 'x'\nblack = ''\nwhite = ''\ndate = ''"), "the game: id is lost\n");
    assert_eq!(
        cast("id = 'x'\nblack = 'a'\nwhite = ''\ndate = 'b'"),
        "the game: id, black, date are lost\n"
    );
    let own = from("1 0 0 1 0 0", Format::Dgr);
    let own = write(own.file.game(0).expect("a game"), Format::Dgf, &Options::default());
    let own = String::from_utf8(own.expect("a game").bytes).expect("text");
    let id = own.lines().nth(1).expect("the id");
    assert_eq!(cast(&format!("{id}\nblack = ''\nwhite = ''\ndate = ''")), "");
}

/// A record can lose something in every node: the first losses are listed, the others counted.
#[test]
fn losses_without_end_are_counted() {
    let text = format!("(;GM[1]FF[4]SZ[9]KM[0]{})", ";B[aa]C[x];W[ab]".repeat(5_000));
    let file = Collection::read(text).unwrap();
    let written = write(file.game(0).unwrap(), Format::Dgb, &Options::default()).unwrap();
    let last = written.losses.last().unwrap();
    assert_eq!(written.losses.len(), 1_001);
    assert!(last.to_string().ends_with("more losses are not listed"), "{last}");
}
