//! Work on many serials: how far it is, how fast, and an end by Ctrl-C that loses nothing.

use std::num::NonZero;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use anyhow::Result;
use hoshi_lab::{Run, Stopped, StoreError};

use crate::job::Job;
use crate::out::Out;

/// How many threads work.
pub(super) fn threads(asked: Option<u16>) -> usize {
    asked.map_or_else(|| std::thread::available_parallelism().map_or(1, NonZero::get), usize::from)
}

/// Does some work on this many serials, and shows its progress; `None` if Ctrl-C stopped it.
pub(super) fn watched<T: Send>(
    name: &str,
    serials: u64,
    threads: usize,
    out: &mut Out,
    work: impl FnOnce(Run<'_>) -> Result<T> + Send,
) -> Result<Option<T>> {
    let stop = AtomicBool::new(false);
    let mut done = 0;
    let show = |more: Option<u64>, gone: Duration, out: &mut Out| {
        done += more.unwrap_or(0);
        if out.shows_progress() {
            let rate = done as f64 / gone.as_secs_f64().max(0.001);
            let whole = Duration::try_from_secs_f64(serials as f64 / rate.max(1.0)).ok();
            out.progress(&format!("{name}, {}", per_second(rate)), gone, whole);
        }
    };
    let done = Job::new(name).stopped_by(&stop).run(out, show, |reporter| {
        work(Run { threads, progress: &|more| reporter.send(more), stop: &stop })
    });
    match done {
        Ok(done) => Ok(Some(done)),
        Err(error) if is_stop(&error) => Ok(None),
        Err(error) => Err(error),
    }
}

fn is_stop(error: &anyhow::Error) -> bool {
    error.is::<Stopped>() || matches!(error.downcast_ref(), Some(StoreError::Stopped))
}

/// A rate, for a person.
fn per_second(rate: f64) -> String {
    match rate {
        1e9.. => format!("{:.0} G serials/s", rate / 1e9),
        1e6.. => format!("{:.0} M serials/s", rate / 1e6),
        _ => format!("{:.0} k serials/s", rate / 1e3),
    }
}
