//! The raw layout: parts of 2^30 serials, a file of bits, the first serial's the highest of the first
//! byte, and a file of ko masks, four little-endian bytes for every serial; and the totals of the part in
//! a third, which is written last.

use std::hash::Hasher as _;
use std::io::Write as _;
use std::ops::Range;
use std::path::{Path, PathBuf};

use serde_json::{Value, json};
use twox_hash::XxHash3_64;

use super::bitmap::{Bitmap, Masks};
use super::content::digest_of;
use super::run::Run;
use super::store::{
    Filled, PartInfo, Store, StoreError, Verdict, draft, put_aside, sync_folder, write_atomic,
};
use super::totals::{KoTotals, Totals};
use super::{Census, PART};

/// How a census is laid out on disk.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Layout {
    /// Small files: see docs/formats/census.md.
    Packed,
    /// Raw bits and masks, in parts of 2^30 serials.
    Seed,
}

impl Layout {
    /// Its name.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Layout::Packed => "packed",
            Layout::Seed => "seed",
        }
    }

    /// The number of serials of a part.
    #[must_use]
    pub fn part(self) -> u64 {
        match self {
            Layout::Packed => PART,
            Layout::Seed => 1 << 30,
        }
    }

    /// The number of parts of a census.
    #[must_use]
    pub fn parts(self, census: &Census) -> u64 {
        census.serials().div_ceil(self.part())
    }

    /// The serials of a part.
    #[must_use]
    pub fn range(self, census: &Census, part: u64) -> Range<u64> {
        let first = part.saturating_mul(self.part()).min(census.serials());
        first..first.saturating_add(self.part()).min(census.serials())
    }

    /// The size of these parts in the raw layout, in bytes.
    #[must_use]
    pub fn raw_bytes(self, census: &Census, parts: Range<u64>) -> u64 {
        let first = self.range(census, parts.start).start;
        let serials = self.range(census, parts.end).start.saturating_sub(first);
        serials.div_ceil(8) + if census.ko().is_some() { 4 * serials } else { 0 }
    }
}

/// The files of a part.
fn paths(store: &Store, part: u64) -> [PathBuf; 3] {
    ["bits", "ko", "json"].map(|ending| store.folder().join(format!("{part:04}.{ending}")))
}

/// Computes the missing parts; damaged files are moved aside.
pub(crate) fn fill(store: &Store, parts: Range<u64>, run: Run<'_>) -> Result<Filled, StoreError> {
    let mut missing = Vec::new();
    let mut filled = Filled::default();
    for part in parts {
        run.check()?;
        let range = Layout::Seed.range(store.census(), part);
        match info(store, part) {
            Ok(Some(_)) => {
                filled.there += 1;
                (run.progress)(range.end - range.start);
                continue;
            }
            Ok(None) => {}
            Err(error @ StoreError::Broken { .. }) => {
                // First the file that marks the part as complete.
                for path in paths(store, part).iter().rev().filter(|path| path.exists()) {
                    put_aside(path)?;
                }
                filled.aside.push(error.to_string());
            }
            Err(error) => return Err(error),
        }
        missing.push(part);
    }
    run.work(&missing, |&part| make(store, part, run))?;
    sync_folder(store.folder())?;
    Ok(filled)
}

fn make(store: &Store, part: u64, run: Run<'_>) -> Result<(), StoreError> {
    let census = store.census();
    let range = Layout::Seed.range(census, part);
    let mut bitmap = Bitmap::default();
    let totals = census.fill_in_steps(range.clone(), &mut bitmap, run)?;
    let [bits, ko, about] = paths(store, part);
    let raw = raw_bits(&bitmap);
    let digest = XxHash3_64::oneshot(&raw);
    write_atomic(&bits, &[&raw])?;
    drop(raw);
    let mut value = json!({
        "index": part,
        "first": range.start.to_string(),
        "serials": (range.end - range.start).to_string(),
        "legal": totals.legal.to_string(),
        "reduced": totals.reduced.to_string(),
        "in_orbits": totals.in_orbits.to_string(),
        "digest": format!("{digest:016x}"),
    });
    if let Some(sums) = &totals.ko {
        let digest = write_masks(&ko, census, range.clone(), run)?;
        let strings = |list: &[u64]| list.iter().map(u64::to_string).collect::<Vec<_>>();
        value["ko"] = json!({
            "heat": strings(&sums.heat),
            "weighted": strings(&sums.weighted),
            "most": sums.most,
            "with_most": sums.with_most.to_string(),
            "serials": strings(&sums.serials),
            "digest": format!("{digest:016x}"),
        });
    }
    let checksum = XxHash3_64::oneshot(value.to_string().as_bytes());
    value["checksum"] = format!("{checksum:016x}").into();
    write_atomic(&about, &[format!("{value:#}\n").as_bytes()])
}

