//! Games on disk: the recorder, which makes every move durable before the next one, and the history,
//! the folder of past games. The record itself is a [`Kifu`](hoshi_record::kifu::Kifu).
//!
//! ```
//! use std::sync::Arc;
//!
//! use hoshi_core::{Game, Preset, Rules, Size};
//! use hoshi_record::kifu::{About, Kifu};
//! use hoshi_store::{History, RealDisk, Recorder, When};
//!
//! let folder = tempfile::tempdir()?;
//! let history = History::new(Arc::new(RealDisk), folder.path());
//! let mut game = Game::new(Size::S9, Rules::of(Preset::Chinese));
//! let when = When { year: 2026, month: 11, day: 16, hour: 9, minute: 30, second: 5 };
//! let mut kifu = Kifu::begin(&game, &About { date: when.date(), ..About::default() })?;
//! let mut recorder = Recorder::begin(&history, when.stem(game.size()));
//!
//! let (color, mv) = (game.turn(), game.size().parse_move("C3")?);
//! game.play(mv)?;
//! let change = kifu.play(color, mv, None)?;
//! // When this returns `Ok`, the move is on disk.
//! recorder.save(&kifu, change)?;
//! assert!(folder.path().join("2026-11-16_093005_9x9.sgf").exists());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod disk;
mod history;
mod log;
mod mend;
mod name;
mod real;
mod recorder;

pub use disk::{Disk, DiskFile, Identity, Lock, LockError};
pub use history::{DeleteError, Entries, Entry, FindError, History, Problem};
pub use mend::{Mended, mend};
pub use name::When;
pub use real::RealDisk;
pub use recorder::{Note, OpenError, Recorder, SaveError};
