//! The few shapes of options that the verbs share: plain words, flags, and options with a value as
//! `--size 9` or `--size=9`. Anything else is an error that names what is valid.

use crate::run::Failure;

/// The words of one verb, taken out one by one.
pub(crate) struct Args {
    verb: &'static str,
    rest: Vec<String>,
}

impl Args {
    /// Takes the words; prints `help` and returns `None` if they ask for it.
    pub(crate) fn new(verb: &'static str, words: &[String], help: &str) -> Option<Self> {
        if words.iter().any(|word| word == "--help" || word == "-h") {
            put!("{help}");
            return None;
        }
        Some(Self { verb, rest: words.to_vec() })
    }

    /// Removes a flag and returns whether it was present.
    pub(crate) fn flag(&mut self, name: &str) -> bool {
        let before = self.rest.len();
        self.rest.retain(|word| word != name);
        self.rest.len() != before
    }

    /// Removes an option and returns its value.
    pub(crate) fn value(&mut self, name: &str) -> Result<Option<String>, Failure> {
        let prefix = format!("{name}=");
        let Some(at) = self.rest.iter().position(|word| word == name || word.starts_with(&prefix))
        else {
            return Ok(None);
        };
        let word = self.rest.remove(at);
        if let Some(value) = word.strip_prefix(&prefix) {
            return Ok(Some(value.to_owned()));
        }
        if at < self.rest.len() {
            return Ok(Some(self.rest.remove(at)));
        }
        Err(Failure::usage(format!("`{name}` needs a value after it, as in `{name} 10`")))
    }

    /// Removes an option whose value is a whole number of at least one.
    pub(crate) fn number(&mut self, name: &str) -> Result<Option<u64>, Failure> {
        let Some(value) = self.value(name)? else {
            return Ok(None);
        };
        match value.parse() {
            Ok(number) if number > 0 => Ok(Some(number)),
            _ => Err(Failure::usage(format!(
                "`{name} {value}` should be a whole number from 1 up, as in `{name} 10`"
            ))),
        }
    }

    /// The remaining words; options are an error.
    pub(crate) fn words(self) -> Result<Vec<String>, Failure> {
        match self.rest.iter().find(|word| word.starts_with('-')) {
            None => Ok(self.rest),
            Some(option) => Err(Failure::usage(format!(
                "unknown option `{option}` for `{verb}`; see `cargo xtask {verb} --help`",
                verb = self.verb
            ))),
        }
    }

    /// Checks that nothing is left.
    pub(crate) fn none(self) -> Result<(), Failure> {
        let verb = self.verb;
        match self.words()?.first() {
            None => Ok(()),
            Some(word) => Err(Failure::usage(format!(
                "unexpected argument `{word}` for `{verb}`; see `cargo xtask {verb} --help`"
            ))),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn args(words: &[&str]) -> Args {
        let words: Vec<String> = words.iter().map(|&word| word.to_owned()).collect();
        Args::new("test", &words, "").expect("no `--help` among the words")
    }

    #[test]
    fn values_come_in_both_spellings() {
        let mut both = args(&["a", "--size", "9", "--seconds=3", "b"]);
        assert_eq!(both.number("--size").unwrap(), Some(9));
        assert_eq!(both.number("--seconds").unwrap(), Some(3));
        assert_eq!(both.words().unwrap(), ["a", "b"]);
    }

    #[test]
    fn bad_words_are_refused() {
        assert!(args(&["--size"]).number("--size").is_err());
        assert!(args(&["--size", "0"]).number("--size").is_err());
        assert!(args(&["--size", "many"]).number("--size").is_err());
        assert!(args(&["--what"]).words().is_err());
        assert!(args(&["what"]).none().is_err());
    }
}
