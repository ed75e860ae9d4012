//! Truncated, changed or huge files: nothing panics, and time is linear in the size.

use std::fmt::Write as _;

use hoshi_record::convert::{Format, Options, WriteError, write};
use hoshi_record::servers::{MAX_NOTES, Server, read};
use hoshi_record::sgf::Collection;

use crate::{load, moves};

#[test]
fn every_cut_is_read_or_refused() {
    let files = [
        (
            Server::Gib,
            "\\HS\n\\[GAMEBLACKNAME=a (1D)\\]\n\\HE\n\\GS\n2 1 0\n2 0 &4\nINI 0 1 2 &4\nSTO 0 2 2 3 3\n\\GE\n",
        ),
        (
            Server::Ngf,
            "x\n19\na 1D\nb 2D\nw\n0\n0\n6\n20170316 [09:37]\n5\nBlack wins!\n1\nPMABBREER\n",
        ),
        (
            Server::Ugf,
            "[Header]\nSize=19\nHdcp=0,6.5\n[Data]\nQP,B1,1,0\n[ReviewNode]\nNODE,1,0,0,0\nNODE,2,1,17,16\nVARIATION,\n",
        ),
    ];
    for (server, file) in files {
        for end in 0..=file.len() {
            for tail in ["", "\u{fffd}", "\0", "]", "\\"] {
                let text = format!("{}{tail}", &file[..end]);
                let Ok(read) = read(text.as_bytes(), server) else { continue };
                let again = Collection::read(read.file.to_bytes()).expect("a game");
                assert_eq!(again.faults(), [], "{text:?}");
                assert_eq!(again.to_bytes(), read.file.to_bytes(), "{text:?}");
            }
        }
    }
}

/// A hundred thousand variations at one node, as many nested ones, and as many comments.
#[test]
fn many_variations() {
    const MANY: usize = 100_000;
    let begin = "[Header]\nSize=19\n[ReviewNode]\nNODE,1,0,0,0\nNODE,2,1,4,4\n";
    let mut wide = begin.to_owned();
    let mut deep = begin.to_owned();
    for nth in 0..MANY {
        let _ = writeln!(wide, "VARIATION,\nNODE,{},2,5,5\nVARIATIONEND,", nth + 10);
        let _ = writeln!(deep, "VARIATION,\nNODE,{},2,5,5", nth + 10);
    }
    wide.push_str("NODE,3,2,9,9\n[ReviewComment]\n");
    for nth in 0..MANY {
        let _ = writeln!(wide, ".Comment,{}\nx", nth + 10);
    }
    let read = load(&wide, Server::Ugf);
    assert_eq!((read.file.node_count(), moves(&read)), (MANY + 3, "Bdd Wii".to_owned()));
    assert_eq!(load(&deep, Server::Ugf).file.node_count(), MANY + 2);
}

#[test]
fn notes_are_counted_when_there_are_too_many() {
    let file = format!("\\HS\n\\[GAMENAME=x\\]\n{}", "\\[junk\\]\n".repeat(5_000));
    let notes = load(file, Server::Gib).notes;
    assert_eq!(notes.len(), MAX_NOTES + 1);
    assert_eq!(notes[MAX_NOTES].to_string(), "4900 more notes like these");
}

#[test]
fn they_are_not_written() {
    let file = Collection::read("(;B[aa])").expect("a game");
    for format in [Format::Gib, Format::Ngf, Format::Ugf] {
        let refused = write(file.game(0).expect("a game"), format, &Options::default());
        assert_eq!(refused, Err(WriteError::ReadOnly(format)));
    }
    let text = WriteError::ReadOnly(Format::Gib).to_string();
    assert_eq!(text, "gib is read-only: write sgf, dgf, dgfb, dgb, dgr, sgn, url");
}

#[test]
fn others_are_not_taken_for_them() {
    let others: [&[u8]; 8] = [
        b"",
        b"(;C[\\HS\nPMABBREER\n[Header\\]])",
        b"( ;C[[Header\\]\n])",
        b"19x19 A9b",
        b"1 0 0 2\n0 0\n0 0\n0\n",
        b"format = 1\n",
        b"Dear Sir\n[Header]\n",
        b"[Event \"chess\"]\n",
    ];
    for other in others {
        assert_eq!(Server::detect(other), None, "{}", other.escape_ascii());
    }
    // A title in brackets is not SGF.
    assert_eq!(Server::detect(b"(teaching)\n19\na\nb\nPMABBREER\n"), Some(Server::Ngf));
}
