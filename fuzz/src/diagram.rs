//! Diagrams as text: a valid one prints and reads back the same, in both forms; the error for an
//! invalid one names a line.

use hoshi_core::{Board, BoardError, Diagram, Setup};

/// Reads the bytes as a diagram.
pub(crate) fn run(bytes: &[u8]) {
    let Ok(text) = std::str::from_utf8(bytes) else { return };
    let diagram: Diagram = match text.parse() {
        Ok(diagram) => diagram,
        Err(error) => {
            assert!((1..=text.lines().count().max(1)).contains(&error.line()), "{error}");
            assert_eq!(Board::from_text(text), Err(BoardError::Diagram(error)));
            return;
        }
    };
    for printed in [format!("{diagram}"), format!("{diagram:#}")] {
        assert_eq!(printed.parse().as_ref(), Ok(&diagram), "{printed}");
        assert!(!printed.contains(|c: char| c.is_control() && c != '\n'), "{printed:?}");
    }
    let again: Diagram = diagram.to_string().parse().expect("it was read just now");
    assert_eq!(again.to_string(), diagram.to_string());
    assert_eq!(diagram.rows().len(), usize::from(diagram.size().height()));
    let position = Setup::from(&diagram).position();
    let board = position.map(hoshi_core::Position::into_board);
    assert_eq!(Board::from_text(text), board.map_err(BoardError::Setup));
}
