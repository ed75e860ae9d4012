//! How a session begins: with a new game, or with one from a record.

use hoshi_core::handicap::HandicapError;
use hoshi_core::time::{Clock, Millis, Overtime, TimeLimit};
use hoshi_core::{Color, Game, HalfPoints, Outcome, Phase, Point, Rules, Setup, Size};
use hoshi_record::info::Reading;
use hoshi_record::info::time::Limit;
use hoshi_record::kifu::{About, Kifu};
use hoshi_record::replay::{self, Replay, replay};
use hoshi_record::sgf::{GameTree, NodeId, NodeRef, Read};

use super::log::Log;
use super::seats::{Seat, seat_keys};
use super::{Effect, Out, Review, Session, Verdict};
use crate::clock::Clocks;
use crate::dead::Judge;
use crate::refused::Refused;
use crate::terms::{Player, Start, Terms};
use crate::wire::{Pair, Recording, Saved, Time};

/// The property of the record for hints between people, and its value.
const HINTS: &str = "HOSHIH";
const AGREED: &str = "agreed";

/// Handicap stones that Black places one by one.
#[derive(Clone, Debug)]
pub(super) struct Placement {
    pub(super) total: u32,
    pub(super) points: Vec<Point>,
    size: Size,
    rules: Rules,
    /// The komi, if it is not that of the rules.
    komi: Option<HalfPoints>,
}

impl Placement {
    pub(super) fn is_done(&self) -> bool {
        self.points.len() as u32 >= self.total
    }

    /// The game with these stones: Black's turn until all are placed.
    pub(super) fn game(&self, points: &[Point]) -> Result<Game, HandicapError> {
        let with_komi = |game: Game| match self.komi {
            Some(komi) => game.with_komi(komi),
            None => game,
        };
        if points.len() as u32 >= self.total {
            let game = Game::with_free_handicap(self.size, self.rules.clone(), points)?;
            return Ok(with_komi(game));
        }
        let mut setup = Setup::new(self.size);
        for &point in points {
            setup.stones[point] = Some(Color::Black);
        }
        let start = setup.position().map_err(|_| HandicapError::Full { size: self.size })?;
        let game = Game::from_position(start, self.rules.clone()).with_handicap_of(self.total);
        Ok(with_komi(game))
    }

    /// The stones as the record has them.
    pub(super) fn values(&self, size: Size) -> Vec<String> {
        self.points.iter().filter_map(|&point| size.sgf(point)).collect()
    }
}

/// A session that continues a record.
#[derive(Debug)]
pub struct Resumed {
    /// The session.
    pub session: Session,
    /// Problems in the record, and what was assumed where it is silent.
    pub remarks: Vec<String>,
}

impl Session {
    /// A new game. A board above 52x52 has no record.
    #[must_use]
    pub fn new(start: Start, players: [Player; 2], terms: Terms) -> Session {
        let Start { mut game, placing, time, date, application } = start;
        // A single stone is Black's first move, and a full board is not a handicap.
        let is_possible = |total: u32| total >= 2 && (total as usize) < game.size().area();
        let placing = placing.filter(|&(total, _)| is_possible(total));
        let placing = placing.map(|(total, komi)| Placement {
            total,
            points: Vec::new(),
            size: game.size(),
            rules: game.rules().clone(),
            komi,
        });
        if let Some(Ok(empty)) = placing.as_ref().map(|placing| placing.game(&[])) {
            game = empty;
        }
        let about = About {
            black: hoshi_record::kifu::Player { name: players[0].name.clone(), rank: None },
            white: hoshi_record::kifu::Player { name: players[1].name.clone(), rank: None },
            date,
            // SGF has one limit for both.
            time: time[0].filter(|_| time[0] == time[1]),
            application,
        };
        let kifu = begin_kifu(&game, &about);
        let clocks = time.iter().any(Option::is_some).then(|| Clocks::new(time));
        let mut session = Session::with(game, kifu, clocks, players, terms);
        session.placing = placing;
        for color in Color::ALL {
            session.record_seat(color);
        }
        session.opened()
    }

