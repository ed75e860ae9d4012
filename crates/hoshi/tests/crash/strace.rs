//! Calls counted in a dry run by `strace`, which then kills the program at one of them or makes it fail.
//!
//! An order to strace says "the nth call of this name", and strace counts for each thread separately:
//! the first thread that gets there is hit. So an order is not trusted. [`Trace::steps`] leaves out the
//! calls that their order would miss, and after each run the trace says which call was hit.
//! [`Call::step`] identifies a call whichever thread makes it. This relies on one thing: the program
//! makes the calls that change the history one after the other, and its answers one after the other.

use std::collections::BTreeMap;
use std::ffi::{OsStr, OsString};
use std::fs;
use std::path::Path;
use std::process::{Child, Command, Stdio};

use crate::program::{Ended, Live, hoshi, new_game};

/// What changes a disk, or looks at it. A name that this machine does not have is skipped.
const CALLS: &str = "write,pwrite64,fdatasync,fsync,?rename,?renameat,?renameat2,?link,?linkat,\
                     ?unlink,?unlinkat,openat,ftruncate,?mkdir,?mkdirat,\
                     read,?statx,?newfstatat,?fstat,?lseek,flock";

/// Those of them that only look.
const LOOKS: &[&str] = &["read", "statx", "newfstatat", "fstat", "lseek", "flock"];

/// How often a run is repeated until its order hits the right call. As long as one thread makes all
/// calls of a name, the first run does.
const TRIES: usize = 20;

/// What a call does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Does {
    /// Changes the history.
    Change,
    /// Looks at it, or locks.
    Look,
    /// Answers on standard output.
    Answer,
    /// Something that is not about the game.
    Other,
}

/// A call of a run.
#[derive(Clone, Debug)]
pub(crate) struct Call {
    thread: String,
    pub(crate) name: String,
    /// The nth of its name in its thread, from 1, whatever it is about.
    nth: usize,
    pub(crate) does: Does,
    /// The nth of its name that does the same, in all threads.
    of_kind: usize,
    /// Of each name, how many there were before in its thread.
    before: BTreeMap<String, usize>,
    pub(crate) line: String,
}

impl Call {
    /// Which step of the game it is, in every run that goes the same way.
    pub(crate) fn step(&self) -> (String, Does, usize) {
        (self.name.clone(), self.does, self.of_kind)
    }

    /// The order to interfere at this call.
    pub(crate) fn order(&self, what: &str) -> String {
        format!("{}:{what}:when={}", self.name, self.nth)
    }

    /// The order to interfere at all calls of another name, from this call on.
    pub(crate) fn order_from(&self, name: &str, what: &str) -> String {
        format!("{name}:{what}:when={}+", self.count(name))
    }

    /// The number in its thread of the next call of a name, from this call on.
    fn count(&self, name: &str) -> usize {
        self.before.get(name).copied().unwrap_or(0) + 1
    }

    /// Whether strace made it fail.
    pub(crate) fn is_injected(&self) -> bool {
        self.line.contains("(INJECTED)")
    }

    /// Whether it returned. Where a thread dies in a call, strace writes `= ?` or nothing.
    fn has_returned(&self) -> bool {
        let mut equals = self.line.rmatch_indices(" = ");
        let end = equals.find(|(at, _)| self.line[..*at].trim_end().ends_with(')'));
        end.is_some_and(|(at, found)| !self.line[at + found.len()..].starts_with('?'))
    }
}

/// Runs a game with these orders to strace; gives what it said, and the trace.
pub(crate) fn game(history: &Path, inject: &[String], input: &str) -> (Ended, Trace) {
    limited_game(history, &[], inject, input)
}

/// Runs a game that is started by another program. strace comes when the program asks for the first line:
/// until then its main thread has made hundreds of calls, and any order would hit one of those.
pub(crate) fn limited_game(
    history: &Path,
    by: &[OsString],
    inject: &[String],
    input: &str,
) -> (Ended, Trace) {
    let log = history.with_extension("strace");
    let by: Vec<&OsStr> = by.iter().map(OsString::as_os_str).collect();
    let mut live = Live::start(hoshi(&by, history, &new_game()));
    let mut strace = Command::new("strace");
    strace.args(["-f", "-qq", "-y", "-s", "256", "-o"]).arg(&log);
    strace.args(["-p", &live.id().to_string(), "-e", &format!("trace={CALLS}")]);
    for one in inject {
        strace.args(["-e", &format!("inject={one}")]);
    }
    let mut strace = strace.stdin(Stdio::null()).spawn().expect("strace starts");
    wait_for_tracer(live.id(), &mut strace);
    live.feed_all(input);
    let mut ended = live.end();
    // The first prompt came before.
    ended.err.insert_str(0, "Black> \n");
    let _ = strace.wait();
    (ended, Trace::read(&fs::read_to_string(log).expect("a trace"), history))
}

