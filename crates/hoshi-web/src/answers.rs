//! The answers to the last commands of each page: a command that comes again is answered again, and not done again.
//! It may come again on another connection while the first one is still being carried out.

use std::collections::{HashMap, VecDeque};
use std::sync::{Mutex, PoisonError};

use hoshi_session::Actor;
use tokio::sync::Notify;

use crate::message::Done;

/// Answers that are remembered of a page: more than it sends without waiting for any.
const REMEMBERED: usize = 16;
/// Pages of a seat that are remembered.
const PAGES: usize = 32;

/// The answers of a board.
#[derive(Debug, Default)]
pub(crate) struct Answers {
    pages: Mutex<Pages>,
    /// Tells those who wait that something was answered.
    is_answered: Notify,
}

#[derive(Debug, Default)]
struct Pages {
    by_name: HashMap<(Actor, String), Recent>,
    /// Rises with every command.
    time: u64,
}

/// What is remembered of a page.
#[derive(Debug, Default)]
struct Recent {
    /// Commands up to this number are forgotten, and are not done any more.
    forgotten: u64,
    /// The others that came, with their answers; without one while they are carried out.
    answers: VecDeque<(u64, Option<Done>)>,
    /// When the page sent its last command.
    used: u64,
}

/// What is known of a command that arrives.
enum Known {
    New,
    Forgotten,
    UnderWay,
    Answered(Done),
}

impl Answers {
    /// The answer to a command that was sent before; `None` if it is new. Then it must be carried out, and
    /// [`Answers::note`] be called.
    pub(crate) async fn find(&self, actor: Actor, page: &str, n: u64) -> Option<Done> {
        // Pages without a name cannot be told apart, and those who watch change nothing.
        if page.is_empty() || actor == Actor::Spectator {
            return None;
        }
        loop {
            let answered = self.is_answered.notified();
            tokio::pin!(answered);
            // From here on no answer is missed.
            answered.as_mut().enable();
            match self.look(actor, page, n) {
                Known::New => return None,
                Known::Forgotten => return Some(Done::No(OLD.0.to_owned(), OLD.1.to_owned())),
                Known::Answered(done) => return Some(done),
                Known::UnderWay => answered.await,
            }
        }
    }

    /// The answer to a command, if it is remembered.
    pub(crate) fn recall(&self, actor: Actor, page: &str, n: u64) -> Option<Done> {
        let pages = self.pages.lock().unwrap_or_else(PoisonError::into_inner);
        let recent = pages.by_name.get(&(actor, page.to_owned()))?;
        recent.answers.iter().find(|(other, _)| *other == n)?.1.clone()
    }

    /// Remembers the answer to a command.
    pub(crate) fn note(&self, actor: Actor, page: &str, n: u64, done: &Done) {
        let mut pages = self.pages.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(recent) = pages.by_name.get_mut(&(actor, page.to_owned()))
            && let Some((_, answer)) = recent.answers.iter_mut().find(|(other, _)| *other == n)
        {
            *answer = Some(done.clone());
        }
        drop(pages);
        self.is_answered.notify_waiters();
    }

    fn look(&self, actor: Actor, page: &str, n: u64) -> Known {
        let mut pages = self.pages.lock().unwrap_or_else(PoisonError::into_inner);
        let key = (actor, page.to_owned());
        if !pages.by_name.contains_key(&key) {
            pages.make_room(actor);
        }
        pages.time += 1;
        let now = pages.time;
        let recent = pages.by_name.entry(key).or_default();
        recent.used = now;
        if let Some((_, answer)) = recent.answers.iter().find(|(other, _)| *other == n) {
            return answer.clone().map_or(Known::UnderWay, Known::Answered);
        }
        if n <= recent.forgotten {
            return Known::Forgotten;
        }
        recent.answers.push_back((n, None));
        if recent.answers.len() > REMEMBERED
            && let Some((n, _)) = recent.answers.pop_front()
        {
            recent.forgotten = recent.forgotten.max(n);
        }
        Known::New
    }
}

impl Pages {
    /// Forgets the page of this seat that has sent nothing for longest, if there are too many. The other seat's
    /// pages stay, whatever this one does.
    fn make_room(&mut self, actor: Actor) {
        let own = || self.by_name.iter().filter(|((other, _), _)| *other == actor);
        if own().count() < PAGES {
            return;
        }
        if let Some(key) = own().min_by_key(|(_, recent)| recent.used).map(|(key, _)| key.clone()) {
            self.by_name.remove(&key);
        }
    }
}

const OLD: (&str, &str) = ("too_old", "This command is older than what the server remembers.");

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;

    fn seq(done: &Done) -> Option<u64> {
        match done {
            Done::Ack(seq) => Some(*seq),
            Done::No(..) => None,
        }
    }

    #[tokio::test]
    async fn a_command_is_done_once_in_whatever_order_it_comes() {
        let answers = Answers::default();
        let both = Actor::Both;
        for n in [2, 1, 3] {
            assert!(answers.find(both, "p", n).await.is_none(), "{n} is new");
            answers.note(both, "p", n, &Done::Ack(10 * n));
        }
        for n in [3, 1, 2] {
            assert_eq!(answers.find(both, "p", n).await.as_ref().and_then(seq), Some(10 * n));
        }
        assert_eq!(answers.recall(both, "p", 2).as_ref().and_then(seq), Some(20));
        assert!(answers.recall(both, "p", 4).is_none());
        // Another page, another seat.
        assert!(answers.find(both, "q", 1).await.is_none());
        assert!(answers.find(Actor::Black, "p", 1).await.is_none());
        // A number that is too old to be known is never done.
        for n in 4..40 {
            assert!(answers.find(both, "p", n).await.is_none());
            answers.note(both, "p", n, &Done::Ack(n));
        }
        assert!(matches!(answers.find(both, "p", 1).await, Some(Done::No(..))));
    }

    #[tokio::test]
    async fn a_command_that_is_under_way_is_waited_for() {
        let answers = Arc::new(Answers::default());
        assert!(answers.find(Actor::Black, "p", 1).await.is_none());
        let again = tokio::spawn({
            let answers = Arc::clone(&answers);
            async move { answers.find(Actor::Black, "p", 1).await.as_ref().and_then(seq) }
        });
        tokio::task::yield_now().await;
        answers.note(Actor::Black, "p", 1, &Done::Ack(5));
        assert_eq!(again.await.unwrap(), Some(5));
    }

    #[tokio::test]
    async fn many_pages_of_one_seat_do_not_push_out_the_other() {
        let answers = Answers::default();
        assert!(answers.find(Actor::White, "w", 1).await.is_none());
        answers.note(Actor::White, "w", 1, &Done::Ack(1));
        for nth in 0..200 {
            assert!(answers.find(Actor::Black, &nth.to_string(), 1).await.is_none());
        }
        assert!(answers.find(Actor::White, "w", 1).await.is_some());
        assert!(answers.pages.lock().unwrap().by_name.len() <= PAGES + 1);
    }
}
