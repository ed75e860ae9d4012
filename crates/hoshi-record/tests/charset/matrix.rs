//! Which charset is taken for which: a matrix over the texts of `texts.txt`, encoded here without a CA.
//! The same matrix is in `docs/formats/sgf.md`.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use hoshi_record::charset::Charset;
use hoshi_record::sgf::Collection;

const TEXTS: &str = include_str!("texts.txt");

/// Texts of so many characters above ASCII are asked for; of letters with accents, of so many letters.
const LONG: usize = 10;

/// What the guesses came to: by language and charset, how often each charset was chosen, and how often
/// the text was read as it was.
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

/// A record with these values, encoded.
fn record(charset: Charset, values: &[&str]) -> Option<Vec<u8>> {
    let mut bytes = b"(;GM[1]FF[4]SZ[19]".to_vec();
    for (key, value) in ["PB", "PW", "EV"].iter().zip(values) {
        let escaped = value.replace('\\', "\\\\").replace(']', "\\]");
        bytes.extend_from_slice(key.as_bytes());
        bytes.push(b'[');
        bytes.extend_from_slice(&charset.encode(&escaped)?);
        bytes.push(b']');
    }
    bytes.extend_from_slice(b"KM[6.5];B[pd];W[dp];B[pq];W[dd])");
    Some(bytes)
}

/// Guesses the charset of every text: of whole lines, and of the players' names alone.
pub(crate) fn guess_all() -> [Matrix; 2] {
    let mut matrices = [Matrix::default(), Matrix::default()];
    let (mut language, mut charsets) = ("", Vec::new());
    for line in TEXTS.lines().filter(|line| !line.is_empty() && !line.starts_with('#')) {
        if let Some((name, names)) = line.strip_prefix('[').and_then(|line| line.split_once(']')) {
            (language, charsets) = (name, names.split_whitespace().collect());
            continue;
        }
        let values: Vec<&str> = line.split(" | ").collect();
        assert_eq!(values.len(), 3, "{line}");
        for name in &charsets {
            let charset = Charset::for_label(name.as_bytes()).expect("a charset that is known");
            for values in [&values[..], &values[..2]] {
                let bytes = record(charset, values).unwrap_or_else(|| panic!("{name}: {line}"));
                let file = Collection::read(bytes).expect("a record");
                let game = file.game(0).expect("a game");
                let keys = ["PB", "PW", "EV"].iter().zip(values);
                let right = keys.fold(true, |right, (key, value)| {
                    right && game.root().text(key).as_deref() == Some(*value)
                });
                let letters = |value: &&str| value.chars().filter(|char| *char != ' ').count();
                let is_long = values.iter().map(letters).sum::<usize>() >= LONG;
                let chosen = game.charset().name();
                if !right && std::env::var_os("HOSHI_SHOW").is_some() {
                    println!("{language} {name} as {chosen}: {}", values.join(" | "));
                }
                matrices[usize::from(!is_long)].add(language, name, chosen, right);
            }
        }
    }
    matrices
}
