//! `hoshi score`: one position of a record, counted.

use anyhow::{Result, bail};
use hoshi_core::{Color, DeadAndSeki, Game, PointSet, Rules, Scoring, SideScore, propose_seki};
use hoshi_record::replay::{Terms, replay_brief};
use hoshi_record::sgf::NodeRef;
use hoshi_session::{Pair, ScoreView, Vertex};
use serde_json::{Value, json};

use super::show::decimal;
use super::{Answer, notes};
use crate::cli::{Score, WrongCall};
use crate::files;
use crate::out::Out;
use crate::players;
use crate::records;

/// Counts.
pub(crate) fn run(options: &Score, out: &mut Out) -> Result<Answer> {
    let place = &options.place;
    let record = records::load(&place.file, place.from, &place.charset)?;
    let tree = records::game(&record, place.game)?;
    if let Some(other) = tree.other_game() {
        bail!("{}: this is {other}, not Go, and cannot be counted", files::shown(&place.file));
    }
    let node = records::node(tree, place.number, place.at.as_ref())?;
    let terms = match &options.rules {
        Some(rules) => Terms::under(tree, rules.clone()),
        None => Terms::of(tree),
    };
    notes::say("note: ", &record.notes, out);
    notes::say("note: ", &record.losses, out);
    let replayed = replay_brief(node, &terms);
    let moves = replayed.move_count();
    let game = replayed.game;
    let problems = replayed.remarks.iter().map(|remark| &remark.problem);
    notes::say_some("note: ", problems, replayed.unkept, out);
    notes::say("note: ", terms.notes(tree), out);
    let given = |dead: PointSet| {
        let seki = match terms.rules.scoring {
            Scoring::Territory => propose_seki(game.board(), &dead),
            Scoring::Area => PointSet::new(game.size()),
        };
        DeadAndSeki { dead, seki }
    };
    let marks = match options.dead.as_deref() {
        None => given(marked_dead(node, &game, out)),
        Some("none") => given(PointSet::new(game.size())),
        Some("auto") => players::estimate(&game).marks,
        Some(points) => given(named_dead(points, &game)?),
    };
    let score = game.score_with(&marks);
    let outcome = score.outcome().to_string();
    if options.json {
        let side = |color| side_json(score.side(color));
        let object = json!({
            "rules": terms.rules.to_string(),
            "komi": decimal(&game.komi().to_string()),
            "handicap": game.handicap(),
            "move": moves,
            "black": side(Color::Black),
            "white": side(Color::White),
            "dead": points(&game, &marks.dead),
            "seki": points(&game, &marks.seki),
            "result": outcome,
        });
        out.json(&object)?;
    } else {
        let rules = game.rules().to_string();
        out.write(table(&rules, moves, &ScoreView::of(&game, &marks)))?;
        out.write(format!("{outcome}\n"))?;
    }
    Ok(Answer::Yes)
}

fn points(game: &Game, set: &PointSet) -> Vec<String> {
    set.iter().map(|point| game.size().a1(point).to_string()).collect()
}

pub(crate) fn side_json(side: &SideScore) -> Value {
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
        out.say(format!(
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
pub(crate) fn table(rules: &str, moves: usize, score: &ScoreView) -> String {
    let Pair { black, white } = &score.sides;
    let mut rows: Vec<(&str, String, String)> = Vec::new();
    let number = |one: u32, other: u32| (one.to_string(), other.to_string());
    let mut add = |what, (black, white)| rows.push((what, black, white));
    // In the capture game nothing else counts.
    let is_capture = rules.parse().is_ok_and(|rules: Rules| rules.capture.is_some());
    if score.area && !is_capture {
        add("stones", number(black.stones, white.stones));
    }
    if !is_capture {
        add("territory", number(black.territory, white.territory));
    }
    if !score.area || is_capture {
        add("captures", number(black.captures, white.captures));
    }
    if !score.area && !is_capture {
        add("dead stones", number(black.dead, white.dead));
    }
    if !is_capture {
        add("komi", (black.komi.clone(), white.komi.clone()));
    }
    if white.bonus != black.bonus {
        add("for handicap", (black.bonus.clone(), white.bonus.clone()));
    }
    add("total", (black.total.clone(), white.total.clone()));
    let by = match score.area {
        _ if is_capture => "captures",
        true => "area",
        false => "territory",
    };
    let moves = if moves == 1 { "1 move".to_owned() } else { format!("{moves} moves") };
    let mut text =
        format!("{rules} by {by}, after {moves}\n\n{:14}{:>7} {:>7}\n", "", "Black", "White");
    for (what, black, white) in rows {
        text.push_str(&format!("{what:14}{black:>7} {white:>7}\n"));
    }
    for (what, stones) in [("Dead", &score.dead), ("In seki", &score.seki)] {
        if !stones.is_empty() {
            let names: Vec<&str> = stones.iter().map(Vertex::as_str).collect();
            text.push_str(&format!("{what}: {}\n", names.join(" ")));
        }
    }
    text.push('\n');
    text
}
