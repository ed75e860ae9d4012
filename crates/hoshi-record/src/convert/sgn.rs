//! Conversion between SGN, on a line or in an address, and the SGF tree.

use hoshi_core::{Color, Game, Outcome, Rules, WinBy};

use super::loss::{self, Loss, Losses, Spot, Standing};
use super::{
    Format, Options, ReadError, WriteError, Written, check_legal, done, lenient, main_game, outcome,
};
use crate::info;
use crate::sgf::{Collection, GameEdit, GameTree, point_value};
use crate::sgn::{Action, Address, Fault, Line, Place, SgnError, Warning};

const START: Place = Place { start: 0, end: 0, line: 1, column: 1 };

/// A file, and notes about it.
type Read = Result<(Collection, Vec<String>), ReadError>;

/// A line as a game.
pub(super) fn read_line(bytes: &[u8]) -> Read {
    let text = text(bytes)?;
    let read = Line::read(text).map_err(|error| pointed(&error, text))?;
    let file = tree(&read.value, text, &lenient(), |_| {})?;
    Ok((file, notes(&read.warnings)))
}

/// An address as a game.
pub(super) fn read_address(bytes: &[u8]) -> Read {
    let text = text(bytes)?.trim();
    let read = Address::read(text).map_err(|error| pointed(&error, text))?;
    let address = read.value;
    let ended = address.line.resigned().map(gives_up);
    if let (Some(ended), Some(result)) = (ended, address.result)
        && ended != result
    {
        let (ended, result) = (ended.to_string(), result.to_string());
        let place = address.line.tokens().last().map(|token| token.place);
        let fault = Fault::Contradiction { ended, result };
        let error = SgnError { fault, place: place.unwrap_or(START) };
        return Err(pointed(&error, text));
    }
    let rules = address.rules.clone().unwrap_or_else(lenient);
    let file = tree(&address.line, text, &rules, |game| {
        let root = game.root();
        if let Some(komi) = address.komi {
            done(game.set(root, "KM", &[info::komi::spelling(komi)]));
        }
        if let Some(rules) = &address.rules {
            done(game.set(root, "RU", &[rules_name(rules)]));
        }
        if let Some(result) = address.result {
            done(game.set(root, "RE", &[result.to_string()]));
        }
    })?;
    Ok((file, notes(&read.warnings)))
}

fn text(bytes: &[u8]) -> Result<&str, ReadError> {
    let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
    std::str::from_utf8(bytes).map_err(|error| {
        ReadError::Sgn(format!("byte {} is not valid UTF-8", error.valid_up_to() + 1))
    })
}

/// An error with its line, and a caret below the token.
fn drawn(error: &SgnError, text: &str) -> String {
    format!("{error}\n\n{}", error.show(text))
}

fn pointed(error: &SgnError, text: &str) -> ReadError {
    ReadError::Sgn(drawn(error, text))
}

fn notes(warnings: &[Warning]) -> Vec<String> {
    warnings.iter().map(ToString::to_string).collect()
}

/// The outcome when a colour resigns.
fn gives_up(color: Color) -> Outcome {
    Outcome::Win { winner: color.opponent(), by: WinBy::Resignation }
}

/// The value of RU: SGF's name for the rules, else hoshi's.
fn rules_name(rules: &Rules) -> String {
    match rules.preset.sgf() {
        Some(name) if Rules::of(rules.preset) == *rules => name.to_owned(),
        _ => rules.to_string(),
    }
}

