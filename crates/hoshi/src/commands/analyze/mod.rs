//! `hoshi analyze`: positions of a record as the bot or an engine sees them, and the mistakes of a game.

mod analyst;
mod ending;
mod engine;
mod loss;
mod mistakes;
mod page;
mod review;

use std::time::Duration;

use anyhow::{Result, bail};
use hoshi_bot::{Limits, Settings};
use hoshi_core::{Game, Phase};
use hoshi_record::convert::Record;
use hoshi_record::replay::{Terms, replay_brief};
use hoshi_record::sgf::{GameTree, NodeId, NodeRef};
use hoshi_session::Stop;

use super::{Answer, notes};
use crate::cli::Analyze;
use crate::config::Config;
use crate::error::UsageError;
use crate::files;
use crate::job::{Job, Reporter};
use crate::out::Out;
use crate::records;
use crate::signals;
use analyst::Opinion;
pub(crate) use analyst::{Analyst, BotAnalyst};
use ending::Ending;
use engine::EngineAnalyst;
pub(crate) use loss::loss;
use mistakes::{Judged, Mistakes};

/// A position of the record.
struct Position {
    node: NodeId,
    game: Game,
    /// How many moves were made before it.
    number: usize,
}

impl Position {
    fn at(node: NodeRef<'_>, terms: &Terms) -> Position {
        let replayed = replay_brief(node, terms);
        let number = replayed.move_count();
        Position { node: node.id(), game: replayed.game, number }
    }
}

/// Analyses.
pub(crate) fn run(options: &Analyze, out: &mut Out) -> Result<Answer> {
    let loaded = Config::load();
    loaded.warn(out);
    let place = &options.place;
    if let Some(path) = &options.output {
        check_output(path, options.force)?;
    }
    let record = records::load(&place.file, place.from, &place.charset)?;
    let tree = records::game(&record, place.game)?;
    if let Some(other) = tree.other_game() {
        bail!("{}: this is {other}, not Go, and cannot be analysed", files::shown(&place.file));
    }
    let terms = Terms::of(tree);
    let node = records::node(tree, place.number, place.at.as_ref())?;
    notes::say("note: ", &record.notes, out);
    notes::say("note: ", &record.losses, out);
    notes::say("note: ", terms.notes(tree), out);
    let remarks = replay_brief(node, &terms);
    let problems = remarks.remarks.iter().map(|remark| &remark.problem);
    notes::say_some("note: ", problems, remarks.unkept, out);

    let positions = if options.all {
        let nodes = tree.main_line().count();
        if nodes > MOST {
            bail!("the main line has {nodes} nodes; --all analyses at most {MOST}");
        }
        main_line(tree, &terms)
    } else {
        vec![Position::at(node, &terms)]
    };
    let last = if options.all { tree.main_line().last() } else { Some(node) };
    // Ctrl-C stops the analysis; nothing is written then.
    let stop = Stop::default();
    let flag = stop.flag();
    let mut at = 0;
    let show = |report: Option<Report>, gone: Duration, out: &mut Out| {
        match report {
            Some(Report::Position(number)) => at = number,
            Some(Report::Note(note)) => notes::say("note: ", [note], out),
            None => {}
        }
        match positions.len() {
            1 => out.progress("analysing", gone, None),
            all => {
                let whole = (at > 0).then(|| gone.mul_f64(all as f64 / at as f64));
                out.progress(&format!("position {} of {all}", at + 1), gone, whole);
            }
        }
    };
    let thought = Job::new("analysing").stopped_by(&flag).run(out, show, |reporter| {
        let mut analyst = analyst(options, &loaded.config, &stop)?;
        let mut thought = think(&positions, &mut *analyst, &stop, reporter)?;
        if let (Some(node), Some(last)) = (last, positions.last()) {
            thought.ending = Ending::of(tree, node, &last.game, &stop);
        }
        Ok(thought)
    });
    hoshi_gtp::end_all();
    if signals::is_noted() {
        return Ok(Answer::Interrupted);
    }
    match options.all {
        true => write_mistakes(options, &record, &positions, thought?, out)?,
        false => write_position(options, &record, &positions[0], &thought?, out)?,
    }
    Ok(Answer::Yes)
}

/// Who analyses.
fn analyst(options: &Analyze, config: &Config, stop: &Stop) -> Result<Box<dyn Analyst>> {
    let playouts = options.playouts.unwrap_or(if options.all { 1000 } else { 3000 });
    if let Some(who) = &options.engine {
        return Ok(Box::new(EngineAnalyst::start(who, playouts, config, stop)?));
    }
    let mut settings = Settings::default();
    settings.seed = options.seed;
    settings.threads = usize::from(options.threads);
    let limits = Limits { playouts: Some(playouts), ..Limits::default() };
    Ok(Box::new(BotAnalyst::new(settings, limits)))
}

