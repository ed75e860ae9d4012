//! Looking for errors in SGF files: `check`.

use std::path::PathBuf;
use std::str::FromStr;

use clap::Args;
use hoshi_record::lint::Rule;

use super::CharsetOptions;

/// Find errors in SGF files, and fix them
///
/// Checks the syntax, the charset, every property and every line of play. Each finding has a rule and points
/// into the file. Errors lose data, break other programs or break the rules of the game; warnings may be
/// read differently by other programs; notes are shown with -v.
///
/// --fix repairs whatever has one unambiguous repair: syntax, old versions of the format, moves that share a
/// node, and more. It changes only the bytes that it must, saves the original as FILE.bak, and keeps the
/// charset (UTF-16 becomes UTF-8). The file is replayed before and after: a fix that would change a
/// position, a move or the tree is not made. The remaining findings are printed.
///
/// --select and --ignore take rules by code (E503), name (ko) or the start of a code (E, E5); several with
/// commas. They decide what is reported; --fix fixes everything it can. A project can keep its choice in a
/// file .hoshi.toml in its folder: `[check]` with select, ignore (lists) and strict (true or false).
///
/// Records of other servers (GIB of Tygem, NGF of Cyberoro, UGF of Pandanet) are checked too. They cannot be
/// fixed: `hoshi convert` converts them to SGF.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  hoshi check game.sgf                 errors and warnings, with their places
  hoshi check -v records/              every record below a folder, notes too
  hoshi check --statistics records/    how often each rule is broken
  hoshi check --select E5,ko *.sgf     only some rules
  hoshi check --ignore W4 records/     all but some rules
  hoshi check --dry-run old.sgf        what --fix would change, as a diff
  hoshi check --fix old.sgf            fix it; the original is old.sgf.bak
  hoshi check --fix - < in.sgf > out.sgf
  hoshi check --normalize old/         KM, RE, DT and others as in FF[4]
  hoshi check --explain E503           one rule, with an example
  hoshi check --json *.sgf             for programs
  hoshi check game.gib                 a record of another server

Exit code 1 if there are errors (with --strict: or warnings), 2 if a file cannot
be read or written. A file without a game counts as an error: 1.
")]
pub(crate) struct Check {
    /// The files; of a folder, every .sgf, .gib, .ngf, .ugf and .ugi file below it; `-` for standard input
    #[arg(value_name = "FILE", required_unless_present_any = ["explain", "list"])]
    pub(crate) files: Vec<PathBuf>,
    /// Fix what has one unambiguous repair; standard input goes to standard output
    #[arg(long)]
    pub(crate) fix: bool,
    /// Rewrite KM, RE, DT, HA, TM and RU in the form that SGF defines, where they are understood
    ///
    /// `KM[750]` becomes `KM[7.5]`. The original is saved as FILE.bak, and no other byte changes. With
    /// --fix, the rest is fixed too. UTF-16 is left alone without --fix.
    #[arg(long)]
    pub(crate) normalize: bool,
    /// Print what --fix or --normalize would change as a unified diff, and write nothing
    #[arg(long, conflicts_with = "json")]
    pub(crate) dry_run: bool,
    #[command(flatten)]
    pub(crate) charset: CharsetOptions,
    /// Let --fix and --normalize replace an existing FILE.bak
    #[arg(long)]
    pub(crate) force: bool,
    /// Exit with 1 for warnings too
    #[arg(long)]
    pub(crate) strict: bool,
    /// Report only these rules: codes, names or starts of codes, with commas
    #[arg(long, value_name = "RULES", value_delimiter = ',')]
    pub(crate) select: Vec<RuleSelector>,
    /// Do not report these rules, written as for --select
    #[arg(long, value_name = "RULES", value_delimiter = ',')]
    pub(crate) ignore: Vec<RuleSelector>,
    /// Print how often each rule is broken, instead of the findings
    #[arg(long, conflicts_with = "dry_run")]
    pub(crate) statistics: bool,
    /// Print one JSON array, notes too: file, line, column, rule, severity, message, fixable
    ///
    /// Lines and columns count from 1, columns in bytes. In the record of another server, the rule is
    /// GIB, NGF or UGF. With --statistics: rule, name, severity, title, count, files, fixable.
    #[arg(long)]
    pub(crate) json: bool,
    /// Explain a rule, given by its code or name
    #[arg(long, value_name = "RULE", conflicts_with_all = ["files", "fix", "normalize", "dry_run", "json", "list"])]
    pub(crate) explain: Option<Rule>,
    /// List every rule
    #[arg(long, conflicts_with_all = ["files", "fix", "normalize", "dry_run", "json"])]
    pub(crate) list: bool,
}

/// A rule, or every rule whose code begins so.
#[derive(Clone, Debug, Eq, PartialEq)]
pub(crate) enum RuleSelector {
    One(Rule),
    Prefix(String),
}

impl RuleSelector {
    /// Whether it means a rule.
    pub(crate) fn includes(&self, rule: Rule) -> bool {
        match self {
            Self::One(one) => *one == rule,
            Self::Prefix(start) => rule.to_string().starts_with(start),
        }
    }
}

impl FromStr for RuleSelector {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        if let Ok(rule) = text.parse() {
            return Ok(Self::One(rule));
        }
        let prefix = Self::Prefix(text.to_uppercase());
        if !text.is_empty() && Rule::ALL.iter().any(|&rule| prefix.includes(rule)) {
            return Ok(prefix);
        }
        Err(format!(
            "unknown rule `{text}`: write a code such as E503, a name such as ko, or the start of a code \
             such as E5 (see --list)"
        ))
    }
}
