//! Work on a thread of its own. Meanwhile this thread shows how far it is and listens for Ctrl-C.

use std::convert::Infallible;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError, Sender};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context as _, Result, anyhow};

use crate::out::{Out, REDRAW};
use crate::signals;

/// Some work.
pub(crate) struct Job<'a> {
    name: &'a str,
    stack: Option<usize>,
    stop: Option<&'a AtomicBool>,
}

/// What the work reports with.
pub(crate) struct Reporter<M>(Sender<M>);

impl<M> Reporter<M> {
    pub(crate) fn send(&self, report: M) {
        // It fails only if the receiver is gone.
        let _ = self.0.send(report);
    }
}

impl<'a> Job<'a> {
    /// Work with this name, which Ctrl-C ends at once.
    pub(crate) fn new(name: &'a str) -> Job<'a> {
        Job { name, stack: None, stop: None }
    }

    /// The same with this many bytes of stack.
    pub(crate) fn stack(self, bytes: usize) -> Job<'a> {
        Job { stack: Some(bytes), ..self }
    }

    /// The same, but Ctrl-C sets this flag, and the work ends in its own time.
    pub(crate) fn stopped_by(self, stop: &'a AtomicBool) -> Job<'a> {
        Job { stop: Some(stop), ..self }
    }

    /// Does work that reports nothing. `total` estimates how long it takes.
    pub(crate) fn wait<T: Send>(
        self,
        total: Option<Duration>,
        out: &mut Out,
        work: impl FnOnce() -> Result<T> + Send,
    ) -> Result<T> {
        let name = self.name;
        let show = |_: Option<Infallible>, gone, out: &mut Out| out.progress(name, gone, total);
        self.run(out, show, |_| work())
    }

    /// Does work that reports. `show` is called with each report and the time since the start, and
    /// without a report several times a second if there is none.
    pub(crate) fn run<T: Send, M: Send>(
        self,
        out: &mut Out,
        mut show: impl FnMut(Option<M>, Duration, &mut Out),
        work: impl FnOnce(&Reporter<M>) -> Result<T> + Send,
    ) -> Result<T> {
        match self.stop {
            Some(_) => signals::note_signals()?,
            None => signals::end_on_signal()?,
        }
        let start = Instant::now();
        thread::scope(|scope| {
            let (sender, reports) = mpsc::channel();
            let mut builder = thread::Builder::new();
            if let Some(bytes) = self.stack {
                builder = builder.stack_size(bytes);
            }
            let reporter = Reporter(sender);
            let worker = builder
                .spawn_scoped(scope, move || work(&reporter))
                .context("cannot start a thread")?;
            loop {
                let report = match reports.recv_timeout(REDRAW) {
                    Ok(report) => Some(report),
                    Err(RecvTimeoutError::Timeout) => None,
                    Err(RecvTimeoutError::Disconnected) => break,
                };
                if let Some(stop) = self.stop
                    && signals::is_noted()
                {
                    stop.store(true, Ordering::Relaxed);
                }
                show(report, start.elapsed(), out);
            }
            // A panic has printed its message already.
            match worker.join() {
                Ok(done) => done,
                Err(_) => Err(anyhow!("{} stopped unexpectedly", self.name)),
            }
        })
    }
}

#[cfg(test)]
mod tests {
    use clap::Parser as _;

    use super::*;
    use crate::cli::Cli;

    fn out() -> Out {
        Out::new(&Cli::parse_from(["hoshi", "-q"]).globals)
    }

    #[test]
    fn every_report_is_shown_before_the_result_is_there() {
        let mut sum = 0;
        let show = |report: Option<u32>, _, _: &mut Out| sum += report.unwrap_or(0);
        let work = |reporter: &Reporter<u32>| {
            thread::scope(|scope| {
                for many in 1..=4 {
                    scope.spawn(move || (0..many).for_each(|_| reporter.send(1)));
                }
            });
            Ok("done")
        };
        assert_eq!(Job::new("work").run(&mut out(), show, work).unwrap(), "done");
        assert_eq!(sum, 10);
    }

    #[test]
    fn a_panic_is_an_error() {
        let job = Job::new("dividing").stack(1 << 20);
        let work = || -> Result<()> { panic!("by zero") };
        let error = job.wait(None, &mut out(), work).unwrap_err();
        assert_eq!(error.to_string(), "dividing stopped unexpectedly");
    }
}
