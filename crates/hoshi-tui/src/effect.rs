//! Effects: screens change only themselves; everything else is an effect that the app carries out.

use hoshi_session::{Command, Question, Side};

use crate::program::{NewGame, Record};

/// An effect.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Effect {
    /// A command to the session.
    Send(Command),
    /// A question to the session.
    Ask(Question),
    /// An estimate of the position.
    Estimate,
    /// A check whether the move with this number was a big mistake.
    Teach(u32),
    /// The next game for a learner.
    Next,
    /// A person replaces a program.
    TakeOver(Side),
    /// Copy the record to the clipboard.
    CopyRecord(CopyAs),
    /// Review the game that is over on a copy.
    ReviewCopy,
    /// Ask for the name of a new file, with a suggestion.
    AskName(NewFile),
    /// Draw the board to a file.
    DrawTo(String),
    /// Save the record as another file.
    SaveAs(String),
    /// Another screen.
    Go(Go),
    /// A new game with these terms.
    Begin(NewGame),
    /// Continue a game of the history, with players for seats that the record cannot fill.
    Resume { name: String, instead: [Option<String>; 2] },
    /// Review a record; asks which game if there are several.
    Open(Record),
    /// Review a game of a record.
    OpenGame(Record, usize),
    /// Show the folder of the record.
    ShowFolder(String),
    /// Move a game to the trash.
    Delete(String),
    /// Restore a game from the trash.
    Restore(String),
    /// Open the problems of a file or a folder.
    Problems(String),
    /// Save the scores of problems.
    KeepScores,
    /// The next theme.
    NextTheme,
    /// The bell of the terminal.
    Bell,
}

/// The format of a copied record.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum CopyAs {
    Sgf,
    Sgn,
    Link,
}

/// A file that is to be written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum NewFile {
    Record,
    Picture,
}

/// A screen to go to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Go {
    Home,
    /// From a game: to the history if it was opened there, otherwise home.
    Back,
    NewGame,
    History,
    Open,
    Transcribe,
    Problems,
    Learn,
    End,
}
