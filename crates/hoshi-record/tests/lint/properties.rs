//! Properties of every file: fixable findings are fixed, fixing twice changes nothing, the game
//! stays the same, and places are right.

use std::fs;
use std::path::{Path, PathBuf};

use hoshi_record::lint::{Lines, Rule, Severity, fix, lint};
use hoshi_record::sgf::{Collection, GameTree};

use crate::common::{Random, garbage, mutated, tree};
use crate::same::same_game;

/// All texts of a file, without the parts that a repair may remove or add.
fn texts(file: &Collection) -> Vec<String> {
    let mut texts: Vec<String> = Vec::new();
    for node in file.games().flat_map(GameTree::nodes) {
        for property in node.properties() {
            let is_text = ["N", "PB", "PW", "GN", "EV", "RO", "SO", "US", "PC", "XX"];
            if is_text.iter().any(|key| property.is(key)) {
                texts.push(property.value().text().replace('\0', ""));
            }
        }
    }
    texts.sort();
    texts.dedup();
    texts
}

/// Checks a file; returns whether there was anything to fix.
fn check(bytes: &[u8], name: &str) -> bool {
    let Ok(file) = Collection::read(bytes) else { return false };
    let found = lint(&file);
    assert!(found.is_sorted_by_key(|finding| finding.offset), "{name}");
    for finding in found.iter().take(20) {
        assert_eq!((finding.line, finding.column), file.place(finding.offset), "{name}");
        assert!(finding.offset <= file.source().len(), "{name}");
    }
    let Some(fixed) = fix(&file) else {
        assert!(found.iter().all(|finding| !finding.fixable), "{name}");
        return false;
    };
    let claimed = found.iter().filter(|finding| finding.fixable).count();
    assert_eq!(fixed.fixed.len(), claimed, "{name}");
    let again = Collection::read(fixed.bytes.clone()).expect(name);
    assert_eq!(again.games().len(), file.games().len(), "{name}");
    for (before, after) in file.games().zip(again.games()) {
        if let Err(why) = same_game(before, after) {
            panic!("{name}: {why}\n{}", fixed.bytes.escape_ascii());
        }
    }
    // For a file with broken brackets, compare the texts as written: a text truncated after a backslash
    // loses it.
    let whole = match file.faults() {
        [] => file,
        _ => Collection::read(file.to_bytes()).expect(name),
    };
    if again.games().zip(whole.games()).all(|(a, b)| a.charset() == b.charset()) {
        assert_eq!(texts(&whole), texts(&again), "{name}");
    }
    // Below it is checked again that nothing is left to fix.
    if bytes.len() < 10_000 {
        assert_eq!(fixed.left, lint(&again), "{name}");
    }
    for finding in &fixed.left {
        assert!(!finding.fixable, "{name}: still {finding:?}\n{}", fixed.bytes.escape_ascii());
    }
    assert_eq!(fix(&again), None, "{name}");
    true
}

#[test]
fn random_files() {
    let mut random = Random::new(11);
    let mut fixed = 0;
    for _ in 0..8_000 {
        let bytes = garbage(&mut random, false);
        fixed += usize::from(check(&bytes, &bytes.escape_ascii().to_string()));
    }
    assert!(fixed > 2_000, "only {fixed} had something to fix");
}

#[test]
fn mutations_of_games() {
    let mut random = Random::new(12);
    for _ in 0..150 {
        let nodes = 1 + random.below(30);
        let original = tree(&mut random, nodes);
        for _ in 0..20 {
            let bytes = mutated(&mut random, &original);
            check(&bytes, &bytes.escape_ascii().to_string());
        }
    }
}

/// Pieces that trigger every rule of the nodes.
#[test]
fn nodes_of_everything() {
    const PIECES: &[&str] = &[
        "B[aa]",
        "W[bb]",
        "B[tt]",
        "W[]",
        "B[aa][bb]",
        "AB[cc]",
        "AB[cc][cc]",
        "AB[]",
        "AW[aa:cc]",
        "AE[cc]",
        "PL[1]",
        "PL[W]",
        "FF[3]",
        "FF[4]",
        "FF[9]",
        "GM[1]",
        "GaMe[1]",
        "SZ[9]",
        "SZ[9:9]",
        "SiZe[9]",
        "CA[UTF-8]",
        "CA[what]",
        "CA[Big5]",
        "PB[本]",
        "PB[Ann]",
        "PB[Ann][]",
        "C[x]",
        "C[y]",
        "Comment[z]",
        "C[x][y]",
        "L[aa][bb]",
        "L[cc]",
        "LB[aa:x]",
        "LB[aa:x][aa:x]",
        "LB[aa:x][aa:y]",
        "M[aa]",
        "MA[aa][bb]",
        "TR[aa:bb][bb]",
        "TB[]",
        "TB[][aa]",
        "TB[aa]",
        "TE[]",
        "BM[2]",
        "DO[1]",
        "KO[]",
        "KO[x]",
        "XX[a]",
        "XX[b]",
        "Foo[a]",
        "DT[2001/2/3]",
        "KM[375]",
        "HA[2]",
        "RE[B+R]",
        "AR[aa:bb][aa:bb]",
        "VW[]",
        "ID[5]",
        "N[name]",
        "BL[30]",
        ";",
        ";",
        ";",
        ";",
        "(;",
        ")",
    ];
    let mut random = Random::new(13);
    let mut fixed = 0;
    for round in 0..15_000 {
        let mut text = String::from(if round % 2 == 0 { "(;GM[1]FF[4]" } else { "(;" });
        for _ in 0..random.below(14) {
            text.push_str(random.pick(PIECES));
        }
        text.push(')');
        fixed += usize::from(check(text.as_bytes(), &text));
    }
    assert!(fixed > 11_000, "only {fixed} had something to fix");
}

