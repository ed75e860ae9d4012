//! DGF and the tree of SGF.

use std::borrow::Cow;

use hoshi_core::{Color, Outcome, WinBy};

use super::loss::{self, Loss, Spot};
use super::{Format, Options, ReadError, WriteError, Written, last_node, node_at_move, played};
use crate::dgf::{Board, GameFile, GameInfo, Record};
use crate::info::{self, result::Ending};
use crate::sgf::{Collection, EditError, GameTree, NodeId};

/// The private property that keeps the id of a game of DGF, where it is not the hash of its record.
const ID: &str = "DGFID";

type Read = Result<(Collection, Vec<Loss>), ReadError>;

/// A board as a game without moves.
pub(super) fn from_board(board: &Board) -> Read {
    let (mut file, mut losses) = start(board)?;
    if board.turn().is_none() {
        losses.push(Loss::whole("that the game is over (turn 0) is lost"));
    } else {
        let root = file.game(0).map(|game| game.root().id());
        if let (Some(mut game), Some(root)) = (file.edit(0), root) {
            set_turn(&mut game, root, board, false);
        }
    }
    Ok((file, losses))
}

/// A record as a game.
pub(super) fn from_record(record: &Record, info: Option<&GameInfo>) -> Read {
    let (mut file, losses) = start(record.board())?;
    let Some(mut game) = file.edit(0) else { return Ok((file, losses)) };
    let root = game.root();
    let resigned = record.moves().last().is_some_and(|mv| mv.is_resignation());
    if let Some(info) = info {
        for (key, text) in [("PB", &info.black), ("PW", &info.white), ("DT", &info.date)] {
            if !text.is_empty() {
                done(game.set_text(root, key, text));
            }
        }
        if info.id != record.id() {
            done(game.set_text(root, ID, &info.id));
        }
    }
    if let Some(winner) = record.winner() {
        let by = if resigned { WinBy::Resignation } else { WinBy::Unknown };
        done(game.set(root, "RE", &[Outcome::Win { winner, by }.to_string()]));
    }
    set_turn(&mut game, root, record.board(), !record.moves().is_empty());
    let size = record.board().size();
    let (mut node, mut color) = (root, record.board().turn().unwrap_or(Color::Black));
    for mv in record.moves().iter().filter(|mv| !mv.is_resignation()) {
        node = game.append(node);
        let point = mv.point(size).and_then(|point| size.sgf(point)).unwrap_or_default();
        done(game.set(node, &color.letter().to_string(), &[point]));
        color = color.opponent();
    }
    Ok((file, losses))
}

/// A game as a game.
pub(super) fn from_game_file(file: &GameFile) -> Read {
    from_record(file.record(), Some(file.info()))
}

/// What is set is a name that is right and no more than the file that was read: neither can fail.
fn done<T>(result: Result<T, EditError>) {
    debug_assert!(result.is_ok());
}

/// A file with the first board: size, komi, stones.
fn start(board: &Board) -> Read {
    let size = board.size();
    if size.width() > 52 {
        return Err(ReadError::Board(size));
    }
    let mut losses = Vec::new();
    let mut file = Collection::new(size);
    let Some(mut game) = file.edit(0) else { return Ok((file, losses)) };
    let root = game.root();
    let komi = board.komi_at_start();
    done(game.set(root, "KM", &[info::komi::spelling(komi)]));
    if board.count(Color::Black) > 0 && board.count(Color::White) > 0 {
        losses.push(Loss::whole(format!(
            "the counts {} (Black) and {} (White) are kept as a komi of {komi}: SGF holds no captures",
            board.count(Color::Black),
            board.count(Color::White)
        )));
    }
    if let Some(ko) = board.ko() {
        losses.push(Loss::whole(format!("the ko point {} is lost", size.a1(ko))));
    }
    let stones = |color| {
        let points = size.points().filter(move |&point| board.stone(point) == Some(color));
        points.filter_map(|point| size.sgf(point)).collect::<Vec<_>>()
    };
    let (black, white) = (stones(Color::Black), stones(Color::White));
    if white.is_empty() && black.len() >= 2 && board.turn() == Some(Color::White) {
        done(game.set(root, "HA", &[black.len().to_string()]));
    }
    if !black.is_empty() {
        done(game.set(root, "AB", &black));
    }
    if !white.is_empty() {
        done(game.set(root, "AW", &white));
    }
    Ok((file, losses))
}

