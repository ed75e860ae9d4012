//! The samples in `testdata/session/`: they are the contract with views in other languages.
//! `HOSHI_RENEW=1` rewrites them, for review as a diff.

use std::fs;
use std::path::PathBuf;

use serde::Serialize;
use serde::de::DeserializeOwned;

use super::samples;
use super::{Actor, Answer, Command, Published, Question, Snapshot};

/// Compares samples with their file.
fn compare<T: Serialize>(name: &str, samples: &[T]) -> String {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../testdata/session");
    let path = PathBuf::from(folder).join(name).with_extension("json");
    let text = serde_json::to_string_pretty(samples).unwrap() + "\n";
    if std::env::var_os("HOSHI_RENEW").is_some() {
        fs::create_dir_all(folder).unwrap();
        fs::write(&path, &text).unwrap();
    }
    let golden = fs::read_to_string(&path).unwrap();
    for (number, (is, wanted)) in text.lines().zip(golden.lines()).enumerate() {
        assert_eq!(is, wanted, "{name}.json, line {}", number + 1);
    }
    assert_eq!(text.len(), golden.len(), "{name}.json");
    golden
}

/// The same, and checks that reading the file gives the samples.
fn read<T: Serialize + DeserializeOwned + PartialEq + std::fmt::Debug>(name: &str, samples: &[T]) {
    let golden = compare(name, samples);
    let read: Vec<T> = serde_json::from_str(&golden).unwrap();
    assert_eq!(read, samples);
}

#[test]
fn actors() {
    read::<Actor>("actor", &samples::ACTORS);
}

#[test]
fn commands() {
    read::<Command>("command", &samples::commands());
}

#[test]
fn questions() {
    read::<Question>("question", &samples::questions());
}

#[test]
fn answers() {
    read::<Answer>("answer", &samples::answers());
}

#[test]
fn events() {
    read::<Published>("event", &samples::events());
}

#[test]
fn snapshots() {
    read::<Snapshot>("snapshot", &samples::snapshots());
}

#[test]
fn refusals() {
    compare("refused", &samples::refused());
}

/// The protocol documentation names every message that has a sample.
#[test]
fn every_message_is_documented() {
    let page = include_str!("../../../../../docs/session.md");
    let mut names: Vec<String> = Vec::new();
    let mut tags = |value: serde_json::Value, tag: &str| {
        let items = value.as_array().expect("a list").clone();
        assert!(!items.is_empty());
        names.extend(items.iter().map(|item| item[tag].as_str().expect("a tag").to_owned()));
    };
    tags(serde_json::to_value(samples::commands()).unwrap(), "type");
    tags(serde_json::to_value(samples::questions()).unwrap(), "type");
    tags(serde_json::to_value(samples::events()).unwrap(), "type");
    tags(serde_json::to_value(samples::refused()).unwrap(), "code");
    let snapshot = serde_json::to_value(&samples::snapshots()[0]).unwrap();
    names.extend(snapshot.as_object().expect("an object").keys().cloned());
    names.sort();
    names.dedup();
    assert!(names.len() > 90, "{}", names.len());
    let missing: Vec<&String> =
        names.iter().filter(|name| !page.contains(&format!("`{name}`"))).collect();
    assert!(missing.is_empty(), "docs/session.md does not explain {missing:?}");
}
