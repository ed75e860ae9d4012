//! The slow reference for `apply`: moves on the bytes of a board in the most obvious way, with
//! flood fills and no code of hoshi.

/// Allowed suicides: `None`, or of this many stones or more.
pub(crate) type Suicide = Option<usize>;

/// The bytes after a move; `None` if it is illegal or a count would be above 510.
pub(crate) fn apply(bytes: &[u8], mv: i32, suicide: Suicide) -> Option<Vec<u8>> {
    let mut after = bytes.to_vec();
    let turn = bytes[0] & 3;
    if turn == 0 {
        return None;
    }
    if mv < 0 {
        after[0] &= !3;
        return Some(after);
    }
    after[0] ^= 3;
    for point in &mut after[4..] {
        if *point == 3 {
            *point = 0;
        }
    }
    if mv == 0 {
        return Some(after);
    }
    let side = usize::from(bytes[3]);
    let at = usize::try_from(mv).ok()? - 1;
    if at >= side * side || bytes[at + 4] != 0 {
        return None;
    }
    after[at + 4] = turn;
    let mut taken = Vec::new();
    for near in neighbours(at, side) {
        if after[near + 4] == 3 - turn {
            let (stones, liberties) = block(&after, near);
            if liberties.is_empty() {
                for &stone in &stones {
                    after[stone + 4] = 0;
                }
                taken.extend(stones);
            }
        }
    }
    add(&mut after, turn, taken.len())?;
    let (stones, liberties) = block(&after, at);
    if liberties.is_empty() {
        if stones.len() < suicide? {
            return None;
        }
        for &stone in &stones {
            after[stone + 4] = 0;
        }
        add(&mut after, 3 - turn, stones.len())?;
    } else if taken.len() == 1 && stones.len() == 1 && liberties.len() == 1 {
        after[liberties[0] + 4] = 3;
    }
    Some(after)
}

fn neighbours(at: usize, side: usize) -> Vec<usize> {
    let (x, y) = (at % side, at / side);
    let mut near = Vec::new();
    if x > 0 {
        near.push(at - 1);
    }
    if x + 1 < side {
        near.push(at + 1);
    }
    if y > 0 {
        near.push(at - side);
    }
    if y + 1 < side {
        near.push(at + side);
    }
    near
}

/// The stones and liberties of a block.
fn block(bytes: &[u8], start: usize) -> (Vec<usize>, Vec<usize>) {
    let side = usize::from(bytes[3]);
    let (mut stones, mut liberties) = (vec![start], Vec::new());
    let mut next = 0;
    while next < stones.len() {
        for near in neighbours(stones[next], side) {
            if bytes[near + 4] == bytes[start + 4] && !stones.contains(&near) {
                stones.push(near);
            } else if matches!(bytes[near + 4], 0 | 3) && !liberties.contains(&near) {
                liberties.push(near);
            }
        }
        next += 1;
    }
    (stones, liberties)
}

/// Adds to the count of a colour, 1 or 2.
fn add(bytes: &mut [u8], color: u8, stones: usize) -> Option<()> {
    let at = usize::from(color);
    let bit = 8 << color;
    let count = usize::from(bytes[at]) + if bytes[0] & bit == 0 { 0 } else { 255 } + stones;
    bytes[0] &= !bit;
    if count > 510 {
        return None;
    }
    if count > 255 {
        bytes[0] |= bit;
    }
    bytes[at] = u8::try_from(if count > 255 { count - 255 } else { count }).ok()?;
    Some(())
}
