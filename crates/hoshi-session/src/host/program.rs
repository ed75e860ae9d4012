//! What a board, in a terminal or a browser, needs from the program that opens it: the program begins,
//! continues and closes games, since only it knows players such as the bot.

use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;
use std::time::SystemTime;

use hoshi_core::Diagram;
use hoshi_store::History;

use super::{Closing, Opening};
use crate::failure::Failure;
use crate::wire::Side;

/// The program that opened the board.
pub trait Program: Send + Sync {
    /// The history of games.
    fn history(&self) -> &History;

    /// Begins a game.
    ///
    /// # Errors
    /// If its terms do not fit, or a player cannot be had.
    fn begin(&self, game: &NewGame) -> Result<Opening, Failure>;

    /// Continues a game of the history. `instead` names players for seats that the record does not
    /// determine.
    ///
    /// # Errors
    /// If a player must be named first, or the game cannot be opened.
    fn resume(&self, name: &str, instead: &[Option<String>; 2]) -> Result<Opened, Hindrance>;

    /// The games of a record, a line about each.
    ///
    /// # Errors
    /// If it cannot be read.
    fn games(&self, record: &Record) -> Result<Vec<String>, Failure>;

    /// Opens a game of a record, counted from 0, for review: a copy in memory that is not saved.
    ///
    /// # Errors
    /// If it cannot be read.
    fn review(&self, record: &Record, game: usize) -> Result<Opened, Failure>;

    /// The other players on this machine, in the form of `--white`: engines that are configured or
    /// found.
    fn engines(&self) -> Vec<String>;

    /// The last choice for a new game.
    fn last_choice(&self) -> Option<NewGame>;

    /// Keeps a choice for the next time.
    fn keep_choice(&self, game: &NewGame);

    /// A text that was kept under a name, such as the scores of problems.
    fn kept(&self, name: &str) -> Option<String>;

    /// Keeps a text under a name.
    fn keep(&self, name: &str, text: &str);

    /// The names of the texts that are kept, and when each was written. A program that cannot list them has none.
    fn kept_names(&self) -> Vec<(String, SystemTime)> {
        Vec::new()
    }

    /// Removes a text that was kept under a name.
    fn forget(&self, _name: &str) {}

    /// Finishes a closed game: a record that could not be saved in its place goes elsewhere.
    ///
    /// # Errors
    /// If the record is not in its place; the error says where it is.
    fn close(&self, closing: Closing) -> Result<Option<PathBuf>, Failure>;

    /// Writes a record to a new file; its ending says in which format.
    ///
    /// # Errors
    /// If there is such a file, or it cannot be written.
    fn save(&self, sgf: &str, to: &Path) -> Result<String, Failure>;

    /// Shows a folder in another window, without waiting. Returns whether a desktop can do that.
    fn show_folder(&self, folder: &Path) -> bool;

    /// Draws a board to a new file: SVG, PNG or PDF, as its ending says.
    ///
    /// # Errors
    /// If there is such a file, or it cannot be written.
    fn draw(&self, diagram: &Diagram, to: &Path) -> Result<String, Failure>;

    /// A record as one line: SGN, or a link that holds the whole game.
    ///
    /// # Errors
    /// If that form cannot hold it.
    fn line(&self, sgf: &str, form: Form) -> Result<String, Failure>;

    /// Estimates a position of a record, given as a path of child numbers from the first node, such
    /// as `0.0.2`; by default the end of the main line. It may take a second, and is called on a
    /// thread of its own.
    ///
    /// # Errors
    /// If it cannot be estimated.
    fn estimate(&self, sgf: &str, path: Option<&str>) -> Result<Estimated, Failure>;

    /// The same, given up early when `stop` is set: nobody waits for the answer any more. By default it cannot be
    /// given up.
    ///
    /// # Errors
    /// If it cannot be estimated.
    fn estimate_until(
        &self,
        sgf: &str,
        path: Option<&str>,
        _stop: &AtomicBool,
    ) -> Result<Estimated, Failure> {
        self.estimate(sgf, path)
    }

