//! Whether a game is over: whether everything is settled, and where borders are still open.

use hoshi_core::{Color, DeadStones, Game, Move, Point, PointSet, Scoring, Size};

use crate::bot::Thought;
use crate::estimate::Estimate;

/// A point is settled from this mean of the playouts on: 1 is certain, 0 is open.
const SETTLED: f32 = 0.8;

/// Whether the best move of a search, for this side, is worth more points than what the estimate says.
pub(crate) fn gains(thought: &Thought, estimate: &Estimate, color: Color) -> bool {
    /// A gain of this many points, with this many visits, is no accident.
    const POINTS: f32 = 2.5;
    const VISITS: u32 = 100;
    let now = if color == Color::Black { estimate.score } else { -estimate.score };
    thought.candidates.first().is_some_and(|best| {
        !best.mv.is_pass() && best.visits >= VISITS && best.score - now >= POINTS
    })
}

/// Whether the sides agree about dead stones after two passes.
pub(crate) fn is_agreed(game: &Game) -> bool {
    let rules = game.rules();
    rules.capture.is_none() && rules.dead == DeadStones::Agreed
}

/// Whether it is clear whose every point is, and no neutral point is left that is worth filling.
pub(crate) fn is_settled(game: &Game, estimate: &Estimate) -> bool {
    let board = game.board();
    let size: Size = game.size();
    let dead = &estimate.marks.dead;
    let lives = |point, color| board.stone(point) == Some(color) && !dead.contains(point);
    let is_seki = |point| size.neighbors(point).any(|near| estimate.marks.seki.contains(near));
    size.points().all(|point| {
        let owner = estimate.owners[point].abs();
        if board.is_empty_at(point) && owner < SETTLED {
            // A neutral point: under territory rules it may stay, under area rules it is worth a point
            // to whoever can play there.
            let touches = Color::ALL.map(|color| size.neighbors(point).any(|n| lives(n, color)));
            let neutral = touches == [true, true];
            return neutral
                && (game.rules().scoring == Scoring::Territory
                    || is_seki(point)
                    || game.check(game.turn(), Move::Play(point)).is_err());
        }
        owner >= SETTLED || is_seki(point) || estimate.marks.seki.contains(point)
    })
}

/// The most points of a region between stones in seki. Without a limit, stones beside a wide open
/// border look like seki, because they have no two eyes of their own yet.
const SEKI: usize = 3;

/// Under territory rules, the points of regions that touch living stones of both sides. The count gives
/// them to nobody, so they must be closed before both sides pass. Neutral points that stand alone may stay.
pub(crate) fn open_points(game: &Game, estimate: &Estimate) -> PointSet {
    let size = game.size();
    let mut open = PointSet::new(size);
    if game.rules().scoring != Scoring::Territory {
        return open;
    }
    let marks = &estimate.marks;
    let is_dead = |point: Point| marks.dead.contains(point);
    let living = |point: Point| game.board().stone(point).filter(|_| !is_dead(point));
    let mut seen = PointSet::new(size);
    for start in size.points() {
        if living(start).is_some() || seen.contains(start) {
            continue;
        }
        let (region, border) = region(size, living, start, &mut seen);
        let touches =
            Color::ALL.map(|color| border.iter().any(|&stone| living(stone) == Some(color)));
        let is_seki =
            region.len() <= SEKI && border.iter().any(|&stone| marks.seki.contains(stone));
        if touches == [true, true] && region.len() > 1 && !is_seki {
            open.extend(region);
        }
    }
    open
}

/// The points without a living stone that are connected with one, and the stones around them, with
/// repetitions.
fn region(
    size: Size,
    living: impl Fn(Point) -> Option<Color>,
    start: Point,
    seen: &mut PointSet,
) -> (Vec<Point>, Vec<Point>) {
    let (mut points, mut border) = (vec![start], Vec::new());
    seen.insert(start);
    let mut next = 0;
    while let Some(&point) = points.get(next) {
        next += 1;
        for near in size.neighbors(point) {
            if living(near).is_some() {
                border.push(near);
            } else if !seen.contains(near) {
                seen.insert(near);
                points.push(near);
            }
        }
    }
    (points, border)
}