/// Says who is to move, where that does not go without saying.
fn set_turn(game: &mut crate::sgf::GameEdit<'_>, root: NodeId, board: &Board, moves: bool) {
    let Some(turn) = board.turn() else { return };
    let tree = game.tree();
    let expected = match (tree.root().get("AB"), tree.root().get("AW")) {
        (Some(_), None) => Color::White,
        _ => Color::Black,
    };
    if turn != expected && !moves {
        done(game.set(root, "PL", &[turn.letter().to_string()]));
    }
}

/// The position after so many moves.
pub(super) fn to_board(game: GameTree<'_>, options: &Options) -> Result<Written, WriteError> {
    let node = match options.upto {
        Some(number) => node_at_move(game, number)?,
        None => last_node(game),
    };
    let mut losses = Vec::new();
    let mut stands = played(node, options, &mut losses);
    if node.first_child().is_none()
        && let Some(outcome) = outcome(game)
    {
        // It is not over unless its passes ended it.
        let _ = stands.end_as(outcome);
    }
    let board = Board::from_game(&stands)?;
    let all = game.nodes().count();
    let said = game.root().properties().any(|property| !holds_position(&property.key()));
    if all > 1 || said {
        losses.push(Loss::new(
            game,
            Spot::Game,
            format!("a dgb holds one position: all else of its {all} nodes is lost"),
        ));
    }
    Ok(Written { bytes: board.to_bytes(), losses })
}

fn holds_position(key: &str) -> bool {
    matches!(key, "GM" | "FF" | "CA" | "SZ" | "KM" | "AB" | "AW" | "AE" | "PL" | "HA")
}

/// The result that RE names, if it is one.
fn outcome(game: GameTree<'_>) -> Option<Outcome> {
    game.result()?.ok()?.value.outcome()
}

/// The record of the main line, and what it does not hold.
fn record_of(
    game: GameTree<'_>,
    format: Format,
    options: &Options,
) -> Result<(Record, Vec<Loss>), WriteError> {
    for node in game.main_line().skip(1) {
        if node.has_setup() {
            return Err(WriteError::Setup { spot: loss::spot_of(node), format });
        }
    }
    let mut losses = Vec::new();
    let mut stands = played(last_node(game), options, &mut losses);
    match game.result() {
        Some(Ok(reading)) => {
            if let Ending::Known(outcome) = reading.value {
                let _ = stands.end_as(outcome);
            }
        }
        Some(Err(unreadable)) => {
            losses.push(Loss::new(game, Spot::Root, format!("RE is lost: {unreadable}")));
        }
        None => {}
    }
    let kept = Record::from_game(&stands)?;
    let named = game.info("RU").is_some();
    for lost in kept.lost {
        match lost {
            // Nobody named them, so none are lost.
            crate::dgf::Lost::Rules { .. } if !named => {}
            lost => losses.push(Loss::new(game, Spot::Root, lost.to_string())),
        }
    }
    let handicap = usize::try_from(stands.handicap()).unwrap_or(0);
    let implied = handicap >= 2
        && stands.start().board().stone_count(Color::White) == 0
        && stands.start().board().stone_count(Color::Black) as usize == handicap
        && stands.start().turn() == Color::White;
    let names = format != Format::Dgr;
    loss::name_losses(
        game,
        |key, root| match key {
            "B" | "W" => true,
            "GM" | "FF" | "CA" | "SZ" | "KM" | "AB" | "AW" | "AE" | "PL" | "RE" | "RU" => root,
            "PB" | "PW" | "DT" => root && names,
            "HA" => root && (implied || handicap == 0),
            ID => root && names,
            _ => false,
        },
        &mut losses,
    );
    Ok((kept.record, losses))
}

/// The record as numbers.
pub(super) fn to_record(game: GameTree<'_>, options: &Options) -> Result<Written, WriteError> {
    let (record, losses) = record_of(game, Format::Dgr, options)?;
    Ok(Written { bytes: record.to_dgr().into_bytes(), losses })
}

/// The game with its names, as TOML or as bytes.
pub(super) fn to_game_file(
    game: GameTree<'_>,
    format: Format,
    options: &Options,
) -> Result<Written, WriteError> {
    let (record, losses) = record_of(game, format, options)?;
    let text = |key: &str| game.info_text(key).unwrap_or_default().into_owned();
    let id = game.root().text(ID).map_or_else(|| record.id(), Cow::into_owned);
    let info = GameInfo { id, black: text("PB"), white: text("PW"), date: text("DT") };
    let file = GameFile::new(info, record)?;
    let bytes = match format {
        Format::Dgfb => file.to_dgfb(),
        _ => file.to_dgf().into_bytes(),
    };
    Ok(Written { bytes, losses })
}
