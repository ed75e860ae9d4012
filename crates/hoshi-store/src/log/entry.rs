//! What the log says: moves that were appended to games, and games that are not in it any more. Every entry has a
//! checksum, so the log ends at the first one that was cut short.

use std::io;

/// A move at the end of a game, and what the file of the game is then.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Added {
    /// The number of the file where the system has one (its inode): a file that has replaced it is another game by now.
    pub(super) file: u64,
    /// Where it begins.
    pub(super) at: usize,
    /// The checksum of everything before that.
    pub(super) before: u32,
    /// The closing brackets and white space behind it.
    pub(super) closers: Vec<u8>,
    /// The room behind them: as it was, and as it is with the move.
    pub(super) room: [usize; 2],
    /// The move, with the line break and the semicolon that begin it.
    pub(super) node: Vec<u8>,
}

/// An entry.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Entry {
    /// A move was appended to the game of this name.
    Added(String, Added),
    /// The file of this name is on disk as it should be; what was said about it before is over.
    Left(String),
}

/// The first line of a file of the log.
const MAGIC: &str = "hoshi moves 1";
/// The length of its head. Entries follow.
pub(super) const HEAD: usize = 512;

/// The head of a file of the log: its number among all of them, and the run of the system.
pub(super) fn head(number: u64, boot: Option<&str>) -> Vec<u8> {
    let mut head = format!("{MAGIC}\n{number}\n{}\n", boot.unwrap_or_default()).into_bytes();
    head.resize(HEAD, 0);
    head
}

/// A file of the log as it was read.
#[derive(Debug)]
pub(super) struct Read {
    pub(super) number: u64,
    pub(super) boot: Option<String>,
    pub(super) entries: Vec<Entry>,
}

/// Reads a file of the log. Without a head it was never used: that is written, and synced, before any entry.
///
/// # Errors
/// If it is of another version.
pub(super) fn read(bytes: &[u8]) -> io::Result<Option<Read>> {
    let Some(head) = bytes.get(..HEAD) else { return Ok(None) };
    let text = String::from_utf8_lossy(head);
    let mut lines = text.lines();
    let magic = lines.next().unwrap_or_default();
    if magic != MAGIC {
        let is_empty = head.iter().all(|&byte| byte == 0);
        let why = "a newer hoshi wrote this log of moves; start that one first";
        return if is_empty || !magic.starts_with("hoshi moves ") {
            Ok(None)
        } else {
            Err(io::Error::other(why))
        };
    }
    let Some(Ok(number)) = lines.next().map(str::parse) else { return Ok(None) };
    let boot = lines.next().filter(|boot| !boot.is_empty()).map(str::to_owned);
    let mut entries = Vec::new();
    let mut rest = &bytes[HEAD..];
    while let Some((entry, after)) = next(rest) {
        entries.push(entry);
        rest = after;
    }
    Ok(Some(Read { number, boot, entries }))
}

impl Entry {
    /// Its bytes: length, checksum, content.
    pub(super) fn write(&self, to: &mut Vec<u8>) {
        let start = to.len();
        to.extend([0; 8]);
        let mut put = |number: usize| to.extend((number as u64).to_le_bytes());
        match self {
            Entry::Added(name, added) => {
                put(name.len());
                put(added.at);
                put(added.before as usize);
                put(added.room[0]);
                put(added.room[1]);
                put(added.closers.len());
                to.extend(added.file.to_le_bytes());
                to.extend(name.as_bytes());
                to.extend(&added.closers);
                to.extend(&added.node);
            }
            Entry::Left(name) => to.extend(name.as_bytes()),
        }
        let content = &to[start + 8..];
        let kind = u32::from(matches!(self, Entry::Left(_)));
        let length = (content.len() as u32) << 1 | kind;
        let sum = crc32fast::hash(content) ^ length;
        to[start..start + 4].copy_from_slice(&length.to_le_bytes());
        to[start + 4..start + 8].copy_from_slice(&sum.to_le_bytes());
    }
}

