//! The search board against `Board` and `is_eye`, after every move of many playouts.

use alloc::vec::Vec;

use super::{Policy as _, SearchBoard, Spot, Uniform, capacity};
use crate::board::Board;
use crate::color::Color;
use crate::playout::{candidates, is_eye};
use crate::point::Point;
use crate::rng::{Rng as _, SplitMix64};
use crate::rules::{Preset, Rules};
use crate::size::Size;

fn check<const CAP: usize>(search: &SearchBoard<CAP>, board: &Board, turn: Color) {
    let size = board.size();
    let rules = Rules::of(Preset::Simple);
    assert_eq!(search.hash(), board.hash());
    let ko = board.ko().map_or(Spot::PASS, |point| search.spot(point));
    assert_eq!(search.ko(), ko);
    assert_eq!(search.stone_counts(), Color::ALL.map(|color| board.stone_count(color)));
    let mut empty: Vec<Point> = search.empty_spots().map(|s| search.point(s).unwrap()).collect();
    empty.sort_unstable();
    assert_eq!(empty, board.empty_points().collect::<Vec<_>>());
    for point in size.points() {
        let spot = search.spot(point);
        assert_eq!(search.stone(spot), board.stone(point));
        assert_eq!(search.is_legal(turn, spot), board.check(turn, point, &rules).is_ok());
        for color in Color::ALL {
            assert_eq!(search.is_eye(color, spot), is_eye(board, color, point), "{point:?}");
        }
        check_pattern(search, board, point);
    }
    let mut in_atari = [const { Vec::new() }; 2];
    for block in board.blocks() {
        let stones = block.stones();
        let spot = search.spot(stones[0]);
        assert_eq!(search.stones_in(spot), stones.len() as u32);
        let mut found: Vec<_> = search.block_stones(spot).map(|s| search.point(s)).collect();
        found.sort_unstable();
        assert_eq!(found, stones.iter().copied().map(Some).collect::<Vec<_>>());
        assert!(stones.iter().all(|&s| search.head(search.spot(s)) == search.head(spot)));
        let liberties = block.liberties();
        assert_eq!(search.is_in_atari(spot), liberties.len() == 1);
        let only = search.only_liberty(spot).and_then(|liberty| search.point(liberty));
        assert_eq!(only, block.only_liberty());
        let listed = search.liberties(spot);
        assert_eq!(search.liberty_count(spot), listed.len());
        assert_eq!(listed.len().min(4), liberties.len().min(4));
        assert!(listed.iter().all(|&s| liberties.contains(&search.point(s).unwrap())));
        assert!((1..listed.len()).all(|n| !listed[..n].contains(&listed[n])), "{listed:?}");
        if liberties.len() == 1 {
            in_atari[block.color().index()].push(search.head(spot));
        }
    }
    for color in Color::ALL {
        let mut found: Vec<Spot> = search.in_atari(color).map(|s| search.head(s)).collect();
        found.sort_unstable();
        found.dedup();
        in_atari[color.index()].sort_unstable();
        assert_eq!(found, in_atari[color.index()]);
    }
}

fn check_pattern<const CAP: usize>(search: &SearchBoard<CAP>, board: &Board, point: Point) {
    let spot = search.spot(point);
    let pattern = search.pattern(spot);
    for (bit, around) in search.spots_around(spot).into_iter().enumerate() {
        let seen = (pattern >> bit & 1 != 0, pattern >> (bit + 8) & 1 != 0);
        let wanted = match search.point(around) {
            None => (true, true),
            Some(point) => {
                let stone = board.stone(point);
                (stone == Some(Color::Black), stone == Some(Color::White))
            }
        };
        assert_eq!(seen, wanted);
        assert_eq!(search.is_on_board(around), search.point(around).is_some());
    }
}

