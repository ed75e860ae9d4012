//! Random games, played by hoshi-core and by the slow reference side by side. After every move
//! their states must agree, and a refused move must change nothing. Interesting events are counted,
//! so that they cannot silently stop happening.

mod common;

use common::{
    Reference, every_ruleset, rounds, same_dry_run, same_everything, same_hashes, same_legality,
    same_score, same_state, size, story,
};
use hoshi_core::{
    Block, Color, DeadAndSeki, Game, HalfPoints, Ko, Move, Phase, Placed, Point, Preset, Refusal,
    Rng, Rules, Scoring, Setup, Size, SplitMix64,
};

/// Event counts over many games.
#[derive(Default, Debug)]
struct Tally {
    games: u64,
    plays: u64,
    passes: u64,
    out_of_turn: u64,
    captures: u64,
    /// Plays that captured on more than one side.
    double_captures: u64,
    kos: u64,
    ko_refusals: u64,
    superko_refusals: u64,
    /// Of these, the ones that the other superko rule allows.
    positional_only: u64,
    suicide_refusals: u64,
    single_suicides: u64,
    multi_suicides: u64,
    repetitions: u64,
    resumptions: u64,
    endings: u64,
}

impl Tally {
    /// A line for the report of `cargo xtask test`.
    fn report(&self, name: &str) {
        let Tally { games, plays, captures, kos, ko_refusals, superko_refusals, .. } = self;
        let suicides = self.single_suicides + self.multi_suicides;
        println!(
            "counted: random games {name}: {games} games, {plays} plays, {captures} captures, \
             {kos} kos, {ko_refusals} ko refusals, {superko_refusals} superko refusals, \
             {suicides} suicides"
        );
    }
}

/// Where to try the next play.
#[derive(Clone, Copy)]
enum Where {
    /// Anywhere.
    Board,
    /// Mostly near the last play: fights.
    Fight,
    /// In the corners, and along the edges.
    Corners,
}

struct Table {
    game: Game,
    reference: Reference,
    rng: SplitMix64,
    place: Where,
    /// Whether to compare everything after every move, or samples.
    whole: bool,
    tally: Tally,
}

impl Table {
    fn new(size: Size, rules: &Rules, seed: u64) -> Table {
        let game = Game::new(size, rules.clone());
        let reference = Reference::empty(size, rules);
        let rng = SplitMix64::new(seed);
        let whole = size.area() <= 50;
        Table { game, reference, rng, place: Where::Board, whole, tally: Tally::default() }
    }

    fn chance(&mut self, one_in: u32) -> bool {
        self.rng.below(one_in) == 0
    }

    /// A point to try, which may be occupied.
    fn somewhere(&mut self) -> Point {
        let size = self.game.size();
        let (width, height) = (u32::from(size.width()), u32::from(size.height()));
        let last = self.game.last_move().and_then(|(_, mv)| mv.point());
        if !matches!(self.place, Where::Board) && self.chance(5) {
            // A capture, if possible: it leads to kos.
            let ataris = self.game.board().blocks().filter(Block::is_in_atari);
            let liberties: Vec<Point> = ataris.map(|block| block.liberties()[0]).collect();
            if !liberties.is_empty() {
                return liberties[self.rng.below(liberties.len() as u32) as usize];
            }
        }
        let (x, y) = match (self.place, last) {
            (Where::Fight, Some(last)) if !self.chance(4) => {
                let near = |at: u8, side: u32, rng: &mut SplitMix64| {
                    (u32::from(at) + rng.below(5)).saturating_sub(2).min(side - 1)
                };
                (near(last.x(), width, &mut self.rng), near(last.y(), height, &mut self.rng))
            }
            (Where::Corners, _) => {
                // Three points deep into a corner, or two rows along an edge near one.
                let (wide, deep) = if self.chance(3) { (9, 2) } else { (3, 3) };
                let (mut x, mut y) = (self.rng.below(wide), self.rng.below(deep));
                if self.chance(2) {
                    (x, y) = (y, x);
                }
                let x = if self.chance(2) { x } else { width - 1 - x };
                (x, if self.chance(2) { y } else { height - 1 - y })
            }
            _ => (self.rng.below(width), self.rng.below(height)),
        };
        size.point(x as u8, y as u8).expect("a point of the board")
    }

    /// Tries a move, which may be refused.
    fn step(&mut self) {
        let turn = self.game.turn();
        let color = if self.chance(12) { turn.opponent() } else { turn };
        if self.chance(25) {
            return self.pass(color);
        }
        if self.chance(30) {
            let beyond = size(255, 255).point(254, 254).expect("its last point");
            let found = self.attempt(color, beyond);
            assert!(self.game.size() == size(255, 255) || found == Err(Refusal::OffBoard));
            return;
        }
        for _ in 0..12 {
            let point = self.somewhere();
            if self.attempt(color, point).is_ok() {
                return;
            }
        }
        let legal = self.game.legal_points(color).next();
        match legal {
            Some(point) => assert!(self.attempt(color, point).is_ok()),
            None => self.pass(color),
        }
    }

