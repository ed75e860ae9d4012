//! A census on disk: filled, broken off, damaged in every way, and whole again.

use std::fs;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use hoshi_core::Size;
use hoshi_lab::{Census, Filled, Ko, Layout, Naive, PART, PartInfo, Run, Store, StoreError};
use tempfile::TempDir;

fn census(width: u8, height: u8, ko: Option<Ko>) -> Census {
    Census::new(Size::new(width, height).expect("a board"), ko).expect("small")
}

fn packed(folder: &Path, width: u8, height: u8, ko: Option<Ko>) -> Store {
    Store::create(folder, census(width, height, ko), Layout::Packed, "test").expect("a folder")
}

fn seed(folder: &Path, width: u8, height: u8, ko: Option<Ko>) -> Store {
    Store::create(folder, census(width, height, ko), Layout::Seed, "test").expect("a folder")
}

static NEVER: AtomicBool = AtomicBool::new(false);

fn run() -> Run<'static> {
    Run { threads: 2, progress: &|_| (), stop: &NEVER }
}

fn fill(store: &Store, parts: Range<u64>) -> Filled {
    store.fill(parts, run()).expect("filled")
}

fn temporary() -> TempDir {
    tempfile::tempdir().expect("a folder")
}

/// The files of a folder that are not hidden, with what shows that a file was not written again.
fn files(folder: &Path) -> Vec<(String, std::time::SystemTime)> {
    let mut files: Vec<_> = fs::read_dir(folder)
        .expect("a folder")
        .map(|entry| entry.expect("an entry"))
        .map(|entry| {
            let changed = entry.metadata().and_then(|data| data.modified()).expect("a time");
            (entry.file_name().into_string().expect("a name"), changed)
        })
        .filter(|(name, _)| !name.starts_with('.'))
        .collect();
    files.sort();
    files
}

fn names(folder: &Path) -> Vec<String> {
    files(folder).into_iter().map(|(name, _)| name).collect()
}

/// Hidden files, but for the gate.
fn hidden(folder: &Path) -> Vec<String> {
    let read = fs::read_dir(folder).expect("a folder");
    let names = read.map(|entry| entry.expect("an entry").file_name().into_string().expect("one"));
    names.filter(|name| name.starts_with('.') && name != ".lock").collect()
}

fn is_whole(store: &Store) -> bool {
    store.verify(run()).expect("readable").is_whole()
}

#[test]
fn any_division_is_the_same() {
    let whole = temporary();
    let store = packed(whole.path(), 4, 4, Some(Ko::Loose));
    assert_eq!(store.parts(), 12);
    assert_eq!(fill(&store, 0..12), Filled::default());
    assert_eq!(names(whole.path()), ["000000-000011.census", "manifest.json"]);
    assert!(is_whole(&store));
    let wanted = store.merge().expect("whole");
    // shared/oracles: legal.csv, reduced.csv, ko.csv and heat.csv.
    assert_eq!((wanted.0.legal, wanted.0.reduced), (24_318_165, 3_047_783));
    let ko = wanted.0.ko.as_ref().expect("ko points");
    assert_eq!((ko.all(), ko.reduced()), (1_333_272, 167_000));
    assert_eq!(ko.heat[..4], [19775, 15324, 16348, 23960]);
    assert_eq!(wanted.0, store.census().count(0..store.census().serials()));

    // Shares in any order, and parts one by one.
    let cut = |which: u64, of: u64| which * 12 / of..(which + 1) * 12 / of;
    let divisions: [Vec<Range<u64>>; 3] = [
        [3, 0, 4, 2, 1].map(|which| cut(which, 5)).to_vec(),
        (0..12).rev().map(|part| part..part + 1).collect(),
        vec![2..5, 0..8, 4..12],
    ];
    for division in divisions {
        let folder = temporary();
        let store = packed(folder.path(), 4, 4, Some(Ko::Loose));
        for parts in &division {
            fill(&store, parts.clone());
            let (totals, infos) = store.some(parts.clone()).expect("they are there");
            assert_eq!(totals, some_of(&store, parts), "{parts:?} of {division:?}");
            assert_eq!(infos, wanted.1[parts.start as usize..parts.end as usize]);
        }
        assert_eq!(store.merge().expect("whole"), wanted, "{division:?}");
        assert!(is_whole(&store));
    }

    let (totals, infos) =
        store.census().survey_parts(0..12, Layout::Packed, run()).expect("not stopped");
    assert_eq!((totals, &infos), (wanted.0, &wanted.1));
    assert_eq!(PartInfo::digest_of(&infos), wanted.2);
}

