//! The sequential probability ratio test: a match continues until its games decide between two hypotheses
//! about the difference in strength, or no games are left.
//!
//! The test counts pairs of games, one with each colour from the same opening, as five possible results (0,
//! 1/2, 1, 3/2 or 2 points). The games of a pair depend on each other: an opening that favours one colour
//! makes most pairs a 1-1. A test on single games treats that as noise, and needs more games. The ratio is
//! that of Van den Bergh's generalised test, as in Stockfish's fishtest: the five probabilities are
//! estimated twice, each time as the likeliest ones whose mean is the score of one of the hypotheses.

use std::collections::BTreeMap;
use std::fmt;
use std::str::FromStr;

use serde_json::{Value, json};

use super::{GameResult, Plan};

/// The probability of a wrong answer, for either of the two. It is `alpha` and `beta` of the test.
pub const ERROR_RATE: f64 = 0.05;

/// The largest difference in Elo that can be tested.
const MAX_ELO: f64 = 1000.0;

/// The count of a result that has not occurred, so that the estimate always has a solution.
const UNSEEN: f64 = 1e-3;

/// A question about the first of a pair: is its strength `elo0` or `elo1` above that of the second?
///
/// ```
/// use hoshi_session::tournament::Sprt;
///
/// let sprt: Sprt = "0,20".parse()?;
/// assert_eq!((sprt.elo0, sprt.elo1), (0.0, 20.0));
/// assert!("20,0".parse::<Sprt>().is_err());
/// // More pairs were won 2-0 than lost 0-2.
/// let llr = sprt.llr([10, 20, 40, 25, 15]);
/// assert!((llr - 0.7605).abs() < 1e-4);
/// # Ok::<(), hoshi_session::tournament::SprtError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sprt {
    /// The smaller difference in Elo.
    pub elo0: f64,
    /// The larger difference in Elo.
    pub elo1: f64,
}

/// The hypothesis that a test has accepted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Accepted {
    /// The smaller one.
    Elo0,
    /// The larger one.
    Elo1,
}

impl Sprt {
    /// The bounds of the log-likelihood ratio. At the lower one `elo0` is accepted, at the upper one `elo1`.
    #[must_use]
    pub fn bounds() -> [f64; 2] {
        let bound = ((1.0 - ERROR_RATE) / ERROR_RATE).ln();
        [-bound, bound]
    }

    /// The log-likelihood ratio of `elo1` to `elo0`, from the number of pairs that brought the first player
    /// 0, 1/2, 1, 3/2 and 2 points.
    #[must_use]
    pub fn llr(&self, pairs: [usize; 5]) -> f64 {
        if pairs.iter().all(|&count| count == 0) {
            return 0.0;
        }
        let counts = pairs.map(|count| if count == 0 { UNSEEN } else { count as f64 });
        let tilts = [self.elo0, self.elo1].map(|elo| {
            let score = score(elo);
            (score, tilt(&counts, score))
        });
        // The estimate for a score is `count / total / (1 + tilt * (share - score))`; the counts cancel out.
        let weight = |(score, tilt): (f64, f64), share: f64| (tilt * (share - score)).ln_1p();
        let pairs = counts.iter().zip(SHARES);
        pairs
            .map(|(count, share)| count * (weight(tilts[0], share) - weight(tilts[1], share)))
            .sum()
    }
}

/// The share of two points that each result of a pair is.
const SHARES: [f64; 5] = [0.0, 0.25, 0.5, 0.75, 1.0];

/// The expected share of the points at a difference in Elo.
fn score(elo: f64) -> f64 {
    1.0 / (1.0 + 10.0_f64.powf(-elo / 400.0))
}

/// The Lagrange multiplier of the likeliest probabilities with this mean. The sum falls from plus infinity
/// to minus infinity between the two poles, so bisection always finds its root.
fn tilt(counts: &[f64; 5], score: f64) -> f64 {
    let sum = |tilt: f64| -> f64 {
        let terms = counts.iter().zip(SHARES);
        terms.map(|(count, share)| count * (share - score) / (1.0 + tilt * (share - score))).sum()
    };
    let (mut low, mut high) = (-1.0 / (1.0 - score), 1.0 / score);
    loop {
        let middle = f64::midpoint(low, high);
        if middle <= low || middle >= high {
            return middle;
        }
        if sum(middle) > 0.0 {
            low = middle;
        } else {
            high = middle;
        }
    }
}

