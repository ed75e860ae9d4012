//! Another program that changes the file of a game while it is recorded.

use hoshi_store::Note;

use super::check::{history, plain};
use super::{Fault, How, Sweep};

/// The kind of interference.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Meddling {
    /// Overwrites the file.
    Rewrites,
    /// Appends something.
    Adds,
    /// Puts back an older version of the game, as long as this one where both have room.
    Restores,
    /// Replaces the file with an identical one.
    Copies,
    /// Removes the file.
    Removes,
}

impl Sweep<'_> {
    /// Runs the script and interferes before one of its changes; the nth operation after that
    /// fails.
    pub(crate) fn meddle(
        &mut self,
        before: usize,
        what: Meddling,
        fault: Option<(usize, How)>,
    ) -> Result<(), String> {
        self.points += 1;
        let model = self.model();
        let mut recorder = self.script.start(&history(&model)).map_err(|e| e.to_string())?;
        let mut outside = None;
        let mut older = Vec::new();
        for (change, nth) in self.script.changes.iter().zip(1..) {
            if nth == before {
                let path = recorder.path().expect("the file exists").to_owned();
                let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
                let mut state = model.state();
                let number = state.find(&name).map_err(|e| e.to_string())?;
                let now = state.files[number].now.clone();
                match what {
                    Meddling::Rewrites => {
                        state.set_len(number, 0);
                        state.write(number, 0, b"(;C[mine])");
                    }
                    Meddling::Restores => {
                        state.set_len(number, 0);
                        state.write(number, 0, &older);
                    }
                    Meddling::Adds => state.write(number, now.len(), b"(;C[mine])"),
                    Meddling::Copies => {
                        state.remove(&name).map_err(|e| e.to_string())?;
                        let number = state.create(&name).map_err(|e| e.to_string())?;
                        state.write(number, 0, &now);
                    }
                    Meddling::Removes => state.remove(&name).map_err(|e| e.to_string())?,
                }
                if matches!(what, Meddling::Rewrites | Meddling::Adds) {
                    outside = Some((name, path, state.files[number].now.clone()));
                }
                drop(state);
                let mut plan = model.plan();
                let from = plan.ops.len();
                plan.fault = fault.map(|(behind, how)| {
                    let from = from + behind;
                    Fault { from, until: from + 1, how }
                });
            }
            if let Some(path) = recorder.path() {
                let name = path.file_name().unwrap_or_default().to_string_lossy();
                older = model.state().file(&name).map(|file| file.now.clone()).unwrap_or_default();
            }
            match change(&mut recorder) {
                Err(error) if !error.is_behind() => return Err(error.to_string()),
                _ => {}
            }
        }
        model.plan().fault = None;
        recorder.retry().map_err(|error| error.to_string())?;
        let path = recorder.path().expect("the file exists").to_owned();
        let notes = recorder.take_notes();
        recorder.close().map_err(|failed| failed.1.to_string())?;
        let state = model.state().least();
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        let file = state.file(&name).map_err(|_| "the game is gone".to_owned())?;
        if Some(&plain(&file.now)?) != self.records.last() {
            return Err("the game is a different one".to_owned());
        }
        let told = notes.iter().any(|note| matches!(note, Note::ChangedOutside { .. }));
        let Some((name, old, content)) = outside else {
            // Another file that cannot be read may be anything. An older version may be another record, after a
            // correction.
            let may_tell =
                (fault.is_some() && what == Meddling::Copies) || what == Meddling::Restores;
            let is_wrong = told && !may_tell;
            return if is_wrong { Err("a note, but nothing happened".to_owned()) } else { Ok(()) };
        };
        if old == path || !told {
            return Err("it continues in the changed file, or without a note".to_owned());
        }
        let now = model.state().file(&name).map(|file| file.now.clone());
        if now.is_ok_and(|now| now == content) {
            return Ok(());
        }
        Err("what somebody else wrote is gone".to_owned())
    }
}
