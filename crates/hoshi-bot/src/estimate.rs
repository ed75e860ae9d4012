//! How a game stands: whose each point is, which stones are dead, the score.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use hoshi_core::playout::{SearchBoard, Spot};
use hoshi_core::{
    Board, Color, DeadAndSeki, Game, Point, PointMap, PointSet, Scoring, Size, SplitMix64,
    UnconditionalLife, propose_seki,
};

use crate::params::Params;
use crate::policy::Heavy;

/// What playouts say about a position, whoever moves next.
///
/// ```
/// use hoshi_bot::Estimate;
/// use hoshi_core::{Board, Color, Game, Position, Preset, Rules};
///
/// let board = Board::from_text("
///     . X . O .
///     X X X O O
///     . X O O .
///     X X X O O
///     O . X O .
/// ")?;
/// let game = Game::from_position(Position::new(board, Color::Black), Rules::of(Preset::Chinese));
/// let estimate = Estimate::of(&game, 500);
/// let dead: Vec<_> = estimate.marks.dead.iter().collect();
/// assert_eq!(dead, [game.size().parse_a1("A1")?]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Estimate {
    /// Whose each point is: from 1 for Black to -1 for White.
    pub owners: PointMap<f32>,
    /// The stones that are most likely dead, and under territory rules those in seki.
    pub marks: DeadAndSeki,
    /// The mean score in points for Black.
    pub score: f32,
}

/// Larger boards are judged by unconditional life alone.
const LARGEST: usize = 63 * 63;

impl Estimate {
    /// Estimates a game with this many playouts. The same game gives the same estimate.
    ///
    /// ```
    /// use hoshi_bot::Estimate;
    /// use hoshi_core::{Game, Preset, Rules, Size};
    ///
    /// let game = Game::new(Size::S9, Rules::of(Preset::Japanese));
    /// assert!(Estimate::of(&game, 100).marks.dead.is_empty());
    /// ```
    #[must_use]
    pub fn of(game: &Game, playouts: u32) -> Estimate {
        let size = game.size();
        let nothing = || Estimate {
            owners: PointMap::new(size, 0.0),
            marks: DeadAndSeki::new(size),
            score: 0.0,
        };
        Estimate::unless(game, playouts, &AtomicBool::new(false)).unwrap_or_else(nothing)
    }

    /// The same, as long as `stop` is not set; `None` once it is. The flag is read before every playout.
    ///
    /// ```
    /// use std::sync::atomic::AtomicBool;
    /// use hoshi_bot::Estimate;
    /// use hoshi_core::{Game, Preset, Rules, Size};
    ///
    /// let game = Game::new(Size::S19, Rules::of(Preset::Chinese));
    /// assert!(Estimate::unless(&game, 1_000_000, &AtomicBool::new(true)).is_none());
    /// ```
    #[must_use]
    pub fn unless(game: &Game, playouts: u32, stop: &AtomicBool) -> Option<Estimate> {
        Estimate::until(game, playouts, None, stop)
    }

    /// The same with a deadline. It makes fewer playouts if the time is short; `None` if they are too few to
    /// be trusted.
    pub(crate) fn until(
        game: &Game,
        playouts: u32,
        deadline: Option<Instant>,
        stop: &AtomicBool,
    ) -> Option<Estimate> {
        let size = game.size();
        let (owners, score) = if size.area() > LARGEST {
            (PointMap::new(size, 0.0), 0.0)
        } else {
            with_capacity!(size, CAP => vote::<CAP>(game, playouts, deadline, stop))?
        };
        let mut owners = owners;
        let before: f32 = owners.values().iter().sum();
        let marks = marks(game, &mut owners);
        let after: f32 = owners.values().iter().sum();
        Some(Estimate { owners, marks, score: score + after - before })
    }
}

/// The fewest playouts, with each side to move, of an estimate that ran out of time.
const FEWEST: u32 = 50;

