//! Legal positions, counted exactly without enumerating them.

use hoshi_core::Size;
use num_bigint::BigUint;

use crate::graph::{DEAD, Graph, SWAP};

/// The number of legal positions of a board: those in which every block has a liberty.
///
/// ```
/// use hoshi_core::Size;
///
/// assert_eq!(hoshi_lab::legal(Size::square(3).unwrap())?.to_string(), "12675");
/// assert_eq!(hoshi_lab::legal(Size::S9)?.to_string(), "103919148791293834318983090438798793469");
/// # Ok::<(), hoshi_lab::TooLarge>(())
/// ```
///
/// # Errors
/// If the shorter side is longer than 13. (13x13 takes about 13 GB and some minutes.)
pub fn legal(size: Size) -> Result<BigUint, TooLarge> {
    let (width, height) = narrow(size)?;
    let graph = Graph::new(width);
    let points = width * height;
    let mut counts = Counts::settled(&graph);
    let mut sums = Counts::default();
    for point in (0..points).rev() {
        sums.pull(&counts, &graph.layer(point).next, limbs(points - point));
        std::mem::swap(&mut counts, &mut sums);
    }
    Ok(counts.get(0))
}

/// A board that is too large for the operation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a {size} board is too large; the limit is {most}")]
pub struct TooLarge {
    /// The board.
    pub size: Size,
    /// The limit.
    pub most: &'static str,
}

/// The maximum of the shorter side.
const MAX_SIDE: usize = 13;

/// The sides, the shorter first, which is the width of the borders.
pub(crate) fn narrow(size: Size) -> Result<(usize, usize), TooLarge> {
    let (width, height) = (usize::from(size.width()), usize::from(size.height()));
    let (width, height) = (width.min(height), width.max(height));
    if width > MAX_SIDE { Err(TooLarge { size, most: "13xN" }) } else { Ok((width, height)) }
}

/// The number of 64-bit limbs of a number below 3 to this power.
pub(crate) fn limbs(power: usize) -> usize {
    // The logarithm of 3 to the base 2 is below 1.585.
    (power * 1585).div_ceil(1000).div_ceil(64).max(1)
}

/// For every border of a layer, the number of completions of the board.
#[derive(Default)]
struct Counts {
    limbs: usize,
    numbers: Vec<u64>,
}

impl Counts {
    /// At the end: one completion for each border that may end there.
    fn settled(graph: &Graph) -> Counts {
        Counts { limbs: 1, numbers: graph.settled.iter().map(|&is| u64::from(is)).collect() }
    }

    /// Computes the counts one point earlier than `after`, reusing memory.
    fn pull(&mut self, after: &Counts, next: &[[u32; 3]], limbs: usize) {
        self.limbs = limbs;
        self.numbers.clear();
        self.numbers.reserve_exact(next.len() * limbs);
        let pull = match (after.limbs, limbs) {
            (1, 1) => pull::<1, 1>,
            (1, 2) => pull::<1, 2>,
            (2, 2) => pull::<2, 2>,
            (2, 3) => pull::<2, 3>,
            (3, 3) => pull::<3, 3>,
            (3, 4) => pull::<3, 4>,
            (4, 4) => pull::<4, 4>,
            (4, 5) => pull::<4, 5>,
            (5, 5) => pull::<5, 5>,
            (from, to) => {
                pull_any(&after.numbers, next, from, to, &mut self.numbers);
                return;
            }
        };
        pull(&after.numbers, next, &mut self.numbers);
    }

    fn get(&self, number: usize) -> BigUint {
        let limbs = &self.numbers[number * self.limbs..][..self.limbs];
        let halves = limbs.iter().flat_map(|&limb| [limb as u32, (limb >> 32) as u32]);
        BigUint::new(halves.collect())
    }
}

/// For every border, the sum over its successors.
fn pull<const FROM: usize, const TO: usize>(
    numbers: &[u64],
    next: &[[u32; 3]],
    sums: &mut Vec<u64>,
) {
    let (numbers, _) = numbers.as_chunks::<FROM>();
    for steps in next {
        let mut sum = [0u64; TO];
        for &step in steps {
            if step == DEAD {
                continue;
            }
            let number = &numbers[(step & !SWAP) as usize];
            let mut carry = false;
            for limb in 0..TO {
                let other = if limb < FROM { number[limb] } else { 0 };
                (sum[limb], carry) = sum[limb].carrying_add_(other, carry);
            }
        }
        sums.extend_from_slice(&sum);
    }
}

/// The same for numbers of any length, for long and narrow boards.
fn pull_any(numbers: &[u64], next: &[[u32; 3]], from: usize, to: usize, sums: &mut Vec<u64>) {
    sums.resize(next.len() * to, 0);
    for (sum, steps) in sums.chunks_exact_mut(to).zip(next) {
        for &step in steps.iter().filter(|&&step| step != DEAD) {
            let number = &numbers[(step & !SWAP) as usize * from..][..from];
            let mut carry = false;
            for (limb, sum) in sum.iter_mut().enumerate() {
                let other = number.get(limb).copied().unwrap_or(0);
                (*sum, carry) = sum.carrying_add_(other, carry);
            }
        }
    }
}

/// Addition with a carry.
trait CarryingAdd: Sized {
    fn carrying_add_(self, other: Self, carry: bool) -> (Self, bool);
}

impl CarryingAdd for u64 {
    #[inline(always)]
    fn carrying_add_(self, other: u64, carry: bool) -> (u64, bool) {
        let (sum, one) = self.overflowing_add(other);
        let (sum, two) = sum.overflowing_add(u64::from(carry));
        (sum, one | two)
    }
}
