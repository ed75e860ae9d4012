//! `hoshi match`: a plan is made of the options, what is on disk already is taken up, the rest is played,
//! and what came of it is printed.

use std::collections::HashSet;
use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

use anyhow::{Result, bail};
use hoshi_core::{Game, Preset, Rules, Size};

use crate::cli::{Match, Several, WrongCall};
use crate::config::Config;
use crate::out::{self, Out};
use crate::players::{TablePlayer, Who, any_seed};
use crate::session::clock::Control;
use crate::tournament::openings::{Book, Opening};
use crate::tournament::standings::{Standings, counted};
use crate::tournament::{self, Contestant, Hall, Ledger, Line, Manner, News, Plan, record};

/// Plays a match, or what is left of it.
pub(crate) fn run(options: &Match, out: &mut Out) -> Result<()> {
    let loaded = Config::load();
    loaded.warn(out);
    out::end_on_ctrl_c()?;
    let mut plan = plan(options, &loaded.config)?;
    let (ledger, mut lines) = match &options.out {
        None => (None, Vec::new()),
        Some(folder) => take_up(folder, options, &mut plan, out)?,
    };
    let done: HashSet<usize> = lines.iter().map(|line| line.game).collect();
    let numbers: Vec<usize> = (1..=plan.total()).filter(|number| !done.contains(number)).collect();
    if !done.is_empty() && !numbers.is_empty() {
        let total = counted(plan.total(), "game");
        out.say(&format!("{} of {total} are there; the match goes on.", done.len()));
    }
    if !numbers.is_empty() {
        play(options, &plan, &numbers, ledger, &mut lines, out)?;
    }
    let standings = Standings::of(&plan, &lines);
    if options.json {
        out.line(&standings.to_json(&plan).to_string())
    } else {
        // What engines say is not for the terminal to obey.
        out.write(&out::printable(&standings.to_text(&plan)))
    }
}

/// Plays the games with these numbers.
fn play(
    options: &Match,
    plan: &Plan,
    numbers: &[usize],
    ledger: Option<Ledger>,
    lines: &mut Vec<Line>,
    out: &mut Out,
) -> Result<()> {
    let (hall, notes) = Hall::open(plan, numbers)?;
    for note in notes {
        out.say(&format!("note: {note}"));
    }
    // Nothing is on disk before it is known that everybody can play.
    let mut ledger = match (&options.out, ledger) {
        (Some(folder), None) => Some(Ledger::begin(folder, &plan.header())?),
        (_, ledger) => ledger,
    };
    let manner = Manner {
        parallel: usize::from(options.parallel),
        listens: options.comments,
        patience: out::REDRAW,
    };
    let (began, before) = (Instant::now(), lines.len());
    let mut shown: Option<Instant> = None;
    hall.play(manner, |news| {
        if let News::Played(fixture, played) = news {
            let line = Line::of(&fixture, &played);
            if let Some(ledger) = &mut ledger {
                let record = record::sgf(plan, &fixture, &played, options.comments)?;
                ledger.keep(&line, &record)?;
            }
            if let Some((color, reason)) = &line.fault {
                let who = &plan.players[line.seats[color.index()]].who;
                out.say(&format!("game {}: {who} lost: {reason}", line.game));
                shown = None;
            }
            lines.push(line);
        }
        // Short games end more often than anybody can read.
        if shown.is_none_or(|shown| shown.elapsed() >= out::REDRAW / 2) {
            shown = Some(Instant::now());
            show_progress(plan, lines, before, began.elapsed(), out);
        }
        Ok(())
    })
}

/// How far the match is, and how it stands.
fn show_progress(plan: &Plan, lines: &[Line], before: usize, gone: Duration, out: &mut Out) {
    if !out.shows_progress() {
        return;
    }
    let (done, total) = (lines.len(), plan.total());
    let stand = match Standings::of(plan, lines) {
        all if plan.players.len() == 2 => {
            let tally = all.players[0].tally;
            format!(", {}-{}-{}", tally.wins(), tally.losses(), tally.drawn)
        }
        all => {
            let points = all.players.iter().map(|one| format!("{}", one.tally.points()));
            format!(", points {}", points.collect::<Vec<_>>().join(" "))
        }
    };
    let played = done - before;
    let whole = (played > 0).then(|| gone.mul_f64((total - before) as f64 / played as f64));
    out.progress(&format!("game {done} of {total}{stand}"), gone, whole);
}

