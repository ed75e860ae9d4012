//! Draws the board screen: the board, the panel beside or below it, and three lines at the bottom: the point under the
//! cursor, the message, and the keys.

use std::collections::BTreeMap;
use std::time::Instant;

use hoshi_core::{Color, Diagram, Mark, Point};
use hoshi_session::{Markup, Mode, Phase, ScoreView, Side, Stone};
use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::text::{Line, Span};
use ratatui::widgets::Paragraph;
use unicode_width::UnicodeWidthStr as _;

use super::{Game, Layer, Liberties, Where};
use crate::board::{self, Over, Painted};
use crate::keys::Action;
use crate::theme::Theme;
use crate::widgets::{self, Pairs};
use crate::words;

/// The minimum and the maximum width of the panel.
const PANEL: (u16, u16) = (26, 40);

/// The minimum height of a panel below the board.
const BELOW: u16 = 5;

/// The number of moves shown with values: the search hardly visited the others.
const VALUES: usize = 5;

/// A painted board, and what it shows.
#[derive(Debug)]
pub(super) struct Drawn {
    shown: Shown,
    painted: Painted,
}

impl Drawn {
    fn is_of(&self, shown: &Shown, theme: Theme) -> bool {
        self.shown == *shown && self.painted.theme() == theme
    }
}

/// Everything that the diagram of a board depends on.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Shown {
    rows: Vec<String>,
    last: Option<Stone>,
    markup: Vec<Markup>,
    score: Option<ScoreView>,
    changes: BTreeMap<Point, Option<Color>>,
    owners: Option<Vec<i16>>,
}

/// The places of all parts.
#[derive(Clone, Copy, Debug)]
struct Places {
    board: Rect,
    panel: Option<Rect>,
    /// The line about the point under the cursor, if there is room.
    info: Option<Rect>,
    message: Rect,
}

/// The places of all parts, for a board of the size `extent`, or for a part of it of at least `least`.
fn places(area: Rect, extent: (u16, u16), least: (u16, u16)) -> Option<Places> {
    if area.width < least.0 || area.height < least.1 + 2 {
        return None;
    }
    let is_part = area.width < extent.0 || area.height < extent.1 + 2;
    let rest = area.height - 2 - u16::from(is_part && area.height > least.1 + 2);
    let (width, height) = (extent.0.min(area.width), extent.1.min(rest));
    let beside = area.width >= width + 2 + PANEL.0;
    let panel_width = area.width.saturating_sub(width + 2).min(PANEL.1);
    let lines = if area.height >= height + 3 { 3 } else { 2 };
    let spare = area.height - height - lines;
    let is_below = !beside && spare >= BELOW;
    let block_width = if beside { width + 2 + panel_width } else { width };
    let x = area.x + (area.width - block_width) / 2;
    let used = if is_below { height + BELOW.max(spare.min(12)) } else { height };
    let y = area.y + (area.height - lines - used) / 2;
    // A small board stands higher, to leave room for the panel.
    let y = if beside { y.min(area.y + area.height.saturating_sub(lines + 18) / 2) } else { y };
    let y = y.max(area.y);
    let board = Rect::new(x, y, width, height);
    let panel = if beside {
        // The panel may be taller than a small board.
        let most = area.bottom() - lines - y;
        Some(Rect::new(x + width + 2, y, panel_width, height.max(most.min(18))))
    } else {
        is_below.then(|| Rect::new(area.x + 1, y + height, area.width - 1, used - height))
    };
    // In a tall window the messages stand just below the board, not at the bottom.
    let below = panel.map_or(board.bottom(), |panel| panel.bottom().max(board.bottom()));
    let is_near = beside && area.bottom() - lines >= below + 3;
    let (x, y) = match is_near {
        true => (x.saturating_sub(1), below + 1),
        false => (area.x, area.bottom() - lines),
    };
    let line = |nth: u16| Rect::new(x, y + nth, area.right() - x, 1);
    Some(Places { board, panel, info: (lines == 3).then(|| line(0)), message: line(lines - 2) })
}

