//! Equalities that hold for any bytes: what is written is read as the same and written the same
//! again, without a fault; the push parser tells what the tree holds.

use hoshi_record::charset::{Lexing, Survey, Why, prepare, survey};
use hoshi_record::sgf::{Collection, GameTree, MAX_FAULTS};

use super::flat::{Flat, flat, pairs, push, show};

/// What came of a look at some bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Fixed {
    /// There is no game in them.
    NoGame,
    /// All is as it should be.
    Yes,
    /// What was written is taken for another charset than what was read, which nobody had named.
    Flips,
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
    let charsets = |file: &Collection| {
        let of = |game: GameTree<'_>| (game.charset(), game.lexing(), game.why_charset());
        file.games().map(of).collect::<Vec<_>>()
    };
    if (is_guessed(&file) || is_guessed(&again))
        && (charsets(&file) != charsets(&again) || is_misjudged(&file) || is_misjudged(&again))
    {
        return Fixed::Flips;
    }
    same_text(&file, &again, bytes);
    let faults = again.faults();
    assert!(faults.is_empty(), "{faults:?} in {:?} from {:?}", text(&written), text(bytes));
    let twice = again.to_bytes();
    assert_eq!(text(&twice), text(&written), "from {:?}", text(bytes));
    if file.faults().is_empty() {
        assert_eq!(flat(&file), flat(&again), "from {:?}", text(bytes));
    }
    Fixed::Yes
}

/// Whether what the file is in was more than a look at its bytes: then a byte less may change it.
fn is_guessed(file: &Collection) -> bool {
    !file.form().is_wide() && survey(file.source()) == Survey::Other
}

/// Whether a game was taken for ASCII that is not: one with two labels, where the text up to the second
/// is ASCII.
fn is_misjudged(file: &Collection) -> bool {
    let is = |game: GameTree<'_>| {
        game.why_charset() == Why::Ascii && game.nodes().any(|node| !node.raw().is_ascii())
    };
    file.games().any(is)
}

/// The same nodes, names and values: the same as text, and as bytes where nothing had to be escaped.
fn same_text(file: &Collection, again: &Collection, from: &[u8]) {
    let shape = |file: &Collection| {
        let of = |node: &Flat| {
            let names = node.properties.iter().map(|(name, values)| (name.clone(), values.len()));
            (node.parent, names.collect::<Vec<_>>())
        };
        let games = flat(file);
        games.iter().map(|game| game.iter().map(of).collect()).collect::<Vec<Vec<_>>>()
    };
    let games = |file: &Collection| flat(file).iter().map(|game| show(game)).collect::<Vec<_>>();
    if shape(file) != shape(again) {
        let (read, wrote) = (games(file), games(again));
        panic!("{read:?} becomes {wrote:?}: {:?}", text(from));
    }
    for (game, same) in file.games().zip(again.games()) {
        for (node, same) in game.nodes().zip(same.nodes()) {
            for (property, same) in node.properties().zip(same.properties()) {
                for (value, same) in property.values().zip(same.values()) {
                    let is_cut = game.lexing() != Lexing::Plain
                        && value.text().ends_with(char::REPLACEMENT_CHARACTER);
                    if !is_cut {
                        assert_eq!(value.text(), same.text(), "from {:?}", text(from));
                        assert_eq!(bare(value.raw()), bare(same.raw()), "from {:?}", text(from));
                    }
                }
            }
        }
    }
}

/// A value without its backslashes: some may be put in, no other byte; but ISO-2022-JP may be led back
/// to ASCII.
fn bare(raw: &[u8]) -> Vec<u8> {
    let raw = raw.strip_suffix(b"\x1b(B").unwrap_or(raw);
    raw.iter().copied().filter(|&byte| byte != b'\\').collect()
}

/// The push parser and the tree say the same of some bytes.
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
    let (mut told, troubles) = push(file.source(), lexing);
    if file.form().is_wide() {
        // Its label is put right in the tree.
        for (_, pairs) in expected.iter_mut().chain(&mut told).flatten() {
            pairs.retain(|(name, _)| name != "CA");
        }
    }
    assert_eq!(told, expected, "{:?}", text(bytes));
    let faults = file.faults().iter().map(|fault| (fault.trouble, fault.offset));
    assert!(faults.eq(troubles.iter().copied().take(MAX_FAULTS)), "{:?}", text(bytes));
    assert_eq!(file.unkept_faults(), troubles.len().saturating_sub(MAX_FAULTS));
}

/// Everything that can be asked of a node is answered, whatever the bytes are.
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
