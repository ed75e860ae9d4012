//! Themes: the colours and widths of a picture, read from TOML. The built-in themes are files in
//! the same format as user themes.

mod read;

use crate::scene::Color;
pub use read::ThemeError;

/// The colours and widths of a picture.
///
/// ```
/// use hoshi_render::Theme;
///
/// assert!(Theme::builtin("paper").is_some());
/// let own = Theme::parse("base = \"paper\"\n[board]\nfill = \"#fff8e0\"\n")?;
/// assert_ne!(Some(own), Theme::builtin("paper"));
/// # Ok::<(), hoshi_render::ThemeError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Theme {
    pub(crate) page: Option<Color>,
    pub(crate) page_ink: Color,
    pub(crate) board: Option<Color>,
    pub(crate) lines: Color,
    pub(crate) line_width: i32,
    pub(crate) edge_width: i32,
    pub(crate) stars: Color,
    pub(crate) star_size: i32,
    pub(crate) coordinates: Color,
    pub(crate) black: StoneTheme,
    pub(crate) white: StoneTheme,
    pub(crate) stone_size: i32,
    pub(crate) shadow: Option<Color>,
    pub(crate) mark_ink: Color,
    pub(crate) casing: Color,
    pub(crate) mark_width: i32,
    pub(crate) last_on_black: Color,
    pub(crate) last_on_white: Color,
    pub(crate) selected: Option<Color>,
    pub(crate) heat: HeatStyle,
    pub(crate) heat_none: Color,
    pub(crate) heat_high: Color,
    pub(crate) heat_negative: Color,
}

/// The appearance of the stones of one colour.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct StoneTheme {
    pub(crate) light: Option<Color>,
    pub(crate) fill: Color,
    pub(crate) shade: Option<Color>,
    pub(crate) edge: Option<Color>,
    pub(crate) edge_width: i32,
    pub(crate) ink: Color,
}

/// The style of heat maps.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum HeatStyle {
    /// Cells in a colour between those of no heat and the maximum.
    Cells,
    /// Squares that grow with the heat: for print without colours.
    Squares,
}

const BUILTIN: [(&str, &str); 4] = [
    ("wood", include_str!("../../themes/wood.toml")),
    ("paper", include_str!("../../themes/paper.toml")),
    ("night", include_str!("../../themes/night.toml")),
    ("contrast", include_str!("../../themes/contrast.toml")),
];

impl Theme {
    /// The names of the built-in themes.
    ///
    /// ```
    /// assert_eq!(hoshi_render::Theme::NAMES, ["wood", "paper", "night", "contrast"]);
    /// ```
    pub const NAMES: [&str; 4] = [BUILTIN[0].0, BUILTIN[1].0, BUILTIN[2].0, BUILTIN[3].0];

    /// The built-in theme with this name.
    ///
    /// ```
    /// use hoshi_render::Theme;
    /// assert!(Theme::NAMES.iter().all(|name| Theme::builtin(name).is_some()));
    /// assert_eq!(Theme::builtin("marble"), None);
    /// ```
    #[must_use]
    pub fn builtin(name: &str) -> Option<Theme> {
        let (_, text) = BUILTIN.into_iter().find(|(builtin, _)| *builtin == name)?;
        // A unit test reads every built-in theme.
        read::complete(text).ok()
    }

    /// Reads a theme. Missing keys take their values from the theme named by `base`, by default
    /// `wood`.
    ///
    /// # Errors
    /// If the text is not TOML, or has an invalid key or value.
    ///
    /// ```
    /// use hoshi_render::Theme;
    ///
    /// let error = Theme::parse("[board]\nfill = \"yellow\"\n").unwrap_err();
    /// assert_eq!(error.line(), 2);
    /// assert_eq!(
    ///     error.to_string(),
    ///     "line 2: `board.fill` is \"yellow\": write a colour such as \"#e6bd74\", or \"none\""
    /// );
    /// ```
    pub fn parse(text: &str) -> Result<Theme, ThemeError> {
        read::theme(text)
    }

    /// The colour of a key, such as `board.fill`; `None` if the theme leaves the thing out, or has no such colour.
    /// For those who draw boards by other means.
    ///
    /// ```
    /// use hoshi_render::Theme;
    ///
    /// let theme = Theme::parse("[board]\nfill = \"#fff8e0\"\n")?;
    /// assert_eq!(theme.color("board.fill").unwrap().to_string(), "#fff8e0");
    /// assert_eq!(theme.color("stones.size"), None);
    /// # Ok::<(), hoshi_render::ThemeError>(())
    /// ```
    #[must_use]
    pub fn color(&self, key: &str) -> Option<Color> {
        if let Some(part) = key.strip_prefix("black.") {
            return self.black.color(part);
        }
        if let Some(part) = key.strip_prefix("white.") {
            return self.white.color(part);
        }
        match key {
            "page.fill" => self.page,
            "page.ink" => Some(self.page_ink),
            "board.fill" => self.board,
            "board.lines" => Some(self.lines),
            "board.stars" => Some(self.stars),
            "board.coordinates" => Some(self.coordinates),
            "stones.shadow" => self.shadow,
            "marks.ink" => Some(self.mark_ink),
            "marks.casing" => Some(self.casing),
            "marks.last-on-black" => Some(self.last_on_black),
            "marks.last-on-white" => Some(self.last_on_white),
            "marks.selected" => self.selected,
            "heat.none" => Some(self.heat_none),
            "heat.high" => Some(self.heat_high),
            "heat.negative" => Some(self.heat_negative),
            _ => None,
        }
    }
}

