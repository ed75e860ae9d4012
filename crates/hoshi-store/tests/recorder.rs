//! What a recorder leaves in its file, on the disk of this machine.

mod pair;

use std::fs;
use std::path::Path;
use std::sync::Arc;

use hoshi_core::{Board, Color, Game, Move, Outcome, Position, Preset, Rules, Size};
use hoshi_record::info::time::Millis;
use hoshi_record::kifu::{About, Clock, Player};
use hoshi_record::sgf::Collection;
use hoshi_store::{History, Note, OpenError, RealDisk, Recorder, When};
use pair::Pair;

const WHEN: When = When { year: 2026, month: 11, day: 16, hour: 9, minute: 30, second: 5 };

fn history(folder: &Path) -> History {
    History::new(Arc::new(RealDisk), folder)
}

fn about() -> About {
    let player = |name: &str| Player { name: name.to_owned(), rank: None };
    About {
        black: player("Ann ]\\ ネコ"),
        white: player("Bob"),
        date: WHEN.date(),
        time: None,
        application: "hoshi:0.1.0".to_owned(),
    }
}

fn begin(folder: &Path) -> (Game, Pair) {
    let game = Game::new(Size::S9, Rules::of(Preset::Chinese));
    let recorder = Pair::begin(&history(folder), &game, &about(), WHEN);
    (game, recorder)
}

fn play(game: &mut Game, recorder: &mut Pair, moves: &str) {
    for name in moves.split(' ') {
        let (color, mv) = (game.turn(), game.size().parse_move(name).unwrap());
        game.play(mv).unwrap();
        recorder.play(color, mv, None).unwrap();
    }
}

/// The file, without the room that it may have for moves.
fn text(recorder: &Pair) -> String {
    let text = fs::read_to_string(recorder.path().unwrap()).unwrap();
    let (record, room) = text.split_at(text.trim_end().len() + 1);
    assert!(
        room.is_empty() || (text.len().is_multiple_of(512) && room.ends_with('\n')),
        "{text:?}"
    );
    record.to_owned()
}

#[test]
fn moves_fill_the_room_that_is_left_for_them() {
    let folder = tempfile::tempdir().unwrap();
    let (_, mut recorder) = begin(folder.path());
    let mut lens = Vec::new();
    for nth in 0..150 {
        let color = if nth % 2 == 0 { Color::Black } else { Color::White };
        recorder.play(color, Move::Pass, None).unwrap();
        lens.push(fs::metadata(recorder.path().unwrap()).unwrap().len());
        assert_eq!(text(&recorder).as_bytes(), recorder.to_bytes());
    }
    lens.dedup();
    assert_eq!(lens[1..], [512, 1024], "{lens:?}");
    // A closed file has no room.
    let (path, record) = (recorder.path().unwrap().to_owned(), text(&recorder));
    recorder.close().unwrap();
    assert_eq!(fs::read_to_string(path).unwrap(), record);
}

#[test]
fn what_is_written_into_the_room_is_left_alone() {
    let folder = tempfile::tempdir().unwrap();
    for goes_on in [true, false] {
        let (mut game, mut recorder) = begin(&folder.path().join(goes_on.to_string()));
        play(&mut game, &mut recorder, "C3 E5");
        let path = recorder.path().unwrap().to_owned();
        let mut changed = fs::read(&path).unwrap();
        assert_eq!(changed.len(), 512);
        let at = changed.trim_ascii_end().len() + 1;
        changed[at..at + 14].copy_from_slice(b"(;C[of a pal])");
        fs::write(&path, &changed).unwrap();
        if goes_on {
            play(&mut game, &mut recorder, "G7");
            let new = recorder.path().unwrap().to_owned();
            assert_eq!(
                recorder.take_notes(),
                [Note::ChangedOutside { old: path.clone(), new: new.clone() }]
            );
            assert!(fs::read_to_string(new).unwrap().contains(";B[cg];W[ee];B[gc]"));
        }
        recorder.close().unwrap();
        assert_eq!(fs::read(&path).unwrap(), changed);
    }
}

const ROOT: &str = "(;GM[1]FF[4]CA[UTF-8]AP[hoshi:0.1.0]SZ[9]KM[7.5]RU[Chinese]PB[Ann \\]\\\\ ネコ]PW[Bob]DT[2026-11-16]";

