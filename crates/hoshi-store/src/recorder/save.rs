//! From the record to the disk: the append, the replacement, the birth of a file, and what happens
//! when one of them fails.

use std::io;
use std::path::{Path, PathBuf};

use hoshi_record::kifu::{Change, Kifu};

use super::original::Author;
use super::{Left, Note, Place, Recorder, SaveError};
use crate::disk::{Disk, DiskFile, Identity, LockError};
use crate::name;

/// A line of the file is ended before a move once it has this many bytes, as the writer does it.
const WIDE: usize = 72;

/// What is known about the file on disk.
#[derive(Debug)]
pub(super) enum OnDisk {
    /// There is no file yet, and need not be.
    Nothing,
    /// It is as it should be.
    Known(Known),
    /// Something was not written, and nobody knows how much of it was.
    Doubtful(Doubt),
}

/// A file that holds the record.
#[derive(Debug)]
pub(super) struct Known {
    /// To add a node with; only where the current one is the last.
    handle: Option<Box<dyn DiskFile>>,
    identity: Identity,
    bytes: Vec<u8>,
    /// Where the brackets and the white space begin that end it.
    end: usize,
}

/// What may be on disk: texts, and how much of each is sure to be there if it is that one.
#[derive(Debug, Default)]
pub(super) struct Doubt(Vec<(Vec<u8>, usize)>);

impl OnDisk {
    pub(super) fn is_doubtful(&self) -> bool {
        matches!(self, OnDisk::Doubtful(_))
    }

    /// No longer sure of it; what is there, if it was known, still is.
    fn doubt(&mut self) -> &mut Doubt {
        let was = std::mem::replace(self, OnDisk::Doubtful(Doubt::default()));
        let OnDisk::Doubtful(doubt) = self else { unreachable!("it was just put there") };
        match was {
            OnDisk::Nothing => {}
            OnDisk::Known(known) => doubt.0.push((known.bytes, known.end)),
            OnDisk::Doubtful(before) => *doubt = before,
        }
        doubt
    }
}

/// Where the brackets and the white space begin that end a file.
pub(super) fn end_of(bytes: &[u8]) -> usize {
    let is_closer = |byte: &u8| *byte == b')' || byte.is_ascii_whitespace();
    bytes.iter().rposition(|byte| !is_closer(byte)).map_or(0, |last| last + 1)
}

impl Known {
    pub(super) fn new(
        identity: Identity,
        bytes: Vec<u8>,
        handle: Option<Box<dyn DiskFile>>,
    ) -> Known {
        Known { handle, identity, end: end_of(&bytes), bytes }
    }

    /// Adds a node before the brackets at the end.
    fn append(&mut self, disk: &dyn Disk, path: &Path, node: &[u8]) -> io::Result<()> {
        let Some(handle) = &mut self.handle else { return Err(io::ErrorKind::Unsupported.into()) };
        let line = memchr::memrchr(b'\n', &self.bytes[..self.end]).map_or(0, |at| at + 1);
        let mut text = Vec::with_capacity(node.len() + 16);
        if self.end - line > WIDE {
            text.push(b'\n');
        }
        text.push(b';');
        text.extend_from_slice(node);
        let end = self.end + text.len();
        text.extend_from_slice(&self.bytes[self.end..]);
        if let Err(error) = handle.write_at(self.end as u64, &text) {
            // Nothing of it counts; other programs shall find a whole file as long as it lasts. If it is
            // whole no more, it is cut off for good first: the old end in the midst of the new one could
            // be read as a move.
            let is_whole = disk.read(path).is_ok_and(|now| now == self.bytes);
            if !is_whole && handle.set_len(self.end as u64).and_then(|()| handle.sync()).is_ok() {
                let _ = handle.write_at(self.end as u64, &self.bytes[self.end..]);
            }
            return Err(error);
        }
        handle.sync()?;
        self.bytes.truncate(self.end);
        self.bytes.extend_from_slice(&text);
        self.end = end;
        self.identity.len = self.bytes.len() as u64;
        Ok(())
    }
}

impl Recorder {
    /// Brings the file in step with the record, directly after a change of it. After
    /// [`Change::Nothing`], only if it is behind.
    ///
    /// # Errors
    /// If the record is not on disk.
    pub fn save(&mut self, kifu: &Kifu, change: Change) -> Result<(), SaveError> {
        match change {
            Change::Nothing => self.retry(kifu),
            Change::Append => self.append(kifu),
            Change::Whole { is_move } => self.write(kifu, is_move),
        }
    }

