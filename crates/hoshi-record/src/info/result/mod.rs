//! The result, SGF's RE: a dozen spellings by the standard, hundreds in the wild, from `B+Resign` to
//! `226수 백불계승`. Words are looked up, not guessed: who wins or loses, and by what.

mod words;

use std::fmt;

use hoshi_core::{Color, HalfPoints, Outcome, WinBy};

use super::amount::Amount;
use super::text::{self, Lexeme};
use super::{LONGEST, Reading, Unreadable};
use words::{WORDS, Word};

const WHAT: &str = "a result";
const HINT: &str = "write B+3.5, W+R, B+T, W+F, B+, 0, Void, or ? if unknown";

/// How a game ended, according to its record.
///
/// ```
/// use hoshi_record::info::result::{self, Ending};
///
/// assert_eq!(result::read("?")?.value, Ending::Unknown);
/// assert_eq!(result::read("Jigo")?.value.to_string(), "0");
/// # Ok::<(), hoshi_record::info::Unreadable>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Ending {
    /// The known outcome.
    Known(Outcome),
    /// Unfinished, in progress, or not recorded.
    Unknown,
}

impl Ending {
    /// The outcome, if it is known.
    ///
    /// ```
    /// use hoshi_record::info::result;
    ///
    /// let ending = result::read("Black resigns.")?.value;
    /// assert_eq!(ending.outcome().unwrap().to_string(), "W+R");
    /// # Ok::<(), hoshi_record::info::Unreadable>(())
    /// ```
    #[must_use]
    pub const fn outcome(self) -> Option<Outcome> {
        match self {
            Ending::Known(outcome) => Some(outcome),
            Ending::Unknown => None,
        }
    }
}

/// As SGF spells it.
impl fmt::Display for Ending {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Ending::Known(outcome) => outcome.fmt(f),
            Ending::Unknown => f.write_str("?"),
        }
    }
}

/// Reads RE.
///
/// The standard's spellings, and `?`, are taken as written. Other spellings, letter cases and
/// languages are understood; remarks in brackets are ignored; an empty text is an unknown result. A
/// margin in zi, or one that ends in a quarter, which only zi have, becomes points. A win by 0, or by
/// an impossible fraction, is a win by an unknown margin. A text that names two winners is
/// unreadable.
///
/// ```
/// use hoshi_record::info::result;
///
/// let read = |text| result::read(text).map(|reading| reading.value.to_string());
/// assert_eq!(read("White wins by 5.5 points")?, "W+5.5");
/// assert_eq!(read("226수 백불계승")?, "W+R");
/// assert_eq!(read("白胜3/4子")?, "W+1.5");
/// assert_eq!(read("B+3.5 (moves beyond 1-250 not known)")?, "B+3.5");
/// assert!(read("B+1.5 ? W+timeout").is_err());
/// # Ok::<(), hoshi_record::info::Unreadable>(())
/// ```
///
/// # Errors
/// If it doesn't say who won, or contradicts itself.
pub fn read(text: &str) -> Result<Reading<Ending>, Unreadable> {
    if let Ok(outcome) = text.parse::<Outcome>() {
        return Ok(Reading::as_written(Ending::Known(outcome)));
    }
    if text == "?" {
        return Ok(Reading::as_written(Ending::Unknown));
    }
    if text.len() > LONGEST {
        return Err(Unreadable::new(text, WHAT, format!("it is longer than {LONGEST} bytes")));
    }
    let folded = text::fold(text);
    if folded.is_empty() {
        return Ok(Reading::interpreted(Ending::Unknown, "empty: unknown result"));
    }
    let (plain, remarks) = text::without_remarks(&folded);
    let (mut ending, note) = understand(&plain).map_err(|why| Unreadable::new(text, WHAT, why))?;
    if remarks && let Ending::Known(Outcome::Win { winner, by: WinBy::Unknown }) = ending {
        // `White wins (time)`: if the text does not say how, the remark may.
        let all = folded.replace(['(', ')', '{', '}', '[', ']'], " ");
        if let Ok((Ending::Known(outcome), _)) = understand(&all)
            && let Outcome::Win { winner: same, by } = outcome
            && same == winner
            && !matches!(by, WinBy::Score(_))
        {
            ending = Ending::Known(outcome);
        }
    }
    let note = note.map(|note| format!(": {note}")).unwrap_or_default();
    let what = match ending {
        Ending::Known(outcome) => format!("understood as {outcome}{note}"),
        Ending::Unknown => "understood as an unknown result".to_owned(),
    };
    Ok(Reading::interpreted(ending, what))
}

type Understood = (Ending, Option<String>);

/// A margin with its unit, or any other word.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Piece {
    Margin(Amount, Option<Word>),
    Word(Word),
    Other,
}

