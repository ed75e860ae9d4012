//! The assertions: each reads the rest of its line and compares it with the game.

use hoshi_core::{
    Block, Bonus, Color, Diagram, Game, HalfPoints, Move, Outcome, Owner, Phase, Point, Score,
    Scoring, Symmetry, UnconditionalLife, chain_of, handicap, propose_seki,
};

use crate::run::{Table, both, spell};
use crate::words::{Line, Stop, Words, differs, same};

const REASONS: [&str; 7] =
    ["off-board", "occupied", "ko", "superko", "suicide", "game-over", "turn"];

/// Checks one assertion.
pub(crate) fn check(table: &Table, line: &Line) -> Result<(), Stop> {
    let game = &table.game;
    let mut words = line.rest();
    match line.head() {
        "illegal" => illegal(table, &mut words),
        "legal" => legal(table, &mut words),
        "cannot" => cannot(table, &mut words),
        "would" => would(table, &mut words),
        "can-play" => same(true, game.has_legal_play(words.color()?)),
        "cannot-play" => same(false, game.has_legal_play(words.color()?)),
        "libs" => libs(table, &mut words),
        "length" => same(stone_and_number(table, &mut words)?, block(table, line)?.len()),
        "stones" => {
            words.take()?;
            same(set(table, &mut words)?, table.view.names(block(table, line)?.stones()))
        }
        "chain" => {
            let stone = table.view.point(words.take()?)?;
            same(set(table, &mut words)?, table.view.names(chain_of(game.board(), stone).iter()))
        }
        "black" => same(set(table, &mut words)?, stones_of(table, Color::Black)),
        "white" => same(set(table, &mut words)?, stones_of(table, Color::White)),
        "order" => order(table, &mut words),
        "board" => board(table, line),
        "captures" => {
            let [black, white] = both(&mut words)?;
            let got = Color::ALL.map(|color| game.board().captures(color));
            same(format!("B {black} W {white}"), format!("B {} W {}", got[0], got[1]))
        }
        "ko" => {
            let got = table.view.names(game.board().ko());
            same(table.view.read_names(words.all())?, got)
        }
        "turn" => same(words.color()?, game.turn()),
        "moves" => same(words.parse::<usize>()?, game.move_count()),
        "komi" => same(words.parse::<HalfPoints>()?, game.komi()),
        "bonus" => same(words.parse::<HalfPoints>()?, game.score().side(Color::White).bonus),
        "phase" => phase(game, &mut words),
        "agreed" => agreed(game, &mut words),
        "marked" => marked(table, &mut words),
        "repetition" => {
            let got = game.repetition().map_or("none".into(), |moves| moves.to_string());
            same(words.take()?, got)
        }
        "area" => counted(game, Scoring::Area, &mut words),
        "territory" => counted(game, Scoring::Territory, &mut words),
        "score" => same(words.parse::<Outcome>()?, game.score().outcome()),
        "result" => {
            let got = game.outcome().map_or("none".into(), |outcome| outcome.to_string());
            same(words.take()?, got)
        }
        "owner" => owner(table, &mut words),
        "alive" => alive(game, &mut words),
        "propose-seki" => {
            let proposed = propose_seki(game.board(), &game.marks().dead);
            same(set(table, &mut words)?, table.view.names(proposed.iter()))
        }
        "fixed-handicap" => {
            let points = handicap::gtp(game.size(), words.parse()?);
            let points = points.map_err(|error| Stop::Refused(error.to_string()))?;
            same(set(table, &mut words)?, table.view.names(points))
        }
        "no-handicap" => {
            let stones = words.parse()?;
            let game = Game::with_handicap(game.size(), game.rules().clone(), stones);
            same("refused by custom", if game.is_err() { "refused by custom" } else { "taken" })?;
            let gtp = handicap::gtp(table.game.size(), stones);
            same("refused by GTP", if gtp.is_err() { "refused by GTP" } else { "taken" })
        }
        _ => Err(Stop::Nonsense("this is neither an action nor an assertion".into())),
    }?;
    words.end()
}

/// The block on the point that the line names first.
fn block<'a>(table: &'a Table, line: &Line) -> Result<Block<'a>, Stop> {
    let name = line.rest().take()?;
    let point = table.view.point(name)?;
    let block = table.game.board().block(point);
    block.ok_or_else(|| Stop::Nonsense(format!("there is no stone on {name}")))
}

fn stone_and_number(table: &Table, words: &mut Words<'_>) -> Result<usize, Stop> {
    table.view.point(words.take()?)?;
    words.parse()
}

