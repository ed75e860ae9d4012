//! Playing moves: legality, and the effect of a move.

use alloc::boxed::Box;
use alloc::vec::Vec;

use super::history::{Seen, stones_on};
use super::{Checkpoint, Entry, Event, Game, Phase};
use crate::board::{DryRun, Placed, Refusal};
use crate::color::Color;
use crate::point::{Move, Point};
use crate::rules::Ko;

impl Game {
    /// Checks whether `color` may make a move now, in turn or not.
    ///
    /// ```
    /// use hoshi_core::{Color, Game, Move, Preset, Rules, Size};
    ///
    /// let game = Game::new(Size::S9, Rules::of(Preset::Simple));
    /// let e5 = game.size().parse_move("E5")?;
    /// assert_eq!(game.check(Color::White, e5), Ok(()));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// With the rule that forbids it.
    pub fn check(&self, color: Color, mv: Move) -> Result<(), Refusal> {
        self.check_phase()?;
        let Move::Play(point) = mv else { return Ok(()) };
        self.board.check(color, point, &self.rules)?;
        // A ko that was set up refers to an unknown earlier board, so superko cannot replace it.
        if self.board.ko() == Some(point)
            && self.board.ko_color() == Some(color)
            && self.is_set_up()
        {
            return Err(Refusal::Ko);
        }
        match self.repeats(color, point) {
            Some(first_seen) => Err(Refusal::Superko { first_seen }),
            None => Ok(()),
        }
    }

    /// What a move would do, without playing it.
    ///
    /// ```
    /// use hoshi_core::{Color, Game, Preset, Rules, Size};
    ///
    /// let game = Game::new(Size::S9, Rules::of(Preset::Simple));
    /// let would = game.dry_run(Color::Black, game.size().parse_a1("E5")?)?;
    /// assert_eq!(would.liberties, 4);
    /// assert_eq!(game.move_count(), 0);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// As [`Game::check`].
    pub fn dry_run(&self, color: Color, point: Point) -> Result<DryRun, Refusal> {
        self.check(color, Move::Play(point))?;
        self.board.dry_run(color, point, &self.rules)
    }

