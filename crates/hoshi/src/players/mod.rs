//! Players as the command line names them, put on seats. What a player is, and how programs play, is in
//! `hoshi-session`; here are the programs that need more of hoshi, and the factory for all of them.

mod bot;
mod table;

use std::path::Path;
use std::time::SystemTime;

use anyhow::Result;
use hoshi_session::host::{Gtp, Places, Who, Worker};
use hoshi_session::{Mind, Player, Random};

use crate::config::Config;
use crate::error::UsageError;

pub(crate) use bot::{
    BotMind, JUDGE, clock, estimate, estimate_unless, fits, has_points, score_text, threads_in_play,
};
pub(crate) use table::{TableMind, TablePlayer};

/// A player for a seat, with its mind if it is a program. `name` is what a person is called.
pub(crate) fn seat(
    who: &Who,
    name: &str,
    config: &Config,
    seed: u64,
) -> Result<(Player, Option<Worker>)> {
    let command = who.command(&config.engines, &Places::of_machine()).map_err(UsageError::of)?;
    let mind: Box<dyn Mind> = match (who, command) {
        (_, Some(words)) => Box::new(Gtp::new(words)),
        (Who::Table(path), None) => Box::new(TableMind::new(TablePlayer::read(path)?)),
        (Who::Bot(spec), None) => {
            let threads = threads_in_play(spec);
            Box::new(BotMind::new(spec, seed, threads)?)
        }
        (Who::Random, None) => Box::new(Random::new(seed)),
        _ => return Ok((Player::person(name), None)),
    };
    let title = match who {
        // Until the engine has started and says what it is called. Records and pages have it: where the engine lies
        // is nobody's business.
        Who::Gtp(words) => words.first().map(file_name).unwrap_or_default(),
        Who::Table(path) => file_name(path),
        Who::Bot(spec) => format!("hoshi bot:{}", spec.level),
        who => who.to_string(),
    };
    Ok((Player::program(who.to_record(), title), Some(Worker::new(mind))))
}

/// The name of a file, without its folder.
fn file_name(path: impl AsRef<Path>) -> String {
    let path = path.as_ref();
    path.file_name().unwrap_or(path.as_os_str()).to_string_lossy().into_owned()
}

/// A seed for random players and bots that were given none: a different one each time.
pub(crate) fn any_seed() -> u64 {
    let since = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default();
    since.as_nanos() as u64 ^ u64::from(std::process::id()).rotate_left(40)
}
