//! Games played by lines, by the program itself, and the files they leave.

use std::fs;
use std::io::{BufRead as _, BufReader, Write as _};
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

/// A place of its own for everything that the program keeps.
struct Home(tempfile::TempDir);

impl Home {
    fn new() -> Home {
        Home(tempfile::tempdir().expect("a folder"))
    }

    fn history(&self) -> PathBuf {
        self.0.path().join("history")
    }

    fn command(&self, words: &str) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_hoshi"));
        command
            .args(words.split_whitespace())
            .env("HOSHI_HISTORY", self.history())
            .env("HOSHI_CONFIG", self.0.path().join("config.toml"))
            .env("HOSHI_LOG", self.0.path().join("log"))
            .env("USER", "Ann")
            .env("TZ", "UTC")
            .env_remove("NO_COLOR");
        command
    }

    /// Plays these lines.
    fn play(&self, words: &str, lines: &str) -> Output {
        let mut child = self
            .command(&format!("play {words}"))
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the program starts");
        let mut input = child.stdin.take().expect("a pipe");
        // A game may be over before all lines are read.
        let _ = input.write_all(lines.as_bytes());
        drop(input);
        child.wait_with_output().expect("the program ends")
    }

    fn games(&self) -> Vec<PathBuf> {
        let Ok(folder) = fs::read_dir(self.history()) else { return Vec::new() };
        let mut games: Vec<PathBuf> = folder.map(|entry| entry.expect("an entry").path()).collect();
        games.sort();
        games
    }

    /// The only game, and nothing beside it.
    fn game(&self) -> String {
        let games = self.games();
        assert_eq!(games.len(), 1, "{games:?}");
        text(&games[0])
    }
}

fn text(path: &Path) -> String {
    fs::read_to_string(path).expect("a text")
}

fn stdout(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).expect("text")
}

fn stderr(output: &Output) -> String {
    String::from_utf8(output.stderr.clone()).expect("text")
}

#[test]
fn a_game_from_its_first_move_to_its_count() {
    let home = Home::new();
    let lines = "C3\nC3\nwhat\n\nD4\nundo\nD3\npass\nPASS\ne5\ndead D3\nscore\ndone\n";
    let output = home.play("--plain --size 5", lines);
    assert_eq!(output.status.code(), Some(0));
    let (data, talk) = (stdout(&output), stderr(&output));
    for line in ["1 Black C3", "2 White D4", "Back to move 1", "2 White D3", "4 White pass"] {
        assert!(data.lines().any(|other| other == line), "{line} in {data}");
    }
    assert!(data.contains(" 3 . .(X). . 3\n"), "{data}");
    assert!(data.ends_with("Result: B+17.5. Black wins by 17.5 points\n"), "{data}");
    assert!(talk.contains("White cannot play C3: the point is occupied."), "{talk}");
    assert!(talk.contains("`what` is not a point of a 5x5 board"), "{talk}");
    assert!(talk.contains("Both sides passed."), "{talk}");
    assert!(talk.contains("Proposed dead stones: "), "{talk}");
    assert!(talk.contains("both sides have passed: mark dead stones (`dead D4`)"), "{talk}");
    let game = home.game();
    assert!(game.contains("SZ[5]KM[7.5]RU[Chinese]PB[Ann]PW[Guest]DT["), "{game}");
    assert!(game.contains("RE[B+17.5]\n;B[cc];W[dc];B[];W[]TB[aa]"), "{game}");
}

#[test]
fn the_end_of_the_input_leaves_an_unfinished_game() {
    let home = Home::new();
    for lines in ["C3\nD4", "C3\nquit\nD4\n"] {
        let output = home.play("--size 9", lines);
        assert_eq!(output.status.code(), Some(0));
        assert!(stderr(&output).contains("It is unfinished"));
    }
    let games: Vec<String> = home.games().iter().map(|path| text(path)).collect();
    assert_eq!(games.len(), 2);
    assert!(games.iter().any(|game| game.ends_with("]\n;B[cg];W[df])\n")), "{games:?}");
    assert!(!games.iter().any(|game| game.contains("RE[")));
}

#[test]
fn without_a_move_there_is_no_file() {
    let home = Home::new();
    assert!(home.play("--size 9", "show\nscore\nundo\nhelp\n").status.success());
    assert!(!home.history().exists());
    assert!(home.play("--size 9 --no-record", "C3\nD4\ncomment no\n").status.success());
    assert!(!home.history().exists());
}

