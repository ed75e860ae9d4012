//! Conversion between DGF and the SGF tree.

use std::borrow::Cow;

use hoshi_core::{Color, HalfPoints, Outcome, Position, WinBy};

use super::loss::{self, ID, Loss, Losses, Spot, Standing};
use super::{
    Format, Options, ReadError, WriteError, Written, check_legal as check_legal_game, done,
    last_node, lenient, main_game, node_at_move, outcome, played,
};
use crate::dgf::{Board, GameFile, GameInfo, Record};
use crate::info;
use crate::sgf::{Collection, GameTree, NodeId, point_value};

const OVER: &str = "the end of the game (turn 0) is lost";

/// A file, and the losses.
type Made = (Collection, Vec<Loss>);

/// The position of a board.
fn position(board: &Board) -> Result<Position, ReadError> {
    let mut setup = board.setup();
    if is_komi_alone(board) {
        // The tree then has all of it as komi, and it must not be counted twice.
        setup.captures = [0; 2];
    }
    setup.position().map_err(|error| ReadError::Illegal(error.to_string()))
}

/// A board, a record or a game.
pub(super) fn read(bytes: &[u8], format: Format) -> Result<super::Record, ReadError> {
    let mut start = None;
    let (file, losses) = match format {
        Format::Dgb => {
            let board = Board::from_bytes(bytes)?;
            start = Some(position(&board)?);
            from_board(&board)
        }
        Format::Dgr => {
            let record = Record::from_dgr(bytes)?;
            check_legal(&record)?;
            from_record(&record, None)
        }
        Format::Dgf => from_game_file(&GameFile::from_dgf(bytes)?)?,
        Format::Dgfb => from_game_file(&GameFile::from_dgfb(bytes)?)?,
        _ => return Err(ReadError::Unknown),
    };
    Ok(super::Record { file, format, start, losses, notes: Vec::new() })
}

/// A board as a game without moves.
fn from_board(board: &Board) -> Made {
    let (mut file, mut losses) = start(board);
    if board.turn().is_none() {
        losses.push(Loss::of_game(OVER));
    } else {
        let root = file.game(0).map(|game| game.root().id());
        if let (Some(mut game), Some(root)) = (file.edit(0), root) {
            set_turn(&mut game, root, board, false);
        }
    }
    (file, losses)
}

/// A record as a game.
fn from_record(record: &Record, info: Option<&GameInfo>) -> Made {
    let (mut file, mut losses) = start(record.board());
    let Some(mut game) = file.edit(0) else { return (file, losses) };
    let root = game.root();
    if let Some(info) = info {
        let texts = [("PB", &info.black), ("PW", &info.white), ("DT", &info.date)];
        for (key, text) in texts.into_iter().filter(|(_, text)| !text.is_empty()) {
            done(game.set_text(root, key, text));
            if game.tree().info_text(key).as_deref() != Some(text) {
                losses.push(spaces(key));
            }
        }
        if info.id != record.id() {
            done(game.set_text(root, ID, &info.id));
            if game.tree().root().text(ID).as_deref() != Some(&info.id) {
                losses.push(spaces("the id"));
            }
        }
    }
    let turn = record.board().turn();
    if turn.is_none() {
        losses.push(Loss::of_game(OVER));
    }
    let gave_up = gave_up(record);
    if let Some(winner) = record.winner() {
        let resigned = gave_up == Some(winner.opponent());
        let by = if resigned { WinBy::Resignation } else { WinBy::Unknown };
        done(game.set(root, "RE", &[Outcome::Win { winner, by }.to_string()]));
    }
    // A resignation has no node, so it does not show whose turn it was.
    let moves = record.moves().iter().any(|mv| !mv.is_resignation());
    set_turn(&mut game, root, record.board(), moves);
    let size = record.board().size();
    let (mut node, mut color) = (root, turn.unwrap_or(Color::Black));
    for mv in record.moves().iter().filter(|mv| !mv.is_resignation()) {
        node = game.append(node);
        let point = mv.point(size).map(|point| point_value(size, point)).unwrap_or_default();
        done(game.set(node, &color.letter().to_string(), &[point]));
        color = color.opponent();
    }
    (file, losses)
}

/// The loss of a text that SGF does not preserve exactly.
fn spaces(key: &str) -> Loss {
    Loss::of_game(format!("{key} has white space that SGF does not keep"))
}

