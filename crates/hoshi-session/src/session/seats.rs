//! Who plays: seats, names, presence, and the clocks, which depend on them.

use std::time::Duration;

use hoshi_core::{Color, DeadAndSeki, Phase};

use super::Session;
use crate::mind::{Chosen, Profile, Wish};
use crate::refused::Refused;
use crate::terms::Player;
use crate::wire::{Actor, Event, SeatView, Side, Time};

/// A seat and its player.
#[derive(Clone, Debug)]
pub(super) struct Seat {
    pub(super) view: SeatView,
    pub(super) profile: Profile,
    /// The pending request to the program.
    pub(super) job: Option<Job>,
    /// The program's opinion about dead stones, once it has answered; `Some(None)` is no opinion.
    pub(super) judged: Option<Option<DeadAndSeki>>,
    pub(super) spent: Spent,
    /// A chosen move that is being delayed.
    pub(super) held: Option<Held>,
}

/// A delayed move, so that a person can follow the game.
#[derive(Clone, Debug)]
pub(super) struct Held {
    /// When it is made.
    pub(super) due: Time,
    pub(super) chosen: Chosen,
    /// How long the program took.
    pub(super) took: Duration,
}

/// A pending request to a program.
#[derive(Clone, Copy, Debug)]
pub(super) struct Job {
    pub(super) number: u64,
    pub(super) wish: Wish,
    /// The position that it is about.
    pub(super) position: u64,
    /// When it was asked.
    pub(super) asked: Time,
    /// Whether its clock runs.
    pub(super) has_begun: bool,
}

/// The thinking time of a program.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Spent {
    /// In all.
    pub time: Duration,
    /// The number of moves.
    pub moves: u32,
}

/// The longest name that a player can have, in characters.
const LONGEST_NAME: usize = 100;

impl Seat {
    pub(super) fn of(player: Player) -> Seat {
        Seat {
            view: SeatView {
                name: one_line(&player.name),
                who: player.who,
                program: player.is_program,
                present: player.is_present,
                thinking: false,
                fault: None,
            },
            profile: Profile::default(),
            job: None,
            judged: None,
            spent: Spent::default(),
            held: None,
        }
    }
}

/// A name of a player.
pub(super) fn one_line(name: &str) -> String {
    plain_name(name, LONGEST_NAME)
}

