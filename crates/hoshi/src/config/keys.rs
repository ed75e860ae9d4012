//! The keys of the configuration, in one table: the reader takes these and no others, and the help,
//! the man pages and `hoshi config show` tell of them from here.

use std::fmt::Write as _;

/// What a key of the configuration is about.
#[derive(Clone, Copy, Debug, Eq, Ord, PartialEq, PartialOrd)]
pub(crate) enum KeyId {
    Version,
    Name,
    History,
    Undo,
    Share,
    Theme,
    Engines,
    Keys,
}

/// A key, as it is told to people.
#[derive(Debug)]
pub(crate) struct Key {
    pub(crate) id: KeyId,
    /// As it stands in the file.
    pub(crate) name: &'static str,
    /// What its value is.
    pub(crate) takes: &'static str,
    /// What it is for.
    pub(crate) about: &'static str,
    /// What holds where it is left out.
    pub(crate) default: &'static str,
    /// How it may be written.
    pub(crate) example: &'static str,
}

/// The columns of what is told of them, which fits a small terminal.
pub(crate) const WIDTH: usize = 78;

/// The version that is read and written.
pub(crate) const VERSION: i64 = 1;

/// Every key, in the order in which they are shown.
pub(crate) const KEYS: &[Key] = &[
    Key {
        id: KeyId::Version,
        name: "version",
        takes: "a whole number",
        about: "The version of the configuration. A newer one than hoshi knows is refused.",
        default: "`1`",
        example: "version = 1",
    },
    Key {
        id: KeyId::Name,
        name: "name",
        takes: "a string in quotes",
        about: "Your name, for the records of your games.",
        default: "the login name (`USER`, else `LOGNAME`), else `Human`",
        example: "name = \"Honinbo Shusaku\"",
    },
    Key {
        id: KeyId::History,
        name: "history",
        takes: "a folder in quotes",
        about: "The folder of the history, where your games are kept. A leading `~/` is your home \
                folder; a relative path begins at the folder of the configuration file. The \
                variable `HOSHI_HISTORY` overrides it.",
        default: "`$XDG_CONFIG_HOME/hoshi/history`, else `~/.config/hoshi/history`",
        example: "history = \"~/go/games\"",
    },
    Key {
        id: KeyId::Undo,
        name: "undo",
        takes: "\"remove\" or \"variation\"",
        about: "What becomes of a move that is taken back: `remove` takes it out of the record, \
                `variation` keeps it there as a variation.",
        default: "`remove`",
        example: "undo = \"variation\"",
    },
    Key {
        id: KeyId::Share,
        name: "share",
        takes: "an address in quotes",
        about: "The address that the links of games begin with, http or https.",
        default: "none",
        example: "share = \"https://go.example\"",
    },
    Key {
        id: KeyId::Theme,
        name: "theme",
        takes: "\"dark\", \"light\", \"16\", \"plain\" or \"ascii\"",
        about: "The look of the terminal board: for a dark or a light terminal, for sixteen colours, \
                without colours, or in ASCII.",
        default: "what fits the terminal",
        example: "theme = \"light\"",
    },
    Key {
        id: KeyId::Engines,
        name: "engines",
        takes: "a table of names and command lines",
        about: "Engines that speak GTP: a name (letters, digits, `-`, `_` and `.`; in quotes, if \
                there is a dot in it) and the command line that starts the engine. It is split by \
                the quoting of POSIX shells; there is no shell.",
        default: "none",
        example: "[engines]\ngnugo = \"gnugo --mode gtp\"",
    },
    Key {
        id: KeyId::Keys,
        name: "keys",
        takes: "a table of actions and keys",
        about: "The keys of the terminal board: an action, and one key or several with spaces \
                between them (a letter, `ctrl-r`, `f1`, `enter`, `left` and so on). `?` on the board \
                shows what each key does.",
        default: "as the board shows them",
        example: "[keys]\npass = \"p\"\nundo = \"u backspace\"",
    },
];

/// The variables of the environment that have to do with it.
pub(crate) const VARIABLES: &[(&str, &str)] = &[
    ("HOSHI_CONFIG", "The configuration file."),
    ("HOSHI_HISTORY", "The folder of the history, whatever the configuration says."),
    (
        "XDG_CONFIG_HOME",
        "The folder of configurations, `~/.config` if it is not set: the file is \
         `hoshi/config.toml` in it, the history `hoshi/history`.",
    ),
];

/// The key of a name.
pub(crate) fn key(name: &str) -> Option<&'static Key> {
    KEYS.iter().find(|key| key.name == name)
}

/// The key of an id.
pub(crate) fn of(id: KeyId) -> &'static Key {
    KEYS.iter().find(|key| key.id == id).unwrap_or(&KEYS[0])
}

/// The table for a terminal.
pub(crate) fn help() -> String {
    let keys = KEYS.iter().map(|key| {
        let about = format!("{} Default: {}.", key.about, key.default);
        (key.name, about, key.example)
    });
    let variables = VARIABLES.iter().map(|&(name, about)| (name, about.to_owned(), ""));
    let keys = listed(keys.collect());
    let variables = listed(variables.collect());
    format!(
        "Keys of the configuration, which is TOML; each may be left out:\n{keys}\n\
         Variables of the environment:\n{variables}"
    )
}

/// Names, and beside each what there is to say, then lines as they are.
fn listed(entries: Vec<(&str, String, &str)>) -> String {
    let indent = entries.iter().map(|(name, ..)| name.len()).max().unwrap_or(0) + 2;
    let mut text = String::new();
    for (name, about, example) in entries {
        let about = wrapped(&about, WIDTH - 2 - indent);
        let example = example.lines().map(|line| format!("  {line}"));
        for (number, line) in about.into_iter().chain(example).enumerate() {
            let name = if number == 0 { name } else { "" };
            let _ = writeln!(text, "  {name:<indent$}{line}");
        }
    }
    text
}

/// Text in lines of so many columns.
pub(crate) fn wrapped(text: &str, width: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in text.split_whitespace() {
        match lines.last_mut() {
            Some(line) if line.len() + 1 + word.len() <= width => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(word.to_owned()),
        }
    }
    lines
}
