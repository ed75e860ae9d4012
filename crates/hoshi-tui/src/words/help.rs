//! The keys of the screens besides the board, for their help.

use crate::keys::Action;

pub(crate) const HELP_HOME: &[(&str, &str)] = &[
    ("up down", "move"),
    ("Enter Space", "choose"),
    ("a letter", "choose the entry that it stands before"),
    ("z", "next theme"),
    ("q", "quit"),
    ("paste", "open a record, a link, or the path of a file"),
];
pub(crate) const HELP_FORM: &[(&str, &str)] = &[
    ("up down", "move"),
    ("left right", "change the value"),
    ("Enter Space", "type a value; on Start, start the game"),
    ("digits", "type a number"),
    ("s", "start the game"),
    ("z", "next theme"),
    ("q Esc", "back"),
];
pub(crate) const HELP_HISTORY: &[(&str, &str)] = &[
    ("up down", "move"),
    ("PgUp PgDn", "move by a page"),
    ("Home End", "to the first or the last game"),
    ("Enter Space", "continue or review the game; in the trash, restore it"),
    ("v", "review the game"),
    ("/", "filter: part of a name, date, size or result"),
    ("d Delete", "move the game to the trash"),
    ("t", "show the trash, or the history again"),
    ("r", "in the trash: restore the game"),
    ("Esc", "clear the filter, or go back"),
    ("z", "next theme"),
    ("q", "back"),
];
pub(crate) const HELP_CHOOSE: &[(&str, &str)] = &[
    ("up down", "move"),
    ("PgUp PgDn", "move by a page"),
    ("Home End", "to the first or the last game"),
    ("Enter Space", "review the game"),
    ("z", "next theme"),
    ("q Esc", "back"),
];
pub(crate) const HELP_LINE: &[(&str, &str)] = &[
    ("Enter", "done"),
    ("Esc", "back"),
    ("left right", "move in the line"),
    ("Home End", "to the start or the end of the line"),
    ("ctrl-u", "delete what is before the cursor"),
    ("ctrl-w", "delete the word before the cursor"),
];
/// The actions of the board that lessons and problems have.
pub(crate) const HELP_STUDY_ACTIONS: &[Action] = &[
    Action::Play,
    Action::Pass,
    Action::Type,
    Action::Read,
    Action::Theme,
    Action::Help,
    Action::Leave,
];
pub(crate) const HELP_LEARN: &[(&str, &str)] = &[
    ("n", "skip this step"),
    ("b", "the step before"),
    ("r", "start this step again"),
    ("a point", "type it, as d4, then Enter"),
];
pub(crate) const HELP_PROBLEMS: &[(&str, &str)] = &[
    ("n", "the next problem"),
    ("b", "the problem before"),
    ("r", "try again from the start"),
    ("m", "turn or reflect the board: eight ways"),
    ("x", "swap the colours"),
    ("a point", "type it, as d4, then Enter"),
];
