//! A board packed as the index of its position: the format of boards and the index of positions know
//! nothing of each other, and are joined here. docs/formats/dgf.md has the bytes.

use anyhow::{Result, anyhow, ensure};
use hoshi_core::Size;
use hoshi_lab::Index;
use hoshi_record::dgf::{Board, Header};

/// The value of a board's point that is empty, and of one that is the ko point.
const EMPTY: u8 = 0;
const KO: u8 = 3;

/// Packs a board: the header, the ko point, the index.
pub(super) fn pack(board: &Board) -> Result<Vec<u8>> {
    let index = index(board.size())?;
    let mut bytes = board.to_bytes();
    bytes.truncate(bytes.len() - board.points().len());
    // No board that is packed has more than 81 points.
    let ko = board.points().iter().position(|&point| point == KO).map_or(0, |at| at as u8 + 1);
    bytes.push(ko);
    let points: Vec<u8> = board.points().iter().map(|&point| point % KO).collect();
    let rank = index.rank(&points).ok_or_else(|| {
        anyhow!("only legal positions have an index, and a block has no liberty here; base3 packs any board")
    })?;
    bytes.extend(&rank.to_le_bytes()[..length(&index)]);
    Ok(bytes)
}

/// Unpacks a board.
pub(super) fn unpack(bytes: &[u8]) -> Result<Board> {
    let found = bytes.len();
    let (header, body) = bytes
        .split_first_chunk()
        .ok_or_else(|| anyhow!("{found} bytes are no packed board: its header alone has 4"))?;
    let header = Header::from_bytes(*header)?;
    let size = Size::square(header.side).ok_or_else(|| anyhow!("byte 3, the side, is 0"))?;
    let index = index(size)?;
    let expected = 4 + 1 + length(&index);
    ensure!(
        found == expected,
        "a {size} board (byte 3) packed as index has {expected} bytes, not {found}"
    );
    let (&ko, rank) = body.split_first().ok_or_else(|| anyhow!("the ko point is missing"))?;
    let mut number = [0; 16];
    number[..rank.len()].copy_from_slice(rank);
    let (rank, last) = (u128::from_le_bytes(number), index.len() - 1);
    let mut points = index.unrank(rank).ok_or_else(|| {
        anyhow!("the index from byte 5 on is {rank}: the last one of a {size} board is {last}")
    })?;
    if ko > 0 {
        let area = size.area();
        let point = points.get_mut(usize::from(ko) - 1).ok_or_else(|| {
            anyhow!(
                "byte 4, the ko point, is {ko}: a {size} board has {area} points, and 0 is none"
            )
        })?;
        ensure!(*point == EMPTY, "the ko point {ko} has a stone on it: it is an empty point");
        *point = KO;
    }
    Ok(Board::from_parts(header, &points)?)
}

fn index(size: Size) -> Result<Index> {
    Index::new(size).map_err(|error| anyhow!("{error}; base3 packs any board"))
}

/// How many bytes the largest index has.
fn length(index: &Index) -> usize {
    let bits = 128 - (index.len() - 1).leading_zeros();
    bits.div_ceil(8) as usize
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn positions_of_small_boards_with_every_ko() {
        for side in 1..=3 {
            let size = Size::square(side).unwrap();
            let index = Index::new(size).unwrap();
            for rank in (0..index.len()).step_by(if side < 3 { 1 } else { 97 }) {
                let points = index.unrank(rank).unwrap();
                let empty = (0..points.len()).filter(|&at| points[at] == EMPTY);
                for ko in [None].into_iter().chain(empty.map(Some)) {
                    let mut bytes = vec![9, 0, 6, side];
                    bytes.extend(&points);
                    ko.into_iter().for_each(|at| bytes[4 + at] = KO);
                    let board = Board::from_bytes(&bytes).unwrap();
                    let packed = pack(&board).unwrap();
                    assert_eq!(packed.len(), [5, 6, 7][usize::from(side) - 1]);
                    assert_eq!(unpack(&packed).unwrap(), board);
                }
            }
        }
    }

    #[test]
    fn the_example_of_the_format() {
        let board = Board::from_bytes(&[1, 0, 0, 2, 0, 1, 2, 3]).unwrap();
        assert_eq!(pack(&board).unwrap(), [1, 0, 0, 2, 4, 20]);
    }

    #[test]
    fn as_many_bytes_as_the_board_needs() {
        for (side, bytes) in [(4, 4), (5, 5), (6, 7), (7, 10), (8, 13), (9, 16)] {
            let index = Index::new(Size::square(side).unwrap()).unwrap();
            assert_eq!(length(&index), bytes, "{side}");
        }
    }

    #[test]
    fn bytes_that_are_no_board() {
        let error = |bytes: &[u8]| unpack(bytes).unwrap_err().to_string();
        assert_eq!(error(&[1, 0, 0]), "3 bytes are no packed board: its header alone has 4");
        assert_eq!(
            error(&[1, 0, 0, 2, 0]),
            "a 2x2 board (byte 3) packed as index has 6 bytes, not 5"
        );
        assert_eq!(
            error(&[1, 0, 0, 2, 0, 57]),
            "the index from byte 5 on is 57: the last one of a 2x2 board is 56"
        );
        assert_eq!(
            error(&[1, 0, 0, 2, 5, 0]),
            "byte 4, the ko point, is 5: a 2x2 board has 4 points, and 0 is none"
        );
        assert_eq!(
            error(&[1, 0, 0, 2, 1, 1]),
            "the ko point 1 has a stone on it: it is an empty point"
        );
        assert_eq!(
            error(&[1, 0, 0, 10, 0, 0]),
            "a 10x10 board is too large; the limit is 9x9; base3 packs any board"
        );
        assert!(unpack(&[3, 0, 0, 2, 0, 0]).is_err());
    }
}
