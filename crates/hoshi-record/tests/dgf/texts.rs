//! Faults of the texts: moves, records and games, each by name and place.

use hoshi_record::dgf::{
    BoardError, GameFile, GameFileFault, MAX_BYTES, MAX_MOVES, Move, MoveError, MovesError,
    NumberError, Record, RecordFault, StringTooLong,
};

#[test]
fn moves_as_text() {
    for (text, number) in [
        ("0", 0),
        (" 61\n", 61),
        ("\t-1 ", -1),
        ("-99", -1),
        ("65025", 65_025),
        ("-2147483648", -1),
    ] {
        assert_eq!(text.parse::<Move>().unwrap().number(), number, "{text}");
    }
    for text in ["+1", "01", "-0", "00", "1.0", "0x10", "1,", "--1", "-", "D4", "\u{feff}1", "１"]
    {
        let error = text.parse::<Move>().unwrap_err();
        assert!(matches!(error, MoveError::Number(NumberError::NotDecimal { .. })), "{text}");
    }
    for text in ["2147483648", "-2147483649", "99999999999999999999"] {
        let error = text.parse::<Move>().unwrap_err();
        assert!(matches!(error, MoveError::Number(NumberError::TooLarge { .. })), "{text}");
    }
    assert_eq!("".parse::<Move>(), Err(MoveError::Nothing));
    assert_eq!("1 2".parse::<Move>(), Err(MoveError::Several));
    assert_eq!("65026".parse::<Move>(), Err(MoveError::Beyond { number: 65_026 }));
    // A message quotes at most a line, without control characters.
    let text = format!("\u{1b}[2J{}", "9".repeat(5000));
    let message = text.parse::<Move>().unwrap_err().to_string();
    assert!(message.len() < 250 && !message.contains('\u{1b}'), "{message}");
}

/// The fault, and its line, column and number.
fn record_fault(text: &str) -> (RecordFault, usize, usize, usize) {
    let error = Record::from_dgr(text.as_bytes()).expect_err(text);
    (error.fault, error.place.line, error.place.column, error.index)
}

#[test]
fn records_as_text() {
    let number = |text: &str| RecordFault::Number(NumberError::NotDecimal { text: text.into() });
    let cases = [
        ("", RecordFault::Ends { missing: "the four numbers of the header" }, 1, 1, 1),
        ("1 0\n0", RecordFault::Ends { missing: "the four numbers of the header" }, 2, 2, 4),
        ("1 0 0 2\n0 0", RecordFault::Ends { missing: "more points of the board" }, 2, 4, 7),
        ("1 0 0 1\n0\n", RecordFault::Ends { missing: "the result" }, 3, 1, 6),
        ("1 0 0\n  0", RecordFault::Board(BoardError::NoSide), 2, 3, 4),
        ("3 0 0 19", RecordFault::Board(BoardError::Turn), 1, 1, 1),
        ("1 0 256 1 0", RecordFault::NotAByte { value: 256 }, 1, 5, 3),
        ("1 0 0 300", RecordFault::NotAByte { value: 300 }, 1, 7, 4),
        ("1 0 0 1 -1 0", RecordFault::NotAByte { value: -1 }, 1, 9, 5),
        ("1 0 0 1\n7\n0", RecordFault::Board(BoardError::Point { at: 4, value: 7 }), 2, 1, 5),
        ("1 0 0 1\n0\n3", RecordFault::Result { value: 3 }, 3, 1, 6),
        ("1 0 0 1\n0\n-1", RecordFault::Result { value: -1 }, 3, 1, 6),
        ("1 0 0 1\n0\n0\n0 0 x 0", number("x"), 4, 5, 9),
        (
            "1 0 0 1\n0\n0\n1 0\n2",
            RecordFault::Moves(MovesError::Beyond { number: 3, value: 2, side: 1 }),
            5,
            1,
            9,
        ),
        (
            "1 0 0 1\n0\n0\n 99999",
            RecordFault::Moves(MovesError::Beyond { number: 1, value: 99_999, side: 1 }),
            4,
            2,
            7,
        ),
        (
            "1 0 0 1\n0\n0\n0 -5 0",
            RecordFault::Moves(MovesError::AfterResignation { number: 3 }),
            4,
            6,
            9,
        ),
        (
            "1 0 0 1\n0\n0\n-1 -1",
            RecordFault::Moves(MovesError::AfterResignation { number: 2 }),
            4,
            4,
            8,
        ),
    ];
    for (text, fault, line, column, index) in cases {
        assert_eq!(record_fault(text), (fault, line, column, index), "{text}");
    }
}