/// A text that is not a test.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum SprtError {
    /// The differences are not in order.
    #[error("`{0}`: the first difference must be the smaller one")]
    Order(String),
    /// There are not two numbers in the allowed range.
    #[error(
        "`{0}` is not two differences in Elo: write 0,20 (each from -{max} to {max})",
        max = MAX_ELO
    )]
    Numbers(String),
}

impl FromStr for Sprt {
    type Err = SprtError;

    fn from_str(text: &str) -> Result<Sprt, SprtError> {
        let number =
            |text: &str| text.trim().parse::<f64>().ok().filter(|elo| elo.abs() <= MAX_ELO);
        let parts = text.split_once(',');
        let both = parts.and_then(|(low, high)| Some((number(low)?, number(high)?)));
        match both {
            Some((elo0, elo1)) if elo0 < elo1 => Ok(Sprt { elo0, elo1 }),
            Some(_) => Err(SprtError::Order(text.to_owned())),
            None => Err(SprtError::Numbers(text.to_owned())),
        }
    }
}

impl fmt::Display for Sprt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{},{}", self.elo0, self.elo1)
    }
}

/// The results of a match so far, as its test sees them.
///
/// Pairs count in the order of the plan: a pair counts when it and all pairs before it are complete. So the
/// test ends at the same pair however many games are played at a time, and short games have no advantage.
/// Later games do not change the answer.
///
/// ```
/// use hoshi_session::tournament::{Evidence, Sprt};
///
/// let mut evidence = Evidence::new(Sprt { elo0: 0.0, elo1: 20.0 });
/// evidence.add(2, 1.0);
/// assert_eq!(evidence.pairs(), [0; 5]);
/// evidence.add(1, 0.5);
/// assert_eq!(evidence.pairs(), [0, 0, 0, 1, 0]);
/// assert_eq!(evidence.accepted(), None);
/// ```
#[derive(Clone, Debug)]
pub struct Evidence {
    sprt: Sprt,
    pairs: [usize; 5],
    llr: f64,
    accepted: Option<Accepted>,
    /// The points of the first player in games that do not count yet, in halves, by number.
    waiting: BTreeMap<usize, usize>,
    /// The number of the first game that does not count yet.
    next: usize,
}

impl Evidence {
    /// The test before the first game.
    #[must_use]
    pub fn new(sprt: Sprt) -> Evidence {
        let waiting = BTreeMap::new();
        Evidence { sprt, pairs: [0; 5], llr: 0.0, accepted: None, waiting, next: 1 }
    }

    /// The test of a match, if it has one, after these games. Their order does not matter.
    #[must_use]
    pub fn of(plan: &Plan, results: &[GameResult]) -> Option<Evidence> {
        let mut evidence = Evidence::new(plan.sprt?);
        results.iter().for_each(|result| evidence.add_result(plan, result));
        Some(evidence)
    }

    /// Adds a game of a match.
    pub fn add_result(&mut self, plan: &Plan, result: &GameResult) {
        let points = match result.winner() {
            None => 0.5,
            Some(winner) if winner == plan.pairs[0].0 => 1.0,
            Some(_) => 0.0,
        };
        self.add(result.game, points);
    }

    /// Adds a game by its number, from 1, with the points of the first player: 0, 0.5 or 1.
    pub fn add(&mut self, game: usize, points: f64) {
        self.waiting.insert(game, (2.0 * points) as usize);
        while self.accepted.is_none()
            && let (Some(one), Some(other)) =
                (self.waiting.get(&self.next), self.waiting.get(&(self.next + 1)))
        {
            self.pairs[one + other] += 1;
            self.waiting.remove(&self.next);
            self.waiting.remove(&(self.next + 1));
            self.next += 2;
            self.llr = self.sprt.llr(self.pairs);
            let [lower, upper] = Sprt::bounds();
            self.accepted = match self.llr {
                llr if llr <= lower => Some(Accepted::Elo0),
                llr if llr >= upper => Some(Accepted::Elo1),
                _ => None,
            };
        }
    }

    /// The numbers of pairs of games in which the first player got 0, 1/2, 1, 3/2 and 2 points.
    #[must_use]
    pub fn pairs(&self) -> [usize; 5] {
        self.pairs
    }

    /// The log-likelihood ratio.
    #[must_use]
    pub fn llr(&self) -> f64 {
        self.llr
    }

    /// The answer; `None` if there is none yet.
    #[must_use]
    pub fn accepted(&self) -> Option<Accepted> {
        self.accepted
    }

