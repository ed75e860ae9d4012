//! Reading the configuration: TOML with the keys of the table. Every fault is found in one pass, has
//! its place, and says what would be right; what is right is kept.

use std::collections::BTreeMap;
use std::fmt;
use std::str::FromStr;

use hoshi_record::lint::Lines;
use hoshi_tui::{Keys, Theme};
use toml::Spanned;
use toml::de::{DeTable, DeValue};

use super::fault::{Fault, Problem, article};
use super::keys::{self, KEYS, Key, KeyId, VERSION};
use super::{PlayDefaults, Undo};
use crate::error::UsageError;
use crate::near::nearest;

/// So much of a text is quoted in a message.
const QUOTED: usize = 60;

/// What a file says, where it is right.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub(crate) struct Given {
    /// Whether it names its version.
    pub(crate) version: bool,
    pub(crate) name: Option<String>,
    /// As it is written.
    pub(crate) history: Option<String>,
    pub(crate) undo: Option<Undo>,
    pub(crate) share: Option<String>,
    pub(crate) theme: Option<Theme>,
    pub(crate) speak: Option<bool>,
    pub(crate) play: Option<PlayDefaults>,
    pub(crate) engines: Option<BTreeMap<String, Vec<String>>>,
    pub(crate) keys: Option<BTreeMap<String, Vec<String>>>,
}

impl Given {
    /// The keys that are there.
    pub(super) fn keys(&self) -> Vec<KeyId> {
        let is_given = |key: &KeyId| match key {
            KeyId::Version => self.version,
            KeyId::Name => self.name.is_some(),
            KeyId::History => self.history.is_some(),
            KeyId::Undo => self.undo.is_some(),
            KeyId::Share => self.share.is_some(),
            KeyId::Theme => self.theme.is_some(),
            KeyId::Speak => self.speak.is_some(),
            KeyId::Play => self.play.is_some(),
            KeyId::Engines => self.engines.is_some(),
            KeyId::Keys => self.keys.is_some(),
        };
        KEYS.iter().map(|key| key.id).filter(is_given).collect()
    }
}

type Found<'a> = &'a Spanned<DeValue<'a>>;

/// Reads a configuration: what is right in it, and all that is wrong, in the order of the file.
pub(crate) fn read(bytes: &[u8]) -> (Given, Vec<Problem>) {
    let lines = Lines::new(bytes);
    let mut faults = Vec::new();
    let given = given(bytes, &mut faults);
    faults.sort_by_key(|&(at, _)| at);
    let problem = |(at, fault)| {
        let (line, column) = lines.place(at);
        Problem { line, column, fault }
    };
    let problems: Vec<Problem> = faults.into_iter().map(problem).collect();
    if problems.iter().any(|problem| problem.fault.spoils_all()) {
        return (Given::default(), problems);
    }
    (given, problems)
}

fn given(bytes: &[u8], faults: &mut Vec<(usize, Fault)>) -> Given {
    let text = match std::str::from_utf8(bytes) {
        Ok(text) => text,
        Err(error) => {
            faults.push((error.valid_up_to(), Fault::Utf8));
            return Given::default();
        }
    };
    let (table, errors) = DeTable::parse_recoverable(text);
    let mut reader =
        Reader { table: table.get_ref(), twice: Vec::new(), faults, given: Given::default() };
    let mut is_toml = true;
    let lines = Lines::new(bytes);
    let mut last = 0;
    for error in errors {
        let span = error.span().unwrap_or_default();
        if error.message() == "duplicate key" {
            let key = text.get(span.clone()).unwrap_or_default().trim_matches(['"', '\'']);
            reader.twice.push((span.start, key.to_owned()));
            reader.faults.push((span.start, Fault::Duplicate { key: quoted(key) }));
            continue;
        }
        is_toml = false;
        // What follows on the same line is mostly what the first one led to.
        let (line, _) = lines.place(span.start);
        if line != last {
            last = line;
            // One line, whatever the message of the other crate looks like.
            let message = error.message().split_whitespace().collect::<Vec<_>>().join(" ");
            reader.faults.push((span.start, Fault::Syntax { message }));
        }
    }
    if is_toml {
        reader.all();
    }
    reader.given
}

struct Reader<'a, 'f> {
    table: &'a DeTable<'a>,
    /// The keys that stand there more than once, and where.
    twice: Vec<(usize, String)>,
    faults: &'f mut Vec<(usize, Fault)>,
    given: Given,
}

