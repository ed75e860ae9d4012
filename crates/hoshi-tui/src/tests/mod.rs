//! Tests of the board without a terminal: keys go in, and what is drawn on a screen of ratatui's is read.

mod audit;
mod comments;
mod flows;
mod form;
mod golden;
mod help;
mod mouse;
mod narrow;
mod panel;
mod problems;
mod review;
mod teach;
mod typing;

use std::path::{Path, PathBuf};
use std::sync::mpsc::{self, Receiver};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use hoshi_core::{Diagram, Game, HalfPoints, Rules, Size};
use hoshi_record::kifu::Kifu;
use hoshi_record::sgf::Collection;
use hoshi_session::host::{Closing, Opening, Worker};
use hoshi_session::{
    Chosen, Context, Failure, Fault, Mind, Opinion, Player, Profile, Random, Session, Start, Task,
    Terms,
};
use hoshi_store::{History, RealDisk, Recorder};
use ratatui::Terminal;
use ratatui::backend::TestBackend;
use ratatui::crossterm::event::{
    Event, KeyCode, KeyEvent, KeyModifiers, MouseButton, MouseEvent, MouseEventKind,
};
use ratatui::layout::Rect;

use crate::app::{App, Turn, Wake};
use crate::keys::{Keys, Press};
use crate::program::{
    Estimated, Form, Hindrance, Lesson, NewGame, NextGame, Opened, Own, Program, Record,
};
use crate::theme::Theme;

/// A test that hangs fails after this time; nothing waits for it otherwise.
const PATIENCE: Duration = Duration::from_secs(20);

/// A program with a history in a folder, whose only engine plays at random.
pub(super) struct Fake {
    history: History,
    pub(super) engines: Vec<String>,
    /// The folders that were shown.
    pub(super) shown: Mutex<Vec<PathBuf>>,
    /// What is offered after a game.
    pub(super) next: Mutex<Option<NextGame>>,
}

impl Fake {
    fn read(&self, record: &Record) -> Result<Collection, Failure> {
        let bytes = match record {
            Record::History(name) => std::fs::read(self.history.path(name)),
            Record::File(path) => std::fs::read(path),
            Record::Text(text) => Ok(text.clone().into_bytes()),
            Record::Bytes(bytes) => Ok(bytes.clone()),
        };
        let bytes = bytes?;
        Ok(Collection::read(bytes)?)
    }
}

impl Program for Fake {
    fn history(&self) -> &History {
        &self.history
    }

    fn begin(&self, terms: &NewGame) -> Result<Opening, Failure> {
        let size: Size = terms.size.parse()?;
        let rules: Rules = terms.rules.parse()?;
        let mut game = Game::with_handicap(size, rules, terms.handicap)?;
        if !terms.komi.is_empty() {
            game = game.with_komi(terms.komi.parse::<HalfPoints>()?);
        }
        let names = terms.transcript.clone().unwrap_or(["Ann".into(), "Bob".into()]);
        let person = Player::person(names[0].clone());
        let (other, mind) = match terms.opponent.as_str() {
            "human" => (Player::person(names[1].clone()), None),
            "random" => {
                let worker = Worker::new(Box::new(Random::new(7)));
                (Player::program("random", "hoshi random"), Some(worker))
            }
            "slow" => (Player::program("slow", "slow"), Some(Worker::new(Box::new(Slow)))),
            other => return Err(Failure::new(format!("unknown player `{other}`"))),
        };
        let (players, minds) = match terms.color {
            Own::White => ([other, person], [mind, None]),
            _ => ([person, other], [None, mind]),
        };
        let time = terms.time.parse::<hoshi_session::Control>()?.0;
        let start = Start { time: [time; 2], date: "2026-11-18".into(), ..Start::of(game) };
        let session = Session::new(start, players, Terms { is_recorded: true, ..Terms::default() });
        let mut session = session;
        if terms.help {
            session.agree_to_hints()?;
        }
        let recorder = Recorder::begin(&self.history, "2026-11-18_120000_9x9".into());
        Ok(Opening { session, sink: Some(Box::new(recorder)), minds })
    }

