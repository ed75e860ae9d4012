//! What a log that nobody writes any more is good for: moves that were promised and are not in the file of their game,
//! since the system stopped before that was synced, are put there.

use std::collections::BTreeMap;
use std::io;
use std::path::Path;
use std::thread;
use std::time::Duration;

use super::entry::{self, Added, Entry, Read};
use super::{FILES, LOCK, RECOVERING};
use crate::disk::{Disk, Lock, LockError};
use crate::history::is_game;
use crate::name;

/// The longest log that is read.
const MOST: u64 = 256 << 20;
/// More room than any record has.
const MOST_ROOM: usize = 1 << 16;

/// How long to wait for a lock, and how often to look.
const LOOK: Duration = Duration::from_millis(2);
const LONG: u32 = 5_000;
const SHORT: u32 = 100;

/// Takes a lock, waiting for whoever has it: nobody keeps it for long.
pub(super) fn patient(
    disk: &dyn Disk,
    path: &Path,
    mut looks: u32,
) -> Result<Box<dyn Lock>, LockError> {
    loop {
        match disk.lock(path) {
            Err(LockError::Held(_)) if looks > 0 => {
                looks -= 1;
                thread::sleep(LOOK);
            }
            done => return done,
        }
    }
}

/// Takes the lock under which a log is recovered or begun: whoever opens a game waits until all have their moves.
pub(super) fn alone(disk: &dyn Disk, folder: &Path) -> io::Result<Box<dyn Lock>> {
    patient(disk, &folder.join(RECOVERING), LONG).map_err(|why| match why {
        LockError::Failed(error) => error,
        LockError::Held(by) => held("the log of moves is being put into the games", by),
    })
}

fn held(what: &str, by: Option<u32>) -> io::Error {
    io::Error::new(io::ErrorKind::WouldBlock, format!("{what}{}", crate::disk::by(by)))
}

/// Puts the moves of the log into their games, and removes it. A log that a running process writes is left alone.
///
/// # Errors
/// If a game could not be written; the log is still there then.
pub(crate) fn recover(disk: &dyn Disk, folder: &Path) -> io::Result<()> {
    let is_there = |name: &str| disk.identity(&folder.join(name)).is_ok();
    if !FILES.iter().any(|name| is_there(name)) {
        return Ok(());
    }
    let _alone = alone(disk, folder)?;
    let _lock = match disk.lock(&folder.join(LOCK)) {
        Ok(lock) => lock,
        // Whoever writes one has recovered the one before.
        Err(LockError::Held(_)) => return Ok(()),
        Err(LockError::Failed(error)) => return Err(error),
    };
    recover_locked(disk, folder)
}

/// The same, for whoever has the lock.
pub(super) fn recover_locked(disk: &dyn Disk, folder: &Path) -> io::Result<()> {
    let mut found = Vec::new();
    let mut reads: Vec<Read> = Vec::new();
    for name in FILES {
        let path = folder.join(name);
        if disk.identity(&path).is_ok_and(|identity| identity.len > MOST) {
            return Err(io::Error::other(format!("{name} is too long for a log of moves")));
        }
        match disk.read(&path) {
            Ok(bytes) => {
                let read = entry::read(&bytes)?;
                found.push((read.as_ref().map(|read| read.number), name));
                reads.extend(read);
            }
            Err(error) if error.kind() == io::ErrorKind::NotFound => {}
            Err(error) => {
                return Err(io::Error::new(
                    error.kind(),
                    format!("the log of moves {name}: {error}"),
                ));
            }
        }
    }
    reads.sort_by_key(|read| read.number);
    // As long as the system runs, the files have what was written.
    let boot = disk.boot();
    let is_lost = |read: &Read| boot.is_none() || read.boot != boot;
    let mut games: BTreeMap<String, (bool, Vec<Added>)> = BTreeMap::new();
    for read in reads {
        let is_lost = is_lost(&read);
        for entry in read.entries {
            match entry {
                Entry::Added(name, added) => {
                    let game = games.entry(name).or_default();
                    game.0 |= is_lost;
                    game.1.push(added);
                }
                Entry::Left(name) => drop(games.remove(&name)),
            }
        }
    }
    let mut done = Ok(());
    for (name, (is_lost, all)) in &games {
        // Only games of this folder.
        if is_game(&name.into()) && Path::new(name).file_name() == Some(name.as_ref()) {
            let restored = restore(disk, folder, name, is_lost.then_some(all));
            done = done.and(restored.map_err(|error| {
                io::Error::new(error.kind(), format!("{name}, in the log of moves: {error}"))
            }));
        }
    }
    done?;
    // The older one first: the newer one says what has become of the games in it.
    found.sort_unstable();
    found.into_iter().try_for_each(|(_, name)| remove(disk, folder, name))
}

/// Removes a file of the log for good.
pub(super) fn remove(disk: &dyn Disk, folder: &Path, name: &str) -> io::Result<()> {
    disk.remove(&folder.join(name))?;
    disk.sync_folder(folder)
}

