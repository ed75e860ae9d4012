//! Points, moves, and the two collections over the points of one board: [`PointMap`] and
//! [`PointSet`]. Only a [`Size`] makes points.

use alloc::vec;
use alloc::vec::Vec;
use core::fmt;
use core::ops::{Index, IndexMut};

use crate::size::Size;

/// A point of the board: column `x` and row `y` from 0 at the top left.
///
/// Points come from a [`Size`], directly or by reading coordinates. They do not store a size, so
/// the same point is valid on every board that is large enough.
///
/// ```
/// use hoshi_core::Size;
///
/// let point = Size::S19.parse_a1("Q16")?;
/// assert_eq!((point.x(), point.y()), (15, 3));
/// # Ok::<(), hoshi_core::ParseError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Point {
    x: u8,
    y: u8,
}

impl Point {
    pub(crate) const fn raw(x: u8, y: u8) -> Point {
        Point { x, y }
    }

    /// The column, from 0 at the left.
    ///
    /// ```
    /// use hoshi_core::Size;
    /// assert_eq!(Size::S9.point(4, 2).unwrap().x(), 4);
    /// ```
    #[must_use]
    pub const fn x(self) -> u8 {
        self.x
    }

    /// The row, from 0 at the top.
    ///
    /// ```
    /// use hoshi_core::Size;
    /// assert_eq!(Size::S9.point(4, 2).unwrap().y(), 2);
    /// ```
    #[must_use]
    pub const fn y(self) -> u8 {
        self.y
    }
}

/// Points are ordered as they are read: row by row from the top left.
impl Ord for Point {
    fn cmp(&self, other: &Point) -> core::cmp::Ordering {
        (self.y, self.x).cmp(&(other.y, other.x))
    }
}

impl PartialOrd for Point {
    fn partial_cmp(&self, other: &Point) -> Option<core::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl fmt::Debug for Point {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "({}, {})", self.x, self.y)
    }
}

/// A player's turn: play a stone, or pass.
///
/// ```
/// use hoshi_core::{Move, Size};
///
/// let tengen = Size::S9.parse_a1("E5")?;
/// assert_eq!(Move::from(tengen).point(), Some(tengen));
/// assert!(Move::Pass.is_pass());
/// # Ok::<(), hoshi_core::ParseError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Move {
    /// A stone on a point.
    Play(Point),
    /// A pass.
    Pass,
}

impl Move {
    /// The point that is played; `None` for a pass.
    ///
    /// ```
    /// use hoshi_core::Move;
    /// assert_eq!(Move::Pass.point(), None);
    /// ```
    #[must_use]
    pub const fn point(self) -> Option<Point> {
        match self {
            Move::Play(point) => Some(point),
            Move::Pass => None,
        }
    }

    /// Whether this is a pass.
    ///
    /// ```
    /// use hoshi_core::Move;
    /// assert!(Move::Pass.is_pass());
    /// ```
    #[must_use]
    pub const fn is_pass(self) -> bool {
        matches!(self, Move::Pass)
    }
}

impl From<Point> for Move {
    fn from(point: Point) -> Move {
        Move::Play(point)
    }
}

/// One value for every point of a board, indexed only by [`Point`].
///
/// ```
/// use hoshi_core::{PointMap, Size};
///
/// let mut visits = PointMap::new(Size::S9, 0);
/// let e5 = Size::S9.parse_a1("E5")?;
/// visits[e5] += 1;
/// assert_eq!(visits[e5], 1);
/// assert_eq!(visits.iter().filter(|(_, n)| **n > 0).count(), 1);
/// # Ok::<(), hoshi_core::ParseError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct PointMap<T> {
    size: Size,
    values: Vec<T>,
}

impl<T: Clone> PointMap<T> {
    /// The same value everywhere.
    ///
    /// ```
    /// use hoshi_core::{PointMap, Size};
    /// assert_eq!(PointMap::new(Size::S9, 1).iter().map(|(_, n)| n).sum::<i32>(), 81);
    /// ```
    #[must_use]
    pub fn new(size: Size, value: T) -> PointMap<T> {
        PointMap { size, values: vec![value; size.area()] }
    }
}

