//! A fast scan over ASCII, which is most of every record.

/// The index of the next byte above ASCII from `at` on, or the length.
#[inline]
pub(super) fn next_high(bytes: &[u8], mut at: usize) -> usize {
    const HIGH: u64 = 0x8080_8080_8080_8080;
    // Compilers vectorize this loop; the codec library's own handles half as many bytes per step.
    while let Some(block) = bytes[at..].first_chunk::<64>() {
        if block.iter().fold(0, |all, byte| all | byte) >= 0x80 {
            break;
        }
        at += 64;
    }
    while let Some(eight) = bytes[at..].first_chunk() {
        let high = u64::from_le_bytes(*eight) & HIGH;
        if high != 0 {
            return at + high.trailing_zeros() as usize / 8;
        }
        at += 8;
    }
    at + bytes[at..].iter().take_while(|byte| byte.is_ascii()).count()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_place_is_found() {
        for length in [0, 1, 7, 8, 9, 63, 64, 65, 130, 200] {
            let mut bytes = vec![b'a'; length];
            assert_eq!(next_high(&bytes, 0), length);
            for high in 0..length {
                bytes[high] = 0x80;
                for at in 0..=length {
                    let wanted = if at <= high { high } else { length };
                    assert_eq!(next_high(&bytes, at), wanted, "{length} {high} {at}");
                }
                bytes[high] = 0x7f;
            }
        }
    }
}
