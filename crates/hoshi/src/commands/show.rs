//! `hoshi show`: one position of a record, as a board with what there is to know beside it, or its moves.

mod lines;

use anyhow::Result;
use hoshi_core::{Caption, Color, Diagram, Game, HalfPoints, Mark, Move, Phase, Size};
use hoshi_files::visible_line;
use hoshi_record::convert::Record;
use hoshi_record::replay::{
    Brief, Problem, Remark, Terms, caption, default_node, diagram_of, replay_brief, rules_name,
};
use hoshi_record::sgf::{GameTree, NodeRef};
use hoshi_render::{Coordinates, sensei, text};
use serde_json::{Value, json};

use super::{Answer, notes};
use crate::charsets::Charsets;
use crate::cli::{Lists, Look, Show, ShowAs};
use crate::out::{self, Out, Style, Text};
use crate::records::{self, NodePath, Source};

/// Shows.
pub(crate) fn run(options: &Show, out: &mut Out) -> Result<Answer> {
    let place = &options.place;
    let source = Source::fetch(&place.file, place.from)?;
    let is_placed = place.number.is_some() || place.at.is_some() || place.game > 1;
    if let Some(diagram) = source.diagram().filter(|_| !is_placed && !options.json) {
        return show_diagram(diagram, options.form, &options.look, out);
    }
    let record = source.read(&Charsets::new(&place.charset))?;
    let tree = records::game(&record, place.game)?;
    let node = match (place.number, &place.at) {
        (None, None) => default_node(tree),
        (number, at) => records::node(tree, number, at.as_ref())?,
    };
    // A list of moves goes to the end unless a place is named.
    let node = match options.lists {
        Lists { moves: true, .. } if !is_placed => tree.main_line().last().unwrap_or(node),
        _ => node,
    };
    let Show { json, form, look, lists, .. } = options;
    show(&record, node, &How { json: *json, form: *form, lists: *lists, look }, out)
}

/// How a position is shown.
pub(crate) struct How<'a> {
    pub(crate) json: bool,
    pub(crate) form: ShowAs,
    /// Which moves are listed in place of the board.
    pub(crate) lists: Lists,
    pub(crate) look: &'a Look,
}

/// Shows a position of a record that was read.
pub(crate) fn show(
    record: &Record,
    node: NodeRef<'_>,
    how: &How<'_>,
    out: &mut Out,
) -> Result<Answer> {
    let tree = node.game();
    let mut terms = Terms::of(tree);
    let mut replayed = replay_brief(node, &terms);
    if let Some(other) = tree.other_game() {
        out.say(format!(
            "note: this is a game of {other}, not Go; its moves are shown as Go stones"
        ));
    }
    if let Some(start) = record.start.as_ref().filter(|start| start.board().stones().count() > 0) {
        // Captures and komi are one sum on a board of DGF: what counts as captured is no komi.
        let captured = |color| i32::try_from(start.board().captures(color)).unwrap_or(0);
        let net = HalfPoints::whole(captured(Color::White) - captured(Color::Black));
        terms.komi = terms.komi - net;
        let rules = terms.rules.clone();
        replayed.game = Game::from_position(start.clone(), rules).with_komi(terms.komi);
    } else {
        notes::say("note: ", &record.notes, out);
        notes::say("note: ", &record.losses, out);
        notes::say("note: ", terms.notes(tree), out);
    }
    let illegal: Vec<String> = replayed.remarks.iter().map(remark).collect();
    if how.json {
        let mut object = object(record, tree, node, &replayed, &illegal);
        if let Some(other) = tree.other_game() {
            object["other_game"] = other.to_string().into();
        }
        let size = replayed.game.size();
        if how.lists.moves {
            object["line"] = lines::moves_json(&lines::to_node(node, size));
        }
        if how.lists.tree {
            object["tree"] = lines::tree_json(&lines::of_tree(tree, size));
        }
        if replayed.unkept > 0 {
            object["illegal_unlisted"] = replayed.unkept.into();
        }
        out.json(&object)?;
        return Ok(Answer::Yes);
    }
    notes::say_some("note: ", &illegal, replayed.unkept, out);
    let mut diagram = diagram_of(node, &replayed.game);
    *diagram.caption_mut() = caption(tree, &terms);
    let size = replayed.game.size();
    if how.lists.moves || how.lists.tree {
        let list = match how.lists.moves {
            true => lines::columns(&lines::to_node(node, size), 0, out.width()),
            false => lines::text(&lines::of_tree(tree, size), out.width()),
        };
        let list = if list.is_empty() { "No moves\n".to_owned() } else { list };
        let mut page = heading(diagram.caption(), out);
        if !page.is_empty() {
            page += "\n";
        }
        out.page(page + list, !how.look.no_pager)?;
        return Ok(Answer::Yes);
    }
    if how.form != ShowAs::Page {
        let game = &replayed.game;
        let captures = (game.board().captures(Color::Black), game.board().captures(Color::White));
        let words = diagram.caption_mut();
        words.to_play = Some(game.turn());
        words.captures = Some(captures).filter(|&captures| captures != (0, 0));
        words.comment = node.text("C").map(|comment| comment.trim_end().to_owned());
        return show_diagram(&diagram, how.form, how.look, out);
    }
    let page = page(node, &replayed, diagram, how.look, out);
    out.page(page, !how.look.no_pager)?;
    Ok(Answer::Yes)
}

