//! Texts of the other screens: start, new game, history, problems and lessons.

use std::path::Path;

use hoshi_core::{Color, Size};

use crate::keys::Action;

pub(crate) const OPEN_KEYS: [(&str, &str); 2] = [("Enter", "open"), ("Esc", "back")];
pub(crate) const PROBLEMS: &str = "Problems";
pub(crate) const PROBLEMS_ABOUT: &str =
    "Type or paste the path of an SGF file, or of a folder with SGF files.";
pub(crate) const OPEN: &str = "Open a record";
pub(crate) const OPEN_ABOUT: &str = "Type or paste the path of a file, a record (SGF, SGN) or a link, or drop a file on this window.";
pub(crate) const WHO_PLAYS: &str =
    "Who plays now? human, bot:1 to bot:10, random, or the name of an engine.";
pub(crate) const WHO_KEYS: [(&str, &str); 2] = [("Enter", "continue"), ("Esc", "back")];
pub(crate) const PLAYING: &str = "playing";
pub(crate) const UNFINISHED: &str = "unfinished";
pub(crate) const DELETED: &str = "deleted";
pub(crate) const FILTER: &str = "  filter: ";
pub(crate) const TRASH_EMPTY: &str = "The trash is empty.";
pub(crate) const READING: &str = "Reading ...";
pub(crate) const NO_GAMES: &str = "No games yet. What you play is kept here.";
pub(crate) const NO_GAME_FITS: &str = "No game matches the filter.";
pub(crate) const TRASH_KEYS: [(&str, &str); 4] =
    [("r", "restore"), ("t", "history"), ("/", "filter"), ("q", "back")];
pub(crate) const HISTORY_KEYS: [(&str, &str); 6] = [
    ("Enter", "continue or review"),
    ("v", "review"),
    ("/", "filter"),
    ("d", "delete"),
    ("t", "trash"),
    ("q", "back"),
];
pub(crate) const LARGE_FILE: &str = "This file is large; Enter opens it.";
pub(crate) const NO_GAME_IN_IT: &str = "The file contains no game.";
pub(crate) const TRASH: &str = "Trash";
pub(crate) const HISTORY: &str = "History";
pub(crate) const HOME_KEYS: [(&str, &str); 5] =
    [("Enter", "choose"), ("arrows", "move"), ("?", "keys"), ("z", "theme"), ("q", "quit")];
pub(crate) const NEW_GAME: &str = "New game";
pub(crate) const CONTINUE: &str = "Continue";
pub(crate) const HISTORY_ABOUT: &str = "replay, review, continue";
pub(crate) const OPEN_SHORT: &str = "Open";
pub(crate) const OPEN_LINE: &str = "a file, or a pasted record";
pub(crate) const TRANSCRIBE_SHORT: &str = "Transcribe";
pub(crate) const TRANSCRIBE_LINE: &str = "a game from a real board";
pub(crate) const PROBLEMS_LINE: &str = "solve a file or a folder of them";
pub(crate) const LEARN: &str = "Learn";
pub(crate) const LEARN_LINE: &str = "twelve steps for beginners";
pub(crate) const QUIT: &str = "Quit";
pub(crate) const NIGIRI: &str = "random (nigiri)";
pub(crate) const BEGINNERS: &str = "for beginners";
pub(crate) const CLUB_PLAYER: &str = "a club player's bot";
pub(crate) const STRONGEST: &str = "the strongest";
pub(crate) const PERSON: &str = "a person at this keyboard";
pub(crate) const ENGINE: &str = "an engine on this machine";
pub(crate) const AT_RANDOM: &str = "moves at random";
pub(crate) const AS_RULES_SAY: &str = "as the rules say";
pub(crate) const ENTER_NAME: &str = "Enter types a name";
pub(crate) const BYO_YOMI: &str = "byo-yomi";
pub(crate) const EACH_MOVE: &str = "for each move";
pub(crate) const CANADIAN: &str = "Canadian";
pub(crate) const FISCHER: &str = "Fischer";
pub(crate) const WHOLE_GAME: &str = "for the whole game";
pub(crate) const AREA: &str = "counts stones and territory";
pub(crate) const TERRITORY: &str = "counts territory and captures";
pub(crate) const FIELD_START: &str = "Start";
pub(crate) const FIELD_SIZE: &str = "Board";
pub(crate) const FIELD_OPPONENT: &str = "Opponent";
pub(crate) const FIELD_COLOR: &str = "You play";
pub(crate) const FIELD_RULES: &str = "Rules";
pub(crate) const FIELD_KOMI: &str = "Komi";
pub(crate) const FIELD_HANDICAP: &str = "Handicap";
pub(crate) const FIELD_TIME: &str = "Clock";
pub(crate) const FIELD_HELP: &str = "Hints";
pub(crate) const FIELD_TEACH: &str = "Teach";
pub(crate) const ON: &str = "on";
pub(crate) const OFF: &str = "off";
pub(crate) const TEACH_ABOUT: &str = "points out moves that lose 10 points";
pub(crate) const BLACK: &str = "Black";
pub(crate) const WHITE: &str = "White";
pub(crate) const ALLOWED: &str = "allowed";
pub(crate) const NOT_ALLOWED: &str = "not allowed";
pub(crate) const NONE: &str = "none";
pub(crate) const TRANSCRIBE_TITLE: &str = "Transcribe a game from a real board";
pub(crate) const FIELD_KEYS: [(&str, &str); 2] = [("Enter", "set"), ("Esc", "cancel")];
pub(crate) const FORM_KEYS: [(&str, &str); 5] = [
    ("Enter", "start or type"),
    ("left right", "change"),
    ("s", "start"),
    ("?", "keys"),
    ("q", "back"),
];
pub(crate) const GOOD_GO_ON: &str = "Good; go on.";
pub(crate) const RIGHT: &str = "Right! Enter shows the next one.";
pub(crate) const WRONG: &str = "Wrong. r tries again, Enter shows the next one.";
pub(crate) const NOT_THIS: &str = "Not this: another move is asked for.";
pub(crate) const NOT_IN_RECORD: &str = "This move is not in the record; try another one.";
pub(crate) const FORCED: &str = "Choose one of the moves of the record.";
pub(crate) const TRY_AGAIN: &str = "r tries again, Enter shows the next one.";
pub(crate) const FIRST_PROBLEM: &str = "This is the first problem.";
pub(crate) const LAST_PROBLEM: &str = "This was the last problem.";
pub(crate) const NO_PROBLEM: &str = "there is no problem in it";
pub(crate) const STUDY_DONE_KEYS: [(Action, &str); 1] = [(Action::Play, "next")];
pub(crate) const STUDY_LEARN_KEYS: [(Action, &str); 3] =
    [(Action::Help, "keys"), (Action::Play, "play"), (Action::Pass, "pass")];
