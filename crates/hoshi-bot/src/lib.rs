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

/// Does something with `CAP` as the least capacity of boards that fits a size. There are five, so that the
/// search is compiled five times and no more.
macro_rules! with_capacity {
    ($size:expr, $cap:ident => $body:expr) => {
        match hoshi_core::playout::capacity($size) {
            0..=128 => {
                const $cap: usize = 128;
                $body
            }
            129..=256 => {
                const $cap: usize = 256;
                $body
            }
            257..=512 => {
                const $cap: usize = 512;
                $body
            }
            513..=4096 => {
                const $cap: usize = 4096;
                $body
            }
            _ => {
                const $cap: usize = 65_536;
                $body
            }
        }
    };
}

mod bot;
mod ending;
mod estimate;
mod features;
mod judge;
mod large;
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
