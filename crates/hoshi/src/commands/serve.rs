//! `hoshi serve`: the board in a browser. The server is `hoshi-web`; here are its games and how it ends.

use std::io::{self, ErrorKind};
use std::net::SocketAddr;
use std::process::{Command, Stdio};

use anyhow::{Result, anyhow, bail};
use hoshi_web::{Limits, Serving, Setup};

use super::Answer;
use super::history::configured;
use super::play::program;
use crate::cli::Serve;
use crate::config::Config;
use crate::out::Out;
use crate::signals;

/// Serves until a signal asks it to end.
pub(crate) fn run(options: &Serve, out: &mut Out) -> Result<Answer> {
    let loaded = Config::load();
    if let Some(warning) = loaded.warning() {
        out.say(&warning);
    }
    if let Some(folder) = options.assets.as_deref().filter(|folder| !folder.is_dir()) {
        bail!("--assets: {} is not a folder", folder.display());
    }
    signals::note_signals()?;
    let history = configured(&loaded.config);
    let _ = history.sweep();
    let setup = Setup {
        program: program(history, loaded.config),
        listen: options.listen,
        hosts: options.host.clone(),
        proxy: options.trusted_proxy,
        assets: options.assets.clone(),
        limits: Limits::default(),
    };
    let serving = Serving::new(setup).map_err(|error| cannot_listen(options.listen, &error))?;
    let address = serving.address();
    let start = if address.ip().is_loopback() || address.ip().is_unspecified() {
        format!("http://localhost:{}/", address.port())
    } else {
        format!("http://{address}/")
    };
    if !address.ip().is_loopback() {
        out.say(format!(
            "Everyone who can reach {address} can start games here and watch those that are listed."
        ));
        out.say("Nothing is encrypted: others on the network can read moves and links.");
        if address.ip().is_unspecified() && options.host.is_empty() {
            out.say("Visitors need a name for this machine: --host NAME allows it.");
        }
    }
    out.say(format!("The board is at {start} (Ctrl-C ends it)"));
    out.flush()?;
    if options.open {
        open_browser(&start, out);
    }
    let stop = serving.stop();
    signals::on_signal(move || stop.now());
    serving.run();
    hoshi_gtp::end_all();
    Ok(if signals::is_noted() { Answer::Interrupted } else { Answer::Yes })
}

/// Prints why the address cannot be used, and what to do about it.
fn cannot_listen(listen: SocketAddr, error: &io::Error) -> anyhow::Error {
    let hint = match error.kind() {
        ErrorKind::AddrInUse => {
            "; another program listens there, perhaps another `hoshi serve`: --listen takes another port, \
             and port 0 any that is free"
        }
        ErrorKind::AddrNotAvailable => "; this machine does not have that address",
        ErrorKind::PermissionDenied => "; ports below 1024 need more rights",
        _ => "",
    };
    anyhow!("cannot listen on {listen}: {error}{hint}")
}

/// Opens an address in the browser of this desktop. Nobody waits for it.
fn open_browser(address: &str, out: &mut Out) {
    let program = if cfg!(target_os = "macos") {
        "open"
    } else if cfg!(windows) {
        "explorer"
    } else {
        "xdg-open"
    };
    let mut command = Command::new(program);
    command.arg(address).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    match command.spawn() {
        // It is waited for, so that nothing is left of it.
        Ok(mut child) => drop(std::thread::spawn(move || child.wait())),
        Err(error) => out.say(format!("cannot open a browser: {program}: {error}")),
    }
}
