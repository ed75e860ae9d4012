//! Random games on many boards and under many rules, to a line, to an address, and back.

use hoshi_core::{
    Game, HalfPoints, Move, Outcome, Phase, Rng, Rules, Size, SplitMix64, WinBy, playout,
};
use hoshi_record::sgn::{Action, Address, Fault, Line, Separator, SgnError};

use crate::{line, simple};

/// A random game: plays that fill no eye, sometimes passes, sometimes out of turn, with handicap.
pub(crate) fn random_game(rng: &mut SplitMix64, size: Size, rules: &Rules, most: usize) -> Game {
    let mut game = Game::new(size, rules.clone());
    if size.area() > 9 && rng.below(3) == 0 {
        let count = 2 + rng.below(3) as usize;
        let mut points: Vec<_> = size.points().collect();
        for index in 0..count {
            let other =
                index + rng.below(u32::try_from(points.len() - index).expect("small")) as usize;
            points.swap(index, other);
        }
        game =
            Game::with_free_handicap(size, rules.clone(), &points[..count]).expect("free points");
    }
    while game.move_count() < most && game.phase() == &Phase::Playing {
        let early = game.move_count() < 2;
        let color = if !early && rng.below(12) == 0 { game.turn().opponent() } else { game.turn() };
        let open: Vec<_> = if rules.suicide == hoshi_core::Suicide::Forbidden {
            playout::candidates(game.board(), color)
        } else {
            game.board().empty_points().collect()
        };
        let legal: Vec<_> =
            open.into_iter().map(Move::Play).filter(|&mv| game.check(color, mv).is_ok()).collect();
        let mv = match u32::try_from(legal.len()).expect("small") {
            0 => Move::Pass,
            _ if rng.below(25) == 0 => Move::Pass,
            count => legal[rng.below(count) as usize],
        };
        game.play_as(color, mv).expect("checked");
    }
    if rng.below(3) == 0 && game.outcome().is_none() {
        game.resign(game.turn()).expect("not over");
    }
    game
}

fn sizes() -> Vec<Size> {
    let sides = [
        (1, 2),
        (2, 2),
        (3, 3),
        (5, 5),
        (1, 9),
        (9, 1),
        (7, 4),
        (9, 9),
        (13, 13),
        (19, 19),
        (26, 3),
        (3, 52),
        (60, 2),
    ];
    sides.into_iter().filter_map(|(w, h)| Size::new(w, h)).collect()
}

#[test]
fn random_games_there_and_back() {
    let mut rng = SplitMix64::new(2024);
    let (mut games, mut captures) = (0, 0);
    for size in sizes() {
        for rules in ["simple", "japanese", "chinese,ko=psk", "new-zealand", "tromp-taylor", "aga"]
        {
            let rules: Rules = rules.parse().expect("rules");
            for _ in 0..if size.area() > 150 { 2 } else { 8 } {
                let game = random_game(&mut rng, size, &rules, 2 * size.area() + 4);
                let bare = Line::from_game(&game).expect("a line holds it");
                for text in [bare.text(Separator::Space), bare.text(Separator::Comma)] {
                    let read = Line::read(&text).expect("what was written");
                    assert!(read.warnings.is_empty());
                    assert_eq!(read.value, bare);
                    // The places of a constructed line are those of its text.
                    for (made, found) in bare.tokens().iter().zip(read.value.tokens()) {
                        assert_eq!(made.place, found.place, "{text}");
                    }
                }
                let again = bare.game(&rules).expect("legal");
                assert!(again.moves().eq(game.moves()));
                assert_eq!((again.board(), again.handicap()), (game.board(), game.handicap()));
                // Noted captures are right, and agree with the rules move by move.
                let noted = bare.with_captures(&rules).expect("legal");
                assert_eq!(noted.without_captures().to_string(), bare.to_string());
                assert_eq!(line(&noted.to_string()), noted);
                assert!(noted.check(&rules).is_empty());
                assert_eq!(noted.game(&rules), Ok(again));
                assert_eq!(noted.text(Separator::Space), by_dry_runs(&game));
                captures += noted.tokens().len() - bare.tokens().len();
                // A missing or extra capture is detected.
                if let Some(at) = noted.actions().position(|a| matches!(a, Action::Capture(_))) {
                    spoil(&noted, at, &rules);
                }
                there_and_back_by_address(&game);
                games += 1;
            }
        }
    }
    assert!(captures > 1000, "only {captures} captures");
    println!("counted: sgn: {games} random games, {captures} captures");
}

