//! The examples of docs/formats/dgf.md agree with the library.

use hoshi_record::dgf::{Board, GameFile, Record};

const PAGE: &str = include_str!("../../../../docs/formats/dgf.md");

/// The fenced block of this kind that starts with this text.
fn block(kind: &str, opens: &str) -> &'static str {
    let fence = format!("```{kind}\n{opens}");
    let start = PAGE.find(&fence).expect(opens) + kind.len() + 4;
    let length = PAGE[start..].find("```").expect("an end");
    &PAGE[start..start + length]
}

#[test]
fn the_record_and_its_id() {
    let text = block("text", "1 0 0 3");
    let record = Record::from_dgr(text.as_bytes()).unwrap();
    assert_eq!(record.to_dgr(), text);
    let said = format!("These {} bytes have the id `{}`", text.len(), record.id());
    assert!(PAGE.contains(&said), "{said}");
}

#[test]
fn the_game_in_both_forms() {
    let text = block("toml", "format = 1");
    let game = GameFile::from_dgf(text.as_bytes()).unwrap();
    assert_eq!(game.to_dgf(), text);
    assert_eq!(game.info().id, game.record().id());
    let hex = block("text", "44 47 46 42").split_whitespace();
    let bytes: Vec<u8> = hex.map(|byte| u8::from_str_radix(byte, 16).unwrap()).collect();
    assert_eq!(game.to_dgfb(), bytes);
    assert_eq!(GameFile::from_dgfb(&bytes), Ok(game));
}

#[test]
fn the_ko() {
    let numbers = block("text", "1 0 1 5").split_whitespace();
    let bytes: Vec<u8> = numbers.map(|number| number.parse().unwrap()).collect();
    assert!(Board::from_bytes(&bytes).unwrap().position().is_ok());
}
