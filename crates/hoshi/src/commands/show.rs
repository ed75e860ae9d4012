//! `hoshi show`: one position of a record, as a board with what there is to know beside it.

use anyhow::Result;
use hoshi_core::{Color, Game, HalfPoints, Mark, Point, Size, column_name};
use hoshi_files::visible_line;
use hoshi_record::convert::Record;
use hoshi_record::info::Reading;
use hoshi_record::replay::{Brief, Terms, diagram_of, replay_brief};
use hoshi_record::sgf::{GameTree, NodeRef};
use serde_json::{Value, json};

use super::{Answer, notes};
use crate::cli::Show;
use crate::out::{Out, Style, Text};
use crate::records::{self, NodePath};

/// Shows.
pub(crate) fn run(options: &Show, out: &mut Out) -> Result<Answer> {
    let place = &options.place;
    let record = records::load(&place.file, place.from, &place.charset)?;
    let tree = records::game(&record, place.game)?;
    let node = records::node(tree, place.number, place.at.as_ref())?;
    show(&record, node, options.json, out)
}

/// Shows a position of a record that was read.
pub(crate) fn show(
    record: &Record,
    node: NodeRef<'_>,
    json: bool,
    out: &mut Out,
) -> Result<Answer> {
    let tree = node.game();
    let terms = Terms::of(tree);
    let mut replayed = replay_brief(node, &terms);
    if let Some(other) = tree.other_game() {
        out.say(format!("note: this is {other}, not Go: what it says is shown as stones of Go"));
    }
    if let Some(start) = record.start.as_ref().filter(|start| start.board().stones().count() > 0) {
        // Captures and komi are one sum on a board of DGF: what counts as captured is no komi.
        let captured = |color| i32::try_from(start.board().captures(color)).unwrap_or(0);
        let net = HalfPoints::whole(captured(Color::White) - captured(Color::Black));
        let komi = terms.komi - net;
        replayed.game = Game::from_position(start.clone(), terms.rules).with_komi(komi);
    } else {
        notes::say("note: ", &record.notes, out);
        notes::say("note: ", &record.losses, out);
        notes::say("note: ", terms.notes(tree), out);
    }
    let illegal: Vec<String> =
        replayed.remarks.iter().map(|remark| remark.problem.to_string()).collect();
    if json {
        let mut object = object(record, tree, node, &replayed, &illegal);
        if let Some(other) = tree.other_game() {
            object["other_game"] = other.to_string().into();
        }
        if replayed.unkept > 0 {
            object["illegal_unlisted"] = replayed.unkept.into();
        }
        out.json(&object)?;
    } else {
        notes::say_some("note: ", &illegal, replayed.unkept, out);
        let page = page(tree, node, &replayed, out);
        out.write(page)?;
    }
    Ok(Answer::Yes)
}

/// What a property says, if it can be read.
fn value<T>(read: Option<Result<Reading<T>, hoshi_record::info::Unreadable>>) -> Option<T> {
    read.and_then(Result::ok).map(|reading| reading.value)
}

/// The rules that the record names.
fn rules(tree: GameTree<'_>) -> Option<String> {
    value(tree.rules())
        .map(|rules| rules.to_string())
        .or_else(|| tree.info_text("RU").map(std::borrow::Cow::into_owned))
}

/// The result: as SGF spells it where it can be read, else as it was written.
fn result(tree: GameTree<'_>) -> Option<String> {
    let written = tree.info_text("RE")?;
    Some(value(tree.result()).map_or_else(|| written.into_owned(), |ending| ending.to_string()))
}

/// How many moves the main line has.
fn moves(tree: GameTree<'_>, size: Size) -> usize {
    tree.main_line().map(|node| node.move_count(size)).sum()
}

