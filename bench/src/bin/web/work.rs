//! What is measured, each beside the least that any program can do where there is such a thing.

use std::io;
use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Barrier};
use std::thread;
use std::time::{Duration, Instant};

use hoshi_bench::bare::Bare;
use hoshi_bench::clock::process_time;
use hoshi_bench::session::points;
use rustix::buffer::spare_capacity;
use rustix::event::epoll::{self, CreateFlags, EventData, EventFlags};
use serde_json::{Value, json};

use super::client::{Game, Page, new_game};
use super::server::Server;

/// The moves of a game.
const GAME: usize = 180;
/// Rounds of many games, in turn with as many files.
const ROUNDS: usize = 5;

/// The points of a game, as a page names them.
fn names() -> Vec<String> {
    points().map(|point| point.to_string()).collect()
}

/// One of so many, sorted: 50 is the median.
fn share(spans: &mut [Duration], percent: usize) -> f64 {
    spans.sort_unstable();
    let nth = (spans.len() * percent / 100).min(spans.len().saturating_sub(1));
    spans.get(nth).map_or(f64::NAN, Duration::as_secs_f64)
}

/// One game, one move after another, each beside an append.
pub(super) fn one(server: &Server, folder: &Path, moves: usize) -> io::Result<Value> {
    let names = names();
    let (mut ours, mut theirs) = (Vec::new(), Vec::new());
    let mut cpu = Duration::ZERO;
    while ours.len() < moves {
        let game = new_game(server.port)?;
        let mut page = Page::player(server.port, &game)?;
        let mut file = Bare::new(&folder.join("one"))?;
        // The file is born before it counts.
        page.play(&names[0])?;
        let before = server.cpu();
        for at in names[1..].iter().take(GAME.min(moves - ours.len())) {
            let began = Instant::now();
            page.play(at)?;
            ours.push(began.elapsed());
            let began = Instant::now();
            file.append()?;
            theirs.push(began.elapsed());
        }
        cpu += server.cpu().saturating_sub(before);
    }
    let [ours_median, theirs_median] = [&mut ours, &mut theirs].map(|spans| share(spans, 50) * 1e6);
    Ok(json!({
        "moves": ours.len(),
        "move_microseconds": ours_median,
        "append_microseconds": theirs_median,
        "share": theirs_median / ours_median,
        "cpu_microseconds": cpu.as_secs_f64() * 1e6 / ours.len() as f64,
    }))
}

/// Does something on many threads at a time; how long all of them took together.
fn together<T: Send>(
    all: &mut [T],
    work: impl Fn(&mut T) -> io::Result<()> + Sync,
) -> io::Result<Duration> {
    let barrier = Barrier::new(all.len() + 1);
    thread::scope(|scope| {
        let threads: Vec<_> = all
            .iter_mut()
            .map(|one| {
                let (barrier, work) = (&barrier, &work);
                let run = move || {
                    barrier.wait();
                    work(one)
                };
                thread::Builder::new().stack_size(128 << 10).spawn_scoped(scope, run)
            })
            .collect::<io::Result<_>>()?;
        barrier.wait();
        let began = Instant::now();
        for thread in threads {
            thread.join().map_err(|_| io::Error::other("a client failed"))??;
        }
        Ok(began.elapsed())
    })
}

/// Threads for the pages of many games at full speed. A thread for each would cost the machine more than the pages
/// of people elsewhere cost the server.
const CLIENTS: usize = 2;

/// Plays until so many moves are made in all games together, each as soon as the one before it is acknowledged. A game
/// that is quicker plays more of them, so that all are busy to the end.
fn play_all(players: &mut [(Page, usize)], names: &[String], left: &AtomicUsize) -> io::Result<()> {
    let one_less = |n: usize| n.checked_sub(1);
    let take = || left.fetch_update(Ordering::Relaxed, Ordering::Relaxed, one_less).is_ok();
    let ready = epoll::create(CreateFlags::CLOEXEC)?;
    let mut under_way = 0;
    for (nth, (page, next)) in players.iter_mut().enumerate() {
        epoll::add(&ready, &*page, EventData::new_u64(nth as u64), EventFlags::IN)?;
        if let Some(at) = names.get(*next).filter(|_| take()) {
            page.send_play(at)?;
            under_way += 1;
        }
    }
    let mut events = Vec::with_capacity(players.len());
    while under_way > 0 {
        epoll::wait(&ready, spare_capacity(&mut events), None)?;
        for event in events.drain(..) {
            let (page, next) = &mut players[event.data.u64() as usize];
            page.hear_ack()?;
            *next += 1;
            match names.get(*next).filter(|_| take()) {
                Some(at) => page.send_play(at)?,
                None => under_way -= 1,
            }
        }
    }
    Ok(())
}