/// `= A1 B2`, or `= none`.
fn set(table: &Table, words: &mut Words<'_>) -> Result<String, Stop> {
    words.expect("=")?;
    table.view.read_names(words.all())
}

fn stones_of(table: &Table, color: Color) -> String {
    let stones = table.game.board().stones().filter(|&(_, c)| c == color);
    table.view.names(stones.map(|(point, _)| point))
}

fn libs(table: &Table, words: &mut Words<'_>) -> Result<(), Stop> {
    let name = words.take()?;
    let point = table.view.point(name)?;
    let Some(block) = table.game.board().block(point) else {
        return Err(Stop::Nonsense(format!("there is no stone on {name}")));
    };
    same(block.liberties().len() == 1, block.is_in_atari())?;
    if words.peek() == Some("=") {
        return same(set(table, words)?, table.view.names(block.liberties()));
    }
    same(words.parse::<usize>()?, block.liberties().len())
}

/// The verdict on a move: `legal`, or the rule that forbids it. All queries must agree, and a
/// refusal must change nothing.
fn verdict(game: &Game, color: Color, mv: Move, strict: bool) -> Result<String, Stop> {
    let mut after = game.clone();
    let played = if strict { after.play_strict(color, mv) } else { after.play_as(color, mv) };
    if played.is_err() && after != *game {
        return differs("a refusal to change nothing", "a change");
    }
    let played = played.map_or_else(spell, |_| "legal".into());
    if !strict {
        let checked = game.check(color, mv).map_or_else(spell, |()| "legal".into());
        same(format!("{checked} from check"), format!("{played} from check"))?;
        if let Move::Play(point) = mv {
            let would = game.dry_run(color, point).map_or_else(spell, |_| "legal".into());
            same(format!("{would} from a dry run"), format!("{played} from a dry run"))?;
            let listed = game.legal_points(color).any(|legal| legal == point);
            same(played == "legal", listed)?;
        }
    }
    Ok(played)
}

fn illegal(table: &Table, words: &mut Words<'_>) -> Result<(), Stop> {
    let color = words.color()?;
    let name = words.take()?;
    let reason = words.take()?;
    if !REASONS.contains(&reason) {
        let known = REASONS.join(", ");
        return Err(Stop::Nonsense(format!("unknown reason `{reason}`: write one of {known}")));
    }
    let mv = match reason {
        "off-board" => Move::Play(table.view.point_beside(name)?),
        _ => table.view.read_move(name)?,
    };
    let expected = match reason {
        "superko" => format!("superko {}", words.parse::<usize>()?),
        _ => reason.into(),
    };
    same(expected, verdict(&table.game, color, mv, reason == "turn")?)
}

fn legal(table: &Table, words: &mut Words<'_>) -> Result<(), Stop> {
    let color = words.color()?;
    let names = words.all_of_some()?;
    for name in names {
        let got = verdict(&table.game, color, table.view.read_move(name)?, false)?;
        if got != "legal" {
            return differs("legal", format!("illegal: {got}"));
        }
    }
    Ok(())
}

/// `cannot ACTION REASON`; undo and redo have one reason only, and don't name it.
fn cannot(table: &Table, words: &mut Words<'_>) -> Result<(), Stop> {
    let action = words.take()?;
    let reason = match action {
        "undo" | "redo" => "nothing-left",
        "settle" => "not-settled",
        _ => words.take_last()?,
    };
    let mut after = table.clone();
    match after.act(action, *words) {
        Ok(()) => return differs(reason, "done"),
        Err(Stop::Refused(rule)) => same(reason, rule)?,
        Err(other) => return Err(other),
    }
    words.all();
    if after.game == table.game {
        Ok(())
    } else {
        differs("a refusal to change nothing", "a change")
    }
}

fn would(table: &Table, words: &mut Words<'_>) -> Result<(), Stop> {
    const FIELDS: [&str; 5] = ["captures", "lost", "libs", "ko", "tokens"];
    let color = words.color()?;
    let point = table.view.point(words.take()?)?;
    let would = match table.game.dry_run(color, point) {
        Ok(would) => would,
        Err(refusal) => return differs("a legal move", spell(refusal)),
    };
    let mut fields = words.all_of_some()?;
    while let Some((field, after)) = fields.split_first() {
        let next = after.iter().position(|word| FIELDS.contains(&word.as_str()));
        let (values, left) = after.split_at(next.unwrap_or(after.len()));
        fields = left;
        let names = |points: &[Point]| table.view.names(points.iter().copied());
        let (expected, got) = match field.as_str() {
            "captures" => (table.view.read_names(values)?, names(&would.captured)),
            "lost" => (table.view.read_names(values)?, names(&would.lost)),
            "ko" => (table.view.read_names(values)?, names(would.ko.as_slice())),
            "libs" => (values.join(" "), would.liberties.to_string()),
            // Tokens name the points of the image, which match the file only on the identity.
            "tokens" if table.view.symmetry != Symmetry::Identity => continue,
            "tokens" => (values.join(" "), would.tokens(table.game.size())),
            other => return Err(Stop::Nonsense(format!("`{other}` is not what a move does"))),
        };
        same(format!("{field} {expected}"), format!("{field} {got}"))?;
    }
    Ok(())
}

