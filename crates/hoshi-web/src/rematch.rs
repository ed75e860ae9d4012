//! Another game between the two people of a game by link. Both must want it with the same handicap. Each keeps
//! the secret of the link they have: only the seats that the two secrets open are new.

use hoshi_session::Actor;
use serde::{Deserialize, Serialize};

use crate::choice::Choice;

/// The most handicap stones that are offered.
const MOST: u32 = 9;

/// What a seat says about another game.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Wish {
    /// Another game with so many handicap stones.
    Handicap(u32),
    /// No other game, or the own offer is taken back.
    Decline,
}

/// How far the two have come.
#[derive(Debug, Default)]
pub(crate) struct Rematch {
    /// What Black and White want.
    offers: [Option<u32>; 2],
    /// Whether the new game is being made.
    is_under_way: bool,
    next: Option<Next>,
}

/// The game after this one.
#[derive(Clone, Debug, Deserialize, PartialEq, Eq, Serialize)]
pub(crate) struct Next {
    /// Its name in the address.
    pub(crate) id: String,
    /// Whether Black and White have changed places.
    pub(crate) swapped: bool,
}

/// What a page is told about it.
#[derive(Debug, PartialEq, Eq, Serialize)]
pub(crate) struct View {
    /// The handicaps that can be chosen; none while the game goes on.
    handicaps: Vec<u32>,
    /// Whether the colours are swapped.
    swaps: bool,
    /// What each side wants.
    black: Option<u32>,
    white: Option<u32>,
    /// The game that follows, and who this page is there: the same secret opens it.
    #[serde(skip_serializing_if = "Option::is_none")]
    next: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    you: Option<Actor>,
}

/// What a wish leads to.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Step {
    /// The offers have changed: both pages are told.
    Changed,
    /// Both want the same: the game with this handicap is to be made.
    Begin(u32),
}

/// Whether colours are swapped: only in even games, since a handicap belongs to the weaker player.
pub(crate) fn swaps(choice: &Choice) -> bool {
    choice.handicap == 0
}

/// The handicaps that can follow: the same, and in handicap games one stone more or less.
fn handicaps(choice: &Choice) -> Vec<u32> {
    match choice.handicap {
        0 => vec![0],
        stones => (stones - 1..=stones + 1).filter(|&stones| stones <= MOST).collect(),
    }
}

/// Who has a seat after the places were perhaps changed.
pub(crate) fn seat_after(actor: Actor, swapped: bool) -> Actor {
    match actor {
        Actor::Black if swapped => Actor::White,
        Actor::White if swapped => Actor::Black,
        other => other,
    }
}

fn nth(actor: Actor) -> Option<usize> {
    match actor {
        Actor::Black => Some(0),
        Actor::White => Some(1),
        Actor::Both | Actor::Spectator => None,
    }
}

impl Rematch {
    /// After a restart: the game that followed, if there is one.
    pub(crate) fn kept(next: Option<Next>) -> Rematch {
        Rematch { next, ..Rematch::default() }
    }

    pub(crate) fn next(&self) -> Option<&Next> {
        self.next.as_ref()
    }

    /// Takes a wish of a seat.
    ///
    /// # Errors
    /// With a code and a sentence, if it cannot be.
    pub(crate) fn wish(
        &mut self,
        actor: Actor,
        wish: &Wish,
        choice: &Choice,
        is_over: bool,
    ) -> Result<Step, (&'static str, &'static str)> {
        let nth =
            nth(actor).ok_or(("not_seated", "Only the two players can agree on another game."))?;
        if self.next.is_some() || self.is_under_way {
            return Err(("rematch", "The next game has begun already."));
        }
        if !is_over {
            return Err(("not_over", "The game is not over yet."));
        }
        match *wish {
            Wish::Decline => {
                self.offers = [None; 2];
                Ok(Step::Changed)
            }
            Wish::Handicap(stones) if handicaps(choice).contains(&stones) => {
                self.offers[nth] = Some(stones);
                if self.offers == [Some(stones); 2] {
                    self.is_under_way = true;
                    return Ok(Step::Begin(stones));
                }
                Ok(Step::Changed)
            }
            Wish::Handicap(_) => Err((
                "handicap",
                "The next game can have the same handicap, or one stone more or less.",
            )),
        }
    }

