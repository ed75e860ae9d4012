//! Komi, SGF's KM: a real number of points by the standard; in the wild also hundredths (Fox), zi
//! (China counts the difference from half the board, and a zi is two points), fractions and words.

use hoshi_core::{HalfPoints, Rules, Scoring};

use super::amount::Amount;
use super::text::{self, Lexeme};
use super::{Reading, Unreadable, sensible};

const WHAT: &str = "a komi";

/// Other information of the record that helps to interpret the komi.
///
/// ```
/// use hoshi_core::{Preset, Rules};
/// use hoshi_record::info::komi::{self, Hints};
///
/// let japanese = Rules::of(Preset::Japanese);
/// let hints = Hints { rules: Some(&japanese), ..Hints::default() };
/// // A quarter of a point can only be zi, and Japanese rules have none.
/// assert!(komi::read("3.75", hints).is_err());
/// assert_eq!(komi::read("3.75", Hints::default())?.value.to_string(), "7.5");
/// # Ok::<(), hoshi_record::info::Unreadable>(())
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct Hints<'a> {
    /// The rules, if known.
    pub rules: Option<&'a Rules>,
    /// The handicap; 0 if there is none or it is unknown.
    pub handicap: u32,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Word {
    Fluff,
    Plus,
    Minus,
    Points,
    Zi,
    Half,
    None,
}

#[rustfmt::skip]
const WORDS: &[(&str, Word)] = &[
    ("komi", Word::Fluff), ("コミ", Word::Fluff), ("贴", Word::Fluff), ("貼", Word::Fluff),
    ("黑贴", Word::Fluff), ("黑貼", Word::Fluff), ("덤", Word::Fluff), (":", Word::Fluff),
    ("=", Word::Fluff), ("出し", Word::Fluff), ("a", Word::Fluff), ("and", Word::Fluff),
    ("+", Word::Plus), ("-", Word::Minus), ("reverse", Word::Minus), ("reverse komi", Word::Minus),
    ("逆コミ", Word::Minus), ("倒贴", Word::Minus), ("倒貼", Word::Minus), ("역덤", Word::Minus),
    ("points", Word::Points), ("point", Word::Points), ("pts", Word::Points), ("pts.", Word::Points),
    ("punkte", Word::Points), ("目", Word::Points), ("집", Word::Points), ("点", Word::Points),
    ("點", Word::Points), ("points.", Word::Points), ("moku", Word::Points),
    ("子", Word::Zi), ("zi", Word::Zi),
    ("半", Word::Half), ("반", Word::Half), ("half", Word::Half),
    ("none", Word::None), ("no", Word::None), ("no komi", Word::None), ("无", Word::None),
    ("無", Word::None), ("なし", Word::None), ("コミなし", Word::None), ("不贴", Word::None),
    ("不貼", Word::None), ("不贴目", Word::None), ("무", Word::None),
    // Black moves first, without komi.
    ("受先", Word::None), ("让先", Word::None), ("讓先", Word::None), ("定先", Word::None),
    ("先", Word::None), ("정선", Word::None),
];

