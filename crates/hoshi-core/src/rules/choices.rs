//! The choices in a ruleset: one enum per field, with the words for its variants, and the presets.

use alloc::format;
use core::fmt;
use core::num::NonZeroU16;
use core::str::FromStr;

use crate::color::Color;
use crate::error::ParseError;
use crate::half::HalfPoints;

/// Defines a field's enum: its variants with their words, the first one canonical. Case is ignored.
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
        /// A single stone may not be recaptured at once.
        Simple = "simple",
        /// No earlier board may be repeated.
        Positional = "psk" | "positional",
        /// No earlier board may be repeated with the same side to move.
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
        /// On the star points, as is customary.
        Fixed = "fixed",
        /// Where Black chooses.
        Free = "free",
    }
}

choice! {
    /// White's bonus at the end for a handicap of N stones.
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
        // An absurd handicap must not overflow.
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
    /// The effect of a whole-board repetition, where it isn't refused.
    ///
    /// ```
    /// use hoshi_core::LongCycle;
    /// assert_eq!(LongCycle::NoResult.to_string(), "no-result");
    /// ```
    LongCycle, "a long-cycle rule" {
        /// No effect; play continues.
        PlayOn = "play-on",
        /// The game has no result, if the players agree.
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
        /// The players agree which are dead, and those are removed.
        Agreed = "agreed",
        /// Every stone left on the board counts; two passes end the game.
        Stay = "stay",
    }
}

choice! {
    /// Who wins when both sides have the same score.
    ///
    /// ```
    /// use hoshi_core::Tie;
    /// assert_eq!("black".parse(), Ok(Tie::Black));
    /// ```
    Tie, "a rule for ties" {
        /// Nobody.
        Draw = "draw",
        /// Black.
        Black = "black",
        /// White.
        White = "white",
    }
}

impl Tie {
    /// The winner of a tie, if there is one.
    ///
    /// ```
    /// use hoshi_core::{Color, Tie};
    /// assert_eq!(Tie::Black.winner(), Some(Color::Black));
    /// assert_eq!(Tie::Draw.winner(), None);
    /// ```
    #[must_use]
    pub const fn winner(self) -> Option<Color> {
        match self {
            Tie::Draw => None,
            Tie::Black => Some(Color::Black),
            Tie::White => Some(Color::White),
        }
    }
}

/// The goal of the capture game: the first to capture this many stones wins. Teachers begin with one,
/// then five, then the full game.
///
/// ```
/// use hoshi_core::Goal;
///
/// let goal: Goal = "5".parse()?;
/// assert_eq!(goal.stones(), 5);
/// assert!("0".parse::<Goal>().is_err());
/// # Ok::<(), hoshi_core::ParseError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Goal(NonZeroU16);

impl Goal {
    /// A goal of this many stones; `None` if it is 0.
    ///
    /// ```
    /// use hoshi_core::Goal;
    /// assert_eq!(Goal::new(0), None);
    /// ```
    #[must_use]
    pub const fn new(stones: u16) -> Option<Goal> {
        match NonZeroU16::new(stones) {
            Some(stones) => Some(Goal(stones)),
            None => None,
        }
    }

    /// The number of stones.
    ///
    /// ```
    /// use hoshi_core::Goal;
    /// assert_eq!(Goal::new(1).unwrap().stones(), 1);
    /// ```
    #[must_use]
    pub const fn stones(self) -> u32 {
        self.0.get() as u32
    }
}

impl fmt::Display for Goal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.0, f)
    }
}

impl FromStr for Goal {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Goal, ParseError> {
        let is_plain = text.bytes().all(|byte| byte.is_ascii_digit());
        let stones = text.parse().ok().filter(|_| is_plain && !text.starts_with('0'));
        stones
            .map(Goal)
            .ok_or_else(|| ParseError::new(text, "a number of stones to capture", "use 1 to 65535"))
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
        /// British Go Association: as AGA, here.
        Bga = "bga",
        /// Fédération française de go: as AGA, here.
        French = "french" | "ffg",
        /// New Zealand.
        NewZealand = "new-zealand" | "nz",
        /// Ing (SGF's GOE): Black wins ties; its ko rule is treated as positional superko.
        Ing = "ing" | "goe",
        /// The bare game: simple ko, no suicide, area, no komi.
        Simple = "simple",
    }
}

impl Preset {
    /// Every preset.
    ///
    /// ```
    /// use hoshi_core::Preset;
    /// assert_eq!(Preset::ALL.len(), 10);
    /// ```
    pub const ALL: [Preset; 10] = [
        Preset::TrompTaylor,
        Preset::Chinese,
        Preset::Japanese,
        Preset::Korean,
        Preset::Aga,
        Preset::Bga,
        Preset::French,
        Preset::NewZealand,
        Preset::Ing,
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
            Preset::Bga => Some("BGA"),
            Preset::French => Some("French"),
            Preset::Ing => Some("GOE"),
            Preset::NewZealand => Some("NZ"),
            Preset::Simple => None,
        }
    }
}

/// `a, b or c`.
pub(super) struct Or<'a>(pub(super) &'a [&'a str]);

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
