//! Writes the record to disk: appends, replaces or creates the file, and handles failures of each.

use std::io;
use std::path::{Path, PathBuf};

use hoshi_record::kifu::{Change, Kifu};

use super::known::{Known, end_of};
use super::original::Author;
use super::{Left, Note, Place, Recorder, SaveError};
use crate::disk::{Disk, DiskFile, LockError};
use crate::name;

/// What we know about the file on disk.
#[derive(Debug)]
pub(super) enum OnDisk {
    /// There is no file yet, and none is needed.
    Nothing,
    /// It holds the record.
    Known(Known),
    /// A write failed, and it is unknown how much of it reached the disk.
    Doubtful(Doubt),
}

/// What may be on disk: candidate texts, each with the length that is certain if it is that one.
#[derive(Debug, Default)]
pub(super) struct Doubt(Vec<(Vec<u8>, usize)>);

impl OnDisk {
    pub(super) fn is_doubtful(&self) -> bool {
        matches!(self, OnDisk::Doubtful(_))
    }

    /// Marks the file as doubtful. The known content, if any, remains a candidate.
    fn doubt(&mut self) -> &mut Doubt {
        let was = std::mem::replace(self, OnDisk::Doubtful(Doubt::default()));
        let OnDisk::Doubtful(doubt) = self else { unreachable!("it was just put there") };
        match was {
            OnDisk::Nothing => {}
            OnDisk::Known(known) => doubt.0.push(known.into_candidate()),
            OnDisk::Doubtful(before) => *doubt = before,
        }
        doubt
    }
}

impl Recorder {
    /// Writes a change of the record to the file; call it directly after each change.
    /// [`Change::Nothing`] writes only if the disk is behind.
    ///
    /// # Errors
    /// If the record is not on disk.
    pub fn save(&mut self, kifu: &Kifu, change: Change) -> Result<(), SaveError> {
        self.prepare(kifu, change)?;
        self.settle(kifu)
    }

    /// The same, but a move at the end may only be prepared: it is on disk after [`Recorder::settle`], and not written at
    /// all before that. To save many games at a time, call this for each of them, then `settle` for each of them: the
    /// first `settle` syncs the moves of all. Returns whether `settle` is needed.
    ///
    /// ```
    /// use std::sync::Arc;
    ///
    /// use hoshi_core::{Color, Game, Move, Preset, Rules, Size};
    /// use hoshi_record::kifu::{About, Kifu};
    /// use hoshi_store::{History, RealDisk, Recorder, When};
    ///
    /// let folder = tempfile::tempdir()?;
    /// let history = History::new(Arc::new(RealDisk), folder.path());
    /// let game = Game::new(Size::S9, Rules::of(Preset::Chinese));
    /// let mut games = Vec::new();
    /// for _ in 0..2 {
    ///     let recorder = Recorder::begin(&history, When::default().stem(Size::S9));
    ///     games.push((Kifu::begin(&game, &About::default())?, recorder));
    /// }
    /// for color in [Color::Black, Color::White, Color::Black] {
    ///     for (kifu, recorder) in &mut games {
    ///         let change = kifu.play(color, Move::Pass, None)?;
    ///         recorder.save_soon(kifu, change)?;
    ///     }
    ///     for (kifu, recorder) in &mut games {
    ///         recorder.settle(kifu)?;
    ///     }
    /// }
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// If the record is not on disk.
    pub fn save_soon(&mut self, kifu: &Kifu, change: Change) -> Result<bool, SaveError> {
        let is_open = self.prepare(kifu, change)?;
        if is_open
            && let (Place::Born { path, .. }, OnDisk::Known(known)) =
                (&self.place, &mut self.on_disk)
        {
            known.log(&self.history.log, path);
        }
        Ok(is_open)
    }

    /// Completes what [`Recorder::save_soon`] began; to be called before the record changes again.
    ///
    /// # Errors
    /// If the record is not on disk.
    pub fn settle(&mut self, kifu: &Kifu) -> Result<(), SaveError> {
        let (Place::Born { path, .. }, OnDisk::Known(known)) = (&self.place, &mut self.on_disk)
        else {
            return self.retry(kifu);
        };
        match known.settle(&*self.history.disk, path) {
            Ok(true) => Ok(()),
            // Another program has changed the file, or the log failed.
            Ok(false) => self.write(kifu, true),
            Err(_) => {
                self.on_disk.doubt();
                self.write(kifu, true)
            }
        }
    }

    /// Writes a change, or prepares a move that is then to be settled. Returns whether it is.
    fn prepare(&mut self, kifu: &Kifu, change: Change) -> Result<bool, SaveError> {
        if let OnDisk::Known(known) = &mut self.on_disk
            && known.cancel()
        {
            // What was to be settled is in the record, too.
            return self.write(kifu, true).map(|()| false);
        }
        match change {
            Change::Nothing => self.retry(kifu)?,
            Change::Whole { is_move } => self.write(kifu, is_move)?,
            Change::Append => match (&self.place, &mut self.on_disk) {
                // If the cursor was moved since the change, it is not at the node to append.
                (Place::Born { .. }, OnDisk::Known(known))
                    if known.may_append() && kifu.is_last() =>
                {
                    known.append(kifu.node().raw(), self.history.disk.sector());
                    return Ok(true);
                }
                _ => self.write(kifu, true)?,
            },
        }
        Ok(false)
    }