    fn resume(&self, name: &str, instead: &[Option<String>; 2]) -> Result<Opened, Hindrance> {
        let (recorder, file) =
            Recorder::open(&self.history, name).map_err(|error| Hindrance::Failed(error.into()))?;
        let kifu = Kifu::of_file(file).map_err(|error| Hindrance::Failed(error.into()))?;
        let recorded = Session::players_of(&kifu);
        if recorded.white.as_deref() == Some("gone") && instead[1].is_none() {
            let (side, why) = (hoshi_session::Side::White, Failure::new("White was gone"));
            return Err(Hindrance::Who { side, why });
        }
        let players = [Player::person("Ann"), Player::person("Bob")];
        let terms = Terms { is_recorded: true, ..Terms::default() };
        let mut session = Session::resume(kifu, players, terms).session;
        session.set_file(recorder.path().map(|path| path.display().to_string()));
        let opening = Opening { session, sink: Some(Box::new(recorder)), minds: [None, None] };
        Ok(Opened { opening, notes: Vec::new() })
    }

    fn games(&self, record: &Record) -> Result<Vec<String>, Failure> {
        let file = self.read(record)?;
        Ok(file.games().map(|game| game.info_text("PB").unwrap_or_default().into()).collect())
    }

    fn show_folder(&self, folder: &Path) -> bool {
        self.shown.lock().unwrap().push(folder.to_owned());
        true
    }

    fn review(&self, record: &Record, game: usize) -> Result<Opened, Failure> {
        let mut files = self.read(record)?.split().into_iter();
        let file = files.nth(game).ok_or_else(|| Failure::new("there is no such game"))?;
        let kifu = Kifu::of_file(file)?;
        let hoshi_session::Resumed { session, remarks } = Session::review(kifu, Terms::default());
        Ok(Opened { opening: Opening::of(session), notes: remarks })
    }

    fn engines(&self) -> Vec<String> {
        self.engines.clone()
    }

    fn last_choice(&self) -> Option<NewGame> {
        None
    }

    fn keep_choice(&self, _game: &NewGame) {}

    fn kept(&self, name: &str) -> Option<String> {
        std::fs::read_to_string(self.history.folder().join(name)).ok()
    }

    fn keep(&self, name: &str, text: &str) {
        std::fs::write(self.history.folder().join(name), text).expect("it is kept");
    }

    fn close(&self, closing: Closing) -> Result<Option<PathBuf>, Failure> {
        Ok(closing.file?)
    }

    fn save(&self, sgf: &str, to: &Path) -> Result<String, Failure> {
        std::fs::write(to, sgf)?;
        Ok("The record is saved".to_owned())
    }

    fn draw(&self, diagram: &Diagram, to: &Path) -> Result<String, Failure> {
        std::fs::write(to, diagram.to_string())?;
        Ok("The picture is drawn".to_owned())
    }

    fn line(&self, _sgf: &str, form: Form) -> Result<String, Failure> {
        Ok(format!("{form:?}"))
    }

    fn estimate(&self, sgf: &str, _path: Option<&str>) -> Result<Estimated, Failure> {
        let file = Collection::read(sgf)?;
        let size = Kifu::of_file(file)?.size();
        let owners = size.points().map(|point| if point.x() < 4 { 900 } else { -700 }).collect();
        let moves = [("D4", 60), ("G3", 55), ("C7", 8)];
        let worth = |(at, rate): (&str, u8)| (at.to_owned(), format!("wins {rate} of 100"));
        let rates = moves.iter().map(|(_, rate)| *rate).collect();
        let moves = moves.into_iter().map(worth).collect();
        Ok(Estimated { score: "B+2.5".into(), black: 60, owners, moves, rates })
    }

    /// A first move in the corner loses much.
    fn lesson(&self, sgf: &str, number: u32) -> Result<Option<Lesson>, Failure> {
        let is_corner = number == 1 && sgf.contains(";B[ai]");
        let (at, better) = ("A1".to_owned(), "E5".to_owned());
        Ok(is_corner.then_some(Lesson { number, at, points: 12, better }))
    }

