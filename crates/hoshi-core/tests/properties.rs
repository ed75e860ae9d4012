//! Properties of every value: output reads back the same, rotating the board changes nothing that
//! matters, a setup and its position agree, and bad input gives an error that quotes it.

mod common;

use common::size;
use hoshi_core::{
    Board, Bonus, Color, DeadStones, Diagram, Game, Goal, HalfPoints, Ko, LongCycle, Move, Outcome,
    ParseError, Placement, Point, Position, Preset, Refusal, Rng, Rules, Scoring, Setup,
    SetupFault, Size, SplitMix64, Suicide, Symmetry, Tie, WinBy, column_name, handicap,
};

/// Output reads back the same, and is written the same again.
fn round_trip<T>(value: &T)
where
    T: std::str::FromStr<Err = ParseError> + ToString + PartialEq + std::fmt::Debug,
{
    let text = value.to_string();
    assert_eq!(text.parse().as_ref(), Ok(value), "{text}");
}

#[test]
fn overrides_are_read_in_any_order_and_case() {
    let rules = |text: &str| text.parse::<Rules>().expect(text);
    assert_eq!(rules("chinese,handicap-komi=3,komi=5"), rules("chinese,komi=5,handicap-komi=3"));
    assert_eq!(rules("Chinese,KO=PSK, Bonus=N-1"), rules("chinese,bonus=n-1,ko=psk"));
    assert_eq!(rules("aga,komi=5").handicap_komi, HalfPoints::whole(5));
    assert_eq!(rules("Capture=5, Suicide=any"), rules("simple,suicide=any,capture=5"));
    assert_eq!(rules("japanese,capture=1").to_string(), "japanese,capture=1");
    for wrong in ["capture=0", "capture=", "capture=05", "capture=-1", "capture=65536", "capture"] {
        assert!(wrong.parse::<Rules>().is_err(), "{wrong}");
    }
    assert!("capture=1,capture=2".parse::<Rules>().is_err());
}

#[test]
fn rules_are_read_as_written() {
    let kos = [Ko::Simple, Ko::Positional, Ko::Situational];
    let suicides = [Suicide::Forbidden, Suicide::Multi, Suicide::Any];
    let komis = [-15, 0, 15].map(HalfPoints::from_halves);
    let mut texts = std::collections::HashSet::new();
    for preset in Preset::ALL {
        round_trip(&preset);
        assert_eq!(Rules::of(preset).to_string(), preset.to_string());
        if let Some(name) = preset.sgf() {
            assert_eq!(name.parse(), Ok(preset));
        }
        for number in 0..3 * 3 * 3 * 3 * 2 * 2 * 2 * 3 * 2 * 3 * 3 {
            let mut rest = number;
            let mut digit = |base: usize| {
                let digit = rest % base;
                rest /= base;
                digit
            };
            let rules = Rules {
                preset,
                ko: kos[digit(3)],
                suicide: suicides[digit(3)],
                komi: komis[digit(3)],
                handicap_komi: komis[digit(3)],
                scoring: [Scoring::Area, Scoring::Territory][digit(2)],
                dead: [DeadStones::Agreed, DeadStones::Stay][digit(2)],
                placement: [Placement::Fixed, Placement::Free][digit(2)],
                bonus: [Bonus::Nothing, Bonus::Each, Bonus::ButOne][digit(3)],
                long_cycle: [LongCycle::PlayOn, LongCycle::NoResult][digit(2)],
                tie: [Tie::Draw, Tie::Black, Tie::White][digit(3)],
                capture: [None, Goal::new(1), Goal::new(25)][digit(3)],
            };
            round_trip(&rules);
            assert!(texts.insert(rules.to_string()), "{rules} is written as another");
        }
    }
}

