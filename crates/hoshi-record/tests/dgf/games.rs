//! Random games and game files from fixed seeds.

use hoshi_core::{Color, Game, HalfPoints, Move, Phase, Rng, Rules, Size, SplitMix64};
use hoshi_record::dgf::{GameFile, GameInfo, Record};

/// The rules by their spelling.
pub(crate) fn rules(text: &str) -> Rules {
    text.parse().expect("rules")
}

/// A random komi between -7.5 and 7.5.
pub(crate) fn komi(rng: &mut SplitMix64) -> HalfPoints {
    HalfPoints::from_halves(rng.below(31) as i32 - 15)
}

/// Random legal moves, now and then a pass; some games end with a resignation, some are won, some
/// are unfinished.
pub(crate) fn game(rng: &mut SplitMix64, side: u8, rules: &Rules, moves: u32) -> Game {
    let size = Size::square(side).expect("a side");
    let stones = if side >= 7 && rng.below(4) == 0 { 2 + rng.below(3) } else { 0 };
    let start = Game::with_handicap(size, rules.clone(), stones).expect("a handicap");
    let mut game = start.with_komi(komi(rng));
    for _ in 0..moves {
        let points: Vec<_> = game.legal_points(game.turn()).collect();
        let pass = points.is_empty() || rng.below(20) == 0;
        let mv = if pass {
            Move::Pass
        } else {
            Move::Play(points[rng.below(points.len() as u32) as usize])
        };
        game.play(mv).expect("a legal move");
        if matches!(game.phase(), Phase::Marking(_)) {
            game.resume(game.turn().opponent()).expect("a resumption");
        }
    }
    match rng.below(3) {
        0 => game.resign(game.turn()).expect("a resignation"),
        1 => {
            let winner = if rng.below(2) == 0 { "B+" } else { "W+" };
            game.end_as(winner.parse().expect("a result")).expect("an end");
        }
        _ => {}
    }
    game
}

/// A string of anything: letters, quotes, controls, other scripts.
fn text(rng: &mut SplitMix64) -> String {
    let pieces = [
        "a", "Z", " ", "\"", "\\", "\n", "\r", "\t", "\0", "\u{1b}", "\u{7f}", "\u{85}", "é", "本",
    ];
    let more = ["因", "坊", "'", "#", "=", "]", "\u{2028}", "\u{feff}", "🙂", "\u{8}", "\u{c}"];
    let all = [&pieces[..], &more[..]].concat();
    (0..rng.below(12)).map(|_| all[rng.below(all.len() as u32) as usize]).collect()
}

/// A game's file.
pub(crate) fn file(rng: &mut SplitMix64, game: &Game) -> GameFile {
    let record = Record::from_game(game).expect("a square board").record;
    let info = GameInfo { id: record.id(), black: text(rng), white: text(rng), date: text(rng) };
    GameFile::new(info, record).expect("short strings")
}

/// Files of many sizes and rules.
pub(crate) fn files(seed: u64, count: usize) -> impl Iterator<Item = GameFile> {
    let mut rng = SplitMix64::new(seed);
    (0..count).map(move |index| {
        let side = [1, 2, 3, 4, 5, 6, 7, 9, 13, 19, 23][index % 11];
        let rules = rules(["simple", "simple,suicide=multi", "new-zealand", "japanese"][index % 4]);
        let moves = rng.below(3 * u32::from(side) * u32::from(side) / 2 + 2);
        let game = game(&mut rng, side, &rules, moves);
        file(&mut rng, &game)
    })
}

/// The colour with this number of DGF.
pub(crate) fn color(number: u8) -> Option<Color> {
    [None, Some(Color::Black), Some(Color::White)][usize::from(number)]
}
