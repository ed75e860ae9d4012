//! Charsets on outside data: real records re-encoded in eleven charsets, with and without a label,
//! beside their true text; and legacy files from old programs.
//!
//! The data lies outside the repository (`HOSHI_DATA`, else `shared/data` beside the workspace) and
//! is never required.

mod common;
#[path = "charset/matrix.rs"]
mod matrix;
#[path = "charset/texts.rs"]
mod texts;

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use common::data;
use hoshi_record::charset::{Survey, choose, prepare, survey};

/// The entries of a folder, sorted by name.
fn entries(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).expect("a folder that is there");
    let mut paths: Vec<_> = entries.map(|entry| entry.expect("an entry").path()).collect();
    paths.sort();
    paths
}

/// The value of the first CA property.
fn label(bytes: &[u8]) -> Option<&[u8]> {
    let start = bytes.windows(3).position(|three| three == b"CA[")? + 3;
    let length = bytes[start..].iter().position(|byte| *byte == b']')?;
    Some(&bytes[start..start + length])
}

/// A whole file as text, treated as one game.
fn read(bytes: Vec<u8>) -> (String, &'static str) {
    let prepared = prepare(bytes.into());
    let choice = choose(&prepared.bytes, label(&prepared.bytes));
    // The survey must agree with the choice.
    if survey(&prepared.bytes) == Survey::Utf8 {
        assert_eq!(choice.charset.name(), "UTF-8");
    }
    (choice.charset.decode(&prepared.bytes).into_owned(), choice.charset.name())
}

#[test]
fn re_encoded_records_are_read_as_what_they_were() {
    let (Some(folder), Some(truth)) = (data("sgf/torture/_derived_enc"), data("sgf/torture_truth"))
    else {
        return;
    };
    // Files read exactly, and all files, by charset, with a label and without.
    let mut counts: BTreeMap<(String, bool), (u32, u32)> = BTreeMap::new();
    for charset in entries(&folder) {
        let name = charset.file_name().expect("a name").to_string_lossy().into_owned();
        for file in entries(&charset) {
            let file_name = file.file_name().expect("a name").to_string_lossy().into_owned();
            let text = fs::read_to_string(truth.join(&name).join(&file_name)).expect("its truth");
            let (found, chosen) = read(fs::read(&file).expect("a file that is there"));
            let is_labelled = file_name.contains("_ca_");
            let count = counts.entry((name.clone(), is_labelled)).or_default();
            count.0 += u32::from(found == text);
            count.1 += 1;
            if found != text {
                println!("differs: {file_name}, read as {chosen}");
            }
        }
    }
    let share = |wanted: &dyn Fn(&str, bool) -> bool| {
        let chosen = counts.iter().filter(|((name, labelled), _)| wanted(name, *labelled));
        let (right, all) =
            chosen.fold((0, 0), |sum, (_, count)| (sum.0 + count.0, sum.1 + count.1));
        (right, all, 100.0 * f64::from(right) / f64::from(all))
    };
    for (name, labelled) in counts.keys() {
        let (right, all, percent) = share(&|other, label| other == name && label == *labelled);
        let with = if *labelled { "with" } else { "without" };
        println!("counted: {name} {with} a label: {right} of {all} files exact, {percent:.1} %");
    }
    let (right, all, labelled) = share(&|_, label| label);
    println!("counted: all with a label: {right} of {all} files exact, {labelled:.1} %");
    let (right, more, guessed) = share(&|_, label| !label);
    println!("counted: all without a label: {right} of {more} files exact, {guessed:.1} %");
    assert!(all + more >= 480, "only {all} + {more} files");
    assert!(labelled >= 95.0, "{labelled:.1} % with a label");
    assert!(guessed >= 98.0, "{guessed:.1} % without a label");
    for (name, floor) in
        [("gb18030", 87.5), ("gb2312", 100.0), ("big5", 100.0), ("shift_jis", 100.0)]
    {
        let (_, _, percent) = share(&|other, label| other == name && !label);
        assert!(percent >= floor, "{name}: {percent:.1} %");
    }
}

