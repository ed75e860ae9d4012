//! Every serial of a range, in groups: heads one by one, and under each head the values of the middle
//! for which the same tails can be reduced.
//!
//! A serial is reduced if no image of it is smaller. For each symmetry, digits are compared in turn until
//! two differ. If both are in the head, that decides for the whole block; else the result is a set of
//! values of the middle or of the tail, or depends on both ("slow": decided middle by middle).

use std::ops::Range;

use super::bits::Bits;
use super::classes::{Classes, DEAD};
use super::plan::Plan;

/// The maximum number of symmetries, without the identity.
const IMAGES: usize = 7;

/// The maximum number of pieces of an image: two for each change from tail to middle that is followed.
const PIECES: usize = 6;

/// This image is greater than the serial, whatever the remaining digits.
const GREATER: u8 = u8::MAX;

/// Receives the positions found.
pub(crate) trait Sink {
    /// A block of serials with this many legal ones; only part of the block if the range ends within it.
    fn block(&mut self, legal: u64);
    /// A head below which there may be reduced serials.
    fn head(&mut self, head: &Head<'_>);
    /// Under this head, with each of these values of the middle, the legal ones of these tails are
    /// reduced.
    fn group(&mut self, head: &Head<'_>, middles: Bits, tails: Bits, fixed: Fixed<'_>);
}

/// A head and its derived data.
#[derive(Debug)]
pub(crate) struct Head<'a> {
    pub(crate) digits: [u8; 32],
    /// The first serial of its block.
    pub(crate) first: u64,
    /// Its class, and the classes before the tail, by value of the middle.
    pub(crate) class: u32,
    pub(crate) row: &'a [u16; 256],
}

/// The tails of a group that are fixed by symmetries.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Fixed<'a> {
    images: &'a [Image; IMAGES],
    /// The images that fix `equal`, and those that fix `slowly_equal`.
    fast: u8,
    slow: u8,
}

impl Fixed<'_> {
    /// The tails fixed by some symmetry.
    #[inline(always)]
    pub(crate) fn some(&self) -> Bits {
        let mut some = Bits::NONE;
        let mut rest = self.fast | self.slow;
        while rest != 0 {
            some |= self.by(rest.trailing_zeros() as usize);
            rest &= rest - 1;
        }
        some
    }

    /// The tails fixed by this image.
    #[inline(always)]
    fn by(&self, image: usize) -> Bits {
        let Image { equal, slowly_equal, .. } = self.images[image];
        if self.fast >> image & 1 != 0 {
            equal
        } else if self.slow >> image & 1 != 0 {
            slowly_equal
        } else {
            Bits::NONE
        }
    }

    /// The number of symmetries that fix this tail, including the identity.
    pub(crate) fn many(&self, tail: usize) -> u32 {
        1 + (0..IMAGES).filter(|&image| self.by(image).contains(tail)).count() as u32
    }
}

/// The constraints of one symmetry on a head: which tails are possible with which values of the middle.
/// Without a constraint, all are.
#[derive(Clone, Copy, Debug, Default)]
struct Image {
    /// All values of the middle with a constraint.
    said: Bits,
    /// Values of the middle, and the tails possible with them.
    pieces: [(Bits, Bits); PIECES],
    many: u8,
    /// Values of the middle with `tails`, of which those in `equal` are their own images.
    fixed: Bits,
    tails: Bits,
    equal: Bits,
    /// Values of the middle that decide together with the tail.
    slow: Bits,
    /// For the current value of `slow`: the tails that are their own images.
    slowly_equal: Bits,
    /// The number of the symmetry, and the first comparison that is not decided by the head.
    number: u8,
    from: u8,
}

impl Image {
    #[inline(always)]
    fn add(&mut self, middles: Bits, tails: Bits) {
        if !middles.is_empty() {
            self.pieces[usize::from(self.many) % PIECES] = (middles, tails);
            self.many += 1;
        }
    }
}

