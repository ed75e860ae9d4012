//! From a record to a game, move by move under given rules, and back. A record is only numbers;
//! here they are checked, and the parts of a game that they cannot hold are named.

use hoshi_core::{
    Color, Game, InvalidSetup, Move as Play, Outcome, Phase, Refusal, Rules, Size, WinBy,
};
use thiserror::Error;

use super::board::Board;
use super::fit::Unfit;
use super::header::number_of;
use super::moves::Move;
use super::record::Record;

/// Why a record is not a legal game under the rules of the replay.
///
/// ```
/// use hoshi_core::{Preset, Rules};
/// use hoshi_record::dgf::Record;
///
/// let record = Record::from_dgr(b"1 0 0 2  0 0 0 0  0  1 2 1")?;
/// let error = record.replay(&Rules::of(Preset::Simple)).unwrap_err();
/// assert_eq!(error.to_string(), "move 3, Black's 1 (A2): the point is occupied");
/// # Ok::<(), hoshi_record::dgf::RecordError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum ReplayError {
    /// The first board is not a legal position.
    #[error("the record's board is not a legal position: {0}")]
    Start(#[from] InvalidSetup),
    /// A move is refused.
    #[error("move {number}, {color}'s {mv} ({}): {refusal}", .mv.name(*.size))]
    Refused {
        /// The move, from 1.
        number: usize,
        /// The player.
        color: Color,
        /// The move.
        mv: Move,
        /// The board.
        size: Size,
        /// Why it is refused.
        refusal: Refusal,
    },
    /// The first board says that the game is over, but there are moves.
    #[error("the record's board is that of a game that is over (turn 0), but there are moves")]
    OverWithMoves,
    /// The first board says that the game is over, but the result that it isn't.
    #[error(
        "the record's board is that of a game that is over (turn 0), but the result is 0: write 1 \
         (Black won) or 2 (White won)"
    )]
    OverUnfinished,
    /// A resignation contradicts the result.
    #[error(
        "{color} resigned with move {number}, but the result is {}: it should be {}",
        .winner.map_or(0, number_of), number_of(.color.opponent())
    )]
    Resigned {
        /// The resignation's number.
        number: usize,
        /// Who resigned.
        color: Color,
        /// The winner in the record.
        winner: Option<Color>,
    },
    /// The rules end the game with another winner.
    #[error("the result is {}, but under these rules the game ends with {outcome}", number_of(*.winner))]
    Outcome {
        /// The winner in the record.
        winner: Color,
        /// How the game ends.
        outcome: Outcome,
    },
    /// There is no such move.
    #[error("there is no move {asked}: the record has {last}")]
    NoMove {
        /// The requested move.
        asked: usize,
        /// The last.
        last: usize,
    },
    /// A count exceeds what a board can hold.
    #[error(transparent)]
    Unfit(#[from] Unfit),
}

/// A part of a game that a record doesn't keep.
///
/// ```
/// use hoshi_record::dgf::Lost;
///
/// let lost = Lost::Outcome { outcome: "B+3.5".parse()? };
/// assert_eq!(lost.to_string(), "the outcome B+3.5 is kept as 1 (Black won)");
/// let lost = Lost::Outcome { outcome: "0".parse()? };
/// assert_eq!(lost.to_string(), "the outcome 0 is kept as 0 (unfinished)");
/// # Ok::<(), hoshi_core::ParseError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum Lost {
    /// How it ended, beyond who won.
    #[error("the outcome {outcome} is kept as {}", number_and_meaning(.outcome.winner()))]
    Outcome {
        /// How it ended.
        outcome: Outcome,
    },
    /// The rules it was played by.
    #[error("the rules ({rules}) are not kept")]
    Rules {
        /// The rules.
        rules: Rules,
    },
}

fn number_and_meaning(winner: Option<Color>) -> &'static str {
    match winner {
        Some(Color::Black) => "1 (Black won)",
        Some(Color::White) => "2 (White won)",
        None => "0 (unfinished)",
    }
}

