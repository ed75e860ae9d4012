//! Games in every charset, with labels that are right, wrong, unknown or missing.

use super::*;
use crate::charset::tests::{NAMES, Random, charset};
use crate::charset::{Form, prepare};

/// A game with these values in this charset, escaped by its lexing.
fn game(name: &str, label: bool, [black, rank, comment]: [&str; 3]) -> Vec<u8> {
    let escape = |text: &str| text.replace('\\', "\\\\").replace(']', "\\]");
    let encode = |text: &str| charset(name).encode(&escape(text)).expect(name).into_owned();
    let ca = if label { format!("CA[{name}]") } else { String::new() };
    let parts: [&[u8]; 9] = [
        b"(;GM[1]",
        ca.as_bytes(),
        b"PB[",
        &encode(black),
        b"]BR[",
        &encode(rank),
        b"]\n;B[pd]C[",
        &encode(comment),
        b"];W[dp])",
    ];
    parts.concat()
}

/// Each text whose charset has them contains characters with the second byte `\` or `]`.
const TEXTS: [(&str, [&str; 3]); 8] = [
    ("UTF-8", ["柯洁", "9段", "黑中盘胜"]),
    ("GB18030", ["柯洁", "9段", "指揮 運 黑中盘胜 [a]"]),
    ("Big5", ["周俊勳", "9段", "夜 功 黑中盤勝 [a]"]),
    ("Shift_JIS", ["井山裕太", "九段", "表 ソ 従う、黒中押し勝ち [a]"]),
    ("EUC-JP", ["井山裕太", "九段", "黒中押し勝ち [a]"]),
    ("EUC-KR", ["이세돌", "9단", "흑불계승 [a]"]),
    ("ISO-2022-JP", ["井山裕太", "九段", "黒中押し勝ち、本因坊 [a]"]),
    ("windows-1252", ["Jan Hrabánek", "2 kyu", "don’t play there, créé [a]"]),
];

#[test]
fn a_true_label_is_believed() {
    for (name, texts) in TEXTS {
        let game = game(name, true, texts);
        let choice = choose(&game, Some(name.as_bytes()));
        assert_eq!(choice.charset, charset(name));
        assert_eq!((choice.lexing, choice.why), (choice.charset.lexing(), Why::Label), "{name}");
    }
}

#[test]
fn without_a_label_or_with_an_unknown_one() {
    for (name, texts) in TEXTS {
        let game = game(name, false, texts);
        let why = if name == "UTF-8" { Why::Utf8 } else { Why::Guess };
        for (label, why) in [(None, why), (Some(&b"Klingon"[..]), Why::UnknownLabel)] {
            let choice = choose(&game, label);
            assert_eq!(choice.charset.name(), name);
            assert_eq!((choice.lexing, choice.why), (choice.charset.lexing(), why), "{name}");
        }
        assert_eq!(choose(&game, Some(b" ")).why, why, "an empty label is none");
    }
}

#[test]
fn a_wrong_label_is_not() {
    for (name, texts) in TEXTS {
        let game = game(name, false, texts);
        for wrong in ["UTF-8", "GB18030", "Shift_JIS", "EUC-KR", "ISO-8859-1"] {
            // Text that is well-formed in a wrong charset of the same kind can't be recognised.
            let is_kind = |name: &str| !matches!(name, "UTF-8" | "ISO-8859-1" | "windows-1252");
            if is_kind(wrong) && is_kind(name) || wrong == name {
                continue;
            }
            if name == "windows-1252" && (wrong == "ISO-8859-1" || charset(wrong).reads(&game)) {
                continue;
            }
            let choice = choose(&game, Some(wrong.as_bytes()));
            assert_eq!(choice.charset.name(), name, "labelled {wrong}");
            assert_eq!(choice.why, Why::WrongLabel { named: charset(wrong) }, "{name}");
        }
    }
}

#[test]
fn ascii_takes_its_label_at_its_word() {
    let game = b"(;GM[1]PB[Shusaku];B[pd])";
    for name in NAMES {
        let choice = choose(game, Some(name.as_bytes()));
        assert_eq!((choice.charset, choice.why), (charset(name), Why::Ascii));
        assert_eq!(choice.lexing, Lexing::Plain);
    }
    for label in [None, Some(&b"Klingon"[..]), Some(b"UTF-16")] {
        assert_eq!(choose(game, label).charset, Charset::UTF_8);
    }
    assert_eq!(choose(b"", None), plain(Charset::UTF_8, Why::Ascii));
    // An escape that begins no sequence is an odd byte in ASCII.
    let choice = choose(b"(;C[\x1b[1m])", Some(b"gbk"));
    assert_eq!((choice.charset, choice.why), (charset("gbk"), Why::Ascii));
}

