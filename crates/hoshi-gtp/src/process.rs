//! An engine's process: a process group of its own, three threads for its pipes, and a kill that leaves
//! none of its processes alive.

use std::collections::VecDeque;
use std::io::{self, Read, Write as _};
use std::process::{Child, ChildStderr, ChildStdin, ChildStdout, Command, ExitStatus, Stdio};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, SyncSender, TryRecvError};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use crate::watchdog::{kill_group, live};

/// How many lines of standard error are kept, and how many characters of each.
const MAX_LINES: usize = 200;
const MAX_LINE: usize = 500;

/// How many commands may wait until the engine reads them. An engine that lets more pile up is stuck.
const QUEUE: usize = 64;

#[derive(Debug)]
pub(crate) struct Process {
    child: Child,
    /// To the thread that writes; dropped to close the engine's input.
    input: Option<SyncSender<Vec<u8>>>,
    /// From the thread that reads; closed at the end of the engine's output.
    output: Receiver<Vec<u8>>,
    errors: Arc<Mutex<Ring>>,
    /// The thread that reads standard error.
    drain: JoinHandle<()>,
    /// Whether it has been killed and waited for: from then on another process may get its id.
    is_reaped: bool,
    /// Its exit status. Unknown if the system is set to ignore SIGCHLD.
    status: Option<ExitStatus>,
}

/// What has come from the engine's standard output.
#[derive(Debug)]
pub(crate) enum Output {
    Bytes(Vec<u8>),
    Nothing,
    End,
}

impl Process {
    /// Starts a program. It is looked up in PATH, but no shell is involved.
    pub(crate) fn start(words: &[String]) -> io::Result<Process> {
        let Some((program, rest)) = words.split_first() else {
            return Err(io::Error::new(io::ErrorKind::InvalidInput, "the command is empty"));
        };
        let mut command = Command::new(program);
        command.args(rest).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        #[cfg(unix)]
        {
            use std::os::unix::process::CommandExt as _;
            // So that Ctrl-C does not reach it, and that a kill also reaches its children.
            command.process_group(0);
        }
        // `end_all` must not miss an engine that is being started.
        let mut live = live();
        live.prepare();
        let mut child = command.spawn()?;
        let (Some(stdin), Some(stdout), Some(stderr)) =
            (child.stdin.take(), child.stdout.take(), child.stderr.take())
        else {
            return Err(io::Error::other("the pipes of the engine are missing"));
        };
        live.add(child.id());
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
            is_reaped: false,
            status: None,
        })
    }

    /// Queues bytes for the engine without waiting until it reads them. Returns false if the engine has
    /// closed its input or the queue is full.
    pub(crate) fn send(&self, bytes: Vec<u8>) -> bool {
        self.input.as_ref().is_some_and(|input| input.try_send(bytes).is_ok())
    }

    /// The next bytes of the engine's output, waiting at most for `patience`.
    pub(crate) fn receive(&self, patience: Duration) -> Output {
        let received = if patience.is_zero() {
            self.output.try_recv().map_err(|error| error == TryRecvError::Disconnected)
        } else {
            let received = self.output.recv_timeout(patience);
            received.map_err(|error| error == RecvTimeoutError::Disconnected)
        };
        match received {
            Ok(bytes) => Output::Bytes(bytes),
            Err(true) => Output::End,
            Err(false) => Output::Nothing,
        }
    }

    /// The last lines of its standard error.
    pub(crate) fn errors(&self) -> Vec<String> {
        let ring = self.errors.lock().unwrap_or_else(PoisonError::into_inner);
        ring.lines.iter().cloned().collect()
    }

    /// The same for an engine that has exited, after a short wait until all of it has been read.
    pub(crate) fn last_errors(&self, patience: Duration) -> Vec<String> {
        let began = Instant::now();
        while !self.drain.is_finished() && began.elapsed() < patience {
            thread::sleep(Duration::from_millis(2));
        }
        self.errors()
    }

    /// Whether the engine has exited. Its children are then killed, as they may hold its pipes open.
    pub(crate) fn has_exited(&mut self) -> bool {
        if !self.is_reaped && self.is_zombie() {
            self.kill();
        }
        self.is_reaped
    }

    /// Waits at most for `patience` until the engine exits, and kills its children then. Returns its exit
    /// status, if it is known.
    pub(crate) fn wait_for_exit(&mut self, patience: Duration) -> Option<ExitStatus> {
        let began = Instant::now();
        while !self.is_reaped {
            if self.is_zombie() {
                self.kill();
            } else if began.elapsed() >= patience {
                break;
            } else {
                thread::sleep(Duration::from_millis(2));
            }
        }
        self.status
    }

    /// Whether the engine has exited. It is not reaped here, so that no other process gets its id.
    #[cfg(unix)]
    fn is_zombie(&mut self) -> bool {
        use rustix::process::{Pid, WaitId, WaitIdOptions, waitid};
        let options = WaitIdOptions::EXITED | WaitIdOptions::NOHANG | WaitIdOptions::NOWAIT;
        let Some(pid) = i32::try_from(self.child.id()).ok().and_then(Pid::from_raw) else {
            return true;
        };
        // An error means that there is nothing to wait for.
        !matches!(waitid(WaitId::Pid(pid), options), Ok(None))
    }

    #[cfg(not(unix))]
    fn is_zombie(&mut self) -> bool {
        !matches!(self.child.try_wait(), Ok(None))
    }

    /// Closes the engine's standard input.
    pub(crate) fn close_input(&mut self) {
        self.input = None;
    }

    pub(crate) fn id(&self) -> u32 {
        self.child.id()
    }

    /// Kills and reaps the engine, and kills its process group.
    fn kill(&mut self) {
        if self.is_reaped {
            return;
        }
        // The engine has not been reaped, so the id is still that of its group.
        let mut live = live();
        kill_group(self.child.id());
        let _ = self.child.kill();
        live.remove(self.child.id());
        // Release the lock before reaping, so that a slow exit blocks no other engine.
        drop(live);
        self.status = self.child.wait().ok();
        self.is_reaped = true;
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        self.kill();
    }
}

fn write(mut stdin: ChildStdin, commands: &Receiver<Vec<u8>>) {
    // Until the engine closes its input, or we do.
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

/// The last lines of a stream.
#[derive(Debug, Default)]
pub(crate) struct Ring {
    lines: VecDeque<String>,
    /// Whether the last line is unfinished.
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
                if self.lines.len() == MAX_LINES {
                    self.lines.pop_front();
                }
                self.lines.push_back(String::new());
            }
            if let Some(line) = self.lines.back_mut() {
                let room = MAX_LINE.saturating_sub(line.chars().count());
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
        assert_eq!(ring.lines.len(), MAX_LINES);
        assert_eq!(ring.lines.back().map(String::as_str), Some("half"));
        assert_eq!(ring.lines[MAX_LINES - 2], "line 999");
        ring.put(&vec![b'x'; 1 << 20]);
        assert_eq!(ring.lines.back().map(String::len), Some(MAX_LINE));
    }
}
