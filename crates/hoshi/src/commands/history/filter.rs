//! Which games of the history a list shows.

use hoshi_core::{Outcome, WinBy};
use hoshi_record::info::result::Ending;
use hoshi_store::Entry;

use crate::cli::{HistoryList, ResultFilter};

/// Whether a game is among those that were asked for. `own` is the name of the person here.
pub(super) fn is_wanted(entry: &Entry, options: &HistoryList, own: &str) -> bool {
    let date = entry.when.date();
    if options.unfinished && !entry.is_unfinished()
        || options.date.as_ref().is_some_and(|wanted| !date.starts_with(&wanted.0))
        || options.since.as_ref().is_some_and(|first| date < first.0)
        || options.until.as_ref().is_some_and(|last| date[..last.0.len()] > *last.0)
    {
        return false;
    }
    if !asks_about_games(options) {
        return true;
    }
    // A file that holds no game has neither players nor a size.
    let Ok(game) = &entry.game else { return false };
    let name = options.player.as_ref().map(|name| name.to_lowercase());
    let plays = |player: &str, name: &str| player.to_lowercase().contains(name);
    name.as_ref().is_none_or(|name| plays(&game.black, name) || plays(&game.white, name))
        && options.size.is_none_or(|size| game.size == size)
        && options.result.as_ref().is_none_or(|wanted| {
            let own = own.to_lowercase();
            let name = name.as_ref().unwrap_or(&own);
            let colors = [plays(&game.black, name), plays(&game.white, name)];
            is_result(wanted, game.ending(), colors)
        })
}

/// Whether the options look into the games, not only at the names of their files.
fn asks_about_games(options: &HistoryList) -> bool {
    options.player.is_some() || options.size.is_some() || options.result.is_some()
}

/// Whether any game may be left out.
pub(super) fn is_filtered(options: &HistoryList) -> bool {
    options.unfinished || is_more_than_unfinished(options)
}

/// Whether something else was asked for than unfinished games.
pub(super) fn is_more_than_unfinished(options: &HistoryList) -> bool {
    let dates = [&options.date, &options.since, &options.until];
    asks_about_games(options) || dates.iter().any(|date| date.is_some())
}

/// Whether a game ended as wanted, for a person who had these colours.
fn is_result(wanted: &ResultFilter, ending: Option<Ending>, colors: [bool; 2]) -> bool {
    let Some(outcome) = ending.and_then(Ending::outcome) else { return false };
    let is_own = outcome.winner().map(|winner| colors[winner.index()]);
    let by = match outcome {
        Outcome::Win { by, .. } => Some(by),
        _ => None,
    };
    match wanted {
        ResultFilter::Winner(color) => outcome.winner() == Some(*color),
        ResultFilter::Draw => outcome == Outcome::Draw,
        ResultFilter::Resign => by == Some(WinBy::Resignation),
        ResultFilter::Time => by == Some(WinBy::Time),
        ResultFilter::Won => is_own == Some(true),
        ResultFilter::Lost => is_own == Some(false) && colors != [false, false],
        ResultFilter::Exactly(result) => outcome == *result,
    }
}