    /// Replaces the file with the whole record. A missing file is created if there is a move, if it is
    /// a copy, or if an earlier attempt failed.
    fn write(&mut self, kifu: &Kifu, is_move: bool) -> Result<(), SaveError> {
        match self.place {
            Place::Unborn if is_move || self.is_copy || self.is_behind() || kifu.has_moves() => {
                self.create(kifu)
            }
            Place::Unborn => Ok(()),
            Place::Born { .. } => self.replace(kifu, false),
        }
    }

    /// Tries again to write the record, if the disk is behind.
    ///
    /// # Errors
    /// If it still is.
    pub fn retry(&mut self, kifu: &Kifu) -> Result<(), SaveError> {
        if self.is_behind() { self.write(kifu, false) } else { Ok(()) }
    }

    /// Ends the recording. If the disk is behind, this is the last attempt, and a folder that
    /// disappeared is created again for it; if that fails too, the recorder is returned with the
    /// error.
    ///
    /// # Errors
    /// With the recorder, if the record is not on disk.
    pub fn close(mut self, kifu: &Kifu) -> Result<Option<PathBuf>, Box<(Recorder, SaveError)>> {
        if let OnDisk::Known(known) = &mut self.on_disk
            && (known.cancel() || known.leave_log().is_err())
        {
            self.on_disk.doubt();
        }
        if self.is_behind() {
            let done = match self.place {
                Place::Unborn => self.create(kifu),
                Place::Born { .. } => self.replace(kifu, true),
            };
            if let Err(error) = done {
                return Err(Box::new((self, error)));
            }
        }
        if let (Place::Born { path, .. }, OnDisk::Known(known)) = (&self.place, &mut self.on_disk) {
            known.trim(&*self.history.disk, path);
        }
        Ok(self.path().map(Path::to_owned))
    }

    /// Creates the file under a free name.
    fn create(&mut self, kifu: &Kifu) -> Result<(), SaveError> {
        let folder = self.history.folder.clone();
        let bytes = kifu.to_bytes();
        let done = self.create_in(&folder, kifu, &bytes);
        if done.is_err() {
            self.on_disk.doubt();
        }
        done
    }

    fn create_in(&mut self, folder: &Path, kifu: &Kifu, bytes: &[u8]) -> Result<(), SaveError> {
        let disk = self.history.disk.clone();
        disk.create_folder(folder).map_err(failed(folder, "cannot create the folder"))?;
        for number in 1.. {
            let name = name::nth(&self.stem, number);
            let path = folder.join(&name);
            // This finds most taken names without creating a lock file.
            if disk.identity(&path).is_ok() {
                continue;
            }
            let lock = match disk.lock(&folder.join(name::lock(&name))) {
                Ok(lock) => lock,
                Err(LockError::Held(_)) => continue,
                Err(LockError::Failed(error)) => {
                    return Err(failed(&path, "cannot lock it")(error));
                }
            };
            let next = folder.join(name::next(&name));
            let handle = self.write_next(&next, &path, bytes)?;
            match disk.publish(&next, &path) {
                Ok(()) => {}
                // A system may do it and yet report an error.
                Err(_) if is_named(&*disk, &path, &*handle) => drop(disk.remove(&next)),
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {
                    let _ = disk.remove(&next);
                    continue;
                }
                Err(error) => {
                    let _ = disk.remove(&next);
                    return Err(failed(&path, "cannot create it")(error));
                }
            }
            // From here on the name is ours, whether or not the sync succeeds.
            self.place = Place::Born { path: path.clone(), lock: Some(lock) };
            self.on_disk.doubt().0.push((bytes.to_vec(), bytes.len()));
            return self.settle_in(folder, &path, handle, kifu, bytes);
        }
        unreachable!("some number is free")
    }

