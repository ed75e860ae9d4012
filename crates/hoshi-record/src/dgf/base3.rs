//! Large numbers for packing in base 3: joined from trits and split again, a machine word of them
//! at a time. A 255x255 board has 65025 trits, for which the simple algorithm is fast enough.

/// As many trits as fit in a word of 32 bits.
const TRITS: usize = 20;
const BASE: u64 = 3u64.pow(TRITS as u32);

/// The number `t[0] + t[1] * 3 + t[2] * 3^2 + ... + top * 3^len` as little-endian bytes, without zeros
/// at the end. Trits are 0 to 2.
pub(super) fn join(trits: &[u8], top: u32) -> Vec<u8> {
    // Words of 32 bits, the lowest first; trits come in from the highest on.
    let mut words = vec![top];
    for chunk in trits.chunks(TRITS).rev() {
        let mut carry = chunk.iter().rev().fold(0, |sum, &trit| sum * 3 + u64::from(trit));
        let shift = 3u64.pow(chunk.len() as u32);
        for word in &mut words {
            carry += u64::from(*word) * shift;
            *word = carry as u32;
            carry >>= 32;
        }
        if carry > 0 {
            words.push(carry as u32);
        }
    }
    let mut bytes: Vec<u8> = words.iter().flat_map(|word| word.to_le_bytes()).collect();
    while bytes.last() == Some(&0) {
        bytes.pop();
    }
    bytes
}

/// The inverse of [`join`]: this many trits, and the top; `None` if the top is more than 32 bits.
pub(super) fn split(bytes: &[u8], length: usize) -> Option<(Vec<u8>, u32)> {
    let word = |bytes: &[u8]| bytes.iter().rev().fold(0, |word, &byte| word << 8 | u32::from(byte));
    let mut words: Vec<u32> = bytes.chunks(4).map(word).collect();
    let mut trits = Vec::with_capacity(length);
    while trits.len() < length {
        let count = TRITS.min(length - trits.len());
        let mut rest = if count == TRITS {
            // A constant, so that dividing by it is a multiplication.
            divide(&mut words, BASE)
        } else {
            divide(&mut words, 3u64.pow(count as u32))
        };
        for _ in 0..count {
            trits.push((rest % 3) as u8);
            rest /= 3;
        }
        while words.last() == Some(&0) {
            words.pop();
        }
    }
    match words[..] {
        [] => Some((trits, 0)),
        [top] => Some((trits, top)),
        _ => None,
    }
}

/// Divides in place; returns the remainder.
#[inline(always)]
fn divide(words: &mut [u32], divisor: u64) -> u64 {
    let mut rest = 0;
    for word in words.iter_mut().rev() {
        let part = rest << 32 | u64::from(*word);
        *word = (part / divisor) as u32;
        rest = part % divisor;
    }
    rest
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn small_numbers() {
        assert_eq!(join(&[], 0), []);
        assert_eq!(join(&[1, 2], 0), [7]);
        assert_eq!(join(&[1, 2], 300), [0x93, 0x0a]); // 7 + 9 * 300 = 2707
        assert_eq!(split(&[0x93, 0x0a], 2), Some((vec![1, 2], 300)));
        assert_eq!(split(&[0xff; 9], 2), None);
    }

    #[test]
    fn every_length_comes_back() {
        for length in 0..130 {
            let trits: Vec<u8> = (0..length).map(|index| (index * index % 7 % 3) as u8).collect();
            let bytes = join(&trits, length as u32);
            assert_eq!(split(&bytes, length), Some((trits, length as u32)));
        }
    }
}
