//! Where output goes: data to standard output, talk to standard error, colour
//! only where it is wanted, and a closed pipe told apart from a real failure. All text passes through
//! [`Text`], which makes it safe for a terminal.

#![expect(clippy::disallowed_methods, reason = "this is the only way out")]

mod progress;
mod screen;
mod text;

use std::io::{self, BufWriter, IsTerminal, StdoutLock, Write};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use anyhow::{Context as _, Result};
use clap::ColorChoice;
use serde_json::Value;

use crate::cli::Globals;
pub(crate) use progress::REDRAW;
use progress::Shown;
pub(crate) use screen::{board, fits, folded, wrapped};
pub(crate) use text::{Style, Text, json};

/// What is wrong when data cannot be written.
pub(crate) const NOT_WRITTEN: &str = "standard output cannot be written";

/// The two outputs of a command.
pub(crate) struct Out {
    data: BufWriter<StdoutLock<'static>>,
    is_terminal: bool,
    color: bool,
    quiet: bool,
    verbose: bool,
    progress: Shown,
}

impl Out {
    /// The outputs as the options want them.
    pub(crate) fn new(globals: &Globals) -> Self {
        let progress = if globals.quiet {
            Shown::Nothing
        } else if io::stderr().is_terminal() && !is_dumb() {
            Shown::Bar
        } else if globals.verbose {
            Shown::Lines(Instant::now())
        } else {
            Shown::Nothing
        };
        Self {
            data: BufWriter::new(io::stdout().lock()),
            is_terminal: io::stdout().is_terminal(),
            color: is_colored(globals.color.into(), &io::stdout()),
            quiet: globals.quiet,
            verbose: globals.verbose,
            progress,
        }
    }

    /// Writes data.
    pub(crate) fn write(&mut self, text: impl Into<Text>) -> Result<()> {
        self.raw(text.into().as_str().as_bytes())
    }

    /// Writes a file as it is; on a terminal, so that it is only seen.
    pub(crate) fn bytes(&mut self, bytes: &[u8]) -> Result<()> {
        if self.is_terminal { self.write(String::from_utf8_lossy(bytes)) } else { self.raw(bytes) }
    }

    fn raw(&mut self, bytes: &[u8]) -> Result<()> {
        wait_if_ending();
        progress::clear();
        self.data.write_all(bytes).context(NOT_WRITTEN)
    }

    /// Writes a line of data and hands it on at once, for work that takes its time.
    pub(crate) fn line(&mut self, text: impl Into<Text>) -> Result<()> {
        self.write(text.into() + "\n")?;
        self.flush()
    }

    /// Writes a value as a line of JSON.
    pub(crate) fn json(&mut self, value: &Value) -> Result<()> {
        self.line(json(value))
    }

    /// Hands on what is still kept back.
    pub(crate) fn flush(&mut self) -> Result<()> {
        progress::clear();
        self.data.flush().context(NOT_WRITTEN)
    }

    /// Says something, unless asked to be quiet.
    pub(crate) fn say(&mut self, text: impl Into<Text>) {
        if !self.quiet {
            progress::clear();
            let text = text.into();
            let text = if shows_talk() { text.folded() } else { text };
            talk(text + "\n");
        }
    }

    /// Asks for a line, on the same line, or with one of its own where nobody types behind it. What was
    /// written before is handed on first.
    pub(crate) fn prompt(&mut self, text: &str, alone: bool) -> Result<()> {
        self.flush()?;
        if !self.quiet {
            talk(Text::from(text) + if alone { "\n" } else { "" });
        }
        Ok(())
    }

    /// Says what went wrong with a part of the work, also when asked to be quiet.
    pub(crate) fn warn(&mut self, text: &str) {
        progress::clear();
        let text = format!("error: {text}");
        let text = if shows_talk() { folded(&text) } else { text };
        talk(indented(&text) + "\n");
    }

    /// Says something only when asked to say more.
    pub(crate) fn detail(&mut self, text: impl Into<Text>) {
        if self.verbose {
            self.say(text);
        }
    }

    /// Whether more was asked for.
    pub(crate) fn is_verbose(&self) -> bool {
        self.verbose
    }

    /// Whether nothing but data is wanted.
    pub(crate) fn is_quiet(&self) -> bool {
        self.quiet
    }

    /// Whether data is coloured.
    pub(crate) fn is_colored(&self) -> bool {
        self.color
    }

    /// The text in a style, where colour is wanted.
    pub(crate) fn style(&self, style: Style, text: &str) -> Text {
        styled(style, text, self.color)
    }
}

/// Writes to standard error. If that is closed or full, nobody is listening, and there is nobody
/// to tell.
pub(crate) fn talk(text: impl Into<Text>) {
    talk_raw(text.into().as_str());
}

fn talk_raw(text: &str) {
    wait_if_ending();
    let _ = io::stderr().write_all(text.as_bytes());
}

/// A number of things in words: `1 move`, `2 moves`.
pub(crate) fn counted(count: impl TryInto<u64>, what: &str) -> String {
    match count.try_into().unwrap_or(u64::MAX) {
        1 => format!("1 {what}"),
        count => format!("{count} {what}s"),
    }
}

