//! Compares the index of reduced positions with the obvious way, and with independent numbers.

mod common;

use common::{images, is_legal, points};
use hoshi_core::{Rng, Size, SplitMix64};
use hoshi_lab::Reduced;

#[test]
fn every_serial_of_small_boards() {
    for (width, height) in [
        (1, 1),
        (2, 1),
        (1, 4),
        (5, 1),
        (1, 5),
        (2, 2),
        (3, 2),
        (2, 3),
        (3, 3),
        (2, 5),
        (5, 2),
        (3, 4),
    ] {
        let size = Size::new(width, height).unwrap();
        let reduced = Reduced::new(size).unwrap();
        let mut next = 0;
        for serial in 0..3u64.pow(size.area() as u32) {
            let points = points(serial, size.area());
            let is_reduced = images(size, &points).into_iter().all(|image| image >= serial)
                && is_legal(size, &points);
            // A block of the larger ones takes a while.
            if size.area() < 12 || serial % 29 == 0 {
                assert_eq!(reduced.rank(serial), is_reduced.then_some(next), "{size} {serial}");
            }
            if is_reduced {
                assert_eq!(reduced.unrank(next), Some(serial), "{size} {next}");
                next += 1;
            }
        }
        assert_eq!(reduced.len(), next);
        assert_eq!(reduced.unrank(next), None);
        assert_eq!(reduced.rank(3u64.pow(size.area() as u32)), None);
        assert_eq!(reduced.rank(u64::MAX), None);
    }
}

#[test]
fn there_and_back_on_larger_boards() {
    // The totals were computed elsewhere in two ways.
    for (width, height, many) in
        [(4, 3, 81712), (5, 3, 2058184), (4, 4, 3047783), (5, 4, 460114319), (4, 5, 460114319)]
    {
        let size = Size::new(width, height).unwrap();
        let reduced = Reduced::new(size).unwrap();
        assert_eq!(reduced.len(), many, "{size}");
        let mut rng = SplitMix64::new(3);
        for _ in 0..100 {
            let serial = reduced.random(&mut rng);
            let rank = reduced.rank(serial).unwrap();
            assert_eq!(reduced.unrank(rank), Some(serial));
            let points = points(serial, size.area());
            assert!(is_legal(size, &points) && images(size, &points).iter().all(|&i| i >= serial));
            assert!(reduced.unrank(rank + 1).is_none_or(|after| after > serial));
            // Any other serial.
            let other = rng.next_u64() % 3u64.pow(size.area() as u32);
            let points = common::points(other, size.area());
            let is_reduced = is_legal(size, &points)
                && images(size, &points).iter().all(|&image| image >= other);
            assert_eq!(reduced.rank(other).is_some(), is_reduced, "{size} {other}");
        }
    }
}

#[test]
fn what_is_known_of_5x5() {
    let reduced = Reduced::new(Size::square(5).unwrap()).unwrap();
    // The seed's own program counted these.
    assert_eq!(reduced.len(), 51_790_408_755);
    // The last one is all white, except for the centre.
    let last = reduced.unrank(reduced.len() - 1).unwrap();
    assert_eq!(last, 3u64.pow(25) - 1 - 2 * 3u64.pow(12));
    assert_eq!(reduced.rank(last), Some(reduced.len() - 1));
    assert_eq!(reduced.rank(last + 1), None);
}

#[test]
fn boards_that_are_too_large() {
    assert_eq!(
        Reduced::new(Size::new(6, 2).unwrap()).unwrap_err().to_string(),
        "a 6x2 board is too large; the limit is 5x5"
    );
}
