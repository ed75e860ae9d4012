//! Real-world quirks, one in each file: the cases in `testdata/sgf`, and the meaning of their values.

use crate::common::{Fixed, Random, braced, bytes, cases, fixed_point, flat, push_agrees, show};
use hoshi_core::{Color, Move, Size};
use hoshi_record::sgf::{Collection, NodeRef, ReadError, Trouble};

/// The same line for any spelling of its bytes.
fn same(line: &str) -> String {
    braced(&bytes(line))
}

fn at<'a>(file: &'a Collection, path: &str) -> NodeRef<'a> {
    let path: Vec<usize> = match path {
        "-" => Vec::new(),
        path => path.split('.').map(|nth| nth.parse().expect("a number")).collect(),
    };
    file.game(0).expect("a game").at(&path).expect("a node")
}

#[test]
fn every_case_is_read_as_it_says() {
    let cases = cases();
    let mut wrong = Vec::new();
    for (case, text) in &cases {
        let file =
            Collection::read(&text[..]).unwrap_or_else(|error| panic!("{}: {error}", case.place));
        let mut check = |what: &str, found: Vec<String>, expected: Vec<String>| {
            if found != expected {
                wrong.push(format!("{}\n  {what}: {found:#?}\n  not: {expected:#?}", case.place));
            }
        };
        let same_all = |word: &str| case.all(word).iter().map(|line| same(line)).collect();
        let as_is = |word: &str| case.all(word).iter().map(ToString::to_string).collect::<Vec<_>>();
        check("trees", flat(&file).iter().map(|game| show(game)).collect(), same_all("tree"));
        let faults = file.faults().iter().map(|fault| {
            let (line, column) = file.place(fault.offset);
            format!("{line}:{column} {:?}", fault.trouble)
        });
        check("faults", faults.collect(), as_is("fault"));
        let texts = case.all("text").into_iter().map(|line| {
            let (what, text) = line.split_once(" = ").expect("` = `");
            let (path, key) = what.split_once(' ').expect("a path and a name");
            let found = at(&file, path).text(key).unwrap_or_default().into_owned();
            (braced(found.as_bytes()), same(text))
        });
        let (found, expected): (Vec<_>, Vec<_>) = texts.unzip();
        check("texts", found, expected);
        if !case.all("size").is_empty() {
            check("size", vec![file.game(0).expect("a game").size().to_string()], as_is("size"));
        }
        if !case.all("charset").is_empty() {
            let charsets = file.games().map(|game| game.charset().name().to_owned());
            check("charset", charsets.collect(), as_is("charset"));
        }
        if !case.all("written").is_empty() {
            check("written", vec![braced(&file.to_bytes())], same_all("written"));
        }
        push_agrees(text);
        assert_eq!(fixed_point(text), Fixed::Yes, "{}", case.place);
    }
    println!("counted: {} cases of SGF as it is found", cases.len());
    assert!(wrong.is_empty(), "{}", wrong.join("\n\n"));
    assert!(cases.len() > 70);
}

/// Every kind of fault has a case.
#[test]
fn every_trouble_is_met() {
    use Trouble::*;
    let cases = cases();
    let all = [
        TextOutside,
        MissingOpen,
        MissingSemicolon,
        MissingClose,
        ExtraClose,
        AfterTheEnd,
        GameInGame,
        EmptyVariation,
        NodeAfterVariations,
        RestAfterVariations,
        TextInNode,
        NoValue,
        NoName,
        BareBracket,
        MissingBracket,
        UnclosedValue,
    ];
    for trouble in all {
        let name = format!(" {trouble:?}");
        let met = cases
            .iter()
            .any(|(case, _)| case.all("fault").iter().any(|line| line.ends_with(&name)));
        assert!(met, "no case has{name}");
        assert!(!trouble.to_string().is_empty());
    }
}

fn read(text: &str) -> Collection {
    Collection::read(text).expect("a game")
}

#[test]
fn passes_and_points_depend_on_the_board() {
    let moves = |text: &str| -> Vec<Option<Move>> {
        let file = read(text);
        let game = file.game(0).expect("a game");
        let size = game.size();
        game.main_line()
            .flat_map(|node| node.moves(size).collect::<Vec<_>>())
            .map(|(_, mv, _)| mv)
            .collect()
    };
    let pass = Some(Move::Pass);
    let play = |side: u8, x: u8, y: u8| {
        Some(Move::Play(Size::new(side, side).and_then(|size| size.point(x, y)).expect("a point")))
    };
    assert_eq!(moves("(;SZ[19];B[];W[tt];B[ ])"), [pass, pass, pass]);
    assert_eq!(moves("(;SZ[9];B[tt];W[jj];B[ii])"), [pass, None, play(9, 8, 8)]);
    // On a larger board `tt` is a point.
    assert_eq!(moves("(;SZ[20];B[tt];W[])"), [play(20, 19, 19), pass]);
    assert_eq!(moves("(;SZ[21];B[tt];W[uu])"), [play(21, 19, 19), play(21, 20, 20)]);
    assert_eq!(
        moves("(;SZ[52];B[ZZ];W[aZ];B[Aa])"),
        [play(52, 51, 51), play(52, 0, 51), play(52, 26, 0)]
    );
    assert_eq!(
        moves("(;B[AA];W[a];B[aaa];W[a1];B[ dd ])"),
        [None, None, None, None, play(19, 3, 3)]
    );
    assert_eq!(moves("(;SZ[20:10];B[tt])"), [None]);
}

