//! The options of `playouts`; few enough to be read by hand.

pub(crate) const HELP: &str = "\
Measures playouts of hoshi and of its peers, in turn, in one run.

Usage: playouts [--size N] [--seconds S] [--json] [--check]

  --size N      the board, 2 to 19; 9 and then 19 unless told
  --seconds S   processor seconds for each program in each of the five rounds; 2 unless told
  --json        the same figures as JSON
  --check       a fixed number of playouts, only to see that all play the same playout
";

/// What was asked for.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Options {
    pub(crate) sizes: Vec<u8>,
    pub(crate) seconds: f64,
    pub(crate) json: bool,
    pub(crate) check: bool,
}

impl Options {
    /// Reads the words we were called with; `None` means that help is wanted.
    pub(crate) fn read() -> Result<Option<Self>, String> {
        Self::parse(std::env::args().skip(1))
    }

    fn parse(words: impl Iterator<Item = String>) -> Result<Option<Self>, String> {
        let mut options = Self { sizes: vec![9, 19], seconds: 2.0, json: false, check: false };
        let mut words = words;
        while let Some(word) = words.next() {
            match word.as_str() {
                "--size" => {
                    let value = words.next().unwrap_or_default();
                    options.sizes = match value.parse() {
                        Ok(size @ 2..=19) => vec![size],
                        _ => return Err(format!("`--size` takes 2 to 19, not `{value}`")),
                    };
                }
                "--seconds" => {
                    let value = words.next().unwrap_or_default();
                    options.seconds = match value.parse() {
                        Ok(seconds) if seconds > 0.0 && seconds <= 3600.0 => seconds,
                        _ => {
                            let range = "a number above 0 and up to 3600";
                            return Err(format!("`--seconds` takes {range}, not `{value}`"));
                        }
                    };
                }
                "--json" => options.json = true,
                "--check" => options.check = true,
                "-h" | "--help" => return Ok(None),
                other => {
                    let known = "--size, --seconds, --json, --check and --help";
                    return Err(format!("there is no option `{other}`; there are {known}"));
                }
            }
        }
        Ok(Some(options))
    }
}

#[cfg(test)]
mod tests {
    use super::Options;

    fn parse(words: &[&str]) -> Result<Option<Options>, String> {
        Options::parse(words.iter().map(|&word| word.to_owned()))
    }

    #[test]
    fn options_are_read() {
        let options = parse(&["--size", "13", "--seconds", "0.5", "--json"]).unwrap().unwrap();
        assert_eq!(options.sizes, [13]);
        assert!(options.json && !options.check);
        assert_eq!(parse(&["--help"]), Ok(None));
    }

    #[test]
    fn nonsense_is_refused() {
        for words in [
            &["--size"][..],
            &["--size", "20"],
            &["--size", "1"],
            &["--seconds", "0"],
            &["--seconds", "nan"],
            &["--what"],
        ] {
            assert!(parse(words).is_err(), "{words:?}");
        }
    }
}
