//! The input of an engine: lines, read on a thread of their own, so that a line that arrives while the
//! program thinks can stop it.

use std::io::{self, ErrorKind, Read};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver, SyncSender};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;

/// The longest line that is read, in bytes. The rest of a longer one is skipped.
pub(super) const MAX_LINE: usize = 1 << 16;

/// The maximum number of queued lines. A controller that sends more blocks.
const QUEUE: usize = 256;

/// A line, without its end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Line {
    /// The line number, from 1.
    pub(super) number: u64,
    /// The text; invalid UTF-8 is replaced.
    pub(super) text: String,
    /// Whether it was longer than `MAX_LINE`, and is cut.
    pub(super) is_cut: bool,
}

/// What stops the program while it thinks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Watch {
    /// Any line, and the end of the input: the rule for analyses.
    AnyLine,
    /// The line `# interrupt`: the rule for moves. The end of the input is not enough, since a script may
    /// end before its last move is chosen.
    Interrupt,
}

/// The lines of the input.
pub(super) struct Input {
    lines: Receiver<Line>,
    state: Arc<State>,
}

struct State {
    seen: Mutex<Seen>,
    stop: AtomicBool,
}

/// What the reading thread has seen.
#[derive(Default)]
struct Seen {
    /// The number of the last line.
    last: u64,
    /// The number of the last `# interrupt`; 0 if there was none.
    interrupt: u64,
    has_ended: bool,
    watch: Option<Watch>,
}

impl State {
    fn update(&self, change: impl FnOnce(&mut Seen) -> bool) {
        let mut seen = self.seen.lock().unwrap_or_else(PoisonError::into_inner);
        if change(&mut seen) {
            self.stop.store(true, Ordering::Relaxed);
        }
    }
}

impl Input {
    /// Starts to read.
    ///
    /// # Errors
    /// If the thread cannot be started.
    pub(super) fn start(source: impl Read + Send + 'static) -> io::Result<Input> {
        let state = Arc::new(State { seen: Mutex::default(), stop: AtomicBool::new(false) });
        let (send, lines) = mpsc::sync_channel(QUEUE);
        let shared = Arc::clone(&state);
        thread::Builder::new().name("gtp input".to_owned()).spawn(move || {
            read(source, &send, &shared);
            shared.update(|seen| {
                seen.has_ended = true;
                seen.watch == Some(Watch::AnyLine)
            });
        })?;
        Ok(Input { lines, state })
    }

    /// The next line; `None` at the end of the input.
    pub(super) fn next(&self) -> Option<Line> {
        self.lines.recv().ok()
    }

    /// Runs something that the input can stop: it is given the flag. `line` is the line that it answers.
    pub(super) fn watched<T>(
        &self,
        watch: Watch,
        line: u64,
        run: impl FnOnce(&AtomicBool) -> T,
    ) -> T {
        let stop = &self.state.stop;
        self.state.update(|seen| {
            seen.watch = Some(watch);
            // The line that should stop it may have arrived before it began.
            stop.store(false, Ordering::Relaxed);
            match watch {
                Watch::AnyLine => seen.last > line || seen.has_ended,
                Watch::Interrupt => seen.interrupt > line,
            }
        });
        let answer = run(stop);
        self.state.update(|seen| {
            seen.watch = None;
            false
        });
        answer
    }
}

/// Reads lines until the end of the input, an input error, or the end of the server.
fn read(mut source: impl Read, send: &SyncSender<Line>, state: &State) {
    let mut chunk = vec![0; 1 << 12];
    let (mut bytes, mut is_cut, mut number) = (Vec::new(), false, 0);
    loop {
        let len = match source.read(&mut chunk) {
            Ok(0) => break,
            Ok(len) => len,
            Err(error) if error.kind() == ErrorKind::Interrupted => continue,
            Err(_) => break,
        };
        for &byte in &chunk[..len] {
            if byte != b'\n' {
                if bytes.len() < MAX_LINE {
                    bytes.push(byte);
                } else {
                    is_cut = true;
                }
                continue;
            }
            if !pass_on(&mut bytes, &mut is_cut, &mut number, send, state) {
                return;
            }
        }
    }
    // A last line without an end is a line too.
    if !bytes.is_empty() {
        pass_on(&mut bytes, &mut is_cut, &mut number, send, state);
    }
}

/// Passes a line on; false if the server has ended.
fn pass_on(
    bytes: &mut Vec<u8>,
    is_cut: &mut bool,
    number: &mut u64,
    send: &SyncSender<Line>,
    state: &State,
) -> bool {
    *number += 1;
    let text = String::from_utf8_lossy(bytes).into_owned();
    let is_interrupt = text.trim() == "# interrupt";
    state.update(|seen| {
        seen.last = *number;
        if is_interrupt {
            seen.interrupt = *number;
        }
        match seen.watch {
            Some(Watch::AnyLine) => true,
            Some(Watch::Interrupt) => is_interrupt,
            None => false,
        }
    });
    bytes.clear();
    let line = Line { number: *number, text, is_cut: std::mem::take(is_cut) };
    send.send(line).is_ok()
}

#[cfg(test)]
mod tests {
    use std::io::Cursor;

    use super::*;

    fn lines(bytes: &[u8]) -> Vec<(String, bool)> {
        let input = Input::start(Cursor::new(bytes.to_vec())).unwrap();
        std::iter::from_fn(|| input.next()).map(|line| (line.text, line.is_cut)).collect()
    }

    #[test]
    fn lines_are_cut_at_their_limit() {
        let uncut = |text: &str| (text.to_owned(), false);
        assert_eq!(lines(b"a\n\nb"), [uncut("a"), uncut(""), uncut("b")]);
        assert_eq!(lines(b"\xff\xfe\n"), [uncut("\u{fffd}\u{fffd}")]);
        assert_eq!(lines(b""), []);
        let long = [&vec![b'x'; MAX_LINE + 9][..], b"\nname\n"].concat();
        assert_eq!(lines(&long), [("x".repeat(MAX_LINE), true), uncut("name")]);
    }

    /// Whether the command in the first line is stopped by the lines after it.
    fn is_stopped(watch: Watch, bytes: &'static [u8]) -> bool {
        let input = Input::start(Cursor::new(bytes)).unwrap();
        let first = input.next().unwrap();
        // All of the input has been read.
        while !input.state.seen.lock().unwrap().has_ended {
            thread::yield_now();
        }
        input.watched(watch, first.number, |stop| stop.load(Ordering::Relaxed))
    }

    #[test]
    fn lines_that_came_early_stop_too() {
        assert!(is_stopped(Watch::AnyLine, b"lz-analyze\n\n"));
        // The end of the input.
        assert!(is_stopped(Watch::AnyLine, b"lz-analyze\n"));
        assert!(!is_stopped(Watch::Interrupt, b"genmove b\nname\n"));
        assert!(is_stopped(Watch::Interrupt, b"genmove b\nname\n# interrupt\n"));
        // It was for another command.
        assert!(!is_stopped(Watch::Interrupt, b"genmove b\n#interrupt\nname\n"));
    }
}
