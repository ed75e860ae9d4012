//! What the server itself knows of a game, and what it tells the pages: each thing is made into text once for all of them.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};

use axum::extract::ws::Utf8Bytes;
use hoshi_core::{HalfPoints, Rules};
use hoshi_session::host::Delivery;
use hoshi_session::{Event, Mode, Phase, Snapshot, Why};
use tokio::sync::broadcast;

use crate::board::{News, lock};
use crate::public::{events_text, file_name, public_seat, snapshot_text};
use crate::rematch::Rematch;

/// What the server itself knows of a game.
#[derive(Debug, Default)]
pub(crate) struct Seen {
    /// The file of the record.
    pub(crate) file: Option<String>,
    pub(crate) names: [String; 2],
    pub(crate) size: String,
    pub(crate) moves: u32,
    pub(crate) is_over: bool,
    /// What White gets for handicap stones; empty for nothing.
    pub(crate) bonus: String,
    /// Whether dead stones are being marked.
    pub(crate) is_marking: bool,
    /// Whether two people play.
    pub(crate) between_people: bool,
    /// Whether the record may have been edited in the review that goes on.
    pub(crate) is_edited: bool,
    /// Whether the session is closed.
    pub(crate) is_closed: bool,
    pub(crate) rematch: Rematch,
}

/// Whether the moves so far may be others than before.
pub(crate) fn moves_are_others(delivery: &Delivery) -> bool {
    match delivery {
        Delivery::Events(events) => {
            events.iter().any(|published| matches!(published.event, Event::Moved { .. }))
        }
        Delivery::Snapshot(_) | Delivery::Closed => true,
    }
}

/// Turns what a session says into text for all pages. It waits for nothing. `goes_on` is called when a result is taken
/// back.
pub(crate) fn listener(
    news: broadcast::Sender<News>,
    seen: Arc<Mutex<Seen>>,
    is_unkept: Arc<AtomicBool>,
    folder: Arc<str>,
    goes_on: impl Fn() + Send + 'static,
) -> impl FnMut(Delivery) -> bool + Send + 'static {
    move |delivery| {
        let mut seen = lock(&seen);
        let (was_over, file) = (seen.is_over, seen.file.clone());
        // A text that nobody would get is not made.
        let tell = |text: &dyn Fn() -> Utf8Bytes| {
            if news.receiver_count() > 0 {
                let _ = news.send(News::Text(text()));
            }
        };
        match delivery {
            Delivery::Snapshot(snapshot) => {
                seen.start(&snapshot);
                tell(&|| snapshot_text(snapshot.clone(), &folder));
            }
            Delivery::Events(events) => {
                events.iter().for_each(|event| seen.note(&event.event));
                tell(&|| events_text(&events, &folder));
            }
            Delivery::Closed => {
                seen.is_closed = true;
                let _ = news.send(News::Closed);
            }
        }
        if seen.file != file {
            is_unkept.store(true, Ordering::Release);
        }
        if seen.is_over != was_over {
            if !seen.is_over {
                seen.rematch.forget();
                goes_on();
            }
            let _ = news.send(News::Rematch);
        }
        true
    }
}

impl Seen {
    /// The two names, as a list shows them.
    pub(crate) fn title(&self) -> String {
        self.names.join(" – ")
    }

    fn start(&mut self, snapshot: &Snapshot) {
        let file = snapshot.recording.file.as_deref();
        self.file = file.map(file_name);
        let [black, white] = [&snapshot.seats.black, &snapshot.seats.white];
        self.names = [black, white].map(|seat| public_seat(seat.clone()).name);
        self.between_people = !black.program && !white.program;
        self.size = format!("{}x{}", snapshot.width, snapshot.height);
        self.moves = snapshot.position.number;
        self.bonus = bonus(&snapshot.rules, snapshot.handicap);
        self.is_over = snapshot.result.is_some();
        self.is_marking = snapshot.phase == Phase::Marking;
        self.is_edited = snapshot.mode == Mode::Review;
    }

    fn note(&mut self, event: &Event) {
        match event {
            Event::Played { number, .. } => (self.moves, self.is_marking) = (*number, false),
            Event::Moved { why, mode, position, phase, result, .. } => {
                self.moves = position.number;
                self.is_marking = *phase == Phase::Marking;
                // A result can be taken back, and the game goes on. In a review it is that of another place.
                if *mode == Mode::Play {
                    (self.is_over, self.is_edited) = (result.is_some(), false);
                } else if !matches!(why, Why::Walk | Why::Review) {
                    self.is_edited = true;
                }
            }
            Event::Marking { .. } => self.is_marking = true,
            Event::Ended { .. } => (self.is_over, self.is_marking) = (true, false),
            Event::Seat { color, seat } => {
                self.names[color.index()] = public_seat((**seat).clone()).name;
            }
            Event::Recording { recording } => {
                self.file = recording.file.as_deref().map(file_name);
            }
            _ => {}
        }
    }
}

/// What the rules give White for handicap stones, as text; empty for nothing.
fn bonus(rules: &str, handicap: u32) -> String {
    let bonus = rules.parse::<Rules>().map(|rules| rules.bonus.points(handicap));
    let bonus = bonus.ok().filter(|points| *points != HalfPoints::ZERO);
    bonus.map(|points| points.to_string()).unwrap_or_default()
}
