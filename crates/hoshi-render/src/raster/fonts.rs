//! Letters as outlines: from the font of the crate, and for other scripts from any font of the
//! machine.

use std::collections::HashMap;

use skrifa::instance::{LocationRef, Size};
use skrifa::outline::{DrawSettings, OutlinePen};
use skrifa::{FontRef, MetadataProvider};
use tiny_skia::{Path, PathBuilder};

use crate::font::machine::with_face;

/// A letter, in thousandths of the size, upwards from the baseline.
#[derive(Clone)]
pub(super) struct Glyph {
    pub(super) path: Option<Path>,
    pub(super) advance: f32,
}

/// A cache of the outlines of letters.
pub(super) struct Fonts {
    regular: Option<FontRef<'static>>,
    bold: Option<FontRef<'static>>,
    glyphs: HashMap<(char, bool), Glyph>,
    missing: Vec<char>,
}

impl Fonts {
    pub(super) fn new() -> Fonts {
        Fonts {
            regular: FontRef::new(notosans::REGULAR_TTF).ok(),
            bold: FontRef::new(notosans::BOLD_TTF).ok(),
            glyphs: HashMap::new(),
            missing: Vec::new(),
        }
    }

    pub(super) fn glyph(&mut self, c: char, bold: bool) -> &Glyph {
        if !self.glyphs.contains_key(&(c, bold)) {
            let ours = if bold { &self.bold } else { &self.regular };
            let found =
                ours.as_ref().filter(|_| crate::font::has(c)).and_then(|font| outline(font, c));
            let glyph = found.or_else(|| of_the_machine(c, bold)).unwrap_or_else(|| {
                self.missing.push(c);
                absent(crate::font::char_width(c, bold) as f32)
            });
            self.glyphs.insert((c, bold), glyph);
        }
        &self.glyphs[&(c, bold)]
    }

    /// Characters without a glyph, sorted.
    pub(super) fn missing(mut self) -> Vec<char> {
        self.missing.sort_unstable();
        self.missing.dedup();
        self.missing
    }
}

/// The outline that a font has for a character.
fn outline(font: &FontRef<'_>, c: char) -> Option<Glyph> {
    let id = font.charmap().map(c)?;
    let size = Size::new(1000.0);
    let advance = font.glyph_metrics(size, LocationRef::default()).advance_width(id)?;
    let mut pen = Pen(PathBuilder::new());
    if let Some(glyph) = font.outline_glyphs().get(id) {
        glyph.draw(DrawSettings::unhinted(size, LocationRef::default()), &mut pen).ok()?;
    }
    Some(Glyph { path: pen.0.finish(), advance })
}

/// A box for a missing glyph.
fn absent(advance: f32) -> Glyph {
    let mut path = PathBuilder::new();
    for (inset, turned) in [(60.0, false), (110.0, true)] {
        let (left, right, bottom, top) = (inset, advance - inset, inset - 60.0, 774.0 - inset);
        if right <= left {
            continue;
        }
        path.move_to(left, bottom);
        let corners = [(left, top), (right, top), (right, bottom)];
        for at in 0..3 {
            let (x, y) = corners[if turned { 2 - at } else { at }];
            path.line_to(x, y);
        }
        path.close();
    }
    Glyph { path: path.finish(), advance }
}

fn of_the_machine(c: char, bold: bool) -> Option<Glyph> {
    with_face(c, bold, |_, data, index| {
        let font = FontRef::from_index(data, index).ok()?;
        outline(&font, c).filter(|glyph| glyph.path.is_some())
    })
}

struct Pen(PathBuilder);

impl OutlinePen for Pen {
    fn move_to(&mut self, x: f32, y: f32) {
        self.0.move_to(x, y);
    }

    fn line_to(&mut self, x: f32, y: f32) {
        self.0.line_to(x, y);
    }

    fn quad_to(&mut self, cx: f32, cy: f32, x: f32, y: f32) {
        self.0.quad_to(cx, cy, x, y);
    }

    fn curve_to(&mut self, cx0: f32, cy0: f32, cx1: f32, cy1: f32, x: f32, y: f32) {
        self.0.cubic_to(cx0, cy0, cx1, cy1, x, y);
    }

    fn close(&mut self) {
        self.0.close();
    }
}
