//! Forced moves and setups in the middle of a game, at random, compared with the slow reference
//! after every one.

mod common;

use common::{
    Reference, cells, every_ruleset, rounds, same_everything, same_legality, same_state, size,
    some_setup, story,
};
use hoshi_core::{
    Board, Color, Diagram, Forced, Game, Move, Phase, Placed, Point, Position, Preset, Refusal,
    Rng, Rules, Setup, SetupFault, Size, SplitMix64, Suicide, Symmetry, UnconditionalLife,
    playout::Playouts,
};

/// Event counts over many games.
#[derive(Default, Debug)]
struct Tally {
    forced: u64,
    /// By name of the refusal that was overridden.
    overridden: std::collections::BTreeMap<&'static str, u64>,
    replaced: u64,
    /// Replacements that also captured, or were removed themselves.
    replaced_and_took: u64,
    suicides: u64,
    setups: u64,
    /// Setups that are not a legal position.
    faulty: u64,
    set_up_kos: u64,
    repetitions: u64,
    played: u64,
    refused: u64,
}

struct Table {
    game: Game,
    reference: Reference,
    rng: SplitMix64,
    tally: Tally,
}

impl Table {
    fn any_point(&mut self) -> Point {
        let size = self.game.size();
        size.point_at(self.rng.below(size.area() as u32) as usize).expect("a point of the board")
    }

    fn force(&mut self) {
        let color = Color::ALL[self.rng.below(2) as usize];
        let mv = if self.rng.below(8) == 0 { Move::Pass } else { self.any_point().into() };
        let overridden = match (self.game.phase(), mv) {
            (Phase::Marking(_) | Phase::Over(_), _) => Some(Refusal::GameOver),
            (Phase::Playing, Move::Pass) => None,
            (Phase::Playing, Move::Play(point)) => self.reference.check(color, point).err(),
        };
        let mut bare = self.game.board().clone();
        let replaced = mv.point().and_then(|point| bare.stone(point));
        let forced = self.game.force(color, mv).expect("on the board");
        let after = self.reference.force(color, mv);
        let placed = after.map_or(Placed::default(), |after| Placed {
            captured: after.captured.len() as u32,
            lost: after.lost.len() as u32,
            ko: after.ko.map(|at| self.reference.point(at)),
            replaced,
        });
        assert_eq!(forced, Forced { placed, overridden }, "{mv:?} in {}", story(&self.game));
        if let Move::Play(point) = mv {
            assert_eq!(bare.force(color, point), Ok(placed));
            assert_eq!(bare, *self.game.board());
        }
        assert_eq!(self.game.last_move(), Some((color, mv)));
        assert_eq!(self.game.turn(), color.opponent());
        let tally = &mut self.tally;
        tally.forced += 1;
        if let Some(refusal) = overridden {
            *tally.overridden.entry(refusal.name()).or_default() += 1;
        }
        tally.replaced += u64::from(replaced.is_some());
        tally.replaced_and_took +=
            u64::from(replaced.is_some() && placed.captured + placed.lost > 0);
        tally.suicides += u64::from(placed.lost > 0);
        tally.repetitions += u64::from(self.game.repetition().is_some());
    }

    fn set_up(&mut self) {
        let setup = some_setup(self.game.board(), &mut self.rng);
        let faults = setup.faults();
        let position = match setup.clone().position() {
            Ok(position) => position,
            Err(invalid) => {
                assert_eq!(invalid.faults, faults);
                self.tally.faulty += 1;
                setup.clone().position_as_is()
            }
        };
        // An impossible ko is left out; everything else is as set up.
        let dead = |fault: &SetupFault| matches!(fault, SetupFault::NoLiberty { .. });
        let ko = setup.ko.filter(|_| faults.iter().all(dead));
        assert_eq!(position.setup(), Setup { ko, ..setup.clone() });
        self.game.set_up(position).expect("of the same size");
        let at = ko.map(|point| self.reference.at(point));
        let stones = setup.stones.values().to_vec();
        self.reference.set_up(stones, setup.turn, at, setup.captures);
        assert_eq!((self.game.turn(), self.game.phase()), (setup.turn, &Phase::Playing));
        self.tally.setups += 1;
        self.tally.set_up_kos += u64::from(ko.is_some());
    }

