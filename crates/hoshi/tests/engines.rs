//! Engines at the board of the program itself: one that is made of faults, and, where it is installed,
//! GNU Go. Nothing here asks who wins.

#![cfg(unix)]

mod home;

use std::fs;
use std::io::Write as _;
use std::path::Path;
use std::process::{Command, Stdio};

use home::{Home, await_line, children, fake, lines, signal, told};

#[test]
fn an_illegal_move_is_told_and_the_engine_goes_on() {
    let home = Home::new();
    let white = fake(&["move=D4", "move=E5", "name=Two  words"]);
    let (code, data, talk) = home.play(&["--white", &white], "D4\nrestart\nquit\n");
    assert_eq!(code, Some(0), "{talk}");
    assert!(
        talk.contains("Two  words 1.0: it played D4, which is illegal: the point is occupied"),
        "{talk}"
    );
    assert!(talk.contains("The game is safe."), "{talk}");
    assert!(data.contains("\n2 White E5\n"), "{data}");
    let game = fs::read_to_string(home.game()).unwrap();
    assert!(game.contains("PW[Two  words 1.0]") && game.contains("]\n;B[df];W[ee])"), "{game}");
}

#[test]
fn an_engine_proposes_dead_stones_and_says_what_it_holds() {
    let home = Home::new();
    let white = fake(&["move=E5", "move=pass", "dead=E5"]);
    let lines = "D4\npass\nalive E5\ndone\ndemonstrate\nC3\nsettle\ndone\n";
    let (code, data, talk) = home.play(&["--white", &white, "--komi", "0"], lines);
    assert_eq!(code, Some(0), "{talk}");
    assert!(talk.contains("Proposed dead stones: E5 (by Fake 1.0)."), "{talk}");
    assert!(talk.contains("White: I think E5 is dead.\n`done` again accepts your marks"), "{talk}");
    assert!(talk.contains("This is a copy of the board."), "{talk}");
    assert!(talk.contains("the board is as it was after the two passes"), "{talk}");
    assert!(data.ends_with("Result: 0. Draw (jigo)\n"), "{data}");
    let game = fs::read_to_string(home.game()).unwrap();
    // What was shown on the copy is not recorded.
    assert!(game.contains("RE[0]") && game.contains(";B[df];W[ee];B[];W[])"), "{game}");
    let home = Home::new();
    let (code, data, talk) = home.play(&["--white", &white, "--komi", "0"], "D4\npass\ndone\n");
    assert_eq!(code, Some(0), "{talk}");
    assert!(data.ends_with("Result: B+81. Black wins by 81 points\n"), "{data}");
}

/// The game was left after two passes, before anybody marked a stone.
#[test]
fn an_engine_is_asked_about_dead_stones_when_a_game_is_resumed() {
    let home = Home::new();
    let command = fake(&["dead=E5"]);
    let config = format!("[engines]\nmine = \"{}\"\n", command.trim_start_matches("gtp:"));
    fs::write(home.path("config.toml"), config).expect("written");
    let game = "(;GM[1]FF[4]SZ[9]RU[Chinese]KM[0]HOSHIB[human]HOSHIW[mine];B[df];W[ee];B[];W[])";
    fs::write(home.path("left.sgf"), game).expect("written");
    let path = home.path("left.sgf");
    let words = ["play", "--resume", path.to_str().expect("text")];
    let (code, data, talk) = home.run_lines(&words, "done\n");
    assert_eq!(code, Some(0), "{talk}");
    assert!(talk.contains("Proposed dead stones: E5 (by Fake 1.0)."), "{talk}");
    assert!(data.ends_with("Result: B+81. Black wins by 81 points\n"), "{data}");
}

/// Two engines of the same name may be of very different strength.
#[test]
fn the_record_names_the_level_of_an_engine() {
    let home = Home::new();
    let white = fake(&["move=E5", "--level", "7"]);
    let (code, _, talk) = home.play(&["--white", &white], "D4\nquit\n");
    assert_eq!(code, Some(0), "{talk}");
    let game = fs::read_to_string(home.game()).unwrap();
    assert!(game.contains("PW[Fake 1.0 (level 7)]") && !game.contains("HOSHIW"), "{game}");
}

