//! The words of a line, read one by one, and what can be wrong with them.

use std::fmt::Display;
use std::str::FromStr;

use hoshi_core::{Color, Diagram};

/// What is wrong, and in which line.
#[derive(Debug)]
pub(crate) struct Fault {
    pub(crate) line: usize,
    pub(crate) message: String,
}

impl Fault {
    pub(crate) fn new(line: usize, message: impl Into<String>) -> Fault {
        Fault { line, message: message.into() }
    }
}

/// Why a step stops its case.
#[derive(Debug)]
pub(crate) enum Stop {
    /// The line makes no sense.
    Nonsense(String),
    /// An action was refused by this rule, as `cannot` expects.
    Refused(String),
    /// An assertion doesn't hold.
    Differs {
        /// The expected value in the file.
        expected: String,
        /// The actual value in the game.
        got: String,
    },
}

/// An assertion that doesn't hold.
pub(crate) fn differs<T>(expected: impl Display, got: impl Display) -> Result<T, Stop> {
    Err(Stop::Differs { expected: expected.to_string(), got: got.to_string() })
}

/// An assertion that two things print the same.
pub(crate) fn same(expected: impl Display, got: impl Display) -> Result<(), Stop> {
    let (expected, got) = (expected.to_string(), got.to_string());
    if expected == got { Ok(()) } else { differs(expected, got) }
}

/// One line of a case: a setting, an action or an assertion.
#[derive(Debug)]
pub(crate) struct Line {
    pub(crate) number: usize,
    pub(crate) words: Vec<String>,
    /// The diagram under `board`.
    pub(crate) diagram: Option<Diagram>,
}

impl Line {
    pub(crate) fn head(&self) -> &str {
        &self.words[0]
    }

    /// The words after the first.
    pub(crate) fn rest(&self) -> Words<'_> {
        Words { left: &self.words[1..] }
    }
}

/// Words still to be read.
#[derive(Clone, Copy)]
pub(crate) struct Words<'a> {
    left: &'a [String],
}

impl<'a> Words<'a> {
    pub(crate) fn peek(&self) -> Option<&'a str> {
        self.left.first().map(String::as_str)
    }

    pub(crate) fn take(&mut self) -> Result<&'a str, Stop> {
        let word = self.peek().ok_or_else(|| Stop::Nonsense("a word is missing".into()))?;
        self.left = &self.left[1..];
        Ok(word)
    }

    /// Takes the last word away from the end.
    pub(crate) fn take_last(&mut self) -> Result<&'a str, Stop> {
        let (word, left) =
            self.left.split_last().ok_or_else(|| Stop::Nonsense("a word is missing".into()))?;
        self.left = left;
        Ok(word)
    }

    pub(crate) fn expect(&mut self, word: &str) -> Result<(), Stop> {
        match self.take()? {
            found if found == word => Ok(()),
            found => Err(Stop::Nonsense(format!("`{found}` should be `{word}`"))),
        }
    }

    pub(crate) fn color(&mut self) -> Result<Color, Stop> {
        let word = self.take()?;
        as_color(word)
            .ok_or_else(|| Stop::Nonsense(format!("unknown colour `{word}`: write B or W")))
    }

    pub(crate) fn parse<T: FromStr<Err: Display>>(&mut self) -> Result<T, Stop> {
        let word = self.take()?;
        word.parse().map_err(|error| Stop::Nonsense(format!("`{word}`: {error}")))
    }

    /// All remaining words.
    pub(crate) fn all(&mut self) -> &'a [String] {
        std::mem::take(&mut self.left)
    }

    /// All remaining words, at least one.
    pub(crate) fn all_of_some(&mut self) -> Result<&'a [String], Stop> {
        match self.all() {
            [] => Err(Stop::Nonsense("a word is missing".into())),
            words => Ok(words),
        }
    }

    pub(crate) fn end(&self) -> Result<(), Stop> {
        match self.peek() {
            Some(word) => Err(Stop::Nonsense(format!("`{word}` is one word too many"))),
            None => Ok(()),
        }
    }
}

/// The colour that `B` and `W` stand for.
pub(crate) fn as_color(word: &str) -> Option<Color> {
    Color::ALL.into_iter().find(|color| word == color.letter().to_string())
}
