//! Where the games of a match begin: at an empty board, or where records leave off.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result, anyhow, bail};
use hoshi_core::{Game, HalfPoints, Phase, Rules, Size};
use hoshi_record::convert::node_at_move;
use hoshi_record::replay::{Terms, replay_strict};
use hoshi_record::sgf::GameTree;

use super::line;
use crate::records;

/// A position to begin with, with the moves that led there.
#[derive(Clone, Debug)]
pub(crate) struct Opening {
    /// Where it is from; empty for the empty board.
    pub(crate) name: String,
    pub(crate) game: Game,
}

/// Records to begin from, each with the games it holds.
pub(crate) struct Book {
    files: Vec<(String, hoshi_record::convert::Record)>,
}

impl Book {
    /// Reads a record, or every SGF file of a folder by its name.
    pub(crate) fn read(path: &Path) -> Result<Book> {
        let mut paths = vec![path.to_owned()];
        if path.is_dir() {
            let named = || path.display().to_string();
            let entries = fs::read_dir(path).with_context(named)?;
            let all: std::io::Result<Vec<PathBuf>> =
                entries.map(|entry| entry.map(|entry| entry.path())).collect();
            paths = all.with_context(named)?;
            paths
                .retain(|path| path.extension().is_some_and(|ext| ext.eq_ignore_ascii_case("sgf")));
            paths.sort();
            if paths.is_empty() {
                bail!("{}: there is no SGF file in it", named());
            }
        }
        let read = |path: PathBuf| {
            let name = path.file_name().map_or_else(String::new, |name| name.display().to_string());
            Ok((name, records::load(&path, None)?))
        };
        Ok(Book { files: paths.into_iter().map(read).collect::<Result<_>>()? })
    }

    /// The size of its first board.
    pub(crate) fn size(&self) -> Option<Size> {
        self.files.iter().find_map(|(_, record)| record.file.game(0)).map(GameTree::size)
    }

    /// All that it has, under these terms, each up to so many moves.
    pub(crate) fn openings(
        &self,
        size: Size,
        rules: &Rules,
        komi: HalfPoints,
        moves: Option<usize>,
    ) -> Result<Vec<Opening>> {
        let mut all = Vec::new();
        for (file, record) in &self.files {
            let many = record.file.games().len();
            for (nth, tree) in record.file.games().enumerate() {
                let name = if many > 1 { format!("{file} game {}", nth + 1) } else { file.clone() };
                if tree.size() != size {
                    bail!(
                        "{name}: its board is {}, and the match is played on {size}",
                        tree.size()
                    );
                }
                let game =
                    opening(tree, rules, komi, moves).map_err(|why| anyhow!("{name}: {why}"))?;
                all.push(Opening { name, game });
            }
        }
        if all.is_empty() {
            bail!("there is no game to begin from");
        }
        Ok(all)
    }
}

/// A game up to the end of its main line, or to a move before that.
fn opening(
    tree: GameTree<'_>,
    rules: &Rules,
    komi: HalfPoints,
    moves: Option<usize>,
) -> Result<Game, String> {
    let end = || tree.main_line().last().unwrap_or_else(|| tree.root());
    // Past its end, there is its end.
    let node = moves.and_then(|moves| node_at_move(tree, moves).ok()).unwrap_or_else(end);
    let terms = Terms { komi, ..Terms::under(tree, rules.clone()) };
    let handicap = terms.handicap;
    let whole = replay_strict(node, &terms).map_err(|remark| remark.problem.to_string())?;
    // What was before the last setup is no part of the game: engines cannot be told of it.
    let (start, line) = whole.since_setup();
    let mut game = Game::from_position(start, rules.clone()).with_handicap_of(handicap);
    game = game.with_komi(komi);
    for (color, mv) in line {
        game.play_as(color, mv).map_err(|refusal| refusal.to_string())?;
    }
    match game.phase() {
        Phase::Playing => Ok(game),
        _ => {
            Err("the game is over at its end; --opening-moves N leaves off before that".to_owned())
        }
    }
}

/// The same for the same openings in the same order.
pub(super) fn digest(openings: &[Opening]) -> String {
    let mut hash = openings.len() as u64;
    for opening in openings {
        hash =
            hash.rotate_left(7).wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ line::digest(&opening.game);
    }
    format!("{} positions, {hash:016x}", openings.len())
}
