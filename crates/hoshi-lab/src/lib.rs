//! Small boards, studied exhaustively: how many positions they have, up to symmetry, by stones, and with
//! a ko; and which number each of them has. All of it is exact, and none of it by enumeration.

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
