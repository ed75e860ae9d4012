//! Small boards, studied exhaustively: how many positions they have, up to symmetry, by stones, and with
//! a ko; which number each of them has; how many games there are; and what a board is worth under
//! superko. All of it is exact.

mod border;
mod count;
mod fold;
mod games;
mod graph;
mod index;
mod ko;
mod region;
mod serial;
mod superko;
mod tiny;

pub use count::{TooLarge, legal};
pub use fold::{Fixed, Symmetric, symmetric};
pub use games::games;
pub use index::{Index, Points};
pub use ko::{Ko, by_stones, ko_points};
pub use serial::{points, serial};
pub use superko::{Superko, SuperkoSolution, superko};
