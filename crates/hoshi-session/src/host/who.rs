//! The text form of players: `human`, `bot:5`, `random`, `gnugo`, `gtp:COMMAND`.

use std::collections::BTreeMap;
use std::fmt;
use std::path::PathBuf;
use std::str::FromStr;

use super::bot::{BotSpec, BotSpecError};
use super::places::{KNOWN, Known, Places};

/// A player that can have a seat.
///
/// ```
/// use hoshi_session::host::Who;
///
/// assert_eq!("gnugo".parse::<Who>()?, Who::Named("gnugo".into()));
/// assert_eq!("gtp:gnugo --mode gtp".parse::<Who>()?.to_string(), "gtp:gnugo --mode gtp");
/// assert!("no body".parse::<Who>().is_err());
/// # Ok::<(), hoshi_session::host::WhoError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Who {
    /// A person.
    Human,
    /// The built-in bot.
    Bot(BotSpec),
    /// Moves at random.
    Random,
    /// Moves by the table of a solved board.
    Table(PathBuf),
    /// An engine of the configuration, by its name: `engine:NAME`.
    Configured(String),
    /// An engine by its name alone: of the configuration, else one that is known and found here.
    Named(String),
    /// An engine by the words of its command.
    Gtp(Vec<String>),
}

/// The configured engines: a name and the words of a command for each.
pub type Engines = BTreeMap<String, Vec<String>>;

impl Who {
    /// The accepted forms, for help and errors.
    pub const SPELLINGS: &'static str = "human, bot:1 to bot:10, random, the name of an engine (`hoshi \
                                         engines` lists them), gtp:COMMAND or table:FILE";

    /// The command of an engine; `None` for any other player.
    ///
    /// # Errors
    /// If there is no such engine; the error lists those that exist.
    pub fn command(
        &self,
        engines: &Engines,
        places: &Places,
    ) -> Result<Option<Vec<String>>, WhoError> {
        match self {
            Who::Human | Who::Bot(_) | Who::Random | Who::Table(_) => Ok(None),
            Who::Gtp(words) => Ok(Some(words.clone())),
            Who::Configured(name) => match engines.get(name) {
                Some(words) => Ok(Some(words.clone())),
                None => Err(WhoError::NotConfigured {
                    name: name.clone(),
                    available: available(engines, places),
                }),
            },
            Who::Named(name) => {
                let known = || Known::named(name).and_then(|known| places.look_for(known));
                let words = engines.get(name).cloned().or_else(|| known().map(|(words, _)| words));
                match words {
                    Some(words) => Ok(Some(words)),
                    None => Err(WhoError::Unknown {
                        name: name.clone(),
                        available: available(engines, places),
                    }),
                }
            }
        }
    }

    /// The form stored in a record, to seat the same player again. Commands, paths and options are
    /// never stored: a record from elsewhere must not be able to start anything.
    ///
    /// ```
    /// use hoshi_session::host::Who;
    ///
    /// assert_eq!(Who::Named("gnugo".into()).to_record(), "gnugo");
    /// assert_eq!("bot:3,playouts=100".parse::<Who>()?.to_record(), "bot:3");
    /// assert_eq!(Who::Gtp(vec!["gnugo".into()]).to_record(), "");
    /// # Ok::<(), hoshi_session::host::WhoError>(())
    /// ```
    #[must_use]
    pub fn to_record(&self) -> String {
        match self {
            Who::Human => "human".to_owned(),
            Who::Bot(spec) => format!("bot:{}", spec.level),
            Who::Random => "random".to_owned(),
            Who::Configured(name) | Who::Named(name) => name.clone(),
            Who::Table(_) | Who::Gtp(_) => String::new(),
        }
    }

    /// The player named in a record, if a record may name it.
    ///
    /// ```
    /// use hoshi_session::host::Who;
    ///
    /// assert_eq!(Who::of_record("gnugo"), Some(Who::Named("gnugo".into())));
    /// assert_eq!(Who::of_record("gtp:rm -r /"), None);
    /// assert_eq!(Who::of_record("../evil"), None);
    /// ```
    #[must_use]
    pub fn of_record(text: &str) -> Option<Who> {
        match text {
            "human" => Some(Who::Human),
            "random" => Some(Who::Random),
            // Options are left to the user: a record must not set `threads=256`.
            bot if BotSpec::is_meant(bot) => {
                let spec: BotSpec = bot.parse().ok()?;
                (spec == BotSpec::of_level(spec.level)).then_some(Who::Bot(spec))
            }
            name => is_name(name).then(|| Who::Named(name.to_owned())),
        }
    }

    /// Whether the text can only be a player, so that a comma before it is a separator.
    #[must_use]
    pub fn is_plain(text: &str) -> bool {
        let has_prefix = ["gtp:", "engine:", "table:"].iter().any(|kind| text.starts_with(kind));
        has_prefix
            || matches!(text, "human" | "random")
            || BotSpec::is_meant(text)
            || Known::named(text).is_some()
    }

    /// Splits a comma-separated list of players. An option belongs to the bot before it.
    ///
    /// ```
    /// use hoshi_session::host::Who;
    ///
    /// assert_eq!(Who::split("bot:5,playouts=100,random"), ["bot:5,playouts=100", "random"]);
    /// ```
    #[must_use]
    pub fn split(list: &str) -> Vec<String> {
        let mut parts: Vec<String> = Vec::new();
        for part in list.split(',') {
            match parts.last_mut() {
                Some(last)
                    if BotSpec::is_meant(last) && part.contains('=') && !Who::is_plain(part) =>
                {
                    last.push(',');
                    last.push_str(part);
                }
                _ => parts.push(part.to_owned()),
            }
        }
        parts
    }
}

