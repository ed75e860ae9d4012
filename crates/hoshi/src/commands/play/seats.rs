//! Who sits at the board: as the options say, else as the record does, else people.

use std::io::{self, IsTerminal as _};

use anyhow::{Context as _, Result, bail};
use hoshi_core::Color;
use hoshi_record::kifu::Kifu;
use hoshi_session::host::{Places, Who, WhoError, Worker};
use hoshi_session::{Player, Session};

use crate::cli::Players;
use crate::config::Config;
use crate::error::UsageError;
use crate::out::{self, Out, talk};
use crate::players::{any_seed, seat};

/// What the opponent of a person is called who shares a keyboard with them.
const GUEST: &str = "Guest";

/// The players, with the minds of those that are programs.
pub(super) struct Seats {
    pub(super) players: [Player; 2],
    pub(super) minds: [Option<Worker>; 2],
}

/// Says who plays a colour that the record cannot fill, and is told why.
pub(super) type Asking<'a> = dyn FnMut(Color, &str) -> Result<Who> + 'a;

/// Seats the players.
pub(super) fn seats(
    options: &Players,
    kifu: Option<&Kifu>,
    config: &Config,
    asking: &mut Asking<'_>,
) -> Result<Seats> {
    let seed = options.seed.unwrap_or_else(any_seed);
    let whos = [
        who(Color::Black, options.black.as_ref(), kifu, config, asking)?,
        who(Color::White, options.white.as_ref(), kifu, config, asking)?,
    ];
    // Two people need two names: the one without a name is the guest.
    let are_people = whos == [Who::Human, Who::Human];
    let name = |own: &Option<String>, other: &str| match own {
        Some(name) => name.clone(),
        None if are_people && other == config.name => GUEST.to_owned(),
        None => config.name.clone(),
    };
    let black = name(&options.black_name, options.white_name.as_deref().unwrap_or_default());
    let white = name(&options.white_name, &black);
    let (one, mind) = seat(&whos[0], &black, config, seed)?;
    let (other, second) = seat(&whos[1], &white, config, !seed)?;
    Ok(Seats { players: [one, other], minds: [mind, second] })
}

/// Who plays a colour: as the option says, else as the record does. A player that cannot be seated from the
/// record is asked for.
fn who(
    color: Color,
    option: Option<&Who>,
    kifu: Option<&Kifu>,
    config: &Config,
    asking: &mut Asking<'_>,
) -> Result<Who> {
    if let Some(who) = option {
        return Ok(who.clone());
    }
    let Some(kifu) = kifu else { return Ok(Who::Human) };
    let recorded = Session::players_of(kifu);
    // A record without players was not made by hoshi, or is old.
    if recorded.black.is_none() && recorded.white.is_none() {
        return Ok(Who::Human);
    }
    let why = match &recorded[color] {
        None => {
            let name = kifu.tree().info_text(if color == Color::Black { "PB" } else { "PW" });
            let name = name.unwrap_or_default();
            format!("{color} was {name}; the record does not store how it was started")
        }
        Some(text) => match Who::of_record(text) {
            None => format!("the record names an invalid player for {color}: `{text}`"),
            Some(who) => match check(who, config) {
                Ok(who) => return Ok(who),
                Err(why) => format!("{color} was `{text}`: {why}"),
            },
        },
    };
    asking(color, &why)
}

/// A player, if there is such an engine on this machine.
pub(super) fn check(who: Who, config: &Config) -> Result<Who, WhoError> {
    who.command(&config.engines, &Places::of_machine()).map(|_| who)
}

/// Asks who should play, if there is a terminal.
pub(super) fn ask(color: Color, why: &str, config: &Config, out: &mut Out) -> Result<Who> {
    let option = if color == Color::Black { "--black" } else { "--white" };
    if !io::stdin().is_terminal() || !out::shows_talk() {
        bail!(UsageError(format!("{why}; choose a player with {option} WHO")));
    }
    out.say(format!("{why}."));
    loop {
        out.flush()?;
        talk(format!("Who plays {color} now? [human] "));
        let mut answer = String::new();
        let many = io::stdin().read_line(&mut answer).context("standard input")?;
        match answer.trim() {
            "" if many == 0 => {
                out.say("");
                bail!("no player was given for {color}");
            }
            "" => return Ok(Who::Human),
            text => match text.parse().and_then(|who: Who| check(who, config)) {
                Ok(who) => return Ok(who),
                Err(error) => out.say(error.to_string()),
            },
        }
    }
}
