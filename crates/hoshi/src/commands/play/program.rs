//! The program as a board knows it, in the terminal or in a browser: it begins, continues, reviews and keeps games.

use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, SystemTime};

use anyhow::{Context as _, Result, anyhow, bail};
use hoshi_bot::{Bot, Limits, Settings};
use hoshi_core::{Color, Diagram, Move};
use hoshi_record::convert::{self, Format, Options};
use hoshi_record::kifu::Kifu;
use hoshi_record::replay::{Terms as Replayed, replay_brief};
use hoshi_record::sgf::{Collection, GameTree};
use hoshi_render::{Style, layout};
use hoshi_session::host::program::{
    Estimated, Form, Hindrance, Lesson, NewGame, NextGame, Opened, Own, Program, Record,
};
use hoshi_session::host::{Closing, KNOWN, Opening, Places, Worker};
use hoshi_session::{
    Chosen, Context, Failure, Fault, Mind, Player, Profile, Resumed, Session, Side, Task,
    UndoPolicy,
};
use hoshi_store::{History, OpenError, Recorder};

use super::aside::Displaced;
use super::next::Next;
use super::seats::check;
use super::teach::Teacher;
use super::{begin, desktop, kept, resume, terms};
use crate::charsets::Charsets;
use crate::cli::{Handicap, Play, Players};
use crate::commands::draw;
use crate::config::Config;
use crate::error::UsageError;
use crate::files;
use crate::players::{JUDGE, any_seed, fits, has_points, score_text};
use crate::records::{self, NodePath, Source};

/// The name under which the last choice for a new game is kept.
const CHOICE: &str = "new-game";

/// How much thought an analysis gets.
const LIMITS: Limits =
    Limits { playouts: Some(1500), time: Some(Duration::from_secs(3)), settled: false };

/// The program for boards in browsers.
pub(crate) fn program(history: History, config: Config) -> Arc<dyn Program> {
    Arc::new(ForBoards::new(history, config, true))
}

/// The program, as a board knows it.
pub(super) struct ForBoards {
    history: History,
    config: Config,
    /// Whether people come from elsewhere, and standard input says nothing about them.
    is_served: bool,
    /// One move is judged after the other, so that learners in a hurry do not take all cores.
    teacher: Mutex<Teacher>,
}

impl ForBoards {
    pub(super) fn new(history: History, config: Config, is_served: bool) -> ForBoards {
        ForBoards { history, config, is_served, teacher: Mutex::new(Teacher::new()) }
    }

    /// A record, and what is to be noted about its end.
    fn for_people(&self, mut opening: Opening) -> Opening {
        if self.is_served {
            opening.session.set_for_people(JUDGE);
        }
        opening
    }

    /// A game that is over, as it was played: its programs need not be here any more. If its result is taken back,
    /// they say why they do not play.
    fn as_played(&self, name: &str, why: &str) -> Option<Opened> {
        let (recorder, file) = Recorder::open(&self.history, name).ok()?;
        let kifu = Kifu::of_file(file).ok()?;
        let recorded = Session::players_of(&kifu);
        let players = Color::ALL.map(|color| match recorded[color].as_deref() {
            Some("human") => Player::person(""),
            who => Player::program(who.unwrap_or_default(), ""),
        });
        let minds = players
            .each_ref()
            .map(|player| player.is_program.then(|| Worker::new(Box::new(Gone(why.to_owned())))));
        let terms = terms(UndoPolicy::default(), true, &self.config);
        let Resumed { mut session, remarks } = Session::resume(kifu, players, terms);
        session.game().outcome()?;
        session.set_file(recorder.path().map(|path| path.display().to_string()));
        let opening = Opening { session, sink: Some(Box::new(recorder)), minds };
        Some(Opened { opening: self.for_people(opening), notes: remarks })
    }

    fn read(&self, record: &Record) -> Result<(convert::Record, Option<String>)> {
        let (source, torn) = match record {
            Record::History(name) => Source::mended(&self.history.path(name))?,
            Record::File(path) => (Source::fetch(path, None)?, None),
            Record::Text(text) => return Ok((text_record(text)?, None)),
            Record::Bytes(bytes) => return Ok((convert::read(bytes.clone(), None)?, None)),
        };
        Ok((source.read(&Charsets::default())?, torn))
    }
}

/// A program that is not on this machine any more, and why.
struct Gone(String);

impl Mind for Gone {
    fn start(&mut self, _: &mut Context<'_>) -> Result<Profile, Fault> {
        Err(Fault::Failed(self.0.clone()))
    }

