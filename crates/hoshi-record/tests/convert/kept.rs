//! Random games from SGF to every format and back: each property of the main line is preserved, or
//! reported as lost with its place; each variation is reported.

use hoshi_core::{Color, Move, Outcome, Size};
use hoshi_record::convert::{Format, Loss, Options, Spot, read, write};
use hoshi_record::replay::{Terms, replay};
use hoshi_record::sgf::{GameTree, NodeRef};

use crate::random;
use crate::{lines, sgf};

const GAMES: u64 = 900;

fn moves_of(game: GameTree<'_>) -> Vec<(Color, Move)> {
    let size = game.size();
    let of = |node: NodeRef<'_>| {
        let moves = node.moves(size).filter_map(|(color, mv, _)| Some((color, mv?)));
        moves.collect::<Vec<_>>()
    };
    game.main_line().flat_map(of).collect()
}

fn outcome(game: GameTree<'_>) -> Option<Outcome> {
    game.result()?.ok()?.value.outcome()
}

fn stones(game: GameTree<'_>) -> Vec<(hoshi_core::Point, Color)> {
    replay(game.root(), &Terms::of(game)).game.start().board().stones().collect()
}

fn turn(game: GameTree<'_>) -> Color {
    replay(game.root(), &Terms::of(game)).game.start().turn()
}

/// Whether a game information property is the same in both.
fn is_found(key: &str, source: GameTree<'_>, back: GameTree<'_>) -> bool {
    let readable = |game: GameTree<'_>| match key {
        "SZ" => matches!(game.read_size(), Some(Ok(_))),
        "KM" => matches!(game.komi(), Some(Ok(_))),
        "RU" => matches!(game.rules(), Some(Ok(_))),
        _ => true,
    };
    match key {
        "GM" | "FF" | "CA" => true,
        "B" | "W" => moves_of(source) == moves_of(back),
        "AB" | "AW" | "AE" => stones(source) == stones(back),
        "PL" => turn(source) == turn(back),
        "SZ" => source.size() == back.size() && readable(source),
        // An unreadable komi counts as none.
        "KM" => {
            Terms::of(source).komi == Terms::of(back).komi && readable(source) && readable(back)
        }
        "RU" => {
            Terms::of(source).rules == Terms::of(back).rules && readable(source) && readable(back)
        }
        "RE" => outcome(source) == outcome(back) && !matches!(source.result(), Some(Err(_))),
        "HA" => {
            let many = |game: GameTree<'_>| match game.handicap() {
                None => Some(0),
                Some(read) => read.ok().map(|reading| reading.value),
            };
            many(source).is_some() && many(source) == many(back)
        }
        "PB" | "PW" | "DT" => source.info_text(key) == back.info_text(key),
        "DGFID" => source.root().text(key) == back.root().text(key),
        _ => false,
    }
}

/// Whether a loss at this place has the name in it, as a word.
fn is_named(key: &str, spot: &Spot, losses: &[Loss]) -> bool {
    losses.iter().any(|loss| {
        let mut words = loss.what.split(|letter: char| !letter.is_ascii_alphanumeric());
        (loss.spot == *spot || loss.spot == Spot::Game) && words.any(|word| word == key)
    })
}

/// Compares the result of a round trip with the original.
fn check(source: GameTree<'_>, back: GameTree<'_>, losses: &[Loss], what: &str) {
    let size: Size = source.size();
    let mut moves = 0;
    for node in source.main_line() {
        moves += node.moves(size).filter(|(_, mv, _)| mv.is_some()).count();
        let root = node.parent().is_none();
        let spot = if root { Spot::Root } else { Spot::Move(moves) };
        let mut seen = Vec::new();
        for property in node.properties() {
            let key = property.key();
            let goes_by = source.info(&key).is_some_and(|it| it.offset() == property.offset());
            let list =
                matches!(key.as_str(), "AB" | "AW" | "AE" | "B" | "W" | "PL" | "FF" | "CA" | "GM");
            let found = (goes_by || list) && is_found(&key, source, back);
            // Game information may stand after the root; its loss is then reported for the root.
            let named =
                is_named(&key, &spot, losses) || (goes_by && is_named(&key, &Spot::Root, losses));
            assert!(found || named, "{key} at {spot} is gone {what}");
            if !list && property.values().count() > 1 {
                assert!(named, "values of {key} at {spot} are gone {what}");
            }
            seen.push(key);
        }
        let variations = node.children().skip(1).count();
        let at = losses.iter().filter(|loss| loss.spot == Spot::Variation(moves)).count();
        assert!(at >= variations, "a variation at {spot} is gone {what}");
    }
    let all: usize = source.main_line().map(|node| node.children().skip(1).count()).sum();
    let named = losses.iter().filter(|loss| matches!(loss.spot, Spot::Variation(_))).count();
    assert_eq!(all, named, "variations {what}");
    for loss in losses {
        assert!(!loss.to_string().contains('\n') && !loss.what.is_empty(), "{loss}");
    }
}

