//! Counting a board, slow and obvious: remove the dead, flood the empty regions, and look at their
//! borders.

use hoshi_core::{Color, Owner, Scoring, Size};

use super::{Cells, group, neighbors};

/// What is on the board at the end. The arrays are by colour: Black's, White's.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Count {
    pub(crate) owners: Vec<Owner>,
    pub(crate) stones: [u32; 2],
    pub(crate) territory: [u32; 2],
    /// Dead stones of the opponent that were taken off.
    pub(crate) dead: [u32; 2],
}

/// Counts a board with these stones dead and these in seki, which only territory rules ask for.
pub(crate) fn count(
    size: Size,
    cells: &Cells,
    dead: &[usize],
    seki: &[usize],
    scoring: Scoring,
) -> Count {
    let mut cells = cells.clone();
    let owners = vec![Owner::Dame; cells.len()];
    let mut count = Count { owners, stones: [0; 2], territory: [0; 2], dead: [0; 2] };
    let mut taken: Vec<(usize, Color)> = Vec::new();
    for &at in dead {
        taken.extend(cells[at].take().map(|color| (at, color)));
    }
    let mut seen = vec![false; cells.len()];
    for start in 0..cells.len() {
        if let Some(color) = cells[start] {
            count.owners[start] = Owner::Stone(color);
            count.stones[color.index()] += 1;
            continue;
        }
        if seen[start] {
            continue;
        }
        let (region, touched) = flood(size, &cells, start);
        for &point in &region {
            seen[point] = true;
        }
        let in_seki = scoring == Scoring::Territory && touched.iter().any(|at| seki.contains(at));
        // Stones in a seki are not prisoners.
        taken.retain(|(at, _)| !(in_seki && region.contains(at)));
        let touches = |color| touched.iter().any(|&stone| cells[stone] == Some(color));
        let owner = match (touches(Color::Black), touches(Color::White)) {
            (true, false) => Color::Black,
            (false, true) => Color::White,
            _ => continue,
        };
        for &point in &region {
            count.owners[point] =
                if in_seki { Owner::Seki(owner) } else { Owner::Territory(owner) };
            count.territory[owner.index()] += u32::from(!in_seki);
        }
    }
    for (_, color) in taken {
        count.dead[color.opponent().index()] += 1;
    }
    count
}

/// The empty points connected with `start`, and the stones beside them.
fn flood(size: Size, cells: &Cells, start: usize) -> (Vec<usize>, Vec<usize>) {
    let (mut region, mut touched) = (Vec::new(), Vec::new());
    let mut seen = vec![false; cells.len()];
    seen[start] = true;
    let mut open = vec![start];
    while let Some(point) = open.pop() {
        region.push(point);
        for near in neighbors(size, point) {
            if !std::mem::replace(&mut seen[near], true) {
                if cells[near].is_none() { open.push(near) } else { touched.push(near) }
            }
        }
    }
    (region, touched)
}

/// The chain of a stone, as stones: its group, and every group that borders an empty region of this
/// colour alone together with one of the chain.
pub(crate) fn chain(size: Size, cells: &Cells, stone: usize) -> Vec<usize> {
    let mut chain = group(size, cells, stone).stones;
    loop {
        let before = chain.len();
        for empty in (0..cells.len()).filter(|&at| cells[at].is_none()) {
            let (_, touched) = flood(size, cells, empty);
            let one_colour = touched.iter().all(|&at| cells[at] == cells[stone]);
            if one_colour && touched.iter().any(|at| chain.contains(at)) {
                chain.extend(touched.iter().flat_map(|&at| group(size, cells, at).stones));
                chain.sort_unstable();
                chain.dedup();
            }
        }
        if chain.len() == before {
            return chain;
        }
    }
}
