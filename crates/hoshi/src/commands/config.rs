//! `hoshi config`: where the settings are, which hold, and what is wrong with them.

mod edit;

use std::fmt::Write as _;
use std::io;
use std::path::Path;

use anyhow::{Context as _, Result};
use hoshi_record::charset::Charset;
use hoshi_record::lint::Lines;
use serde_json::{Map, Value, json};

use super::Answer;
use super::check::excerpt;
use crate::cli::{CheckConfig, ConfigWhat, ShowConfig};
use crate::config::keys::{self, KEYS, Key, KeyId, VERSION};
use crate::config::{self, Config, Env, Loaded, Origin, Problem, Source};
use crate::files;
use crate::out::{self, Out, Style, Text, counted};

/// Does what was asked for.
pub(crate) fn run(what: Option<&ConfigWhat>, out: &mut Out) -> Result<Answer> {
    match what {
        None => overview(out),
        Some(ConfigWhat::Path(_)) => path(out),
        Some(ConfigWhat::Show(options)) => show(options, out),
        Some(ConfigWhat::Check(options)) => check(options, out),
        Some(ConfigWhat::Edit(_)) => edit::run(out),
    }
}

/// Where the settings are, and which hold: a line each.
fn overview(out: &mut Out) -> Result<Answer> {
    let loaded = Config::load();
    loaded.warn(out);
    let state = match &loaded.from {
        Source::File => "",
        Source::Missing => " (not found; using defaults)",
        Source::Broken(_) => " (has mistakes; `hoshi config check` lists them)",
    };
    let Config { name, history, undo, share, theme, speak, play, engines, keys } = &loaded.config;
    let listed = |items: Vec<String>, none: &str| match items.is_empty() {
        true => none.to_owned(),
        false => items.join(", "),
    };
    let value = |id| match id {
        KeyId::Version => VERSION.to_string(),
        KeyId::Name => name.clone(),
        KeyId::History => history.display().to_string(),
        KeyId::Undo => undo.name().to_owned(),
        KeyId::Share => share.clone().unwrap_or_else(|| "none".to_owned()),
        KeyId::Theme => {
            theme.map_or_else(|| "automatic".to_owned(), |theme| theme.name().to_owned())
        }
        KeyId::Speak => speak.to_string(),
        KeyId::Play => {
            let entries = play.entries().into_iter();
            listed(entries.map(|(name, value)| format!("{name} {value}")).collect(), "none")
        }
        KeyId::Engines => listed(engines.keys().cloned().collect(), "none"),
        KeyId::Keys => {
            let each = |(action, presses): (&String, &Vec<String>)| {
                format!("{action} {}", presses.join(" "))
            };
            listed(keys.iter().map(each).collect(), "as the board shows them")
        }
    };
    let path = hoshi_files::visible_line(&loaded.path.display().to_string()).into_owned();
    out.write(out.style(Style::Heading, &path) + format!("{state}\n\n"))?;
    for key in KEYS.iter().filter(|key| key.id != KeyId::Version) {
        let value = hoshi_files::visible_line(&value(key.id)).into_owned();
        let from = match loaded.origin(key.id) {
            Origin::Default => Text::new(),
            Origin::File => out.style(Style::Faint, "  (set in the file)"),
            Origin::Environment(name) => out.style(Style::Faint, &format!("  (set by {name})")),
        };
        out.write(Text::from(format!("{:<9}{value}", key.name)) + from + "\n")?;
    }
    if let Some(log) = crate::log::path() {
        out.write(format!("\nThe log is {}.\n", files::shown(&log)))?;
    }
    out.flush()?;
    out.say("`hoshi config edit` changes the file; `hoshi help config` explains the keys.");
    Ok(Answer::Yes)
}

fn path(out: &mut Out) -> Result<Answer> {
    let path = Env::of_process().path();
    // As it is: a path need not be text.
    out.bytes(path.as_os_str().as_encoded_bytes())?;
    out.line("")?;
    out.detail(if path.exists() { "the file exists" } else { "not found; using defaults" });
    Ok(Answer::Yes)
}

