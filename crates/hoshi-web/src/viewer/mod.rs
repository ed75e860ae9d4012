//! The viewer: a record as a page that can be walked through, or solved if it is a problem, without a session and
//! without a server. `hoshi draw` writes it as one file; the server shows games in their address, and games of the
//! history.

mod data;
mod page;
mod serve;
mod study;
mod tree;

pub(crate) use page::draw;
pub use page::{Opening, Page};
pub(crate) use serve::{address_page, board_page, history_page, is_problem};
pub(crate) use study::{is_collection, learn_page, problems, problems_page};
pub(crate) use tree::tree;
