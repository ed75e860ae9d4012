//! A game in an address: `/game/19x19,A9b,B12w?komi=6.5&rules=japanese&result=B%2BR`, with or without
//! a host before it. The query is typed, and errors point into the original address.

use std::fmt;
use std::ops::Range;
use std::str::FromStr;

use hoshi_core::{Game, HalfPoints, Outcome, ParseError, Rules};

use super::Read;
use super::error::{Fault, Oddity, Place, SgnError, Unheld, Warning, short};
use super::line::{Line, Separator};
use super::percent::{self, BadEscape, Decoded};
use super::read::{self, Placer};
use crate::info;

const GAME: &str = "/game/";
/// More keys than any real address has.
const MAX_KEYS: usize = 32;

/// A line with the other parts of an address.
///
/// ```
/// use hoshi_record::sgn::Address;
///
/// let address: Address = "https://example.org/go/game/19x19,A9b,B12w?result=B%2BR&komi=6.5".parse()?;
/// assert_eq!(address.base.as_deref(), Some("https://example.org/go"));
/// assert_eq!(address.line.to_string(), "19x19 A9b B12w");
/// assert_eq!(address.komi.unwrap().to_string(), "6.5");
/// assert_eq!(
///     address.to_string(),
///     "https://example.org/go/game/19x19,A9b,B12w?komi=6.5&result=B%2BR"
/// );
/// # Ok::<(), hoshi_record::sgn::SgnError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Address {
    /// The part before `/game/`: a host and perhaps a path, without the last slash.
    pub base: Option<String>,
    /// The game.
    pub line: Line,
    /// The komi.
    pub komi: Option<HalfPoints>,
    /// The rules.
    pub rules: Option<Rules>,
    /// The result.
    pub result: Option<Outcome>,
}

impl Address {
    /// The address of a line, with nothing else.
    ///
    /// ```
    /// use hoshi_record::sgn::Address;
    ///
    /// let mut address = Address::new("9x9 E5b".parse()?);
    /// assert_eq!(address.to_string(), "/game/9x9,E5b");
    /// address.base = Some("https://example.org".into());
    /// assert_eq!(address.to_string(), "https://example.org/game/9x9,E5b");
    /// # Ok::<(), hoshi_record::sgn::SgnError>(())
    /// ```
    #[must_use]
    pub const fn new(line: Line) -> Address {
        Address { base: None, line, komi: None, rules: None, result: None }
    }

    /// The address of a game, with its komi, rules and result.
    ///
    /// ```
    /// use hoshi_core::{Game, Preset, Rules, Size};
    /// use hoshi_record::sgn::Address;
    ///
    /// let game = Game::new(Size::S9, Rules::of(Preset::Chinese));
    /// let address = Address::from_game(&game)?;
    /// assert_eq!(address.to_string(), "/game/9x9?komi=7.5&rules=chinese");
    /// # Ok::<(), hoshi_record::sgn::Unheld>(())
    /// ```
    ///
    /// # Errors
    /// As [`Line::from_game`].
    pub fn from_game(game: &Game) -> Result<Address, Unheld> {
        Ok(Address {
            base: None,
            line: Line::from_game(game)?,
            komi: Some(game.komi()),
            rules: Some(game.rules().clone()),
            result: game.outcome(),
        })
    }

    /// Reads an address, whole or from `/game/` on, percent-encoded or not. The keys of its query may
    /// come in any order; unknown keys give a warning, repeated ones an error.
    ///
    /// ```
    /// use hoshi_record::sgn::Address;
    ///
    /// let read = Address::read("/game/9x9%2cE5b%20C3w?rules=chinese,ko=psk")?;
    /// assert_eq!(read.value.line.to_string(), "9x9 E5b C3w");
    /// assert_eq!(read.value.rules.unwrap().to_string(), "chinese,ko=psk");
    ///
    /// let text = "/game/9x9,E5b?komi=6.3";
    /// let error = Address::read(text).unwrap_err();
    /// assert_eq!(error.show(text), "/game/9x9,E5b?komi=6.3\n                   ^^^");
    /// # Ok::<(), hoshi_record::sgn::SgnError>(())
    /// ```
    ///
    /// # Errors
    /// With the first fault.
    pub fn read(text: &str) -> Result<Read<Address>, SgnError> {
        read::check_length(text)?;
        let place = |range: Range<usize>| Placer::new(text, &[]).place(range.start, range.end);
        let start = text.len() - text.trim_start().len();
        let end = text.trim_end().len().max(start);
        let mut warnings = Vec::new();
        let fragment = text[start..end].find('#').map(|at| start + at);
        if let Some(at) = fragment {
            warnings.push(Warning { oddity: Oddity::Fragment, place: place(at..end) });
        }
        let end = fragment.unwrap_or(end);
        let question = text[start..end].find('?').map_or(end, |at| start + at);
        // The line has no slash, so the last one belongs to `/game/`, whatever comes before it.
        let Some(base_end) = text[start..question].rfind(GAME).map(|at| start + at) else {
            return Err(SgnError::new(Fault::NoGame, place(start..question)));
        };
        let base = text[start..base_end].trim_end_matches('/');
        let decoded = decode(text, base_end + GAME.len()..question)?;
        let line = read::tokens(&decoded.text, &mut Placer::new(text, &decoded.origin))?;
        warnings.splice(0..0, line.warnings);
        let mut address = Address::new(line.value);
        address.base = (!base.is_empty()).then(|| base.to_owned());
        let mut keys: Vec<String> = Vec::new();
        let mut at = question + 1;
        while at < end {
            let stop = text[at..end].find('&').map_or(end, |offset| at + offset);
            if stop > at {
                if keys.len() == MAX_KEYS {
                    return Err(SgnError::new(Fault::ManyKeys, place(at..stop)));
                }
                address.pair(text, at..stop, &mut keys, &mut warnings)?;
            }
            at = stop + 1;
        }
        warnings.sort_by_key(|warning| warning.place.start);
        Ok(Read { value: address, warnings })
    }