impl<T> PointMap<T> {
    /// The value of `value` for each point.
    ///
    /// ```
    /// use hoshi_core::{PointMap, Size};
    ///
    /// let rows = PointMap::from_fn(Size::new(2, 2).unwrap(), |point| point.y());
    /// assert_eq!(rows.values(), [0, 0, 1, 1]);
    /// ```
    #[must_use]
    pub fn from_fn(size: Size, value: impl FnMut(Point) -> T) -> PointMap<T> {
        PointMap { size, values: size.points().map(value).collect() }
    }

    /// The size of the board.
    ///
    /// ```
    /// use hoshi_core::{PointMap, Size};
    /// assert_eq!(PointMap::new(Size::S9, ()).size(), Size::S9);
    /// ```
    #[must_use]
    pub fn size(&self) -> Size {
        self.size
    }

    /// The value at `point`; `None` off the board.
    ///
    /// ```
    /// use hoshi_core::{PointMap, Size};
    ///
    /// let map = PointMap::new(Size::S9, 'a');
    /// assert_eq!(map.get(Size::S9.point(8, 8).unwrap()), Some(&'a'));
    /// assert_eq!(map.get(Size::S19.point(18, 18).unwrap()), None);
    /// ```
    #[must_use]
    pub fn get(&self, point: Point) -> Option<&T> {
        if self.size.contains(point) { self.values.get(self.size.index(point)) } else { None }
    }

    /// Every point with its value, row by row from the top left.
    ///
    /// ```
    /// use hoshi_core::{PointMap, Size};
    ///
    /// let map = PointMap::new(Size::S9, 0);
    /// assert_eq!(map.iter().next().unwrap().0, Size::S9.point(0, 0).unwrap());
    /// ```
    pub fn iter(&self) -> impl Iterator<Item = (Point, &T)> {
        self.size.points().zip(&self.values)
    }

    /// Every point with its value, mutable.
    ///
    /// ```
    /// use hoshi_core::{PointMap, Size};
    ///
    /// let mut map = PointMap::new(Size::new(2, 1).unwrap(), 5);
    /// map.iter_mut().for_each(|(point, value)| *value += point.x());
    /// assert_eq!(map.values(), [5, 6]);
    /// ```
    pub fn iter_mut(&mut self) -> impl Iterator<Item = (Point, &mut T)> {
        self.size.points().zip(&mut self.values)
    }

    /// The values row by row from the top left.
    ///
    /// ```
    /// use hoshi_core::{PointMap, Size};
    /// assert_eq!(PointMap::new(Size::new(2, 1).unwrap(), 5).values(), [5, 5]);
    /// ```
    #[must_use]
    pub fn values(&self) -> &[T] {
        &self.values
    }
}

/// Panics if the point is off the board; [`PointMap::get`] does not.
impl<T> Index<Point> for PointMap<T> {
    type Output = T;

    fn index(&self, point: Point) -> &T {
        assert!(self.size.contains(point), "{point:?} is off a {} board", self.size);
        &self.values[self.size.index(point)]
    }
}

/// Panics if the point is off the board.
impl<T> IndexMut<Point> for PointMap<T> {
    fn index_mut(&mut self, point: Point) -> &mut T {
        assert!(self.size.contains(point), "{point:?} is off a {} board", self.size);
        &mut self.values[self.size.index(point)]
    }
}

/// A set of points of one board.
///
/// ```
/// use hoshi_core::{PointSet, Size};
///
/// let mut dead = PointSet::new(Size::S9);
/// let e5 = Size::S9.parse_a1("E5")?;
/// assert!(dead.insert(e5));
/// assert!(dead.contains(e5));
/// assert_eq!(dead.iter().collect::<Vec<_>>(), [e5]);
/// # Ok::<(), hoshi_core::ParseError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct PointSet {
    size: Size,
    words: Vec<u64>,
}

impl PointSet {
    /// The empty set.
    ///
    /// ```
    /// use hoshi_core::{PointSet, Size};
    /// assert!(PointSet::new(Size::S19).is_empty());
    /// ```
    #[must_use]
    pub fn new(size: Size) -> PointSet {
        PointSet { size, words: vec![0; size.area().div_ceil(64)] }
    }

    /// The set of these points; those off the board are left out.
    ///
    /// ```
    /// use hoshi_core::{PointSet, Size};
    /// assert_eq!(PointSet::of(Size::S9, Size::S9.stars()).len(), 5);
    /// ```
    #[must_use]
    pub fn of(size: Size, points: impl IntoIterator<Item = Point>) -> PointSet {
        let mut set = PointSet::new(size);
        set.extend(points);
        set
    }

