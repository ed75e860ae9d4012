//! Scenes as the pages of a PDF, with real text: it can be searched and copied.

use std::collections::HashMap;

use krilla::Document;
use krilla::color::rgb;
use krilla::geom::{Path, PathBuilder, Point, Rect, Transform};
use krilla::metadata::Metadata;
use krilla::num::NormalizedF32;
use krilla::page::PageSettings;
use krilla::paint::{
    Fill as PdfFill, FillRule, LineCap, LineJoin, RadialGradient, SpreadMethod, Stop as PdfStop,
    Stroke as PdfStroke,
};
use krilla::surface::Surface;
use krilla::text::{Font, TextDirection};

use crate::font;
use crate::font::machine::with_face;
use crate::scene::{Anchor, Color, Fill, Gradient, Item, Scene, Segment, Stroke, Text};

/// The size of a page.
///
/// ```
/// use hoshi_render::Paper;
/// assert_eq!("letter".parse(), Ok(Paper::Letter));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Paper {
    /// 210 by 297 millimetres.
    #[default]
    A4,
    /// 8.5 by 11 inches.
    Letter,
}

impl Paper {
    /// Width and height in points, 72 an inch.
    fn points(self) -> (f32, f32) {
        match self {
            Paper::A4 => (595.276, 841.89),
            Paper::Letter => (612.0, 792.0),
        }
    }
}

impl std::str::FromStr for Paper {
    type Err = UnknownPaper;

    fn from_str(text: &str) -> Result<Paper, UnknownPaper> {
        match text {
            "a4" => Ok(Paper::A4),
            "letter" => Ok(Paper::Letter),
            _ => Err(UnknownPaper(text.to_owned())),
        }
    }
}

/// An unknown paper size.
///
/// ```
/// use hoshi_render::Paper;
///
/// let error = "a3".parse::<Paper>().unwrap_err();
/// assert_eq!(error.to_string(), "unknown paper `a3`: write a4 or letter");
/// ```
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("unknown paper `{0}`: write a4 or letter")]
pub struct UnknownPaper(String);

/// The PDF could not be written.
///
/// ```
/// fn is_an_error<E: std::error::Error>() {}
/// is_an_error::<hoshi_render::PdfError>();
/// ```
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("cannot write the PDF: {0}")]
pub struct PdfError(String);

/// The distance from the edge of the paper, in points.
const MARGIN: f32 = 42.0;

/// The distance between two figures of a page.
const GAP: f32 = 24.0;

/// The maximum size of a cell: a 9x9 board need not fill a page.
const MOST_SCALE: f32 = 0.9;

/// Writes scenes as a PDF: one alone on its page, several two to a page.
///
/// ```
/// use hoshi_core::Diagram;
/// use hoshi_render::{Paper, Style, layout, pdf};
///
/// let diagram: Diagram = "X . O".parse()?;
/// let bytes = pdf(&[layout(&diagram, &Style::new())], Paper::A4)?;
/// assert!(bytes.starts_with(b"%PDF-"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// If the PDF library fails, which no scene is known to cause.
pub fn pdf(scenes: &[Scene], paper: Paper) -> Result<Vec<u8>, PdfError> {
    let mut faces = Faces::new()?;
    let mut document = Document::new();
    let mut metadata = Metadata::new().creator("hoshi".to_owned());
    if let Some(first) = scenes.first() {
        metadata = metadata.title(first.title.clone()).description(first.description.clone());
    }
    document.set_metadata(metadata);
    let (width, height) = paper.points();
    let settings = PageSettings::from_wh(width, height)
        .ok_or_else(|| PdfError("the page has no size".to_owned()))?;
    let per_page = if scenes.len() > 1 { 2 } else { 1 };
    let (inner_width, inner_height) = (width - 2.0 * MARGIN, height - 2.0 * MARGIN);
    let slot = (inner_height - GAP * (per_page as f32 - 1.0)) / per_page as f32;
    // One scale for all, so that boards of one size are drawn alike.
    let scale = scenes.iter().fold(MOST_SCALE, |scale, scene| {
        let (wide, high) = (hundredths(scene.width), hundredths(scene.height));
        scale.min(inner_width / wide).min(slot / high)
    });
    for group in scenes.chunks(per_page) {
        let mut page = document.start_page_with(settings.clone());
        let mut surface = page.surface();
        let mut top = MARGIN;
        for scene in group {
            let left = (width - hundredths(scene.width) * scale) / 2.0;
            surface.push_transform(&Transform::from_row(scale, 0.0, 0.0, scale, left, top));
            Painter { surface: &mut surface, scene, faces: &mut faces }.paint();
            surface.pop();
            top += slot + GAP;
        }
        surface.finish();
        page.finish();
    }
    document.finish().map_err(|error| PdfError(format!("{error:?}")))
}

