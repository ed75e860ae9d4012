//! `hoshi match`: makes a plan from the options, resumes what is on disk, plays the rest, and prints what
//! came of it.

use std::collections::HashSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

use anyhow::{Context as _, Result, bail};
use hoshi_core::{Game, HalfPoints, Preset, Rules, Size};
use hoshi_record::sgf::{Collection, GameTree};
use hoshi_session::host::{Gtp, Places, Who};
use hoshi_session::tournament::{
    Entrant, Evidence, GameResult, Ledger, LedgerError, Match, News, Opening, Options, Plan,
    Standings, openings,
};
use hoshi_session::{Control, Mind, Random};

use super::Answer;
use super::notes::{self, Notes};
use crate::cli::{self, CharsetOptions, Several};
use crate::config::Config;
use crate::error::UsageError;
use crate::files;
use crate::now::local_now;
use crate::out::{self, Out};
use crate::players::{BotMind, JUDGE, TableMind, TablePlayer, any_seed};
use crate::records;
use crate::signals;

/// How long an engine may take to start. No person waits, and some engines load a lot.
const GREETING: Duration = Duration::from_secs(60);

/// Plays a match, or what is left of it.
pub(crate) fn run(options: &cli::Match, out: &mut Out) -> Result<Answer> {
    let loaded = Config::load();
    loaded.warn(out);
    signals::end_on_signal()?;
    let (players, pairs) = pairing(options)?;
    let mut plan = plan(options, &players, pairs, &loaded.config)?;
    let tables = players.iter().map(table).collect::<Result<Vec<_>>>()?;
    let (ledger, mut results) = match &options.out {
        None => (None, Vec::new()),
        Some(folder) => resume(folder, options, &mut plan, out)?,
    };
    let done: HashSet<usize> = results.iter().map(|result| result.game).collect();
    let is_settled = Evidence::of(&plan, &results).is_some_and(|found| found.accepted().is_some());
    let total = if is_settled { 0 } else { plan.total() };
    let numbers: Vec<usize> = (1..=total).filter(|number| !done.contains(number)).collect();
    if !done.is_empty() && !numbers.is_empty() {
        out.say(format!("{} of {} games are finished; resuming.", done.len(), plan.total()));
    }
    if !numbers.is_empty() {
        let make = |player: usize, seed: u64| {
            let command = plan.entrants[player].command.as_deref();
            // One thread, unless the player says otherwise: games are repeatable, and `--parallel` is what
            // uses the cores.
            if let Who::Bot(spec) = &players[player] {
                return Ok(Box::new(BotMind::new(spec, seed, 1)?) as Box<dyn Mind>);
            }
            Ok(mind(tables[player].as_ref(), command, seed, options.comments))
        };
        let games = Match::prepare(&plan, &numbers, &make)?;
        match play(games, options, &plan, ledger, &mut results, out) {
            Err(_) if signals::is_noted() => {
                let how = match &options.out {
                    Some(_) => "the same command resumes the match",
                    None => "none is kept without --out",
                };
                let (done, total) = (results.len(), plan.total());
                out.say(format!("{done} of {total} games are finished; {how}."));
                return Ok(Answer::Interrupted);
            }
            played => played?,
        }
    }
    let standings = Standings::of(&plan, &results);
    if options.json {
        out.json(&standings.to_json(&plan))?;
    } else {
        out.write(standings.to_text(&plan))?;
    }
    Ok(Answer::Yes)
}

/// The mind of a player: by a table, an engine, or at random.
fn mind(
    table: Option<&Arc<TablePlayer>>,
    command: Option<&[String]>,
    seed: u64,
    listens: bool,
) -> Box<dyn Mind> {
    match (table, command) {
        (Some(table), _) => Box::new(TableMind::new(Arc::clone(table))),
        (None, None) => Box::new(Random::new(seed)),
        (None, Some(words)) => {
            let engine = Gtp::new(words.to_vec()).with_greeting(GREETING);
            Box::new(if listens { engine.listening() } else { engine })
        }
    }
}

/// The table that a player plays by, if it does.
fn table(who: &Who) -> Result<Option<Arc<TablePlayer>>> {
    match who {
        Who::Table(path) => Ok(Some(Arc::new(TablePlayer::read(path)?))),
        _ => Ok(None),
    }
}