/// A record, and what it doesn't keep of the original game.
///
/// ```
/// use hoshi_core::{Game, Preset, Rules, Size};
/// use hoshi_record::dgf::{Lost, Record};
///
/// let kept = Record::from_game(&Game::new(Size::S9, Rules::of(Preset::Simple)))?;
/// assert_eq!(kept.record.moves(), []);
/// assert!(matches!(kept.lost[..], [Lost::Rules { .. }]));
/// # Ok::<(), hoshi_record::dgf::Unfit>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Kept {
    /// The record.
    pub record: Record,
    /// What is lost.
    pub lost: Vec<Lost>,
}

impl Record {
    /// Plays the record's moves by the rules. The first illegal move is an error.
    ///
    /// The counts of the first board are read as komi. A board with two or more black stones and no
    /// white ones, White to move, is a handicap of that many. Moves after two passes resume play,
    /// under rules where dead stones are marked then.
    ///
    /// ```
    /// use hoshi_core::{Preset, Rules};
    /// use hoshi_record::dgf::Record;
    ///
    /// let record = Record::from_dgr(b"9 0 6 2  0 0 0 0  2  1 -1");
    /// let error = record?.replay(&Rules::of(Preset::Simple)).unwrap_err();
    /// assert_eq!(
    ///     error.to_string(),
    ///     "White resigned with move 2, but the result is 2: it should be 1"
    /// );
    /// let record = Record::from_dgr(b"9 0 6 2  0 0 0 0  1  1 -1")?;
    /// let game = record.replay(&Rules::of(Preset::Simple))?;
    /// assert_eq!(game.komi().to_string(), "6.5");
    /// assert_eq!(game.outcome().unwrap().to_string(), "B+R");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// If the first board is not a legal position, a move is refused, or the result contradicts the
    /// moves.
    pub fn replay(&self, rules: &Rules) -> Result<Game, ReplayError> {
        let over = self.board().turn().is_none();
        if over && !self.moves().is_empty() {
            return Err(ReplayError::OverWithMoves);
        }
        if over && self.winner().is_none() {
            return Err(ReplayError::OverUnfinished);
        }
        let mut game = self.start(rules)?;
        for (&mv, number) in self.moves().iter().zip(1..) {
            self.step(&mut game, mv, number)?;
        }
        let Some(winner) = self.winner() else { return Ok(game) };
        match game.outcome() {
            Some(outcome) if outcome.winner() != Some(winner) => {
                Err(ReplayError::Outcome { winner, outcome })
            }
            Some(_) => Ok(game),
            None => {
                // The game isn't over, so this can't fail.
                let _ = game.end_as(Outcome::Win { winner, by: WinBy::Unknown });
                Ok(game)
            }
        }
    }

    /// The game before its first move.
    fn start(&self, rules: &Rules) -> Result<Game, ReplayError> {
        let mut setup = self.board().setup();
        setup.captures = [0; 2];
        let position = setup.position()?;
        let handicap: Vec<_> = position.board().stones().map(|(point, _)| point).collect();
        let black_only = position.board().stone_count(Color::White) == 0;
        let free = || Game::with_free_handicap(self.board().size(), rules.clone(), &handicap).ok();
        let game = match position.turn() {
            Color::White if black_only && self.board().turn().is_some() => free(),
            _ => None,
        };
        let game = game.unwrap_or_else(|| Game::from_position(position, rules.clone()));
        Ok(game.with_komi(self.board().komi_at_start()))
    }

