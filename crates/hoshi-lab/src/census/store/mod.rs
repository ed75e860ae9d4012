//! A census on disk: a folder with a manifest and files of parts, each complete or missing.

mod error;
mod file;
mod folder;
mod lock;
mod manifest;
mod merge;
mod read;
mod verify;
mod write;

pub use error::StoreError;
pub use folder::{Filled, PartInfo, Store};
pub use read::Reader;
pub use verify::Verdict;
pub(crate) use write::{draft, put_aside, sync_folder, write_atomic};
