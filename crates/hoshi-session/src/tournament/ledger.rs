//! The results of a match on disk: a header with its terms, then a line for every finished game. An
//! interrupted match is resumed from here; an incomplete last line is truncated.

use std::collections::HashSet;
use std::ffi::OsStr;
use std::fmt;
use std::fs::{self, File};
use std::io::{self, Read as _, Seek as _, SeekFrom, Write as _};
use std::path::{Path, PathBuf};

use hoshi_files::{Draft, Existing, Lock, LockError};
use serde_json::Value;

use super::{GameResult, Plan, seal};

/// The format name in the header.
pub(super) const FORMAT: &str = "hoshi match";

/// The version of the format that is written, and the newest that is read.
pub(super) const VERSION: u64 = 1;

/// The file with the results.
const NAME: &str = "results.jsonl";

/// Files with such names are temporary.
const PREFIX: &str = ".hoshi-";
const SUFFIX: &str = ".tmp";

/// The lock file.
const LOCK: &str = ".hoshi-lock.tmp";

/// The results of a match in a folder, which no other process can change at the same time.
///
/// ```
/// use hoshi_session::tournament::{GameResult, Ledger};
/// use serde_json::json;
///
/// let folder = tempfile::tempdir()?;
/// assert!(Ledger::open(folder.path())?.is_none());
/// let header = json!({ "format": "hoshi match", "version": 1, "seed": 7 });
/// let mut ledger = Ledger::begin(folder.path(), &header)?;
/// ledger.add(&GameResult {
///     game: 1,
///     seats: [0, 1],
///     outcome: "B+3.5".parse()?,
///     moves: 70,
///     seconds: [0.5, 0.25],
///     thoughts: [35, 35],
///     fault: None,
///     disputed: false,
///     capped: false,
///     digest: 0,
/// }, b"(;GM[1])")?;
/// drop(ledger);
///
/// let (_ledger, found) = Ledger::open(folder.path())?.expect("a match is there");
/// assert_eq!((found.results.len(), found.seed()), (1, Some(7)));
/// assert!(folder.path().join("0001.sgf").exists());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Ledger {
    folder: PathBuf,
    file: File,
    /// Whether the last line may be incomplete; nothing may follow it.
    is_torn: bool,
    _lock: Lock,
}

/// A match that was found on disk.
#[derive(Clone, Debug)]
pub struct Found {
    folder: PathBuf,
    /// The terms that it was started with.
    pub header: Value,
    /// The games that are over, in the order in which they ended.
    pub results: Vec<GameResult>,
    /// A sentence for each record that is missing or has changed since its game ended.
    pub altered: Vec<String>,
    /// Whether the last line was incomplete and was truncated.
    pub is_torn: bool,
}

/// Why the results of a match cannot be read or written.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum LedgerError {
    /// An I/O error.
    #[error("{}: {error}", path.display())]
    Disk {
        /// The file or folder.
        path: PathBuf,
        /// The error.
        error: io::Error,
    },
    /// Another process plays this match.
    #[error("{}: this match is already running{}", path.display(), Process(*process))]
    Running {
        /// The folder.
        path: PathBuf,
        /// The process, if known.
        process: Option<u32>,
    },
    /// The file is damaged, or not a results file.
    #[error("{}: {why}", path.display())]
    Invalid {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        why: Damage,
    },
    /// The folder contains other files.
    #[error("{}: the folder is not empty and holds no match; give an empty or a new one", .0.display())]
    NotEmpty(PathBuf),
    /// The folder contains a different match.
    #[error("{}: the folder holds a match with other terms:\n  {}", path.display(), differences.join("\n  "))]
    OtherTerms {
        /// The folder.
        path: PathBuf,
        /// What differs, a line each.
        differences: Vec<String>,
    },
    /// A line of the results does not belong to this match.
    #[error("{}: game {number} does not belong to this match", path.display())]
    OtherGame {
        /// The folder.
        path: PathBuf,
        /// The number of the game.
        number: usize,
    },
}