    /// The new game is there, or could not be made.
    pub(crate) fn begun(&mut self, next: Option<Next>) {
        *self = Rematch::kept(next);
    }

    /// The game goes on after all.
    pub(crate) fn forget(&mut self) {
        if self.next.is_none() && !self.is_under_way {
            self.offers = [None; 2];
        }
    }

    /// What a page is told.
    pub(crate) fn view(&self, actor: Actor, choice: &Choice, is_over: bool) -> View {
        let is_open = is_over && self.next.is_none();
        let you = |next: &Next| seat_after(actor, next.swapped);
        View {
            handicaps: if is_open { handicaps(choice) } else { Vec::new() },
            swaps: swaps(choice),
            black: self.offers[0],
            white: self.offers[1],
            next: self.next.as_ref().map(|next| next.id.clone()),
            you: self.next.as_ref().map(you),
        }
    }
}

#[cfg(test)]
mod tests {
    use hoshi_session::host::program::NewGame;

    use super::*;

    fn choice(handicap: u32) -> Choice {
        Choice::of(&NewGame { handicap, ..NewGame::default() })
    }

    #[test]
    fn both_must_want_the_same() {
        let (mut rematch, choice) = (Rematch::default(), choice(3));
        let mut wish = |actor, stones| rematch.wish(actor, &Wish::Handicap(stones), &choice, true);
        assert_eq!(wish(Actor::Black, 4), Ok(Step::Changed));
        assert_eq!(wish(Actor::White, 2), Ok(Step::Changed));
        assert!(wish(Actor::White, 5).is_err());
        assert!(wish(Actor::Spectator, 4).is_err());
        assert!(wish(Actor::Both, 4).is_err());
        assert_eq!(wish(Actor::White, 4), Ok(Step::Begin(4)));
        // Meanwhile nobody begins another one.
        assert!(wish(Actor::White, 4).is_err());
        rematch.begun(Some(Next { id: "1".into(), swapped: false }));
        assert_eq!(rematch.view(Actor::White, &choice, true).you, Some(Actor::White));
        assert!(rematch.wish(Actor::Black, &Wish::Handicap(3), &choice, true).is_err());
    }

    #[test]
    fn even_games_swap_and_handicap_games_do_not() {
        assert!(swaps(&choice(0)) && !swaps(&choice(2)));
        assert_eq!(handicaps(&choice(0)), [0]);
        assert_eq!(handicaps(&choice(2)), [1, 2, 3]);
        assert_eq!(handicaps(&choice(9)), [8, 9]);
        assert_eq!(seat_after(Actor::Black, true), Actor::White);
        assert_eq!(seat_after(Actor::Spectator, true), Actor::Spectator);
    }

    #[test]
    fn an_offer_can_be_declined_and_waits_for_the_end() {
        let (mut rematch, choice) = (Rematch::default(), choice(0));
        assert!(rematch.wish(Actor::Black, &Wish::Handicap(0), &choice, false).is_err());
        rematch.wish(Actor::Black, &Wish::Handicap(0), &choice, true).unwrap();
        rematch.wish(Actor::White, &Wish::Decline, &choice, true).unwrap();
        assert_eq!(rematch.view(Actor::Black, &choice, true).black, None);
        // If the new game could not be made, both may try again.
        rematch.wish(Actor::Black, &Wish::Handicap(0), &choice, true).unwrap();
        assert_eq!(
            rematch.wish(Actor::White, &Wish::Handicap(0), &choice, true),
            Ok(Step::Begin(0))
        );
        rematch.begun(None);
        assert_eq!(
            rematch.wish(Actor::White, &Wish::Handicap(0), &choice, true),
            Ok(Step::Changed)
        );
    }
}