#[test]
fn sizes_colours_points_and_outcomes_are_read_as_written() {
    for width in 1..=255 {
        for height in 1..=255 {
            round_trip(&size(width, height));
        }
        assert_eq!(width.to_string().parse(), Ok(size(width, width)));
    }
    Color::ALL.iter().for_each(round_trip);
    for color in Color::ALL {
        assert_eq!(color.letter().to_string().parse(), Ok(color));
        assert_eq!(color.to_string().to_lowercase().parse(), Ok(color));
    }
    for halves in -2 * 65_025..=2 * 65_025 {
        round_trip(&HalfPoints::from_halves(halves));
    }
    let mut outcomes = vec![Outcome::Draw, Outcome::NoResult];
    for winner in Color::ALL {
        let by = [WinBy::Resignation, WinBy::Time, WinBy::Forfeit, WinBy::Unknown];
        let scores = (1..1000).map(|halves| WinBy::Score(HalfPoints::from_halves(halves)));
        outcomes.extend(by.into_iter().chain(scores).map(|by| Outcome::Win { winner, by }));
    }
    outcomes.iter().for_each(round_trip);
}

#[test]
fn coordinates_are_read_as_written() {
    for side in 1..=255 {
        let size = size(side, side);
        // All points of some boards; the edges and a diagonal of the others.
        let whole = side <= 54 || side >= 253;
        for (index, point) in size.points().enumerate() {
            let (x, y) = (point.x(), point.y());
            assert_eq!((size.index(point), size.point_at(index)), (index, Some(point)));
            if !whole && x != y && x != 0 && y != 0 && x + 1 != side && y + 1 != side {
                continue;
            }
            assert_eq!(size.point(x, y), Some(point));
            let a1 = size.a1(point).to_string();
            assert_eq!(size.parse_a1(&a1), Ok(point), "{a1}");
            assert_eq!(size.parse_a1(&a1.to_lowercase()), Ok(point), "{a1}");
            assert_eq!(size.parse_move(&a1), Ok(Move::Play(point)));
            assert_eq!(a1, format!("{}{}", column_name(x), side - y));
            assert_eq!(size.dgf(point) as usize, index + 1);
            assert_eq!(size.point_of_dgf(size.dgf(point)), Some(point));
            let sgf = size.sgf(point);
            assert_eq!(sgf.is_some(), x < 52 && y < 52);
            if let Some(sgf) = sgf {
                assert_eq!(size.parse_sgf(&sgf), Ok(point), "{sgf}");
            }
        }
        assert_eq!(size.point_at(size.area()), None);
        assert_eq!(size.point_of_dgf(size.area() as u32 + 1), None);
        assert_eq!(size.point(side, 0), None);
    }
    assert!((0..=254).all(|x| !column_name(x).contains('I')));
}

/// Random stones on a board; not always a legal position.
fn some_setup(size: Size, rng: &mut SplitMix64) -> Setup {
    let mut setup = Setup::new(size);
    let empty = 1 + rng.below(6);
    for point in size.points() {
        setup.stones[point] = match rng.below(2 + empty) {
            0 => Some(Color::Black),
            1 => Some(Color::White),
            _ => None,
        };
    }
    setup.turn = Color::ALL[rng.below(2) as usize];
    setup.captures = [rng.below(100), rng.below(100)];
    setup
}

#[test]
fn a_setup_and_its_position_are_one() {
    let mut rng = SplitMix64::new(21);
    let (mut good, mut bad) = (0, 0);
    for round in 0..3_000 {
        let size = size(1 + rng.below(7) as u8, 1 + (round % 7) as u8);
        let setup = some_setup(size, &mut rng);
        match setup.clone().position() {
            Ok(position) => {
                good += 1;
                assert_eq!(position.setup(), setup);
                assert_eq!(position.setup().position().as_ref(), Ok(&position));
                let again = Position::new(position.board().clone(), position.turn());
                assert_eq!(again, position);
            }
            Err(invalid) => {
                bad += 1;
                assert_eq!(*invalid.setup, setup);
                assert!(!invalid.faults.is_empty());
                for fault in &invalid.faults {
                    let SetupFault::NoLiberty { color, stones } = fault else {
                        panic!("{fault:?}")
                    };
                    assert!(stones.iter().all(|&stone| setup.stones[stone] == Some(*color)));
                    let named = size.a1(stones[0]).to_string();
                    assert!(invalid.to_string().contains(&named), "{invalid}");
                }
            }
        }
    }
    assert!(good > 500 && bad > 500, "{good} good, {bad} bad");
}

