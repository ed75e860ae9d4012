//! The talk with an engine, without the engine: which commands wait for an answer, until when, and what
//! became of them. It does no I/O, and knows no time but what it is told.

use std::collections::VecDeque;
use std::time::Duration;

use crate::wire::{Decoder, Heard, Reply, encode};

/// What became of a command.
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
    strays: usize,
}

/// Lines of a reply under way that are kept for nobody.
const MAX_LINES: usize = 4096;

impl Talk {
    /// Asks something that must be answered until then; the number of the command, and the bytes to
    /// send.
    pub fn ask(&mut self, command: &str, until: Option<Duration>) -> (u32, Vec<u8>) {
        self.last += 1;
        self.waiting.push_back(Waiting { id: self.last, until });
        (self.last, encode(self.last, command))
    }

    /// Takes in what the engine says.
    pub fn hear(&mut self, bytes: &[u8]) {
        self.decoder.feed(bytes);
        while let Some(heard) = self.decoder.next() {
            match heard {
                Heard::Line(line) => {
                    if self.lines.len() == MAX_LINES {
                        self.lines.pop_front();
                    }
                    self.lines.push_back(line);
                }
                Heard::Stray(_) => self.strays += 1,
                Heard::Reply(reply) => self.answered(reply),
            }
        }
    }

    /// A reply is for the command with its number, or, without one, for the first that waits. One to a
    /// command that nobody waits for any more comes too late.
    fn answered(&mut self, Reply { id, text }: Reply) {
        self.lines.clear();
        let nth = match id {
            Some(id) => self.waiting.iter().position(|waiting| waiting.id == id),
            None => (!self.waiting.is_empty()).then_some(0),
        };
        let Some(waiting) = nth.and_then(|nth| self.waiting.remove(nth)) else {
            self.strays += 1;
            return;
        };
        // One that has no number and belongs to a command that was given up is nobody's.
        let answer = match text {
            Ok(text) => Answer::Yes(text),
            Err(text) => Answer::No(text),
        };
        self.answers.push((waiting.id, answer));
    }

    /// Lets time pass: what should have been answered by now has not been.
    pub fn pass_time(&mut self, now: Duration) {
        let is_late = |waiting: &Waiting| waiting.until.is_some_and(|until| until <= now);
        while let Some(nth) = self.waiting.iter().position(is_late) {
            if let Some(waiting) = self.waiting.remove(nth) {
                self.answers.push((waiting.id, Answer::TooLate));
            }
        }
    }

    /// What became of a command, if anything has; told once.
    pub fn answer(&mut self, id: u32) -> Option<Answer> {
        let nth = self.answers.iter().position(|(other, _)| *other == id)?;
        Some(self.answers.remove(nth).1)
    }

    /// The lines that have come of the reply that is under way, each told once.
    pub fn lines(&mut self) -> impl Iterator<Item = String> + '_ {
        self.lines.drain(..)
    }

    /// When the first of the commands is too late.
    #[must_use]
    pub fn deadline(&self) -> Option<Duration> {
        self.waiting.iter().filter_map(|waiting| waiting.until).min()
    }

    /// How many lines and replies there were that belong to nothing.
    #[must_use]
    pub fn strays(&self) -> usize {
        self.strays
    }
}