#[test]
fn a_file_is_born_with_the_first_move() {
    let folder = tempfile::tempdir().unwrap();
    let deep = folder.path().join("a/b");
    let (mut game, mut recorder) = begin(&deep);
    assert!(!deep.exists());
    play(&mut game, &mut recorder, "C3");
    assert_eq!(recorder.path().unwrap(), deep.join("2026-11-16_093005_9x9.sgf"));
    assert_eq!(text(&recorder), format!("{ROOT}\n;B[cg])\n"));
    play(&mut game, &mut recorder, "pass E5");
    assert_eq!(text(&recorder), format!("{ROOT}\n;B[cg];W[];B[ee])\n"));
    recorder.finish("B+R".parse().unwrap(), None).unwrap();
    assert!(text(&recorder).contains("RE[B+R]"));
    drop(recorder);
    let left: Vec<_> =
        fs::read_dir(&deep).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    assert_eq!(left, ["2026-11-16_093005_9x9.sgf"]);
}

#[test]
fn names_never_collide() {
    let folder = tempfile::tempdir().unwrap();
    let mut open = Vec::new();
    for name in ["9x9.sgf", "9x9-2.sgf", "9x9-3.sgf"] {
        let (mut game, mut recorder) = begin(folder.path());
        play(&mut game, &mut recorder, "C3");
        assert!(recorder.path().unwrap().ends_with(format!("2026-11-16_093005_{name}")));
        open.push(recorder);
    }
}

#[test]
fn a_move_taken_back_is_gone_or_a_variation() {
    let folder = tempfile::tempdir().unwrap();
    let (mut game, mut recorder) = begin(folder.path());
    play(&mut game, &mut recorder, "C3 D4 E5");
    assert!(recorder.undo(false).unwrap());
    assert_eq!(text(&recorder), format!("{ROOT}\n;B[cg];W[df])\n"));
    assert!(recorder.undo(true).unwrap());
    assert_eq!(text(&recorder), format!("{ROOT}\n;B[cg]\n(;)\n(;W[df]))\n"));
    recorder.play(Color::White, Move::Pass, None).unwrap();
    assert_eq!(text(&recorder), format!("{ROOT}\n;B[cg]\n(;W[])\n(;W[df]))\n"));
    recorder.undo(true).unwrap();
    let d4 = Size::S9.parse_move("D4").unwrap();
    recorder.play(Color::White, d4, None).unwrap();
    assert_eq!(text(&recorder), format!("{ROOT}\n;B[cg]\n(;W[df])\n(;W[]))\n"));
    // The last variation of the file, but not the one that is played.
    recorder.undo(true).unwrap();
    recorder.undo(true).unwrap();
    assert_eq!(text(&recorder), format!("{ROOT}\n(;)\n(;B[cg]\n(;W[df])\n(;W[])))\n"));
    assert!(!recorder.undo(true).unwrap());
}

#[test]
fn a_clock_is_recorded_with_the_move() {
    let folder = tempfile::tempdir().unwrap();
    let (_, mut recorder) = begin(folder.path());
    let clock = Clock { left: Millis(29_500), overtime: Some(3) };
    recorder.play(Color::Black, Move::Pass, Some(clock)).unwrap();
    recorder.play(Color::White, Move::Pass, Some(clock)).unwrap();
    assert!(text(&recorder).ends_with(";B[]BL[29.5]OB[3];W[]WL[29.5]OW[3])\n"));
}

#[test]
fn a_game_goes_on_in_place() {
    let folder = tempfile::tempdir().unwrap();
    let (mut game, mut recorder) = begin(folder.path());
    play(&mut game, &mut recorder, "C3 D4");
    let path = recorder.path().unwrap().to_owned();
    let name = path.file_name().unwrap().to_str().unwrap();
    let held = Pair::open(&history(folder.path()), name);
    let process = Some(std::process::id());
    assert!(matches!(held, Err(OpenError::Held { process: by, .. }) if by == process));
    drop(recorder);
    let mut recorder = Pair::open(&history(folder.path()), name).unwrap();
    let before = fs::read(&path).unwrap();
    play(&mut game, &mut recorder, "E5");
    assert_eq!(recorder.path().unwrap(), path);
    let after = fs::read(&path).unwrap();
    assert!(after.starts_with(before.trim_ascii_end().strip_suffix(b")").unwrap()));
    assert!(after.ends_with(b";B[ee])\n"));
}

