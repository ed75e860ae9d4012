//! The number of handicap stones, SGF's HA.

use super::text::{self, Lexeme};
use super::{Reading, Unreadable, sensible};

const WHAT: &str = "a handicap";
/// The number of points on SGF's largest board.
const MOST: u32 = 52 * 52;

#[derive(Clone, Copy, PartialEq, Eq)]
enum Word {
    /// `handicap`, `stones` and similar words that add nothing.
    Fluff,
    None,
    /// Black plays first without placed stones: a handicap of one.
    BlackFirst,
}

#[rustfmt::skip]
const WORDS: &[(&str, Word)] = &[
    ("handicap", Word::Fluff), ("h", Word::Fluff), ("ha", Word::Fluff), ("stones", Word::Fluff),
    ("stone", Word::Fluff), ("st", Word::Fluff), ("st.", Word::Fluff), ("pierres", Word::Fluff),
    ("steine", Word::Fluff), ("子", Word::Fluff), ("让", Word::Fluff), ("讓", Word::Fluff),
    ("受", Word::Fluff), ("授", Word::Fluff), ("受让", Word::Fluff), ("置碁", Word::Fluff),
    ("置き石", Word::Fluff), ("置石", Word::Fluff), ("점", Word::Fluff), ("접바둑", Word::Fluff),
    ("점접바둑", Word::Fluff), ("局", Word::Fluff), (":", Word::Fluff), ("=", Word::Fluff),
    ("none", Word::None), ("no", Word::None), ("even", Word::None), ("-", Word::None),
    ("互先", Word::None), ("分先", Word::None), ("猜先", Word::None), ("호선", Word::None),
    ("定先", Word::BlackFirst), ("让先", Word::BlackFirst), ("讓先", Word::BlackFirst),
    ("先", Word::BlackFirst), ("정선", Word::BlackFirst), ("no komi", Word::BlackFirst),
];

/// Reads HA. The standard has numbers from 2; 0 and 1, which many programs write, and `3 stones`,
/// `让三子`, `定先` are also understood.
///
/// ```
/// use hoshi_record::info::handicap;
///
/// assert_eq!(handicap::read("4")?.value, 4);
/// let none = handicap::read("0")?;
/// assert_eq!((none.value, none.how.to_string().as_str()), (0, "0 is an even game; SGF leaves HA out then"));
/// assert_eq!(handicap::read("让三子")?.value, 3);
/// # Ok::<(), hoshi_record::info::Unreadable>(())
/// ```
///
/// # Errors
/// If it is not a number of stones.
pub fn read(text: &str) -> Result<Reading<u32>, Unreadable> {
    sensible(text, WHAT, "the number of stones, from 2")?;
    let error = || {
        let hint = format!("write the number of stones, 2 to {MOST}");
        Unreadable::new(text, WHAT, hint)
    };
    let folded = text::fold(text);
    let lexemes = text::lex(&folded, WORDS);
    let said: Vec<&Lexeme<Word>> =
        lexemes.iter().filter(|lexeme| **lexeme != Lexeme::Word(Word::Fluff)).collect();
    let stones = match said[..] {
        [Lexeme::Number(number)] => number.as_count().filter(|&n| n <= MOST).ok_or_else(error)?,
        [Lexeme::Word(Word::None)] => 0,
        [Lexeme::Word(Word::BlackFirst)] => 1,
        _ => return Err(error()),
    };
    Ok(match stones {
        0 => Reading::interpreted(0, "0 is an even game; SGF leaves HA out then"),
        1 => {
            Reading::interpreted(1, "1 places no stone: Black moves first, with the handicap komi")
        }
        _ if text == stones.to_string() => Reading::as_written(stones),
        _ => Reading::interpreted(stones, format!("understood as {stones} stones")),
    })
}