#[test]
fn an_engine_that_cannot_play_the_board_is_refused_before_the_first_move() {
    let home = Home::new();
    let white = fake(&["refuse=boardsize"]);
    let (code, data, talk) = home.play(&["--white", &white], "D4\n");
    assert_eq!((code, data.as_str()), (Some(2), ""), "{talk}");
    assert!(talk.contains("Fake does not play on 9x9: no boardsize"), "{talk}");
    assert!(!home.path("history").exists());
}

#[test]
fn a_dead_engine_is_replaced() {
    let home = Home::new();
    let white = fake(&["die=genmove"]);
    // Nobody's line is taken for its move, before somebody takes its seat.
    let lines = "D4\nrestart\nE5\nreplace white human\nF6\nG7\nreplace white random\nquit\n";
    let (code, data, talk) = home.play(&["--white", &white, "--seed", "1"], lines);
    assert_eq!(code, Some(0), "{talk}");
    let ended = "the engine exited without answering `genmove white` (exit status: 3); stderr: first words / last words";
    // At its move, and when it was started again.
    assert_eq!(talk.matches(ended).count(), 2, "{talk}");
    assert!(talk.contains("White's engine has stopped; `restart` it, or take its seat"), "{talk}");
    assert!(data.contains("\n2 White F6\n") && data.contains("\n3 Black G7\n"), "{data}");
    assert!(data.contains("\nWhite is hoshi random\n") && data.contains("\n4 White "), "{data}");
    assert_eq!(fs::read_to_string(home.game()).unwrap().matches(";W[").count(), 2);
}

/// An engine that never answers keeps nobody who has nothing more to say.
#[test]
fn the_end_of_the_input_is_not_kept_waiting() {
    for lines in ["D4\n", "D4\nquit\n"] {
        let home = Home::new();
        let (code, data, talk) = home.play(&["--white", &fake(&["slow=ignore"])], lines);
        assert_eq!(code, Some(0), "{talk}");
        assert!(talk.contains("The engine has not moved; leaving the game unfinished."), "{talk}");
        assert!(data.ends_with("1 Black D4\n"), "{data}");
        assert!(fs::read_to_string(home.game()).unwrap().ends_with("]\n;B[df])\n"));
    }
}

#[test]
fn an_engine_may_resign_or_be_none() {
    let home = Home::new();
    let (code, data, _) = home.play(&["--white", &fake(&["move=Resign"])], "D4\n");
    assert_eq!(code, Some(0));
    assert!(data.ends_with("Result: B+R. Black wins by resignation\n"), "{data}");
    let (code, _, talk) = home.play(&["--white", "gtp:cat"], "D4\n");
    assert_eq!(code, Some(2));
    assert!(talk.starts_with("error: cat is not a Go engine: it prints "), "{talk}");
}

#[test]
fn engines_are_listed() {
    let home = Home::new();
    let folder = home.path("bin");
    fs::create_dir(&folder).unwrap();
    let engine = fake(&[]);
    let script = engine.trim_start_matches("gtp:").trim_matches('\'');
    std::os::unix::fs::symlink(script, folder.join("leelaz")).unwrap();
    let config =
        format!("[engines]\nmine = \"{script} hide move=D4\"\nlost = \"/no/such/engine\"\n");
    fs::write(home.path("config.toml"), config).unwrap();
    let (code, data, talk) = home.run(&["engines"]);
    assert_eq!(code, Some(0), "{talk}");
    let lines: Vec<&str> = data.lines().collect();
    assert!(
        lines[0].starts_with("engine:lost ")
            && lines[0].ends_with("/no/such/engine is not installed")
    );
    let mine = lines[1];
    assert!(
        mine.starts_with("engine:mine ") && mine.ends_with("/fake.sh hide 'move=D4'"),
        "{data}"
    );
    let leelaz = lines.iter().find(|line| line.contains("leelaz --gtp")).expect("it is found");
    assert!(leelaz.starts_with("'gtp:/") && leelaz.ends_with("it may need -w FILE"), "{leelaz}");
    assert!(talk.ends_with("`hoshi engines COMMAND` tries an engine.\n"), "{talk}");

    let (_, data, _) = home.run(&["engines", "--json"]);
    let json: serde_json::Value = serde_json::from_str(&data).expect("JSON");
    assert_eq!(json["configured"][0]["who"], "engine:lost");
    assert_eq!(json["configured"][0]["program"], serde_json::Value::Null);
    assert_eq!(json["configured"][1]["words"][1], "hide");
    let found = json["found"].as_array().expect("a list");
    let leelaz = found.iter().find(|one| one["wants"] == "-w FILE").expect("it is found");
    assert_eq!(leelaz["words"][1], "--gtp");

    // By its name in the configuration; it says of no command that it knows it.
    let (code, data, talk) = home.run(&["engines", "mine"]);
    assert_eq!((code, talk.as_str()), (Some(0), ""));
    assert!(data.starts_with("Fake 1.0\n") && data.contains("engine:mine\n"), "{data}");
    assert!(data.contains("  commands             0\n"), "{data}");
}

