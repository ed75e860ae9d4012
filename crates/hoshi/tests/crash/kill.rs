//! Killed at every step: whatever was answered is on disk, nothing else is, and the game goes on.

use std::fs;
use std::os::unix::process::ExitStatusExt as _;
use std::path::Path;
use std::slice;

use hoshi_core::{Move, Rng as _, Size, SplitMix64};

use crate::left::keep;
use crate::program::{hoshi, is_asked_for, new_game, record, records, resume, run, scratch};
use crate::script::{Script, State};
use crate::strace::{self, Call, Does};

/// A point that no line names.
const FREE: &str = "H9";

#[test]
fn killed_at_every_step() {
    if !is_asked_for("crash") {
        return;
    }
    let script = Script::whole_game();
    let folder = scratch();
    let calls = strace::dry_run(&folder.path().join("dry"), &script.input());
    let dry = record(&folder.path().join("dry"));
    assert_eq!(&State::of_whole(&fs::read(&dry).expect("a record")), script.last());
    keep(&dry, script.last());

    let (mut at, mut seen) = ([0, 0], 0);
    for (number, call) in calls.iter().filter(|call| call.does != Does::Look).enumerate() {
        let history = folder.path().join(format!("kill{number}"));
        seen += usize::from(killed_at(call, None, &script, &history));
        at[usize::from(call.does == Does::Answer)] += 1;
    }
    let [steps, answers] = at;
    assert!(100 * seen >= 99 * (steps + answers), "killed where it was asked for: {seen}");
    assert!(steps > 2 * script.lines.len() && answers > script.lines.len(), "{steps}, {answers}");
    println!("counted: {steps} steps of the recorder and {answers} of the view killed, 1 run each");
}

#[test]
fn failed_and_then_killed() {
    if !is_asked_for("crash") {
        return;
    }
    let script = Script::whole_game();
    let folder = scratch();
    let mut rng = SplitMix64::new(2);
    let calls = strace::dry_run(&folder.path().join("dry"), &script.input());
    let (mut runs, mut seen) = (0, 0);
    for (number, call) in calls.iter().filter(|call| call.does == Does::Change).enumerate() {
        let fails = format!("{}:error=EIO:when={}", call.name, call.nth);
        let history = folder.path().join(format!("fail{number}"));
        let (_, trace) = strace::game(&history, slice::from_ref(&fails), &script.input());
        let failed = strace::calls(&trace, &history);
        let is_it = |other: &Call| (&other.name, other.nth) == (&call.name, call.nth);
        let at = failed.iter().position(is_it).expect("the call that failed");
        // strace takes one order for each name.
        let may_be = |other: &&Call| other.does != Does::Look && other.name != call.name;
        let later: Vec<&Call> = failed[at..].iter().filter(may_be).collect();
        // What follows at once, and something later.
        let some = later.get(rng.below(later.len() as u32) as usize);
        for (nth, other) in later.iter().take(4).chain(some).enumerate() {
            let history = folder.path().join(format!("both{number}-{nth}"));
            seen += usize::from(killed_at(other, Some(&fails), &script, &history));
            runs += 1;
        }
    }
    assert!(100 * seen >= 99 * runs, "killed where it was asked for: {seen} of {runs}");
    println!("counted: {runs} runs with a failure and killed after it");
}

/// Plays until it is killed at this call, perhaps with a failure before that. Whether the trace ends
/// with the call: once it did not, though the program was killed, and why is not known. What is left on the
/// disk is judged in any case.
fn killed_at(call: &Call, fails: Option<&String>, script: &Script, history: &Path) -> bool {
    let kills = format!("{}:signal=SIGKILL:when={}", call.name, call.nth);
    let inject: Vec<String> = fails.cloned().into_iter().chain([kills]).collect();
    let (ended, trace) = strace::game(history, &inject, &script.input());
    let what = &format!("{} (failed before: {fails:?})", call.line);
    assert_eq!(ended.status.signal(), Some(9), "not killed at {what}: {}", ended.err);
    let last = strace::calls(&trace, history).pop();
    let is_seen = last.is_some_and(|last| (&last.name, last.nth) == (&call.name, call.nth));
    if !is_seen {
        println!("killed, and the trace does not end with {what}:\n{trace}");
    }

    let (answered, to) = script.answered(ended.out.lines());
    let from = if fails.is_none() {
        // The prompt behind a line answers it too: that is all that a comment is answered with.
        answered.max(ended.prompts().saturating_sub(1))
    } else {
        ended.saved()
    };
    let files = records(history);
    assert!(files.len() <= 1, "{files:?}");
    let Some(file) = files.first() else {
        assert_eq!(from, 0, "nothing is there after {what}");
        let ended = run(hoshi(&[], history, &new_game()), "E5\n");
        assert!(ended.status.success(), "after {what}: {}", ended.err);
        let state = State::of_whole(&fs::read(record(history)).expect("a record"));
        assert_eq!(state, script.states[1], "after {what}");
        return is_seen;
    };
    let state = State::of_whole(&fs::read(file).expect("a record"));
    let found = script.find(&state, from, to);
    assert!(found.is_some(), "{from} to {to} lines were done at {what}: {state:?}");
    keep(file, &state);
    goes_on(file, history, state, what);
    is_seen
}

/// The game is taken up again, and one more thing is recorded.
pub(crate) fn goes_on(file: &Path, history: &Path, mut state: State, what: &str) {
    let lines = if state.has_result {
        state.moves.last_mut().expect("a move").2 = Some("seen again".to_owned());
        "comment seen again\n".to_owned()
    } else {
        let color = state.turn();
        let mv = Size::S9.parse_move(FREE).expect("a move");
        let resumes = if state.is_passed() { "resume\n" } else { "" };
        assert!(state.moves.iter().all(|(_, other, _)| *other == Move::Pass || *other != mv));
        state.moves.push((color, mv, None));
        format!("{resumes}{FREE}\n")
    };
    let ended = run(hoshi(&[], history, &resume(file)), &lines);
    assert_eq!(ended.status.code(), Some(0), "after {what}: {}", ended.err);
    assert!(!ended.err.contains("error"), "after {what}: {}", ended.err);
    assert_eq!(records(history), [file], "after {what}");
    assert_eq!(State::of_whole(&fs::read(file).expect("a record")), state, "after {what}");
    let locks = fs::read_dir(history).expect("a folder").filter(|entry| {
        entry.as_ref().is_ok_and(|entry| entry.path().extension().is_some_and(|e| e == "lock"))
    });
    assert_eq!(locks.count(), 0, "a lock is left after {what}");
    keep(file, &state);
}
