//! What is said about a command line that cannot be run. clap finds the errors; the sentences here name the
//! option, what it takes and what was probably meant.

use std::error::Error as _;
use std::ffi::OsString;
use std::io;
use std::num::{ParseFloatError, ParseIntError};
use std::process::ExitCode;

use clap::ColorChoice;
use clap::error::{ContextKind, ContextValue, ErrorKind};
use hoshi_core::Size;

use super::{FAILURE, NEGATIVE};
use crate::error::{Illegal, UsageError};
use crate::near::{self, nearest};
use crate::out::{self, Style};
use crate::values::values;

/// Prints help to standard output, or an error to standard error.
pub(super) fn report(
    error: &clap::Error,
    root: &clap::Command,
    words: &[OsString],
    color: ColorChoice,
) -> ExitCode {
    if !error.use_stderr() {
        return match out::print_help(error) {
            Err(error) if error.kind() != io::ErrorKind::BrokenPipe => {
                refuse(&anyhow::Error::new(error).context(out::NOT_WRITTEN), color)
            }
            _ => ExitCode::SUCCESS,
        };
    }
    if let Some(sentence) = sentence(error, root, words) {
        return refuse(&UsageError(sentence).into(), color);
    }
    // It quotes the words that we were called with.
    let plain = error.render().to_string();
    let is_safe = plain.chars().all(|letter| hoshi_files::is_visible(letter) || letter == '\n');
    if is_safe && out::fits(&plain) {
        // If this fails, standard error is closed.
        let _ = error.print();
    } else {
        out::talk(out::indented(&out::folded(&plain)));
    }
    ExitCode::from(FAILURE)
}

/// The sentence for an error, where clap's own would say less.
fn sentence(error: &clap::Error, root: &clap::Command, words: &[OsString]) -> Option<String> {
    let text = |kind| match error.get(kind) {
        Some(ContextValue::String(text)) => Some(text.as_str()),
        _ => None,
    };
    let within = command_of(root, words);
    match error.kind() {
        ErrorKind::ValueValidation => {
            let source = error.source()?;
            // What the standard library says of a number names neither the number nor its limits.
            if source.is::<ParseIntError>() || source.is::<ParseFloatError>() {
                return None;
            }
            let (argument, value) =
                (text(ContextKind::InvalidArg)?, text(ContextKind::InvalidValue)?);
            let Some(option) = argument.split(' ').next().filter(|name| name.starts_with('-'))
            else {
                // A value in its place. An option that does not exist must not be taken for one.
                return Some(match looks_like_an_option(value) {
                    true => unknown_option(value, within),
                    false => source.to_string(),
                });
            };
            Some(match is_option(value, within) {
                true => format!("{argument} needs a value, but `{value}` is an option"),
                false => format!("{option}: {source}{}", meant_value(option, value, root, words)),
            })
        }
        ErrorKind::UnknownArgument => {
            let argument = text(ContextKind::InvalidArg)?;
            Some(match looks_like_an_option(argument) {
                true => unknown_option(argument, within),
                false => unexpected(argument, within),
            })
        }
        ErrorKind::InvalidSubcommand => {
            Some(unknown_command(text(ContextKind::InvalidSubcommand)?, root, words))
        }
        _ => None,
    }
}

/// Whether a word begins as options do; a negative number is not one.
fn looks_like_an_option(word: &str) -> bool {
    let mut letters = word.chars();
    letters.next() == Some('-') && letters.next().is_some_and(|next| !next.is_ascii_digit())
}

/// Whether a command has this option.
fn is_option(word: &str, command: &clap::Command) -> bool {
    command.get_arguments().any(|argument| names(argument, word))
}

/// Whether a word names this option.
fn names(argument: &clap::Arg, word: &str) -> bool {
    argument.get_long().is_some_and(|long| word.strip_prefix("--") == Some(long))
        || argument.get_short().is_some_and(|short| word == format!("-{short}"))
}

/// A value where none is taken. It may belong to an option: `hoshi play 9`, `hoshi show game.sgf 50`.
fn unexpected(value: &str, command: &clap::Command) -> String {
    let is_number = value.parse::<u32>().is_ok();
    let options = [("--size", is_number || value.parse::<Size>().is_ok()), ("--move", is_number)];
    let option = options.iter().find(|(option, fits)| *fits && is_option(option, command));
    let hint = option.map(|(option, _)| format!("; did you mean `{option} {value}`?"));
    format!("unexpected argument `{value}`{}", hint.unwrap_or_default())
}

fn unknown_option(word: &str, command: &clap::Command) -> String {
    let name = word.split('=').next().unwrap_or(word);
    let longs = command.get_arguments().filter_map(clap::Arg::get_long);
    let hint = match nearest(name.trim_start_matches('-'), longs) {
        Some(long) => format!("; did you mean `--{long}`?"),
        None => String::new(),
    };
    format!("unknown option `{name}`{hint}")
}

fn unknown_command(name: &str, root: &clap::Command, words: &[OsString]) -> String {
    // `hoshi help plya` is about the same commands as `hoshi plya`.
    let before = words.iter().take_while(|word| *word != name).filter(|word| *word != "help");
    let before: Vec<OsString> = before.cloned().collect();
    let names: Vec<&str> = command_of(root, &before)
        .get_subcommands()
        .filter(|command| !command.is_hide_set())
        .map(clap::Command::get_name)
        .collect();
    match nearest(name, names.iter().copied()) {
        Some(meant) => format!("unknown command `{name}`; did you mean `{meant}`?"),
        None => format!("unknown command `{name}`; the commands are {}", names.join(", ")),
    }
}

