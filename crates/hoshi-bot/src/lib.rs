//! An opponent for the game of Go: Monte-Carlo tree search over the rules of `hoshi-core`.

mod bot;
mod estimate;
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
mod tree;

pub use bot::{Bot, Candidate, Limits, Settings, Thought, bench_playouts};
pub use estimate::Estimate;
pub use level::Level;
pub use player::{Choice, Player, Turn};
pub use time::Clock;
