//! The lint: what is wrong, doubtful or merely odd in an SGF file, rule by rule, and the repair of
//! what can be repaired without guessing. The rules are in docs/lint.md.
//!
//! ```
//! use hoshi_record::lint::{self, Rule};
//! use hoshi_record::sgf::Collection;
//!
//! let file = Collection::read("(;GM[1]FF[4]SZ[9];B[ee]\n;W[ee])")?;
//! let found = lint::lint(&file);
//! assert_eq!((found[0].rule, found[0].line, found[0].column), (Rule::Occupied, 2, 4));
//! assert_eq!(found[0].message, "move 2, White E5, is illegal: there is a stone already");
//! # Ok::<(), hoshi_record::sgf::ReadError>(())
//! ```
//!
//! Every pass over the file is linear, and none recurses: files may be as long and as deep as they
//! like.

mod about;
mod encoding;
mod facts;
mod fix;
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

/// One thing that a rule found.
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
    /// Where it is: how many bytes of [`Collection::source`] come before it.
    pub offset: usize,
    /// The same as a line, from 1.
    pub line: usize,
    /// And as a byte of that line, from 1.
    pub column: usize,
    /// What is wrong, for a person.
    pub message: String,
    /// Whether [`fix()`] puts it right. In a file of more than 256 KiB, [`lint()`] goes by the rule alone, and
    /// [`fix()`] may still find that the game would be another.
    pub fixable: bool,
    /// How many more findings of this rule there are in the file that are not listed; see [`MAX_FINDINGS`].
    pub unlisted: usize,
}

/// Of each rule, so many findings of a file are listed that can be fixed, and so many that cannot. Of more,
/// only the number is kept: a file can have one for every few bytes.
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
    /// What is found in a file that [`Collection::read`] finds no game in.
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

/// Checks a file against every rule. What is found is in the order of the file.
///
/// Of a game that is not Go, only syntax and encoding are looked at.
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

/// What is behind a finding that could be fixed, if the game stayed the same by it.
const NEEDS_A_PERSON: &str = ", so a person must decide";

/// What is found in a file; and if that is `wanted`, the file with all repaired that can be.
fn examine(file: &Collection, wanted: bool) -> (Vec<Finding>, Option<Vec<u8>>) {
    let mut found = check(file);
    let repair = fix::attempt(file, &mut found, wanted);
    (found, repair.filter(|_| wanted))
}

/// What every rule finds, on its own.
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

/// What was found so far; lines and columns come last.
#[derive(Default)]
struct Report {
    found: Vec<Finding>,
    /// By rule, and by whether they can be fixed: how many were found, and where the last of those that are
    /// listed is.
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

/// "once", "twice", "3 times": how often something is there.
fn times(count: usize) -> String {
    match count {
        1 => "once".to_owned(),
        2 => "twice".to_owned(),
        count => format!("{count} times"),
    }
}

/// A value as a message quotes it: not more of it than fits.
fn quoted(text: &str) -> String {
    const LONGEST: usize = 40;
    let text = text.trim();
    let mut short: String = text.chars().take(LONGEST).collect();
    if short.len() < text.len() {
        short.push_str("...");
    }
    short.escape_debug().to_string()
}
