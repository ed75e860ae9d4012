//! The totals of a range of serials.

use super::bits::Bits;
use super::classes::Classes;
use super::content::no_ko;
use super::ko::{Allowed, Found, Patterns};
use super::plan::{self, Plan};
use super::walk::{Fixed, Head, Sink};

/// The maximum number of serials kept among those with the most ko points.
const MOST_SERIALS: usize = 1000;

/// The totals of some serials. Those of several ranges can be added.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Totals {
    /// Legal positions.
    pub legal: u64,
    /// Legal ones that are reduced: no image of theirs has a smaller serial.
    pub reduced: u64,
    /// Positions in the orbits of the reduced ones; for a whole board, all legal positions.
    pub in_orbits: u64,
    /// Ko points, if they were looked for.
    pub ko: Option<KoTotals>,
}

/// Ko points of the reduced positions among some serials.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct KoTotals {
    /// By point, the number of reduced positions in which it is a ko point.
    pub heat: Vec<u64>,
    /// The same, weighted with the size of the orbit.
    pub weighted: Vec<u64>,
    /// The most ko points in one reduced position.
    pub most: u32,
    /// The number of reduced positions with that many.
    pub with_most: u64,
    /// The first thousand of them.
    pub serials: Vec<u64>,
}

impl Totals {
    /// Adds those of a later range.
    pub fn add(&mut self, other: &Totals) {
        self.legal += other.legal;
        self.reduced += other.reduced;
        self.in_orbits += other.in_orbits;
        if let Some(other) = &other.ko {
            self.ko.get_or_insert_default().add(other);
        }
    }
}

impl KoTotals {
    pub(crate) fn add(&mut self, other: &KoTotals) {
        for (sums, others) in [(&mut self.heat, &other.heat), (&mut self.weighted, &other.weighted)]
        {
            sums.resize(others.len().max(sums.len()), 0);
            sums.iter_mut().zip(others).for_each(|(sum, other)| *sum += other);
        }
        self.more(other.most, other.with_most, other.serials.iter().copied());
    }

    /// Pairs of a reduced position and a ko point.
    #[must_use]
    pub fn reduced(&self) -> u64 {
        self.heat.iter().sum()
    }

    /// Pairs of a legal position and a ko point, if these are the totals of a whole board.
    #[must_use]
    pub fn all(&self) -> u64 {
        self.weighted.iter().sum()
    }

    /// By point, the number of legal positions in which it is a ko point, if these are the totals of a
    /// whole board of this size.
    #[must_use]
    pub fn heat_of_all(&self, size: hoshi_core::Size) -> Vec<u64> {
        let images = plan::permutations(size);
        let sum =
            |point: usize| images.iter().map(|image| self.weighted[image[point]]).sum::<u64>();
        (0..self.weighted.len()).map(|point| sum(point) / images.len() as u64).collect()
    }

    /// Notes the ko points of some positions; those in `alike` are symmetric.
    #[inline(always)]
    fn note(
        &mut self,
        found: &[(u8, Bits)],
        tails: Bits,
        first: u64,
        symmetries: u32,
        alike: Bits,
        fixed: Fixed<'_>,
    ) {
        // The number of ko points of each tail, one binary digit per set.
        let mut digits = [Bits::NONE; 4];
        for &(point, with) in found {
            let many = u64::from(with.len());
            let mut weighted = many * u64::from(symmetries);
            for tail in (with & alike).iter() {
                weighted -= u64::from(symmetries - symmetries / fixed.many(tail));
            }
            self.heat[usize::from(point)] += many;
            self.weighted[usize::from(point)] += weighted;
            let mut carry = with;
            for digit in &mut digits {
                (*digit, carry) = (*digit & !carry | carry & !*digit, *digit & carry);
            }
        }
        if !found.is_empty() && found.len() >= self.most as usize {
            self.note_most(&digits, tails, first);
        }
    }

    /// Notes the tails with the most ko points.
    fn note_most(&mut self, digits: &[Bits; 4], tails: Bits, first: u64) {
        let (mut many, mut which) = (0, tails);
        for (place, digit) in digits.iter().enumerate().rev() {
            let with = which & *digit;
            if !with.is_empty() {
                many += 1 << place;
                which = with;
            }
        }
        let is_full = many == self.most && self.serials.len() >= MOST_SERIALS;
        // Keep the smallest ones; the serials of a head come in any order.
        let most = if is_full { self.serials.last().copied() } else { None };
        let serials = which.iter().map(|tail| first + tail as u64);
        let serials = serials.filter(|&serial| most.is_none_or(|most| serial < most));
        self.more(many, u64::from(which.len()), serials);
    }

