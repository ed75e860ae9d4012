//! DGF and SGN hold legal games of Go, in both directions; boards larger than SGF's can be converted
//! between them.

use hoshi_core::{Color, Size};
use hoshi_record::convert::{
    Format, Options, ReadError, WriteError, read, recast, write, write_sgf,
};
use hoshi_record::replay::{Terms, replay};

use crate::{converted, from, lines, sgf, to};

const GO_ONLY: [Format; 6] =
    [Format::Dgf, Format::Dgfb, Format::Dgb, Format::Dgr, Format::Sgn, Format::Url];

/// The message when an illegal record is read.
fn illegal(bytes: &[u8], format: Format) -> String {
    match read(bytes.to_vec(), Some(format)) {
        Err(ReadError::Illegal(why)) => why.lines().next().unwrap_or_default().to_owned(),
        other => panic!("{other:?} of {}", bytes.escape_ascii()),
    }
}

#[test]
fn an_illegal_record_is_named_when_it_is_read() {
    let cases: [(&[u8], Format, &str); 12] = [
        // On a stone.
        (b"1 0 0 2 0 0 0 0 0 1 1", Format::Dgr, "move 2, White's 1 (A2): the point is occupied"),
        (b"9x9 E5b E5w", Format::Sgn, "column 9: `E5w` is refused: the point is occupied"),
        (b"/game/9x9,E5b,E5w", Format::Url, "column 15: `E5w` is refused: the point is occupied"),
        (b"9x9 E5b E5b", Format::Sgn, "column 9: `E5b` is refused: the point is occupied"),
        // Into a ko.
        (
            b"1 0 0 5 0 1 2 0 0 1 2 0 2 0 0 1 2 0 0 0 0 0 0 0 0 0 0 0 0 0 8 7",
            Format::Dgr,
            "move 2, White's 7 (B4): the ko may not be taken back at once",
        ),
        // Over, with contradictions.
        (
            b"0 0 0 1 0 1 0",
            Format::Dgr,
            "the record's board is that of a game that is over (turn 0), but there are moves",
        ),
        (
            b"0 0 0 1 0 0",
            Format::Dgr,
            "the record's board is that of a game that is over (turn 0), but the result is 0: write 1 \
             (Black won) or 2 (White won)",
        ),
        // The wrong winner.
        (
            b"1 0 0 1 0 1 -1",
            Format::Dgr,
            "Black resigned with move 1, but the result is 1: it should be 2",
        ),
        // Without a liberty.
        (
            b"1 0 0 2 1 2 2 0 0",
            Format::Dgr,
            "the record's board is not a legal position: the black stone at A2 has no liberty",
        ),
        (&[1, 0, 0, 1, 1], Format::Dgb, "the black stone at A1 has no liberty"),
        // The rules in an address apply.
        (
            b"/game/2x2,A2w,passb,B1w,A1b?rules=japanese",
            Format::Url,
            "column 25: `A1b` is refused: the stone would have no liberty (suicide)",
        ),
        (b"9x9 E5b C3w C3c", Format::Sgn, "column 13: `C3c`: C3w doesn't capture that"),
    ];
    for (bytes, format, why) in cases {
        assert_eq!(illegal(bytes, format), why, "{}", bytes.escape_ascii());
    }
    // Direct conversion between forms of DGF refuses it too.
    let record = b"1 0 0 2 0 0 0 0 0 1 1";
    for form in [Format::Dgr, Format::Dgf, Format::Dgfb] {
        let error = recast(record, Format::Dgr, form).unwrap_err();
        assert!(matches!(error, ReadError::Illegal(_)), "{error}");
    }
    assert!(matches!(
        recast(&[1, 0, 0, 1, 1], Format::Dgb, Format::Dgb),
        Err(ReadError::Illegal(_))
    ));
}

#[test]
fn what_some_rules_allow_is_read() {
    // Suicide of two stones, and of one.
    for line in ["3x3 A3b A2w B3b B2w passb C3w", "2x2 A1b B2w passb A2w B1b"] {
        assert_eq!(from(line, Format::Sgn).format, Format::Sgn);
    }
    let record = from("1 0 0 2 0 0 0 0 0 3 2 0 1 4", Format::Dgr);
    assert_eq!(record.file.node_count(), 6);
}

#[test]
fn an_illegal_game_is_refused_when_it_is_written() {
    let occupied = "(;SZ[9];B[ee];W[ee])";
    let crowded = "(;SZ[3]AB[ba][ab]AW[aa])";
    let retaken = "(;SZ[5]AB[ba][ab][bc]AW[ca][bb][db][cc];B[cb];W[bb])";
    for format in GO_ONLY {
        if format != Format::Dgb {
            let error = to(occupied, format).unwrap_err();
            let what = "move 2, White E5, is illegal: the point is occupied";
            assert_eq!(error.to_string(), format!("{what}; {format} holds legal games only"));
            let error = to(retaken, format).unwrap_err();
            assert!(matches!(error, WriteError::Illegal { .. }), "{error}");
        }
        let error = to(crowded, format).unwrap_err();
        assert!(error.to_string().contains("the white stone at A3 has no liberty"), "{error}");
        assert!(matches!(error, WriteError::Illegal { .. }), "{error}");
    }
    // A board is a position, however it came about.
    assert!(to(occupied, Format::Dgb).is_ok());
    // SGF can hold it.
    assert_eq!(converted(occupied, Format::Sgf), "(;SZ[9];B[ee];W[ee])\n");
}

