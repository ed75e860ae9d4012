//! Records to be read, and the two that read them: the data, hoshi, and `sgf-parse`, the crate that
//! people use now.

mod data;
pub mod legacy;
mod made;
pub mod ours;
pub mod theirs;

pub use data::{Corpus, corpora, long_line};
pub use made::recorded;

/// What is in some records: what both readers must agree on.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Count {
    /// Nodes, variations included.
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

/// Runs something on a thread with room for the recursion of `sgf-parse`, which goes as deep as a game
/// is long.
///
/// # Panics
/// If there is no such thread to be had, or it panics.
pub fn with_room<T: Send>(work: impl FnOnce() -> T + Send) -> T {
    std::thread::scope(|scope| {
        let thread = std::thread::Builder::new().stack_size(512 << 20).spawn_scoped(scope, work);
        thread.expect("a thread with a large stack").join().expect("it has said why")
    })
}
