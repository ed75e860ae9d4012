//! The problems of a file or a folder, one after another, with their scores.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use hoshi_record::sgf::Collection;

use crate::problem::Problem;
use crate::words;

/// The most files of a folder that are looked at.
const MOST_FILES: usize = 10_000;

/// The problems of a file or a folder.
#[derive(Debug)]
pub(super) struct Series {
    files: Vec<PathBuf>,
    file: usize,
    game: usize,
    games: usize,
    pub(super) problem: Problem,
    /// Whether this one was tried before, so that its score is set.
    pub(super) is_scored: bool,
    /// Of each problem, by file and number, whether it was solved at first try.
    pub(super) scores: BTreeMap<String, bool>,
}

impl Series {
    /// The first problem of a file or a folder; `scores` is what was kept.
    pub(super) fn open(path: &Path, scores: &str) -> Result<Series, String> {
        let files = files(path)?;
        let mut scores_of = BTreeMap::new();
        for line in scores.lines() {
            if let Some((solved, name)) = line.split_once(' ') {
                scores_of.insert(name.to_owned(), solved == "solved");
            }
        }
        let mut why = String::new();
        for nth in 0..files.len() {
            match load(&files[nth], 0) {
                Ok((problem, games)) => {
                    let scores = scores_of;
                    let (file, game, is_scored) = (nth, 0, false);
                    return Ok(Series { files, file, game, games, problem, is_scored, scores });
                }
                Err(error) => why = error,
            }
        }
        Err(why)
    }

    /// The name of this problem in the scores.
    pub(super) fn name(&self) -> String {
        let path = self.files[self.file].display().to_string();
        hoshi_files::visible_line(&format!("{path}#{}", self.game + 1)).into_owned()
    }

    pub(super) fn title(&self) -> String {
        let file = self.files[self.file].file_name().unwrap_or_default().to_string_lossy();
        let file = hoshi_files::visible_line(&file).into_owned();
        match self.games {
            1 => format!("{} of {}: {file}", self.file + 1, self.files.len()),
            games => format!("{} of {games} in {file}", self.game + 1),
        }
    }

    /// To the next problem, or to the one before.
    pub(super) fn step(&mut self, by: isize) -> Result<(), String> {
        let (mut file, mut game) = (self.file, self.game);
        loop {
            match game.checked_add_signed(by) {
                Some(next) if next < self.games && file == self.file => game = next,
                _ => {
                    file = file.checked_add_signed(by).ok_or(words::FIRST_PROBLEM)?;
                    if file >= self.files.len() {
                        return Err(words::LAST_PROBLEM.to_owned());
                    }
                    game = 0;
                }
            }
            // A file that is not a record is passed over.
            if let Ok((problem, games)) = load(&self.files[file], game) {
                let before = std::mem::replace(&mut self.problem, problem);
                self.problem.look_like(&before);
                (self.file, self.game, self.games, self.is_scored) = (file, game, games, false);
                return Ok(());
            }
        }
    }
}

fn load(path: &Path, game: usize) -> Result<(Problem, usize), String> {
    let failed = |error: &dyn std::fmt::Display| format!("{}: {error}", path.display());
    let bytes = hoshi_files::read(path).map_err(|error| failed(&error))?;
    let file = Collection::read(bytes).map_err(|error| failed(&error))?;
    let games = Problem::games(&file);
    let problem = Problem::new(file, game).ok_or_else(|| failed(&words::NO_PROBLEM))?;
    Ok((problem, games))
}

/// The files of a path: itself, or the records in a folder.
fn files(path: &Path) -> Result<Vec<PathBuf>, String> {
    let failed = |error: std::io::Error| format!("{}: {error}", path.display());
    if !std::fs::metadata(path).map_err(failed)?.is_dir() {
        return Ok(vec![path.to_owned()]);
    }
    let entries = std::fs::read_dir(path).map_err(failed)?.take(MOST_FILES).flatten();
    let is_record =
        |path: &PathBuf| path.extension().is_some_and(|end| end.eq_ignore_ascii_case("sgf"));
    let mut files: Vec<PathBuf> = entries.map(|entry| entry.path()).filter(is_record).collect();
    files.sort();
    match files.is_empty() {
        true => Err(words::no_sgf(path)),
        false => Ok(files),
    }
}
