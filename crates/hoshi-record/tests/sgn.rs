//! SGN: valid lines, and errors with their places. Random games are in `games`, addresses in
//! `addresses`.

#[path = "sgn/addresses.rs"]
mod addresses;
#[path = "sgn/games.rs"]
mod games;

use hoshi_core::{Color, Game, HalfPoints, Phase, Preset, Rng, Rules, Size, SplitMix64};
use hoshi_record::sgn::{
    Action, Address, Fault, Line, MAX_LENGTH, Oddity, Separator, SgnError, Unheld,
};

use games::random_game;

fn simple() -> Rules {
    Rules::of(Preset::Simple)
}

fn line(text: &str) -> Line {
    text.parse().unwrap_or_else(|error: SgnError| panic!("{error}\n{}", error.show(text)))
}

#[test]
fn vectors() {
    let read = line("19x19 A9b B12w C2b");
    let points: Vec<String> = read
        .actions()
        .filter_map(|action| match action {
            Action::Play(color, point) => {
                Some(format!("{}[{}]", color.letter(), read.size().sgf(point)?))
            }
            _ => None,
        })
        .collect();
    assert_eq!(points, ["B[ak]", "W[bh]", "B[cr]"]);
    let corner = line("9x11 J11b").tokens()[0].action;
    assert!(matches!(corner, Action::Play(Color::Black, p) if (p.x(), p.y()) == (8, 0)));
    // The columns past Z.
    let wide = line("255x255 AA1b AZ255w BA1b KE255w");
    let x = |action| match action {
        Action::Play(_, point) => point.x(),
        _ => 0,
    };
    assert_eq!(wide.actions().map(x).collect::<Vec<_>>(), [25, 49, 50, 254]);
}

#[test]
fn separators_and_cases() {
    for text in [
        "9x9 E5b C3w",
        "9x9,E5b,C3w",
        " 9x9 , E5b ,, C3w,",
        "9x9\nE5b\r\n\tC3w\n",
        "\u{feff}9x9 E5b C3w",
    ] {
        let read = Line::read(text).expect(text);
        assert_eq!(read.value.to_string(), "9x9 E5b C3w", "{text:?}");
        assert!(read.warnings.is_empty(), "{text:?}");
    }
    for (text, token, right, count) in [
        ("9x9 e5b C3w", "e5b", "E5b", 1),
        ("9x9 E5B c3W", "E5B", "E5b", 2),
        ("9X9 E5b C3w", "9X9", "9x9", 1),
        ("9x9 PASSB", "PASSB", "passb", 1),
        ("9x9 ResignW", "ResignW", "resignw", 1),
        ("2x1 A1b B1w A1C", "A1C", "A1c", 1),
    ] {
        let read = Line::read(text).expect(text);
        let [warning] = &read.warnings[..] else { panic!("{text}: {:?}", read.warnings) };
        let oddity = Oddity::Case { token: token.into(), right: right.into(), count };
        assert_eq!(warning.oddity, oddity, "{text}");
        assert_eq!(&text[warning.place.range()], token);
        assert_eq!(line(&read.value.to_string()), read.value);
    }
}