/// Shows a diagram.
fn show_diagram(diagram: &Diagram, form: ShowAs, look: &Look, out: &mut Out) -> Result<Answer> {
    let page = match form {
        ShowAs::Page => diagram_page(diagram, look, out),
        ShowAs::Diagram => Text::from(text::paste(diagram)),
        ShowAs::Sensei => {
            let written = sensei::write(diagram, look.coords != Coordinates::None);
            let lost = written.lost.iter().map(|line| format!("lost: {line}"));
            notes::say("note: ", lost, out);
            Text::from(written.text)
        }
    };
    out.page(page, !look.no_pager)?;
    Ok(Answer::Yes)
}

/// A diagram and its words.
fn diagram_page(diagram: &Diagram, look: &Look, out: &Out) -> Text {
    let words = diagram.caption();
    let mut page = heading(words, out);
    if !page.is_empty() {
        page += "\n";
    }
    page += out::board(&text::draw(diagram, &out.text_style(look)));
    let mut below = String::new();
    let play = words.to_play.map(|color| format!("{color} to play."));
    let captures = words
        .captures
        .map(|(black, white)| format!("Captured by Black {black}, by White {white}."));
    let facts: Vec<String> = play.into_iter().chain(captures).collect();
    if !facts.is_empty() {
        below.push_str(&format!("\n{}\n", facts.join(" ")));
    }
    if let Some(legend) = &words.legend {
        below.push_str(&format!("\n{}: {} to {}\n", legend.title, legend.low, legend.high));
    }
    for text in words.notes.iter().chain(&words.comment) {
        below.push_str(&format!("\n{}\n", out::wrapped(text.trim_end(), out.width())));
    }
    page + below
}

/// The words above a board.
fn heading(words: &Caption, out: &Out) -> Text {
    let mut text = Text::new();
    if let Some(title) = &words.title {
        text += out.style(Style::Heading, &visible_line(title)) + "\n";
    }
    for line in &words.heading {
        text += Text::from(out::wrapped(&visible_line(line), out.width())) + "\n";
    }
    text
}

/// The result as SGF spells it where it can be read, else as it was written.
pub(crate) fn result(tree: GameTree<'_>) -> Option<String> {
    let written = tree.info_text("RE")?;
    Some(match tree.result() {
        Some(Ok(reading)) => reading.value.to_string(),
        _ => written.into_owned(),
    })
}

/// What there is to note about a move. An illegal one is played all the same, as SGF asks of its readers.
fn remark(remark: &Remark) -> String {
    match &remark.problem {
        problem @ Problem::Illegal { .. } => format!("{problem}; shown as played"),
        problem => problem.to_string(),
    }
}

