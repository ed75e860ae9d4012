//! Numbers in kanji, drawn as strokes, so that the coordinates of Japanese books need no font.

use crate::scene::Segment;

/// A step on a square of 100 by 100.
enum Step {
    To(i32, i32),
    By(i32, i32, i32, i32),
}

use Step::{By, To};

/// The strokes of a character, each from where it begins.
fn strokes(c: char) -> &'static [&'static [Step]] {
    match c {
        '一' => &[&[To(8, 52), To(92, 52)]],
        '二' => &[&[To(20, 26), To(80, 26)], &[To(6, 80), To(94, 80)]],
        '三' => &[&[To(16, 16), To(84, 16)], &[To(22, 50), To(78, 50)], &[To(6, 86), To(94, 86)]],
        '四' => &[
            &[To(10, 92), To(10, 18), To(90, 18), To(90, 92)],
            &[To(10, 84), To(90, 84)],
            &[To(38, 18), By(38, 50, 22, 60)],
            &[To(62, 18), To(62, 48), By(62, 56, 70, 56), To(80, 56)],
        ],
        '五' => &[
            &[To(14, 14), To(86, 14)],
            &[To(46, 14), To(34, 86)],
            &[To(20, 48), To(74, 48), To(70, 86)],
            &[To(6, 86), To(94, 86)],
        ],
        '六' => &[
            &[To(48, 6), To(53, 24)],
            &[To(8, 34), To(92, 34)],
            &[To(36, 50), By(31, 74, 12, 92)],
            &[To(63, 50), By(80, 68, 90, 92)],
        ],
        '七' => &[
            &[To(6, 48), To(92, 34)],
            &[To(42, 8), To(42, 76), By(42, 88, 54, 88), To(82, 88), By(92, 88, 92, 72)],
        ],
        '八' => &[&[To(38, 14), By(36, 64, 6, 92)], &[To(58, 12), By(66, 66, 94, 92)]],
        '九' => &[
            &[To(38, 6), By(42, 70, 8, 94)],
            &[
                To(10, 34),
                To(68, 34),
                To(68, 80),
                By(68, 90, 78, 90),
                To(84, 90),
                By(94, 90, 94, 74),
            ],
        ],
        '十' => &[&[To(6, 44), To(94, 44)], &[To(50, 6), To(50, 96)]],
        '百' => &[
            &[To(8, 10), To(92, 10)],
            &[To(52, 10), To(44, 32)],
            &[To(22, 94), To(22, 32), To(78, 32), To(78, 94)],
            &[To(22, 60), To(78, 60)],
            &[To(22, 88), To(78, 88)],
        ],
        _ => &[],
    }
}

/// Whether every character of a text can be drawn.
pub(super) fn can_draw(text: &str) -> bool {
    text.chars().all(|c| !strokes(c).is_empty())
}

/// How wide a text is, at a size.
pub(super) fn width(text: &str, size: i32) -> i32 {
    let count = i32::try_from(text.chars().count()).unwrap_or(i32::MAX / 1_000_000);
    (count * size * 115 / 100 - size * 15 / 100).max(0)
}

/// The strokes of a text around a place.
pub(super) fn draw(text: &str, (x, y): (i32, i32), size: i32) -> Vec<Segment> {
    let mut segments = Vec::new();
    let mut left = x - width(text, size) / 2;
    let top = y - size / 2;
    for c in text.chars() {
        let at = |x: i32, y: i32| (left + x * size / 100, top + y * size / 100);
        for stroke in strokes(c) {
            for (nth, step) in stroke.iter().enumerate() {
                segments.push(match *step {
                    To(x, y) if nth == 0 => Segment::Move(at(x, y).0, at(x, y).1),
                    To(x, y) => Segment::Line(at(x, y).0, at(x, y).1),
                    By(cx, cy, x, y) => {
                        let (control, end) = (at(cx, cy), at(x, y));
                        Segment::Curve(control.0, control.1, end.0, end.1)
                    }
                });
            }
        }
        left += size * 115 / 100;
    }
    segments
}
