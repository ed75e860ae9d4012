//! The engines against `Board` and `candidates`, after every move of many playouts: stones, hash, ko,
//! the words of all blocks, the lists, and exactly which points each colour may choose. (The
//! integration tests compare `Board` itself with a slow flood fill.)

use alloc::vec::Vec;

use super::engine::{BLACK, Engine, FLAGS, FREE, Index, LISTS, NO_KO, SHUT, WHITE, list_of};
use super::moves::Draw;
use super::plain::Plain;
use super::{Machine, Playouts, candidates, is_eye, move_limit};
use crate::board::Board;
use crate::color::Color;
use crate::point::{Move, Point, PointMap};
use crate::rng::{Rng, SplitMix64};
use crate::size::Size;

/// An engine and the board that it should match.
struct Pair<I, const STRIDE: usize, const CAP: usize, const LEN: usize> {
    engine: Engine<I, STRIDE, CAP, LEN>,
    board: Board,
}

impl<I: Index, const STRIDE: usize, const CAP: usize, const LEN: usize> Pair<I, STRIDE, CAP, LEN> {
    fn new(size: Size) -> Self {
        Self { engine: Engine::new(size), board: Board::new(size) }
    }

    fn number(point: Point) -> usize {
        Engine::<I, STRIDE, CAP, LEN>::number(point)
    }

    fn flags(&self, number: usize) -> u32 {
        self.engine.state.cell[number + Engine::<I, STRIDE, CAP, LEN>::ORIGIN].pattern & FLAGS
    }

    fn check(&mut self, turn: Color) {
        for point in self.board.size().points() {
            assert_eq!(self.engine.stone(point), self.board.stone(point), "{:?}", self.board);
        }
        let state = &self.engine.state;
        assert_eq!(state.hash, self.board.hash());
        assert_eq!(state.ko, self.board.ko().map_or(NO_KO, Self::number));
        assert_eq!(state.stones, Color::ALL.map(|color| self.board.stone_count(color)));
        self.check_words();
        self.check_lists(turn);
    }

    /// The word of each block counts its stones, shut and free pseudo-liberties.
    fn check_words(&self) {
        let state = &self.engine.state;
        for block in self.board.blocks() {
            let enemy = block.color().opponent().index();
            let stones = block.stones();
            let cell = |point: Point| {
                state.cell[Self::number(point) + Engine::<I, STRIDE, CAP, LEN>::ORIGIN]
            };
            let head = cell(stones[0]).block.get();
            let mut word = stones.len() as u64;
            for &stone in &stones {
                assert_eq!(cell(stone).block.get(), head);
                for near in self.board.size().neighbors(stone) {
                    if self.board.is_empty_at(near) {
                        let shut = list_of(self.flags(Self::number(near))) >> enemy & 1 != 0;
                        word += if shut { SHUT } else { FREE };
                    }
                }
            }
            assert_eq!(state.word[head], word, "{:?}", self.board);
        }
    }

    /// Every empty point is in the list of its flags; no shut point is a candidate, and the engine
    /// judges every other one correctly.
    fn check_lists(&mut self, turn: Color) {
        let wanted = Color::ALL.map(|color| candidates(&self.board, color));
        let mut listed = 0;
        for list in 0..LISTS {
            for slot in 0..self.engine.state.count[list] as usize {
                let number = self.engine.state.list[list][slot].get();
                assert_eq!(self.engine.state.slot[number].get(), slot);
                assert_eq!(list_of(self.flags(number)), list);
                let (x, y) = ((number % STRIDE) as u8, (number / STRIDE) as u8);
                let point = self.board.size().point(x, y).expect("a listed point is on the board");
                assert!(self.board.is_empty_at(point));
                listed += 1;
                for color in Color::ALL {
                    let wanted = wanted[color.index()].contains(&point);
                    let shut = list >> color.index() & 1 != 0;
                    assert!(!(shut && wanted), "{color} could play {point:?}:\n{:?}", self.board);
                    // The engine checks only the side to move, and forbids it the ko point.
                    if !shut && (color == turn || self.board.ko() != Some(point)) {
                        let found = match color {
                            Color::Black => self.engine.is_candidate::<BLACK>(number),
                            Color::White => self.engine.is_candidate::<WHITE>(number),
                        };
                        assert_eq!(found, wanted, "{color} at {point:?}:\n{:?}", self.board);
                    }
                }
            }
        }
        assert_eq!(listed, self.board.empty_points().count());
    }

    /// The draw made for the reply is still valid: nothing has moved in the lists.
    fn check_reply(&self, reply: Draw, color: usize) {
        let state = &self.engine.state;
        assert_eq!(reply.total, state.count[0] + state.count[2 - color]);
        if reply.total > 0 {
            assert!(reply.list == 0 || reply.list == 2 - color);
            assert!(reply.index - reply.list * CAP < state.count[reply.list] as usize);
            assert_eq!(state.list.as_flattened()[reply.index].get(), reply.point);
        }
    }