    /// Adds one position: its ko points, and the size of its orbit.
    pub(crate) fn position(&mut self, serial: u64, mask: u32, orbit: u64) {
        for (point, (heat, weighted)) in self.heat.iter_mut().zip(&mut self.weighted).enumerate() {
            let is = u64::from(mask >> point & 1);
            *heat += is;
            *weighted += is * orbit;
        }
        let is_kept = self.serials.len() < MOST_SERIALS || mask.count_ones() > self.most;
        let kept = is_kept.then_some(serial);
        self.more(mask.count_ones(), 1, kept.into_iter());
    }

    /// Adds positions with this many ko points.
    fn more(&mut self, many: u32, positions: u64, serials: impl Iterator<Item = u64>) {
        if many < self.most || many == 0 {
            return;
        }
        if many > self.most {
            self.most = many;
            self.with_most = 0;
            self.serials.clear();
        }
        self.with_most += positions;
        let before = self.serials.len();
        self.serials.extend(serials);
        if self.serials.len() > before {
            self.serials.sort_unstable();
            self.serials.truncate(MOST_SERIALS);
        }
    }
}

/// Receives every value of the middle with reduced serials.
pub(crate) trait Rows {
    /// Whether rows are needed at all.
    const ARE_WANTED: bool = true;

    /// `first` is the serial with this head and middle whose tail is 0; these tails are reduced, and with
    /// some of them there are ko points.
    fn row(&mut self, first: u64, tails: Bits, ko: &[(u8, Bits)]);
}

/// Ignores rows.
impl Rows for () {
    const ARE_WANTED: bool = false;

    #[inline(always)]
    fn row(&mut self, _: u64, _: Bits, _: &[(u8, Bits)]) {}
}

/// Counts what is found.
pub(crate) struct Count<'a, R> {
    plan: &'a Plan,
    classes: &'a Classes,
    patterns: Option<&'a Patterns>,
    allowed: Allowed,
    found: Found,
    pub(crate) totals: Totals,
    rows: &'a mut R,
}

impl<'a, R: Rows> Count<'a, R> {
    pub(crate) fn new(
        plan: &'a Plan,
        classes: &'a Classes,
        patterns: Option<&'a Patterns>,
        rows: &'a mut R,
    ) -> Count<'a, R> {
        let ko = patterns.map(|_| no_ko(plan.points));
        let totals = Totals { ko, ..Totals::default() };
        let (allowed, found) = (Allowed::default(), Found::default());
        Count { plan, classes, patterns, allowed, found, totals, rows }
    }
}

impl<R: Rows> Sink for Count<'_, R> {
    #[inline(always)]
    fn block(&mut self, legal: u64) {
        self.totals.legal += legal;
    }

    #[inline(always)]
    fn head(&mut self, head: &Head<'_>) {
        if let Some(patterns) = self.patterns {
            patterns.allowed(self.plan, self.classes, head, &mut self.allowed);
        }
    }

    #[inline(always)]
    fn group(&mut self, head: &Head<'_>, middles: Bits, tails: Bits, fixed: Fixed<'_>) {
        let symmetries = self.plan.symmetries();
        let alike = fixed.some();
        let (mut reduced, mut fewer) = (0, 0);
        if !R::ARE_WANTED && self.patterns.is_none() && alike.is_empty() {
            // Only a sum, word by word.
            let mut sums = [0; 4];
            for middle in middles.iter() {
                let words = (self.classes.tails[usize::from(head.row[middle])] & tails).0;
                for (sum, word) in sums.iter_mut().zip(words) {
                    *sum += u64::from(word.count_ones());
                }
            }
            let reduced: u64 = sums.iter().sum();
            self.totals.reduced += reduced;
            self.totals.in_orbits += reduced * u64::from(symmetries);
            return;
        }
        for middle in middles.iter() {
            let tails = self.classes.tails[usize::from(head.row[middle])] & tails;
            if tails.is_empty() {
                continue;
            }
            reduced += tails.len();
            // Symmetric positions have smaller orbits.
            for tail in (tails & alike).iter() {
                fewer += symmetries - symmetries / fixed.many(tail);
            }
            let first = head.first + (middle * self.plan.tail.values) as u64;
            if let Some(patterns) = self.patterns {
                let Count { classes, allowed, found, .. } = self;
                patterns.find(classes, allowed, middle, tails, found);
                if let Some(sums) = &mut self.totals.ko {
                    sums.note(found.all(), tails, first, symmetries, alike, fixed);
                }
            }
            self.rows.row(first, tails, self.found.all());
        }
        self.totals.reduced += u64::from(reduced);
        self.totals.in_orbits += u64::from(reduced) * u64::from(symmetries) - u64::from(fewer);
    }
}