fn understand(plain: &str) -> Result<Understood, String> {
    if let Some(found) = compact(plain) {
        return Ok((Ending::Known(found), None));
    }
    let lexemes = text::lex(plain, WORDS);
    let pieces = gather(&lexemes);
    let has = |word: Word| pieces.contains(&Piece::Word(word));
    // After the standard's plus everything else is a remark.
    let standard = matches!(pieces[..], [Piece::Word(Word::Color(_)), Piece::Word(Word::Plus), ..]);
    if has(Word::Not) && !standard {
        return Err(format!("it says what did not happen; {HINT}"));
    }
    match winner(&pieces)? {
        Some((winner, at)) => {
            if has(Word::Draw) || has(Word::Void) {
                return Err(format!("it names a winner and says there is none; {HINT}"));
            }
            let (by, note) = manner(&pieces, at)?;
            Ok((Ending::Known(Outcome::Win { winner, by }), note))
        }
        None if has(Word::Win) || has(Word::Lose) => {
            Err(format!("it doesn't say which colour; {HINT}"))
        }
        None if has(Word::Void) => Ok((Ending::Known(Outcome::NoResult), None)),
        None if has(Word::Draw) => Ok((Ending::Known(Outcome::Draw), None)),
        None if has(Word::Open) => Ok((Ending::Unknown, None)),
        None => match pieces[..] {
            [Piece::Margin(number, _)] if number.is_zero() => {
                Ok((Ending::Known(Outcome::Draw), None))
            }
            // Only `B`, `White` and the like.
            [Piece::Word(Word::Color(winner))] => {
                Ok((Ending::Known(Outcome::Win { winner, by: WinBy::Unknown }), None))
            }
            _ => Err(HINT.to_owned()),
        },
    }
}

/// `b r`, `w 3.5`: the standard's spelling whose plus was lost, as addresses lose it.
fn compact(plain: &str) -> Option<Outcome> {
    let (color, by) = plain.split_once(' ')?;
    let color = color.to_ascii_uppercase();
    let by = by.trim().to_ascii_uppercase();
    let lost =
        matches!(by.as_str(), "R" | "T" | "F") || by.starts_with(|c: char| c.is_ascii_digit());
    if lost { format!("{color}+{by}").parse().ok() } else { None }
}

/// Numbers become margins with their unit and half; move numbers are dropped.
fn gather(lexemes: &[Lexeme<Word>]) -> Vec<Piece> {
    let word = |index: usize| match lexemes.get(index) {
        Some(Lexeme::Word(word)) => Some(*word),
        _ => None,
    };
    let unit = |index: usize| word(index).filter(|w| matches!(w, Word::Points | Word::Zi));
    let mut pieces = Vec::new();
    let mut index = 0;
    while let Some(lexeme) = lexemes.get(index) {
        index += 1;
        let margin = match *lexeme {
            Lexeme::Number(number) => Some(number),
            // 半目, `half a point`; a half elsewhere belongs to the number before it.
            Lexeme::Word(Word::Half) if unit(index).is_some() => Some(Amount::HALF),
            Lexeme::Word(word) => {
                pieces.push(Piece::Word(word));
                None
            }
            // Signs are ignored; unknown words make some interpretations too risky.
            Lexeme::Other(ref other) => {
                if other.chars().all(char::is_alphabetic) {
                    pieces.push(Piece::Other);
                }
                None
            }
        };
        let Some(mut number) = margin else { continue };
        // `226수`, `126th move`, `move 126`.
        let beside = [index.checked_sub(2), Some(index), Some(index + 1)];
        let moves = |at: usize| word(at) == Some(Word::Moves);
        let ordinal = matches!(lexemes.get(index), Some(Lexeme::Other(o)) if matches!(&**o, "st" | "nd" | "rd" | "th"));
        if beside[..2].iter().flatten().any(|&at| moves(at)) || (ordinal && moves(index + 1)) {
            continue;
        }
        let mut of = None;
        // 3目半, 3 points and a half, 3半目.
        for _ in 0..2 {
            if word(index) == Some(Word::Half) {
                number = number.plus(Amount::HALF).unwrap_or(number);
                index += 1;
            } else if of.is_none() && unit(index).is_some() {
                of = unit(index);
                index += 1;
            }
        }
        pieces.push(Piece::Margin(number, of));
    }
    pieces
}

fn color_of(piece: Option<&Piece>) -> Option<Color> {
    match piece {
        Some(Piece::Word(Word::Color(color))) => Some(*color),
        _ => None,
    }
}

