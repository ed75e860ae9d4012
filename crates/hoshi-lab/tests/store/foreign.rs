//! Files and folders of another census, or of none.

use std::fs;
use std::path::Path;

use hoshi_lab::{Ko, Layout, Store, StoreError};

use super::{census, fill, is_complete, names, packed, run, temporary};

#[test]
fn foreign_files() {
    let folder = temporary();
    let store = packed(folder.path(), 3, 3, None);
    fill(&store, 0..1);
    // Its name is not ours: it is neither read nor moved.
    let foreign = folder.path().join("notes.census");
    fs::write(&foreign, b"my notes").expect("written");
    let error = store.fill(0..1, run()).expect_err("refused").to_string();
    assert!(error.ends_with("notes.census: not a census file"), "{error}");
    assert_eq!(store.verify(run()).expect("readable").faults.len(), 1);
    assert_eq!(fs::read(&foreign).expect("there"), b"my notes");
    fs::remove_file(&foreign).expect("removed");
    // With another extension it is ignored.
    fs::write(folder.path().join("notes.txt"), b"my notes").expect("written");
    assert!(is_complete(&store));

    // Under the name of other parts it is neither accepted nor overwritten.
    let other = temporary();
    let large = packed(other.path(), 5, 3, None);
    fill(&large, 0..2);
    fs::rename(
        other.path().join("000000-000001.census"),
        other.path().join("000002-000003.census"),
    )
    .expect("renamed");
    let error = large.merge().expect_err("refused").to_string();
    assert!(error.ends_with("it holds parts 0-1, but its name says otherwise"), "{error}");
    assert_eq!(fill(&large, 0..4).aside.len(), 1);
    assert!(is_complete(&large));

    // A file of another board, and of another kind of ko.
    for (width, height, ko) in [(4, 2, None), (3, 3, Some(Ko::Loose))] {
        let other = temporary();
        fill(&packed(other.path(), width, height, ko), 0..1);
        let name = "000000-000000.census";
        fs::copy(other.path().join(name), folder.path().join(name)).expect("copied");
        assert_eq!(store.verify(run()).expect("readable").faults.len(), 1);
        assert_eq!(fill(&store, 0..1).aside.len(), 1);
        assert!(is_complete(&store));
    }

    // A folder with other files is refused and left unchanged.
    let folder = temporary();
    fs::write(folder.path().join("thesis.tex"), b"").expect("written");
    fs::write(folder.path().join(".lock"), b"mine").expect("written");
    let made = Store::create(folder.path(), census(3, 3, None), Layout::Packed, "test");
    let error = made.expect_err("not empty").to_string();
    assert!(error.contains("thesis.tex"), "{error}");
    assert_eq!(names(folder.path()), ["thesis.tex"]);
    assert_eq!(fs::read(folder.path().join(".lock")).expect("there"), b"mine");
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
        ("hoshi census", "go census", "not a census manifest"),
        ("\"version\": 1", "\"version\": 2", "unsupported version 2; this program supports 1"),
        ("\"width\": 3", "\"width\": 0", "invalid `width` and `height`"),
        ("\"width\": 3", "\"width\": 4", "`serials` is \"19683\", not \"531441\""),
        ("\"ko\": \"strict\"", "\"ko\": \"lax\"", "`ko` must be none, loose or strict"),
        ("\"layout\": \"packed\"", "\"layout\": \"\"", "`layout` must be packed or seed"),
        ("\"3779136\"", "\"1000\"", "`part_serials` is \"1000\", not \"3779136\""),
        ("\"parts\": \"1\"", "\"parts\": 1", "`parts` is 1, not \"1\""),
        ("{", "", "invalid JSON: trailing characters at line 2 column 11"),
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
    assert!(error.ends_with("not a census: it has no manifest.json"), "{error}");
    fs::write(&path, whole).expect("written");
    let opened = Store::open(folder.path()).expect("a census");
    assert_eq!(opened.census().size(), store.census().size());
    assert_eq!((opened.census().ko(), opened.layout()), (Some(Ko::Strict), Layout::Packed));
    assert!(Store::open(Path::new("/nowhere/at/all")).is_err());
}

/// The name of a census file may belong to something that is not a regular file.
#[cfg(unix)]
#[test]
fn pipes_and_links() {
    use std::os::unix::fs::symlink;
    use std::process::Command;

    let pipe = |path: &Path| {
        assert!(Command::new("mkfifo").arg(path).status().expect("mkfifo").success());
    };
    let folder = temporary();
    let store = packed(folder.path(), 3, 3, None);
    let file = folder.path().join("000000-000000.census");
    pipe(&file);
    for error in [
        store.fill(0..1, run()).expect_err("refused"),
        store.merge().expect_err("refused"),
        store.verify(run()).expect_err("refused"),
    ] {
        let error = error.to_string();
        assert!(error.ends_with("000000-000000.census: it is a pipe, not a file"), "{error}");
    }
    fs::remove_file(&file).expect("removed");
    fs::remove_file(folder.path().join("manifest.json")).expect("removed");
    pipe(&folder.path().join("manifest.json"));
    let error = Store::open(folder.path()).expect_err("refused").to_string();
    assert!(error.ends_with("manifest.json: it is a pipe, not a file"), "{error}");

    // The raw layout: writing replaces the name, never the target of a link.
    let (folder, other) = (temporary(), temporary());
    let precious = other.path().join("precious");
    fs::write(&precious, b"mine").expect("written");
    let of_ko = census(3, 3, Some(Ko::Loose));
    let store = Store::create(folder.path(), of_ko, Layout::Seed, "test").expect("made");
    for name in ["0000.bits", "0000.ko"] {
        symlink(&precious, folder.path().join(name)).expect("a link");
    }
    fill(&store, 0..1);
    assert!(is_complete(&store));
    assert_eq!(fs::read(&precious).expect("there"), b"mine");
    fs::remove_file(folder.path().join("0000.bits")).expect("removed");
    pipe(&folder.path().join("0000.bits"));
    let error = store.merge().expect_err("refused").to_string();
    assert!(error.ends_with("0000.bits: it is a pipe, not a file"), "{error}");
}