/// Plays games, and adds what came of them to the results.
fn play(
    games: Match<'_>,
    options: &cli::Match,
    plan: &Plan,
    ledger: Option<Ledger>,
    results: &mut Vec<GameResult>,
    out: &mut Out,
) -> Result<()> {
    notes::say("note: ", games.notes(), out);
    // Nothing is written before it is known that everybody can play.
    let mut ledger = match (&options.out, ledger) {
        (Some(folder), None) => {
            let _writing = files::WRITING.read();
            Some(Ledger::begin(folder, &plan.header())?)
        }
        (_, ledger) => ledger,
    };
    let settings = Options {
        parallel: usize::from(options.parallel),
        comments: options.comments,
        judge: JUDGE,
        interval: out::REDRAW,
        date: || local_now().date(),
    };
    // From here on Ctrl-C stops the games and ends the engines first.
    signals::note_signals()?;
    let (began, before) = (Instant::now(), results.len());
    let mut shown: Option<Instant> = None;
    let mut faults = Notes::default();
    let mut evidence = Evidence::of(plan, results);
    let mut is_settled = false;
    let played = games.play(settings, |news| {
        if let News::Finished(game) = news {
            let result = game.result;
            if let (Some(ledger), Some(record)) = (&mut ledger, &game.record) {
                // A second Ctrl-C waits for this, so that nothing is left half written.
                let _writing = files::WRITING.read();
                ledger.add(&result, record)?;
            }
            if let Some((color, reason)) = &result.fault
                && faults.is_shown()
            {
                let who = &plan.entrants[result.seats[color.index()]].who;
                out.say(format!("game {}: {who} lost: {reason}", result.game));
                shown = None;
            }
            if let Some(evidence) = &mut evidence {
                evidence.add_result(plan, &result);
                is_settled = evidence.accepted().is_some();
            }
            results.push(result);
        }
        if signals::is_noted() {
            bail!("interrupted");
        }
        if is_settled {
            // This stops the games that are not over; it is not an error below.
            bail!("settled");
        }
        // Short games end more often than anybody can read.
        if shown.is_none_or(|shown| shown.elapsed() >= out::REDRAW / 2) {
            shown = Some(Instant::now());
            show_progress(plan, results, before, evidence.as_ref(), began.elapsed(), out);
        }
        Ok(())
    });
    if let Some(rest) = faults.rest() {
        out.say(format!("{rest} games were lost by a fault; --json lists all of them"));
    }
    if is_settled && !signals::is_noted() {
        return Ok(());
    }
    played
}

/// Shows how many games are over, and the standings.
fn show_progress(
    plan: &Plan,
    results: &[GameResult],
    before: usize,
    evidence: Option<&Evidence>,
    gone: Duration,
    out: &mut Out,
) {
    if !out.shows_progress() {
        return;
    }
    let (done, total) = (results.len(), plan.total());
    let standings = Standings::of(plan, results);
    let stand = match &standings.players[..] {
        [first, _] => {
            let tally = first.tally;
            format!(", {}-{}-{}", tally.wins(), tally.losses(), tally.drawn)
        }
        all => {
            let points = all.iter().map(|one| format!("{}", one.tally.points()));
            format!(", points {}", points.collect::<Vec<_>>().join(" "))
        }
    };
    let test = evidence.map(|evidence| format!(", {}", evidence.brief())).unwrap_or_default();
    let played = done - before;
    let whole = (played > 0).then(|| gone.mul_f64((total - before) as f64 / played as f64));
    out.progress(&format!("game {done} of {total}{stand}{test}"), gone, whole);
}

/// Opens the match that is in a folder, or makes sure that one can begin there.
fn resume(
    folder: &Path,
    options: &cli::Match,
    plan: &mut Plan,
    out: &mut Out,
) -> Result<(Option<Ledger>, Vec<GameResult>)> {
    if plan.size.width() > 52 || plan.size.height() > 52 {
        bail!(UsageError(format!(
            "a board of {} cannot be recorded: SGF ends at 52x52",
            plan.size
        )));
    }
    let Some((ledger, found)) = Ledger::open(folder)? else {
        Ledger::prepare(folder).map_err(wrong_folder)?;
        return Ok((None, Vec::new()));
    };
    // Without --seed, random players begin as they did before.
    if let (None, Some(seed)) = (options.seed, found.seed()) {
        plan.seed = seed;
    }
    found.check(plan).map_err(wrong_folder)?;
    if found.is_torn {
        let folder = folder.display();
        out.say(format!(
            "note: {folder}: removed the last line of the results, which was incomplete or damaged"
        ));
    }
    notes::say(&format!("note: {}: ", folder.display()), &found.altered, out);
    Ok((Some(ledger), found.results))
}

/// An error about the folder that was given; some are for who gave it.
fn wrong_folder(error: LedgerError) -> anyhow::Error {
    match error {
        LedgerError::NotEmpty(_) | LedgerError::OtherTerms { .. } => {
            UsageError(error.to_string()).into()
        }
        error => error.into(),
    }
}

