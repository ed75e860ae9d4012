//! The engine side of GTP: any program that can play, behind the protocol. The server owns the game and the
//! clock, parses commands and writes answers; the program is asked for moves and opinions, and never sees
//! the wire.
//!
//! ```
//! use std::io::Cursor;
//! use std::sync::atomic::AtomicBool;
//!
//! use hoshi_core::{DeadAndSeki, Game, Move};
//! use hoshi_gtp::server::{AnalysisRequest, GoProgram, Question, Server};
//! use hoshi_gtp::{Analysis, Genmove};
//!
//! /// Plays the first legal point of the board.
//! struct First;
//!
//! impl GoProgram for First {
//!     fn name(&self) -> String {
//!         "First".to_owned()
//!     }
//!     fn version(&self) -> String {
//!         "1".to_owned()
//!     }
//!     fn choose(&mut self, question: &Question<'_>) -> Genmove {
//!         let point = question.game.legal_points(question.color).next();
//!         Genmove::Move(point.map_or(Move::Pass, Move::Play))
//!     }
//!     fn analyze(
//!         &mut self,
//!         question: &Question<'_>,
//!         _request: &AnalysisRequest,
//!         _report: &mut dyn FnMut(&Analysis),
//!     ) -> Genmove {
//!         self.choose(question)
//!     }
//!     fn final_status(&mut self, game: &Game, _stop: &AtomicBool) -> Option<DeadAndSeki> {
//!         Some(DeadAndSeki::new(game.size()))
//!     }
//! }
//!
//! let mut output = Vec::new();
//! let commands = Cursor::new("1 boardsize 9\n2 genmove black\n3 play black A9\nquit\n");
//! Server::new(First).serve(commands, &mut output)?;
//! assert_eq!(output, b"=1\n\n=2 A9\n\n?3 illegal move\n\n=\n\n");
//! # Ok::<(), std::io::Error>(())
//! ```

mod analyze;
mod clock;
mod commands;
mod input;
mod rules;
mod table;

use std::io::{self, ErrorKind, Read, Write};
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use hoshi_core::time::{Clock, TimeLimit};
use hoshi_core::{Color, DeadAndSeki, Game, Move, Point, Preset, Rules, Size, handicap};

use crate::analysis::Analysis;
use crate::player::Genmove;
use clock::Clocks;
use input::{Input, Line};
use table::Table;

/// A program that plays Go.
///
/// The server keeps the game and asks; a program may keep what it has thought (a search tree, for instance)
/// and find its place in it by the game of the next question. No method may block on anything but thinking.
pub trait GoProgram {
    /// The name, one line.
    fn name(&self) -> String;

    /// The version, one line.
    fn version(&self) -> String;

    /// Whether it plays on this board. The protocol has no letters for sides above 25, so the server refuses
    /// those itself.
    fn supports(&self, size: Size) -> bool {
        let _ = size;
        true
    }

    /// A new game begins; discard all earlier thinking.
    fn new_game(&mut self) {}

    /// Chooses a move. The answer must be legal, and prompt once `stop` is set.
    fn choose(&mut self, question: &Question<'_>) -> Genmove;

    /// Thinks about the position and reports its findings about every `request.interval`, until `stop` is
    /// set or the result is certain. With `request.is_move` it thinks as long as for a move. Returns the
    /// best move.
    fn analyze(
        &mut self,
        question: &Question<'_>,
        request: &AnalysisRequest,
        report: &mut dyn FnMut(&Analysis),
    ) -> Genmove;

    /// The dead stones of a position, and those in seki. Every other stone is alive. `None` if `stop` was set
    /// before it had an answer.
    fn final_status(&mut self, game: &Game, stop: &AtomicBool) -> Option<DeadAndSeki>;

    /// The points for a free handicap, on the empty board of the game. Fewer than asked for are accepted if
    /// there are at least two. By default, the customary points; on boards too small for those, any points,
    /// the first line last.
    fn free_handicap(&mut self, game: &Game, stones: u32) -> Vec<Point> {
        let size = game.size();
        let fixed = handicap::customary(size, stones.min(handicap::most(size)));
        let is_edge = |at: u8, side: u8| at == 0 || at + 1 == side;
        fixed.unwrap_or_else(|_| {
            let mut points: Vec<Point> = size.points().step_by(2).collect();
            points
                .sort_by_key(|at| is_edge(at.x(), size.width()) || is_edge(at.y(), size.height()));
            points.truncate(stones as usize);
            points
        })
    }
}

/// What a program is asked to think about.
#[derive(Clone, Copy, Debug)]
pub struct Question<'a> {
    /// The game so far: board, history, rules, komi, handicap. It is always ready for a move of `color`: if two
    /// passes have brought it to its end, play is resumed here, and if it is not the turn of `color`, the other
    /// side has passed.
    pub game: &'a Game,
    /// The side to play for; it is its turn in `game`.
    pub color: Color,
    /// The time limit and the time left for this side; `None` without a limit.
    pub clock: Option<(TimeLimit, Clock)>,
    /// Whether dead stones must be captured before a pass (`kgs-genmove_cleanup`).
    pub is_cleanup: bool,
    /// Whether the answer is not played (`reg_genmove`, and analyses): it should not depend on the clock.
    pub is_regression: bool,
    /// When this becomes true, the answer is due at once.
    pub stop: &'a AtomicBool,
}

