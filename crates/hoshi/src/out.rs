//! Where output goes: data to standard output, talk to standard error, colour
//! only where it is wanted, and a closed pipe told apart from a real failure.

use std::borrow::Cow;
use std::io::{self, BufWriter, IsTerminal, StdoutLock, Write};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use anyhow::{Context as _, Result};
use clap::ColorChoice;

use crate::cli::Globals;
use crate::files;

/// How long a progress note stands before it is drawn anew.
pub(crate) const REDRAW: Duration = Duration::from_millis(250);

/// Back to the start of the line of a terminal, and what stood there is gone.
const WIPE: &str = "\r\x1b[K";

/// What is wrong when data cannot be written.
pub(crate) const NOT_WRITTEN: &str = "standard output cannot be written";

/// Whether a progress note stands on the current line of the terminal.
static NOTED: AtomicBool = AtomicBool::new(false);
/// Whether somebody notes Ctrl-C, and ends in their own time.
static IS_PATIENT: AtomicBool = AtomicBool::new(false);

/// Whether Ctrl-C was noted.
static INTERRUPTED: AtomicBool = AtomicBool::new(false);

/// The two outputs of a command.
pub(crate) struct Out {
    data: BufWriter<StdoutLock<'static>>,
    color: bool,
    quiet: bool,
    verbose: bool,
    progress: bool,
}

impl Out {
    /// The outputs as the options want them.
    pub(crate) fn new(globals: &Globals) -> Self {
        Self {
            data: BufWriter::new(io::stdout().lock()),
            color: is_colored(globals.color.into(), &io::stdout()),
            quiet: globals.quiet,
            verbose: globals.verbose,
            progress: !globals.quiet && !is_dumb() && io::stderr().is_terminal(),
        }
    }

    /// Writes data.
    pub(crate) fn write(&mut self, text: &str) -> Result<()> {
        self.clear();
        self.data.write_all(text.as_bytes()).context(NOT_WRITTEN)
    }

    /// Writes data that need not be text.
    pub(crate) fn bytes(&mut self, bytes: &[u8]) -> Result<()> {
        self.clear();
        self.data.write_all(bytes).context(NOT_WRITTEN)
    }

    /// Writes a line of data and hands it on at once, for work that takes its time.
    pub(crate) fn line(&mut self, text: &str) -> Result<()> {
        self.write(text)?;
        self.write("\n")?;
        self.flush()
    }

    /// Hands on what is still kept back.
    pub(crate) fn flush(&mut self) -> Result<()> {
        self.clear();
        self.data.flush().context(NOT_WRITTEN)
    }

    /// Says something, unless asked to be quiet.
    pub(crate) fn say(&mut self, text: &str) {
        if !self.quiet {
            self.clear();
            talk(&format!("{}\n", printable(text)));
        }
    }

    /// Asks for a line, on the same line, or with one of its own where nobody types behind it. What was
    /// written before is handed on first.
    pub(crate) fn prompt(&mut self, text: &str, alone: bool) -> Result<()> {
        self.flush()?;
        if !self.quiet {
            talk(&format!("{text}{}", if alone { "\n" } else { "" }));
        }
        Ok(())
    }

    /// Says what went wrong with a part of the work, also when asked to be quiet.
    pub(crate) fn warn(&mut self, text: &str) {
        self.clear();
        talk(&format!("error: {}\n", printable(text)));
    }

    /// Says something only when asked to say more.
    pub(crate) fn detail(&mut self, text: &str) {
        if self.verbose {
            self.say(text);
        }
    }

    /// Whether more was asked for.
    pub(crate) fn is_verbose(&self) -> bool {
        self.verbose
    }

    /// Whether anybody would see how far the work is.
    pub(crate) fn shows_progress(&self) -> bool {
        self.progress
    }

    /// On a terminal, what is being done and, where `whole` says how long that takes, how far it
    /// is. It is wiped out by what comes next.
    pub(crate) fn progress(&mut self, what: &str, gone: Duration, whole: Option<Duration>) {
        if self.progress {
            NOTED.store(true, Ordering::SeqCst);
            talk(&format!("{WIPE}{}", note(what, gone, whole)));
        }
    }

    fn clear(&mut self) {
        if NOTED.swap(false, Ordering::SeqCst) {
            talk(WIPE);
        }
    }

    /// The text in a style, where colour is wanted.
    pub(crate) fn style(&self, style: Style, text: &str) -> String {
        if self.color { format!("\x1b[{}m{text}\x1b[0m", style.code()) } else { text.to_owned() }
    }
}

/// How a piece of text is set off.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Style {
    Heading,
    Command,
    Faint,
    Error,
    Warning,
    Note,
    Removed,
    Added,
}

impl Style {
    fn code(self) -> &'static str {
        match self {
            Self::Heading => "1",
            Self::Command => "36",
            Self::Faint => "2",
            Self::Error => "1;31",
            Self::Warning => "1;33",
            Self::Note => "1;36",
            Self::Removed => "31",
            Self::Added => "32",
        }
    }
}

/// Text from a file, without what a terminal would obey: a record may hold anything.
pub(crate) fn printable(text: &str) -> Cow<'_, str> {
    let obeyed = |letter: char| letter.is_control() && letter != '\n';
    if !text.contains(obeyed) {
        return Cow::Borrowed(text);
    }
    let shown = |letter| if obeyed(letter) { char::REPLACEMENT_CHARACTER } else { letter };
    Cow::Owned(text.chars().map(shown).collect())
}