/// Playouts from the position, half of them with each side to move.
fn vote<const CAP: usize>(
    game: &Game,
    playouts: u32,
    deadline: Option<Instant>,
    stop: &AtomicBool,
) -> Option<(PointMap<f32>, f32)> {
    let size = game.size();
    let judge = crate::judge::Judge::of(game, 0.0);
    let mut policy = Heavy::<CAP>::new(Params::DEFAULT.rates());
    let mut rng = SplitMix64::new(0x686f_7368_6931_3936);
    let mut start = SearchBoard::<CAP>::new(size);
    let mut board = start.clone();
    let mut sums = [(); 2].map(|()| vec![0_i32; CAP]);
    let (mut scores, mut counts) = ([0.0; 2], [0; 2]);
    let half = (playouts / 2).max(1);
    // Each side to move gets half of the time.
    let began = Instant::now();
    let middle = deadline.map(|end| began + end.saturating_duration_since(began) / 2);
    for (nth, first) in [game.turn(), game.turn().opponent()].into_iter().enumerate() {
        start.set_position(game.board(), first);
        let end = if nth == 0 { middle } else { deadline };
        while counts[nth] < half && end.is_none_or(|end| Instant::now() < end) {
            if stop.load(Ordering::Relaxed) {
                return None;
            }
            counts[nth] += 1;
            board.copy_from(&start);
            board.run(first, &mut policy, &mut rng);
            let parity = match (board.trace().len() % 2, first) {
                (0, _) => 0,
                (_, Color::Black) => 1,
                (_, Color::White) => -1,
            };
            scores[nth] += judge.filled(&board, 0, parity).score;
            for (index, sum) in sums[nth].iter_mut().enumerate() {
                *sum += match board.owner(Spot::from_index(index)) {
                    Some(Color::Black) => 1,
                    Some(Color::White) => -1,
                    None => 0,
                };
            }
        }
    }
    if counts.iter().any(|&count| count < FEWEST.min(half)) {
        return None;
    }
    let mean = |of: [f32; 2]| (of[0] / counts[0] as f32 + of[1] / counts[1] as f32) / 2.0;
    let owners = PointMap::from_fn(size, |point| {
        let index = start.spot(point).index();
        mean([sums[0][index] as f32, sums[1][index] as f32])
    });
    Some((owners, mean(scores)))
}

/// A block is dead if its points are the opponent's in this mean.
const DEAD: f32 = 0.0;

/// The marks. Playouts are not sure about eyes that are judged by their shape: those get their owner here.
fn marks(game: &Game, owners: &mut PointMap<f32>) -> DeadAndSeki {
    let board = game.board();
    let size = board.size();
    let mut marks = DeadAndSeki::new(size);
    // In the capture game stones are never dead without being captured.
    if game.rules().capture.is_some() {
        return marks;
    }
    let mut alive = PointSet::new(size);
    for color in Color::ALL {
        let life = UnconditionalLife::of(board, color, game.rules().suicide);
        alive.union_with(&life.stones);
        let enemy = color.opponent();
        marks.dead.extend(life.territory.iter().filter(|&point| board.stone(point) == Some(enemy)));
    }
    for block in board.blocks() {
        let stones = block.stones();
        if stones.iter().any(|&stone| alive.contains(stone)) {
            continue;
        }
        let sum: f32 = stones.iter().map(|&stone| owners[stone]).sum();
        let mean = match block.color() {
            Color::Black => sum,
            Color::White => -sum,
        } / stones.len() as f32;
        if mean < DEAD {
            marks.dead.extend(stones);
        }
    }
    for block in board.blocks() {
        let stones = block.stones();
        if alive.contains(stones[0]) || marks.dead.contains(stones[0]) {
            continue;
        }
        let own = |point: Point, color| match color {
            Color::Black => owners[point],
            Color::White => -owners[point],
        };
        if own(stones[0], block.color()) < SURE
            && let Some(eye) = only_eye(board, &stones, block.color())
            && eye.is_dead_shape(board)
            // Those who surround it must live themselves.
            && eye.attackers.iter().all(|&point| own(point, block.color().opponent()) > 0.0)
        {
            let owner = if block.color() == Color::Black { -1.0 } else { 1.0 };
            for &point in stones.iter().chain(&eye.points) {
                owners[point] = owner;
            }
            marks.dead.extend(stones);
            for &point in &eye.points {
                marks.dead.remove(point);
            }
        }
    }
    if game.rules().scoring == Scoring::Territory {
        marks.seki = propose_seki(board, &marks.dead);
    }
    marks
}