/// A wrong line, the message, and the carets under it.
const WRONG: &[(&str, &str, &str)] = &[
    ("", "column 1: the text is empty: a line begins with the size, as in `19x19 A9b B12w`", "^"),
    (
        " , ",
        "column 4: the text is empty: a line begins with the size, as in `19x19 A9b B12w`",
        "   ^",
    ),
    (
        "A9b B12w",
        "column 1: `A9b` is not a size: a line begins with width x height, as in `19x19 A9b B12w`",
        "^^^",
    ),
    ("19 A9b", "column 1: `19`: a size has width and height, as in 19x19", "^^"),
    ("0x3 A1b", "column 1: `0x3` is not a size: a side has 1 to 255 points, as in 19x19", "^^^"),
    ("256x9", "column 1: `256x9` is not a size: a side has 1 to 255 points, as in 19x19", "^^^^^"),
    ("09x9", "column 1: `09x9` is not a size: a side has 1 to 255 points, as in 19x19", "^^^^"),
    (
        "9x A1b",
        "column 1: `9x` is not a size: a line begins with width x height, as in `19x19 A9b B12w`",
        "^^",
    ),
    (
        "9x9x9",
        "column 1: `9x9x9` is not a size: a line begins with width x height, as in `19x19 A9b B12w`",
        "^^^^^",
    ),
    ("9x9 I5b", "column 5: `I5b`: there is no column I, after H comes J", "    ^^^"),
    ("99x9 AI5b", "column 6: `AI5b`: there is no column I, after H comes J", "     ^^^^"),
    ("9x9 A10b", "column 5: `A10b`: a 9x9 board has rows 1 to 9", "    ^^^^"),
    ("9x9 A0b", "column 5: `A0b`: a 9x9 board has rows 1 to 9", "    ^^^"),
    ("9x9 A05b", "column 5: `A05b`: a row is written without a 0 before it", "    ^^^^"),
    (
        "9x9 A99999999999999999999b",
        "column 5: `A99999999999999999999b`: a 9x9 board has rows 1 to 9",
        "    ^^^^^^^^^^^^^^^^^^^^^^",
    ),
    ("19x19 Z5b", "column 7: `Z5b`: a 19x19 board has columns A to T", "      ^^^"),
    ("19x19 U20b", "column 7: `U20b`: a 19x19 board has columns A to T", "      ^^^^"),
    ("19x19 ABC5b", "column 7: `ABC5b`: a 19x19 board has columns A to T", "      ^^^^^"),
    (
        "19x19 A1b AIb",
        "column 11: `AIb` has no row: write a letter, a row and b, w or c, as in A9b",
        "          ^^^",
    ),
    ("19x19 A5", "column 7: `A5` has no colour: write A5b for Black, A5w for White", "      ^^"),
    (
        "19x19 A5x",
        "column 7: `A5x` ends in `x`: b plays black, w white, c marks a capture",
        "      ^^^",
    ),
    (
        "19x19 A5bw",
        "column 7: `A5bw` ends in `bw`: b plays black, w white, c marks a capture",
        "      ^^^^",
    ),
    (
        "19x19 5b",
        "column 7: `5b` has no column: write a letter, a row and b, w or c, as in A9b",
        "      ^^",
    ),
    ("19x19 A9b 19x19", "column 11: `19x19`: the size comes first, and once", "          ^^^^^"),
    (
        "19x19 pass",
        "column 7: `pass` has no colour: write passb for Black, passw for White",
        "      ^^^^",
    ),
    (
        "19x19 passx",
        "column 7: `passx` ends in `x`: b plays black, w white, c marks a capture",
        "      ^^^^^",
    ),
    (
        "19x19 !",
        "column 7: `!` is not a token: write a point and b, w or c, as in A9b, or passb, resignw",
        "      ^",
    ),
    (
        "19x19 hello",
        "column 7: `hello` is not a token: write a point and b, w or c, as in A9b, or passb, resignw",
        "      ^^^^^",
    ),
    ("19x19 resignb A1w", "column 15: `A1w`: nothing follows a resignation", "              ^^^"),
    ("19x19 A1c", "column 7: `A1c`: a capture is noted after the stone that made it", "      ^^^"),
    (
        "19x19 A1b passw A1c",
        "column 17: `A1c`: a capture is noted after the stone that made it",
        "                ^^^",
    ),
    (
        "19x19 äö A1b",
        "column 7: `äö` is not a token: write a point and b, w or c, as in A9b, or passb, resignw",
        "      ^^",
    ),
    ("9x9\nE5b\n  I5b", "line 3, column 3: `I5b`: there is no column I, after H comes J", "  ^^^"),
];

#[test]
fn wrong_lines_say_what_and_where() {
    for &(text, said, carets) in WRONG {
        let error = Line::read(text).expect_err(text);
        assert_eq!(error.to_string(), said, "{text:?}");
        let drawn = error.show(text);
        assert_eq!(drawn.lines().last(), Some(carets), "{text:?}\n{drawn}");
    }
    let long = format!("19x19 {} I9b {}", "A1b ".repeat(5000), "A1b ".repeat(5000));
    let drawn = Line::read(&long).expect_err("column I").show(&long);
    let [above, below] = drawn.lines().collect::<Vec<_>>()[..] else { panic!("{drawn}") };
    assert!(above.starts_with("...") && above.ends_with("...") && above.chars().count() <= 72);
    assert_eq!(below.find('^'), above.find("I9b"));
    assert!(matches!(
        Line::read(&" ".repeat(MAX_LENGTH + 1)),
        Err(SgnError { fault: Fault::TooLong { .. }, .. })
    ));
}

