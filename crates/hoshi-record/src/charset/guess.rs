//! Guesses the charset of a game that names none, or a wrong one.
//!
//! The charsets of Go records are few. Each is priced: how surprising are the values under it, and
//! how odd is the structure of its brackets. A general detector has one vote, and the only one for
//! charsets that records hardly ever use.

use std::cell::OnceCell;
use std::ops::Range;
use std::sync::LazyLock;

use chardetng::{EncodingDetector, Iso2022JpDetection, Utf8Detection};
use encoding_rs::{self as rs, Encoding};

use super::pairs::Paired;
use super::price::{self, Glyph, Voice};
use super::structure::{self, ENOUGH, Structure, Value};
use super::{Charset, DoubleByte, Lexing};

/// A charset, the lexing that suits the game best under it, and what that costs in tenths of a
/// nat.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Guess {
    pub(super) charset: Charset,
    pub(super) lexing: Lexing,
    pub(super) price: u32,
}

/// The likeliest charset, and by how much it is likelier than the next one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Verdict {
    pub(super) guess: Guess,
    pub(super) lead: u32,
    /// Whether it is known that its lexing finds the same brackets as the plain one.
    pub(super) is_plain: bool,
}

/// A place where the structure is odd, and how many such places count.
const ODDITY: u32 = 90;
const ODDITIES: u32 = 10;

/// A byte pair whose second byte is a bracket was escaped byte by byte: few programs do that.
const ESCAPED_BYTES: u32 = 20;

/// The weight of the general detector's choice, and of a label that matched only in part.
const DETECTED: u32 = 10;
const NAMED: u32 = 60;

/// A lead that settles the choice.
pub(super) const CLEAR: u32 = 100;

/// A charset this far behind is dropped: no further text would make up for it.
const DECISIVE: u32 = 300;
/// Candidates are first compared after this many bytes of text, then each time it doubles.
const FIRST: usize = 16;

/// The highest average cost of a byte in a text that reads well.
const CHEAP: usize = 42;

/// How rare a charset is among records: the prior.
fn prior(charset: Charset) -> u32 {
    match charset.encoding {
        e if e == rs::UTF_8 || e == rs::GB18030 || e == rs::GBK => 0,
        e if e == rs::SHIFT_JIS => 3,
        e if e == rs::WINDOWS_1252 => 5,
        e if e == rs::BIG5 || e == rs::EUC_KR => 6,
        e if e == rs::EUC_JP => 15,
        e if e == rs::WINDOWS_1251 => 60,
        e if e == rs::KOI8_R => 65,
        e if e == rs::WINDOWS_1250 => 80,
        _ => 150,
    }
}

/// The charsets under which every game is priced.
const USUAL: [&Encoding; 9] = [
    rs::UTF_8,
    rs::GB18030,
    rs::BIG5,
    rs::SHIFT_JIS,
    rs::EUC_JP,
    rs::EUC_KR,
    rs::WINDOWS_1252,
    rs::WINDOWS_1251,
    rs::KOI8_R,
];

/// The first non-ASCII words of a game, without escaping backslashes; as many as are needed.
struct Sample {
    bytes: Vec<u8>,
    /// Each word, and whether it is a rank.
    words: Vec<(Range<usize>, bool)>,
}

impl Sample {
    fn of(game: &[u8], structure: &Structure) -> Sample {
        let mut sample = Sample { bytes: Vec::with_capacity(256), words: Vec::with_capacity(16) };
        'values: for value in &structure.values {
            for word in words(&structure.text(game, value)) {
                let from = sample.bytes.len();
                if from + word.len() > ENOUGH {
                    break 'values;
                }
                sample.bytes.extend_from_slice(word);
                sample.words.push((from..sample.bytes.len(), value.is_rank));
            }
        }
        sample
    }

    /// The price of a word.
    fn price(&self, (range, is_rank): &(Range<usize>, bool), speaker: Speaker) -> u32 {
        let word = &self.bytes[range.clone()];
        match speaker {
            Speaker::Voice(voice) => voice.price(word, *is_rank),
            Speaker::Single(glyphs) => {
                price::of_letters(word.iter().map(|&byte| glyphs[usize::from(byte)]))
            }
            Speaker::Utf8 => price::of_letters(word.utf8_chunks().flat_map(|chunk| {
                let broken = !chunk.invalid().is_empty();
                let broken = broken.then_some(char::REPLACEMENT_CHARACTER);
                chunk.valid().chars().chain(broken).map(Glyph::of)
            })),
            Speaker::Other(charset) => {
                price::of_letters(charset.decode(word).chars().map(Glyph::of))
            }
        }
    }
}