    /// The ratio and its bounds, in a few words.
    #[must_use]
    pub fn brief(&self) -> String {
        let [lower, upper] = Sprt::bounds();
        format!("LLR {:+.2} ({lower:+.2} to {upper:+.2})", self.llr)
    }

    /// All of it as a sentence.
    pub(super) fn to_text(&self) -> String {
        let pairs: usize = self.pairs.iter().sum();
        let many = if pairs == 1 { "" } else { "s" };
        let Sprt { elo0, elo1 } = self.sprt;
        let answer = match self.accepted {
            None => "not settled".to_owned(),
            Some(Accepted::Elo0) => format!("{elo0:+} Elo accepted"),
            Some(Accepted::Elo1) => format!("{elo1:+} Elo accepted"),
        };
        let brief = self.brief();
        format!("SPRT, {elo0:+} or {elo1:+} Elo: {answer} after {pairs} pair{many}, {brief}\n")
    }

    /// All of it as JSON.
    pub(super) fn to_json(&self) -> Value {
        let accepted = self.accepted.map(|accepted| match accepted {
            Accepted::Elo0 => "elo0",
            Accepted::Elo1 => "elo1",
        });
        json!({
            "elo0": self.sprt.elo0,
            "elo1": self.sprt.elo1,
            "alpha": ERROR_RATE,
            "beta": ERROR_RATE,
            "pairs": self.pairs,
            "llr": self.llr,
            "bounds": Sprt::bounds(),
            "accepted": accepted,
        })
    }
}

#[cfg(test)]
mod tests {
    use hoshi_core::{Rng as _, SplitMix64};

    use super::*;

    fn sprt(elo0: f64, elo1: f64) -> Sprt {
        Sprt { elo0, elo1 }
    }

    /// The figures come from a program that shares nothing with this one: Newton's method on all five
    /// probabilities with both constraints, in decimal arithmetic with 50 digits.
    #[test]
    fn the_ratio_is_that_of_an_independent_calculation() {
        for (pairs, elo0, elo1, wanted) in [
            ([10, 20, 40, 25, 15], 0.0, 20.0, 0.760_493_775_300),
            ([1, 0, 0, 0, 0], 0.0, 20.0, -0.059_341_838_497),
            ([0, 0, 0, 0, 1], 0.0, 20.0, 0.056_016_675_660),
            ([0, 0, 3, 0, 0], 0.0, 20.0, -0.172_094_102_540),
            ([5, 30, 100, 42, 13], -5.0, 5.0, 2.143_247_054_800),
            ([0, 2, 7, 30, 61], 0.0, 20.0, 5.590_773_492_342),
            ([61, 30, 7, 2, 0], 0.0, 20.0, -5.921_967_749_651),
            ([200, 0, 310, 0, 260], 0.0, 10.0, 2.359_445_504_139),
            ([3, 1, 9, 2, 8], 10.0, 60.0, 0.925_565_713_165),
            ([0, 0, 0, 0, 200], 0.0, 20.0, 11.181_848_183_025),
            ([1000, 2500, 9000, 2600, 1050], -1.0, 3.0, 2.992_319_878_019),
        ] {
            let llr = sprt(elo0, elo1).llr(pairs);
            assert!((llr - wanted).abs() < 1e-9, "{pairs:?} {elo0},{elo1}: {llr}, not {wanted}");
        }
        assert!(sprt(0.0, 20.0).llr([0; 5]).abs() < 1e-12);
        assert!((Sprt::bounds()[1] - 2.944_438_979_166).abs() < 1e-12);
    }

    /// The evidence does not depend on which player is called first.
    #[test]
    fn the_ratio_is_symmetric() {
        let (one, other) = (sprt(0.0, 20.0), sprt(-20.0, 0.0));
        for pairs in [[1, 2, 3, 4, 5], [0, 0, 1, 0, 7], [90, 1, 80, 2, 70]] {
            let mut turned = pairs;
            turned.reverse();
            assert!((one.llr(pairs) + other.llr(turned)).abs() < 1e-9, "{pairs:?}");
        }
    }

    #[test]
    fn questions_are_read_and_written() {
        for text in ["0,20", "-10,5", "-1.5,2.5"] {
            assert_eq!(text.parse::<Sprt>().unwrap().to_string(), text);
        }
        assert_eq!(" 0 , 5 ".parse(), Ok(sprt(0.0, 5.0)));
        for text in ["", "5", "5,", "5,5", "20,0", "0,nan", "0,inf", "0,1001", "0,5,9", "a,b"] {
            assert!(text.parse::<Sprt>().is_err(), "{text}");
        }
    }

