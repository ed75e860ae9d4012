//! Games that were played: `history` and what can be done with them.

use std::path::PathBuf;

use clap::{Args, Subcommand};
use hoshi_record::convert::Format;

use super::{Look, Players};
use crate::records::NodePath;

/// What a game is called on the command line.
const WHICH: &str = "GAME";

const LIST_JSON: &str = "\
Print one JSON list instead of a table

The fields of each game: number, name, path, date, time, black, white, width, height, moves, result, \
unfinished, problem (what is wrong with the file); then playing (whether it is being played now) and dt \
(the date that the record itself has).";

/// The games that were played, newest first
///
/// Every game is kept in a folder, a file each. GAME is its number in the list, 1 being the newest, or
/// the name of its file.
#[derive(Args, Debug)]
#[command(
    args_conflicts_with_subcommands = true,
    after_help = "\
Examples:
  hoshi history                             the list
  hoshi history --unfinished                games that wait to be finished
  hoshi history show 1 --move 50            a position of the newest game
  hoshi history open 1                      the newest game goes on
  hoshi history export 3 game.dgf           the third newest in another format
  hoshi history delete 2                    out of the list, into a folder of its own
  cd \"$(hoshi history path)\"                where they are
"
)]
pub(crate) struct History {
    #[command(flatten)]
    pub(crate) list: HistoryList,
    #[command(subcommand)]
    pub(crate) what: Option<HistoryWhat>,
}

/// What to do with the history.
#[derive(Debug, Subcommand)]
pub(crate) enum HistoryWhat {
    List(HistoryList),
    Show(HistoryShow),
    Open(HistoryOpen),
    Export(HistoryExport),
    Delete(HistoryDelete),
    Path(HistoryPath),
}

/// List the games, newest first
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  hoshi history list --limit 5
  hoshi history list --unfinished --json
")]
pub(crate) struct HistoryList {
    /// At most so many; 20 on a terminal unless told, else all
    #[arg(long, value_name = "N")]
    pub(crate) limit: Option<usize>,
    /// Only games that have no result yet
    #[arg(long)]
    pub(crate) unfinished: bool,
    /// Print one JSON list instead of a table
    #[arg(long, long_help = LIST_JSON)]
    pub(crate) json: bool,
}

/// Go on with a game, or correct it
///
/// As `hoshi play --resume` does it. One that is over can be looked at, and its names, comments, moves
/// and result corrected.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  hoshi history open 1                      where it was left
  hoshi history open 1 --white random       somebody else has White now
")]
pub(crate) struct HistoryOpen {
    /// The game: its number, 1 being the newest, or the name of its file
    #[arg(value_name = WHICH)]
    pub(crate) which: String,
    #[command(flatten)]
    pub(crate) players: Players,
    /// Play in lines of text, also on a terminal
    #[arg(long)]
    pub(crate) plain: bool,
}

/// Show a position of a game
///
/// As `hoshi show` does it; without --move or --at it is the last position of the main line.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  hoshi history show 1                      where the newest game stands
  hoshi history show 2 --move 50 --json
")]
pub(crate) struct HistoryShow {
    /// The game: its number, 1 being the newest, or the name of its file
    #[arg(value_name = WHICH)]
    pub(crate) which: String,
    /// After this many moves of the main line, passes included; 0 is the start
    #[arg(long = "move", value_name = "N", conflicts_with = "at")]
    pub(crate) number: Option<usize>,
    /// At this node: child numbers from the first node on, each from 0, as in `0.0.2`
    #[arg(long, value_name = "PATH", visible_alias = "variation")]
    pub(crate) at: Option<NodePath>,
    #[command(flatten)]
    pub(crate) look: Look,
    /// Print one JSON object instead of a board, as `hoshi show --json` does
    #[arg(long)]
    pub(crate) json: bool,
}

/// Write a game to a file of any format
///
/// As `hoshi convert` does it: what the format cannot hold is named on standard error.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  hoshi history export 1 game.sgf
  hoshi history export 1 - --to url         a game in an address
")]
pub(crate) struct HistoryExport {
    /// The game: its number, 1 being the newest, or the name of its file
    #[arg(value_name = WHICH)]
    pub(crate) which: String,
    /// Where to write it; `-` is standard output
    #[arg(value_name = "OUT")]
    pub(crate) output: PathBuf,
    /// The format to write, if the name of the output does not tell
    #[arg(long, value_name = "F")]
    pub(crate) to: Option<Format>,
    /// Replace an output that exists
    #[arg(long)]
    pub(crate) force: bool,
}

/// Take games out of the list
///
/// Their files go into the folder .trash beside the others, and can be had back from there. A game that
/// is being played is left where it is.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  hoshi history delete 1
  hoshi history delete --yes 3 4 2026-11-16_093005_9x9
")]
pub(crate) struct HistoryDelete {
    /// The games: numbers, 1 being the newest, or the names of their files
    #[arg(value_name = WHICH, required = true)]
    pub(crate) which: Vec<String>,
    /// Do not ask
    #[arg(short, long)]
    pub(crate) yes: bool,
}

/// Print where the games are
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  hoshi history path                        the folder
  hoshi check \"$(hoshi history path 1)\"     the file of the newest game
")]
pub(crate) struct HistoryPath {
    /// A game: its number, 1 being the newest, or the name of its file; the folder if there is none
    #[arg(value_name = WHICH)]
    pub(crate) which: Option<String>,
}