fn there_and_back(format: Format) {
    let (mut converted, mut refused) = (0, 0);
    for seed in 0..GAMES {
        let text = random::game(seed, seed % 3 == 0);
        let file = sgf(&text);
        let game = file.game(0).expect("a game");
        let written = match write(game, format, &Options::default()) {
            Ok(written) => written,
            Err(error) => {
                refused += 1;
                assert!(!error.to_string().is_empty());
                continue;
            }
        };
        converted += 1;
        let back = read(written.bytes.clone(), Some(format))
            .unwrap_or_else(|error| panic!("{error}: {text}"));
        let mut losses = written.losses.clone();
        losses.extend(back.losses.iter().cloned());
        let shown = String::from_utf8_lossy(&written.bytes);
        let what = format!("by {format} (seed {seed})\n{text}\n{shown}\n{}", lines(&losses));
        check(game, back.file.game(0).expect("a game"), &losses, &what);
        // A second round trip gives the same.
        let again = write(back.file.game(0).expect("a game"), format, &Options::default());
        let again = again.unwrap_or_else(|error| panic!("{error} {what}"));
        assert_eq!(again.bytes, written.bytes, "{what}");
    }
    assert!(converted > GAMES / 3 && refused > 0, "{converted} converted, {refused} refused");
}

#[test]
fn by_dgf() {
    there_and_back(Format::Dgf);
}

#[test]
fn by_dgfb() {
    there_and_back(Format::Dgfb);
}

#[test]
fn by_dgr() {
    there_and_back(Format::Dgr);
}

#[test]
fn by_sgn() {
    there_and_back(Format::Sgn);
}

#[test]
fn by_an_address() {
    there_and_back(Format::Url);
}

#[test]
fn by_sgf_nothing_is_lost() {
    for seed in 0..GAMES {
        let text = random::game(seed, false);
        let file = sgf(&text);
        let written = write(file.game(0).expect("a game"), Format::Sgf, &Options::default());
        let written = written.expect("SGF holds SGF");
        assert_eq!(String::from_utf8(written.bytes).expect("text"), file_text(&text));
        assert!(written.losses.is_empty());
    }
}

/// The file as it is written.
fn file_text(text: &str) -> String {
    String::from_utf8(sgf(text).to_bytes()).expect("text")
}

#[test]
fn a_board_is_the_position_and_all_else_is_named() {
    let mut boards = 0;
    for seed in 0..GAMES {
        let text = random::game(seed, false);
        let file = sgf(&text);
        let game = file.game(0).expect("a game");
        let last = game.main_line().last().expect("a node");
        let Ok(written) = write(game, Format::Dgb, &Options::default()) else {
            assert!(!game.size().is_square(), "{text}");
            continue;
        };
        let stands = replay(last, &Terms::of(game)).game;
        let board = hoshi_record::dgf::Board::from_bytes(&written.bytes).expect("a board");
        for point in game.size().points() {
            assert_eq!(board.stone(point), stands.board().stone(point), "{text}");
        }
        assert_eq!(board.ko(), stands.board().ko(), "{text}");
        if board.turn().is_some() {
            assert_eq!(board.turn(), Some(stands.turn()), "{text}");
        } else {
            assert!(outcome(game).is_some() || stands.outcome().is_some(), "{text}");
        }
        if game.nodes().count() > 1 {
            assert!(written.losses.iter().any(|loss| loss.what.contains("all else")), "{text}");
        }
        boards += usize::from(stands.board().stones().count() > 0);
    }
    assert!(boards > 100, "{boards}");
}

#[test]
fn plain_games_lose_only_what_dgf_cannot_hold() {
    let mut whole = 0;
    for seed in 0..GAMES {
        let text = random::game(seed, true);
        let Ok(written) = crate::to(&text, Format::Dgf) else {
            assert!(!sgf(&text).game(0).expect("a game").size().is_square(), "{text}");
            continue;
        };
        for loss in &written.losses {
            let known = ["RU is lost", "RE: the outcome", "HA is lost"];
            let superko = loss.what.contains("illegal");
            assert!(
                superko || known.iter().any(|start| loss.what.starts_with(start)),
                "{loss}: {text}"
            );
        }
        whole += usize::from(written.losses.is_empty());
    }
    assert!(whole > 100, "{whole}");
}
