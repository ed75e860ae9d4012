//! The scripts of `contrib/slurm` without Slurm: what they refuse, what they ask of it, and what the jobs do.

use std::fs;
use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// Stands in for `sbatch`: notes its words and what the jobs will be told, and gives out a number.
const SBATCH: &str = r#"#!/bin/sh
{
    for word; do printf '%s\n' "$word"; done
    printf '%s\n' "BOARD=$BOARD OUT=$OUT SHARDS=$SHARDS KO=$KO HOSHI=$HOSHI" ---
} >>"$NOTES"
echo "$(grep -c -e --- "$NOTES");somewhere"
"#;

fn script(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../contrib/slurm").join(name)
}

/// A script, with nothing in the environment that it would listen to.
fn run(name: &str, folder: &Path, environment: &[(&str, &str)], words: &[&str]) -> Output {
    let mut command = Command::new("sh");
    command.arg(script(name)).args(words).current_dir(folder);
    let is_theirs = |name: &str| {
        name.starts_with("SLURM") || ["BOARD", "OUT", "SHARDS", "KO", "HOSHI"].contains(&name)
    };
    for (name, _) in std::env::vars_os() {
        if name.to_str().is_some_and(is_theirs) {
            command.env_remove(name);
        }
    }
    let path = std::env::var("PATH").unwrap_or_default();
    command.env("PATH", format!("{}:{path}", folder.join("bin").display()));
    command.env("NOTES", folder.join("notes"));
    command.envs(environment.iter().copied()).output().expect("a shell")
}

/// A folder where `sbatch` only takes notes.
fn scratch() -> tempfile::TempDir {
    let scratch = tempfile::tempdir_in(env!("CARGO_TARGET_TMPDIR")).expect("a folder");
    let sbatch = scratch.path().join("bin/sbatch");
    fs::create_dir(scratch.path().join("bin")).expect("a folder");
    fs::write(&sbatch, SBATCH).expect("a script");
    fs::set_permissions(&sbatch, fs::Permissions::from_mode(0o755)).expect("rights");
    scratch
}

const HOSHI: (&str, &str) = ("HOSHI", env!("CARGO_BIN_EXE_hoshi"));

#[test]
fn wrong_calls_submit_nothing() {
    let scratch = scratch();
    let board = ("BOARD", "3x3");
    let out = ("OUT", "census");
    for (environment, why) in [
        (&[out, HOSHI][..], "set the board, as in BOARD=5x5"),
        (&[board, HOSHI], "set the folder, as in OUT=/shared/census-5x5"),
        (&[board, ("OUT", ""), HOSHI], "set the folder, as in OUT=/shared/census-5x5"),
        (&[board, out, HOSHI, ("SHARDS", "0")], "SHARDS is `0`; it must be a number of at least 1"),
        (
            &[board, out, HOSHI, ("SHARDS", "-3")],
            "SHARDS is `-3`; it must be a number of at least 1",
        ),
        (
            &[board, out, HOSHI, ("SHARDS", "0-7")],
            "SHARDS is `0-7`; it must be a number of at least 1",
        ),
        (
            &[board, out, ("HOSHI", "no/such")],
            "there is no program `no/such`; set its path, as in HOSHI=/opt/bin/hoshi",
        ),
    ] {
        let output = run("submit.sh", scratch.path(), environment, &[]);
        let said = String::from_utf8_lossy(&output.stderr);
        assert_eq!(
            (output.status.code(), said.trim_end()),
            (Some(2), &*format!("submit.sh: {why}"))
        );
        assert!(output.stdout.is_empty());
    }
    let odd = [board, ("OUT", "100%"), HOSHI];
    assert_eq!(run("submit.sh", scratch.path(), &odd, &[]).status.code(), Some(2));
    let left = fs::read_dir(scratch.path()).expect("a folder").count();
    assert_eq!(left, 1, "only the programs are there");
}

#[test]
fn two_jobs_are_submitted() {
    let scratch = scratch();
    let told = [("BOARD", "5x4"), ("OUT", "a census/"), ("SHARDS", "12"), ("KO", "loose"), HOSHI];
    let output = run("submit.sh", scratch.path(), &told, &["--partition=a b"]);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    assert_eq!(String::from_utf8_lossy(&output.stdout), "census 1\nmerge 2\n");

    let place = fs::canonicalize(scratch.path()).expect("a folder");
    let out = place.join("a census").display().to_string();
    assert!(Path::new(&format!("{out}.logs")).is_dir());
    let (census, merge) = (script("census.sbatch"), script("merge.sbatch"));
    let told = format!("BOARD=5x4 OUT={out} SHARDS=12 KO=loose HOSHI={}", HOSHI.1);
    let expected = format!(
        "--parsable\n--export=ALL\n--array=0-11\n--output={out}.logs/%A_%a.log\n--partition=a b\n{}\n{told}\n---\n\
         --parsable\n--export=ALL\n--dependency=afterany:1\n--output={out}.logs/%j_merge.log\n--partition=a b\n{}\n\
         {told}\n---\n",
        census.display(),
        merge.display()
    );
    assert_eq!(fs::read_to_string(place.join("notes")).expect("notes"), expected);
}

/// The jobs as Slurm runs them: all tasks of an array, one of them again by itself, and the merge.
#[test]
fn the_jobs_make_a_census() {
    let scratch = scratch();
    let told = [("BOARD", "4x4"), ("OUT", "a census"), ("KO", "strict"), HOSHI];
    let task = |id: &str, more: &[(&str, &str)]| {
        let environment = [&told[..], &[("SLURM_ARRAY_TASK_ID", id)], more].concat();
        run("census.sbatch", scratch.path(), &environment, &[])
    };
    let merge = || run("merge.sbatch", scratch.path(), &told, &[]);
    let totals = scratch.path().join("a census.json");

    assert!(task("0", &[("SLURM_ARRAY_TASK_COUNT", "3")]).status.success());
    assert!(task("2", &[("SLURM_ARRAY_TASK_COUNT", "3")]).status.success());
    let early = merge();
    assert_eq!(early.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&early.stderr).contains("parts are missing"));
    assert!(!totals.exists());

    // One task alone: Slurm counts 1, and only SHARDS knows better.
    let last = task(
        "1",
        &[("SLURM_ARRAY_TASK_COUNT", "1"), ("SHARDS", "3"), ("SLURM_CPUS_PER_TASK", "2")],
    );
    assert!(last.status.success(), "{}", String::from_utf8_lossy(&last.stderr));
    assert!(String::from_utf8_lossy(&last.stdout).contains(": shard 1 of 3, on "));
    let merged = merge();
    assert!(merged.status.success(), "{}", String::from_utf8_lossy(&merged.stderr));
    assert_eq!(fs::read(&totals).expect("totals"), merged.stdout);
    let json: serde_json::Value = serde_json::from_slice(&merged.stdout).expect("JSON");
    assert_eq!((&json["legal"], &json["reduced"]), (&"24318165".into(), &"3047783".into()));

    // A task that is none says so.
    let none = run("census.sbatch", scratch.path(), &told, &[]);
    assert!(!none.status.success());
    assert!(String::from_utf8_lossy(&none.stderr).contains("not a task of a job array"));
}
