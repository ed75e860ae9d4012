//! Parses a theme from TOML. One table of keys serves parsing and error messages.

use std::fmt;

use toml::Spanned;
use toml::de::{DeTable, DeValue};

use super::{HeatStyle, StoneTheme, Theme};
use crate::scene::Color;

/// A parse error of a theme: the line, the key and what would be valid.
///
/// ```
/// use hoshi_render::Theme;
///
/// let error = Theme::parse("[board]\nwood = true\n").unwrap_err();
/// assert!(error.to_string().starts_with("line 2: unknown key `board.wood`"));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ThemeError {
    line: usize,
    message: String,
}

impl ThemeError {
    /// The line, from 1.
    ///
    /// ```
    /// assert_eq!(hoshi_render::Theme::parse("\n=").unwrap_err().line(), 2);
    /// ```
    #[must_use]
    pub fn line(&self) -> usize {
        self.line
    }
}

impl fmt::Display for ThemeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: {}", self.line, self.message)
    }
}

impl std::error::Error for ThemeError {}

/// Every key, in the order of the documentation.
pub(crate) const KEYS: [&str; 35] = [
    "page.fill",
    "page.ink",
    "board.fill",
    "board.lines",
    "board.line-width",
    "board.edge-width",
    "board.stars",
    "board.star-size",
    "board.coordinates",
    "black.light",
    "black.fill",
    "black.shade",
    "black.edge",
    "black.edge-width",
    "black.ink",
    "white.light",
    "white.fill",
    "white.shade",
    "white.edge",
    "white.edge-width",
    "white.ink",
    "stones.size",
    "stones.shadow",
    "marks.ink",
    "marks.casing",
    "marks.line-width",
    "marks.last-on-black",
    "marks.last-on-white",
    "marks.selected",
    "heat.style",
    "heat.none",
    "heat.high",
    "heat.negative",
    // Without a table, for a user's own theme.
    "base",
    "name",
];

/// Where the value of a key goes.
enum Field<'a> {
    Color(&'a mut Color),
    Paint(&'a mut Option<Color>),
    /// In hundredths of a cell, stored as hundredths of that; with the maximum.
    Length(&'a mut i32, i32),
    Heat(&'a mut HeatStyle),
    /// Read elsewhere, or not at all.
    Word,
}

fn field<'a>(theme: &'a mut Theme, key: &str) -> Option<Field<'a>> {
    if let Some(rest) = key.strip_prefix("black.") {
        return stone(&mut theme.black, rest);
    }
    if let Some(rest) = key.strip_prefix("white.") {
        return stone(&mut theme.white, rest);
    }
    Some(match key {
        "base" | "name" => Field::Word,
        "page.fill" => Field::Paint(&mut theme.page),
        "page.ink" => Field::Color(&mut theme.page_ink),
        "board.fill" => Field::Paint(&mut theme.board),
        "board.lines" => Field::Color(&mut theme.lines),
        "board.line-width" => Field::Length(&mut theme.line_width, 20),
        "board.edge-width" => Field::Length(&mut theme.edge_width, 20),
        "board.stars" => Field::Color(&mut theme.stars),
        "board.star-size" => Field::Length(&mut theme.star_size, 30),
        "board.coordinates" => Field::Color(&mut theme.coordinates),
        "stones.size" => Field::Length(&mut theme.stone_size, 50),
        "stones.shadow" => Field::Paint(&mut theme.shadow),
        "marks.ink" => Field::Color(&mut theme.mark_ink),
        "marks.casing" => Field::Color(&mut theme.casing),
        "marks.line-width" => Field::Length(&mut theme.mark_width, 15),
        "marks.last-on-black" => Field::Color(&mut theme.last_on_black),
        "marks.last-on-white" => Field::Color(&mut theme.last_on_white),
        "marks.selected" => Field::Paint(&mut theme.selected),
        "heat.style" => Field::Heat(&mut theme.heat),
        "heat.none" => Field::Color(&mut theme.heat_none),
        "heat.high" => Field::Color(&mut theme.heat_high),
        "heat.negative" => Field::Color(&mut theme.heat_negative),
        _ => return None,
    })
}

fn stone<'a>(stone: &'a mut StoneTheme, key: &str) -> Option<Field<'a>> {
    Some(match key {
        "light" => Field::Paint(&mut stone.light),
        "fill" => Field::Color(&mut stone.fill),
        "shade" => Field::Paint(&mut stone.shade),
        "edge" => Field::Paint(&mut stone.edge),
        "edge-width" => Field::Length(&mut stone.edge_width, 15),
        "ink" => Field::Color(&mut stone.ink),
        _ => return None,
    })
}