    fn check(&mut self, _: &Task, _: &mut Context<'_>) -> Result<Vec<String>, Fault> {
        Err(Fault::Failed(self.0.clone()))
    }

    fn choose(&mut self, _: &Task, _: &mut Context<'_>) -> Result<Chosen, Fault> {
        Err(Fault::Failed(self.0.clone()))
    }
}

impl Program for ForBoards {
    fn history(&self) -> &History {
        &self.history
    }

    fn begin(&self, game: &NewGame) -> Result<Opening, Failure> {
        let options = options(game).map_err(Failure::new)?;
        let mut asking = |_, _: &str| bail!("a player is missing");
        let mut opening =
            begin(&options, &self.history, &self.config, &mut asking).map_err(Failure::new)?;
        if game.help && game.opponent == "human" {
            // A board that is too large for a record forgets it.
            let _ = opening.session.agree_to_hints();
        }
        Ok(self.for_people(opening))
    }

    fn resume(&self, name: &str, instead: &[Option<String>; 2]) -> Result<Opened, Hindrance> {
        let failed = |error: anyhow::Error| Hindrance::Failed(Failure::new(error));
        let open = || -> Result<(Recorder, Kifu)> {
            let (recorder, file) = Recorder::open(&self.history, name)?;
            Ok((recorder, Kifu::of_file(file)?))
        };
        let (recorder, kifu) = open().map_err(|error| match error.downcast_ref() {
            Some(OpenError::Held { .. }) => Hindrance::Held(Failure::new(error)),
            _ => failed(error),
        })?;
        let mut missing = None;
        let mut asking = |color: Color, why: &str| {
            let Some(text) = &instead[Side::from(color).index()] else {
                missing = Some((color, why.to_owned()));
                bail!("{why}");
            };
            let who = text.parse().and_then(|who| check(who, &self.config));
            who.map_err(|error| {
                missing = Some((color, error.to_string()));
                error.into()
            })
        };
        let players = Players::default();
        let undo = UndoPolicy::default();
        match resume(recorder, kifu, &players, undo, &self.config, &mut asking) {
            Ok((opening, notes)) => Ok(Opened { opening: self.for_people(opening), notes }),
            Err(error) => match missing {
                Some((color, why)) => self
                    .as_played(name, &why)
                    .ok_or_else(|| Hindrance::Who { side: color.into(), why: Failure::new(why) }),
                None => Err(failed(error)),
            },
        }
    }

    fn games(&self, record: &Record) -> Result<Vec<String>, Failure> {
        let read = || -> Result<Vec<String>> {
            let (record, _) = self.read(record)?;
            Ok(record.file.games().map(about).collect())
        };
        read().map_err(Failure::new)
    }

    fn review(&self, record: &Record, game: usize) -> Result<Opened, Failure> {
        let open = || -> Result<Opened> {
            let (record, torn) = self.read(record)?;
            let mut opened = review(record, game, &self.config)?;
            opened.notes.extend(torn);
            Ok(opened)
        };
        open().map_err(Failure::new)
    }

    fn show_folder(&self, folder: &Path) -> bool {
        desktop::show_folder(folder)
    }

    fn engines(&self) -> Vec<String> {
        let mut names: Vec<String> = self.config.engines.keys().cloned().collect();
        let places = Places::of_machine();
        let found = KNOWN
            .iter()
            .filter(|known| known.wants.is_none() && places.look_for(**known).is_some());
        names.extend(found.map(|known| known.program.to_owned()));
        names.dedup();
        names
    }

    fn last_choice(&self) -> Option<NewGame> {
        let kept = self.kept(CHOICE);
        let set = self.config.play.entries();
        if kept.is_none() && set.is_empty() {
            return None;
        }
        // What is configured holds every time; the rest is as it was chosen last.
        let mut choice = kept.as_deref().map(kept::read_choice).unwrap_or_default();
        for (name, value) in set {
            match name {
                "size" => choice.size = value,
                "rules" => choice.rules = value,
                "komi" => choice.komi = value,
                "opponent" => choice.opponent = value,
                _ => choice.time = value,
            }
        }
        Some(choice)
    }

    fn keep_choice(&self, game: &NewGame) {
        self.keep(CHOICE, &kept::choice_text(game));
    }

    fn kept(&self, name: &str) -> Option<String> {
        kept::kept(name)
    }

    fn keep(&self, name: &str, text: &str) {
        kept::keep(name, text);
    }

    fn kept_names(&self) -> Vec<(String, SystemTime)> {
        kept::names()
    }

    fn forget(&self, name: &str) {
        kept::forget(name);
    }

