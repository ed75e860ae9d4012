//! The record of a game of a match, as SGF.

use hoshi_core::{Color, Move};
use hoshi_record::sgf::{EditError, GameEdit, NodeId};
use hoshi_store::{About, Player};

use super::{Fixture, Plan};
use crate::now::local_now;
use crate::referee::Played;

/// The record of a game; `comments` has how long each move took, and what the engine said meanwhile.
pub(crate) fn sgf(
    plan: &Plan,
    fixture: &Fixture,
    played: &Played,
    comments: bool,
) -> Result<Vec<u8>, EditError> {
    let game = &played.game;
    let size = game.size();
    let player = |side: usize| Player { name: played.names[side].clone(), rank: None };
    let [first, second] = plan.time;
    let about = About {
        black: player(0),
        white: player(1),
        when: local_now(),
        // SGF has one limit for both.
        time: first.0.filter(|_| first == second),
        application: concat!("hoshi:", env!("CARGO_PKG_VERSION")).to_owned(),
    };
    let mut file = about.first_node(game)?;
    let Some(mut edit) = file.edit(0) else { return Ok(Vec::new()) };
    let root = edit.root();
    let who = |player: usize| plan.players[player].who.to_string();
    set_text(
        &mut edit,
        root,
        "EV",
        &format!("{} against {}", who(fixture.pair.0), who(fixture.pair.1)),
    )?;
    set_text(&mut edit, root, "GN", &format!("Game {} of {}", fixture.number, plan.total()))?;
    if let Some(outcome) = game.outcome() {
        set_text(&mut edit, root, "RE", &outcome.to_string())?;
    }
    let remarks = remarks(plan, fixture, played);
    if !remarks.is_empty() {
        set_text(&mut edit, root, "C", &remarks.join("\n"))?;
    }
    let before = game.move_count() - played.thoughts.len();
    let mut node = root;
    for (number, (color, mv)) in game.moves().enumerate() {
        let value = match mv {
            Move::Pass => String::new(),
            Move::Play(point) => size.sgf(point).unwrap_or_default(),
        };
        node = edit.append(node);
        edit.set(node, letter(color), &[value])?;
        let Some(thought) = number.checked_sub(before).map(|nth| &played.thoughts[nth]) else {
            continue;
        };
        if let Some(clock) = thought.clock {
            edit.set(node, &format!("{}L", letter(color)), &[clock.left.to_string()])?;
            if let Some(overtime) = clock.overtime {
                edit.set(node, &format!("O{}", letter(color)), &[overtime.to_string()])?;
            }
        }
        if comments {
            let mut text = format!("{:.3} s", thought.took.as_secs_f64());
            for line in &thought.errors {
                text += "\n";
                text += line;
            }
            set_text(&mut edit, node, "C", &text)?;
        }
    }
    if played.fault.is_none() && was_counted(played) {
        let score = game.score();
        for (color, name) in [(Color::Black, "TB"), (Color::White, "TW")] {
            let points = score.territory(color);
            let values: Vec<String> = points.filter_map(|point| size.sgf(point)).collect();
            if !values.is_empty() {
                edit.set(node, name, &values)?;
            }
        }
    }
    Ok(file.to_bytes())
}

/// Writes a text; the record is UTF-8, which holds every one.
fn set_text(
    edit: &mut GameEdit<'_>,
    node: NodeId,
    name: &str,
    text: &str,
) -> Result<(), EditError> {
    edit.set_text(node, name, text).map(drop)
}

fn letter(color: Color) -> &'static str {
    if color == Color::Black { "B" } else { "W" }
}

/// Whether the game ended with a count after two passes.
fn was_counted(played: &Played) -> bool {
    use hoshi_core::{Outcome, WinBy};
    let by_score = matches!(
        played.game.outcome(),
        Some(Outcome::Draw | Outcome::Win { by: WinBy::Score(_), .. })
    );
    by_score && !played.capped
}

/// What a reader of the record should know of the game.
fn remarks(plan: &Plan, fixture: &Fixture, played: &Played) -> Vec<String> {
    let mut remarks = Vec::new();
    let [black, white] = fixture.seats.map(|player| &plan.players[player].who);
    if played.names[0] == played.names[1] && black != white {
        remarks.push(format!("Black is {black}, White is {white}."));
    }
    if let Some((color, why)) = &played.fault {
        remarks.push(format!("{color}, {}, lost: {why}", played.names[color.index()]));
    }
    if played.disputed {
        remarks.push(
            "The players think different stones dead; those that both named were taken off."
                .to_owned(),
        );
    }
    if played.capped {
        remarks.push(format!(
            "Ended after {} moves, and counted by area as it stood.",
            played.game.move_count()
        ));
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
