//! One analysed position, as text and as JSON.

use hoshi_core::{Color, DeadAndSeki, Diagram, Game, Mark, Move, PointMap, PointSet, Size};
use hoshi_render::text;
use serde_json::{Value, json};

use super::analyst::{Candidate, Opinion};
use super::ending::Ending;
use super::{Position, Seen};
use crate::cli::Look;
use crate::out::{self, Out, Style, Text};
use crate::players;

/// How many candidates are listed.
const CANDIDATES: usize = 8;

/// How many moves of a line are shown.
const LINE: usize = 8;

/// From this value on, a point likely belongs to a side.
const LIKELY: f32 = 0.5;

/// Points for Black as a result; `?` if unknown.
pub(super) fn score(score: Option<f64>) -> String {
    score.map_or_else(|| "?".to_owned(), |score| players::score_text(score as f32))
}

pub(super) fn percent(rate: f64) -> String {
    format!("{:.1} %", 100.0 * rate)
}

pub(super) fn line(size: Size, moves: &[Move], most: usize) -> String {
    let names = moves.iter().take(most).map(|&mv| size.move_name(mv));
    names.collect::<Vec<_>>().join(" ")
}

/// One position for a person.
pub(super) fn position(seen: &Seen<'_>, name: &str, look: &Look, out: &Out) -> Text {
    let Seen { position, opinion, ending } = seen;
    let game = &position.game;
    let turn = game.turn();
    let over = ending.and_then(Ending::over);
    let title = match over {
        Some(why) => format!("Move {}, {why}", position.number),
        None => format!("Move {}, {turn} to play", position.number),
    };
    let mut page = out.style(Style::Heading, &title);
    page += "\n\n";
    let Some(opinion) = opinion else {
        return page + end(position, *ending, look, out);
    };
    page += candidates(game, opinion, name);
    page += "\n";
    let marks = players::estimate(game).marks;
    let diagram = picture(position, opinion.owners.as_ref(), &marks);
    page += out::board(&text::draw(&diagram, &out.text_style(look)));
    let mut below = "\n".to_owned();
    if opinion.owners.is_some() {
        below.push_str("The territory is an estimate.\n");
    }
    if !marks.dead.is_empty() {
        let dead = names(game.size(), &marks.dead).join(" ");
        below.push_str(&format!("Most likely dead: {dead}\n"));
    }
    if let Some(ending) = ending {
        below.push_str(&format!("\nThis is the last position. {}", ending.text()));
    }
    page + below
}

/// The moves that were considered, a line each.
fn candidates(game: &Game, opinion: &Opinion, name: &str) -> String {
    let (size, turn) = (game.size(), game.turn());
    let Some(best) = opinion.best() else { return "There is no move to consider.\n".to_owned() };
    // Both of the best move: the mean of all playouts is another thing, and may contradict them.
    let points =
        opinion.score.and(best.score).map(|points| format!("{} and ", score(Some(points))));
    let mut text = format!(
        "{name} estimates {}{} for {turn}, after {}.\n\n",
        points.unwrap_or_default(),
        percent(best.win_rate),
        out::counted(opinion.visits, "visit")
    );
    let points = |points: &str| match opinion.score {
        Some(_) => format!("{points:>9}"),
        None => String::new(),
    };
    let head = points("score");
    text.push_str(&format!("{:6}{:>8}{:>10}{head}   line\n", "move", "visits", "win rate"));
    for candidate in opinion.candidates.iter().take(CANDIDATES) {
        text.push_str(&format!(
            "{:6}{:>8}{:>10}{}   {}\n",
            size.move_name(candidate.mv),
            candidate.visits,
            percent(candidate.win_rate),
            points(&score(candidate.score)),
            line(size, &candidate.line, LINE)
        ));
    }
    text
}

