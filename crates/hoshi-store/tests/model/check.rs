//! What must hold of a disk after any failure: its game is one that was played, with every
//! acknowledged change.

use std::collections::{HashMap, HashSet};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::PathBuf;
use std::sync::Arc;

use hoshi_core::{Color, Move};
use hoshi_record::sgf::{Collection, GameTree, NodeRef};
use hoshi_store::{History, mend};

use super::loss::{Detail, is_visible};
use super::{Fault, Model, Moment, Op, Script, Start, State};
use crate::pair::Pair;

pub(crate) fn folder() -> PathBuf {
    PathBuf::from("/games")
}

pub(crate) fn history(model: &Model) -> History {
    History::new(Arc::new(model.clone()), folder())
}

/// A record in canonical layout.
pub(crate) fn plain(bytes: &[u8]) -> Result<Vec<u8>, String> {
    let file = Collection::read(bytes).map_err(|error| error.to_string())?;
    Ok(file.to_bytes())
}

/// A file of somebody else in the same folder.
const BYSTANDER: (&str, &[u8]) = ("a bystander.sgf", b"(;C[mine)");

/// Stop after this many failures.
const ENOUGH: usize = 400;

/// A script, the records that it passes through, and the findings.
pub(crate) struct Sweep<'a> {
    pub(crate) script: &'a Script,
    /// The record after each change.
    pub(crate) records: Vec<Vec<u8>>,
    /// The same, without part of the clock of the last move.
    torn_clocks: Vec<Vec<Vec<u8>>>,
    /// The number of the change that created the file.
    pub(crate) birth: usize,
    pub(crate) ops: Vec<Op>,
    deaf: [bool; 2],
    seen: HashSet<u64>,
    moments: HashMap<u64, usize>,
    pub(crate) points: usize,
    pub(crate) distinct: usize,
    pub(crate) faults: Vec<String>,
}