#[test]
fn what_somebody_else_wrote_is_left_alone() {
    let folder = tempfile::tempdir().unwrap();
    let (mut game, mut recorder) = begin(folder.path());
    play(&mut game, &mut recorder, "C3 D4");
    let path = recorder.path().unwrap().to_owned();
    fs::write(&path, "(;C[mine])").unwrap();
    play(&mut game, &mut recorder, "E5");
    assert_eq!(fs::read(&path).unwrap(), b"(;C[mine])");
    assert!(recorder.path().unwrap().ends_with("2026-11-16_093005_9x9-2.sgf"));
    assert!(text(&recorder).ends_with(";B[cg];W[df];B[ee])\n"));
    assert_eq!(recorder.take_notes().len(), 1);
}

#[test]
fn a_folder_that_vanishes_and_comes_back() {
    let folder = tempfile::tempdir().unwrap();
    let (here, away) = (folder.path().join("here"), folder.path().join("away"));
    let (mut game, mut recorder) = begin(&here);
    play(&mut game, &mut recorder, "C3 D4");
    fs::rename(&here, &away).unwrap();
    let e5 = game.size().parse_move("E5").unwrap();
    let error = recorder.play(Color::Black, e5, None).unwrap_err();
    assert!(error.is_behind() && recorder.is_behind());
    assert!(recorder.retry().is_err());
    fs::rename(&away, &here).unwrap();
    recorder.retry().unwrap();
    assert!(!recorder.is_behind());
    assert!(text(&recorder).ends_with(";B[cg];W[df];B[ee])\n"));
    // The lock vanished with the folder, and is back too.
    let name = recorder.path().unwrap().file_name().unwrap().to_str().unwrap();
    let held = Pair::open(&history(&here), name).unwrap_err();
    assert!(matches!(held, OpenError::Held { .. }), "{held}");
    play(&mut game, &mut recorder, "F6");
    assert!(text(&recorder).ends_with(";B[cg];W[df];B[ee];B[fd])\n"));
    fs::remove_dir_all(&here).unwrap();
    recorder.play(Color::White, Move::Pass, None).unwrap_err();
    let path = recorder.close().unwrap().unwrap();
    assert!(fs::read_to_string(path).unwrap().ends_with(";B[fd];W[])\n"));
}

#[test]
fn an_earlier_move_is_corrected() {
    let folder = tempfile::tempdir().unwrap();
    let (mut game, mut recorder) = begin(folder.path());
    play(&mut game, &mut recorder, "C3 D4 E5");
    recorder.comment("so [it] was\\").unwrap();
    recorder.correct(2, Color::White, Move::Pass).unwrap();
    assert!(text(&recorder).ends_with(";B[cg];W[];B[ee]C[so [it\\] was\\\\])\n"));
    assert!(recorder.correct(4, Color::White, Move::Pass).is_err());
    recorder.finish(Outcome::Draw, Some([&[Size::S9.point(0, 0).unwrap()], &[]])).unwrap();
    assert!(text(&recorder).ends_with("TB[aa])\n"));
    assert!(text(&recorder).contains("RE[0]"));
    recorder.reopen().unwrap();
    assert!(!text(&recorder).contains("RE[") && !text(&recorder).contains("TB["));
}

/// The inode, which changes when the file is replaced.
#[cfg(unix)]
fn inode(recorder: &Pair) -> u64 {
    use std::os::unix::fs::MetadataExt as _;
    fs::metadata(recorder.path().unwrap()).unwrap().ino()
}

#[cfg(unix)]
#[test]
fn only_moves_are_added_in_place() {
    let folder = tempfile::tempdir().unwrap();
    let (mut game, mut recorder) = begin(folder.path());
    play(&mut game, &mut recorder, "C3");
    let first = inode(&recorder);
    play(&mut game, &mut recorder, "D4");
    assert_eq!(inode(&recorder), first);
    // Half of a setup would be a different setup.
    let empty = Position::new(Board::new(Size::S9), Color::Black);
    recorder.set_up(game.board(), &empty).unwrap();
    assert_ne!(inode(&recorder), first);
    assert!(text(&recorder).ends_with(";B[cg];W[df];AE[df][cg]PL[B])\n"), "{}", text(&recorder));
}