    #[test]
    fn pairs_count_in_their_order_whatever_ends_first() {
        let points = [1.0, 1.0, 0.5, 1.0, 0.0, 1.0, 0.0, 0.0, 0.5, 0.0, 1.0];
        let with = |order: &[usize]| {
            let mut evidence = Evidence::new(sprt(0.0, 20.0));
            order.iter().for_each(|&game| evidence.add(game, points[game - 1]));
            evidence
        };
        let in_order: Vec<usize> = (1..=11).collect();
        let expected = with(&in_order);
        // The eleventh game has no partner yet.
        assert_eq!(expected.pairs(), [1, 1, 1, 1, 1]);
        let backwards: Vec<usize> = in_order.iter().rev().copied().collect();
        assert_eq!(with(&backwards).llr().to_bits(), expected.llr().to_bits());
        // The third game is missing, so the fourth to eleventh do not count.
        let gap: Vec<usize> = in_order.iter().copied().filter(|&game| game != 3).collect();
        assert_eq!(with(&gap).pairs(), [0, 0, 0, 0, 1]);
    }

    #[test]
    fn an_answer_stays() {
        let mut evidence = Evidence::new(sprt(0.0, 200.0));
        (1..=100).for_each(|game| evidence.add(game, 1.0));
        assert_eq!(evidence.accepted(), Some(Accepted::Elo1));
        let (pairs, llr) = (evidence.pairs(), evidence.llr());
        assert!(pairs[4] < 10 && llr >= Sprt::bounds()[1], "{evidence:?}");
        (101..=1000).for_each(|game| evidence.add(game, 0.0));
        assert_eq!((evidence.pairs(), evidence.accepted()), (pairs, Some(Accepted::Elo1)));
        let text = evidence.to_text();
        assert!(text.starts_with("SPRT, +0 or +200 Elo: +200 Elo accepted after "), "{text}");
        assert_eq!(evidence.to_json()["accepted"], "elo1");
    }

    /// Simulates a thousand matches: the number that accept `elo1`, and the mean number of pairs. `favour`
    /// is the amount by which the opening changes Black's chance, up or down.
    fn simulate(sprt: Sprt, elo: f64, favour: f64, draws: f64, seed: u64) -> (usize, usize) {
        let mut rng = SplitMix64::new(seed);
        let mut chance = || (rng.next_u64() >> 11) as f64 / (1_u64 << 53) as f64;
        let (mut accepted, mut pairs) = (0, 0);
        for _ in 0..1000 {
            let mut evidence = Evidence::new(sprt);
            let mut game = 1;
            while evidence.accepted().is_none() {
                let shift = if chance() < 0.5 { favour } else { -favour };
                for shift in [shift, -shift] {
                    let win = score(elo) + shift - draws / 2.0;
                    let drawn = chance();
                    let points = match drawn {
                        roll if roll < win => 1.0,
                        roll if roll < win + draws => 0.5,
                        _ => 0.0,
                    };
                    evidence.add(game, points);
                    game += 1;
                }
            }
            accepted += usize::from(evidence.accepted() == Some(Accepted::Elo1));
            pairs += evidence.pairs().iter().sum::<usize>();
        }
        (accepted, pairs / 1000)
    }

    /// At each of the two differences at most one match in twenty may get the wrong answer: 50 of 1,000,
    /// and three standard deviations.
    #[test]
    fn the_error_rate_is_as_promised() {
        let question = sprt(0.0, 60.0);
        for (favour, draws, seed) in [(0.0, 0.0, 1), (0.35, 0.0, 2), (0.1, 0.3, 3)] {
            let (wrong, at_elo0) = simulate(question, 0.0, favour, draws, seed);
            let (right, at_elo1) = simulate(question, 60.0, favour, draws, seed);
            let context = format!(
                "favour {favour}, draws {draws}: {wrong} and {} wrong, {at_elo0} and {at_elo1} pairs",
                1000 - right
            );
            println!("{context}");
            assert!(wrong <= 70 && right >= 930, "{context}");
            // A test that never stops early, or stops at once, would pass too.
            assert!((10..400).contains(&at_elo0) && (10..400).contains(&at_elo1), "{context}");
        }
    }
}
