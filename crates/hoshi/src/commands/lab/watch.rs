//! Long work of the lab, with how far it is and how fast, and an end by Ctrl-C that loses nothing.

use std::num::NonZero;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::time::{Duration, Instant};

use anyhow::{Result, anyhow};
use hoshi_lab::{Run, StoreError};

use crate::out::{self, Out};
use crate::signals;

/// How work ended.
pub(super) enum Watched<T> {
    Done(T),
    /// By Ctrl-C.
    Stopped,
}

/// How many threads work.
pub(super) fn threads(asked: Option<u16>) -> usize {
    asked.map_or_else(|| std::thread::available_parallelism().map_or(1, NonZero::get), usize::from)
}

/// Does some work on so many serials, and says meanwhile how far it is.
pub(super) fn watched<T: Send>(
    what: &str,
    serials: u64,
    threads: usize,
    out: &mut Out,
    work: impl FnOnce(Run<'_>) -> Result<T, StoreError> + Send,
) -> Result<Watched<T>> {
    signals::note_signals()?;
    let start = Instant::now();
    let (done, stop) = (AtomicU64::new(0), AtomicBool::new(false));
    let progress = |more| {
        done.fetch_add(more, Ordering::Relaxed);
    };
    let ended = std::thread::scope(|scope| {
        let (sender, receiver) = mpsc::channel();
        let run = Run { threads, progress: &progress, stop: &stop };
        let thread = scope.spawn(move || {
            // It fails only if nobody waits any more.
            let _ = sender.send(work(run));
        });
        loop {
            match receiver.recv_timeout(out::REDRAW) {
                Ok(ended) => return Ok(ended),
                Err(RecvTimeoutError::Disconnected) => {
                    let _ = thread.join();
                    return Err(anyhow!("{what} broke off"));
                }
                Err(RecvTimeoutError::Timeout) => {}
            }
            if signals::is_noted() {
                stop.store(true, Ordering::Relaxed);
            }
            if out.shows_progress() {
                let (gone, done) = (start.elapsed(), done.load(Ordering::Relaxed));
                let rate = done as f64 / gone.as_secs_f64().max(0.001);
                let whole = Duration::try_from_secs_f64(serials as f64 / rate.max(1.0)).ok();
                out.progress(&format!("{what}, {}", per_second(rate)), gone, whole);
            }
        }
    })?;
    match ended {
        Ok(done) => Ok(Watched::Done(done)),
        Err(StoreError::Stopped) => Ok(Watched::Stopped),
        Err(error) => Err(error.into()),
    }
}

/// A rate, for a person.
fn per_second(rate: f64) -> String {
    match rate {
        1e9.. => format!("{:.0} G serials/s", rate / 1e9),
        1e6.. => format!("{:.0} M serials/s", rate / 1e6),
        _ => format!("{:.0} k serials/s", rate / 1e3),
    }
}
