//! `hoshi serve` with engines: who may choose which, what they may take, and games that outlast them.
#![cfg(all(unix, feature = "web"))]

mod server;

use std::fs;

use serde_json::{Value, json};

use server::{Game, Home, Page};

/// Configures engines that are made of faults, each by its name and faults.
fn configure(home: &Home, engines: &[(&str, &[&str])]) {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../testdata/engines");
    let mut text = "[engines]\n".to_owned();
    for (name, faults) in engines {
        let faults: String = faults.iter().map(|fault| format!(" '{fault}'")).collect();
        text.push_str(&format!("{name} = \"'{folder}/fake.sh'{faults}\"\n"));
    }
    fs::write(home.path("config.toml"), text).expect("a file");
}

fn against(engine: &str) -> Value {
    json!({ "how": "bot", "opponent": engine })
}

/// Waits until White has passed.
fn passes(page: &mut Page) {
    page.await_that(|event| event["color"] == "white" && event["at"] == "pass");
}

#[test]
fn nobody_starts_a_command_or_opens_a_file_through_the_server() {
    let home = Home::new();
    configure(&home, &[("fake", &[])]);
    let server = home.serve();
    let marker = home.path("started");
    let command = format!("gtp:sh -c 'touch {}'", marker.display());
    let choose = |opponent: &str| {
        let choice = json!({
            "how": "bot", "opponent": opponent, "color": "white", "size": "5", "rules": "chinese",
            "time": "none",
        });
        server.post("/api/new", &choice)
    };
    // Not even whoever sits at this machine: every user of it can send such a request.
    for opponent in [&command, "table:/etc/passwd", "engine:fake", "bot:5,playouts=9", "random"] {
        let refused = choose(opponent);
        assert_eq!(refused.code, 403, "{opponent}: {}", refused.body);
        assert!(refused.body.contains("engines of this list"), "{}", refused.body);
    }
    for opponent in ["bot:1", "fake"] {
        assert_eq!(choose(opponent).code, 200, "{opponent}");
    }
    assert!(!marker.exists());
}

#[test]
fn an_engine_goes_on_after_a_restart_and_no_page_hears_where_it_lies() {
    let home = Home::new();
    configure(&home, &[("fake", &["load=there"])]);
    let mut server = home.serve();
    let game = server.new_game(&against("fake"));
    let hello = json!({ "token": game.key("both"), "page": "p" });
    let mut page = server.join(&game.id, &hello);
    // It has not started yet, and has no name of its own.
    assert_eq!(page.await_kind("snapshot")["seats"]["white"]["name"], "fake");
    fs::write(home.path("there"), "").expect("a file");
    page.play("C3");
    passes(&mut page);
    server.kill();
    let mut server = home.serve();
    let mut page = server.join(&game.id, &hello);
    let snapshot = page.await_kind("snapshot");
    assert_eq!(snapshot["seats"]["white"]["program"], true, "{snapshot}");
    assert!(!snapshot.to_string().contains("engines/"), "{snapshot}");
    page.play("D3");
    passes(&mut page);
    let [record] = &home.games()[..] else { panic!("one record") };
    assert!(record.contains("PW[Fake 1.0]") && !record.contains("engines/"), "{record}");
    // Why an engine does not start is said without its path too.
    server.kill();
    let config = "[engines]\ngone = '/no/such/engine gtp'\n";
    fs::write(home.path("config.toml"), config).expect("a file");
    let server = home.serve();
    let gone = server.new_game(&against("gone"));
    let mut page = server.join(&gone.id, &json!({ "token": gone.key("both") }));
    let snapshot = page.await_kind("snapshot");
    let fault = match snapshot["seats"]["white"]["fault"].as_str() {
        Some(fault) => fault.to_owned(),
        None => {
            let is_it =
                |event: &Value| event["type"] == "seat" && event["seat"]["fault"].is_string();
            let seat = page.await_that(is_it);
            seat["seat"]["fault"].as_str().expect("text").to_owned()
        }
    };
    assert!(fault.contains("engine") && !fault.contains("/no/such"), "{fault}");
    let html = server.get(&format!("/g/{}", gone.id)).body;
    assert!(html.contains("<title>Ann – gone – hoshi</title>"), "{html}");
}

