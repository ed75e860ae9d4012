//! The server: one address, a few routes, and a way to stop it.

use std::io;
use std::net::{IpAddr, SocketAddr};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, Instant, SystemTime};

use axum::Router;
use axum::extract::DefaultBodyLimit;
use axum::routing::{get, post};
use hoshi_session::host::program::Program;
use tokio::net::{TcpListener, TcpSocket};
use tokio::runtime::Runtime;
use tokio::sync::{Semaphore, watch};

use crate::accept;
use crate::address;
use crate::assets::Assets;
use crate::games::Games;
use crate::guard::{self, Hosts};
use crate::limits::{self, Limits, Visitors};
use crate::{open, requests, start, teach, trash, viewer};

/// How often boards are closed that nobody looks at.
const SWEEP: Duration = Duration::from_secs(60);
/// After so many of these sweeps, old side files are removed too: once a day, and at the start.
const CLEAN: u32 = 24 * 60;
/// So long the server waits for its sockets to end when it is stopped.
const FAREWELL: Duration = Duration::from_millis(500);
/// What the system may hold back of a connection, in bytes. A move is small, and connections may be many.
const BUFFER: u32 = 16 << 10;

/// How a server is set up.
pub struct Setup {
    /// Where games come from.
    pub program: Arc<dyn Program>,
    /// The address to listen on; with port 0, any port that is free.
    pub listen: SocketAddr,
    /// Names that the server goes by, beside `localhost` and the address.
    pub hosts: Vec<String>,
    /// The proxy whose word about where a request comes from is believed.
    pub proxy: Option<IpAddr>,
    /// A folder to take scripts and styles from, for those who work on them.
    pub assets: Option<PathBuf>,
    /// What a visitor may do.
    pub limits: Limits,
}

/// Stops a server; clones stop the same one.
#[derive(Clone, Debug)]
pub struct Stop {
    tell: Arc<watch::Sender<bool>>,
}

impl Stop {
    /// Stops the server now. Games are saved.
    pub fn now(&self) {
        self.tell.send_replace(true);
    }
}

/// What all requests share.
pub(crate) struct State {
    pub(crate) games: Arc<Games>,
    pub(crate) assets: Assets,
    pub(crate) hosts: Hosts,
    pub(crate) proxy: Option<IpAddr>,
    pub(crate) visitors: Arc<Visitors>,
    /// One permit for each estimate that is computed.
    pub(crate) estimates: Arc<Semaphore>,
    /// One permit for each record that is replayed or drawn for a page.
    pub(crate) draws: Arc<Semaphore>,
}

/// A server that listens.
pub struct Serving {
    runtime: Runtime,
    listener: TcpListener,
    address: SocketAddr,
    state: Arc<State>,
    stop: watch::Receiver<bool>,
    tell: Arc<watch::Sender<bool>>,
}

impl Serving {
    /// Listens, and serves nobody yet.
    ///
    /// # Errors
    /// If the address cannot be had.
    pub fn new(setup: Setup) -> io::Result<Serving> {
        let Setup { program, listen, hosts, proxy, assets, limits } = setup;
        let proxy = proxy.map(|proxy| proxy.to_canonical());
        let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
        let listener = {
            let _within = runtime.enter();
            let socket = if listen.is_ipv4() { TcpSocket::new_v4()? } else { TcpSocket::new_v6()? };
            #[cfg(unix)]
            socket.set_reuseaddr(true)?;
            socket.set_send_buffer_size(BUFFER)?;
            socket.set_recv_buffer_size(BUFFER)?;
            socket.bind(listen)?;
            socket.listen(1024)?
        };
        let address = listener.local_addr()?;
        let state = State {
            games: Arc::new(Games::new(program, limits.thinkers).map_err(io::Error::other)?),
            assets: Assets::new(assets),
            hosts: Hosts::new(address, &hosts),
            proxy,
            visitors: Arc::new(Visitors::new(limits, proxy)),
            estimates: Arc::new(Semaphore::new(limits::ESTIMATES)),
            draws: Arc::new(Semaphore::new(limits::draws())),
        };
        let (tell, stop) = watch::channel(false);
        Ok(Serving {
            runtime,
            listener,
            address,
            state: Arc::new(state),
            stop,
            tell: Arc::new(tell),
        })
    }