/// The bits as bytes, the first the highest.
fn raw_bits(bitmap: &Bitmap) -> Vec<u8> {
    let word = |word: &u64| word.reverse_bits().to_be_bytes();
    let mut bytes: Vec<u8> = bitmap.words.iter().flat_map(word).collect();
    bytes.truncate(bitmap.len.div_ceil(8) as usize);
    bytes
}

/// The digest of a part in this layout.
pub(crate) fn digest(bitmap: &Bitmap) -> u64 {
    XxHash3_64::oneshot(&raw_bits(bitmap))
}

/// Writes four bytes for each serial, and returns their digest. Works in steps, with a check for a stop
/// after each.
fn write_masks(
    path: &Path,
    census: &Census,
    range: Range<u64>,
    run: Run<'_>,
) -> Result<u64, StoreError> {
    const STEP: u64 = 1 << 22;
    let mut digest = XxHash3_64::with_seed(0);
    let failed = || StoreError::disk("write", path);
    let mut draft = draft(path).map_err(failed())?;
    for start in range.clone().step_by(STEP as usize) {
        run.check()?;
        let end = (start + STEP).min(range.end);
        let mut block = vec![0; 4 * (end - start) as usize];
        for (offset, mask) in census.masks(start..end).0.list {
            let place = 4 * offset as usize;
            block[place..place + 4].copy_from_slice(&mask.to_le_bytes());
        }
        digest.write(&block);
        draft.file().write_all(&block).map_err(failed())?;
    }
    draft.finish().map(drop).map_err(failed())?;
    Ok(digest.finish())
}

/// The totals of a part that is complete.
fn info(store: &Store, part: u64) -> Result<Option<(PartInfo, Option<KoTotals>)>, StoreError> {
    let census = store.census();
    let [bits, ko, about] = paths(store, part);
    let text = match hoshi_files::read_to_string(&about) {
        Ok(text) => text,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(StoreError::disk("read", &about)(error)),
    };
    let range = Layout::Seed.range(census, part);
    let read = || -> Option<_> {
        let mut value: Value = serde_json::from_str(&text).ok()?;
        let number = |value: &Value| value.as_str()?.parse::<u64>().ok();
        let list = |value: &Value| value.as_array()?.iter().map(number).collect::<Option<Vec<_>>>();
        let digest = |value: &Value| u64::from_str_radix(value["digest"].as_str()?, 16).ok();
        let checksum = value.as_object_mut()?.shift_remove("checksum")?;
        let found = XxHash3_64::oneshot(value.to_string().as_bytes());
        let is_this = value["index"] == part
            && number(&value["first"])? == range.start
            && number(&value["serials"])? == range.end - range.start;
        if checksum != format!("{found:016x}") || !is_this {
            return None;
        }
        let mut info = PartInfo {
            index: part,
            first: range.start,
            totals: Totals {
                legal: number(&value["legal"])?,
                reduced: number(&value["reduced"])?,
                in_orbits: number(&value["in_orbits"])?,
                ko: None,
            },
            ko_points: 0,
            digest: digest(&value)?,
        };
        let mut sums = None;
        let mut ko_digest = None;
        if census.ko().is_some() {
            let value = &value["ko"];
            let totals = KoTotals {
                heat: list(&value["heat"])?,
                weighted: list(&value["weighted"])?,
                most: u32::try_from(value["most"].as_u64()?).ok()?,
                with_most: number(&value["with_most"])?,
                serials: list(&value["serials"])?,
            };
            let points = census.size().area();
            if totals.heat.len() != points || totals.weighted.len() != points {
                return None;
            }
            info.ko_points = totals.reduced();
            sums = Some(totals);
            ko_digest = Some(digest(value)?);
        }
        Some((info, sums, ko_digest))
    };
    let (info, sums, ko_digest) = read()
        .ok_or_else(|| StoreError::broken(&about, "it is damaged, or belongs to another part"))?;
    let check = |path: &Path, wanted: u64, len: u64| match digest_of_file(path)? {
        Some((_, found)) if found != len => {
            Err(StoreError::broken(path, format!("it has {found} bytes instead of {len}")))
        }
        Some((found, _)) if found == wanted => Ok(()),
        Some(_) => Err(StoreError::broken(path, "it is damaged: digest mismatch")),
        None => Err(StoreError::broken(
            path,
            format!("it is missing, but {} lists it", about.display()),
        )),
    };
    let serials = range.end - range.start;
    check(&bits, info.digest, serials.div_ceil(8))?;
    if let Some(wanted) = ko_digest {
        check(&ko, wanted, 4 * serials)?;
    }
    Ok(Some((info, sums)))
}

