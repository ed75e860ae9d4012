//! Boards as text: printed boards read back as the same diagram, no line is too wide, and the
//! examples look right.

mod common;

use common::{diagram, visible};
use hoshi_core::{Color, Diagram, Mark, Size, Window};
use hoshi_render::Coordinates;
use hoshi_render::text::{Glyphs, Palette, TextStyle, draw, paste, read};
use unicode_width::UnicodeWidthStr as _;

const UNICODE: TextStyle = TextStyle {
    glyphs: Glyphs::Unicode,
    palette: None,
    coordinates: Coordinates::A1,
    is_ambiguous_wide: false,
    width: None,
};

#[test]
fn printed_boards_read_back() {
    let (mut drawn, mut listed) = (0, 0);
    for seed in 0..1_500 {
        let diagram = diagram(seed);
        let text = paste(&diagram);
        let again = read(&text).unwrap_or_else(|error| panic!("{seed}: {error}\n{text}"));
        assert_eq!(again, visible(&diagram), "{seed}\n{text}");
        drawn += usize::from(text.contains("Marks: "));
        listed += usize::from(text.contains("\nlabel "));
    }
    assert!(drawn > 200 && listed > 200, "{drawn} {listed}");
}

#[test]
fn it_reads_back_out_of_the_words_around_it() {
    let mut notes = 0;
    for seed in 0..500 {
        let diagram = diagram(seed);
        let board = draw(&diagram, &TextStyle::default());
        let text = format!("Kuro (Black)\nMove 5: Black A1\n\n{board}\nWhite to move.\nko D4\n");
        let mut wanted = visible(&diagram);
        *wanted.caption_mut() = Diagram::new(Size::S9).caption().clone();
        assert_eq!(read(&text).unwrap(), wanted, "{seed}\n{text}");
        notes += board.notes.len();
    }
    assert!(notes > 500, "{notes}");
}

#[test]
fn reading_never_panics_and_names_a_line() {
    let mut refused = 0;
    for seed in 0..1_000u64 {
        let mut text = paste(&diagram(seed)).into_bytes();
        for step in 0..seed % 3 {
            let at = (seed * 7_919 + step * 104_729) as usize % text.len();
            text[at] = b"XO.+()|-_^a1 \n\"A"[(seed + step) as usize % 16];
        }
        let text = String::from_utf8_lossy(&text);
        if let Err(error) = read(&text) {
            assert!((1..=text.lines().count().max(1)).contains(&error.line()), "{error}\n{text}");
            refused += 1;
        }
    }
    assert!((100..950).contains(&refused), "{refused}");
}

#[test]
fn lines_are_equally_wide_in_every_style() {
    let mut rows = 0;
    for seed in 0..150 {
        let diagram = diagram(seed);
        for glyphs in [Glyphs::Ascii, Glyphs::Unicode] {
            for palette in [None, Some(Palette::Light), Some(Palette::Dark)] {
                for coordinates in Coordinates::ALL {
                    let style = TextStyle { glyphs, palette, coordinates, ..UNICODE };
                    let board = draw(&diagram, &style);
                    let widths = board
                        .lines
                        .iter()
                        .map(|line| -> usize { line.iter().map(|span| span.text.width()).sum() });
                    let window = diagram.window().unwrap_or(Window::whole(diagram.size()));
                    let height = usize::from(window.height());
                    let first = window.top();
                    let top = diagram.size().point(window.left(), first).unwrap();
                    let (line, _) = board.place(top).unwrap();
                    let names = |row: u8| coordinates.row(row, diagram.size()).width();
                    let inner: Vec<usize> = (first..)
                        .zip(widths.skip(line).take(height))
                        .map(|(row, width)| width - names(row))
                        .collect();
                    assert_eq!(inner.len(), height);
                    assert!(
                        inner.iter().all(|width| *width == inner[0]),
                        "{seed} {style:?}\n{board}"
                    );
                    let text = board.to_string();
                    assert!(!text.contains(|c: char| c.is_control() && c != '\n'), "{text:?}");
                    rows += height;
                }
            }
        }
    }
    assert!(rows > 20_000, "{rows}");
}

#[test]
fn every_stone_is_where_it_is_said_to_be() {
    let mut stones = 0;
    for seed in 0..300 {
        let diagram = diagram(seed);
        let board = draw(&diagram, &TextStyle::default());
        for (point, stone) in diagram.stones().iter() {
            let Some((line, column)) = board.place(point) else { continue };
            let text: String = board.lines[line].iter().map(|span| span.text.as_str()).collect();
            if diagram.marks(point).contains(Mark::Hidden) {
                assert_eq!(text.as_bytes()[column], b'_');
            } else if let Some(color) = stone {
                assert_eq!(char::from(text.as_bytes()[column]), color.symbol(), "{seed}\n{board}");
                stones += 1;
            }
        }
    }
    assert!(stones > 5_000, "{stones}");
}

#[test]
fn a_narrow_screen_lists_what_does_not_fit() {
    let mut diagram = Diagram::new(Size::S19);
    for (number, point) in (1..).zip(Size::S19.points().take(200)) {
        diagram.put(point, Some(Color::Black)).set_number(point, number);
    }
    let wide = draw(&diagram, &TextStyle::default());
    assert!(wide.notes.is_empty());
    for width in [40, 62, 80, 100] {
        let style = TextStyle { width: Some(width), ..TextStyle::default() };
        let board = draw(&diagram, &style);
        let widest = board.to_string().lines().map(str::len).max().unwrap();
        assert!(widest <= width.max(43), "{width}: {widest}\n{board}");
        assert_eq!(board.notes.is_empty(), width == 100);
        assert_eq!(read(&board.to_string()).unwrap(), diagram);
    }
}

