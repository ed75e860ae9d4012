//! The server of the browser board: moves made durable through sockets, beside a bare append and its sync; many
//! games at once; many who watch one. Clients and server are two processes on one machine.

mod client;
mod server;
mod work;

use std::io;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use hoshi_bench::bare;
use hoshi_bench::options::Options;
use serde_json::{Value, json};

use server::Server;

const HELP: &str = "\
Measures the server of the browser board through real sockets.

Usage: web [--moves N] [--games N] [--crowd N] [--seconds S] [--watchers N] [--folder DIR] [--json] [--check]

  --moves N     moves of one game after another, each beside an append; default 1000
  --games N     games at full speed, beside as many files; default 100
  --crowd N     games with one move a second each; default 500
  --seconds S   how long those play; default 10
  --watchers N  pages that watch one game; default 1000
  --folder DIR  where the files are made and removed again; default: the folder for temporary files.
                On a file system in memory a sync costs nothing, and the shares say nothing.
  --json        the same figures as JSON
  --check       only to see that it runs, with small numbers
";

const DEFINITION: &str = "\
A move is a frame with a play on 19x19 until its acknowledgement is back: then it is synced to disk. An append is
a write of 64 bytes to the end of a file and fdatasync.
one:      medians by wall time of moves of one game, each followed by an append; share = append / move.
many:     rounds of so many games at full speed, in turn with as many files appended to by as many threads for the
          same time; share = moves a second / appends a second. Two threads are the pages of all games: each sends the
          next move of a game as soon as it has the acknowledgement of the last one, until a round has its moves.
crowd:    games with one move a second each, spread over the second; late is the time from the frame to its
          acknowledgement.
watchers: pages that watch one game with four moves a second; late is the time from the player's frame to the
          arrival at each page. Memory is the resident size of the server beyond what it was before they came.
cpu is the processor time of the server alone. It has the same machine as its clients, and shares it with them.";

/// What to measure.
struct Plan {
    moves: usize,
    games: usize,
    crowd: usize,
    seconds: usize,
    watchers: usize,
    folder: PathBuf,
    json: bool,
    is_check: bool,
    /// Only to serve, from this folder.
    server: Option<PathBuf>,
}

fn main() -> ExitCode {
    let known =
        ["--moves", "--games", "--crowd", "--seconds", "--watchers", "--folder", "--server"];
    let read = Options::read("web", HELP, &known, |words| {
        let number = |name: &str, most: usize, small: usize, usual: usize| {
            let range = format!("1 to {most}");
            let given = words.value(name, &range, |n| (1..=most).contains(n))?;
            Ok::<usize, String>(if words.check { small } else { given.unwrap_or(usual) })
        };
        let folder = words.value("--folder", "a folder", |_: &PathBuf| true)?;
        Ok(Plan {
            moves: number("--moves", 1_000_000, 20, 1000)?,
            games: number("--games", 1000, 4, 100)?,
            crowd: number("--crowd", 1500, 5, 500)?,
            seconds: number("--seconds", 150, 2, 10)?,
            watchers: number("--watchers", 3000, 10, 1000)?,
            folder: folder.unwrap_or_else(std::env::temp_dir),
            json: words.json,
            is_check: words.check,
            server: words.value("--server", "a folder", |_: &PathBuf| true)?,
        })
    });
    let plan = match read {
        Ok(plan) => plan,
        Err(code) => return code,
    };
    if let Some(folder) = &plan.server {
        return server::serve(folder);
    }
    raise_file_limit();
    let json = plan.json;
    bare::measured("web", &plan.folder, |own| measure(&plan, own), |all| report(all, json))
}

/// A thousand sockets are more than systems allow at first.
fn raise_file_limit() {
    use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
    let limit = getrlimit(Resource::Nofile);
    let _ = setrlimit(Resource::Nofile, Rlimit { current: limit.maximum, ..limit });
}

fn measure(plan: &Plan, folder: &Path) -> io::Result<Value> {
    let bare = folder.join("bare");
    std::fs::create_dir_all(&bare)?;
    // A server of its own for each, so that none pays for another.
    let start = |name: &str| Server::start(&folder.join(name));
    let watched = if plan.is_check { 3 } else { 40 };
    Ok(json!({
        "one": work::one(&start("one")?, &bare, plan.moves)?,
        "many": work::many(&start("many")?, &bare, plan.games)?,
        "crowd": work::crowd(&start("crowd")?, plan.crowd, plan.seconds)?,
        "watchers": work::watchers(&start("watchers")?, plan.watchers, watched)?,
        "definition": DEFINITION,
    }))
}

fn report(figures: &Value, is_json: bool) -> String {
    if is_json {
        return format!("{figures}\n");
    }
    let number = |part: &str, key: &str| figures[part][key].as_f64().unwrap_or(f64::NAN);
    format!(
        "one game, {} moves              wall         cpu\n\
         hoshi, a move         {:>10.1} µs {:>8.1} µs\n\
         bare append           {:>10.1} µs\n\
         share                 {:>10.2}\n\n\
         {} games at full speed, {} moves\n\
         hoshi                 {:>10.0} moves/s, cpu of a move {:.1} µs\n\
         bare appends          {:>10.0} appends/s, cpu of one {:.1} µs\n\
         share                 {:>10.2}\n\n\
         {} games, one move a second each, {} moves, {} errors\n\
         late, median          {:>10.1} ms\n\
         late, 99 %            {:>10.1} ms\n\
         share of a core       {:>10.2}, cpu of a move {:.1} µs\n\n\
         {} watchers of one game\n\
         late, median          {:>10.1} ms\n\
         late, 99 %            {:>10.1} ms\n\
         memory above idle     {:>10.1} MB\n\
         cpu of a move         {:>10.1} ms\n\n{DEFINITION}\n",
        number("one", "moves"),
        number("one", "move_microseconds"),
        number("one", "cpu_microseconds"),
        number("one", "append_microseconds"),
        number("one", "share"),
        number("many", "games"),
        number("many", "moves"),
        number("many", "moves_per_second"),
        number("many", "cpu_microseconds"),
        number("many", "appends_per_second"),
        number("many", "append_cpu_microseconds"),
        number("many", "share"),
        number("crowd", "games"),
        number("crowd", "moves"),
        number("crowd", "errors"),
        number("crowd", "median_milliseconds"),
        number("crowd", "p99_milliseconds"),
        number("crowd", "core"),
        number("crowd", "cpu_microseconds"),
        number("watchers", "watchers"),
        number("watchers", "median_milliseconds"),
        number("watchers", "p99_milliseconds"),
        number("watchers", "megabytes_above_idle"),
        number("watchers", "cpu_milliseconds_per_move"),
    )
}
