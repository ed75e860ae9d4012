//! The mouse on the board.

use hoshi_session::{Command, Mode, Step};
use ratatui::crossterm::event::{MouseButton, MouseEvent, MouseEventKind};
use ratatui::layout::Position;

use super::typing::For;
use super::{Game, Layer};
use crate::effect::Effect;

impl Game {
    /// Handles the mouse. Returns whether to redraw, and effects.
    pub(crate) fn mouse(&mut self, event: MouseEvent) -> (bool, Vec<Effect>) {
        let at = Position { x: event.column, y: event.row };
        self.column = None;
        let is_review = self.state.mode == Mode::Review;
        match event.kind {
            MouseEventKind::ScrollUp if is_review && self.over.is_none() => {
                return (true, vec![Effect::Send(Command::Walk { step: Step::Back })]);
            }
            MouseEventKind::ScrollDown if is_review && self.over.is_none() => {
                let step = Step::Next { variation: 0 };
                return (true, vec![Effect::Send(Command::Walk { step })]);
            }
            _ => {}
        }
        if let Some(Layer::Help { scroll } | Layer::Read { scroll } | Layer::Log { scroll }) =
            &mut self.over
        {
            match event.kind {
                MouseEventKind::ScrollUp => *scroll = scroll.saturating_sub(3),
                MouseEventKind::ScrollDown => *scroll += 3,
                _ => {}
            }
        }
        let is_click = event.kind == MouseEventKind::Down(MouseButton::Left);
        let is_typed = match &self.over {
            Some(Layer::Line(_, For::Point(_))) | None => false,
            Some(Layer::Line(..)) => true,
            // A click outside a box or a question closes it and does nothing else.
            Some(
                Layer::Help { .. }
                | Layer::Read { .. }
                | Layer::Log { .. }
                | Layer::Count(_)
                | Layer::Confirm(_)
                | Layer::Copy,
            ) if is_click => {
                (self.over, self.banner) = (None, None);
                return (true, Vec::new());
            }
            Some(Layer::Help { .. } | Layer::Read { .. } | Layer::Log { .. }) => {
                let is_scrolled =
                    matches!(event.kind, MouseEventKind::ScrollUp | MouseEventKind::ScrollDown);
                return (is_scrolled, Vec::new());
            }
            Some(_) => false,
        };
        let Some(point) = self.window.point_at(self.size(), at).filter(|_| !is_typed) else {
            return (false, Vec::new());
        };
        if matches!(self.over, Some(Layer::SetUp(_))) {
            return match event.kind {
                MouseEventKind::Moved => {
                    (std::mem::replace(&mut self.cursor, point) != point, Vec::new())
                }
                MouseEventKind::Down(MouseButton::Left) => {
                    self.set_up_click(point);
                    (true, Vec::new())
                }
                _ => (false, Vec::new()),
            };
        }
        match event.kind {
            MouseEventKind::Moved | MouseEventKind::Drag(_)
                if self.over.is_none() && self.banner.is_none() =>
            {
                let is_other = self.cursor != point;
                self.cursor = point;
                (is_other, Vec::new())
            }
            MouseEventKind::Down(MouseButton::Left) => {
                // The first click closes the banner.
                if self.banner.take().is_some() {
                    return (true, Vec::new());
                }
                self.over = None;
                self.cursor = point;
                (true, self.play_at(point))
            }
            _ => (false, Vec::new()),
        }
    }
}
