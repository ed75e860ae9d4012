//! A set of up to 256 numbers: the values that a group of up to five points can have.

use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, Not};

/// A set of numbers below 256.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(crate) struct Bits(pub(crate) [u64; 4]);

impl Bits {
    pub(crate) const NONE: Bits = Bits([0; 4]);

    /// The numbers below `many`.
    pub(crate) fn below(many: usize) -> Bits {
        Bits([0, 1, 2, 3].map(|word| match many.saturating_sub(64 * word) {
            0 => 0,
            some @ 1..64 => (1 << some) - 1,
            _ => u64::MAX,
        }))
    }

    /// One number.
    #[inline(always)]
    pub(crate) fn one(number: usize) -> Bits {
        let mut bits = Bits::NONE;
        bits.0[(number / 64) & 3] = 1 << (number % 64);
        bits
    }

    /// The numbers that satisfy a predicate.
    pub(crate) fn which(many: usize, is: impl Fn(usize) -> bool) -> Bits {
        (0..many)
            .filter(|&number| is(number))
            .fold(Bits::NONE, |set, number| set | Bits::one(number))
    }

    #[inline(always)]
    pub(crate) fn is_empty(self) -> bool {
        let [a, b, c, d] = self.0;
        a | b | c | d == 0
    }

    #[inline(always)]
    pub(crate) fn contains(self, number: usize) -> bool {
        self.0[(number / 64) & 3] >> (number % 64) & 1 != 0
    }

    #[inline(always)]
    pub(crate) fn len(self) -> u32 {
        self.0.iter().map(|word| word.count_ones()).sum()
    }

    /// The numbers in ascending order.
    #[inline(always)]
    pub(crate) fn iter(self) -> Numbers {
        let [word, rest @ ..] = self.0;
        Numbers { word, rest, base: 0 }
    }

    /// The numbers that are in the set when `by` is added to them.
    #[inline(always)]
    pub(crate) fn minus(self, by: i32) -> Bits {
        let places = by.unsigned_abs() as usize;
        let (words, bits) = (places / 64, places % 64);
        let at = |place: usize| self.0.get(place).copied().unwrap_or(0);
        Bits([0, 1, 2, 3].map(|place: usize| {
            if by >= 0 {
                let (low, high) = (at(place + words), at(place + words + 1));
                if bits == 0 { low } else { low >> bits | high << (64 - bits) }
            } else {
                let high = place.checked_sub(words).map_or(0, at);
                let low = place.checked_sub(words + 1).map_or(0, at);
                if bits == 0 { high } else { high << bits | low >> (64 - bits) }
            }
        }))
    }
}

/// The numbers of a set.
#[derive(Clone, Debug)]
pub(crate) struct Numbers {
    word: u64,
    rest: [u64; 3],
    base: usize,
}

impl Iterator for Numbers {
    type Item = usize;

    #[inline(always)]
    fn next(&mut self) -> Option<usize> {
        while self.word == 0 {
            if self.base == 192 {
                return None;
            }
            let [next, b, c] = self.rest;
            self.word = next;
            self.rest = [b, c, 0];
            self.base += 64;
        }
        let number = self.base + self.word.trailing_zeros() as usize;
        self.word &= self.word - 1;
        Some(number)
    }
}

impl BitAnd for Bits {
    type Output = Bits;
    #[inline(always)]
    fn bitand(self, other: Bits) -> Bits {
        let ([a, b, c, d], [e, f, g, h]) = (self.0, other.0);
        Bits([a & e, b & f, c & g, d & h])
    }
}

impl BitOr for Bits {
    type Output = Bits;
    #[inline(always)]
    fn bitor(self, other: Bits) -> Bits {
        let ([a, b, c, d], [e, f, g, h]) = (self.0, other.0);
        Bits([a | e, b | f, c | g, d | h])
    }
}

impl Not for Bits {
    type Output = Bits;
    #[inline(always)]
    fn not(self) -> Bits {
        let [a, b, c, d] = self.0;
        Bits([!a, !b, !c, !d])
    }
}

impl BitAndAssign for Bits {
    #[inline(always)]
    fn bitand_assign(&mut self, other: Bits) {
        *self = *self & other;
    }
}

impl BitOrAssign for Bits {
    #[inline(always)]
    fn bitor_assign(&mut self, other: Bits) {
        *self = *self | other;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moved_by_any_distance() {
        let set = Bits::which(243, |number| number % 7 == 3 || number > 200);
        for by in -250..=250 {
            let moved = set.minus(by);
            for number in 0..256 {
                let from = number + by;
                let is = (0..256).contains(&from) && set.contains(from as usize);
                assert_eq!(moved.contains(number as usize), is, "{number} {by}");
            }
        }
    }

    #[test]
    fn below_and_each() {
        for many in 0..=256 {
            let set = Bits::below(many);
            assert_eq!(set.len() as usize, many);
            assert!(set.iter().eq(0..many));
        }
    }
}