#[test]
fn whatever_is_written_is_read_again() {
    // Suicide under rules that allow it: the game is legal even without the name of the rules.
    let text = "(;SZ[9]RU[NZ]KM[7];B[aa];W[ba];B[];W[ab])";
    let suicide = "(;SZ[9]RU[NZ]KM[7]AB[ba][ab];W[aa])";
    // Play that is resumed again and again.
    let resumed =
        "(;SZ[9];B[];W[];B[aa];W[bb];B[];W[];B[cc];W[dd];B[];W[];B[ee];W[ff];B[];W[];B[gg])";
    let mut written = 0;
    for text in [text, suicide, resumed] {
        for format in GO_ONLY {
            let Ok(made) = to(text, format) else { continue };
            let bytes = made.bytes.escape_ascii().to_string();
            assert!(read(made.bytes, Some(format)).is_ok(), "{format}: {bytes}");
            written += 1;
        }
    }
    assert!(written >= 15, "{written}");
}

#[test]
fn another_game_never_becomes_go() {
    for text in
        ["(;GM[11]SZ[11];B[f6];W[swap-pieces])", "(;GM[4]SZ[15];B[hh])", "(;FF[4];GM[2];B[aa])"]
    {
        let name = sgf(text).game(0).unwrap().other_game().unwrap().to_string();
        for format in GO_ONLY {
            let error = to(text, format).unwrap_err().to_string();
            assert_eq!(error, format!("this is {name}, not Go, and {format} holds only Go"));
        }
        assert_eq!(converted(text, Format::Sgf), format!("{text}\n"));
    }
    for text in ["(;GM[1]SZ[9])", "(;GM[ 1 ]SZ[9])", "(;SZ[9])"] {
        assert!(to(text, Format::Sgn).is_ok(), "{text}");
    }
    // A GM that is not a number is ignored, with a loss.
    let lost = lines(&to("(;GM[Go]SZ[9])", Format::Sgn).unwrap().losses);
    assert_eq!(lost, "the first node: GM is lost: `Go` is not the number of a game\n");
}

#[test]
fn boards_that_sgf_has_no_letters_for() {
    for (line, corner) in [
        ("53x53 A1b BC53w passb AA1w", (52, 0)),
        ("100x100 CV100b A1w CZ1b passw", (95, 0)),
        ("255x255 A1b KE255w KE1b A255w", (254, 0)),
    ] {
        let record = from(line, Format::Sgn);
        let game = record.file.game(0).unwrap();
        let size = game.size();
        let end = replay(game.main_line().last().unwrap(), &Terms::of(game)).game;
        assert_eq!((end.size(), end.move_count()), (size, 4));
        let point = size.point(corner.0, corner.1).unwrap();
        assert!(end.board().stone(point).is_some(), "{line}");
        for format in GO_ONLY.into_iter().filter(|&format| format != Format::Dgb) {
            let made = write(game, format, &Options::default()).unwrap().bytes;
            let again = from(made, format);
            let back = write(again.file.game(0).unwrap(), Format::Sgn, &Options::default());
            assert_eq!(String::from_utf8(back.unwrap().bytes).unwrap(), format!("{line}\n"));
        }
        let board = write(game, Format::Dgb, &Options::default()).unwrap().bytes;
        let board = from(board, Format::Dgb).start.unwrap();
        assert_eq!(board.board().stones().count(), end.board().stones().count());
        let why = format!("the board is {size}, and SGF ends at 52x52");
        assert_eq!(write_sgf(&record.file).unwrap_err().to_string(), why);
        let error = write(game, Format::Sgf, &Options::default()).unwrap_err();
        assert_eq!(error.to_string(), why);
        // Split off, it is still as large.
        assert_eq!(record.file.split()[0].game(0).unwrap().size(), size);
    }
    let wide = from("60x10 A1b BK10w A10b", Format::Sgn);
    let end = wide.file.game(0).unwrap();
    assert_eq!(end.size(), Size::new(60, 10).unwrap());
    let game = replay(end.main_line().last().unwrap(), &Terms::of(end)).game;
    assert_eq!(game.board().stone_count(Color::Black), 2);
}

#[test]
fn an_sgf_file_has_no_larger_board() {
    let file = sgf("(;SZ[100];B[aa];W[CV100])");
    let game = file.game(0).unwrap();
    assert_eq!(game.size(), Size::S19);
    let notes = Terms::of(game).notes(game);
    assert_eq!(notes.len(), 1);
    assert!(notes[0].starts_with("SZ: `100` is not a board size"), "{}", notes[0]);
    assert!(notes[0].ends_with("a board of 19x19 is assumed"), "{}", notes[0]);
    // Split, it is no larger either.
    assert_eq!(file.split()[0].game(0).unwrap().size(), Size::S19);
}
