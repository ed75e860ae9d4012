//! The lines that `hoshi play --plain` understands.

use hoshi_core::{Color, Move, Outcome, Point, Size};

use crate::players::Who;
use crate::session::Command;

/// What a line asks for.
#[derive(Debug)]
pub(super) enum Line {
    Do(Command),
    Replace(Color, Who),
    Show,
    Score,
    Help,
    Quit,
    Nothing,
}

/// What `help` says.
pub(super) const HELP: &str = "\
D4, pass          a move of the side to move
resign            give up
undo, redo        take back, and play again
show              the board
score             the count as it stands
dead D4 E5        after two passes: these groups are dead, or alive again
seki D4           under territory rules: this group is in seki, or not
done              the count is right: the game is over
resume            play on after two passes
comment TEXT      a note to the last move
correct 12 D4     move 12 was at D4; the rest is played again
name black ANN    what a player is called
result B+R        how the game ended: B+R, W+T, B+3.5, 0 (a draw), Void
stop              have an engine think no more
restart           have one that failed or was stopped try again
replace white human   another plays for a colour: human, random, table:FILE, gtp:COMMAND
quit              leave; the game stays, unfinished
";

/// The words with something behind them.
const WORDS: &[&str] = &[
    "pass", "resign", "undo", "redo", "show", "score", "help", "quit", "dead", "seki", "done",
    "resume", "comment", "correct", "name", "result", "stop", "restart", "replace",
];

/// Reads a line.
///
/// # Errors
/// With what would have been right.
pub(super) fn read(line: &str, size: Size) -> Result<Line, String> {
    let line = line.trim();
    let (word, rest) = match line.split_once(char::is_whitespace) {
        Some((word, rest)) => (word, rest.trim()),
        None => (line, ""),
    };
    let lower = word.to_ascii_lowercase();
    let command = match lower.as_str() {
        "" => return Ok(Line::Nothing),
        "dead" => Command::Dead(points(word, rest, size)?),
        "seki" => Command::Seki(points(word, rest, size)?),
        "comment" => Command::Comment(rest.to_owned()),
        "correct" => correct(rest, size)?,
        "name" => name(rest)?,
        "result" => Command::Result(result(rest)?),
        "replace" => return replace(rest),
        _ if !rest.is_empty() => {
            let known = WORDS.contains(&lower.as_str());
            return Err(match known {
                true => format!("`{word}` stands alone; what is `{rest}`?"),
                false => format!("`{line}` is not understood; help tells the words"),
            });
        }
        "resign" => Command::Resign,
        "undo" => Command::Undo,
        "redo" => Command::Redo,
        "done" => Command::Done,
        "resume" => Command::Resume,
        "stop" => Command::Stop,
        "restart" => Command::Restart,
        "show" => return Ok(Line::Show),
        "score" => return Ok(Line::Score),
        "help" | "?" => return Ok(Line::Help),
        "quit" | "exit" => return Ok(Line::Quit),
        _ => Command::Play(a_move(word, size)?),
    };
    Ok(Line::Do(command))
}

fn a_move(word: &str, size: Size) -> Result<Move, String> {
    size.parse_move(word).map_err(|error| {
        let lower = word.to_ascii_lowercase();
        let near = WORDS.iter().find(|known| strsim::damerau_levenshtein(known, &lower) == 1);
        match near {
            Some(known) => format!("{error}; or was it {known}?"),
            None => format!("{error}; help tells the words"),
        }
    })
}

fn points(word: &str, rest: &str, size: Size) -> Result<Vec<Point>, String> {
    let words: Vec<&str> = rest.split([' ', ',', '\t']).filter(|word| !word.is_empty()).collect();
    if words.is_empty() {
        return Err(format!("{word} what? Name a stone of each group, as in {word} D4 E5"));
    }
    words.into_iter().map(|word| size.parse_a1(word).map_err(|error| error.to_string())).collect()
}

fn correct(rest: &str, size: Size) -> Result<Command, String> {
    let usage = "write the number of the move and where it was, as in correct 12 D4";
    let (number, mv) = rest.split_once(char::is_whitespace).ok_or(usage)?;
    let number = number.parse().map_err(|_| usage)?;
    Ok(Command::Correct(number, a_move(mv.trim(), size)?))
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

fn name(rest: &str) -> Result<Command, String> {
    let (color, name) = colored(rest).ok_or("write whose name it is, as in name black Ann")?;
    Ok(Command::Name(color, name.to_owned()))
}

fn replace(rest: &str) -> Result<Line, String> {
    let usage = "write for whom and who it is, as in replace white human";
    let (color, who) = colored(rest).ok_or(usage)?;
    Ok(Line::Replace(color, who.parse()?))
}

fn result(rest: &str) -> Result<Outcome, String> {
    rest.parse().map_err(|_| {
        format!("`{rest}` is not a result: write B+R, W+T, B+F, W+3.5, 0 for a draw, or Void")
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_read_as_people_type_them() {
        let line = |text| format!("{:?}", read(text, Size::S9).unwrap());
        let d4 = Size::S9.parse_move("D4").unwrap();
        assert_eq!(line("  d4 "), format!("Do(Play({d4:?}))"));
        assert_eq!(line("PASS"), "Do(Play(Pass))");
        assert_eq!(line("correct 3 d4"), format!("Do(Correct(3, {d4:?}))"));
        assert_eq!(line("name w  Bob  the Great "), "Do(Name(White, \"Bob  the Great\"))");
        assert_eq!(line("comment"), "Do(Comment(\"\"))");
        assert_eq!(line("\t"), "Nothing");
        assert_eq!(line("result Void"), "Do(Result(NoResult))");
        assert_eq!(line("replace white gtp:a b"), "Replace(White, Gtp([\"a\", \"b\"]))");
    }

    #[test]
    fn what_is_wrong_is_answered_with_what_would_be_right() {
        let error = |text| read(text, Size::S9).unwrap_err();
        assert!(error("undoo").ends_with("or was it undo?"));
        assert!(error("K4").contains("9x9"));
        assert_eq!(error("pass now"), "`pass` stands alone; what is `now`?");
        assert!(error("dead").contains("dead D4 E5"));
        assert!(error("dead Z9").contains("Z9"));
        assert!(error("correct D4").contains("correct 12 D4"));
        assert!(error("name Ann").contains("name black Ann"));
        assert!(error("result B").contains("B+R"));
        assert!(error("play D4").contains("help"));
    }
}
