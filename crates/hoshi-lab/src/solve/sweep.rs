//! Values by retrograde iteration. Every state begins with the worst and the best that infinite play
//! could be worth, and is worth after each sweep what its moves were worth before it. What the side to
//! move can have for sure only rises, what it can hope for only falls, so the sweeps end, with the least
//! and the greatest fixed point; and the number of the sweep that found a value is in how many moves it
//! can be had.
//!
//! Values are those of the side to move. That one side may be sure of what the other may not hope for
//! more than, is why one sweep has both: what is infinite counts against the one who is sure.

use std::ops::Range;
use std::sync::atomic::{AtomicU64, Ordering};

use super::places::Places;
use super::work::in_parts;
use super::{Plies, Progress, Value};

/// The states of a board: as it is, after a pass, with a ko point. Their numbers follow each other.
pub(crate) struct Layout {
    pub(crate) positions: usize,
    pub(crate) kos: usize,
}

impl Layout {
    pub(crate) fn of(places: &Places) -> Layout {
        Layout { positions: places.positions, kos: places.kos.len() }
    }

    pub(crate) fn states(&self) -> usize {
        2 * self.positions + self.kos
    }

    /// After a pass.
    pub(crate) fn passed(&self, position: u32) -> usize {
        self.positions + position as usize
    }

    pub(crate) fn ko(&self, number: u32) -> usize {
        2 * self.positions + number as usize
    }
}

/// A position.
struct Head {
    /// What it is worth if the game ends there.
    score: i8,
    /// How many moves it has, and how many ko points it can have.
    moves: u8,
    kos: u8,
}

/// The moves of some positions that follow each other.
struct Part {
    positions: Range<usize>,
    kos: Range<usize>,
    heads: Vec<Head>,
    /// For each position the one with the colours swapped, then the states that its moves lead to.
    next: Vec<u32>,
    /// For each state with a ko point which move is forbidden.
    forbidden: Vec<u8>,
}

impl Part {
    fn new(places: &Places, layout: &Layout, part: usize) -> Part {
        let (first, end) = places.bounds(part);
        let ko = |position: usize| {
            places.kos.partition_point(|&(number, _)| (number as usize) < position)
        };
        let mut made = Part {
            positions: first..end,
            kos: ko(first)..ko(end),
            heads: Vec::with_capacity(end - first),
            next: Vec::new(),
            forbidden: Vec::new(),
        };
        let mut kos = places.kos[made.kos.clone()].iter().peekable();
        let grid = &places.grid;
        for (number, serial) in places.part(part) {
            let stones = grid.stones(serial);
            made.next.push(places.position(stones.swapped()));
            let mut head = Head { score: grid.score(stones), moves: 0, kos: 0 };
            for after in grid.moves(stones) {
                let state = match after.ko {
                    None => places.position(after.stones) as usize,
                    Some(ko) => match places.ko(after.stones, ko) {
                        (_, Some(ko)) => layout.ko(ko),
                        // There is one for each capture that makes a ko.
                        (position, None) => position as usize,
                    },
                };
                // Fewer than 2 to the 32th, for all boards that are done.
                made.next.push(state as u32);
                if kos.next_if_eq(&&(number, after.point)).is_some() {
                    made.forbidden.push(head.moves);
                    head.kos += 1;
                }
                head.moves += 1;
            }
            made.heads.push(head);
        }
        debug_assert_eq!(made.forbidden.len(), made.kos.len());
        made.next.shrink_to_fit();
        made
    }
}

