//! Those who say nothing, too much, or read nothing: they harm nobody else, and take a bounded part of the server.

mod net;

use std::io::{Read as _, Write as _};
use std::time::Duration;

use hoshi_web::Limits;
use serde_json::{Value, json};

use net::{Server, Socket};

fn join(server: &Server, id: &str, token: Option<&str>, page: &str) -> Socket {
    let mut socket = server.socket(id);
    socket.say(&json!({ "hello": { "token": token, "page": page } }).to_string());
    socket.await_kind(&["snapshot"]);
    socket
}

/// Sends a command; the answer.
fn command(socket: &mut Socket, n: u64, command: &Value) -> (String, Value) {
    socket.say(&json!({ "n": n, "do": command }).to_string());
    loop {
        let (kind, body) = socket.await_kind(&["ack", "no"]);
        if body["n"] == n {
            return (kind, body);
        }
    }
}

fn play(socket: &mut Socket, n: u64, at: &str) {
    let (kind, body) = command(socket, n, &json!({ "type": "play", "at": at }));
    assert_eq!(kind, "ack", "{body}");
}

#[test]
fn connections_that_say_nothing_are_few_and_end() {
    let limits =
        Limits { connections: 8, silence: Duration::from_millis(300), ..Limits::default() };
    let server = Server::start(limits);
    let (id, keys) = server.new_game(&json!({}));
    let mut black = join(&server, &id, Some(&keys[0]), "b");
    // Half a request each.
    let mut silent: Vec<_> = (0..20).map(|_| server.connect()).collect();
    for stream in &mut silent {
        let _ = stream.write_all(b"GET / HTTP/1.1\r\nHost: lo");
    }
    // Those who play are not touched by it.
    play(&mut black, 1, "C3");
    // All of them end: most at once, the others when their time is over.
    for stream in &mut silent {
        let mut rest = Vec::new();
        let _ = stream.read_to_end(&mut rest);
    }
    // Then there is room again.
    let is_served = || {
        let (mut stream, port) = (server.connect(), server.port);
        let _ =
            write!(stream, "GET / HTTP/1.1\r\nHost: localhost:{port}\r\nConnection: close\r\n\r\n");
        let mut answer = Vec::new();
        let _ = stream.read_to_end(&mut answer);
        answer.starts_with(b"HTTP/1.1 200")
    };
    while !is_served() {}
}

#[test]
fn a_slow_reader_gets_a_snapshot_and_delays_nobody() {
    // However long the test takes, the reader is not given up.
    let stuck = Duration::from_secs(3600);
    let server = Server::start(Limits { commands: 10_000, stuck, ..Limits::default() });
    let (id, keys) = server.new_game(&json!({ "how": "here" }));
    let mut slow = server.socket(&id);
    slow.say(&json!({ "hello": { "guest": "a secret of this page" } }).to_string());
    slow.await_kind(&["snapshot"]);
    let mut page = join(&server, &id, Some(&keys[0]), "p");
    play(&mut page, 1, "C3");
    // Far more than the system holds back for a reader who does not read, and than the server remembers.
    let comment = |n: u64| format!("{n} {}", "x".repeat(15_000));
    let last = 250;
    for n in 2..=last {
        let (kind, body) = command(&mut page, n, &json!({ "type": "comment", "text": comment(n) }));
        assert_eq!(kind, "ack", "{body}");
        // In the middle of what is left out.
        if n == last / 2 {
            page.say(&json!({ "n": 1000, "lesson": "start" }).to_string());
            assert_eq!(page.await_kind(&["ack", "no"]).0, "ack");
        }
    }
    // Now it reads: some of what it missed comes as events, the rest as a snapshot, with what is not in a snapshot.
    let (mut snapshots, mut has_last, mut follows) = (0, false, false);
    while !(has_last && follows) {
        let (kind, body) = slow.await_kind(&["snapshot", "events", "lesson"]);
        let text = match kind.as_str() {
            "lesson" => {
                follows |= body["open"] == true;
                continue;
            }
            "snapshot" => {
                snapshots += 1;
                body["node"]["comment"].as_str().map(str::to_owned)
            }
            _ => {
                let events = body.as_array().expect("a list").iter();
                events
                    .filter_map(|event| event["node"]["comment"].as_str())
                    .next_back()
                    .map(str::to_owned)
            }
        };
        has_last |= text.is_some_and(|text| text == comment(last));
    }
    assert!(snapshots > 0, "nothing was left out");
}

