//! `hoshi complete`: what a word on the command line can become, for the completion scripts of shells. The
//! words come from the description of the command line; values that only a run of the program knows (games of
//! the history, engines) are looked up here. `clap_complete` has an engine like this one behind its feature
//! `unstable-dynamic`; its interface may change with every version, so it is not used.

use anyhow::Result;
use clap::{Arg, Command};
use hoshi_core::Preset;
use hoshi_record::convert::Format;
use hoshi_record::lint::Rule;

use super::history::configured;
use super::man;
use crate::cli::{self, Complete};
use crate::config::Config;
use crate::out::Out;

/// How many games are offered.
const GAMES: usize = 30;

/// A word that could stand here, and what it means.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Candidate {
    value: String,
    help: String,
}

impl Candidate {
    fn new(value: impl Into<String>, help: impl Into<String>) -> Candidate {
        Candidate { value: value.into(), help: help.into() }
    }
}

/// Prints the candidates for the last word, one on each line, with what it means after a tab.
pub(crate) fn run(options: &Complete, out: &mut Out) -> Result<()> {
    for Candidate { value, help } in candidates(&options.words) {
        // A line for each: a name with a line break or an escape sequence is not offered.
        if value.chars().all(hoshi_files::is_visible) {
            let help = hoshi_files::visible_line(&help).into_owned();
            let tab = if options.help_text && !help.is_empty() {
                format!("\t{help}")
            } else {
                String::new()
            };
            // `Text` would show a tab as an escape; both parts are visible.
            out.bytes(format!("{value}{tab}\n").as_bytes())?;
        }
    }
    Ok(())
}

/// What the last of these words can become.
fn candidates(words: &[String]) -> Vec<Candidate> {
    let mut root = cli::command();
    root.build();
    let (current, before) = match words.split_last() {
        Some((current, before)) => (current.as_str(), before),
        None => ("", words),
    };
    let Place { command, option, positional, path } = place(&root, before);
    let all = if let Some(option) = option {
        values(option, current, &path)
    } else if let Some((name, value)) =
        current.split_once('=').filter(|_| current.starts_with("--"))
    {
        let option = command.get_arguments().find(|arg| arg.get_long() == name.strip_prefix("--"));
        let found = option.map(|option| values(option, value, &path)).unwrap_or_default();
        let with_name = |one: Candidate| Candidate::new(format!("{name}={}", one.value), one.help);
        found.into_iter().map(with_name).collect()
    } else if current.starts_with('-') {
        options(command)
    } else {
        let below = command.get_subcommands().filter(|below| !below.is_hide_set());
        let below = below.map(|below| Candidate::new(below.get_name(), about(below.get_about())));
        let argument = command
            .get_positionals()
            .nth(positional)
            .or_else(|| command.get_positionals().last().filter(|last| takes_many(last)));
        let values = argument.map(|argument| values(argument, current, &path));
        below.chain(values.unwrap_or_default()).collect()
    };
    all.into_iter().filter(|one| one.value.starts_with(current)).collect()
}

/// Where a word stands.
struct Place<'a> {
    command: &'a Command,
    /// The option whose value it is.
    option: Option<&'a Arg>,
    /// How many positional values stand before it.
    positional: usize,
    /// The names of the command: `history show`.
    path: Vec<&'a str>,
}

fn place<'a>(root: &'a Command, before: &[String]) -> Place<'a> {
    let mut place = Place { command: root, option: None, positional: 0, path: Vec::new() };
    for word in before {
        if place.option.take().is_some() {
            continue;
        }
        if let Some(below) = place.command.find_subcommand(word)
            && place.positional == 0
        {
            place.command = below;
            place.path.push(below.get_name());
        } else if word.starts_with('-') && word.len() > 1 {
            let is_meant = |arg: &&Arg| {
                arg.get_long().is_some_and(|long| word.strip_prefix("--") == Some(long))
                    || arg.get_short().is_some_and(|short| *word == format!("-{short}"))
            };
            let option = place.command.get_arguments().find(is_meant);
            place.option = option.filter(|option| option.get_action().takes_values());
        } else {
            place.positional += 1;
        }
    }
    place
}

fn takes_many(argument: &Arg) -> bool {
    argument.get_num_args().is_some_and(|range| range.max_values() > 1)
}

fn about(help: Option<&clap::builder::StyledStr>) -> String {
    help.map(ToString::to_string).unwrap_or_default()
}

fn options(command: &Command) -> Vec<Candidate> {
    let shown = command.get_arguments().filter(|argument| !argument.is_hide_set());
    let each = shown.filter_map(|argument| {
        let help = about(argument.get_help());
        Some(Candidate::new(format!("--{}", argument.get_long()?), help))
    });
    each.collect()
}

/// The values of an argument, by what it is called.
fn values(argument: &Arg, current: &str, path: &[&str]) -> Vec<Candidate> {
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
        ("command", ["man", ..]) => man::names().map(|name| Candidate::new(name, "")).collect(),
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

/// The script for a shell that asks hoshi itself; `None` for a shell that has none.
pub(crate) fn script(shell: clap_complete::Shell) -> Option<&'static str> {
    use clap_complete::Shell;
    match shell {
        Shell::Bash => Some(include_str!("complete/hoshi.bash")),
        Shell::Zsh => Some(include_str!("complete/hoshi.zsh")),
        Shell::Fish => Some(include_str!("complete/hoshi.fish")),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(line: &str) -> Vec<String> {
        let words: Vec<String> = line.split(' ').map(str::to_owned).collect();
        candidates(&words).into_iter().map(|one| one.value).collect()
    }

    #[test]
    fn commands_options_and_values_are_completed() {
        assert_eq!(of("pl"), ["play"]);
        assert!(of("").contains(&"history".to_owned()) && !of("").contains(&"complete".to_owned()));
        assert_eq!(of("history del"), ["delete"]);
        assert_eq!(of("play --rul"), ["--rules"]);
        assert_eq!(of("play --rules ja"), ["japanese"]);
        assert_eq!(of("play --rules=ja"), ["--rules=japanese"]);
        assert_eq!(of("play --white bot:1"), ["bot:1", "bot:10"]);
        assert_eq!(of("match --first random --second bot:2,hu"), Vec::<String>::new());
        assert_eq!(of("match --first random --second bot:2,ra"), ["bot:2,random"]);
        assert_eq!(of("convert a.sgf b --to dgf"), ["dgf", "dgfb"]);
        assert_eq!(of("check --select E503,su"), ["E503,suicide", "E503,superko"]);
        assert_eq!(of("check --explain supe"), ["superko"]);
        assert_eq!(of("man hoshi-bench-p"), ["hoshi-bench-playouts"]);
        assert_eq!(of("play --size 9 --undo n"), ["never"]);
        assert_eq!(of("--color al"), ["always"]);
        assert_eq!(of("completions ba"), ["bash"]);
    }

    #[test]
    fn files_are_left_to_the_shell() {
        assert!(of("show ga").is_empty());
        assert!(of("play --resume x").is_empty());
    }
}