/// What a part of a sweep writes: its states as they are, after a pass, with a ko point.
struct Page<'a> {
    part: &'a Part,
    values: [&'a mut [Value]; 3],
    plies: [&'a mut [Plies]; 3],
}

/// The values of all states, and in how many moves they can be had.
pub(crate) fn solve(places: &Places, tell: &(dyn Fn(Progress) + Sync)) -> (Vec<Value>, Vec<Plies>) {
    let layout = Layout::of(places);
    let mut parts: Vec<Option<Part>> = (0..places.parts()).map(|_| None).collect();
    in_parts(parts.iter_mut().collect(), &|share| tell(Progress::Moves(share)), |part, made| {
        *made = Some(Part::new(places, &layout, part));
    });
    let parts: Vec<Part> = parts.into_iter().flatten().collect();
    let area = places.grid.size.area() as i8;
    let mut values = vec![[-area, area]; layout.states()];
    let mut next = values.clone();
    let mut plies = vec![[0; 2]; layout.states()];
    for sweep in 1.. {
        let changed = AtomicU64::new(0);
        let pages = pages(&parts, &layout, &mut next, &mut plies);
        in_parts(pages, &|_| (), |_, page| {
            let count = page.fill(&values, &layout, sweep);
            changed.fetch_add(count, Ordering::Relaxed);
        });
        std::mem::swap(&mut values, &mut next);
        let changed = changed.into_inner();
        tell(Progress::Sweep { number: sweep, changed });
        if changed == 0 {
            break;
        }
    }
    (values, plies)
}

fn pages<'a>(
    parts: &'a [Part],
    layout: &Layout,
    values: &'a mut [Value],
    plies: &'a mut [Plies],
) -> Vec<Page<'a>> {
    fn three<'a, T>(all: &'a mut [T], layout: &Layout) -> [&'a mut [T]; 3] {
        let (plain, rest) = all.split_at_mut(layout.positions);
        let (passed, ko) = rest.split_at_mut(layout.positions);
        [plain, passed, ko]
    }
    fn take<'a, T>(from: &mut [&'a mut [T]; 3], part: &Part) -> [&'a mut [T]; 3] {
        let lengths = [part.positions.len(), part.positions.len(), part.kos.len()];
        let mut nth = 0;
        from.each_mut().map(|from| {
            nth += 1;
            // The parts are as long as the whole.
            from.split_off_mut(..lengths[nth - 1]).unwrap_or_default()
        })
    }
    let (mut values, mut plies) = (three(values, layout), three(plies, layout));
    let page = |part| Page { part, values: take(&mut values, part), plies: take(&mut plies, part) };
    parts.iter().map(page).collect()
}

impl Page<'_> {
    /// The values after a sweep from those before it; how many have changed.
    fn fill(mut self, values: &[Value], layout: &Layout, sweep: u32) -> u64 {
        // No board that is done needs as many.
        let sweep = u8::try_from(sweep).unwrap_or(u8::MAX);
        let (part, mut changed) = (self.part, 0);
        let mut set = |kind: usize, at: usize, old: Value, new: Value| {
            self.values[kind][at] = new;
            for side in 0..2 {
                if old[side] != new[side] {
                    self.plies[kind][at][side] = sweep;
                    changed += 1;
                }
            }
        };
        let (mut next, mut ko) = (&part.next[..], 0);
        for (at, head) in part.heads.iter().enumerate() {
            let (this, rest) = next.split_at(1 + usize::from(head.moves));
            next = rest;
            let (swapped, moves) = (this[0], &this[1..]);
            let position = part.positions.start + at;
            let (old, old_passed) = (values[position], values[layout.positions + position]);
            let kos = ko..ko + usize::from(head.kos);
            ko = kos.end;
            let is_settled = |value: Value| value[0] == value[1];
            if is_settled(old) && is_settled(old_passed) && kos.is_empty() {
                set(0, at, old, old);
                set(1, at, old_passed, old_passed);
                continue;
            }
            let best = best(values, moves);
            let pass = turned(values[layout.passed(swapped)]);
            set(0, at, old, better(best, pass));
            set(1, at, old_passed, better(best, [head.score; 2]));
            for ko in kos {
                let (before, behind) = moves.split_at(usize::from(part.forbidden[ko]));
                let rest = better(self::best(values, before), self::best(values, &behind[1..]));
                let old = values[2 * layout.positions + part.kos.start + ko];
                set(2, ko, old, better(rest, pass));
            }
        }
        changed
    }
}

/// The best of some moves; what is worse than everything, if there are none.
#[inline]
fn best(values: &[Value], moves: &[u32]) -> Value {
    moves.iter().fold([i8::MIN; 2], |best, &to| better(best, turned(values[to as usize])))
}

/// A value for the one side as it is for the other: what these are sure of is what those may hope for.
#[inline]
pub(crate) fn turned(value: Value) -> Value {
    [-value[1], -value[0]]
}

#[inline]
fn better(one: Value, other: Value) -> Value {
    [one[0].max(other[0]), one[1].max(other[1])]
}