    /// Plays if possible, and otherwise checks the refusal against the reference.
    fn play(&mut self) {
        let color = self.game.turn();
        let point = self.any_point();
        if *self.game.phase() != Phase::Playing {
            return;
        }
        let found = self.game.play(point.into());
        let wanted = self.reference.play(color, point.into());
        self.tally.played += u64::from(found.is_ok());
        self.tally.refused += u64::from(found.is_err());
        assert_eq!(found.err(), wanted.err(), "{point:?} in {}", story(&self.game));
    }

    fn compare(&mut self) {
        if self.game.size().area() <= 25 {
            return same_everything(&self.game, &self.reference);
        }
        same_state(&self.game, &self.reference);
        let points: Vec<Point> = (0..20).map(|_| self.any_point()).collect();
        same_legality(&self.game, &self.reference, &points);
    }

    fn run(&mut self, steps: u32) {
        for _ in 0..steps {
            match self.rng.below(10) {
                0 => self.set_up(),
                1..=3 => self.force(),
                _ => self.play(),
            }
            self.compare();
        }
    }
}

#[test]
fn at_random() {
    let mut tally = Tally::default();
    let mut rng = SplitMix64::new(31);
    for rules in every_ruleset() {
        for (width, height) in [(1, 1), (2, 1), (2, 2), (3, 1), (3, 3), (4, 5), (9, 9), (3, 19)] {
            for _ in 0..2 * rounds() {
                let size = size(width, height);
                let game = Game::new(size, rules.clone());
                let reference = Reference::empty(size, &rules);
                let rng = SplitMix64::new(rng.next_u64());
                let mut table = Table { game, reference, rng, tally };
                table.run(120);
                tally = table.tally;
            }
        }
    }
    println!(
        "counted: forced: {} forced moves ({} replaced a stone, {} were suicide), {} setups ({} \
         no positions)",
        tally.forced, tally.replaced, tally.suicides, tally.setups, tally.faulty
    );
    assert!(tally.forced > 5_000 && tally.setups > 2_000, "{tally:?}");
    assert!(tally.replaced > 2_000 && tally.replaced_and_took > 500, "{tally:?}");
    assert!(tally.suicides > 300 && tally.repetitions > 300, "{tally:?}");
    assert!(tally.played > 2_000 && tally.refused > 2_000, "{tally:?}");
    assert!(tally.faulty > 500 && tally.set_up_kos > 20, "{tally:?}");
    for name in ["ko", "superko", "suicide", "occupied", "game-over"] {
        assert!(tally.overridden.get(name) > Some(&20), "{name}: {tally:?}");
    }
}

fn text(rows: &str) -> Board {
    Setup::from(&rows.parse::<Diagram>().expect("a diagram")).position_as_is().into_board()
}

fn at(size: Size, name: &str) -> Point {
    size.parse_a1(name).expect("a point")
}

/// A stone in the way is removed, not captured, and its block may split.
#[test]
fn a_stone_in_the_way_is_replaced() {
    let mut board = text(
        "
        . . . . .
        . X X X .
        O O . O O
    ",
    );
    let placed = board.force(Color::White, at(board.size(), "C2")).expect("on the board");
    assert_eq!(placed, Placed { replaced: Some(Color::Black), ..Placed::default() });
    assert_eq!(board.captures(Color::White), 0);
    assert_eq!(board.blocks().count(), 5);
    // A stone of the same colour changes nothing but the order.
    let before = board.clone();
    let b2 = at(board.size(), "B2");
    let placed = board.force(Color::Black, b2).expect("on the board");
    assert_eq!(placed.replaced, Some(Color::Black));
    assert_eq!(board, before);
    assert_eq!(board.stones_as_placed().last(), Some(&(b2, Color::Black)));
}