/// A theme from a user's file.
pub(super) fn theme(text: &str) -> Result<Theme, ThemeError> {
    let table = parse(text)?;
    let mut theme = match table.get("base") {
        None => Theme::default(),
        Some(base) => {
            let name = base.get_ref().as_str();
            name.and_then(Theme::builtin).ok_or_else(|| {
                let names = Theme::NAMES.join(", ");
                fault(text, base, format!("`base` is {}: write one of {names}", shown(base)))
            })?
        }
    };
    set_all(&mut theme, text, &table)?;
    Ok(theme)
}

/// A theme from a text that must have every key.
pub(super) fn complete(text: &str) -> Result<Theme, ThemeError> {
    let table = parse(text)?;
    let mut theme = blank();
    let found = set_all(&mut theme, text, &table)?;
    let missing = KEYS.iter().find(|key| key.contains('.') && !found.iter().any(|f| f == *key));
    match missing {
        None => Ok(theme),
        Some(key) => Err(ThemeError { line: 1, message: format!("`{key}` is missing") }),
    }
}

/// A theme from a text that is known to be valid.
pub(super) fn blank_with(text: &str) -> Theme {
    complete(text).unwrap_or_else(|_| blank())
}

fn blank() -> Theme {
    let black = Color { r: 0, g: 0, b: 0, a: 255 };
    let white = Color { r: 255, g: 255, b: 255, a: 255 };
    let stone = |fill, ink| StoneTheme {
        light: None,
        fill,
        shade: None,
        edge: Some(black),
        edge_width: 300,
        ink,
    };
    Theme {
        page: Some(white),
        page_ink: black,
        board: None,
        lines: black,
        line_width: 300,
        edge_width: 600,
        stars: black,
        star_size: 1000,
        coordinates: black,
        black: stone(black, white),
        white: stone(white, black),
        stone_size: 4800,
        shadow: None,
        mark_ink: black,
        casing: white,
        mark_width: 700,
        last_on_black: white,
        last_on_white: black,
        selected: None,
        heat: HeatStyle::Squares,
        heat_none: white,
        heat_high: black,
        heat_negative: white,
    }
}

fn parse(text: &str) -> Result<DeTable<'_>, ThemeError> {
    let table = DeTable::parse(text).map_err(|error| {
        let line = line_of(text, error.span().map_or(0, |span| span.start));
        let message = error.message().split_whitespace().collect::<Vec<_>>().join(" ");
        ThemeError { line, message }
    })?;
    Ok(table.into_inner())
}

/// Sets every key of a file, and returns the keys.
fn set_all(theme: &mut Theme, text: &str, table: &DeTable<'_>) -> Result<Vec<String>, ThemeError> {
    let mut leaves = Vec::new();
    for (key, value) in table {
        match value.get_ref() {
            DeValue::Table(inner) => leaves.extend(inner.iter().map(|(inner, value)| {
                (format!("{}.{}", key.get_ref(), inner.get_ref()), inner.span().start, value)
            })),
            _ => leaves.push((key.get_ref().to_string(), key.span().start, value)),
        }
    }
    // Report the first fault of the file, whatever the order of the table.
    leaves.sort_by_key(|(_, start, _)| *start);
    for (key, start, value) in &leaves {
        let Some(field) = field(theme, key) else {
            let line = line_of(text, *start);
            let shown: String = key.chars().filter(|c| !c.is_control()).take(60).collect();
            let message = format!("unknown key `{shown}`: {}", known(key));
            return Err(ThemeError { line, message });
        };
        set(field, value).map_err(|write| {
            fault(text, value, format!("`{key}` is {}: write {write}", shown(value)))
        })?;
    }
    Ok(leaves.into_iter().map(|(key, ..)| key).collect())
}

