//! Edits of a record, compared with a model: the bytes before the first NUL are the record, those
//! after it the edits.

use hoshi_record::sgf::Collection;

use crate::records::{Random, edits};

/// The maximum number of edits.
const STEPS: usize = 64;

/// Reads the record and edits it.
pub(crate) fn run(bytes: &[u8]) {
    let middle = bytes.iter().position(|&byte| byte == 0).unwrap_or(bytes.len());
    let (record, choices) = bytes.split_at(middle);
    let Ok(mut file) = Collection::read(record) else { return };
    // The model stores raw values, and texts in UTF-8 only.
    let label = |game: hoshi_record::sgf::GameTree<'_>| {
        game.root().get("CA").map(|property| (property.name(), property.value().raw()))
            == Some(("CA", b"UTF-8"))
            && game.charset().name() == "UTF-8"
    };
    if !file.faults().is_empty() || !file.games().all(label) {
        return;
    }
    let mut random = Random::given(choices);
    let game = random.below(file.games().len());
    let steps = (choices.len() / 3).min(STEPS);
    edits(&mut file, game, steps, &mut random);
}
