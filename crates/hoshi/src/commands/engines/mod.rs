//! `hoshi engines`: which engines there are, and what one of them can do.

mod trial;

use anyhow::{Result, bail};
use hoshi_gtp::Fault;
use hoshi_session::host::{KNOWN, Known, Places, Who, WhoError};
use serde_json::{Value, json};

use super::Answer;
use crate::cli::Engines;
use crate::config::Config;
use crate::error::UsageError;
use crate::near;
use crate::out::{Out, Style};
use crate::signals;

/// Does what was asked for.
pub(crate) fn run(options: &Engines, out: &mut Out) -> Result<Answer> {
    let loaded = Config::load();
    loaded.warn(out);
    let places = Places::of_machine();
    if options.command.is_empty() {
        return list(&loaded.config, &places, options.json, out);
    }
    if let Some(option) = options.command.first().filter(|word| word.starts_with('-')) {
        let hint = near::question(option, ["--json"].into_iter());
        bail!(UsageError(format!("unknown option `{option}`{hint}")));
    }
    let who = who(&options.command, &loaded.config, &places).map_err(UsageError::of)?;
    if matches!(who, Who::Human | Who::Bot(_) | Who::Random | Who::Table(_)) {
        bail!(UsageError(format!("`{who}` is not a program: every `hoshi play` can seat it")));
    }
    let words =
        who.command(&loaded.config.engines, &places).map_err(UsageError::of)?.unwrap_or_default();
    signals::end_on_signal()?;
    match trial::run(&places.resolve(words.clone()), out) {
        Ok(trial) if options.json => {
            let mut object = trial.to_json();
            object["who"] = who.to_string().into();
            object["words"] = words.into();
            out.json(&object)?;
            if !trial.is_usable() {
                return Ok(Answer::No);
            }
        }
        Ok(trial) => {
            let text = trial.to_text(&who, out);
            out.write(text)?;
            if !trial.is_usable() {
                out.warn(trial::NO_MOVE);
                return Ok(Answer::No);
            }
        }
        // That there is no such program is not for it to answer.
        Err(fault @ Fault::NotStarted { .. }) => {
            let names = KNOWN.iter().map(|known| known.program);
            let names = names.chain(loaded.config.engines.keys().map(String::as_str));
            bail!("{fault}{}", near::question(&options.command.join(" "), names));
        }
        Err(fault) => {
            if options.json {
                let (who, reason) = (who.to_string(), fault.to_string());
                let object = json!({"who": who, "words": words, "usable": false, "reason": reason});
                out.json(&object)?;
            }
            out.warn(&fault.to_string());
            if let Some(usual) = usual(&options.command) {
                out.say(format!("hint: as an engine it is started by `{usual}`"));
            }
            return Ok(Answer::No);
        }
    }
    Ok(Answer::Yes)
}

/// The player that a command names: a configured engine, a known engine, or a command line.
fn who(command: &[String], config: &Config, places: &Places) -> Result<Who, WhoError> {
    let [word] = command else { return Ok(Who::Gtp(command.to_vec())) };
    let is_built_in = |who: &Who| !matches!(who, Who::Named(_));
    if word.starts_with("gtp:") || word.starts_with("engine:") {
        return word.parse();
    }
    if let Some(who) = word.parse().ok().filter(is_built_in) {
        return Ok(who);
    }
    if config.engines.contains_key(word) {
        return Ok(Who::Configured(word.clone()));
    }
    if let Some(known) = Known::named(word) {
        let found = places.look_for(known).map(|(words, _)| words);
        return Ok(Who::Gtp(found.unwrap_or_else(|| known.command(word.clone()))));
    }
    if word.contains(char::is_whitespace) && places.program(word).is_none() {
        return format!("gtp:{word}").parse();
    }
    Ok(Who::Gtp(vec![word.clone()]))
}

/// The usual command of a known engine, if this is another command of it.
fn usual(command: &[String]) -> Option<String> {
    let known = Known::named(command.first()?)?;
    let usual = known.command(known.program.to_owned());
    (command.len() > 1 && usual[1..].iter().any(|word| !command.contains(word)))
        .then(|| usual.join(" "))
}

