//! One running game of Go: seats, clocks, the record, programs that play. Commands go in, events come
//! out, and every view of a game speaks the same messages ([`Command`], [`Event`], [`Snapshot`]).
//!
//! [`Session`] is pure state: no I/O, no threads, no clock. With the feature `host`, which is on by
//! default, [`host`] runs sessions on threads, with files and engines, and [`tournament`] plays matches of
//! many games.

mod clock;
mod dead;
mod failure;
pub mod learn;
mod mind;
mod picture;
mod random;
mod refused;
mod session;
mod terms;
mod wire;

#[cfg(feature = "host")]
pub mod host;
#[cfg(feature = "host")]
pub mod tournament;

pub use clock::{Control, ControlError};
pub use dead::{Judge, dead_stones};
pub use failure::{Failure, with_causes};
pub use mind::{
    Answered, Chosen, Context, Fault, Mind, Opinion, Profile, Report, Said, Stop, Task, Wish,
};
pub use random::Random;
pub use refused::Refused;
pub use session::{Effect, KEPT, Resumed, Session, Since, Spent, Verdict, plain_name};
pub use terms::{Contest, Player, Start, Terms, UndoPolicy, UndoPolicyError};
pub use wire::*;
