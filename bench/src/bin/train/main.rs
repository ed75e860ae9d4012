//! Learns the weights of moves from the records in a folder: `cargo xtask train [FOLDER]`.

use std::fs;
use std::path::{Path, PathBuf};

use hoshi_bot::Lessons;
use hoshi_core::{Size, SplitMix64};
use hoshi_record::replay::{Terms, replay};
use hoshi_record::sgf::Collection;

/// Positions taken, in a thousand.
const CHANCE: u32 = 130;
const ROUNDS: u32 = 12;

fn main() {
    let folder = std::env::args().nth(1).expect("a folder of records");
    let mut files = Vec::new();
    find(Path::new(&folder), &mut files);
    files.sort();
    let mut lessons = Lessons::default();
    let mut rng = SplitMix64::new(1);
    let mut games = 0;
    for file in &files {
        let Ok(bytes) = fs::read(file) else { continue };
        let Ok(collection) = Collection::read(bytes) else { continue };
        for game in collection.games() {
            let Some(end) = game.main_line().last() else { continue };
            let game = replay(end, &Terms::of(game)).game;
            let (start, moves) = game.since_setup();
            let is_game = start.board().stones().next().is_none() && moves.len() >= 60;
            if game.size() == Size::S19 && is_game {
                lessons.add(game.size(), &start, &moves, CHANCE, &mut rng);
                games += 1;
            }
        }
    }
    eprintln!("{games} games, {} positions", lessons.len());
    let text = lessons.fit(ROUNDS, |round, log, first| {
        eprintln!("round {round}: mean log {log:.4}, first {:.1} %", 100.0 * first);
    });
    println!(
        "# Weights of move features: group, number, weight. Learned from {} positions of {games} games\n\
         # on 19x19 between strong amateurs (KGS), {ROUNDS} rounds; made by `cargo xtask train`.",
        lessons.len()
    );
    print!("{text}");
}

fn find(folder: &Path, files: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let path = entry.path();
        if path.is_dir() {
            find(&path, files);
        } else if path.extension().is_some_and(|kind| kind == "sgf") {
            files.push(path);
        }
    }
}
