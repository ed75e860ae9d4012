//! Games on disk: the recorder, which has every move safe on disk before the next one, and the history,
//! the folder that past games are kept in.
//!
//! ```
//! use std::sync::Arc;
//!
//! use hoshi_core::{Game, Preset, Rules, Size};
//! use hoshi_store::{About, History, RealDisk, Recorder, When};
//!
//! let folder = tempfile::tempdir()?;
//! let history = History::new(Arc::new(RealDisk), folder.path());
//! let mut game = Game::new(Size::S9, Rules::of(Preset::Chinese));
//! let when = When { year: 2026, month: 11, day: 16, hour: 9, minute: 30, second: 5 };
//! let mut recorder = Recorder::begin(&history, &game, &About { when, ..About::default() })?;
//!
//! let (color, mv) = (game.turn(), game.size().parse_move("C3")?);
//! game.play(mv)?;
//! // When this is back without an error, the move is on disk.
//! recorder.play(color, mv, None)?;
//! assert!(folder.path().join("2026-11-16_093005_9x9.sgf").exists());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod about;
mod disk;
mod history;
mod mend;
mod name;
mod real;
mod recorder;

pub use about::{About, Clock, Player, TimeLimit};
pub use disk::{Disk, DiskFile, Identity, Lock, LockError};
pub use history::{DeleteError, Entries, Entry, FindError, History, Problem};
pub use mend::{Mended, mend};
pub use name::When;
pub use real::RealDisk;
pub use recorder::{Note, OpenError, Recorder, SaveError};
