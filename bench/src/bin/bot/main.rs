//! The bot's playouts beside uniform ones, its search, and how soon it stops on request. The
//! figures are those of this machine; nothing here asserts seconds.

use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use hoshi_bench::clock::Watch;
use hoshi_bench::options::Options;
use hoshi_bench::say::put;
use hoshi_bot::{Bot, Estimate, Limits, Settings};
use hoshi_core::playout::Playouts;
use hoshi_core::{Game, Preset, Rules, Size, SplitMix64};
use serde_json::json;

const HELP: &str = "\
Measures the bot's playouts beside uniform ones, its search, and how soon it stops.

Usage: bot [--rounds N] [--json] [--check]

  --rounds N  rounds, of which the best counts; default 5
  --json      the same figures as JSON
  --check     only to see that it runs, with a few playouts
";

const DEFINITION: &str = "\
One thread, the best of all rounds, per second of processor time, from the empty board under Chinese rules.
policy:  playouts of the bot's search, including their ownership counts.
uniform: random playouts of hoshi-core, in the same rounds.
search:  playouts of a whole search from an empty tree.
stop:    from setting the flag until the search has returned, in wall time.";

struct Row {
    side: u8,
    policy: f64,
    uniform: f64,
    search: f64,
    /// Median and longest.
    stop: [Duration; 2],
}

fn main() -> ExitCode {
    let read = Options::read("bot", HELP, &["--rounds"], |words| {
        let rounds = words.value("--rounds", "1 to 100", |n| (1..=100).contains(n))?;
        Ok((if words.check { 1 } else { rounds.unwrap_or(5) }, words.check, words.json))
    });
    let (rounds, check, json) = match read {
        Ok(options) => options,
        Err(code) => return code,
    };
    let rows: Vec<Row> = [9, 13, 19].into_iter().map(|side| measure(side, rounds, check)).collect();
    put(&if json { as_json(&rows) } else { as_text(&rows) });
    ExitCode::SUCCESS
}

fn measure(side: u8, rounds: u32, check: bool) -> Row {
    let size = Size::square(side).unwrap_or(Size::S9);
    let game = Game::new(size, Rules::of(Preset::Chinese));
    let count = if check { 20 } else { 400_000 / u32::from(side).pow(2) };
    let (mut policy, mut uniform, mut search) = (0.0_f64, 0.0_f64, 0.0_f64);
    for round in 0..rounds {
        policy = policy.max(rate(count, || {
            std::hint::black_box(Estimate::of(&game, count));
        }));
        let mut playouts = Playouts::new(game.board(), game.turn());
        let mut rng = SplitMix64::new(u64::from(round));
        uniform = uniform.max(rate(10 * count, || {
            for _ in 0..10 * count {
                playouts.run(&mut rng);
            }
        }));
        let mut bot = Bot::new(Settings::default());
        let limits = Limits { playouts: Some(count), ..Limits::default() };
        search = search.max(rate(count, || {
            bot.think(&game, &limits, &AtomicBool::new(false));
        }));
    }
    Row { side, policy, uniform, search, stop: stops(&game, if check { 2 } else { 40 }) }
}

/// Playouts a second of processor time.
fn rate(count: u32, work: impl FnOnce()) -> f64 {
    let watch = Watch::start();
    work();
    f64::from(count) / watch.span().cpu.as_secs_f64().max(1e-9)
}

fn stops(game: &Game, times: usize) -> [Duration; 2] {
    let mut bot = Bot::new(Settings::default());
    let mut late: Vec<Duration> = (0..times)
        .map(|n| {
            let stop = Arc::new(AtomicBool::new(false));
            let flag = Arc::clone(&stop);
            let setter = std::thread::spawn(move || {
                std::thread::sleep(Duration::from_millis(20 + n as u64 % 7));
                let now = Instant::now();
                flag.store(true, Ordering::Relaxed);
                now
            });
            bot.think(game, &Limits::default(), &stop);
            let returned = Instant::now();
            setter.join().map_or(Duration::ZERO, |set| returned.saturating_duration_since(set))
        })
        .collect();
    late.sort_unstable();
    [late[late.len() / 2], late[late.len() - 1]]
}

fn as_text(rows: &[Row]) -> String {
    let mut text = String::from(
        "board    policy/s   uniform/s   ratio   search/s   stop median   stop longest\n",
    );
    for Row { side, policy, uniform, search, stop } in rows {
        text += &format!(
            "{:<7}{policy:>10.0}{uniform:>12.0}{:>8.3}{search:>11.0}{:>11.2} ms{:>12.2} ms\n",
            format!("{side}x{side}"),
            policy / uniform,
            stop[0].as_secs_f64() * 1e3,
            stop[1].as_secs_f64() * 1e3,
        );
    }
    text + "\n" + DEFINITION + "\n"
}

fn as_json(rows: &[Row]) -> String {
    let rows: Vec<_> = rows
        .iter()
        .map(|row| {
            json!({
                "size": row.side,
                "policy_per_cpu_second": row.policy,
                "uniform_per_cpu_second": row.uniform,
                "search_per_cpu_second": row.search,
                "stop_ms": row.stop.map(|time| time.as_secs_f64() * 1e3),
            })
        })
        .collect();
    json!({ "boards": rows, "definition": DEFINITION }).to_string() + "\n"
}