    fn close(&self, closing: Closing) -> Result<Option<PathBuf>, Failure> {
        let _writing = files::WRITING.read();
        let Closing { session, file, minds } = closing;
        drop(minds);
        let size = session.game().size();
        Ok(file.map_err(|unsaved| Displaced::into_file(unsaved, size))?)
    }

    fn save(&self, sgf: &str, to: &Path) -> Result<String, Failure> {
        let save = || -> Result<String> {
            let format = Format::of_path(to).unwrap_or(Format::Sgf);
            let bytes = if format == Format::Sgf {
                sgf.as_bytes().to_vec()
            } else {
                let file = Collection::read(sgf)?;
                let tree = file.game(0).context("there is no game")?;
                convert::write(tree, format, &Options::default())?.bytes
            };
            let to = new_file(to)?;
            let _ = files::write(&to, &bytes, false)?;
            Ok(format!("The record is in {}", files::shown(&to)))
        };
        save().map_err(Failure::new)
    }

    fn draw(&self, diagram: &Diagram, to: &Path) -> Result<String, Failure> {
        let draw = || -> Result<String> {
            draw::still(to)?;
            let to = new_file(to)?;
            let style = Style::new().theme(draw::theme("wood")?);
            let (_, bytes) = draw::one(layout(diagram, &style), &to)?;
            let _ = files::write(&to, &bytes, false)?;
            Ok(format!("The picture is in {}", files::shown(&to)))
        };
        draw().map_err(Failure::new)
    }

    fn line(&self, sgf: &str, form: Form) -> Result<String, Failure> {
        let line = || -> Result<String> {
            let file = Collection::read(sgf)?;
            let tree = file.game(0).context("there is no game")?;
            let format = if form == Form::Sgn { Format::Sgn } else { Format::Url };
            let options = Options { base: self.config.share.clone(), ..Options::default() };
            let bytes = convert::write(tree, format, &options)?.bytes;
            Ok(String::from_utf8_lossy(&bytes).trim().to_owned())
        };
        line().map_err(Failure::new)
    }

    fn estimate(&self, sgf: &str, path: Option<&str>) -> Result<Estimated, Failure> {
        self.estimate_until(sgf, path, &AtomicBool::new(false))
    }

    fn estimate_until(
        &self,
        sgf: &str,
        path: Option<&str>,
        stop: &AtomicBool,
    ) -> Result<Estimated, Failure> {
        let estimate = || -> Result<Estimated> {
            let file = Collection::read(sgf)?;
            let tree = file.game(0).context("there is no game")?;
            let path: Option<NodePath> = path.map(str::parse).transpose()?;
            let node = records::node(tree, None, path.as_ref())?;
            let game = replay_brief(node, &Replayed::of(tree)).game;
            fits(game.size())?;
            let size = game.size();
            let mut thought = Bot::new(Settings::default()).think(&game, &LIMITS, stop);
            thought.rank();
            let own = thought.win_rate.clamp(0.0, 1.0);
            let black = if game.turn() == Color::Black { own } else { 1.0 - own };
            let best = || thought.candidates.iter().take(8);
            let rate = |win_rate: f32| (win_rate.clamp(0.0, 1.0) * 100.0).round() as u8;
            let moves = best().map(|candidate| {
                let points = match has_points(&game) {
                    true => format!(", {:+.1} points", candidate.score),
                    false => String::new(),
                };
                let worth = format!(
                    "wins {:.0} %{points}, {} visits",
                    candidate.win_rate * 100.0,
                    candidate.visits
                );
                let name = match candidate.mv {
                    Move::Play(point) => size.a1(point).to_string(),
                    Move::Pass => "pass".to_owned(),
                };
                (name, worth)
            });
            Ok(Estimated {
                score: score_text(thought.score),
                black: (black * 100.0).round() as u8,
                owners: size
                    .points()
                    .map(|point| (thought.owners[point] * 1000.0).round() as i16)
                    .collect(),
                moves: moves.collect(),
                rates: best().map(|candidate| rate(candidate.win_rate)).collect(),
            })
        };
        estimate().map_err(Failure::new)
    }

    fn lesson(&self, sgf: &str, number: u32) -> Result<Option<Lesson>, Failure> {
        let mut teacher = self.teacher.lock().unwrap_or_else(PoisonError::into_inner);
        teacher.look(sgf, number).map_err(Failure::new)
    }

    fn next_game(&self, sgf: &str) -> Option<NextGame> {
        let before = self.last_choice().unwrap_or_default();
        Some(Next::after(&self.history, sgf)?.offer(before))
    }
}

