//! A game of the history by its number or its name.

use std::io;
use std::path::{Path, PathBuf};

use super::{Entry, History};

/// Why a game was not found.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum FindError {
    /// The number is out of range.
    #[error("there is no game {wanted} in the history: {}", amount(*.there))]
    Number {
        /// The number requested.
        wanted: usize,
        /// The number of games.
        there: usize,
    },
    /// No game has this name.
    #[error("there is no game `{wanted}` in the history{}", hint(nearest.as_deref()))]
    Name {
        /// The name requested.
        wanted: String,
        /// A similar name.
        nearest: Option<String>,
    },
    /// The folder cannot be read.
    #[error("{}: {source}", folder.display())]
    Disk {
        /// The folder.
        folder: PathBuf,
        /// The error.
        source: io::Error,
    },
}

fn amount(number: usize) -> String {
    match number {
        0 => "it is empty".to_owned(),
        1 => "it has one game".to_owned(),
        many => format!("it has games 1 to {many}, newest first"),
    }
}

fn hint(nearest: Option<&str>) -> String {
    nearest.map(|name| format!("; did you mean `{name}`?")).unwrap_or_default()
}

impl History {
    /// Finds a game: by its number, 1 being the newest, or by the name of its file, with `.sgf` or
    /// without.
    ///
    /// ```
    /// use std::sync::Arc;
    ///
    /// use hoshi_store::{History, RealDisk};
    ///
    /// let folder = tempfile::tempdir()?;
    /// let history = History::new(Arc::new(RealDisk), folder.path());
    /// std::fs::write(history.path("2026-11-16_093005_9x9.sgf"), "(;SZ[9];B[ee])")?;
    /// assert_eq!(history.find("1")?.name, "2026-11-16_093005_9x9.sgf");
    /// assert_eq!(history.find("2026-11-16_093005_9x9")?.number, 1);
    /// let error = history.find("2").unwrap_err();
    /// assert_eq!(error.to_string(), "there is no game 2 in the history: it has one game");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// If there is no such game.
    pub fn find(&self, which: &str) -> Result<Entry, FindError> {
        let mut games = self
            .entries()
            .map_err(|source| FindError::Disk { folder: self.folder.clone(), source })?;
        let there = games.len();
        let is_number = !which.is_empty() && which.bytes().all(|byte| byte.is_ascii_digit());
        if is_number {
            // A number that overflows is out of range too.
            let wanted = which.parse().unwrap_or(usize::MAX);
            let found = wanted.checked_sub(1).and_then(|before| games.nth(before));
            return found.ok_or(FindError::Number { wanted, there });
        }
        let plain = which.strip_suffix(".sgf").unwrap_or(which);
        let is_it = |name: &str| name.strip_suffix(".sgf") == Some(plain);
        let before = games.names().position(is_it);
        let found = before.and_then(|before| games.nth(before));
        found.ok_or_else(|| {
            let nearest = nearest(which, games.names());
            FindError::Name { wanted: which.to_owned(), nearest }
        })
    }
}

/// The most similar name: one that contains this one, or is a few edits away; the newest among
/// equals.
fn nearest<'n>(which: &str, names: impl Iterator<Item = &'n str>) -> Option<String> {
    let plain = |name: &str| {
        let stem = Path::new(name).file_stem().unwrap_or_default();
        stem.to_string_lossy().to_lowercase()
    };
    let which = plain(which);
    if which.is_empty() {
        return None;
    }
    let near = names.filter_map(|name| {
        let other = plain(name);
        let far = distance(&which, &other);
        let contains = other.contains(&which);
        let is_near = contains || far * 2 <= which.chars().count();
        is_near.then_some(((!contains, far), name))
    });
    near.min_by_key(|&(far, _)| far).map(|(_, name)| name.to_owned())
}

/// The Levenshtein distance.
fn distance(from: &str, to: &str) -> usize {
    let to: Vec<char> = to.chars().collect();
    let mut row: Vec<usize> = (0..=to.len()).collect();
    for (before, letter) in from.chars().enumerate() {
        let mut diagonal = std::mem::replace(&mut row[0], before + 1);
        for (at, &other) in to.iter().enumerate() {
            let changed = diagonal + usize::from(letter != other);
            diagonal = row[at + 1];
            row[at + 1] = changed.min(diagonal + 1).min(row[at] + 1);
        }
    }
    row[to.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn distances() {
        for (from, to, far) in
            [("", "", 0), ("a", "", 1), ("kitten", "sitting", 3), ("ab", "ba", 2)]
        {
            assert_eq!((distance(from, to), distance(to, from)), (far, far), "{from} {to}");
        }
    }

    #[test]
    fn the_nearest_name() {
        let names = ["2026-11-16_093005_9x9.sgf", "2026-11-15_093005_9x9.sgf", "Shusaku.sgf"];
        let nearest = |which| nearest(which, names.into_iter());
        assert_eq!(nearest("shusako").as_deref(), Some("Shusaku.sgf"));
        assert_eq!(nearest("2026-11-15").as_deref(), Some("2026-11-15_093005_9x9.sgf"));
        assert_eq!(nearest("2026-11-15_093005_9x8.sgf").as_deref(), Some(names[1]));
        assert_eq!(nearest("shusaku.sgd").as_deref(), Some("Shusaku.sgf"));
        assert_eq!(nearest("q"), None);
        assert_eq!(nearest(""), None);
    }
}