#[test]
fn records_have_limits() {
    let mut text = "1 0 0 1 0 0".to_owned() + &" 0".repeat(MAX_MOVES);
    let record = Record::from_dgr(text.as_bytes()).unwrap();
    assert_eq!(record.moves().len(), MAX_MOVES);
    text.push_str(" 0");
    let error = Record::from_dgr(text.as_bytes()).unwrap_err();
    assert_eq!(error.fault, RecordFault::Moves(MovesError::TooMany { found: MAX_MOVES + 1 }));
    assert_eq!(error.place.column, text.len());
    let long = " ".repeat(MAX_BYTES + 1);
    let error = Record::from_dgr(long.as_bytes()).unwrap_err();
    assert_eq!(error.fault, RecordFault::TooLong { bytes: MAX_BYTES + 1 });
}

/// The longest possible game is within the limits in every form.
#[test]
fn the_longest_game_is_read_again() {
    let board = hoshi_record::dgf::new_board(255, hoshi_core::HalfPoints::ZERO, 0).unwrap();
    let moves = vec![Move::new(65_025).unwrap(); MAX_MOVES];
    let record = Record::new(board, None, moves).unwrap();
    let name = "\0".repeat(4096);
    let info = hoshi_record::dgf::GameInfo {
        id: name.clone(),
        black: name.clone(),
        white: name.clone(),
        date: name,
    };
    let game = GameFile::new(info, record).unwrap();
    assert_eq!(Record::from_dgr(game.record().to_dgr().as_bytes()).as_ref(), Ok(game.record()));
    assert_eq!(GameFile::from_dgf(game.to_dgf().as_bytes()).as_ref(), Ok(&game));
    assert_eq!(GameFile::from_dgfb(&game.to_dgfb()).as_ref(), Ok(&game));
}

const GAME: &str = r#"format = 1
id = "x"
black = "b"
white = "w"
date = "2024-05-01"
result = 0
board = [1, 0, 0, 2,
  0, 0,
  0, 0]
moves = [1, 2,
  0]
"#;

fn game_fault(text: &str) -> (GameFileFault, Option<(usize, usize)>) {
    let error = GameFile::from_dgf(text.as_bytes()).expect_err(text);
    assert!(!error.to_string().contains('\n'), "{error}");
    (error.fault, error.place.map(|place| (place.line, place.column)))
}

