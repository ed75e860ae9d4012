//! `hoshi lab solve`.

use std::path::Path;
use std::sync::Mutex;
use std::sync::mpsc::{self, RecvTimeoutError};
use std::time::{Duration, Instant};

use anyhow::{Context as _, Result, bail};
use hoshi_core::{Color, Move, Preset, Rules, Size};
use hoshi_lab::{Choice, Interval, Progress, Solution, State};
use serde_json::{Value, json};

use super::{Answer, position, rows, superko, wrong};
use crate::cli::{LabSolve, LabState, WrongCall};
use crate::files;
use crate::out::{self, Out};
use crate::players::TablePlayer;

pub(super) fn solve(options: &LabSolve, out: &mut Out) -> Result<Answer> {
    let size = match (&options.table, options.size) {
        (Some(table), _) => return query_table(table, &options.state, options.json, out),
        (None, Some(size)) => size,
        // One of the two is required.
        (None, None) => return Ok(Answer::No),
    };
    out::end_on_ctrl_c()?;
    if options.rules != Rules::of(Preset::Simple) {
        if options.out.is_some() || options.state.position.is_some() {
            bail!(WrongCall(
                "under superko a position alone has no value, so there is no table and no --position: what \
                 may be played depends on all that was played before"
                    .to_owned()
            ));
        }
        return superko::run(size, &options.rules, options.json, out);
    }
    if let Some(path) = &options.out {
        files::check(path, options.force)?;
    }
    // What is wrong with the question is said before the work.
    if size.area() <= Solution::MOST {
        asked(&options.state, size)?;
    }
    let solution = solved(size, options.memory, out)?;
    if let Some(path) = &options.out {
        let bytes = solution.to_bytes();
        files::put(Some(path), &bytes, false, options.force, out)?;
        if files::is_dash(path) {
            return Ok(Answer::Yes);
        }
        out.say(&format!("{} bytes written to {}", bytes.len(), path.display()));
    }
    answer(&solution, &options.state, options.json, out)
}

/// Looks into a table.
pub(super) fn query_table(
    path: &Path,
    state: &LabState,
    is_json: bool,
    out: &mut Out,
) -> Result<Answer> {
    let table = TablePlayer::read(path)?;
    answer(table.solution(), state, is_json, out)
}

/// Solves a board, and shows on a terminal how far it is.
fn solved(size: Size, memory: u16, out: &mut Out) -> Result<Solution> {
    let start = Instant::now();
    let room = usize::from(memory) << 30;
    let last = Mutex::new(Progress::Positions(0.0));
    let solution = std::thread::scope(|scope| {
        let (sender, receiver) = mpsc::channel();
        let last = &last;
        let work = move || {
            let tell = |progress| {
                if let Ok(mut last) = last.lock() {
                    *last = progress;
                }
            };
            // It fails only if nobody waits any more.
            let _ = sender.send(Solution::with_progress(size, room, &tell));
        };
        std::thread::Builder::new()
            .spawn_scoped(scope, work)
            .context("no thread could be started")?;
        loop {
            match receiver.recv_timeout(out::REDRAW) {
                Ok(solution) => return solution.map_err(wrong),
                Err(RecvTimeoutError::Disconnected) => bail!("solving {size} broke off"),
                Err(RecvTimeoutError::Timeout) => {
                    let last = last.lock().map(|last| *last);
                    show(last.unwrap_or(Progress::Positions(0.0)), start.elapsed(), out);
                }
            }
        }
    })?;
    let sweeps = match last.into_inner() {
        Ok(Progress::Sweep { number, .. }) => number,
        _ => 0,
    };
    out.detail(&format!(
        "{} positions, {} states, {sweeps} sweeps, {:.1} s",
        solution.positions(),
        solution.states(),
        start.elapsed().as_secs_f64()
    ));
    Ok(solution)
}