/// A block that was set up without a liberty stays until a neighbour is removed.
#[test]
fn blocks_without_a_liberty_stay() {
    let rules = Rules::of(Preset::Simple);
    let mut board = text(
        "
        X O . O .
        O X O . .
        X . . . .
    ",
    );
    let size = board.size();
    let a2 = at(size, "A2");
    assert!(board.block(a2).is_some_and(|block| block.liberties().is_empty()));
    // Its neighbour is captured: then it has a liberty, and can be captured there.
    let placed = board.play(Color::Black, at(size, "C3"), &rules).expect("legal");
    assert_eq!(placed.captured, 1);
    assert!(board.block(at(size, "A3")).is_some_and(|block| block.is_in_atari()));
    let mut board = text(
        "
        X O X
        O X .
        X . .
    ",
    );
    let placed = board.force(Color::Black, at(size, "B3")).expect("on the board");
    assert_eq!(placed.replaced, Some(Color::White));
    let block = board.block(at(size, "A3")).expect("a stone");
    assert_eq!((block.len(), block.liberties().len()), (4, 2));
}

/// Other code accepts such boards too: a playout ends with a legal board, and life is the same on the
/// rotated board and with the colours swapped.
#[test]
fn playouts_and_counts_of_any_board() {
    let mut rng = SplitMix64::new(32);
    let mut living = 0;
    for (width, height) in [(1, 1), (2, 2), (5, 4), (9, 9), (19, 3), (70, 2)] {
        for _ in 0..40 {
            let mut setup = Setup::new(size(width, height));
            for (_, stone) in setup.stones.iter_mut() {
                *stone = [None, Some(Color::Black), Some(Color::White)][rng.below(3) as usize];
            }
            let board = setup.clone().position_as_is().into_board();
            let mut playouts = Playouts::new(&board, Color::White);
            let playout = playouts.run(&mut rng);
            assert!(playout.moves > 0);
            let end = Setup { stones: playouts.stones(), ..Setup::new(board.size()) };
            assert_eq!(end.position_as_is().board().hash(), playout.hash);
            let life = |board: &Board, color| UnconditionalLife::of(board, color, Suicide::Any);
            for color in Color::ALL {
                let found = life(&board, color);
                assert!(found.stones.iter().all(|point| board.stone(point) == Some(color)));
                living += found.stones.len();
                for symmetry in Symmetry::ALL {
                    let turned = life(&board.transformed(symmetry), color);
                    let image = |point| symmetry.apply(board.size(), point);
                    for (set, turned) in
                        [(&found.stones, &turned.stones), (&found.territory, &turned.territory)]
                    {
                        assert_eq!(set.len(), turned.len(), "{symmetry:?} of\n{board}");
                        assert!(set.iter().all(|point| turned.contains(image(point))));
                    }
                }
                let mut swapped = setup.clone();
                for (_, stone) in swapped.stones.iter_mut() {
                    *stone = stone.map(Color::opponent);
                }
                let swapped = swapped.position_as_is().into_board();
                assert_eq!(life(&swapped, color.opponent()).stones, found.stones, "{board}");
            }
        }
    }
    assert!(living > 20, "{living}");
}

