//! Clocks: the main time (SGF's TM), the time left (BL, WL) and the overtime left (OB, OW).
//!
//! Times are whole milliseconds. Overtime systems are in [`overtime`].
//!
//! [`overtime`]: super::overtime

pub use hoshi_core::time::Millis;

use super::amount::Amount;
use super::komi::is_real;
use super::overtime::{self, Overtime};
use super::text::{self, Lexeme};
use super::{Reading, Unreadable, sensible};

/// The value of TM: the main time, and in the wild also the overtime.
///
/// ```
/// use hoshi_record::info::time::{self, Millis};
///
/// let limit = time::read("10:00(5x1:00)")?.value;
/// assert_eq!(limit.main, Some(Millis::of_seconds(600)));
/// assert_eq!(limit.overtime.unwrap().to_string(), "5x60 byo-yomi");
/// # Ok::<(), hoshi_record::info::Unreadable>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Limit {
    /// The main time of each side; `None` if there is no limit.
    pub main: Option<Millis>,
    /// The overtime, if it is written here instead of in OT.
    pub overtime: Option<Overtime>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Word {
    /// A unit, in milliseconds.
    Unit(i64),
    Colon,
    Times,
    Slash,
    Plus,
    Open,
    Close,
    /// `moves`, `stones`.
    Moves,
    /// `periods`, `回`: a count.
    Periods,
    /// `each`, `per player`: words that add nothing.
    Fluff,
    ByoYomi,
    Canadian,
    Fischer,
    /// A fixed time for each move: a period that is never used up.
    PerMove,
    None,
}

