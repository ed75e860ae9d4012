//! The appearance of a picture, apart from the diagram: theme, coordinates, margins, words.

use crate::coordinates::Coordinates;
use crate::theme::Theme;

/// The sides of a board that have coordinates.
///
/// ```
/// use hoshi_render::Sides;
/// assert!(Sides::LEFT_BOTTOM.left && !Sides::LEFT_BOTTOM.right);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Sides {
    /// Above the board.
    pub top: bool,
    /// To the right of it.
    pub right: bool,
    /// Below it.
    pub bottom: bool,
    /// To the left of it.
    pub left: bool,
}

impl Sides {
    /// All four.
    ///
    /// ```
    /// assert!(hoshi_render::Sides::ALL.top);
    /// ```
    pub const ALL: Sides = Sides { top: true, right: true, bottom: true, left: true };

    /// None of them.
    ///
    /// ```
    /// assert!(!hoshi_render::Sides::NONE.top);
    /// ```
    pub const NONE: Sides = Sides { top: false, right: false, bottom: false, left: false };

    /// The left and the bottom one.
    ///
    /// ```
    /// assert!(hoshi_render::Sides::LEFT_BOTTOM.bottom);
    /// ```
    pub const LEFT_BOTTOM: Sides = Sides { bottom: true, left: true, ..Sides::NONE };

    /// The left and the top one.
    ///
    /// ```
    /// assert!(hoshi_render::Sides::LEFT_TOP.top);
    /// ```
    pub const LEFT_TOP: Sides = Sides { top: true, left: true, ..Sides::NONE };

    /// The right and the top one, as in Japanese books.
    ///
    /// ```
    /// assert!(hoshi_render::Sides::RIGHT_TOP.right);
    /// ```
    pub const RIGHT_TOP: Sides = Sides { top: true, right: true, ..Sides::NONE };
}

/// The appearance of a picture, apart from the diagram.
///
/// ```
/// use hoshi_core::Diagram;
/// use hoshi_render::{Coordinates, Sides, Style, Theme, layout};
///
/// let style = Style::new()
///     .theme(Theme::builtin("paper").unwrap())
///     .coordinates(Coordinates::A1)
///     .sides(Sides::LEFT_BOTTOM)
///     .last_move(false);
/// let diagram: Diagram = "X . O".parse()?;
/// assert!(layout(&diagram, &style).width > 0);
/// # Ok::<(), hoshi_core::DiagramError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Style {
    pub(crate) theme: Theme,
    pub(crate) coordinates: Coordinates,
    pub(crate) sides: Sides,
    pub(crate) last_move: bool,
    pub(crate) captions: bool,
    pub(crate) margin: u16,
    pub(crate) transparent: bool,
}

impl Default for Style {
    fn default() -> Style {
        Style {
            theme: Theme::default(),
            coordinates: Coordinates::None,
            sides: Sides::ALL,
            last_move: true,
            captions: true,
            margin: 0,
            transparent: false,
        }
    }
}

impl Style {
    /// The theme `wood`, no coordinates, a mark on the last move, words around the board.
    ///
    /// ```
    /// assert_eq!(hoshi_render::Style::new(), hoshi_render::Style::default());
    /// ```
    #[must_use]
    pub fn new() -> Style {
        Style::default()
    }

    /// With another theme.
    ///
    /// ```
    /// use hoshi_render::{Style, Theme};
    /// assert_ne!(Style::new().theme(Theme::builtin("night").unwrap()), Style::new());
    /// ```
    #[must_use]
    pub fn theme(self, theme: Theme) -> Style {
        Style { theme, ..self }
    }

    /// With coordinates, on the sides set by [`Style::sides`].
    ///
    /// ```
    /// use hoshi_render::{Coordinates, Style};
    /// assert_ne!(Style::new().coordinates(Coordinates::Sgf), Style::new());
    /// ```
    #[must_use]
    pub fn coordinates(self, coordinates: Coordinates) -> Style {
        Style { coordinates, ..self }
    }

    /// The sides that have coordinates; all four by default.
    ///
    /// ```
    /// use hoshi_render::{Sides, Style};
    /// assert_eq!(Style::new().sides(Sides::ALL), Style::new());
    /// ```
    #[must_use]
    pub fn sides(self, sides: Sides) -> Style {
        Style { sides, ..self }
    }

    /// Whether the last move is marked.
    ///
    /// ```
    /// use hoshi_render::Style;
    /// assert_eq!(Style::new().last_move(true), Style::new());
    /// ```
    #[must_use]
    pub fn last_move(self, last_move: bool) -> Style {
        Style { last_move, ..self }
    }

    /// Whether the diagram's words are drawn: title, heading, side to move, captures, notes, comment.
    /// The legend of a heat map is drawn in any case.
    ///
    /// ```
    /// use hoshi_render::Style;
    /// assert_eq!(Style::new().captions(true), Style::new());
    /// ```
    #[must_use]
    pub fn captions(self, captions: bool) -> Style {
        Style { captions, ..self }
    }

    /// The margin around the picture, in hundredths of a cell.
    ///
    /// ```
    /// use hoshi_core::{Diagram, Size};
    /// use hoshi_render::{Style, layout};
    ///
    /// let diagram = Diagram::new(Size::S9);
    /// let wide = layout(&diagram, &Style::new().margin(100));
    /// assert!(wide.width > layout(&diagram, &Style::new()).width);
    /// ```
    #[must_use]
    pub fn margin(self, margin: u16) -> Style {
        Style { margin: margin.min(10_000), ..self }
    }

    /// Whether the background is transparent.
    ///
    /// ```
    /// use hoshi_core::{Diagram, Size};
    /// use hoshi_render::{Style, layout};
    ///
    /// let scene = layout(&Diagram::new(Size::S9), &Style::new().transparent(true));
    /// assert_eq!(scene.ground, None);
    /// ```
    #[must_use]
    pub fn transparent(self, transparent: bool) -> Style {
        Style { transparent, ..self }
    }
}
