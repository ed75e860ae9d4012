//! A client. It knows only its own snapshot, which may be outdated.

use hoshi_core::Size;
use hoshi_session::{Actor, Command, Mode, Offer, Phase, Side, Snapshot, Status, Step, Vertex};

/// The points of a view's board with one of these letters.
fn points(snapshot: &Snapshot, letters: &str) -> Vec<Vertex> {
    let size = Size::new(snapshot.width, snapshot.height).unwrap();
    let is_it = |&point: &hoshi_core::Point| {
        let row = &snapshot.position.rows[usize::from(point.y())];
        let letter = &row[usize::from(point.x())..=usize::from(point.x())];
        letters.contains(letter)
    };
    size.points().filter(is_it).map(|point| Vertex::of(size, point)).collect()
}

/// A command that makes sense for the client's snapshot; usually none if it is not its turn.
pub(super) fn choose(actor: Actor, snapshot: &Snapshot, a: usize, b: usize) -> Option<Command> {
    let stone = |nth: usize| {
        let stones = points(snapshot, "XO");
        stones.get(nth % stones.len().max(1)).copied().unwrap_or(Vertex::PASS)
    };
    let play = || {
        let forbidden = |at: &Vertex| snapshot.position.forbidden.iter().any(|no| no.at == *at);
        let mut empty = points(snapshot, ".");
        empty.retain(|at| !forbidden(at));
        let at = empty.get(b % (empty.len() + 2)).copied().unwrap_or(Vertex::PASS);
        Command::Play { at }
    };
    let own = match actor {
        Actor::Black => Some(Side::Black),
        Actor::White => Some(Side::White),
        Actor::Both | Actor::Spectator => None,
    };
    // Spectators, and clients whose seat a program has, rarely try.
    let is_seated = own.is_some_and(|own| !snapshot.seats[own].program);
    if !is_seated && !a.is_multiple_of(8) {
        return None;
    }
    if let Some(offer) = &snapshot.offer
        && !a.is_multiple_of(3)
    {
        let is_undo = matches!(offer, Offer::Undo { .. });
        return Some(match Some(offer.by()) == own {
            true => Command::Withdraw,
            false => Command::Answer { grant: is_undo && !b.is_multiple_of(4) },
        });
    }
    if snapshot.mode == Mode::Review {
        return Some(match a % 8 {
            0..=2 => Command::PlayOn,
            3 => Command::Walk { step: Step::First },
            4 => Command::Walk { step: Step::Last },
            5 => Command::Walk { step: Step::Back },
            6 => play(),
            _ => Command::Comment { text: format!("comment {b}"), on: None },
        });
    }
    if snapshot.demonstration && a.is_multiple_of(3) {
        return Some(Command::Settle);
    }
    let revision = snapshot.marking.as_ref().map_or(0, |marking| marking.revision);
    let is_turn = snapshot.position.turn == own;
    if snapshot.phase == Phase::Playing && !is_turn && a % 8 > 2 {
        return None;
    }
    Some(match (snapshot.phase, a % 32) {
        (_, 0) => Command::Undo { color: own },
        (_, 1) => Command::Comment { text: format!("comment {b}"), on: None },
        (_, 2) => Command::Redo,
        (Phase::Playing | Phase::Placing, 3..=8) => Command::Play { at: Vertex::PASS },
        (Phase::Playing, 9) if b.is_multiple_of(4) => Command::Resign { color: own },
        (Phase::Playing, 10) => Command::Undo { color: own },
        (Phase::Playing | Phase::Placing, _) => play(),
        (Phase::Marking, 3..=14) => Command::Accept { revision },
        (Phase::Marking, 15..=22) => Command::Mark {
            points: vec![stone(b)],
            status: if b.is_multiple_of(3) { Status::Alive } else { Status::Dead },
        },
        (Phase::Marking, 23..=28) => Command::Resume { color: own },
        (Phase::Marking, _) => Command::Demonstrate,
        (Phase::Over, 3..=20) => Command::Undo { color: own },
        (Phase::Over, _) => Command::Review,
    })
}
