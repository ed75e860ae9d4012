//! The time until a command is durable, compared with an append and its sync.

use std::fs::{File, OpenOptions};
use std::io::{self, Write as _};
use std::path::Path;
use std::time::{Duration, Instant};

use hoshi_bench::session::{open, points};
use hoshi_session::host::Host;
use hoshi_session::{Actor, Command};
use serde_json::{Value, json};

/// The moves of a game.
const GAME: usize = 180;

pub(super) fn measure(folder: &Path, pairs: usize) -> io::Result<Value> {
    let mut both = [Vec::new(), Vec::new()];
    let host = Host::new(1);
    while both[0].len() < pairs {
        let many = GAME.min(pairs - both[0].len());
        play(&host, folder, many, &mut both)?;
    }
    let [command, append] = both.map(median);
    Ok(json!({
        "pairs": pairs,
        "command_microseconds": command,
        "append_microseconds": append,
        "ratio": command / append,
    }))
}

fn play(host: &Host, folder: &Path, many: usize, both: &mut [Vec<Duration>; 2]) -> io::Result<()> {
    let handle = open(host, &folder.join("history"));
    let bare = folder.join("bare");
    let _ = std::fs::remove_file(&bare);
    let mut file = OpenOptions::new().append(true).create_new(true).open(&bare)?;
    append(&mut file)?;
    for (number, at) in points().take(many + 1).enumerate() {
        let ours = || {
            let began = Instant::now();
            handle.call(Actor::Both, Command::Play { at }).map_err(io::Error::other)?;
            io::Result::Ok(began.elapsed())
        };
        if number == 0 {
            // Creates the file.
            ours()?;
            continue;
        }
        let mut theirs = || {
            let began = Instant::now();
            append(&mut file)?;
            io::Result::Ok(began.elapsed())
        };
        let spans = if number % 2 == 0 {
            let first = ours()?;
            [first, theirs()?]
        } else {
            let first = theirs()?;
            [ours()?, first]
        };
        for (list, span) in both.iter_mut().zip(spans) {
            list.push(span);
        }
    }
    handle.close().map_err(io::Error::other)?;
    Ok(())
}

fn append(file: &mut File) -> io::Result<()> {
    file.write_all(&[b'x'; 64])?;
    file.sync_data()
}

/// In microseconds.
fn median(mut spans: Vec<Duration>) -> f64 {
    spans.sort_unstable();
    spans.get(spans.len() / 2).copied().unwrap_or_default().as_secs_f64() * 1e6
}
