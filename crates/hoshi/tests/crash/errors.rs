//! A disk that fails, once or for good, at every step: the game goes on to its end, and is saved where
//! there is any way to save it.

use std::fs;
use std::slice;

use hoshi_record::sgf::Collection;

use crate::left::keep;
use crate::program::{Ended, is_asked_for, record, records, scratch};
use crate::script::{Script, State};
use crate::strace::{self, Call, Does, Trace};

pub(crate) const NOT_SAVED: &str = "error: the game is not saved: ";

#[test]
fn one_call_finds_no_space() {
    one_call_fails("ENOSPC");
}

#[test]
fn one_call_finds_a_broken_disk() {
    one_call_fails("EIO");
}

/// A network may have nobody to ask for a lock; then the game goes on without one.
#[test]
fn there_are_no_locks() {
    if !is_asked_for("crash") {
        return;
    }
    let script = Script::whole_game();
    let folder = scratch();
    for error in ["ENOLCK", "EOPNOTSUPP"] {
        let history = folder.path().join(error);
        let inject = format!("flock:error={error}");
        let (ended, trace) = strace::game(&history, slice::from_ref(&inject), &script.input());
        assert!(trace.injected().is_some(), "{error}: nobody asked for a lock");
        all_was_played(&ended, &script, error);
        assert_eq!(ended.status.code(), Some(0), "{error}: {}", ended.err);
        assert!(!ended.err.contains(NOT_SAVED), "{error}: {}", ended.err);
        let state = State::of_whole(&fs::read(record(&history)).expect("a record"));
        assert_eq!(&state, script.last(), "{error}");
    }
}

/// Each call that is about the history fails once.
fn one_call_fails(error: &str) {
    if !is_asked_for("crash") {
        return;
    }
    let script = Script::whole_game();
    let folder = scratch();
    let (mut runs, mut told) = (0, 0);
    let dry = Trace::dry_run(&folder.path().join("dry"), &script.input());
    let calls = dry.steps(&[Does::Change, Does::Look]).into_iter();
    for call in calls.filter(|call| dry.is_only_one(call)) {
        let what = format!("{error} at {}", call.line);
        let inject = call.order(&format!("error={error}"));
        let (history, ended, trace) = strace::until(&what, |nth| {
            let history = folder.path().join(format!("once{runs}-{nth}"));
            let (ended, trace) = strace::game(&history, slice::from_ref(&inject), &script.input());
            let is_hit = trace.injected().is_some_and(|hit| hit.step() == call.step());
            is_hit.then_some((history, ended, trace))
        });

        all_was_played(&ended, &script, &what);
        assert_eq!(ended.status.code(), Some(0), "{what}: {}", ended.err);
        // What fails while a move is added is put right at once, by a new file.
        let is_told = ended.err.contains(NOT_SAVED);
        let was_told = |line: &str| line.contains("All is saved now.");
        let is_last = is_told && !ended.err.lines().any(was_told);
        if is_last {
            // It was the last change: only the end itself can have put it right.
            let after = ended.err.split(NOT_SAVED).nth(1).unwrap_or_default();
            assert!(!after.contains("> "), "{what}: {}", ended.err);
        }
        assert!(is_made_anew(&trace, is_told), "{what}: it was trusted");
        let log = fs::read_to_string(history.with_extension("aside").join("hoshi.log"));
        let logged = log.unwrap_or_default().contains(history.to_str().expect("a plain path"));
        assert_eq!(logged, is_told, "{what}: the log");
        if call.does == Does::Change {
            assert_eq!(is_told, must_be_told(call), "{what}: {}", ended.err);
        }
        let file = record(&history);
        let state = State::of_whole(&fs::read(&file).expect("a record"));
        assert_eq!(&state, script.last(), "{what}");
        keep(&file, &state);
        runs += 1;
        told += usize::from(is_told);
    }
    assert!(runs > 4 * script.lines.len() && told > 20, "{told} of {runs}");
    println!("counted: {runs} runs with one {error}, {told} of them said so, all caught up");
}

/// Whether a file was made anew behind a write or a sync that failed, before the next answer if nothing
/// was said: what such a one leaves is never trusted.
fn is_made_anew(trace: &Trace, is_told: bool) -> bool {
    let calls: Vec<&Call> = trace.calls().skip_while(|call| !call.is_injected()).collect();
    let (call, rest) = calls.split_first().expect("a failure");
    let is_answer = |call: &&Call| call.does == Does::Answer;
    let answer = rest.iter().position(is_answer).filter(|_| !is_told).unwrap_or(rest.len());
    let is_named = |call: &&Call| call.name.starts_with("rename") || call.name.starts_with("link");
    !matches!(call.name.as_str(), "pwrite64" | "fdatasync" | "fsync")
        || rest[..answer].iter().any(is_named)
}

