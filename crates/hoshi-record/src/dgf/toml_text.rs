//! Reading `.dgf`: TOML with exactly eight keys. Every error names its key and line.

use thiserror::Error;
use toml::Spanned;
use toml::de::{DeTable, DeValue};

use super::game_file::{FORMAT, GameFile, GameInfo, StringTooLong};
use super::numbers::{Place, quoted};
use super::record::{MovesError, Record, RecordFault, board_of, moves_of, winner_of};
use super::{MAX_BYTES, MAX_MOVES, MAX_STRING};

/// The most separators of each kind in a text. The TOML parser needs a hundred times the memory of a
/// value's text, so a limit comes first; no valid game reaches it.
const MAX_MARKS: usize = MAX_MOVES + 100_000;
const MARKS: [char; 4] = [',', '=', '[', '\n'];

const KEYS: [&str; 8] = ["format", "id", "black", "white", "date", "result", "board", "moves"];

/// Why a text is not a `.dgf` game, and where.
///
/// ```
/// use hoshi_record::dgf::GameFile;
///
/// let error = GameFile::from_dgf(b"format = 1\nkomi = 6.5\n").unwrap_err();
/// assert_eq!(
///     error.to_string(),
///     "line 2, column 1: `komi` is not a key of a game; the keys are format, id, black, white, date, \
///      result, board and moves"
/// );
/// let error = GameFile::from_dgf(b"format = 2\nkomi = 6.5\n").unwrap_err();
/// assert_eq!(
///     error.to_string(),
///     "line 1, column 10: format 2 is newer than this program supports (1)"
/// );
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{}{fault}", .place.map_or_else(String::new, |place| format!("{place}: ")))]
pub struct GameFileError {
    /// Where in the text; `None` if something is missing.
    pub place: Option<Place>,
    /// What is wrong.
    pub fault: GameFileFault,
}

/// What is wrong with a game's text.
///
/// ```
/// use hoshi_record::dgf::{GameFile, GameFileFault};
///
/// let error = GameFile::from_dgf(b"format = 1\n").unwrap_err();
/// assert_eq!(error.fault, GameFileFault::Missing { key: "id" });
/// assert_eq!(error.to_string(), "`id` is missing: write it, empty if it isn't known");
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum GameFileFault {
    /// The text is too long.
    #[error("the text has {bytes} bytes: a game has {MAX_BYTES} at most")]
    TooLong {
        /// Its length.
        bytes: usize,
    },
    /// The text has more values than any game.
    #[error("the text has {found} of `{}`: a game has {MAX_MARKS} at most", .mark.escape_default())]
    TooMany {
        /// The separator.
        mark: char,
        /// How many there are.
        found: usize,
    },
    /// The text is not UTF-8.
    #[error("the text is not UTF-8 from here on, and TOML must be")]
    Utf8,
    /// The text is not TOML.
    #[error("invalid TOML: {message}")]
    Toml {
        /// The message of the TOML parser.
        message: String,
    },
    /// A key is missing.
    #[error(
        "`{key}` is missing: write it{}",
        if matches!(*.key, "id" | "black" | "white" | "date") { ", empty if it isn't known" } else { "" }
    )]
    Missing {
        /// The key.
        key: &'static str,
    },
    /// An unknown key.
    #[error(
        "`{key}` is not a key of a game; the keys are format, id, black, white, date, result, board and \
         moves"
    )]
    Unknown {
        /// The key (its beginning, if it is long).
        key: String,
    },
    /// A value of the wrong type.
    #[error("`{key}` is {}, and should be {expected}", article(found))]
    Type {
        /// The key.
        key: &'static str,
        /// The expected type.
        expected: &'static str,
        /// The type found, as TOML calls it.
        found: &'static str,
    },
    /// A number of more than 32 bits.
    #[error("a number of `{key}` is out of range: the numbers of DGF have 32 bits")]
    Range {
        /// The key.
        key: &'static str,
    },
    /// A newer version.
    #[error("format {format} is newer than this program supports ({FORMAT})")]
    Newer {
        /// The version.
        format: i64,
    },
    /// An invalid version.
    #[error("invalid format {format}: formats start at {FORMAT}")]
    Format {
        /// The version.
        format: i64,
    },
    /// A string is too long.
    #[error(transparent)]
    String(#[from] StringTooLong),
    /// The board or the result.
    #[error("`{key}`, number {index}: {fault}")]
    Numbers {
        /// The key.
        key: &'static str,
        /// The index of the number in it, from 1.
        index: usize,
        /// What is wrong with it.
        fault: RecordFault,
    },
    /// The moves.
    #[error("`moves`: {0}")]
    Moves(MovesError),
}

