//! `hoshi play`: a game begins or continues, and its session is handed to a view.

mod aside;
mod desktop;
mod input;
mod kept;
mod next;
mod plain;
mod program;
mod seats;
mod teach;
mod terminal;
mod words;

use std::io::IsTerminal as _;
use std::path::Path;

use anyhow::{Context as _, Result, anyhow};
use hoshi_core::{Game, Placement, Point, Preset, Rules, Size};
use hoshi_record::kifu::{Kifu, KifuError};
use hoshi_session::host::{Host, Opening, Sink};
use hoshi_session::{Control, Resumed, Session, Snapshot, Start, Terms, UndoPolicy};
use hoshi_store::{Entry, History, Recorder};

use super::history::configured;
use super::{Answer, notes};
use crate::cli::{CharsetOptions, Handicap, Play, Players};
use crate::config::{Config, PlayDefaults, Undo};
use crate::error::UsageError;
use crate::files;
use crate::now::local_now;
use crate::out::{Out, counted};
use crate::players::JUDGE;
use crate::records;
use crate::signals;
#[cfg(feature = "web")]
pub(crate) use program::program;
use seats::{Asking, Seats, ask, seats};
pub(crate) use terminal::{can_open, home, say_why_not};

/// Plays.
pub(crate) fn run(options: &Play, out: &mut Out) -> Result<Answer> {
    let loaded = Config::load();
    loaded.warn(out);
    let config = loaded.config;
    let options = &with_defaults(options, &config.play);
    if options.resume.is_none()
        && matches!(options.handicap, Some(Handicap::Stones(_)))
        && let Err(error) = new_game(options)
    {
        // Only here: the forms of the boards have no names of points.
        return Err(UsageError(format!("{error} (--handicap D4,F6 names the points)")).into());
    }
    // Before any engine is started, which would be left behind.
    signals::end_on_signal()?;
    let history = configured(&config);
    // What cannot be tidied up does no harm.
    let _ = history.sweep();
    if !options.plain && can_open() {
        return terminal::play(options, history, config, out);
    }
    if !options.plain {
        say_why_not("the game is played in lines", out);
    }
    let opening = match &options.resume {
        None => {
            offer(&history, out);
            begin(options, &history, &config, &mut |color, why| ask(color, why, &config, out))?
        }
        Some(which) => match find(which.as_deref(), options.game, &history)? {
            Some(game) => resume_plainly(game, &options.players, options.undo, &config, out)?,
            None => {
                out.say("There is no unfinished game; `hoshi play` starts a new one.");
                return Ok(Answer::No);
            }
        },
    };
    hand_over(opening, &history, &config, options.teach, out)
}

/// Continues a game of the history.
pub(crate) fn open(
    history: &History,
    name: &str,
    players: &Players,
    is_plain: bool,
    config: &Config,
    out: &mut Out,
) -> Result<Answer> {
    signals::end_on_signal()?;
    if !is_plain && can_open() {
        return terminal::open(history.clone(), name, players, config.clone(), out);
    }
    if !is_plain {
        say_why_not("the game is played in lines", out);
    }
    let (recorder, file) = Recorder::open(history, name)?;
    let kifu = Kifu::of_file(file)?;
    let game = (recorder, kifu);
    let opening = resume_plainly(game, players, UndoPolicy::default(), config, out)?;
    hand_over(opening, history, config, false, out)
}

/// Hands the game to a view.
fn hand_over(
    opening: Opening,
    history: &History,
    config: &Config,
    teaches: bool,
    out: &mut Out,
) -> Result<Answer> {
    signals::note_signals()?;
    if teaches && opening.session.game().rules().capture.is_some() {
        out.say("note: the capture game has no points to lose; --teach names no moves");
    }
    let host = Host::new(1);
    let played = plain::run(&host, opening, history, config, teaches, out);
    // An engine that was replaced may still be on its way out.
    hoshi_gtp::end_all();
    played?;
    Ok(if signals::is_noted() { Answer::Interrupted } else { Answer::Yes })
}

fn terms(undo: UndoPolicy, is_recorded: bool, config: &Config) -> Terms {
    let keep_undone = config.undo == Undo::Variation;
    // Lines from a script need no time to look.
    let pace = std::io::stdin().is_terminal();
    // Piped lines wait for the proposal in any case.
    let judge = if pace { JUDGE } else { JUDGE.at_once() };
    Terms { undo, keep_undone, is_recorded, judge, pace, ..Terms::default() }
}