    /// Plays on both, and compares the results.
    fn attempt(&mut self, color: Color, point: Point) -> Result<Placed, Refusal> {
        let wanted = self.reference.check(color, point);
        if self.whole || self.chance(8) {
            same_dry_run(&self.game, &self.reference, color, point);
        }
        let before = (self.whole || self.chance(16)).then(|| self.game.clone());
        let predicted =
            wanted.is_ok().then(|| self.game.board().hash_after(color, point)).flatten();
        let in_turn = color == self.game.turn();
        let found = match (in_turn, self.rng.below(3)) {
            (true, 0) => self.game.play(point.into()),
            (true, 1) => self.game.play_strict(color, point.into()),
            _ => self.game.play_as(color, point.into()),
        };
        assert_eq!(found.err(), wanted.as_ref().err().copied(), "in {}", story(&self.game));
        let after = match wanted {
            Ok(after) => after,
            Err(refusal) => {
                if let Some(before) = before {
                    assert_eq!(self.game, before, "a refused move changed {}", story(&before));
                }
                self.count_refusal(color, point, refusal);
                return Err(refusal);
            }
        };
        let placed = found.expect("the reference allows it");
        if let Some(mut before) = before {
            // Out of turn, only strict play objects.
            if !in_turn {
                let strict = before.play_strict(color, point.into());
                assert_eq!(strict, Err(Refusal::NotYourTurn));
            }
            let mut board = before.board().clone();
            assert_eq!(board.play(color, point, before.rules()), Ok(placed));
            assert_eq!(board, *self.game.board());
        }
        self.count_play(in_turn, point, &placed);
        let same = self.reference.play(color, point.into()).expect("it was allowed just now");
        assert_eq!(same, Some(after.clone()));
        let ko = after.ko.map(|at| self.reference.point(at));
        let wanted = Placed {
            captured: after.captured.len() as u32,
            lost: after.lost.len() as u32,
            ko,
            replaced: None,
        };
        assert_eq!(placed, wanted, "what {point:?} did in {}", story(&self.game));
        assert_eq!(self.game.turn(), color.opponent());
        assert_eq!(predicted, Some(self.game.board().hash()), "in {}", story(&self.game));
        self.compare();
        Ok(placed)
    }

    fn count_play(&mut self, in_turn: bool, point: Point, placed: &Placed) {
        let tally = &mut self.tally;
        tally.plays += 1;
        tally.out_of_turn += u64::from(!in_turn);
        tally.captures += u64::from(placed.captured > 0);
        tally.kos += u64::from(placed.ko.is_some());
        tally.single_suicides += u64::from(placed.lost == 1);
        tally.multi_suicides += u64::from(placed.lost > 1);
        tally.repetitions += u64::from(self.game.repetition().is_some());
        let at = self.reference.at(point);
        let taken = common::neighbors(self.game.size(), at).filter(|&near| {
            self.reference.cells[near].is_some()
                && self.game.board().is_empty_at(self.reference.point(near))
        });
        tally.double_captures += u64::from(placed.captured > 1 && taken.count() > 1);
    }

    fn count_refusal(&mut self, color: Color, point: Point, refusal: Refusal) {
        let tally = &mut self.tally;
        match refusal {
            Refusal::Ko => tally.ko_refusals += 1,
            Refusal::Suicide => tally.suicide_refusals += 1,
            Refusal::Superko { .. } => {
                tally.superko_refusals += 1;
                let after = self.reference.after(color, self.reference.at(point)).cells;
                let situational = self.reference.repeats(&after, color.opponent(), Ko::Situational);
                tally.positional_only += u64::from(situational.is_none());
            }
            _ => {}
        }
    }

    fn pass(&mut self, color: Color) {
        let other_passed = self.game.last_move() == Some((color.opponent(), Move::Pass));
        assert_eq!(self.game.play_as(color, Move::Pass), Ok(Placed::default()));
        self.reference.play(color, Move::Pass).expect("a pass is never refused");
        self.tally.passes += 1;
        assert_eq!(self.game.turn(), color.opponent());
        if *self.game.phase() != Phase::Playing {
            assert!(other_passed, "one pass ended {}", story(&self.game));
        }
        self.compare();
        if *self.game.phase() != Phase::Playing {
            self.ending();
        }
    }

