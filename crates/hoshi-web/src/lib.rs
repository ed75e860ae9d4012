//! The board in a browser: `hoshi serve`. A view over `hoshi-session`, and nothing that knows the rules: a page
//! shows snapshots and applies events, as the terminal board does.
//!
//! A server listens on one address and serves pages, a few requests in JSON, and one web socket for each open
//! board. `docs/web.md` describes the messages.
//!
//! Players that need more of hoshi than the session knows, such as the bot, come from the
//! [`Program`](hoshi_session::host::program::Program).

mod accept;
mod address;
mod age;
mod answers;
mod assets;
mod board;
mod choice;
mod estimates;
mod games;
mod guard;
mod hints;
mod inline;
mod lesson;
mod limits;
mod message;
mod open;
mod pages;
pub mod people;
mod public;
mod receive;
mod rematch;
mod requests;
mod room;
mod seen;
mod server;
mod side;
mod sink;
mod socket;
mod start;
mod teach;
mod token;
mod trash;
mod trips;
pub mod viewer;
mod wishes;
mod words;

pub use limits::Limits;
pub use server::{Serving, Setup, Stop};