/// Who resigned with the last move.
fn gave_up(record: &Record) -> Option<Color> {
    record.moves().last().filter(|mv| mv.is_resignation())?;
    let first = record.board().turn().unwrap_or(Color::Black);
    let even = record.moves().len().is_multiple_of(2);
    Some(if even { first.opponent() } else { first })
}

/// A record or a board in another form of DGF, directly: only what the target form cannot hold is
/// lost, and the board may be larger than SGF's. `None` if either format is not DGF.
pub(super) fn recast(bytes: &[u8], from: Format, to: Format) -> Result<Option<Written>, ReadError> {
    let (info, record) = match (from, to) {
        (Format::Dgb, Format::Dgb) => {
            let board = Board::from_bytes(bytes)?;
            board.position().map_err(|error| ReadError::Illegal(error.to_string()))?;
            let bytes = board.to_bytes();
            return Ok(Some(Written { bytes, losses: Vec::new() }));
        }
        (_, Format::Sgf | Format::Dgb | Format::Sgn | Format::Url) => return Ok(None),
        (Format::Dgr, _) => {
            let record = Record::from_dgr(bytes)?;
            let empty = String::new;
            let info = GameInfo { id: record.id(), black: empty(), white: empty(), date: empty() };
            (info, record)
        }
        (Format::Dgf, _) => GameFile::from_dgf(bytes)?.into_parts(),
        (Format::Dgfb, _) => GameFile::from_dgfb(bytes)?.into_parts(),
        _ => return Ok(None),
    };
    check_legal(&record)?;
    let mut losses = Vec::new();
    if to == Format::Dgr {
        let own = (info.id != record.id()).then_some("id");
        let named = [("black", &info.black), ("white", &info.white), ("date", &info.date)];
        let named = named.into_iter().filter(|(_, text)| !text.is_empty()).map(|(key, _)| key);
        let lost: Vec<&str> = own.into_iter().chain(named).collect();
        if !lost.is_empty() {
            let verb = if lost.len() == 1 { "is" } else { "are" };
            losses.push(Loss::of_game(format!("{} {verb} lost", lost.join(", "))));
        }
        return Ok(Some(Written { bytes: record.to_dgr().into_bytes(), losses }));
    }
    // They were read from a game, so they are short enough.
    let Ok(file) = GameFile::new(info, record) else { return Ok(None) };
    let bytes = if to == Format::Dgfb { file.to_dgfb() } else { file.to_dgf().into_bytes() };
    Ok(Some(Written { bytes, losses }))
}

/// A DGF game as an SGF game.
fn from_game_file(file: &GameFile) -> Result<Made, ReadError> {
    check_legal(file.record())?;
    Ok(from_record(file.record(), Some(file.info())))
}

/// Refuses a record that is illegal under all rules.
fn check_legal(record: &Record) -> Result<(), ReadError> {
    match record.replay(&lenient()) {
        Ok(_) => Ok(()),
        Err(error) => Err(ReadError::Illegal(error.to_string())),
    }
}

