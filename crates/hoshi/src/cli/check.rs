//! Looking for faults in SGF files: `check`.

use std::path::PathBuf;

use clap::Args;
use hoshi_record::lint::Rule;

use super::CharsetOptions;

/// Find what is wrong in SGF files, and fix it
///
/// Checks the syntax, the charset, every property and every line of play. Each finding has a rule,
/// and points into the file. Errors are what is lost, breaks other programs or breaks the rules of the
/// game; warnings are what another program may read differently; notes, shown with -v, are good to
/// know.
///
/// With --fix, what can be put right without guessing is: syntax, old versions of the format, moves
/// that share a node, and more. Only the bytes that must change do, FILE.bak keeps the file as it was,
/// and the charset stays; UTF-16 becomes UTF-8. The file is replayed before and after: a fix that would
/// change a position, a move or the tree is not made. What is shown then is what is left.
///
/// Records of other servers (GIB of Tygem, NGF of Cyberoro, UGF of Pandanet) are named as such. What is
/// odd in them is a warning, an illegal move an error. They cannot be fixed: `hoshi convert` makes SGF
/// of them.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  hoshi check game.sgf                 errors and warnings, with their places
  hoshi check -v records/              every record below a folder, notes too
  hoshi check --dry-run old.sgf        what would be changed, as a diff for patch
  hoshi check --fix old.sgf            change it; old.sgf.bak is the file before
  hoshi check --fix - < in.sgf > out.sgf
  hoshi check --normalize old/         KM, RE, DT, HA, TM, RU as FF[4] spells them
  hoshi check --explain E503           one rule, with an example
  hoshi check --json *.sgf             for programs
  hoshi check game.gib                 what format it is, and what is odd

Exit code 1 if there are errors (with --strict: or warnings), 2 if a file cannot
be read or written. A file without a game in it is an error of the file: 1.
")]
pub(crate) struct Check {
    /// The files; of a folder, every .sgf, .gib, .ngf, .ugf and .ugi file below it; `-` for standard input
    #[arg(value_name = "FILE", required_unless_present_any = ["explain", "list"])]
    pub(crate) files: Vec<PathBuf>,
    /// Put right what can be without guessing; of standard input, onto standard output
    #[arg(long)]
    pub(crate) fix: bool,
    /// Rewrite KM, RE, DT, HA, TM and RU in the form that SGF defines, where they are understood
    ///
    /// `KM[750]` becomes `KM[7.5]`. FILE.bak keeps the file as it was, and no other byte changes. Together
    /// with --fix, the rest is fixed too. UTF-16 is left alone without --fix.
    #[arg(long)]
    pub(crate) normalize: bool,
    /// Print what --fix or --normalize would change as a unified diff, and write nothing
    #[arg(long, conflicts_with = "json")]
    pub(crate) dry_run: bool,
    #[command(flatten)]
    pub(crate) charset: CharsetOptions,
    /// Let --fix and --normalize replace a FILE.bak that is there
    #[arg(long)]
    pub(crate) force: bool,
    /// Exit with 1 for warnings too
    #[arg(long)]
    pub(crate) strict: bool,
    /// Print one JSON array, notes too: file, line, column, rule, severity, message, fixable
    ///
    /// Lines and columns count from 1, columns in bytes. In the record of another server, the rule is
    /// GIB, NGF or UGF.
    #[arg(long)]
    pub(crate) json: bool,
    /// Print what there is to know about a rule, by its code or its name
    #[arg(long, value_name = "RULE", conflicts_with_all = ["files", "fix", "normalize", "dry_run", "json", "list"])]
    pub(crate) explain: Option<Rule>,
    /// Print every rule, a line each
    #[arg(long, conflicts_with_all = ["files", "fix", "normalize", "dry_run", "json"])]
    pub(crate) list: bool,
}
