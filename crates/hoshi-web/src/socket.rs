//! A socket: one open board of one page.

use std::sync::Arc;
use std::time::{Duration, Instant};

use axum::extract::ws::{Message, Utf8Bytes, WebSocket};
use futures_util::stream::SplitSink;
use futures_util::{SinkExt as _, StreamExt as _};
use hoshi_session::host::Delivery;
use hoshi_session::host::program::Estimated;
use hoshi_session::{Actor, Answer, Command, Question};
use tokio::sync::{broadcast, oneshot};

use crate::games::{Board, Games, events_text, snapshot_text};
use crate::limits::{self, Budget, SocketPermit};
use crate::message::{Done, FromPage, GREETINGS, Hello, ToPage};
use crate::server::State;

/// A page says who it is within this time.
const HELLO: Duration = Duration::from_secs(10);
/// A page that takes nothing for so long is gone.
const STUCK: Duration = Duration::from_secs(20);
/// How often the server asks whether a page is still there.
const PING: Duration = Duration::from_secs(25);

/// The messages that go to a page.
type Sink = SplitSink<WebSocket, Message>;

/// Why a socket ends.
struct Gone;

/// Serves a socket until it ends.
pub(crate) async fn serve(
    socket: WebSocket,
    board: Arc<Board>,
    state: Arc<State>,
    permit: SocketPermit,
) {
    let (mut sink, mut stream) = socket.split();
    let first = tokio::time::timeout(HELLO, stream.next()).await;
    let Ok(Some(Ok(Message::Text(text)))) = first else { return };
    let Ok(FromPage::Hello { hello }) = serde_json::from_str(&text) else { return };
    let actor = board.actor(hello.token.as_deref());
    let visit = board.enter(actor);
    let mut page = Page {
        actor,
        name: hello.page.clone().unwrap_or_default().chars().take(64).collect(),
        commands: Budget::new(limits::COMMANDS, limits::COMMANDS_IN),
        greetings: Budget::new(5, limits::COMMANDS_IN),
        board,
        state,
    };
    // Before anything is said: nothing that happens from here on is missed.
    let mut news = page.board.news.subscribe();
    if page.welcome(&hello, &mut sink).await.is_err() {
        return;
    }
    let mut pings = tokio::time::interval(PING);
    pings.tick().await;
    let mut was_heard = true;
    loop {
        let result = tokio::select! {
            message = stream.next() => {
                was_heard = true;
                match message {
                    Some(Ok(Message::Text(text))) => page.hear(&text, &mut sink).await,
                    Some(Ok(Message::Ping(_) | Message::Pong(_))) => Ok(()),
                    _ => Err(Gone),
                }
            }
            text = news.recv() => match text {
                Ok(text) => send(&mut sink, &text).await,
                // Too slow: what it missed is in a snapshot.
                Err(broadcast::error::RecvError::Lagged(_)) => page.catch_up(None, &mut sink).await,
                Err(broadcast::error::RecvError::Closed) => Err(Gone),
            },
            _ = pings.tick() => {
                let is_alive = std::mem::replace(&mut was_heard, false);
                if is_alive { put(&mut sink, Message::Ping(Vec::new().into())).await } else { Err(Gone) }
            }
        };
        if result.is_err() {
            break;
        }
    }
    drop((visit, permit));
}

/// Sends a text, unless the page takes nothing.
async fn send(sink: &mut Sink, text: &str) -> Result<(), Gone> {
    put(sink, Message::Text(Utf8Bytes::from(text))).await
}

async fn put(sink: &mut Sink, message: Message) -> Result<(), Gone> {
    match tokio::time::timeout(STUCK, sink.send(message)).await {
        Ok(Ok(())) => Ok(()),
        _ => Err(Gone),
    }
}

/// One who looks at a board.
struct Page {
    actor: Actor,
    name: String,
    commands: Budget,
    greetings: Budget,
    board: Arc<Board>,
    state: Arc<State>,
}

impl Page {
    fn games(&self) -> &Arc<Games> {
        &self.state.games
    }

    async fn welcome(&self, hello: &Hello, sink: &mut Sink) -> Result<(), Gone> {
        let epoch = self.games().epoch.clone();
        let (help, now) = (self.board.may_help(), self.board.now());
        let bonus = &self.board.seen(|seen| seen.bonus.clone());
        let welcome = ToPage::Welcome { you: self.actor, epoch: &epoch, help, now, bonus };
        send(sink, &welcome.text()).await?;
        let since = hello.since.filter(|_| hello.epoch.as_ref() == Some(&epoch));
        self.catch_up(since, sink).await
    }

    /// Sends all that came after an event, or a snapshot.
    async fn catch_up(&self, since: Option<u64>, sink: &mut Sink) -> Result<(), Gone> {
        let text = match self.delivery(since).await {
            Some(Delivery::Snapshot(snapshot)) => snapshot_text(snapshot),
            Some(Delivery::Events(events)) => events_text(&events),
            Some(Delivery::Closed) | None => ToPage::Closed.text(),
        };
        send(sink, &text).await
    }

