//! Records of other servers: every field in small files made for the tests, broken files, and the
//! files of the outside data.

#[path = "servers/broken.rs"]
mod broken;
#[path = "common/mod.rs"]
mod common;
#[path = "servers/data.rs"]
mod data;
#[path = "servers/gib.rs"]
mod gib;
#[path = "servers/ngf.rs"]
mod ngf;
#[path = "servers/ugf.rs"]
mod ugf;

use hoshi_record::servers::{Read, Server, read};

/// Reads a file, whose format must be detected.
fn load(bytes: impl AsRef<[u8]>, server: Server) -> Read {
    let bytes = bytes.as_ref();
    assert_eq!(Server::detect(bytes), Some(server), "{}", bytes.escape_ascii());
    read(bytes, server).unwrap_or_else(|error| panic!("{error}: {}", bytes.escape_ascii()))
}

/// A property of the root.
fn info(read: &Read, key: &str) -> String {
    let game = read.file.game(0).expect("a game");
    game.info_text(key).map(std::borrow::Cow::into_owned).unwrap_or_default()
}

/// The moves of the main line: `Bpd Wdp B`.
fn moves(read: &Read) -> String {
    let game = read.file.game(0).expect("a game");
    let moves: Vec<String> = game
        .main_line()
        .flat_map(|node| {
            node.properties()
                .filter(|property| property.is("B") || property.is("W"))
                .map(|property| format!("{}{}", property.key(), property.value().text()))
                .collect::<Vec<_>>()
        })
        .collect();
    moves.join(" ")
}

/// The notes, a line each.
fn notes(read: &Read) -> String {
    read.notes.iter().map(|note| format!("{note}\n")).collect()
}

/// The file as SGF.
fn sgf(read: &Read) -> String {
    String::from_utf8(read.file.to_bytes()).expect("UTF-8")
}
