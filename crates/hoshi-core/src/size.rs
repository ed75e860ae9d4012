//! Board sizes, 1x1 to 255x255, square or not. A `Size` is the only source of [`Point`]s, so every
//! point is on some board.

use core::fmt;
use core::str::FromStr;

use crate::error::ParseError;
use crate::point::Point;

/// The width and height of a board, each 1 to 255.
///
/// ```
/// use hoshi_core::Size;
///
/// let size: Size = "9x7".parse()?;
/// assert_eq!((size.width(), size.height(), size.area()), (9, 7, 63));
/// assert_eq!("19".parse::<Size>()?, Size::S19);
/// assert_eq!(size.to_string(), "9x7");
/// # Ok::<(), hoshi_core::ParseError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Size {
    width: u8,
    height: u8,
}

impl Size {
    /// The longest side a board can have.
    ///
    /// ```
    /// use hoshi_core::Size;
    /// assert_eq!(Size::MAX_SIDE, 255);
    /// ```
    pub const MAX_SIDE: u8 = u8::MAX;
    /// 9x9.
    ///
    /// ```
    /// assert_eq!(hoshi_core::Size::S9.to_string(), "9x9");
    /// ```
    pub const S9: Size = Size { width: 9, height: 9 };
    /// 13x13.
    ///
    /// ```
    /// assert_eq!(hoshi_core::Size::S13.to_string(), "13x13");
    /// ```
    pub const S13: Size = Size { width: 13, height: 13 };
    /// 19x19.
    ///
    /// ```
    /// assert_eq!(hoshi_core::Size::S19.to_string(), "19x19");
    /// ```
    pub const S19: Size = Size { width: 19, height: 19 };

    /// A board of `width` columns and `height` rows; `None` if a side is 0.
    ///
    /// ```
    /// use hoshi_core::Size;
    /// assert_eq!(Size::new(19, 19), Some(Size::S19));
    /// assert_eq!(Size::new(0, 3), None);
    /// ```
    #[must_use]
    pub const fn new(width: u8, height: u8) -> Option<Size> {
        if width == 0 || height == 0 { None } else { Some(Size { width, height }) }
    }

    /// A square board; `None` if the side is 0.
    ///
    /// ```
    /// use hoshi_core::Size;
    /// assert_eq!(Size::square(9), Some(Size::S9));
    /// ```
    #[must_use]
    pub const fn square(side: u8) -> Option<Size> {
        Size::new(side, side)
    }

    /// The number of columns.
    ///
    /// ```
    /// use hoshi_core::Size;
    /// assert_eq!(Size::new(9, 7).unwrap().width(), 9);
    /// ```
    #[must_use]
    pub const fn width(self) -> u8 {
        self.width
    }

    /// The number of rows.
    ///
    /// ```
    /// use hoshi_core::Size;
    /// assert_eq!(Size::new(9, 7).unwrap().height(), 7);
    /// ```
    #[must_use]
    pub const fn height(self) -> u8 {
        self.height
    }

    /// The number of points.
    ///
    /// ```
    /// use hoshi_core::Size;
    /// assert_eq!(Size::S19.area(), 361);
    /// ```
    #[must_use]
    pub const fn area(self) -> usize {
        self.width as usize * self.height as usize
    }

    /// Whether both sides are equal.
    ///
    /// ```
    /// use hoshi_core::Size;
    /// assert!(Size::S9.is_square());
    /// assert!(!Size::new(9, 7).unwrap().is_square());
    /// ```
    #[must_use]
    pub const fn is_square(self) -> bool {
        self.width == self.height
    }

    /// The point in column `x` and row `y`, both from 0 at the top left; `None` off the board.
    ///
    /// ```
    /// use hoshi_core::Size;
    ///
    /// let q16 = Size::S19.point(15, 3).unwrap();
    /// assert_eq!(Size::S19.a1(q16).to_string(), "Q16");
    /// assert_eq!(Size::S19.point(19, 0), None);
    /// ```
    #[must_use]
    pub const fn point(self, x: u8, y: u8) -> Option<Point> {
        if x < self.width && y < self.height { Some(Point::raw(x, y)) } else { None }
    }

    /// Whether `point` lies on a board of this size.
    ///
    /// ```
    /// use hoshi_core::Size;
    ///
    /// let corner = Size::S19.point(18, 18).unwrap();
    /// assert!(Size::S19.contains(corner));
    /// assert!(!Size::S9.contains(corner));
    /// ```
    #[must_use]
    pub const fn contains(self, point: Point) -> bool {
        point.x() < self.width && point.y() < self.height
    }

