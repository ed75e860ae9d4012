//! Starting the program, feeding it lines, and reading what it answers. Nothing here waits for a while:
//! it waits for an answer, and gives up on one that does not come.

use std::ffi::OsStr;
use std::fs;
use std::io::{BufRead as _, BufReader, Read, Write as _};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, Command, ExitStatus, Stdio};
use std::sync::Once;
use std::sync::mpsc::{self, Receiver};
use std::thread;
use std::time::Duration;

use crate::left;

/// How long a program may hang before it is given up.
const LIMIT: Duration = Duration::from_secs(120);

/// Whether these tests were asked for; it is said once if not.
pub(crate) fn is_asked_for(suite: &'static str) -> bool {
    static SAID: Once = Once::new();
    let asked = std::env::var_os(format!("HOSHI_{}", suite.to_ascii_uppercase())).is_some();
    if !asked {
        SAID.call_once(|| hoshi_testkit::runs_in("crash powercut disks", "tries crashes"));
    }
    left::clear();
    asked
}

/// A folder that is gone with the test.
pub(crate) fn scratch() -> tempfile::TempDir {
    tempfile::tempdir_in(env!("CARGO_TARGET_TMPDIR")).expect("a folder to work in")
}

/// Another program, with nobody's own configuration, and what is asked of hoshi by `words`.
pub(crate) fn hoshi(before: &[&OsStr], history: &Path, words: &[&OsStr]) -> Command {
    let hoshi = OsStr::new(env!("CARGO_BIN_EXE_hoshi"));
    let mut all = before.iter().copied().chain([hoshi]).chain(words.iter().copied());
    let mut command = Command::new(all.next().expect("a program"));
    command.args(all);
    let aside = history.with_extension("aside");
    command
        .env("HOSHI_CONFIG", aside.join("config.toml"))
        .env("HOSHI_HISTORY", history)
        .env("HOSHI_LOG", aside.join("hoshi.log"))
        .env("TZ", "UTC")
        .env_remove("LD_PRELOAD");
    command
}

/// The words for a new game.
pub(crate) fn new_game() -> [&'static OsStr; 4] {
    ["play", "--plain", "--size", "9"].map(OsStr::new)
}

/// The words to go on with one.
pub(crate) fn resume(file: &Path) -> [&OsStr; 4] {
    [OsStr::new("play"), OsStr::new("--plain"), OsStr::new("--resume"), file.as_os_str()]
}

/// What a program has said, and how it ended.
#[derive(Debug)]
pub(crate) struct Ended {
    pub(crate) out: String,
    pub(crate) err: String,
    pub(crate) status: ExitStatus,
}

impl Ended {
    /// How often the next line was asked for.
    pub(crate) fn prompts(&self) -> usize {
        self.err.lines().filter(|line| is_prompt(line)).count()
    }

    /// How many lines were done and saved, going by the prompts and what was said about the disk.
    pub(crate) fn saved(&self) -> usize {
        let (mut prompts, mut saved, mut is_behind) = (0, 0, false);
        for line in self.err.lines() {
            is_behind |= line.contains("the game is not saved: ");
            is_behind &= !line.contains("All is saved now.");
            prompts += usize::from(is_prompt(line));
            if !is_behind {
                saved = saved.max(prompts.max(1) - 1);
            }
        }
        saved
    }
}

/// Runs a program with this input to its end.
pub(crate) fn run(mut command: Command, input: &str) -> Ended {
    let piped = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = piped.spawn().unwrap_or_else(|error| panic!("{command:?}: {error}"));
    let mut stdin = child.stdin.take().expect("a pipe");
    // Short enough for the pipe to hold all of it. Who is killed does not read it.
    let _ = stdin.write_all(input.as_bytes());
    drop(stdin);
    let out = all_of(child.stdout.take().expect("a pipe"));
    let err = all_of(child.stderr.take().expect("a pipe"));
    let (Ok(out), Ok(err)) = (out.recv_timeout(LIMIT), err.recv_timeout(LIMIT)) else {
        let _ = child.kill();
        panic!("{command:?} hangs");
    };
    Ended { out, err, status: child.wait().expect("an end") }
}

fn all_of(mut pipe: impl Read + Send + 'static) -> Receiver<String> {
    let (send, receive) = mpsc::channel();
    thread::spawn(move || {
        let mut bytes = Vec::new();
        let _ = pipe.read_to_end(&mut bytes);
        send.send(String::from_utf8_lossy(&bytes).into_owned())
    });
    receive
}

