//! What every request must pass, and what every answer says to the browser.

use std::convert::Infallible;
use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;

use axum::extract::{ConnectInfo, FromRequestParts, Request, State as Shared};
use axum::http::header::{self, HeaderName, HeaderValue};
use axum::http::request::Parts;
use axum::http::{HeaderMap, Method, StatusCode};
use axum::middleware::Next;
use axum::response::{IntoResponse as _, Response};

use crate::requests::{Sorry, visitor};
use crate::server::State;

/// Whom the server answers to.
#[derive(Clone, Debug)]
pub(crate) struct Hosts {
    names: Vec<String>,
}

impl Hosts {
    /// This machine, the address that the server listens on, and these names. Names have no port.
    pub(crate) fn new(listen: SocketAddr, more: &[String]) -> Hosts {
        let mut names: Vec<String> = ["localhost", "127.0.0.1", "[::1]"].map(str::to_owned).into();
        if !listen.ip().is_unspecified() {
            names.push(match listen.ip() {
                IpAddr::V4(ip) => ip.to_string(),
                IpAddr::V6(ip) => format!("[{ip}]"),
            });
        }
        names.extend(more.iter().map(|name| name.to_ascii_lowercase()));
        Hosts { names }
    }

    /// Whether a request with this `Host` is meant for this server. A page of another site whose name was made to
    /// lead here has another one.
    fn knows(&self, host: &str) -> bool {
        let name = name_of(host).unwrap_or_default();
        self.names.iter().any(|known| known.eq_ignore_ascii_case(name))
    }
}

/// The name in a `Host`, without its port; `None` if what stands there is no port.
fn name_of(host: &str) -> Option<&str> {
    match host.rsplit_once(':') {
        // The colons of an address of IPv6 without a port.
        Some((_, end)) if end.ends_with(']') => Some(host),
        Some((name, port)) => port.bytes().all(|byte| byte.is_ascii_digit()).then_some(name),
        None => Some(host),
    }
}

/// Whether a visitor sits at the machine that the server runs on, whose games these are. A visitor who comes through a
/// proxy on this machine asks for a host of another name, or has a header of the proxy.
pub(crate) fn is_own(
    state: &State,
    ConnectInfo(peer): ConnectInfo<SocketAddr>,
    headers: &HeaderMap,
) -> bool {
    const PROXIES: [&str; 4] = ["x-forwarded-for", "forwarded", "x-real-ip", "via"];
    let host = headers.get(header::HOST).and_then(|host| host.to_str().ok());
    state.proxy.is_none()
        && peer.ip().is_loopback()
        && host.is_some_and(names_this_machine)
        && !PROXIES.iter().any(|name| headers.contains_key(*name))
}

/// Whether a host, perhaps with a port, can only be this machine.
fn names_this_machine(host: &str) -> bool {
    let Some(name) = name_of(host) else { return false };
    let address = name.strip_prefix('[').and_then(|name| name.strip_suffix(']')).unwrap_or(name);
    name.eq_ignore_ascii_case("localhost")
        || address.parse::<IpAddr>().is_ok_and(|address| address.is_loopback())
}

/// Whether a page of this server sends the request: its origin is the host that it is sent to.
fn is_same_origin(headers: &HeaderMap) -> bool {
    let text = |name| headers.get(name).and_then(|value| value.to_str().ok());
    let (Some(origin), Some(host)) = (text(header::ORIGIN), text(header::HOST)) else {
        return false;
    };
    let authority = origin.strip_prefix("http://").or_else(|| origin.strip_prefix("https://"));
    authority.is_some_and(|authority| authority.eq_ignore_ascii_case(host))
}

/// Whether somebody opens an address, rather than a script.
pub(crate) fn wants_page(headers: &HeaderMap) -> bool {
    let accepted = headers.get(header::ACCEPT).and_then(|value| value.to_str().ok());
    accepted.is_some_and(|accepted| accepted.contains("text/html"))
}

/// Checks a request, and adds headers to the answer.
pub(crate) async fn check(
    Shared(state): Shared<Arc<State>>,
    request: Request,
    next: Next,
) -> Response {
    let headers = request.headers();
    let host = headers.get(header::HOST).and_then(|host| host.to_str().ok()).unwrap_or_default();
    let is_socket = headers.contains_key(header::UPGRADE);
    let is_safe = matches!(*request.method(), Method::GET | Method::HEAD) && !is_socket;
    let too_long = request
        .uri()
        .path_and_query()
        .is_some_and(|path| path.as_str().len() > crate::limits::ADDRESS);
    let mut response = if !state.hosts.knows(host) {
        let why = "This server does not go by that name. `hoshi serve --host NAME` lets it.\n";
        (StatusCode::MISDIRECTED_REQUEST, why).into_response()
    } else if !is_safe && !is_same_origin(headers) {
        (StatusCode::FORBIDDEN, "Requests from other sites are refused.\n").into_response()
    } else if too_long {
        (StatusCode::URI_TOO_LONG, "The address is longer than 8 kB.\n").into_response()
    } else {
        let is_opened = wants_page(headers);
        let response = next.run(request).await;
        let page = is_opened.then(|| Sorry::page(&response, &state.assets.hash)).flatten();
        page.unwrap_or(response)
    };
    for (name, value) in HEADERS {
        response.headers_mut().insert(name, HeaderValue::from_static(value));
    }
    response
}

