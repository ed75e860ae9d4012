//! One file of a census: some consecutive parts, in the format of docs/formats/census.md.

use std::ops::Range;
use std::path::Path;

use twox_hash::XxHash3_64;

use super::StoreError;
use crate::census::bitmap::{Bitmap, Masks};
use crate::census::bits::Bits;
use crate::census::content::{Dictionary, PART, Part, no_ko};
use crate::census::totals::Totals;
use crate::census::{Census, KoTotals};
use crate::ko::Ko;

pub(crate) const MAGIC: &[u8; 8] = b"HOSHICEN";
const VERSION: u32 = 1;
/// The compression level of rows and ids: higher levels take longer and gain little.
const LEVEL: i32 = 3;
/// The maximum size of a list of ko masks: a count, then a distance and a mask for every serial.
const MOST_BYTES: u64 = 4 + PART * 9;

/// The entry of a part in the table of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Entry {
    pub(crate) totals: Totals,
    /// Pairs of a reduced position and a ko point.
    pub(crate) ko_points: u64,
    pub(crate) digest: u64,
    pub(crate) ko_digest: u64,
    rows: Range<u64>,
    masks: Range<u64>,
}

/// The header of a file: everything except the parts themselves.
#[derive(Clone, Debug)]
pub(crate) struct Contents {
    /// The parts in the file.
    pub(crate) parts: Range<u64>,
    pub(crate) entries: Vec<Entry>,
    /// The ko points of all its parts.
    pub(crate) ko: Option<KoTotals>,
    dictionary: Range<u64>,
    distinct: u32,
}

/// The code of a kind of ko points in a file.
pub(crate) fn ko_number(ko: Option<Ko>) -> u8 {
    match ko {
        None => 0,
        Some(Ko::Loose) => 1,
        Some(Ko::Strict) => 2,
    }
}

/// The bytes of a file.
pub(crate) fn encode(
    census: &Census,
    first: u64,
    dictionary: &Dictionary,
    parts: &[Part],
) -> std::io::Result<Vec<u8>> {
    let rows: Vec<u8> =
        dictionary.rows.iter().flat_map(|row| row.0).flat_map(u64::to_le_bytes).collect();
    let pressed = zstd::bulk::compress(&rows, LEVEL)?;
    let is_wide = dictionary.rows.len() > 1 << 16;
    let mut data = Vec::new();
    let mut table = Vec::new();
    let mut ko = census.ko().map(|_| no_ko(census.size().area()));
    for part in parts {
        let rows = if part.rows.is_empty() {
            Vec::new()
        } else {
            zstd::bulk::compress(&ids(&part.rows, is_wide), LEVEL)?
        };
        let masks = if part.masks.list.is_empty() {
            Vec::new()
        } else {
            zstd::bulk::compress(&encode_masks(&part.masks), LEVEL)?
        };
        let Totals { legal, reduced, in_orbits, ko: totals } = &part.totals;
        let points = totals.as_ref().map_or(0, KoTotals::reduced);
        for number in [*legal, *reduced, *in_orbits, points, part.digest, part.ko_digest] {
            table.extend(number.to_le_bytes());
        }
        table.extend((rows.len() as u32).to_le_bytes());
        table.extend((masks.len() as u32).to_le_bytes());
        data.extend(rows);
        data.extend(masks);
        if let (Some(sum), Some(totals)) = (&mut ko, totals) {
            sum.add(totals);
        }
    }
    let mut bytes = MAGIC.to_vec();
    bytes.extend(VERSION.to_le_bytes());
    let size = census.size();
    bytes.extend([size.width(), size.height(), ko_number(census.ko()), 0]);
    bytes.extend(first.to_le_bytes());
    bytes.extend((parts.len() as u32).to_le_bytes());
    bytes.extend((dictionary.rows.len() as u32).to_le_bytes());
    bytes.extend((pressed.len() as u64).to_le_bytes());
    let data = [pressed, data].concat();
    bytes.extend(XxHash3_64::oneshot(&data).to_le_bytes());
    bytes.extend(table);
    if let Some(ko) = &ko {
        for number in ko.heat.iter().chain(&ko.weighted) {
            bytes.extend(number.to_le_bytes());
        }
        bytes.extend(ko.most.to_le_bytes());
        bytes.extend((ko.serials.len() as u32).to_le_bytes());
        bytes.extend(ko.with_most.to_le_bytes());
        bytes.extend(ko.serials.iter().flat_map(|serial| serial.to_le_bytes()));
    }
    bytes.extend(XxHash3_64::oneshot(&bytes).to_le_bytes());
    bytes.extend(data);
    Ok(bytes)
}

/// The numbers of rows as bytes.
fn ids(rows: &[u32], is_wide: bool) -> Vec<u8> {
    if is_wide {
        rows.iter().flat_map(|id| id.to_le_bytes()).collect()
    } else {
        rows.iter().flat_map(|&id| (id as u16).to_le_bytes()).collect()
    }
}

