//! The formats, and their detection.

use std::fmt;
use std::path::Path;
use std::str::FromStr;

#[cfg(feature = "dgf")]
use crate::dgf;
use crate::servers::Server;

/// A format of records.
///
/// ```
/// use hoshi_record::convert::Format;
///
/// assert_eq!("SGF".parse(), Ok(Format::Sgf));
/// assert_eq!(Format::Url.to_string(), "url");
/// let bytes: Vec<_> = Format::ALL.into_iter().filter(|format| !format.is_text()).collect();
/// assert_eq!(bytes, [Format::Dgfb, Format::Dgb]);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Format {
    /// Smart Game Format.
    Sgf,
    /// A game of DGF, as TOML.
    Dgf,
    /// A game of DGF, as bytes.
    Dgfb,
    /// A board of DGF.
    Dgb,
    /// A record of DGF, as numbers.
    Dgr,
    /// Simple Go Notation.
    Sgn,
    /// The address of a game, with SGN in it.
    Url,
    /// A record of Tygem, read-only.
    Gib,
    /// A record of Cyberoro or wBaduk, read-only.
    Ngf,
    /// A record of Pandanet, read-only.
    Ugf,
}

/// A word that names no format.
///
/// ```
/// use hoshi_record::convert::{Format, UnknownFormat};
///
/// let error: UnknownFormat = "pdf".parse::<Format>().unwrap_err();
/// let list = Format::list();
/// assert_eq!(list, "sgf, dgf, dgfb, dgb, dgr, sgn, url, gib, ngf, ugf");
/// assert_eq!(error.to_string(), format!("`pdf` is not a format: write {list}"));
/// ```
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` is not a format: write {list}", list = Format::list())]
pub struct UnknownFormat(pub String);

impl Format {
    /// Every format of this build.
    #[cfg(not(feature = "dgf"))]
    pub const ALL: [Format; 6] =
        [Format::Sgf, Format::Sgn, Format::Url, Format::Gib, Format::Ngf, Format::Ugf];

    /// Every format of this build; without the feature `dgf` there is no DGF.
    #[cfg(feature = "dgf")]
    pub const ALL: [Format; 10] = [
        Format::Sgf,
        Format::Dgf,
        Format::Dgfb,
        Format::Dgb,
        Format::Dgr,
        Format::Sgn,
        Format::Url,
        Format::Gib,
        Format::Ngf,
        Format::Ugf,
    ];

    /// Its name, which is also the extension of its files: `sgf` for `game.sgf`.
    ///
    /// ```
    /// use hoshi_record::convert::Format;
    /// assert_eq!(Format::Dgfb.name(), "dgfb");
    /// ```
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Format::Sgf => "sgf",
            Format::Dgf => "dgf",
            Format::Dgfb => "dgfb",
            Format::Dgb => "dgb",
            Format::Dgr => "dgr",
            Format::Sgn => "sgn",
            Format::Url => "url",
            Format::Gib => "gib",
            Format::Ngf => "ngf",
            Format::Ugf => "ugf",
        }
    }

    /// All names, as a list for a message.
    #[must_use]
    pub fn list() -> String {
        let names: Vec<&str> = Format::ALL.iter().map(|format| format.name()).collect();
        names.join(", ")
    }

    /// The names of the formats that can be written.
    ///
    /// ```
    /// use hoshi_record::convert::Format;
    /// assert_eq!(Format::written_list(), "sgf, dgf, dgfb, dgb, dgr, sgn, url");
    /// ```
    #[must_use]
    pub fn written_list() -> String {
        let written = Format::ALL.iter().filter(|format| format.is_written());
        let names: Vec<&str> = written.map(|format| format.name()).collect();
        names.join(", ")
    }

    /// Whether it can be written. Formats of other servers are read-only, and DGF may be left out.
    ///
    /// ```
    /// use hoshi_record::convert::Format;
    /// assert!(Format::Sgf.is_written() && !Format::Gib.is_written());
    /// ```
    #[must_use]
    pub const fn is_written(self) -> bool {
        match self {
            Format::Sgf | Format::Sgn | Format::Url => true,
            Format::Dgf | Format::Dgfb | Format::Dgb | Format::Dgr => cfg!(feature = "dgf"),
            Format::Gib | Format::Ngf | Format::Ugf => false,
        }
    }

    /// The server whose format it is, if any.
    ///
    /// ```
    /// use hoshi_record::convert::Format;
    /// use hoshi_record::servers::Server;
    ///
    /// assert_eq!(Format::Ngf.server(), Some(Server::Ngf));
    /// assert_eq!(Format::Sgf.server(), None);
    /// ```
    #[must_use]
    pub const fn server(self) -> Option<Server> {
        match self {
            Format::Gib => Some(Server::Gib),
            Format::Ngf => Some(Server::Ngf),
            Format::Ugf => Some(Server::Ugf),
            _ => None,
        }
    }

    /// Whether its files are text.
    #[must_use]
    pub const fn is_text(self) -> bool {
        !matches!(self, Format::Dgb | Format::Dgfb)
    }

    /// The format by file name.
    ///
    /// ```
    /// use hoshi_record::convert::Format;
    ///
    /// assert_eq!(Format::of_path("games/a.SGF".as_ref()), Some(Format::Sgf));
    /// assert_eq!(Format::of_path("game.ugi".as_ref()), Some(Format::Ugf));
    /// assert_eq!(Format::of_path("notes.txt".as_ref()), None);
    /// ```
    #[must_use]
    pub fn of_path(path: &Path) -> Option<Format> {
        path.extension()?.to_str()?.parse().ok()
    }

    /// Detects the format from the first bytes.
    ///
    /// ```
    /// use hoshi_record::convert::Format;
    ///
    /// assert_eq!(Format::detect(b"(;GM[1])"), Some(Format::Sgf));
    /// assert_eq!(Format::detect(b"19x19 A9b"), Some(Format::Sgn));
    /// assert_eq!(Format::detect(b"/game/19x19,A9b?komi=6.5"), Some(Format::Url));
    /// assert_eq!(Format::detect(b"format = 1\nid = \"a\""), Some(Format::Dgf));
    /// assert_eq!(Format::detect(b"1 0 0 2\n0 0\n0 0\n0\n"), Some(Format::Dgr));
    /// assert_eq!(Format::detect(&[1, 0, 0, 1, 0]), Some(Format::Dgb));
    /// assert_eq!(Format::detect(b"\\HS\r\n\\[GAMENAME=Free\\]\r\n"), Some(Format::Gib));
    /// assert_eq!(Format::detect(b"Dear Sir"), None);
    /// ```
    #[must_use]
    pub fn detect(bytes: &[u8]) -> Option<Format> {
        #[cfg(feature = "dgf")]
        if bytes.starts_with(&dgf::MAGIC) {
            return Some(Format::Dgfb);
        }
        #[cfg(feature = "dgf")]
        if dgf::Board::from_bytes(bytes).is_ok() {
            return Some(Format::Dgb);
        }
        if let Some(server) = Server::detect(bytes) {
            return Some(server.into());
        }
        // A byte order mark, or the zeros of UTF-16, mean SGF.
        if let [0xff, 0xfe, ..] | [0xfe, 0xff, ..] | [0, b'(', ..] | [b'(', 0, ..] = bytes {
            return Some(Format::Sgf);
        }
        let text = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes).trim_ascii_start();
        // A line of SGN may begin with a comma too.
        let spaced = |byte: &u8| byte.is_ascii_whitespace() || *byte == b',';
        let skipped = text.iter().take_while(|byte| spaced(byte)).count();
        let text = &text[skipped..];
        let line = text.split(|&byte| byte == b'\n').next().unwrap_or_default();
        let word = line.split(|byte| spaced(byte)).next()?;
        let contains = |what: &[u8]| memchr::memmem::find(line, what).is_some();
        if text.starts_with(b"(") {
            return Some(Format::Sgf);
        }
        if contains(b"/game/") || contains(b"%2Fgame%2F") {
            return Some(Format::Url);
        }
        let is_size = |word: &[u8]| {
            let mut sides = word.split(|byte| matches!(byte, b'x' | b'X'));
            let is_side = |side: Option<&[u8]>| {
                side.is_some_and(|side| !side.is_empty() && side.iter().all(u8::is_ascii_digit))
            };
            is_side(sides.next()) && is_side(sides.next()) && sides.next().is_none()
        };
        if is_size(word) {
            return Some(Format::Sgn);
        }
        if cfg!(feature = "dgf") && is_toml(text) {
            return Some(Format::Dgf);
        }
        if cfg!(feature = "dgf") && !word.is_empty() && word.iter().all(u8::is_ascii_digit) {
            return Some(Format::Dgr);
        }
        // Text before the game, as mail programs leave it.
        (memchr::memmem::find(bytes, b"(;").is_some() || bytes.contains(&b'['))
            .then_some(Format::Sgf)
    }
}

