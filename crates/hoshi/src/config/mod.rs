//! The configuration: where it is, what holds where it says nothing, and what is wrong with it.
//! Loading never fails and never writes: a key that is wrong has its default, and is named with its
//! place. The environment is a value, so that tests need none.

mod fault;
pub(crate) mod keys;
mod read;

use std::collections::BTreeMap;
use std::env;
use std::ffi::OsString;
use std::fmt;
use std::io::{self, Read as _};
use std::path::{Path, PathBuf};

pub(crate) use fault::Problem;
use hoshi_core::{HalfPoints, Rules, Size};
use hoshi_session::Control;
use hoshi_session::host::Who;
use hoshi_tui::Theme;
use read::Given;
pub(crate) use read::read;

use crate::out::Out;
use keys::KeyId;

/// The most bytes of a configuration.
const MAX_BYTES: u64 = 1 << 20;

/// The player, where nothing tells a name.
const NOBODY: &str = "Human";

/// What is configured, every default filled in.
#[derive(Clone, Debug, Eq, PartialEq)]
pub(crate) struct Config {
    /// The player's name.
    pub(crate) name: String,
    /// The folder of the history.
    pub(crate) history: PathBuf,
    /// What becomes of a move that is taken back.
    pub(crate) undo: Undo,
    /// What the links of games begin with, without a slash at its end.
    pub(crate) share: Option<String>,
    /// The look of the terminal board; none is what fits the terminal.
    pub(crate) theme: Option<Theme>,
    /// Whether the terminal board says each move in words.
    pub(crate) speak: bool,
    /// What a new game starts with.
    pub(crate) play: PlayDefaults,
    /// The words of the command of each engine; there is at least one.
    pub(crate) engines: BTreeMap<String, Vec<String>>,
    /// The keys of actions of the terminal board that are not the usual ones.
    pub(crate) keys: BTreeMap<String, Vec<String>>,
}

/// What a new game starts with, where nothing else says so.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub(crate) struct PlayDefaults {
    pub(crate) size: Option<Size>,
    pub(crate) rules: Option<Rules>,
    pub(crate) komi: Option<HalfPoints>,
    pub(crate) opponent: Option<Who>,
    pub(crate) time: Option<Control>,
}

impl PlayDefaults {
    /// What is set: the name and the value of each, in one order.
    pub(crate) fn entries(&self) -> Vec<(&'static str, String)> {
        let PlayDefaults { size, rules, komi, opponent, time } = self;
        let entries = [
            ("size", size.map(|size| size.to_string())),
            ("rules", rules.as_ref().map(ToString::to_string)),
            ("komi", komi.map(|komi| komi.to_string())),
            ("opponent", opponent.as_ref().map(ToString::to_string)),
            ("time", time.map(|time| time.to_string())),
        ];
        entries.into_iter().filter_map(|(name, value)| Some((name, value?))).collect()
    }
}

/// What becomes of a move that is taken back.
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq)]
pub(crate) enum Undo {
    /// It is taken out of the record.
    #[default]
    Remove,
    /// It stays there, as a variation.
    Variation,
}

impl Undo {
    pub(crate) const ALL: [Undo; 2] = [Undo::Remove, Undo::Variation];

    /// As the configuration has it.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Undo::Remove => "remove",
            Undo::Variation => "variation",
        }
    }
}

/// The part of the environment that says where the files of hoshi are. An empty variable counts as unset.
#[derive(Clone, Debug, Default)]
pub(crate) struct Env {
    /// `HOSHI_CONFIG`.
    pub(crate) config: Option<OsString>,
    /// `HOSHI_HISTORY`.
    pub(crate) history: Option<OsString>,
    /// `HOSHI_LOG`.
    pub(crate) log: Option<OsString>,
    /// `XDG_CONFIG_HOME`.
    pub(crate) config_home: Option<OsString>,
    /// `XDG_STATE_HOME`.
    pub(crate) state_home: Option<OsString>,
    /// The home folder.
    pub(crate) home: Option<PathBuf>,
    /// `USER`.
    pub(crate) user: Option<OsString>,
    /// `LOGNAME`.
    pub(crate) logname: Option<OsString>,
    /// The current folder.
    pub(crate) folder: PathBuf,
}

