//! Boards folded by a symmetry: a position that is fixed by a symmetry is legal exactly if the folded
//! one is, whose points are the orbits of the symmetry. So positions up to symmetry are counted by
//! Burnside's lemma, without enumeration.

use hoshi_core::Size;
use num_bigint::BigUint;

use crate::count::{TooLarge, legal};
use crate::region::{ANY, Cell, EMPTY, Region};

/// A symmetry of a board, by its effect on columns and rows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Turn {
    is_transposed: bool,
    flips_columns: bool,
    flips_rows: bool,
}

/// Legal positions fixed by symmetries, and the resulting counts up to symmetry.
///
/// ```
/// use hoshi_core::Size;
///
/// let count = hoshi_lab::symmetric(Size::square(4).unwrap())?;
/// assert_eq!(count.reduced.to_string(), "3047783");
/// assert_eq!(count.reduced_with_swap.to_string(), "1524805");
/// assert_eq!(count.fixed.iter().find(|fixed| fixed.name == "half turn").unwrap().positions, 4741u32.into());
/// # Ok::<(), hoshi_lab::TooLarge>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Symmetric {
    /// All legal positions.
    pub legal: BigUint,
    /// For each symmetry of the board.
    pub fixed: Vec<Fixed>,
    /// Positions up to symmetry.
    pub reduced: BigUint,
    /// Positions up to symmetry and exchange of colours.
    pub reduced_with_swap: BigUint,
}

/// Positions fixed by a symmetry.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fixed {
    /// The name of the symmetry.
    pub name: &'static str,
    /// Positions fixed by it.
    pub positions: BigUint,
    /// Positions fixed by it combined with an exchange of colours.
    pub swapped: BigUint,
}

/// Counts positions up to the symmetries of a board.
///
/// # Errors
/// If the shorter side is longer than 9, or a half of the board has more than 80 points: 9x16 is done,
/// 9x17 is not.
pub fn symmetric(size: Size) -> Result<Symmetric, TooLarge> {
    // The slow count has a limit.
    let folds = || turns(size).into_iter().filter(|&turn| turn != IDENTITY);
    let is_large = |turn| folded(size, turn, false).cells.len() > Region::MOST;
    if size.width().min(size.height()) > 9
        || size.area() > 2 * Region::MOST
        || folds().any(is_large)
    {
        return Err(TooLarge { size, most: "9x16" });
    }
    let all = legal(size)?;
    let mut fixed = Vec::new();
    for turn in folds() {
        let count = |is_swapped| -> BigUint {
            folded(size, turn, is_swapped).count::<u128>(|_| 1).unwrap_or(0).into()
        };
        fixed.push(Fixed { name: name(turn), positions: count(false), swapped: count(true) });
    }
    let group = BigUint::from(fixed.len() + 1);
    let still: BigUint = fixed.iter().map(|fixed| &fixed.positions).sum::<BigUint>() + &all;
    // Only the empty board is fixed by the identity with exchanged colours.
    let swapped: BigUint = fixed.iter().map(|fixed| &fixed.swapped).sum::<BigUint>() + 1u32;
    let reduced = &still / &group;
    let reduced_with_swap = (still + swapped) / (group * 2u32);
    Ok(Symmetric { legal: all, fixed, reduced, reduced_with_swap })
}

const IDENTITY: Turn = Turn { is_transposed: false, flips_columns: false, flips_rows: false };

/// The symmetries of a board, including the identity: a single line has only one other, its reversal.
fn turns(size: Size) -> Vec<Turn> {
    let is_line = size.width() == 1 || size.height() == 1;
    let mut turns = Vec::new();
    for is_transposed in [false, true] {
        for flips_rows in [false, true] {
            for flips_columns in [false, true] {
                let turn = Turn { is_transposed, flips_columns, flips_rows };
                let is_one = size.is_square() || !is_transposed;
                let moves = !is_line
                    || (!is_transposed
                        && (size.width() > 1 || !flips_columns)
                        && (size.height() > 1 || !flips_rows));
                if is_one && moves {
                    turns.push(turn);
                }
            }
        }
    }
    turns
}

fn name(turn: Turn) -> &'static str {
    match (turn.is_transposed, turn.flips_columns, turn.flips_rows) {
        (false, false, false) => "identity",
        (false, true, false) => "left to right",
        (false, false, true) => "top to bottom",
        (false, true, true) => "half turn",
        (true, false, false) => "diagonal",
        (true, true, true) => "other diagonal",
        (true, true, false) => "quarter turn",
        (true, false, true) => "other quarter turn",
    }
}

impl Turn {
    fn apply(self, size: Size, (x, y): (usize, usize)) -> (usize, usize) {
        let (width, height) = (usize::from(size.width()), usize::from(size.height()));
        let (x, y) = if self.is_transposed { (y, x) } else { (x, y) };
        let x = if self.flips_columns { width - 1 - x } else { x };
        let y = if self.flips_rows { height - 1 - y } else { y };
        (x, y)
    }
}

/// The board folded, with the colours swapped at each step or not.
fn folded(size: Size, turn: Turn, is_swapped: bool) -> Region {
    let (width, height) = (usize::from(size.width()), usize::from(size.height()));
    // For each point, its orbit, and whether its colour is exchanged there.
    let mut orbit_of = vec![None; width * height];
    let mut cells: Vec<Cell> = Vec::new();
    // Along the shorter side, so that the border has fewer points.
    let along_rows = (0..height).flat_map(|y| (0..width).map(move |x| (x, y)));
    let along_columns = (0..width).flat_map(|x| (0..height).map(move |y| (x, y)));
    let starts: Vec<(usize, usize)> =
        if width <= height { along_rows.collect() } else { along_columns.collect() };
    for start in starts {
        if orbit_of[start.1 * width + start.0].is_some() {
            continue;
        }
        let (mut point, mut is_other) = (start, false);
        loop {
            orbit_of[point.1 * width + point.0] = Some((cells.len(), is_other));
            point = turn.apply(size, point);
            is_other ^= is_swapped;
            if point == start {
                break;
            }
        }
        // A point that would need both colours can only be empty.
        let allowed = if is_other { EMPTY } else { ANY };
        cells.push(Cell { beside: Vec::new(), allowed });
    }
    let orbit = |x: usize, y: usize| orbit_of[y * width + x].unwrap_or_default();
    for y in 0..height {
        for x in 0..width {
            let (here, is_other) = orbit(x, y);
            let right = (x + 1 < width).then(|| orbit(x + 1, y));
            let below = (y + 1 < height).then(|| orbit(x, y + 1));
            for (there, is_others) in [right, below].into_iter().flatten() {
                if here != there {
                    let link = is_other ^ is_others;
                    for (one, other) in [(here, there), (there, here)] {
                        if !cells[one].beside.contains(&(other, link)) {
                            cells[one].beside.push((other, link));
                        }
                    }
                }
            }
        }
    }
    Region { cells }
}