/// Reads KM.
///
/// - A real with whole or half points is taken as written: `6.5`, `-3.5`, `5.50`, `+6.5`.
/// - `750` is hundredths of a point (Fox); `375` is hundredths of a zi, since only zi have quarters;
///   so is `350` under area rules; `50` is half a point in a handicap game.
/// - `2.75` is zi, so 5.5 points, unless the rules count territory.
/// - Units, fractions and commas: `7.5目`, `3又3/4子`, `5 1/2`, `6,5`, `Komi 5.5`, `六目半`.
///
/// ```
/// use hoshi_record::info::komi::{self, Hints};
///
/// let read = |text| komi::read(text, Hints::default()).map(|komi| komi.value.to_string());
/// assert_eq!(read("6.50")?, "6.5");
/// assert_eq!(read("750")?, "7.5");
/// assert_eq!(read("2.75")?, "5.5");
/// assert_eq!(read("3又3/4子")?, "7.5");
/// assert!(read("2.75 points").is_err());
/// # Ok::<(), hoshi_record::info::Unreadable>(())
/// ```
///
/// # Errors
/// If it is not a komi, or not a multiple of half a point.
pub fn read(text: &str, hints: Hints<'_>) -> Result<Reading<HalfPoints>, Unreadable> {
    sensible(text, WHAT, "points such as 6.5 or 0")?;
    if is_real(text) {
        return of_real(text, hints);
    }
    let folded = text::fold(text);
    let error = || Unreadable::new(text, WHAT, "write points such as 6.5, -3.5 or 0");
    let lexemes = text::lex(&folded, WORDS);
    let said: Vec<&Lexeme<Word>> =
        lexemes.iter().filter(|lexeme| **lexeme != Lexeme::Word(Word::Fluff)).collect();
    let (negative, said) = match said[..] {
        [Lexeme::Word(Word::Minus), ref rest @ ..] => (true, rest),
        [Lexeme::Word(Word::Plus), ref rest @ ..] => (false, rest),
        ref rest => (false, rest),
    };
    let half = |number: Amount| number.plus(Amount::HALF).ok_or_else(error);
    let (number, unit) = match *said {
        [Lexeme::Word(Word::None)] if !negative => (Amount::integer(0), Some(Word::Points)),
        [Lexeme::Number(number)] => (*number, None),
        [Lexeme::Number(number), Lexeme::Word(unit @ (Word::Points | Word::Zi))] => {
            (*number, Some(*unit))
        }
        [
            Lexeme::Number(number),
            Lexeme::Word(unit @ (Word::Points | Word::Zi)),
            Lexeme::Word(Word::Half),
        ]
        | [
            Lexeme::Number(number),
            Lexeme::Word(Word::Half),
            Lexeme::Word(unit @ (Word::Points | Word::Zi)),
        ] => (half(*number)?, Some(*unit)),
        [Lexeme::Word(Word::Half), Lexeme::Word(unit @ (Word::Points | Word::Zi))] => {
            (Amount::HALF, Some(*unit))
        }
        [Lexeme::Word(Word::Half)] => (Amount::HALF, Some(Word::Points)),
        _ => return Err(error()),
    };
    let sign = if negative { -1 } else { 1 };
    let (halves, what) = match unit {
        Some(Word::Zi) => of_zi(number, text)?,
        Some(_) => (points_only(number, text)?, None),
        None => of_number(number, number.in_parts(1).is_some(), text, hints)?,
    };
    let value = HalfPoints::from_halves(halves * sign);
    let what = what.unwrap_or_else(|| format!("understood as {value} points"));
    Ok(Reading::interpreted(value, what))
}

/// The komi as SGF spells it, so that [`read`] returns it: whole hundreds are written `750.0`,
/// since `750` is Fox's 7.5.
///
/// ```
/// use hoshi_core::HalfPoints;
/// use hoshi_record::info::komi;
///
/// assert_eq!(komi::spelling(HalfPoints::from_halves(13)), "6.5");
/// assert_eq!(komi::spelling(HalfPoints::whole(7)), "7");
/// assert_eq!(komi::spelling(HalfPoints::whole(750)), "750.0");
/// ```
#[must_use]
pub fn spelling(komi: HalfPoints) -> String {
    let looks_like_hundredths = komi.halves() % 2 == 0 && komi.abs() >= HalfPoints::whole(50);
    if looks_like_hundredths { format!("{komi}.0") } else { komi.to_string() }
}

/// Whether this is a real number as SGF spells it: a sign, digits, a point and digits.
pub(super) fn is_real(text: &str) -> bool {
    let digits = text.strip_prefix(['+', '-']).unwrap_or(text);
    let (integer, fraction) = digits.split_once('.').unwrap_or((digits, "0"));
    let plain = |part: &str| !part.is_empty() && part.bytes().all(|b| b.is_ascii_digit());
    plain(integer) && plain(fraction)
}