fn some_of(store: &Store, parts: &Range<u64>) -> hoshi_lab::Totals {
    store.census().count(parts.start * PART..parts.end * PART)
}

/// What is asked for may be less than a file has.
#[test]
fn some_parts_of_a_file() {
    let folder = temporary();
    let store = packed(folder.path(), 5, 3, Some(Ko::Strict));
    fill(&store, 0..4);
    for parts in [0..1, 1..3, 3..4, 0..4, 2..2] {
        let (totals, infos) = store.some(parts.clone()).expect("they are there");
        assert_eq!(totals, some_of(&store, &parts), "{parts:?}");
        assert!(infos.iter().map(|info| info.index).eq(parts));
    }
}

#[test]
fn nothing_is_made_twice() {
    let folder = temporary();
    let store = packed(folder.path(), 4, 4, None);
    fill(&store, 4..6);
    let before = files(folder.path());
    assert_eq!(fill(&store, 4..6).there, 2);
    assert_eq!(files(folder.path()), before);
    assert_eq!(fill(&store, 0..12).there, 2);
    let after = files(folder.path());
    assert!(before.iter().all(|file| after.contains(file)), "{before:?} {after:?}");
    let wanted =
        ["000000-000003.census", "000004-000005.census", "000006-000011.census", "manifest.json"];
    assert_eq!(names(folder.path()), wanted);
    assert!(is_whole(&store));
    assert_eq!(hidden(folder.path()), [""; 0]);

    let folder = temporary();
    let store = seed(folder.path(), 3, 3, Some(Ko::Loose));
    assert_eq!(fill(&store, 0..1).there, 0);
    let before = files(folder.path());
    assert_eq!(fill(&store, 0..1).there, 1);
    assert_eq!(files(folder.path()), before);
}

#[test]
fn a_stop_leaves_whole_files() {
    let folder = temporary();
    let store = packed(folder.path(), 4, 4, Some(Ko::Strict));
    // Stopped after the first, the second and so on of single parts.
    let mut there = 0;
    for more in 1..4 {
        let (stop, done) = (AtomicBool::new(false), AtomicU64::new(0));
        let progress = |serials: u64| {
            if done.fetch_add(serials, Ordering::Relaxed) + serials >= (there + more) * PART {
                stop.store(true, Ordering::Relaxed);
            }
        };
        for part in 0..12 {
            let run = Run { threads: 1, progress: &progress, stop: &stop };
            done.store(part * PART, Ordering::Relaxed);
            match store.fill(part..part + 1, run) {
                Ok(_) => {}
                Err(StoreError::Stopped) => break,
                Err(error) => panic!("{error}"),
            }
        }
        there += more;
        assert_eq!(hidden(folder.path()), [""; 0]);
        let verdict = store.verify(run()).expect("readable");
        assert_eq!(verdict.faults, [""; 0]);
        assert_eq!((verdict.parts, verdict.missing), (there, 12 - there));
    }
    // In the middle of a file, nothing of it stays.
    let before = files(folder.path());
    let stop = AtomicBool::new(false);
    let progress = |_: u64| stop.store(true, Ordering::Relaxed);
    let stopped = store.fill(6..12, Run { threads: 2, progress: &progress, stop: &stop });
    assert!(matches!(stopped, Err(StoreError::Stopped)));
    assert_eq!(files(folder.path()), before);
    assert_eq!(hidden(folder.path()), [""; 0]);
    assert_eq!(fill(&store, 0..12).there, 6);
    assert!(is_whole(&store));
    // A check and a count stop as well.
    let stop = AtomicBool::new(true);
    let stopped = Run { threads: 2, progress: &|_| (), stop: &stop };
    assert!(matches!(store.verify(stopped), Err(StoreError::Stopped)));
    assert!(matches!(store.check_bits(0..12, stopped), Err(StoreError::Stopped)));
    let survey = store.census().survey(0..12, Layout::Packed, stopped);
    assert!(matches!(survey, Err(StoreError::Stopped)));
    let survey = store.census().survey_parts(0..12, Layout::Packed, stopped);
    assert!(matches!(survey, Err(StoreError::Stopped)));
}