/// Takes up the match that is in a folder, or makes sure that one can begin there.
fn take_up(
    folder: &Path,
    options: &Match,
    plan: &mut Plan,
    out: &mut Out,
) -> Result<(Option<Ledger>, Vec<Line>)> {
    if plan.size.width() > 52 || plan.size.height() > 52 {
        bail!(WrongCall(format!("a board of {} cannot be recorded: SGF ends at 52x52", plan.size)));
    }
    let Some((ledger, found)) = Ledger::open(folder)? else {
        Ledger::prepare(folder)?;
        return Ok((None, Vec::new()));
    };
    // Where nobody says where random players begin, they begin as they did.
    if let (None, Some(seed)) = (options.seed, found.header["seed"].as_u64()) {
        plan.seed = seed;
    }
    let differences = tournament::differences(&found.header, &plan.header());
    if !differences.is_empty() {
        bail!(WrongCall(format!(
            "{}: there is a match with other terms in it:\n  {}",
            folder.display(),
            differences.join("\n  ")
        )));
    }
    if found.torn {
        out.say(&format!("note: {}: the last line was torn, and is left out", folder.display()));
    }
    let mut seen = HashSet::new();
    for line in &found.lines {
        let fits = (1..=plan.total()).contains(&line.game)
            && plan.fixture(line.game).seats == line.seats
            && seen.insert(line.game);
        if !fits {
            bail!("{}: game {} does not belong to this match", folder.display(), line.game);
        }
    }
    Ok((Some(ledger), found.lines))
}

/// What the options come to.
fn plan(options: &Match, config: &Config) -> Result<Plan> {
    let (who, pairs) = pairing(options)?;
    let player = |who: Who| {
        if who == Who::Human {
            bail!(WrongCall("a person cannot play a match; `hoshi play` is for them".to_owned()));
        }
        let command = who.command(config).map_err(WrongCall)?;
        let table = match &who {
            Who::Table(path) => Some(Arc::new(TablePlayer::read(path)?)),
            _ => None,
        };
        Ok(Contestant { who, command, table })
    };
    let rules = options.rules.clone().unwrap_or_else(|| Rules::of(Preset::Chinese));
    let komi = options.komi.unwrap_or(rules.komi);
    let book = options.openings.as_deref().map(Book::read).transpose()?;
    let size = options.size.or_else(|| book.as_ref()?.size()).unwrap_or(Size::S19);
    let openings = match &book {
        Some(book) => book.openings(size, &rules, komi, options.opening_moves)?,
        None => {
            let game = Game::new(size, rules.clone()).with_komi(komi);
            vec![Opening { name: String::new(), game }]
        }
    };
    let time = options.time.map_or([Control(None); 2], |times| times.0);
    if time[0] != time[1] && options.first.is_none() {
        bail!(WrongCall("with --round-robin all have the same time; give one".to_owned()));
    }
    Ok(Plan {
        players: who.into_iter().map(player).collect::<Result<_>>()?,
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
    })
}

/// Who meets whom, by their places among the players.
type Pairs = Vec<(usize, usize)>;

/// Who takes part, and who meets whom.
fn pairing(options: &Match) -> Result<(Vec<Who>, Pairs)> {
    let flat = |lists: &[Several]| lists.iter().flat_map(|list| list.0.clone()).collect::<Vec<_>>();
    if let Some(first) = &options.first {
        let others = flat(&options.second);
        let pairs = (1..=others.len()).map(|other| (0, other)).collect();
        return Ok((std::iter::once(first.clone()).chain(others).collect(), pairs));
    }
    let all = flat(&options.round_robin);
    if all.len() < 2 {
        bail!(WrongCall("--round-robin wants two players or more".to_owned()));
    }
    let many = all.len();
    let pairs = (0..many).flat_map(|one| (one + 1..many).map(move |other| (one, other))).collect();
    Ok((all, pairs))
}
