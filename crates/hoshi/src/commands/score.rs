//! `hoshi score`: one position of a record, counted.

use std::cmp::Ordering;

use anyhow::{Result, bail};
use hoshi_core::{
    Color, DeadAndSeki, Game, HalfPoints, Outcome, PointSet, Rules, Scoring, SideScore, WinBy,
    propose_seki,
};
use hoshi_record::kifu::marks_at;
use hoshi_record::replay::{Terms, replay_brief};
use hoshi_record::sgf::{GameTree, NodeRef};
use hoshi_session::{Pair, ScoreView, Vertex};
use serde_json::{Value, json};

use super::show::decimal;
use super::{Answer, notes};
use crate::cli::Score;
use crate::error::UsageError;
use crate::files;
use crate::out::{self, Out};
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
    if options.rules.is_none() && tree.rules().is_none() {
        let (rules, by) = (&terms.rules, by(&terms.rules));
        out.say(format!(
            "note: the record names no rules; `{rules}` assumed, by {by} (see --rules)"
        ));
    }
    let recorded = recorded(tree);
    if let Some(Outcome::Win { winner, by }) = recorded.filter(|_| !ends_by_count(recorded)) {
        let how = match by {
            WinBy::Resignation => "resigned",
            WinBy::Time => "lost on time",
            _ => "forfeited",
        };
        let loser = winner.opponent();
        out.say(format!("note: {loser} {how}; this counts the board as it stands"));
    }
    let given = |dead: PointSet| {
        let seki = match terms.rules.scoring {
            Scoring::Territory => propose_seki(game.board(), &dead),
            Scoring::Area => PointSet::new(game.size()),
        };
        DeadAndSeki { dead, seki }
    };
    let marks = match options.dead.as_deref() {
        // What hoshi marked where the territory does not show it.
        None => marks_at(node, game.size()).unwrap_or_else(|| given(marked_dead(node, &game))),
        Some("none") => given(PointSet::new(game.size())),
        Some("auto") => players::estimate(&game).marks,
        Some(points) => given(named_dead(points, &game)?),
    };
    let score = game.score_with(&marks);
    let mut sides = [Color::Black, Color::White].map(|color| *score.side(color));
    let mut outcome = score.outcome();
    let mut view = ScoreView::of(&game, &marks);
    if options.dead.is_none()
        && let Some(marked) = marked_territory(node, &game)
    {
        let counted = sides.map(|side| side.territory);
        if counted != marked {
            out.say(format!(
                "note: territory as the record marks it (TB, TW): Black {}, White {}; from the board it \
                 would be {} and {} (see --dead)",
                marked[0], marked[1], counted[0], counted[1]
            ));
            outcome = believe(&mut sides, marked);
            view.sides.black.territory = marked[0];
            view.sides.white.territory = marked[1];
            view.sides.black.total = sides[0].total.to_string();
            view.sides.white.total = sides[1].total.to_string();
        } else if !marks.dead.is_empty() {
            out.say(
                "note: dead stones and territory as the record marks them (TB, TW); see --dead",
            );
        }
    } else if options.dead.is_none() && !marks.dead.is_empty() {
        out.say("note: dead stones as the record marks them (TB, TW); see --dead");
    }
    let open = open_points(&game, &marks, &score);
    if open > MOST_DAME && ends_by_count(recorded) {
        out.say(format!(
            "note: {open} empty points belong to neither side; the game may not be over"
        ));
    }
    let difference = recorded.and_then(|recorded| Some(margin(outcome)? - margin(recorded)?));
    if options.json {
        let side = |color: Color| side_json(&sides[color.index()]);
        let object = json!({
            "rules": terms.rules.to_string(),
            "komi": decimal(&game.komi().to_string()),
            "handicap": game.handicap(),
            "move": moves,
            "black": side(Color::Black),
            "white": side(Color::White),
            "dead": points(&game, &marks.dead),
            "seki": points(&game, &marks.seki),
            "result": outcome.to_string(),
            "recorded": recorded.map(|recorded| recorded.to_string()),
            "difference": difference.map(|points| decimal(&points.abs().to_string())),
        });
        out.json(&object)?;
    } else {
        let rules = game.rules().to_string();
        out.write(table(&rules, moves, &view))?;
        out.write(format!("{outcome}\n"))?;
        if let Some(recorded) = recorded {
            let beside = match difference {
                Some(HalfPoints::ZERO) => " (the same)".to_owned(),
                Some(points) => format!(" (differs by {})", points_in_words(points.abs())),
                None => String::new(),
            };
            out.write(format!("recorded {recorded}{beside}\n"))?;
        }
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

/// Finished games leave hardly more points to neither side.
const MOST_DAME: usize = 10;

/// How many empty points belong to neither side.
fn open_points(game: &Game, marks: &DeadAndSeki, score: &hoshi_core::Score) -> usize {
    let stones = game.board().stones().filter(|(point, _)| !marks.dead.contains(*point)).count();
    let owned: usize = Color::ALL.map(|color| score.territory(color).count()).iter().sum();
    game.size().area() - stones - owned
}

/// Whether the count decides, as far as is known.
fn ends_by_count(recorded: Option<Outcome>) -> bool {
    !matches!(
        recorded,
        Some(Outcome::Win { by: WinBy::Resignation | WinBy::Time | WinBy::Forfeit, .. })
    )
}

/// How the record says that the game ended, if it does.
fn recorded(tree: GameTree<'_>) -> Option<Outcome> {
    tree.result()?.ok()?.value.outcome()
}

/// How many points Black won by, if points decided.
fn margin(outcome: Outcome) -> Option<HalfPoints> {
    match outcome {
        Outcome::Win { winner: Color::Black, by: WinBy::Score(points) } => Some(points),
        Outcome::Win { winner: Color::White, by: WinBy::Score(points) } => Some(-points),
        Outcome::Draw => Some(HalfPoints::ZERO),
        _ => None,
    }
}

fn points_in_words(points: HalfPoints) -> String {
    if points == HalfPoints::whole(1) { "1 point".to_owned() } else { format!("{points} points") }
}

/// How many points of territory the record marks for each side, if it marks any and the rules count
/// territory. Living stones in it do not count.
fn marked_territory(node: NodeRef<'_>, game: &Game) -> Option<[u32; 2]> {
    let size = game.size();
    let count = |key: &str, owner: Color| {
        let points = node.points(key, size);
        let mut marked = PointSet::new(size);
        for point in points.filter(|&point| game.board().stone(point) != Some(owner)) {
            marked.insert(point);
        }
        u32::try_from(marked.iter().count()).unwrap_or(u32::MAX)
    };
    let marked = [count("TB", Color::Black), count("TW", Color::White)];
    let rules = game.rules();
    let is_counted = rules.scoring == Scoring::Territory && rules.capture.is_none();
    (is_counted && marked != [0, 0]).then_some(marked)
}

/// Puts the territory that the record marks in place of what was counted, and says who wins then.
fn believe(sides: &mut [SideScore; 2], marked: [u32; 2]) -> Outcome {
    let points = |count: u32| HalfPoints::whole(i32::try_from(count).unwrap_or(i32::MAX / 4));
    for (side, marked) in sides.iter_mut().zip(marked) {
        side.total = side.total - points(side.territory) + points(marked);
        side.territory = marked;
    }
    let margin = sides[0].total - sides[1].total;
    let winner = match margin.cmp(&HalfPoints::ZERO) {
        Ordering::Greater => Color::Black,
        Ordering::Less => Color::White,
        Ordering::Equal => return Outcome::Draw,
    };
    Outcome::Win { winner, by: WinBy::Score(margin.abs()) }
}

/// The stones that a record shows as dead: those that stand in territory of the other side.
fn marked_dead(node: NodeRef<'_>, game: &Game) -> PointSet {
    let size = game.size();
    let mut dead = PointSet::new(size);
    for (key, owner) in [("TB", Color::Black), ("TW", Color::White)] {
        for point in node.points(key, size) {
            if game.board().stone(point) == Some(owner.opponent()) {
                dead.insert(point);
            }
        }
    }
    dead
}

/// The blocks on these points.
fn named_dead(text: &str, game: &Game) -> Result<PointSet> {
    let (size, board) = (game.size(), game.board());
    let mut dead = PointSet::new(size);
    for word in text.split([',', ' ']).filter(|word| !word.is_empty()) {
        let point = size.parse_a1(word).map_err(|error| UsageError(error.to_string()))?;
        let Some(block) = board.block(point) else {
            bail!(UsageError(format!(
                "no stone at {}: --dead takes points with stones",
                size.a1(point)
            )));
        };
        for stone in block.stones() {
            dead.insert(stone);
        }
    }
    Ok(dead)
}

/// What is counted.
fn by(rules: &Rules) -> &'static str {
    match rules.scoring {
        _ if rules.capture.is_some() => "captures",
        Scoring::Area => "area",
        Scoring::Territory => "territory",
    }
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
    let by = rules.parse().map_or("area", |rules| by(&rules));
    let moves = out::counted(moves, "move");
    let mut text =
        format!("{rules} by {by}, after {moves}\n\n{:14}{:>7} {:>7}\n", "", "Black", "White");
    for (what, black, white) in rows {
        text.push_str(&format!("{what:14}{black:>7} {white:>7}\n"));
    }
    for (what, stones) in [("Dead", &score.dead), ("In seki", &score.seki)] {
        if !stones.is_empty() {
            let names: Vec<&str> = stones.iter().map(Vertex::as_str).collect();
            text.push_str(&out::folded(&format!("{what}: {}\n", names.join(" "))));
        }
    }
    text.push('\n');
    text
}
