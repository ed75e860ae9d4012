//! A census on disk: a folder with a manifest and files of parts, each complete or missing.

mod error;
mod file;
mod folder;
mod lock;
mod manifest;
mod merge;
mod read;
mod verify;
mod work;

pub use error::StoreError;
pub use folder::{Filled, PartInfo, Run, Store};
pub use read::Reader;
pub use verify::Verdict;
pub(crate) use work::{draft, put_aside, sync_folder, work, write_atomic};