#[test]
fn games_as_text() {
    assert!(GameFile::from_dgf(GAME.as_bytes()).is_ok());
    let wrong = |from: &str, to: &str| {
        assert!(GAME.contains(from), "{from}");
        game_fault(&GAME.replacen(from, to, 1))
    };
    let kind = |key, expected, found| GameFileFault::Type { key, expected, found };
    let result = "0 (unfinished), 1 (Black won) or 2 (White won)";
    let array = "an array of integers";

    assert_eq!(wrong("= 1\nid", "= 7\nid"), (GameFileFault::Newer { format: 7 }, Some((1, 10))));
    assert_eq!(wrong("= 1\nid", "= 0\nid"), (GameFileFault::Format { format: 0 }, Some((1, 10))));
    assert_eq!(wrong("= 1\nid", "= -1\nid"), (GameFileFault::Format { format: -1 }, Some((1, 10))));
    assert_eq!(wrong("1\nid", "1.0\nid"), (kind("format", "an integer", "float"), Some((1, 10))));
    assert_eq!(wrong("\"x\"", "5"), (kind("id", "a string", "integer"), Some((2, 6))));
    let (fault, place) = wrong("\"2024-05-01\"", "2024-05-01");
    assert_eq!((fault, place), (kind("date", "a string", "datetime"), Some((5, 8))));
    assert_eq!(
        wrong("result = 0", "result = true"),
        (kind("result", result, "boolean"), Some((6, 10)))
    );
    let fault = RecordFault::Result { value: 3 };
    let fault = GameFileFault::Numbers { key: "result", index: 1, fault };
    assert_eq!(wrong("result = 0", "result = 3"), (fault, Some((6, 10))));
    assert_eq!(wrong("[1, 2,\n  0]", "7"), (kind("moves", array, "integer"), Some((10, 9))));
    assert_eq!(
        wrong("[1, 2,\n  0]", "[1, \"2\"]"),
        (kind("moves", array, "string"), Some((10, 13)))
    );
    assert_eq!(wrong("[1, 2,\n  0]", "[1, [2]]"), (kind("moves", array, "array"), Some((10, 13))));
    let range = GameFileFault::Range { key: "moves" };
    assert_eq!(wrong("1, 2,", "1, 9999999999,"), (range.clone(), Some((10, 13))));
    assert_eq!(wrong("1, 2,", "1, 99999999999999999999,"), (range, Some((10, 13))));
    let fault = RecordFault::Board(BoardError::Point { at: 6, value: 9 });
    let fault = GameFileFault::Numbers { key: "board", index: 7, fault };
    assert_eq!(wrong("  0, 0]", "  9, 0]"), (fault, Some((9, 3))));
    let fault = RecordFault::Board(BoardError::Length { side: 2, expected: 8, found: 7 });
    let fault = GameFileFault::Numbers { key: "board", index: 4, fault };
    assert_eq!(wrong("  0, 0]", "  0]"), (fault, Some((7, 19))));
    let fault = RecordFault::Board(BoardError::Short { found: 0 });
    let fault = GameFileFault::Numbers { key: "board", index: 1, fault };
    assert_eq!(wrong("[1, 0, 0, 2,\n  0, 0,\n  0, 0]", "[]"), (fault, Some((7, 9))));
    let fault = GameFileFault::Moves(MovesError::Beyond { number: 3, value: 5, side: 2 });
    assert_eq!(wrong("  0]\n", "  5]\n"), (fault, Some((11, 3))));
    let fault = GameFileFault::Moves(MovesError::AfterResignation { number: 3 });
    assert_eq!(wrong("1, 2,", "1, -1,"), (fault, Some((11, 3))));
    let fault = GameFileFault::String(StringTooLong { key: "white", bytes: 4097 });
    assert_eq!(wrong("\"w\"", &format!("\"{}\"", "w".repeat(4097))), (fault, Some((4, 9))));

    let unknown = |key: &str| GameFileFault::Unknown { key: key.into() };
    assert_eq!(wrong("result", "komi = 6.5\nresult"), (unknown("komi"), Some((6, 1))));
    let both = "zeal = 1\nkomi = 6.5\nresult";
    assert_eq!(wrong("result", both), (unknown("zeal"), Some((6, 1))));
    assert_eq!(wrong("0]\nmoves", "0]\n[table]\nmoves"), (unknown("table"), Some((10, 2))));
    assert!(matches!(wrong("\"x\"", "x"), (GameFileFault::Toml { .. }, Some((2, _)))));
    assert!(matches!(wrong("white", "black"), (GameFileFault::Toml { .. }, Some((4, _)))));
}

#[test]
fn keys_that_are_missing_are_named() {
    for key in ["format", "id", "black", "white", "date", "result", "board", "moves"] {
        let mut table: toml::Table = GAME.parse().unwrap();
        table.remove(key);
        let error = GameFile::from_dgf(table.to_string().as_bytes()).unwrap_err();
        assert_eq!(error.fault, GameFileFault::Missing { key });
        assert!(error.to_string().starts_with(&format!("`{key}` is missing")));
    }
    assert_eq!(game_fault("").0, GameFileFault::Missing { key: "format" });
}

#[test]
fn games_in_other_words() {
    let game = GameFile::from_dgf(GAME.as_bytes()).unwrap();
    let mut lines: Vec<&str> = GAME.lines().collect();
    let moves = lines.split_off(9);
    let shuffled = [&moves[..], &lines[..]].concat().join("\n");
    assert_eq!(GameFile::from_dgf(shuffled.as_bytes()).as_ref(), Ok(&game));
    let other = GAME.replace("\"b\"", "'''b'''").replace("1, 2,", "+1, 0x2, # moves\n");
    assert_eq!(GameFile::from_dgf(other.as_bytes()).as_ref(), Ok(&game));

    let mut bytes = GAME.as_bytes().to_vec();
    bytes[18] = 0xff;
    let error = GameFile::from_dgf(&bytes).unwrap_err();
    assert_eq!(error.fault, GameFileFault::Utf8);
    assert_eq!(error.place.map(|place| (place.line, place.column)), Some((2, 8)));
    let error = GameFile::from_dgf(&vec![b' '; MAX_BYTES + 1]).unwrap_err();
    assert_eq!(error.fault, GameFileFault::TooLong { bytes: MAX_BYTES + 1 });
    // Values, which cost more than their text, and nesting have limits too.
    for mark in [',', '=', '[', '\n'] {
        let text = format!("moves = [0{}", mark.to_string().repeat(1_100_001));
        let found = text.matches(mark).count();
        assert_eq!(game_fault(&text), (GameFileFault::TooMany { mark, found }, None));
    }
    let deep = format!("moves = {}", "[".repeat(100_000));
    assert!(matches!(game_fault(&deep).0, GameFileFault::Toml { .. }));
}