/// Masks as bytes: their number, the distances of the offsets, the masks.
fn encode_masks(masks: &Masks) -> Vec<u8> {
    let mut bytes = (masks.list.len() as u32).to_le_bytes().to_vec();
    let mut last = 0;
    for &(offset, _) in &masks.list {
        let mut rest = offset - last;
        last = offset;
        while rest >= 0x80 {
            bytes.push(rest as u8 | 0x80);
            rest >>= 7;
        }
        bytes.push(rest as u8);
    }
    bytes.extend(masks.list.iter().flat_map(|(_, mask)| mask.to_le_bytes()));
    bytes
}

/// Reads numbers from bytes.
struct Reader<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl Reader<'_> {
    fn take<const N: usize>(&mut self) -> Option<[u8; N]> {
        let bytes = self.bytes.get(self.at..self.at + N)?.try_into().ok()?;
        self.at += N;
        Some(bytes)
    }

    fn u32(&mut self) -> Option<u32> {
        self.take().map(u32::from_le_bytes)
    }

    fn u64(&mut self) -> Option<u64> {
        self.take().map(u64::from_le_bytes)
    }

    fn u64s(&mut self, many: usize) -> Option<Vec<u64>> {
        (0..many).map(|_| self.u64()).collect()
    }

    fn varint(&mut self) -> Option<u32> {
        let mut sum: u64 = 0;
        for shift in (0..35).step_by(7) {
            let [byte] = self.take()?;
            sum |= u64::from(byte & 0x7f) << shift;
            if byte & 0x80 == 0 {
                return u32::try_from(sum).ok();
            }
        }
        None
    }
}

impl Contents {
    /// Reads the header of a file and verifies its length and checksums.
    pub(crate) fn read(bytes: &[u8], census: &Census, path: &Path) -> Result<Contents, StoreError> {
        let broken = |why: &str| StoreError::broken(path, why);
        let short = || broken("it is truncated");
        let mut reader = Reader { bytes, at: 0 };
        if reader.take::<8>().ok_or_else(short)? != *MAGIC {
            return Err(broken("not a census file"));
        }
        let version = reader.u32().ok_or_else(short)?;
        if version != VERSION {
            return Err(broken(&format!(
                "unsupported version {version}; this program supports {VERSION}"
            )));
        }
        let [width, height, ko, _] = reader.take().ok_or_else(short)?;
        let size = census.size();
        if (width, height) != (size.width(), size.height()) {
            return Err(broken(&format!("its board is {width}x{height}, not {size}")));
        }
        if ko != ko_number(census.ko()) {
            return Err(broken("its kind of ko points is different"));
        }
        let first = reader.u64().ok_or_else(short)?;
        let many = reader.u32().ok_or_else(short)?;
        let distinct = reader.u32().ok_or_else(short)?;
        let dictionary = reader.u64().ok_or_else(short)?;
        let data_digest = reader.u64().ok_or_else(short)?;
        let end = first.checked_add(u64::from(many)).filter(|&end| end <= census.parts());
        let (Some(end), true) = (end, many > 0) else {
            return Err(broken("it contains parts that this board does not have"));
        };
        let mut entries = Vec::new();
        let mut lengths = Vec::new();
        for _ in 0..many {
            let [legal, reduced, in_orbits, ko_points, digest, ko_digest] =
                reader.u64s(6).and_then(|all| all.try_into().ok()).ok_or_else(short)?;
            let pair = (reader.u32(), reader.u32());
            let (Some(rows), Some(masks)) = pair else { return Err(short()) };
            lengths.push((u64::from(rows), u64::from(masks)));
            let totals = Totals { legal, reduced, in_orbits, ko: None };
            entries.push(Entry { totals, ko_points, digest, ko_digest, rows: 0..0, masks: 0..0 });
        }
        let ko = match census.ko() {
            None => None,
            Some(_) => Some(ko_totals(&mut reader, size.area()).ok_or_else(short)?),
        };
        let head = reader.at;
        let checksum = reader.u64().ok_or_else(short)?;
        if XxHash3_64::oneshot(&bytes[..head]) != checksum {
            return Err(broken("its header is damaged: checksum mismatch"));
        }
        // Every row except the empty one has at least one bit, and so a serial of its own.
        if u64::from(distinct) > u64::from(many) * PART + 1 {
            return Err(broken("it has more rows than serials"));
        }
        let mut at = reader.at as u64;
        let mut next = |len: u64| {
            let start = at;
            at = at.saturating_add(len);
            start..at
        };
        let dictionary = next(dictionary);
        for (entry, (rows, masks)) in entries.iter_mut().zip(lengths) {
            entry.rows = next(rows);
            entry.masks = next(masks);
        }
        if at != bytes.len() as u64 {
            return Err(broken(&format!("it has {} bytes instead of {at}", bytes.len())));
        }
        if XxHash3_64::oneshot(&bytes[dictionary.start as usize..]) != data_digest {
            return Err(broken("its data is damaged: checksum mismatch"));
        }
        Ok(Contents { parts: first..end, entries, ko, dictionary, distinct })
    }

