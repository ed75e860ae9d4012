//! Writes the record to disk: appends, replaces or creates the file, and handles failures of each.

use std::io;
use std::path::{Path, PathBuf};

use hoshi_record::kifu::{Change, Kifu};

use super::original::Author;
use super::{Left, Note, Place, Recorder, SaveError};
use crate::disk::{Disk, DiskFile, Identity, LockError};
use crate::name;

/// A line longer than this gets a line break before the next move, as in the writer.
const WIDE: usize = 72;

/// The bytes before the closing brackets that are compared before a move is appended.
const TAIL: usize = 128;

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

/// A file that holds the record.
#[derive(Debug)]
pub(super) struct Known {
    /// Open for appending; only while the current node is the last.
    handle: Option<Box<dyn DiskFile>>,
    identity: Identity,
    bytes: Vec<u8>,
    /// The offset of the closing brackets and white space.
    end: usize,
    /// Where they end. Spaces follow, which keep room for moves.
    closed: usize,
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
            OnDisk::Known(known) => doubt.0.push((known.bytes, known.end)),
            OnDisk::Doubtful(before) => *doubt = before,
        }
        doubt
    }
}

/// The offset of the closing brackets and white space of a file.
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
        Known { handle, identity, end: end_of(&bytes), closed: bytes.len(), bytes }
    }

    /// Appends a node before the closing brackets. A write that fits into the room left for it changes one sector and
    /// no length, so the file system has nothing else to sync.
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
        text.extend_from_slice(&self.bytes[self.end..self.closed]);
        let closed = self.end + text.len();
        if closed > self.bytes.len() {
            make_room(&mut text, closed.next_multiple_of(disk.sector().max(1)) - closed);
        }
        if let Err(error) = handle.write_at(self.end as u64, &text) {
            // The append failed, so restore a complete file for other programs. If part of the node was
            // written, truncate and sync first: the old end in the middle of the new one could be
            // parsed as a move.
            let is_intact = disk.read(path).is_ok_and(|now| now == self.bytes);
            if !is_intact && handle.set_len(self.end as u64).and_then(|()| handle.sync()).is_ok() {
                let _ = handle.write_at(self.end as u64, &self.bytes[self.end..]);
            }
            return Err(error);
        }
        handle.sync()?;
        let written = self.end + text.len();
        self.bytes.resize(written.max(self.bytes.len()), b' ');
        self.bytes[self.end..written].copy_from_slice(&text);
        (self.end, self.closed) = (end, closed);
        self.identity.len = self.bytes.len() as u64;
        Ok(())
    }

    /// Removes the room behind the closing brackets. It is not synced, since nothing depends on it.
    fn trim(&mut self, disk: &dyn Disk, path: &Path) {
        let has_room = self.closed < self.bytes.len();
        // Another program may have used it.
        if has_room
            && self.is_intact(disk, path)
            && let Some(handle) = &mut self.handle
        {
            let _ = handle.set_len(self.closed as u64);
        }
    }

    /// Whether the file is the one that was written last. With room, its length says little: an older version of the
    /// game, or one with something in the room, is as long. So its end is compared too, and all of it where files have
    /// no identity.
    fn is_intact(&self, disk: &dyn Disk, path: &Path) -> bool {
        if !disk.identity(path).is_ok_and(|identity| identity == self.identity) {
            return false;
        }
        let from = match self.identity.file {
            Some(_) => self.end.saturating_sub(TAIL),
            None => 0,
        };
        let mut now = vec![0; self.bytes.len() - from];
        let read = match &self.handle {
            Some(handle) => handle.read_at(from as u64, &mut now),
            None => Err(io::ErrorKind::Unsupported.into()),
        };
        read.is_ok() && now == self.bytes[from..]
    }
}

/// Adds so many bytes of white space that end a line.
fn make_room(text: &mut Vec<u8>, room: usize) {
    if room > 0 {
        text.resize(text.len() + room - 1, b' ');
        text.push(b'\n');
    }
}

impl Recorder {
    /// Writes a change of the record to the file; call it directly after each change.
    /// [`Change::Nothing`] writes only if the disk is behind.
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

    /// Appends the current node, which is new, to the file.
    fn append(&mut self, kifu: &Kifu) -> Result<(), SaveError> {
        let (Place::Born { path, .. }, OnDisk::Known(known)) = (&self.place, &mut self.on_disk)
        else {
            return self.write(kifu, true);
        };
        // If the cursor was moved since the change, it is not at the node to append.
        if known.handle.is_none() || !kifu.is_last() {
            return self.write(kifu, true);
        }
        let disk = &*self.history.disk;
        if known.is_intact(disk, path) {
            if known.append(disk, path, kifu.node().raw()).is_ok() {
                return Ok(());
            }
            self.on_disk.doubt();
        }
        self.write(kifu, true)
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
            OnDisk::Known(known) => known.bytes == now,
            OnDisk::Doubtful(doubt) => {
                doubt.0.iter().any(|(text, sure)| now.starts_with(&text[..*sure]))
            }
        };
        is_known || bytes.starts_with(&now[..end_of(now)])
    }

    /// Whether the file is not the one that was written, or its length has changed.
    fn is_changed(&self, path: &Path) -> bool {
        let OnDisk::Known(known) = &self.on_disk else { return false };
        self.history.disk.identity(path).is_ok_and(|identity| identity != known.identity)
    }

    /// Leaves the changed file alone, and continues in another.
    fn leave(&mut self, kifu: &Kifu, old: PathBuf) -> Result<(), SaveError> {
        self.place = Place::Unborn;
        self.on_disk = OnDisk::Nothing;
        self.left = Some(Left::Changed(old));
        // hoshi is the author of the new file.
        self.author = Author::Hoshi;
        self.create(kifu)
    }

    /// Takes the lock again, after the file and perhaps the lock disappeared. If another process holds
    /// it by now, the path belongs to that process.
    fn relock(&mut self, path: &Path) {
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
        let mut handle = disk.create_like(next, path).map_err(failed(path, "cannot create it"))?;
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

/// An I/O error.
pub(super) fn failed(path: &Path, doing: &'static str) -> impl FnOnce(io::Error) -> SaveError {
    let path = path.to_owned();
    move |source| SaveError::Disk { path, doing, source }
}
