//! `hoshi complete`: what a word on the command line can become, for the completion scripts of shells. The
//! words come from the description of the command line, and values from `values`. `clap_complete` has an engine like this one behind its feature
//! `unstable-dynamic`; its interface may change with every version, so it is not used.

use anyhow::Result;
use clap::{Arg, Command};

use crate::cli::{self, Complete};
use crate::out::Out;
use crate::values::{Candidate, about, values};

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

fn options(command: &Command) -> Vec<Candidate> {
    let shown = command.get_arguments().filter(|argument| !argument.is_hide_set());
    let each = shown.filter_map(|argument| {
        let help = about(argument.get_help());
        Some(Candidate::new(format!("--{}", argument.get_long()?), help))
    });
    each.collect()
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
        assert_eq!(of("man bench-p"), ["bench-playouts"]);
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