    /// One move of the engine, and the same on the board.
    fn turn(&mut self, turn: Color, rng: &mut SplitMix64) -> Move {
        let played = match turn {
            Color::Black => {
                let draw = self.engine.draw::<BLACK, _>(rng);
                let (played, reply) = self.engine.turn::<BLACK, WHITE, _>(draw, rng);
                self.check_reply(reply, WHITE);
                played
            }
            Color::White => {
                let draw = self.engine.draw::<WHITE, _>(rng);
                let (played, reply) = self.engine.turn::<WHITE, BLACK, _>(draw, rng);
                self.check_reply(reply, BLACK);
                played
            }
        };
        let wanted = candidates(&self.board, turn);
        let mut new = wanted.iter().filter(|&&point| self.engine.stone(point) == Some(turn));
        let mv = new.next().map_or(Move::Pass, |&point| Move::Play(point));
        assert!(new.next().is_none(), "one stone a move");
        assert_eq!(
            played,
            !mv.is_pass(),
            "a legal play that is not a candidate:\n{:?}",
            self.board
        );
        assert_eq!(played, !wanted.is_empty());
        self.board.replay(turn, mv);
        mv
    }

    fn playout(&mut self, first: Color, rng: &mut SplitMix64) {
        let (mut turn, mut passes) = (first, 0);
        for _ in 0..move_limit(self.board.size()) {
            self.check(turn);
            passes = if self.turn(turn, rng).is_pass() { passes + 1 } else { 0 };
            turn = turn.opponent();
            if passes == 2 {
                break;
            }
        }
        self.check(turn);
    }
}

fn check_size<I: Index, const STRIDE: usize, const CAP: usize, const LEN: usize>(
    width: u8,
    height: u8,
    playouts: u32,
) {
    let size = Size::new(width, height).expect("sides above 0");
    let mut rng = SplitMix64::new(u64::from(width) * 1000 + u64::from(height));
    let mut pair = Pair::<I, STRIDE, CAP, LEN>::new(size);
    for _ in 0..playouts {
        pair.engine.state = pair.engine.start;
        pair.board = Board::new(size);
        pair.playout(Color::Black, &mut rng);
    }
}

#[test]
fn small_boards() {
    for width in 1..=7 {
        for height in 1..=7 {
            check_size::<u8, 10, 256, 280>(width, height, 60);
        }
    }
}

#[test]
fn rectangles() {
    for (width, height) in [(1, 25), (2, 20), (9, 4), (9, 12), (3, 15)] {
        check_size::<u8, 10, 256, 280>(width, height, 20);
    }
    check_size::<u8, 16, 256, 292>(15, 2, 50);
    check_size::<u8, 16, 256, 292>(13, 11, 5);
    check_size::<u16, 20, 512, 556>(19, 3, 30);
    check_size::<u16, 64, 4096, 4228>(31, 2, 30);
    check_size::<u16, 64, 4096, 4228>(27, 24, 1);
}

#[test]
fn usual_boards() {
    check_size::<u8, 10, 256, 280>(9, 9, 200);
    check_size::<u8, 16, 256, 292>(13, 13, 10);
    check_size::<u16, 20, 512, 556>(19, 19, 4);
}

/// Playouts from positions of other playouts, including ko, with either colour to move.
#[test]
fn from_positions() {
    let mut rng = SplitMix64::new(8);
    let mut kos = 0;
    for seed in 0..250 {
        let (width, height) = (2 + seed % 8, 2 + seed / 8 % 8);
        let size = Size::new(width, height).expect("sides above 0");
        let mut pair = Pair::<u8, 10, 256, 280>::new(size);
        let mut turn = Color::Black;
        for _ in 0..size.area() * 2 / 3 + usize::from(seed % 11) {
            pair.turn(turn, &mut rng);
            turn = turn.opponent();
        }
        // A third of the starts are the next position with a ko, if there is one.
        for _ in 0..if seed % 3 == 0 { size.area() } else { 0 } {
            if pair.board.ko().is_none() {
                pair.turn(turn, &mut rng);
                turn = turn.opponent();
            }
        }
        let start = pair.board.clone();
        kos += u32::from(start.ko().is_some());
        pair.engine.set_position(&start, turn);
        for _ in 0..3 {
            pair.engine.state = pair.engine.start;
            pair.board = start.clone();
            pair.playout(turn, &mut rng);
        }
    }
    assert!(kos > 5, "positions with a ko: {kos}");
}

