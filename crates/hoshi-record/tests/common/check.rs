//! Equalities that hold for any bytes: the output reads back the same and is written the same
//! again, without a fault; the push parser agrees with the tree.

use hoshi_record::charset::{Charset, Lexing, prepare};
use hoshi_record::sgf::{Collection, GameTree, MAX_FAULTS, NodeRef, Property, Value};

use super::flat::{Flat, flat, pairs, push, show};

/// The result of checking some bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Fixed {
    /// There is no game in them.
    NoGame,
    /// Everything is equal.
    Yes,
    /// Everything is equal, but it was written as UTF-8: its own bytes would have read back in another
    /// charset.
    Recoded,
}

/// Reads, writes and reads again.
pub(crate) fn fixed_point(bytes: &[u8]) -> Fixed {
    let Ok(file) = Collection::read(bytes) else { return Fixed::NoGame };
    assert!(file.faults().len() <= MAX_FAULTS);
    let written = file.to_bytes();
    let again = match Collection::read(&written[..]) {
        Ok(again) => again,
        Err(error) => panic!("{error}: {:?} from {:?}", text(&written), text(bytes)),
    };
    let recoded = is_recoded(&file, &again);
    same_text(&file, &again, recoded, bytes);
    let faults = again.faults();
    assert!(faults.is_empty(), "{faults:?} in {:?} from {:?}", text(&written), text(bytes));
    let twice = again.to_bytes();
    assert_eq!(text(&twice), text(&written), "from {:?}", text(bytes));
    for game in file.games().skip(usize::from(file.games().len() == 1)) {
        let alone = game.to_bytes();
        let again = Collection::read(&alone[..]).expect("a game").to_bytes();
        assert_eq!(text(&again), text(&alone), "alone, from {:?}", text(bytes));
    }
    if recoded {
        return Fixed::Recoded;
    }
    // ISO-2022-JP may be switched back to ASCII, as `bare` allows; otherwise every byte is the
    // same.
    let has_escapes = file.games().any(|game| game.lexing() == Lexing::Escapes);
    if file.faults().is_empty() && !has_escapes {
        assert_eq!(flat(&file), flat(&again), "from {:?}", text(bytes));
    }
    Fixed::Yes
}

/// Whether a file of unknown charset became UTF-8 with a matching label.
fn is_recoded(file: &Collection, again: &Collection) -> bool {
    let says = |game: GameTree<'_>| {
        let labels = game.nodes().flat_map(|node| node.properties().filter(|found| found.is("CA")));
        labels.map(|label| format!("{label:?}")).collect::<Vec<_>>()
    };
    let labels = |file: &Collection| file.games().map(says).collect::<Vec<_>>();
    let is_utf8 = |file: &Collection| str::from_utf8(file.source()).is_ok();
    let says_so = |game: GameTree<'_>| {
        // The root may have further values in its label, which are ignored.
        let is_one = matches!(&says(game)[..], [label] if label.starts_with("CA[UTF-8]"));
        is_one && game.charset() == Charset::UTF_8
    };
    // An escape would be taken for the beginning of ISO-2022-JP where all else is ASCII.
    let escapes = |file: &Collection| file.source().contains(&0x1b);
    let loses_escapes = escapes(file) && !escapes(again);
    let is_new = labels(file) != labels(again) || !is_utf8(file) || loses_escapes;
    is_new && is_utf8(again) && again.games().all(says_so)
}