impl<'a> Sweep<'a> {
    /// Runs the script once, on a disk without faults.
    pub(crate) fn of(script: &'a Script) -> Sweep<'a> {
        let mut sweep = Sweep {
            script,
            records: Vec::new(),
            torn_clocks: Vec::new(),
            birth: usize::MAX,
            ops: Vec::new(),
            deaf: [false; 2],
            seen: HashSet::new(),
            moments: HashMap::new(),
            points: 0,
            distinct: 0,
            faults: Vec::new(),
        };
        let model = sweep.model();
        let mut recorder = script.start(&history(&model)).expect("a start");
        sweep.note(&recorder);
        for change in &script.changes {
            change(&mut recorder).expect("a healthy disk");
            sweep.note(&recorder);
            assert!(!recorder.is_behind());
        }
        sweep.ops = std::mem::take(&mut model.plan().ops);
        sweep
    }

    /// The same, with syncs that do nothing, of files and of folders.
    pub(crate) fn deaf(script: &'a Script, file: bool, folder: bool) -> Sweep<'a> {
        Sweep { deaf: [file, folder], ..Sweep::of(script) }
    }

    fn note(&mut self, recorder: &Pair) {
        let record = plain(&recorder.to_bytes()).expect("a game");
        let mut file = Collection::read(record.clone()).expect("a game");
        assert_eq!(record, file.to_bytes(), "the layout changes when written again");
        if recorder.path().is_some() {
            self.birth = self.birth.min(self.records.len());
        }
        let mut torn = Vec::new();
        let node = file.game(0).and_then(|game| game.main_line().last()).map(NodeRef::id);
        for name in ["OB", "OW", "BL", "WL"] {
            let mut edit = file.edit(0).expect("a game");
            if edit.unset(node.expect("a node"), name).expect("a name") {
                torn.push(file.to_bytes());
            }
        }
        self.torn_clocks.push(torn);
        self.records.push(record);
    }

    /// The disk at the start of the script.
    pub(crate) fn model(&self) -> Model {
        let mut files = vec![BYSTANDER];
        if let Start::InPlace(name, bytes) = &self.script.start {
            files.push((name, bytes));
        }
        let model = Model::of(State::with(files));
        let mut plan = model.plan();
        [plan.deaf_file, plan.deaf_folder] = self.deaf;
        plan.acknowledged = matches!(self.script.start, Start::InPlace(..)).then_some(0);
        drop(plan);
        model
    }

    /// Simulates a power failure and a kill before every operation, in every way.
    pub(crate) fn crash_everywhere(&mut self, sector: usize) {
        let model = self.model();
        model.plan().watch = Some((0, usize::MAX));
        if let Err(error) = self.run(&model) {
            self.faults.push(error);
        }
        let moments = std::mem::take(&mut model.plan().moments);
        for moment in &moments {
            self.crash(moment, Detail::Fine(sector));
            if self.faults.len() > ENOUGH {
                return;
            }
        }
    }

    /// Runs the script with a fault, and simulates power failures in the operations after it.
    pub(crate) fn fail(&mut self, fault: Fault, watched: usize) {
        let is_single = fault.until == fault.from + 1;
        let detail = if is_single { Detail::Fine(16) } else { Detail::Coarse };
        let model = self.model();
        model.plan().fault = Some(fault);
        model.plan().watch = Some((fault.until - 1, fault.until + watched));
        self.points += 1;
        let done = self.run(&model);
        let moments = std::mem::take(&mut model.plan().moments);
        let faults = self.faults.len();
        if let Err(error) = done {
            self.faults.push(error);
        }
        for moment in &moments {
            self.crash(moment, detail);
        }
        for error in &mut self.faults[faults..] {
            *error = format!("{fault:?} of {:?}: {error}", self.ops.get(fault.from));
        }
    }

    /// Runs the whole script, and checks everything that it leaves.
    fn run(&mut self, model: &Model) -> Result<(), String> {
        let title = self.script.title;
        let mut start = self.script.start(&history(model));
        if start.is_err() && model.plan().fault.is_some() {
            // A failed open succeeds once the disk works again.
            model.plan().fault = None;
            start = self.script.start(&history(model));
        }
        let mut recorder = start.map_err(|error| error.to_string())?;
        for (change, nth) in self.script.changes.iter().zip(1..) {
            model.plan().current = nth;
            let done = change(&mut recorder);
            let at = format!("{title}, change {nth}");
            if done.is_ok() && nth >= self.birth {
                if recorder.is_behind() {
                    return Err(format!("{at}: acknowledged, but the disk is behind"));
                }
                model.plan().acknowledged = Some(nth);
                model.state().writing = None;
                // After an acknowledgement it must be durable, whatever failed before.
                if self.deaf == [false; 2] {
                    self.is_safe(&model.state(), nth).map_err(|e| format!("{at}: {e}"))?;
                }
            }
            if let Err(error) = done
                && !(error.is_behind() && recorder.is_behind())
            {
                return Err(format!("{at}: {error}"));
            }
        }
        let fault = model.plan().fault.take();
        let last = self.records.len() - 1;
        // Half of the runs do not retry before the end.
        if fault.is_none_or(|fault| fault.from % 2 == 0) {
            recorder.retry().map_err(|error| format!("{title}: retry: {error}"))?;
        }
        recorder.close().map_err(|failed| format!("{title}: close: {}", failed.1))?;
        self.has_game(&model.state().least(), Some(last), last)
            .map_err(|error| format!("{title}, at the end: {error}"))?;
        // What could not be removed, the next program removes.
        history(model).recover().map_err(|error| format!("{title}: recover: {error}"))?;
        let names: Vec<String> = model.state().names.keys().cloned().collect();
        let games = names.iter().filter(|name| is_visible(name)).count();
        let originals = names.iter().filter(|name| is_original(name)).count();
        if games != 2 || names.len() != games + originals {
            return Err(format!("{title}: left behind: {names:?}"));
        }
        Ok(())
    }

    /// Whether a power failure now leaves exactly the game after this change.
    fn is_safe(&mut self, state: &State, nth: usize) -> Result<(), String> {
        let mut hasher = DefaultHasher::new();
        ("safe", nth).hash(&mut hasher);
        for (name, &number) in &state.durable_names {
            (name, &state.files[number].durable).hash(&mut hasher);
        }
        if self.seen.insert(hasher.finish()) {
            self.has_game(&state.least(), Some(nth), nth)?;
        }
        Ok(())
    }

    /// Checks every state that a crash at this moment may leave.
    fn crash(&mut self, moment: &Moment, detail: Detail) {
        // The same moment was already checked.
        let mut hasher = DefaultHasher::new();
        (moment.acknowledged, moment.current, detail, &moment.state).hash(&mut hasher);
        let key = hasher.finish();
        if let Some(points) = self.moments.get(&key) {
            self.points += points;
            return;
        }
        let before = self.points;
        self.look(moment, detail);
        self.moments.insert(key, self.points - before);
    }

    fn look(&mut self, moment: &Moment, detail: Detail) {
        let mut left = Vec::new();
        moment.state.losses(detail, |state| left.push(("power lost", state)));
        moment.state.kills(|state| left.push(("killed", state)));
        for (what, state) in left {
            self.points += 1;
            let mut hasher = DefaultHasher::new();
            (moment.acknowledged, moment.current, &state).hash(&mut hasher);
            if !self.seen.insert(hasher.finish()) {
                continue;
            }
            self.distinct += 1;
            if let Err(error) = self.judge(&state, moment) {
                let Moment { op, current, acknowledged, .. } = moment;
                self.faults.push(format!(
                    "{}: {what} before operation {op} ({:?}), in change {current}, acknowledged \
                     {acknowledged:?}: {error}",
                    self.script.title,
                    self.ops.get(*op),
                ));
            }
        }
    }

    /// Whether the state after a crash is valid, and the game can continue.
    fn judge(&self, state: &State, moment: &Moment) -> Result<(), String> {
        let Some(name) = self.has_game(state, moment.acknowledged, moment.current)? else {
            return Ok(());
        };
        let whole = &recovered(state)?;
        let model = Model::of(state.clone());
        [model.plan().deaf_file, model.plan().deaf_folder] = self.deaf;
        let mut recorder = Pair::open(&history(&model), &name).map_err(|e| e.to_string())?;
        let found = mend(whole.file(&name).map_err(|e| e.to_string())?.now.clone());
        if recorder.to_bytes() != found.map_err(|e| e.to_string())?.file.to_bytes() {
            return Err("opening it gives another game".to_owned());
        }
        model.plan().watch = Some((0, usize::MAX));
        recorder.play(Color::Black, Move::Pass, None).map_err(|e| e.to_string())?;
        let wanted = plain(&recorder.to_bytes())?;
        let again = std::mem::take(&mut model.plan().moments);
        if recorder.path() != Some(&folder().join(&name)) {
            return Err(format!("it continues as {:?}", recorder.path()));
        }
        let after = model.state().clone();
        for after in [after.least(), after.killed()] {
            let file = after.file(&name).map_err(|_| "gone after one more move".to_owned())?;
            if plain(&file.now)? != wanted {
                return Err(format!("one more move is lost: {}", text(&file.now)));
            }
        }
        // A second crash while it continues: the old state, or with that move, or as the first
        // crash left it.
        let before = &whole.file(&name).map_err(|e| e.to_string())?.now;
        let bytes = recorder.to_bytes();
        for moment_of_it in again {
            let mut found = Ok(());
            moment_of_it.state.losses(Detail::Coarse, |left| {
                let is_known =
                    left.file(&name).is_ok_and(|file| file.now == *before || file.now == bytes);
                if found.is_ok() && !is_known {
                    found = self.has_game(&left, moment.acknowledged, moment.current).map(drop);
                }
            });
            found.map_err(|error| format!("when it continued: {error}"))?;
        }
        Ok(())
    }

    /// Checks that there is a game that was played, and returns its name.
    fn has_game(
        &self,
        state: &State,
        acknowledged: Option<usize>,
        current: usize,
    ) -> Result<Option<String>, String> {
        let state = &recovered(state)?;
        let (mut ours, mut bystander) = (Vec::new(), false);
        for name in state.names.keys().filter(|name| is_visible(name)) {
            if name == BYSTANDER.0 {
                bystander = state.file(name).is_ok_and(|file| file.now == BYSTANDER.1);
            } else {
                ours.push(name);
            }
        }
        if !bystander {
            return Err("an unrelated file was changed".to_owned());
        }
        let name = match *ours {
            [] if acknowledged.is_none() => return Ok(None),
            [] => return Err("the file is gone".to_owned()),
            [name] => name,
            _ => return Err(format!("too many files: {ours:?}")),
        };
        let now = &state.file(name).map_err(|error| error.to_string())?.now;
        if let Start::InPlace(old, bytes) = &self.script.start
            && (old == name && now != bytes)
        {
            // All of them are by other programs.
            let originals = state.names.keys().filter(|name| is_original(name));
            let mut kept = originals.filter_map(|name| state.file(name).ok());
            if !kept.any(|kept| kept.now == *bytes) {
                return Err("the original is not kept".to_owned());
            }
        }
        let mended = mend(now.clone()).map_err(|error| format!("{error}: {}", text(now)))?;
        let record = mended.file.to_bytes();
        let again = Collection::read(record.clone()).map_err(|error| error.to_string())?;
        if !again.faults().is_empty() || again.game(0).map(GameTree::to_bytes).is_none() {
            return Err(format!("not valid after recovery: {}", text(&record)));
        }
        let from = acknowledged.unwrap_or(self.birth.min(current));
        let is_torn = |nth: usize| nth > from && self.torn_clocks[nth].contains(&record);
        if (from..=current).any(|nth| self.records[nth] == record || is_torn(nth)) {
            return Ok(Some(name.clone()));
        }
        let older = self.records[..from].contains(&record);
        let what = if older { "an acknowledged change is lost" } else { "this was never played" };
        Err(format!("{what}: {} wanted {}", text(now), text(&self.records[current])))
    }
}

/// The same disk, with the moves of the log in their games.
fn recovered(state: &State) -> Result<State, String> {
    let model = Model::of(state.clone());
    history(&model).recover().map_err(|error| error.to_string())?;
    let state = model.state().clone();
    Ok(state)
}

/// Whether this is the name of a kept original.
fn is_original(name: &str) -> bool {
    name.contains(".sgf.orig")
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).escape_debug().to_string()
}
