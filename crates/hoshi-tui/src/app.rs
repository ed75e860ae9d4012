//! The app: the current screen, the open game, and how effects are carried out. Opening and closing games is in
//! `games`, keys and the mouse in `input`.

mod games;
mod input;

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::mpsc::Sender;
use std::time::Instant;

use hoshi_session::host::{Delivery, Handle, Host};
use hoshi_session::{Actor, Answer, Failure, Mode, Player, Question, Refused, Side};
use ratatui::Frame;
use ratatui::crossterm::event::Event;
use ratatui::layout::Rect;

use crate::effect::{CopyAs, Effect, Go};
use crate::keys::Keys;
use crate::program::{Estimated, Lesson, NewGame, NextGame, Opened, Program};
use crate::run::{End, Signal};
use crate::screens::Screen;
use crate::screens::history::Row;
use crate::screens::home::Home;
use crate::screens::new_game::Form as NewGameForm;
use crate::screens::open::{Open, path_of};
use crate::screens::study::{self, Study};
use crate::theme::Theme;
use crate::{widgets, words};

/// Something that happened. Events of a game carry its number, since they may arrive after the game was closed.
#[derive(Debug)]
pub(crate) enum Wake {
    Input(Event),
    Session(u64, Delivery),
    Refused(u64, Refused),
    Answer(u64, Asked, Answer),
    Estimated(u64, Result<Estimated, Failure>),
    Lesson(u64, Lesson),
    Next(u64, NextGame),
    Games(Vec<Row>),
    Signal(Signal),
    InputEnded,
}

/// The purpose of a question to the session.
#[derive(Clone, Debug)]
pub(crate) enum Asked {
    Screen,
    Copy(CopyAs),
    SaveAs(PathBuf),
    /// The record to review on a copy.
    Review,
    Estimate(Option<String>),
    Teach(u32),
    Next,
}

/// What the loop does next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Turn {
    /// Nothing changed.
    Same,
    Draw,
    /// Suspend the process.
    Stop,
    /// The process continues: redraw everything.
    Continued,
    End(End),
}

/// The name of the file that keeps the path of the last problems.
const LAST_PROBLEMS: &str = "last-problems";

pub(crate) struct App {
    program: Arc<dyn Program>,
    host: Host,
    sender: Sender<Wake>,
    screen: Screen,
    theme: Theme,
    keys: Keys,
    /// Whether each move is said in words; a game can change it for the next one.
    speaks: bool,
    /// The keys of the current screen, while its help is shown, and its first line on the screen.
    help: Option<(widgets::Pairs, u16)>,
    /// The game that is open.
    game: Option<Handle>,
    /// The number of the open game.
    number: u64,
    /// The name of the open game in the history, if it was opened there.
    opened_from: Option<String>,
    /// What closing the finished game said of which the open one is a copy.
    reviewed: Option<Result<String, Failure>>,
    area: Rect,
    /// Whether the process was suspended and the signal to continue has not arrived yet.
    is_stopped: bool,
    /// Messages to print after the terminal is restored.
    farewell: Vec<String>,
}

impl App {
    pub(crate) fn new(
        program: Arc<dyn Program>,
        theme: Theme,
        keys: Keys,
        sender: Sender<Wake>,
        area: Rect,
    ) -> App {
        let screen = Screen::Home(Home::new(NewGame::default(), None));
        let host = Host::new(1);
        let (game, number, farewell) = (None, 0, Vec::new());
        let mut app = App {
            program,
            host,
            sender,
            screen,
            theme,
            keys,
            speaks: false,
            help: None,
            game,
            number,
            opened_from: None,
            reviewed: None,
            area,
            farewell,
            is_stopped: false,
        };
        app.go_home(Ok(String::new()));
        app.place();
        app
    }

    /// Opens a game as the first screen.
    pub(crate) fn begin(&mut self, opened: Opened, is_copy: bool) {
        self.open(opened.opening, is_copy);
        self.tell_notes(&opened.notes);
        self.place();
    }

    /// Sets whether big mistakes are pointed out in the open game.
    pub(crate) fn set_teach(&mut self, teach: bool) {
        if let Screen::Game(game) = &mut self.screen {
            game.teaches = teach;
        }
    }

    #[cfg(test)]
    pub(crate) fn set_keys(&mut self, keys: Keys) {
        self.keys = keys;
    }

    /// Sets whether each move is said in words.
    pub(crate) fn set_speaks(&mut self, speaks: bool) {
        self.speaks = speaks;
    }

    #[cfg(test)]
    pub(crate) fn should_ring(&mut self, now: Instant) -> bool {
        let Screen::Game(game) = &mut self.screen else { return false };
        game.should_ring(now)
    }

    #[cfg(test)]
    pub(crate) fn forget_drawn(&self) {
        if let Screen::Game(game) = &self.screen {
            game.forget_drawn();
        }
    }