#[test]
fn an_engine_is_tried() {
    let home = Home::new();
    let who =
        fake(&["move=E5", "move=D4", "add=lz-analyze", "add=rectangular_boardsize", "no=undo"]);
    let (code, data, talk) = home.run(&["engines", "-v", &who]);
    assert_eq!(code, Some(0), "{talk}");
    let value = |name: &str| {
        let start = format!("  {name:<20} ");
        let line = data.lines().find_map(|line| line.strip_prefix(start.as_str()));
        line.unwrap_or_else(|| panic!("{name} in {data}"))
    };
    for (name, wanted) in [
        ("commands", "17"),
        ("boards", "2 to 25"),
        ("rectangles", "yes"),
        ("undo", "no"),
        ("time_settings", "yes"),
        ("final_status_list", "yes"),
        ("kgs-genmove_cleanup", "no"),
        ("analysis", "lz-analyze"),
    ] {
        assert_eq!(value(name), wanted, "{name}");
    }
    assert!(value("first move, 9x9").starts_with("E5 in "), "{data}");
    assert!(value("first move, 19x19").starts_with("D4 in "), "{data}");
    assert!(talk.starts_with("Commands: ") && talk.contains(" lz-analyze "), "{talk}");

    let (code, data, _) = home.run(&["engines", "--json", &who]);
    let json: serde_json::Value = serde_json::from_str(&data).expect("JSON");
    assert_eq!((code, &json["usable"], &json["name"]), (Some(0), &true.into(), &"Fake".into()));
    assert_eq!(json["boards"].as_array().map(Vec::len), Some(24));
    assert_eq!(json["knows"]["undo"], false);
    assert_eq!(json["moves"][1]["move"], "D4");
    assert_eq!(json["moves"][1]["width"], 19);
}

#[test]
fn a_trial_survives_the_engine() {
    let home = Home::new();
    let unusable = "error: the engine put no stone on any board\n";
    let (code, data, talk) = home.run(&["engines", &fake(&["die=boardsize"])]);
    assert_eq!((code, talk.as_str()), (Some(1), unusable));
    assert!(data.contains("  boards               none\n"), "{data}");
    assert!(
        data.contains("the engine exited without answering `boardsize 2` (exit status: 3)"),
        "{data}"
    );
    let mute = fake(&["die=genmove"]);
    let (code, data, talk) = home.run(&["engines", &mute]);
    assert_eq!((code, talk.as_str()), (Some(1), unusable));
    assert!(data.contains("  boards               2 to 25\n"), "{data}");
    assert!(data.contains("the engine exited without answering `genmove black`"), "{data}");
    // One that answers, but never with a move that can be played.
    let [absurd, resigns, passes] = ["A99", "resign", "pass"].map(|name| {
        let always = format!("move={name}");
        fake(&[always.as_str(), always.as_str()])
    });
    for who in [mute, absurd, resigns, passes] {
        let (code, data, _) = home.run(&["engines", "--json", &who]);
        let json: serde_json::Value = serde_json::from_str(&data).expect("JSON");
        assert_eq!((code, &json["usable"]), (Some(1), &false.into()), "{json}");
        assert_eq!(json["reason"], "the engine put no stone on any board");
    }
}

