//! Engines: which there are, and what one of them can do.

use clap::Args;

/// Find engines, or try one
///
/// Without a command it lists the engines that your configuration names, and those that are known by
/// their names and found on this machine, each in the words that `hoshi play` takes. None of them is
/// started: that a program has the name of an engine does not make it one.
///
/// With a command it starts that engine and tells what it is, which boards it takes, what it knows, and
/// how long its first moves take. It need not be more than a name: of the configuration, or of an engine
/// that is known.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  hoshi engines                          which there are
  hoshi engines gnugo                    try one that is known by its name
  hoshi engines my-engine                try one of the configuration
  hoshi engines -v ./engine --mode gtp   try any other, and list its commands
  hoshi engines --json gnugo             for programs

Options of hoshi stand before the command. Exit code 1 if it is not a Go engine, 2 if it cannot be
started.
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
