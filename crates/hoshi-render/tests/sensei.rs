//! Round trips through Sensei's syntax: losses are named, the rest reads back as the same diagram.

mod common;

use common::{diagram, visible};
use hoshi_core::{Color, Diagram, Mark, Size, Window};
use hoshi_render::sensei::{read, write};

#[test]
fn diagrams_read_back_except_for_named_losses() {
    let (mut whole, mut part) = (0, 0);
    for seed in 0..3_000 {
        let diagram = visible(&diagram(seed));
        let written = write(&diagram, seed % 2 == 0);
        let again = read(&written.text).unwrap_or_else(|error| panic!("{error}\n{}", written.text));
        assert_eq!(again.coordinates, seed % 2 == 0);
        if written.lost.is_empty() {
            // A window of the whole board is no window.
            let mut wanted = diagram.clone();
            if wanted.window() == Some(Window::whole(wanted.size())) {
                wanted.set_window(None);
            }
            assert_eq!(again.diagram, wanted, "{seed}\n{}", written.text);
            whole += 1;
        } else {
            part += 1;
        }
        // Everything that was read can be written, and is written the same if it is in its place.
        let second = write(&again.diagram, again.coordinates);
        assert_eq!(second.lost, Vec::<String>::new(), "{seed}");
        if !written.lost.iter().any(|line| line.starts_with("window ")) {
            assert_eq!(second.text, written.text, "{seed}");
        }
    }
    assert!(whole > 150 && part > 500, "{whole} {part}");
}

#[test]
fn nothing_is_lost_silently() {
    let mut losses = 0;
    for seed in 0..3_000 {
        let diagram = visible(&diagram(seed));
        let written = write(&diagram, false);
        if written.lost.iter().any(|line| line.starts_with("window ")) {
            continue;
        }
        let mut again = read(&written.text).unwrap().diagram;
        // The losses, parsed as notes, and put back.
        let empty = format!("{:#}", Diagram::new(diagram.size()));
        let lost: Diagram = format!("{empty}{}\n", written.lost.join("\n")).parse().unwrap();
        for point in diagram.size().points() {
            lost.marks(point).iter().for_each(|mark| {
                again.mark(point, mark);
            });
            lost.label(point).into_iter().for_each(|label| {
                again.set_label(point, label);
            });
            lost.number(point).into_iter().for_each(|number| {
                again.set_number(point, number);
            });
            lost.heat(point).into_iter().for_each(|heat| {
                again.set_heat(point, heat);
            });
        }
        again.set_last_move(lost.last_move()).set_ko(lost.ko());
        let (title, to_play) = (again.caption().title.clone(), again.caption().to_play);
        again.caption_mut().clone_from(lost.caption());
        let caption = again.caption_mut();
        caption.title = title.or(caption.title.take());
        caption.to_play = to_play.or(caption.to_play);
        again.set_window(diagram.window());
        assert_eq!(again, diagram, "{seed}\n{}\n{:?}", written.text, written.lost);
        losses += written.lost.len();
    }
    assert!(losses > 3_000, "{losses}");
}

#[test]
fn reading_never_panics() {
    let (mut read_ones, mut refused) = (0, 0);
    for seed in 0..2_000u64 {
        let mut text = write(&diagram(seed), true).text.into_bytes();
        for step in 0..3 {
            let at = (seed * 7_919 + step * 104_729) as usize % text.len();
            text[at] = b"$BWcm019|-+. X\n{"[(seed / 3 + step) as usize % 16];
        }
        let text = String::from_utf8_lossy(&text);
        match read(&text) {
            Ok(sensei) => {
                let written = write(&sensei.diagram, sensei.coordinates);
                assert_eq!(read(&written.text).as_ref(), Ok(&sensei), "{text}\n{}", written.text);
                assert!(written.lost.is_empty(), "{text}\n{:?}", written.lost);
                read_ones += 1;
            }
            Err(error) => {
                assert!((1..=text.lines().count().max(1)).contains(&error.line()), "{error}");
                refused += 1;
            }
        }
    }
    assert!(read_ones > 250 && refused > 250, "{read_ones} {refused}");
}

#[test]
fn every_sign_of_the_syntax() {
    let text = "\
Some words of the wiki.
$$Wc9m51 A title, 9 lines
$$ +-------------------+
$$ | X O . , 1 2 3 4 5 |
$$ | 6 7 8 9 0 a z _ . |
$$ | B W # @ Y Q Z P . |
$$ | C S T M . . . . . |
$$ | . . . . . . . . . |
$$ {AR A1 B2} {LN C3 D4}
$$ [a|SomePage]
More words.
$$ this is another diagram
";
    let sensei = read(text).unwrap();
    let diagram = &sensei.diagram;
    assert!(sensei.coordinates);
    assert_eq!(diagram.size(), Size::S9);
    assert_eq!(diagram.window().map(Window::height), Some(5));
    let at = |name: &str| Size::S9.parse_a1(name).unwrap();
    assert_eq!(diagram.caption().title.as_deref(), Some("A title, 9 lines"));
    for (name, number, color) in
        [("E9", 51, Color::White), ("F9", 52, Color::Black), ("E8", 60, Color::Black)]
    {
        assert_eq!(
            (diagram.number(at(name)), diagram.stone(at(name))),
            (Some(number), Some(color))
        );
    }
    let shapes = [Mark::Circle, Mark::Square, Mark::Triangle, Mark::Cross];
    for (mark, names) in shapes.into_iter().zip([
        ["A7", "B7", "A6"],
        ["C7", "D7", "B6"],
        ["E7", "F7", "C6"],
        ["G7", "H7", "D6"],
    ]) {
        let stones = names.map(|name| diagram.stone(at(name)));
        assert_eq!(stones, [Some(Color::Black), Some(Color::White), None]);
        assert!(names.iter().all(|name| diagram.marks(at(name)).contains(mark)));
        assert_eq!(diagram.marked(mark).count(), 3);
    }
    assert_eq!((diagram.label(at("F8")), diagram.label(at("G8"))), (Some("a"), Some("z")));
    assert!(diagram.marks(at("H8")).contains(Mark::Hidden));
    assert_eq!(diagram.arrows().collect::<Vec<_>>(), [(at("A1"), at("B2"))]);
    assert_eq!(diagram.lines().count(), 1);
}

#[test]
fn errors_name_the_line() {
    for (text, wanted) in [
        ("hello", "line 1: no line begins with $$"),
        ("$$B\n", "line 1: a diagram has 1 to 255 rows of 1 to 255 points, each after $$"),
        ("$$\n$$ . X\n$$ .", "line 3: this row has 1 points, the first one 2"),
        (
            "$$\n$$ . &",
            "line 2: `&` is not a point: write . , X O, a digit, a letter from a to z, or one of BW#@YQZP CSTM _",
        ),
        ("$$\n$$ |.|\n$$ --\n$$ .", "line 4: a row after the lower edge of the board"),
        ("$$B0\n$$ .", "line 1: `0` is not the size of a board, 1 to 255"),
        ("$$Bm99999999999\n$$ .", "line 1: `99999999999` is not the number of a move"),
        ("$$\n$$ .\n$$ {XX A1 B2}", "line 3: `{XX A1 B2}`: write {AR C3 D4} or {LN C3 D4}"),
        ("$$\n$$ .\n$$ {AR A1 Z2}", "line 3: "),
    ] {
        let error = read(text).unwrap_err().to_string();
        assert!(error.starts_with(wanted), "{error}");
    }
}
