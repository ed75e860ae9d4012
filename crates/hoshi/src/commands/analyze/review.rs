//! A copy of the record with what the analysis says: values as comments, better moves as variations.
//! Comments and variations that were there stay.

use anyhow::{Context as _, Result};
use hoshi_core::{Color, Game, Move, Size};
use hoshi_record::convert::Record;
use hoshi_record::sgf::{Collection, Fit, GameEdit, NodeId};

use super::analyst::{Opinion, of_color};
use super::mistakes::{Judged, Mistakes};
use super::page::{percent, score};
use super::{Position, Seen};
use crate::out::Out;

/// How many candidates of a single position become variations.
const VARIATIONS: usize = 3;

/// How many moves a variation has at most.
const LENGTH: usize = 12;

/// The record with one position analysed.
pub(super) fn of_position(
    record: &Record,
    game: usize,
    seen: &Seen<'_>,
    out: &mut Out,
) -> Result<Vec<u8>> {
    let Seen { position, opinion, ending } = seen;
    let mut file = record.file.clone();
    let mut notes = Notes::of(&mut file, game)?;
    let values = opinion.map(|opinion| value(&position.game, opinion));
    let ending = ending.map(|ending| ending.text().trim_end().to_owned());
    let text: Vec<String> = values.into_iter().chain(ending).collect();
    notes.comment(position.node, &text.join("\n"))?;
    let candidates = opinion.map_or(&[][..], |opinion| &opinion.candidates);
    for candidate in candidates.iter().take(VARIATIONS) {
        let rate = of_color(candidate.win_rate, position.game.turn());
        let text = in_words(candidate.score, rate, candidate.visits);
        notes.variation(position, &candidate.line, &text)?;
    }
    notes.finish(out);
    Ok(file.to_bytes())
}

/// The record with every position of the main line analysed.
pub(super) fn of_game(
    record: &Record,
    game: usize,
    positions: &[Position],
    mistakes: &Mistakes,
    out: &mut Out,
) -> Result<Vec<u8>> {
    let mut file = record.file.clone();
    let mut notes = Notes::of(&mut file, game)?;
    let judged = |index: usize| mistakes.moves.iter().find(|one| one.number == index);
    for (index, position) in positions.iter().enumerate() {
        let Some(opinion) = &mistakes.opinions[index] else { continue };
        let mut text = value(&position.game, opinion);
        if let Some(one) = judged(index).filter(|one| one.is_mistake()) {
            let size = position.game.size();
            text.push_str(&format!("\n{}", blame(one, mistakes.instead(one), size)));
            let before = &positions[index - 1];
            notes.variation(before, mistakes.instead(one), "A better move")?;
        }
        notes.comment(position.node, &text)?;
    }
    if let (Some(last), Some(ending)) = (positions.last(), &mistakes.ending) {
        notes.comment(last.node, ending.text().trim_end())?;
    }
    notes.finish(out);
    Ok(file.to_bytes())
}

/// How a game stands.
fn value(game: &Game, opinion: &Opinion) -> String {
    let Some(rate) = opinion.black_rate(game.turn()) else {
        return "There is no move to consider.".to_owned();
    };
    in_words(opinion.score, rate, opinion.visits)
}

/// The values of a position or a move; the points are left out if they are unknown.
fn in_words(points: Option<f64>, black: f64, visits: u64) -> String {
    let points = points.map(|points| format!("{}, ", score(Some(points))));
    format!("{}{} for Black, {visits} visits", points.unwrap_or_default(), percent(black))
}

/// What a mistake lost.
fn blame(one: &Judged, instead: &[Move], size: Size) -> String {
    let points = one.loss.points.map(|points| format!("{points:.1} points and "));
    let chance = percent(one.loss.chance.max(0.0));
    let lost = format!("This move lost {}{chance}.", points.unwrap_or_default());
    match instead.first() {
        Some(&mv) => format!("{lost} Better: {}.", size.move_name(mv)),
        None => lost,
    }
}

/// A record that is being commented.
struct Notes<'a> {
    edit: GameEdit<'a>,
    is_reencoded: bool,
}

impl<'a> Notes<'a> {
    fn of(file: &'a mut Collection, game: usize) -> Result<Notes<'a>> {
        let edit = file.edit(game.saturating_sub(1)).context("the game of the record")?;
        Ok(Notes { edit, is_reencoded: false })
    }

    /// Adds to the comment of a node.
    fn comment(&mut self, node: NodeId, text: &str) -> Result<()> {
        let old = self.edit.tree().node(node).text("C").map(|old| old.trim_end().to_owned());
        let text = match old.filter(|old| !old.is_empty()) {
            Some(old) => format!("{old}\n\n{text}"),
            None => text.to_owned(),
        };
        let fit = self.edit.set_text(node, "C", &text)?;
        self.is_reencoded |= fit == Fit::Reencoded;
        Ok(())
    }

    /// Adds a line of moves after a position, unless its first move is there already.
    fn variation(&mut self, position: &Position, moves: &[Move], text: &str) -> Result<()> {
        let size = position.game.size();
        let mut game = position.game.clone();
        let mut node = position.node;
        for (nth, &mv) in moves.iter().take(LENGTH).enumerate() {
            let color = game.turn();
            let name = if color == Color::Black { "B" } else { "W" };
            let Some(value) = sgf(size, mv) else { return Ok(()) };
            // A line that the rules refuse ends there.
            if game.play(mv).is_err() {
                return Ok(());
            }
            let tree = self.edit.tree();
            let same = |child: &hoshi_record::sgf::NodeRef<'_>| {
                let own = child.get(name).and_then(|property| property.value().a_move(size));
                own == Some(mv)
            };
            if nth == 0 && tree.node(node).children().any(|child| same(&child)) {
                return Ok(());
            }
            node = self.edit.append(node);
            self.edit.set(node, name, &[value])?;
            if nth == 0 {
                self.comment(node, text)?;
            }
        }
        Ok(())
    }

    fn finish(self, out: &mut Out) {
        if self.is_reencoded {
            out.say(
                "note: the record is written in UTF-8: its own charset cannot hold the comments",
            );
        }
    }
}

/// A move as SGF writes it; `None` on boards that are too large for it.
fn sgf(size: Size, mv: Move) -> Option<String> {
    match mv {
        Move::Pass => Some(String::new()),
        Move::Play(point) => size.sgf(point),
    }
}