/// What is wrong with a results file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Damage {
    /// It is empty.
    #[error("it is empty")]
    Empty,
    /// It is another file.
    #[error("it does not contain match results")]
    NotResults,
    /// Its version is missing, or another one.
    #[error("its version is {}; this hoshi supports version {}", Version(*found), VERSION)]
    Version {
        /// The version.
        found: Option<u64>,
    },
    /// A line before the last one is damaged.
    #[error("line {0} is damaged, or not the result of a game")]
    Line(usize),
    /// The last line could not be written, so nothing may follow it.
    #[error("the previous line could not be written")]
    Unwritten,
}

/// A version, or that there is none.
struct Version(Option<u64>);

impl fmt::Display for Version {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            Some(number) => write!(f, "{number}"),
            None => f.write_str("missing"),
        }
    }
}

/// A process, as the end of a sentence.
struct Process(Option<u32>);

impl fmt::Display for Process {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.map_or(Ok(()), |process| write!(f, " (process {process})"))
    }
}

/// An I/O error with its path.
fn at(path: &Path) -> impl Fn(io::Error) -> LedgerError + '_ {
    |error| LedgerError::Disk { path: path.to_owned(), error }
}

impl Found {
    /// The seed of the match.
    #[must_use]
    pub fn seed(&self) -> Option<u64> {
        self.header["seed"].as_u64()
    }

    /// Checks that this is the match of a plan.
    ///
    /// # Errors
    /// If the terms differ, or a game does not belong to it.
    pub fn check(&self, plan: &Plan) -> Result<(), LedgerError> {
        let differences = differences(&self.header, &plan.header());
        if !differences.is_empty() {
            return Err(LedgerError::OtherTerms { path: self.folder.clone(), differences });
        }
        let mut seen = HashSet::new();
        for result in &self.results {
            let number = result.game;
            let fits = (1..=plan.total()).contains(&number)
                && plan.fixture(number).seats == result.seats
                && seen.insert(number);
            if !fits {
                return Err(LedgerError::OtherGame { path: self.folder.clone(), number });
            }
        }
        Ok(())
    }
}

impl Ledger {
    /// Opens the results of a match in a folder; `None` if there are none yet.
    ///
    /// # Errors
    /// If they cannot be read, or another process has locked them.
    pub fn open(folder: &Path) -> Result<Option<(Ledger, Found)>, LedgerError> {
        let path = folder.join(NAME);
        let disk = at(&path);
        if !path.try_exists().map_err(&disk)? {
            return Ok(None);
        }
        let mut both = File::options();
        both.read(true).write(true);
        // Anything that is not a regular file is refused before the lock is created.
        hoshi_files::open_regular_with(&path, &both).map_err(&disk)?;
        let lock = take_lock(folder)?;
        let mut file = hoshi_files::open_regular_with(&path, &both).map_err(&disk)?;
        let mut bytes = Vec::new();
        file.read_to_end(&mut bytes).map_err(&disk)?;
        let read = read(&bytes).map_err(|why| LedgerError::Invalid { path: path.clone(), why })?;
        if read.is_torn {
            let complete = u64::try_from(read.complete).unwrap_or(u64::MAX);
            file.set_len(complete).and_then(|()| file.sync_all()).map_err(&disk)?;
        }
        file.seek(SeekFrom::End(0)).map_err(&disk)?;
        sweep(folder);
        let Read { header, results, records, is_torn, .. } = read;
        let altered = altered(folder, &results, &records);
        let found = Found { folder: folder.to_owned(), header, results, altered, is_torn };
        let ledger = Ledger { folder: folder.to_owned(), file, is_torn: false, _lock: lock };
        Ok(Some((ledger, found)))
    }

    /// Checks that a match can begin in a folder, which is created if necessary and must be empty.
    ///
    /// # Errors
    /// If it cannot be created or locked, or is not empty.
    pub fn prepare(folder: &Path) -> Result<(), LedgerError> {
        let disk = at(folder);
        fs::create_dir_all(folder).map_err(&disk)?;
        let mut entries = fs::read_dir(folder).map_err(&disk)?.flatten();
        if entries.any(|entry| !is_temporary(&entry.file_name())) {
            return Err(LedgerError::NotEmpty(folder.to_owned()));
        }
        // A link in the place of the lock is found before anything is written.
        take_lock(folder).map(drop)
    }

