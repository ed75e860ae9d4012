//! Rulesets as plain data: ten presets, each with every field open to change, and one spelling
//! (`chinese,ko=psk,komi=6.5`) for both reading and writing.

mod choices;

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;
use core::str::FromStr;

pub use choices::{
    Bonus, DeadStones, Goal, Ko, LongCycle, Placement, Preset, Scoring, Suicide, Tie,
};

use crate::color::Color;
use crate::error::ParseError;
use crate::half::HalfPoints;
use choices::Or;

/// A ruleset: plain data. Start from a preset and change what you like.
///
/// ```
/// use hoshi_core::{Ko, Preset, Rules};
///
/// let mut rules = Rules::of(Preset::Chinese);
/// rules.ko = Ko::Positional;
/// assert_eq!(rules.to_string(), "chinese,ko=psk");
/// assert_eq!("chinese,ko=psk".parse(), Ok(rules));
///
/// let error = "chinese,ko=never".parse::<Rules>().unwrap_err();
/// assert_eq!(error.to_string(), "`never` is not a ko rule: use simple, psk or ssk");
///
/// // The capture game: the first to capture five stones wins.
/// assert_eq!("capture=5".parse::<Rules>(), "simple,capture=5".parse());
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Rules {
    /// The preset these rules are based on, which gives them their name.
    pub preset: Preset,
    /// Which repetitions are refused.
    pub ko: Ko,
    /// Whether suicide may be played.
    pub suicide: Suicide,
    /// What counts at the end.
    pub scoring: Scoring,
    /// What happens to dead stones.
    pub dead: DeadStones,
    /// Komi in an even game.
    pub komi: HalfPoints,
    /// Komi in a handicap game.
    pub handicap_komi: HalfPoints,
    /// How handicap stones are placed, for setting up a game.
    pub placement: Placement,
    /// White's bonus for them at the end.
    pub bonus: Bonus,
    /// The effect of a whole-board repetition, where it isn't refused: for the players, when
    /// [`Game::repetition`](crate::Game::repetition) detects one.
    pub long_cycle: LongCycle,
    /// Who wins when both sides have the same score.
    pub tie: Tie,
    /// The capture game: the first to capture this many stones wins. Then only captures count, and two
    /// passes end the game.
    pub capture: Option<Goal>,
}

impl Rules {
    /// The rules of a preset.
    ///
    /// ```
    /// use hoshi_core::{HalfPoints, Ko, Preset, Rules};
    ///
    /// let rules = Rules::of(Preset::Aga);
    /// assert_eq!(rules.ko, Ko::Situational);
    /// assert_eq!(rules.handicap_komi, HalfPoints::from_halves(1));
    /// ```
    #[must_use]
    pub const fn of(preset: Preset) -> Rules {
        let simple = Rules {
            preset,
            ko: Ko::Simple,
            suicide: Suicide::Forbidden,
            scoring: Scoring::Area,
            dead: DeadStones::Agreed,
            komi: HalfPoints::ZERO,
            handicap_komi: HalfPoints::ZERO,
            placement: Placement::Fixed,
            bonus: Bonus::Nothing,
            long_cycle: LongCycle::PlayOn,
            tie: Tie::Draw,
            capture: None,
        };
        match preset {
            Preset::Simple => simple,
            Preset::TrompTaylor => Rules {
                ko: Ko::Positional,
                suicide: Suicide::Multi,
                dead: DeadStones::Stay,
                komi: HalfPoints::from_halves(15),
                placement: Placement::Free,
                ..simple
            },
            Preset::Chinese => Rules {
                komi: HalfPoints::from_halves(15),
                bonus: Bonus::Each,
                long_cycle: LongCycle::NoResult,
                ..simple
            },
            Preset::Japanese | Preset::Korean => Rules {
                scoring: Scoring::Territory,
                komi: HalfPoints::from_halves(13),
                long_cycle: LongCycle::NoResult,
                ..simple
            },
            Preset::Aga | Preset::Bga | Preset::French => Rules {
                ko: Ko::Situational,
                komi: HalfPoints::from_halves(15),
                handicap_komi: HalfPoints::from_halves(1),
                bonus: Bonus::ButOne,
                ..simple
            },
            Preset::NewZealand => Rules {
                ko: Ko::Situational,
                suicide: Suicide::Any,
                komi: HalfPoints::from_halves(14),
                placement: Placement::Free,
                ..simple
            },
            Preset::Ing => Rules {
                ko: Ko::Positional,
                suicide: Suicide::Multi,
                komi: HalfPoints::whole(8),
                placement: Placement::Free,
                tie: Tie::Black,
                ..simple
            },
        }
    }

    /// The komi of a game with this handicap. A handicap of 1 has no stones, but the handicap komi.
    ///
    /// ```
    /// use hoshi_core::{HalfPoints, Preset, Rules};
    ///
    /// let rules = Rules::of(Preset::Japanese);
    /// assert_eq!(rules.komi_for(0), HalfPoints::from_halves(13));
    /// assert_eq!(rules.komi_for(1), HalfPoints::ZERO);
    /// ```
    #[must_use]
    pub const fn komi_for(&self, handicap: u32) -> HalfPoints {
        if handicap == 0 { self.komi } else { self.handicap_komi }
    }

