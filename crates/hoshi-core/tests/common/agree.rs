//! A game of hoshi-core beside the reference: everything that both know must be the same.

use hoshi_core::{
    Board, Bonus, Color, DeadAndSeki, DeadStones, Game, HalfPoints, Move, Phase, Point, PointSet,
    Refusal, Rules, Score, Scoring, Symmetry, Tie,
};

use super::{Count, Reference, count, hash};

/// The history of the game, for failure messages.
pub(crate) fn story(game: &Game) -> String {
    let mut text = format!("{} {}:", game.size(), game.rules());
    for (color, mv) in game.moves() {
        let name = mv.point().map_or("pass".to_owned(), |p| game.size().a1(p).to_string());
        text.push_str(&format!(" {}{name}", color.letter()));
    }
    format!("{text}\n{:?}", game.board())
}

/// Stones, blocks and their liberties, order, ko, captures, hash, number of moves, repetition.
pub(crate) fn same_state(game: &Game, reference: &Reference) {
    let board = game.board();
    let tell = || story(game);
    for (at, &cell) in reference.cells.iter().enumerate() {
        let point = reference.point(at);
        assert_eq!(board.stone(point), cell, "the stone at {point:?} in {}", tell());
        assert_eq!(board.is_empty_at(point), cell.is_none());
    }
    let stones: Vec<(Point, Color)> = stones_of(reference, 0..reference.cells.len());
    assert!(board.stones().eq(stones.iter().copied()), "the stones in {}", tell());
    let placed = stones_of(reference, reference.order.iter().copied());
    assert_eq!(board.stones_as_placed(), placed, "the order of the stones in {}", tell());
    for color in Color::ALL {
        let there = stones.iter().filter(|stone| stone.1 == color).count();
        assert_eq!(board.stone_count(color) as usize, there, "{color} stones in {}", tell());
        let captures = reference.captures[color.index()];
        assert_eq!(board.captures(color), captures, "captures by {color} in {}", tell());
    }
    let ko = reference.ko.map(|(at, color)| (reference.point(at), color));
    assert_eq!(board.ko().zip(board.ko_color()), ko, "the ko in {}", tell());
    assert_eq!(board.hash(), reference.hash(), "the hash of {}", tell());
    assert_eq!(game.move_count(), reference.moves, "the number of moves in {}", tell());
    assert_eq!(game.repetition(), reference.repetition(), "the repetition in {}", tell());
    assert_eq!(game.times_seen(), reference.times_seen(), "times seen in {}", tell());
    same_blocks(board, reference, &tell);
}

fn stones_of(reference: &Reference, order: impl Iterator<Item = usize>) -> Vec<(Point, Color)> {
    order.filter_map(|at| Some((reference.point(at), reference.cells[at]?))).collect()
}

fn same_blocks(board: &Board, reference: &Reference, tell: &impl Fn() -> String) {
    let groups = reference.groups();
    let mut blocks = board.blocks();
    for (color, group) in &groups {
        let block = blocks.next().unwrap_or_else(|| panic!("a block is missing in {}", tell()));
        let (stones, liberties) =
            (reference.points(&group.stones), reference.points(&group.liberties));
        assert_eq!(block.color(), *color, "a block's colour in {}", tell());
        assert_eq!(block.stones(), stones, "a block's stones in {}", tell());
        assert_eq!(block.len(), stones.len(), "a block's length in {}", tell());
        assert_eq!(block.liberties(), liberties, "a block's liberties in {}", tell());
        assert_eq!(block.is_in_atari(), liberties.len() == 1, "an atari in {}", tell());
        let by_stone = board.block(stones[stones.len() - 1]).expect("a stone has a block");
        assert_eq!(by_stone.stones(), stones, "a block found by its last stone in {}", tell());
    }
    assert!(blocks.next().is_none(), "a block too many in {}", tell());
}

/// The legal points of each colour by the reference.
#[derive(Default)]
struct Legal {
    /// As far as the board alone can tell.
    board: [Vec<Point>; 2],
    /// By all of the rules.
    game: [Vec<Point>; 2],
}

/// Compares the legality of these points for both colours, with reasons.
pub(crate) fn same_legality(game: &Game, reference: &Reference, points: &[Point]) {
    compare_legality(game, reference, points);
}

