//! Playing.

use std::path::PathBuf;
use std::str::FromStr;

use clap::Args;
use hoshi_core::{HalfPoints, Rules, Size};
use hoshi_session::host::Who;
use hoshi_session::{Control, UndoPolicy};

use super::number::at_least;
use super::plain;

/// Play a game; every move is on disk before the next one
///
/// Games are recorded as SGF in the history (`hoshi history path`) without asking. After every move the
/// file is complete, and whatever happens to the machine, it holds every confirmed move.
/// `hoshi play --resume` continues an unfinished game, with the same players, rules and clocks.
///
/// Type a move (`D4`, `pass`), `resign`, `undo`, `redo`, `show`, `score`; after two passes
/// `dead D4`, `alive D4`, `seki D4`, `done`, `resume`; `comment TEXT`, `correct 12 D4`,
/// `name black ANN`, `result B+R`, `help`, `quit`; with engines and bots `stop`, `restart`, `hint`,
/// `replace white human`. The board and the moves go to standard output, prompts and messages to
/// standard error. `quit`, Ctrl-C or the end of the input leaves a saved, unfinished game.
///
/// After two passes the engine or the bot proposes dead stones, or hoshi does if there is none. Check them, change
/// them if they are wrong, and type `done`.
#[derive(Args, Clone, Debug)]
#[command(after_help = "\
Examples:
  hoshi play                                     two people at one board, 19x19
  hoshi play --size 9 --komi 0.5 --white bot:1   a first game, against the bot
  hoshi play --size 9 --white bot:5 --teach      with a word about big mistakes
  hoshi play --size 9 --white random             against moves at random
  hoshi play --white gnugo                       against an installed engine
  hoshi play --white 'gtp:gnugo --mode gtp'      an engine by its command
  hoshi play --rules japanese --handicap 4 --time 10m+5x30s
  hoshi play --resume                            continue an unfinished game
  hoshi play --resume game.sgf                   continue a copy of a record
  echo 'D4 pass resign' | tr ' ' '\\n' | hoshi play --size 9
")]
pub(crate) struct Play {
    /// The board, width x height; `N` means `NxN`. Above 52 a side only with --no-record  [default: configured, else 19]
    #[arg(long, value_name = "N|WxH", value_parser = plain::<Size>, allow_hyphen_values = true)]
    #[arg(conflicts_with = "resume")]
    pub(crate) size: Option<Size>,
    /// The rules: a preset, then overrides, as in `chinese,ko=psk,komi=6.5`  [default:
    /// configured, else chinese]
    ///
    /// Presets: tromp-taylor, chinese, japanese, korean, aga, bga, french, new-zealand, ing, simple. Beside
    /// them, `capture=N` is the teaching game: the first to capture N stones wins.
    #[arg(long, value_name = "R", allow_hyphen_values = true, conflicts_with = "resume")]
    pub(crate) rules: Option<Rules>,
    /// Points for White, without what the rules give for handicap stones  [default:
    /// configured, else that of the rules]
    #[arg(long, value_name = "K", value_parser = plain::<HalfPoints>, allow_hyphen_values = true)]
    #[arg(conflicts_with = "resume")]
    pub(crate) komi: Option<HalfPoints>,
    /// Handicap stones: how many, or on which points, as in `D4,Q16`
    ///
    /// Under rules with free handicap (tromp-taylor, new-zealand, ing) Black places them before the first move.
    #[arg(long, value_name = "H", value_parser = plain::<Handicap>, allow_hyphen_values = true)]
    #[arg(conflicts_with = "resume")]
    pub(crate) handicap: Option<Handicap>,
    #[command(flatten)]
    pub(crate) players: Players,
    /// The time for each side: none, 10m, 10m+5x30s (byo-yomi), 10m+25/5m (Canadian), 10m+10s
    /// (Fischer), 1s/move; units h, m, s, ms  [default: configured, else none]
    #[arg(long, value_name = "T", allow_hyphen_values = true, conflicts_with = "resume")]
    pub(crate) time: Option<Control>,
    /// Continue a game: one of the history (a number, 1 is the newest, or a name) in its file, any other
    /// record as a copy; without a value, the newest unfinished game
    #[arg(long, value_name = "FILE", num_args = 0..=1, conflicts_with = "no_record")]
    pub(crate) resume: Option<Option<PathBuf>>,
    /// Which game of the file to continue, from 1; any but the first as a copy
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = at_least(1_usize))]
    #[arg(requires = "resume")]
    pub(crate) game: usize,
    /// Whether moves can be taken back: free, ask (the opponent grants it; engines do) or never
    #[arg(long, value_name = "POLICY", default_value = "ask")]
    pub(crate) undo: UndoPolicy,
    /// Name a move of yours that loses ten points or more, so that you can take it back
    #[arg(long)]
    pub(crate) teach: bool,
    /// Do not record the game
    #[arg(long)]
    pub(crate) no_record: bool,
    /// Play in lines of text, also on a terminal
    #[arg(long)]
    pub(crate) plain: bool,
}

/// Who plays.
#[derive(Args, Clone, Debug, Default)]
pub(crate) struct Players {
    /// Who plays Black: human, bot:1 to bot:10, random, the name of an engine, gtp:COMMAND, engine:NAME or
    /// table:FILE  [default: human, or as the record says]
    ///
    /// The bot is built in; bot:1 is for beginners, and bot:10 uses the time and all cores that it is given.
    /// It takes options, as in `bot:5,playouts=1000,threads=1,seed=7`: with a number of playouts, one thread
    /// and a seed it always plays the same. `bot` is bot:5.
    ///
    /// A name means a configured engine, else a known engine that is installed here (`hoshi engines` lists
    /// both). `engine:NAME` means configured engines only. A command is split as a shell splits it, but no
    /// shell runs it: `--white 'gtp:"/opt/my go/engine" --mode gtp'`. A table is a solved board: see
    /// `hoshi lab solve`.
    #[arg(long, value_name = "WHO")]
    pub(crate) black: Option<Who>,
    /// Who plays White, as for --black  [default: the configured opponent, else human]
    #[arg(long, value_name = "WHO")]
    pub(crate) white: Option<Who>,
    /// The name of the person who plays Black  [default: the configured name]
    #[arg(long, value_name = "NAME")]
    pub(crate) black_name: Option<String>,
    /// The name of the person who plays White
    #[arg(long, value_name = "NAME")]
    pub(crate) white_name: Option<String>,
    /// The seed of bots and random players, to make games reproducible
    #[arg(long, value_name = "S", value_parser = at_least(0_u64))]
    pub(crate) seed: Option<u64>,
}

/// Handicap stones: how many, or where.
#[derive(Clone, Debug)]
pub(crate) enum Handicap {
    Stones(u32),
    Points(Vec<String>),
}

impl FromStr for Handicap {
    type Err = String;

    fn from_str(text: &str) -> Result<Handicap, String> {
        if let Ok(stones) = text.parse() {
            return Ok(Handicap::Stones(stones));
        }
        let words: Vec<String> =
            text.split([',', ' ']).filter(|word| !word.is_empty()).map(str::to_owned).collect();
        let is_point = |word: &String| {
            word.starts_with(|first: char| first.is_ascii_alphabetic())
                && word.ends_with(|last: char| last.is_ascii_digit())
        };
        if words.is_empty() || !words.iter().all(is_point) {
            return Err(format!(
                "`{text}` is not a handicap: write how many stones, or on which points, as in D4,Q16"
            ));
        }
        Ok(Handicap::Points(words))
    }
}
