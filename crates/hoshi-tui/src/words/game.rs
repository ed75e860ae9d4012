//! Messages of the board.

use std::fmt::Display;
use std::path::Path;

use hoshi_core::Color;
use hoshi_session::Side;

use super::{lead, moves, result};
use crate::keys::{Action, Keys};
use crate::program::NextGame;

pub(crate) const NOT_OPENED: &str = "The game cannot be opened.";
pub(crate) const CLOSED_BY_ERROR: &str =
    "The game was closed by an error; what is on disk is safe.";
pub(crate) const HANDICAP_PLACED: &str = "All handicap stones are placed; White begins.";
pub(crate) const BACK_TO_GAME: &str = "Back to the game.";
pub(crate) const THE_START: &str = "The start of the record.";
pub(crate) const THE_END: &str = "The end of this line.";
pub(crate) const STONES_SET_UP: &str = "The stones are set up, as a variation.";
pub(crate) const HOW_TO_CORRECT: &str =
    "Write the number of the move and its point, as in `12 D4`.";
pub(crate) const ONLY_A_COPY: &str = "You are reviewing a copy of a record, not a running game.";
pub(crate) const RECORD_PLAYS: &str = "The record plays.";
pub(crate) const RECORD_STOPPED: &str = "Stopped.";
pub(crate) const REMOVE: &str =
    "Remove this move and all that follow? Enter or y: remove. Esc or n: keep.";
pub(crate) const NO_VARIATION: &str = "There is no variation here.";
pub(crate) const MOVE_NUMBER: &str = "Move number: ";
pub(crate) const CORRECT_MOVE: &str = "Correct move: ";
pub(crate) const LABEL: &str = "Label: ";
pub(crate) const RESULT: &str = "Result (B+R, W+3.5, W+T, 0, Void): ";
pub(crate) const NOTHING_TO_READ: &str = "Nothing to read here.";
pub(crate) const SAVE_AS: &str = "Save as: ";
pub(crate) const DRAW_TO: &str = "Draw to (.png, .svg, .pdf): ";
pub(crate) const COPY_AS: &str = "Copy as: s SGF, n SGN, l link, Esc nothing.";
pub(crate) const CONFIRM_KEYS: [(&str, &str); 2] = [("Enter", "yes"), ("Esc", "no")];
pub(crate) const LINE_KEYS: [(&str, &str); 2] = [("Enter", "done"), ("Esc", "cancel")];
pub(crate) const COPY_KEYS: [(&str, &str); 4] =
    [("s", "SGF"), ("n", "SGN"), ("l", "link"), ("Esc", "cancel")];
pub(crate) const CLOSE_KEYS: [(&str, &str); 1] = [("Esc", "close")];
pub(crate) const RETURN_TO_COUNT: &str = "return to the count";
pub(crate) const REVIEW: &str = "review";
pub(crate) const NO_CLOCK_HERE: &str = "There is no clock in this game.";
pub(crate) const TOTAL: &str = "total";
/// The rows of a count.
pub(crate) const ROWS: [&str; 6] =
    ["stones", "territory", "captured", "dead stones", "komi", "handicap"];
pub(crate) const KEYS_REVIEW: [(Action, &str); 8] = [
    (Action::Help, "keys"),
    (Action::Back, "back"),
    (Action::Next, "next"),
    (Action::Below, "variation"),
    (Action::Play, "play"),
    (Action::Analyze, "analyse"),
    (Action::Leave, "leave"),
    (Action::Comment, "comment"),
];
pub(crate) const KEYS_COUNT: [(Action, &str); 6] = [
    (Action::Help, "keys"),
    (Action::Play, "dead or alive"),
    (Action::Accept, "accept"),
    (Action::Continue, "play on"),
    (Action::Demonstrate, "try it on a copy"),
    (Action::Leave, "leave"),
];
pub(crate) const KEYS_OVER: [(Action, &str); 6] = [
    (Action::Help, "keys"),
    (Action::New, "new game"),
    (Action::Review, "review"),
    (Action::Score, "count"),
    (Action::Copy, "copy"),
    (Action::Leave, "leave"),
];
pub(crate) const KEYS_DEMONSTRATION: [(Action, &str); 6] = [
    (Action::Help, "keys"),
    (Action::Demonstrate, "back to the count"),
    (Action::Play, "play"),
    (Action::Pass, "pass"),
    (Action::Undo, "undo"),
    (Action::Leave, "leave"),
];
pub(crate) const KEYS_TRANSCRIPT: [(Action, &str); 8] = [
    (Action::Help, "keys"),
    (Action::Play, "play"),
    (Action::Pass, "pass"),
    (Action::Undo, "undo"),
    (Action::Correct, "correct a move"),
    (Action::Result, "result"),
    (Action::Comment, "comment"),
    (Action::Leave, "leave"),
];
pub(crate) const KEYS_PLAY: [(Action, &str); 8] = [
    (Action::Help, "keys"),
    (Action::Play, "play"),
    (Action::Pass, "pass"),
    (Action::Undo, "undo"),
    (Action::Hint, "hint"),
    (Action::Estimate, "estimate"),
    (Action::Resign, "resign"),
    (Action::Leave, "leave"),
];