fn show(options: &ShowConfig, out: &mut Out) -> Result<Answer> {
    let loaded = Config::load();
    loaded.warn(out);
    if options.json {
        out.json(&json_of(&loaded))?;
    } else {
        out.write(toml_of(&loaded))?;
    }
    Ok(Answer::Yes)
}

/// The configuration as its own file would have it.
fn toml_of(loaded: &Loaded) -> String {
    let path = loaded.path.display().to_string();
    let path = hoshi_files::visible_line(&path);
    let mut text = match &loaded.from {
        Source::File => format!("# The configuration of hoshi, with {path}.\n"),
        Source::Missing => format!("# The configuration of hoshi, without {path}.\n"),
        Source::Broken(_) => {
            format!("# The configuration of hoshi, with the valid part of {path}.\n")
        }
    };
    for key in KEYS {
        let Key { id, name, about, example, .. } = key;
        let origin = loaded.origin(*id);
        text.push('\n');
        for line in keys::wrapped(about, keys::WIDTH - 2) {
            let _ = writeln!(text, "# {line}");
        }
        let mut line = |value: String| {
            let _ = writeln!(text, "{name} = {value}  # {origin}");
        };
        let config = &loaded.config;
        match id {
            KeyId::Version => line(VERSION.to_string()),
            KeyId::Name => line(string(&config.name)),
            KeyId::History => line(string(&config.history.to_string_lossy())),
            KeyId::Undo => line(string(config.undo.name())),
            KeyId::Share => match &config.share {
                Some(share) => line(string(share)),
                None => {
                    let _ = writeln!(text, "# {example}  # {origin}: none");
                }
            },
            KeyId::Theme => match config.theme {
                Some(theme) => line(string(theme.name())),
                None => {
                    let _ = writeln!(text, "# {example}  # {origin}: what fits the terminal");
                }
            },
            KeyId::Speak => line(config.speak.to_string()),
            KeyId::Play => {
                let entries = config.play.entries();
                let none = if entries.is_empty() { ": none" } else { "" };
                let _ = writeln!(text, "[play]  # {origin}{none}");
                for (name, value) in entries {
                    let _ = writeln!(text, "{name} = {}", string(&value));
                }
            }
            KeyId::Engines => engines(loaded, origin, &mut text),
            KeyId::Keys => {
                let none = if config.keys.is_empty() { ": the usual ones" } else { "" };
                let _ = writeln!(text, "[keys]  # {origin}{none}");
                for (action, presses) in &config.keys {
                    let _ = writeln!(text, "{action} = {}", string(&presses.join(" ")));
                }
            }
        }
    }
    text
}

fn engines(loaded: &Loaded, origin: Origin, text: &mut String) {
    let engines = &loaded.config.engines;
    let none = if engines.is_empty() { ": none" } else { "" };
    let _ = writeln!(text, "[engines]  # {origin}{none}");
    for (name, words) in engines {
        let is_bare = |letter: char| letter.is_ascii_alphanumeric() || "-_".contains(letter);
        let name = if name.chars().all(is_bare) { name.clone() } else { string(name) };
        // The reader takes no NUL, which alone cannot be quoted.
        let command = shlex::try_join(words.iter().map(String::as_str)).unwrap_or_default();
        let _ = writeln!(text, "{name} = {}", string(&command));
    }
}

/// A string of TOML.
fn string(text: &str) -> String {
    toml::Value::from(text).to_string()
}

fn json_of(loaded: &Loaded) -> Value {
    let Config { name, history, undo, share, theme, speak, play, engines, keys } = &loaded.config;
    let play: Map<String, Value> =
        play.entries().into_iter().map(|(name, value)| (name.to_owned(), value.into())).collect();
    let origin = |key: &Key| match loaded.origin(key.id) {
        Origin::Environment(_) => "environment".to_owned(),
        origin => origin.to_string(),
    };
    let from: Map<String, Value> =
        KEYS.iter().map(|key| (key.name.to_owned(), origin(key).into())).collect();
    let source = match &loaded.from {
        Source::File => "file",
        Source::Missing => "missing",
        Source::Broken(_) => "broken",
    };
    json!({
        "path": loaded.path.display().to_string(),
        "source": source,
        "version": VERSION,
        "name": name,
        "history": history.display().to_string(),
        "undo": undo.name(),
        "share": share,
        "theme": theme.map(hoshi_tui::Theme::name),
        "speak": speak,
        "play": play,
        "engines": engines,
        "keys": keys,
        "from": from,
    })
}