    /// The points where `color` may play now.
    ///
    /// ```
    /// use hoshi_core::{Color, Game, Preset, Rules, Size};
    ///
    /// let game = Game::new(Size::S9, Rules::of(Preset::Simple));
    /// assert_eq!(game.legal_points(Color::Black).count(), 81);
    /// ```
    pub fn legal_points(&self, color: Color) -> impl Iterator<Item = Point> + '_ {
        self.size().points().filter(move |&point| self.check(color, Move::Play(point)).is_ok())
    }

    /// The empty points where `color` may not play now, with the reason, and those where a play captures, with the
    /// stones, in reading order. At all others a play only adds a stone, or is a suicide that the rules allow.
    ///
    /// ```
    /// use hoshi_core::{Board, Color, Game, Preset, Refusal, Rules, Setup, Size};
    ///
    /// let mut game = Game::new(Size::new(4, 3).unwrap(), Rules::of(Preset::Simple));
    /// for name in "B3 A3 A2".split(' ') {
    ///     game.play(game.size().parse_move(name)?)?;
    /// }
    /// let special: Vec<_> = game.special_plays(Color::White).collect();
    /// assert_eq!(special, [(game.size().parse_a1("A3")?, Err(Refusal::Suicide))]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn special_plays(
        &self,
        color: Color,
    ) -> impl Iterator<Item = (Point, Result<Vec<Point>, Refusal>)> + '_ {
        // More stones than in any earlier position: a stone more repeats none.
        let may_repeat =
            self.rules.ko != Ko::Simple && stones_on(&self.board) < self.history.most_stones();
        let points = self.board.points_to_check(color, may_repeat || self.phase != Phase::Playing);
        points.filter_map(move |point| match self.check(color, Move::Play(point)) {
            Err(refusal) => Some((point, Err(refusal))),
            Ok(()) => {
                let mut captured = self.board.captured_by(color, point);
                captured.sort_unstable();
                (!captured.is_empty()).then_some((point, Ok(captured)))
            }
        })
    }

    /// Whether `color` may play anywhere now.
    ///
    /// ```
    /// use hoshi_core::{Color, Game, Preset, Rules, Size};
    ///
    /// let game = Game::new(Size::new(1, 1).unwrap(), Rules::of(Preset::Simple));
    /// assert!(!game.has_legal_play(Color::Black));
    /// ```
    #[must_use]
    pub fn has_legal_play(&self, color: Color) -> bool {
        self.legal_points(color).next().is_some()
    }

    /// The side to move makes a move.
    ///
    /// ```
    /// use hoshi_core::{Game, Preset, Refusal, Rules, Size};
    ///
    /// let mut game = Game::new(Size::S9, Rules::of(Preset::Simple));
    /// let e5 = game.size().parse_move("E5")?;
    /// game.play(e5)?;
    /// assert_eq!(game.play(e5), Err(Refusal::Occupied));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// With the rule that forbids it; then nothing has changed.
    pub fn play(&mut self, mv: Move) -> Result<Placed, Refusal> {
        self.play_as(self.turn, mv)
    }

    /// `color` makes a move, if it is its turn.
    ///
    /// ```
    /// use hoshi_core::{Color, Game, Move, Preset, Refusal, Rules, Size};
    ///
    /// let mut game = Game::new(Size::S9, Rules::of(Preset::Simple));
    /// assert_eq!(game.play_strict(Color::White, Move::Pass), Err(Refusal::NotYourTurn));
    /// ```
    ///
    /// # Errors
    /// With the rule that forbids it; then nothing has changed.
    pub fn play_strict(&mut self, color: Color, mv: Move) -> Result<Placed, Refusal> {
        if self.check_phase().is_ok() && color != self.turn {
            return Err(Refusal::NotYourTurn);
        }
        self.play_as(color, mv)
    }

    /// `color` makes a move, in turn or not; then the other side is to move.
    ///
    /// ```
    /// use hoshi_core::{Color, Game, Preset, Rules, Size};
    ///
    /// let mut game = Game::new(Size::S9, Rules::of(Preset::Simple));
    /// for name in ["C3", "G7"] {
    ///     game.play_as(Color::Black, game.size().parse_move(name)?)?;
    /// }
    /// assert_eq!(game.board().stone_count(Color::Black), 2);
    /// assert_eq!(game.turn(), Color::White);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// With the rule that forbids it; then nothing has changed.
    pub fn play_as(&mut self, color: Color, mv: Move) -> Result<Placed, Refusal> {
        let placed = match mv {
            // Without superko the board alone decides, and checks while playing.
            Move::Play(point) if self.rules.ko == Ko::Simple => {
                self.check_phase()?;
                self.board.play(color, point, &self.rules)?
            }
            _ => {
                self.check(color, mv)?;
                self.board.replay(color, mv)
            }
        };
        self.record(Event::Move(color, mv));
        self.follow_move(color, mv);
        Ok(placed)
    }

    fn check_phase(&self) -> Result<(), Refusal> {
        match self.phase {
            Phase::Playing => Ok(()),
            Phase::Marking(_) | Phase::Over(_) => Err(Refusal::GameOver),
        }
    }

    /// Appends an event, dropping whatever was undone.
    pub(super) fn record(&mut self, event: Event) {
        self.entries.truncate(self.done);
        let phase_before = match &self.phase {
            Phase::Playing => None,
            other => Some(Box::new(other.clone())),
        };
        self.entries.push(Entry { event, turn_before: self.turn, phase_before });
        self.done += 1;
    }

    /// Applies a move whose entry is already recorded.
    pub(super) fn apply_move(&mut self, color: Color, mv: Move) -> Placed {
        let placed = self.board.replay(color, mv);
        self.follow_move(color, mv);
        placed
    }

    /// Updates the state after a move that is recorded and on the board.
    fn follow_move(&mut self, color: Color, mv: Move) {
        self.turn = color.opponent();
        self.enter(1);
        let ended = mv.is_pass() && self.ended_by_passes();
        self.phase = match self.ended_by_captures() {
            Some(over) => over,
            None if ended => self.phase_after_passes(),
            None => Phase::Playing,
        };
    }

    /// Adds the board to the history after an event that changed it and counts as this many moves.
    pub(super) fn enter(&mut self, moves: usize) {
        let (events, moves) = (self.done, self.move_count() + moves);
        let seen = Seen { hash: self.board.hash(), turn: self.turn, events, moves };
        self.history.enter(&self.board, seen);
        let last = self.checkpoints.last().map_or(0, |checkpoint| checkpoint.events);
        // A copy costs as much as several moves; on large boards they are made less often.
        if events - last >= (self.size().area() / 2).max(32) {
            self.checkpoints.push(Checkpoint { events, board: self.board.clone() });
        }
    }

    /// Whether the last two events are a pass by each side.
    fn ended_by_passes(&self) -> bool {
        let passed = |entry: &Entry| match entry.as_move() {
            Some((color, Move::Pass)) => Some(color),
            _ => None,
        };
        match &self.entries[..self.done] {
            [.., first, second] => match (passed(first), passed(second)) {
                (Some(first), Some(second)) => first != second,
                _ => false,
            },
            _ => false,
        }
    }
}
