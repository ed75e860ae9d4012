//! Adds up the totals of the parts of a census on disk.

use std::ops::Range;

use super::StoreError;
use super::folder::{Broken, Held, PartInfo, Store};
use crate::census::content::{digest_of, no_ko};
use crate::census::{Layout, Totals, seed};

impl Store {
    /// A selection of files that covers every part exactly once.
    pub(crate) fn cover(&self) -> Result<Vec<Held>, StoreError> {
        let mut next = 0;
        let mut missing = 0;
        let mut first = None;
        let mut cover: Vec<Held> = Vec::new();
        for held in self.files()? {
            let parts = held.contents.parts.clone();
            if parts.end <= next {
                continue;
            }
            if parts.start < next {
                let other = cover.last().map_or("another", |held| {
                    held.path.file_name().and_then(|name| name.to_str()).unwrap_or("another")
                });
                let why = format!("it overlaps with {other}; remove one of them");
                return Err(StoreError::broken(&held.path, why));
            }
            if parts.start > next {
                missing += parts.start - next;
                first.get_or_insert(next);
            }
            next = parts.end;
            cover.push(held);
        }
        if next < self.parts() {
            missing += self.parts() - next;
            first.get_or_insert(next);
        }
        match first {
            None => Ok(cover),
            Some(first) => {
                let path = self.folder().to_owned();
                Err(StoreError::Missing { path, missing, all: self.parts(), first })
            }
        }
    }

    /// Adds up the totals of all parts.
    ///
    /// # Errors
    /// If parts are missing, or a file is invalid.
    pub fn merge(&self) -> Result<(Totals, Vec<PartInfo>, u64), StoreError> {
        if self.layout() == Layout::Seed {
            return seed::merge(self);
        }
        let (totals, infos) = self.joined(self.cover()?, 0..self.parts())?;
        let digest = digest_of(infos.iter().map(|info| info.digest));
        Ok((totals, infos, digest))
    }

    /// Adds up the totals of these parts, which must all exist.
    ///
    /// # Errors
    /// If a file is invalid.
    pub fn some(&self, parts: Range<u64>) -> Result<(Totals, Vec<PartInfo>), StoreError> {
        if self.layout() == Layout::Seed {
            return seed::some(self, parts);
        }
        let mut files = self.files_of(&parts, Broken::Refused)?;
        files.retain(|held| {
            held.contents.parts.start < parts.end && parts.start < held.contents.parts.end
        });
        self.joined(files, parts)
    }

    fn joined(
        &self,
        files: Vec<Held>,
        parts: Range<u64>,
    ) -> Result<(Totals, Vec<PartInfo>), StoreError> {
        let ko = self.census().ko().map(|_| no_ko(self.census().size().area()));
        let mut totals = Totals { ko, ..Totals::default() };
        let mut infos: Vec<PartInfo> = Vec::new();
        for held in files {
            let next = infos.last().map_or(parts.start, |info| info.index + 1);
            let taken = next.max(held.contents.parts.start)..held.contents.parts.end.min(parts.end);
            for (index, entry) in held.contents.parts.clone().zip(&held.contents.entries) {
                if !taken.contains(&index) {
                    continue;
                }
                totals.add(&entry.totals);
                infos.push(PartInfo {
                    index,
                    first: self.census().part_range(index).start,
                    totals: entry.totals.clone(),
                    ko_points: entry.ko_points,
                    digest: entry.digest,
                });
            }
            // A file stores the ko points of all its parts together.
            let ko = match held.contents.ko.clone() {
                Some(_) if taken != held.contents.parts => Some(self.ko_of(held, taken)?),
                all => all,
            };
            totals.add(&Totals { ko, ..Totals::default() });
        }
        Ok((totals, infos))
    }
}
