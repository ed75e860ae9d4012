//! What the end of a playout is worth.

use hoshi_core::playout::SearchBoard;
use hoshi_core::{Color, DeadStones, Game, Goal, Scoring};

/// The rules and the komi of a game, as far as they decide who has won a playout.
#[derive(Clone, Debug)]
pub(crate) struct Judge {
    /// What White gets, in half points: komi and bonus.
    komi: i32,
    /// Under territory rules, what Black has before the playout beside his area: stones of White on the
    /// board and captured, less his own. `None` under area rules.
    territory: Option<i32>,
    tie: f32,
    /// The capture game: so many stones win; and how many each side has captured.
    pub(crate) goal: Option<u32>,
    pub(crate) captured: [u32; 2],
    /// Whether two passes end the game with every stone alive.
    pub(crate) all_alive: bool,
    /// Points at which the margin counts in full.
    scale: f32,
    /// The weight of the margin.
    margin: f32,
    /// Half points that White is given for the time being, to keep a lost or won game interesting.
    pub(crate) offset: i32,
}

/// A playout's result, for Black.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Verdict {
    /// From 0 to 1.
    pub(crate) value: f32,
    /// Points.
    pub(crate) score: f32,
}

impl Judge {
    pub(crate) fn of(game: &Game, margin: f32) -> Judge {
        let rules = game.rules();
        let board = game.board();
        let bonus = rules.bonus.points(game.handicap()).halves();
        let [black, white] =
            Color::ALL.map(|color| (board.stone_count(color) as i32, board.captures(color) as i32));
        let territory = match rules.scoring {
            Scoring::Territory => Some(white.0 - black.0 + black.1 - white.1),
            Scoring::Area => None,
        };
        Judge {
            komi: game.komi().halves() + bonus,
            territory,
            tie: match rules.tie.winner() {
                Some(Color::Black) => 1.0,
                Some(Color::White) => 0.0,
                None => 0.5,
            },
            goal: rules.capture.map(Goal::stones),
            captured: Color::ALL.map(|color| board.captures(color)),
            all_alive: rules.dead != DeadStones::Agreed,
            scale: (game.size().area() as f32 / 2.0).max(10.0),
            margin,
            offset: 0,
        }
    }

    /// A board where no empty points touch one another. `plays` is how many stones Black has played more
    /// than White in the tree; `parity` how many moves more he made in the playout, 1, 0 or -1.
    pub(crate) fn filled<const CAP: usize>(
        &self,
        board: &SearchBoard<CAP>,
        plays: i32,
        parity: i32,
    ) -> Verdict {
        let [black, white] = board.area();
        self.count(black as i32 - white as i32, plays, parity)
    }

    /// From the difference of the areas.
    pub(crate) fn count(&self, area: i32, plays: i32, parity: i32) -> Verdict {
        let points = match self.territory {
            // In the playout a pass costs as much as a play, or dead stones could not be taken off for
            // nothing. In the tree it does not: there a wasted move costs a point.
            Some(before) => area + before - plays - parity,
            None => area,
        };
        self.verdict(2 * points - self.komi)
    }

    fn verdict(&self, halves: i32) -> Verdict {
        let counted = halves - self.offset;
        let win = match counted.signum() {
            1 => 1.0,
            -1 => 0.0,
            _ => self.tie,
        };
        let margin = (0.5 + counted as f32 / 4.0 / self.scale).clamp(0.0, 1.0);
        let value = win * (1.0 - self.margin) + margin * self.margin;
        Verdict { value, score: halves as f32 / 2.0 }
    }

    /// The capture game has been won by a side.
    pub(crate) fn won(winner: Color) -> Verdict {
        match winner {
            Color::Black => Verdict { value: 1.0, score: 1.0 },
            Color::White => Verdict { value: 0.0, score: -1.0 },
        }
    }
}

/// The difference of the areas on any board, Black's less White's.
pub(crate) fn area<const CAP: usize>(board: &SearchBoard<CAP>) -> i32 {
    let [black, white] = board.stone_counts();
    let mut points = black as i32 - white as i32;
    let mut seen = vec![false; CAP];
    let mut open = Vec::new();
    for start in board.empty_spots() {
        if seen[start.index()] {
            continue;
        }
        seen[start.index()] = true;
        open.push(start);
        let (mut count, mut touches) = (0, [false; 2]);
        while let Some(spot) = open.pop() {
            count += 1;
            for near in board.neighbors(spot) {
                if let Some(color) = board.stone(near) {
                    touches[color.index()] = true;
                } else if board.is_empty(near) && !seen[near.index()] {
                    seen[near.index()] = true;
                    open.push(near);
                }
            }
        }
        match touches {
            [true, false] => points += count,
            [false, true] => points -= count,
            _ => {}
        }
    }
    points
}