impl Env {
    /// The environment of this process.
    pub(crate) fn of_process() -> Env {
        Env {
            config: env::var_os("HOSHI_CONFIG"),
            history: env::var_os("HOSHI_HISTORY"),
            log: env::var_os("HOSHI_LOG"),
            config_home: env::var_os("XDG_CONFIG_HOME"),
            state_home: env::var_os("XDG_STATE_HOME"),
            home: env::home_dir(),
            user: env::var_os("USER"),
            logname: env::var_os("LOGNAME"),
            folder: env::current_dir().unwrap_or_default(),
        }
    }

    /// The configuration file, as it was named.
    pub(crate) fn path(&self) -> PathBuf {
        let named = set(self.config.as_ref()).map(PathBuf::from);
        named.unwrap_or_else(|| self.base().join("config.toml"))
    }

    /// The log: `HOSHI_LOG`, else `hoshi.log` in the state folder; `None` without a home folder.
    pub(crate) fn log(&self) -> Option<PathBuf> {
        let named = set(self.log.as_ref()).map(PathBuf::from);
        let state = || self.xdg(self.state_home.as_ref(), ".local/state");
        named.or_else(|| Some(state()?.join("hoshi.log")))
    }

    /// The folder with the configuration and the history. Without a home folder it is below the current one.
    fn base(&self) -> PathBuf {
        let folder = self.xdg(self.config_home.as_ref(), ".config");
        folder.unwrap_or_else(|| self.folder.join(".config/hoshi"))
    }

    /// A folder of hoshi by the XDG standard: in the folder that a variable names, else below the home folder.
    fn xdg(&self, variable: Option<&OsString>, below_home: &str) -> Option<PathBuf> {
        // The standard ignores a path that is not absolute.
        let named = set(variable).map(PathBuf::from).filter(|path| path.is_absolute());
        let home = self.home.as_deref().filter(|home| !home.as_os_str().is_empty());
        Some(named.or_else(|| Some(home?.join(below_home)))?.join("hoshi"))
    }

    fn home(&self) -> &Path {
        let home = self.home.as_deref().filter(|home| !home.as_os_str().is_empty());
        home.unwrap_or(&self.folder)
    }

    /// The name that the player goes by on this machine.
    fn login(&self) -> String {
        let known = [&self.user, &self.logname].into_iter().find_map(|name| set(name.as_ref()));
        known.map_or_else(|| NOBODY.to_owned(), |name| name.to_string_lossy().into_owned())
    }

    /// A path that a configuration file names.
    fn expand(&self, path: &str, file: &Path) -> PathBuf {
        if let Some(below) = path.strip_prefix('~') {
            return self.home().join(below.trim_start_matches('/'));
        }
        let beside = file.parent().unwrap_or(Path::new(""));
        self.folder.join(beside).join(path)
    }
}

/// A variable, if it is set to anything.
fn set(value: Option<&OsString>) -> Option<&OsString> {
    value.filter(|value| !value.is_empty())
}

/// Where a configuration came from.
#[derive(Clone, Debug, Eq, PartialEq)]
pub(crate) enum Source {
    /// From the file.
    File,
    /// There is no file; the defaults apply.
    Missing,
    /// Something is wrong with the file: there the defaults hold.
    Broken(ConfigError),
}

/// What is wrong with a configuration file.
#[derive(Clone, Debug, Eq, PartialEq)]
pub(crate) enum ConfigError {
    /// It cannot be read at all.
    Unreadable {
        /// Why.
        reason: String,
    },
    /// What stands in it, in its order; there is at least one.
    Problems(Vec<Problem>),
}

/// Where the value of a key came from.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(crate) enum Origin {
    Default,
    File,
    Environment(&'static str),
}