/// Whether no side is to move: the game ended on the board, or it has a result and no more moves.
fn is_over(node: NodeRef<'_>, game: &Game) -> bool {
    let has_result = || match node.game().result() {
        Some(Ok(reading)) => reading.value.outcome().is_some(),
        _ => false,
    };
    game.phase() != &Phase::Playing || (node.children().next().is_none() && has_result())
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
    let marks = Mark::ALL.into_iter().flat_map(|mark| {
        diagram.marked(mark).map(move |at| (size.a1(at).to_string(), mark.name().into()))
    });
    let labels = diagram.labels().map(|(at, text)| (size.a1(at).to_string(), text.to_owned()));
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
        "rules": rules_name(tree),
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
        "variations": next_json(node, size),
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
fn page(node: NodeRef<'_>, replayed: &Brief, mut diagram: Diagram, look: &Look, out: &Out) -> Text {
    let game = &replayed.game;
    let (tree, size) = (node.game(), game.size());
    let mut page = heading(diagram.caption(), out);
    let many = tree.file().games().len();
    if many > 1 {
        page += format!("Game {} of {many}\n", tree.index() + 1);
    }
    let all = moves(tree, size);
    page += match game.last_move() {
        None if all == 0 => "No moves\n".to_owned(),
        None if all == 1 => "Start (1 move)\n".to_owned(),
        None => format!("Start ({all} moves)\n"),
        Some((color, mv)) => {
            let number = replayed.move_count();
            let of = if node.is_main() { format!("of {all}") } else { "in a variation".to_owned() };
            format!("Move {number} {of}: {color} {}\n", size.move_name(mv))
        }
    };
    page += "\n";
    // The sentence below the board says it.
    let ko = diagram.ko();
    diagram.set_ko(None);
    page += out::board(&text::draw(&diagram, &out.text_style(look)));
    let turn = match is_over(node, game) {
        true => String::new(),
        false => format!("{} to move. ", game.turn()),
    };
    let mut text = format!(
        "\n{turn}Captured by Black {}, by White {}.",
        game.board().captures(Color::Black),
        game.board().captures(Color::White)
    );
    if let Some(point) = ko {
        text.push_str(&format!(" Ko at {}.", size.a1(point)));
    }
    text.push('\n');
    if let Some(next) = variations(node, size) {
        text.push_str(&format!("{}\n", out::wrapped(&next, out.width())));
    }
    if let Some(comment) = node.text("C").filter(|comment| !comment.trim().is_empty()) {
        let lines = comment.trim_end().lines().map(|line| out::wrapped(line, out.width()));
        text.push_str(&format!("\n{}\n", lines.collect::<Vec<_>>().join("\n")));
    }
    page + text
}

/// The first move of a node, if it has one.
fn first_move(node: NodeRef<'_>, size: Size) -> Option<(Color, Move)> {
    node.moves(size).find_map(|(color, mv, _)| Some((color, mv?)))
}

/// The nodes that follow, for programs.
fn next_json(node: NodeRef<'_>, size: Size) -> Value {
    let at = NodePath(node.path()).to_string();
    let dot = if at.is_empty() { "" } else { "." };
    let each = node.children().enumerate().map(|(nth, child)| {
        let first = first_move(child, size);
        json!({
            "path": format!("{at}{dot}{nth}"),
            "color": first.map(|(color, _)| name(color)),
            "move": first.map(|(_, mv)| size.move_name(mv).clone()),
        })
    });
    Value::Array(each.collect())
}

/// What can be played from here, where there is a choice.
fn variations(node: NodeRef<'_>, size: Size) -> Option<String> {
    const MOST: usize = 12;
    let children: Vec<NodeRef<'_>> = node.children().collect();
    if children.len() < 2 {
        return None;
    }
    let at = NodePath(node.path()).to_string();
    let dot = if at.is_empty() { "" } else { "." };
    let each = children.iter().take(MOST).enumerate().map(|(nth, child)| {
        let first = first_move(*child, size).map_or_else(
            || "a node".to_owned(),
            |(color, mv)| format!("{} {}", color.letter(), size.move_name(mv)),
        );
        format!("{first} (--at {at}{dot}{nth})")
    });
    let mut each: Vec<String> = each.collect();
    if children.len() > MOST {
        each.push(format!("and {} more", children.len() - MOST));
    }
    Some(format!("Next: {}", each.join(", ")))
}
