//! Where lines come from: standard input, read by a thread of its own, so that the game goes on while nobody types;
//! or, on a terminal, a line that is edited, with a history.

use std::env;
use std::io::{self, BufRead as _, IsTerminal as _, Read as _, StdinLock};
use std::sync::mpsc::{self, Receiver, Sender};
use std::thread;

use anyhow::{Context as _, Result};
use hoshi_tui::{Entered, Key, Prompt};

use super::kept::{keep, kept};
use super::plain::Wake;
use super::words::WORDS;
use crate::out::{self, Out};
use crate::signals;

/// The name under which the history of lines is kept.
const HISTORY: &str = "lines";

/// Where lines come from.
pub(super) enum Reader {
    Lines(Input),
    Edited(Prompt),
}

impl Reader {
    /// Starts to read. Lines are edited where all of the talk is on one terminal that can move its cursor.
    pub(super) fn start(tell: Sender<Wake>, out: &Out) -> Result<Reader> {
        let is_dumb = env::var_os("TERM").is_none_or(|term| term.is_empty() || term == "dumb");
        let can_edit = io::stdin().is_terminal() && out::shows_data() && out::shows_talk();
        if !can_edit || out.is_quiet() || is_dumb && !cfg!(windows) {
            return Ok(Reader::Lines(Input::start(move |typed| {
                tell.send(Wake::Typed(typed)).is_ok()
            })));
        }
        let stops = tell.clone();
        let listen = move |is_stop| {
            let _ = stops.send(if is_stop { Wake::Stop } else { Wake::Continued });
        };
        if let Err(error) = signals::on_stop(listen) {
            tracing::warn!("cannot listen for stops: {error}");
        }
        let history = kept(HISTORY).unwrap_or_default();
        let prompt = Prompt::start(&history, WORDS, move |key| tell.send(Wake::Key(key)).is_ok());
        Ok(Reader::Edited(prompt.context("the terminal")?))
    }

    /// Whether a person types the lines.
    pub(super) fn is_terminal(&self) -> bool {
        match self {
            Reader::Lines(input) => input.is_terminal,
            Reader::Edited(_) => true,
        }
    }

    /// Whether the prompt can change or be removed while a person types.
    pub(super) fn is_edited(&self) -> bool {
        matches!(self, Reader::Edited(_))
    }

    /// Asks for a line.
    pub(super) fn ask(&mut self, text: &str, out: &mut Out) -> Result<()> {
        match self {
            Reader::Lines(input) => out.prompt(text, !input.is_terminal),
            Reader::Edited(prompt) => {
                out.flush()?;
                prompt.show(text).context(out::NOT_WRITTEN)
            }
        }
    }

    /// The prompt makes way for what is said next.
    pub(super) fn clear(&mut self, out: &mut Out) -> Result<()> {
        match self {
            Reader::Lines(input) => {
                if input.is_terminal {
                    out.say("");
                }
                Ok(())
            }
            Reader::Edited(prompt) => prompt.hide().context(out::NOT_WRITTEN),
        }
    }

    /// A key was pressed.
    pub(super) fn take(&mut self, key: Key) -> Result<Option<Entered>> {
        match self {
            Reader::Lines(_) => Ok(None),
            Reader::Edited(prompt) => prompt.take(key).context(out::NOT_WRITTEN),
        }
    }

    /// The line was taken: the next one may come.
    pub(super) fn taken(&self) {
        if let Reader::Lines(input) = self {
            let _ = input.permits.send(());
        }
    }

    /// The process stops until it is continued; the shell finds the terminal as it was.
    pub(super) fn stop(&mut self) -> Result<()> {
        if let Reader::Edited(prompt) = self {
            prompt.release();
        }
        signals::stop();
        self.retake()
    }

    /// The process was stopped, and another had the terminal.
    pub(super) fn retake(&mut self) -> Result<()> {
        match self {
            Reader::Lines(_) => Ok(()),
            Reader::Edited(prompt) => prompt.retake().context("the terminal"),
        }
    }

    /// Keeps the history.
    pub(super) fn keep(&self) {
        let Reader::Edited(prompt) = self else { return };
        if let Some(lines) = prompt.history(&kept(HISTORY).unwrap_or_default()) {
            keep(HISTORY, &lines);
        }
    }
}

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
    is_terminal: bool,
}

impl Input {
    /// Starts to read; every line is handed to `tell`, which says whether anybody listens.
    fn start(tell: impl Fn(Typed) -> bool + Send + 'static) -> Input {
        let is_terminal = io::stdin().is_terminal();
        let (permits, taken) = mpsc::channel();
        for _ in 0..if is_terminal { 0 } else { AHEAD } {
            let _ = permits.send(());
        }
        thread::spawn(move || read(&tell, &taken));
        Input { permits, is_terminal }
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
