//! The loop: waits on one channel, lets the app change, draws. Nothing here polls.

use std::io;
use std::sync::Arc;
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::thread;
use std::time::Instant;

use ratatui::Terminal;
use ratatui::backend::Backend;
use ratatui::crossterm::event;
use ratatui::layout::Rect;

use crate::app::{App, Turn, Wake};
use crate::keys::Keys;
use crate::program::{Opened, Program};
use crate::terminal::Screen;
use crate::theme::Theme;

/// A signal that the program has heard.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Signal {
    /// The process is to end: everything is saved, the terminal given back.
    End,
    /// The process is to stop (SIGTSTP).
    Stop,
    /// It goes on after it was stopped.
    Continued,
}

/// The first screen.
#[derive(Debug)]
pub enum Start {
    /// The start screen.
    Home,
    /// A game that is played.
    Game(Opened),
    /// A record that is looked at.
    Review(Opened),
    /// The games that were played.
    History,
}

/// Tells the board of a signal.
type Teller = Box<dyn Fn(Signal) + Send>;

/// What the board is opened with.
pub struct Setup {
    /// Where games come from.
    pub program: Arc<dyn Program>,
    /// How everything looks at first.
    pub theme: Theme,
    /// What the keys mean.
    pub keys: Keys,
    /// The first screen.
    pub start: Start,
    /// Whether moves that lose much are named in the game that is opened first.
    pub teach: bool,
    /// Something that went wrong before, such as with the configuration; it is shown on the first screen.
    pub warning: Option<String>,
    /// Is handed a function to be called for every signal.
    pub listen: Box<dyn FnOnce(Teller)>,
    /// Stops the process until it is continued.
    pub stop: fn(),
}

impl std::fmt::Debug for Setup {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Setup").field("theme", &self.theme).finish_non_exhaustive()
    }
}

/// How the board was left.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// Somebody left.
    Left,
    /// Ctrl-C, or a signal.
    Interrupted,
}

/// Opens the board on the terminal of this process, and returns when it is left: how, and what is worth saying
/// afterwards. The terminal is as it was before.
///
/// # Errors
/// If the terminal fails.
pub fn run(setup: Setup) -> io::Result<(End, Vec<String>)> {
    let Setup { program, theme, keys, start, teach, warning, listen, stop } = setup;
    let (tell, wakes) = mpsc::channel();
    let mut screen = Screen::take()?;
    let size = screen.terminal.size()?;
    let signals = tell.clone();
    listen(Box::new(move |signal| drop(signals.send(Wake::Signal(signal)))));
    let area = Rect::new(0, 0, size.width, size.height);
    let mut app = App::new(program, theme, keys, tell.clone(), area);
    match start {
        Start::Home => {}
        Start::Game(opened) => {
            app.begin(opened, false);
            app.set_teach(teach);
        }
        Start::Review(opened) => app.begin(opened, true),
        Start::History => app.show_history(),
    }
    if let Some(warning) = warning {
        app.complain(warning);
    }
    read_input(tell);
    let end = loop {
        match turns(&mut screen.terminal, &mut app, &wakes) {
            Ok(Turn::End(end)) => break Ok(end),
            Ok(Turn::Stop) => {
                Screen::release();
                stop();
                screen.retake()?;
            }
            Ok(Turn::Continued) => {
                Screen::release();
                screen.retake()?;
            }
            Ok(Turn::Same | Turn::Draw) => {}
            // The terminal is gone: what is to be saved is saved.
            Err(error) => {
                app.update(Wake::InputEnded, Instant::now());
                break Err(error);
            }
        }
    };
    drop(screen);
    let farewell = app.farewell();
    end.map(|end| (end, farewell))
}

/// Reads the terminal on a thread of its own, which ends with the process.
fn read_input(tell: Sender<Wake>) {
    thread::spawn(move || {
        while let Ok(event) = event::read() {
            if tell.send(Wake::Input(event)).is_err() {
                return;
            }
        }
        let _ = tell.send(Wake::InputEnded);
    });
}

/// Runs until something happens that the loop cannot see to: the end, a stop. Draws once for all that has come
/// in meanwhile.
fn turns<B: Backend<Error = io::Error>>(
    terminal: &mut Terminal<B>,
    app: &mut App,
    wakes: &Receiver<Wake>,
) -> io::Result<Turn> {
    loop {
        let now = Instant::now();
        terminal.draw(|frame| app.draw(frame, now))?;
        let mut is_stale = false;
        while !is_stale {
            let now = Instant::now();
            let wake = match app.deadline(now) {
                None => wakes.recv().map_err(|_| RecvTimeoutError::Disconnected),
                Some(at) => wakes.recv_timeout(at.saturating_duration_since(now)),
            };
            let turn = match wake {
                Ok(wake) => app.update(wake, Instant::now()),
                Err(RecvTimeoutError::Timeout) => app.tick(Instant::now()),
                Err(RecvTimeoutError::Disconnected) => return Ok(Turn::End(End::Interrupted)),
            };
            is_stale |= turn == Turn::Draw;
            if !matches!(turn, Turn::Same | Turn::Draw) {
                return Ok(turn);
            }
            // What has come in meanwhile is drawn together.
            while let Ok(wake) = wakes.try_recv() {
                let turn = app.update(wake, Instant::now());
                is_stale |= turn == Turn::Draw;
                if !matches!(turn, Turn::Same | Turn::Draw) {
                    return Ok(turn);
                }
            }
        }
    }
}
