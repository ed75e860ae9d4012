//! Reading a census from disk.

use std::fs;

use hoshi_lab::{Ko, Layout, Naive, PART};

use super::{census, fill, is_complete, packed, run, seed, temporary};

/// A part, a serial here and there, and all of them in a row.
#[test]
fn reading() {
    let folder = temporary();
    let store = packed(folder.path(), 5, 3, Some(Ko::Strict));
    fill(&store, 2..4);
    fill(&store, 0..2);
    store.check_bits(0..4, run()).expect("the same bits");
    let mut reader = store.reader().expect("readable");
    let (bitmap, totals) = store.census().bitmap(0..store.census().serials());
    let (masks, _) = store.census().masks(0..store.census().serials());
    let (mut serials, mut list) = (Vec::new(), Vec::new());
    for part in 0..4 {
        let (bits, ko) = reader.part(part).expect("readable").expect("there");
        assert_eq!((bits.first, ko.first), (part * PART, part * PART));
        assert_eq!(bits, store.census().bitmap(part * PART..(part + 1) * PART).0);
        serials.extend(bits.serials());
        list.extend(ko.list.iter().map(|&(at, mask)| (at + (part * PART) as u32, mask)));
    }
    assert_eq!(serials.len() as u64, totals.reduced);
    assert!(bitmap.serials().eq(serials.iter().copied()));
    assert_eq!(masks.list, list);
    for step in 0..40 {
        let serial = step * 7_654_321 % store.census().serials();
        let found = reader.get(serial).expect("readable").expect("there");
        assert_eq!(found, (bitmap.get(serial) == Some(true), masks.get(serial)), "{serial}");
    }
}

#[test]
fn bitmaps_and_masks() {
    let census = census(3, 3, Some(Ko::Loose));
    let (bitmap, totals) = census.bitmap(1000..2001);
    assert_eq!((bitmap.first, bitmap.len, bitmap.words.len()), (1000, 1001, 16));
    assert_eq!((bitmap.get(999), bitmap.get(2001)), (None, None));
    assert!(bitmap.get(1000).is_some() && bitmap.get(2000).is_some());
    assert!(bitmap.serials().all(|serial| bitmap.get(serial) == Some(true)));
    assert!(totals.reduced > 50, "{}", totals.reduced);
    assert_eq!(bitmap.serials().count() as u64, totals.reduced);
    assert_eq!(bitmap.words[15] >> (1001 % 64), 0, "padding bits are 0");
    let (past, totals) = census.bitmap(19_683..30_000);
    assert_eq!((past.len, totals.legal), (0, 0));
    let (masks, totals) = census.masks(1000..20_000);
    assert!(masks.list.is_sorted_by(|a, b| a.0 < b.0));
    let points: u32 = masks.list.iter().map(|(_, mask)| mask.count_ones()).sum();
    assert_eq!(Some(u64::from(points)), totals.ko.map(|ko| ko.reduced()));
    assert_eq!((masks.get(0), masks.get(999), masks.get(u64::MAX)), (0, 0, 0));
    let (none, _) = super::census(3, 3, None).masks(0..19_683);
    assert!(none.list.is_empty());
}

/// The raw layout, compared bit by bit with the obvious way.
#[test]
fn raw_files() {
    for (width, height, ko) in
        [(3, 3, Some(Ko::Loose)), (4, 3, Some(Ko::Strict)), (5, 2, None), (1, 1, Some(Ko::Loose))]
    {
        let folder = temporary();
        let store = seed(folder.path(), width, height, ko);
        fill(&store, 0..1);
        let naive = Naive::new(store.census().size()).expect("small");
        let is_in = |serial| naive.is_legal(serial) && naive.is_reduced(serial);
        let serials = store.census().serials();
        let mut bits = vec![0u8; serials.div_ceil(8) as usize];
        let mut words = Vec::new();
        for serial in 0..serials {
            if is_in(serial) {
                bits[(serial / 8) as usize] |= 0x80 >> (serial % 8);
            }
            let mask = ko.filter(|_| is_in(serial)).map_or(0, |ko| naive.ko_mask(serial, ko));
            words.extend(mask.to_le_bytes());
        }
        let read = |name: &str| fs::read(folder.path().join(name)).ok();
        assert_eq!(read("0000.bits"), Some(bits), "{width}x{height}");
        assert_eq!(read("0000.ko"), ko.map(|_| words), "{width}x{height}");
        assert!(is_complete(&store));
        let (totals, infos, _) = store.merge().expect("whole");
        assert_eq!(totals, store.census().count(0..serials));
        let survey = store.census().survey_parts(0..1, Layout::Seed, run()).expect("not stopped");
        assert_eq!((totals, infos), survey);
        let mut reader = store.reader().expect("readable");
        let (bitmap, masks) = reader.part(0).expect("readable").expect("there");
        assert_eq!(bitmap, store.census().bitmap(0..serials).0);
        assert_eq!(masks, store.census().masks(0..serials).0);
        assert_eq!(reader.part(1).expect("readable"), None);
    }
}
