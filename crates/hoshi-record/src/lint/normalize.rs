//! Game information in the spelling of `FF[4]`: `KM[750]` becomes `KM[7.5]`. A repair leaves it as
//! written, since it may say more than was understood; normalizing is a separate step. Only the bytes of
//! these values change.

use hoshi_core::Rules;

use crate::charset::Form;
use crate::info::{self, How, komi, result::Ending};
use crate::sgf::{Collection, GameTree, NodeRef, Property};

/// The properties that are rewritten.
///
/// ```
/// assert_eq!(hoshi_record::lint::NORMALIZED, ["KM", "RE", "DT", "HA", "TM", "RU"]);
/// ```
pub const NORMALIZED: [&str; 6] = ["KM", "RE", "DT", "HA", "TM", "RU"];

/// A value that was rewritten.
///
/// ```
/// use hoshi_record::lint::normalize;
/// use hoshi_record::sgf::Collection;
///
/// let change = normalize(&Collection::read("(;KM[750];B[aa])")?).unwrap().changes.remove(0);
/// assert_eq!((change.offset, change.length), (5, 3));
/// assert_eq!(change.to_string(), "KM[750] is KM[7.5] now");
/// # Ok::<(), hoshi_record::sgf::ReadError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Change {
    /// The property.
    pub key: &'static str,
    /// The offset of the value in [`Collection::source`].
    pub offset: usize,
    /// Its length there in bytes.
    pub length: usize,
    /// The old value, as text.
    pub before: String,
    /// The new value; always ASCII.
    pub after: String,
}

impl std::fmt::Display for Change {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Change { key, after, .. } = self;
        write!(f, "{key}[{}] is {key}[{after}] now", super::quoted(&self.before))
    }
}

/// A file with its game information rewritten.
///
/// ```
/// use hoshi_record::lint::normalize;
/// use hoshi_record::sgf::Collection;
///
/// let file = Collection::read("(;KM[375]\n RE[黑中盘胜] DT[2020-1-2];B[aa] )")?;
/// let normalized = normalize(&file).unwrap();
/// assert_eq!(normalized.bytes, b"(;KM[7.5]\n RE[B+R] DT[2020-01-02];B[aa] )");
/// assert_eq!(normalized.changes.len(), 3);
/// # Ok::<(), hoshi_record::sgf::ReadError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Normalized {
    /// The file.
    pub bytes: Vec<u8>,
    /// The values that were rewritten, in the order of the file; never empty.
    pub changes: Vec<Change>,
}

/// Rewrites KM, RE, DT, HA, TM and RU as `FF[4]` spells them, wherever they are understood. `None` if there is
/// nothing to do, or the file is UTF-16 or UTF-32, which a repair turns into UTF-8 first.
///
/// Text that is not understood stays, and so does everything that `FF[4]` cannot express in the same
/// property: a date with an ambiguous day, a time with its overtime, rules that only hoshi has a name for.
///
/// ```
/// use hoshi_record::lint::normalize;
/// use hoshi_record::sgf::Collection;
///
/// let file = Collection::read("(;KM[lots]RU[Chinese]DT[05/06/2003]TM[30m+5x30s];B[aa])")?;
/// assert_eq!(normalize(&file), None);
/// # Ok::<(), hoshi_record::sgf::ReadError>(())
/// ```
#[must_use]
pub fn normalize(file: &Collection) -> Option<Normalized> {
    if file.form().is_wide() {
        return None;
    }
    let mut changes: Vec<Change> = Vec::new();
    for game in file.games().filter(|game| game.other_game().is_none()) {
        let hints = Hints::of(game);
        for property in game.nodes().flat_map(NodeRef::properties) {
            changes.extend(hints.change(&property, file));
        }
    }
    if changes.is_empty() {
        return None;
    }
    // The nodes of a game are in file order, except for parts after variations.
    changes.sort_by_key(|change| change.offset);
    let source = file.source();
    let mut bytes = Vec::with_capacity(source.len() + 8 * changes.len());
    if file.form() == Form::Utf8WithMark {
        bytes.extend_from_slice(b"\xef\xbb\xbf");
    }
    let mut copied = 0;
    for change in &changes {
        bytes.extend_from_slice(&source[copied..change.offset]);
        bytes.extend_from_slice(change.after.as_bytes());
        copied = change.offset + change.length;
    }
    bytes.extend_from_slice(&source[copied..]);
    Some(Normalized { bytes, changes })
}

/// Other values of the game that help to interpret a value.
struct Hints {
    rules: Option<Rules>,
    handicap: u32,
}

impl Hints {
    fn of(game: GameTree<'_>) -> Hints {
        Hints {
            rules: game.rules().and_then(Result::ok).map(|reading| reading.value),
            handicap: game.handicap().and_then(Result::ok).map_or(0, |reading| reading.value),
        }
    }

    /// The change that a property needs.
    fn change(&self, property: &Property<'_>, file: &Collection) -> Option<Change> {
        let key = *NORMALIZED.iter().find(|key| property.is(key))?;
        let value = property.value();
        let before = value.simple_text();
        if before.trim().is_empty() {
            return None;
        }
        let after = self.spelling(key, &before)?;
        let (offset, length) = (file.origin(value.offset()), value.raw().len());
        let is_new = after.as_bytes() != value.raw();
        is_new.then(|| Change { key, offset, length, before: before.into_owned(), after })
    }

    /// The `FF[4]` spelling of a text, if it was understood and has one.
    fn spelling(&self, key: &str, text: &str) -> Option<String> {
        match key {
            "KM" => {
                let hints = komi::Hints { rules: self.rules.as_ref(), handicap: self.handicap };
                let reading = komi::read(text, hints).ok()?;
                reading.how.is_interpreted().then(|| komi::spelling(reading.value))
            }
            "RE" => {
                let reading = info::result::read(text).ok()?;
                reading.how.is_interpreted().then(|| match reading.value {
                    Ending::Known(outcome) => outcome.to_string(),
                    Ending::Unknown => "?".to_owned(),
                })
            }
            "DT" => info::date::read_clear(text).map(|dates| dates.to_string()),
            "HA" => {
                let reading = info::handicap::read(text).ok()?;
                reading.how.is_interpreted().then(|| reading.value.to_string())
            }
            "TM" => {
                let reading = info::time::read(text).ok()?;
                let main = reading.value.main.filter(|_| reading.value.overtime.is_none())?;
                reading.how.is_interpreted().then(|| main.to_string())
            }
            "RU" => {
                let reading = info::rules::read(text).ok()?;
                let (rules, how) = (reading.value, reading.how);
                let name = rules.preset.sgf().filter(|_| Rules::of(rules.preset) == rules);
                name.filter(|_| how != How::AsWritten).map(str::to_owned)
            }
            _ => None,
        }
    }
}