/// A name as one line of so many characters at most, without characters that turn the direction of the text around it.
///
/// ```
/// use hoshi_session::plain_name;
///
/// assert_eq!(plain_name(" Ann\n\u{202e}B ", 100), "Ann B");
/// ```
#[must_use]
pub fn plain_name(name: &str, longest: usize) -> String {
    let turns = |letter: &char| matches!(letter, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
    let plain = |letter: char| if letter.is_control() { ' ' } else { letter };
    let letters = name.chars().filter(|letter| !turns(letter)).map(plain);
    letters.take(longest).collect::<String>().trim().to_owned()
}

impl Session {
    pub(super) fn seat(&self, color: Color) -> &Seat {
        &self.seats[color.index()]
    }

    pub(super) fn seat_mut(&mut self, color: Color) -> &mut Seat {
        &mut self.seats[color.index()]
    }

    pub(super) fn has_person(&self) -> bool {
        self.seats.iter().any(|seat| !seat.view.program)
    }

    /// Publishes the state of a seat.
    pub(super) fn tell_seat(&mut self, color: Color) {
        let seat = Box::new(self.seat(color).view.clone());
        self.tell(Event::Seat { color: color.into(), seat });
    }

    /// The thinking time of a side's program.
    #[must_use]
    pub fn spent(&self, color: Color) -> Spent {
        self.seat(color).spent
    }

    /// Puts another player on a seat. A program is then asked to start, with [`Wish::Start`].
    /// Ignored while a change is being saved: see [`Session::is_pending`].
    pub fn replace(&mut self, color: Color, player: Player, now: Time) -> Vec<super::Effect> {
        if self.log.is_pending() {
            return Vec::new();
        }
        self.interrupt(color);
        *self.seat_mut(color) = Seat::of(player);
        self.record_seat(color);
        self.tell_seat(color);
        // Requests to and offers of the previous player are void.
        self.lapse_offer();
        self.judge_left();
        self.finish(now)
    }

    /// A person has arrived at a seat, or left it. Ignored while a change is being saved: see
    /// [`Session::is_pending`].
    pub fn attend(&mut self, color: Color, is_present: bool, now: Time) -> Vec<super::Effect> {
        let view = &mut self.seat_mut(color).view;
        if view.program || view.present == is_present || self.log.is_pending() {
            return Vec::new();
        }
        self.seat_mut(color).view.present = is_present;
        self.tell_seat(color);
        self.finish(now)
    }

    /// Writes a seat's name and player into the record.
    pub(super) fn record_seat(&mut self, color: Color) {
        let SeatView { name, who, .. } = self.seat(color).view.clone();
        let (name_key, who_key) = seat_keys(color);
        self.write(|kifu| kifu.set_info(name_key, &name));
        self.write(|kifu| kifu.set_info(who_key, &who));
    }

    pub(super) fn name(&mut self, actor: Actor, color: Side, name: String) -> Result<(), Refused> {
        let side = self.side_of(actor, Some(color))?;
        self.seat_mut(side).view.name = one_line(&name);
        self.record_seat(side);
        self.tell_seat(side);
        Ok(())
    }

    pub(super) fn pause(&mut self, actor: Actor, is_paused: bool) -> Result<(), Refused> {
        // One of two players cannot stop the clocks alone.
        if !self.holds_all(actor) {
            return Err(Refused::Alone);
        }
        if self.clocks.is_none() {
            return Err(Refused::NoClock);
        }
        if self.is_paused == is_paused {
            return Err(Refused::Paused(is_paused));
        }
        self.is_paused = is_paused;
        Ok(())
    }

    /// The side whose clock should run now.
    fn runs(&self) -> Option<Color> {
        let is_played = self.game.phase() == &Phase::Playing
            && self.placing.is_none()
            && self.review.is_none()
            && self.demonstration.is_none();
        // Leaving the board does not stop one's own clock while the other person waits.
        let is_waited_for = self.have_met && self.seat(self.game.turn().opponent()).view.present;
        let are_here = is_waited_for || self.seats.iter().all(|seat| seat.view.present);
        // The clock of a program runs while it thinks about its move, not while it gets ready.
        let turn = self.game.turn();
        let seat = self.seat(turn);
        let has_begun = seat.job.is_some_and(|job| job.has_begun);
        let is_ready = !seat.view.program || has_begun || seat.view.fault.is_some();
        (is_played && are_here && is_ready && !self.is_paused).then_some(turn)
    }

    /// Starts and stops the clocks as needed, and publishes any change.
    pub(super) fn run_clock(&mut self, now: Time) {
        let runs = self.runs();
        self.have_met |= runs.is_some() && self.seats.iter().all(|seat| !seat.view.program);
        let Some(clocks) = &mut self.clocks else { return };
        match runs {
            Some(color) if clocks.running() != Some(color) => clocks.run(color, now),
            None if clocks.running().is_some() => clocks.stop(now),
            _ => {}
        }
        let clock = self.clock_view(now);
        if let Some(clock) = clock
            && !clock.is_same_as(&self.told_clock)
        {
            self.told_clock = Some(clock);
            self.tell(Event::Clock { clock });
        }
    }

    /// The most milliseconds that a move of the side to move can be credited with.
    pub(super) fn lag_left(&self) -> u64 {
        let credited = self.clocks.as_ref().map_or(0, |clocks| clocks.credited(self.game.turn()));
        self.terms.lag.min(self.terms.lag_in_all.saturating_sub(credited))
    }

    /// Ends the game if the side to move has no time left, after its credit. Returns whether it
    /// did.
    pub(super) fn check_flag(&mut self, now: Time, lag: u64) -> bool {
        let turn = self.game.turn();
        let Some(clocks) = &mut self.clocks else { return false };
        let is_out = clocks.out_at().is_some_and(|out| out.plus(lag) <= now);
        if clocks.running() != Some(turn) || !is_out {
            return false;
        }
        clocks.stop(now);
        if self.terms.contest.is_some() {
            self.verdict.fault = Some((turn, "it ran out of time".to_owned()));
        }
        if self.game.lose_on_time(turn).is_ok() {
            self.ended();
        }
        true
    }
}

/// The properties of the record for a side's name and player.
pub(super) fn seat_keys(color: Color) -> (&'static str, &'static str) {
    match color {
        Color::Black => ("PB", "HOSHIB"),
        Color::White => ("PW", "HOSHIW"),
    }
}
