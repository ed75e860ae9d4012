//! `hoshi serve` started for a test, and pages that talk to it through real requests and sockets.

#![allow(dead_code, reason = "each test binary uses its own part of this")]

use std::collections::VecDeque;
use std::fs;
use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::{Shutdown, TcpStream};
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use serde_json::{Value, json};
use tungstenite::client::IntoClientRequest as _;
use tungstenite::{Message, WebSocket};

/// Nothing here takes this long, unless it is broken.
pub(crate) const PATIENCE: Duration = Duration::from_secs(60);

pub(crate) struct Home(pub(crate) tempfile::TempDir);

impl Home {
    pub(crate) fn new() -> Home {
        Home(tempfile::tempdir().expect("a folder"))
    }

    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    /// Starts a server on any free port.
    pub(crate) fn serve(&self) -> Server {
        self.serve_with(&[])
    }

    /// The same with more options.
    pub(crate) fn serve_with(&self, options: &[&str]) -> Server {
        self.serve_at("127.0.0.1:0", options)
    }

    /// The same at an address.
    pub(crate) fn serve_at(&self, listen: &str, options: &[&str]) -> Server {
        let mut child = Command::new(env!("CARGO_BIN_EXE_hoshi"))
            .args(["serve", "--listen", listen])
            .args(options)
            .current_dir(self.0.path())
            .env("HOSHI_HISTORY", self.path("history"))
            .env("HOSHI_CONFIG", self.path("config.toml"))
            .env("HOSHI_LOG", self.path("log"))
            .env("USER", "Ann")
            .env("NO_COLOR", "1")
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the program starts");
        let lines = BufReader::new(child.stderr.take().expect("a pipe")).lines();
        // Before that, it may say who can come.
        let said = lines.map(|line| line.expect("text")).find(|line| line.contains("http://"));
        let said = said.expect("it says where it is");
        let port = said.split_once("http://").and_then(|(_, rest)| rest.split_once('/'));
        let port = port.and_then(|(host, _)| host.rsplit_once(':'));
        let port = port.and_then(|(_, port)| port.parse().ok()).unwrap_or_else(|| panic!("{said}"));
        Server { child, port }
    }

    pub(crate) fn games(&self) -> Vec<String> {
        let Ok(folder) = fs::read_dir(self.path("history")) else { return Vec::new() };
        let paths = folder.map(|entry| entry.expect("an entry").path());
        let games = paths.filter(|path| path.extension().is_some_and(|ending| ending == "sgf"));
        games.map(|path| fs::read_to_string(path).expect("a record")).collect()
    }
}

pub(crate) struct Server {
    pub(crate) child: Child,
    pub(crate) port: u16,
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// An answer: the code, the head, the body.
pub(crate) struct Reply {
    pub(crate) code: u16,
    pub(crate) head: String,
    pub(crate) body: String,
}

impl Server {
    /// Ends it without a chance to save anything.
    pub(crate) fn kill(&mut self) {
        self.child.kill().expect("it can be killed");
        self.child.wait().expect("it ends");
    }

    /// Sends a request as it is.
    pub(crate) fn raw(&self, request: &str) -> Reply {
        let mut stream = TcpStream::connect(("127.0.0.1", self.port)).expect("a connection");
        stream.set_read_timeout(Some(PATIENCE)).expect("a limit");
        stream.write_all(request.as_bytes()).expect("it is sent");
        let mut bytes = Vec::new();
        stream.read_to_end(&mut bytes).expect("an answer");
        let text = String::from_utf8_lossy(&bytes).into_owned();
        let (head, body) = text.split_once("\r\n\r\n").expect("a head");
        let code = head.split(' ').nth(1).and_then(|code| code.parse().ok()).expect("a code");
        Reply { code, head: head.to_lowercase(), body: body.to_owned() }
    }

    pub(crate) fn get(&self, path: &str) -> Reply {
        self.get_with("", path)
    }