/// Whether a text begins like a `.dgf` file: comments and empty lines, then one of its keys.
fn is_toml(text: &[u8]) -> bool {
    const KEYS: [&[u8]; 8] =
        [b"format", b"id", b"black", b"white", b"date", b"result", b"board", b"moves"];
    let mut lines = text.split(|&byte| byte == b'\n').map(<[u8]>::trim_ascii);
    let first = lines.find(|line| !line.is_empty() && !line.starts_with(b"#"));
    first.is_some_and(|line| {
        let equals = memchr::memchr(b'=', line);
        equals.is_some_and(|at| KEYS.contains(&line[..at].trim_ascii()))
    })
}

impl From<Server> for Format {
    fn from(server: Server) -> Format {
        match server {
            Server::Gib => Format::Gib,
            Server::Ngf => Format::Ngf,
            Server::Ugf => Format::Ugf,
        }
    }
}

impl FromStr for Format {
    type Err = UnknownFormat;

    fn from_str(text: &str) -> Result<Format, UnknownFormat> {
        let named = |format: &Format| format.name().eq_ignore_ascii_case(text);
        if text.eq_ignore_ascii_case("ugi") {
            return Ok(Format::Ugf);
        }
        Format::ALL.into_iter().find(named).ok_or_else(|| UnknownFormat(text.to_owned()))
    }
}

impl fmt::Display for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
