//! The terminal board: the time from a key to its frame while the bot thinks on all cores, compared with a bare
//! terminal echo, and the bytes that a move writes. The figures are those of this machine; nothing here asserts
//! seconds.

use std::io::{Read as _, Write};
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::mpsc::{self, Receiver};
use std::thread;
use std::time::{Duration, Instant};

use hoshi_bench::options::Options;
use hoshi_bench::say::{put, tell};
use portable_pty::{Child, CommandBuilder, PtySize, native_pty_system};
use serde_json::json;

const HELP: &str = "\
Measures the terminal board: a key until its frame, and the bytes of a move.

Usage: terminal [--keys N] [--json] [--check]

  --keys N  number of keys; default 500
  --json    the same figures as JSON
  --check   only check that it runs, with a few keys
";

const DEFINITION: &str = "\
19x19 in a window of 80x24, while bot:10 thinks on all cores.
cpu:   processor time of the thread that draws, for one key that moves the cursor (Linux only).
wall:  from writing the key until the first byte of the frame is there.
echo:  the same for the bare echo of a terminal, in the same run, each beside a key.
bytes: all that a typed move writes, from its first letter until nothing more comes.";

/// A frame ends after this much silence.
const QUIET: Duration = Duration::from_millis(20);

/// The time limit for an answer.
const PATIENCE: Duration = Duration::from_secs(60);

struct Terminal {
    child: Box<dyn Child + Send + Sync>,
    keys: Box<dyn Write + Send>,
    bytes: Receiver<Vec<u8>>,
    _master: Box<dyn portable_pty::MasterPty + Send>,
}

impl Terminal {
    fn start(command: CommandBuilder) -> Result<Terminal, String> {
        let failed = |error: &dyn std::fmt::Display| format!("a terminal: {error}");
        let size = PtySize { rows: 24, cols: 80, pixel_width: 0, pixel_height: 0 };
        let pair = native_pty_system().openpty(size).map_err(|error| failed(&error))?;
        let child = pair.slave.spawn_command(command).map_err(|error| failed(&error))?;
        let mut reader = pair.master.try_clone_reader().map_err(|error| failed(&error))?;
        let keys = pair.master.take_writer().map_err(|error| failed(&error))?;
        let (tell, bytes) = mpsc::channel();
        thread::spawn(move || {
            let mut buffer = [0; 1 << 14];
            while let Ok(many @ 1..) = reader.read(&mut buffer) {
                if tell.send(buffer[..many].to_vec()).is_err() {
                    return;
                }
            }
        });
        Ok(Terminal { child, keys, bytes, _master: pair.master })
    }

    fn press(&mut self, keys: &str) -> Result<(), String> {
        let written = self.keys.write_all(keys.as_bytes()).and_then(|()| self.keys.flush());
        written.map_err(|error| error.to_string())
    }

    /// All bytes until nothing more comes.
    fn drain(&self) -> usize {
        let mut many = 0;
        while let Ok(bytes) = self.bytes.recv_timeout(QUIET) {
            many += bytes.len();
        }
        many
    }

    /// Waits for a word among the bytes; only one word, since there may be colour codes between words.
    fn until(&self, word: &str) -> Result<(), String> {
        let mut all = Vec::new();
        while !all.windows(word.len()).any(|part| part == word.as_bytes()) {
            let bytes = self.bytes.recv_timeout(PATIENCE);
            all.extend(bytes.map_err(|_| format!("hoshi does not show `{word}`"))?);
        }
        Ok(())
    }

    /// Presses a key, and returns the time until its first byte.
    fn key(&mut self, key: &str) -> Result<Duration, String> {
        let start = Instant::now();
        self.press(key)?;
        self.bytes.recv_timeout(PATIENCE).map_err(|_| "nothing is drawn".to_owned())?;
        Ok(start.elapsed())
    }

    /// CPU time of the first thread, which draws.
    fn cpu(&self) -> Option<Duration> {
        let id = self.child.process_id()?;
        let text = std::fs::read_to_string(format!("/proc/{id}/task/{id}/schedstat")).ok()?;
        text.split(' ').next()?.parse().ok().map(Duration::from_nanos)
    }
}

