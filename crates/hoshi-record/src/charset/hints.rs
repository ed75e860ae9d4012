//! Hints about a file's charset from outside the file: what the caller says, and the charsets of
//! neighbouring files.

use super::Charset;
use super::choose::{Survey, survey};
use super::guess::{CLEAR, Evidence};
use super::prepare::prepare;

/// What is known about the charset from outside the file.
///
/// ```
/// use hoshi_record::charset::{Charset, Hints};
/// use hoshi_record::sgf::Collection;
///
/// let bytes = b"(;PB[\xd3\xab\xd3\xab])";
/// let read = |hints: &Hints| {
///     let file = Collection::read_with(bytes.to_vec(), hints).unwrap();
///     file.game(0).unwrap().charset().name()
/// };
/// let korean = Charset::for_label(b"EUC-KR");
/// assert_eq!(read(&Hints { default: korean, ..Hints::default() }), "EUC-KR");
/// assert_eq!(read(&Hints { charset: Some(Charset::LATIN_1), ..Hints::default() }), "ISO-8859-1");
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Hints {
    /// Every game is in this charset, regardless of its CA and its bytes. UTF-16 and UTF-32 are still
    /// recognised.
    pub charset: Option<Charset>,
    /// Games without a CA are in this charset, if they read well with it; it counts as a CA does.
    pub default: Option<Charset>,
    /// The charset of neighbouring files, which decides close guesses. See [`Likely`].
    pub likely: Option<Charset>,
}

/// The weight of a neighbour's charset, in tenths of a nat: too little to overrule a clear text.
const NEIGHBOURS: u32 = 90;

impl Hints {
    /// The likely charset and its weight.
    pub(super) fn weight(&self) -> Option<(Charset, u32)> {
        self.likely.map(|likely| (likely, NEIGHBOURS))
    }
}

/// The common charset of files without labels: the files of one folder mostly come from one program.
///
/// ```
/// use hoshi_record::charset::{Charset, Hints, Likely};
/// use hoshi_record::sgf::Collection;
///
/// let korean = Charset::for_label(b"EUC-KR").unwrap();
/// let record = |name: &str| [b"(;PB[", &*korean.encode(name).unwrap(), b"])"].concat();
/// let hard = record("뷁");
/// let charset = |hints: &Hints| {
///     let file = Collection::read_with(hard.clone(), hints).unwrap();
///     file.game(0).unwrap().charset().name()
/// };
/// assert_ne!(charset(&Hints::default()), "EUC-KR");
///
/// let mut likely = Likely::default();
/// for name in ["이세돌 9단, 흑불계승", "신진서 9단, 백불계승"] {
///     likely.add(&record(name));
/// }
/// assert_eq!(likely.charset(), Some(korean));
/// assert_eq!(charset(&Hints { likely: likely.charset(), ..Hints::default() }), "EUC-KR");
/// ```
#[derive(Clone, Debug, Default)]
pub struct Likely {
    votes: Vec<(Charset, u32)>,
}

/// The most that one file can count.
const ONE_VOTE: u32 = 3 * CLEAR;

impl Likely {
    /// Adds a file, judged as a whole and without its CA.
    pub fn add(&mut self, bytes: &[u8]) {
        let prepared = prepare(bytes.into());
        if prepared.form.is_wide() || survey(&prepared.bytes) != Survey::Other {
            return;
        }
        let verdict = Evidence::new(&prepared.bytes).judge(None, None);
        let (charset, vote) = (verdict.guess.charset, verdict.lead.min(ONE_VOTE));
        match self.votes.iter_mut().find(|(known, _)| *known == charset) {
            Some((_, votes)) => *votes = votes.saturating_add(vote),
            None => self.votes.push((charset, vote)),
        }
    }

    /// The likely charset; `None` if the files don't agree.
    #[must_use]
    pub fn charset(&self) -> Option<Charset> {
        let &(charset, votes) = self.votes.iter().max_by_key(|(_, votes)| *votes)?;
        let others: u64 = self.votes.iter().map(|(_, votes)| u64::from(*votes)).sum();
        let others = others - u64::from(votes);
        (votes >= CLEAR && u64::from(votes) >= 2 * others).then_some(charset)
    }
}
