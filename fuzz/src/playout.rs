//! Playouts from any position, on every engine: the slow reference counts and hashes the final
//! board again. The bare board, without a game, is compared with the reference too.

use hoshi_core::playout::{Playout, Playouts, candidates, is_eye};
use hoshi_core::{
    Board, Color, Ko, Move, Owner, Point, Preset, Rng, Rules, Scoring, Setup, Size, SplitMix64,
    Suicide,
};

use crate::common::{Cells, Reference, count, group, hash};

/// The largest board on which the reference checks every point.
const EVERY_POINT: usize = 150;
/// The maximum number of plays on the bare board.
const PLAYS: usize = 24;

/// Reads the bytes as a size, a seed, the number of playouts, a turn, a ko, then stones.
pub(crate) fn run(bytes: &[u8]) {
    let [width, height, seed, turn, ko, stones @ ..] = bytes else { return };
    let size = size_of(*width, *height);
    let Some((board, reference, turn)) = start(size, *turn, *ko, stones) else { return };
    if size.area() <= EVERY_POINT {
        same_candidates(&board, &reference);
    }
    let seed = u64::from(*seed) | u64::from(stones.last().copied().unwrap_or(0)) << 8;
    let mut playouts = Playouts::new(&board, turn);
    let first = check_runs(&mut playouts, &board, turn, seed);

    // Another board of the same size, which playing leads to; then of another size; then back.
    let (mut other, mut beside) = (board.clone(), reference);
    same_plays(&mut other, &mut beside, stones);
    playouts.set_position(&other, turn.opponent());
    check_runs(&mut playouts, &other, turn.opponent(), seed);
    let away = Board::new(size_of(*height, width.rotate_left(3)));
    playouts.set_position(&away, turn);
    check_runs(&mut playouts, &away, turn, seed);
    playouts.set_position(&board, turn);
    assert_eq!(playouts.run(&mut SplitMix64::new(seed)), first, "after other boards: {board:?}");
}

/// Mostly 9x9 at most; a few for each of the larger engines, and some that only the plain one takes.
fn size_of(width: u8, height: u8) -> Size {
    let (width, height) = match width {
        ..=199 => (width % 9 + 1, height % 9 + 1),
        200..=229 => (width - 199, height % 12 + 1),
        230..=239 => (height % 4 + 1, width - 204),
        240..=247 => (64 + height % 9, width % 3 + 1),
        248..=251 => (width % 2 + 1, 64 + height % 9),
        252.. => (255, 1),
    };
    Size::new(width, height).expect("sides above 0")
}

/// The position, if it is legal: four points per byte, and the ko if it is possible.
fn start(size: Size, turn: u8, ko: u8, stones: &[u8]) -> Option<(Board, Reference, Color)> {
    let mut setup = Setup::new(size);
    setup.turn = Color::ALL[usize::from(turn % 2)];
    for (at, point) in size.points().enumerate() {
        let byte = stones.get(at / 4).copied().unwrap_or(0);
        setup.stones[point] = match byte >> (at % 4 * 2) & 3 {
            1 => Some(Color::Black),
            2 => Some(Color::White),
            _ => None,
        };
    }
    let turn = setup.turn;
    let cells: Cells = setup.stones.values().to_vec();
    let mut reference = Reference::new(size, &Rules::of(Preset::Simple), cells, turn);
    let mut with_ko = setup.clone();
    with_ko.ko = size.point_at(usize::from(ko));
    let position = with_ko.position().or_else(|_| setup.position()).ok()?;
    reference.ko = position.board().ko().map(|point| (reference.at(point), turn));
    Some((position.into_board(), reference, turn))
}

/// A few playouts: each ends on a position that is counted correctly, and is reproducible. Returns
/// the first.
fn check_runs(playouts: &mut Playouts, board: &Board, turn: Color, seed: u64) -> Playout {
    assert_eq!(playouts.size(), board.size());
    let mut rng = SplitMix64::new(seed);
    let first = check_run(playouts, board, &mut rng);
    let mut again = Playouts::new(board, turn);
    assert_eq!(again.run(&mut SplitMix64::new(seed)), first, "one seed, two playouts: {board:?}");
    assert_eq!(again.stones(), playouts.stones(), "one seed, two ends: {board:?}");
    if board.size().area() <= EVERY_POINT {
        check_run(playouts, board, &mut rng);
        check_run(playouts, board, &mut rng);
    }
    assert_eq!(playouts.run(&mut SplitMix64::new(seed)), first, "a run left a trace: {board:?}");
    first
}

/// Checks one playout and its final board.
fn check_run(playouts: &mut Playouts, board: &Board, rng: &mut impl Rng) -> Playout {
    let size = board.size();
    let playout = playouts.run(rng);
    let stones = playouts.stones();
    let cells: Cells = stones.values().to_vec();
    let tell = || format!("{playout:?} from {board:?} to {stones:?}");
    assert_eq!(playout.hash, hash(size, &cells, |x, y| (x, y)), "the hash: {}", tell());
    let end = Reference::new(size, &Rules::of(Preset::Simple), cells, Color::Black);
    let breathe = end.groups().iter().all(|(_, group)| !group.liberties.is_empty());
    assert!(breathe, "a block without a liberty: {}", tell());
    let count = count(size, &end.cells, &[], &[], Scoring::Area);
    let [black, white] = [0, 1].map(|color| count.stones[color] + count.territory[color]);
    assert_eq!((playout.black, playout.white), (black, white), "the area: {}", tell());
    let owner = |owner: &Owner| match owner {
        Owner::Stone(color) | Owner::Territory(color) => Some(*color),
        Owner::Dame | Owner::Seki(_) => None,
    };
    let owners: Vec<Option<Color>> = count.owners.iter().map(owner).collect();
    assert_eq!(playouts.owners().values(), owners, "the owners: {}", tell());
    assert!(playout.moves <= 3 * size.area() as u32, "too long: {}", tell());
    playout
}

