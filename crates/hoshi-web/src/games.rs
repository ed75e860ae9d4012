//! The boards that are open: games by link, and records under review. A board is opened when somebody comes,
//! from its side file if the server did not know it, and closed when nobody has looked at it for a while.

use std::collections::HashMap;
use std::fmt;
use std::net::IpAddr;
use std::path::MAIN_SEPARATOR;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant, SystemTime};

use hoshi_session::host::program::{Hindrance, NewGame, Opened, Program};
use hoshi_session::host::{Host, Opening, Pool};
use hoshi_session::{Actor, Failure, Question};

use crate::board::{Board, Terms, lock};
use crate::choice::Choice;
use crate::hints::Hints;
use crate::rematch::{self, Next, Rematch};
use crate::room::{Lack, Place, Room};
use crate::side::{self, Side};
use crate::token::{self, Seal};

/// Threads for sessions. Moves that wait for the same thread are synced together, so few threads are enough: with 24, a
/// move took a third more processor time. One alone would keep all games waiting for one that is slow to begin.
const THREADS: usize = 4;

/// A board that nobody looks at is closed after this time; after the shorter one if there is no room for another.
const IDLE: Duration = Duration::from_secs(600);
const SOON: Duration = Duration::from_secs(60);

/// A page that is only loaded again is back within this time.
const RELOAD: Duration = Duration::from_secs(5);

/// The boards that are open.
pub(crate) struct Games {
    pub(crate) program: Arc<dyn Program>,
    host: Host,
    /// In which programs take turns to think.
    thinkers: Pool,
    boards: Mutex<HashMap<String, Arc<Board>>>,
    /// Held while a board is opened from its side file, so that it is not opened twice.
    opening: Arc<tokio::sync::Mutex<()>>,
    /// Which run of the server this is.
    epoch: String,
    /// Commands that are carried out now.
    under_way: AtomicUsize,
    room: Arc<Room>,
    /// How many boards were opened: one that is closed and opened again counts its events anew.
    opened: AtomicU64,
}

/// Why there is no board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum NoBoard {
    /// Nobody knows it.
    Unknown,
    /// There are too many.
    Full,
    /// This visitor has too many.
    Enough,
    /// Whoever opened it has.
    OthersEnough,
    /// The records that are open are too large together.
    Large,
    /// Those of this visitor are.
    OwnLarge,
    /// Its record is open at another board, or in another program.
    Elsewhere,
    /// Its record, or one of its players, is not there any more.
    Lost,
}

impl fmt::Display for NoBoard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            NoBoard::Unknown => "There is no such game here.",
            NoBoard::Full => {
                "There are too many open boards here at the moment; please try again in a few minutes."
            }
            NoBoard::Enough => {
                "You have four games against programs open here. Finish one, or leave one for a minute; then try again."
            }
            NoBoard::OthersEnough => {
                "The person who opened this board has four games against programs already. Try again when one of them is finished, or has been left for a minute."
            }
            NoBoard::OwnLarge => {
                "Your long records that are open here take all the room that you have; leave one, and try again in a few minutes."
            }
            NoBoard::Large => {
                "The long records that are open take all the room for them; please try again in a few minutes."
            }
            NoBoard::Elsewhere => {
                "This game is open in another place, or was until a moment ago: on another page, or in a terminal on \
                 the server's machine. Close it there, and reload this page a few seconds later."
            }
            NoBoard::Lost => "The record of this game cannot be opened.",
        })
    }
}

impl std::error::Error for NoBoard {}

impl From<Lack> for NoBoard {
    fn from(lack: Lack) -> NoBoard {
        match lack {
            Lack::Room => NoBoard::Full,
            Lack::Programs => NoBoard::Enough,
            Lack::Nodes => NoBoard::Large,
            Lack::OwnNodes => NoBoard::OwnLarge,
        }
    }
}

impl NoBoard {
    /// The same for somebody in whose share the board does not count.
    pub(crate) fn to_others(self) -> NoBoard {
        match self {
            NoBoard::Enough => NoBoard::OthersEnough,
            _ => self,
        }
    }
}

