//! Game information as people write it: the tables of spellings in `testdata/info/`, and every
//! value in the outside data, with a minimum number that must be understood.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use hoshi_core::{Preset, Rng, Rules, Size, SplitMix64};
use hoshi_record::info::time::{Limit, Millis};
use hoshi_record::info::{
    How, Reading, Unreadable, date, handicap, komi, overtime, result, rules, size, time,
};

/// `= 6.5`, `~ 6.5` or `!`, as the tables write it.
fn verdict<T>(reading: Result<Reading<T>, Unreadable>, spell: impl Fn(T) -> String) -> String {
    match reading {
        Ok(Reading { value, how: How::AsWritten }) => format!("= {}", spell(value)),
        Ok(Reading { value, how: How::Interpreted(what) }) => {
            assert!(!what.is_empty(), "an interpretation without words");
            format!("~ {}", spell(value))
        }
        Err(error) => {
            assert!(!error.hint.is_empty(), "{error}");
            "!".to_owned()
        }
    }
}

fn limit(limit: Limit) -> String {
    match limit {
        Limit { main: None, overtime: None } => "none".to_owned(),
        Limit { main: Some(main), overtime: None } => main.to_string(),
        Limit { main, overtime: Some(overtime) } => {
            format!("{} + {overtime}", main.unwrap_or_default())
        }
    }
}

/// The value of a field, as the tables write it.
fn understand(field: &str, text: &str, hints: &str) -> String {
    match field {
        "komi" => {
            let hint = |key: &str| {
                hints.split(' ').find_map(|hint| hint.strip_prefix(key)?.strip_prefix('='))
            };
            let rules = hint("rules").map(|name| name.parse::<Rules>().expect("a ruleset"));
            let handicap = hint("handicap").map_or(0, |n| n.parse().expect("a number"));
            let hints = komi::Hints { rules: rules.as_ref(), handicap };
            verdict(komi::read(text, hints), |komi| komi.to_string())
        }
        "result" => verdict(result::read(text), |ending| ending.to_string()),
        "date" => verdict(date::read(text), |dates| dates.to_string()),
        "overtime" => verdict(overtime::read(text), |overtime| overtime.to_string()),
        "time" => verdict(time::read(text), limit),
        "left" => verdict(time::left(text), |time| time.to_string()),
        "overtime-left" => verdict(time::overtime_left(text), |number| number.to_string()),
        "rules" => verdict(rules::read(text), |rules| rules.to_string()),
        "handicap" => verdict(handicap::read(text), |stones| stones.to_string()),
        "size" => verdict(size::read(text), |size| size.to_string()),
        other => panic!("no field is called {other}"),
    }
}

const FIELDS: [&str; 10] = [
    "komi",
    "result",
    "date",
    "overtime",
    "time",
    "left",
    "overtime-left",
    "rules",
    "handicap",
    "size",
];

/// A line of a table.
struct Row {
    line: usize,
    spelling: String,
    meaning: String,
    hints: String,
}

fn rows(field: &str) -> Vec<Row> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testdata/info");
    let path = folder.join(field).with_extension("txt");
    let text = fs::read_to_string(&path).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
    let mut rows = Vec::new();
    for (index, line) in text.lines().enumerate() {
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        let mut columns = line.split('\t');
        let spelling = columns.next().unwrap_or_default();
        let meaning = columns.next().unwrap_or_else(|| panic!("{field}:{}: no tab", index + 1));
        rows.push(Row {
            line: index + 1,
            spelling: spelling.replace("\\n", "\n").replace("\\t", "\t"),
            meaning: meaning.to_owned(),
            hints: columns.next().unwrap_or_default().to_owned(),
        });
    }
    rows
}

#[test]
fn the_tables_of_spellings() {
    let mut failures = Vec::new();
    let mut checked = 0;
    for field in FIELDS {
        for Row { line, spelling, meaning, hints } in rows(field) {
            checked += 1;
            let came = understand(field, &spelling, &hints);
            if came != meaning {
                failures.push(format!(
                    "{field}.txt:{line}: `{spelling}` {hints}: {meaning}, came {came}"
                ));
            }
        }
    }
    assert!(failures.is_empty(), "{} of {checked}:\n{}", failures.len(), failures.join("\n"));
    assert!(checked > 1000, "only {checked} spellings");
    println!("counted: info: {checked} spellings in tables");
}

