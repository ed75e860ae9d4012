//! The log: a file that names what went wrong while nobody was looking. The libraries report through
//! `tracing`; here it becomes lines. A log that cannot be written does not stop the program.

use std::fmt::{self, Write as _};
use std::fs;
use std::io::{Read as _, Write as _};
use std::path::{Path, PathBuf};

use hoshi_files::visible_line;
use tracing::field::{Field, Visit};
use tracing::{Event, Level, Subscriber};
use tracing_subscriber::layer::{Context, Layer, SubscriberExt as _};

use crate::config::Env;
use crate::now;

/// When it has this many bytes, a new one begins; the old one is kept beside it.
const MOST: u64 = 1 << 20;

/// Where it is.
pub(crate) fn path() -> Option<PathBuf> {
    Env::of_process().log()
}

/// From here on, what is reported goes to the file.
pub(crate) fn start() {
    let _ = tracing::subscriber::set_global_default(tracing_subscriber::registry().with(Lines));
}

/// A line for every event that is not mere detail.
struct Lines;

impl<S: Subscriber> Layer<S> for Lines {
    fn on_event(&self, event: &Event<'_>, _: Context<'_, S>) {
        if *event.metadata().level() <= Level::INFO {
            let mut message = Message(String::new());
            event.record(&mut message);
            write(&message.0);
        }
    }
}

/// The words of an event.
struct Message(String);

impl Visit for Message {
    fn record_debug(&mut self, field: &Field, value: &dyn fmt::Debug) {
        if field.name() == "message" {
            let _ = write!(self.0, "{value:?}");
        }
    }
}

/// Whether a file begins as a log does: with a time, and a process in brackets.
fn is_log(path: &Path) -> bool {
    let mut start = [0; 32];
    let read = hoshi_files::open_regular(path).and_then(|mut file| file.read(&mut start));
    let begins = |text: &[u8]| {
        let is_date = text.iter().zip(b"0000-00-00").all(|(byte, form)| match form {
            b'0' => byte.is_ascii_digit(),
            other => byte == other,
        });
        text.len() >= 20 && is_date && text.windows(2).any(|two| two == b" [")
    };
    read.is_ok_and(|many| begins(&start[..many]))
}

/// Adds a line.
fn write(text: &str) {
    let Some(path) = path() else { return };
    if fs::symlink_metadata(&path).is_ok_and(|file| file.is_file() && file.len() >= MOST) {
        let mut old = path.clone().into_os_string();
        old.push(".old");
        // Only logs are moved and replaced, whatever else has such a name.
        let is_free = fs::symlink_metadata(&old).is_err();
        if !is_log(&path) || !(is_free || is_log(old.as_ref())) || fs::rename(&path, old).is_err() {
            return;
        }
    }
    // A link there is not followed: nobody would look for lines of hoshi where it leads.
    let open = || hoshi_files::append_own(&path);
    // The folder is there but for the first time.
    let file = open().or_else(|_| {
        path.parent().map_or(Ok(()), fs::create_dir_all)?;
        open()
    });
    if let Ok(mut file) = file {
        let line =
            format!("{} [{}] {}\n", now::local_now(), std::process::id(), visible_line(text));
        let _ = file.write_all(line.as_bytes());
    }
}
