//! `strace` as the hand that interferes: it counts the calls of a dry run, then kills at one of them or
//! has it fail.

use std::collections::BTreeMap;
use std::ffi::{OsStr, OsString};
use std::fs;
use std::path::Path;

use crate::program::{Ended, hoshi, new_game, run};

/// What changes a disk, or looks at it. A name that this machine does not have is passed by.
const CALLS: &str = "write,pwrite64,fdatasync,fsync,?rename,?renameat,?renameat2,?link,?linkat,\
                     ?unlink,?unlinkat,openat,ftruncate,?mkdir,?mkdirat,\
                     read,?statx,?newfstatat,?fstat,?lseek,flock";

/// Those of them that only look.
const LOOKS: &[&str] = &["read", "statx", "newfstatat", "fstat", "lseek", "flock"];

/// What a call does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Does {
    /// Changes the history.
    Change,
    /// Looks at it, or locks.
    Look,
    /// Answers on standard output.
    Answer,
}

/// A call of a run that is about the history, or answers.
#[derive(Clone, Debug)]
pub(crate) struct Call {
    pub(crate) name: String,
    /// The so-manieth of its name, from 1, whatever it was about.
    pub(crate) nth: usize,
    pub(crate) does: Does,
    /// Of each name, how many there were before.
    pub(crate) before: BTreeMap<String, usize>,
    pub(crate) line: String,
}

/// Runs a game, with `inject` in its way; gives what it said, and the trace.
pub(crate) fn game(history: &Path, inject: &[String], input: &str) -> (Ended, String) {
    limited_game(history, &[], inject, input)
}

/// Runs a game that is started by another program.
pub(crate) fn limited_game(
    history: &Path,
    by: &[OsString],
    inject: &[String],
    input: &str,
) -> (Ended, String) {
    let log = history.with_extension("strace");
    let mut words: Vec<OsString> =
        ["strace", "-f", "-qq", "-y", "-s", "256", "-o"].map(Into::into).into();
    words.push(log.clone().into());
    words.extend(["-e".into(), format!("trace={CALLS}").into()]);
    for one in inject {
        words.extend(["-e".into(), format!("inject={one}").into()]);
    }
    let words: Vec<&OsStr> = words.iter().chain(by).map(OsString::as_os_str).collect();
    let ended = run(hoshi(&words, history, &new_game()), input);
    (ended, joined(&fs::read_to_string(log).expect("a trace")))
}

/// A trace in which every call is one line: where another thread was in between, its end is put behind
/// its beginning.
fn joined(trace: &str) -> String {
    const UNFINISHED: &str = " <unfinished ...>";
    let mut lines: Vec<String> = Vec::new();
    // For each thread, the line of the call that it is in.
    let mut open: BTreeMap<&str, usize> = BTreeMap::new();
    for line in trace.lines() {
        let Some((thread, rest)) = line.split_once(' ') else { continue };
        let resumed = rest.trim_start().strip_prefix("<... ");
        if let Some((_, end)) = resumed.and_then(|rest| rest.split_once(" resumed>")) {
            if let Some(nth) = open.remove(thread) {
                lines[nth].push_str(end);
            }
            continue;
        }
        if let Some(begun) = line.strip_suffix(UNFINISHED) {
            open.insert(thread, lines.len());
            lines.push(begun.to_owned());
        } else {
            lines.push(line.to_owned());
        }
    }
    lines.join("\n")
}

/// The calls of a trace that are about the history, or answer on standard output, in their order. Calls
/// are counted for each thread alone.
pub(crate) fn calls(trace: &str, history: &Path) -> Vec<Call> {
    let folder = history.to_str().expect("a plain path");
    let mut threads: BTreeMap<&str, BTreeMap<String, usize>> = BTreeMap::new();
    let mut calls = Vec::new();
    for line in trace.lines() {
        let Some((thread, rest)) = line.split_once(' ') else { continue };
        let Some((name, rest)) = rest.trim_start().split_once('(') else { continue };
        if !name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_') {
            continue;
        }
        let before = threads.entry(thread).or_default();
        let is_answer = name == "write" && rest.starts_with("1<");
        let only_looks = LOOKS.contains(&name) || name == "openat" && !rest.contains("O_CREAT");
        if (is_answer || rest.contains(folder)) && !rest.contains(".aside/") {
            let does = match (is_answer, only_looks) {
                (true, _) => Does::Answer,
                (false, true) => Does::Look,
                (false, false) => Does::Change,
            };
            let nth = before.get(name).copied().unwrap_or(0) + 1;
            let line = line.to_owned();
            let before = before.clone();
            calls.push(Call { name: name.to_owned(), nth, does, before, line });
        }
        *before.entry(name.to_owned()).or_insert(0) += 1;
    }
    calls
}

/// The calls of a run that nothing interferes with.
pub(crate) fn dry_run(history: &Path, input: &str) -> Vec<Call> {
    let (ended, trace) = game(history, &[], input);
    assert!(ended.status.success(), "{}", ended.err);
    calls(&trace, history)
}
