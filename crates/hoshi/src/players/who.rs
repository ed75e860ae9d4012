//! Who plays, as the command line names them.

use std::fmt;
use std::path::PathBuf;
use std::str::FromStr;

use crate::config::Config;

/// One who can have a colour.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Who {
    Human,
    Random,
    /// One that plays by the table of a solved board.
    Table(PathBuf),
    /// An engine, by its name in the configuration.
    Named(String),
    /// An engine, by the words of its command.
    Gtp(Vec<String>),
}

impl Who {
    /// How to write them, for help and errors.
    pub(crate) const SPELLINGS: &'static str =
        "human, random, table:FILE, engine:NAME (of the configuration) or gtp:COMMAND";

    /// The command of an engine: its own words, or those that the configuration has for its name.
    ///
    /// # Errors
    /// If the configuration has no such engine; the names that it has.
    pub(crate) fn command(&self, config: &Config) -> Result<Option<Vec<String>>, String> {
        match self {
            Who::Human | Who::Random | Who::Table(_) => Ok(None),
            Who::Gtp(words) => Ok(Some(words.clone())),
            Who::Named(name) => match config.engines.get(name) {
                Some(words) => Ok(Some(words.clone())),
                None => Err(unknown(name, config)),
            },
        }
    }
}

fn unknown(name: &str, config: &Config) -> String {
    let known: Vec<&str> = config.engines.keys().map(String::as_str).collect();
    if known.is_empty() {
        return format!(
            "there is no engine `{name}`: the configuration names none (hoshi config path)"
        );
    }
    format!("there is no engine `{name}` in the configuration; it has {}", known.join(", "))
}

impl FromStr for Who {
    type Err = String;

    fn from_str(text: &str) -> Result<Who, String> {
        if let Some(command) = text.strip_prefix("gtp:") {
            return match shlex::split(command) {
                None => Err(format!("`{command}` has a quote that is not closed")),
                Some(words) if words.is_empty() => {
                    Err("gtp: wants a command, as in gtp:'gnugo --mode gtp'".to_owned())
                }
                Some(words) => Ok(Who::Gtp(words)),
            };
        }
        if let Some(name) = text.strip_prefix("engine:").filter(|name| !name.is_empty()) {
            return Ok(Who::Named(name.to_owned()));
        }
        if let Some(path) = text.strip_prefix("table:").filter(|path| !path.is_empty()) {
            return Ok(Who::Table(path.into()));
        }
        match text {
            "human" => Ok(Who::Human),
            "random" => Ok(Who::Random),
            _ => Err(format!("`{text}` is nobody that hoshi knows: write {}", Self::SPELLINGS)),
        }
    }
}

impl fmt::Display for Who {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Who::Human => f.write_str("human"),
            Who::Random => f.write_str("random"),
            Who::Table(path) => write!(f, "table:{}", path.display()),
            Who::Named(name) => write!(f, "engine:{name}"),
            Who::Gtp(words) => {
                // What was read from a command line has no NUL, which alone cannot be quoted.
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
        for text in ["human", "random", "table:3x3.table", "engine:gnugo"] {
            assert_eq!(text.parse::<Who>().unwrap().to_string(), text);
        }
        for text in ["", "gtp:", "gtp:'a", "engine:", "table:", "bot"] {
            assert!(text.parse::<Who>().is_err(), "{text}");
        }
    }
}
