//! The interface of a program that is measured, and its counts.

use hoshi_bench::clock::Span;
use hoshi_core::SplitMix64;

/// A program that plays playouts from the empty board.
pub(crate) trait Contender {
    /// Its name and version.
    fn name(&self) -> &'static str;

    /// The number of playouts needed for its mean length, in reasonable time.
    fn enough(&self) -> u64 {
        10_000
    }

    /// Plays one.
    fn playout(&mut self, rng: &mut SplitMix64) -> Played;
}

/// One playout.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Played {
    /// Moves, including the final passes.
    pub(crate) moves: u32,
    /// Whether Black has won, komi 7.5.
    pub(crate) black_won: bool,
}

/// The counts.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Tally {
    pub(crate) playouts: u64,
    pub(crate) moves: u64,
    pub(crate) squares: u64,
    pub(crate) black_wins: u64,
    pub(crate) span: Span,
}

impl Tally {
    /// Counts one playout.
    pub(crate) fn count(&mut self, played: Played) {
        let moves = u64::from(played.moves);
        self.playouts += 1;
        self.moves += moves;
        self.squares += moves * moves;
        self.black_wins += u64::from(played.black_won);
    }

    /// Both together.
    pub(crate) fn add(&self, other: &Self) -> Self {
        Self {
            playouts: self.playouts + other.playouts,
            moves: self.moves + other.moves,
            squares: self.squares + other.squares,
            black_wins: self.black_wins + other.black_wins,
            span: self.span.and(other.span),
        }
    }

    /// Playouts per second of CPU time; 0 before the first.
    pub(crate) fn speed(&self) -> f64 {
        if self.playouts == 0 { 0.0 } else { self.playouts as f64 / self.span.cpu.as_secs_f64() }
    }

    /// The same in wall time.
    pub(crate) fn wall_speed(&self) -> f64 {
        if self.playouts == 0 { 0.0 } else { self.playouts as f64 / self.span.wall.as_secs_f64() }
    }

    /// CPU nanoseconds per move.
    pub(crate) fn nanoseconds(&self) -> f64 {
        self.span.cpu.as_secs_f64() * 1e9 / self.moves as f64
    }

    /// Moves per playout.
    pub(crate) fn mean_length(&self) -> f64 {
        self.moves as f64 / self.playouts as f64
    }

    /// The standard error of the mean length.
    pub(crate) fn length_error(&self) -> f64 {
        let mean = self.mean_length();
        let variance = self.squares as f64 / self.playouts as f64 - mean * mean;
        (variance.max(0.0) / self.playouts as f64).sqrt()
    }

    /// The share of playouts that Black won.
    pub(crate) fn black_win_rate(&self) -> f64 {
        self.black_wins as f64 / self.playouts as f64
    }
}
