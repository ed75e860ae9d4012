//! Signals that ask the program to end: Ctrl-C, `kill`, a terminal that was closed. Each command says how
//! it wants to hear of them.

use std::io::IsTerminal as _;
use std::process::{Command, ExitCode};
use std::sync::atomic::{AtomicBool, AtomicI32, Ordering};
use std::sync::{Mutex, OnceLock, PoisonError};
use std::time::{Duration, Instant};

use anyhow::{Context as _, Result};

use crate::{files, out};

/// Whether a command notes the signal, and ends in its own time.
static IS_PATIENT: AtomicBool = AtomicBool::new(false);

/// Whether Ctrl-C is for another program that has the terminal.
static IS_LENT: AtomicBool = AtomicBool::new(false);

/// The signal that was noted; 0 if there was none.
static NOTED: AtomicI32 = AtomicI32::new(0);

/// Called when a signal is noted.
static LISTENER: Mutex<Option<Box<dyn Fn() + Send>>> = Mutex::new(None);

/// The signals that ask a program to end.
#[cfg(unix)]
const ENDING: [i32; 4] = {
    use signal_hook::consts::{SIGHUP, SIGINT, SIGQUIT, SIGTERM};
    [SIGINT, SIGTERM, SIGHUP, SIGQUIT]
};

/// Ctrl-C.
const INTERRUPT: i32 = 2;

/// A terminal that was closed.
const HANGUP: i32 = 1;

/// The same signal means it again after this time: some programs send it twice.
const AGAIN: Duration = Duration::from_secs(1);

/// From here on, a signal that asks the program to end does so in an orderly way: engines and all that
/// they have started are gone, no file is left half written, and the exit code is 128 and the signal's
/// number (130 for Ctrl-C). For commands that keep nothing that would have to be saved first.
pub(crate) fn end_on_signal() -> Result<()> {
    static IS_HEARD: AtomicBool = AtomicBool::new(false);
    if IS_HEARD.swap(true, Ordering::SeqCst) {
        return Ok(());
    }
    listen().context("cannot install signal handlers")
}

/// From here on, the signal is noted, for a command that has something to save before it ends. The same
/// signal again, a second later, ends the program as soon as no file is being written; but not the one of a
/// closed terminal, which often comes twice, from the system and from the shell.
pub(crate) fn note_signals() -> Result<()> {
    IS_PATIENT.store(true, Ordering::SeqCst);
    end_on_signal()
}

/// Runs something that has the terminal meanwhile, such as a pager: Ctrl-C is for that alone.
pub(crate) fn lend_terminal<T>(work: impl FnOnce() -> T) -> Result<T> {
    end_on_signal()?;
    IS_LENT.store(true, Ordering::SeqCst);
    let done = work();
    IS_LENT.store(false, Ordering::SeqCst);
    Ok(done)
}

/// Calls `tell` when a signal is noted, and at once if one has been: for a view that waits for other
/// things too.
pub(crate) fn on_signal(tell: impl Fn() + Send + 'static) {
    let mut listener = LISTENER.lock().unwrap_or_else(PoisonError::into_inner);
    if is_noted() {
        tell();
    }
    *listener = Some(Box::new(tell));
}

/// Calls `tell` when this process is asked to stop (true), as by Ctrl-Z in another program's hands, and when it
/// continues after a stop (false). From then on, such a signal alone does not stop it: [`stop`] does.
#[cfg(unix)]
pub(crate) fn on_stop(tell: impl Fn(bool) + Send + 'static) -> std::io::Result<()> {
    use signal_hook::consts::{SIGCONT, SIGTSTP};
    let is_ignored = ignored() & (1 << (SIGTSTP - 1)) != 0;
    let wanted = [SIGCONT].into_iter().chain((!is_ignored).then_some(SIGTSTP));
    let mut signals = signal_hook::iterator::Signals::new(wanted)?;
    let listen = move || signals.forever().for_each(|signal| tell(signal == SIGTSTP));
    std::thread::Builder::new().name("hoshi-stops".to_owned()).spawn(listen).map(drop)
}

#[cfg(not(unix))]
pub(crate) fn on_stop(_tell: impl Fn(bool) + Send + 'static) -> std::io::Result<()> {
    Ok(())
}

/// Stops this process until it is continued, as Ctrl-Z does.
#[cfg(unix)]
pub(crate) fn stop() {
    // If this fails, the program continues.
    let _ = signal_hook::low_level::emulate_default_handler(signal_hook::consts::SIGTSTP);
}

#[cfg(not(unix))]
pub(crate) fn stop() {}

/// Notes Ctrl-C that came as a key.
pub(crate) fn note_interrupt() {
    let _ = NOTED.compare_exchange(0, INTERRUPT, Ordering::SeqCst, Ordering::SeqCst);
}

