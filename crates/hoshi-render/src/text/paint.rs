//! The colours of a terminal: indices of its 256-colour table. Those from 16 look the same
//! everywhere; the first 16 are user-defined.

use hoshi_core::Color;

/// The colours of a piece of text.
///
/// ```
/// use hoshi_render::text::Paint;
///
/// let paint = Paint { ink: Some(16), ground: Some(137), bold: true };
/// assert_eq!(paint.sgr(), "1;38;5;16;48;5;137");
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Paint {
    /// The colour of the characters, from the table of 256; none is the terminal's own.
    pub ink: Option<u8>,
    /// The colour behind them.
    pub ground: Option<u8>,
    /// Whether they are bold.
    pub bold: bool,
}

impl Paint {
    /// The parameters of the escape sequence that sets these colours; empty if it sets none.
    ///
    /// ```
    /// assert_eq!(hoshi_render::text::Paint::default().sgr(), "");
    /// ```
    #[must_use]
    pub fn sgr(self) -> String {
        let bold = self.bold.then(|| "1".to_owned());
        let ink = self.ink.map(|ink| format!("38;5;{ink}"));
        let ground = self.ground.map(|ground| format!("48;5;{ground}"));
        let codes: Vec<String> = [bold, ink, ground].into_iter().flatten().collect();
        codes.join(";")
    }

    const fn new(ink: u8, ground: Option<u8>, bold: bool) -> Paint {
        Paint { ink: Some(ink), ground, bold }
    }
}

/// The colours of a board, by the background of the terminal.
///
/// ```
/// use hoshi_render::text::Palette;
/// assert_ne!(Palette::Light, Palette::Dark);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Palette {
    /// For dark text on a light background.
    Light,
    /// For light text on a dark background.
    Dark,
}

const BLACK: u8 = 16;
const WHITE: u8 = 231;

impl Palette {
    /// Brown, between black and white: stones of both colours stand out.
    const fn board(self) -> u8 {
        match self {
            Palette::Light => 137,
            Palette::Dark => 94,
        }
    }

    pub(super) const fn lines(self) -> Paint {
        let ink = match self {
            Palette::Light => 58,
            Palette::Dark => 180,
        };
        Paint::new(ink, Some(self.board()), false)
    }

    pub(super) const fn coordinates(self) -> Paint {
        let ink = match self {
            Palette::Light => 240,
            Palette::Dark => 250,
        };
        Paint::new(ink, None, false)
    }

    pub(super) const fn last(self) -> Paint {
        let ink = match self {
            Palette::Light => 17,
            Palette::Dark => 226,
        };
        Paint::new(ink, Some(self.board()), true)
    }

    /// A stone as a shape, or the territory of a colour.
    pub(super) const fn stone(self, color: Color) -> Paint {
        let ink = match color {
            Color::Black => BLACK,
            Color::White => WHITE,
        };
        Paint::new(ink, Some(self.board()), false)
    }

    /// Text on a stone, which is then the background.
    pub(super) const fn on_stone(self, color: Color) -> Paint {
        match color {
            Color::Black => Paint::new(WHITE, Some(BLACK), true),
            Color::White => Paint::new(BLACK, Some(WHITE), true),
        }
    }

    /// Text on an empty point.
    pub(super) const fn on_board(self) -> Paint {
        let ink = match self {
            Palette::Light => BLACK,
            Palette::Dark => WHITE,
        };
        Paint::new(ink, Some(self.board()), true)
    }

    /// A dimmed point, without the colour of the board.
    pub(super) const fn dim(self) -> Paint {
        let ink = match self {
            Palette::Light => 248,
            Palette::Dark => 240,
        };
        Paint::new(ink, None, false)
    }

    pub(super) const fn hidden(self) -> Paint {
        Paint { ink: None, ground: None, bold: false }
    }

    /// An empty point with heat, from yellow to orange for Black's and from pale to deep blue for
    /// White's: the lightness differs too, for colour-blind readers.
    pub(super) fn heat(self, heat: i16) -> Paint {
        const BLACKS: [u8; 5] = [230, 222, 214, 208, 166];
        const WHITES: [u8; 5] = [195, 153, 111, 68, 25];
        let step = usize::from(heat.unsigned_abs().min(1000)) * 4 / 1000;
        let ground = if heat < 0 { WHITES[step] } else { BLACKS[step] };
        let ink = if contrast(BLACK, ground) >= contrast(WHITE, ground) { BLACK } else { WHITE };
        Paint::new(ink, Some(ground), true)
    }
}

/// The relative luminance of an entry of the table, times a million, by the definition of the
/// guidelines for accessible web content.
fn luminance(entry: u8) -> u64 {
    // The six levels of the colour cube and the 24 greys; the values are sRGB made linear, in
    // millionths.
    const CUBE: [u64; 6] = [0, 114_435, 242_281, 428_690, 679_542, 1_000_000];
    let channels = match entry {
        232.. => {
            let level = f64::from(8 + 10 * u32::from(entry - 232)) / 255.0;
            let linear = ((level + 0.055) / 1.055).powf(2.4).max(level / 12.92);
            [(linear * 1e6) as u64; 3]
        }
        16.. => {
            let at = usize::from(entry - 16);
            [CUBE[at / 36], CUBE[at / 6 % 6], CUBE[at % 6]]
        }
        // User-defined, so unknown.
        _ => [0; 3],
    };
    (2126 * channels[0] + 7152 * channels[1] + 722 * channels[2]) / 10_000
}

/// The contrast of two entries of the table, in hundredths.
fn contrast(one: u8, other: u8) -> u64 {
    let (one, other) = (luminance(one) + 50_000, luminance(other) + 50_000);
    100 * one.max(other) / one.min(other)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn black_on_white_has_maximum_contrast() {
        assert_eq!(contrast(BLACK, WHITE), 2100);
        // The lightest grey is #eeeeee.
        assert!((1805..1815).contains(&contrast(BLACK, 255)));
    }

    #[test]
    fn everything_stands_out() {
        let mut pairs = 0;
        let mut check = |paint: Paint, ground: u8, least: u64| {
            let contrast = contrast(paint.ink.unwrap(), paint.ground.unwrap_or(ground));
            assert!(contrast >= least, "{paint:?}: {contrast}");
            pairs += 1;
        };
        for (palette, ground) in [(Palette::Light, WHITE), (Palette::Dark, BLACK)] {
            check(palette.coordinates(), ground, 450);
            check(palette.last(), ground, 450);
            check(palette.on_board(), ground, 450);
            for color in Color::ALL {
                check(palette.stone(color), ground, 300);
                check(palette.on_stone(color), ground, 450);
            }
            check(palette.lines(), ground, 200);
            for heat in (-1000..=1000).step_by(125) {
                check(palette.heat(heat), ground, 450);
            }
        }
        assert_eq!(pairs, 2 * (3 + 4 + 1 + 17));
    }
}
