//! Which move turned one board into another. A candidate is found by comparing stones, but only
//! playing it and comparing the boards decides; where no move fits, the error says what differs.

use hoshi_core::{Color, InvalidSetup, Point, Rules, Size, Suicide};
use thiserror::Error;

use super::apply::{ApplyError, apply};
use super::board::Board;
use super::moves::Move;

/// Why two boards are not one move apart.
///
/// ```
/// use hoshi_core::{HalfPoints, Preset, Rules};
/// use hoshi_record::dgf::{self, Board, Difference};
///
/// let rules = Rules::of(Preset::Simple);
/// let before = Board::from_bytes(&[1, 0, 0, 2, 0, 0, 0, 0])?;
/// let after = Board::from_bytes(&[1, 0, 0, 2, 2, 0, 0, 0])?;
/// assert_eq!(
///     dgf::diff(&before, &after, &rules).unwrap_err().to_string(),
///     "the only new stone, at A2, is White's, but it is Black's turn"
/// );
/// assert_eq!(dgf::diff(&before, &before, &rules), Err(Difference::Nothing));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum Difference {
    /// The boards have different sizes.
    #[error("the first board is {first}, the second {second}")]
    Size {
        /// The first.
        first: Size,
        /// The second.
        second: Size,
    },
    /// No move follows the first board.
    #[error("the game is over on the first board (turn 0): no move follows it")]
    Over,
    /// The boards are the same.
    #[error("nothing changed: the boards are the same, and even a pass changes the turn")]
    Nothing,
    /// The first board is not a legal position.
    #[error("the first board is not a legal position: {0}")]
    Position(InvalidSetup),
    /// More or other stones changed than a move can change.
    #[error("no one move does this: {}", changes(*.size, .changed))]
    Points {
        /// The board.
        size: Size,
        /// Every point whose stone changed, in reading order, with the stone before and after.
        changed: Vec<(Point, Option<Color>, Option<Color>)>,
    },
    /// The new stone is of the side that wasn't to move.
    #[error(
        "the only new stone, at {}, is {}'s, but it is {turn}'s turn",
        .size.a1(*.point), .turn.opponent()
    )]
    WrongColor {
        /// The board.
        size: Size,
        /// Where the stone is.
        point: Point,
        /// Who was to move.
        turn: Color,
    },
    /// The only move that could have done it is illegal.
    #[error("the move is illegal: {0}")]
    Illegal(ApplyError),
    /// A move changes the same points, but with another result.
    #[error("read as {} ({mv}), {}", .mv.name(*.size), mismatches(*.size, .found))]
    Mismatch {
        /// The board.
        size: Size,
        /// The closest move.
        mv: Move,
        /// The differences from the board it would have produced; at least one.
        found: Vec<Mismatch>,
    },
    /// Several moves make the same board: suicides of one stone.
    #[error("{} moves do this, each a suicide of one stone: {}", .moves.len(), move_names(*.size, .moves))]
    Ambiguous {
        /// The board.
        size: Size,
        /// The moves, in reading order.
        moves: Vec<Move>,
    },
}

/// A difference between the second board and the one that a move would have produced.
///
/// ```
/// use hoshi_core::{Color, Preset, Rules};
/// use hoshi_record::dgf::{self, Board, Difference, Mismatch};
///
/// // The stone is captured, but not counted.
/// let before = Board::from_bytes(&[1, 0, 0, 2, 2, 1, 0, 0])?;
/// let after = Board::from_bytes(&[2, 0, 0, 2, 0, 1, 1, 0])?;
/// let difference = dgf::diff(&before, &after, &Rules::of(Preset::Simple)).unwrap_err();
/// assert_eq!(
///     difference.to_string(),
///     "read as A1 (3), Black's count (captured stones and komi) should be 1, not 0"
/// );
/// let Difference::Mismatch { found, .. } = difference else { unreachable!() };
/// assert_eq!(found, [Mismatch::Count { color: Color::Black, expected: 1, found: 0 }]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Mismatch {
    /// The side to move; `None` is a game that is over.
    Turn {
        /// The expected side.
        expected: Option<Color>,
        /// The side found.
        found: Option<Color>,
    },
    /// Who has the half point of komi, which no move changes.
    Half {
        /// The expected side.
        expected: Option<Color>,
        /// The side found.
        found: Option<Color>,
    },
    /// A side's captured stones and komi.
    Count {
        /// The side.
        color: Color,
        /// What it should be.
        expected: u16,
        /// What it is.
        found: u16,
    },
    /// Stones that should have been captured.
    Stands(Vec<Point>),
    /// Stones that should still be there.
    Gone(Vec<Point>),
    /// The ko point.
    Ko {
        /// Where it should be.
        expected: Option<Point>,
        /// Where it is.
        found: Option<Point>,
    },
}

