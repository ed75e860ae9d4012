//! Sending a new game to an engine: the board, the rules, the komi, the clock, and the stones on the board
//! before the first move. A refusal is only noted if the engine can play without the command.

use hoshi_core::{Color, Move, Point, Preset, Rules, Size};

use super::{Known, Player, Terms};
use crate::fault::{Fault, Reason};
use crate::time;
use crate::wire::{color as named, vertex};

impl Player {
    /// Begins a game.
    pub(super) fn begin(&mut self, terms: Terms) -> Result<Known, Fault> {
        self.set_size(terms.size)?;
        self.engine.call("clear_board", self.limit)?;
        self.set_rules(&terms.rules)?;
        self.send_optional(&format!("komi {}", terms.komi))?;
        if let Some(limit) = terms.time {
            match time::settings(&|command| self.engine.knows(command), limit) {
                Some((command, note)) => {
                    self.send_optional(&command)?;
                    self.notes.extend(note);
                    self.has_clock = true;
                }
                None => self
                    .notes
                    .push("the engine does not support clocks; it plays without one".to_owned()),
            }
        } else if std::mem::take(&mut self.has_clock)
            && let Some(command) = time::no_limit(&|command| self.engine.knows(command))
        {
            self.send_optional(command)?;
        }
        self.set_stones(&terms)?;
        Ok(Known { terms, moves: Vec::new() })
    }

    /// Sends a command that the engine can play without. A refusal is noted.
    fn send_optional(&mut self, command: &str) -> Result<(), Fault> {
        match self.engine.call(command, self.limit) {
            Ok(_) => Ok(()),
            Err(fault @ Fault::Refused { .. }) => {
                self.notes.push(fault.to_string());
                Ok(())
            }
            Err(fault) => Err(fault),
        }
    }

    fn set_size(&mut self, size: Size) -> Result<(), Fault> {
        if size.width() > 25 || size.height() > 25 {
            return Err(too_large(size));
        }
        let (width, height) = (size.width(), size.height());
        let command = if size.is_square() {
            format!("boardsize {width}")
        } else if self.engine.knows("rectangular_boardsize") {
            format!("rectangular_boardsize {width} {height}")
        } else if self.engine.name().eq_ignore_ascii_case("KataGo") {
            format!("boardsize {width} {height}")
        } else {
            return Err(Fault::Unfit(format!(
                "{} plays on square boards only, not on {size}",
                self.engine.name()
            )));
        };
        match self.engine.call(&command, self.limit) {
            Ok(_) => Ok(()),
            Err(Fault::Refused { why, .. }) => {
                let (name, why) = (self.engine.name(), Reason(&why));
                Err(Fault::Unfit(format!("{name} does not play on {size}{why}")))
            }
            Err(fault) => Err(fault),
        }
    }

    fn set_rules(&mut self, rules: &Rules) -> Result<(), Fault> {
        if let Some(goal) = rules.capture {
            self.notes.push(format!(
                "GTP has no word for the capture game: the engine plays for the board, and does not know that \
                 {goal} captured stones win"
            ));
        }
        let name = match rules.preset {
            Preset::TrompTaylor => "tromp-taylor",
            Preset::Chinese => "chinese",
            Preset::Japanese => "japanese",
            Preset::Korean => "korean",
            Preset::Aga => "aga",
            // KataGo knows these three by name.
            Preset::Bga => "bga",
            Preset::French => "french",
            Preset::Ing => "ing",
            Preset::NewZealand => "new-zealand",
            // Our own rules; these are the closest.
            Preset::Simple => "chinese",
        };
        if self.engine.knows("kata-set-rules") {
            return self.send_optional(&format!("kata-set-rules {name}"));
        }
        let name = match rules.preset {
            Preset::Korean => "japanese",
            Preset::Bga | Preset::French => "aga",
            // Superko, suicide and area as well.
            Preset::NewZealand | Preset::Ing => "new_zealand",
            Preset::TrompTaylor => return Ok(()),
            _ => name,
        };
        if self.engine.knows("kgs-rules") {
            return self.send_optional(&format!("kgs-rules {name}"));
        }
        Ok(())
    }

    /// Places the stones that are on the board before the first move.
    fn set_stones(&mut self, terms: &Terms) -> Result<(), Fault> {
        let board = terms.start.board();
        let stones = |color: Color| -> Vec<Point> {
            terms.size.points().filter(|&point| board.stone(point) == Some(color)).collect()
        };
        let (black, white) = (stones(Color::Black), stones(Color::White));
        let is_handicap =
            white.is_empty() && black.len() >= 2 && terms.handicap as usize == black.len();
        let names = |points: &[Point]| -> Vec<String> {
            points.iter().filter_map(|&point| vertex(terms.size, Move::Play(point))).collect()
        };
        if is_handicap && self.engine.knows("set_free_handicap") {
            let command = format!("set_free_handicap {}", names(&black).join(" "));
            match self.engine.call(&command, self.limit) {
                Ok(_) => return Ok(()),
                // The engine may have placed some of the stones.
                Err(Fault::Refused { .. }) => {
                    self.engine.call("clear_board", self.limit)?;
                    self.send_optional(&format!("komi {}", terms.komi))?;
                }
                Err(fault) => return Err(fault),
            }
        }
        for (color, points) in [(Color::Black, black), (Color::White, white)] {
            for name in names(&points) {
                self.engine.call(&format!("play {} {name}", named(color)), self.limit)?;
            }
        }
        Ok(())
    }
}

pub(super) fn too_large(size: Size) -> Fault {
    Fault::Unfit(format!("engines cannot play on {size}: GTP supports boards up to 25x25"))
}