/// A position in which no more moves are made: the board as it is counted, and the count.
fn end(position: &Position, ending: Option<&Ending>, look: &Look, out: &Out) -> Text {
    let mut diagram = board(position);
    let Some(ending) = ending else {
        return out::board(&text::draw(&diagram, &out.text_style(look)));
    };
    ending.mark(&mut diagram);
    let mut page = Text::from(ending.text()) + "\n";
    page += out::board(&text::draw(&diagram, &out.text_style(look)));
    if let Some(table) = ending.table(&position.game, position.number) {
        page += format!("\n{}", table.trim_end());
        page += "\n";
    }
    page
}

fn names(size: Size, points: &PointSet) -> Vec<String> {
    points.iter().map(|point| size.a1(point).to_string()).collect()
}

/// The board with the last move.
fn board(position: &Position) -> Diagram {
    let game = &position.game;
    let mut diagram = Diagram::from(game.board());
    let last = game.last_move().and_then(|(_, mv)| mv.point());
    diagram.set_last_move(last.filter(|&point| diagram.stone(point).is_some()));
    diagram
}

/// The board with those whose points it is likely to be.
fn picture(position: &Position, owners: Option<&PointMap<f32>>, marks: &DeadAndSeki) -> Diagram {
    let game = &position.game;
    let mut diagram = board(position);
    for point in marks.dead.iter() {
        diagram.mark(point, Mark::Dead);
    }
    let Some(owners) = owners else { return diagram };
    for point in game.size().points() {
        let owner = owners[point];
        if diagram.stone(point).is_none() && owner.abs() >= LIKELY {
            let color = if owner > 0.0 { Color::Black } else { Color::White };
            diagram.mark(point, Mark::Territory(color));
        }
    }
    diagram
}

/// A number with three decimals, so that JSON stays readable.
pub(super) fn rounded(number: f64) -> Value {
    let text = format!("{number:.3}");
    text.parse::<f64>().map_or(Value::Null, |number| json!(number))
}

fn candidate_json(size: Size, candidate: &Candidate) -> Value {
    json!({
        "move": size.move_name(candidate.mv),
        "visits": candidate.visits,
        "win_rate": rounded(candidate.win_rate),
        "score": candidate.score.map(rounded),
        "line": candidate.line.iter().map(|&mv| size.move_name(mv)).collect::<Vec<_>>(),
    })
}

/// One position for a program.
pub(super) fn position_json(seen: &Seen<'_>) -> Value {
    let Seen { position, opinion, ending } = seen;
    let game = &position.game;
    let size = game.size();
    let counted = ending.and_then(Ending::estimate);
    let marks = counted.map_or_else(|| players::estimate(game).marks, |found| found.marks.clone());
    let owners = match opinion {
        Some(opinion) => opinion.owners.as_ref(),
        None => counted.map(|found| &found.owners),
    };
    let rows = owners.map(|owners| {
        let value = |point| rounded(f64::from(owners[point]));
        let all: Vec<Value> = size.points().map(value).collect();
        all.chunks(usize::from(size.width())).map(<[Value]>::to_vec).collect::<Vec<_>>()
    });
    let candidates = opinion.map_or(&[][..], |opinion| &opinion.candidates);
    let score = match opinion {
        Some(opinion) => opinion.score,
        None => ending.and_then(Ending::points),
    };
    let turn = opinion.map(|_| game.turn().to_string().to_lowercase());
    json!({
        "move": position.number,
        "turn": turn,
        "visits": opinion.map_or(0, |opinion| opinion.visits),
        "win_rate": opinion.and_then(Opinion::best).map(|best| rounded(best.win_rate)),
        "score": score.map(rounded),
        "candidates": candidates.iter().map(|each| candidate_json(size, each)).collect::<Vec<_>>(),
        "dead": names(size, &marks.dead),
        "seki": names(size, &marks.seki),
        "owners": rows,
        "result": ending.map(Ending::result_json),
        "count": ending.map(Ending::count_json),
    })
}
