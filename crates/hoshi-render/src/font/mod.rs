//! Font metrics without the font: the widths and heights of its letters. A picture is laid out with
//! these numbers alone, so that SVG needs no font; PNG and PDF draw with the font itself.

#[cfg(all(test, feature = "png"))]
mod golden;
#[cfg(any(feature = "png", feature = "pdf"))]
pub(crate) mod machine;
mod table;

use table::{BOLD, BOLD_EXTENTS, Extent, REGULAR, REGULAR_EXTENTS, Run};

/// The height of capitals and digits, in thousandths of the size.
pub(crate) const CAP_HEIGHT: i32 = 714;

/// The maximum extent of letters below and above the baseline, in thousandths of the size.
pub(crate) const DESCENT: i32 = 240;
pub(crate) const ASCENT: i32 = 770;

/// The width of a character in thousandths of the size; `None` if the font does not have it.
fn advance(c: char, bold: bool) -> Option<i32> {
    let runs: &[Run] = if bold { BOLD } else { REGULAR };
    let code = c as u32;
    let at = runs.partition_point(|(first, _)| *first <= code).checked_sub(1)?;
    let (first, widths) = runs[at];
    widths.get((code - first) as usize).map(|&width| i32::from(width))
}

/// Whether the font that comes with the crate has the character.
pub(crate) fn has(c: char) -> bool {
    advance(c, false).is_some()
}

/// The width of a text, in thousandths of the size. A character that the font lacks counts as a
/// square if it is East Asian, else as a wide letter.
pub(crate) fn width(text: &str, bold: bool) -> i32 {
    text.chars().fold(0, |sum, c| sum.saturating_add(char_width(c, bold)))
}

pub(crate) fn char_width(c: char, bold: bool) -> i32 {
    advance(c, bold).unwrap_or(match c as u32 {
        0x0300..=0x036f | 0x200b..=0x200f | 0xfe00..=0xfe0f => 0,
        0x1100..=0x115f | 0x2e80..=0xa4cf | 0xac00..=0xd7a3 | 0xf900..=0xfaff => 1000,
        0xfe30..=0xfe6f | 0xff00..=0xff60 | 0x1f300..=0x1faff | 0x20000..=0x3fffd => 1000,
        _ => 650,
    })
}

/// The extent of a text above the baseline, and below it (negative), in thousandths of the size.
pub(crate) fn extent(text: &str, bold: bool) -> (i32, i32) {
    let extents: &[Extent] = if bold { &BOLD_EXTENTS } else { &REGULAR_EXTENTS };
    let one = |c: char| {
        let ascii = (c as usize).checked_sub(0x20).and_then(|at| extents.get(at));
        ascii.map_or((ASCENT, -DESCENT), |&(top, bottom)| (i32::from(top), i32::from(bottom)))
    };
    let seen = text.chars().filter(|c| !c.is_whitespace()).map(one);
    let joined = seen.reduce(|all, one| (all.0.max(one.0), all.1.min(one.1)));
    joined.unwrap_or((CAP_HEIGHT, 0))
}
