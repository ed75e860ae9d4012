//! What the lab counts, as pictures: a board with a shade for each point, or bars.

use std::path::Path;

use anyhow::Result;
use hoshi_core::{Color, Diagram, Legend, Mark, Move, Point, Size};
use hoshi_render::{Chart, Coordinates, Scene, Style, beside, layout};

use crate::cli::Drawing;
use crate::commands::draw;
use crate::files;
use crate::out::Out;

/// Where a picture goes, and what it shows.
pub(super) struct Picture<'a> {
    output: &'a Path,
    bars: bool,
    force: bool,
}

/// A count for each point of a board, under a title.
pub(super) struct Counts {
    pub(super) title: String,
    pub(super) counts: Vec<u128>,
}

/// What a move is worth, at least and at most.
pub(super) struct MoveValue {
    pub(super) mv: Move,
    pub(super) low: i32,
    pub(super) high: i32,
    pub(super) text: String,
    pub(super) is_best: bool,
}

/// A position whose moves have values.
pub(super) struct Solved<'a> {
    pub(super) title: String,
    /// 0 empty, 1 black, 2 white.
    pub(super) points: &'a [u8],
    pub(super) turn: Color,
    pub(super) ko: Option<Point>,
    pub(super) moves: Vec<MoveValue>,
}

impl<'a> Picture<'a> {
    /// The picture that was asked for, checked before the work begins.
    pub(super) fn asked(drawing: &'a Drawing) -> Result<Option<Picture<'a>>> {
        drawing
            .draw
            .as_deref()
            .map(|path| Picture::new(path, drawing.bars, drawing.force))
            .transpose()
    }

    /// A picture that goes to a file.
    pub(super) fn new(output: &'a Path, bars: bool, force: bool) -> Result<Picture<'a>> {
        draw::still(output)?;
        files::check(output, force)?;
        Ok(Picture { output, bars, force })
    }

    /// Draws counts by point, the maps beside each other.
    pub(super) fn heat(&self, size: Size, maps: &[Counts], out: &mut Out) -> Result<()> {
        let style = style()?;
        let scene = |map: &Counts| {
            if self.bars { by_point(size, map, &style) } else { layout(&heat(size, map), &style) }
        };
        self.write(beside(maps.iter().map(scene).collect()), out)
    }

    /// Draws counts by a number, from 0 on.
    pub(super) fn numbers(&self, title: &str, counts: &[u128], out: &mut Out) -> Result<()> {
        let most = most(counts);
        let mut chart = Chart::new(title);
        for (number, &count) in counts.iter().enumerate() {
            chart.bar(number.to_string(), thousandths(count, most), grouped(count));
        }
        self.write(chart.layout(&style()?), out)
    }

    /// Draws a state of a solved board: the value of each move, the best ones marked.
    pub(super) fn values(&self, size: Size, solved: &Solved<'_>, out: &mut Out) -> Result<()> {
        self.write(layout(&values(size, solved), &style()?), out)
    }

    fn write(&self, scene: Scene, out: &mut Out) -> Result<()> {
        draw::write_one(scene, self.output, self.force, out)
    }
}

fn style() -> Result<Style> {
    Ok(Style::new().theme(draw::theme("wood")?).coordinates(Coordinates::A1))
}

fn most(counts: &[u128]) -> u128 {
    counts.iter().copied().max().unwrap_or(0).max(1)
}

/// The share of the greatest count.
fn thousandths(count: u128, most: u128) -> u16 {
    // Both lose their last digits alike where the product would be too large.
    let shift = (u128::BITS - most.leading_zeros()).saturating_sub(100);
    let (count, most) = (count >> shift, (most >> shift).max(1));
    let share = (count * 1000 + most / 2) / most;
    u16::try_from(share).unwrap_or(1000)
}

/// A count as a label has room for it: 48, 1.2k, 35M, 4.1e15.
fn short(count: u128) -> String {
    const UNITS: [(u128, &str); 4] =
        [(1_000_000_000_000, "T"), (1_000_000_000, "G"), (1_000_000, "M"), (1_000, "k")];
    if count >= 1_000 * UNITS[0].0 {
        let digits = count.to_string();
        return format!("{}.{}e{}", &digits[..1], &digits[1..2], digits.len() - 1);
    }
    for (unit, name) in UNITS {
        if count >= unit {
            let tenths = count * 10 / unit;
            return match tenths {
                0..100 => format!("{}.{}{name}", tenths / 10, tenths % 10),
                _ => format!("{}{name}", tenths / 10),
            };
        }
    }
    count.to_string()
}

/// A count with its digits in groups of three.
fn grouped(count: u128) -> String {
    let digits = count.to_string();
    let mut grouped = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            grouped.push(',');
        }
        grouped.push(digit);
    }
    grouped
}

