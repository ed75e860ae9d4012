//! `hoshi serve` as browsers and others meet it: pages, games by link through real sockets, restarts, and those
//! who mean harm.
#![cfg(all(unix, feature = "web"))]

use std::fs;
use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::TcpStream;
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use serde_json::{Value, json};
use tungstenite::client::IntoClientRequest as _;
use tungstenite::{Message, WebSocket};

/// Nothing here takes this long, unless it is broken.
const PATIENCE: Duration = Duration::from_secs(60);

struct Home(tempfile::TempDir);

impl Home {
    fn new() -> Home {
        Home(tempfile::tempdir().expect("a folder"))
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    /// Starts a server on any free port.
    fn serve(&self) -> Server {
        let mut child = Command::new(env!("CARGO_BIN_EXE_hoshi"))
            .args(["serve", "--listen", "127.0.0.1:0"])
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
        let mut lines = BufReader::new(child.stderr.take().expect("a pipe")).lines();
        let said = lines.next().expect("it says where it is").expect("text");
        let port = said.rsplit_once("localhost:").and_then(|(_, rest)| rest.split_once('/'));
        let port = port.and_then(|(port, _)| port.parse().ok()).unwrap_or_else(|| panic!("{said}"));
        Server { child, port }
    }

    fn games(&self) -> Vec<String> {
        let Ok(folder) = fs::read_dir(self.path("history")) else { return Vec::new() };
        let paths = folder.map(|entry| entry.expect("an entry").path());
        let games = paths.filter(|path| path.extension().is_some_and(|ending| ending == "sgf"));
        games.map(|path| fs::read_to_string(path).expect("a record")).collect()
    }
}

struct Server {
    child: Child,
    port: u16,
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// An answer: the code, the head, the body.
struct Reply {
    code: u16,
    head: String,
    body: String,
}

impl Server {
    /// Sends a request as it is.
    fn raw(&self, request: &str) -> Reply {
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

    fn get(&self, path: &str) -> Reply {
        let port = self.port;
        self.raw(&format!(
            "GET {path} HTTP/1.1\r\nHost: localhost:{port}\r\nConnection: close\r\n\r\n"
        ))
    }

    fn post(&self, path: &str, body: &Value) -> Reply {
        let (port, body) = (self.port, body.to_string());
        self.raw(&format!(
            "POST {path} HTTP/1.1\r\nHost: localhost:{port}\r\nOrigin: http://localhost:{port}\r\n\
             Content-Type: application/json\r\nContent-Length: {}\r\nConnection: close\r\n\r\n{body}",
            body.len()
        ))
    }

    fn new_game(&self, more: &Value) -> Game {
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
    fn join(&self, id: &str, hello: &Value) -> Page {
        let mut page = Page { socket: self.socket(id, "localhost").expect("a socket"), n: 0 };
        page.say(&json!({ "hello": hello }));
        page
    }

    fn socket(&self, id: &str, origin: &str) -> Option<WebSocket<TcpStream>> {
        let stream = TcpStream::connect(("127.0.0.1", self.port)).expect("a connection");
        stream.set_read_timeout(Some(PATIENCE)).expect("a limit");
        let port = self.port;
        let mut request = format!("ws://localhost:{port}/g/{id}/socket")
            .into_client_request()
            .expect("a request");
        let origin = format!("http://{origin}:{port}").parse().expect("a header");
        request.headers_mut().insert("Origin", origin);
        tungstenite::client(request, stream).ok().map(|(socket, _)| socket)
    }
}

/// A game by link.
struct Game {
    id: String,
    keys: Vec<(String, String)>,
}

impl Game {
    fn of(answer: &Value) -> Game {
        let text = |value: &Value| value.as_str().expect("text").to_owned();
        let keys = answer["keys"].as_array().expect("a list").iter();
        Game {
            id: text(&answer["id"]),
            keys: keys.map(|key| (text(&key[0]), text(&key[1]))).collect(),
        }
    }

    fn key(&self, who: &str) -> &str {
        &self.keys.iter().find(|(name, _)| name == who).expect("such a seat").1
    }
}

/// A page with an open socket.
struct Page {
    socket: WebSocket<TcpStream>,
    n: u64,
}

impl Page {
    fn say(&mut self, message: &Value) {
        self.socket.send(Message::text(message.to_string())).expect("it is sent");
    }

    fn hear(&mut self) -> Value {
        loop {
            if let Message::Text(text) = self.socket.read().expect("a message") {
                return serde_json::from_str(&text).expect("JSON");
            }
        }
    }

    /// The next message of this kind.
    fn await_kind(&mut self, kind: &str) -> Value {
        loop {
            let message = self.hear();
            if let Some(body) = message.get(kind) {
                return body.clone();
            }
        }
    }

    /// The next event of this type.
    fn await_event(&mut self, kind: &str) -> Value {
        self.await_that(|event| event["type"] == kind)
    }

    /// The next event that is as it should be.
    fn await_that(&mut self, is_that: impl Fn(&Value) -> bool) -> Value {
        loop {
            let events = self.await_kind("events");
            if let Some(event) =
                events.as_array().expect("a list").iter().find(|event| is_that(event))
            {
                return event.clone();
            }
        }
    }

    /// Sends a command; the answer.
    fn command(&mut self, command: &Value) -> Value {
        self.n += 1;
        let n = self.n;
        self.say(&json!({ "n": n, "do": command }));
        self.answer(n)
    }

    fn answer(&mut self, n: u64) -> Value {
        loop {
            let message = self.hear();
            for kind in ["ack", "no"] {
                if message.get(kind).is_some_and(|body| body["n"] == n) {
                    return message;
                }
            }
        }
    }

    fn play(&mut self, at: &str) {
        let answer = self.command(&json!({ "type": "play", "at": at }));
        assert!(answer.get("ack").is_some(), "{at}: {answer}");
    }
}

#[test]
fn two_people_play_by_link_and_a_third_watches() {
    let home = Home::new();
    let server = home.serve();
    let game = server.new_game(&json!({}));
    let mut black = server.join(&game.id, &json!({ "token": game.key("black"), "page": "b" }));
    let mut white = server.join(&game.id, &json!({ "token": game.key("white"), "page": "w" }));
    let mut other = server.join(&game.id, &json!({}));
    for (page, who) in [(&mut black, "black"), (&mut white, "white"), (&mut other, "spectator")] {
        assert_eq!(page.await_kind("welcome")["you"], who);
        assert_eq!(page.await_kind("snapshot")["width"], 5);
    }
    black.play("C3");
    assert_eq!(other.await_event("played")["at"], "C3");
    // Whoever has one seat has not the other.
    let answer = black.command(&json!({ "type": "play", "at": "C4" }));
    assert_eq!(answer["no"]["code"], "not_your_turn", "{answer}");
    let answer = other.command(&json!({ "type": "play", "at": "C4" }));
    assert_eq!(answer["no"]["code"], "not_seated", "{answer}");
    white.play("C4");
    // To take back, the other side is asked.
    let answer = white.command(&json!({ "type": "undo" }));
    assert!(answer.get("ack").is_some(), "{answer}");
    assert_eq!(black.await_event("offered")["offer"]["at"], "C4");
    let answer = black.command(&json!({ "type": "answer", "grant": true }));
    assert!(answer.get("ack").is_some(), "{answer}");
    white.play("pass");
    black.play("pass");
    // Both accept the same marks.
    let proposed = white
        .await_that(|event| event["type"] == "marking" && event["marking"]["waiting"] == false);
    let marking = &proposed["marking"]["revision"];
    for page in [&mut white, &mut black] {
        let answer = page.command(&json!({ "type": "accept", "revision": marking }));
        assert!(answer.get("ack").is_some(), "{answer}");
    }
    let ended = other.await_event("ended");
    assert_eq!(ended["result"]["result"], "B+24.5");
    let [record] = &home.games()[..] else { panic!("one record") };
    assert!(record.contains("RE[B+24.5]"), "{record}");
    let sgf = server.get(&format!("/g/{}/game.sgf", game.id));
    assert_eq!((sgf.code, sgf.body.contains("B[cc]")), (200, true), "{}", sgf.body);
}

#[test]
fn a_game_against_the_bot_is_recorded() {
    let home = Home::new();
    let server = home.serve();
    let game = server.new_game(&json!({ "how": "bot", "opponent": "bot:1" }));
    let mut page = server.join(&game.id, &json!({ "token": game.key("both"), "page": "p" }));
    page.await_kind("snapshot");
    page.play("C3");
    page.await_that(|event| event["type"] == "played" && event["color"] == "white");
    let [record] = &home.games()[..] else { panic!("one record") };
    assert!(record.contains(";B[cc]") && record.contains("HOSHIW[bot:1]"), "{record}");
}

#[test]
fn what_was_acknowledged_survives_a_kill_and_the_links_work_again() {
    let home = Home::new();
    let mut server = home.serve();
    let game = server.new_game(&json!({}));
    let mut black = server.join(&game.id, &json!({ "token": game.key("black"), "page": "b" }));
    let first = black.await_kind("welcome")["epoch"].clone();
    black.play("C3");
    // Without a chance to save anything.
    server.child.kill().expect("it can be killed");
    server.child.wait().expect("it ends");
    let server = home.serve();
    let hello = json!({ "token": game.key("white"), "page": "w", "epoch": first, "since": 3 });
    let mut white = server.join(&game.id, &hello);
    let welcome = white.await_kind("welcome");
    assert_eq!(welcome["you"], "white");
    assert_ne!(welcome["epoch"], first);
    // A page that knows an earlier run of the server gets everything anew.
    let snapshot = white.await_kind("snapshot");
    assert_eq!(snapshot["position"]["rows"][2], "..X..");
    white.play("C4");
    // Nothing that was kept opens a seat.
    let kept = fs::read_dir(home.0.path()).expect("a folder");
    for path in kept.map(|entry| entry.expect("an entry").path()).filter(|path| path.is_file()) {
        let text = fs::read_to_string(&path).unwrap_or_default();
        for (_, token) in &game.keys {
            assert!(!text.contains(token.as_str()), "{}", path.display());
        }
    }
}

#[test]
fn a_command_that_comes_again_is_answered_and_not_done_again() {
    let home = Home::new();
    let server = home.serve();
    let game = server.new_game(&json!({ "how": "here" }));
    let hello = json!({ "token": game.key("both"), "page": "p" });
    let mut page = server.join(&game.id, &hello);
    page.await_kind("snapshot");
    let pass = json!({ "n": 7, "do": { "type": "play", "at": "C3" } });
    page.say(&pass);
    let first = page.answer(7);
    // The connection is lost, and nobody knows whether the command arrived.
    let mut page = server.join(&game.id, &hello);
    let number = page.await_kind("snapshot")["position"]["number"].clone();
    page.say(&pass);
    assert_eq!(page.answer(7), first);
    page.say(&json!({ "since": null }));
    assert_eq!(page.await_kind("snapshot")["position"]["number"], number);
}

#[test]
fn an_address_holds_a_game_and_a_position_of_it() {
    let home = Home::new();
    let server = home.serve();
    let page = server.get("/game/9x9,E5b,C3w?move=1");
    assert_eq!(page.code, 200, "{}", page.body);
    assert!(page.body.contains("og:image") && page.body.contains("9x9"), "{}", page.body);
    let picture = server.get("/picture/9x9,E5b,C3w?move=1");
    assert_eq!((picture.code, picture.head.contains("image/png")), (200, true));
    let wrong = server.get("/game/9x9,E5b,E5w");
    assert_eq!(wrong.code, 404, "{}", wrong.body);
    let opened = server.post("/api/open", &json!({ "text": "/game/9x9,E5b,C3w" }));
    let game = Game::of(&serde_json::from_str(&opened.body).expect("JSON"));
    let mut page = server.join(&game.id, &json!({ "token": game.key("both") }));
    assert_eq!(page.await_kind("snapshot")["mode"], "review");
    let answer = page.command(&json!({ "type": "walk", "step": "last" }));
    assert!(answer.get("ack").is_some(), "{answer}");
    assert_eq!(home.games().len(), 0, "nothing is saved of a review");
}

#[test]
fn those_who_mean_harm_are_refused() {
    let home = Home::new();
    let server = home.serve();
    let game = server.new_game(&json!({}));
    let port = server.port;
    // Another site whose name was made to lead here.
    let host = |host: &str| {
        server.raw(&format!("GET / HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n")).code
    };
    assert_eq!(host(&format!("evil.example:{port}")), 421);
    assert_eq!(host("localhost"), 200);
    assert_eq!(server.raw("GET / HTTP/1.0\r\n\r\n").code, 421);
    // A page of another site that sends requests here.
    let body = "{\"text\":\"9x9,E5b\"}";
    for origin in ["Origin: http://evil.example\r\n", "Origin: null\r\n", ""] {
        let reply = server.raw(&format!(
            "POST /api/open HTTP/1.1\r\nHost: localhost:{port}\r\n{origin}Content-Type: application/json\r\n\
             Content-Length: {}\r\nConnection: close\r\n\r\n{body}",
            body.len()
        ));
        assert_eq!(reply.code, 403, "{origin}");
    }
    assert!(server.socket(&game.id, "evil.example").is_none());
    // Paths, and names that are none.
    for path in [
        "/history/..%2f..%2fetc%2fpasswd",
        "/thumb/..%2Flog",
        "/g/../../etc/passwd",
        "/g/0123456789abcdef",
        "/assets/x/..%2f..%2fCargo.toml",
        "/api/new",
    ] {
        assert!([404, 405].contains(&server.get(path).code), "{path}");
    }
    // Too much.
    let long = format!("/game/9x9{}", ",E5b".repeat(4000));
    assert_eq!(server.get(&long).code, 414);
    let large = server.post("/api/open", &json!({ "text": "x".repeat(2 << 20) }));
    assert_eq!(large.code, 413);
    let mut page = server.join(&game.id, &json!({ "token": "0".repeat(32) }));
    assert_eq!(page.await_kind("welcome")["you"], "spectator");
    page.say(
        &json!({ "n": 1, "do": { "type": "name", "color": "black", "name": "x".repeat(2000) } }),
    );
    assert_eq!(page.await_kind("no")["code"], "too_long");
    page.socket.send(Message::text("[[[[")).expect("it is sent");
    assert_eq!(page.await_kind("no")["code"], "not_understood");
    // The others go on.
    let mut black = server.join(&game.id, &json!({ "token": game.key("black") }));
    black.play("C3");
}

#[test]
fn names_are_text_and_every_answer_is_strict() {
    let home = Home::new();
    fs::create_dir_all(home.path("history")).expect("a folder");
    let sgf = "(;GM[1]FF[4]SZ[9]PB[<script>alert(1)</script>]PW[a\" onload=\"b];B[ee])";
    fs::write(home.path("history/2026-01-01_120000_9x9.sgf"), sgf).expect("a record");
    let server = home.serve();
    let page = server.get("/");
    assert_eq!(page.code, 200);
    assert!(page.body.contains("&lt;script&gt;alert(1)&lt;/script&gt;"), "{}", page.body);
    assert!(
        !page.body.contains("<script>alert") && !page.body.contains("\" onload"),
        "{}",
        page.body
    );
    for header in [
        "content-security-policy: default-src 'none'",
        "x-content-type-options: nosniff",
        "referrer-policy: no-referrer",
        "frame-ancestors 'none'",
    ] {
        assert!(page.head.contains(header), "{header}\n{}", page.head);
    }
    // Only those at this machine see what was played here.
    let port = server.port;
    let proxied = server.raw(&format!(
        "GET / HTTP/1.1\r\nHost: localhost:{port}\r\nX-Forwarded-For: 192.0.2.1\r\nConnection: close\r\n\r\n"
    ));
    assert!(!proxied.body.contains("alert(1)"), "{}", proxied.body);
    let thumb = server.get("/thumb/2026-01-01_120000_9x9.sgf");
    assert_eq!((thumb.code, thumb.body.contains("<script")), (200, false));
}

#[test]
fn a_signal_ends_it_with_every_game_saved() {
    let home = Home::new();
    let mut server = home.serve();
    let game = server.new_game(&json!({ "how": "here" }));
    let mut page = server.join(&game.id, &json!({ "token": game.key("both") }));
    page.play("C3");
    let id = i32::try_from(server.child.id()).expect("a number");
    let pid = rustix::process::Pid::from_raw(id).expect("a process");
    rustix::process::kill_process(pid, rustix::process::Signal::TERM).expect("the signal is sent");
    let status = server.child.wait().expect("it ends");
    assert_eq!(status.code(), Some(143), "{status}");
    let [record] = &home.games()[..] else { panic!("one record") };
    assert!(record.contains(";B[cc]"), "{record}");
}
