//! Boards as they are drawn in text, and the diagrams of Sensei's Library: reading never panics,
//! and everything that was read is written so that it reads back the same.

use hoshi_core::Mark;
use hoshi_render::{sensei, text};

/// Reads the bytes as both.
pub(crate) fn run(bytes: &[u8]) {
    let Ok(source) = std::str::from_utf8(bytes) else { return };
    let lines = source.lines().count().max(1);
    match sensei::read(source) {
        Ok(read) => {
            let written = sensei::write(&read.diagram, read.coordinates);
            assert!(written.lost.is_empty(), "{:?}", written.lost);
            assert_eq!(sensei::read(&written.text), Ok(read), "{}", written.text);
        }
        Err(error) => assert!((1..=lines).contains(&error.line()), "{error}"),
    }
    match text::read(source) {
        Ok(mut diagram) => {
            // Points outside the window and hidden ones are not drawn.
            diagram.set_window(None);
            for point in diagram.size().points() {
                diagram.unmark(point, Mark::Hidden);
            }
            let drawn = text::paste(&diagram);
            assert_eq!(text::read(&drawn), Ok(diagram), "{drawn}");
        }
        Err(error) => assert!((1..=lines).contains(&error.line()), "{error}"),
    }
}
