//! Shared by the tests of several crates: how a test that cannot run is skipped, and where the
//! outside data is. One place decides, so that nothing is skipped silently and CI skips nothing
//! unnecessarily: under `HOSHI_REQUIRE_ALL=1` a missing tool fails the test.

use std::env;
use std::fmt::Display;
use std::path::{Path, PathBuf};

/// Why a test does not run.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
enum Cause {
    /// A tool is missing on this machine.
    Missing,
    /// It needs rights that few machines give.
    Privileged,
    /// It needs the outside data, which is never required.
    Data,
    /// Another suite runs it, and fails by itself if necessary.
    OtherSuite,
}

/// The line for the report, or the reason for failing.
fn decide(cause: Cause, why: &str, requires_all: bool) -> Result<String, String> {
    match cause {
        Cause::Missing if requires_all => {
            Err(format!("{why}, and HOSHI_REQUIRE_ALL=1 requires it"))
        }
        Cause::Missing | Cause::Privileged | Cause::Data | Cause::OtherSuite => {
            Ok(format!("skipped: {why}"))
        }
    }
}

fn report(cause: Cause, why: &str) {
    match decide(cause, why, requires_all()) {
        Ok(line) => println!("{line}"),
        Err(why) => panic!("{why}"),
    }
}

/// Whether everything is required, as in CI.
#[must_use]
pub fn requires_all() -> bool {
    env::var("HOSHI_REQUIRE_ALL").is_ok_and(|value| value == "1")
}

/// Reports that a test is skipped because something is missing on this machine. The test then
/// returns.
///
/// # Panics
/// Under `HOSHI_REQUIRE_ALL=1`.
pub fn skip(why: impl Display) {
    report(Cause::Missing, &why.to_string());
}

/// Reports that a test of the tier *privileged* is skipped, which is never a failure.
pub fn skip_privileged(why: impl Display) {
    report(Cause::Privileged, &why.to_string());
}

/// Reports that a test runs in other suites, given with spaces between them: `cargo xtask test
/// crash` would run it.
pub fn runs_in(suites: &str, does: impl Display) {
    report(Cause::OtherSuite, &format!("`cargo xtask test {suites}` {does}"));
}

/// The folder of the outside data: `HOSHI_DATA`, else `shared/data` beside the workspace.
#[must_use]
pub fn data_root() -> PathBuf {
    let beside = || {
        let workspace = Path::new(env!("CARGO_MANIFEST_DIR")).parent();
        workspace.and_then(Path::parent).unwrap_or(Path::new("..")).join("shared/data")
    };
    let given = env::var_os("HOSHI_DATA").filter(|folder| !folder.is_empty());
    given.map_or_else(beside, PathBuf::from)
}

/// A folder of the outside data for a test; `None`, with a message, if it is missing.
#[must_use]
pub fn data(name: &str, test: impl Display) -> Option<PathBuf> {
    let path = data_root().join(name);
    if path.is_dir() {
        return Some(path);
    }
    skip_data(&path, test);
    None
}

/// Reports that a file or folder of the outside data is missing.
pub fn skip_data(path: &Path, test: impl Display) {
    report(Cause::Data, &format!("{test}: {} is not there; set HOSHI_DATA", path.display()));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_missing_tools_fail_and_only_when_required() {
        let skipped = Ok("skipped: no tool".to_owned());
        for cause in [Cause::Missing, Cause::Privileged, Cause::Data, Cause::OtherSuite] {
            assert_eq!(decide(cause, "no tool", false), skipped, "{cause:?}");
        }
        for cause in [Cause::Privileged, Cause::Data, Cause::OtherSuite] {
            assert_eq!(decide(cause, "no tool", true), skipped, "{cause:?}");
        }
        let failed = decide(Cause::Missing, "no tool", true).unwrap_err();
        assert_eq!(failed, "no tool, and HOSHI_REQUIRE_ALL=1 requires it");
    }

    const WAY: &str = "HOSHI_TESTKIT_WAY";

    fn skip_by(way: &str) {
        match way {
            "missing" => skip("no tool"),
            "privileged" => skip_privileged("no right"),
            "data" => assert_eq!(data("sgf", "a test"), None),
            "elsewhere" => runs_in("crash", "kills it"),
            other => panic!("{other}"),
        }
    }

    /// Runs the test below in another process, where it skips in this way. Returns whether it
    /// passed, and its output.
    fn ran(way: &str, required: Option<&str>) -> (bool, String) {
        let this = env::current_exe().unwrap();
        let mut command = std::process::Command::new(this);
        command.args(["--exact", "tests::a_skipped_test_says_so_or_fails", "--nocapture"]);
        command.env(WAY, way).env("HOSHI_DATA", "/no/such/data");
        match required {
            Some(value) => command.env("HOSHI_REQUIRE_ALL", value),
            None => command.env_remove("HOSHI_REQUIRE_ALL"),
        };
        let output = command.output().unwrap();
        let text = String::from_utf8_lossy(&output.stdout).into_owned();
        assert!(text.contains("running 1 test"), "{text}");
        (output.status.success(), text)
    }

    #[test]
    fn a_skipped_test_says_so_or_fails() {
        if let Ok(way) = env::var(WAY) {
            return skip_by(&way);
        }
        for (way, line) in [
            ("missing", "skipped: no tool"),
            ("privileged", "skipped: no right"),
            ("data", "skipped: a test: /no/such/data/sgf is not there; set HOSHI_DATA"),
            ("elsewhere", "skipped: `cargo xtask test crash` kills it"),
        ] {
            for required in [None, Some("0"), Some("1")] {
                let (passed, text) = ran(way, required);
                let must_fail = way == "missing" && required == Some("1");
                assert_eq!(passed, !must_fail, "{way} {required:?}: {text}");
                assert_eq!(text.contains(line), !must_fail, "{way} {required:?}: {text}");
            }
        }
    }
}
