//! Rules 2xx: whether the bytes match the charset that the file names.

use super::facts::Item;
use super::{Report, Rule, quoted};
use crate::charset::{self, Charset, Form, Why};
use crate::sgf::{Collection, GameTree, NodeRef, Value};

/// The result of comparing CA with the text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Verdict {
    /// CA is right, or does not matter.
    Fine,
    /// The text can be decoded with the charset of CA.
    Named,
    /// CA is missing, and the text is UTF-8.
    Missing,
    /// CA is missing, and the charset was guessed.
    Guessed(Charset),
    /// CA is wrong. Whether the text is certainly UTF-8.
    Wrong { named: Charset, found: Charset, is_utf8: bool },
    /// CA names an unknown charset. Whether the text is certainly UTF-8, or ASCII.
    Unknown { found: Charset, is_utf8: bool },
}

impl Verdict {
    /// Whether CA should say UTF-8, but does not.
    pub(super) fn is_utf8(self) -> bool {
        match self {
            Verdict::Missing => true,
            Verdict::Wrong { is_utf8, .. } | Verdict::Unknown { is_utf8, .. } => is_utf8,
            Verdict::Fine | Verdict::Named | Verdict::Guessed(_) => false,
        }
    }
}

/// Whether bytes mean the same in every charset: ASCII without the escapes of ISO-2022-JP.
fn is_plain(raw: &[u8]) -> bool {
    raw.is_ascii() && memchr::memchr(0x1b, raw).is_none()
}

/// Compares CA with the text.
pub(super) fn verdict(game: GameTree<'_>) -> Verdict {
    let (mut plain, mut valid) = (true, true);
    for node in game.nodes() {
        if !is_plain(node.raw()) {
            plain = false;
            valid &= std::str::from_utf8(node.raw()).is_ok();
        }
    }
    let (found, why) = (game.charset(), game.why_charset());
    let is_utf8 = plain || (valid && found == Charset::UTF_8);
    let ca = game.root().get("CA");
    let label = ca.map(|property| property.value().raw().trim_ascii()).filter(|l| !l.is_empty());
    let Some(label) = label else {
        // A CA in another node was accepted.
        let is_elsewhere = ca.is_none() && !matches!(why, Why::Utf8 | Why::Guess);
        return match plain || is_elsewhere {
            true => Verdict::Fine,
            false if is_utf8 => Verdict::Missing,
            false => Verdict::Guessed(found),
        };
    };
    match Charset::for_label(label) {
        None => Verdict::Unknown { found, is_utf8 },
        Some(_) if plain => Verdict::Fine,
        Some(named) => match why {
            Why::WrongLabel { .. } | Why::Utf8 if named != found => {
                Verdict::Wrong { named, found, is_utf8 }
            }
            Why::Label if named == found => Verdict::Named,
            _ => Verdict::Fine,
        },
    }
}

/// Whether CA comes after text that it applies to.
pub(super) fn is_late(game: GameTree<'_>) -> bool {
    let root = game.root();
    if is_plain(root.raw()) {
        return false;
    }
    let mut text = false;
    for property in root.properties() {
        if property.is("CA") {
            return text;
        }
        text |= property.values().any(|value| !is_plain(value.raw()));
    }
    false
}

/// Checks the form of the file, and reports broken characters. CA is checked with the root.
pub(super) fn check(file: &Collection, report: &mut Report) {
    match file.form() {
        Form::Bytes => {}
        Form::Utf8WithMark => {
            let message = "the file starts with a byte order mark, which confuses some programs";
            report.add(Rule::ByteOrderMark, 0, message, true);
        }
        Form::Utf16Le | Form::Utf16Be | Form::Utf32Le | Form::Utf32Be => {
            let name =
                if matches!(file.form(), Form::Utf16Le | Form::Utf16Be) { "16" } else { "32" };
            let message = format!("the file is UTF-{name}, which hardly any program reads");
            report.add(Rule::WideFile, 0, message, true);
        }
    }
    let mut first: Option<Charset> = None;
    let mut mixed = false;
    for game in file.games() {
        let mut plain = true;
        for node in game.nodes() {
            if memchr::memchr(0, node.raw()).is_some() {
                check_nul(node, report);
            }
            if is_plain(node.raw()) {
                continue;
            }
            plain = false;
            for property in node.properties() {
                for value in property.values() {
                    if !is_plain(value.raw()) && value.text().contains('\u{fffd}') {
                        let in_utf8 = memchr::memmem::find(value.raw(), "\u{fffd}".as_bytes());
                        let how = match in_utf8 {
                            Some(_) if value.charset() == Charset::UTF_8 => "was lost".to_owned(),
                            _ => format!("is broken: it is not {}", value.charset()),
                        };
                        let name = property.name();
                        let message = format!("a character of {name} {how}");
                        let at = value.offset() + first_broken(&value);
                        report.add(Rule::BrokenCharacter, at, message, false);
                    }
                }
            }
        }
        if plain || mixed {
            continue;
        }
        let charset = game.charset();
        match first {
            Some(other) if other != charset => {
                let message = format!(
                    "this game is {charset}, one before it {other}: no editor shows both correctly"
                );
                report.add(Rule::MixedCharsets, game.root().offset().unwrap_or(0), message, false);
                mixed = true;
            }
            _ => first = Some(charset),
        }
    }
}

