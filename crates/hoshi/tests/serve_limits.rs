//! `hoshi serve` and those who want too much of it, or all for themselves: what each visitor may take.
#![cfg(all(unix, feature = "web"))]

mod server;

use std::fs;
use std::io::{Read as _, Write as _};
use std::net::TcpStream;

use serde_json::{Value, json};

use server::{Game, Home, PATIENCE, Page, Server};

#[test]
fn too_much_is_refused_in_words_for_scripts_and_in_a_page_for_people() {
    let home = Home::new();
    let server = home.serve();
    let long = json!({ "how": "here", "black": "x".repeat(9000) });
    let refused = server.post("/api/new", &long);
    assert_eq!(refused.code, 413, "{}", refused.body);
    let text = |body: &str| {
        let body: Value = serde_json::from_str(body).expect("JSON");
        body["error"].as_str().expect("a sentence").to_owned()
    };
    assert_eq!(text(&refused.body), "That is too long: 4 kB at most.");
    let refused = server.post("/api/new", &json!({ "size": 9 }));
    assert_eq!(text(&refused.body), "The server did not understand that.");
    let refused = server.post("/api/open", &json!({ "text": "x".repeat(2 << 20) }));
    assert_eq!(
        (refused.code, text(&refused.body).as_str()),
        (413, "A record may have 1 MB at most.")
    );
    // Somebody who follows an old link gets a page, not JSON.
    let port = server.port;
    let page = server.raw(&format!(
        "GET /history/gone.sgf HTTP/1.1\r\nHost: localhost:{port}\r\nAccept: text/html\r\nConnection: close\r\n\r\n"
    ));
    assert_eq!(page.code, 404);
    assert!(page.body.contains("<p>There is no such game here.</p>"), "{}", page.body);
    assert!(page.head.contains("content-security-policy"), "{}", page.head);
    assert_eq!(text(&server.get("/history/gone.sgf").body), "There is no such game here.");
}

#[test]
fn one_visitor_is_drawn_only_so_much() {
    let home = Home::new();
    let server = home.serve_with(&["--trusted-proxy", "127.0.0.1"]);
    let game = server.new_game(&json!({}));
    let record = format!("/g/{}/game.sgf", game.id);
    let get = |from: &str, path: &str| {
        // The proxy adds the last line; the one before it came with the request.
        let lines = format!("X-Forwarded-For: 203.0.113.9\r\nX-Forwarded-For: {from}\r\n");
        server.get_with(&lines, path)
    };
    let shown = (0..400).take_while(|_| get("192.0.2.1", &record).code == 200).count();
    assert_eq!(shown, 300);
    for part in ["game.sgf", "line/sgn", "board.png", "tree", "view"] {
        let refused = get("192.0.2.1", &format!("/g/{}/{part}", game.id));
        assert_eq!(refused.code, 429, "{part}: {}", refused.body);
        assert!(refused.body.contains("please wait a minute"), "{}", refused.body);
    }
    for path in ["/picture/9x9,E5b", "/game/9x9,E5b", "/learn"] {
        assert_eq!(get("192.0.2.1", path).code, 429, "{path}");
    }
    let read = |from| server.post_from(from, "/api/problems", &json!("(;SZ[9];B[ee])")).code;
    assert_eq!(read("192.0.2.1"), 429);
    // The board itself is shown, and so is everything to others.
    assert_eq!(get("192.0.2.1", &format!("/g/{}", game.id)).code, 200);
    assert_eq!(get("192.0.2.2", &record).code, 200);
    assert_eq!(read("192.0.2.2"), 200);
}

#[test]
fn a_preview_has_the_scheme_that_visitors_use() {
    let home = Home::new();
    let preview = |server: &Server| {
        let page = server.get_with("X-Forwarded-Proto: https\r\n", "/game/9x9,E5b").body;
        let (_, rest) = page.split_once("og:image\" content=\"").expect("a preview");
        rest.split_once("://").expect("an address").0.to_owned()
    };
    assert_eq!(preview(&home.serve_with(&["--trusted-proxy", "127.0.0.1"])), "https");
    // Nobody else is believed.
    assert_eq!(preview(&home.serve()), "http");
}

/// Begins to send a record, and returns the first line of what is answered before the record itself is sent.
fn begin_upload(server: &Server, from: &str) -> (TcpStream, String) {
    let port = server.port;
    let mut stream = TcpStream::connect(("127.0.0.1", port)).expect("a connection");
    stream.set_read_timeout(Some(PATIENCE)).expect("a limit");
    let head = format!(
        "POST /api/upload HTTP/1.1\r\nHost: localhost:{port}\r\nOrigin: http://localhost:{port}\r\n\
         X-Forwarded-For: {from}\r\nContent-Length: 1000\r\nExpect: 100-continue\r\n\r\n"
    );
    stream.write_all(head.as_bytes()).expect("it is sent");
    let mut line = Vec::new();
    let mut byte = [0];
    while byte != *b"\n" {
        stream.read_exact(&mut byte).expect("an answer");
        line.push(byte[0]);
    }
    (stream, String::from_utf8_lossy(&line).trim().to_owned())
}

