//! Setups: any stones, any ko, any captures. The slow reference decides whether it is a position,
//! and lists every fault; every position can be played on.

use hoshi_core::{
    Color, Game, Move, Position, Preset, Refusal, Rules, Scoring, Setup, SetupFault, Size, Suicide,
};

use crate::common::{Cells, Reference, group, neighbors};

/// Reads the bytes as a setup: width, height, turn, ko, four bytes of captures by each colour, then
/// a point each.
pub(crate) fn run(bytes: &[u8]) {
    let Some((head, rest)) = bytes.split_first_chunk::<4>() else { return };
    let Some((black, rest)) = rest.split_first_chunk::<4>() else { return };
    let Some((white, stones)) = rest.split_first_chunk::<4>() else { return };
    let [width, height, turn, ko] = head;
    let (width, height) = (width % 9 + 1, height % 9 + 1);
    let size = Size::new(width, height).expect("sides above 0");
    let mut setup = Setup::new(size);
    setup.turn = Color::ALL[usize::from(turn % 2)];
    setup.captures = [u32::from_le_bytes(*black), u32::from_le_bytes(*white)];
    // Some kos are off the board.
    let beyond = Size::square(10).expect("a size");
    setup.ko = (turn & 2 != 0).then(|| beyond.point_at(usize::from(ko % 100))).flatten();
    for (point, byte) in size.points().zip(stones) {
        setup.stones[point] = match byte % 3 {
            0 => None,
            1 => Some(Color::Black),
            _ => Some(Color::White),
        };
    }
    let faults = faults(&setup);
    match setup.clone().position() {
        Ok(position) => {
            assert_eq!(faults, [], "{setup:?}");
            assert_eq!(position.setup(), setup);
            play_on(&position);
            let turn = setup.turn;
            let game = Game::from_position(position, Rules::of(Preset::Simple));
            if let Some(ko) = setup.ko {
                assert_eq!(game.check(turn, Move::Play(ko)), Err(Refusal::Ko));
                // The capturing side may fill it, unless that is suicide.
                assert_ne!(game.check(turn.opponent(), Move::Play(ko)), Err(Refusal::Ko));
            }
        }
        Err(invalid) => {
            assert_eq!(invalid.faults, faults, "{setup:?}");
            assert_eq!(*invalid.setup, setup);
            assert!(!invalid.to_string().is_empty());
        }
    }
}

/// Makes every capture, including suicide, and counts: captures saturate at the maximum.
fn play_on(position: &Position) {
    let setup = position.setup();
    let size = setup.stones.size();
    for scoring in [Scoring::Area, Scoring::Territory] {
        let rules = Rules { scoring, suicide: Suicide::Any, ..Rules::of(Preset::Simple) };
        let mut game = Game::from_position(position.clone(), rules.clone());
        let cells: Cells = setup.stones.values().to_vec();
        let mut reference = Reference::new(size, &rules, cells, setup.turn);
        reference.ko = setup.ko.map(|point| (reference.at(point), setup.turn));
        let captures_of = |game: &Game| Color::ALL.map(|color| game.board().captures(color));
        for point in size.points() {
            let Ok(after) = reference.check_board(setup.turn, point) else { continue };
            if after.captured.is_empty() && after.lost.is_empty() {
                continue;
            }
            game.play(Move::Play(point)).expect("the reference allows it");
            let mut captures = setup.captures;
            for (color, stones) in
                [(setup.turn, &after.captured), (setup.turn.opponent(), &after.lost)]
            {
                let count = &mut captures[color.index()];
                *count = count.saturating_add(stones.len() as u32);
            }
            assert_eq!(captures_of(&game), captures, "{setup:?} and {point:?}");
            let score = game.score();
            let counted = Color::ALL.map(|color| score.side(color).captures);
            assert_eq!(counted, captures, "{setup:?} and {point:?}");
            assert!(!score.outcome().to_string().is_empty());
            assert!(game.undo());
            assert_eq!(captures_of(&game), setup.captures, "{setup:?} and {point:?} undone");
        }
    }
}

/// Every fault, by flood fill.
fn faults(setup: &Setup) -> Vec<SetupFault> {
    let size = setup.stones.size();
    let cells: Cells = setup.stones.values().to_vec();
    let rules = Rules::of(Preset::Simple);
    let reference = Reference::new(size, &rules, cells.clone(), setup.turn);
    let mut faults = Vec::new();
    for (color, group) in reference.groups() {
        if group.liberties.is_empty() {
            let stones = reference.points(&group.stones);
            faults.push(SetupFault::NoLiberty { color, stones });
        }
    }
    let Some(ko) = setup.ko else { return faults };
    if ko.x() >= size.width() || ko.y() >= size.height() {
        faults.push(SetupFault::KoOffBoard);
        return faults;
    }
    let at = reference.at(ko);
    let around: Vec<usize> = neighbors(size, at).collect();
    if cells[at].is_some() {
        faults.push(SetupFault::KoOccupied);
    } else if around.iter().any(|&near| cells[near] != Some(setup.turn.opponent())) {
        faults.push(SetupFault::KoOpen);
    } else if !around.iter().any(|&taker| took(&reference, setup.turn, taker, at)) {
        faults.push(SetupFault::KoWithoutCapture);
    }
    faults
}

/// Whether the stone `taker` can just have captured a single stone of `loser` on `ko`: it stands
/// alone with that one liberty, and the board before was a legal one.
fn took(reference: &Reference, loser: Color, taker: usize, ko: usize) -> bool {
    let size = reference.size;
    let now = group(size, &reference.cells, taker);
    if now.stones != [taker] || now.liberties != [ko] {
        return false;
    }
    let mut cells = reference.cells.clone();
    cells[taker] = None;
    cells[ko] = Some(loser);
    let before = Reference::new(size, &reference.rules, cells, loser.opponent());
    before.groups().iter().all(|(_, group)| !group.liberties.is_empty())
}