/// On positions of a small board every candidate comes up equally often.
#[test]
fn every_candidate_has_the_same_chance() {
    const DRAWS: u32 = 20_000;
    let mut rng = SplitMix64::new(5);
    let mut tested = 0;
    for seed in 0..40 {
        let size = Size::square(4).expect("4 is above 0");
        let mut pair = Pair::<u8, 10, 256, 280>::new(size);
        let mut opening = SplitMix64::new(seed);
        let mut turn = Color::Black;
        for _ in 0..14 + seed % 10 {
            pair.turn(turn, &mut opening);
            turn = turn.opponent();
        }
        let wanted = candidates(&pair.board, turn);
        if wanted.len() < 2 {
            continue;
        }
        tested += 1;
        let (board, state) = (pair.board.clone(), pair.engine.state);
        let mut hits = PointMap::new(size, 0_i64);
        for _ in 0..DRAWS {
            pair.engine.state = state;
            pair.board.clone_from(&board);
            let Move::Play(point) = pair.turn(turn, &mut rng) else { panic!("a pass") };
            hits[point] += 1;
        }
        // Chi-square in integers: the sum of squared deviations over the expected count.
        let n = wanted.len() as i64;
        let squares: i64 =
            wanted.iter().map(|&point| (hits[point] * n - i64::from(DRAWS)).pow(2)).sum();
        let chi = squares / (n * i64::from(DRAWS));
        assert!(chi < n + 20 + 7 * n.isqrt(), "chi-square {chi} of {n} points at seed {seed}");
    }
    assert!(tested > 20, "positions tested: {tested}");
}

/// The plain machine chooses only candidates, and ends like the engines.
#[test]
fn plain_and_engine_agree_in_the_mean() {
    let board = Board::new(Size::S9);
    let mut rng = SplitMix64::new(3);
    let mut plain = Playouts::new(&board, Color::Black);
    plain.machine = Machine::Any(Plain::new(&board, Color::Black).into());
    let mut engine = Playouts::new(&board, Color::Black);
    let mut mean = |playouts: &mut Playouts, runs: u32| -> u32 {
        let all: Vec<_> = (0..runs).map(|_| playouts.run(&mut rng)).collect();
        assert!(all.iter().all(|playout| playout.black + playout.white <= 81));
        all.iter().map(|playout| playout.moves).sum::<u32>() * 10 / runs
    };
    // In tenths of a move; the standard error of 2,000 playouts is 3.6.
    let (slow, fast) = (mean(&mut plain, 2_000), mean(&mut engine, 40_000));
    assert!((1090..=1131).contains(&slow), "{slow}");
    assert!((1103..=1115).contains(&fast), "{fast}");
}

/// Every size gets a machine; the final board is a valid position, with the right count.
#[test]
fn all_sizes_run() {
    let sizes =
        [(1, 1), (1, 2), (9, 25), (10, 25), (15, 15), (16, 16), (25, 25), (63, 63), (64, 3)];
    for (width, height) in sizes.into_iter().chain([(255, 2), (1, 255), (100, 100)]) {
        let size = Size::new(width, height).expect("sides above 0");
        let mut playouts = Playouts::new(&Board::new(size), Color::White);
        let mut rng = SplitMix64::new(u64::from(width));
        let playout = playouts.run(&mut rng);
        let board = Board::with_stones(&playouts.stones());
        assert_eq!(board.hash(), playout.hash, "{size}");
        assert!(board.blocks().all(|block| !block.liberties().is_empty()), "{size}");
        assert!(playout.moves <= move_limit(size));
        let owners = playouts.owners();
        for color in Color::ALL {
            let count =
                owners.values().iter().filter(|&&owner| owner == Some(color)).count() as u32;
            assert_eq!(count, if color == Color::Black { playout.black } else { playout.white });
        }
    }
}

#[test]
fn eyes() {
    let board = Board::from_text(
        "
        . X . X .
        X X X . X
        . X O X O
        X X . . .
    ",
    )
    .expect("a valid position");
    let eye = |name| {
        let point = board.size().parse_a1(name).expect("a point");
        is_eye(&board, Color::Black, point)
    };
    assert!(eye("A4") && eye("A2"));
    assert!(!eye("D3"), "two enemies on its diagonals");
    assert!(eye("C4") && eye("E4"));
    assert!(!eye("C1") && !eye("A1"));
}

#[test]
fn bounded_draws_are_uniform() {
    // 3 does not divide 2^32; each number must still come up a third of the time.
    let mut rng = SplitMix64::new(1);
    let mut hits = [0_u32; 3];
    for _ in 0..300_000 {
        hits[rng.below(3) as usize] += 1;
    }
    assert!(hits.iter().all(|hit| (98_500..101_500).contains(hit)), "{hits:?}");
    assert_eq!(rng.below(0), 0);
    assert_eq!(rng.below(1), 0);
}
