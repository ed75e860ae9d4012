//! The parts of a census on disk, read one by one or looked up.

use std::fs;
use std::path::PathBuf;

use super::StoreError;
use super::folder::{Broken, Held, Store};
use crate::census::bitmap::{Bitmap, Masks};
use crate::census::bits::Bits;
use crate::census::{Layout, seed};

/// Reads the parts of a census. It keeps the file that it read last.
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
    /// If a file is not what it should be.
    pub fn reader(&self) -> Result<Reader<'_>, StoreError> {
        let files = match self.layout() {
            Layout::Packed => self.files(Broken::Refused)?,
            Layout::Seed => Vec::new(),
        };
        Ok(Reader { store: self, files, open: None })
    }
}

impl Reader<'_> {
    /// The bits and the ko masks of a part; `None` if it is not there.
    ///
    /// # Errors
    /// If its file is not what it should be.
    pub fn part(&mut self, part: u64) -> Result<Option<(Bitmap, Masks)>, StoreError> {
        if self.store.layout() == Layout::Seed {
            return seed::read(self.store, part);
        }
        let Some(held) = self.files.iter().find(|held| held.contents.parts.contains(&part)) else {
            return Ok(None);
        };
        if self.open.as_ref().is_none_or(|open| open.path != held.path) {
            let path = held.path.clone();
            let bytes = fs::read(&path).map_err(StoreError::disk("read", &path))?;
            let dictionary = held.contents.dictionary(&bytes, &path)?;
            self.open = Some(Open { path, bytes, dictionary });
        }
        let Some(Open { path, bytes, dictionary }) = &self.open else { return Ok(None) };
        let census = self.store.census();
        let bitmap = held.contents.bitmap(bytes, dictionary, census, part, path)?;
        let masks = held.contents.masks(bytes, census, part, path)?;
        Ok(Some((bitmap, masks)))
    }

    /// Whether a serial is legal and reduced, and its ko mask; `None` if its part is not there.
    ///
    /// # Errors
    /// If its file is not what it should be.
    pub fn get(&mut self, serial: u64) -> Result<Option<(bool, u32)>, StoreError> {
        let part = serial / self.store.layout().part();
        let found = self.part(part)?;
        Ok(found.map(|(bitmap, masks)| (bitmap.get(serial) == Some(true), masks.get(serial))))
    }
}