/// A ko from play can be set up, with the same meaning.
#[test]
fn a_ko_survives_being_set_up() {
    let mut rng = SplitMix64::new(22);
    let mut kos = 0;
    for round in 0..800 {
        let size = size(2 + (round % 4) as u8, 3 + rng.below(3) as u8);
        let mut game = Game::new(size, Rules::of(Preset::Simple));
        for _ in 0..60 {
            let legal: Vec<Point> = game.legal_points(game.turn()).collect();
            if legal.is_empty() {
                break;
            }
            let point = legal[rng.below(legal.len() as u32) as usize];
            game.play(point.into()).expect("legal");
            let position = Position::new(game.board().clone(), game.turn());
            let setup = position.setup();
            assert_eq!(setup.ko, game.board().ko());
            assert_eq!(setup.clone().position().as_ref(), Ok(&position));
            let Some(ko) = setup.ko else { continue };
            kos += 1;
            let again = Game::from_position(position, game.rules().clone());
            assert_eq!(again.check(game.turn(), ko.into()), Err(Refusal::Ko));
            let other = Setup { turn: game.turn().opponent(), ..setup };
            let faults = other.position().expect_err("the taker has no ko").faults;
            assert_eq!(faults, [SetupFault::KoOpen]);
        }
    }
    assert!(kos > 100, "{kos}");
}

/// An impossible ko is refused by name.
#[test]
fn a_ko_needs_a_capture() {
    let ko = [". X O .", "X O . O", ". X O ."].join("\n");
    for (rows, at, wanted) in [
        (ko.as_str(), "C2", None),
        (&ko, "B2", Some(SetupFault::KoOccupied)),
        (&ko, "A1", Some(SetupFault::KoOpen)),
        (&ko, "E1", Some(SetupFault::KoOffBoard)),
        (". O", "A1", None),
        // Both stones have other liberties.
        (". O .\nO . .\n. . .", "A3", Some(SetupFault::KoWithoutCapture)),
        // Before the capture one of the white stones would have had no liberty.
        ("O . O", "B1", Some(SetupFault::KoWithoutCapture)),
        (".", "A1", Some(SetupFault::KoWithoutCapture)),
    ] {
        let diagram: Diagram = rows.parse().expect("a diagram");
        let mut setup = Setup::from(&diagram);
        setup.ko = Some(size(9, setup.stones.size().height()).parse_a1(at).expect("a point"));
        let faults = setup.position().err().map_or(Vec::new(), |invalid| invalid.faults);
        assert_eq!(faults, Vec::from_iter(wanted), "{at} of\n{rows}");
    }
}

#[test]
fn play_and_symmetry_commute() {
    let mut rng = SplitMix64::new(23);
    let rules: Rules = "simple,suicide=any".parse().expect("rules");
    let mut played = 0;
    for round in 0..200 {
        let size = size(1 + (round % 6) as u8, 1 + rng.below(6) as u8);
        let mut board = Board::new(size);
        for turn in 0..40 {
            let color = Color::ALL[turn % 2];
            let legal: Vec<Point> = board.legal_points(color, &rules).collect();
            if legal.is_empty() {
                board.lift_ko();
                continue;
            }
            let point = legal[rng.below(legal.len() as u32) as usize];
            let before = board.clone();
            let placed = board.play(color, point, &rules).expect("legal");
            played += 1;
            for symmetry in Symmetry::ALL {
                let mut image = before.transformed(symmetry);
                let at = symmetry.apply(size, point);
                let ko = placed.ko.map(|ko| symmetry.apply(size, ko));
                let found = image.play(color, at, &rules).expect("as legal as it was");
                assert_eq!((found.captured, found.lost), (placed.captured, placed.lost));
                assert_eq!(found.ko, ko);
                let wanted = board.transformed(symmetry);
                assert_eq!(image, wanted, "{symmetry:?} of {before:?}");
                assert_eq!(image.stones_as_placed(), wanted.stones_as_placed());
                assert_eq!(image.transformed(symmetry.inverse()), board);
                let back = image.transformed(symmetry.inverse());
                assert_eq!(back.stones_as_placed(), board.stones_as_placed());
                if Symmetry::of(size).contains(&symmetry) {
                    assert_eq!(image.canonical_hash(), board.canonical_hash());
                }
            }
        }
    }
    assert!(played > 4_000, "{played}");
}

