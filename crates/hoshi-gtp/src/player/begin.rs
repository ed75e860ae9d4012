//! How an engine is told of a new game: the board, the rules, the komi, the clock, and the stones that are
//! there before the first move. What it can play without is only asked for.

use hoshi_core::{Color, Move, Point, Preset, Rules, Size};

use super::{Known, Player, Terms};
use crate::fault::Fault;
use crate::time;
use crate::wire::{color as named, vertex};

impl Player {
    /// Begins a game.
    pub(super) fn begin(&mut self, terms: Terms) -> Result<Known, Fault> {
        self.set_size(terms.size)?;
        self.engine.call("clear_board", self.limit)?;
        self.set_rules(&terms.rules)?;
        self.try_to(&format!("komi {}", terms.komi))?;
        if let Some(limit) = terms.time {
            match time::settings(&|command| self.engine.knows(command), limit) {
                Some((command, note)) => {
                    self.try_to(&command)?;
                    self.notes.extend(note);
                    self.has_clock = true;
                }
                None => self.notes.push("the engine knows no clocks".to_owned()),
            }
        } else if std::mem::take(&mut self.has_clock)
            && let Some(command) = time::no_limit(&|command| self.engine.knows(command))
        {
            self.try_to(command)?;
        }
        self.set_stones(&terms)?;
        Ok(Known { terms, moves: Vec::new() })
    }

    /// Asks for something that the engine can play without.
    fn try_to(&mut self, command: &str) -> Result<(), Fault> {
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
                let why = if why.is_empty() { why } else { format!(": {why}") };
                Err(Fault::Unfit(format!("{} does not play on {size}{why}", self.engine.name())))
            }
            Err(fault) => Err(fault),
        }
    }

    fn set_rules(&mut self, rules: &Rules) -> Result<(), Fault> {
        let name = match rules.preset {
            Preset::TrompTaylor => "tromp-taylor",
            Preset::Chinese => "chinese",
            Preset::Japanese => "japanese",
            Preset::Korean => "korean",
            Preset::Aga => "aga",
            Preset::NewZealand => "new-zealand",
            // Nobody else has these; the nearest is meant.
            Preset::Simple => "chinese",
        };
        if self.engine.knows("kata-set-rules") {
            return self.try_to(&format!("kata-set-rules {name}"));
        }
        let name = match rules.preset {
            Preset::Korean => "japanese",
            Preset::NewZealand => "new_zealand",
            Preset::TrompTaylor => return Ok(()),
            _ => name,
        };
        if self.engine.knows("kgs-rules") {
            return self.try_to(&format!("kgs-rules {name}"));
        }
        Ok(())
    }

    /// The stones that are there before the first move.
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
                // Some of the stones may be there all the same.
                Err(Fault::Refused { .. }) => {
                    self.engine.call("clear_board", self.limit)?;
                    self.try_to(&format!("komi {}", terms.komi))?;
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
    Fault::Unfit(format!("no engine plays on {size}: the protocol's letters end at 25"))
}
