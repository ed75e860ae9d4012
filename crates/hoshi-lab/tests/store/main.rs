//! A census on disk: filled, interrupted, damaged in every way, and repaired.

mod damage;
#[cfg(target_os = "linux")]
mod disks;
mod foreign;
mod reading;

use std::fs;
use std::ops::Range;
use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use hoshi_core::Size;
use hoshi_lab::{Census, Filled, Ko, Layout, PART, PartInfo, Run, Stopped, Store, StoreError};
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

/// A folder in memory if possible: these tests write and sync a thousand files.
fn temporary() -> TempDir {
    tempfile::tempdir_in("/dev/shm").or_else(|_| tempfile::tempdir()).expect("a folder")
}

/// The visible files of a folder, with their modification times.
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

/// Hidden files, except for the gate.
fn hidden(folder: &Path) -> Vec<String> {
    let read = fs::read_dir(folder).expect("a folder");
    let names = read.map(|entry| entry.expect("an entry").file_name().into_string().expect("one"));
    names.filter(|name| name.starts_with('.') && name != ".lock").collect()
}

fn is_complete(store: &Store) -> bool {
    store.verify(run()).expect("readable").is_complete()
}

#[test]
fn any_division_is_the_same() {
    let complete = temporary();
    let store = packed(complete.path(), 4, 4, Some(Ko::Loose));
    assert_eq!(store.parts(), 12);
    assert_eq!(fill(&store, 0..12), Filled::default());
    assert_eq!(names(complete.path()), ["000000-000011.census", "manifest.json"]);
    assert!(is_complete(&store));
    let wanted = store.merge().expect("complete");
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
            let (totals, infos) = store.some(parts.clone()).expect("the parts exist");
            assert_eq!(totals, some_of(&store, parts), "{parts:?} of {division:?}");
            assert_eq!(infos, wanted.1[parts.start as usize..parts.end as usize]);
        }
        assert_eq!(store.merge().expect("complete"), wanted, "{division:?}");
        assert!(is_complete(&store));
    }

    let (totals, infos) =
        store.census().survey_parts(0..12, Layout::Packed, run()).expect("not stopped");
    assert_eq!((totals, &infos), (wanted.0, &wanted.1));
    assert_eq!(PartInfo::digest_of(&infos), wanted.2);
}

fn some_of(store: &Store, parts: &Range<u64>) -> hoshi_lab::Totals {
    store.census().count(parts.start * PART..parts.end * PART)
}

/// A request may cover only some parts of a file.
#[test]
fn some_parts_of_a_file() {
    let folder = temporary();
    let store = packed(folder.path(), 5, 3, Some(Ko::Strict));
    fill(&store, 0..4);
    for parts in [0..1, 1..3, 3..4, 0..4, 2..2] {
        let (totals, infos) = store.some(parts.clone()).expect("the parts exist");
        assert_eq!(totals, some_of(&store, &parts), "{parts:?}");
        assert!(infos.iter().map(|info| info.index).eq(parts));
    }
}

#[test]
fn nothing_is_computed_twice() {
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
    assert!(is_complete(&store));
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
    // In the middle of a file, nothing of it is kept.
    let before = files(folder.path());
    let stop = AtomicBool::new(false);
    let progress = |_: u64| stop.store(true, Ordering::Relaxed);
    let stopped = store.fill(6..12, Run { threads: 2, progress: &progress, stop: &stop });
    assert!(matches!(stopped, Err(StoreError::Stopped)));
    assert_eq!(files(folder.path()), before);
    assert_eq!(hidden(folder.path()), [""; 0]);
    assert_eq!(fill(&store, 0..12).there, 6);
    assert!(is_complete(&store));
    // A check and a count stop as well.
    let stop = AtomicBool::new(true);
    let stopped = Run { threads: 2, progress: &|_| (), stop: &stop };
    assert!(matches!(store.verify(stopped), Err(StoreError::Stopped)));
    assert!(matches!(store.check_bits(0..12, stopped), Err(StoreError::Stopped)));
    let survey = store.census().survey(0..12, Layout::Packed, stopped);
    assert_eq!(survey.unwrap_err(), Stopped);
    let survey = store.census().survey_parts(0..12, Layout::Packed, stopped);
    assert_eq!(survey.unwrap_err(), Stopped);
}

/// While one run works on some parts, another may only work on others.
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
    assert!(is_complete(&store));
    assert_eq!(hidden(folder.path()), [""; 0]);
}

/// Leftovers of a killed run do not get in the way.
#[test]
fn leftovers() {
    let folder = temporary();
    let store = packed(folder.path(), 5, 3, None);
    let put = |name: &str| fs::write(folder.path().join(name), b"half").expect("written");
    put(".000000-000001.census.4711.new");
    put(".000002-000003.census.4711.new");
    for (name, text) in [(".lock-0-4", ""), (".lock-1-2", "4711 0\n")] {
        fs::write(folder.path().join(name), text).expect("written");
    }
    fill(&store, 0..2);
    // Another run may be writing the others.
    assert_eq!(hidden(folder.path()), [".000002-000003.census.4711.new"]);
    fill(&store, 0..4);
    assert_eq!(hidden(folder.path()), [""; 0]);
    assert!(is_complete(&store));
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
