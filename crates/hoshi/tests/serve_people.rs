//! People who play, watch and teach by link: what each of them may do, and what outlasts a restart.
#![cfg(all(unix, feature = "web"))]

mod server;

use serde_json::{Value, json};

use server::{Game, Home, Page, Server};

/// The pages of Black and White.
fn seats(server: &Server, game: &Game) -> [Page; 2] {
    ["black", "white"].map(|who| {
        let mut page = server.join(&game.id, &json!({ "token": game.key(who), "page": who }));
        assert_eq!(page.await_kind("welcome")["you"], who);
        page.await_kind("snapshot");
        page
    })
}

fn done(answer: &Value) {
    assert!(answer.get("ack").is_some(), "{answer}");
}

/// Ends a game: Black has resigned when it returns.
fn resign(black: &mut Page) {
    done(&black.command(&json!({ "type": "resign" })));
}

#[test]
fn a_rematch_swaps_colours_and_keeps_the_secrets() {
    let home = Home::new();
    let mut server = home.serve();
    let game = server.new_game(&json!({}));
    let [mut black, mut white] = seats(&server, &game);
    let mut other = server.join(&game.id, &json!({}));
    // Not before the end, and only by the two.
    let refused = black.request(&json!({ "rematch": { "handicap": 0 } }));
    assert_eq!(refused["no"]["code"], "not_over", "{refused}");
    done(&black.command(&json!({ "type": "name", "color": "black", "name": "Ann" })));
    done(&white.command(&json!({ "type": "name", "color": "white", "name": "Bob" })));
    black.play("C3");
    done(&white.command(&json!({ "type": "resign" })));
    assert_eq!(black.await_kind("rematch")["handicaps"], json!([0]));
    let refused = other.request(&json!({ "rematch": { "handicap": 0 } }));
    assert_eq!(refused["no"]["code"], "not_seated", "{refused}");
    done(&black.request(&json!({ "rematch": { "handicap": 0 } })));
    let asked = white.await_that_kind("rematch", |told| told["black"] == 0);
    assert!(asked.get("next").is_none(), "{asked}");
    done(&white.request(&json!({ "rematch": { "handicap": 0 } })));
    let is_begun = |told: &Value| told.get("next").is_some();
    let told =
        [&mut black, &mut white, &mut other].map(|page| page.await_that_kind("rematch", is_begun));
    assert_eq!(told.each_ref().map(|told| &told["you"]), ["white", "black", "spectator"]);
    let next = told[0]["next"].as_str().expect("a name").to_owned();
    for (told, (_, token)) in
        told.iter().flat_map(|told| game.keys.iter().map(move |key| (told, key)))
    {
        assert_eq!(told["next"], next.as_str());
        assert!(!told.to_string().contains(token.as_str()), "no secret travels: {told}");
    }
    // The same links lead on after a restart too, though nobody has moved in the new game.
    server.kill();
    let server = home.serve();
    let mut old = server.join(&game.id, &json!({ "token": game.key("black") }));
    let told = old.await_kind("rematch");
    assert_eq!((&told["next"], &told["you"]), (&json!(next), &json!("white")));
    let mut first = server.join(&next, &json!({ "token": game.key("white"), "page": "w" }));
    assert_eq!(first.await_kind("welcome")["you"], "black");
    let snapshot = first.await_kind("snapshot");
    assert_eq!(
        (&snapshot["seats"]["black"]["name"], &snapshot["seats"]["white"]["name"]),
        (&json!("Bob"), &json!("Ann"))
    );
    first.play("C3");
    let mut second = server.join(&next, &json!({ "token": game.key("black") }));
    assert_eq!(second.await_kind("welcome")["you"], "white");
    assert_eq!(home.games().len(), 2);
}

