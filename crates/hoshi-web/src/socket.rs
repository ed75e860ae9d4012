//! A socket: one open board of one page.

use std::pin::Pin;
use std::sync::Arc;
use std::time::{Duration, Instant};

use axum::extract::ws::{Message, Utf8Bytes, WebSocket};
use futures_util::StreamExt as _;
use hoshi_session::host::Delivery;
use hoshi_session::host::program::Estimated;
use hoshi_session::{Actor, Answer, Command, Question};
use serde::Deserialize;
use tokio::sync::broadcast::Receiver;
use tokio::sync::broadcast::error::{RecvError, TryRecvError};
use tokio::sync::oneshot;
use tokio::time::MissedTickBehavior;

use crate::board::{BEHIND, Board, News, lock};
use crate::estimates::estimate;
use crate::games::Games;
use crate::lesson::Role;
use crate::limits::{self, Budget, Permit};
use crate::message::{Done, FromPage, GREETINGS, Hello, ToPage};
use crate::public::{events_text, snapshot_text};
use crate::server::State;
use crate::sink::{Gone, Sink, feed, flush, put, send};
use crate::trips::Trips;

/// A page says who it is within this time.
const HELLO: Duration = Duration::from_secs(10);
/// How often the server asks whether a page is still there, and how far away it is.
const PING: Duration = Duration::from_secs(20);

/// Serves a socket until it ends.
pub(crate) async fn serve(socket: WebSocket, board: Arc<Board>, state: Arc<State>, permit: Permit) {
    let (messages, mut stream) = socket.split();
    let mut sink = Sink::new(messages, state.visitors.limits.stuck);
    let first = tokio::time::timeout(HELLO, stream.next()).await;
    let Ok(Some(Ok(Message::Text(text)))) = first else { return };
    let Ok(FromPage::Hello { hello }) = serde_json::from_str(&text) else { return };
    drop(text);
    let actor = board.actor(hello.token.as_deref());
    let role = board.role(actor, hello.guest.as_deref());
    let _visit = board.enter(actor, role.clone());
    let commands = state.visitors.limits.commands;
    let mut page = Page {
        actor,
        role,
        name: hello.page.as_deref().unwrap_or_default().chars().take(64).collect(),
        commands: Budget::new(commands, limits::COMMANDS_IN),
        messages: Budget::new(commands.saturating_mul(limits::MESSAGES), limits::COMMANDS_IN),
        greetings: Budget::new(5, limits::COMMANDS_IN),
        trips: Trips::default(),
        board,
        state,
        permit,
    };
    // Before anything is said: nothing that happens from here on is missed.
    let mut news = page.board.news.subscribe();
    if page.welcome(&hello, &mut sink).await.is_err() {
        return;
    }
    drop(hello);
    let mut pings = tokio::time::interval(PING);
    pings.set_missed_tick_behavior(MissedTickBehavior::Delay);
    let mut was_heard = true;
    // The estimate that the page waits for.
    let mut estimate: Option<Later> = None;
    loop {
        let result = tokio::select! {
            message = stream.next() => {
                was_heard = true;
                match message {
                    Some(Ok(Message::Text(text))) => {
                        page.converse(&text, &mut estimate, &mut news, &mut sink).await
                    }
                    Some(Ok(Message::Pong(content))) if page.messages.take(Instant::now()) => {
                        page.trips.answered(&content, Instant::now());
                        Ok(())
                    }
                    Some(Ok(Message::Ping(_))) if page.messages.take(Instant::now()) => Ok(()),
                    _ => Err(Gone),
                }
            }
            next = news.recv() => match next {
                Ok(first) => page.tell_all(first, &mut news, &mut sink).await,
                Err(RecvError::Lagged(_)) => page.start_anew(&mut sink).await,
                Err(RecvError::Closed) => Err(Gone),
            },
            text = answer_of(&mut estimate) => {
                estimate = None;
                send(&mut sink, text).await
            }
            _ = pings.tick() => {
                let is_alive = std::mem::replace(&mut was_heard, false);
                let content = page.trips.ask(Instant::now());
                if is_alive {
                    put(&mut sink, Message::Ping(content.to_vec().into())).await
                } else {
                    Err(Gone)
                }
            }
        };
        if result.is_err() {
            break;
        }
    }
}

/// Waits for an answer that takes long; for ever, if there is none to come.
async fn answer_of(estimate: &mut Option<Later>) -> Utf8Bytes {
    match estimate {
        Some(estimate) => estimate.await,
        None => std::future::pending().await,
    }
}

fn no(n: u64, code: &str, text: &str) -> Utf8Bytes {
    ToPage::No { n, code, text }.text()
}

/// The number of a message that is not carried out, so that the page knows which of its messages is refused; 0 if
/// it has none.
fn number(text: &str) -> u64 {
    #[derive(Deserialize)]
    struct Numbered {
        n: u64,
    }
    serde_json::from_str(text).map_or(0, |Numbered { n }| n)
}

