//! What is kept of a board beside its record: hashes of the secrets, and what the game was agreed on.

use std::collections::HashSet;
use std::time::{Duration, SystemTime};

use hoshi_session::Actor;
use hoshi_session::host::program::Program;
use serde::{Deserialize, Serialize};

use crate::age::{self, Ages};
use crate::choice::Choice;
use crate::rematch::Next;
use crate::token::{self, Seal};

/// The version that is written. A later one is not read.
const VERSION: u32 = 1;
/// How long the links of a game work when it is over, or if nobody ever played.
const KEPT: Duration = Duration::from_secs(30 * 24 * 3600);

/// A side file.
#[derive(Debug, Deserialize, Serialize)]
pub(crate) struct Side {
    v: u32,
    /// The file of the record; none before the first move.
    #[serde(default)]
    pub(crate) game: Option<String>,
    keys: Vec<(String, Actor)>,
    pub(crate) help: bool,
    /// Who waits for the other to agree to that.
    #[serde(default)]
    pub(crate) asked: Option<Actor>,
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
            asked: None,
            listed: false,
            choice: None,
            names: None,
            next: None,
        }
    }

    /// Reads the one of a board; `None` if there is none that can be read.
    pub(crate) fn read(program: &dyn Program, id: &str) -> Option<Side> {
        let side: Side = serde_json::from_str(&program.kept(&name(id))?).ok()?;
        // Games are files of the history, and of no other folder.
        let is_inside = side.game.as_ref().is_none_or(|game| !game.contains(['/', '\\']));
        (side.v <= VERSION && is_inside).then_some(side)
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

/// The board that a side file of this name belongs to.
fn id_of(name: &str) -> Option<&str> {
    let id = name.strip_prefix("serve-")?.strip_suffix(".json")?;
    token::is_id(id).then_some(id)
}

/// Removes the side files that nobody needs any more, and returns how many: those of boards that are not open, whose
/// game is over, was never played, or has no record any more, if neither the side file nor the record has changed for
/// [`KEPT`], as the server counts it. Files that cannot be read are left alone. It waits for the disk.
pub(crate) fn remove_old(
    program: &dyn Program,
    is_open: impl Fn(&str) -> bool,
    now: SystemTime,
) -> usize {
    let history = program.history();
    let sides: Vec<(String, SystemTime, Side)> = program
        .kept_names()
        .into_iter()
        .filter_map(|(name, written)| {
            let side = Side::read(program, id_of(&name)?)?;
            Some((name, written, side))
        })
        .collect();
    let stamp = |written: SystemTime, side: &Side| {
        let record = side.game.as_ref().and_then(|game| {
            std::fs::metadata(history.path(game)).and_then(|about| about.modified()).ok()
        });
        // Times that somebody chose so that the sum is the same make a file older than it is, and nothing worse.
        age::seconds(written).wrapping_add(record.map_or(0, age::seconds))
    };
    let mut ages = Ages::read(program);
    ages.look(sides.iter().map(|(name, written, side)| (name.clone(), stamp(*written, side))), now);
    ages.keep(program);
    let is_old = |name: &str| ages.is_older(name, KEPT);
    let old: Vec<(&String, Option<&str>)> = sides
        .iter()
        .filter(|(name, _, _)| is_old(name) && id_of(name).is_some_and(|id| !is_open(id)))
        // Whoever has the links of a game has those of its rematch.
        .filter(|(_, _, side)| {
            side.next.as_ref().is_none_or(|next| Side::read(program, &next.id).is_none())
        })
        .map(|(name, _, side)| (name, side.game.as_deref()))
        .collect();
    // Without the history nobody knows which games are over. A folder that is missing counts as an empty history, and
    // may be a disk that is not mounted.
    if old.is_empty() || !history.path("").is_dir() {
        return 0;
    }
    let (Ok(entries), Ok(trash)) = (history.entries(), history.trash()) else { return 0 };
    // A record that cannot be read may be unfinished, and one in the trash may be restored.
    let unfinished = entries.filter(|entry| entry.game.is_err() || entry.is_unfinished());
    let needed: HashSet<String> = trash.into_iter().chain(unfinished.map(|it| it.name)).collect();
    let is_done = |game: Option<&str>| game.is_none_or(|game| !needed.contains(game));
    let done: Vec<&String> =
        old.into_iter().filter(|(_, game)| is_done(*game)).map(|(name, _)| name).collect();
    done.iter().for_each(|name| program.forget(name));
    done.len()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::people::People;

    #[test]
    fn only_what_is_old_and_done_is_removed() {
        let folder = tempfile::tempdir().unwrap();
        let (people, history) = (People::new(folder.path()), folder.path().join("history"));
        std::fs::create_dir(&history).unwrap();
        let record = |name: &str, text: &str| std::fs::write(history.join(name), text).unwrap();
        record("2026-01-01_000000_9x9.sgf", "(;GM[1]FF[4]SZ[9];B[aa])\n");
        record("2026-01-02_000000_9x9.sgf", "(;GM[1]FF[4]SZ[9]RE[B+R];B[aa])\n");
        record("2026-01-04_000000_9x9.sgf", "");
        std::fs::create_dir(history.join(".trash")).unwrap();
        record(".trash/2026-01-05_000000_9x9.sgf", "(;GM[1]FF[4]SZ[9];B[aa])\n");
        let boards = [
            ("running", Some("2026-01-01_000000_9x9.sgf")),
            ("over", Some("2026-01-02_000000_9x9.sgf")),
            ("gone", Some("2026-01-03_000000_9x9.sgf")),
            ("never", None),
            ("open", None),
            ("unreadable", Some("2026-01-04_000000_9x9.sgf")),
            ("in the trash", Some("2026-01-05_000000_9x9.sgf")),
            ("played again", Some("2026-01-02_000000_9x9.sgf")),
        ];
        let ids: Vec<String> = boards.iter().map(|_| token::new_id().unwrap()).collect();
        for ((_, game), id) in boards.iter().zip(&ids) {
            let side = Side { game: game.map(str::to_owned), ..Side::new(&[]) };
            assert!(side.write(&people, id));
        }
        // Its rematch is the game that still runs.
        let next = Some(Next { id: ids[0].clone(), swapped: true });
        let side = Side { game: boards[7].1.map(str::to_owned), next, ..Side::new(&[]) };
        assert!(side.write(&people, &ids[7]));
        people.keep("serve-unclear.json", "{}");
        people.keep(&name(&token::new_id().unwrap()), "{\"v\":99}");
        people.keep("choice", "size 9");
        let left = || {
            let kept: Vec<String> = people.kept_names().into_iter().map(|(name, _)| name).collect();
            let is_left = |(_, id): &(_, &String)| kept.contains(&name(id));
            let boards = boards.iter().zip(&ids).filter(is_left).map(|((what, _), _)| *what);
            (boards.collect::<Vec<_>>(), kept.len())
        };
        let clean = |now| remove_old(&people, |id| id == ids[4], now);
        let day = |number: u32| SystemTime::now() + number * Duration::from_secs(24 * 3600);
        // A clock that is wrong by years does no harm.
        assert_eq!((clean(day(1)), clean(day(4000)), clean(day(0))), (0, 0, 0));
        assert_eq!((1..=28).map(|number| clean(day(number))).sum::<usize>(), 0);
        assert_eq!(left().1, 12);
        assert_eq!(clean(day(29)) + clean(day(30)), 3);
        let kept = vec!["running", "open", "unreadable", "in the trash", "played again"];
        assert_eq!(left(), (kept, 9));
    }

    #[test]
    fn without_a_history_nothing_is_removed() {
        let folder = tempfile::tempdir().unwrap();
        let people = People::new(folder.path());
        let side = Side { game: Some("a.sgf".to_owned()), ..Side::new(&[]) };
        assert!(side.write(&people, &token::new_id().unwrap()));
        let later = |day: u32| SystemTime::now() + day * Duration::from_secs(24 * 3600);
        // No folder at all, as when a disk is not mounted.
        assert_eq!((0..40).map(|day| remove_old(&people, |_| false, later(day))).sum::<usize>(), 0);
        // A file where the folder should be.
        std::fs::write(folder.path().join("history"), "").unwrap();
        assert_eq!(remove_old(&people, |_| false, later(41)), 0);
        assert_eq!(people.kept_names().len(), 2);
    }
}
