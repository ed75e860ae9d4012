//! What a build without the features still does. The suite `units` runs this file without them; with
//! them, only what holds in every build is checked.

use hoshi_record::charset::{Charset, Why};
use hoshi_record::convert::{Format, Options, ReadError, read, write};
use hoshi_record::kifu::Kifu;
use hoshi_record::replay::{Terms, replay};
use hoshi_record::sgf::Collection;

fn black(bytes: &[u8]) -> (String, &'static str, Why) {
    let file = Collection::read(bytes.to_vec()).expect("a game");
    let game = file.game(0).expect("a game");
    assert_eq!(file.to_bytes(), bytes, "what was read is written back");
    let name = game.root().text("PB").expect("a name").into_owned();
    (name, game.charset().name(), game.why_charset())
}

#[test]
fn utf8_and_latin_1_are_read_by_every_build() {
    let utf8 = "(;GM[1]PB[本因坊秀策])\n";
    assert_eq!(black(utf8.as_bytes()), ("本因坊秀策".to_owned(), "UTF-8", Why::Utf8));
    let name = "Jan Hrabánek".to_owned();
    let latin = b"(;GM[1]CA[ISO-8859-1]PB[Jan Hrab\xe1nek])\n";
    assert_eq!(black(latin), (name.clone(), "ISO-8859-1", Why::Label));
    let windows = b"(;GM[1]CA[cp1252]PB[Jan Hrab\xe1nek])\n";
    assert_eq!(black(windows), (name.clone(), "windows-1252", Why::Label));
    assert_eq!(black(b"(;GM[1]PB[Jan Hrab\xe1nek])\n"), (name, "windows-1252", Why::Guess));
}

#[test]
fn utf16_is_read_by_every_build() {
    let text = "(;GM[1]FF[4]CA[UTF-16]PB[本因坊秀策])";
    let units = text.encode_utf16().flat_map(u16::to_le_bytes);
    let file = Collection::read([0xff, 0xfe].into_iter().chain(units).collect::<Vec<u8>>());
    let file = file.expect("a game");
    assert_eq!(file.game(0).expect("a game").root().text("PB").as_deref(), Some("本因坊秀策"));
}

#[test]
fn latin_1_is_written_by_every_build() {
    assert_eq!(Charset::LATIN_1.encode("créé").as_deref(), Some(&b"cr\xe9\xe9"[..]));
    assert_eq!(Charset::LATIN_1.encode("’"), None);
    let windows = Charset::for_label(b"windows-1252").expect("a charset");
    assert_eq!(windows.encode("’ €").as_deref(), Some(&b"\x92 \x80"[..]));
    assert_eq!(windows.decode(b"\x92 \x80"), "’ €");
    assert_eq!(windows.encode("段"), None);
}

#[test]
fn games_are_converted_replayed_and_edited_by_every_build() {
    let record = read(b"9x9 C3b G7w".to_vec(), None).expect("SGN");
    let game = record.file.game(0).expect("a game");
    let end = game.main_line().last().expect("a node");
    assert_eq!(replay(end, &Terms::of(game)).game.board().stone_count(hoshi_core::Color::Black), 1);
    let url = write(game, Format::Url, &Options::default()).expect("an address").bytes;
    assert!(url.starts_with(b"/game/9x9,C3b,G7w"), "{}", url.escape_ascii());
    let mut kifu = Kifu::of_file(record.file).expect("a record");
    let _ = kifu.comment("dû").expect("a comment");
    assert!(kifu.to_bytes().windows(6).any(|part| part == "C[dû]".as_bytes()));
}

#[cfg(not(feature = "charsets"))]
#[test]
fn without_charsets_other_labels_are_unknown_and_nothing_is_guessed() {
    assert_eq!(Charset::for_label(b"GBK"), None);
    let (_, charset, why) = black(b"(;GM[1]CA[GBK]PB[\xbf\xc2\xbd\xe0])\n");
    assert_eq!((charset, why), ("windows-1252", Why::UnknownLabel));
    // With the feature this would be Korean.
    let (name, charset, why) = black(b"(;GM[1]PB[\xc0\xcc\xbc\xbc\xb5\xb9])\n");
    assert_eq!((&*name, charset, why), ("ÀÌ¼¼µ¹", "windows-1252", Why::Guess));
}

#[cfg(not(feature = "dgf"))]
#[test]
fn without_dgf_its_formats_are_unknown() {
    assert_eq!(Format::list(), "sgf, sgn, url, gib, ngf, ugf");
    assert!("dgf".parse::<Format>().is_err());
    assert_eq!(Format::detect(&[1, 0, 0, 1, 0]), None);
    assert!(matches!(read(b"1 0 0 1 0 0".to_vec(), Some(Format::Dgr)), Err(ReadError::Unknown)));
    let file = Collection::read("(;SZ[9];B[ee])").expect("a game");
    let refused = write(file.game(0).expect("a game"), Format::Dgf, &Options::default());
    let refused = refused.expect_err("left out").to_string();
    assert_eq!(refused, "dgf is not part of this build: write sgf, sgn, url");
}

#[cfg(feature = "dgf")]
#[test]
fn with_dgf_its_formats_are_read() {
    let record = read(b"1 0 0 1 0 0".to_vec(), Some(Format::Dgr));
    assert!(!matches!(record, Err(ReadError::Unknown)));
}
