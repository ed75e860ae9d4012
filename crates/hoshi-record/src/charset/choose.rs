//! Chooses the charset of a game: its label if the bytes match it, else UTF-8 if they are valid,
//! else the likeliest charset.

use memchr::memchr;

use super::guess::{self, CLEAR, Evidence, Verdict};
use super::hints::Hints;
use super::labels::{self, Label};
use super::{Charset, Flavour, Lexing, codecs};

/// The result of one pass over a whole file.
///
/// ```
/// use hoshi_record::charset::{Survey, survey};
///
/// assert_eq!(survey(b"(;PB[Honinbo Shusaku])"), Survey::Ascii);
/// assert_eq!(survey("(;PB[本因坊秀策])".as_bytes()), Survey::Utf8);
/// assert_eq!(survey(b"(;BR[9\xb6\xce])"), Survey::Other);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Survey {
    /// Nothing but ASCII, and no escape sequences. [`choose()`] need not be called for any game: its
    /// charset is its label's, or UTF-8, and it is lexed as plain bytes.
    Ascii,
    /// Certainly UTF-8: valid, with a character of three bytes or more. [`choose()`] need not be
    /// called: all games are UTF-8, and a label that says otherwise is wrong.
    Utf8,
    /// Anything else, including UTF-8 whose characters all have two bytes, where the label decides.
    /// Each game needs [`choose()`].
    Other,
}

/// Scans a whole file, after [`prepare`](super::prepare()), to see whether there is anything to
/// choose. One fast pass for ASCII, two for UTF-8.
///
/// ```
/// use hoshi_record::charset::{Survey, survey};
///
/// assert_eq!(survey(b""), Survey::Ascii);
/// ```
pub fn survey(bytes: &[u8]) -> Survey {
    if bytes.is_ascii() {
        return if memchr(ESC, bytes).is_none() { Survey::Ascii } else { Survey::Other };
    }
    if is_surely_utf8(bytes) { Survey::Utf8 } else { Survey::Other }
}

/// The charset chosen for a game.
///
/// ```
/// use hoshi_record::charset::{Charset, Lexing, Why, choose};
///
/// let choice = choose("(;CA[GB2312]PB[柯洁])".as_bytes(), Some(b"GB2312"));
/// assert_eq!(choice.charset, Charset::UTF_8);
/// assert_eq!(choice.lexing, Lexing::Plain);
/// assert!(matches!(choice.why, Why::WrongLabel { named } if named.name() == "GBK"));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Choice {
    /// The charset to decode its text with.
    pub charset: Charset,
    /// How to lex it: the charset's own lexing, unless the program that wrote the game ignored that
    /// and put backslashes before single bytes of characters.
    pub lexing: Lexing,
    /// The reason.
    pub why: Why,
}

/// Why a charset was chosen.
///
/// ```
/// use hoshi_record::charset::{Why, choose};
///
/// assert_eq!(choose(b"(;GM[1])", None).why, Why::Ascii);
/// assert_eq!(choose(b"(;BR[9\xb6\xce])", Some(b"gb2312")).why, Why::Label);
/// assert_eq!(choose(b"(;BR[9\xb6\xce])", Some(b"whatever")).why, Why::UnknownLabel);
/// assert_eq!(choose(b"(;BR[9\xb6\xce])", None).why, Why::Guess);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Why {
    /// The game is ASCII, so every charset reads it alike; a known label is accepted.
    Ascii,
    /// The label: the game reads well with it, or no better with any other charset.
    Label,
    /// There is no label, and the game is valid UTF-8.
    Utf8,
    /// There is no label; the charset is the likeliest.
    Guess,
    /// The caller named it, which overrides the label: [`Hints::charset`](super::Hints).
    Given,
    /// There is no label, and the game reads well with the caller's default:
    /// [`Hints::default`](super::Hints).
    Proposed,
    /// The game does not read well with its label: UTF-8 if it is valid, else the likeliest.
    WrongLabel {
        /// The charset of the label.
        named: Charset,
    },
    /// The label is unknown: UTF-8 if the game is valid UTF-8, else the likeliest.
    UnknownLabel,
    /// The label says UTF-16 or UTF-32: right for a file that [`prepare`](super::prepare())
    /// transcoded, wrong for any other. UTF-8 if it is valid, else the likeliest.
    WideLabel,
}

/// Chooses the charset of a game from its bytes and the label of its CA property.
///
/// `game` is the part of the file from its `(` to about its end; if the end isn't known yet, the
/// rest of the file will do. A label is right if the game decodes without an error, not counting
/// characters cut off at the end of a value. Two kinds of label need a second look:
/// - a single-byte charset decodes everything. The label is wrong for valid UTF-8, and for bytes
///   that are far likelier to be Chinese, Japanese or Korean;
/// - Chinese, Japanese and Korean can be valid UTF-8 by accident, if the characters have two bytes.
///   Characters of three bytes, and single letters with accents inside words, are not an accident.
///
/// ```
/// use hoshi_record::charset::{Why, choose};
///
/// let game = b"(;PB[\xc0\xcc\xbc\xbc\xb5\xb9]BR[9\xb4\xdc];B[pd])";
/// let choice = choose(game, None);
/// assert_eq!(choice.charset.name(), "EUC-KR");
/// assert_eq!(choice.charset.decode(&game[5..11]), "이세돌");
/// ```
pub fn choose(game: &[u8], label: Option<&[u8]>) -> Choice {
    choose_with(game, label, &Hints::default()).choice
}