    /// Both passed: count with some stones dead, and play on.
    fn ending(&mut self) {
        self.tally.endings += 1;
        let point = self.somewhere();
        let over = self.game.clone();
        assert_eq!(self.game.play(point.into()), Err(Refusal::GameOver));
        assert_eq!(self.game.play_strict(Color::Black, Move::Pass), Err(Refusal::GameOver));
        assert_eq!(self.game, over);
        let size = self.game.size();
        if let Phase::Over(outcome) = self.game.phase() {
            assert_eq!(*outcome, self.game.score_with(&DeadAndSeki::new(size)).outcome());
            assert_eq!(self.game.undo_many(2), 2);
            self.rewind();
            return;
        }
        let blocks: Vec<Point> = self.game.board().blocks().map(|b| b.stones()[0]).collect();
        for stone in blocks {
            match self.rng.below(6) {
                0 => self.game.toggle_dead(stone).expect("there is a stone"),
                // The stone may have been taken off as dead.
                1 => drop(self.game.toggle_seki(stone)),
                _ => {}
            }
        }
        same_score(&self.game, &self.reference, &self.game.marks(), self.game.handicap());
        let (by, turn) = (Color::ALL[self.rng.below(2) as usize], self.game.turn());
        self.game.resume(by).expect("stones are being marked");
        self.tally.resumptions += 1;
        let first = match self.game.rules().scoring {
            Scoring::Territory => by.opponent(),
            Scoring::Area => turn,
        };
        assert_eq!((self.game.turn(), self.game.phase()), (first, &Phase::Playing));
        self.compare();
    }

    /// Replays the reference from the start up to the game's current position.
    fn rewind(&mut self) {
        let start = self.game.start();
        let cells = self.game.size().points().map(|p| start.board().stone(p)).collect();
        let rules = self.game.rules().clone();
        self.reference = Reference::new(self.game.size(), &rules, cells, start.turn());
        for (color, mv) in self.game.moves() {
            self.reference.play(color, mv).expect("it was played once");
        }
        self.compare();
    }

    fn compare(&mut self) {
        if self.whole || self.chance(40) && self.game.size().area() <= 625 {
            same_everything(&self.game, &self.reference);
            let marks = self.some_marks();
            let handicap = self.rng.below(10);
            same_score(&self.game, &self.reference, &marks, handicap);
            return;
        }
        same_state(&self.game, &self.reference);
        let samples = if self.game.size().area() > 625 { 16 } else { 24 };
        let points: Vec<Point> = (0..samples).map(|_| self.somewhere()).collect();
        same_legality(&self.game, &self.reference, &points);
        if self.chance(20) {
            let marks = self.some_marks();
            same_score(&self.game, &self.reference, &marks, 2);
            same_hashes(&self.game, &self.reference);
        }
    }

    /// Any stones marked, whole blocks or not.
    fn some_marks(&mut self) -> DeadAndSeki {
        let mut marks = DeadAndSeki::new(self.game.size());
        for _ in 0..self.rng.below(6) {
            let (dead, seki) = (self.somewhere(), self.somewhere());
            marks.dead.insert(dead);
            marks.seki.insert(seki);
        }
        marks
    }

    fn play(mut self, steps: u32) -> Tally {
        self.compare();
        for _ in 0..steps {
            self.step();
        }
        self.tally
    }
}

/// Games of one kind: on these sizes, this many under each ruleset.
struct Kind {
    name: &'static str,
    seed: u64,
    sizes: &'static [(u8, u8)],
    games: u64,
    place: Where,
    steps: u32,
}

impl Kind {
    fn play(&self, rulesets: &[Rules]) -> Tally {
        let mut tally = Tally::default();
        let mut rng = SplitMix64::new(self.seed);
        for &(width, height) in self.sizes {
            for rules in rulesets {
                for _ in 0..self.games * rounds() {
                    let table = Table::new(size(width, height), rules, rng.next_u64());
                    tally = Table { place: self.place, tally, ..table }.play(self.steps);
                    tally.games += 1;
                }
            }
        }
        tally.report(self.name);
        tally
    }
}

fn presets() -> Vec<Rules> {
    Preset::ALL.into_iter().map(Rules::of).collect()
}