/// A file with the first board: size, komi, stones.
fn start(board: &Board) -> Made {
    let size = board.size();
    let mut losses = Vec::new();
    let mut file = Collection::new(size);
    let Some(mut game) = file.edit(0) else { return (file, losses) };
    let root = game.root();
    let komi = board.komi_at_start();
    done(game.set(root, "KM", &[info::komi::spelling(komi)]));
    if !is_komi_alone(board) {
        losses.push(Loss::of_game(format!(
            "the counts {} (Black) and {} (White) are kept as a komi of {komi}: SGF holds no captures",
            counted(board, Color::Black),
            counted(board, Color::White)
        )));
    }
    if let Some(ko) = board.ko() {
        losses.push(Loss::of_game(format!("the ko point {} is lost", size.a1(ko))));
    }
    let stones = |color| {
        let points = size.points().filter(move |&point| board.stone(point) == Some(color));
        points.map(|point| point_value(size, point)).collect::<Vec<_>>()
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
    (file, losses)
}

/// Whether a komi alone explains the counts of a board.
fn is_komi_alone(board: &Board) -> bool {
    let halves = |color| u32::from(board.half() == Some(color));
    let of = |color| 2 * u32::from(board.count(color)) + halves(color);
    of(Color::Black) == 0 || of(Color::White) == 0
}

/// A colour's count in the header, with the half point.
fn counted(board: &Board, color: Color) -> HalfPoints {
    let half = i32::from(board.half() == Some(color));
    HalfPoints::from_halves(2 * i32::from(board.count(color)) + half)
}

/// Sets PL where the side to move is not obvious.
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

/// The position at the requested move.
pub(super) fn to_board(game: GameTree<'_>, options: &Options) -> Result<Written, WriteError> {
    let node = match options.upto {
        Some(number) => node_at_move(game, number)?,
        None => last_node(game),
    };
    let mut losses = Losses::default();
    let mut stands = played(node, options, &mut losses);
    if node.first_child().is_none()
        && let Some(outcome) = outcome(game)
    {
        // The game is not over unless passes ended it.
        let _ = stands.end_as(outcome);
    }
    let board = Board::from_game(&stands)?;
    if let Err(error) = board.position() {
        return Err(WriteError::Illegal { what: error.to_string(), format: Format::Dgb });
    }
    loss::name_unreadable(game, &["SZ", "KM", "HA"], &mut losses);
    let all = game.nodes().count();
    let said = game.root().properties().any(|property| !holds_position(&property.key()));
    if all > 1 || said {
        losses.push(Loss::new(
            game,
            Spot::Game,
            format!("a dgb holds one position: all else of its {all} nodes is lost"),
        ));
    }
    Ok(Written { bytes: board.to_bytes(), losses: losses.into_list() })
}

fn holds_position(key: &str) -> bool {
    matches!(key, "GM" | "FF" | "CA" | "SZ" | "KM" | "AB" | "AW" | "AE" | "PL" | "HA")
}

/// The record of the main line, and the losses.
fn record_of(
    game: GameTree<'_>,
    format: Format,
    options: &Options,
) -> Result<(Record, Vec<Loss>), WriteError> {
    let mut losses = Losses::default();
    let mut stands = main_game(game, format, options, &mut losses)?;
    check_legal_game(&stands, format)?;
    let recorded = outcome(game);
    let held = loss::end(&mut stands, recorded);
    let kept = Record::from_game(&stands)?;
    for lost in kept.lost {
        match lost {
            // Rules that the record did not name are not a loss.
            crate::dgf::Lost::Rules { .. } => {
                if let Some(Ok(rules)) = game.rules() {
                    let what = format!("RU is lost: {}", rules.value);
                    losses.push(Loss::new(game, Spot::Root, what));
                }
            }
            lost if recorded.is_some() && held => {
                losses.push(Loss::new(game, Spot::Root, format!("RE: {lost}")));
            }
            _ => {}
        }
    }
    if !held && let (Some(recorded), Some(ended)) = (recorded, stands.outcome()) {
        let what =
            format!("RE is lost: it says {recorded}, but the moves end the game with {ended}");
        losses.push(Loss::new(game, Spot::Root, what));
    }
    loss::name_unreadable(game, &["SZ", "KM", "HA", "RU", "RE"], &mut losses);
    let handicap = usize::try_from(stands.handicap()).unwrap_or(0);
    let implied = handicap >= 2
        && stands.start().board().stone_count(Color::White) == 0
        && stands.start().board().stone_count(Color::Black) as usize == handicap
        && stands.start().turn() == Color::White;
    let names = format != Format::Dgr;
    let told_turn = game.info("PL").and_then(|it| it.value().color());
    loss::name_losses(
        game,
        |key, Standing { start, info }| match key {
            "B" | "W" | "FF" | "CA" => true,
            "AB" | "AW" | "AE" => start,
            "PL" => start && told_turn == Some(stands.start().turn()),
            "GM" | "SZ" | "KM" | "RE" | "RU" => info,
            "PB" | "PW" | "DT" => info && names,
            "HA" => info && (implied || handicap == 0),
            ID => start && info && names,
            _ => false,
        },
        &mut losses,
    );
    if recorded.is_some() {
        return Ok((kept.record, losses.into_list()));
    }
    // A result that is missing in the record stays missing, though passes may have ended the game.
    let (board, _, moves) = kept.record.into_parts();
    let record = Record::new(board, None, moves).map_err(crate::dgf::Unfit::from)?;
    Ok((record, losses.into_list()))
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