fn heat(size: Size, map: &Counts) -> Diagram {
    let mut diagram = Diagram::new(size);
    let most = most(&map.counts);
    for (point, &count) in size.points().zip(&map.counts) {
        let share = i16::try_from(thousandths(count, most)).unwrap_or(1000);
        diagram.set_heat(point, share).set_label(point, short(count));
    }
    let caption = diagram.caption_mut();
    caption.title = Some(map.title.clone());
    caption.legend = Some(Legend { title: String::new(), low: "0".into(), high: grouped(most) });
    diagram
}

fn by_point(size: Size, map: &Counts, style: &Style) -> Scene {
    let most = most(&map.counts);
    let mut chart = Chart::new(map.title.clone());
    for (point, &count) in size.points().zip(&map.counts) {
        chart.bar(size.a1(point).to_string(), thousandths(count, most), grouped(count));
    }
    chart.layout(style)
}

fn values(size: Size, solved: &Solved<'_>) -> Diagram {
    let mut diagram = Diagram::new(size);
    for (point, &stone) in size.points().zip(solved.points) {
        diagram.put(point, [None, Some(Color::Black), Some(Color::White)][usize::from(stone)]);
    }
    diagram.set_ko(solved.ko);
    let points = i32::try_from(size.area()).unwrap_or(i32::MAX);
    for MoveValue { mv, low, high, text, is_best } in &solved.moves {
        let Move::Play(point) = *mv else {
            let best = if *is_best { " (best)" } else { "" };
            diagram.caption_mut().notes.push(format!("pass: {text}{best}"));
            continue;
        };
        // The middle of the interval, as a share of the board.
        let middle = ((low + high) * 500 / points).clamp(-1000, 1000);
        diagram.set_label(point, text.clone()).set_heat(point, i16::try_from(middle).unwrap_or(0));
        if *is_best {
            diagram.mark(point, Mark::Square);
        }
    }
    let caption = diagram.caption_mut();
    caption.title = Some(solved.title.clone());
    caption.to_play = Some(solved.turn);
    caption.legend = Some(Legend {
        title: "points for Black".into(),
        low: format!("-{points}"),
        high: points.to_string(),
    });
    diagram
}

#[cfg(test)]
mod tests {
    use super::{grouped, short, thousandths};

    #[test]
    fn counts_in_few_letters() {
        let wanted = [
            (0, "0"),
            (999, "999"),
            (1_000, "1.0k"),
            (12_345, "12k"),
            (999_999, "999k"),
            (1_234_567, "1.2M"),
            (7_000_000_000, "7.0G"),
            (1_500_000_000_000, "1.5T"),
            (4_100_000_000_000_000, "4.1e15"),
        ];
        for (count, text) in wanted {
            assert_eq!(short(count), text);
        }
        assert_eq!(grouped(1_234_567), "1,234,567");
        assert_eq!(grouped(123), "123");
    }

    #[test]
    fn shares_of_huge_counts() {
        assert_eq!(thousandths(u128::MAX, u128::MAX), 1000);
        assert_eq!(thousandths(u128::MAX / 2, u128::MAX), 500);
        assert_eq!(thousandths(0, 1), 0);
        assert_eq!(thousandths(1, 3), 333);
    }
}
