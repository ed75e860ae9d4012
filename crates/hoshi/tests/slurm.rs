//! A census on a real Slurm cluster, by the scripts of `contrib/slurm`, with a node killed while it works.
//! `cargo xtask test slurm` asks for it; a plain `cargo test` passes it by. Where no cluster can be started,
//! that is said, and nothing is red.
#![cfg(target_os = "linux")]

#[path = "slurm/cluster.rs"]
mod cluster;
#[path = "slurm/scripts.rs"]
mod scripts;

use std::ffi::OsString;
use std::fs;
use std::ops::Range;
use std::os::unix::fs::MetadataExt as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Duration;

use cluster::{Cluster, NODES, Process, poll};
use rustix::process::Signal;
use serde_json::Value;

/// Some ten seconds of work for one processor, in a build for tests.
const BOARD: &str = "5x4";
const SHARDS: u64 = 12;

/// The positions of that board: A094777 counts the legal ones, and a quarter of them, more or less, is
/// reduced.
const LEGAL: &str = "1840058693";
const REDUCED: &str = "460114319";

/// The node that is killed.
const VICTIM: usize = 2;

/// How long anything may take before it is given up.
const LIMIT: Duration = Duration::from_secs(180);

fn is_asked_for() -> bool {
    let asked = std::env::var_os("HOSHI_SLURM").is_some();
    if !asked {
        hoshi_testkit::runs_in("slurm", "runs a census on a cluster");
    }
    asked
}

#[test]
fn a_node_dies_and_the_census_is_the_same() {
    if !is_asked_for() {
        return;
    }
    // Not below the target folder: the address of a socket is short.
    let scratch = tempfile::Builder::new().prefix("hoshi-slurm-").tempdir().expect("a folder");
    let mut cluster = match started(scratch.path()) {
        Ok(cluster) => cluster,
        Err(why) => {
            hoshi_testkit::skip_privileged(format_args!("no cluster: {why}"));
            return;
        }
    };
    let out = cluster.folder.join("a census");
    let (census, merge) = submit(&cluster, &out);
    let (task, before) = stopped_at_work(&cluster, &out);
    cluster.kill_node(VICTIM);
    assert!(!is_whole(&out, task), "shard {task} was finished before its node was killed");

    // Meanwhile, all of it by one process.
    let alone = cluster.folder.join("alone");
    let expected =
        json(&hoshi(&["lab", "census", BOARD, "--ko", "strict", "--json"], Some(&alone)));
    assert_eq!(expected["legal"], LEGAL);
    assert_eq!(expected["reduced"], REDUCED);

    // The controller notices by itself that a node is gone, and puts the task into the queue again.
    let id = format!("{census}_{task}");
    let requeued = || cluster.job(&id, "Restarts").filter(|restarts| restarts != "0");
    poll(LIMIT, requeued).unwrap_or_else(|| panic!("{id} waits: {}", cluster.said("slurmctld")));
    cluster.start_node(VICTIM).expect("it was started before");

    let state = ended(&cluster, &merge);
    let log = |name: String| fs::read_to_string(logs(&out).join(name)).unwrap_or_default();
    let said = log(format!("{merge}_merge.log"));
    assert_eq!(state, "COMPLETED", "{said}{}", cluster.said("slurmctld"));
    let merged = fs::read(out.with_extension("json")).expect("the totals");
    assert_eq!(json(&merged), expected);
    assert_eq!(json(&hoshi(&["lab", "merge", "--json"], Some(&out))), expected);

    let said = log(format!("{census}_{task}.log"));
    let starts =
        said.lines().filter(|line| line.contains(&format!(": shard {task} of {SHARDS}, on n")));
    assert!(starts.count() >= 2, "{said}");
    let after = files(&out);
    for file in &before {
        assert!(after.contains(file), "made again: {file:?} is not in {after:?}");
    }

    let left = fs::read_dir(&out).expect("a folder").flatten().map(|entry| entry.file_name());
    let is_left = |name: &OsString| {
        let name = name.to_string_lossy();
        name.ends_with(".new") || name.starts_with(".lock-")
    };
    assert_eq!(left.filter(is_left).collect::<Vec<_>>(), [""; 0], "left by the killed node");

    // All of it once more: nothing is made, and the totals are joined again.
    let (_, merge) = submit(&cluster, &out);
    assert_eq!(ended(&cluster, &merge), "COMPLETED");
    assert_eq!(files(&out), after);
    assert_eq!(json(&fs::read(out.with_extension("json")).expect("the totals")), expected);
    println!(
        "counted: {SHARDS} shards on {NODES} nodes, one killed at shard {task}; {} files from before were \
         kept, {} made in all, totals and digest as by one process",
        before.len(),
        after.len()
    );
}

/// A cluster; a port may be taken between being found and being used, so it is tried twice.
fn started(scratch: &Path) -> Result<Cluster, String> {
    let attempt = |name: &str| {
        let folder = scratch.join(name);
        fs::create_dir(&folder).map_err(|error| error.to_string())?;
        Cluster::start(&folder)
    };
    attempt("1").or_else(|_| attempt("2"))
}

