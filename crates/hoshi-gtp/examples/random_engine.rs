//! An engine that plays at random: the smallest program behind the protocol, and an opponent for clients that
//! need one.
//!
//! ```console
//! $ cargo run -p hoshi-gtp --example random_engine
//! ```

use std::io;
use std::sync::atomic::{AtomicBool, Ordering};

use hoshi_core::{Color, DeadAndSeki, Game, Move, Point, PointMap, Rng as _, SplitMix64};
use hoshi_gtp::server::{AnalysisRequest, GoProgram, Question, Server};
use hoshi_gtp::{Analysis, Candidate, Genmove};

/// Plays at random, but fills no eye of its own.
struct Random(SplitMix64);

impl Random {
    fn a_move(&mut self, game: &Game, color: Color) -> Move {
        let board = game.board();
        let is_eye = |point: Point| {
            let mut beside = game.size().neighbors(point);
            beside.all(|stone| board.stone(stone) == Some(color))
        };
        let points: Vec<Point> = game.legal_points(color).filter(|&point| !is_eye(point)).collect();
        let choice = self.0.below(u32::try_from(points.len()).unwrap_or(u32::MAX));
        points.get(choice as usize).map_or(Move::Pass, |&point| Move::Play(point))
    }
}

impl GoProgram for Random {
    fn name(&self) -> String {
        "Random".to_owned()
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
        request: &AnalysisRequest,
        report: &mut dyn FnMut(&Analysis),
    ) -> Genmove {
        let Question { game, color, stop, .. } = *question;
        for visits in 1..=10 {
            let mv = self.a_move(game, color);
            let (lead, prior, line) = (Some(0.0), Some(0.5), vec![mv]);
            let candidate = Candidate { mv, visits, win_rate: 0.5, lead, prior, line };
            let ownership = request.ownership.then(|| PointMap::new(game.size(), 0.0));
            report(&Analysis { candidates: vec![candidate], ownership });
            std::thread::sleep(request.interval.min(std::time::Duration::from_millis(10)));
            if stop.load(Ordering::Relaxed) {
                break;
            }
        }
        self.choose(question)
    }

    fn final_status(&mut self, game: &Game, _stop: &AtomicBool) -> Option<DeadAndSeki> {
        // It plays until only eyes are left.
        Some(DeadAndSeki::new(game.size()))
    }
}

fn main() -> io::Result<()> {
    Server::new(Random(SplitMix64::new(1))).serve(io::stdin(), io::stdout())
}