/// What an analysis should contain.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AnalysisRequest {
    /// The time between two reports.
    pub interval: Duration,
    /// The maximum number of candidates; `None` for all.
    pub max_moves: Option<usize>,
    /// Whether reports should have the ownership of all points.
    pub ownership: bool,
    /// Moves that should not be considered. The server removes them from reports in any case.
    pub avoid: Vec<Move>,
    /// Whether the best move is played afterwards (`lz-genmove_analyze`): then thinking ends by itself.
    pub is_move: bool,
}

/// Reads and writes records for `loadsgf` and `printsgf`. This crate does not know SGF.
pub trait Records {
    /// The game in a file, before the move with this number, from 1; `None` for the whole main line.
    ///
    /// # Errors
    /// With the reason, one line.
    fn load(&mut self, path: &str, before: Option<usize>) -> Result<Game, String>;

    /// The game as SGF.
    ///
    /// # Errors
    /// With the reason, one line.
    fn to_sgf(&mut self, game: &Game) -> Result<String, String>;

    /// Writes text to a file that `printsgf` names.
    ///
    /// # Errors
    /// With the reason, one line.
    fn save(&mut self, path: &str, sgf: &str) -> Result<(), String>;
}

/// A program behind the protocol. See the [module](self) for an example.
pub struct Server<'a, P> {
    program: P,
    records: Option<Box<dyn Records + 'a>>,
    talk: Box<dyn FnMut(&str) + 'a>,
    table: Table,
    clock: Clocks,
}

/// The outcome of a command.
enum Reply {
    /// The answer; it has been written by now if it is `None`.
    Success(Option<String>),
    Failure(String),
    /// The answer is empty, and the last one.
    Quit,
}

impl<'a, P: GoProgram> Server<'a, P> {
    /// A server with an empty 19x19 board, Chinese rules and their komi, and no clock.
    pub fn new(program: P) -> Server<'a, P> {
        let table = Table::new(Size::S19, Rules::of(Preset::Chinese));
        let (records, talk) = (None, Box::new(|_: &str| {}));
        Server { program, records, talk, table, clock: Clocks::default() }
    }

    /// With `loadsgf` and `printsgf`. Without this, both are unknown commands.
    #[must_use]
    pub fn with_records(mut self, records: impl Records + 'a) -> Server<'a, P> {
        self.records = Some(Box::new(records));
        self
    }

    /// With a sink for messages to the user, one line each; usually standard error.
    #[must_use]
    pub fn with_talk(mut self, talk: impl FnMut(&str) + 'a) -> Server<'a, P> {
        self.talk = Box::new(talk);
        self
    }

    /// The current game.
    #[must_use]
    pub fn game(&self) -> &Game {
        self.table.game()
    }

    /// Answers commands until `quit`, or the end of the input. A closed output ends it quietly.
    ///
    /// # Errors
    /// If the output fails in another way, or the reading thread cannot be started.
    pub fn serve(
        &mut self,
        input: impl Read + Send + 'static,
        mut output: impl Write,
    ) -> io::Result<()> {
        let input = Input::start(input)?;
        while let Some(line) = input.next() {
            match self.answer(&line, &input, &mut output) {
                Ok(true) => {}
                Ok(false) => return Ok(()),
                Err(error) if error.kind() == ErrorKind::BrokenPipe => return Ok(()),
                Err(error) => return Err(error),
            }
        }
        Ok(())
    }

    /// Answers a line; false if it was the last one.
    fn answer(&mut self, line: &Line, input: &Input, output: &mut dyn Write) -> io::Result<bool> {
        let Some(command) = Command::parse(&line.text) else { return Ok(true) };
        let mut asked = Asked { id: &command.id, line: line.number, input, output, error: None };
        let reply = if line.is_cut {
            Reply::Failure(format!("line too long: the limit is {} bytes", input::MAX_LINE))
        } else {
            self.run(&command.name, &command.args, &mut asked)
        };
        if let Some(error) = asked.error {
            return Err(error);
        }
        let (mark, text) = match &reply {
            Reply::Success(None) => return Ok(true),
            Reply::Success(Some(text)) => ('=', text.as_str()),
            Reply::Failure(text) => ('?', text.as_str()),
            Reply::Quit => ('=', ""),
        };
        let space = if text.is_empty() { "" } else { " " };
        write!(output, "{mark}{}{space}{}\n\n", command.id, one_block(text))?;
        output.flush()?;
        Ok(!matches!(reply, Reply::Quit))
    }
}

impl<P> std::fmt::Debug for Server<'_, P> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Server").field("table", &self.table).finish_non_exhaustive()
    }
}