/// Writes to standard error. If that is closed or full, nobody is listening, and there is nobody
/// to tell.
pub(crate) fn talk(text: &str) {
    let _ = io::stderr().write_all(text.as_bytes());
}

/// Whether colour is wanted on this output.
pub(crate) fn is_colored(choice: ColorChoice, output: &impl IsTerminal) -> bool {
    let set = |name| std::env::var_os(name).is_some_and(|value| !value.is_empty());
    match choice {
        ColorChoice::Always => true,
        ColorChoice::Never => false,
        ColorChoice::Auto => output.is_terminal() && !set("NO_COLOR") && !is_dumb(),
    }
}

fn is_dumb() -> bool {
    std::env::var_os("TERM").is_some_and(|term| term == "dumb")
}

/// A progress note: a bar and the time left, where they can be known. An estimate that has been
/// overrun stays at 99 %.
fn note(what: &str, gone: Duration, whole: Option<Duration>) -> String {
    const WIDTH: usize = 24;
    let Some(whole) = whole.filter(|whole| !whole.is_zero()) else {
        return format!("{what} ...");
    };
    let share = (gone.as_secs_f64() / whole.as_secs_f64()).min(0.99);
    let full = (share * WIDTH as f64) as usize;
    let bar = format!("{}{}", "#".repeat(full), ".".repeat(WIDTH - full));
    let left = match whole.saturating_sub(gone).as_secs_f64().ceil() as u64 {
        0 => "any moment now".to_owned(),
        seconds @ 1..120 => format!("about {seconds} s left"),
        seconds @ 120..7200 => format!("about {} min left", seconds / 60),
        seconds => format!("about {} h left", seconds / 3600),
    };
    format!("{what} [{bar}] {:>2.0} %, {left}", (100.0 * share).floor())
}

/// Whether an error only says that nobody reads any more.
pub(crate) fn is_closed_pipe(error: &anyhow::Error) -> bool {
    let kind = |cause: &(dyn std::error::Error + 'static)| {
        let io = cause.downcast_ref::<io::Error>()?;
        Some(io.kind() == io::ErrorKind::BrokenPipe)
    };
    error.chain().any(|cause| kind(cause) == Some(true))
}

/// From here on, Ctrl-C ends the program with exit code 130. Only commands that take their time
/// ask for it: they keep nothing that would have to be saved first.
pub(crate) fn end_on_ctrl_c() -> Result<()> {
    static IS_HEARD: AtomicBool = AtomicBool::new(false);
    if IS_HEARD.swap(true, Ordering::SeqCst) {
        return Ok(());
    }
    ctrlc::set_handler(heard_ctrl_c).context("Ctrl-C cannot be listened for")
}

/// From here on, Ctrl-C is noted, for a command that has something to save before it ends; a second
/// one ends the program all the same.
pub(crate) fn note_ctrl_c() -> Result<()> {
    IS_PATIENT.store(true, Ordering::SeqCst);
    end_on_ctrl_c()
}

/// Somebody to tell when Ctrl-C is noted.
static LISTENER: Mutex<Option<Box<dyn Fn() + Send>>> = Mutex::new(None);

/// Calls `tell` when Ctrl-C is noted, and at once if it has been: for a view that waits for other things
/// too.
pub(crate) fn on_ctrl_c(tell: impl Fn() + Send + 'static) {
    let mut listener = LISTENER.lock().unwrap_or_else(PoisonError::into_inner);
    if is_interrupted() {
        tell();
    }
    *listener = Some(Box::new(tell));
}

/// Whether Ctrl-C was noted.
pub(crate) fn is_interrupted() -> bool {
    INTERRUPTED.load(Ordering::SeqCst)
}

fn heard_ctrl_c() {
    if !IS_PATIENT.load(Ordering::SeqCst) || INTERRUPTED.swap(true, Ordering::SeqCst) {
        end()
    }
    if let Some(tell) = &*LISTENER.lock().unwrap_or_else(PoisonError::into_inner) {
        tell();
    }
}

fn end() -> ! {
    // Both are held to the end: no file is begun, and nothing is drawn after it was wiped out.
    let _unwritten = files::WRITING.write();
    hoshi_gtp::end_all();
    let mut stderr = io::stderr().lock();
    if NOTED.load(Ordering::SeqCst) {
        let _ = stderr.write_all(WIPE.as_bytes());
    }
    std::process::exit(130)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_note_says_how_far_and_how_long() {
        let note = |gone, whole: u64| {
            note("work", Duration::from_millis(gone), Some(Duration::from_secs(whole)))
        };
        assert_eq!(note(0, 2), "work [........................]  0 %, about 2 s left");
        assert_eq!(note(50_000, 100), "work [############............] 50 %, about 50 s left");
        assert_eq!(note(9_000, 3), "work [#######################.] 99 %, any moment now");
        assert_eq!(note(0, 600), "work [........................]  0 %, about 10 min left");
        assert_eq!(note(0, 86_400), "work [........................]  0 %, about 24 h left");
        assert_eq!(note(5, 0), "work ...");
    }
}
