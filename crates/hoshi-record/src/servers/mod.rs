//! Records of other servers: GIB (Tygem), NGF (Cyberoro, wBaduk) and UGF (Pandanet). They are
//! read-only; each becomes an SGF tree, with notes about oddities.
//!
//! No server publishes its format; docs/formats has what is known, with sources. A broken line is
//! skipped with a note; the rest of the game is read.

mod fields;
mod gib;
mod ngf;
mod sheet;
mod tree;
mod ugf;

use std::borrow::Cow;
use std::fmt;

use crate::charset::{Charset, Hints, Why, prepare};
use crate::sgf::{self, Collection, MAX_BYTES};
use sheet::Sheet;

/// A server's format.
///
/// ```
/// use hoshi_record::servers::Server;
///
/// assert_eq!(Server::Gib.to_string(), "GIB (Tygem)");
/// assert_eq!(Server::detect(b"\\HS\r\n\\[GAMENAME=Free\\]\r\n"), Some(Server::Gib));
/// assert_eq!(Server::detect(b"[Header]\nVer=UGF3,200\n"), Some(Server::Ugf));
/// assert_eq!(Server::detect(b"Rated game\n19\nA 1D\nB 1D\nPMABBREER\n"), Some(Server::Ngf));
/// assert_eq!(Server::detect(b"(;GM[1])"), None);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Server {
    /// Tygem.
    Gib,
    /// Cyberoro and wBaduk.
    Ngf,
    /// Pandanet, the server that was IGS; its files are also called `.ugi`.
    Ugf,
}

/// Something odd in a file.
///
/// ```
/// use hoshi_record::servers::Note;
///
/// let note = Note { line: Some(7), text: "unknown colour".into() };
/// assert_eq!(note.to_string(), "line 7: unknown colour");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Note {
    /// The line, from 1; `None` if it concerns the whole file.
    pub line: Option<usize>,
    /// The note, as a sentence without its full stop.
    pub text: String,
}

/// The result of reading a file.
///
/// ```
/// use hoshi_record::servers::{Server, read};
///
/// let file = b"\\HS\n\\[GAMEBLACKNAME=Ann (2D)\\]\n\\HE\n\\GS\n2 1 0\n2 0 &4\nINI 0 1 0 &4\nSTO 0 2 1 15 3\n\\GE\n";
/// let read = read(file, Server::Gib)?;
/// assert_eq!(read.file.to_bytes(), b"(;GM[1]FF[4]CA[UTF-8]SZ[19]PB[Ann]BR[2d];B[pd])\n");
/// assert!(read.notes.is_empty());
/// # Ok::<(), hoshi_record::servers::ReadError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Read {
    /// The games.
    pub file: Collection,
    /// Oddities. At most [`MAX_NOTES`], and then one that counts the rest.
    pub notes: Vec<Note>,
    /// The content that SGF cannot hold, one sentence each.
    pub left_out: Vec<String>,
    /// The charset used to read the file.
    pub charset: Charset,
    /// Why that charset was chosen.
    pub why: Why,
}

/// The most notes kept for a file; further ones are only counted.
///
/// ```
/// use hoshi_record::servers::{MAX_NOTES, Server, read};
///
/// let file = "[Data]\nQP,B1,1,0\n".to_owned() + &"junk\n".repeat(1_000);
/// let notes = read(file.as_bytes(), Server::Ugf)?.notes;
/// assert_eq!(notes.len(), MAX_NOTES + 1);
/// assert_eq!(notes[MAX_NOTES].to_string(), "900 more notes like these");
/// # Ok::<(), hoshi_record::servers::ReadError>(())
/// ```
pub const MAX_NOTES: usize = 100;

