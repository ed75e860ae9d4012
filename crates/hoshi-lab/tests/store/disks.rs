//! Full and read-only disks.

use std::path::PathBuf;

use hoshi_lab::{Ko, Layout, Store};
use tempfile::TempDir;

use super::{census, files, fill, hidden, names, packed, run, some_of, temporary};

/// A small separate disk, where the system allows it.
struct Disk(TempDir);

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

impl Drop for Disk {
    fn drop(&mut self) {
        let _ = std::process::Command::new("umount").arg(self.0.path()).status();
    }
}

#[test]
fn disks_that_are_full_or_read_only() {
    if std::env::var_os("HOSHI_DISKS").is_none() {
        hoshi_testkit::runs_in("disks", "fills a disk");
        return;
    }
    let Some(disk) = Disk::new("size=64k") else {
        hoshi_testkit::skip_privileged(
            "a full disk and a read-only one: no tmpfs can be mounted here",
        );
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
    // Existing parts can be read.
    assert_eq!(files(&folder), before);
    let verdict = Store::open(&folder).and_then(|store| store.verify(run())).expect("readable");
    assert_eq!((verdict.parts, verdict.missing, verdict.faults.len()), (2, 2, 0));
    disk.remount("rw");
    assert_eq!(fill(&store, 0..4).there, 2);
    assert_eq!(store.merge().expect("whole").0, wanted);
}
