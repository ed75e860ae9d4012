//! The border between the decided and the undecided points of a board: the whole state of a count of
//! positions. Points are decided one by one, row by row; of the last `width` of them the border keeps
//! what matters for the rest.
//!
//! An empty point is kept as such. A stone whose block has a liberty is kept as its colour; a stone
//! whose block has none yet, as its colour and its connections to other stones of the border. The edge
//! above the board is kept too. A block that leaves the border without a liberty makes the position
//! illegal.
//!
//! A border is a number with four bits per column. Stones that wait for a liberty record only whether
//! their block continues to the left and to the right: blocks cannot cross each other, so brackets are
//! enough. All operations work on that number; the slow way, with a number for each block, is kept in
//! the tests.

pub(crate) const EMPTY: u64 = 0;
/// Nothing above: the edge of the board.
const WALL: u64 = 1;
/// A stone whose block has a liberty: 2 black, 3 white.
pub(crate) const SAFE: u64 = 2;
/// A stone whose block has none yet: with the colour in the lowest bit, and whether the block
/// continues.
pub(crate) const NEEDY: u64 = 8;
pub(crate) const LEFT: u64 = 2;
pub(crate) const RIGHT: u64 = 4;

/// The lowest bit of every column.
const EACH: u64 = 0x1111_1111_1111_1111;

/// A border, its first column in the lowest bits.
pub(crate) type Border = u64;

/// The border above the first row.
pub(crate) fn start(width: usize) -> Border {
    EACH & (u64::MAX >> (64 - 4 * width))
}

/// Whether no block waits for a liberty, so that the board may end here.
pub(crate) fn is_settled(border: Border) -> bool {
    border & (EACH * NEEDY) == 0
}

/// The same border with its first stone made black, and whether that swapped the colours. Both have
/// the same number of continuations.
#[inline]
pub(crate) fn normal(border: Border) -> (Border, bool) {
    let stones = (border >> 1 | border >> 3) & EACH;
    // The lowest stone; without any, the colour is black.
    let first = stones & stones.wrapping_neg();
    if border & first == 0 { (border, false) } else { (border ^ stones, true) }
}

#[inline(always)]
fn code(border: Border, column: usize) -> u64 {
    border >> (4 * column) & 15
}

/// The column of the next stone of the same block to the right, which must exist.
#[inline]
fn to_the_right(border: Border, column: usize) -> usize {
    let (mut column, mut depth) = (column + 1, 0);
    loop {
        let code = code(border, column);
        if code & NEEDY != 0 {
            if code & LEFT != 0 {
                if depth == 0 {
                    return column;
                }
                depth -= 1;
            }
            depth += code >> 2 & 1;
        }
        column += 1;
    }
}

/// The column of the next stone of the same block to the left, which must exist.
#[inline]
fn to_the_left(border: Border, column: usize) -> usize {
    let (mut column, mut depth) = (column - 1, 0);
    loop {
        let code = code(border, column);
        if code & NEEDY != 0 {
            if code & RIGHT != 0 {
                if depth == 0 {
                    return column;
                }
                depth -= 1;
            }
            depth += code >> 1 & 1;
        }
        column -= 1;
    }
}

/// The stone in this column no longer waits.
#[inline(always)]
fn safe_at(border: Border, column: usize) -> Border {
    let color = code(border, column) & 1;
    border & !(15 << (4 * column)) | (SAFE | color) << (4 * column)
}

/// The block of the stone in this column, which waits, has a liberty.
#[inline]
fn save(border: Border, column: usize) -> Border {
    let mut saved = safe_at(border, column);
    let mut at = column;
    while code(border, at) & RIGHT != 0 {
        at = to_the_right(border, at);
        saved = safe_at(saved, at);
    }
    at = column;
    while code(border, at) & LEFT != 0 {
        at = to_the_left(border, at);
        saved = safe_at(saved, at);
    }
    saved
}

/// Removes the waiting stone in this column from its block; the column is empty then.
#[inline]
fn leave(border: Border, column: usize) -> Border {
    let code = code(border, column);
    let mut left = border;
    // Stones on both sides are now adjacent.
    match (code & LEFT != 0, code & RIGHT != 0) {
        (true, false) => left &= !(RIGHT << (4 * to_the_left(border, column))),
        (false, true) => left &= !(LEFT << (4 * to_the_right(border, column))),
        _ => {}
    }
    left & !(15 << (4 * column))
}

/// The border after the point in this column was decided: 0 empty, 1 black, 2 white. `None` if a block
/// is left without a liberty.
#[inline]
pub(crate) fn step(border: Border, column: usize, color: u8) -> Option<Border> {
    let above = code(border, column);
    let left = if column > 0 { code(border, column - 1) } else { WALL };
    let place = 4 * column;
    let waits = |code: u64| code & NEEDY != 0;
    if color == 0 {
        let mut border = border;
        if waits(above) {
            border = save(border, column);
        }
        if column > 0 && waits(code(border, column - 1)) {
            border = save(border, column - 1);
        }
        return Some(border & !(15 << place));
    }
    let color = u64::from(color - 1);
    let is_friend = |code: u64| code >= SAFE && code & 1 == color;
    let is_safe = above == EMPTY
        || left == EMPTY
        || is_friend(above) && !waits(above)
        || is_friend(left) && !waits(left);
    if waits(above) && !is_friend(above) && above & (LEFT | RIGHT) == 0 {
        // The other block ends here, without a liberty.
        return None;
    }
    if is_safe {
        let mut border = border;
        if waits(above) {
            border = if is_friend(above) { save(border, column) } else { leave(border, column) };
        }
        // It may have been saved together with the one above.
        if column > 0 && is_friend(left) && waits(code(border, column - 1)) {
            border = save(border, column - 1);
        }
        return Some(border & !(15 << place) | (SAFE | color) << place);
    }
    if is_friend(above) {
        // It takes the place of the one above in its block.
        return Some(if is_friend(left) { join(border, column) } else { border });
    }
    let border = if waits(above) { leave(border, column) } else { border & !(15 << place) };
    if is_friend(left) {
        // After the one to the left, in its block.
        let goes_on = code(border, column - 1) & RIGHT;
        let stone = NEEDY | LEFT | goes_on | color;
        return Some(border | RIGHT << (place - 4) | stone << place);
    }
    Some(border | (NEEDY | color) << place)
}