fn order(table: &Table, words: &mut Words<'_>) -> Result<(), Stop> {
    let placed = table.game.board().stones_as_placed();
    let got: Vec<String> = placed.iter().map(|&(point, _)| table.view.name(point)).collect();
    let expected = words.all();
    table.view.read_names(expected)?;
    same(expected.join(" "), if got.is_empty() { "none".into() } else { got.join(" ") })
}

fn board(table: &Table, line: &Line) -> Result<(), Stop> {
    let Some(expected) = &line.diagram else {
        return Err(Stop::Nonsense("board needs a diagram under it".into()));
    };
    let board = table.game.board().transformed(table.view.symmetry.inverse());
    let got = Diagram::from(&board);
    same(format!("\n{}", expected.rows().join("\n")), format!("\n{}", got.rows().join("\n")))
}

fn phase(game: &Game, words: &mut Words<'_>) -> Result<(), Stop> {
    let expected = words.take()?;
    if !["playing", "marking", "over"].contains(&expected) {
        let message = format!("unknown phase `{expected}`: write playing, marking or over");
        return Err(Stop::Nonsense(message));
    }
    same(
        expected,
        match game.phase() {
            Phase::Playing => "playing",
            Phase::Marking(_) => "marking",
            Phase::Over(_) => "over",
        },
    )
}

fn agreed(game: &Game, words: &mut Words<'_>) -> Result<(), Stop> {
    let expected = words.take()?;
    let Phase::Marking(marking) = game.phase() else { return differs("marking", "another phase") };
    same(
        expected,
        match Color::ALL.map(|color| marking.agreed(color)) {
            [false, false] => "none",
            [true, false] => "B",
            [false, true] => "W",
            [true, true] => "both",
        },
    )
}

fn marked(table: &Table, words: &mut Words<'_>) -> Result<(), Stop> {
    let marks = table.game.marks();
    let points = match words.take()? {
        "dead" => marks.dead,
        "seki" => marks.seki,
        other => return Err(Stop::Nonsense(format!("`{other}` should be dead or seki"))),
    };
    same(set(table, words)?, table.view.names(points.iter()))
}

/// Totals without komi and bonus, by either way of counting, whichever the game's rules use.
fn counted(game: &Game, scoring: Scoring, words: &mut Words<'_>) -> Result<(), Stop> {
    let [black, white] = both(words)?;
    let mut rules = game.rules().clone();
    rules.scoring = scoring;
    rules.bonus = Bonus::Nothing;
    let score = Score::of(game.board(), &rules, &game.marks(), HalfPoints::ZERO, 0);
    let got = Color::ALL.map(|color| score.side(color).total);
    same(format!("B {black} W {white}"), format!("B {} W {}", got[0], got[1]))
}

fn owner(table: &Table, words: &mut Words<'_>) -> Result<(), Stop> {
    let expected = words.take_last()?;
    if !["black", "white", "dame", "seki"].contains(&expected) {
        let message = format!("unknown owner `{expected}`: write black, white, dame or seki");
        return Err(Stop::Nonsense(message));
    }
    let names = words.all_of_some()?;
    let score = table.game.score();
    for name in names {
        let got = match score.owners[table.view.point(name)?] {
            Owner::Stone(color) | Owner::Territory(color) => match color {
                Color::Black => "black",
                Color::White => "white",
            },
            Owner::Dame => "dame",
            Owner::Seki(_) => "seki",
        };
        same(format!("{name} {expected}"), format!("{name} {got}"))?;
    }
    Ok(())
}

/// `B 7 stones, 3 points`.
fn alive(game: &Game, words: &mut Words<'_>) -> Result<(), Stop> {
    let color = words.color()?;
    let stones: usize = words.parse()?;
    words.expect("stones,")?;
    let points: usize = words.parse()?;
    words.expect("points")?;
    let life = UnconditionalLife::of(game.board(), color, game.rules().suicide);
    same(
        format!("{stones} stones, {points} points"),
        format!("{} stones, {} points", life.stones.len(), life.territory.len()),
    )
}
