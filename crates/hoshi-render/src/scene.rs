//! The display list: the items of a picture, laid out, from the back to the front. SVG, PNG and PDF
//! write the same list, so that they cannot differ.
//!
//! Lengths are whole hundredths of a unit: equal on every machine, and short when written.

use std::fmt;

/// A picture, laid out.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Scene {
    /// Width in hundredths.
    pub width: i32,
    /// Height in hundredths.
    pub height: i32,
    /// The colour behind everything; none is transparent.
    pub ground: Option<Color>,
    /// A short title.
    pub title: String,
    /// The position in words, for those who cannot see it.
    pub description: String,
    /// The gradients of the items, by index.
    pub gradients: Vec<Gradient>,
    /// The items, from the back to the front.
    pub items: Vec<Item>,
}

impl Scene {
    /// The characters that the font of the crate does not have, sorted. A picture with any of them
    /// depends on the fonts of the machine that draws it.
    ///
    /// ```
    /// use hoshi_core::Diagram;
    /// use hoshi_render::{Style, layout};
    ///
    /// let diagram: Diagram = "X . O\ntitle \"Honinbo 本\"".parse()?;
    /// assert_eq!(layout(&diagram, &Style::new()).foreign_characters(), ['本']);
    /// # Ok::<(), hoshi_core::DiagramError>(())
    /// ```
    #[must_use]
    pub fn foreign_characters(&self) -> Vec<char> {
        fn collect(items: &[Item], found: &mut Vec<char>) {
            for item in items {
                match item {
                    Item::Text(text) => {
                        found.extend(text.text.chars().filter(|&c| !crate::font::has(c)));
                    }
                    Item::Group { items, .. } => collect(items, found),
                    _ => {}
                }
            }
        }
        let mut found = Vec::new();
        collect(&self.items, &mut found);
        found.sort_unstable();
        found.dedup();
        found
    }
}

/// A colour: red, green, blue and opacity.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Color {
    /// Red.
    pub r: u8,
    /// Green.
    pub g: u8,
    /// Blue.
    pub b: u8,
    /// Opacity; 255 hides what is behind.
    pub a: u8,
}

impl Color {
    /// Its perceived lightness, from 0 to 1 (the relative luminance of WCAG 2).
    ///
    /// ```
    /// use hoshi_render::Color;
    /// assert!(Color { r: 255, g: 255, b: 255, a: 255 }.luminance() > 0.99);
    /// ```
    #[must_use]
    pub fn luminance(self) -> f64 {
        let linear = |part: u8| {
            let part = f64::from(part) / 255.0;
            if part <= 0.040_45 { part / 12.92 } else { ((part + 0.055) / 1.055).powf(2.4) }
        };
        0.2126 * linear(self.r) + 0.7152 * linear(self.g) + 0.0722 * linear(self.b)
    }

    /// The contrast of two colours, from 1 to 21, as WCAG 2 defines it.
    ///
    /// ```
    /// use hoshi_render::Color;
    ///
    /// let (black, white) = (Color { r: 0, g: 0, b: 0, a: 255 }, Color { r: 255, g: 255, b: 255, a: 255 });
    /// assert!(black.contrast(white) > 20.9);
    /// ```
    #[must_use]
    pub fn contrast(self, other: Color) -> f64 {
        let (one, other) = (self.luminance(), other.luminance());
        (one.max(other) + 0.05) / (one.min(other) + 0.05)
    }

    /// Black or white, whichever is readable on this colour.
    pub(crate) fn ink(self) -> Color {
        let (black, white) =
            (Color { r: 0, g: 0, b: 0, a: 255 }, Color { r: 255, g: 255, b: 255, a: 255 });
        if self.contrast(black) >= self.contrast(white) { black } else { white }
    }

    /// A mixture of this and another colour, in thousandths of the other.
    pub(crate) fn mixed(self, other: Color, thousandths: i32) -> Color {
        let mix = |one: u8, other: u8| {
            let (one, other) = (i32::from(one), i32::from(other));
            (one + (other - one) * thousandths.clamp(0, 1000) / 1000) as u8
        };
        Color {
            r: mix(self.r, other.r),
            g: mix(self.g, other.g),
            b: mix(self.b, other.b),
            a: mix(self.a, other.a),
        }
    }
}

/// As CSS has it: `#rrggbb`, and `#rrggbbaa` if something shows through.
impl fmt::Display for Color {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Color { r, g, b, a } = self;
        write!(f, "#{r:02x}{g:02x}{b:02x}")?;
        if *a == 255 { Ok(()) } else { write!(f, "{a:02x}") }
    }
}

/// A radial gradient, in thousandths of the box of the circle that it fills; nothing else has one.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Gradient {
    /// The focus and centre of the light.
    pub center: (i32, i32),
    /// The radius.
    pub radius: i32,
    /// The colours, each at its place from 0 to 1000.
    pub stops: Vec<Stop>,
}

/// A colour of a gradient.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Stop {
    /// From 0 to 1000.
    pub offset: u16,
    /// The colour there.
    pub color: Color,
}

/// What an item is filled with.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Fill {
    /// Nothing.
    None,
    /// One colour.
    Plain(Color),
    /// The gradient with this index in the scene.
    Gradient(usize),
}

/// The outline of an item, or the line itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Stroke {
    /// Its colour.
    pub color: Color,
    /// Its width in hundredths.
    pub width: i32,
    /// Whether its ends and corners are round.
    pub round: bool,
}

/// A step of a path, in hundredths.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Segment {
    /// Moves to a place without drawing.
    Move(i32, i32),
    /// A straight line.
    Line(i32, i32),
    /// A quadratic curve: the control point, then the end.
    Curve(i32, i32, i32, i32),
    /// Back to the last place that was moved to.
    Close,
}

/// The alignment of a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Anchor {
    /// Its beginning.
    Start,
    /// Its middle.
    Middle,
    /// Its end.
    End,
}

/// A line of text.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Text {
    /// The position of the anchor, in hundredths.
    pub x: i32,
    /// The baseline, in hundredths.
    pub y: i32,
    /// The part of the text that is at `x`.
    pub anchor: Anchor,
    /// The size of the font in hundredths.
    pub size: i32,
    /// The width of the text, in hundredths: its letters are stretched or condensed to it. With the
    /// crate's own font this is usually the natural width.
    pub width: i32,
    /// Whether it is bold.
    pub bold: bool,
    /// Its colour.
    pub color: Color,
    /// The words.
    pub text: String,
}

/// Something that is drawn.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Item {
    /// A rectangle: x, y, width, height, in hundredths.
    Rect {
        /// Left.
        x: i32,
        /// Top.
        y: i32,
        /// Width.
        width: i32,
        /// Height.
        height: i32,
        /// Its fill.
        fill: Fill,
        /// Its outline.
        stroke: Option<Stroke>,
    },
    /// A circle.
    Circle {
        /// The centre from the left.
        x: i32,
        /// The centre from the top.
        y: i32,
        /// The radius.
        radius: i32,
        /// Its fill.
        fill: Fill,
        /// Its outline.
        stroke: Option<Stroke>,
    },
    /// A line, a polygon or a curve; or many of them, such as the lines of the board.
    Path {
        /// The steps.
        segments: Vec<Segment>,
        /// Its fill.
        fill: Fill,
        /// Its line.
        stroke: Option<Stroke>,
    },
    /// A line of text.
    Text(Text),
    /// Items that are drawn together, with less opacity.
    Group {
        /// From 0 to 255.
        opacity: u8,
        /// What is drawn.
        items: Vec<Item>,
    },
}