/// A setup keeps the history: superko covers the positions before it and the setup itself, with the
/// right move numbers.
#[test]
fn superko_goes_on_over_a_setup() {
    let size = size(4, 1);
    let mut game = Game::new(size, Rules::of(Preset::TrompTaylor));
    let mv = |name: &str| size.parse_move(name).expect("a move");
    game.play(mv("A1")).expect("legal");
    let after_one = Position::new(text(". O . ."), Color::Black);
    game.set_up(after_one).expect("of the same size");
    assert_eq!((game.move_count(), game.undoable()), (1, 2));
    game.play(mv("C1")).expect("legal");
    game.set_up(Position::new(text(". . . ."), Color::Black)).expect("of the same size");
    assert_eq!(game.board_at(2).as_ref(), Some(game.board()));
    for (color, name) in [(Color::Black, "A1"), (Color::White, "B1")] {
        let refusal = Err(Refusal::Superko { first_seen: 1 });
        assert_eq!(game.check(color, mv(name)), refusal, "{color} {name}");
    }
    assert_eq!(game.check(Color::Black, mv("B1")), Ok(()));
    assert_eq!(game.repetition(), None);
    let other = Position::new(Board::new(common::size(1, 3)), Color::Black);
    assert_eq!(game.set_up(other), Err(Refusal::OtherSize));
}

/// Three passes, as at the end of many records: the third is forced, and marking begins again.
#[test]
fn a_third_pass() {
    let mut game = Game::new(Size::S9, Rules::of(Preset::Chinese));
    for color in [Color::Black, Color::White] {
        assert_eq!(game.force(color, Move::Pass).map(|forced| forced.overridden), Ok(None));
    }
    assert!(matches!(game.phase(), Phase::Marking(_)));
    let forced = game.force(Color::Black, Move::Pass).expect("a pass");
    assert_eq!(forced.overridden, Some(Refusal::GameOver));
    assert!(matches!(game.phase(), Phase::Marking(_)));
    let off = size(19, 19).point(18, 18).expect("a point");
    let before = game.clone();
    assert_eq!(game.force(Color::White, off.into()), Err(Refusal::OffBoard));
    assert_eq!(game, before);
    assert_eq!(cells(game.board()).len(), 81);
}

/// The stones of a setup count as placed in reading order, whatever moves made its board; and undo brings
/// back the same.
#[test]
fn setups_are_placed_in_reading_order() {
    let size = size(4, 4);
    let rules = Rules::of(Preset::Simple);
    let mut game = Game::new(size, rules.clone());
    let mut played = Board::new(size);
    for (color, name) in [(Color::White, "D1"), (Color::Black, "A4"), (Color::White, "B2")] {
        played.play(color, size.parse_a1(name).expect("a point"), &rules).expect("legal");
    }
    game.set_up(Position::new(played, Color::Black)).expect("of the same size");
    let order = |game: &Game| -> Vec<String> {
        let stones = game.board().stones_as_placed();
        stones.into_iter().map(|(point, _)| size.a1(point).to_string()).collect()
    };
    assert_eq!(order(&game), ["A4", "B2", "D1"]);
    game.play(size.parse_move("A3").expect("a move")).expect("legal");
    assert_eq!(order(&game), ["A4", "B2", "D1", "A3"]);
    game.undo_many(2);
    assert!(order(&game).is_empty());
    assert!(game.redo());
    assert_eq!(order(&game), ["A4", "B2", "D1"]);
}

/// Building the board once gives the same answer as building it for the check.
#[test]
fn a_setup_either_way_is_valid_or_as_it_is() {
    let mut rng = SplitMix64::new(77);
    let mut invalid = 0;
    for _ in 0..2_000 {
        let mut setup = Setup::new(size(3, 3));
        for (_, stone) in setup.stones.iter_mut() {
            *stone = [None, Some(Color::Black), Some(Color::White)][rng.below(3) as usize];
        }
        if rng.below(3) == 0 {
            setup.ko = setup.stones.size().point(rng.below(3) as u8, rng.below(3) as u8);
        }
        let (position, is_valid) = setup.position_either_way();
        assert_eq!(is_valid, setup.faults().is_empty());
        assert_eq!(is_valid, setup.clone().position().is_ok());
        assert_eq!(position, setup.position_as_is());
        invalid += usize::from(!is_valid);
    }
    assert!((500..1_900).contains(&invalid), "{invalid}");
}
