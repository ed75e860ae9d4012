//! Screens as they are drawn, in `testdata/terminal`: one file a screen. `HOSHI_RENEW=1` writes them anew.

use std::fs;

use super::Desk;
use crate::program::NewGame;
use crate::theme::Theme;

const FOLDER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../testdata/terminal");

/// Compares a screen with its file.
fn check(name: &str, desk: &Desk, wrong: &mut Vec<String>) {
    check_text(name, desk.screen(), wrong);
}

/// Compares a screen and its colours with their file.
fn check_colours(name: &str, desk: &Desk, wrong: &mut Vec<String>) {
    check_text(name, format!("{}\n{}", desk.screen(), desk.colours()), wrong);
}

fn check_text(name: &str, text: String, wrong: &mut Vec<String>) {
    let path = format!("{FOLDER}/{name}.txt");
    if std::env::var_os("HOSHI_RENEW").is_some() {
        fs::write(&path, text).expect("it is written");
    } else if fs::read_to_string(&path).ok().as_deref() != Some(text.as_str()) {
        wrong.push(format!("{name}:\n{text}"));
    }
}

const GAME: &str = "(;GM[1]FF[4]SZ[9]KM[6.5]PB[Ann]PW[Bob]DT[2026-11-17];B[ee];W[gc]C[A knight's move.\nIs it good?];B[cg](;W[gg];B[cc])(;W[cc]))";
const OVER: &str = "(;GM[1]FF[4]SZ[9]KM[6.5]PB[Bob]PW[Cho]RE[W+R];B[ee];W[gc])";