/// While a program thinks.
pub(crate) const KEYS_THINKING: [(Action, &str); 1] = [(Action::Stop, "stop")];
/// After a program has failed or was stopped.
pub(crate) const KEYS_FAILED: [(Action, &str); 2] =
    [(Action::Restart, "restart"), (Action::Replace, "play for it")];

/// Capitalises the first letter.
pub(super) fn capital(text: &str) -> String {
    let (first, rest) = text.split_at(text.chars().next().map_or(0, char::len_utf8));
    first.to_uppercase() + rest
}

/// The question before a key that cannot be undone and whose letter is also a column.
pub(crate) fn key_asks(letter: char, about: &str) -> String {
    let about = about.split(';').next().unwrap_or_default();
    format!("{}? Enter or {letter}: yes. Esc: no.", capital(about))
}

pub(crate) fn note(note: &str) -> String {
    format!("note: {note}")
}

pub(crate) fn game_is_in(file: &Path) -> String {
    format!("The game is in {}", file.display())
}

pub(crate) fn saved_unfinished(file: &Path) -> String {
    format!("Saved, unfinished, in {}", file.display())
}

pub(crate) fn saved_in(name: &str) -> String {
    format!("saved in {name}")
}

/// A comment was written, on the move with this number.
pub(crate) fn commented(number: usize, text: &str) -> String {
    let node = match number {
        0 => "at the start".to_owned(),
        number => format!("on move {number}"),
    };
    match text {
        "" => format!("There is no comment {node}."),
        _ => format!("Comment {node} noted."),
    }
}

pub(crate) fn removed(number: usize) -> String {
    format!("Move {number} and all that followed are removed.")
}

pub(crate) fn promoted() -> String {
    "This line is the main line now.".to_owned()
}

pub(crate) fn corrected(number: usize) -> String {
    format!("Move {number} is corrected.")
}

pub(crate) fn so_far(count: usize, turn: Side) -> String {
    format!("{} so far; {turn} is to move.", moves(count))
}

pub(crate) fn asks_to_undo(by: Side, number: u32, at: &str) -> String {
    format!("{by} asks to take back move {number} ({at}).")
}

pub(crate) fn proposes(by: Side, what: &str) -> String {
    format!("{by} proposes: {}.", result(what))
}

pub(crate) fn as_it_stands(what: &str) -> String {
    format!("As it stands: {}", result(what))
}

/// The same for a narrow panel.
pub(crate) fn now(what: &str) -> String {
    format!("Now: {}", result(what))
}

pub(crate) fn as_it_is(what: &str) -> String {
    format!("If play ended now: {what}")
}

pub(crate) fn estimate(score: &str, black: u8, best: Option<&str>) -> String {
    let best = best.map(|at| format!("; best is {at}")).unwrap_or_default();
    format!("{} (Black wins {black} % of the time){best}.", lead(score))
}

/// The next game for a learner, and the key for it.
pub(crate) fn next_short(next: &NextGame, keys: &Keys) -> String {
    format!("Next: {} ({})", next.name, keys.name(Action::New))
}

pub(crate) fn in_atari(color: Color, at: &str) -> String {
    format!(", {color} at {at} in atari")
}

pub(crate) fn no_stone(at: &str) -> String {
    format!("{at}: there is no stone to mark")
}

pub(crate) fn not_a_number(text: &str) -> String {
    format!("`{text}` is not the number of a move.")
}

pub(crate) fn captured(count: u32) -> String {
    format!("{count} captured")
}

/// The same beside a clock that needs the room.
pub(crate) fn brief_captured(count: u32) -> String {
    format!("+{count}")
}

pub(crate) fn rules(name: &str) -> String {
    format!("{name} rules")
}

pub(crate) fn komi(komi: &str) -> String {
    format!("komi {komi}")
}

pub(crate) fn handicap_stones(count: u32) -> String {
    format!("handicap {count}")
}

/// Handicap stones and the bonus of White, abbreviated.
pub(crate) fn brief_handicap(stones: u32, bonus: Option<impl Display>) -> String {
    bonus.map_or_else(|| format!("H{stones}"), |bonus| format!("H{stones} +{bonus}"))
}

pub(crate) fn bonus(points: impl Display) -> String {
    let points = points.to_string();
    let unit = if points == "1" { "point" } else { "points" };
    format!("White gets {points} {unit} for the handicap")
}
