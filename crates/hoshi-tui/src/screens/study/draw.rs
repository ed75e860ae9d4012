//! Draws Learn and Problems: the board, the text beside or below it, and a message.

use hoshi_core::Color;
use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::style::Style;
use ratatui::text::{Line, Span};
use ratatui::widgets::Paragraph;

use super::{Study, What};
use crate::board::{self, Over, Painted};
use crate::theme::Theme;
use crate::widgets;
use crate::words;

impl Study {
    pub(crate) fn draw(&self, frame: &mut Frame<'_>, theme: Theme) {
        let area = frame.area();
        let least = board::least(self.size());
        let Some((place, words_place)) = layout(area, board::extent(self.size()), least) else {
            widgets::too_small(frame, (least.0 + 2, least.1 + 3), theme);
            return;
        };
        let mut diagram = self.diagram();
        // The full board, so that the mouse finds its points.
        diagram.set_window(None);
        let (ko, letters) = match &self.what {
            What::Learn { lesson, .. } => (lesson.ko(), Vec::new()),
            What::Problems(series) => {
                (None, series.problem.choices().into_iter().zip('a'..='z').collect())
            }
        };
        let solver = match &self.what {
            What::Learn { .. } => Color::Black,
            What::Problems(series) => series.problem.solver(),
        };
        let over = Over {
            cursor: Some(self.cursor),
            ghost: (!self.is_done).then_some(solver),
            ko,
            refused: self.refused,
            letters,
            ..Over::default()
        };
        let mut window = self.window;
        window.place(self.size(), place, self.cursor);
        window.draw(&Painted::new(diagram, theme), &over, frame.buffer_mut());
        let last = area.bottom() - 2;
        let mut below_board = Rect::new(area.x + 1, last, area.width - 1, 1);
        let paragraphs = self.paragraphs(theme);
        let mut is_cut = words_place.is_none();
        if let Some(words_place) = words_place {
            let mut lines = wrapped(&paragraphs, usize::from(words_place.width));
            // In a tall window the message stands just below the board and the text.
            let rows = u16::try_from(lines.len()).unwrap_or(u16::MAX);
            let below = words_place.y.saturating_add(rows).max(place.bottom() + 1);
            if words_place.x > place.x && below < last {
                below_board = Rect::new(place.x, below, area.right() - place.x, 1);
            }
            is_cut = lines.len() > usize::from(words_place.height);
            if is_cut {
                lines.truncate(usize::from(words_place.height) - 1);
                lines.push(Line::styled(words::more(&self.keys), theme.key()));
            }
            frame.render_widget(Paragraph::new(lines), words_place);
        }
        let style = if self.is_good { theme.good() } else { theme.heading() };
        let text = match &self.line {
            Some(line) => {
                let mut spans = vec![Span::styled(words::POINT, style)];
                spans.extend(line.line(20, Style::new()).spans);
                Line::from(spans)
            }
            None if self.message.is_empty() && is_cut => {
                Line::styled(words::read_on(&self.keys), theme.faint())
            }
            None => Line::styled(hoshi_files::visible_line(&self.message).into_owned(), style),
        };
        frame.render_widget(Paragraph::new(text), below_board);
        widgets::draw_keys(frame, &self.pairs(), theme);
        if let Some(scroll) = self.reads {
            let width = usize::from(area.width.saturating_sub(4).clamp(1, 72));
            let all = paragraphs.iter().flat_map(|(text, _)| {
                let mut lines = widgets::wrap(text, width);
                lines.push(String::new());
                lines
            });
            let mut lines: Vec<String> = all.collect();
            lines.extend(widgets::wrap(&self.message, width));
            widgets::reader(frame, words::TEXT, &lines, scroll, theme);
        }
    }

    /// The text beside the board.
    fn paragraphs(&self, theme: Theme) -> Vec<(String, Style)> {
        let visible = |text: &str| hoshi_files::visible(text).trim_end().to_owned();
        match &self.what {
            What::Learn { steps, at, lesson } => {
                let title = words::nth_of(at + 1, steps.len(), &lesson.step.title);
                let texts = lesson.step.text.iter().map(|text| (text.clone(), Style::new()));
                std::iter::once((title, theme.heading())).chain(texts).collect()
            }
            What::Problems(series) => {
                let title = visible(&words::problem(&series.title()));
                let name = series.problem.name().map(|name| (visible(&name), theme.heading()));
                let title_style = if name.is_some() { Style::new() } else { theme.heading() };
                let (solved, tried) = series.tally();
                let mut score = words::solved(solved, tried);
                if let Some(file) = series.nth_file() {
                    score = format!("{file}; {score}");
                }
                let comment = visible(&series.problem.comment());
                let all = [
                    name,
                    Some((title, title_style)),
                    Some((score, theme.faint())),
                    series.unread().map(|text| (visible(&text), theme.warning())),
                    Some((series.task(), theme.heading())),
                    Some((comment, Style::new())),
                ];
                all.into_iter().flatten().filter(|(text, _)| !text.is_empty()).collect()
            }
        }
    }
}

/// Paragraphs wrapped to a width, with a line between them.
fn wrapped(paragraphs: &[(String, Style)], width: usize) -> Vec<Line<'static>> {
    let mut lines = Vec::new();
    for (text, style) in paragraphs {
        if !lines.is_empty() {
            lines.push(Line::raw(""));
        }
        lines.extend(widgets::wrap(text, width).into_iter().map(|line| Line::styled(line, *style)));
    }
    lines
}

/// The places of the board and the text.
pub(super) fn layout(
    area: Rect,
    extent: (u16, u16),
    least: (u16, u16),
) -> Option<(Rect, Option<Rect>)> {
    if area.width < least.0 + 2 || area.height < least.1 + 3 {
        return None;
    }
    let (width, height) = (extent.0.min(area.width - 2), extent.1.min(area.height - 3));
    let beside = area.width >= width + 4 + 26;
    let words_width = area.width.saturating_sub(width + 5).min(46);
    let block = if beside { width + 3 + words_width } else { width };
    let x = area.x + (area.width - block) / 2;
    let spare = area.height - height - 2;
    let y = area.y + if beside { spare / 3 } else { 0 };
    let board = Rect::new(x, y, width, height);
    let words_place = if beside {
        Some(Rect::new(x + width + 3, y, words_width, area.height - y - 3))
    } else {
        (spare > 1).then(|| Rect::new(area.x + 1, y + height, area.width - 2, spare - 1))
    };
    Some((board, words_place))
}