#[rustfmt::skip]
const WORDS: &[(&str, Word)] = &[
    ("ms", Word::Unit(1)), ("msec", Word::Unit(1)), ("milliseconds", Word::Unit(1)),
    ("s", Word::Unit(1000)), ("s.", Word::Unit(1000)), ("sec", Word::Unit(1000)),
    ("sec.", Word::Unit(1000)), ("secs", Word::Unit(1000)), ("second", Word::Unit(1000)),
    ("seconds", Word::Unit(1000)), ("sek", Word::Unit(1000)), ("sekunden", Word::Unit(1000)),
    ("secondes", Word::Unit(1000)), ("seconde", Word::Unit(1000)), ("segundos", Word::Unit(1000)),
    ("secondi", Word::Unit(1000)), ("秒", Word::Unit(1000)), ("초", Word::Unit(1000)),
    ("秒钟", Word::Unit(1000)), ("''", Word::Unit(1000)), ("\"", Word::Unit(1000)),
    ("m", Word::Unit(60_000)), ("min", Word::Unit(60_000)), ("min.", Word::Unit(60_000)),
    ("mins", Word::Unit(60_000)), ("minute", Word::Unit(60_000)), ("minutes", Word::Unit(60_000)),
    ("minuten", Word::Unit(60_000)), ("minutos", Word::Unit(60_000)), ("minuti", Word::Unit(60_000)),
    ("分", Word::Unit(60_000)), ("分钟", Word::Unit(60_000)), ("分鐘", Word::Unit(60_000)),
    ("분", Word::Unit(60_000)), ("'", Word::Unit(60_000)),
    ("h", Word::Unit(3_600_000)), ("h.", Word::Unit(3_600_000)), ("hr", Word::Unit(3_600_000)),
    ("hrs", Word::Unit(3_600_000)), ("hr.", Word::Unit(3_600_000)), ("hour", Word::Unit(3_600_000)),
    ("hours", Word::Unit(3_600_000)), ("std", Word::Unit(3_600_000)),
    ("stunde", Word::Unit(3_600_000)), ("stunden", Word::Unit(3_600_000)),
    ("heure", Word::Unit(3_600_000)), ("heures", Word::Unit(3_600_000)),
    ("horas", Word::Unit(3_600_000)), ("ore", Word::Unit(3_600_000)),
    ("時間", Word::Unit(3_600_000)), ("小时", Word::Unit(3_600_000)), ("小時", Word::Unit(3_600_000)),
    ("시간", Word::Unit(3_600_000)),
    ("d", Word::Unit(86_400_000)), ("day", Word::Unit(86_400_000)), ("days", Word::Unit(86_400_000)),
    ("tage", Word::Unit(86_400_000)), ("jours", Word::Unit(86_400_000)),
    ("天", Word::Unit(86_400_000)), ("日", Word::Unit(86_400_000)), ("일", Word::Unit(86_400_000)),
    (":", Word::Colon), ("x", Word::Times), ("*", Word::Times), ("/", Word::Slash),
    ("per", Word::Slash), ("in", Word::Slash), ("for", Word::Slash), ("+", Word::Plus),
    ("plus", Word::Plus), ("(", Word::Open), (")", Word::Close),
    ("move", Word::Moves), ("moves", Word::Moves), ("stone", Word::Moves), ("stones", Word::Moves),
    ("mv", Word::Moves), ("手", Word::Moves), ("子", Word::Moves), ("수", Word::Moves),
    ("coups", Word::Moves), ("züge", Word::Moves), ("steine", Word::Moves),
    ("period", Word::Periods), ("periods", Word::Periods), ("times", Word::Periods),
    ("回", Word::Periods), ("次", Word::Periods), ("회", Word::Periods), ("번", Word::Periods),
    ("périodes", Word::Periods), ("perioden", Word::Periods),
    ("each", Word::Fluff), ("per player", Word::Fluff), ("per side", Word::Fluff),
    ("per period", Word::Fluff), ("/player", Word::Fluff), ("of", Word::Fluff), (",", Word::Fluff),
    ("and", Word::Fluff), ("a", Word::Fluff), ("with", Word::Fluff), ("overtime", Word::Fluff),
    ("各", Word::Fluff), ("各方", Word::Fluff), ("每方", Word::Fluff), ("每人", Word::Fluff),
    ("持ち時間", Word::Fluff), ("持時間", Word::Fluff), ("用时", Word::Fluff), ("각", Word::Fluff),
    ("main time", Word::Fluff), ("main", Word::Fluff), ("sudden death", Word::Fluff),
    ("absolute", Word::Fluff), ("the", Word::Fluff), ("increment", Word::Fluff),
    ("pro person", Word::Fluff), ("chacun", Word::Fluff), ("je", Word::Fluff), ("of play", Word::Fluff),
    ("byo-yomi", Word::ByoYomi), ("byoyomi", Word::ByoYomi), ("byo yomi", Word::ByoYomi),
    ("byo", Word::ByoYomi), ("japanese", Word::ByoYomi), ("byō-yomi", Word::ByoYomi),
    ("byôyomi", Word::ByoYomi), ("秒読み", Word::ByoYomi), ("秒読", Word::ByoYomi),
    ("读秒", Word::ByoYomi), ("讀秒", Word::ByoYomi), ("초읽기", Word::ByoYomi),
    ("japanese byo-yomi", Word::ByoYomi), ("japanese byoyomi", Word::ByoYomi),
    ("canadian", Word::Canadian), ("canadian byo-yomi", Word::Canadian),
    ("canadian byoyomi", Word::Canadian), ("canadian overtime", Word::Canadian),
    ("kanadisch", Word::Canadian), ("canadien", Word::Canadian), ("加拿大", Word::Canadian),
    ("加拿大读秒", Word::Canadian),
    ("fischer", Word::Fischer), ("fisher", Word::Fischer), ("フィッシャー", Word::Fischer),
    ("bonus", Word::Fischer), ("per move increment", Word::Fischer),
    ("simple", Word::PerMove), ("per move", Word::PerMove), ("/move", Word::PerMove),
    ("a move", Word::PerMove), ("each move", Word::PerMove), ("/mv", Word::PerMove),
    ("一手", Word::PerMove), ("1手", Word::PerMove), ("每手", Word::PerMove), ("每步", Word::PerMove),
    ("pro zug", Word::PerMove), ("par coup", Word::PerMove),
    ("none", Word::None), ("no", Word::None), ("-", Word::None), ("unlimited", Word::None),
    ("no limit", Word::None), ("no time limit", Word::None), ("无", Word::None), ("無", Word::None),
    ("無制限", Word::None), ("不限", Word::None), ("무제한", Word::None), ("keine", Word::None),
];

/// A time, a plain number, or a sign or word between them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Piece {
    Time(Millis),
    Count(Amount),
    Sign(Word),
}