/// The line of a game, from dry runs of each move.
fn by_dry_runs(game: &Game) -> String {
    let size = game.size();
    let mut text = size.to_string();
    for (point, _) in game.start().board().stones_as_placed() {
        text.push_str(&format!(" {}b", size.a1(point)));
    }
    let mut board = game.start().board().clone();
    for (color, mv) in game.moves() {
        match mv {
            Move::Pass => {
                text.push_str(&format!(" pass{}", color.letter().to_ascii_lowercase()));
                board.lift_ko();
            }
            Move::Play(point) => {
                let would = board.dry_run(color, point, game.rules()).expect("legal");
                text.push_str(&format!(" {}", would.tokens(size)));
                board.play(color, point, game.rules()).expect("legal");
            }
        }
    }
    if let Some(Outcome::Win { winner, by: WinBy::Resignation }) = game.outcome() {
        text.push_str(&format!(" resign{}", winner.opponent().letter().to_ascii_lowercase()));
    }
    text
}

/// Omits one of several captures, or notes a point that was not captured.
fn spoil(noted: &Line, at: usize, rules: &Rules) {
    let actions: Vec<Action> = noted.actions().collect();
    let make = |actions: &[Action]| {
        let mut line = Line::new(noted.size());
        actions.iter().for_each(|&action| line.push(action).expect("it follows the grammar"));
        line
    };
    let mut twice = actions.clone();
    twice.insert(at, actions[at]);
    assert!(matches!(
        make(&twice).game(rules),
        Err(SgnError { fault: Fault::CapturedTwice { .. }, .. })
    ));
    if matches!(actions.get(at + 1), Some(Action::Capture(_))) {
        let mut fewer = actions.clone();
        fewer.remove(at);
        assert!(matches!(
            make(&fewer).game(rules),
            Err(SgnError { fault: Fault::MissingCapture { .. }, .. })
        ));
    }
}

fn there_and_back_by_address(game: &Game) {
    let mut address = Address::from_game(game).expect("a line holds it");
    let komi = HalfPoints::from_halves(11);
    for base in [None, Some("https://example.org/a/b".to_owned())] {
        address.base = base;
        let text = address.to_string();
        let read = Address::read(&text).expect("what was written");
        assert_eq!(read.value, address, "{text}");
        assert!(read.warnings.is_empty(), "{text}");
        // Percent-encoded wherever possible, in lower case.
        let start = text.find("/game/").expect("a game") + "/game/".len();
        let (head, tail) = text.split_at(start);
        let coded: String = head
            .chars()
            .map(String::from)
            .chain(tail.bytes().map(|byte| match byte {
                b'?' | b'&' | b'=' | b'%' => char::from(byte).to_string(),
                _ => format!("%{byte:02x}"),
            }))
            .collect();
        let coded = coded.replace("%%32%42", "%2B").replace("%%33%44", "%3D");
        assert_eq!(Address::read(&coded).expect("coded").value, address, "{coded}");
        let again = address.game(&simple()).expect("legal");
        assert_eq!((again.rules(), again.komi()), (game.rules(), game.komi()));
        assert_eq!((again.outcome(), again.board()), (game.outcome(), game.board()));
    }
    // Another komi counts, unless it would change a given result.
    let other = Address { komi: Some(komi), result: None, ..address };
    assert_eq!(other.game(&simple()).expect("legal").komi(), komi);
}