#[test]
fn a_rematch_of_a_handicap_game_offers_one_stone_more_or_less() {
    let home = Home::new();
    let server = home.serve();
    let game = server.new_game(&json!({ "size": "9", "handicap": 2, "komi": "" }));
    let [mut black, mut white] = seats(&server, &game);
    resign(&mut black);
    assert_eq!(white.await_kind("rematch")["handicaps"], json!([1, 2, 3]));
    let refused = white.request(&json!({ "rematch": { "handicap": 5 } }));
    assert_eq!(refused["no"]["code"], "handicap", "{refused}");
    // They must want the same; a refusal takes the offer away.
    done(&white.request(&json!({ "rematch": { "handicap": 2 } })));
    done(&black.request(&json!({ "rematch": "decline" })));
    done(&black.request(&json!({ "rematch": { "handicap": 3 } })));
    done(&white.request(&json!({ "rematch": { "handicap": 3 } })));
    let told = black.await_that_kind("rematch", |told| told.get("next").is_some());
    assert_eq!(told["you"], "black");
    let next = told["next"].as_str().expect("a name");
    let mut page = server.join(next, &json!({ "token": game.key("black") }));
    assert_eq!(page.await_kind("welcome")["you"], "black");
    let snapshot = page.await_kind("snapshot");
    assert_eq!(
        (&snapshot["handicap"], &snapshot["position"]["turn"]),
        (&json!(3), &json!("white"))
    );
}

#[test]
fn a_lesson_is_led_handed_over_and_taken_back() {
    let home = Home::new();
    let server = home.serve();
    let opened = server.post("/api/open", &json!({ "text": "(;GM[1]SZ[9];B[ee];W[cc];B[gg])" }));
    let game = Game::of(&serde_json::from_str(&opened.body).expect("JSON"));
    let mut leader = server.join(&game.id, &json!({ "token": game.key("both"), "page": "l" }));
    assert_eq!(leader.await_kind("lesson")["open"], false);
    let guest = json!({ "guest": "a secret of this page", "page": "g" });
    let mut guest_page = server.join(&game.id, &guest);
    guest_page.await_kind("snapshot");
    done(&leader.request(&json!({ "lesson": "start" })));
    let told = guest_page.await_kind("lesson");
    assert_eq!((&told["you"], &told["number"]), (&json!("guest"), &json!(1)));
    // All boards follow.
    done(&leader.command(&json!({ "type": "walk", "step": "last" })));
    assert_eq!(guest_page.await_event("moved")["position"]["number"], 3);
    let refused = guest_page.command(&json!({ "type": "walk", "step": "back" }));
    assert_eq!(refused["no"]["code"], "not_seated", "{refused}");
    let refused = guest_page.request(&json!({ "lesson": { "hand": 1 } }));
    assert_eq!(refused["no"]["code"], "not_leader", "{refused}");
    done(&guest_page.request(&json!({ "lesson": { "name": "Bob" } })));
    done(&guest_page.request(&json!({ "lesson": { "ask": true } })));
    let told = leader.await_that_kind("lesson", |told| told["guests"][0]["asks"] == true);
    assert_eq!(told["guests"][0]["name"], "Bob");
    done(&leader.request(&json!({ "lesson": { "hand": 1 } })));
    // Whoever has control does what the leader could, and the leader follows.
    guest_page.await_that_kind("lesson", |told| told["you"] == "holder");
    done(&guest_page.command(&json!({ "type": "walk", "step": "back" })));
    done(&guest_page.command(&json!({ "type": "comment", "text": "Why not here?" })));
    leader
        .await_that(|event| event["type"] == "node" && event["node"]["comment"] == "Why not here?");
    let refused = leader.command(&json!({ "type": "walk", "step": "first" }));
    assert_eq!(refused["no"]["code"], "handed_over", "{refused}");
    assert!(refused["no"]["text"].as_str().expect("text").contains("Bob"), "{refused}");
    // A new connection of the same page has control again, another page has not.
    drop(guest_page);
    leader.await_that_kind("lesson", |told| told["holder"]["here"] == false);
    let mut stranger = server.join(&game.id, &json!({ "guest": "another secret", "page": "g" }));
    let refused = stranger.command(&json!({ "type": "walk", "step": "first" }));
    assert_eq!(refused["no"]["code"], "not_seated", "{refused}");
    let mut guest_page = server.join(&game.id, &guest);
    assert_eq!(guest_page.await_kind("lesson")["you"], "holder");
    done(&guest_page.command_as(20, &json!({ "type": "walk", "step": "first" })));
    done(&leader.request(&json!({ "lesson": "take" })));
    done(&leader.command(&json!({ "type": "walk", "step": "last" })));
    let refused = guest_page.command_as(21, &json!({ "type": "walk", "step": "first" }));
    assert_eq!(refused["no"]["code"], "not_seated", "{refused}");
}

