//! Real games that were counted, from the outside data, which is never required.

use std::fs;

use hoshi_core::{DeadAndSeki, Game, Outcome, Scoring, WinBy, propose_seki};
use hoshi_record::replay::{Terms, replay};
use hoshi_record::sgf::Collection;
use hoshi_session::dead_stones;

/// A game to its last pass, and how it was counted.
pub(crate) struct Counted {
    game: Game,
    outcome: Outcome,
}

impl Counted {
    pub(crate) fn is_small(&self) -> bool {
        self.game.size().area() <= 13 * 13
    }

    /// Whether the proposal leads to the recorded result.
    pub(crate) fn is_proposed(&self) -> bool {
        let Counted { game, outcome } = self;
        let mut marks = DeadAndSeki::new(game.size());
        marks.dead = dead_stones(game.board(), game.turn(), game.rules());
        if game.rules().scoring == Scoring::Territory {
            marks.seki = propose_seki(game.board(), &marks.dead);
        }
        game.score_with(&marks).outcome() == *outcome
    }
}

/// The games; `None`, with a message, if they are not available.
pub(crate) fn counted_games() -> Option<Vec<Counted>> {
    let folder = hoshi_testkit::data("sgf/common", "counted games")?;
    let mut files = Vec::new();
    let mut open = vec![folder];
    while let Some(inside) = open.pop() {
        for entry in fs::read_dir(&inside).expect("a folder that is there") {
            let path = entry.expect("an entry").path();
            if path.is_dir() {
                open.push(path);
            } else if path.extension().is_some_and(|ending| ending == "sgf") {
                files.push(path);
            }
        }
    }
    files.sort();
    let games = files.iter().filter_map(|path| counted(fs::read(path).expect("a file")));
    Some(games.collect())
}

/// A game that ended with two passes and a count.
fn counted(bytes: Vec<u8>) -> Option<Counted> {
    let file = Collection::read(bytes).ok()?;
    let tree = file.game(0)?;
    let outcome = tree.result()?.ok()?.value.outcome()?;
    let is_counted = matches!(outcome, Outcome::Draw | Outcome::Win { by: WinBy::Score(_), .. });
    let game = replay(tree.main_line().last()?, &Terms::of(tree)).game;
    let has_passed =
        game.move_count() >= 30 && game.moves().rev().take(2).all(|(_, mv)| mv.is_pass());
    (is_counted && has_passed).then_some(Counted { game, outcome })
}
