//! Matches between programs.

use std::path::PathBuf;
use std::str::FromStr;
use std::time::Duration;

use clap::Args;
use hoshi_core::{HalfPoints, Rules, Size};

use hoshi_session::host::{Who, WhoError};
use hoshi_session::tournament::Sprt;
use hoshi_session::{Control, ControlError};

use super::number::{at_least, in_range};
use super::plain;

/// Play many games between engines, and compare their strength
///
/// The first of a pair has Black in its odd games and White in its even ones. hoshi checks every move,
/// watches the clocks and counts every game; an engine that crashes, hangs, plays illegally or overruns
/// its clock loses that game and is started again. docs/match.md has every definition.
///
/// With --out, every game is kept as SGF, and its result in results.jsonl. The same command resumes an
/// interrupted match; for a finished one it prints the table.
///
/// Ctrl-C stops the games in progress and ends the engines. Finished games are kept with --out; games in
/// progress are played again when the match is resumed. A second Ctrl-C ends hoshi at once.
#[derive(Args, Debug)]
#[command(
    name = "match",
    after_help = "\
Examples:
  hoshi match --first bot:5 --second bot:4 --games 20 --size 9
  hoshi match --first bot:5,playouts=2000 --second gnugo --games 50 --size 9
  hoshi match --first random --second random --games 100 --size 9 --seed 1
  hoshi match --first gnugo --second random --games 20 --size 9 --out result
  hoshi match --first bot:3 --second bot:5 --games 20 --size 9 --handicap 2
  hoshi match --first engine:a --second engine:b,engine:c --games 50
  hoshi match --first engine:new --second engine:old --games 2000 --sprt 0,20
  hoshi match --round-robin bot:1,bot:2,gnugo --games 10 --time 1s/move --json
"
)]
pub(crate) struct Match {
    /// The player to measure: bot:1 to bot:10, random, the name of an engine (`hoshi engines` lists them),
    /// gtp:COMMAND or table:FILE
    ///
    /// The bot takes options, as in `bot:5,playouts=1000,threads=2,seed=7`. In a match it uses one thread,
    /// and its games have different seeds, unless it is told otherwise.
    #[arg(long, value_name = "WHO", required_unless_present = "round_robin")]
    #[arg(conflicts_with = "round_robin", requires = "second")]
    pub(crate) first: Option<Who>,
    /// The opponent; several times, or a list with commas, for several opponents
    ///
    /// A list is split only where every part names a player; a comma in quotes never splits.
    #[arg(long, value_name = "WHO", requires = "first")]
    pub(crate) second: Vec<Several>,
    /// Players who all play each other: a list with commas, or several times
    #[arg(long, value_name = "WHO")]
    pub(crate) round_robin: Vec<Several>,
    /// How many games each pair plays (with --sprt: at most)
    #[arg(long, value_name = "N", value_parser = in_range(1..=1_000_000_u32))]
    pub(crate) games: u32,
    /// Stop as soon as the games settle whether --first is stronger by ELO0 or by ELO1, as in `0,20`
    ///
    /// This is a sequential probability ratio test on pairs of games. Either answer is wrong in about
    /// 5 % of matches or fewer (alpha = beta = 0.05) if the true difference is one of the two or beyond them.
    #[arg(long, value_name = "ELO0,ELO1", requires = "first", allow_hyphen_values = true)]
    pub(crate) sprt: Option<Sprt>,
    /// The board, width x height; `N` means `NxN`  [default: of the openings, else 19]
    #[arg(long, value_name = "N|WxH", value_parser = plain::<Size>, allow_hyphen_values = true)]
    pub(crate) size: Option<Size>,
    /// The rules: a preset, then overrides, as in `chinese,ko=psk,komi=6.5`  [default: chinese]
    #[arg(long, value_name = "R", allow_hyphen_values = true)]
    pub(crate) rules: Option<Rules>,
    /// Points for White  [default: of the rules]
    #[arg(long, value_name = "K", value_parser = plain::<HalfPoints>, allow_hyphen_values = true)]
    pub(crate) komi: Option<HalfPoints>,
    /// Give Black N handicap stones in every game, on their customary points
    ///
    /// Colours alternate, so that each side has the stones in every other game.
    #[arg(long, value_name = "N", value_parser = in_range(0..=9_u32), conflicts_with = "openings")]
    pub(crate) handicap: Option<u32>,
    /// The time for each side, as for `play`, or for the first and the second of a pair, as in
    /// `1s/move,5s/move`. Half a second more is tolerated  [default: none]
    #[arg(long, value_name = "T|T1,T2", allow_hyphen_values = true)]
    pub(crate) time: Option<Times>,
    /// How long a player without a clock may think about a move
    #[arg(long, value_name = "T", default_value = "10m")]
    pub(crate) move_limit: Patience,
    /// Begin from records: a folder of SGF files, or one file; each is played with both colours
    #[arg(long, value_name = "DIR")]
    pub(crate) openings: Option<PathBuf>,
    /// Use only the first N moves of each opening
    #[arg(long, value_name = "N", requires = "openings", value_parser = at_least(0_usize))]
    pub(crate) opening_moves: Option<usize>,
    /// Keep the games and their results in this folder, and resume the match that is there
    #[arg(long, value_name = "DIR")]
    pub(crate) out: Option<PathBuf>,
    /// How many games are played at a time
    #[arg(long, value_name = "P", default_value_t = 1)]
    #[arg(value_parser = in_range(1..=1024_u16))]
    pub(crate) parallel: u16,
    /// End a game after N moves, and count it by area as it stands  [default: 3 for every point,
    /// plus 100]
    #[arg(long, value_name = "N", value_parser = at_least(1_usize))]
    pub(crate) max_moves: Option<usize>,
    /// Write into the records how long each move took, and what the engines wrote to standard error
    #[arg(long, requires = "out")]
    pub(crate) comments: bool,
    /// The seed of bots and random players, to make games reproducible
    #[arg(long, value_name = "S", value_parser = at_least(0_u64))]
    pub(crate) seed: Option<u64>,
    /// Print one JSON object
    #[arg(long)]
    pub(crate) json: bool,
}

