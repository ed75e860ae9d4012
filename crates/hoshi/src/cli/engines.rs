//! Engines: which there are, and what one of them can do.

use clap::Args;

/// Find engines, or try one
///
/// Without a command, list the configured engines and the known engines that are installed on this
/// machine, as `hoshi play` takes them. No engine is started, so any program with the name of an engine
/// is listed.
///
/// With a command, start that engine and report its name, the boards and commands it knows, and how long
/// its first moves take. The name of a configured or a known engine is enough.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  hoshi engines                          list the engines
  hoshi engines gnugo                    try a known engine
  hoshi engines my-engine                try a configured engine
  hoshi engines -v ./engine --mode gtp   try any program, list its commands
  hoshi engines --json gnugo             print JSON

Put the options of hoshi before the command. The exit code is 1 if the program
is not a Go engine that makes moves, and 2 if it cannot be started.
")]
pub(crate) struct Engines {
    /// Print one JSON object
    ///
    /// Without a command: configured and found, lists of who, words, program, and name or wants. With
    /// one: who, words, usable, and reason or name, version, commands, boards, rectangles, knows,
    /// analysis, moves.
    #[arg(long)]
    pub(crate) json: bool,
    /// The engine: its name, or the words of its command
    #[arg(value_name = "COMMAND", trailing_var_arg = true, allow_hyphen_values = true)]
    pub(crate) command: Vec<String>,
}
