//! The settings of the program: `config` and its commands.

use std::path::PathBuf;

use clap::{Args, Subcommand};

use crate::config::keys;

const EXAMPLES: &str = "\
Examples:
  hoshi config                       the settings in use, and where they are
  hoshi config edit                  change them
  hoshi config show                  the same as a complete file
  hoshi config check                 find mistakes in the file
";

/// Show or edit the settings of hoshi
///
/// Settings are in one file, in TOML. Where it is missing, or something in it is wrong, hoshi uses
/// defaults. Without a command, this prints where the file is and the settings in use.
#[derive(Args, Debug)]
#[command(
    after_help = EXAMPLES,
    after_long_help = format!("{EXAMPLES}\n{}", keys::help()),
)]
pub(crate) struct Config {
    #[command(subcommand)]
    pub(crate) what: Option<ConfigWhat>,
}

#[derive(Debug, Subcommand)]
pub(crate) enum ConfigWhat {
    Path(Path),
    Show(ShowConfig),
    Check(CheckConfig),
    Edit(EditConfig),
}

/// Print the path of the configuration file
///
/// The file need not exist; -v says whether it does.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  hoshi config path
  HOSHI_CONFIG=other.toml hoshi config path
")]
pub(crate) struct Path {}

/// Print every setting, with defaults filled in
///
/// The output is a valid configuration file: each key, its value, and where the value comes from.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  hoshi config show
  hoshi config show --json           for programs
")]
pub(crate) struct ShowConfig {
    /// Print one JSON object: path, source, version, name, history, undo, share, theme, speak,
    /// play, engines, keys, from
    ///
    /// The source is file, missing or broken; engines are lists of words; from has default, file or
    /// environment for each key.
    #[arg(long)]
    pub(crate) json: bool,
}

/// Find mistakes in a configuration file
///
/// Each mistake is printed with its line and column. Without FILE, checks your own configuration; a
/// missing one is fine.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  hoshi config check                 your own file
  hoshi config check other.toml      another file
  hoshi config check --json          for programs

Exit code 1 if there are mistakes, 2 if the file cannot be read.
")]
pub(crate) struct CheckConfig {
    /// The file, `-` for standard input
    #[arg(value_name = "FILE")]
    pub(crate) file: Option<PathBuf>,
    /// Print one JSON array: file, line, column, rule, severity, message, fixable
    ///
    /// Lines and columns count from 1, columns in bytes.
    #[arg(long)]
    pub(crate) json: bool,
}

/// Open the configuration file in your editor
///
/// The editor is the one that VISUAL or EDITOR names, with its options. A missing file is created first,
/// with every key in a comment. After the editor, the file is checked.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  hoshi config edit
  VISUAL='code --wait' hoshi config edit

Exit code 1 if the file has mistakes, 2 if the editor cannot be run or fails.
")]
pub(crate) struct EditConfig {}
