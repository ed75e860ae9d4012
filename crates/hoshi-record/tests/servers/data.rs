//! The files of the outside data: all are recognised by their content and read, and their games replay.

use std::fs;

use hoshi_record::convert::{Format, read};
use hoshi_record::replay::{Terms, replay};
use hoshi_record::servers::{self, Server};

use crate::common::data;
use crate::{info, moves};

#[test]
fn every_file_is_read() {
    let Some(folder) = data("other") else { return };
    let mut paths: Vec<_> =
        fs::read_dir(&folder).expect("a folder").flatten().map(|e| e.path()).collect();
    paths.sort();
    let (mut files, mut played, mut noted) = (0, 0, 0);
    for path in paths {
        let Some(server) = Format::of_path(&path).and_then(Format::server) else { continue };
        let name = path.display();
        let bytes = fs::read(&path).expect("a file");
        assert_eq!(Server::detect(&bytes), Some(server), "{name}");
        let record = read(bytes.clone(), None).unwrap_or_else(|error| panic!("{name}: {error}"));
        assert_eq!(record.format, server.into(), "{name}");
        let read = servers::read(&bytes, server).expect("it was read");
        for game in read.file.games() {
            let last = game.main_line().last().expect("a node");
            let remarks = replay(last, &Terms::of(game)).remarks;
            assert!(remarks.is_empty(), "{name}: {remarks:?}");
        }
        for key in ["PB", "PW", "DT", "KM"] {
            assert_ne!(info(&read, key), "", "{name} has {key}");
        }
        println!("{name}: {}", read.file.game(0).unwrap().root().raw().escape_ascii());
        for note in &read.notes {
            println!("{name}: {note}");
        }
        println!("{name}: {:?} {:?} {:?}", read.charset, read.why, read.left_out);
        files += 1;
        played += moves(&read).split(' ').count();
        noted += read.notes.len();
    }
    println!("counted: {files} records of other servers with {played} moves read, {noted} notes");
    assert!(files >= 7 && played >= 1_400, "{files} files, {played} moves");
}
