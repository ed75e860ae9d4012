//! `hoshi history`: the games that were played, and what can be done with them. Each is a file; what
//! `show` and `convert` do with files, they do here.

mod filter;
mod table;

use std::io::{self, IsTerminal as _};
use std::sync::Arc;

use anyhow::{Context as _, Result, anyhow, bail};
use hoshi_store::{DeleteError, Entry, FindError, History, RealDisk};
use serde_json::{Value, json};

use super::{Answer, convert, play, show};
use crate::charsets::Charsets;
use crate::cli::{
    self, Convert, HistoryDelete, HistoryExport, HistoryList, HistoryOpen, HistoryPath,
    HistoryRestore, HistoryShow, HistoryWhat, ShowAs,
};
use crate::config::Config;
use crate::error::UsageError;
use crate::now;
use crate::out::{self, Out, counted, talk};
use crate::records::{self, Source};

/// How many games are listed on a terminal without --limit.
const ON_A_TERMINAL: usize = 20;

/// Does what was asked for; the list if nothing was.
pub(crate) fn run(options: &cli::History, out: &mut Out) -> Result<Answer> {
    let loaded = Config::load();
    loaded.warn(out);
    let history = configured(&loaded.config);
    match &options.what {
        None => list(&history, &options.list, &loaded.config.name, out),
        Some(HistoryWhat::List(options)) => list(&history, options, &loaded.config.name, out),
        Some(HistoryWhat::Show(options)) => show_game(&history, options, out),
        Some(HistoryWhat::Open(options)) => {
            let entry = find(&history, &options.which)?;
            let HistoryOpen { players, plain, .. } = options;
            play::open(&history, &entry.name, players, *plain, &loaded.config, out)
        }
        Some(HistoryWhat::Export(options)) => export(&history, options, out),
        Some(HistoryWhat::Delete(options)) => delete(&history, options, out),
        Some(HistoryWhat::Restore(options)) => restore(&history, options, out),
        Some(HistoryWhat::Path(options)) => path(&history, options, out),
    }
}

/// The history that is configured.
pub(crate) fn configured(config: &Config) -> History {
    History::new(Arc::new(RealDisk), &config.history).with_local_time(now::local)
}

/// A game by its number or its name.
fn find(history: &History, which: &str) -> Result<Entry> {
    history.find(which).map_err(|error| match error {
        FindError::Disk { .. } => anyhow!(error),
        _ => anyhow!(UsageError(error.to_string())),
    })
}

/// The list.
fn list(history: &History, options: &HistoryList, own: &str, out: &mut Out) -> Result<Answer> {
    let is_wanted = |entry: &Entry| filter::is_wanted(entry, options, own);
    let is_filtered = filter::is_filtered(options);
    let entries = history.entries().with_context(|| history.folder().display().to_string())?;
    let all = entries.len();
    let mut wanted = entries.filter(is_wanted);
    let usual = if out::shows_data() && !options.json { ON_A_TERMINAL } else { usize::MAX };
    let limit = options.limit.unwrap_or(usual);
    let shown: Vec<Entry> = wanted.by_ref().take(limit).collect();
    if options.json {
        let games: Vec<Value> = shown.iter().map(|entry| json(history, entry)).collect();
        out.json(&Value::Array(games))?;
        return Ok(Answer::Yes);
    }
    if shown.is_empty() && limit > 0 {
        let folder = history.folder().display();
        out.say(&match all {
            0 => format!("no games yet; games you play are saved in {folder}"),
            _ if is_filtered && filter::is_more_than_unfinished(options) => {
                format!("none of {} matches", counted(all, "game"))
            }
            1 => "no unfinished games; the only game in the history has a result".to_owned(),
            all => format!("no unfinished games; all {all} games in the history have a result"),
        });
        return Ok(Answer::Yes);
    }
    let table = table::table(&shown, out);
    out.write(table)?;
    // Nothing need be read to count what is left, unless it must be chosen from.
    let more = if is_filtered { wanted.count() } else { all - shown.len() };
    if more > 0 && options.limit.is_none() {
        out.flush()?;
        out.say(format!("{more} more; --limit {} shows all", shown.len() + more));
    }
    Ok(Answer::Yes)
}

/// A game for programs.
fn json(history: &History, entry: &Entry) -> Value {
    let Entry { number, name, when, is_played, game, .. } = entry;
    let known = game.as_ref().ok();
    json!({
        "number": number,
        "name": name,
        "path": history.path(name).display().to_string(),
        "date": when.date(),
        "time": when.time(),
        "black": known.map(|game| &game.black),
        "white": known.map(|game| &game.white),
        "width": known.map(|game| game.size.width()),
        "height": known.map(|game| game.size.height()),
        "moves": known.map(|game| game.moves),
        "result": known.and_then(|game| game.result.as_ref()),
        "unfinished": entry.is_unfinished(),
        "problem": game.as_ref().err().map(ToString::to_string),
        "playing": is_played,
        "dt": known.map(|game| &game.date),
    })
}