    /// The same with more headers, each with the end of its line.
    pub(crate) fn get_with(&self, headers: &str, path: &str) -> Reply {
        let port = self.port;
        self.raw(&format!(
            "GET {path} HTTP/1.1\r\nHost: localhost:{port}\r\n{headers}Connection: close\r\n\r\n"
        ))
    }

    pub(crate) fn post(&self, path: &str, body: &Value) -> Reply {
        self.post_with("", path, body)
    }

    /// The same through a proxy, from this address.
    pub(crate) fn post_from(&self, from: &str, path: &str, body: &Value) -> Reply {
        self.post_with(&format!("X-Forwarded-For: {from}\r\n"), path, body)
    }

    fn post_with(&self, headers: &str, path: &str, body: &Value) -> Reply {
        let (port, body) = (self.port, body.to_string());
        self.raw(&format!(
            "POST {path} HTTP/1.1\r\nHost: localhost:{port}\r\nOrigin: http://localhost:{port}\r\n{headers}\
             Content-Type: application/json\r\nContent-Length: {}\r\nConnection: close\r\n\r\n{body}",
            body.len()
        ))
    }

    pub(crate) fn new_game(&self, more: &Value) -> Game {
        let mut choice = json!({
            "how": "link", "opponent": "human", "color": "black", "size": "5",
            "rules": "chinese", "komi": "0.5", "time": "none", "handicap": 0,
        });
        choice.as_object_mut().expect("an object").extend(more.as_object().expect("one").clone());
        let reply = self.post("/api/new", &choice);
        assert_eq!(reply.code, 200, "{}", reply.body);
        Game::of(&serde_json::from_str(&reply.body).expect("JSON"))
    }

    /// A socket whose first message says who comes.
    pub(crate) fn join(&self, id: &str, hello: &Value) -> Page {
        self.join_as(None, id, hello)
    }

    /// The same through a proxy, from this address.
    pub(crate) fn join_from(&self, from: &str, id: &str, hello: &Value) -> Page {
        self.join_as(Some(from), id, hello)
    }

    fn join_as(&self, from: Option<&str>, id: &str, hello: &Value) -> Page {
        let socket = self.socket_as(from, id, "localhost").expect("a socket");
        let mut page = Page { socket, n: 0, heard: VecDeque::new() };
        page.say(&json!({ "hello": hello }));
        page
    }

    pub(crate) fn socket(&self, id: &str, origin: &str) -> Option<WebSocket<TcpStream>> {
        self.socket_as(None, id, origin)
    }

    fn socket_as(
        &self,
        from: Option<&str>,
        id: &str,
        origin: &str,
    ) -> Option<WebSocket<TcpStream>> {
        let stream = TcpStream::connect(("127.0.0.1", self.port)).expect("a connection");
        stream.set_read_timeout(Some(PATIENCE)).expect("a limit");
        let port = self.port;
        let mut request = format!("ws://localhost:{port}/g/{id}/socket")
            .into_client_request()
            .expect("a request");
        let origin = format!("http://{origin}:{port}").parse().expect("a header");
        request.headers_mut().insert("Origin", origin);
        if let Some(from) = from {
            request.headers_mut().insert("X-Forwarded-For", from.parse().expect("a header"));
        }
        tungstenite::client(request, stream).ok().map(|(socket, _)| socket)
    }
}

/// A game by link.
pub(crate) struct Game {
    pub(crate) id: String,
    pub(crate) keys: Vec<(String, String)>,
}

impl Game {
    pub(crate) fn of(answer: &Value) -> Game {
        let text = |value: &Value| value.as_str().expect("text").to_owned();
        let keys = answer["keys"].as_array().expect("a list").iter();
        Game {
            id: text(&answer["id"]),
            keys: keys.map(|key| (text(&key[0]), text(&key[1]))).collect(),
        }
    }