    /// Adds the current node, which is new, at the end of the file.
    fn append(&mut self, kifu: &Kifu) -> Result<(), SaveError> {
        let (Place::Born { path, .. }, OnDisk::Known(known)) = (&self.place, &mut self.on_disk)
        else {
            return self.write(kifu, true);
        };
        // A cursor that was moved since the change is not at the node to append.
        if known.handle.is_none() || !kifu.is_last() {
            return self.write(kifu, true);
        }
        let is_ours =
            self.history.disk.identity(path).is_ok_and(|identity| identity == known.identity);
        if is_ours && known.append(&*self.history.disk, path, kifu.node().raw()).is_ok() {
            return Ok(());
        }
        if is_ours {
            self.on_disk.doubt();
        }
        self.write(kifu, true)
    }

    /// Writes the whole record, as a new file in place of the old one. A file that is not there yet is
    /// born if there is a move, it is a copy, or it should have been born before.
    fn write(&mut self, kifu: &Kifu, is_move: bool) -> Result<(), SaveError> {
        match self.place {
            Place::Unborn if is_move || self.is_copy || self.is_behind() || kifu.has_moves() => {
                self.create(kifu)
            }
            Place::Unborn => Ok(()),
            Place::Born { .. } => self.replace(kifu, false),
        }
    }

    /// Tries again to bring the disk in step, if it is behind.
    ///
    /// # Errors
    /// If it still is.
    pub fn retry(&mut self, kifu: &Kifu) -> Result<(), SaveError> {
        if self.is_behind() { self.write(kifu, false) } else { Ok(()) }
    }

    /// Ends the recording. If the disk is behind, this is the last try, and a folder that is gone is
    /// made anew for it; if that fails too, the recorder is handed back with the reason.
    ///
    /// # Errors
    /// With the recorder, if the record is not on disk.
    pub fn close(mut self, kifu: &Kifu) -> Result<Option<PathBuf>, Box<(Recorder, SaveError)>> {
        if self.is_behind() {
            let done = match self.place {
                Place::Unborn => self.create(kifu),
                Place::Born { .. } => self.replace(kifu, true),
            };
            if let Err(error) = done {
                return Err(Box::new((self, error)));
            }
        }
        Ok(self.path().map(Path::to_owned))
    }

