//! `.dgfb` and invalid bytes: every fault by name and offset, every truncation, every changed byte,
//! and noise through every reader.

use hoshi_core::{Rng, SplitMix64};
use hoshi_record::dgf::{
    self, BinaryFault, Board, BoardError, GameFile, GameInfo, MAX_BYTES, MAX_MOVES, Move,
    MovesError, Packing, Record, StringTooLong,
};

use crate::games;

fn small() -> GameFile {
    let record = Record::from_dgr(b"9 0 6 3  0 1 0  0 2 0  0 0 3  1  1 9 0 -1").unwrap();
    let info =
        GameInfo { id: "id".into(), black: "é".into(), white: String::new(), date: "2024".into() };
    GameFile::new(info, record).unwrap()
}

/// The layout, byte by byte, as docs/formats/dgf.md has it.
#[test]
fn the_layout() {
    let bytes = small().to_dgfb();
    let (body, checksum) = bytes.split_last_chunk::<4>().unwrap();
    #[rustfmt::skip]
    let expected = [
        b'D', b'G', b'F', b'B', 1,
        9, 0, 6, 3,
        0b0000_0100, 0b0000_0010, 0b0000_0011,
        1,
        4, 2, 10, 1, 0,
        2, b'i', b'd',
        2, 0xc3, 0xa9,
        0,
        4, b'2', b'0', b'2', b'4',
    ];
    assert_eq!(body, expected);
    assert_eq!(*checksum, crc_of(body).to_le_bytes());
}

/// The bytes with a correct checksum.
fn sealed(body: &[u8]) -> Vec<u8> {
    let mut bytes = body.to_vec();
    bytes.extend(crc_of(body).to_le_bytes());
    bytes
}

/// Bit by bit, without a table.
fn crc_of(body: &[u8]) -> u32 {
    !body.iter().fold(!0u32, |crc, &byte| {
        (0..8).fold(crc ^ u32::from(byte), |crc, _| {
            (crc >> 1) ^ (0xedb8_8320 & (crc & 1).wrapping_neg())
        })
    })
}

fn fault(body: &[u8]) -> (usize, BinaryFault) {
    let error = GameFile::from_dgfb(&sealed(body)).expect_err("a fault");
    (error.offset, error.fault)
}

