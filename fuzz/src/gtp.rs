//! The output of an engine: the result does not depend on how it is split, terminal control codes do
//! not pass, and no parser panics or invents an answer.

use std::time::Duration;

use hoshi_core::Size;
use hoshi_gtp::{Analysis, Answer, Decoder, Heard, Talk, a_move, vertex};

/// Treats the bytes as the output of an engine.
pub(crate) fn run(bytes: &[u8]) {
    let whole = heard(&[bytes]);
    // The bytes themselves determine where they are split.
    let step = bytes.first().map_or(1, |&byte| 1 + usize::from(byte % 13));
    assert_eq!(heard(&bytes.chunks(step).collect::<Vec<_>>()), whole);
    let (one, other) = bytes.split_at(bytes.len() / 2);
    assert_eq!(heard(&[one, other]), whole);
    for heard in &whole {
        let text = match heard {
            Heard::Line(text) | Heard::Stray(text) => text,
            Heard::Reply(reply) => reply.text.as_ref().unwrap_or_else(|text| text),
        };
        let is_reply = matches!(heard, Heard::Reply(_));
        assert!(
            !text.contains(|letter: char| letter.is_control() && !(is_reply && letter == '\n'))
        );
        read(text);
    }
    talk(bytes, step);
}

fn heard(pieces: &[&[u8]]) -> Vec<Heard> {
    let mut decoder = Decoder::default();
    let mut all = Vec::new();
    for piece in pieces {
        decoder.feed(piece);
        all.extend(&mut decoder);
    }
    all
}

fn read(text: &str) {
    for size in [Size::S9, Size::S19] {
        if let Some(hoshi_gtp::Genmove::Move(mv)) = a_move(size, text) {
            let name = vertex(size, mv).expect("a small board");
            assert_eq!(a_move(size, &name), Some(hoshi_gtp::Genmove::Move(mv)));
        }
        let Some(analysis) = Analysis::read(text, size) else { continue };
        assert!(!analysis.candidates.is_empty());
        for candidate in analysis.candidates {
            assert!((0.0..=1.0).contains(&candidate.win_rate));
            assert!(candidate.prior.is_none_or(|prior| (0.0..=1.0).contains(&prior)));
            assert!(candidate.lead.is_none_or(f64::is_finite));
        }
    }
}

/// Five commands, one of them abandoned: each gets at most one answer.
fn talk(bytes: &[u8], step: usize) {
    let mut talk = Talk::default();
    let second = Duration::from_secs(1);
    let ids: Vec<u32> = (1..=5).map(|nth| talk.ask("x", Some(second * nth)).0).collect();
    talk.pass_time(second);
    for piece in bytes.chunks(step) {
        talk.hear(piece);
    }
    let lines = talk.lines().count();
    assert!(lines <= bytes.len());
    talk.pass_time(second * 4);
    assert!(talk.deadline().is_none_or(|until| until == second * 5));
    for (nth, &id) in ids.iter().enumerate() {
        match (nth, talk.answer(id)) {
            (0, answer) => assert_eq!(answer, Some(Answer::TooLate)),
            (1..=3, answer) => assert!(answer.is_some()),
            (_, answer) => assert_ne!(answer, Some(Answer::TooLate)),
        }
        assert_eq!(talk.answer(id), None);
    }
}