    /// Begins a match in a folder that is prepared for it.
    ///
    /// # Errors
    /// If it cannot be written, or another process begins a match there at the same time.
    pub fn begin(folder: &Path, header: &Value) -> Result<Ledger, LedgerError> {
        let path = folder.join(NAME);
        write(&path, format!("{header}\n").as_bytes(), false).map_err(at(&path))?;
        match Ledger::open(folder)? {
            Some((ledger, found)) if found.header == *header => Ok(ledger),
            _ => Err(LedgerError::Running { path: folder.to_owned(), process: None }),
        }
    }

    /// Adds a game: its record first, then its line. When this returns, both are on disk.
    ///
    /// # Errors
    /// On any I/O error. After a line that may be incomplete, no game can be added.
    pub fn add(&mut self, result: &GameResult, record: &[u8]) -> Result<(), LedgerError> {
        // A game that was interrupted here may have left a record without a line.
        let path = self.folder.join(record_name(result.game));
        write(&path, record, true).map_err(at(&path))?;
        let path = self.folder.join(NAME);
        if self.is_torn {
            return Err(LedgerError::Invalid { path, why: Damage::Unwritten });
        }
        self.is_torn = true;
        let line = format!("{}\n", seal::seal(result.to_json(), record));
        self.file.write_all(line.as_bytes()).map_err(at(&path))?;
        self.file.sync_data().map_err(at(&path))?;
        self.is_torn = false;
        Ok(())
    }
}

fn take_lock(folder: &Path) -> Result<Lock, LedgerError> {
    Lock::take(&folder.join(LOCK)).map_err(|error| match error {
        LockError::Held(process) => LedgerError::Running { path: folder.to_owned(), process },
        LockError::Failed(error) => at(folder)(error),
    })
}

/// Writes a whole file. An existing one is replaced or kept.
fn write(path: &Path, bytes: &[u8], replaces: bool) -> io::Result<()> {
    let existing = if replaces { Existing::Replace } else { Existing::Keep };
    let mut draft = Draft::named(path, existing, PREFIX, SUFFIX)?;
    draft.file().write_all(bytes)?;
    draft.finish().map(drop)
}

/// The file with the record of a game.
fn record_name(game: usize) -> String {
    format!("{game:04}.sgf")
}

/// Problems with the records of finished games.
fn altered(folder: &Path, results: &[GameResult], records: &[Option<String>]) -> Vec<String> {
    let check = |(result, record): (&GameResult, &Option<String>)| {
        let (game, wanted) = (result.game, record.as_ref()?);
        let name = record_name(game);
        match hoshi_files::read(&folder.join(&name)) {
            Ok(bytes) if seal::checksum(&bytes) == *wanted => None,
            Ok(_) => Some(format!("{name} has changed since game {game} ended")),
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                Some(format!("{name}, the record of game {game}, is missing"))
            }
            Err(error) => Some(format!("{name}, the record of game {game}: {error}")),
        }
    };
    results.iter().zip(records).filter_map(check).collect()
}

fn is_temporary(name: &OsStr) -> bool {
    name.to_str().is_some_and(|name| name.starts_with(PREFIX) && name.ends_with(SUFFIX))
}

/// Removes the temporary files of an interrupted match; the lock keeps others out.
fn sweep(folder: &Path) {
    let Ok(entries) = fs::read_dir(folder) else { return };
    for entry in entries.flatten() {
        let name = entry.file_name();
        if is_temporary(&name) && name != LOCK {
            // A leftover file is harmless.
            let _ = fs::remove_file(entry.path());
        }
    }
}