/// The digest and the length of a file.
fn digest_of_file(path: &Path) -> Result<Option<(u64, u64)>, StoreError> {
    use std::io::Read as _;

    let mut file = match hoshi_files::open_regular(path) {
        Ok(file) => file,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(StoreError::disk("read", path)(error)),
    };
    let mut digest = XxHash3_64::with_seed(0);
    let mut buffer = vec![0; 1 << 20];
    let mut len = 0;
    loop {
        let many = file.read(&mut buffer).map_err(StoreError::disk("read", path))?;
        if many == 0 {
            return Ok(Some((digest.finish(), len)));
        }
        len += many as u64;
        digest.write(&buffer[..many]);
    }
}

/// Adds up the totals of all parts.
pub(crate) fn merge(store: &Store) -> Result<(Totals, Vec<PartInfo>, u64), StoreError> {
    let (totals, infos) = some(store, 0..store.parts())?;
    let digest = digest_of(infos.iter().map(|info| info.digest));
    Ok((totals, infos, digest))
}

/// Adds up the totals of these parts.
pub(crate) fn some(
    store: &Store,
    parts: Range<u64>,
) -> Result<(Totals, Vec<PartInfo>), StoreError> {
    let mut totals = Totals::default();
    let mut infos = Vec::new();
    let mut missing = Vec::new();
    for part in parts {
        match info(store, part)? {
            Some((info, ko)) => {
                totals.add(&Totals { ko, ..info.totals.clone() });
                infos.push(info);
            }
            None => missing.push(part),
        }
    }
    if let Some(&first) = missing.first() {
        let (path, all) = (store.folder().to_owned(), store.parts());
        return Err(StoreError::Missing { path, missing: missing.len() as u64, all, first });
    }
    Ok((totals, infos))
}

/// Checks all existing parts.
pub(crate) fn verify(store: &Store, run: Run<'_>, verdict: &mut Verdict) -> Result<(), StoreError> {
    for part in 0..store.parts() {
        run.check()?;
        let checked = || -> Result<Option<Vec<&str>>, StoreError> {
            let Some((info, _)) = info(store, part)? else { return Ok(None) };
            let Some((bitmap, masks)) = read(store, part)? else { return Ok(None) };
            let mut faults = Vec::new();
            let ones: u64 = bitmap.words.iter().map(|word| u64::from(word.count_ones())).sum();
            if ones != info.totals.reduced {
                faults.push("its number of reduced positions is wrong");
            }
            let points: u64 = masks.list.iter().map(|(_, mask)| u64::from(mask.count_ones())).sum();
            if points != info.ko_points {
                faults.push("its number of ko points is wrong");
            }
            let is_in = |offset: u32| bitmap.get(bitmap.first + u64::from(offset)) == Some(true);
            if !masks.list.iter().all(|&(offset, _)| is_in(offset)) {
                faults.push("a ko mask has no position");
            }
            Ok(Some(faults))
        };
        match checked() {
            Ok(None) => {}
            Ok(Some(faults)) if faults.is_empty() => verdict.parts += 1,
            Ok(Some(faults)) => {
                let path = paths(store, part)[0].clone();
                let tell = |why: &str| format!("{}: {why}", path.display());
                verdict.faults.extend(faults.into_iter().map(tell));
            }
            Err(error) => verdict.faults.push(error.to_string()),
        }
        let range = Layout::Seed.range(store.census(), part);
        (run.progress)(range.end - range.start);
    }
    Ok(())
}

/// The bits and masks of a part.
pub(crate) fn read(store: &Store, part: u64) -> Result<Option<(Bitmap, Masks)>, StoreError> {
    if part >= store.parts() || info(store, part)?.is_none() {
        return Ok(None);
    }
    let range = Layout::Seed.range(store.census(), part);
    let [bits, ko, _] = paths(store, part);
    let mut bytes = hoshi_files::read(&bits).map_err(StoreError::disk("read", &bits))?;
    bytes.resize(bytes.len().div_ceil(8) * 8, 0);
    let word =
        |bytes: &[u8]| u64::from_be_bytes(bytes.try_into().unwrap_or_default()).reverse_bits();
    let words = bytes.chunks_exact(8).map(word).collect();
    let bitmap = Bitmap::new(range.start, range.end - range.start, words);
    let mut masks = Masks { first: range.start, list: Vec::new() };
    if store.census().ko().is_some() {
        let bytes = hoshi_files::read(&ko).map_err(StoreError::disk("read", &ko))?;
        let mask = |bytes: &[u8]| u32::from_le_bytes(bytes.try_into().unwrap_or_default());
        let all = bytes.chunks_exact(4).map(mask).enumerate();
        masks.list =
            all.filter(|(_, mask)| *mask != 0).map(|(at, mask)| (at as u32, mask)).collect();
    }
    Ok(Some((bitmap, masks)))
}