/// The options, with what is configured in place of those that were not given. A game that is resumed has
/// its own terms.
fn with_defaults(options: &Play, play: &PlayDefaults) -> Play {
    let mut options = options.clone();
    if options.resume.is_some() {
        return options;
    }
    // A komi belongs to its rules, and a handicap has one of its own.
    if options.rules.is_none() && options.handicap.is_none() {
        options.komi = options.komi.or(play.komi);
    }
    options.size = options.size.or(play.size);
    options.rules = options.rules.or_else(|| play.rules.clone());
    options.time = options.time.or(play.time);
    if options.players.black.is_none() && options.players.white.is_none() {
        options.players.white.clone_from(&play.opponent);
    }
    options
}

/// A new game.
fn begin(
    options: &Play,
    history: &History,
    config: &Config,
    asking: &mut Asking<'_>,
) -> Result<Opening> {
    let (game, placing) = new_game(options)?;
    let size = game.size();
    let is_large = size.width() > 52 || size.height() > 52;
    if is_large && !options.no_record {
        let error = KifuError::TooLarge(size);
        return Err(UsageError(format!("{error}; --no-record plays without a record")).into());
    }
    let Seats { players, minds } = seats(&options.players, None, config, asking)?;
    let when = local_now();
    let time = options.time.and_then(|Control(limit)| limit);
    let start = Start { placing, time: [time; 2], date: when.date(), ..Start::of(game) };
    let is_recorded = !options.no_record;
    let session = Session::new(start, players, terms(options.undo, is_recorded, config));
    let sink: Option<Box<dyn Sink>> = match is_recorded {
        true => Some(Box::new(Recorder::begin(history, when.stem(size)))),
        false => None,
    };
    Ok(Opening { session, sink, minds })
}

/// The game, and the handicap stones that Black places with the komi for it.
type NewGame = (Game, Option<(u32, Option<hoshi_core::HalfPoints>)>);

fn new_game(options: &Play) -> Result<NewGame> {
    let size = options.size.unwrap_or(Size::S19);
    let rules = options.rules.clone().unwrap_or_else(|| Rules::of(Preset::Chinese));
    let wrong = |error: &dyn std::fmt::Display| anyhow!(UsageError(error.to_string()));
    let mut placing = None;
    let game = match &options.handicap {
        None => Game::new(size, rules),
        Some(Handicap::Stones(stones)) if *stones >= 2 && rules.placement == Placement::Free => {
            if *stones as usize >= size.area() {
                return Err(wrong(&format!("{stones} handicap stones do not fit on {size}")));
            }
            placing = Some((*stones, options.komi));
            Game::new(size, rules)
        }
        Some(Handicap::Stones(stones)) => {
            Game::with_handicap(size, rules, *stones).map_err(|error| wrong(&error))?
        }
        Some(Handicap::Points(names)) => {
            let points: Result<Vec<Point>, _> =
                names.iter().map(|name| size.parse_a1(name)).collect();
            let points = points.map_err(|error| wrong(&error))?;
            Game::with_free_handicap(size, rules, &points).map_err(|error| wrong(&error))?
        }
    };
    Ok(match options.komi {
        Some(komi) => (game.with_komi(komi), placing),
        None => (game, placing),
    })
}

/// The record of the game to continue; `None` if no game is unfinished.
fn find(which: Option<&Path>, game: usize, history: &History) -> Result<Option<(Recorder, Kifu)>> {
    let open = |name: &str| -> Result<Option<(Recorder, Kifu)>> {
        let (recorder, file) = Recorder::open(history, name)?;
        Ok(Some((recorder, Kifu::of_file(file)?)))
    };
    let Some(path) = which else {
        return unfinished(history)?.map_or(Ok(None), |entry| open(&entry.name));
    };
    // A number, or a name that no file here has, is a game of the history.
    let is_elsewhere = path.exists() || path.components().count() > 1 || files::is_dash(path);
    let name = match path.to_str().filter(|_| !is_elsewhere) {
        Some(name) => Some(history.find(name).map_err(|error| UsageError(error.to_string()))?.name),
        None => name_in(path, history),
    };
    // The first game of a file continues in place; any other as a copy.
    if let Some(name) = name.as_ref().filter(|_| game == 1) {
        return open(name);
    }
    let path = name.map_or_else(|| path.to_owned(), |name| history.path(&name));
    let record = records::load(&path, None, &CharsetOptions::default())?;
    // Only to say that there is no such game.
    let index = records::game(&record, game)?.index();
    let one = record.file.split().into_iter().nth(index).context("the game of the record")?;
    let kifu = Kifu::of_file(one).with_context(|| files::shown(&path))?;
    let stem = local_now().stem(kifu.size());
    Ok(Some((Recorder::copy(history, stem), kifu)))
}