    /// The size of the board.
    ///
    /// ```
    /// use hoshi_core::{PointSet, Size};
    /// assert_eq!(PointSet::new(Size::S9).size(), Size::S9);
    /// ```
    #[must_use]
    pub fn size(&self) -> Size {
        self.size
    }

    fn place(&self, point: Point) -> Option<(usize, u64)> {
        let index = self.size.index(point);
        if self.size.contains(point) { Some((index / 64, 1 << (index % 64))) } else { None }
    }

    /// Whether the point is in the set; a point off the board never is.
    ///
    /// ```
    /// use hoshi_core::{PointSet, Size};
    /// assert!(!PointSet::new(Size::S9).contains(Size::S9.point(0, 0).unwrap()));
    /// ```
    #[must_use]
    pub fn contains(&self, point: Point) -> bool {
        self.place(point).is_some_and(|(word, bit)| self.words[word] & bit != 0)
    }

    /// Adds a point; returns whether that changed anything. A point off the board is ignored.
    ///
    /// ```
    /// use hoshi_core::{PointSet, Size};
    ///
    /// let mut set = PointSet::new(Size::S9);
    /// let corner = Size::S9.point(0, 0).unwrap();
    /// assert!(set.insert(corner));
    /// assert!(!set.insert(corner));
    /// ```
    pub fn insert(&mut self, point: Point) -> bool {
        let Some((word, bit)) = self.place(point) else { return false };
        let new = self.words[word] & bit == 0;
        self.words[word] |= bit;
        new
    }

    /// Removes a point; returns whether it was present.
    ///
    /// ```
    /// use hoshi_core::{PointSet, Size};
    ///
    /// let corner = Size::S9.point(0, 0).unwrap();
    /// let mut set = PointSet::of(Size::S9, [corner]);
    /// assert!(set.remove(corner));
    /// assert!(set.is_empty());
    /// ```
    pub fn remove(&mut self, point: Point) -> bool {
        let Some((word, bit)) = self.place(point) else { return false };
        let there = self.words[word] & bit != 0;
        self.words[word] &= !bit;
        there
    }

    /// The number of points in the set.
    ///
    /// ```
    /// use hoshi_core::{PointSet, Size};
    /// assert_eq!(PointSet::of(Size::S9, Size::S9.points()).len(), 81);
    /// ```
    #[must_use]
    pub fn len(&self) -> usize {
        self.words.iter().map(|word| word.count_ones() as usize).sum()
    }

    /// Whether the set is empty.
    ///
    /// ```
    /// use hoshi_core::{PointSet, Size};
    /// assert!(PointSet::new(Size::S9).is_empty());
    /// ```
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.words.iter().all(|&word| word == 0)
    }

    /// The points, row by row from the top left.
    ///
    /// ```
    /// use hoshi_core::{PointSet, Size};
    ///
    /// let set = PointSet::of(Size::S9, Size::S9.stars());
    /// assert_eq!(set.iter().collect::<Vec<_>>(), Size::S9.stars());
    /// ```
    pub fn iter(&self) -> impl Iterator<Item = Point> + '_ {
        self.words.iter().enumerate().flat_map(move |(index, &word)| {
            let mut rest = word;
            core::iter::from_fn(move || {
                let bit = (rest != 0).then(|| rest.trailing_zeros() as usize)?;
                rest &= rest - 1;
                self.size.point_at(index * 64 + bit)
            })
        })
    }

    /// Adds every point of `other` that fits this board.
    ///
    /// ```
    /// use hoshi_core::{PointSet, Size};
    ///
    /// let mut set = PointSet::new(Size::S9);
    /// set.union_with(&PointSet::of(Size::S9, Size::S9.stars()));
    /// assert_eq!(set.len(), 5);
    /// ```
    pub fn union_with(&mut self, other: &PointSet) {
        self.extend(other.iter());
    }
}

impl Extend<Point> for PointSet {
    fn extend<I: IntoIterator<Item = Point>>(&mut self, points: I) {
        for point in points {
            self.insert(point);
        }
    }
}

impl fmt::Debug for PointSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter().map(|point| self.size.a1(point))).finish()
    }
}
