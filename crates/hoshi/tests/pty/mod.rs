//! The program in a real terminal, in a session of its own; a model of a screen says what a person would see.
//! Nothing sleeps: every step waits for what the screen shows. The tests of a file run one after another.

#![allow(dead_code, reason = "each file of tests uses its part of it")]

use std::fs;
use std::io::{Read as _, Write};
use std::num::NonZero;
use std::path::{Path, PathBuf};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

use portable_pty::{Child, CommandBuilder, MasterPty, PtySize, native_pty_system};
use rustix::process::{Pid, Signal, WaitOptions, kill_process, waitpid};

/// A test that hangs fails after this time; nothing waits for it otherwise.
pub(crate) const PATIENCE: Duration = Duration::from_secs(30);

/// One at a time: each of them reads the processor's attention.
static ALONE: Mutex<()> = Mutex::new(());

pub(crate) struct Terminal {
    master: Box<dyn MasterPty + Send>,
    keys: Box<dyn Write + Send>,
    pub(crate) child: Box<dyn Child + Send + Sync>,
    pub(crate) bytes: Receiver<Vec<u8>>,
    pub(crate) screen: vt100::Parser,
    /// All that was written so far.
    pub(crate) written: Vec<u8>,
    /// Its device.
    name: PathBuf,
    _alone: MutexGuard<'static, ()>,
}

fn size(columns: u16, rows: u16) -> PtySize {
    PtySize { rows, cols: columns, pixel_width: 0, pixel_height: 0 }
}

fn positive(number: u16) -> NonZero<u16> {
    NonZero::new(number).expect("a size")
}

impl Terminal {
    pub(crate) fn start(home: &Path, (columns, rows): (u16, u16), args: &[&str]) -> Terminal {
        Terminal::start_with(home, (columns, rows), args, &[])
    }

    pub(crate) fn start_with(
        home: &Path,
        size: (u16, u16),
        args: &[&str],
        env: &[(&str, &str)],
    ) -> Terminal {
        Terminal::start_program(Path::new(env!("CARGO_BIN_EXE_hoshi")), home, size, args, env)
    }

    pub(crate) fn start_program(
        program: &Path,
        home: &Path,
        (columns, rows): (u16, u16),
        args: &[&str],
        env: &[(&str, &str)],
    ) -> Terminal {
        let alone = ALONE.lock().unwrap_or_else(PoisonError::into_inner);
        let pair = native_pty_system().openpty(size(columns, rows)).expect("a terminal");
        let mut command = CommandBuilder::new(program);
        command.args(args);
        command.env_clear();
        command.cwd(home);
        command.env("HOME", home);
        command.env("PATH", std::env::var_os("PATH").unwrap_or_default());
        command.env("TERM", "xterm-256color");
        command.env("LANG", "en_US.UTF-8");
        command.env("USER", "Ann");
        for (name, value) in env {
            command.env(name, value);
        }
        let child = pair.slave.spawn_command(command).expect("hoshi starts");
        drop(pair.slave);
        let mut reader = pair.master.try_clone_reader().expect("what it writes");
        let keys = pair.master.take_writer().expect("what it reads");
        let (tell, bytes) = mpsc::channel();
        thread::spawn(move || {
            let mut buffer = [0; 4096];
            while let Ok(many @ 1..) = reader.read(&mut buffer) {
                if tell.send(buffer[..many].to_vec()).is_err() {
                    return;
                }
            }
        });
        let screen = vt100::Parser::new(positive(rows), positive(columns), 0);
        let master = pair.master;
        let name = master.tty_name().expect("its device");
        Terminal { name, master, keys, child, bytes, screen, written: Vec::new(), _alone: alone }
    }

    pub(crate) fn text(&self) -> String {
        self.screen.screen().contents()
    }

    pub(crate) fn take(&mut self, bytes: &[u8]) {
        self.written.extend(bytes);
        self.screen.process(bytes);
    }

    /// Waits until the screen shows a text.
    pub(crate) fn until(&mut self, text: &str) -> &mut Terminal {
        self.until_that(text, |screen| screen.contains(text))
    }