fn of_real(text: &str, hints: Hints<'_>) -> Result<Reading<HalfPoints>, Unreadable> {
    let digits = text.trim_start_matches(['+', '-']);
    let Some((number, _)) = super::amount::read(digits) else {
        return Err(Unreadable::new(text, WHAT, "it is far beyond any komi"));
    };
    let is_integer = !digits.contains('.');
    let (halves, what) = of_number(number, is_integer, text, hints)?;
    let sign = if text.starts_with('-') { -1 } else { 1 };
    let value = HalfPoints::from_halves(halves * sign);
    Ok(match what {
        Some(what) => Reading::interpreted(value, what),
        None => Reading::as_written(value),
    })
}

/// The meaning of a number without a unit: half points, and an explanation if it isn't plain
/// points. It can be hundredths only if `is_integer`, without a decimal point.
fn of_number(
    number: Amount,
    is_integer: bool,
    text: &str,
    hints: Hints<'_>,
) -> Result<(i32, Option<String>), Unreadable> {
    // Nobody gives a komi of a hundred points, and no server offers hundreds of points in steps of
    // a quarter.
    const HUNDREDTHS: std::ops::RangeInclusive<u32> = 100..=2000;
    let count = number.as_count().filter(|_| is_integer);
    let in_hundredths = match count {
        Some(50) => hints.handicap > 0,
        Some(count) => HUNDREDTHS.contains(&count) && count % 25 == 0,
        None => false,
    };
    if in_hundredths {
        // Messages have one line.
        let shown = text.trim().escape_debug();
        let hundredth = number.over(100).ok_or_else(|| too_large(text))?;
        // Below 5 points Fox offers only 0 and a half, so 350 under area rules is zi too.
        let area = hints.rules.is_some_and(|rules| rules.scoring == Scoring::Area);
        let small = hundredth.in_parts(2).is_some_and(|halves| (2..10).contains(&halves));
        if hundredth.in_parts(2).is_none() || (area && small) {
            let (halves, _) = of_zi(hundredth, text)?;
            let points = HalfPoints::from_halves(halves);
            let what = format!("{shown} is {hundredth} zi, which are {points} points");
            return Ok((halves, Some(what)));
        }
        let what = format!("{shown} is hundredths of a point ({hundredth} points)");
        return Ok((points_only(hundredth, text)?, Some(what)));
    }
    if number.in_parts(2).is_none() && number.in_parts(4).is_some() {
        if hints.rules.is_some_and(|rules| rules.scoring == Scoring::Territory) {
            let hint = "a quarter of a point exists only as zi, which these rules don't count";
            return Err(Unreadable::new(text, WHAT, hint));
        }
        return of_zi(number, text);
    }
    Ok((points_only(number, text)?, None))
}

fn too_large(text: &str) -> Unreadable {
    Unreadable::new(text, WHAT, "it is more than 65025 points, the size of the largest board")
}

/// The half points in a number of points.
fn points_only(number: Amount, text: &str) -> Result<i32, Unreadable> {
    let halves = number.in_parts(2).ok_or_else(|| {
        Unreadable::new(text, WHAT, "komi comes in whole and half points, such as 6.5 or 7")
    })?;
    within(halves, text)
}

/// The half points in a number of zi, and the explanation.
fn of_zi(number: Amount, text: &str) -> Result<(i32, Option<String>), Unreadable> {
    let halves = number.in_parts(4).ok_or_else(|| {
        Unreadable::new(text, WHAT, "zi come in quarters, such as 3.75 (7.5 points)")
    })?;
    let halves = within(halves, text)?;
    let points = HalfPoints::from_halves(halves);
    Ok((halves, Some(format!("{number} zi are {points} points"))))
}

fn within(halves: i64, text: &str) -> Result<i32, Unreadable> {
    const MOST: i32 = 2 * 65_025;
    i32::try_from(halves).ok().filter(|&halves| halves <= MOST).ok_or_else(|| too_large(text))
}
