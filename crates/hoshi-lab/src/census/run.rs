//! Work on a census: threads, progress, and a stop.

use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::thread;

use thiserror::Error;

/// Threads, progress and cancellation of a run.
#[derive(Clone, Copy)]
pub struct Run<'a> {
    /// The number of threads.
    pub threads: usize,
    /// Called with the number of serials just finished.
    pub progress: &'a (dyn Fn(u64) + Sync),
    /// Setting it stops the work; finished parts are kept.
    pub stop: &'a AtomicBool,
}

/// The work was stopped.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("interrupted")]
pub struct Stopped;

impl Run<'_> {
    /// Whether to continue.
    ///
    /// # Errors
    /// If the work was stopped.
    pub fn check(&self) -> Result<(), Stopped> {
        if self.stop.load(Ordering::Relaxed) { Err(Stopped) } else { Ok(()) }
    }

    /// Processes all pieces of some work on several threads; the first error ends it.
    pub(crate) fn work<T: Sync, E: Send>(
        &self,
        pieces: &[T],
        does: impl Fn(&T) -> Result<(), E> + Sync,
    ) -> Result<(), E> {
        let next = AtomicUsize::new(0);
        let failed = AtomicBool::new(false);
        let error = Mutex::new(None);
        thread::scope(|scope| {
            for _ in 0..self.threads.max(1).min(pieces.len()) {
                scope.spawn(|| {
                    while let Some(piece) = pieces.get(next.fetch_add(1, Ordering::Relaxed)) {
                        if failed.load(Ordering::Relaxed) {
                            return;
                        }
                        if let Err(new) = does(piece) {
                            failed.store(true, Ordering::Relaxed);
                            // A thread that panicked would end the scope anyway.
                            error.lock().expect("no thread panics here").get_or_insert(new);
                        }
                    }
                });
            }
        });
        error.into_inner().expect("no thread panics here").map_or(Ok(()), Err)
    }
}

impl std::fmt::Debug for Run<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Run").field("threads", &self.threads).finish_non_exhaustive()
    }
}
