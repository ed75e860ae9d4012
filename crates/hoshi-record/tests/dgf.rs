//! The DGF formats from outside: the vectors, every fault by name, random games through every form
//! and back, and invalid bytes.

#[path = "dgf/boards.rs"]
mod boards;
#[path = "dgf/bytes.rs"]
mod bytes;
#[path = "dgf/differences.rs"]
mod differences;
#[path = "dgf/forms.rs"]
mod forms;
#[path = "dgf/games.rs"]
mod games;
#[path = "dgf/packings.rs"]
mod packings;
#[path = "dgf/page.rs"]
mod page;
#[path = "dgf/plain.rs"]
mod plain;
#[path = "dgf/playing.rs"]
mod playing;
#[path = "dgf/replays.rs"]
mod replays;
#[path = "dgf/samples.rs"]
mod samples;
#[path = "dgf/texts.rs"]
mod texts;
#[path = "dgf/vectors.rs"]
mod vectors;
