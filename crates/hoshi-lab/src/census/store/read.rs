//! The parts of a census on disk, read one by one or looked up.

use std::ops::Range;
use std::path::PathBuf;

use super::StoreError;
use super::folder::{Held, Store};
use crate::census::bitmap::{Bitmap, Masks};
use crate::census::bits::Bits;
use crate::census::content::no_ko;
use crate::census::{KoTotals, Layout, Naive, seed};

/// Reads the parts of a census. It caches the last file.
#[derive(Debug)]
pub struct Reader<'a> {
    store: &'a Store,
    files: Vec<Held>,
    open: Option<Open>,
}

#[derive(Debug)]
struct Open {
    path: PathBuf,
    bytes: Vec<u8>,
    dictionary: Vec<Bits>,
}

impl Store {
    /// Reads parts.
    ///
    /// # Errors
    /// If a file is invalid.
    pub fn reader(&self) -> Result<Reader<'_>, StoreError> {
        let files = match self.layout() {
            Layout::Packed => self.files()?,
            Layout::Seed => Vec::new(),
        };
        Ok(Reader { store: self, files, open: None })
    }
}

impl Store {
    /// The ko points of some parts of a file.
    pub(crate) fn ko_of(&self, held: Held, parts: Range<u64>) -> Result<KoTotals, StoreError> {
        let mut reader = Reader { store: self, files: vec![held], open: None };
        let size = self.census().size();
        let naive = Naive::new(size)?;
        let mut totals = no_ko(size.area());
        for part in parts {
            let Some((_, masks)) = reader.part(part)? else { continue };
            for &(offset, mask) in &masks.list {
                let serial = masks.first + u64::from(offset);
                totals.position(serial, mask, naive.orbit(serial));
            }
        }
        Ok(totals)
    }
}

impl<'a> Reader<'a> {
    /// A new reader for some parts only.
    pub(crate) fn only(&self, parts: &Range<u64>) -> Reader<'a> {
        let is_one = |held: &&Held| {
            held.contents.parts.start < parts.end && parts.start < held.contents.parts.end
        };
        let files = self.files.iter().filter(is_one).cloned().collect();
        Reader { store: self.store, files, open: None }
    }

    /// The bits and the ko masks of a part; `None` if it is missing.
    ///
    /// # Errors
    /// If its file is invalid.
    pub fn part(&mut self, part: u64) -> Result<Option<(Bitmap, Masks)>, StoreError> {
        if self.store.layout() == Layout::Seed {
            return seed::read(self.store, part);
        }
        let Some(held) = self.files.iter().find(|held| held.contents.parts.contains(&part)) else {
            return Ok(None);
        };
        if self.open.as_ref().is_none_or(|open| open.path != held.path) {
            let path = held.path.clone();
            let bytes = hoshi_files::read(&path).map_err(StoreError::disk("read", &path))?;
            let dictionary = held.contents.dictionary(&bytes, &path)?;
            self.open = Some(Open { path, bytes, dictionary });
        }
        let Some(Open { path, bytes, dictionary }) = &self.open else { return Ok(None) };
        let census = self.store.census();
        let bitmap = held.contents.bitmap(bytes, dictionary, census, part, path)?;
        let masks = held.contents.masks(bytes, census, part, path)?;
        Ok(Some((bitmap, masks)))
    }

    /// Whether a serial is legal and reduced, and its ko mask; `None` if its part is missing.
    ///
    /// # Errors
    /// If its file is invalid.
    pub fn get(&mut self, serial: u64) -> Result<Option<(bool, u32)>, StoreError> {
        let part = serial / self.store.layout().part();
        let found = self.part(part)?;
        Ok(found.map(|(bitmap, masks)| (bitmap.get(serial) == Some(true), masks.get(serial))))
    }
}