/// An answer that takes long.
type Later = Pin<Box<dyn Future<Output = Utf8Bytes> + Send>>;

/// One who looks at a board.
pub(crate) struct Page {
    /// Who it is by its secret.
    pub(crate) actor: Actor,
    /// Who it is in a lesson.
    pub(crate) role: Role,
    name: String,
    pub(crate) commands: Budget,
    messages: Budget,
    greetings: Budget,
    trips: Trips,
    pub(crate) board: Arc<Board>,
    pub(crate) state: Arc<State>,
    pub(crate) permit: Permit,
}

impl Page {
    pub(crate) fn games(&self) -> &Arc<Games> {
        &self.state.games
    }

    async fn welcome(&self, hello: &Hello, sink: &mut Sink) -> Result<(), Gone> {
        let epoch = &self.board.epoch;
        let (help, now) = (self.board.may_help(), self.board.now());
        let bonus = &self.board.seen(|seen| seen.bonus.clone());
        let (you, hints) = (self.actor, self.board.has_hints());
        send(sink, ToPage::Welcome { you, epoch, help, now, bonus, hints }.text()).await?;
        if self.board.is_at_risk() {
            send(sink, ToPage::Links(false).text()).await?;
        }
        // It may have changed since the page heard of it last.
        if self.board.is_by_link() {
            send(sink, ToPage::Hints(self.board.hints()).text()).await?;
        }
        let since = hello.since.filter(|_| hello.epoch.as_ref() == Some(epoch));
        self.catch_up(since, sink).await?;
        if self.board.seen(|seen| seen.is_over) {
            self.tell(News::Rematch, sink).await?;
        }
        if lock(&self.board.lesson).is_open() || self.role == Role::Leader {
            self.tell(News::Lesson, sink).await?;
        }
        Ok(())
    }

    /// Tells the page what is new, and what has come up since.
    async fn tell_all(
        &self,
        first: News,
        news: &mut Receiver<News>,
        sink: &mut Sink,
    ) -> Result<(), Gone> {
        self.feed(first, sink).await?;
        self.feed_news(news, sink).await?;
        flush(sink).await
    }

    /// Feeds all that is new, as long as it does not come faster than it can be sent.
    async fn feed_news(&self, news: &mut Receiver<News>, sink: &mut Sink) -> Result<(), Gone> {
        for _ in 0..BEHIND {
            match news.try_recv() {
                Ok(next) => self.feed(next, sink).await?,
                Err(TryRecvError::Empty) => break,
                Err(TryRecvError::Lagged(_)) => self.start_anew(sink).await?,
                Err(TryRecvError::Closed) => return Err(Gone),
            }
        }
        Ok(())
    }

    /// Answers a message. What it led to comes first, so that a page that hears of the acknowledgement has it.
    async fn converse(
        &mut self,
        text: &str,
        estimate: &mut Option<Later>,
        news: &mut Receiver<News>,
        sink: &mut Sink,
    ) -> Result<(), Gone> {
        if let Some(answer) = self.hear(text, estimate, sink).await? {
            self.feed_news(news, sink).await?;
            feed(sink, answer).await?;
            flush(sink).await?;
        }
        Ok(())
    }

    /// Tells the page one thing that is new.
    async fn tell(&self, news: News, sink: &mut Sink) -> Result<(), Gone> {
        self.feed(news, sink).await?;
        flush(sink).await
    }

    async fn feed(&self, news: News, sink: &mut Sink) -> Result<(), Gone> {
        let text = match news {
            News::Text(text) => Some(text),
            News::Rematch => self.board.rematch_text(self.actor),
            News::Lesson => self.board.lesson_text(&self.role),
            News::Closed => {
                send(sink, ToPage::Closed(()).text()).await?;
                return Err(Gone);
            }
        };
        match text {
            Some(text) => feed(sink, text).await,
            None => Ok(()),
        }
    }

    /// Sends all that came after an event, or a snapshot.
    async fn catch_up(&self, since: Option<u64>, sink: &mut Sink) -> Result<(), Gone> {
        let text = match self.delivery(since).await {
            Some(Delivery::Snapshot(snapshot)) => snapshot_text(snapshot, &self.board.folder),
            Some(Delivery::Events(events)) => events_text(&events, &self.board.folder),
            Some(Delivery::Closed) | None => {
                send(sink, ToPage::Closed(()).text()).await?;
                return Err(Gone);
            }
        };
        send(sink, text).await
    }