pub(crate) const STUDY_PROBLEM_KEYS: [(Action, &str); 2] =
    [(Action::Help, "keys"), (Action::Play, "play")];
pub(crate) const LEAVES: &str = "leave";
pub(crate) const LESSON_DONE_KEYS: [(&str, &str); 1] = [("b", "back")];
pub(crate) const LESSON_KEYS: [(&str, &str); 2] = [("n", "skip"), ("b", "back")];
pub(crate) const PROBLEM_DONE_KEYS: [(&str, &str); 2] = [("r", "again"), ("b", "back")];
pub(crate) const PROBLEM_KEYS: [(&str, &str); 5] =
    [("r", "again"), ("n", "next"), ("b", "back"), ("m", "turn"), ("x", "swap colours")];
pub(crate) const TEXT: &str = "Text";

pub(crate) fn theme(name: &str) -> String {
    format!("Theme: {name}")
}

pub(crate) fn against(size: &str, opponent: &str) -> String {
    format!("{size} against {opponent}")
}

/// The number of listed games; `more` is a sign that there may be more.
pub(crate) fn games(count: usize, more: &str) -> String {
    if count == 1 && more.is_empty() { "1 game".to_owned() } else { format!("{count}{more} games") }
}

pub(crate) fn deleted(name: &str, there: &Path) -> String {
    format!("{name} was moved to {}", there.display())
}

pub(crate) fn restored(there: &Path) -> String {
    format!("Restored {}", there.display())
}

pub(crate) fn game_line(black: &str, white: &str, size: Size, moves: &str) -> String {
    format!("{black} - {white}, {size}, {moves}")
}

/// The date, the size and the number of moves of a game.
pub(crate) fn caption(when: &str, size: &str, moves: &str) -> String {
    format!("{when}, {size}, {moves}")
}

pub(crate) fn error(why: &str) -> String {
    format!("error: {why}")
}

pub(crate) fn to_trash(name: &str) -> String {
    format!("Move {name} to the trash? Enter or y: yes. Esc or n: no.")
}

pub(crate) fn not_stones(text: &str) -> String {
    format!("`{text}` is not a number of stones")
}

/// The task of a problem.
pub(crate) fn to_play(color: Color, is_swapped: bool) -> String {
    let swapped = if is_swapped { " (colours swapped)" } else { "" };
    format!("{color} to play{swapped}.")
}

pub(crate) fn problem(title: &str) -> String {
    format!("Problem {title}")
}

pub(crate) fn solved(solved: usize, of: usize) -> String {
    match of {
        0 => "none tried yet".to_owned(),
        _ => format!("{solved} of {of} solved at first try"),
    }
}

/// The opponent answered, and the problem is not solved yet.
pub(crate) fn go_on(opponent: Color) -> String {
    format!("{opponent} answered; go on.")
}

pub(crate) fn nth_of(nth: usize, of: usize, title: &str) -> String {
    format!("{nth} of {of}: {title}")
}

pub(crate) fn nth_file(nth: usize, of: usize) -> String {
    format!("file {nth} of {of}")
}

/// The first file that could not be read, with the reason, and how many there are besides.
pub(crate) fn not_read(first: &str, others: usize) -> String {
    match others {
        0 => format!("Not read: {first}"),
        others => format!("Not read, as {others} more: {first}"),
    }
}

pub(crate) fn no_sgf(folder: &Path) -> String {
    format!("{}: there is no .sgf file in this folder", folder.display())
}