/// The same nodes, names and values: the same as text, and as bytes where nothing had to be escaped.
/// In a recoded file the labels differ, and only the text is the same.
fn same_text(file: &Collection, again: &Collection, recoded: bool, from: &[u8]) {
    let counts = |property: &Property<'_>| !recoded || !property.is("CA");
    let shape = |file: &Collection| {
        let of = |node: NodeRef<'_>| {
            let named = node.properties().filter(counts);
            named.map(|found| (found.name().to_owned(), found.values().count())).collect()
        };
        let names = file.games().flat_map(|game| game.nodes().map(of)).collect::<Vec<Vec<_>>>();
        let parents = |game: &Vec<Flat>| game.iter().map(|node| node.parent).collect();
        (names, flat(file).iter().map(parents).collect::<Vec<Vec<_>>>())
    };
    if shape(file) != shape(again) {
        let games = |file| flat(file).iter().map(|game| show(game)).collect::<Vec<_>>();
        panic!("{:?} becomes {:?}: {:?}", games(file), games(again), text(from));
    }
    for (game, same) in file.games().zip(again.games()) {
        for (node, same) in game.nodes().zip(same.nodes()) {
            let properties = node.properties().filter(counts);
            for (property, same) in properties.zip(same.properties().filter(counts)) {
                for (value, same) in property.values().zip(same.values()) {
                    let ends_torn =
                        |value: Value<'_>| value.text().ends_with(char::REPLACEMENT_CHARACTER);
                    let is_cut =
                        game.lexing() != Lexing::Plain && (ends_torn(value) || ends_torn(same));
                    if is_cut {
                        continue;
                    }
                    let shown = |value: Value<'_>| match recoded {
                        true => value.text().replace('\x1b', "?"),
                        false => value.text().into_owned(),
                    };
                    assert_eq!(shown(value), shown(same), "from {:?}", text(from));
                    if !recoded {
                        assert_eq!(bare(value.raw()), bare(same.raw()), "from {:?}", text(from));
                    }
                }
            }
        }
    }
}

/// A value without its backslashes: some may be added, but no other byte; ISO-2022-JP may be switched
/// back to ASCII.
fn bare(raw: &[u8]) -> Vec<u8> {
    let bare: Vec<u8> = raw.iter().copied().filter(|&byte| byte != b'\\').collect();
    bare.strip_suffix(b"\x1b(B").map_or(bare.clone(), <[u8]>::to_vec)
}

/// Checks that the push parser and the tree agree.
pub(crate) fn push_agrees(bytes: &[u8]) {
    let Ok(file) = Collection::read(bytes) else {
        let prepared = prepare(bytes.into());
        let (games, _) = push(&prepared.bytes, |_| Lexing::Plain);
        assert!(games.is_empty(), "the push parser finds a game in {:?}", text(bytes));
        return;
    };
    let mut expected = pairs(&flat(&file));
    let mut games = file.games();
    let lexing = |_| games.next().map_or(Lexing::Plain, GameTree::lexing);
    let (mut pushed, troubles) = push(file.source(), lexing);
    if file.form().is_wide() {
        // The tree has a corrected label.
        for (_, pairs) in expected.iter_mut().chain(&mut pushed).flatten() {
            pairs.retain(|(name, _)| name != "CA");
        }
    }
    assert_eq!(pushed, expected, "{:?}", text(bytes));
    let faults = file.faults().iter().map(|fault| (fault.trouble, fault.offset));
    assert!(faults.eq(troubles.iter().copied().take(MAX_FAULTS)), "{:?}", text(bytes));
    assert_eq!(file.unkept_faults(), troubles.len().saturating_sub(MAX_FAULTS));
}

/// Every accessor of a node works, whatever the bytes are.
pub(crate) fn readings_agree(file: &Collection) {
    for game in file.games() {
        let size = game.size();
        for node in game.nodes() {
            for property in node.properties() {
                assert!(node.get(&property.key()).is_some());
                let first = property.values().next().map(|value| value.raw());
                assert_eq!(first, Some(property.value().raw()), "a property has a value");
                for value in property.values() {
                    let simple = value.simple_text();
                    assert!(!simple.contains(['\n', '\r']));
                    assert_eq!(value.text().replace('\n', " "), simple);
                    if let Some(points) = value.points(size) {
                        assert!(points.iter().all(|&point| size.contains(point)));
                    }
                    let _ = (value.a_move(size), value.composed(), value.color(), value.double());
                    let _ = (value.number(), value.thousandths());
                }
            }
            let _ = (node.labels(size).count(), node.has_setup(), node.moves(size).count());
        }
        let _ = (game.handicap(), game.rules(), game.komi(), game.result(), game.date());
        let _ = (game.time_limit(), game.overtime());
    }
    for fault in file.faults() {
        assert!(fault.offset <= file.source().len());
        let (line, column) = file.place(fault.offset);
        assert!(line >= 1 && column >= 1);
    }
}

/// Bytes that can be pasted into a test.
fn text(bytes: &[u8]) -> String {
    bytes.escape_ascii().to_string()
}