/// Whether there is nothing to fall back on: a birth or a replacement has failed.
fn must_be_told(call: &Call) -> bool {
    let names = |word: &str| call.line.contains(word);
    let is_lock = names(".sgf.lock");
    let is_new = names(".sgf.new>") || names(".sgf.new\"");
    match call.name.as_str() {
        // Only what is left of an earlier one; or the end, when the lock goes.
        "unlink" | "unlinkat" => false,
        // Where there are no links, names are given by renaming.
        "link" | "linkat" => false,
        "pwrite64" | "fdatasync" => is_lock || is_new && !names("(deleted)"),
        "openat" | "ftruncate" => is_lock || is_new,
        _ => true,
    }
}

#[test]
fn no_more_space() {
    fails_for_good("ENOSPC", &["pwrite64", "fdatasync", "fsync", "rename", "linkat", "mkdir"]);
}

#[test]
fn the_disk_is_broken() {
    let all = ["pwrite64", "fdatasync", "fsync", "rename", "linkat", "mkdir", "openat", "unlink"];
    fails_for_good("EIO", &[&all[..], &["ftruncate"]].concat());
}

/// From each call on that changes the history, all of these fail.
fn fails_for_good(error: &str, names: &[&str]) {
    if !is_asked_for("crash") {
        return;
    }
    let script = Script::whole_game();
    let folder = scratch();
    let dry = Trace::dry_run(&folder.path().join("dry"), &script.input());
    let mut calls = dry.steps(&[Does::Change]);
    calls.retain(|call| names.contains(&call.name.as_str()));
    // strace counts for each thread separately, so an order "from here on" is for one of them.
    assert!(Trace::is_by_one_thread(&calls), "more than one thread changes the history");
    let mut runs = 0;
    for call in calls {
        // The last of them takes the lock away, which fails in silence.
        let is_vain = call.name == "unlink" && call.line.contains(".sgf.lock");
        let history = folder.path().join(format!("good{runs}"));
        let names = names.iter().filter(|name| dry.is_reachable_from(call, name));
        let error = format!("error={error}");
        let inject: Vec<String> = names.map(|name| call.order_from(name, &error)).collect();
        let (ended, _) = strace::game(&history, &inject, &script.input());
        let what = format!("{error} from {}", call.line);
        let before = all_was_played(&ended, &script, &what);
        runs += 1;

        if is_vain {
            assert_eq!(ended.status.code(), Some(0), "{what}: {}", ended.err);
            assert!(!ended.err.contains(NOT_SAVED), "{what}: {}", ended.err);
        } else {
            assert_eq!(ended.status.code(), Some(2), "{what}: {}", ended.err);
            assert!(ended.err.contains(NOT_SAVED), "{what}: {}", ended.err);
            let at = ended.out.rfind("(;GM").unwrap_or_else(|| panic!("{what}: no record"));
            let bytes = &ended.out.as_bytes()[at..];
            assert_eq!(Collection::read(bytes).expect("a game").games().len(), 1);
            assert_eq!(&State::of_whole(bytes), script.last(), "{what}");
        }
        let files = records(&history);
        assert!(files.len() <= 1, "{what}: {files:?}");
        let state = files.first().map(|file| State::of_whole(&fs::read(file).expect("a record")));
        let found = script.find(&state.clone().unwrap_or_default(), before, script.lines.len());
        assert!(found.is_some(), "{what}: {before} lines were done before: {state:?}");
        if let Some((file, state)) = files.first().zip(state) {
            keep(file, &state);
        }
    }
    assert!(runs > 2 * script.lines.len(), "{runs}");
    println!("counted: {runs} runs with {error} for good, their records on standard output");
}

/// All lines were answered. How many were done before something was said about the disk.
pub(crate) fn all_was_played(ended: &Ended, script: &Script, what: &str) -> usize {
    let answered = script.answered(ended.out.lines());
    assert_eq!(answered.0, script.lines.len(), "{what}: {}", ended.err);
    let before = ended.err.split(NOT_SAVED).next().unwrap_or_default();
    // Each prompt asks for a line; the last of them for the one that was not saved.
    let prompts = before.lines().filter(|line| line.ends_with("> ")).count();
    if before.len() == ended.err.len() { script.lines.len() } else { prompts - 1 }
}