fn article(kind: &str) -> String {
    let an = kind.starts_with(['a', 'e', 'i', 'o', 'u']);
    format!("{} {kind}", if an { "an" } else { "a" })
}

type Found<'a> = &'a Spanned<DeValue<'a>>;

/// The text being read, for the places of its bytes.
struct Reader<'a> {
    text: &'a str,
    table: &'a DeTable<'a>,
}

impl GameFile {
    /// Reads a `.dgf` file. The keys may come in any order; all are required, and no others are
    /// allowed.
    ///
    /// ```
    /// use hoshi_record::dgf::GameFile;
    ///
    /// let text = r#"
    /// format = 1
    /// id = "first"
    /// black = "Honinbo Shusaku"
    /// white = "Gennan Inseki"
    /// date = "1846-09-11"   # and three days more
    /// result = 1
    /// board = [1, 0, 0, 2, 0, 0, 0, 0]
    /// moves = [1, -1]
    /// "#;
    /// assert_eq!(GameFile::from_dgf(text.as_bytes())?.info().id, "first");
    ///
    /// let wrong = text.replace("result = 1", "result = \"B+R\"");
    /// assert_eq!(
    ///     GameFile::from_dgf(wrong.as_bytes()).unwrap_err().to_string(),
    ///     "line 7, column 10: `result` is a string, and should be 0 (unfinished), 1 (Black won) or \
    ///      2 (White won)"
    /// );
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// With the key and the line of the error; a newer format is refused by its number.
    pub fn from_dgf(bytes: &[u8]) -> Result<GameFile, GameFileError> {
        let error = |at: Option<usize>, fault| GameFileError {
            place: at.map(|at| Place::of(bytes, at)),
            fault,
        };
        if bytes.len() > MAX_BYTES {
            return Err(error(None, GameFileFault::TooLong { bytes: bytes.len() }));
        }
        let text = std::str::from_utf8(bytes)
            .map_err(|fault| error(Some(fault.valid_up_to()), GameFileFault::Utf8))?;
        for mark in MARKS {
            let found = bytes.iter().filter(|&&byte| char::from(byte) == mark).count();
            if found > MAX_MARKS {
                return Err(error(None, GameFileFault::TooMany { mark, found }));
            }
        }
        let table = DeTable::parse(text).map_err(|fault| {
            // One line, whatever the TOML parser's message looks like.
            let message = fault.message().split_whitespace().collect::<Vec<_>>().join(" ");
            error(fault.span().map(|span| span.start), GameFileFault::Toml { message })
        })?;
        Reader { text, table: table.get_ref() }.game()
    }
}

impl<'a> Reader<'a> {
    fn game(&self) -> Result<GameFile, GameFileError> {
        self.format()?;
        self.no_other_keys()?;
        let info = GameInfo {
            id: self.string("id")?,
            black: self.string("black")?,
            white: self.string("white")?,
            date: self.string("date")?,
        };
        let winner = self.winner()?;
        let (found, numbers) = self.numbers("board")?;
        let board = board_of(&numbers).map_err(|(at, fault)| {
            let key = "board";
            self.error(item(found, at), GameFileFault::Numbers { key, index: at + 1, fault })
        })?;
        let (found, numbers) = self.numbers("moves")?;
        let record = moves_of(&numbers, &board).and_then(|moves| Record::new(board, winner, moves));
        let record = record.map_err(|fault| {
            self.error(item(found, fault.number() - 1), GameFileFault::Moves(fault))
        })?;
        GameFile::new(info, record).map_err(|fault| match self.table.get(fault.key) {
            Some(found) => self.error(found, fault.into()),
            None => GameFileError { place: None, fault: fault.into() },
        })
    }