    /// The address that it listens on.
    #[must_use]
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// A way to stop it.
    #[must_use]
    pub fn stop(&self) -> Stop {
        Stop { tell: Arc::clone(&self.tell) }
    }

    /// Serves until it is stopped. Every game is saved then.
    pub fn run(self) {
        let Serving { runtime, listener, state, mut stop, tell, .. } = self;
        let games = Arc::clone(&state.games);
        let visitors = Arc::clone(&state.visitors);
        let guests = Arc::clone(&visitors);
        let app = router(state);
        let swept = Arc::clone(&games);
        runtime.block_on(async move {
            let sweeps = async {
                let mut ticks = tokio::time::interval(SWEEP);
                for nth in 0_u32.. {
                    ticks.tick().await;
                    let games = Arc::clone(&swept);
                    let sweep = move || {
                        games.keep_unkept();
                        games.sweep(false, Instant::now());
                        if nth.is_multiple_of(CLEAN) {
                            games.remove_old(SystemTime::now());
                        }
                    };
                    let _ = tokio::task::spawn_blocking(sweep).await;
                }
            };
            tokio::select! {
                () = accept::accept(listener, app, visitors) => {}
                _ = stop.wait_for(|is_over| *is_over) => {}
                () = sweeps => {}
            }
        });
        drop(tell);
        games.sweep(true, Instant::now());
        // Pages hear that their board is closed. Those that take nothing are not waited for.
        runtime.block_on(async {
            let until = Instant::now() + FAREWELL;
            while guests.sockets() > 0 && Instant::now() < until {
                tokio::time::sleep(Duration::from_millis(5)).await;
            }
        });
        runtime.shutdown_timeout(Duration::from_secs(2));
    }
}

fn router(state: Arc<State>) -> Router {
    Router::new()
        .route("/", get(start::home))
        .route("/g/{id}", get(requests::game_page))
        .route("/g/{id}/game.sgf", get(requests::record))
        .route("/g/{id}/board.png", get(address::board_picture))
        .route("/g/{id}/board.svg", get(address::board_thumb))
        .route("/g/{id}/line/{form}", get(requests::line))
        .route("/g/{id}/socket", get(requests::board_socket))
        .route("/g/{id}/tree", get(viewer::tree))
        .route("/g/{id}/view", get(viewer::board_page))
        .route("/g/{id}/loss/{number}", get(teach::loss))
        .route("/g/{id}/next", get(teach::next))
        .route("/game/{*address}", get(viewer::address_page))
        .route("/picture/{*address}", get(address::picture))
        .route("/history/{name}", get(viewer::history_page))
        .route("/thumb/{name}", get(address::thumb))
        .route("/trash", get(trash::page))
        .route("/learn", get(viewer::learn_page))
        .route("/problems", get(viewer::problems_page))
        .route("/api/new", post(requests::new_game).layer(DefaultBodyLimit::max(limits::POSTED)))
        .route("/api/open", post(open::open).layer(DefaultBodyLimit::max(limits::UPLOAD)))
        .route("/api/upload", post(open::upload).layer(DefaultBodyLimit::max(limits::UPLOAD)))
        .route("/api/problems", post(viewer::problems).layer(DefaultBodyLimit::max(limits::UPLOAD)))
        .route("/api/delete", post(trash::delete).layer(DefaultBodyLimit::max(limits::POSTED)))
        .route("/api/restore", post(trash::restore).layer(DefaultBodyLimit::max(limits::POSTED)))
        .route("/assets/{hash}/{name}", get(requests::asset))
        .fallback(requests::not_found)
        .layer(axum::middleware::from_fn_with_state(Arc::clone(&state), guard::check))
        .with_state(state)
}
