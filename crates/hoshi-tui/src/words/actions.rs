//! What each key does, for the help and for questions; and what is wrong with a key of the configuration.

use crate::keys::Action;

/// What an action does, in few words: the help has two columns.
pub(crate) const fn about(action: Action) -> &'static str {
    match action {
        Action::Left | Action::Down | Action::Up | Action::Right => "move the cursor",
        Action::Play => "play at the cursor",
        Action::Type => "type a point, as D4",
        Action::Comment => "comment on this move",
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
        Action::Redo => "play again what was taken back",
        Action::Resign => "resign",
        Action::Score => "count the board as it is",
        Action::Estimate => "estimate the score",
        Action::Hint => "ask for a good move",
        Action::Correct => "correct an earlier move",
        Action::Pause => "pause the clocks, or go on",
        Action::Stop => "stop an engine that thinks",
        Action::Restart => "start a stopped engine again",
        Action::Replace => "play for the engine yourself",
        Action::Log => "notes of the engine",
        Action::Review => "review, or return to the game",
        Action::New => "after the end: a new game",
        Action::Accept => "accept the count",
        Action::Seki => "mark the group as seki",
        Action::Continue => "play on",
        Action::Demonstrate => "play a dispute out on a copy",
        Action::Back => "one move back",
        Action::Next => "one move on",
        Action::First => "to the start",
        Action::Last => "to the end",
        Action::Above => "the variation before",
        Action::Below => "the variation after",
        Action::Jump => "jump to a move by its number",
        Action::Autoplay => "play the moves by themselves",
        Action::Analyze => "values and territory by the bot",
        Action::Mark => "mark the point, next mark",
        Action::Label => "put a letter on the point",
        Action::Remove => "remove this move and the rest",
        Action::Promote => "make this the main line",
        Action::SetUp => "put stones on, or take them off",
        Action::SaveAs => "save as a file",
    }
}

pub(crate) fn not_a_key(text: &str, names: &str) -> String {
    format!("`{text}` is not a key: write a letter, ctrl-r, f1 to f12, or one of {names}")
}

pub(crate) fn not_an_action(text: &str, names: &str) -> String {
    format!("`{text}` is not an action: there are {names}")
}
