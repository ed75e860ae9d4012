//! The engine's opinion about the stones at the end of a game.

use std::time::Duration;

use hoshi_core::{Move, Point, Size};

use super::Player;
use crate::fault::Fault;

impl Player {
    /// The stones that the engine considers dead; `None` if it does not support the question or refuses
    /// to answer it.
    ///
    /// ```
    #[doc = include_str!("../../doc/prelude.txt")]
    /// # let mut player = player(&["dead=A1 B2"])?;
    /// let dead = player.dead(Size::S9, minute)?.unwrap();
    /// assert_eq!(dead.len(), 2);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// If the engine fails, or answers with something other than points.
    pub fn dead(&mut self, size: Size, limit: Duration) -> Result<Option<Vec<Point>>, Fault> {
        self.final_status_list("dead", size, limit)
    }

    /// The stones that the engine considers alive in seki; `None` if it does not support the question or refuses
    /// to answer it.
    ///
    /// ```
    #[doc = include_str!("../../doc/prelude.txt")]
    /// # let mut player = player(&["seki=A1 B2"])?;
    /// let seki = player.seki(Size::S9, minute)?.unwrap();
    /// assert_eq!(seki.len(), 2);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// If the engine fails, or answers with something other than points.
    pub fn seki(&mut self, size: Size, limit: Duration) -> Result<Option<Vec<Point>>, Fault> {
        self.final_status_list("seki", size, limit)
    }

    fn final_status_list(
        &mut self,
        status: &str,
        size: Size,
        limit: Duration,
    ) -> Result<Option<Vec<Point>>, Fault> {
        if !self.engine.knows("final_status_list") {
            return Ok(None);
        }
        let command = format!("final_status_list {status}");
        let answer = match self.engine.call(&command, limit) {
            Ok(answer) => answer,
            Err(Fault::Refused { .. }) => return Ok(None),
            Err(fault) => return Err(fault),
        };
        let point = |word: &str| match size.parse_move(word) {
            Ok(Move::Play(point)) => Ok(point),
            _ => Err(Fault::Nonsense {
                command: command.clone(),
                answer: word.to_owned(),
                why: format!("not a point on {size}"),
            }),
        };
        answer.split_whitespace().map(point).collect::<Result<_, _>>().map(Some)
    }
}
