//! SGF, the Smart Game Format: bytes to a tree and back. docs/formats/sgf.md specifies reading and writing.

pub(crate) mod area;
mod arena;
mod builder;
mod collection;
mod edit;
mod encoding;
mod game;
mod known;
mod lex;
mod node;
mod property;
mod scan;
mod set;
mod tree;
mod trouble;
mod turn;
mod typed;
mod value;
mod visitor;
mod write;

pub(crate) use encoding::Script;
pub(crate) use property::key;
pub(crate) use scan::scan_scripts;
pub use typed::Read;
pub(crate) use typed::{HEAD_NODES, SERVER_NAMES, server_info};
pub(crate) use write::write_value;

pub use edit::{EditError, Fit, GameEdit};
pub use game::GameTree;
pub use known::{KNOWN, Kind, Known, Place, known};
pub use node::NodeRef;
pub use property::{Properties, Property, Values};
pub use scan::{scan, scan_as, scan_file};
pub use tree::{Collection, MAX_BYTES, MAX_FAULTS, NodeId, ReadError};
pub use trouble::{Fault, Trouble};
pub use turn::Unturned;
pub use value::{Double, Value};
pub(crate) use value::{has_letters, point_value};
pub use visitor::{Flow, Mend, Visitor};

/// The examples of docs/formats/sgf.md run as tests.
#[cfg(doctest)]
#[doc = include_str!("../../../../docs/formats/sgf.md")]
struct Page;
