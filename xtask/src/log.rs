//! Parses the output of cargo and libtest: how many tests ran, what was skipped, and which command
//! ran no test although it should have.

/// The findings in the log of a suite.
#[derive(Debug, Default, Eq, PartialEq)]
pub(crate) struct Found {
    pub(crate) tests: u64,
    pub(crate) skipped: Vec<String>,
    pub(crate) counted: Vec<String>,
    /// Commands that run tests, and ran none: a filter that selects nothing proves nothing.
    pub(crate) idle: Vec<String>,
}

impl Found {
    /// Reads a log. A line that opens with `$ ` is a command, and what follows is its output.
    pub(crate) fn read(text: &str) -> Self {
        let mut found = Self::default();
        let mut command: Option<(&str, u64)> = None;
        for line in text.lines() {
            if let Some(next) = line.strip_prefix("$ ") {
                found.end(command.replace((next, 0)));
                continue;
            }
            // With --nocapture, the name of a test may precede its output.
            let line = line.trim();
            if let Some(passed) = passed(line) {
                found.tests += passed;
                if let Some((_, tests)) = &mut command {
                    *tests += passed;
                }
            } else if let Some(why) = line.strip_prefix("skipped: ") {
                found.skipped.push(why.to_owned());
            } else if let Some(what) = line.strip_prefix("counted: ") {
                found.counted.push(what.to_owned());
            }
        }
        found.end(command);
        found
    }

    fn end(&mut self, command: Option<(&str, u64)>) {
        if let Some((command, 0)) = command
            && runs_tests(command)
        {
            self.idle.push(command.to_owned());
        }
    }
}

/// Whether a command is a `cargo test`, after the variables that may stand before it.
pub(crate) fn runs_tests(command: &str) -> bool {
    let mut words = command.split(' ').skip_while(|word| word.contains('='));
    words.next() == Some("cargo") && words.next() == Some("test")
}

/// How many tests passed, if this is libtest's line about it.
pub(crate) fn passed(line: &str) -> Option<u64> {
    let rest = line.trim().strip_prefix("test result: ")?;
    let passed = rest.split(['.', ';']).find_map(|part| part.trim().strip_suffix(" passed"));
    Some(passed.and_then(|number| number.parse().ok()).unwrap_or(0))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn logs_are_read() {
        let log = "$ cargo test --workspace\n\
                   test result: ok. 12 passed; 0 failed; 0 ignored\n\
                   skipped: no data folder\n\
                   counted: 80 board tests\n\
                   test result: FAILED. 3 passed; 1 failed\n";
        let found = Found::read(log);
        assert_eq!(found.tests, 15);
        assert_eq!(found.skipped, ["no data folder"]);
        assert_eq!(found.counted, ["80 board tests"]);
        assert_eq!(found.idle, [""; 0]);
    }

    #[test]
    fn a_command_without_a_test_is_found() {
        let none = "test result: ok. 0 passed; 0 failed; 7 filtered out\n";
        let one = "test result: ok. 1 passed; 0 failed; 6 filtered out\n";
        let log = |first: &str, second: &str| {
            format!("$ A=1 B=2 cargo test x\n{none}{first}$ python3 a.py\n$ cargo test y\n{second}")
        };
        assert_eq!(Found::read(&log(one, one)).idle, [""; 0]);
        assert_eq!(Found::read(&log(one, none)).idle, ["cargo test y"]);
        assert_eq!(Found::read(&log(one, "")).idle, ["cargo test y"]);
        assert_eq!(Found::read(&log("", one)).idle, ["A=1 B=2 cargo test x"]);
        assert_eq!(Found::read("$ cargo build test\n$ cargo fmt\n").idle, [""; 0]);
    }
}