/// The model that prices a text.
#[derive(Clone, Copy)]
enum Speaker {
    Voice(Voice),
    /// A charset of one byte.
    Single(&'static [Glyph; 256]),
    Utf8,
    Other(Charset),
}

impl Speaker {
    /// The models of a charset, each with its rarity there.
    fn all_of(charset: Charset) -> impl Iterator<Item = (Speaker, u32)> {
        let paired = Paired::of(charset.encoding);
        let voices = Voice::ALL.into_iter().filter(move |voice| Some(voice.paired()) == paired);
        let voices = voices.map(|voice| (Speaker::Voice(voice), voice.rarity()));
        let other = paired.is_none().then(|| {
            if charset == Charset::UTF_8 {
                return (Speaker::Utf8, 0);
            }
            let single = SINGLE.iter().find(|(encoding, _)| *encoding == charset.encoding);
            (single.map_or(Speaker::Other(charset), |(_, glyphs)| Speaker::Single(glyphs)), 0)
        });
        voices.chain(other)
    }
}

/// The usual charsets of one byte.
static SINGLE: LazyLock<[(&Encoding, [Glyph; 256]); 3]> = LazyLock::new(|| {
    [rs::WINDOWS_1252, rs::WINDOWS_1251, rs::KOI8_R].map(|encoding| {
        let glyph = |byte: usize| {
            let byte = [byte as u8];
            let decoded = encoding.decode_without_bom_handling(&byte).0;
            Glyph::of(decoded.chars().next().unwrap_or(char::REPLACEMENT_CHARACTER))
        };
        (encoding, std::array::from_fn(glyph))
    })
});

/// A game under one lexing.
struct View {
    structure: Structure,
    sample: Sample,
}

impl View {
    fn of(game: &[u8], lexing: Lexing) -> View {
        let structure = Structure::of(game, lexing);
        let sample = Sample::of(game, &structure);
        View { structure, sample }
    }

    /// The price of its oddities.
    fn price(&self) -> u32 {
        ODDITY * self.structure.oddities.min(ODDITIES)
    }
}

/// A game as all the candidates see it.
pub(super) struct Evidence<'a> {
    game: &'a [u8],
    plain: View,
    /// The view of each lexing that differs from the plain one.
    own: [OnceCell<Option<View>>; 4],
}

impl<'a> Evidence<'a> {
    pub(super) fn new(game: &'a [u8]) -> Evidence<'a> {
        Evidence { game, plain: View::of(game, Lexing::Plain), own: Default::default() }
    }

    /// The likeliest charset. Of equal prices the first wins, so the answer is deterministic.
    /// `named` is the label's charset.
    pub(super) fn guess(&self, named: Option<Charset>) -> Guess {
        self.judge(named, None).guess
    }

    /// Like [`Evidence::guess`], where `likely` is the charset of neighbouring files and its
    /// weight.
    pub(super) fn judge(&self, named: Option<Charset>, likely: Option<(Charset, u32)>) -> Verdict {
        let base = |charset: Charset| {
            let unlikely = likely.filter(|(likely, _)| likely.encoding != charset.encoding);
            prior(charset)
                + if Some(charset) == named { 0 } else { NAMED }
                + unlikely.map_or(0, |(_, weight)| weight)
        };
        let usual = USUAL.map(Charset::standard);
        let extra = [named, likely.map(|(charset, _)| charset)];
        let extra = extra.into_iter().flatten().filter(|charset| !usual.contains(charset));
        let charsets = usual.into_iter().chain(extra);
        let mut candidates: Vec<Candidate<'_>> = Vec::with_capacity(16);
        for charset in charsets.clone() {
            let view = (&self.plain, charset.lexing(), self.plain.price());
            add_candidates(charset, base(charset), view, &mut candidates);
        }
        race(&mut candidates);
        if self.plain.structure.oddities > 0 || !best(&candidates).is_cheap() {
            candidates.clear();
            for charset in charsets {
                add_candidates(charset, base(charset), self.view(charset), &mut candidates);
            }
            race(&mut candidates);
        } else {
            self.look_again(&mut candidates, base);
        }
        let best = best(&candidates);
        let is_plain = self.is_plain(best.guess.lexing);
        let verdict = Verdict { guess: best.guess, lead: lead(&candidates), is_plain };
        // The detector is as slow as all of these together, so it runs only where it may matter.
        if verdict.lead >= CLEAR && !best.guess.charset.encoding.is_single_byte() {
            return verdict;
        }
        let Some(detected) = self.detected() else { return verdict };
        let known = candidates.iter().filter(|candidate| candidate.guess.charset == detected);
        let mut guess = known.map(|candidate| candidate.guess).min_by_key(|guess| guess.price);
        let guess = guess.get_or_insert_with(|| {
            let mut guess = self.price(detected);
            guess.price += base(detected);
            guess
        });
        guess.price = guess.price.saturating_sub(DETECTED);
        if guess.price < best.guess.price {
            return Verdict { guess: *guess, lead: 0, is_plain: self.is_plain(guess.lexing) };
        }
        verdict
    }

    /// For a game without oddities under plain lexing that reads well in the best charset: prices the close
    /// candidates again by their own lexing, if that finds anything different.
    fn look_again<'e>(
        &'e self,
        candidates: &mut Vec<Candidate<'e>>,
        base: impl Fn(Charset) -> u32,
    ) {
        let near = best(candidates).guess.price + CLEAR;
        let mut others: Vec<Charset> = Vec::new();
        for Candidate { guess, .. } in &*candidates {
            if guess.price < near
                && !others.contains(&guess.charset)
                && self.own_view(guess.charset.lexing()).is_some()
            {
                others.push(guess.charset);
            }
        }
        if others.is_empty() {
            return;
        }
        candidates.retain(|candidate| !others.contains(&candidate.guess.charset));
        for charset in others {
            add_candidates(charset, base(charset), self.view(charset), candidates);
        }
        for candidate in candidates {
            candidate.go_on(usize::MAX);
        }
    }

