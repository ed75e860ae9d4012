//! The problems of a file or a folder, one after another, with their scores.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use hoshi_record::problem::Problem;
use hoshi_record::sgf::Collection;
use hoshi_session::Failure;

use crate::words;

/// The maximum number of files read from a folder.
const MOST_FILES: usize = 10_000;

/// The problems of a file or a folder.
#[derive(Debug)]
pub(super) struct Series {
    /// The folder of all files.
    folder: PathBuf,
    /// The files with problems.
    files: Vec<PathBuf>,
    /// Why the other files have none.
    unread: Vec<Failure>,
    file: usize,
    game: usize,
    games: usize,
    pub(super) problem: Problem,
    /// The problems tried since the series was opened; later tries do not count.
    tried: BTreeSet<String>,
    /// Whether each problem, by file and number, was solved at first try; including other series.
    scores: BTreeMap<String, bool>,
}

/// A problem of a series, with the moves played so far.
#[derive(Debug)]
pub(super) struct Left {
    file: usize,
    game: usize,
    games: usize,
    problem: Problem,
}

impl Series {
    /// Opens the first problem of a file or a folder; `scores` is the saved text.
    pub(super) fn open(path: &Path, scores: &str) -> Result<Series, Failure> {
        let mut scores_of = BTreeMap::new();
        for line in scores.lines() {
            if let Some((solved, name)) = line.split_once(' ') {
                scores_of.insert(name.to_owned(), solved == "solved");
            }
        }
        // Only files that can be read are counted; the others are named.
        let (mut files, mut games_of, mut unread) = (Vec::new(), Vec::new(), Vec::new());
        for file in self::files(path)? {
            match load(&file, 0) {
                Ok((_, games)) => {
                    files.push(file);
                    games_of.push(games);
                }
                Err(why) => unread.push(why),
            }
        }
        // The first problem that has no score yet; the first of all if each has one.
        let all = games_of.iter().enumerate();
        let all = all.flat_map(|(file, &games)| (0..games).map(move |game| (file, game)));
        let is_new = |&(file, game): &(usize, usize)| {
            !scores_of.contains_key(&score_name(&files[file], game))
        };
        let found = all.filter(is_new).chain([(0, 0)]).find_map(|(file, game)| {
            let (problem, games) = load(files.get(file)?, game).ok()?;
            Some((file, game, problem, games))
        });
        let Some((file, game, problem, games)) = found else {
            return Err(unread.pop().unwrap_or_else(|| Failure::new(words::no_sgf(path))));
        };
        let (scores, tried) = (scores_of, BTreeSet::new());
        let folder = path.to_owned();
        Ok(Series { folder, files, unread, file, game, games, problem, tried, scores })
    }

    /// The name of this problem in the scores.
    fn name(&self) -> String {
        score_name(&self.files[self.file], self.game)
    }

    /// Sets the score of this problem on the first try. Returns whether it was set.
    pub(super) fn score(&mut self, is_solved: bool) -> bool {
        let name = self.name();
        let is_new = self.tried.insert(name.clone());
        if is_new {
            self.scores.insert(name, is_solved);
        }
        is_new
    }

    /// The numbers of problems solved at first try and tried, in this series.
    pub(super) fn tally(&self) -> (usize, usize) {
        let files: BTreeSet<String> = self.files.iter().map(|path| name_of(path)).collect();
        let is_own =
            |name: &str| name.rsplit_once('#').is_some_and(|(file, _)| files.contains(file));
        let own = || self.scores.iter().filter(|(name, _)| is_own(name));
        (own().filter(|(_, solved)| **solved).count(), own().count())
    }

    /// The scores as they are saved.
    pub(super) fn kept(&self) -> String {
        let word = |solved: bool| if solved { "solved" } else { "missed" };
        let lines = self.scores.iter().map(|(name, &solved)| format!("{} {name}\n", word(solved)));
        lines.collect()
    }

    /// The number and the file: of the file, or in a file with several problems of the problem.
    pub(super) fn title(&self) -> String {
        let path = &self.files[self.file];
        let below = path.strip_prefix(&self.folder).ok().filter(|below| below.iter().count() > 0);
        let file = below.map_or_else(|| path.file_name().unwrap_or_default().into(), PathBuf::from);
        let file = hoshi_files::visible_line(&file.display().to_string()).into_owned();
        match self.games {
            1 => words::nth_of(self.file + 1, self.files.len(), &file),
            games => words::nth_of(self.game + 1, games, &file),
        }
    }

    /// The number of the file, if the title does not have it.
    pub(super) fn nth_file(&self) -> Option<String> {
        let is_needed = self.games > 1 && self.files.len() > 1;
        is_needed.then(|| words::nth_file(self.file + 1, self.files.len()))
    }

    /// Which files could not be read.
    pub(super) fn unread(&self) -> Option<String> {
        let first = self.unread.first()?.to_string();
        let folder = format!("{}/", self.folder.display());
        let below = first.strip_prefix(&folder).unwrap_or(&first);
        Some(words::not_read(below, self.unread.len() - 1))
    }

