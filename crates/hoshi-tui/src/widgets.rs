//! Widgets of several screens: key lines, popups, help, clipped texts.

use hoshi_core::Color;
use ratatui::Frame;
use ratatui::crossterm::event::{KeyCode, KeyEvent};
use ratatui::layout::Rect;
use ratatui::style::{Color as Ink, Modifier, Style};
use ratatui::symbols::border;
use ratatui::text::{Line, Span};
use ratatui::widgets::{Block, Clear, Paragraph, Wrap};
use unicode_width::{UnicodeWidthChar as _, UnicodeWidthStr as _};

use crate::keys::{ACTIONS, Action, Keys, MOVES, Press, Where};
use crate::theme::Theme;
use crate::words;

/// The borders of boxes in ASCII.
const ASCII: border::Set<'static> = border::Set {
    top_left: "+",
    top_right: "+",
    bottom_left: "+",
    bottom_right: "+",
    vertical_left: "|",
    vertical_right: "|",
    horizontal_top: "-",
    horizontal_bottom: "-",
};

/// The sign before a selected line.
pub(crate) fn pointer(is_here: bool, theme: Theme) -> &'static str {
    match (is_here, theme.is_ascii()) {
        (false, _) => "  ",
        (true, true) => "> ",
        (true, false) => "▸ ",
    }
}

/// Clips a text to a width; dots mark the cut.
pub(crate) fn clip(text: &str, width: usize) -> String {
    if text.width() <= width {
        return text.to_owned();
    }
    let mut cut = String::new();
    let mut left = width.saturating_sub(2);
    for letter in text.chars() {
        let wide = letter.width().unwrap_or(0);
        if wide > left {
            break;
        }
        left -= wide;
        cut.push(letter);
    }
    cut.push_str(&".."[..width.min(2)]);
    cut
}

/// Joins pieces to lines of at most `width` columns. Only a piece that is wider than a line is broken.
pub(crate) fn wrap_words(pieces: &[String], between: &str, width: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for piece in pieces {
        match lines.last_mut() {
            Some(line) if line.width() + between.width() + piece.width() <= width => {
                line.push_str(between);
                line.push_str(piece);
            }
            _ => lines.extend(wrap(piece, width)),
        }
    }
    lines
}

/// The lines of a text, broken between words; a word that is wider than a line is broken, too.
pub(crate) fn wrap(text: &str, width: usize) -> Vec<String> {
    let width = width.max(1);
    let mut lines = Vec::new();
    for paragraph in text.lines() {
        let mut line = String::new();
        for word in paragraph.split_inclusive(' ') {
            let bare = word.trim_end_matches(' ');
            if bare.is_empty() || line.width() + bare.width() <= width {
                line.push_str(word);
                continue;
            }
            if !line.trim().is_empty() {
                lines.push(std::mem::take(&mut line).trim_end().to_owned());
            }
            line.clear();
            for letter in word.chars() {
                if line.width() + letter.width().unwrap_or(0) > width && letter != ' ' {
                    lines.push(std::mem::take(&mut line));
                }
                line.push(letter);
            }
        }
        lines.push(line.trim_end().to_owned());
    }
    lines
}

/// The number of rows of a text wrapped to a width.
pub(crate) fn rows(text: &str, width: usize) -> usize {
    wrap(text, width).len()
}

/// Where a text is after a key: `None` if the key closes it.
pub(crate) fn scrolled(scroll: u16, key: KeyEvent) -> Option<u16> {
    match key.code {
        KeyCode::Down | KeyCode::PageDown | KeyCode::Char('j' | ' ') => Some(scroll + 5),
        KeyCode::Up | KeyCode::PageUp | KeyCode::Char('k') => Some(scroll.saturating_sub(5)),
        _ => None,
    }
}

/// A box with a text that can be scrolled; `scroll` is the first line, as far as there are more.
pub(crate) fn reader(
    frame: &mut Frame<'_>,
    title: &str,
    lines: &[String],
    scroll: u16,
    theme: Theme,
) {
    let area = frame.area();
    let width = lines.iter().map(|line| line.width()).max().unwrap_or(0).max(40);
    let width = u16::try_from(width).unwrap_or(u16::MAX);
    let rows = u16::try_from(lines.len()).unwrap_or(u16::MAX);
    let height = rows.saturating_add(2).min(area.height.saturating_sub(4).max(3));
    let inside = popup(frame, (width, height), title, theme);
    let body = Rect { height: inside.height.saturating_sub(2), ..inside };
    let most = rows.saturating_sub(body.height);
    let shown = lines.iter().skip(usize::from(scroll.min(most))).take(usize::from(body.height));
    let shown: Vec<Line<'_>> = shown.map(|line| Line::raw(line.as_str())).collect();
    frame.render_widget(Paragraph::new(shown), body);
    let end = Rect { y: inside.bottom().saturating_sub(1), height: 1, ..inside };
    let more = if most > 0 { words::SCROLLS } else { words::ANY_KEY };
    frame.render_widget(Paragraph::new(Line::styled(more, theme.faint())), end);
}