/// The move that turned the first board into the second: a legal play with its captures, or a
/// suicide where the rules allow it; a pass, if only the turn changed and the ko was lifted; a
/// resignation, if the turn became 0 and nothing else changed.
///
/// ```
/// use hoshi_core::{HalfPoints, Preset, Rules};
/// use hoshi_record::dgf::{self, Move};
///
/// let rules = Rules::of(Preset::Simple);
/// let board = dgf::new_board(9, HalfPoints::ZERO, 0)?;
/// for mv in [Move::new(41)?, Move::PASS, Move::RESIGN] {
///     assert_eq!(dgf::diff(&board, &dgf::apply(&board, mv, &rules)?, &rules), Ok(mv));
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// If no move does it, with an explanation of the difference; or if several do.
pub fn diff(first: &Board, second: &Board, rules: &Rules) -> Result<Move, Difference> {
    let size = first.size();
    if size != second.size() {
        return Err(Difference::Size { first: size, second: second.size() });
    }
    let turn = first.turn().ok_or(Difference::Over)?;
    if first == second {
        return Err(Difference::Nothing);
    }
    if second.turn().is_none() {
        return played(first, second, Move::RESIGN, rules);
    }
    let changed: Vec<_> = size
        .points()
        .map(|point| (point, first.stone(point), second.stone(point)))
        .filter(|(_, before, after)| before != after)
        .collect();
    let mut new = changed.iter().filter(|(_, _, after)| after.is_some());
    match (new.next(), new.next()) {
        (Some(&(point, None, Some(color))), None) => {
            if color != turn {
                return Err(Difference::WrongColor { size, point, turn });
            }
            let mv = Move::at(size, point).unwrap_or(Move::PASS);
            played(first, second, mv, rules)
        }
        (None, _) if changed.iter().all(|&(_, before, _)| before == Some(turn)) => {
            let lost: Vec<Point> = changed.iter().map(|&(point, ..)| point).collect();
            match suicide(first, second, turn, &lost, rules)? {
                Some(mv) => played(first, second, mv, rules),
                None if lost.is_empty() => played(first, second, Move::PASS, rules),
                None => Err(Difference::Points { size, changed }),
            }
        }
        _ => Err(Difference::Points { size, changed }),
    }
}

/// The move, if playing it makes the second board; else why not.
fn played(first: &Board, second: &Board, mv: Move, rules: &Rules) -> Result<Move, Difference> {
    let expected = apply(first, mv, rules).map_err(|error| match error {
        ApplyError::Position(invalid) => Difference::Position(invalid),
        error => Difference::Illegal(error),
    })?;
    if expected == *second {
        return Ok(mv);
    }
    Err(Difference::Mismatch { size: first.size(), mv, found: compare(&expected, second) })
}

/// The suicide, legal or not, that turns the first board into the second, if there is one. The lost
/// stones are those beside the played one.
fn suicide(
    first: &Board,
    second: &Board,
    turn: Color,
    lost: &[Point],
    rules: &Rules,
) -> Result<Option<Move>, Difference> {
    let size = first.size();
    let gained = u32::from(second.count(turn.opponent()))
        .checked_sub(u32::from(first.count(turn.opponent())));
    if gained != Some(lost.len() as u32 + 1) {
        return Ok(None);
    }
    let Ok(position) = first.position() else { return Ok(None) };
    let any = Rules { suicide: Suicide::Any, ..rules.clone() };
    let board = position.board();
    // The point has no empty neighbour, captures nothing, and every friend beside it dies with it.
    let dies = |&point: &Point| {
        first.stone(point).is_none()
            && size.neighbors(point).all(|near| match board.block(near) {
                None => false,
                Some(block) if block.color() == turn => block.is_in_atari(),
                Some(block) => !block.is_in_atari(),
            })
    };
    let alone = |&point: &Point| size.neighbors(point).all(|near| first.stone(near) != Some(turn));
    let mut points: Vec<Point> = if lost.is_empty() {
        size.points().filter(alone).filter(dies).collect()
    } else {
        lost.iter().flat_map(|&stone| size.neighbors(stone)).filter(dies).collect()
    };
    points.sort();
    points.dedup();
    let moves: Vec<Move> = points.iter().filter_map(|&point| Move::at(size, point)).collect();
    if lost.is_empty() {
        // Wherever a single stone dies, the board is the same afterwards.
        let Some(&mv) = moves.first() else { return Ok(None) };
        if !apply(first, mv, &any).is_ok_and(|after| after == *second) {
            return Ok(None);
        }
        if moves.len() > 1 {
            // Either all of them are legal, or none is.
            played(first, second, mv, rules)?;
            return Err(Difference::Ambiguous { size, moves });
        }
        return Ok(Some(mv));
    }
    let makes = |mv: &Move| apply(first, *mv, &any).is_ok_and(|after| after == *second);
    Ok(moves.into_iter().find(makes))
}

