//! Hints in a game by link: whoever makes the game may ask that they are allowed, and they are when the other player
//! agrees. Until then nobody is helped.

use hoshi_session::Actor;
use serde::Serialize;

/// How far the two have come.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub(crate) struct Hints {
    /// Who waits for the other to agree.
    pub(crate) asked: Option<Actor>,
    /// Whether both agreed.
    pub(crate) allowed: bool,
}

impl Hints {
    /// Takes what a seat says: yes or no to the other, or that it does not ask any more. Returns whether something has
    /// changed.
    ///
    /// # Errors
    /// With a code and a sentence, if nobody asks that.
    pub(crate) fn answer(
        &mut self,
        actor: Actor,
        agrees: bool,
    ) -> Result<bool, (&'static str, &'static str)> {
        if !matches!(actor, Actor::Black | Actor::White) {
            return Err(("not_seated", "Only the two players can agree on hints."));
        }
        if self.allowed && agrees {
            return Ok(false);
        }
        if !self.allowed && self.asked.is_none() && !agrees {
            // It was taken back or declined before, and that was not heard.
            return Ok(false);
        }
        let asked = self.asked.ok_or(("hints", "Nobody asks for hints in this game."))?;
        if asked == actor && agrees {
            return Ok(false);
        }
        *self = Hints { asked: None, allowed: agrees };
        Ok(true)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hints_need_both() {
        let asks = Hints { asked: Some(Actor::White), allowed: false };
        let mut hints = asks;
        // Not by oneself, and not by one who looks on.
        assert_eq!(hints.answer(Actor::White, true), Ok(false));
        assert_eq!(hints.answer(Actor::Spectator, true).unwrap_err().0, "not_seated");
        assert_eq!(hints, asks);
        assert_eq!(hints.answer(Actor::Black, true), Ok(true));
        assert!(hints.allowed);
        // What was agreed on stays.
        assert!(hints.answer(Actor::Black, false).is_err() && hints.allowed);
        for who in [Actor::White, Actor::Black] {
            let mut hints = asks;
            assert_eq!(hints.answer(who, false), Ok(true));
            assert_eq!(hints.answer(who, false), Ok(false), "it may come again");
            assert_eq!(hints.answer(Actor::Black, true).unwrap_err().0, "hints");
        }
    }
}