#[cfg(unix)]
#[test]
fn what_another_process_wrote_is_replaced_once() {
    let folder = tempfile::tempdir().unwrap();
    let (mut game, mut recorder) = begin(folder.path());
    play(&mut game, &mut recorder, "C3");
    let first = inode(&recorder);
    let name = recorder.path().unwrap().file_name().unwrap().to_str().unwrap().to_owned();
    drop(recorder);
    // It may have been killed before a sync; the visible content proves nothing.
    let mut recorder = Pair::open(&history(folder.path()), &name).unwrap();
    assert_eq!(inode(&recorder), first);
    play(&mut game, &mut recorder, "D4");
    let second = inode(&recorder);
    assert_ne!(second, first);
    play(&mut game, &mut recorder, "E5");
    assert_eq!(inode(&recorder), second);
}

#[test]
fn what_could_not_be_born_is_born_later() {
    let folder = tempfile::tempdir().unwrap();
    let blocked = folder.path().join("blocked");
    fs::write(&blocked, "").unwrap();
    let (_, mut recorder) = begin(&blocked);
    let empty = Board::new(Size::S9);
    recorder.set_up(&empty, &Position::new(empty.clone(), Color::White)).unwrap_err();
    // It has no move, but the disk is still behind.
    assert!(recorder.comment("so").unwrap_err().is_behind());
    assert!(recorder.retry().is_err() && recorder.is_behind());
    fs::remove_file(&blocked).unwrap();
    recorder.retry().unwrap();
    assert!(!recorder.is_behind());
    assert!(text(&recorder).ends_with(";PL[W]C[so])\n"));
}

#[test]
fn without_an_error_nothing_is_behind() {
    let folder = tempfile::tempdir().unwrap();
    let (here, away) = (folder.path().join("here"), folder.path().join("away"));
    let (mut game, mut recorder) = begin(&here);
    play(&mut game, &mut recorder, "C3");
    fs::rename(&here, &away).unwrap();
    recorder.undo(false).unwrap_err();
    // There is nothing left to undo or reopen, but the disk is behind.
    assert!(recorder.undo(false).unwrap_err().is_behind());
    assert!(recorder.reopen().unwrap_err().is_behind());
    fs::rename(&away, &here).unwrap();
    assert!(!recorder.undo(false).unwrap());
    assert!(!recorder.is_behind());
    assert_eq!(text(&recorder), format!("{ROOT})\n"));
}

#[cfg(unix)]
#[test]
fn it_is_said_where_the_game_went_even_after_a_failure() {
    use std::os::unix::fs::symlink;

    let folder = tempfile::tempdir().unwrap();
    let (mut game, mut recorder) = begin(folder.path());
    play(&mut game, &mut recorder, "C3 D4");
    let path = recorder.path().unwrap().to_owned();
    fs::write(&path, "(;C[mine])").unwrap();
    // The lock file of the next name is something that cannot be opened.
    let block = folder.path().join(".2026-11-16_093005_9x9-2.sgf.lock");
    symlink(&block, &block).unwrap();
    recorder.play(Color::Black, Move::Pass, None).unwrap_err();
    assert!(recorder.take_notes().is_empty());
    fs::remove_file(&block).unwrap();
    recorder.retry().unwrap();
    assert_eq!(recorder.take_notes().len(), 1);
    assert_eq!(fs::read(&path).unwrap(), b"(;C[mine])");
    assert!(text(&recorder).ends_with(";B[cg];W[df];B[])\n"));
}

#[test]
fn what_changes_nothing_writes_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.sgf");
    // The layout is not the writer's, so any write would be visible.
    let text = "(;SZ[9]PB[Ann]; B[ee] C[so])";
    fs::write(&path, text).unwrap();
    let mut recorder = Pair::open(&history(folder.path()), "a.sgf").unwrap();
    recorder.set_info("PB", "Ann").unwrap();
    recorder.comment("so").unwrap();
    recorder.reopen().unwrap();
    recorder.kifu.go_to(recorder.kifu.tree().root().id());
    let e5 = Size::S9.parse_move("E5").unwrap();
    assert!(!recorder.change(|kifu| kifu.branch(Color::Black, e5)).unwrap());
    assert_eq!(fs::read_to_string(&path).unwrap(), text);
}

#[test]
fn a_recorder_can_be_sent_to_another_thread() {
    fn is_send<T: Send>() {}
    is_send::<Recorder>();
}