/// The valid keys, as a hint.
fn known(key: &str) -> String {
    let table = key.split('.').next().unwrap_or_default();
    let inside: Vec<&str> =
        KEYS.into_iter().filter_map(|known| known.strip_prefix(table)?.strip_prefix('.')).collect();
    if inside.is_empty() {
        return "the tables are page, board, black, white, stones, marks and heat".to_owned();
    }
    format!("`{table}` has {}", inside.join(", "))
}

fn set(field: Field<'_>, value: &Spanned<DeValue<'_>>) -> Result<(), String> {
    const COLOR: &str = "a colour such as \"#e6bd74\"";
    let text = value.get_ref().as_str();
    match field {
        Field::Color(place) => *place = text.and_then(color).ok_or(COLOR)?,
        Field::Paint(place) if text == Some("none") => *place = None,
        Field::Paint(place) => {
            *place = Some(text.and_then(color).ok_or_else(|| format!("{COLOR}, or \"none\""))?);
        }
        Field::Length(place, most) => {
            let length = match value.get_ref() {
                DeValue::Integer(number) => number.as_str().parse::<f64>().ok(),
                DeValue::Float(number) => number.as_str().parse::<f64>().ok(),
                _ => None,
            };
            let length = length.filter(|length| (0.0..=f64::from(most)).contains(length));
            let length = length.ok_or_else(|| format!("hundredths of a cell, from 0 to {most}"))?;
            *place = (length * 100.0).round() as i32;
        }
        Field::Heat(place) => {
            *place = match text {
                Some("cells") => HeatStyle::Cells,
                Some("squares") => HeatStyle::Squares,
                _ => return Err("\"cells\" or \"squares\"".to_owned()),
            };
        }
        Field::Word if text.is_some() => {}
        Field::Word => return Err("a text".to_owned()),
    }
    Ok(())
}

/// `#rgb`, `#rrggbb` or `#rrggbbaa`.
fn color(text: &str) -> Option<Color> {
    let digits = text.strip_prefix('#').filter(|digits| digits.is_ascii())?;
    let digits: Vec<u8> = digits
        .chars()
        .map(|c| c.to_digit(16).and_then(|digit| u8::try_from(digit).ok()))
        .collect::<Option<_>>()?;
    let two = |at: usize| digits[at] * 16 + digits[at + 1];
    Some(match digits.len() {
        3 => Color { r: digits[0] * 17, g: digits[1] * 17, b: digits[2] * 17, a: 255 },
        6 => Color { r: two(0), g: two(2), b: two(4), a: 255 },
        8 => Color { r: two(0), g: two(2), b: two(4), a: two(6) },
        _ => return None,
    })
}

fn fault(text: &str, value: &Spanned<DeValue<'_>>, message: String) -> ThemeError {
    ThemeError { line: line_of(text, value.span().start), message }
}

fn line_of(text: &str, at: usize) -> usize {
    text.bytes().take(at).filter(|&byte| byte == b'\n').count() + 1
}

/// A value as an error shows it: short, and on one line.
fn shown(value: &Spanned<DeValue<'_>>) -> String {
    match value.get_ref() {
        DeValue::String(text) => {
            let short: String = text.chars().filter(|c| !c.is_control()).take(40).collect();
            format!("\"{short}\"")
        }
        DeValue::Integer(number) => number.as_str().to_owned(),
        DeValue::Float(number) => number.as_str().to_owned(),
        DeValue::Boolean(value) => value.to_string(),
        DeValue::Datetime(_) => "a date".to_owned(),
        DeValue::Array(_) => "a list".to_owned(),
        DeValue::Table(_) => "a table".to_owned(),
    }
}
