//! The census: an enumeration of every serial of a board.
//!
//! A serial is the head, the middle and the tail of its digits ([`plan`]). Which tails are legal depends
//! on the class of what is before them ([`classes`]); which are reduced is found for a whole head at once
//! ([`mod@walk`]), and so are ko points ([`ko`]).

mod bitmap;
mod bits;
mod classes;
mod content;
mod ko;
mod naive;
mod plan;
mod run;
mod seed;
mod store;
mod survey;
mod totals;
mod walk;

use std::ops::Range;

use hoshi_core::Size;

use classes::Classes;
use ko::Patterns;
use plan::Plan;
use totals::{Count, Rows};
use walk::walk;

pub use bitmap::{Bitmap, Masks};
pub use content::PART;
pub use naive::Naive;
pub use run::{Run, Stopped};
pub use seed::Layout;
pub use store::{Filled, PartInfo, Reader, Store, StoreError, Verdict};
pub use totals::{KoTotals, Totals};

use crate::count::TooLarge;
use crate::ko::Ko;

/// The maximum number of points of a board with a census.
const MOST_POINTS: usize = 25;

/// The maximum width of a board: the borders of one row are all kept in memory.
const MOST_WIDTH: usize = 10;

/// A board whose serials are enumerated.
///
/// ```
/// use hoshi_core::Size;
/// use hoshi_lab::Census;
///
/// let census = Census::new(Size::square(3).unwrap(), None)?;
/// assert_eq!(census.serials(), 19_683);
/// let totals = census.count(0..census.serials());
/// assert_eq!((totals.legal, totals.reduced), (12_675, 1_824));
/// # Ok::<(), hoshi_lab::TooLarge>(())
/// ```
#[derive(Debug)]
pub struct Census {
    plan: Plan,
    classes: Classes,
    patterns: Option<Patterns>,
    ko: Option<Ko>,
}

impl Census {
    /// Prepares the census of a board of up to 25 points, with or without ko points.
    ///
    /// # Errors
    /// If there are more points, or more than 10 in a row and more than one row.
    pub fn new(size: Size, ko: Option<Ko>) -> Result<Census, TooLarge> {
        let is_wide = usize::from(size.width()) > MOST_WIDTH && size.height() > 1;
        if size.area() > MOST_POINTS || is_wide {
            return Err(TooLarge { size, most: "25 points, 10 in a row" });
        }
        let plan = Plan::new(size);
        let classes = Classes::new(&plan);
        let patterns = ko.map(|ko| Patterns::new(&plan, ko));
        Ok(Census { plan, classes, patterns, ko })
    }

    /// The board.
    #[must_use]
    pub fn size(&self) -> Size {
        self.plan.size
    }

    /// The definition of a ko point, if they are counted.
    #[must_use]
    pub fn ko(&self) -> Option<Ko> {
        self.ko
    }

    /// Empty totals of ko points.
    fn no_ko(&self) -> Option<KoTotals> {
        self.ko.map(|_| content::no_ko(self.plan.points))
    }

    /// The number of serials of the board.
    #[must_use]
    pub fn serials(&self) -> u64 {
        3u64.pow(self.plan.points as u32)
    }

    /// Counts a range of serials, clipped to those of the board.
    #[must_use]
    pub fn count(&self, range: Range<u64>) -> Totals {
        self.visit(range, &mut ())
    }

    /// Visits a range of serials, row by row of those with the same head and middle, in any order within
    /// a head.
    fn visit(&self, range: Range<u64>, rows: &mut impl Rows) -> Totals {
        let range = range.start..range.end.min(self.serials());
        let mut count = Count::new(&self.plan, &self.classes, self.patterns.as_ref(), rows);
        pulp::Arch::new().dispatch(|| walk(&self.plan, &self.classes, range, &mut count));
        count.totals
    }
}
