//! `hoshi serve` killed between the write of a move and its acknowledgement, again and again in the same games: what
//! was acknowledged is there when the links are opened the next time.

use std::fs;
use std::path::PathBuf;

use serde_json::{Value, json};

use crate::program::is_asked_for;
use crate::server::{Game, Home, Page, Server};

const KILLS: usize = 200;
/// Moves of a game, before another one begins: 9x9 has room for more, and nothing is captured on every second point.
const MOVES: usize = 36;

/// A game that is played over many lives of the server.
struct Played {
    game: Game,
    /// The moves that were acknowledged.
    acknowledged: Vec<String>,
}

/// The next move: every second point of every second row, so that no stone is ever captured.
fn point(nth: usize) -> String {
    let column = char::from(b"ACEGJ"[nth % 5]);
    format!("{column}{}", 1 + nth / 5)
}

/// The nodes in the records. Not their length: a move may be written into room that was there before.
fn written(home: &Home) -> usize {
    let Ok(folder) = fs::read_dir(home.path("history")) else { return 0 };
    let paths = folder.filter_map(|entry| Some(entry.ok()?.path()));
    let records = paths.filter(|path: &PathBuf| path.extension().is_some_and(|end| end == "sgf"));
    let nodes = |text: Vec<u8>| text.iter().filter(|&&byte| byte == b';').count();
    records.filter_map(|path| fs::read(path).ok()).map(nodes).sum()
}

/// Plays until one move is written, and kills the server at once. Whether that move was acknowledged all the same.
fn play_and_kill(
    home: &Home,
    mut server: Server,
    page: &mut Page,
    played: &mut Played,
    moves: usize,
) -> bool {
    let next = played.acknowledged.len();
    for nth in next..next + moves {
        page.play(&point(nth));
        played.acknowledged.push(point(nth));
    }
    let at = point(played.acknowledged.len());
    let before = written(home);
    page.n += 1;
    let n = page.n;
    page.say(&json!({ "n": n, "do": { "type": "play", "at": at } }));
    while written(home) == before {
        std::thread::yield_now();
    }
    server.kill();
    // What was on its way is still read.
    let is_ack = |message: &Value| message["ack"]["n"] == n;
    let is_acknowledged = std::iter::from_fn(|| page.try_hear()).any(|message| is_ack(&message));
    if is_acknowledged {
        played.acknowledged.push(at);
    }
    is_acknowledged
}

#[test]
fn killed_between_write_and_acknowledgement() {
    if !is_asked_for("crash") {
        return;
    }
    let home = Home::new();
    let mut played: Option<Played> = None;
    let mut before = 0;
    for kill in 0..KILLS {
        let server = home.serve();
        let new = || Played {
            game: server.new_game(&json!({ "how": "here", "size": "9" })),
            acknowledged: Vec::new(),
        };
        let mut game = played.take().unwrap_or_else(new);
        let mut page = server.join(
            &game.game.id,
            &json!({ "token": game.game.key("both"), "page": kill.to_string() }),
        );
        assert_eq!(page.await_kind("welcome")["you"], "both");
        let snapshot = page.await_kind("snapshot");
        let moves = snapshot["moves"].as_array().expect("a list").iter();
        let moves: Vec<String> =
            moves.map(|stone| stone["at"].as_str().expect("a point").to_owned()).collect();
        let known = game.acknowledged.len();
        assert!(moves.len() >= known && moves[..known] == game.acknowledged, "{moves:?}");
        assert!(moves.len() <= known + 1, "{moves:?} after {:?}", game.acknowledged);
        // A move that was written and not acknowledged may be there: then it is part of the game.
        game.acknowledged = moves;
        if !play_and_kill(&home, server, &mut page, &mut game, kill % 3) {
            before += 1;
        }
        played = (game.acknowledged.len() + 4 < MOVES).then_some(game);
    }
    println!("counted: {KILLS} kills after a write, {before} of them before the acknowledgement");
}
