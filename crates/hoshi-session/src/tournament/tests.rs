//! Matches between fake minds: which are kept, which are created again, and what ends a match.

use std::cell::RefCell;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use hoshi_core::{DeadAndSeki, Game, Move, Preset, Rules, Size};

use super::*;
use crate::{Chosen, Context, Control, Fault, Mind, Profile, Random, Task};

/// The behaviour of a fake mind at its second move.
#[derive(Clone, Debug)]
enum Second {
    Pass,
    Fail,
    Panic,
    /// It passes, and fails to judge the dead stones.
    FailToJudge,
    /// It plays on a stone.
    Illegal,
    /// It waits until it is stopped.
    Wait(Arc<Wait>),
}

/// What is known of a mind that waits.
#[derive(Debug, Default)]
struct Wait {
    has_begun: AtomicBool,
    is_stopped: AtomicBool,
}

#[derive(Debug)]
struct Fake {
    second: Second,
    moves: u32,
    can_start: bool,
}

impl Mind for Fake {
    fn start(&mut self, _context: &mut Context<'_>) -> Result<Profile, Fault> {
        if !self.can_start {
            return Err(Fault::Failed("it does not start".to_owned()));
        }
        let judges = matches!(self.second, Second::FailToJudge);
        Ok(Profile { name: "Fake".to_owned(), judges, cleans_up: false })
    }

    fn check(&mut self, _task: &Task, _context: &mut Context<'_>) -> Result<Vec<String>, Fault> {
        Ok(vec!["it does not support komi".to_owned()])
    }

    fn choose(&mut self, task: &Task, context: &mut Context<'_>) -> Result<Chosen, Fault> {
        context.begin();
        self.moves += 1;
        let game = &task.game;
        if self.moves.is_multiple_of(2) {
            match &self.second {
                Second::Pass | Second::FailToJudge => {}
                Second::Fail => return Err(Fault::Failed("it crashed".to_owned())),
                Second::Panic => panic!("of the test"),
                Second::Illegal => {
                    let stone = game.board().stones().next().map(|(point, _)| point);
                    return Ok(Chosen::of(stone.map_or(Move::Pass, Move::Play)));
                }
                Second::Wait(wait) => {
                    wait.has_begun.store(true, Ordering::Relaxed);
                    while !context.is_stopped() {
                        std::thread::sleep(Duration::from_millis(1));
                    }
                    wait.is_stopped.store(true, Ordering::Relaxed);
                    return Err(Fault::Stopped);
                }
            }
            return Ok(Chosen::of(Move::Pass));
        }
        let free = game.legal_points(game.turn()).next();
        Ok(Chosen::of(free.map_or(Move::Pass, Move::Play)))
    }

    fn judge(
        &mut self,
        _task: &Task,
        _context: &mut Context<'_>,
    ) -> Result<Option<DeadAndSeki>, Fault> {
        Err(Fault::Failed("it cannot count".to_owned()))
    }

    fn forget(&mut self) {
        self.moves = 0;
    }
}

/// A match between an engine and a random player.
fn plan(games: usize, size: Size) -> Plan {
    let rules = Rules::of(Preset::Chinese);
    let engine = Entrant { who: "engine:a".to_owned(), command: Some(vec!["a".to_owned()]) };
    Plan {
        entrants: vec![engine, Entrant::new("random")],
        pairs: vec![(0, 1)],
        games,
        size,
        komi: rules.komi,
        openings: vec![Opening::of(Game::new(size, rules.clone()))],
        rules,
        time: [Control(None); 2],
        max_moves: 3 * size.area() + 100,
        move_limit: Duration::from_secs(60),
        seed: 5,
        sprt: None,
    }
}

