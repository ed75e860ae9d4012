//! The number of games on a board: simple paths through its positions, counted without enumerating
//! them.

use hoshi_core::Size;
use rustc_hash::FxHashMap;

use crate::count::TooLarge;
use crate::tiny::{Stones, Tiny, bits, moved};

/// The number of games on a board if either colour may play on any empty point, suicide is allowed, and
/// no position may be repeated. Every prefix of a game counts as a game, including the empty one.
///
/// ```
/// use hoshi_core::Size;
///
/// let games = |width, height| hoshi_lab::games(Size::new(width, height).unwrap());
/// assert_eq!(games(2, 1)?, 9);
/// assert_eq!(games(3, 1)?, 907);
/// # Ok::<(), hoshi_lab::TooLarge>(())
/// ```
///
/// # Errors
/// If the board has more than four points. (The number for 5x1 is unknown.)
pub fn games(size: Size) -> Result<u64, TooLarge> {
    let most = "4 points (the 57 positions of 2x2 make 386356909593 games; \
                how many the 113 of 5x1 make, nobody knows)";
    let too_large = TooLarge { size, most };
    if size.area() > 4 {
        return Err(too_large);
    }
    let tiny = Tiny::new(size).ok_or(too_large)?;
    let mut paths = Paths::new(&tiny);
    let all = u64::MAX >> (64 - paths.next.len());
    Ok(paths.count(Walk { from: 0, within: all }).iter().sum())
}

/// A set of positions, a bit for each.
type Set = u64;

/// Simple paths that begin at a position and stay within a strongly connected set.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
struct Walk {
    within: Set,
    from: usize,
}

/// The graph of positions, and a cache of counts.
///
/// The state of a path is its current position and the set of unvisited ones. If that set splits into
/// strongly connected components, the paths within one are independent of the others, except for where
/// a path leaves it and enters the next. So the paths of a component are counted by where they end,
/// once for all the contexts in which it occurs.
struct Paths {
    next: Vec<Set>,
    before: Vec<Set>,
    /// The symmetries of board and colours.
    images: Vec<Image>,
    /// The offset of the counts of each walk that is the least of its images.
    known: FxHashMap<Walk, usize>,
    /// Counts of walks, one for each position within, in order.
    counts: Vec<u64>,
}

impl Paths {
    /// All reachable positions, the empty board first.
    fn new(tiny: &Tiny) -> Paths {
        let mut positions: Vec<Stones> = vec![[0, 0]];
        let mut numbers = FxHashMap::from_iter([([0, 0], 0)]);
        let mut next: Vec<Set> = Vec::new();
        while let Some(&stones) = positions.get(next.len()) {
            let mut steps = 0;
            for point in bits(tiny.empty(stones)) {
                for color in 0..2 {
                    let after = tiny.play(stones, color, point);
                    let number = *numbers.entry(after).or_insert_with(|| {
                        positions.push(after);
                        positions.len() - 1
                    });
                    steps |= 1 << number;
                }
            }
            // Suicide of a single stone changes nothing.
            next.push(steps & !(1 << next.len()));
        }
        let before = (0..next.len()).map(|to| {
            let leads = |from: &usize| next[*from] >> to & 1 == 1;
            (0..next.len()).filter(leads).fold(0, |set: Set, from| set | 1 << from)
        });
        let before = before.collect();
        let mut images = Vec::new();
        for symmetry in tiny.symmetries() {
            for swap in [false, true] {
                let image = |&stones: &Stones| {
                    let [black, white] = stones.map(|set| moved(set, &symmetry));
                    numbers[&if swap { [white, black] } else { [black, white] }]
                };
                images.push(Image::new(positions.iter().map(image).collect()));
            }
        }
        Paths { next, before, images, known: FxHashMap::default(), counts: Vec::new() }
    }