/// The available engines, as the end of a sentence.
fn available(engines: &Engines, places: &Places) -> String {
    let mut names: Vec<String> = engines.keys().cloned().collect();
    for known in KNOWN {
        let name = known.program.to_owned();
        if places.look_for(*known).is_some() && !names.contains(&name) {
            names.push(name);
        }
    }
    if names.is_empty() {
        return "no engine is configured or found here (see `hoshi config path`, or write \
                gtp:COMMAND)"
            .to_owned();
    }
    format!(
        "the engines here are {} (others: human, bot:1 to bot:10, random, gtp:COMMAND, table:FILE)",
        names.join(", ")
    )
}

/// Whether a text can be the name of an engine.
fn is_name(text: &str) -> bool {
    let is_letter = |message: char| message.is_ascii_alphanumeric() || "-_.+".contains(message);
    (1..=64).contains(&text.len())
        && text.chars().all(is_letter)
        && text.starts_with(|first: char| first.is_ascii_alphanumeric())
}

/// A player that does not exist.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum WhoError {
    /// The text is none of the accepted forms.
    #[error("`{0}` is not a player: write {spellings}", spellings = Who::SPELLINGS)]
    Invalid(String),
    /// The command of an engine has an unclosed quote.
    #[error("`{0}` has an unclosed quote")]
    Quote(String),
    /// The command of an engine is missing.
    #[error("gtp: needs a command, as in gtp:'gnugo --mode gtp'")]
    NoCommand,
    /// The bot has no such level or option.
    #[error(transparent)]
    Bot(#[from] BotSpecError),
    /// No engine has this name.
    #[error("unknown player `{name}`; {available}")]
    Unknown {
        /// The name.
        name: String,
        /// The engines that exist, as a sentence.
        available: String,
    },
    /// No engine of the configuration has this name.
    #[error("there is no engine `{name}` in the configuration; {available}")]
    NotConfigured {
        /// The name.
        name: String,
        /// The engines that exist, as a sentence.
        available: String,
    },
}

impl FromStr for Who {
    type Err = WhoError;

    fn from_str(text: &str) -> Result<Who, WhoError> {
        if let Some(command) = text.strip_prefix("gtp:") {
            return match shlex::split(command) {
                None => Err(WhoError::Quote(command.to_owned())),
                Some(words) if words.is_empty() => Err(WhoError::NoCommand),
                Some(words) => Ok(Who::Gtp(words)),
            };
        }
        if let Some(name) = text.strip_prefix("engine:").filter(|name| !name.is_empty()) {
            return Ok(Who::Configured(name.to_owned()));
        }
        if let Some(path) = text.strip_prefix("table:").filter(|path| !path.is_empty()) {
            return Ok(Who::Table(path.into()));
        }
        if BotSpec::is_meant(text) {
            return Ok(Who::Bot(text.parse()?));
        }
        Who::of_record(text).ok_or_else(|| WhoError::Invalid(text.to_owned()))
    }
}

impl fmt::Display for Who {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Who::Human => f.write_str("human"),
            Who::Bot(spec) => spec.fmt(f),
            Who::Random => f.write_str("random"),
            Who::Table(path) => write!(f, "table:{}", path.display()),
            Who::Configured(name) => write!(f, "engine:{name}"),
            Who::Named(name) => f.write_str(name),
            Who::Gtp(words) => {
                // Only NUL cannot be quoted, and a command line cannot contain it.
                let words = words.iter().map(|word| shlex::try_quote(word).unwrap_or_default());
                write!(f, "gtp:{}", words.collect::<Vec<_>>().join(" "))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_split_as_a_shell_would() {
        let who: Who = r#"gtp:"/opt/my go/engine" --mode gtp"#.parse().unwrap();
        assert_eq!(who, Who::Gtp(vec!["/opt/my go/engine".into(), "--mode".into(), "gtp".into()]));
        assert_eq!(who.to_string().parse::<Who>().unwrap(), who);
        for text in ["human", "random", "table:3x3.table", "engine:gnugo", "katago-cpu"] {
            assert_eq!(text.parse::<Who>().unwrap().to_string(), text);
        }
        for text in ["", "gtp:", "gtp:'a", "engine:", "table:", "a b", "bot:", "-x", "a/b"] {
            assert!(text.parse::<Who>().is_err(), "{text}");
        }
    }

    #[test]
    fn a_record_names_a_level_and_nothing_else() {
        let bot: Who = "bot:3,threads=2,rave=1".parse().unwrap();
        assert_eq!(bot.to_record(), "bot:3");
        assert_eq!(Who::of_record("bot:3"), Some(Who::Bot(BotSpec::of_level(3))));
        assert_eq!(Who::of_record("bot"), Some(Who::Bot(BotSpec::default())));
        for text in ["bot:3,threads=2", "bot:3,seed=1", "bot:11", "bot:", "bot,"] {
            assert_eq!(Who::of_record(text), None, "{text}");
        }
        assert_eq!(Who::of_record("bots"), Some(Who::Named("bots".into())));
    }

    #[test]
    fn names_are_looked_up() {
        let words = |text: &str| Some(text.split(' ').map(str::to_owned).collect::<Vec<_>>());
        let engines = Engines::from([("mine".to_owned(), words("my engine").unwrap())]);
        let places = Places::default();
        let command = |text: &str| text.parse::<Who>().unwrap().command(&engines, &places);
        assert_eq!(command("mine"), Ok(words("my engine")));
        assert_eq!(command("engine:mine"), Ok(words("my engine")));
        assert_eq!(command("random"), Ok(None));
        for unknown in ["gnugo", "engine:gnugo", "nobody"] {
            let error = command(unknown).unwrap_err().to_string();
            assert!(error.contains("mine"), "{error}");
        }
    }
}