/// Plays all games of a plan with this engine; also returns the indices of the players created.
fn play(
    plan: &Plan,
    options: Options,
    second: &Second,
    starts: usize,
) -> (Result<Vec<Finished>, MatchError>, Vec<usize>) {
    let made = RefCell::new(Vec::new());
    let make = |player: usize, seed: u64| -> Result<Box<dyn Mind>, FactoryError> {
        made.borrow_mut().push(player);
        if plan.entrants[player].command.is_none() {
            return Ok(Box::new(Random::new(seed)));
        }
        let can_start = made.borrow().iter().filter(|&&one| one == player).count() <= starts;
        Ok(Box::new(Fake { second: second.clone(), moves: 0, can_start }))
    };
    let numbers: Vec<usize> = (1..=plan.total()).collect();
    let mut finished = Vec::new();
    let played = Match::prepare(plan, &numbers, &make).and_then(|games| {
        games.play(options, |news| {
            if let News::Finished(game) = news {
                finished.push(*game);
            }
            Ok(())
        })
    });
    finished.sort_by_key(|game| game.fixture.number);
    (played.map(|()| finished), made.into_inner())
}

fn digests(finished: &[Finished]) -> Vec<u64> {
    finished.iter().map(|game| game.result.digest).collect()
}

#[test]
fn random_games_depend_only_on_their_seed() {
    // From the first version with matches, with 7x7 and seed 5.
    let known = [
        0xec85_42c5_4720_91d7,
        0xca82_db9c_fa1b_686d,
        0xa19d_1198_4174_877a,
        0x17dc_4b35_3589_c64a,
        0x7fa5_5410_cfe7_d64a,
        0x17b4_cfb3_fd70_25e0,
    ];
    let mut plan = plan(6, Size::square(7).unwrap());
    plan.entrants[0] = Entrant::new("random");
    for parallel in [1, 4] {
        let options = Options { parallel, ..Options::default() };
        let (finished, _) = play(&plan, options, &Second::Pass, 0);
        let finished = finished.unwrap();
        assert_eq!(digests(&finished), known, "{parallel} at a time");
        let ends: Vec<String> =
            finished.iter().map(|game| game.result.outcome.to_string()).collect();
        assert_eq!(ends, ["B+5.5", "W+18.5", "W+2.5", "B+9.5", "W+8.5", "B+41.5"]);
    }
}

#[test]
fn an_engine_stays_and_others_are_recreated() {
    let plan = plan(4, Size::S9);
    let (finished, made) = play(&plan, Options::default(), &Second::Pass, 1);
    let finished = finished.unwrap();
    assert!(finished.iter().all(|game| game.result.fault.is_none()));
    // The random player is created once for the check, and once for every game.
    assert_eq!(made.iter().filter(|&&player| player == 0).count(), 1);
    assert_eq!(made.iter().filter(|&&player| player == 1).count(), 5);
    let record = String::from_utf8(finished[1].record.clone().unwrap()).unwrap();
    for part in ["PB[hoshi random]PW[Fake]EV[engine:a against random]GN[Game 2 of 4]RE[", ";B["] {
        assert!(record.contains(part), "{part} is not in {record}");
    }
    assert!(!record.contains("HOSHI") && !record.contains("C["), "{record}");
}

#[test]
fn an_engine_at_fault_loses_and_is_recreated() {
    let plan = plan(4, Size::S9);
    for (second, why) in [
        (Second::Fail, "it crashed"),
        (Second::FailToJudge, "it cannot count"),
        (Second::Panic, "it panicked, which is a bug in hoshi"),
        (Second::Illegal, "which is illegal: the point is occupied"),
    ] {
        let (finished, made) = play(&plan, Options::default(), &second, 5);
        let finished = finished.unwrap();
        for (game, color) in finished.iter().zip(["Black", "White", "Black", "White"]) {
            let (at_fault, reason) = game.result.fault.as_ref().unwrap();
            assert!(at_fault.to_string() == color && reason.ends_with(why), "{reason}");
            assert_eq!(game.result.winner(), Some(1));
            let record = String::from_utf8(game.record.clone().unwrap()).unwrap();
            assert!(record.contains(&format!("C[{color}, Fake, lost: ")), "{record}");
        }
        assert_eq!(made.iter().filter(|&&player| player == 0).count(), 4);
    }
}

