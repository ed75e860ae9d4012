//! A file that holds the record, and a move that is appended to it: in its own file at once, or through the log of moves.

use std::io;
use std::path::Path;
use std::sync::Arc;

use crate::disk::{Disk, DiskFile, Identity};
use crate::log::{Log, Logged, Move};

/// A line longer than this gets a line break before the next move, as in the writer.
const WIDE: usize = 72;

/// The bytes before the closing brackets that are compared before a move is appended.
const TAIL: usize = 128;

/// A file that holds the record.
#[derive(Debug)]
pub(super) struct Known {
    /// Open for appending; only while the current node is the last.
    handle: Option<Arc<dyn DiskFile>>,
    identity: Identity,
    bytes: Vec<u8>,
    /// The offset of the closing brackets and white space.
    end: usize,
    /// Where they end. Spaces follow, which keep room for moves.
    closed: usize,
    /// The checksum of everything before the closing brackets, if it was needed.
    sum: Option<crc32fast::Hasher>,
    /// Its place in the log, which has moves that were not synced in this file.
    logged: Option<Logged>,
    /// A move that is not written yet.
    next: Option<Next>,
}

/// A move that is about to be appended.
#[derive(Debug)]
struct Next {
    /// What is written over the old end: the move, the same end, and room if the file becomes longer.
    text: Vec<u8>,
    /// The length of the move in it, and of the move with the end.
    node: usize,
    closed: usize,
    /// Whether the log has it.
    is_logged: bool,
}

impl Known {
    pub(super) fn new(
        identity: Identity,
        bytes: Vec<u8>,
        handle: Option<Arc<dyn DiskFile>>,
    ) -> Known {
        let (end, closed) = (end_of(&bytes), bytes.len());
        Known { handle, identity, end, closed, bytes, sum: None, logged: None, next: None }
    }

    pub(super) fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    pub(super) fn identity(&self) -> Identity {
        self.identity
    }

    /// The content, and how much of it is certain if it is there.
    pub(super) fn into_candidate(self) -> (Vec<u8>, usize) {
        (self.bytes, self.end)
    }

    /// Whether moves can be appended.
    pub(super) fn may_append(&self) -> bool {
        self.handle.is_some()
    }

    /// Forgets a move that was to be settled; returns whether there was one.
    pub(super) fn cancel(&mut self) -> bool {
        self.next.take().is_some()
    }

    /// Prepares to append a node before the closing brackets. A write that fits into the room left for it changes one
    /// sector and no length, so the file system has nothing else to sync.
    pub(super) fn append(&mut self, node: &[u8], sector: usize) {
        let line = memchr::memrchr(b'\n', &self.bytes[..self.end]).map_or(0, |at| at + 1);
        let mut text = Vec::with_capacity(node.len() + 16);
        if self.end - line > WIDE {
            text.push(b'\n');
        }
        text.push(b';');
        text.extend_from_slice(node);
        let node = text.len();
        text.extend_from_slice(&self.bytes[self.end..self.closed]);
        let closed = text.len();
        if self.end + closed > self.bytes.len() {
            let full = (self.end + closed).next_multiple_of(sector.max(1));
            make_room(&mut text, full - self.end - closed);
        }
        self.next = Some(Next { text, node, closed, is_logged: false });
    }

    /// Adds the move that is to be settled to the log, so that one sync is enough for many games.
    pub(super) fn log(&mut self, log: &Arc<Log>, path: &Path) {
        let (Some(handle), Some(next)) = (&self.handle, &mut self.next) else { return };
        if self.logged.is_none() {
            let name = path.file_name().unwrap_or_default().to_string_lossy();
            self.logged = log.enter(&name, handle);
        }
        let Some(logged) = &mut self.logged else { return };
        let sum = self.sum.get_or_insert_with(|| {
            let mut sum = crc32fast::Hasher::new();
            sum.update(&self.bytes[..self.end]);
            sum
        });
        let room = self.bytes.len() - self.closed;
        let length = self.bytes.len().max(self.end + next.text.len());
        next.is_logged = logged.add(&Move {
            file: self.identity,
            at: self.end,
            before: sum.clone().finalize(),
            node: &next.text[..next.node],
            closers: &next.text[next.node..next.closed],
            room: [room, length - self.end - next.closed],
        });
    }

