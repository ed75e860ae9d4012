//! Games between people in a folder, and no other players: what a server needs of a program where nobody asks for
//! the bot. Measurements and tests serve with it; `hoshi serve` has the whole program instead.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::SystemTime;

use hoshi_core::{Diagram, Game, HalfPoints, Rules, Size};
use hoshi_record::kifu::Kifu;
use hoshi_record::sgf::Collection;
use hoshi_session::host::program::{Estimated, Form, Hindrance, NewGame, Opened, Program, Record};
use hoshi_session::host::{Closing, Opening};
use hoshi_session::{Control, Failure, Judge, Player, Resumed, Session, Start, Terms};
use hoshi_store::{History, OpenError, RealDisk, Recorder};

/// Games between people, recorded in a folder.
///
/// ```
/// use hoshi_session::host::program::{NewGame, Program as _};
/// use hoshi_web::people::People;
///
/// let folder = tempfile::tempdir()?;
/// let people = People::new(folder.path());
/// let game = NewGame { opponent: "human".into(), ..NewGame::default() };
/// assert!(people.begin(&game).is_ok());
/// # Ok::<(), std::io::Error>(())
/// ```
#[derive(Debug)]
pub struct People {
    history: History,
    /// Where side files are kept.
    state: PathBuf,
}

impl People {
    /// Records go to the folder `history` in this one, and what is kept besides to `state`.
    #[must_use]
    pub fn new(folder: &Path) -> People {
        let history = History::new(Arc::new(RealDisk), folder.join("history"));
        People { history, state: folder.join("state") }
    }
}

/// Dead stones are proposed at once, so that games are reproducible.
fn terms(is_recorded: bool) -> Terms {
    Terms { is_recorded, judge: Judge::default().at_once(), ..Terms::default() }
}

impl Program for People {
    fn history(&self) -> &History {
        &self.history
    }

    fn begin(&self, game: &NewGame) -> Result<Opening, Failure> {
        if game.opponent != "human" {
            return Err(Failure::new("only people play here"));
        }
        let (size, rules): (Size, Rules) = (game.size.parse()?, game.rules.parse()?);
        let Control(time) = game.time.parse()?;
        let board = match game.handicap {
            0 => Game::new(size, rules),
            stones => Game::with_handicap(size, rules, stones)?,
        };
        let board = match game.komi.as_str() {
            "" => board,
            komi => board.with_komi(komi.parse::<HalfPoints>()?),
        };
        let names =
            game.transcript.clone().unwrap_or_else(|| ["Black", "White"].map(str::to_owned));
        let start = Start { time: [time; 2], ..Start::of(board) };
        let session = Session::new(start, names.map(Player::person), terms(true));
        let recorder = Recorder::begin(&self.history, format!("2026-01-01_000000_{size}"));
        Ok(Opening { sink: Some(Box::new(recorder)), ..Opening::of(session) })
    }

    fn resume(&self, name: &str, _: &[Option<String>; 2]) -> Result<Opened, Hindrance> {
        let (recorder, file) =
            Recorder::open(&self.history, name).map_err(|error| match error {
                OpenError::Held { .. } => Hindrance::Held(error.into()),
                error => Hindrance::Failed(error.into()),
            })?;
        let kifu = Kifu::of_file(file).map_err(|error| Hindrance::Failed(error.into()))?;
        let people = ["Black", "White"].map(Player::person);
        let Resumed { mut session, remarks } = Session::resume(kifu, people, terms(true));
        session.set_file(recorder.path().map(|path| path.display().to_string()));
        let opening = Opening { sink: Some(Box::new(recorder)), ..Opening::of(session) };
        Ok(Opened { opening, notes: remarks })
    }

    fn games(&self, _: &Record) -> Result<Vec<String>, Failure> {
        Ok(Vec::new())
    }

    fn review(&self, record: &Record, _: usize) -> Result<Opened, Failure> {
        let bytes = match record {
            Record::Text(text) => text.clone().into_bytes(),
            Record::Bytes(bytes) => bytes.clone(),
            Record::History(_) | Record::File(_) => {
                return Err(Failure::new("only texts are opened here"));
            }
        };
        let file = Collection::read(bytes)?;
        let kifu = Kifu::of_file(file)?;
        let Resumed { session, remarks } = Session::review(kifu, terms(false));
        Ok(Opened { opening: Opening::of(session), notes: remarks })
    }

    fn engines(&self) -> Vec<String> {
        Vec::new()
    }

    fn last_choice(&self) -> Option<NewGame> {
        None
    }

    fn keep_choice(&self, _: &NewGame) {}

    fn kept(&self, name: &str) -> Option<String> {
        hoshi_files::read_to_string(&self.state.join(name)).ok()
    }

    fn keep(&self, name: &str, text: &str) {
        let written = std::fs::create_dir_all(&self.state).and_then(|()| {
            let path = self.state.join(name);
            hoshi_files::write(&path, text.as_bytes(), hoshi_files::Existing::Replace).map(drop)
        });
        if let Err(error) = written {
            tracing::warn!("{name}: {error}");
        }
    }

    fn kept_names(&self) -> Vec<(String, SystemTime)> {
        let Ok(folder) = std::fs::read_dir(&self.state) else { return Vec::new() };
        let file = |entry: std::fs::DirEntry| {
            let about = entry.metadata().ok().filter(std::fs::Metadata::is_file)?;
            Some((entry.file_name().into_string().ok()?, about.modified().ok()?))
        };
        folder.flatten().filter_map(file).collect()
    }

    fn forget(&self, name: &str) {
        if let Err(error) = std::fs::remove_file(self.state.join(name)) {
            tracing::warn!("{name}: {error}");
        }
    }

    fn close(&self, closing: Closing) -> Result<Option<PathBuf>, Failure> {
        Ok(closing.file?)
    }

    fn save(&self, _: &str, _: &Path) -> Result<String, Failure> {
        Err(Failure::new("nothing else is written here"))
    }

    fn show_folder(&self, _: &Path) -> bool {
        false
    }

    fn draw(&self, _: &Diagram, _: &Path) -> Result<String, Failure> {
        Err(Failure::new("nothing else is written here"))
    }

    fn line(&self, _: &str, _: Form) -> Result<String, Failure> {
        Err(Failure::new("a record is SGF here"))
    }

    fn estimate(&self, _: &str, _: Option<&str>) -> Result<Estimated, Failure> {
        Err(Failure::new("nobody estimates here"))
    }
}
