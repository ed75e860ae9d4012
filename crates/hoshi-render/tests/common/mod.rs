//! Random diagrams with everything that a diagram can contain.

use hoshi_core::{Color, Diagram, Legend, Mark, Point, Rng as _, Size, SplitMix64, Window};

/// Labels as found in records, and some hostile ones.
const LABELS: [&str; 22] = [
    "a",
    "b",
    "z",
    "A",
    "X",
    "O",
    "x",
    "o",
    "1",
    "17",
    "007",
    "123",
    "1234",
    "aX",
    "Ab1",
    "ko threat",
    "\"",
    "",
    ".",
    "^",
    "甲",
    "a\nb",
];

/// A diagram from a seed.
pub(crate) fn diagram(seed: u64) -> Diagram {
    let rng = &mut SplitMix64::new(seed);
    let mut below = |n: u32| rng.below(n);
    let side = |below: &mut dyn FnMut(u32) -> u32| match below(6) {
        0 => 19,
        1 => 27,
        _ => u8::try_from(below(13) + 1).unwrap(),
    };
    let size = Size::new(side(&mut below), side(&mut below)).unwrap();
    let mut diagram = Diagram::new(size);
    let points: Vec<Point> = size.points().collect();
    let count = u32::try_from(points.len()).unwrap();
    for &point in &points {
        if below(3) == 0 {
            diagram.put(point, Some(if below(2) == 0 { Color::Black } else { Color::White }));
        }
    }
    let some = |below: &mut dyn FnMut(u32) -> u32| points[below(count) as usize];
    // Many boards have few marks; some have many.
    let many = [0, 1, 3, 12][below(4) as usize];
    for _ in 0..many {
        let at = some(&mut below);
        match below(9) {
            0..=2 => diagram.mark(at, Mark::ALL[below(11) as usize]),
            3 | 4 => diagram.set_label(at, LABELS[below(22) as usize]),
            5 => diagram.set_number(at, [1, 9, 10, 17, 112, 4711][below(6) as usize]),
            6 => diagram.set_heat(at, i16::try_from(below(2001)).unwrap() - 1000),
            7 => diagram.add_line(at, some(&mut below)),
            _ => diagram.add_arrow(at, some(&mut below)),
        };
    }
    if below(2) == 0 {
        diagram.set_last_move(Some(some(&mut below)));
    }
    if below(4) == 0 {
        diagram.set_ko(Some(some(&mut below)));
    }
    if below(3) == 0 {
        diagram.set_window(Some(Window::between(some(&mut below), some(&mut below))));
    }
    let caption = diagram.caption_mut();
    caption.title =
        [None, Some("Figure 2".to_owned()), Some(" odd\n".to_owned())][below(3) as usize].clone();
    caption.to_play = [None, Some(Color::Black), Some(Color::White)][below(3) as usize];
    if below(8) == 0 {
        caption.heading = vec!["A against B".to_owned(), "2024".to_owned()];
        caption.notes = vec!["57, 63 at 51".to_owned()];
        caption.comment = Some("  X . O\n\n   A B C\n".to_owned());
        caption.captures = Some((3, 12));
        caption.legend =
            Some(Legend { title: "ko points".into(), low: "0".into(), high: "48".into() });
    }
    diagram
}

/// The same without the invisible parts: outside the window, and on hidden points.
pub(crate) fn visible(diagram: &Diagram) -> Diagram {
    let size = diagram.size();
    let window = diagram.window().unwrap_or(Window::whole(size));
    let mut seen = Diagram::new(size);
    seen.set_window(diagram.window()).set_ko(diagram.ko());
    seen.caption_mut().clone_from(diagram.caption());
    diagram.lines().for_each(|(from, to)| {
        seen.add_line(from, to);
    });
    diagram.arrows().for_each(|(from, to)| {
        seen.add_arrow(from, to);
    });
    for point in size.points().filter(|&point| window.contains(point)) {
        if diagram.marks(point).contains(Mark::Hidden) {
            seen.mark(point, Mark::Hidden);
            continue;
        }
        seen.put(point, diagram.stone(point));
        diagram.marks(point).iter().for_each(|mark| {
            seen.mark(point, mark);
        });
        if let Some(label) = diagram.label(point) {
            seen.set_label(point, label);
        }
        if let Some(number) = diagram.number(point) {
            seen.set_number(point, number);
        }
        if let Some(heat) = diagram.heat(point) {
            seen.set_heat(point, heat);
        }
        if diagram.last_move() == Some(point) {
            seen.set_last_move(Some(point));
        }
    }
    seen
}
