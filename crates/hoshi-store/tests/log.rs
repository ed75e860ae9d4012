//! The log of moves: what many games at a time may rely on. Crashes of one game at every operation are in `sweep.rs`.

mod model;
mod pair;

use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::thread;

use hoshi_core::{Color, Game, Move, Preset, Rules, Size};
use hoshi_record::kifu::{About, Kifu};
use hoshi_record::sgf::Collection;
use hoshi_store::{History, RealDisk, Recorder};
use model::{Model, State, WHEN, about, history};

const MOVES: usize = 40;

/// A game of its own name.
fn begin(history: &History, about: &About) -> (Kifu, Recorder) {
    let game = Game::new(Size::S9, Rules::of(Preset::Chinese));
    let kifu = Kifu::begin(&game, about).unwrap();
    (kifu, Recorder::begin(history, WHEN.stem(Size::S9)))
}

/// Makes a move in each game, all of them settled together.
fn play_all(games: &mut [(Kifu, Recorder)], color: Color) {
    for (kifu, recorder) in &mut *games {
        let change = kifu.play(color, Move::Pass, None).unwrap();
        recorder.save_soon(kifu, change).unwrap();
    }
    for (kifu, recorder) in &mut *games {
        recorder.settle(kifu).unwrap();
    }
}

/// The moves of a record.
fn moves(bytes: &[u8]) -> usize {
    let file = Collection::read(bytes).unwrap();
    file.game(0).unwrap().main_line().count() - 1
}

fn logs(names: impl IntoIterator<Item = String>) -> Vec<String> {
    names.into_iter().filter(|name| name.starts_with(".moves-")).collect()
}

/// The games of threads that share the log, which is full again and again. Whenever the power fails, every game has all moves
/// that were promised.
#[test]
fn games_of_many_threads_lose_nothing() {
    let model = Model::of(State::with([]));
    let history = history(&model);
    let promised = Mutex::new(Vec::<(String, usize)>::new());
    let (checks, seen_logs) = (AtomicUsize::new(0), AtomicUsize::new(0));
    thread::scope(|scope| {
        for _ in 0..3 {
            scope.spawn(|| {
                let mut games: Vec<_> = (0..4).map(|_| begin(&history, &about())).collect();
                for (number, color) in (1..=MOVES).zip([Color::Black, Color::White].iter().cycle())
                {
                    play_all(&mut games, *color);
                    for (_, recorder) in &games {
                        let name = recorder.path().unwrap().file_name().unwrap();
                        promised.lock().unwrap().push((name.to_str().unwrap().to_owned(), number));
                    }
                    if number % 4 == 0 {
                        // Before the look at the disk, so that nothing is asked that came later.
                        let wanted = promised.lock().unwrap().clone();
                        let left = model.state().least();
                        seen_logs
                            .fetch_add(logs(left.names.keys().cloned()).len(), Ordering::Relaxed);
                        let after = Model::of(left);
                        self::history(&after).recover().unwrap();
                        let state = after.state();
                        assert!(logs(state.names.keys().cloned()).is_empty());
                        for (name, number) in wanted {
                            assert!(moves(&state.file(&name).unwrap().now) >= number, "{name}");
                            checks.fetch_add(1, Ordering::Relaxed);
                        }
                    }
                }
                for (kifu, recorder) in games {
                    recorder.close(&kifu).unwrap();
                }
            });
        }
    });
    assert!(checks.into_inner() > 1000);
    assert!(seen_logs.into_inner() > 10);
    let state = model.state().least();
    let names: Vec<&String> = state.names.keys().filter(|name| !name.starts_with('.')).collect();
    assert_eq!(names.len(), 12, "{names:?}");
    assert!(logs(model.state().names.keys().cloned()).is_empty());
    assert!(names.iter().all(|name| moves(&state.file(name).unwrap().now) == MOVES));
}

