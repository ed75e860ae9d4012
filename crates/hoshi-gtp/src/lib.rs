//! The Go Text Protocol, by which programs play Go: the wire format, which does no I/O; a client for any
//! engine, which no engine can hang or take down; and an engine that is kept in step with a game.
//!
//! ```no_run
//! use std::time::Duration;
//!
//! use hoshi_core::{Color, Game, Preset, Rules, Size};
//! use hoshi_gtp::{Engine, Player};
//!
//! let words = ["gnugo".to_owned(), "--mode".to_owned(), "gtp".to_owned()];
//! let engine = Engine::start(&words, Duration::from_secs(10))?;
//! let game = Game::new(Size::S9, Rules::of(Preset::Chinese));
//! let mut player = Player::new(engine, Duration::from_secs(10));
//! player.follow(&game, None)?;
//! println!("{:?}", player.genmove(Color::Black, Duration::from_secs(60))?);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod analysis;
mod engine;
mod fault;
mod player;
mod process;
mod talk;
mod time;
mod wire;

pub use analysis::{Analysis, Candidate};
pub use engine::{Engine, Pending};
pub use fault::Fault;
pub use player::{Genmove, Player};
pub use process::end_all;
pub use talk::{Answer, Talk};
pub use time::{Limit, TimeLeft};
pub use wire::{Decoder, Heard, Reply, a_move, encode, vertex};
