//! Writes that are cut short at every byte, by a limit to how long a file may be: what fits is written,
//! the rest is refused. And killed before that can be put right.

use std::ffi::{OsStr, OsString};
use std::fs;
use std::os::unix::process::ExitStatusExt as _;
use std::path::Path;

use crate::errors::{NOT_SAVED, all_was_played};
use crate::kill::goes_on;
use crate::left::keep;
use crate::program::{hoshi, is_asked_for, new_game, record, records, run, scratch, works};
use crate::script::{Script, State};
use crate::strace::{self, Call, Does};

/// Starts a program under which no file gets longer than this.
fn limit(bytes: usize) -> Vec<OsString> {
    // The signal that comes with the error would end it; no disk sends one.
    let script = "trap '' XFSZ; exec prlimit --fsize=$0 \"$@\"";
    ["sh", "-c", script, &bytes.to_string()].map(OsString::from).into()
}

fn can_limit() -> bool {
    let can = works("prlimit", &["--fsize=1000", "true"]);
    if !can {
        hoshi_testkit::skip("no file is too long, since there is no prlimit");
    }
    can
}

/// Plays the whole game without a limit; the bytes of its record.
fn whole_record(folder: &Path, script: &Script) -> Vec<u8> {
    let history = folder.join("whole");
    let ended = run(hoshi(&[], &history, &new_game()), &script.input());
    assert!(ended.status.success(), "{}", ended.err);
    fs::read(record(&history)).expect("a record")
}

#[test]
fn every_length_is_too_long_once() {
    if !is_asked_for("crash") || !can_limit() {
        return;
    }
    let script = Script::whole_game();
    let folder = scratch();
    let whole = whole_record(folder.path(), &script).len();
    let mut limits = 0;
    for most in 0.. {
        limits += 1;
        let history = folder.path().join(format!("most{most}"));
        let by = limit(most);
        let by: Vec<&OsStr> = by.iter().map(OsString::as_os_str).collect();
        let ended = run(hoshi(&by, &history, &new_game()), &script.input());
        let what = format!("at most {most} of {whole} bytes");
        all_was_played(&ended, &script, &what);
        let fits = most >= whole;
        assert_eq!(ended.status.code(), Some(if fits { 0 } else { 2 }), "{what}: {}", ended.err);
        // With the proposed dead stones the record may be longer for a while than it is at the end.
        let was_too_long = ended.err.contains(NOT_SAVED);
        assert!(was_too_long || fits, "{what}: {}", ended.err);
        assert!(most < whole + 100, "{what}: {}", ended.err);
        if !fits {
            let at = ended.out.rfind("(;GM").unwrap_or_else(|| panic!("{what}: no record"));
            let printed = State::of_whole(&ended.out.as_bytes()[at..]);
            assert_eq!(&printed, script.last(), "{what}");
        }
        let files = records(&history);
        assert!(files.len() <= 1, "{what}: {files:?}");
        let state = files.first().map(|file| State::of_whole(&fs::read(file).expect("a record")));
        let from = if fits { script.lines.len() } else { ended.saved() };
        let found = script.find(&state.clone().unwrap_or_default(), from, script.lines.len());
        assert!(found.is_some(), "{what}: {from} lines were saved: {state:?}");
        if let Some((file, state)) = files.first().zip(state) {
            keep(file, &state);
        }
        if !was_too_long {
            break;
        }
    }
    println!("counted: {limits} limits to the length of a file, one for each byte");
}

#[test]
fn killed_in_the_middle_of_a_move() {
    if !is_asked_for("crash") || !can_limit() {
        return;
    }
    let script = Script::whole_game();
    let folder = scratch();
    let whole = whole_record(folder.path(), &script);
    // From the move before the first that begins a line, to the one behind it.
    let line = whole.windows(2).rposition(|two| two == b"\n;").expect("a second line");
    let (mut runs, mut torn) = (0, 0);
    for most in line - 10..line + 16 {
        let dry = folder.path().join(format!("dry{most}"));
        let (_, trace) = strace::limited_game(&dry, &limit(most), &[], &script.input());
        let is_cut = |call: &&Call| call.name == "pwrite64" && call.line.contains("EFBIG");
        let steps = trace.steps(&[Does::Change, Does::Answer]).into_iter();
        let behind = steps.skip_while(|call| !is_cut(call)).take(8);
        for (nth, call) in behind.enumerate() {
            let history = folder.path().join(format!("torn{most}-{nth}"));
            torn += usize::from(killed_at(call, most, &script, &history));
            runs += 1;
        }
    }
    assert!(runs == 8 * 26 && torn > 20, "{torn} of {runs}");
    println!("counted: {runs} runs killed behind a write that was cut short, {torn} files torn");
}

/// Whether the file was torn.
fn killed_at(call: &Call, most: usize, script: &Script, history: &Path) -> bool {
    let kills = call.order("signal=SIGKILL");
    let (ended, trace) = strace::limited_game(history, &limit(most), &[kills], &script.input());
    let what = format!("{} (at most {most} bytes)", call.line);
    assert_eq!(ended.status.signal(), Some(9), "not killed at {what}: {}", ended.err);
    assert_eq!(trace.killed_by(call).step(), call.step(), "killed elsewhere than at {what}");
    let (_, to) = script.answered(ended.out.lines());
    let file = record(history);
    let (state, torn) = State::of_bytes(&fs::read(&file).expect("a record"));
    let found = script.find(&state, ended.saved(), to);
    assert!(found.is_some(), "{} to {to} lines were done at {what}: {state:?}", ended.saved());
    goes_on(&file, history, state, &what);
    torn
}
