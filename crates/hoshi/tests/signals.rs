//! Signals: whatever ends the program, the record is on disk and no engine is left.

#![cfg(target_os = "linux")]

mod home;

use std::fs;
use std::io::Write as _;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::Instant;

use home::{Home, LONG, await_end, await_line, children, fake, lines, signal};

/// A signal, its name for `kill`, and the exit code that it leads to; none if nobody can hear it.
const SIGNALS: [(&str, Option<i32>); 5] = [
    ("-INT", Some(130)),
    ("-TERM", Some(143)),
    ("-HUP", Some(129)),
    ("-QUIT", Some(131)),
    ("-KILL", None),
];

/// The one engine that a program has started.
fn engine_of(child: &mut Child) -> u32 {
    let began = Instant::now();
    loop {
        if let [engine] = children(child.id(), "fake.sh")[..] {
            return engine;
        }
        assert_eq!(child.try_wait().expect("a look"), None);
        assert!(began.elapsed() < LONG, "no engine");
        std::thread::yield_now();
    }
}

/// Waits until an engine has read a command: by then the watchdog knows of it.
fn await_log(log: &Path) {
    let began = Instant::now();
    while fs::read(log).unwrap_or_default().is_empty() {
        assert!(began.elapsed() < LONG, "no command");
        std::thread::yield_now();
    }
}

/// A command that another program starts.
fn started_by(mut other: Command, command: &Command) -> Command {
    other.arg(command.get_program()).args(command.get_args());
    for (key, value) in command.get_envs() {
        match value {
            Some(value) => other.env(key, value),
            None => other.env_remove(key),
        };
    }
    other
}

/// The two that an engine has started, and the two that one of those has started.
fn children_of(engine: u32) -> Vec<u32> {
    let began = Instant::now();
    loop {
        let theirs = [children(engine, "sleep"), children(engine, "sh")].concat();
        let below: Vec<u32> = theirs.iter().flat_map(|&child| children(child, "sleep")).collect();
        if (theirs.len(), below.len()) == (2, 2) {
            return [theirs, below].concat();
        }
        assert!(began.elapsed() < LONG, "{theirs:?} {below:?}");
        std::thread::yield_now();
    }
}

/// An engine that has not said yet that it is one; it is in a group of its own, and heeds nothing.
#[test]
fn no_engine_is_left_before_it_has_spoken() {
    for (name, code) in SIGNALS {
        for words in [&["play", "--white"][..], &["engines"]] {
            let home = Home::new();
            let log = home.path("commands");
            let log_to = format!("log={}", log.display());
            let who = fake(&["silent=protocol_version", "stubborn", &log_to]);
            let mut command = home.command(&[words, &[who.as_str()]].concat());
            let mut child = command.stderr(Stdio::null()).spawn().expect("the program starts");
            let engine = engine_of(&mut child);
            await_log(&log);
            signal(name, child.id());
            assert_eq!(child.wait().expect("an end").code(), code, "{name} {words:?}");
            await_end(engine);
        }
    }
}

/// Somebody ends the watchdog first: another one takes its place.
#[test]
fn a_watchdog_is_replaced() {
    let home = Home::new();
    let log = home.path("commands");
    let who = fake(&["stubborn", &format!("log={}", log.display())]);
    let mut child = home.start(&["--white", &who]);
    let engine = engine_of(&mut child);
    await_log(&log);
    // They are named by the link that leads to the program.
    let watchdog = |but: u32| {
        let began = Instant::now();
        loop {
            let all = children(child.id(), "exe");
            if let Some(&other) = all.iter().find(|&&other| other != but) {
                return other;
            }
            assert!(began.elapsed() < LONG, "no watchdog");
            std::thread::yield_now();
        }
    };
    let first = watchdog(0);
    signal("-KILL", first);
    let second = watchdog(first);
    // It has been told by the time that it reads.
    let reads = || fs::read_to_string(format!("/proc/{second}/wchan")).unwrap_or_default();
    let began = Instant::now();
    while !reads().contains("pipe") && began.elapsed() < LONG {
        std::thread::yield_now();
    }
    signal("-KILL", child.id());
    child.wait().expect("an end");
    await_end(engine);
}

/// In the middle of a game: an engine that thinks for ever, and has children of its own.
#[test]
fn a_game_is_on_disk_and_its_engine_gone() {
    for (name, code) in SIGNALS {
        let home = Home::new();
        let who = fake(&["slow=ignore", "stubborn", "children"]);
        let mut child = home.start(&["-v", "--white", &who]);
        let talk = lines(child.stderr.take().expect("a pipe"));
        let mut input = child.stdin.take().expect("a pipe");
        await_line(&talk, "Black> ");
        let engine = engine_of(&mut child);
        input.write_all(b"D4\n").expect("a line");
        await_line(&talk, "White is thinking");
        let theirs = children_of(engine);
        signal(name, child.id());
        assert_eq!(child.wait().expect("an end").code(), code, "{name}");
        await_end(engine);
        theirs.into_iter().for_each(await_end);
        let game = fs::read_to_string(home.game()).expect("a record");
        assert!(game.ends_with("]\n;B[df])\n"), "{name}: {game}");
        // What is left of the program is the record, and nothing in its way.
        let (code, data, talk) = home.run_lines(&["play", "--resume", "--white", "human"], "E5\n");
        assert_eq!(code, Some(0), "{name}: {talk}");
        assert!(data.contains("2 White E5"), "{name}: {data}");
    }
}

