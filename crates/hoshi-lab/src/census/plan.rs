//! How a board is divided for its census, and what its symmetries compare.
//!
//! A serial is read from its highest digit, which is the last point of the board. The digits fall into a
//! head, a middle of up to five and a tail of up to five: heads are visited one by one, and of a middle
//! and a tail all values at once, as sets.

use hoshi_core::Size;

use super::bits::Bits;

/// The maximum number of points of a group: its 3^5 values fit a set.
const GROUP: usize = 5;

/// Whether a digit is less than another, and whether it is equal, for each value of a group.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Compared {
    pub(crate) less: Bits,
    pub(crate) equal: Bits,
}

/// The values of some consecutive digits, as sets.
#[derive(Debug)]
pub(crate) struct Group {
    /// The first of its digits, counted from the highest of the serial.
    pub(crate) first: usize,
    pub(crate) digits: usize,
    /// The number of values.
    pub(crate) values: usize,
    /// All of them.
    pub(crate) all: Bits,
    /// By digit and colour: the values where the digit is less, and where it is equal.
    less: Vec<[Bits; 3]>,
    equal: Vec<[Bits; 3]>,
    /// By two digits: the values where one is less than the other, and where they are equal.
    pairs: Vec<Vec<Compared>>,
}

impl Group {
    fn new(first: usize, digits: usize) -> Group {
        let values = 3usize.pow(digits as u32);
        let which = |is: &dyn Fn(usize) -> bool| Bits::which(values, is);
        let digit = |value: usize, nth: usize| value / 3usize.pow((digits - 1 - nth) as u32) % 3;
        let one = |nth: usize, is: fn(usize, usize) -> bool| {
            [0, 1, 2].map(|color| which(&|value| is(digit(value, nth), color)))
        };
        let pair = |a: usize, b: usize| Compared {
            less: which(&|value| digit(value, a) < digit(value, b)),
            equal: which(&|value| digit(value, a) == digit(value, b)),
        };
        Group {
            first,
            digits,
            values,
            all: Bits::below(values),
            less: (0..digits).map(|nth| one(nth, |digit, color| digit < color)).collect(),
            equal: (0..digits).map(|nth| one(nth, |digit, color| digit == color)).collect(),
            pairs: (0..digits).map(|a| (0..digits).map(|b| pair(a, b)).collect()).collect(),
        }
    }

    /// Whether this digit of the serial is of the group.
    #[inline(always)]
    pub(crate) fn has(&self, place: usize) -> bool {
        place.wrapping_sub(self.first) < self.digits
    }

    /// The values where this digit of the serial has a colour.
    pub(crate) fn with(&self, place: usize, color: u8) -> Bits {
        self.equal[place - self.first][usize::from(color)]
    }

    /// The weight of the digit at this place in the value of the group.
    pub(crate) fn weight(&self, place: usize) -> i32 {
        3i32.pow((self.first + self.digits - 1 - place) as u32)
    }

    /// Compares two digits of the serial, either of the group or known.
    #[inline(always)]
    pub(crate) fn compare(&self, known: &[u8; 32], (a, b): (u8, u8)) -> Compared {
        let (a, b) = (usize::from(a), usize::from(b));
        let color = |place: usize| usize::from(known[place & 31]);
        match (self.has(a), self.has(b)) {
            (true, true) => self.pairs[a - self.first][b - self.first],
            (true, false) => Compared {
                less: self.less[a - self.first][color(b)],
                equal: self.equal[a - self.first][color(b)],
            },
            (false, true) => {
                let (less, equal) =
                    (self.less[b - self.first][color(a)], self.equal[b - self.first][color(a)]);
                Compared { less: self.all & !(less | equal), equal }
            }
            (false, false) => {
                let is = |is: bool| if is { self.all } else { Bits::NONE };
                Compared { less: is(color(a) < color(b)), equal: is(color(a) == color(b)) }
            }
        }
    }
}

/// The division of a board.
#[derive(Debug)]
pub(crate) struct Plan {
    pub(crate) size: Size,
    pub(crate) points: usize,
    /// The number of digits visited one by one.
    pub(crate) head: usize,
    pub(crate) middle: Group,
    pub(crate) tail: Group,
    /// For each symmetry except the identity, the digits to compare in turn: the first two that differ
    /// decide whether the serial is less than its image. Pairs that are already known to be equal are
    /// left out.
    pub(crate) images: Vec<Vec<(u8, u8)>>,
    /// The number of serials with the same head.
    pub(crate) block: u64,
}

impl Plan {
    pub(crate) fn new(size: Size) -> Plan {
        let points = size.area();
        let tail = GROUP.min(points);
        let middle = GROUP.min(points - tail);
        let head = points - tail - middle;
        Plan {
            size,
            points,
            head,
            middle: Group::new(head, middle),
            tail: Group::new(head + middle, tail),
            images: permutations(size).iter().skip(1).map(|image| comparisons(image)).collect(),
            block: 3u64.pow((middle + tail) as u32),
        }
    }

    /// The number of symmetries of the board.
    pub(crate) fn symmetries(&self) -> u32 {
        self.images.len() as u32 + 1
    }
}

/// The neighbours of a point.
pub(crate) fn neighbors(size: Size, point: usize) -> Vec<usize> {
    let (width, height) = (usize::from(size.width()), usize::from(size.height()));
    let (x, y) = (point % width, point / width);
    let mut all = Vec::new();
    all.extend((x > 0).then(|| point - 1));
    all.extend((x + 1 < width).then(|| point + 1));
    all.extend((y > 0).then(|| point - width));
    all.extend((y + 1 < height).then(|| point + width));
    all
}

/// The symmetries of a board: for each, where each point goes. The first is the identity.
pub(crate) fn permutations(size: Size) -> Vec<Vec<usize>> {
    let (width, height) = (usize::from(size.width()), usize::from(size.height()));
    let mut all: Vec<Vec<usize>> = Vec::new();
    for number in 0..8 {
        let (flip_x, flip_y, transpose) = (number & 1 != 0, number & 2 != 0, number & 4 != 0);
        if transpose && width != height {
            continue;
        }
        let image = |point: usize| {
            let (mut x, mut y) = (point % width, point / width);
            if flip_x {
                x = width - 1 - x;
            }
            if flip_y {
                y = height - 1 - y;
            }
            if transpose {
                (x, y) = (y, x);
            }
            y * width + x
        };
        let image: Vec<usize> = (0..size.area()).map(image).collect();
        if !all.contains(&image) {
            all.push(image);
        }
    }
    all
}

/// The digits that decide between a serial and its image, in turn.
fn comparisons(image: &[usize]) -> Vec<(u8, u8)> {
    let last = image.len() - 1;
    // Digits that are equal if all comparisons so far were equal.
    let mut equal: Vec<usize> = (0..image.len()).collect();
    let mut pairs = Vec::new();
    for place in 0..image.len() {
        let other = last - image[last - place];
        let (a, b) = (equal[place], equal[other]);
        if a != b {
            pairs.push((place as u8, other as u8));
            equal.iter_mut().filter(|same| **same == a).for_each(|same| *same = b);
        }
    }
    pairs
}
