//! What real engines do to a client, one fault at a time: none of it hangs us, and what goes wrong is
//! told by a sentence.

#![cfg(unix)]

mod common;

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use common::{LONG, SHORT, comes, engine, script, start, words};
use hoshi_core::Size;
use hoshi_gtp::{Analysis, Engine, Fault};

#[test]
fn an_engine_says_what_it_is() {
    let mut engine = engine(&[]);
    assert_eq!((engine.name(), engine.version()), ("Fake", "1.0"));
    assert!(engine.knows("genmove") && !engine.knows("lz-analyze"));
    assert_eq!(engine.commands().len(), 16);
    assert_eq!(engine.call("final_score", LONG), Ok("W+3.5".to_owned()));
    engine.quit(LONG);
}

/// A reply is understood however it is dressed.
#[test]
fn replies_in_every_dress() {
    for faults in [
        &["crlf"][..],
        &["spaces"],
        &["comments"],
        &["noid"],
        &["banner"],
        &["banner", "comments", "crlf", "noid", "spaces"],
    ] {
        let faults: Vec<&str> = faults.iter().copied().chain(["move=D4", "move=PASS"]).collect();
        let mut engine = engine(&faults);
        assert_eq!(engine.name(), "Fake", "{faults:?}");
        assert_eq!(engine.commands().len(), 16, "{faults:?}");
        assert_eq!(engine.call("genmove black", LONG).as_deref(), Ok("D4"), "{faults:?}");
        assert_eq!(engine.call("genmove white", LONG).as_deref(), Ok("PASS"), "{faults:?}");
        let refused = engine.call("what", LONG).unwrap_err();
        assert_eq!(refused.to_string(), "the engine refuses `what`: unknown command");
        assert!(refused.is_alive());
    }
}

#[test]
fn what_it_does_not_know_it_refuses() {
    for fault in ["no=final_score", "refuse=final_score"] {
        let mut engine = engine(&[fault]);
        let refused = engine.call("final_score", LONG).unwrap_err();
        assert!(matches!(refused, Fault::Refused { .. }) && refused.is_alive(), "{refused}");
        assert_eq!(engine.call("name", LONG).as_deref(), Ok("Fake"));
    }
}

#[test]
fn a_path_may_have_a_space() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("my go").join("an engine.sh");
    std::fs::create_dir(path.parent().unwrap()).unwrap();
    // By another process: a file that is open for writing anywhere is not run.
    let copied = std::process::Command::new("cp").arg("-p").arg(script()).arg(&path).status();
    assert!(copied.unwrap().success());
    let words = [path.display().to_string(), "name=Two  words".to_owned()];
    assert_eq!(Engine::start(&words, LONG).unwrap().name(), "Two  words");
}

#[test]
fn one_that_never_answers_is_given_up() {
    let mut engine = engine(&["silent=genmove"]);
    let fault = engine.call("genmove black", SHORT).unwrap_err();
    assert_eq!(fault.to_string(), "the engine did not answer `genmove black` within 0.3 s");
    assert!(!fault.is_alive());
    // It is there still, and what it says next is no answer to that.
    assert_eq!(engine.call("name", LONG).as_deref(), Ok("Fake"));
}

#[test]
fn answers_with_another_number_are_nobodys() {
    let fault = Engine::start(&words(&["otherid"]), SHORT).unwrap_err();
    assert!(matches!(fault, Fault::NotAnEngine { .. }), "{fault}");
}

#[test]
fn last_words_are_told() {
    let mut engine = engine(&["die=genmove"]);
    let fault = engine.call("genmove black", LONG).unwrap_err();
    let Fault::Died { command, status, errors } = &fault else { panic!("{fault}") };
    assert_eq!((command.as_str(), status.as_deref()), ("genmove black", Some("exit status: 3")));
    assert_eq!(errors[..], ["first words", "last words"]);
    assert_eq!(
        fault.to_string(),
        "the engine has ended at `genmove black` (exit status: 3); its last words: first words / last words"
    );
    assert!(!fault.is_alive());
    let again = engine.call("name", LONG).unwrap_err();
    assert!(matches!(again, Fault::Died { .. }), "{again}");
}