/// Waits until strace has every thread of a process.
fn wait_for_tracer(process: u32, strace: &mut Child) {
    let folder = format!("/proc/{process}/task");
    let is_traced = |thread: std::io::Result<fs::DirEntry>| {
        let status = thread.and_then(|thread| fs::read_to_string(thread.path().join("status")));
        let tracer = status.unwrap_or_default();
        let tracer = tracer.lines().find_map(|line| line.strip_prefix("TracerPid:"));
        tracer.is_some_and(|tracer| tracer.trim() != "0")
    };
    while !fs::read_dir(&folder).expect("threads").all(is_traced) {
        let ended = strace.try_wait().expect("a look");
        assert!(ended.is_none(), "strace cannot attach: {ended:?}");
        std::thread::yield_now();
    }
}

/// Repeats a run until it gives something.
pub(crate) fn until<T>(what: &str, mut run: impl FnMut(usize) -> Option<T>) -> T {
    (0..TRIES).find_map(&mut run).unwrap_or_else(|| panic!("{what} was not hit in {TRIES} runs"))
}

/// The calls of a run, in the order in which they began.
#[derive(Debug)]
pub(crate) struct Trace(Vec<Call>);

impl Trace {
    /// The calls of a run that nothing interferes with.
    pub(crate) fn dry_run(history: &Path, input: &str) -> Trace {
        let (ended, trace) = game(history, &[], input);
        assert!(ended.status.success(), "{}", ended.err);
        trace
    }

    fn read(text: &str, history: &Path) -> Trace {
        let folder = history.to_str().expect("a plain path");
        let mut threads: BTreeMap<String, BTreeMap<String, usize>> = BTreeMap::new();
        let mut kinds: BTreeMap<(String, Does), usize> = BTreeMap::new();
        let mut calls = Vec::new();
        for line in joined(text) {
            let Some((thread, rest)) = line.split_once(' ') else { continue };
            let Some((name, rest)) = rest.trim_start().split_once('(') else { continue };
            if !name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_') {
                continue;
            }
            let is_answer = name == "write" && rest.starts_with("1<");
            let only_looks = LOOKS.contains(&name) || name == "openat" && !rest.contains("O_CREAT");
            let is_talk = name == "write" && rest.starts_with("2<");
            let does = if rest.contains(".aside/") || is_talk {
                Does::Other
            } else if is_answer {
                Does::Answer
            } else if !rest.contains(folder) {
                Does::Other
            } else if only_looks {
                Does::Look
            } else {
                Does::Change
            };
            let so_far = threads.entry(thread.to_owned()).or_default();
            let before = so_far.clone();
            let nth = so_far.entry(name.to_owned()).or_insert(0);
            *nth += 1;
            let of_kind = kinds.entry((name.to_owned(), does)).or_insert(0);
            *of_kind += 1;
            let (thread, name) = (thread.to_owned(), name.to_owned());
            let (nth, of_kind) = (*nth, *of_kind);
            calls.push(Call { thread, name, nth, does, of_kind, before, line });
        }
        Trace(calls)
    }

    /// The calls that are about the history, or answer.
    pub(crate) fn calls(&self) -> impl Iterator<Item = &Call> {
        self.0.iter().filter(|call| call.does != Does::Other)
    }

    /// The calls of these kinds that an order can hit.
    ///
    /// A change by `openat` or `write` may be missed, and a call that only looks: other threads make
    /// those too, for other reasons. Nothing else may be: a sweep that leaves out a sync proves nothing
    /// about it.
    pub(crate) fn steps(&self, does: &[Does]) -> Vec<&Call> {
        let is_one = |call: &&Call| does.contains(&call.does);
        let (steps, missed): (Vec<&Call>, Vec<&Call>) =
            self.0.iter().filter(is_one).partition(|call| self.is_reachable(call));
        let may_miss = |call: &&Call| match call.does {
            Does::Look => true,
            Does::Change => ["openat", "write"].contains(&call.name.as_str()),
            Does::Answer | Does::Other => false,
        };
        assert!(missed.iter().all(may_miss), "no order is for these: {missed:?}");
        steps
    }

    /// Whether the order for this call hits it: no other thread gets to that number before.
    fn is_reachable(&self, call: &Call) -> bool {
        let first = self.0.iter().find(|other| (&other.name, other.nth) == (&call.name, call.nth));
        first.is_some_and(|first| first.thread == call.thread)
    }

    /// Whether no other thread ever makes a call that the same order fits. One that only looks at
    /// something may have such a double: standard input is read too.
    pub(crate) fn is_only_one(&self, call: &Call) -> bool {
        let fits = |other: &&Call| (&other.name, other.nth) == (&call.name, call.nth);
        // How often that is, depends on when strace comes.
        let is_input = call.name == "read" && call.nth <= 4;
        let is_only_one = !is_input && self.0.iter().filter(fits).count() == 1;
        assert!(is_only_one || call.does == Does::Look, "another thread does this too: {call:?}");
        is_only_one
    }

    /// Whether an order from this call on, for calls of a name, hits none of another thread.
    pub(crate) fn is_reachable_from(&self, call: &Call, name: &str) -> bool {
        let is_other = |other: &&Call| other.thread != call.thread && other.name == name;
        self.0.iter().filter(is_other).all(|other| other.nth < call.count(name))
    }

    /// Whether one thread makes all of these.
    pub(crate) fn is_by_one_thread(calls: &[&Call]) -> bool {
        calls.iter().all(|call| call.thread == calls[0].thread)
    }

    /// The one call that strace made fail, if there is one.
    pub(crate) fn injected(&self) -> Option<&Call> {
        let mut injected = self.0.iter().filter(|call| call.is_injected());
        let one = injected.next();
        let other = injected.next();
        assert!(other.is_none(), "more than one call failed: {one:?} and {other:?}");
        one
    }

    /// The call at which the program was killed, by the order for this one.
    ///
    /// That is not always the last call of the trace. If two threads stop at a call at the same time,
    /// strace takes both stops from the kernel, then handles the first: it kills. When it comes to the
    /// second, that thread has left its call and is exiting. `PTRACE_GET_SYSCALL_INFO` then answers
    /// `PTRACE_SYSCALL_INFO_NONE` and fills in no call; strace (6.1 and later ones) does not look at
    /// that, and prints the call that is still in its buffer. So the trace has the killed call twice,
    /// the second time in a thread that never made it. It happens in one run of several hundred.
    ///
    /// What is certain: strace kills at the first call that fits the order, in any thread, before that
    /// call does anything; and no call that begins later returns.
    pub(crate) fn killed_by(&self, order: &Call) -> &Call {
        let is_it = |call: &Call| (&call.name, call.nth) == (&order.name, order.nth);
        let at = self.0.iter().position(is_it);
        let at = at.unwrap_or_else(|| panic!("killed, but not at {}: {:?}", order.line, self.0));
        let done = self.0[at..].iter().find(|call| call.has_returned());
        assert!(done.is_none(), "killed at {}, but this returned: {done:?}", self.0[at].line);
        &self.0[at]
    }
}

