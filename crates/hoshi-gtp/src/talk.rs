//! The dialogue with an engine, without the engine: which commands wait for an answer, until when, and
//! the answers. It does no I/O and has no clock; the caller passes in the time.

use std::collections::VecDeque;
use std::time::Duration;

use crate::text::one_line;
use crate::wire::{Decoder, Heard, Reply, encode};

/// The outcome of a command.
///
/// ```
/// use hoshi_gtp::{Answer, Talk};
///
/// let mut talk = Talk::default();
/// let (id, _) = talk.ask("play black A1", None);
/// talk.hear(b"?1 illegal move\n\n");
/// assert_eq!(talk.answer(id), Some(Answer::No("illegal move".into())));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answer {
    /// The engine answered this.
    Yes(String),
    /// The engine refused the command, with this reason.
    No(String),
    /// The engine did not answer in time.
    TooLate,
}

/// A command that waits for its answer.
#[derive(Clone, Debug)]
struct Waiting {
    id: u32,
    /// The deadline, since the talk began; `None` if there is none.
    until: Option<Duration>,
    /// Whether it was already reported as too late. It stays in the queue, because an answer without a
    /// number belongs to the oldest command.
    is_late: bool,
}

/// A dialogue with an engine. Times count from its beginning.
///
/// ```
/// use std::time::Duration;
///
/// use hoshi_gtp::{Answer, Talk};
///
/// let mut talk = Talk::default();
/// let second = Duration::from_secs(1);
/// let (id, bytes) = talk.ask("name", Some(second));
/// assert_eq!(bytes, b"1 name\n");
/// talk.hear(b"=1 GNU Go\n\n");
/// assert_eq!(talk.answer(id), Some(Answer::Yes("GNU Go".into())));
///
/// let (id, _) = talk.ask("genmove black", Some(3 * second));
/// talk.pass_time(2 * second);
/// assert_eq!(talk.answer(id), None);
/// talk.pass_time(3 * second);
/// assert_eq!(talk.answer(id), Some(Answer::TooLate));
/// ```
#[derive(Clone, Debug, Default)]
pub struct Talk {
    decoder: Decoder,
    last: u32,
    waiting: VecDeque<Waiting>,
    answers: Vec<(u32, Answer)>,
    /// Lines of the unfinished reply that were not fetched yet.
    lines: VecDeque<String>,
    /// The bytes of these lines.
    held: usize,
    strays: usize,
    first_stray: Option<String>,
}

/// The maximum number of unfetched lines of an unfinished reply, and of their bytes. A single line
/// may be longer.
const MAX_LINES: usize = 4096;
const MAX_HELD: usize = 1 << 20;

/// How many characters of the first stray line are kept.
const MAX_STRAY: usize = 60;

impl Talk {
    /// Adds a command with its deadline. Returns the number of the command and the bytes to send.
    pub fn ask(&mut self, command: &str, until: Option<Duration>) -> (u32, Vec<u8>) {
        self.last += 1;
        self.forget_lines();
        self.waiting.push_back(Waiting { id: self.last, until, is_late: false });
        (self.last, encode(self.last, command))
    }

    /// Processes output of the engine.
    pub fn hear(&mut self, bytes: &[u8]) {
        self.decoder.feed(bytes);
        while let Some(heard) = self.decoder.next() {
            match heard {
                Heard::Line(line) => self.keep_line(line),
                Heard::Stray(line) => {
                    self.strays += 1;
                    self.first_stray.get_or_insert_with(|| one_line(&line, MAX_STRAY));
                }
                Heard::Reply(reply) => self.take_reply(reply),
            }
        }
    }

    /// Keeps a line if it belongs to the last command; lines for an earlier command are late.
    fn keep_line(&mut self, line: String) {
        let first = self.waiting.front().map(|waiting| waiting.id);
        if self.decoder.open_id().or(first) != Some(self.last) {
            return;
        }
        self.held += line.len();
        self.lines.push_back(line);
        while self.lines.len() > MAX_LINES || (self.held > MAX_HELD && self.lines.len() > 1) {
            self.held -= self.lines.pop_front().map_or(0, |line| line.len());
        }
    }

