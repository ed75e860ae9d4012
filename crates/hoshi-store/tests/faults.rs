//! Regression tests: single disk failures that the recorder once handled wrongly.

mod model;
mod pair;

use hoshi_core::{Color, Game, Move, Preset, Rules, Size};
use model::{Fault, How, Model, Op, State, WHEN, about, history};
use pair::{Error, Pair};

const NAME: &str = "2026-11-16_093005_9x9.sgf";

/// A game on a disk where one operation fails.
fn begin(at: usize, how: How) -> (Model, Pair) {
    let model = Model::of(State::with([]));
    model.plan().fault = Some(Fault { from: at, until: at + 1, how });
    let game = Game::new(Size::S9, Rules::of(Preset::Chinese));
    let recorder = Pair::begin(&history(&model), &game, &about(), WHEN);
    (model, recorder)
}

fn pass(recorder: &mut Pair) -> Result<(), Error> {
    recorder.play(Color::Black, Move::Pass, None)
}

fn names(model: &Model) -> Vec<String> {
    model.state().names.keys().cloned().collect()
}

/// The rename succeeded, but the system reported an error.
#[test]
fn a_creation_reported_as_failed_is_found() {
    let at = 7;
    let (model, mut recorder) = begin(at, How::Done);
    pass(&mut recorder).unwrap();
    assert_eq!(model.plan().ops[at], Op::Publish);
    recorder.close().unwrap();
    assert_eq!(names(&model), [NAME]);
}

/// Created, but the folder sync failed; then the move is taken back. The file is still ours.
#[test]
fn a_new_file_whose_folder_did_not_sync_is_ours() {
    let at = 8;
    let (model, mut recorder) = begin(at, How::Lost);
    pass(&mut recorder).unwrap_err();
    assert_eq!(model.plan().ops[at], Op::SyncFolder);
    recorder.undo(false).unwrap();
    assert!(recorder.take_notes().is_empty());
    recorder.close().unwrap();
    assert_eq!(names(&model), [NAME]);
}

/// The old end is put back only where nothing of the new one is left: `;B[]` with the second byte of
/// `)\n` over its first would be a move of the node before it.
#[test]
fn the_old_end_is_restored_after_a_truncation() {
    let (model, mut recorder) = begin(12, How::Cut(3));
    pass(&mut recorder).unwrap();
    let now = || model.state().file(NAME).unwrap().now.clone();
    let before = now();
    model.plan().fault = Some(Fault { from: 12, until: 40, how: How::Cut(3) });
    pass(&mut recorder).unwrap_err();
    let cut = [Op::Write, Op::Read, Op::SetLen, Op::Sync, Op::Write];
    assert_eq!(model.plan().ops[12..17], cut);
    assert_eq!(now(), before);
    let end = before.len() - 2;
    assert_eq!(model.state().file(NAME).unwrap().durable, before[..end]);
}

/// If nothing of a write reached the file, nothing needs to be restored.
#[test]
fn an_intact_file_is_not_truncated() {
    let (model, mut recorder) = begin(0, How::Kept);
    pass(&mut recorder).unwrap();
    // First the identity, then the end, then the write.
    let at = model.plan().ops.len() + 2;
    let refused = How::Refused(std::io::ErrorKind::StorageFull);
    model.plan().fault = Some(Fault { from: at, until: at + 1, how: refused });
    pass(&mut recorder).unwrap();
    assert_eq!(model.plan().ops[at..at + 2], [Op::Write, Op::Read]);
    assert!(!model.plan().ops[at..].contains(&Op::SetLen));
}

/// Somebody else's file that cannot be read is not replaced.
#[test]
fn what_cannot_be_read_may_be_somebody_elses() {
    let (model, mut recorder) = begin(0, How::Kept);
    pass(&mut recorder).unwrap();
    {
        let mut state = model.state();
        let number = state.find(NAME).unwrap();
        state.set_len(number, 0);
        state.write(number, 0, b"(;C[mine])");
    }
    let at = model.plan().ops.len() + 1;
    let how = How::Refused(std::io::ErrorKind::Other);
    model.plan().fault = Some(Fault { from: at, until: at + 1, how });
    pass(&mut recorder).unwrap();
    assert_eq!(model.plan().ops[at], Op::Read);
    assert_eq!(model.state().file(NAME).unwrap().now, b"(;C[mine])");
    assert_eq!(recorder.take_notes().len(), 1);
}
