//! Serials: a position as one number, in base 3, its first point the lowest digit.

use hoshi_core::Size;
use num_bigint::BigUint;

use crate::index::Points;

/// The serial of a position: the sum of the colour of every point (0 empty, 1 black, 2 white) times 3 to
/// the power of its number, row by row from the top left.
///
/// ```
/// assert_eq!(hoshi_lab::serial(&[1, 0, 2, 0]).to_string(), "19");
/// ```
#[must_use]
pub fn serial(points: &[u8]) -> BigUint {
    points.iter().rev().fold(BigUint::ZERO, |sum, &color| sum * 3u32 + color)
}

/// The position of a serial in decimal digits; `None` if it is out of range.
///
/// ```
/// use hoshi_core::Size;
///
/// let size = Size::square(2).unwrap();
/// assert_eq!(hoshi_lab::points("19", size), Some(vec![1, 0, 2, 0]));
/// assert_eq!(hoshi_lab::points("81", size), None);
/// ```
#[must_use]
pub fn points(serial: &str, size: Size) -> Option<Points> {
    let mut rest: BigUint = serial.parse().ok()?;
    let mut points = Vec::with_capacity(size.area());
    for _ in 0..size.area() {
        let digit = &rest % 3u32;
        points.push(digit.to_u32_digits().first().map_or(0, |&digit| digit as u8));
        rest /= 3u32;
    }
    (rest == BigUint::ZERO).then_some(points)
}