/// A step on the way to groups.
#[derive(Clone, Copy, Debug, Default)]
struct Step {
    middles: Bits,
    tails: Bits,
    /// The images before this one are done.
    image: u8,
    /// Decided by the slow way.
    is_slow: bool,
    /// The images that fix some tails.
    fixed: u8,
    fixed_slowly: u8,
}

/// Iterates over the heads.
struct Odometer {
    digits: [u8; 32],
    class: [u32; 32],
    /// By digits decided: for each image the next comparison, or `GREATER`.
    at: [[u8; IMAGES]; 32],
    /// By digits decided: whether no image is smaller so far.
    is_live: [bool; 32],
}

impl Odometer {
    /// The state after this digit was set.
    #[inline(always)]
    fn set(&mut self, plan: &Plan, classes: &Classes, place: usize, digit: u8) {
        self.digits[place & 31] = digit;
        let class = self.class[place & 31] as usize;
        self.class[(place + 1) & 31] = classes.steps[place][class][usize::from(digit)];
        let mut is_live = self.is_live[place & 31];
        let mut at = self.at[place & 31];
        if is_live {
            for (image, at) in plan.images.iter().zip(&mut at) {
                while let Some(&(a, b)) = image.get(usize::from(*at)) {
                    if usize::from(a.max(b)) > place {
                        break;
                    }
                    let (a, b) =
                        (self.digits[usize::from(a) & 31], self.digits[usize::from(b) & 31]);
                    if a < b {
                        *at = GREATER;
                    } else if a > b {
                        is_live = false;
                        break;
                    } else {
                        *at += 1;
                    }
                }
            }
        }
        self.at[(place + 1) & 31] = at;
        self.is_live[(place + 1) & 31] = is_live;
    }
}

/// Buffers that are reused from head to head.
struct Room {
    images: [Image; IMAGES],
    /// Pending steps: for each image, all kinds of values except the one being followed.
    stack: [Step; (PIECES + 3) * IMAGES + 1],
}

/// Visits all serials of a range.
#[inline(always)]
pub(crate) fn walk(plan: &Plan, classes: &Classes, range: Range<u64>, sink: &mut impl Sink) {
    let mut odometer = Odometer {
        digits: [0; 32],
        class: [classes.first; 32],
        at: [[0; IMAGES]; 32],
        is_live: [true; 32],
    };
    if range.is_empty() {
        return;
    }
    let mut room = Room {
        images: [Image::default(); IMAGES],
        stack: [Step::default(); (PIECES + 3) * IMAGES + 1],
    };
    let blocks = range.start / plan.block..range.end.div_ceil(plan.block);
    let mut rest = blocks.start;
    for place in (0..plan.head).rev() {
        odometer.digits[place] = (rest % 3) as u8;
        rest /= 3;
    }
    let mut from = 0;
    for block in blocks {
        for place in from..plan.head {
            odometer.set(plan, classes, place, odometer.digits[place & 31]);
        }
        let first = block * plan.block;
        let within = range.start.max(first) - first..range.end.min(first + plan.block) - first;
        visit(plan, classes, &odometer, first, within, &mut room, sink);
        // The next head: increment the last digit that is not 2, and set those after it to 0.
        from = plan.head;
        while from > 0 && odometer.digits[(from - 1) & 31] == 2 {
            odometer.digits[(from - 1) & 31] = 0;
            from -= 1;
        }
        if from > 0 {
            odometer.digits[(from - 1) & 31] += 1;
            from -= 1;
        }
    }
}