/// The content of a results file.
struct Read {
    header: Value,
    results: Vec<GameResult>,
    /// The checksum of the record of each result; older lines have none.
    records: Vec<Option<String>>,
    is_torn: bool,
    /// The length of the complete lines in bytes.
    complete: usize,
}

fn read(bytes: &[u8]) -> Result<Read, Damage> {
    let mut complete = 0;
    let mut header = None;
    let (mut results, mut records) = (Vec::new(), Vec::new());
    let mut is_torn = false;
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
                    return Err(Damage::Version { found: version });
                }
                header = Some(value);
                true
            }
            (Some(_), Some(value)) if seal::is_intact(text) => {
                records.push(seal::record_of(&value));
                GameResult::from_json(&value).map(|result| results.push(result)).is_some()
            }
            _ => false,
        };
        if !is_good {
            if header.is_none() {
                return Err(Damage::NotResults);
            }
            if !is_last {
                return Err(Damage::Line(number));
            }
            is_torn = true;
            break;
        }
        let taken = text.len() + 1;
        complete += taken;
        rest = &rest[taken..];
    }
    let header = header.ok_or(Damage::Empty)?;
    Ok(Read { header, results, records, is_torn, complete })
}

/// The terms that differ, a line each.
fn differences(there: &Value, now: &Value) -> Vec<String> {
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

    fn header() -> Value {
        json!({ "format": FORMAT, "version": VERSION, "seed": u64::MAX })
    }

    fn result(game: usize) -> GameResult {
        GameResult {
            game,
            seats: [0, 1],
            outcome: "B+3.5".parse().unwrap(),
            moves: 7,
            seconds: [0.25, 1.5],
            thoughts: [4, 3],
            fault: (game == 2).then(|| (hoshi_core::Color::White, "it \"died\"\n".to_owned())),
            disputed: game == 1,
            capped: game == 3,
            digest: 0xfedc_ba98_7654_3210,
        }
    }

    #[test]
    fn every_torn_end_is_truncated() {
        let header = header();
        let mut text = format!("{header}\n");
        let first = text.len();
        let mut ends = vec![first];
        for game in 1..=3 {
            text += &format!("{}\n", seal::seal(result(game).to_json(), b"(;)"));
            ends.push(text.len());
        }
        for cut in first..=text.len() {
            let found = read(&text.as_bytes()[..cut]).unwrap();
            let games = ends.iter().filter(|&&end| end <= cut).count() - 1;
            assert_eq!(found.results, (1..=games).map(result).collect::<Vec<_>>());
            assert_eq!((found.complete, found.is_torn), (ends[games], ends[games] != cut));
            assert_eq!(found.header, header);
        }
        let found = read(&[text.as_bytes(), &[0; 100]].concat()).unwrap();
        assert!(found.is_torn && found.complete == text.len());
        // Only the end may be damaged.
        assert!(read(text.replace("\"moves\":7", "\"moves\":?").as_bytes()).is_err());
        for other in ["", "\n", "{}\n", "(;GM[1])", &text.replace("\"version\":1", "\"version\":2")]
        {
            assert!(read(other.as_bytes()).is_err(), "{other}");
        }
    }

    #[test]
    fn damage_is_noticed() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path();
        let mut ledger = Ledger::begin(path, &header()).unwrap();
        (1..=3).for_each(|game| ledger.add(&result(game), b"(;SZ[9])").unwrap());
        drop(ledger);
        assert!(Ledger::open(path).unwrap().unwrap().1.altered.is_empty());
        fs::write(path.join("0001.sgf"), "(;SZ[9]C[mine])").unwrap();
        fs::remove_file(path.join("0003.sgf")).unwrap();
        let (_, found) = Ledger::open(path).unwrap().unwrap();
        let wanted = [
            "0001.sgf has changed since game 1 ended",
            "0003.sgf, the record of game 3, is missing",
        ];
        assert_eq!((found.results.len(), found.altered), (3, wanted.map(str::to_owned).to_vec()));
        // A digit of a line that is not the last one.
        let text = fs::read_to_string(path.join(NAME)).unwrap();
        fs::write(path.join(NAME), text.replacen("\"moves\":7", "\"moves\":8", 1)).unwrap();
        let error = Ledger::open(path).unwrap_err().to_string();
        assert!(error.ends_with("line 2 is damaged, or not the result of a game"), "{error}");
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

    #[test]
    fn a_match_runs_once_at_a_time_and_leaves_no_other_files() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path();
        Ledger::prepare(path).unwrap();
        let mut ledger = Ledger::begin(path, &header()).unwrap();
        let error = Ledger::open(path).unwrap_err().to_string();
        let process = std::process::id();
        assert!(error.ends_with(&format!("is already running (process {process})")), "{error}");
        ledger.add(&result(1), b"(;)").unwrap();
        drop(ledger);
        assert!(matches!(Ledger::prepare(path), Err(LedgerError::NotEmpty(_))));
        // The leftovers of a killed process: its lock, a temporary file, half a line.
        for name in [LOCK, ".hoshi-1.tmp"] {
            fs::write(path.join(name), "1 0\n").unwrap();
        }
        let mut file = File::options().append(true).open(path.join(NAME)).unwrap();
        file.write_all(b"{\"game\":2").unwrap();
        let (mut ledger, found) = Ledger::open(path).unwrap().unwrap();
        assert!(found.is_torn && found.results == [result(1)]);
        ledger.add(&result(2), b"(;)").unwrap();
        drop(ledger);
        let (ledger, found) = Ledger::open(path).unwrap().unwrap();
        assert!(!found.is_torn && found.results == [result(1), result(2)]);
        drop(ledger);
        let mut names: Vec<_> =
            fs::read_dir(path).unwrap().map(|entry| entry.unwrap().file_name()).collect();
        names.sort();
        assert_eq!(names, ["0001.sgf", "0002.sgf", NAME]);
    }

    #[cfg(unix)]
    #[test]
    fn nothing_of_others_is_written_to() {
        use std::os::unix::fs::symlink;

        let folder = tempfile::tempdir().unwrap();
        let (path, other) = (folder.path().join("match"), folder.path().join("precious"));
        fs::write(&other, "1 0\n").unwrap();
        fs::create_dir(&path).unwrap();
        // A match does not begin where its lock is a link, and leaves nothing there.
        symlink(&other, path.join(LOCK)).unwrap();
        let error = Ledger::prepare(&path).unwrap_err().to_string();
        assert!(error.contains(LOCK), "{error}");
        assert_eq!(fs::read_dir(&path).unwrap().count(), 1);
        fs::remove_file(path.join(LOCK)).unwrap();
        Ledger::prepare(&path).unwrap();
        drop(Ledger::begin(&path, &header()).unwrap());
        // The lock, as a link of either kind.
        for hard in [false, true] {
            if hard {
                fs::hard_link(&other, path.join(LOCK)).unwrap();
            } else {
                symlink(&other, path.join(LOCK)).unwrap();
            }
            let error = Ledger::open(&path).unwrap_err().to_string();
            assert!(error.contains(LOCK), "{error}");
            fs::remove_file(path.join(LOCK)).unwrap();
        }
        let (mut ledger, _) = Ledger::open(&path).unwrap().unwrap();
        // A name that could be guessed, and the record of a game.
        symlink(&other, path.join(format!("{PREFIX}{}{SUFFIX}", std::process::id()))).unwrap();
        symlink(&other, path.join("0001.sgf")).unwrap();
        ledger.add(&result(1), b"(;)").unwrap();
        assert_eq!(fs::read(path.join("0001.sgf")).unwrap(), b"(;)");
        assert_eq!(fs::read(&other).unwrap(), b"1 0\n");
    }

    #[cfg(unix)]
    #[test]
    fn results_are_a_file() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join(NAME);
        assert!(std::process::Command::new("mkfifo").arg(&path).status().unwrap().success());
        let error = Ledger::open(folder.path()).unwrap_err().to_string();
        assert!(error.ends_with("results.jsonl: it is a pipe, not a file"), "{error}");
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
    }
}