/// Splits folded text into times, counts and signs, without filler words; `None` if there is an
/// unknown word.
pub(super) fn pieces(folded: &str) -> Option<Vec<Piece>> {
    let lexemes = text::lex(folded.trim_end_matches('.'), WORDS);
    let mut pieces = Vec::new();
    let mut rest = &lexemes[..];
    while let Some((first, after)) = rest.split_first() {
        rest = match (first, after) {
            (Lexeme::Other(_), _) => return None,
            (Lexeme::Number(_), [Lexeme::Word(Word::Colon), Lexeme::Number(_), ..]) => {
                let (time, after) = clock(rest)?;
                pieces.push(Piece::Time(time));
                after
            }
            (Lexeme::Number(number), [Lexeme::Word(Word::Unit(unit)), after @ ..]) => {
                let time = number
                    .in_parts(*unit)
                    .unwrap_or_else(|| unit.saturating_mul(number.thousandths()) / 1000);
                match pieces.last_mut() {
                    // `1 h 30 min` is one time, `30 min 20 s` too.
                    Some(Piece::Time(before)) => before.0 = before.0.saturating_add(time),
                    _ => pieces.push(Piece::Time(Millis(time))),
                }
                after
            }
            (Lexeme::Number(number), _) => {
                pieces.push(Piece::Count(*number));
                after
            }
            (Lexeme::Word(Word::Fluff | Word::Colon), _) => after,
            (Lexeme::Word(word), _) => {
                pieces.push(Piece::Sign(*word));
                after
            }
        };
    }
    // A time that could not be written as seconds and read back is refused; the limit is about
    // thirty years.
    let fits = |piece: &Piece| match piece {
        Piece::Time(time) => seconds(&time.to_string()) == Some(*time),
        Piece::Count(_) | Piece::Sign(_) => true,
    };
    pieces.iter().all(fits).then_some(pieces)
}

/// `m:s` or `h:m:s`.
fn clock(lexemes: &[Lexeme<Word>]) -> Option<(Millis, &[Lexeme<Word>])> {
    const COLON: Lexeme<Word> = Lexeme::Word(Word::Colon);
    let part = |number: &Amount| number.as_count().map(i64::from);
    let (hours, minutes, seconds, rest) = match lexemes {
        [Lexeme::Number(h), c, Lexeme::Number(m), d, Lexeme::Number(s), rest @ ..]
            if *c == COLON && *d == COLON =>
        {
            (part(h)?, part(m)?, s, rest)
        }
        [Lexeme::Number(m), _, Lexeme::Number(s), rest @ ..] => (0, part(m)?, s, rest),
        _ => return None,
    };
    if seconds.thousandths() >= 60_000 || (hours > 0 && minutes >= 60) {
        return None;
    }
    Some((Millis((hours * 60 + minutes) * 60_000 + seconds.thousandths()), rest))
}

/// Reads TM: seconds by the standard; `1h`, `30 min`, `3時間`, `1:00:00` and the like; also a main
/// time with its overtime, as in `30:00+30:00/25` or `10m+5x30s`.
///
/// ```
/// use hoshi_record::info::time::{self, Millis};
///
/// let main = |text| time::read(text).map(|limit| limit.value.main);
/// assert_eq!(main("1800")?, Some(Millis::of_seconds(1800)));
/// assert_eq!(main("8 hours each")?, Some(Millis::of_seconds(28_800)));
/// assert_eq!(main("-")?, None);
/// assert!(main("a while").is_err());
/// # Ok::<(), hoshi_record::info::Unreadable>(())
/// ```
///
/// # Errors
/// If it is not a time.
pub fn read(text: &str) -> Result<Reading<Limit>, Unreadable> {
    const WHAT: &str = "a time limit";
    sensible(text, WHAT, "seconds, such as 1800")?;
    let error = || {
        Unreadable::new(
            text,
            WHAT,
            "write the main time in seconds, such as 1800 (overtime goes in OT)",
        )
    };
    if is_real(text) && !text.starts_with('-') {
        let main = Some(seconds(text).ok_or_else(error)?);
        return Ok(Reading::as_written(Limit { main, overtime: None }));
    }
    let pieces = pieces(&text::fold(text)).ok_or_else(error)?;
    let limit = limit(&pieces).ok_or_else(error)?;
    let what = match (limit.main, limit.overtime) {
        (None, None) => "understood as no time limit".to_owned(),
        (Some(main), None) => format!("understood as {main} seconds"),
        (main, Some(overtime)) => {
            format!("understood as {} seconds and {overtime}", main.unwrap_or_default())
        }
    };
    Ok(Reading::interpreted(limit, what))
}

