//! The eight symmetries of the square, and those among them that a given board has.

use crate::point::Point;
use crate::size::Size;

/// A rotation or reflection of the board.
///
/// Read as a motion of the whole board seen from above: `Rotate90` turns it clockwise, so that the
/// top left corner moves to the top right. The quarter turns and the diagonal reflections turn a
/// board of W x H into one of H x W.
///
/// ```
/// use hoshi_core::{Size, Symmetry};
///
/// let size = Size::new(3, 2).unwrap();
/// let corner = size.point(0, 0).unwrap();
/// assert_eq!(Symmetry::Rotate90.size(size), Size::new(2, 3).unwrap());
/// let image = Symmetry::Rotate90.apply(size, corner);
/// assert_eq!((image.x(), image.y()), (1, 0));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[repr(u8)]
pub enum Symmetry {
    /// The identity.
    Identity,
    /// A quarter turn clockwise.
    Rotate90,
    /// A half turn.
    Rotate180,
    /// A quarter turn anticlockwise.
    Rotate270,
    /// Left and right exchanged.
    Mirror,
    /// Top and bottom exchanged.
    Flip,
    /// Reflected in the diagonal from the top left: columns become rows.
    Transpose,
    /// Reflected in the diagonal from the top right.
    AntiTranspose,
}

use Symmetry::{AntiTranspose, Flip, Identity, Mirror, Rotate90, Rotate180, Rotate270, Transpose};

impl Symmetry {
    /// All eight.
    ///
    /// ```
    /// use hoshi_core::Symmetry;
    /// assert_eq!(Symmetry::ALL.len(), 8);
    /// ```
    pub const ALL: [Symmetry; 8] =
        [Identity, Rotate90, Rotate180, Rotate270, Mirror, Flip, Transpose, AntiTranspose];