/// The tree of a line. An illegal move is an error, and so is a wrongly noted capture.
fn tree(
    line: &Line,
    text: &str,
    rules: &Rules,
    set_info: impl FnOnce(&mut GameEdit<'_>),
) -> Result<Collection, ReadError> {
    let size = line.size();
    line.game(rules).map_err(|error| ReadError::Illegal(drawn(&error, text)))?;
    let mut file = Collection::new(size);
    let Some(mut game) = file.edit(0) else { return Ok(file) };
    let root = game.root();
    set_info(&mut game);
    let stones = line.handicap();
    if !stones.is_empty() {
        let points: Vec<String> = stones
            .iter()
            .filter_map(|token| match token.action {
                Action::Play(_, point) => Some(point_value(size, point)),
                _ => None,
            })
            .collect();
        done(game.set(root, "HA", &[points.len().to_string()]));
        done(game.set(root, "AB", &points));
    }
    let mut node = root;
    for token in &line.tokens()[stones.len()..] {
        let (color, value) = match token.action {
            Action::Capture(_) => continue,
            Action::Play(color, point) => (color, point_value(size, point)),
            Action::Pass(color) => (color, String::new()),
            Action::Resign(color) => {
                done(game.set(root, "RE", &[gives_up(color).to_string()]));
                continue;
            }
        };
        node = game.append(node);
        done(game.set(node, &color.letter().to_string(), &[value]));
    }
    Ok(file)
}

/// The main line, replayed and ready to write, and what SGN cannot hold.
fn prepared(
    game: GameTree<'_>,
    format: Format,
    options: &Options,
) -> Result<(Game, Vec<Loss>), WriteError> {
    let mut losses = Losses::default();
    let mut stands = main_game(game, format, options, &mut losses)?;
    check_legal(&stands, format)?;
    let start = stands.start().board();
    let stones = start.stone_count(Color::Black);
    // The handicap is the number of stones set up, whatever HA says.
    let said = stands.handicap();
    let placed = stones >= 2 && start.stone_count(Color::White) == 0;
    let handicap = if placed { stones } else { 0 };
    // The komi is the record's, whatever the rules give for the handicap.
    let komi = stands.komi();
    stands = stands.with_handicap_of(handicap).with_komi(komi);
    let recorded = outcome(game);
    let held = loss::end(&mut stands, recorded);
    if !held && let (Some(recorded), Some(ended)) = (recorded, stands.outcome()) {
        let what =
            format!("RE is lost: it says {recorded}, but the moves end the game with {ended}");
        losses.push(Loss::new(game, Spot::Root, what));
    }
    let resigned = matches!(recorded, Some(Outcome::Win { by: WinBy::Resignation, .. }));
    let address = format == Format::Url;
    let in_address: &[&str] = if address { &["KM", "RU", "RE"] } else { &[] };
    loss::name_unreadable(game, &[&["SZ", "HA"], in_address].concat(), &mut losses);
    let first = stands.moves().next().map(|(color, _)| color);
    let turn = first.unwrap_or_else(|| stands.start().turn());
    let told_turn = game.info("PL").and_then(|it| it.value().color());
    loss::name_losses(
        game,
        |key, Standing { start, info }| match key {
            "B" | "W" | "FF" | "CA" => true,
            "AB" | "AW" | "AE" => start,
            // The first move shows whose turn it was; without one, [`Line::from_game`] refuses what
            // a line cannot say.
            "PL" => start && told_turn == Some(turn),
            "GM" | "SZ" => info,
            "RE" => info && (address || !held || resigned),
            "KM" | "RU" => info && address,
            "HA" => info && (said == handicap || matches!(game.handicap(), Some(Err(_)))),
            _ => false,
        },
        &mut losses,
    );
    Ok((stands, losses.into_list()))
}

/// The line with its handicap stones in the order of the record, which a board does not keep, so
/// that a line survives the round trip.
fn as_listed(game: GameTree<'_>, line: Line) -> Line {
    let (size, count) = (line.size(), line.handicap().len());
    let mut listed: Vec<Action> = Vec::with_capacity(count);
    for point in game.root().points("AB", size) {
        let action = Action::Play(Color::Black, point);
        if !listed.contains(&action) {
            listed.push(action);
        }
    }
    let placed = line.handicap();
    let same = listed.len() == count && placed.iter().all(|token| listed.contains(&token.action));
    let mut made = Line::new(size);
    let mut actions = listed.into_iter().chain(line.actions().skip(count));
    let is_complete = same && actions.all(|action| made.push(action).is_ok());
    drop(actions);
    if is_complete { made } else { line }
}

/// The game on a line.
pub(super) fn to_line(game: GameTree<'_>, options: &Options) -> Result<Written, WriteError> {
    let (stands, losses) = prepared(game, Format::Sgn, options)?;
    let line = as_listed(game, Line::from_game(&stands)?);
    Ok(Written { bytes: format!("{line}\n").into_bytes(), losses })
}

/// The game in an address.
pub(super) fn to_address(game: GameTree<'_>, options: &Options) -> Result<Written, WriteError> {
    let (stands, losses) = prepared(game, Format::Url, options)?;
    let mut address = Address::from_game(&stands)?;
    address.base.clone_from(&options.base);
    address.line = as_listed(game, address.line);
    // The address says only what the record says.
    if !matches!(game.komi(), Some(Ok(_))) {
        address.komi = None;
    }
    if options.rules.is_none() && !matches!(game.rules(), Some(Ok(_))) {
        address.rules = None;
    }
    if outcome(game).is_none() {
        address.result = None;
    }
    // A reader plays by the rules that it names.
    if let Some(rules) = &address.rules
        && let Err(error) = address.line.game(rules)
    {
        let what = format!("{} under the rules {rules}", error.fault);
        return Err(WriteError::Illegal { what, format: Format::Url });
    }
    Ok(Written { bytes: format!("{address}\n").into_bytes(), losses })
}
