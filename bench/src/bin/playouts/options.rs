//! The options of `playouts`.

use hoshi_bench::options::Options as Words;

pub(crate) const HELP: &str = "\
Measures playouts of hoshi and of its peers, in turn, in one run.

Usage: playouts [--size N] [--seconds S] [--json] [--check]

  --size N      the board, 2 to 19; default 9 and then 19
  --seconds S   CPU seconds for each program in each of the five rounds; default 2
  --json        the same figures as JSON
  --check       only check, with a fixed number of playouts, that all play the same playout
";

/// Those that take a value.
pub(crate) const KNOWN: [&str; 2] = ["--size", "--seconds"];

/// The options.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Options {
    pub(crate) sizes: Vec<u8>,
    pub(crate) seconds: f64,
    pub(crate) json: bool,
    pub(crate) check: bool,
}

impl Options {
    pub(crate) fn of(words: &Words) -> Result<Self, String> {
        let size = words.value("--size", "2 to 19", |size| (2..=19).contains(size))?;
        let seconds = words.value("--seconds", "a number above 0 and up to 3600", |&seconds| {
            seconds > 0.0 && seconds <= 3600.0
        })?;
        Ok(Self {
            sizes: size.map_or(vec![9, 19], |size| vec![size]),
            seconds: seconds.unwrap_or(2.0),
            json: words.json,
            check: words.check,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(words: &[&str]) -> Result<Options, String> {
        let words = Words::parse(words.iter().map(|&word| word.to_owned()), &KNOWN)?;
        Options::of(&words.unwrap_or_default())
    }

    #[test]
    fn options_are_read() {
        let options = parse(&["--size", "13", "--seconds", "0.5", "--json"]).unwrap();
        assert_eq!(options.sizes, [13]);
        assert!(options.json && !options.check);
    }

    #[test]
    fn nonsense_is_refused() {
        for words in [
            &["--size"][..],
            &["--size", "20"],
            &["--size", "1"],
            &["--seconds", "0"],
            &["--seconds", "nan"],
        ] {
            assert!(parse(words).is_err(), "{words:?}");
        }
    }
}
