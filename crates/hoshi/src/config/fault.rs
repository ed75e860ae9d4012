//! What can be wrong in a configuration: each fault says what would be right.

use std::fmt;

use super::keys::{self, KEYS, Key, KeyId, VERSION};
use super::read::PLAY;

/// Something that is wrong in a file, and where: line and column from 1, columns in bytes.
#[derive(Clone, Debug, Eq, PartialEq)]
pub(crate) struct Problem {
    pub(crate) line: usize,
    pub(crate) column: usize,
    pub(crate) fault: Fault,
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}: {}", self.line, self.column, self.fault)
    }
}

/// What is wrong in a file.
#[derive(Clone, Debug, Eq, PartialEq)]
pub(crate) enum Fault {
    /// It is not UTF-8.
    Utf8,
    /// It is not TOML.
    Syntax { message: String },
    /// A key stands there twice.
    Duplicate { key: String },
    /// A version that is yet to come.
    Newer { version: String },
    /// A version that never was.
    NoVersion { version: String },
    /// A key that means nothing.
    UnknownKey { key: String, nearest: Option<&'static str> },
    /// A value of the wrong type.
    Type { key: KeyId, found: &'static str },
    /// A word that means nothing to `undo`.
    Undo { value: String },
    /// A look that there is not.
    Theme { value: String },
    /// An action or a key of the board that there is not, with those that there are.
    BoardKey { message: String },
    /// A key that the table of a new game does not have.
    PlayKey { key: String },
    /// A value that a new game cannot have.
    PlayValue { key: &'static str, message: String },
    /// A name that nobody has.
    Name { value: String },
    /// A path that leads nowhere.
    Path { value: String },
    /// The home folder of another user.
    Home { value: String },
    /// Not an address.
    Address { value: String },
    /// An engine by a name that is none.
    EngineName { name: String },
    /// A table in the place of a command line, as a name with a dot makes one.
    EngineTable { name: String },
    /// Another thing in the place of a command line.
    EngineType { name: String, found: &'static str },
    /// A command line without a command.
    EngineEmpty { name: String },
    /// A command line that cannot be split.
    EngineQuotes { name: String },
    /// A command line that cannot be handed on.
    EngineNul { name: String },
}

impl Fault {
    /// What kind of fault it is, for programs.
    pub(crate) fn rule(&self) -> &'static str {
        match self {
            Fault::Utf8 | Fault::Syntax { .. } => "syntax",
            Fault::Duplicate { .. } => "duplicate-key",
            Fault::Newer { .. } | Fault::NoVersion { .. } => "version",
            Fault::UnknownKey { .. } | Fault::PlayKey { .. } => "unknown-key",
            Fault::Type { .. } | Fault::EngineTable { .. } | Fault::EngineType { .. } => "type",
            Fault::Undo { .. }
            | Fault::Theme { .. }
            | Fault::BoardKey { .. }
            | Fault::PlayValue { .. }
            | Fault::Name { .. }
            | Fault::Path { .. }
            | Fault::Home { .. }
            | Fault::Address { .. } => "value",
            Fault::EngineName { .. }
            | Fault::EngineEmpty { .. }
            | Fault::EngineQuotes { .. }
            | Fault::EngineNul { .. } => "engine",
        }
    }

    /// Whether nothing in the file can be relied on.
    pub(crate) fn spoils_all(&self) -> bool {
        matches!(self, Fault::Utf8 | Fault::Syntax { .. } | Fault::Newer { .. })
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Fault::Utf8 => f.write_str("not UTF-8, which TOML must be"),
            Fault::Syntax { message } => write!(f, "not valid TOML: {message}"),
            Fault::Duplicate { key } => {
                write!(f, "duplicate key `{key}`: write it once")
            }
            Fault::Newer { version } => {
                write!(f, "version {version} is newer than this program supports ({VERSION})")
            }
            Fault::NoVersion { version } => {
                write!(f, "unknown version {version}: write `version = {VERSION}`")
            }
            Fault::UnknownKey { key, nearest: Some(nearest) } => {
                write!(f, "unknown key `{key}`; did you mean `{nearest}`?")
            }
            Fault::UnknownKey { key, nearest: None } => {
                let names: Vec<&str> = KEYS.iter().map(|key| key.name).collect();
                write!(f, "unknown key `{key}`: the keys are {}", names.join(", "))
            }
            Fault::Type { key, found } => {
                let Key { name, takes, example, .. } = keys::of(*key);
                let example = example.replace('\n', "` and below it `");
                write!(f, "`{name}` is {}: write {takes}, as in `{example}`", article(found))
            }
            Fault::Undo { value } => {
                let takes = keys::of(KeyId::Undo).takes;
                write!(f, "invalid value `{value}` for `undo`: write {takes}")
            }
            Fault::Theme { value } => {
                let takes = keys::of(KeyId::Theme).takes;
                write!(f, "`{value}` is not a theme: write {takes}")
            }
            Fault::BoardKey { message } => f.write_str(message),
            Fault::PlayKey { key } => {
                write!(f, "unknown key `{key}` in [play]: the keys are {}", PLAY.join(", "))
            }
            Fault::PlayValue { key, message } => write!(f, "`{key}`: {message}"),
            Fault::Name { value } => {
                let example = keys::of(KeyId::Name).example;
                write!(f, "`{value}` is not a name: write it on one line, as in `{example}`")
            }
            Fault::Path { value } => {
                let example = keys::of(KeyId::History).example;
                write!(f, "`{value}` is not a folder: write a path, as in `{example}`")
            }
            Fault::Home { value } => {
                write!(
                    f,
                    "`{value}`: only your own home folder, `~/`, is supported: write the full path"
                )
            }
            Fault::Address { value } => {
                let example = keys::of(KeyId::Share).example;
                write!(
                    f,
                    "`{value}` is not an address: write http:// or https://, without ? and #, as in \
                     `{example}`"
                )
            }
            Fault::EngineName { name } => write!(
                f,
                "`{name}` is not a name for an engine: write letters, digits, `-`, `_` and `.`"
            ),
            Fault::EngineTable { name } => write!(
                f,
                "the engine `{name}` is a table: write its command line in quotes, as in `{name} = \
                 \"gnugo --mode gtp\"`; a name with a dot in it stands in quotes too"
            ),
            Fault::EngineType { name, found } => write!(
                f,
                "the engine `{name}` is {}: write its command line in quotes, as in `{name} = \
                 \"gnugo --mode gtp\"`",
                article(found)
            ),
            Fault::EngineEmpty { name } => write!(
                f,
                "the engine `{name}` has no command: write a command line, as in `{name} = \"gnugo \
                 --mode gtp\"`"
            ),
            Fault::EngineQuotes { name } => write!(
                f,
                "the command line of `{name}` ends inside quotes or after a backslash: close \
                 them, or put a backslash before a quote that stands for itself"
            ),
            Fault::EngineNul { name } => {
                write!(f, "the command line of `{name}` contains a NUL byte: remove it")
            }
        }
    }
}

pub(super) fn article(kind: &str) -> String {
    let an = kind.starts_with(['a', 'e', 'i', 'o', 'u']);
    format!("{} {kind}", if an { "an" } else { "a" })
}
