//! The heap of one session at move 250 on 19x19, with its record and recorder, by a counting
//! allocator.

use hoshi_bench::say::put;
use hoshi_bench::session::{new, recorder};
use hoshi_core::{Game, Preset, Rng as _, Rules, Size, SplitMix64};
use hoshi_session::host::Sink;
use hoshi_session::{Actor, Command, Effect, Session, Time, Vertex};
use stats_alloc::{INSTRUMENTED_SYSTEM, Region, StatsAlloc};

#[global_allocator]
static GLOBAL: &StatsAlloc<std::alloc::System> = &INSTRUMENTED_SYSTEM;

/// The moves of the game.
const MOVES: usize = 250;

fn main() -> std::io::Result<()> {
    let folder = tempfile::tempdir()?;
    let moves = random_game();
    let region = Region::new(GLOBAL);
    let mut session = new(true);
    let mut sink = recorder(folder.path());
    for at in &moves {
        let effects = session
            .handle(Actor::Both, Command::Play { at: *at }, Time::new(1))
            .map_err(std::io::Error::other)?;
        for effect in effects {
            if let (Effect::Persist(change), Some(kifu)) = (effect, session.kifu()) {
                let saved = Sink::save(&mut sink, kifu, change);
                session.persisted(saved, Vec::new(), Time::new(1));
            }
        }
    }
    let change = region.change();
    let bytes = change.bytes_allocated - change.bytes_deallocated;
    let parts = parts(&session);
    put(&format!("{{\"bytes\": {bytes}, \"moves\": {}, \"parts\": {parts}}}\n", moves.len()));
    Ok(())
}

/// The size of the largest part.
fn parts(session: &Session) -> String {
    let region = Region::new(GLOBAL);
    let game: Game = session.game().clone();
    let change = region.change();
    let bytes = change.bytes_allocated - change.bytes_deallocated;
    drop(game);
    format!("{{\"game\": {bytes}}}")
}

/// A random game from a fixed seed.
fn random_game() -> Vec<Vertex> {
    let mut game = Game::new(Size::S19, Rules::of(Preset::Chinese));
    let mut rng = SplitMix64::new(1);
    let mut moves = Vec::new();
    while moves.len() < MOVES {
        let points: Vec<_> = game.legal_points(game.turn()).collect();
        let point = points[rng.below(points.len() as u32) as usize];
        if game.play(hoshi_core::Move::Play(point)).is_ok() {
            moves.push(Vertex::of(Size::S19, point));
        }
    }
    moves
}
