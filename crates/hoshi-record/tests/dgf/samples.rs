//! The samples of every released version, in `testdata/dgf/`, must stay readable forever. A sample
//! is never changed; a new version adds a folder.

use std::fs;
use std::path::PathBuf;

use hoshi_record::dgf::{self, Board, GameFile, Move, Packing, Record};

use crate::games::rules;

fn sample(name: &str) -> Vec<u8> {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../testdata/dgf").join(name);
    fs::read(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

#[test]
fn version_1() {
    let game = GameFile::from_dgf(&sample("v1/game.dgf")).unwrap();
    assert_eq!(game.to_dgf().as_bytes(), sample("v1/game.dgf"));
    assert_eq!(game.info().black, "Kuro \"the Crow\" 黒");
    assert_eq!(game.info().id, game.record().id());

    assert_eq!(GameFile::from_dgfb(&sample("v1/game.dgfb")).as_ref(), Ok(&game));
    assert_eq!(game.to_dgfb(), sample("v1/game.dgfb"));
    assert_eq!(Record::from_dgr(&sample("v1/game.dgr")).as_ref(), Ok(game.record()));
    assert_eq!(game.record().to_dgr().as_bytes(), sample("v1/game.dgr"));

    // The board after move 8, in which a ko has just been taken, and the move that comes next.
    let board = Board::from_bytes(&sample("v1/board.dgb")).unwrap();
    assert_eq!(game.record().board_after(8, &rules("simple")).as_ref(), Ok(&board));
    assert!(board.ko().is_some());
    assert_eq!(dgf::unpack(&sample("v1/board.2bit"), Packing::TwoBit).as_ref(), Ok(&board));
    assert_eq!(dgf::unpack(&sample("v1/board.base3"), Packing::Base3).as_ref(), Ok(&board));
    assert_eq!(dgf::pack(&board, Packing::TwoBit), sample("v1/board.2bit"));
    assert_eq!(dgf::pack(&board, Packing::Base3), sample("v1/board.base3"));
    let mv = Move::from_dgm(&sample("v1/move.dgm")).unwrap();
    assert_eq!(game.record().moves()[8], mv);
    assert_eq!(mv.to_dgm().as_bytes(), sample("v1/move.dgm"));
}
