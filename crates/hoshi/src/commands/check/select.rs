//! Which rules `hoshi check` reports: those of `--select` and `--ignore`, and of the project's `.hoshi.toml`,
//! the first that is found in the current folder or above it.

use std::io;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result, bail};
use hoshi_record::lint::{Finding, Rule};
use toml::Value;

use crate::cli::{Check, RuleSelector};
use crate::config;
use crate::files;
use crate::out::Out;

/// The name of a project's settings.
const NAME: &str = ".hoshi.toml";

/// The keys of its table `[check]`.
const KEYS: [&str; 3] = ["select", "ignore", "strict"];

/// Which rules are reported.
#[derive(Debug, Default)]
pub(super) struct Selection {
    select: Vec<RuleSelector>,
    ignore: Vec<RuleSelector>,
    /// Whether the project wants warnings to count as errors do.
    pub(super) strict: bool,
}

impl Selection {
    /// What the options say, beside what the project says: a selection replaces the project's, ignored rules
    /// add to the project's.
    pub(super) fn of(options: &Check, out: &mut Out) -> Result<Selection> {
        let mut selection = match project()? {
            None => Selection::default(),
            Some((path, bytes)) => {
                out.detail(format!("rules are selected by {}", files::shown(&path)));
                read(&bytes).with_context(|| files::shown(&path))?
            }
        };
        if !options.select.is_empty() {
            selection.select.clone_from(&options.select);
        }
        selection.ignore.extend(options.ignore.iter().cloned());
        Ok(selection)
    }

    /// Whether a rule is reported.
    pub(super) fn includes(&self, rule: Rule) -> bool {
        let is_among = |list: &[RuleSelector]| list.iter().any(|selector| selector.includes(rule));
        (self.select.is_empty() || is_among(&self.select)) && !is_among(&self.ignore)
    }

    /// Whether only some rules are asked for.
    pub(super) fn is_narrow(&self) -> bool {
        !self.select.is_empty()
    }

    /// The findings that are reported.
    pub(super) fn among(&self, mut found: Vec<Finding>) -> Vec<Finding> {
        found.retain(|finding| self.includes(finding.rule));
        found
    }
}

/// The settings of the project that the current folder belongs to.
fn project() -> Result<Option<(PathBuf, Vec<u8>)>> {
    let Ok(folder) = std::env::current_dir() else { return Ok(None) };
    for folder in folder.ancestors() {
        let path = folder.join(NAME);
        match config::open(&path) {
            Ok(bytes) => {
                // Beside the files that are checked, the short name says enough.
                let is_here = std::env::current_dir().is_ok_and(|here| here == folder);
                return Ok(Some((if is_here { Path::new(NAME).to_owned() } else { path }, bytes)));
            }
            Err(error) if error.kind() == io::ErrorKind::NotFound => {}
            Err(error) => return Err(error).with_context(|| files::shown(&path)),
        }
    }
    Ok(None)
}

/// Reads the table `[check]`.
fn read(bytes: &[u8]) -> Result<Selection> {
    let text = std::str::from_utf8(bytes).context("not UTF-8, which TOML must be")?;
    let file: toml::Table = match text.parse() {
        Ok(file) => file,
        Err(error) => {
            let line = error.span().map_or(1, |span| text[..span.start].lines().count().max(1));
            bail!("line {line}: not valid TOML: {}", error.message().replace('\n', " "));
        }
    };
    let mut selection = Selection::default();
    for (name, value) in &file {
        let Value::Table(table) = value else {
            bail!("unknown key `{name}`: write a table [check]");
        };
        if name != "check" {
            bail!("unknown table [{name}]: write [check]");
        }
        for (key, value) in table {
            match key.as_str() {
                "select" => selection.select = rules(key, value)?,
                "ignore" => selection.ignore = rules(key, value)?,
                "strict" => match value.as_bool() {
                    Some(strict) => selection.strict = strict,
                    None => bail!("`strict` takes true or false"),
                },
                _ => bail!("unknown key `{key}` in [check]: the keys are {}", KEYS.join(", ")),
            }
        }
    }
    Ok(selection)
}

/// A list of rules.
fn rules(key: &str, value: &Value) -> Result<Vec<RuleSelector>> {
    let Some(list) = value.as_array() else {
        bail!("`{key}` takes a list of rules, as in {key} = [\"E5\", \"komi-missing\"]");
    };
    let read = |item: &Value| match item.as_str() {
        Some(text) => text.parse().map_err(|error: String| anyhow::anyhow!("`{key}`: {error}")),
        None => bail!("`{key}` takes rules in quotes, as in {key} = [\"E5\"]"),
    };
    list.iter().map(read).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn error(text: &str) -> String {
        format!("{:#}", read(text.as_bytes()).unwrap_err())
    }

    #[test]
    fn rules_are_selected_by_code_name_or_the_start_of_a_code() {
        let text = "[check]\nselect = ['e5', 'date-unreadable']\nignore = ['ko']\nstrict = true";
        let selection = read(text.as_bytes()).expect("a selection");
        assert!(selection.strict && selection.is_narrow());
        assert!(selection.includes(Rule::Occupied) && selection.includes(Rule::DateUnreadable));
        assert!(!selection.includes(Rule::Ko) && !selection.includes(Rule::SameColour));
        assert!(Selection::default().includes(Rule::SameColour));
    }

    #[test]
    fn mistakes_in_the_file_are_named() {
        assert!(error("[check]\nselect = 'E'").starts_with("`select` takes a list of rules"));
        assert!(error("[check]\nignore = ['E999']").contains("`ignore`: unknown rule `E999`"));
        assert!(error("[check]\nselct = []").starts_with("unknown key `selct` in [check]"));
        assert!(error("[draw]\n").starts_with("unknown table [draw]"));
        assert!(error("a = 1\n").starts_with("unknown key `a`"));
        assert!(error("[check]\nstrict = 1").contains("true or false"));
        assert!(error("[check\n").starts_with("line 1: not valid TOML"));
    }
}