/// The winner, and the index of the piece after which to look for the manner.
fn winner(pieces: &[Piece]) -> Result<Option<(Color, usize)>, String> {
    let before = |at: usize| pieces[..at].iter().rev().find_map(|piece| color_of(Some(piece)));
    let after = |at: usize| pieces[at..].iter().find_map(|piece| color_of(Some(piece)));
    let chatty = pieces.contains(&Piece::Other) || pieces.contains(&Piece::Word(Word::Minus));
    let mut claims: Vec<(Color, usize)> = Vec::new();
    let mut weak: Vec<(Color, usize)> = Vec::new();
    for (at, piece) in pieces.iter().enumerate() {
        let Piece::Word(word) = piece else { continue };
        match word {
            Word::Plus => {
                let color = at.checked_sub(1).and_then(|left| color_of(pieces.get(left)));
                claims.extend(color.map(|color| (color, at + 1)));
            }
            Word::Win => {
                claims.extend(before(at).or_else(|| after(at)).map(|color| (color, 0)));
            }
            Word::Lose => claims.extend(before(at).map(|color| (color.opponent(), 0))),
            // Right after a colour it is that colour's action; elsewhere it may be the manner of a
            // win found before.
            Word::Resigns => {
                let close = at.checked_sub(1).and_then(|left| color_of(pieces.get(left)));
                claims.extend(close.map(|color| (color.opponent(), 0)));
                weak.extend(before(at).map(|color| (color.opponent(), 0)));
            }
            Word::TimesOut | Word::Forfeits => {
                let by = at.checked_sub(1).and_then(|left| pieces.get(left));
                if by != Some(&Piece::Word(Word::By)) {
                    weak.extend(before(at).map(|color| (color.opponent(), 0)));
                }
            }
            // `Black by 3.5`; but `Black by far the better player` is not a result.
            Word::By if !chatty => weak.extend(before(at).map(|color| (color, 0))),
            _ => {}
        }
    }
    if claims.is_empty() {
        claims = weak;
    }
    if claims.is_empty() && !chatty {
        // `Black 3.5 points`: one colour and one margin.
        let colors = pieces.iter().filter(|piece| color_of(Some(piece)).is_some()).count();
        let margins = pieces.iter().filter(|piece| matches!(piece, Piece::Margin(..))).count();
        if let (1, 1, Some(color)) = (colors, margins, after(0)) {
            claims.push((color, 0));
        }
    }
    let Some(&(color, at)) = claims.first() else { return Ok(None) };
    if claims.iter().any(|&(other, _)| other != color) {
        return Err(format!("it names both colours as winner; {HINT}"));
    }
    Ok(Some((color, at)))
}

/// The manner of the win. After the standard's plus only the next piece counts as a margin; the
/// rest is a remark.
fn manner(pieces: &[Piece], from: usize) -> Result<(WinBy, Option<String>), String> {
    let spoken = &pieces[from..];
    let said = |words: &[Word]| {
        spoken.iter().any(|piece| matches!(piece, Piece::Word(word) if words.contains(word)))
    };
    if from > 0
        && let Some(Piece::Margin(number, unit)) = spoken.first()
    {
        return margin(*number, *unit);
    }
    if from > 0 && spoken.first() == Some(&Piece::Word(Word::Minus)) {
        return Err(format!("a margin cannot be negative; {HINT}"));
    }
    if said(&[Word::Resignation, Word::Resigns]) {
        return Ok((WinBy::Resignation, None));
    }
    if said(&[Word::Time, Word::TimesOut]) {
        return Ok((WinBy::Time, None));
    }
    if said(&[Word::Forfeit, Word::Forfeits]) {
        return Ok((WinBy::Forfeit, None));
    }
    if from > 0 {
        return Ok((WinBy::Unknown, None));
    }
    let margins = |sure: bool| {
        let mut found = spoken.iter().enumerate().filter_map(move |(at, piece)| match *piece {
            Piece::Margin(number, unit) => {
                let by = at > 0 && spoken[at - 1] == Piece::Word(Word::By);
                (!sure || unit.is_some() || by).then_some((number, unit))
            }
            _ => None,
        });
        // Two numbers are not a margin: they may be both sides' points.
        match (found.next(), found.next()) {
            (Some(one), None) => Some(one),
            _ => None,
        }
    };
    match margins(true).or_else(|| margins(false)) {
        Some((number, unit)) => margin(number, unit),
        None => Ok((WinBy::Unknown, None)),
    }
}

fn margin(number: Amount, unit: Option<Word>) -> Result<(WinBy, Option<String>), String> {
    const MOST: i32 = 2 * 65_025;
    let halves = number.in_parts(2).filter(|_| unit != Some(Word::Zi));
    let quarters = number.in_parts(4).filter(|_| unit != Some(Word::Points));
    let (halves, note) = match (halves, quarters) {
        (Some(halves), _) => (halves, None),
        // A zi is two points, so its quarters are half points.
        (None, Some(quarters)) => {
            let points = i32::try_from(quarters).unwrap_or(i32::MAX);
            let points = HalfPoints::from_halves(points);
            (quarters, Some(format!("{number} zi are {points} points")))
        }
        (None, None) if unit == Some(Word::Points) => {
            return Err(format!(
                "{number} points are not a margin: use whole or half points; {HINT}"
            ));
        }
        (None, None) => {
            let note = format!("{number} is not a margin: use whole or half points");
            return Ok((WinBy::Unknown, Some(note)));
        }
    };
    match i32::try_from(halves) {
        Ok(0) => Ok((WinBy::Unknown, Some("nobody wins by 0 points".to_owned()))),
        Ok(halves @ 1..=MOST) => Ok((WinBy::Score(HalfPoints::from_halves(halves)), note)),
        _ => Err(format!("no board has {number} points; {HINT}")),
    }
}
