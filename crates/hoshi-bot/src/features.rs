//! What can be said about a move at a glance, as numbers: one of each group. How much each is worth is
//! learned from game records (see `weights`).

use std::sync::Arc;

use hoshi_core::Color;
use hoshi_core::playout::{SearchBoard, Spot};

use crate::large::{Patterns, Surroundings};
use crate::pattern;
use crate::tactics::{Reader, captures, liberties_after, stones_after};

/// The groups. In each of them, 0 means "nothing of the kind".
pub(crate) const GROUPS: usize = 10;
const CAPTURE: usize = 0;
const ESCAPE: usize = 1;
const SELF_ATARI: usize = 2;
const ATARI: usize = 3;
const DEFENCE: usize = 4;
const NEAR_LAST: usize = 5;
const NEAR_BEFORE: usize = 6;
const LINE: usize = 7;
pub(crate) const SHAPE: usize = 8;
pub(crate) const LARGE: usize = 9;

/// How many numbers a group has. Shapes are 3x3 patterns as the side to move sees them; large patterns have
/// the numbers of [`crate::large::Patterns`].
pub(crate) const LEVELS: [usize; GROUPS] = [8, 5, 3, 5, 3, 19, 19, 8, 1 << 16, 1 << 16];

/// One number of each group.
pub(crate) type Features = [u16; GROUPS];

/// How many steps of a ladder are read.
const LADDER: u32 = 60;

/// Looks at a position, then at its moves.
pub(crate) struct Observer<const CAP: usize> {
    /// By spot: the number of each of the groups that are found block by block.
    tactics: Vec<[u8; 5]>,
    /// The spots whose numbers are not 0.
    touched: Vec<Spot>,
    /// Column and row of each spot.
    place: Vec<(i16, i16)>,
    last: Option<(i16, i16)>,
    before: Option<(i16, i16)>,
    color: Color,
    blocks: Vec<Spot>,
    pub(crate) around: Surroundings,
}

impl<const CAP: usize> Observer<CAP> {
    pub(crate) fn new(board: &SearchBoard<CAP>, patterns: Arc<Patterns>) -> Observer<CAP> {
        let place = (0..CAP).map(|index| {
            let point = board.point(Spot::from_index(index));
            point.map_or((0, 0), |point| (i16::from(point.x()), i16::from(point.y())))
        });
        Observer {
            tactics: vec![[0; 5]; CAP],
            touched: Vec::new(),
            place: place.collect(),
            last: None,
            before: None,
            color: Color::Black,
            blocks: Vec::new(),
            around: Surroundings::new(board, patterns),
        }
    }

    /// Looks at a position with `color` to move; `last` and `before` are the two moves before.
    pub(crate) fn look(
        &mut self,
        board: &mut SearchBoard<CAP>,
        color: Color,
        last: Spot,
        before: Spot,
    ) {
        for spot in self.touched.drain(..) {
            self.tactics[spot.index()] = [0; 5];
        }
        let place = |spot: Spot| (!spot.is_pass()).then(|| self.place[spot.index()]);
        self.last = place(last);
        self.before = place(before);
        self.color = color;
        self.look_at_ataris(board, last);
        self.look_at_two(board, last);
    }

    fn note(&mut self, spot: Spot, group: usize, level: u8) {
        let entry = &mut self.tactics[spot.index()];
        if *entry == [0; 5] {
            self.touched.push(spot);
        }
        // The highest of several counts.
        entry[group] = entry[group].max(level);
    }

