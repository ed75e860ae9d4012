//! The text form of the built-in bot: `bot`, `bot:3`, `bot:5,playouts=1000,seed=7`. The bot itself is
//! another crate; here it is plain data, which the program turns into a player.

use std::fmt;
use std::str::FromStr;

/// A level of the built-in bot, with options.
///
/// ```
/// use hoshi_session::host::BotSpec;
///
/// let spec: BotSpec = "bot:3,playouts=500,seed=7".parse()?;
/// assert_eq!((spec.level, spec.playouts, spec.threads), (3, Some(500), None));
/// assert_eq!(spec.to_string(), "bot:3,playouts=500,seed=7");
/// assert_eq!("bot".parse::<BotSpec>()?.level, 5);
/// assert!("bot:11".parse::<BotSpec>().is_err());
/// # Ok::<(), hoshi_session::host::BotSpecError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BotSpec {
    /// From 1 to 10.
    pub level: u8,
    /// The playouts for each move, instead of those of the level.
    pub playouts: Option<u32>,
    /// Number of search threads.
    pub threads: Option<u16>,
    /// The seed, to make games reproducible.
    pub seed: Option<u64>,
    /// Named search parameters, for experiments. The values are numbers; only the bot knows the
    /// names.
    pub tuning: Vec<(String, String)>,
}

impl Default for BotSpec {
    fn default() -> BotSpec {
        BotSpec::of_level(5)
    }
}

impl BotSpec {
    /// The maximum number of threads.
    pub const MOST_THREADS: u16 = 256;

    /// A level without options.
    #[must_use]
    pub fn of_level(level: u8) -> BotSpec {
        BotSpec { level, playouts: None, threads: None, seed: None, tuning: Vec::new() }
    }

    /// Whether the text refers to a bot, valid or not.
    #[must_use]
    pub(super) fn is_meant(text: &str) -> bool {
        let rest = text.strip_prefix("bot");
        rest.is_some_and(|rest| rest.is_empty() || rest.starts_with([':', ',']))
    }

    fn set(&mut self, name: &str, value: &str) -> Result<(), BotSpecError> {
        let invalid = |takes: &'static str| BotSpecError::Value {
            name: name.to_owned(),
            value: value.to_owned(),
            takes,
        };
        match name {
            "playouts" => {
                let number = value.parse().ok().filter(|&number| number > 0);
                let invalid = || match value.bytes().all(|byte| byte.is_ascii_digit()) {
                    true if value.contains(|digit| digit != '0') => {
                        BotSpecError::TooManyPlayouts(value.to_owned())
                    }
                    _ => BotSpecError::NoPlayouts(value.to_owned()),
                };
                self.playouts = Some(number.ok_or_else(invalid)?);
            }
            "threads" => {
                let number = value.parse().ok();
                let number = number.filter(|number| (1..=Self::MOST_THREADS).contains(number));
                self.threads = Some(number.ok_or_else(|| invalid("a number from 1 to 256"))?);
            }
            "seed" => self.seed = Some(value.parse().map_err(|_| invalid("a number from 0 on"))?),
            _ => {
                let is_letter = |letter: char| letter.is_ascii_alphanumeric() || letter == '_';
                if name.is_empty() || !name.chars().all(is_letter) {
                    return Err(BotSpecError::Name(name.to_owned()));
                }
                if !value.parse::<f32>().is_ok_and(f32::is_finite) {
                    return Err(invalid("a number"));
                }
                self.tuning.push((name.to_owned(), value.to_owned()));
            }
        }
        Ok(())
    }
}

/// A text that is not the form of a bot.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum BotSpecError {
    /// There is no such level.
    #[error("`{0}` is not a level of the bot: write bot:1 to bot:10")]
    Level(String),
    /// It has no value.
    #[error("`{0}` is not an option of the bot: write playouts=N, threads=T or seed=S")]
    Option(String),
    /// It cannot be the name of an option.
    #[error("`{0}` is not an option of the bot")]
    Name(String),
    /// More playouts than can be counted.
    #[error("invalid `playouts={0}`: must be at most {max}", max = u32::MAX)]
    TooManyPlayouts(String),
    /// Not a number of playouts.
    #[error("invalid `playouts={0}`: must be at least 1")]
    NoPlayouts(String),
    /// The option does not take this value.
    #[error("`{value}` is not {takes}, for `{name}` of the bot")]
    Value {
        /// The option.
        name: String,
        /// The value.
        value: String,
        /// What the option takes.
        takes: &'static str,
    },
}

impl FromStr for BotSpec {
    type Err = BotSpecError;

    fn from_str(text: &str) -> Result<BotSpec, BotSpecError> {
        let mut parts = text.split(',');
        let mut spec = match parts.next().unwrap_or_default() {
            "bot" => BotSpec::default(),
            first => {
                let level = first.strip_prefix("bot:").and_then(|level| level.parse().ok());
                let level = level.filter(|level| (1..=10).contains(level));
                // One spelling for each level: `bot:+5` and `bot:05` are not names of players.
                let level = level.filter(|level| first == format!("bot:{level}"));
                BotSpec::of_level(level.ok_or_else(|| BotSpecError::Level(first.to_owned()))?)
            }
        };
        for part in parts {
            let option = part.split_once('=');
            let (name, value) = option.ok_or_else(|| BotSpecError::Option(part.to_owned()))?;
            spec.set(name, value)?;
        }
        Ok(spec)
    }
}

impl fmt::Display for BotSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "bot:{}", self.level)?;
        if let Some(playouts) = self.playouts {
            write!(f, ",playouts={playouts}")?;
        }
        if let Some(threads) = self.threads {
            write!(f, ",threads={threads}")?;
        }
        if let Some(seed) = self.seed {
            write!(f, ",seed={seed}")?;
        }
        self.tuning.iter().try_for_each(|(name, value)| write!(f, ",{name}={value}"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_are_read_and_written() {
        for text in ["bot:1", "bot:10,playouts=1", "bot:5,threads=2,seed=0,rave=2000,even=0.5"] {
            assert_eq!(text.parse::<BotSpec>().unwrap().to_string(), text);
        }
        let any_order: BotSpec = "bot,seed=18446744073709551615,playouts=3".parse().unwrap();
        assert_eq!(any_order.to_string(), "bot:5,playouts=3,seed=18446744073709551615");
    }

    #[test]
    fn errors_name_the_invalid_part() {
        for (text, part) in [
            ("bot:0", "`bot:0`"),
            ("bot:11", "bot:1 to bot:10"),
            ("bot:", "`bot:`"),
            ("bot:05", "`bot:05`"),
            ("bot:5,", "playouts=N"),
            ("bot,fast", "`fast`"),
            ("bot,playouts=0", "`playouts=0`"),
            ("bot,playouts=-1", "`playouts=-1`"),
            ("bot,threads=1000", "256"),
            ("bot,seed=x", "`seed`"),
            ("bot,rave=much", "`much`"),
            ("bot,rave=nan", "`nan`"),
            ("bot,=3", "``"),
            ("bot,a b=3", "`a b`"),
        ] {
            let error = text.parse::<BotSpec>().unwrap_err().to_string();
            assert!(error.contains(part), "{text}: {error}");
        }
    }
}