#[test]
fn a_ko_and_a_capture() {
    let home = Home::new();
    // White takes at D4, and Black may not take back at C4 at once.
    let output = home.play("--size 9", "D5\nC5\nE4\nB4\nD3\nC3\nC4\nD4\nC4\n");
    assert!(stdout(&output).contains("8 White D4, takes a stone"), "{}", stdout(&output));
    assert!(stdout(&output).contains("Ko at C4."));
    assert!(stderr(&output).contains("Black cannot play C4: "), "{}", stderr(&output));
}

#[test]
fn a_game_goes_on_in_place() {
    let home = Home::new();
    home.play("--size 9", "C3\nD4\n");
    let path = home.games().remove(0);
    let before = text(&path);
    let output = home.play(&format!("--resume {}", path.display()), "E5\n");
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    assert_eq!(home.game(), before.replace(")\n", ";B[ee])\n"));
}

#[test]
fn the_unfinished_game_is_offered_and_found() {
    let home = Home::new();
    let none = home.play("--resume", "");
    assert_eq!(none.status.code(), Some(1));
    assert!(stderr(&none).contains("There is no unfinished game"));
    home.play("--size 9", "C3\nD4\n");
    let offered = home.play("--size 13", "resign\n");
    assert!(stderr(&offered).contains("Ann against Guest, 9x9, 2 moves."), "{}", stderr(&offered));
    for (words, lines) in [("--resume", "E5\n"), ("--resume 1", "F6\n")] {
        let output = home.play(words, lines);
        assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    }
    assert!(home.game().ends_with(";B[cg];W[df];B[ee];W[fd])\n"), "{}", home.game());
    home.play("--resume", "resign\n");
    assert_eq!(home.play("--resume", "").status.code(), Some(1));
    // A game that is over can still be corrected.
    let output = home.play("--resume 1", "name black Bo\nresult W+T\n");
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    assert!(home.game().contains("PB[Bo]") && home.game().contains("RE[W+T]"), "{}", home.game());
    let missing = home.play("--resume 2", "");
    assert_eq!(missing.status.code(), Some(2));
    assert!(stderr(&missing).contains("there is no game 2"), "{}", stderr(&missing));
}

#[test]
fn a_game_from_elsewhere_goes_on_as_a_copy() {
    let home = Home::new();
    let path = home.0.path().join("old.sgf");
    let old = "(;SZ[9]PB[Bo]C[hello];B[ee](;W[dd]C[good];B[cc])(;W[ff]))";
    fs::write(&path, old).expect("written");
    let words = format!("--resume {}", path.display());
    assert!(home.play(&words, "show\n").status.success());
    assert!(home.games().is_empty());
    assert!(home.play(&words, "G7\n").status.success());
    assert_eq!(text(&path), old);
    assert_eq!(
        home.game(),
        "(;SZ[9]PB[Bo]C[hello];B[ee]\n(;W[dd]C[good];B[cc];W[gc])\n(;W[ff]))\n"
    );
}

#[test]
fn another_game_of_a_file_goes_on_as_a_copy_wherever_it_lies() {
    let home = Home::new();
    fs::create_dir(home.history()).expect("a folder");
    let (path, two) = (home.history().join("two.sgf"), "(;SZ[9];B[aa])(;SZ[13];B[bb])");
    for which in [path.to_str().expect("text"), "two", "two.sgf"] {
        fs::write(&path, two).expect("written");
        let output = home.play(&format!("--resume {which} --game 2"), "pass\n");
        assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
        assert_eq!(text(&path), two);
        let games = home.games();
        assert_eq!(games.len(), 2, "{games:?}");
        assert_eq!(text(&games[0]), "(;SZ[13];B[bb];W[])\n");
        fs::remove_file(&games[0]).expect("removed");
    }
}

