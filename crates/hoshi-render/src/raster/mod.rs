//! A scene as pixels and as PNG. The display list is drawn directly: through SVG and `resvg` it
//! looks the same and takes longer (docs/pictures.md).

mod disc;
mod draw;
mod fonts;

use std::io;

use crate::scene::Scene;

/// A scene has 96 units to an inch, as pixels in browsers.
const UNITS_AN_INCH: u64 = 96;

/// The maximum number of pixels: 256 megabytes of memory.
const MOST_PIXELS: u64 = 64_000_000;

/// The size and the background of a picture.
///
/// ```
/// use hoshi_render::PngOptions;
/// assert_ne!(PngOptions::new().width(1000), PngOptions::new().dpi(300));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct PngOptions {
    size: Size,
    dpi: Option<u32>,
    transparent: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Size {
    Scale(u32),
    Width(u32),
}

impl Default for PngOptions {
    fn default() -> PngOptions {
        PngOptions { size: Size::Scale(2000), dpi: None, transparent: false }
    }
}

impl PngOptions {
    /// Two pixels for a unit of the scene.
    ///
    /// ```
    /// assert_eq!(hoshi_render::PngOptions::new(), hoshi_render::PngOptions::new().scale(2000));
    /// ```
    #[must_use]
    pub fn new() -> PngOptions {
        PngOptions::default()
    }

    /// The scale: thousandths of a pixel per unit of the scene.
    ///
    /// ```
    /// use hoshi_core::{Diagram, Size};
    /// use hoshi_render::{PngOptions, Style, layout, pixels};
    ///
    /// let scene = layout(&Diagram::new(Size::S9), &Style::new());
    /// let pixels = pixels(&scene, &PngOptions::new().scale(1000))?;
    /// assert_eq!(i64::from(pixels.width), i64::from(scene.width / 100));
    /// # Ok::<(), hoshi_render::PngError>(())
    /// ```
    #[must_use]
    pub fn scale(self, thousandths: u32) -> PngOptions {
        PngOptions { size: Size::Scale(thousandths.max(1)), ..self }
    }

    /// Exactly this many pixels wide.
    ///
    /// ```
    /// use hoshi_core::{Diagram, Size};
    /// use hoshi_render::{PngOptions, Style, layout, pixels};
    ///
    /// let scene = layout(&Diagram::new(Size::S9), &Style::new());
    /// assert_eq!(pixels(&scene, &PngOptions::new().width(123))?.width, 123);
    /// # Ok::<(), hoshi_render::PngError>(())
    /// ```
    #[must_use]
    pub fn width(self, pixels: u32) -> PngOptions {
        PngOptions { size: Size::Width(pixels.max(1)), ..self }
    }

    /// The resolution in pixels per inch, which is stored in the file. A width that is set later
    /// stays exact.
    ///
    /// ```
    /// use hoshi_render::PngOptions;
    /// assert_ne!(PngOptions::new().dpi(96), PngOptions::new().scale(1000));
    /// ```
    #[must_use]
    pub fn dpi(self, dpi: u32) -> PngOptions {
        let dpi = dpi.clamp(1, 100_000);
        let scale = u64::from(dpi) * 1000 / UNITS_AN_INCH;
        let size = Size::Scale(u32::try_from(scale).unwrap_or(u32::MAX).max(1));
        PngOptions { size, dpi: Some(dpi), ..self }
    }

    /// Whether the background of the scene is left out.
    ///
    /// ```
    /// use hoshi_core::{Diagram, Size};
    /// use hoshi_render::{PngOptions, Style, Theme, layout, pixels};
    ///
    /// let style = Style::new().theme(Theme::builtin("paper").unwrap());
    /// let scene = layout(&Diagram::new(Size::S9), &style);
    /// let pixels = pixels(&scene, &PngOptions::new().transparent(true))?;
    /// assert_eq!(pixels.rgba[3], 0);
    /// # Ok::<(), hoshi_render::PngError>(())
    /// ```
    #[must_use]
    pub fn transparent(self, transparent: bool) -> PngOptions {
        PngOptions { transparent, ..self }
    }

    /// The width and height in pixels, within the limit.
    fn pixels(&self, scene: &Scene) -> Result<(u32, u32), PngError> {
        let (width, height) = (scene.width.max(1) as u64, scene.height.max(1) as u64);
        let rounded = |number: u64, by: u64| ((number + by / 2) / by).max(1);
        let (wide, high) = match self.size {
            Size::Scale(scale) => {
                let scaled = |length: u64| rounded(length * u64::from(scale), 100_000);
                (scaled(width), scaled(height))
            }
            Size::Width(wide) => (u64::from(wide), rounded(height * u64::from(wide), width)),
        };
        if wide.saturating_mul(high) > MOST_PIXELS {
            return Err(PngError::TooLarge { width: wide, height: high });
        }
        let fits = |length: u64| u32::try_from(length).ok();
        let size = fits(wide).zip(fits(high));
        size.ok_or(PngError::TooLarge { width: wide, height: high })
    }
}

