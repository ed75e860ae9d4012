//! Changes while a game is played. After each of them the main line of the record is the game.

use hoshi_core::{Board, Color, Move, Outcome, Point, Position};

use super::{Change, Clock, Kifu, KifuError, letter};
use crate::sgf::{NodeId, NodeRef};

impl Kifu {
    /// Records a move or a pass of a colour, with its clock. If the move was taken back before and is
    /// still in the record, its node is reused.
    ///
    /// ```
    /// use hoshi_core::{Color, Move};
    /// use hoshi_record::info::time::Millis;
    /// use hoshi_record::kifu::{Change, Clock, Kifu};
    /// use hoshi_record::sgf::Collection;
    ///
    /// let mut kifu = Kifu::of_file(Collection::read("(;SZ[9])")?)?;
    /// let clock = Clock { left: Millis(29_500), overtime: Some(3) };
    /// assert_eq!(kifu.play(Color::Black, Move::Pass, Some(clock))?, Change::Append);
    /// assert_eq!(kifu.node().raw(), b"B[]BL[29.5]OB[3]");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// If the record would become too large.
    pub fn play(
        &mut self,
        color: Color,
        mv: Move,
        clock: Option<Clock>,
    ) -> Result<Change, KifuError> {
        let mut properties = vec![(letter(color).to_owned(), vec![self.move_value(mv)])];
        if let Some(clock) = clock {
            properties.push((format!("{}L", letter(color)), vec![clock.left.to_string()]));
            if let Some(overtime) = clock.overtime {
                properties.push((format!("O{}", letter(color)), vec![overtime.to_string()]));
            }
        }
        self.add_node(&properties, Some((color, mv)))
    }

    /// Records a new setup of the board, from `before` to `now`.
    ///
    /// ```
    /// use hoshi_core::{Board, Color, Position, Size};
    /// use hoshi_record::kifu::{Change, Kifu};
    /// use hoshi_record::sgf::Collection;
    ///
    /// let mut kifu = Kifu::of_file(Collection::read("(;SZ[2];B[aa])")?)?;
    /// let before = Board::from_text("X .\n. .")?;
    /// let now = Position::new(Board::from_text(". .\nO .")?, Color::Black);
    /// // A half-written setup would be a different setup.
    /// assert_eq!(kifu.set_up(&before, &now)?, Change::Whole { is_move: true });
    /// assert_eq!(kifu.node().raw(), b"AW[ab]AE[aa]PL[B]");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// If the record would become too large.
    pub fn set_up(&mut self, before: &Board, now: &Position) -> Result<Change, KifuError> {
        let properties = self.setup_properties(before, now);
        self.add_node(&properties, None)
    }

    /// The properties that turn one board into another.
    pub(super) fn setup_properties(
        &self,
        before: &Board,
        now: &Position,
    ) -> Vec<(String, Vec<String>)> {
        let changed = |wanted: Option<Color>| {
            let is_changed =
                |point| now.board().stone(point) == wanted && before.stone(point) != wanted;
            self.points(self.size.points().filter(|&point| is_changed(point)))
        };
        let mut properties = Vec::new();
        for (name, wanted) in [("AB", Some(Color::Black)), ("AW", Some(Color::White)), ("AE", None)]
        {
            let points = changed(wanted);
            if !points.is_empty() {
                properties.push((name.to_owned(), points));
            }
        }
        properties.push(("PL".to_owned(), vec![letter(now.turn()).to_owned()]));
        properties
    }

    /// Moves from the current node to a child with these properties, existing or new.
    fn add_node(
        &mut self,
        properties: &[(String, Vec<String>)],
        a_move: Option<(Color, Move)>,
    ) -> Result<Change, KifuError> {
        let was_end = self.end == Some(self.node);
        let was_last = self.is_last() && !self.is_cursor();
        let known = a_move.and_then(|(color, mv)| self.child_with(self.last(), color, mv));
        if let Some(known) = known {
            self.leave_cursor();
            self.node = known;
            // The same move reuses its node, but not its clock and old marks.
            self.clear_marks_of(known)?;
            for (name, values) in properties {
                self.edit().set(known, name, values)?;
            }
        } else if self.is_cursor() {
            let node = self.node;
            self.edit().replace(node, properties)?;
            self.cursor = None;
        } else {
            self.add_child(properties)?;
        }
        let is_settled = was_end || !self.settle();
        self.end = (was_last && is_settled).then_some(self.node);
        // A move is short and written completely or not at all; half a setup would be a different
        // one.
        let can_append = was_last && is_settled && a_move.is_some();
        let change = if can_append { Change::Append } else { Change::Whole { is_move: true } };
        Ok(self.report(change))
    }

