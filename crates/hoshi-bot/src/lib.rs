//! An opponent for the game of Go: Monte-Carlo tree search over the rules of `hoshi-core`.

mod bot;
mod judge;
mod params;
mod pattern;
mod policy;
mod prior;
mod search;
mod tactics;
mod tree;

pub use bot::{bench_playouts, Bot, Candidate, Limits, Settings, Thought};
