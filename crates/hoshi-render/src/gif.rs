//! Scenes as an animation. All frames share a palette, and a frame contains only the changed area,
//! so that a game of 250 moves stays small.

use std::borrow::Cow;
use std::collections::HashMap;
use std::time::Duration;

use color_quant::NeuQuant;
use gif::{DisposalMethod, Encoder, Frame, Repeat};

use crate::raster::{Pixels, PngError, PngOptions, pixels};
use crate::scene::Scene;

/// The options of an animation.
///
/// ```
/// use std::time::Duration;
/// use hoshi_render::{GifOptions, PngOptions};
///
/// let options = GifOptions::new(PngOptions::new().width(200), Duration::from_millis(500));
/// assert_eq!(options.delay, Duration::from_millis(500));
/// ```
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct GifOptions {
    /// The size of the picture.
    pub size: PngOptions,
    /// The display time of each scene, in steps of 10 ms. The last one is shown five times as long.
    pub delay: Duration,
}

impl GifOptions {
    /// Options with the size of the picture and the display time of each scene.
    ///
    /// ```
    /// use std::time::Duration;
    /// use hoshi_render::{GifOptions, PngOptions};
    /// assert_eq!(GifOptions::new(PngOptions::default(), Duration::from_secs(1)).delay.as_secs(), 1);
    /// ```
    #[must_use]
    pub fn new(size: PngOptions, delay: Duration) -> GifOptions {
        GifOptions { size, delay }
    }
}

/// Why an animation cannot be written.
///
/// ```
/// use std::time::Duration;
/// use hoshi_render::{GifOptions, PngOptions, gif};
///
/// let options = GifOptions::new(PngOptions::default(), Duration::from_secs(1));
/// assert_eq!(gif(&[], &options).unwrap_err().to_string(), "an animation needs a scene");
/// ```
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum GifError {
    /// There are no scenes.
    #[error("an animation needs a scene")]
    Empty,
    /// A side is longer than the format allows.
    #[error("a GIF has at most 65,535 pixels a side, not {0}")]
    TooLarge(u32),
    /// A frame could not be drawn.
    #[error(transparent)]
    Frame(#[from] PngError),
    /// The encoder failed.
    #[error("cannot write the GIF: {0}")]
    Write(String),
}

/// The index of the colour that leaves a pixel unchanged.
const SAME: u8 = 255;

/// Writes scenes of one size as an animation that starts again after the last.
///
/// ```
/// use std::time::Duration;
/// use hoshi_core::Diagram;
/// use hoshi_render::{GifOptions, PngOptions, Style, gif, layout};
///
/// let scenes = ["X . .", "X . O"].map(|text| {
///     layout(&text.parse::<Diagram>().unwrap(), &Style::new())
/// });
/// let options = GifOptions::new(PngOptions::new().width(100), Duration::from_millis(500));
/// assert!(gif(&scenes, &options)?.starts_with(b"GIF89a"));
/// # Ok::<(), hoshi_render::GifError>(())
/// ```
///
/// # Errors
/// If there is no scene, or the picture is too large.
pub fn gif(scenes: &[Scene], options: &GifOptions) -> Result<Vec<u8>, GifError> {
    let first = scenes.first().ok_or(GifError::Empty)?;
    let last = scenes.last().unwrap_or(first);
    let start = pixels(first, &options.size)?;
    let (width, height) = (side(start.width)?, side(start.height)?);
    let mut palette = Palette::new(&[&start, &pixels(last, &options.size)?]);
    let mut bytes = Vec::new();
    let wrong = |error: gif::EncodingError| GifError::Write(error.to_string());
    let mut encoder = Encoder::new(&mut bytes, width, height, &palette.colors).map_err(wrong)?;
    encoder.set_repeat(Repeat::Infinite).map_err(wrong)?;
    let mut shown: Option<Vec<u8>> = None;
    for (index, scene) in scenes.iter().enumerate() {
        let drawn = pixels(scene, &options.size)?;
        let indexed = palette.indexed(&drawn, usize::from(width), usize::from(height));
        let mut frame = changed(shown.as_deref(), &indexed, width, height);
        let steps = options.delay.as_millis() / 10 * if index + 1 == scenes.len() { 5 } else { 1 };
        frame.delay = u16::try_from(steps).unwrap_or(u16::MAX).max(2);
        encoder.write_frame(&frame).map_err(wrong)?;
        shown = Some(indexed);
    }
    drop(encoder);
    Ok(bytes)
}

fn side(pixels: u32) -> Result<u16, GifError> {
    u16::try_from(pixels).map_err(|_| GifError::TooLarge(pixels))
}

/// The smallest frame that turns one picture into another.
fn changed(before: Option<&[u8]>, after: &[u8], width: u16, height: u16) -> Frame<'static> {
    let whole = (0, 0, usize::from(width), usize::from(height));
    let (left, top, right, bottom) =
        before.map_or(whole, |before| difference(before, after, usize::from(width)));
    let mut buffer = Vec::with_capacity((right - left) * (bottom - top));
    for y in top..bottom {
        let row = y * usize::from(width);
        for at in row + left..row + right {
            let same = before.is_some_and(|before| before[at] == after[at]);
            buffer.push(if same { SAME } else { after[at] });
        }
    }
    // All sides come from `width` and `height`, which fit.
    let short = |side: usize| u16::try_from(side).unwrap_or(u16::MAX);
    Frame {
        left: short(left),
        top: short(top),
        width: short(right - left),
        height: short(bottom - top),
        buffer: Cow::Owned(buffer),
        dispose: DisposalMethod::Keep,
        transparent: before.map(|_| SAME),
        ..Frame::default()
    }
}

