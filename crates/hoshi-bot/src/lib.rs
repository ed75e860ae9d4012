//! An opponent for the game of Go: Monte-Carlo tree search over the rules of `hoshi-core`.

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

pub use bot::{Bot, Candidate, Limits, Settings, Thought, bench_playouts};
pub use estimate::Estimate;
pub use level::Level;
pub use player::{Choice, Player, Turn};
pub use time::Clock;
#[doc(hidden)]
pub use train::Lessons;