#[test]
fn a_command_that_comes_again_on_another_connection_is_done_once() {
    let server = Server::start(Limits::default());
    let (id, keys) = server.new_game(&json!({ "how": "here" }));
    let mut old = join(&server, &id, Some(&keys[0]), "p");
    let mut new = join(&server, &id, Some(&keys[0]), "p");
    let pass = json!({ "type": "play", "at": "pass" });
    // The first arrives at the same time by both ways, the second by the old way when it is long done.
    let text = json!({ "n": 1, "do": pass }).to_string();
    old.say(&text);
    new.say(&text);
    let first = old.await_kind(&["ack", "no"]);
    assert_eq!(first.0, "ack", "{}", first.1);
    assert_eq!(new.await_kind(&["ack", "no"]), first);
    let second = command(&mut new, 2, &json!({ "type": "undo" }));
    assert_eq!(command(&mut old, 2, &json!({ "type": "undo" })), second);
    assert_eq!(command(&mut old, 1, &pass), first);
    // One pass was made and taken back.
    let mut other = server.socket(&id);
    other.say(&json!({ "hello": {} }).to_string());
    let (_, snapshot) = other.await_kind(&["snapshot"]);
    assert_eq!(snapshot["moves"], json!([]));
    assert_eq!(snapshot["seq"].as_u64(), second.1["seq"].as_u64(), "{snapshot}");
}

#[test]
fn what_a_command_led_to_comes_before_its_acknowledgement() {
    let server = Server::start(Limits::default());
    let (id, keys) = server.new_game(&json!({ "how": "here" }));
    let mut page = join(&server, &id, Some(&keys[0]), "p");
    for (n, at) in (1..).zip(["A1", "B2", "C3", "D4", "E5"]) {
        page.say(&json!({ "n": n, "do": { "type": "play", "at": at } }).to_string());
        let mut seen = 0;
        loop {
            let (kind, body) = page.await_kind(&["events", "ack", "no"]);
            match kind.as_str() {
                "events" => {
                    seen = body.as_array().unwrap().last().unwrap()["seq"].as_u64().unwrap();
                }
                _ => break assert_eq!((kind.as_str(), body["seq"].as_u64()), ("ack", Some(seen))),
            }
        }
    }
}

#[test]
fn messages_that_are_too_long_or_too_many_end_only_their_own_socket() {
    let server = Server::start(Limits { commands: 20, ..Limits::default() });
    let (id, keys) = server.new_game(&json!({}));
    let mut black = join(&server, &id, Some(&keys[0]), "b");
    let mut long = join(&server, &id, None, "");
    let _ = long.0.send(tungstenite::Message::text("x".repeat(20_000)));
    while long.0.read().is_ok() {}
    let mut many = join(&server, &id, None, "");
    while many.0.send(tungstenite::Message::text("{\"since\":null}")).is_ok()
        && many.0.read().is_ok()
    {}
    // Questions and commands share a budget, which is refused and comes back.
    let mut keen = join(&server, &id, Some(&keys[1]), "w");
    let refused = (1..=30).map(|n| command(&mut keen, n, &json!({ "type": "undo" })));
    let refused: Vec<Value> = refused.map(|(_, body)| body["code"].clone()).collect();
    assert_eq!(
        (&refused[0] == "too_fast", &refused[29] == "too_fast"),
        (false, true),
        "{refused:?}"
    );
    play(&mut black, 1, "C3");
}

#[test]
fn a_long_record_is_walked_by_its_paths() {
    let server = Server::start(Limits::default());
    let record = format!("(;SZ[9]{})", ";C[x]".repeat(2000));
    let opened = server.post("/api/open", &json!({ "text": record }));
    let id = opened["id"].as_str().expect("a name");
    let token = opened["keys"][0][1].as_str();
    let mut page = join(&server, id, token, "p");
    let path = vec!["0"; 2000].join(".");
    let walk = json!({ "type": "walk", "step": "path", "path": path });
    assert_eq!(command(&mut page, 1, &walk).0, "ack");
}

