//! Themes: the colours of boards and texts. Nothing depends on colour alone: a black stone is `●` and a white one `○`
//! (`X` and `O` in ASCII; in sixteen colours they differ in their background), marks differ in shape, and a selected
//! line has a sign before it.

use hoshi_render::Coordinates;
use hoshi_render::text::{Glyphs, Paint, Palette, TextStyle};
use ratatui::style::{Color, Modifier, Style};

/// A theme.
///
/// ```
/// use hoshi_tui::Theme;
///
/// assert_eq!(Theme::named("light"), Some(Theme::Light));
/// assert_eq!(Theme::named("pink"), None);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Theme {
    /// Light text on a dark background; 256 colours.
    Dark,
    /// Dark text on a light background; 256 colours.
    Light,
    /// For terminals with any sixteen colours.
    Sixteen,
    /// Round stones without colours.
    Plain,
    /// ASCII characters without colours.
    Ascii,
}

impl Theme {
    /// Every theme.
    pub const ALL: [Theme; 5] =
        [Theme::Dark, Theme::Light, Theme::Sixteen, Theme::Plain, Theme::Ascii];

    /// The name in the configuration.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Theme::Dark => "dark",
            Theme::Light => "light",
            Theme::Sixteen => "16",
            Theme::Plain => "plain",
            Theme::Ascii => "ascii",
        }
    }

    /// The theme of a name.
    #[must_use]
    pub fn named(name: &str) -> Option<Theme> {
        Theme::ALL.into_iter().find(|theme| theme.name() == name)
    }

    pub(crate) fn next(self) -> Theme {
        let at = Theme::ALL.iter().position(|&theme| theme == self).unwrap_or(0);
        Theme::ALL[(at + 1) % Theme::ALL.len()]
    }

    pub(crate) const fn is_ascii(self) -> bool {
        matches!(self, Theme::Ascii)
    }

    /// How `hoshi-render` draws a board for it.
    pub(crate) fn text_style(self, width: Option<usize>) -> TextStyle {
        TextStyle {
            glyphs: if self.is_ascii() { Glyphs::Ascii } else { Glyphs::Unicode },
            palette: match self {
                Theme::Dark => Some(Palette::Dark),
                Theme::Light => Some(Palette::Light),
                _ => None,
            },
            coordinates: Coordinates::A1,
            is_ambiguous_wide: false,
            width,
        }
    }

    fn ink(self, dark: u8, light: u8, sixteen: Color) -> Style {
        match self {
            Theme::Dark => Style::new().fg(Color::Indexed(dark)),
            Theme::Light => Style::new().fg(Color::Indexed(light)),
            Theme::Sixteen => Style::new().fg(sixteen),
            Theme::Plain | Theme::Ascii => Style::new(),
        }
    }

    /// Headings.
    pub(crate) fn heading(self) -> Style {
        self.ink(222, 94, Color::Reset).add_modifier(Modifier::BOLD)
    }

    /// Less important text.
    pub(crate) fn faint(self) -> Style {
        match self {
            Theme::Sixteen => Style::new().add_modifier(Modifier::DIM),
            theme => theme.ink(247, 242, Color::Reset),
        }
    }

    /// The name of a key.
    pub(crate) fn key(self) -> Style {
        self.ink(215, 130, Color::Reset).add_modifier(Modifier::BOLD)
    }

    /// Errors and warnings.
    pub(crate) fn warning(self) -> Style {
        self.ink(210, 124, Color::Red).add_modifier(Modifier::BOLD)
    }

    /// Success.
    pub(crate) fn good(self) -> Style {
        self.ink(150, 28, Color::Green)
    }

    /// The selected line.
    pub(crate) fn selected(self) -> Style {
        match self {
            Theme::Dark => Style::new().fg(Color::Indexed(230)).bg(Color::Indexed(58)),
            Theme::Light => Style::new().fg(Color::Indexed(16)).bg(Color::Indexed(223)),
            Theme::Sixteen | Theme::Plain | Theme::Ascii => {
                Style::new().add_modifier(Modifier::REVERSED)
            }
        }
        .add_modifier(Modifier::BOLD)
    }

    pub(crate) fn border(self) -> Style {
        self.ink(240, 247, Color::Reset)
    }

    /// The background of a board in sixteen colours.
    pub(crate) const fn sixteen_board() -> Style {
        Style::new().fg(Color::Black).bg(Color::Yellow)
    }

    /// The brackets around the cursor.
    pub(crate) fn cursor(self) -> Style {
        let style = match self {
            Theme::Dark => Style::new().fg(Color::Indexed(51)),
            Theme::Light => Style::new().fg(Color::Indexed(18)),
            Theme::Sixteen => Style::new().fg(Color::Blue).bg(Color::Yellow),
            Theme::Plain | Theme::Ascii => Style::new(),
        };
        style.add_modifier(Modifier::BOLD)
    }

    /// Marks of the view on the board: ko, letters of variations.
    pub(crate) fn mark(self) -> Style {
        match self {
            Theme::Dark => Style::new().fg(Color::Indexed(231)),
            Theme::Light => Style::new().fg(Color::Indexed(16)),
            Theme::Sixteen => Theme::sixteen_board(),
            Theme::Plain | Theme::Ascii => Style::new(),
        }
    }

    /// A faint mark.
    pub(crate) fn trace(self) -> Style {
        match self {
            Theme::Dark => Style::new().fg(Color::Indexed(223)),
            Theme::Light => Style::new().fg(Color::Indexed(235)),
            Theme::Sixteen => Theme::sixteen_board(),
            Theme::Plain | Theme::Ascii => Style::new().add_modifier(Modifier::DIM),
        }
    }

    /// A warning on the board.
    pub(crate) fn alarm(self) -> Style {
        let style = match self {
            Theme::Dark => Style::new().fg(Color::Indexed(224)),
            Theme::Light => Style::new().fg(Color::Indexed(52)),
            Theme::Sixteen => Style::new().fg(Color::Red).bg(Color::Yellow),
            Theme::Plain | Theme::Ascii => Style::new(),
        };
        style.add_modifier(Modifier::BOLD)
    }

    /// A stone that is not played yet.
    pub(crate) fn ghost(self, color: hoshi_core::Color) -> Style {
        let (black, white) = if self == Theme::Light { (238, 254) } else { (235, 250) };
        let ink = if color == hoshi_core::Color::Black { black } else { white };
        Style::new().fg(Color::Indexed(ink))
    }
}

/// The colours of `hoshi-render` as a style.
pub(crate) fn style_of(paint: Paint) -> Style {
    let mut style = Style::new();
    if let Some(ink) = paint.ink {
        style = style.fg(Color::Indexed(ink));
    }
    if let Some(ground) = paint.ground {
        style = style.bg(Color::Indexed(ground));
    }
    if paint.bold { style.add_modifier(Modifier::BOLD) } else { style }
}