fn compare(expected: &Board, found: &Board) -> Vec<Mismatch> {
    let mut mismatches = Vec::new();
    let size = expected.size();
    let differ = |stands: bool| -> Vec<Point> {
        let differs = |&point: &Point| {
            expected.stone(point) != found.stone(point) && found.stone(point).is_some() == stands
        };
        size.points().filter(differs).collect()
    };
    let (stands, gone) = (differ(true), differ(false));
    if !stands.is_empty() {
        mismatches.push(Mismatch::Stands(stands));
    }
    if !gone.is_empty() {
        mismatches.push(Mismatch::Gone(gone));
    }
    for color in Color::ALL {
        let (expected, found) = (expected.count(color), found.count(color));
        if expected != found {
            mismatches.push(Mismatch::Count { color, expected, found });
        }
    }
    if expected.half() != found.half() {
        mismatches.push(Mismatch::Half { expected: expected.half(), found: found.half() });
    }
    if expected.turn() != found.turn() {
        mismatches.push(Mismatch::Turn { expected: expected.turn(), found: found.turn() });
    }
    if expected.ko() != found.ko() {
        mismatches.push(Mismatch::Ko { expected: expected.ko(), found: found.ko() });
    }
    mismatches
}

/// The most points that a message names.
const NAMED: usize = 8;

/// The first of these, joined, and how many more there are.
fn list(all: impl ExactSizeIterator<Item = String>) -> String {
    let more = all.len().saturating_sub(NAMED);
    let mut text = all.take(NAMED).collect::<Vec<_>>().join(", ");
    if more > 0 {
        text.push_str(&format!(" and {more} more"));
    }
    text
}

fn names(size: Size, points: &[Point]) -> String {
    list(points.iter().map(|&point| size.a1(point).to_string()))
}

fn move_names(size: Size, moves: &[Move]) -> String {
    list(moves.iter().map(|mv| mv.name(size)))
}

fn changes(size: Size, changed: &[(Point, Option<Color>, Option<Color>)]) -> String {
    let now = |after: Option<Color>| match after {
        None => "empty",
        Some(Color::Black) => "black",
        Some(Color::White) => "white",
    };
    let change =
        |&(point, _, after): &(Point, _, _)| format!("{} is {} now", size.a1(point), now(after));
    let points = if changed.len() == 1 { "point differs" } else { "points differ" };
    format!("{} {points}: {}", changed.len(), list(changed.iter().map(change)))
}

fn mismatches(size: Size, found: &[Mismatch]) -> String {
    found.iter().map(|mismatch| mismatch.explain(size)).collect::<Vec<_>>().join("; ")
}

impl Mismatch {
    /// The mismatch as a sentence, for a board of this size.
    ///
    /// ```
    /// use hoshi_core::Size;
    /// use hoshi_record::dgf::Mismatch;
    ///
    /// let ko = Mismatch::Ko { expected: Size::S9.point(0, 0), found: None };
    /// assert_eq!(ko.explain(Size::S9), "A9 should be the ko point, and there is none");
    /// ```
    #[must_use]
    pub fn explain(&self, size: Size) -> String {
        let whose = |color: &Option<Color>| match color {
            Some(color) => format!("{color}'s"),
            None => "nobody's".to_owned(),
        };
        match self {
            Mismatch::Turn { expected: Some(color), found: None } => {
                format!("it should be {color}'s turn, but the game is over")
            }
            Mismatch::Turn { expected: None, .. } => "the game should be over".to_owned(),
            Mismatch::Turn { expected, found } => {
                format!("it should be {} turn, not {}", whose(expected), whose(found))
            }
            Mismatch::Half { expected, found } => {
                let (expected, found) = (whose(expected), whose(found));
                format!("the half point of komi should be {expected}, not {found}")
            }
            Mismatch::Count { color, expected, found } => format!(
                "{color}'s count (captured stones and komi) should be {expected}, not {found}"
            ),
            Mismatch::Stands(points) => {
                format!("there should be no stone at {}", names(size, points))
            }
            Mismatch::Gone(points) => {
                format!("there should still be a stone at {}", names(size, points))
            }
            Mismatch::Ko { expected: Some(point), found: None } => {
                format!("{} should be the ko point, and there is none", size.a1(*point))
            }
            Mismatch::Ko { expected: None, found } => {
                let at = found.map_or_else(String::new, |point| size.a1(point).to_string());
                format!("there should be no ko point, but {at} is one")
            }
            Mismatch::Ko { expected: Some(expected), found: Some(found) } => {
                let (expected, found) = (size.a1(*expected), size.a1(*found));
                format!("the ko point should be {expected}, not {found}")
            }
        }
    }
}