/// A move that the log has is not in its file yet while others fill the log: the log keeps it until it is.
#[test]
fn a_move_that_is_not_written_yet_stays_in_the_log() {
    let model = Model::of(State::with([]));
    let history = history(&model);
    let mut games: Vec<_> = (0..2).map(|_| begin(&history, &about())).collect();
    play_all(&mut games, Color::Black);
    let [(late, late_recorder), (kifu, recorder)] = games.as_mut_slice() else { unreachable!() };
    let change = late.play(Color::White, Move::Pass, None).unwrap();
    late_recorder.save_soon(late, change).unwrap();
    for color in [Color::White, Color::Black].into_iter().cycle().take(1000) {
        let change = kifu.play(color, Move::Pass, None).unwrap();
        recorder.save_soon(kifu, change).unwrap();
        recorder.settle(kifu).unwrap();
        // For the thread that would remove the log too early.
        thread::yield_now();
    }
    late_recorder.settle(late).unwrap();
    let after = Model::of(model.state().least());
    self::history(&after).recover().unwrap();
    for (recorder, number) in [(late_recorder, 2), (recorder, 1001)] {
        let name = recorder.path().unwrap().file_name().unwrap().to_str().unwrap();
        assert_eq!(moves(&after.state().file(name).unwrap().now), number, "{name}");
    }
    for (kifu, recorder) in games {
        recorder.close(&kifu).unwrap();
    }
    assert!(logs(model.state().names.keys().cloned()).is_empty());
}

/// What is in the folder of a real disk.
fn on_disk(folder: &Path) -> Vec<String> {
    let names = std::fs::read_dir(folder).unwrap();
    logs(names.map(|entry| entry.unwrap().file_name().into_string().unwrap()))
}

/// A real disk, as it is when the system stops before the files of the games are synced: the log has three moves that
/// they lack.
fn stopped(boot: &str) -> (tempfile::TempDir, History) {
    let folder = tempfile::tempdir().unwrap();
    let history = History::new(Arc::new(RealDisk), folder.path());
    let mut games: Vec<_> = (0..2).map(|_| begin(&history, &about())).collect();
    play_all(&mut games, Color::Black);
    let paths: Vec<_> =
        games.iter().map(|(_, recorder)| recorder.path().unwrap().to_owned()).collect();
    let before: Vec<_> = paths.iter().map(|path| std::fs::read(path).unwrap()).collect();
    assert!(on_disk(folder.path()).is_empty(), "a file is born without the log");
    for color in [Color::White, Color::Black, Color::White] {
        play_all(&mut games, color);
    }
    assert_eq!(on_disk(folder.path()), [".moves-0.log"]);
    let path = folder.path().join(".moves-0.log");
    let log = std::fs::read(&path).unwrap();
    drop(games);
    assert!(on_disk(folder.path()).is_empty(), "the last game removes the log");
    // In place, so that they are the same files.
    for (path, before) in paths.iter().zip(before) {
        std::fs::write(path, before).unwrap();
    }
    let text = String::from_utf8_lossy(&log[..512]).into_owned();
    let old = text.lines().nth(2).unwrap().to_owned();
    let mut log = log;
    if boot != "same" && !old.is_empty() {
        log.splice(..512, text.replacen(&old, boot, 1).into_bytes());
        let head = 512 - old.len() + boot.len();
        log.splice(head..head, vec![0; old.len() - boot.len()]);
    }
    std::fs::write(path, log).unwrap();
    (folder, history)
}

/// A process is killed, another one lists the games, and then the power fails: the files that the first one wrote were
/// never synced by it.
#[test]
fn what_a_killed_process_wrote_is_synced() {
    for is_boot_unknown in [false, true] {
        let model = Model::of(State::with([]));
        model.plan().is_boot_unknown = is_boot_unknown;
        let mut games: Vec<_> = (0..2).map(|_| begin(&history(&model), &about())).collect();
        for color in [Color::Black, Color::White, Color::Black] {
            play_all(&mut games, color);
        }
        let after = Model::of(model.state().killed());
        after.plan().is_boot_unknown = is_boot_unknown;
        assert_eq!(history(&after).list().unwrap().len(), 2);
        let state = after.state().least();
        assert!(logs(state.names.keys().cloned()).is_empty());
        for (_, recorder) in &games {
            let name = recorder.path().unwrap().file_name().unwrap().to_str().unwrap();
            assert_eq!(moves(&state.file(name).unwrap().now), 3, "{name}");
        }
    }
}