fn limit(pieces: &[Piece]) -> Option<Limit> {
    use Piece::{Count, Sign, Time};
    let both = |main: Millis, rest: &[Piece]| {
        Some(Limit { main: Some(main), overtime: Some(overtime::of_pieces(rest)?) })
    };
    match pieces {
        [Sign(Word::None)] => Some(Limit { main: None, overtime: None }),
        [Time(main)] => Some(Limit { main: Some(*main), overtime: None }),
        // Digits split over two lines, or ending in a point.
        [Count(seconds)] => {
            Some(Limit { main: Some(Millis(seconds.thousandths())), overtime: None })
        }
        [Time(main), Sign(Word::Open), rest @ .., Sign(Word::Close)] => both(*main, rest),
        // A single time after the main time is an increment for each move.
        [Time(main), Sign(Word::Plus), Time(add)] => {
            let overtime = Some(Overtime::Fischer { increment: *add });
            Some(Limit { main: Some(*main), overtime })
        }
        [Time(main), Sign(Word::Plus), rest @ ..] => both(*main, rest),
        // `1 hr/125 moves`, `30 s/move`: no main time.
        rest => Some(Limit { main: Some(Millis(0)), overtime: Some(overtime::of_pieces(rest)?) }),
    }
}

fn seconds(text: &str) -> Option<Millis> {
    let digits = text.trim_start_matches(['+', '-']);
    let (number, used) = super::amount::read(digits)?;
    let size = number.thousandths();
    let sign = if text.starts_with('-') { -1 } else { 1 };
    (used == digits.len()).then_some(Millis(size * sign))
}

/// Reads BL or WL, the time left after a move: seconds by the standard, which may be negative;
/// `0:07:42` and digits split over two lines are understood.
///
/// ```
/// use hoshi_record::info::time::{self, Millis};
///
/// assert_eq!(time::left("142.7")?.value, Millis(142_700));
/// assert_eq!(time::left("0:07:42")?.value, Millis::of_seconds(462));
/// assert!(time::left("not much time left").is_err());
/// # Ok::<(), hoshi_record::info::Unreadable>(())
/// ```
///
/// # Errors
/// If it is not a time.
pub fn left(text: &str) -> Result<Reading<Millis>, Unreadable> {
    const WHAT: &str = "a time";
    sensible(text, WHAT, "seconds, such as 142.7")?;
    let error = || Unreadable::new(text, WHAT, "write seconds, such as 142.7");
    if is_real(text) {
        return Ok(Reading::as_written(seconds(text).ok_or_else(error)?));
    }
    let joined: String = text.chars().filter(|c| !c.is_whitespace()).collect();
    if is_real(&joined) {
        let time = seconds(&joined).ok_or_else(error)?;
        return Ok(Reading::interpreted(time, format!("understood as {time} seconds")));
    }
    let time = match pieces(&text::fold(text)).as_deref() {
        Some([Piece::Time(time)]) => *time,
        Some([Piece::Count(seconds)]) => Millis(seconds.thousandths()),
        _ => return Err(error()),
    };
    Ok(Reading::interpreted(time, format!("understood as {time} seconds")))
}

/// Reads OB or OW, the overtime left: moves in Canadian, periods in byo-yomi.
///
/// ```
/// use hoshi_record::info::time;
///
/// assert_eq!(time::overtime_left("5")?.value, 5);
/// assert!(time::overtime_left("1 kk").is_err());
/// # Ok::<(), hoshi_record::info::Unreadable>(())
/// ```
///
/// # Errors
/// If it is not a number.
pub fn overtime_left(text: &str) -> Result<Reading<u32>, Unreadable> {
    const WHAT: &str = "a number of moves or periods";
    sensible(text, WHAT, "a whole number, such as 5")?;
    let folded = text::fold(text);
    let number = match pieces(&folded).as_deref() {
        Some([Piece::Count(n)] | [Piece::Count(n), Piece::Sign(Word::Moves | Word::Periods)]) => {
            n.as_count()
        }
        _ => None,
    };
    let number =
        number.ok_or_else(|| Unreadable::new(text, WHAT, "write a whole number, such as 5"))?;
    if text == number.to_string() {
        return Ok(Reading::as_written(number));
    }
    Ok(Reading::interpreted(number, format!("understood as {number}")))
}
