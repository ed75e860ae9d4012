//! The stones of a board as bits, a word for each row: rectangles are filled, and liberties found, a row at a
//! time. For records that set up whole boards again and again, where building a `Board` is too slow.

use std::hash::{Hash, Hasher};

use hoshi_core::{Color, Point, PointMap, Size};

use crate::sgf::area::{self, Corners};

/// Stones as bits. Boards may be as wide as a word.
pub(super) struct Rows {
    size: Size,
    /// By row, the black stones and the white ones.
    rows: Vec<[u64; 2]>,
    /// For [`Rows::all_have_liberties`]: by row, the stones of one colour that have one.
    living: Vec<u64>,
}

impl Rows {
    /// Whether boards of this size can be held.
    pub(super) fn fit(size: Size) -> bool {
        u32::from(size.width()) < u64::BITS
    }

    pub(super) fn of(stones: &PointMap<Option<Color>>) -> Rows {
        let size = stones.size();
        let height = usize::from(size.height());
        let mut rows = Rows { size, rows: vec![[0; 2]; height], living: vec![0; height] };
        for (point, stone) in stones.iter() {
            if let Some(color) = stone {
                rows.rows[usize::from(point.y())][color.index()] |= 1 << point.x();
            }
        }
        rows
    }

    /// The stones, point by point.
    pub(super) fn stones(&self) -> PointMap<Option<Color>> {
        let mut stones = PointMap::new(self.size, None);
        for (point, color) in self.each() {
            stones[point] = Some(color);
        }
        stones
    }

    fn each(&self) -> impl Iterator<Item = (Point, Color)> {
        self.size.points().filter_map(|point| {
            let row = self.rows[usize::from(point.y())];
            let is = |color: &Color| row[color.index()] >> point.x() & 1 == 1;
            Some((point, Color::ALL.into_iter().find(is)?))
        })
    }

    pub(super) fn put(&mut self, stone: Option<Color>, corners: Corners) {
        let columns = area::columns(corners);
        for row in &mut self.rows[usize::from(corners.0.y())..=usize::from(corners.1.y())] {
            for color in Color::ALL {
                let stones = &mut row[color.index()];
                *stones = if stone == Some(color) { *stones | columns } else { *stones & !columns };
            }
        }
    }

    /// The number of stones of a colour in a rectangle, and the first of them.
    pub(super) fn there(&self, color: Color, corners: Corners) -> (usize, Option<Point>) {
        let columns = area::columns(corners);
        let (mut count, mut first) = (0, None);
        for y in corners.0.y()..=corners.1.y() {
            let stones = self.rows[usize::from(y)][color.index()] & columns;
            count += stones.count_ones() as usize;
            if stones != 0 && first.is_none() {
                first = self.size.point(stones.trailing_zeros() as u8, y);
            }
        }
        (count, first)
    }

    pub(super) fn has(&self, color: Color) -> bool {
        self.rows.iter().any(|row| row[color.index()] != 0)
    }

    /// Whether every block has a liberty: whether the stones next to an empty point, and those connected with
    /// them, are all stones.
    pub(super) fn all_have_liberties(&mut self) -> bool {
        Color::ALL.into_iter().all(|color| self.color_has_liberties(color.index()))
    }

    fn color_has_liberties(&mut self, color: usize) -> bool {
        let Rows { size, rows, living } = self;
        let all = (1 << size.width()) - 1;
        let empty = |y: usize| rows.get(y).map_or(0, |row| !(row[0] | row[1]) & all);
        let mut is_done = true;
        for y in 0..rows.len() {
            let near = empty(y) << 1 | empty(y) >> 1 | empty(y.wrapping_sub(1)) | empty(y + 1);
            let stones = rows[y][color];
            living[y] = along(stones, stones & near);
            is_done &= living[y] == stones;
        }
        let mut down = true;
        let mut unchanged = 0;
        // A pass down, a pass up, until neither changes anything.
        while !is_done && unchanged < 2 {
            let mut changed = false;
            is_done = true;
            for step in 1..rows.len() {
                let (y, before) = match down {
                    true => (step, step - 1),
                    false => (rows.len() - 1 - step, rows.len() - step),
                };
                let stones = rows[y][color];
                let more = stones & living[before] & !living[y];
                if more != 0 {
                    living[y] |= along(stones, more);
                    changed = true;
                }
            }
            for (row, living) in rows.iter().zip(&*living) {
                is_done &= row[color] == *living;
            }
            unchanged = if changed { 0 } else { unchanged + 1 };
            down = !down;
        }
        is_done
    }
}

impl Hash for Rows {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.rows.hash(state);
    }
}

/// The runs of stones of a row that contain one of `some`.
fn along(stones: u64, some: u64) -> u64 {
    let (mut up, mut down) = (some, some);
    let (mut above, mut below) = (stones, stones);
    for shift in [1, 2, 4, 8, 16, 32] {
        up |= above & (up << shift);
        above &= above << shift;
        down |= below & (down >> shift);
        below &= below >> shift;
    }
    up | down
}

#[cfg(test)]
mod tests {
    use hoshi_core::Setup;

    use super::*;
    use crate::charset::tests::Random;

    /// Rows agree with boards.
    #[test]
    fn rows_are_as_boards() {
        let mut random = Random::new(71);
        let mut valid = [0, 0];
        for (width, height) in [(1, 1), (2, 1), (5, 7), (19, 19), (52, 52), (63, 3), (1, 40)] {
            let size = Size::new(width, height).unwrap();
            let mut setup = Setup::new(size);
            let mut rows = Rows::of(&setup.stones);
            for round in 0..400 {
                let mut side = |most: u8| {
                    let (a, b) = (random.below(most.into()) as u8, random.below(most.into()) as u8);
                    if round % 3 == 0 { (a.min(b), a.max(b)) } else { (a, a) }
                };
                let ((x0, x1), (y0, y1)) = (side(width), side(height));
                let stone = [None, Some(Color::Black), Some(Color::White)][random.below(3)];
                let corners = (size.point(x0, y0).unwrap(), size.point(x1, y1).unwrap());
                rows.put(stone, corners);
                area::each(size, corners, |point| setup.stones[point] = stone);
                let is_valid = setup.position_either_way().1;
                assert_eq!(rows.all_have_liberties(), is_valid, "{size}, round {round}");
                valid[usize::from(is_valid)] += 1;
            }
            assert_eq!(rows.stones().values(), setup.stones.values());
            for color in Color::ALL {
                assert_eq!(rows.has(color), setup.stones.values().contains(&Some(color)));
            }
            assert_eq!(Rows::of(&setup.stones).rows, rows.rows);
        }
        assert!(valid.iter().all(|&count| count > 300), "{valid:?}");
    }
}