impl<'a> Reader<'a, '_> {
    fn all(&mut self) {
        // Before anything else: what a newer version means is not for this one to judge.
        if let Some(found) = self.table.get("version")
            && let Some(fault) = self.version(found)
        {
            let is_newer = fault.spoils_all();
            if is_newer {
                self.faults.clear();
            }
            self.fault(found, fault);
            if is_newer {
                return;
            }
        }
        for (key, found) in self.table {
            let name = key.get_ref().as_ref();
            match keys::key(name) {
                None => {
                    let nearest = nearest(name, KEYS.iter().map(|key| key.name));
                    let fault = Fault::UnknownKey { key: quoted(name), nearest };
                    self.faults.push((key.span().start, fault));
                }
                Some(_) if self.is_twice(name, None) => {}
                Some(key) => self.key(key, found),
            }
        }
    }

    /// The keys of the terminal board.
    fn board_keys(&mut self, table: &'a DeTable<'a>) {
        let mut keys = BTreeMap::new();
        let mut known = Keys::default();
        for (action, found) in table {
            let name = action.get_ref().as_ref();
            let value = found.get_ref();
            let Some(text) = value.as_str() else {
                let (key, found_type) = (KeyId::Keys, value.type_str());
                self.fault(found, Fault::Type { key, found: found_type });
                continue;
            };
            let presses: Vec<String> = text.split_whitespace().map(str::to_owned).collect();
            match known.set(name, &presses) {
                Ok(()) => {
                    keys.insert(name.to_owned(), presses);
                }
                Err(error) => {
                    let message = quoted_all(&error.to_string());
                    self.fault(found, Fault::BoardKey { message });
                }
            }
        }
        self.given.keys = Some(keys);
    }

    /// What a new game starts with.
    fn play(&mut self, table: &'a DeTable<'a>) {
        let mut play = PlayDefaults::default();
        for (key, found) in table {
            let name = key.get_ref().as_ref();
            let Some(&name) = PLAY.iter().find(|known| **known == name) else {
                self.faults.push((key.span().start, Fault::PlayKey { key: quoted(name) }));
                continue;
            };
            let value = found.get_ref();
            let number = || value.as_integer().map(toml::de::DeInteger::as_str);
            let number = || number().or_else(|| value.as_float().map(toml::de::DeFloat::as_str));
            let done = match value.as_str().or_else(number) {
                None => {
                    let kind = article(value.type_str());
                    Err(UsageError(format!("is {kind}: write a string in quotes")))
                }
                Some(_) if self.twice.iter().any(|(_, twice)| twice == name) => continue,
                Some(text) => play_value(&mut play, name, text),
            };
            if let Err(error) = done {
                let message = quoted_all(&error.to_string());
                self.fault(found, Fault::PlayValue { key: name, message });
            }
        }
        self.given.play = Some(play);
    }

    fn key(&mut self, key: &Key, found: Found<'a>) {
        let value = found.get_ref();
        let text = value.as_str();
        let done = match (key.id, text) {
            (KeyId::Version, _) => Ok(()),
            (KeyId::Engines, _) => match value.as_table() {
                Some(table) => {
                    self.engines(table, found);
                    Ok(())
                }
                None => Err(Fault::Type { key: key.id, found: value.type_str() }),
            },
            (KeyId::Play, _) => match value.as_table() {
                Some(table) => {
                    self.play(table);
                    Ok(())
                }
                None => Err(Fault::Type { key: key.id, found: value.type_str() }),
            },
            (KeyId::Keys, _) => match value.as_table() {
                Some(table) => {
                    self.board_keys(table);
                    Ok(())
                }
                None => Err(Fault::Type { key: key.id, found: value.type_str() }),
            },
            (KeyId::Speak, _) => match value.as_bool() {
                Some(speak) => {
                    self.given.speak = Some(speak);
                    Ok(())
                }
                None => Err(Fault::Type { key: key.id, found: value.type_str() }),
            },
            (_, None) => Err(Fault::Type { key: key.id, found: value.type_str() }),
            (KeyId::Name, Some(text)) => name(text).map(|name| self.given.name = Some(name)),
            (KeyId::History, Some(text)) => {
                history(text).map(|folder| self.given.history = Some(folder))
            }
            (KeyId::Undo, Some(text)) => undo(text).map(|undo| self.given.undo = Some(undo)),
            (KeyId::Theme, Some(text)) => match Theme::named(text) {
                Some(theme) => {
                    self.given.theme = Some(theme);
                    Ok(())
                }
                None => Err(Fault::Theme { value: quoted(text) }),
            },
            (KeyId::Share, Some(text)) => share(text).map(|base| self.given.share = Some(base)),
        };
        if let Err(fault) = done {
            self.fault(found, fault);
        }
    }

    fn version(&mut self, found: Found<'a>) -> Option<Fault> {
        let Some(number) = found.get_ref().as_integer() else {
            let found = found.get_ref().type_str();
            return Some(Fault::Type { key: KeyId::Version, found });
        };
        let text = number.as_str();
        match i64::from_str_radix(text, number.radix()) {
            Ok(VERSION) => {
                self.given.version = true;
                None
            }
            Ok(version) if version < VERSION => {
                Some(Fault::NoVersion { version: version.to_string() })
            }
            Ok(version) => Some(Fault::Newer { version: version.to_string() }),
            Err(_) if text.starts_with('-') => Some(Fault::NoVersion { version: quoted(text) }),
            Err(_) => Some(Fault::Newer { version: quoted(text) }),
        }
    }

    fn engines(&mut self, table: &'a DeTable<'a>, whole: Found<'a>) {
        let mut engines = BTreeMap::new();
        for (key, found) in table {
            let name = key.get_ref().as_ref();
            if self.is_twice(name, Some(whole)) {
                continue;
            }
            let is_part = |letter: char| letter.is_alphanumeric() || "-_.".contains(letter);
            if name.is_empty() || !name.chars().all(is_part) {
                self.faults.push((key.span().start, Fault::EngineName { name: quoted(name) }));
                continue;
            }
            match command(name, found.get_ref()) {
                Ok(words) => {
                    engines.insert(name.to_owned(), words);
                }
                Err(fault) => self.fault(found, fault),
            }
        }
        self.given.engines = Some(engines);
    }

    /// Whether a key stands there more than once: one of the table of engines, or of the file. Which
    /// of them a name belongs to is told by where it stands, and by whether the file has such a key.
    fn is_twice(&self, name: &str, engines: Option<Found<'a>>) -> bool {
        let table = engines.or_else(|| self.table.get("engines")).map(Spanned::span);
        self.twice.iter().filter(|(_, twice)| twice == name).any(|&(at, _)| {
            let is_behind = table.as_ref().is_some_and(|table| at > table.start);
            let is_inside = name != "engines" && (is_behind || keys::key(name).is_none());
            is_inside == engines.is_some()
        })
    }

    fn fault(&mut self, found: Found<'a>, fault: Fault) {
        self.faults.push((found.span().start, fault));
    }
}

