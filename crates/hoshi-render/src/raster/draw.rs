//! Draws the items of a scene one after another with tiny-skia.

use tiny_skia::{
    FillRule, LineCap, LineJoin, Paint, Path, PathBuilder, Pixmap, PixmapPaint, Rect, Shader,
    Transform,
};

use super::disc::{Disc, Ramp};
use super::fonts::Fonts;
use crate::scene::{Anchor, Color, Fill, Item, Scene, Segment, Stroke, Text};

/// Draws a scene; `None` if the pixels cannot be allocated. Also returns the characters that no
/// font has.
pub(super) fn draw(
    scene: &Scene,
    ground: Option<Color>,
    width: u32,
    height: u32,
) -> Option<(Pixmap, Vec<char>)> {
    let mut pixmap = Pixmap::new(width, height)?;
    if let Some(ground) = ground {
        pixmap.fill(color(ground));
    }
    let across = width as f32 / scene.width.max(1) as f32;
    let down = height as f32 / scene.height.max(1) as f32;
    let view = Transform::from_scale(across, down);
    let ramps = scene.gradients.iter().map(Ramp::new).collect();
    let mut canvas = Canvas { pixmap, view, ramps, fonts: Fonts::new() };
    canvas.items(&scene.items);
    Some((canvas.pixmap, canvas.fonts.missing()))
}

struct Canvas {
    pixmap: Pixmap,
    /// From hundredths of a unit to pixels.
    view: Transform,
    ramps: Vec<Ramp>,
    fonts: Fonts,
}

impl Canvas {
    fn items(&mut self, items: &[Item]) {
        for item in items {
            match item {
                Item::Rect { x, y, width, height, fill, stroke } => {
                    let [x, y, width, height] = [*x, *y, *width, *height].map(|side| side as f32);
                    if let Some(rect) = Rect::from_xywh(x, y, width, height) {
                        self.shape(&PathBuilder::from_rect(rect), *fill, *stroke);
                    }
                }
                Item::Circle { x, y, radius, fill, stroke } => {
                    self.circle(*x as f32, *y as f32, *radius as f32, *fill, *stroke);
                }
                Item::Path { segments, fill, stroke } => {
                    if let Some(path) = path(segments) {
                        self.shape(&path, *fill, *stroke);
                    }
                }
                Item::Text(text) => self.text(text),
                Item::Group { opacity, items } => self.group(*opacity, items),
            }
        }
    }

    /// The scale is the same in both directions, except for the rounding of the height.
    fn circle(&mut self, x: f32, y: f32, radius: f32, fill: Fill, stroke: Option<Stroke>) {
        let Transform { sx, sy, .. } = self.view;
        let disc = Disc { x: x * sx, y: y * sy, radius: radius * sx, hole: None };
        match fill {
            Fill::None => {}
            Fill::Plain(color) => disc.plain(&mut self.pixmap, color),
            Fill::Gradient(index) => {
                if let Some(ramp) = self.ramps.get(index) {
                    disc.ramp(&mut self.pixmap, ramp);
                }
            }
        }
        if let Some(Stroke { color, width, .. }) = stroke {
            let half = width as f32 * sx / 2.0;
            let hole = (disc.radius - half).max(0.0);
            let ring = Disc { radius: disc.radius + half, hole: Some(hole), ..disc };
            ring.plain(&mut self.pixmap, color);
        }
    }

    fn shape(&mut self, path: &Path, fill: Fill, stroke: Option<Stroke>) {
        // Only circles have gradients.
        if let Fill::Plain(color) = fill {
            self.pixmap.fill_path(path, &plain(color), FillRule::Winding, self.view, None);
        }
        if let Some(Stroke { color, width, round }) = stroke {
            let (line_cap, line_join) =
                if round { (LineCap::Round, LineJoin::Round) } else { Default::default() };
            let stroke = tiny_skia::Stroke {
                width: width as f32,
                line_cap,
                line_join,
                ..Default::default()
            };
            self.pixmap.stroke_path(path, &plain(color), &stroke, self.view, None);
        }
    }

    fn text(&mut self, text: &Text) {
        let mut builder = PathBuilder::new();
        let mut natural = 0.0;
        for c in text.text.chars() {
            let glyph = self.fonts.glyph(c, text.bold);
            let placed = glyph
                .path
                .clone()
                .and_then(|path| path.transform(Transform::from_translate(natural, 0.0)));
            if let Some(path) = placed {
                builder.push_path(&path);
            }
            natural += glyph.advance;
        }
        let Some(path) = builder.finish().filter(|_| natural > 0.0) else { return };
        let (width, size) = (text.width as f32, text.size as f32 / 1000.0);
        let left = text.x as f32
            - match text.anchor {
                Anchor::Start => 0.0,
                Anchor::Middle => width / 2.0,
                Anchor::End => width,
            };
        let place = Transform::from_row(width / natural, 0.0, 0.0, -size, left, text.y as f32);
        let view = self.view.pre_concat(place);
        self.pixmap.fill_path(&path, &plain(text.color), FillRule::Winding, view, None);
    }

    fn group(&mut self, opacity: u8, items: &[Item]) {
        let Some(layer) = Pixmap::new(self.pixmap.width(), self.pixmap.height()) else { return };
        let below = std::mem::replace(&mut self.pixmap, layer);
        self.items(items);
        let layer = std::mem::replace(&mut self.pixmap, below);
        let paint = PixmapPaint { opacity: f32::from(opacity) / 255.0, ..PixmapPaint::default() };
        self.pixmap.draw_pixmap(0, 0, layer.as_ref(), &paint, Transform::identity(), None);
    }
}

fn color(Color { r, g, b, a }: Color) -> tiny_skia::Color {
    tiny_skia::Color::from_rgba8(r, g, b, a)
}

fn plain(fill: Color) -> Paint<'static> {
    Paint { shader: Shader::SolidColor(color(fill)), ..Paint::default() }
}

fn path(segments: &[Segment]) -> Option<Path> {
    let mut path = PathBuilder::new();
    for segment in segments {
        match *segment {
            Segment::Move(x, y) => path.move_to(x as f32, y as f32),
            Segment::Line(x, y) => path.line_to(x as f32, y as f32),
            Segment::Curve(cx, cy, x, y) => path.quad_to(cx as f32, cy as f32, x as f32, y as f32),
            Segment::Close => path.close(),
        }
    }
    path.finish()
}
