//! Small boards, studied exhaustively: how many positions they have, up to symmetry, by stones, and with
//! a ko; and which number each of them has. All of it is exact, and none of it by enumeration.

mod border;
mod by_point;
mod by_row;
mod count;
mod enumeration;
mod fold;
mod graph;
mod index;
mod ko;
mod numbers;
mod reduced;
mod reduced_5x5;
mod region;
mod rowset;
mod serial;

pub use count::{TooLarge, legal};
pub use fold::{Fixed, Symmetric, symmetric};
pub use index::{Index, Points};
pub use ko::{Ko, by_stones, ko_points};
pub use reduced::Reduced;
pub use serial::{points, serial};
