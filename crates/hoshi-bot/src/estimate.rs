//! How a game stands: whose each point is, which stones are dead, the score.

use hoshi_core::playout::{SearchBoard, Spot, capacity};
use hoshi_core::{
    Color, DeadAndSeki, Game, PointMap, PointSet, Scoring, SplitMix64, UnconditionalLife,
    propose_seki,
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
    /// Looks at a game after so many playouts. The same game gives the same estimate.
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
        let (owners, score) = if size.area() > LARGEST {
            (PointMap::new(size, 0.0), 0.0)
        } else {
            match capacity(size) {
                ..=128 => vote::<128>(game, playouts),
                ..=256 => vote::<256>(game, playouts),
                ..=512 => vote::<512>(game, playouts),
                _ => vote::<4096>(game, playouts),
            }
        };
        let marks = marks(game, &owners);
        Estimate { owners, marks, score }
    }
}

/// Playouts from the position, half of them with each side to move.
fn vote<const CAP: usize>(game: &Game, playouts: u32) -> (PointMap<f32>, f32) {
    let size = game.size();
    let judge = crate::judge::Judge::of(game, 0.0);
    let mut policy = Heavy::<CAP>::new(Params::DEFAULT.rates());
    let mut rng = SplitMix64::new(0x686f_7368_6931_3936);
    let mut start = SearchBoard::<CAP>::new(size);
    let mut board = start.clone();
    let mut sums = vec![0_i32; CAP];
    let mut score = 0.0;
    let half = (playouts / 2).max(1);
    for first in [game.turn(), game.turn().opponent()] {
        start.set_position(game.board(), first);
        for _ in 0..half {
            board.copy_from(&start);
            board.run(first, &mut policy, &mut rng);
            let parity = match (board.trace().len() % 2, first) {
                (0, _) => 0,
                (_, Color::Black) => 1,
                (_, Color::White) => -1,
            };
            score += judge.filled(&board, 0, parity).score;
            for (index, sum) in sums.iter_mut().enumerate() {
                *sum += match board.owner(Spot::from_index(index)) {
                    Some(Color::Black) => 1,
                    Some(Color::White) => -1,
                    None => 0,
                };
            }
        }
    }
    let count = (2 * half) as f32;
    let owners =
        PointMap::from_fn(size, |point| sums[start.spot(point).index()] as f32 / count);
    (owners, score / count)
}

/// A block is dead if its points are the opponent's in this mean.
const DEAD: f32 = 0.0;

fn marks(game: &Game, owners: &PointMap<f32>) -> DeadAndSeki {
    let board = game.board();
    let size = board.size();
    let mut marks = DeadAndSeki::new(size);
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
    if game.rules().scoring == Scoring::Territory {
        marks.seki = propose_seki(board, &marks.dead);
    }
    marks
}
