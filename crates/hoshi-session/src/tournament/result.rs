//! The result of a game: one line of the results file.

use hoshi_core::{Color, Game, Move, Outcome, Point};
use serde_json::{Value, json};

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

    /// The result as a line of `results.jsonl`. Players are numbered from 1 there.
    #[must_use]
    pub fn to_json(&self) -> Value {
        let fault = self.fault.as_ref().map(|(color, reason)| {
            let player = self.seats[color.index()] + 1;
            json!({ "player": player, "color": color.to_string(), "reason": reason })
        });
        json!({
            "game": self.game,
            "black": self.seats[0] + 1,
            "white": self.seats[1] + 1,
            "result": self.outcome.to_string(),
            "moves": self.moves,
            "seconds": self.seconds,
            "thoughts": self.thoughts,
            "fault": fault,
            "disputed": self.disputed,
            "capped": self.capped,
            "digest": format!("{:016x}", self.digest),
        })
    }

    /// Reads a line of `results.jsonl`; `None` if it is not the result of a game.
    #[must_use]
    pub fn from_json(value: &Value) -> Option<GameResult> {
        let number =
            |key: &str| value[key].as_u64().and_then(|number| usize::try_from(number).ok());
        let player = |key: &str| number(key)?.checked_sub(1);
        let seats = [player("black")?, player("white")?];
        let fault = match &value["fault"] {
            Value::Null => None,
            fault => {
                let at = fault["player"].as_u64()?.checked_sub(1)?;
                // A player may meet itself: the colour says which of the two it is.
                let color = match fault["color"].as_str()? {
                    "Black" => Color::Black,
                    _ => Color::White,
                };
                if seats[color.index()] as u64 != at {
                    return None;
                }
                Some((color, fault["reason"].as_str()?.to_owned()))
            }
        };
        let seconds = value["seconds"].as_array()?;
        let thoughts = value["thoughts"].as_array()?;
        let count = |nth: usize| u32::try_from(thoughts.get(nth)?.as_u64()?).ok();
        Some(GameResult {
            game: number("game")?,
            seats,
            outcome: value["result"].as_str()?.parse().ok()?,
            moves: number("moves")?,
            seconds: [seconds.first()?.as_f64()?, seconds.get(1)?.as_f64()?],
            thoughts: [count(0)?, count(1)?],
            fault,
            disputed: value["disputed"].as_bool()?,
            capped: value["capped"].as_bool()?,
            digest: u64::from_str_radix(value["digest"].as_str()?, 16).ok()?,
        })
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
