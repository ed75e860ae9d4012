//! The server that is measured, in a process of its own, so that its memory and processor time are its own.

use std::io::{self, BufRead as _, BufReader, Read as _};
use std::path::Path;
use std::process::{Child, Command, ExitCode, Stdio};
use std::sync::Arc;
use std::thread;
use std::time::Duration;

use hoshi_bench::say::{put, tell};
use hoshi_web::people::People;
use hoshi_web::{Limits, Serving, Setup};

/// Serves games from a folder until standard input ends.
pub(super) fn serve(folder: &Path) -> ExitCode {
    let setup = Setup {
        program: Arc::new(People::new(folder)),
        listen: ([127, 0, 0, 1], 0).into(),
        hosts: Vec::new(),
        proxy: None,
        assets: None,
        limits: Limits { commands: u32::MAX, opened: u32::MAX, ..Limits::default() },
    };
    let serving = match Serving::new(setup) {
        Ok(serving) => serving,
        Err(error) => {
            tell("web", &format!("cannot listen: {error}"));
            return ExitCode::from(2);
        }
    };
    put(&format!("{}\n", serving.address().port()));
    let stop = serving.stop();
    thread::spawn(move || {
        let _ = io::stdin().read_to_end(&mut Vec::new());
        stop.now();
    });
    serving.run();
    ExitCode::SUCCESS
}

/// A server that runs.
pub(super) struct Server {
    child: Child,
    pub(super) port: u16,
}

impl Server {
    pub(super) fn start(folder: &Path) -> io::Result<Server> {
        let mut child = Command::new(std::env::current_exe()?)
            .arg("--server")
            .arg(folder)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()?;
        let mut line = String::new();
        if let Some(stdout) = child.stdout.take() {
            BufReader::new(stdout).read_line(&mut line)?;
        }
        let port =
            line.trim().parse().map_err(|_| io::Error::other("the server does not start"))?;
        Ok(Server { child, port })
    }

    /// Its processor time so far, to a hundredth of a second.
    pub(super) fn cpu(&self) -> Duration {
        let text = std::fs::read_to_string(format!("/proc/{}/stat", self.child.id()));
        let text = text.unwrap_or_default();
        // The name of the program may have spaces; the times are 12 and 13 words behind it.
        let words = text.rsplit(')').next().unwrap_or_default().split_whitespace().skip(11).take(2);
        let ticks: u64 = words.filter_map(|word| word.parse::<u64>().ok()).sum();
        Duration::from_secs(ticks) / rustix::param::clock_ticks_per_second().max(1) as u32
    }

    /// The memory that it holds, in bytes.
    pub(super) fn memory(&self) -> Option<u64> {
        let text = std::fs::read_to_string(format!("/proc/{}/status", self.child.id())).ok()?;
        let line = text.lines().find_map(|line| line.strip_prefix("VmRSS:"))?;
        Some(line.trim().trim_end_matches("kB").trim().parse::<u64>().ok()? * 1024)
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        drop(self.child.stdin.take());
        let _ = self.child.wait();
    }
}