/// Every bit of a file is one that matters.
#[test]
fn every_flip_and_every_cut_is_found() {
    for ko in [None, Some(Ko::Strict)] {
        let folder = temporary();
        let store = packed(folder.path(), 3, 2, ko);
        fill(&store, 0..1);
        let wanted = store.merge().expect("whole");
        let path = folder.path().join("000000-000000.census");
        let whole = fs::read(&path).expect("the file");
        let mut damaged: Vec<Vec<u8>> = (0..whole.len()).map(|len| whole[..len].to_vec()).collect();
        damaged.push([&whole[..], b"x"].concat());
        for place in 0..whole.len() {
            let mut bytes = whole.clone();
            bytes[place] ^= 1 << (place % 8);
            damaged.push(bytes);
        }
        for bytes in damaged {
            let what = format!("{} bytes, {bytes:?}", bytes.len());
            fs::write(&path, &bytes).expect("written");
            let verdict = store.verify(run()).expect("readable");
            assert_eq!((verdict.faults.len(), verdict.missing), (1, 1), "{what}");
            assert!(verdict.faults[0].contains("000000-000000.census: "), "{what}");
            assert!(matches!(store.merge(), Err(StoreError::Broken { .. })), "{what}");
            assert!(store.reader().is_err(), "{what}");
            let filled = fill(&store, 0..1);
            assert_eq!((filled.there, &filled.aside), (0, &verdict.faults), "{what}");
            assert_eq!(fs::read(&path).expect("the file"), whole, "{what}");
            let aside = folder.path().join("000000-000000.census.broken");
            assert_eq!(fs::read(aside).expect("put aside"), bytes);
        }
        assert_eq!(store.merge().expect("whole"), wanted);
        assert!(is_whole(&store));
    }
}

/// So it is in the raw layout, with all three files of a part.
#[test]
fn every_flip_and_every_cut_is_found_in_raw_parts() {
    let folder = temporary();
    let store = seed(folder.path(), 3, 1, Some(Ko::Loose));
    fill(&store, 0..1);
    let wanted = store.merge().expect("whole");
    for name in ["0000.bits", "0000.ko", "0000.json"] {
        let path = folder.path().join(name);
        let whole = fs::read(&path).expect("the file");
        let mut damaged: Vec<Vec<u8>> = (0..whole.len()).map(|len| whole[..len].to_vec()).collect();
        damaged.push([&whole[..], b"x"].concat());
        for place in 0..whole.len() {
            let mut bytes = whole.clone();
            bytes[place] ^= 1 << (place % 7);
            damaged.push(bytes);
        }
        let value = |bytes: &[u8]| serde_json::from_slice::<serde_json::Value>(bytes).ok();
        for bytes in damaged {
            // Space between the words of JSON is of no account.
            if name == "0000.json" && value(&bytes) == value(&whole) {
                continue;
            }
            let what = format!("{name}: {}", String::from_utf8_lossy(&bytes));
            fs::write(&path, &bytes).expect("written");
            let verdict = store.verify(run()).expect("readable");
            assert_eq!((verdict.faults.len(), verdict.missing), (1, 1), "{what}");
            assert!(store.merge().is_err(), "{what}");
            let filled = fill(&store, 0..1);
            assert_eq!((filled.there, filled.aside.len()), (0, 1), "{what}");
            assert_eq!(fs::read(&path).expect("the file"), whole, "{what}");
        }
        fs::remove_file(&path).expect("removed");
        assert!(!is_whole(&store), "{name} is gone");
        fill(&store, 0..1);
        assert_eq!(store.merge().expect("whole"), wanted);
        assert!(is_whole(&store));
    }
}