/// Whoever leaves with Ctrl-C while the disk does not take the game has it on standard output, as one
/// who leaves with `quit` does.
#[cfg(unix)]
#[test]
fn ctrl_c_loses_nothing() {
    let home = Home::new();
    fs::write(home.history(), "in the way").expect("written");
    let mut child = home
        .command("play --size 9")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .expect("the program starts");
    let mut input = child.stdin.take().expect("a pipe");
    input.write_all(b"C3\n").expect("written");
    let mut lines = BufReader::new(child.stdout.take().expect("a pipe")).lines();
    // The line itself says that the move is not saved.
    let is_played = |line: &std::io::Result<String>| {
        line.as_ref().is_ok_and(|line| line.starts_with("1 Black"))
    };
    let played = lines.by_ref().find(is_played).expect("an answer").expect("a line");
    assert_eq!(played, "1 Black C3 (not saved)");
    let process = rustix::process::Pid::from_child(&child);
    rustix::process::kill_process(process, rustix::process::Signal::INT).expect("a signal");
    let rest: Vec<String> = lines.map_while(Result::ok).collect();
    assert!(rest.iter().any(|line| line.contains(";B[cg]")), "{rest:?}");
    assert_eq!(child.wait().expect("an end").code(), Some(130));
}

#[test]
fn what_is_taken_back_can_stay_as_a_variation() {
    let home = Home::new();
    fs::write(home.0.path().join("config.toml"), "undo = \"variation\"\nname = \"Bo ]\"\n")
        .expect("written");
    home.play("--size 9", "C3\nD4\nundo\nE5\nundo\nundo\n");
    assert!(home.game().ends_with("\n(;)\n(;B[cg]\n(;W[ee])\n(;W[df])))\n"), "{}", home.game());
    assert!(home.game().contains("PB[Bo \\]]PW[Guest]"));
}

#[test]
fn terms_reach_the_file() {
    let home = Home::new();
    let words =
        "--size 13x9 --rules new-zealand,ko=psk --komi 5.5 --handicap D4,F6 --time 10m+5x30s";
    home.play(words, "C3\n");
    let game = home.game();
    assert!(game.contains("SZ[13:9]KM[5.5]RU[new-zealand,ko=psk]"), "{game}");
    assert!(game.contains("TM[600]OT[5x30 byo-yomi]HA[2]AB[fd][df]"), "{game}");
    assert!(game.contains("\n;W[cg]WL["), "{game}");
}

#[test]
fn wrong_calls_are_refused() {
    let home = Home::new();
    for (words, what) in [
        ("--size 53", "SGF ends at 52x52; --no-record plays"),
        ("--size 9 --handicap 10", "a 9x9 board takes 2 to "),
        ("--size 9 --handicap D4,D4", "D4"),
        ("--size 0", "0"),
        ("--black nobody", "unknown player `nobody`"),
        ("--black no/body", "write human, bot:1 to bot:10, random,"),
        ("--undo maybe", "write free, ask or never"),
        ("--size 5 --rules new-zealand --handicap 25", "25 handicap stones do not fit on 5x5"),
        ("--time 5", "is not a time limit"),
        ("--resume nothing.sgf", "nothing.sgf"),
        ("--resume --size 9", "--size"),
    ] {
        let output = home.play(words, "");
        assert_eq!(output.status.code(), Some(2), "{words}");
        assert!(stderr(&output).contains(what), "{words}: {}", stderr(&output));
    }
    assert!(home.play("--size 53 --no-record", "A1\n").status.success());
}

#[test]
fn dead_stones_are_proposed_changed_and_kept() {
    let home = Home::new();
    // A wall of Black's lives whatever happens, and A1 is behind it.
    let output =
        home.play("--size 3 --rules chinese --komi 0", "B1\nA1\nB2\npass\nB3\npass\npass\n");
    let talk = stderr(&output);
    let proposed = "Proposed dead stones: A1 (by unconditional life and playouts).";
    assert!(talk.contains(proposed), "{talk}");
    assert!(home.game().contains("HOSHID[ac]"), "{}", home.game());
    // The game was left while it was counted: the marks are in the record, and come back.
    let output = home.play("--resume", "alive A1\nshow\n");
    let data = stdout(&output);
    assert!(data.contains("Dead: A1. As it stands: B+9\n"), "{data}");
    assert!(data.contains("Dead: none. As it stands: B+5\n"), "{data}");
    // Dead stones and territory are on the board, as they are marked at the time.
    let dead = "\n 3  =  X  = 3\n 2  =  X  = 2\n 1 !O  X  = 1\n";
    let alive = "\n 3 . X = 3\n 2 . X = 2\n 1 O X = 1\n";
    let places = [dead, alive].map(|board| data.find(board));
    assert!(places[0].is_some() && places[0] < places[1], "{data}");
    assert!(home.game().contains("HOSHID[]"), "{}", home.game());
    let checked = home.command("check history").current_dir(home.0.path()).output().expect("a run");
    assert_eq!(checked.status.code(), Some(0), "{}", stdout(&checked));
    assert!(!stdout(&checked).contains("HOSHID"), "{}", stdout(&checked));
    // That no stone is dead is what the players said: nothing else is proposed.
    let output = home.play("--resume", "done\n");
    let talk = stderr(&output);
    assert!(talk.contains("`done` accepts") && !talk.contains("Proposed"), "{talk}");
    assert!(home.game().contains("RE[B+5]") && !home.game().contains("HOSHID"), "{}", home.game());
}

