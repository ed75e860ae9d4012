//! The proposal of dead stones beside real games: finished records whose own marks of territory give the
//! result that they state.

use std::path::{Path, PathBuf};
use std::{env, fs};

use hoshi_bot::Estimate;
use hoshi_core::{Color, DeadAndSeki, Game, PointSet, Scoring, propose_seki};
use hoshi_record::replay::{Terms, replay};
use hoshi_record::sgf::{Collection, NodeRef};

/// As many playouts as `hoshi score --dead auto` makes on boards of up to 19x19. With a fixed seed and one thread,
/// every run gives the same.
const PLAYOUTS: u32 = 1000;

fn files(folder: &Path, found: &mut Vec<PathBuf>) {
    let Ok(entries) = fs::read_dir(folder) else { return };
    for path in entries.filter_map(Result::ok).map(|entry| entry.path()) {
        if path.is_dir() {
            files(&path, found);
        } else if path.extension().is_some_and(|ext| ext.eq_ignore_ascii_case("sgf")) {
            found.push(path);
        }
    }
}

/// The dead stones that a record marks: those in the territory of the other side.
fn marked(node: NodeRef<'_>, game: &Game) -> Option<PointSet> {
    let size = game.size();
    let mut dead = PointSet::new(size);
    let mut any = false;
    for (key, owner) in [("TB", Color::Black), ("TW", Color::White)] {
        for point in node.points(key, size) {
            any = true;
            if game.board().stone(point) == Some(owner.opponent()) {
                dead.insert(point);
            }
        }
    }
    any.then_some(dead)
}

/// The last position of a game and its dead stones, if its marks give its result.
fn finished(file: &Collection) -> Option<(Game, PointSet)> {
    let tree = file.game(0)?;
    if tree.other_game().is_some() {
        return None;
    }
    let result = tree.info_text("RE")?;
    if !result.contains('+') || !result.ends_with(|last: char| last.is_ascii_digit()) {
        return None;
    }
    let node = tree.main_line().last()?;
    let game = replay(node, &Terms::of(tree)).game;
    let dead = marked(node, &game)?;
    let seki = match game.rules().scoring {
        Scoring::Territory => propose_seki(game.board(), &dead),
        Scoring::Area => PointSet::new(game.size()),
    };
    // Whole blocks only: others are marks of something else.
    let whole = game.board().blocks().all(|block| {
        let stones = block.stones();
        let many = stones.iter().filter(|&&stone| dead.contains(stone)).count();
        many == 0 || many == stones.len()
    });
    let score = game.score_with(&DeadAndSeki { dead: dead.clone(), seki });
    let same = score.outcome().to_string().parse::<hoshi_core::Outcome>() == result.parse();
    (whole && same).then_some((game, dead))
}

/// With `HOSHI_SHOW=1` every game that differs is printed.
#[test]
fn real_games_are_judged_as_their_players_did() {
    let Some(folder) = hoshi_testkit::data("sgf", "dead stones of real games") else { return };
    let mut paths = Vec::new();
    files(&folder, &mut paths);
    paths.sort();
    let shows = env::var_os("HOSHI_SHOW").is_some();
    let (mut games, mut equal) = (0, 0);
    for path in paths {
        let Ok(file) =
            fs::read(&path).map_err(|_| ()).and_then(|b| Collection::read(b).map_err(|_| ()))
        else {
            continue;
        };
        let Some((game, dead)) = finished(&file) else { continue };
        games += 1;
        let found = Estimate::of(&game, PLAYOUTS);
        if found.marks.dead == dead {
            equal += 1;
            continue;
        }
        if shows {
            let size = game.size();
            let names = |set: &PointSet, other: &PointSet| {
                let points = set.iter().filter(|&point| !other.contains(point));
                points
                    .map(|point| format!("{} {:.2}", size.a1(point), found.owners[point]))
                    .collect::<Vec<_>>()
            };
            println!("{}\n{}", path.display(), game.board());
            println!(
                "missed {:?}\ntoo many {:?}",
                names(&dead, &found.marks.dead),
                names(&found.marks.dead, &dead)
            );
        }
    }
    println!("dead stones: every block equal in {equal} of {games} games");
    assert!(games >= 150 && equal * 100 >= games * 96, "{equal} of {games}");
}