    /// Makes the file, under a name that nothing has.
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
        disk.create_folder(folder).map_err(failed(folder, "the folder cannot be made"))?;
        for number in 1.. {
            let name = name::nth(&self.stem, number);
            let path = folder.join(&name);
            // Most names that are taken are found so, without a trace.
            if disk.identity(&path).is_ok() {
                continue;
            }
            let lock = match disk.lock(&folder.join(name::lock(&name))) {
                Ok(lock) => lock,
                Err(LockError::Held(_)) => continue,
                Err(LockError::Failed(error)) => {
                    return Err(failed(&path, "it cannot be locked")(error));
                }
            };
            let next = folder.join(name::next(&name));
            let handle = self.write_next(&next, &path, bytes)?;
            match disk.publish(&next, &path) {
                Ok(()) => {}
                // A system may do it and yet say that it failed.
                Err(_) if is_named(&*disk, &path, &*handle) => drop(disk.remove(&next)),
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {
                    let _ = disk.remove(&next);
                    continue;
                }
                Err(error) => {
                    let _ = disk.remove(&next);
                    return Err(failed(&path, "it cannot be made")(error));
                }
            }
            // From here on the name is ours, whatever happens.
            self.place = Place::Born { path: path.clone(), lock: Some(lock) };
            self.on_disk.doubt().0.push((bytes.to_vec(), bytes.len()));
            return self.settle_in(folder, &path, handle, kifu, bytes);
        }
        unreachable!("numbers do not end")
    }

    /// Puts a new file in place of the old one.
    fn replace(&mut self, kifu: &Kifu, anew: bool) -> Result<(), SaveError> {
        let Place::Born { path, .. } = &self.place else { return self.create(kifu) };
        let (path, folder) = (path.clone(), self.history.folder.clone());
        let bytes = kifu.to_bytes();
        let disk = self.history.disk.clone();
        if anew {
            disk.create_folder(&folder).map_err(failed(&folder, "the folder cannot be made"))?;
        }
        // It went when the folder was gone; what is there now may have been somebody else's since.
        if matches!(self.place, Place::Born { lock: None, .. }) {
            self.lock_anew(&path);
        }
        let now = match disk.read(&path) {
            Ok(now) if !self.is_ours(&now, &bytes) => return self.leave(kifu, path),
            Ok(now) => Some(now),
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                self.lock_anew(&path);
                None
            }
            Err(_) if self.is_changed(&path) => return self.leave(kifu, path),
            // What cannot be read may still be replaced.
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
            // It may be this one from now on, even if the system says that it failed.
            self.on_disk.doubt().0.push((bytes.clone(), bytes.len()));
            disk.rename(&next, &path).map_err(failed(&path, "it cannot be replaced"))?;
            self.settle_in(&folder, &path, handle, kifu, &bytes)
        });
        if done.is_err() {
            let _ = disk.remove(&next);
            self.on_disk.doubt();
        }
        done
    }

    /// Whether nothing is lost if what is on disk now is replaced by `bytes`.
    fn is_ours(&self, now: &[u8], bytes: &[u8]) -> bool {
        let is_known = match &self.on_disk {
            OnDisk::Nothing => false,
            OnDisk::Known(known) => known.bytes == now,
            OnDisk::Doubtful(doubt) => {
                doubt.0.iter().any(|(text, sure)| now.starts_with(&text[..*sure]))
            }
        };
        is_known || bytes.starts_with(&now[..end_of(now)])
    }

    /// Whether the file is another than the one that was written, or longer or shorter.
    fn is_changed(&self, path: &Path) -> bool {
        let OnDisk::Known(known) = &self.on_disk else { return false };
        self.history.disk.identity(path).is_ok_and(|identity| identity != known.identity)
    }

    /// Leaves the file to whoever changed it, and continues in another.
    fn leave(&mut self, kifu: &Kifu, old: PathBuf) -> Result<(), SaveError> {
        self.place = Place::Unborn;
        self.on_disk = OnDisk::Nothing;
        self.left = Some(Left::Changed(old));
        // What is made from here on is hoshi's own.
        self.author = Author::Hoshi;
        self.create(kifu)
    }

    /// Takes the lock again, after the file was gone and perhaps the lock with it. Where somebody else
    /// has it by now, the place is theirs.
    fn lock_anew(&mut self, path: &Path) {
        let Place::Born { lock, .. } = &mut self.place else { return };
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        // The old one first: it is on a file that has this name no more, or still has it.
        drop(lock.take());
        match self.history.disk.lock(&self.history.folder.join(name::lock(&name))) {
            Ok(new) => *lock = Some(new),
            Err(LockError::Held(_)) => self.place = Place::Unborn,
            // The folder is gone, or something else that the next step will tell.
            Err(LockError::Failed(_)) => {}
        }
    }

    /// Writes the next version of the file beside it, and has it stay. Errors name the file itself: the
    /// other is nobody's business.
    fn write_next(
        &self,
        next: &Path,
        path: &Path,
        bytes: &[u8],
    ) -> Result<Box<dyn DiskFile>, SaveError> {
        let disk = &self.history.disk;
        // One that was left behind when a process was stopped. Never written to again: nobody knows
        // what its pages hold.
        let _ = disk.remove(next);
        let mut handle = disk.create_like(next, path).map_err(failed(path, "it cannot be made"))?;
        let done = handle
            .write_at(0, bytes)
            .map_err(failed(path, "it cannot be written"))
            .and_then(|()| handle.sync().map_err(failed(path, "it cannot be synced")));
        if let Err(error) = done {
            let _ = disk.remove(next);
            return Err(error);
        }
        Ok(handle)
    }

    /// The last step of a birth or a replacement: its name stays too.
    fn settle_in(
        &mut self,
        folder: &Path,
        path: &Path,
        handle: Box<dyn DiskFile>,
        kifu: &Kifu,
        bytes: &[u8],
    ) -> Result<(), SaveError> {
        let synced = self.history.disk.sync_folder(folder);
        synced.map_err(failed(folder, "the folder cannot be synced"))?;
        let identity = handle.identity().map_err(failed(path, "it cannot be found"))?;
        let handle = kifu.is_last().then_some(handle);
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

/// An error of the disk.
pub(super) fn failed(path: &Path, doing: &'static str) -> impl FnOnce(io::Error) -> SaveError {
    let path = path.to_owned();
    move |source| SaveError::Disk { path, doing, source }
}