    fn next_game(&self, sgf: &str) -> Option<NextGame> {
        assert!(sgf.contains("RE["), "the game is over: {sgf}");
        self.next.lock().unwrap().clone()
    }
}

/// A program that thinks until it is stopped, and has one opinion.
struct Slow;

impl Mind for Slow {
    fn start(&mut self, _context: &mut Context<'_>) -> Result<Profile, Fault> {
        Ok(Profile { name: "slow".to_owned(), ..Profile::default() })
    }

    fn check(&mut self, _task: &Task, _context: &mut Context<'_>) -> Result<Vec<String>, Fault> {
        Ok(Vec::new())
    }

    fn choose(&mut self, _task: &Task, context: &mut Context<'_>) -> Result<Chosen, Fault> {
        context.begin();
        while !context.is_stopped() {
            std::thread::yield_now();
        }
        Err(Fault::Stopped)
    }

    fn opinion(
        &mut self,
        task: &Task,
        _context: &mut Context<'_>,
    ) -> Result<Option<Opinion>, Fault> {
        let play = task.game.size().parse_move("C3").ok();
        Ok(Some(Opinion { play, score: None }))
    }
}

/// A board on a screen that tests can read.
pub(super) struct Desk {
    pub(super) app: App,
    pub(super) fake: Arc<Fake>,
    wakes: Receiver<Wake>,
    terminal: Terminal<TestBackend>,
    pub(super) folder: tempfile::TempDir,
    pub(super) now: Instant,
    pub(super) draws: usize,
    pub(super) turn: Turn,
}

impl Desk {
    pub(super) fn new(width: u16, height: u16) -> Desk {
        Desk::with(width, height, Theme::Plain, &[])
    }

    pub(super) fn with(width: u16, height: u16, theme: Theme, files: &[(&str, &str)]) -> Desk {
        let folder = tempfile::tempdir().expect("a folder");
        for (name, text) in files {
            std::fs::write(folder.path().join(name), text).expect("a file");
        }
        let history = History::new(Arc::new(RealDisk), folder.path());
        let (shown, next) = (Mutex::default(), Mutex::default());
        let program = Arc::new(Fake { history, engines: vec!["gnugo".into()], shown, next });
        let fake = Arc::clone(&program);
        let (sender, wakes) = mpsc::channel();
        let area = Rect::new(0, 0, width, height);
        let app = App::new(program, theme, Keys::default(), sender, area);
        let terminal = Terminal::new(TestBackend::new(width, height)).expect("a screen");
        let now = Instant::now();
        let mut desk = Desk { app, fake, wakes, terminal, folder, now, draws: 0, turn: Turn::Draw };
        desk.draw();
        desk
    }

    pub(super) fn draw(&mut self) {
        let (app, now) = (&self.app, self.now);
        self.terminal.draw(|frame| app.draw(frame, now)).expect("it is drawn");
        self.draws += 1;
        // A board that is kept from frame to frame looks as if it were drawn anew.
        let kept = self.terminal.backend().buffer().clone();
        app.forget_drawn();
        self.terminal.draw(|frame| app.draw(frame, now)).expect("it is drawn");
        assert_eq!(kept, *self.terminal.backend().buffer());
    }

    pub(super) fn update(&mut self, wake: Wake) {
        self.turn = self.app.update(wake, self.now);
        if self.turn == Turn::Draw {
            self.draw();
        }
    }

    pub(super) fn event(&mut self, event: Event) {
        self.update(Wake::Input(event));
    }

    /// Presses keys: `enter`, `p`, `ctrl-c`.
    pub(super) fn keys(&mut self, keys: &str) -> &mut Desk {
        for name in keys.split_whitespace() {
            let press: Press = name.parse().unwrap_or_else(|why| panic!("{why}"));
            self.event(Event::Key(press.event()));
        }
        self
    }

    /// Types letters.
    pub(super) fn text(&mut self, text: &str) -> &mut Desk {
        for letter in text.chars() {
            self.event(Event::Key(KeyEvent::new(KeyCode::Char(letter), KeyModifiers::NONE)));
        }
        self
    }

    pub(super) fn mouse(&mut self, kind: MouseEventKind, column: u16, row: u16) {
        let modifiers = KeyModifiers::NONE;
        self.event(Event::Mouse(MouseEvent { kind, column, row, modifiers }));
    }

