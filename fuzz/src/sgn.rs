//! SGN on a line and in an address: everything that is read is written and reads back the same,
//! without a warning; an error points into the text.

use hoshi_core::{Preset, Rules};
use hoshi_record::sgn::{Address, Line, SgnError};

/// Reads the bytes as a line and as an address.
pub(crate) fn run(bytes: &[u8]) {
    let Ok(text) = std::str::from_utf8(bytes) else { return };
    match Line::read(text) {
        Ok(read) => {
            let written = read.value.to_string();
            let again = Line::read(&written).expect("it was written");
            assert_eq!(again.value, read.value);
            assert!(again.warnings.is_empty(), "{written}");
            assert_eq!(read.value.without_captures().handicap(), read.value.handicap());
            play(&read.value);
        }
        Err(error) => points(&error, text),
    }
    match Address::read(text) {
        Ok(read) => {
            let written = read.value.to_string();
            let again = Address::read(&written).expect("it was written");
            assert_eq!(again.value, read.value, "{written}");
            assert!(again.warnings.is_empty(), "{written}");
        }
        Err(error) => points(&error, text),
    }
}

/// A playable line is reconstructed from its game.
fn play(line: &Line) {
    if line.size().area() > 100 {
        return;
    }
    let rules = Rules::of(Preset::Simple);
    let Ok(game) = line.game(&rules) else { return };
    assert!(line.check(&rules).is_empty());
    let with = line.with_captures(&rules).expect("it can be played");
    assert_eq!(with.without_captures(), line.without_captures());
    let stones = line.handicap().len();
    let back = Line::from_game(&game).expect("it came from a line");
    // On a board, handicap stones have no order.
    assert_eq!(back.tokens()[stones..], line.without_captures().tokens()[stones..]);
}

fn points(error: &SgnError, text: &str) {
    let place = error.place;
    assert!(place.start <= place.end && place.end as usize <= text.len(), "{error}");
    assert!(text.is_char_boundary(place.start as usize), "{error}");
    assert!(error.show(text).lines().count() <= 3, "{error}");
}
