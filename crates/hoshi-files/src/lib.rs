//! The basis of every part of hoshi that touches the machine: one way to read a file, one to replace it, one to
//! lock it, and one to make text safe for a terminal.
//!
//! | to do | use | promise |
//! |---|---|---|
//! | read a file that somebody named | [`open_regular`], [`read`] | a pipe, device, socket or folder is refused at once, and named |
//! | make a helper file | [`create_new`], [`append_own`] | no link is followed, no existing file is changed |
//! | write a whole file | [`Draft`], [`write`](fn@write) | it appears complete or not at all; mode and owner stay |
//! | give a file a name | [`publish`], [`keep`] | no existing file is replaced |
//! | know a file again | [`identity`](fn@identity), [`identity_of`] | two files are never equal; the time of the last change is not asked for |
//! | keep others out | [`Lock`] | released with the process; never writes to a foreign file |
//! | show untrusted text | [`visible()`], [`visible_line`] | no control character reaches the terminal |
//!
//! ```
//! use hoshi_files::{Existing, Lock};
//!
//! let folder = tempfile::tempdir()?;
//! let path = folder.path().join("game.sgf");
//! hoshi_files::write(&path, b"(;SZ[9])", Existing::Keep)?;
//! assert_eq!(hoshi_files::read(&path)?, b"(;SZ[9])");
//!
//! let error = hoshi_files::read(folder.path()).unwrap_err();
//! assert_eq!(error.to_string(), "it is a folder, not a file");
//!
//! let lock = Lock::take(&folder.path().join(".lock"))?;
//! assert!(Lock::take(&folder.path().join(".lock")).is_err());
//! # drop(lock);
//! assert_eq!(hoshi_files::visible("Lee \x1b[31m"), "Lee \\x1b[31m");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod draft;
mod identity;
mod kind;
mod lock;
mod own;
mod rights;
mod visible;

pub use draft::{Draft, Existing, Written, keep, publish, remove_drafts, sync_folder, write};
pub use identity::{Identity, identity, identity_of, keeps_numbers};
pub use kind::{
    Kind, NotAFile, open_regular, open_regular_with, read, read_to_string, refused_kind,
};
pub use lock::{Lock, LockError, is_held};
pub use own::{Refused, append_own, create_like, create_new};
pub use rights::is_read_only;
pub use visible::{is_visible, visible, visible_line};