#[test]
fn a_copy_is_there_with_the_first_change() {
    let folder = tempfile::tempdir().unwrap();
    let problem = Collection::read("(;SZ[9]AB[aa][bb])").unwrap();
    let mut recorder = Pair::copy(&history(folder.path()), problem, WHEN);
    assert_eq!(recorder.path(), None);
    recorder.comment("why").unwrap();
    assert_eq!(text(&recorder), "(;SZ[9]AB[aa][bb]C[why])\n");
}

fn names(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name());
    let mut names: Vec<String> = entries.map(|name| name.into_string().unwrap()).collect();
    names.sort();
    names
}

#[test]
fn what_another_program_wrote_is_kept_once() {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name);
    let before = "A letter.\n(;GM[1]AP[Other:2]SZ[9];B[ee])\nP.S.\n(;SZ[9];B[aa])\nYours, Ann\n";
    fs::write(at("a.sgf"), before).unwrap();
    fs::write(at("a.sgf.orig"), "an older one").unwrap();
    let mut recorder = Pair::open(&history(folder.path()), "a.sgf").unwrap();
    // With its lock.
    assert_eq!(names(folder.path()).len(), 3, "nothing is kept before something changes");
    recorder.play(Color::White, Move::Pass, None).unwrap();
    let notes = recorder.take_notes();
    let kept = at("a.sgf.orig-2");
    let wanted = Note::OriginalKept { path: at("a.sgf"), original: kept.clone() };
    assert_eq!(notes, [wanted]);
    assert_eq!(fs::read_to_string(&kept).unwrap(), before);
    assert_eq!(fs::read(at("a.sgf.orig")).unwrap(), b"an older one");
    // The other game is still in the file.
    let now = text(&recorder);
    assert_eq!(now, "(;GM[1]AP[Other:2]SZ[9];B[ee];W[])\n(;SZ[9];B[aa])\n");
    recorder.comment("so").unwrap();
    drop(recorder);

    // By now hoshi has written it.
    let mut recorder = Pair::open(&history(folder.path()), "a.sgf").unwrap();
    recorder.play(Color::Black, Move::Pass, None).unwrap();
    assert!(recorder.take_notes().is_empty());
    drop(recorder);
    assert_eq!(names(folder.path()), ["a.sgf", "a.sgf.orig", "a.sgf.orig-2"]);

    // Then another program again.
    let mut now = fs::read_to_string(at("a.sgf")).unwrap();
    now.push_str("One more word.\n");
    fs::write(at("a.sgf"), &now).unwrap();
    let mut recorder = Pair::open(&history(folder.path()), "a.sgf").unwrap();
    recorder.play(Color::Black, Move::Pass, None).unwrap();
    assert_eq!(recorder.take_notes().len(), 1);
    assert_eq!(fs::read_to_string(at("a.sgf.orig-3")).unwrap(), now);
    assert_eq!(history(folder.path()).list().unwrap().len(), 1);
}

#[test]
fn what_hoshi_wrote_is_not_kept_again() {
    let folder = tempfile::tempdir().unwrap();
    let (_, mut recorder) = begin(folder.path());
    // Long enough for many lines.
    let clock = Clock { left: Millis(1_234_567), overtime: Some(3) };
    for (point, nth) in Size::S9.points().zip(0..60) {
        let color = if nth % 2 == 0 { Color::Black } else { Color::White };
        recorder.play(color, Move::Play(point), Some(clock).filter(|_| nth % 7 > 2)).unwrap();
    }
    let name = recorder.path().unwrap().file_name().unwrap().to_str().unwrap().to_owned();
    drop(recorder);
    let mut recorder = Pair::open(&history(folder.path()), &name).unwrap();
    recorder.undo(true).unwrap();
    drop(recorder);
    let mut recorder = Pair::open(&history(folder.path()), &name).unwrap();
    recorder.comment("so").unwrap();
    drop(recorder);
    // Nor if its last write was incomplete.
    let mut bytes = fs::read(folder.path().join(&name)).unwrap();
    bytes.truncate(bytes.len() - 4);
    fs::write(folder.path().join(&name), bytes).unwrap();
    let mut recorder = Pair::open(&history(folder.path()), &name).unwrap();
    recorder.comment("so it is").unwrap();
    assert!(recorder.take_notes().is_empty());
    drop(recorder);
    assert_eq!(names(folder.path()), [name]);
}