/// A message whose further lines are set in, if one of them is not: what it quotes may hold line breaks, and
/// quoted text must not look like a message of hoshi.
pub(crate) fn indented(text: &str) -> String {
    let (first, rest) = text.split_at(text.find('\n').map_or(text.len(), |at| at + 1));
    let is_set_in = |line: &str| line.is_empty() || line.starts_with(' ');
    if rest.lines().all(is_set_in) {
        return text.to_owned();
    }
    let shift = |line: &str| if line == "\n" { line.to_owned() } else { format!("  {line}") };
    first.to_owned() + &rest.split_inclusive('\n').map(shift).collect::<String>()
}

/// Text in a style, if colour is wanted.
pub(crate) fn styled(style: Style, text: &str, is_colored: bool) -> Text {
    if is_colored { Text::styled(style, text) } else { Text::from(text) }
}

/// Whether a person sees the data at once.
pub(crate) fn shows_data() -> bool {
    io::stdout().is_terminal()
}

/// What standard input or output is, where it is not a terminal.
#[cfg(unix)]
pub(crate) fn instead_of_terminal(stream: &impl std::os::fd::AsFd) -> &'static str {
    use rustix::fs::FileType;
    let status = rustix::fs::fstat(stream);
    match status.map(|status| FileType::from_raw_mode(status.st_mode)) {
        Ok(FileType::Fifo) => "is a pipe, not a terminal",
        Ok(FileType::RegularFile) => "is a file, not a terminal",
        _ => "is not a terminal",
    }
}

/// What standard input or output is, where it is not a terminal.
#[cfg(not(unix))]
pub(crate) fn instead_of_terminal<T>(_stream: &T) -> &'static str {
    "is not a terminal"
}

/// The same for standard output.
pub(crate) fn instead_of_screen() -> &'static str {
    instead_of_terminal(&io::stdout())
}

/// Whether the data goes into a file or to another program, and not to a device that forgets it.
pub(crate) fn keeps_data() -> bool {
    #[cfg(unix)]
    {
        use std::os::fd::AsFd as _;
        let owned = io::stdout().as_fd().try_clone_to_owned();
        let kind = owned.and_then(|owned| std::fs::File::from(owned).metadata());
        !kind.is_ok_and(|kind| std::os::unix::fs::FileTypeExt::is_char_device(&kind.file_type()))
    }
    #[cfg(not(unix))]
    !io::stdout().is_terminal()
}

/// Whether a person sees what is said.
pub(crate) fn shows_talk() -> bool {
    io::stderr().is_terminal()
}

/// Prints help or the version, which are texts of our own.
pub(crate) fn print_help(help: &clap::Error) -> io::Result<()> {
    help.print()?;
    io::stdout().flush()
}

/// Whether colour is wanted in what is said.
pub(crate) fn colors_talk(choice: ColorChoice) -> bool {
    is_colored(choice, &io::stderr())
}

/// Whether colour is wanted on this output.
fn is_colored(choice: ColorChoice, output: &impl IsTerminal) -> bool {
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

/// An error with its causes. Some errors already end with their cause, which is not repeated then.
pub(crate) fn with_causes(error: &anyhow::Error) -> String {
    hoshi_session::with_causes(error.as_ref())
}

/// Whether an error only says that the reader has closed the pipe.
pub(crate) fn is_closed_pipe(error: &anyhow::Error) -> bool {
    let kind = |cause: &(dyn std::error::Error + 'static)| {
        let io = cause.downcast_ref::<io::Error>()?;
        Some(io.kind() == io::ErrorKind::BrokenPipe)
    };
    error.chain().any(|cause| kind(cause) == Some(true))
}

/// Whether the program is being ended from outside.
static IS_ENDING: AtomicBool = AtomicBool::new(false);

/// From here on nobody else says anything, or ends the program with another exit code: what a command
/// would say of an engine that is killed now, or of a file that cannot be written, is not for anybody.
pub(crate) fn begin_end() {
    IS_ENDING.store(true, Ordering::SeqCst);
}

/// Waits for the end, if the program is being ended.
pub(crate) fn wait_if_ending() {
    while IS_ENDING.load(Ordering::SeqCst) {
        std::thread::park();
    }
}

/// Ends the program, and removes the progress bar.
pub(crate) fn end(code: u8) -> ! {
    progress::clear();
    std::process::exit(code.into())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_quoted_begins_a_line() {
        assert_eq!(indented("a\nerror: b\n  c\n\nd\n"), "a\n  error: b\n    c\n\n  d\n");
        assert_eq!(indented("a\n  b\n\n  c"), "a\n  b\n\n  c");
        assert_eq!(indented(""), "");
    }

    #[test]
    fn a_cause_is_said_once() {
        let inner = || anyhow::anyhow!("no space left");
        let named = inner().context("a.sgf: no space left").context("history");
        assert_eq!(with_causes(&named), "history: a.sgf: no space left");
        assert_eq!(with_causes(&inner().context("a.sgf")), "a.sgf: no space left");
        assert_eq!(with_causes(&inner()), "no space left");
    }
}