    /// The number of a point, row by row from the top left, from 0.
    ///
    /// ```
    /// use hoshi_core::Size;
    ///
    /// let size = Size::new(9, 7).unwrap();
    /// let point = size.point(2, 1).unwrap();
    /// assert_eq!(size.index(point), 11);
    /// assert_eq!(size.point_at(11), Some(point));
    /// ```
    #[must_use]
    pub const fn index(self, point: Point) -> usize {
        point.y() as usize * self.width as usize + point.x() as usize
    }

    /// The point with this number; `None` past the last.
    ///
    /// ```
    /// use hoshi_core::Size;
    /// assert_eq!(Size::S9.point_at(81), None);
    /// assert_eq!(Size::S9.point_at(0), Size::S9.point(0, 0));
    /// ```
    #[must_use]
    pub const fn point_at(self, index: usize) -> Option<Point> {
        if index < self.area() {
            let width = self.width as usize;
            Some(Point::raw((index % width) as u8, (index / width) as u8))
        } else {
            None
        }
    }

    /// Every point, row by row from the top left.
    ///
    /// ```
    /// use hoshi_core::Size;
    ///
    /// let size = Size::new(2, 2).unwrap();
    /// let all: Vec<_> = size.points().map(|p| (p.x(), p.y())).collect();
    /// assert_eq!(all, [(0, 0), (1, 0), (0, 1), (1, 1)]);
    /// ```
    pub fn points(self) -> impl DoubleEndedIterator<Item = Point> + Clone {
        (0..self.height).flat_map(move |y| (0..self.width).map(move |x| Point::raw(x, y)))
    }

    /// The points above, left, right and below `point` that are on the board.
    ///
    /// ```
    /// use hoshi_core::Size;
    ///
    /// let corner = Size::S9.point(0, 0).unwrap();
    /// let near: Vec<_> = Size::S9.neighbors(corner).map(|p| (p.x(), p.y())).collect();
    /// assert_eq!(near, [(1, 0), (0, 1)]);
    /// ```
    pub fn neighbors(self, point: Point) -> impl Iterator<Item = Point> + Clone {
        let (x, y) = (point.x(), point.y());
        let all = [
            y.checked_sub(1).map(|y| (x, y)),
            x.checked_sub(1).map(|x| (x, y)),
            x.checked_add(1).map(|x| (x, y)),
            y.checked_add(1).map(|y| (x, y)),
        ];
        all.into_iter().flatten().filter_map(move |(x, y)| self.point(x, y))
    }

    /// The star points that boards are printed with: corners, sides and centre, as many as fit the
    /// size.
    ///
    /// ```
    /// use hoshi_core::Size;
    ///
    /// let stars: Vec<_> = Size::S9.stars().iter().map(|&p| Size::S9.a1(p).to_string()).collect();
    /// assert_eq!(stars, ["C7", "G7", "E5", "C3", "G3"]);
    /// assert_eq!(Size::S19.stars().len(), 9);
    /// ```
    #[must_use]
    pub fn stars(self) -> alloc::vec::Vec<Point> {
        let (xs, ys) = (star_lines(self.width), star_lines(self.height));
        let mut stars = alloc::vec::Vec::new();
        for (row, y) in ys.iter().enumerate() {
            for (column, x) in xs.iter().enumerate() {
                let (Some(x), Some(y)) = (*x, *y) else { continue };
                // Star points on the sides need a board that is large in both directions.
                let side = (row == 1) != (column == 1);
                if !side || (self.width >= 15 && self.height >= 15) {
                    stars.extend(self.point(x, y));
                }
            }
        }
        stars
    }
}

/// The low, middle and high star line of a side.
pub(crate) fn star_lines(side: u8) -> [Option<u8>; 3] {
    let edge = match side {
        0..=6 => None,
        7..=11 => Some(2),
        _ => Some(3),
    };
    let middle = if side >= 3 && side % 2 == 1 { Some(side / 2) } else { None };
    [edge, middle, edge.map(|line| side - 1 - line)]
}

impl fmt::Display for Size {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}x{}", self.width, self.height)
    }
}

impl fmt::Debug for Size {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// Reads `19` (square) or `9x7` (width x height).
impl FromStr for Size {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Size, ParseError> {
        let error = || {
            ParseError::new(
                text,
                "a board size",
                "a side has 1 to 255 points (write 19 or 9x7, width x height)",
            )
        };
        let side = |digits: &str| -> Option<u8> {
            let plain = !digits.is_empty() && digits.bytes().all(|b| b.is_ascii_digit());
            if plain { digits.parse().ok() } else { None }
        };
        let (width, height) = text.split_once(['x', 'X']).unwrap_or((text, text));
        let size = side(width).zip(side(height)).and_then(|(w, h)| Size::new(w, h));
        size.ok_or_else(error)
    }
}
