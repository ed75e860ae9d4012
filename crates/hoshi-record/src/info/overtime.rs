//! Overtime, SGF's OT. The standard leaves it free; most servers write what KGS wrote (`5x30
//! byo-yomi`, `25/300 Canadian`), and so does hoshi. Anything else stays text.

pub use hoshi_core::time::Overtime;

use super::text;
use super::time::{Millis, Piece, Word, left, pieces};
use super::{Reading, Unreadable, sensible};

/// Reads OT: hoshi's spelling, and `3x30 sec`, `5 moves / 20 seconds`, `1 x 60 seconds Byo-yomi`,
/// `30秒3回`, `30 seconds per move` and the like.
///
/// ```
/// use hoshi_record::info::overtime;
///
/// let read = |text| overtime::read(text).map(|overtime| overtime.value.to_string());
/// assert_eq!(read("5x30 byo-yomi")?, "5x30 byo-yomi");
/// assert_eq!(read("5 moves / 20 seconds")?, "5/20 Canadian");
/// assert_eq!(read("30 seconds per move")?, "1x30 byo-yomi");
/// assert!(read("We don't pay OT").is_err());
/// # Ok::<(), hoshi_record::info::Unreadable>(())
/// ```
///
/// # Errors
/// If it is not understood: then it stays text.
pub fn read(text: &str) -> Result<Reading<Overtime>, Unreadable> {
    const WHAT: &str = "an overtime";
    sensible(text, WHAT, "5x30 byo-yomi, 25/300 Canadian or 10 fischer")?;
    let error = || {
        let hint = "write 5x30 byo-yomi, 25/300 Canadian or 10 fischer (times in seconds)";
        Unreadable::new(text, WHAT, hint)
    };
    if let Some(overtime) = own(text) {
        return Ok(Reading::as_written(overtime));
    }
    let pieces = pieces(&text::fold(text)).ok_or_else(error)?;
    let overtime = of_pieces(&pieces).ok_or_else(error)?;
    Ok(Reading::interpreted(overtime, format!("understood as {overtime}")))
}

/// Exactly what `Display` writes.
fn own(text: &str) -> Option<Overtime> {
    let (amount, kind) = text.split_once(' ')?;
    let parts = |joint| {
        let (count, time) = amount.split_once(joint)?;
        Some((count.parse().ok()?, left(time).ok()?.value))
    };
    let overtime = match kind {
        "byo-yomi" => parts('x').map(|(periods, period)| Overtime::ByoYomi { periods, period }),
        "Canadian" => parts('/').map(|(moves, time)| Overtime::Canadian { moves, time }),
        "fischer" => left(amount).ok().map(|time| Overtime::Fischer { increment: time.value }),
        _ => None,
    };
    overtime.filter(|overtime| overtime.to_string() == text && !overtime.is_empty())
}

/// The overtime in these pieces; also used for TM, where it follows the main time.
pub(super) fn of_pieces(pieces: &[Piece]) -> Option<Overtime> {
    use Piece::{Count, Sign, Time};
    use Word::{Moves, Periods, Slash, Times};
    let is_kind = |piece: &&Piece| {
        matches!(piece, Sign(Word::ByoYomi | Word::Canadian | Word::Fischer | Word::PerMove))
    };
    let kinds: Vec<Piece> = pieces.iter().filter(is_kind).copied().collect();
    let rest: Vec<Piece> = pieces
        .iter()
        .filter(|piece| !is_kind(piece) && **piece != Sign(Word::Plus))
        .copied()
        .collect();
    let kind = match kinds[..] {
        [] => None,
        [Sign(kind)] => Some(kind),
        // `30s per move byo-yomi`.
        [Sign(Word::PerMove), Sign(kind)] | [Sign(kind), Sign(Word::PerMove)] => Some(kind),
        _ => return None,
    };
    let byo_yomi = |periods: u32, period: Millis| {
        let fits = matches!(kind, None | Some(Word::ByoYomi));
        fits.then_some(Overtime::ByoYomi { periods, period })
    };
    let canadian = |moves: u32, time: Millis| {
        let fits = matches!(kind, None | Some(Word::Canadian));
        fits.then_some(Overtime::Canadian { moves, time })
    };
    // A number without a unit is seconds, where a time is expected.
    let time = |piece: Piece| match piece {
        Time(time) => Some(time),
        Count(seconds) => Some(Millis(seconds.thousandths())),
        Sign(_) => None,
    };
    let overtime = match rest[..] {
        [Count(n), Sign(Times | Periods), t] => byo_yomi(n.as_count()?, time(t)?),
        [Time(t), Sign(Times), Count(n)]
        | [Time(t), Sign(Times), Count(n), Sign(Periods)]
        | [Time(t), Count(n), Sign(Periods)]
        | [Count(n), Time(t), Sign(Periods)] => byo_yomi(n.as_count()?, t),
        [Count(m), Sign(Slash), t]
        | [Count(m), Sign(Moves), Sign(Slash), t]
        | [Count(m), Sign(Moves), t @ Time(_)] => canadian(m.as_count()?, time(t)?),
        [Time(t), Sign(Slash), Sign(Moves)] => byo_yomi(1, t),
        [Time(t), Sign(Slash), Count(m)]
        | [Time(t), Sign(Slash), Count(m), Sign(Moves)]
        | [Time(t), Count(m), Sign(Moves)] => match m.as_count()? {
            1 => byo_yomi(1, t),
            moves => canadian(moves, t),
        },
        [t] if kind == Some(Word::Fischer) => {
            time(t).map(|increment| Overtime::Fischer { increment })
        }
        [t] if kind == Some(Word::PerMove) => {
            time(t).map(|period| Overtime::ByoYomi { periods: 1, period })
        }
        [Time(t)] => byo_yomi(1, t),
        _ => None,
    };
    overtime.filter(|overtime| !overtime.is_empty())
}