#[test]
fn a_name_cut_in_the_middle_of_a_character() {
    // Cut inside the third character: still UTF-8, with the label and without.
    let cut = b"(;PB[\xe5\xb7\xa7\xe8\x8a\xb1\xe5\x8c]BR[9\xe6\xae\xb5]PW[a])";
    let choice = choose(cut, Some(b"UTF-8"));
    assert_eq!((choice.charset, choice.why), (Charset::UTF_8, Why::Label));
    assert_eq!(choice.charset.decode(&cut[5..13]), "巧花\u{fffd}");
    assert_eq!(choose(cut, None).charset, Charset::UTF_8);
    // Korean, where a bracket is never the second half.
    let cut = b"(;PB[\xc0\xcc\xbc\xbc\xb5]BR[9\xb4\xdc])";
    let choice = choose(cut, Some(b"EUC-KR"));
    assert_eq!((choice.charset.name(), choice.why), ("EUC-KR", Why::Label));
    // A name that nobody would guess to be Korean: the label is still right.
    let cut = b"(;PB[\xbf\xc2\xbd\xe0 \xbe\xc5\xb6\xce]PW[\xbf\xc2\xbd\xe0\xb6])";
    assert_ne!(choose(&cut[..], None).charset.name(), "EUC-KR");
    assert_eq!(choose(&cut[..], Some(b"EUC-KR")).why, Why::Label);
    // Chinese, where the cut character seems to include the bracket.
    let cut = b"(;CA[GBK]PB[\xbf\xc2\xbd]BR[9\xb6\xce];B[pd];W[dp])";
    let choice = choose(cut, Some(b"GBK"));
    assert_eq!((choice.charset.name(), choice.why), ("GBK", Why::Label));
    assert_eq!(choice.lexing, Lexing::Plain);
}

#[test]
fn many_names_cut_in_the_middle() {
    let cut = b"(;PB[\xe5\xb7\xa7\xe8\x8a\xb1\xe5\x8c]BR[9\xe6\xae\xb5]PW[\xe5\xb7\xa7\xe8]WR[9\xe6\xae\xb5])";
    assert!(is_torn_utf8(cut));
    assert_eq!(choose(cut, None), plain(Charset::UTF_8, Why::Guess));
    assert_eq!(choose(cut, Some(b"UTF-8")).why, Why::Label);
    // Not with a cut inside a value, nor where nearly everything is cut, nor where nothing is.
    let inside = cut.iter().map(|&byte| if byte == 0x8c { b'x' } else { byte }).collect::<Vec<_>>();
    assert!(!is_torn_utf8(&inside));
    assert!(!is_torn_utf8(b"(;PB[\xe5\xb7]PW[\xe5\xb7]BR[\xe6\xae\xb5])"));
    assert!(!is_torn_utf8("(;PB[巧花巧花巧花])".as_bytes()));
    // Text of other charsets never looks like that.
    for (name, texts) in TEXTS {
        assert!(!is_torn_utf8(&game(name, false, texts)), "{name}");
    }
}

#[test]
fn a_broken_byte_does_not_spoil_a_good_file() {
    for (name, texts) in TEXTS {
        if matches!(name, "windows-1252" | "ISO-2022-JP") {
            continue;
        }
        let mut game = game(name, true, texts);
        let at = game.len() - 8;
        game.splice(at..at, *b" \xff ");
        let choice = choose(&game, Some(name.as_bytes()));
        assert_eq!((choice.charset, choice.why), (charset(name), Why::Label));
    }
}

#[test]
fn one_long_value_is_evidence_too() {
    let long = "黑1夹是严厉的一手，也是最强的攻击。".repeat(2000);
    let game = game("GB18030", false, ["", "", &long]);
    assert_eq!(choose(&game, None).charset.name(), "GB18030");
}

