//! Learns the weights of moves from the records in a folder: `cargo xtask train [FOLDER]`.

use std::fs;
use std::path::{Path, PathBuf};

use hoshi_bot::Lessons;
use hoshi_core::{Size, SplitMix64};
use hoshi_record::replay::{Terms, replay};
use hoshi_record::sgf::Collection;

/// Positions used, per thousand.
const CHANCE: u32 = 400;
/// One in this many games is used for testing, not for learning.
const TEST: usize = 10;
/// A large pattern is learned if it was played this often.
const OFTEN: u32 = 6;
const ROUNDS: u32 = 12;

fn main() {
    let folder = std::env::args().nth(1).expect("a folder of records");
    let mut files = Vec::new();
    find(Path::new(&folder), &mut files);
    files.sort();
    let mut games = Vec::new();
    for file in &files {
        let Ok(bytes) = fs::read(file) else { continue };
        let Ok(collection) = Collection::read(bytes) else { continue };
        for game in collection.games() {
            let Some(end) = game.main_line().last() else { continue };
            let game = replay(end, &Terms::of(game)).game;
            let (start, moves) = game.since_setup();
            let is_game = start.board().stones().next().is_none() && moves.len() >= 60;
            if game.size() == Size::S19 && is_game {
                games.push((start, moves));
            }
        }
    }
    let is_test = |n: usize| n % TEST == TEST - 1;
    let mut lessons = Lessons::default();
    for (_, (start, moves)) in games.iter().enumerate().filter(|&(n, _)| !is_test(n)) {
        lessons.count(Size::S19, start, moves);
    }
    let patterns = lessons.keep_patterns(OFTEN);
    let mut test = lessons.twin();
    let mut rng = SplitMix64::new(1);
    for (n, (start, moves)) in games.iter().enumerate() {
        let to = if is_test(n) { &mut test } else { &mut lessons };
        to.add(Size::S19, start, moves, CHANCE, &mut rng);
    }
    let games = (0..games.len()).filter(|&n| !is_test(n)).count();
    eprintln!(
        "{games} games to learn from, {} positions, {patterns} large patterns",
        lessons.len()
    );
    let text = lessons.fit(ROUNDS, &test, |round, log, first| {
        eprintln!("round {round}: mean log {log:.4}, first {:.1} %", 100.0 * first);
    });
    println!(
        "# Weights of move features: group, number, weight; or large, hash, weight. Learned from {} positions\n\
         # of {games} games on 19x19 between strong amateurs (KGS), {ROUNDS} rounds; made by `cargo xtask train`.",
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