/// Why a picture was not drawn.
///
/// ```
/// use hoshi_core::{Diagram, Size};
/// use hoshi_render::{PngOptions, Style, layout, png};
///
/// let scene = layout(&Diagram::new(Size::new(255, 255).unwrap()), &Style::new());
/// let error = png(&scene, &PngOptions::new().scale(10_000)).unwrap_err();
/// assert_eq!(
///     error.to_string(),
///     "a picture of 71460 x 71460 pixels is too large: at most 64 million pixels are drawn, \
///      so choose a smaller scale or width"
/// );
/// ```
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum PngError {
    /// The picture has too many pixels.
    #[error(
        "a picture of {width} x {height} pixels is too large: at most {} million pixels are drawn, \
         so choose a smaller scale or width",
        MOST_PIXELS / 1_000_000
    )]
    TooLarge {
        /// The width in pixels.
        width: u64,
        /// The height in pixels.
        height: u64,
    },
    /// The pixels could not be written as PNG.
    #[error("the picture could not be written as PNG: {0}")]
    Encoding(#[from] io::Error),
}

/// A picture as pixels.
///
/// ```
/// use hoshi_core::{Diagram, Size};
/// use hoshi_render::{PngOptions, Style, layout, pixels};
///
/// let pixels = pixels(&layout(&Diagram::new(Size::S9), &Style::new()), &PngOptions::new())?;
/// assert_eq!(pixels.rgba.len(), pixels.width as usize * pixels.height as usize * 4);
/// # Ok::<(), hoshi_render::PngError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Pixels {
    /// The width.
    pub width: u32,
    /// The height.
    pub height: u32,
    /// Red, green, blue and opacity of each pixel, row by row. Colours are not premultiplied.
    pub rgba: Vec<u8>,
    /// Characters that no font of this machine has; they are drawn as boxes.
    pub missing: Vec<char>,
}

/// Draws a scene.
///
/// ```
/// use hoshi_core::Diagram;
/// use hoshi_render::{PngOptions, Style, layout, pixels};
///
/// let diagram: Diagram = "X . O".parse()?;
/// let pixels = pixels(&layout(&diagram, &Style::new()), &PngOptions::new().width(200))?;
/// assert_eq!(pixels.width, 200);
/// assert!(pixels.missing.is_empty());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// If there would be too many pixels. That is checked before any memory is allocated.
pub fn pixels(scene: &Scene, options: &PngOptions) -> Result<Pixels, PngError> {
    let (width, height) = options.pixels(scene)?;
    let ground = scene.ground.filter(|_| !options.transparent);
    let (pixmap, missing) = draw::draw(scene, ground, width, height)
        .ok_or(PngError::TooLarge { width: u64::from(width), height: u64::from(height) })?;
    let mut rgba = pixmap.take();
    for pixel in rgba.chunks_exact_mut(4) {
        let a = pixel[3];
        if a != 255 && a != 0 {
            for part in &mut pixel[..3] {
                *part = ((u16::from(*part) * 255 + u16::from(a) / 2) / u16::from(a)).min(255) as u8;
            }
        }
    }
    Ok(Pixels { width, height, rgba, missing })
}

/// Draws a scene as a PNG file. The same scene and options give the same bytes.
///
/// ```
/// use hoshi_core::Diagram;
/// use hoshi_render::{PngOptions, Style, layout, png};
///
/// let diagram: Diagram = "X . O".parse()?;
/// let file = png(&layout(&diagram, &Style::new()), &PngOptions::new())?;
/// assert!(file.starts_with(b"\x89PNG"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// If there would be too many pixels. That is checked before any memory is allocated.
pub fn png(scene: &Scene, options: &PngOptions) -> Result<Vec<u8>, PngError> {
    let Pixels { width, height, rgba, .. } = pixels(scene, options)?;
    let opaque = rgba.chunks_exact(4).all(|pixel| pixel[3] == 255);
    let grey =
        opaque && rgba.chunks_exact(4).all(|pixel| pixel[0] == pixel[1] && pixel[1] == pixel[2]);
    // Greyscale needs a third of the bytes.
    let (color, bytes) = if grey {
        (png::ColorType::Grayscale, rgba.chunks_exact(4).map(|pixel| pixel[0]).collect())
    } else if opaque {
        let mut rgb = vec![0; rgba.len() / 4 * 3];
        for (to, from) in rgb.chunks_exact_mut(3).zip(rgba.chunks_exact(4)) {
            to.copy_from_slice(&from[..3]);
        }
        (png::ColorType::Rgb, rgb)
    } else {
        (png::ColorType::Rgba, rgba)
    };
    let mut file = Vec::new();
    let mut encoder = png::Encoder::new(&mut file, width, height);
    encoder.set_color(color);
    encoder.set_depth(png::BitDepth::Eight);
    encoder.set_compression(png::Compression::Fast);
    if let Some(dpi) = options.dpi {
        // One pixel per inch is 10,000 / 254 per metre.
        let a_metre = u32::try_from((u64::from(dpi) * 10_000 + 127) / 254).unwrap_or(u32::MAX);
        encoder.set_pixel_dims(Some(png::PixelDimensions {
            xppu: a_metre,
            yppu: a_metre,
            unit: png::Unit::Meter,
        }));
    }
    let written = encoder.write_header().and_then(|mut writer| {
        writer.write_image_data(&bytes)?;
        writer.finish()
    });
    written.map_err(io::Error::other)?;
    Ok(file)
}
