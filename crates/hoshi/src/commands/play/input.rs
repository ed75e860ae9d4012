//! Standard input, line by line, read by a thread of its own: the game goes on while nobody types.

use std::io::{self, BufRead as _, IsTerminal as _, Read as _, StdinLock};
use std::sync::mpsc::{self, Receiver, Sender};
use std::thread;

/// The longest line that is read as one, in bytes.
pub(super) const MAX_LINE: u64 = 1 << 16;

/// How many more lines of a pipe are read ahead.
const AHEAD: usize = 200;

/// What came from standard input.
pub(super) enum Typed {
    Line(String),
    TooLong,
    Failed(io::Error),
    End,
}

/// Standard input. At a terminal it reads one line ahead and then waits until that is taken; of a pipe it
/// reads more, so that its end is noticed.
pub(super) struct Input {
    permits: Sender<()>,
    pub(super) is_terminal: bool,
}

impl Input {
    /// Starts to read; every line is handed to `tell`, which says whether anybody listens.
    pub(super) fn start(tell: impl Fn(Typed) -> bool + Send + 'static) -> Input {
        let is_terminal = io::stdin().is_terminal();
        let (permits, taken) = mpsc::channel();
        for _ in 0..if is_terminal { 0 } else { AHEAD } {
            let _ = permits.send(());
        }
        thread::spawn(move || read(&tell, &taken));
        Input { permits, is_terminal }
    }

    /// The line was taken: the next one may come.
    pub(super) fn taken(&self) {
        let _ = self.permits.send(());
    }
}

fn read(tell: &impl Fn(Typed) -> bool, taken: &Receiver<()>) {
    let mut input = io::stdin().lock();
    loop {
        let typed = read_line(&mut input);
        let is_last = matches!(typed, Typed::End | Typed::Failed(_));
        if !tell(typed) || is_last || taken.recv().is_err() {
            return;
        }
    }
}

fn read_line(input: &mut StdinLock<'_>) -> Typed {
    let mut bytes = Vec::new();
    match input.by_ref().take(MAX_LINE).read_until(b'\n', &mut bytes) {
        Err(error) => Typed::Failed(error),
        Ok(0) => Typed::End,
        Ok(_) if bytes.len() as u64 == MAX_LINE && bytes.last() != Some(&b'\n') => {
            match input.skip_until(b'\n') {
                Err(error) => Typed::Failed(error),
                Ok(_) => Typed::TooLong,
            }
        }
        Ok(_) => Typed::Line(String::from_utf8_lossy(&bytes).into_owned()),
    }
}