/// Many games at full speed, in turn with as many files.
pub(super) fn many(server: &Server, folder: &Path, games: usize) -> io::Result<Value> {
    let names = names();
    let each = (GAME - 1) / ROUNDS;
    let mut players: Vec<(Page, usize)> = (0..games)
        .map(|_| {
            let mut page = Page::player(server.port, &new_game(server.port)?)?;
            page.play(&names[0])?;
            Ok((page, 1))
        })
        .collect::<io::Result<_>>()?;
    let mut files: Vec<Bare> = (0..games)
        .map(|nth| Bare::new(&folder.join(format!("many{nth}"))))
        .collect::<io::Result<_>>()?;
    let (mut ours, mut theirs) = (Duration::ZERO, Duration::ZERO);
    let (mut cpu, mut bare_cpu) = (Duration::ZERO, Duration::ZERO);
    let appends = AtomicUsize::new(0);
    for _ in 0..ROUNDS {
        let before = server.cpu();
        let mut clients: Vec<&mut [(Page, usize)]> =
            players.chunks_mut(games.div_ceil(CLIENTS)).collect();
        let left = AtomicUsize::new(games * each);
        let span = together(&mut clients, |players| play_all(players, &names, &left))?;
        ours += span;
        cpu += server.cpu().saturating_sub(before);
        let before = process_time();
        // For as long: a short burst is faster than a disk can go on.
        theirs += together(&mut files, |file| {
            let began = Instant::now();
            while began.elapsed() < span {
                file.append()?;
                appends.fetch_add(1, Ordering::Relaxed);
            }
            Ok(())
        })?;
        bare_cpu += process_time().saturating_sub(before);
    }
    let (moves, appends) = ((games * each * ROUNDS) as f64, appends.into_inner() as f64);
    let (ours, theirs) = (moves / ours.as_secs_f64(), appends / theirs.as_secs_f64());
    Ok(json!({
        "games": games,
        "moves": moves,
        "moves_per_second": ours,
        "appends_per_second": theirs,
        "share": ours / theirs,
        "cpu_microseconds": cpu.as_secs_f64() * 1e6 / moves,
        "append_cpu_microseconds": bare_cpu.as_secs_f64() * 1e6 / appends,
    }))
}

/// Many games with one move a second each: how late an acknowledgement comes.
pub(super) fn crowd(server: &Server, games: usize, seconds: usize) -> io::Result<Value> {
    let names = names();
    let mut players: Vec<(Page, usize, Vec<Duration>)> = (0..games)
        .map(|nth| {
            let mut page = Page::player(server.port, &new_game(server.port)?)?;
            page.play(&names[0])?;
            Ok((page, nth, Vec::new()))
        })
        .collect::<io::Result<_>>()?;
    let before = server.cpu();
    let wall = together(&mut players, |(page, nth, late)| {
        let began = Instant::now();
        // Spread over the second, as players are.
        let first = Duration::from_secs(1).mul_f64(*nth as f64 / games as f64);
        for (second, at) in names[1..].iter().enumerate().take(seconds) {
            let due = first + Duration::from_secs(second as u64);
            thread::sleep(due.saturating_sub(began.elapsed()));
            let sent = Instant::now();
            page.play(at)?;
            late.push(sent.elapsed());
        }
        Ok(())
    })?;
    let cpu = server.cpu().saturating_sub(before);
    let mut late: Vec<Duration> = players.into_iter().flat_map(|(_, _, late)| late).collect();
    Ok(json!({
        "games": games,
        "moves": late.len(),
        "errors": games * seconds - late.len(),
        "median_milliseconds": share(&mut late, 50) * 1e3,
        "p99_milliseconds": share(&mut late, 99) * 1e3,
        "core": cpu.as_secs_f64() / wall.as_secs_f64(),
        "cpu_microseconds": cpu.as_secs_f64() * 1e6 / late.len() as f64,
    }))
}

/// Many who watch one game.
pub(super) fn watchers(server: &Server, watchers: usize, moves: usize) -> io::Result<Value> {
    let names = names();
    let game: Game = new_game(server.port)?;
    let mut player = Page::player(server.port, &game)?;
    player.play(&names[0])?;
    let idle = server.memory();
    let start = Instant::now();
    let ready = Arc::new(Barrier::new(watchers + 1));
    let threads: Vec<_> = (0..watchers)
        .map(|_| {
            let (ready, id, port) = (Arc::clone(&ready), game.id.clone(), server.port);
            let watch = move || -> io::Result<Vec<Duration>> {
                let page = Page::watcher(port, &id);
                ready.wait();
                let seen = page.and_then(|mut page| {
                    let mut seen = Vec::with_capacity(moves);
                    while seen.len() < moves {
                        let text = page.hear()?;
                        if text.windows(15).any(|part| part == b"\"type\":\"played\"") {
                            seen.push(start.elapsed());
                        }
                    }
                    Ok((seen, page))
                });
                // Until all have it, also those that failed: whoever leaves would wake the server.
                ready.wait();
                ready.wait();
                seen.map(|(seen, _)| seen)
            };
            thread::Builder::new().stack_size(128 << 10).spawn(watch)
        })
        .collect::<io::Result<_>>()?;
    ready.wait();
    let before = server.cpu();
    let mut sent = Vec::new();
    for at in &names[1..=moves] {
        sent.push(start.elapsed());
        player.play(at)?;
        thread::sleep(Duration::from_millis(250));
    }
    let cpu = server.cpu().saturating_sub(before);
    ready.wait();
    let busy = server.memory();
    ready.wait();
    let mut late = Vec::new();
    for thread in threads {
        let seen = thread.join().map_err(|_| io::Error::other("a client failed"))??;
        late.extend(seen.iter().zip(&sent).map(|(seen, sent)| seen.saturating_sub(*sent)));
    }
    let above = idle.zip(busy).map(|(idle, busy)| busy.saturating_sub(idle) as f64 / 1e6);
    Ok(json!({
        "watchers": watchers,
        "moves": moves,
        "median_milliseconds": share(&mut late, 50) * 1e3,
        "p99_milliseconds": share(&mut late, 99) * 1e3,
        "megabytes_above_idle": above,
        "cpu_milliseconds_per_move": cpu.as_secs_f64() * 1e3 / moves as f64,
    }))
}