/// A head and what is below it.
#[inline(always)]
fn visit(
    plan: &Plan,
    classes: &Classes,
    odometer: &Odometer,
    first: u64,
    within: Range<u64>,
    room: &mut Room,
    sink: &mut impl Sink,
) {
    let class = odometer.class[plan.head & 31];
    if class == DEAD {
        return sink.block(0);
    }
    let row = classes.row(class);
    let is_full_block = within == (0..plan.block);
    let mut parts = [(plan.middle.all, plan.tail.all); 3];
    let mut many = 1;
    if is_full_block {
        sink.block(classes.legal[class as usize]);
    } else {
        many = clipped(plan, within, &mut parts);
        let legal = parts[..many].iter().map(|&(middles, tails)| {
            let legal =
                |value: usize| u64::from((classes.tails[usize::from(row[value])] & tails).len());
            middles.iter().map(legal).sum::<u64>()
        });
        sink.block(legal.sum());
    }
    if !odometer.is_live[plan.head & 31] {
        return;
    }
    let mut used = 0;
    let mut live = classes.alive[class as usize];
    for (number, comparisons) in plan.images.iter().enumerate() {
        let from = odometer.at[plan.head & 31][number];
        if from == GREATER {
            continue;
        }
        let image = &mut room.images[used];
        image.number = number as u8;
        let (may, matters) = judge(plan, &odometer.digits, comparisons, from, image);
        live &= may;
        used += usize::from(matters);
    }
    if live.is_empty() {
        return;
    }
    let head = Head { digits: odometer.digits, first, class, row };
    sink.head(&head);
    for &(middles, tails) in &parts[..many] {
        groups(plan, &head, room, used, middles & live, tails, sink);
    }
}

/// The values of middle and tail within a part of a block: that of the first value, that of the last, and
/// those between.
fn clipped(plan: &Plan, within: Range<u64>, parts: &mut [(Bits, Bits); 3]) -> usize {
    let values = plan.tail.values as u64;
    let (start, end) = (within.start / values, within.end / values);
    let (skipped, rest) = ((within.start % values) as usize, (within.end % values) as usize);
    let one = |value: u64| Bits::one(value as usize);
    if start == end {
        parts[0] = (one(start), Bits::below(rest) & !Bits::below(skipped));
        return 1;
    }
    let mut many = 0;
    let mut add = |part| {
        parts[many] = part;
        many += 1;
    };
    add((one(start), plan.tail.all & !Bits::below(skipped)));
    add((Bits::below(end as usize) & !Bits::below(start as usize + 1), plan.tail.all));
    if rest > 0 {
        add((one(end), Bits::below(rest)));
    }
    many
}

/// The constraints of a symmetry on a head: the possible values of the middle, and the possible tails if
/// they matter.
#[inline(always)]
fn judge(
    plan: &Plan,
    digits: &[u8; 32],
    comparisons: &[(u8, u8)],
    from: u8,
    image: &mut Image,
) -> (Bits, bool) {
    let (middle, tail) = (&plan.middle, &plan.tail);
    let is_of_tail = |&(a, b): &(u8, u8)| tail.has(usize::from(a)) || tail.has(usize::from(b));
    let is_of_middle =
        |&(a, b): &(u8, u8)| middle.has(usize::from(a)) || middle.has(usize::from(b));
    let mut at = usize::from(from);
    let (mut greater, mut tied) = (Bits::NONE, middle.all);
    while let Some(pair) = comparisons.get(at).filter(|pair| !is_of_tail(pair)) {
        let compared = middle.compare(digits, *pair);
        greater |= tied & compared.less;
        tied &= compared.equal;
        at += 1;
        if tied.is_empty() {
            return (greater, false);
        }
    }
    let may = greater | tied;
    image.said = tied;
    image.many = 0;
    (image.fixed, image.slow) = (Bits::NONE, Bits::NONE);
    image.from = from;
    let (mut tails, mut equal) = (Bits::NONE, tail.all);
    loop {
        while let Some(pair) = comparisons.get(at).filter(|pair| !is_of_middle(pair)) {
            let compared = tail.compare(digits, *pair);
            tails |= equal & compared.less;
            equal &= compared.equal;
            at += 1;
            if equal.is_empty() {
                image.add(tied, tails);
                return (may, true);
            }
        }
        let is_full = usize::from(image.many) + 2 > PIECES;
        if is_full || comparisons.get(at).is_some_and(is_of_tail) {
            image.slow = tied;
            return (may, true);
        }
        let (mut first, mut second) = (Bits::NONE, Bits::NONE);
        while let Some(pair) = comparisons.get(at).filter(|pair| !is_of_tail(pair)) {
            let compared = middle.compare(digits, *pair);
            first |= tied & compared.less;
            second |= tied & !(compared.less | compared.equal);
            tied &= compared.equal;
            at += 1;
            if tied.is_empty() {
                break;
            }
        }
        image.add(first, tails | equal);
        image.add(second, tails);
        if tied.is_empty() {
            return (may, true);
        }
        if at == comparisons.len() {
            image.fixed = tied;
            image.tails = tails | equal;
            image.equal = equal;
            return (may, true);
        }
    }
}