fn lines_of(pipe: impl Read + Send + 'static) -> Receiver<String> {
    let (send, receive) = mpsc::channel();
    thread::spawn(move || {
        for line in BufReader::new(pipe).split(b'\n') {
            let Ok(line) = line else { break };
            if send.send(String::from_utf8_lossy(&line).into_owned()).is_err() {
                break;
            }
        }
    });
    receive
}

fn is_prompt(line: &str) -> bool {
    line.ends_with("> ")
}

/// A game that is fed line by line.
pub(crate) struct Live {
    child: Child,
    stdin: Option<ChildStdin>,
    pub(crate) out: Receiver<String>,
    err: Receiver<String>,
}

impl Live {
    /// Starts it, and waits until it asks for a line.
    pub(crate) fn start(command: Command) -> Live {
        let mut live = Live::start_at_once(command);
        live.until_asked();
        live
    }

    /// Starts it.
    pub(crate) fn start_at_once(mut command: Command) -> Live {
        let piped = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = piped.spawn().unwrap_or_else(|error| panic!("{command:?}: {error}"));
        Live {
            stdin: child.stdin.take(),
            out: lines_of(child.stdout.take().expect("a pipe")),
            err: lines_of(child.stderr.take().expect("a pipe")),
            child,
        }
    }

    pub(crate) fn id(&self) -> u32 {
        self.child.id()
    }

    /// Feeds in what may be many lines.
    pub(crate) fn feed(&mut self, lines: &str) {
        let stdin = self.stdin.as_mut().expect("lines are still taken");
        stdin.write_all(lines.as_bytes()).expect("it reads");
    }

    /// Feeds in all lines there are; a program that is killed meanwhile does not read them.
    pub(crate) fn feed_all(&mut self, lines: &str) {
        if let Some(mut stdin) = self.stdin.take() {
            let _ = stdin.write_all(lines.as_bytes());
        }
    }

    /// Feeds in a line, and gives what is said to it before the next is asked for.
    pub(crate) fn say(&mut self, line: &str) -> String {
        self.feed(&format!("{line}\n"));
        self.until_asked()
    }

    fn until_asked(&mut self) -> String {
        let mut said = String::new();
        loop {
            let line = self.err.recv_timeout(LIMIT);
            let line = line.unwrap_or_else(|error| panic!("no prompt ({error}) after {said:?}"));
            if is_prompt(&line) {
                return said;
            }
            said.push_str(&line);
            said.push('\n');
        }
    }

    /// The next line on standard output; none at its end.
    pub(crate) fn next_line(&self) -> Option<String> {
        match self.out.recv_timeout(LIMIT) {
            Ok(line) => Some(line),
            Err(mpsc::RecvTimeoutError::Disconnected) => None,
            Err(mpsc::RecvTimeoutError::Timeout) => panic!("it hangs"),
        }
    }

    /// No more lines; what was said since the last one, and how it ended.
    pub(crate) fn end(mut self) -> Ended {
        drop(self.stdin.take());
        let mut all = |out: bool| {
            let mut text = String::new();
            loop {
                let from = if out { &self.out } else { &self.err };
                match from.recv_timeout(LIMIT) {
                    Ok(line) => text.extend([line.as_str(), "\n"]),
                    Err(mpsc::RecvTimeoutError::Disconnected) => return text,
                    Err(mpsc::RecvTimeoutError::Timeout) => {
                        let _ = self.child.kill();
                        panic!("it does not end after {text:?}");
                    }
                }
            }
        };
        let (out, err) = (all(true), all(false));
        Ended { out, err, status: self.child.wait().expect("an end") }
    }

    /// Stops it where it is.
    pub(crate) fn kill(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Drop for Live {
    fn drop(&mut self) {
        self.kill();
    }
}

/// The records in a folder; none if there is no folder.
pub(crate) fn records(folder: &Path) -> Vec<PathBuf> {
    let Ok(entries) = fs::read_dir(folder) else { return Vec::new() };
    let paths = entries.map(|entry| entry.expect("an entry").path());
    let is_hidden = |path: &PathBuf| {
        path.file_name().is_some_and(|name| name.to_string_lossy().starts_with('.'))
    };
    let mut records: Vec<PathBuf> = paths.filter(|path| !is_hidden(path)).collect();
    records.sort();
    records
}

/// The one record in a folder.
pub(crate) fn record(folder: &Path) -> PathBuf {
    let mut all = records(folder);
    assert_eq!(all.len(), 1, "{all:?}");
    all.remove(0)
}

/// Whether a program can be started and says that all is well.
pub(crate) fn works(program: &str, words: &[&str]) -> bool {
    let mut command = Command::new(program);
    command.args(words).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    command.status().is_ok_and(|status| status.success())
}
