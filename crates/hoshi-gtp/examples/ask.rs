//! Starts an engine and lets it play a game against itself on 9x9:
//! `cargo run -p hoshi-gtp --example ask -- gnugo --mode gtp`

use std::error::Error;
use std::time::Duration;

use hoshi_core::{Game, Preset, Rules, Size};
use hoshi_gtp::{Engine, Genmove, Player};

fn main() -> Result<(), Box<dyn Error>> {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let engine = Engine::start(&words, Duration::from_secs(10))?;
    println!("{} {}, {} commands", engine.name(), engine.version(), engine.commands().len());
    let mut game = Game::new(Size::S9, Rules::of(Preset::Chinese));
    let mut player = Player::new(engine, Duration::from_secs(10));
    while game.outcome().is_none() && game.move_count() < 200 {
        player.follow(&game, None)?;
        match player.genmove(game.turn(), Duration::from_secs(60))? {
            Genmove::Resign => break,
            Genmove::Move(mv) => game.play(mv).map(drop)?,
        }
        if !matches!(game.phase(), hoshi_core::Phase::Playing) {
            break;
        }
    }
    print!("{}", game.board());
    println!("{:?} {:?}", player.dead(game.size(), Duration::from_secs(10))?, player.take_notes());
    Ok(())
}
