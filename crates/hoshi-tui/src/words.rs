//! The words of the board, in one place, so that another language would be another file.

mod actions;
mod game;
mod help;
mod keyed;
mod screens;

use hoshi_core::{Outcome, Size};
use hoshi_session::{Forbidden, Markup, MarkupKind, Rule, Side};

pub(crate) use actions::*;
pub(crate) use game::*;
pub(crate) use help::*;
pub(crate) use keyed::*;
pub(crate) use screens::*;

pub(crate) const TITLE: &str = "hoshi";
pub(crate) const SUBTITLE: &str = "the game of Go";
pub(crate) const LAST_PERIOD: &str = "last period";
pub(crate) const THINKING: &str = "thinking";
pub(crate) const STARTING: &str = "starting";
pub(crate) const STOPPED: &str = "stopped";
pub(crate) const PAUSED: &str = "paused";
pub(crate) const BRIEF_COPY: &str = "a copy";
pub(crate) const BRIEF_SAVED: &str = "saved";
pub(crate) const BRIEF_UNSAVED: &str = "NOT SAVED";
pub(crate) const BRIEF_NO_FILE: &str = "recorded";
pub(crate) const TO_MOVE: &str = "to move";
pub(crate) const KO: &str = "ko: play elsewhere first";
pub(crate) const SUICIDE: &str = "no liberties: suicide is forbidden";
pub(crate) const DEAD: &str = "dead";
pub(crate) const SEKI: &str = "in seki";
pub(crate) const ONLY_PASS: &str = "only pass is left";
pub(crate) const NOT_BETWEEN_PEOPLE: &str =
    "Between people there are no hints, estimates or counts until the game ends.";
pub(crate) const NO_ENGINE: &str = "no engine plays here";
pub(crate) const CLOCKS_PAUSED: &str = "The clocks are paused.";
pub(crate) const CLOCKS_RUN: &str = "The clocks run again.";
pub(crate) const SAVED_AGAIN: &str = "Everything is saved now.";
pub(crate) const DECLINED: &str = "The offer was declined.";
pub(crate) const BOTH_PASSED: &str = "Both sides passed.";
pub(crate) const ASKING_DEAD: &str = "Asking which stones are dead ...";
pub(crate) const ON_A_COPY: &str = "on a copy of the board";
pub(crate) const BACK_TO_COUNT: &str = "Back to the count; the board is as it was.";
pub(crate) const PLAY_CONTINUES: &str = "Play continues.";
pub(crate) const ESTIMATING: &str = "Estimating ...";
pub(crate) const ASKED: &str = "Looking for a good move ...";
pub(crate) const NOT_RECORDED: &str = "not recorded";
pub(crate) const NO_FILE_YET: &str = "the file appears with the first move";
pub(crate) const LOG_EMPTY: &str = "Nothing has been reported.";
pub(crate) const LIBERTIES_OFF: &str = "Liberties are not shown.";
pub(crate) const LIBERTIES_ATARI: &str = "Stones in atari are marked with `!`.";
pub(crate) const LIBERTIES_COUNT: &str =
    "Each group shows how many liberties it has (+ is more than nine).";
pub(crate) const SET_UP: &str = "Setting up stones.";
pub(crate) const SET_UP_KEYS: [(&str, &str); 7] = [
    ("b", "black"),
    ("w", "white"),
    ("x", "empty"),
    ("t", "who is to move"),
    ("Enter", "done"),
    ("Esc", "discard"),
    ("arrows", "move"),
];
pub(crate) const SET_UP_NOTHING: &str = "Nothing was set up.";
pub(crate) const SPEAK_ON: &str = "Each move is said in words on the line below the board.";
pub(crate) const SPEAK_OFF: &str = "Moves are not said in words any more.";
pub(crate) const MOVES: &str = "Moves";
pub(crate) const VARIATIONS: &str = "Variations";
pub(crate) const COMMENT: &str = "Comment";
pub(crate) const MESSAGE: &str = "Message";
pub(crate) const HELP: &str = "Keys";
pub(crate) const COUNT: &str = "Count";
pub(crate) const LOG: &str = "Notes of the engine";
pub(crate) const SCROLLS: &str = "arrows scroll, any other key closes";
pub(crate) const ANY_KEY: &str = "any key closes this";
pub(crate) const POINT: &str = "Point: ";
pub(crate) const COMMENT_PROMPT: &str = "Comment: ";
pub(crate) const ARROWS: &str = "arrows hjkl";
pub(crate) const HJKL: &str = "hjkl";
pub(crate) const GROUPS: [&str; 4] = ["Always", "In a game", "After two passes", "In review"];
pub(crate) const MOUSE: &str = "Click a point to play there.";
pub(crate) const MOUSE_COUNT: &str = "Click a group to mark it dead or alive.";
pub(crate) const LETTERS: &str = "Type a point as d4, or pass, then Enter.";

pub(crate) const CHOOSE_KEYS: [(&str, &str); 3] =
    [("Enter", "review"), ("arrows", "move"), ("q", "back")];

pub(crate) fn games_in_file(count: usize) -> String {
    format!("The file has {count} games")
}

pub(crate) fn folder_shown(file: &str) -> String {
    format!("The folder is open in another window: {file}")
}

pub(crate) fn stones(count: usize) -> String {
    if count == 1 { "1 stone".to_owned() } else { format!("{count} stones") }
}

pub(crate) fn moves(count: usize) -> String {
    if count == 1 { "1 move".to_owned() } else { format!("{count} moves") }
}

pub(crate) fn moves_left(count: u32) -> String {
    format!("for {}", moves(count as usize))
}