#[test]
fn golden_screens() {
    let mut wrong = Vec::new();
    let wrong = &mut wrong;

    check("home", &Desk::new(80, 24), wrong);
    check("home-ascii", &Desk::with(80, 24, Theme::Ascii, &[]), wrong);
    check("home-small", &Desk::new(40, 12), wrong);
    check("too-small", &Desk::new(30, 5), wrong);

    let mut desk = Desk::new(80, 24);
    desk.keys("enter down down");
    check("new-game", &desk, wrong);

    for (size, width, height) in [
        ("9", 80, 24),
        ("13", 80, 24),
        ("19", 80, 24),
        ("5x7", 80, 24),
        ("19", 100, 40),
        ("9", 34, 22),
    ] {
        let mut desk = Desk::people_on(size, width, height, Theme::Plain);
        desk.text("C").text("3").keys("enter").until("1. Black C3");
        desk.text("D").text("4").keys("enter").until("2. White D4");
        check(&format!("game-{size}-{width}x{height}"), &desk, wrong);
        desk.keys("?");
        check(&format!("help-{size}-{width}x{height}"), &desk, wrong);
    }
    for theme in Theme::ALL {
        let mut desk = Desk::people_on("9", 80, 24, theme);
        desk.text("E5").keys("enter").until("1. Black E5");
        check(&format!("theme-{}", theme.name()), &desk, wrong);
    }

    // Each theme in colours: a capture with its trace and the cursor, and a count.
    for theme in Theme::ALL {
        let mut desk = Desk::people_on("13", 80, 24, theme);
        super::flows::play(&mut desk, "A2 A1 B1 C3");
        desk.keys("left");
        check_colours(&format!("theme-{}-13", theme.name()), &desk, wrong);
        let mut desk = Desk::people_on("5x7", 80, 24, theme);
        super::flows::play(&mut desk, "B7 D7 B6 D6 B5 D5 B4 D4 B3 D3 B2 D2 B1 D1 E2 A4");
        desk.keys("p p p p").until("Check the dead stones");
        desk.until_that("the territory", |screen| screen.contains(['▪', '=']));
        check_colours(&format!("theme-{}-5x7", theme.name()), &desk, wrong);
    }

    let mut desk = Desk::new(80, 24);
    let time = "10m+3x30s".to_owned();
    desk.begin(NewGame { opponent: "human".into(), time, ..NewGame::default() });
    check("clocks", &desk, wrong);

    let mut desk = Desk::people("5");
    for at in ["B3", "D3", "B2", "D2", "B4", "D4", "B1", "D1", "B5", "D5"] {
        desk.text(at).keys("enter").until(at);
        desk.until(&format!(" {at}"));
    }
    desk.keys("p p").until("Black passes");
    check("pass", &desk, wrong);
    let mut other = Desk::people_on("19", 80, 24, Theme::Plain);
    other.keys("p p").until("Black passes");
    check("pass-19", &other, wrong);
    desk.keys("p");
    check("pass-ends", &desk, wrong);
    desk.keys("enter").until("Check the dead stones");
    desk.until("▪");
    check("marking", &desk, wrong);
    desk.keys("a").until("Accept the count");
    check("accept", &desk, wrong);
    desk.keys("enter").until("total");
    check("count", &desk, wrong);

    let files = [("2026-11-17_100000_9x9.sgf", GAME), ("2026-11-16_100000_9x9.sgf", OVER)];
    let mut desk = Desk::with(100, 30, Theme::Plain, &files);
    check("home-unfinished", &desk, wrong);
    desk.keys("h").until("2 games");
    desk.until("Bob - Cho");
    check("history", &desk, wrong);
    desk.keys("v").until("review");
    desk.keys("right right right").until("3. Black C3").until("Variations");
    check("review", &desk, wrong);
    desk.keys("a").until("Black leads by 2.5");
    check("review-analysis", &desk, wrong);

    let large = "(;GM[1]FF[4]SZ[19]KM[6.5]PB[Ann]PW[Bob];B[pd];W[dp];B[dd];W[pp])";
    let files = [("2026-11-17_100000_19x19.sgf", large), ("2026-11-16_100000_9x9.sgf", OVER)];
    let mut desk = Desk::with(80, 24, Theme::Plain, &files);
    desk.keys("h").until("2 games").until("Bob - Cho");
    check("history-80x24", &desk, wrong);
    desk.text("dy").until("was moved to").text("t").until("deleted");
    check("trash", &desk, wrong);
    let gone = "(;SZ[9]PB[Ann]PW[gone]HOSHIB[human]HOSHIW[gone];B[ee])";
    let mut desk = Desk::with(80, 24, Theme::Plain, &[("2026-11-17_100000_9x9.sgf", gone)]);
    desk.keys("c").until("White was gone");
    check("who", &desk, wrong);
    let mut desk = Desk::new(80, 24);
    desk.begin(NewGame { opponent: "slow".into(), ..NewGame::default() });
    desk.until_that("it has started", |screen| !screen.contains("starting"));
    desk.keys("t").until("slow suggests C3").text("i");
    check("log", &desk, wrong);

    for (width, height) in [(80, 24), (200, 60)] {
        let mut desk = Desk::new(width, height);
        desk.keys("l enter");
        let name = if width == 80 { "learn" } else { "learn-200x60" };
        check(name, &desk, wrong);
    }
    let problem = ("one.sgf", "(;SZ[9]C[Kill.]AB[ab][bb][cb][da]AW[aa][ba][ca];B[ac])");
    let mut desk = Desk::with(80, 24, Theme::Plain, &[problem]);
    let path = desk.folder.path().join("one.sgf");
    desk.keys("p").text(&path.display().to_string()).keys("enter").until("Black to play");
    check("problem", &desk, wrong);

    for (size, width, height) in [("25", 80, 24), ("37", 80, 24), ("19", 40, 14)] {
        let mut desk = Desk::people_on(size, width, height, Theme::Plain);
        desk.text("D3").keys("enter").until("1. Black D3");
        check(&format!("part-{size}-{width}x{height}"), &desk, wrong);
    }
    let mut desk = Desk::new(80, 24);
    desk.keys("t down down");
    check("transcribe", &desk, wrong);
    let games = "(;SZ[9]PB[Ann];B[ee])(;SZ[5]PB[Bob];B[cc])(;SZ[7]PB[Cho];B[dd])";
    let mut desk = Desk::with(80, 24, Theme::Plain, &[("games.sgf", games)]);
    let path = desk.folder.path().join("games.sgf");
    desk.keys("o").text(&path.display().to_string()).keys("enter down").until("The file has");
    check("choose", &desk, wrong);
    desk.keys("enter").until("review").keys("right").until("1. Black C3").text("s").text("lwkb");
    check("set-up", &desk, wrong);

    let mut desk = Desk::new(80, 24);
    desk.keys("o").text("'/a/my game.sgf'");
    check("open", &desk, wrong);
    assert!(
        wrong.is_empty(),
        "run `cargo xtask bless` and look at the difference:\n{}",
        wrong.join("\n")
    );
}