/// A process that opens a game while another one recovers the log gets the game with its moves.
#[test]
fn games_are_opened_after_their_moves_are_there() {
    let (folder, _) = stopped("another");
    let histories: Vec<_> =
        (0..4).map(|_| History::new(Arc::new(RealDisk), folder.path())).collect();
    let names: Vec<String> = std::fs::read_dir(folder.path())
        .unwrap()
        .filter_map(|entry| entry.unwrap().file_name().into_string().ok())
        .filter(|name| !name.starts_with('.'))
        .collect();
    assert_eq!(names.len(), 2);
    thread::scope(|scope| {
        for (nth, history) in histories.iter().enumerate() {
            let name = &names[nth % 2];
            scope.spawn(move || match Recorder::open(history, name) {
                Ok((_, file)) => assert_eq!(moves(&file.to_bytes()), 4),
                // By the other one of these threads.
                Err(error) => assert!(error.to_string().contains("being played"), "{error}"),
            });
        }
    });
    for name in names {
        assert_eq!(moves(&std::fs::read(folder.path().join(name)).unwrap()), 4);
    }
}

/// What somebody writes into a file while its move is on the way is not overwritten.
#[test]
fn a_change_between_the_two_steps_is_noticed() {
    let folder = tempfile::tempdir().unwrap();
    let history = History::new(Arc::new(RealDisk), folder.path());
    let mut games: Vec<_> = (0..2).map(|_| begin(&history, &about())).collect();
    play_all(&mut games, Color::Black);
    play_all(&mut games, Color::White);
    for (kifu, recorder) in &mut games {
        let change = kifu.play(Color::Black, Move::Pass, None).unwrap();
        recorder.save_soon(kifu, change).unwrap();
    }
    let path = games[0].1.path().unwrap().to_owned();
    std::fs::write(&path, "(;C[mine])").unwrap();
    for (kifu, recorder) in &mut games {
        recorder.settle(kifu).unwrap();
        assert_eq!(moves(&std::fs::read(recorder.path().unwrap()).unwrap()), 3);
    }
    assert_eq!(std::fs::read(&path).unwrap(), b"(;C[mine])");
    assert_ne!(games[0].1.path().unwrap(), path);
}

/// An entry that says what no recorder writes.
#[test]
fn a_log_that_was_made_up_does_no_harm() {
    let (folder, history) = stopped("another");
    let path = folder.path().join(".moves-0.log");
    let log = std::fs::read(&path).unwrap();
    for at in (0..log.len().min(2000)).step_by(7) {
        let mut damaged = log.clone();
        damaged[at] ^= 0xff;
        std::fs::write(&path, damaged).unwrap();
        let _ = history.recover();
        assert_eq!(history.list().unwrap().len(), 2, "at {at}");
    }
    std::fs::write(&path, [&log[..512], &[0xff; 4096]].concat()).unwrap();
    let _ = history.recover();
}

#[test]
fn a_log_that_was_left_is_put_into_the_games() {
    let (folder, history) = stopped("another");
    // Listing is enough.
    let games = history.list().unwrap();
    let counts: Vec<usize> = games.iter().map(|entry| entry.game.as_ref().unwrap().moves).collect();
    assert_eq!(counts, [4, 4]);
    assert!(on_disk(folder.path()).is_empty());
}

#[cfg(target_os = "linux")]
#[test]
fn while_the_system_runs_the_files_are_right() {
    let (folder, history) = stopped("same");
    // Whatever has become of them since then was meant.
    let name = history.list().unwrap()[0].name.clone();
    let (recorder, file) = Recorder::open(&history, &name).unwrap();
    assert_eq!(moves(&file.to_bytes()), 1);
    assert!(on_disk(folder.path()).is_empty());
    drop(recorder);
}

#[test]
fn a_log_from_the_future_is_left_alone() {
    let folder = tempfile::tempdir().unwrap();
    let history = History::new(Arc::new(RealDisk), folder.path());
    let mut log = b"hoshi moves 2\n1\n\n".to_vec();
    log.resize(1024, 0);
    let path = folder.path().join(".moves-1.log");
    std::fs::write(&path, &log).unwrap();
    assert!(history.recover().unwrap_err().to_string().contains("newer hoshi"));
    // Games can be played, without the log.
    let mut games: Vec<_> = (0..2).map(|_| begin(&history, &about())).collect();
    for color in [Color::Black, Color::White] {
        play_all(&mut games, color);
    }
    for (_, recorder) in &games {
        assert_eq!(moves(&std::fs::read(recorder.path().unwrap()).unwrap()), 2);
    }
    assert_eq!(std::fs::read(&path).unwrap(), log);
}
