//! The end of a game: the count with the dead stones that the bot finds, beside the result of the record.

use hoshi_bot::Estimate;
use hoshi_core::{Color, Diagram, Game, Mark, Outcome, Owner, Phase, Score, WinBy};
use hoshi_record::replay::result_in_words;
use hoshi_record::sgf::{GameTree, NodeRef};
use hoshi_session::{ScoreView, Stop};
use serde_json::{Value, json};

use crate::commands::{score, show};
use crate::players;

/// What is known of the end of a game.
pub(super) struct Ending {
    /// The result of the record, as SGF spells it and in words.
    recorded: Option<(String, String)>,
    /// The count, where there is something to count.
    count: Option<Count>,
    /// Why no more moves are made, if none are.
    over: Option<String>,
}

struct Count {
    score: Score,
    view: ScoreView,
    estimate: Estimate,
}

impl Ending {
    /// The end of the game, if this position is it: the last one of the main line of a record with a result, or
    /// one in which no more moves are made. `None` if it is not, or if the count was stopped.
    pub(super) fn of(
        tree: GameTree<'_>,
        node: NodeRef<'_>,
        game: &Game,
        stop: &Stop,
    ) -> Option<Ending> {
        let is_last = node.is_main() && node.children().next().is_none();
        let over = match game.phase() {
            Phase::Playing if !is_last => return None,
            Phase::Playing => None,
            Phase::Marking(_) => Some("both sides passed".to_owned()),
            Phase::Over(outcome) => Some(outcome.in_words()),
        };
        let recorded = show::result(tree).zip(result_in_words(tree));
        // An unfinished game has no end yet.
        if over.is_none() && recorded.is_none() {
            return None;
        }
        // A game that was given up, or lost on time, has nothing to count; one whose passes were not
        // written down has.
        let outcome =
            tree.result().and_then(Result::ok).and_then(|reading| reading.value.outcome());
        let is_counted = match game.phase() {
            Phase::Playing => {
                matches!(outcome, Some(Outcome::Draw | Outcome::Win { by: WinBy::Score(_), .. }))
            }
            Phase::Marking(_) => true,
            Phase::Over(_) => false,
        };
        let count = match is_counted {
            true => Some(Count::of(game, stop)?),
            false => None,
        };
        Some(Ending { recorded, count, over })
    }

    /// Why no more moves are made, if none are.
    pub(super) fn over(&self) -> Option<&str> {
        self.over.as_deref()
    }

    /// What the record says and what is counted, a line each.
    pub(super) fn text(&self) -> String {
        let mut text = match &self.recorded {
            Some((_, words)) => format!("Result in the record: {words}.\n"),
            None => "The record has no result.\n".to_owned(),
        };
        if let Some(count) = &self.count {
            let words = count.score.outcome().in_words();
            text.push_str(&format!("Counted with the dead stones that hoshi finds: {words}.\n"));
        }
        text
    }

    /// The count with its parts.
    pub(super) fn table(&self, game: &Game, moves: usize) -> Option<String> {
        let count = self.count.as_ref()?;
        Some(score::table(&game.rules().to_string(), moves, &count.view))
    }

    /// Marks the territory and the dead stones of the count.
    pub(super) fn mark(&self, diagram: &mut Diagram) {
        let Some(Count { score, estimate, .. }) = &self.count else { return };
        for point in estimate.marks.dead.iter() {
            diagram.mark(point, Mark::Dead);
        }
        for point in score.owners.size().points() {
            if let (Owner::Territory(color), None) = (score.owners[point], diagram.stone(point)) {
                diagram.mark(point, Mark::Territory(color));
            }
        }
    }

    /// What playouts say of the position that was counted.
    pub(super) fn estimate(&self) -> Option<&Estimate> {
        self.count.as_ref().map(|count| &count.estimate)
    }

    /// Points for Black by the count.
    pub(super) fn points(&self) -> Option<f64> {
        let score = &self.count.as_ref()?.score;
        let total = |color| f64::from(score.side(color).total.halves()) / 2.0;
        Some(total(Color::Black) - total(Color::White))
    }

    /// The result of the record, for a program.
    pub(super) fn result_json(&self) -> Value {
        json!(self.recorded.as_ref().map(|(result, _)| result))
    }

    /// The count, for a program.
    pub(super) fn count_json(&self) -> Value {
        let Some(Count { score, .. }) = &self.count else { return Value::Null };
        let side = |color| score::side_json(score.side(color));
        json!({
            "black": side(Color::Black),
            "white": side(Color::White),
            "result": score.outcome().to_string(),
        })
    }
}

impl Count {
    fn of(game: &Game, stop: &Stop) -> Option<Count> {
        let estimate = players::estimate_unless(game, &stop.flag())?;
        let score = game.score_with(&estimate.marks);
        let view = ScoreView::of(game, &estimate.marks);
        Some(Count { score, view, estimate })
    }
}