    /// The distinct symmetries of a board: 8 if it is square, 4 if not, 2 if one side is 1, and
    /// only the identity on 1x1.
    ///
    /// ```
    /// use hoshi_core::{Size, Symmetry};
    ///
    /// assert_eq!(Symmetry::of(Size::S19).len(), 8);
    /// assert_eq!(Symmetry::of(Size::new(9, 7).unwrap()).len(), 4);
    /// assert_eq!(Symmetry::of(Size::new(5, 1).unwrap()).len(), 2);
    /// ```
    #[must_use]
    pub const fn of(size: Size) -> &'static [Symmetry] {
        match (size.width(), size.height()) {
            (1, 1) => &[Identity],
            (1, _) | (_, 1) => &[Identity, Rotate180],
            (width, height) if width == height => &Symmetry::ALL,
            _ => &[Identity, Rotate180, Mirror, Flip],
        }
    }

    /// Whether it exchanges width and height.
    ///
    /// ```
    /// use hoshi_core::Symmetry;
    /// assert!(Symmetry::Transpose.swaps_sides());
    /// assert!(!Symmetry::Rotate180.swaps_sides());
    /// ```
    #[must_use]
    pub const fn swaps_sides(self) -> bool {
        matches!(self, Rotate90 | Rotate270 | Transpose | AntiTranspose)
    }

    /// The size of a transformed board of `size`.
    ///
    /// ```
    /// use hoshi_core::{Size, Symmetry};
    /// let size = Size::new(9, 7).unwrap();
    /// assert_eq!(Symmetry::Transpose.size(size), Size::new(7, 9).unwrap());
    /// ```
    #[must_use]
    pub const fn size(self, size: Size) -> Size {
        if self.swaps_sides() {
            match Size::new(size.height(), size.width()) {
                Some(turned) => turned,
                None => size,
            }
        } else {
            size
        }
    }

    /// The image of `point` on a board of `size`.
    ///
    /// ```
    /// use hoshi_core::{Size, Symmetry};
    ///
    /// let q16 = Size::S19.parse_a1("Q16")?;
    /// let image = Symmetry::Rotate180.apply(Size::S19, q16);
    /// assert_eq!(Size::S19.a1(image).to_string(), "D4");
    /// # Ok::<(), hoshi_core::ParseError>(())
    /// ```
    ///
    /// # Panics
    /// If `point` is off the board.
    #[must_use]
    pub const fn apply(self, size: Size, point: Point) -> Point {
        assert!(size.contains(point), "the point is off the board");
        let (x, y) = (point.x(), point.y());
        let (right, bottom) = (size.width() - 1 - x, size.height() - 1 - y);
        let (x, y) = match self {
            Identity => (x, y),
            Rotate90 => (bottom, x),
            Rotate180 => (right, bottom),
            Rotate270 => (y, right),
            Mirror => (right, y),
            Flip => (x, bottom),
            Transpose => (y, x),
            AntiTranspose => (bottom, right),
        };
        Point::raw(x, y)
    }

    /// The symmetry that undoes this one.
    ///
    /// ```
    /// use hoshi_core::Symmetry;
    /// assert_eq!(Symmetry::Rotate90.inverse(), Symmetry::Rotate270);
    /// ```
    #[must_use]
    pub const fn inverse(self) -> Symmetry {
        match self {
            Rotate90 => Rotate270,
            Rotate270 => Rotate90,
            other => other,
        }
    }

    /// The composition: this one, then the other.
    ///
    /// ```
    /// use hoshi_core::Symmetry;
    /// assert_eq!(Symmetry::Rotate90.then(Symmetry::Rotate90), Symmetry::Rotate180);
    /// assert_eq!(Symmetry::Mirror.then(Symmetry::Flip), Symmetry::Rotate180);
    /// ```
    #[must_use]
    pub const fn then(self, other: Symmetry) -> Symmetry {
        let (turns, mirrored) = self.parts();
        let (more, mirrors) = other.parts();
        // A mirror before a clockwise turn is an anticlockwise turn before the mirror.
        let turns = if mirrors { 4 + more - turns } else { turns + more };
        Symmetry::from_parts(turns % 4, mirrored != mirrors)
    }

    /// Quarter turns clockwise after an optional mirror: (turns, mirrored).
    const fn parts(self) -> (u8, bool) {
        match self {
            Identity => (0, false),
            Rotate90 => (1, false),
            Rotate180 => (2, false),
            Rotate270 => (3, false),
            Mirror => (0, true),
            AntiTranspose => (1, true),
            Flip => (2, true),
            Transpose => (3, true),
        }
    }

    const fn from_parts(turns: u8, mirrored: bool) -> Symmetry {
        match (turns, mirrored) {
            (1, false) => Rotate90,
            (2, false) => Rotate180,
            (3, false) => Rotate270,
            (0, true) => Mirror,
            (1, true) => AntiTranspose,
            (2, true) => Flip,
            (3, true) => Transpose,
            _ => Identity,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn composition_and_inverse_agree_with_the_points() {
        for (width, height) in [(3, 3), (4, 2), (1, 5), (2, 3)] {
            let size = Size::new(width, height).expect("sides above 0");
            for first in Symmetry::ALL {
                for point in size.points() {
                    let moved = first.apply(size, point);
                    assert_eq!(first.inverse().apply(first.size(size), moved), point);
                    for second in Symmetry::ALL {
                        let both = first.then(second);
                        assert_eq!(both.size(size), second.size(first.size(size)));
                        let twice = second.apply(first.size(size), moved);
                        assert_eq!(both.apply(size, point), twice, "{first:?} then {second:?}");
                    }
                }
            }
        }
    }

    #[test]
    fn the_symmetries_of_a_board_are_different_maps_that_keep_its_size() {
        for (width, height) in [(1, 1), (1, 4), (4, 1), (2, 2), (3, 3), (3, 2)] {
            let size = Size::new(width, height).expect("sides above 0");
            let mut maps: alloc::vec::Vec<alloc::vec::Vec<Point>> = Symmetry::ALL
                .iter()
                .filter(|s| s.size(size) == size)
                .map(|s| size.points().map(|p| s.apply(size, p)).collect())
                .collect();
            maps.sort();
            maps.dedup();
            assert_eq!(maps.len(), Symmetry::of(size).len(), "{size}");
        }
    }
}