#[cfg(unix)]
#[test]
fn a_private_game_stays_private() {
    use std::os::unix::fs::PermissionsExt as _;

    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.sgf");
    let mode = |path: &Path| fs::metadata(path).unwrap().permissions().mode() & 0o777;
    for wanted in [0o600, 0o640] {
        fs::write(&path, "(;SZ[9];B[ee])").unwrap();
        fs::set_permissions(&path, fs::Permissions::from_mode(wanted)).unwrap();
        let mut recorder = Pair::open(&history(folder.path()), "a.sgf").unwrap();
        recorder.play(Color::White, Move::Pass, None).unwrap();
        assert_eq!(mode(&path), wanted);
        recorder.undo(false).unwrap();
        recorder.play(Color::White, Move::Pass, None).unwrap();
        assert_eq!(mode(&path), wanted);
        let Some(Note::OriginalKept { original, .. }) = recorder.take_notes().pop() else {
            panic!("a note")
        };
        assert_eq!(mode(&original), wanted);
        fs::remove_file(&original).unwrap();
        drop(recorder);
        let gone = history(folder.path()).delete("a.sgf").unwrap();
        assert_eq!(mode(&gone), wanted);
    }
}

#[cfg(unix)]
#[test]
fn a_read_only_game_goes_on_elsewhere() {
    use std::os::unix::fs::PermissionsExt as _;

    let folder = tempfile::tempdir().unwrap();
    let (path, before) = (folder.path().join("a.sgf"), "(;SZ[9];B[ee])");
    fs::write(&path, before).unwrap();
    fs::set_permissions(&path, fs::Permissions::from_mode(0o444)).unwrap();
    let mut recorder = Pair::open(&history(folder.path()), "a.sgf").unwrap();
    recorder.play(Color::White, Move::Pass, None).unwrap();
    let new = folder.path().join("a-2.sgf");
    assert_eq!(recorder.take_notes(), [Note::ReadOnly { old: path.clone(), new: new.clone() }]);
    assert_eq!(fs::read_to_string(&path).unwrap(), before);
    assert_eq!(fs::read_to_string(&new).unwrap(), "(;SZ[9];B[ee];W[])\n");
    drop(recorder);
    assert_eq!(names(folder.path()), ["a-2.sgf", "a.sgf"]);
}

#[cfg(unix)]
#[test]
fn links_at_the_names_of_helper_files_lead_nowhere() {
    use std::os::unix::fs::symlink;

    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name);
    fs::write(at("precious"), "1 0\n").unwrap();
    fs::write(at("a.sgf"), "(;AP[hoshi:0]SZ[9];B[ee])\n").unwrap();
    for hard in [false, true] {
        if hard {
            fs::hard_link(at("precious"), at(".a.sgf.lock")).unwrap();
        } else {
            symlink("precious", at(".a.sgf.lock")).unwrap();
        }
        let error = Pair::open(&history(folder.path()), "a.sgf").unwrap_err().to_string();
        assert!(error.contains(".a.sgf.lock is a "), "{error}");
        assert!(history(folder.path()).delete("a.sgf").is_err());
        history(folder.path()).sweep().unwrap();
        assert!(!history(folder.path()).list().unwrap()[0].is_played);
        assert_eq!(fs::read(at("precious")).unwrap(), b"1 0\n");
        fs::remove_file(at(".a.sgf.lock")).unwrap();
    }
    symlink("precious", at(".a.sgf.new")).unwrap();
    let mut recorder = Pair::open(&history(folder.path()), "a.sgf").unwrap();
    recorder.play(Color::White, Move::Pass, None).unwrap();
    assert_eq!(text(&recorder), "(;AP[hoshi:0]SZ[9];B[ee];W[])\n");
    assert_eq!(fs::read(at("precious")).unwrap(), b"1 0\n");
    drop(recorder);
    assert_eq!(names(folder.path()), ["a.sgf", "precious"]);
}

#[cfg(unix)]
#[test]
fn a_pipe_is_no_game() {
    use std::process::Command;

    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.sgf");
    assert!(Command::new("mkfifo").arg(&path).status().unwrap().success());
    let error = Pair::open(&history(folder.path()), "a.sgf").unwrap_err().to_string();
    assert!(error.ends_with("a.sgf: it is a pipe, not a file"), "{error}");
    assert!(history(folder.path()).list().unwrap().is_empty());
    assert_eq!(names(folder.path()), ["a.sgf"]);
}
