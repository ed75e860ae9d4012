//! The Go Text Protocol, which programs use to play Go: the wire format, without I/O; a client for any
//! engine, which no engine can hang or crash; a player that keeps an engine in step with a game; and the
//! [server], which puts any program that plays behind the protocol.
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
pub mod server;
mod talk;
mod text;
mod time;
mod watchdog;
mod wire;

pub use analysis::{Analysis, Candidate};
pub use engine::{Engine, Pending, StartOptions};
pub use fault::Fault;
pub use player::{Genmove, Player};
pub use talk::{Answer, Talk};
pub use watchdog::{end_all, set_watchdog, watch};
pub use wire::{Decoder, Heard, Reply, a_move, encode, vertex};