#[test]
fn links_that_cannot_be_kept_are_told_and_kept_later() {
    let server = Server::start(Limits::default());
    let state = server.folder().join("state");
    // Nobody can write there, whatever rights the tests have.
    std::fs::write(&state, "").expect("a file");
    let (id, keys) = server.new_game(&json!({}));
    let mut black = server.socket(&id);
    black.say(&json!({ "hello": { "token": keys[0], "page": "b" } }).to_string());
    assert_eq!(black.await_kind(&["links"]).1, json!(false));
    play(&mut black, 1, "C3");
    // The server tries again by itself too: both are there before it can.
    let mut white = join(&server, &id, Some(&keys[1]), "w");
    std::fs::remove_file(&state).expect("it was there");
    white.say(&json!({ "n": 1, "do": { "type": "play", "at": "C4" } }).to_string());
    assert_eq!(white.await_kind(&["links", "ack"]), ("links".to_owned(), json!(true)));
    assert_eq!(black.await_kind(&["links"]).1, json!(true));
    assert!(state.join(format!("serve-{id}.json")).exists());
}

#[test]
fn a_pipe_among_the_scripts_is_not_waited_for() {
    let folder = tempfile::tempdir().expect("a folder");
    let made = std::process::Command::new("mkfifo").arg(folder.path().join("game.js")).status();
    assert!(made.is_ok_and(|status| status.success()));
    let server = Server::with_assets(Limits::default(), Some(folder.path().to_owned()));
    let answer = server.get("/assets/work/game.js");
    assert!(answer.starts_with("HTTP/1.1 404") && answer.contains("pipe"), "{answer}");
}

#[test]
fn large_heads_and_wrong_requests_are_refused() {
    let server = Server::start(Limits::default());
    let port = server.port;
    let large = "x".repeat(40_000);
    let answer =
        server.raw(&format!("GET / HTTP/1.1\r\nHost: localhost:{port}\r\nCookie: {large}\r\n\r\n"));
    assert!(answer.starts_with("HTTP/1.1 431"), "{answer}");
    let many = "A: b\r\n".repeat(500);
    let answer = server.raw(&format!("GET / HTTP/1.1\r\nHost: localhost:{port}\r\n{many}\r\n"));
    assert!(answer.starts_with("HTTP/1.1 431"), "{answer}");
    let answer = server.raw("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n");
    assert!(!answer.contains(" 200 "), "{answer}");
    assert!(server.get("/").starts_with("HTTP/1.1 200"));
}

#[test]
fn a_page_can_ask_whether_the_server_is_there() {
    let server = Server::start(Limits::default());
    let (id, _) = server.new_game(&json!({}));
    let mut page = join(&server, &id, None, "");
    page.say(&json!({ "ping": true }).to_string());
    assert_eq!(page.await_kind(&["pong"]).1, Value::Null);
}

#[test]
fn the_start_page_lists_some_of_many_games_with_small_pictures() {
    let server = Server::in_memory(Limits { opened: 1000, ..Limits::default() });
    let listed = || server.new_game(&json!({ "listed": true })).0;
    let ids: Vec<String> = (0..63).map(|_| listed()).collect();
    let page = server.get("/");
    assert_eq!(page.matches("/board.svg\"").count(), 60);
    assert!(page.contains("and 3 more"), "{page}");
    let picture = server.get(&format!("/g/{}/board.svg", ids[0]));
    assert!(picture.contains("image/svg+xml") && picture.contains("<svg"), "{picture}");
}

#[test]
fn a_hundred_games_at_once_are_all_served() {
    let server = Server::in_memory(Limits { opened: 1000, ..Limits::default() });
    // Far more than there are threads for sessions, and all of their pages stay.
    let mut games: Vec<(Socket, Socket)> = (0..100)
        .map(|_| {
            let (id, keys) = server.new_game(&json!({}));
            (join(&server, &id, Some(&keys[0]), "b"), join(&server, &id, Some(&keys[1]), "w"))
        })
        .collect();
    for (nth, at) in ["C3", "B2", "D4"].into_iter().enumerate() {
        let command = json!({ "n": nth + 1, "do": { "type": "play", "at": at } }).to_string();
        // All at the same time; then all are answered.
        let mover = |game: &mut (Socket, Socket), act: fn(&mut Socket, &str), text: &str| {
            act(if nth % 2 == 0 { &mut game.0 } else { &mut game.1 }, text);
        };
        games.iter_mut().for_each(|game| mover(game, Socket::say, &command));
        let is_done = |socket: &mut Socket, _: &str| {
            let (kind, body) = socket.await_kind(&["ack", "no"]);
            assert_eq!(kind, "ack", "{body}");
        };
        games.iter_mut().for_each(|game| mover(game, is_done, ""));
    }
    assert!(server.get("/").starts_with("HTTP/1.1 200"));
}