/// Whether a signal was noted.
pub(crate) fn is_noted() -> bool {
    NOTED.load(Ordering::SeqCst) != 0
}

/// The exit code of a program that a signal has ended: that of Ctrl-C, if there was none.
pub(crate) fn exit_code() -> u8 {
    match NOTED.load(Ordering::SeqCst) {
        0 => 128 + INTERRUPT as u8,
        signal => u8::try_from(128 + signal).unwrap_or(u8::MAX),
    }
}

fn heard(signal: i32) {
    if signal == INTERRUPT && IS_LENT.load(Ordering::SeqCst) {
        return;
    }
    static FIRST: OnceLock<Instant> = OnceLock::new();
    let first = *FIRST.get_or_init(Instant::now);
    let before = NOTED.swap(signal, Ordering::SeqCst);
    let is_urgent = before == signal && signal != HANGUP && first.elapsed() > AGAIN;
    if !IS_PATIENT.load(Ordering::SeqCst) || is_urgent {
        end();
    }
    if let Some(tell) = &*LISTENER.lock().unwrap_or_else(PoisonError::into_inner) {
        tell();
    }
}

fn end() -> ! {
    // A file that is being written is finished; no other is begun.
    let _unwritten = files::WRITING.write();
    hoshi_tui::restore_terminal();
    out::begin_end();
    hoshi_gtp::end_all();
    hoshi_files::remove_drafts();
    out::end(exit_code())
}

/// Listens on a thread of its own.
#[cfg(unix)]
fn listen() -> std::io::Result<()> {
    use signal_hook::iterator::Signals;

    // Signals that were ignored at the start stay ignored: nohup, or a shell's background job. Only
    // Linux tells.
    let ignored = ignored();
    let is_wanted = |signal: &i32| ignored & (1 << (signal - 1)) == 0;
    let wanted = ENDING.into_iter().filter(is_wanted);
    let mut signals = Signals::new(wanted)?;
    let listen = move || signals.forever().for_each(heard);
    std::thread::Builder::new().name("hoshi-signals".to_owned()).spawn(listen).map(drop)
}

/// The signals that are ignored, a bit each from the lowest; none where the system does not tell.
#[cfg(unix)]
fn ignored() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let mask = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    mask.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok()).unwrap_or(0)
}

#[cfg(not(unix))]
fn listen() -> Result<()> {
    Ok(ctrlc::set_handler(|| heard(INTERRUPT))?)
}

/// A file that grows beyond the limit of the shell (`ulimit -f`) is an error of the write, as a full disk
/// is. Without a handler, its signal ends the program.
#[cfg(unix)]
pub(crate) fn outlive_file_limit() {
    use std::sync::Arc;
    // If this fails, the signal does what it did before.
    let _ =
        signal_hook::flag::register(signal_hook::consts::SIGXFSZ, Arc::new(AtomicBool::new(false)));
}

#[cfg(not(unix))]
pub(crate) fn outlive_file_limit() {}

/// Engines are watched over by another process, which is this program again: if this one is killed, that
/// one ends them.
#[cfg(unix)]
pub(crate) fn set_watchdog() {
    use std::os::unix::process::CommandExt as _;
    hoshi_gtp::set_watchdog(|| {
        // On Linux this leads to the program even if its file was replaced meanwhile.
        let itself = std::path::Path::new("/proc/self/exe");
        let other = || std::env::current_exe().unwrap_or_else(|_| "hoshi".into());
        let mut command =
            if itself.exists() { Command::new(itself) } else { Command::new(other()) };
        command.arg(WATCHDOG).arg0("hoshi").current_dir("/");
        command
    });
}

/// There are no process groups here that it could end.
#[cfg(not(unix))]
pub(crate) fn set_watchdog() {}

/// The word that makes hoshi a watchdog. It is not among the commands: only hoshi says it.
const WATCHDOG: &str = "watchdog";

/// Whether this process was started as a watchdog, which a person at a terminal never does.
pub(crate) fn is_watchdog() -> bool {
    std::env::args_os().skip(1).eq([WATCHDOG]) && !std::io::stdin().is_terminal()
}

/// What the watchdog does: nothing, until the program that started it is gone.
pub(crate) fn watch() -> ExitCode {
    #[cfg(unix)]
    {
        // They are for the program that it belongs to, which tells it what remains.
        for signal in ENDING {
            let _ = signal_hook::flag::register(signal, std::sync::Arc::default());
        }
    }
    match hoshi_gtp::watch(std::io::stdin().lock()) {
        Ok(_) => ExitCode::SUCCESS,
        Err(_) => ExitCode::FAILURE,
    }
}