pub(crate) fn liberties(count: usize) -> String {
    if count == 1 { "1 liberty".to_owned() } else { format!("{count} liberties") }
}

pub(crate) fn occupied(at: &str) -> String {
    format!("{at} is occupied.")
}

pub(crate) fn takes(count: usize) -> String {
    format!("takes {}", stones(count))
}

pub(crate) fn forbidden(forbidden: &Forbidden) -> String {
    match (forbidden.rule, forbidden.repeats) {
        (Rule::Ko, _) => KO.to_owned(),
        (Rule::Suicide, _) => SUICIDE.to_owned(),
        (Rule::Superko, Some(number)) => {
            format!("superko: the board would be as after move {number}")
        }
        (Rule::Superko, None) => "superko: the board was like this before".to_owned(),
    }
}

/// The part of a board that is shown, by its lower left and its upper right corner.
pub(crate) fn part(low: &str, high: &str, size: Size) -> String {
    format!("{low} to {high} of {size}; the cursor scrolls")
}

/// A mark on a point.
pub(crate) fn mark(mark: &Markup) -> String {
    match mark.kind {
        MarkupKind::Circle => "circle".to_owned(),
        MarkupKind::Square => "square".to_owned(),
        MarkupKind::Triangle => "triangle".to_owned(),
        MarkupKind::Cross => "cross".to_owned(),
        MarkupKind::Selected => "selected".to_owned(),
        MarkupKind::Label => format!("label {}", hoshi_files::visible_line(&mark.text)),
    }
}

/// What a move did, in one line.
pub(crate) fn played(number: u32, side: Side, at: &str, captured: usize, is_own: bool) -> String {
    let mut text = match at {
        "pass" => format!("{number}. {side} passes"),
        at => format!("{number}. {side} {at}"),
    };
    match captured {
        0 => {}
        count if is_own => text.push_str(&format!(", a suicide of {}", stones(count))),
        count => text.push_str(&format!(", {}", takes(count))),
    }
    text
}

pub(crate) fn passes(side: Side) -> String {
    format!("{side} passes")
}

pub(crate) fn moves_next(side: Side) -> String {
    format!("{side} is to move. ")
}

pub(crate) fn resign(side: Option<Side>) -> String {
    match side {
        Some(side) => format!("Does {side} resign? Enter or y: resign. Esc or n: play on."),
        None => "Resign? Enter or y: resign. Esc or n: play on.".to_owned(),
    }
}

/// A result in words.
pub(crate) fn result(text: &str) -> String {
    match text.parse::<Outcome>() {
        Ok(outcome) => outcome.in_words(),
        Err(_) => text.to_owned(),
    }
}

pub(crate) fn back_to(number: usize) -> String {
    match number {
        0 => "Back to the start.".to_owned(),
        number => format!("Back to move {number}."),
    }
}

pub(crate) fn handicap(stone: u32, of: u32) -> String {
    format!("Black places handicap stone {stone} of {of}.")
}

pub(crate) fn too_small(need: (u16, u16), has: (u16, u16)) -> String {
    let ((width, height), (wide, high)) = (need, has);
    format!("This needs a window of {width}x{height}; it has {wide}x{high}.")
}

pub(crate) fn unsaved(why: &str) -> String {
    format!("NOT SAVED: {why}")
}

pub(crate) fn repeats(number: u32) -> String {
    format!("The board is as it was after move {number}.")
}

pub(crate) fn opinion(name: &str, play: Option<&str>, score: Option<&str>) -> String {
    let play = play.map(|at| format!("suggests {at}"));
    let score = score.map(|score| format!("thinks that {}", lead(score)));
    let words: Vec<String> = play.into_iter().chain(score).collect();
    format!("{name} {}", words.join(" and "))
}

/// `B+3.5` as a lead, not as a result.
pub(crate) fn lead(score: &str) -> String {
    match score.split_once('+') {
        Some(("B", points)) => format!("Black leads by {points}"),
        Some(("W", points)) => format!("White leads by {points}"),
        _ => "the game is even".to_owned(),
    }
}

/// A point with its column as radio operators say it.
///
/// ```
/// assert_eq!(hoshi_tui::phonetic("D4"), "delta 4");
/// assert_eq!(hoshi_tui::phonetic("pass"), "pass");
/// ```
#[must_use]
pub fn phonetic(at: &str) -> String {
    const WORDS: [&str; 26] = [
        "alfa", "bravo", "charlie", "delta", "echo", "foxtrot", "golf", "hotel", "india",
        "juliett", "kilo", "lima", "mike", "november", "oscar", "papa", "quebec", "romeo",
        "sierra", "tango", "uniform", "victor", "whiskey", "x-ray", "yankee", "zulu",
    ];
    if at == "pass" {
        return at.to_owned();
    }
    let digits = at.trim_start_matches(|letter: char| letter.is_ascii_alphabetic());
    let letters = at[..at.len() - digits.len()].bytes();
    let spoken: Vec<&str> =
        letters.map(|letter| WORDS[usize::from(letter.to_ascii_lowercase() - b'a')]).collect();
    format!("{} {digits}", spoken.join(" "))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn points_are_spoken() {
        assert_eq!(phonetic("D4"), "delta 4");
        assert_eq!(phonetic("AA12"), "alfa alfa 12");
        assert_eq!(phonetic("pass"), "pass");
    }

    #[test]
    fn leads_and_results_are_words() {
        assert_eq!(lead("B+3.5"), "Black leads by 3.5");
        assert_eq!(lead("0"), "the game is even");
        assert_eq!(played(3, Side::White, "D4", 2, false), "3. White D4, takes 2 stones");
        assert_eq!(played(4, Side::Black, "pass", 0, false), "4. Black passes");
    }
}