    /// Makes the move durable that is to be settled. Returns false if nothing was written into the file: since it is not
    /// the one that was written last, or since the log failed, which then keeps what it has of it.
    ///
    /// # Errors
    /// If the file could not be written or synced.
    pub(super) fn settle(&mut self, disk: &dyn Disk, path: &Path) -> io::Result<bool> {
        if self.next.is_none() {
            return Ok(true);
        }
        // A file that has moves in the log gets the next ones through the log as well.
        if let Some(log) = self.logged.as_ref().map(Logged::log) {
            if !self.next.as_ref().is_some_and(|next| next.is_logged) {
                self.log(&log, path);
            }
            if !self.next.as_ref().is_some_and(|next| next.is_logged) && self.leave_log().is_err() {
                self.cancel();
                return Ok(false);
            }
        }
        let (Some(next), Some(handle)) = (self.next.take(), &self.handle) else { return Ok(true) };
        if let Some(logged) = &self.logged {
            // The log first, so that a torn write here is of a move that it has.
            if logged.commit().is_err() {
                return Ok(false);
            }
        }
        // As late as possible.
        if !self.is_intact(disk, path) {
            return Ok(false);
        }
        self.write(disk, path, &**handle, &next.text)?;
        match &mut self.logged {
            Some(logged) => logged.written(),
            None => handle.sync()?,
        }
        let (end, written) = (self.end + next.node, self.end + next.text.len());
        self.bytes.resize(written.max(self.bytes.len()), b' ');
        self.bytes[self.end..written].copy_from_slice(&next.text);
        if let Some(sum) = &mut self.sum {
            sum.update(&next.text[..next.node]);
        }
        (self.end, self.closed) = (end, self.end + next.closed);
        self.identity.len = self.bytes.len() as u64;
        Ok(true)
    }

    fn write(
        &self,
        disk: &dyn Disk,
        path: &Path,
        handle: &dyn DiskFile,
        text: &[u8],
    ) -> io::Result<()> {
        let Err(error) = handle.write_at(self.end as u64, text) else { return Ok(()) };
        // The append failed, so restore a complete file for other programs. If part of the node was
        // written, truncate and sync first: the old end in the middle of the new one could be
        // parsed as a move.
        let is_intact = disk.read(path).is_ok_and(|now| now == self.bytes);
        if !is_intact && handle.set_len(self.end as u64).and_then(|()| handle.sync()).is_ok() {
            let _ = handle.write_at(self.end as u64, &self.bytes[self.end..]);
        }
        Err(error)
    }

    /// Syncs the file and takes it out of the log, if it is there.
    ///
    /// # Errors
    /// If the file does not sync.
    pub(super) fn leave_log(&mut self) -> io::Result<()> {
        self.logged.take().map_or(Ok(()), Logged::leave)
    }

    /// Removes the room behind the closing brackets. It is not synced, since nothing depends on it.
    pub(super) fn trim(&mut self, disk: &dyn Disk, path: &Path) {
        let has_room = self.closed < self.bytes.len();
        // Another program may have used it.
        if has_room
            && self.is_intact(disk, path)
            && let Some(handle) = &self.handle
        {
            let _ = handle.set_len(self.closed as u64);
        }
    }

    /// Whether the file is the one that was written last. With room, its length says little: an older version of the
    /// game, or one with something in the room, is as long. So its end is compared too, and all of it where files have
    /// no identity.
    pub(super) fn is_intact(&self, disk: &dyn Disk, path: &Path) -> bool {
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

/// The offset of the closing brackets and white space of a file.
pub(super) fn end_of(bytes: &[u8]) -> usize {
    let is_closer = |byte: &u8| *byte == b')' || byte.is_ascii_whitespace();
    bytes.iter().rposition(|byte| !is_closer(byte)).map_or(0, |last| last + 1)
}

/// Adds so many bytes of white space that end a line.
pub(crate) fn make_room(text: &mut Vec<u8>, room: usize) {
    if room > 0 {
        text.resize(text.len() + room - 1, b' ');
        text.push(b'\n');
    }
}
