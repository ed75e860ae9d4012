//! Connections: who may open one, and how long it may take to say something. `axum::serve` has no such limits.

use std::io::{self, ErrorKind};
use std::net::SocketAddr;
use std::pin::pin;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::extract::ConnectInfo;
use hyper::Request;
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::{Service as _, service_fn};
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use tokio::net::{TcpListener, TcpStream};

use crate::limits::{self, Permit, Visitors};

/// After this time a connection answers what it has begun, and ends. Sockets are not bound by it.
const LIFE: Duration = Duration::from_secs(60);
/// So long it may take to end.
const END: Duration = Duration::from_secs(20);
/// The pause after the system has refused a connection, as when too many files are open.
const PAUSE: Duration = Duration::from_millis(100);

/// Accepts connections for ever.
pub(crate) async fn accept(listener: TcpListener, app: Router, visitors: Arc<Visitors>) {
    loop {
        let (stream, peer) = match listener.accept().await {
            // Where one listens to IPv4 and IPv6 at the same time, visitors by IPv4 have addresses of IPv6.
            Ok((stream, peer)) => (stream, SocketAddr::new(peer.ip().to_canonical(), peer.port())),
            Err(error) if is_gone(&error) => continue,
            Err(error) => {
                tracing::warn!("cannot accept a connection: {error}");
                tokio::time::sleep(PAUSE).await;
                continue;
            }
        };
        // Whoever has too many is not answered: an answer would have to be waited for.
        if let Some(permit) = visitors.connection(peer.ip()) {
            tokio::spawn(serve(stream, peer, app.clone(), visitors.limits.silence, permit));
        }
    }
}

/// Whether the one who connected is gone already.
fn is_gone(error: &io::Error) -> bool {
    use ErrorKind::{ConnectionAborted, ConnectionRefused, ConnectionReset};
    matches!(error.kind(), ConnectionRefused | ConnectionAborted | ConnectionReset)
}

/// Serves the requests of a connection, until it ends or becomes a socket.
async fn serve(
    stream: TcpStream,
    peer: SocketAddr,
    app: Router,
    silence: Duration,
    permit: Permit,
) {
    // Moves are small, and each is waited for.
    let _ = stream.set_nodelay(true);
    let app = TowerToHyperService::new(app);
    let service = service_fn(move |mut request: Request<Incoming>| {
        request.extensions_mut().insert(ConnectInfo(peer));
        app.call(request)
    });
    let connection = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(silence)
        .max_header_size(limits::HEAD)
        .max_buf_size(2 * limits::HEAD)
        .serve_connection(TokioIo::new(stream), service)
        .with_upgrades();
    let mut connection = pin!(connection);
    tokio::select! {
        _ = connection.as_mut() => {}
        () = tokio::time::sleep(LIFE) => {
            connection.as_mut().graceful_shutdown();
            let _ = tokio::time::timeout(END, connection).await;
        }
    }
    drop(permit);
}
