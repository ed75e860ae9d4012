//! The messages that every view speaks: commands in, events out, and a snapshot to begin with.
//! `docs/session.md` describes them as JSON, and `testdata/session/` has a sample of each.
//!
//! They are the session's own types. Points and moves are text, times are milliseconds since the
//! session began, and every enum carries its tag, so that a view in any language can read them.

mod apply;
mod command;
mod event;
mod snapshot;
#[cfg(test)]
mod tests;
mod words;

pub use apply::Gap;
pub use command::{Actor, Command, Markup, MarkupKind, Question, Status, Step};
pub use event::{Answer, Closed, Event, Published, Why};
pub use snapshot::{
    Captures, ClockView, Dispute, Face, Forbidden, Limit, LivingBlock, MarkingView, Mode, NodeView,
    Offer, Phase, Placing, Position, Recording, ResultView, Rule, Saved, ScoreView, SeatView,
    SideView, Snapshot, Takes,
};
pub use words::{Pair, Side, Stone, Time, Vertex, VertexError};

/// The version of the messages. A view refuses a higher one.
///
/// ```
/// assert_eq!(hoshi_session::VERSION, 1);
/// ```
pub const VERSION: u32 = 1;
