//! What the bot thinks of positions and moves. Few are computed at a time; the others wait, and not too many of them, nor
//! too many of one visitor. What was computed is remembered, so that whoever asks again does not wait.

use std::collections::HashMap;
use std::hash::{DefaultHasher, Hash as _, Hasher as _};
use std::net::IpAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use hoshi_session::host::Delivery;
use hoshi_session::host::program::{Estimated, Lesson};
use hoshi_session::{Answer, Failure, Mode, Question};

use crate::board::{Board, lock};
use crate::server::State;
use crate::socket::{NO_HELP, ask, delivery};

const BUSY: &str = "Many are asking for estimates at the moment; try again in a while.";

/// What is remembered of a board.
#[derive(Debug, Default)]
pub(crate) struct Known {
    /// The last estimate, and of which position it is.
    estimate: Option<(u64, Estimated)>,
    /// What moves lost, by their number. It holds until a move is taken back or changed.
    losses: HashMap<u32, Option<Lesson>>,
    /// How often that has happened.
    changes: u64,
}

impl Known {
    /// Moves are not what they were.
    pub(crate) fn change(&mut self) {
        self.losses.clear();
        self.changes += 1;
    }
}

/// Tells work that nobody waits for it any more, when it is dropped.
struct Waits(Arc<AtomicBool>);

impl Drop for Waits {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

/// Does work on a thread of its own, and holds `held` as long as the work goes on: whoever leaves before it ends makes no
/// room for another. The work is told then, and should end soon. `None` if it fails.
async fn attended<T: Send + 'static>(
    held: impl Send + 'static,
    work: impl FnOnce(&AtomicBool) -> T + Send + 'static,
) -> Option<T> {
    let stop = Arc::new(AtomicBool::new(false));
    let _waits = Waits(Arc::clone(&stop));
    let work = move || {
        let _held = held;
        work(&stop)
    };
    tokio::task::spawn_blocking(work).await.ok()
}

/// What the bot thinks of the position that is shown. It is given up when nobody waits for it.
pub(crate) async fn estimate(
    state: &State,
    board: &Board,
    from: IpAddr,
) -> Result<Estimated, Failure> {
    let gone = || Failure::new("The game is closed.");
    let waiting = state.visitors.estimate(from).ok_or_else(|| Failure::new(BUSY))?;
    let turn = Arc::clone(&state.estimates).acquire_owned().await.map_err(|_| gone())?;
    // The game may have gone on while it waited, or begun again.
    if !board.may_help() {
        return Err(Failure::new(NO_HELP));
    }
    let Some(Delivery::Snapshot(snapshot)) = delivery(board, None).await else {
        return Err(gone());
    };
    let Some(Answer::Record { sgf }) = ask(board, Question::Record).await else {
        return Err(gone());
    };
    // In review the first node has an empty path, and a game that is played is at its end.
    let path = (snapshot.mode == Mode::Review).then_some(snapshot.node.path);
    let mut hasher = DefaultHasher::new();
    (&sgf, &path).hash(&mut hasher);
    let position = hasher.finish();
    if let Some((_, known)) = lock(&board.known).estimate.as_ref().filter(|(of, _)| *of == position)
    {
        return Ok(known.clone());
    }
    let program = Arc::clone(&state.games.program);
    let estimate = move |stop: &AtomicBool| program.estimate_until(&sgf, path.as_deref(), stop);
    let estimated = attended((waiting, turn), estimate).await.ok_or_else(gone)??;
    lock(&board.known).estimate = Some((position, estimated.clone()));
    Ok(estimated)
}

/// What a move lost, if that is much; `None` if the bot has no time.
pub(crate) async fn loss(
    state: Arc<State>,
    board: Arc<Board>,
    from: IpAddr,
    number: u32,
) -> Option<Option<Lesson>> {
    if let Some(known) = lock(&board.known).losses.get(&number) {
        return Some(known.clone());
    }
    // A task of its own: a visitor who leaves does not make room for another while the bot still thinks.
    let found = tokio::spawn(async move {
        let _waiting = state.visitors.estimate(from)?;
        let _turn = Arc::clone(&state.estimates).acquire_owned().await.ok()?;
        let shared = Arc::clone(&state);
        let judge = move || {
            let changes = lock(&board.known).changes;
            let Ok(Answer::Record { sgf }) = board.handle.ask(Question::Record) else {
                return None;
            };
            let judged = shared.games.program.lesson(&sgf, number);
            let lesson = judged.unwrap_or_else(|why| {
                tracing::warn!("move {number} cannot be judged: {why}");
                None
            });
            let mut known = lock(&board.known);
            if known.changes == changes {
                known.losses.insert(number, lesson.clone());
            }
            lesson
        };
        tokio::task::spawn_blocking(judge).await.ok()
    });
    found.await.ok().flatten()
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc;

    use tokio::sync::Semaphore;

    use super::*;

    #[test]
    fn whoever_leaves_makes_no_room_before_the_work_ends() {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
        let turns = Arc::new(Semaphore::new(1));
        let (begin, begun) = mpsc::channel();
        let (end, ended) = mpsc::channel::<()>();
        let (tell, told) = mpsc::channel();
        runtime.block_on(async {
            let turn = Arc::clone(&turns).acquire_owned().await.unwrap();
            let work = move |stop: &AtomicBool| {
                begin.send(()).unwrap();
                // As long as the bot does not look.
                ended.recv().unwrap();
                tell.send(stop.load(Ordering::Relaxed)).unwrap();
            };
            let asked = tokio::spawn(attended(turn, work));
            tokio::task::spawn_blocking(move || begun.recv().unwrap()).await.unwrap();
            asked.abort();
            assert!(asked.await.unwrap_err().is_cancelled());
            assert_eq!(turns.available_permits(), 0, "the work goes on");
            end.send(()).unwrap();
            let _turn = turns.acquire().await.unwrap();
            assert_eq!(told.try_recv(), Ok(true), "the stop flag is set");
        });
    }
}