/// From this mean on, playouts are believed that a block lives. Below it, the shape of its eye is looked
/// at: playouts rarely put the second stone into a nakade, since that looks like self-atari.
const SURE: f32 = 0.95;

/// The one eye of a block that has no other liberties.
struct Eye {
    /// Its points, empty or with stones of the opponent.
    points: Vec<Point>,
    /// A stone of each block around it from outside, with repetitions.
    attackers: Vec<Point>,
    color: Color,
}

/// Eyes of more points are not looked at: no nakade is larger.
const LARGEST_EYE: usize = 7;

/// The region that has all liberties of a block and touches no other block of its colour, if it is small.
fn only_eye(board: &Board, stones: &[Point], color: Color) -> Option<Eye> {
    let size = board.size();
    let block = PointSet::of(size, stones.iter().copied());
    let liberty = board.block(stones[0])?.liberties().into_iter().next()?;
    let mut seen = PointSet::new(size);
    seen.insert(liberty);
    let mut points = vec![liberty];
    let mut next = 0;
    while let Some(&point) = points.get(next) {
        next += 1;
        for near in size.neighbors(point) {
            if board.stone(near) == Some(color) {
                if !block.contains(near) {
                    return None;
                }
            } else if !seen.contains(near) {
                seen.insert(near);
                points.push(near);
            }
        }
        if points.len() > LARGEST_EYE {
            return None;
        }
    }
    let around = stones.iter().flat_map(|&stone| size.neighbors(stone));
    let mut attackers = Vec::new();
    for near in around.filter(|&near| !seen.contains(near)) {
        match board.stone(near) {
            // A liberty elsewhere.
            None => return None,
            Some(stone) if stone != color => attackers.push(near),
            Some(_) => {}
        }
    }
    Some(Eye { points, attackers, color })
}

impl Eye {
    /// Whether it can never become two eyes, even if its owner moves first.
    fn is_dead_shape(&self, board: &Board) -> bool {
        let size = board.size();
        let is_inside = |&&point: &&Point| board.stone(point) == Some(self.color.opponent());
        let inside: Vec<Point> = self.points.iter().filter(is_inside).copied().collect();
        let (all, taken) = (self.points.len(), inside.len());
        let degrees = degrees(size, &self.points);
        if all <= 2 || degrees == [2, 2, 2, 2] {
            return true;
        }
        if is_nakade(&degrees) {
            // The one point that makes two eyes of it is taken.
            let most = degrees.last().copied();
            let is_vital = |&point: &Point| Some(degree(size, &self.points, point)) == most;
            if inside.iter().any(is_vital) {
                return true;
            }
        }
        // Whoever takes these stones has an eye of that shape, and the opponent plays in its middle.
        if taken + 1 == all && is_nakade(&self::degrees(size, &inside)) {
            return true;
        }
        taken >= 2 && self.is_bent_four_in_corner(size)
    }

    /// Three points along one edge from the corner, and one along the other: dead as it stands under
    /// Japanese rules, and under others unless its owner has threats for a ko.
    fn is_bent_four_in_corner(&self, size: Size) -> bool {
        let is_corner = |point: &Point| size.neighbors(*point).count() == 2;
        let Some(corner) = self.points.iter().copied().find(is_corner) else { return false };
        self.points.len() == 4
            && degrees(size, &self.points) == [1, 1, 2, 2]
            && degree(size, &self.points, corner) == 2
            && self.points.iter().all(|point| size.neighbors(*point).count() < 4)
    }
}

/// How many of the points are neighbours of this one.
fn degree(size: Size, points: &[Point], point: Point) -> usize {
    size.neighbors(point).filter(|near| points.contains(near)).count()
}

/// How many neighbours each of the points has among the others, in order: this tells the shapes apart.
fn degrees(size: Size, points: &[Point]) -> Vec<usize> {
    let mut degrees: Vec<usize> = points.iter().map(|&point| degree(size, points, point)).collect();
    degrees.sort_unstable();
    degrees
}