    /// Who moves first when `by` resumes play after the passes, and `next` is to move: under
    /// territory rules the opponent of `by`, otherwise `next`.
    ///
    /// ```
    /// use hoshi_core::{Color, Preset, Rules};
    ///
    /// let japanese = Rules::of(Preset::Japanese);
    /// assert_eq!(japanese.resumes(Color::Black, Color::Black), Color::White);
    /// let chinese = Rules::of(Preset::Chinese);
    /// assert_eq!(chinese.resumes(Color::Black, Color::Black), Color::Black);
    /// ```
    #[must_use]
    pub const fn resumes(&self, by: Color, next: Color) -> Color {
        match self.scoring {
            Scoring::Territory => by.opponent(),
            Scoring::Area => next,
        }
    }

    fn set(&mut self, key: &str, value: &str) -> Result<(), ParseError> {
        match key {
            "ko" => self.ko = value.parse()?,
            "suicide" => self.suicide = value.parse()?,
            "scoring" => self.scoring = value.parse()?,
            "dead" => self.dead = value.parse()?,
            "komi" => self.komi = value.parse()?,
            "handicap-komi" => self.handicap_komi = value.parse()?,
            "handicap" => self.placement = value.parse()?,
            "bonus" => self.bonus = value.parse()?,
            "cycle" => self.long_cycle = value.parse()?,
            "tie" => self.tie = value.parse()?,
            "capture" => self.capture = Some(value.parse()?),
            _ => return Err(ParseError::new(key, "a rule", format!("use {}", Or(&KEYS)))),
        }
        Ok(())
    }
}

const KEYS: [&str; 11] = [
    "ko",
    "suicide",
    "scoring",
    "dead",
    "komi",
    "handicap-komi",
    "handicap",
    "bonus",
    "cycle",
    "tie",
    "capture",
];

/// The preset's name, then the differences from it. The capture game by simple rules is
/// `capture=5`.
impl fmt::Display for Rules {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let base = Rules::of(self.preset);
        match (self.preset, self.capture) {
            (Preset::Simple, Some(goal)) => write!(f, "capture={goal}")?,
            (preset, None) => write!(f, "{preset}")?,
            (preset, Some(goal)) => write!(f, "{preset},capture={goal}")?,
        }
        if self.ko != base.ko {
            write!(f, ",ko={}", self.ko)?;
        }
        if self.suicide != base.suicide {
            write!(f, ",suicide={}", self.suicide)?;
        }
        if self.scoring != base.scoring {
            write!(f, ",scoring={}", self.scoring)?;
        }
        if self.dead != base.dead {
            write!(f, ",dead={}", self.dead)?;
        }
        if (self.komi, self.handicap_komi) != (base.komi, base.handicap_komi) {
            write!(f, ",komi={}", self.komi)?;
            if self.handicap_komi != self.komi {
                write!(f, ",handicap-komi={}", self.handicap_komi)?;
            }
        }
        if self.placement != base.placement {
            write!(f, ",handicap={}", self.placement)?;
        }
        if self.bonus != base.bonus {
            write!(f, ",bonus={}", self.bonus)?;
        }
        if self.long_cycle != base.long_cycle {
            write!(f, ",cycle={}", self.long_cycle)?;
        }
        if self.tie != base.tie {
            write!(f, ",tie={}", self.tie)?;
        }
        Ok(())
    }
}

/// Reads a preset's name and any overrides: `simple`, `simple,suicide=multi`,
/// `chinese,ko=psk,komi=6.5`. `komi` is for both even and handicap games, unless `handicap-komi` is
/// given. The order of the overrides doesn't matter. `capture=5` alone is `simple,capture=5`.
impl FromStr for Rules {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Rules, ParseError> {
        let mut parts = text.split(',').map(str::trim).peekable();
        let is_capture = |part: &&str| part.to_ascii_lowercase().starts_with("capture=");
        let mut rules = match parts.peek() {
            Some(first) if is_capture(first) => Rules::of(Preset::Simple),
            _ => Rules::of(parts.next().unwrap_or("").parse()?),
        };
        let mut seen: Vec<String> = Vec::new();
        for part in parts {
            let part = part.to_ascii_lowercase();
            let Some((key, value)) = part.split_once('=') else {
                return Err(ParseError::new(
                    &part,
                    "an override",
                    "write rule=value, as in ko=psk",
                ));
            };
            if seen.iter().any(|other| other == key) {
                let hint = format!("{key} is given twice");
                return Err(ParseError::new(text, "a ruleset", hint));
            }
            rules.set(key, value)?;
            seen.push(String::from(key));
        }
        let given = |key: &str| seen.iter().any(|other| other == key);
        if given("komi") && !given("handicap-komi") {
            rules.handicap_komi = rules.komi;
        }
        Ok(rules)
    }
}
