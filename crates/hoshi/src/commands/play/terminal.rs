//! The terminal board in the program: what `hoshi-tui` needs of it, and when it opens.

use std::env;
use std::io::{self, IsTerminal as _};
use std::sync::{Arc, Mutex};

use anyhow::{Context as _, Result};
use hoshi_record::kifu::Kifu;
use hoshi_session::UndoPolicy;
use hoshi_session::host::program::Opened;
use hoshi_store::{History, Recorder};
use hoshi_tui::{End, Keys, Setup, Signal, Start, Theme};

use super::program::ForBoards;
use super::{Answer, begin, find, resume};
use crate::cli::{Play, Players};
use crate::commands::history::configured;
use crate::config::Config;
use crate::out::{self, Out};
use crate::signals;

/// Whether this terminal can show the board.
pub(crate) fn can_open() -> bool {
    let is_dumb = env::var_os("TERM").is_none_or(|term| term.is_empty() || term == "dumb");
    io::stdin().is_terminal() && out::shows_data() && (cfg!(windows) || !is_dumb)
}

/// Says why the board does not open, if there is a person to read it: standard input or output is a pipe or a file.
pub(crate) fn say_why_not(instead: &str, out: &mut Out) {
    let text = match (io::stdin().is_terminal(), out::shows_data()) {
        (false, true) => format!("Standard input {}", out::instead_of_terminal(&io::stdin())),
        (true, false) => format!("Standard output {}", out::instead_of_screen()),
        _ => return,
    };
    out.say(format!("{text}: {instead}."));
}

/// The start screen.
pub(crate) fn home(out: &mut Out) -> Result<Answer> {
    let loaded = Config::load();
    let warning = loaded.warning();
    signals::end_on_signal()?;
    let history = configured(&loaded.config);
    let _ = history.sweep();
    show(history, loaded.config, Start::Home, warning, false, out)
}

/// A game as the options have it.
pub(super) fn play(
    options: &Play,
    history: History,
    config: Config,
    out: &mut Out,
) -> Result<Answer> {
    let asking = |color, why: &str| super::ask(color, why, &config, out);
    let mut asking = asking;
    let opened = match &options.resume {
        None => {
            Opened { opening: begin(options, &history, &config, &mut asking)?, notes: Vec::new() }
        }
        Some(which) => match find(which.as_deref(), options.game, &history)? {
            Some((recorder, kifu)) => {
                let (players, undo) = (&options.players, options.undo);
                let (opening, notes) = resume(recorder, kifu, players, undo, &config, &mut asking)?;
                Opened { opening, notes }
            }
            None => {
                out.say("There is no unfinished game; `hoshi play` starts a new one.");
                return Ok(Answer::No);
            }
        },
    };
    show(history, config, Start::Game(opened), None, options.teach, out)
}

/// Continues a game of the history, or opens one that is over, to correct it.
pub(super) fn open(
    history: History,
    name: &str,
    players: &Players,
    config: Config,
    out: &mut Out,
) -> Result<Answer> {
    let (recorder, file) = Recorder::open(&history, name)?;
    let kifu = Kifu::of_file(file)?;
    let mut asking = |color, why: &str| super::ask(color, why, &config, out);
    let undo = UndoPolicy::default();
    let (opening, notes) = resume(recorder, kifu, players, undo, &config, &mut asking)?;
    show(history, config, Start::Game(Opened { opening, notes }), None, false, out)
}

/// Opens the board, and says what is to be said when it is left.
fn show(
    history: History,
    config: Config,
    start: Start,
    warning: Option<String>,
    teach: bool,
    out: &mut Out,
) -> Result<Answer> {
    signals::note_signals()?;
    let theme = config.theme.unwrap_or_else(theme);
    let speak = config.speak;
    let mut keys = Keys::default();
    for (action, presses) in &config.keys {
        // The configuration was checked when it was read.
        let _ = keys.set(action, presses);
    }
    out.flush()?;
    let program = Arc::new(ForBoards::new(history, config, false));
    let listen = |tell: Box<dyn Fn(Signal) + Send>| {
        let tell = Arc::new(Mutex::new(tell));
        let ending = Arc::clone(&tell);
        let say = |tell: &Mutex<Box<dyn Fn(Signal) + Send>>, signal| {
            if let Ok(tell) = tell.lock() {
                tell(signal);
            }
        };
        signals::on_signal(move || say(&ending, Signal::End));
        let stops = move |is_stop| {
            say(&tell, if is_stop { Signal::Stop } else { Signal::Continued });
        };
        if let Err(error) = signals::on_stop(stops) {
            tracing::warn!("cannot listen for stops: {error}");
        }
    };
    let setup = Setup {
        program,
        theme,
        keys,
        speak,
        start,
        teach,
        warning,
        listen: Box::new(listen),
        stop: signals::stop,
    };
    let shown = hoshi_tui::run(setup);
    // An engine that was replaced may still be on its way out.
    hoshi_gtp::end_all();
    let (end, farewell) = shown.context("the terminal")?;
    for text in farewell {
        out.say(&text);
    }
    if end == End::Interrupted {
        signals::note_interrupt();
        return Ok(Answer::Interrupted);
    }
    Ok(Answer::Yes)
}

/// The theme that fits this terminal.
fn theme() -> Theme {
    let text = |name: &str| env::var(name).ok().filter(|value| !value.is_empty());
    let locale = ["LC_ALL", "LC_CTYPE", "LANG"].iter().find_map(|name| text(name));
    let locale = locale.unwrap_or_default().to_lowercase();
    let term = text("TERM").unwrap_or_default();
    let is_unicode = cfg!(windows) || locale.contains("utf-8") || locale.contains("utf8");
    // Terminals for these languages may draw stones and lines two columns wide.
    let is_wide = ["ja", "ko", "zh"].iter().any(|language| locale.starts_with(language));
    let is_rich = term.contains("256") || text("COLORTERM").is_some() || cfg!(windows);
    let is_light =
        matches!(text("COLORFGBG").unwrap_or_default().rsplit(';').next(), Some("7" | "15"));
    match () {
        () if !is_unicode || is_wide || term == "linux" => Theme::Ascii,
        () if text("NO_COLOR").is_some() => Theme::Plain,
        () if !is_rich => Theme::Sixteen,
        () if is_light => Theme::Light,
        () => Theme::Dark,
    }
}