fn compare_legality(game: &Game, reference: &Reference, points: &[Point]) -> Legal {
    let playing = *game.phase() == Phase::Playing;
    let mut legal = Legal::default();
    for color in Color::ALL {
        assert_eq!(game.check(color, Move::Pass).is_ok(), playing, "a pass in {}", story(game));
        for &point in points {
            let by_board = reference.check_board(color, point);
            let found = game.board().check(color, point, game.rules());
            let wanted = by_board.as_ref().map(|_| ()).map_err(|&refusal| refusal);
            assert_eq!(found, wanted, "{color} at {point:?} but for superko in {}", story(game));
            if wanted.is_ok() {
                legal.board[color.index()].push(point);
            }
            let by_game = by_board.and_then(|after| reference.check_history(color, point, after));
            let wanted = if playing { by_game.map(drop) } else { Err(Refusal::GameOver) };
            let found = game.check(color, Move::Play(point));
            assert_eq!(found, wanted, "{color} at {point:?} in {}", story(game));
            if wanted.is_ok() {
                legal.game[color.index()].push(point);
            }
        }
    }
    legal
}

/// Every point, and the lists of those that may be played.
fn same_legal_points(game: &Game, reference: &Reference) {
    let all: Vec<Point> = game.size().points().collect();
    let legal = compare_legality(game, reference, &all);
    for color in Color::ALL {
        let wanted = &legal.game[color.index()];
        let found: Vec<Point> = game.legal_points(color).collect();
        assert_eq!(&found, wanted, "where {color} may play in {}", story(game));
        assert_eq!(game.has_legal_play(color), !wanted.is_empty(), "{color}: {}", story(game));
        let wanted = &legal.board[color.index()];
        let (board, rules) = (game.board(), game.rules());
        let found: Vec<Point> = board.legal_points(color, rules).collect();
        assert_eq!(&found, wanted, "where {color} may play but for superko in {}", story(game));
        assert_eq!(board.has_legal_play(color, rules), !wanted.is_empty(), "{}", story(game));
    }
}

/// Compares a dry run and the resulting hash, for a legal or illegal play.
pub(crate) fn same_dry_run(game: &Game, reference: &Reference, color: Color, point: Point) {
    let found = game.dry_run(color, point);
    if *game.phase() != Phase::Playing {
        assert_eq!(found, Err(Refusal::GameOver));
        return;
    }
    let after = match reference.check(color, point) {
        Ok(after) => after,
        Err(refusal) => return assert_eq!(found, Err(refusal), "in {}", story(game)),
    };
    let found = found.unwrap_or_else(|error| panic!("{error} in {}", story(game)));
    assert_eq!((found.color, found.point), (color, point));
    assert_eq!(found.captured, reference.points(&after.captured), "in {}", story(game));
    assert_eq!(found.lost, reference.points(&after.lost), "in {}", story(game));
    assert_eq!(found.liberties, after.liberties, "in {}", story(game));
    assert_eq!(found.ko, after.ko.map(|at| reference.point(at)), "in {}", story(game));
    let size = game.size();
    let letter = if color == Color::Black { 'b' } else { 'w' };
    let mut tokens = format!("{}{letter}", size.a1(point));
    for &at in after.captured.iter().chain(&after.lost) {
        tokens.push_str(&format!(" {}c", size.a1(reference.point(at))));
    }
    assert_eq!(found.tokens(size), tokens);
    let then = hash(size, &after.cells, |x, y| (x, y));
    let predicted = game.board().hash_after(color, point);
    assert_eq!(predicted, Some(then), "the hash after {point:?} in {}", story(game));
}

/// The canonical hash: the least of all images, from every image.
pub(crate) fn same_hashes(game: &Game, reference: &Reference) {
    let board = game.board();
    let size = game.size();
    let (right, bottom) = (usize::from(size.width()) - 1, usize::from(size.height()) - 1);
    let cells = &reference.cells;
    let mut images = vec![
        hash(size, cells, |x, y| (x, y)),
        hash(size, cells, |x, y| (right - x, y)),
        hash(size, cells, |x, y| (x, bottom - y)),
        hash(size, cells, |x, y| (right - x, bottom - y)),
    ];
    if right == bottom {
        images.push(hash(size, cells, |x, y| (y, x)));
        images.push(hash(size, cells, |x, y| (right - y, x)));
        images.push(hash(size, cells, |x, y| (y, right - x)));
        images.push(hash(size, cells, |x, y| (right - y, right - x)));
    }
    let least = images.iter().min().copied();
    assert_eq!(Some(board.canonical_hash()), least, "the canonical hash of {}", story(game));
    for &symmetry in Symmetry::of(size) {
        let image = board.transformed(symmetry);
        assert!(images.contains(&image.hash()), "{symmetry:?} of {}", story(game));
        assert_eq!(Some(image.canonical_hash()), least, "{symmetry:?} of {}", story(game));
    }
}

