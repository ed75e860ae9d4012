//! Diagrams as text: every diagram reads back the same from either printed form, and printing is
//! stable.

mod common;

use common::size;
use hoshi_core::{
    Board, Caption, Color, Diagram, DiagramError, Legend, Mark, Point, Rng, Setup, Size,
    SplitMix64, Window,
};

/// Pieces of labels that exercise quoting, line ends and writing systems.
const PIECES: &[&str] = &[
    "a",
    "Z",
    "1",
    " ",
    "  ",
    "\"",
    "\\",
    "\\\"",
    "\\u{41}",
    "\n",
    "\r",
    "\r\n",
    "\t",
    "\0",
    "\u{7f}",
    "\u{85}",
    "\u{a0}",
    "\u{2028}",
    "\u{3000}",
    "\u{200f}",
    "\u{202e}",
    "\u{feff}",
    "é",
    "e\u{301}",
    "星",
    "🀄",
    "👩‍🔬",
    "مرحبا",
    "שלום",
    "last",
    "X",
    "}",
    "{",
    "#",
    "(",
    ")",
    "/",
    ";",
];

fn some_label(rng: &mut SplitMix64) -> String {
    (0..rng.below(5)).map(|_| PIECES[rng.below(PIECES.len() as u32) as usize]).collect()
}

fn some_words(caption: &mut Caption, rng: &mut SplitMix64) {
    match rng.below(16) {
        0 => caption.title = Some(some_label(rng)),
        1 => caption.heading.push(some_label(rng)),
        2 => caption.notes.push(some_label(rng)),
        3 => caption.comment = Some(some_label(rng)),
        4 => caption.to_play = Some(Color::ALL[rng.below(2) as usize]),
        5 => caption.captures = Some((rng.below(400), rng.below(400))),
        6 => {
            let [title, low, high] = [(); 3].map(|()| some_label(rng));
            caption.legend = Some(Legend { title, low, high });
        }
        _ => {}
    }
}

fn some_diagram(size: Size, rng: &mut SplitMix64) -> Diagram {
    let mut diagram = Diagram::new(size);
    let density = rng.below(4);
    for point in size.points() {
        let stone = match rng.below(2 + 2 * density) {
            0 => Some(Color::Black),
            1 => Some(Color::White),
            _ => None,
        };
        diagram.put(point, stone);
    }
    let somewhere = |rng: &mut SplitMix64| -> Point {
        size.point_at(rng.below(size.area() as u32) as usize).expect("a point")
    };
    for _ in 0..rng.below(8) {
        let mark = Mark::ALL[rng.below(Mark::ALL.len() as u32) as usize];
        diagram.mark(somewhere(rng), mark);
        diagram.set_label(somewhere(rng), some_label(rng));
        let number = rng.next_u64() as u32 >> rng.below(32);
        diagram.set_number(somewhere(rng), number);
        match rng.below(8) {
            0 => diagram.set_last_move(Some(somewhere(rng))),
            1 => diagram.set_ko(Some(somewhere(rng))),
            2 => diagram.set_heat(somewhere(rng), rng.below(2001) as i16 - 1000),
            3 => diagram.add_line(somewhere(rng), somewhere(rng)),
            4 => diagram.add_arrow(somewhere(rng), somewhere(rng)),
            5 => diagram.set_window(Some(Window::between(somewhere(rng), somewhere(rng)))),
            _ => &mut diagram,
        };
        some_words(diagram.caption_mut(), rng);
    }
    diagram
}

fn check(diagram: &Diagram) {
    for text in [format!("{diagram}"), format!("{diagram:#}")] {
        let read: Diagram = text.parse().unwrap_or_else(|error| panic!("{error} in\n{text}"));
        assert_eq!(&read, diagram, "{text}");
    }
    // Both forms are stable.
    let again: Diagram = diagram.to_string().parse().expect("read once already");
    assert_eq!(again.to_string(), diagram.to_string());
    assert_eq!(format!("{again:#}"), format!("{diagram:#}"));
    // No line of print moves the cursor, or could be taken for two.
    let strange = |c: char| c != '\n' && c.is_control();
    assert!(!diagram.to_string().contains(strange), "{:?}", diagram.to_string());
}

#[test]
fn random_diagrams_are_read_as_printed() {
    let mut rng = SplitMix64::new(31);
    for _ in 0..4_000 {
        let size = size(1 + rng.below(12) as u8, 1 + rng.below(12) as u8);
        check(&some_diagram(size, &mut rng));
    }
}

