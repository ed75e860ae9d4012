//! Stopping an engine that thinks, without killing it.

use std::time::Duration;

use super::{Genmove, Player};
use crate::engine::SLICE;
use crate::fault::Fault;

impl Player {
    /// Stops a pending genmove: interrupts it, waits at most `patience` for its answer and discards the
    /// answer. The next [`Player::follow`] takes back a move that the engine played.
    ///
    /// Returns true if the engine is alive and idle. Returns false at once if it cannot be interrupted,
    /// or if it did not answer in time; drop the engine then, which kills it.
    ///
    /// ```
    #[doc = include_str!("../../doc/prelude.txt")]
    /// # let mut player = player(&["add=gogui-interrupt", "slow", "move=D4"])?;
    /// # let mut game = Game::new(Size::S9, Rules::of(Preset::Chinese));
    /// player.follow(&game, None)?;
    /// player.begin_genmove(Color::Black, None, None)?;
    /// assert!(player.stop(minute)?);
    /// // The same process continues with the game.
    /// game.play(Size::S9.parse_move("C3")?)?;
    /// player.follow(&game, None)?;
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// If the engine has exited, or the flag of [`Engine::start_unless`](crate::Engine::start_unless) is
    /// set.
    pub fn stop(&mut self, patience: Duration) -> Result<bool, Fault> {
        match self.poll_genmove() {
            Ok(None) | Err(Fault::Silent { .. }) => {}
            answer => return discarded(answer),
        }
        let Some(thinking) = &mut self.thinking else { return Ok(self.engine.is_running()) };
        if !self.engine.can_interrupt() {
            return Ok(false);
        }
        self.engine.extend(&mut thinking.pending, patience);
        thinking.is_overdue = false;
        self.engine.interrupt();
        loop {
            match self.poll_genmove() {
                Ok(None) => {}
                Err(Fault::Silent { .. }) => return Ok(false),
                answer => return discarded(answer),
            }
            self.engine.check_cancelled("genmove")?;
            self.wait(SLICE.min(patience));
        }
    }
}

/// Any answer means that the engine is idle; `poll_genmove` has updated what the engine knows.
fn discarded(answer: Result<Option<Genmove>, Fault>) -> Result<bool, Fault> {
    match answer {
        Ok(_) | Err(Fault::Refused { .. } | Fault::Nonsense { .. }) => Ok(true),
        Err(fault) => Err(fault),
    }
}
