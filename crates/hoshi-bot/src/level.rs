//! Levels: how strong the bot plays, and how it behaves where it is weak.
//!
//! The lower levels search little and overlook moves: each turn they consider only some of them. They
//! never overlook what a beginner would find rude or silly to miss, such as three stones in atari.

use std::time::Duration;

use hoshi_core::playout::is_eye;
use hoshi_core::{Board, Color, Game, Goal, Move, Point, PointMap, PointSet, Rng, Rules};

/// How strong the bot plays, from 1 to 10.
///
/// ```
/// use hoshi_bot::Level;
///
/// assert_eq!(Level::new(5), Some(Level::default()));
/// assert_eq!(Level::new(11), None);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Level(u8);

impl Default for Level {
    fn default() -> Level {
        Level(5)
    }
}

impl Level {
    /// The strongest; it uses the time that it is given.
    ///
    /// ```
    /// assert_eq!(hoshi_bot::Level::STRONGEST.number(), 10);
    /// ```
    pub const STRONGEST: Level = Level(10);

    /// Level `number`, from 1 to 10.
    ///
    /// ```
    /// assert_eq!(hoshi_bot::Level::new(0), None);
    /// ```
    #[must_use]
    pub fn new(number: u8) -> Option<Level> {
        (1..=10).contains(&number).then_some(Level(number))
    }

    /// Its number.
    ///
    /// ```
    /// assert_eq!(hoshi_bot::Level::new(3).unwrap().number(), 3);
    /// ```
    #[must_use]
    pub fn number(self) -> u8 {
        self.0
    }

    /// How many playouts it makes for a move; `None` for as many as the time allows.
    ///
    /// ```
    /// use hoshi_bot::Level;
    /// assert!(Level::new(1).unwrap().playouts() < Level::new(2).unwrap().playouts());
    /// assert_eq!(Level::STRONGEST.playouts(), None);
    /// ```
    #[must_use]
    pub fn playouts(self) -> Option<u32> {
        const PLAYOUTS: [u32; 9] = [20, 40, 80, 160, 400, 500, 1_500, 4_500, 14_000];
        PLAYOUTS.get(usize::from(self.0) - 1).copied()
    }

    /// The share of the moves that it considers, in hundredths.
    fn sight(self) -> u32 {
        const SIGHT: [u32; 5] = [25, 45, 60, 75, 90];
        SIGHT.get(usize::from(self.0) - 1).copied().unwrap_or(100)
    }

    /// How many moves of a hundred it plays at whim, without a search.
    fn whims(self) -> u32 {
        const WHIMS: [u32; 5] = [100, 80, 55, 30, 8];
        WHIMS.get(usize::from(self.0) - 1).copied().unwrap_or(0)
    }

    /// Whether it overlooks moves.
    pub(crate) fn overlooks(self) -> bool {
        self.sight() < 100
    }

    /// Whether it has the manners of a friendly opponent: no silly moves, no resignation.
    pub(crate) fn is_gentle(self) -> bool {
        self.0 <= 4
    }

    /// Whether it captures dead stones before it passes, under area rules.
    pub(crate) fn cleans_up(self) -> bool {
        self.0 <= 3
    }

    /// How long it seems to think about a move where people play: low levels decide in no time, and a
    /// beginner wants to see what was played.
    pub(crate) fn pace<R: Rng>(self, rng: &mut R) -> Duration {
        const LEAST: u64 = 500;
        const MORE: u32 = 1_100;
        match self.is_gentle() {
            true => Duration::from_millis(LEAST + u64::from(rng.below(MORE))),
            false => Duration::ZERO,
        }
    }
}

/// In the capture game, whether the opponent of the side to move wins on this board with the next move.
fn loses_at_once(game: &Game, board: &Board) -> bool {
    let color = game.turn();
    let taken = board.captures(color.opponent()) as usize;
    game.rules().capture.map(Goal::stones).is_some_and(|goal| {
        let mut ours = board.blocks().filter(|block| block.color() == color);
        ours.any(|block| block.is_in_atari() && taken + block.len() >= goal as usize)
    })
}

