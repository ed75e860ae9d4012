//! A scene as SVG: small, deterministic, readable. Only presentation attributes, since a strict
//! content security policy forbids styles; ids have a prefix, so that many pictures can share a
//! page.

use crate::font;
use crate::scene::{Anchor, Color, Fill, Gradient, Item, Scene, Segment, Stroke, Text};

/// The options of the SVG writer.
///
/// ```
/// use hoshi_render::SvgOptions;
/// assert_ne!(SvgOptions::new().id_prefix("second"), SvgOptions::new());
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct SvgOptions {
    prefix: String,
    scale: u32,
}

impl Default for SvgOptions {
    fn default() -> SvgOptions {
        SvgOptions { prefix: "hoshi".to_owned(), scale: 1000 }
    }
}

impl SvgOptions {
    /// The prefix `hoshi`, and the size of the scene.
    ///
    /// ```
    /// assert_eq!(hoshi_render::SvgOptions::new(), hoshi_render::SvgOptions::default());
    /// ```
    #[must_use]
    pub fn new() -> SvgOptions {
        SvgOptions::default()
    }

    /// The prefix of every id: a letter, then letters, digits, `-` and `_`. Other characters are
    /// dropped.
    ///
    /// ```
    /// use hoshi_core::{Diagram, Size};
    /// use hoshi_render::{Style, SvgOptions, layout, svg};
    ///
    /// let scene = layout(&Diagram::new(Size::S9), &Style::new());
    /// assert!(svg(&scene, &SvgOptions::new().id_prefix("game7")).contains("id=\"game7-t\""));
    /// ```
    #[must_use]
    pub fn id_prefix(mut self, prefix: &str) -> SvgOptions {
        let is_plain = |c: &char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_');
        let plain = prefix.chars().filter(is_plain);
        self.prefix = plain.skip_while(|c| !c.is_ascii_alphabetic()).take(64).collect();
        if self.prefix.is_empty() {
            self.prefix.push_str("hoshi");
        }
        self
    }

    /// The size at which the picture is shown, in thousandths of that of the scene.
    ///
    /// ```
    /// use hoshi_core::{Diagram, Size};
    /// use hoshi_render::{Style, SvgOptions, layout, svg};
    ///
    /// let scene = layout(&Diagram::new(Size::S9), &Style::new());
    /// let twice = svg(&scene, &SvgOptions::new().scale(2000));
    /// let (width, view) = (scene.width / 50, scene.width / 100);
    /// assert!(twice.contains(&format!("width=\"{width}\"")));
    /// assert!(twice.contains(&format!("viewBox=\"0 0 {view} ")));
    /// ```
    #[must_use]
    pub fn scale(mut self, thousandths: u32) -> SvgOptions {
        self.scale = thousandths.clamp(1, 1_000_000);
        self
    }
}

/// Writes a scene as SVG.
///
/// ```
/// use hoshi_core::Diagram;
/// use hoshi_render::{Style, SvgOptions, layout, svg};
///
/// let diagram: Diagram = "X . O\ntitle \"Black & White\"".parse()?;
/// let text = svg(&layout(&diagram, &Style::new()), &SvgOptions::new());
/// assert!(text.starts_with("<svg xmlns=\"http://www.w3.org/2000/svg\""));
/// assert!(text.contains("Black &amp; White</title>"));
/// # Ok::<(), hoshi_core::DiagramError>(())
/// ```
#[must_use]
pub fn svg(scene: &Scene, options: &SvgOptions) -> String {
    let mut out = Writer { text: String::with_capacity(1024 + scene.items.len() * 48), options };
    out.document(scene);
    out.text
}

/// The paint attributes that adjacent elements can share.
#[derive(Clone, Copy, PartialEq)]
enum Look {
    Shape(Fill, Option<Stroke>),
    Text { size: i32, bold: bool, anchor: Anchor, color: Color },
}