    /// Reads one `key=value`.
    fn pair(
        &mut self,
        text: &str,
        range: Range<usize>,
        keys: &mut Vec<String>,
        warnings: &mut Vec<Warning>,
    ) -> Result<(), SgnError> {
        let middle = text[range.clone()].find('=').map_or(range.end, |at| range.start + at);
        let places = |range: Range<usize>| Placer::new(text, &[]).place(range.start, range.end);
        let key_place = places(range.start..middle);
        let key = decode(text, range.start..middle)?.text;
        let value_range = (middle + 1).min(range.end)..range.end;
        let value = decode(text, value_range.clone())?.text;
        if keys.contains(&key) {
            return Err(SgnError::new(Fault::Twice { key: short(&key) }, key_place));
        }
        let wrong = |why: String| {
            let place = places(value_range.clone());
            SgnError::new(Fault::Value { key: key.clone(), why }, place)
        };
        match key.as_str() {
            "komi" => {
                let komi = value.parse().map_err(|error: ParseError| wrong(error.to_string()))?;
                self.komi = Some(komi);
            }
            "rules" => {
                let rules = value.parse().map_err(|error: ParseError| wrong(error.to_string()))?;
                self.rules = Some(rules);
            }
            "result" => {
                let reading = info::result::read(&value).map_err(|e| wrong(e.to_string()))?;
                self.result = reading.value.outcome();
                if reading.how.is_interpreted() {
                    let right = percent::encode(&reading.value.to_string());
                    let oddity = Oddity::Result { written: short(&value), right };
                    warnings.push(Warning { oddity, place: places(value_range.clone()) });
                }
            }
            _ => {
                let oddity = Oddity::UnknownKey { key: short(&key) };
                warnings.push(Warning { oddity, place: key_place });
            }
        }
        keys.push(key);
        Ok(())
    }

    /// Plays the game: by the rules of the address, or `default` if it names none, with its komi and
    /// its result.
    ///
    /// ```
    /// use hoshi_core::{Preset, Rules};
    /// use hoshi_record::sgn::Address;
    ///
    /// let address: Address = "/game/9x9,E5b?komi=5.5&result=B%2BT".parse()?;
    /// let game = address.game(&Rules::of(Preset::Japanese))?;
    /// assert_eq!(game.komi().to_string(), "5.5");
    /// assert_eq!(game.outcome().unwrap().to_string(), "B+T");
    /// # Ok::<(), hoshi_record::sgn::SgnError>(())
    /// ```
    ///
    /// # Errors
    /// As [`Line::game`]; and if the line contradicts the result in the address.
    pub fn game(&self, default: &Rules) -> Result<Game, SgnError> {
        let rules = self.rules.as_ref().unwrap_or(default);
        // The komi must be set before the moves: under some rules the last move ends the game.
        let mut game = self.line.play(rules, self.komi)?;
        match (self.result, game.outcome()) {
            (Some(result), Some(ended)) if result != ended => {
                let last = self.line.tokens().last().map(|token| token.place);
                let place = last.unwrap_or(Place { start: 0, end: 0, line: 1, column: 1 });
                let (ended, result) = (ended.to_string(), result.to_string());
                Err(SgnError::new(Fault::Contradiction { ended, result }, place))
            }
            (Some(result), None) => {
                // The game isn't over, so it can end.
                let _ = game.end_as(result);
                Ok(game)
            }
            _ => Ok(game),
        }
    }
}

fn decode(text: &str, part: Range<usize>) -> Result<Decoded, SgnError> {
    percent::decode(text, part).map_err(|bad| {
        let quote = |range: &Range<usize>| short(text.get(range.clone()).unwrap_or("%"));
        let (fault, range) = match bad {
            BadEscape::Digits(range) => (Fault::Escape { escape: quote(&range) }, range),
            BadEscape::Utf8(range) => (Fault::NotUtf8 { escape: quote(&range) }, range),
        };
        SgnError::new(fault, Placer::new(text, &[]).place(range.start, range.end))
    })
}

/// The address as text: the base, if there is one, and the line with commas; then komi, rules and
/// result, if given.
impl fmt::Display for Address {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(base) = &self.base {
            f.write_str(base.trim_end_matches('/'))?;
        }
        write!(f, "{GAME}{}", self.line.text(Separator::Comma))?;
        let pairs = [
            ("komi", self.komi.map(|komi| komi.to_string())),
            ("rules", self.rules.as_ref().map(Rules::to_string)),
            ("result", self.result.map(|result| result.to_string())),
        ];
        let mut sign = '?';
        for (key, value) in pairs {
            if let Some(value) = value {
                write!(f, "{sign}{key}={}", percent::encode(&value))?;
                sign = '&';
            }
        }
        Ok(())
    }
}

/// As [`Address::read`], without the warnings.
impl FromStr for Address {
    type Err = SgnError;

    fn from_str(text: &str) -> Result<Address, SgnError> {
        Address::read(text).map(|read| read.value)
    }
}