#[test]
fn the_record_remembers_who_plays() {
    let home = Home::new();
    home.play("--size 5 --white random --seed 1 --undo never", "C3\n");
    assert!(home.game().contains("HOSHIB[human]HOSHIW[random]"), "{}", home.game());
    // Without a word about players, White answers again.
    let output = home.play("--resume --seed 2", "E5\nundo\n");
    let data = stdout(&output);
    assert!(data.contains("3 Black E5\n4 White "), "{data}\n{}", stderr(&output));
    let path = home.games().remove(0);
    for (named, what) in [
        ("no-such-engine", "unknown player `no-such-engine`"),
        ("gtp:rm -r /", "an invalid player for White"),
    ] {
        let text = text(&path).replace("HOSHIW[random]", &format!("HOSHIW[{named}]"));
        let other = home.0.path().join("other.sgf");
        fs::write(&other, text).expect("written");
        let output = home.play(&format!("--resume {}", other.display()), "A1\n");
        assert_eq!(output.status.code(), Some(2), "{}", stdout(&output));
        let talk = stderr(&output);
        assert!(talk.contains(what) && talk.contains("--white WHO"), "{talk}");
        let words = format!("--resume {} --white human", other.display());
        let output = home.play(&words, "A1\n");
        assert_eq!(output.status.code(), Some(0));
        let talk = stderr(&output);
        assert!(talk.contains("Continuing Ann (Black) against Guest (White) after "), "{talk}");
        let copy = home.games().into_iter().find(|other| *other != path).expect("a copy");
        assert!(self::text(&copy).contains("PB[Ann]PW[Guest]"), "{}", self::text(&copy));
        fs::remove_file(copy).expect("removed");
    }
}

#[test]
fn black_places_a_free_handicap() {
    let home = Home::new();
    let output = home.play("--size 5 --rules new-zealand --handicap 3", "C3\nC3\nB2\nundo\nD4\n");
    let talk = stderr(&output);
    assert!(talk.contains("Black, handicap stone 2 of 3> "), "{talk}");
    assert!(talk.contains("two handicap stones are on C3"), "{talk}");
    assert!(home.game().contains("HA[3]"), "{}", home.game());
    let output = home.play("--resume", "B2\nE5\n");
    let (data, talk) = (stdout(&output), stderr(&output));
    assert!(talk.contains("Black, handicap stone 3 of 3> ") && talk.contains("White> "), "{talk}");
    assert!(data.contains("\n1 White E5\n"), "{data}");
    assert!(
        home.game().contains("AB[db][cc][bd]") && home.game().contains(";W[ea]"),
        "{}",
        home.game()
    );
}

#[test]
fn people_have_names() {
    let home = Home::new();
    home.play("--size 5 --black-name Shusaku --white-name Gennan", "C3\n");
    assert!(home.game().contains("PB[Shusaku]PW[Gennan]"), "{}", home.game());
    home.play("--resume", "D4\n");
    assert!(home.game().contains("PB[Shusaku]PW[Gennan]"), "{}", home.game());
    // Two people never share one, whichever of them says who they are.
    for (words, names) in [
        ("", "PB[Ann]PW[Guest]"),
        ("--white-name Ann", "PB[Guest]PW[Ann]"),
        ("--black-name Bob", "PB[Bob]PW[Ann]"),
        ("--white-name Bob", "PB[Ann]PW[Bob]"),
    ] {
        let home = Home::new();
        home.play(&format!("--size 5 {words}"), "C3\n");
        assert!(home.game().contains(names), "{words}: {}", home.game());
    }
}