    fn step(&self, game: &mut Game, mv: Move, number: usize) -> Result<(), ReplayError> {
        let (color, size) = (game.turn(), game.size());
        if mv.is_resignation() {
            let winner = self.winner();
            if winner != Some(color.opponent()) {
                return Err(ReplayError::Resigned { number, color, winner });
            }
        } else if matches!(game.phase(), Phase::Marking(_)) {
            // If the other side requests resumption, this side moves first, under every ruleset.
            let _ = game.resume(color.opponent());
        }
        let done = match mv.point(size) {
            _ if mv.is_resignation() => game.resign(color),
            Some(point) => game.play_strict(color, Play::Play(point)).map(drop),
            None => game.play_strict(color, Play::Pass).map(drop),
        };
        done.map_err(|refusal| ReplayError::Refused { number, color, mv, size, refusal })
    }

    /// The board after `moves` moves. Its turn is 0 after a resignation, and after the last move if
    /// there is a winner.
    ///
    /// ```
    /// use hoshi_core::{Preset, Rules};
    /// use hoshi_record::dgf::Record;
    ///
    /// let rules = Rules::of(Preset::Simple);
    /// let record = Record::from_dgr(b"1 0 0 2  0 0 0 0  1  1 2 3 0 0")?;
    /// assert_eq!(record.board_after(2, &rules)?.to_bytes(), [1, 0, 0, 2, 1, 2, 0, 0]);
    /// assert_eq!(record.board_after(5, &rules)?.to_bytes(), [0, 0, 0, 2, 1, 2, 1, 0]);
    /// assert!(record.board_after(6, &rules).is_err());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// As [`Record::replay`]; if there is no such move; if a count grows above 510.
    pub fn board_after(&self, moves: usize, rules: &Rules) -> Result<Board, ReplayError> {
        let last = self.moves().len();
        if moves > last {
            return Err(ReplayError::NoMove { asked: moves, last });
        }
        let game = self.replay(rules)?;
        let resigned = self.moves().get(..moves).is_some_and(|made| made.contains(&Move::RESIGN));
        let over = resigned || (moves == last && self.winner().is_some());
        // A resignation is not a move of the game.
        let position = game.position_at(moves - usize::from(resigned));
        let position = position.ok_or(ReplayError::NoMove { asked: moves, last })?;
        let board = self.board().moved_to(&position)?;
        Ok(if over { board.with_turn(None) } else { board })
    }

    /// A game as a record, with the losses. A resignation is a move if made in turn.
    ///
    /// ```
    /// use hoshi_core::{Color, Game, Preset, Rules, Size};
    /// use hoshi_record::dgf::{Move, Record};
    ///
    /// let mut game = Game::new(Size::S19, Rules::of(Preset::Japanese));
    /// game.play(game.size().parse_move("D16")?)?;
    /// game.resign(Color::White)?;
    /// let record = Record::from_game(&game)?.record;
    /// assert_eq!(record.board().to_bytes()[..4], [9, 0, 6, 19]);
    /// assert_eq!(record.moves(), [Move::new(61)?, Move::RESIGN]);
    /// assert_eq!(record.winner(), Some(Color::Black));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// If the board is a rectangle, a count is above 510, or one side moved twice in a row.
    pub fn from_game(game: &Game) -> Result<Kept, Unfit> {
        let board = Board::from_position(game.start(), game.komi())?;
        let mut turn = game.start().turn();
        let mut moves = Vec::with_capacity(game.move_count() + 1);
        for ((color, play), number) in game.moves().zip(1..) {
            if color != turn {
                return Err(Unfit::OutOfTurn { number, color });
            }
            let point = play.point().and_then(|point| Move::at(game.size(), point));
            moves.push(point.unwrap_or(Move::PASS));
            turn = color.opponent();
        }
        let mut lost = vec![Lost::Rules { rules: game.rules().clone() }];
        match game.outcome() {
            None | Some(Outcome::Win { by: WinBy::Unknown, .. }) => {}
            Some(Outcome::Win { by: WinBy::Resignation, winner }) if winner != turn => {
                moves.push(Move::RESIGN);
            }
            Some(outcome) => lost.push(Lost::Outcome { outcome }),
        }
        let winner = game.outcome().and_then(Outcome::winner);
        Ok(Kept { record: Record::new(board, winner, moves)?, lost })
    }
}
