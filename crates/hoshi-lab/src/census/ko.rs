//! Ko points, found for all tails at once.
//!
//! A ko point is a pattern: an empty point surrounded by white stones, one of which is otherwise
//! surrounded by black stones. It is strict if the position before the capture was legal: with a black
//! stone on the point, and without that white stone. That is another serial at a fixed distance.

use super::bits::Bits;
use super::classes::{Classes, DEAD};
use super::plan::{Plan, neighbors};
use super::walk::Head;
use crate::ko::Ko;

/// A ko point together with the stone that took it.
#[derive(Debug)]
struct Pattern {
    /// The number of the point.
    point: u8,
    /// By colour, the digits of the head that must have that colour.
    head: [u32; 3],
    middle: Bits,
    tail: Bits,
    /// The digits of the point and of the stone.
    places: [usize; 2],
    /// The offsets of the previous position in the middle and in the tail.
    more: [i32; 2],
}

/// All patterns of a board.
#[derive(Debug)]
pub(crate) struct Patterns {
    all: Vec<Pattern>,
    kind: Ko,
}

/// A pattern that a head allows.
#[derive(Clone, Copy, Debug)]
struct Live {
    point: u8,
    middle: Bits,
    tail: Bits,
    /// The class of the head in the position before.
    class: u32,
    more: [i32; 2],
}

/// The patterns that a head allows.
#[derive(Debug, Default)]
pub(crate) struct Allowed {
    live: Vec<Live>,
    /// The values of the middle with any of them.
    middles: Bits,
}

impl Patterns {
    pub(crate) fn new(plan: &Plan, kind: Ko) -> Patterns {
        let mut all = Vec::new();
        let place = |point: usize| plan.points - 1 - point;
        for point in 0..plan.points {
            let around = neighbors(plan.size, point);
            for &stone in &around {
                let mut needs = vec![(place(point), 0)];
                needs.extend(around.iter().map(|&point| (place(point), 2)));
                let others =
                    neighbors(plan.size, stone).into_iter().filter(|&other| other != point);
                needs.extend(others.map(|point| (place(point), 1)));
                let mut pattern = Pattern {
                    point: point as u8,
                    head: [0; 3],
                    middle: plan.middle.all,
                    tail: plan.tail.all,
                    places: [place(point), place(stone)],
                    more: [0; 2],
                };
                for (place, color) in needs {
                    if plan.tail.has(place) {
                        pattern.tail &= plan.tail.with(place, color);
                    } else if plan.middle.has(place) {
                        pattern.middle &= plan.middle.with(place, color);
                    } else {
                        pattern.head[usize::from(color)] |= 1 << place;
                    }
                }
                // A black stone on the point, and the white one gone.
                for (place, by) in pattern.places.into_iter().zip([1, -2]) {
                    for (group, more) in
                        [&plan.middle, &plan.tail].into_iter().zip(&mut pattern.more)
                    {
                        if group.has(place) {
                            *more += by * group.weight(place);
                        }
                    }
                }
                all.push(pattern);
            }
        }
        Patterns { all, kind }
    }

    /// What a head allows.
    pub(crate) fn allowed(
        &self,
        plan: &Plan,
        classes: &Classes,
        head: &Head<'_>,
        allowed: &mut Allowed,
    ) {
        let mut colors = [0u32; 3];
        for place in 0..plan.head {
            colors[usize::from(head.digits[place & 31])] |= 1 << place;
        }
        allowed.live.clear();
        allowed.middles = Bits::NONE;
        for pattern in &self.all {
            let [empty, black, white] = pattern.head;
            if (empty & !colors[0]) | (black & !colors[1]) | (white & !colors[2]) != 0 {
                continue;
            }
            let mut class = head.class;
            if self.kind == Ko::Strict && pattern.places.iter().any(|&place| place < plan.head) {
                let mut before = head.digits;
                before[pattern.places[0] & 31] = 1;
                before[pattern.places[1] & 31] = 0;
                class = classes.of_head(&before[..plan.head]);
                if class == DEAD {
                    continue;
                }
            }
            let Pattern { point, middle, tail, more, .. } = *pattern;
            allowed.middles |= middle;
            allowed.live.push(Live { point, middle, tail, class, more });
        }
    }

    /// Finds the ko points with these tails: each point once, in order, with its tails.
    #[inline(always)]
    pub(crate) fn find(
        &self,
        classes: &Classes,
        allowed: &Allowed,
        middle: usize,
        tails: Bits,
        found: &mut Found,
    ) {
        found.many = 0;
        if !allowed.middles.contains(middle) {
            return;
        }
        for live in &allowed.live {
            if !live.middle.contains(middle) {
                continue;
            }
            let mut with = tails & live.tail;
            if with.is_empty() {
                continue;
            }
            if self.kind == Ko::Strict {
                // The pattern fits, so no digit borrows from another.
                let row = classes.row(live.class);
                let before = row[(middle as i32 + live.more[0]) as usize];
                with &= classes.tails[usize::from(before)].minus(live.more[1]);
                if with.is_empty() {
                    continue;
                }
            }
            found.add(live.point, with);
        }
    }
}

/// Points, and the tails with which they are ko points.
#[derive(Debug, Default)]
pub(crate) struct Found {
    points: [(u8, Bits); 32],
    many: usize,
}

impl Found {
    /// Adds to the last point if it is the same.
    #[inline(always)]
    fn add(&mut self, point: u8, with: Bits) {
        match self.points[..self.many].last_mut() {
            Some((last, tails)) if *last == point => *tails |= with,
            _ => {
                self.points[self.many & 31] = (point, with);
                self.many += 1;
            }
        }
    }

    #[inline(always)]
    pub(crate) fn all(&self) -> &[(u8, Bits)] {
        &self.points[..self.many]
    }
}
