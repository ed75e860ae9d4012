//! The time until a command is durable, compared with an append and its sync.

use std::io;
use std::path::Path;
use std::time::{Duration, Instant};

use hoshi_bench::bare::{self, Bare, median};
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
    let mut file = Bare::new(&folder.join("bare"))?;
    for (number, at) in points().take(many + 1).enumerate() {
        let mut ours = || {
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
            file.append()?;
            io::Result::Ok(began.elapsed())
        };
        let spans = bare::in_turn(number, &mut ours, &mut theirs)?;
        for (list, span) in both.iter_mut().zip(spans) {
            list.push(span);
        }
    }
    handle.close().map_err(io::Error::other)?;
    Ok(())
}
