//! The running engines, and the watchdog process that kills them if this process is killed.
//!
//! A program that is killed by SIGKILL cannot end its engines. A second process can: it learns the
//! process groups over a pipe, and when the pipe closes, for whatever reason, it kills those that are
//! left. A child that an engine puts into a session of its own (`setsid`) is in no such group and
//! survives.

use std::io::{self, BufRead, Write as _};
use std::process::{ChildStdin, Command, Stdio};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread;

/// How often a dead watchdog is replaced.
const MOST_STARTS: u32 = 20;

/// The state of the running engines.
#[derive(Default)]
pub(crate) struct Live {
    /// Their process groups.
    groups: Vec<u32>,
    /// Builds the command that starts a watchdog.
    command: Option<Box<dyn Fn() -> Command + Send>>,
    /// The pipe to the running watchdog.
    pipe: Option<ChildStdin>,
    starts: u32,
}

static LIVE: Mutex<Live> =
    Mutex::new(Live { groups: Vec::new(), command: None, pipe: None, starts: 0 });

pub(crate) fn live() -> MutexGuard<'static, Live> {
    LIVE.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Live {
    /// Starts the watchdog before the first engine.
    pub(crate) fn prepare(&mut self) {
        if self.pipe.is_none() {
            self.start();
        }
    }

    /// Registers a process group.
    pub(crate) fn add(&mut self, group: u32) {
        self.groups.push(group);
        self.send('+', group);
    }

    /// Removes a killed group. Call it before the leader is reaped: after that, the id may be reused.
    pub(crate) fn remove(&mut self, group: u32) {
        self.groups.retain(|&other| other != group);
        self.send('-', group);
    }

    fn send(&mut self, sign: char, group: u32) {
        let Some(pipe) = &mut self.pipe else { return };
        if pipe.write_all(format!("{sign}{group}\n").as_bytes()).is_err() {
            self.start();
        }
    }

    /// Starts a watchdog and sends it all groups. If it dies, it is replaced.
    fn start(&mut self) {
        self.pipe = None;
        let Some(command) = &self.command else { return };
        if self.starts == MOST_STARTS {
            return;
        }
        self.starts += 1;
        let start = self.starts;
        let mut command = command();
        command.stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::null());
        #[cfg(unix)]
        {
            use std::os::unix::process::CommandExt as _;
            // So that neither Ctrl-C nor a hang-up reaches it.
            command.process_group(0);
        }
        let Ok(mut watchdog) = command.spawn() else { return };
        self.pipe = watchdog.stdin.take();
        let orders: String = self.groups.iter().map(|group| format!("+{group}\n")).collect();
        if let Some(pipe) = &mut self.pipe {
            let _ = pipe.write_all(orders.as_bytes());
        }
        let wait = move || {
            let _ = watchdog.wait();
            let mut live = live();
            if live.starts == start {
                live.start();
            }
        };
        let _ = thread::Builder::new().name("hoshi-watchdog".to_owned()).spawn(wait);
    }
}

/// Sets up a watchdog process that kills the engines if this process is killed. `command` builds the
/// command that starts it, which must call [`watch`] with its standard input. It is started with the
/// first engine.
///
/// ```
/// use std::process::Command;
///
/// hoshi_gtp::set_watchdog(|| {
///     let mut command = Command::new("/proc/self/exe");
///     command.arg("watchdog");
///     command
/// });
/// ```
pub fn set_watchdog(command: impl Fn() -> Command + Send + 'static) {
    live().command = Some(Box::new(command));
}

/// Runs the watchdog: reads lines such as `+123` (process group added) and `-123` (removed) to the
/// end of the input, then kills the remaining groups. Returns their number.
///
/// ```
/// // A group that came and went is left alone.
/// assert_eq!(hoshi_gtp::watch("+123\n-123\n".as_bytes())?, 0);
/// # Ok::<(), std::io::Error>(())
/// ```
///
/// # Errors
/// If the input cannot be read; the groups named so far are killed nevertheless.
pub fn watch(orders: impl BufRead) -> io::Result<usize> {
    let mut groups: Vec<u32> = Vec::new();
    let mut read = Ok(());
    for line in orders.lines() {
        let line = match line {
            Ok(line) => line,
            Err(error) => {
                read = Err(error);
                break;
            }
        };
        let number = line.get(1..).and_then(|number| number.parse().ok());
        let number = number.filter(|&group: &u32| is_group(group));
        match (line.chars().next(), number) {
            (Some('+'), Some(group)) => groups.push(group),
            (Some('-'), Some(group)) => groups.retain(|&other| other != group),
            _ => {}
        }
    }
    groups.iter().for_each(|&group| kill_group(group));
    read.map(|()| groups.len())
}

/// Kills every running engine and every process that they have started: for a program that is about to
/// exit without dropping them.
///
/// ```standalone_crate
#[doc = include_str!("../doc/prelude.txt")]
/// # let mut engine = engine(&[])?;
/// hoshi_gtp::end_all();
/// assert!(engine.call("name", minute).is_err());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn end_all() {
    live().groups.iter().for_each(|&group| kill_group(group));
}

/// Whether this may be the group of an engine: 0 would be our own, and 1 the system's.
fn is_group(group: u32) -> bool {
    group > 1
}

#[cfg(unix)]
pub(crate) fn kill_group(group: u32) {
    use rustix::process::{Pid, Signal, kill_process_group};
    let number = i32::try_from(group).ok().filter(|_| is_group(group));
    if let Some(group) = number.and_then(Pid::from_raw) {
        let _ = kill_process_group(group, Signal::KILL);
    }
}

#[cfg(not(unix))]
pub(crate) fn kill_group(_group: u32) {}

#[cfg(all(test, unix))]
mod tests {
    use std::os::unix::process::{CommandExt as _, ExitStatusExt as _};
    use std::process::Child;

    use super::*;

    fn sleeper() -> Child {
        // The shell and its child are one group.
        let mut command = Command::new("sh");
        command.args(["-c", "sleep 1000 & read line"]).process_group(0);
        command.stdin(Stdio::piped()).spawn().unwrap()
    }

    #[test]
    fn a_closed_pipe_ends_what_is_left_and_nothing_else() {
        let (mut left, mut gone) = (sleeper(), sleeper());
        let orders = format!("+{}\nnonsense\n+{}\n-{}\n+x\n", left.id(), gone.id(), gone.id());
        assert_eq!(watch(orders.as_bytes()).unwrap(), 1);
        assert_eq!(left.wait().unwrap().signal(), Some(9));
        // The other one exits when it gets its line.
        assert!(gone.try_wait().unwrap().is_none());
        let group = gone.id();
        drop(gone.stdin.take());
        assert_eq!(gone.wait().unwrap().signal(), None);
        kill_group(group);
    }

    #[test]
    fn invalid_groups_are_never_killed() {
        assert_eq!(watch("+0\n+1\n+-5\n".as_bytes()).unwrap(), 0);
    }
}
