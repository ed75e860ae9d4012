//! The obvious way to judge a position.
#![allow(dead_code, reason = "not every test needs all of it")]

use hoshi_core::Size;

/// The digits of a serial, the first point's first.
pub(crate) fn points(serial: u64, area: usize) -> Vec<u8> {
    let mut rest = serial;
    let mut points = Vec::with_capacity(area);
    for _ in 0..area {
        points.push((rest % 3) as u8);
        rest /= 3;
    }
    points
}

/// Whether every block has a liberty, found by walking over it.
pub(crate) fn is_legal(size: Size, points: &[u8]) -> bool {
    size.points().filter(|&point| points[size.index(point)] != 0).all(|start| {
        let color = points[size.index(start)];
        let (mut block, mut at) = (vec![start], 0);
        while let Some(&point) = block.get(at) {
            for other in size.neighbors(point) {
                match points[size.index(other)] {
                    0 => return true,
                    same if same == color && !block.contains(&other) => block.push(other),
                    _ => {}
                }
            }
            at += 1;
        }
        false
    })
}

/// The serials of all images of a position, itself among them.
pub(crate) fn images(size: Size, points: &[u8]) -> Vec<u64> {
    let (width, height) = (usize::from(size.width()), usize::from(size.height()));
    let mut images = Vec::new();
    for nth in 0..if width == height { 8 } else { 4 } {
        let mut serial = 0;
        for row in 0..height {
            for column in 0..width {
                let x = if nth & 1 == 0 { column } else { width - 1 - column };
                let y = if nth & 2 == 0 { row } else { height - 1 - row };
                let (x, y) = if nth & 4 == 0 { (x, y) } else { (y, x) };
                let color = u64::from(points[y * width + x]);
                serial += color * 3u64.pow((row * width + column) as u32);
            }
        }
        images.push(serial);
    }
    images
}
