//! Charsets guessed on words that nobody here chose: names and sentences that Faker makes and Python encodes.
//! With `HOSHI_NAMES` naming the folder that `xtask/judges/faker_names.py` wrote; `cargo xtask test judges` runs
//! both.

#[path = "charset/matrix.rs"]
mod matrix;

use std::fs;
use std::path::PathBuf;

use matrix::{Matrix, Sample, guess};

fn bytes(hex: &str) -> Vec<u8> {
    let digits = hex.as_bytes().chunks(2).map(|two| std::str::from_utf8(two).expect("digits"));
    digits.map(|two| u8::from_str_radix(two, 16).expect("a byte")).collect()
}

#[test]
fn names_that_faker_makes_are_guessed_right() {
    let Some(folder) = std::env::var_os("HOSHI_NAMES").map(PathBuf::from) else {
        hoshi_testkit::runs_in("judges", "guesses the charsets of names that Faker makes");
        return;
    };
    let list = fs::read_to_string(folder.join("names.txt")).expect("names");
    let mut matrices = [Matrix::default(), Matrix::default()];
    for line in list.lines() {
        let fields: Vec<&str> = line.split('\t').collect();
        let [language, charset, a, b, c, values @ ..] = &fields[..] else { panic!("{line}") };
        let encoded = [a, b, c].map(|hex| bytes(hex));
        for count in [3, 2] {
            let (encoded, values) = (&encoded[..count], &values[..count]);
            guess(&Sample { language, charset, encoded, values }, &mut matrices);
        }
    }
    let [long, short] = matrices;
    println!("{}\n{}", long.table(), short.table());
    let ((right, all), (some, more)) = (long.total(), short.total());
    println!("counted: {right} of {all} texts of ten characters or more, {some} of {more} shorter");
    assert!(all >= 7_000, "only {all} texts");
    assert!(100 * right >= 97 * all, "{right} of {all}");
    let rows = ["GBK", "GB18030", "Big5", "Shift_JIS", "EUC-JP", "EUC-KR", "KOI8-R"];
    for charset in rows.into_iter().chain(["ISO-2022-JP", "windows-1251", "windows-1252"]) {
        let (right, all) = long.of(charset);
        assert!(all >= 200 && 100 * right >= 97 * all, "{charset}: {right} of {all}");
    }
}
