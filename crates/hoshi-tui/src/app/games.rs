//! Opening, continuing and closing games and their records.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::thread;
use std::time::Instant;

use hoshi_session::host::{Delivery, Opening};
use hoshi_session::{Actor, Answer, Command, Failure, Step, Time};
use hoshi_store::Entry;

use super::{App, Asked, LAST_PROBLEMS, Wake};
use crate::clipboard;
use crate::effect::{CopyAs, NewFile};
use crate::keys::Keys;
use crate::program::{Form, Hindrance, NewGame, Opened, Program, Record};
use crate::screens::Screen;
use crate::screens::choose::Choose;
use crate::screens::game::Game;
use crate::screens::game::tree::Tree;
use crate::screens::history::{Browser, Row};
use crate::screens::home::Home;
use crate::screens::open::path_of;
use crate::screens::study::{self, Study};
use crate::screens::who::Who;
use crate::words;

impl App {
    pub(super) fn begin_game(&mut self, terms: &NewGame) {
        let message = self.close();
        match self.program.begin(terms) {
            Ok(opening) => {
                // A transcribed game does not change the defaults.
                if terms.transcript.is_none() {
                    self.program.keep_choice(terms);
                }
                self.open(opening, false);
                if let Screen::Game(game) = &mut self.screen {
                    game.allows_help |= terms.help;
                    game.teaches = terms.teach;
                    game.is_transcript = terms.transcript.is_some();
                    if let Err(why) = message {
                        game.report(Err(why));
                    }
                }
            }
            Err(why) => {
                if let Screen::NewGame(form) = &mut self.screen {
                    form.error = why.to_string();
                } else {
                    self.go_home(Err(why));
                }
            }
        }
    }

    pub(super) fn resume(&mut self, name: String, instead: [Option<String>; 2]) {
        match self.program.resume(&name, &instead) {
            Ok(Opened { opening, notes }) => {
                let is_listed = matches!(self.screen, Screen::History(_));
                self.open(opening, false);
                self.opened_from = is_listed.then_some(name);
                self.tell_notes(&notes);
            }
            Err(Hindrance::Who { side, why }) => {
                self.screen = Screen::Who(Who::new(name, instead, side, why.to_string()));
            }
            Err(Hindrance::Held(why) | Hindrance::Failed(why)) => self.show_error(why),
        }
    }

    pub(super) fn open_record(&mut self, record: Record) {
        match self.program.games(&record) {
            Ok(games) if games.len() > 1 => {
                self.screen = Screen::Choose(Choose::new(record, games));
            }
            Ok(_) => self.open_game(&record, 0),
            Err(why) => self.show_error(why),
        }
    }

    pub(super) fn open_game(&mut self, record: &Record, game: usize) {
        match self.program.review(record, game) {
            Ok(Opened { opening, notes }) => {
                let is_listed = matches!(self.screen, Screen::History(_));
                self.open(opening, true);
                if let Screen::Game(game) = &mut self.screen {
                    game.source = match record {
                        Record::File(path) => path.file_name().map(PathBuf::from),
                        Record::History(name) => Some(PathBuf::from(name)),
                        Record::Text(_) | Record::Bytes(_) => None,
                    };
                }
                self.opened_from = match record {
                    Record::History(name) if is_listed => Some(name.clone()),
                    _ => None,
                };
                self.tell_notes(&notes);
            }
            Err(why) => self.show_error(why),
        }
    }

    pub(super) fn open_problems(&mut self, text: &str) {
        let scores = self.program.kept(study::SCORES).unwrap_or_default();
        match Study::problems(&path_of(text), &scores, &self.keys) {
            Ok(study) => {
                self.program.keep(LAST_PROBLEMS, text);
                self.screen = Screen::Study(Box::new(study));
            }
            Err(why) => self.show_error(why),
        }
    }

    pub(super) fn tell_notes(&mut self, notes: &[String]) {
        for note in notes {
            tracing::info!("{note}");
        }
        if let (Screen::Game(game), Some(note)) = (&mut self.screen, notes.first()) {
            game.report(Ok(words::note(note)));
        }
    }