/// Joins the block of the stone in this column with that of the one to its left; both wait.
fn join(border: Border, column: usize) -> Border {
    let (left, here) = (code(border, column - 1), code(border, column));
    let place = 4 * column;
    let mut joined = border;
    if left & RIGHT != 0 {
        if here & LEFT != 0 {
            // Neighbours that continue towards each other are already one block.
            return border;
        }
        // This block lies between the other's stones: its last one connects to them.
        let mut last = column;
        while code(border, last) & RIGHT != 0 {
            last = to_the_right(border, last);
        }
        joined |= RIGHT << (4 * last);
    } else if here & LEFT != 0 {
        // The other block lies between this one's stones: its first one connects to them.
        let mut first = column - 1;
        while code(border, first) & LEFT != 0 {
            first = to_the_left(border, first);
        }
        joined |= LEFT << (4 * first);
    }
    joined | RIGHT << (place - 4) | LEFT << place
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    /// A border in explicit form: a point for each column, and a number for each waiting block.
    #[derive(Clone, Copy, PartialEq, Eq, Debug)]
    enum Point {
        Wall,
        Empty,
        Safe(u8),
        Needy(u8, usize),
    }

    fn open(border: Border, width: usize) -> Vec<Point> {
        let (mut stack, mut blocks) = (Vec::new(), 0);
        (0..width)
            .map(|column| {
                let code = code(border, column);
                let color = (code & 1) as u8;
                match code {
                    EMPTY => Point::Empty,
                    WALL => Point::Wall,
                    safe if safe < NEEDY => Point::Safe(color),
                    _ => {
                        let block = if code & LEFT == 0 {
                            blocks += 1;
                            blocks
                        } else {
                            stack.pop().expect("a bracket that is open")
                        };
                        if code & RIGHT != 0 {
                            stack.push(block);
                        }
                        Point::Needy(color, block)
                    }
                }
            })
            .collect()
    }

    fn close(points: &[Point]) -> Border {
        let is_of =
            |block: usize| move |point: &Point| matches!(point, Point::Needy(_, b) if *b == block);
        let code = |(column, point): (usize, &Point)| match *point {
            Point::Empty => EMPTY,
            Point::Wall => WALL,
            Point::Safe(color) => SAFE | u64::from(color),
            Point::Needy(color, block) => {
                let left = if points[..column].iter().any(is_of(block)) { LEFT } else { 0 };
                let right = if points[column + 1..].iter().any(is_of(block)) { RIGHT } else { 0 };
                NEEDY | u64::from(color) | left | right
            }
        };
        points.iter().enumerate().map(|each| code(each) << (4 * each.0)).sum()
    }

    /// The slow way.
    fn slow(border: Border, width: usize, column: usize, color: u8) -> Option<Border> {
        let mut points = open(border, width);
        let beside = [Some(points[column]), column.checked_sub(1).map(|left| points[left])];
        let save = |points: &mut Vec<Point>, block: usize| {
            for point in points {
                if let Point::Needy(color, other) = *point
                    && other == block
                {
                    *point = Point::Safe(color);
                }
            }
        };
        if color == 0 {
            for point in beside.into_iter().flatten() {
                if let Point::Needy(_, block) = point {
                    save(&mut points, block);
                }
            }
            points[column] = Point::Empty;
            return Some(close(&points));
        }
        let color = color - 1;
        let above = std::mem::replace(&mut points[column], Point::Needy(color, 99));
        let mut is_safe = false;
        for point in beside.into_iter().flatten() {
            match point {
                Point::Empty => is_safe = true,
                Point::Safe(other) => is_safe |= other == color,
                Point::Needy(other, block) if other == color => {
                    for point in &mut points {
                        if *point == Point::Needy(color, block) {
                            *point = Point::Needy(color, 99);
                        }
                    }
                }
                _ => {}
            }
        }
        if let Point::Needy(other, block) = above
            && other != color
            && !points.contains(&above)
        {
            let _ = block;
            return None;
        }
        if is_safe {
            save(&mut points, 99);
        }
        Some(close(&points))
    }

    #[test]
    fn every_step_agrees_with_the_slow_way() {
        for width in 1..=6 {
            let mut known = BTreeSet::from([(0, start(width))]);
            let mut fresh = vec![(0, start(width))];
            while let Some((column, border)) = fresh.pop() {
                for color in 0..3 {
                    let next = step(border, column, color);
                    assert_eq!(
                        next,
                        slow(border, width, column, color),
                        "{border:x} {column} {color}"
                    );
                    let next = next.map(|next| ((column + 1) % width, next));
                    fresh.extend(next.filter(|&next| known.insert(next)));
                }
            }
            assert!(known.len() > width);
        }
    }

    #[test]
    fn colours_are_normalised() {
        let white = step(start(3), 0, 2).unwrap();
        let black = step(start(3), 0, 1).unwrap();
        assert_eq!(normal(white), (black, true));
        assert_eq!(normal(black), (black, false));
        assert_eq!(normal(start(3)), (start(3), false));
    }
}
