//! Compares the index with the obvious way: every serial of small boards, judged by flood fill.

mod common;

use common::{is_legal, points};
use hoshi_core::{Size, SplitMix64};
use hoshi_lab::{Index, legal};

#[test]
fn every_serial_of_small_boards() {
    for (width, height) in
        [(1, 1), (2, 1), (1, 4), (2, 2), (3, 2), (2, 3), (3, 3), (4, 3), (3, 4), (6, 2)]
    {
        let size = Size::new(width, height).unwrap();
        let index = Index::new(size).unwrap();
        let mut next = 0;
        for serial in 0..3u64.pow(size.area() as u32) {
            let points = points(serial, size.area());
            let rank = is_legal(size, &points).then_some(next);
            assert_eq!(index.rank(&points), rank, "{size} {serial}");
            assert_eq!(index.rank_serial(serial).map(u128::from), rank, "{size} {serial}");
            if rank.is_some() {
                assert_eq!(index.unrank(next), Some(points));
                assert_eq!(index.unrank_serial(next as u64), Some(serial));
                next += 1;
            }
        }
        assert_eq!(index.len(), next);
        assert_eq!(index.unrank(next), None);
        assert_eq!(legal(size).unwrap(), next.into());
    }
}

#[test]
fn there_and_back_on_larger_boards() {
    for (width, height, many) in [(5, 5, 100_000), (7, 4, 20_000), (7, 7, 20_000), (9, 9, 5_000)] {
        let size = Size::new(width, height).unwrap();
        let index = Index::new(size).unwrap();
        assert_eq!(legal(size).unwrap(), index.len().into());
        let mut rng = SplitMix64::new(7);
        for nth in 0..many {
            let points = index.random(&mut rng);
            let rank = index.rank(&points).unwrap();
            assert_eq!(index.unrank(rank).as_ref(), Some(&points));
            if nth < 1000 {
                assert!(is_legal(size, &points));
                // The order is that of the serials: of the digits from the last point on.
                if let Some(after) = index.unrank(rank + 1) {
                    assert!(points.iter().rev().lt(after.iter().rev()));
                }
            }
        }
    }
}

#[test]
fn serials_where_they_fit() {
    // 36 points: every serial fits into 64 bits. 81 points: those of positions high up on the board do.
    for side in [6, 9] {
        let index = Index::new(Size::square(side).unwrap()).unwrap();
        let area = index.size().area();
        for rank in [0, 1, 2, 1000, 1 << 40, 1 << 55] {
            let serial = index.unrank_serial(rank).unwrap();
            assert_eq!(index.rank_serial(serial), Some(rank));
            assert_eq!(index.rank(&points(serial, area)), Some(rank.into()));
        }
    }
    let index = Index::new(Size::S9).unwrap();
    assert_eq!(index.unrank_serial(u64::MAX), None);
    let index = Index::new(Size::square(6).unwrap()).unwrap();
    assert_eq!(index.rank_serial(3u64.pow(36)), None);
    assert_eq!(index.unrank_serial(u64::MAX), None);
}

#[test]
fn invalid_input() {
    let index = Index::new(Size::square(3).unwrap()).unwrap();
    assert_eq!(index.rank(&[0; 8]), None);
    assert_eq!(index.rank(&[3; 9]), None);
    assert!(Index::new(Size::S19).is_err());
    assert_eq!(
        Index::new(Size::new(10, 2).unwrap()).unwrap_err().to_string(),
        "a 10x2 board is too large; the limit is 9x9"
    );
}