/// What is damaged elsewhere is left to whoever makes those parts.
#[test]
fn other_parts_are_let_alone() {
    let folder = temporary();
    let store = packed(folder.path(), 4, 4, None);
    fill(&store, 0..2);
    let path = folder.path().join("000000-000001.census");
    fs::write(&path, b"").expect("written");
    assert_eq!(fill(&store, 2..12).aside, [""; 0]);
    assert!(path.exists());
    assert!(matches!(store.merge(), Err(StoreError::Broken { .. })));
    assert_eq!(fill(&store, 1..2).aside.len(), 1);
    let Err(StoreError::Missing { missing: 1, all: 12, first: 0, .. }) = store.merge() else {
        panic!("part 0 is missing");
    };
    fill(&store, 0..12);
    assert!(is_whole(&store));
}

#[test]
fn foreign_files() {
    let folder = temporary();
    let store = packed(folder.path(), 3, 3, None);
    fill(&store, 0..1);
    // Not ours by its name: it is neither read nor moved.
    let foreign = folder.path().join("notes.census");
    fs::write(&foreign, b"my notes").expect("written");
    let error = store.fill(0..1, run()).expect_err("refused").to_string();
    assert!(error.ends_with("notes.census: this is no file of a census"), "{error}");
    assert_eq!(store.verify(run()).expect("readable").faults.len(), 1);
    assert_eq!(fs::read(&foreign).expect("there"), b"my notes");
    fs::remove_file(&foreign).expect("removed");
    // With another ending it is nobody's business.
    fs::write(folder.path().join("notes.txt"), b"my notes").expect("written");
    assert!(is_whole(&store));

    // Under the name of other parts it is not taken for them, nor written over.
    let other = temporary();
    let large = packed(other.path(), 5, 3, None);
    fill(&large, 0..2);
    fs::rename(
        other.path().join("000000-000001.census"),
        other.path().join("000002-000003.census"),
    )
    .expect("renamed");
    let error = large.merge().expect_err("refused").to_string();
    assert!(error.ends_with("it holds parts 0-1, and its name says others"), "{error}");
    assert_eq!(fill(&large, 0..4).aside.len(), 1);
    assert!(is_whole(&large));

    // A file of another board, and of another kind of ko.
    for (width, height, ko) in [(4, 2, None), (3, 3, Some(Ko::Loose))] {
        let other = temporary();
        fill(&packed(other.path(), width, height, ko), 0..1);
        let name = "000000-000000.census";
        fs::copy(other.path().join(name), folder.path().join(name)).expect("copied");
        assert_eq!(store.verify(run()).expect("readable").faults.len(), 1);
        assert_eq!(fill(&store, 0..1).aside.len(), 1);
        assert!(is_whole(&store));
    }

    // A folder with something else in it becomes no census.
    let folder = temporary();
    fs::write(folder.path().join("thesis.tex"), b"").expect("written");
    let made = Store::create(folder.path(), census(3, 3, None), Layout::Packed, "test");
    let error = made.expect_err("not empty").to_string();
    assert!(error.contains("thesis.tex"), "{error}");
    assert_eq!(names(folder.path()), ["thesis.tex"]);
}

#[test]
fn another_census() {
    let folder = temporary();
    packed(folder.path(), 3, 3, Some(Ko::Strict));
    let others = [
        (census(3, 4, Some(Ko::Strict)), Layout::Packed, "its board is 3x3, not 3x4"),
        (census(3, 3, Some(Ko::Loose)), Layout::Packed, "ko points is strict, not loose"),
        (census(3, 3, None), Layout::Packed, "its kind of ko points is strict, not none"),
        (census(3, 3, Some(Ko::Strict)), Layout::Seed, "its layout is packed, not seed"),
    ];
    for (census, layout, why) in others {
        let error = Store::create(folder.path(), census, layout, "test").expect_err("another");
        assert!(matches!(error, StoreError::Other { .. }));
        assert!(error.to_string().ends_with(why), "{error}");
    }
}

