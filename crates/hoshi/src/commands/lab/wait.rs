//! Work of which nobody knows how long it takes, with a note that it goes on.

use std::sync::mpsc::{self, RecvTimeoutError};
use std::time::Instant;

use anyhow::{Context as _, Result, anyhow};

use crate::out::{self, Out};
use crate::signals;

/// Room for searches that go deep.
const STACK: usize = 64 << 20;

/// Does some work, and says meanwhile what it is and for how long it has been done. Ctrl-C ends it.
pub(super) fn wait<T: Send>(
    what: &str,
    out: &mut Out,
    work: impl FnOnce() -> T + Send,
) -> Result<T> {
    signals::end_on_signal()?;
    let start = Instant::now();
    std::thread::scope(|scope| {
        let (sender, receiver) = mpsc::channel();
        let work = move || {
            // It fails only if nobody waits any more.
            let _ = sender.send(work());
        };
        let builder = std::thread::Builder::new().stack_size(STACK);
        let thread = builder.spawn_scoped(scope, work).context("no thread could be started")?;
        while out.shows_progress() {
            match receiver.recv_timeout(out::REDRAW) {
                Err(RecvTimeoutError::Timeout) => out.progress(what, start.elapsed(), None),
                Err(RecvTimeoutError::Disconnected) => break,
                Ok(done) => return Ok(done),
            }
        }
        let broke = || anyhow!("{what} broke off");
        thread.join().map_err(|_| broke())?;
        receiver.recv().map_err(|_| broke())
    })
}
