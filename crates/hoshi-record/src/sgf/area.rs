//! Many points at once: rectangles as bits of rows. A value of a few bytes can name thousands of points, and
//! a file has room for a hundred thousand such values; so the cost of each must depend on its rows, not its
//! points.

use hoshi_core::{Color, Point, PointMap, Size};

/// A rectangle by two opposite corners: the upper left, and the lower right.
pub(crate) type Corners = (Point, Point);

/// The bits of a rectangle's columns. Points of SGF have 52 columns at most.
pub(crate) fn columns((from, to): Corners) -> u64 {
    let wide = u32::from(to.x() - from.x()) + 1;
    (u64::MAX >> (64 - wide.min(64))).checked_shl(from.x().into()).unwrap_or(0)
}

/// A set of points.
#[derive(Clone, Debug)]
pub(crate) struct Area {
    size: Size,
    rows: Vec<u64>,
}

impl Area {
    pub(crate) fn new(size: Size) -> Area {
        Area { size, rows: vec![0; size.height().into()] }
    }

    /// Adds a rectangle, and calls `new` for each new point.
    pub(crate) fn add(&mut self, corners: Corners, mut new: impl FnMut(Point)) {
        let columns = columns(corners);
        for y in corners.0.y()..=corners.1.y() {
            let row = &mut self.rows[usize::from(y)];
            let mut left = columns & !*row;
            *row |= columns;
            while left != 0 {
                new(bit(self.size, left, y));
                left &= left - 1;
            }
        }
    }
}

/// Every point of a rectangle.
pub(crate) fn each(size: Size, (from, to): Corners, mut found: impl FnMut(Point)) {
    for y in from.y()..=to.y() {
        (from.x()..=to.x()).filter_map(|x| size.point(x, y)).for_each(&mut found);
    }
}

/// The point of the lowest bit of a row.
fn bit(size: Size, row: u64, y: u8) -> Point {
    let point = size.point(row.trailing_zeros() as u8, y);
    point.expect("the bits come from points of this board")
}

/// Puts the stones of one node onto a board, later ones over earlier ones. The first values are put point
/// by point; if they would cover the board several times, the rest is collected as rows.
#[derive(Debug)]
pub(crate) struct Painter<'b> {
    stones: &'b mut PointMap<Option<Color>>,
    /// The number of points written.
    written: usize,
    /// By row: the points set, and the black and white ones among them.
    rows: Vec<[u64; 3]>,
}

impl<'b> Painter<'b> {
    pub(crate) fn new(stones: &'b mut PointMap<Option<Color>>) -> Painter<'b> {
        Painter { stones, written: 0, rows: Vec::new() }
    }

    pub(crate) fn put(&mut self, stone: Option<Color>, corners: Corners) {
        let size = self.stones.size();
        if self.rows.is_empty() && self.written <= 2 * size.area() {
            each(size, corners, |point| {
                self.stones[point] = stone;
                self.written += 1;
            });
            return;
        }
        self.rows.resize(size.height().into(), [0; 3]);
        let columns = columns(corners);
        for y in corners.0.y()..=corners.1.y() {
            let [set, black, white] = &mut self.rows[usize::from(y)];
            *set |= columns;
            for (color, row) in [(Color::Black, black), (Color::White, white)] {
                *row = if stone == Some(color) { *row | columns } else { *row & !columns };
            }
        }
    }

    /// Writes the collected rows.
    pub(crate) fn finish(mut self) -> usize {
        let size = self.stones.size();
        for (y, [mut set, black, white]) in (0..).zip(std::mem::take(&mut self.rows)) {
            while set != 0 {
                let lowest = set & set.wrapping_neg();
                self.stones[bit(size, set, y)] = match (black & lowest, white & lowest) {
                    (1.., _) => Some(Color::Black),
                    (_, 1..) => Some(Color::White),
                    _ => None,
                };
                self.written += 1;
                set &= set - 1;
            }
        }
        self.written
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::charset::tests::Random;

    fn corners(size: Size, random: &mut Random) -> Corners {
        let (width, height) = (usize::from(size.width()), usize::from(size.height()));
        let [x0, x1] = [random.below(width) as u8, random.below(width) as u8];
        let [y0, y1] = [random.below(height) as u8, random.below(height) as u8];
        let point = |x, y| size.point(x, y).unwrap();
        (point(x0.min(x1), y0.min(y1)), point(x0.max(x1), y0.max(y1)))
    }

    #[test]
    fn stones_are_put_as_point_by_point() {
        let mut random = Random::new(21);
        for (width, height) in [(52, 52), (1, 1), (19, 19), (3, 40)] {
            let size = Size::new(width, height).unwrap();
            for values in [1, 5, 40, 400] {
                let mut obvious = PointMap::new(size, None);
                let mut quick = PointMap::new(size, None);
                let mut painter = Painter::new(&mut quick);
                for _ in 0..values {
                    let stone = [None, Some(Color::Black), Some(Color::White)][random.below(3)];
                    let (from, to) = corners(size, &mut random);
                    painter.put(stone, (from, to));
                    for y in from.y()..=to.y() {
                        for x in from.x()..=to.x() {
                            obvious[size.point(x, y).unwrap()] = stone;
                        }
                    }
                }
                // However many values there are, the board is written at most a few times.
                assert!(painter.finish() <= 4 * size.area(), "{size}");
                assert_eq!(quick.values(), obvious.values(), "{size}");
            }
        }
    }

    #[test]
    fn a_point_is_told_of_once() {
        let size = Size::new(52, 52).unwrap();
        let mut random = Random::new(22);
        let mut area = Area::new(size);
        let mut points = Vec::new();
        let mut named = 0;
        for _ in 0..1000 {
            let (from, to) = corners(size, &mut random);
            named += usize::from(to.x() - from.x() + 1) * usize::from(to.y() - from.y() + 1);
            area.add((from, to), |point| points.push(point));
        }
        let all = points.len();
        points.sort_unstable();
        points.dedup();
        assert_eq!(points.len(), all);
        assert!(all <= size.area() && named > 100 * all);
    }
}