/// The lines of a trace, each call in one line: where another thread was in between, the end of a call
/// is put behind its beginning.
fn joined(trace: &str) -> Vec<String> {
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
    lines
}

/// As strace wrote it, shortened.
#[test]
fn a_call_that_strace_writes_twice() {
    let text = "\
11 pwrite64(4</h/a.sgf>, \";W[dg])\\n\", 8, 148) = 8
12 read(0<pipe:[1]>, <unfinished ...>
11 write(1<pipe:[2]>, \"1 = 1\\n\", 6) = 6
12 <... read resumed>\"\", 8192)   = 0
11 openat(AT_FDCWD</>, \"/h/b\", O_RDONLY) = -1 ENOENT (No such file or directory)
11 fdatasync(4</h/a.sgf> <unfinished ...>
12 fdatasync(4</h/a.sgf> <unfinished ...>
11 <... fdatasync resumed>)          = ?
12 +++ killed by SIGKILL +++
11 +++ killed by SIGKILL +++
";
    let trace = Trace::read(text, Path::new("/h"));
    let returned: Vec<bool> = trace.0.iter().map(Call::has_returned).collect();
    assert_eq!(returned, [true, true, true, true, false, false]);
    let order = trace.0[4].clone();
    assert_eq!((order.name.as_str(), order.nth), ("fdatasync", 1));
    let killed = trace.killed_by(&order);
    assert_eq!((killed.thread.as_str(), killed.of_kind), ("11", 1));
    assert!(trace.is_reachable(&order) && !trace.is_reachable(&trace.0[5]));
}

#[test]
#[should_panic = "but this returned"]
fn a_call_that_returned_was_not_killed() {
    let text = "11 fsync(4</h>) = 0\n11 fsync(4</h>) = ?\n";
    let trace = Trace::read(text, Path::new("/h"));
    let order = trace.0[0].clone();
    trace.killed_by(&order);
}