/// The entry that bytes begin with, and what follows it.
fn next(bytes: &[u8]) -> Option<(Entry, &[u8])> {
    let word = |at: usize| Some(u32::from_le_bytes(bytes.get(at..at + 4)?.try_into().ok()?));
    let (length, sum) = (word(0)?, word(4)?);
    let (content, after) = bytes.get(8..)?.split_at_checked((length >> 1) as usize)?;
    if content.is_empty() || crc32fast::hash(content) ^ length != sum {
        return None;
    }
    if length & 1 == 1 {
        return Some((Entry::Left(String::from_utf8(content.to_vec()).ok()?), after));
    }
    let long = |nth: usize| {
        let bytes = content.get(8 * nth..8 * nth + 8)?;
        Some(u64::from_le_bytes(bytes.try_into().ok()?))
    };
    let number = |nth: usize| usize::try_from(long(nth)?).ok();
    let (name, rest) = content.get(56..)?.split_at_checked(number(0)?)?;
    let (closers, node) = rest.split_at_checked(number(5)?)?;
    let added = Added {
        file: long(6)?,
        at: number(1)?,
        before: u32::try_from(number(2)?).ok()?,
        room: [number(3)?, number(4)?],
        closers: closers.to_vec(),
        node: node.to_vec(),
    };
    Some((Entry::Added(String::from_utf8(name.to_vec()).ok()?, added), after))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn some() -> Vec<Entry> {
        let added = Added {
            file: 1 << 40,
            at: 70_000,
            before: 0xdead_beef,
            closers: b")\n".to_vec(),
            room: [0, 510],
            node: b"\n;B[pd]BL[31]".to_vec(),
        };
        let pass = Added { at: 12, node: b";W[]".to_vec(), ..Added::default() };
        vec![
            Entry::Added("2026-11-16_093005_9x9.sgf".to_owned(), added),
            Entry::Left("2026-11-16_093005_9x9.sgf".to_owned()),
            Entry::Added("囲碁.sgf".to_owned(), pass),
        ]
    }

    fn written() -> Vec<u8> {
        let mut bytes = head(7, Some("abc"));
        some().iter().for_each(|entry| entry.write(&mut bytes));
        bytes
    }

    #[test]
    fn what_is_written_is_read() {
        let mut bytes = written();
        bytes.resize(4096, 0);
        let found = read(&bytes).unwrap().unwrap();
        assert_eq!((found.number, found.boot.as_deref()), (7, Some("abc")));
        assert_eq!(found.entries, some());
        assert_eq!(read(&head(1, None)).unwrap().unwrap().boot, None);
    }

    #[test]
    fn a_log_ends_where_it_was_cut_short() {
        let whole = written();
        let mut ends = Vec::new();
        for cut in HEAD..whole.len() {
            for fill in [0, 0xff] {
                let mut bytes = whole.clone();
                bytes[cut..].fill(fill);
                let found = read(&bytes).unwrap().unwrap().entries;
                assert_eq!(found, some()[..found.len()], "cut at {cut}");
                ends.push(found.len());
            }
        }
        assert_eq!((ends[0], ends.last()), (0, Some(&2)));
    }

    #[test]
    fn a_changed_byte_is_noticed() {
        let whole = written();
        for at in HEAD..whole.len() {
            let mut bytes = whole.clone();
            bytes[at] ^= 1;
            let found = read(&bytes).unwrap().unwrap().entries;
            assert!(found.len() < 3 && found == some()[..found.len()], "at {at}");
        }
    }

    #[test]
    fn only_a_newer_log_is_an_error() {
        assert!(read(b"").unwrap().is_none());
        assert!(read(&[0; 4096]).unwrap().is_none());
        assert!(read(&[b'x'; 4096]).unwrap().is_none());
        let mut newer = b"hoshi moves 2\n1\n\n".to_vec();
        newer.resize(HEAD, 0);
        assert!(read(&newer).is_err());
    }
}
