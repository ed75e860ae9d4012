//! `cargo xtask bench`: speed as a ratio to named peers, all in one run. The bench crate does the
//! measuring; this only builds and starts it.

use crate::args::Args;
use crate::run::{Cmd, Failure, built, tools_dir};

const HELP: &str = "\
Measures hoshi beside its peers, in turn, in one run, with the same flags.

Usage: cargo xtask bench playouts [--size N] [--seconds S] [--json]
       cargo xtask bench records [--rounds N] [--json]
       cargo xtask bench recorder [--pairs N] [--folder DIR] [--json]
       cargo xtask bench history [--rounds N] [--games N] [--json]
       cargo xtask bench session [--pairs N] [--sessions N] [--seconds S] [--folder DIR] [--json]
       cargo xtask bench lab [--only NAME] [--json]
       cargo xtask bench bot [--rounds N] [--json]
       cargo xtask bench terminal [--keys N] [--json]
       cargo xtask bench web [--moves N] [--games N] [--crowd N] [--seconds S] [--watchers N]
                             [--folder DIR] [--json]
       cargo xtask bench render [--folder DIR]
       cargo xtask bench pages [--rounds N] [--json]

  playouts      random games: hoshi, go_game_board, goban
  --size N      the board, 2 to 19 (the limit of the peers); default 9 and 19
  --seconds S   seconds for each program in each of the five rounds; default 2

  records       reading, writing and replaying SGF: hoshi, sgf-parse; the files of HOSHI_DATA,
                else ../shared/data, else some that are made
  --rounds N    rounds; default 5

  recorder      a move made durable, beside a bare append of 64 bytes and its sync
  --pairs N     moves and appends; default 2000
  --folder DIR  the file system to use; default that of temporary files

  history       a history of games listed, beside reading the same files
  --rounds N    rounds, of which the median counts; default 21
  --games N     games; default 10000

  session       a command until it is durable and published, beside a bare append of 64 bytes and its
                sync; many sessions at once; the heap of one
  --sessions N  sessions at once, 2 moves a second each; default 1000
  --seconds S   how long those play; default 10

  lab           small boards: the census of 5x5 beside the obvious way, counts, the index, a solved board
  --only NAME   naive, count, digest, ko, written, 10x10, 12x12, index or solve; default all

  bot           the playouts of the bot beside uniform ones, its search, how soon it stops

  terminal      the terminal board: a key until its frame while the bot thinks, beside a bare echo;
                the bytes of a move
  --keys N      how many keys are pressed; default 500

  web           the server of the browser board: durable moves through sockets beside bare appends; many games
                at once; many who watch one
  --moves N     moves of one game after another; default 1000
  --games N     games at full speed; default 100
  --crowd N     games with one move a second each, for --seconds S (10); default 500
  --watchers N  pages that watch one game; default 1000

  render        SVG and PNG of a game with 250 numbers: hoshi, sgf-render; and hoshi's SVG through
                resvg; with --folder, the pictures are written there

  pages         what a browser loads of the pages of `hoshi serve` and of `hoshi draw`, and how soon a board is
                ready, beside a page with WGo.js: in Chromium, with packages of npm below target/
  --rounds N    loads of each page, of which the median counts; default 30

  --json        the same figures as JSON

Nothing asserts seconds: machines differ, ratios on one machine hardly do. Close
other programs first.
";

/// What can be measured, and the options of each that take a value.
const BENCHES: &[(&str, &[&str])] = &[
    ("playouts", &["--size", "--seconds"]),
    ("records", &["--rounds"]),
    ("recorder", &["--pairs", "--folder"]),
    ("history", &["--rounds", "--games"]),
    ("session", &["--pairs", "--sessions", "--seconds", "--folder"]),
    ("lab", &["--only"]),
    ("bot", &["--rounds"]),
    ("terminal", &["--keys"]),
    ("web", &["--moves", "--games", "--crowd", "--seconds", "--watchers", "--folder"]),
    ("render", &["--folder"]),
    ("pages", &["--rounds"]),
];

pub(crate) fn main(words: &[String]) -> Result<(), Failure> {
    let Some(mut args) = Args::new("bench", words, HELP) else {
        return Ok(());
    };
    let mut given = Vec::new();
    let mut options: Vec<&str> =
        BENCHES.iter().flat_map(|(_, options)| *options).copied().collect();
    options.sort_unstable();
    options.dedup();
    for option in options {
        if let Some(value) = args.value(option)? {
            given.push((option, value));
        }
    }
    let json = args.flag("--json");
    let names: Vec<&str> = BENCHES.iter().map(|(name, _)| *name).collect();
    let known = names.join(", ");
    let words = args.words()?;
    let [what] = words.as_slice() else {
        return Err(Failure::usage(format!("name what to measure: one of {known}")));
    };
    let Some((name, options)) = BENCHES.iter().find(|(name, _)| name == what) else {
        return Err(Failure::usage(format!("unknown measurement `{what}`: choose one of {known}")));
    };
    if *name == "render" {
        // A workspace of its own.
        let mut cmd = Cmd::cargo("run --quiet --release --locked --manifest-path")
            .args(["bench/render/Cargo.toml", "--"]);
        for (option, value) in given {
            if option != "--folder" {
                return Err(Failure::usage(format!("`render` does not support `{option}`")));
            }
            cmd = cmd.arg(value);
        }
        if json {
            return Err(Failure::usage("`render` does not support `--json`"));
        }
        return cmd.stand_in();
    }
    if *name == "pages" {
        let rounds = given.iter().find(|(option, _)| *option == "--rounds");
        if let Some((option, _)) = given.iter().find(|(option, _)| *option != "--rounds") {
            return Err(Failure::usage(format!("`pages` has no `{option}`")));
        }
        return pages(rounds.map_or("30", |(_, value)| value), json);
    }
    let mut cmd = Cmd::cargo("run --quiet --release --locked --package hoshi-bench")
        .args(["--bin", name, "--"]);
    for (option, value) in given {
        if !options.contains(&option) {
            return Err(Failure::usage(format!("`{name}` does not support `{option}`")));
        }
        cmd = cmd.arg(option).arg(value);
    }
    if json {
        cmd = cmd.arg("--json");
    }
    if *name == "terminal" {
        Cmd::cargo("build --quiet --release --locked --package hoshi").show()?;
    }
    // All of it: `records` starts another program of the package.
    Cmd::cargo("build --quiet --release --locked --package hoshi-bench").show()?;
    cmd.stand_in()
}

/// Pages in a browser. The browser does the work, so the profile that hoshi is built with does not matter.
fn pages(rounds: &str, json: bool) -> Result<(), Failure> {
    const PACKAGES: [&str; 2] = ["playwright-core@1.65.1", "wgo@3.0.0-alpha.10"];
    Cmd::cargo("build --quiet --locked --package hoshi").show()?;
    Cmd::new("npm")
        .args(["install", "--no-audit", "--no-fund", "--silent", "--prefix"])
        .arg(tools_dir().join("node").display().to_string())
        .args(PACKAGES)
        .show()?;
    let mut cmd = Cmd::new("node").with_tools().arg("xtask/browser/measure.mjs");
    cmd = cmd.arg(built("debug", "hoshi").program()).arg(rounds);
    if json {
        cmd = cmd.arg("--json");
    }
    cmd.stand_in()
}
