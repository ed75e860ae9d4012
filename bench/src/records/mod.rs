//! Records, and their two readers: hoshi, and `sgf-parse`, the usual crate.

mod data;
pub mod legacy;
mod made;
pub mod ours;
pub mod theirs;

pub use data::{Corpus, corpora, long_line};
pub use made::recorded;

/// The content of some records, on which both readers must agree.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Count {
    /// Nodes, including variations.
    pub nodes: usize,
    /// Moves of the main lines.
    pub moves: usize,
}

impl Count {
    /// Both together.
    #[must_use]
    pub fn and(self, other: Count) -> Count {
        Count { nodes: self.nodes + other.nodes, moves: self.moves + other.moves }
    }
}

/// Runs something on a thread with a stack for the recursion of `sgf-parse`, which is as deep as a
/// game is long.
///
/// # Panics
/// If the thread cannot be started, or panics.
pub fn with_room<T: Send>(work: impl FnOnce() -> T + Send) -> T {
    std::thread::scope(|scope| {
        let thread = std::thread::Builder::new().stack_size(512 << 20).spawn_scoped(scope, work);
        thread
            .expect("a thread with a large stack")
            .join()
            .expect("the thread has printed its panic")
    })
}
