//! docs/lint.md explains every rule with an example; the examples are run.

use hoshi_record::lint::{Finding, Repair, Rule, Severity, fix, lint};
use hoshi_record::sgf::Collection;

/// The fenced blocks of a section, as bytes: `sgf` as it stands, `bytes` with `\xNN`.
fn blocks(section: &str) -> Vec<Vec<u8>> {
    let mut blocks = Vec::new();
    let mut rest = section;
    while let Some((_, after)) = rest.split_once("\n```") {
        let (kind, after) = after.split_once('\n').expect("a fence ends its line");
        let (text, after) = after.split_once("\n```").expect("a fence is closed");
        blocks.push(match kind {
            "sgf" => text.as_bytes().to_vec(),
            "bytes" => unescaped(text),
            other => panic!("a block of `{other}`: {section}"),
        });
        rest = after;
    }
    blocks
}

fn unescaped(text: &str) -> Vec<u8> {
    let mut parts = text.split("\\x");
    let mut bytes = parts.next().unwrap_or_default().as_bytes().to_vec();
    for part in parts {
        bytes.push(u8::from_str_radix(&part[..2], 16).expect("two digits"));
        bytes.extend_from_slice(&part.as_bytes()[2..]);
    }
    bytes
}

fn found(bytes: &[u8]) -> Vec<Finding> {
    Collection::read(bytes).map_or_else(|_| vec![Finding::no_game()], |file| lint(&file))
}

#[test]
fn every_rule_is_in_the_book() {
    for &rule in Rule::ALL {
        let section = rule.explain();
        let head = section.lines().nth(1).unwrap_or_default();
        let severity = match rule.severity() {
            Severity::Error => "Error",
            Severity::Warning => "Warning",
            Severity::Note => "Note",
        };
        assert_eq!(head, format!("*{severity}; {}.*", rule.repair()), "{rule}");
        assert!(section.len() > 80, "{rule} says too little");
    }
}

#[test]
fn the_book_has_no_other_rules() {
    let book = include_str!("../../../../docs/lint.md");
    let headings = book.lines().filter_map(|line| line.strip_prefix("### "));
    let rules: Vec<String> =
        Rule::ALL.iter().map(|rule| format!("{rule} {}", rule.name())).collect();
    let mut headings: Vec<&str> = headings.collect();
    headings.sort_by_key(|heading| heading[1..4].to_owned());
    assert_eq!(headings, rules);
}

#[test]
fn every_example_is_what_it_says() {
    for &rule in Rule::ALL {
        let blocks = blocks(rule.explain());
        let Some(example) = blocks.first() else {
            // A file with a thousand faults is too long for an example.
            assert_eq!(rule, Rule::MoreFaults);
            continue;
        };
        let all = found(example);
        let of_rule: Vec<&Finding> = all.iter().filter(|finding| finding.rule == rule).collect();
        assert!(!of_rule.is_empty(), "{rule} is not found in its example: {all:?}");
        // An example shows one thing: it has no other warning, except faults of the same family.
        let others = all.iter().filter(|other| other.rule != rule);
        for other in others.filter(|other| other.severity() > Severity::Note) {
            let allowed = [Rule::MissingClose, Rule::UnclosedValue, Rule::TwoMoves];
            assert!(allowed.contains(&other.rule), "{rule}: {other:?}");
        }
        let fixed = Collection::read(example.clone()).ok().and_then(|file| fix(&file));
        assert_eq!(blocks.len() > 1, of_rule.iter().any(|finding| finding.fixable), "{rule}");
        assert_eq!(rule.repair() == Repair::Never, blocks.len() == 1, "{rule}");
        if let Some(wanted) = blocks.get(1) {
            let bytes = fixed.expect("a repair").bytes;
            let text = String::from_utf8_lossy(bytes.trim_ascii_end()).into_owned();
            assert_eq!(text, String::from_utf8_lossy(wanted), "{rule}");
        } else {
            assert_eq!(fixed, None, "{rule}");
        }
    }
}

#[test]
fn a_file_with_very_many_faults() {
    let text = format!("(;GM[1]FF[4]{})", "()".repeat(1500));
    let file = Collection::read(text).expect("a game");
    let found = lint(&file);
    assert_eq!(found.last().expect("something").rule, Rule::MoreFaults);
    assert_eq!(found.last().expect("something").message, "and 500 more syntax faults in the file");
    let fixed = fix(&file).expect("a repair");
    assert_eq!(fixed.bytes, b"(;GM[1]FF[4])");
}

#[test]
fn names_are_unique() {
    for &rule in Rule::ALL {
        assert_eq!(rule.name().parse(), Ok(rule));
        assert_eq!(rule.to_string().parse(), Ok(rule));
        assert_eq!(rule.number().to_string().parse(), Ok(rule));
        assert_eq!(rule.to_string().to_lowercase().parse(), Ok(rule));
    }
    assert!("".parse::<Rule>().is_err());
}
