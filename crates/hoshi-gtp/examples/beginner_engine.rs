//! An engine that plays like a beginner on the first day: it captures what it can, saves what it
//! can, and otherwise plays near the last move. Level 1 of the bot is measured against it.
//!
//! ```console
//! $ cargo run -p hoshi-gtp --example beginner_engine -- 7
//! ```

use std::io;
use std::sync::atomic::AtomicBool;

use hoshi_core::{Color, DeadAndSeki, Game, Move, Point, Rng as _, SplitMix64};
use hoshi_gtp::server::{AnalysisRequest, GoProgram, Question, Server};
use hoshi_gtp::{Analysis, Genmove};

struct Beginner(SplitMix64);

impl Beginner {
    fn a_move(&mut self, game: &Game, color: Color) -> Move {
        let (board, size) = (game.board(), game.size());
        let is_legal = |point: &Point| game.check(color, Move::Play(*point)).is_ok();
        let in_atari = |wanted: Color| {
            let blocks = board.blocks().filter(move |block| block.color() == wanted);
            let mut found: Vec<(usize, Point)> =
                blocks.filter_map(|block| Some((block.len(), block.only_liberty()?))).collect();
            found.sort_unstable_by(|one, other| other.cmp(one));
            found.into_iter().map(|(_, liberty)| liberty).find(is_legal)
        };
        // The largest first: capture, else save.
        if let Some(point) = in_atari(color.opponent()).or_else(|| in_atari(color)) {
            return Move::Play(point);
        }
        let is_eye =
            |point: Point| size.neighbors(point).all(|near| board.stone(near) == Some(color));
        let good: Vec<Point> = game.legal_points(color).filter(|&point| !is_eye(point)).collect();
        let last = game.last_move().and_then(|(_, mv)| mv.point());
        let is_near = |point: &&Point| {
            last.is_some_and(|last| {
                last.x().abs_diff(point.x()) <= 2 && last.y().abs_diff(point.y()) <= 2
            })
        };
        let near: Vec<Point> = good.iter().filter(is_near).copied().collect();
        let choices = if near.is_empty() { good } else { near };
        let choice = self.0.below(u32::try_from(choices.len()).unwrap_or(u32::MAX));
        choices.get(choice as usize).map_or(Move::Pass, |&point| Move::Play(point))
    }
}

impl GoProgram for Beginner {
    fn name(&self) -> String {
        "Beginner".to_owned()
    }

    fn version(&self) -> String {
        env!("CARGO_PKG_VERSION").to_owned()
    }

    fn choose(&mut self, question: &Question<'_>) -> Genmove {
        Genmove::Move(self.a_move(question.game, question.color))
    }

    fn analyze(
        &mut self,
        question: &Question<'_>,
        _request: &AnalysisRequest,
        _report: &mut dyn FnMut(&Analysis),
    ) -> Genmove {
        self.choose(question)
    }

    fn final_status(&mut self, game: &Game, _stop: &AtomicBool) -> Option<DeadAndSeki> {
        Some(DeadAndSeki::new(game.size()))
    }
}

fn main() -> io::Result<()> {
    let seed = std::env::args().nth(1).and_then(|word| word.parse().ok()).unwrap_or(1);
    Server::new(Beginner(SplitMix64::new(seed))).serve(io::stdin(), io::stdout())
}
