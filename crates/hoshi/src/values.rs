//! The values that an option or argument takes, as far as they can be listed: for the completion of shells, and
//! for what was probably meant by a mistyped one. Games of the history and engines are looked up.

use clap::Arg;
use hoshi_core::Preset;
use hoshi_record::convert::Format;
use hoshi_record::lint::Rule;

use crate::commands::history::configured;
use crate::commands::man;
use crate::config::Config;

/// How many games are offered.
const GAMES: usize = 30;

/// A word that could stand here, and what it means.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Candidate {
    pub(crate) value: String,
    pub(crate) help: String,
}

impl Candidate {
    pub(crate) fn new(value: impl Into<String>, help: impl Into<String>) -> Candidate {
        Candidate { value: value.into(), help: help.into() }
    }
}

/// A help text.
pub(crate) fn about(help: Option<&clap::builder::StyledStr>) -> String {
    help.map(ToString::to_string).unwrap_or_default()
}

/// The values of an argument, by what it is called.
pub(crate) fn values(argument: &Arg, current: &str, path: &[&str]) -> Vec<Candidate> {
    let possible = argument.get_possible_values();
    if !possible.is_empty() {
        let shown = possible.iter().filter(|value| !value.is_hide_set());
        return shown
            .map(|value| Candidate::new(value.get_name(), about(value.get_help())))
            .collect();
    }
    let words = |words: &[&str]| words.iter().map(|word| Candidate::new(*word, "")).collect();
    match (argument.get_id().as_str(), path) {
        ("rules", _) => {
            Preset::ALL.iter().map(|preset| Candidate::new(preset.to_string(), "")).collect()
        }
        ("black" | "white", _) => players(true),
        ("first" | "engine", _) => players(false),
        ("second" | "round_robin", _) => listed(players(false), current),
        ("from", ["show" | "score" | "draw" | "analyze" | "convert", ..]) => formats(|_| true),
        ("to", _) => formats(Format::is_written),
        ("select" | "ignore", ["check", ..]) => listed(rules(), current),
        ("explain", _) => rules(),
        ("command", ["man", ..]) => {
            // A page goes by both names; the short one is what people type.
            let short = |name: String| match name.strip_prefix("hoshi-") {
                Some(short) if !current.starts_with("hoshi") => short.to_owned(),
                _ => name,
            };
            man::names().map(|name| Candidate::new(short(name), "")).collect()
        }
        ("which", ["history", ..]) => games(),
        ("names", ["history", "restore"]) => trash(),
        ("result", ["history", ..]) => {
            words(&["won", "lost", "black", "white", "draw", "resign", "time"])
        }
        ("undo", _) => words(&["free", "ask", "never"]),
        ("coords", _) => words(&["a1", "sgf", "1-1", "japanese", "none"]),
        ("strip", _) => listed(words(&["comments", "variations", "markup"]), current),
        ("dead", _) => words(&["auto", "none"]),
        ("theme", ["draw", ..]) => words(&["wood", "paper", "night", "contrast"]),
        ("charset" | "default_charset", _) => words(&[
            "UTF-8",
            "GBK",
            "GB18030",
            "Big5",
            "Shift_JIS",
            "EUC-JP",
            "EUC-KR",
            "ISO-8859-1",
        ]),
        ("size", _) => words(&["9", "13", "19"]),
        ("how", ["board", ..]) => words(&["2bit", "base3", "index"]),
        _ => Vec::new(),
    }
}

/// Candidates for the last of several values with commas.
fn listed(all: Vec<Candidate>, current: &str) -> Vec<Candidate> {
    let Some(comma) = current.rfind(',') else { return all };
    let before = &current[..=comma];
    all.into_iter().map(|one| Candidate::new(format!("{before}{}", one.value), one.help)).collect()
}

fn players(people: bool) -> Vec<Candidate> {
    let mut all = Vec::new();
    if people {
        all.push(Candidate::new("human", "a person"));
    }
    all.extend((1..=10).map(|level| Candidate::new(format!("bot:{level}"), "the built-in bot")));
    all.push(Candidate::new("random", "random moves"));
    let config = Config::load().config;
    all.extend(
        config.engines.keys().map(|name| Candidate::new(name.as_str(), "a configured engine")),
    );
    let places = hoshi_session::host::Places::of_machine();
    let found = hoshi_session::host::KNOWN
        .iter()
        .filter(|known| known.wants.is_none() && places.look_for(**known).is_some());
    all.extend(found.map(|known| Candidate::new(known.program, "an installed engine")));
    all
}

fn formats(is_wanted: impl Fn(Format) -> bool) -> Vec<Candidate> {
    let wanted = Format::ALL.iter().filter(|format| is_wanted(**format));
    wanted.map(|format| Candidate::new(format.to_string(), "")).collect()
}

fn rules() -> Vec<Candidate> {
    let codes = Rule::ALL.iter().map(|rule| Candidate::new(rule.to_string(), rule.title()));
    codes.chain(Rule::ALL.iter().map(|rule| Candidate::new(rule.name(), rule.title()))).collect()
}

/// The newest games of the history, by the names of their files.
fn games() -> Vec<Candidate> {
    let history = configured(&Config::load().config);
    let Ok(entries) = history.entries() else { return Vec::new() };
    let each = entries.take(GAMES).map(|entry| {
        let name = entry.name.strip_suffix(".sgf").unwrap_or(&entry.name).to_owned();
        let help = match &entry.game {
            Ok(game) => format!("{}. {} - {}, {}", entry.number, game.black, game.white, game.size),
            Err(problem) => problem.to_string(),
        };
        Candidate::new(name, help)
    });
    each.collect()
}

fn trash() -> Vec<Candidate> {
    let history = configured(&Config::load().config);
    let names = history.trash().unwrap_or_default();
    names.iter().map(|name| Candidate::new(name.strip_suffix(".sgf").unwrap_or(name), "")).collect()
}
