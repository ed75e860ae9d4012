//! Decides which serials of a board are legal: the borders of its points, merged when the same
//! continuations follow.

use rustc_hash::FxHashMap;

use super::bits::Bits;
use super::plan::Plan;
use crate::border;

/// The class of prefixes without a legal continuation.
pub(crate) const DEAD: u32 = 0;

/// The classes of prefixes of serials, by number of digits.
#[derive(Debug)]
pub(crate) struct Classes {
    /// By digits decided, class and colour: the class that follows.
    pub(crate) steps: Vec<Vec<[u32; 3]>>,
    /// The class before the first digit.
    pub(crate) first: u32,
    /// By class of a head and value of the middle: the class before the tail. Values out of range are
    /// dead.
    pub(crate) middle: Vec<[u16; 256]>,
    /// By class of a head: the values of the middle with a legal continuation.
    pub(crate) alive: Vec<Bits>,
    /// By class before the tail: the tails that are legal.
    pub(crate) tails: Vec<Bits>,
    /// By class of a head: the number of legal serials of its block.
    pub(crate) legal: Vec<u64>,
}

impl Classes {
    pub(crate) fn new(plan: &Plan) -> Classes {
        let (steps, first) = minimal(plan);
        let mut classes = Classes {
            steps,
            first,
            middle: Vec::new(),
            alive: Vec::new(),
            tails: Vec::new(),
            legal: Vec::new(),
        };
        classes.tails = (0..classes.many(plan.tail.first))
            .map(|class| {
                Bits::which(plan.tail.values, |value| {
                    classes.after(class, plan.tail.first, plan.tail.digits, value) != DEAD
                })
            })
            .collect();
        for class in 0..classes.many(plan.head) {
            let after = |value| classes.after(class, plan.head, plan.middle.digits, value);
            let mut row = [0; 256];
            for (value, to) in row.iter_mut().enumerate().take(plan.middle.values) {
                // There are few: the tail has 3^5 values, and the boards are small.
                *to = u16::try_from(after(value)).expect("fewer than 65536 classes before a tail");
            }
            classes.alive.push(Bits::which(row.len(), |value| u32::from(row[value]) != DEAD));
            let legal = row.iter().map(|&class| u64::from(classes.tails[usize::from(class)].len()));
            classes.legal.push(legal.sum());
            classes.middle.push(row);
        }
        classes
    }

    /// The number of classes after this many digits.
    fn many(&self, digits: usize) -> u32 {
        self.steps.get(digits).map_or(2, |layer| layer.len() as u32)
    }

    /// The class after `many` more digits, given as a number.
    fn after(&self, class: u32, first: usize, many: usize, value: usize) -> u32 {
        let mut weight = 3usize.pow(many as u32);
        (first..first + many).fold(class, |class, place| {
            weight /= 3;
            self.steps[place][class as usize][value / weight % 3]
        })
    }

    /// The class of a head.
    pub(crate) fn of_head(&self, digits: &[u8]) -> u32 {
        digits.iter().enumerate().fold(self.first, |class, (place, &digit)| {
            self.steps[place][class as usize][usize::from(digit)]
        })
    }

    /// The classes before the tail, by value of the middle, after a class of a head.
    #[inline(always)]
    pub(crate) fn row(&self, class: u32) -> &[u16; 256] {
        &self.middle[class as usize]
    }
}

/// The classes by digits decided, and that before the first.
fn minimal(plan: &Plan) -> (Vec<Vec<[u32; 3]>>, u32) {
    // A single row is treated as a single column, so that the border is one point.
    let width = if plan.size.height() == 1 { 1 } else { usize::from(plan.size.width()) };
    // Forwards, find all borders; then backwards, merge those that lead to the same classes.
    let mut layers = vec![vec![border::start(width)]];
    let mut links: Vec<Vec<[u32; 3]>> = Vec::new();
    const NONE: u32 = u32::MAX;
    for place in 0..plan.points {
        let mut numbers: FxHashMap<u64, u32> = FxHashMap::default();
        let mut next = Vec::new();
        let link = |&before: &u64| {
            [0, 1, 2].map(|color| match border::step(before, place % width, color) {
                Some(after) => *numbers.entry(after).or_insert_with(|| {
                    next.push(after);
                    next.len() as u32 - 1
                }),
                None => NONE,
            })
        };
        links.push(layers[place].iter().map(link).collect());
        layers.push(next);
    }
    let end = layers.last().map_or(&[][..], Vec::as_slice);
    let mut class_of: Vec<u32> =
        end.iter().map(|&last| u32::from(border::is_settled(last))).collect();
    let mut steps = Vec::new();
    for layer in links.iter().rev() {
        let mut numbers = FxHashMap::from_iter([([DEAD; 3], DEAD)]);
        let mut classes = vec![[DEAD; 3]];
        class_of = layer
            .iter()
            .map(|link| {
                let to = link.map(|to| if to == NONE { DEAD } else { class_of[to as usize] });
                *numbers.entry(to).or_insert_with(|| {
                    classes.push(to);
                    classes.len() as u32 - 1
                })
            })
            .collect();
        steps.push(classes);
    }
    steps.reverse();
    (steps, class_of[0])
}
