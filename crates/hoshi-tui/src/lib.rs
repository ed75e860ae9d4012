//! The terminal board of hoshi: a view over `hoshi-session` with keyboard and mouse. It holds no game of its own:
//! it draws the snapshot of a session, sends commands and applies events.
//!
//! Everything goes one way. Input, deliveries of the session and signals arrive as `Wake`s on one channel; a screen
//! changes itself and returns effects; the app carries them out; then the screen is drawn. Nothing wakes up
//! without one of these, or the next second of a running clock.
//!
//! Players that need more of hoshi than the session knows, such as the bot, come from the [`Program`](program::Program).

mod app;
mod backend;
mod board;
mod clipboard;
mod clock;
mod effect;
mod keys;
mod line;
mod prompt;
mod run;
mod screens;
mod terminal;
#[cfg(test)]
mod tests;
mod theme;
mod widgets;
mod words;

use hoshi_session::host::program;
pub use keys::{Action, KeyError, Keys, Press};
pub use prompt::{Entered, Key, Prompt};
pub use run::{End, Setup, Signal, Start, run};
pub use terminal::restore_terminal;
pub use theme::Theme;
pub use words::phonetic;
