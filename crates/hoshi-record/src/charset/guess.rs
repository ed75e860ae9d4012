//! The likeliest charset of a game that names none, or a wrong one.
//!
//! The charsets of Go records are few. Each is priced: how surprising are the values under it, and
//! how odd is the structure that its brackets make. A general detector is one voice among these,
//! and the only one for charsets that records hardly ever have.

use chardetng::EncodingDetector;
use encoding_rs as rs;

use super::price::{self, Paired};
use super::structure::Structure;
use super::{Charset, Lexing};

/// A charset, the lexing that suits the game best under it, and what that costs in tenths of a
/// nat.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Guess {
    pub(super) charset: Charset,
    pub(super) lexing: Lexing,
    pub(super) price: u32,
}

/// So many bytes of text decide as well as any more.
const ENOUGH: usize = 4 << 10;

/// A place where the structure is odd, and how many such places count.
const ODDITY: u32 = 90;
const ODDITIES: u32 = 10;

/// A character pair whose second byte is a bracket was protected byte by byte: few programs do.
const ESCAPED_BYTES: u32 = 20;

/// What the general detector's choice is worth, and what a label that was not wholly true is.
const DETECTED: u32 = 10;
const NAMED: u32 = 60;

/// A lead that leaves no doubt.
const CLEAR: u32 = 100;

/// How rare a charset is among records, before anything is known of this one.
fn prior(charset: Charset) -> u32 {
    match charset.encoding {
        e if e == rs::UTF_8 || e == rs::GB18030 || e == rs::GBK => 0,
        e if e == rs::SHIFT_JIS => 3,
        e if e == rs::WINDOWS_1252 => 5,
        e if e == rs::BIG5 || e == rs::EUC_KR => 6,
        e if e == rs::EUC_JP => 15,
        e if e == rs::WINDOWS_1251 => 60,
        e if e == rs::WINDOWS_1250 => 80,
        _ => 150,
    }
}

/// A game as all the candidates see it.
pub(super) struct Evidence<'a> {
    game: &'a [u8],
    plain: Structure,
}

impl<'a> Evidence<'a> {
    pub(super) fn new(game: &'a [u8]) -> Evidence<'a> {
        Evidence { game, plain: Structure::of(game, Lexing::Plain) }
    }

    /// The likeliest charset. Of equal prices the first wins, so that the answer is always the
    /// same. `named` is what the label says.
    pub(super) fn guess(&self, named: Option<Charset>) -> Guess {
        let mut usual = vec![Charset::UTF_8];
        usual.extend(Paired::ALL.map(|paired| Charset::standard(paired.encoding())));
        usual.extend([rs::WINDOWS_1252, rs::WINDOWS_1251].map(Charset::standard));
        usual.extend(named.filter(|named| !usual.contains(named)));
        let priced = |charset: Charset| {
            let mut guess = self.price(charset);
            guess.price += prior(charset) + if Some(charset) == named { 0 } else { NAMED };
            guess
        };
        let mut guesses: Vec<Guess> = usual.into_iter().map(priced).collect();
        guesses.sort_by_key(|guess| guess.price);
        // The detector is as slow as all of these together, and is asked only where it may matter.
        let is_clear = guesses[0].price + CLEAR <= guesses[1].price;
        if is_clear && !guesses[0].charset.encoding.is_single_byte() {
            return guesses[0];
        }
        let Some(detected) = self.detected() else { return guesses[0] };
        let mut choice = guesses.iter().copied().find(|guess| guess.charset == detected);
        let choice = choice.get_or_insert_with(|| priced(detected));
        choice.price = choice.price.saturating_sub(DETECTED);
        if choice.price < guesses[0].price { *choice } else { guesses[0] }
    }

    /// The price of the game under this charset, with the lexing that makes fewer oddities: its
    /// own, or the plain one, if backslashes were put in byte by byte.
    pub(super) fn price(&self, charset: Charset) -> Guess {
        let mut lexing = charset.lexing();
        let mut price = 0;
        let own = (lexing != Lexing::Plain).then(|| Structure::of(self.game, lexing));
        let structure = match &own {
            Some(own) if own.oddities <= self.plain.oddities => own,
            Some(_) => {
                lexing = Lexing::Plain;
                price = ESCAPED_BYTES;
                &self.plain
            }
            None => &self.plain,
        };
        Guess { charset, lexing, price: price + self.price_with(charset, structure) }
    }

    fn price_with(&self, charset: Charset, structure: &Structure) -> u32 {
        let paired = Paired::of(charset.encoding);
        let mut left = ENOUGH;
        let mut price = ODDITY * structure.oddities.min(ODDITIES);
        'values: for value in &structure.values {
            let text = structure.text(self.game, value);
            for word in words(&text) {
                let Some(rest) = left.checked_sub(word.len()) else { break 'values };
                left = rest;
                price += match paired {
                    Some(paired) => paired.price(word, value.is_rank),
                    None => price::of_letters(&charset.decode(word)),
                };
            }
        }
        price
    }

    /// What the general detector says. Its choice between the alphabets of Europe needs some text
    /// to stand on; with less, the common one is likelier.
    fn detected(&self) -> Option<Charset> {
        let mut detector = EncodingDetector::new();
        let mut letters = 0;
        for value in &self.plain.values {
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
        let detected = detector.guess(None, true);
        let detected = Charset::standard(if detected == rs::GBK { rs::GB18030 } else { detected });
        let is_usual = prior(detected) <= 60;
        (letters > 0 && (is_usual || letters >= 8)).then_some(detected)
    }
}

/// The words that are not ASCII, in pieces that are never longer than enough. No charset has white
/// space inside a character, so that a cut there harms none, and what is left out costs all the
/// same.
fn words(text: &[u8]) -> impl Iterator<Item = &[u8]> {
    let words = text.split(|byte| *byte <= b' ').filter(|word| !word.is_ascii());
    words.flat_map(|word| word.chunks(ENOUGH))
}

/// The lexing that makes the fewest oddities of a game in this charset.
pub(super) fn lexing(charset: Charset, game: &[u8]) -> Lexing {
    let own = charset.lexing();
    if matches!(own, Lexing::DoubleByte(_)) {
        let odd = Structure::of(game, own).oddities;
        if odd > 0 && Structure::of(game, Lexing::Plain).oddities < odd {
            return Lexing::Plain;
        }
    }
    own
}