#[test]
fn manifests() {
    let folder = temporary();
    let store = packed(folder.path(), 3, 3, Some(Ko::Strict));
    let path = folder.path().join("manifest.json");
    let whole = fs::read_to_string(&path).expect("a manifest");
    for (from, to, why) in [
        ("hoshi census", "go census", "this is no manifest of a census"),
        ("\"version\": 1", "\"version\": 2", "version 2; this program reads 1"),
        ("\"width\": 3", "\"width\": 0", "`width` and `height` are no board"),
        ("\"width\": 3", "\"width\": 4", "`serials` is \"19683\", not \"531441\""),
        ("\"ko\": \"strict\"", "\"ko\": \"lax\"", "`ko` is none of none, loose, strict"),
        ("\"layout\": \"packed\"", "\"layout\": \"\"", "`layout` is neither packed nor seed"),
        ("\"3779136\"", "\"1000\"", "`part_serials` is \"1000\", not \"3779136\""),
        ("\"parts\": \"1\"", "\"parts\": 1", "`parts` is 1, not \"1\""),
        ("{", "", "this is no JSON: trailing characters at line 2 column 11"),
    ] {
        assert!(whole.contains(from), "{from}");
        fs::write(&path, whole.replacen(from, to, 1)).expect("written");
        let error = Store::open(folder.path()).expect_err(why).to_string();
        assert!(error.ends_with(why), "{error}");
        let made = Store::create(folder.path(), census(3, 3, Some(Ko::Strict)), Layout::Packed, "");
        assert!(made.is_err(), "{why}");
    }
    fs::remove_file(&path).expect("removed");
    let error = Store::open(folder.path()).expect_err("none").to_string();
    assert!(error.ends_with("there is no manifest.json in it: this is no census"), "{error}");
    fs::write(&path, whole).expect("written");
    let opened = Store::open(folder.path()).expect("a census");
    assert_eq!(opened.census().size(), store.census().size());
    assert_eq!((opened.census().ko(), opened.layout()), (Some(Ko::Strict), Layout::Packed));
    assert!(Store::open(Path::new("/nowhere/at/all")).is_err());
}

/// While one is at some parts, another may only be at others.
#[test]
fn two_at_once() {
    let folder = temporary();
    let store = packed(folder.path(), 4, 4, None);
    let tried = AtomicBool::new(false);
    let progress = |_: u64| {
        if tried.swap(true, Ordering::Relaxed) {
            return;
        }
        for parts in [2..5, 0..12, 4..5, 2..3] {
            let error = store.fill(parts, run()).expect_err("busy");
            assert!(matches!(&error, StoreError::Busy { parts, .. } if parts == "2-4"), "{error}");
        }
        assert_eq!(fill(&store, 5..6).there, 0);
        assert_eq!(fill(&store, 0..2).there, 0);
    };
    let first = Run { threads: 1, progress: &progress, stop: &NEVER };
    store.fill(2..5, first).expect("filled");
    assert!(tried.into_inner());
    assert_eq!(fill(&store, 0..12).there, 6);
    assert!(is_whole(&store));
    assert_eq!(hidden(folder.path()), [""; 0]);
}

/// What a killed run leaves is in nobody's way.
#[test]
fn leftovers() {
    let folder = temporary();
    let store = packed(folder.path(), 5, 3, None);
    let put = |name: &str| fs::write(folder.path().join(name), b"half").expect("written");
    put(".000000-000001.census.4711.new");
    put(".000002-000003.census.4711.new");
    put(".lock-0-4");
    put(".lock-1-2");
    fill(&store, 0..2);
    // Another run may be writing the others.
    assert_eq!(hidden(folder.path()), [".000002-000003.census.4711.new"]);
    fill(&store, 0..4);
    assert_eq!(hidden(folder.path()), [""; 0]);
    assert!(is_whole(&store));
}