#[test]
fn there_is_no_lesson_between_two_players() {
    let home = Home::new();
    let server = home.serve();
    let game = server.new_game(&json!({}));
    let mut black = server.join(&game.id, &json!({ "token": game.key("black"), "guest": "g" }));
    let mut other = server.join(&game.id, &json!({ "guest": "h" }));
    for page in [&mut black, &mut other] {
        let refused = page.request(&json!({ "lesson": "start" }));
        assert_eq!(refused["no"]["code"], "no_lesson", "{refused}");
    }
}

#[test]
fn black_places_a_free_handicap() {
    let home = Home::new();
    let server = home.serve();
    let terms = json!({ "size": "9", "rules": "new-zealand", "komi": "", "handicap": 2 });
    let game = server.new_game(&terms);
    let [mut black, mut white] = seats(&server, &game);
    let refused = white.command(&json!({ "type": "play", "at": "E5" }));
    assert!(refused.get("no").is_some(), "{refused}");
    black.play("C3");
    black.play("G7");
    white.play("E5");
    let refused = white.command(&json!({ "type": "play", "at": "E6" }));
    assert_eq!(refused["no"]["code"], "not_your_turn", "{refused}");
    let [record] = &home.games()[..] else { panic!("one record") };
    assert!(
        record.contains("HA[2]") && record.contains("AB[cg][gc]") && record.contains(";W[ee]"),
        "{record}"
    );
}

#[test]
fn a_dispute_is_played_on_and_one_player_cannot_stop_the_clocks() {
    let home = Home::new();
    let server = home.serve();
    let game = server.new_game(&json!({ "time": "10m+5x30s" }));
    let [mut black, mut white] = seats(&server, &game);
    black.play("C3");
    let refused = white.command(&json!({ "type": "pause" }));
    assert_eq!(refused["no"]["code"], "alone", "{refused}");
    white.play("pass");
    black.play("pass");
    // Neither marks for the other: each change asks both again.
    let proposed = white
        .await_that(|event| event["type"] == "marking" && event["marking"]["waiting"] == false);
    let old = proposed["marking"]["revision"].clone();
    done(&white.command(&json!({ "type": "accept", "revision": old })));
    done(&black.command(&json!({ "type": "mark", "points": ["C3"], "status": "dead" })));
    let refused = white.command(&json!({ "type": "accept", "revision": old }));
    assert_eq!(refused["no"]["code"], "old_revision", "{refused}");
    done(&white.command(&json!({ "type": "resume" })));
    let moved = black.await_that(|event| event["type"] == "moved" && event["why"] == "resume");
    assert_eq!(moved["phase"], "playing");
    // Whoever's turn it is goes on.
    let turn = moved["position"]["turn"].as_str().expect("a side").to_owned();
    let page = if turn == "black" { &mut black } else { &mut white };
    page.play("B2");
}

#[test]
fn between_people_nobody_is_helped_until_the_end() {
    let home = Home::new();
    let mut server = home.serve();
    let game = server.new_game(&json!({}));
    let mut black = server.join(&game.id, &json!({ "token": game.key("black"), "page": "b" }));
    black.play("C3");
    server.kill();
    let server = home.serve();
    let [mut black, mut white] = seats(&server, &game);
    let mut other = server.join(&game.id, &json!({}));
    let welcome = other.await_kind("welcome");
    assert_eq!((&welcome["help"], &welcome["hints"]), (&json!(false), &json!(false)));
    for page in [&mut black, &mut white, &mut other] {
        let refused = page.request(&json!({ "estimate": true }));
        assert_eq!(refused["no"]["code"], "no_estimate", "{refused}");
        let refused = page.request(&json!({ "ask": { "type": "score" } }));
        assert_eq!(refused["no"]["code"], "no_help", "{refused}");
    }
    let refused = white.command(&json!({ "type": "ask" }));
    assert_eq!(refused["no"]["code"], "no_help", "{refused}");
    resign(&mut black);
    let answer = other.request(&json!({ "ask": { "type": "score" } }));
    assert!(answer.get("answer").is_some(), "{answer}");
    // A result that is taken back is not the end.
    done(&black.command(&json!({ "type": "undo" })));
    done(&white.command(&json!({ "type": "answer", "grant": true })));
    let refused = other.request(&json!({ "ask": { "type": "score" } }));
    assert_eq!(refused["no"]["code"], "no_help", "{refused}");
    // Against the bot there is nothing to agree on.
    let game = server.new_game(&json!({ "how": "bot", "opponent": "bot:1" }));
    let mut page = server.join(&game.id, &json!({ "token": game.key("both") }));
    assert_eq!(page.await_kind("welcome")["hints"], false);
}

