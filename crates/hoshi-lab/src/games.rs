//! How many games a board has: simple paths through its positions, counted without walking them.

use hoshi_core::Size;
use rustc_hash::FxHashMap;

use crate::count::TooLarge;
use crate::tiny::{Stones, Tiny, bits, moved};

/// How many games there are on a board if either colour may play on any empty point, suicide is allowed,
/// and no position may come twice. Every game counts at each of its moves, and so does the one without any.
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
/// If the board has more than four points. (How many games 5x1 has, nobody knows.)
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

/// Simple paths that begin at a position and stay within a set that hangs together both ways: from each
/// position in it there is a way to each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
struct Walk {
    within: Set,
    from: usize,
}

/// The graph of positions, and what is known about walks in it.
///
/// What matters of a path is where it is and where it still may go. If what is left falls apart into
/// components, between which there is a way in one direction only, then what happens in one of them has
/// nothing to do with the others, but for where the path leaves it and goes into the next. So the paths
/// of a component are counted by where they end, once for all the places in which it is met.
struct Paths {
    next: Vec<Set>,
    before: Vec<Set>,
    /// The symmetries of board and colours.
    images: Vec<Image>,
    /// Where the counts of a walk begin, of walks that are the least of their images.
    known: FxHashMap<Walk, usize>,
    /// Counts of walks, one for each position within, in order.
    counts: Vec<u64>,
}

impl Paths {
    /// All positions that can come up, the empty board first.
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
            // A stone that takes itself off the board changes nothing.
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

    /// Adds how many paths of a walk end at each position, as many times as it is taken.
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

    /// How many paths of a walk end at each position, by what is left after the first.
    fn count(&mut self, walk: Walk) -> [u64; 64] {
        let rest = walk.within & !(1 << walk.from);
        let mut ends = [0; 64];
        // How many paths come into a component at each of its positions.
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

    /// The components of a set, each before those to which it leads.
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
        // What leads to another reaches all that the other does, and itself.
        found.sort_unstable_by(|one, other| other.cmp(one));
        found.into_iter().map(|(_, component)| component).collect()
    }

    /// The least of the images of a walk, and which it is.
    fn least(&self, walk: Walk) -> (Walk, usize) {
        let image = |(number, image): (usize, &Image)| {
            (Walk { within: image.set(walk.within), from: image.of[walk.from] }, number)
        };
        self.images.iter().enumerate().map(image).min().unwrap_or((walk, 0))
    }
}

/// A symmetry of board and colours.
struct Image {
    /// Where every position comes to lie.
    of: Vec<usize>,
    /// Where sets of them do, eight positions at a time.
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

/// What can be reached from some positions of a set within it.
fn reach(next: &[Set], from: Set, within: Set) -> Set {
    let (mut whole, mut new) = (from, from);
    while new != 0 {
        let position = new.trailing_zeros() as usize;
        let more = next[position] & within & !whole;
        whole |= more;
        new = new & (new - 1) | more;
    }
    whole
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