impl Look {
    fn of(item: &Item) -> Option<Look> {
        match item {
            Item::Rect { fill, stroke, .. }
            | Item::Circle { fill, stroke, .. }
            | Item::Path { fill, stroke, .. } => Some(Look::Shape(*fill, *stroke)),
            Item::Text(Text { size, bold, anchor, color, .. }) => {
                Some(Look::Text { size: *size, bold: *bold, anchor: *anchor, color: *color })
            }
            Item::Group { .. } => None,
        }
    }
}

struct Writer<'a> {
    text: String,
    options: &'a SvgOptions,
}

impl Writer<'_> {
    fn document(&mut self, scene: &Scene) {
        let prefix = &self.options.prefix;
        self.text.push_str("<svg xmlns=\"http://www.w3.org/2000/svg\"");
        let shown = |length: i32| {
            let length = i64::from(length) * i64::from(self.options.scale) / 1000;
            i32::try_from(length).unwrap_or(i32::MAX)
        };
        let (width, height) = (shown(scene.width), shown(scene.height));
        self.number(" width", width);
        self.number(" height", height);
        self.text.push_str(" viewBox=\"0 0 ");
        push_number(&mut self.text, scene.width);
        self.text.push(' ');
        push_number(&mut self.text, scene.height);
        self.text.push_str("\" role=\"img\" aria-labelledby=\"");
        self.text.push_str(&format!("{prefix}-t {prefix}-d\""));
        self.text.push_str(" font-family=\"Noto Sans, Helvetica, Arial, sans-serif\">\n");
        self.text.push_str(&format!("<title id=\"{prefix}-t\">"));
        self.escaped(&scene.title);
        self.text.push_str(&format!("</title>\n<desc id=\"{prefix}-d\">"));
        self.escaped(&scene.description);
        self.text.push_str("</desc>\n");
        if !scene.gradients.is_empty() {
            self.text.push_str("<defs>\n");
            for (index, gradient) in scene.gradients.iter().enumerate() {
                self.gradient(index, gradient);
            }
            self.text.push_str("</defs>\n");
        }
        if let Some(color) = scene.ground {
            self.text.push_str("<rect width=\"100%\" height=\"100%\"");
            self.color("fill", color);
            self.text.push_str("/>\n");
        }
        self.items(&scene.items);
        self.text.push_str("</svg>\n");
    }

    fn gradient(&mut self, index: usize, gradient: &Gradient) {
        let prefix = &self.options.prefix;
        self.text.push_str(&format!("<radialGradient id=\"{prefix}-g{index}\""));
        for (name, value) in
            [(" cx", gradient.center.0), (" cy", gradient.center.1), (" r", gradient.radius)]
        {
            self.text.push_str(name);
            self.text.push_str("=\"");
            push_thousandths(&mut self.text, value);
            self.text.push('"');
        }
        self.text.push('>');
        for stop in &gradient.stops {
            self.text.push_str("<stop offset=\"");
            push_thousandths(&mut self.text, i32::from(stop.offset));
            self.text.push('"');
            let Color { r, g, b, a } = stop.color;
            self.text.push_str(&format!(" stop-color=\"{}\"", hex(r, g, b)));
            if a < 255 {
                self.text.push_str(" stop-opacity=\"");
                push_thousandths(&mut self.text, opacity(a));
                self.text.push('"');
            }
            self.text.push_str("/>");
        }
        self.text.push_str("</radialGradient>\n");
    }

    /// Items in order; adjacent items that look alike are grouped.
    fn items(&mut self, items: &[Item]) {
        let mut rest = items;
        while let Some(first) = rest.first() {
            let Some(look) = Look::of(first) else {
                if let Item::Group { opacity: share, items } = first {
                    self.text.push_str("<g opacity=\"");
                    push_thousandths(&mut self.text, opacity(*share));
                    self.text.push_str("\">\n");
                    self.items(items);
                    self.text.push_str("</g>\n");
                }
                rest = &rest[1..];
                continue;
            };
            let count = rest.iter().take_while(|item| Look::of(item) == Some(look)).count();
            let (alike, others) = rest.split_at(count);
            if let [one] = alike {
                self.item(one, Some(look));
            } else {
                self.text.push_str("<g");
                self.look(look);
                self.text.push_str(">\n");
                for item in alike {
                    self.item(item, None);
                }
                self.text.push_str("</g>\n");
            }
            rest = others;
        }
    }

    fn item(&mut self, item: &Item, look: Option<Look>) {
        match item {
            Item::Rect { x, y, width, height, .. } => {
                self.text.push_str("<rect");
                for (name, value) in [(" x", x), (" y", y), (" width", width), (" height", height)]
                {
                    self.number(name, *value);
                }
            }
            Item::Circle { x, y, radius, .. } => {
                self.text.push_str("<circle");
                for (name, value) in [(" cx", x), (" cy", y), (" r", radius)] {
                    self.number(name, *value);
                }
            }
            Item::Path { segments, .. } => {
                self.text.push_str("<path d=\"");
                push_path(&mut self.text, segments);
                self.text.push('"');
            }
            Item::Text(text) => {
                self.text.push_str("<text");
                self.number(" x", text.x);
                self.number(" y", text.y);
                // A single letter keeps its width; several are fitted, whatever the font.
                if text.text.chars().nth(1).is_some() {
                    self.number(" textLength", text.width);
                    let natural =
                        i64::from(font::width(&text.text, text.bold)) * i64::from(text.size);
                    if i64::from(text.width) * 1000 < natural * 98 / 100 {
                        self.text.push_str(" lengthAdjust=\"spacingAndGlyphs\"");
                    }
                }
                if let Some(look) = look {
                    self.look(look);
                }
                self.text.push('>');
                self.escaped(&text.text);
                self.text.push_str("</text>\n");
                return;
            }
            Item::Group { .. } => return,
        }
        if let Some(look) = look {
            self.look(look);
        }
        self.text.push_str("/>\n");
    }

    fn look(&mut self, look: Look) {
        match look {
            Look::Shape(fill, stroke) => {
                match fill {
                    Fill::None => self.text.push_str(" fill=\"none\""),
                    Fill::Plain(color) => self.color("fill", color),
                    Fill::Gradient(index) => {
                        let prefix = &self.options.prefix;
                        self.text.push_str(&format!(" fill=\"url(#{prefix}-g{index})\""));
                    }
                }
                if let Some(Stroke { color, width, round }) = stroke {
                    self.color("stroke", color);
                    self.number(" stroke-width", width);
                    if round {
                        self.text.push_str(" stroke-linecap=\"round\" stroke-linejoin=\"round\"");
                    }
                }
            }
            Look::Text { size, bold, anchor, color } => {
                self.number(" font-size", size);
                if bold {
                    self.text.push_str(" font-weight=\"bold\"");
                }
                match anchor {
                    Anchor::Start => {}
                    Anchor::Middle => self.text.push_str(" text-anchor=\"middle\""),
                    Anchor::End => self.text.push_str(" text-anchor=\"end\""),
                }
                self.color("fill", color);
            }
        }
    }

    fn color(&mut self, name: &str, Color { r, g, b, a }: Color) {
        self.text.push_str(&format!(" {name}=\"{}\"", hex(r, g, b)));
        if a < 255 {
            self.text.push_str(&format!(" {name}-opacity=\""));
            push_thousandths(&mut self.text, opacity(a));
            self.text.push('"');
        }
    }

    fn number(&mut self, name: &str, hundredths: i32) {
        self.text.push_str(name);
        self.text.push_str("=\"");
        push_number(&mut self.text, hundredths);
        self.text.push('"');
    }

    /// Escapes a text for XML.
    fn escaped(&mut self, text: &str) {
        for c in text.chars() {
            match c {
                '&' => self.text.push_str("&amp;"),
                '<' => self.text.push_str("&lt;"),
                '>' => self.text.push_str("&gt;"),
                '"' => self.text.push_str("&quot;"),
                '\n' | '\t' => self.text.push(c),
                // XML cannot represent these.
                c if c.is_control() || matches!(c as u32, 0xfffe | 0xffff) => {
                    self.text.push('\u{fffd}');
                }
                c => self.text.push(c),
            }
        }
    }
}