    /// The rows of the dictionary, from the whole file.
    pub(crate) fn dictionary(&self, bytes: &[u8], path: &Path) -> Result<Vec<Bits>, StoreError> {
        let rows = decompress(bytes, &self.dictionary, u64::from(self.distinct) * 32, path)?;
        if rows.len() as u64 != u64::from(self.distinct) * 32 {
            return Err(StoreError::broken(path, "its number of rows is wrong"));
        }
        let word = |bytes: &[u8]| u64::from_le_bytes(bytes.try_into().unwrap_or_default());
        let row =
            |bytes: &[u8]| Bits([0, 1, 2, 3].map(|place| word(&bytes[8 * place..8 * place + 8])));
        Ok(rows.chunks_exact(32).map(row).collect())
    }

    /// The bits of a part, from the whole file. They are checked against the digest.
    pub(crate) fn bitmap(
        &self,
        bytes: &[u8],
        dictionary: &[Bits],
        census: &Census,
        part: u64,
        path: &Path,
    ) -> Result<Bitmap, StoreError> {
        let broken = |why: &str| StoreError::broken(path, format!("part {part}: {why}"));
        let entry = &self.entries[(part - self.parts.start) as usize];
        let many = census.rows_of(part);
        let width = if self.distinct > 1 << 16 { 4 } else { 2 };
        let ids = if entry.rows.is_empty() {
            vec![0; many * width]
        } else {
            decompress(bytes, &entry.rows, (many * width) as u64, path)?
        };
        if ids.len() != many * width {
            return Err(broken("its number of rows is wrong"));
        }
        let id =
            |bytes: &[u8]| bytes.iter().rev().fold(0, |sum, &byte| sum << 8 | usize::from(byte));
        let rows: Option<Vec<Bits>> =
            ids.chunks_exact(width).map(|bytes| dictionary.get(id(bytes)).copied()).collect();
        let rows = rows.ok_or_else(|| broken("it refers to a missing row"))?;
        let bitmap = Bitmap::from_rows(census.part_range(part), census.row_len(), rows.into_iter());
        if bitmap.digest() != entry.digest {
            return Err(broken("it is damaged: digest mismatch"));
        }
        Ok(bitmap)
    }

    /// The ko masks of a part, from the whole file. They are checked against the digest.
    pub(crate) fn masks(
        &self,
        bytes: &[u8],
        census: &Census,
        part: u64,
        path: &Path,
    ) -> Result<Masks, StoreError> {
        let broken = |why: &str| StoreError::broken(path, format!("part {part}: {why}"));
        let entry = &self.entries[(part - self.parts.start) as usize];
        let first = census.part_range(part).start;
        let mut masks = Masks { first, list: Vec::new() };
        if !entry.masks.is_empty() {
            let bytes = decompress(bytes, &entry.masks, MOST_BYTES, path)?;
            masks.list = read_masks(&bytes).ok_or_else(|| broken("its ko masks are damaged"))?;
        }
        if masks.digest() != entry.ko_digest {
            return Err(broken("its ko masks are damaged: digest mismatch"));
        }
        Ok(masks)
    }
}

fn ko_totals(reader: &mut Reader<'_>, points: usize) -> Option<KoTotals> {
    let heat = reader.u64s(points)?;
    let weighted = reader.u64s(points)?;
    let most = reader.u32()?;
    let many = reader.u32()?;
    let with_most = reader.u64()?;
    let serials = reader.u64s(many as usize)?;
    Some(KoTotals { heat, weighted, most, with_most, serials })
}

fn read_masks(bytes: &[u8]) -> Option<Vec<(u32, u32)>> {
    let mut reader = Reader { bytes, at: 0 };
    let many = reader.u32()?;
    let mut offset = 0u32;
    let mut list = Vec::new();
    for _ in 0..many {
        offset = offset.checked_add(reader.varint()?)?;
        list.push((offset, 0));
    }
    for (_, mask) in &mut list {
        *mask = reader.u32()?;
    }
    (reader.at == bytes.len()).then_some(list)
}

/// Decompresses bytes of a file, up to a maximum length.
fn decompress(
    bytes: &[u8],
    range: &Range<u64>,
    most: u64,
    path: &Path,
) -> Result<Vec<u8>, StoreError> {
    use std::io::Read as _;

    let broken = || StoreError::broken(path, "it is damaged: decompression failed");
    let pressed = bytes.get(range.start as usize..range.end as usize).ok_or_else(broken)?;
    let mut unpacked = Vec::new();
    let decoder = zstd::stream::read::Decoder::new(pressed).map_err(|_| broken())?;
    decoder.take(most + 1).read_to_end(&mut unpacked).map_err(|_| broken())?;
    if unpacked.len() as u64 > most {
        return Err(broken());
    }
    Ok(unpacked)
}