/// Eyes and candidates of both colours, by their definitions.
fn same_candidates(board: &Board, reference: &Reference) {
    let size = board.size();
    for color in Color::ALL {
        let eye = |&point: &Point| obvious_eye(reference, color, point);
        let eyes: Vec<Point> = size.points().filter(eye).collect();
        let found: Vec<Point> = size.points().filter(|&p| is_eye(board, color, p)).collect();
        assert_eq!(found, eyes, "eyes of {color} in {board:?}");
        let may = |point: &Point| reference.check_board(color, *point).is_ok() && !eye(point);
        let wanted: Vec<Point> = size.points().filter(may).collect();
        assert_eq!(candidates(board, color), wanted, "candidates of {color} in {board:?}");
    }
}

/// An empty point with own stones on all sides, and at most one enemy on the four corners, or none
/// if a corner is off the board.
fn obvious_eye(reference: &Reference, color: Color, point: Point) -> bool {
    let (x, y) = (i16::from(point.x()), i16::from(point.y()));
    let (width, height) = (i16::from(reference.size.width()), i16::from(reference.size.height()));
    // Off the board is `None`; on the board is the stone there, if any.
    let look = |(x, y): (i16, i16)| {
        let inside = (0..width).contains(&x) && (0..height).contains(&y);
        inside.then(|| reference.cells[(y * width + x) as usize])
    };
    let sides = [(x, y - 1), (x - 1, y), (x + 1, y), (x, y + 1)].map(look);
    let corners = [(x - 1, y - 1), (x + 1, y - 1), (x - 1, y + 1), (x + 1, y + 1)].map(look);
    let enemies = corners.iter().filter(|&&corner| corner == Some(Some(color.opponent()))).count();
    look((x, y)) == Some(None)
        && sides.iter().all(|&side| side.is_none() || side == Some(Some(color)))
        && enemies <= usize::from(!corners.contains(&None))
}

/// Plays on the bare board, by either colour at any time, under any rule that the board supports.
fn same_plays(board: &mut Board, reference: &mut Reference, bytes: &[u8]) {
    let size = board.size();
    for byte in bytes.iter().take(PLAYS) {
        let suicide = [Suicide::Forbidden, Suicide::Multi, Suicide::Any][usize::from(byte % 3)];
        let rules = Rules { suicide, ko: Ko::Simple, ..Rules::of(Preset::Simple) };
        reference.rules = rules.clone();
        let color = Color::ALL[usize::from(byte & 1)];
        let point = reference.point(usize::from(*byte) * 7 % size.area());
        let before = board.clone();
        let tell = || format!("{color} at {point:?} under {rules} in {before:?}");
        match reference.check_board(color, point) {
            Err(refusal) => {
                assert_eq!(board.check(color, point, &rules), Err(refusal), "{}", tell());
                assert_eq!(board.play(color, point, &rules), Err(refusal), "{}", tell());
                assert_eq!(*board, before, "a refused play changed the board: {}", tell());
            }
            Ok(after) => {
                let placed = board.play(color, point, &rules);
                let placed = placed.unwrap_or_else(|error| panic!("{error}: {}", tell()));
                assert_eq!(placed.captured as usize, after.captured.len(), "{}", tell());
                assert_eq!(placed.lost as usize, after.lost.len(), "{}", tell());
                assert_eq!(placed.ko, after.ko.map(|at| reference.point(at)), "{}", tell());
                reference.play(color, Move::Play(point)).expect("it was allowed");
            }
        }
        same_board(board, reference, &tell);
    }
}

/// Compares the board and the reference.
fn same_board(board: &Board, reference: &Reference, tell: &impl Fn() -> String) {
    for (at, &cell) in reference.cells.iter().enumerate() {
        let point = reference.point(at);
        assert_eq!(board.stone(point), cell, "the stone at {point:?}: {}", tell());
    }
    assert_eq!(board.hash(), reference.hash(), "the hash: {}", tell());
    let ko = reference.ko.map(|(at, color)| (reference.point(at), color));
    assert_eq!(board.ko().zip(board.ko_color()), ko, "the ko: {}", tell());
    let captures = Color::ALL.map(|color| board.captures(color));
    assert_eq!(captures, reference.captures, "the captures: {}", tell());
    for block in board.blocks() {
        let stones = block.stones();
        let wanted = group(reference.size, &reference.cells, reference.at(stones[0]));
        assert_eq!(stones, reference.points(&wanted.stones), "a block: {}", tell());
        assert_eq!(block.liberties(), reference.points(&wanted.liberties), "{}", tell());
    }
}
