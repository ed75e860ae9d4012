//! The perfect index of legal positions: a bijection between them and the numbers from 0, in the order
//! of their serials.

use hoshi_core::{Rng, Size};

use crate::by_point::ByPoint;
use crate::by_row::ByRow;
use crate::count::TooLarge;
use crate::graph::Graph;

/// A position by its points, row by row from the top left: 0 empty, 1 black, 2 white.
pub type Points = Vec<u8>;

/// The index of the legal positions of one board.
///
/// ```
/// use hoshi_core::Size;
/// use hoshi_lab::Index;
///
/// let index = Index::new(Size::square(2).unwrap())?;
/// assert_eq!(index.len(), 57);
/// // The first is the empty board, the second has a black stone on the first point.
/// assert_eq!(index.unrank(1), Some(vec![1, 0, 0, 0]));
/// assert_eq!(index.rank(&[1, 0, 0, 0]), Some(1));
/// // A full board is not legal.
/// assert_eq!(index.rank(&[1, 1, 1, 1]), None);
/// assert_eq!(index.unrank(57), None);
/// # Ok::<(), hoshi_lab::TooLarge>(())
/// ```
#[derive(Debug)]
pub struct Index {
    size: Size,
    how: How,
}

/// The method of indexing.
#[derive(Debug)]
enum How {
    Rows(ByRow),
    Points(ByPoint),
}

impl Index {
    /// Builds the index of a board, up to 9x9: that takes half a second and 220 MB. Boards of up to
    /// 5x5 use tables of a few megabytes to look up whole rows.
    ///
    /// # Errors
    /// If a side is longer than 9.
    pub fn new(size: Size) -> Result<Index, TooLarge> {
        let (width, height) = (usize::from(size.width()), usize::from(size.height()));
        if width > 9 || height > 9 {
            return Err(TooLarge { size, most: "9x9" });
        }
        let graph = Graph::new(width);
        let how = match ByRow::new(&graph, height) {
            Some(rows) => How::Rows(rows),
            None => How::Points(ByPoint::new(graph, height)),
        };
        Ok(Index { size, how })
    }

    /// The board.
    #[must_use]
    pub fn size(&self) -> Size {
        self.size
    }

    /// How many legal positions there are.
    #[must_use]
    #[expect(clippy::len_without_is_empty, reason = "the empty board is always legal")]
    pub fn len(&self) -> u128 {
        match &self.how {
            How::Rows(rows) => rows.len().into(),
            How::Points(points) => points.len(),
        }
    }

    /// The size of its tables in bytes.
    ///
    /// ```
    /// use hoshi_core::Size;
    /// use hoshi_lab::Index;
    ///
    /// assert!(Index::new(Size::square(5).unwrap())?.bytes() < 64 << 20);
    /// # Ok::<(), hoshi_lab::TooLarge>(())
    /// ```
    #[must_use]
    pub fn bytes(&self) -> usize {
        match &self.how {
            How::Rows(rows) => rows.bytes(),
            How::Points(points) => points.bytes(),
        }
    }

    /// The number of a position; `None` if it is not legal, or not of this board.
    #[must_use]
    pub fn rank(&self, points: &[u8]) -> Option<u128> {
        if points.len() != self.size.area() || points.iter().any(|&color| color > 2) {
            return None;
        }
        match &self.how {
            How::Rows(rows) => rows.rank(short_serial(points)?).map(u128::from),
            How::Points(by_point) => by_point.rank(points),
        }
    }

    /// The position with a number; `None` if it is out of range.
    #[must_use]
    pub fn unrank(&self, rank: u128) -> Option<Points> {
        if rank >= self.len() {
            return None;
        }
        let mut points = vec![0; self.size.area()];
        match &self.how {
            How::Rows(rows) => {
                fill(&mut points, rows.unrank(rank.try_into().ok()?)?);
            }
            How::Points(by_point) => by_point.unrank(rank, &mut points),
        }
        Some(points)
    }

    /// The number of the position with a serial; `None` if it is not legal, or out of range. This
    /// is the fast way for boards of up to 5x5.
    ///
    /// ```
    /// use hoshi_core::Size;
    /// use hoshi_lab::Index;
    ///
    /// let index = Index::new(Size::square(3).unwrap())?;
    /// assert_eq!(index.rank_serial(13125), Some(8774));
    /// assert_eq!(index.unrank_serial(8774), Some(13125));
    /// // The board full of black stones, and the first serial out of range.
    /// assert_eq!(index.rank_serial(9841), None);
    /// assert_eq!(index.rank_serial(19683), None);
    /// # Ok::<(), hoshi_lab::TooLarge>(())
    /// ```
    #[inline]
    #[must_use]
    pub fn rank_serial(&self, serial: u64) -> Option<u64> {
        match &self.how {
            How::Rows(rows) => rows.rank(serial),
            How::Points(by_point) => {
                let mut points = vec![0; self.size.area()];
                let rest = fill(&mut points, serial);
                // The number is never greater than the serial.
                if rest == 0 { by_point.rank(&points)?.try_into().ok() } else { None }
            }
        }
    }

    /// The serial of the position with a number; `None` if it is out of range, or the serial does
    /// not fit into 64 bits, which can happen on boards with more than 40 points.
    #[inline]
    #[must_use]
    pub fn unrank_serial(&self, rank: u64) -> Option<u64> {
        match &self.how {
            How::Rows(rows) => rows.unrank(rank),
            How::Points(_) => short_serial(&self.unrank(rank.into())?),
        }
    }

    /// A uniformly random legal position.
    ///
    /// ```
    /// use hoshi_core::{Size, SplitMix64};
    /// use hoshi_lab::Index;
    ///
    /// let index = Index::new(Size::square(5).unwrap())?;
    /// let points = index.random(&mut SplitMix64::new(1));
    /// assert!(index.rank(&points).is_some());
    /// # Ok::<(), hoshi_lab::TooLarge>(())
    /// ```
    pub fn random(&self, rng: &mut impl Rng) -> Points {
        // Rejection sampling with as many bits as the largest number has.
        let bits = 128 - (self.len() - 1).leading_zeros();
        loop {
            let number = u128::from(rng.next_u64()) << 64 | u128::from(rng.next_u64());
            let number = if bits == 0 { 0 } else { number >> (128 - bits) };
            if let Some(points) = self.unrank(number) {
                return points;
            }
        }
    }
}

/// The serial of a position, if it fits.
fn short_serial(points: &[u8]) -> Option<u64> {
    let longer = |serial: u64, &color: &u8| serial.checked_mul(3)?.checked_add(color.into());
    points.iter().rev().try_fold(0, longer)
}

/// Sets the points to those of a serial, and returns the rest of it.
fn fill(points: &mut [u8], serial: u64) -> u64 {
    let mut rest = serial;
    for point in points {
        *point = (rest % 3) as u8;
        rest /= 3;
    }
    rest
}
