//! The terminal: taken when the board opens or a line is edited, and always restored: at the end, after a panic, before
//! the process is suspended.

use std::fs::File;
use std::io::{self, Write};
use std::panic;
use std::sync::atomic::{AtomicU8, Ordering};
use std::sync::{Once, OnceLock};
use std::thread::{self, ThreadId};

use ratatui::Terminal;
use ratatui::crossterm::cursor::Show;
use ratatui::crossterm::event::{
    DisableBracketedPaste, DisableMouseCapture, EnableBracketedPaste, EnableMouseCapture,
};
use ratatui::crossterm::execute;
use ratatui::crossterm::terminal::{
    Clear, ClearType, EnterAlternateScreen, LeaveAlternateScreen, disable_raw_mode, enable_raw_mode,
};

use crate::backend::Output;

/// How the terminal is used now.
static TAKEN: AtomicU8 = AtomicU8::new(FREE);

/// Not used.
const FREE: u8 = 0;
/// The board has the full screen.
const SCREEN: u8 = 1;
/// Keys arrive one by one; everything else is as usual.
const LINES: u8 = 2;

/// The thread that draws.
static VIEW: OnceLock<ThreadId> = OnceLock::new();

/// The terminal, while the board uses it.
pub(crate) struct Screen {
    pub(crate) terminal: Terminal<Output>,
}

impl Screen {
    /// Takes the terminal.
    pub(crate) fn take() -> io::Result<Screen> {
        let _ = VIEW.set(thread::current().id());
        hook();
        enter()?;
        let terminal = Terminal::new(Output::new()).inspect_err(|_| leave());
        Ok(Screen { terminal: terminal? })
    }

    /// Restores the terminal for a while, such as before the process is suspended.
    pub(crate) fn release() {
        leave();
    }

    /// Takes the terminal again. The next draw is complete.
    pub(crate) fn retake(&mut self) -> io::Result<()> {
        enter()?;
        // `Terminal::clear` asks the terminal where its cursor is, and the thread that reads keys would get the
        // answer.
        execute!(io::stdout(), Clear(ClearType::All))?;
        self.terminal = Terminal::new(Output::new())?;
        Ok(())
    }
}

impl Drop for Screen {
    fn drop(&mut self) {
        leave();
    }
}

/// Takes the terminal for a line editor: keys arrive at once and are not echoed. If it is already taken, its modes are
/// set again, since another process may have changed them; they never change in between.
pub(crate) fn enter_lines() -> io::Result<()> {
    let _ = VIEW.set(thread::current().id());
    hook();
    let was = TAKEN.swap(LINES, Ordering::SeqCst);
    lines::enter().inspect_err(|_| TAKEN.store(was, Ordering::SeqCst))
}

/// The terminal modes for a line editor. Full raw mode would remove the carriage return from every printed line; here
/// the rest of the program prints as usual.
#[cfg(unix)]
mod lines {
    use std::io;
    use std::sync::{Mutex, PoisonError};

    use rustix::termios::{OptionalActions, OutputModes, Termios, tcgetattr, tcsetattr};

    /// The original modes.
    static BEFORE: Mutex<Option<Termios>> = Mutex::new(None);

    pub(super) fn enter() -> io::Result<()> {
        let now = tcgetattr(io::stdin())?;
        let mut modes = now.clone();
        modes.make_raw();
        modes.output_modes |= OutputModes::OPOST;
        BEFORE.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(now);
        Ok(tcsetattr(io::stdin(), OptionalActions::Now, &modes)?)
    }

    pub(super) fn leave() {
        // A terminal that is gone has no modes.
        if let Some(before) = BEFORE.lock().unwrap_or_else(PoisonError::into_inner).take() {
            let _ = tcsetattr(io::stdin(), OptionalActions::Now, &before);
        }
    }
}

#[cfg(not(unix))]
mod lines {
    use ratatui::crossterm::terminal::{disable_raw_mode, enable_raw_mode};

    pub(super) fn enter() -> std::io::Result<()> {
        enable_raw_mode()
    }

    pub(super) fn leave() {
        let _ = disable_raw_mode();
    }
}

fn enter() -> io::Result<()> {
    if TAKEN.swap(SCREEN, Ordering::SeqCst) != FREE {
        return Ok(());
    }
    enable_raw_mode().inspect_err(|_| TAKEN.store(FREE, Ordering::SeqCst))?;
    execute!(io::stdout(), EnterAlternateScreen, EnableMouseCapture, EnableBracketedPaste)
        .inspect_err(|_| leave())
}

/// Restores the terminal if it is taken. Also for code that ends the program from outside the board.
///
/// ```
/// // Does nothing if no board is open.
/// hoshi_tui::restore_terminal();
/// ```
pub fn restore_terminal() {
    leave();
}

fn leave() {
    let was = TAKEN.swap(FREE, Ordering::SeqCst);
    if was == FREE {
        return;
    }
    if was == LINES {
        lines::leave();
        return;
    }
    // Errors are ignored: the terminal may be gone.
    if VIEW.get() == Some(&thread::current().id()) {
        let _ = give_back(&mut io::stdout());
    } else if let Ok(mut terminal) = File::options().write(true).open("/dev/tty") {
        // The thread of the view may hold the lock of standard output.
        let _ = give_back(&mut terminal);
    }
    let _ = disable_raw_mode();
}

fn give_back(out: &mut impl Write) -> io::Result<()> {
    execute!(out, DisableBracketedPaste, DisableMouseCapture, LeaveAlternateScreen, Show)?;
    out.flush()
}

/// A panic of the view restores the terminal before it is reported; a panic of another thread is only logged, since
/// its message would spoil the screen.
fn hook() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        let before = panic::take_hook();
        panic::set_hook(Box::new(move |info| {
            tracing::error!("panic: {info}");
            if VIEW.get() == Some(&thread::current().id()) || TAKEN.load(Ordering::SeqCst) == FREE {
                leave();
                before(info);
            }
        }));
    });
}
