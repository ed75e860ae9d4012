//! The rule suites of other programs, and some thousand real game records, run on hoshi's engine.
//!
//! They lie outside the repository (`HOSHI_DATA`, else `../shared/data` beside the workspace) and
//! are never required: where one is missing, its test passes with a note. Where it exists, a
//! minimum number of checks ensures that it was really read.

mod suites {
    mod data;
    mod fuego;
    mod fuego_life;
    mod fuego_score;
    mod openspiel;
    mod pachi_boards;
    mod pachi_games;
    mod records;
    mod sgf;
    mod slow;
}