    pub(crate) fn until_that(&mut self, what: &str, is: impl Fn(&str) -> bool) -> &mut Terminal {
        while !is(&self.text()) {
            match self.bytes.recv_timeout(PATIENCE) {
                Ok(bytes) => self.take(&bytes),
                Err(_) => panic!("waited for `{what}`, and there is\n{}", self.text()),
            }
        }
        self
    }

    pub(crate) fn keys(&mut self, keys: &str) -> &mut Terminal {
        self.keys.write_all(keys.as_bytes()).expect("it reads");
        self.keys.flush().expect("it reads");
        self
    }

    /// A click on the place of a text, and so many columns further.
    pub(crate) fn click(&mut self, column: u16, row: u16) {
        let (column, row) = (column + 1, row + 1);
        self.keys(&format!("\x1b[<0;{column};{row}M\x1b[<0;{column};{row}m"));
    }

    pub(crate) fn resize(&mut self, columns: u16, rows: u16) {
        self.master.resize(size(columns, rows)).expect("another size");
        self.screen.screen_mut().set_size(positive(rows), positive(columns));
    }

    pub(crate) fn find(&self, text: &str) -> (u16, u16) {
        for (row, line) in (0..).zip(self.text().lines()) {
            if let Some(at) = line.find(text) {
                let column = line[..at].chars().count();
                return (u16::try_from(column).expect("a column"), row);
            }
        }
        panic!("no `{text}` on\n{}", self.text());
    }

    pub(crate) fn pid(&self) -> Pid {
        let id = self.child.process_id().expect("it runs");
        Pid::from_raw(id.try_into().expect("a process")).expect("a process")
    }

    pub(crate) fn signal(&self, signal: Signal) {
        kill_process(self.pid(), signal).expect("it runs");
    }

    pub(crate) fn wait_for_stop(&self) {
        let (_, status) = waitpid(Some(self.pid()), WaitOptions::UNTRACED).unwrap().unwrap();
        assert!(status.stopped(), "{status:?}");
    }

    /// Whether the terminal shows what is typed, as it does for a shell.
    pub(crate) fn echoes(&self) -> bool {
        use rustix::termios::{LocalModes, tcgetattr};
        let file = fs::File::options().read(true).write(true).open(&self.name);
        let modes = tcgetattr(file.expect("the terminal")).expect("its modes").local_modes;
        modes.contains(LocalModes::ECHO | LocalModes::ICANON | LocalModes::ISIG)
    }

    /// Closes the terminal, as a window is closed. Returns the exit code.
    pub(crate) fn hang_up(self) -> u32 {
        let Terminal { master, mut keys, mut child, bytes, _alone, .. } = self;
        // The thread that reads has the terminal open until it finds nobody to tell.
        drop(bytes);
        keys.write_all(b"l").expect("it reads");
        drop(keys);
        drop(master);
        child.wait().expect("it ends").exit_code()
    }

    /// Waits for the end, and looks whether the terminal is as it was.
    pub(crate) fn end(mut self, code: u32) -> String {
        // All that it writes, until it has closed the terminal.
        loop {
            match self.bytes.recv_timeout(PATIENCE) {
                Ok(bytes) => self.take(&bytes),
                Err(RecvTimeoutError::Disconnected) => break,
                Err(RecvTimeoutError::Timeout) => {
                    panic!("waited for the end, and there is\n{}", self.text())
                }
            }
        }
        let status = self.child.wait().expect("it ends");
        assert!(self.echoes());
        let screen = self.screen.screen();
        assert_eq!(status.exit_code(), code, "{}", self.text());
        assert!(!screen.alternate_screen(), "{}", self.text());
        assert!(!screen.hide_cursor());
        assert!(!screen.bracketed_paste());
        assert_eq!(screen.mouse_protocol_mode(), vt100::MouseProtocolMode::None);
        self.text()
    }
}

pub(crate) fn home() -> tempfile::TempDir {
    tempfile::tempdir().expect("a folder")
}

pub(crate) fn records(home: &Path) -> Vec<String> {
    let folder = home.join(".config/hoshi/history");
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    let files = entries.map(|entry| entry.path()).filter(|path| path.is_file());
    files.map(|path| fs::read_to_string(path).expect("a record")).collect()
}
