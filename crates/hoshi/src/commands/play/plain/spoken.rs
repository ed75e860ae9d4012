//! The board for ears: groups, rows and neighbours in words, and what each move changed.

use anyhow::Result;
use hoshi_core::{Board, Color, Point};
use hoshi_session::Vertex;
use hoshi_tui::phonetic;

use super::View;
use crate::out::{self, Out};

impl View<'_> {
    fn board(&self) -> Option<Board> {
        Board::from_text(&self.state.position.rows.join("\n")).ok()
    }

    /// A point or a pass, as it is said.
    pub(super) fn spoken(&self, at: &str) -> String {
        if self.spells { phonetic(at) } else { at.to_owned() }
    }

    fn name(&self, point: Point) -> String {
        self.spoken(&self.size().a1(point).to_string())
    }

    fn names(&self, points: &[Point]) -> String {
        let names: Vec<String> = points.iter().map(|&point| self.name(point)).collect();
        names.join(", ")
    }

    /// The stones and liberties of a group.
    pub(super) fn say_group(&self, at: Vertex, out: &mut Out) -> Result<()> {
        let board = self.board();
        let point = at.point(self.size());
        let block = board.as_ref().zip(point).and_then(|(board, point)| board.block(point));
        let Some(block) = block else {
            return out.line(format!("{} is empty", self.spoken(at.as_str())));
        };
        let (stones, liberties) = (block.stones(), block.liberties());
        out.line(format!(
            "{}: {}. {}: {}",
            counted(block.color(), stones.len()),
            self.names(&stones),
            if liberties.len() == 1 {
                "1 liberty".to_owned()
            } else {
                format!("{} liberties", liberties.len())
            },
            self.names(&liberties)
        ))
    }

    /// What is beside a point.
    pub(super) fn say_around(&self, at: Vertex, out: &mut Out) -> Result<()> {
        let (size, board) = (self.size(), self.board());
        let Some((board, point)) = board.zip(at.point(size)) else { return Ok(()) };
        let what = |point: Point| match board.stone(point) {
            Some(color) => color.to_string(),
            None => "empty".to_owned(),
        };
        let beside: Vec<String> = size
            .neighbors(point)
            .map(|near| format!("{} {}", self.name(near), what(near)))
            .collect();
        out.line(format!("{} {}: {}", self.name(point), what(point), beside.join(", ")))
    }

    /// The stones of a row, counted from the bottom.
    pub(super) fn say_row(&self, row: u8, out: &mut Out) -> Result<()> {
        let size = self.size();
        let Some(board) = self.board() else { return Ok(()) };
        let y = size.height() - row;
        let points: Vec<Point> = (0..size.width()).filter_map(|x| size.point(x, y)).collect();
        let mut parts = Vec::new();
        for color in Color::ALL {
            let own: Vec<Point> =
                points.iter().copied().filter(|&point| board.stone(point) == Some(color)).collect();
            if !own.is_empty() {
                parts.push(format!("{color} {}", self.names(&own)));
            }
        }
        let text = if parts.is_empty() { "empty".to_owned() } else { parts.join("; ") };
        out.line(format!("Row {row}: {text}"))
    }

    /// The groups with one liberty.
    pub(super) fn say_ataris(&self, out: &mut Out) -> Result<()> {
        let Some(board) = self.board() else { return Ok(()) };
        let mut any = false;
        for block in board.blocks() {
            let (stones, liberties) = (block.stones(), block.liberties());
            let (Some(&first), [liberty]) = (stones.first(), &liberties[..]) else { continue };
            any = true;
            let (what, at) = (counted(block.color(), stones.len()), self.name(first));
            out.line(format!("{what} at {at} in atari, liberty {}", self.name(*liberty)))?;
        }
        if any { Ok(()) } else { out.line("No group is in atari") }
    }

    /// The groups at a move that have one liberty now: `, White at D4 in atari`.
    pub(super) fn new_ataris(&self, at: Vertex) -> String {
        let size = self.size();
        let Some((board, point)) = self.board().zip(at.point(size)) else { return String::new() };
        let mut seen = Vec::new();
        let mut text = String::new();
        for near in size.neighbors(point).chain([point]) {
            let Some(block) = board.block(near) else { continue };
            let first = block.stones().first().copied();
            if block.liberties().len() == 1 && !seen.contains(&first) {
                seen.push(first);
                text.push_str(&format!(", {} at {} in atari", block.color(), self.name(near)));
            }
        }
        text
    }
}

fn counted(color: Color, many: usize) -> String {
    format!("{color}, {}", out::counted(many, "stone"))
}