#[test]
fn legacy_files_read_as_their_writers_meant() {
    let Some(folder) = data("sgf/torture") else { return };
    let cases = [
        ("analyze-sgf/t-encoding-cp949.sgf", "EUC-KR", "226수 백불계승"),
        ("sgf/no-ca.sgf", "GB18030", "这是从压长星定式演变而来的形"),
        ("sgf/nihon-kiin.sgf", "Shift_JIS", "黒中押し勝ち"),
        ("sgf/korean.sgf", "EUC-KR", "이세돌"),
        ("sgf/japanese.sgf", "Shift_JIS", "山下 敬吾"),
        ("sgf/chinese.sgf", "GBK", "柯洁"),
        ("gnugo/trevor_42.sgf", "GB18030", "盘面"),
        ("gnugo/9handicap.sgf", "GB18030", "PW[白]"),
        ("gnugo/nicklas12.sgf", "windows-1252", "hörru"),
        ("gnugo/tg-gg.sgf", "windows-1252", "créé par"),
        ("fuego/1177582.sgf", "windows-1252", "Jan Hrabánek"),
        ("libsgfcplusplus/encoding-utf16-nobom.sgf", "UTF-8", "古老的游戏"),
        ("libsgfcplusplus/encoding-utf16-withbom.sgf", "UTF-8", "древняя игра"),
        ("libsgfcplusplus/encoding-cyrillic-windows.sgf", "windows-1251", "древняя игра"),
        ("libsgfcplusplus/encoding-traditionalchinese-big5.sgf", "Big5", "圍棋是一種"),
        ("libsgfcplusplus/encoding-western-macosroman.sgf", "macintosh", "Ää Àà Ââ"),
        ("libsgfcplusplus/encoding-western-isolatin9.sgf", "ISO-8859-15", "Ÿ Œœ €"),
        ("libsgfcplusplus/encoding-japanese-iso2022jp.sgf", "ISO-2022-JP", "Goは古代の"),
    ];
    let mut read_right = 0;
    for (file, charset, part) in cases {
        let path = folder.join(file);
        let Ok(bytes) = fs::read(&path) else {
            hoshi_testkit::skip_data(&path, "charsets");
            continue;
        };
        let (text, chosen) = read(bytes);
        assert_eq!(chosen, charset, "{file}");
        assert!(text.contains(part), "{file}");
        read_right += 1;
    }
    assert!(2 * read_right > cases.len(), "{read_right} of {}", cases.len());
    println!("counted: {read_right} legacy files read as their writers meant");
}

#[test]
fn names_that_are_encoded_here_are_guessed_right() {
    let [long, short] = texts::guess_all();
    println!("{}\n{}", long.table(), short.table());
    let (right, all) = long.total();
    println!("counted: {right} of {all} texts of ten characters or more guessed right");
    assert!(all >= 440, "only {all} texts");
    assert!(100 * right >= 97 * all, "{right} of {all}");
    // No charset, however rare, may fall far behind the others.
    let rows = ["GBK", "GB18030", "Big5", "Shift_JIS", "EUC-JP", "EUC-KR", "KOI8-R"];
    for charset in rows.into_iter().chain(["ISO-2022-JP", "windows-1251", "windows-1252"]) {
        let (right, all) = long.of(charset);
        assert!(all >= 30 && 100 * right >= 97 * all, "{charset}: {right} of {all}");
    }
    let page = include_str!("../../../docs/formats/sgf.md");
    for row in long.table().lines() {
        assert!(page.contains(row), "not in docs/formats/sgf.md: {row}");
    }
    let (right, all) = short.total();
    assert!(all >= 270 && 100 * right >= 97 * all, "short ones: {right} of {all}");
}