#[test]
fn a_finished_game_is_shown_without_its_engine() {
    let home = Home::new();
    configure(&home, &[("fake", &["version=1.0"])]);
    let mut server = home.serve();
    let game = server.new_game(&against("fake"));
    let hello = json!({ "token": game.key("both"), "page": "p" });
    let mut page = server.join(&game.id, &hello);
    page.play("C3");
    passes(&mut page);
    page.command(&json!({ "type": "resign" }));
    server.kill();
    let before = home.games();
    // The engine is not configured any more.
    configure(&home, &[]);
    let server = home.serve();
    let shown = server.get(&format!("/g/{}", game.id));
    assert_eq!(shown.code, 200, "{}", shown.body);
    assert!(shown.body.contains("<title>Ann – Fake 1.0 – hoshi</title>"), "{}", shown.body);
    let mut page = server.join(&game.id, &hello);
    let snapshot = page.await_kind("snapshot");
    assert_eq!(snapshot["result"]["result"], "W+R", "{snapshot}");
    assert_eq!(snapshot["seats"]["white"]["program"], true, "{snapshot}");
    assert_eq!(home.games(), before, "nothing is written by looking");
    // If the result is taken back, its seat says why nobody answers.
    page.command(&json!({ "type": "undo" }));
    let is_fault = |event: &Value| event["type"] == "seat" && event["seat"]["fault"].is_string();
    let seat = page.await_that(is_fault)["seat"].clone();
    assert!(seat["fault"].as_str().expect("text").contains("`fake`"), "{seat}");
}

#[test]
fn engines_that_hang_take_only_their_own_places() {
    let home = Home::new();
    configure(&home, &[("fake", &[]), ("hangs", &["silent=genmove"])]);
    let mut server = home.serve();
    let over = server.new_game(&against("fake"));
    let mut page = server.join(&over.id, &json!({ "token": over.key("both"), "page": "p" }));
    page.play("C3");
    passes(&mut page);
    page.command(&json!({ "type": "resign" }));
    let people = server.new_game(&json!({ "how": "here", "size": "7" }));
    server.join(&people.id, &json!({ "token": people.key("both") })).play("C3");
    server.kill();
    let server = home.serve();
    // A game that is over takes no place for a program, though somebody looks at it.
    let mut watcher = server.join(&over.id, &json!({}));
    watcher.await_kind("snapshot");
    let hangs = json!({ "how": "bot", "opponent": "hangs", "color": "white" });
    // As many as there may be. Whoever plays there leaves at once.
    let games: Vec<Game> = (0..32).map(|_| server.new_game(&hangs)).collect();
    for game in &games {
        drop(server.join(&game.id, &json!({ "token": game.key("both") })));
    }
    let choice = json!({
        "how": "bot", "opponent": "bot:1", "color": "black", "size": "5", "rules": "chinese", "komi": "",
        "time": "none",
    });
    let refused = server.post("/api/new", &choice);
    assert_eq!(refused.code, 503, "{}", refused.body);
    assert!(refused.body.contains("too many open boards"), "{}", refused.body);
    // A game of two people goes on without one.
    let names = fs::read_dir(home.path("history")).expect("a folder");
    let names =
        names.map(|entry| entry.expect("an entry").file_name().into_string().expect("text"));
    let name = names.into_iter().find(|name| name.ends_with("7x7.sgf")).expect("a record");
    let resumed = server.post("/api/open", &json!({ "continue": name }));
    assert_eq!(resumed.code, 200, "{}", resumed.body);
    // People play as ever, and the boards of the engines are shown and left.
    let people: Vec<Game> = (0..20).map(|_| server.new_game(&json!({}))).collect();
    for game in &people {
        let mut black = server.join(&game.id, &json!({ "token": game.key("black") }));
        black.play("C3");
        assert!(server.get(&format!("/g/{}/game.sgf", game.id)).body.contains("B[cc]"));
    }
    for game in &games {
        assert_eq!(server.get(&format!("/g/{}", game.id)).code, 200);
    }
    assert_eq!(server.get("/").code, 200);
}

#[test]
fn one_visitor_leaves_places_for_programs_to_others() {
    let home = Home::new();
    let server = home.serve_with(&["--trusted-proxy", "127.0.0.1"]);
    let new_game = |from: &str| {
        let choice = json!({
            "how": "bot", "opponent": "bot:1", "color": "black", "size": "5", "rules": "chinese",
            "time": "none",
        });
        server.post_from(from, "/api/new", &choice)
    };
    let games: Vec<Game> = (0..4)
        .map(|_| Game::of(&serde_json::from_str(&new_game("192.0.2.1").body).expect("JSON")))
        .collect();
    let refused = new_game("192.0.2.1");
    assert_eq!(refused.code, 429, "{}", refused.body);
    assert!(refused.body.contains("four games against programs"), "{}", refused.body);
    assert_eq!(new_game("192.0.2.2").code, 200);
    // One that is over and left makes room by itself.
    let mut page =
        server.join(&games[0].id, &json!({ "token": games[0].key("both"), "page": "p" }));
    page.play("C3");
    page.command(&json!({ "type": "resign" }));
    page.leave();
    assert_eq!(new_game("192.0.2.1").code, 200);
}