#[test]
fn every_fault_is_named() {
    let bytes = small().to_dgfb();
    let body = &bytes[..bytes.len() - 4];
    assert_eq!(sealed(body), bytes);
    let with = |at: usize, replaced: usize, by: &[u8]| {
        let mut changed = body.to_vec();
        changed.splice(at..at + replaced, by.iter().copied());
        fault(&changed)
    };
    let board = BinaryFault::Board;
    assert_eq!(with(0, 1, b"d"), (0, BinaryFault::Magic));
    assert_eq!(with(4, 1, &[2]), (4, BinaryFault::Newer { version: 2 }));
    assert_eq!(with(4, 1, &[255]), (4, BinaryFault::Newer { version: 255 }));
    assert_eq!(with(4, 1, &[0]), (4, BinaryFault::Version));
    assert_eq!(with(5, 1, &[3]), (5, board(BoardError::Turn)));
    assert_eq!(with(8, 1, &[0]), (8, board(BoardError::NoSide)));
    assert_eq!(
        with(8, 1, &[255]),
        (body.len(), BinaryFault::Ends { missing: "the last point of the board" })
    );
    assert_eq!(with(11, 1, &[0b111]), (11, BinaryFault::Padding));
    assert_eq!(with(9, 1, &[0b11]), (11, board(BoardError::SecondKo { first: 4, at: 12 })));
    assert_eq!(with(12, 1, &[3]), (12, BinaryFault::Result { value: 3 }));
    assert_eq!(with(13, 1, &[0x84, 0]), (14, BinaryFault::NotMinimal));
    assert_eq!(with(14, 1, &[0x82, 0x80, 0]), (16, BinaryFault::NotMinimal));
    assert_eq!(with(14, 1, &[0xff, 0xff, 0xff, 0xff, 0x1f]), (14, BinaryFault::Number));
    assert_eq!(with(14, 1, &[0xff, 0xff, 0xff, 0xff, 0xff, 1]), (14, BinaryFault::Number));
    let beyond = |value| BinaryFault::Moves(MovesError::Beyond { number: 2, value, side: 3 });
    assert_eq!(with(15, 1, &[11]), (15, beyond(10)));
    assert_eq!(with(15, 1, &[0xff, 0xff, 0xff, 0xff, 0x0f]), (15, beyond(i32::MAX)));
    let after = BinaryFault::Moves(MovesError::AfterResignation { number: 3 });
    assert_eq!(with(15, 1, &[0]), (16, after));
    let left = body.len() - 14;
    let announced = |announced, what, left| BinaryFault::Announced { announced, what, left };
    assert_eq!(with(13, 1, &[100]), (13, announced(100, "moves", left)));
    assert_eq!(
        with(13, 1, &[0xff, 0xff, 0xff, 0xff, 0x0f]),
        (13, announced(u32::MAX, "moves", left))
    );
    assert_eq!(with(18, 1, &[99]), (18, announced(99, "bytes of a string", body.len() - 19)));
    assert_eq!(with(25, 1, &[5]), (25, announced(5, "bytes of a string", 4)));
    assert_eq!(with(23, 1, &[0xc3]), (22, BinaryFault::Utf8 { key: "black" }));
    assert_eq!(with(body.len(), 0, &[0, 7]), (body.len(), BinaryFault::Trailing { bytes: 2 }));
    // Truncated at every byte, with a correct checksum.
    for length in 0..body.len() {
        let (offset, fault) = fault(&body[..length]);
        assert!(offset <= length, "{length}: {offset} {fault}");
    }
    let long = [&body[..21], &[0x81, 0x20], &[b'x'; 4097], &[0, 0]].concat();
    assert_eq!(
        fault(&long),
        (21, BinaryFault::String(StringTooLong { key: "black", bytes: 4097 }))
    );
    let error = GameFile::from_dgfb(&vec![0; MAX_BYTES + 1]).unwrap_err();
    assert_eq!(error.fault, BinaryFault::TooLong { bytes: MAX_BYTES + 1 });
    let count = MAX_MOVES + 1;
    let mut many = body[..13].to_vec();
    many.extend([count as u8 | 0x80, (count >> 7) as u8 | 0x80, (count >> 14) as u8]);
    many.extend(vec![1; count + 4]);
    assert_eq!(fault(&many), (13, BinaryFault::Moves(MovesError::TooMany { found: count })));
}

#[test]
fn every_cut_and_every_changed_byte_is_refused() {
    for game in games::files(3, 44).filter(|game| game.record().board().side() <= 13) {
        let bytes = game.to_dgfb();
        for length in 0..bytes.len() {
            assert!(GameFile::from_dgfb(&bytes[..length]).is_err());
        }
        for at in 0..bytes.len() {
            let mut changed = bytes.clone();
            for change in [1, 0x80, 0xff, (at as u8) | 2] {
                changed[at] = bytes[at] ^ change;
                assert!(GameFile::from_dgfb(&changed).is_err(), "byte {at} xor {change}");
            }
        }
        let mut longer = bytes.clone();
        longer.push(0);
        assert!(GameFile::from_dgfb(&longer).is_err());
    }
    let bytes = small().to_dgfb();
    for at in 0..bytes.len() {
        for byte in (0..=255).filter(|&byte| byte != bytes[at]) {
            let mut changed = bytes.clone();
            changed[at] = byte;
            assert!(GameFile::from_dgfb(&changed).is_err());
        }
    }
}

