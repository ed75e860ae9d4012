//! The decoded output does not depend on how the bytes are cut into pieces.

use hoshi_core::{Rng as _, SplitMix64};
use hoshi_gtp::{Decoder, Heard, Reply};

fn heard(pieces: &[&[u8]]) -> Vec<Heard> {
    let mut decoder = Decoder::default();
    let mut all = Vec::new();
    for piece in pieces {
        decoder.feed(piece);
        all.extend(&mut decoder);
    }
    all
}

/// Replies of all kinds, and text outside replies.
const STREAMS: &[&str] = &[
    "",
    "=\n\n",
    "=1 D4\n\n",
    "=1 D4\r\n\r\n?2 no\r\n\r\n",
    "\n\n# hello\n=\n\n",
    "hello\n= \n \n",
    "=1\na\nb\n\n=2\n\n",
    "=12 a  b\tc\n\n",
    "=1x\n\n?\n\n",
    "= 本因坊\n\n",
    "=99999999999 a\n\n",
    "=1 a\n# b\n\n# c\n",
    "? a\r\r\n\n\n\n=",
    "=1 \u{85}a\n\u{0}\n",
];

#[test]
fn every_cut_of_a_small_stream() {
    for stream in STREAMS {
        let bytes = stream.as_bytes();
        let unsplit = heard(&[bytes]);
        let single: Vec<&[u8]> = bytes.chunks(1).collect();
        assert_eq!(heard(&single), unsplit, "{stream:?}");
        for first in 0..=bytes.len() {
            for second in first..=bytes.len() {
                let pieces = [&bytes[..first], &bytes[first..second], &bytes[second..]];
                assert_eq!(heard(&pieces), unsplit, "{stream:?} at {first} and {second}");
            }
        }
    }
}

/// All 2^15 cuts of a stream that has a little of everything.
#[test]
fn all_cuts_of_one() {
    let bytes = b"\n=1 a\r\nb\n\n? c\n\n";
    let unsplit = heard(&[bytes]);
    assert_eq!(unsplit.len(), 5);
    for cuts in 0..1_u32 << (bytes.len() - 1) {
        let mut pieces = Vec::new();
        let mut start = 0;
        for at in 1..bytes.len() {
            if cuts >> (at - 1) & 1 == 1 {
                pieces.push(&bytes[start..at]);
                start = at;
            }
        }
        pieces.push(&bytes[start..]);
        assert_eq!(heard(&pieces), unsplit, "{cuts:b}");
    }
}

#[test]
fn random_cuts_of_large_streams() {
    let mut rng = SplitMix64::new(1);
    let words = [
        "=",
        "?",
        "=7",
        "\n",
        "\n\n",
        "\r\n",
        " ",
        "#",
        "D4",
        "\u{1b}[1m",
        "é",
        "info move",
        "\u{ff}",
    ];
    for _ in 0..300 {
        let mut bytes = Vec::new();
        for _ in 0..rng.below(400) {
            bytes.extend_from_slice(words[rng.below(words.len() as u32) as usize].as_bytes());
        }
        if !bytes.is_empty() && rng.below(4) == 0 {
            let at = rng.below(bytes.len() as u32) as usize;
            bytes[at] = 0xff;
        }
        let unsplit = heard(&[&bytes]);
        for _ in 0..5 {
            let mut pieces = Vec::new();
            let mut rest = &bytes[..];
            while !rest.is_empty() {
                let len = (1 + rng.below(20) as usize).min(rest.len());
                let (piece, behind) = rest.split_at(len);
                pieces.push(piece);
                rest = behind;
            }
            assert_eq!(heard(&pieces), unsplit);
        }
    }
}

/// The cut of a line that is too long does not depend on the pieces, either.
#[test]
fn lines_around_the_maximum_length() {
    const MAX: usize = 1 << 20;
    for len in [MAX - 1, MAX, MAX + 1, 2 * MAX + 1] {
        let mut bytes = b"=1 ".to_vec();
        bytes.resize(len, b'x');
        bytes.extend_from_slice(b"\nb\n\n=2\n\n");
        let unsplit = heard(&[&bytes]);
        let [Heard::Line(line), Heard::Line(_), Heard::Reply(_), Heard::Reply(last)] = &unsplit[..]
        else {
            panic!("{len}: {} were heard", unsplit.len());
        };
        assert_eq!(line.len(), len.min(MAX) - 3);
        assert_eq!(last, &Reply { id: Some(2), text: Ok(String::new()) });
        for size in [1 << 16, MAX - 1, MAX + 1] {
            let pieces: Vec<&[u8]> = bytes.chunks(size).collect();
            assert_eq!(heard(&pieces), unsplit, "{len} by {size}");
        }
    }
}

#[test]
fn terminal_control_codes_are_removed() {
    let all = heard(&[b"=1 a\x1b[2Jb\x07\n\n\x1b]0;x\n"]);
    let reply = Reply { id: Some(1), text: Ok("a [2Jb".to_owned()) };
    assert_eq!(all[1..], [Heard::Reply(reply), Heard::Stray("]0;x".to_owned())]);
}
