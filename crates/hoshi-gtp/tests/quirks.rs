//! The faults and quirks of real engines, one at a time: none of them hangs us, and every fault has a
//! sentence that explains it.

#![cfg(unix)]

mod common;

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use common::{LONG, SHORT, comes, engine, script, start, words};
use hoshi_core::{Color, Game, Preset, Rules, Size};
use hoshi_gtp::{Analysis, Engine, Fault, Player, StartOptions};

#[test]
fn an_engine_introduces_itself() {
    let mut engine = engine(&[]);
    assert_eq!((engine.name(), engine.version()), ("Fake", "1.0"));
    assert!(engine.knows("genmove") && !engine.knows("lz-analyze"));
    assert_eq!(engine.commands().len(), 16);
    assert_eq!(engine.call("final_score", LONG), Ok("W+3.5".to_owned()));
    engine.quit(LONG);
}

/// A reply is understood in every format.
#[test]
fn replies_in_every_format() {
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
        assert_eq!(refused.to_string(), "the engine refused `what`: unknown command");
        assert!(refused.is_alive());
    }
}

#[test]
fn unknown_commands_are_refused() {
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
    // Copied by another process: the system does not run a file that is open for writing.
    let copied = std::process::Command::new("cp").arg("-p").arg(script()).arg(&path).status();
    assert!(copied.unwrap().success());
    let words = [path.display().to_string(), "name=Two  words".to_owned()];
    assert_eq!(Engine::start(&words, LONG).unwrap().name(), "Two  words");
}

#[test]
fn a_silent_engine_is_given_up() {
    let mut engine = engine(&["silent=genmove"]);
    let fault = engine.call("genmove black", SHORT).unwrap_err();
    assert_eq!(fault.to_string(), "the engine did not answer `genmove black` within 0.3 s");
    assert!(!fault.is_alive());
    // It still runs, and its next answer belongs to the next command.
    assert_eq!(engine.call("name", LONG).as_deref(), Ok("Fake"));
}

#[test]
fn answers_with_another_number_are_ignored() {
    let fault = Engine::start(&words(&["otherid"]), SHORT).unwrap_err();
    assert!(matches!(fault, Fault::NotAnEngine { .. }), "{fault}");
}

#[test]
fn a_crash_is_reported_with_standard_error() {
    let mut engine = engine(&["die=genmove"]);
    let fault = engine.call("genmove black", LONG).unwrap_err();
    let Fault::Died { command, status, errors } = &fault else { panic!("{fault}") };
    assert_eq!((command.as_str(), status.as_deref()), ("genmove black", Some("exit status: 3")));
    assert_eq!(errors[..], ["first words", "last words"]);
    assert_eq!(
        fault.to_string(),
        "the engine exited without answering `genmove black` (exit status: 3); stderr: first words / last words"
    );
    assert!(!fault.is_alive());
    let again = engine.call("name", LONG).unwrap_err();
    assert!(matches!(again, Fault::Died { .. }), "{again}");
}

