//! Points at two bits each, four to a byte: for the two-bit packing and the binary game.

/// The number of bytes for this many points.
pub(super) const fn length(points: usize) -> usize {
    points.div_ceil(4)
}

/// The points, the first in the lowest bits of the first byte; unused bits are zero.
pub(super) fn pack(points: &[u8]) -> Vec<u8> {
    let byte = |four: &[u8]| four.iter().rev().fold(0, |byte, point| byte << 2 | (point & 3));
    points.chunks(4).map(byte).collect()
}

/// The inverse of [`pack`]: unpacks this many points; `None` if unused bits are set, or bytes are
/// missing.
pub(super) fn unpack(bytes: &[u8], points: usize) -> Option<Vec<u8>> {
    let mut unpacked: Vec<u8> =
        bytes.iter().flat_map(|byte| [0, 2, 4, 6].map(|shift| byte >> shift & 3)).collect();
    if unpacked.len() < points || unpacked[points..].iter().any(|&left| left != 0) {
        return None;
    }
    unpacked.truncate(points);
    Some(unpacked)
}