    /// Takes the last move or setup back: it is removed from the record, or, with `keep`, becomes a
    /// variation. A node with comments, markup or variations is always kept. [`Change::Nothing`] if
    /// there is nothing to take back.
    ///
    /// ```
    /// use hoshi_record::kifu::{Change, Kifu};
    /// use hoshi_record::sgf::Collection;
    ///
    /// let mut kifu = Kifu::of_file(Collection::read("(;SZ[9];B[aa];W[bb])")?)?;
    /// assert_eq!(kifu.undo(false)?, Change::Whole { is_move: false });
    /// assert_eq!(kifu.undo(true)?, Change::Whole { is_move: false });
    /// assert_eq!(kifu.to_bytes(), b"(;SZ[9]\n(;)\n(;B[aa]))\n");
    /// assert_eq!(kifu.undo(true)?, Change::Nothing);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// If the record would become too large.
    pub fn undo(&mut self, keep: bool) -> Result<Change, KifuError> {
        let line = self.last().line();
        let acts = |node: &NodeRef<'_>| self.moves(*node).next().is_some() || node.has_setup();
        let Some(at) = line.iter().rposition(acts) else { return Ok(Change::Nothing) };
        let moves: Vec<Color> = self.moves(line[at]).collect();
        let is_mixed = line[at].has_setup() && !moves.is_empty();
        let ids: Vec<NodeId> = line[at..].iter().map(|node| node.id()).collect();
        let parent = at.checked_sub(1).map(|before| line[before].id());
        match parent.filter(|_| moves.len() < 2 && !is_mixed) {
            Some(parent) => {
                self.leave_cursor();
                for &id in ids.iter().rev() {
                    let node = self.tree().node(id);
                    if !keep && node.first_child().is_none() && is_bare(node) {
                        self.edit().remove(id)?;
                    } else {
                        self.clear_marks_of(id)?;
                    }
                }
                self.node = parent;
            }
            // A node that stays, because it is the first one or has other content.
            None => {
                let Some(&color) = moves.last() else { return Ok(Change::Nothing) };
                self.leave_cursor();
                for &id in &ids {
                    self.clear_marks_of(id)?;
                }
                self.node = ids[0];
                self.remove_last_value(letter(color))?;
            }
        }
        self.settle();
        Ok(self.changed(true))
    }

    /// Removes the last value of a property of the current node.
    fn remove_last_value(&mut self, name: &str) -> Result<(), KifuError> {
        let node = self.node;
        let mut values = self.raw_values(node, name);
        values.pop();
        if values.is_empty() {
            self.edit().unset(node, name)?;
        } else {
            self.edit().set(node, name, &values)?;
        }
        Ok(())
    }

    fn raw_values(&self, node: NodeId, name: &str) -> Vec<Vec<u8>> {
        let property = self.tree().node(node).get(name);
        let values = property.into_iter().flat_map(|property| property.values());
        values.map(|value| value.raw().to_vec()).collect()
    }

    /// Corrects an earlier move, from 1, of the current line; the rest stays.
    ///
    /// ```
    /// use hoshi_core::{Color, Move};
    /// use hoshi_record::kifu::Kifu;
    /// use hoshi_record::sgf::Collection;
    ///
    /// let mut kifu = Kifu::of_file(Collection::read("(;SZ[9];B[aa]C[?];W[bb])")?)?;
    /// let _ = kifu.correct(1, Color::Black, Move::Pass)?;
    /// assert_eq!(kifu.to_bytes(), b"(;SZ[9];B[]C[?];W[bb])\n");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// If there is no such move.
    pub fn correct(&mut self, number: usize, color: Color, mv: Move) -> Result<Change, KifuError> {
        let mut seen = 0;
        let found = self.node().line().into_iter().find_map(|node| {
            let moves: Vec<Color> = self.moves(node).collect();
            let before = seen;
            seen += moves.len();
            (number > before && number <= seen).then(|| (node.id(), moves, number - before - 1))
        });
        let Some((node, moves, nth)) = found else { return Err(KifuError::NoSuchMove(number)) };
        let (old, value) = (moves[nth], self.move_value(mv));
        if moves.len() > 1 {
            if old != color {
                return Err(KifuError::NoSuchMove(number));
            }
            let nth = moves[..nth].iter().filter(|&&other| other == color).count();
            let mut values = self.raw_values(node, letter(color));
            values[nth] = value.into_bytes();
            self.edit().set(node, letter(color), &values)?;
        } else {
            if old != color {
                self.edit().unset(node, letter(old))?;
            }
            self.edit().set(node, letter(color), &[value])?;
        }
        Ok(self.changed(true))
    }

