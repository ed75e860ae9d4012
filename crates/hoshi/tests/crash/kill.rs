//! Killed at every step: whatever was answered is on disk, nothing else is, and the game goes on.

use std::collections::BTreeSet;
use std::fs;
use std::os::unix::process::ExitStatusExt as _;
use std::path::Path;
use std::slice;

use hoshi_core::{Move, Rng as _, Size, SplitMix64};

use crate::left::keep;
use crate::program::{hoshi, is_asked_for, new_game, record, records, resume, run, scratch};
use crate::script::{Script, State};
use crate::strace::{self, Call, Does, Trace};

/// A point that no line names.
const FREE: &str = "H9";

#[test]
fn killed_at_every_step() {
    if !is_asked_for("crash") {
        return;
    }
    let script = Script::whole_game();
    let folder = scratch();
    let trace = Trace::dry_run(&folder.path().join("dry"), &script.input());
    let dry = record(&folder.path().join("dry"));
    assert_eq!(&State::of_whole(&fs::read(&dry).expect("a record")), script.last());
    keep(&dry, script.last());

    let steps = trace.steps(&[Does::Change, Does::Answer]);
    let (mut killed, mut runs) = (BTreeSet::new(), 0);
    for call in &steps {
        strace::until(&call.line, |_| {
            let history = folder.path().join(format!("kill{runs}"));
            runs += 1;
            killed.extend(killed_at(call, None, &script, &history));
            killed.contains(&call.step()).then_some(())
        });
    }
    // A sweep over nothing proves nothing: each line is answered, and is at least two changes.
    let answers = steps.iter().filter(|call| call.does == Does::Answer).count();
    let changes = steps.len() - answers;
    assert!(changes > 2 * script.lines.len() && answers > script.lines.len());
    assert!(runs >= steps.len() && steps.iter().all(|call| killed.contains(&call.step())));
    println!(
        "counted: {changes} steps of the recorder and {answers} of the view killed, {runs} runs"
    );
}

#[test]
fn failed_and_then_killed() {
    if !is_asked_for("crash") {
        return;
    }
    let script = Script::whole_game();
    let folder = scratch();
    let mut rng = SplitMix64::new(2);
    let trace = Trace::dry_run(&folder.path().join("dry"), &script.input());
    let changes = trace.steps(&[Does::Change]);
    let mut runs = 0;
    for (number, call) in changes.iter().enumerate() {
        let fails = call.order("error=EIO");
        let failed = strace::until(&call.line, |nth| {
            let history = folder.path().join(format!("fail{number}-{nth}"));
            let (_, trace) = strace::game(&history, slice::from_ref(&fails), &script.input());
            trace.injected().is_some_and(|hit| hit.step() == call.step()).then_some(trace)
        });
        // strace takes one order for each name.
        let may_be = |other: &&Call| other.name != call.name;
        let later = failed.steps(&[Does::Change, Does::Answer]).into_iter();
        let later: Vec<&Call> =
            later.skip_while(|other| !other.is_injected()).filter(may_be).collect();
        // What follows at once, and something later.
        let some = later.get(rng.below(later.len() as u32) as usize);
        for (nth, other) in later.iter().take(4).chain(some).enumerate() {
            strace::until(&other.line, |again| {
                let history = folder.path().join(format!("both{number}-{nth}-{again}"));
                killed_at(other, Some(&fails), &script, &history)
                    .filter(|step| *step == other.step())
            });
            runs += 1;
        }
    }
    assert!(changes.len() > 2 * script.lines.len() && runs > 4 * changes.len(), "{runs}");
    println!("counted: {runs} runs with a failure and killed after it");
}

/// Plays until it is killed by the order for this call, perhaps with a failure before that. Gives the
/// step at which it was killed; none if there was no such call this time, and the game was played to
/// its end.
fn killed_at(
    call: &Call,
    fails: Option<&String>,
    script: &Script,
    history: &Path,
) -> Option<(String, Does, usize)> {
    let inject: Vec<String> =
        fails.cloned().into_iter().chain([call.order("signal=SIGKILL")]).collect();
    let (ended, trace) = strace::game(history, &inject, &script.input());
    let what = &format!("{} (failed before: {fails:?})", call.line);
    if ended.status.success() {
        let state = State::of_whole(&fs::read(record(history)).expect("a record"));
        assert_eq!(&state, script.last(), "not killed at {what}");
        return None;
    }
    assert_eq!(ended.status.signal(), Some(9), "not killed at {what}: {}", ended.err);
    let step = trace.killed_by(call).step();

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
        return Some(step);
    };
    let state = State::of_whole(&fs::read(file).expect("a record"));
    let found = script.find(&state, from, to);
    assert!(found.is_some(), "{from} to {to} lines were done at {what}: {state:?}");
    keep(file, &state);
    goes_on(file, history, state, what);
    Some(step)
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