/// What every answer says.
const HEADERS: [(HeaderName, &str); 6] = [
    (
        header::CONTENT_SECURITY_POLICY,
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; \
         base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
    ),
    (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
    (header::REFERRER_POLICY, "no-referrer"),
    (header::X_FRAME_OPTIONS, "DENY"),
    (HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
    (HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
];

/// Where a request comes from: with a proxy before the server, what that says.
pub(crate) struct Visitor(pub(crate) IpAddr);

impl FromRequestParts<Arc<State>> for Visitor {
    type Rejection = Infallible;

    async fn from_request_parts(
        parts: &mut Parts,
        state: &Arc<State>,
    ) -> Result<Visitor, Infallible> {
        let peer: Option<&ConnectInfo<SocketAddr>> = parts.extensions.get();
        // Every connection has an address.
        let peer = peer.map_or(IpAddr::from([0; 4]), |peer| peer.0.ip());
        let is_proxy = state.proxy == Some(peer);
        let from = if is_proxy { forwarded(&parts.headers).unwrap_or(peer) } else { peer };
        Ok(Visitor(from))
    }
}

/// In whose share a board counts that is opened again for a request.
pub(crate) struct Share(pub(crate) Option<IpAddr>);

impl FromRequestParts<Arc<State>> for Share {
    type Rejection = Infallible;

    async fn from_request_parts(
        parts: &mut Parts,
        state: &Arc<State>,
    ) -> Result<Share, Infallible> {
        let Visitor(from) = Visitor::from_request_parts(parts, state).await?;
        let peer: Option<&ConnectInfo<SocketAddr>> = parts.extensions.get();
        let is_own = peer.is_some_and(|peer| is_own(state, *peer, &parts.headers));
        Ok(Share(visitor(from, is_own)))
    }
}

/// The visitor that a proxy names: the last value is its own, and those before it came with the request.
fn forwarded(headers: &HeaderMap) -> Option<IpAddr> {
    let last = headers.get_all("x-forwarded-for").iter().next_back()?.to_str().ok()?;
    last.rsplit(',').next()?.trim().parse().ok()
}

/// The scheme of the addresses that a visitor knows: a trusted proxy may speak TLS.
pub(crate) fn scheme(
    state: &State,
    ConnectInfo(peer): ConnectInfo<SocketAddr>,
    headers: &HeaderMap,
) -> &'static str {
    let is_secure = headers.get("x-forwarded-proto").is_some_and(|scheme| scheme == "https");
    if is_secure && state.proxy == Some(peer.ip()) { "https" } else { "http" }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn other_names_are_refused() {
        let hosts = Hosts::new("192.0.2.1:8365".parse().unwrap(), &["Go.Example".into()]);
        for known in [
            "localhost",
            "localhost:8365",
            "LOCALHOST:1",
            "127.0.0.1:80",
            "[::1]",
            "[::1]:8365",
            "192.0.2.1:8365",
            "go.example",
        ] {
            assert!(hosts.knows(known), "{known}");
        }
        for other in [
            "",
            "evil.example",
            "localhost.evil.example",
            "192.0.2.2",
            "localhost:80@evil",
            "0.0.0.0",
        ] {
            assert!(!hosts.knows(other), "{other}");
        }
    }

    #[test]
    fn an_origin_is_the_host_or_another() {
        let same = |origin: &str, host: &str| {
            let mut headers = HeaderMap::new();
            headers.insert(header::ORIGIN, origin.parse().unwrap());
            headers.insert(header::HOST, host.parse().unwrap());
            is_same_origin(&headers)
        };
        assert!(same("http://localhost:8365", "localhost:8365"));
        assert!(same("https://go.example", "go.example"));
        for (origin, host) in [
            ("http://evil.example", "localhost:8365"),
            ("http://localhost:1", "localhost:8365"),
            ("null", "localhost:8365"),
            ("localhost:8365", "localhost:8365"),
        ] {
            assert!(!same(origin, host), "{origin}");
        }
        assert!(!is_same_origin(&HeaderMap::new()));
    }

    #[test]
    fn a_proxy_names_the_visitor_last() {
        let named = |lines: &[&str]| {
            let mut headers = HeaderMap::new();
            for line in lines {
                headers.append("x-forwarded-for", line.parse().unwrap());
            }
            forwarded(&headers).map(|from| from.to_string())
        };
        assert_eq!(named(&["192.0.2.1"]).as_deref(), Some("192.0.2.1"));
        // What the visitor sent stands before that, on the same line or on one of its own.
        assert_eq!(named(&["198.51.100.1, 192.0.2.1"]).as_deref(), Some("192.0.2.1"));
        assert_eq!(named(&["198.51.100.1", "192.0.2.1"]).as_deref(), Some("192.0.2.1"));
        assert_eq!((named(&[]), named(&["192.0.2.1", "nobody"])), (None, None));
    }

    #[test]
    fn only_names_of_this_machine_are_its_own() {
        for own in
            ["localhost", "LOCALHOST:8365", "127.0.0.1:80", "127.9.9.9", "[::1]:8365", "[::1]"]
        {
            assert!(names_this_machine(own), "{own}");
        }
        for other in ["go.example", "localhost.example:80", "192.168.1.2:80", "[::2]:80", "", ":80"]
        {
            assert!(!names_this_machine(other), "{other}");
        }
    }
}
