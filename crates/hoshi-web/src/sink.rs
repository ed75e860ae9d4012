//! The end of a socket that messages go out by. A page that takes nothing is given up after a while.

use std::future::Future;
use std::time::Duration;

use axum::extract::ws::{Message, Utf8Bytes, WebSocket};
use futures_util::SinkExt as _;
use futures_util::stream::SplitSink;

/// The messages that go to a page, and how long each may take.
pub(crate) struct Sink {
    messages: SplitSink<WebSocket, Message>,
    patience: Duration,
}

impl Sink {
    pub(crate) fn new(messages: SplitSink<WebSocket, Message>, patience: Duration) -> Sink {
        Sink { messages, patience }
    }
}

/// Why a socket ends.
pub(crate) struct Gone;

/// Sends a text, unless the page takes nothing.
pub(crate) async fn send(sink: &mut Sink, text: Utf8Bytes) -> Result<(), Gone> {
    put(sink, Message::Text(text)).await
}

pub(crate) async fn put(sink: &mut Sink, message: Message) -> Result<(), Gone> {
    in_time(sink.patience, sink.messages.send(message)).await
}

/// Sends a text with the next one, or with [`flush`]: what belongs together is one packet.
pub(crate) async fn feed(sink: &mut Sink, text: Utf8Bytes) -> Result<(), Gone> {
    in_time(sink.patience, sink.messages.feed(Message::Text(text))).await
}

pub(crate) async fn flush(sink: &mut Sink) -> Result<(), Gone> {
    in_time(sink.patience, sink.messages.flush()).await
}

async fn in_time<E>(
    patience: Duration,
    sending: impl Future<Output = Result<(), E>>,
) -> Result<(), Gone> {
    match tokio::time::timeout(patience, sending).await {
        Ok(Ok(())) => Ok(()),
        _ => Err(Gone),
    }
}
