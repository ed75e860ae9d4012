//! What a session is opened with.

use std::fmt;
use std::str::FromStr;

use hoshi_core::{Game, HalfPoints};
use hoshi_record::kifu::TimeLimit;
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
    /// Whoever asks may.
    Free,
    /// The other side is asked; programs grant it.
    #[default]
    Ask,
    /// Nobody may.
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

impl FromStr for UndoPolicy {
    type Err = String;

    fn from_str(text: &str) -> Result<UndoPolicy, String> {
        match text {
            "free" => Ok(UndoPolicy::Free),
            "ask" => Ok(UndoPolicy::Ask),
            "never" => Ok(UndoPolicy::Never),
            _ => Err(format!("`{text}` is not an undo policy: write free, ask or never")),
        }
    }
}

/// One who plays.
///
/// ```
/// use hoshi_session::Player;
///
/// let player = Player::program("random", "hoshi random");
/// assert!(player.is_program);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Player {
    /// The name, as the record has it. A program may give itself another when it has started.
    pub name: String,
    /// What the record keeps, to seat the same player again: `human`, `random`, `bot:5`, the name of
    /// an engine; empty for a player that a record must not name.
    pub who: String,
    /// Whether it is a program.
    pub is_program: bool,
    /// Whether they are here already. Clocks start when both are.
    pub is_present: bool,
}

impl Player {
    /// A person at this machine.
    #[must_use]
    pub fn person(name: impl Into<String>) -> Player {
        Player { name: name.into(), who: "human".into(), is_program: false, is_present: true }
    }

    /// A person who is to come.
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

/// What a session plays under, besides the rules of its game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Terms {
    /// Whether moves may be taken back.
    pub undo: UndoPolicy,
    /// Whether a move that was taken back stays in the record, as a variation.
    pub keep_undone: bool,
    /// Whether the record goes to disk: the session asks its host for that with
    /// [`Effect::Persist`](crate::Effect::Persist).
    pub is_recorded: bool,
    /// The most milliseconds that a move can be given back for its way to the session. A flag falls
    /// that much later.
    pub lag: u64,
    /// Says which stones are dead where no player can be asked.
    pub judge: Judge,
    /// Whether programs may seem to think longer than they do ([`Chosen::pace`](crate::Chosen)): for
    /// people, who want to see what was played. Matches and scripts do not wait.
    pub pace: bool,
    /// For a match between programs; `None` where people may see to things.
    pub contest: Option<Contest>,
}

impl Default for Terms {
    fn default() -> Terms {
        Terms {
            undo: UndoPolicy::Ask,
            keep_undone: true,
            is_recorded: false,
            lag: 0,
            judge: Judge::default(),
            pace: false,
            contest: None,
        }
    }
}

/// The terms of a match between programs. A fault loses the game, nobody takes back, and the
/// programs agree on the dead stones among themselves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Contest {
    /// A game with this many moves ends, and is counted by area as it stands.
    pub max_moves: usize,
    /// Milliseconds that a side without a clock may think about a move.
    pub move_limit: u64,
    /// Whether the record says how long each move took, and what the program reported meanwhile.
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
    /// How many handicap stones Black places before the first move, and the komi then if it is not
    /// that of the rules.
    pub placing: Option<(u32, Option<HalfPoints>)>,
    /// The time limit of each side, Black's first.
    pub time: [Option<TimeLimit>; 2],
    /// The date, as SGF's DT has it.
    pub date: String,
    /// The program that records, as SGF's AP has it.
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