    /// Tells a page that was too slow all there is to know: a snapshot, and what is not in it.
    async fn start_anew(&self, sink: &mut Sink) -> Result<(), Gone> {
        self.catch_up(None, sink).await?;
        feed(sink, ToPage::Links(!self.board.is_at_risk()).text()).await?;
        if self.board.is_by_link() {
            feed(sink, ToPage::Hints(self.board.hints()).text()).await?;
        }
        self.feed(News::Rematch, sink).await?;
        self.tell(News::Lesson, sink).await
    }

    /// What a view that knows this event is told first; `None` if the session is closed.
    async fn delivery(&self, since: Option<u64>) -> Option<Delivery> {
        delivery(&self.board, since).await
    }

    /// Does what a message asks for; the answer, if it has one now.
    async fn hear(
        &mut self,
        text: &str,
        estimate: &mut Option<Later>,
        sink: &mut Sink,
    ) -> Result<Option<Utf8Bytes>, Gone> {
        // Far more than a page ever sends: whoever sends it does not want to play.
        if !self.messages.take(Instant::now()) {
            return Err(Gone);
        }
        let Ok(message) = serde_json::from_str::<FromPage>(text) else {
            return Ok(Some(no(number(text), "not_understood", UNCLEAR)));
        };
        if text.len() > limits::FRAME && !message.may_be_long() {
            return Ok(Some(no(number(text), "too_long", "That message is too long.")));
        }
        let text = match message {
            FromPage::Hello { .. } => return Ok(None),
            FromPage::Ping => ToPage::Pong(()).text(),
            // It may be answered with all there is to know.
            FromPage::Since { .. } if !self.commands.take(Instant::now()) => no(0, SLOW.0, SLOW.1),
            FromPage::Since { since } => {
                self.catch_up(since, sink).await?;
                return Ok(None);
            }
            FromPage::Greet { greet } => {
                let may = self.actor != Actor::Spectator && greet < GREETINGS;
                if may && self.greetings.take(Instant::now()) {
                    let text = ToPage::Greet { by: self.actor, greet }.text();
                    let _ = self.board.news.send(News::Text(text));
                }
                return Ok(None);
            }
            FromPage::Do { n, command } => self.command(n, command).await?.text(n),
            FromPage::Ask { n, ask } => self.answer(n, ask).await?,
            FromPage::Estimate { n } if estimate.is_some() => no(n, "no_estimate", WAITS),
            FromPage::Estimate { n } => match self.begin_estimate(n) {
                Ok(begun) => {
                    *estimate = Some(begun);
                    return Ok(None);
                }
                Err(why) => no(n, "no_estimate", why),
            },
            FromPage::Rematch { n, rematch } => self.rematch(&rematch).await.text(n),
            FromPage::Hints { n, hints } => self.agree(hints).await?.text(n),
            FromPage::Lesson { n, lesson } => self.lesson(lesson).text(n),
        };
        Ok(Some(text))
    }

    /// Answers a command: a command that was done before is not done again.
    async fn command(&mut self, n: u64, command: Command) -> Result<Done, Gone> {
        // In a lesson control may have changed since the command came first.
        if self.role != Role::Watcher
            && let Some(done) = self.board.answers.recall(Actor::Both, &self.name, n)
        {
            return Ok(done);
        }
        let actor = match self.board.acting(self.actor, &self.role) {
            Ok(actor) => actor,
            Err(why) => return Ok(Done::No("handed_over".into(), why.to_string())),
        };
        if let Some(done) = self.board.answers.find(actor, &self.name, n).await {
            return Ok(done);
        }
        let done = self.carry_out(actor, command).await;
        let noted = match &done {
            Ok(done) => done,
            Err(Gone) => &Done::No("closed".into(), "The game is closed.".into()),
        };
        self.board.answers.note(actor, &self.name, n, noted);
        done
    }

    /// Does a command, and waits until what it led to is on disk.
    async fn carry_out(&mut self, actor: Actor, command: Command) -> Result<Done, Gone> {
        if !self.commands.take(Instant::now()) {
            return Ok(Done::No(SLOW.0.into(), SLOW.1.into()));
        }
        if matches!(command, Command::Ask) && !self.board.may_help() {
            return Ok(Done::No("no_help".into(), NO_HELP.into()));
        }
        if matches!(command, Command::Comment { .. }) && !self.board.may_comment(actor) {
            return Ok(Done::No("no_comment".into(), NO_COMMENT.into()));
        }
        if may_go_on(&command) && actor != Actor::Spectator && self.board.has_program() {
            return self.go_on(actor, command).await;
        }
        self.hand_over(actor, command).await
    }