#[test]
fn lines_and_columns_are_those_of_the_file() {
    let mut random = Random::new(14);
    for _ in 0..2_000 {
        let mut text: Vec<u8> = b"(;".to_vec();
        for _ in 0..random.below(30) {
            text.push(*random.pick(&[b"\n", b"\r", b"a", b"b"]).first().expect("a byte"));
        }
        let file = Collection::read(text.clone()).expect("a game");
        let lines = Lines::new(&text);
        // Nothing is found in the middle of a line end.
        let inside = |offset: usize| text.get(offset).is_some_and(|byte| b"\r\n".contains(byte));
        for offset in (0..=text.len() + 1).filter(|offset| !inside(*offset)) {
            let (line, column) = lines.place(offset);
            assert_eq!((line, column), file.place(offset), "{} {offset}", text.escape_ascii());
            assert!(lines.line(line).iter().all(|byte| !b"\r\n".contains(byte)));
        }
    }
}

/// A file that would take forever if anything searched back along the line, or through siblings.
#[test]
fn long_deep_and_broad_files() {
    let number = 40_000;
    let deep = format!("(;GM[1]FF[4]{}{})", "(;B[tt](;W[aa]) ".repeat(number), ")".repeat(number));
    let long = format!("(;GM[1]FF[4]SZ[9]{})", ";AE[aa]KM[1]SZ[9];TE[];XX[]".repeat(number / 4));
    let broad = format!("(;GM[1]FF[4]{})", "(;B[aa]B[bb]C[x]C[y])".repeat(number / 2));
    let crowded = format!("(;GM[1]FF[4]{})", "XX[a]L[aa]C[a]AB[aa:ss]".repeat(number / 20));
    for text in [deep, long, broad, crowded] {
        assert!(check(text.as_bytes(), &text[..40]));
    }
}

/// A folder of the outside data; `None`, with a printed note, if it is missing.
fn data(name: &str) -> Option<PathBuf> {
    hoshi_testkit::data(name, "the lint over outside data")
}

fn files(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut open = vec![folder.to_path_buf()];
    while let Some(path) = open.pop() {
        if path.is_dir() {
            let entries = fs::read_dir(&path).expect("a folder");
            open.extend(entries.map(|entry| entry.expect("an entry").path()));
        } else {
            found.push(path);
        }
    }
    found.sort();
    found
}

/// Ways to break a file that have a unique repair: the broken file for each that applies.
fn broken(good: &[u8]) -> Vec<(&'static str, Vec<u8>)> {
    let put = |at: usize, what: &[u8]| [&good[..at], what, &good[at..]].concat();
    let without = |at: usize| [&good[..at], &good[at + 1..]].concat();
    let mut broken = Vec::new();
    if good.starts_with(b"(") {
        broken.push(("a mail before it", put(0, b"Here it is:\n")));
    }
    if let Some(end) = good.iter().rposition(|&byte| byte == b')') {
        // If white space came before it, its amount is unknown.
        if good[..end].ends_with(b"]") || good[..end].ends_with(b")") {
            broken.push(("the last bracket is gone", without(end)));
        }
        broken.push(("a bracket more", put(end + 1, b")")));
        if good[..end].ends_with(b"]") {
            broken.push(("an empty variation", put(end, b"()")));
        }
    }
    // A single move, after a node that is not the root.
    let is_move = |here: &[u8]| {
        matches!(here, [b']', b';', b'B' | b'W', b'[', b'a'..=b's', b'a'..=b's', b']', b';'])
    };
    if let Some(at) = good.windows(8).position(is_move) {
        broken.push(("a stray bracket behind a move", put(at + 7, b"]")));
        broken.push(("a move without its bracket", without(at + 6)));
        broken.push(("text behind a move", put(at + 7, b" ??")));
        broken.push(("a name without a value", put(at + 7, b"KO")));
    }
    broken
}

