//! Checks docs/formats/sgf.md against the library: every table and every pair of blocks is read from
//! the page. Its Rust examples run as doctests; the tests of dgf.md are with those of DGF.

use hoshi_core::Size;
use hoshi_record::info::{How, Reading};
use hoshi_record::replay::{Terms, replay};
use hoshi_record::sgf::{Collection, GameTree, KNOWN, Read};

const PAGE: &str = include_str!("../../../docs/formats/sgf.md");

/// The cells of the table with this header, row by row, code without its backticks and `⏎` as a line
/// feed.
fn table<const N: usize>(header: &str) -> Vec<[String; N]> {
    let (_, rest) = PAGE.split_once(&format!("\n{header}\n")).expect(header);
    assert!(!rest.contains(&format!("\n{header}\n")), "one table has {header}");
    let rows = rest.lines().skip(1).take_while(|line| line.starts_with('|'));
    let rows: Vec<_> = rows
        .map(|row| {
            let inner = row.strip_prefix("| ").and_then(|row| row.strip_suffix(" |")).expect(row);
            let cells: Vec<String> = inner.split(" | ").map(cell).collect();
            cells.try_into().unwrap_or_else(|_| panic!("{N} cells: {row}"))
        })
        .collect();
    assert!(!rows.is_empty(), "{header} has rows");
    rows
}

fn cell(cell: &str) -> String {
    let code = cell.strip_prefix('`').and_then(|cell| cell.strip_suffix('`'));
    match (cell, code) {
        ("(empty)", _) => String::new(),
        (_, Some(code)) => code.replace('⏎', "\n"),
        _ => cell.to_owned(),
    }
}

/// The bytes of a text in which `<95 5c>` are bytes.
fn bytes(text: &str) -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut rest = text;
    while let Some((before, after)) = rest.split_once('<') {
        let (hex, after) = after.split_once('>').expect("an end of the bytes");
        bytes.extend_from_slice(before.as_bytes());
        bytes.extend(hex.split(' ').map(|byte| u8::from_str_radix(byte, 16).expect(hex)));
        rest = after;
    }
    bytes.extend_from_slice(rest.as_bytes());
    bytes
}

fn read(text: impl Into<Vec<u8>>) -> Collection {
    Collection::read(text).expect("a game")
}

/// The output for a file, which must read back without a fault and be written the same again.
fn written(file: &Collection) -> Vec<u8> {
    let written = file.to_bytes();
    let again = read(written.clone());
    assert_eq!(again.faults(), [], "{}", written.escape_ascii());
    assert_eq!(again.to_bytes(), written);
    written
}

fn size(text: &str) -> Size {
    let (width, height) = text.split_once('x').expect(text);
    Size::new(width.parse().expect(text), height.parse().expect(text)).expect(text)
}

#[test]
fn the_properties() {
    let rows = table::<6>("| property | values | where | until | says | hoshi |");
    let rows: Vec<[String; 5]> =
        rows.into_iter().map(|[a, b, c, d, e, _]| [a, b, c, d, e]).collect();
    let known: Vec<[String; 5]> = KNOWN
        .iter()
        .map(|known| {
            let until = known.until.map_or("-".to_owned(), |version| format!("FF[{version}]"));
            let (kind, place) = (format!("{:?}", known.kind), format!("{:?}", known.place));
            [known.key.to_owned(), kind, place, until, known.means.to_owned()]
        })
        .collect();
    for (row, known) in rows.iter().zip(&known) {
        assert_eq!(row, known);
    }
    assert_eq!(rows.len(), known.len());
}

#[test]
fn the_layout() {
    let mut blocks = PAGE.split("```sgf ").skip(1);
    let mut pairs = 0;
    while let (Some(from), Some(to)) = (blocks.next(), blocks.next()) {
        let block = |text: &'static str, kind: &str| {
            let (text, _) = text.strip_prefix(kind).expect(kind).split_once("```").expect("an end");
            text
        };
        let (from, to) = (block(from, "in\n"), block(to, "out\n"));
        assert_eq!(String::from_utf8(written(&read(from))).unwrap(), to);
        pairs += 1;
    }
    assert_eq!(pairs, PAGE.matches("```sgf out").count());
}

#[test]
fn the_names() {
    for [name, key] in table("| name | key |") {
        let file = read(format!("(;{name}[x])"));
        let property = file.game(0).unwrap().root().properties().next().unwrap();
        assert_eq!((property.name(), property.key()), (&*name, key));
    }
}

#[test]
fn the_escapes() {
    for [raw, text, simple] in table("| value | as Text | as SimpleText |") {
        let file = read(format!("(;C[{raw}])"));
        assert!(file.faults().is_empty(), "{raw}");
        let value = file.game(0).unwrap().root().get("C").unwrap().value();
        assert_eq!((value.text(), value.simple_text()), (text.into(), simple.into()), "{raw}");
    }
}

