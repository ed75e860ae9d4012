//! Pictures of Go boards: a [`hoshi_core::Diagram`] drawn as text, SVG, PNG, GIF or PDF.
//!
//! Only this crate decides what a board looks like. A diagram is laid out as a [`Scene`], a list of
//! shapes and texts, which every image format writes; text for terminals is drawn separately.

mod beside;
mod coordinates;
mod figure;
mod font;
#[cfg(feature = "gif")]
mod gif;
#[cfg(test)]
mod golden;
mod layout;
#[cfg(feature = "pdf")]
mod pdf;
#[cfg(feature = "png")]
mod raster;
mod scene;
pub mod sensei;
mod style;
mod svg;
pub mod text;
mod theme;

pub use beside::beside;
pub use coordinates::{Coordinates, UnknownCoordinates};
pub use figure::{add_markup, figure};
#[cfg(feature = "gif")]
pub use gif::{GifError, GifOptions, gif};
pub use layout::{Chart, layout};
#[cfg(feature = "pdf")]
pub use pdf::{Paper, PdfError, UnknownPaper, pdf};
#[cfg(feature = "png")]
pub use raster::{Pixels, PngError, PngOptions, pixels, png};
pub use scene::{Anchor, Color, Fill, Gradient, Item, Scene, Segment, Stop, Stroke, Text};
pub use style::{Sides, Style};
pub use svg::{SvgOptions, svg};
pub use theme::{Theme, ThemeError};