/// Its child has its standard output, which so does not end.
#[test]
fn a_death_is_seen_though_the_pipes_stay_open() {
    let mut engine = engine(&["hold=genmove"]);
    let pending = engine.ask("genmove black", None).unwrap();
    let mut seen = Ok(None);
    assert!(comes(|| {
        engine.wait(Duration::from_millis(10));
        seen = engine.poll(&pending);
        seen.is_err()
    }));
    let fault = seen.unwrap_err();
    assert!(fault.to_string().contains("exit status: 4"), "{fault}");
}

#[test]
fn ten_megabytes_of_standard_error_are_nothing() {
    let mut engine = engine(&["chatty", "move=D4"]);
    assert_eq!(engine.call("genmove black", LONG).as_deref(), Ok("D4"));
    assert_eq!(engine.call("genmove black", LONG).as_deref(), Ok("pass"));
    let errors = engine.errors();
    assert!(errors.len() <= 200);
    assert!(errors.iter().all(|line| line.len() <= 500));
}

#[test]
fn a_huge_reply_is_cut() {
    let mut engine = engine(&["add=lines", "add=line"]);
    for command in ["lines", "line"] {
        let pending = engine.ask(command, Some(LONG)).unwrap();
        let answer = loop {
            if let Some(answer) = engine.poll(&pending).unwrap() {
                break answer;
            }
            engine.wait(LONG);
        };
        assert!(answer.starts_with("info"), "{command}");
        assert!((500_000..=1 << 20).contains(&answer.len()), "{command}: {}", answer.len());
        assert_eq!(engine.call("name", LONG).as_deref(), Ok("Fake"), "{command}");
    }
}

#[test]
fn an_analysis_ends_with_the_next_command() {
    let mut engine = engine(&["add=lz-analyze"]);
    let size = Size::S19;
    for _ in 0..2 {
        let analysis = engine.ask("lz-analyze 10", None).unwrap();
        let mut visits = Vec::new();
        assert!(comes(|| {
            engine.wait(Duration::from_millis(10));
            let lines = engine.lines().into_iter();
            let read = lines.map(|line| Analysis::read(&line, size).expect("an analysis"));
            visits.extend(read.map(|analysis| analysis.candidates[0].visits));
            visits.len() >= 2
        }));
        // The late line of the first analysis is not taken for one of the second.
        assert_eq!(visits, [1, 2]);
        assert_eq!(engine.poll(&analysis), Ok(None));
        assert_eq!(engine.call("name", LONG).as_deref(), Ok("Fake"));
        assert!(engine.lines().is_empty());
        let all = engine.poll(&analysis).unwrap().expect("its end");
        assert_eq!(all.lines().count(), 3);
    }
    // One analysis straight after the other.
    engine.ask("lz-analyze 10", None).unwrap();
    engine.ask("lz-analyze 10", None).unwrap();
    let mut lines = Vec::new();
    assert!(comes(|| {
        engine.wait(Duration::from_millis(10));
        lines.extend(engine.lines());
        lines.len() >= 2
    }));
    assert!(lines.iter().all(|line| line.contains("move D4")), "{lines:?}");
}

#[test]
fn what_is_called_off_is_not_waited_for() {
    let flag = Arc::new(AtomicBool::new(false));
    let words = words(&["silent=genmove"]);
    let mut engine = Engine::start_unless(&words, LONG, Some(Arc::clone(&flag))).unwrap();
    flag.store(true, Ordering::Relaxed);
    let fault = engine.call("genmove black", Duration::MAX / 4).unwrap_err();
    assert_eq!(fault, Fault::CalledOff { command: "genmove black".to_owned() });
}

/// The processes of a group that have not ended; those that nobody has waited for yet do not count.
#[cfg(target_os = "linux")]
fn group(leader: u32) -> Vec<String> {
    let mut found = Vec::new();
    for entry in std::fs::read_dir("/proc").unwrap().flatten() {
        let Ok(stat) = std::fs::read_to_string(entry.path().join("stat")) else { continue };
        // The name, in brackets, may have anything in it.
        let Some((_, rest)) = stat.rsplit_once(')') else { continue };
        let fields: Vec<&str> = rest.split_whitespace().collect();
        if fields.get(2) == Some(&leader.to_string().as_str()) && !matches!(fields[0], "Z" | "X") {
            found.push(stat);
        }
    }
    found
}