/// Regardless of earlier stones, captures and kos.
#[test]
fn a_cleared_board_plays_like_a_new_one() {
    let mut rng = SplitMix64::new(24);
    for (width, height) in [(1, 1), (2, 2), (5, 3), (9, 9), (19, 19)] {
        let size = size(width, height);
        let rules = Rules { suicide: Suicide::Any, ..Rules::of(Preset::Simple) };
        let mut used = Board::new(size);
        for _ in 0..10 {
            let mut new = Board::new(size);
            used.clear();
            for _ in 0..2 * size.area() {
                let color = Color::ALL[rng.below(2) as usize];
                let point = size.point_at(rng.below(size.area() as u32) as usize).expect("a point");
                assert_eq!(used.play(color, point, &rules), new.play(color, point, &rules));
                assert_eq!(used.hash(), new.hash());
            }
            assert_eq!(used, new);
            assert_eq!(used.stones_as_placed(), new.stones_as_placed());
            assert_eq!(used.area(), new.area());
        }
    }
}

/// The error is one sentence, and quotes the input.
fn refused<T: std::fmt::Debug>(result: Result<T, ParseError>, text: &str) {
    let error = result.expect_err(text);
    let message = error.to_string();
    assert_eq!(error.text(), text);
    assert!(message.contains(&format!("`{text}`")), "{message}");
    assert!(message.contains(" is not a") && message.contains(": "), "{message}");
    assert!(!message.contains('\n') && !message.ends_with('.'), "{message}");
}

#[test]
fn bad_input_is_answered_with_a_sentence() {
    for text in ["0", "256", "0x3", "3x0", "256x1", "9x", "x9", "9x9x9", "-9", "+9", "9.5", "nine"]
    {
        refused(text.parse::<Size>(), text);
    }
    for text in ["I5", "A10", "A0", "K5", "A", "5", "", "5A", "A-1", "A01", "AAA1", "pass", "é5"] {
        refused(Size::S9.parse_a1(text), text);
    }
    assert!(Size::S9.parse_a1("K5").unwrap_err().to_string().contains("9x9"));
    for text in ["aaa", "a", "", "ja", "a1", "tt", "é"] {
        refused(Size::S9.parse_sgf(text), text);
    }
    for text in ["resign", "I1", "T20"] {
        refused(Size::S19.parse_move(text), text);
    }
    for text in ["7.25", "7,5", "", "half", "1e3", "--1", ".5", "5.", "65026", "99999999999", "½"]
    {
        refused(text.parse::<HalfPoints>(), text);
    }
    for text in ["green", "", "bw"] {
        refused(text.parse::<Color>(), text);
    }
    for text in ["B", "B+X", "X+3", "B+0", "W+-3", "B+1.25", "?", "draw"] {
        refused(text.parse::<Outcome>(), text);
    }
    // The wrong part is quoted.
    for (text, wrong) in [
        ("klingon", "klingon"),
        ("", ""),
        ("simple,", ""),
        ("simple,ko", "ko"),
        ("simple,ko=never", "never"),
        ("simple,suicide=often", "often"),
        ("simple,komi=7.25", "7.25"),
        ("chinese,handicap-komi=x", "x"),
        ("simple,scoring=stones", "stones"),
        ("simple,colour=red", "colour"),
        ("simple,ko=psk,ko=ssk", "simple,ko=psk,ko=ssk"),
    ] {
        refused(text.parse::<Rules>(), wrong);
    }
    for (side, stones) in [(19, 10), (9, 1), (8, 5), (6, 2)] {
        let message = handicap::gtp(size(side, side), stones).unwrap_err().to_string();
        assert!(message.contains(&format!("{side}x{side}")), "{message}");
    }
}

/// Long or strange input is quoted in a line that a terminal can show.
#[test]
fn refusals_stay_short() {
    let long = "9".repeat(10_000);
    for text in [long.as_str(), "\u{1b}[2J", "a\nb", "\u{202e}19"] {
        for message in [
            text.parse::<Size>().unwrap_err().to_string(),
            text.parse::<Rules>().unwrap_err().to_string(),
            text.parse::<HalfPoints>().unwrap_err().to_string(),
            Size::S9.parse_a1(text).unwrap_err().to_string(),
            Size::S9.parse_sgf(text).unwrap_err().to_string(),
        ] {
            assert!(message.chars().count() < 250, "{message}");
            assert!(!message.contains(char::is_control), "{message:?}");
        }
    }
}