fn check(options: &CheckConfig, out: &mut Out) -> Result<Answer> {
    let path = options.file.clone().unwrap_or_else(|| Env::of_process().path());
    let bytes = match &options.file {
        Some(file) if files::is_dash(file) => files::read(file)?,
        file => match config::open(&path) {
            // A file that was named must exist.
            Err(error) if error.kind() == io::ErrorKind::NotFound && file.is_none() => {
                if options.json {
                    out.line("[]")?;
                }
                let path = path.display();
                out.say(format!("{path} not found; using defaults"));
                return Ok(Answer::Yes);
            }
            read => read.with_context(|| path.display().to_string())?,
        },
    };
    report(&path, &bytes, options.json, out)
}

/// Prints what is wrong in a file.
fn report(path: &Path, bytes: &[u8], json: bool, out: &mut Out) -> Result<Answer> {
    let (_, problems) = config::read(bytes);
    if json {
        let objects: Vec<String> =
            problems.iter().map(|problem| out::json(&object(path, problem))).collect();
        out.line(format!("[{}]", objects.join(",\n")))?;
    } else {
        let (name, lines) = (files::shown(path), Lines::new(bytes));
        for problem @ Problem { line, column, .. } in &problems {
            let place = out.style(Style::Heading, &format!("{name}:{line}:{column}:"));
            let at = (*line, *column);
            let excerpt = excerpt(&lines, at, Charset::UTF_8, Style::Error, out);
            out.write(place + format!(" {}\n", problem.fault) + excerpt)?;
        }
        out.flush()?;
    }
    let name = files::shown(path);
    out.say(&match problems.len() {
        0 => format!("no errors in {name}"),
        count => format!("{} in {name}", counted(count, "error")),
    });
    Ok(if problems.is_empty() { Answer::Yes } else { Answer::No })
}

/// A problem for programs, in the shape that `hoshi check` gives its findings.
fn object(path: &Path, Problem { line, column, fault }: &Problem) -> Value {
    json!({
        "file": path.display().to_string(),
        "line": line,
        "column": column,
        "rule": fault.rule(),
        "severity": "error",
        "message": fault.to_string(),
        "fixable": false,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::config::Undo;

    /// What is shown is read again, and comes to the same.
    #[test]
    fn what_is_shown_is_a_configuration() {
        let folder = tempfile::tempdir().expect("a folder");
        let file = folder.path().join("config.toml");
        let home = Some("/nowhere".into());
        let env = Env { config: Some(file.clone().into()), home, ..Env::default() };
        let samples = [
            "",
            include_str!("../../../../testdata/config/v1/config.toml"),
            "name = '\"a\\b\" #c'\nhistory = '/a \"b\" #c'\nengines.'段.1' = \"x '' \\\"a'b\\\" '\\n'\"",
        ];
        for text in samples {
            std::fs::write(&file, text).expect("a file");
            let before = Config::load_in(&env);
            assert_eq!(before.from, Source::File, "{text}");
            let shown = toml_of(&before);
            std::fs::write(&file, &shown).expect("a file");
            let after = Config::load_in(&env);
            assert_eq!((after.from, &after.config), (Source::File, &before.config), "{shown}");
        }
    }

    #[test]
    fn json_has_every_key_of_the_table() {
        let env = Env { config: Some("/nowhere/config.toml".into()), ..Env::default() };
        let json = json_of(&Config::load_in(&env));
        for key in KEYS {
            assert!(json.get(key.name).is_some(), "{}", key.name);
            assert_eq!(json["from"][key.name], "default");
        }
        assert_eq!(json["undo"], Undo::default().name());
        assert_eq!(json["source"], "missing");
    }
}
