//! The talk with an engine, without the engine: which commands wait for an answer, until when, and what
//! became of them. It does no I/O, and knows no time but what it is told.

use std::collections::VecDeque;
use std::time::Duration;

use crate::wire::{Decoder, Heard, Reply, encode};

/// What became of a command.
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
    /// The engine says this.
    Yes(String),
    /// The engine refuses, with this reason.
    No(String),
    /// It did not answer in time.
    TooLate,
}

/// A command that waits for its answer.
#[derive(Clone, Debug)]
struct Waiting {
    id: u32,
    /// Until when, since the talk began; `None` if it may take as long as it likes.
    until: Option<Duration>,
    /// Whether it was told already that the answer is too late. It stays in line: what comes without
    /// a number is the answer to the first of those that were asked.
    is_late: bool,
}

/// A talk with an engine. Times are since it began.
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
    /// Lines of the reply that is under way, for those who want them before its end.
    lines: VecDeque<String>,
    /// How many bytes they have.
    held: usize,
    strays: usize,
    first_stray: Option<String>,
}

/// How much of a reply under way is kept while nobody asks for it: so many lines, and so many bytes
/// unless a line alone has more.
const MAX_LINES: usize = 4096;
const MAX_HELD: usize = 1 << 20;

/// How much of a line that belongs to nothing is kept.
const STRAY: usize = 60;

impl Talk {
    /// Asks something that must be answered until then; the number of the command, and the bytes to
    /// send.
    pub fn ask(&mut self, command: &str, until: Option<Duration>) -> (u32, Vec<u8>) {
        self.last += 1;
        self.forget_lines();
        self.waiting.push_back(Waiting { id: self.last, until, is_late: false });
        (self.last, encode(self.last, command))
    }

    /// Takes in what the engine says.
    pub fn hear(&mut self, bytes: &[u8]) {
        self.decoder.feed(bytes);
        while let Some(heard) = self.decoder.next() {
            match heard {
                Heard::Line(line) => self.keep(line),
                Heard::Stray(line) => {
                    self.strays += 1;
                    self.first_stray.get_or_insert_with(|| line.chars().take(STRAY).collect());
                }
                Heard::Reply(reply) => self.answered(reply),
            }
        }
    }

    /// Keeps a line of the reply to what was asked last; those to an earlier command are late.
    fn keep(&mut self, line: String) {
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

    /// A reply is for the command with its number, or, without one, for the first that waits. One to a
    /// command that nobody waits for any more comes too late.
    fn answered(&mut self, Reply { id, text }: Reply) {
        self.forget_lines();
        let nth = match id {
            Some(id) => self.waiting.iter().position(|waiting| waiting.id == id),
            None => (!self.waiting.is_empty()).then_some(0),
        };
        let Some(waiting) = nth.and_then(|nth| self.waiting.remove(nth)) else {
            self.strays += 1;
            return;
        };
        // Engines answer in order: what was given up before this one is not answered any more.
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

    /// Lets time pass: what should have been answered by now has not been.
    pub fn pass_time(&mut self, now: Duration) {
        for waiting in &mut self.waiting {
            if !waiting.is_late && waiting.until.is_some_and(|until| until <= now) {
                waiting.is_late = true;
                self.answers.push((waiting.id, Answer::TooLate));
            }
        }
    }

    /// What became of a command, if anything has; told once.
    pub fn answer(&mut self, id: u32) -> Option<Answer> {
        let nth = self.answers.iter().position(|(other, _)| *other == id)?;
        Some(self.answers.remove(nth).1)
    }

    /// The lines that have come of the reply to what was asked last, while it is under way, each told
    /// once.
    ///
    /// ```
    /// use hoshi_gtp::Talk;
    ///
    /// let mut talk = Talk::default();
    /// talk.ask("lz-analyze 100", None);
    /// talk.hear(b"=1\ninfo move D4\ninfo move Q16\n");
    /// assert_eq!(talk.lines().collect::<Vec<_>>(), ["info move D4", "info move Q16"]);
    /// // The next command ends it; what still comes of it is late.
    /// talk.ask("name", None);
    /// talk.hear(b"info move C3\n\n=2 Leela");
    /// assert_eq!(talk.lines().count(), 0);
    /// ```
    pub fn lines(&mut self) -> impl Iterator<Item = String> + '_ {
        self.held = 0;
        self.lines.drain(..)
    }

    /// When the first of the commands is too late.
    #[must_use]
    pub fn deadline(&self) -> Option<Duration> {
        let open = self.waiting.iter().filter(|waiting| !waiting.is_late);
        open.filter_map(|waiting| waiting.until).min()
    }

    /// How many lines and replies there were that belong to nothing.
    #[must_use]
    pub fn strays(&self) -> usize {
        self.strays
    }

    /// The beginning of the first line that belongs to nothing.
    pub(crate) fn first_stray(&self) -> Option<&str> {
        self.first_stray.as_deref()
    }
}