    /// What a move of a record lost, if that is so much that a learner should hear of it. `number` counts the
    /// moves of the main line from 1. It may take some seconds, and is called on a thread of its own. A program
    /// that cannot judge moves teaches nothing.
    ///
    /// # Errors
    /// If the move cannot be judged.
    fn lesson(&self, _sgf: &str, _number: u32) -> Result<Option<Lesson>, Failure> {
        Ok(None)
    }

    /// The next step for a learner: a game that is a little harder or easier than the one of this record, if
    /// that is the second in a row that was won, or lost. The game is over and still open. It reads the
    /// history, and is called on a thread of its own.
    fn next_game(&self, _sgf: &str) -> Option<NextGame> {
        None
    }
}

/// A record on one line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// SGN.
    Sgn,
    /// A link.
    Link,
}

/// A session that is ready, with remarks about its record.
#[derive(Debug)]
pub struct Opened {
    /// The session.
    pub opening: Opening,
    /// Problems found in the record.
    pub notes: Vec<String>,
}

/// Why a game cannot be continued.
#[derive(Clone, Debug)]
pub enum Hindrance {
    /// A player must be chosen.
    Who {
        /// The seat.
        side: Side,
        /// Why the record does not determine the player.
        why: Failure,
    },
    /// It is being played elsewhere.
    Held(Failure),
    /// It cannot be opened.
    Failed(Failure),
}

/// A record to open.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Record {
    /// A game of the history, by the name of its file.
    History(String),
    /// A file.
    File(PathBuf),
    /// The pasted text of a record or an address.
    Text(String),
    /// The bytes of a file, in any format and charset.
    Bytes(Vec<u8>),
}

/// What the bot thinks of a position.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Estimated {
    /// The estimated result, such as `B+3.5`.
    pub score: String,
    /// Black's winning chance, in percent.
    pub black: u8,
    /// The ownership of each point, from the top left: 1000 is certainly Black's, -1000 White's.
    pub owners: Vec<i16>,
    /// The best moves with their value for the side to move, best first.
    pub moves: Vec<(String, String)>,
    /// How likely each of them wins for the side to move, in percent.
    pub rates: Vec<u8>,
}

/// A move that lost much.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lesson {
    /// The number of the move.
    pub number: u32,
    /// The move, as in `D4` or `pass`.
    pub at: String,
    /// The points that it lost.
    pub points: u32,
    /// A better move.
    pub better: String,
}

/// A game to play next.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NextGame {
    /// Its terms.
    pub game: NewGame,
    /// Whether the last two games were won, so that it is harder; else it is easier.
    pub is_harder: bool,
    /// The opponent, and the komi or handicap if that is what changes: `bot:2`, `bot:1, handicap 3`.
    pub name: String,
}

/// The terms of a new game, in the forms of the command line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewGame {
    /// The board: `9`, `9x7`.
    pub size: String,
    /// The opponent: `bot:1`, `human`, `gnugo`.
    pub opponent: String,
    /// The colour of the local player.
    pub color: Own,
    /// The rules: `chinese`, `japanese,komi=5.5`.
    pub rules: String,
    /// Komi; empty for that of the rules.
    pub komi: String,
    /// Handicap stones.
    pub handicap: u32,
    /// The time limit: `none`, `10m+5x30s`.
    pub time: String,
    /// Whether hints and estimates are allowed between people.
    pub help: bool,
    /// Whether big mistakes of a person are named.
    pub teach: bool,
    /// The names of Black and White, when recording a game from a real board.
    pub transcript: Option<[String; 2]>,
}

/// The colour of the local player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Own {
    /// Black.
    Black,
    /// White.
    White,
    /// Drawn by lot.
    Nigiri,
}

impl NewGame {
    /// The game that ends the steps for beginners: on a small board, against the weakest bot.
    #[must_use]
    pub fn first() -> NewGame {
        NewGame { size: "5".to_owned(), ..NewGame::default() }
    }
}

impl Default for NewGame {
    /// A first game: small, easy, and without a clock.
    fn default() -> NewGame {
        NewGame {
            size: "9".to_owned(),
            opponent: "bot:1".to_owned(),
            color: Own::Black,
            rules: "chinese".to_owned(),
            komi: "0.5".to_owned(),
            handicap: 0,
            time: "none".to_owned(),
            help: false,
            teach: false,
            transcript: None,
        }
    }
}
