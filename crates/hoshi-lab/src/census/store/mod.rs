//! A census on disk: a folder with a manifest and files of parts, each whole or not there.

mod error;
mod file;
mod folder;
mod lock;
mod manifest;
mod read;
mod verify;

pub use error::StoreError;
pub use folder::{Filled, PartInfo, Run, Store};
pub(crate) use folder::{work, write_whole};
pub use read::Reader;
pub use verify::Verdict;