    /// Shows the start screen with a message.
    pub(super) fn go_home(&mut self, message: Result<String, Failure>) {
        let choice = self.program.last_choice().unwrap_or_default();
        let entries = self.program.history().entries();
        let unfinished = entries.ok().and_then(|mut entries| entries.find(Entry::is_waiting));
        let about = |entry: &Entry| {
            let game = entry.game.as_ref().ok()?;
            let name = |name: &str| if name.is_empty() { "?".to_owned() } else { name.to_owned() };
            let (black, white) = (name(&game.black), name(&game.white));
            let moves = words::moves(game.moves);
            let text = words::game_line(&black, &white, game.size, &moves);
            Some(hoshi_files::visible_line(&text).into_owned())
        };
        let unfinished =
            unfinished.and_then(|entry| about(&entry).map(|about| (entry.name.clone(), about)));
        let mut home = Home::new(choice, unfinished);
        home.message = message;
        self.screen = Screen::Home(home);
    }

    /// Shows an error on the current screen.
    pub(crate) fn show_error(&mut self, why: Failure) {
        match &mut self.screen {
            Screen::History(browser) => browser.message = Err(why),
            Screen::Open(open) => open.error = why.to_string(),
            Screen::NewGame(form) => form.error = why.to_string(),
            Screen::Who(who) => who.error = why.to_string(),
            Screen::Game(game) => game.report(Err(why)),
            Screen::Home(home) => home.message = Err(why),
            Screen::Choose(choose) => choose.error = why.to_string(),
            Screen::Study(_) => self.go_home(Err(why)),
        }
    }

    /// Opens a session and shows it.
    pub(super) fn open(&mut self, opening: Opening, is_copy: bool) {
        self.number += 1;
        (self.opened_from, self.reviewed) = (None, None);
        let Some(state) = opening.session.snapshot() else {
            self.show_error(Failure::new(words::NOT_OPENED));
            return;
        };
        let mut game = Game::new(Box::new(state), self.keys.clone(), Instant::now());
        game.is_copy = is_copy;
        game.speaks = self.speaks;
        let result = opening.session.kifu().and_then(|kifu| kifu.tree().info_text("RE"));
        game.recorded = result.map(|result| result.trim().to_owned());
        game.allows_help = match is_copy {
            true => opening.session.may_help(),
            false => opening.session.allows_hints(),
        };
        let (number, sender) = (self.number, self.sender.clone());
        let listener =
            move |delivery: Delivery| sender.send(Wake::Session(number, delivery)).is_ok();
        self.game = Some(self.host.open_with(opening, listener));
        self.screen = Screen::Game(Box::new(game));
    }

    /// Reads the list of games again, on a separate thread.
    pub(super) fn reread(&mut self, message: Result<String, Failure>, selected: Option<String>) {
        let mut browser = Box::new(Browser::new(self.program.history()));
        if let Screen::History(old) = &self.screen {
            browser.stay_like(old);
        }
        browser.select(selected);
        browser.message = message;
        self.screen = Screen::History(browser);
        let (program, sender) = (Arc::clone(&self.program), self.sender.clone());
        thread::spawn(move || {
            let Ok(entries) = program.history().entries() else {
                let _ = sender.send(Wake::Games(Vec::new()));
                return;
            };
            let mut rows = Vec::new();
            for entry in entries {
                rows.push(Row::of(&entry));
                if rows.len() == 100 && sender.send(Wake::Games(std::mem::take(&mut rows))).is_err()
                {
                    return;
                }
            }
            if !rows.is_empty() {
                let _ = sender.send(Wake::Games(rows));
            }
            let _ = sender.send(Wake::Games(Vec::new()));
        });
    }

    /// Closes the open game and saves its record. Returns a message with the path.
    pub(super) fn close(&mut self) -> Result<String, Failure> {
        let Some(handle) = self.game.take() else { return Ok(String::new()) };
        if let Screen::Game(game) = &self.screen {
            self.speaks = game.speaks;
        }
        self.number += 1;
        let Ok(closing) = handle.close() else {
            return Err(Failure::new(words::CLOSED_BY_ERROR));
        };
        // In review the game may be at any move, but the record has its result.
        let result = closing.session.kifu().and_then(|kifu| kifu.tree().info_text("RE"));
        let is_over = closing.session.game().outcome().is_some()
            || result.is_some_and(|result| !result.trim().is_empty());
        let file = self.program.close(closing)?;
        Ok(match file {
            Some(file) if is_over => words::game_is_in(&file),
            Some(file) => words::saved_unfinished(&file),
            None => return self.reviewed.take().unwrap_or(Ok(String::new())),
        })
    }

