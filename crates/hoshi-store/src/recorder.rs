//! The recorder of one game: it holds the record as it should be, and brings the file in step with it
//! after every change.
//!
//! A move at the end of the file is one write and one sync: the move and the brackets that stood behind
//! it before. Everything else makes a new file beside the old one and puts it in its place. Where a
//! write fails, the record in memory goes on, and the next change, or [`Recorder::retry`], writes all
//! of it anew: what a failed write or sync has left on the disk is never trusted.

mod open;
mod save;

use std::path::{Path, PathBuf};
use std::{fmt, io};

use hoshi_core::{Board, Color, Game, Move, Outcome, Point, Position, Size};
use hoshi_record::sgf::{Collection, EditError, Fit, GameEdit, GameTree, NodeId, NodeRef};

use crate::about::{self, About, Clock, letter};
use crate::disk::Lock;
use crate::history::History;
use save::OnDisk;

pub use open::OpenError;

/// Records one game.
///
/// A change that comes back without an error is on disk, and stays there whatever happens. One that
/// comes back with an error is in the record all the same ([`Recorder::tree`]), and reaches the disk
/// with the next change for which there is room.
#[derive(Debug)]
pub struct Recorder {
    history: History,
    /// What the game is called when its file is born, without its number.
    stem: String,
    place: Place,
    /// Whether it comes from elsewhere, so that any change makes a file, and not only a move.
    is_copy: bool,
    file: Collection,
    /// Where the game stands.
    node: NodeId,
    size: Size,
    on_disk: OnDisk,
    /// A file that was left to somebody else, until there is another to go on in.
    left: Option<PathBuf>,
    notes: Vec<Note>,
}

/// Where the file is.
#[derive(Debug)]
enum Place {
    /// Nowhere yet: the file is born with the first move.
    Unborn,
    /// Here, and nobody else writes it.
    Born { path: PathBuf, lock: Option<Box<dyn Lock>> },
}

/// Something that a person should know, though nothing failed.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Note {
    /// Another program changed the file; it was left alone, and the game goes on in another.
    ChangedOutside {
        /// The file that was changed.
        old: PathBuf,
        /// Where the game is now.
        new: PathBuf,
    },
    /// A text did not fit the charset of the file, which is UTF-8 now.
    Reencoded,
}

impl fmt::Display for Note {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Note::ChangedOutside { old, new } => write!(
                f,
                "{} was changed by another program; it is left as it is, and the game goes on in {}",
                old.display(),
                new.display()
            ),
            Note::Reencoded => {
                f.write_str("a text did not fit the charset of the file, which is UTF-8 now")
            }
        }
    }
}

/// Why a change is not on disk. It is in the record, and is written as soon as that is possible.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum SaveError {
    /// The disk fails.
    #[error("{}: {doing}: {source}", path.display())]
    Disk {
        /// The file or folder.
        path: PathBuf,
        /// What could not be done.
        doing: &'static str,
        /// Why.
        source: io::Error,
    },
    /// The change is none that a record can hold. Nothing has changed.
    #[error("{0}")]
    Edit(#[from] EditError),
    /// SGF ends at 52 lines. Nothing has changed.
    #[error("a board of {0} cannot be recorded: SGF ends at 52x52")]
    TooLarge(Size),
    /// There is no such move. Nothing has changed.
    #[error("there is no move {0} in this game")]
    NoSuchMove(usize),
}

impl SaveError {
    /// Whether the change is in the record, so that only the disk is behind.
    #[must_use]
    pub fn is_behind(&self) -> bool {
        matches!(self, SaveError::Disk { .. })
    }
}

impl Recorder {
    /// Begins to record a game that has no move yet. Nothing is on disk until it has one.
    ///
    /// # Errors
    /// If the board is too large for SGF.
    pub fn begin(history: &History, game: &Game, about: &About) -> Result<Recorder, SaveError> {
        let size = game.size();
        if size.width() > 52 || size.height() > 52 {
            return Err(SaveError::TooLarge(size));
        }
        let file = about::first_node(game, about)?;
        Ok(Recorder::of_file(history, file, about.when.stem(size), size))
    }

