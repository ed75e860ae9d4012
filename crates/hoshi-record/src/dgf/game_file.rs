//! A game with names and a date, and its canonical TOML: the one text that every reader and writer
//! of a game agrees on, byte for byte. Reading it is in `toml_text`, the binary form in `binary`.

use std::fmt::Write as _;

use thiserror::Error;

use super::MAX_STRING;
use super::header::number_of;
use super::record::{MOVES_A_LINE, Record};

/// The version of `.dgf` that is read and written.
///
/// ```
/// assert_eq!(hoshi_record::dgf::FORMAT, 1);
/// ```
pub const FORMAT: i64 = 1;

/// The strings of a game file. Any of them may be empty.
///
/// ```
/// use hoshi_record::dgf::GameInfo;
///
/// let info = GameInfo { black: "Shusai".into(), ..GameInfo::default() };
/// assert_eq!(info.white, "");
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct GameInfo {
    /// The id of the game in catalogues: [`Record::id`], unless given another.
    pub id: String,
    /// Who plays Black.
    pub black: String,
    /// Who plays White.
    pub white: String,
    /// When the game was played, as SGF's DT has it: `1938-06-26,27`.
    pub date: String,
}

/// A string of a game that is too long.
///
/// ```
/// use hoshi_record::dgf::{GameFile, GameInfo, Record};
///
/// let info = GameInfo { black: "x".repeat(4097), ..GameInfo::default() };
/// let error = GameFile::new(info, Record::from_dgr(b"1 0 0 1 0 0")?).unwrap_err();
/// assert_eq!(error.to_string(), "`black` has 4097 bytes: a string of a game has 4096 at most");
/// # Ok::<(), hoshi_record::dgf::RecordError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("`{key}` has {bytes} bytes: a string of a game has {MAX_STRING} at most")]
pub struct StringTooLong {
    /// The key.
    pub key: &'static str,
    /// Its length in bytes.
    pub bytes: usize,
}

/// A game: a record, and who played it when.
///
/// ```
/// use hoshi_record::dgf::{GameFile, GameInfo, Record};
///
/// let record = Record::from_dgr(b"9 0 6 2  0 0 0 0  1  1 -1")?;
/// let info = GameInfo {
///     id: record.id(),
///     black: "Black \"the rock\" Stone".into(),
///     white: "名人".into(),
///     date: "2024-05-01".into(),
/// };
/// let game = GameFile::new(info, record)?;
/// let text = r#"format = 1
/// id = "d80fd496cfd77867"
/// black = "Black \"the rock\" Stone"
/// white = "名人"
/// date = "2024-05-01"
/// result = 1
/// board = [
///   9, 0, 6, 2,
///   0, 0,
///   0, 0,
/// ]
/// moves = [
///   1, -1,
/// ]
/// "#;
/// assert_eq!(game.to_dgf(), text);
/// assert_eq!(GameFile::from_dgf(text.as_bytes())?, game);
/// assert_eq!(GameFile::from_dgfb(&game.to_dgfb())?.to_dgf(), text);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct GameFile {
    info: GameInfo,
    record: Record,
}

impl GameFile {
    /// Creates a game.
    ///
    /// ```
    /// use hoshi_record::dgf::{GameFile, GameInfo, Record};
    ///
    /// let game = GameFile::new(GameInfo::default(), Record::from_dgr(b"1 0 0 1 0 0")?)?;
    /// assert_eq!(game.info().id, "");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// If a string is longer than [`MAX_STRING`].
    pub fn new(info: GameInfo, record: Record) -> Result<GameFile, StringTooLong> {
        for (key, text) in info.strings() {
            if text.len() > MAX_STRING {
                return Err(StringTooLong { key, bytes: text.len() });
            }
        }
        Ok(GameFile { info, record })
    }

    /// Names, date and id.
    ///
    /// ```
    /// use hoshi_record::dgf::{GameFile, GameInfo, Record};
    ///
    /// let game = GameFile::new(GameInfo::default(), Record::from_dgr(b"1 0 0 1 0 0")?)?;
    /// assert_eq!(game.info(), &GameInfo::default());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn info(&self) -> &GameInfo {
        &self.info
    }

    /// Board, result and moves.
    ///
    /// ```
    /// use hoshi_record::dgf::{GameFile, GameInfo, Record};
    ///
    /// let game = GameFile::new(GameInfo::default(), Record::from_dgr(b"1 0 0 1 0 0")?)?;
    /// assert_eq!(game.record().moves().len(), 0);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn record(&self) -> &Record {
        &self.record
    }

    /// Both, by value.
    ///
    /// ```
    /// use hoshi_record::dgf::{GameFile, GameInfo, Record};
    ///
    /// let game = GameFile::new(GameInfo::default(), Record::from_dgr(b"1 0 0 1 0 0")?)?;
    /// let (info, record) = game.clone().into_parts();
    /// assert_eq!(GameFile::new(info, record)?, game);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn into_parts(self) -> (GameInfo, Record) {
        (self.info, self.record)
    }

    /// A `.dgf` file: TOML, always the same for the same game.
    ///
    /// ```
    /// use hoshi_record::dgf::{GameFile, GameInfo, Record};
    ///
    /// let game = GameFile::new(GameInfo::default(), Record::from_dgr(b"1 0 0 1 0 0")?)?;
    /// assert!(game.to_dgf().ends_with("board = [\n  1, 0, 0, 1,\n  0,\n]\nmoves = []\n"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn to_dgf(&self) -> String {
        let mut text = format!("format = {FORMAT}\n");
        for (key, value) in self.info.strings() {
            let _ = write!(text, "{key} = ");
            string(&mut text, value);
            text.push('\n');
        }
        let board = self.record.board();
        let result = self.record.winner().map_or(0, number_of);
        let _ = writeln!(text, "result = {result}");
        text.push_str("board = [\n");
        line(&mut text, &board.header_bytes());
        for row in board.points().chunks(usize::from(board.side())) {
            line(&mut text, row);
        }
        text.push_str("]\n");
        if self.record.moves().is_empty() {
            text.push_str("moves = []\n");
            return text;
        }
        text.push_str("moves = [\n");
        for moves in self.record.moves().chunks(MOVES_A_LINE) {
            line(&mut text, moves);
        }
        text.push_str("]\n");
        text
    }
}

impl GameInfo {
    /// The strings with their keys, in the order of the files.
    pub(super) fn strings(&self) -> [(&'static str, &str); 4] {
        let GameInfo { id, black, white, date } = self;
        [("id", id), ("black", black), ("white", white), ("date", date)]
    }
}

/// A line of an array.
fn line<T: std::fmt::Display>(text: &mut String, numbers: &[T]) {
    for (index, number) in numbers.iter().enumerate() {
        let space = if index == 0 { "  " } else { " " };
        let _ = write!(text, "{space}{number},");
    }
    text.push('\n');
}

/// A basic string of TOML: characters that TOML doesn't allow are escaped in the shortest way, and
/// so are control characters beyond ASCII.
fn string(text: &mut String, value: &str) {
    text.push('"');
    for c in value.chars() {
        match c {
            '"' => text.push_str("\\\""),
            '\\' => text.push_str("\\\\"),
            '\u{8}' => text.push_str("\\b"),
            '\t' => text.push_str("\\t"),
            '\n' => text.push_str("\\n"),
            '\u{c}' => text.push_str("\\f"),
            '\r' => text.push_str("\\r"),
            c if c.is_control() => {
                let _ = write!(text, "\\u{:04X}", u32::from(c));
            }
            c => text.push(c),
        }
    }
    text.push('"');
}
