//! Random games through every form and back: the output reads back the same, and is written again
//! byte for byte.

use hoshi_record::dgf::{Board, GameFile, Move, Record};

use crate::games;

#[test]
fn every_form_comes_back() {
    for game in games::files(1, 330) {
        let record = game.record();
        let board = record.board();
        assert_eq!(Board::from_bytes(&board.to_bytes()).as_ref(), Ok(board));

        let dgr = record.to_dgr();
        assert_eq!(Record::from_dgr(dgr.as_bytes()).as_ref(), Ok(record));
        let one_line = dgr.split_whitespace().collect::<Vec<_>>().join("\t");
        assert_eq!(Record::from_dgr(one_line.as_bytes()).as_ref(), Ok(record));
        let windows = format!("\r\n \x0c{}", dgr.replace('\n', "\r\n\r\n"));
        assert_eq!(Record::from_dgr(windows.as_bytes()).as_ref(), Ok(record));

        let dgf = game.to_dgf();
        assert_eq!(GameFile::from_dgf(dgf.as_bytes()).as_ref(), Ok(&game), "{dgf}");
        let windows = dgf.replace('\n', "\r\n");
        assert_eq!(GameFile::from_dgf(windows.as_bytes()).as_ref(), Ok(&game));

        let dgfb = game.to_dgfb();
        let back = GameFile::from_dgfb(&dgfb).unwrap();
        assert_eq!(back.to_dgf(), dgf);
        assert_eq!(back.to_dgfb(), dgfb);

        for &mv in record.moves() {
            assert_eq!(Move::from_dgm(mv.to_dgm().as_bytes()), Ok(mv));
        }
    }
}

/// A general TOML parser accepts the canonical text.
#[test]
fn the_canonical_text_is_toml() {
    for game in games::files(2, 66) {
        let table: toml::Table = game.to_dgf().parse().unwrap();
        assert_eq!(table["format"].as_integer(), Some(1));
        assert_eq!(table["black"].as_str(), Some(game.info().black.as_str()));
        assert_eq!(table["date"].as_str(), Some(game.info().date.as_str()));
        let numbers = |key: &str| -> Vec<i64> {
            table[key].as_array().unwrap().iter().map(|item| item.as_integer().unwrap()).collect()
        };
        let bytes: Vec<i64> = game.record().board().to_bytes().into_iter().map(i64::from).collect();
        assert_eq!(numbers("board"), bytes);
        let moves = game.record().moves().iter();
        assert_eq!(numbers("moves"), moves.map(|mv| mv.number().into()).collect::<Vec<i64>>());
        assert_eq!(table.len(), 8);
    }
}

#[test]
fn lines_are_wrapped_as_documented() {
    let text = "1 0 0 2 0 0 0 0 0 ".to_owned() + &"1 2 ".repeat(30);
    let record = Record::from_dgr(text.as_bytes()).unwrap();
    let dgr = record.to_dgr();
    let lines: Vec<&str> = dgr.lines().collect();
    assert_eq!(lines[..4], ["1 0 0 2", "0 0", "0 0", "0"]);
    let lengths: Vec<usize> = lines[4..].iter().map(|line| line.split(' ').count()).collect();
    assert_eq!(lengths, [20, 20, 20]);

    let game = GameFile::new(hoshi_record::dgf::GameInfo::default(), record).unwrap();
    let dgf = game.to_dgf();
    let lines: Vec<&str> = dgf.lines().collect();
    assert_eq!(
        lines[6..12],
        ["board = [", "  1, 0, 0, 2,", "  0, 0,", "  0, 0,", "]", "moves = ["]
    );
    assert_eq!(lines[12].split(' ').count(), 22);
    assert_eq!(lines[15..], ["]"]);
}

/// All spellings of a game's text are one game, with one id.
#[test]
fn ids_are_of_the_record_alone() {
    let spread = Record::from_dgr(b"1 0 0 1\n\n0\n0\n0 -7").unwrap();
    let tight = Record::from_dgr(b"1 0 0 1 0 0 0 -1").unwrap();
    assert_eq!(spread.id(), tight.id());
    assert_eq!(spread.id().len(), 16);
    let other = Record::from_dgr(b"1 0 0 1 0 0 0 0 -1").unwrap();
    assert_ne!(spread.id(), other.id());
}
