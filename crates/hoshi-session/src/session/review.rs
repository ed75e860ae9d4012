//! Review and editing: steps through the record, variations, markup, setups.

use hoshi_core::{Color, Move, Position, Setup};
use hoshi_record::kifu::{Change, Kifu, KifuError};
use hoshi_record::replay::Terms;
use hoshi_record::sgf::{NodeId, NodeRef};

use super::start::{game_at, result_of};
use super::views::MARKUP;
use super::{Review, Session};
use crate::refused::Refused;
use crate::wire::{Actor, Event, Markup, MarkupKind, Side, Step, Stone, Vertex, Why};

impl Session {
    pub(super) fn begin_review(&mut self, actor: Actor) -> Result<(), Refused> {
        if self.review.is_some() {
            return Err(Refused::Reviewing);
        }
        let holds_all = Color::ALL
            .into_iter()
            .all(|color| self.seat(color).view.program || self.acts_for(actor, color));
        if !self.is_over() && !holds_all {
            return Err(Refused::NotYet);
        }
        if self.placing.is_some() {
            return Err(Refused::Placing);
        }
        if self.kifu.is_none() {
            return Err(Refused::NoRecord);
        }
        self.end_demonstration();
        let is_running = !self.is_over();
        let kifu = self.kifu.as_mut().ok_or(Refused::NoRecord)?;
        let home = kifu.begin_review();
        self.review = Some(Box::new(Review { home, game: self.game.clone(), is_running }));
        self.marking = None;
        self.lapse_offer();
        self.tell_moved(Why::Review, None);
        Ok(())
    }

    pub(super) fn end_review(&mut self) -> Result<(), Refused> {
        let change = match &self.review {
            // If that node was removed, the game continues from here.
            Some(review) => self.kifu.as_mut().ok_or(Refused::NoRecord)?.end_review(review.home),
            None => return Err(Refused::NotReviewing),
        };
        self.changed(change);
        self.find_game();
        let Some(review) = self.review.take() else { return Err(Refused::NotReviewing) };
        let Review { home, game: before, .. } = *review;
        let is_home = |kifu: &Kifu| kifu.node().id() == home || kifu.last().id() == home;
        let is_same = self.kifu.as_ref().is_some_and(is_home)
            && self.game.moves().eq(before.moves())
            && self.game.board().same_stones(before.board());
        // It is a different game only if the line to it was edited.
        if is_same {
            self.game = before;
        }
        let recorded = self.kifu.as_ref().and_then(|kifu| result_of(kifu.tree()));
        match self.game.outcome() {
            now if now == recorded => {}
            Some(outcome) => self.record_end(outcome),
            None => self.record(Kifu::reopen),
        }
        self.restore_marking();
        self.tell_moved(Why::PlayOn, None);
        Ok(())
    }

    fn reviewed(&mut self) -> Result<&mut Kifu, Refused> {
        if self.review.is_none() {
            return Err(Refused::NotReviewing);
        }
        self.kifu.as_mut().ok_or(Refused::NoRecord)
    }

    pub(super) fn walk(&mut self, step: &Step) -> Result<(), Refused> {
        let kifu = self.reviewed()?;
        let to = find(kifu, step).ok_or(Refused::NoSuchNode)?;
        if !kifu.go_to(to) {
            return Err(Refused::NoSuchNode);
        }
        self.arrive(Why::Walk);
        Ok(())
    }

    /// Replays the game at the cursor, under the same rules.
    fn find_game(&mut self) {
        let game = &self.game;
        let terms = Terms {
            size: game.size(),
            rules: game.rules().clone(),
            komi: game.komi(),
            handicap: game.handicap(),
        };
        let home = self.review.as_ref().map(|review| review.home);
        if let Some(kifu) = &self.kifu {
            self.game = game_at(kifu, &terms, home).game;
        }
    }

    fn arrive(&mut self, why: Why) {
        self.find_game();
        self.tell_moved(why, None);
    }

    /// Moves to the variation with this move, creating it if necessary.
    pub(super) fn branch(&mut self, at: Vertex) -> Result<(), Refused> {
        let size = self.game.size();
        let name = || at.as_str().to_owned();
        let mv = at.on(size).ok_or_else(|| Refused::NoSuchPoint { name: name(), size })?;
        let color = self.game.turn();
        if let Move::Play(_) = mv {
            let check = self.game.board().clone();
            let rules = self.game.rules().clone();
            // Variations are allowed even if the game is over or being counted.
            let refusal = match mv {
                Move::Play(point) => check.check(color, point, &rules).err(),
                Move::Pass => None,
            };
            if let Some(refusal) = refusal {
                return Err(Refused::Move { color, name: size.move_name(mv), refusal });
            }
        }
        self.edit(Why::Walk, |kifu| kifu.branch(color, mv))
    }

