//! NGF, field by field.

use hoshi_record::servers::{Server, read};

use crate::{info, load, moves, notes, sgf};

const GAME: &str = "\
Rated game
19
ann         7D*
bob the 2nd 9DP
www.cyberoro.com
0
0
6
20170316 [09:37]
15
White loses on time
3
PMABBREER
PMACWEEEE
PMADBAAAA
";

/// The game with another line in its header.
fn with(line: usize, text: &str) -> hoshi_record::servers::Read {
    let mut lines: Vec<&str> = GAME.lines().collect();
    lines[line - 1] = text;
    load(lines.join("\n"), Server::Ngf)
}

#[test]
fn a_whole_game() {
    let read = load(GAME, Server::Ngf);
    assert_eq!(notes(&read), "");
    assert_eq!(
        sgf(&read),
        "(;GM[1]FF[4]CA[UTF-8]SZ[19]PB[bob the 2nd]BR[9p]PW[ann]WR[7d*]EV[Rated game]\
         PC[www.cyberoro.com]KM[6.5]DT[2017-03-16]TM[900]RE[B+T]\n;B[qd];W[dd];B[])\n"
    );
}

#[test]
fn handicap_and_komi() {
    let read = with(6, "3");
    assert_eq!((info(&read, "HA"), info(&read, "KM")), ("3".into(), "6".into()));
    assert!(sgf(&read).contains("AB[dp][pd][dd]"));
    assert_eq!(info(&with(8, "7.5"), "KM"), "7.5");
    assert_eq!(info(&with(8, "0"), "KM"), "0.5");
    assert_eq!(notes(&with(8, "six")), "line 8: the komi is not a number\n");
    assert_eq!(notes(&with(6, "?")), "line 6: the handicap is not a number\n");
    assert_eq!(notes(&with(7, "4")), "line 7: `4` is not understood; it is 0 elsewhere\n");
}

#[test]
fn sizes_dates_and_results() {
    let small =
        load("x\n9\na\nb\n\n0\n0\n6\n20170316\n0\nProgressing!\n1\nPMABBFFFF\n", Server::Ngf);
    assert_eq!(
        (info(&small, "SZ"), moves(&small), notes(&small)),
        ("9".into(), "Bee".into(), String::new())
    );
    assert_eq!(info(&small, "RE"), "");
    assert_eq!(info(&with(9, "20100123 [21: 6]"), "DT"), "2010-01-23");
    assert_eq!(notes(&with(9, "20171301")), "line 9: the date `20171301` is not understood\n");
    assert_eq!(info(&with(11, "白5.5目勝ち!"), "RE"), "W+5.5");
    assert_eq!(info(&with(11, "흑 1.5집 승"), "RE"), "B+1.5");
    let odd = with(11, "who knows");
    assert_eq!(
        (info(&odd, "RE"), notes(&odd)),
        ("who knows".into(), "line 11: the result `who knows` is not understood\n".into())
    );
    assert_eq!(notes(&with(12, "200")), "line 12: 200 moves are announced, but there are 3\n");
    // Passes are not always counted.
    assert_eq!(notes(&with(12, "2")), "");
}

#[test]
fn charsets() {
    let korean: Vec<u8> = [
        &b"\xc4\xa3\xbc\xb1\xb4\xeb\xb1\xb9\n19\n\xb9\xda\xc1\xa4\xc8\xaf 9\xb4\xdcP\n\xc0\xcc\xbc\xbc\xb5\xb9 9\xb4\xdcP\n"[..],
        b"x\n0\n0\n6\n20170316\n5\n\xb9\xe9 \xba\xd2\xb0\xe8\xbd\xc2!\n1\nPMABBREER\n",
    ]
    .concat();
    let read = load(korean, Server::Ngf);
    assert_eq!((info(&read, "PB"), info(&read, "BR")), ("이세돌".into(), "9p".into()));
    assert_eq!((info(&read, "PW"), info(&read, "RE")), ("박정환".into(), "W+R".into()));
    assert_eq!(read.charset_note().as_deref(), Some("no charset is named; it seems to be EUC-KR"));
}

#[test]
fn broken_lines_are_skipped() {
    let file = GAME.to_owned() + "GIxyz\nPMAFWZZZZ\nPMAGWQQQ\nPMAHB\n";
    let read = load(file, Server::Ngf);
    assert_eq!(moves(&read), "Bqd Wdd B Wpp");
    assert_eq!(
        notes(&read),
        "line 16: `GIxyz` is not a move, and skipped\n\
         line 17: its number does not follow the one before it\n\
         line 17: `PMAFWZZZZ` is not on the board; the move is skipped\n\
         line 18: the coordinates are not repeated backwards, as they should be\n\
         line 19: `PMAHB` is not a move, and skipped\n"
    );
    assert_eq!(read.left_out, ["3 lines are skipped and lost"]);
}

#[test]
fn a_short_header() {
    let read = load("x\n19\nann 1D\nbob 2D\nPMABBREER\n", Server::Ngf);
    assert_eq!((info(&read, "PB"), moves(&read)), ("bob".into(), "Bqd".into()));
    assert_eq!(notes(&read), "line 5: 4 lines come before the moves, not 12\n");
    let read = load("PMABBREER\n", Server::Ngf);
    assert_eq!(moves(&read), "Bqd");
    assert!(notes(&read).contains("the board size is missing"));
}

#[test]
fn no_moves() {
    let header: String = GAME.lines().take(12).map(|line| format!("{line}\n")).collect();
    let found = read(header.as_bytes(), Server::Ngf).expect("a game without moves");
    assert_eq!((info(&found, "PB"), moves(&found)), ("bob the 2nd".into(), String::new()));
    for text in ["", "Dear Sir", "a\n19\nb\n"] {
        assert!(read(text.as_bytes(), Server::Ngf).is_err(), "{text}");
    }
}