fn show(progress: Progress, gone: Duration, out: &mut Out) {
    match progress {
        Progress::Positions(share) => {
            let whole = Duration::try_from_secs_f64(gone.as_secs_f64() / share).ok();
            out.progress("positions", gone, whole);
        }
        // How many sweeps there will be, nobody knows before.
        Progress::Sweep { number, share, changed } => {
            let before = match number {
                1 => String::new(),
                _ => format!("; {changed} values changed in the one before"),
            };
            let what = format!("sweep {number}, {:.0} %{before}", 100.0 * share);
            out.progress(&what, gone, None);
        }
    }
}

/// The state that is asked about.
fn asked(options: &LabState, size: Size) -> Result<State> {
    let start = State::start(size);
    let points = match &options.position {
        None => start.points,
        Some(text) => position(text, size)?,
    };
    let ko = options.ko.as_deref().map(|name| size.parse_a1(name)).transpose();
    Ok(State {
        points,
        turn: if options.white { Color::White } else { Color::Black },
        ko: ko.map_err(|error| WrongCall(format!("--ko: {error}")))?,
        passed: options.passed,
    })
}

/// Tells what a state is worth, and its moves.
fn answer(solution: &Solution, options: &LabState, is_json: bool, out: &mut Out) -> Result<Answer> {
    let size = solution.size();
    let state = asked(options, size)?;
    let found = solution.value(&state).and_then(|value| Ok((value, solution.choices(&state)?)));
    let answer = if found.is_ok() { Answer::Yes } else { Answer::No };
    if is_json {
        let found = found.ok();
        let (value, choices) = (found.as_ref().map(|found| found.0), found.map(|found| found.1));
        let object = told(solution, &state, value, &choices.unwrap_or_default());
        out.line(&object.to_string())?;
        return Ok(answer);
    }
    match found {
        Ok((value, choices)) => out.write(&text(size, &state, value, &choices))?,
        Err(error) => out.say(&error.to_string()),
    }
    Ok(answer)
}

/// The moves that nothing is better than.
fn best(size: Size, choices: &[Choice]) -> Vec<String> {
    let Some(first) = choices.first() else { return Vec::new() };
    let alike = choices.iter().take_while(|choice| choice.value == first.value);
    alike.map(|choice| size.move_name(choice.mv)).collect()
}

fn text(size: Size, state: &State, value: Interval, choices: &[Choice]) -> String {
    let turn = if state.turn == Color::Black { "Black" } else { "White" };
    let mut text = format!("value {value}, {turn} to move\n\n");
    let of = |mv: Move| choices.iter().find(|choice| choice.mv == mv);
    let cells: Vec<String> = size
        .points()
        .map(|point| match (state.points[size.index(point)], of(Move::Play(point))) {
            (1, _) => "X".to_owned(),
            (2, _) => "O".to_owned(),
            (_, None) => ".".to_owned(),
            (_, Some(choice)) => choice.value.to_string(),
        })
        .collect();
    let width = cells.iter().map(String::len).max().unwrap_or(0);
    for row in cells.chunks(usize::from(size.width())) {
        let row: Vec<String> = row.iter().map(|cell| format!("{cell:>width$}")).collect();
        text.push_str(&row.join("  "));
        text.push('\n');
    }
    if let Some(pass) = of(Move::Pass) {
        text.push_str(&format!("\npass {}\n", pass.value));
    }
    text.push_str(&format!("best {}\n", best(size, choices).join(" ")));
    text
}

fn told(solution: &Solution, state: &State, value: Option<Interval>, choices: &[Choice]) -> Value {
    let size = solution.size();
    let moves = choices.iter().map(|choice| {
        json!({
            "move": size.move_name(choice.mv),
            "low": choice.value.low,
            "high": choice.value.high,
            "plies": choice.plies,
        })
    });
    json!({
        "width": size.width(),
        "height": size.height(),
        "rules": Rules::of(Preset::Simple).to_string(),
        "positions": solution.positions().to_string(),
        "states": solution.states().to_string(),
        "rows": rows(&state.points, size),
        "turn": if state.turn == Color::Black { "black" } else { "white" },
        "ko": state.ko.map(|ko| size.a1(ko).to_string()),
        "passed": state.passed,
        "value": value.map(|value| json!({ "low": value.low, "high": value.high })),
        "moves": moves.collect::<Vec<_>>(),
        "best": best(size, choices),
    })
}
