//! What is kept of a board beside its record: hashes of the secrets, and what the game was agreed on.

use hoshi_session::Actor;
use hoshi_session::host::program::Program;
use serde::{Deserialize, Serialize};

use crate::choice::Choice;
use crate::rematch::Next;
use crate::token::Seal;

/// The version that is written. A later one is not read.
const VERSION: u32 = 1;

/// A side file.
#[derive(Debug, Deserialize, Serialize)]
pub(crate) struct Side {
    v: u32,
    /// The file of the record; none before the first move.
    #[serde(default)]
    pub(crate) game: Option<String>,
    keys: Vec<(String, Actor)>,
    pub(crate) help: bool,
    pub(crate) listed: bool,
    /// What the game was agreed on.
    #[serde(default)]
    pub(crate) choice: Option<Choice>,
    /// The names of the players of a game that has no record yet.
    #[serde(default)]
    pub(crate) names: Option<[String; 2]>,
    /// The game after this one.
    #[serde(default)]
    pub(crate) next: Option<Next>,
}

impl Side {
    pub(crate) fn new(keys: &[(Seal, Actor)]) -> Side {
        let keys = keys.iter().map(|(seal, actor)| (seal.text().to_owned(), *actor)).collect();
        Side {
            v: VERSION,
            game: None,
            keys,
            help: false,
            listed: false,
            choice: None,
            names: None,
            next: None,
        }
    }

    /// Reads the one of a board; `None` if there is none that can be read.
    pub(crate) fn read(program: &dyn Program, id: &str) -> Option<Side> {
        let side: Side = serde_json::from_str(&program.kept(&name(id))?).ok()?;
        (side.v <= VERSION).then_some(side)
    }

    /// Writes it for a board. Whether it is there then.
    pub(crate) fn write(&self, program: &dyn Program, id: &str) -> bool {
        let Ok(text) = serde_json::to_string(self) else { return false };
        program.keep(&name(id), &text);
        // What could not be kept is only in the log.
        program.kept(&name(id)).as_ref() == Some(&text)
    }

    pub(crate) fn keys(&self) -> Option<Vec<(Seal, Actor)>> {
        self.keys.iter().map(|(seal, actor)| Some((Seal::kept(seal)?, *actor))).collect()
    }
}

/// The name that it is kept under.
fn name(id: &str) -> String {
    format!("serve-{id}.json")
}
