//! The statistics of a match: rates, confidence intervals and Elo.

/// The 97.5 % quantile of the normal distribution: 95 % lie between it and its negative.
const Z: f64 = 1.959_963_984_540_054;

/// Wilson's 95 % interval for the rate, from these points (a draw is half a point) in this many
/// games.
///
/// ```
/// use hoshi_session::tournament::wilson;
///
/// let [low, high] = wilson(5.0, 10);
/// assert!((low - 0.2366).abs() < 1e-4 && (high - 0.7634).abs() < 1e-4);
/// assert_eq!(wilson(0.0, 0), [0.0, 1.0]);
/// ```
#[must_use]
pub fn wilson(points: f64, games: usize) -> [f64; 2] {
    if games == 0 {
        return [0.0, 1.0];
    }
    let games = games as f64;
    let rate = points / games;
    let spread = Z * Z / games;
    let center = rate + spread / 2.0;
    let half = Z * (rate * (1.0 - rate) / games + spread / (4.0 * games)).sqrt();
    // At 0 % and 100 % that bound is exact; rounding must not change it.
    let low = if points <= 0.0 { 0.0 } else { (center - half) / (1.0 + spread) };
    let high = if points >= games { 1.0 } else { (center + half) / (1.0 + spread) };
    [low, high]
}

/// The difference in Elo at which this rate is expected; infinite at 0 and at 1.
///
/// ```
/// use hoshi_session::tournament::elo;
///
/// assert!((elo(0.75) - 190.85).abs() < 0.01);
/// assert_eq!(elo(1.0), f64::INFINITY);
/// ```
#[must_use]
pub fn elo(rate: f64) -> f64 {
    -400.0 * (1.0 / rate - 1.0).log10()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn near(one: f64, other: f64, within: f64) {
        assert!((one - other).abs() <= within, "{one} is not {other}");
    }

    #[test]
    fn intervals_are_wilsons() {
        // The last two are examples of Newcombe (1998), method 3, to his four digits.
        for (points, games, low, high) in [
            (0.0, 10, 0.0, 0.277_533),
            (5.0, 10, 0.236_593, 0.763_407),
            (10.0, 10, 0.722_467, 1.0),
            (81.0, 263, 0.2553, 0.3662),
            (15.0, 148, 0.0624, 0.1605),
        ] {
            let [is_low, is_high] = wilson(points, games);
            near(is_low, low, 5e-5);
            near(is_high, high, 5e-5);
        }
        for games in 1..100 {
            assert_eq!(wilson(0.0, games)[0].to_bits(), 0.0_f64.to_bits());
            assert_eq!(wilson(games as f64, games)[1].to_bits(), 1.0_f64.to_bits());
        }
        assert_eq!(wilson(0.0, 0).map(f64::to_bits), [0.0, 1.0].map(f64::to_bits));
    }

    #[test]
    fn elo_follows_its_formula() {
        near(elo(0.5), 0.0, 1e-9);
        near(elo(0.75), 190.848, 1e-3);
        near(elo(0.25), -190.848, 1e-3);
        near(elo(10.0 / 11.0), 400.0, 1e-9);
        assert!(elo(1.0).is_infinite() && elo(1.0) > 0.0);
        assert!(elo(0.0).is_infinite() && elo(0.0) < 0.0);
    }
}
