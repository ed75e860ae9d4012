//! How a session begins: with a new game, or with one from a record.

use hoshi_core::{Color, Game, Outcome};
use hoshi_record::info::Reading;
use hoshi_record::info::overtime::Overtime;
use hoshi_record::info::time::{Limit, Millis};
use hoshi_record::replay::{Replay, Terms, replay};
use hoshi_record::sgf::{GameTree, NodeRef, Read};
use hoshi_store::{Clock, Recorder, TimeLimit};

use super::clock::Clocks;
use super::{Player, Session};

/// What a session begins with, besides its game.
pub(crate) struct Opening {
    /// Who plays, Black first.
    pub(crate) players: [Player; 2],
    /// Whether what is taken back stays in the record.
    pub(crate) keeps_undone: bool,
}

impl Session {
    /// A new game.
    pub(crate) fn begin(
        game: Game,
        time: Option<TimeLimit>,
        recorder: Option<Recorder>,
        opening: Opening,
    ) -> Session {
        Session::with(game, time.map(Clocks::new), recorder, opening)
    }

    fn with(
        game: Game,
        clocks: Option<Clocks>,
        recorder: Option<Recorder>,
        opening: Opening,
    ) -> Session {
        Session {
            game,
            players: opening.players,
            clocks,
            recorder,
            keeps_undone: opening.keeps_undone,
            is_behind: false,
            next_try: Millis(0),
        }
    }

    /// A game that goes on where its record stands, and what in the record was not as it should be.
    pub(crate) fn resume(recorder: Recorder, mut opening: Opening) -> (Session, Vec<String>) {
        let tree = recorder.tree();
        let Replay { mut game, remarks } = replay(recorder.node(), &Terms::of(tree));
        if let Some(outcome) = result(tree) {
            // What is over already is over as the rules have it.
            let _ = game.end_as(outcome);
        }
        for (player, key) in opening.players.iter_mut().zip(["PB", "PW"]) {
            if let (None, Some(name)) = (&player.mind, tree.info_text(key)) {
                player.name = name.into_owned();
            }
        }
        let clocks = clocks(tree, recorder.node());
        let remarks = remarks.iter().map(|remark| remark.problem.to_string()).collect();
        (Session::with(game, clocks, Some(recorder), opening), remarks)
    }
}

/// What a record says, where it can be understood.
fn value<T>(read: Read<T>) -> Option<T> {
    read.and_then(Result::ok).map(|reading: Reading<T>| reading.value)
}

/// How the game of a record ended, if it did.
fn result(tree: GameTree<'_>) -> Option<Outcome> {
    value(tree.result())?.outcome()
}

/// The clocks as they stood after the last move.
fn clocks(tree: GameTree<'_>, node: NodeRef<'_>) -> Option<Clocks> {
    let Limit { main, overtime } = value(tree.time_limit())?;
    let overtime: Option<Overtime> = value(tree.overtime()).or(overtime);
    // Many programs write TM[0] for no limit.
    if main.is_none_or(|main| main.0 <= 0) && overtime.is_none() {
        return None;
    }
    let mut clocks = Clocks::new(TimeLimit { main: main.unwrap_or(Millis(0)), overtime });
    for color in [Color::Black, Color::White] {
        let line = node.line();
        let last = line.iter().rev().find_map(|node| {
            // Nothing left, and yet no result: nobody stopped there, so this is not how it was.
            let left = value(node.time_left(color)).filter(|left| left.0 > 0)?;
            Some(Clock { left, overtime: value(node.overtime_left(color)) })
        });
        if let Some(clock) = last {
            clocks.set(color, clock);
        }
    }
    Some(clocks)
}
