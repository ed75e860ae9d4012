//! A fast scan over runs of single-move nodes, which make up nearly all of every file: eight bytes at a
//! time. They are the same in every charset.

/// Whether eight bytes, the first the lowest, begin with a move such as `B[pd]`. Comparing them as one
/// number takes one test instead of seven. A few signs pass for lower-case letters, which is harmless: they
/// do not begin or end anything in any charset.
#[inline]
pub(crate) fn is_move(word: u64) -> bool {
    const LIKE: u64 = u64::from_le_bytes(*b"\0[``]\0\0\0");
    const MASK: u64 = u64::from_le_bytes([0, 0xff, 0xe0, 0xe0, 0xff, 0, 0, 0]);
    let color = word as u8;
    (word & MASK == LIKE) & ((color == b'B') | (color == b'W'))
}

/// The distance from the start of such a move to just after the semicolon of the next node, if these eight
/// bytes contain both.
#[inline]
pub(crate) fn to_next(eight: [u8; 8]) -> Option<usize> {
    if !is_move(u64::from_le_bytes(eight)) {
        return None;
    }
    let [_, _, _, _, _, after, next, third] = eight;
    match (after, next, third) {
        (b';', ..) => Some(6),
        (b'\n', b';', _) => Some(7),
        (b'\r', b'\n', b';') => Some(8),
        _ => None,
    }
}

/// The semicolon of the first node, from the one at `at` on, that is not a single move followed by
/// another node; `at` itself if there is no semicolon.
#[inline]
pub(crate) fn past_moves(text: &[u8], at: usize) -> usize {
    if text.get(at) != Some(&b';') {
        return at;
    }
    let mut at = at + 1;
    while let Some(next) = text[at..].first_chunk().copied().and_then(to_next) {
        at += next;
    }
    at - 1
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_are_seen_as_byte_by_byte() {
        let obvious = |eight: [u8; 8]| {
            let [color, open, x, y, close, ..] = eight;
            matches!(color, b'B' | b'W')
                && (open, close) == (b'[', b']')
                && [x, y].iter().all(|byte| matches!(byte, b'`'..=0x7f))
        };
        let check = |eight: [u8; 8]| {
            assert_eq!(is_move(u64::from_le_bytes(eight)), obvious(eight), "{eight:x?}");
        };
        for x in 0..=255 {
            for y in 0..=255 {
                check([b'B', b'[', x, y, b']', b';', x, y]);
                check([x, b'[', b'p', b'd', b']', y, 0, 0xff]);
                check([b'W', x, b'z', b'a', y, b';', b'B', b'[']);
            }
        }
    }

    #[test]
    fn a_run_ends_where_something_else_begins() {
        for (text, end) in [
            ("", 0),
            ("x", 0),
            (";", 0),
            (";B[aa];W[bb]\n;B[cc]\r\n;W[dd])", 21),
            (";B[aa];W[bb]C[x];B[cc]", 6),
            (";B[aa];W[];B[cc];W[dd]", 6),
            (";B[aa] ;W[bb];B[cc]", 0),
        ] {
            assert_eq!(past_moves(text.as_bytes(), 0), end, "{text}");
        }
    }
}