/// A child holds the engine's standard output open.
#[test]
fn a_crash_is_noticed_although_the_pipes_stay_open() {
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
fn ten_megabytes_of_standard_error_do_no_harm() {
    let mut engine = engine(&["chatty", "move=D4"]);
    assert_eq!(engine.call("genmove black", LONG).as_deref(), Ok("D4"));
    assert_eq!(engine.call("genmove black", LONG).as_deref(), Ok("pass"));
    // Only the last lines are kept. Until everything is read, the last one may be a part of a line.
    let is_whole = |line: &String| (10..=500).contains(&line.len());
    let all_are_whole = || {
        let errors = engine.errors();
        errors.len() == 200 && errors.iter().all(is_whole)
    };
    assert!(comes(all_are_whole), "{:?}", engine.errors());
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
        // The late line of the first analysis does not count for the second.
        assert_eq!(visits, [1, 2]);
        assert_eq!(engine.poll(&analysis), Ok(None));
        assert_eq!(engine.call("name", LONG).as_deref(), Ok("Fake"));
        assert!(engine.lines().is_empty());
        let all = engine.poll(&analysis).unwrap().expect("its end");
        assert_eq!(all.lines().count(), 3);
    }
    // Two analyses in a row.
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
fn a_wait_can_be_cancelled() {
    let flag = Arc::new(AtomicBool::new(false));
    let words = words(&["silent=genmove"]);
    let mut engine = Engine::start_unless(&words, LONG, Some(Arc::clone(&flag))).unwrap();
    flag.store(true, Ordering::Relaxed);
    let fault = engine.call("genmove black", Duration::MAX / 4).unwrap_err();
    assert_eq!(fault, Fault::CalledOff { command: "genmove black".to_owned() });
}

/// The processes of a group that have not exited; zombies do not count.
#[cfg(target_os = "linux")]
fn group(leader: u32) -> Vec<String> {
    let mut found = Vec::new();
    for entry in std::fs::read_dir("/proc").unwrap().flatten() {
        let Ok(stat) = std::fs::read_to_string(entry.path().join("stat")) else { continue };
        // The name, in parentheses, may contain anything.
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
fn no_process_is_left() {
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

/// The children of a crashed engine are killed at once, not when it is dropped.
#[cfg(target_os = "linux")]
#[test]
fn children_are_killed_when_an_engine_crashes() {
    let mut engine = engine(&["children", "die=genmove"]);
    let leader = engine.process();
    assert!(matches!(engine.call("genmove black", LONG), Err(Fault::Died { .. })));
    assert!(comes(|| group(leader).is_empty()), "{:?}", group(leader));
}

/// None of these programs is an engine, and each is refused within the limit.
#[test]
fn other_programs_are_refused() {
    let refused = |words: &[&str], limit| {
        let words: Vec<String> = words.iter().map(|&word| word.to_owned()).collect();
        let fault = Engine::start(&words, limit).expect_err("no engine");
        assert!(matches!(fault, Fault::NotAnEngine { .. }), "{fault}");
        fault.to_string()
    };
    let cat = refused(&["cat"], LONG);
    let echo = "it prints `1 protocol_version`, which is not GTP";
    assert_eq!(cat, format!("cat is not a Go engine: {echo}"));
    let end = refused(&["true"], LONG);
    assert_eq!(end, "true is not a Go engine: it exited at once (exit status: 0)");
    let sleep = refused(&["sleep", "100000"], SHORT);
    assert_eq!(
        sleep,
        "sleep is not a Go engine: it did not answer `protocol_version` within 0.3 s"
    );
    let yes = refused(&["yes"], LONG);
    assert_eq!(yes, "yes is not a Go engine: it prints `y`, which is not GTP");
    // An endless line.
    let zeros = refused(&["cat", "/dev/zero"], SHORT);
    assert!(zeros.starts_with("cat is not a Go engine: it "), "{zeros}");
    let error = refused(&["ls", "/no/such/folder"], LONG);
    assert!(error.contains("it exited at once (exit status: 2)"), "{error}");
    assert!(error.contains("; stderr: ") && error.contains("/no/such/folder"), "{error}");
    let other =
        refused(&["sh", "-c", "while read -r id rest; do printf '=%s 7\\n\\n' $id; done"], LONG);
    assert_eq!(
        other,
        "sh is not a Go engine: it answered `protocol_version` with `7`, which is not a version of GTP that hoshi supports (1 or 2)"
    );
}

/// A program that is not in GTP mode: the owner learns of it while the start still waits.
#[test]
fn text_outside_the_protocol_is_reported() {
    let words = ["sh", "-c", "echo; echo 'This is GNU Go.'; echo; echo more; sleep 100000"];
    let words = words.map(str::to_owned);
    let cancel = Arc::new(AtomicBool::new(false));
    let mut lines = Vec::new();
    let mut on_stray = |line: &str| {
        lines.push(line.to_owned());
        cancel.store(true, Ordering::Relaxed);
    };
    let options = StartOptions { cancel: Some(Arc::clone(&cancel)), on_stray: Some(&mut on_stray) };
    let fault = Engine::start_with(&words, LONG, options).unwrap_err();
    assert_eq!(fault, Fault::CalledOff { command: "protocol_version".to_owned() });
    assert_eq!(lines, ["This is GNU Go."]);
    assert!(fails_with(
        &words,
        "sh is not a Go engine: it prints `This is GNU Go.`, which is not GTP"
    ));
}

/// Whether the start fails like this, with a limit that leaves enough time for the first lines.
fn fails_with(words: &[String], wanted: &str) -> bool {
    let limits = [1, 10, 100].map(|times| times * SHORT);
    limits.into_iter().any(|limit| {
        Engine::start(words, limit).is_err_and(|fault| fault.to_string().starts_with(wanted))
    })
}

/// An engine may greet and then load for a long time. Here it loads until its greeting is reported.
#[test]
fn a_greeting_before_a_slow_start_is_allowed() {
    let folder = tempfile::tempdir().unwrap();
    let loaded = folder.path().join("loaded");
    let words = words(&["banner", &format!("load={}", loaded.display())]);
    let mut lines = Vec::new();
    let mut on_stray = |line: &str| {
        lines.push(line.to_owned());
        std::fs::write(&loaded, "").unwrap();
    };
    let options = StartOptions { on_stray: Some(&mut on_stray), ..StartOptions::default() };
    let engine = Engine::start_with(&words, LONG, options).unwrap();
    assert_eq!(engine.name(), "Fake");
    assert_eq!(lines, ["Fake 1.0, for nobody"]);
}

#[test]
fn a_greeting_is_not_blamed_for_a_later_silence() {
    let words = words(&["banner", "silent=name"]);
    let wanted = format!("{} is not a Go engine: it did not answer `name` within ", words[0]);
    assert!(fails_with(&words, &wanted));
}

#[test]
fn names_are_one_short_visible_line() {
    let long = "x".repeat(300);
    for (name, version, wanted) in [
        ("Fake", "1.0", ["Fake", "1.0", "Fake 1.0"]),
        ("Fake", "", ["Fake", "", "Fake"]),
        ("Two\nlines", "1\t2\n3", ["Two lines", "1 2 3", "Two lines 1 2 3"]),
        ("a\u{202e}b\u{2028}\u{feff}", "\u{2066}1", ["ab", "1", "ab 1"]),
        // The escape character becomes a space, as in every reply.
        ("a\u{1b}[2Jb", "1\u{7}", ["a [2Jb", "1", "a [2Jb 1"]),
    ] {
        let options = [format!("name={name}"), format!("version={version}")];
        let engine = engine(&[&options[0], &options[1]]);
        let found = [engine.name(), engine.version(), &engine.full_name()];
        assert_eq!(found, wanted, "{name:?} {version:?}");
    }
    let cut = format!("{}…", "x".repeat(99));
    let options = [format!("name={long}"), format!("version={long}")];
    let engine = engine(&[&options[0], &options[1]]);
    assert_eq!([engine.name(), engine.version(), &engine.full_name()], [cut.as_str(); 3]);
}

/// A fault is one line that a person can read, whatever the engine answers.
#[test]
fn a_fault_shows_only_the_beginning_of_an_answer() {
    let mut player = Player::new(engine(&["add=lines"]), LONG);
    player.follow(&Game::new(Size::S9, Rules::of(Preset::Chinese)), None).unwrap();
    player.begin_with("lines", Color::Black, None, Some(LONG)).unwrap();
    let fault = loop {
        match player.poll_genmove() {
            Ok(answer) => assert_eq!(answer, None),
            Err(fault) => break fault,
        }
        player.wait(LONG);
    };
    let Fault::Nonsense { answer, .. } = &fault else { panic!("{fault}") };
    assert!(answer.len() > 100_000);
    let text = fault.to_string();
    assert!(text.starts_with("the engine answered `lines black` with `info info "), "{text}");
    assert!(text.ends_with("…`, which is not a move on 9x9"), "{text}");
    assert!(text.chars().count() < 300 && text.lines().count() == 1, "{text}");
}

#[test]
fn a_handshake_may_fail_at_every_step() {
    for fault in ["refuse=protocol_version", "refuse=name", "die=name", "die=list_commands"] {
        let fault = start(&[fault]).unwrap_err();
        assert!(matches!(fault, Fault::NotAnEngine { .. }), "{fault}");
    }
    // These two are optional.
    let mut engine = engine(&["refuse=version", "refuse=list_commands"]);
    assert_eq!((engine.name(), engine.version()), ("Fake", ""));
    assert_eq!(engine.commands().len(), 0);
    assert_eq!(engine.call("genmove black", LONG).as_deref(), Ok("pass"));
}

#[test]
fn a_program_may_be_impossible_to_start() {
    let folder = tempfile::tempdir().unwrap();
    for words in
        [vec![], vec!["/no/such/engine".to_owned()], vec![folder.path().display().to_string()]]
    {
        let fault = Engine::start(&words, LONG).unwrap_err();
        assert!(matches!(fault, Fault::NotStarted { .. }), "{fault}");
        assert!(fault.to_string().starts_with("cannot start "), "{fault}");
    }
}