    fn forget_lines(&mut self) {
        self.lines.clear();
        self.held = 0;
    }

    /// A reply belongs to the command with its number; without a number, to the oldest one that waits. A
    /// reply to a command that is no longer waited for is a stray.
    fn take_reply(&mut self, Reply { id, text }: Reply) {
        self.forget_lines();
        let nth = match id {
            Some(id) => self.waiting.iter().position(|waiting| waiting.id == id),
            None => (!self.waiting.is_empty()).then_some(0),
        };
        let Some(waiting) = nth.and_then(|nth| self.waiting.remove(nth)) else {
            self.strays += 1;
            return;
        };
        // Engines answer in order: late commands before this one will not be answered.
        self.waiting.retain(|other| !other.is_late || other.id > waiting.id);
        if waiting.is_late {
            self.strays += 1;
            return;
        }
        let answer = match text {
            Ok(text) => Answer::Yes(text),
            Err(text) => Answer::No(text),
        };
        self.answers.push((waiting.id, answer));
    }

    /// Sets the time: commands whose deadline has passed are too late.
    pub fn pass_time(&mut self, now: Duration) {
        for waiting in &mut self.waiting {
            if !waiting.is_late && waiting.until.is_some_and(|until| until <= now) {
                waiting.is_late = true;
                self.answers.push((waiting.id, Answer::TooLate));
            }
        }
    }

    /// Sets a new deadline for a command that has not been answered, even if the old one has passed.
    /// Returns whether the command still waits for its answer.
    pub(crate) fn extend(&mut self, id: u32, until: Option<Duration>) -> bool {
        let Some(waiting) = self.waiting.iter_mut().find(|waiting| waiting.id == id) else {
            return false;
        };
        waiting.until = until;
        waiting.is_late = false;
        self.answers.retain(|(other, _)| *other != id);
        true
    }

    /// Whether a command has not been answered, in time or late.
    pub(crate) fn is_waiting(&self, id: u32) -> bool {
        self.waiting.iter().any(|waiting| waiting.id == id)
    }

    /// The outcome of a command, if there is one; returned once.
    pub fn answer(&mut self, id: u32) -> Option<Answer> {
        let nth = self.answers.iter().position(|(other, _)| *other == id)?;
        Some(self.answers.remove(nth).1)
    }

    /// The lines of the unfinished reply to the last command, each returned once.
    ///
    /// ```
    /// use hoshi_gtp::Talk;
    ///
    /// let mut talk = Talk::default();
    /// talk.ask("lz-analyze 100", None);
    /// talk.hear(b"=1\ninfo move D4\ninfo move Q16\n");
    /// assert_eq!(talk.lines().collect::<Vec<_>>(), ["info move D4", "info move Q16"]);
    /// // The next command ends it; its further lines are late.
    /// talk.ask("name", None);
    /// talk.hear(b"info move C3\n\n=2 Leela");
    /// assert_eq!(talk.lines().count(), 0);
    /// ```
    pub fn lines(&mut self) -> impl Iterator<Item = String> + '_ {
        self.held = 0;
        self.lines.drain(..)
    }

    /// The earliest deadline.
    #[must_use]
    pub fn deadline(&self) -> Option<Duration> {
        let open = self.waiting.iter().filter(|waiting| !waiting.is_late);
        open.filter_map(|waiting| waiting.until).min()
    }

    /// How many lines and replies have come that belong to no command.
    #[must_use]
    pub fn strays(&self) -> usize {
        self.strays
    }

    /// The beginning of the first line that is not part of the protocol.
    pub(crate) fn first_stray(&self) -> Option<&str> {
        self.first_stray.as_deref()
    }
}
