//! Verification of a census on disk, to the last bit.

use std::ops::Range;
use std::sync::Mutex;

use super::StoreError;
use super::folder::{Held, Store};
use crate::census::{Bitmap, Layout, Run, Totals, seed};
use crate::count::legal;
use crate::fold::symmetric;
use crate::ko::ko_points;

/// The result of verifying a census.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Verdict {
    /// The number of intact parts.
    pub parts: u64,
    /// The number of missing parts.
    pub missing: u64,
    /// The faults found.
    pub faults: Vec<String>,
}

impl Verdict {
    /// Whether all parts exist and nothing is wrong.
    #[must_use]
    pub fn is_complete(&self) -> bool {
        self.missing == 0 && self.faults.is_empty()
    }
}

impl Store {
    /// Checks every file, every bit against its digest, every sum, and, if all parts exist, the totals
    /// against the counts without enumeration.
    ///
    /// # Errors
    /// If the folder cannot be read, or the work was stopped. Faults of its files are part of the
    /// verdict.
    pub fn verify(&self, run: Run<'_>) -> Result<Verdict, StoreError> {
        let mut verdict = Verdict::default();
        if self.layout() == Layout::Seed {
            seed::verify(self, run, &mut verdict)?;
        } else {
            self.verify_files(run, &mut verdict)?;
        }
        verdict.missing = self.parts().saturating_sub(verdict.parts);
        if verdict.is_complete() {
            match self.merge() {
                Ok((totals, _, _)) => verdict.faults.extend(self.against_counts(&totals)),
                Err(error) => verdict.faults.push(error.to_string()),
            }
        }
        Ok(verdict)
    }

    fn verify_files(&self, run: Run<'_>, verdict: &mut Verdict) -> Result<(), StoreError> {
        let mut held: Vec<Held> = Vec::new();
        for path in self.paths()? {
            let bytes = hoshi_files::read(&path).map_err(StoreError::disk("read", &path))?;
            match self.contents(&bytes, &path) {
                Ok(contents) => held.push(Held { path, contents }),
                Err(error) => verdict.faults.push(error.to_string()),
            }
        }
        held.sort_by_key(|held| held.contents.parts.start);
        let found = Mutex::new((Vec::new(), Vec::new()));
        run.work(&held, |held| -> Result<(), StoreError> {
            let faults = self.verify_file(held, run)?;
            // No thread panics while it holds the lock.
            let mut found = found.lock().expect("no thread panics here");
            if faults.is_empty() {
                found.0.extend(held.contents.parts.clone());
            } else {
                found.1.push((held.contents.parts.start, faults));
            }
            Ok(())
        })?;
        let (mut parts, mut faults) = found.into_inner().expect("no thread panics here");
        parts.sort_unstable();
        parts.dedup();
        faults.sort();
        verdict.parts = parts.len() as u64;
        verdict.faults.extend(faults.into_iter().flat_map(|(_, faults)| faults));
        Ok(())
    }

    /// The faults of a file with a valid header.
    fn verify_file(&self, held: &Held, run: Run<'_>) -> Result<Vec<String>, StoreError> {
        let Held { path, contents } = held;
        let census = self.census();
        let bytes = hoshi_files::read(path).map_err(StoreError::disk("read", path))?;
        let dictionary = match contents.dictionary(&bytes, path) {
            Ok(dictionary) => dictionary,
            Err(error) => return Ok(vec![error.to_string()]),
        };
        let mut faults = Vec::new();
        let mut ko_points = 0;
        for (part, entry) in contents.parts.clone().zip(&contents.entries) {
            run.check()?;
            let mut wrong =
                |why: &str| faults.push(format!("{}: part {part}: {why}", path.display()));
            let read = contents
                .bitmap(&bytes, &dictionary, census, part, path)
                .and_then(|bitmap| Ok((bitmap, contents.masks(&bytes, census, part, path)?)));
            match read {
                Ok((bitmap, masks)) => {
                    let ones: u64 =
                        bitmap.words.iter().map(|word| u64::from(word.count_ones())).sum();
                    if ones != entry.totals.reduced {
                        wrong("its number of reduced positions is wrong");
                    }
                    let points: u64 =
                        masks.list.iter().map(|(_, mask)| u64::from(mask.count_ones())).sum();
                    if points != entry.ko_points {
                        wrong("its number of ko points is wrong");
                    }
                    ko_points += points;
                    let is_in =
                        |offset: u32| bitmap.get(bitmap.first + u64::from(offset)) == Some(true);
                    if !masks.list.iter().all(|&(offset, mask)| mask != 0 && is_in(offset)) {
                        wrong("a ko mask has no position");
                    }
                }
                Err(error) => faults.push(error.to_string()),
            }
            let range = census.part_range(part);
            (run.progress)(range.end - range.start);
        }
        if contents.ko.as_ref().is_some_and(|ko| ko.reduced() != ko_points) {
            faults.push(format!(
                "{}: the sum of its heat map differs from its parts",
                path.display()
            ));
        }
        Ok(faults)
    }

    /// Differences from the counts without enumeration.
    fn against_counts(&self, totals: &Totals) -> Vec<String> {
        let size = self.census().size();
        let mut faults = Vec::new();
        let mut same = |what: &str, found: String, counted: String| {
            if found != counted {
                faults.push(format!("{what}: {found} here, {counted} counted without enumerating"));
            }
        };
        if let Ok(count) = legal(size) {
            same("legal positions", totals.legal.to_string(), count.to_string());
            same("positions in orbits", totals.in_orbits.to_string(), count.to_string());
        }
        if let Ok(count) = symmetric(size) {
            same("reduced positions", totals.reduced.to_string(), count.reduced.to_string());
        }
        if let (Some(ko), Some(found)) = (self.census().ko(), &totals.ko)
            && let Ok(heat) = ko_points(size, ko)
        {
            let text = |list: &[String]| list.join(" ");
            let found: Vec<String> = found.heat_of_all(size).iter().map(u64::to_string).collect();
            let heat: Vec<String> = heat.iter().map(u128::to_string).collect();
            same("ko points by point", text(&found), text(&heat));
        }
        faults
    }

    /// Whether the bits of a part are those of this census.
    ///
    /// # Errors
    /// If the part is missing, or a file is invalid.
    pub fn check_bits(&self, parts: Range<u64>, run: Run<'_>) -> Result<(), StoreError> {
        let pieces: Vec<Range<u64>> =
            parts.clone().step_by(256).map(|part| part..(part + 256).min(parts.end)).collect();
        let all = self.reader()?;
        run.work(&pieces, |parts| {
            let mut reader = all.only(parts);
            let mut bitmap = Bitmap::default();
            for part in parts.clone() {
                run.check()?;
                let range = self.layout().range(self.census(), part);
                let Some((found, _)) = reader.part(part)? else {
                    let (path, all) = (self.folder().to_owned(), self.parts());
                    return Err(StoreError::Missing { path, missing: 1, all, first: part });
                };
                self.census().fill_in_steps(range, &mut bitmap, run)?;
                if found != bitmap {
                    let why = format!("part {part} does not match this board");
                    return Err(StoreError::broken(self.folder(), why));
                }
            }
            Ok(())
        })
    }
}
