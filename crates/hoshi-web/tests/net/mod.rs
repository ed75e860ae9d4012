//! A server in this process, and clients that talk to it through real connections.

#![allow(dead_code, reason = "each test binary uses its own part of this")]

use std::io::{Read as _, Write as _};
use std::net::TcpStream;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::thread::{self, JoinHandle};
use std::time::Duration;

use hoshi_web::people::People;
use hoshi_web::{Limits, Serving, Setup, Stop};
use serde_json::{Value, json};
use tungstenite::client::{IntoClientRequest as _, client_with_config};
use tungstenite::protocol::WebSocketConfig;
use tungstenite::{Message, WebSocket};

/// Nothing here takes this long, unless it is broken.
const PATIENCE: Duration = Duration::from_secs(60);

/// A server for people, with its records in a folder of its own.
pub(crate) struct Server {
    folder: tempfile::TempDir,
    pub(crate) port: u16,
    stop: Stop,
    thread: Option<JoinHandle<()>>,
}

impl Server {
    pub(crate) fn start(limits: Limits) -> Server {
        Server::with_assets(limits, None)
    }

    pub(crate) fn with_assets(limits: Limits, assets: Option<PathBuf>) -> Server {
        Server::in_folder(tempfile::tempdir().expect("a folder"), limits, assets)
    }

    /// A server whose records lie in memory, where the system has such a folder: for tests in which no disk fails.
    pub(crate) fn in_memory(limits: Limits) -> Server {
        let folder = tempfile::tempdir_in("/dev/shm").or_else(|_| tempfile::tempdir());
        Server::in_folder(folder.expect("a folder"), limits, None)
    }

    fn in_folder(folder: tempfile::TempDir, limits: Limits, assets: Option<PathBuf>) -> Server {
        let setup = Setup {
            program: Arc::new(People::new(folder.path())),
            listen: "127.0.0.1:0".parse().expect("an address"),
            hosts: Vec::new(),
            proxy: None,
            assets,
            limits,
        };
        let serving = Serving::new(setup).expect("it listens");
        let (port, stop) = (serving.address().port(), serving.stop());
        let thread = Some(thread::spawn(move || serving.run()));
        Server { folder, port, stop, thread }
    }

    pub(crate) fn record(&self, name: &str) -> PathBuf {
        self.folder.path().join("history").join(name)
    }

    pub(crate) fn folder(&self) -> &Path {
        self.folder.path()
    }

    pub(crate) fn connect(&self) -> TcpStream {
        let stream = TcpStream::connect(("127.0.0.1", self.port)).expect("a connection");
        stream.set_read_timeout(Some(PATIENCE)).expect("a limit");
        stream.set_nodelay(true).expect("an option");
        stream
    }

    /// Sends a request as it is; the answer, as text.
    pub(crate) fn raw(&self, request: &str) -> String {
        let mut stream = self.connect();
        stream.write_all(request.as_bytes()).expect("it is sent");
        let mut bytes = Vec::new();
        stream.read_to_end(&mut bytes).expect("an answer");
        String::from_utf8_lossy(&bytes).into_owned()
    }

    pub(crate) fn get(&self, path: &str) -> String {
        let port = self.port;
        self.raw(&format!(
            "GET {path} HTTP/1.1\r\nHost: localhost:{port}\r\nConnection: close\r\n\r\n"
        ))
    }

    pub(crate) fn post(&self, path: &str, body: &Value) -> Value {
        let (port, body) = (self.port, body.to_string());
        let answer = self.raw(&format!(
            "POST {path} HTTP/1.1\r\nHost: localhost:{port}\r\nOrigin: http://localhost:{port}\r\n\
             Content-Type: application/json\r\nContent-Length: {}\r\nConnection: close\r\n\r\n{body}",
            body.len()
        ));
        let (_, body) = answer.split_once("\r\n\r\n").expect("a head");
        serde_json::from_str(body).unwrap_or_else(|error| panic!("{error}: {answer}"))
    }

    /// A new game between two people: its name, and the secrets of Black and White, or the one of both.
    pub(crate) fn new_game(&self, more: &Value) -> (String, Vec<String>) {
        let mut choice = json!({
            "how": "link", "opponent": "human", "color": "black", "size": "5",
            "rules": "chinese", "komi": "0.5", "time": "none", "handicap": 0,
        });
        choice.as_object_mut().expect("an object").extend(more.as_object().expect("one").clone());
        let game = self.post("/api/new", &choice);
        let text = |value: &Value| value.as_str().unwrap_or_else(|| panic!("{game}")).to_owned();
        let keys = game["keys"].as_array().unwrap_or_else(|| panic!("{game}"));
        (text(&game["id"]), keys.iter().map(|key| text(&key[1])).collect())
    }

    pub(crate) fn socket(&self, id: &str) -> Socket {
        let port = self.port;
        let address = format!("ws://localhost:{port}/g/{id}/socket");
        let mut request = address.into_client_request().expect("a request");
        let origin = format!("http://localhost:{port}").parse().expect("a header");
        request.headers_mut().insert("Origin", origin);
        // The default would be cleared with every message, all 128 kB of it.
        let config = WebSocketConfig::default().read_buffer_size(4 << 10);
        let (socket, _) = client_with_config(request, self.connect(), Some(config)).expect("one");
        Socket(socket)
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        self.stop.now();
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

/// One end of a socket.
pub(crate) struct Socket(pub(crate) WebSocket<TcpStream>);

impl Socket {
    pub(crate) fn say(&mut self, text: &str) {
        self.0.send(Message::text(text)).expect("it is sent");
    }

    pub(crate) fn hear(&mut self) -> Value {
        loop {
            if let Message::Text(text) = self.0.read().expect("a message") {
                return serde_json::from_str(&text).expect("JSON");
            }
        }
    }

    /// The next message of one of these kinds, and what it says.
    pub(crate) fn await_kind(&mut self, kinds: &[&str]) -> (String, Value) {
        loop {
            let message = self.hear();
            let (kind, body) =
                message.as_object().and_then(|all| all.iter().next()).expect("a kind");
            if kinds.contains(&kind.as_str()) {
                return (kind.clone(), body.clone());
            }
        }
    }
}
