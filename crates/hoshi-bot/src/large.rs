//! Large patterns: all that is near an empty point, farther than the 3x3 shape shows. Those that players
//! have often answered are known by a number; of several that fit, the largest counts.
//!
//! A pattern is a hash, the same for all that are turned or mirrored: the least of eight. 36 points around a
//! candidate cost a twentieth of a playout on 19x19.

use std::sync::{Arc, LazyLock};

use hoshi_core::Color;
use hoshi_core::playout::{SearchBoard, Spot};

/// How many points the patterns of each size have: those whose distance, `dx + dy + max(dx, dy)`, is at most
/// 4, 5, 6 and 7.
const ENDS: [usize; 4] = [12, 20, 28, 36];
const POINTS: usize = ENDS[3];

/// Boards with more numbers than this are too rare to keep tables for.
const LARGEST: usize = 512;

/// Off the board.
const OFF: u16 = u16::MAX;

/// The points of the largest pattern, the nearest first.
static OFFSETS: LazyLock<Vec<(i16, i16)>> = LazyLock::new(|| {
    let mut all = Vec::new();
    for distance in 2..=7 {
        for dy in -3_i16..=3 {
            for dx in -3_i16..=3 {
                let (x, y) = (dx.abs(), dy.abs());
                if x + y + x.max(y) == distance {
                    all.push((dx, dy));
                }
            }
        }
    }
    all
});

/// For every point: what an own stone, an enemy stone and the edge add to each of the eight hashes.
static KEYS: LazyLock<Vec<[[u64; 8]; 3]>> = LazyLock::new(|| {
    let key = |(dx, dy): (i16, i16), state: usize| {
        let number = (dx + 8) as u64 | ((dy + 8) as u64) << 4 | (state as u64 + 1) << 8;
        hoshi_core::SplitMix64::nth(0x006c_6172_6765, number)
    };
    let turned = |(x, y): (i16, i16)| {
        [(x, y), (-x, y), (x, -y), (-x, -y), (y, x), (-y, x), (y, -x), (-y, -x)]
    };
    let keys = OFFSETS.iter().map(|&at| {
        let turned = turned(at);
        [0, 1, 2].map(|state| turned.map(|at| key(at, state)))
    });
    keys.collect()
});

/// The patterns that are known, each with a number from 1 on.
#[derive(Clone, Debug, Default)]
pub(crate) struct Patterns {
    /// Hashes and numbers, each at the first free place from its hash on.
    slots: Vec<(u64, u16)>,
}

impl Patterns {
    /// Numbers the hashes in their order, up to 65,535 of them.
    pub(crate) fn new(hashes: &[u64]) -> Patterns {
        let hashes = &hashes[..hashes.len().min(usize::from(u16::MAX))];
        if hashes.is_empty() {
            return Patterns::default();
        }
        let mut slots = vec![(0, 0); (2 * hashes.len()).next_power_of_two()];
        for (hash, number) in hashes.iter().zip(1..) {
            let mut at = *hash as usize % slots.len();
            while slots[at].1 != 0 {
                at = (at + 1) % slots.len();
            }
            slots[at] = (*hash, number);
        }
        Patterns { slots }
    }

    /// The number of a pattern; 0 if it is not known.
    #[inline]
    fn number(&self, hash: u64) -> u16 {
        let mask = self.slots.len() - 1;
        let mut at = hash as usize & mask;
        loop {
            let (known, number) = self.slots[at];
            if number == 0 || known == hash {
                return number;
            }
            at = (at + 1) & mask;
        }
    }
}

/// Looks at large patterns on boards of one size.
#[derive(Debug)]
pub(crate) struct Surroundings {
    patterns: Arc<Patterns>,
    /// For every spot, the spots of the largest pattern around it.
    near: Vec<[u16; POINTS]>,
}

impl Surroundings {
    pub(crate) fn new<const CAP: usize>(
        board: &SearchBoard<CAP>,
        patterns: Arc<Patterns>,
    ) -> Surroundings {
        let size = board.size();
        let mut near = Vec::new();
        if CAP <= LARGEST {
            near = vec![[OFF; POINTS]; CAP];
            for point in size.points() {
                let entry = &mut near[board.spot(point).index()];
                for (to, &(dx, dy)) in entry.iter_mut().zip(OFFSETS.iter()) {
                    let moved = |from: u8, by: i16| u8::try_from(i16::from(from) + by).ok();
                    let other = moved(point.x(), dx).zip(moved(point.y(), dy));
                    if let Some(other) = other.and_then(|(x, y)| size.point(x, y)) {
                        *to = board.spot(other).index() as u16;
                    }
                }
            }
        }
        Surroundings { patterns, near }
    }