#[test]
fn wrong_moves_and_captures_say_what_and_where() {
    for (text, said) in [
        ("9x9 E5b E5w", "column 9: `E5w` is refused: the point is occupied"),
        (
            "9x9 A2w B1w A1b",
            "column 13: `A1b` is refused: the stone would have no liberty (suicide)",
        ),
        ("9x9 E5b E5b", "column 9: `E5b` is refused: the point is occupied"),
        ("2x1 A1b B1b", "column 9: `B1b`: handicap stones must leave a point empty"),
        ("9x9 A1b A2w E5b B1w E5c", "column 21: `E5c`: B1w doesn't capture that"),
        ("9x9 A1b A2w E5b B1w A1c A1c", "column 25: `A1c` is noted twice"),
        ("9x9 C3b C4b C3c", "column 13: `C3c`: C4b doesn't capture that"),
        (
            "9x9 A1b A3w B1b B2w A2b C1w B1c",
            "column 25: `C1w` also captures A2, A1: note all captures of a move, or none",
        ),
    ] {
        let read = line(text);
        let error = read.game(&simple()).expect_err(text);
        assert_eq!(error.to_string(), said, "{text}");
        assert_eq!(read.check(&simple())[0], error);
        assert!(read.game(&simple()).is_err());
    }
    // All faults, not only the first.
    let wrong = line("9x9 A1b A2w E5b B1w E5c A1c C3b C3c E5w G7b").check(&simple());
    let said: Vec<String> = wrong.iter().map(ToString::to_string).collect();
    assert_eq!(
        said,
        [
            "column 21: `E5c`: B1w doesn't capture that",
            "column 33: `C3c`: C3b doesn't capture that",
            "column 37: `E5w` is refused: the point is occupied",
        ]
    );
    assert!(line("9x9 A1b A2w E5b B1w A1c").check(&simple()).is_empty());
    // Suicide is noted with the stone that was played.
    let suicide: Rules = "new-zealand".parse().expect("rules");
    assert!(line("9x9 A2w B1w A1b A1c").check(&suicide).is_empty());
    assert_eq!(
        line("9x9 A2w B1w A1b").with_captures(&suicide).expect("legal").to_string(),
        "9x9 A2w B1w A1b A1c"
    );
}

#[test]
fn handicap_and_colours() {
    let game = line("9x9 C3b G7b E5w").game(&Rules::of(Preset::Chinese)).expect("legal");
    assert_eq!((game.handicap(), game.move_count(), game.komi()), (2, 1, HalfPoints::ZERO));
    let names: Vec<String> = line("9x9 C3b G7b G3b E5w C7b")
        .handicap()
        .iter()
        .map(|t| t.action.spelling(Size::S9))
        .collect();
    assert_eq!(names, ["C3b", "G7b", "G3b"]);
    // Later ones stay moves.
    let game = line("9x9 C3b E5w G7b G3b").game(&simple()).expect("legal");
    assert_eq!((game.handicap(), game.move_count()), (0, 4));
    let game = line("9x9 C3w G7w").game(&simple()).expect("legal");
    assert_eq!((game.handicap(), game.move_count(), game.turn()), (0, 2, Color::Black));
}

#[test]
fn what_a_line_cannot_hold() {
    let point = |name| Size::S9.parse_move(name).expect("a point");
    let mut game = Game::new(Size::S9, simple());
    for name in ["C3", "G7"] {
        game.play_as(Color::Black, point(name)).expect("legal");
    }
    assert_eq!(Line::from_game(&game), Err(Unheld::Handicap));
    let mut game = Game::with_handicap(Size::S9, simple(), 2).expect("fixed points");
    assert_eq!(Line::from_game(&game).map(|line| line.handicap().len()), Ok(2));
    game.play_as(Color::Black, point("E5")).expect("legal");
    assert_eq!(Line::from_game(&game), Err(Unheld::Handicap));
    let empty = hoshi_core::Position::new(hoshi_core::Board::new(Size::S9), Color::White);
    let mut game = Game::from_position(empty, simple());
    assert_eq!(Line::from_game(&game), Err(Unheld::Turn));
    game.play(point("E5")).expect("legal");
    assert_eq!(Line::from_game(&game).map(|line| line.to_string()), Ok("9x9 E5w".to_owned()));
    let one = hoshi_core::Board::from_text("X . .").expect("a board");
    let game = Game::from_position(hoshi_core::Position::new(one, Color::White), simple());
    assert_eq!(Line::from_game(&game), Err(Unheld::Setup));
}

#[test]
fn play_goes_on_after_two_passes() {
    for rules in ["chinese", "japanese"] {
        let rules: Rules = rules.parse().expect("rules");
        let game = line("9x9 E5b passw passb C3w G7b").game(&rules).expect("legal");
        assert_eq!((game.move_count(), game.phase()), (5, &Phase::Playing));
        let again = line("9x9 E5b passw passb C3b").game(&rules).expect("legal");
        assert_eq!(again.last_move().map(|(color, _)| color), Some(Color::Black));
    }
    let over = line("9x9 E5b passw passb C3w").game(&Rules::of(Preset::TrompTaylor));
    assert_eq!(over.expect_err("over").to_string(), "column 21: `C3w` is refused: play has ended");
}

