//! The messages as JSON: valid and invalid input, and a sample of each in `testdata/session/`.

mod golden;
mod samples;

use hoshi_core::{Color, Move, Size};

use super::*;
use crate::Refused;

#[test]
fn every_point_is_a_vertex_and_back() {
    for (width, height) in [(1, 1), (2, 9), (19, 19), (25, 26), (52, 52), (255, 255)] {
        let size = Size::new(width, height).unwrap();
        for point in size.points() {
            let vertex = Vertex::of(size, point);
            assert_eq!(vertex.point(size), Some(point), "{vertex} on {size}");
            assert_eq!(vertex.to_string().parse(), Ok(vertex));
            let json = serde_json::to_string(&vertex).unwrap();
            assert_eq!(serde_json::from_str::<Vertex>(&json).unwrap(), vertex);
        }
        let pass = Vertex::of_move(size, Move::Pass);
        assert_eq!((pass, pass.on(size), pass.point(size)), (Vertex::PASS, Some(Move::Pass), None));
    }
}

#[test]
fn a_vertex_is_written_in_capitals_and_read_in_any_case() {
    for (text, written) in [("d4", "D4"), ("PASS", "pass"), ("Pass", "pass"), ("aa12", "AA12")] {
        assert_eq!(text.parse::<Vertex>().unwrap().to_string(), written);
    }
    assert_eq!(format!("{:>4}|{:?}", "d4".parse::<Vertex>().unwrap(), Vertex::PASS), "  D4|pass");
}

#[test]
fn what_is_not_a_vertex() {
    for text in ["", "D", "4", "D44444", "ABC1", "D4 ", " D4", "D-4", "D4.5", "tenuki", "\u{ff24}4"]
    {
        assert!(text.parse::<Vertex>().is_err(), "{text}");
    }
    for json in ["4", "null", "\"\"", "[\"D4\"]"] {
        assert!(serde_json::from_str::<Vertex>(json).is_err(), "{json}");
    }
    // The board size is unknown here; the session checks the point.
    for text in ["Z99", "A0", "I5"] {
        assert_eq!(text.parse::<Vertex>().unwrap().on(Size::S9), None, "{text}");
    }
}

#[test]
fn times_fit_every_language() {
    for millis in [0, 1, (1 << 53) - 1] {
        let time = Time::new(millis);
        let json = serde_json::to_string(&time).unwrap();
        assert_eq!((json.as_str(), time.millis()), (millis.to_string().as_str(), millis));
        assert_eq!(serde_json::from_str::<Time>(&json).unwrap(), time);
    }
    for json in ["9007199254740992", "-1", "1.5", "\"1\"", "null"] {
        assert!(serde_json::from_str::<Time>(json).is_err(), "{json}");
    }
    assert_eq!(Time::new(u64::MAX), Time::MAX);
    assert_eq!(Time::MAX.plus(1), Time::MAX);
    assert_eq!((Time::new(3).since(Time::new(5)), Time::new(5).since(Time::new(3))), (0, 2));
}

#[test]
fn sides_and_pairs() {
    for side in Side::ALL {
        assert_eq!(Side::from(Color::from(side)), side);
        assert_eq!(side.opponent().opponent(), side);
        let mut pair = Pair::of(Side::index);
        pair[side] = 7;
        assert_eq!((pair[Color::from(side)], pair[side.opponent()]), (7, side.opponent().index()));
    }
}

#[test]
fn commands_are_read_strictly() {
    for json in [
        r#"{"type":"play"}"#,
        r#"{"type":"play","at":"nowhere"}"#,
        r#"{"type":"fly","at":"D4"}"#,
        r#"{"at":"D4"}"#,
        r#"{"type":"accept","revision":-1}"#,
        r#"{"type":"mark","points":"D4","status":"dead"}"#,
        r#"{"type":"mark","points":["D4"],"status":"asleep"}"#,
        r#"{"type":"walk","step":"sideways"}"#,
        r#"{"type":"resign","color":"grey"}"#,
        "[]",
    ] {
        assert!(serde_json::from_str::<Command>(json).is_err(), "{json}");
    }
    // Optional fields.
    for (json, command) in [
        (r#"{"type":"undo"}"#, Command::Undo { color: None }),
        (r#"{"type":"walk","step":"next"}"#, Command::Walk { step: Step::Next { variation: 0 } }),
        (r#"{"type":"set_up"}"#, Command::SetUp { stones: vec![], empty: vec![], turn: None }),
    ] {
        assert_eq!(serde_json::from_str::<Command>(json).unwrap(), command);
    }
}

#[test]
fn codes_of_refusals_are_words_and_differ() {
    let mut codes: Vec<&str> = samples::refused().iter().map(Refused::code).collect();
    let count = codes.len();
    let is_word = |code: &&str| code.bytes().all(|b| b.is_ascii_lowercase() || b == b'_');
    assert!(codes.iter().all(is_word));
    codes.sort_unstable();
    codes.dedup();
    assert_eq!(codes.len(), count);
}