#[test]
fn an_engine_that_does_not_start_again_ends_the_match() {
    let plan = plan(4, Size::S9);
    let mut told = 0;
    let starts = RefCell::new(0);
    let make = |player: usize, seed: u64| -> Result<Box<dyn Mind>, FactoryError> {
        if player == 1 {
            return Ok(Box::new(Random::new(seed)));
        }
        *starts.borrow_mut() += 1;
        let can_start = *starts.borrow() <= 2;
        Ok(Box::new(Fake { second: Second::Fail, moves: 0, can_start }))
    };
    let games = Match::prepare(&plan, &[1, 2, 3, 4], &make).unwrap();
    assert_eq!(games.notes(), ["engine:a: it does not support komi"]);
    let error = games.play(Options::default(), |news| {
        told += usize::from(matches!(news, News::Finished(_)));
        Ok(())
    });
    let error: MatchError = error.unwrap_err();
    assert_eq!((error.to_string().as_str(), told), ("engine:a: it does not start", 2));
    // An engine that never starts ends the match before the first game.
    let (finished, _) = play(&plan, Options::default(), &Second::Pass, 0);
    assert_eq!(finished.unwrap_err().to_string(), "engine:a: it does not start");
}

#[test]
fn an_error_of_the_caller_stops_every_game() {
    let mut plan = plan(8, Size::S9);
    plan.entrants.push(Entrant::new("random"));
    plan.pairs = vec![(1, 2), (0, 1)];
    plan.games = 4;
    let wait = Arc::new(Wait::default());
    let make = |player: usize, seed: u64| -> Result<Box<dyn Mind>, FactoryError> {
        if player > 0 {
            return Ok(Box::new(Random::new(seed)));
        }
        let second = Second::Wait(Arc::clone(&wait));
        Ok(Box::new(Fake { second, moves: 0, can_start: true }))
    };
    // The fifth game never ends; the caller gives up once the others are over and it waits.
    let games = Match::prepare(&plan, &[1, 2, 3, 4, 5], &make).unwrap();
    let options = Options { interval: Duration::from_millis(20), ..Options::default() };
    let mut told = 0;
    let error = games.play(options, |news| match news {
        News::Finished(_) => {
            told += 1;
            Ok(())
        }
        News::Waiting if told < 4 || !wait.has_begun.load(Ordering::Relaxed) => Ok(()),
        News::Waiting => Err(MatchError::Lost(0)),
    });
    assert_eq!((error, told), (Err(MatchError::Lost(0)), 4));
    assert!(wait.is_stopped.load(Ordering::Relaxed), "no player outlives the match");
}

#[test]
fn an_opening_as_long_as_a_game_is_counted_at_once() {
    let mut plan = plan(2, Size::S9);
    let mut game = Game::new(Size::S9, plan.rules.clone());
    game.play(Size::S9.parse_move("E5").unwrap()).unwrap();
    plan.openings = vec![Opening { name: "a.sgf".to_owned(), game }];
    plan.max_moves = 1;
    let (finished, _) = play(&plan, Options::default(), &Second::Pass, 1);
    for game in finished.unwrap() {
        let GameResult { capped, moves, thoughts, outcome, .. } = game.result;
        assert_eq!((capped, moves, thoughts), (true, 1, [0, 0]));
        assert_eq!(outcome.to_string(), "B+73.5");
        let record = String::from_utf8(game.record.unwrap()).unwrap();
        let remarks = "C[Ended after 1 moves, and counted by area as it stood.\nBegun from a.sgf.]";
        assert!(record.contains(remarks) && !record.contains("TB["), "{record}");
    }
}

#[test]
fn comments_have_the_time_and_come_before_the_territory() {
    let plan = plan(1, Size::S9);
    let options =
        Options { comments: true, date: || "2026-11-16".to_owned(), ..Options::default() };
    let (finished, _) = play(&plan, options, &Second::Pass, 1);
    let record = String::from_utf8(finished.unwrap().remove(0).record.unwrap()).unwrap();
    assert!(record.contains("DT[2026-11-16]EV["), "{record}");
    let (_, last) = record.rsplit_once(';').unwrap();
    let (move_, rest) = last.split_once("C[0.").unwrap();
    assert!(["B[]", "W[]"].contains(&move_), "{last}");
    assert!(rest.contains(" s]T"), "{last}");
}
