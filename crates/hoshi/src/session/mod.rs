//! The state of a running game: the game itself, who plays, the clocks, the record. It takes commands
//! and says what changed; what that looks like is for the views.
//!
//! A move goes one way: command, `Game::play`, recorder (synced), events. A command that is refused
//! changes nothing. What the disk does never refuses a command: that it is behind is an event too.

mod back;
pub(crate) mod clock;
mod correct;
mod count;
mod refused;
mod repeated;
mod start;
#[cfg(test)]
mod tests;
mod think;

use std::path::{Path, PathBuf};
use std::time::Duration;

use hoshi_core::{Color, Game, Happened, Move, Outcome, Phase, Point};
use hoshi_record::info::time::Millis;
use hoshi_store::{Clock, Recorder, SaveError};

use crate::players::Mind;
use clock::Clocks;
use correct::is_counted;
pub(crate) use refused::Refused;
use repeated::is_often;
pub(crate) use start::Opening;

/// A game that is being played.
pub(crate) struct Session {
    game: Game,
    players: [Player; 2],
    clocks: Option<Clocks>,
    recorder: Option<Recorder>,
    /// Whether a move that is taken back stays in the record, as a variation.
    keeps_undone: bool,
    /// Whether it was said that the disk is behind.
    is_behind: bool,
    /// When it is next tried to bring it in step, if nothing else happens.
    next_try: Millis,
}

/// How long the disk is left alone after it failed.
const RETRY: i64 = 2_000;

/// One who plays, and what they are called.
#[derive(Debug)]
pub(crate) struct Player {
    pub(crate) name: String,
    /// What makes the moves; `None` for a person.
    pub(crate) mind: Option<Mind>,
    /// Why it makes none any more, until somebody sees to it.
    pub(crate) fault: Option<String>,
}

impl Player {
    /// A person.
    pub(crate) fn person(name: String) -> Player {
        Player { name, mind: None, fault: None }
    }

    /// One that plays by itself.
    pub(crate) fn of_mind(mind: Mind) -> Player {
        Player { name: mind.name().to_owned(), mind: Some(mind), fault: None }
    }
}

/// What a view can ask for.
#[derive(Debug)]
pub(crate) enum Command {
    /// A move or a pass by the side to move.
    Play(Move),
    /// The side to move gives up; against one that plays by itself, the person.
    Resign,
    /// Back to the last move of a person.
    Undo,
    /// Again what was taken back.
    Redo,
    /// Turns the blocks on these points dead, or alive again.
    Dead(Vec<Point>),
    /// Turns the groups on these points seki, or not.
    Seki(Vec<Point>),
    /// Agrees with the count, for all the persons who play.
    Done,
    /// Play goes on after two passes.
    Resume,
    /// Sets the comment of the last move.
    Comment(String),
    /// Another move in place of an earlier one; the rest is played again.
    Correct(usize, Move),
    /// Names a player.
    Name(Color, String),
    /// Ends the game by agreement, or corrects how it ended.
    Result(Outcome),
    /// Has the side to move think no more.
    Stop,
    /// Has the side to move try again.
    Restart,
    /// Another plays for this colour from now on.
    Replace(Color, Box<Player>),
}

/// What changed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Event {
    Played {
        number: usize,
        color: Color,
        mv: Move,
        captured: u32,
    },
    Undone {
        number: usize,
    },
    Corrected {
        number: usize,
    },
    /// Two passes: the dead stones are to be named.
    Marking,
    Marked,
    Resumed,
    Named(Color),
    /// The side to move has begun to think.
    Thinking(Color),
    /// It makes no moves any more, and why.
    Failed {
        color: Color,
        why: String,
    },
    Stopped,
    Replaced(Color),
    Commented,
    Ended(Outcome),
    /// The board is as it was some moves ago.
    Repeated {
        first: usize,
    },
    /// The record is on disk, in this file.
    Recording(String),
    /// The disk did not take it; the game goes on.
    NotSaved {
        why: String,
        again: bool,
    },
    /// It has it now.
    Saved,
    Note(String),
}

impl Session {
    /// The game.
    pub(crate) fn game(&self) -> &Game {
        &self.game
    }

    /// Who has a colour.
    pub(crate) fn player(&self, color: Color) -> &Player {
        &self.players[color.index()]
    }

    /// Whether a person is to move, or to see to one that cannot.
    pub(crate) fn awaits_person(&self) -> bool {
        match self.game.phase() {
            Phase::Playing => {
                let player = self.player(self.game.turn());
                player.mind.is_none() || player.fault.is_some()
            }
            Phase::Marking(_) => self.has_person(),
            Phase::Over(_) => false,
        }
    }

    fn has_person(&self) -> bool {
        self.players.iter().any(|player| player.mind.is_none())
    }

    fn is_thinking(&self) -> bool {
        self.players.iter().any(|player| player.mind.as_ref().is_some_and(Mind::is_thinking))
    }