    /// A recorder that goes on from the end of the main line of a file's first game.
    fn of_file(history: &History, file: Collection, stem: String, size: Size) -> Recorder {
        let end = file.game(0).and_then(|game| game.main_line().last()).map(NodeRef::id);
        Recorder {
            history: history.clone(),
            stem,
            place: Place::Unborn,
            is_copy: false,
            node: end.expect("a file has a game, and a game has a root"),
            file,
            size,
            on_disk: OnDisk::Nothing,
            left: None,
            notes: Vec::new(),
        }
    }

    /// The file, once it is born.
    #[must_use]
    pub fn path(&self) -> Option<&Path> {
        match &self.place {
            Place::Unborn => None,
            Place::Born { path, .. } => Some(path),
        }
    }

    /// The record as it should be on disk.
    #[must_use]
    pub fn tree(&self) -> GameTree<'_> {
        self.node().game()
    }

    /// Where the game stands in it.
    #[must_use]
    pub fn node(&self) -> NodeRef<'_> {
        self.file.game(0).expect("no game is ever taken out").node(self.node)
    }

    /// The node of the last move, which is where the game stands, or, after something was taken back
    /// and stays in the record, the one before.
    #[must_use]
    pub fn last(&self) -> NodeRef<'_> {
        let node = self.node();
        node.parent().filter(|_| self.is_cursor()).unwrap_or(node)
    }

    fn edit(&mut self) -> GameEdit<'_> {
        self.file.edit(0).expect("no game is ever taken out")
    }

    /// Whether the disk is behind: something was not written that should be.
    #[must_use]
    pub fn is_behind(&self) -> bool {
        self.on_disk.is_doubtful()
    }

    /// The whole record as bytes, for when the disk does not take it.
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        self.file.to_bytes()
    }

    /// What there is to say since this was asked last.
    pub fn take_notes(&mut self) -> Vec<Note> {
        std::mem::take(&mut self.notes)
    }

    /// Records a move or a pass of a colour, with what its clock shows now.
    ///
    /// # Errors
    /// If it is not on disk.
    pub fn play(&mut self, color: Color, mv: Move, clock: Option<Clock>) -> Result<(), SaveError> {
        let mut properties = vec![(letter(color).to_owned(), vec![self.move_value(mv)])];
        if let Some(clock) = clock {
            properties.push((format!("{}L", letter(color)), vec![clock.left.to_string()]));
            if let Some(overtime) = clock.overtime {
                properties.push((format!("O{}", letter(color)), vec![overtime.to_string()]));
            }
        }
        self.add_node(&properties, Some((color, mv)))
    }

    /// Records that the board was set up anew: what is on it now, and what was before.
    ///
    /// # Errors
    /// If it is not on disk.
    pub fn set_up(&mut self, before: &Board, now: &Position) -> Result<(), SaveError> {
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
        self.add_node(&properties, None)
    }

    /// Goes on from the current node to one with these properties.
    fn add_node(
        &mut self,
        properties: &[(String, Vec<String>)],
        a_move: Option<(Color, Move)>,
    ) -> Result<(), SaveError> {
        let can_append = self.can_append();
        let known = a_move.and_then(|(color, mv)| self.variation_with(color, mv));
        if let Some(known) = known {
            // The same move again is the same node; what its clock showed is not.
            self.leave_cursor();
            self.node = known;
            for (name, values) in properties {
                self.edit().set(known, name, values)?;
            }
        } else {
            let node = if self.is_cursor() { self.node } else { self.append_node() };
            self.edit().replace(node, properties)?;
            self.node = node;
        }
        // A move is short, and there or not there; half a setup would be one that nobody made.
        if can_append && known.is_none() && a_move.is_some() {
            return self.append_to_disk();
        }
        self.settle();
        self.save(true)
    }

    fn append_node(&mut self) -> NodeId {
        let node = self.node;
        self.edit().append(node)
    }

    /// Takes the last move or setup back: out of the record, or, with `keep`, into a variation of it.
    /// What has comments, markup or variations is always kept. Whether there was anything to take back.
    ///
    /// # Errors
    /// If it is not on disk.
    pub fn undo(&mut self, keep: bool) -> Result<bool, SaveError> {
        self.leave_cursor();
        let line = self.node().line();
        let acts = |node: &NodeRef<'_>| self.moves(*node).next().is_some() || node.has_setup();
        let Some(at) = line.iter().rposition(acts) else {
            self.settle();
            return self.retry().map(|()| false);
        };
        let moves: Vec<Color> = self.moves(line[at]).collect();
        let is_mixed = line[at].has_setup() && !moves.is_empty();
        let ids: Vec<NodeId> = line[at..].iter().map(|node| node.id()).collect();
        if at == 0 || moves.len() > 1 || is_mixed {
            // A node that stays, since it is the first one, or has more in it.
            let Some(&color) = moves.last() else {
                self.settle();
                return self.retry().map(|()| false);
            };
            self.node = ids[0];
            self.take_last_value(letter(color))?;
        } else {
            let parent = line[at - 1].id();
            for &id in ids.iter().rev() {
                let node = self.tree().node(id);
                if !keep && node.first_child().is_none() && is_bare(node) {
                    self.edit().remove(id)?;
                }
            }
            self.node = parent;
        }
        self.settle();
        self.save(false)?;
        Ok(true)
    }

    /// Takes the last value of a property out of the current node.
    fn take_last_value(&mut self, name: &str) -> Result<(), SaveError> {
        let node = self.node;
        let Some(property) = self.node().get(name) else { return Ok(()) };
        let mut values: Vec<Vec<u8>> =
            property.values().map(|value| value.raw().to_vec()).collect();
        values.pop();
        if values.is_empty() {
            self.edit().unset(node, name)?;
        } else {
            self.edit().set(node, name, &values)?;
        }
        Ok(())
    }

    /// Corrects an earlier move, from 1, of the line that is being played; all else stays.
    ///
    /// # Errors
    /// If there is no such move, or it is not on disk.
    pub fn correct(&mut self, number: usize, color: Color, mv: Move) -> Result<(), SaveError> {
        let mut seen = 0;
        let found = self.node().line().into_iter().find_map(|node| {
            let moves: Vec<Color> = self.moves(node).collect();
            let before = seen;
            seen += moves.len();
            (number > before && number <= seen).then(|| (node.id(), moves, number - before - 1))
        });
        let Some((node, moves, nth)) = found else { return Err(SaveError::NoSuchMove(number)) };
        let (old, value) = (moves[nth], self.move_value(mv));
        if moves.len() > 1 {
            if old != color {
                return Err(SaveError::NoSuchMove(number));
            }
            let nth = moves[..nth].iter().filter(|&&other| other == color).count();
            let property = self.tree().node(node).get(letter(color));
            let mut values: Vec<Vec<u8>> = property
                .into_iter()
                .flat_map(|property| property.values())
                .map(|value| value.raw().to_vec())
                .collect();
            values[nth] = value.into_bytes();
            self.edit().set(node, letter(color), &values)?;
        } else {
            if old != color {
                self.edit().unset(node, letter(old))?;
            }
            self.edit().set(node, letter(color), &[value])?;
        }
        self.save(false)
    }

    /// Records how the game ended, with the territory of both sides where it was counted, Black's
    /// first.
    ///
    /// # Errors
    /// If it is not on disk.
    pub fn finish(
        &mut self,
        outcome: Outcome,
        territory: Option<[&[Point]; 2]>,
    ) -> Result<(), SaveError> {
        let (root, node) = (self.tree().root().id(), self.node);
        self.edit().set(root, "RE", &[outcome.to_string()])?;
        for (nth, name) in ["TB", "TW"].into_iter().enumerate() {
            let points = territory.map(|both| self.points(both[nth].iter().copied()));
            match points.filter(|points| !points.is_empty()) {
                Some(points) => self.edit().set(node, name, &points)?,
                None => drop(self.edit().unset(node, name)?),
            }
        }
        self.save(false)
    }

    /// Records that the game goes on after all: it has no result, and no territory is counted.
    ///
    /// # Errors
    /// If it is not on disk.
    pub fn reopen(&mut self) -> Result<(), SaveError> {
        let (root, node) = (self.tree().root().id(), self.node);
        let mut changed = self.edit().unset(root, "RE")?;
        for name in ["TB", "TW"] {
            changed |= self.edit().unset(node, name)?;
        }
        if changed { self.save(false) } else { self.retry() }
    }

    /// Sets the comment of the last move; an empty one takes it out.
    ///
    /// # Errors
    /// If it is not on disk.
    pub fn comment(&mut self, text: &str) -> Result<(), SaveError> {
        let node = self.last().id();
        self.set_text(node, "C", text)
    }

    /// Sets what the first node says about the game: a name (PB), an event (EV), a result (RE). An
    /// empty text takes it out.
    ///
    /// # Errors
    /// If it is not on disk.
    pub fn set_info(&mut self, name: &str, text: &str) -> Result<(), SaveError> {
        let root = self.tree().root().id();
        self.set_text(root, name, text)
    }

    fn set_text(&mut self, node: NodeId, name: &str, text: &str) -> Result<(), SaveError> {
        if text.is_empty() {
            self.edit().unset(node, name)?;
        } else if self.edit().set_text(node, name, text)? == Fit::Reencoded {
            self.notes.push(Note::Reencoded);
        }
        self.save(false)
    }

    /// Whose moves a node has. What is no point of the board is no move.
    fn moves<'n>(&self, node: NodeRef<'n>) -> impl Iterator<Item = Color> + use<'n> {
        node.moves(self.size).filter_map(|(color, mv, _)| mv.map(|_| color))
    }

    /// The value of a move; a pass has none. A point always has two letters: larger boards are
    /// refused at the start.
    fn move_value(&self, mv: Move) -> String {
        match mv {
            Move::Play(point) => self.size.sgf(point).unwrap_or_default(),
            Move::Pass => String::new(),
        }
    }

    fn points(&self, points: impl Iterator<Item = Point>) -> Vec<String> {
        points.filter_map(|point| self.size.sgf(point)).collect()
    }

    // The cursor. The main line of the file is the game as it was played, so where a line that was
    // taken back goes on behind the current node, an empty node before it says that the game does not.

    /// Whether the current node is one that waits for a move.
    fn is_cursor(&self) -> bool {
        let node = self.node();
        node.parent().is_some()
            && node.first_child().is_none()
            && node.properties().next().is_none()
    }

    /// Goes back from such a node to the one before it.
    fn leave_cursor(&mut self) {
        let node = self.node;
        let parent = self.node().parent().map(NodeRef::id);
        if let Some(parent) = parent.filter(|_| self.is_cursor()) {
            self.node = parent;
            // It is not the root: it has a parent.
            let _ = self.edit().remove(node);
        }
    }

    /// Sees to it that the main line ends where the game stands.
    fn settle(&mut self) {
        if self.node().first_child().is_some() {
            self.node = self.append_node();
        }
        let node = self.node;
        self.edit().promote(node);
    }

    /// The node of a line that was taken back that begins with this move.
    fn variation_with(&self, color: Color, mv: Move) -> Option<NodeId> {
        let node = self.node();
        let from = if self.is_cursor() { node.parent()? } else { node };
        let is_it = |child: &NodeRef<'_>| {
            !child.has_setup()
                && child.moves(self.size).map(|(c, m, _)| (c, m)).eq([(color, Some(mv))])
        };
        from.children().find(is_it).map(NodeRef::id)
    }
}

/// Whether a node has nothing but a move with its clock, or a setup.
fn is_bare(node: NodeRef<'_>) -> bool {
    const PLAIN: &[&str] = &["B", "W", "BL", "WL", "OB", "OW", "AB", "AW", "AE", "PL", "TB", "TW"];
    node.properties().all(|property| PLAIN.iter().any(|name| property.is(name)))
}
