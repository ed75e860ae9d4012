//! What is kept of a game: one line of the results.

use hoshi_core::{Color, Game, Move, Outcome, Point};
use serde_json::{Value, json};

use super::Fixture;
use crate::referee::Played;

/// What came of a game.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Line {
    /// Its number, from 1.
    pub(crate) game: usize,
    /// Who had Black, and who White, by their places among the players.
    pub(crate) seats: [usize; 2],
    pub(crate) outcome: Outcome,
    pub(crate) moves: usize,
    /// How long Black and White thought in all, and how often.
    pub(crate) seconds: [f64; 2],
    pub(crate) asked: [u32; 2],
    /// Who was at fault, and what it was.
    pub(crate) fault: Option<(Color, String)>,
    pub(crate) disputed: bool,
    pub(crate) capped: bool,
    /// The same for the same first position and moves.
    pub(crate) digest: u64,
}

impl Line {
    pub(crate) fn of(fixture: &Fixture, played: &Played) -> Line {
        let game = &played.game;
        Line {
            game: fixture.number,
            seats: fixture.seats,
            // A game that was played is over.
            outcome: game.outcome().unwrap_or(Outcome::NoResult),
            moves: game.move_count(),
            // A millionth of a second is as much as anybody can tell.
            seconds: played.seconds.map(|seconds| (seconds * 1e6).round() / 1e6),
            asked: played.asked,
            fault: played.fault.clone(),
            disputed: played.disputed,
            capped: played.capped,
            digest: digest(game),
        }
    }

    /// Who won, by their place among the players.
    pub(crate) fn winner(&self) -> Option<usize> {
        self.outcome.winner().map(|color| self.seats[color.index()])
    }

    pub(crate) fn to_json(&self) -> Value {
        let fault = self.fault.as_ref().map(|(color, reason)| {
            json!({ "player": self.seats[color.index()] + 1, "color": color.to_string(), "reason": reason })
        });
        json!({
            "game": self.game,
            "black": self.seats[0] + 1,
            "white": self.seats[1] + 1,
            "result": self.outcome.to_string(),
            "moves": self.moves,
            "seconds": self.seconds,
            "thoughts": self.asked,
            "fault": fault,
            "disputed": self.disputed,
            "capped": self.capped,
            "digest": format!("{:016x}", self.digest),
        })
    }

    /// Reads a line; `None` if it is none.
    pub(crate) fn from_json(value: &Value) -> Option<Line> {
        let number =
            |key: &str| value[key].as_u64().and_then(|number| usize::try_from(number).ok());
        let player = |key: &str| number(key)?.checked_sub(1);
        let seats = [player("black")?, player("white")?];
        let fault = match &value["fault"] {
            Value::Null => None,
            fault => {
                let at = fault["player"].as_u64()?.checked_sub(1)?;
                // One may meet oneself: the colour says which.
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
        let asked = value["thoughts"].as_array()?;
        let count = |nth: usize| u32::try_from(asked.get(nth)?.as_u64()?).ok();
        Some(Line {
            game: number("game")?,
            seats,
            outcome: value["result"].as_str()?.parse().ok()?,
            moves: number("moves")?,
            seconds: [seconds.first()?.as_f64()?, seconds.get(1)?.as_f64()?],
            asked: [count(0)?, count(1)?],
            fault,
            disputed: value["disputed"].as_bool()?,
            capped: value["capped"].as_bool()?,
            digest: u64::from_str_radix(value["digest"].as_str()?, 16).ok()?,
        })
    }
}

/// The same for games that begin alike and have the same moves (FNV-1a, 64 bits).
pub(crate) fn digest(game: &Game) -> u64 {
    let mut hash = 0xcbf2_9ce4_8422_2325_u64;
    let mut add = |number: u64| {
        for byte in number.to_le_bytes() {
            hash = (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
        }
    };
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
    hash
}