/// The command that the words name, as far as there is one.
fn command_of<'a>(root: &'a clap::Command, words: &[OsString]) -> &'a clap::Command {
    path_of(root, words)
        .iter()
        .fold(root, |within, name| within.find_subcommand(name).unwrap_or(within))
}

/// The names of that command: `history`, `show`.
fn path_of<'a>(root: &'a clap::Command, words: &[OsString]) -> Vec<&'a str> {
    let (mut within, mut path) = (root, Vec::new());
    for word in words.iter().skip(1) {
        if let Some(below) = within.find_subcommand(word) {
            within = below;
            path.push(below.get_name());
        }
    }
    path
}

/// The value that was probably meant, where the values of an option can be listed: `; did you mean ...?`
fn meant_value(option: &str, value: &str, root: &clap::Command, words: &[OsString]) -> String {
    let within = command_of(root, words);
    let Some(option) = within.get_arguments().find(|known| names(known, option)) else {
        return String::new();
    };
    let path: Vec<&str> = path_of(root, words);
    // Of a list, or a ruleset with changes, the first part that is unknown.
    let known = values(option, "", &path);
    let known = || known.iter().map(|one| one.value.as_str()).filter(|word| is_word(word));
    let wrong = value.split(',').find(|part| !known().any(|word| word == *part));
    wrong.map(|part| near::question(part, known())).unwrap_or_default()
}

/// Whether it can be misspelled: a number is another number, not a misspelling.
fn is_word(text: &str) -> bool {
    text.len() > 2 && !text.contains(|letter: char| letter.is_ascii_digit())
}

/// Says what went wrong, in the colours and with the last line that clap gives its own errors.
pub(crate) fn refuse(error: &anyhow::Error, color: ColorChoice) -> ExitCode {
    let colored = out::colors_talk(color);
    let is_usage = error.is::<UsageError>();
    let mut why = format!("error: {}\n", out::with_causes(error));
    // In a pipe, lines that name files stay whole.
    if is_usage || out::shows_talk() {
        why = out::folded(&why);
    }
    let why = out::indented(&why);
    let why = why.strip_prefix("error:").unwrap_or(&why);
    let mut text = out::styled(Style::Error, "error:", colored) + why;
    if is_usage {
        text += "\nFor more information, try '";
        text += out::styled(Style::Heading, "--help", colored) + "'.\n";
    }
    out::talk(text);
    ExitCode::from(if error.is::<Illegal>() { NEGATIVE } else { FAILURE })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cli::command;

    fn said(line: &str) -> String {
        let words: Vec<OsString> = line.split(' ').map(OsString::from).collect();
        let mut root = command();
        let error = root.try_get_matches_from_mut(&words).unwrap_err();
        sentence(&error, &root, &words).unwrap_or_else(|| error.to_string())
    }

    #[test]
    fn an_error_names_the_option_and_what_it_takes() {
        let games = "--games: `0` is not a whole number from 1 to 1000000";
        assert_eq!(said("hoshi match --first random --second random --games 0"), games);
        assert_eq!(
            said("hoshi show a.sgf --move -1"),
            "--move: `-1` is not a whole number, 0 or more"
        );
        let large = "99999999999999999999";
        assert_eq!(
            said(&format!("hoshi show a.sgf --move {large}")),
            format!("--move: `{large}` is too large")
        );
        assert!(said("hoshi play --seed foo").starts_with("--seed: `foo` is not a whole number"));
        assert!(said("hoshi play --size").contains("--size <N|WxH>"));
        let eaten = "--size <N|WxH> needs a value, but `--plain` is an option";
        assert_eq!(said("hoshi play --size --plain"), eaten);
    }

    #[test]
    fn what_was_meant_is_suggested() {
        assert_eq!(said("hoshi plya"), "unknown command `plya`; did you mean `play`?");
        assert_eq!(said("hoshi history dlete"), "unknown command `dlete`; did you mean `delete`?");
        assert_eq!(
            said("hoshi perft 3x3 3 --jsn"),
            "unknown option `--jsn`; did you mean `--json`?"
        );
        assert_eq!(
            said("hoshi show a.sgf --mov=3"),
            "unknown option `--mov`; did you mean `--move`?"
        );
        assert_eq!(said("hoshi play --xyzzy"), "unknown option `--xyzzy`");
        let rules = said("hoshi play --rules japanes,ko=psk");
        assert!(rules.ends_with("; did you mean `japanese`?"), "{rules}");
        let rules = said("hoshi check --select E503,supeko a.sgf");
        assert!(rules.ends_with("; did you mean `superko`?"), "{rules}");
        // A wrong number is not a misspelling of another.
        assert!(!said("hoshi play --size x").contains("did you mean"));
        assert!(!said("hoshi play --white bot:11").contains("did you mean"));
        assert!(!said("hoshi play --rules japanese,ko=x").contains("did you mean"));
        assert_eq!(said("hoshi config path x"), "unexpected argument `x`");
        assert_eq!(said("hoshi play 9x7"), "unexpected argument `9x7`; did you mean `--size 9x7`?");
        assert!(said("hoshi show a.sgf 50").ends_with("did you mean `--move 50`?"));
        assert_eq!(said("hoshi help plya"), "unknown command `plya`; did you mean `play`?");
        assert_eq!(said("hoshi serve --port 80"), "unknown option `--port`");
        assert!(
            said("hoshi frobnicate").starts_with("unknown command `frobnicate`; the commands are")
        );
    }
}