/// In the capture game, the move that wins, or else one that saves what would lose.
fn decisive(game: &Game) -> Option<Move> {
    let goal = game.rules().capture.map(Goal::stones)?;
    let (board, color) = (game.board(), game.turn());
    let after = |point: &Point| {
        let mut next = board.clone();
        game.check(color, Move::Play(*point)).ok()?;
        next.play(color, *point, game.rules()).ok()?;
        Some(next)
    };
    let wins = |point: &Point| after(point).is_some_and(|next| next.captures(color) >= goal);
    let saves = |point: &Point| after(point).is_some_and(|next| !loses_at_once(game, &next));
    let winning = game.legal_points(color).find(wins);
    let saving = || {
        let in_danger = loses_at_once(game, board);
        in_danger.then(|| game.legal_points(color).find(saves)).flatten()
    };
    winning.or_else(saving).map(Move::Play)
}

/// In the capture game, what decides it. Else three stones or more in atari: the move that takes them, or
/// saves ours.
pub(crate) fn urgent(game: &Game) -> Option<Move> {
    if let Some(decisive) = decisive(game) {
        return Some(decisive);
    }
    const MANY: usize = 3;
    let (board, color) = (game.board(), game.turn());
    let is_legal = |point: &Point| game.check(color, Move::Play(*point)).is_ok();
    let mut blocks: Vec<_> = board
        .blocks()
        .filter(|block| block.len() >= MANY)
        .filter_map(|block| {
            Some((block.color() != color, block.len(), block.only_liberty()?, block))
        })
        .collect();
    // The largest first; of equal size, taking before saving.
    blocks.sort_by_key(|&(takes, len, liberty, _)| (std::cmp::Reverse((len, takes)), liberty));
    blocks.into_iter().find_map(|(takes, _, liberty, block)| {
        if takes {
            return Some(liberty).filter(is_legal).map(Move::Play);
        }
        // Ours: run if that gives two liberties, or take what gives the atari.
        let after = |point: Point| {
            let mut next = board.clone();
            next.play(color, point, game.rules()).ok()?;
            let block = next.block(block.stones()[0])?;
            Some(block.liberties().len())
        };
        let takes = attackers(board, &block.stones(), color);
        takes
            .into_iter()
            .chain([liberty])
            .filter(is_legal)
            .find(|&point| after(point).is_some_and(|liberties| liberties >= 2))
            .map(Move::Play)
    })
}

/// Where blocks in atari beside these stones can be taken.
fn attackers(board: &Board, stones: &[Point], color: Color) -> Vec<Point> {
    let size = board.size();
    let near = stones.iter().flat_map(|&stone| size.neighbors(stone));
    let enemies = near.filter(|&point| board.stone(point) == Some(color.opponent()));
    let mut points: Vec<Point> =
        enemies.filter_map(|point| board.block(point)?.only_liberty()).collect();
    points.sort_unstable();
    points.dedup();
    points
}

/// The moves that a level considers in this position. What belongs to the opponent already is not
/// invaded; `owners` says whose a point is.
pub(crate) fn seen<R: Rng>(
    game: &Game,
    level: Level,
    owners: &PointMap<f32>,
    rng: &mut R,
) -> PointSet {
    let (board, color) = (game.board(), game.turn());
    let size = board.size();
    let mut seen = PointSet::new(size);
    let mut decent = PointSet::new(size);
    for point in game.legal_points(color) {
        if level.is_gentle() && !is_decent(game, point, owners) {
            continue;
        }
        decent.insert(point);
        if rng.below(100) < level.sight() {
            seen.insert(point);
        }
    }
    if seen.is_empty() { decent } else { seen }
}

/// Now and then a low level plays at whim: any decent move near the last one. The lowest
/// level does not even look where the last move was.
pub(crate) fn whim<R: Rng>(
    game: &Game,
    level: Level,
    owners: &PointMap<f32>,
    rng: &mut R,
) -> Option<Move> {
    if rng.below(100) >= level.whims() {
        return None;
    }
    let (color, board) = (game.turn(), game.board());
    let decent = |point: &Point| !is_eye(board, color, *point) && is_decent(game, *point, owners);
    let all: Vec<Point> = game.legal_points(color).filter(decent).collect();
    let last = game.last_move().and_then(|(_, mv)| mv.point());
    let is_near = |point: &&Point| {
        let near =
            |one: u8, other: u8| one.abs_diff(other) <= if level.0 == 1 { u8::MAX } else { 3 };
        last.is_some_and(|last| near(last.x(), point.x()) && near(last.y(), point.y()))
    };
    let near: Vec<Point> = all.iter().filter(is_near).copied().collect();
    let from = if near.is_empty() { all } else { near };
    let most = u32::try_from(from.len()).unwrap_or(u32::MAX);
    // The lowest level likes the edge. Without that it won 63 % of its games against a script that plays as
    // beginners do; away from the edge it won 80 %.
    let draws = if level.0 == 1 { 2 } else { 1 };
    let draws = (0..draws).filter_map(|_| from.get(rng.below(most) as usize).copied());
    let line = |point: Point| {
        let from_edge = |at: u8, side: u8| at.min(side - 1 - at);
        let size = board.size();
        from_edge(point.x(), size.width()).min(from_edge(point.y(), size.height()))
    };
    draws.min_by_key(|&point| line(point)).map(Move::Play)
}