/// The full path of a file that does not exist yet. On the board there is no option to replace one.
fn new_file(path: &Path) -> Result<PathBuf> {
    let path = std::path::absolute(path)?;
    if path.symlink_metadata().is_ok() {
        bail!("{} already exists; choose another name", files::shown(&path));
    }
    Ok(path)
}

/// A record that was pasted.
fn text_record(text: &str) -> Result<convert::Record> {
    Ok(convert::read(text.as_bytes().to_vec(), None)?)
}

/// What a game of a record is, in a line.
fn about(game: GameTree<'_>) -> String {
    let text = |name| game.info_text(name).map(|text| text.trim().to_owned());
    let text = |name| text(name).filter(|text| !text.is_empty());
    let players = match (text("PB"), text("PW")) {
        (None, None) => text("GN").or_else(|| text("EV")),
        (black, white) => {
            let name = |name: Option<String>| name.unwrap_or_else(|| "?".to_owned());
            Some(format!("{} - {}", name(black), name(white)))
        }
    };
    let size = Some(game.size().to_string());
    let parts = [players, size, text("DT"), text("RE")];
    parts.into_iter().flatten().collect::<Vec<_>>().join(", ")
}

/// A copy of a game of a record, to be looked at.
fn review(record: convert::Record, game: usize, config: &Config) -> Result<Opened> {
    let mut remarks: Vec<String> = record.notes.iter().map(ToString::to_string).collect();
    let one =
        record.file.split().into_iter().nth(game).context("the file contains no such game")?;
    let kifu = Kifu::of_file(one)?;
    let Resumed { session, remarks: more } =
        Session::review(kifu, terms(UndoPolicy::Free, false, config));
    remarks.extend(more);
    Ok(Opened { opening: Opening::of(session), notes: remarks })
}

/// The options of `hoshi play` that a choice means.
fn options(game: &NewGame) -> Result<Play> {
    fn read<T: std::str::FromStr<Err: std::fmt::Display>>(text: &str) -> Result<T> {
        text.trim().parse().map_err(|error: T::Err| anyhow!(UsageError(error.to_string())))
    }
    let seed = any_seed();
    let own = match game.color {
        Own::Black => Color::Black,
        Own::White => Color::White,
        Own::Nigiri if seed.count_ones().is_multiple_of(2) => Color::Black,
        Own::Nigiri => Color::White,
    };
    let opponent = Some(read(&game.opponent)?);
    let (black, white) = if own == Color::Black { (None, opponent) } else { (opponent, None) };
    let komi = game.komi.trim();
    let names = game.transcript.clone().unwrap_or_default();
    let [black_name, white_name] = names.map(|name| (!name.is_empty()).then_some(name));
    Ok(Play {
        size: Some(read(&game.size)?),
        rules: Some(read(&game.rules)?),
        komi: if komi.is_empty() { None } else { Some(read(komi)?) },
        handicap: (game.handicap > 0).then_some(Handicap::Stones(game.handicap)),
        players: Players { black, white, black_name, white_name, seed: Some(seed) },
        time: Some(read(&game.time)?),
        resume: None,
        game: 1,
        undo: UndoPolicy::default(),
        teach: game.teach,
        no_record: false,
        plain: false,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_choice_is_kept() {
        let game = NewGame {
            size: "5x7".into(),
            opponent: "gtp:gnugo --mode gtp".into(),
            color: Own::Nigiri,
            rules: "japanese,komi=5.5".into(),
            komi: String::new(),
            handicap: 4,
            time: "10m+5x30s".into(),
            help: true,
            teach: true,
            transcript: None,
        };
        assert_eq!(kept::read_choice(&kept::choice_text(&game)), game);
        assert_eq!(kept::read_choice("nonsense\n\nhandicap many"), NewGame::default());
        assert!(options(&game).is_ok());
    }

    /// Records of servers name the address of their game.
    #[test]
    fn a_pasted_record_may_contain_an_address() {
        let sgf = "(;FF[4]SZ[9]PC[OGS: https://online-go.com/game/12345];B[ee])";
        assert_eq!(text_record(sgf).unwrap().file.games().count(), 1);
        let address = "https://go.example/game/9x9,C3b,G7w";
        assert_eq!(text_record(address).unwrap().file.games().count(), 1);
    }

    #[test]
    fn a_wrong_choice_is_named() {
        let game = NewGame { size: "0".into(), ..NewGame::default() };
        let error = options(&game).unwrap_err().to_string();
        assert!(error.contains("`0`"), "{error}");
    }
}
