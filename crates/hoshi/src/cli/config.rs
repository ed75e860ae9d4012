//! The configuration of the program: `config path`, `show` and `check`.

use std::path::PathBuf;

use clap::{Args, Subcommand};

use crate::config::keys;

const EXAMPLES: &str = "\
Examples:
  hoshi config path                  where the configuration is
  hoshi config show                  what holds, and where it comes from
  hoshi config check                 what is wrong with it
  $EDITOR \"$(hoshi config path)\"     change it
";

/// Look at the configuration of hoshi
///
/// The configuration is one file, which you write: hoshi never does. Without it, or where something in
/// it is wrong, the defaults hold.
#[derive(Args, Debug)]
#[command(
    subcommand_required = true,
    arg_required_else_help = true,
    after_help = EXAMPLES,
    after_long_help = format!("{EXAMPLES}\n{}", keys::help()),
)]
pub(crate) struct Config {
    #[command(subcommand)]
    pub(crate) what: ConfigWhat,
}

#[derive(Debug, Subcommand)]
pub(crate) enum ConfigWhat {
    Path(Path),
    Show(ShowConfig),
    Check(CheckConfig),
}

/// Print where the configuration is
///
/// The file need not be there; -v says whether it is.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  hoshi config path
  HOSHI_CONFIG=other.toml hoshi config path
")]
pub(crate) struct Path {}

/// Print what is configured, every default filled in
///
/// It is a configuration by itself: each key, its value, and where that comes from.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  hoshi config show
  hoshi config show                  for people, and for hoshi
  hoshi config show --json           for programs
")]
pub(crate) struct ShowConfig {
    /// Print one JSON object: path, source, version, name, history, undo, share, engines, from
    ///
    /// The source is file, missing or broken; engines are lists of words; from has default, file or
    /// environment for each key.
    #[arg(long)]
    pub(crate) json: bool,
}

/// Find what is wrong in a configuration
///
/// Every fault is named, with its line and its column. Without a file it is your own configuration;
/// that it is not there is no fault.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  hoshi config check                 your own
  hoshi config check other.toml      another
  hoshi config check --json          for programs

Exit code 1 if something is wrong, 2 if the file cannot be read.
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