    /// Reviews the game that has just ended, from its end. On a copy: what happened stays as it was recorded.
    fn review_copy(&mut self, sgf: String) {
        let reviewed = self.program.review(&Record::Bytes(sgf.into_bytes()), 0);
        let Opened { mut opening, notes } = match reviewed {
            Ok(opened) => opened,
            Err(why) => return self.show_error(why),
        };
        let last = Command::Walk { step: Step::Last };
        if let Err(why) = opening.session.handle(Actor::Both, last, Time::ZERO) {
            tracing::warn!("the end of the record cannot be shown: {why}");
        }
        let opened_from = self.opened_from.take();
        let closed = self.close();
        self.open(opening, true);
        if let Screen::Game(game) = &mut self.screen {
            game.report(match &closed {
                Ok(_) => Ok(words::review_of_end(&self.keys)),
                Err(why) => Err(why.clone()),
            });
        }
        (self.opened_from, self.reviewed) = (opened_from, Some(closed));
        for note in notes {
            tracing::info!("{note}");
        }
    }

    pub(super) fn answered(&mut self, asked: Asked, answer: Answer) {
        let Screen::Game(game) = &mut self.screen else { return };
        let sgf = match (asked, answer) {
            (Asked::Screen, answer) => {
                game.answered(answer);
                return;
            }
            (asked, Answer::Record { sgf }) => (asked, sgf),
            (_, answer) => {
                game.answered(answer);
                return;
            }
        };
        match sgf {
            (Asked::Copy(how), sgf) => {
                let text = match how {
                    CopyAs::Sgf => Ok(sgf.clone()),
                    CopyAs::Sgn => self.program.line(&sgf, Form::Sgn),
                    CopyAs::Link => self.program.line(&sgf, Form::Link),
                };
                let has_variations = || Tree::of(&sgf).is_some_and(|tree| tree.has_variations());
                // One line has room for one line of moves.
                let is_all = how == CopyAs::Sgf || !has_variations();
                let text = text.and_then(|text| copy(&text, &self.keys));
                game.report(text.map(|()| words::copied(is_all, &self.keys)));
            }
            (Asked::Review, sgf) => self.review_copy(sgf),
            (Asked::SaveAs(path), sgf) => game.saved(self.program.save(&sgf, &path)),
            (Asked::Estimate(path), sgf) => self.work(move |program, number| {
                Some(Wake::Estimated(number, program.estimate(&sgf, path.as_deref())))
            }),
            (Asked::Teach(nth), sgf) => self.work(move |program, number| {
                let lesson = program.lesson(&sgf, nth).unwrap_or_else(|why| {
                    tracing::warn!("move {nth} cannot be judged: {why}");
                    None
                });
                Some(Wake::Lesson(number, lesson?))
            }),
            (Asked::Next, sgf) => {
                self.work(move |program, number| {
                    Some(Wake::Next(number, program.next_game(&sgf)?))
                });
            }
            (Asked::Screen, _) => {}
        }
    }

    /// Runs a slow task on a separate thread and sends its result. The task gets the number of the open game.
    fn work(&self, task: impl FnOnce(&dyn Program, u64) -> Option<Wake> + Send + 'static) {
        let (program, sender, number) =
            (Arc::clone(&self.program), self.sender.clone(), self.number);
        thread::spawn(move || {
            if let Some(wake) = task(&*program, number) {
                let _ = sender.send(wake);
            }
        });
    }
}

fn copy(text: &str, keys: &Keys) -> Result<(), Failure> {
    if text.len() > clipboard::MOST {
        return Err(Failure::new(words::too_long_to_copy(keys)));
    }
    Ok(clipboard::copy(text)?)
}

/// A name that no file of this folder has, after the record that is reviewed.
pub(super) fn free_name(source: Option<&Path>, file: NewFile) -> String {
    let (usual, ending) = match file {
        NewFile::Record => ("game", "sgf"),
        NewFile::Picture => ("board", "png"),
    };
    let stem = source.and_then(Path::file_stem).map(|stem| stem.to_string_lossy().into_owned());
    let stem = stem.unwrap_or_else(|| usual.to_owned());
    first_free(&stem, ending, |name| path_of(name).symlink_metadata().is_ok())
}

fn first_free(stem: &str, ending: &str, is_taken: impl Fn(&str) -> bool) -> String {
    let others = (2..).map(|nth| format!("{stem}-{nth}.{ending}"));
    let mut names = std::iter::once(format!("{stem}.{ending}")).chain(others);
    names.find(|name| !is_taken(name)).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_suggested_that_no_file_has() {
        let taken = ["game.sgf", "game-2.sgf", "board-2.png"];
        let free = |stem, ending| first_free(stem, ending, |name| taken.contains(&name));
        assert_eq!(free("game", "sgf"), "game-3.sgf");
        assert_eq!(free("board", "png"), "board.png");
    }
}
