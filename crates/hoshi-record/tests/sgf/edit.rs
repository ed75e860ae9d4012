//! Editing: random edits beside a model tree, texts of all kinds set and read back, texts that do not
//! fit their charset, files split and merged, games turned and their colours exchanged.

use crate::common::{Flat, Random, TEXTS, edits, fixed_point, flat, game, point, tree};
use hoshi_core::{Size, Symmetry};
use hoshi_record::replay::{Terms, replay};
use hoshi_record::sgf::{Collection, EditError, Fit, NodeRef};

fn read(text: impl Into<Vec<u8>>) -> Collection {
    Collection::read(text).expect("a game")
}

fn again(file: &Collection) -> Collection {
    let again = read(file.to_bytes());
    assert_eq!(again.faults(), []);
    again
}

#[test]
fn random_edits_of_games_that_were_read() {
    let mut random = Random::new(11);
    for round in 0..600 {
        let nodes = random.below(30);
        let mut bytes =
            if round % 2 == 0 { tree(&mut random, nodes) } else { game(&mut random, nodes) };
        if round % 3 == 0 {
            let second = bytes.clone();
            bytes.extend(second);
        }
        let mut file = read(bytes);
        let which = random.below(file.games().len());
        let steps = random.below(60);
        edits(&mut file, which, steps, &mut random);
    }
}

#[test]
fn random_trees_from_nothing() {
    let mut random = Random::new(12);
    for _ in 0..200 {
        let mut file = Collection::new(Size::S19);
        edits(&mut file, 0, 120, &mut random);
    }
}

/// Unchanged values keep their bytes, however odd.
#[test]
fn untouched_values_are_kept_byte_for_byte() {
    let bytes = b"(;FF[4]SiZe[9] PB[J\\\xc3\xbcrgen\\\r\n!]AP[x\\:y:1]XX[\\a\\]][ b ]\n;B[aa]C[one\r\ntwo\t\\\nthree])";
    let mut file = read(&bytes[..]);
    let before = flat(&file);
    let mut edit = file.edit(0).expect("a game");
    let root = edit.root();
    edit.set(root, "KM", &["6.5"]).expect("a number");
    assert_eq!(edit.set_text(root, "GN", "a ] name"), Ok(Fit::Kept));
    assert_eq!(edit.unset(root, "FF"), Ok(true));
    assert_eq!(edit.unset(root, "FF"), Ok(false));
    let mut expected = before;
    let properties = &mut expected[0][0].properties;
    properties.remove(0);
    properties.push(("KM".into(), vec![b"6.5".to_vec()]));
    properties.push(("GN".into(), vec![b"a \\] name".to_vec()]));
    assert_eq!(flat(&file), expected);
    assert_eq!(flat(&again(&file)), expected);
}

#[test]
fn a_property_is_set_in_its_place_and_once() {
    let mut file = read("(;SiZe[9]C[one]B[aa]C[two]C[three])");
    let mut edit = file.edit(0).expect("a game");
    let root = edit.root();
    edit.set(root, "C", &["new", "values"]).expect("values");
    edit.set(root, "SZ", &["13"]).expect("a size");
    assert_eq!(file.to_bytes(), b"(;SZ[13]C[new][values]B[aa])\n");
}

#[test]
fn what_is_refused_changes_nothing() {
    let mut file = read("(;B[aa](;W[bb])(;W[cc]))");
    let before = file.to_bytes();
    let mut edit = file.edit(0).expect("a game");
    let root = edit.root();
    let child = edit.tree().at(&[1]).expect("a child").id();
    for name in ["", "b", "1", "1A", "A B", "Ä", "A[", "_X"] {
        assert_eq!(edit.set(root, name, &["x"]), Err(EditError::Name(name.to_owned())));
        assert!(edit.set_text(root, name, "x").is_err());
    }
    assert_eq!(edit.set::<&str>(root, "C", &[]), Err(EditError::NoValue));
    assert_eq!(edit.remove(root), Err(EditError::Root));
    assert_eq!(edit.remove_one(root), Err(EditError::Root));
    assert_eq!(edit.reorder(root, 0), Err(EditError::Root));
    assert_eq!(edit.move_to(root, child, 0), Err(EditError::Below));
    assert_eq!(edit.move_to(child, child, 0), Err(EditError::Below));
    assert_eq!(file.to_bytes(), before);
    assert!(file.edit(1).is_none() && !file.remove_game(1));
}

