//! Small boards, studied exhaustively: the number of positions, up to symmetry, by stones, and with a
//! ko; an enumeration of all positions; a perfect index; the number of games; and the value of each
//! position. All results are exact.

mod border;
mod by_point;
mod by_row;
mod census;
mod count;
mod fold;
mod games;
mod graph;
mod index;
mod ko;
pub mod need;
mod numbers;
mod reduced;
mod reduced_5x5;
mod region;
mod serial;
mod solve;
mod superko;
mod tiny;

pub use census::{
    Bitmap, Census, Filled, KoTotals, Layout, Masks, Naive, PART, PartInfo, Reader, Run, Stopped,
    Store, StoreError, Totals, Verdict,
};
pub use count::{TooLarge, legal};
pub use fold::{Fixed, Symmetric, symmetric};
pub use games::games;
pub use index::{Index, Points};
pub use ko::{Ko, by_stones, ko_points};
pub use reduced::Reduced;
pub use serial::{points, serial};
pub use solve::{Choice, Interval, NoState, Progress, Solution, State, TableError};
pub use superko::{Superko, SuperkoSolution, superko};
