//! The lint: finds what is wrong, doubtful or merely odd in an SGF file, and repairs it where the
//! fix is unambiguous. The rules are in docs/lint.md.
//!
//! ```
//! use hoshi_record::lint::{self, Rule};
//! use hoshi_record::sgf::Collection;
//!
//! let file = Collection::read("(;GM[1]FF[4]SZ[9];B[ee]\n;W[ee])")?;
//! let found = lint::lint(&file);
//! assert_eq!((found[0].rule, found[0].line, found[0].column), (Rule::Occupied, 2, 4));
//! assert_eq!(found[0].message, "move 2, White E5, is illegal: the point is occupied");
//! # Ok::<(), hoshi_record::sgf::ReadError>(())
//! ```
//!
//! Every pass over the file is linear and free of recursion, so files may be of any length and
//! depth.

mod encoding;
mod facts;
mod fix;
mod game_info;
mod list;
mod nodes;
mod normalize;
mod places;
mod play;
mod rules;
mod syntax;
mod values;

pub use fix::{Fix, fix};
pub use normalize::{Change, NORMALIZED, Normalized, normalize};
pub use places::Lines;
pub use rules::{Repair, Rule, Severity, UnknownRule};

use std::collections::HashMap;

use crate::replay::has_play;
use crate::sgf::Collection;

/// A finding of a rule.
///
/// ```
/// use hoshi_record::lint::{Rule, lint};
/// use hoshi_record::sgf::Collection;
///
/// let found = lint(&Collection::read("(;GM[1]FF[4];B[aa]")?);
/// assert_eq!(found[0].rule, Rule::MissingClose);
/// assert!(found[0].fixable);
/// # Ok::<(), hoshi_record::sgf::ReadError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// The rule.
    pub rule: Rule,
    /// Its offset in [`Collection::source`].
    pub offset: usize,
    /// Its line, from 1.
    pub line: usize,
    /// Its column in bytes, from 1.
    pub column: usize,
    /// The message.
    pub message: String,
    /// Whether [`fix()`] repairs it. In a file of more than 256 KiB, [`lint()`] goes by the rule alone, and
    /// [`fix()`] may still reject a repair that would change the game.
    pub fixable: bool,
    /// The number of further findings of this rule that are not listed; see [`MAX_FINDINGS`].
    pub unlisted: usize,
}

/// The most findings listed for each rule in a file, separately for fixable and other findings. Further
/// ones are only counted: a file can have one for every few bytes.
///
/// ```
/// use hoshi_record::lint::{MAX_FINDINGS, Rule, lint};
/// use hoshi_record::sgf::Collection;
///
/// let text = format!("(;GM[1]FF[4]SZ[9];B[aa]{})", ";W[aa]".repeat(5_000));
/// let mut found = lint(&Collection::read(text)?);
/// found.retain(|finding| finding.rule == Rule::Occupied);
/// assert_eq!(found.len(), MAX_FINDINGS);
/// let unlisted: usize = found.iter().map(|finding| finding.unlisted).sum();
/// assert_eq!(unlisted, 5_000 - MAX_FINDINGS);
/// # Ok::<(), hoshi_record::sgf::ReadError>(())
/// ```
pub const MAX_FINDINGS: usize = 1_000;

impl Finding {
    /// The finding for a file in which [`Collection::read`] finds no game.
    ///
    /// ```
    /// use hoshi_record::lint::{Finding, Rule};
    /// assert_eq!(Finding::no_game().rule, Rule::NoGame);
    /// ```
    #[must_use]
    pub fn no_game() -> Finding {
        let message = crate::sgf::ReadError::NoGame.to_string();
        Finding {
            rule: Rule::NoGame,
            offset: 0,
            line: 1,
            column: 1,
            message,
            fixable: false,
            unlisted: 0,
        }
    }

    /// How much it matters.
    ///
    /// ```
    /// use hoshi_record::lint::{Finding, Severity};
    /// assert_eq!(Finding::no_game().severity(), Severity::Error);
    /// ```
    #[must_use]
    pub fn severity(&self) -> Severity {
        self.rule.severity()
    }
}

/// Checks a file against every rule. The findings are in file order.
///
/// For games other than Go, only syntax and encoding are checked.
///
/// ```
/// use hoshi_record::lint::lint;
/// use hoshi_record::sgf::Collection;
///
/// assert!(lint(&Collection::read("(;GM[1]FF[4]SZ[19];B[pd];W[dp])")?).is_empty());
/// # Ok::<(), hoshi_record::sgf::ReadError>(())
/// ```
#[must_use]
pub fn lint(file: &Collection) -> Vec<Finding> {
    examine(file, false).0
}

/// Ends the message of a finding whose fix would change the game.
const NEEDS_A_PERSON: &str = ", so a person must decide";

/// The findings in a file and, if `wanted`, the repaired file.
fn examine(file: &Collection, wanted: bool) -> (Vec<Finding>, Option<Vec<u8>>) {
    let mut found = check(file);
    let repair = fix::attempt(file, &mut found, wanted);
    (found, repair.filter(|_| wanted))
}

/// The findings of every rule, before any repair.
fn check(file: &Collection) -> Vec<Finding> {
    let mut report = Report::default();
    syntax::check(file, &mut report);
    encoding::check(file, &mut report);
    let mut named = nodes::Named::default();
    for game in file.games() {
        let facts = facts::Facts::of(game);
        nodes::check(&facts, &mut named, &mut report);
        if facts.is_go && has_play(game) {
            play::check(game, &mut report);
        }
    }
    let mut found = report.found;
    for finding in &mut found {
        finding.offset = file.origin(finding.offset);
    }
    found.sort_by_key(|finding| (finding.offset, finding.rule));
    if !found.is_empty() {
        let lines = Lines::new(file.source());
        for finding in &mut found {
            (finding.line, finding.column) = lines.place(finding.offset);
        }
    }
    found
}

/// The findings so far; lines and columns are filled in at the end.
#[derive(Default)]
struct Report {
    found: Vec<Finding>,
    /// By rule and fixability: the number found, and the index of the last one listed.
    counts: HashMap<(Rule, bool), (usize, usize)>,
}

impl Report {
    fn add(&mut self, rule: Rule, offset: usize, message: impl Into<String>, fixable: bool) {
        let (count, last) = self.counts.entry((rule, fixable)).or_default();
        *count += 1;
        if *count > MAX_FINDINGS {
            self.found[*last].unlisted += 1;
            return;
        }
        *last = self.found.len();
        let message = message.into();
        let (line, column, unlisted) = (0, 0, 0);
        self.found.push(Finding { rule, offset, line, column, message, fixable, unlisted });
    }
}

/// "once", "twice", "3 times": a count in words.
fn times(count: usize) -> String {
    match count {
        1 => "once".to_owned(),
        2 => "twice".to_owned(),
        count => format!("{count} times"),
    }
}

/// A value as quoted in a message, truncated.
fn quoted(text: &str) -> String {
    const LONGEST: usize = 40;
    let text = text.trim();
    let mut short: String = text.chars().take(LONGEST).collect();
    if short.len() < text.len() {
        short.push_str("...");
    }
    short.escape_debug().to_string()
}