/// The newest game that waits to be continued.
fn unfinished(history: &History) -> Result<Option<Entry>> {
    let folder = || history.folder().display().to_string();
    let mut entries = history.entries().with_context(folder)?;
    Ok(entries.find(Entry::is_waiting))
}

fn named(name: String) -> String {
    if name.is_empty() { "?".to_owned() } else { name }
}

/// Says which game could be continued instead of a new one.
fn offer(history: &History, out: &mut Out) {
    // A folder that cannot be read is reported when something is to be written there.
    let Ok(Some(Entry { when, game: Ok(game), .. })) = unfinished(history) else { return };
    let moves = counted(game.moves, "move");
    out.say(format!(
        "Unfinished: {} {:02}:{:02}, {} against {}, {}, {moves}. `hoshi play --resume` continues it.",
        when.date(),
        when.hour,
        when.minute,
        named(game.black),
        named(game.white),
        game.size,
    ));
}

/// The name of a file that lies in the history itself.
fn name_in(path: &Path, history: &History) -> Option<String> {
    let full = path.canonicalize().ok()?;
    let folder = history.folder().canonicalize().ok()?;
    let name = full.file_name()?.to_str()?;
    (full.parent() == Some(&folder) && name.ends_with(".sgf")).then(|| name.to_owned())
}

/// A session that continues where its record stands, with what is to be noted about the record.
fn resume(
    recorder: Recorder,
    kifu: Kifu,
    players: &Players,
    undo: UndoPolicy,
    config: &Config,
    asking: &mut Asking<'_>,
) -> Result<(Opening, Vec<String>)> {
    let Seats { players, minds } = seats(players, Some(&kifu), config, asking)?;
    let Resumed { mut session, remarks } =
        Session::resume(kifu, players, terms(undo, true, config));
    session.set_file(recorder.path().map(|path| path.display().to_string()));
    Ok((Opening { session, sink: Some(Box::new(recorder)), minds }, remarks))
}

/// The same for the plain view, which says what there is to say at once.
fn resume_plainly(
    (recorder, kifu): (Recorder, Kifu),
    players: &Players,
    undo: UndoPolicy,
    config: &Config,
    out: &mut Out,
) -> Result<Opening> {
    let mut asking = |color, why: &str| ask(color, why, config, out);
    let (opening, remarks) = resume(recorder, kifu, players, undo, config, &mut asking)?;
    notes::say("note: ", remarks, out);
    if let Some(Snapshot { seats, position, .. }) = opening.session.snapshot() {
        let [black, white] = [seats.black.name, seats.white.name].map(named);
        let moves = counted(position.number, "move");
        out.say(format!("Continuing {black} (Black) against {white} (White) after {moves}."));
    }
    Ok(opening)
}

#[cfg(test)]
mod tests {
    use clap::{Args as _, FromArgMatches as _};

    use super::*;

    fn options(words: &str) -> Play {
        let command = Play::augment_args(clap::Command::new("play").no_binary_name(true));
        let matches = command.try_get_matches_from(words.split_whitespace()).expect("options");
        Play::from_arg_matches(&matches).expect("options")
    }

    #[test]
    fn the_configuration_stands_in_for_options_that_are_not_given() {
        let play = PlayDefaults {
            size: "13".parse().ok(),
            rules: "japanese".parse().ok(),
            komi: "0.5".parse().ok(),
            opponent: "bot:3".parse().ok(),
            time: "10m".parse().ok(),
        };
        let shown = |words: &str| {
            let Play { size, rules, komi, players, time, .. } =
                with_defaults(&options(words), &play);
            let text = |value: Option<String>| value.unwrap_or_else(|| "-".to_owned());
            [
                text(size.map(|size| size.to_string())),
                text(rules.map(|rules| rules.to_string())),
                text(komi.map(|komi| komi.to_string())),
                text(players.black.map(|who| who.to_string())),
                text(players.white.map(|who| who.to_string())),
                text(time.map(|time| time.to_string())),
            ]
            .join(" ")
        };
        assert_eq!(shown(""), "13x13 japanese 0.5 - bot:3 10m");
        assert_eq!(shown("--size 9 --komi 5.5"), "9x9 japanese 5.5 - bot:3 10m");
        assert_eq!(shown("--rules chinese"), "13x13 chinese - - bot:3 10m");
        assert_eq!(shown("--handicap 2"), "13x13 japanese - - bot:3 10m");
        assert_eq!(shown("--black random --time none"), "13x13 japanese 0.5 random - none");
        assert_eq!(shown("--white human"), "13x13 japanese 0.5 - human 10m");
        assert_eq!(shown("--resume"), "- - - - - -");
    }
}
