//! Fuego's static safety suites against unconditional life.
//!
//! `go_safe benson` counts the stones that are unconditionally alive and the points they enclose, as far as
//! those are eyes. hoshi also counts a region in which the opponent has no room for two eyes, so it never
//! finds less. `go_safe static` is stronger and never finds less than hoshi. And living stones are tested
//! by definition: the opponent plays alone, and must not capture them.

use hoshi_core::{Board, Color, Preset, Rng, Rules, SplitMix64, Suicide, UnconditionalLife};

use super::data::Report;
use super::fuego::Question;

/// How often the opponent tries to capture living stones.
const TRIES: u64 = 4;

fn found(life: &UnconditionalLife) -> usize {
    life.stones.len() + life.territory.len()
}

/// Plays the opponent alone at random, until it has no move left or has captured a living stone;
/// returns whether it has. Suicide is forbidden: where it isn't, stones in a region can be given up
/// to make room for an eye, and Benson's theorem asks for more.
fn is_captured_alone(board: &Board, color: Color, life: &UnconditionalLife, seed: u64) -> bool {
    let rules = Rules::of(Preset::Simple);
    let mut rng = SplitMix64::new(seed);
    let mut board = board.clone();
    // This ends: the other side never moves, so there are no recaptures.
    for _ in 0..3 * board.size().area() {
        board.lift_ko();
        let points: Vec<_> = board.legal_points(color.opponent(), &rules).collect();
        if points.is_empty() {
            break;
        }
        let point = points[rng.below(points.len() as u32) as usize];
        board.play(color.opponent(), point, &rules).expect("a legal point");
        if life.stones.iter().any(|stone| board.stone(stone) != Some(color)) {
            return true;
        }
    }
    false
}

/// The questions about life.
pub(crate) fn ask(report: &mut Report, question: &Question<'_>) {
    let (place, board) = (&question.place, question.game.board());
    let lives = || Color::ALL.map(|color| UnconditionalLife::of(board, color, Suicide::Forbidden));
    let (kind, colors) = match question.words[..] {
        ["go_safe", kind] => (kind, Color::ALL.to_vec()),
        ["go_safe", kind, color] => (kind, vec![color.parse().expect("a colour")]),
        ["go_safe_dame_static"] if !question.starred => {
            let lives = lives();
            for name in question.answer.split_whitespace() {
                let point = board.size().parse_a1(name).expect("a point");
                let owned = lives.iter().any(|life| life.territory.contains(point));
                report.check("dame is nobody's", !owned, || {
                    place.failure(&question.command(), name, "somebody's territory", board)
                });
            }
            return;
        }
        _ => return,
    };
    if question.starred {
        report.not_applicable("go_safe: not what Fuego finds");
        return;
    }
    let first = question.answer.split_whitespace().next();
    let theirs: usize = first.and_then(|text| text.parse().ok()).expect("a number of points");
    let lives = lives();
    let ours: usize = colors.iter().map(|color| found(&lives[color.index()])).sum();
    let failure = |what: &str, expected: &str| {
        let what = format!("{}: {what}", question.command());
        place.failure(&what, format!("{expected} {theirs}"), ours, board)
    };
    if kind == "static" {
        report.check("go_safe static is no less", ours <= theirs, || failure("found", "at most"));
        return;
    }
    report.check("go_safe benson", ours >= theirs, || failure("found", "at least"));
    report.count("go_safe benson: the same", usize::from(ours == theirs));
    report.count("points alive by go_safe benson", theirs);
    report.count("go_safe benson above 0", usize::from(theirs > 0));
    for color in colors {
        let life = &lives[color.index()];
        let other = &lives[color.opponent().index()];
        let mut points = life.stones.iter().chain(life.territory.iter());
        let apart = points.all(|at| !other.stones.contains(at) && !other.territory.contains(at));
        report.check("nothing is both sides'", apart, || failure("of both", "no more than"));
        if life.stones.is_empty() {
            continue;
        }
        for seed in 0..TRIES {
            let lost = is_captured_alone(board, color, life, seed);
            report.check("not captured by the opponent alone", !lost, || {
                failure("captured", "not one of")
            });
        }
    }
}
