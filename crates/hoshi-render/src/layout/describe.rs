//! The position in words, for those who cannot see it.

use std::fmt::Write as _;

use hoshi_core::{A1, Color as Side, Diagram, Mark, Point, Window};

use super::text::clean;

pub(super) fn title(diagram: &Diagram) -> String {
    let title = diagram.caption().title.as_deref().map(clean).unwrap_or_default();
    if title.is_empty() { format!("Go board, {}", diagram.size()) } else { title }
}

pub(super) fn description(diagram: &Diagram, window: Window) -> String {
    let size = diagram.size();
    let a1 = |point: Point| size.a1(point);
    let mut text = format!("Go board, {size}.");
    if window != Window::whole(size)
        && let Some(one) = size.point(window.left(), window.bottom())
        && let Some(other) = size.point(window.right(), window.top())
    {
        write!(text, " Shown: {} to {}.", a1(one), a1(other)).ok();
    }
    let is_shown =
        |point: &Point| window.contains(*point) && !diagram.marks(*point).contains(Mark::Hidden);
    let mut list = |name: &str, points: &mut dyn Iterator<Item = Point>| {
        let mut points = points.filter(is_shown).peekable();
        if points.peek().is_some() {
            write!(text, " {name}:").ok();
            for (nth, point) in points.enumerate() {
                text.push_str(if nth == 0 { " " } else { ", " });
                write!(text, "{}", a1(point)).ok();
            }
            text.push('.');
        }
    };
    for (side, name) in [(Side::Black, "Black stones"), (Side::White, "White stones")] {
        list(name, &mut size.points().filter(|&point| diagram.stone(point) == Some(side)));
    }
    list("Last move", &mut diagram.last_move().into_iter());
    list("Ko", &mut diagram.ko().into_iter());
    for mark in Mark::ALL {
        let name = match mark {
            Mark::Circle => "Circles",
            Mark::Square => "Squares",
            Mark::Triangle => "Triangles",
            Mark::Cross => "Crosses",
            Mark::Selected => "Selected",
            Mark::Territory(Side::Black) => "Black's territory",
            Mark::Territory(Side::White) => "White's territory",
            Mark::Dead => "Dead",
            Mark::Seki => "Seki",
            Mark::Dim => "Dimmed",
            _ => continue,
        };
        list(name, &mut diagram.marked(mark));
    }
    let mut numbers: Vec<(u32, Point)> =
        diagram.numbers().map(|(point, number)| (number, point)).collect();
    numbers.sort_unstable();
    let numbers = numbers.iter().map(|(number, point)| (number.to_string(), *point));
    pairs(&mut text, "Numbers", numbers.filter(|(_, point)| is_shown(point)), &a1);
    let labels = diagram.labels().map(|(point, label)| (clean(label), point));
    pairs(&mut text, "Labels", labels.filter(|(_, point)| is_shown(point)), &a1);
    for (name, ends) in [
        ("Lines", diagram.lines().collect::<Vec<_>>()),
        ("Arrows", diagram.arrows().collect::<Vec<_>>()),
    ] {
        let ends: Vec<String> =
            ends.into_iter().map(|(from, to)| format!("{} to {}", a1(from), a1(to))).collect();
        if !ends.is_empty() {
            write!(text, " {name}: {}.", ends.join(", ")).ok();
        }
    }
    match diagram.caption().to_play {
        Some(Side::Black) => text.push_str(" Black to play."),
        Some(Side::White) => text.push_str(" White to play."),
        None => {}
    }
    if let Some((black, white)) = diagram.caption().captures {
        write!(text, " Black captured {black}, White captured {white}.").ok();
    }
    text
}

fn pairs(
    text: &mut String,
    name: &str,
    pairs: impl Iterator<Item = (String, Point)>,
    a1: &impl Fn(Point) -> A1,
) {
    for (nth, (what, point)) in pairs.enumerate() {
        if nth == 0 {
            write!(text, " {name}: ").ok();
        } else {
            text.push_str(", ");
        }
        text.push_str(&what);
        text.push_str(" at ");
        write!(text, "{}", a1(point)).ok();
    }
    if !text.ends_with('.') {
        text.push('.');
    }
}
