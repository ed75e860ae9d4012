//! Counts the legal colourings of any graph of points: for boards with points left out or colours
//! given, and for boards folded by a symmetry. The same idea as [`crate::graph`], which handles only
//! whole boards, but slower: of the decided points, only those beside undecided ones are remembered.

use rustc_hash::FxHashMap;

/// The colours that a point may have, as bits.
pub(crate) const EMPTY: u8 = 1;
pub(crate) const BLACK: u8 = 2;
pub(crate) const WHITE: u8 = 4;
pub(crate) const ANY: u8 = EMPTY | BLACK | WHITE;

/// A point of a region.
#[derive(Clone, Debug, Default)]
pub(crate) struct Cell {
    /// Its neighbours, and whether the colour of one of the two is swapped before they are compared:
    /// on a board folded with swapped colours, black may be beside its own white.
    pub(crate) beside: Vec<(usize, bool)>,
    /// The allowed colours.
    pub(crate) allowed: u8,
}

/// A graph of points, in the order in which they are decided.
#[derive(Clone, Debug, Default)]
pub(crate) struct Region {
    pub(crate) cells: Vec<Cell>,
}

/// A count.
pub(crate) trait Tally: Clone {
    /// One position, without a stone yet.
    fn one() -> Self;
    fn add(&mut self, other: &Self);
    /// Adds a stone to each position; it stands for this many on the board.
    fn with_stones(&self, stones: usize) -> Self;
}

impl Tally for u128 {
    fn one() -> u128 {
        1
    }

    fn add(&mut self, other: &u128) {
        *self += other;
    }

    fn with_stones(&self, _stones: usize) -> u128 {
        *self
    }
}

/// Positions by their number of stones.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct ByStones(pub(crate) Vec<u128>);

impl Tally for ByStones {
    fn one() -> ByStones {
        ByStones(vec![1])
    }

    fn add(&mut self, other: &ByStones) {
        if self.0.len() < other.0.len() {
            self.0.resize(other.0.len(), 0);
        }
        for (sum, more) in self.0.iter_mut().zip(&other.0) {
            *sum += more;
        }
    }

    fn with_stones(&self, stones: usize) -> ByStones {
        let mut all = vec![0; stones];
        all.extend_from_slice(&self.0);
        ByStones(all)
    }
}

/// The state of a remembered point: 0 empty; 1, 2 a stone whose block has a liberty; from 3, stones
/// that wait for one, two numbers for each block.
type Code = u8;
type State = Box<[Code]>;

const SAFE: Code = 1;
const NEEDY: Code = 3;

fn stone(code: Code) -> Option<u8> {
    match code {
        0 => None,
        safe if safe < NEEDY => Some(safe - SAFE),
        needy => Some((needy - NEEDY) & 1),
    }
}

impl Region {
    /// The maximum number of points of a region: its counts must fit in 128 bits.
    pub(crate) const MOST: usize = 80;

    /// The number of legal colourings. `weights` gives the number of board points that each point
    /// stands for.
    pub(crate) fn count<T: Tally>(&self, weights: impl Fn(usize) -> usize) -> Option<T> {
        debug_assert!(self.cells.len() <= Self::MOST);
        let mut states: FxHashMap<State, T> = FxHashMap::default();
        states.insert(Box::new([]), T::one());
        // The points that are remembered, in the order of the codes of a state.
        let mut border: Vec<usize> = Vec::new();
        for (number, cell) in self.cells.iter().enumerate() {
            let last_use =
                |point: usize| self.cells[point].beside.iter().map(|&(other, _)| other).max();
            let beside: Vec<(usize, bool)> = border
                .iter()
                .enumerate()
                .flat_map(|(at, &point)| {
                    let links = cell.beside.iter().filter(move |(other, _)| *other == point);
                    links.map(move |&(_, is_swapped)| (at, is_swapped))
                })
                .collect();
            border.push(number);
            let stays: Vec<bool> = border
                .iter()
                .map(|&point| last_use(point).is_some_and(|last| last > number))
                .collect();
            let mut next: FxHashMap<State, T> = FxHashMap::default();
            for (state, tally) in &states {
                for color in 0..3 {
                    if cell.allowed >> color & 1 == 0 {
                        continue;
                    }
                    let Some(state) = step(state, &beside, color, &stays) else { continue };
                    let stones = if color == 0 { 0 } else { weights(number) };
                    let tally = if stones == 0 { tally.clone() } else { tally.with_stones(stones) };
                    match next.get_mut(&state) {
                        Some(sum) => sum.add(&tally),
                        None => drop(next.insert(state, tally)),
                    }
                }
            }
            states = next;
            let mut kept = stays.iter();
            border.retain(|_| kept.next().copied().unwrap_or(false));
        }
        // No undecided points are left, so at most one state remains.
        states.into_values().next()
    }
}

/// The state after deciding a point with these remembered neighbours.
fn step(state: &[Code], beside: &[(usize, bool)], color: u8, stays: &[bool]) -> Option<State> {
    let mut codes: Vec<Code> = state.to_vec();
    let save = |codes: &mut [Code], block: Code| {
        for code in codes.iter_mut().filter(|code| **code >= NEEDY && (**code - NEEDY) / 2 == block)
        {
            *code = SAFE + (*code - NEEDY) % 2;
        }
    };
    if color == 0 {
        for &(at, _) in beside {
            if codes[at] >= NEEDY {
                let block = (codes[at] - NEEDY) / 2;
                save(&mut codes, block);
            }
        }
        codes.push(0);
    } else {
        // Blocks of a swapped link are the same block in other colours: a stone that stands for a
        // black one here and a white one there joins both, whichever colour represents it.
        let color = color - 1;
        // An unused number: there are fewer blocks.
        let fresh = codes.len() as u8;
        let mut is_safe = false;
        let mut joined: Vec<Code> = Vec::new();
        for &(at, is_swapped) in beside {
            match codes[at] {
                0 => is_safe = true,
                code if stone(code) == Some(color ^ u8::from(is_swapped)) => {
                    if code < NEEDY {
                        is_safe = true;
                    } else {
                        joined.push((code - NEEDY) / 2);
                    }
                }
                _ => {}
            }
        }
        codes.push(NEEDY + 2 * fresh + color);
        for code in &mut codes {
            if *code >= NEEDY && joined.contains(&((*code - NEEDY) / 2)) {
                *code = NEEDY + 2 * fresh + (*code - NEEDY) % 2;
            }
        }
        if is_safe {
            save(&mut codes, fresh);
        }
    }
    // A waiting block that is no longer remembered is dead.
    for (at, &code) in codes.iter().enumerate() {
        if !stays[at] && code >= NEEDY {
            let block = (code - NEEDY) / 2;
            let goes_on = codes
                .iter()
                .zip(stays)
                .any(|(&other, &stays)| stays && other >= NEEDY && (other - NEEDY) / 2 == block);
            if !goes_on {
                return None;
            }
        }
    }
    // Number blocks in order of appearance, so that equivalent states are equal.
    let mut numbers: Vec<Code> = Vec::new();
    let kept = codes.iter().zip(stays).filter(|(_, stays)| **stays).map(|(&code, _)| {
        if code < NEEDY {
            return code;
        }
        let block = (code - NEEDY) / 2;
        let number = numbers.iter().position(|&other| other == block).unwrap_or_else(|| {
            numbers.push(block);
            numbers.len() - 1
        });
        NEEDY + 2 * number as u8 + (code - NEEDY) % 2
    });
    Some(kept.collect())
}
