//! The random part: how a game begins, and the order of events.

use std::cell::RefCell;

use hoshi_session::UndoPolicy;
use proptest::prelude::*;
use proptest::sample::select;
use proptest::test_runner::{Config, RngSeed, TestError, TestRunner};
use proptest_state_machine::{ReferenceStateMachine, StateMachineTest};

use super::Sim;

/// Totals over all schedules.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Counts {
    schedules: u32,
    pub(super) done: u32,
    pub(super) refused: u32,
    /// Commands that had to wait for the disk.
    pub(super) waited: u32,
    pub(super) accepted: u32,
    pub(super) delivered: u32,
    pub(super) lost: u32,
    pub(super) doubled: u32,
    pub(super) gaps: u32,
    pub(super) by_events: u32,
    pub(super) by_snapshot: u32,
    pub(super) synced: u32,
    pub(super) failed: u32,
    pub(super) retried: u32,
    /// Moves that were published as saved, and were on disk.
    pub(super) saved: u32,
    /// Events that were published as not saved.
    pub(super) unsaved: u32,
    pub(super) thoughts: u32,
    /// Games that were compared with their file in the end.
    pub(super) compared: u32,
}

thread_local! {
    static COUNTS: RefCell<Counts> = RefCell::default();
}

pub(super) fn with_counts(change: impl FnOnce(&mut Counts)) {
    COUNTS.with_borrow_mut(change);
}

#[derive(Clone, Debug)]
pub(crate) struct Setup {
    pub(super) width: u8,
    pub(super) height: u8,
    pub(super) rules: &'static str,
    pub(super) time: &'static str,
    pub(super) undo: UndoPolicy,
    pub(super) keep_undone: bool,
    pub(super) lag: u64,
    /// Whether White is a program.
    pub(super) has_mind: bool,
    /// Whether the spectator is away until the end.
    pub(super) is_away: bool,
}

/// One step of a schedule.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Shake {
    /// A client decides on a command, which mostly reaches the host at once.
    Act {
        view: usize,
        a: usize,
        b: usize,
    },
    /// A command that was late reaches the host.
    Uplink {
        view: usize,
    },
    /// Some events reach a view, not always the next ones.
    Deliver {
        view: usize,
        nth: usize,
        count: usize,
    },
    Lose {
        view: usize,
        nth: usize,
    },
    Double {
        view: usize,
        nth: usize,
    },
    Reconnect {
        view: usize,
    },
    /// The disk answers.
    Disk {
        is_good: bool,
    },
    /// The program answers.
    Mind {
        a: usize,
        b: usize,
    },
    /// Time passes.
    Wait {
        millis: u64,
    },
    /// A player leaves, or comes back.
    Leave {
        view: usize,
        is_here: bool,
    },
}

/// Every step is always possible, so the reference has no state besides the setup: results are
/// compared with the disk and with a view without faults.
pub(crate) struct Schedule;

impl ReferenceStateMachine for Schedule {
    type State = Setup;
    type Transition = Shake;

    fn init_state() -> BoxedStrategy<Setup> {
        let rules = select(&["chinese", "japanese", "tromp-taylor", "aga"][..]);
        let time = select(&["none", "none", "30s", "5s+2x1s"][..]);
        let undo = select(&[UndoPolicy::Free, UndoPolicy::Ask, UndoPolicy::Ask][..]);
        let rest = (
            any::<bool>(),
            select(&[0_u64, 300][..]),
            prop::bool::weighted(0.4),
            prop::bool::weighted(0.3),
        );
        (2_u8..5, 2_u8..5, rules, time, undo, rest)
            .prop_map(|(width, height, rules, time, undo, rest)| {
                let (keep_undone, lag, has_mind, is_away) = rest;
                Setup { width, height, rules, time, undo, keep_undone, lag, has_mind, is_away }
            })
            .boxed()
    }

