//! Rulesets as plain data: seven presets, each with every field open to change, and one spelling
//! (`chinese,ko=psk,komi=6.5`) that is read and written alike.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;
use core::str::FromStr;

use crate::color::Color;
use crate::error::ParseError;
use crate::half::HalfPoints;

/// Makes a field's enum: its variants with the words that name them, the first one canonical. They
/// are read in any case.
macro_rules! choice {
    ($(#[$doc:meta])* $name:ident, $what:literal {
        $($(#[$variant_doc:meta])* $variant:ident = $word:literal $(| $alias:literal)*,)+
    }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum $name {
            $($(#[$variant_doc])* $variant,)+
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.pad(match self { $($name::$variant => $word,)+ })
            }
        }

        impl FromStr for $name {
            type Err = ParseError;

            fn from_str(text: &str) -> Result<$name, ParseError> {
                const WORDS: &[&str] = &[$($word),+];
                match text.to_ascii_lowercase().as_str() {
                    $($word $(| $alias)* => Ok($name::$variant),)+
                    _ => Err(ParseError::new(text, $what, format!("use {}", Or(WORDS)))),
                }
            }
        }
    };
}

choice! {
    /// Which repetitions are refused.
    ///
    /// ```
    /// use hoshi_core::Ko;
    /// assert_eq!("psk".parse(), Ok(Ko::Positional));
    /// assert_eq!(Ko::Situational.to_string(), "ssk");
    /// ```
    Ko, "a ko rule" {
        /// A single stone may not be taken back at once.
        Simple = "simple",
        /// No earlier board may come back.
        Positional = "psk" | "positional",
        /// No earlier board may come back with the same side to move.
        Situational = "ssk" | "situational",
    }
}

choice! {
    /// Whether a move may take its own last liberty.
    ///
    /// ```
    /// use hoshi_core::Suicide;
    /// assert_eq!("multi".parse(), Ok(Suicide::Multi));
    /// assert!(Suicide::Multi.allows(2) && !Suicide::Multi.allows(1));
    /// ```
    Suicide, "a suicide rule" {
        /// Never.
        Forbidden = "forbidden" | "no",
        /// When two stones or more are removed.
        Multi = "multi",
        /// Always, a single stone too.
        Any = "any",
    }
}

impl Suicide {
    /// Whether a suicide of this many stones may be played.
    ///
    /// ```
    /// use hoshi_core::Suicide;
    /// assert!(Suicide::Any.allows(1));
    /// assert!(!Suicide::Forbidden.allows(7));
    /// ```
    #[must_use]
    pub const fn allows(self, stones: u32) -> bool {
        match self {
            Suicide::Forbidden => false,
            Suicide::Multi => stones >= 2,
            Suicide::Any => true,
        }
    }
}

choice! {
    /// What counts at the end.
    ///
    /// ```
    /// use hoshi_core::Scoring;
    /// assert_eq!(Scoring::Area.to_string(), "area");
    /// ```
    Scoring, "a way of scoring" {
        /// Stones on the board and the points they surround.
        Area = "area",
        /// Points surrounded and prisoners; none in seki.
        Territory = "territory",
    }
}

choice! {
    /// How handicap stones are placed.
    ///
    /// ```
    /// use hoshi_core::Placement;
    /// assert_eq!("free".parse(), Ok(Placement::Free));
    /// ```
    Placement, "a way to place handicap stones" {
        /// On the star points, as custom has it.
        Fixed = "fixed",
        /// Where Black likes.
        Free = "free",
    }
}

choice! {
    /// What White is given at the end for a handicap of N stones.
    ///
    /// ```
    /// use hoshi_core::{Bonus, HalfPoints};
    /// assert_eq!(Bonus::ButOne.points(4), HalfPoints::whole(3));
    /// ```
    Bonus, "a handicap bonus" {
        /// Nothing.
        Nothing = "none",
        /// N points.
        Each = "n",
        /// N - 1 points.
        ButOne = "n-1",
    }
}

impl Bonus {
    /// The points White gets for this many handicap stones. A handicap of 0 or 1 has no stones
    /// and earns nothing.
    ///
    /// ```
    /// use hoshi_core::{Bonus, HalfPoints};
    /// assert_eq!(Bonus::Each.points(4), HalfPoints::whole(4));
    /// assert_eq!(Bonus::Each.points(1), HalfPoints::ZERO);
    /// ```
    #[must_use]
    pub const fn points(self, handicap: u32) -> HalfPoints {
        // More stones than points are nobody's handicap, but no reason to overflow.
        const MOST: u32 = 255 * 255;
        let stones = if handicap < 2 {
            0
        } else if handicap > MOST {
            MOST
        } else {
            handicap
        } as i32;
        match self {
            Bonus::Nothing => HalfPoints::ZERO,
            Bonus::Each => HalfPoints::whole(stones),
            Bonus::ButOne => HalfPoints::whole(if stones == 0 { 0 } else { stones - 1 }),
        }
    }
}

choice! {
    /// What a repetition of the whole board is, where it isn't refused.
    ///
    /// ```
    /// use hoshi_core::LongCycle;
    /// assert_eq!(LongCycle::NoResult.to_string(), "no-result");
    /// ```
    LongCycle, "a long-cycle rule" {
        /// Nothing special; play goes on.
        PlayOn = "play-on",
        /// The game has no result, if the players agree that it is one.
        NoResult = "no-result",
    }
}

choice! {
    /// What happens to dead stones after two passes.
    ///
    /// ```
    /// use hoshi_core::DeadStones;
    /// assert_eq!("stay".parse(), Ok(DeadStones::Stay));
    /// ```
    DeadStones, "a rule for dead stones" {
        /// The players agree which are dead, and those are taken off.
        Agreed = "agreed",
        /// Every stone left on the board counts; two passes end the game.
        Stay = "stay",
    }
}

choice! {
    /// The rulesets that have a name.
    ///
    /// ```
    /// use hoshi_core::{Preset, Rules};
    /// assert_eq!("aga".parse(), Ok(Preset::Aga));
    /// assert_eq!(Rules::of(Preset::NewZealand).to_string(), "new-zealand");
    /// ```
    Preset, "a ruleset" {
        /// Tromp-Taylor: the logical rules; every stone left counts.
        TrompTaylor = "tromp-taylor",
        /// Chinese.
        Chinese = "chinese",
        /// Japanese.
        Japanese = "japanese",
        /// Korean: as Japanese, here.
        Korean = "korean",
        /// American Go Association, counted by area.
        Aga = "aga",
        /// New Zealand.
        NewZealand = "new-zealand" | "nz",
        /// The bare game: simple ko, no suicide, area, no komi.
        Simple = "simple",
    }
}

impl Preset {
    /// Every preset.
    ///
    /// ```
    /// use hoshi_core::Preset;
    /// assert_eq!(Preset::ALL.len(), 7);
    /// ```
    pub const ALL: [Preset; 7] = [
        Preset::TrompTaylor,
        Preset::Chinese,
        Preset::Japanese,
        Preset::Korean,
        Preset::Aga,
        Preset::NewZealand,
        Preset::Simple,
    ];

    /// The name in SGF's RU property; `simple` has none.
    ///
    /// ```
    /// use hoshi_core::Preset;
    /// assert_eq!(Preset::NewZealand.sgf(), Some("NZ"));
    /// assert_eq!(Preset::Simple.sgf(), None);
    /// ```
    #[must_use]
    pub const fn sgf(self) -> Option<&'static str> {
        match self {
            Preset::TrompTaylor => Some("Tromp-Taylor"),
            Preset::Chinese => Some("Chinese"),
            Preset::Japanese => Some("Japanese"),
            Preset::Korean => Some("Korean"),
            Preset::Aga => Some("AGA"),
            Preset::NewZealand => Some("NZ"),
            Preset::Simple => None,
        }
    }
}

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
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Rules {
    /// The preset these rules began as; it gives them their name.
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
    /// How handicap stones are placed: who sets up a game asks.
    pub placement: Placement,
    /// What White is given for them at the end.
    pub bonus: Bonus,
    /// What a whole-board repetition is, where it isn't refused: the players ask, when
    /// [`Game::repetition`](crate::Game::repetition) notices one.
    pub long_cycle: LongCycle,
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
            Preset::Aga => Rules {
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

    /// Who moves first when `by` asks to play on after the passes, and `next` would have moved:
    /// under territory rules the opponent of the one who asks, else the one whose turn it is.
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
            _ => return Err(ParseError::new(key, "a rule", format!("use {}", Or(&KEYS)))),
        }
        Ok(())
    }
}

const KEYS: [&str; 9] =
    ["ko", "suicide", "scoring", "dead", "komi", "handicap-komi", "handicap", "bonus", "cycle"];

/// `a, b or c`.
struct Or<'a>(&'a [&'a str]);

impl fmt::Display for Or<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, word) in self.0.iter().enumerate() {
            match index {
                0 => {}
                _ if index + 1 == self.0.len() => f.write_str(" or ")?,
                _ => f.write_str(", ")?,
            }
            f.write_str(word)?;
        }
        Ok(())
    }
}

/// The preset's name, then what differs from it.
impl fmt::Display for Rules {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let base = Rules::of(self.preset);
        write!(f, "{}", self.preset)?;
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
        Ok(())
    }
}

/// Reads a preset's name and any overrides: `simple`, `simple,suicide=multi`,
/// `chinese,ko=psk,komi=6.5`. `komi` is for even and handicap games alike, unless `handicap-komi` says
/// otherwise. The order of the overrides doesn't matter.
impl FromStr for Rules {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Rules, ParseError> {
        let mut parts = text.split(',').map(str::trim);
        let mut rules = Rules::of(parts.next().unwrap_or("").parse()?);
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
