//! `hoshi play`: a game begins, or goes on, and its session is handed to a view.

mod plain;
mod words;

use std::path::Path;
use std::sync::Arc;
use std::time::SystemTime;

use anyhow::{Context as _, Result, anyhow, bail};
use hoshi_core::{Color, Game, Point, Preset, Rules, Size};
use hoshi_store::{About, History, Player, RealDisk, Recorder};

use super::Answer;
use crate::cli::{Handicap, Play, WrongCall};
use crate::config::{Config, Undo};
use crate::now::local_now;
use crate::out::{self, Out};
use crate::records;
use crate::session::who::Who;
use crate::session::{Opening, Session};

/// Plays.
pub(crate) fn run(options: &Play, out: &mut Out) -> Result<Answer> {
    let loaded = Config::load();
    loaded.warn(out);
    let config = loaded.config;
    let opening = Opening {
        who: [options.black.clone(), options.white.clone()],
        keeps_undone: config.undo == Undo::Variation,
        seed: options.seed.unwrap_or_else(any_seed),
    };
    let history = History::new(Arc::new(RealDisk), &config.history);
    let session = match &options.resume {
        None => begin(options, &config, &history, opening)?,
        Some(which) => {
            let recorder = find(which.as_deref(), options.game, &history)?;
            resume(recorder, opening, out)
        }
    };
    play(session, out)
}

/// Hands a session to its view.
pub(crate) fn play(session: Session, out: &mut Out) -> Result<Answer> {
    out::end_on_ctrl_c()?;
    plain::run(session, out)?;
    Ok(Answer::Yes)
}

/// Where a random player begins, if nobody says: somewhere else each time.
fn any_seed() -> u64 {
    let since = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default();
    since.as_nanos() as u64 ^ u64::from(std::process::id()).rotate_left(40)
}

/// A new game.
fn begin(options: &Play, config: &Config, history: &History, opening: Opening) -> Result<Session> {
    let game = new_game(options)?;
    let names = [&options.black, &options.white].map(|who| match who {
        Who::Human => config.name.clone(),
        Who::Random => "hoshi random".to_owned(),
    });
    let time = options.time.and_then(|control| control.0);
    let recorder = if options.no_record {
        None
    } else {
        let player = |color: Color| Player { name: names[color.index()].clone(), rank: None };
        let about = About {
            black: player(Color::Black),
            white: player(Color::White),
            when: local_now(),
            time,
            application: concat!("hoshi:", env!("CARGO_PKG_VERSION")).to_owned(),
        };
        let begun = Recorder::begin(history, &game, &about);
        Some(begun.map_err(|error| WrongCall(format!("{error}; --no-record plays all the same")))?)
    };
    Ok(Session::begin(game, names, time, recorder, opening))
}

fn new_game(options: &Play) -> Result<Game> {
    let size = options.size.unwrap_or(Size::S19);
    let rules = options.rules.clone().unwrap_or_else(|| Rules::of(Preset::Chinese));
    let wrong = |error: &dyn std::fmt::Display| anyhow!(WrongCall(error.to_string()));
    let game = match &options.handicap {
        None => Game::new(size, rules),
        Some(Handicap::Stones(stones)) => Game::with_handicap(size, rules, *stones)
            .map_err(|error| wrong(&format!("{error} (--handicap D4,F6 names the points)")))?,
        Some(Handicap::Points(names)) => {
            let points: Result<Vec<Point>, _> =
                names.iter().map(|name| size.parse_a1(name)).collect();
            let points = points.map_err(|error| wrong(&error))?;
            Game::with_free_handicap(size, rules, &points).map_err(|error| wrong(&error))?
        }
    };
    Ok(match options.komi {
        Some(komi) => game.with_komi(komi),
        None => game,
    })
}

/// The record of the game to go on with.
fn find(which: Option<&Path>, game: usize, history: &History) -> Result<Recorder> {
    let Some(path) = which else {
        bail!(WrongCall("name the game".into()));
    };
    if let Some(name) = name_in(path, history) {
        return Ok(Recorder::open(history, &name)?);
    }
    let record = records::load(path, None)?;
    // Only to say that there is no such game.
    let index = records::game(&record, game)?.index();
    let one = record.file.split().into_iter().nth(index).context("the game of the record")?;
    Ok(Recorder::copy(history, one, local_now())?)
}

/// The name of a file that lies in the history itself.
fn name_in(path: &Path, history: &History) -> Option<String> {
    let whole = path.canonicalize().ok()?;
    let folder = history.folder().canonicalize().ok()?;
    let name = whole.file_name()?.to_str()?;
    (whole.parent() == Some(&folder) && name.ends_with(".sgf")).then(|| name.to_owned())
}

/// A session that goes on where its record stands.
pub(crate) fn resume(recorder: Recorder, opening: Opening, out: &mut Out) -> Session {
    let (session, remarks) = Session::resume(recorder, opening);
    for remark in remarks {
        out.say(&format!("note: {remark}"));
    }
    session
}