/// Why a file cannot be read.
///
/// ```
/// use hoshi_record::servers::{Server, read};
///
/// let error = read(b"Dear Sir", Server::Ugf).unwrap_err();
/// assert_eq!(error.to_string(), "there is no game in it: a UGF file has a [Header] and [Data]");
/// ```
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ReadError {
    /// There is no game in the file.
    #[error("there is no game in it: {}", .0.shape())]
    NoGame(Server),
    /// The text is encrypted.
    #[error("it is encrypted, as its line Crypt says, and cannot be read")]
    Enciphered,
    /// The file is too long.
    #[error("it has {0} bytes; records are read up to {MAX_BYTES}")]
    TooLong(usize),
    /// The game is too long for SGF.
    #[error("the game is too long for SGF: {0}")]
    Sgf(#[from] sgf::ReadError),
}

impl Read {
    /// A note about the charset, if it was guessed or contradicts the file.
    ///
    /// ```
    /// use hoshi_record::servers::{Server, read};
    ///
    /// let file = b"\\HS\n\\[GAMEBLACKNAME=\xc0\xcc\xbc\xbc\xb5\xb9 (9\xb4\xdc)\\]\n\\HE\n";
    /// let read = read(file, Server::Gib)?;
    /// assert_eq!(read.file.game(0).unwrap().info_text("PB").unwrap(), "이세돌");
    /// assert_eq!(read.charset_note().unwrap(), "no charset is named; it seems to be EUC-KR");
    /// # Ok::<(), hoshi_record::servers::ReadError>(())
    /// ```
    #[must_use]
    pub fn charset_note(&self) -> Option<String> {
        let charset = self.charset.name();
        match self.why {
            Why::Guess => Some(format!("no charset is named; it seems to be {charset}")),
            Why::WrongLabel { named } => {
                Some(format!("the charset is not {}, as named, but {charset}", named.name()))
            }
            Why::UnknownLabel => {
                Some(format!("the named charset is unknown; it seems to be {charset}"))
            }
            _ => None,
        }
    }
}

impl Server {
    /// Every format.
    pub const ALL: [Server; 3] = [Server::Gib, Server::Ngf, Server::Ugf];

    /// Detects the format from the content. Only features that these formats always have count.
    #[must_use]
    pub fn detect(bytes: &[u8]) -> Option<Server> {
        // Enough for every header; pictures may come before the moves, but not before a header.
        const HEAD: usize = 64 << 10;
        let head = prepare(Cow::Borrowed(&bytes[..bytes.len().min(HEAD)])).bytes;
        let text = head.trim_ascii_start();
        let after = text.strip_prefix(b"(").map(<[u8]>::trim_ascii_start);
        if after.is_some_and(|after| after.starts_with(b";")) {
            return None;
        }
        if gib::is(text) {
            Some(Server::Gib)
        } else if ugf::is(text) {
            Some(Server::Ugf)
        } else {
            ngf::is(text).then_some(Server::Ngf)
        }
    }

    /// The name in capitals.
    ///
    /// ```
    /// assert_eq!(hoshi_record::servers::Server::Ugf.name(), "UGF");
    /// ```
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Server::Gib => "GIB",
            Server::Ngf => "NGF",
            Server::Ugf => "UGF",
        }
    }

    /// The required shape of a file.
    const fn shape(self) -> &'static str {
        match self {
            Server::Gib => r"a GIB file has lines like `\[GAMENAME=...\]` and `STO 0 2 1 15 3`",
            Server::Ngf => {
                "an NGF file has a board size in its second line, and moves like PMABBREER"
            }
            Server::Ugf => "a UGF file has a [Header] and [Data]",
        }
    }
}

impl fmt::Display for Server {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let server = match self {
            Server::Gib => "Tygem",
            Server::Ngf => "Cyberoro",
            Server::Ugf => "Pandanet",
        };
        write!(f, "{} ({server})", self.name())
    }
}

impl fmt::Display for Note {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.line {
            Some(line) => write!(f, "line {line}: {}", self.text),
            None => f.write_str(&self.text),
        }
    }
}

/// Reads a file.
///
/// # Errors
/// If there is no game in it, or it is too long.
pub fn read(bytes: &[u8], server: Server) -> Result<Read, ReadError> {
    read_with(bytes, server, &Hints::default())
}

/// Like [`read`], with hints about the charset.
///
/// # Errors
/// If there is no game in it, or it is too long.
pub fn read_with(bytes: &[u8], server: Server, hints: &Hints) -> Result<Read, ReadError> {
    if bytes.len() > MAX_BYTES {
        return Err(ReadError::TooLong(bytes.len()));
    }
    let prepared = prepare(Cow::Borrowed(bytes));
    let label = match server {
        Server::Gib => gib::label(&prepared.bytes),
        Server::Ngf => None,
        Server::Ugf => ugf::label(&prepared.bytes),
    };
    let mut sheet = Sheet::new(&prepared.bytes, prepared.form, label, hints);
    let games = match server {
        Server::Gib => gib::games(&mut sheet),
        Server::Ngf => ngf::game(&mut sheet).into_iter().collect(),
        Server::Ugf => ugf::game(&mut sheet)?.into_iter().collect(),
    };
    if games.is_empty() {
        return Err(ReadError::NoGame(server));
    }
    let mut text = Vec::new();
    for game in &games {
        game.write(&mut text);
    }
    let file = Collection::read(text)?;
    let (charset, why) = (sheet.charset(), sheet.why());
    let (notes, left_out) = sheet.finish();
    Ok(Read { file, notes, left_out, charset, why })
}
