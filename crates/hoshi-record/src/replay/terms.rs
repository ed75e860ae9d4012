//! The terms of a game by its record: board, rules, komi, handicap.

use hoshi_core::{HalfPoints, Preset, Rules, Size};

use crate::info::{How, Reading};
use crate::sgf::{GameTree, Read};

/// The terms of a game by its record.
///
/// ```
/// use hoshi_core::Size;
/// use hoshi_record::replay::Terms;
/// use hoshi_record::sgf::Collection;
///
/// let file = Collection::read("(;SZ[13]RU[Chinese]HA[3])")?;
/// let terms = Terms::of(file.game(0).unwrap());
/// assert_eq!((terms.size, terms.handicap), (Size::S13, 3));
/// assert_eq!(terms.komi, terms.rules.komi_for(3));
/// # Ok::<(), hoshi_record::sgf::ReadError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Terms {
    /// The board.
    pub size: Size,
    /// The rules; [`Preset::Simple`] if RU is missing or unknown.
    pub rules: Rules,
    /// The komi: from KM, else from the rules.
    pub komi: HalfPoints,
    /// The handicap, which may affect scoring: from HA, else 0.
    pub handicap: u32,
}

impl Terms {
    /// Reads the terms from a record.
    ///
    /// ```
    /// use hoshi_record::replay::Terms;
    /// use hoshi_record::sgf::Collection;
    ///
    /// let file = Collection::read("(;SZ[9]RU[Japanese]KM[0.5])")?;
    /// let terms = Terms::of(file.game(0).unwrap());
    /// assert_eq!((terms.rules.to_string(), terms.komi.to_string()), ("japanese".into(), "0.5".into()));
    /// # Ok::<(), hoshi_record::sgf::ReadError>(())
    /// ```
    #[must_use]
    pub fn of(game: GameTree<'_>) -> Terms {
        let rules = match game.rules() {
            Some(Ok(reading)) => reading.value,
            _ => Rules::of(Preset::Simple),
        };
        Terms::under(game, rules)
    }

    /// Reads the terms from a record, but under these rules. A komi that makes no sense under RU is
    /// read with them instead: `RU[Japanese]KM[3.75]` is 7.5 points under Chinese rules.
    ///
    /// ```
    /// use hoshi_core::{Preset, Rules};
    /// use hoshi_record::replay::Terms;
    /// use hoshi_record::sgf::Collection;
    ///
    /// let file = Collection::read("(;RU[Japanese]KM[0.5])")?;
    /// let terms = Terms::under(file.game(0).unwrap(), Rules::of(Preset::Chinese));
    /// assert_eq!((terms.rules.to_string(), terms.komi.to_string()), ("chinese".into(), "0.5".into()));
    /// # Ok::<(), hoshi_record::sgf::ReadError>(())
    /// ```
    #[must_use]
    pub fn under(game: GameTree<'_>, rules: Rules) -> Terms {
        let handicap = match game.handicap() {
            Some(Ok(reading)) => reading.value,
            _ => 0,
        };
        let komi = match komi_of(game, &rules) {
            Some(Ok(reading)) => reading.value,
            _ => rules.komi_for(handicap),
        };
        Terms { size: game.size(), rules, komi, handicap }
    }

    /// The assumptions in these terms that the record does not state clearly, one sentence each: a board
    /// or rules that hoshi does not know, a komi or a handicap that cannot be read, is missing, or is
    /// written in another unit.
    ///
    /// ```
    /// use hoshi_record::replay::Terms;
    /// use hoshi_record::sgf::Collection;
    ///
    /// let notes = |text: &str| {
    ///     let file = Collection::read(text).unwrap();
    ///     let game = file.game(0).unwrap();
    ///     Terms::of(game).notes(game)
    /// };
    /// assert_eq!(notes("(;RU[Chinese]KM[3.75])"), ["KM: 3.75 zi are 7.5 points"]);
    /// assert_eq!(notes("(;RU[Japanese])"), ["KM is missing: komi 6.5 is assumed"]);
    /// assert!(notes("(;RU[Japanese]KM[3.75])")[0].ends_with("komi 6.5 is assumed"));
    /// assert!(notes("(;RU[japanese]KM[6.50])").is_empty());
    /// ```
    #[must_use]
    pub fn notes(&self, game: GameTree<'_>) -> Vec<String> {
        let mut notes = Vec::new();
        if let (Some(Err(unreadable)), Some(_)) = (game.read_size(), game.info_text("SZ")) {
            notes.push(format!("SZ: {unreadable}; a board of {} is assumed", self.size));
        }
        // Rules that the caller chose are not an assumption.
        let is_default = self.rules == Rules::of(Preset::Simple);
        if let (true, Some(Err(unreadable))) = (is_default, game.rules()) {
            notes.push(format!("RU: {unreadable}; the rules `{}` are assumed", self.rules));
        }
        if let Some(Err(unreadable)) = game.handicap() {
            notes.push(format!("HA: {unreadable}; handicap {} is assumed", self.handicap));
        }
        match komi_of(game, &self.rules) {
            Some(Ok(Reading { how: How::Interpreted(what), .. })) => {
                notes.push(format!("KM: {what}"));
            }
            Some(Ok(_)) => {}
            Some(Err(unreadable)) => {
                notes.push(format!("KM: {unreadable}; komi {} is assumed", self.komi));
            }
            None if self.komi == HalfPoints::ZERO => {}
            None => notes.push(format!("KM is missing: komi {} is assumed", self.komi)),
        }
        notes
    }
}

/// Interprets KM by RU; if that makes no sense, by the rules of the game.
fn komi_of(game: GameTree<'_>, rules: &Rules) -> Read<HalfPoints> {
    match game.komi() {
        Some(Err(_)) => game.komi_under(Some(rules)),
        said => said,
    }
}
