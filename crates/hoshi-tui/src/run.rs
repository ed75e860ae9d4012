//! The loop: waits on one channel, updates the app, draws. It never polls.

use std::io;
use std::sync::Arc;
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::thread;
use std::time::Instant;

use hoshi_session::Failure;
use ratatui::Terminal;
use ratatui::backend::Backend;
use ratatui::crossterm::event;
use ratatui::layout::Rect;

use crate::app::{App, Turn, Wake};
use crate::keys::Keys;
use crate::program::{Opened, Program};
use crate::terminal::Screen;
use crate::theme::Theme;

/// A signal to the process.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Signal {
    /// End the process: save everything and restore the terminal.
    End,
    /// Suspend the process (SIGTSTP).
    Stop,
    /// The process continues (SIGCONT).
    Continued,
}

/// The first screen.
#[derive(Debug)]
pub enum Start {
    /// The start screen.
    Home,
    /// A running game.
    Game(Opened),
    /// A record in review.
    Review(Opened),
    /// The history.
    History,
}

/// Passes a signal to the board.
type Teller = Box<dyn Fn(Signal) + Send>;

/// The settings of the board.
pub struct Setup {
    /// The program that opens and keeps games.
    pub program: Arc<dyn Program>,
    /// The first theme.
    pub theme: Theme,
    /// The keys.
    pub keys: Keys,
    /// Whether each move is said in words from the start.
    pub speak: bool,
    /// The first screen.
    pub start: Start,
    /// Whether big mistakes are pointed out in the first game.
    pub teach: bool,
    /// A warning for the first screen, such as an error in the configuration.
    pub warning: Option<String>,
    /// Gets a function to call for every signal.
    pub listen: Box<dyn FnOnce(Teller)>,
    /// Suspends the process.
    pub stop: fn(),
}

impl std::fmt::Debug for Setup {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Setup").field("theme", &self.theme).finish_non_exhaustive()
    }
}

/// How the board ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// The user quit.
    Left,
    /// Ctrl-C, or a signal.
    Interrupted,
}

/// Opens the board on the terminal of this process and runs it. Returns how it ended, and messages to print afterwards.
/// The terminal is restored.
///
/// # Errors
/// If the terminal fails.
pub fn run(setup: Setup) -> io::Result<(End, Vec<String>)> {
    let Setup { program, theme, keys, speak, start, teach, warning, listen, stop } = setup;
    let (sender, wakes) = mpsc::channel();
    let mut screen = Screen::take()?;
    let size = screen.terminal.size()?;
    let signals = sender.clone();
    listen(Box::new(move |signal| drop(signals.send(Wake::Signal(signal)))));
    let area = Rect::new(0, 0, size.width, size.height);
    let mut app = App::new(program, theme, keys, sender.clone(), area);
    app.set_speaks(speak);
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
        app.show_error(Failure::new(warning));
    }
    read_input(sender);
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
            // The terminal is gone: save everything.
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

/// Reads the terminal on a separate thread, which ends with the process.
fn read_input(sender: Sender<Wake>) {
    thread::spawn(move || {
        while let Ok(event) = event::read() {
            if sender.send(Wake::Input(event)).is_err() {
                return;
            }
        }
        let _ = sender.send(Wake::InputEnded);
    });
}

/// Runs until the end or a suspension. Draws once for all events that arrived meanwhile.
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
            // Events that arrived meanwhile share one draw.
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