#[test]
fn on_tiny_boards() {
    let sizes = &[(1, 1), (2, 1), (1, 3), (4, 1), (2, 2), (3, 2), (2, 4), (3, 3), (4, 3)];
    let kind =
        Kind { name: "on tiny boards", seed: 1, sizes, games: 3, place: Where::Board, steps: 120 };
    let tally = kind.play(&every_ruleset());
    assert!(tally.plays > 15_000, "{tally:?}");
    assert!(tally.superko_refusals > 20_000, "{tally:?}");
    assert!(tally.positional_only > 1_000, "{tally:?}");
    assert!(tally.suicide_refusals > 20_000, "{tally:?}");
    assert!(tally.multi_suicides > 500 && tally.single_suicides > 500, "{tally:?}");
    assert!(tally.kos > 800 && tally.ko_refusals > 2_000, "{tally:?}");
    assert!(tally.repetitions > 3_000, "{tally:?}");
    assert!(tally.double_captures > 1_000, "{tally:?}");
    assert!(tally.resumptions > 2_000 && tally.endings > 2_000, "{tally:?}");
    assert!(tally.out_of_turn > 1_000, "{tally:?}");
}

#[test]
fn on_small_boards() {
    let sizes = &[(4, 4), (5, 5), (6, 6), (7, 7), (7, 1), (13, 1), (1, 25), (2, 9), (25, 2)];
    let kind =
        Kind { name: "on small boards", seed: 2, sizes, games: 1, place: Where::Fight, steps: 180 };
    let tally = kind.play(&every_ruleset());
    assert!(tally.plays > 15_000 && tally.captures > 3_000, "{tally:?}");
    assert!(tally.superko_refusals > 1_000 && tally.positional_only > 200, "{tally:?}");
    assert!(tally.kos > 250 && tally.ko_refusals > 150, "{tally:?}");
    assert!(tally.multi_suicides > 300 && tally.double_captures > 300, "{tally:?}");
}

#[test]
fn on_boards_of_every_size() {
    #[rustfmt::skip]
    let sizes = &[
        (8, 8), (9, 9), (10, 10), (11, 11), (12, 12), (13, 13), (14, 14), (15, 15), (16, 16),
        (17, 17), (18, 18), (19, 19), (20, 20), (21, 21), (22, 22), (23, 23), (24, 24), (25, 25),
        (5, 9), (9, 5), (25, 3), (3, 25), (13, 9), (25, 17), (16, 24), (1, 255), (255, 2),
    ];
    let kind = Kind {
        name: "on boards of every size",
        seed: 3,
        sizes,
        games: 1,
        place: Where::Fight,
        steps: 150,
    };
    let tally = kind.play(&presets());
    assert!(tally.plays > 20_000 && tally.captures > 1_000, "{tally:?}");
    assert!(tally.kos > 30 && tally.ko_refusals > 15, "{tally:?}");
    assert!(tally.superko_refusals > 20 && tally.multi_suicides > 40, "{tally:?}");
}

#[test]
fn spread_over_the_board() {
    let sizes = &[(9, 9), (13, 13), (19, 19)];
    let kind = Kind {
        name: "spread over the board",
        seed: 4,
        sizes,
        games: 1,
        place: Where::Board,
        steps: 500,
    };
    let tally = kind.play(&presets());
    assert!(tally.plays > 8_000 && tally.captures > 600, "{tally:?}");
}

#[test]
fn in_the_corners_of_the_largest_board() {
    let sizes = &[(255, 255)];
    let kind = Kind {
        name: "in the corners of 255x255",
        seed: 5,
        sizes,
        games: 1,
        place: Where::Corners,
        steps: 200,
    };
    let rulesets = ["tromp-taylor", "japanese", "new-zealand", "simple,suicide=any"]
        .map(|name| name.parse().expect("a ruleset"));
    let tally = kind.play(&rulesets);
    assert!(tally.plays > 400 && tally.captures > 40, "{tally:?}");
    assert!(tally.kos > 5, "{tally:?}");
}

/// Games need not start from an empty board, nor with Black to move.
#[test]
fn from_a_position() {
    let mut rng = SplitMix64::new(6);
    let mut tally = Tally::default();
    for rules in every_ruleset() {
        for (width, height) in [(3, 3), (5, 4), (7, 7)] {
            let size = size(width, height);
            // Random stones are tried until they form a legal position.
            let position = loop {
                let mut setup = Setup::new(size);
                for point in size.points() {
                    setup.stones[point] = match rng.below(5) {
                        0 => Some(Color::Black),
                        1 => Some(Color::White),
                        _ => None,
                    };
                }
                setup.turn = Color::ALL[rng.below(2) as usize];
                if let Ok(position) = setup.position() {
                    break position;
                }
            };
            let table = Table::new(size, &rules, rng.next_u64());
            let komi = HalfPoints::from_halves(rng.below(40) as i32 - 20);
            let game = Game::from_position(position, rules.clone()).with_komi(komi);
            let mut table = Table { game, tally, ..table };
            table.rewind();
            tally = table.play(60);
            tally.games += 1;
        }
    }
    tally.report("from a position");
    assert!(tally.plays > 1_500, "{tally:?}");
}