/// A player, or several with commas between them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Several(pub(crate) Vec<Who>);

impl FromStr for Several {
    type Err = WhoError;

    fn from_str(text: &str) -> Result<Several, WhoError> {
        let parts = Who::split(text);
        // A name has no commas, and `split` knows those of a bot; a command or a path may have some.
        let separates = |pair: &[String]| {
            let [one, other] = [&pair[0], &pair[1]];
            Who::of_record(one).is_some() || one.starts_with("bot") || Who::is_plain(other)
        };
        let players: Result<Vec<Who>, _> = parts.iter().map(|part| part.parse()).collect();
        match players {
            Ok(players) if parts.windows(2).all(separates) => Ok(Several(players)),
            players => match text.parse() {
                Ok(who) => Ok(Several(vec![who])),
                // The part that is wrong says more than the whole list.
                Err(wrong) => Err(players.err().unwrap_or(wrong)),
            },
        }
    }
}

/// The time limits of the first and the second of a pair.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Times(pub(crate) [Control; 2]);

impl FromStr for Times {
    type Err = ControlError;

    fn from_str(text: &str) -> Result<Times, ControlError> {
        let (first, second) = text.split_once(',').unwrap_or((text, text));
        Ok(Times([first.parse()?, second.parse()?]))
    }
}

/// An amount of time.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Patience(pub(crate) Duration);

impl FromStr for Patience {
    type Err = String;

    fn from_str(text: &str) -> Result<Patience, String> {
        let limit = text.parse::<Control>().ok().and_then(|control| control.0);
        let limit = limit.filter(|limit| limit.overtime.is_none());
        let limit = limit
            .ok_or_else(|| format!("`{text}` is not an amount of time: write 10m, 30s or 500ms"))?;
        Ok(Patience(limit.main.duration()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_list_is_split_only_where_every_part_is_a_player() {
        let split = |text: &str| {
            let Several(all) = text.parse().unwrap();
            all.iter().map(ToString::to_string).collect::<Vec<_>>()
        };
        assert_eq!(split("random,engine:a,gtp:b c"), ["random", "engine:a", "gtp:b c"]);
        assert_eq!(split("gtp:b --x 1,2"), ["gtp:b --x '1,2'"]);
        assert_eq!(split("gtp:b --x '1,random'"), ["gtp:b --x '1,random'"]);
        assert_eq!(split("gtp:b --x 1,random"), ["gtp:b --x 1", "random"]);
        assert_eq!(split("gnugo,mine,random"), ["gnugo", "mine", "random"]);
        assert_eq!(split("engine:a,mine"), ["engine:a,mine"]);
        assert_eq!(split("gtp:b --x 1,gnugo"), ["gtp:b --x 1", "gnugo"]);
        assert_eq!(split("mine,gtp:b"), ["mine", "gtp:b"]);
        assert_eq!(split("bot:5,playouts=100"), ["bot:5,playouts=100"]);
        let both = ["bot:5,playouts=100,seed=3", "bot:4", "mine", "random"];
        assert_eq!(split("bot,playouts=100,seed=3,bot:4,mine,random"), both);
        assert_eq!(split("gnugo,bot:1,rave=2"), ["gnugo", "bot:1,rave=2"]);
        assert_eq!(split("gtp:b --x 1,bot"), ["gtp:b --x 1", "bot:5"]);
        let error = |text: &str| text.parse::<Several>().unwrap_err().to_string();
        assert!(error("bot:4,bot:11").contains("`bot:11`"));
        assert!(error("random,no body").contains("`no body`"));
        assert!("mine,gtp:b 1,2".parse::<Several>().is_err());
    }
}
