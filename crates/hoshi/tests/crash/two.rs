//! Two processes at once: each new game has its own file, and a file that is being played is nobody
//! else's.

use std::fs;

use crate::left::keep;
use crate::program::{Live, hoshi, is_asked_for, new_game, record, records, resume, run, scratch};
use crate::script::{Script, State};

#[test]
fn two_games_have_two_files() {
    if !is_asked_for("crash") {
        return;
    }
    let folder = scratch();
    let history = folder.path().join("history");
    let scripts =
        ["E5 E4 undo C3 G7", "D4 undo F6 pass C3"].map(|text| Script::of(text.split(' ')));
    let mut games = [0, 1].map(|_| Live::start(hoshi(&[], &history, &new_game())));
    for turn in 0..scripts[0].lines.len() {
        for (game, script) in games.iter_mut().zip(&scripts) {
            assert_eq!(game.say(&script.lines[turn]), "");
        }
    }
    let mut files = records(&history);
    assert_eq!(files.len(), 2, "{files:?}");
    let read = |path: &_| State::of_whole(&fs::read(path).expect("a record"));
    files.sort_by_key(|file| read(file) != *scripts[0].last());
    for (file, script) in files.iter().zip(&scripts) {
        assert_eq!(&read(file), script.last());
        keep(file, script.last());
    }
    for game in games {
        assert!(game.end().status.success());
    }
    assert_eq!(fs::read_dir(&history).expect("a folder").count(), 2, "something is left behind");
}

#[test]
fn a_game_that_is_played_is_refused() {
    if !is_asked_for("crash") {
        return;
    }
    let folder = scratch();
    let history = folder.path().join("history");
    let script = Script::of(["E5", "E4", "undo", "D4"]);
    let mut first = Live::start(hoshi(&[], &history, &new_game()));
    for line in &script.lines {
        assert_eq!(first.say(line), "");
        let file = record(&history);
        let second = run(hoshi(&[], &history, &resume(&file)), "C3\n");
        assert_eq!(second.status.code(), Some(2), "{}", second.err);
        let sentence = format!("it is being played by process {}", first.id());
        assert!(second.err.contains(&sentence), "{}", second.err);
    }
    let file = record(&history);
    assert_eq!(&State::of_whole(&fs::read(&file).expect("a record")), script.last());
    // Killed, it is in nobody's way.
    first.kill();
    let second = run(hoshi(&[], &history, &resume(&file)), "C3\n");
    assert_eq!(second.status.code(), Some(0), "{}", second.err);
    let script = Script::of(["E5", "E4", "undo", "D4", "C3"]);
    assert_eq!(&State::of_whole(&fs::read(&file).expect("a record")), script.last());
    keep(&file, script.last());
}
