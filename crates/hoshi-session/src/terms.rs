//! The settings of a session.

use std::fmt;
use std::str::FromStr;

use hoshi_core::time::TimeLimit;
use hoshi_core::{Game, HalfPoints};
use serde::{Deserialize, Serialize};

use crate::dead::Judge;

/// Whether moves may be taken back.
///
/// ```
/// use hoshi_session::UndoPolicy;
///
/// assert_eq!("never".parse(), Ok(UndoPolicy::Never));
/// assert!("maybe".parse::<UndoPolicy>().is_err());
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum UndoPolicy {
    /// Undo is free.
    Free,
    /// The other side must agree; programs always do.
    #[default]
    Ask,
    /// There is no undo.
    Never,
}

impl fmt::Display for UndoPolicy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            UndoPolicy::Free => "free",
            UndoPolicy::Ask => "ask",
            UndoPolicy::Never => "never",
        })
    }
}

/// A text that is not an undo policy.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` is not an undo policy: write free, ask or never")]
pub struct UndoPolicyError(String);

impl FromStr for UndoPolicy {
    type Err = UndoPolicyError;

    fn from_str(text: &str) -> Result<UndoPolicy, UndoPolicyError> {
        match text {
            "free" => Ok(UndoPolicy::Free),
            "ask" => Ok(UndoPolicy::Ask),
            "never" => Ok(UndoPolicy::Never),
            _ => Err(UndoPolicyError(text.to_owned())),
        }
    }
}

/// A player.
///
/// ```
/// use hoshi_session::Player;
///
/// let player = Player::program("random", "hoshi random");
/// assert!(player.is_program);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Player {
    /// The name in the record. A program may set its own once started.
    pub name: String,
    /// The form stored in the record, to seat the same player again: `human`, `random`, `bot:5`,
    /// the name of an engine; empty for a player that a record must not name.
    pub who: String,
    /// Whether it is a program.
    pub is_program: bool,
    /// Whether the player is present. Clocks start when both are.
    pub is_present: bool,
}

impl Player {
    /// A person at this machine.
    #[must_use]
    pub fn person(name: impl Into<String>) -> Player {
        Player { name: name.into(), who: "human".into(), is_program: false, is_present: true }
    }

    /// A person who has yet to connect.
    #[must_use]
    pub fn guest(name: impl Into<String>) -> Player {
        Player { is_present: false, ..Player::person(name) }
    }

    /// A program, which is present once it has started.
    #[must_use]
    pub fn program(who: impl Into<String>, name: impl Into<String>) -> Player {
        Player { name: name.into(), who: who.into(), is_program: true, is_present: false }
    }
}

/// The terms of a session, besides the rules of its game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Terms {
    /// Whether moves may be taken back.
    pub undo: UndoPolicy,
    /// Whether undone moves stay in the record as variations.
    pub keep_undone: bool,
    /// Whether the record is saved, through [`Effect::Persist`](crate::Effect::Persist).
    pub is_recorded: bool,
    /// The maximum credit for network lag of a move in milliseconds. Flags fall that much later.
    pub lag: u64,
    /// The maximum credit for network lag that a side gets in all, in milliseconds: whoever answers late on purpose
    /// gains no more than this.
    pub lag_in_all: u64,
    /// Judges dead stones when no player can be asked.
    pub judge: Judge,
    /// Whether programs may delay their moves ([`Chosen::pace`](crate::Chosen)), so that people can
    /// follow the game. Matches and scripts do not wait.
    pub pace: bool,
    /// For a match between programs; `None` if people play.
    pub contest: Option<Contest>,
}

impl Default for Terms {
    fn default() -> Terms {
        Terms {
            undo: UndoPolicy::Ask,
            keep_undone: true,
            is_recorded: false,
            lag: 0,
            lag_in_all: 60_000,
            judge: Judge::default(),
            pace: false,
            contest: None,
        }
    }
}

/// The terms of a match between programs. A fault loses the game, there is no undo, and the
/// programs agree on the dead stones.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Contest {
    /// The maximum number of moves; the game then ends and is counted by area, with all stones
    /// alive.
    pub max_moves: usize,
    /// The time limit per move in milliseconds, for a side without a clock.
    pub move_limit: u64,
    /// Whether the record has the time of each move and the program's reports as comments.
    pub comments: bool,
}

/// How a new game begins.
///
/// ```
/// use hoshi_core::{Game, Preset, Rules, Size};
/// use hoshi_session::Start;
///
/// let start = Start::of(Game::new(Size::S9, Rules::of(Preset::Chinese)));
/// assert_eq!(start.placing, None);
/// ```
#[derive(Clone, Debug)]
pub struct Start {
    /// The game, without moves or with those of an opening.
    pub game: Game,
    /// The number of handicap stones for Black to place, and the komi if it is not that of the
    /// rules.
    pub placing: Option<(u32, Option<HalfPoints>)>,
    /// The time limit of each side, Black's first.
    pub time: [Option<TimeLimit>; 2],
    /// The date, in the form of SGF's DT.
    pub date: String,
    /// The recording program, in the form of SGF's AP.
    pub application: String,
}

impl Start {
    /// A game without clocks and without stones to place.
    #[must_use]
    pub fn of(game: Game) -> Start {
        Start {
            game,
            placing: None,
            time: [None; 2],
            date: String::new(),
            application: concat!("hoshi:", env!("CARGO_PKG_VERSION")).to_owned(),
        }
    }
}
