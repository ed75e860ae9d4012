//! The panel beside the board: players, clocks, terms, moves, comment, record.

use std::time::Instant;

use hoshi_core::{Color, HalfPoints, Rules};
use hoshi_session::{Mode, Phase, Saved, ScoreView, Side};
use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};
use ratatui::text::{Line, Span};
use ratatui::widgets::{Paragraph, Wrap};
use unicode_width::UnicodeWidthStr as _;

use super::Game;
use crate::theme::Theme;
use crate::widgets;
use crate::words;

impl Game {
    /// Draws the panel. Returns whether it has a place for the comment, if there is one.
    pub(super) fn draw_panel(
        &self,
        frame: &mut Frame<'_>,
        area: Rect,
        theme: Theme,
        now: Instant,
    ) -> bool {
        let width = usize::from(area.width);
        let mut lines = Vec::new();
        for side in Side::ALL {
            lines.extend(self.player(side, width, theme, now));
        }
        lines.push(Line::raw(""));
        lines.extend(self.terms(width).into_iter().map(|line| Line::styled(line, theme.faint())));
        lines.push(self.recording(width, theme));
        if let Some(result) =
            self.recorded.as_ref().filter(|result| self.is_copy && !result.is_empty())
        {
            let text = hoshi_files::visible_line(&words::result(result)).into_owned();
            lines.push(Line::styled(widgets::clip(&text, width), theme.heading()));
        }
        let marking = self.state.marking.as_ref().filter(|marking| !marking.waiting);
        if let Some(marking) = marking {
            // A narrow panel has room for the result, not for the words before it.
            let texts = [words::as_it_stands(&marking.result), words::now(&marking.result)];
            let text = texts.into_iter().find(|text| text.width() <= width);
            let text = text.unwrap_or_else(|| words::result(&marking.result));
            lines.push(Line::styled(widgets::clip(&text, width), theme.heading()));
        }
        let comment = widgets::wrap(self.comment().trim_end(), width);
        let rest = area.height.saturating_sub(u16::try_from(lines.len()).unwrap_or(u16::MAX) + 2);
        let comment_rows = comment.len().min(usize::from(rest / 2));
        let moves_rows =
            usize::from(rest).saturating_sub(comment_rows + usize::from(comment_rows > 0));
        let tree = self.tree.as_ref().filter(|tree| tree.has_variations());
        let here = tree.and_then(|tree| Some((tree, tree.find(&self.state.node.path)?)));
        if let Some((tree, here)) = here.filter(|_| moves_rows > 0) {
            lines.push(Line::raw(""));
            lines.push(rule(words::VARIATIONS, width, theme));
            lines.extend(tree.lines(here, moves_rows, width, theme));
        } else if moves_rows > 0 {
            lines.push(Line::raw(""));
            lines.push(rule(words::MOVES, width, theme));
            lines.extend(self.moves(moves_rows, width, theme));
        }
        let used = u16::try_from(lines.len()).unwrap_or(u16::MAX);
        frame.render_widget(Paragraph::new(lines), area);
        let is_shown = comment_rows > 0 && used < area.height;
        if is_shown {
            let left = area.height - used;
            let below = Rect { y: area.y + used, height: left, ..area };
            frame.render_widget(Paragraph::new(self.comment_lines(comment, below, theme)), below);
        }
        is_shown
    }