    /// The price of the game under this charset, with the lexing that finds fewer oddities: its
    /// own, or the plain one if the text was escaped byte by byte.
    pub(super) fn price(&self, charset: Charset) -> Guess {
        let mut candidates = Vec::new();
        add_candidates(charset, 0, self.view(charset), &mut candidates);
        for candidate in &mut candidates {
            candidate.go_on(usize::MAX);
        }
        best(&candidates).guess
    }

    /// The view of the game under this charset, its lexing, and the price of its oddities.
    fn view(&self, charset: Charset) -> (&View, Lexing, u32) {
        let own = charset.lexing();
        let (view, lexing, extra) = match self.own_view(own) {
            Some(view) if view.structure.oddities <= self.plain.structure.oddities => {
                (view, own, 0)
            }
            Some(_) => (&self.plain, Lexing::Plain, ESCAPED_BYTES),
            None => (&self.plain, own, 0),
        };
        (view, lexing, extra + view.price())
    }

    /// Whether this lexing is known to find the same brackets as the plain one.
    fn is_plain(&self, lexing: Lexing) -> bool {
        match lexing {
            Lexing::Plain => true,
            Lexing::Escapes => false,
            Lexing::DoubleByte(kind) => matches!(self.own[kind as usize].get(), Some(None)),
        }
    }

    /// The game under this lexing; `None` if it equals the plain one.
    fn own_view(&self, lexing: Lexing) -> Option<&View> {
        let (place, differs): (usize, &dyn Fn() -> bool) = match lexing {
            Lexing::Plain => return None,
            Lexing::Escapes => (3, &|| true),
            Lexing::DoubleByte(ref kind) => (*kind as usize, &|| self.takes_any(*kind)),
        };
        let view = || differs().then(|| View::of(self.game, lexing));
        self.own[place].get_or_init(view).as_ref()
    }

    /// Whether this lexing takes a bracket as part of a character. Only brackets inside or at the end
    /// of a value with text can be.
    fn takes_any(&self, kind: DoubleByte) -> bool {
        let Structure { values, are_all, .. } = &self.plain.structure;
        let end = |value: &Value| self.game.len().min(value.range.end + 1);
        let mut pieces = values.iter().map(|value| &self.game[value.range.start..end(value)]);
        if *are_all { pieces.any(|piece| kind.takes_any(piece)) } else { kind.takes_any(self.game) }
    }

    /// The choice of the general detector. To tell European alphabets apart it needs some text;
    /// with less, the common one is likelier.
    fn detected(&self) -> Option<Charset> {
        let mut detector = EncodingDetector::new(Iso2022JpDetection::Allow);
        let mut letters = 0;
        for value in &self.plain.structure.values {
            for word in words(&self.game[value.range.clone()]) {
                letters += word.iter().filter(|byte| !byte.is_ascii()).count();
                detector.feed(word, false);
                detector.feed(b" ", false);
            }
            if letters > ENOUGH {
                break;
            }
        }
        detector.feed(b"", true);
        let detected = detector.guess(None, Utf8Detection::Allow);
        let detected = Charset::standard(if detected == rs::GBK { rs::GB18030 } else { detected });
        let is_usual = prior(detected) <= 65;
        (letters > 0 && (is_usual || letters >= 8)).then_some(detected)
    }
}