/// Makes one game durable: with the moves of the log, or as it is.
fn restore(disk: &dyn Disk, folder: &Path, name: &str, all: Option<&Vec<Added>>) -> io::Result<()> {
    let path = folder.join(name);
    // Whoever lists games looks at this lock, too.
    let _lock = match patient(disk, &folder.join(name::lock(name)), SHORT) {
        Ok(lock) => lock,
        Err(LockError::Held(by)) => return Err(held("it is being played", by)),
        Err(LockError::Failed(error)) => return Err(error),
    };
    let now = match disk.read(&path) {
        Ok(now) => now,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(()),
        Err(error) => return Err(error),
    };
    let number = disk.identity(&path)?.file.map_or(0, |(_, file)| file);
    let is_other = |added: &Added| added.file != number && added.file != 0 && number != 0;
    let wanted = match all {
        Some(all) => match rebuilt(&now, all.rsplit(is_other).next().unwrap_or_default()) {
            // Also if nothing is missing: where the run of the system is not known, it may not be synced.
            Some(wanted) => wanted,
            None => return Ok(()),
        },
        None => now,
    };
    let next = folder.join(name::next(name));
    let _ = disk.remove(&next);
    let write = || {
        let file = disk.create_like(&next, &path)?;
        file.write_at(0, &wanted)?;
        file.sync()?;
        disk.rename(&next, &path)?;
        disk.sync_folder(folder)
    };
    let done = write();
    if done.is_err() {
        let _ = disk.remove(&next);
    }
    done
}

/// What a file should be that has some of these moves, or none: `None` if it is anything else, such as what another
/// program has made of it.
fn rebuilt(now: &[u8], all: &[Added]) -> Option<Vec<u8>> {
    let first = all.first()?;
    let mut text = now.get(..first.at)?.to_vec();
    let rest = &now[first.at..];
    // Which bytes may be there, since some version of the file had them or never got them.
    let mut is_known: Vec<bool> = rest.iter().map(|&byte| byte == 0).collect();
    let mut look = |text: &[u8]| {
        let version = text[first.at..].iter().zip(rest);
        for (known, (was, now)) in is_known.iter_mut().zip(version) {
            *known |= was == now;
        }
    };
    for added in all {
        if added.room.iter().any(|&room| room > MOST_ROOM) {
            return None;
        }
        if added.at != text.len() || crc32fast::hash(&text) != added.before {
            return None;
        }
        look(&closed(&text, added, added.room[0]));
        text.extend(&added.node);
        look(&closed(&text, added, added.room[1]));
    }
    let last = all.last()?;
    let wanted = closed(&text, last, last.room[1]);
    (is_known.iter().all(|known| *known) && rest.len() <= wanted.len() - first.at).then_some(wanted)
}

/// A record with its closing brackets and its room.
fn closed(text: &[u8], added: &Added, room: usize) -> Vec<u8> {
    let mut closed = [text, &added.closers].concat();
    super::make_room(&mut closed, room);
    closed
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &[u8] = b"(;SZ[9];B[aa]";

    /// Three moves behind a text, in a file that has room from the second one on.
    fn three() -> (Vec<Added>, Vec<Vec<u8>>) {
        let mut text = TEXT.to_vec();
        let (mut all, mut versions) = (Vec::new(), Vec::new());
        let mut room = 0;
        for node in [";W[bb]", ";B[cc]", "\n;W[dd]"] {
            let next = if room == 0 { 40 } else { room - node.len() };
            let added = Added {
                file: 0,
                at: text.len(),
                before: crc32fast::hash(&text),
                closers: b")\n".to_vec(),
                room: [room, next],
                node: node.as_bytes().to_vec(),
            };
            versions.push(closed(&text, &added, room));
            text.extend(node.as_bytes());
            versions.push(closed(&text, &added, next));
            room = next;
            all.push(added);
        }
        versions.dedup();
        (all, versions)
    }

    #[test]
    fn a_file_with_any_part_of_the_moves_gets_all() {
        let (all, versions) = three();
        let wanted = versions.last().unwrap();
        assert_eq!(versions.len(), 4);
        let mut count = 0;
        for version in &versions {
            assert_eq!(rebuilt(version, &all).as_ref(), Some(wanted));
            for other in &versions {
                // Any beginning of the one with the end of the other, or with NULs.
                for cut in TEXT.len()..version.len().min(other.len()) {
                    let torn = [&version[..cut], &other[cut..]].concat();
                    assert_eq!(rebuilt(&torn, &all).as_ref(), Some(wanted));
                    let mut nul = version.clone();
                    nul[cut..].fill(0);
                    assert_eq!(rebuilt(&nul, &all).as_ref(), Some(wanted));
                    count += 2;
                }
            }
        }
        assert!(count > 300, "{count}");
    }

    #[test]
    fn a_file_of_another_program_is_left_alone() {
        let (all, versions) = three();
        let last = String::from_utf8(versions.last().unwrap().clone()).unwrap();
        let others = [
            last.replace("SZ[9]", "SZ[7]"),
            last.replace("W[bb]", "W[ee]"),
            last.replace("dd", "ee"),
            last.clone() + "x",
            last.replace(")\n", ";B[ee])\n"),
            String::from("(;SZ[9])"),
            String::new(),
        ];
        for other in others {
            assert_eq!(rebuilt(other.as_bytes(), &all), None, "{other}");
        }
        // Moves that do not follow each other.
        assert_eq!(rebuilt(last.as_bytes(), &[all[0].clone(), all[2].clone()]), None);
        assert_eq!(rebuilt(last.as_bytes(), &[]), None);
    }
}
