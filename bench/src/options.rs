//! The options of a measurement, parsed by hand.

use std::process::ExitCode;
use std::str::FromStr;

use crate::say;

/// The options.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Options {
    /// Figures as JSON.
    pub json: bool,
    /// Only check that all do the same work.
    pub check: bool,
    values: Vec<(&'static str, String)>,
}

impl Options {
    /// Parses the command line. On `--help` or an error, prints it and returns the exit code.
    ///
    /// # Errors
    /// With the exit code, if the program should end.
    pub fn read<T>(
        program: &str,
        help: &str,
        known: &[&'static str],
        understand: impl FnOnce(&Options) -> Result<T, String>,
    ) -> Result<T, ExitCode> {
        let options = Self::parse(std::env::args().skip(1), known);
        match options.and_then(|options| options.map(|o| understand(&o)).transpose()) {
            Ok(Some(understood)) => Ok(understood),
            Ok(None) => {
                say::put(help);
                Err(ExitCode::SUCCESS)
            }
            Err(message) => {
                say::tell(program, &message);
                Err(ExitCode::from(2))
            }
        }
    }

    /// Parses words: `known` options have a value; `None` means `--help`.
    ///
    /// # Errors
    /// If there is no such option.
    pub fn parse(
        mut words: impl Iterator<Item = String>,
        known: &[&'static str],
    ) -> Result<Option<Options>, String> {
        let mut options = Options::default();
        while let Some(word) = words.next() {
            match word.as_str() {
                "--json" => options.json = true,
                "--check" => options.check = true,
                "-h" | "--help" => return Ok(None),
                other => match known.iter().find(|&&name| name == other) {
                    Some(name) => options.values.push((name, words.next().unwrap_or_default())),
                    None => {
                        let known = known.join(", ");
                        let known = format!("{known}, --json, --check and --help");
                        return Err(format!("unknown option `{other}`: the options are {known}"));
                    }
                },
            }
        }
        Ok(Some(options))
    }

    /// The value of an option, the last if it was repeated. `range` describes valid values.
    ///
    /// # Errors
    /// If it is invalid.
    pub fn value<T: FromStr>(
        &self,
        name: &str,
        range: &str,
        fits: impl Fn(&T) -> bool,
    ) -> Result<Option<T>, String> {
        let Some((_, value)) = self.values.iter().rfind(|(given, _)| *given == name) else {
            return Ok(None);
        };
        match value.parse() {
            Ok(value) if fits(&value) => Ok(Some(value)),
            _ => Err(format!("`{name}` takes {range}, not `{value}`")),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Options;

    fn parse(words: &[&str]) -> Result<Option<Options>, String> {
        Options::parse(words.iter().map(|&word| word.to_owned()), &["--size"])
    }

    #[test]
    fn options_are_read() {
        let options = parse(&["--size", "13", "--json", "--size", "9"]).unwrap().unwrap();
        assert!(options.json && !options.check);
        assert_eq!(options.value("--size", "any", |_: &u8| true), Ok(Some(9)));
        assert_eq!(options.value("--other", "any", |_: &u8| true), Ok(None));
        assert_eq!(parse(&["--help"]), Ok(None));
    }

    #[test]
    fn invalid_options_are_refused() {
        assert!(parse(&["--what"]).is_err());
        for words in [&["--size"][..], &["--size", "x"], &["--size", "20"]] {
            let options = parse(words).unwrap().unwrap();
            assert!(options.value("--size", "2 to 19", |&size: &u8| size < 20).is_err());
        }
    }
}
