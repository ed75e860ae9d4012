//! Records of games of Go: SGF, DGF and SGN, from bytes to a tree and back, with nothing lost; and the
//! records of other servers, which are only read.
//!
//! Reading never checks legality; replay does. Values are kept as written, and interpreted on
//! access.
//!
//! Three features, all on by default, can be left out of a small build:
//!
//! | feature | adds | without it |
//! |---|---|---|
//! | `charsets` | every charset of old records, and guessing | UTF-8, UTF-16, UTF-32, windows-1252 and ISO-8859-1 alone; text that is not UTF-8 is read as windows-1252 |
//! | `dgf` | the module [`dgf`], and its formats in [`convert`] | those formats are unknown |
//! | `lint` | the module [`lint`]: findings and repairs | |

// The lint asks more of the tree and of the replay than anybody else; the linker drops it without.
#![cfg_attr(not(feature = "lint"), allow(dead_code, unused_imports))]

pub mod bulk;
pub mod charset;
pub mod convert;
#[cfg(feature = "dgf")]
pub mod dgf;
pub mod glance;
pub mod info;
pub mod kifu;
#[cfg(feature = "lint")]
pub mod lint;
mod moves;
pub mod problem;
pub mod replay;
pub mod servers;
pub mod sgf;
pub mod sgn;