    /// The hashes of the patterns around a spot, the smallest first, as the colour sees them.
    #[inline]
    pub(crate) fn hashes<const CAP: usize>(
        &self,
        board: &SearchBoard<CAP>,
        spot: Spot,
        color: Color,
    ) -> Option<[u64; ENDS.len()]> {
        let near = self.near.get(spot.index())?;
        let keys: &[_; POINTS] = KEYS.first_chunk()?;
        let mut sums = [0_u64; 8];
        let mut hashes = [0; ENDS.len()];
        let mut from = 0;
        for (hash, end) in hashes.iter_mut().zip(ENDS) {
            for (&at, keys) in near[from..end].iter().zip(&keys[from..end]) {
                let state = if at == OFF {
                    2
                } else {
                    match board.stone(Spot::from_index(usize::from(at))) {
                        None => continue,
                        Some(stone) => usize::from(stone != color),
                    }
                };
                for (sum, key) in sums.iter_mut().zip(&keys[state]) {
                    *sum ^= key;
                }
            }
            from = end;
            *hash = sums.iter().fold(u64::MAX, |least, &sum| least.min(sum)) ^ end as u64;
        }
        Some(hashes)
    }

    /// The number of the largest known pattern around a spot; 0 if there is none.
    #[inline]
    pub(crate) fn number<const CAP: usize>(
        &self,
        board: &SearchBoard<CAP>,
        spot: Spot,
        color: Color,
    ) -> u16 {
        if self.patterns.slots.is_empty() {
            return 0;
        }
        let Some(hashes) = self.hashes(board, spot, color) else { return 0 };
        let numbers = hashes.iter().rev().map(|&hash| self.patterns.number(hash));
        numbers.into_iter().find(|&number| number != 0).unwrap_or(0)
    }
}

#[cfg(test)]
mod tests {
    use hoshi_core::{Board, Symmetry};

    use super::*;

    fn hashes(board: &Board, at: (u8, u8), color: Color) -> [u64; 4] {
        let mut search = SearchBoard::<128>::new(board.size());
        search.set_position(board, color);
        let spot = search.spot(board.size().point(at.0, at.1).unwrap());
        let around = Surroundings::new(&search, Arc::default());
        around.hashes(&search, spot, color).unwrap()
    }

    #[test]
    fn points_are_counted() {
        assert_eq!(OFFSETS.len(), POINTS);
        let within = |most: i16| {
            let near = |&&(dx, dy): &&(i16, i16)| {
                let (x, y) = (dx.abs(), dy.abs());
                x + y + x.max(y) <= most
            };
            OFFSETS.iter().filter(near).count()
        };
        assert_eq!([4, 5, 6, 7].map(within), ENDS);
    }

    #[test]
    fn turned_and_swapped_patterns_are_one() {
        let text = "
            . . . . . . .
            . X O . . . .
            . . . X . . .
            . . O . . O .
            . . . . . . .
            . X . . . . .
            . . . . . . .
        ";
        let board = Board::from_text(text).unwrap();
        let size = board.size();
        let wanted = hashes(&board, (3, 1), Color::Black);
        let mut compared = 0;
        for &symmetry in Symmetry::of(size) {
            let point = symmetry.apply(size, size.point(3, 1).unwrap());
            let turned = board.transformed(symmetry);
            assert_eq!(hashes(&turned, (point.x(), point.y()), Color::Black), wanted);
            compared += 1;
        }
        assert_eq!(compared, 8);
        let swapped = text.replace('X', "#").replace('O', "X").replace('#', "O");
        let swapped = Board::from_text(&swapped).unwrap();
        assert_eq!(hashes(&swapped, (3, 1), Color::White), wanted);
        assert_ne!(hashes(&swapped, (3, 1), Color::Black), wanted);
    }

    #[test]
    fn the_largest_known_pattern_counts() {
        let board = Board::from_text(
            "
            . . . . . . .
            . X O . . . .
            . . . X . . .
            . . . . . . .
            . . O . . . .
            . . . . . . .
            . . . . . . .
        ",
        )
        .unwrap();
        let [small, _, larger, _] = hashes(&board, (3, 1), Color::Black);
        let mut search = SearchBoard::<128>::new(board.size());
        search.set_position(&board, Color::Black);
        let spot = search.spot(board.size().point(3, 1).unwrap());
        let number = |known: &[u64]| {
            let around = Surroundings::new(&search, Arc::new(Patterns::new(known)));
            around.number(&search, spot, Color::Black)
        };
        assert_eq!(number(&[]), 0);
        assert_eq!(number(&[small ^ 1]), 0);
        assert_eq!(number(&[7, small]), 2);
        assert_eq!(number(&[7, small, 9, larger]), 4);
    }
}