/// The bounding box of the differences, right and bottom exclusive; one pixel if there are none.
fn difference(before: &[u8], after: &[u8], width: usize) -> (usize, usize, usize, usize) {
    let (mut left, mut top, mut right, mut bottom) = (usize::MAX, usize::MAX, 0, 0);
    for (y, (one, other)) in before.chunks(width).zip(after.chunks(width)).enumerate() {
        if one == other {
            continue;
        }
        let differs = |x: &usize| one[*x] != other[*x];
        let first = (0..one.len()).find(differs).unwrap_or(0);
        let last = (0..one.len()).rfind(differs).unwrap_or(0);
        (left, right) = (left.min(first), right.max(last + 1));
        (top, bottom) = (top.min(y), y + 1);
    }
    if bottom == 0 { (0, 0, 1, 1) } else { (left, top, right, bottom) }
}

/// The colours of an animation.
struct Palette {
    /// Red, green and blue of each.
    colors: Vec<u8>,
    quantizer: NeuQuant,
    /// A cache of the index of each colour.
    known: HashMap<[u8; 4], u8>,
}

impl Palette {
    /// The colours that best fit some pictures.
    fn new(samples: &[&Pixels]) -> Palette {
        let all: Vec<u8> = samples.iter().flat_map(|pixels| pixels.rgba.iter().copied()).collect();
        // One index is reserved for unchanged pixels.
        let quantizer = NeuQuant::new(10, usize::from(SAME), &all);
        let mut colors = quantizer.color_map_rgb();
        colors.resize(256 * 3, 0);
        Palette { colors, quantizer, known: HashMap::new() }
    }

    /// A picture as indices of its colours, padded to this size.
    fn indexed(&mut self, pixels: &Pixels, width: usize, height: usize) -> Vec<u8> {
        let mut indexed = Vec::with_capacity(width * height);
        let wide = pixels.width as usize;
        for y in 0..height {
            for x in 0..width {
                let at = (y.min(pixels.height as usize - 1) * wide + x.min(wide - 1)) * 4;
                let color = [0, 1, 2, 3].map(|part| pixels.rgba[at + part]);
                let quantizer = &self.quantizer;
                let index = *self.known.entry(color).or_insert_with(|| {
                    u8::try_from(quantizer.index_of(&color)).unwrap_or(0).min(SAME - 1)
                });
                indexed.push(index);
            }
        }
        indexed
    }
}