    /// A game that continues at the cursor of its record. The clocks come from the record, and so do
    /// the names of persons.
    #[must_use]
    pub fn resume(kifu: Kifu, players: [Player; 2], terms: Terms) -> Resumed {
        let end = kifu.tree().main_line().last().map(NodeRef::id);
        let rules = replay::Terms::of(kifu.tree());
        let mut notes = rules.notes(kifu.tree());
        let Replay { game, remarks } = game_at(&kifu, &rules, end);
        let clocks = clocks_of(kifu.tree(), kifu.node());
        let mut players = players;
        let recorded = Session::players_of(&kifu);
        let has_players = recorded.black.is_some() || recorded.white.is_some();
        let was_program = |color: Color| has_players && recorded[color].as_deref() != Some("human");
        // A person who takes the seat of a program does not get its name.
        let is_new = Color::ALL.map(|c| was_program(c) && !players[c.index()].is_program);
        for (player, color) in players.iter_mut().zip(Color::ALL) {
            let name = kifu.tree().info_text(seat_keys(color).0);
            // A program says its name when it starts, which it does not for a game that is over.
            let is_known = !player.is_program || game.outcome().is_some();
            let is_same = was_program(color) == player.is_program;
            if let Some(name) = name.filter(|_| is_known && is_same) {
                player.name = name.into_owned();
            }
        }
        let placing = unplaced(&kifu, &game);
        let mut session = Session::with(game, Some(kifu), clocks, players, terms);
        // It is saved with the first change, which writes the whole file.
        for color in Color::ALL.into_iter().filter(|color| is_new[color.index()]) {
            session.record_seat(color);
        }
        if let Some(placing) = placing {
            if let Ok(game) = placing.game(&placing.points) {
                let outcome = std::mem::replace(&mut session.game, game).outcome();
                // The game may have ended before all of them were placed.
                let _ = outcome.map(|outcome| session.game.end_as(outcome));
            }
            session.placing = Some(placing);
        }
        // Without a person, the programs score the game once the session is opened.
        if session.has_person() {
            session.restore_marking();
        }
        notes.extend(remarks.iter().map(|remark| remark.problem.to_string()));
        Resumed { session: session.opened(), remarks: notes }
    }

    /// A review of a record, from its first node.
    #[must_use]
    pub fn review(mut kifu: Kifu, terms: Terms) -> Resumed {
        let home = kifu.begin_review();
        let rules = replay::Terms::of(kifu.tree());
        let mut notes = rules.notes(kifu.tree());
        let Replay { game: last, remarks } = game_at(&kifu, &rules, Some(home));
        let root = kifu.tree().root().id();
        kifu.go_to(root);
        let game = game_at(&kifu, &rules, Some(home)).game;
        let name =
            |color| kifu.tree().info_text(seat_keys(color).0).unwrap_or_default().into_owned();
        let players = Color::ALL.map(|color| Player::person(name(color)));
        let mut session = Session::with(game, Some(kifu), None, players, terms);
        session.review = Some(Box::new(Review { home, game: last, is_running: false }));
        notes.extend(remarks.iter().map(|remark| remark.problem.to_string()));
        Resumed { session: session.opened(), remarks: notes }
    }

    fn with(
        game: Game,
        kifu: Option<Kifu>,
        clocks: Option<Clocks>,
        players: [Player; 2],
        terms: Terms,
    ) -> Session {
        let saved = if terms.is_recorded && kifu.is_some() { Saved::Yes } else { Saved::Never };
        Session {
            game,
            kifu,
            seats: players.map(Seat::of),
            clocks,
            is_paused: false,
            have_met: false,
            told_clock: None,
            terms,
            review: None,
            placing: None,
            marking: None,
            revisions: 0,
            offer: None,
            demonstration: None,
            is_cleaning: false,
            verdict: Verdict::default(),
            recording: Recording { file: None, saved, why: None },
            next_try: None,
            jobs: 0,
            estimating: None,
            position: 0,
            log: Log::default(),
            out: Out::default(),
        }
    }

    /// Discards the events so far: they are part of the first snapshot.
    fn opened(mut self) -> Session {
        self.out = Out::default();
        self.told_clock = self.clock_view(Time::ZERO);
        self
    }

    /// For sessions with people, wherever the commands come from: programs delay their moves, and this
    /// judge estimates dead stones in the background.
    pub fn set_for_people(&mut self, judge: Judge) {
        (self.terms.pace, self.terms.judge) = (true, judge);
    }

    /// The most milliseconds that a move is given back for its way here ([`Terms::lag`]): for a host that people
    /// reach over a network.
    pub fn set_lag(&mut self, most: u64) {
        self.terms.lag = most;
    }

