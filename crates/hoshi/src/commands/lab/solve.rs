//! `hoshi lab solve`.

use std::path::Path;
use std::time::{Duration, Instant};

use anyhow::{Result, bail};
use hoshi_core::{Color, Move, Preset, Rules, Size};
use hoshi_lab::{Choice, Interval, NoState, Progress, Solution, State, need};
use serde_json::{Value, json};

use super::pictures::{MoveValue, Picture, Solved};
use super::{Answer, position, rows, superko, wrong};
use crate::cli::{LabSolve, LabState};
use crate::error::UsageError;
use crate::files;
use crate::job::Job;
use crate::memory::{self, Free};
use crate::out::Out;
use crate::players::TablePlayer;
use crate::signals;

/// The default for `--memory`, in gigabytes.
const MEMORY: u16 = 1;

pub(super) fn solve(options: &LabSolve, out: &mut Out) -> Result<Answer> {
    let picture = options.draw.as_deref().map(|path| Picture::new(path, false, options.force));
    let picture = picture.transpose()?;
    let picture = picture.as_ref();
    let size = match (&options.table, options.size) {
        (Some(table), _) => {
            return query_table(table, &options.state, picture, options.json, out);
        }
        (None, Some(size)) => size,
        (None, None) => bail!(UsageError("name a board, such as 3x3, or a --table".to_owned())),
    };
    signals::end_on_signal()?;
    if options.rules != Rules::of(Preset::Simple) {
        let rule = superko::rule_of(&options.rules)?;
        superko::check(options)?;
        return superko::run(size, rule, &options.rules, picture, options.json, out);
    }
    if let Some(path) = &options.out {
        if options.json && files::is_dash(path) {
            let both = "--out - and --json would both write to standard output: name a file";
            bail!(UsageError(both.to_owned()));
        }
        files::check(path, options.force)?;
    }
    // What is wrong with the question is said before the work.
    let state = asked(&options.state, size)?;
    match state.check(size) {
        Ok(()) => {}
        Err(NoState::TooLarge(error)) => return Err(wrong(error)),
        Err(error) => return refused(size, None, &state, error, options.json, out),
    }
    let gigabytes = options.memory.unwrap_or(MEMORY);
    fits(size, gigabytes)?;
    let solution = solved(size, gigabytes, out)?;
    if let Some(path) = &options.out {
        let bytes = solution.to_bytes();
        files::put(Some(path), &bytes, false, options.force, out)?;
        if files::is_dash(path) {
            return Ok(Answer::Yes);
        }
        out.say(format!("{} bytes written to {}", bytes.len(), path.display()));
    }
    answer(&solution, &state, picture, options.json, out)
}

/// Refuses a board that cannot be solved in the memory that there is.
fn fits(size: Size, gigabytes: u16) -> Result<()> {
    let without = need::solve(size, 0).map_err(wrong)?;
    let needs = need::solve(size, usize::from(gigabytes) << 30).map_err(wrong)?;
    memory::check(&format!("solving {size}"), needs, Free::now(), |bytes| {
        if let Some(rest) = bytes.checked_sub(without) {
            return Some(format!("with --memory {} it would fit", rest >> 30));
        }
        // The longer side is made shorter, again and again.
        let smaller = |size: &Size| {
            let (long, short) = (size.width().max(size.height()), size.width().min(size.height()));
            let (long, short) = ((long - 1).max(short), (long - 1).min(short));
            Size::new(long, short)
        };
        let is_small = |size: &Size| need::solve(*size, 0).is_ok_and(|needs| needs <= bytes);
        let fits = std::iter::successors(smaller(&size), smaller).find(is_small)?;
        Some(format!("{fits} with --memory 0 would fit"))
    })
}

/// Looks into a table.
pub(super) fn query_table(
    path: &Path,
    options: &LabState,
    picture: Option<&Picture<'_>>,
    is_json: bool,
    out: &mut Out,
) -> Result<Answer> {
    let table = TablePlayer::read(path)?;
    let solution = table.solution();
    let state = asked(options, solution.size())?;
    answer(solution, &state, picture, is_json, out)
}

/// Solves a board, and shows how far it is.
fn solved(size: Size, memory: u16, out: &mut Out) -> Result<Solution> {
    let start = Instant::now();
    let room = usize::from(memory) << 30;
    let mut last = Progress::Positions(0.0);
    let show_report = |report: Option<Progress>, gone, out: &mut Out| {
        last = report.unwrap_or(last);
        show(last, gone, out);
    };
    let name = format!("solving {size}");
    let solution = Job::new(&name).run(out, show_report, |reporter| {
        Solution::with_progress(size, room, &|progress| reporter.send(progress)).map_err(wrong)
    })?;
    let sweeps = match last {
        Progress::Sweep { number, .. } => number,
        Progress::Positions(_) => 0,
    };
    out.detail(format!(
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
        // The number of sweeps is not known in advance.
        Progress::Sweep { number, share, changed } => {
            let before = match number {
                1 => String::new(),
                _ => format!("; {changed} values changed in the previous one"),
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
        ko: ko.map_err(|error| UsageError(format!("--ko: {error}")))?,
        passed: options.passed,
    })
}

/// Tells what a state is worth, and its moves.
fn answer(
    solution: &Solution,
    state: &State,
    picture: Option<&Picture<'_>>,
    is_json: bool,
    out: &mut Out,
) -> Result<Answer> {
    let size = solution.size();
    let found = solution.value(state).and_then(|value| Ok((value, solution.choices(state)?)));
    if let (Some(picture), Ok((value, choices))) = (picture, &found) {
        let best = choices.first().map(|choice| choice.value);
        let moves = choices.iter().map(|choice| MoveValue {
            mv: choice.mv,
            low: i32::from(choice.value.low),
            high: i32::from(choice.value.high),
            text: choice.value.to_string(),
            is_best: Some(choice.value) == best,
        });
        let solved = Solved {
            title: format!("{size}: {value} for Black"),
            points: &state.points,
            turn: state.turn,
            ko: state.ko,
            moves: moves.collect(),
        };
        picture.values(size, &solved, out)?;
    }
    match found {
        Err(error) => return refused(size, Some(solution), state, error, is_json, out),
        Ok((value, choices)) if is_json => {
            let object = to_json(size, Some(solution), state, Some(value), &choices);
            out.json(&object)?;
        }
        Ok((value, choices)) => out.write(text(size, state, value, &choices))?,
    }
    Ok(Answer::Yes)
}

/// Says why the board has no such state.
fn refused(
    size: Size,
    solution: Option<&Solution>,
    state: &State,
    error: NoState,
    is_json: bool,
    out: &mut Out,
) -> Result<Answer> {
    if is_json {
        out.json(&to_json(size, solution, state, None, &[]))?;
    }
    out.say(error.to_string());
    Ok(Answer::No)
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

fn to_json(
    size: Size,
    solution: Option<&Solution>,
    state: &State,
    value: Option<Interval>,
    choices: &[Choice],
) -> Value {
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
        "positions": solution.map(|solution| solution.positions().to_string()),
        "states": solution.map(|solution| solution.states().to_string()),
        "rows": rows(&state.points, size),
        "turn": if state.turn == Color::Black { "black" } else { "white" },
        "ko": state.ko.map(|ko| size.a1(ko).to_string()),
        "passed": state.passed,
        "value": value.map(|value| json!({ "low": value.low, "high": value.high })),
        "moves": moves.collect::<Vec<_>>(),
        "best": best(size, choices),
    })
}