/// The moves that a friendly opponent could make.
pub(crate) fn decent(game: &Game, owners: &PointMap<f32>) -> PointSet {
    let points = game.legal_points(game.turn());
    PointSet::of(game.size(), points.filter(|&point| is_decent(game, point, owners)))
}

/// The moves that capture dead stones of the opponent, or come closer to it: decent ones on their liberties,
/// without self-atari. Every decent move if there is none of these. A search among all of them found every move
/// as good as the other, and filled the board before it took the stones.
pub(crate) fn hunting(game: &Game, dead: &PointSet, owners: &PointMap<f32>) -> PointSet {
    let (board, color) = (game.board(), game.turn());
    let decent = decent(game, owners);
    let is_prey = |stone: Point| board.stone(stone) == Some(color.opponent());
    let blocks = dead.iter().filter(|&stone| is_prey(stone)).filter_map(|stone| board.block(stone));
    let is_safe = |point: Point| {
        let mut next = board.clone();
        next.play(color, point, game.rules()).is_ok()
            && next.block(point).is_some_and(|block| !block.is_in_atari())
    };
    let liberties = blocks.flat_map(|block| block.liberties());
    let closer = liberties.filter(|&point| decent.contains(point) && is_safe(point));
    let closer = PointSet::of(game.size(), closer);
    if closer.is_empty() { decent } else { closer }
}

/// A point is the opponent's from this mean of the playouts on, and a stone there is lost.
const THEIRS: f32 = 0.85;
const LOST: f32 = 0.5;

fn is_decent(game: &Game, point: Point, owners: &PointMap<f32>) -> bool {
    let (board, color, size) = (game.board(), game.turn(), game.size());
    let is_edge = |at: u8, side: u8| at == 0 || at + 1 == side;
    let on_first_line = is_edge(point.x(), size.width()) || is_edge(point.y(), size.height());
    // As many moves as that cannot fill the rest of the board.
    const OPENING: usize = 20;
    let inside =
        usize::from(size.width()).saturating_sub(2) * usize::from(size.height()).saturating_sub(2);
    if on_first_line && game.move_count() < OPENING && inside > OPENING {
        return false;
    }
    // Not more than three stones into atari.
    let mut next = board.clone();
    let rules: &Rules = game.rules();
    if next.play(color, point, rules).is_err() {
        return false;
    }
    if loses_at_once(game, &next) && !loses_at_once(game, board) {
        return false;
    }
    // Not where the opponent has everything, unless something is taken or it is next to stones that live:
    // lost stones are not made more.
    let theirs = |point: Point| match color {
        Color::Black => -owners[point],
        Color::White => owners[point],
    };
    let takes = next.stone_count(color.opponent()) < board.stone_count(color.opponent());
    let is_ours = |near: Point| board.stone(near) == Some(color) && theirs(near) < LOST;
    if theirs(point) > THEIRS && !takes && !size.neighbors(point).any(is_ours) {
        return false;
    }
    next.block(point).is_none_or(|block| block.len() <= 3 || !block.is_in_atari())
}

#[cfg(test)]
mod tests {
    use super::*;
    use hoshi_core::{Position, Preset, SplitMix64};

    fn game(text: &str, turn: Color) -> Game {
        let position = Position::new(Board::from_text(text).unwrap(), turn);
        Game::from_position(position, Rules::of(Preset::Chinese))
    }

    const FIGHT: &str = "
        . . . . . . .
        . . X X X . .
        . X O O O X .
        . . X X . . .
        . . . . . . .
        . . . . . . .
        . . . . . . .
    ";

