//! The states that a power failure may leave: of the directory changes, any prefix; of the unsynced
//! writes of each file, none, all or any part.

use super::Unsynced;
use super::state::{File, Names, State, put};

/// How closely to look.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Detail {
    /// All or nothing.
    Coarse,
    /// Every byte, and sectors of this many.
    Fine(usize),
}

/// Whether a name is not hidden.
pub(crate) fn is_visible(name: &str) -> bool {
    !name.starts_with('.') && name.ends_with(".sgf")
}

impl State {
    /// The state with nothing but what was synced.
    pub(crate) fn least(&self) -> State {
        self.with_names(&self.durable_names, |file| file.durable.clone())
    }

    fn with_names(&self, names: &Names, mut content: impl FnMut(&File) -> Vec<u8>) -> State {
        let files: Vec<(&str, Vec<u8>)> = names
            .iter()
            .map(|(name, &number)| (name.as_str(), content(&self.files[number])))
            .collect();
        let state = State::with(files.iter().map(|(name, content)| (*name, content.as_slice())));
        let mut state = State { boot: self.boot + 1, inodes: self.inodes, ..state };
        for (number, old) in names.values().enumerate() {
            std::sync::Arc::make_mut(&mut state.files[number]).inode = self.files[*old].inode;
        }
        state
    }

    /// Calls `each` with every possible state. Hidden files are checked only coarsely, and no two
    /// files are torn at the same time.
    pub(crate) fn losses(&self, detail: Detail, mut each: impl FnMut(State)) {
        let mut names = self.durable_names.clone();
        for done in 0..=self.unsynced_names.len() {
            if done > 0 {
                self.unsynced_names[done - 1].apply(&mut names);
            }
            each(self.with_names(&names, |file| file.durable.clone()));
            each(self.with_names(&names, File::with_all));
            for (name, &number) in &names {
                let file = &self.files[number];
                if file.unsynced.is_empty() {
                    continue;
                }
                let detail = if is_visible(name) { detail } else { Detail::Coarse };
                for content in file.survivors(detail) {
                    let state = self.with_names(&names, |other| {
                        if std::ptr::eq(other, &raw const **file) {
                            content.clone()
                        } else {
                            other.durable.clone()
                        }
                    });
                    each(state);
                }
            }
        }
    }

    /// A process killed during its last write leaves a prefix of it.
    pub(crate) fn kills(&self, mut each: impl FnMut(State)) {
        each(self.killed());
        for (name, &number) in
            self.names.iter().filter(|(_, number)| Some(**number) == self.writing)
        {
            let file = &self.files[number];
            let Some(Unsynced::Write { at, bytes }) = file.unsynced.last() else { continue };
            let step = if is_visible(name) { 1 } else { bytes.len() };
            for done in (0..bytes.len()).step_by(step.max(1)) {
                let mut state = self.killed();
                let file = std::sync::Arc::make_mut(&mut state.files[number]);
                file.unsynced.pop();
                file.unsynced.push(Unsynced::Write { at: *at, bytes: bytes[..done].to_vec() });
                file.now = file.with_all();
                each(state);
            }
        }
    }
}

impl File {
    /// All content that was written and not lost for good.
    fn with_all(&self) -> Vec<u8> {
        let mut content = self.durable.clone();
        for change in &self.unsynced {
            change.apply(&mut content);
        }
        content
    }

    fn survivors(&self, detail: Detail) -> Vec<Vec<u8>> {
        let mut all = Vec::new();
        // Any single one of the changes.
        let count = self.unsynced.len().min(6);
        for some in 0..1_usize << count {
            let mut content = self.durable.clone();
            for (nth, change) in self.unsynced.iter().enumerate() {
                if nth >= count || some & (1 << nth) != 0 {
                    change.apply(&mut content);
                }
            }
            all.push(content);
        }
        if let Detail::Fine(sector) = detail {
            let mut before = self.durable.clone();
            for change in &self.unsynced {
                if let Unsynced::Write { at, bytes } = change {
                    parts(&before, *at, bytes, sector, &mut all);
                }
                change.apply(&mut before);
            }
        }
        all
    }
}

/// Any part of one write to a file with this content.
fn parts(before: &[u8], at: usize, bytes: &[u8], sector: usize, all: &mut Vec<Vec<u8>>) {
    let (old, full) = (before.len(), before.len().max(at + bytes.len()));
    let mut add = |content: &[u8], least: usize| {
        // The length and the content are persisted separately.
        for len in [old, least.max(old), full] {
            let mut content = content.to_vec();
            content.resize(len, 0);
            all.push(content);
        }
    };
    for cut in 0..=bytes.len() {
        let mut beginning = before.to_vec();
        put(&mut beginning, at, &bytes[..cut]);
        add(&beginning, at + cut);
        // The rest was allocated, but never written.
        put(&mut beginning, at + cut, &vec![0; bytes.len() - cut]);
        add(&beginning, full);
        let mut end = before.to_vec();
        put(&mut end, at + cut, &bytes[cut..]);
        add(&end, full);
    }
    let (first, last) = (at / sector, (at + bytes.len()) / sector);
    let count = (last - first + 1).min(8);
    for some in 0..1_usize << count {
        let mut content = before.to_vec();
        let mut least = old;
        for nth in (0..count).filter(|nth| some & (1 << nth) != 0) {
            let from = ((first + nth) * sector).max(at);
            let until = ((first + nth + 1) * sector).min(at + bytes.len());
            if from < until {
                put(&mut content, from, &bytes[from - at..until - at]);
                least = least.max(until);
            }
        }
        add(&content, least);
    }
}