    /// The same for a command after which a game that is over may go on: its program needs a place then. One such command
    /// at a time, so that none of them gives back the place of another.
    async fn go_on(&self, actor: Actor, command: Command) -> Result<Done, Gone> {
        let _alone = self.board.reopening.lock().await;
        let is_over_after = match command {
            Command::Remove | Command::Promote => true,
            // A review that edited nothing ends where it began.
            Command::PlayOn => self.board.seen(|seen| !seen.is_edited),
            _ => false,
        };
        if is_over_after || !self.board.lacks_place() {
            return self.hand_over(actor, command).await;
        }
        let (games, board) = (Arc::clone(self.games()), Arc::clone(&self.board));
        let take = move || games.take_program(&board);
        if let Err(why) = tokio::task::spawn_blocking(take).await.map_err(|_| Gone)? {
            // The share that is full may be that of somebody else.
            let is_mine =
                lock(&self.board.place).visitor == Some(limits::network(self.permit.from));
            let why = if is_mine { why } else { why.to_others() };
            return Ok(Done::No("no_room".into(), why.to_string()));
        }
        let done = self.hand_over(actor, command).await;
        self.board.release_place();
        done
    }

    /// Hands a command to the session.
    async fn hand_over(&self, actor: Actor, command: Command) -> Result<Done, Gone> {
        let (tell, result) = oneshot::channel();
        let lag = self.trips.credit();
        let (handle, reply) = (&self.board.handle, move |result| drop(tell.send(result)));
        let under_way = self.state.games.begin_command();
        if under_way.is_alone && handle.is_idle() {
            // Two threads less to wake up, which takes half as long as the disk. With many commands at a time it
            // would cost more than it saves.
            tokio::task::block_in_place(|| handle.send_here(actor, command, lag, reply));
        } else {
            handle.send(actor, command, lag, reply);
        }
        let done = Done::of(result.await.map_err(|_| Gone)?);
        drop(under_way);
        // The links of a game must work after a restart before anything in it is acknowledged.
        if self.board.is_unkept() {
            self.keep().await?;
        }
        Ok(done)
    }

    pub(crate) async fn keep(&self) -> Result<(), Gone> {
        let (games, board) = (Arc::clone(self.games()), Arc::clone(&self.board));
        let keep = move || board.keep(&*games.program);
        tokio::task::spawn_blocking(keep).await.map_err(|_| Gone)
    }

    async fn answer(&mut self, n: u64, question: Question) -> Result<Utf8Bytes, Gone> {
        if !self.commands.take(Instant::now()) {
            return Ok(no(n, SLOW.0, SLOW.1));
        }
        // Counting a game that is being played helps as much as an estimate.
        if matches!(question, Question::Score) && !self.board.may_count() {
            return Ok(no(n, "no_help", NO_HELP));
        }
        let answer = Box::new(ask(&self.board, question).await.ok_or(Gone)?);
        Ok(ToPage::Answer { n, answer }.text())
    }

    /// Begins to estimate the position. The page hears of the game meanwhile.
    fn begin_estimate(&mut self, n: u64) -> Result<Later, &'static str> {
        if !self.board.may_help() {
            return Err(NO_HELP);
        }
        if !self.commands.take(Instant::now()) {
            return Err(SLOW.1);
        }
        let (state, board) = (Arc::clone(&self.state), Arc::clone(&self.board));
        let from = self.permit.from;
        Ok(Box::pin(async move {
            match estimate(&state, &board, from).await {
                Ok(Estimated { score, black, owners, moves, .. }) => {
                    ToPage::Estimate { n, score, black, owners, moves }.text()
                }
                Err(why) => no(n, "no_estimate", &why.to_string()),
            }
        }))
    }
}

/// Whether a game that is over may go on after a command, or after the end of a review in which it was done.
fn may_go_on(command: &Command) -> bool {
    use Command::{Answer, Correct, PlayOn, Promote, Redo, Remove, Result, Resume, Undo};
    matches!(
        command,
        Undo { .. }
            | Redo
            | Answer { .. }
            | Correct { .. }
            | Resume { .. }
            | Result { .. }
            | PlayOn
            | Promote
            | Remove
    )
}

pub(crate) async fn delivery(board: &Board, since: Option<u64>) -> Option<Delivery> {
    let (tell, delivered) = oneshot::channel();
    let mut tell = Some(tell);
    board.handle.listen(since, move |delivery| {
        if let Some(tell) = tell.take() {
            let _ = tell.send(delivery);
        }
        false
    });
    delivered.await.ok()
}

pub(crate) async fn ask(board: &Board, question: Question) -> Option<Answer> {
    let (tell, answered) = oneshot::channel();
    board.handle.question(question, move |answer| drop(tell.send(answer)));
    answered.await.ok()
}

pub(crate) const SLOW: (&str, &str) =
    ("too_fast", "That was too much at once; wait a few seconds.");
pub(crate) const NO_HELP: &str =
    "Between people there are no hints and no estimates until the game is over.";
const NO_COMMENT: &str = "Between two players there are no comments until the game is over.";
const UNCLEAR: &str = "The server did not understand that.";
const WAITS: &str = "The estimate that was asked for is not ready yet.";
