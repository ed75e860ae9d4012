//! One game of a match: its session and its outcome.

use std::time::Duration;

use hoshi_core::{Color, Outcome};

use super::result::digest;
use super::{Fixture, GameResult, Options, Plan};
use crate::clock::Clocks;
use crate::mind::Task;
use crate::session::Session;
use crate::terms::{Contest, Player, Start, Terms, UndoPolicy};
use crate::wire::Time;

/// The milliseconds by which a player may overrun its clock, to allow for the pipe and a busy
/// machine.
const TOLERANCE: u64 = 500;

/// A game that is over.
#[derive(Clone, Debug)]
pub struct Finished {
    /// The fixture.
    pub fixture: Fixture,
    /// Its result.
    pub result: GameResult,
    /// Its record, as SGF; `None` for a board above 52x52.
    pub record: Option<Vec<u8>>,
}

/// The session of a game between players with these names.
pub(super) fn session(
    plan: &Plan,
    fixture: &Fixture,
    names: &[String; 2],
    options: &Options,
) -> Session {
    let contest = Contest {
        max_moves: plan.max_moves,
        move_limit: u64::try_from(plan.move_limit.as_millis()).unwrap_or(u64::MAX),
        comments: options.comments,
    };
    let terms = Terms {
        undo: UndoPolicy::Never,
        lag: TOLERANCE,
        judge: options.judge,
        contest: Some(contest),
        ..Terms::default()
    };
    let start = Start {
        time: fixture.seats.map(|player| plan.control(fixture, player).0),
        date: (options.date)(),
        ..Start::of(plan.openings[fixture.opening].game.clone())
    };
    // The record contains no commands: those are in the results.
    let players = [0, 1].map(|side: usize| Player::program("", names[side].clone()));
    let mut session = Session::new(start, players, terms);
    let who = |player: usize| &plan.entrants[player].who;
    let event = format!("{} against {}", who(fixture.pair.0), who(fixture.pair.1));
    let name = format!("Game {} of {}", fixture.number, plan.total());
    // A board that is too large for SGF has no record.
    let _ = session.set_info("EV", &event);
    let _ = session.set_info("GN", &name);
    session
}

/// The task with which a player is tested before its first game.
pub(super) fn task(plan: &Plan, fixture: &Fixture, color: Color) -> Task {
    let limit = plan.control(fixture, fixture.seats[color.index()]).0;
    let clocks = Clocks::new([limit; 2]);
    Task {
        game: plan.openings[fixture.opening].game.clone(),
        color,
        time: limit.map(|limit| (limit, clocks.look(color, Time::ZERO))),
        limit: None,
        is_cleanup: false,
    }
}

/// The outcome of a session whose game is over.
pub(super) fn finish(
    plan: &Plan,
    fixture: Fixture,
    names: &[String; 2],
    mut session: Session,
) -> Finished {
    let verdict = session.verdict();
    let game = session.game();
    let spent = Color::ALL.map(|color| session.spent(color));
    let result = GameResult {
        game: fixture.number,
        seats: fixture.seats,
        outcome: game.outcome().unwrap_or(Outcome::NoResult),
        moves: game.move_count(),
        seconds: spent.map(|spent| rounded(spent.time)),
        thoughts: spent.map(|spent| spent.moves),
        fault: verdict.fault.clone(),
        disputed: verdict.disputed,
        capped: verdict.capped,
        digest: digest(game),
    };
    let _ = session.set_info("C", &remarks(plan, &fixture, names, &result).join("\n"));
    let record = session.kifu().map(hoshi_record::kifu::Kifu::to_bytes);
    Finished { fixture, result, record }
}

/// Seconds, rounded to microseconds.
fn rounded(time: Duration) -> f64 {
    (time.as_secs_f64() * 1e6).round() / 1e6
}

/// Remarks about the game for a reader of the record.
fn remarks(
    plan: &Plan,
    fixture: &Fixture,
    names: &[String; 2],
    result: &GameResult,
) -> Vec<String> {
    let mut remarks = Vec::new();
    let [black, white] = fixture.seats.map(|player| &plan.entrants[player].who);
    if names[0] == names[1] && black != white {
        remarks.push(format!("Black is {black}, White is {white}."));
    }
    if let Some((color, why)) = &result.fault {
        remarks.push(format!("{color}, {}, lost: {why}", names[color.index()]));
    }
    if result.disputed {
        let text = "The players disagreed about dead stones; hoshi decided where they differed.";
        remarks.push(text.to_owned());
    }
    if result.capped {
        remarks
            .push(format!("Ended after {} moves, and counted by area as it stood.", result.moves));
    }
    if result.outcome == Outcome::NoResult {
        remarks.push("No result: the same position came up too often.".to_owned());
    }
    let opening = &plan.openings[fixture.opening].name;
    if !opening.is_empty() {
        remarks.push(format!("Begun from {opening}."));
    }
    if plan.time[0] != plan.time[1] {
        let [black, white] = fixture.seats.map(|player| plan.control(fixture, player));
        remarks.push(format!("Time: Black {black}, White {white}."));
    }
    remarks
}