fn opacity(a: u8) -> i32 {
    (i32::from(a) * 1000 + 127) / 255
}

fn hex(r: u8, g: u8, b: u8) -> String {
    let is_short = [r, g, b].iter().all(|part| part % 17 == 0);
    if is_short {
        format!("#{:x}{:x}{:x}", r / 17, g / 17, b / 17)
    } else {
        format!("#{r:02x}{g:02x}{b:02x}")
    }
}

/// Hundredths as a number without redundant digits.
fn push_number(text: &mut String, hundredths: i32) {
    push_decimal(text, hundredths, 100);
}

fn push_thousandths(text: &mut String, thousandths: i32) {
    push_decimal(text, thousandths, 1000);
}

fn push_decimal(text: &mut String, value: i32, unit: u32) {
    if value < 0 {
        text.push('-');
    }
    let value = value.unsigned_abs();
    let (whole, mut part) = (value / unit, value % unit);
    if whole > 0 || part == 0 {
        push_digits(text, whole);
    }
    if part > 0 {
        text.push('.');
        let mut unit = unit / 10;
        while part > 0 {
            text.push(digit(part / unit));
            part %= unit;
            unit = (unit / 10).max(1);
        }
    }
}

fn push_digits(text: &mut String, number: u32) {
    if number >= 10 {
        push_digits(text, number / 10);
    }
    text.push(digit(number % 10));
}

