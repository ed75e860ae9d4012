//! Changes while a record is reviewed and edited. Variations keep their order, and there is no cursor
//! node.

use hoshi_core::{Board, Color, Move, Position};

use super::{Change, Kifu, KifuError, letter};
use crate::sgf::{GameTree, Kind, NodeId, NodeRef, known};

impl Kifu {
    /// Begins a review, which removes a cursor node. Returns the current node of the game, for
    /// [`Kifu::end_review`].
    ///
    /// ```
    /// use hoshi_record::kifu::{Change, Kifu};
    /// use hoshi_record::sgf::Collection;
    ///
    /// let mut kifu = Kifu::of_file(Collection::read("(;SZ[9];B[aa];W[bb])")?)?;
    /// let _ = kifu.undo(true)?;
    /// let home = kifu.begin_review();
    /// assert_eq!(kifu.to_bytes(), b"(;SZ[9];B[aa];W[bb])\n");
    /// assert_eq!(kifu.end_review(home), Change::Whole { is_move: false });
    /// assert_eq!(kifu.to_bytes(), b"(;SZ[9];B[aa]\n(;)\n(;W[bb]))\n");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn begin_review(&mut self) -> NodeId {
        self.leave_own_cursor();
        self.node
    }

    /// Ends a review: the game returns to this node, or stays here if the node was removed, and the
    /// main line ends there.
    pub fn end_review(&mut self, home: NodeId) -> Change {
        self.go_to(home);
        let is_changed = self.settle();
        self.changed(is_changed)
    }

    /// Moves to a node of this record. A cursor node is removed on leaving it; the next saved change
    /// removes it from the file. Returns whether the node exists: for a removed node nothing happens.
    ///
    /// ```
    /// use hoshi_record::kifu::Kifu;
    /// use hoshi_record::sgf::Collection;
    ///
    /// let mut kifu = Kifu::of_file(Collection::read("(;SZ[9];B[aa];W[bb])")?)?;
    /// let first = kifu.tree().at(&[0]).unwrap().id();
    /// assert!(kifu.go_to(first));
    /// assert_eq!(kifu.node().raw(), b"B[aa]");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn go_to(&mut self, node: NodeId) -> bool {
        if node == self.node {
            return true;
        }
        let root = self.tree().root().id();
        let mut above = std::iter::successors(Some(self.tree().node(node)), |node| node.parent());
        if !above.any(|node| node.id() == root) {
            return false;
        }
        self.leave_own_cursor();
        self.node = node;
        true
    }

    /// Moves to the child with this move, if there is one ([`Change::Nothing`]), or adds it, as the
    /// last variation.
    ///
    /// ```
    /// use hoshi_core::{Board, Color, Move, Position};
    /// use hoshi_record::kifu::{Change, Kifu};
    /// use hoshi_record::sgf::Collection;
    ///
    /// let mut kifu = Kifu::of_file(Collection::read("(;SZ[9];B[aa];W[bb])")?)?;
    /// let first = kifu.tree().at(&[0]).unwrap().id();
    /// kifu.go_to(first);
    /// assert_eq!(kifu.branch(Color::White, Move::Pass)?, Change::Whole { is_move: true });
    /// kifu.go_to(first);
    /// assert_eq!(kifu.branch(Color::White, Move::Pass)?, Change::Nothing);
    /// assert_eq!(kifu.to_bytes(), b"(;SZ[9];B[aa]\n(;W[bb])\n(;W[]))\n");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// If the record would become too large.
    pub fn branch(&mut self, color: Color, mv: Move) -> Result<Change, KifuError> {
        self.leave_own_cursor();
        if let Some(known) = self.child_with(self.node(), color, mv) {
            self.node = known;
            return Ok(Change::Nothing);
        }
        // At the end of a variation more than one bracket closes the file. A torn write could leave one
        // of the old ones before the new move, and nothing would show that the move is incomplete.
        let can_append = self.is_last() && self.is_main();
        self.add_child(&[(letter(color).to_owned(), vec![self.move_value(mv)])])?;
        Ok(self.report(if can_append { Change::Append } else { Change::Whole { is_move: true } }))
    }

    /// Adds a node with a new setup of the board, from `before` to `now`, as the last variation, and
    /// moves to it.
    ///
    /// ```
    /// use hoshi_core::{Board, Color, Position};
    /// use hoshi_record::kifu::{Change, Kifu};
    /// use hoshi_record::sgf::Collection;
    ///
    /// let mut kifu = Kifu::of_file(Collection::read("(;SZ[2];B[aa])")?)?;
    /// kifu.go_to(kifu.tree().root().id());
    /// let now = Position::new(Board::from_text(". .\nO .")?, Color::Black);
    /// let change = kifu.branch_set_up(&Board::new(kifu.size()), &now)?;
    /// assert_eq!(change, Change::Whole { is_move: true });
    /// assert_eq!(kifu.to_bytes(), b"(;SZ[2]\n(;B[aa])\n(;AW[ab]PL[B]))\n");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// If the record would become too large.
    pub fn branch_set_up(&mut self, before: &Board, now: &Position) -> Result<Change, KifuError> {
        self.leave_own_cursor();
        let properties = self.setup_properties(before, now);
        self.add_child(&properties)?;
        Ok(self.report(Change::Whole { is_move: true }))
    }

    /// Sets a property of the current node to these values; an empty list removes it. Values are
    /// texts: characters that would end them are escaped. In values of two parts (LB, AP, FG) the
    /// first colon separates them.
    ///
    /// ```
    /// use hoshi_record::kifu::{Change, Kifu};
    /// use hoshi_record::sgf::Collection;
    ///
    /// let mut kifu = Kifu::of_file(Collection::read("(;SZ[9];B[aa]TR[aa])")?)?;
    /// let labels = ["aa:[1]".to_owned(), "bb:2:3".to_owned()];
    /// assert_eq!(kifu.set_values("LB", &labels)?, Change::Whole { is_move: false });
    /// assert_eq!(kifu.set_values("LB", &labels)?, Change::Nothing);
    /// let _ = kifu.set_values("TR", &[])?;
    /// assert_eq!(kifu.node().raw(), b"B[aa]LB[aa:[1\\]][bb:2\\:3]");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// If it is not the name of a property.
    pub fn set_values(&mut self, name: &str, values: &[String]) -> Result<Change, KifuError> {
        self.set_all(&[(name, values)])
    }

    /// Like [`Kifu::set_values`], for several properties of the current node, all of them or none.
    ///
    /// ```
    /// use hoshi_record::kifu::Kifu;
    /// use hoshi_record::sgf::Collection;
    ///
    /// let mut kifu = Kifu::of_file(Collection::read("(;SZ[9];B[aa]TR[aa])")?)?;
    /// let (circle, label) = (["bb".to_owned()], ["cc:1".to_owned()]);
    /// let _ = kifu.set_all(&[("CR", &circle), ("TR", &[]), ("LB", &label)])?;
    /// assert_eq!(kifu.node().raw(), b"B[aa]CR[bb]LB[cc:1]");
    ///
    /// assert!(kifu.set_all(&[("SQ", &circle), ("no name", &label)]).is_err());
    /// assert_eq!(kifu.node().raw(), b"B[aa]CR[bb]LB[cc:1]");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// If one is not the name of a property, or the record would become too large.
    pub fn set_all(&mut self, properties: &[(&str, &[String])]) -> Result<Change, KifuError> {
        let node = self.node;
        let names: Vec<&str> = properties.iter().map(|(name, _)| *name).collect();
        let encode_all = |game: GameTree<'_>| {
            let encode_one = |(name, values): &(&str, &[String])| {
                let is_composed = known(name).is_some_and(|known| {
                    matches!(known.kind, Kind::Labels | Kind::Application | Kind::Figure)
                });
                values.iter().map(|value| encode(game, value, is_composed)).collect()
            };
            properties.iter().map(encode_one).collect::<Option<Vec<Vec<Vec<u8>>>>>()
        };
        self.set_all_encoded(node, &names, encode_all)
    }

    /// Sets a property of the current node to a text; an empty text removes it.
    ///
    /// ```
    /// use hoshi_record::kifu::Kifu;
    /// use hoshi_record::sgf::Collection;
    ///
    /// let mut kifu = Kifu::of_file(Collection::read("(;SZ[9];B[aa])")?)?;
    /// let _ = kifu.set_text("C", "a [good] move")?;
    /// assert_eq!(kifu.node().raw(), b"B[aa]C[a [good\\] move]");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// If it is not the name of a property.
    pub fn set_text(&mut self, name: &str, text: &str) -> Result<Change, KifuError> {
        let node = self.node;
        self.set_text_of(node, name, text)
    }

    /// Removes the current node and everything after it, and moves to its parent.
    ///
    /// ```
    /// use hoshi_record::kifu::{Change, Kifu, KifuError};
    /// use hoshi_record::sgf::{Collection, EditError};
    ///
    /// let mut kifu = Kifu::of_file(Collection::read("(;SZ[9];B[aa](;W[bb])(;W[cc]))")?)?;
    /// assert_eq!(kifu.remove()?, Change::Whole { is_move: false });
    /// assert_eq!(kifu.to_bytes(), b"(;SZ[9];B[aa];W[cc])\n");
    /// kifu.go_to(kifu.tree().root().id());
    /// assert_eq!(kifu.remove(), Err(KifuError::Edit(EditError::Root)));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// If it is the root.
    pub fn remove(&mut self) -> Result<Change, KifuError> {
        let node = self.node;
        let parent = self.node().parent().map(NodeRef::id);
        self.edit().remove(node)?;
        self.node = parent.unwrap_or(node);
        Ok(self.changed(true))
    }

    /// Makes the line to the current node the main line.
    ///
    /// ```
    /// use hoshi_record::kifu::{Change, Kifu};
    /// use hoshi_record::sgf::Collection;
    ///
    /// let mut kifu = Kifu::of_file(Collection::read("(;SZ[9];B[aa](;W[bb])(;W[cc]))")?)?;
    /// assert_eq!(kifu.promote()?, Change::Nothing);
    /// kifu.go_to(kifu.tree().at(&[0, 1]).unwrap().id());
    /// assert_eq!(kifu.promote()?, Change::Whole { is_move: false });
    /// assert_eq!(kifu.to_bytes(), b"(;SZ[9];B[aa]\n(;W[cc])\n(;W[bb]))\n");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// None today.
    pub fn promote(&mut self) -> Result<Change, KifuError> {
        let (node, is_changed) = (self.node, !self.is_main());
        self.edit().promote(node);
        Ok(self.changed(is_changed))
    }
}

/// A value as raw bytes; `None` if the charset of the game does not have all its characters.
fn encode(game: GameTree<'_>, value: &str, is_composed: bool) -> Option<Vec<u8>> {
    match value.split_once(':').filter(|_| is_composed) {
        Some((first, second)) => {
            let mut raw = game.escape(first, true)?;
            raw.push(b':');
            raw.extend_from_slice(&game.escape(second, true)?);
            Some(raw)
        }
        None => game.escape(value, false),
    }
}
