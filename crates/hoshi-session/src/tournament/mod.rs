//! Matches: many games between programs, and their statistics. Each game is a
//! [`Session`](crate::Session) without a view on a [`Host`](crate::host::Host). Nothing here
//! prints; the caller is notified of every game as it ends, and decides what to keep.
//!
//! ```
//! use hoshi_core::{Game, HalfPoints, Preset, Rules, Size};
//! use hoshi_session::tournament::{Entrant, Match, MatchError, News, Opening, Options, Plan, Standings};
//! use hoshi_session::{Control, Mind, Random};
//!
//! let rules = Rules::of(Preset::Chinese);
//! let plan = Plan {
//!     entrants: vec![Entrant::new("random"), Entrant::new("random")],
//!     pairs: vec![(0, 1)],
//!     games: 4,
//!     size: Size::S9,
//!     komi: rules.komi,
//!     openings: vec![Opening::of(Game::new(Size::S9, rules.clone()))],
//!     rules,
//!     time: [Control(None); 2],
//!     max_moves: 343,
//!     move_limit: std::time::Duration::from_secs(60),
//!     seed: 1,
//!     sprt: None,
//! };
//! let make = |_player, seed| Ok(Box::new(Random::new(seed)) as Box<dyn Mind>);
//! let games = Match::prepare(&plan, &[1, 2, 3, 4], &make)?;
//! let mut results = Vec::new();
//! games.play(Options { parallel: 2, ..Options::default() }, |news| {
//!     if let News::Finished(game) = news {
//!         results.push(game.result);
//!     }
//!     Ok::<(), MatchError>(())
//! })?;
//! let standings = Standings::of(&plan, &results);
//! assert_eq!(standings.pairs[0].games(), 4);
//! println!("{}", standings.to_text(&plan));
//! # Ok::<(), MatchError>(())
//! ```

mod game;
mod ledger;
mod odds;
mod openings;
mod plan;
mod result;
mod run;
mod seal;
mod sprt;
mod standings;
mod table;
#[cfg(test)]
mod tests;

pub use game::Finished;
pub use ledger::{Damage, Found, Ledger, LedgerError};
pub use odds::{elo, wilson};
pub use openings::{Opening, OpeningError, Unplayable, openings};
pub use plan::{Entrant, Fixture, Plan};
pub use result::GameResult;
pub use run::{Factory, FactoryError, Match, MatchError, News, Options};
pub use sprt::{Accepted, ERROR_RATE, Evidence, Sprt, SprtError};
pub use standings::{Standing, Standings, Tally};