fn check_size<const CAP: usize>(width: u8, height: u8, games: u32) {
    let size = Size::new(width, height).unwrap();
    let mut rng = SplitMix64::new(u64::from(width) * 999 + u64::from(height));
    let rules = Rules::of(Preset::Simple);
    let mut search = SearchBoard::<CAP>::new(size);
    let start = search.clone();
    for game in 0..games {
        let mut board = Board::new(size);
        search.copy_from(&start);
        let mut turn = Color::Black;
        let mut passes = 0;
        while passes < 2 && search.trace().len() < 3 * size.area() {
            check(&search, &board, turn);
            // Sometimes the position is rebuilt from the board.
            if game % 3 == 0 && rng.below(20) == 0 {
                search.set_position(&board, turn);
                check(&search, &board, turn);
            }
            try_all(&mut search, &board, turn, &mut rng);
            check(&search, &board, turn);
            let spot = Uniform.choose(&mut search, turn, &mut rng);
            assert_eq!(spot.is_pass(), candidates(&board, turn).is_empty());
            match search.point(spot) {
                Some(point) => {
                    let captured = board.captured_by(turn, point);
                    board.play(turn, point, &rules).unwrap();
                    assert_eq!(search.play(turn, spot) as usize, captured.len());
                    let mut taken: Vec<_> = search.captured().map(|s| search.point(s)).collect();
                    taken.sort_unstable();
                    let mut captured: Vec<_> = captured.into_iter().map(Some).collect();
                    captured.sort_unstable();
                    assert_eq!(taken, captured);
                    passes = 0;
                }
                None => {
                    board.lift_ko();
                    search.pass();
                    passes += 1;
                }
            }
            turn = turn.opponent();
        }
        if passes == 2 {
            assert_eq!(search.area(), board.area());
        }
    }
}

/// Tries a line of a few moves and takes them back: everything must be restored.
fn try_all<const CAP: usize>(
    search: &mut SearchBoard<CAP>,
    board: &Board,
    turn: Color,
    rng: &mut SplitMix64,
) {
    let rules = Rules::of(Preset::Simple);
    let mut board = board.clone();
    let mut color = turn;
    let mut tried = Vec::new();
    let (before, trace) = (alloc::format!("{search:?}"), search.trace().len());
    let order: Vec<Spot> = search.empty_spots().collect();
    let blocks = search.blocks();
    for _ in 0..6 {
        let spot = Uniform.choose(search, color, rng);
        let Some(point) = search.point(spot) else { break };
        board.play(color, point, &rules).unwrap();
        tried.push(search.try_play(color, spot));
        assert_eq!(search.hash(), board.hash());
        assert_eq!(search.stone_counts(), Color::ALL.map(|color| board.stone_count(color)));
        for block in board.blocks() {
            let liberties = search.liberty_count(search.spot(block.stones()[0]));
            assert_eq!(liberties.min(4), block.liberties().len().min(4));
        }
        color = color.opponent();
    }
    while let Some(last) = tried.pop() {
        search.take_back(last);
    }
    assert_eq!((alloc::format!("{search:?}"), search.trace().len()), (before, trace));
    assert_eq!(search.empty_spots().collect::<Vec<_>>(), order);
    assert!(search.blocks() == blocks, "every list of liberties is restored");
}

impl<const CAP: usize> SearchBoard<CAP> {
    /// The data of every block.
    fn blocks(&self) -> Vec<super::Block> {
        let heads = (0..CAP).filter(|&at| self.color[at] < 2 && usize::from(self.head[at]) == at);
        heads.map(|at| self.block[at]).collect()
    }
}

#[test]
fn small_boards() {
    for width in 1..=7 {
        for height in 1..=7 {
            check_size::<128>(width, height, 20);
        }
    }
}

#[test]
fn rectangles() {
    for (width, height) in [(1, 25), (2, 20), (9, 4), (15, 7), (3, 15)] {
        check_size::<128>(width, height, 5);
    }
    check_size::<2048>(31, 2, 5);
}

#[test]
fn usual_boards() {
    check_size::<128>(9, 9, 60);
    check_size::<256>(13, 13, 8);
    check_size::<512>(19, 19, 2);
}

/// The largest board uses every index.
#[test]
fn the_largest_board() {
    let size = Size::new(255, 255).unwrap();
    assert_eq!(capacity(size), 1 << 16);
    let mut search = SearchBoard::<65_536>::new(size);
    let mut board = Board::new(size);
    let rules = Rules::of(Preset::Simple);
    for (color, x, y) in [
        (Color::Black, 0, 0),
        (Color::White, 254, 254),
        (Color::White, 1, 0),
        (Color::Black, 253, 254),
        (Color::Black, 254, 0),
        (Color::White, 0, 1),
        (Color::Black, 254, 253),
        (Color::White, 0, 254),
    ] {
        let point = size.point(x, y).unwrap();
        board.play(color, point, &rules).unwrap();
        search.play(color, search.spot(point));
    }
    assert_eq!(search.hash(), board.hash());
    assert_eq!(search.stone_counts(), [3, 3]);
}
