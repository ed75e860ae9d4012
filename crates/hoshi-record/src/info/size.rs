//! The board size, SGF's SZ: one number, or `width:height`, 1 to 52 lines a side.

use hoshi_core::Size;

use super::{Reading, Unreadable, sensible, text};

/// The longest side whose points have letters in SGF.
///
/// ```
/// assert_eq!(hoshi_record::info::size::MAX_SIDE, 52);
/// ```
pub const MAX_SIDE: u8 = 52;

const WHAT: &str = "a board size";

/// Reads SZ. `19` and `13:9` are the standard; `19:19`, `13x9`, ` 19 ` and `19路` are understood.
///
/// ```
/// use hoshi_core::Size;
/// use hoshi_record::info::size;
///
/// assert_eq!(size::read("13:9")?.value, Size::new(13, 9).unwrap());
/// assert_eq!(size::read("19:19")?.value, Size::S19);
/// assert!(size::read("0").is_err());
/// # Ok::<(), hoshi_record::info::Unreadable>(())
/// ```
///
/// # Errors
/// If it is not a size that SGF has letters for.
pub fn read(text: &str) -> Result<Reading<Size>, Unreadable> {
    read_up_to(text, MAX_SIDE)
}

/// Like [`read`], for boards of up to `most` lines a side.
pub(crate) fn read_up_to(text: &str, most: u8) -> Result<Reading<Size>, Unreadable> {
    // Nearly every file has one of these.
    match text {
        "19" => return Ok(Reading::as_written(Size::S19)),
        "9" => return Ok(Reading::as_written(Size::S9)),
        _ => {}
    }
    sensible(text, WHAT, "19, or 13:9 for width:height")?;
    let error = || {
        let hint = format!("SGF has 1 to {most} lines a side (write 19, or 13:9 for width:height)");
        Unreadable::new(text, WHAT, hint)
    };
    let folded = text::fold(text);
    let plain = folded.trim_end_matches("路").trim();
    let (width, height) = match plain.split_once([':', 'x', '*']) {
        Some((width, height)) => (width.trim(), height.trim()),
        None => (plain, plain),
    };
    let side = |digits: &str| -> Option<u8> {
        let plain = !digits.is_empty() && digits.bytes().all(|b| b.is_ascii_digit());
        if !plain {
            return None;
        }
        digits.parse().ok().filter(|&side| (1..=most).contains(&side))
    };
    let size = side(width).zip(side(height)).and_then(|(w, h)| Size::new(w, h));
    let size = size.ok_or_else(error)?;
    if text == spelling(size) {
        return Ok(Reading::as_written(size));
    }
    Ok(Reading::interpreted(size, format!("understood as a {size} board")))
}

/// The size as SGF spells it: a square as one number, a rectangle as `width:height`.
///
/// ```
/// use hoshi_core::Size;
/// use hoshi_record::info::size;
///
/// assert_eq!(size::spelling(Size::S19), "19");
/// assert_eq!(size::spelling(Size::new(13, 9).unwrap()), "13:9");
/// ```
#[must_use]
pub fn spelling(size: Size) -> String {
    let (width, height) = (size.width(), size.height());
    if size.is_square() { width.to_string() } else { format!("{width}:{height}") }
}