    #[cfg(test)]
    pub(crate) fn begin_for_test(&mut self, terms: NewGame) -> Turn {
        self.carry_out(vec![Effect::Begin(terms)])
    }

    pub(crate) fn show_history(&mut self) {
        self.go(Go::History);
        self.place();
    }

    pub(crate) fn draw(&self, frame: &mut Frame<'_>, now: Instant) {
        self.screen.draw(frame, self.theme, now);
        if let Some((help, scroll)) = &self.help {
            widgets::help_of(frame, help, *scroll, self.theme);
        }
    }

    /// The next time to redraw without an event.
    pub(crate) fn deadline(&self, now: Instant) -> Option<Instant> {
        match &self.screen {
            Screen::Game(game) => game.deadline(now),
            _ => None,
        }
    }

    /// Handles the deadline.
    pub(crate) fn tick(&mut self, now: Instant) -> Turn {
        let Screen::Game(game) = &mut self.screen else { return Turn::Same };
        let rings = game.should_ring(now);
        let step = game.step_due(now);
        let mut effects = Vec::new();
        effects.extend(rings.then_some(Effect::Bell));
        effects.extend(step.map(Effect::Send));
        self.carry_out(effects)
    }

    pub(crate) fn update(&mut self, wake: Wake, now: Instant) -> Turn {
        let effects = match wake {
            Wake::Input(event) => return self.input(event, now),
            Wake::InputEnded => return self.leave(End::Interrupted),
            Wake::Signal(Signal::End) => return self.leave(End::Interrupted),
            Wake::Signal(Signal::Stop) => return self.stop(),
            // After Ctrl-Z the loop has already taken the terminal again.
            Wake::Signal(Signal::Continued) if std::mem::take(&mut self.is_stopped) => {
                return Turn::Same;
            }
            Wake::Signal(Signal::Continued) => return Turn::Continued,
            Wake::Games(rows) => {
                if let Screen::History(browser) = &mut self.screen {
                    browser.extend(rows);
                }
                Vec::new()
            }
            Wake::Session(number, delivery) if number == self.number => match &mut self.screen {
                Screen::Game(game) => game.deliver(delivery, now),
                _ => Vec::new(),
            },
            Wake::Refused(number, why) if number == self.number => {
                if let Screen::Game(game) = &mut self.screen {
                    game.refused(&why);
                }
                Vec::new()
            }
            Wake::Answer(number, asked, answer) if number == self.number => {
                self.answered(asked, answer);
                Vec::new()
            }
            Wake::Estimated(number, estimated) if number == self.number => {
                if let Screen::Game(game) = &mut self.screen {
                    game.estimated(estimated);
                }
                Vec::new()
            }
            Wake::Lesson(number, lesson) if number == self.number => {
                if let Screen::Game(game) = &mut self.screen {
                    game.on_lesson(lesson);
                }
                Vec::new()
            }
            Wake::Next(number, next) if number == self.number => {
                if let Screen::Game(game) = &mut self.screen {
                    game.on_next_game(next);
                }
                Vec::new()
            }
            // It belongs to a closed game.
            _ => return Turn::Same,
        };
        self.carry_out(effects)
    }

    fn carry_out(&mut self, effects: Vec<Effect>) -> Turn {
        for effect in effects {
            match effect {
                Effect::Go(Go::End) => return self.leave(End::Left),
                Effect::Go(go) => self.go(go),
                Effect::Send(command) => self.send(command),
                Effect::Ask(question) => self.ask(question, Asked::Screen),
                Effect::Estimate => self.estimate(),
                Effect::Teach(number) => self.ask(Question::Record, Asked::Teach(number)),
                Effect::Next => self.ask(Question::Record, Asked::Next),
                Effect::TakeOver(side) => self.take_over(side),
                Effect::CopyRecord(how) => self.ask(Question::Record, Asked::Copy(how)),
                Effect::SaveAs(path) => {
                    self.ask(Question::Record, Asked::SaveAs(path_of(&path)));
                }
                Effect::ReviewCopy => self.ask(Question::Record, Asked::Review),
                Effect::AskName(file) => {
                    if let Screen::Game(game) = &mut self.screen {
                        let name = games::free_name(game.source.as_deref(), file);
                        game.ask_name(file, name);
                    }
                }
                Effect::DrawTo(path) => {
                    if let Screen::Game(game) = &mut self.screen {
                        let drawn = self.program.draw(&game.picture(), &path_of(&path));
                        game.report(drawn);
                    }
                }
                Effect::Begin(terms) => self.begin_game(&terms),
                Effect::Resume { name, instead } => self.resume(name, instead),
                Effect::Open(record) => self.open_record(record),
                Effect::OpenGame(record, game) => self.open_game(&record, game),
                Effect::ShowFolder(file) => {
                    let folder = PathBuf::from(&file).parent().map(PathBuf::from);
                    let is_shown = folder.is_some_and(|it| self.program.show_folder(&it));
                    if let Screen::Game(game) = &mut self.screen {
                        game.report(Ok(if is_shown { words::folder_shown(&file) } else { file }));
                    }
                }
                Effect::Delete(name) => {
                    let done = self.program.history().delete(&name);
                    let message = done.map(|there| words::deleted(&name, &there));
                    self.reread(message.map_err(Failure::new), None);
                }
                Effect::Restore(name) => {
                    let done = self.program.history().restore(&name);
                    let message = done.map(|there| words::restored(&there));
                    self.reread(message.map_err(Failure::new), None);
                }
                Effect::Problems(path) => self.open_problems(&path),
                Effect::KeepScores => {
                    if let Screen::Study(study) = &self.screen
                        && let Some(scores) = study.scores()
                    {
                        self.program.keep(study::SCORES, &scores);
                    }
                }
                Effect::NextTheme => {
                    self.theme = self.theme.next();
                    let message = Ok(words::theme(self.theme.name()));
                    match &mut self.screen {
                        Screen::Game(game) => game.report(message),
                        Screen::Home(home) => home.message = message,
                        _ => {}
                    }
                }
                Effect::Bell => {
                    use std::io::Write as _;
                    let _ = std::io::stdout().write_all(b"\x07");
                }
            }
        }
        self.place();
        Turn::Draw
    }

