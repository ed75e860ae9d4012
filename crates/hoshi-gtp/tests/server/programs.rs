//! The programs behind the server, and the records that it is given.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::Duration;

use hoshi_core::{
    Color, DeadAndSeki, Game, Move, Point, PointMap, PointSet, Rng as _, Size, SplitMix64,
};
use hoshi_gtp::server::{AnalysisRequest, GoProgram, Question, Records};
use hoshi_gtp::{Analysis, Candidate, Genmove};

/// Plays at random.
pub(crate) struct Random(SplitMix64);

impl Random {
    pub(crate) fn new(seed: u64) -> Random {
        Random(SplitMix64::new(seed))
    }

    fn some_move(&mut self, game: &Game, color: Color) -> Move {
        assert_eq!(game.turn(), color, "it is always its turn");
        let legal: Vec<Point> = game.legal_points(color).collect();
        match self.0.below(legal.len() as u32 + 1) as usize {
            0 => Move::Pass,
            nth => Move::Play(legal[nth - 1]),
        }
    }
}

impl GoProgram for Random {
    fn name(&self) -> String {
        "Random\nmover".to_owned()
    }

    fn version(&self) -> String {
        "0.1".to_owned()
    }

    fn supports(&self, size: Size) -> bool {
        size.area() > 1
    }

    fn choose(&mut self, question: &Question<'_>) -> Genmove {
        match self.0.below(50) {
            0 => Genmove::Resign,
            _ => Genmove::Move(self.some_move(question.game, question.color)),
        }
    }

    fn analyze(
        &mut self,
        question: &Question<'_>,
        _request: &AnalysisRequest,
        report: &mut dyn FnMut(&Analysis),
    ) -> Genmove {
        let size = question.game.size();
        for visits in 1..=3 {
            let mv = self.some_move(question.game, question.color);
            let candidate = Candidate {
                mv,
                visits,
                win_rate: 0.5,
                lead: Some(-1.5),
                prior: None,
                line: vec![mv, Move::Pass],
            };
            let ownership = Some(PointMap::new(size, 0.25));
            report(&Analysis { candidates: vec![candidate], ownership });
        }
        self.choose(question)
    }

    fn final_status(&mut self, game: &Game, _stop: &AtomicBool) -> Option<DeadAndSeki> {
        let mut marks = DeadAndSeki::new(game.size());
        for block in game.board().blocks() {
            let marked = match self.0.below(4) {
                0 => &mut marks.dead,
                1 => &mut marks.seki,
                _ => continue,
            };
            marked.union_with(&PointSet::of(game.size(), block.stones()));
        }
        Some(marks)
    }
}

/// A record keeper for one file.
pub(crate) struct OneFile;

impl Records for OneFile {
    fn load(&mut self, path: &str, before: Option<usize>) -> Result<Game, String> {
        if path != "a game.sgf" {
            return Err("no such\nfile".to_owned());
        }
        let mut game = Game::new(Size::S9, "japanese".parse().expect("rules"));
        for name in ["E5", "C3", "G7"].iter().take(before.map_or(3, |number| number - 1)) {
            game.play(Size::S9.parse_move(name).expect("a move")).expect("legal");
        }
        Ok(game)
    }

    fn to_sgf(&mut self, game: &Game) -> Result<String, String> {
        Ok(format!("(;GM[1]\n\n;SZ[{}])\n", game.size().width()))
    }

    fn save(&mut self, path: &str, _sgf: &str) -> Result<(), String> {
        if path == "here.sgf" { Ok(()) } else { Err(format!("{path}: no such folder")) }
    }
}

/// Thinks until it is stopped, and remembers what it was asked.
#[derive(Clone, Default)]
pub(crate) struct Patient(pub(crate) Arc<Mutex<Vec<String>>>);

impl Patient {
    fn ask(&self, question: &Question<'_>) {
        let Question { color, clock, is_cleanup, is_regression, .. } = question;
        let clock = clock.map(|(limit, left)| {
            assert_eq!(limit.overtime, None);
            ((left.left.0 + 999) / 1000, left.overtime.unwrap_or(0))
        });
        let text = format!("{color} {clock:?} {is_cleanup} {is_regression}");
        self.0.lock().unwrap().push(text);
    }
}

impl GoProgram for Patient {
    fn name(&self) -> String {
        "Patient".to_owned()
    }

    fn version(&self) -> String {
        String::new()
    }

    fn choose(&mut self, question: &Question<'_>) -> Genmove {
        self.ask(question);
        while !question.stop.load(Ordering::Relaxed) {
            thread::sleep(Duration::from_millis(1));
        }
        Genmove::Move(Move::Pass)
    }

    fn analyze(
        &mut self,
        question: &Question<'_>,
        _request: &AnalysisRequest,
        report: &mut dyn FnMut(&Analysis),
    ) -> Genmove {
        self.ask(question);
        let candidate = Candidate {
            mv: Move::Pass,
            visits: 1,
            win_rate: 0.5,
            lead: None,
            prior: None,
            line: Vec::new(),
        };
        while !question.stop.load(Ordering::Relaxed) {
            report(&Analysis { candidates: vec![candidate.clone()], ownership: None });
            thread::sleep(Duration::from_millis(1));
        }
        Genmove::Move(Move::Pass)
    }

    fn final_status(&mut self, game: &Game, _stop: &AtomicBool) -> Option<DeadAndSeki> {
        Some(DeadAndSeki::new(game.size()))
    }
}