    /// Edits the record, and follows its cursor.
    fn edit(
        &mut self,
        why: Why,
        write: impl FnOnce(&mut Kifu) -> Result<Change, KifuError>,
    ) -> Result<(), Refused> {
        let change = write(self.reviewed()?).map_err(Refused::Record)?;
        self.changed(change);
        self.arrive(why);
        Ok(())
    }

    pub(super) fn remove_node(&mut self) -> Result<(), Refused> {
        self.edit(Why::Edit, Kifu::remove)
    }

    pub(super) fn promote(&mut self) -> Result<(), Refused> {
        // After a crash the game would continue on a variation.
        if self.review.as_ref().is_some_and(|review| review.is_running) {
            return Err(Refused::Running);
        }
        self.edit(Why::Edit, Kifu::promote)
    }

    pub(super) fn set_up(
        &mut self,
        stones: &[Stone],
        empty: &[Vertex],
        turn: Option<Side>,
    ) -> Result<(), Refused> {
        self.reviewed()?;
        let before = self.game.board().clone();
        let turn = turn.map_or_else(|| self.game.turn(), Color::from);
        let mut setup = Setup::of(&before, turn);
        for at in empty {
            setup.stones[self.point(*at)?] = None;
        }
        for stone in stones {
            setup.stones[self.point(stone.at)?] = Some(stone.color.into());
        }
        let now: Position = setup.position_as_is();
        self.edit(Why::SetUp, |kifu| kifu.branch_set_up(&before, &now))
    }

    pub(super) fn set_markup(&mut self, marks: &[Markup]) -> Result<(), Refused> {
        let size = self.game.size();
        self.reviewed()?;
        let mut values: [Vec<String>; MARKUP.len()] = Default::default();
        for mark in marks {
            let point = self.point(mark.at)?;
            let nth = MARKUP.iter().position(|(_, kind)| *kind == mark.kind).unwrap_or(0);
            let letters = size.sgf(point).unwrap_or_default();
            values[nth].push(match mark.kind {
                MarkupKind::Label => format!("{letters}:{}", mark.text),
                _ => letters,
            });
        }
        let all = MARKUP.iter().zip(&values).map(|((name, _), values)| (*name, &values[..]));
        let all: Vec<(&str, &[String])> = all.collect();
        let change = self.reviewed()?.set_all(&all).map_err(Refused::Record)?;
        self.changed(change);
        let node = Box::new(self.node_view());
        self.tell(Event::Node { node });
        Ok(())
    }
}

/// The node that a step leads to.
pub(super) fn find(kifu: &Kifu, step: &Step) -> Option<NodeId> {
    let here = kifu.node();
    let found: Option<NodeRef<'_>> = match step {
        Step::Next { variation } => here.children().nth(*variation as usize),
        Step::Back => here.parent(),
        Step::First => Some(kifu.tree().root()),
        Step::Last => std::iter::successors(Some(here), |node| node.first_child()).last(),
        Step::Number { number } => at_move(kifu, *number as usize),
        Step::Path { path } => {
            let numbers: Result<Vec<usize>, _> =
                path.split('.').filter(|part| !part.is_empty()).map(str::parse).collect();
            kifu.tree().at(&numbers.ok()?)
        }
        Step::Sibling { by } => {
            let siblings: Vec<NodeRef<'_>> = here.parent()?.children().collect();
            let nth = siblings.iter().position(|node| node.id() == here.id())?;
            siblings.get(nth.checked_add_signed(*by as isize)?).copied()
        }
    };
    found.map(NodeRef::id)
}

/// The node of a move of this line, extended along first variations.
fn at_move(kifu: &Kifu, number: usize) -> Option<NodeRef<'_>> {
    let size = kifu.size();
    let here = kifu.node();
    let line = here.line();
    let rest = std::iter::successors(here.first_child(), |node| node.first_child());
    let mut seen = 0;
    let mut last = kifu.tree().root();
    for node in line.into_iter().chain(rest) {
        seen += node.move_count(size);
        if seen > number {
            break;
        }
        last = node;
        if seen == number && number > 0 {
            break;
        }
    }
    (seen >= number).then_some(last)
}
