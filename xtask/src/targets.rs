//! The test targets of the workspace, as `cargo metadata` lists them, and as words for cargo. A new
//! test file is in a suite as soon as it exists; nothing here has to be changed.

use std::fmt;

use serde_json::Value;

use crate::run::{Failure, metadata};

/// Programs and integration tests. It is displayed as the cargo arguments that select them.
/// Libraries are not included: cargo cannot name one of several.
#[derive(Clone, Debug)]
pub(crate) struct Targets(Vec<Target>);

#[derive(Clone, Debug, PartialEq)]
struct Target {
    package: String,
    kind: Kind,
    name: String,
    /// Whether `cargo test` runs it.
    is_tested: bool,
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum Kind {
    Bin,
    Test,
}

impl Targets {
    /// All of the workspace.
    pub(crate) fn read() -> Result<Self, Failure> {
        Ok(Self::of_metadata(&metadata()?))
    }

    fn of_metadata(metadata: &Value) -> Self {
        let list = |value: &Value| value.as_array().cloned().unwrap_or_default();
        let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
        let mut targets = Vec::new();
        for package in list(&metadata["packages"]) {
            for target in list(&package["targets"]) {
                let kind = match target["kind"][0].as_str() {
                    Some("bin") => Kind::Bin,
                    Some("test") => Kind::Test,
                    _ => continue,
                };
                let is_tested = target["test"].as_bool().unwrap_or(true);
                let (package, name) = (text(&package["name"]), text(&target["name"]));
                targets.push(Target { package, kind, name, is_tested });
            }
        }
        Self(targets)
    }

    /// The targets of these packages that `cargo test` runs.
    ///
    /// # Errors
    /// If there are none: without a target, cargo would run everything. Or if a test of another
    /// package has the same name, since cargo would run that one too.
    pub(crate) fn tested(
        &self,
        in_package: impl Fn(&str) -> bool,
        but: &[&str],
    ) -> Result<Self, Failure> {
        let is_one = |target: &&Target| {
            target.is_tested
                && in_package(&target.package)
                && !(target.kind == Kind::Test && but.contains(&target.name.as_str()))
        };
        let found: Vec<Target> = self.0.iter().filter(is_one).cloned().collect();
        for target in &found {
            let is_same = |other: &&Target| {
                (other.kind, &other.name) == (target.kind, &target.name)
                    && other.is_tested
                    && !found.contains(other)
            };
            if let Some(other) = self.0.iter().find(is_same) {
                return Err(Failure::found(format!(
                    "{} and {} both have a test target `{}`; rename one of them",
                    target.package, other.package, target.name
                )));
            }
        }
        Self(found).or_nothing()
    }

    /// The programs of a package.
    ///
    /// # Errors
    /// If there are none.
    pub(crate) fn bins(&self, package: &str) -> Result<Self, Failure> {
        let is_one = |target: &&Target| target.package == package && target.kind == Kind::Bin;
        Self(self.0.iter().filter(is_one).cloned().collect()).or_nothing()
    }

    fn or_nothing(self) -> Result<Self, Failure> {
        if self.0.is_empty() {
            return Err(Failure::found("`cargo metadata` lists none of the targets of this suite"));
        }
        Ok(self)
    }
}

impl fmt::Display for Targets {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (nth, target) in self.0.iter().enumerate() {
            let space = if nth == 0 { "" } else { " " };
            let option = match target.kind {
                Kind::Bin => "--bin",
                Kind::Test => "--test",
            };
            write!(f, "{space}{option} {}", target.name)?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn sample() -> Targets {
        let target = |kind: &str, name: &str, test: bool| json!({ "kind": [kind], "name": name, "test": test });
        let packages = json!([
            { "name": "a", "targets": [
                target("lib", "a", true),
                target("bin", "run", true),
                target("bin", "quiet", false),
                target("test", "one", true),
                target("test", "slow", true),
            ] },
            { "name": "b", "targets": [target("test", "two", true), target("test", "slow", true)] },
            { "name": "c", "targets": [target("lib", "c", true)] },
        ]);
        Targets::of_metadata(&json!({ "packages": packages }))
    }

    #[test]
    fn targets_are_words_for_cargo() {
        let a = sample().tested(|package| package == "a", &["slow"]).unwrap();
        assert_eq!(a.to_string(), "--bin run --test one");
        assert_eq!(sample().bins("a").unwrap().to_string(), "--bin run --bin quiet");
        let both = sample().tested(|package| package != "c", &[]).unwrap();
        assert_eq!(both.to_string(), "--bin run --test one --test slow --test two --test slow");
    }

    #[test]
    fn a_name_that_selects_too_much_is_refused() {
        let failure = sample().tested(|package| package == "a", &[]).unwrap_err();
        assert!(failure.to_string().contains("`slow`"), "{failure}");
    }

    #[test]
    fn nothing_is_refused() {
        assert!(sample().tested(|package| package == "c", &[]).is_err());
        assert!(sample().bins("b").is_err());
    }
}