impl Game {
    /// Places the board in a window.
    pub(crate) fn place_board(&mut self, area: Rect) {
        let size = self.size();
        let places = places(area, board::extent(size), board::least(size));
        let area = places.map_or(Rect::default(), |places| places.board);
        self.window.place(size, area, self.cursor);
    }

    pub(crate) fn draw(&self, frame: &mut Frame<'_>, theme: Theme, now: Instant) {
        let area = frame.area();
        let least = board::least(self.size());
        let Some(places) = places(area, board::extent(self.size()), least) else {
            widgets::too_small(frame, (least.0, least.1 + 2), theme);
            return;
        };
        let over = self.over();
        let mut window = self.window;
        window.place(self.size(), places.board, self.cursor);
        let shown = self.shown();
        let mut drawn = self.drawn.borrow_mut();
        let known = drawn.take().filter(|drawn| drawn.is_of(&shown, theme));
        let drawn = drawn.insert(known.unwrap_or_else(|| {
            let painted = Painted::new(self.diagram(), theme);
            Drawn { shown, painted }
        }));
        window.draw(&drawn.painted, &over, frame.buffer_mut());
        let has_comment =
            places.panel.is_some_and(|panel| self.draw_panel(frame, panel, theme, now));
        // A long message also takes the line above.
        let is_long = self.is_message_long(places.message.width);
        let place = match places.info.filter(|_| is_long) {
            Some(info) => Rect { height: 2, ..info },
            None => places.message,
        };
        if let Some(info) = places.info.filter(|_| !is_long) {
            let line = match places.panel {
                Some(_) => self.info(theme, has_comment),
                None => self.brief(usize::from(info.width), theme, now),
            };
            frame.render_widget(Paragraph::new(line), info);
        }
        self.draw_message(frame, place, theme);
        let keys_width = self.keys_width(area);
        widgets::draw_keys_in(frame, &self.pairs(), keys_width, theme);
        if keys_width < area.width {
            let note = Rect::new(keys_width, area.bottom() - 1, area.width - keys_width, 1);
            let text = widgets::clip(&self.brief_terms(), usize::from(note.width));
            frame.render_widget(Paragraph::new(Line::styled(text, theme.faint())), note);
        }
        if let Some(banner) = &self.banner {
            let below = places.info.unwrap_or(places.message).y;
            // A panel below the board has something to say, too.
            let is_free = places.panel.is_none_or(|panel| panel.y < places.board.bottom());
            let free = below.saturating_sub(places.board.bottom());
            let free = if is_free { free } else { 0 };
            let beside = places.panel.filter(|panel| panel.x >= places.board.right());
            let limit = beside.map_or(area.right(), |panel| panel.x.saturating_sub(1));
            widgets::banner(frame, places.board, (free, limit), banner, theme);
        }
        self.draw_layer(frame, places.panel, theme);
    }

    /// The width of the keys in the last line: without a panel, the terms of the game follow them.
    pub(crate) fn keys_width(&self, area: Rect) -> u16 {
        let size = self.size();
        let places = places(area, board::extent(size), board::least(size));
        if places.is_none_or(|places| places.panel.is_some()) {
            return area.width;
        }
        let terms = u16::try_from(self.brief_terms().width()).unwrap_or(u16::MAX);
        // The first key, help, is always visible.
        area.width.saturating_sub(terms.saturating_add(1)).max(9).min(area.width)
    }

    /// Everything that `diagram` depends on.
    fn shown(&self) -> Shown {
        let changes = match &self.over {
            Some(Layer::SetUp(set_up)) => set_up.changes.clone(),
            _ => BTreeMap::new(),
        };
        Shown {
            rows: self.state.position.rows.clone(),
            last: self.state.moves.last().copied(),
            markup: self.state.node.markup.clone(),
            score: self.drawn_score().cloned(),
            changes,
            owners: self.estimate.as_ref().map(|estimate| estimate.owners.clone()),
        }
    }

    /// The count that is drawn on the board.
    fn drawn_score(&self) -> Option<&ScoreView> {
        self.score.as_deref().filter(|_| {
            self.state.mode == Mode::Play
                && matches!(self.state.phase, Phase::Marking | Phase::Over)
        })
    }

