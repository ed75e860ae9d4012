//! The engine of `testdata/engines/fake.sh`, with the faults that a test wants.

#![allow(dead_code)]

use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use hoshi_core::{Game, Preset, Rules, Size};
use hoshi_gtp::{Engine, Fault, Player};

/// For what must come: nothing depends on how long it takes.
pub(crate) const LONG: Duration = Duration::from_secs(120);

/// For what must not come.
pub(crate) const SHORT: Duration = Duration::from_millis(300);

pub(crate) fn script() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testdata/engines/fake.sh")
}

/// The command of the fake engine with these faults.
pub(crate) fn words(faults: &[&str]) -> Vec<String> {
    let script = script().display().to_string();
    [script].into_iter().chain(faults.iter().map(|&fault| fault.to_owned())).collect()
}

pub(crate) fn start(faults: &[&str]) -> Result<Engine, Fault> {
    Engine::start(&words(faults), LONG)
}

pub(crate) fn engine(faults: &[&str]) -> Engine {
    start(faults).expect("an engine")
}

pub(crate) fn player(faults: &[&str]) -> Player {
    Player::new(engine(faults), LONG)
}

/// Whether something comes to be, however long that takes on a busy machine.
pub(crate) fn comes(mut is: impl FnMut() -> bool) -> bool {
    let began = std::time::Instant::now();
    while !is() {
        if began.elapsed() > LONG {
            return false;
        }
        std::thread::yield_now();
    }
    true
}

/// A game on 9x9 with these moves.
pub(crate) fn game(moves: &str) -> Game {
    let mut game = Game::new(Size::S9, Rules::of(Preset::Chinese));
    for name in moves.split_whitespace() {
        game.play(Size::S9.parse_move(name).expect("a move")).expect("a legal move");
    }
    game
}

/// A player, and what it is told.
pub(crate) struct Watched {
    pub(crate) player: Player,
    folder: tempfile::TempDir,
}

impl Watched {
    pub(crate) fn new(faults: &[&str]) -> Watched {
        let folder = tempfile::tempdir().expect("a folder");
        let log = format!("log={}", folder.path().join("log").display());
        let faults: Vec<&str> = faults.iter().copied().chain([log.as_str()]).collect();
        let watched = Watched { player: player(&faults), folder };
        watched.told();
        watched
    }

    /// What it was told since this was asked last.
    pub(crate) fn told(&self) -> String {
        let log = self.folder.path().join("log");
        let text = fs::read_to_string(&log).unwrap_or_default();
        fs::write(&log, "").expect("a file");
        text.lines().collect::<Vec<_>>().join(", ")
    }
}