/// The score of the board under each way of scoring, with these marks.
pub(crate) fn same_score(game: &Game, reference: &Reference, marks: &DeadAndSeki, handicap: u32) {
    for scoring in [Scoring::Area, Scoring::Territory] {
        for dead in [DeadStones::Agreed, DeadStones::Stay] {
            let rules = Rules { scoring, dead, ..game.rules().clone() };
            let score = Score::of(game.board(), &rules, marks, game.komi(), handicap);
            compare_score(game, reference, &rules, marks, handicap, &score);
        }
    }
    if handicap == game.handicap() {
        let score = game.score_with(marks);
        compare_score(game, reference, game.rules(), marks, handicap, &score);
    }
}

fn compare_score(
    game: &Game,
    reference: &Reference,
    rules: &Rules,
    marks: &DeadAndSeki,
    handicap: u32,
    score: &Score,
) {
    let numbers = |set: &PointSet| -> Vec<usize> { set.iter().map(|p| reference.at(p)).collect() };
    let dead = match rules.dead {
        DeadStones::Agreed => numbers(&marks.dead),
        DeadStones::Stay => Vec::new(),
    };
    let seki = numbers(&marks.seki);
    let wanted: Count = count(reference.size, &reference.cells, &dead, &seki, rules.scoring);
    let tell = || format!("{rules} with {marks:?} in {}", story(game));
    if dead.is_empty() && rules.scoring == Scoring::Area {
        let area = [0, 1].map(|i| wanted.stones[i] + wanted.territory[i]);
        assert_eq!(game.board().area(), area, "the area: {}", tell());
    }
    assert_eq!(score.owners.values(), wanted.owners, "whose the points are: {}", tell());
    let mut totals = [0; 2];
    for color in Color::ALL {
        let (side, i) = (score.side(color), color.index());
        let captures = reference.captures[i];
        assert_eq!(side.stones, wanted.stones[i], "{color} stones: {}", tell());
        assert_eq!(side.territory, wanted.territory[i], "{color} territory: {}", tell());
        assert_eq!(side.captures, captures, "{color} captures: {}", tell());
        assert_eq!(side.dead, wanted.dead[i], "dead stones for {color}: {}", tell());
        let points = match rules.scoring {
            Scoring::Area => wanted.stones[i] + wanted.territory[i],
            Scoring::Territory => wanted.territory[i] + captures + wanted.dead[i],
        };
        let (komi, bonus) = match color {
            Color::Black => (0, 0),
            Color::White => (game.komi().halves(), 2 * bonus(rules.bonus, handicap)),
        };
        assert_eq!((side.komi.halves(), side.bonus.halves()), (komi, bonus), "{}", tell());
        totals[i] = 2 * points as i32 + komi + bonus;
        assert_eq!(side.total.halves(), totals[i], "the total of {color}: {}", tell());
    }
    let margin = totals[0] - totals[1];
    assert_eq!(score.margin(), HalfPoints::from_halves(margin), "the margin: {}", tell());
    let half = if margin % 2 == 0 { "" } else { ".5" };
    let wanted = match margin {
        0 => match rules.tie {
            Tie::Draw => "0".to_owned(),
            Tie::Black => "B+".to_owned(),
            Tie::White => "W+".to_owned(),
        },
        1.. => format!("B+{}{half}", margin / 2),
        _ => format!("W+{}{half}", -margin / 2),
    };
    assert_eq!(score.outcome().to_string(), wanted, "the outcome: {}", tell());
}

fn bonus(bonus: Bonus, handicap: u32) -> i32 {
    match (bonus, handicap) {
        (Bonus::Nothing, _) | (_, 0 | 1) => 0,
        (Bonus::Each, n) => n as i32,
        (Bonus::ButOne, n) => n as i32 - 1,
    }
}

/// Compares everything, on a small enough board.
pub(crate) fn same_everything(game: &Game, reference: &Reference) {
    same_state(game, reference);
    same_hashes(game, reference);
    same_legal_points(game, reference);
    same_score(game, reference, &DeadAndSeki::new(game.size()), game.handicap());
}