    /// The board as a diagram, with counts and estimates.
    pub(super) fn diagram(&self) -> Diagram {
        let mut diagram = self.state.diagram(self.drawn_score());
        self.with_set_up(&mut diagram);
        let Some(estimate) = &self.estimate else { return diagram };
        for (point, &owner) in self.size().points().zip(&estimate.owners) {
            let color = if owner > 0 { Color::Black } else { Color::White };
            if diagram.stone(point).is_some() {
                if diagram.stone(point) != Some(color) && owner.abs() > 500 {
                    diagram.mark(point, Mark::Dead);
                }
            } else if owner.abs() > 300 {
                diagram.mark(point, Mark::Territory(color));
            }
        }
        diagram
    }

    fn over(&self) -> Over {
        let size = self.size();
        let turn = self.state.position.turn.map(Color::from);
        let forbids = self.state.position.forbidden.iter();
        let is_forbidden = forbids.filter_map(|forbidden| forbidden.at.point(size));
        let is_forbidden = is_forbidden.into_iter().any(|point| point == self.cursor);
        let is_counting = self.place() == Where::Count;
        let ghost = turn.filter(|_| self.awaits_person() && !is_forbidden && !is_counting);
        let letters = if self.state.mode == Mode::Review {
            let next = self.state.node.next.iter().zip('a'..='z');
            let at = |(stone, letter): (&Option<Stone>, char)| {
                Some((stone.as_ref()?.at.point(size)?, letter))
            };
            next.filter_map(at).collect()
        } else {
            Vec::new()
        };
        let values = self.estimate.as_ref().map(|estimate| {
            let values = estimate.moves.iter().zip(&estimate.rates);
            let at = |((name, _), &rate): (&(String, String), &u8)| {
                Some((size.parse_a1(name).ok()?, rate))
            };
            values.filter_map(at).take(VALUES).collect()
        });
        Over {
            cursor: Some(self.cursor),
            ghost,
            ko: self.state.position.ko.and_then(|at| at.point(size)),
            captured: self.captured.clone(),
            refused: self.refused,
            liberties: self.liberties(),
            letters,
            hint: self.hint.and_then(|at| at.point(size)),
            values: values.unwrap_or_default(),
        }
    }

    /// The signs for liberties: every stone in atari, or one stone of each group with a count.
    fn liberties(&self) -> Vec<(Point, char)> {
        let (false, Some(board)) = (self.liberties == Liberties::Off, self.board()) else {
            return Vec::new();
        };
        let mut signs = Vec::new();
        for block in board.blocks() {
            let (stones, liberties) = (block.stones(), block.liberties().len());
            if self.liberties == Liberties::Counts {
                let digit =
                    u32::try_from(liberties).ok().and_then(|many| char::from_digit(many, 10));
                signs.extend(stones.first().map(|&point| (point, digit.unwrap_or('+'))));
            } else if liberties == 1 {
                signs.extend(stones.into_iter().map(|point| (point, '!')));
            }
        }
        signs
    }