#[cfg(target_os = "linux")]
#[test]
fn nothing_of_it_is_left() {
    for faults in [&["children"][..], &["children", "stubborn"], &["stubborn"]] {
        for leaves in [false, true] {
            let engine = engine(faults);
            let leader = engine.process();
            let many = if faults.contains(&"children") { 4 } else { 1 };
            assert!(comes(|| group(leader).len() >= many), "{faults:?}");
            if leaves {
                engine.quit(SHORT);
            } else {
                drop(engine);
            }
            assert!(comes(|| group(leader).is_empty()), "{faults:?}: {:?}", group(leader));
        }
    }
}

/// A dead engine's children do not wait until it is dropped.
#[cfg(target_os = "linux")]
#[test]
fn children_end_with_a_dead_engine() {
    let mut engine = engine(&["children", "die=genmove"]);
    let leader = engine.process();
    assert!(matches!(engine.call("genmove black", LONG), Err(Fault::Died { .. })));
    assert!(comes(|| group(leader).is_empty()), "{:?}", group(leader));
}

/// None of these is an engine, and each is told so within the limit.
#[test]
fn what_is_no_engine_is_refused() {
    let refused = |words: &[&str], limit| {
        let words: Vec<String> = words.iter().map(|&word| word.to_owned()).collect();
        let fault = Engine::start(&words, limit).expect_err("no engine");
        assert!(matches!(fault, Fault::NotAnEngine { .. }), "{fault}");
        fault.to_string()
    };
    let cat = refused(&["cat"], LONG);
    let echo = "it says `1 protocol_version`, which is not of the protocol";
    assert_eq!(cat, format!("cat is not a Go engine: {echo}"));
    let end = refused(&["true"], LONG);
    assert_eq!(end, "true is not a Go engine: it ended at once (exit status: 0)");
    let sleep = refused(&["sleep", "100000"], SHORT);
    assert_eq!(sleep, "sleep is not a Go engine: it says nothing within 0.3 s");
    let yes = refused(&["yes"], LONG);
    assert_eq!(yes, "yes is not a Go engine: it says `y`, which is not of the protocol");
    // Without the end of a line, for ever.
    let zeros = refused(&["cat", "/dev/zero"], SHORT);
    assert!(zeros.starts_with("cat is not a Go engine: it says "), "{zeros}");
    let error = refused(&["ls", "/no/such/folder"], LONG);
    assert!(error.contains("it ended at once (exit status: 2)"), "{error}");
    assert!(error.contains("; its last words: ") && error.contains("/no/such/folder"), "{error}");
    let other =
        refused(&["sh", "-c", "while read -r id rest; do printf '=%s 7\\n\\n' $id; done"], LONG);
    assert_eq!(
        other,
        "sh is not a Go engine: it answers `7`, which is no version of the protocol (it is 2)"
    );
}

#[test]
fn a_handshake_may_fail_at_every_step() {
    for fault in ["refuse=protocol_version", "refuse=name", "die=name", "die=list_commands"] {
        let fault = start(&[fault]).unwrap_err();
        assert!(matches!(fault, Fault::NotAnEngine { .. }), "{fault}");
    }
    // It need not know everything.
    let mut engine = engine(&["refuse=version", "refuse=list_commands"]);
    assert_eq!((engine.name(), engine.version()), ("Fake", ""));
    assert_eq!(engine.commands().len(), 0);
    assert_eq!(engine.call("genmove black", LONG).as_deref(), Ok("pass"));
}

#[test]
fn what_cannot_be_started_is_told() {
    let folder = tempfile::tempdir().unwrap();
    for words in
        [vec![], vec!["/no/such/engine".to_owned()], vec![folder.path().display().to_string()]]
    {
        let fault = Engine::start(&words, LONG).unwrap_err();
        assert!(matches!(fault, Fault::NotStarted { .. }), "{fault}");
        assert!(fault.to_string().contains("it cannot be started: "), "{fault}");
    }
}
