//! Draws the board of a snapshot as a diagram.

use hoshi_core::{Board, Color, Diagram, Mark, Size};

use crate::wire::{MarkupKind, ScoreView, Snapshot};

impl Snapshot {
    /// The size of the board.
    #[must_use]
    pub fn size(&self) -> Size {
        Size::new(self.width, self.height).unwrap_or(Size::S19)
    }

    /// The board with the last move and the markup of this node; with a count, also dead stones,
    /// seki and territory.
    ///
    /// ```
    /// use hoshi_core::{Game, Preset, Rules, Size};
    /// use hoshi_session::{Player, Session, Start, Terms};
    ///
    /// let mut game = Game::new(Size::S9, Rules::of(Preset::Chinese));
    /// game.play(Size::S9.parse_move("E5")?)?;
    /// let players = [Player::person("Ann"), Player::person("Bob")];
    /// let session = Session::new(Start::of(game), players, Terms::default());
    /// let diagram = session.snapshot().expect("nothing is being saved").diagram(None);
    /// assert_eq!(diagram.last_move(), Some(Size::S9.parse_a1("E5")?));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn diagram(&self, score: Option<&ScoreView>) -> Diagram {
        let size = self.size();
        let board = Board::from_text(&self.position.rows.join("\n"));
        let mut diagram = board.map_or_else(|_| Diagram::new(size), |board| Diagram::from(&board));
        let last = self.moves.last().and_then(|stone| stone.at.point(size));
        diagram.set_last_move(last.filter(|&point| diagram.stone(point).is_some()));
        for markup in &self.node.markup {
            let Some(point) = markup.at.point(size) else { continue };
            let mark = match markup.kind {
                MarkupKind::Circle => Mark::Circle,
                MarkupKind::Square => Mark::Square,
                MarkupKind::Triangle => Mark::Triangle,
                MarkupKind::Cross => Mark::Cross,
                MarkupKind::Selected => Mark::Selected,
                MarkupKind::Label => {
                    diagram.set_label(point, markup.text.as_str());
                    continue;
                }
            };
            diagram.mark(point, mark);
        }
        let Some(score) = score else { return diagram };
        for (mark, points) in [(Mark::Dead, &score.dead), (Mark::Seki, &score.seki)] {
            for point in points.iter().filter_map(|vertex| vertex.point(size)) {
                diagram.mark(point, mark);
            }
        }
        let owners = score.owners.iter().flat_map(|row| row.chars());
        for (point, owner) in size.points().zip(owners) {
            let mark = match owner {
                'x' => Mark::Territory(Color::Black),
                'o' => Mark::Territory(Color::White),
                's' => Mark::Seki,
                _ => continue,
            };
            // A dead stone already shows the owner of its point.
            if diagram.stone(point).is_none() {
                diagram.mark(point, mark);
            }
        }
        diagram
    }
}
