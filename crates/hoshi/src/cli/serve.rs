//! The board in a browser.

use std::net::{IpAddr, SocketAddr};
use std::path::PathBuf;

use clap::Args;

/// Open a Go board in a browser: against the bot, or against a friend by link
///
/// The server listens on this machine alone, unless --listen names another address. Everything is saved as in
/// `hoshi play`. Ctrl-C ends it; after a restart, games continue under the same links.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  hoshi serve                                     on this machine
  hoshi serve --open                              and open a browser
  hoshi serve --listen 0.0.0.0:8365 --host go.example   for others, under a name

Whoever can reach the address can start games and watch those that are listed.
Only a visitor at this machine sees the history. For encrypted connections, put
a TLS proxy in front of it (--trusted-proxy); docs/web.md has an example.
")]
pub(crate) struct Serve {
    /// The address to listen on; port 0 takes any that is free
    #[arg(long, value_name = "ADDR", default_value = "127.0.0.1:8365", value_parser = address)]
    pub(crate) listen: SocketAddr,
    /// A name that visitors use for this server; may be given several times
    #[arg(long, value_name = "NAME")]
    pub(crate) host: Vec<String>,
    /// Trust this proxy to say where visitors come from (X-Forwarded-For)
    #[arg(long, value_name = "IP", value_parser = machine)]
    pub(crate) trusted_proxy: Option<IpAddr>,
    /// Open the start page in a browser
    #[arg(long)]
    pub(crate) open: bool,
    /// Take scripts and styles from this folder, for those who work on them
    #[arg(long, value_name = "DIR")]
    pub(crate) assets: Option<PathBuf>,
}

fn address(text: &str) -> Result<SocketAddr, String> {
    text.parse().map_err(|_| {
        format!(
            "`{text}` is not an IP address with a port: write 127.0.0.1:8365 for this machine \
             alone, or 0.0.0.0:8365 for others too"
        )
    })
}

fn machine(text: &str) -> Result<IpAddr, String> {
    text.parse().map_err(|_| format!("`{text}` is not an IP address: write 127.0.0.1 or ::1"))
}