#[test]
fn links_work_after_a_restart_before_the_first_move() {
    let home = Home::new();
    let mut server = home.serve();
    let game = server.new_game(&json!({ "size": "7", "komi": "3.5" }));
    server.kill();
    let server = home.serve();
    let mut black = server.join(&game.id, &json!({ "token": game.key("black") }));
    assert_eq!(black.await_kind("welcome")["you"], "black");
    let snapshot = black.await_kind("snapshot");
    assert_eq!((&snapshot["width"], &snapshot["komi"]), (&json!(7), &json!("3.5")));
    black.play("C3");
}

#[test]
fn clocks_stand_after_a_restart_until_both_are_back() {
    let home = Home::new();
    let mut server = home.serve();
    let game = server.new_game(&json!({ "time": "10m+5x30s" }));
    let [mut black, white] = seats(&server, &game);
    black.play("C3");
    server.kill();
    drop(white);
    let server = home.serve();
    let mut white = server.join(&game.id, &json!({ "token": game.key("white") }));
    let snapshot = white.await_kind("snapshot");
    assert_eq!(snapshot["clock"]["running"], Value::Null, "{snapshot}");
    let left = snapshot["clock"]["faces"]["black"]["left"].as_u64().expect("a time");
    assert!((1..=600_000).contains(&left), "{left}");
    let _black = server.join(&game.id, &json!({ "token": game.key("black") }));
    let clock = white.await_that(|event| event["type"] == "clock")["clock"].clone();
    assert_eq!(clock["running"], "white", "{clock}");
    white.play("C4");
}

#[test]
fn games_that_are_open_to_watching_are_listed_while_they_are_played() {
    let home = Home::new();
    let server = home.serve();
    let listed = server.new_game(&json!({ "listed": true }));
    let other = server.new_game(&json!({}));
    let has = |game: &Game| server.get("/").body.contains(&format!("/g/{}", game.id));
    assert!(has(&listed) && !has(&other));
    let mut black = server.join(&listed.id, &json!({ "token": listed.key("black") }));
    resign(&mut black);
    assert!(!has(&listed));
}

#[test]
fn two_players_write_no_comments_until_the_end() {
    let home = Home::new();
    let server = home.serve();
    let game = server.new_game(&json!({}));
    let [mut black, mut white] = seats(&server, &game);
    black.play("C3");
    let comment = json!({ "type": "comment", "text": "Play at D4." });
    for page in [&mut black, &mut white] {
        let refused = page.command(&comment);
        assert_eq!(refused["no"]["code"], "no_comment", "{refused}");
    }
    resign(&mut white);
    let first = black.command_as(20, &comment);
    done(&first);
    done(&white.command(&json!({ "type": "undo" })));
    done(&black.command_as(21, &json!({ "type": "answer", "grant": true })));
    // The game goes on: what was done is answered as before, and not done anew.
    assert_eq!(black.command_as(20, &comment), first);
    let refused = black.command_as(22, &comment);
    assert_eq!(refused["no"]["code"], "no_comment", "{refused}");
    // Two at one screen write down what they say.
    let here = server.new_game(&json!({ "how": "here" }));
    let mut both = server.join(&here.id, &json!({ "token": here.key("both"), "page": "b" }));
    both.play("C3");
    done(&both.command(&comment));
}

