//! `hoshi bench playouts`: random games for a while, on as many threads as
//! wanted. Processor time is asked for thread by thread, so that other programs
//! on the machine change the figures little.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use anyhow::{Context as _, Result, anyhow};
use hoshi_core::playout::Playouts;
use hoshi_core::{Board, Color, Size, SplitMix64};
use serde_json::json;

use crate::cli;
use crate::job::Job;
use crate::memory::{self, Free};
use crate::out::{Out, Style};

/// Playouts between two looks at the clock: enough that looking costs nothing, on any board.
const BATCH_POINTS: usize = 20_000;

/// The stack of a thread.
const STACK: u64 = 2 << 20;

/// What a point takes on the boards of a thread that plays, rounded up.
const BYTES_OF_A_POINT: u64 = 256;

/// Komi in half points: 7.5 to White.
const KOMI: u32 = 15;

/// What was played.
#[derive(Clone, Copy, Debug, Default)]
struct Tally {
    playouts: u64,
    moves: u64,
    black_wins: u64,
    cpu: Duration,
}

impl Tally {
    fn add(self, other: Self) -> Self {
        Self {
            playouts: self.playouts + other.playouts,
            moves: self.moves + other.moves,
            black_wins: self.black_wins + other.black_wins,
            cpu: self.cpu + other.cpu,
        }
    }
}

/// Plays, and prints how fast.
pub(crate) fn playouts(options: &cli::Playouts, out: &mut Out) -> Result<()> {
    let threads = options.threads.get();
    let size = options.size;
    memory::check(
        &format!("playing on {threads} threads"),
        needs(size, threads),
        Free::now(),
        |bytes| {
            let fits = bytes / needs(size, 1);
            (fits > 0).then(|| format!("--threads {fits} would fit"))
        },
    )?;
    let start = Instant::now();
    let whole = Duration::from_secs_f64(options.seconds);
    let end = start + whole;
    let name = format!("playing on {size}");
    let total = Job::new(&name).wait(Some(whole), out, || play_all(options, end))?;
    let seconds = start.elapsed().as_secs_f64();
    let cpu = total.cpu.as_secs_f64();
    let speed = total.playouts as f64 / cpu.max(f64::MIN_POSITIVE);
    let mean_length = total.moves as f64 / total.playouts as f64;
    let black_win_rate = total.black_wins as f64 / total.playouts as f64;

    if options.json {
        let object = json!({
            "playouts": total.playouts,
            "moves": total.moves,
            "cpu_seconds": cpu,
            "playouts_per_cpu_second": speed,
            "mean_length": mean_length,
            "black_win_rate": black_win_rate,
            "width": size.width(),
            "height": size.height(),
            "threads": threads,
            "seconds": seconds,
            "seed": options.seed,
        });
        out.json(&object)?;
        return Ok(());
    }
    let rows = [
        ("board", size.to_string()),
        ("threads", threads.to_string()),
        ("seconds", format!("{seconds:.2}")),
        ("playouts", total.playouts.to_string()),
        ("cpu seconds", format!("{cpu:.2}")),
        ("playouts per cpu second", format!("{speed:.0}")),
        ("moves per playout", format!("{mean_length:.2}")),
        ("Black wins", format!("{:.2} %", 100.0 * black_win_rate)),
    ];
    for (name, value) in rows {
        let name = out.style(Style::Faint, &format!("{name:<24}"));
        out.write(name + format!(" {value:>12}\n"))?;
    }
    Ok(())
}

/// The bytes that so many threads take: a stack for each, of which little is used, and boards.
fn needs(size: Size, threads: usize) -> u64 {
    threads as u64 * (STACK + BYTES_OF_A_POINT * size.area() as u64)
}

/// Plays until the time is over, on all threads.
fn play_all(options: &cli::Playouts, end: Instant) -> Result<Tally> {
    let (size, threads) = (options.size, options.threads.get());
    let stop = AtomicBool::new(false);
    std::thread::scope(|scope| {
        let mut handles = Vec::new();
        for number in 0..threads {
            let seed = options.seed.wrapping_add(number as u64);
            let stop = &stop;
            let work = move || play(size, seed, end, stop);
            match std::thread::Builder::new().spawn_scoped(scope, work) {
                Ok(handle) => handles.push(handle),
                Err(error) => {
                    stop.store(true, Ordering::Relaxed);
                    return Err(error).context(format!(
                        "cannot start a thread after the first {number} of {threads}"
                    ));
                }
            }
        }
        handles.into_iter().try_fold(Tally::default(), |total, handle| {
            let tally = handle.join().map_err(|_| anyhow!("a thread stopped unexpectedly"))?;
            Ok(total.add(tally))
        })
    })
}

/// One thread's share: at least one playout, then more until the time is over, or it is told to
/// stop.
fn play(size: Size, seed: u64, end: Instant, stop: &AtomicBool) -> Tally {
    let mut rng = SplitMix64::new(seed);
    let mut playouts = Playouts::new(&Board::new(size), Color::Black);
    let batch = (BATCH_POINTS / size.area()).max(1);
    let start = thread_time();
    let mut tally = Tally::default();
    loop {
        for _ in 0..batch {
            let playout = playouts.run(&mut rng);
            tally.playouts += 1;
            tally.moves += u64::from(playout.moves);
            tally.black_wins += u64::from(2 * playout.black > 2 * playout.white + KOMI);
        }
        if Instant::now() >= end || stop.load(Ordering::Relaxed) {
            break;
        }
    }
    tally.cpu = thread_time().saturating_sub(start);
    tally
}

/// The processor time of this thread since some moment.
#[cfg(unix)]
fn thread_time() -> Duration {
    use rustix::time::{ClockId, clock_gettime};
    let time = clock_gettime(ClockId::ThreadCPUTime);
    Duration::new(time.tv_sec.unsigned_abs(), time.tv_nsec.unsigned_abs() as u32)
}

/// Elsewhere the clock on the wall stands in: an upper bound of it.
#[cfg(not(unix))]
fn thread_time() -> Duration {
    use std::sync::OnceLock;
    static START: OnceLock<Instant> = OnceLock::new();
    START.get_or_init(Instant::now).elapsed()
}