/// Splits the values of the middle until the same tails are possible for a whole group.
#[inline(always)]
fn groups(
    plan: &Plan,
    head: &Head<'_>,
    room: &mut Room,
    used: usize,
    middles: Bits,
    tails: Bits,
    sink: &mut impl Sink,
) {
    let Room { images, stack } = room;
    let mut top = 1;
    stack[0] = Step { middles, tails, ..Step::default() };
    while top > 0 {
        top -= 1;
        let mut step = stack[top];
        let number = usize::from(step.image);
        if step.is_slow {
            // Take one of the pending values; the others stay pending.
            let value = first_of(step.middles);
            let one = Bits::one(value);
            let rest = step.middles & !one;
            if !rest.is_empty() {
                stack[top] = Step { middles: rest, ..step };
                top += 1;
            }
            let image = &mut images[number];
            let comparisons = &plan.images[usize::from(image.number)];
            let (tails, equal) = slowly(plan, &head.digits, comparisons, image.from, value);
            image.slowly_equal = equal;
            step = Step {
                middles: one,
                tails: step.tails & tails,
                image: step.image + 1,
                is_slow: false,
                fixed: step.fixed,
                fixed_slowly: step.fixed_slowly | u8::from(!equal.is_empty()) << number,
            };
            if !step.tails.is_empty() {
                stack[top] = step;
                top += 1;
            }
            continue;
        }
        if number == used {
            let fixed = Fixed { images, fast: step.fixed, slow: step.fixed_slowly };
            sink.group(head, step.middles, step.tails, fixed);
            continue;
        }
        let image = &images[number];
        let mut push = |middles: Bits, tails: Bits, fixed: bool, is_slow: bool| {
            let middles = step.middles & middles;
            let tails = step.tails & tails;
            if !middles.is_empty() && !tails.is_empty() {
                stack[top] = Step {
                    middles,
                    tails,
                    image: step.image + u8::from(!is_slow),
                    is_slow,
                    fixed: step.fixed | u8::from(fixed) << number,
                    fixed_slowly: step.fixed_slowly,
                };
                top += 1;
            }
        };
        push(image.slow, plan.tail.all, false, true);
        push(!image.said, plan.tail.all, false, false);
        push(image.fixed, image.tails, true, false);
        for &(middles, tails) in &image.pieces[..usize::from(image.many) % (PIECES + 1)] {
            push(middles, tails, false, false);
        }
    }
}

/// The first number of a set that is not empty.
#[inline(always)]
fn first_of(set: Bits) -> usize {
    let place = set.0.iter().position(|&word| word != 0).unwrap_or(0);
    64 * place + set.0[place].trailing_zeros() as usize
}

/// The tails possible with one value of the middle, and those that are equal to their image.
#[inline(always)]
fn slowly(
    plan: &Plan,
    digits: &[u8; 32],
    comparisons: &[(u8, u8)],
    from: u8,
    value: usize,
) -> (Bits, Bits) {
    let mut digits = *digits;
    let mut rest = value;
    for place in (plan.middle.first..plan.middle.first + plan.middle.digits).rev() {
        digits[place] = (rest % 3) as u8;
        rest /= 3;
    }
    let (mut tails, mut equal) = (Bits::NONE, plan.tail.all);
    for pair in &comparisons[usize::from(from)..] {
        let compared = plan.tail.compare(&digits, *pair);
        tails |= equal & compared.less;
        equal &= compared.equal;
        if equal.is_empty() {
            break;
        }
    }
    (tails | equal, equal)
}
