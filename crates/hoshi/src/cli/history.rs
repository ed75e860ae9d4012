//! Games that were played: `history` and what can be done with them.

use std::path::PathBuf;
use std::str::FromStr;

use clap::{Args, Subcommand};
use hoshi_core::{Color, Outcome, Size};
use hoshi_record::convert::Format;

use super::number::at_least;
use super::{Lists, Look, Players, plain};
use crate::records::NodePath;

/// What a game is called on the command line.
const WHICH: &str = "GAME";

const LIST_JSON: &str = "\
Print one JSON list instead of a table

The fields of each game: number, name, path, date, time, black, white, width, height, moves, result, \
unfinished, problem (what is wrong with the file); then playing (whether it is being played now) and dt \
(the date that the record itself has).";

/// List, show and continue the games you played
///
/// Every game is a file in one folder. GAME is its number in the list, 1 being the newest, or the name of
/// its file.
#[derive(Args, Debug)]
#[command(
    args_conflicts_with_subcommands = true,
    after_help = "\
Examples:
  hoshi history                             list the games
  hoshi history --unfinished                games to continue
  hoshi history --player ann --size 9       games of one player, on one board
  hoshi history --since 2026-11 --result won
  hoshi history show 1 --move 50            show a position of the newest game
  hoshi history open 1                      continue the newest game
  hoshi history export 3 game.dgf           write the third newest to a file
  hoshi history delete 2                    move a game to the trash
  hoshi history restore                     list the trash
  cd \"$(hoshi history path)\"                the folder with the games
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
    Restore(HistoryRestore),
    Path(HistoryPath),
}

/// List the games, newest first
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  hoshi history list --limit 5
  hoshi history list --unfinished --json
  hoshi history list --player ann --result lost
  hoshi history list --date 2026-11-18
")]
pub(crate) struct HistoryList {
    /// Show at most N games (default: 20 on a terminal, otherwise all)
    #[arg(long, value_name = "N", value_parser = at_least(0_usize))]
    pub(crate) limit: Option<usize>,
    /// Only games without a result
    #[arg(long)]
    pub(crate) unfinished: bool,
    /// Only games of a player: a part of the name, in any case
    #[arg(long, value_name = "NAME")]
    pub(crate) player: Option<String>,
    /// Only games of this day, month or year, as in `2026-11-18`, `2026-11` or `2026`
    #[arg(long, value_name = "DATE")]
    pub(crate) date: Option<PartOfDate>,
    /// Only games that began on this date or later
    #[arg(long, value_name = "DATE")]
    pub(crate) since: Option<PartOfDate>,
    /// Only games that began on this date or earlier
    #[arg(long, value_name = "DATE")]
    pub(crate) until: Option<PartOfDate>,
    /// Only games on this board, as in `9` or `13x9`
    #[arg(long, value_name = "N|WxH", value_parser = plain::<Size>, allow_hyphen_values = true)]
    pub(crate) size: Option<Size>,
    /// Only games with this result: won, lost, black, white, draw, resign, time, or as in `B+3.5`
    ///
    /// won and lost are from the view of --player, or of the configured name.
    #[arg(long, value_name = "R")]
    pub(crate) result: Option<ResultFilter>,
    /// Print one JSON list instead of a table
    #[arg(long, long_help = LIST_JSON)]
    pub(crate) json: bool,
}

/// Continue a game, or correct it
///
/// Does the same as `hoshi play --resume`. In a finished game, names, comments, moves and the result can
/// be corrected.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  hoshi history open 1                      continue the newest game
  hoshi history open 1 --white random       with another player for White
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
/// Works as `hoshi show` does. Without --move or --at, shows the last position of the main line.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  hoshi history show 1                      the last position of the newest game
  hoshi history show 2 --move 50 --json
")]
pub(crate) struct HistoryShow {
    /// The game: its number, 1 being the newest, or the name of its file
    #[arg(value_name = WHICH)]
    pub(crate) which: String,
    /// After this many moves of the main line, passes included; 0 is the start
    #[arg(long = "move", value_name = "N", value_parser = at_least(0_usize))]
    #[arg(conflicts_with = "at")]
    pub(crate) number: Option<usize>,
    /// At this node: child numbers from the first node on, each from 0, as in `0.0.2`
    #[arg(long, value_name = "PATH", visible_alias = "variation")]
    pub(crate) at: Option<NodePath>,
    #[command(flatten)]
    pub(crate) lists: Lists,
    #[command(flatten)]
    pub(crate) look: Look,
    /// Print one JSON object instead of a board, as `hoshi show --json` does
    #[arg(long)]
    pub(crate) json: bool,
}

