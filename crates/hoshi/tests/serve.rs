//! `hoshi serve` as browsers and others meet it: pages, games by link through real sockets, restarts, and those
//! who mean harm.
#![cfg(all(unix, feature = "web"))]

mod server;

use std::fs;
use std::thread;
use std::time::Duration;

use serde_json::json;
use tungstenite::Message;

use server::{Game, Home};

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
    use rustix::process::{Pid, Signal, kill_process};
    for (signal, code) in [(Signal::TERM, 143), (Signal::HUP, 129), (Signal::INT, 130)] {
        let home = Home::new();
        let mut server = home.serve();
        let game = server.new_game(&json!({ "how": "here" }));
        let mut page = server.join(&game.id, &json!({ "token": game.key("both") }));
        page.play("C3");
        let id = i32::try_from(server.child.id()).expect("a number");
        kill_process(Pid::from_raw(id).expect("a process"), signal).expect("the signal is sent");
        let status = server.child.wait().expect("it ends");
        assert_eq!(status.code(), Some(code), "{status}");
        let [record] = &home.games()[..] else { panic!("one record") };
        assert!(record.contains(";B[cc]"), "{record}");
        let locks = fs::read_dir(home.path("history")).expect("a folder");
        let names: Vec<_> = locks.map(|entry| entry.expect("an entry").file_name()).collect();
        assert_eq!(names.len(), 1, "nothing else is left: {names:?}");
    }
}

#[test]
fn secrets_are_in_no_log_no_error_and_no_page() {
    let home = Home::new();
    let mut server = home.serve();
    let game = server.new_game(&json!({ "listed": true }));
    let token = game.key("black");
    let mut page = server.join(&game.id, &json!({ "token": token, "page": "p" }));
    page.play("C3");
    // In every place where somebody might put one by mistake.
    let paths = [
        "/".to_owned(),
        format!("/g/{}", game.id),
        format!("/g/{}/{token}", game.id),
        format!("/g/{token}"),
        format!("/g/{}?{token}", game.id),
        format!("/game/9x9,{token}"),
        format!("/history/{token}"),
        format!("/picture/{token}"),
        format!("/thumb/{token}"),
        format!("/assets/{token}/game.js"),
    ];
    for path in paths {
        let reply = server.get(&path);
        assert!(!reply.head.contains(token), "{path}: {}", reply.head);
        let echoes = path.starts_with("/game/") || path.starts_with("/picture/");
        assert!(echoes || !reply.body.contains(token), "{path}: {}", reply.body);
    }
    for body in [json!({ "text": token }), json!({ "history": token }), json!({ "size": token })] {
        let reply = server.post("/api/open", &body);
        assert!(reply.code >= 400 && !reply.body.contains(token), "{}", reply.body);
    }
    let answer = page.command(&json!({ "type": "play", "at": token }));
    assert!(answer.get("no").is_some());
    let mut other = server.join(&game.id, &json!({ "token": format!("{token}0") }));
    assert_eq!(other.await_kind("welcome")["you"], "spectator");
    server.kill();
    // Nothing that is kept has one, and nothing that was said.
    let mut folders = vec![home.0.path().to_owned()];
    while let Some(folder) = folders.pop() {
        for path in
            fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("an entry").path())
        {
            if path.is_dir() {
                folders.push(path);
                continue;
            }
            let text = String::from_utf8_lossy(&fs::read(&path).expect("a file")).into_owned();
            assert!(!text.contains(token), "{}: {text}", path.display());
        }
    }
}

#[test]
fn an_address_that_is_taken_is_named() {
    let home = Home::new();
    let server = home.serve();
    let taken = format!("127.0.0.1:{}", server.port);
    let output = std::process::Command::new(env!("CARGO_BIN_EXE_hoshi"))
        .args(["serve", "--listen", &taken])
        .env("HOSHI_HISTORY", home.path("other"))
        .env("HOSHI_CONFIG", home.path("config.toml"))
        .env("HOSHI_LOG", home.path("log"))
        .output()
        .expect("the program starts");
    let said = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{said}");
    assert!(
        said.contains(&taken) && said.contains("another program") && said.contains("--listen"),
        "{said}"
    );
}

#[test]
fn the_trash_says_how_much_it_leaves_out() {
    let home = Home::new();
    let trash = home.path("history/.trash");
    fs::create_dir_all(&trash).expect("a folder");
    let server = home.serve();
    for (games, more) in [(200, None), (205, Some("there are 5 more"))] {
        for nth in 0..games {
            let name = format!("2026-01-01_{:06}_9x9.sgf", 120_000 + nth);
            fs::write(trash.join(name), "(;GM[1]FF[4]SZ[9];B[ee])").expect("a record");
        }
        let page = server.get("/trash").body;
        assert_eq!(page.matches("data-restore").count(), 200);
        assert_eq!(page.contains(more.unwrap_or("there are")), more.is_some(), "{page}");
    }
}

