//! The lines that `hoshi play --plain` understands.

use std::fmt;

use hoshi_core::{Color, ParseError, Size};
use hoshi_session::host::{Who, WhoError};
use hoshi_session::{Command, Status, Vertex};

/// What a line asks for.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Line {
    Do(Command),
    /// A side resigns, takes back or plays on: the view knows which.
    Resign,
    Undo(u32),
    Resume,
    /// The marks are accepted as they are.
    Done,
    Replace(Color, Who),
    Show,
    Score,
    /// Whether the board is shown with every move.
    Board(bool),
    /// Whether columns are spelled out.
    Letters(bool),
    Group(Vertex),
    Around(Vertex),
    Row(u8),
    Atari,
    Help,
    Quit,
    Nothing,
}

/// The answer to `help`.
pub(super) const HELP: &str = "\
D4, pass          play or pass for the side to move
resign            resign
undo, redo        take a move back; play it again
undo 3            take back three times
show              show the board
score             count the board as it stands
board off, on     do not show the board with every move; say captures and ataris instead
letters on, off   say D4 as `delta 4`
group D4          say the stones and liberties of a group
around D4         say what is beside a point
row 4             say the stones of a row
atari             say the groups with one liberty
dead D4 E5        after two passes: mark these groups as dead
alive D4          after two passes: mark this group as alive
seki D4           under territory rules: mark this group as in seki
done              accept the count; the game is over
resume            play on after two passes
demonstrate       play a dispute out on a copy of the board
settle            end that, and return to the count
hint              ask the engine or bot what it would play
comment TEXT      comment on the last move
correct 12 D4     move 12 was at D4; the rest is played again
name black ANN    name a player
result B+R        set the result: B+R, W+T, B+3.5, 0 (a draw), Void
pause, unpause    stop the clocks; let them run again
stop              stop an engine that is thinking
restart           let an engine that failed or was stopped try again
replace white human   let another player take a seat: human, bot:3, random, gnugo, gtp:COMMAND, table:FILE
quit              leave; the game is kept, unfinished
";

/// Every word that a line can begin with, for hints at mistyped ones and for Tab.
pub(super) const WORDS: &[&str] = &[
    "pass",
    "resign",
    "undo",
    "redo",
    "show",
    "score",
    "help",
    "quit",
    "dead",
    "alive",
    "seki",
    "done",
    "resume",
    "demonstrate",
    "settle",
    "hint",
    "comment",
    "correct",
    "name",
    "result",
    "pause",
    "unpause",
    "stop",
    "restart",
    "replace",
    "board",
    "letters",
    "group",
    "around",
    "row",
    "atari",
];

/// Why a line cannot be understood: each says what would have been right.
#[derive(Debug)]
pub(super) enum LineError {
    Unknown(String),
    /// A word that takes no argument has one.
    Argument(String),
    Undo(String),
    /// Not a row of a board of this height.
    Row(String, u8),
    Switch(String),
    /// Not a point, perhaps after a word that takes one.
    Point {
        error: ParseError,
        after: Option<String>,
    },
    /// Not a move, but perhaps one letter from a word.
    Move {
        error: ParseError,
        near: Option<&'static str>,
    },
    NoStones(String),
    Correct,
    Name,
    Replace,
    Who(WhoError),
}