    pub(crate) fn key(&self, who: &str) -> &str {
        &self.keys.iter().find(|(name, _)| name == who).expect("such a seat").1
    }
}

/// A page with an open socket.
pub(crate) struct Page {
    pub(crate) socket: WebSocket<TcpStream>,
    pub(crate) n: u64,
    /// What came before an answer that was waited for: events come before the acknowledgement.
    pub(crate) heard: VecDeque<Value>,
}

impl Page {
    pub(crate) fn say(&mut self, message: &Value) {
        self.socket.send(Message::text(message.to_string())).expect("it is sent");
    }

    pub(crate) fn hear(&mut self) -> Value {
        self.heard.pop_front().unwrap_or_else(|| self.read())
    }

    fn read(&mut self) -> Value {
        loop {
            if let Message::Text(text) = self.socket.read().expect("a message") {
                return serde_json::from_str(&text).expect("JSON");
            }
        }
    }

    /// The next message; `None` if the connection is gone.
    pub(crate) fn try_hear(&mut self) -> Option<Value> {
        if let Some(message) = self.heard.pop_front() {
            return Some(message);
        }
        loop {
            if let Message::Text(text) = self.socket.read().ok()? {
                return serde_json::from_str(&text).ok();
            }
        }
    }

    /// The next message of this kind.
    pub(crate) fn await_kind(&mut self, kind: &str) -> Value {
        loop {
            let message = self.hear();
            if let Some(body) = message.get(kind) {
                return body.clone();
            }
        }
    }

    /// The next event of this type.
    pub(crate) fn await_event(&mut self, kind: &str) -> Value {
        self.await_that(|event| event["type"] == kind)
    }

    /// The next event that is as it should be.
    pub(crate) fn await_that(&mut self, is_that: impl Fn(&Value) -> bool) -> Value {
        loop {
            let events = self.await_kind("events");
            if let Some(event) =
                events.as_array().expect("a list").iter().find(|event| is_that(event))
            {
                return event.clone();
            }
        }
    }

    /// Leaves; when it returns, the server knows.
    pub(crate) fn leave(mut self) {
        let stream = self.socket.get_mut();
        stream.shutdown(Shutdown::Write).expect("it was open");
        let _ = stream.read_to_end(&mut Vec::new());
    }

    /// Sends a command; the answer.
    pub(crate) fn command(&mut self, command: &Value) -> Value {
        self.n += 1;
        let n = self.n;
        self.say(&json!({ "n": n, "do": command }));
        self.answer(n)
    }

    /// The same under a number of the caller's choice.
    pub(crate) fn command_as(&mut self, n: u64, command: &Value) -> Value {
        self.say(&json!({ "n": n, "do": command }));
        self.answer(n)
    }

    /// Sends anything that is answered.
    pub(crate) fn request(&mut self, body: &Value) -> Value {
        self.n += 1;
        let mut message = json!({ "n": self.n });
        message.as_object_mut().expect("an object").extend(body.as_object().expect("one").clone());
        self.say(&message);
        self.answer(self.n)
    }

    /// The next message of this kind that is as it should be.
    pub(crate) fn await_that_kind(
        &mut self,
        kind: &str,
        is_that: impl Fn(&Value) -> bool,
    ) -> Value {
        loop {
            let body = self.await_kind(kind);
            if is_that(&body) {
                return body;
            }
        }
    }

    pub(crate) fn answer(&mut self, n: u64) -> Value {
        loop {
            let message = self.read();
            let is_answer = |kind: &&str| message.get(kind).is_some_and(|body| body["n"] == n);
            if ["ack", "no", "answer", "estimate"].iter().any(is_answer) {
                return message;
            }
            self.heard.push_back(message);
        }
    }

    pub(crate) fn play(&mut self, at: &str) {
        let answer = self.command(&json!({ "type": "play", "at": at }));
        assert!(answer.get("ack").is_some(), "{at}: {answer}");
    }
}
