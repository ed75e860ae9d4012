//! Compares the table of widths with the font, or rewrites it under `HOSHI_RENEW=1`.

use std::fmt::Write as _;

use skrifa::instance::{LocationRef, Size};
use skrifa::{FontRef, MetadataProvider};

const PATH: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/src/font/table.rs");

/// Latin, Greek, Cyrillic, punctuation, currency and letter-like symbols: scripts that need no
/// shaping.
const RANGES: [std::ops::RangeInclusive<u32>; 8] = [
    0x20..=0x7e,
    0xa0..=0x24f,
    0x370..=0x52f,
    0x1e00..=0x1eff,
    0x2010..=0x2027,
    0x2030..=0x205e,
    0x20a0..=0x20bf,
    0x2100..=0x2122,
];

fn table() -> String {
    let mut text = String::from(
        "//! Generated from the font by `cargo xtask bless`: the width of every character, and how far\n\
         //! those of ASCII reach above and below the baseline, in thousandths of the size.\n\n\
         /// The first code of a run, and the widths from there on.\n\
         pub(super) type Run = (u32, &'static [u16]);\n\
         /// The top and the bottom of a character.\n\
         pub(super) type Extent = (i16, i16);\n",
    );
    for (name, bytes) in [("REGULAR", notosans::REGULAR_TTF), ("BOLD", notosans::BOLD_TTF)] {
        let font = FontRef::new(bytes).unwrap();
        let metrics = font.glyph_metrics(Size::new(1000.0), LocationRef::default());
        let charmap = font.charmap();
        let mut runs: Vec<(u32, Vec<i32>)> = Vec::new();
        let mut before = 0;
        for code in RANGES.into_iter().flatten() {
            let Some(glyph) = charmap.map(code) else { continue };
            let width = metrics.advance_width(glyph).unwrap().round() as i32;
            match runs.last_mut() {
                Some((_, widths)) if before + 1 == code => widths.push(width),
                _ => runs.push((code, vec![width])),
            }
            before = code;
        }
        writeln!(text, "\n#[rustfmt::skip]\npub(super) const {name}: &[Run] = &[").unwrap();
        for (first, widths) in runs {
            write!(text, "    ({first:#x}, &[").unwrap();
            rows(&mut text, widths.iter().map(ToString::to_string));
            text.push_str("]),\n");
        }
        text.push_str("];\n");
        let extents: Vec<String> = (0x20..=0x7e_u32)
            .map(|code| {
                let bounds = metrics.bounds(charmap.map(code).unwrap()).unwrap();
                format!("({}, {})", bounds.y_max.round() as i32, bounds.y_min.round() as i32)
            })
            .collect();
        writeln!(
            text,
            "\n#[rustfmt::skip]\npub(super) const {name}_EXTENTS: [Extent; {}] = [",
            extents.len()
        )
        .unwrap();
        text.push_str("    ");
        rows(&mut text, extents.into_iter());
        text.push_str("\n];\n");
    }
    text
}

/// Words with commas between them, in lines of moderate length.
fn rows(text: &mut String, words: impl Iterator<Item = String>) {
    let mut length = 0;
    for (nth, word) in words.enumerate() {
        if nth > 0 {
            text.push(',');
            if length > 80 {
                text.push_str("\n        ");
                length = 0;
            } else {
                text.push(' ');
            }
        }
        length += word.len() + 2;
        text.push_str(&word);
    }
}

#[test]
fn golden_widths_are_those_of_the_font() {
    let table = table();
    if std::env::var_os("HOSHI_RENEW").is_some() {
        std::fs::write(PATH, &table).unwrap();
        return;
    }
    assert!(table.len() > 10_000);
    assert!(std::fs::read_to_string(PATH).unwrap() == table, "run `cargo xtask bless`");
}

#[test]
fn capitals_and_digits_have_the_stated_height() {
    for bold in [false, true] {
        for text in ["H", "E", "1", "7"] {
            assert_eq!(super::extent(text, bold), (super::CAP_HEIGHT, 0), "{text}");
        }
    }
}
