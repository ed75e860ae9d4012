//! Packed boards: their lengths, every small board, the largest, and what is refused.

use hoshi_core::{Color, Rng, SplitMix64};
use hoshi_record::dgf::{self, Board, BoardError, Header, Packing, UnpackError};

#[test]
fn lengths() {
    // (side, 2bit, base3), header not counted; base3 is the bytes of 3^(n*n) * (n*n + 1) - 1.
    let rows = [
        (1, 1, 1),
        (2, 1, 2),
        (3, 3, 3),
        (4, 4, 4),
        (5, 7, 6),
        (7, 13, 11),
        (9, 21, 17),
        (13, 43, 35),
        (19, 91, 73),
        (52, 676, 538),
        (255, 16_257, 12_885),
    ];
    for (side, two_bit, base3) in rows {
        assert_eq!(Packing::TwoBit.length(side), 4 + two_bit, "{side}");
        assert_eq!(Packing::Base3.length(side), 4 + base3, "{side}");
    }
}

fn header(side: u8) -> Header {
    Header { turn: Some(Color::White), half: Some(Color::Black), counts: [300, 7], side }
}

/// Every board of a size, with every ko point that is empty, has its own packing and comes back.
fn every_board(side: u8) -> usize {
    let area = usize::from(side) * usize::from(side);
    let mut boards = 0;
    for serial in 0..4usize.pow(area as u32) {
        let points: Vec<u8> = (0..area).map(|at| (serial >> (2 * at) & 3) as u8).collect();
        let Ok(board) = Board::from_parts(header(side), &points) else { continue };
        boards += 1;
        for &packing in Packing::ALL {
            let bytes = dgf::pack(&board, packing);
            assert_eq!(bytes.len(), packing.length(side));
            assert_eq!(dgf::unpack(&bytes, packing).as_ref(), Ok(&board));
        }
    }
    boards
}

#[test]
fn every_small_board() {
    // 3^a without a ko, a * 3^(a - 1) with one.
    assert_eq!(every_board(1), 3 + 1);
    assert_eq!(every_board(2), 81 + 4 * 27);
    assert_eq!(every_board(3), 19_683 + 9 * 6561);
}

/// Of all values of two bytes, exactly the boards are accepted.
#[test]
fn every_number_on_2x2() {
    let mut accepted = [0, 0];
    for number in 0..=u16::MAX {
        let [low, high] = number.to_le_bytes();
        if let Ok(board) = dgf::unpack(&[1, 0, 0, 2, low, high], Packing::Base3) {
            accepted[0] += 1;
            assert_eq!(dgf::pack(&board, Packing::Base3), [1, 0, 0, 2, low, high]);
        }
    }
    for byte in 0..=255 {
        accepted[1] += usize::from(dgf::unpack(&[1, 0, 0, 2, byte], Packing::TwoBit).is_ok());
    }
    assert_eq!(accepted, [81 + 4 * 27; 2]);
}

#[test]
fn large_boards() {
    let mut rng = SplitMix64::new(7);
    for side in [9, 18, 19, 20, 52, 254, 255] {
        let area = usize::from(side) * usize::from(side);
        let random: Vec<u8> = (0..area).map(|_| rng.below(3) as u8).collect();
        let mut last_ko = vec![2; area];
        last_ko[area - 1] = 3;
        let mut first_ko = random.clone();
        first_ko[0] = 3;
        for points in [vec![0; area], vec![2; area], random, last_ko, first_ko] {
            let board = Board::from_parts(header(side), &points).unwrap();
            for &packing in Packing::ALL {
                let bytes = dgf::pack(&board, packing);
                assert_eq!(bytes.len(), packing.length(side));
                assert_eq!(bytes[..4], board.to_bytes()[..4]);
                assert_eq!(dgf::unpack(&bytes, packing).as_ref(), Ok(&board));
            }
        }
    }
}

#[test]
fn every_fault_is_named() {
    use Packing::{Base3, TwoBit};
    let unpack = |bytes: &[u8], packing| dgf::unpack(bytes, packing).unwrap_err();
    for &packing in Packing::ALL {
        assert_eq!(unpack(&[1, 0, 0], packing), UnpackError::Short { found: 3 });
        assert_eq!(unpack(&[3, 0, 0, 1, 0], packing), UnpackError::Board(BoardError::Turn));
        assert_eq!(unpack(&[1, 0, 0, 0], packing), UnpackError::Board(BoardError::NoSide));
        for found in [4, 6] {
            let bytes = [1, 0, 0, 1, 0, 0];
            let length = UnpackError::Length { side: 1, packing, expected: 5, found };
            assert_eq!(unpack(&bytes[..found], packing), length);
        }
    }
    assert_eq!(unpack(&[1, 0, 0, 1, 4], TwoBit), UnpackError::Padding { at: 4 });
    let second = BoardError::SecondKo { first: 4, at: 5 };
    assert_eq!(unpack(&[1, 0, 0, 2, 0b1111], TwoBit), UnpackError::Board(second));
    // 1x1: 3 * 2 - 1 = 5 is the largest number; 4 and 5 are a ko under a stone.
    assert_eq!(unpack(&[1, 0, 0, 1, 6], Base3), UnpackError::TooLarge { side: 1 });
    assert_eq!(unpack(&[1, 0, 0, 1, 255], Base3), UnpackError::TooLarge { side: 1 });
    assert_eq!(unpack(&[1, 0, 0, 1, 4], Base3), UnpackError::KoOccupied { number: 1 });
    assert_eq!(dgf::unpack(&[1, 0, 0, 1, 3], Base3).unwrap().points(), [3]);
    let full = [&[1, 0, 0, 19][..], &[255; 73]].concat();
    assert_eq!(unpack(&full, Base3), UnpackError::TooLarge { side: 19 });
}

/// The stones are the serial of the small-board studies: colour(id) * 3^id.
#[test]
fn base3_is_the_serial() {
    let rows = [".O.O.", "OXOXO", "X.X.X", "OXOXO", ".O.O."];
    let point = |c| match c {
        'X' => 1,
        'O' => 2,
        _ => 0,
    };
    let points: Vec<u8> = rows.concat().chars().map(point).collect();
    let board = Board::from_parts(Header { side: 5, ..header(5) }, &points).unwrap();
    let bytes = dgf::pack(&board, Packing::Base3);
    let number = bytes[4..].iter().rev().fold(0u64, |sum, &byte| sum << 8 | u64::from(byte));
    assert_eq!(number, 212_254_457_379);
}