fn digit(digit: u32) -> char {
    char::from(b'0' + (digit % 10) as u8)
}

/// A path, with `H` and `V` for horizontal and vertical lines.
fn push_path(text: &mut String, segments: &[Segment]) {
    let (mut x, mut y) = (0, 0);
    let pair = |text: &mut String, letter: char, numbers: &[i32]| {
        text.push(letter);
        for (nth, number) in numbers.iter().enumerate() {
            if nth > 0 {
                text.push(' ');
            }
            push_number(text, *number);
        }
    };
    for segment in segments {
        match *segment {
            Segment::Move(to_x, to_y) => {
                pair(text, 'M', &[to_x, to_y]);
                (x, y) = (to_x, to_y);
            }
            Segment::Line(to_x, to_y) => {
                if to_y == y {
                    pair(text, 'H', &[to_x]);
                } else if to_x == x {
                    pair(text, 'V', &[to_y]);
                } else {
                    pair(text, 'L', &[to_x, to_y]);
                }
                (x, y) = (to_x, to_y);
            }
            Segment::Curve(by_x, by_y, to_x, to_y) => {
                pair(text, 'Q', &[by_x, by_y, to_x, to_y]);
                (x, y) = (to_x, to_y);
            }
            Segment::Close => text.push('Z'),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{hex, push_decimal};

    #[test]
    fn numbers_are_short() {
        let number = |value, unit| {
            let mut text = String::new();
            push_decimal(&mut text, value, unit);
            text
        };
        let wanted = [
            (0, "0"),
            (5, ".05"),
            (50, ".5"),
            (100, "1"),
            (-150, "-1.5"),
            (12_345, "123.45"),
            (-7, "-.07"),
        ];
        for (value, text) in wanted {
            assert_eq!(number(value, 100), text);
        }
        assert_eq!(number(5, 1000), ".005");
        assert_eq!(number(i32::MIN, 100), "-21474836.48");
    }

    #[test]
    fn colours_are_short() {
        assert_eq!(hex(255, 255, 255), "#fff");
        assert_eq!(hex(255, 254, 0), "#fffe00");
    }
}