/// Write a game to a file of any format
///
/// Works as `hoshi convert` does: whatever the format cannot hold is listed on standard error.
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
    /// The format to write (default: by the name of the output)
    #[arg(long, value_name = "F")]
    pub(crate) to: Option<Format>,
    /// Replace an existing output
    #[arg(long)]
    pub(crate) force: bool,
}

/// Move games to the trash
///
/// The trash is the folder .trash beside the games; `hoshi history restore` brings games back. A game that
/// is being played is not deleted.
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
    /// Delete without asking
    #[arg(short, long)]
    pub(crate) yes: bool,
}

/// Move games from the trash back into the history
///
/// Deleted games are kept in a trash folder. Without a name, lists them.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  hoshi history restore                     list the trash
  hoshi history restore 2026-11-16_093005_9x9
")]
pub(crate) struct HistoryRestore {
    /// The names of the games, with or without .sgf
    #[arg(value_name = "NAME")]
    pub(crate) names: Vec<String>,
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

/// A year, a month or a day, as dates are written.
#[derive(Clone, Debug, Eq, PartialEq)]
pub(crate) struct PartOfDate(pub(crate) String);

impl FromStr for PartOfDate {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let parts: Vec<&str> = text.split('-').collect();
        let is_number = |part: &&str, digits: usize, most: u32| {
            part.len() == digits
                && part.bytes().all(|byte| byte.is_ascii_digit())
                && part.parse().is_ok_and(|number: u32| (1..=most).contains(&number))
        };
        let limits = [(4, 9999), (2, 12), (2, 31)];
        let is_date = parts.len() <= limits.len()
            && parts.iter().zip(limits).all(|(part, (digits, most))| is_number(part, digits, most));
        if is_date {
            return Ok(Self(text.to_owned()));
        }
        Err(format!("`{text}` is not a date: write 2026-11-18, 2026-11 or 2026"))
    }
}

/// How a game must have ended to be listed.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum ResultFilter {
    Winner(Color),
    Draw,
    Resign,
    Time,
    Won,
    Lost,
    Exactly(Outcome),
}

impl FromStr for ResultFilter {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        Ok(match text.to_lowercase().as_str() {
            "black" | "b" | "b+" => Self::Winner(Color::Black),
            "white" | "w" | "w+" => Self::Winner(Color::White),
            "draw" | "jigo" | "0" => Self::Draw,
            "resign" => Self::Resign,
            "time" => Self::Time,
            "won" => Self::Won,
            "lost" => Self::Lost,
            _ => {
                let read = hoshi_record::info::result::read(text).ok();
                let outcome = read.and_then(|reading| reading.value.outcome());
                Self::Exactly(outcome.ok_or_else(|| {
                    format!(
                        "`{text}` is not a result: write won, lost, black, white, draw, resign, time, or \
                         a result such as B+3.5"
                    )
                })?)
            }
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_are_years_months_or_days() {
        for good in ["2026", "2026-11", "2026-11-18"] {
            assert_eq!(good.parse(), Ok(PartOfDate(good.to_owned())));
        }
        for bad in
            ["", "26", "2026-13", "2026-1", "2026-11-32", "2026-11-18-1", "x", "2026-", "+026"]
        {
            assert!(bad.parse::<PartOfDate>().is_err(), "{bad}");
        }
    }

    #[test]
    fn results_are_words_or_as_records_have_them() {
        assert_eq!("B".parse(), Ok(ResultFilter::Winner(Color::Black)));
        assert_eq!("Won".parse(), Ok(ResultFilter::Won));
        assert!(matches!("W+3.5".parse(), Ok(ResultFilter::Exactly(Outcome::Win { .. }))));
        assert!("often".parse::<ResultFilter>().unwrap_err().contains("`often`"));
    }
}
