//! Lines that people type, and what becomes of them.

use anyhow::{Context as _, Result, bail};
use hoshi_core::Color;
use hoshi_session::host::CallError;
use hoshi_session::host::program::Lesson;
use hoshi_session::{Actor, Answer, Command, Question, Saved, Side, UndoPolicy};

use super::View;
use crate::commands::play::input::{MAX_LINE, Typed};
use crate::commands::play::words::{self, HELP, Line};
use crate::config::Config;
use crate::out::Out;
use crate::players;

impl View<'_> {
    pub(super) fn typed(&mut self, typed: Typed, config: &Config, out: &mut Out) -> Result<()> {
        let line = match typed {
            Typed::Line(line) => line,
            Typed::TooLong => {
                out.say(format!("a line has at most {MAX_LINE} bytes"));
                return Ok(());
            }
            Typed::Failed(error) => return Err(error).context("standard input"),
            Typed::End => {
                // Ctrl-D leaves the prompt standing; an edited line ends with it.
                self.is_asked = self.input.is_terminal() && !self.input.is_edited();
                self.is_leaving = true;
                return Ok(());
            }
        };
        let command = match words::read(&line, self.size()) {
            Err(why) => {
                out.say(why.to_string());
                return Ok(());
            }
            Ok(Line::Nothing) => return Ok(()),
            Ok(Line::Quit) => {
                self.is_leaving = true;
                return Ok(());
            }
            Ok(Line::Help) => {
                out.say(HELP.trim_end());
                return Ok(());
            }
            Ok(Line::Show) => {
                self.show(out)?;
                return Ok(());
            }
            Ok(Line::Score) => {
                self.score(out)?;
                return Ok(());
            }
            Ok(Line::Replace(color, who)) => {
                let name = self.state.seats[Side::from(color)].name.clone();
                let name = if self.state.seats[Side::from(color)].program {
                    config.name.clone()
                } else {
                    name
                };
                match players::seat(&who, &name, config, players::any_seed()) {
                    Ok((player, mind)) => self.replace(color, player, mind, out)?,
                    Err(error) => out.say(error.to_string()),
                }
                return Ok(());
            }
            Ok(Line::Board(is_shown)) => {
                self.shows_board = is_shown;
                return Ok(());
            }
            Ok(Line::Letters(are_spelled)) => {
                self.spells = are_spelled;
                return Ok(());
            }
            Ok(Line::Group(at)) => return self.say_group(at, out),
            Ok(Line::Around(at)) => return self.say_around(at, out),
            Ok(Line::Row(row)) => return self.say_row(row, out),
            Ok(Line::Atari) => return self.say_ataris(out),
            Ok(Line::Undo(many)) => {
                let start = self.state.moves.len();
                for _ in 0..many {
                    let before = self.state.moves.len();
                    if before < start && before == 0 {
                        out.say("Nothing more can be taken back.");
                        break;
                    }
                    self.command(Command::Undo { color: None }, out)?;
                    if self.state.moves.len() == before {
                        break;
                    }
                }
                return Ok(());
            }
            Ok(Line::Resign) => Command::Resign { color: self.acting() },
            Ok(Line::Resume) => Command::Resume { color: self.acting() },
            Ok(Line::Done) => Command::Accept {
                revision: self.state.marking.as_ref().map_or(0, |marking| marking.revision),
            },
            Ok(Line::Do(command)) => command,
        };
        self.command(command, out)
    }

    /// The side that a person at this keyboard acts for where both are persons: the one to move.
    fn acting(&self) -> Option<Side> {
        let are_persons = Side::ALL.into_iter().all(|side| !self.state.seats[side].program);
        are_persons.then_some(self.state.position.turn).flatten()
    }

    fn command(&mut self, command: Command, out: &mut Out) -> Result<()> {
        let was_behind = self.state.recording.saved == Saved::No;
        let is_hint = command == Command::Ask;
        match self.handle.call(Actor::Both, command) {
            Err(CallError::Refused(refused)) => out.say(format!("{refused}.")),
            Err(CallError::Closed) => bail!("the game was closed"),
            Ok(_) => {
                self.awaits_hint |= is_hint;
                self.drain(out)?;
                if was_behind && self.state.recording.saved == Saved::No {
                    out.say("Still not saved.");
                }
            }
        }
        Ok(())
    }

    /// Names a move of a person that lost much.
    pub(super) fn teach(&mut self, number: u32, color: Side, out: &mut Out) {
        if self.state.seats[color].program || self.state.demonstration {
            return;
        }
        let Some(teacher) = &mut self.teacher else { return };
        let Ok(Answer::Record { sgf }) = self.handle.ask(Question::Record) else { return };
        // A move that cannot be judged is not worth a word.
        if let Ok(Some(Lesson { points, better, .. })) = teacher.look(&sgf, number) {
            out.say(format!("That move loses about {points} points; {better} was better."));
            if self.state.undo != UndoPolicy::Never {
                out.say("`undo` takes it back.");
            }
        }
    }

    fn replace(
        &mut self,
        color: Color,
        player: hoshi_session::Player,
        mind: Option<hoshi_session::host::Worker>,
        out: &mut Out,
    ) -> Result<()> {
        self.handle.replace(color, player, mind);
        // The answer to a question comes after what was sent before it.
        let _ = self.handle.ask(Question::IsOver)?;
        self.drain(out)?;
        let side = Side::from(color);
        while self.state.seats[side].program
            && !self.state.seats[side].present
            && self.state.seats[side].fault.is_none()
            && !self.is_leaving
        {
            self.wait(out)?;
        }
        let seat = &self.state.seats[side];
        if seat.fault.is_some() {
            return Ok(());
        }
        out.line(format!("{color} is {}", seat.name))
    }
}
