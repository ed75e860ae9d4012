//! Runs many random sessions, and checks that enough happened in them.

use std::cell::RefCell;

use proptest::test_runner::{Config, RngSeed, TestError, TestRunner};

use super::{Counts, Kind, cases, run};

/// Runs this many sessions, always the same ones.
pub(crate) fn explore(sessions: u32) {
    let counts = RefCell::new(Counts::default());
    let config = Config {
        cases: sessions,
        rng_seed: RngSeed::Fixed(1),
        failure_persistence: None,
        max_shrink_iters: 4_000,
        ..Config::default()
    };
    let tried = TestRunner::new(config).run(&cases(1..120), |case| {
        run(&case, &mut counts.borrow_mut());
        Ok(())
    });
    if let Err(TestError::Fail(_, case)) = tried {
        println!("{case:#?}");
        run(&case, &mut Counts { is_traced: true, ..Counts::default() });
        panic!("the failure is not reproducible");
    }
    tried.expect("cases can be generated");
    let counts = counts.into_inner();
    println!("{counts:#?}");
    counts.check(sessions / 256);
}

impl Counts {
    /// Minimum counts per 256 sessions: sessions in which little happens would prove little.
    fn check(&self, times: u32) {
        assert!(times > 0, "too few sessions for any floor");
        let check = |what: &str, count: Option<&u32>, floor: u32| {
            let count = count.copied().unwrap_or(0);
            assert!(count >= floor * times, "{what}: {count} of {}", floor * times);
        };
        for kind in Kind::ALL {
            check(&format!("{kind:?} done"), self.done.get(&kind), 8);
            check(&format!("{kind:?} refused"), self.refused.get(&kind), 20);
        }
        for code in CODES {
            check(code, self.codes.get(code), 1);
        }
        for event in EVENTS {
            check(event, self.events.get(*event), 5);
        }
        for report in REPORTS {
            check(report, self.reports.get(report), 8);
        }
        check("views compared", Some(&self.compared), 10_000);
        check("records saved", Some(&self.persisted), 1_000);
        check("records not saved", Some(&self.failed), 100);
        check("deadlines", Some(&self.flags), 10);
        check("estimates", Some(&self.estimates), 20);
        check("records compared with the disk", Some(&self.on_disk.get()), 2_000);
        check("records compared with the game", Some(&self.in_step.get()), 2_000);
        check("demonstrations compared", Some(&self.demonstrations), 20);
        check("questions", Some(&self.questions), 500);
        check("games resumed", Some(&self.resumed.get()), 50);
    }
}

/// The refusal codes that random sessions must reach. Those that need a board above 52x52 are not
/// among them.
const CODES: &[&str] = &[
    "alone",
    "before_setup",
    "busy",
    "cannot_mark",
    "declined",
    "demonstrating",
    "estimating",
    "illegal_move",
    "judging",
    "later_illegal",
    "marking",
    "no_clock",
    "no_offer",
    "no_program",
    "no_redo",
    "no_such_move",
    "no_such_node",
    "no_such_point",
    "no_undo",
    "not_a_result",
    "not_demonstrating",
    "not_marking",
    "not_reviewing",
    "not_seated",
    "not_yet",
    "not_your_turn",
    "not_yours",
    "nothing_to_redo",
    "nothing_to_undo",
    "offer_open",
    "old_revision",
    "over",
    "paused",
    "placing",
    "record",
    "reviewing",
    "running",
    "thinking",
    "which_side",
];

const EVENTS: &[&str] = &[
    "clock",
    "closed Declined",
    "closed Granted",
    "closed Lapsed",
    "closed Withdrawn",
    "ended",
    "marking",
    "moved Correct",
    "moved Demonstrate",
    "moved Edit",
    "moved Handicap",
    "moved PlayOn",
    "moved Redo",
    "moved Resume",
    "moved Review",
    "moved SetUp",
    "moved Settle",
    "moved Undo",
    "moved Walk",
    "node",
    "note",
    "offered",
    "opinion",
    "played",
    "recording",
    "seat",
    "thinking",
];

const REPORTS: &[&str] =
    &["begun", "failed", "good", "illegal", "note", "other", "pass", "resign", "stopped", "unfit"];
