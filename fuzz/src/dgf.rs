//! The forms of DGF: boards, moves, records, games, packings. Everything that is read is written
//! and reads back the same; formats with a single spelling are written identically.

use hoshi_record::dgf::{Board, GameFile, MAX_STRING, Move, Packing, Record, pack, unpack};

/// Reads the bytes as each of them.
pub(crate) fn run(bytes: &[u8]) {
    if let Ok(board) = Board::from_bytes(bytes) {
        assert_eq!(board.to_bytes(), bytes);
        for packing in [Packing::TwoBit, Packing::Base3] {
            let packed = pack(&board, packing);
            assert_eq!(packed.len(), packing.length(board.side()));
            assert_eq!(unpack(&packed, packing).as_ref(), Ok(&board));
        }
    }
    for packing in [Packing::TwoBit, Packing::Base3] {
        if let Ok(board) = unpack(bytes, packing) {
            assert_eq!(pack(&board, packing), bytes);
        }
    }
    if let Ok(mv) = Move::from_dgm(bytes) {
        assert_eq!(Move::from_dgm(mv.to_dgm().as_bytes()), Ok(mv));
    }
    if let Ok(record) = Record::from_dgr(bytes) {
        let text = record.to_dgr();
        assert_eq!(Record::from_dgr(text.as_bytes()).as_ref(), Ok(&record));
        let board = record.board();
        assert_eq!(Board::from_bytes(&board.to_bytes()).as_ref(), Ok(board));
    }
    match GameFile::from_dgf(bytes) {
        Ok(game) => same(&game),
        Err(error) => assert!(!error.to_string().is_empty()),
    }
    if let Ok(game) = GameFile::from_dgfb(bytes) {
        assert_eq!(game.to_dgfb(), bytes);
        same(&game);
    }
}

/// A game in both its forms.
fn same(game: &GameFile) {
    let text = game.to_dgf();
    let again = GameFile::from_dgf(text.as_bytes());
    assert_eq!(again.as_ref(), Ok(game));
    assert_eq!(again.map(|game| game.to_dgf()), Ok(text));
    assert_eq!(GameFile::from_dgfb(&game.to_dgfb()).as_ref(), Ok(game));
    let info = game.info();
    assert!(
        [&info.id, &info.black, &info.white, &info.date].iter().all(|it| it.len() <= MAX_STRING)
    );
}
