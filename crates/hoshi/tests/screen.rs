//! `hoshi show` on a terminal: colours, stones and lines, the width of the screen, and the pager.

#![cfg(unix)]

use std::fs::File;
use std::io::Read as _;
use std::os::fd::OwnedFd;
use std::path::Path;
use std::process::{Command, ExitStatus, Stdio};

use rustix::fs::{Mode, OFlags};
use rustix::pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt};
use rustix::termios::{Winsize, tcsetwinsize};

fn show(size: (u16, u16), args: &[&str], env: &[(&str, &str)]) -> (String, ExitStatus) {
    hoshi(size, &[&["show"], args].concat(), env)
}

/// What hoshi shows on a terminal of so many columns and rows, and how it ends.
fn hoshi(size: (u16, u16), args: &[&str], env: &[(&str, &str)]) -> (String, ExitStatus) {
    let terminal = openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY).expect("a terminal");
    grantpt(&terminal).expect("granted");
    unlockpt(&terminal).expect("unlocked");
    let (ws_col, ws_row) = size;
    let winsize = Winsize { ws_row, ws_col, ws_xpixel: 0, ws_ypixel: 0 };
    let name = ptsname(&terminal, Vec::new()).expect("a name");
    let flags = OFlags::RDWR | OFlags::NOCTTY;
    let inside: OwnedFd = rustix::fs::open(name, flags, Mode::empty()).expect("its other end");
    tcsetwinsize(&inside, winsize).expect("a size");
    let mut command = Command::new(env!("CARGO_BIN_EXE_hoshi"));
    command
        .args(args)
        .current_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cmd/show.in"))
        .env_clear()
        .env("PATH", std::env::var_os("PATH").unwrap_or_default())
        .env("HOME", "/nowhere")
        .env("TERM", "xterm-256color")
        .env("LANG", "en_US.UTF-8")
        .envs(env.iter().copied())
        .stdin(Stdio::null())
        .stderr(Stdio::null())
        .stdout(Stdio::from(inside));
    let mut child = command.spawn().expect("hoshi starts");
    // Its end of the terminal is closed here; the other one then tells when all is read.
    drop(command);
    let mut shown = Vec::new();
    // The error is how a terminal ends on Linux.
    let _ = File::from(terminal).read_to_end(&mut shown);
    let status = child.wait().expect("hoshi ends");
    (String::from_utf8(shown).expect("text").replace("\r\n", "\n"), status)
}

const WIDE: (u16, u16) = (80, 100);
const LOW: (u16, u16) = (80, 12);

#[test]
fn a_terminal_gets_stones_lines_and_colours() {
    let (shown, status) = show(WIDE, &["game.sgf"], &[]);
    assert!(status.success());
    assert!(shown.contains('●') && shown.contains('┼') && shown.contains("\x1b[38;5;"), "{shown}");
    let (light, _) = show(WIDE, &["game.sgf"], &[("COLORFGBG", "0;15")]);
    let (asked, _) = show(WIDE, &["game.sgf", "--background", "light"], &[]);
    assert!(light == asked && light != shown);
    let (plain, _) = show(WIDE, &["game.sgf"], &[("NO_COLOR", "1")]);
    assert!(plain.contains('○') && !plain.contains('\x1b'), "{plain}");
    for (args, env) in [
        (&["game.sgf"][..], ("LANG", "C")),
        (&["game.sgf"], ("TERM", "linux")),
        (&["game.sgf"], ("LC_ALL", "ja_JP.UTF-8")),
        (&["game.sgf", "--ascii"], ("LANG", "en_US.UTF-8")),
    ] {
        let (shown, _) = show(WIDE, args, &[env]);
        assert!(shown.is_ascii() && shown.contains('X'), "{env:?}: {shown}");
    }
}

#[test]
fn words_wrap_at_the_width_of_the_screen() {
    let (shown, _) = show((24, 100), &["game.sgf", "--at", "0.0.0"], &[("NO_COLOR", "1")]);
    assert!(shown.contains("\nNext: W G7 (--at\n0.0.0.0), W G3 (--at\n0.0.0.1)\n"), "{shown}");
    let (wide, _) = show(WIDE, &["game.sgf", "--at", "0.0.0"], &[("NO_COLOR", "1")]);
    assert!(wide.contains("\nNext: W G7 (--at 0.0.0.0), W G3 (--at 0.0.0.1)\n"), "{wide}");
}

#[test]
fn long_output_goes_to_the_pager_and_only_that() {
    let paged = |size, env: &[(&str, &str)], more: &[&str]| {
        let args: Vec<&str> = ["game.sgf"].iter().chain(more).copied().collect();
        let (shown, status) = show(size, &args, env);
        assert!(status.success(), "{shown}");
        shown
    };
    let mark = "sed s/^/paged:/";
    let first = |shown: &str| shown.lines().next().unwrap_or_default().starts_with("paged:");
    assert!(first(&paged(LOW, &[("HOSHI_PAGER", mark), ("PAGER", "true")], &[])));
    assert!(first(&paged(LOW, &[("PAGER", mark)], &[])));
    assert!(!first(&paged(WIDE, &[("PAGER", mark)], &[])));
    assert!(!first(&paged(LOW, &[("PAGER", mark)], &["--no-pager"])));
    let whole = paged(LOW, &[("PAGER", "cat")], &[]);
    assert!(whole.contains("Captured by Black"), "{whole}");
    // One that is not there, and one that is closed at once.
    assert_eq!(paged(LOW, &[("PAGER", "no-such-pager-of-hoshi")], &[]), whole);
    assert_eq!(paged(LOW, &[("PAGER", "true")], &[]), "");
    assert_eq!(paged(LOW, &[("PAGER", "")], &[]), whole);
}

#[test]
fn findings_break_between_words() {
    let (shown, _) = hoshi(WIDE, &["check", "../check.in/old.sgf"], &[("NO_COLOR", "1")]);
    assert!(shown.lines().all(|line| line.chars().count() <= 80), "{shown}");
    let message = "L (points with letters, from a) is LB in FF[4] (fixable)";
    assert!(shown.replace("\n  ", " ").contains(message), "{shown}");
}
