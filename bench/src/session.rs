//! Sessions to be measured.

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

use hoshi_core::{Game, Preset, Rules, Size};
use hoshi_session::host::{Handle, Host, Opening};
use hoshi_session::{Player, Session, Start, Terms, Vertex};
use hoshi_store::{History, RealDisk, Recorder};

/// A game on 19x19 between two people at one board.
#[must_use]
pub fn new(is_recorded: bool) -> Session {
    let game = Game::new(Size::S19, Rules::of(Preset::Chinese));
    let players = [Player::person("Ann"), Player::person("Bob")];
    Session::new(Start::of(game), players, Terms { is_recorded, ..Terms::default() })
}

/// A recorder in a folder, with a unique file name.
#[must_use]
pub fn recorder(folder: &Path) -> Recorder {
    static NUMBER: AtomicU32 = AtomicU32::new(0);
    let history = History::new(Arc::new(RealDisk), folder);
    let number = NUMBER.fetch_add(1, Ordering::Relaxed);
    Recorder::begin(&history, format!("2026-01-01_000000_19x19_{number}"))
}

/// A running session, recorded in a folder.
#[must_use]
pub fn open(host: &Host, folder: &Path) -> Handle {
    let sink = Some(Box::new(recorder(folder)) as Box<_>);
    host.open(Opening { sink, ..Opening::of(new(true)) })
}

/// The points of one colour of a chess board, 181 of them: no stone is ever captured there.
pub fn points() -> impl Iterator<Item = Vertex> {
    let points = Size::S19.points().filter(|point| (point.x() + point.y()) % 2 == 0);
    points.map(|point| Vertex::of(Size::S19, point))
}
