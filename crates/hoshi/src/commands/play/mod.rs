//! `hoshi play`: a game begins, or goes on, and its session is handed to a view.

mod plain;
mod words;

use std::path::Path;

use anyhow::{Context as _, Result, anyhow};
use hoshi_core::{Color, Game, Point, Preset, Rules, Size};
use hoshi_store::{About, Entry, History, Recorder};

use super::Answer;
use super::history::configured;
use crate::cli::{Handicap, Play, Players, WrongCall};
use crate::config::{Config, Undo};
use crate::files;
use crate::now::local_now;
use crate::out::{self, Out};
use crate::players::{Mind, TablePlayer, Who, any_seed};
use crate::records;
use crate::session::{Opening, Player, Session};

/// Plays.
pub(crate) fn run(options: &Play, out: &mut Out) -> Result<Answer> {
    let loaded = Config::load();
    loaded.warn(out);
    let config = loaded.config;
    // Before any engine is started, which would be left behind.
    out::end_on_ctrl_c()?;
    let opening = opening(&options.players, &config)?;
    let history = configured(&config);
    // What it cannot tidy up is in nobody's way.
    let _ = history.sweep();
    let session = match &options.resume {
        None => {
            offer(&history, out);
            begin(options, &history, opening)?
        }
        Some(which) => match find(which.as_deref(), options.game, &history)? {
            Some(recorder) => resume(recorder, opening, out)?,
            None => {
                out.say("No game is unfinished; `hoshi play` begins one.");
                return Ok(Answer::No);
            }
        },
    };
    hand_over(session, &config, out)
}

/// A game of the history goes on where it stands.
pub(crate) fn go_on(
    history: &History,
    name: &str,
    players: &Players,
    config: &Config,
    out: &mut Out,
) -> Result<Answer> {
    out::end_on_ctrl_c()?;
    let opening = opening(players, config)?;
    let session = resume(Recorder::open(history, name)?, opening, out)?;
    hand_over(session, config, out)
}

/// Has a view play the game.
fn hand_over(session: Session, config: &Config, out: &mut Out) -> Result<Answer> {
    out::note_ctrl_c()?;
    plain::run(session, config, out)?;
    Ok(if out::is_interrupted() { Answer::Interrupted } else { Answer::Yes })
}

/// Those who play, engines started.
fn opening(players: &Players, config: &Config) -> Result<Opening> {
    let seed = players.seed.unwrap_or_else(any_seed);
    Ok(Opening {
        players: [player(&players.black, config, seed)?, player(&players.white, config, !seed)?],
        keeps_undone: config.undo == Undo::Variation,
    })
}

/// One who plays; an engine is started.
fn player(who: &Who, config: &Config, seed: u64) -> Result<Player> {
    let command = who.command(config).map_err(WrongCall)?;
    Ok(match (who, command) {
        (_, Some(words)) => Player::of_mind(Mind::engine(words)?),
        (Who::Table(path), _) => Player::of_mind(Mind::table(TablePlayer::read(path)?)),
        (Who::Random, _) => Player::of_mind(Mind::random(seed)),
        _ => Player::person(config.name.clone()),
    })
}

/// A new game.
fn begin(options: &Play, history: &History, opening: Opening) -> Result<Session> {
    let game = new_game(options)?;
    for player in &opening.players {
        check(player, &game)?;
    }
    let time = options.time.and_then(|control| control.0);
    let recorder = if options.no_record {
        None
    } else {
        let player = |color: Color| {
            let name = opening.players[color.index()].name.clone();
            hoshi_store::Player { name, rank: None }
        };
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
    Ok(Session::begin(game, time, recorder, opening))
}

/// Refuses one that cannot play this game.
fn check(player: &Player, game: &Game) -> Result<()> {
    let fits = player.mind.as_ref().map_or(Ok(()), |mind| mind.fits(game));
    Ok(fits.map_err(|why| WrongCall(format!("{}: {why}", player.name)))?)
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

/// The record of the game to go on with; `None` if no game is unfinished.
fn find(which: Option<&Path>, game: usize, history: &History) -> Result<Option<Recorder>> {
    let Some(path) = which else {
        let Some(entry) = unfinished(history)? else { return Ok(None) };
        return Ok(Some(Recorder::open(history, &entry.name)?));
    };
    // A number, or a name that nothing has here, is one of the history.
    let is_elsewhere = path.exists() || path.components().count() > 1 || files::is_dash(path);
    let name = match path.to_str().filter(|_| !is_elsewhere) {
        Some(name) => Some(history.find(name).map_err(|error| WrongCall(error.to_string()))?.name),
        None => name_in(path, history),
    };
    // What goes on in place is the first game of a file; any other is a copy.
    if let Some(name) = name.as_ref().filter(|_| game == 1) {
        return Ok(Some(Recorder::open(history, name)?));
    }
    let path = name.map_or_else(|| path.to_owned(), |name| history.path(&name));
    let record = records::load(&path, None)?;
    // Only to say that there is no such game.
    let index = records::game(&record, game)?.index();
    let one = record.file.split().into_iter().nth(index).context("the game of the record")?;
    Ok(Some(Recorder::copy(history, one, local_now())?))
}

/// The newest game that waits to be gone on with.
fn unfinished(history: &History) -> Result<Option<Entry>> {
    let folder = || history.folder().display().to_string();
    let mut entries = history.entries().with_context(folder)?;
    Ok(entries.find(Entry::is_waiting))
}

/// Says which game could be gone on with instead of a new one.
fn offer(history: &History, out: &mut Out) {
    // A folder that cannot be read is told of when something is to be written there.
    let Ok(Some(Entry { when, game: Ok(game), .. })) = unfinished(history) else { return };
    let moves = if game.moves == 1 { "1 move".to_owned() } else { format!("{} moves", game.moves) };
    let name = |name: String| if name.is_empty() { "?".to_owned() } else { name };
    out.say(&format!(
        "Unfinished: {} {:02}:{:02}, {} against {}, {}, {moves}. `hoshi play --resume` goes on with it.",
        when.date(),
        when.hour,
        when.minute,
        name(game.black),
        name(game.white),
        game.size,
    ));
}

/// The name of a file that lies in the history itself.
fn name_in(path: &Path, history: &History) -> Option<String> {
    let whole = path.canonicalize().ok()?;
    let folder = history.folder().canonicalize().ok()?;
    let name = whole.file_name()?.to_str()?;
    (whole.parent() == Some(&folder) && name.ends_with(".sgf")).then(|| name.to_owned())
}

/// A session that goes on where its record stands.
fn resume(recorder: Recorder, opening: Opening, out: &mut Out) -> Result<Session> {
    let (session, remarks) = Session::resume(recorder, opening);
    for color in [Color::Black, Color::White] {
        check(session.player(color), session.game())?;
    }
    for remark in remarks {
        out.say(&format!("note: {remark}"));
    }
    Ok(session)
}