    /// Nobody is here yet: the clocks stand until every person has come ([`Session::attend`]). For before a
    /// session is opened.
    pub fn set_awaited(&mut self) {
        for seat in self.seats.iter_mut().filter(|seat| !seat.view.program) {
            seat.view.present = false;
        }
    }

    /// Sets the file of a resumed record.
    pub fn set_file(&mut self, file: Option<String>) {
        self.recording.file = file;
    }

    /// Sets game information in the first node of the record: an event (EV), a name (GN), a comment
    /// (C). For use before a session is opened or after it was closed: while it is open, the change
    /// would not be saved.
    ///
    /// ```
    /// use hoshi_core::{Game, Preset, Rules, Size};
    /// use hoshi_session::{Player, Session, Start, Terms};
    ///
    /// let game = Game::new(Size::S9, Rules::of(Preset::Chinese));
    /// let players = [Player::person("Ann"), Player::person("Bob")];
    /// let mut session = Session::new(Start::of(game), players, Terms::default());
    /// session.set_info("EV", "Club evening")?;
    /// let sgf = session.kifu().expect("a board of 9x9 has a record").to_bytes();
    /// assert!(String::from_utf8_lossy(&sgf).contains("EV[Club evening]"));
    /// # Ok::<(), hoshi_session::Refused>(())
    /// ```
    ///
    /// # Errors
    /// If there is no record, or it cannot represent this.
    pub fn set_info(&mut self, name: &str, text: &str) -> Result<(), Refused> {
        let kifu = self.kifu.as_mut().ok_or(Refused::NoRecord)?;
        let _ = kifu.set_info(name, text).map_err(Refused::Record)?;
        Ok(())
    }

    /// Notes in the record that both players agreed to hints and estimates. For before a session is opened.
    ///
    /// ```
    /// use hoshi_core::{Game, Preset, Rules, Size};
    /// use hoshi_session::{Player, Session, Start, Terms};
    ///
    /// let game = Game::new(Size::S9, Rules::of(Preset::Chinese));
    /// let players = [Player::person("Ann"), Player::person("Bob")];
    /// let mut session = Session::new(Start::of(game), players, Terms::default());
    /// assert!(!session.allows_hints());
    /// session.agree_to_hints()?;
    /// assert!(session.allows_hints());
    /// # Ok::<(), hoshi_session::Refused>(())
    /// ```
    ///
    /// # Errors
    /// If there is no record.
    pub fn agree_to_hints(&mut self) -> Result<(), Refused> {
        self.set_info(HINTS, AGREED)
    }

    /// The same while the game is played.
    pub fn allow_hints(&mut self, now: Time) -> Vec<Effect> {
        if self.log.is_pending() {
            return Vec::new();
        }
        self.write(|kifu| kifu.set_info(HINTS, AGREED));
        self.finish(now)
    }

    /// Whether the record says that both players agreed to hints and estimates. Between people, views offer
    /// none otherwise until the game ends.
    #[must_use]
    pub fn allows_hints(&self) -> bool {
        let kifu = self.kifu.as_ref();
        kifu.and_then(|kifu| kifu.tree().info_text(HINTS)).is_some_and(|text| text == AGREED)
    }

    /// Whether views may offer hints, estimates and counts from the start: not while the record is a game of two people
    /// without a result, of which it may be a copy, unless both agreed.
    ///
    /// ```
    /// use hoshi_record::kifu::Kifu;
    /// use hoshi_record::sgf::Collection;
    /// use hoshi_session::{Session, Terms};
    ///
    /// let may_help = |sgf: &str| -> Result<bool, Box<dyn std::error::Error>> {
    ///     let kifu = Kifu::of_file(Collection::read(sgf)?)?;
    ///     Ok(Session::review(kifu, Terms::default()).session.may_help())
    /// };
    /// assert!(!may_help("(;SZ[9]HOSHIB[human]HOSHIW[human];B[ee])")?);
    /// assert!(may_help("(;SZ[9]HOSHIB[human]HOSHIW[human]RE[B+R];B[ee])")?);
    /// assert!(may_help("(;SZ[9]HOSHIB[human]HOSHIW[human]HOSHIH[agreed];B[ee])")?);
    /// assert!(may_help("(;SZ[9];B[ee])")?);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn may_help(&self) -> bool {
        let Some(kifu) = &self.kifu else { return true };
        let players = Session::players_of(kifu);
        let is_person = |name: &Option<String>| name.as_deref() == Some("human");
        let result = kifu.tree().info_text("RE");
        let is_over = result.is_some_and(|result| !matches!(result.trim(), "" | "?"));
        !(is_person(&players.black) && is_person(&players.white)) || is_over || self.allows_hints()
    }

    /// Opens the session: programs are started, and clocks run if everybody is here. Call it once.
    pub fn open(&mut self, now: Time) -> Vec<Effect> {
        if !self.has_person() && matches!(self.game.phase(), Phase::Marking(_)) {
            if self.marking.is_none() {
                self.restore_marking();
            }
            self.judge_left();
        }
        self.finish(now)
    }

    /// The players named in a record: `human`, `random`, `bot:5` or the name of an engine; `None`
    /// where it is silent.
    ///
    /// ```
    /// use hoshi_record::kifu::Kifu;
    /// use hoshi_record::sgf::Collection;
    /// use hoshi_session::Session;
    ///
    /// let kifu = Kifu::of_file(Collection::read("(;SZ[9]HOSHIB[human]HOSHIW[gnugo];B[aa])")?)?;
    /// let players = Session::players_of(&kifu);
    /// assert_eq!(players.white.as_deref(), Some("gnugo"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn players_of(kifu: &Kifu) -> Pair<Option<String>> {
        Pair::of(|side| {
            let text = kifu.tree().info_text(seat_keys(side.into()).1)?;
            Some(text.into_owned()).filter(|text| !text.is_empty())
        })
    }
}