#[test]
fn a_match_is_ended_with_its_engines() {
    for (name, code) in SIGNALS {
        let home = Home::new();
        let who = fake(&["slow=ignore", "stubborn"]);
        let folder = home.path("match");
        let out = folder.to_str().expect("text");
        let words = [
            "match", "--first", &who, "--second", "random", "--games", "1", "--size", "9", "--out",
            out,
        ];
        let mut child = home.command(&words).stderr(Stdio::null()).spawn().expect("a start");
        let engine = engine_of(&mut child);
        while !folder.exists() {
            assert_eq!(child.try_wait().expect("a look"), None);
            std::thread::yield_now();
        }
        signal(name, child.id());
        assert_eq!(child.wait().expect("an end").code(), code, "{name}");
        await_end(engine);
    }
}

/// Whoever starts a program with `nohup` wants it to outlive the terminal.
#[test]
fn what_was_ignored_stays_ignored() {
    let home = Home::new();
    let mut command = started_by(Command::new("nohup"), &home.command(&["play", "--size", "9"]));
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().expect("nohup starts");
    let talk = lines(child.stderr.take().expect("a pipe"));
    let mut input = child.stdin.take().expect("a pipe");
    await_line(&talk, "Black> ");
    signal("-HUP", child.id());
    input.write_all(b"D4\n").expect("it goes on");
    await_line(&talk, "White> ");
    drop(input);
    assert_eq!(child.wait().expect("an end").code(), Some(0));
}

/// Without an engine that could be left, and whatever the signal, the exit code tells which it was.
#[test]
fn the_lab_ends_too() {
    for (name, code) in SIGNALS {
        let home = Home::new();
        let words = ["lab", "count", "19x12"];
        let mut child = home
            .command(&words)
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .expect("the program starts");
        // It listens as soon as it has the thread for it.
        let listens = |child: &Child| {
            let folder = format!("/proc/{}/task", child.id());
            fs::read_dir(folder).is_ok_and(|mut threads| {
                threads.any(|thread| {
                    let name = thread.and_then(|thread| fs::read(thread.path().join("comm")));
                    name.is_ok_and(|name| name.starts_with(b"hoshi-signals"))
                })
            })
        };
        while !listens(&child) {
            assert_eq!(child.try_wait().expect("a look"), None);
            std::thread::yield_now();
        }
        signal(name, child.id());
        assert_eq!(child.wait().expect("an end").code(), code, "{name}");
    }
}

/// A limit to the length of files is an error of the write: the game goes on, and its record is told.
#[test]
fn a_file_limit_does_not_end_the_game() {
    let home = Home::new();
    let mut shell = Command::new("sh");
    // No file may have a single block.
    shell.args(["-c", "ulimit -f 0; exec \"$0\" \"$@\""]);
    let mut command = started_by(shell, &home.command(&["play", "--size", "9"]));
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().expect("a shell starts");
    let mut input = child.stdin.take().expect("a pipe");
    input.write_all(b"D4\nE5\n").expect("lines");
    drop(input);
    let output = child.wait_with_output().expect("an end");
    let data = String::from_utf8_lossy(&output.stdout);
    assert_eq!(output.status.code(), Some(2), "{output:?}");
    assert!(data.contains("1 Black D4 (not saved)") && data.contains("2 White E5 (not saved)"));
    assert!(data.ends_with(";B[df];W[ee])\n"), "{data}");
}

/// The folder takes no record, and standard output leads nowhere: the record is put where there is room.
#[test]
fn a_record_that_nobody_takes_is_put_elsewhere() {
    let home = Home::new();
    let room = home.path("room");
    fs::create_dir(&room).expect("a folder");
    let mut command = home.command(&["play", "--size", "9"]);
    command.env("HOSHI_HISTORY", "/proc/no/such/folder").env("TMPDIR", &room);
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().expect("the program starts");
    let talk = lines(child.stderr.take().expect("a pipe"));
    let mut input = child.stdin.take().expect("a pipe");
    input.write_all(b"E5\n").expect("a line");
    await_line(&talk, "White> ");
    drop(child.stdout.take());
    signal("-HUP", child.id());
    let told = await_line(&talk, "error: the game could not be saved");
    assert_eq!(child.wait().expect("an end").code(), Some(129));
    let left: Vec<_> = fs::read_dir(&room).expect("a folder").flatten().collect();
    assert_eq!(left.len(), 1, "{left:?}");
    assert!(told.contains(left[0].path().to_str().expect("text")), "{told}");
    let record = fs::read_to_string(left[0].path()).expect("a record");
    assert!(record.starts_with("(;GM[1]FF[4]") && record.ends_with(";B[ee])\n"), "{record}");
}
