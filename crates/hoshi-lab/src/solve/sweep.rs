//! Values by retrograde iteration. Every state begins with the worst and the best possible value of
//! infinite play; each sweep computes the value of a state from those of its moves before it. The lower
//! bound only rises and the upper bound only falls, so the sweeps converge, to the least and the
//! greatest fixed point; and the number of the sweep that found a value is the number of moves to it. A
//! state whose bounds have met is settled and skipped.
//!
//! Values are those of the side to move. The lower bound of one side is the upper bound of the other,
//! so one sweep computes both.

use std::sync::atomic::{AtomicU64, Ordering};

use super::moves::{Part, Room};
use super::places::{Layout, Places};
use super::work::in_parts;
use super::{Plies, Progress, Value};

/// The output of a part of a sweep: its plain states, those after a pass, those with a ko point.
struct Page<'a> {
    number: usize,
    /// Its moves, if cached.
    part: &'a mut Option<Part>,
    values: [&'a mut [Value]; 3],
    plies: [&'a mut [Plies]; 3],
}

/// The values of all states, and the number of moves to them. Up to `room` bytes of moves are cached
/// from sweep to sweep; the others are computed again each time.
pub(crate) fn solve(
    places: &Places,
    room: usize,
    tell: &(dyn Fn(Progress) + Sync),
) -> (Vec<Value>, Vec<Plies>) {
    let layout = places.layout();
    let area = places.grid.size.area() as i8;
    let mut values = vec![[-area, area]; layout.states()];
    let mut next = values.clone();
    let mut plies = vec![[0; 2]; layout.states()];
    let mut parts: Vec<Option<Part>> = (0..places.parts()).map(|_| None).collect();
    let room = Room::of(room);
    let mut before = 0;
    for number in 1.. {
        let changed = AtomicU64::new(0);
        let pages = pages(places, &mut parts, &mut next, &mut plies);
        let tell_share = |share| tell(Progress::Sweep { number, share, changed: before });
        in_parts(pages, &tell_share, |page| {
            let count = page.fill(places, &values, number, &room);
            changed.fetch_add(count, Ordering::Relaxed);
        });
        std::mem::swap(&mut values, &mut next);
        before = changed.into_inner();
        if before == 0 {
            break;
        }
    }
    (values, plies)
}

fn pages<'a>(
    places: &Places,
    parts: &'a mut [Option<Part>],
    values: &'a mut [Value],
    plies: &'a mut [Plies],
) -> Vec<Page<'a>> {
    fn three<T>(all: &mut [T], layout: Layout) -> [&mut [T]; 3] {
        let (plain, rest) = all.split_at_mut(layout.positions);
        let (passed, ko) = rest.split_at_mut(layout.positions);
        [plain, passed, ko]
    }
    fn take<'a, T>(from: &mut [&'a mut [T]; 3], lengths: [usize; 3]) -> [&'a mut [T]; 3] {
        let mut lengths = lengths.into_iter();
        from.each_mut().map(|from| {
            // The lengths of the parts add up.
            from.split_off_mut(..lengths.next().unwrap_or(0)).unwrap_or_default()
        })
    }
    let layout = places.layout();
    let (mut values, mut plies) = (three(values, layout), three(plies, layout));
    let page = |(number, part)| {
        let (positions, kos) = (places.bounds(number), places.kos_of(number));
        let lengths = [positions.len(), positions.len(), kos.len()];
        Page { number, part, values: take(&mut values, lengths), plies: take(&mut plies, lengths) }
    };
    parts.iter_mut().enumerate().map(page).collect()
}

impl Page<'_> {
    /// Computes the values after a sweep, and returns the number of changes.
    fn fill(mut self, places: &Places, values: &[Value], sweep: u32, room: &Room) -> u64 {
        let layout = places.layout();
        let (first, first_ko) =
            (places.bounds(self.number).start, places.kos_of(self.number).start);
        let starts = [first, layout.positions + first, 2 * layout.positions + first_ko];
        for (new, start) in self.values.iter_mut().zip(starts) {
            new.copy_from_slice(&values[start..start + new.len()]);
        }
        let part = match self.part.take() {
            Some(part) => part,
            None => Part::new(places, self.number, values),
        };
        // No supported board needs that many.
        let sweep = u8::try_from(sweep).unwrap_or(u8::MAX);
        let (mut changed, mut open) = (0, 0);
        let mut set = |kind: usize, at: usize, new: Value| {
            let old = std::mem::replace(&mut self.values[kind][at], new);
            for side in 0..2 {
                if old[side] != new[side] {
                    self.plies[kind][at][side] = sweep;
                    changed += 1;
                }
            }
        };
        for (head, swapped, moves, kos) in part.iter() {
            let at = usize::from(head.at);
            let position = first + at;
            if places.is_settled(
                values,
                position,
                kos.iter().map(|&(ko, _)| first_ko + ko as usize),
            ) {
                continue;
            }
            open += 1;
            let best = best(values, moves);
            let pass = turned(values[layout.passed(swapped)]);
            set(0, at, better(best, pass));
            set(1, at, better(best, [head.score; 2]));
            for &(ko, forbidden) in kos {
                let (before, behind) = moves.split_at(usize::from(forbidden));
                let rest = better(self::best(values, before), self::best(values, &behind[1..]));
                set(2, ko as usize, better(rest, pass));
            }
        }
        *self.part = room.keep(part, open, places, self.number, values);
        changed
    }
}

/// The best of some moves; the worst possible value, if there are none.
#[inline]
fn best(values: &[Value], moves: &[u32]) -> Value {
    moves.iter().fold([i8::MIN; 2], |best, &to| better(best, turned(values[to as usize])))
}

/// A value from the other side's view: the bounds are negated and swapped.
#[inline]
pub(crate) fn turned(value: Value) -> Value {
    [-value[1], -value[0]]
}

#[inline]
fn better(one: Value, other: Value) -> Value {
    [one[0].max(other[0]), one[1].max(other[1])]
}