/// A choice, and by-products of making it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Judged {
    pub(crate) choice: Choice,
    /// Whether it was a guess that other evidence could change.
    pub(crate) is_doubtful: bool,
    /// Whether no `]` and no `\\` of the game is known to be part of a character: then the game can be
    /// lexed as plain bytes.
    pub(crate) is_plain: bool,
}

/// Like [`choose`], with hints from outside the game.
pub(crate) fn choose_with(game: &[u8], label: Option<&[u8]>, hints: &Hints) -> Judged {
    let sure = |choice| Judged { choice, is_doubtful: false, is_plain: false };
    if let Some(charset) = hints.charset {
        let lexing = guess::lexing(charset, game);
        return sure(with_kana(Choice { charset, lexing, why: Why::Given }, game));
    }
    let label = label.map(<[u8]>::trim_ascii).filter(|label| !label.is_empty());
    if let (None, Some(proposed)) = (label, hints.default) {
        let hints = Hints { default: None, ..*hints };
        let mut judged = choose_with(game, Some(proposed.name().as_bytes()), &hints);
        judged.choice.why = match judged.choice.why {
            Why::Label => Why::Proposed,
            Why::WrongLabel { .. } if judged.choice.charset == Charset::UTF_8 => Why::Utf8,
            Why::WrongLabel { .. } => Why::Guess,
            why => why,
        };
        return judged;
    }
    let found = label.map(labels::find);
    let named = match found {
        Some(Some(Label::Charset(charset))) => Some(charset),
        _ => None,
    };
    let is_ascii = game.is_ascii();
    if is_ascii && memchr(ESC, game).is_none() {
        return sure(plain(named.unwrap_or_default(), Why::Ascii));
    }
    let (mut judged, unnamed) = match (is_ascii, named) {
        (true, _) => (sure(escaped(game, named)), Why::Guess),
        (false, Some(named)) => match with_label(named, game) {
            Some((choice, is_plain)) => (Judged { is_plain, ..sure(choice) }, Why::Label),
            None => unlabelled(game, Some(named), hints),
        },
        (false, None) => unlabelled(game, None, hints),
    };
    let choice = &mut judged.choice;
    choice.why = match (found, named) {
        _ if choice.why == Why::Ascii => Why::Ascii,
        (None, _) => unnamed,
        (_, Some(named)) if codecs::is_part(named.encoding, choice.charset.encoding) => {
            choice.charset = named;
            Why::Label
        }
        (_, Some(named)) => Why::WrongLabel { named },
        (Some(Some(Label::Wide)), _) => Why::WideLabel,
        _ => Why::UnknownLabel,
    };
    judged.choice = with_kana(*choice, game);
    judged
}

/// The choice, with the kana range that this game uses.
fn with_kana(mut choice: Choice, game: &[u8]) -> Choice {
    if codecs::has_old_kana(choice.charset.encoding, game) {
        choice.charset.flavour = Flavour::OldKana;
    }
    choice
}

const ESC: u8 = 0x1b;

/// How much likelier another charset must be to overrule a label whose charset decodes everything:
/// 15 nats.
const OVERRULES: u32 = 150;

fn plain(charset: Charset, why: Why) -> Choice {
    Choice { charset, lexing: Lexing::Plain, why }
}

/// The label's charset, if the game matches it; and whether the game is plain, see [`Judged`].
fn with_label(named: Charset, game: &[u8]) -> Option<(Choice, bool)> {
    let taken = is_true(named, game)?;
    let lexing = match taken {
        Taken::Nothing => named.lexing(),
        Taken::Maybe => guess::lexing(named, game),
    };
    Some((Choice { charset: named, lexing, why: Why::Label }, taken == Taken::Nothing))
}

/// Whether a `]` or a `\\` of a game may be part of a character.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Taken {
    Nothing,
    Maybe,
}

/// ASCII with escapes: ISO-2022-JP if it is well-formed as such, or if the label says so; otherwise
/// the escapes are only odd bytes.
fn escaped(game: &[u8], named: Option<Charset>) -> Choice {
    let is_sequence =
        |three: &[u8]| matches!(three, [ESC, b'$', b'@' | b'B'] | [ESC, b'(', b'I' | b'J']);
    if let Some(jis) = codecs::with_escapes().map(Charset::standard)
        && (named == Some(jis) || game.windows(3).any(is_sequence) && jis.reads(game))
    {
        return Choice { charset: jis, lexing: jis.lexing(), why: Why::Guess };
    }
    plain(named.unwrap_or_default(), Why::Ascii)
}

