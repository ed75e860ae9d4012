//! A folder shown by the desktop, if there is one.

use std::env;
use std::path::Path;
use std::process::{Command, Stdio};
use std::thread;

/// The program that opens a folder.
const OPENER: &str = if cfg!(target_os = "macos") {
    "open"
} else if cfg!(windows) {
    "explorer"
} else {
    "xdg-open"
};

/// Shows a folder in another window. Nothing waits for that, and what the program writes is thrown away. Whether it
/// could be started.
pub(super) fn show_folder(folder: &Path) -> bool {
    let is_set = |name| env::var_os(name).is_some_and(|value| !value.is_empty());
    let has_desktop =
        cfg!(any(target_os = "macos", windows)) || is_set("DISPLAY") || is_set("WAYLAND_DISPLAY");
    if !has_desktop || !folder.is_dir() {
        return false;
    }
    let mut command = Command::new(OPENER);
    command.arg(folder).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    // Ctrl-C is for hoshi, and the window stays when hoshi has ended.
    #[cfg(unix)]
    std::os::unix::process::CommandExt::process_group(&mut command, 0);
    match command.spawn() {
        Ok(mut child) => {
            thread::spawn(move || child.wait());
            true
        }
        Err(error) => {
            tracing::info!("{OPENER}: {error}");
            false
        }
    }
}