/// The plan that the options describe.
fn plan(options: &cli::Match, players: &[Who], pairs: Pairs, config: &Config) -> Result<Plan> {
    let places = Places::of_machine();
    let entrant = |who: &Who| {
        if *who == Who::Human {
            bail!(UsageError("a person cannot play in a match; use `hoshi play`".to_owned()));
        }
        let command = who.command(&config.engines, &places).map_err(UsageError::of)?;
        Ok(Entrant { who: who.to_string(), command })
    };
    let rules = options.rules.clone().unwrap_or_else(|| Rules::of(Preset::Chinese));
    let komi = options.komi.unwrap_or_else(|| rules.komi_for(options.handicap.unwrap_or(0)));
    let book = options.openings.as_deref().map(read_book).transpose()?;
    let book_size = |book: &Vec<(String, Collection)>| {
        book.iter().find_map(|(_, file)| file.game(0)).map(GameTree::size)
    };
    let size = options.size.or_else(|| book_size(book.as_ref()?)).unwrap_or(Size::S19);
    let openings = match &book {
        Some(book) => openings(book, size, &rules, komi, options.opening_moves)?,
        None => vec![opening(size, &rules, options.handicap.unwrap_or(0), komi)?],
    };
    let time = options.time.map_or([Control(None); 2], |times| times.0);
    if time[0] != time[1] && options.first.is_none() {
        let why = "--round-robin takes one time limit for all players";
        bail!(UsageError(why.to_owned()));
    }
    if options.sprt.is_some() && pairs.len() > 1 {
        bail!(UsageError("--sprt takes one --second, not several".to_owned()));
    }
    Ok(Plan {
        entrants: players.iter().map(entrant).collect::<Result<_>>()?,
        pairs,
        games: options.games as usize,
        size,
        rules,
        komi,
        time,
        openings,
        max_moves: options.max_moves.unwrap_or(3 * size.area() + 100),
        move_limit: options.move_limit.0,
        seed: options.seed.unwrap_or_else(any_seed),
        sprt: options.sprt,
    })
}

/// The position before the first move: an empty board, or handicap stones. The name says so, since a match is
/// resumed only with the same openings.
fn opening(size: Size, rules: &Rules, stones: u32, komi: HalfPoints) -> Result<Opening> {
    let game = Game::with_handicap(size, rules.clone(), stones)
        .map_err(|error| UsageError(format!("--handicap: {error}")))?;
    let name = if stones == 0 { String::new() } else { format!("handicap {stones}") };
    Ok(Opening { name, game: game.with_komi(komi) })
}

/// Reads the records to begin from: one file, or every SGF file of a folder, by name.
fn read_book(path: &Path) -> Result<Vec<(String, Collection)>> {
    let mut paths = vec![path.to_owned()];
    if path.is_dir() {
        let named = || path.display().to_string();
        let entries = fs::read_dir(path).with_context(named)?;
        let all: std::io::Result<Vec<PathBuf>> =
            entries.map(|entry| entry.map(|entry| entry.path())).collect();
        paths = all.with_context(named)?;
        paths.retain(|path| path.extension().is_some_and(|ext| ext.eq_ignore_ascii_case("sgf")));
        paths.sort();
        if paths.is_empty() {
            bail!("{}: the folder has no SGF files", named());
        }
    }
    let read = |path: PathBuf| {
        let name = path.file_name().map_or_else(String::new, |name| name.display().to_string());
        Ok((name, records::load(&path, None, &CharsetOptions::default())?.file))
    };
    paths.into_iter().map(read).collect()
}

/// Who meets whom, by their places among the players.
type Pairs = Vec<(usize, usize)>;

/// The players, and who meets whom.
fn pairing(options: &cli::Match) -> Result<(Vec<Who>, Pairs)> {
    let flat = |lists: &[Several]| lists.iter().flat_map(|list| list.0.clone()).collect::<Vec<_>>();
    if let Some(first) = &options.first {
        let others = flat(&options.second);
        let pairs = (1..=others.len()).map(|other| (0, other)).collect();
        return Ok((std::iter::once(first.clone()).chain(others).collect(), pairs));
    }
    let all = flat(&options.round_robin);
    if all.len() < 2 {
        bail!(UsageError("--round-robin needs at least two players".to_owned()));
    }
    let many = all.len();
    let pairs = (0..many).flat_map(|one| (one + 1..many).map(move |other| (one, other))).collect();
    Ok((all, pairs))
}
