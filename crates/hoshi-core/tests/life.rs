//! Unconditional life compared with its literal definition: the owner always passes, the opponent plays
//! wherever it is legal (no suicide; ko never applies to a side that plays alone), and a stone lives if
//! no line of play ever captures it. In territory no such line makes a living group.

mod common;

use std::collections::HashMap;

use common::{Cells, Odometer, Reference, size};
use hoshi_core::{
    Board, Color, Preset, Rng, Rules, Setup, Size, SplitMix64, Suicide, UnconditionalLife,
};

/// What the opponent of one colour can achieve by playing alone, as bits.
#[derive(Clone, Copy, Default)]
struct Prey {
    /// The owner's stones that some line of play captures.
    captured: u16,
    /// Where some line of play makes stones of the opponent that live themselves.
    settled: u16,
}

/// What the opponent of one colour can do, from any board of one size.
struct Hunt {
    size: Size,
    owner: Color,
    known: HashMap<Cells, Prey>,
}

impl Hunt {
    fn new(size: Size, owner: Color) -> Hunt {
        Hunt { size, owner, known: HashMap::new() }
    }

    /// The union over all lines of play. The opponent's stones only increase, so every line ends.
    fn prey(&mut self, cells: &Cells) -> Prey {
        if let Some(&prey) = self.known.get(cells) {
            return prey;
        }
        let hunter = self.owner.opponent();
        let rules = Rules::of(Preset::Simple);
        let reference = Reference::new(self.size, &rules, cells.clone(), hunter);
        let lives = UnconditionalLife::of(&self.board(cells), hunter, Suicide::Forbidden).stones;
        let at = lives.iter().map(|point| self.size.index(point));
        let mut prey = Prey { captured: 0, settled: at.fold(0, |bits, at| bits | 1 << at) };
        for point in self.size.points() {
            if let Ok(after) = reference.check_board(hunter, point) {
                for at in after.captured {
                    prey.captured |= 1 << at;
                }
                let later = self.prey(&after.cells);
                prey.captured |= later.captured;
                prey.settled |= later.settled;
            }
        }
        self.known.insert(cells.clone(), prey);
        prey
    }

    fn board(&self, cells: &Cells) -> Board {
        let mut setup = Setup::new(self.size);
        for (point, &cell) in self.size.points().zip(cells) {
            setup.stones[point] = cell;
        }
        setup.position().expect("a legal board").into_board()
    }

    /// Checks hoshi-core's answer for a legal board; returns the number of living stones.
    fn check(&mut self, cells: &Cells) -> u32 {
        let board = self.board(cells);
        let life = UnconditionalLife::of(&board, self.owner, Suicide::Forbidden);
        let Prey { captured: capturable, settled } = self.prey(cells);
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
            // Enclosed points are not the owner's stones, and only living blocks enclose.
            let enclosed = life.territory.contains(point);
            assert!(!enclosed || cells[at] != Some(self.owner), "{point:?} of\n{board}");
            assert!(!enclosed || !life.stones.is_empty(), "{point:?} of\n{board}");
            // However often the owner passes, nothing can live there.
            assert!(!enclosed || settled >> at & 1 == 0, "life at {point:?} of\n{board}");
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
            // Mostly one colour, with few gaps: as in living shapes.
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

/// Where suicide may be played the lines of play go in circles, so the captures are found for all
/// boards at once, until nothing changes.
#[test]
fn with_suicide_on_every_position_of_small_boards() {
    let mut living = 0;
    for (width, height) in [(5, 1), (7, 1), (2, 2), (3, 2), (4, 2), (3, 3)] {
        let size = size(width, height);
        let odometer = Odometer::new(size);
        let boards: Vec<Cells> = Odometer::new(size)
            .filter(|&bits| odometer.is_legal(bits))
            .map(|bits| odometer.cells(bits))
            .collect();
        let numbers: HashMap<&Cells, usize> =
            boards.iter().enumerate().map(|(number, cells)| (cells, number)).collect();
        let rules = Rules { suicide: Suicide::Multi, ..Rules::of(Preset::Simple) };
        for owner in Color::ALL {
            let hunter = owner.opponent();
            let moves: Vec<Vec<(u16, usize)>> = boards
                .iter()
                .map(|cells| {
                    let reference = Reference::new(size, &rules, cells.clone(), hunter);
                    let after = |point| reference.check_board(hunter, point).ok();
                    let step = |after: common::After| {
                        let bits = after.captured.iter().fold(0, |bits, at| bits | 1 << at);
                        (bits, numbers[&after.cells])
                    };
                    size.points().filter_map(after).map(step).collect()
                })
                .collect();
            let mut capturable = vec![0_u16; boards.len()];
            let mut changed = true;
            while changed {
                changed = false;
                for (number, moves) in moves.iter().enumerate() {
                    let bits = moves
                        .iter()
                        .fold(0, |bits, &(taken, next)| bits | taken | capturable[next]);
                    changed |= bits != capturable[number];
                    capturable[number] = bits;
                }
            }
            for (cells, capturable) in boards.iter().zip(&capturable) {
                let mut setup = Setup::new(size);
                for (point, &cell) in size.points().zip(cells) {
                    setup.stones[point] = cell;
                }
                let board = setup.position().expect("a legal board").into_board();
                let life = UnconditionalLife::of(&board, owner, Suicide::Multi);
                for (at, point) in size.points().enumerate() {
                    let lives = life.stones.contains(point);
                    let safe = cells[at] == Some(owner) && capturable >> at & 1 == 0;
                    assert_eq!(lives, safe, "{owner} at {point:?} of\n{board}");
                    living += u32::from(lives);
                }
            }
        }
    }
    println!("counted: unconditional life with suicide: {living} living stones on small boards");
    assert!(living > 500, "{living}");
}
