//! An opponent for the game of Go: Monte-Carlo tree search over the rules of `hoshi-core`.
//!
//! [`Player`] is an opponent with a level and manners, [`Bot`] the search behind it, [`Estimate`] says how
//! a game stands and which stones are dead.
//!
//! ```
//! use std::sync::atomic::AtomicBool;
//! use hoshi_bot::{Choice, Level, Player, Settings, Turn};
//! use hoshi_core::{Game, Preset, Rules, Size};
//!
//! let mut game = Game::new(Size::square(5).unwrap(), Rules::of(Preset::Chinese));
//! let mut player = Player::new(Level::new(6).unwrap(), Settings::default());
//! let stop = AtomicBool::new(false);
//! if let Some(Choice::Play(mv)) = player.choose(&game, &Turn::default(), &stop) {
//!     game.play(mv)?;
//! }
//! assert_eq!(game.move_count(), 1);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod bot;
mod estimate;
mod features;
mod judge;
mod level;
mod params;
mod pattern;
mod player;
mod policy;
mod prior;
mod search;
mod tactics;
mod time;
mod train;
mod tree;
mod weights;

pub use bot::{Bot, Candidate, Limits, Settings, Thought};
pub use estimate::Estimate;
pub use level::Level;
pub use player::{Choice, Player, Turn};
pub use time::Clock;
#[doc(hidden)]
pub use train::Lessons;