#[test]
fn the_points() {
    for [raw, board, expected] in table("| value | board | move |") {
        let (file, size) = (read(format!("(;B[{raw}])")), size(&board));
        let value = file.game(0).unwrap().root().get("B").unwrap().value();
        let found = value.a_move(size).map_or("none".to_owned(), |mv| size.move_name(mv));
        assert_eq!(found, expected, "{raw} on {board}");
    }
    for [raw, board, expected] in table("| value | board | points |") {
        let (file, size) = (read(format!("(;AB[{raw}])")), size(&board));
        let points = file.game(0).unwrap().root().get("AB").unwrap().value().points(size);
        let names = |point| size.move_name(hoshi_core::Move::Play(point));
        let found = points.map(|points| points.into_iter().map(names).collect::<Vec<_>>());
        assert_eq!(found.map_or("none".to_owned(), |names| names.join(" ")), expected, "{raw}");
    }
}

#[test]
fn the_charsets() {
    for [from, charset, black, to] in table("| file | charset | PB | written as |") {
        let file = read(bytes(&from));
        let game = file.game(0).unwrap();
        assert_eq!(game.charset().name(), charset, "{from}");
        assert_eq!(game.root().text("PB").unwrap(), black, "{from}");
        let expected = bytes(if to == "the same" { &from } else { &to });
        assert_eq!(written(&file), [&expected, &b"\n"[..]].concat(), "{from}");
    }
}

#[test]
fn the_damage() {
    const ALL: [&str; 17] = [
        "TextOutside",
        "MissingOpen",
        "MissingSemicolon",
        "MissingClose",
        "ExtraClose",
        "AfterTheEnd",
        "GameInGame",
        "EmptyVariation",
        "NodeAfterVariations",
        "RestAfterVariations",
        "TextInNode",
        "NoValue",
        "NoName",
        "BareBracket",
        "MissingBracket",
        "UnclosedValue",
        "ExtraBracket",
    ];
    let mut shown = Vec::new();
    for [faults, _, from, to] in table("| fault | what is done | example | written as |") {
        let file = read(from.as_str());
        let found: Vec<String> =
            file.faults().iter().map(|fault| format!("{:?}", fault.trouble)).collect();
        let faults: Vec<String> =
            faults.split(' ').map(|fault| fault.trim_matches('`').to_owned()).collect();
        assert_eq!(found, faults, "{from}");
        assert_eq!(String::from_utf8(written(&file)).unwrap(), to);
        shown.extend(faults);
    }
    assert!(ALL.iter().all(|fault| shown.iter().any(|shown| shown == fault)));
}

#[test]
fn the_brackets() {
    for [from, comment] in table("| file | C |") {
        assert_eq!(
            read(from.as_str()).game(0).unwrap().root().text("C").unwrap(),
            comment,
            "{from}"
        );
    }
    for [from, to] in table("| file | written as |") {
        assert_eq!(String::from_utf8(written(&read(from.as_str()))).unwrap(), to);
    }
}

/// The value of a game's first property, and how it was interpreted.
fn said(game: GameTree<'_>) -> (String, String) {
    fn both<T>(read: Read<T>, show: impl FnOnce(T) -> String) -> (String, String) {
        match read.expect("it is there") {
            Ok(Reading { value, how: How::AsWritten }) => (show(value), "as written".to_owned()),
            Ok(Reading { value, how }) => (show(value), how.to_string()),
            Err(_) => ("unreadable".to_owned(), "-".to_owned()),
        }
    }
    match &*game.root().properties().next().expect("a property").key() {
        "SZ" => both(game.read_size(), |size| size.to_string()),
        "HA" => both(game.handicap(), |stones| stones.to_string()),
        "KM" => both(game.komi(), |komi| komi.to_string()),
        "RU" => both(game.rules(), |rules| rules.to_string()),
        "RE" => both(game.result(), |ending| ending.to_string()),
        "DT" => both(game.date(), |dates| dates.to_string()),
        "OT" => both(game.overtime(), |overtime| overtime.to_string()),
        "TM" => both(game.time_limit(), |limit| {
            let main = limit.main.map_or("no limit".to_owned(), |main| main.to_string());
            limit.overtime.map_or(main.clone(), |overtime| format!("{main}, {overtime}"))
        }),
        key => panic!("{key} is not understood"),
    }
}

#[test]
fn the_information() {
    for [record, value, how] in table("| record | value | how |") {
        let file = read(format!("(;{record})"));
        assert_eq!(said(file.game(0).unwrap()), (value, how), "{record}");
    }
}

#[test]
fn the_replay() {
    for [record, color] in table("| record | to move |") {
        let file = read(record.as_str());
        let game = file.game(0).unwrap();
        assert_eq!(
            replay(game.root(), &Terms::of(game)).game.turn().to_string(),
            color,
            "{record}"
        );
    }
    for [record, notes] in table("| record | notes |") {
        let file = read(record.as_str());
        let game = file.game(0).unwrap();
        let remarks = replay(game.main_line().last().unwrap(), &Terms::of(game)).remarks;
        let found: Vec<_> = remarks.iter().map(|remark| remark.problem.to_string()).collect();
        assert_eq!(if found.is_empty() { "none".into() } else { found.join("; ") }, notes);
    }
}

#[test]
fn the_limits() {
    use hoshi_record::sgf::{MAX_BYTES, MAX_FAULTS};
    assert!(PAGE.contains(&format!("1 GiB ({MAX_BYTES} bytes)")));
    assert!(PAGE.contains(&format!("The first {MAX_FAULTS} faults")));
}