#[test]
fn long_lists_wrap() {
    let mut diagram = Diagram::new(Size::S19);
    for point in Size::S19.points() {
        diagram.mark(point, Mark::Dim).set_heat(point, -250);
    }
    let style = TextStyle { width: Some(60), ..TextStyle::default() };
    let board = draw(&diagram, &style);
    assert!(board.notes.len() > 40 && board.notes.iter().all(|note| note.len() <= 60));
    assert_eq!(read(&board.to_string()).unwrap(), diagram);
}

/// A corner with everything in it.
fn corner() -> Diagram {
    let mut diagram = Diagram::new(Size::S9);
    let at = |name: &str| Size::S9.parse_a1(name).unwrap();
    for name in ["C3", "D3", "E2"] {
        diagram.put(at(name), Some(Color::Black));
    }
    for name in ["C4", "D4", "E3"] {
        diagram.put(at(name), Some(Color::White));
    }
    diagram.set_last_move(Some(at("E2"))).mark(at("D4"), Mark::Triangle).set_label(at("B2"), "a");
    diagram.mark(at("A1"), Mark::Territory(Color::Black)).set_number(at("E3"), 12);
    diagram.set_window(Some(Window::between(at("A1"), at("F5"))));
    diagram
}

#[test]
fn a_corner_in_ascii() {
    let board = draw(&corner(), &TextStyle::default()).to_string();
    let wanted = "
       A   B   C   D   E   F
 5 |   .   .   .   .   +   .   5
 4 |   .   .   O  ^O   .   .   4
 3 |   .   .   X   X 12O   .   3
 2 |   .   a   .   .  (X)  .   2
 1 |   =   .   .   .   .   .   1
     -----------------------
       A   B   C   D   E   F
Marks: ^ triangle, = Black's territory
window A5 F1 of 9x9
";
    assert_eq!(board, wanted[1..]);
    assert_eq!(read(&board).unwrap(), corner());
}

#[test]
fn a_corner_in_unicode() {
    let board = draw(&corner(), &UNICODE).to_string();
    let wanted = "
     A   B   C   D   E   F
 5   ├───┼───┼───┼───•───┼─ 5
 4   ├───┼───○──△○───┼───┼─ 4
 3   ├───┼───●───●─12○───┼─ 3
 2   ├───a───┼───┼──(●)──┼─ 2
 1   ▪───┴───┴───┴───┴───┴─ 1
     A   B   C   D   E   F
Marks: △ triangle, ▪ Black's territory
";
    assert_eq!(board, wanted[1..]);
    let wide = TextStyle { is_ambiguous_wide: true, ..UNICODE };
    assert_eq!(draw(&corner(), &wide), draw(&corner(), &TextStyle::default()));
}

#[test]
fn in_colours_a_stone_is_the_ground_of_its_label() {
    for palette in [Palette::Light, Palette::Dark] {
        let style = TextStyle { palette: Some(palette), ..UNICODE };
        let board = draw(&corner(), &style);
        let spans: Vec<_> = board.lines.iter().flatten().collect();
        let twelve = spans.iter().find(|span| span.text == "12").expect("the number");
        assert_eq!((twelve.paint.ink, twelve.paint.ground), (Some(16), Some(231)));
        // Stones differ in shape, too, and only the last move is in brackets.
        let text = board.to_string();
        assert_eq!((text.matches('●').count(), text.matches('○').count()), (3, 1));
        assert_eq!(text.matches('(').count(), 1);
        assert!(board.to_ansi().lines().next().is_some_and(|line| line.contains("\x1b[38;5;")));
    }
}

#[test]
fn columns_of_two_digits_are_written_below_each_other() {
    let style = TextStyle { coordinates: Coordinates::Japanese, ..TextStyle::default() };
    let board = draw(&Diagram::new(Size::new(11, 2).unwrap()), &style).to_string();
    let wanted = "
                     1 1
   1 2 3 4 5 6 7 8 9 0 1
一 . . . . . . . . . . . 一
二 . . . . . . . . . . . 二
                     1 1
   1 2 3 4 5 6 7 8 9 0 1
";
    assert_eq!(board, wanted[1..]);
}

#[test]
fn the_examples_of_the_documents_read() {
    let example = |document: &str| document.split("```\n").nth(1).expect("an example").to_owned();
    let diagram = read(&example(include_str!("../../../docs/formats/diagram.md"))).unwrap();
    let at = |name: &str| diagram.size().parse_a1(name).unwrap();
    assert_eq!((diagram.number(at("B1")), diagram.last_move()), (Some(17), Some(at("C2"))));
    let sensei = example(include_str!("../../../docs/formats/sensei.md"));
    let diagram = hoshi_render::sensei::read(&sensei).unwrap().diagram;
    assert_eq!(diagram.number(Size::S19.parse_a1("D18").unwrap()), Some(52));
    // Every sign is in the table.
    let table = include_str!("../../../docs/formats/diagram.md");
    let mut all = Diagram::new(Size::S9);
    for (mark, point) in Mark::ALL.into_iter().zip(Size::S9.points()).take(9) {
        all.mark(point, mark);
    }
    for style in [TextStyle::default(), UNICODE] {
        let key = draw(&all, &style).key.unwrap();
        let signs = key
            .trim_start_matches("Marks: ")
            .split(", ")
            .map(|item| &item[..item.find(' ').unwrap()]);
        assert_eq!(
            signs.filter(|sign| table.contains(&format!("| `{sign}` |"))).count(),
            9,
            "{key}"
        );
    }
}