fn hundredths(length: i32) -> f32 {
    length as f32 / 100.0
}

/// The fonts of the document: that of the crate, and those of the machine for other scripts.
struct Faces {
    regular: Font,
    bold: Font,
    /// Those of the machine, each loaded once.
    loaded: HashMap<fontdb::ID, Font>,
    others: HashMap<(char, bool), Option<Font>>,
}

impl Faces {
    fn new() -> Result<Faces, PdfError> {
        let load = |data: &'static [u8]| {
            Font::new(data.into(), 0).ok_or_else(|| PdfError("the font is damaged".to_owned()))
        };
        let (regular, bold) = (load(notosans::REGULAR_TTF)?, load(notosans::BOLD_TTF)?);
        Ok(Faces { regular, bold, loaded: HashMap::new(), others: HashMap::new() })
    }

    /// Splits a text into runs of one font.
    fn runs<'t>(&mut self, text: &'t str, bold: bool) -> Vec<(&'t str, Font)> {
        let mut runs: Vec<(&str, Font)> = Vec::new();
        let mut start = 0;
        for (at, c) in text.char_indices() {
            let face = self.face(c, bold);
            match runs.last_mut() {
                Some((run, last)) if *last == face => *run = &text[start..at + c.len_utf8()],
                _ => {
                    start = at;
                    runs.push((&text[at..at + c.len_utf8()], face));
                }
            }
        }
        runs
    }

    fn face(&mut self, c: char, bold: bool) -> Font {
        let ours = if bold { &self.bold } else { &self.regular };
        if font::has(c) {
            return ours.clone();
        }
        let (others, loaded) = (&mut self.others, &mut self.loaded);
        let found = others.entry((c, bold)).or_insert_with(|| {
            with_face(c, bold, |id, data, index| {
                if let Some(font) = loaded.get(&id) {
                    return Some(font.clone());
                }
                let font = Font::new(data.to_vec().into(), index)?;
                loaded.insert(id, font.clone());
                Some(font)
            })
        });
        found.clone().unwrap_or_else(|| ours.clone())
    }
}

struct Painter<'a, 's> {
    surface: &'a mut Surface<'s>,
    scene: &'a Scene,
    faces: &'a mut Faces,
}

impl Painter<'_, '_> {
    fn paint(&mut self) {
        let scene = self.scene;
        if let Some(ground) = scene.ground {
            let path = rect(0, 0, scene.width, scene.height);
            self.shape(path, Fill::Plain(ground), None, (0, 0, scene.width, scene.height));
        }
        self.items(&scene.items);
    }

    fn items(&mut self, items: &[Item]) {
        for item in items {
            match item {
                &Item::Rect { x, y, width, height, fill, stroke } => {
                    self.shape(rect(x, y, width, height), fill, stroke, (x, y, width, height));
                }
                &Item::Circle { x, y, radius, fill, stroke } => {
                    let bounds = (x - radius, y - radius, 2 * radius, 2 * radius);
                    self.shape(circle(x, y, radius), fill, stroke, bounds);
                }
                Item::Path { segments, fill, stroke } => {
                    self.shape(path(segments), *fill, *stroke, bounds(segments));
                }
                Item::Text(text) => self.text(text),
                Item::Group { opacity, items } => {
                    self.surface.push_opacity(normalized(*opacity));
                    self.items(items);
                    self.surface.pop();
                }
            }
        }
    }

    fn shape(
        &mut self,
        path: Option<Path>,
        fill: Fill,
        stroke: Option<Stroke>,
        bounds: (i32, i32, i32, i32),
    ) {
        let Some(path) = path else { return };
        self.surface.set_fill(match fill {
            Fill::None => None,
            Fill::Plain(color) => Some(plain(color)),
            Fill::Gradient(index) => {
                self.scene.gradients.get(index).map(|gradient| graded(gradient, bounds))
            }
        });
        self.surface.set_stroke(stroke.map(lined));
        if self.surface.get_fill().is_some() || self.surface.get_stroke().is_some() {
            self.surface.draw_path(&path);
        }
    }

    fn text(&mut self, text: &Text) {
        let natural = font::width(&text.text, text.bold) as f32 * hundredths(text.size) / 1000.0;
        let (x, y, wide) = (hundredths(text.x), hundredths(text.y), hundredths(text.width));
        if natural <= 0.0 {
            return;
        }
        let left = match text.anchor {
            Anchor::Start => x,
            Anchor::Middle => x - wide / 2.0,
            Anchor::End => x - wide,
        };
        self.surface.set_fill(Some(plain(text.color)));
        self.surface.set_stroke(None);
        self.surface.push_transform(&Transform::from_row(wide / natural, 0.0, 0.0, 1.0, left, y));
        let mut at = 0.0;
        for (run, face) in self.faces.runs(&text.text, text.bold) {
            let size = hundredths(text.size);
            let start = Point::from_xy(at, 0.0);
            self.surface.draw_text(start, face, size, run, false, TextDirection::Auto);
            at += font::width(run, text.bold) as f32 * size / 1000.0;
        }
        self.surface.pop();
    }
}

