//! Runs of nodes that are one move each, as nearly all of every file is: found eight bytes at a time. No
//! charset reads them differently.

/// Whether eight bytes, the first the lowest, begin with a move such as `B[pd]`. As one number they are
/// asked one question, where one by one they would be asked seven. A few signs pass for small letters: they
/// begin or end nothing either, in any charset.
#[inline]
pub(crate) fn is_move(word: u64) -> bool {
    const LIKE: u64 = u64::from_le_bytes(*b"\0[``]\0\0\0");
    const MASK: u64 = u64::from_le_bytes([0, 0xff, 0xe0, 0xe0, 0xff, 0, 0, 0]);
    let color = word as u8;
    (word & MASK == LIKE) & ((color == b'B') | (color == b'W'))
}

/// How far it is from the beginning of such a move to behind the semicolon of the next node, if these eight
/// bytes have both.
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

/// The semicolon of the first node, from the one at `at` on, that is not a single move with another node
/// behind it; `at` itself if there is no semicolon.
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