    pub(super) fn click(&mut self, column: u16, row: u16) {
        self.mouse(MouseEventKind::Down(MouseButton::Left), column, row);
    }

    pub(super) fn resize(&mut self, width: u16, height: u16) {
        self.terminal.backend_mut().resize(width, height);
        self.event(Event::Resize(width, height));
    }

    /// Hears what comes until the screen shows a text.
    pub(super) fn until(&mut self, text: &str) -> &mut Desk {
        self.until_that(text, |screen| screen.contains(text))
    }

    pub(super) fn until_that(&mut self, what: &str, is: impl Fn(&str) -> bool) -> &mut Desk {
        while !is(&self.screen()) {
            let Ok(wake) = self.wakes.recv_timeout(PATIENCE) else {
                panic!("waited for `{what}`, and there is\n{}", self.screen());
            };
            self.update(wake);
        }
        self
    }

    /// Hears what comes until something holds.
    pub(super) fn wait_until(&mut self, is: impl Fn(&Desk) -> bool) {
        while !is(self) {
            let wake = self.wakes.recv_timeout(PATIENCE).expect("something comes");
            self.update(wake);
        }
    }

    /// Whether nothing more has come.
    pub(super) fn is_quiet(&mut self) -> bool {
        self.wakes.try_recv().is_err()
    }

    /// The characters of the screen.
    pub(super) fn screen(&self) -> String {
        let buffer = self.terminal.backend().buffer();
        let mut text = String::new();
        for row in 0..buffer.area.height {
            let line: String =
                (0..buffer.area.width).map(|column| buffer[(column, row)].symbol()).collect();
            text.push_str(line.trim_end());
            text.push('\n');
        }
        text
    }

    /// The colours of the screen: a letter for each cell that has any, and what the letters stand for.
    pub(super) fn colours(&self) -> String {
        let buffer = self.terminal.backend().buffer();
        let mut styles: Vec<String> = Vec::new();
        let mut text = String::new();
        for row in 0..buffer.area.height {
            let mut line = String::new();
            for column in 0..buffer.area.width {
                let cell = &buffer[(column, row)];
                let style = format!("{} on {} {:?}", cell.fg, cell.bg, cell.modifier);
                if style == "Reset on Reset NONE" {
                    line.push('.');
                    continue;
                }
                let nth = styles.iter().position(|known| *known == style).unwrap_or_else(|| {
                    styles.push(style);
                    styles.len() - 1
                });
                line.push(char::from(b'a' + u8::try_from(nth).expect("there are few styles")));
            }
            text.push_str(line.trim_end_matches('.'));
            text.push('\n');
        }
        for (letter, style) in ('a'..='z').zip(&styles) {
            text.push_str(&format!("{letter}: {style}\n"));
        }
        text
    }

    /// A cell of the screen.
    pub(super) fn cell(&self, column: u16, row: u16) -> ratatui::buffer::Cell {
        self.terminal.backend().buffer()[(column, row)].clone()
    }

    /// Where a text is on the screen: its first column and its row.
    pub(super) fn find(&self, text: &str) -> (u16, u16) {
        for (row, line) in (0..).zip(self.screen().lines()) {
            if let Some(at) = line.find(text) {
                let column = line[..at].chars().count();
                return (u16::try_from(column).expect("it is on the screen"), row);
            }
        }
        panic!("no `{text}` on\n{}", self.screen());
    }

    /// A game of two people.
    pub(super) fn people(size: &str) -> Desk {
        Desk::people_on(size, 80, 24, Theme::Plain)
    }

    pub(super) fn people_on(size: &str, width: u16, height: u16, theme: Theme) -> Desk {
        let mut desk = Desk::with(width, height, theme, &[]);
        let terms = NewGame { size: size.into(), opponent: "human".into(), ..NewGame::default() };
        desk.begin(terms);
        desk
    }

    pub(super) fn begin(&mut self, terms: NewGame) {
        self.turn = self.app.begin_for_test(terms);
        self.draw();
        self.until("begins");
    }
}
