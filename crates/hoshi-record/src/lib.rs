//! Records of games of Go: SGF, DGF and SGN, from bytes to a tree and back, with nothing lost; and the
//! records of other servers, which are only read.
//!
//! Reading never checks legality; replay does. Values are kept as written, and interpreted on
//! access.

pub mod bulk;
pub mod charset;
pub mod convert;
pub mod dgf;
pub mod glance;
pub mod info;
pub mod kifu;
pub mod lint;
mod moves;
pub mod problem;
pub mod replay;
pub mod servers;
pub mod sgf;
pub mod sgn;