/// Shapes with one vital point: three in a row or bent, the pyramid, the bulky five, the cross, the
/// rabbitty six; and the square, which is dead as it is.
fn is_nakade(degrees: &[usize]) -> bool {
    matches!(
        degrees,
        [1, 1, 2]
            | [2, 2, 2, 2]
            | [1, 1, 1, 3]
            | [1, 2, 2, 2, 3]
            | [1, 1, 1, 1, 4]
            | [1, 1, 2, 2, 2, 4]
    )
}

#[cfg(test)]
mod tests {
    use hoshi_core::{Position, Preset, Rules};

    use super::*;

    /// The dead stones of a position, for both sides to move.
    fn dead(text: &str) -> String {
        let board = Board::from_text(text).unwrap();
        let of = |turn| {
            let position = Position::new(board.clone(), turn);
            let game = Game::from_position(position, Rules::of(Preset::Japanese));
            let marks = Estimate::of(&game, 1000).marks;
            let names = marks.dead.iter().map(|point| board.size().a1(point).to_string());
            names.collect::<Vec<_>>().join(" ")
        };
        let (black, white) = (of(Color::Black), of(Color::White));
        assert_eq!(black, white);
        black
    }

    #[test]
    fn a_square_four_is_dead() {
        let text = "
            . O . O X X X . .
            . . . O O O X . .
            O O O O O O X X X
            X X X X X X O O X
            X X X O X . O . O
            X O O O X X X O .
            O . . . O X . O .
            . O O . O X . . .
            . . . O X X . . .
        ";
        let dead = dead(text);
        for name in ["E9", "G7", "J6"] {
            assert!(dead.contains(name), "{name} in {dead}");
        }
    }

    #[test]
    fn bent_four_in_the_corner_is_dead() {
        let text = "
            O . X O . O . O .
            O X X O O O O O .
            . X O O . . . . .
            X X O . . . . . .
            O O O . . . . . .
            . . . . O . O . O
            O O O O O O O O O
            . . . . . . . . .
            . . . . . . . . .
        ";
        assert_eq!(dead(text), "C9 B8 C8 B7 A6 B6");
    }

    #[test]
    fn three_with_its_middle_taken_is_dead() {
        let text = "
            X X X X O . O .
            . O . X O O O O
            X X X X O . . .
            O O O O O . O .
            . . . . . . . .
        ";
        assert_eq!(dead(text), "A5 B5 C5 D5 D4 A3 B3 C3 D3");
    }

    /// D2 stands alone.
    #[test]
    fn no_stone_is_dead_in_the_capture_game() {
        let text = "
            . X X . X
            X X X O X
            . X . X .
        ";
        let dead = |rules: &str| {
            let position = Position::new(Board::from_text(text).unwrap(), Color::White);
            let game = Game::from_position(position, rules.parse().unwrap());
            Estimate::of(&game, 200).marks.dead.len()
        };
        assert_eq!(["chinese", "capture=2"].map(dead), [1, 0]);
    }

    #[test]
    fn eyes_that_can_become_two_are_not_judged_by_shape() {
        let shape = |text: &str| {
            // Whoever surrounds it has liberties.
            let width = text.lines().next().unwrap_or_default().len();
            let below = ". ".repeat(width / 2 + 1);
            let board = Board::from_text(&format!("{text}\n{}", below.trim_end())).unwrap();
            let block = board.blocks().find(|block| block.color() == Color::Black).unwrap();
            let eye = only_eye(&board, &block.stones(), Color::Black).unwrap();
            eye.is_dead_shape(&board)
        };
        // Three in a row: whoever moves first decides.
        assert!(!shape(
            ". . . X O
X X X X O
O O O O O"
        ));
        assert!(!shape(
            "O . . X O
X X X X O
O O O O O"
        ));
        assert!(shape(
            ". O . X O
X X X X O
O O O O O"
        ));
        assert!(shape(
            "O O . X O
X X X X O
O O O O O"
        ));
        // Four in a row lives.
        assert!(!shape(
            ". O . . X O
X X X X X O
O O O O O O"
        ));
        // The pyramid, and four that bend away from the corner.
        assert!(shape(
            ". O . X O
X . X X O
X X X O O
O O O O O"
        ));
        assert!(!shape(
            ". . . X O
X . X X O
X X X O O
O O O O O"
        ));
    }
}