#[test]
fn names_with_digits_are_read_back() {
    let mut file = Collection::new(Size::S9);
    let mut edit = file.edit(0).expect("a game");
    let root = edit.root();
    edit.set(root, "X1", &["y"]).expect("a name");
    assert_eq!(flat(&again(&file)), flat(&file));
}

/// Every text survives being set, written and read back, in every property.
#[test]
fn texts_survive() {
    for start in
        ["(;FF[4]CA[UTF-8])", "(;FF[4])", "(;FF[4]CA[utf8]PB[本因坊])", "(;CA[GB2312]GN[x])"]
    {
        for &text in TEXTS {
            for name in ["C", "N", "B", "KM", "AB", "XX"] {
                let mut file = read(start);
                let mut edit = file.edit(0).expect("a game");
                let node = edit.append(edit.root());
                edit.set(node, "W", &["aa"]).expect("a move");
                let _ = edit.set_text(node, name, text).expect("a text");
                edit.set(node, "TR", &["bb"]).expect("a mark");
                assert_eq!(edit.tree().node(node).text(name).as_deref(), Some(text));
                let shown = file.to_bytes().escape_ascii().to_string();
                let file = again(&file);
                let node = file.game(0).expect("a game").at(&[0]).expect("a node");
                assert_eq!(node.text(name).as_deref(), Some(text), "{shown}");
                assert_eq!(node.get("TR").map(|property| property.value().raw()), Some(&b"bb"[..]));
                assert_eq!(file.node_count(), 2, "{shown}");
            }
        }
    }
}

#[test]
fn halves_of_values_are_escaped() {
    let mut file = Collection::new(Size::S9);
    for &text in TEXTS {
        let mut edit = file.edit(0).expect("a game");
        let root = edit.root();
        let mut raw = b"cc:".to_vec();
        raw.extend(edit.tree().escape(text, true).expect("UTF-8 has everything"));
        edit.set(root, "LB", &[raw]).expect("a label");
        let file = again(&file);
        let (_, half) = file
            .game(0)
            .expect("a game")
            .root()
            .get("LB")
            .expect("LB")
            .value()
            .composed()
            .expect("two");
        assert_eq!(half.text(), text);
    }
}

#[test]
fn a_charset_that_is_outgrown() {
    let bytes = b"(;FF[4]CA[GB2312]PB[\xb9\xc5\xc1\xa6]BR[9\xb6\xce];B[aa]C[\xba\xda\\]\xc6\xe5](;W[bb])(;W[cc]C[\xb0\xd7]))(;FF[4]CA[gbk]PW[\xb9\xc5])";
    let mut file = read(&bytes[..]);
    let texts = |file: &Collection| -> Vec<Vec<String>> {
        let of = |node: NodeRef<'_>| {
            node.properties()
                .filter(|property| !property.is("CA") && !property.is("GN"))
                .flat_map(|property| {
                    property.values().map(|value| value.text().into_owned()).collect::<Vec<_>>()
                })
                .collect()
        };
        file.games().flat_map(|game| game.nodes().map(of).collect::<Vec<_>>()).collect()
    };
    let before = texts(&file);
    assert_eq!(before[0][1], "古力");
    // Text that fits is written in the charset of the file.
    let mut edit = file.edit(0).expect("a game");
    let root = edit.root();
    assert_eq!(edit.set_text(root, "GN", "古力 vs 谷"), Ok(Fit::Kept));
    assert_eq!(edit.tree().charset().name(), "GBK");
    assert_eq!(texts(&again(&file)), before);
    // Text that does not fit converts everything to UTF-8.
    let mut edit = file.edit(0).expect("a game");
    assert_eq!(edit.set_text(root, "GN", "이세돌 😀"), Ok(Fit::Reencoded));
    for file in [&again(&file), &file] {
        assert_eq!(texts(file), before);
        assert_eq!(file.game(0).expect("a game").root().text("GN").as_deref(), Some("이세돌 😀"));
        for game in file.games() {
            assert_eq!(game.charset().name(), "UTF-8");
            assert_eq!(
                game.root().get("CA").map(|property| property.value().raw()),
                Some(&b"UTF-8"[..])
            );
        }
    }
}

