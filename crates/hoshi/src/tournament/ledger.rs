//! The results of a match on disk: a header with its terms, then a line for every game that is over,
//! each synced before the next one is told of. A match that was cut off in whatever way goes on from
//! here; of a last line that is torn nothing is kept.

use std::fs::{self, File, TryLockError};
use std::io::{Read as _, Seek as _, SeekFrom, Write as _};
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result, anyhow, bail};
use serde_json::Value;

use super::Line;
use crate::cli::WrongCall;
use crate::files;

/// What such a file says that it is.
pub(super) const FORMAT: &str = "hoshi match";

/// The version of the format that is written, and the newest that is read.
pub(super) const VERSION: u64 = 1;

/// What the file is called.
const NAME: &str = "results.jsonl";

/// The results of a match, held by this process alone.
#[derive(Debug)]
pub(crate) struct Ledger {
    folder: PathBuf,
    file: File,
    /// Whether a line may have been written in part: nothing may follow it.
    is_torn: bool,
}

/// A match that was found on disk.
#[derive(Debug)]
pub(crate) struct Found {
    /// The terms that it was begun with.
    pub(crate) header: Value,
    /// The games that are over, in the order of their ends.
    pub(crate) lines: Vec<Line>,
    /// Whether the last line was torn, and left out.
    pub(crate) torn: bool,
}

impl Ledger {
    /// Opens the results of a match in a folder; `None` if there are none yet.
    pub(crate) fn open(folder: &Path) -> Result<Option<(Ledger, Found)>> {
        let path = folder.join(NAME);
        let named = || path.display().to_string();
        let file = match File::options().read(true).write(true).open(&path) {
            Ok(file) => file,
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(None),
            Err(error) => return Err(error).with_context(named),
        };
        match file.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => {
                bail!("{}: another hoshi plays this match just now", named())
            }
            Err(TryLockError::Error(error)) => return Err(error).with_context(named),
        }
        let mut ledger = Ledger { folder: folder.to_owned(), file, is_torn: false };
        let mut bytes = Vec::new();
        ledger.file.read_to_end(&mut bytes).with_context(named)?;
        let (found, whole) = read(&bytes).map_err(|why| anyhow!("{}: {why}", named()))?;
        if found.torn {
            let whole = u64::try_from(whole).unwrap_or(u64::MAX);
            ledger.file.set_len(whole).and_then(|()| ledger.file.sync_all()).with_context(named)?;
        }
        ledger.file.seek(SeekFrom::End(0)).with_context(named)?;
        sweep(folder);
        Ok(Some((ledger, found)))
    }

    /// Makes sure that a match could begin in a folder: it is made if it is not there, and must have
    /// nothing in it.
    pub(crate) fn prepare(folder: &Path) -> Result<()> {
        let named = || folder.display().to_string();
        fs::create_dir_all(folder).with_context(named)?;
        let entries = fs::read_dir(folder).with_context(named)?;
        if entries.flatten().any(|entry| !files::is_unfinished(&entry.file_name())) {
            bail!(WrongCall(format!(
                "{}: there is something in it already, but no match; give a folder that is empty or new",
                named()
            )));
        }
        Ok(())
    }

    /// Begins a match in a folder that is prepared for it.
    pub(crate) fn begin(folder: &Path, header: &Value) -> Result<Ledger> {
        let named = || folder.display().to_string();
        files::write(&folder.join(NAME), format!("{header}\n").as_bytes(), false)?;
        sync(folder);
        match Ledger::open(folder)? {
            Some((ledger, found)) if found.header == *header => Ok(ledger),
            _ => bail!("{}: another hoshi has begun a match there just now", named()),
        }
    }

    /// Keeps a game: its record first, then its line. When this is back, both are on disk.
    pub(crate) fn keep(&mut self, line: &Line, record: &[u8]) -> Result<()> {
        // A game that was cut off here before left a record, but no line.
        files::write(&self.folder.join(format!("{:04}.sgf", line.game)), record, true)?;
        let named = || self.folder.join(NAME).display().to_string();
        if self.is_torn {
            bail!("{}: the line before could not be written", named());
        }
        self.is_torn = true;
        let _writing = files::WRITING.read();
        self.file.write_all(format!("{}\n", line.to_json()).as_bytes()).with_context(named)?;
        self.file.sync_data().with_context(named)?;
        self.is_torn = false;
        Ok(())
    }
}

/// Clears away the files that were being written when a match was cut off; nobody else writes there.
fn sweep(folder: &Path) {
    let Ok(entries) = fs::read_dir(folder) else { return };
    for entry in entries.flatten().filter(|entry| files::is_unfinished(&entry.file_name())) {
        // What stays is in nobody's way.
        let _ = fs::remove_file(entry.path());
    }
}