#[test]
fn backslashes_put_in_byte_by_byte() {
    // 指揮 and 表, whose second bytes were taken for a bracket and a backslash.
    let chinese = b"(;C[\xd6\xb8\x93\\]]BR[9\xb6\xce];B[pd];W[dp])";
    let japanese = b"(;C[\x95\\\\]BR[9\x92\x69];B[pd];W[dp])";
    // 運輸 and 指揮, at the very end.
    let last = b"(;BR[9\xb6\xce]C[\xdf\\\\\xdd\x94 \xd6\xb8\x93\\]])";
    let games = [(&chinese[..], "GB18030"), (last, "GB18030"), (japanese, "Shift_JIS")];
    for (game, label) in games {
        for label in [Some(label), None] {
            let choice = choose(game, label.map(str::as_bytes));
            assert_eq!(choice.lexing, Lexing::Plain, "{label:?}");
            assert!(matches!(choice.charset.lexing(), Lexing::DoubleByte(_)));
        }
    }
}

#[test]
fn a_tie_between_a_label_and_valid_utf8() {
    // A Korean dan is a letter of two bytes in UTF-8: the label decides, or else likelihood.
    let korean = b"(;BR[9\xd3\xab]WR[9\xd3\xab])";
    assert!(str::from_utf8(korean).is_ok());
    assert_eq!(survey(korean), Survey::Other);
    assert_eq!(choose(korean, Some(b"EUC-KR")).why, Why::Label);
    assert_eq!(choose(korean, None).charset.name(), "EUC-KR");
    assert_eq!(choose(korean, Some(b"UTF-8")).charset, Charset::UTF_8);
    // Letters with accents inside words are not an accident, nor are characters of three bytes.
    for text in ["(;PB[Hrabánek]PW[Müller])", "(;PB[李世石])"] {
        for label in [&b"GB2312"[..], b"EUC-KR", b"ISO-8859-1"] {
            let choice = choose(text.as_bytes(), Some(label));
            assert_eq!(choice.charset, Charset::UTF_8, "{text}");
            assert!(matches!(choice.why, Why::WrongLabel { .. }));
        }
    }
    // Other alphabets have two bytes throughout.
    for text in ["(;PB[Иван Петров])", "(;C[Το Go είναι ένα αρχαίο παιχνίδι])", "(;PB[é])"]
    {
        assert_eq!(choose(text.as_bytes(), None), plain(Charset::UTF_8, Why::Utf8), "{text}");
    }
}

#[test]
fn a_tie_between_charsets_goes_the_same_way_every_time() {
    // Quotation marks are the same bytes in Chinese and Korean.
    let game = b"(;C[the \xa1\xb0knight\xa1\xb1 move])";
    let first = choose(game, None);
    assert_eq!(first.charset.decode(game), "(;C[the “knight” move])");
    assert_eq!(first.charset.name(), "GB18030");
    assert!((0..10).all(|_| choose(game, None) == first));
}

#[test]
fn wide_labels() {
    let text = "(;CA[UTF-16]PB[柯洁])";
    let units: Vec<u8> = text.encode_utf16().flat_map(u16::to_le_bytes).collect();
    let prepared = prepare(units.into());
    assert_eq!(prepared.form, Form::Utf16Le);
    let choice = choose(&prepared.bytes, Some(b"UTF-16"));
    assert_eq!((choice.charset, choice.why), (Charset::UTF_8, Why::WideLabel));
    let choice = choose(b"(;BR[9\xb6\xce])", Some(b"UTF-16"));
    assert_eq!((choice.charset.name(), choice.why), ("GB18030", Why::WideLabel));
}

#[test]
fn surveys() {
    let two_bytes = "(;PB[Müller])".as_bytes();
    for (bytes, found) in [
        (&b"(;GM[1])"[..], Survey::Ascii),
        ("(;PB[李世石])".as_bytes(), Survey::Utf8),
        (two_bytes, Survey::Other),
        (b"(;BR[\x1b$BCJ\x1b(B])", Survey::Other),
        (b"\xff", Survey::Other),
    ] {
        assert_eq!(survey(bytes), found);
    }
}

#[test]
fn random_games_never_panic_and_are_chosen_alike() {
    let mut random = Random::new(5);
    for turn in 0..3_000 {
        let game = [b"(;C[", &random.bytes_near_brackets(24)[..], b"];B[pd])"].concat();
        let label = NAMES[turn % NAMES.len()].as_bytes();
        for label in [None, Some(label), Some(b"x")] {
            let choice = choose(&game, label);
            assert_eq!(choose(&game, label), choice);
            choice.charset.decode(&game);
            let is_own = choice.lexing == choice.charset.lexing();
            assert!(is_own || choice.lexing == Lexing::Plain);
        }
    }
}
