//! The marks of dead stones and sekis while the players agree on them. They are private properties of the
//! node of the last move, so that they survive a crash.

use hoshi_core::{DeadAndSeki, Point, PointSet, Size};

use super::{Change, Kifu, KifuError};
use crate::sgf::{EditError, NodeId, NodeRef};

const DEAD: &str = "HOSHID";
const SEKI: &str = "HOSHIS";

impl Kifu {
    /// Records which stones are marked as dead, and which as seki. An empty set is recorded too: the
    /// players may have agreed on it.
    ///
    /// ```
    /// use hoshi_core::{PointSet, Size};
    /// use hoshi_record::kifu::{Change, Kifu};
    /// use hoshi_record::sgf::Collection;
    ///
    /// let mut kifu = Kifu::of_file(Collection::read("(;SZ[9];B[aa];W[];B[])")?)?;
    /// let dead = PointSet::of(Size::S9, Size::S9.point(0, 0));
    /// let none = PointSet::new(Size::S9);
    /// assert_eq!(kifu.set_marks(&dead, &none)?, Change::Whole { is_move: false });
    /// assert_eq!(kifu.set_marks(&dead, &none)?, Change::Nothing);
    /// assert_eq!(kifu.node().raw(), b"B[]HOSHID[aa]");
    /// let _ = kifu.set_marks(&none, &none)?;
    /// assert_eq!(kifu.node().raw(), b"B[]HOSHID[]");
    /// assert!(kifu.marks().is_some_and(|marks| marks.dead.is_empty()));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// If the record would become too large.
    pub fn set_marks(&mut self, dead: &PointSet, seki: &PointSet) -> Result<Change, KifuError> {
        let node = self.last().id();
        let mut dead = self.points(dead.iter());
        let seki = self.points(seki.iter());
        if dead.is_empty() && seki.is_empty() {
            dead.push(String::new());
        }
        let bytes = |values: &[String]| values.iter().map(|value| value.clone().into()).collect();
        let values = vec![bytes(&dead), bytes(&seki)];
        self.set_all_encoded(node, &[DEAD, SEKI], |_| Some(values.clone()))
    }

    /// The marks at the current node; `None` if nothing was recorded.
    ///
    /// ```
    /// use hoshi_record::kifu::Kifu;
    /// use hoshi_record::sgf::Collection;
    ///
    /// let mut kifu = Kifu::of_file(Collection::read("(;SZ[9];B[];W[]HOSHIS[aa:ba])")?)?;
    /// let marks = kifu.marks().unwrap();
    /// assert_eq!((marks.dead.len(), marks.seki.len()), (0, 2));
    /// let _ = kifu.clear_marks()?;
    /// assert_eq!(kifu.marks(), None);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn marks(&self) -> Option<DeadAndSeki> {
        marks_at(self.last(), self.size)
    }

    /// Whether the territory of both sides does not tell which stones are marked: dead stones that are nobody's
    /// territory, or marks without any.
    pub(super) fn has_more_marks_than(&self, territory: [&[Point]; 2]) -> bool {
        self.marks().is_some_and(|marks| {
            let is_shown = |point| territory.iter().any(|points| points.contains(&point));
            let is_bare = territory.iter().all(|points| points.is_empty());
            let is_marked = !marks.dead.is_empty() || !marks.seki.is_empty();
            (is_bare && is_marked) || !marks.dead.iter().all(is_shown)
        })
    }

    /// Removes the marks: play continues, or the moves before them are taken back.
    ///
    /// # Errors
    /// If the record would become too large.
    pub fn clear_marks(&mut self) -> Result<Change, KifuError> {
        let node = self.last().id();
        let is_changed = self.clear_marks_of(node)?;
        Ok(self.changed(is_changed))
    }

    /// Removes the marks of a node. Returns whether there were any.
    pub(super) fn clear_marks_of(&mut self, node: NodeId) -> Result<bool, EditError> {
        let mut edit = self.edit();
        Ok(edit.unset(node, DEAD)? | edit.unset(node, SEKI)?)
    }
}

/// The marks at a node; `None` if nothing was recorded.
///
/// ```
/// use hoshi_core::Size;
/// use hoshi_record::kifu::marks_at;
/// use hoshi_record::sgf::Collection;
///
/// let file = Collection::read("(;SZ[9];B[aa];W[];B[]HOSHID[aa])")?;
/// let mut line = file.game(0).unwrap().main_line();
/// assert_eq!(marks_at(line.next().unwrap(), Size::S9), None);
/// assert_eq!(marks_at(line.last().unwrap(), Size::S9).unwrap().dead.len(), 1);
/// # Ok::<(), hoshi_record::sgf::ReadError>(())
/// ```
#[must_use]
pub fn marks_at(node: NodeRef<'_>, size: Size) -> Option<DeadAndSeki> {
    if node.get(DEAD).is_none() && node.get(SEKI).is_none() {
        return None;
    }
    let points = |name| PointSet::of(size, node.points(name, size));
    Some(DeadAndSeki { dead: points(DEAD), seki: points(SEKI) })
}