impl Games {
    pub(crate) fn new(
        program: Arc<dyn Program>,
        thinkers: usize,
    ) -> Result<Games, getrandom::Error> {
        Ok(Games {
            program,
            host: Host::new(THREADS),
            thinkers: Pool::new(thinkers),
            boards: Mutex::default(),
            opening: Arc::default(),
            epoch: token::new_id()?,
            under_way: AtomicUsize::new(0),
            room: Arc::default(),
            opened: AtomicU64::new(0),
        })
    }

    /// Counts a command while it is carried out.
    pub(crate) fn begin_command(&self) -> UnderWay<'_> {
        let others = self.under_way.fetch_add(1, Ordering::Relaxed);
        UnderWay { all: &self.under_way, is_alone: others == 0 }
    }

    /// Takes a place for one more board, in the share of this visitor.
    ///
    /// # Errors
    /// If there is none.
    pub(crate) fn place(&self, visitor: Option<IpAddr>) -> Result<Place, NoBoard> {
        Ok(self.room.take(visitor)?)
    }

    /// Takes what a place needs besides. When all places for programs are taken, boards that nobody needs now are closed
    /// first, which their links open again: if those of this visitor are, only boards of this visitor. A record under
    /// review is never closed for another: it is not kept. It waits for the disk.
    ///
    /// # Errors
    /// If there is no room then either.
    pub(crate) fn take(
        &self,
        visitor: Option<IpAddr>,
        mut take: impl FnMut() -> Result<(), Lack>,
    ) -> Result<(), NoBoard> {
        let of_all = match take() {
            Ok(()) => return Ok(()),
            Err(lack @ (Lack::Nodes | Lack::OwnNodes)) => return Err(lack.into()),
            Err(lack) => lack == Lack::Room,
        };
        let now = Instant::now();
        self.close(|board| {
            board.has_program()
                && (board.is_finished_and_left() || board.is_left(SOON, now))
                && (of_all || lock(&board.place).visitor == visitor)
        });
        Ok(take()?)
    }

    /// Takes a place for the program of a board whose game is over, since it may go on now. It waits for the disk.
    ///
    /// # Errors
    /// If there is none.
    pub(crate) fn take_program(&self, board: &Board) -> Result<(), NoBoard> {
        // Not locked while boards are closed: their sessions may wait for the one of this board.
        let visitor = lock(&board.place).visitor;
        self.take(visitor, || lock(&board.place).take_program())
    }

    /// Opens a board under a name, at its place. It waits until the session is open.
    pub(crate) fn open(
        &self,
        id: String,
        opening: Opening,
        terms: Terms,
        mut place: Place,
    ) -> Arc<Board> {
        place.settle(plays(&opening));
        opening.minds.iter().flatten().for_each(|mind| mind.share(&self.thinkers));
        let nth = self.opened.fetch_add(1, Ordering::Relaxed);
        let epoch = format!("{}-{nth}", self.epoch);
        let folder = self.program.history().path("").display().to_string();
        let folder = format!("{}{MAIN_SEPARATOR}", folder.trim_end_matches(MAIN_SEPARATOR)).into();
        let board =
            Arc::new(Board::open(id.clone(), epoch, opening, terms, folder, &self.host, place));
        // Who plays, and whether the game is over, is known before anybody finds the board.
        let _ = board.handle.ask(Question::IsOver);
        lock(&self.boards).insert(id, Arc::clone(&board));
        board
    }

    /// The board with this name: one that is open, or one that was played before the server was started anew. That one
    /// counts in the share of this visitor, whoever made it: nobody takes the share of another by coming back.
    pub(crate) async fn find(
        self: &Arc<Self>,
        id: &str,
        visitor: Option<IpAddr>,
    ) -> Result<Arc<Board>, NoBoard> {
        if !token::is_id(id) {
            return Err(NoBoard::Unknown);
        }
        if let Some(board) = self.get(id) {
            return Ok(board);
        }
        let opening = Arc::clone(&self.opening).lock_owned().await;
        if let Some(board) = self.get(id) {
            return Ok(board);
        }
        let (games, id) = (Arc::clone(self), id.to_owned());
        let open = move || {
            // Held to the end, even if the visitor does not wait for it.
            let _opening = opening;
            games.open_kept(id, visitor)
        };
        tokio::task::spawn_blocking(open).await.unwrap_or_else(|error| {
            tracing::error!("a game was not opened: {error}");
            Err(NoBoard::Lost)
        })
    }

    /// Opens a board from its side file. It waits for the disk.
    fn open_kept(&self, id: String, visitor: Option<IpAddr>) -> Result<Arc<Board>, NoBoard> {
        let side = Side::read(&*self.program, &id).ok_or(NoBoard::Unknown)?;
        let terms = Terms {
            keys: side.keys().ok_or(NoBoard::Unknown)?,
            hints: Hints { asked: side.asked, allowed: side.help },
            is_listed: side.listed,
            is_kept: true,
            choice: side.choice.clone(),
            rematch: Rematch::kept(side.next),
        };
        let mut place = self.place(visitor)?;
        // What goes wrong may name a folder of this machine, and a link may be anybody's.
        let lost = |why: Failure| {
            tracing::warn!("game {id}: {why}");
            NoBoard::Lost
        };
        let opening = match (side.game, side.choice) {
            (Some(game), choice) => {
                // It may have been continued at one screen and left.
                self.close_left(&game, RELOAD);
                match self.resume(&game, choice.as_ref()) {
                    Ok(opened) => opened.opening,
                    Err(Hindrance::Held(why)) => {
                        tracing::info!("game {id}: {why}");
                        return Err(NoBoard::Elsewhere);
                    }
                    Err(Hindrance::Who { why, .. } | Hindrance::Failed(why)) => {
                        return Err(lost(why));
                    }
                }
            }
            // Nobody had moved yet.
            (None, Some(choice)) => {
                let game = NewGame { transcript: side.names, help: side.help, ..choice.game() };
                self.program.begin(&game).map_err(lost)?
            }
            (None, None) => return Err(NoBoard::Unknown),
        };
        // A game that is over is shown, however many play.
        if plays(&opening) {
            self.take(visitor, || place.take_program())?;
        }
        Ok(self.open(id, opening, terms, place))
    }

    /// Continues a record. It does not say how an engine was started, but what the game was agreed on does.
    pub(crate) fn resume(&self, name: &str, choice: Option<&Choice>) -> Result<Opened, Hindrance> {
        let opponent = choice.filter(|choice| !choice.is_between_people());
        let opponent = opponent.map(|choice| choice.opponent.clone());
        self.program.resume(name, &[opponent.clone(), opponent])
    }

    fn get(&self, id: &str) -> Option<Arc<Board>> {
        let mut boards = lock(&self.boards);
        let board = boards.get(id)?;
        if board.is_closed() {
            // By a bug: what is on disk is opened again.
            boards.remove(id);
            return None;
        }
        Some(Arc::clone(board))
    }

    /// The games that the start page lists: those that are open to watching and not over.
    pub(crate) fn listed(&self) -> Vec<Arc<Board>> {
        let boards = lock(&self.boards);
        let is_listed =
            |board: &&Arc<Board>| board.terms.is_listed && board.seen(|seen| !seen.is_over);
        let mut listed: Vec<_> = boards.values().filter(is_listed).cloned().collect();
        listed.sort_by_key(|board| std::cmp::Reverse(board.began));
        listed
    }

    /// Begins the game that follows a game by link, between the same people with the same secrets, and tells their
    /// pages. It waits for the disk.
    pub(crate) fn begin_next(&self, board: &Board, handicap: u32) -> Result<(), Failure> {
        let begin = || {
            let choice = board.terms.choice.as_ref().ok_or(NoBoard::Unknown)?;
            let swapped = rematch::swaps(choice);
            let hints = Hints { asked: None, ..board.hints() };
            let choice = Choice { handicap, help: hints.allowed, ..choice.clone() };
            let place = self.place(None)?;
            let mut names = board.seen(|seen| seen.names.clone());
            if swapped {
                names.reverse();
            }
            let keys = board.terms.keys.iter();
            let keys: Vec<(Seal, Actor)> = keys
                .map(|(seal, actor)| (seal.clone(), rematch::seat_after(*actor, swapped)))
                .collect();
            let game = NewGame { transcript: Some(names), ..choice.game() };
            let opening = self.program.begin(&game)?;
            let id =
                token::new_id().map_err(|_| Failure::new("This machine has no random numbers."))?;
            let terms = Terms {
                keys,
                hints,
                is_listed: board.terms.is_listed,
                is_kept: true,
                choice: Some(choice),
                rematch: Rematch::default(),
            };
            let next = self.open(id.clone(), opening, terms, place);
            next.keep(&*self.program);
            Ok::<_, Failure>(Next { id, swapped })
        };
        let begun = begin();
        board.set_next(begun.as_ref().ok().cloned());
        board.keep(&*self.program);
        begun.map(drop)
    }

    /// Removes the side files of games that ended long ago, and of those that nobody ever played.
    pub(crate) fn remove_old(&self, now: SystemTime) {
        // No board is opened from a file that is being removed.
        let _opening = self.opening.blocking_lock();
        let is_open = |id: &str| lock(&self.boards).contains_key(id);
        let removed = side::remove_old(&*self.program, is_open, now);
        if removed > 0 {
            tracing::info!("links of {removed} old games were removed");
        }
    }

    /// Writes the side files that could not be written before. It waits for the disk.
    pub(crate) fn keep_unkept(&self) {
        let unkept = |board: &&Arc<Board>| board.is_at_risk();
        let boards: Vec<_> = lock(&self.boards).values().filter(unkept).cloned().collect();
        boards.iter().for_each(|board| board.keep(&*self.program));
    }

    /// Closes boards that nobody looks at: all of them, or those that were left a while ago.
    pub(crate) fn sweep(&self, all: bool, now: Instant) {
        self.close(|board| all || board.is_left(IDLE, now));
    }

    /// Closes boards whose game is over and that nobody looks at, so that their records are free. Their links open
    /// them again.
    pub(crate) fn close_finished(&self) {
        self.close(Board::is_finished_and_left);
    }

    /// The files of games at one screen that were left and are still open here.
    pub(crate) fn left_files(&self) -> Vec<String> {
        lock(&self.boards).values().filter_map(|board| board.left_file()).collect()
    }

    /// Closes the board of such a game, if it was left this long ago, so that the game can be continued, and returns what
    /// it was agreed on.
    pub(crate) fn close_left(&self, name: &str, left_for: Duration) -> Option<Choice> {
        let now = Instant::now();
        let is_left = |board: &Board| {
            board.left_file().as_deref() == Some(name) && board.is_left(left_for, now)
        };
        let found = lock(&self.boards).values().find(|board| is_left(board)).cloned();
        let choice = found.and_then(|board| board.terms.choice.clone());
        self.close(is_left);
        choice
    }

    fn close(&self, which: impl Fn(&Board) -> bool) {
        let is_one = |(_, board): &(&String, &Arc<Board>)| which(board);
        let ids: Vec<_> =
            lock(&self.boards).iter().filter(is_one).map(|(id, _)| id.clone()).collect();
        // One by one, so that a link is missing only while its own game is closed. Programs take longest to end, and
        // are waited for in the end.
        let mut closings = Vec::new();
        for id in ids {
            let board = {
                let mut boards = lock(&self.boards);
                // Somebody may have come meanwhile.
                let is_left = boards.get(&id).is_some_and(|board| which(board));
                is_left.then(|| boards.remove(&id)).flatten()
            };
            let Some(board) = board else { continue };
            board.keep(&*self.program);
            closings.extend(board.handle.close());
        }
        for closing in closings {
            if let Err(why) = self.program.close(closing) {
                tracing::error!("{why}");
            }
        }
    }
}

/// Whether a program plays: not in a game that is over.
pub(crate) fn plays(opening: &Opening) -> bool {
    opening.minds.iter().any(Option::is_some) && opening.session.game().outcome().is_none()
}

/// A command that is carried out, until it is dropped.
pub(crate) struct UnderWay<'a> {
    all: &'a AtomicUsize,
    /// Whether there was no other one when it began.
    pub(crate) is_alone: bool,
}

impl Drop for UnderWay<'_> {
    fn drop(&mut self) {
        self.all.fetch_sub(1, Ordering::Relaxed);
    }
}