/// A charset that was named before anything was written in it is used from then on.
#[test]
fn a_charset_that_was_named_is_used() {
    for (label, text) in [
        ("GB2312", "古力"),
        ("Shift_JIS", "ソ連の表]"),
        ("Big5", "功夜"),
        ("EUC-KR", "이세돌"),
        ("ISO-2022-JP", "本因坊]名人"),
        ("ISO-8859-1", "Jürgen"),
        ("KOI8-R", "Шишкин"),
    ] {
        let mut file = read(format!("(;FF[4]CA[{label}]PB[x])"));
        let mut edit = file.edit(0).expect("a game");
        let root = edit.root();
        assert_eq!(edit.set_text(root, "C", text), Ok(Fit::Kept), "{label}");
        assert_eq!(edit.tree().node(root).text("C").as_deref(), Some(text), "{label}");
        let node = edit.append(root);
        assert_eq!(edit.set_text(node, "C", text), Ok(Fit::Kept), "{label}");
        assert_eq!(edit.tree().node(root).text("C").as_deref(), Some(text), "{label}");
        let file = again(&file);
        for node in file.game(0).expect("a game").nodes() {
            assert_eq!(node.text("C").as_deref(), Some(text), "{label}");
        }
    }
}

/// A file that becomes UTF-8 is UTF-8 to the last byte, also where a name was cut inside a character.
#[test]
fn what_becomes_utf8_is_valid() {
    let mut file = read(&b"(;CA[UTF-8]PB[\xe6\x9c\xac\xe5\x9b]PW[\xe6\x9c\xac];B[aa];W[bb])"[..]);
    file.to_utf8();
    let written = String::from_utf8(file.to_bytes()).expect("valid UTF-8");
    assert_eq!(written, "(;CA[UTF-8]PB[本\u{fffd}]PW[本];B[aa];W[bb])\n");
}

#[test]
fn files_are_split_and_merged() {
    let mut random = Random::new(13);
    for _ in 0..60 {
        let mut bytes = Vec::new();
        for _ in 0..=random.below(4) {
            let nodes = random.below(20);
            bytes.extend(game(&mut random, nodes));
        }
        let file = read(bytes);
        let parts = file.split();
        assert_eq!(parts.len(), file.games().len());
        let lists: Vec<Vec<Flat>> = parts.iter().flat_map(flat).collect();
        assert_eq!(lists, flat(&file));
        let joined: Vec<u8> = parts.iter().flat_map(Collection::to_bytes).collect();
        assert_eq!(joined, file.to_bytes());
        let mut merged = parts[0].clone();
        for part in &parts[1..] {
            merged.merge(part).expect("room");
        }
        assert_eq!(merged.to_bytes(), file.to_bytes());
        assert_eq!(flat(&again(&merged)), flat(&file));
        assert!(merged.remove_game(0));
        assert_eq!(flat(&merged), flat(&file)[1..]);
    }
}

/// Games in two charsets keep them when merged into one file.
#[test]
fn charsets_are_merged() {
    let chinese = read(&b"(;FF[4]CA[GB2312]PB[\xb9\xc5\xc1\xa6];B[aa])"[..]);
    let japanese = read(&b"(;FF[4]CA[Shift_JIS]PB[\x96\x7b\x88\xf6\x96\x56\x83\x5c];B[aa])"[..]);
    let utf8 = read("(;FF[4]CA[UTF-8]PB[이세돌];B[aa])");
    let mut file = chinese.clone();
    file.merge(&japanese).expect("room");
    file.merge(&utf8).expect("room");
    for file in [&file, &again(&file)] {
        let names: Vec<_> =
            file.games().map(|game| game.root().text("PB").expect("PB").into_owned()).collect();
        assert_eq!(names, ["古力", "本因坊ソ", "이세돌"]);
    }
    let parts = file.split();
    assert_eq!(parts[1].to_bytes(), japanese.to_bytes());
    file.to_utf8();
    assert_eq!(
        again(&file).game(1).expect("a game").root().text("PB").as_deref(),
        Some("本因坊ソ")
    );
}

/// A canonical game on a board of this size, with points in properties of every kind.
fn with_points(random: &mut Random, size: Size) -> String {
    let point = |random: &mut Random| {
        let place =
            (random.below(size.width().into()) as u8, random.below(size.height().into()) as u8);
        size.point(place.0, place.1).and_then(|point| size.sgf(point)).expect("a point")
    };
    let sides = if size.width() == size.height() {
        size.width().to_string()
    } else {
        format!("{}:{}", size.width(), size.height())
    };
    let mut text = format!("(;GM[1]FF[4]SZ[{sides}]AB[{}]C[aa]", point(random));
    for number in 0..random.below(40) {
        let color = if number % 2 == 0 { "B" } else { "W" };
        text.push_str(&format!(
            ";{color}[{}]",
            if random.one_in(12) { String::new() } else { point(random) }
        ));
        let (a, b) = (point(random), point(random));
        match random.below(8) {
            0 => text.push_str(&format!("TR[{a}]CR[{b}]")),
            1 => text.push_str(&format!("LB[{a}:{b}]")),
            2 => text.push_str(&format!("AR[{a}:{b}]LN[{b}:{a}]")),
            3 => text.push_str("VW[]DD[]"),
            4 => text.push_str(&format!("TB[{a}][{b}]XX[{a}]")),
            _ => {}
        }
    }
    text + ")"
}