impl fmt::Display for Origin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Origin::Default => f.write_str("default"),
            Origin::File => f.write_str("file"),
            Origin::Environment(variable) => write!(f, "environment: {variable}"),
        }
    }
}

/// A configuration, and how it came about.
#[derive(Clone, Debug)]
pub(crate) struct Loaded {
    pub(crate) config: Config,
    /// The file, whether it is there or not.
    pub(crate) path: PathBuf,
    pub(crate) from: Source,
    /// The keys whose value is the file's.
    given: Vec<KeyId>,
    /// Whether the environment names the history.
    is_history_set: bool,
}

impl Config {
    /// The configuration of this process. It never fails: what is wrong is in [`Loaded::from`].
    pub(crate) fn load() -> Loaded {
        Config::load_in(&Env::of_process())
    }

    /// The configuration in an environment.
    pub(crate) fn load_in(env: &Env) -> Loaded {
        let path = env.path();
        let (given, from) = match open(&path) {
            Ok(bytes) => {
                let (given, problems) = read(&bytes);
                let broken = || Source::Broken(ConfigError::Problems(problems.clone()));
                let from = if problems.is_empty() { Source::File } else { broken() };
                (given, from)
            }
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                (Given::default(), Source::Missing)
            }
            Err(error) => {
                let reason = error.to_string();
                (Given::default(), Source::Broken(ConfigError::Unreadable { reason }))
            }
        };
        Loaded::new(given, path, from, env)
    }
}

impl Loaded {
    fn new(given: Given, path: PathBuf, from: Source, env: &Env) -> Loaded {
        let keys = given.keys();
        let history = set(env.history.as_ref()).map(|folder| env.folder.join(folder));
        let is_history_set = history.is_some();
        let config = Config {
            name: given.name.unwrap_or_else(|| env.login()),
            history: history
                .or_else(|| given.history.map(|folder| env.expand(&folder, &path)))
                .unwrap_or_else(|| env.base().join("history")),
            undo: given.undo.unwrap_or_default(),
            share: given.share,
            theme: given.theme,
            speak: given.speak.unwrap_or_default(),
            play: given.play.unwrap_or_default(),
            engines: given.engines.unwrap_or_default(),
            keys: given.keys.unwrap_or_default(),
        };
        Loaded { config, path, from, given: keys, is_history_set }
    }

    /// Where the value of a key came from.
    pub(crate) fn origin(&self, key: KeyId) -> Origin {
        if key == KeyId::History && self.is_history_set {
            Origin::Environment("HOSHI_HISTORY")
        } else if self.given.contains(&key) {
            Origin::File
        } else {
            Origin::Default
        }
    }

    /// What is wrong with the file, on one line, if anything is.
    pub(crate) fn warning(&self) -> Option<String> {
        let Source::Broken(error) = &self.from else { return None };
        let path = self.path.display();
        Some(match error {
            ConfigError::Unreadable { reason } => format!("{path}: {reason} (using defaults)"),
            ConfigError::Problems(problems) => {
                let (first, more) = problems.split_first()?;
                let more = match more.len() {
                    0 => String::new(),
                    more => format!("; `hoshi config check` shows {more} more"),
                };
                let whole = problems.iter().any(|problem| problem.fault.spoils_all());
                let holds = if whole { "using defaults" } else { "using the default" };
                format!("{path}:{first} ({holds}{more})")
            }
        })
    }

    /// Prints what is wrong with the file, for commands that continue without it.
    pub(crate) fn warn(&self, out: &mut Out) {
        if let Some(text) = self.warning() {
            out.say(&text);
        }
    }
}

/// What a configuration file holds.
pub(crate) fn open(path: &Path) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    let file = hoshi_files::open_regular(path)?;
    file.take(MAX_BYTES + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > MAX_BYTES {
        let limit = format!("larger than the limit of {MAX_BYTES} bytes");
        return Err(io::Error::other(limit));
    }
    Ok(bytes)
}

#[cfg(test)]
mod tests;