#[test]
fn what_is_written_is_read_back_as_written() {
    let mut read_back = 0;
    for field in FIELDS {
        for Row { line, spelling, hints, .. } in rows(field) {
            let came = understand(field, &spelling, &hints);
            let Some(("=" | "~", canonical)) = came.split_once(' ') else { continue };
            read_back += 1;
            match field {
                // hoshi's names of rules and sizes are not SGF's; they have tests below.
                "rules" | "size" => continue,
                // A handicap below 2 is not written.
                "handicap" if matches!(canonical, "0" | "1") => continue,
                // The table also shows overtime, which belongs to OT.
                "time" if canonical.contains(['+', 'n']) => continue,
                "komi" => {
                    let komi = canonical.parse().expect("half points");
                    for hints in ["", "handicap=4", "rules=chinese"] {
                        let again = understand(field, &komi::spelling(komi), hints);
                        assert_eq!(again, format!("= {canonical}"), "{field}.txt:{line}");
                    }
                    continue;
                }
                _ => {}
            }
            let again = understand(field, canonical, "");
            assert_eq!(again, format!("= {canonical}"), "{field}.txt:{line}");
        }
    }
    assert!(read_back > 500, "{read_back}");
    assert!(Preset::ALL.iter().filter(|preset| preset.sgf().is_some()).count() > 3);
    for preset in Preset::ALL {
        let Some(name) = preset.sgf() else { continue };
        assert_eq!(
            rules::read(name),
            Ok(Reading { value: Rules::of(preset), how: How::AsWritten })
        );
    }
    for side in 1..=size::MAX_SIDE {
        for size in [Size::new(side, 19), Size::square(side)] {
            let size = size.expect("a size");
            let read = size::read(&size::spelling(size));
            assert_eq!(read, Ok(Reading { value: size, how: How::AsWritten }));
        }
    }
}

#[test]
fn sentences_for_people() {
    let komi = |text| komi::read(text, komi::Hints::default()).expect("a komi").how.to_string();
    assert_eq!(komi("750"), "750 is hundredths of a point (7.5 points)");
    assert_eq!(komi("375"), "375 is 3.75 zi, which are 7.5 points");
    assert_eq!(komi("2.75"), "2.75 zi are 5.5 points");
    assert_eq!(komi(" 6,5 "), "understood as 6.5 points");
    let result = |text| result::read(text).expect("a result").how.to_string();
    assert_eq!(result("W+2 1/4"), "understood as W+4.5: 2.25 zi are 4.5 points");
    assert_eq!(result("W+0.0"), "understood as W+: nobody wins by 0 points");
    assert_eq!(result(""), "empty: unknown result");
    assert_eq!(result("Left unfinished"), "understood as an unknown result");
    let date = |text| date::read(text).expect("a date").how.to_string();
    assert_eq!(date("2003/5/6"), "understood as 2003-05-06");
    let time = |text| time::read(text).expect("a time").how.to_string();
    assert_eq!(time("30:00+30:00/25"), "understood as 1800 seconds and 25/1800 Canadian");
    let error = result::read("B+1.5 ? W+timeout").expect_err("two winners").to_string();
    assert_eq!(
        error,
        "`B+1.5 ? W+timeout` is not a result: it names both colours as winner; write B+3.5, \
         W+R, B+T, W+F, B+, 0, Void, or ? if unknown"
    );
    let error = komi::read("", komi::Hints::default()).expect_err("nothing").to_string();
    assert_eq!(
        error,
        "`` is not a komi: it is empty (leave it out, or write points such as 6.5 or 0)"
    );
}

#[test]
fn no_text_makes_a_reader_panic() {
    // Pieces of real spellings in any order, cut anywhere, and odd characters between them.
    let odd = ["\0", "\u{202e}", "💠", "\u{ff0e}", "999999999999", "-", "/", "半半", "又", "分之"];
    let mut pool: Vec<String> = odd.map(str::to_owned).into();
    for row in FIELDS.iter().flat_map(|field| rows(field)) {
        pool.extend(row.spelling.split(' ').map(str::to_owned));
        pool.push(row.spelling);
    }
    let mut rng = SplitMix64::new(11);
    let mut pick = |bound: usize| rng.below(u32::try_from(bound).expect("small")) as usize;
    for _ in 0..30_000 {
        let mut text = String::new();
        for _ in 0..=pick(4) {
            let piece = &pool[pick(pool.len())];
            let cut = pick(piece.chars().count() + 1);
            text.extend(piece.chars().take(cut + 1));
            if pick(3) == 0 {
                text.push(' ');
            }
        }
        for field in FIELDS {
            understand(field, &text, "");
        }
    }
    let long = "B+".repeat(1_000_000);
    for field in FIELDS {
        assert_eq!(understand(field, &long, ""), "!");
    }
}

