//! Unconditional life beside its definition, taken literally: the owner always passes, the
//! opponent plays wherever he may (no suicide; a ko forbids nothing to a side that plays on alone),
//! and a stone lives if no line of play ever captures it.

mod common;

use std::collections::HashMap;

use common::{Cells, Odometer, Reference, size};
use hoshi_core::{Color, Preset, Rng, Rules, Setup, Size, SplitMix64, UnconditionalLife};

/// What the opponent of one colour can capture, from any board of one size.
struct Hunt {
    size: Size,
    owner: Color,
    known: HashMap<Cells, u16>,
}

impl Hunt {
    fn new(size: Size, owner: Color) -> Hunt {
        Hunt { size, owner, known: HashMap::new() }
    }

    /// The owner's stones, as bits, that some line of play captures. The opponent's stones only
    /// become more, so every line ends.
    fn capturable(&mut self, cells: &Cells) -> u16 {
        if let Some(&bits) = self.known.get(cells) {
            return bits;
        }
        let hunter = self.owner.opponent();
        let rules = Rules::of(Preset::Simple);
        let reference = Reference::new(self.size, &rules, cells.clone(), hunter);
        let mut bits = 0;
        for point in self.size.points() {
            if let Ok(after) = reference.check_board(hunter, point) {
                for at in after.captured {
                    bits |= 1 << at;
                }
                bits |= self.capturable(&after.cells);
            }
        }
        self.known.insert(cells.clone(), bits);
        bits
    }

    /// Compares hoshi-core's answer for a legal board; how many stones live.
    fn check(&mut self, cells: &Cells) -> u32 {
        let mut setup = Setup::new(self.size);
        for (point, &cell) in self.size.points().zip(cells) {
            setup.stones[point] = cell;
        }
        let board = setup.position().expect("a legal board").into_board();
        let life = UnconditionalLife::of(&board, self.owner);
        let capturable = self.capturable(cells);
        let mut living = 0;
        for (at, point) in self.size.points().enumerate() {
            let lives = cells[at] == Some(self.owner) && capturable >> at & 1 == 0;
            assert_eq!(
                life.stones.contains(point),
                lives,
                "{} at {point:?} of\n{board}",
                self.owner
            );
            living += u32::from(lives);
            // What is enclosed is not the owner's stones, and only the living enclose.
            let enclosed = life.territory.contains(point);
            assert!(!enclosed || cells[at] != Some(self.owner), "{point:?} of\n{board}");
            assert!(!enclosed || !life.stones.is_empty(), "{point:?} of\n{board}");
        }
        living
    }
}

#[test]
fn on_every_position_of_small_boards() {
    let mut living = 0;
    for (width, height) in [(1, 1), (5, 1), (1, 7), (2, 2), (3, 2), (2, 4), (3, 3)] {
        let size = size(width, height);
        let odometer = Odometer::new(size);
        for owner in Color::ALL {
            let mut hunt = Hunt::new(size, owner);
            for bits in Odometer::new(size).filter(|&bits| odometer.is_legal(bits)) {
                living += hunt.check(&odometer.cells(bits));
            }
        }
    }
    println!("counted: unconditional life: {living} living stones on all small boards");
    assert!(living > 500, "{living}");
}

/// Larger boards, filled up enough for something to live.
#[test]
fn on_random_positions() {
    let mut rng = SplitMix64::new(41);
    let mut living = 0;
    for (width, height, boards) in [(4, 3, 1_000), (5, 3, 500), (4, 4, 500), (8, 2, 300)] {
        let size = size(width, height);
        let odometer = Odometer::new(size);
        let mut hunts = Color::ALL.map(|owner| Hunt::new(size, owner));
        let mut checked = 0;
        while checked < boards {
            // Mostly one colour, with few gaps: that is what living shapes look like.
            let color = Color::ALL[rng.below(2) as usize];
            let mut bits = common::Bits { black: 0, white: 0 };
            for at in 0..size.area() {
                let color = if rng.below(5) == 0 { color.opponent() } else { color };
                match (rng.below(10), color) {
                    (0..3, _) => {}
                    (_, Color::Black) => bits.black |= 1 << at,
                    (_, Color::White) => bits.white |= 1 << at,
                }
            }
            if odometer.is_legal(bits) {
                checked += 1;
                living += hunts[color.index()].check(&odometer.cells(bits));
            }
        }
    }
    println!("counted: unconditional life: {living} living stones on random boards");
    assert!(living > 2_000, "{living}");
}