    #[test]
    fn three_stones_are_taken_and_saved() {
        let black = game(FIGHT, Color::Black);
        let e4 = black.size().parse_move("E4").unwrap();
        assert_eq!(urgent(&black), Some(e4));
        let white = game(FIGHT, Color::White);
        assert_eq!(urgent(&white), Some(e4));
        let quiet = game(". . .\n. X .\n. . .", Color::White);
        assert_eq!(urgent(&quiet), None);
    }

    #[test]
    fn levels_see_more_as_they_rise() {
        let game = game(FIGHT, Color::Black);
        let owners = PointMap::new(game.size(), 0.0);
        let mut rng = SplitMix64::new(1);
        let mut count = |level: u8| {
            let level = Level::new(level).unwrap();
            (0..50).map(|_| seen(&game, level, &owners, &mut rng).len()).sum::<usize>()
        };
        let counts = [1, 2, 3, 4, 6].map(&mut count);
        assert!(counts.is_sorted() && counts[0] > 0, "{counts:?}");
    }

    #[test]
    fn low_levels_take_their_time() {
        let mut rng = SplitMix64::new(3);
        let mut pace = |level: u8| Level::new(level).unwrap().pace(&mut rng);
        for level in 1..=4 {
            let paces: Vec<u128> = (0..100).map(|_| pace(level).as_millis()).collect();
            assert!(paces.iter().all(|pace| (500..=2000).contains(pace)), "{level}: {paces:?}");
            assert!(paces.iter().any(|&pace| pace != paces[0]), "{level}");
        }
        for level in 5..=10 {
            assert_eq!(pace(level), Duration::ZERO);
        }
    }

    /// Everything is White's, but for B6, which lives, and D4, which is lost.
    #[test]
    fn lost_stones_are_not_made_more() {
        let position = "
            . . . . . . .
            . X . . . . .
            . . . . . . .
            . . . X . . .
            . . . . . . .
            . . . . . . .
            . . . . . . .
        ";
        let game = game(position, Color::Black);
        let size = game.size();
        let at = |name: &str| size.parse_a1(name).unwrap();
        let owners = PointMap::from_fn(size, |point| if point == at("B6") { 0.8 } else { -0.95 });
        let names = ["C6", "D5", "E4", "E3"];
        let decent = names.map(|name| decent(&game, &owners).contains(at(name)));
        assert_eq!(decent, [true, false, false, false]);
        let even = PointMap::new(size, 0.0);
        assert!(names.iter().all(|name| super::decent(&game, &even).contains(at(name))));
    }

    /// Every point is White's, and C5 and D2 are in atari; B5 is White's own.
    #[test]
    fn dead_stones_are_hunted_on_their_liberties() {
        let position = "
            . . . . . . .
            . . O . . . .
            . O X . . X X
            . . O . . X .
            . . . O . . .
            . . O X . . .
            . . . O . . .
        ";
        let game = game(position, Color::White);
        let size = game.size();
        let owners = PointMap::new(size, -0.95);
        let set = |names: &[&str]| {
            PointSet::of(size, names.iter().map(|name| size.parse_a1(name).unwrap()))
        };
        let hunted = |dead: &[&str]| hunting(&game, &set(dead), &owners);
        assert_eq!(hunted(&["C5", "D2"]), set(&["D5", "E2"]));
        // Without stones of the opponent, all decent moves are left.
        assert_eq!(hunted(&["B5"]), decent(&game, &owners));
        assert!(hunted(&[]).len() > 5);
    }

    #[test]
    fn gentle_levels_have_manners() {
        let position = "
            . . . . . . .
            . X X X . . .
            X O O O X . .
            X . . X . . .
            . X X . . . .
            . . . . . . .
            . . . . . . .
        ";
        // The first line is not for the opening, and B4 or C4 would put four stones into atari.
        let game = game(position, Color::White);
        let owners = PointMap::new(game.size(), 0.0);
        let size = game.size();
        for level in 1..=4 {
            let level = Level::new(level).unwrap();
            let all: PointSet = {
                let mut all = PointSet::new(size);
                let mut rng = SplitMix64::new(7);
                for _ in 0..100 {
                    all.union_with(&seen(&game, level, &owners, &mut rng));
                }
                all
            };
            assert!(all.iter().all(|point| point.x() > 0 && point.y() > 0), "first line");
            for name in ["B4", "C4"] {
                assert!(!all.contains(size.parse_a1(name).unwrap()), "{name}");
            }
            assert!(all.len() > 5, "the test saw moves");
        }
    }
}
