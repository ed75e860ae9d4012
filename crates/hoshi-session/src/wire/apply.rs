//! How a view keeps its snapshot up to date.

use super::event::{Event, Published};
use super::snapshot::{NodeView, Phase, Snapshot};
use super::words::{Side, Stone, Vertex};

/// A view missed events: it must subscribe again from the last one that it has.
///
/// ```
/// use hoshi_session::Gap;
///
/// assert_eq!(Gap { have: 3, got: 5 }.to_string(), "event 5 does not follow event 3");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("event {got} does not follow event {have}")]
pub struct Gap {
    /// The last event that the view has.
    pub have: u64,
    /// The event that came.
    pub got: u64,
}

impl Snapshot {
    /// Applies the next event. An event that the snapshot includes already changes nothing.
    ///
    /// # Errors
    /// If events between are missing.
    pub fn apply(&mut self, published: &Published) -> Result<(), Gap> {
        if published.seq <= self.seq {
            return Ok(());
        }
        if published.seq != self.seq + 1 {
            return Err(Gap { have: self.seq, got: published.seq });
        }
        self.seq = published.seq;
        self.apply_event(&published.event);
        Ok(())
    }

    fn apply_event(&mut self, event: &Event) {
        match event {
            Event::Played {
                number,
                color,
                at,
                captured,
                turn,
                captures,
                ko,
                forbidden,
                takes,
                repeats,
                node,
            } => {
                self.set_stone(*at, Some(*color));
                captured.iter().for_each(|&stone| self.set_stone(stone, None));
                self.moves.push(Stone { color: *color, at: *at });
                let position = &mut self.position;
                (position.number, position.turn) = (*number, *turn);
                (position.captures, position.ko) = (*captures, *ko);
                (position.repeats, position.forbidden) = (*repeats, forbidden.clone());
                position.takes.clone_from(takes);
                self.node = node.as_ref().map_or_else(NodeView::default, |node| (**node).clone());
            }
            Event::Moved {
                mode,
                phase,
                position,
                moves,
                node,
                placing,
                marking,
                result,
                demonstration,
                komi,
                handicap,
                ..
            } => {
                (self.mode, self.phase, self.placing) = (*mode, *phase, *placing);
                self.position = (**position).clone();
                self.moves.clone_from(moves);
                self.node = (**node).clone();
                self.marking = marking.as_ref().map(|marking| (**marking).clone());
                self.result = result.as_ref().map(|result| (**result).clone());
                self.demonstration = *demonstration;
                self.komi.clone_from(komi);
                self.handicap = *handicap;
            }
            Event::Marking { marking, .. } => {
                self.phase = Phase::Marking;
                self.marking = Some((**marking).clone());
            }
            Event::Ended { result } => {
                self.phase = Phase::Over;
                self.marking = None;
                self.position.turn = None;
                self.position.forbidden.clear();
                self.position.takes.clear();
                self.result = Some((**result).clone());
            }
            Event::Node { node } => self.node = (**node).clone(),
            Event::Seat { color, seat } => self.seats[*color] = (**seat).clone(),
            Event::Thinking { color, thinking } => self.seats[*color].thinking = *thinking,
            Event::Clock { clock } => self.clock = Some(*clock),
            Event::Offered { offer } => self.offer = Some(offer.clone()),
            Event::Closed { .. } => self.offer = None,
            Event::Recording { recording } => self.recording = recording.clone(),
            Event::Opinion { .. } | Event::Note { .. } => {}
        }
    }

    /// Puts a stone on the rows, or takes one off.
    fn set_stone(&mut self, at: Vertex, color: Option<Side>) {
        let Some(size) = hoshi_core::Size::new(self.width, self.height) else { return };
        let Some(point) = at.point(size) else { return };
        let stone = match color {
            None => ".",
            Some(Side::Black) => "X",
            Some(Side::White) => "O",
        };
        let x = usize::from(point.x());
        if let Some(row) = self.position.rows.get_mut(usize::from(point.y()))
            && row.is_ascii()
            && x < row.len()
        {
            row.replace_range(x..=x, stone);
        }
    }
}
