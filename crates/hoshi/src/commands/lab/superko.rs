//! `hoshi lab solve` with superko.

use std::cmp::Reverse;

use anyhow::{Result, anyhow, bail};
use hoshi_core::{Color, Ko, Move, Preset, Rules, Size};
use hoshi_lab::{Superko, SuperkoSolution, superko};
use serde_json::{Value, json};

use super::pictures::{MoveValue, Picture, Solved};
use super::{Answer, search, wrong};
use crate::cli::LabSolve;
use crate::error::UsageError;
use crate::out::Out;

/// Solves a board from its beginning.
pub(super) fn run(
    size: Size,
    rule: Superko,
    rules: &Rules,
    picture: Option<&Picture<'_>>,
    is_json: bool,
    out: &mut Out,
) -> Result<Answer> {
    let what = format!("solving {size} under superko");
    let solution = search(&what, out, || superko(size, rule).map_err(wrong))?;
    out.detail(format!("{} nodes", solution.nodes));
    if let Some(picture) = picture {
        let moves = solution.moves.iter().map(|&(mv, value)| MoveValue {
            mv,
            low: value,
            high: value,
            text: value.to_string(),
            is_best: solution.best.contains(&mv),
        });
        let solved = Solved {
            title: format!("{size} under superko: {} for Black", solution.value),
            points: &vec![0; size.area()],
            turn: Color::Black,
            ko: None,
            moves: moves.collect(),
        };
        picture.values(size, &solved, out)?;
    }
    if is_json {
        out.json(&to_json(size, rules, &solution))?;
    } else {
        out.write(text(size, &solution))?;
    }
    Ok(Answer::Yes)
}

/// Which superko the rules have; all else must be as `simple` has it.
pub(super) fn rule_of(rules: &Rules) -> Result<Superko> {
    let others = Rules { ko: Ko::Simple, ..rules.clone() };
    match rules.ko {
        Ko::Positional if others == Rules::of(Preset::Simple) => Ok(Superko::Positional),
        Ko::Situational if others == Rules::of(Preset::Simple) => Ok(Superko::Situational),
        _ => Err(anyhow!(UsageError(format!(
            "boards are solved with --rules simple, or simple,ko=psk, or simple,ko=ssk; not with `{rules}`"
        )))),
    }
}

/// Refuses what is for simple ko only.
pub(super) fn check(options: &LabSolve) -> Result<()> {
    let LabSolve { state, out, memory, .. } = options;
    let given = [
        ("--position", state.position.is_some()),
        ("--white", state.white),
        ("--ko", state.ko.is_some()),
        ("--passed", state.passed),
        ("--out", out.is_some()),
        ("--memory", memory.is_some()),
    ];
    let Some((name, _)) = given.into_iter().find(|(_, is_given)| *is_given) else { return Ok(()) };
    bail!(UsageError(format!(
        "{name} is for simple ko: under superko only the empty board is solved, Black to move, and there \
         is no table, since what may be played depends on all that was played before"
    )));
}

fn best(size: Size, solution: &SuperkoSolution) -> Vec<String> {
    solution.best.iter().map(|&mv| size.move_name(mv)).collect()
}

fn text(size: Size, solution: &SuperkoSolution) -> String {
    let mut text = format!("value {}, Black to move\n\n", solution.value);
    let of = |mv: Move| solution.moves.iter().find(|(other, _)| *other == mv);
    let cell = |mv| of(mv).map_or_else(|| ".".to_owned(), |(_, value)| value.to_string());
    let cells: Vec<String> = size.points().map(|point| cell(Move::Play(point))).collect();
    let width = cells.iter().map(String::len).max().unwrap_or(0);
    for row in cells.chunks(usize::from(size.width())) {
        let row: Vec<String> = row.iter().map(|cell| format!("{cell:>width$}")).collect();
        text.push_str(&row.join("  "));
        text.push('\n');
    }
    text.push_str(&format!("\npass {}\n", cell(Move::Pass)));
    text.push_str(&format!("best {}\n", best(size, solution).join(" ")));
    text
}

/// The fields have the names of those under simple ko, where a value is an interval.
fn to_json(size: Size, rules: &Rules, solution: &SuperkoSolution) -> Value {
    let mut moves = solution.moves.clone();
    // The order is kept among those that are alike.
    moves.sort_by_key(|&(_, value)| Reverse(value));
    let moves = moves
        .iter()
        .map(|&(mv, value)| json!({ "move": size.move_name(mv), "low": value, "high": value }));
    json!({
        "width": size.width(),
        "height": size.height(),
        "rules": rules.to_string(),
        "value": { "low": solution.value, "high": solution.value },
        "moves": moves.collect::<Vec<_>>(),
        "best": best(size, solution),
    })
}
