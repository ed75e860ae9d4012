//! The starting positions of a match: the empty board, or the ends of records.

use hoshi_core::{Game, HalfPoints, Phase, Refusal, Rules, Size};
use hoshi_record::convert::node_at_move;
use hoshi_record::replay::{Problem, Terms, replay_strict};
use hoshi_record::sgf::{Collection, GameTree};

use super::result;

/// A starting position, with the moves that led there.
#[derive(Clone, Debug)]
pub struct Opening {
    /// Its source; empty for the empty board.
    pub name: String,
    /// The game so far.
    pub game: Game,
}

impl Opening {
    /// A game without moves and without a source.
    #[must_use]
    pub fn of(game: Game) -> Opening {
        Opening { name: String::new(), game }
    }
}

/// Why a record cannot be an opening.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum OpeningError {
    /// The boards differ.
    #[error("{name}: its board is {size}, but the match is played on {wanted}")]
    Size {
        /// The record.
        name: String,
        /// Its board.
        size: Size,
        /// The board of the match.
        wanted: Size,
    },
    /// It cannot be played under the rules of the match.
    #[error("{name}: {why}")]
    Illegal {
        /// The record.
        name: String,
        /// The reason.
        why: Unplayable,
    },
    /// The game is already over.
    #[error("{name}: the game is over at its end; use fewer of its moves (--opening-moves N)")]
    Over {
        /// The record.
        name: String,
    },
    /// The records contain no games.
    #[error("the records contain no game")]
    None,
}

/// Why a record cannot be played under the rules of a match.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Unplayable {
    /// A node of it is wrong or illegal.
    #[error(transparent)]
    Node(#[from] Problem),
    /// A move after its last setup is refused.
    #[error(transparent)]
    Move(#[from] Refusal),
}

/// The games of records, each with the name of its file, as openings: up to the end of their main lines,
/// or up to `moves`. Rules and komi are those of the match, not those of the records.
///
/// ```
/// use hoshi_core::{HalfPoints, Preset, Rules, Size};
/// use hoshi_record::sgf::Collection;
/// use hoshi_session::tournament::openings;
///
/// let files = [("a.sgf".to_owned(), Collection::read("(;SZ[9];B[cc];W[gg];B[ee])")?)];
/// let rules = Rules::of(Preset::Chinese);
/// let openings = openings(&files, Size::S9, &rules, HalfPoints::whole(7), Some(2))?;
/// assert_eq!(openings[0].game.move_count(), 2);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// If a record does not fit the match.
pub fn openings(
    files: &[(String, Collection)],
    size: Size,
    rules: &Rules,
    komi: HalfPoints,
    moves: Option<usize>,
) -> Result<Vec<Opening>, OpeningError> {
    let mut all = Vec::new();
    for (file, games) in files {
        let many = games.games().len();
        for (nth, tree) in games.games().enumerate() {
            let name = if many > 1 { format!("{file} game {}", nth + 1) } else { file.clone() };
            if tree.size() != size {
                return Err(OpeningError::Size { name, size: tree.size(), wanted: size });
            }
            let game = match begin(tree, rules, komi, moves) {
                Ok(game) => game,
                Err(why) => return Err(OpeningError::Illegal { name, why }),
            };
            if game.phase() != &Phase::Playing {
                return Err(OpeningError::Over { name });
            }
            all.push(Opening { name, game });
        }
    }
    if all.is_empty() { Err(OpeningError::None) } else { Ok(all) }
}

/// A game up to the end of its main line, or to a move before that.
fn begin(
    tree: GameTree<'_>,
    rules: &Rules,
    komi: HalfPoints,
    moves: Option<usize>,
) -> Result<Game, Unplayable> {
    let end = || tree.main_line().last().unwrap_or_else(|| tree.root());
    // A game with fewer moves is used up to its end.
    let node = moves.and_then(|moves| node_at_move(tree, moves).ok()).unwrap_or_else(end);
    let terms = Terms { komi, ..Terms::under(tree, rules.clone()) };
    let handicap = terms.handicap;
    let replayed = replay_strict(node, &terms).map_err(|remark| remark.problem)?;
    // GTP cannot express the moves before the last setup.
    let (start, line) = replayed.since_setup();
    let mut game = Game::from_position(start, rules.clone()).with_handicap_of(handicap);
    game = game.with_komi(komi);
    for (color, mv) in line {
        game.play_as(color, mv)?;
    }
    Ok(game)
}

/// A digest of the openings and their order.
pub(super) fn digest(openings: &[Opening]) -> String {
    let mut hash = openings.len() as u64;
    for opening in openings {
        hash =
            hash.rotate_left(7).wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ result::digest(&opening.game);
    }
    format!("{} positions, {hash:016x}", openings.len())
}

#[cfg(test)]
mod tests {
    use hoshi_core::Preset;

    use super::*;

    fn read(text: &str, moves: Option<usize>) -> Result<Vec<Opening>, OpeningError> {
        let files = [("a.sgf".to_owned(), Collection::read(text).unwrap())];
        openings(&files, Size::S9, &Rules::of(Preset::Chinese), HalfPoints::whole(7), moves)
    }

    #[test]
    fn every_game_of_a_file_is_an_opening() {
        let all = read("(;SZ[9];B[cc];W[gg])(;SZ[9]AB[aa]PL[W];W[bb])", None).unwrap();
        let names: Vec<&str> = all.iter().map(|opening| opening.name.as_str()).collect();
        assert_eq!(names, ["a.sgf game 1", "a.sgf game 2"]);
        assert_eq!(all.iter().map(|one| one.game.move_count()).collect::<Vec<_>>(), [2, 1]);
        assert!(all.iter().all(|opening| opening.game.komi() == HalfPoints::whole(7)));
    }

    #[test]
    fn a_record_that_does_not_fit_is_refused() {
        let error = |text| read(text, None).unwrap_err().to_string();
        assert!(error("(;SZ[7];B[cc])").contains("its board is 7x7"));
        assert!(error("(;SZ[9];B[cc];W[cc])").starts_with("a.sgf: "));
        assert!(error("(;SZ[9];B[cc];W[];B[])").contains("over at its end"));
        // Without its last move it fits.
        assert_eq!(read("(;SZ[9];B[cc];W[];B[])", Some(2)).unwrap().len(), 1);
        assert_eq!(read("(;SZ[9];B[cc])", Some(50)).unwrap()[0].game.move_count(), 1);
    }
}