fn normalized(part: u8) -> NormalizedF32 {
    NormalizedF32::new(f32::from(part) / 255.0).unwrap_or(NormalizedF32::ONE)
}

fn plain(color: Color) -> PdfFill {
    PdfFill {
        paint: rgb::Color::new(color.r, color.g, color.b).into(),
        opacity: normalized(color.a),
        rule: FillRule::default(),
    }
}

fn lined(stroke: Stroke) -> PdfStroke {
    let (line_cap, line_join) = if stroke.round {
        (LineCap::Round, LineJoin::Round)
    } else {
        (LineCap::Butt, LineJoin::Miter)
    };
    PdfStroke {
        paint: rgb::Color::new(stroke.color.r, stroke.color.g, stroke.color.b).into(),
        width: hundredths(stroke.width),
        opacity: normalized(stroke.color.a),
        line_cap,
        line_join,
        ..PdfStroke::default()
    }
}

/// A gradient over the box of its item.
fn graded(gradient: &Gradient, (x, y, width, height): (i32, i32, i32, i32)) -> PdfFill {
    let thousandths = |part: i32| part as f32 / 1000.0;
    let (cx, cy) = (thousandths(gradient.center.0), thousandths(gradient.center.1));
    let stops = gradient.stops.iter().map(|stop| PdfStop {
        offset: NormalizedF32::new(f32::from(stop.offset) / 1000.0).unwrap_or(NormalizedF32::ONE),
        color: rgb::Color::new(stop.color.r, stop.color.g, stop.color.b).into(),
        opacity: normalized(stop.color.a),
    });
    let (width, height) = (hundredths(width), hundredths(height));
    let transform = Transform::from_row(width, 0.0, 0.0, height, hundredths(x), hundredths(y));
    let radial = RadialGradient {
        fx: cx,
        fy: cy,
        fr: 0.0,
        cx,
        cy,
        cr: thousandths(gradient.radius),
        transform,
        spread_method: SpreadMethod::Pad,
        stops: stops.collect(),
        anti_alias: true,
    };
    PdfFill { paint: radial.into(), opacity: NormalizedF32::ONE, rule: FillRule::default() }
}

fn rect(x: i32, y: i32, width: i32, height: i32) -> Option<Path> {
    let mut builder = PathBuilder::new();
    builder.push_rect(Rect::from_xywh(
        hundredths(x),
        hundredths(y),
        hundredths(width),
        hundredths(height),
    )?);
    builder.finish()
}

/// A circle of four curves; the factor is the usual one, which is off by 0.03 % of the radius.
fn circle(x: i32, y: i32, radius: i32) -> Option<Path> {
    const FACTOR: f32 = 0.552_284_8;
    let (x, y, r) = (hundredths(x), hundredths(y), hundredths(radius));
    let k = r * FACTOR;
    let mut builder = PathBuilder::new();
    builder.move_to(x + r, y);
    builder.cubic_to(x + r, y + k, x + k, y + r, x, y + r);
    builder.cubic_to(x - k, y + r, x - r, y + k, x - r, y);
    builder.cubic_to(x - r, y - k, x - k, y - r, x, y - r);
    builder.cubic_to(x + k, y - r, x + r, y - k, x + r, y);
    builder.close();
    builder.finish()
}

fn path(segments: &[Segment]) -> Option<Path> {
    let mut builder = PathBuilder::new();
    for segment in segments {
        match *segment {
            Segment::Move(x, y) => builder.move_to(hundredths(x), hundredths(y)),
            Segment::Line(x, y) => builder.line_to(hundredths(x), hundredths(y)),
            Segment::Curve(cx, cy, x, y) => {
                builder.quad_to(hundredths(cx), hundredths(cy), hundredths(x), hundredths(y));
            }
            Segment::Close => builder.close(),
        }
    }
    builder.finish()
}

/// The box around the ends of the segments.
fn bounds(segments: &[Segment]) -> (i32, i32, i32, i32) {
    let ends = segments.iter().filter_map(|segment| match *segment {
        Segment::Move(x, y) | Segment::Line(x, y) | Segment::Curve(_, _, x, y) => Some((x, y)),
        Segment::Close => None,
    });
    let whole = ends.fold(None, |found: Option<(i32, i32, i32, i32)>, (x, y)| {
        Some(found.map_or((x, y, x, y), |(left, top, right, bottom)| {
            (left.min(x), top.min(y), right.max(x), bottom.max(y))
        }))
    });
    whole.map_or((0, 0, 0, 0), |(left, top, right, bottom)| (left, top, right - left, bottom - top))
}
