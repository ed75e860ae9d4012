//! An engine's process: its own process group, three threads that wait for its pipes, and an end that
//! nothing of it survives.

use std::collections::VecDeque;
use std::io::{self, Read, Write as _};
use std::process::{Child, ChildStderr, ChildStdin, ChildStdout, Command, ExitStatus, Stdio};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, SyncSender, TryRecvError};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

/// How many lines of what an engine says to standard error are kept, and how long each may be.
const LINES: usize = 200;
const LINE: usize = 500;

/// Commands that may wait to be read by the engine. One that reads none of so many is stuck.
const QUEUE: usize = 64;

#[derive(Debug)]
pub(crate) struct Process {
    child: Child,
    /// To the thread that writes; gone when the engine is to see the end of its input.
    input: Option<SyncSender<Vec<u8>>>,
    /// From the thread that reads; it ends with the engine's output.
    output: Receiver<Vec<u8>>,
    errors: Arc<Mutex<Ring>>,
    /// The thread that reads them.
    drain: JoinHandle<()>,
    /// Whether it has ended and was waited for: from then on its number may be another's.
    is_over: bool,
    /// What it ended with, once it has. A system that is told to ignore the ends of children forgets it.
    status: Option<ExitStatus>,
}

/// What came from the engine.
#[derive(Debug)]
pub(crate) enum Came {
    Bytes(Vec<u8>),
    Nothing,
    /// There will be no more.
    End,
}

impl Process {
    /// Starts a program. It is found as a shell would find it, but there is no shell.
    pub(crate) fn start(words: &[String]) -> io::Result<Process> {
        let Some((program, rest)) = words.split_first() else {
            return Err(io::Error::new(
                io::ErrorKind::InvalidInput,
                "there is no program to start",
            ));
        };
        let mut command = Command::new(program);
        command.args(rest).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        #[cfg(unix)]
        {
            use std::os::unix::process::CommandExt as _;
            // So that Ctrl-C is not for it, and that it ends with all that it has started.
            command.process_group(0);
        }
        // Nobody ends all engines while one is being born.
        let mut live = live();
        let mut child = command.spawn()?;
        let (Some(stdin), Some(stdout), Some(stderr)) =
            (child.stdin.take(), child.stdout.take(), child.stderr.take())
        else {
            return Err(io::Error::other("the engine has no pipes"));
        };
        live.push(child.id());
        drop(live);
        let errors = Arc::new(Mutex::new(Ring::default()));
        let (input, commands) = mpsc::sync_channel(QUEUE);
        let (pieces, output) = mpsc::sync_channel(QUEUE);
        let ring = Arc::clone(&errors);
        thread::spawn(move || write(stdin, &commands));
        thread::spawn(move || read(stdout, &pieces));
        let drain = thread::spawn(move || drain(stderr, &ring));
        Ok(Process {
            child,
            input: Some(input),
            output,
            errors,
            drain,
            is_over: false,
            status: None,
        })
    }

    /// Hands bytes to the engine, without waiting for it to read them. Whether they were taken.
    pub(crate) fn send(&self, bytes: Vec<u8>) -> bool {
        self.input.as_ref().is_some_and(|input| input.try_send(bytes).is_ok())
    }

    /// What the engine has said, waiting for it so long.
    pub(crate) fn receive(&self, patience: Duration) -> Came {
        let came = if patience.is_zero() {
            self.output.try_recv().map_err(|error| error == TryRecvError::Disconnected)
        } else {
            let came = self.output.recv_timeout(patience);
            came.map_err(|error| error == RecvTimeoutError::Disconnected)
        };
        match came {
            Ok(bytes) => Came::Bytes(bytes),
            Err(true) => Came::End,
            Err(false) => Came::Nothing,
        }
    }

    /// The last lines of its standard error.
    pub(crate) fn errors(&self) -> Vec<String> {
        let ring = self.errors.lock().unwrap_or_else(PoisonError::into_inner);
        ring.lines.iter().cloned().collect()
    }

    /// The same of an engine that has ended, waiting a little until all of it has been read.
    pub(crate) fn last_errors(&self, patience: Duration) -> Vec<String> {
        let until = Instant::now() + patience;
        while !self.drain.is_finished() && Instant::now() < until {
            thread::sleep(Duration::from_millis(2));
        }
        self.errors()
    }

    /// Whether the engine has ended. What it has started then ends with it, and so do its pipes, if
    /// others have them still.
    pub(crate) fn is_gone(&mut self) -> bool {
        if !self.is_over && self.has_ended() {
            self.kill();
        }
        self.is_over
    }

    /// Waits a little for the end of an engine whose output has ended; how it ended, if it did. What it
    /// has started ends with it.
    pub(crate) fn ended(&mut self, patience: Duration) -> Option<ExitStatus> {
        let until = Instant::now() + patience;
        while !self.is_over {
            if self.has_ended() {
                self.kill();
            } else if Instant::now() >= until {
                break;
            } else {
                thread::sleep(Duration::from_millis(2));
            }
        }
        self.status
    }