    /// Records how the game ended, with the territory of both sides where it was counted, Black's first.
    /// The marks are removed, since the territory replaces them; they stay where it does not show them.
    ///
    /// ```
    /// use hoshi_core::Size;
    /// use hoshi_record::kifu::Kifu;
    /// use hoshi_record::sgf::Collection;
    ///
    /// let mut kifu = Kifu::of_file(Collection::read("(;SZ[9];B[];W[]HOSHID[aa])")?)?;
    /// let black: Vec<_> = Size::S9.point(0, 0).into_iter().collect();
    /// let _ = kifu.finish("B+1".parse()?, Some([&black, &[]]))?;
    /// assert_eq!(kifu.to_bytes(), b"(;SZ[9]RE[B+1];B[];W[]TB[aa])\n");
    /// let _ = kifu.reopen()?;
    /// assert_eq!(kifu.to_bytes(), b"(;SZ[9];B[];W[])\n");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// If the record would become too large.
    pub fn finish(
        &mut self,
        outcome: Outcome,
        territory: Option<[&[Point]; 2]>,
    ) -> Result<Change, KifuError> {
        let (root, node) = (self.tree().root().id(), self.last().id());
        if !territory.is_some_and(|both| self.has_more_marks_than(both)) {
            self.clear_marks_of(node)?;
        }
        self.edit().set(root, "RE", &[outcome.to_string()])?;
        for (nth, name) in ["TB", "TW"].into_iter().enumerate() {
            let points = territory.map_or(&[][..], |both| both[nth]);
            self.set_points(node, name, points.iter().copied())?;
        }
        Ok(self.changed(true))
    }

    /// Records that the game continues: removes the result and the territory. It does not restore
    /// marks that [`Kifu::finish`] removed.
    ///
    /// # Errors
    /// If the record would become too large.
    pub fn reopen(&mut self) -> Result<Change, KifuError> {
        let (root, node) = (self.tree().root().id(), self.last().id());
        let mut is_changed = self.edit().unset(root, "RE")?;
        for name in ["TB", "TW"] {
            is_changed |= self.edit().unset(node, name)?;
        }
        Ok(self.changed(is_changed))
    }

    /// Sets the comment of the last move; an empty text removes it.
    ///
    /// # Errors
    /// If the record would become too large.
    pub fn comment(&mut self, text: &str) -> Result<Change, KifuError> {
        let node = self.last().id();
        self.comment_on(node, text)
    }

    /// Sets the comment of any node of this record; an empty text removes it.
    ///
    /// ```
    /// use hoshi_record::kifu::Kifu;
    /// use hoshi_record::sgf::Collection;
    ///
    /// let mut kifu = Kifu::of_file(Collection::read("(;SZ[9];B[aa];W[bb])")?)?;
    /// let first = kifu.tree().at(&[0]).unwrap().id();
    /// let _ = kifu.comment_on(first, "Hm.")?;
    /// assert_eq!(kifu.to_bytes(), b"(;SZ[9];B[aa]C[Hm.];W[bb])\n");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// If the record would become too large.
    pub fn comment_on(&mut self, node: NodeId, text: &str) -> Result<Change, KifuError> {
        self.set_text_of(node, "C", text)
    }

    /// Sets game information in the first node: a name (PB), an event (EV), a result (RE). An empty text
    /// removes it.
    ///
    /// ```
    /// use hoshi_record::kifu::Kifu;
    /// use hoshi_record::sgf::Collection;
    ///
    /// let mut kifu = Kifu::of_file(Collection::read("(;SZ[9];B[aa])")?)?;
    /// let _ = kifu.set_info("PB", "Ann")?;
    /// let _ = kifu.comment("Hm.")?;
    /// assert_eq!(kifu.to_bytes(), b"(;SZ[9]PB[Ann];B[aa]C[Hm.])\n");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// If it is not the name of a property.
    pub fn set_info(&mut self, name: &str, text: &str) -> Result<Change, KifuError> {
        let root = self.tree().root().id();
        self.set_text_of(root, name, text)
    }

    /// The colours of the moves of a node. A value that is not a point of the board is not a move.
    fn moves<'n>(&self, node: NodeRef<'n>) -> impl Iterator<Item = Color> + use<'n> {
        node.moves(self.size).filter_map(|(color, mv, _)| mv.map(|_| color))
    }
}

/// Whether a node has only a move with its clock, or a setup, and territory.
fn is_bare(node: NodeRef<'_>) -> bool {
    const PLAIN: &[&str] =
        &["B", "W", "BL", "WL", "OB", "OW", "AB", "AW", "AE", "PL", "TB", "TW", "HOSHID", "HOSHIS"];
    node.properties().all(|property| PLAIN.iter().any(|name| property.is(name)))
}
