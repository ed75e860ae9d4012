//! Records of any kind: the output reads back the same without faults, and is written the same; the
//! push parser reports what the tree contains; a rotation and its inverse only normalise; in UTF-8 all
//! texts are unchanged.

use hoshi_core::Symmetry;
use hoshi_record::sgf::{Collection, MAX_FAULTS, NodeRef};

use crate::records::{fixed_point, push_agrees, readings_agree};

/// Reads the bytes as a record.
pub(crate) fn run(bytes: &[u8]) {
    push_agrees(bytes);
    fixed_point(bytes);
    let Ok(file) = Collection::read(bytes) else { return };
    assert!(file.faults().len() <= MAX_FAULTS);
    readings_agree(&file);
    turned(&file);
    in_utf8(&file);
}

/// The meaning of a point does not depend on the orientation of the board.
fn turned(file: &Collection) {
    let points = |file: &Collection| -> Vec<usize> {
        let of = |node: NodeRef<'_>| {
            let size = node.game().size();
            node.points("AB", size).count() + node.moves(size).flat_map(|(_, mv, _)| mv).count()
        };
        file.games().map(|game| game.nodes().map(of).sum()).collect()
    };
    // Invalid points are normalised, and may become valid: an escape at the end of a file is an empty
    // value, which is a pass.
    let mut tidied = file.clone();
    tidied.turn(Symmetry::Identity);
    let mut there = tidied.clone();
    let left = there.turn(Symmetry::ALL[5]);
    assert_eq!(points(&there), points(&tidied));
    assert_eq!(there.turn(Symmetry::ALL[5].inverse()).len(), left.len());
    assert_eq!(there.node_count(), file.node_count());
}

fn in_utf8(file: &Collection) {
    let mut other = file.clone();
    other.to_utf8();
    let texts = |node: NodeRef<'_>| -> Vec<String> {
        let named = node.properties().filter(|property| !property.is("CA"));
        named
            .flat_map(|property| property.values().map(|value| value.text().into_owned()))
            .collect()
    };
    for (game, other) in file.games().zip(other.games()) {
        assert!(game.nodes().map(texts).eq(other.nodes().map(texts)));
        let label = other.root().get("CA").map(|property| property.value().raw());
        assert_eq!(label, Some(&b"UTF-8"[..]));
    }
}