impl fmt::Display for LineError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            LineError::Unknown(line) => {
                write!(f, "unknown command `{line}`; type `help` for the commands")
            }
            LineError::Argument(word) => write!(f, "`{word}` takes no argument"),
            LineError::Undo(rest) => {
                write!(f, "`{rest}` is not a number of moves, as in `undo 3`")
            }
            LineError::Row(rest, height) => {
                write!(f, "`{rest}` is not a row: rows are 1 to {height}")
            }
            LineError::Switch(word) => write!(f, "write `{word} on` or `{word} off`"),
            LineError::Point { error, after: Some(word) } => {
                write!(f, "{error}; as in `{word} D4`")
            }
            LineError::Point { error, after: None } => error.fmt(f),
            LineError::Move { error, near: Some(near) } => {
                write!(f, "{error}; did you mean `{near}`?")
            }
            LineError::Move { error, near: None } => {
                write!(f, "{error}; type `help` for the commands")
            }
            LineError::NoStones(word) => {
                write!(f, "name a stone of each group, as in `{word} D4 E5`")
            }
            LineError::Correct => {
                f.write_str("write the number of the move and its point, as in `correct 12 D4`")
            }
            LineError::Name => f.write_str("write whose name it is, as in `name black Ann`"),
            LineError::Replace => {
                f.write_str("write which seat and who takes it, as in `replace white human`")
            }
            LineError::Who(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for LineError {}

/// Reads a line.
///
/// # Errors
/// With what would have been right.
pub(super) fn read(line: &str, size: Size) -> Result<Line, LineError> {
    let line = line.trim();
    let (word, rest) = match line.split_once(char::is_whitespace) {
        Some((word, rest)) => (word, rest.trim()),
        None => (line, ""),
    };
    let lower = word.to_ascii_lowercase();
    let command = match lower.as_str() {
        "" => return Ok(Line::Nothing),
        "dead" => marked(word, rest, size, Status::Dead)?,
        "alive" => marked(word, rest, size, Status::Alive)?,
        "seki" => marked(word, rest, size, Status::Seki)?,
        "comment" => Command::Comment { text: rest.to_owned(), on: None },
        "correct" => correct(rest, size)?,
        "name" => name(rest)?,
        "result" => Command::Result { result: rest.to_owned() },
        "replace" => return replace(rest),
        "undo" if !rest.is_empty() => {
            let many = rest.parse().ok().filter(|many| (1..=1000).contains(many));
            return many.map(Line::Undo).ok_or_else(|| LineError::Undo(rest.to_owned()));
        }
        "board" => return Ok(Line::Board(is_on(word, rest)?)),
        "letters" => return Ok(Line::Letters(is_on(word, rest)?)),
        "group" => return Ok(Line::Group(a_point(word, rest, size)?)),
        "around" => return Ok(Line::Around(a_point(word, rest, size)?)),
        "row" => {
            let row = rest.parse().ok().filter(|row| (1..=size.height()).contains(row));
            let error = || LineError::Row(rest.to_owned(), size.height());
            return row.map(Line::Row).ok_or_else(error);
        }
        _ if !rest.is_empty() => {
            let known = WORDS.contains(&lower.as_str());
            return Err(match known {
                true => LineError::Argument(word.to_owned()),
                false => LineError::Unknown(line.to_owned()),
            });
        }
        "redo" => Command::Redo,
        "demonstrate" => Command::Demonstrate,
        "settle" => Command::Settle,
        "hint" => Command::Ask,
        "pause" => Command::Pause,
        "unpause" => Command::Unpause,
        "stop" => Command::Stop,
        "restart" => Command::Restart,
        "resign" => return Ok(Line::Resign),
        "undo" => return Ok(Line::Undo(1)),
        "atari" => return Ok(Line::Atari),
        "done" => return Ok(Line::Done),
        "resume" => return Ok(Line::Resume),
        "show" => return Ok(Line::Show),
        "score" => return Ok(Line::Score),
        "help" | "?" => return Ok(Line::Help),
        "quit" | "exit" => return Ok(Line::Quit),
        _ => Command::Play { at: a_move(word, size)? },
    };
    Ok(Line::Do(command))
}

fn is_on(word: &str, rest: &str) -> Result<bool, LineError> {
    match rest {
        "on" => Ok(true),
        "off" => Ok(false),
        _ => Err(LineError::Switch(word.to_owned())),
    }
}

fn a_point(word: &str, rest: &str, size: Size) -> Result<Vertex, LineError> {
    let point = size
        .parse_a1(rest)
        .map_err(|error| LineError::Point { error, after: Some(word.to_owned()) })?;
    Ok(Vertex::of(size, point))
}

fn a_move(word: &str, size: Size) -> Result<Vertex, LineError> {
    match size.parse_move(word) {
        Ok(mv) => Ok(Vertex::of_move(size, mv)),
        Err(error) => {
            let lower = word.to_ascii_lowercase();
            let near = WORDS.iter().find(|known| strsim::damerau_levenshtein(known, &lower) == 1);
            Err(LineError::Move { error, near: near.copied() })
        }
    }
}

fn marked(word: &str, rest: &str, size: Size, status: Status) -> Result<Command, LineError> {
    let words: Vec<&str> = rest.split([' ', ',', '\t']).filter(|word| !word.is_empty()).collect();
    if words.is_empty() {
        return Err(LineError::NoStones(word.to_owned()));
    }
    let point = |word| match size.parse_a1(word) {
        Ok(point) => Ok(Vertex::of(size, point)),
        Err(error) => Err(LineError::Point { error, after: None }),
    };
    let points = words.into_iter().map(point).collect::<Result<_, _>>()?;
    Ok(Command::Mark { points, status })
}

fn correct(rest: &str, size: Size) -> Result<Command, LineError> {
    let (number, mv) = rest.split_once(char::is_whitespace).ok_or(LineError::Correct)?;
    let number = number.parse().map_err(|_| LineError::Correct)?;
    Ok(Command::Correct { number, at: a_move(mv.trim(), size)? })
}

/// A colour and what follows it.
fn colored(rest: &str) -> Option<(Color, &str)> {
    let (color, rest) = rest.split_once(char::is_whitespace)?;
    let color = match color.to_ascii_lowercase().as_str() {
        "black" | "b" => Color::Black,
        "white" | "w" => Color::White,
        _ => return None,
    };
    Some((color, rest.trim()))
}

fn name(rest: &str) -> Result<Command, LineError> {
    let (color, name) = colored(rest).ok_or(LineError::Name)?;
    Ok(Command::Name { color: color.into(), name: name.to_owned() })
}

fn replace(rest: &str) -> Result<Line, LineError> {
    let (color, who) = colored(rest).ok_or(LineError::Replace)?;
    let who = who.parse().map_err(LineError::Who)?;
    Ok(Line::Replace(color, who))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(name: &str) -> Vertex {
        name.parse().unwrap()
    }

    #[test]
    fn lines_are_read_as_people_type_them() {
        let line = |text| read(text, Size::S9).unwrap();
        assert_eq!(line("  d4 "), Line::Do(Command::Play { at: at("D4") }));
        assert_eq!(line("PASS"), Line::Do(Command::Play { at: Vertex::PASS }));
        assert_eq!(line("correct 3 d4"), Line::Do(Command::Correct { number: 3, at: at("D4") }));
        let name = "Bob  the Great".to_owned();
        let color = Color::White.into();
        assert_eq!(line("name w  Bob  the Great "), Line::Do(Command::Name { color, name }));
        assert_eq!(line("comment"), Line::Do(Command::Comment { text: String::new(), on: None }));
        assert_eq!(line("\t"), Line::Nothing);
        assert_eq!(line("undo"), Line::Undo(1));
        assert_eq!(line("undo 3"), Line::Undo(3));
        assert_eq!(line("board off"), Line::Board(false));
        assert_eq!(line("letters on"), Line::Letters(true));
        assert_eq!(line("group d4"), Line::Group(at("D4")));
        assert_eq!(line("row 9"), Line::Row(9));
        let points = vec![at("D4"), at("E5")];
        assert_eq!(line("alive d4,E5"), Line::Do(Command::Mark { points, status: Status::Alive }));
        let gtp = Who::Gtp(vec!["a".into(), "b".into()]);
        assert_eq!(line("replace white gtp:a b"), Line::Replace(Color::White, gtp));
    }

    #[test]
    fn a_wrong_line_is_answered_with_what_would_be_right() {
        let error = |text| read(text, Size::S9).unwrap_err().to_string();
        assert!(error("undoo").ends_with("did you mean `undo`?"));
        assert!(error("K4").contains("9x9"));
        assert_eq!(error("pass now"), "`pass` takes no argument");
        assert!(error("dead").contains("dead D4 E5"));
        assert!(error("dead Z9").contains("Z9"));
        assert!(error("correct D4").contains("correct 12 D4"));
        assert!(error("name Ann").contains("name black Ann"));
        assert!(error("play D4").contains("help"));
        assert!(error("undo all").contains("undo 3"));
        assert!(error("row 10").contains("1 to 9"));
        assert!(error("group").contains("group D4"));
        assert!(error("board").contains("board off"));
    }
}