    /// What the clocks show, Black's first.
    pub(crate) fn clocks(&self, now: Millis) -> Option<[Clock; 2]> {
        let clocks = self.clocks.as_ref()?;
        Some([Color::Black, Color::White].map(|color| clocks.look(color, now)))
    }

    /// The comment of the last move.
    pub(crate) fn comment(&self) -> Option<String> {
        Some(self.recorder.as_ref()?.last().text("C")?.into_owned())
    }

    /// Lets time pass: a flag falls, one that plays by itself moves, the disk gets another chance. Waits
    /// for such a move no longer than `patience`.
    pub(crate) fn tick(&mut self, now: Millis, patience: Duration) -> Vec<Event> {
        let mut events = Vec::new();
        if self.is_behind
            && now >= self.next_try
            && let Some(recorder) = &mut self.recorder
        {
            self.next_try = Millis(now.0 + RETRY);
            // That it failed again is not worth a word.
            if recorder.retry().is_ok() {
                self.told(Ok(()), &mut events);
            }
        }
        if self.flag_fell(now, &mut events) {
            return events;
        }
        match self.game.phase() {
            Phase::Playing if !self.awaits_person() => self.think(now, patience, &mut events),
            Phase::Marking(_) if !self.has_person() => self.agree(&mut events),
            _ => self.run_clock(now),
        }
        events
    }

    /// Does what is asked for.
    ///
    /// # Errors
    /// If it cannot be done; then nothing has changed.
    pub(crate) fn apply(&mut self, command: Command, now: Millis) -> Result<Vec<Event>, Refused> {
        let mut events = Vec::new();
        if self.flag_fell(now, &mut events) {
            return Ok(events);
        }
        let is_aside = matches!(command, Command::Comment(_) | Command::Name(..));
        match command {
            Command::Play(_) if self.is_thinking() => {
                return Err(Refused::Thinking(self.game.turn()));
            }
            Command::Stop | Command::Restart if self.awaits_nobody() => {
                return Err(Refused::Nobody);
            }
            _ => {}
        }
        match command {
            Command::Play(mv) => {
                self.play(mv, now, &mut events)?;
                for player in &mut self.players {
                    // It gets another chance with its next move.
                    player.fault = None;
                }
            }
            Command::Stop => {
                let player = &mut self.players[self.game.turn().index()];
                player.fault = Some("it was stopped".to_owned());
                events.push(Event::Stopped);
            }
            Command::Restart => self.players[self.game.turn().index()].fault = None,
            Command::Replace(color, player) => {
                let key = if color == Color::Black { "PB" } else { "PW" };
                let name = player.name.clone();
                self.players[color.index()] = *player;
                // A game that is not recorded has no names to be changed.
                let _ = self.record(&mut events, |recorder| recorder.set_info(key, &name));
                events.push(Event::Replaced(color));
            }
            Command::Resign => {
                let color = self.resigning();
                self.game.resign(color).map_err(|_| Refused::Over)?;
                self.ended(&mut events);
            }
            Command::Undo => self.undo(&mut events)?,
            Command::Redo => self.redo(&mut events)?,
            Command::Dead(points) => self.mark_dead(&points, &mut events)?,
            Command::Seki(points) => self.mark_seki(&points, &mut events)?,
            Command::Done => {
                self.check_marking()?;
                self.agree(&mut events);
            }
            Command::Resume => {
                self.check_marking()?;
                let by = self.game.turn();
                self.game.resume(by).map_err(|_| Refused::NotMarking)?;
                events.push(Event::Resumed);
            }
            Command::Comment(text) => {
                self.record(&mut events, |recorder| recorder.comment(&text))?;
                events.push(Event::Commented);
            }
            Command::Correct(number, mv) => self.correct(number, mv, &mut events)?,
            Command::Name(color, name) => {
                let key = if color == Color::Black { "PB" } else { "PW" };
                self.record(&mut events, |recorder| recorder.set_info(key, &name))?;
                self.players[color.index()].name = name;
                events.push(Event::Named(color));
            }
            Command::Result(outcome) => {
                if let Some(Happened::End(_)) = self.game.last_happened() {
                    self.game.undo();
                } else if self.game.outcome().is_some() {
                    // The rules ended it with the last pass, and count it themselves.
                    return Err(Refused::Over);
                }
                self.game.end_as(outcome).map_err(|_| Refused::Over)?;
                self.ended(&mut events);
            }
        }
        // Not before it is done: who is refused disturbs nobody.
        if !is_aside {
            self.call_off();
        }
        self.run_clock(now);
        Ok(events)
    }

    /// Who gives up if somebody says so: the side to move, unless it is no person and the other is.
    fn resigning(&self) -> Color {
        let turn = self.game.turn();
        let is_person = |color| self.player(color).mind.is_none();
        if is_person(turn) || !is_person(turn.opponent()) { turn } else { turn.opponent() }
    }

    /// Whether nobody thinks, and nobody has failed.
    fn awaits_nobody(&self) -> bool {
        let player = self.player(self.game.turn());
        self.game.phase() != &Phase::Playing || player.mind.is_none()
    }

