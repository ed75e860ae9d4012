//! `hoshi board`: boards of DGF, made, played on and compared.

mod index;

use std::path::Path;

use anyhow::{Context as _, Result, anyhow};
use hoshi_core::Point;
use hoshi_record::convert::Format;
use hoshi_record::dgf;
use serde_json::json;

use super::Answer;
use super::show::name;
use crate::cli::{Board, BoardWhat, HowPacked, MoveWord, Output};
use crate::error::UsageError;
use crate::files;
use crate::out::Out;

/// Does what was asked for.
pub(crate) fn run(options: &Board, out: &mut Out) -> Result<Answer> {
    match &options.what {
        BoardWhat::New(new) => {
            let board = dgf::new_board(new.side, new.komi, new.handicap)
                .map_err(|error| UsageError(error.to_string()))?;
            put(&board.to_bytes(), &new.output, out)
        }
        BoardWhat::Apply(apply) => {
            let board = read(&apply.board)?;
            let mv = on(&apply.mv, &board)?;
            match dgf::apply(&board, mv, &apply.rules) {
                Ok(after) => put(&after.to_bytes(), &apply.output, out),
                Err(error) => {
                    out.say(format!("no: {error}"));
                    Ok(Answer::No)
                }
            }
        }
        BoardWhat::Legal(legal) => {
            let board = read(&legal.board)?;
            match &legal.mv {
                Some(word) => one_legal(&board, on(word, &board)?, &legal.rules, legal.json, out),
                None => all_legal(&board, &legal.rules, legal.json, out),
            }
        }
        BoardWhat::Diff(diff) => {
            let (before, after) = (read(&diff.before)?, read(&diff.after)?);
            let found = dgf::diff(&before, &after, &diff.rules);
            let size = before.size();
            if diff.json {
                out.json(&match &found {
                    Ok(mv) => {
                        json!({"move": mv.number(), "name": mv.name(size), "reason": null})
                    }
                    Err(why) => json!({"move": null, "name": null, "reason": why.to_string()}),
                })?;
            }
            match found {
                Ok(mv) => {
                    if !diff.json {
                        out.line(mv.to_string())?;
                        out.detail(format!("that is {}", mv.name(size)));
                    }
                    Ok(Answer::Yes)
                }
                Err(why) => {
                    if !diff.json {
                        out.say(format!("not one move apart: {why}"));
                    }
                    Ok(Answer::No)
                }
            }
        }
        BoardWhat::Liberties(options) => {
            let board = read(&options.board)?;
            let point = options.point.as_ref().map(|word| point(word, &board)).transpose()?;
            liberties(&board, point, options.json, out)
        }
        BoardWhat::Pack(pack) => {
            let board = read(&pack.board)?;
            let bytes = match pack.how {
                HowPacked::Points(packing) => dgf::pack(&board, packing),
                HowPacked::Index => {
                    index::pack(&board).with_context(|| files::shown(&pack.board))?
                }
            };
            put(&bytes, &pack.output, out)
        }
        BoardWhat::Unpack(unpack) => {
            let bytes = files::read(&unpack.packed)?;
            let board = match unpack.how {
                HowPacked::Points(packing) => {
                    dgf::unpack(&bytes, packing).map_err(anyhow::Error::from)
                }
                HowPacked::Index => index::unpack(&bytes),
            };
            let board = board.with_context(|| files::shown(&unpack.packed))?;
            put(&board.to_bytes(), &unpack.output, out)
        }
    }
}

fn read(path: &Path) -> Result<dgf::Board> {
    let bytes = files::read(path)?;
    dgf::Board::from_bytes(&bytes).map_err(|error| {
        let shown = files::shown(path);
        match Format::detect(&bytes) {
            Some(format) if format != Format::Dgb => anyhow!(
                "{shown}: it is {format}, and a board of DGF is wanted: `hoshi convert {shown} OUT.dgb` makes one"
            ),
            _ => anyhow!(error).context(shown),
        }
    })
}

fn on(word: &MoveWord, board: &dgf::Board) -> Result<dgf::Move> {
    word.on(board.size()).map_err(|error| anyhow!(UsageError(error)))
}

fn point(word: &MoveWord, board: &dgf::Board) -> Result<Point> {
    let size = board.size();
    on(word, board)?
        .point(size)
        .ok_or_else(|| anyhow!(UsageError(format!("that is not a point on a {size} board"))))
}

fn put(bytes: &[u8], output: &Output, out: &mut Out) -> Result<Answer> {
    files::put(output.output.as_deref(), bytes, false, output.force, out)?;
    Ok(Answer::Yes)
}

fn one_legal(
    board: &dgf::Board,
    mv: dgf::Move,
    rules: &hoshi_core::Rules,
    json: bool,
    out: &mut Out,
) -> Result<Answer> {
    let legal = dgf::legal(board, mv, rules);
    let reason = legal.as_ref().err().map(ToString::to_string);
    if json {
        let object = json!({"move": mv.number(), "legal": legal.is_ok(), "reason": reason});
        out.json(&object)?;
    } else {
        out.line(reason.map_or_else(|| "yes".to_owned(), |reason| format!("no: {reason}")))?;
    }
    Ok(if legal.is_ok() { Answer::Yes } else { Answer::No })
}

fn all_legal(
    board: &dgf::Board,
    rules: &hoshi_core::Rules,
    json: bool,
    out: &mut Out,
) -> Result<Answer> {
    let size = board.size();
    let moves = match dgf::legal_moves(board, rules) {
        Ok(moves) => moves,
        Err(error) => {
            out.say(format!("no: {error}"));
            return Ok(Answer::No);
        }
    };
    if json {
        let list: Vec<_> =
            moves.iter().map(|mv| json!({"move": mv.number(), "name": mv.name(size)})).collect();
        out.json(&serde_json::Value::from(list))?;
    } else {
        let lines: Vec<String> =
            moves.iter().map(|mv| format!("{:>5}  {}\n", mv.number(), mv.name(size))).collect();
        out.write(lines.concat())?;
    }
    Ok(Answer::Yes)
}

fn liberties(
    board: &dgf::Board,
    point: Option<Point>,
    json: bool,
    out: &mut Out,
) -> Result<Answer> {
    let size = board.size();
    if let Some(point) = point
        && board.stone(point).is_none()
    {
        out.say(format!("no: there is no stone at {}", size.a1(point)));
        return Ok(Answer::No);
    }
    let blocks = dgf::liberties(board, point)?;
    let names = |points: &[Point]| -> Vec<String> {
        points.iter().map(|&point| size.a1(point).to_string()).collect()
    };
    if json {
        let list: Vec<_> = blocks
            .iter()
            .map(|block| {
                json!({
                    "color": name(block.color),
                    "stones": names(&block.stones),
                    "liberties": names(&block.liberties),
                })
            })
            .collect();
        out.json(&serde_json::Value::from(list))?;
        return Ok(Answer::Yes);
    }
    for block in blocks {
        let stones = names(&block.stones).join(" ");
        let liberties = names(&block.liberties).join(" ");
        let count = block.liberties.len();
        out.write(format!("{} {stones}: {count} ({liberties})\n", block.color.letter()))?;
    }
    Ok(Answer::Yes)
}
