//! The marks of a point: shapes, territory, and the status of a stone. A point may have several.

use core::fmt;

use crate::color::Color;

/// Something that is marked on a point.
///
/// ```
/// use hoshi_core::Mark;
/// assert_eq!(Mark::Triangle.name(), "triangle");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[non_exhaustive]
pub enum Mark {
    /// A circle.
    Circle,
    /// A square.
    Square,
    /// A triangle.
    Triangle,
    /// A cross.
    Cross,
    /// Highlighted.
    Selected,
    /// The point belongs to this colour.
    Territory(Color),
    /// The stone is dead.
    Dead,
    /// The point is part of a seki.
    Seki,
    /// Drawn faintly (SGF's DD).
    Dim,
    /// Not drawn at all (what SGF's VW leaves out).
    Hidden,
}

impl Mark {
    /// Every mark, in the order in which text lists them.
    ///
    /// ```
    /// use hoshi_core::Mark;
    /// assert_eq!(Mark::ALL.len(), 11);
    /// ```
    pub const ALL: [Mark; 11] = [
        Mark::Circle,
        Mark::Square,
        Mark::Triangle,
        Mark::Cross,
        Mark::Selected,
        Mark::Territory(Color::Black),
        Mark::Territory(Color::White),
        Mark::Dead,
        Mark::Seki,
        Mark::Dim,
        Mark::Hidden,
    ];

    /// The word for it in text diagrams.
    ///
    /// ```
    /// use hoshi_core::{Color, Mark};
    /// assert_eq!(Mark::Territory(Color::Black).name(), "black-territory");
    /// ```
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Mark::Circle => "circle",
            Mark::Square => "square",
            Mark::Triangle => "triangle",
            Mark::Cross => "cross",
            Mark::Selected => "selected",
            Mark::Territory(Color::Black) => "black-territory",
            Mark::Territory(Color::White) => "white-territory",
            Mark::Dead => "dead",
            Mark::Seki => "seki",
            Mark::Dim => "dim",
            Mark::Hidden => "hidden",
        }
    }

    /// The mark with this name.
    ///
    /// ```
    /// use hoshi_core::Mark;
    /// assert_eq!(Mark::named("seki"), Some(Mark::Seki));
    /// assert_eq!(Mark::named("star"), None);
    /// ```
    #[must_use]
    pub fn named(name: &str) -> Option<Mark> {
        Mark::ALL.into_iter().find(|mark| mark.name() == name)
    }

    const fn bit(self) -> u16 {
        1 << match self {
            Mark::Circle => 0,
            Mark::Square => 1,
            Mark::Triangle => 2,
            Mark::Cross => 3,
            Mark::Selected => 4,
            Mark::Territory(Color::Black) => 5,
            Mark::Territory(Color::White) => 6,
            Mark::Dead => 7,
            Mark::Seki => 8,
            Mark::Dim => 9,
            Mark::Hidden => 10,
        }
    }
}

/// The marks of one point.
///
/// ```
/// use hoshi_core::{Mark, MarkSet};
///
/// let mut marks = MarkSet::default();
/// marks.insert(Mark::Circle);
/// marks.insert(Mark::Dead);
/// assert!(marks.contains(Mark::Dead));
/// assert_eq!(marks.iter().count(), 2);
/// ```
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct MarkSet(u16);

impl MarkSet {
    /// Whether there is no mark.
    ///
    /// ```
    /// assert!(hoshi_core::MarkSet::default().is_empty());
    /// ```
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Whether the mark is among them.
    ///
    /// ```
    /// use hoshi_core::{Mark, MarkSet};
    /// assert!(!MarkSet::default().contains(Mark::Circle));
    /// ```
    #[must_use]
    pub const fn contains(self, mark: Mark) -> bool {
        self.0 & mark.bit() != 0
    }

    /// Adds a mark.
    ///
    /// ```
    /// use hoshi_core::{Mark, MarkSet};
    ///
    /// let mut marks = MarkSet::default();
    /// marks.insert(Mark::Square);
    /// assert!(marks.contains(Mark::Square));
    /// ```
    pub fn insert(&mut self, mark: Mark) {
        self.0 |= mark.bit();
    }

    /// Removes a mark.
    ///
    /// ```
    /// use hoshi_core::{Mark, MarkSet};
    ///
    /// let mut marks = MarkSet::default();
    /// marks.insert(Mark::Square);
    /// marks.remove(Mark::Square);
    /// assert!(marks.is_empty());
    /// ```
    pub fn remove(&mut self, mark: Mark) {
        self.0 &= !mark.bit();
    }

    /// The marks, in the order of [`Mark::ALL`].
    ///
    /// ```
    /// use hoshi_core::{Mark, MarkSet};
    ///
    /// let mut marks = MarkSet::default();
    /// marks.insert(Mark::Dim);
    /// marks.insert(Mark::Circle);
    /// assert!(marks.iter().eq([Mark::Circle, Mark::Dim]));
    /// ```
    pub fn iter(self) -> impl Iterator<Item = Mark> {
        Mark::ALL.into_iter().filter(move |&mark| self.contains(mark))
    }
}

impl fmt::Debug for MarkSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter()).finish()
    }
}