    /// Adds the number of paths of a walk that end at each position, `times` times.
    fn add_ends(&mut self, walk: Walk, times: u64, ends: &mut [u64; 64]) {
        let (least, number) = self.least(walk);
        let start = match self.known.get(&least) {
            Some(&start) => start,
            None => {
                let counts = self.count(least);
                let start = self.counts.len();
                self.counts.extend(ones(least.within).map(|position| counts[position]));
                self.known.insert(least, start);
                start
            }
        };
        let image = &self.images[number];
        for position in ones(walk.within) {
            let below = least.within & ((1 << image.of[position]) - 1);
            ends[position] += times * self.counts[start + below.count_ones() as usize];
        }
    }

    /// The number of paths of a walk that end at each position, from the remaining set after the
    /// first step.
    fn count(&mut self, walk: Walk) -> [u64; 64] {
        let rest = walk.within & !(1 << walk.from);
        let mut ends = [0; 64];
        // The number of paths that enter a component at each of its positions.
        let mut into = [0; 64];
        ones(self.next[walk.from] & rest).for_each(|position| into[position] = 1);
        for component in self.components(rest) {
            if component & (component - 1) == 0 {
                let position = component.trailing_zeros() as usize;
                ends[position] = into[position];
            } else {
                for from in ones(component).filter(|&from| into[from] > 0) {
                    self.add_ends(Walk { from, within: component }, into[from], &mut ends);
                }
            }
            for end in ones(component) {
                for to in ones(self.next[end] & rest & !component) {
                    into[to] += ends[end];
                }
            }
        }
        ends[walk.from] = 1;
        ends
    }

    /// The strongly connected components of a set, in topological order.
    fn components(&self, set: Set) -> Vec<Set> {
        let mut found = Vec::new();
        let mut rest = set;
        while rest != 0 {
            let first = rest & rest.wrapping_neg();
            let after = reach(&self.next, first, set);
            let component = reach(&self.before, first, set) & after;
            found.push((after.count_ones(), component));
            rest &= !component;
        }
        // A component reaches everything that its successors reach, and itself.
        found.sort_unstable_by(|one, other| other.cmp(one));
        found.into_iter().map(|(_, component)| component).collect()
    }

    /// The least of the images of a walk, and its number.
    fn least(&self, walk: Walk) -> (Walk, usize) {
        let image = |(number, image): (usize, &Image)| {
            (Walk { within: image.set(walk.within), from: image.of[walk.from] }, number)
        };
        self.images.iter().enumerate().map(image).min().unwrap_or((walk, 0))
    }
}

/// A symmetry of board and colours.
struct Image {
    /// The image of every position.
    of: Vec<usize>,
    /// The images of sets, eight positions at a time.
    of_byte: Vec<[Set; 256]>,
}

impl Image {
    fn new(of: Vec<usize>) -> Image {
        let set = |byte: usize, first: usize| {
            let positions = of.iter().skip(first).take(8).enumerate();
            positions.fold(0, |set: Set, (bit, &to)| set | ((byte >> bit & 1) as Set) << to)
        };
        let table = |first| std::array::from_fn(|byte| set(byte, first));
        Image { of_byte: (0..of.len()).step_by(8).map(table).collect(), of }
    }

    fn set(&self, set: Set) -> Set {
        let parts = self.of_byte.iter().zip(set.to_le_bytes());
        parts.fold(0, |sum, (table, byte)| sum | table[usize::from(byte)])
    }
}

/// The positions of a set that can be reached from some of them within it.
fn reach(next: &[Set], from: Set, within: Set) -> Set {
    let (mut reached, mut new) = (from, from);
    while new != 0 {
        let position = new.trailing_zeros() as usize;
        let more = next[position] & within & !reached;
        reached |= more;
        new = new & (new - 1) | more;
    }
    reached
}

/// The positions of a set, in order.
fn ones(set: Set) -> impl Iterator<Item = usize> {
    let mut rest = set;
    std::iter::from_fn(move || {
        let position = rest.trailing_zeros() as usize;
        rest &= rest.wrapping_sub(1);
        (position < 64).then_some(position)
    })
}
