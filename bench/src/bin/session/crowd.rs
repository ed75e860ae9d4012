//! Many sessions in one process, each with its record on disk.

use std::io;
use std::path::Path;
use std::sync::mpsc;
use std::thread;
use std::time::{Duration, Instant};

use hoshi_bench::clock::process_time;
use hoshi_bench::session::{open, points};
use hoshi_session::host::{Handle, Host};
use hoshi_session::{Actor, Command, Vertex};
use serde_json::{Value, json};

/// Threads of the host: most of their time they wait for the disk.
const THREADS: usize = 8;

/// The time between two moves of a session.
const PACE: Duration = Duration::from_millis(500);

pub(super) fn measure(folder: &Path, sessions: usize, seconds: u64) -> io::Result<Value> {
    let host = Host::new(THREADS);
    let handles: Vec<Handle> = (0..sessions).map(|_| open(&host, folder)).collect();
    let (tell, done) = mpsc::channel::<Duration>();
    let moves: Vec<Vertex> = points().collect();
    // The files are created before the measurement.
    for handle in &handles {
        handle.call(Actor::Both, Command::Play { at: moves[0] }).map_err(io::Error::other)?;
    }
    let (began, cpu) = (Instant::now(), process_time());
    let rounds = usize::try_from(seconds).unwrap_or(1) * 2;
    let mut late: Vec<Duration> = Vec::new();
    for round in 0..rounds {
        for (nth, handle) in handles.iter().enumerate() {
            // Spread over the round, like real players.
            let due = PACE * round as u32 + PACE.mul_f64(nth as f64 / sessions as f64);
            if let Some(wait) = due.checked_sub(began.elapsed())
                && wait > Duration::from_millis(1)
            {
                thread::sleep(wait);
            }
            let (tell, sent) = (tell.clone(), Instant::now());
            let at = moves[(round + 1) % moves.len()];
            handle.send(Actor::Both, Command::Play { at }, 0, move |result| {
                if result.is_ok() {
                    let _ = tell.send(sent.elapsed());
                }
            });
        }
        late.extend(done.try_iter());
    }
    while late.len() < rounds * sessions {
        let Ok(span) = done.recv_timeout(Duration::from_secs(60)) else { break };
        late.push(span);
    }
    let (wall, cpu) = (began.elapsed(), process_time().saturating_sub(cpu));
    for handle in handles {
        handle.close().map_err(io::Error::other)?;
    }
    late.sort_unstable();
    let at = |share: f64| {
        let nth = (late.len() as f64 * share) as usize;
        late.get(nth.min(late.len().saturating_sub(1))).map_or(f64::NAN, |s| s.as_secs_f64() * 1e3)
    };
    Ok(json!({
        "sessions": sessions,
        "seconds": wall.as_secs_f64().round(),
        "threads": THREADS,
        "moves": late.len(),
        "share": cpu.as_secs_f64() / wall.as_secs_f64(),
        "late_median_milliseconds": at(0.5),
        "late_99_milliseconds": at(0.99),
    }))
}