#[test]
fn every_shape_of_board_is_read_as_printed() {
    let mut rng = SplitMix64::new(32);
    for side in 1..=255 {
        check(&some_diagram(size(side, 1 + rng.below(3) as u8), &mut rng));
        check(&some_diagram(size(1 + rng.below(3) as u8, side), &mut rng));
    }
    check(&some_diagram(size(255, 255), &mut rng));
    (1..=30).for_each(|side| check(&Diagram::new(size(side, side))));
}

/// Each piece alone, and each pair, on one point.
#[test]
fn every_label_is_read_as_printed() {
    let mut diagram = Diagram::new(size(2, 2));
    let a2 = size(2, 2).point(0, 0).expect("a point");
    for first in PIECES {
        for second in PIECES {
            diagram.set_label(a2, format!("{first}{second}"));
            check(&diagram);
        }
    }
    diagram.set_label(a2, String::new());
    check(&diagram);
}

#[test]
fn a_board_is_its_diagram() {
    let mut rng = SplitMix64::new(33);
    let mut boards = 0;
    for _ in 0..500 {
        let size = size(1 + rng.below(9) as u8, 1 + rng.below(9) as u8);
        let setup = Setup::from(&some_diagram(size, &mut rng));
        let Ok(position) = setup.position() else { continue };
        let board = position.into_board();
        assert_eq!(Board::from_text(&board.to_string()).as_ref(), Ok(&board));
        let rows = Diagram::from(&board).rows();
        assert_eq!(Board::from_text(&rows.join("\n")).as_ref(), Ok(&board));
        boards += usize::from(board.stones().count() > 0);
    }
    assert!(boards > 50, "{boards}");
}

/// What people type: other symbols, no blanks, numbers on one side, brackets, blank lines.
#[test]
fn other_spellings_are_read_as_the_same() {
    let wanted: Diagram = ". X O\n. . .\nlast C2".parse().expect("a diagram");
    for text in [
        ".XO\n...\nlast C2",
        " 2 .x(o)\n 1 ...",
        "\n\n  A B C\n2 + # o 2\n\n1 , * . 1\n  A B C\n\nlast C2\n",
        "2 . ● (○)\r\n1 . . .\r\n",
        "ABC\n.XO\n...\nABC\n\tlast   c2  ",
    ] {
        assert_eq!(text.parse().as_ref(), Ok(&wanted), "{text}");
    }
}

#[test]
fn what_is_no_diagram_is_refused_by_line() {
    let wide = ".".repeat(256);
    for (text, line) in [
        ("", 1),
        ("hello", 1),
        ("X .\nX", 2),
        ("A B\nX .\n\nX . .", 4),
        ("X .\nnonsense A1", 2),
        ("X .\ncircle C1", 2),
        ("X .\nlabel A1 \"a", 2),
        ("X .\nlabel A1 a b", 2),
        ("X .\nlabel A1", 2),
        ("X .\nnumber A1 x", 2),
        ("X .\nnumber A1 4294967296", 2),
        ("X .\nlast pass", 2),
        ("X .\nlast A1 B1", 2),
        ("X .\nko", 2),
        ("X .\nline A1", 2),
        ("X .\narrow A1 B1 A1", 2),
        ("X .\nheat A1 1001", 2),
        ("X .\nheat A1", 2),
        ("X .\nwindow A1", 2),
        ("X .\ntitle two words", 2),
        ("X .\nto-play red", 2),
        ("X .\ncaptures 1", 2),
        ("X .\nlegend a b", 2),
        ("X .\ncircle A1\nO .", 3),
        ("2 X .\n2 . .", 2),
        ("A C\nX .", 1),
        (wide.as_str(), 1),
        ("99999999999999999999999 X", 1),
    ] {
        let error: DiagramError = text.parse::<Diagram>().expect_err(text);
        assert_eq!(error.line(), line, "{text}: {error}");
        assert!(error.to_string().starts_with(&format!("line {line}: ")), "{error}");
    }
}

#[test]
fn what_is_said_twice_or_in_the_wrong_place_is_refused() {
    let wrong = [
        ("(X) (O)", "line 1"),
        ("(X) .\n. (O)", "line 2: there is only one last move"),
        ("(X) .\n. O\nlast B1", "line 3: there is only one last move"),
        ("X .\nlast A1\nlast B1", "line 3: there is only one last move"),
        ("X .\ncircle", "line 2: `circle`: write circle D4"),
        ("X .\nA B\n. O", "line 3: a row after the end of the board"),
        ("X .\nlast A1\n. O", "line 3: a row after the end of the board"),
    ];
    for (text, message) in wrong {
        let error = text.parse::<Diagram>().expect_err(text).to_string();
        assert!(error.starts_with(message), "{text:?}: {error}");
    }
    let twice = "(X) .\n. O\nlast A2".parse::<Diagram>().expect("the same said twice");
    assert_eq!(twice.last_move(), twice.size().point(0, 0));
}