/// Files broken in one place are restored byte by byte, with nothing else changed. Returns their
/// number.
fn restored(good: &[u8], name: &str) -> usize {
    let read = |bytes: &[u8]| Collection::read(bytes).expect(name);
    let file = read(good);
    if lint(&file).iter().any(|finding| finding.fixable) || !file.faults().is_empty() {
        return 0;
    }
    let mut count = 0;
    for (how, bytes) in broken(good) {
        let fixed = fix(&read(&bytes)).unwrap_or_else(|| panic!("{name}: {how}"));
        assert!(
            fixed.bytes == good,
            "{name}: {how}\n{}\nis\n{}",
            good.escape_ascii(),
            fixed.bytes.escape_ascii()
        );
        count += 1;
    }
    count
}

#[test]
fn what_was_broken_in_one_place_is_restored() {
    let mut random = Random::new(15);
    let mut count = 0;
    for _ in 0..300 {
        let nodes = 1 + random.below(30);
        let original = tree(&mut random, nodes);
        let good = fix(&Collection::read(original.clone()).expect("a game"));
        let good = good.map_or(original, |fixed| fixed.bytes);
        count += restored(&good, &good.escape_ascii().to_string());
    }
    println!("counted: files broken in one place and restored: {count}");
    assert!(count > 1_000, "only {count}");
}

#[test]
fn records_of_our_own() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let mut random = Random::new(16);
    let (mut all, mut fixed) = (0, 0);
    let mut found = files(&root.join("fuzz/corpus/sgf"));
    found.extend(files(&root.join("crates/hoshi/tests/cmd")));
    for path in found {
        let (bytes, name) = (fs::read(&path).expect("a file"), path.display().to_string());
        if Collection::read(bytes.clone()).is_err() {
            continue;
        }
        all += 1;
        fixed += usize::from(check(&bytes, &name));
        for _ in 0..20 {
            let bytes = mutated(&mut random, &bytes);
            fixed += usize::from(check(&bytes, &bytes.escape_ascii().to_string()));
        }
    }
    println!("counted: records of our own: {all}, repaired with their mutations: {fixed}");
    assert!(all > 90 && fixed > 1_000, "{all} {fixed}");
}

/// Real files, broken at random. Long ones are skipped: they take long and show nothing new.
#[test]
fn mutations_of_real_files() {
    let mut random = Random::new(17);
    for name in ["sgf/common", "sgf/torture"] {
        let Some(folder) = data(name) else { continue };
        let (mut all, mut fixed, mut whole) = (0, 0, 0);
        for path in files(&folder).iter().step_by(11) {
            let bytes = fs::read(path).expect("a file");
            let name = path.display().to_string();
            let Ok(file) = Collection::read(bytes.clone()) else { continue };
            if bytes.len() > 5_000 {
                continue;
            }
            all += 1;
            for _ in 0..3 {
                fixed += usize::from(check(&mutated(&mut random, &bytes), &name));
            }
            let good = fix(&file).map_or(bytes, |fixed| fixed.bytes);
            whole += restored(&good, &name);
        }
        assert!(all > 40 && fixed > 40 && whole > 40, "{name}: {all} {fixed} {whole}");
        println!("counted: {name}: {all} files mutated, {fixed} repaired, {whole} restored");
    }
}

#[test]
fn real_files() {
    for name in ["sgf/common", "sgf/torture"] {
        let Some(folder) = data(name) else { continue };
        let (mut all, mut fixed) = (0, 0);
        for path in files(&folder) {
            let bytes = fs::read(&path).expect("a file");
            all += 1;
            fixed += usize::from(check(&bytes, &path.display().to_string()));
        }
        assert!(all > 10 && fixed > 0, "{name}: {all} files, {fixed} repaired");
        println!("counted: {name}: {all} files linted, {fixed} repaired and linted again");
    }
}

/// Good files have few findings: a rule that fires on many of them is wrong.
#[test]
fn real_files_are_mostly_fine() {
    let Some(folder) = data("sgf/common") else { return };
    let files = files(&folder);
    let mut loud = 0;
    let mut by_rule = vec![0; Rule::ALL.len()];
    for path in &files {
        let Ok(file) = Collection::read(fs::read(path).expect("a file")) else { continue };
        let found = lint(&file);
        loud += usize::from(found.iter().any(|finding| finding.severity() > Severity::Note));
        for (rule, count) in Rule::ALL.iter().zip(&mut by_rule) {
            *count += usize::from(found.iter().any(|finding| finding.rule == *rule));
        }
    }
    for (rule, count) in Rule::ALL.iter().zip(by_rule) {
        let share = 100 * count / files.len();
        assert!(rule.severity() == Severity::Note || share < 5, "{rule}: {share} % of good files");
    }
    println!("counted: sgf/common: {loud} of {} files have an error or a warning", files.len());
    assert!(loud * 10 < files.len());
}