    /// The line about the point under the cursor. It also says that there is a comment, if nothing else does.
    pub(super) fn info(&self, theme: Theme, has_comment: bool) -> Line<'static> {
        let at = self.vertex(self.cursor);
        let mut words = Vec::new();
        let position = &self.state.position;
        let stone = self.stone(self.cursor);
        let forbidden = position.forbidden.iter().find(|forbidden| forbidden.at == at);
        let takes = position.takes.iter().find(|takes| takes.at == at);
        let is_playing = self.awaits_person();
        match (stone, forbidden, takes) {
            (Some(color), ..) => {
                words.push(color.to_string());
                if let Some(block) =
                    self.board().as_ref().and_then(|board| board.block(self.cursor))
                {
                    let (stones, liberties) = (block.stones().len(), block.liberties().len());
                    words.push(words::stones(stones));
                    words.push(words::liberties(liberties));
                }
            }
            (None, Some(forbidden), _) if is_playing => words.push(words::forbidden(forbidden)),
            (None, _, Some(takes)) if is_playing => {
                words.push(words::takes(takes.stones.len()));
            }
            _ => {}
        }
        if let Some(marking) = &self.state.marking {
            let status = [(&marking.dead, words::DEAD), (&marking.seki, words::SEKI)];
            let found = status.into_iter().filter(|(points, _)| points.contains(&at));
            words.extend(found.map(|(_, word)| word.to_owned()));
        }
        for mark in self.state.node.markup.iter().filter(|mark| mark.at == at) {
            words.push(words::mark(mark));
        }
        if let Some(estimate) = &self.estimate {
            let found = estimate.moves.iter().find(|(name, _)| name == at.as_str());
            words.extend(found.map(|(_, worth)| worth.clone()));
        }
        let is_hidden = !has_comment && !self.state.node.comment.is_empty();
        let sign = if is_hidden { words::comment_here(&self.keys) } else { String::new() };
        Line::from(vec![
            Span::raw(if is_hidden { " " } else { "" }),
            Span::styled(sign, theme.key()),
            Span::raw(" "),
            Span::styled(at.as_str().to_owned(), theme.heading()),
            Span::raw(if words.is_empty() { "" } else { "  " }),
            Span::raw(words.join(", ")),
        ])
    }

    /// The keys that matter now.
    pub(crate) fn pairs(&self) -> Pairs {
        match &self.over {
            Some(Layer::SetUp(_)) => return widgets::pairs(&words::SET_UP_KEYS),
            Some(Layer::Confirm(_)) => return widgets::pairs(&words::CONFIRM_KEYS),
            Some(Layer::Line(..)) => return widgets::pairs(&words::LINE_KEYS),
            Some(Layer::Copy) => return widgets::pairs(&words::COPY_KEYS),
            Some(Layer::Help { .. } | Layer::Read { .. } | Layer::Log { .. }) => {
                return widgets::pairs(&words::CLOSE_KEYS);
            }
            Some(Layer::Count(_)) if self.state.phase != Phase::Over => {
                return widgets::pairs(&words::CLOSE_KEYS);
            }
            Some(Layer::Count(_)) | None => {}
        }
        let actions: &[(Action, &'static str)] = match (self.state.mode, self.state.phase) {
            (Mode::Review, _) => &words::KEYS_REVIEW,
            (_, Phase::Marking) => &words::KEYS_COUNT,
            (_, Phase::Over) => &words::KEYS_OVER,
            _ if self.state.demonstration => &words::KEYS_DEMONSTRATION,
            _ if self.is_transcript => &words::KEYS_TRANSCRIPT,
            _ => &words::KEYS_PLAY,
        };
        // Keys that would be refused are hidden.
        let is_help = |action| matches!(action, Action::Hint | Action::Estimate);
        let actions =
            actions.iter().filter(|(action, _)| !is_help(*action) || self.is_help_allowed());
        // A program that thinks or has failed: until it is the person's turn, no move can be played.
        let instead = self.program_keys();
        let mut shown: Vec<(Action, &'static str)> = Vec::new();
        for &(action, about) in actions {
            match action {
                Action::Play if !instead.is_empty() => shown.extend(instead),
                _ => shown.push((action, about)),
            }
        }
        shown.into_iter().map(|(action, about)| (self.keys.name(action), about)).collect()
    }

    /// The keys for a program that thinks or has failed.
    fn program_keys(&self) -> &'static [(Action, &'static str)] {
        let seats = || Side::ALL.into_iter().map(|side| &self.state.seats[side]);
        let is_play = self.state.mode == Mode::Play && self.state.phase != Phase::Over;
        match () {
            () if !is_play => &[],
            () if seats().any(|seat| seat.program && seat.fault.is_some()) => &words::KEYS_FAILED,
            () if seats().any(|seat| seat.program && seat.thinking) => &words::KEYS_THINKING,
            () => &[],
        }
    }

    fn draw_layer(&self, frame: &mut Frame<'_>, panel: Option<Rect>, theme: Theme) {
        match &self.over {
            Some(Layer::Help { scroll }) => {
                widgets::help(frame, self.place(), theme, &self.keys, *scroll);
            }
            Some(Layer::Read { scroll }) => self.draw_reader(frame, *scroll, theme),
            Some(Layer::Log { scroll }) => self.draw_log(frame, *scroll, theme),
            Some(Layer::Count(score)) => self.draw_count(frame, panel, score, theme),
            _ => {}
        }
    }
}
