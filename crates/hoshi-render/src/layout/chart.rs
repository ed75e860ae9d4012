//! Bar charts: each value as text and as length, so that no colours have to be distinguished.

use super::text::clean;
use super::words::{BODY, Page, Paragraph, TITLE};
use super::{CELL, cell, paint::Paints};
use crate::font;
use crate::scene::{Anchor, Fill, Item, Scene};
use crate::style::Style;

/// The longest bar.
const LONGEST: i32 = 12 * CELL;

/// Names and values are shrunk to fit this.
const WIDEST: i32 = 6 * CELL;

/// A bar chart: a title and its bars.
///
/// ```
/// use hoshi_render::{Chart, Style, SvgOptions, svg};
///
/// let mut chart = Chart::new("Positions by ko points, 2x2");
/// chart.bar("0", 1000, "49").bar("1", 163, "8");
/// let text = svg(&chart.layout(&Style::new()), &SvgOptions::new());
/// assert!(text.contains("0: 49. 1: 8.</desc>"));
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Chart {
    title: String,
    bars: Vec<Bar>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
struct Bar {
    name: String,
    length: u16,
    value: String,
}

impl Chart {
    /// A chart without bars.
    ///
    /// ```
    /// assert_eq!(hoshi_render::Chart::new(""), hoshi_render::Chart::default());
    /// ```
    #[must_use]
    pub fn new(title: impl Into<String>) -> Chart {
        Chart { title: title.into(), bars: Vec::new() }
    }

    /// Adds a bar: its name, its length in thousandths of the longest, and its value in words.
    ///
    /// ```
    /// use hoshi_render::Chart;
    ///
    /// let mut chart = Chart::new("Ko points");
    /// chart.bar("0", 1000, "49");
    /// assert_ne!(chart, Chart::new("Ko points"));
    /// ```
    pub fn bar(
        &mut self,
        name: impl Into<String>,
        thousandths: u16,
        value: impl Into<String>,
    ) -> &mut Chart {
        let (name, value) = (clean(&name.into()), clean(&value.into()));
        self.bars.push(Bar { name, length: thousandths.min(1000), value });
        self
    }

    /// Lays out the chart in the theme of a style.
    ///
    /// ```
    /// use hoshi_render::{Chart, Style};
    /// assert!(Chart::new("Ko points").layout(&Style::new()).height > 0);
    /// ```
    #[must_use]
    pub fn layout(&self, style: &Style) -> Scene {
        let margin = (i32::from(style.margin) * CELL / 100).max(cell(400));
        let widest = |texts: &mut dyn Iterator<Item = &str>| {
            texts.map(natural).max().unwrap_or(0).min(WIDEST) / 100 * 100 + 100
        };
        let names = widest(&mut self.bars.iter().map(|bar| bar.name.as_str()));
        let values = widest(&mut self.bars.iter().map(|bar| bar.value.as_str()));
        let gap = cell(250);
        let width = names + gap + LONGEST + gap + values;
        let title = clean(&self.title);
        let mut description = title.clone();
        for Bar { name, value, .. } in &self.bars {
            if !description.is_empty() && !description.ends_with('.') {
                description.push('.');
            }
            description.push_str(&format!(" {name}: {value}."));
        }
        let mut scene = Scene {
            width: width + 2 * margin,
            height: 0,
            ground: if style.transparent { None } else { style.theme.page },
            title: title.clone(),
            description: description.trim_start().to_owned(),
            gradients: Vec::new(),
            items: Vec::new(),
        };
        // The text may contain stones.
        let paints = Paints::new(&style.theme, &mut scene.gradients);
        let mut bars = Vec::new();
        let mut page =
            Page { left: margin, width, y: margin, paints: &paints, items: &mut scene.items };
        if !title.is_empty() {
            page.paragraphs(&[Paragraph { text: title, size: TITLE, bold: true, centered: true }]);
            page.y += cell(300);
        }
        let left = margin + names + gap;
        for Bar { name, length, value } in &self.bars {
            let height = cell(560);
            let long = LONGEST * i32::from(*length) / 1000;
            // Every value above zero is visible.
            let long = if *length > 0 { long.max(cell(40)) } else { 0 };
            bars.push(Item::Rect {
                x: left,
                y: page.y,
                width: long,
                height,
                fill: Fill::Plain(style.theme.heat_high),
                stroke: None,
            });
            let baseline = page.y + height / 2 + BODY * font::CAP_HEIGHT / 2000;
            for (text, x, anchor) in
                [(name, left - gap, Anchor::End), (value, left + long + gap, Anchor::Start)]
            {
                if !text.is_empty() {
                    let size = BODY.min(BODY * WIDEST / natural(text).max(1)).max(1);
                    page.text(text, x, baseline, anchor, size, false);
                }
            }
            page.y += height + cell(160);
        }
        scene.height = super::words::round_up(page.y + margin);
        scene.items.append(&mut bars);
        scene
    }
}

/// The width of a text before shrinking.
fn natural(text: &str) -> i32 {
    let width = i64::from(font::width(text, false)) * i64::from(BODY) / 1000;
    i32::try_from(width).unwrap_or(i32::MAX).min(1_000_000)
}