/// The longest main line that is analysed as a whole. Each position is kept with all that led to it, and no game
/// that was played is nearly as long.
const MOST: usize = 1500;

/// Refuses an output that could not be written, before the work begins.
fn check_output(path: &std::path::Path, force: bool) -> Result<()> {
    let is_sgf = path.extension().is_some_and(|ext| ext.eq_ignore_ascii_case("sgf"));
    if !is_sgf && !files::is_dash(path) {
        let why =
            format!("{}: an analysis is written as SGF; name a .sgf file", files::shown(path));
        bail!(UsageError(why));
    }
    files::check(path, force)
}

/// The positions of the main line, from the first to the last.
fn main_line(tree: GameTree<'_>, terms: &Terms) -> Vec<Position> {
    let mut positions: Vec<Position> = Vec::new();
    for node in tree.main_line() {
        let position = Position::at(node, terms);
        match positions.last_mut() {
            // Nodes without a move: the last of them has everything that was set up.
            Some(last) if last.number == position.number => *last = position,
            _ => positions.push(position),
        }
    }
    positions
}

/// A position and what is known of it.
struct Seen<'a> {
    position: &'a Position,
    /// What the program thinks of it, if there is anything left to play.
    opinion: Option<&'a Opinion>,
    ending: Option<&'a Ending>,
}

/// How far the analysis is.
enum Report {
    /// So many positions are done.
    Position(usize),
    /// Something for the user.
    Note(String),
}

/// What the program thinks of the positions.
struct Thought {
    /// The program.
    name: String,
    /// What it thinks of each, if there is anything left to play.
    opinions: Vec<Option<Opinion>>,
    /// The moves between them.
    moves: Vec<Judged>,
    ending: Option<Ending>,
}

/// Looks at the positions one after the other. When it is stopped, what it returns is incomplete.
fn think(
    positions: &[Position],
    analyst: &mut dyn Analyst,
    stop: &Stop,
    reporter: &Reporter<Report>,
) -> Result<Thought> {
    let name = analyst.name().to_owned();
    let mut thought = Thought { name, opinions: Vec::new(), moves: Vec::new(), ending: None };
    for (number, position) in positions.iter().enumerate() {
        reporter.send(Report::Position(number));
        // After two passes there is nothing left to play.
        let is_playing = *position.game.phase() == Phase::Playing;
        let opinion = if is_playing { Some(analyst.look(&position.game, stop)?) } else { None };
        if stop.is_set() {
            break;
        }
        if let Some(note) = analyst.note() {
            reporter.send(Report::Note(note));
        }
        thought.opinions.push(opinion);
        let judged = judged(&positions[..=number], &thought.opinions, analyst, stop)?;
        thought.moves.extend(judged);
    }
    Ok(thought)
}

/// One position.
fn write_position(
    options: &Analyze,
    record: &Record,
    position: &Position,
    thought: &Thought,
    out: &mut Out,
) -> Result<()> {
    let opinion = thought.opinions.first().and_then(Option::as_ref);
    let seen = Seen { position, opinion, ending: thought.ending.as_ref() };
    if let Some(path) = &options.output {
        let bytes = review::of_position(record, options.place.game, &seen, out)?;
        files::put(Some(path), &bytes, true, options.force, out)?;
        if files::is_dash(path) {
            return Ok(());
        }
    }
    if options.json {
        out.json(&page::position_json(&seen))
    } else {
        let page = page::position(&seen, &thought.name, &options.look, out);
        out.page(page, !options.look.no_pager)
    }
}

/// The mistakes of a game.
fn write_mistakes(
    options: &Analyze,
    record: &Record,
    positions: &[Position],
    Thought { name, opinions, moves, ending }: Thought,
    out: &mut Out,
) -> Result<()> {
    let mistakes = Mistakes { opinions, moves, ending };
    if let Some(path) = &options.output {
        let bytes = review::of_game(record, options.place.game, positions, &mistakes, out)?;
        files::put(Some(path), &bytes, true, options.force, out)?;
        if files::is_dash(path) {
            return Ok(());
        }
    }
    if options.json {
        out.json(&mistakes.to_json(positions))
    } else {
        let page = mistakes.page(positions, &name);
        out.page(page.into(), !options.look.no_pager)
    }
}

/// The move that led to the last of these positions.
fn judged(
    positions: &[Position],
    opinions: &[Option<Opinion>],
    analyst: &mut dyn Analyst,
    stop: &Stop,
) -> Result<Option<Judged>> {
    let [.., before, after] = positions else { return Ok(None) };
    let [.., Some(then), Some(now)] = opinions else { return Ok(None) };
    let Some((color, mv)) = after.game.last_move() else { return Ok(None) };
    let lost = loss((&before.game, then), (&after.game, now), analyst, stop)?;
    Ok(lost.map(|loss| Judged { number: positions.len() - 1, color, mv, loss }))
}