    /// Checked first: the rest of a newer format may mean something else.
    fn format(&self) -> Result<(), GameFileError> {
        let found = self.value("format")?;
        match self.integer("format", "an integer", found)? {
            FORMAT => Ok(()),
            format if format > FORMAT => Err(self.error(found, GameFileFault::Newer { format })),
            format => Err(self.error(found, GameFileFault::Format { format })),
        }
    }

    fn no_other_keys(&self) -> Result<(), GameFileError> {
        let other = self.table.keys().filter(|key| !KEYS.contains(&key.get_ref().as_ref()));
        // The first in the file, whatever order the table keeps.
        let Some(key) = other.min_by_key(|key| key.span().start) else { return Ok(()) };
        let fault = GameFileFault::Unknown { key: quoted(key.get_ref().as_bytes()) };
        Err(GameFileError { place: Some(self.place(key.span().start)), fault })
    }

    fn value(&self, key: &'static str) -> Result<Found<'a>, GameFileError> {
        let missing = GameFileError { place: None, fault: GameFileFault::Missing { key } };
        self.table.get(key).ok_or(missing)
    }

    fn string(&self, key: &'static str) -> Result<String, GameFileError> {
        let found = self.value(key)?;
        let text = found.get_ref().as_str();
        let text = text.ok_or_else(|| self.wrong_type(key, "a string", found))?;
        if text.len() > MAX_STRING {
            return Err(self.error(found, StringTooLong { key, bytes: text.len() }.into()));
        }
        Ok(text.to_owned())
    }

    fn winner(&self) -> Result<Option<hoshi_core::Color>, GameFileError> {
        let key = "result";
        let found = self.value(key)?;
        let expected = "0 (unfinished), 1 (Black won) or 2 (White won)";
        let value = self.integer(key, expected, found)?;
        let value =
            i32::try_from(value).map_err(|_| self.error(found, GameFileFault::Range { key }))?;
        let fault = RecordFault::Result { value };
        winner_of(value)
            .ok_or_else(|| self.error(found, GameFileFault::Numbers { key, index: 1, fault }))
    }

    /// The numbers of an array, and the array itself, for the places of its items.
    fn numbers(&self, key: &'static str) -> Result<(Found<'a>, Vec<i32>), GameFileError> {
        let expected = "an array of integers";
        let array = self.value(key)?;
        let items = array.get_ref().as_array();
        let items = items.ok_or_else(|| self.wrong_type(key, expected, array))?;
        let mut numbers = Vec::with_capacity(items.len());
        for item in items {
            let number = self.integer(key, expected, item)?;
            let range = |_| self.error(item, GameFileFault::Range { key });
            numbers.push(i32::try_from(number).map_err(range)?);
        }
        Ok((array, numbers))
    }

    fn integer(
        &self,
        key: &'static str,
        expected: &'static str,
        found: Found<'_>,
    ) -> Result<i64, GameFileError> {
        let integer = found.get_ref().as_integer();
        let integer = integer.ok_or_else(|| self.wrong_type(key, expected, found))?;
        i64::from_str_radix(integer.as_str(), integer.radix())
            .map_err(|_| self.error(found, GameFileFault::Range { key }))
    }

    fn wrong_type(
        &self,
        key: &'static str,
        expected: &'static str,
        found: Found<'_>,
    ) -> GameFileError {
        self.error(found, GameFileFault::Type { key, expected, found: found.get_ref().type_str() })
    }

    fn error(&self, found: Found<'_>, fault: GameFileFault) -> GameFileError {
        GameFileError { place: Some(self.place(found.span().start)), fault }
    }

    fn place(&self, at: usize) -> Place {
        Place::of(self.text.as_bytes(), at)
    }
}

/// An item of an array; the array itself if it has no such item.
fn item<'a>(array: Found<'a>, index: usize) -> Found<'a> {
    array.get_ref().as_array().and_then(|items| items.get(index)).unwrap_or(array)
}