    /// Gives the screen the window size, and loads the preview.
    fn place(&mut self) {
        match &mut self.screen {
            Screen::Home(home) => home.place(self.area),
            Screen::NewGame(form) => form.place(self.area),
            Screen::History(browser) => {
                browser.place(self.area);
                browser.load_preview(self.program.history());
            }
            Screen::Game(game) => game.place_board(self.area),
            Screen::Study(study) => study.place(self.area),
            Screen::Choose(choose) => choose.place(self.area),
            Screen::Open(_) | Screen::Who(_) => {}
        }
    }

    fn go(&mut self, go: Go) {
        let next = match &mut self.screen {
            Screen::Game(game) => game.next_game.take(),
            _ => None,
        };
        let played = match &self.screen {
            Screen::Game(game) => game.as_new_game(self.program.last_choice().unwrap_or_default()),
            _ => None,
        };
        let opened_from = self.opened_from.take();
        let message = self.close();
        match go {
            Go::Back if opened_from.is_some() => self.reread(message, opened_from),
            Go::Home | Go::Back | Go::End => self.go_home(message),
            Go::NewGame => {
                let last = || self.program.last_choice().unwrap_or_default();
                let choice = next.map(|next| next.game).or(played).unwrap_or_else(last);
                let mut form = NewGameForm::new(choice, &self.program.engines());
                form.error = message.err().map(|why| why.to_string()).unwrap_or_default();
                self.screen = Screen::NewGame(form);
            }
            Go::History => self.reread(message, None),
            Go::Problems => {
                let last = self.program.kept(LAST_PROBLEMS).unwrap_or_default();
                self.screen = Screen::Open(Open::problems(last.trim()));
            }
            Go::Learn => {
                if let Some(study) = Study::learn(&self.keys) {
                    self.screen = Screen::Study(Box::new(study));
                }
            }
            Go::Open => self.screen = Screen::Open(Open::default()),
            Go::Transcribe => self.screen = Screen::NewGame(NewGameForm::transcribe()),
        }
    }

    fn send(&self, command: hoshi_session::Command) {
        let Some(handle) = &self.game else { return };
        let (number, sender) = (self.number, self.sender.clone());
        handle.send(Actor::Both, command, 0, move |done| {
            if let Err(why) = done {
                let _ = sender.send(Wake::Refused(number, why));
            }
        });
    }

    fn ask(&self, question: Question, asked: Asked) {
        let Some(handle) = &self.game else { return };
        let (number, sender) = (self.number, self.sender.clone());
        handle.question(question, move |answer| {
            let _ = sender.send(Wake::Answer(number, asked, answer));
        });
    }

    fn estimate(&self) {
        let Screen::Game(game) = &self.screen else { return };
        let path = (game.state.mode == Mode::Review).then(|| game.state.node.path.clone());
        self.ask(Question::Record, Asked::Estimate(path));
    }

    fn take_over(&mut self, side: Side) {
        let Some(handle) = &self.game else { return };
        handle.replace(side.into(), Player::person(side.to_string()), None);
    }

    /// Closes the game and ends the program.
    fn leave(&mut self, end: End) -> Turn {
        let message = self.close().unwrap_or_else(|why| words::error(&why.to_string()));
        self.farewell.push(message);
        Turn::End(end)
    }

    /// The messages to print after the terminal is restored.
    pub(crate) fn farewell(self) -> Vec<String> {
        self.farewell.into_iter().filter(|text| !text.is_empty()).collect()
    }
}
