//! `hoshi score`: one position of a record, counted.

use anyhow::{Result, bail};
use hoshi_core::{Color, DeadAndSeki, Game, PointSet, Scoring, SideScore, propose_seki};
use hoshi_record::replay::{Terms, replay};
use hoshi_record::sgf::NodeRef;
use serde_json::{Value, json};

use super::Answer;
use super::show::decimal;
use crate::cli::{Score, WrongCall};
use crate::out::Out;
use crate::records;

/// Counts.
pub(crate) fn run(options: &Score, out: &mut Out) -> Result<Answer> {
    let place = &options.place;
    let record = records::load(&place.file, place.from)?;
    let tree = records::game(&record, place.game)?;
    let node = records::node(tree, place.number, place.at.as_ref())?;
    let terms = match &options.rules {
        Some(rules) => Terms::under(tree, rules.clone()),
        None => Terms::of(tree),
    };
    for note in record.notes.iter().cloned().chain(record.losses.iter().map(ToString::to_string)) {
        out.say(&format!("note: {note}"));
    }
    let replayed = replay(node, &terms);
    let game = replayed.game;
    for remark in &replayed.remarks {
        out.say(&format!("note: {}", remark.problem));
    }
    if options.rules.is_none()
        && let Some(Err(unreadable)) = tree.rules()
    {
        out.say(&format!("note: RU: {unreadable}; counted by the rules `{}`", terms.rules));
    }
    let dead = match options.dead.as_deref() {
        None => marked_dead(node, &game, out),
        Some("none") => PointSet::new(game.size()),
        Some(points) => named_dead(points, &game)?,
    };
    let seki = match terms.rules.scoring {
        Scoring::Territory => propose_seki(game.board(), &dead),
        Scoring::Area => PointSet::new(game.size()),
    };
    let marks = DeadAndSeki { dead, seki };
    let score = game.score_with(&marks);
    let outcome = score.outcome().to_string();
    if options.json {
        let side = |color| side_json(score.side(color));
        let object = json!({
            "rules": terms.rules.to_string(),
            "komi": decimal(&game.komi().to_string()),
            "handicap": game.handicap(),
            "move": game.move_count(),
            "black": side(Color::Black),
            "white": side(Color::White),
            "dead": points(&game, &marks.dead),
            "seki": points(&game, &marks.seki),
            "result": outcome,
        });
        out.line(&object.to_string())?;
    } else {
        out.write(&table(&game, &marks, score.side(Color::Black), score.side(Color::White)))?;
        out.write(&format!("{outcome}\n"))?;
    }
    Ok(Answer::Yes)
}

fn points(game: &Game, set: &PointSet) -> Vec<String> {
    set.iter().map(|point| game.size().a1(point).to_string()).collect()
}

fn side_json(side: &SideScore) -> Value {
    json!({
        "stones": side.stones,
        "territory": side.territory,
        "captures": side.captures,
        "dead": side.dead,
        "komi": decimal(&side.komi.to_string()),
        "bonus": decimal(&side.bonus.to_string()),
        "total": decimal(&side.total.to_string()),
    })
}

/// The stones that a record shows as dead: those that stand in territory of the other side.
fn marked_dead(node: NodeRef<'_>, game: &Game, out: &mut Out) -> PointSet {
    let size = game.size();
    let mut dead = PointSet::new(size);
    for (key, owner) in [("TB", Color::Black), ("TW", Color::White)] {
        for point in node.points(key, size) {
            if game.board().stone(point) == Some(owner.opponent()) {
                dead.insert(point);
            }
        }
    }
    if !dead.is_empty() {
        out.say(&format!(
            "note: dead by the territory that the record marks: {}",
            points(game, &dead).join(" ")
        ));
    }
    dead
}

/// The blocks on these points.
fn named_dead(text: &str, game: &Game) -> Result<PointSet> {
    let (size, board) = (game.size(), game.board());
    let mut dead = PointSet::new(size);
    if text == "auto" {
        bail!(WrongCall(
            "hoshi cannot tell yet by itself which stones are dead; name them, or write none"
                .into()
        ));
    }
    for word in text.split([',', ' ']).filter(|word| !word.is_empty()) {
        let point = size.parse_a1(word).map_err(|error| WrongCall(error.to_string()))?;
        let Some(block) = board.block(point) else {
            bail!(WrongCall(format!("there is no stone at {} to be dead", size.a1(point))));
        };
        for stone in block.stones() {
            dead.insert(stone);
        }
    }
    Ok(dead)
}

/// The count, side by side.
pub(crate) fn table(
    game: &Game,
    marks: &DeadAndSeki,
    black: &SideScore,
    white: &SideScore,
) -> String {
    let area = game.rules().scoring == Scoring::Area;
    let mut rows: Vec<(&str, String, String)> = Vec::new();
    if area {
        rows.push(("stones", black.stones.to_string(), white.stones.to_string()));
    }
    rows.push(("territory", black.territory.to_string(), white.territory.to_string()));
    if !area {
        rows.push(("captures", black.captures.to_string(), white.captures.to_string()));
        rows.push(("dead stones", black.dead.to_string(), white.dead.to_string()));
    }
    rows.push(("komi", black.komi.to_string(), white.komi.to_string()));
    if white.bonus != black.bonus {
        rows.push(("for handicap", black.bonus.to_string(), white.bonus.to_string()));
    }
    rows.push(("total", black.total.to_string(), white.total.to_string()));
    let mut text = format!(
        "{} by {}, after {} moves\n\n{:14}{:>7} {:>7}\n",
        game.rules(),
        if area { "area" } else { "territory" },
        game.move_count(),
        "",
        "Black",
        "White"
    );
    for (what, black, white) in rows {
        text.push_str(&format!("{what:14}{black:>7} {white:>7}\n"));
    }
    for (what, set) in [("Dead", &marks.dead), ("In seki", &marks.seki)] {
        if !set.is_empty() {
            text.push_str(&format!("{what}: {}\n", points(game, set).join(" ")));
        }
    }
    text.push('\n');
    text
}
