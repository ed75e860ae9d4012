//! Small boards, studied exhaustively: how many positions they have, up to symmetry, by stones, and with
//! a ko; which number each of them has; and what each is worth. All of it is exact. Positions are counted
//! and numbered without enumerating them; a board is solved by going over all of them.

mod border;
mod by_point;
mod by_row;
mod census;
mod count;
mod fold;
mod graph;
mod index;
mod ko;
mod numbers;
mod reduced;
mod reduced_5x5;
mod region;
mod serial;
mod solve;

pub use census::{
    Bitmap, Census, Filled, KoTotals, Layout, Masks, Naive, PART, PartInfo, Reader, Run, Store,
    StoreError, Totals, Verdict,
};
pub use count::{TooLarge, legal};
pub use fold::{Fixed, Symmetric, symmetric};
pub use index::{Index, Points};
pub use ko::{Ko, by_stones, ko_points};
pub use reduced::Reduced;
pub use serial::{points, serial};
pub use solve::{Choice, Interval, NoState, Progress, Solution, State, TableError};