#[test]
fn one_visitor_does_not_keep_others_from_opening_records() {
    let home = Home::new();
    let server = home.serve_with(&["--trusted-proxy", "127.0.0.1"]);
    let begun: Vec<_> = (0..8).map(|_| begin_upload(&server, "192.0.2.1")).collect();
    let refused = begun.iter().filter(|(_, line)| line.contains("503")).count();
    assert_eq!(refused, 6, "{:?}", begun.iter().map(|(_, line)| line).collect::<Vec<_>>());
    let opened = server.post_from("192.0.2.2", "/api/open", &json!({ "text": "(;SZ[9];B[ee])" }));
    assert_eq!(opened.code, 200, "{}", opened.body);
    let (_other, line) = begin_upload(&server, "192.0.2.3");
    assert!(line.contains("100"), "{line}");
}

#[test]
fn a_visitor_by_ipv4_is_the_same_where_ipv6_is_listened_to() {
    if std::net::TcpListener::bind("[::]:0").is_err() {
        return;
    }
    let home = Home::new();
    fs::create_dir_all(home.path("history")).expect("a folder");
    let sgf = "(;GM[1]FF[4]SZ[9]PB[Carl]PW[Dora];B[ee])";
    fs::write(home.path("history/2026-01-01_120000_9x9.sgf"), sgf).expect("a record");
    let server = home.serve_at("[::]:0", &[]);
    assert!(server.get("/").body.contains("Carl"), "it is this machine");
    drop(server);
    for proxy in ["127.0.0.1", "::ffff:127.0.0.1"] {
        let server = home.serve_at("[::]:0", &["--trusted-proxy", proxy]);
        let page = server.get_with("X-Forwarded-Proto: https\r\n", "/game/9x9,E5b").body;
        assert!(page.contains("og:image\" content=\"https://"), "{page}");
    }
}

/// A record of so many lines of so many moves each.
fn record(lines: usize, moves: usize) -> String {
    let line = format!("({})", ";B[aa]".repeat(moves));
    format!("(;GM[1]SZ[9]{})", line.repeat(lines))
}

#[test]
fn records_are_opened_up_to_a_size() {
    let home = Home::new();
    let server = home.serve_with(&["--trusted-proxy", "127.0.0.1"]);
    let open = |from: &str, lines, moves| {
        server.post_from(from, "/api/open", &json!({ "text": record(lines, moves) }))
    };
    for (lines, moves, why) in
        [(2, 5000, "a line of more than 5000 moves"), (26, 2000, "52001 nodes; 50000 are the most")]
    {
        let refused = open("192.0.2.1", lines, moves);
        assert_eq!(refused.code, 413, "{}", refused.body);
        assert!(refused.body.contains(why), "{}", refused.body);
    }
    // Many large ones do not fill the memory; others open theirs.
    for _ in 0..5 {
        assert_eq!(open("192.0.2.1", 12, 4000).code, 200);
    }
    let refused = open("192.0.2.1", 12, 4000);
    assert_eq!(refused.code, 429, "{}", refused.body);
    assert!(refused.body.contains("Your long records"), "{}", refused.body);
    assert_eq!(open("192.0.2.1", 1, 10).code, 200);
    assert_eq!(open("192.0.2.2", 12, 4000).code, 200);
}

const ANN: &str = "192.0.2.1";
const BOB: &str = "192.0.2.2";

/// The terms of a game against the bot.
fn against_the_bot() -> Value {
    json!({
        "how": "bot", "opponent": "bot:1", "color": "black", "size": "5", "rules": "chinese",
        "time": "none",
    })
}

/// A new game against the bot.
fn new_game(server: &Server, from: &str) -> Game {
    let reply = server.post_from(from, "/api/new", &against_the_bot());
    assert_eq!(reply.code, 200, "{}", reply.body);
    Game::of(&serde_json::from_str(&reply.body).expect("JSON"))
}

/// The page of whoever plays it.
fn join(server: &Server, from: &str, game: &Game) -> Page {
    let hello = json!({ "token": game.key("both"), "page": "p" });
    let mut page = server.join_from(from, &game.id, &hello);
    page.await_kind("snapshot");
    page
}

/// Plays a game to its end, and leaves it.
fn finish(server: &Server, from: &str, game: &Game) {
    let mut page = join(server, from, game);
    page.play("C3");
    done(&page.command(&json!({ "type": "resign" })));
    page.leave();
}

fn done(answer: &Value) {
    assert!(answer.get("ack").is_some(), "{answer}");
}

/// Why there is no place for the program of a game.
fn no_room(answer: &Value) -> &str {
    assert_eq!(answer["no"]["code"], "no_room", "{answer}");
    answer["no"]["text"].as_str().expect("text")
}

