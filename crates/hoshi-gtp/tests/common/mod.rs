//! The engine of `testdata/engines/fake.sh`, with the options that a test needs.

#![allow(dead_code)]

use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use hoshi_core::{Game, Preset, Rules, Size};
use hoshi_gtp::{Engine, Fault, Player};

/// The limit for answers that must come; no test depends on how long they take.
pub(crate) const LONG: Duration = Duration::from_secs(120);

/// The limit for answers that must not come.
pub(crate) const SHORT: Duration = Duration::from_millis(300);

pub(crate) fn script() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testdata/engines/fake.sh")
}

/// The command of the fake engine with these options.
pub(crate) fn words(options: &[&str]) -> Vec<String> {
    let script = script().display().to_string();
    [script].into_iter().chain(options.iter().map(|&option| option.to_owned())).collect()
}

pub(crate) fn start(options: &[&str]) -> Result<Engine, Fault> {
    Engine::start(&words(options), LONG)
}

pub(crate) fn engine(options: &[&str]) -> Engine {
    start(options).expect("an engine")
}

pub(crate) fn player(options: &[&str]) -> Player {
    Player::new(engine(options), LONG)
}

/// Waits until the condition holds, however long that takes on a busy machine. Returns false after `LONG`.
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

/// A player whose engine logs its commands.
pub(crate) struct Watched {
    pub(crate) player: Player,
    folder: tempfile::TempDir,
}

impl Watched {
    pub(crate) fn new(options: &[&str]) -> Watched {
        let folder = tempfile::tempdir().expect("a folder");
        let log = format!("log={}", folder.path().join("log").display());
        let options: Vec<&str> = options.iter().copied().chain([log.as_str()]).collect();
        let watched = Watched { player: player(&options), folder };
        watched.sent();
        watched
    }

    /// The commands that it was sent since the last call.
    pub(crate) fn sent(&self) -> String {
        let log = self.folder.path().join("log");
        let text = fs::read_to_string(&log).unwrap_or_default();
        fs::write(&log, "").expect("a file");
        text.lines().collect::<Vec<_>>().join(", ")
    }
}