/// The keys of the table of a new game.
pub(super) const PLAY: [&str; 5] = ["size", "rules", "komi", "opponent", "time"];

/// Sets one of them; what is wrong is said as for the option of `hoshi play`.
fn play_value(play: &mut PlayDefaults, name: &str, text: &str) -> Result<(), UsageError> {
    fn read<T: FromStr<Err: fmt::Display>>(text: &str) -> Result<Option<T>, UsageError> {
        text.trim().parse().map(Some).map_err(UsageError::of)
    }
    match name {
        "size" => play.size = read(text)?,
        "rules" => play.rules = read(text)?,
        "komi" => play.komi = read(text)?,
        "opponent" => play.opponent = read(text)?,
        _ => play.time = read(text)?,
    }
    Ok(())
}

fn name(text: &str) -> Result<String, Fault> {
    let name = text.trim();
    if name.is_empty() || name.contains(char::is_control) {
        return Err(Fault::Name { value: quoted(text) });
    }
    Ok(name.to_owned())
}

fn history(text: &str) -> Result<String, Fault> {
    if text.trim().is_empty() || text.contains('\0') {
        return Err(Fault::Path { value: quoted(text) });
    }
    if text.starts_with('~') && text != "~" && !text.starts_with("~/") {
        return Err(Fault::Home { value: quoted(text) });
    }
    Ok(text.to_owned())
}

fn undo(text: &str) -> Result<Undo, Fault> {
    let known = Undo::ALL.into_iter().find(|undo| undo.name() == text);
    known.ok_or_else(|| Fault::Undo { value: quoted(text) })
}

fn share(text: &str) -> Result<String, Fault> {
    let wrong = || Fault::Address { value: quoted(text) };
    let (scheme, rest) = text.split_once("://").ok_or_else(wrong)?;
    let is_http = ["http", "https"].iter().any(|known| scheme.eq_ignore_ascii_case(known));
    let is_odd =
        |letter: char| letter.is_whitespace() || letter.is_control() || matches!(letter, '?' | '#');
    if !is_http || rest.is_empty() || rest.starts_with('/') || rest.contains(is_odd) {
        return Err(wrong());
    }
    Ok(text.trim_end_matches('/').to_owned())
}

/// The words of a command line.
fn command(name: &str, value: &DeValue<'_>) -> Result<Vec<String>, Fault> {
    let name = quoted(name);
    let Some(text) = value.as_str() else {
        return Err(match value.type_str() {
            "table" => Fault::EngineTable { name },
            found => Fault::EngineType { name, found },
        });
    };
    if text.contains('\0') {
        return Err(Fault::EngineNul { name });
    }
    let Some(words) = shlex::split(text) else {
        return Err(Fault::EngineQuotes { name });
    };
    match words.first() {
        Some(program) if !program.is_empty() => Ok(words),
        _ => Err(Fault::EngineEmpty { name }),
    }
}

/// A text of the file for a message: its beginning, on one line.
fn quoted(text: &str) -> String {
    let mut letters = text.chars();
    let start: String = letters.by_ref().take(QUOTED).collect();
    let mut shown = hoshi_files::visible_line(&start).into_owned();
    if letters.next().is_some() {
        shown.push_str("...");
    }
    shown
}

/// A message that quotes the file, on one line.
fn quoted_all(message: &str) -> String {
    hoshi_files::visible_line(message).into_owned()
}