    /// What a view that knows this event is told first; `None` if the session is closed.
    async fn delivery(&self, since: Option<u64>) -> Option<Delivery> {
        let (tell, told) = oneshot::channel();
        let mut tell = Some(tell);
        self.board.handle.listen(since, move |delivery| {
            if let Some(tell) = tell.take() {
                let _ = tell.send(delivery);
            }
            false
        });
        told.await.ok()
    }

    async fn hear(&mut self, text: &str, sink: &mut Sink) -> Result<(), Gone> {
        let no = |n, code, text| ToPage::No { n, code, text }.text();
        let Ok(message) = serde_json::from_str(text) else {
            return send(sink, &no(0, "not_understood", "The server did not understand that."))
                .await;
        };
        let is_comment = matches!(
            message,
            FromPage::Do {
                command: Command::Comment { .. } | Command::Markup { .. } | Command::SetUp { .. },
                ..
            }
        );
        if text.len() > limits::FRAME && !is_comment {
            return send(sink, &no(0, "too_long", "That message is too long.")).await;
        }
        match message {
            FromPage::Hello { .. } => Ok(()),
            FromPage::Since { since } => self.catch_up(since, sink).await,
            FromPage::Greet { greet } => {
                let may = self.actor != Actor::Spectator && greet < GREETINGS;
                if may && self.greetings.take(Instant::now()) {
                    let text = ToPage::Greet { by: self.actor, greet }.text();
                    let _ = self.board.news.send(text.into());
                }
                Ok(())
            }
            FromPage::Do { n, command } => {
                let done = match self.board.answered(self.actor, &self.name, n) {
                    Some(done) => done,
                    None => self.carry_out(n, command).await?,
                };
                send(sink, &done.text(n)).await
            }
            FromPage::Ask { n, ask } => {
                if !self.commands.take(Instant::now()) {
                    return send(sink, &no(n, SLOW.0, SLOW.1)).await;
                }
                let answer = Box::new(self.ask(ask).await?);
                send(sink, &ToPage::Answer { n, answer }.text()).await
            }
            FromPage::Estimate { n, .. } => {
                let text = match self.estimate().await {
                    Ok(Estimated { score, black, owners, moves, .. }) => {
                        ToPage::Estimate { n, score, black, owners, moves }.text()
                    }
                    Err(why) => no(n, "no_estimate", &why),
                };
                send(sink, &text).await
            }
        }
    }

    /// Does a command, and waits until what it led to is on disk.
    async fn carry_out(&mut self, n: u64, command: Command) -> Result<Done, Gone> {
        if !self.commands.take(Instant::now()) {
            return Ok(Done::No(SLOW.0.into(), SLOW.1.into()));
        }
        if matches!(command, Command::Ask) && !self.board.may_help() {
            return Ok(Done::No("no_help".into(), NO_HELP.into()));
        }
        let (tell, told) = oneshot::channel();
        self.board.handle.send(self.actor, command, 0, move |result| drop(tell.send(result)));
        let done = Done::of(told.await.map_err(|_| Gone)?);
        self.board.note_answer(self.actor, &self.name, n, &done);
        // The links of a game must work after a restart before anything in it is acknowledged.
        let (games, board) = (Arc::clone(self.games()), Arc::clone(&self.board));
        tokio::task::spawn_blocking(move || games.keep(&board)).await.map_err(|_| Gone)?;
        Ok(done)
    }

    async fn ask(&self, question: Question) -> Result<Answer, Gone> {
        let (tell, told) = oneshot::channel();
        self.board.handle.question(question, move |answer| drop(tell.send(answer)));
        told.await.map_err(|_| Gone)
    }

    async fn estimate(&mut self) -> Result<Estimated, String> {
        if !self.board.may_help() {
            return Err(NO_HELP.to_owned());
        }
        if !self.commands.take(Instant::now()) {
            return Err(SLOW.1.to_owned());
        }
        let gone = || "The game is closed.".to_owned();
        let _waiting = self.state.waiting.try_acquire().map_err(|_| BUSY.to_owned())?;
        let _turn = self.state.estimates.acquire().await.map_err(|_| gone())?;
        let Some(Delivery::Snapshot(snapshot)) = self.delivery(None).await else {
            return Err(gone());
        };
        let Ok(Answer::Record { sgf }) = self.ask(Question::Record).await else {
            return Err(gone());
        };
        let path = snapshot.node.path;
        let program = Arc::clone(&self.games().program);
        let estimate =
            move || program.estimate(&sgf, Some(path.as_str()).filter(|path| !path.is_empty()));
        tokio::task::spawn_blocking(estimate).await.map_err(|_| gone())?
    }
}

const SLOW: (&str, &str) = ("too_fast", "That was too much at once; wait a few seconds.");
const NO_HELP: &str = "Between people there are no hints and no estimates until the game is over.";
const BUSY: &str = "Many are asking for estimates at the moment; try again in a while.";