#[test]
fn hints_are_allowed_when_the_other_player_agrees() {
    let home = Home::new();
    let mut server = home.serve();
    let game = server.new_game(&json!({ "help": true }));
    let [mut black, white] = seats(&server, &game);
    let mut other = server.join(&game.id, &json!({}));
    other.await_kind("snapshot");
    let refused = black.request(&json!({ "estimate": true }));
    assert_eq!(refused["no"]["code"], "no_estimate", "{refused}");
    // Whoever asks cannot answer, nor can one who looks on, nor does a restart.
    done(&black.request(&json!({ "hints": true })));
    let refused = other.request(&json!({ "hints": true }));
    assert_eq!(refused["no"]["code"], "not_seated", "{refused}");
    black.play("C3");
    drop((white, other));
    server.kill();
    let mut server = home.serve();
    let hello = |who: &str| json!({ "token": game.key(who), "page": who });
    let mut white_page = server.join(&game.id, &hello("white"));
    let welcome = white_page.await_kind("welcome");
    assert_eq!((&welcome["help"], &welcome["hints"]), (&json!(false), &json!(false)));
    assert_eq!(white_page.await_kind("hints"), json!({ "asked": "black", "allowed": false }));
    let mut black = server.join(&game.id, &hello("black"));
    done(&white_page.request(&json!({ "hints": true })));
    let told = black.await_that_kind("hints", |told| told["asked"].is_null());
    assert_eq!(told["allowed"], true);
    done(&white_page.command(&json!({ "type": "play", "at": "C4" })));
    let [record] = &home.games()[..] else { panic!("one record") };
    assert!(record.contains("HOSHIH[agreed]"), "{record}");
    // It holds by the links after a restart, and where the game is continued at one screen.
    server.kill();
    let mut server = home.serve();
    for hello in [hello("white"), json!({})] {
        let mut page = server.join(&game.id, &hello);
        let welcome = page.await_kind("welcome");
        assert_eq!((&welcome["help"], &welcome["hints"]), (&json!(true), &json!(true)));
        // A page that comes back may show an old question.
        assert_eq!(page.await_kind("hints"), json!({ "asked": null, "allowed": true }));
    }
    server.kill();
    let server = home.serve();
    let names = std::fs::read_dir(home.path("history")).expect("a folder");
    let names =
        names.map(|entry| entry.expect("an entry").file_name().into_string().expect("text"));
    let name = names.into_iter().find(|name| name.ends_with(".sgf")).expect("a record");
    let opened = server.post("/api/open", &json!({ "continue": name }));
    let here = Game::of(&serde_json::from_str(&opened.body).expect("JSON"));
    let mut page = server.join(&here.id, &json!({ "token": here.key("both") }));
    assert_eq!(page.await_kind("welcome")["help"], true);
}

#[test]
fn hints_are_not_agreed_on_after_the_end() {
    let home = Home::new();
    let server = home.serve();
    let game = server.new_game(&json!({ "help": true }));
    let [mut black, mut white] = seats(&server, &game);
    black.play("C3");
    resign(&mut black);
    let refused = white.request(&json!({ "hints": true }));
    assert_eq!(refused["no"]["code"], "over", "{refused}");
    // The question can be taken back, and again if the answer was not heard.
    for _ in 0..2 {
        done(&black.request(&json!({ "hints": false })));
    }
    // A game that goes on has none.
    done(&black.command(&json!({ "type": "undo" })));
    done(&white.command(&json!({ "type": "answer", "grant": true })));
    let refused = white.request(&json!({ "estimate": true }));
    assert_eq!(refused["no"]["code"], "no_estimate", "{refused}");
}

#[test]
fn a_copy_of_a_game_of_two_people_gets_no_help_before_its_end() {
    let home = Home::new();
    let server = home.serve();
    let game = server.new_game(&json!({}));
    let [mut black, _white] = seats(&server, &game);
    black.play("C3");
    let help = |server: &Server| {
        let sgf = server.get(&format!("/g/{}/game.sgf", game.id)).body;
        let opened = server.post("/api/open", &json!({ "text": sgf }));
        let copy = Game::of(&serde_json::from_str(&opened.body).expect("JSON"));
        let mut page = server.join(&copy.id, &json!({ "token": copy.key("both") }));
        let help = page.await_kind("welcome")["help"].clone();
        let answer = page.request(&json!({ "ask": { "type": "score" } }));
        assert_eq!(answer.get("answer").is_some(), help == true, "{answer}");
        // The end of the copy is not that of the game.
        for command in [
            json!({ "type": "play", "at": "pass" }),
            json!({ "type": "play", "at": "pass" }),
            json!({ "type": "play_on" }),
            json!({ "type": "resign", "color": "black" }),
        ] {
            page.command(&command);
            let answer = page.request(&json!({ "ask": { "type": "score" } }));
            assert_eq!(answer["no"]["code"] == "no_help", help == false, "{command}: {answer}");
        }
        help
    };
    assert_eq!(help(&server), false);
    resign(&mut black);
    assert_eq!(help(&server), true);
}