fn object(
    record: &Record,
    tree: GameTree<'_>,
    node: NodeRef<'_>,
    replayed: &Brief,
    illegal: &[String],
) -> Value {
    let game = &replayed.game;
    let (size, board) = (game.size(), game.board());
    let row = |y: u8| -> String {
        let points = (0..size.width()).filter_map(|x| size.point(x, y));
        points.map(|point| board.stone(point).map_or('.', letter)).collect()
    };
    let rows: Vec<String> = (0..size.height()).map(row).collect();
    let diagram = diagram_of(node, game);
    let named = |map: Vec<(String, String)>| -> Value {
        Value::Object(map.into_iter().map(|(at, what)| (at, Value::String(what))).collect())
    };
    let marks =
        diagram.marks.iter().map(|(&at, mark)| (size.a1(at).to_string(), mark.name().into()));
    let labels = diagram.labels.iter().map(|(&at, text)| (size.a1(at).to_string(), text.clone()));
    json!({
        "width": size.width(),
        "height": size.height(),
        "move": replayed.move_count(),
        "moves": moves(tree, size),
        "turn": name(game.turn()),
        "ko": board.ko().map(|point| size.a1(point).to_string()),
        "captures": {
            "black": board.captures(Color::Black),
            "white": board.captures(Color::White),
        },
        "komi": decimal(&game.komi().to_string()),
        "rules": rules(tree),
        "result": result(tree),
        "rows": rows,
        "game": tree.index() + 1,
        "games": record.file.games().len(),
        "last": game.last_move().map(|(color, mv)| json!({"color": name(color), "move": size.move_name(mv)})),
        "path": NodePath(node.path()).to_string(),
        "comment": node.text("C"),
        "marks": named(marks.collect()),
        "labels": named(labels.collect()),
        "black": tree.info_text("PB"),
        "white": tree.info_text("PW"),
        "date": tree.info_text("DT"),
        "illegal": illegal,
        "format": record.format.name(),
    })
}

/// A decimal number as JSON has it.
pub(crate) fn decimal(text: &str) -> Value {
    serde_json::from_str(text).unwrap_or(Value::Null)
}

fn letter(color: Color) -> char {
    if color == Color::Black { 'X' } else { 'O' }
}

pub(crate) fn name(color: Color) -> &'static str {
    if color == Color::Black { "black" } else { "white" }
}

/// All of it for a person.
fn page(tree: GameTree<'_>, node: NodeRef<'_>, replayed: &Brief, out: &Out) -> Text {
    let game = &replayed.game;
    let size = game.size();
    let mut page = Text::new();
    for line in heading(tree) {
        page += out.style(Style::Heading, &visible_line(&line)) + "\n";
    }
    let mut text = String::new();
    let many = tree.file().games().len();
    if many > 1 {
        text.push_str(&format!("Game {} of {many}\n", tree.index() + 1));
    }
    let all = moves(tree, size);
    let off = node.path().iter().any(|&nth| nth > 0);
    text.push_str(&match game.last_move() {
        None if all == 0 => "No moves\n".to_owned(),
        None => format!("Before the first of {all} moves\n"),
        Some((color, mv)) => {
            let number = replayed.move_count();
            let of = if off { "in a variation".to_owned() } else { format!("of {all}") };
            format!("Move {number} {of}: {color} {}\n", size.move_name(mv))
        }
    });
    text.push('\n');
    let mut diagram = diagram_of(node, game);
    // What is marked by a shape that text has no sign for is told below the board.
    let marks = std::mem::take(&mut diagram.marks);
    let labels = std::mem::take(&mut diagram.labels);
    let last = diagram.last.take();
    text.push_str(&board(&diagram.to_string(), last, size));
    text.push('\n');
    text.push_str(&format!("{} to move. ", game.turn()));
    text.push_str(&format!(
        "Captured by Black {}, by White {}.",
        game.board().captures(Color::Black),
        game.board().captures(Color::White)
    ));
    if let Some(point) = game.board().ko() {
        text.push_str(&format!(" Ko at {}.", size.a1(point)));
    }
    text.push('\n');
    let mut terms = vec![format!("Komi {}", game.komi())];
    if game.handicap() > 1 {
        terms.push(format!("handicap {}", game.handicap()));
    }
    terms.extend(rules(tree).map(|rules| format!("rules {rules}")));
    text.push_str(&format!("{}.", visible_line(&terms.join(", "))));
    match result(tree) {
        Some(result) => text.push_str(&format!(" Result: {}\n", visible_line(&result))),
        None => text.push('\n'),
    }
    for mark in Mark::ALL {
        let points = marks.iter().filter(|(_, other)| **other == mark);
        let points: Vec<String> = points.map(|(&at, _)| size.a1(at).to_string()).collect();
        if !points.is_empty() {
            text.push_str(&format!("{}: {}\n", mark.name(), points.join(" ")));
        }
    }
    if !labels.is_empty() {
        let each = labels.iter().map(|(&at, label)| format!("{} {label}", size.a1(at)));
        text.push_str(&format!("labels: {}\n", visible_line(&each.collect::<Vec<_>>().join(", "))));
    }
    variations(node, size, &mut text);
    if let Some(comment) = node.text("C").filter(|comment| !comment.trim().is_empty()) {
        text.push_str(&format!("\n{}\n", comment.trim_end()));
    }
    page + text
}

