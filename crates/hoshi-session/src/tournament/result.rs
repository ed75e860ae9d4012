//! The result of a game: one line of the results file.

use hoshi_core::{Color, Game, Move, Outcome, Point};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::seal::fnv;

/// The result of a game.
#[derive(Clone, Debug, PartialEq)]
pub struct GameResult {
    /// Its number, from 1.
    pub game: usize,
    /// Black's and White's player, as indices.
    pub seats: [usize; 2],
    /// How it ended.
    pub outcome: Outcome,
    /// The number of moves, including those of its opening.
    pub moves: usize,
    /// The total thinking time of Black and White in seconds.
    pub seconds: [f64; 2],
    /// The number of moves in that time.
    pub thoughts: [u32; 2],
    /// The side that lost by a fault, and why.
    pub fault: Option<(Color, String)>,
    /// Whether the players disagreed about dead stones.
    pub disputed: bool,
    /// Whether it was ended because of its length.
    pub capped: bool,
    /// A digest of the first position and the moves.
    pub digest: u64,
}

impl GameResult {
    /// The winner, as an index of players.
    #[must_use]
    pub fn winner(&self) -> Option<usize> {
        self.outcome.winner().map(|color| self.seats[color.index()])
    }

    /// The result as a line of `results.jsonl`.
    #[must_use]
    pub fn to_json(&self) -> Value {
        let fault = self.fault.as_ref().map(|(color, reason)| FaultLine {
            player: self.seats[color.index()] + 1,
            color: (*color).into(),
            reason: reason.clone(),
        });
        let line = Line {
            game: self.game,
            black: self.seats[0] + 1,
            white: self.seats[1] + 1,
            result: self.outcome.to_string(),
            moves: self.moves,
            seconds: self.seconds,
            thoughts: self.thoughts,
            fault,
            disputed: self.disputed,
            capped: self.capped,
            digest: format!("{:016x}", self.digest),
        };
        serde_json::to_value(line).expect("names and numbers")
    }

    /// Reads a line of `results.jsonl`; `None` if it is not the result of a game.
    #[must_use]
    pub fn from_json(value: &Value) -> Option<GameResult> {
        let line = Line::deserialize(value).ok()?;
        let seats = [line.black.checked_sub(1)?, line.white.checked_sub(1)?];
        let fault = match line.fault {
            None => None,
            Some(FaultLine { player, color, reason }) => {
                // A player may meet itself: the colour says which of the two it is.
                let color = Color::from(color);
                if seats[color.index()] != player.checked_sub(1)? {
                    return None;
                }
                Some((color, reason))
            }
        };
        Some(GameResult {
            game: line.game,
            seats,
            outcome: line.result.parse().ok()?,
            moves: line.moves,
            seconds: line.seconds,
            thoughts: line.thoughts,
            fault,
            disputed: line.disputed,
            capped: line.capped,
            digest: u64::from_str_radix(&line.digest, 16).ok()?,
        })
    }
}

/// A line of `results.jsonl`. Players are numbered from 1 there.
#[derive(Serialize, Deserialize)]
struct Line {
    game: usize,
    black: usize,
    white: usize,
    result: String,
    moves: usize,
    seconds: [f64; 2],
    thoughts: [u32; 2],
    fault: Option<FaultLine>,
    disputed: bool,
    capped: bool,
    digest: String,
}

/// The fault that lost a game.
#[derive(Serialize, Deserialize)]
struct FaultLine {
    player: usize,
    color: ColorName,
    reason: String,
}

/// A colour as the lines name it.
#[derive(Clone, Copy, Serialize, Deserialize)]
enum ColorName {
    Black,
    White,
}

impl From<Color> for ColorName {
    fn from(color: Color) -> ColorName {
        match color {
            Color::Black => ColorName::Black,
            Color::White => ColorName::White,
        }
    }
}

impl From<ColorName> for Color {
    fn from(name: ColorName) -> Color {
        match name {
            ColorName::Black => Color::Black,
            ColorName::White => Color::White,
        }
    }
}

/// A digest of the first position and the moves (FNV-1a, 64 bits).
pub(super) fn digest(game: &Game) -> u64 {
    let mut bytes = Vec::new();
    let mut add = |number: u64| bytes.extend(number.to_le_bytes());
    let number = |point: Point| u64::from(point.y()) << 8 | u64::from(point.x());
    for (point, color) in game.start().board().stones() {
        add(1 << 32 | (color.index() as u64) << 16 | number(point));
    }
    for (color, mv) in game.moves() {
        let place = match mv {
            Move::Pass => 1 << 20,
            Move::Play(point) => number(point),
        };
        add(1 << 33 | (color.index() as u64) << 24 | place);
    }
    fnv(bytes.into_iter())
}

#[cfg(test)]
mod tests {
    use hoshi_core::{Preset, Rules, Size};

    use super::*;

    /// A line of the first version of the format: older matches must stay readable.
    const LINE: &str = r#"{"game":2,"black":2,"white":1,"result":"W+F","moves":7,"seconds":[0.25,1.5],"thoughts":[4,3],"fault":{"player":2,"color":"Black","reason":"it \"died\""},"disputed":false,"capped":false,"digest":"fedcba9876543210"}"#;

    #[test]
    fn the_format_of_lines_is_stable() {
        let result = GameResult::from_json(&serde_json::from_str(LINE).unwrap()).unwrap();
        assert_eq!(result.to_json().to_string(), LINE);
        assert_eq!((result.winner(), result.seats), (Some(0), [1, 0]));
        let void = LINE.replace("W+F", "Void");
        let void = GameResult::from_json(&serde_json::from_str(&void).unwrap()).unwrap();
        assert_eq!((void.winner(), void.outcome), (None, Outcome::NoResult));
        // The fault is White's.
        let other = LINE.replace(r#""player":2"#, r#""player":1"#);
        assert_eq!(GameResult::from_json(&serde_json::from_str(&other).unwrap()), None);
    }

    #[test]
    fn games_with_the_same_moves_have_the_same_digest() {
        let after = |moves: &str| {
            let mut game = Game::new(Size::S9, Rules::of(Preset::Chinese));
            for name in moves.split(' ') {
                game.play(Size::S9.parse_move(name).unwrap()).unwrap();
            }
            digest(&game)
        };
        assert_eq!(after("E5 C3"), after("E5 C3"));
        assert_ne!(after("E5 C3"), after("C3 E5"));
        assert_ne!(after("E5 C3"), after("E5 C3 pass"));
        // From the first version of the format: the digest must not change.
        assert_eq!(after("E5 C3"), 0x13a5_ba24_b767_ef0a);
    }
}
