//! Fuego's scoring suites.
//!
//! `tromp_taylor_score` counts every stone on the board. The other two need the dead stones, which
//! the rules alone give only in simple positions: each side has one large block, the rest are
//! single stones, and each of these is in the area of one of the two blocks. Other positions are
//! skipped.

use hoshi_core::{
    Block, Board, Color, DeadAndSeki, DeadStones, Game, Outcome, PointSet, Preset, Rules, Score,
    Scoring, WinBy,
};

use super::data::Report;
use super::fuego::Question;

/// The single stones in the other side's area; `None` where the position isn't that simple.
fn dead_stones(board: &Board) -> Option<PointSet> {
    let size = board.size();
    let walls: Vec<_> = board.blocks().filter(|block| block.len() > 1).collect();
    let [first, second] = &walls[..] else { return None };
    if first.color() == second.color() {
        return None;
    }
    let wall = PointSet::of(size, walls.iter().flat_map(Block::stones));
    let mut dead = PointSet::new(size);
    let mut seen = wall.clone();
    for start in size.points() {
        if !seen.insert(start) {
            continue;
        }
        let mut area = vec![start];
        let mut owners = [false; 2];
        let mut next = 0;
        while next < area.len() {
            for near in size.neighbors(area[next]) {
                match board.stone(near).filter(|_| wall.contains(near)) {
                    Some(color) => owners[color.index()] = true,
                    None if seen.insert(near) => area.push(near),
                    None => {}
                }
            }
            next += 1;
        }
        let owner = match owners {
            [true, false] => Color::Black,
            [false, true] => Color::White,
            _ => return None,
        };
        let theirs = |point| board.stone(point) == Some(owner.opponent());
        dead.extend(area.into_iter().filter(|&point| theirs(point)));
    }
    Some(dead)
}

/// The score as Fuego writes it.
fn result(score: &Score) -> String {
    match score.outcome() {
        Outcome::Win { winner, by: WinBy::Score(points) } => {
            format!("{}+{points}", winner.letter())
        }
        _ => "0".to_owned(),
    }
}

fn count(game: &Game, scoring: Scoring, dead: Option<PointSet>) -> String {
    let stay = if dead.is_some() { DeadStones::Agreed } else { DeadStones::Stay };
    let rules = Rules { scoring, dead: stay, ..Rules::of(Preset::Simple) };
    let mut marks = DeadAndSeki::new(game.size());
    marks.dead = dead.unwrap_or(marks.dead);
    result(&Score::of(game.board(), &rules, &marks, game.komi(), 0))
}

/// The questions about the score.
pub(crate) fn ask(report: &mut Report, question: &Question<'_>) {
    let game = question.game;
    let board = game.board();
    let (what, came) = match question.words[..] {
        ["static_score", "tromp_taylor_score"] => {
            ("tromp_taylor_score", count(game, Scoring::Area, None))
        }
        ["static_score", "japanese_score"] | ["final_score"] => {
            let Some(dead) = dead_stones(board) else {
                report.not_applicable("final_score: which stones are dead needs reading");
                return;
            };
            let what = if question.words.len() == 1 { "final_score" } else { "japanese_score" };
            (what, count(game, Scoring::Territory, Some(dead)))
        }
        _ => return,
    };
    let expected = question.answer.replace('\\', "");
    report.check(what, came == expected, || {
        question.place.failure(&question.command(), expected, came, board)
    });
}
