//! Lays out a diagram as a scene: the position, size and colour of everything. Nothing here knows
//! about file formats.
//!
//! Points are drawn in layers, so that similar items are adjacent. Dimmed points have layers of
//! their own, in a less opaque group.

mod chart;
mod coordinates;
mod describe;
mod grid;
mod heat;
mod kanji;
mod marks;
mod paint;
mod stones;
mod text;
mod words;

use hoshi_core::{Color as Side, Diagram, Mark, Point, PointMap, Window};

pub use chart::Chart;

use crate::scene::{Color, Fill, Item, Scene};
use crate::style::Style;
use crate::theme::Theme;
use paint::Paints;

/// The distance between two lines, in hundredths of a unit.
pub(crate) const CELL: i32 = 2800;

/// Thousandths of a cell.
const fn cell(thousandths: i32) -> i32 {
    CELL * thousandths / 1000
}

/// A length of a theme, in hundredths of hundredths of a cell.
const fn themed(length: i32) -> i32 {
    length * CELL / 10_000
}

/// The opacity of dimmed points, of 255.
const DIM: u8 = 90;

/// What is drawn on points, from the back to the front.
#[derive(Clone, Copy)]
enum Layer {
    Heat,
    Selected,
    Grid,
    Edge,
    Stars,
    Shadows,
    Black,
    White,
    Marks,
    Lines,
    Plates,
    Texts,
}

const LAYERS: usize = Layer::Texts as usize + 1;

/// Lays out a diagram.
///
/// ```
/// use hoshi_core::Diagram;
/// use hoshi_render::{Style, layout};
///
/// let diagram: Diagram = "X . O\ntitle \"A small board\"".parse()?;
/// let scene = layout(&diagram, &Style::new());
/// assert_eq!(scene.title, "A small board");
/// assert!(scene.description.contains("Black stones: A1."));
/// # Ok::<(), hoshi_core::DiagramError>(())
/// ```
#[must_use]
pub fn layout(diagram: &Diagram, style: &Style) -> Scene {
    let window = diagram.window().unwrap_or(Window::whole(diagram.size()));
    let bands = coordinates::Bands::new(diagram, style, window);
    let words = words::Words::new(diagram, style);
    let margin = i32::from(style.margin) * CELL / 100;
    let margin = if words.is_empty() { margin } else { margin.max(cell(400)) };
    let (panel_width, panel_height) = bands.panel();
    let text_width = if words.is_empty() { 0 } else { panel_width.max(words::LEAST_WIDTH) };
    let inner = panel_width.max(text_width);
    let mut scene = Scene {
        width: inner + 2 * margin,
        height: 0,
        ground: if style.transparent { None } else { style.theme.page },
        title: describe::title(diagram),
        description: describe::description(diagram, window),
        gradients: Vec::new(),
        items: Vec::new(),
    };
    let paints = Paints::new(&style.theme, &mut scene.gradients);
    let mut above = Vec::new();
    let top = words.above(margin, margin, inner, &paints, &mut above);
    let left = margin + (inner - panel_width) / 200 * 100;
    if let Some(board) =
        style.theme.board.filter(|board| style.transparent || style.theme.page != Some(*board))
    {
        scene.items.push(Item::Rect {
            x: left,
            y: top,
            width: panel_width,
            height: panel_height,
            fill: Fill::Plain(board),
            stroke: None,
        });
    }
    let mut sheet = Sheet {
        diagram,
        style,
        theme: &style.theme,
        window,
        x0: left + bands.left,
        y0: top + bands.top,
        paints: &paints,
        written: text::written(diagram),
        has_gaps: false,
        layers: Default::default(),
    };
    sheet.has_gaps = sheet.written.values().contains(&true);
    sheet.draw();
    sheet.pour(&mut scene.items);
    sheet.draw_coordinates(&bands, (left, top), &mut scene.items);
    scene.items.append(&mut above);
    let bottom = words.below(margin, top + panel_height, inner, &paints, &mut scene.items);
    scene.height = bottom + margin;
    scene
}

/// A board that is being drawn.
struct Sheet<'a> {
    diagram: &'a Diagram,
    style: &'a Style,
    theme: &'a Theme,
    window: Window,
    /// The position of the first point of the window.
    x0: i32,
    y0: i32,
    paints: &'a Paints<'a>,
    /// Points with a number or a label.
    written: PointMap<bool>,
    /// Whether there is any, which may break lines.
    has_gaps: bool,
    /// The layers of ordinary points, then those of dimmed ones.
    layers: [[Vec<Item>; LAYERS]; 2],
}

impl Sheet<'_> {
    fn draw(&mut self) {
        self.draw_grid();
        for (point, marks) in self.window_points() {
            if marks.contains(Mark::Hidden) {
                continue;
            }
            self.draw_heat(point);
            self.draw_stone(point);
            self.draw_marks(point);
            self.draw_texts(point);
        }
        self.draw_lines();
    }

    fn window_points(&self) -> Vec<(Point, hoshi_core::MarkSet)> {
        let diagram = self.diagram;
        let points = diagram.size().points().filter(|&point| self.window.contains(point));
        points.map(|point| (point, diagram.marks(point))).collect()
    }

    /// The position of a point.
    fn at(&self, point: Point) -> (i32, i32) {
        let x = i32::from(point.x()) - i32::from(self.window.left());
        let y = i32::from(point.y()) - i32::from(self.window.top());
        (self.x0 + x * CELL, self.y0 + y * CELL)
    }

    fn is_dim(&self, point: Point) -> bool {
        self.diagram.marks(point).contains(Mark::Dim)
    }

    fn put(&mut self, point: Point, layer: Layer, item: Item) {
        let dim = usize::from(self.is_dim(point));
        self.layers[dim][layer as usize].push(item);
    }

    /// A visible ink colour on a point.
    fn ink(&self, point: Point) -> Color {
        match self.diagram.stone(point) {
            Some(Side::Black) => self.theme.black.ink,
            Some(Side::White) => self.theme.white.ink,
            None => self.heat_ink(point).unwrap_or(self.theme.mark_ink),
        }
    }

    /// Everything that was drawn, from the back to the front.
    fn pour(&mut self, items: &mut Vec<Item>) {
        let [bright, dim] = std::mem::take(&mut self.layers);
        for mut layer in bright {
            text::sort(&mut layer);
            items.append(&mut layer);
        }
        let mut dimmed = Vec::new();
        for mut layer in dim {
            text::sort(&mut layer);
            dimmed.append(&mut layer);
        }
        if !dimmed.is_empty() {
            items.push(Item::Group { opacity: DIM, items: dimmed });
        }
    }
}
