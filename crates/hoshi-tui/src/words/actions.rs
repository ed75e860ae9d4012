//! A description of each action, for the help and for questions; errors in configured keys.

use crate::keys::{Action, Where};

/// A short description of an action: the help has two columns.
pub(crate) const fn about(action: Action) -> &'static str {
    match action {
        Action::Left | Action::Down | Action::Up | Action::Right => "move the cursor",
        Action::Play => "play at the cursor",
        Action::Type => "type a point, as D4",
        Action::Comment => "comment on this move",
        Action::Read => "read a long comment or message",
        Action::Liberties => "show ataris or liberties",
        Action::File => "open the folder of the record",
        Action::Copy => "copy the record",
        Action::Draw => "draw the board to a file",
        Action::Speak => "say each move in words",
        Action::Theme => "next theme",
        Action::Help => "this help",
        Action::Leave => "leave; the game is saved",
        Action::Pass => "pass",
        Action::Undo => "take back",
        Action::Redo => "redo what was taken back",
        Action::Resign => "resign",
        Action::Score => "count the board as it is",
        Action::Estimate => "estimate the score",
        Action::Hint => "ask for a good move",
        Action::Correct => "correct an earlier move",
        Action::Result => "write the result, as W+T",
        Action::Pause => "pause or continue the clocks",
        Action::Stop => "stop an engine that thinks",
        Action::Restart => "restart a stopped engine",
        Action::Replace => "play for the engine yourself",
        Action::Log => "notes of the engine",
        Action::Review => "review, or return to the game",
        Action::New => "after the end: a new game",
        Action::Accept => "accept the count",
        Action::Seki => "mark the group as seki",
        Action::Continue => "play on",
        Action::Demonstrate => "play a dispute out on a copy",
        Action::Back => "one move back",
        Action::Next => "one move forward",
        Action::First => "to the start",
        Action::Last => "to the end",
        Action::Above => "previous variation",
        Action::Below => "next variation",
        Action::Jump => "jump to a move by its number",
        Action::Autoplay => "play the moves automatically",
        Action::Analyze => "values and territory by the bot",
        Action::Mark => "mark the point, next mark",
        Action::Label => "put a letter on the point",
        Action::Remove => "remove this move and the rest",
        Action::Promote => "make this the main line",
        Action::SetUp => "set up stones",
        Action::SaveAs => "save as a file",
    }
}

/// The same where the action may do something else.
pub(crate) const fn about_in(action: Action, place: Where) -> &'static str {
    match (action, place) {
        (Action::Play, Where::Count) => "mark a group dead or alive",
        _ => about(action),
    }
}

/// A key whose meaning cannot be changed.
pub(crate) fn reserved(key: &str) -> String {
    let what = match key {
        "ctrl-c" => "quits",
        "ctrl-z" => "suspends the program",
        _ => "redraws the screen",
    };
    format!("`{key}` cannot be given to an action: it always {what}")
}

pub(crate) fn not_a_key(text: &str, names: &str) -> String {
    format!("`{text}` is not a key: write a letter, ctrl-r, f1 to f12, or one of {names}")
}

pub(crate) fn not_an_action(text: &str, names: &str) -> String {
    format!("`{text}` is not an action: there are {names}")
}