/// Adds the models of a charset to the candidates, not priced yet.
fn add_candidates<'e>(
    charset: Charset,
    base: u32,
    (view, lexing, odd): (&'e View, Lexing, u32),
    candidates: &mut Vec<Candidate<'e>>,
) {
    for (speaker, rarity) in Speaker::all_of(charset) {
        let base = base + odd + rarity;
        let guess = Guess { charset, lexing, price: base };
        candidates.push(Candidate { guess, base, speaker, sample: &view.sample, next: 0 });
    }
}

/// Prices the candidates until only one charset is left, or the text ends.
fn race(candidates: &mut Vec<Candidate<'_>>) {
    let mut bytes = FIRST;
    loop {
        // Their words may differ.
        let mut more = false;
        for candidate in &mut *candidates {
            more |= candidate.go_on(bytes);
        }
        let Guess { charset, price, .. } = best(candidates).guess;
        candidates.retain(|candidate| candidate.guess.price < price + DECISIVE);
        if !more || candidates.iter().all(|other| other.guess.charset == charset) {
            return;
        }
        bytes *= 2;
    }
}

/// A charset under consideration, and its price so far.
struct Candidate<'e> {
    guess: Guess,
    /// Its price before any text.
    base: u32,
    speaker: Speaker,
    sample: &'e Sample,
    /// The first word that is not priced yet.
    next: usize,
}

impl Candidate<'_> {
    /// Whether the text reads well: frequent characters, or ordinary letters.
    fn is_cheap(&self) -> bool {
        let read = self.sample.words[..self.next].last().map_or(0, |(range, _)| range.end);
        (self.guess.price - self.base) as usize <= CHEAP * read
    }

    /// Prices the words up to this many bytes; returns whether there are more.
    fn go_on(&mut self, bytes: usize) -> bool {
        while let Some(word) = self.sample.words.get(self.next) {
            if word.0.start >= bytes {
                return true;
            }
            self.guess.price += self.sample.price(word, self.speaker);
            self.next += 1;
        }
        false
    }
}

/// The first of the cheapest.
fn best<'c, 'e>(candidates: &'c [Candidate<'e>]) -> &'c Candidate<'e> {
    let mut best = &candidates[0];
    for candidate in candidates {
        if candidate.guess.price < best.guess.price {
            best = candidate;
        }
    }
    best
}

/// How much cheaper the cheapest is than any other charset.
fn lead(candidates: &[Candidate<'_>]) -> u32 {
    let best = best(candidates).guess;
    let others = candidates.iter().filter(|other| other.guess.charset != best.charset);
    // Dropped charsets were further behind than that.
    others.map(|other| other.guess.price).min().map_or(DECISIVE, |next| next - best.price)
}

/// The non-ASCII words, in pieces no longer than [`ENOUGH`]. No charset has white space inside a
/// character, so a cut there is harmless, and the omitted ASCII costs the same in all of them.
fn words(text: &[u8]) -> impl Iterator<Item = &[u8]> {
    let words = text.split(|byte| *byte <= b' ').filter(|word| !word.is_ascii());
    words.flat_map(|word| word.chunks(ENOUGH))
}

/// Whether the only errors in this charset are characters cut off at the end of a value, as by a
/// program that truncates names to a number of bytes; and not in most values.
pub(super) fn is_cut(charset: Charset, game: &[u8]) -> bool {
    let lexing = lexing(charset, game);
    let (mut whole, mut cut, mut broken) = (0usize, 0, false);
    structure::each_text(game, lexing, |value| {
        if broken {
            return;
        }
        let text = structure::text(&game[value.range], lexing);
        if charset.reads(&text) {
            whole += 1;
            return;
        }
        let is_cut = |removed: &usize| {
            let kept = text.len().checked_sub(*removed);
            kept.is_some_and(|kept| text[kept] >= 0x80 && charset.reads(&text[..kept]))
        };
        broken = !(1..=3).any(|removed| is_cut(&removed));
        cut += 1;
    });
    !broken && cut <= whole.max(1)
}

/// The lexing that finds the fewest oddities in a game of this charset.
pub(super) fn lexing(charset: Charset, game: &[u8]) -> Lexing {
    let own = charset.lexing();
    if let Lexing::DoubleByte(kind) = own
        && kind.takes_any(game)
    {
        let odd = Structure::of(game, own).oddities;
        if odd > 0 && Structure::of(game, Lexing::Plain).oddities < odd {
            return Lexing::Plain;
        }
    }
    own
}