#[test]
fn what_is_no_engine_is_refused() {
    let home = Home::new();
    for words in [&["cat"][..], &["true"], &["yes"], &["sh", "-c", "echo hello"]] {
        let (code, data, talk) = home.run(&[&["engines"], words].concat());
        assert_eq!((code, data.as_str()), (Some(1), ""), "{words:?}: {talk}");
        let start = format!("error: {} is not a Go engine: ", words[0]);
        assert!(talk.starts_with(&start) && talk.lines().count() == 1, "{talk}");
        let (code, data, _) = home.run(&[&["engines", "--json"], words].concat());
        let json: serde_json::Value = serde_json::from_str(&data).expect("JSON");
        assert_eq!((code, &json["usable"]), (Some(1), &false.into()));
        assert!(json["reason"].as_str().is_some_and(|reason| reason.contains("not a Go engine")));
    }
    let (code, _, talk) = home.run(&["engines", "/no/such/engine"]);
    assert_eq!(code, Some(2), "{talk}");
    assert!(talk.contains("cannot start /no/such/engine: "), "{talk}");
    let (code, _, talk) = home.run(&["engines", "engine:none"]);
    assert_eq!(code, Some(2));
    assert!(talk.contains("there is no engine `none`"), "{talk}");
}

/// Whoever starts hoshi may have the system ignore the ends of children, and then there is nothing to
/// wait for.
#[test]
fn the_ends_of_children_may_be_ignored() {
    let ignoring = |words: &[&str]| {
        let mut command = Command::new("env");
        command.arg("--ignore-signal=CHLD").args(words).stdin(Stdio::null());
        command.output().ok()
    };
    if ignoring(&["true"]).is_none_or(|output| !output.status.success()) {
        hoshi_testkit::skip("env cannot ignore signals");
        return;
    }
    let hoshi = env!("CARGO_BIN_EXE_hoshi");
    let output = ignoring(&["HOSHI_CONFIG=/nowhere/config.toml", hoshi, "engines", "true"]);
    let (code, _, talk) = told(output.expect("the program starts"));
    assert_eq!(
        (code, talk.as_str()),
        (Some(1), "error: true is not a Go engine: it exited at once\n")
    );
}

/// Whether to play against GNU Go: only where a suite of its own asks for it, and then it must be
/// installed. Tests that call this have `gnugo` in their names, by which that suite selects them.
fn has_gnugo() -> bool {
    if std::env::var_os("HOSHI_GNUGO").is_none() {
        hoshi_testkit::runs_in("engines", "plays against GNU Go");
        return false;
    }
    let folders = ["/usr/games", "/usr/local/games", "/usr/bin", "/bin"];
    let is_here = folders.iter().any(|folder| Path::new(folder).join("gnugo").exists());
    assert!(is_here, "gnugo is not installed, and HOSHI_GNUGO requires it");
    true
}

const GNUGO: &str = "gtp:gnugo --mode gtp --level 1 --seed 1";

#[test]
fn gnugo_is_a_player_by_its_name() {
    if !has_gnugo() {
        return;
    }
    let home = Home::new();
    let (code, data, talk) = home.play(&["--white", "gnugo"], "E5\n");
    assert_eq!(code, Some(0), "{talk}");
    assert!(data.contains("\n2 White "), "{data}");
    let game = fs::read_to_string(home.game()).unwrap();
    assert!(game.contains("PW[GNU Go 3.") && game.contains("HOSHIW[gnugo]"), "{game}");
    // It is there again when the game continues.
    let (code, data, talk) = home.run_lines(&["play", "--resume"], "A1\n");
    assert_eq!(code, Some(0), "{talk}");
    assert!(data.contains("\n3 Black A1\n4 White "), "{data}");
}

