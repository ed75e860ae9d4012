//! Tries to make the recorder lose a move: whole games with a power failure, kill, error or full
//! disk at every operation, in every way that the model knows. The checks are in `model/check.rs`.

mod model;
mod pair;

use std::io::ErrorKind;
use std::sync::{Arc, Mutex};

use hoshi_core::{Color, Game, Move, Preset, Rules, Size};
use hoshi_record::kifu::{About, Player};
use hoshi_store::{Disk, OpenError};
use model::{Fault, How, Meddling, Model, Script, Sweep, WHEN, about, games, history, random_game};
use pair::Pair;

fn show(sweep: &Sweep<'_>) {
    println!(
        "{}: {} operations, {} points, {} of them distinct, {} faults",
        sweep.script.title,
        sweep.ops.len(),
        sweep.points,
        sweep.distinct,
        sweep.faults.len()
    );
    for fault in sweep.faults.iter().take(4) {
        println!("  {fault}");
    }
}

/// Runs a sweep over every game, and returns the total number of crash points.
fn over_all(run: impl Fn(&mut Sweep<'_>)) -> usize {
    let (mut points, mut distinct, mut faults) = (0, 0, 0);
    let logged = games().into_iter().map(|script| Script { is_logged: true, ..script });
    for script in games().into_iter().chain(logged) {
        let mut sweep = Sweep::of(&script);
        run(&mut sweep);
        show(&sweep);
        points += sweep.points;
        distinct += sweep.distinct;
        faults += sweep.faults.len();
    }
    println!("{points} points, {distinct} of them distinct");
    assert_eq!(faults, 0, "something is lost");
    points
}

#[test]
fn a_crash_at_any_moment_loses_nothing() {
    let points = over_all(|sweep| {
        for sector in [16, 64, 512] {
            sweep.crash_everywhere(sector);
        }
    });
    assert!(points > 45_000, "{points}");
}

/// How one operation fails.
const WAYS: [How; 12] = [
    How::Refused(ErrorKind::Other),
    How::Refused(ErrorKind::StorageFull),
    How::Refused(ErrorKind::PermissionDenied),
    How::Refused(ErrorKind::NotFound),
    How::Full,
    How::Cut(1),
    How::Cut(5),
    How::Cut(9),
    How::Done,
    How::Lost,
    How::Kept,
    How::Held,
];

#[test]
fn an_operation_that_fails_loses_nothing() {
    let points = over_all(|sweep| {
        for (from, op) in sweep.ops.clone().into_iter().enumerate() {
            for how in WAYS.into_iter().filter(|how| how.fits(op)) {
                sweep.fail(Fault { from, until: from + 1, how }, 12);
            }
        }
    });
    assert!(points > 1_050_000, "{points}");
}

#[test]
fn a_disk_that_fails_for_a_while_is_caught_up_with() {
    let points = over_all(|sweep| {
        for from in 0..sweep.ops.len() {
            for len in [3, 12] {
                for how in [How::Refused(ErrorKind::Other), How::Full, How::Lost, How::Done] {
                    sweep.fail(Fault { from, until: from + len, how }, 4);
                }
            }
        }
    });
    assert!(points > 490_000, "{points}");
}

#[test]
fn what_another_program_writes_is_left_alone() {
    let points = over_all(|sweep| {
        for before in sweep.birth + 1..=sweep.script.changes.len() {
            // A change that changes nothing does not access the disk.
            if sweep.records[before - 1..].iter().all(|record| *record == sweep.records[before]) {
                continue;
            }
            for what in [
                Meddling::Rewrites,
                Meddling::Adds,
                Meddling::Restores,
                Meddling::Copies,
                Meddling::Removes,
            ] {
                let faults = (0..12).flat_map(|behind| {
                    [How::Refused(ErrorKind::Other), How::Done, How::Lost]
                        .map(|how| Some((behind, how)))
                });
                for fault in faults.chain([None]) {
                    if let Err(error) = sweep.meddle(before, what, fault) {
                        let at = format!("{what:?} before change {before}, {fault:?}");
                        sweep.faults.push(format!("{at}: {error}"));
                    }
                }
            }
        }
    });
    assert!(points > 30_000, "{points}");
}

/// Eight games, or twenty times as many under `HOSHI_LONG=1`.
#[test]
fn games_at_random_lose_nothing() {
    let rounds =
        if std::env::var_os("HOSHI_LONG").is_some_and(|value| value == "1") { 20 } else { 1 };
    let (mut points, mut faults) = (0, 0);
    for seed in 200..200 + 8 * rounds {
        let script = Script { is_logged: seed % 2 == 1, ..random_game(seed) };
        let mut sweep = Sweep::of(&script);
        sweep.crash_everywhere(16);
        for (from, op) in sweep.ops.clone().into_iter().enumerate() {
            let how = WAYS[(from * 7 + seed as usize) % WAYS.len()];
            if how.fits(op) {
                sweep.fail(Fault { from, until: from + 1, how }, 12);
            }
        }
        if !sweep.faults.is_empty() {
            println!("seed {seed}");
            show(&sweep);
        }
        points += sweep.points;
        faults += sweep.faults.len();
    }
    println!("{points} points");
    assert_eq!(faults, 0, "something is lost");
    assert!(points > 80_000, "{points}");
}

/// The number of losses found when syncs do nothing.
fn lost_without(script: &Script, file: bool, folder: bool) -> usize {
    let mut sweep = Sweep::deaf(script, file, folder);
    sweep.crash_everywhere(64);
    show(&sweep);
    let is_lost =
        |fault: &&String| ["lost: ", "gone", "no game"].iter().any(|word| fault.contains(word));
    sweep.faults.iter().filter(is_lost).count()
}

/// Checks the sweep itself.
#[test]
fn a_recorder_that_does_not_sync_is_caught() {
    for script in &games() {
        assert!(lost_without(script, true, false) > 10);
        assert!(lost_without(script, false, true) > 10);
    }
}

const NAMES: [&str; 2] = ["2026-11-16_093005_9x9.sgf", "2026-11-16_093005_9x9-2.sgf"];

fn begin(model: &Model, name: &str) -> Pair {
    let game = Game::new(Size::S9, Rules::of(Preset::Chinese));
    let black = Player { name: name.to_owned(), rank: None };
    Pair::begin(&history(model), &game, &About { black, ..about() }, WHEN)
}

fn pass_twice(recorder: &mut Pair) {
    recorder.play(Color::Black, Move::Pass, None).unwrap();
    recorder.play(Color::White, Move::Pass, None).unwrap();
}

/// Two games that begin in the same second, the second of them at every operation of the first.
#[test]
fn two_recorders_never_meet() {
    let count = {
        let model = Model::default();
        pass_twice(&mut begin(&model, "Ann"));
        model.plan().ops.len()
    };
    assert!(count > 10);
    for at in 0..count {
        let model = Model::default();
        let second = Arc::new(Mutex::new(None));
        let (other, kept) = (model.clone(), second.clone());
        let interrupt = move || {
            let mut recorder = begin(&other, "Bob");
            pass_twice(&mut recorder);
            *kept.lock().unwrap() = Some(recorder);
        };
        model.plan().interrupt = Some((at, Box::new(interrupt)));
        let mut first = begin(&model, "Ann");
        pass_twice(&mut first);
        let second = second.lock().unwrap().take().unwrap();
        let mut paths = [first.path().unwrap(), second.path().unwrap()];
        for (path, name) in paths.into_iter().zip(["Ann", "Bob"]) {
            let text = String::from_utf8(model.read(path).unwrap()).unwrap();
            assert!(text.contains(name) && text.trim_end().ends_with(";B[];W[])"), "{text}");
        }
        paths.sort();
        assert_eq!(paths.map(|path| path.file_name().unwrap().to_str().unwrap()), {
            let mut names = NAMES;
            names.sort_unstable();
            names
        });
        // No other process can open either until both are killed.
        for name in NAMES {
            let held = Pair::open(&history(&model), name);
            assert!(matches!(held, Err(OpenError::Held { .. })), "{held:?}");
        }
        let after = Model::of(model.state().killed());
        for name in NAMES {
            pass_twice(&mut Pair::open(&history(&after), name).unwrap());
        }
        drop((first, second));
        let names: Vec<String> = model.state().names.keys().cloned().collect();
        assert_eq!(names.len(), 2, "{names:?}");
    }
}
