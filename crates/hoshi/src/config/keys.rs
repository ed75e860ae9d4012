//! The keys of the configuration, in one table: the reader takes these and no others, and the help,
//! the man pages, `hoshi config show` and the file that `hoshi config edit` begins with are made from it.

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
    Speak,
    Play,
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
        about: "The version of the configuration. A newer one than this hoshi supports is refused.",
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
        about: "What happens to a move that is taken back: `remove` deletes it from the record, \
                `variation` keeps it as a variation.",
        default: "`remove`",
        example: "undo = \"variation\"",
    },
    Key {
        id: KeyId::Share,
        name: "share",
        takes: "an address in quotes",
        about: "The address that links to games start with, http or https: in `hoshi convert --to url`, \
                and when a board copies a link.",
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
        id: KeyId::Speak,
        name: "speak",
        takes: "true or false",
        about: "Whether the terminal board says each move in words from the start, with captures and \
                new ataris: a line for screen readers.",
        default: "`false`",
        example: "speak = true",
    },
    Key {
        id: KeyId::Play,
        name: "play",
        takes: "a table of size, rules, komi, opponent and time",
        about: "What a new game starts with: `size`, `rules`, `komi`, `opponent` and `time`, each \
                written as the option of `hoshi play`. The opponent is written as for `--white`, and \
                plays White unless an option says who plays. Options override these; so does a new \
                game on the board. `komi` is not used with `--rules` or `--handicap`.",
        default: "19x19, Chinese rules with their komi, two people, no clock",
        example: "[play]\nsize = 9\nopponent = \"bot:3\"\ntime = \"10m+5x30s\"",
    },
    Key {
        id: KeyId::Engines,
        name: "engines",
        takes: "a table of names and command lines",
        about: "Engines that speak GTP: a name (letters, digits, `-`, `_` and `.`; in quotes if it \
                contains a dot) and the command line that starts the engine. It is split as a POSIX \
                shell splits it, but no shell runs it.",
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

/// A new configuration file: every key, commented out.
pub(crate) fn template() -> String {
    let mut text =
        "# The configuration of hoshi. Every key is optional; remove the # to set one.\n\
                    # `hoshi config check` finds mistakes in it.\n"
            .to_owned();
    for key in KEYS {
        text.push('\n');
        let about = format!("{} Default: {}.", key.about, key.default);
        for line in wrapped(&about, WIDTH - 2) {
            let _ = writeln!(text, "# {line}");
        }
        for line in key.example.lines() {
            let _ = writeln!(text, "#{line}");
        }
    }
    text
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

/// Text in lines of this many columns.
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
