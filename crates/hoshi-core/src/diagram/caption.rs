//! The text above and below a diagram, and the part of the board that is drawn.

use alloc::string::String;
use alloc::vec::Vec;

use crate::color::Color;
use crate::point::Point;
use crate::size::Size;

/// The words around a diagram. Every text may contain anything, including line ends.
///
/// ```
/// use hoshi_core::{Caption, Color, Diagram, Size};
///
/// let mut diagram = Diagram::new(Size::S9);
/// diagram.caption_mut().title = Some("Figure 2 (51-100)".into());
/// diagram.caption_mut().to_play = Some(Color::Black);
/// assert_ne!(diagram.caption(), &Caption::default());
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Caption {
    /// The title, above the board.
    pub title: Option<String>,
    /// Further lines below the title: players, date, event, result.
    pub heading: Vec<String>,
    /// Notes about the moves, below the board: `57, 63 at 51`.
    pub notes: Vec<String>,
    /// The comment, below everything else.
    pub comment: Option<String>,
    /// The side to move, if shown.
    pub to_play: Option<Color>,
    /// Stones captured by Black and by White, if shown.
    pub captures: Option<(u32, u32)>,
    /// The meaning of the least and the greatest heat value.
    pub legend: Option<Legend>,
}

/// The meaning of the colours of a heat map.
///
/// ```
/// use hoshi_core::Legend;
///
/// let legend = Legend { title: "ko points".into(), low: "0".into(), high: "48".into() };
/// assert_eq!(legend.high, "48");
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Legend {
    /// What is counted.
    pub title: String,
    /// The value at the lowest heat: -1000 if any heat is negative, else 0.
    pub low: String,
    /// The value at heat 1000.
    pub high: String,
}

/// A part of a board: all points between two corners.
///
/// ```
/// use hoshi_core::{Size, Window};
///
/// let corner = Window::between(Size::S19.parse_a1("T1")?, Size::S19.parse_a1("O7")?);
/// assert_eq!((corner.left(), corner.top(), corner.right(), corner.bottom()), (13, 12, 18, 18));
/// assert_eq!((corner.width(), corner.height()), (6, 7));
/// # Ok::<(), hoshi_core::ParseError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Window {
    left: u8,
    top: u8,
    right: u8,
    bottom: u8,
}

impl Window {
    /// The window with these two points in opposite corners.
    ///
    /// ```
    /// use hoshi_core::{Size, Window};
    ///
    /// let point = Size::S9.point(4, 4).unwrap();
    /// assert_eq!(Window::between(point, point).width(), 1);
    /// ```
    #[must_use]
    pub fn between(one: Point, other: Point) -> Window {
        Window {
            left: one.x().min(other.x()),
            top: one.y().min(other.y()),
            right: one.x().max(other.x()),
            bottom: one.y().max(other.y()),
        }
    }

    /// All of a board.
    ///
    /// ```
    /// use hoshi_core::{Size, Window};
    /// assert_eq!(Window::whole(Size::S9).height(), 9);
    /// ```
    #[must_use]
    pub fn whole(size: Size) -> Window {
        Window { left: 0, top: 0, right: size.width() - 1, bottom: size.height() - 1 }
    }

    /// The smallest window that holds all of the points; `None` if there are none.
    ///
    /// ```
    /// use hoshi_core::{Size, Window};
    ///
    /// let points = ["C3", "E7", "D1"].map(|name| Size::S9.parse_a1(name).unwrap());
    /// let window = Window::around(points).unwrap();
    /// assert_eq!((window.width(), window.height()), (3, 7));
    /// ```
    #[must_use]
    pub fn around(points: impl IntoIterator<Item = Point>) -> Option<Window> {
        let mut points = points.into_iter();
        let first = points.next()?;
        Some(points.fold(Window::between(first, first), |window, point| Window {
            left: window.left.min(point.x()),
            top: window.top.min(point.y()),
            right: window.right.max(point.x()),
            bottom: window.bottom.max(point.y()),
        }))
    }

    /// The window with `lines` more on every side, within the board.
    ///
    /// ```
    /// use hoshi_core::{Size, Window};
    ///
    /// let point = Size::S9.parse_a1("B2")?;
    /// let wider = Window::between(point, point).grown(2, Size::S9);
    /// assert_eq!((wider.left(), wider.right(), wider.bottom()), (0, 3, 8));
    /// # Ok::<(), hoshi_core::ParseError>(())
    /// ```
    #[must_use]
    pub fn grown(self, lines: u8, size: Size) -> Window {
        Window {
            left: self.left.saturating_sub(lines),
            top: self.top.saturating_sub(lines),
            right: self.right.saturating_add(lines).min(size.width() - 1),
            bottom: self.bottom.saturating_add(lines).min(size.height() - 1),
        }
    }

    /// Whether a point lies in it.
    ///
    /// ```
    /// use hoshi_core::{Size, Window};
    /// assert!(Window::whole(Size::S9).contains(Size::S9.point(8, 8).unwrap()));
    /// ```
    #[must_use]
    pub fn contains(self, point: Point) -> bool {
        (self.left..=self.right).contains(&point.x())
            && (self.top..=self.bottom).contains(&point.y())
    }

    /// The first column, from 0 at the left of the board.
    ///
    /// ```
    /// # use hoshi_core::{Size, Window};
    /// assert_eq!(Window::whole(Size::S9).left(), 0);
    /// ```
    #[must_use]
    pub const fn left(self) -> u8 {
        self.left
    }

    /// The first row, from 0 at the top of the board.
    ///
    /// ```
    /// # use hoshi_core::{Size, Window};
    /// assert_eq!(Window::whole(Size::S9).top(), 0);
    /// ```
    #[must_use]
    pub const fn top(self) -> u8 {
        self.top
    }

    /// The last column.
    ///
    /// ```
    /// # use hoshi_core::{Size, Window};
    /// assert_eq!(Window::whole(Size::S9).right(), 8);
    /// ```
    #[must_use]
    pub const fn right(self) -> u8 {
        self.right
    }

    /// The last row.
    ///
    /// ```
    /// # use hoshi_core::{Size, Window};
    /// assert_eq!(Window::whole(Size::S9).bottom(), 8);
    /// ```
    #[must_use]
    pub const fn bottom(self) -> u8 {
        self.bottom
    }

    /// The number of columns.
    ///
    /// ```
    /// # use hoshi_core::{Size, Window};
    /// assert_eq!(Window::whole(Size::S19).width(), 19);
    /// ```
    #[must_use]
    pub const fn width(self) -> u8 {
        self.right - self.left + 1
    }

    /// The number of rows.
    ///
    /// ```
    /// # use hoshi_core::{Size, Window};
    /// assert_eq!(Window::whole(Size::S19).height(), 19);
    /// ```
    #[must_use]
    pub const fn height(self) -> u8 {
        self.bottom - self.top + 1
    }
}
