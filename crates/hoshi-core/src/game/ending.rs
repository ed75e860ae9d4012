//! How a game ends: passes, marking, agreement or resumption; resignation, time, forfeit, no
//! result; and the score.

use super::{Entry, Event, Game};
use crate::board::Refusal;
use crate::color::Color;
use crate::outcome::{Outcome, WinBy};
use crate::point::{Move, Point};
use crate::rules::{DeadStones, Scoring};
use crate::score::{DeadAndSeki, Score};
use crate::seki::chain_of;

/// The phase of a game.
///
/// ```
/// use hoshi_core::{Game, Move, Phase, Preset, Rules, Size};
///
/// let mut game = Game::new(Size::S9, Rules::of(Preset::Chinese));
/// game.play(Move::Pass)?;
/// game.play(Move::Pass)?;
/// assert!(matches!(game.phase(), Phase::Marking(_)));
/// # Ok::<(), hoshi_core::Refusal>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Phase {
    /// Moves are played.
    Playing,
    /// Both passed; dead stones are marked.
    Marking(Marking),
    /// It has ended.
    Over(Outcome),
}

/// The marks so far, and who agrees.
///
/// ```
/// use hoshi_core::{Color, Game, Move, Phase, Preset, Rules, Size};
///
/// let mut game = Game::new(Size::S9, Rules::of(Preset::Chinese));
/// game.play(Move::Pass)?;
/// game.play(Move::Pass)?;
/// let Phase::Marking(marking) = game.phase() else { unreachable!() };
/// assert!(marking.marks.dead.is_empty());
/// assert!(!marking.agreed(Color::Black));
/// # Ok::<(), hoshi_core::Refusal>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Marking {
    /// The stones marked dead or in seki.
    pub marks: DeadAndSeki,
    agreed: [bool; 2],
}

impl Marking {
    /// Whether a side agrees with the marks as they are.
    ///
    /// ```
    /// use hoshi_core::{Color, Game, Move, Phase, Preset, Rules, Size};
    ///
    /// let mut game = Game::new(Size::S9, Rules::of(Preset::Chinese));
    /// game.play(Move::Pass)?;
    /// game.play(Move::Pass)?;
    /// game.agree(Color::White)?;
    /// let Phase::Marking(marking) = game.phase() else { unreachable!() };
    /// assert!(marking.agreed(Color::White));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn agreed(&self, color: Color) -> bool {
        self.agreed[color.index()]
    }
}

/// Why marking is refused.
///
/// ```
/// use hoshi_core::{Game, MarkError, Preset, Rules, Size};
///
/// let mut game = Game::new(Size::S9, Rules::of(Preset::Chinese));
/// let e5 = game.size().parse_a1("E5")?;
/// let error = game.toggle_dead(e5).unwrap_err();
/// assert_eq!(error, MarkError::NotMarking);
/// assert_eq!(error.to_string(), "stones are marked between the last pass and the agreement");
/// # Ok::<(), hoshi_core::ParseError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MarkError {
    /// The game is being played, or is over.
    NotMarking,
    /// There is no stone on the point.
    NoStone,
}

impl core::fmt::Display for MarkError {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.write_str(match self {
            MarkError::NotMarking => "stones are marked between the last pass and the agreement",
            MarkError::NoStone => "there is no stone on that point",
        })
    }
}

impl core::error::Error for MarkError {}

/// The number of times a dispute may be played out under area rules.
const RESUMPTIONS: usize = 2;

impl Game {
    pub(super) fn phase_after_passes(&self) -> Phase {
        let marks = DeadAndSeki::new(self.size());
        match self.rules.dead {
            DeadStones::Agreed if self.rules.capture.is_none() => {
                Phase::Marking(Marking { marks, agreed: [false; 2] })
            }
            // In the capture game stones are never dead without being captured.
            _ => Phase::Over(self.score_with(&marks).outcome()),
        }
    }

