//! All positions of a board with the data that a search needs, computed once.

use hoshi_core::{Board, Color, Size, Suicide, UnconditionalLife};

use crate::tiny::{Bits, Stones, Tiny, bits, moved};

/// The number of a position, among the legal ones in the order of their serials.
pub(super) type Number = u32;

/// No position.
pub(super) const NONE: Number = Number::MAX;

/// The legal positions of a board.
pub(super) struct Positions {
    pub(super) area: usize,
    /// After a stone on a point, for each position, each colour, each point; `NONE` if it is illegal.
    next: Vec<Number>,
    /// Black's area minus White's.
    score: Vec<i8>,
    /// The minimum score of each colour if it always passes from here on.
    least: Vec<[i8; 2]>,
    /// The symmetries of the board, then the same with swapped colours.
    pub(super) images: Vec<Vec<Number>>,
}

impl Positions {
    /// The maximum number of points of a board. A single row takes longer than a wider board: 12x1 was
    /// not solved in several minutes.
    const fn most(size: Size) -> usize {
        if size.width() == 1 || size.height() == 1 { 11 } else { 12 }
    }

    /// `None` if the board is too large.
    pub(super) fn new(size: Size) -> Option<Positions> {
        let tiny = Tiny::new(size).filter(|_| size.area() <= Positions::most(size))?;
        let area = size.area();
        let mut stones: Vec<Stones> = Vec::new();
        let mut numbers = vec![NONE; 3usize.pow(area as u32)];
        for (serial, number) in numbers.iter_mut().enumerate() {
            let position = from_serial(serial, area);
            if is_legal(&tiny, position) {
                *number = stones.len() as Number;
                stones.push(position);
            }
        }
        let find = |position: Stones| numbers[to_serial(position)];
        let mut next = Vec::with_capacity(stones.len() * 2 * area);
        for &position in &stones {
            for color in 0..2 {
                next.extend((0..area).map(|point| {
                    let is_empty = tiny.empty(position) >> point & 1 == 1;
                    let after = tiny.play(position, color, point);
                    let is_suicide = after[color] >> point & 1 == 0;
                    if is_empty && !is_suicide { find(after) } else { NONE }
                }));
            }
        }
        let mut images = Vec::new();
        for swap in [false, true] {
            for symmetry in tiny.symmetries() {
                let image = |&position: &Stones| {
                    let [black, white] = position.map(|set| moved(set, &symmetry));
                    find(if swap { [white, black] } else { [black, white] })
                };
                images.push(stones.iter().map(image).collect());
            }
        }
        Some(Positions {
            area,
            next,
            score: stones.iter().map(|&position| score(&tiny, position)).collect(),
            least: stones.iter().map(|&position| least(&tiny, position)).collect(),
            images,
        })
    }

    /// The number of positions.
    pub(super) fn len(&self) -> usize {
        self.score.len()
    }

    /// After a stone of a colour on each point; `NONE` where it is illegal.
    pub(super) fn next(&self, position: Number, color: usize) -> &[Number] {
        &self.next[(position as usize * 2 + color) * self.area..][..self.area]
    }

    /// The area of a colour minus the opponent's.
    pub(super) fn score(&self, position: Number, color: usize) -> i8 {
        let score = self.score[position as usize];
        if color == 0 { score } else { -score }
    }

    /// The minimum score of a colour if it always passes from here on.
    pub(super) fn least(&self, position: Number, color: usize) -> i8 {
        self.least[position as usize][color]
    }
}

fn from_serial(serial: usize, area: usize) -> Stones {
    let mut rest = serial;
    let mut stones = [0, 0];
    for point in 0..area {
        match rest % 3 {
            0 => {}
            color => stones[color - 1] |= 1 << point,
        }
        rest /= 3;
    }
    stones
}

fn to_serial(stones: Stones) -> usize {
    let color = |point| (stones[0] >> point & 1) + 2 * (stones[1] >> point & 1);
    (0..Tiny::MOST).rev().fold(0, |sum, point| sum * 3 + usize::from(color(point)))
}

/// Whether every block has a liberty.
fn is_legal(tiny: &Tiny, stones: Stones) -> bool {
    stones.iter().all(|&set| {
        let breathes = tiny.grown(tiny.around(tiny.empty(stones)) & set, set);
        breathes == set
    })
}

/// Black's area minus White's, with all stones alive.
fn score(tiny: &Tiny, stones: Stones) -> i8 {
    let mut areas = stones.map(Bits::count_ones);
    let mut rest = tiny.empty(stones);
    while rest != 0 {
        let region = tiny.grown(rest & rest.wrapping_neg(), tiny.empty(stones));
        rest &= !region;
        match stones.map(|set| tiny.around(region) & set != 0) {
            [true, false] => areas[0] += region.count_ones(),
            [false, true] => areas[1] += region.count_ones(),
            _ => {}
        }
    }
    areas[0] as i8 - areas[1] as i8
}

/// The minimum score of each colour if it always passes: its unconditionally alive stones, and the
/// single points among them, where the opponent cannot play. All the rest may be the opponent's, even
/// enclosed areas, because stones in there count unless they are captured.
fn least(tiny: &Tiny, stones: Stones) -> [i8; 2] {
    let size = tiny.size;
    let mut board = Board::new(size);
    for (color, set) in [Color::Black, Color::White].into_iter().zip(stones) {
        for point in bits(set).filter_map(|point| size.point_at(point)) {
            // Placing the stones of a legal position captures nothing, in any order.
            let _ = board.force(color, point);
        }
    }
    [Color::Black, Color::White].map(|color| {
        let life = UnconditionalLife::of(&board, color, Suicide::Forbidden);
        let alive = life.stones.iter().fold(0, |set: Bits, point| set | 1 << size.index(point));
        let is_eye = |&point: &usize| tiny.around(1 << point) & !alive == 0;
        let eyes = bits(tiny.empty(stones)).filter(is_eye).count();
        let own = alive.count_ones() as i8 + if alive == 0 { 0 } else { eyes as i8 };
        own - (size.area() as i8 - own)
    })
}