/// UTF-8 if valid, else the likeliest. A label that did not match still counts a little: it may be
/// a good file with a broken byte.
fn unlabelled(game: &[u8], named: Option<Charset>, hints: &Hints) -> (Judged, Why) {
    if is_surely_utf8(game) {
        let choice = plain(Charset::UTF_8, Why::Utf8);
        return (Judged { choice, is_doubtful: false, is_plain: true }, Why::Utf8);
    }
    if is_torn_utf8(game) {
        let choice = plain(Charset::UTF_8, Why::Guess);
        return (Judged { choice, is_doubtful: false, is_plain: true }, Why::Guess);
    }
    // Valid UTF-8 with two-byte characters only counts like a label.
    let named = if str::from_utf8(game).is_ok() { Some(Charset::UTF_8) } else { named };
    let Verdict { guess, lead, is_plain } = Evidence::new(game).judge(named, hints.weight());
    let is_valid = guess.charset == Charset::UTF_8 && named == Some(Charset::UTF_8);
    let why = if is_valid { Why::Utf8 } else { Why::Guess };
    let choice = Choice { charset: guess.charset, lexing: guess.lexing, why };
    (Judged { choice, is_doubtful: lead < CLEAR && !is_valid, is_plain }, why)
}

/// Checks a game that isn't ASCII against its label: if it matches, what was learned about its
/// brackets.
fn is_true(named: Charset, game: &[u8]) -> Option<Taken> {
    let maybe = |is_true: bool| is_true.then_some(Taken::Maybe);
    if named == Charset::UTF_8 {
        let is_utf8 = str::from_utf8(game).is_ok() || is_torn_utf8(game);
        return maybe(is_utf8 || guess::is_cut(named, game));
    }
    if named.encoding.is_single_byte() {
        if str::from_utf8(game).is_ok() {
            return None;
        }
        let evidence = Evidence::new(game);
        let guess = evidence.guess(Some(named));
        return maybe(
            guess.charset.encoding.is_single_byte()
                || evidence.price(named).price < evidence.price(guess.charset).price + OVERRULES,
        );
    }
    if is_surely_utf8(game) || is_accented_utf8(game) {
        return None;
    }
    match codecs::takes_brackets(named.encoding, game) {
        Some(false) => Some(Taken::Nothing),
        Some(true) => Some(Taken::Maybe),
        None => maybe(named.reads(game) || guess::is_cut(named, game)),
    }
}

/// A charset that is far likelier than the label's, although the label's decodes: `Shift_JIS` decodes
/// nearly every Chinese text, as nonsense.
pub(crate) fn likelier(game: &[u8], named: Charset) -> Option<Charset> {
    // For other charsets this was checked when the label was accepted.
    if !codecs::is_paired(named.encoding) {
        return None;
    }
    let evidence = Evidence::new(game);
    let likeliest = evidence.guess(Some(named)).charset;
    let lead = evidence.price(named).price.checked_sub(evidence.price(likeliest).price);
    (!codecs::is_part(named.encoding, likeliest.encoding) && lead? >= OVERRULES)
        .then_some(likeliest)
}

/// UTF-8 whose only errors are characters cut off at the end of a value, with too many complete characters
/// of three bytes or more to be an accident.
fn is_torn_utf8(bytes: &[u8]) -> bool {
    const WHOLE: usize = 4;
    let (mut whole, mut cut, mut rest) = (0, 0, bytes);
    // The standard library's chunks are found byte by byte.
    while let Err(error) = str::from_utf8(rest) {
        let (valid, broken) = rest.split_at(error.valid_up_to());
        whole += long_chars(valid);
        let (broken, behind) = broken.split_at(error.error_len().unwrap_or(broken.len()));
        match broken {
            [0xe0..=0xf4, ..] if behind.first() == Some(&b']') => cut += 1,
            _ => return false,
        }
        rest = behind;
    }
    whole += long_chars(rest);
    cut > 0 && whole >= WHOLE.max(cut)
}

/// The number of characters of three bytes or more in valid UTF-8.
fn long_chars(bytes: &[u8]) -> usize {
    // Sums that fit into a byte, so that vectors of bytes can be added.
    let sum = |part: &[u8]| part.iter().map(|byte| u8::from(*byte >= 0xe0)).sum::<u8>();
    bytes.chunks(255).map(|part| usize::from(sum(part))).sum()
}

/// Valid UTF-8 with a character of three bytes or more.
fn is_surely_utf8(bytes: &[u8]) -> bool {
    str::from_utf8(bytes).is_ok() && bytes.iter().any(|byte| *byte >= 0xe0)
}

/// Valid UTF-8 whose only non-ASCII characters are accented letters, each beside an ASCII letter.
fn is_accented_utf8(bytes: &[u8]) -> bool {
    let Ok(text) = str::from_utf8(bytes) else { return false };
    let mut before = ' ';
    let mut chars = text.chars().peekable();
    while let Some(char) = chars.next() {
        let after = chars.peek().copied().unwrap_or(' ');
        let is_inside = before.is_ascii_alphabetic() || after.is_ascii_lowercase();
        if !char.is_ascii() && (!is_inside || !matches!(char, '\u{c0}'..='\u{17f}')) {
            return false;
        }
        before = char;
    }
    true
}

#[cfg(all(test, feature = "charsets"))]
mod tests;
