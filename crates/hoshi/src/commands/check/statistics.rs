//! How often each rule was broken, for `hoshi check --statistics`.

use std::collections::BTreeMap;

use anyhow::Result;
use hoshi_record::lint::{Finding, Repair, Rule, Severity};
use serde_json::json;

use super::show;
use crate::out::{self, Out, Style, Text};

/// How often a rule was broken, and in how many files.
#[derive(Clone, Copy, Debug, Default)]
struct Count {
    findings: usize,
    files: usize,
}

/// The counts of all rules.
#[derive(Debug, Default)]
pub(super) struct Statistics(BTreeMap<Rule, Count>);

impl Statistics {
    /// Adds the findings of a file.
    pub(super) fn add(&mut self, found: &[Finding]) {
        let mut here: BTreeMap<Rule, usize> = BTreeMap::new();
        for finding in found {
            *here.entry(finding.rule).or_default() += 1 + finding.unlisted;
        }
        for (rule, findings) in here {
            let count = self.0.entry(rule).or_default();
            count.findings += findings;
            count.files += 1;
        }
    }

    /// Prints a table, the most frequent rule first; notes only if more was asked for, or as JSON.
    pub(super) fn write(&self, as_json: bool, out: &mut Out) -> Result<()> {
        let least = if out.is_verbose() || as_json { Severity::Note } else { Severity::Warning };
        let mut rows: Vec<(Rule, Count)> = self
            .0
            .iter()
            .map(|(&rule, &count)| (rule, count))
            .filter(|(rule, _)| rule.severity() >= least)
            .collect();
        rows.sort_by_key(|&(rule, count)| (std::cmp::Reverse(count.findings), rule));
        if as_json {
            let objects = rows.iter().map(|(rule, count)| {
                let object = json!({
                    "rule": rule.to_string(),
                    "name": rule.name(),
                    "severity": rule.severity().to_string(),
                    "title": rule.title(),
                    "count": count.findings,
                    "files": count.files,
                    "fixable": rule.repair() != Repair::Never,
                });
                out::json(&object)
            });
            let objects: Vec<String> = objects.collect();
            return out.line(format!("[{}]", objects.join(",\n")));
        }
        if rows.is_empty() {
            return Ok(());
        }
        let digits = |number: fn(&Count) -> usize, head: &str| {
            let longest = rows.iter().map(|(_, count)| number(count).to_string().len()).max();
            longest.unwrap_or(0).max(head.len())
        };
        let wide = digits(|count| count.findings, "count");
        let files = digits(|count| count.files, "files");
        let name = rows.iter().map(|(rule, _)| rule.name().len()).max().unwrap_or(0).max(4);
        let heading =
            format!("{:>wide$}  {:>files$}  rule  {:<name$}  title", "count", "files", "name");
        let mut text = out.style(Style::Heading, &heading) + "\n";
        for (rule, count) in rows {
            let code = out.style(show::style(rule.severity()), &rule.to_string());
            text +=
                Text::from(format!("{:>wide$}  {:>files$}  ", count.findings, count.files)) + code;
            text += format!("  {:<name$}  {}\n", rule.name(), rule.title());
        }
        out.write(text)
    }
}
