//! Where output goes: data to standard output, talk to standard error, colour
//! only where it is wanted, and a closed pipe told apart from a real failure.

use std::io::{self, BufWriter, IsTerminal as _, StdoutLock, Write};

use crate::cli::{Globals, When};

/// The two outputs of a command.
pub(crate) struct Out {
    data: BufWriter<StdoutLock<'static>>,
    color: bool,
    quiet: bool,
    verbose: bool,
    progress: bool,
    /// Whether a progress note stands on the current line of the terminal.
    noted: bool,
}

impl Out {
    /// The outputs as the options want them.
    pub(crate) fn new(globals: &Globals) -> Self {
        let terminal = io::stdout().is_terminal();
        let set = |name| std::env::var_os(name).is_some_and(|value| !value.is_empty());
        let dumb = std::env::var_os("TERM").is_some_and(|term| term == "dumb");
        Self {
            data: BufWriter::new(io::stdout().lock()),
            color: match globals.color {
                When::Always => true,
                When::Never => false,
                When::Auto => terminal && !set("NO_COLOR") && !dumb,
            },
            quiet: globals.quiet,
            verbose: globals.verbose,
            progress: !globals.quiet && !dumb && io::stderr().is_terminal(),
            noted: false,
        }
    }

    /// Writes data.
    pub(crate) fn write(&mut self, text: &str) -> io::Result<()> {
        self.clear();
        self.data.write_all(text.as_bytes())
    }

    /// Writes a line of data and hands it on at once, for work that takes its time.
    pub(crate) fn line(&mut self, text: &str) -> io::Result<()> {
        self.write(text)?;
        self.write("\n")?;
        self.data.flush()
    }

    /// Hands on what is still kept back.
    pub(crate) fn flush(&mut self) -> io::Result<()> {
        self.clear();
        self.data.flush()
    }

    /// Says something, unless asked to be quiet.
    pub(crate) fn say(&mut self, text: &str) {
        if !self.quiet {
            self.clear();
            eprintln!("{text}");
        }
    }

    /// Says something only when asked to say more.
    pub(crate) fn detail(&mut self, text: &str) {
        if self.verbose {
            self.say(text);
        }
    }

    /// On a terminal, a note of what is being done, wiped out by what comes next.
    pub(crate) fn progress(&mut self, text: &str) {
        if self.progress {
            eprint!("\r\x1b[K{text}");
            self.noted = true;
        }
    }

    fn clear(&mut self) {
        if self.noted {
            eprint!("\r\x1b[K");
            self.noted = false;
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
}

impl Style {
    fn code(self) -> &'static str {
        match self {
            Self::Heading => "1",
            Self::Command => "36",
            Self::Faint => "2",
        }
    }
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
pub(crate) fn end_on_ctrl_c() -> anyhow::Result<()> {
    ctrlc::set_handler(|| std::process::exit(130))?;
    Ok(())
}
