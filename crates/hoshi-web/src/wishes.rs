//! What those at a board want of each other: another game, hints, the lead of a lesson.

use std::sync::Arc;
use std::time::Instant;

use crate::board::{News, lock};
use crate::lesson;
use crate::message::Done;
use crate::rematch::{Step, Wish};
use crate::sink::Gone;
use crate::socket::{Page, SLOW};

impl Page {
    /// Asks for another game, or answers that question.
    pub(crate) async fn rematch(&mut self, wish: &Wish) -> Done {
        let refused = |(code, text): (&str, &str)| Done::No(code.to_owned(), text.to_owned());
        if !self.commands.take(Instant::now()) {
            return refused(SLOW);
        }
        let choice = self.board.terms.choice.as_ref().filter(|choice| choice.is_by_link());
        let Some(choice) = choice else {
            return refused(("rematch", "Only games by link have a rematch here."));
        };
        let step = self.board.seen(|seen| {
            let is_over = seen.is_over;
            seen.rematch.wish(self.actor, wish, choice, is_over)
        });
        let handicap = match step {
            Err(why) => return refused(why),
            Ok(Step::Changed) => {
                let _ = self.board.news.send(News::Rematch);
                return Done::Ack(0);
            }
            Ok(Step::Begin(handicap)) => handicap,
        };
        if !self.state.visitors.may_open(self.permit.from, Instant::now()) {
            self.board.set_next(None);
            return refused((
                "too_fast",
                "That was a lot of new boards; please wait a few minutes.",
            ));
        }
        let (games, board) = (Arc::clone(self.games()), Arc::clone(&self.board));
        let begin = move || games.begin_next(&board, handicap);
        match tokio::task::spawn_blocking(begin).await {
            Ok(Ok(())) => Done::Ack(0),
            Ok(Err(why)) => Done::No("rematch".into(), why.to_string()),
            Err(error) => {
                self.board.set_next(None);
                Done::No("rematch".into(), error.to_string())
            }
        }
    }

    /// Does what a page wants of the lesson.
    pub(crate) fn lesson(&mut self, wish: lesson::Wish) -> Done {
        if !self.commands.take(Instant::now()) {
            return Done::No(SLOW.0.into(), SLOW.1.into());
        }
        let done = match self.board.has_lessons() {
            true => self.board.change_lesson(|lesson| lesson.wish(&self.role, wish)),
            false => Err(("no_lesson", "Between two players there are no lessons.")),
        };
        match done {
            Ok(()) => Done::Ack(0),
            Err((code, text)) => Done::No(code.into(), text.into()),
        }
    }

    /// Agrees to hints, or does not. It is on disk when it is answered.
    pub(crate) async fn agree(&mut self, agrees: bool) -> Result<Done, Gone> {
        if !self.commands.take(Instant::now()) {
            return Ok(Done::No(SLOW.0.into(), SLOW.1.into()));
        }
        if !self.board.is_by_link() {
            let why = "Only two players by link agree on hints here.";
            return Ok(Done::No("hints".into(), why.into()));
        }
        let answered = self.board.seen(|seen| match seen.is_over && agrees {
            true => Err(("over", "The game is over: hints are for games that are played.")),
            false => lock(&self.board.hints).answer(self.actor, agrees),
        });
        match answered {
            Err((code, text)) => return Ok(Done::No(code.into(), text.into())),
            Ok(false) => return Ok(Done::Ack(0)),
            Ok(true) => {}
        }
        if agrees {
            let handle = self.board.handle.clone();
            let noted = tokio::task::spawn_blocking(move || handle.allow_hints());
            noted.await.map_err(|_| Gone)?.map_err(|_| Gone)?;
        }
        self.board.hints_changed();
        self.keep().await?;
        Ok(Done::Ack(0))
    }
}