/// A command that is being answered: for commands that write while they run.
struct Asked<'a> {
    id: &'a str,
    line: u64,
    input: &'a Input,
    output: &'a mut dyn Write,
    /// The first error of the output.
    error: Option<io::Error>,
}

/// Text without the empty lines that would end an answer.
fn one_block(text: &str) -> String {
    let lines: Vec<&str> =
        text.lines().map(str::trim_end).filter(|line| !line.is_empty()).collect();
    // An answer that begins with a line of its own, as boards do.
    let start = if text.starts_with('\n') && !lines.is_empty() { "\n" } else { "" };
    format!("{start}{}", lines.join("\n"))
}

/// A line as a command.
#[derive(Debug, PartialEq, Eq)]
struct Command {
    /// The command number as written; may be empty.
    id: String,
    name: String,
    args: Vec<String>,
}

impl Command {
    /// Parses a line: control characters are removed, tabs are spaces, and `#` begins a comment. `None` if
    /// nothing is left.
    fn parse(line: &str) -> Option<Command> {
        let line: String = line
            .chars()
            .map(|letter| if letter == '\t' { ' ' } else { letter })
            .filter(|letter| !letter.is_control())
            .collect();
        let line = line.split('#').next().unwrap_or_default();
        let mut words = line.split_ascii_whitespace().peekable();
        let is_id =
            |word: &&str| word.len() <= 20 && word.bytes().all(|byte| byte.is_ascii_digit());
        let id = words.next_if(is_id).unwrap_or_default().to_owned();
        let name = words.next().unwrap_or_default().to_owned();
        let args = words.map(str::to_owned).collect();
        (!id.is_empty() || !name.is_empty()).then_some(Command { id, name, args })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_parsed_as_the_protocol_says() {
        let parse = |line: &str| {
            Command::parse(line).map(|command| (command.id, command.name, command.args.join("|")))
        };
        let is = |id: &str, name: &str, args: &str| Some((id.into(), name.into(), args.into()));
        assert_eq!(parse("7 play black  D4"), is("7", "play", "black|D4"));
        assert_eq!(parse("play\tblack D4\r"), is("", "play", "black|D4"));
        assert_eq!(parse("na\u{7}me # why"), is("", "name", ""));
        assert_eq!(parse("007 name"), is("007", "name", ""));
        assert_eq!(parse("7name"), is("", "7name", ""));
        assert_eq!(parse("12"), is("12", "", ""));
        for nothing in ["", "  ", "\t\r", "# comment", " # 7 name", "\u{1}\u{2}"] {
            assert_eq!(parse(nothing), None, "{nothing:?}");
        }
    }

    #[test]
    fn answers_have_no_empty_lines() {
        assert_eq!(one_block("\n9 .\n\n8 .  \n"), "\n9 .\n8 .");
        assert_eq!(one_block("D4"), "D4");
        assert_eq!(one_block("\n\n"), "");
    }
}