    /// Has the clock of the side to move run, while there is one to move.
    fn run_clock(&mut self, now: Millis) {
        let Some(clocks) = &mut self.clocks else { return };
        match self.game.phase() {
            Phase::Playing if clocks.running() != Some(self.game.turn()) => {
                clocks.run(self.game.turn(), now);
            }
            Phase::Playing => {}
            Phase::Marking(_) | Phase::Over(_) => clocks.stop(now),
        }
    }

    /// Ends the game if the side to move has no time left. Whether it did.
    fn flag_fell(&mut self, now: Millis, events: &mut Vec<Event>) -> bool {
        let turn = self.game.turn();
        let is_out = self
            .clocks
            .as_ref()
            .is_some_and(|clocks| clocks.running() == Some(turn) && clocks.is_out(turn, now));
        if !is_out || self.game.phase() != &Phase::Playing {
            return false;
        }
        self.call_off();
        if let Some(clocks) = &mut self.clocks {
            clocks.stop(now);
        }
        if self.game.lose_on_time(turn).is_ok() {
            self.ended(events);
        }
        true
    }

    fn play(&mut self, mv: Move, now: Millis, events: &mut Vec<Event>) -> Result<(), Refused> {
        let color = self.game.turn();
        match self.game.phase() {
            Phase::Playing => {}
            Phase::Marking(_) => return Err(Refused::Marking),
            Phase::Over(_) => return Err(Refused::Over),
        }
        let placed = self.game.play(mv).map_err(|refusal| Refused::Move {
            color,
            name: self.game.size().move_name(mv),
            refusal,
        })?;
        let clock = self.clocks.as_mut().map(|clocks| clocks.press(color, now));
        let number = self.game.move_count();
        events.push(Event::Played { number, color, mv, captured: placed.captured });
        let _ = self.record(events, |recorder| recorder.play(color, mv, clock));
        if let Some(first) = self.game.repetition() {
            events.push(Event::Repeated { first });
            // Nobody is there who could agree on it, and it could go on for ever.
            if !self.has_person() && is_often(&self.game) {
                let _ = self.game.end_as(Outcome::NoResult);
            }
        }
        self.after_passes(events);
        self.run_clock(now);
        Ok(())
    }

    /// What two passes lead to, or a board that comes back again and again.
    fn after_passes(&mut self, events: &mut Vec<Event>) {
        match self.game.phase() {
            Phase::Playing => {}
            Phase::Marking(_) => events.push(Event::Marking),
            Phase::Over(_) => self.ended(events),
        }
    }

    /// The game has just ended: into the record with it.
    fn ended(&mut self, events: &mut Vec<Event>) {
        let Some(outcome) = self.game.outcome() else { return };
        events.push(Event::Ended(outcome));
        let territory = is_counted(outcome).then(|| self.territory());
        let _ = self.record(events, |recorder| {
            let both = territory.as_ref().map(|[black, white]| [&black[..], &white[..]]);
            recorder.finish(outcome, both)
        });
    }

    /// What each side owns besides its living stones, Black's first.
    fn territory(&self) -> [Vec<Point>; 2] {
        let score = self.game.score();
        [Color::Black, Color::White].map(|color| score.territory(color).collect())
    }

    /// Writes something into the record, and says what the disk said.
    fn record(
        &mut self,
        events: &mut Vec<Event>,
        write: impl FnOnce(&mut Recorder) -> Result<(), SaveError>,
    ) -> Result<(), Refused> {
        let Some(recorder) = &mut self.recorder else { return Err(Refused::NoRecord) };
        let path = recorder.path().map(Path::to_owned);
        let done = write(recorder);
        if let Some(new) = recorder.path().filter(|new| path.as_deref() != Some(new)) {
            events.push(Event::Recording(new.display().to_string()));
        }
        self.told(done, events);
        Ok(())
    }

    /// Turns what the disk said into events.
    fn told(&mut self, done: Result<(), SaveError>, events: &mut Vec<Event>) {
        let again = self.is_behind;
        match done {
            Ok(()) if again => {
                self.is_behind = false;
                events.push(Event::Saved);
            }
            Ok(()) => {}
            Err(error) => {
                // One that a record cannot hold leaves the disk as far behind as it was.
                self.is_behind |= error.is_behind();
                events.push(Event::NotSaved { why: error.to_string(), again });
            }
        }
        if let Some(recorder) = &mut self.recorder {
            events.extend(recorder.take_notes().iter().map(|note| Event::Note(note.to_string())));
        }
    }

    /// Ends the session; the game stays as it is, finished or not. The file it is in, or, if the disk
    /// does not take it, the record itself and why.
    pub(crate) fn close(self) -> Result<Option<PathBuf>, (Vec<u8>, SaveError)> {
        let Some(recorder) = self.recorder else { return Ok(None) };
        recorder.close().map_err(|failed| {
            let (recorder, error) = *failed;
            (recorder.to_bytes(), error)
        })
    }
}