    /// Replaces the old file with a new one.
    fn replace(&mut self, kifu: &Kifu, create_folder: bool) -> Result<(), SaveError> {
        let Place::Born { path, .. } = &self.place else { return self.create(kifu) };
        let (path, folder) = (path.clone(), self.history.folder.clone());
        let bytes = kifu.to_bytes();
        let disk = self.history.disk.clone();
        if create_folder {
            disk.create_folder(&folder).map_err(failed(&folder, "cannot create the folder"))?;
        }
        // The lock vanished with the folder; another process may own the file by now.
        if matches!(self.place, Place::Born { lock: None, .. }) {
            self.relock(&path);
        }
        let now = match disk.read(&path) {
            Ok(now) if !self.is_ours(&now, &bytes) => return self.leave(kifu, path),
            Ok(now) => Some(now),
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                self.relock(&path);
                None
            }
            Err(_) if self.is_changed(&path) => return self.leave(kifu, path),
            // An unreadable file may still be replaceable.
            Err(_) => None,
        };
        let Place::Born { .. } = self.place else { return self.leave(kifu, path) };
        if let Err(error) = self.keep_original(&path, now.as_deref()) {
            self.on_disk.doubt();
            return Err(error);
        }
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        let next = folder.join(name::next(&name));
        let done = self.write_next(&next, &path, &bytes).and_then(|handle| {
            // From now on it may be this one, even if the system reports an error.
            self.on_disk.doubt().0.push((bytes.clone(), bytes.len()));
            disk.rename(&next, &path).map_err(failed(&path, "cannot replace it"))?;
            self.settle_in(&folder, &path, handle, kifu, &bytes)
        });
        if done.is_err() {
            let _ = disk.remove(&next);
            self.on_disk.doubt();
        }
        done
    }

    /// Whether replacing the content on disk with `bytes` loses nothing.
    fn is_ours(&self, now: &[u8], bytes: &[u8]) -> bool {
        let is_known = match &self.on_disk {
            OnDisk::Nothing => false,
            OnDisk::Known(known) => known.bytes() == now,
            OnDisk::Doubtful(doubt) => {
                doubt.0.iter().any(|(text, sure)| now.starts_with(&text[..*sure]))
            }
        };
        is_known || bytes.starts_with(&now[..end_of(now)])
    }

    /// Whether the file is not the one that was written, or its length has changed.
    fn is_changed(&self, path: &Path) -> bool {
        let OnDisk::Known(known) = &self.on_disk else { return false };
        self.history.disk.identity(path).is_ok_and(|identity| identity != known.identity())
    }

    /// Leaves the changed file alone, and continues in another.
    fn leave(&mut self, kifu: &Kifu, old: PathBuf) -> Result<(), SaveError> {
        self.on_disk = OnDisk::Nothing;
        self.place = Place::Unborn;
        self.left = Some(Left::Changed(old));
        // hoshi is the author of the new file.
        self.author = Author::Hoshi;
        self.create(kifu)
    }

    /// Takes the lock again, after the file and perhaps the lock disappeared. If another process holds
    /// it by now, the path belongs to that process.
    fn relock(&mut self, path: &Path) {
        if let OnDisk::Known(known) = &mut self.on_disk {
            // If it cannot, the log keeps what it has, and the file is about to be written anew.
            let _ = known.leave_log();
        }
        let Place::Born { lock, .. } = &mut self.place else { return };
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        // Drop the old one first: it may still be on the file of this name.
        drop(lock.take());
        match self.history.disk.lock(&self.history.folder.join(name::lock(&name))) {
            Ok(new) => *lock = Some(new),
            Err(LockError::Held(_)) => self.place = Place::Unborn,
            // The folder is gone, or something else that the next step reports.
            Err(LockError::Failed(_)) => {}
        }
    }

    /// Writes the next version of the file beside it, and syncs it. Errors name the file itself, not
    /// the temporary one.
    fn write_next(
        &self,
        next: &Path,
        path: &Path,
        bytes: &[u8],
    ) -> Result<Box<dyn DiskFile>, SaveError> {
        let disk = &self.history.disk;
        // Left behind by a process that was killed. It is not reused: the state of its pages is
        // unknown.
        let _ = disk.remove(next);
        let handle = disk.create_like(next, path).map_err(failed(path, "cannot create it"))?;
        let done = handle
            .write_at(0, bytes)
            .map_err(failed(path, "cannot write it"))
            .and_then(|()| handle.sync().map_err(failed(path, "cannot sync it")));
        if let Err(error) = done {
            let _ = disk.remove(next);
            return Err(error);
        }
        Ok(handle)
    }

    /// The last step of creating or replacing the file: sync its name.
    fn settle_in(
        &mut self,
        folder: &Path,
        path: &Path,
        handle: Box<dyn DiskFile>,
        kifu: &Kifu,
        bytes: &[u8],
    ) -> Result<(), SaveError> {
        let synced = self.history.disk.sync_folder(folder);
        synced.map_err(failed(folder, "cannot sync the folder"))?;
        let identity = handle.identity().map_err(failed(path, "cannot look it up"))?;
        // The log may have kept what an earlier file could not be made to keep.
        self.history.log.settled(path);
        let handle = kifu.is_last().then(|| handle.into());
        self.on_disk = OnDisk::Known(Known::new(identity, bytes.to_vec(), handle));
        if let Some(old) = self.left.take() {
            let new = path.to_owned();
            self.notes.push(match old {
                Left::Changed(old) => Note::ChangedOutside { old, new },
                Left::ReadOnly(old) => Note::ReadOnly { old, new },
            });
        }
        Ok(())
    }
}

/// Whether this file has this name.
fn is_named(disk: &dyn Disk, path: &Path, file: &dyn DiskFile) -> bool {
    let (named, this) = (disk.identity(path).ok(), file.identity().ok());
    this.is_some_and(|this| this.file.is_some()) && named == this
}

/// An I/O error.
pub(super) fn failed(path: &Path, doing: &'static str) -> impl FnOnce(io::Error) -> SaveError {
    let path = path.to_owned();
    move |source| SaveError::Disk { path, doing, source }
}