#[test]
fn rectangles_of_points() {
    let points = |text: &str, key: &str| -> Vec<String> {
        let file = read(text);
        let game = file.game(0).expect("a game");
        let size = game.size();
        let points = game.root().points(key, size);
        points.into_iter().map(|point| size.sgf(point).expect("a small board")).collect()
    };
    let nine = ["aa", "ba", "ca", "ab", "bb", "cb", "ac", "bc", "cc"];
    assert_eq!(points("(;SZ[9]AB[aa:cc])", "AB"), nine);
    assert_eq!(points("(;SZ[9]AB[cc:aa])", "AB"), nine);
    assert_eq!(points("(;SZ[9]AB[ca:ac])", "AB"), nine);
    assert_eq!(points("(;SZ[9]TR[bb][dd:de][xx])", "TR"), ["bb", "dd", "de"]);
    assert_eq!(points("(;SZ[9]DD[])", "DD"), Vec::<String>::new());
}

#[test]
fn composed_values() {
    let file = read(r"(;AP[ho\:shi:1.0:2]LB[aa:a\:b][bb:\]])");
    let root = file.game(0).expect("a game").root();
    let (name, version) =
        root.get("AP").and_then(|property| property.value().composed()).expect("two");
    assert_eq!((&*name.simple_text(), &*version.simple_text()), ("ho:shi", "1.0:2"));
    let labels: Vec<_> = root.labels(Size::S19).map(|(_, text)| text.into_owned()).collect();
    assert_eq!(labels, ["a:b", "]"]);
}

/// In `Shift_JIS` the second byte of ソ is that of a backslash; it escapes nothing.
#[test]
fn a_colon_behind_half_a_backslash() {
    let file = Collection::read(&b"(;CA[Shift_JIS]AP[\x83\x5c:1.0];B[aa])"[..]).expect("a game");
    let value = file.game(0).expect("a game").root().get("AP").expect("AP").value();
    let (name, version) = value.composed().expect("two halves");
    assert_eq!((&*name.simple_text(), &*version.simple_text()), ("ソ", "1.0"));
}

/// A program that ignored charsets put a backslash before every byte that equals a backslash or a
/// bracket, and before line ends where it wrapped its lines.
#[test]
fn bytes_that_were_escaped() {
    let bytes = b"(;CA[GBK]PB[\xdf\\\\\x93\\]]C[\xba\xda\xcf\xc8\xdf\\\\ a \\] b\\\n\xb0\xd7]LB[aa:x\\:\xdf\\\\];B[aa])";
    let file = Collection::read(&bytes[..]).expect("a game");
    let root = file.game(0).expect("a game").root();
    assert_eq!(root.text("PB").as_deref(), Some("運揮"));
    assert_eq!(root.text("C").as_deref(), Some("黑先運 a ] b白"));
    let label = root.labels(Size::S19).next().expect("a label").1;
    assert_eq!(label, "x:運");
    assert_eq!(file.node_count(), 2);
    assert_eq!(fixed_point(bytes), Fixed::Yes);
}

/// More than one bracket before a root with a label.
#[test]
fn a_label_behind_two_brackets() {
    let file = Collection::read(&b"((;CA[Big5]PB[\xa9\x5d\xa4\xa4];B[aa]))"[..]).expect("a game");
    assert_eq!(file.game(0).expect("a game").root().text("PB").as_deref(), Some("夜中"));
}

#[test]
fn what_a_node_says_late_is_found_before_the_first_move() {
    let file = read("(;FF[4];SZ[9]PB[Ann];B[aa];PW[Bob])");
    let game = file.game(0).expect("a game");
    assert_eq!((game.size(), game.info_text("PB").as_deref()), (Size::S9, Some("Ann")));
    assert_eq!(game.info_text("PW"), None);
}

#[test]
fn colours_of_either_spelling() {
    for (text, color) in
        [("B", Color::Black), ("w", Color::White), ("black", Color::Black), ("1", Color::Black)]
    {
        let file = read(&format!("(;PL[{text}])"));
        let value = file.game(0).expect("a game").root().get("PL").expect("PL").value();
        assert_eq!(value.color(), Some(color));
    }
}

/// Files that are not records: refused with a message, or read with faults, at most a thousand of
/// them.
#[test]
fn binary_files() {
    let elf = [&b"\x7fELF\x02\x01\x01\0\0\0\0\0\0\0\0\0\x03\0>\0"[..], &[0; 200]].concat();
    let png = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\0\x01\0\0\0\x01\x08\x06\0\0\0".to_vec();
    for bytes in [elf, png, Vec::new(), vec![0; 10_000], b"\xef\xbb\xbf".to_vec(), b"()".to_vec()] {
        assert_eq!(Collection::read(bytes).expect_err("no game"), ReadError::NoGame);
    }
    assert!(ReadError::NoGame.to_string().contains("no game"));
    let mut random = Random::new(21);
    let mut found = 0;
    for _ in 0..300 {
        let length = random.below(4_000);
        let bytes: Vec<u8> = (0..length).map(|_| random.byte()).collect();
        push_agrees(&bytes);
        fixed_point(&bytes);
        // A game after it is still found.
        let with = [&bytes[..], b"(;FF[4]GM[1];B[aa];W[bb])"].concat();
        if let Ok(file) = Collection::read(with) {
            assert!(file.faults().len() <= hoshi_record::sgf::MAX_FAULTS);
            found += 1;
        }
    }
    assert!(found > 200, "{found}");
}