/// A whole game of those who need nobody: legal, recorded, finished.
fn whole_game(black: &str, white: &str, seed: &str) {
    let home = Home::new();
    let words = ["--black", black, "--white", white, "--seed", seed];
    let (code, data, talk) = home.play(&words, "");
    assert_eq!(code, Some(0), "{talk}");
    assert!(!talk.contains("error"), "{talk}");
    assert!(data.lines().last().is_some_and(|line| line.starts_with("Result: ")), "{data}");
    let game = home.game();
    let name = game.display().to_string();
    let text = fs::read_to_string(&game).unwrap();
    assert!(text.contains("RE[") && text.contains("[GNU Go 3."), "{text}");
    // Every move of it is legal, and nothing else is wrong either.
    let (code, found, talk) = home.run(&["check", "--strict", &name]);
    assert_eq!((code, found.as_str()), (Some(0), ""), "{talk}");
    let (_, shown, _) = home.run(&["show", "--json", &name]);
    let shown: serde_json::Value = serde_json::from_str(&shown).expect("JSON");
    let moves = data.lines().filter(|line| line.starts_with(|first: char| first.is_ascii_digit()));
    let moves = moves.filter(|line| line.contains(" Black ") || line.contains(" White ")).count();
    assert_eq!(shown["moves"], moves);
    let result = shown["result"].as_str().expect("a result");
    assert!(text.contains(&format!("RE[{result}]")), "{text}");
}

#[test]
fn gnugo_against_moves_at_random() {
    if has_gnugo() {
        whole_game(GNUGO, "random", "1");
        whole_game("random", GNUGO, "2");
    }
}

#[test]
fn gnugo_against_itself() {
    if has_gnugo() {
        whole_game(GNUGO, GNUGO, "1");
        whole_game(GNUGO, "gtp:gnugo --mode gtp --level 2 --seed 2", "1");
    }
}

#[test]
fn gnugo_is_tried() {
    if has_gnugo() {
        let (code, data, talk) = Home::new().run(&["engines", "gnugo"]);
        assert_eq!(code, Some(0), "{talk}");
        assert!(data.starts_with("GNU Go 3."), "{data}");
        assert!(data.contains(" 'gtp:gnugo --mode gtp'\n") && data.contains(" to 19\n"), "{data}");
    }
}

/// A match finds it where `hoshi engines` does, though there is no folder of games in PATH.
#[test]
fn gnugo_is_found_by_a_match() {
    if has_gnugo() {
        let words =
            ["match", "--first", GNUGO, "--second", "random", "--games", "1", "--size", "5"];
        let (code, data, talk) = Home::new().run(&words);
        assert_eq!(code, Some(0), "{talk}");
        assert!(data.starts_with("1 game, 5x5, "), "{data}");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn gnugo_is_killed_at_its_move() {
    if !has_gnugo() {
        return;
    }
    let home = Home::new();
    let mut child = home.start(&["-v", "--white", GNUGO]);
    let data = lines(child.stdout.take().expect("a pipe"));
    let talk = lines(child.stderr.take().expect("a pipe"));
    let mut input = child.stdin.take().expect("a pipe");
    await_line(&talk, "Black> ");
    let [gnugo] = children(child.id(), "gnugo")[..] else { panic!("not one gnugo") };
    // It stands still, so that it surely has not moved when it is killed.
    signal("-STOP", gnugo);
    input.write_all(b"D4\n").expect("a line");
    await_line(&talk, "White is thinking");
    signal("-KILL", gnugo);
    let fault = await_line(&talk, "error: ");
    assert!(
        fault.contains("the engine exited without answering `") && fault.contains("(signal: 9"),
        "{fault}"
    );
    await_line(&talk, "The game is safe.");
    let game = fs::read_to_string(home.game()).unwrap();
    assert!(game.ends_with("]\n;B[df])\n"), "{game}");
    input.write_all(b"restart\n").expect("a line");
    await_line(&data, "2 White ");
    let [other] = children(child.id(), "gnugo")[..] else { panic!("not one gnugo") };
    assert_ne!(other, gnugo);
    input.write_all(b"quit\n").expect("a line");
    assert!(child.wait().expect("an end").success());
    assert!(fs::read_to_string(home.game()).unwrap().contains(";B[df];W["));
    assert!(!Path::new(&format!("/proc/{other}")).exists());
}
