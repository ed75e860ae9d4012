//! The confusion matrix of charset guesses, as in `docs/formats/sgf.md`.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use hoshi_record::sgf::Collection;

/// The length of long texts: in characters above ASCII, or in letters for alphabets with accents.
const LONG: usize = 10;

/// The results: by language and charset, how often each charset was chosen, and how often the text was
/// read correctly.
#[derive(Default)]
pub(crate) struct Matrix(BTreeMap<(String, String), Row>);

#[derive(Default)]
struct Row {
    right: usize,
    all: usize,
    chosen: BTreeMap<String, usize>,
}

impl Matrix {
    pub(crate) fn add(&mut self, language: &str, charset: &str, chosen: &str, right: bool) {
        let row = self.0.entry((language.to_owned(), charset.to_owned())).or_default();
        row.all += 1;
        row.right += usize::from(right);
        *row.chosen.entry(chosen.to_owned()).or_default() += 1;
    }

    /// Texts read right, and all of them.
    pub(crate) fn total(&self) -> (usize, usize) {
        self.0.values().fold((0, 0), |sum, row| (sum.0 + row.right, sum.1 + row.all))
    }

    /// Texts read right, and all of them, in one charset.
    pub(crate) fn of(&self, charset: &str) -> (usize, usize) {
        let rows = self.0.iter().filter(|((_, name), _)| name == charset);
        rows.fold((0, 0), |sum, (_, row)| (sum.0 + row.right, sum.1 + row.all))
    }

    /// The rows of a table.
    pub(crate) fn table(&self) -> String {
        let mut text = String::new();
        for ((language, charset), row) in &self.0 {
            let mut chosen: Vec<_> = row.chosen.iter().collect();
            chosen.sort_by_key(|(name, count)| (std::cmp::Reverse(**count), (*name).clone()));
            let chosen: Vec<String> =
                chosen.iter().map(|(name, count)| format!("{name} {count}")).collect();
            let chosen = chosen.join(", ");
            let _ = writeln!(
                text,
                "| {language} | {charset} | {} of {} | {chosen} |",
                row.right, row.all
            );
        }
        text
    }
}

/// The keys of the values of a record.
const KEYS: [&str; 3] = ["PB", "PW", "EV"];

/// A record of the values in one charset: of both players and the event, or of the players alone.
pub(crate) struct Sample<'a> {
    pub(crate) language: &'a str,
    pub(crate) charset: &'a str,
    pub(crate) encoded: &'a [Vec<u8>],
    pub(crate) values: &'a [&'a str],
}

/// Guesses the charset of a record without CA, and adds it to the matrix of long texts or to that of short
/// ones.
pub(crate) fn guess(sample: &Sample<'_>, matrices: &mut [Matrix; 2]) {
    let Sample { language, charset, encoded, values } = *sample;
    let mut bytes = b"(;GM[1]FF[4]SZ[19]".to_vec();
    for (key, value) in KEYS.iter().zip(encoded) {
        bytes.extend_from_slice(key.as_bytes());
        bytes.push(b'[');
        bytes.extend_from_slice(value);
        bytes.push(b']');
    }
    bytes.extend_from_slice(b"KM[6.5];B[pd];W[dp];B[pq];W[dd])");
    let file = Collection::read(bytes).expect("a record");
    let game = file.game(0).expect("a game");
    let mut pairs = KEYS.iter().zip(values);
    let right = pairs.all(|(key, value)| game.root().text(key).as_deref() == Some(*value));
    let letters = |value: &&str| value.chars().filter(|char| *char != ' ').count();
    let is_long = values.iter().map(letters).sum::<usize>() >= LONG;
    let chosen = game.charset().name();
    if !right && std::env::var_os("HOSHI_SHOW").is_some() {
        println!("{language} {charset} as {chosen}: {}", values.join(" | "));
    }
    matrices[usize::from(!is_long)].add(language, charset, chosen, right);
}