#[test]
fn every_truncation_reads_or_errs_inside() {
    let mut rng = SplitMix64::new(7);
    let game = random_game(&mut rng, Size::S9, &simple(), 60);
    let bare = Line::from_game(&game).expect("a line holds it");
    let texts = [
        bare.with_captures(&simple()).expect("legal").to_string(),
        format!("\u{feff} {}\nä", bare.text(Separator::Comma)),
        Address::from_game(&game).expect("a line holds it").to_string(),
        "https://exämple.org/game/9x9%2cE5b,C3w?komi=6.5&rules=chinese,ko%3Dpsk&result=B%2BR&ä=1#x"
            .to_owned(),
    ];
    for text in texts {
        for end in (0..=text.len()).filter(|&end| text.is_char_boundary(end)) {
            let part = &text[..end];
            let errors = [Line::read(part).map(|_| ()), Address::read(part).map(|_| ())];
            for error in errors.into_iter().filter_map(Result::err) {
                check_place(part, &error);
            }
        }
    }
}

fn check_place(text: &str, error: &SgnError) {
    let place = error.place;
    let range = place.range();
    assert!(text.get(range.clone()).is_some(), "{text:?}: {error:?}");
    let before = &text[..range.start];
    let lines = before.matches('\n').count() + 1;
    let column = before.rsplit('\n').next().unwrap_or("").chars().count() + 1;
    assert_eq!(
        (place.line as usize, place.column as usize),
        (lines, column),
        "{text:?}: {error:?}"
    );
    assert!(error.show(text).contains('^'));
    assert!(!error.to_string().is_empty());
}

#[test]
fn random_text_never_panics() {
    let mut rng = SplitMix64::new(99);
    let pool = [
        "19x19", "9x9", "2x2", "A1b", "B2w", "A1c", "passb", "resignw", " ", ",", "\n", "/game/",
        "?", "&", "#", "=", "%", "%2C", "%ff", "komi", "rules", "result", "6.5", "B%2BR",
        "chinese", "I5b", "ä", "\u{feff}", "é€", "x", "255x255", "KE255w", "\0", "A", "1", "b",
    ];
    let mut read = 0;
    for round in 0..60_000 {
        let mut text = String::new();
        if round % 2 == 0 {
            text.push_str("2x2 ");
        } else if round % 3 == 0 {
            text.push_str("/game/2x2,");
        }
        for _ in 0..rng.below(14) {
            text.push_str(pool[rng.below(u32::try_from(pool.len()).expect("small")) as usize]);
            if rng.below(2) == 0 {
                text.push(' ');
            }
        }
        match Line::read(&text) {
            Ok(found) => {
                read += 1;
                assert_eq!(line(&found.value.to_string()), found.value);
                for error in found.value.check(&simple()) {
                    check_place(&text, &error);
                }
            }
            Err(error) => check_place(&text, &error),
        }
        match Address::read(&text) {
            Ok(found) => {
                read += 1;
                assert_eq!(found.value.to_string().parse(), Ok(found.value.clone()), "{text:?}");
                if let Err(error) = found.value.game(&simple()) {
                    check_place(&text, &error);
                }
            }
            Err(error) => check_place(&text, &error),
        }
        let bytes: Vec<u8> = (0..rng.below(40)).map(|_| rng.below(256) as u8).collect();
        let text = String::from_utf8_lossy(&bytes);
        let _ = (Line::read(&text), Address::read(&text));
    }
    assert!(read > 1000, "only {read} were read");
}

#[test]
fn the_largest_board_is_cheap() {
    let address: Address = "/game/255x255,A1b,KE255w".parse().expect("right");
    let game = address.game(&simple()).expect("legal");
    assert_eq!((game.size().area(), game.move_count()), (65_025, 2));
    // The longest line allowed: every point of the board, three times over.
    let size = Size::square(255).expect("a size");
    let mut text = size.to_string();
    'fill: loop {
        for point in size.points() {
            let token = format!(",{}w", size.a1(point));
            if text.len() + token.len() > MAX_LENGTH {
                break 'fill;
            }
            text.push_str(&token);
        }
    }
    let read = Line::read(&text).expect("right");
    assert!(read.value.tokens().len() > 100_000);
    let error = read.value.game(&simple()).expect_err("no point is left");
    check_place(&text, &error);
}
