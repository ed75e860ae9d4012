//! `hoshi serve`: the board in a browser. The server is `hoshi-web`; here are its games and how it ends.

use std::process::{Command, Stdio};

use anyhow::{Context as _, Result};
use hoshi_web::{Serving, Setup};

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
    signals::note_signals()?;
    let history = configured(&loaded.config);
    let _ = history.sweep();
    let setup = Setup {
        program: program(history, loaded.config),
        listen: options.listen,
        hosts: options.host.clone(),
        proxy: options.trusted_proxy,
        assets: options.assets.clone(),
    };
    let serving =
        Serving::new(setup).with_context(|| format!("cannot listen on {}", options.listen))?;
    let address = serving.address();
    let start = if address.ip().is_loopback() || address.ip().is_unspecified() {
        format!("http://localhost:{}/", address.port())
    } else {
        format!("http://{address}/")
    };
    if !address.ip().is_loopback() {
        out.say(format!(
            "Everybody who can reach {address} can play here, and read along what is not encrypted."
        ));
    }
    out.say(format!("The board is at {start} (Ctrl-C ends it)"));
    out.flush()?;
    if options.open {
        open_browser(&start, out);
    }
    let stop = serving.stop();
    signals::on_signal(move || stop.now());
    serving.run().context("the server")?;
    hoshi_gtp::end_all();
    Ok(if signals::is_noted() { Answer::Interrupted } else { Answer::Yes })
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