/// Checks for NUL bytes, which end a text for programs written in C.
fn check_nul(node: NodeRef<'_>, report: &mut Report) {
    for item in node.properties().map(Item::of) {
        for value in item.property.values() {
            let Some(first) = memchr::memchr(0, value.raw()) else { continue };
            let message =
                format!("a NUL byte in {}; some programs stop reading there", item.property.name());
            let at = value.offset() + first;
            report.add(Rule::NulInText, at, message, item.without_nul(&value).is_some());
        }
    }
}

/// The offset in a value of its first broken or lost character.
fn first_broken(value: &Value<'_>) -> usize {
    let (raw, charset) = (value.raw(), value.charset());
    let text = charset.decode(raw);
    let intact = text.split('\u{fffd}').next().unwrap_or_default();
    // The intact part has its original length when encoded again, if the round trip is exact.
    let bytes = charset.encode(intact);
    bytes.filter(|bytes| raw.starts_with(bytes)).map_or(0, |bytes| bytes.len())
}

/// A charset that fits the text of a game far better than that of its CA.
fn likelier_charset(game: GameTree<'_>) -> Option<Charset> {
    let named = game.charset();
    let (file, next) = (game.file(), game.file().game(game.index() + 1));
    let start = game.root().offset()?;
    let end = next.and_then(|next| next.root().offset()).unwrap_or(file.source().len());
    charset::likelier(file.source().get(start.saturating_sub(1)..end)?, named)
}

/// Checks CA of a game.
pub(super) fn check_label(
    game: GameTree<'_>,
    verdict: Verdict,
    is_late: bool,
    report: &mut Report,
) {
    let root = game.root().offset().unwrap_or(0);
    let ca = game.root().get("CA").map(|property| property.value());
    let at = ca.map_or(root, |value| value.offset());
    let label = quoted(&ca.map(|value| value.simple_text()).unwrap_or_default());
    let guess = |is_utf8: bool, found: Charset| {
        let sure = if is_utf8 { "it is" } else { "it was read as" };
        format!("{sure} {found}{}", if is_utf8 { "" } else { ", the likeliest" })
    };
    match verdict {
        Verdict::Fine => {}
        Verdict::Named => {
            if let Some(found) = likelier_charset(game) {
                let message =
                    format!("CA[{label}] is probably wrong: the text is far likelier {found}");
                report.add(Rule::CharsetUnlikely, at, message, false);
            }
        }
        Verdict::Missing => {
            let message =
                "the text is UTF-8, but CA is missing; by the standard that means ISO-8859-1";
            report.add(Rule::CharsetMissing, at, message, true);
        }
        Verdict::Guessed(found) => {
            let message = format!("CA is missing; the text was read as {found}, which is a guess");
            report.add(Rule::CharsetGuessed, at, message, false);
        }
        Verdict::Wrong { found, is_utf8, .. } => {
            let message = format!("CA[{label}] does not match the text: {}", guess(is_utf8, found));
            report.add(Rule::CharsetWrong, at, message, is_utf8);
        }
        Verdict::Unknown { found, is_utf8 } => {
            let message =
                format!("CA[{label}] names an unknown charset: {}", guess(is_utf8, found));
            report.add(Rule::CharsetUnknown, at, message, is_utf8);
        }
    }
    if is_late {
        let message =
            "CA comes after text that it applies to; programs that read in one pass miss it";
        report.add(Rule::CharsetLate, at, message, true);
    }
}
