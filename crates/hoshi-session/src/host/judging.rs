//! Runs the judge of dead stones on a thread of its own: an estimate on a large board takes a while, and
//! the session's thread has other games.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::thread;

use hoshi_core::{DeadAndSeki, Game};

use crate::dead::Judge;
use crate::mind::Stop;

/// A running judge. Dropping this stops it without waiting.
#[derive(Debug)]
pub(super) struct Judging {
    job: u64,
    stop: Stop,
}

impl Judging {
    /// Starts the judge; `reply` gets its answer on the judge's thread, unless it was stopped; `None` if
    /// it panicked or the thread could not be started.
    pub(super) fn start(
        job: u64,
        game: Game,
        judge: Judge,
        reply: impl Fn(Option<DeadAndSeki>) + Clone + Send + 'static,
    ) -> Judging {
        let stop = Stop::default();
        let theirs = stop.clone();
        let failed = reply.clone();
        let work = move || {
            let look = AssertUnwindSafe(|| judge.marks_unless(&game, &theirs));
            let marks = catch_unwind(look).unwrap_or_else(|_| {
                tracing::error!("the estimate of dead stones panicked, which is a bug in hoshi");
                None
            });
            if !theirs.is_set() {
                reply(marks);
            }
        };
        if let Err(error) = thread::Builder::new().name("hoshi-judge".to_owned()).spawn(work) {
            tracing::warn!("dead stones cannot be estimated: {error}");
            failed(None);
        }
        Judging { job, stop }
    }

    /// The number of the question.
    pub(super) fn job(&self) -> u64 {
        self.job
    }
}

impl Drop for Judging {
    fn drop(&mut self) {
        self.stop.set();
    }
}