    /// The number of times play resumed after two passes.
    ///
    /// ```
    /// use hoshi_core::{Color, Game, Move, Preset, Rules, Size};
    ///
    /// let mut game = Game::new(Size::S9, Rules::of(Preset::Chinese));
    /// game.play(Move::Pass)?;
    /// game.play(Move::Pass)?;
    /// assert_eq!(game.resumptions(), 0);
    /// game.resume(Color::Black)?;
    /// assert_eq!(game.resumptions(), 1);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn resumptions(&self) -> usize {
        let is_resumption = |entry: &&Entry| match entry.event {
            Event::Resume(_) => true,
            // A record has no resumption, just another move.
            Event::Move(_, Move::Play(_)) => {
                matches!(entry.phase_before.as_deref(), Some(Phase::Marking(_)))
            }
            _ => false,
        };
        self.entries[..self.done].iter().filter(is_resumption).count()
    }

    /// Ends a repeated dispute: under area rules, when both passed again after the second resumption, the
    /// game is over, and every stone left on the board is alive. Returns whether it ended.
    ///
    /// Under area rules playing on costs nothing, so a player who claims that stones are dead had two chances
    /// to capture them. Under territory rules it costs points: nothing is settled automatically, and the
    /// players agree on the marks, on a result or on none.
    ///
    /// It is never automatic, since records may continue after passes.
    ///
    /// ```
    /// use hoshi_core::{Color, Game, Move, Preset, Rules, Size};
    ///
    /// let mut game = Game::new(Size::S9, Rules::of(Preset::Chinese));
    /// for _ in 0..2 {
    ///     game.play(Move::Pass)?;
    ///     game.play(Move::Pass)?;
    ///     assert!(!game.settle());
    ///     game.resume(Color::Black)?;
    /// }
    /// game.play(Move::Pass)?;
    /// game.play(Move::Pass)?;
    /// assert!(game.settle());
    /// assert_eq!(game.outcome().unwrap().to_string(), "W+7.5");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn settle(&mut self) -> bool {
        let is_over = self.rules.scoring == Scoring::Area && self.resumptions() >= RESUMPTIONS;
        if !is_over || self.marking().is_err() {
            return false;
        }
        let marks = DeadAndSeki::new(self.size());
        self.set_marking(marks, [false; 2]);
        self.end(self.score().outcome());
        true
    }

    /// The end of a capture game, if a side has captured enough.
    pub(super) fn ended_by_captures(&self) -> Option<Phase> {
        let goal = self.rules.capture?.stones();
        let is_reached = Color::ALL.iter().any(|&color| self.board.captures(color) >= goal);
        let outcome = || self.score_with(&DeadAndSeki::new(self.size())).outcome();
        is_reached.then(|| Phase::Over(outcome()))
    }

    fn marking(&self) -> Result<&Marking, MarkError> {
        match &self.phase {
            Phase::Marking(marking) => Ok(marking),
            Phase::Playing | Phase::Over(_) => Err(MarkError::NotMarking),
        }
    }

    /// Continues marking from here, dropping whatever was undone.
    fn set_marking(&mut self, marks: DeadAndSeki, agreed: [bool; 2]) {
        self.entries.truncate(self.done);
        self.phase = Phase::Marking(Marking { marks, agreed });
    }

    /// Marks the block on a point dead, or alive again if it was dead; both sides must agree again.
    ///
    /// ```
    /// use hoshi_core::{Board, Color, Game, Move, Position, Preset, Rules};
    ///
    /// let board = Board::from_text(". O X . .")?;
    /// let mut game = Game::from_position(
    ///     Position::new(board, Color::Black),
    ///     Rules::of(Preset::Chinese),
    /// );
    /// game.play(Move::Pass)?;
    /// game.play(Move::Pass)?;
    /// let b1 = game.size().parse_a1("B1")?;
    /// game.toggle_dead(b1)?;
    /// assert!(game.marks().dead.contains(b1));
    /// assert_eq!(game.score().side(Color::Black).territory, 4);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// If the game is not in the marking phase, or there is no stone.
    pub fn toggle_dead(&mut self, point: Point) -> Result<(), MarkError> {
        let mut marks = self.marking()?.marks.clone();
        let stones = self.board.block(point).ok_or(MarkError::NoStone)?.stones();
        if marks.dead.contains(point) {
            stones.into_iter().for_each(|stone| {
                marks.dead.remove(stone);
            });
        } else {
            marks.dead.extend(stones);
        }
        self.set_marking(marks, [false; 2]);
        Ok(())
    }

    /// Marks the chain of a stone as in seki, or unmarks it: its block and the blocks it shares
    /// eyes with, after removing dead stones. It matters only under territory rules.
    ///
    /// ```
    /// use hoshi_core::{Board, Color, Game, Move, Position, Preset, Rules};
    ///
    /// let board = Board::from_text("
    ///     . O O O O O O .
    ///     O O X X X X O O
    ///     O X X O O X X O
    ///     O X . O O . X O
    /// ")?;
    /// let mut game = Game::from_position(
    ///     Position::new(board, Color::Black),
    ///     Rules::of(Preset::Japanese),
    /// );
    /// game.play(Move::Pass)?;
    /// game.play(Move::Pass)?;
    /// game.toggle_seki(game.size().parse_a1("D2")?)?;
    /// assert_eq!(game.marks().seki.len(), 4);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// If the game is not in the marking phase, or there is no stone.
    pub fn toggle_seki(&mut self, point: Point) -> Result<(), MarkError> {
        let mut marks = self.marking()?.marks.clone();
        let left = self.board.without(&marks.dead);
        left.stone(point).ok_or(MarkError::NoStone)?;
        let chain = chain_of(&left, point);
        if marks.seki.contains(point) {
            chain.iter().for_each(|stone| {
                marks.seki.remove(stone);
            });
        } else {
            marks.seki.union_with(&chain);
        }
        self.set_marking(marks, [false; 2]);
        Ok(())
    }

    /// Replaces all marks at once. Points without a stone are dropped, and a whole block is dead if
    /// one of its stones is.
    ///
    /// ```
    /// use hoshi_core::{Game, DeadAndSeki, Move, Preset, Rules, Size};
    ///
    /// let mut game = Game::new(Size::S9, Rules::of(Preset::Chinese));
    /// game.play(Move::Pass)?;
    /// game.play(Move::Pass)?;
    /// game.set_marks(&DeadAndSeki::new(Size::S9))?;
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// If the game is not in the marking phase.
    pub fn set_marks(&mut self, marks: &DeadAndSeki) -> Result<(), MarkError> {
        self.marking()?;
        let mut whole = DeadAndSeki::new(self.size());
        for block in self.board.blocks() {
            let stones = block.stones();
            if stones.iter().any(|&stone| marks.dead.contains(stone)) {
                whole.dead.extend(stones.iter().copied());
            }
            whole.seki.extend(stones.into_iter().filter(|&stone| marks.seki.contains(stone)));
        }
        self.set_marking(whole, [false; 2]);
        Ok(())
    }

    /// The marks that count: those being made, or those the game ended with.
    ///
    /// ```
    /// use hoshi_core::{Game, Preset, Rules, Size};
    /// assert!(Game::new(Size::S9, Rules::of(Preset::Chinese)).marks().dead.is_empty());
    /// ```
    #[must_use]
    pub fn marks(&self) -> DeadAndSeki {
        let last = self.entries[..self.done].last().and_then(|entry| entry.phase_before.as_deref());
        match (&self.phase, last) {
            (Phase::Marking(marking), _) | (Phase::Over(_), Some(Phase::Marking(marking))) => {
                marking.marks.clone()
            }
            _ => DeadAndSeki::new(self.size()),
        }
    }

    /// A side agrees with the marks. When both do, the game is over and the score decides.
    ///
    /// ```
    /// use hoshi_core::{Color, Game, Move, Preset, Rules, Size};
    ///
    /// let mut game = Game::new(Size::S9, Rules::of(Preset::Chinese));
    /// game.play(Move::Pass)?;
    /// game.play(Move::Pass)?;
    /// game.agree(Color::Black)?;
    /// game.agree(Color::White)?;
    /// assert_eq!(game.outcome().unwrap().to_string(), "W+7.5");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// If the game is not in the marking phase.
    pub fn agree(&mut self, color: Color) -> Result<(), MarkError> {
        let marking = self.marking()?;
        if marking.agreed(color.opponent()) {
            let outcome = self.score().outcome();
            self.end(outcome);
        } else {
            let mut agreed = marking.agreed;
            agreed[color.index()] = true;
            self.set_marking(marking.marks.clone(), agreed);
        }
        Ok(())
    }

    /// A side disputes the marks and wants to play on. Under territory rules its opponent moves
    /// first, otherwise the side to move. [`Game::settle`] ends a repeated dispute.
    ///
    /// ```
    /// use hoshi_core::{Color, Game, Move, Phase, Preset, Rules, Size};
    ///
    /// let mut game = Game::new(Size::S9, Rules::of(Preset::Japanese));
    /// game.play(Move::Pass)?;
    /// game.play(Move::Pass)?;
    /// game.resume(Color::Black)?;
    /// assert_eq!(game.phase(), &Phase::Playing);
    /// assert_eq!(game.turn(), Color::White);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// If the game is not in the marking phase.
    pub fn resume(&mut self, by: Color) -> Result<(), MarkError> {
        self.marking()?;
        let turn = self.rules.resumes(by, self.turn);
        self.record(Event::Resume(turn));
        self.turn = turn;
        self.phase = Phase::Playing;
        Ok(())
    }

    /// A side resigns.
    ///
    /// ```
    /// use hoshi_core::{Color, Game, Preset, Rules, Size};
    ///
    /// let mut game = Game::new(Size::S9, Rules::of(Preset::Chinese));
    /// game.resign(Color::Black)?;
    /// assert_eq!(game.outcome().unwrap().to_string(), "W+R");
    /// # Ok::<(), hoshi_core::Refusal>(())
    /// ```
    ///
    /// # Errors
    /// If the game is over already.
    pub fn resign(&mut self, color: Color) -> Result<(), Refusal> {
        self.lose(color, WinBy::Resignation)
    }

    /// A side has run out of time.
    ///
    /// ```
    /// use hoshi_core::{Color, Game, Preset, Rules, Size};
    ///
    /// let mut game = Game::new(Size::S9, Rules::of(Preset::Chinese));
    /// game.lose_on_time(Color::White)?;
    /// assert_eq!(game.outcome().unwrap().to_string(), "B+T");
    /// # Ok::<(), hoshi_core::Refusal>(())
    /// ```
    ///
    /// # Errors
    /// If the game is over already.
    pub fn lose_on_time(&mut self, color: Color) -> Result<(), Refusal> {
        self.lose(color, WinBy::Time)
    }

    /// A side forfeits: it broke the rules, or did not appear.
    ///
    /// ```
    /// use hoshi_core::{Color, Game, Preset, Rules, Size};
    ///
    /// let mut game = Game::new(Size::S9, Rules::of(Preset::Chinese));
    /// game.forfeit(Color::White)?;
    /// assert_eq!(game.outcome().unwrap().to_string(), "B+F");
    /// # Ok::<(), hoshi_core::Refusal>(())
    /// ```
    ///
    /// # Errors
    /// If the game is over already.
    pub fn forfeit(&mut self, color: Color) -> Result<(), Refusal> {
        self.lose(color, WinBy::Forfeit)
    }

    /// The players agree that the game has no result, as after an endless repetition.
    ///
    /// ```
    /// use hoshi_core::{Game, Preset, Rules, Size};
    ///
    /// let mut game = Game::new(Size::S9, Rules::of(Preset::Japanese));
    /// game.no_result()?;
    /// assert_eq!(game.outcome().unwrap().to_string(), "Void");
    /// # Ok::<(), hoshi_core::Refusal>(())
    /// ```
    ///
    /// # Errors
    /// If the game is over already.
    pub fn no_result(&mut self) -> Result<(), Refusal> {
        self.end_as(Outcome::NoResult)
    }

    fn lose(&mut self, loser: Color, by: WinBy) -> Result<(), Refusal> {
        self.end_as(Outcome::Win { winner: loser.opponent(), by })
    }

    /// Ends the game with a given outcome, from a record or a referee.
    ///
    /// ```
    /// use hoshi_core::{Game, Preset, Rules, Size};
    ///
    /// let mut game = Game::new(Size::S9, Rules::of(Preset::Japanese));
    /// game.end_as("B+3.5".parse()?)?;
    /// assert_eq!(game.outcome().unwrap().to_string(), "B+3.5");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// If the game is over already.
    pub fn end_as(&mut self, outcome: Outcome) -> Result<(), Refusal> {
        if self.outcome().is_some() {
            return Err(Refusal::GameOver);
        }
        self.end(outcome);
        Ok(())
    }

    fn end(&mut self, outcome: Outcome) {
        self.record(Event::End(outcome));
        self.phase = Phase::Over(outcome);
    }

    /// The outcome, if the game has ended.
    ///
    /// ```
    /// use hoshi_core::{Game, Preset, Rules, Size};
    /// assert_eq!(Game::new(Size::S9, Rules::of(Preset::Simple)).outcome(), None);
    /// ```
    #[must_use]
    pub fn outcome(&self) -> Option<Outcome> {
        match self.phase {
            Phase::Over(outcome) => Some(outcome),
            Phase::Playing | Phase::Marking(_) => None,
        }
    }

    /// The score of the current board, with the current marks.
    ///
    /// ```
    /// use hoshi_core::{Color, Game, Preset, Rules, Size};
    ///
    /// let mut game = Game::new(Size::S9, Rules::of(Preset::Chinese));
    /// game.play(game.size().parse_move("E5")?)?;
    /// assert_eq!(game.score().margin().to_string(), "73.5");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn score(&self) -> Score {
        self.score_with(&self.marks())
    }

    /// The score of the current board, with other marks.
    ///
    /// ```
    /// use hoshi_core::{Game, DeadAndSeki, Preset, Rules, Size};
    ///
    /// let game = Game::new(Size::S9, Rules::of(Preset::Chinese));
    /// assert_eq!(game.score_with(&DeadAndSeki::new(Size::S9)).margin().to_string(), "-7.5");
    /// ```
    #[must_use]
    pub fn score_with(&self, marks: &DeadAndSeki) -> Score {
        Score::of(&self.board, &self.rules, marks, self.komi, self.handicap)
    }
}