impl Drop for Terminal {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn hoshi(args: &[&str], home: &std::path::Path) -> Result<CommandBuilder, String> {
    let itself = std::env::current_exe().map_err(|error| error.to_string())?;
    let program: PathBuf = itself.with_file_name("hoshi");
    if !program.exists() {
        return Err(format!(
            "{} is not there: `cargo xtask bench terminal` builds it",
            program.display()
        ));
    }
    let mut command = CommandBuilder::new(program);
    command.args(args);
    command.env("HOME", home);
    command.env("TERM", "xterm-256color");
    command.env("LANG", "en_US.UTF-8");
    Ok(command)
}

#[derive(Default)]
struct Figures {
    cpu: Vec<Duration>,
    wall: Vec<Duration>,
    echo: Vec<Duration>,
    bytes: Vec<usize>,
}

fn measure(keys: u32) -> Result<Figures, String> {
    let home = tempfile::tempdir().map_err(|error| error.to_string())?;
    let mut figures = Figures::default();
    let thinks = ["play", "--size", "19", "--no-record", "--black", "bot:10,playouts=100000000"];
    let mut board = Terminal::start(hoshi(&thinks, home.path())?)?;
    // Only changes are written: `starting` and `to move` share letters with `thinking`.
    board.until("hink")?;
    let mut echo = Terminal::start(CommandBuilder::new("cat"))?;
    board.drain();
    for nth in 0..keys {
        let before = board.cpu();
        figures.wall.push(board.key(if nth % 2 == 0 { "h" } else { "l" })?);
        board.drain();
        figures.cpu.extend(before.zip(board.cpu()).map(|(before, after)| after - before));
        figures.echo.push(echo.key("x")?);
        echo.drain();
    }
    drop(board);
    let mut board = Terminal::start(hoshi(&["play", "--size", "19", "--no-record"], home.path())?)?;
    board.until("begins")?;
    board.drain();
    for nth in 0..keys.min(100) {
        let (column, row) = (b"ABCDEFGHJKLMNOPQRST"[(nth % 19) as usize], 1 + 2 * (nth / 19));
        board.press(&format!(":{}{row}\r", char::from(column)))?;
        figures.bytes.push(board.drain());
    }
    Ok(figures)
}

/// The median, and the 99th of 100.
fn of<T: Copy + Ord>(values: &[T]) -> Option<[T; 2]> {
    let mut values = values.to_vec();
    values.sort_unstable();
    let at = |share: usize| {
        values.get((values.len() * share / 100).min(values.len().checked_sub(1)?)).copied()
    };
    Some([at(50)?, at(99)?])
}

fn millis(time: Duration) -> f64 {
    time.as_secs_f64() * 1000.0
}

fn main() -> ExitCode {
    let read = Options::read("terminal", HELP, &["--keys"], |words| {
        let keys = words.value("--keys", "1 to 100000", |n| (1..=100_000).contains(n))?;
        Ok((if words.check { 5 } else { keys.unwrap_or(500) }, words.json))
    });
    let (keys, json) = match read {
        Ok(options) => options,
        Err(code) => return code,
    };
    let figures = match measure(keys) {
        Ok(figures) => figures,
        Err(why) => {
            tell("terminal", &why);
            return ExitCode::from(2);
        }
    };
    let times = [("cpu", &figures.cpu), ("wall", &figures.wall), ("echo", &figures.echo)];
    let bytes = of(&figures.bytes);
    if json {
        let time = |values: &[Duration]| of(values).map(|both| both.map(millis));
        put(&format!(
            "{}\n",
            json!({
                "keys": keys,
                "cpu_ms": time(&figures.cpu),
                "wall_ms": time(&figures.wall),
                "echo_ms": time(&figures.echo),
                "bytes": bytes,
            })
        ));
        return ExitCode::SUCCESS;
    }
    let mut text = format!("{DEFINITION}\n\n{keys} keys        median       p99\n");
    for (name, values) in times {
        match of(values) {
            Some([median, most]) => {
                let (median, most) = (millis(median), millis(most));
                text.push_str(&format!("{name:<8} ms {median:>11.3} {most:>9.3}\n"));
            }
            None => text.push_str(&format!("{name:<8} ms   not known here\n")),
        }
    }
    if let Some([median, most]) = bytes {
        text.push_str(&format!("{:<11}{median:>11} {most:>9}\n", "bytes"));
    }
    put(&text);
    ExitCode::SUCCESS
}