#[test]
fn the_first_picture_is_in_the_page() {
    let home = Home::new();
    let server = home.serve();
    let opened =
        server.post("/api/open", &json!({ "text": "(;SZ[9];B[ee]LB[aa:</svg><script>x])" }));
    let game = Game::of(&serde_json::from_str(&opened.body).expect("JSON"));
    let html = server.get(&format!("/g/{}", game.id)).body;
    let (_, rest) = html.split_once("<div id=\"board\"><svg ").expect("a picture");
    let (picture, _) = rest.split_once("</div>").expect("the end of it");
    assert!(picture.contains("<circle"), "{picture}");
    // Neither markup of the record nor a style, which the page's policy forbids.
    assert!(!picture.contains("<script") && !picture.contains("style"), "{picture}");
}

#[test]
fn a_link_to_a_record_that_is_open_elsewhere_says_what_to_do() {
    let home = Home::new();
    let mut server = home.serve();
    let game = server.new_game(&json!({}));
    server.join(&game.id, &json!({ "token": game.key("black") })).play("C3");
    server.kill();
    let server = home.serve();
    // Somebody at this machine continues it from the start page.
    let names = fs::read_dir(home.path("history")).expect("a folder");
    let names =
        names.map(|entry| entry.expect("an entry").file_name().into_string().expect("text"));
    let name = names.into_iter().find(|name| name.ends_with(".sgf")).expect("a record");
    let opened = server.post("/api/open", &json!({ "continue": name }));
    let here = Game::of(&serde_json::from_str(&opened.body).expect("JSON"));
    let mut page = server.join(&here.id, &json!({ "token": here.key("both") }));
    page.await_kind("snapshot");
    let refused = server.get(&format!("/g/{}", game.id));
    assert_eq!(refused.code, 409, "{}", refused.body);
    assert!(refused.body.contains("reload this page a few seconds later."), "{}", refused.body);
    page.play("C4");
    // The other page may only be loaded again, and stays where it is.
    drop(page);
    let open = || server.get(&format!("/g/{}", game.id)).code;
    assert_eq!(open(), 409);
    let mut page = server.join(&here.id, &json!({ "token": here.key("both") }));
    assert_eq!(page.await_kind("snapshot")["position"]["number"], 2);
    // It is left: after a few seconds the link opens the game where it stands now.
    drop(page);
    let is_open = (0..300).any(|_| {
        thread::sleep(Duration::from_millis(100));
        open() == 200
    });
    assert!(is_open, "after half a minute");
    let mut black = server.join(&game.id, &json!({ "token": game.key("black") }));
    assert_eq!(black.await_kind("snapshot")["position"]["number"], 2);
    black.play("D3");
}

#[test]
fn one_game_of_many_in_a_record_is_chosen() {
    let home = Home::new();
    let server = home.serve();
    let record = "(;GM[1]SZ[9]PB[Ann]PW[Bob];B[ee])(;GM[1]SZ[5]PB[Carl]PW[Dora];B[cc];W[bb])";
    let read = |body: &str| serde_json::from_str::<serde_json::Value>(body).expect("JSON");
    let asked = read(&server.post("/api/open", &json!({ "text": record })).body);
    let games = json!(["Ann - Bob, 9x9", "Carl - Dora, 5x5"]);
    assert_eq!(asked, json!({ "games": games, "more": 0, "problems": false }));
    let port = server.port;
    let upload = |query: &str| {
        let reply = server.raw(&format!(
            "POST /api/upload{query} HTTP/1.1\r\nHost: localhost:{port}\r\nOrigin: http://localhost:{port}\r\n\
             Content-Length: {}\r\nConnection: close\r\n\r\n{record}",
            record.len()
        ));
        read(&reply.body)
    };
    assert_eq!(upload("")["games"], games);
    let problems = json!({ "text": "(;SZ[9]AB[aa]AW[bb];B[ab])".repeat(2) });
    assert_eq!(read(&server.post("/api/open", &problems).body)["problems"], true);
    let second = json!({ "text": record, "game": 1 });
    for opened in [read(&server.post("/api/open", &second).body), upload("?game=1")] {
        let game = Game::of(&opened);
        let mut page = server.join(&game.id, &json!({ "token": game.key("both") }));
        let snapshot = page.await_kind("snapshot");
        assert_eq!(
            (&snapshot["width"], &snapshot["seats"]["black"]["name"]),
            (&json!(5), &json!("Carl"))
        );
    }
    let missing = server.post("/api/open", &json!({ "text": record, "game": 2 }));
    assert_eq!(missing.code, 422, "{}", missing.body);
}