/// The record of a new game, with the moves that it has already.
fn begin_kifu(game: &Game, about: &About) -> Option<Kifu> {
    let mut kifu = Kifu::begin(game, about).ok()?;
    for (color, mv) in game.moves() {
        let _ = kifu.play(color, mv, None);
    }
    Some(kifu)
}

/// The game at the cursor of a record, with the recorded result if the game ended there.
pub(super) fn game_at(kifu: &Kifu, terms: &replay::Terms, end: Option<NodeId>) -> Replay {
    let mut replay = replay(kifu.node(), terms);
    let is_end = end == Some(kifu.node().id());
    if let Some(outcome) = result_of(kifu.tree()).filter(|_| is_end) {
        // A game that is already over keeps the result by the rules.
        let _ = replay.game.end_as(outcome);
    }
    replay
}

/// An unfinished placement of handicap stones: a record of hoshi's own, with fewer stones than its
/// handicap and no move.
fn unplaced(kifu: &Kifu, game: &Game) -> Option<Placement> {
    let total = value(kifu.tree().handicap())?;
    let is_ours = Session::players_of(kifu).black.is_some() && !kifu.has_moves();
    let stones = game.board().stones();
    let points: Vec<Point> = stones.map(|(point, _)| point).collect();
    let is_short = is_ours && game.move_count() == 0 && points.len() < total as usize;
    let is_black = game.board().stone_count(Color::White) == 0;
    let fits = (2..game.size().area()).contains(&(total as usize));
    (is_short && is_black && fits).then(|| Placement {
        total,
        points,
        size: game.size(),
        rules: game.rules().clone(),
        komi: Some(game.komi()).filter(|&komi| komi != game.rules().komi_for(total)),
    })
}

/// A value of a record, if it is valid.
fn value<T>(read: Read<T>) -> Option<T> {
    read.and_then(Result::ok).map(|reading: Reading<T>| reading.value)
}

/// The result of a recorded game, if it ended.
pub(super) fn result_of(tree: GameTree<'_>) -> Option<Outcome> {
    value(tree.result())?.outcome()
}

/// The clocks after the last move.
fn clocks_of(tree: GameTree<'_>, node: NodeRef<'_>) -> Option<Clocks> {
    let Limit { main, overtime } = value(tree.time_limit())?;
    let overtime: Option<Overtime> = value(tree.overtime()).or(overtime);
    // Many programs write TM[0] for no limit.
    if main.is_none_or(|main| main.0 <= 0) && overtime.is_none() {
        return None;
    }
    let limit = TimeLimit { main: main.unwrap_or(Millis(0)), overtime };
    let mut clocks = Clocks::new([Some(limit); 2]);
    for color in Color::ALL {
        let line = node.line();
        let last = line.iter().rev().find_map(|node| {
            // No time left, but no result: the value cannot be right.
            let left = value(node.time_left(color)).filter(|left| left.0 > 0)?;
            Some(Clock { left, overtime: value(node.overtime_left(color)) })
        });
        if let Some(clock) = last {
            clocks.set(color, clock);
        }
    }
    Some(clocks)
}