    /// Blocks with one liberty: what can be taken, and what can be saved.
    fn look_at_ataris(&mut self, board: &mut SearchBoard<CAP>, last: Spot) {
        let (color, enemy) = (self.color, self.color.opponent());
        let mut blocks = core::mem::take(&mut self.blocks);
        blocks.clear();
        blocks.extend(board.in_atari(enemy));
        for &prey in &blocks {
            let Some(liberty) = board.only_liberty(prey) else { continue };
            let stones = board.stones_in(prey);
            let threatens = board.block_stones(prey).any(|stone| {
                board.neighbors_of(stone, color) != 0
                    && board
                        .neighbors(stone)
                        .iter()
                        .any(|&near| board.has(color, near) && board.is_in_atari(near))
            });
            let level = if threatens {
                7
            } else if !last.is_pass()
                && board.head(last) == board.head(prey)
                && board.has(enemy, last)
            {
                6
            } else {
                let escapes = Reader::new(board, LADDER).escape(prey).is_some();
                match (stones, escapes) {
                    (3.., true) => 5,
                    (3.., false) => 4,
                    (2, true) => 3,
                    (1, true) => 2,
                    _ => 1,
                }
            };
            self.note(liberty, CAPTURE, level);
        }
        blocks.clear();
        blocks.extend(board.in_atari(color));
        for &block in &blocks {
            let stones = board.stones_in(block);
            let Some(liberty) = board.only_liberty(block) else { continue };
            match Reader::new(board, LADDER).escape(block) {
                Some(spot) => {
                    let level = match stones {
                        1 => 2,
                        2 => 3,
                        _ => 4,
                    };
                    self.note(spot, ESCAPE, level);
                }
                None => self.note(liberty, ESCAPE, 1),
            }
        }
        self.blocks = blocks;
    }

    /// Blocks with two liberties: ataris, and ladders that threaten.
    fn look_at_two(&mut self, board: &mut SearchBoard<CAP>, _last: Spot) {
        let color = self.color;
        let mut blocks = core::mem::take(&mut self.blocks);
        blocks.clear();
        for index in 0..CAP {
            let spot = Spot::from_index(index);
            if board.stone(spot).is_some()
                && board.head(spot) == spot
                && board.liberty_count(spot) == 2
            {
                blocks.push(spot);
            }
        }
        for &block in &blocks {
            let &[one, other] = board.liberties(block) else { continue };
            let liberties = [one, other];
            let caught = Reader::new(board, LADDER).attack(block);
            if board.has(color, block) {
                if caught.is_some() {
                    for &liberty in &liberties {
                        let level = if liberties_after::<3, CAP>(board, color, liberty) >= 3 {
                            2
                        } else {
                            1
                        };
                        self.note(liberty, DEFENCE, level);
                    }
                }
            } else {
                let many = u8::from(board.stones_in(block) > 1);
                for &liberty in &liberties {
                    let level = if caught == Some(liberty) { 3 + many } else { 1 + many };
                    self.note(liberty, ATARI, level);
                }
            }
        }
        self.blocks = blocks;
    }

    /// The numbers of a move.
    #[inline]
    pub(crate) fn features(&self, board: &SearchBoard<CAP>, spot: Spot) -> Features {
        let color = self.color;
        let mut features = [0; GROUPS];
        for (feature, &level) in features.iter_mut().zip(&self.tactics[spot.index()]) {
            *feature = u16::from(level);
        }
        if board.empty_neighbors(spot).count_ones() < 2
            && liberties_after::<2, CAP>(board, color, spot) < 2
            && !captures(board, color, spot)
        {
            features[SELF_ATARI] = if stones_after(board, color, spot) > 1 { 2 } else { 1 };
        }
        let place = self.place[spot.index()];
        features[NEAR_LAST] = self.last.map_or(0, |last| distance(last, place));
        features[NEAR_BEFORE] = self.before.map_or(0, |before| distance(before, place));
        let (width, height) = (i16::from(board.size().width()), i16::from(board.size().height()));
        let line = place.0.min(place.1).min(width - 1 - place.0).min(height - 1 - place.1);
        features[LINE] = line.clamp(0, 7) as u16;
        features[SHAPE] = pattern::seen_by(board.pattern(spot), color);
        features[LARGE] = self.around.number(board, spot, color);
        features
    }
}

/// 2 for a neighbour, 3 for a diagonal one, up to 18 for what is farther; 1 is the same point.
fn distance(from: (i16, i16), to: (i16, i16)) -> u16 {
    let (dx, dy) = ((from.0 - to.0).abs(), (from.1 - to.1).abs());
    (dx + dy + dx.max(dy)).clamp(1, 18) as u16
}