    pub(super) fn task(&self) -> String {
        words::to_play(self.problem.solver(), self.problem.is_swapped())
    }

    /// Replaces the current problem and returns it.
    pub(super) fn put(&mut self, mut other: Left) -> Left {
        std::mem::swap(&mut self.problem, &mut other.problem);
        std::mem::swap(&mut self.file, &mut other.file);
        std::mem::swap(&mut self.game, &mut other.game);
        std::mem::swap(&mut self.games, &mut other.games);
        other
    }

    /// Goes to the next or the previous problem. Returns the problem that was left, as it was.
    pub(super) fn step(&mut self, by: isize) -> Result<Left, Failure> {
        let (mut file, mut game) = (self.file, self.game);
        loop {
            match game.checked_add_signed(by) {
                Some(next) if next < self.games && file == self.file => game = next,
                _ => {
                    file = file
                        .checked_add_signed(by)
                        .ok_or_else(|| Failure::new(words::FIRST_PROBLEM))?;
                    if file >= self.files.len() {
                        return Err(Failure::new(words::LAST_PROBLEM));
                    }
                    game = 0;
                    // Going back leads to the last problem of a file.
                    if by < 0
                        && let Ok((_, games)) = load(&self.files[file], 0)
                    {
                        game = games.saturating_sub(1);
                    }
                }
            }
            // Problems that cannot be read are skipped.
            if let Ok((problem, games)) = load(&self.files[file], game) {
                let left = self.put(Left { file, game, games, problem });
                self.problem.look_like(&left.problem);
                return Ok(left);
            }
        }
    }
}

/// The name of a problem in the scores.
fn score_name(path: &Path, game: usize) -> String {
    format!("{}#{}", name_of(path), game + 1)
}

/// The name of a file in the scores.
fn name_of(path: &Path) -> String {
    hoshi_files::visible_line(&path.display().to_string()).into_owned()
}

/// What is wrong with a file.
fn in_file(path: &Path, why: &dyn std::fmt::Display) -> Failure {
    Failure::new(format!("{}: {why}", path.display()))
}

fn load(path: &Path, game: usize) -> Result<(Problem, usize), Failure> {
    let failed = |why: &dyn std::fmt::Display| in_file(path, why);
    let bytes = hoshi_files::read(path).map_err(|error| failed(&error))?;
    let file = Collection::read(bytes).map_err(|error| failed(&error))?;
    let games = file.games().len();
    let problem = Problem::new(file, game).ok_or_else(|| failed(&words::NO_PROBLEM))?;
    Ok((problem, games))
}

/// The files of a path: itself, or the records in a folder and in the folders below it.
fn files(path: &Path) -> Result<Vec<PathBuf>, Failure> {
    let failed = |why: std::io::Error| in_file(path, &why);
    if !std::fs::metadata(path).map_err(failed)?.is_dir() {
        return Ok(vec![path.to_owned()]);
    }
    let mut files: Vec<PathBuf> = Vec::new();
    let mut folders = vec![std::fs::read_dir(path).map_err(failed)?];
    while let Some(folder) = folders.pop() {
        for entry in folder.flatten() {
            let path = entry.path();
            // A link to a folder is not followed: it may lead back here.
            match entry.file_type() {
                Ok(kind) if kind.is_dir() => folders.extend(std::fs::read_dir(&path)),
                _ if files.len() == MOST_FILES => break,
                _ => files.extend(Some(path).filter(|path| is_record(path))),
            }
        }
    }
    files.sort_by_cached_key(|path| {
        path.iter().map(|part| natural(&part.to_string_lossy())).collect::<Vec<_>>()
    });
    match files.is_empty() {
        true => Err(Failure::new(words::no_sgf(path))),
        false => Ok(files),
    }
}

fn is_record(path: &Path) -> bool {
    path.extension().is_some_and(|end| end.eq_ignore_ascii_case("sgf"))
}

/// A key for sorting names as people do: `2` before `10`.
fn natural(name: &str) -> Vec<(String, u64)> {
    let mut parts = Vec::new();
    let mut rest = name;
    while !rest.is_empty() {
        let digits = rest.find(|letter: char| letter.is_ascii_digit()).unwrap_or(rest.len());
        let (word, after) = rest.split_at(digits);
        let end = after.find(|letter: char| !letter.is_ascii_digit()).unwrap_or(after.len());
        let (number, after) = after.split_at(end);
        parts.push((
            word.to_lowercase(),
            if number.is_empty() { 0 } else { number.parse().unwrap_or(u64::MAX) },
        ));
        rest = after;
    }
    parts
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_sorted_as_people_do() {
        let mut names = ["10.sgf", "b.sgf", "2.sgf", "a10-2.sgf", "a2.sgf", "a10-1.sgf", "1.sgf"];
        names.sort_by_cached_key(|name| natural(name));
        let sorted = ["1.sgf", "2.sgf", "10.sgf", "a2.sgf", "a10-1.sgf", "a10-2.sgf", "b.sgf"];
        assert_eq!(names, sorted);
    }
}