impl StoneTheme {
    fn color(&self, key: &str) -> Option<Color> {
        match key {
            "light" => self.light,
            "fill" => Some(self.fill),
            "shade" => self.shade,
            "edge" => self.edge,
            "ink" => Some(self.ink),
            _ => None,
        }
    }
}

impl Default for Theme {
    /// The theme `wood`.
    fn default() -> Theme {
        read::blank_with(BUILTIN[0].1)
    }
}

#[cfg(test)]
mod tests {
    use super::{BUILTIN, Theme, read};
    use crate::scene::Color;

    #[test]
    fn built_in_themes_are_complete() {
        for (name, text) in BUILTIN {
            let theme = read::complete(text).unwrap_or_else(|error| panic!("{name}: {error}"));
            assert_eq!(Theme::builtin(name), Some(theme));
        }
        assert_eq!(Theme::builtin("wood"), Some(Theme::default()));
    }

    #[test]
    fn texts_have_enough_contrast() {
        for name in Theme::NAMES {
            let theme = Theme::builtin(name).unwrap();
            let page = theme.page.unwrap();
            let board = theme.board.unwrap_or(page);
            let pairs = [
                ("coordinates", theme.coordinates, board, 4.5),
                ("words", theme.page_ink, page, 7.0),
                ("marks on the board", theme.mark_ink, board, 4.5),
                ("marks beside their casing", theme.mark_ink, theme.casing, 4.5),
                ("numbers on black", theme.black.ink, theme.black.fill, 7.0),
                ("numbers on white", theme.white.ink, theme.white.fill, 7.0),
                ("the last move on black", theme.last_on_black, theme.black.fill, 4.5),
                ("the last move on white", theme.last_on_white, theme.white.fill, 4.5),
                ("numbers in the light of black", theme.black.ink, light(&theme.black), 4.5),
                ("numbers in the shade of white", theme.white.ink, shade(&theme.white), 4.5),
                ("lines", theme.lines, board, 3.0),
                ("the greatest heat", theme.heat_high, theme.heat_none, 4.5),
            ];
            for (what, one, other, least) in pairs {
                let contrast = one.contrast(other);
                assert!(contrast >= least, "{name}: {what}: {contrast:.2}");
            }
        }
    }

    fn light(stone: &super::StoneTheme) -> Color {
        stone.light.unwrap_or(stone.fill)
    }

    fn shade(stone: &super::StoneTheme) -> Color {
        stone.shade.unwrap_or(stone.fill)
    }

    #[test]
    fn paper_is_black_and_white() {
        let (_, text) = BUILTIN.into_iter().find(|(name, _)| *name == "paper").unwrap();
        let colors: Vec<&str> =
            text.split('"').filter(|word| word.starts_with('#') && word.len() < 10).collect();
        assert!(colors.len() > 15);
        assert!(colors.iter().all(|color| ["#000000", "#ffffff"].contains(color)), "{colors:?}");
    }

    #[test]
    fn errors_name_the_key_the_line_and_the_fix() {
        let wanted = [
            (
                "board = 1",
                "line 1: unknown key `board`: `board` has fill, lines, line-width, edge-width, stars, star-size, coordinates",
            ),
            (
                "\n[bord]\nfill = \"#fff\"",
                "line 3: unknown key `bord.fill`: the tables are page, board, black, white, stones, marks and heat",
            ),
            (
                "[stones]\nsize = 80",
                "line 2: `stones.size` is 80: write hundredths of a cell, from 0 to 50",
            ),
            (
                "[stones]\nsize = -0.5",
                "line 2: `stones.size` is -0.5: write hundredths of a cell, from 0 to 50",
            ),
            (
                "[stones]\nsize = nan",
                "line 2: `stones.size` is nan: write hundredths of a cell, from 0 to 50",
            ),
            (
                "[page]\nink = \"none\"",
                "line 2: `page.ink` is \"none\": write a colour such as \"#e6bd74\"",
            ),
            (
                "[page]\nink = \"#12345\"",
                "line 2: `page.ink` is \"#12345\": write a colour such as \"#e6bd74\"",
            ),
            (
                "[page]\nink = \"#ééé\"",
                "line 2: `page.ink` is \"#ééé\": write a colour such as \"#e6bd74\"",
            ),
            (
                "[heat]\nstyle = \"hot\"",
                "line 2: `heat.style` is \"hot\": write \"cells\" or \"squares\"",
            ),
            (
                "base = \"marble\"",
                "line 1: `base` is \"marble\": write one of wood, paper, night, contrast",
            ),
            ("base = 3", "line 1: `base` is 3: write one of wood, paper, night, contrast"),
            (
                "[page.fill]\nx = 1",
                "line 1: `page.fill` is a table: write a colour such as \"#e6bd74\", or \"none\"",
            ),
        ];
        for (text, message) in wanted {
            assert_eq!(Theme::parse(text).unwrap_err().to_string(), message);
        }
        assert!(Theme::parse("[board\n").unwrap_err().to_string().starts_with("line 1: "));
    }

    #[test]
    fn every_key_is_documented() {
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/pictures.md");
        let text = std::fs::read_to_string(path).unwrap();
        for key in read::KEYS {
            assert!(
                text.contains(&format!("| `{key}` |")),
                "docs/pictures.md does not have `{key}`"
            );
        }
        let rows = text.lines().filter(|line| line.starts_with("| `")).count();
        assert!(rows >= read::KEYS.len());
    }
}