#[test]
fn missing_parts_are_named() {
    let folder = temporary();
    let store = packed(folder.path(), 4, 4, None);
    for (parts, missing, first) in [(0..0, 12, 0), (0..3, 9, 3), (7..8, 8, 3), (11..12, 7, 3)] {
        fill(&store, parts);
        let error = store.merge().expect_err("missing").to_string();
        let start = format!("{missing} of 12 parts are missing in ");
        assert!(error.starts_with(&start), "{error}");
        assert!(error.ends_with(&format!("the first is {first}")), "{error}");
        let verdict = store.verify(run()).expect("readable");
        assert_eq!((verdict.missing, verdict.faults.len()), (missing, 0));
    }
    let mut reader = store.reader().expect("readable");
    assert_eq!(reader.part(5).expect("readable"), None);
    assert_eq!(reader.get(5 * PART).expect("readable"), None);
    assert_eq!(reader.part(99).expect("readable"), None);
    assert!(matches!(store.check_bits(2..4, run()), Err(StoreError::Missing { first: 3, .. })));
    let folder = temporary();
    let error = seed(folder.path(), 3, 3, None).merge().expect_err("missing").to_string();
    assert!(error.starts_with("1 of 1 parts are missing"), "{error}");
}

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
    let (bitmap, _) = census.bitmap(1000..2001);
    assert_eq!((bitmap.first, bitmap.len, bitmap.words.len()), (1000, 1001, 16));
    assert_eq!((bitmap.get(999), bitmap.get(2001)), (None, None));
    assert!(bitmap.get(1000).is_some() && bitmap.get(2000).is_some());
    assert!(bitmap.serials().all(|serial| bitmap.get(serial) == Some(true)));
    assert_eq!(bitmap.words[15] >> (1001 % 64), 0, "what is past the last is 0");
    let (past, totals) = census.bitmap(19_683..30_000);
    assert_eq!((past.len, totals.legal), (0, 0));
    let (masks, totals) = census.masks(1000..20_000);
    assert!(masks.list.is_sorted_by(|a, b| a.0 < b.0));
    let points: u32 = masks.list.iter().map(|(_, mask)| mask.count_ones()).sum();
    assert_eq!(Some(u64::from(points)), totals.ko.map(|ko| ko.reduced()));
    assert_eq!((masks.get(0), masks.get(999), masks.get(u64::MAX)), (0, 0, 0));
    let (none, _) = self::census(3, 3, None).masks(0..19_683);
    assert!(none.list.is_empty());
}

/// The raw layout against the obvious way, to the bit.
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
        assert!(is_whole(&store));
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

/// A small disk of its own, where this may be.
#[cfg(target_os = "linux")]
struct Disk(TempDir);

#[cfg(target_os = "linux")]
impl Disk {
    fn new(options: &str) -> Option<Disk> {
        let folder = temporary();
        let mounted = std::process::Command::new("mount")
            .args(["-t", "tmpfs", "-o", options, "tmpfs"])
            .arg(folder.path())
            .output();
        mounted.is_ok_and(|done| done.status.success()).then_some(Disk(folder))
    }

    fn remount(&self, options: &str) {
        let done = std::process::Command::new("mount")
            .args(["-o", &format!("remount,{options}")])
            .arg(self.0.path())
            .status();
        assert!(done.expect("mount runs").success());
    }

    fn folder(&self) -> PathBuf {
        self.0.path().join("census")
    }
}

#[cfg(target_os = "linux")]
impl Drop for Disk {
    fn drop(&mut self) {
        let _ = std::process::Command::new("umount").arg(self.0.path()).status();
    }
}

#[test]
#[cfg(target_os = "linux")]
fn disks_that_are_full_or_read_only() {
    let Some(disk) = Disk::new("size=64k") else {
        println!("skipped: a full disk and a read-only one: no tmpfs can be mounted here");
        return;
    };
    let folder = disk.folder();
    let store = packed(&folder, 5, 3, Some(Ko::Loose));
    let wanted = some_of(&store, &(0..4));
    let error = store.fill(0..4, run()).expect_err("full");
    assert!(error.to_string().contains("No space left"), "{error}");
    assert_eq!(names(&folder), ["manifest.json"]);
    assert_eq!(hidden(&folder), [""; 0]);
    disk.remount("size=8m");
    fill(&store, 0..2);
    let before = files(&folder);
    disk.remount("ro");
    let error = store.fill(0..4, run()).expect_err("read-only");
    assert!(error.to_string().contains("Read-only file system"), "{error}");
    let made = Store::create(&disk.0.path().join("new"), census(3, 3, None), Layout::Packed, "");
    assert!(made.is_err());
    // What is there can be read.
    assert_eq!(files(&folder), before);
    let verdict = Store::open(&folder).and_then(|store| store.verify(run())).expect("readable");
    assert_eq!((verdict.parts, verdict.missing, verdict.faults.len()), (2, 2, 0));
    disk.remount("rw");
    assert_eq!(fill(&store, 0..4).there, 2);
    assert_eq!(store.merge().expect("whole").0, wanted);
}
