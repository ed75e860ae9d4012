//! `hoshi` alone, without a terminal: a tour on one page. It names only what exists today; every
//! command that is added adds its line here.

use anyhow::Result;
use hoshi_core::{Game, Preset, Rules, Size};

use crate::out::{Out, Style, Text};

/// The opening that is drawn: X is Black, O is White.
const OPENING: &[&str] = &["G7", "C7", "C3", "G3", "H4", "F2", "E3"];

/// What is told beside the board.
const BESIDE: &[&str] = &[
    "",
    "hoshi, the star point:",
    "a workbench for the game of Go.",
    "",
    "Play against the bot or a friend;",
    "every move is saved at once. Read,",
    "check, draw and convert records:",
    "SGF, DGF, SGN and others. Study",
    "small boards exactly.",
];

/// Commands to try, and what they show.
const TRY: &[(&str, &str)] = &[
    ("hoshi play --size 9 --white bot:1", "play against the bot"),
    ("hoshi history", "list the games you played"),
    ("hoshi engines", "list other opponents"),
    ("hoshi show '/game/9x9,C3b,G7w'", "a game in an address, as a board"),
    ("hoshi convert game.sgf game.dgf", "one format into another"),
    ("hoshi lab count 9x9", "every legal position, counted"),
    ("hoshi man", "read the manual"),
];

/// Prints the tour.
pub(crate) fn run(out: &mut Out) -> Result<()> {
    let mut page = Text::from("\n");
    for (number, row) in opening()?.lines().enumerate() {
        let beside = BESIDE.get(number).copied().unwrap_or_default();
        let heading = number == 1;
        let beside = if heading { out.style(Style::Heading, beside) } else { Text::from(beside) };
        page += (Text::from(format!("  {row:<24}    ")) + beside).trim_end() + "\n";
    }
    page += Text::from("\n  ") + out.style(Style::Heading, "Try") + "\n";
    let width = TRY.iter().map(|(command, _)| command.len()).max().unwrap_or(0);
    for (command, shows) in TRY {
        let command = out.style(Style::Command, &format!("{command:<width$}"));
        page += Text::from("    ") + command + format!("   {shows}\n");
    }
    let more = "hoshi help COMMAND explains a command.";
    page += Text::from("\n  ") + out.style(Style::Faint, more) + "\n";
    out.write(page)
}

/// The board after the opening.
fn opening() -> Result<String> {
    let mut game = Game::new(Size::S9, Rules::of(Preset::Chinese));
    for name in OPENING {
        game.play(game.size().parse_move(name)?)?;
    }
    Ok(game.board().to_string())
}