/// Submits the census; the numbers of the array and of the job that joins it.
fn submit(cluster: &Cluster, out: &Path) -> (String, String) {
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../contrib/slurm/submit.sh");
    let mut command = cluster.command("sh");
    command.arg(script).args(["--time=10"]).stderr(Stdio::inherit());
    command.env("BOARD", BOARD).env("KO", "strict").env("OUT", out);
    command.env("SHARDS", SHARDS.to_string()).env("HOSHI", env!("CARGO_BIN_EXE_hoshi"));
    let output = command.output().expect("a shell");
    assert!(output.status.success(), "{}", output.status);
    let said = String::from_utf8(output.stdout).expect("text");
    let id = |what: &str| {
        let mut lines = said.lines();
        lines.find_map(|line| Some(line.strip_prefix(what)?.trim().to_owned())).expect(what)
    };
    (id("census "), id("merge "))
}

/// Waits until the victim is in the middle of a shard, when others are finished, and has it stand still
/// there: which shard, and the files of that moment.
fn stopped_at_work(cluster: &Cluster, out: &Path) -> (u64, Vec<Made>) {
    let program = fs::canonicalize(env!("CARGO_BIN_EXE_hoshi")).expect("the program");
    let is_victim = |process: &Process| process.node == Some(VICTIM) && process.program == program;
    let stopped = poll(LIMIT, || {
        if files(out).len() < 2 {
            return None;
        }
        let process = cluster.processes().into_iter().find(is_victim)?;
        let task = process.task?;
        process.signal(Signal::STOP);
        poll(Duration::from_secs(5), || process.is_stopped().then_some(()))?;
        let parts = shard(out, task);
        let is_held = out.join(format!(".lock-{}-{}", parts.start, parts.end)).exists();
        if !is_held || is_whole(out, task) {
            process.signal(Signal::CONT);
            return None;
        }
        Some((task, files(out)))
    });
    stopped.unwrap_or_else(|| {
        let queue = cluster.ask("squeue", &["--array", "--long"]);
        let log = logs(out);
        panic!("n{VICTIM} is never at work; {queue}; see {}; {}", log.display(), cluster.said("n2"))
    })
}

/// How a job ended.
fn ended(cluster: &Cluster, id: &str) -> String {
    let is_over = |state: &String| {
        !["PENDING", "CONFIGURING", "RUNNING", "COMPLETING"].contains(&state.as_str())
    };
    let state = poll(LIMIT, || cluster.job(id, "JobState").filter(is_over));
    state.unwrap_or_else(|| panic!("job {id} does not end: {}", cluster.ask("squeue", &["--long"])))
}

/// A file of a census: its parts, and what shows that it is still the same one.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Made {
    first: u64,
    last: u64,
    inode: u64,
    time: (i64, i64),
}

/// The finished files of a census.
fn files(out: &Path) -> Vec<Made> {
    let Ok(entries) = fs::read_dir(out) else { return Vec::new() };
    let made = |entry: fs::DirEntry| {
        let name = entry.file_name();
        let (first, last) = name.to_str()?.strip_suffix(".census")?.split_once('-')?;
        let about = entry.metadata().ok()?;
        Some(Made {
            first: first.parse().ok()?,
            last: last.parse().ok()?,
            inode: about.ino(),
            time: (about.mtime(), about.mtime_nsec()),
        })
    };
    let mut files: Vec<Made> = entries.flatten().filter_map(made).collect();
    files.sort();
    files
}

/// The parts of a shard, as docs/cluster.md has it.
fn shard(out: &Path, task: u64) -> Range<u64> {
    let manifest = json(&fs::read(out.join("manifest.json")).expect("a manifest"));
    let parts: u64 =
        manifest["parts"].as_str().and_then(|parts| parts.parse().ok()).expect("parts");
    task * parts / SHARDS..(task + 1) * parts / SHARDS
}

/// Whether all parts of a shard are there.
fn is_whole(out: &Path, task: u64) -> bool {
    let files = files(out);
    shard(out, task).all(|part| files.iter().any(|file| (file.first..=file.last).contains(&part)))
}

/// The folder of the logs, which submit.sh makes beside the census.
fn logs(out: &Path) -> PathBuf {
    out.with_extension("logs")
}

fn json(bytes: &[u8]) -> Value {
    let text = String::from_utf8_lossy(bytes);
    serde_json::from_str(&text).unwrap_or_else(|error| panic!("{error}: {text}"))
}

/// What the program answers; a folder is what it keeps a census in, or takes one from.
fn hoshi(words: &[&str], folder: Option<&Path>) -> Vec<u8> {
    let mut command = Command::new(env!("CARGO_BIN_EXE_hoshi"));
    command.args(words).stdin(Stdio::null()).stderr(Stdio::inherit());
    if let Some(folder) = folder {
        if words.contains(&"census") {
            command.arg("--out");
        }
        command.arg(folder);
    }
    let output = command.output().expect("the program starts");
    assert!(output.status.success(), "{words:?}: {}", output.status);
    output.stdout
}