#[test]
fn clocks_are_printed_as_they_are_read() {
    let mut rng = SplitMix64::new(3);
    for _ in 0..2000 {
        let time = Millis(i64::from(rng.below(100_000_000)) - 50_000_000);
        assert_eq!(time::left(&time.to_string()), Ok(Reading { value: time, how: How::AsWritten }));
        let length = Millis(i64::from(rng.below(10_000_000)) + 1);
        let count = rng.below(400) + 1;
        for written in [
            overtime::Overtime::ByoYomi { periods: count, period: length },
            overtime::Overtime::Canadian { moves: count, time: length },
            overtime::Overtime::Fischer { increment: length },
        ] {
            let read = overtime::read(&written.to_string());
            assert_eq!(read, Ok(Reading { value: written, how: How::AsWritten }), "{written}");
        }
    }
}

#[test]
fn dates_are_printed_as_they_are_read() {
    let mut rng = SplitMix64::new(5);
    let mut written = 0;
    while written < 3000 {
        let mut dates = Vec::new();
        for _ in 0..=rng.below(5) {
            // Few years and months, so that shortcuts happen.
            let small = |n: u32| u8::try_from(n).expect("small");
            let year = 1996 + u16::from(small(rng.below(2)));
            let month = (rng.below(5) > 0).then(|| small(rng.below(3) + 1));
            let day = month.and_then(|_| (rng.below(4) > 0).then(|| small(rng.below(31) + 1)));
            dates.extend(date::PartialDate::new(year, month, day));
        }
        let Some(dates) = date::Dates::new(dates) else { continue };
        written += 1;
        let read = date::read(&dates.to_string()).expect("a date");
        assert_eq!((read.how, &read.value), (How::AsWritten, &dates), "{dates}");
    }
}

fn files(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).expect("a folder that is there") {
        let path = entry.expect("an entry of it").path();
        if path.is_dir() {
            files(&path, found);
        } else if path.extension().is_some_and(|extension| extension == "sgf") {
            found.push(path);
        }
    }
}

/// The values of the properties, wherever `KM[` stands: a scan, not a parser.
fn scan(text: &str, found: &mut BTreeMap<&'static str, BTreeSet<String>>) {
    const PROPERTIES: [&str; 12] =
        ["KM", "RE", "DT", "TM", "OT", "BL", "WL", "OB", "OW", "RU", "HA", "SZ"];
    for (at, _) in text.match_indices('[') {
        let Some(name) = at.checked_sub(2).and_then(|from| text.get(from..at)) else { continue };
        let Some(property) = PROPERTIES.into_iter().find(|&other| other == name) else { continue };
        let longer = at.checked_sub(3).and_then(|from| text.as_bytes().get(from));
        if longer.is_some_and(u8::is_ascii_alphabetic) {
            continue;
        }
        let Some((value, _)) = text[at + 1..].split_once(']') else { continue };
        found.entry(property).or_default().insert(value.replace('\\', ""));
    }
}

#[test]
fn the_outside_data_is_understood() {
    let Some(folder) = hoshi_testkit::data("sgf", "info over outside data") else { return };
    let mut paths = Vec::new();
    files(&folder, &mut paths);
    let mut found = BTreeMap::new();
    for path in paths {
        if let Ok(text) = String::from_utf8(fs::read(&path).expect("a file that is there")) {
            scan(&text, &mut found);
        }
    }
    // The property, its reader, how many distinct values there are at least, and how many of them
    // may stay unread.
    let floors: [(&str, &str, usize, usize); 12] = [
        ("KM", "komi", 50, 1),
        ("RE", "result", 350, 2),
        ("DT", "date", 1900, 3),
        ("TM", "time", 100, 2),
        ("OT", "overtime", 120, 3),
        ("BL", "left", 5000, 0),
        ("WL", "left", 5000, 1),
        ("OB", "overtime-left", 20, 1),
        ("OW", "overtime-left", 20, 0),
        ("RU", "rules", 12, 4),
        ("HA", "handicap", 10, 0),
        ("SZ", "size", 25, 4),
    ];
    let mut failures = Vec::new();
    for (property, field, least, most_unread) in floors {
        let values = found.remove(property).unwrap_or_default();
        let unread: Vec<&String> =
            values.iter().filter(|value| understand(field, value, "") == "!").collect();
        let (all, read) = (values.len(), values.len() - unread.len());
        println!("counted: info: {property}: {read} of {all} values read; not {unread:?}");
        if all < least || unread.len() > most_unread {
            failures.push(format!("{property}: {all} values, {unread:?} unread"));
        }
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}
