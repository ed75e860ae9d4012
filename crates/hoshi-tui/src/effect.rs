//! What a screen wants done: screens change themselves, everything else is an effect that the app carries out.

use hoshi_session::{Command, Question, Side};

use crate::program::{NewGame, Record};

/// Something to be done.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Effect {
    /// A command to the session.
    Send(Command),
    /// A question to the session.
    Ask(Question),
    /// An estimate of the position.
    Estimate,
    /// A word about the move with this number, if it lost much.
    Teach(u32),
    /// The next step for a learner, now that the game is over.
    Next,
    /// A person takes the seat of a program.
    TakeOver(Side),
    /// The record goes to the clipboard.
    CopyRecord(CopyAs),
    /// The board as a picture, into a file.
    DrawTo(String),
    /// The record into another file.
    SaveAs(String),
    /// Another screen.
    Go(Go),
    /// A new game with these terms.
    Begin(NewGame),
    /// A game of the history continues; with players for seats that the record cannot fill.
    Resume { name: String, instead: [Option<String>; 2] },
    /// A record is looked at; which of its games, if there are several, is asked for.
    Open(Record),
    /// A game of a record is looked at.
    OpenGame(Record, usize),
    /// The folder of the record is shown.
    ShowFolder(String),
    /// A game of the history goes into the trash.
    Delete(String),
    /// A game comes back from the trash.
    Restore(String),
    /// The problems of a file or a folder.
    Problems(String),
    /// The scores of problems have changed.
    KeepScores,
    /// The next theme.
    NextTheme,
    /// The bell of the terminal.
    Bell,
}

/// How a record is copied.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum CopyAs {
    Sgf,
    Sgn,
    Link,
}

/// Where to go.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Go {
    Home,
    NewGame,
    History,
    Open,
    Transcribe,
    Problems,
    Learn,
    End,
}