/// Who played, when, where.
fn heading(tree: GameTree<'_>) -> Vec<String> {
    let player = |name: &str, rank: &str| {
        let name = tree.info_text(name)?;
        Some(match tree.info_text(rank) {
            Some(rank) => format!("{name} {rank}"),
            None => name.into_owned(),
        })
    };
    let mut lines = Vec::new();
    match (player("PB", "BR"), player("PW", "WR")) {
        (None, None) => {}
        (black, white) => {
            let unknown = || "?".to_owned();
            let (black, white) = (black.unwrap_or_else(unknown), white.unwrap_or_else(unknown));
            lines.push(format!("{black} (Black) against {white} (White)"));
        }
    }
    let about = ["GN", "EV", "RO", "PC", "DT"].iter().filter_map(|key| tree.info_text(key));
    let about: Vec<_> = about.collect();
    if !about.is_empty() {
        lines.push(about.join(", "));
    }
    lines
}

/// The board with brackets around the last move.
pub(crate) fn board(text: &str, last: Option<Point>, size: Size) -> String {
    let mut rows: Vec<String> = text.lines().map(str::to_owned).collect();
    if let Some(last) = last {
        // A row of letters above, then the rows, each with its number and its points, as far apart as the
        // letters need.
        let step = column_name(size.width() - 1).len() + 1;
        let row = &mut rows[usize::from(last.y()) + 1];
        let wide = size.height().to_string().len().max(2);
        let at = wide + step * (usize::from(last.x()) + 1) - 1;
        row.replace_range(at - 1..at, "(");
        if row.len() == at + 1 {
            row.push(')');
        } else {
            row.replace_range(at + 1..at + 2, ")");
        }
    }
    rows.into_iter().map(|row| row + "\n").collect()
}

/// What can be played from here, where there is a choice.
fn variations(node: NodeRef<'_>, size: Size, text: &mut String) {
    const MOST: usize = 12;
    let children: Vec<NodeRef<'_>> = node.children().collect();
    if children.len() < 2 {
        return;
    }
    let at = NodePath(node.path()).to_string();
    let dot = if at.is_empty() { "" } else { "." };
    let each = children.iter().take(MOST).enumerate().map(|(nth, child)| {
        let first = child.moves(size).find_map(|(color, mv, _)| Some((color, mv?)));
        let first = first.map_or_else(
            || "a node".to_owned(),
            |(color, mv)| format!("{} {}", color.letter(), size.move_name(mv)),
        );
        format!("{first} (--at {at}{dot}{nth})")
    });
    let mut each: Vec<String> = each.collect();
    if children.len() > MOST {
        each.push(format!("and {} more", children.len() - MOST));
    }
    text.push_str(&format!("Next: {}\n", each.join(", ")));
}