    fn transitions(_: &Setup) -> BoxedStrategy<Shake> {
        let view = || prop_oneof![4 => Just(0_usize), 4 => Just(1), 1 => Just(2)];
        let any_view = || 0_usize..3;
        let nth = || prop_oneof![3 => Just(0_usize), 1 => 0_usize..8];
        let number = || 0_usize..1 << 16;
        prop_oneof![
            20 => (view(), number(), number()).prop_map(|(view, a, b)| Shake::Act { view, a, b }),
            6 => view().prop_map(|view| Shake::Uplink { view }),
            20 => (any_view(), nth(), 1_usize..6)
                .prop_map(|(view, nth, count)| Shake::Deliver { view, nth, count }),
            3 => (any_view(), nth()).prop_map(|(view, nth)| Shake::Lose { view, nth }),
            3 => (any_view(), nth()).prop_map(|(view, nth)| Shake::Double { view, nth }),
            3 => any_view().prop_map(|view| Shake::Reconnect { view }),
            18 => prop::bool::weighted(0.85).prop_map(|is_good| Shake::Disk { is_good }),
            12 => (number(), number()).prop_map(|(a, b)| Shake::Mind { a, b }),
            3 => (0_u64..1_500).prop_map(|millis| Shake::Wait { millis }),
            1 => (any_view(), prop::bool::weighted(0.7))
                .prop_map(|(view, is_here)| Shake::Leave { view, is_here }),
        ]
        .boxed()
    }

    fn apply(state: Setup, _: &Shake) -> Setup {
        state
    }
}

impl StateMachineTest for Sim {
    type SystemUnderTest = Sim;
    type Reference = Schedule;

    fn init_test(setup: &Setup) -> Sim {
        with_counts(|counts| counts.schedules += 1);
        Sim::new(setup)
    }

    fn apply(mut sim: Sim, _: &Setup, shake: Shake) -> Sim {
        sim.shake(shake);
        sim
    }

    fn teardown(sim: Sim, _: Setup) {
        sim.settle();
    }
}

impl Counts {
    /// Minimum counts per 256 schedules: schedules in which little happens would prove little.
    fn check(&self, schedules: u32) {
        assert!(self.schedules >= schedules, "{} of {schedules} schedules", self.schedules);
        assert!(schedules >= 256, "too few for any floor");
        let floors = [
            ("commands done", self.done, 2_000),
            ("commands refused", self.refused, 1_000),
            ("commands that waited", self.waited, 500),
            ("marks accepted", self.accepted, 50),
            ("events delivered", self.delivered, 10_000),
            ("events lost", self.lost, 300),
            ("events doubled", self.doubled, 300),
            ("gaps noticed", self.gaps, 500),
            ("views brought up to date by events", self.by_events, 1_500),
            ("views brought up to date by a snapshot", self.by_snapshot, 1),
            ("records synced", self.synced, 1_000),
            ("syncs failed", self.failed, 200),
            ("disks tried again at the end", self.retried, 10),
            ("moves published as saved", self.saved, 1_000),
            ("events published as not saved", self.unsaved, 500),
            ("answers of a program", self.thoughts, 250),
            ("games compared with their file", self.compared, 150),
        ];
        for (what, count, floor) in floors {
            let floor = floor * (schedules / 256);
            assert!(count >= floor, "{what}: {count} of {floor}");
        }
    }
}

/// Runs this many schedules, always the same ones.
pub(crate) fn simulate(schedules: u32) {
    COUNTS.take();
    let config = Config {
        cases: schedules,
        rng_seed: RngSeed::Fixed(2),
        failure_persistence: None,
        max_shrink_iters: 4_000,
        ..Config::default()
    };
    let strategy = Schedule::sequential_strategy(40..440);
    let tried = TestRunner::new(config.clone()).run(&strategy, |(setup, shakes, seen)| {
        Sim::test_sequential(config.clone(), setup, shakes, seen);
        Ok(())
    });
    match tried {
        Ok(()) => {
            let counts = COUNTS.take();
            println!("{counts:#?}");
            counts.check(schedules);
        }
        Err(TestError::Fail(why, (setup, shakes, _))) => {
            panic!("{why}\n{setup:#?}\n{shakes:#?}");
        }
        Err(error) => panic!("{error}"),
    }
}