/// Truncated texts are refused, or are a record with fewer moves.
#[test]
fn every_cut_of_a_text() {
    let mut shorter = 0;
    for game in games::files(4, 22).filter(|game| game.record().board().side() <= 7) {
        let (dgr, dgf) = (game.record().to_dgr(), game.to_dgf());
        for length in 0..dgr.len() {
            if let Ok(cut) = Record::from_dgr(&dgr.as_bytes()[..length]) {
                assert_eq!(cut.board(), game.record().board());
                let moves = game.record().moves();
                assert!(cut.moves().len() <= moves.len());
                shorter += usize::from(cut.moves().len() < moves.len());
            }
        }
        // All but the last line feed is needed.
        for length in 0..dgf.len() - 1 {
            assert!(GameFile::from_dgf(&dgf.as_bytes()[..length]).is_err());
        }
        let board = game.record().board().to_bytes();
        for length in 0..board.len() {
            assert!(Board::from_bytes(&board[..length]).is_err());
        }
    }
    assert!(shorter > 100, "{shorter}");
}

/// Accepted bytes are canonical, so writing gives the same bytes. The checksum is updated after
/// every change, so that the changes are seen.
#[test]
fn what_is_accepted_is_canonical() {
    let mut rng = SplitMix64::new(5);
    let mut accepted = 0;
    for game in games::files(5, 110).filter(|game| game.record().board().side() <= 9) {
        let bytes = game.to_dgfb();
        for _ in 0..300 {
            let mut body = bytes[..bytes.len() - 4].to_vec();
            for _ in 0..1 + rng.below(3) {
                let at = 5 + rng.below(body.len() as u32 - 5) as usize;
                match rng.below(4) {
                    0 => body[at] = rng.next_u64() as u8,
                    1 => body[at] ^= 1 << rng.below(8),
                    2 => body.insert(at, rng.below(4) as u8),
                    _ => drop(body.remove(at)),
                }
            }
            let sealed = sealed(&body);
            if let Ok(game) = GameFile::from_dgfb(&sealed) {
                accepted += 1;
                assert_eq!(game.to_dgfb(), sealed);
                assert_eq!(GameFile::from_dgf(game.to_dgf().as_bytes()).as_ref(), Ok(&game));
            }
        }
    }
    assert!(accepted > 1000, "{accepted}");
}

#[test]
fn noise_is_no_trouble() {
    let mut rng = SplitMix64::new(6);
    let mut accepted = [0; 3];
    let letters = b"0123456789 -\n\t[]=,\"#.'abdefhiklmorstvw";
    for round in 0..20_000u32 {
        let length = rng.below(80);
        let bytes: Vec<u8> = match round % 4 {
            0 => (0..length).map(|_| rng.next_u64() as u8).collect(),
            1 => (0..length).map(|_| rng.below(4) as u8).collect(),
            2 => (0..length).map(|_| letters[rng.below(letters.len() as u32) as usize]).collect(),
            _ => (0..length).map(|_| b"0 1 2 3 "[rng.below(8) as usize]).collect(),
        };
        let _ = Move::from_dgm(&bytes).map(Move::to_dgm);
        let _ = GameFile::from_dgf(&bytes);
        let _ = GameFile::from_dgfb(&bytes);
        let mut sealed_noise = b"DGFB\x01".to_vec();
        sealed_noise.extend(&bytes);
        let _ = GameFile::from_dgfb(&sealed(&sealed_noise));
        if let Ok(record) = Record::from_dgr(&bytes) {
            accepted[0] += 1;
            assert_eq!(Record::from_dgr(record.to_dgr().as_bytes()).as_ref(), Ok(&record));
            let _ = record.replay(&games::rules("simple"));
        }
        if let Ok(board) = Board::from_bytes(&bytes) {
            accepted[1] += 1;
            assert_eq!(board.to_bytes(), bytes);
            let _ = board.position();
            let _ = dgf::legal_moves(&board, &games::rules("new-zealand"));
            let _ = dgf::liberties(&board, None);
        }
        for &packing in Packing::ALL {
            if let Ok(board) = dgf::unpack(&bytes, packing) {
                accepted[2] += 1;
                assert_eq!(dgf::pack(&board, packing), bytes);
            }
        }
    }
    assert!(accepted.iter().all(|&accepted| accepted > 0), "{accepted:?}");
}