    /// The comment below its title. If only a part of it fits, the title names the key that shows all of it.
    fn comment_lines(&self, comment: Vec<String>, area: Rect, theme: Theme) -> Vec<Line<'static>> {
        let (width, room) = (usize::from(area.width), usize::from(area.height) - 1);
        let title = match comment.len() > room {
            true => format!("{} {}", words::COMMENT, words::more(&self.keys)),
            false => words::COMMENT.to_owned(),
        };
        let lines = comment.into_iter().take(room).map(Line::raw);
        std::iter::once(rule(&title, width, theme)).chain(lines).collect()
    }

    /// Two lines about a player.
    fn player(&self, side: Side, width: usize, theme: Theme, now: Instant) -> Vec<Line<'static>> {
        let seat = &self.state.seats[side];
        let is_turn = self.is_turn(side);
        let sign = widgets::pointer(is_turn, theme);
        let stone = widgets::stone(Color::from(side), theme);
        let name = hoshi_files::visible_line(&seat.name).into_owned();
        let name = if name.is_empty() { side.to_string() } else { name };
        let style = if is_turn { theme.heading() } else { Style::new() };
        let name = widgets::clip(&name, width.saturating_sub(5));
        let first = Line::from(vec![
            Span::styled(sign, theme.key()),
            stone,
            Span::raw(" "),
            Span::styled(name, style),
        ]);
        let captures = self.state.position.captures[side];
        let clock = self.clocks().and_then(|clocks| clocks.text(side, now));
        let room = width.saturating_sub(clock.as_ref().map_or(0, |clock| clock.width() + 1));
        let left = beside_clock(captures, self.status_of(side), room);
        let is_short = self.clocks().is_some_and(|clocks| clocks.is_short(side, now));
        let mut second = vec![Span::styled(left.clone(), theme.faint())];
        if let Some(text) = clock {
            let gap = width.saturating_sub(left.width() + text.width()).max(1);
            second.push(Span::raw(" ".repeat(gap)));
            let style = if is_short { theme.warning() } else { theme.heading() };
            second.push(Span::styled(text, style));
        }
        let mut lines = vec![first, Line::from(second)];
        // A message about it may have been replaced.
        if let Some(why) = seat.fault.as_ref().filter(|_| seat.program) {
            let why = hoshi_files::visible_line(why).into_owned();
            let why = format!("    ! {why}");
            lines.push(Line::styled(widgets::clip(&why, width), theme.warning()));
        }
        lines
    }

    /// Whether a side is to move.
    fn is_turn(&self, side: Side) -> bool {
        self.state.position.turn == Some(side)
            && matches!(self.state.phase, Phase::Playing | Phase::Placing)
    }

    /// What a player is doing, in a word or two.
    fn status_of(&self, side: Side) -> &'static str {
        let seat = &self.state.seats[side];
        let is_turn = self.is_turn(side);
        let is_paused = self.state.clock.is_some_and(|clock| clock.paused);
        match () {
            () if seat.program && seat.fault.is_some() => words::STOPPED,
            () if seat.thinking => words::THINKING,
            // For a game that is over no program is started.
            () if seat.program && !seat.present && self.state.phase != Phase::Over => {
                words::STARTING
            }
            () if is_turn && is_paused => words::PAUSED,
            () if is_turn => words::TO_MOVE,
            () => "",
        }
    }

    /// The terms of the game, wrapped.
    fn terms(&self, width: usize) -> Vec<String> {
        let state = &self.state;
        let mut parts = vec![format!("{}x{}", state.width, state.height)];
        parts.push(words::rules(&state.rules));
        parts.push(words::komi(&state.komi));
        if state.handicap >= 2 {
            parts.push(words::handicap_stones(state.handicap));
            parts.extend(self.bonus().map(words::bonus));
        }
        if state.demonstration {
            parts.push(words::ON_A_COPY.to_owned());
        }
        if state.mode == Mode::Review {
            parts.push(words::REVIEW.to_owned());
        }
        widgets::wrap_words(&parts, ", ", width)
    }

    /// The terms, abbreviated.
    pub(super) fn brief_terms(&self) -> String {
        let mut terms = vec![self.state.rules.clone(), words::komi(&self.state.komi)];
        if self.state.handicap >= 2 {
            terms.push(words::brief_handicap(self.state.handicap, self.bonus()));
        }
        terms.push(self.brief_recording().to_owned());
        terms.join(", ")
    }

    /// The bonus of White for the handicap.
    fn bonus(&self) -> Option<HalfPoints> {
        let rules = self.state.rules.parse::<Rules>().ok()?;
        Some(rules.bonus.points(self.state.handicap))
            .filter(|bonus| *bonus != HalfPoints::default())
    }

    fn recording(&self, width: usize, theme: Theme) -> Line<'static> {
        let recording = &self.state.recording;
        match (recording.saved, &recording.file) {
            _ if self.is_copy => {
                let name = self.source.as_ref().map(|name| name.display().to_string());
                let name = name.map(|name| hoshi_files::visible_line(&name).into_owned());
                let key = words::a_copy(&self.keys);
                let of = name.map_or(key, |name| words::a_copy_of(&name, &self.keys));
                Line::styled(widgets::clip(&of, width), theme.faint())
            }
            (Saved::Never, _) => Line::styled(words::NOT_RECORDED, theme.faint()),
            (Saved::No, _) => {
                let why = recording.why.clone().unwrap_or_default();
                let why = hoshi_files::visible_line(&why).into_owned();
                Line::styled(widgets::clip(&words::unsaved(&why), width), theme.warning())
            }
            (Saved::Yes, Some(file)) => {
                let name = file.rsplit('/').next().unwrap_or(file);
                let name = hoshi_files::visible_line(name);
                Line::styled(widgets::clip(&words::saved_in(&name), width), theme.faint())
            }
            (Saved::Yes, None) => {
                Line::styled(widgets::clip(words::NO_FILE_YET, width), theme.faint())
            }
        }
    }

    /// The same in a word or two.
    fn brief_recording(&self) -> &'static str {
        match self.state.recording.saved {
            _ if self.is_copy => words::BRIEF_COPY,
            Saved::Never => words::NOT_RECORDED,
            Saved::No => words::BRIEF_UNSAVED,
            Saved::Yes if self.state.recording.file.is_some() => words::BRIEF_SAVED,
            Saved::Yes => words::BRIEF_NO_FILE,
        }
    }

    /// The last moves that fit, two in a line.
    fn moves(&self, rows: usize, width: usize, theme: Theme) -> Vec<Line<'static>> {
        let moves = &self.state.moves;
        let columns = (width / 13).clamp(1, 2);
        let start = moves.len().saturating_sub(rows * columns);
        let start = start.div_ceil(columns) * columns;
        let last = moves.len().saturating_sub(1);
        let numbered: Vec<(usize, &hoshi_session::Stone)> =
            moves.iter().enumerate().skip(start).collect();
        let line = |chunk: &[(usize, &hoshi_session::Stone)]| {
            let mut spans = Vec::new();
            for &(nth, stone) in chunk {
                spans.push(Span::styled(format!("{:>4} ", nth + 1), theme.faint()));
                spans.push(widgets::stone(stone.color.into(), theme));
                let is_last = nth == last;
                let style = if is_last { theme.heading() } else { Style::new() };
                spans.push(Span::styled(format!(" {:<6}", stone.at.as_str()), style));
            }
            Line::from(spans)
        };
        numbered.chunks(columns).map(line).collect()
    }

    /// The players in one line, for windows without a panel.
    pub(super) fn brief(&self, width: usize, theme: Theme, now: Instant) -> Line<'static> {
        // The clocks stay whole: names and words give way to them.
        let all = [(12, true), (6, true), (6, false), (0, true), (0, false)];
        let mut lines = all.map(|(name, status)| self.brief_players(name, status, theme, now));
        let at = lines.iter().position(|spans| Line::from(spans.clone()).width() <= width);
        let mut spans = std::mem::take(&mut lines[at.unwrap_or(all.len() - 1)]);
        spans.extend(self.info(theme, false).spans);
        Line::from(spans)
    }

    /// The players in one line, with so many letters of their names, and with what they are doing.
    fn brief_players(
        &self,
        most: usize,
        has_status: bool,
        theme: Theme,
        now: Instant,
    ) -> Vec<Span<'static>> {
        let mut spans = Vec::new();
        for side in Side::ALL {
            let seat = &self.state.seats[side];
            let is_turn = self.is_turn(side);
            // The pointer has a space behind it; here the stone follows at once.
            spans.push(Span::styled(widgets::pointer(is_turn, theme).trim_end(), theme.key()));
            spans.push(Span::raw(if is_turn { "" } else { " " }));
            spans.push(widgets::stone(side.into(), theme));
            let name = widgets::clip(&hoshi_files::visible_line(&seat.name), most);
            let name = if name.is_empty() { name } else { format!(" {name}") };
            let captures = self.state.position.captures[side];
            let clock = self.clocks().and_then(|clocks| clocks.text(side, now));
            let clock = clock.map(|clock| format!(" {clock}")).unwrap_or_default();
            // The pointer says who is to move.
            let status = Some(self.status_of(side)).filter(|status| *status != words::TO_MOVE);
            let status = status.filter(|status| has_status && !status.is_empty());
            let status = status.map(|status| format!(" {status}")).unwrap_or_default();
            let style = if is_turn { theme.heading() } else { Style::new() };
            spans.push(Span::styled(format!("{name} +{captures}{clock}{status} "), style));
        }
        spans
    }

    /// The count with its parts.
    pub(super) fn draw_count(
        &self,
        frame: &mut Frame<'_>,
        panel: Option<Rect>,
        score: &ScoreView,
        theme: Theme,
    ) {
        let mut rows: Vec<(&str, String, String)> = Vec::new();
        let (black, white) = (&score.sides.black, &score.sides.white);
        let mut number = |what, one: u32, other: u32| {
            if one + other > 0 {
                rows.push((what, one.to_string(), other.to_string()));
            }
        };
        if score.area {
            number(words::ROWS[0], black.stones, white.stones);
        }
        number(words::ROWS[1], black.territory, white.territory);
        if !score.area {
            number(words::ROWS[2], black.captures, white.captures);
            number(words::ROWS[3], black.dead, white.dead);
        }
        let points = [
            (words::ROWS[4], &black.komi, &white.komi),
            (words::ROWS[5], &black.bonus, &white.bonus),
        ];
        for (what, one, other) in points {
            if one != "0" || other != "0" {
                rows.push((what, one.clone(), other.clone()));
            }
        }
        let faint = theme.faint();
        let mut lines =
            vec![Line::styled(format!("{:<13}{:>8}{:>8}", "", Side::Black, Side::White), faint)];
        for (what, one, other) in rows {
            lines.push(Line::raw(format!("{what:<13}{one:>8}{other:>8}")));
        }
        let total = format!("{:<13}{:>8}{:>8}", words::TOTAL, black.total, white.total);
        lines.push(Line::styled(total, Style::new().add_modifier(Modifier::BOLD)));
        lines.push(Line::raw(""));
        let is_over = self.state.phase == Phase::Over;
        let result = words::result(&score.result);
        let text = if is_over { result } else { words::as_it_is(&result) };
        lines.push(Line::styled(text, theme.heading()));
        lines.push(Line::raw(""));
        if let Some(next) = self.next_game.as_ref().filter(|_| is_over) {
            lines.push(Line::styled(words::next_short(next, &self.keys), theme.key()));
        }
        let keys = match is_over {
            true => words::over_keys(&self.keys),
            false => words::ANY_KEY.to_owned(),
        };
        lines.push(Line::styled(keys, theme.faint()));
        let height = u16::try_from(lines.len()).unwrap_or(u16::MAX);
        // Beside a panel the board stays visible.
        let place = panel.filter(|panel| panel.height >= height + 2).unwrap_or(frame.area());
        let area = widgets::popup_in(frame, place, (36, height), words::COUNT, theme);
        frame.render_widget(Paragraph::new(lines).wrap(Wrap { trim: false }), area);
    }
}

/// The captures and the status of a player in the room that a clock leaves: words go before numbers.
fn beside_clock(captures: u32, status: &str, room: usize) -> String {
    let is_said = |status: &&str| !status.is_empty();
    let with = |what: String, status: Option<&str>| match status {
        Some(status) => format!("    {what}, {status}"),
        None => format!("    {what}"),
    };
    let (long, short) = (words::captured(captures), words::brief_captured(captures));
    let all = Some(status).filter(is_said);
    // The pointer says who is to move.
    let needed = all.filter(|status| *status != words::TO_MOVE);
    let texts = [
        with(long.clone(), all),
        with(long, needed),
        with(short.clone(), needed),
        with(short, None),
    ];
    texts.into_iter().find(|text| text.width() <= room).unwrap_or_default()
}

/// A title with a line behind it.
fn rule(title: &str, width: usize, theme: Theme) -> Line<'static> {
    let dash = if theme.is_ascii() { "-" } else { "─" };
    let rest = width.saturating_sub(title.width() + 1);
    Line::from(vec![
        Span::styled(format!("{title} "), theme.heading()),
        Span::styled(dash.repeat(rest), theme.border()),
    ])
}