/// A stone in a text.
pub(crate) fn stone(color: Color, theme: Theme) -> Span<'static> {
    let black = color == Color::Black;
    match theme {
        Theme::Ascii => Span::raw(if black { "X" } else { "O" }),
        Theme::Plain => Span::raw(if black { "●" } else { "○" }),
        Theme::Sixteen => {
            let (ink, ground) =
                if black { (Ink::White, Ink::Black) } else { (Ink::Black, Ink::White) };
            Span::styled("○", Style::new().fg(ink).bg(ground))
        }
        Theme::Dark | Theme::Light => {
            let ground = if theme == Theme::Dark { 94 } else { 137 };
            let (sign, ink) = if black { ("●", 16) } else { ("○", 231) };
            Span::styled(sign, Style::new().fg(Ink::Indexed(ink)).bg(Ink::Indexed(ground)))
        }
    }
}

/// Keys and their descriptions, for the last line of a screen.
pub(crate) type Pairs = Vec<(String, &'static str)>;

/// Keys that cannot be configured.
pub(crate) fn pairs(keys: &[(&str, &'static str)]) -> Pairs {
    keys.iter().map(|&(key, about)| (key.to_owned(), about)).collect()
}

/// The keys that fit, with their columns.
fn fitting(pairs: &Pairs, width: u16) -> impl Iterator<Item = (usize, &(String, &'static str))> {
    let mut at = 1;
    pairs.iter().map_while(move |pair| {
        let start = at;
        at += pair.0.width() + pair.1.width() + 3;
        (at <= usize::from(width) + 2).then_some((start, pair))
    })
}

/// Draws the keys in the last line of the screen, as many as fit.
pub(crate) fn draw_keys(frame: &mut Frame<'_>, pairs: &Pairs, theme: Theme) {
    let width = frame.area().width;
    draw_keys_in(frame, pairs, width, theme);
}

/// Draws the keys in the first `width` columns of the last line.
pub(crate) fn draw_keys_in(frame: &mut Frame<'_>, pairs: &Pairs, width: u16, theme: Theme) {
    let area = frame.area();
    let mut spans = vec![Span::raw(" ")];
    for (_, (key, about)) in fitting(pairs, width) {
        spans.push(Span::styled(key.clone(), theme.key()));
        spans.push(Span::styled(format!(" {about}  "), theme.faint()));
    }
    let line = Rect::new(area.x, area.bottom().saturating_sub(1), area.width, 1);
    frame.render_widget(Paragraph::new(Line::from(spans)), line);
}

/// The key at a column of the last line.
pub(crate) fn key_at(pairs: &Pairs, width: u16, column: u16) -> Option<Press> {
    let column = usize::from(column);
    let (_, (key, _)) = fitting(pairs, width).find(|(start, (key, about))| {
        (*start..start + key.width() + 1 + about.width()).contains(&column)
    })?;
    Press::shown_as(key)
}

/// Draws a box in the middle of the screen and returns its inside.
pub(crate) fn popup(frame: &mut Frame<'_>, inside: (u16, u16), title: &str, theme: Theme) -> Rect {
    let area = frame.area();
    popup_in(frame, area, inside, title, theme)
}

/// Draws a box in the middle of an area and returns its inside.
pub(crate) fn popup_in(
    frame: &mut Frame<'_>,
    area: Rect,
    inside: (u16, u16),
    title: &str,
    theme: Theme,
) -> Rect {
    let width = (inside.0 + 4).min(area.width);
    let height = (inside.1 + 2).min(area.height);
    let outer = Rect::new(
        area.x + (area.width - width) / 2,
        area.y + (area.height - height) / 2,
        width,
        height,
    );
    frame.render_widget(Clear, outer);
    let block = boxed(title, theme);
    let inner = block.inner(outer);
    frame.render_widget(block, outer);
    Rect { x: inner.x + 1, width: inner.width.saturating_sub(2), ..inner }
}

/// A box with a title.
pub(crate) fn boxed(title: &str, theme: Theme) -> Block<'static> {
    let set = if theme.is_ascii() { ASCII } else { border::ROUNDED };
    let title = if title.is_empty() { String::new() } else { format!(" {title} ") };
    Block::bordered()
        .border_set(set)
        .border_style(theme.border())
        .title(Span::styled(title, theme.heading()))
}

/// A large announcement: below the board if there is room for it, otherwise over its middle; left of `limit`, where the
/// panel begins.
pub(crate) fn banner(
    frame: &mut Frame<'_>,
    board: Rect,
    (free, limit): (u16, u16),
    text: &str,
    theme: Theme,
) {
    let screen = frame.area();
    let room = limit.min(screen.right()).saturating_sub(screen.x);
    let lines = wrap(text, usize::from(room.saturating_sub(4)));
    let longest = lines.iter().map(|line| line.width()).max().unwrap_or(0);
    let width = u16::try_from(longest).unwrap_or(u16::MAX).saturating_add(8).min(room);
    let x = (board.x + board.width / 2).saturating_sub(width / 2);
    let x = x.min((board.right() + 1).min(limit).saturating_sub(width)).max(screen.x);
    let rows = u16::try_from(lines.len()).unwrap_or(1) + 2;
    let (y, height) = match free {
        5.. if rows <= 5 => (board.bottom(), 5),
        free if rows <= free => (board.bottom(), rows),
        _ => {
            let height = rows.min(board.height);
            (board.y + (board.height - height) / 2, height)
        }
    };
    let area = Rect::new(x, y, width, height);
    frame.render_widget(Clear, area);
    let block = boxed("", theme).border_style(theme.heading());
    let inner = block.inner(area);
    frame.render_widget(block, area);
    let above = inner.height.saturating_sub(rows - 2) / 2;
    let middle = Rect { y: inner.y + above, height: inner.height - above, ..inner };
    let style = theme.heading().add_modifier(Modifier::BOLD);
    let lines: Vec<Line<'_>> =
        lines.into_iter().map(|line| Line::styled(line, style).centered()).collect();
    frame.render_widget(Paragraph::new(lines), middle);
}

/// A message for a window that is too small.
pub(crate) fn too_small(frame: &mut Frame<'_>, need: (u16, u16), theme: Theme) {
    let area = frame.area();
    let text = words::too_small(need, (area.width, area.height));
    let text = Paragraph::new(Line::styled(text, theme.heading())).wrap(Wrap { trim: true });
    frame.render_widget(text, area);
}

/// A key and what it does, in as many lines of so many columns as it needs.
fn help_lines(keys: &str, about: &str, width: u16, theme: Theme) -> Vec<Line<'static>> {
    let keys = format!("  {keys:<13}");
    let indent = " ".repeat(keys.width());
    let texts = wrap(about, usize::from(width).saturating_sub(keys.width())).into_iter();
    let line = |(nth, text): (usize, String)| {
        let lead = if nth == 0 { keys.clone() } else { indent.clone() };
        Line::from(vec![Span::styled(lead, theme.key()), Span::raw(text)])
    };
    texts.enumerate().map(line).collect()
}

/// The keys that lessons and problems share with the board.
pub(crate) fn cursor_keys(keys: &Keys) -> Pairs {
    let names = |action| {
        let nth = ACTIONS.iter().position(|entry| entry.action == action).unwrap_or(0);
        keys.names(nth)
    };
    let mut pairs: Pairs = match keys.are_arrows_usual() {
        true => vec![(words::ARROWS.to_owned(), words::about(Action::Left))],
        false => MOVES.map(|action| (names(action), words::about(action))).into(),
    };
    let others = words::HELP_STUDY_ACTIONS.iter();
    // Without what follows the semicolon, as in "leave; the game is saved": there is no game here.
    let about = |action| words::about(action).split(';').next().unwrap_or_default();
    pairs.extend(others.map(|&action| (names(action), about(action))));
    pairs
}

/// The lines of the help of a screen besides the board in a window, and their width.
fn help_of_in(area: Rect, pairs: &Pairs, theme: Theme) -> (Vec<Line<'static>>, u16) {
    let longest = pairs.iter().map(|(_, about)| about.width()).max().unwrap_or(0) + 16;
    let width = u16::try_from(longest).unwrap_or(u16::MAX).max(30);
    let width = width.min(area.width.saturating_sub(4));
    let lines = pairs.iter().flat_map(|(keys, about)| help_lines(keys, about, width, theme));
    (lines.collect(), width)
}

/// How far this help can be scrolled: not at all if all of it is visible.
pub(crate) fn help_scroll(area: Rect, pairs: &Pairs) -> u16 {
    let (lines, _) = help_of_in(area, pairs, Theme::Plain);
    let rows = u16::try_from(lines.len()).unwrap_or(u16::MAX);
    rows.saturating_sub(area.height.saturating_sub(4))
}

/// The help of a screen besides the board; `scroll` is its first line, as far as there are more.
pub(crate) fn help_of(frame: &mut Frame<'_>, pairs: &Pairs, scroll: u16, theme: Theme) {
    let area = frame.area();
    let (lines, width) = help_of_in(area, pairs, theme);
    let rows = u16::try_from(lines.len()).unwrap_or(u16::MAX);
    let inside = popup(frame, (width, rows.saturating_add(2)), words::HELP, theme);
    let most = help_scroll(area, pairs);
    let body = Rect { height: inside.height.saturating_sub(2), ..inside };
    let lines: Vec<Line<'_>> = lines.into_iter().skip(usize::from(scroll.min(most))).collect();
    frame.render_widget(Paragraph::new(lines), body);
    let end = Rect { y: area.y.max(inside.bottom().saturating_sub(1)), height: 1, ..inside };
    let more = if most > 0 { words::SCROLLS } else { words::ANY_KEY };
    frame.render_widget(Paragraph::new(Line::styled(more, theme.faint())), end);
}

/// The help: every key.
/// The actions of the current place come first.
pub(crate) fn help(frame: &mut Frame<'_>, here: Where, theme: Theme, keys: &Keys, scroll: u16) {
    let area = frame.area();
    let is_wide = area.width >= 100;
    let width = if is_wide { 94 } else { 50 };
    let columns = if is_wide { 2 } else { 1 };
    let column_width = width.min(area.width.saturating_sub(4)) / columns;
    let mut lines = Vec::new();
    let groups = [Where::Everywhere, Where::Play, Where::Count, Where::Review];
    let mut groups: Vec<_> = groups.into_iter().zip(words::GROUPS).collect();
    groups.sort_by_key(|(place, _)| (*place != here, *place != Where::Everywhere));
    for (place, title) in groups {
        if !lines.is_empty() {
            lines.push(Line::raw(""));
        }
        lines.push(Line::styled(title, theme.heading()));
        let is_short = place == Where::Everywhere && keys.are_arrows_usual();
        if is_short {
            // In review the arrows walk through the game.
            let keys = if here == Where::Review { words::HJKL } else { words::ARROWS };
            lines.extend(help_lines(keys, words::about(Action::Left), column_width, theme));
        }
        for (nth, entry) in ACTIONS.iter().enumerate().filter(|(_, entry)| entry.place == place) {
            if is_short && MOVES.contains(&entry.action) {
                continue;
            }
            // In review Space and the arrows have other actions.
            let names = match place {
                Where::Everywhere => keys.names_in(nth, here),
                _ => keys.names(nth),
            };
            let about = words::about_in(entry.action, here);
            lines.extend(help_lines(&names, about, column_width, theme));
        }
    }
    lines.push(Line::raw(""));
    let mouse = if here == Where::Count { words::MOUSE_COUNT } else { words::MOUSE };
    for text in [mouse, words::LETTERS] {
        let text = wrap(text, usize::from(column_width)).into_iter();
        lines.extend(text.map(|line| Line::styled(line, theme.faint())));
    }
    let rows = u16::try_from(lines.len()).unwrap_or(u16::MAX);
    let height = (rows.div_ceil(columns) + 3).min(area.height.saturating_sub(2));
    let inside = popup(frame, (width, height), words::HELP, theme);
    let body = Rect { height: inside.height.saturating_sub(2), ..inside };
    let most = rows.saturating_sub(body.height * columns);
    let scroll = scroll.min(most);
    let half = body.width / columns;
    for column in 0..columns {
        let skip = scroll + column * body.height;
        let part = lines.iter().skip(usize::from(skip)).take(usize::from(body.height));
        let part: Vec<Line<'_>> = part.cloned().collect();
        let area = Rect { x: body.x + column * half, width: half, ..body };
        frame.render_widget(Paragraph::new(part), area);
    }
    let end = Rect { y: inside.bottom().saturating_sub(1), height: 1, ..inside };
    let more = if most > 0 { words::SCROLLS } else { words::ANY_KEY };
    frame.render_widget(Paragraph::new(Line::styled(more, theme.faint())), end);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_cut_by_columns() {
        assert_eq!(clip("short", 5), "short");
        assert_eq!(clip("too long", 6), "too ..");
        assert_eq!(clip("囲碁囲碁", 5), "囲..");
        assert_eq!(clip("abc", 1), ".");
        assert_eq!(clip("abc", 0), "");
    }

    #[test]
    fn pieces_are_wrapped() {
        let pieces = ["9x9", "chinese rules", "komi 0.5"].map(str::to_owned);
        assert_eq!(wrap_words(&pieces, ", ", 20), ["9x9, chinese rules", "komi 0.5"]);
        assert_eq!(rows("abcdef\n\nab", 4), 4);
        assert_eq!(wrap("one two three", 8), ["one two", "three"]);
        assert_eq!(wrap("a longword  b", 4), ["a", "long", "word", "b"]);
        assert_eq!(wrap("  in", 8), ["  in"]);
        assert_eq!(wrap("囲碁囲碁", 5), ["囲碁", "囲碁"]);
        assert_eq!(wrap("a\n\nb", 5), ["a", "", "b"]);
    }
}