/// A position of a game.
fn show_game(history: &History, options: &HistoryShow, out: &mut Out) -> Result<Answer> {
    let file = history.path(&find(history, &options.which)?.name);
    let record = Source::recorded(&file, out)?.read(&Charsets::default())?;
    let tree = records::game(&record, 1)?;
    let node = records::node(tree, options.number, options.at.as_ref())?;
    let HistoryShow { json, lists, look, .. } = options;
    let how = show::How { json: *json, form: ShowAs::Page, lists: *lists, look };
    show::show(&record, node, &how, out)
}

/// A game as a file.
fn export(history: &History, options: &HistoryExport, out: &mut Out) -> Result<Answer> {
    let file = history.path(&find(history, &options.which)?.name);
    let source = Source::recorded(&file, out)?;
    let HistoryExport { output, to, force, .. } = options;
    let inputs = vec![file, output.clone()];
    let options = Convert { inputs, to: *to, force: *force, ..Convert::default() };
    convert::one(&options, Some(source), out)
}

/// Takes games out of the list.
fn delete(history: &History, options: &HistoryDelete, out: &mut Out) -> Result<Answer> {
    // All of them first: numbers are others once a game is gone.
    let mut games: Vec<Entry> = Vec::new();
    for which in &options.which {
        let game = find(history, which)?;
        if games.iter().all(|other| other.name != game.name) {
            games.push(game);
        }
    }
    if !options.yes && !is_confirmed(&games, out)? {
        out.say("nothing deleted");
        return Ok(Answer::No);
    }
    let mut answer = Answer::Yes;
    for Entry { name, .. } in &games {
        match history.delete(name) {
            Ok(there) => {
                let name = there.file_name().unwrap_or_default().to_string_lossy().into_owned();
                let name = name.strip_suffix(".sgf").unwrap_or(&name);
                out.say(format!(
                    "moved to the trash; `hoshi history restore {name}` brings it back"
                ));
            }
            Err(error @ DeleteError::Held { .. }) => {
                out.warn(&error.to_string());
                answer = Answer::No;
            }
            Err(error) => bail!(error),
        }
    }
    Ok(answer)
}

/// Brings games back from the trash, or lists them.
fn restore(history: &History, options: &HistoryRestore, out: &mut Out) -> Result<Answer> {
    let trash = history.trash().with_context(|| history.folder().display().to_string())?;
    if options.names.is_empty() {
        for name in &trash {
            out.line(name)?;
        }
        out.say(match trash.len() {
            0 => "the trash is empty".to_owned(),
            many => format!("{} in the trash", counted(many, "game")),
        });
        return Ok(Answer::Yes);
    }
    // All of them first, so that a wrong name changes nothing. Only names of the list are taken: no path
    // leads out of the trash.
    let mut names: Vec<&String> = Vec::new();
    for given in &options.names {
        let is_meant = |name: &&String| *name == given || name.strip_suffix(".sgf") == Some(given);
        let Some(name) = trash.iter().find(is_meant) else {
            let there = match trash.len() {
                0 => "it is empty",
                _ => "`hoshi history restore` lists it",
            };
            bail!(UsageError(format!("no game `{given}` in the trash; {there}")));
        };
        if !names.contains(&name) {
            names.push(name);
        }
    }
    for name in names {
        let there = history.restore(name)?;
        let name = there.file_name().map(|name| name.to_string_lossy().into_owned());
        out.say(format!("restored {}", name.unwrap_or_default()));
    }
    Ok(Answer::Yes)
}

/// Asks on the terminal.
fn is_confirmed(games: &[Entry], out: &mut Out) -> Result<bool> {
    if !io::stdin().is_terminal() || !out::shows_talk() {
        bail!(UsageError("cannot ask without a terminal: use --yes to delete".to_owned()));
    }
    out.flush()?;
    let these = if games.len() == 1 {
        "this game".to_owned()
    } else {
        format!("these {} games", games.len())
    };
    talk(table::table(games, out) + format!("delete {these}? [y/N] "));
    let mut answer = String::new();
    io::stdin().read_line(&mut answer).context("standard input")?;
    Ok(matches!(answer.trim().to_lowercase().as_str(), "y" | "yes"))
}

/// Where the games are, or one of them.
fn path(history: &History, options: &HistoryPath, out: &mut Out) -> Result<Answer> {
    let path = match &options.which {
        Some(which) => history.path(&find(history, which)?.name),
        None => history.folder().to_path_buf(),
    };
    out.bytes(path.as_os_str().as_encoded_bytes())?;
    out.write("\n")?;
    Ok(Answer::Yes)
}
