//! The fills of stones: gradients if the theme has light, plain colours otherwise.

use hoshi_core::Color as Side;

use super::{CELL, themed};
use crate::scene::{Color, Fill, Gradient, Item, Stop, Stroke};
use crate::theme::{StoneTheme, Theme};

/// How stones are filled.
pub(super) struct Paints<'a> {
    pub(super) theme: &'a Theme,
    black: Fill,
    white: Fill,
    shadow: Option<Fill>,
}

impl<'a> Paints<'a> {
    pub(super) fn new(theme: &'a Theme, gradients: &mut Vec<Gradient>) -> Paints<'a> {
        let black = stone(&theme.black, gradients);
        let white = stone(&theme.white, gradients);
        let shadow = theme.shadow.map(|color| {
            let stop = |offset, share: u16| Stop {
                offset,
                color: Color { a: (u16::from(color.a) * share / 100) as u8, ..color },
            };
            gradients.push(Gradient {
                center: (500, 500),
                radius: 500,
                // Transparent in the middle, which the stone hides.
                stops: vec![stop(760, 0), stop(760, 100), stop(880, 55), stop(1000, 0)],
            });
            Fill::Gradient(gradients.len() - 1)
        });
        Paints { theme, black, white, shadow }
    }

    /// A stone.
    pub(super) fn stone(&self, side: Side, x: i32, y: i32, radius: i32) -> Item {
        let (theme, fill) = match side {
            Side::Black => (&self.theme.black, self.black),
            Side::White => (&self.theme.white, self.white),
        };
        let width = themed(theme.edge_width);
        let stroke = theme.edge.filter(|_| width > 0).map(|color| {
            // A small stone has a fine edge.
            let width = (width * radius * 2 / CELL).max(width * 2 / 3);
            Stroke { color, width, round: false }
        });
        let radius = radius - stroke.map_or(0, |stroke| stroke.width / 2);
        Item::Circle { x, y, radius, fill, stroke }
    }

    /// The shadow of a stone, if the theme has light.
    pub(super) fn shadow(&self, x: i32, y: i32, radius: i32) -> Option<Item> {
        let fill = self.shadow?;
        let (dx, dy) = (radius * 3 / 100, radius * 9 / 100);
        Some(Item::Circle { x: x + dx, y: y + dy, radius: radius * 110 / 100, fill, stroke: None })
    }
}

fn stone(theme: &StoneTheme, gradients: &mut Vec<Gradient>) -> Fill {
    if theme.light.is_none() && theme.shade.is_none() {
        return Fill::Plain(theme.fill);
    }
    let stop = |offset, color: Option<Color>| Stop { offset, color: color.unwrap_or(theme.fill) };
    gradients.push(Gradient {
        center: (340, 290),
        radius: 740,
        stops: vec![stop(0, theme.light), stop(520, None), stop(1000, theme.shade)],
    });
    Fill::Gradient(gradients.len() - 1)
}
