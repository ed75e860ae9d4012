//! Texts of the board screen: the message below the board, long comments, the notes of an engine.

use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::style::Style;
use ratatui::text::{Line, Span};
use ratatui::widgets::Paragraph;
use unicode_width::UnicodeWidthStr as _;

use super::typing::For;
use super::{Asked, Game, Layer};
use crate::keys::Action;
use crate::theme::Theme;
use crate::widgets;
use crate::words;

/// The columns before a message: a space, and a sign before a warning.
const SIGN: usize = 3;

/// The width of boxes with long texts.
const BOX: u16 = 72;

impl Game {
    /// Whether the message takes two lines.
    pub(super) fn is_message_long(&self, width: u16) -> bool {
        match &self.over {
            Some(Layer::Confirm(asked)) => self.question(asked).width() + 1 > usize::from(width),
            Some(Layer::Line(..) | Layer::Copy | Layer::SetUp(_)) => false,
            _ => self.message.text.width() + SIGN > usize::from(width),
        }
    }

    /// The lines of the message that fit; a sign at the end tells that there is more, and how to read it.
    fn message_lines(&self, area: Rect) -> Vec<String> {
        let width = usize::from(area.width).saturating_sub(SIGN);
        let mut lines = widgets::wrap(&self.message.text, width);
        let room = usize::from(area.height.max(1));
        if lines.len() > room {
            lines.truncate(room);
            let more = words::more(&self.keys);
            if let Some(last) = lines.last_mut() {
                let room = width.saturating_sub(more.width() + 1);
                let cut = widgets::wrap(last, room.max(1)).into_iter().next();
                *last = format!("{} {more}", cut.unwrap_or_default());
            }
        }
        lines
    }

    pub(super) fn draw_message(&self, frame: &mut Frame<'_>, area: Rect, theme: Theme) {
        let lines = match &self.over {
            Some(Layer::Confirm(asked)) => {
                // What does not fit two lines is cut at its end: the keys also stand in the last line.
                let width = usize::from(area.width).saturating_sub(1);
                let room = usize::from(area.height.max(1));
                let mut lines = widgets::wrap(&self.question(asked), width);
                if lines.len() > room {
                    let rest = lines.split_off(room - 1).join(" ");
                    lines.push(widgets::clip(&rest, width));
                }
                let line = |line: String| Line::styled(format!(" {line}"), theme.heading());
                lines.into_iter().map(line).collect()
            }
            Some(Layer::Line(line, what)) => {
                let prompt = match what {
                    For::Point(_) => words::POINT,
                    For::Comment { .. } => words::COMMENT_PROMPT,
                    For::Number => words::MOVE_NUMBER,
                    For::Correct(_) => words::CORRECT_MOVE,
                    For::Label(_) => words::LABEL,
                    For::Result => words::RESULT,
                    For::SaveAs => words::SAVE_AS,
                    For::DrawTo => words::DRAW_TO,
                };
                let room = usize::from(area.width).saturating_sub(prompt.width() + 1);
                let mut spans = vec![Span::styled(format!(" {prompt}"), theme.heading())];
                spans.extend(line.line(room, Style::new()).spans);
                vec![Line::from(spans)]
            }
            Some(Layer::SetUp(set_up)) => {
                let turn = set_up.turn.map(words::moves_next).unwrap_or_default();
                vec![Line::styled(format!(" {} {turn}", words::SET_UP), theme.heading())]
            }
            Some(Layer::Copy) => {
                vec![Line::styled(format!(" {}", words::COPY_AS), theme.heading())]
            }
            _ => {
                let (style, sign) = match self.message.is_warning {
                    true => (theme.warning(), " ! "),
                    false => (Style::new(), " "),
                };
                let indent = " ".repeat(sign.len());
                let lines = self.message_lines(area).into_iter().enumerate();
                let line = |(nth, line): (usize, String)| {
                    let lead = if nth == 0 { sign } else { indent.as_str() };
                    Line::styled(format!("{lead}{line}"), style)
                };
                lines.map(line).collect()
            }
        };
        frame.render_widget(Paragraph::new(lines), area);
    }

    /// A question to confirm.
    fn question(&self, asked: &Asked) -> String {
        match asked {
            Asked::Pass { is_last: false } => words::pass(&self.keys),
            Asked::Pass { is_last: true } => words::pass_ends(&self.keys),
            Asked::Resign(side) => words::resign(*side),
            Asked::Remove => words::REMOVE.to_owned(),
            Asked::Discard => words::discard(&self.keys),
            Asked::Key(letter, Action::Accept) => {
                let marking = self.state.marking.as_ref();
                let score = self.score.as_ref();
                let open = score.map_or(0, |score| {
                    score.owners.iter().flat_map(|row| row.bytes()).filter(|&b| b == b'.').count()
                });
                words::accept(*letter, marking.map(|marking| marking.result.as_str()), open)
            }
            Asked::Key(letter, Action::Demonstrate) => {
                words::key_asks(*letter, words::RETURN_TO_COUNT)
            }
            Asked::Key(letter, action) => words::key_asks(*letter, words::about(*action)),
        }
    }

    /// The comment as it is drawn.
    pub(super) fn comment(&self) -> String {
        hoshi_files::visible(&self.state.node.comment).into_owned()
    }

    /// The whole message and the whole comment.
    pub(super) fn text_to_read(&self) -> Vec<String> {
        let comment = self.comment();
        let parts = [comment.trim_end(), self.message.text.as_str()];
        let parts: Vec<&str> = parts.into_iter().filter(|part| !part.is_empty()).collect();
        parts.join("\n\n").lines().map(str::to_owned).collect()
    }

    pub(super) fn draw_reader(&self, frame: &mut Frame<'_>, scroll: u16, theme: Theme) {
        let title =
            if self.state.node.comment.is_empty() { words::MESSAGE } else { words::COMMENT };
        let lines = wrapped(&self.text_to_read(), frame.area());
        widgets::reader(frame, title, &lines, scroll, theme);
    }

    /// The notes of the engine, the newest first.
    pub(super) fn draw_log(&self, frame: &mut Frame<'_>, scroll: u16, theme: Theme) {
        let notes: Vec<String> = match self.notes.is_empty() {
            true => vec![words::LOG_EMPTY.to_owned()],
            false => self.notes.iter().rev().cloned().collect(),
        };
        let lines = wrapped(&notes, frame.area());
        widgets::reader(frame, words::LOG, &lines, scroll, theme);
    }
}

/// Texts wrapped for a box.
fn wrapped(texts: &[String], area: Rect) -> Vec<String> {
    let width = usize::from(area.width.saturating_sub(4).clamp(1, BOX));
    let wrap = |text: &String| match text.is_empty() {
        true => vec![String::new()],
        false => widgets::wrap(text, width),
    };
    texts.iter().flat_map(wrap).collect()
}