/// What a shell would take for this one word.
fn quoted(who: &Who) -> String {
    let text = who.to_string();
    shlex::try_quote(&text).map(std::borrow::Cow::into_owned).unwrap_or(text)
}

fn list(config: &Config, places: &Places, is_json: bool, out: &mut Out) -> Result<Answer> {
    let mut lines = Vec::new();
    let (mut configured, mut found) = (Vec::new(), Vec::new());
    for (name, words) in &config.engines {
        let who = Who::Configured(name.clone());
        let program = words.first().and_then(|word| places.program(word));
        let about = match &program {
            Some(_) => Who::Gtp(words.clone()).to_string()["gtp:".len()..].to_owned(),
            None => format!("{} is not installed", words.first().map_or("", String::as_str)),
        };
        lines.push((quoted(&who), about));
        let program = program.map(|path| path.display().to_string());
        configured.push(json!({
            "name": name,
            "who": who.to_string(),
            "words": words,
            "program": program,
        }));
    }
    for &known in KNOWN {
        let Some((words, path)) = places.look_for(known) else { continue };
        let path = path.display().to_string();
        // By its name alone, if it needs nothing else and the name is nobody else's here.
        let is_named = known.wants.is_none() && !config.engines.contains_key(known.program);
        let who =
            if is_named { Who::Named(known.program.to_owned()) } else { Who::Gtp(words.clone()) };
        let about = match known.wants {
            Some(wants) => format!("{path}; it may need {wants}"),
            None => path.clone(),
        };
        lines.push((quoted(&who), about));
        found.push(json!({
            "who": who.to_string(),
            "words": words,
            "program": path,
            "wants": known.wants,
        }));
    }
    if is_json {
        let object: Value = json!({"configured": configured, "found": found});
        out.json(&object)?;
        return Ok(Answer::Yes);
    }
    let width = lines.iter().map(|(who, _)| who.chars().count()).max().unwrap_or(0);
    for (who, about) in &lines {
        let who = out.style(Style::Command, &format!("{who:<width$}"));
        out.line(who + "  " + about)?;
    }
    if configured.is_empty() {
        out.say(
            "No engine is configured; `hoshi config path` prints the path of the configuration.",
        );
    }
    out.say(if found.is_empty() {
        "No known engine is installed; `hoshi engines COMMAND` tries any other program."
    } else {
        "Use the first column with --black or --white; `hoshi engines COMMAND` tries an engine."
    });
    Ok(Answer::Yes)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn config() -> Config {
        let mut config = Config::load_in(&crate::config::Env {
            config: Some("/nowhere/config.toml".into()),
            ..Default::default()
        })
        .config;
        config.engines.insert("mine".to_owned(), vec!["/opt/mine".to_owned()]);
        config.engines.insert("fuego".to_owned(), vec!["/opt/other".to_owned()]);
        config
    }

    #[test]
    fn a_command_is_a_name_or_words() {
        let meant = |command: &[&str]| {
            let command: Vec<String> = command.iter().map(|&word| word.to_owned()).collect();
            who(&command, &config(), &Places::default()).map(|who| who.to_string())
        };
        for (command, wanted) in [
            (&["mine"][..], "engine:mine"),
            (&["engine:mine"], "engine:mine"),
            (&["fuego"], "engine:fuego"),
            (&["gnugo"], "gtp:gnugo --mode gtp"),
            (&["katago"], "gtp:katago gtp"),
            (&["gnugo", "--level", "1"], "gtp:gnugo --level 1"),
            (&["gnugo --level 1"], "gtp:gnugo --level 1"),
            (&["gtp:a 'b c'"], "gtp:a 'b c'"),
            (&["./x"], "gtp:./x"),
        ] {
            assert_eq!(meant(command).as_deref(), Ok(wanted), "{command:?}");
        }
        assert_eq!(meant(&["a 'b"]), Err(WhoError::Quote("a 'b".to_owned())));
    }
}