/// Has the names in a folder be as safe as what they name, where that can be asked for.
fn sync(folder: &Path) {
    if let Ok(folder) = File::open(folder) {
        let _ = folder.sync_all();
    }
}

/// What a file of results holds, and how many of its bytes are whole lines.
fn read(bytes: &[u8]) -> Result<(Found, usize), String> {
    let mut whole = 0;
    let mut header = None;
    let mut lines = Vec::new();
    let mut torn = false;
    let mut rest = bytes;
    let mut number = 0;
    while !rest.is_empty() {
        number += 1;
        let end = rest.iter().position(|&byte| byte == b'\n');
        let is_last = end.is_none_or(|end| end + 1 == rest.len());
        let text = &rest[..end.unwrap_or(rest.len())];
        let value = end.and_then(|_| serde_json::from_slice::<Value>(text).ok());
        let is_good = match (&header, value) {
            (None, Some(value)) if value["format"] == FORMAT => {
                let version = value["version"].as_u64();
                if version != Some(VERSION) {
                    let version = version.map_or_else(|| "none".to_owned(), |no| no.to_string());
                    return Err(format!(
                        "its version is {version}; this hoshi knows version {VERSION}"
                    ));
                }
                header = Some(value);
                true
            }
            (Some(_), Some(value)) => {
                Line::from_json(&value).map(|line| lines.push(line)).is_some()
            }
            _ => false,
        };
        if !is_good {
            if header.is_none() {
                return Err("it is not the results of a match".to_owned());
            }
            if !is_last {
                return Err(format!("line {number} is not the result of a game"));
            }
            torn = true;
            break;
        }
        let taken = text.len() + 1;
        whole += taken;
        rest = &rest[taken..];
    }
    let header = header.ok_or("it is empty")?;
    Ok((Found { header, lines, torn }, whole))
}

/// What of the terms differs, a line each.
pub(crate) fn differences(there: &Value, now: &Value) -> Vec<String> {
    let (Some(old), Some(new)) = (there.as_object(), now.as_object()) else { return Vec::new() };
    let keys = new.keys().chain(old.keys().filter(|key| !new.contains_key(*key)));
    keys.filter(|key| there[key.as_str()] != now[key.as_str()])
        .map(|key| format!("{key}: {} there, {} now", there[key.as_str()], now[key.as_str()]))
        .collect()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn line(game: usize) -> Line {
        Line {
            game,
            seats: [0, 1],
            outcome: "B+3.5".parse().unwrap(),
            moves: 7,
            seconds: [0.25, 1.5],
            asked: [4, 3],
            fault: (game == 2).then(|| (hoshi_core::Color::White, "it \"died\"\n".to_owned())),
            disputed: game == 1,
            capped: game == 3,
            digest: 0xfedc_ba98_7654_3210,
        }
    }

    #[test]
    fn every_torn_end_is_left_out() {
        let header = json!({ "format": FORMAT, "version": VERSION, "seed": u64::MAX });
        let mut text = format!("{header}\n");
        let first = text.len();
        let mut ends = vec![first];
        for game in 1..=3 {
            text += &format!("{}\n", line(game).to_json());
            ends.push(text.len());
        }
        for cut in first..=text.len() {
            let (found, whole) = read(&text.as_bytes()[..cut]).unwrap();
            let games = ends.iter().filter(|&&end| end <= cut).count() - 1;
            assert_eq!(found.lines, (1..=games).map(line).collect::<Vec<_>>());
            assert_eq!((whole, found.torn), (ends[games], ends[games] != cut));
            assert_eq!(found.header, header);
        }
        let (found, whole) = read(&[text.as_bytes(), &[0; 100]].concat()).unwrap();
        assert!(found.torn && whole == text.len());
        // What is not the end must be as it was written.
        assert!(read(text.replace("\"moves\":7", "\"moves\":?").as_bytes()).is_err());
        for other in ["", "\n", "{}\n", "(;GM[1])", &text.replace("\"version\":1", "\"version\":2")]
        {
            assert!(read(other.as_bytes()).is_err(), "{other}");
        }
    }

    #[test]
    fn what_differs_is_named() {
        let one = json!({ "size": "9x9", "games": 4, "komi": "7.5" });
        let other = json!({ "size": "9x9", "games": 6, "komi": "0" });
        assert_eq!(
            differences(&one, &other),
            ["games: 4 there, 6 now", "komi: \"7.5\" there, \"0\" now"]
        );
    }
}