    /// Whether the engine has ended. It is not waited for: until then its number is its own.
    #[cfg(unix)]
    fn has_ended(&mut self) -> bool {
        use rustix::process::{Pid, WaitId, WaitIdOptions, waitid};
        let options = WaitIdOptions::EXITED | WaitIdOptions::NOHANG | WaitIdOptions::NOWAIT;
        let Some(pid) = i32::try_from(self.child.id()).ok().and_then(Pid::from_raw) else {
            return true;
        };
        // An error means that there is nothing to wait for.
        !matches!(waitid(WaitId::Pid(pid), options), Ok(None))
    }

    #[cfg(not(unix))]
    fn has_ended(&mut self) -> bool {
        !matches!(self.child.try_wait(), Ok(None))
    }

    /// Lets the engine see the end of its input.
    pub(crate) fn close_input(&mut self) {
        self.input = None;
    }

    pub(crate) fn id(&self) -> u32 {
        self.child.id()
    }

    /// Ends the engine and all that it has started.
    fn kill(&mut self) {
        if self.is_over {
            return;
        }
        // The engine has not been waited for, so the number is still that of its group.
        let mut live = live();
        kill_group(self.child.id());
        let _ = self.child.kill();
        self.status = self.child.wait().ok();
        self.is_over = true;
        live.retain(|&other| other != self.child.id());
    }
}

/// The engines that run, by their groups.
static LIVE: Mutex<Vec<u32>> = Mutex::new(Vec::new());

fn live() -> MutexGuard<'static, Vec<u32>> {
    LIVE.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Ends every engine that runs, and all that they have started: for a program that is about to end
/// without dropping them.
///
/// ```standalone_crate
/// # use std::time::Duration;
/// # use hoshi_gtp::Engine;
/// # let fake = concat!(env!("CARGO_MANIFEST_DIR"), "/../../testdata/engines/fake.sh");
/// # if cfg!(windows) {
/// #     return Ok(());
/// # }
/// # let words = [fake.to_owned()];
/// # let second = Duration::from_secs(1);
/// # let mut engine = Engine::start(&words, 60 * second)?;
/// hoshi_gtp::end_all();
/// assert!(engine.call("name", 60 * second).is_err());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn end_all() {
    for &group in live().iter() {
        kill_group(group);
    }
}

#[cfg(unix)]
fn kill_group(group: u32) {
    use rustix::process::{Pid, Signal, kill_process_group};
    if let Some(group) = i32::try_from(group).ok().and_then(Pid::from_raw) {
        let _ = kill_process_group(group, Signal::KILL);
    }
}

#[cfg(not(unix))]
fn kill_group(_group: u32) {}

impl Drop for Process {
    fn drop(&mut self) {
        self.kill();
    }
}

fn write(mut stdin: ChildStdin, commands: &Receiver<Vec<u8>>) {
    // Until the engine reads no more, or nobody has anything to say.
    while let Ok(bytes) = commands.recv() {
        if stdin.write_all(&bytes).and_then(|()| stdin.flush()).is_err() {
            return;
        }
    }
}

fn read(mut stdout: ChildStdout, pieces: &SyncSender<Vec<u8>>) {
    let mut buffer = vec![0; 1 << 16];
    loop {
        match stdout.read(&mut buffer) {
            Ok(0) => return,
            Ok(many) => {
                if pieces.send(buffer[..many].to_vec()).is_err() {
                    return;
                }
            }
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(_) => return,
        }
    }
}

fn drain(mut stderr: ChildStderr, ring: &Mutex<Ring>) {
    let mut buffer = vec![0; 1 << 12];
    loop {
        match stderr.read(&mut buffer) {
            Ok(0) => return,
            Ok(many) => ring.lock().unwrap_or_else(PoisonError::into_inner).put(&buffer[..many]),
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(_) => return,
        }
    }
}

/// The last lines of something that never ends.
#[derive(Debug, Default)]
pub(crate) struct Ring {
    lines: VecDeque<String>,
    /// Whether the last line goes on.
    open: bool,
}

impl Ring {
    pub(crate) fn put(&mut self, bytes: &[u8]) {
        for piece in bytes.split_inclusive(|&byte| byte == b'\n') {
            let ends = piece.ends_with(b"\n");
            let text = String::from_utf8_lossy(piece);
            let text: String = text
                .trim_end_matches(['\n', '\r'])
                .chars()
                .map(|letter| if letter.is_control() { ' ' } else { letter })
                .collect();
            if !self.open {
                if self.lines.len() == LINES {
                    self.lines.pop_front();
                }
                self.lines.push_back(String::new());
            }
            if let Some(line) = self.lines.back_mut() {
                let room = LINE.saturating_sub(line.chars().count());
                line.extend(text.chars().take(room));
            }
            self.open = !ends;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_ring_keeps_the_last_lines() {
        let mut ring = Ring::default();
        for number in 0..1000 {
            ring.put(format!("line {number}\nha").as_bytes());
            ring.put(b"lf\r\n");
        }
        assert_eq!(ring.lines.len(), LINES);
        assert_eq!(ring.lines.back().map(String::as_str), Some("half"));
        assert_eq!(ring.lines[LINES - 2], "line 999");
        ring.put(&vec![b'x'; 1 << 20]);
        assert_eq!(ring.lines.back().map(String::len), Some(LINE));
    }
}
