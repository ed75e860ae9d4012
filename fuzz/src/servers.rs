//! Records of other servers: the same bytes are read as the same game, with other line ends too;
//! the game is written as SGF and read back without a fault; notes are short and point into the
//! file.

use hoshi_record::convert::{Format, Options, WriteError, write};
use hoshi_record::replay::{Terms, replay};
use hoshi_record::servers::{MAX_NOTES, Read, Server, read};
use hoshi_record::sgf::Collection;

/// Reads the bytes as GIB.
pub(crate) fn gib(bytes: &[u8]) {
    run(bytes, Server::Gib);
}

/// Reads the bytes as NGF.
pub(crate) fn ngf(bytes: &[u8]) {
    run(bytes, Server::Ngf);
}

/// Reads the bytes as UGF.
pub(crate) fn ugf(bytes: &[u8]) {
    run(bytes, Server::Ugf);
}

fn run(bytes: &[u8], server: Server) {
    let _ = Server::detect(bytes);
    let found = match read(bytes, server) {
        Ok(found) => found,
        Err(error) => {
            assert!(!error.to_string().contains(char::is_control), "{error}");
            return;
        }
    };
    same(&found, &read(bytes, server).expect("it was read"));
    notes(&found, bytes);
    let written = found.file.to_bytes();
    let again = Collection::read(written.clone()).expect("it was written");
    assert_eq!(again.faults(), []);
    assert_eq!(again.to_bytes(), written);
    assert_eq!(found.file.faults(), []);
    for game in found.file.games() {
        let line: Vec<_> = game.main_line().collect();
        let moves: usize = line.iter().map(|node| node.move_count(game.size())).sum();
        // Each node except the first is a move, and each is played, allowed or not.
        assert_eq!(moves, line.len() - 1);
        let last = line.last().expect("a root");
        assert_eq!(replay(*last, &Terms::of(game)).game.move_count(), moves);
        let refused = write(game, server.into(), &Options::default());
        assert_eq!(refused, Err(WriteError::ReadOnly(Format::from(server))));
    }
    // A zero byte may turn a file into UTF-16, in which a line end is two bytes.
    if !bytes.contains(&b'\r')
        && !bytes.contains(&0)
        && !bytes.starts_with(b"\xff")
        && !bytes.starts_with(b"\xfe")
    {
        let ends: Vec<u8> = bytes
            .iter()
            .flat_map(|&byte| if byte == b'\n' { vec![b'\r', b'\n'] } else { vec![byte] })
            .collect();
        same(&found, &read(&ends, server).expect("it was read"));
    }
}

fn same(one: &Read, other: &Read) {
    assert_eq!(
        one.file.to_bytes().escape_ascii().to_string(),
        other.file.to_bytes().escape_ascii().to_string()
    );
    assert_eq!(one.notes, other.notes);
    assert_eq!(one.left_out, other.left_out);
    assert_eq!(one.charset, other.charset);
}

fn notes(found: &Read, bytes: &[u8]) {
    assert!(found.notes.len() <= MAX_NOTES + 1);
    let lines = bytes.iter().filter(|byte| matches!(byte, b'\r' | b'\n')).count() + 1;
    for note in &found.notes {
        assert!(note.line.is_none_or(|line| (1..=lines).contains(&line)), "{note}");
        assert!(!note.text.contains(char::is_control) && note.text.len() < 500, "{note:?}");
    }
}
