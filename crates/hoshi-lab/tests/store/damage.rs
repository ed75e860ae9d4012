//! Files with a byte flipped or cut off.

use std::fs;

use hoshi_lab::{Ko, StoreError};

use super::{fill, is_complete, packed, run, seed, temporary};

/// Every bit of a file matters.
#[test]
fn every_flip_and_every_cut_is_found() {
    for ko in [None, Some(Ko::Strict)] {
        let folder = temporary();
        let store = packed(folder.path(), 3, 2, ko);
        fill(&store, 0..1);
        let wanted = store.merge().expect("intact");
        let path = folder.path().join("000000-000000.census");
        let intact = fs::read(&path).expect("the file");
        let mut damaged: Vec<Vec<u8>> =
            (0..intact.len()).map(|len| intact[..len].to_vec()).collect();
        damaged.push([&intact[..], b"x"].concat());
        for place in 0..intact.len() {
            let mut bytes = intact.clone();
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
            assert_eq!(fs::read(&path).expect("the file"), intact, "{what}");
            let aside = folder.path().join("000000-000000.census.broken");
            assert_eq!(fs::read(&aside).expect("put aside"), bytes);
            fs::remove_file(aside).expect("removed");
        }
        assert_eq!(store.merge().expect("intact"), wanted);
        assert!(is_complete(&store));
        // A file that was moved aside earlier is kept.
        for nth in 0..2 {
            fs::write(&path, [nth]).expect("written");
            fill(&store, 0..1);
        }
        for (nth, name) in [(0, "census.broken"), (1, "census.broken.2")] {
            let aside = folder.path().join(format!("000000-000000.{name}"));
            assert_eq!(fs::read(aside).expect("put aside"), [nth]);
        }
    }
}

/// The same for the raw layout, with all three files of a part.
#[test]
fn every_flip_and_every_cut_is_found_in_raw_parts() {
    let folder = temporary();
    let store = seed(folder.path(), 3, 1, Some(Ko::Loose));
    fill(&store, 0..1);
    let wanted = store.merge().expect("intact");
    for name in ["0000.bits", "0000.ko", "0000.json"] {
        let path = folder.path().join(name);
        let intact = fs::read(&path).expect("the file");
        let mut damaged: Vec<Vec<u8>> =
            (0..intact.len()).map(|len| intact[..len].to_vec()).collect();
        damaged.push([&intact[..], b"x"].concat());
        for place in 0..intact.len() {
            let mut bytes = intact.clone();
            bytes[place] ^= 1 << (place % 7);
            damaged.push(bytes);
        }
        let value = |bytes: &[u8]| serde_json::from_slice::<serde_json::Value>(bytes).ok();
        for bytes in damaged {
            // White space in JSON does not matter.
            if name == "0000.json" && value(&bytes) == value(&intact) {
                continue;
            }
            let what = format!("{name}: {}", String::from_utf8_lossy(&bytes));
            fs::write(&path, &bytes).expect("written");
            let verdict = store.verify(run()).expect("readable");
            assert_eq!((verdict.faults.len(), verdict.missing), (1, 1), "{what}");
            assert!(store.merge().is_err(), "{what}");
            let filled = fill(&store, 0..1);
            assert_eq!((filled.there, filled.aside.len()), (0, 1), "{what}");
            assert_eq!(fs::read(&path).expect("the file"), intact, "{what}");
        }
        fs::remove_file(&path).expect("removed");
        assert!(!is_complete(&store), "{name} is gone");
        fill(&store, 0..1);
        assert_eq!(store.merge().expect("intact"), wanted);
        assert!(is_complete(&store));
    }
}

/// Damage in other parts is left alone.
#[test]
fn other_parts_are_left_alone() {
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
    assert!(is_complete(&store));
}