#[test]
fn two_at_random_play_to_the_end() {
    let home = Home::new();
    let words = "--size 5 --black random --white random --seed 3";
    let one = home.play(words, "");
    assert_eq!(one.status.code(), Some(0));
    let other = home.play(words, "");
    assert_eq!(stdout(&one), stdout(&other));
    let games = home.games();
    assert_eq!(games.len(), 2);
    assert!(text(&games[0]).contains("PB[hoshi random]"));
    assert!(text(&games[0]).contains("RE["));
}

#[test]
fn a_line_may_be_anything() {
    let home = Home::new();
    let mut lines = "C3\ncomment ネコ ] \\ مرحبا\n".as_bytes().to_vec();
    lines.extend_from_slice(&[0xff, 0xfe, b'\n', 0, b'\n']);
    lines.extend_from_slice(&vec![b'x'; 100_000]);
    lines.extend_from_slice(b"\nD4\n");
    let mut child = home
        .command("play --size 9")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    child.stdin.take().expect("a pipe").write_all(&lines).expect("read");
    let output = child.wait_with_output().expect("the program ends");
    assert_eq!(output.status.code(), Some(0));
    assert!(stderr(&output).contains("a line has at most 65536 bytes"));
    assert!(home.game().ends_with(";B[cg]C[ネコ \\] \\\\ مرحبا];W[df])\n"), "{}", home.game());
}

#[test]
fn a_game_can_be_played_by_ear() {
    let home = Home::new();
    let lines = "board off\nB3\nC3\nletters on\nD3\nA1\nC4\natari\ngroup C3\nletters off\n\
                 around C2\nrow 3\nrow 5\nA5\nC2\ngroup E5\nundo 2\nundo 99\nquit\n";
    let output = home.play("--size 5", lines);
    // `undo 99` takes back what there is.
    let said = stderr(&output);
    assert_eq!(said.matches("Nothing more can be taken back.").count(), 1, "{said}");
    assert!(!said.contains("nothing to"), "{said}");
    let played = stdout(&output);
    let expected = "1 Black B3\n2 White C3\n3 Black delta 3\n4 White alfa 1\n\
                    5 Black charlie 4, White at charlie 3 in atari\n\
                    White, 1 stone at charlie 3 in atari, liberty charlie 2\n\
                    White, 1 stone: charlie 3. 1 liberty: charlie 2\n\
                    C2 empty: C3 White, B2 empty, D2 empty, C1 empty\n\
                    Row 3: Black B3, D3; White C3\nRow 5: empty\n\
                    6 White A5\n7 Black C2, takes a stone\nE5 is empty\n";
    assert!(played.contains(expected), "{played}");
    assert!(played.contains("Back to move 6") && played.contains("Back to move 0"), "{played}");
}

/// What the players agreed on is counted again as they did, also where no territory tells which stones were dead.
#[test]
fn a_count_without_territory_is_read_back() {
    let wall = "C1\nD1\nC2\nD2\nC3\nD3\nC4\nD4\nC5\nD5\npass\npass\n";
    for (rules, marks, result) in [
        ("japanese", "seki C5\nseki D5\ndone\n", "W+0.5"),
        ("japanese", "dead C5\ndead D5\ndone\n", "W+0.5"),
        ("chinese", "seki C5\ndead C5\ndone\n", "W+25.5"),
        ("chinese", "dead C5\ndead D5\ndone\n", "W+0.5"),
    ] {
        let home = Home::new();
        let words = format!("--size 5 --rules {rules} --komi 0.5");
        let output = home.play(&words, &format!("{wall}{marks}"));
        let game = home.game();
        assert!(game.contains(&format!("RE[{result}]")), "{rules} {marks}: {game}\n{output:?}");
        let words = format!("score {} --json", home.games()[0].display());
        let score = home.command(&words).output().expect("a run");
        let score: serde_json::Value = serde_json::from_slice(&score.stdout).expect("JSON");
        assert_eq!(
            (&score["result"], &score["difference"]),
            (&result.into(), &0.into()),
            "{marks}"
        );
        // A stone is one or the other.
        let list = |name: &str| score[name].as_array().expect("a list").clone();
        assert!(list("dead").iter().all(|point| !list("seki").contains(point)), "{score}");
    }
}
