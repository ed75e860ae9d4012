//! Circles, pixel by pixel: most of a picture is stones. The coverage of a pixel follows from its
//! distance to the centre, and so does the colour of a gradient; with tiny-skia, which builds and
//! scans a path for each circle, a picture of 250 stones took twice as long.

use tiny_skia::{Pixmap, PremultipliedColorU8};

use crate::scene::{Color, Gradient};

/// A circle or a ring, in pixels.
#[derive(Clone, Copy)]
pub(super) struct Disc {
    pub(super) x: f32,
    pub(super) y: f32,
    pub(super) radius: f32,
    /// The radius of the hole of a ring; 0 for a circle.
    pub(super) hole: Option<f32>,
}

/// The colours of a gradient by distance from its centre, each multiplied by its opacity.
pub(super) struct Ramp {
    center: (f32, f32),
    radius: f32,
    colors: Vec<[f32; 4]>,
}

const STEPS: usize = 512;

impl Ramp {
    pub(super) fn new(gradient: &Gradient) -> Ramp {
        let share = |thousandths: i32| thousandths as f32 / 1000.0;
        let colors = (0..=STEPS).map(|step| {
            let at = step as f32 / STEPS as f32;
            let after = gradient.stops.iter().position(|stop| share(i32::from(stop.offset)) >= at);
            let last = gradient.stops.len().saturating_sub(1);
            let after = after.unwrap_or(last);
            let before =
                if at > share(offset(gradient, last)) { last } else { after.saturating_sub(1) };
            let (from, to) = (share(offset(gradient, before)), share(offset(gradient, after)));
            let part = if to > from { ((at - from) / (to - from)).clamp(0.0, 1.0) } else { 1.0 };
            let stop =
                |at: usize| gradient.stops.get(at).map_or([0.0; 4], |stop| parts(stop.color));
            let (one, other) = (stop(before), stop(after));
            let [r, g, b, a] = std::array::from_fn(|at| one[at] + (other[at] - one[at]) * part);
            [r * a / 255.0, g * a / 255.0, b * a / 255.0, a]
        });
        Ramp {
            center: (share(gradient.center.0), share(gradient.center.1)),
            radius: share(gradient.radius).max(0.001),
            colors: colors.collect(),
        }
    }
}

impl Ramp {
    /// The radius within which a centred gradient is transparent, as a share of its own radius.
    fn clear(&self) -> Option<f32> {
        let clear = self.colors.iter().take_while(|color| color[3] <= 0.0).count();
        let is_centered = self.center == (0.5, 0.5);
        (clear > 1 && is_centered).then(|| (clear - 1) as f32 / STEPS as f32)
    }
}

fn offset(gradient: &Gradient, at: usize) -> i32 {
    gradient.stops.get(at).map_or(0, |stop| i32::from(stop.offset))
}

fn parts(Color { r, g, b, a }: Color) -> [f32; 4] {
    [r, g, b, a].map(f32::from)
}

impl Disc {
    /// Draws it in one colour.
    pub(super) fn plain(self, pixmap: &mut Pixmap, color: Color) {
        let [r, g, b, a] = parts(color);
        let source = [r * a / 255.0, g * a / 255.0, b * a / 255.0, a];
        self.each(pixmap, |_, _| source);
    }

    /// Draws it in the colours of a gradient.
    pub(super) fn ramp(self, pixmap: &mut Pixmap, ramp: &Ramp) {
        let side = 2.0 * self.radius;
        let (x, y) = (
            self.x - self.radius + ramp.center.0 * side,
            self.y - self.radius + ramp.center.1 * side,
        );
        let scale = STEPS as f32 / (ramp.radius * side);
        // A shadow is transparent in the middle, under its stone.
        let hole = ramp.clear().map(|share| share * ramp.radius * side);
        Disc { hole, ..self }.each(pixmap, |px, py| {
            let (dx, dy) = (px - x, py - y);
            let at = (dx * dx + dy * dy).sqrt() * scale;
            ramp.colors[(at as usize).min(STEPS)]
        });
    }

    /// Blends a premultiplied colour over every pixel, weighted by the coverage of the disc. Each
    /// row is visited only where the disc is, without its hole.
    fn each(self, pixmap: &mut Pixmap, color: impl Fn(f32, f32) -> [f32; 4]) {
        let (width, height) = (pixmap.width() as usize, pixmap.height() as usize);
        let reach = self.radius + 1.0;
        let top = (self.y - reach).floor().max(0.0) as usize;
        let bottom = ((self.y + reach).ceil().max(0.0) as usize).min(height);
        let pixels = pixmap.pixels_mut();
        for row in top..bottom {
            let py = row as f32 + 0.5;
            let dy = py - self.y;
            let chord = |radius: f32| (radius * radius - dy * dy).max(0.0).sqrt();
            let half = chord(reach);
            let left = ((self.x - half).floor().max(0.0) as usize).min(width);
            let right = ((self.x + half).ceil().max(0.0) as usize).min(width);
            let free = self.hole.map_or(0.0, |hole| chord((hole - 1.0).max(0.0)) - 1.0);
            let parts = if free > 0.0 {
                let end = ((self.x - free).ceil().max(0.0) as usize).clamp(left, right);
                let start = ((self.x + free).floor().max(0.0) as usize).clamp(end, right);
                [left..end, start..right]
            } else {
                [left..right, right..right]
            };
            let solid = (self.radius - 0.5).max(0.0);
            for part in parts {
                let first = part.start;
                let Some(line) = pixels.get_mut(row * width + first..row * width + part.end) else {
                    continue;
                };
                for (pixel, column) in line.iter_mut().zip(first..) {
                    let px = column as f32 + 0.5;
                    let dx = px - self.x;
                    let square = dx * dx + dy * dy;
                    let mut cover = 1.0;
                    if square > solid * solid || self.hole.is_some() {
                        let distance = square.sqrt();
                        cover = (self.radius - distance + 0.5).clamp(0.0, 1.0);
                        if let Some(hole) = self.hole {
                            let outside = (distance - hole + 0.5).clamp(0.0, 1.0);
                            cover = (cover + outside - 1.0).max(0.0);
                        }
                    }
                    if cover > 0.0 {
                        *pixel = over(color(px, py), cover, *pixel);
                    }
                }
            }
        }
    }
}

fn over(source: [f32; 4], cover: f32, below: PremultipliedColorU8) -> PremultipliedColorU8 {
    if source[3] >= 255.0 && cover >= 1.0 {
        let [r, g, b] = [source[0], source[1], source[2]].map(|part| (part + 0.5) as u8);
        return PremultipliedColorU8::from_rgba(r, g, b, 255).unwrap_or(below);
    }
    let rest = 1.0 - source[3] / 255.0 * cover;
    let mix = |source: f32, below: u8| (source * cover + f32::from(below) * rest + 0.5) as u8;
    let a = mix(source[3], below.alpha());
    let part = |source: f32, below: u8| mix(source, below).min(a);
    let (r, g, b) = (
        part(source[0], below.red()),
        part(source[1], below.green()),
        part(source[2], below.blue()),
    );
    PremultipliedColorU8::from_rgba(r, g, b, a).unwrap_or(below)
}