#[test]
fn a_result_is_taken_back_only_if_there_is_a_place_for_the_program() {
    let home = Home::new();
    let server = home.serve_with(&["--trusted-proxy", "127.0.0.1"]);
    let old = new_game(&server, ANN);
    finish(&server, ANN, &old);
    // The old board is closed for the fourth of these.
    let games: Vec<Game> = (0..4).map(|_| new_game(&server, ANN)).collect();
    let mut page = join(&server, ANN, &old);
    // Ann has four games against programs, though the server has places left.
    let refused = page.command_as(11, &json!({ "type": "undo" }));
    assert!(no_room(&refused).starts_with("You have four games against programs"), "{refused}");
    // The board counts for her, whoever else does it.
    let refused = join(&server, BOB, &old).command_as(12, &json!({ "type": "undo" }));
    assert!(
        no_room(&refused).starts_with("The person who opened this board has four"),
        "{refused}"
    );
    new_game(&server, BOB);
    // With a place it goes on, and takes it.
    finish(&server, ANN, &games[0]);
    done(&page.command_as(13, &json!({ "type": "undo" })));
    assert_eq!(server.post_from(ANN, "/api/new", &against_the_bot()).code, 429);
}

#[test]
fn a_review_in_which_the_end_was_removed_ends_only_if_there_is_a_place_for_the_program() {
    let home = Home::new();
    let server = home.serve_with(&["--trusted-proxy", "127.0.0.1"]);
    let old = new_game(&server, ANN);
    finish(&server, ANN, &old);
    let games: Vec<Game> = (0..4).map(|_| new_game(&server, ANN)).collect();
    let mut page = join(&server, ANN, &old);
    // A review that only looks on needs none.
    for what in ["review", "play_on", "review", "remove"] {
        done(&page.command(&json!({ "type": what })));
    }
    let refused = page.command(&json!({ "type": "play_on" }));
    assert!(no_room(&refused).starts_with("You have four games against programs"), "{refused}");
    finish(&server, ANN, &games[0]);
    done(&page.command(&json!({ "type": "play_on" })));
    let moved = page.await_that(|event| event["why"] == "play_on" && event["result"].is_null());
    assert_eq!(moved["mode"], "play", "the game goes on");
    assert_eq!(server.post_from(ANN, "/api/new", &against_the_bot()).code, 429);
}

#[test]
fn a_board_counts_for_whoever_opens_it_again() {
    let home = Home::new();
    let mut server = home.serve_with(&["--trusted-proxy", "127.0.0.1"]);
    let games: Vec<Game> = [ANN, ANN, ANN, BOB, BOB].map(|from| new_game(&server, from)).into();
    server.kill();
    let server = home.serve_with(&["--trusted-proxy", "127.0.0.1"]);
    let _pages: Vec<Page> = games[..4].iter().map(|game| join(&server, BOB, game)).collect();
    // Scripts are told why in words, and a socket is not opened.
    let from = |from: &str| format!("X-Forwarded-For: {from}\r\n");
    let path = format!("/g/{}", games[4].id);
    let refused = server.get_with(&from(BOB), &path);
    let why: Value = serde_json::from_str(&refused.body).expect("JSON");
    assert_eq!(refused.code, 429, "{why}");
    assert!(why["error"].as_str().is_some_and(|why| why.starts_with("You have four")), "{why}");
    let page = format!("{}Accept: text/html\r\n", from(BOB));
    assert!(server.get_with(&page, &path).body.contains("<p>You have four games"));
    // Others open it, and have a share of their own.
    assert_eq!(server.get_with(&from(ANN), &path).code, 200);
    let more: Vec<Game> = (0..3).map(|_| new_game(&server, ANN)).collect();
    assert_eq!(more.len(), 3);
    assert_eq!(server.post_from(ANN, "/api/new", &against_the_bot()).code, 429);
}

#[test]
fn whoever_has_too_many_games_closes_none_of_others() {
    let home = Home::new();
    let server = home.serve_with(&["--trusted-proxy", "127.0.0.1"]);
    let epoch = |from: &str, game: &Game| {
        let mut page = server.join_from(from, &game.id, &json!({}));
        let epoch = page.await_kind("welcome")["epoch"].clone();
        page.leave();
        epoch
    };
    let other = new_game(&server, BOB);
    finish(&server, BOB, &other);
    let before = epoch(BOB, &other);
    let own = new_game(&server, ANN);
    finish(&server, ANN, &own);
    let old = epoch(ANN, &own);
    for _ in 0..4 {
        new_game(&server, ANN);
    }
    assert_eq!(server.post_from(ANN, "/api/new", &against_the_bot()).code, 429);
    assert_eq!(epoch(BOB, &other), before, "it was not closed");
    assert_ne!(epoch(ANN, &own), old, "it was");
}