#[test]
fn turning_there_and_back_is_nothing() {
    let mut random = Random::new(14);
    for (width, height) in [(9, 9), (19, 19), (5, 13), (52, 52), (1, 7), (52, 3)] {
        let size = Size::new(width, height).expect("sides");
        for _ in 0..10 {
            let text = with_points(&mut random, size);
            let file = read(&*text);
            for symmetry in Symmetry::ALL {
                let mut turned = file.clone();
                assert_eq!(turned.turn(symmetry), [], "{text}");
                let terms = Terms::of(turned.game(0).expect("a game"));
                assert_eq!(terms.size, symmetry.size(size));
                // The turned game is the game of the turned positions.
                let lines = file.game(0).expect("a game").main_line();
                for (node, other) in lines.zip(turned.game(0).expect("a game").main_line()) {
                    let here = replay(node, &Terms::of(file.game(0).expect("a game"))).game;
                    let there = replay(other, &terms).game;
                    assert!(
                        here.board().transformed(symmetry).same_stones(there.board()),
                        "{text}"
                    );
                    assert_eq!(here.turn(), there.turn());
                    assert_eq!(
                        here.board().ko().map(|ko| symmetry.apply(size, ko)),
                        there.board().ko()
                    );
                }
                assert_eq!(turned.turn(symmetry.inverse()), []);
                assert_eq!(turned.to_bytes(), file.to_bytes(), "{symmetry:?}");
            }
        }
    }
}

#[test]
fn what_cannot_be_turned_is_said_and_kept() {
    let mut file = read("(;SZ[9]AB[aa:cb][zz]LB[aa][xx:y];B[tt];W[jj]C[aa];L[ab]M[cb])");
    let left: Vec<_> = file.turn(Symmetry::Transpose).into_iter().map(|left| left.what).collect();
    assert_eq!(left, ["AB[zz]", "LB[xx:y]", "W[jj]"]);
    assert_eq!(
        String::from_utf8_lossy(&file.to_bytes()),
        "(;SZ[9]AB[aa:bc][zz]LB[aa][xx:y];B[tt];W[jj]C[aa];L[ba]M[bc])\n"
    );
}

#[test]
fn colours_exchanged_twice_are_what_they_were() {
    let mut random = Random::new(15);
    let head = "(;GM[1]FF[4]PB[Ann]PW[Bob]BR[1d]WR[2k]KM[6.5]RE[B+3.5]BT[x]WT[y]PL[W]AB[aa]AW[bb]";
    for _ in 0..100 {
        let mut text = String::from(head);
        for _ in 0..random.below(20) {
            let (color, left) = random.pick(&[&("B", "BL[10]OB[3]"), &("W", "WL[9.5]OW[1]")]);
            text.push_str(&format!(";{color}[{}]{left}TB[cc]TW[dd]GB[1]", point(&mut random, 19)));
        }
        let file = read(text + ")");
        let mut swapped = file.clone();
        swapped.swap_colors();
        assert_ne!(swapped.to_bytes(), file.to_bytes());
        let (here, there) = (file.game(0).expect("a game"), swapped.game(0).expect("a game"));
        assert_eq!(there.info_text("RE").as_deref(), Some("W+3.5"));
        assert_eq!(there.info_text("KM").as_deref(), Some("-6.5"));
        for (node, other) in here.main_line().zip(there.main_line()) {
            let (a, b) =
                (replay(node, &Terms::of(here)).game, replay(other, &Terms::of(there)).game);
            assert_eq!(a.turn(), b.turn().opponent());
            for (point, color) in a.board().stones() {
                assert_eq!(b.board().stone(point), Some(color.opponent()));
            }
        }
        assert_eq!(fixed_point(&swapped.to_bytes()), crate::common::Fixed::Yes);
        swapped.swap_colors();
        assert_eq!(swapped.to_bytes(), file.to_bytes());
    }
    // A handicap belongs to Black, and becomes plain setup.
    let mut file = read("(;HA[2]AB[dd][pp];W[aa])");
    file.swap_colors();
    assert_eq!(file.to_bytes(), b"(;AW[dd][pp];B[aa])\n");
}
