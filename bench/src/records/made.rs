//! Generated records: random games, laid out like those of a Go server, and with the comments and
//! variations that people add.

use std::io::Write as _;

use hoshi_core::{Board, Color, Point, Preset, Rng as _, Rules, Size, SplitMix64};

/// One file of many games.
pub(super) fn games(number: usize) -> Vec<u8> {
    let mut rng = SplitMix64::new(1);
    let mut text = Vec::new();
    for game in 0..number {
        head(game, &mut text);
        let tries = 100 + rng.below(200);
        for (color, point) in moves(&mut rng, tries) {
            node(b"\n;", color, point, &mut text);
        }
        text.extend_from_slice(b")\n\n");
    }
    text
}

/// Many files of one game each.
pub(super) fn files(number: usize) -> Vec<Vec<u8>> {
    let mut rng = SplitMix64::new(2);
    let words =
        ["good", "White", "ko threat", "[was it?\\]", "こう", "a ponnuki is worth 30 points"];
    let file = |game| {
        let mut text = Vec::new();
        head(game, &mut text);
        let tries = 100 + rng.below(200);
        let moves = moves(&mut rng, tries);
        for (number, &(color, point)) in moves.iter().enumerate() {
            node(b";", color, point, &mut text);
            if rng.below(8) == 0 {
                text.extend_from_slice(b"C[");
                for _ in 0..=rng.below(12) {
                    text.extend_from_slice(words[rng.below(6) as usize].as_bytes());
                    text.push(b' ');
                }
                text.push(b']');
            }
            if rng.below(40) == 0
                && let Some(next) = moves.get(number + 1..number + 9)
            {
                text.extend_from_slice(b"\n(");
                next.iter().for_each(|&(color, point)| node(b";", color, point, &mut text));
                text.extend_from_slice(b")\n(");
                next.iter().rev().for_each(|&(color, point)| node(b";", color, point, &mut text));
                text.extend_from_slice(b"))\n");
                return text;
            }
        }
        text.extend_from_slice(b")\n");
        text
    };
    (0..number).map(file).collect()
}

/// A game of about two kilobytes, as the recorder writes it; every fifth has no result yet.
#[must_use]
pub fn recorded(game: usize, rng: &mut SplitMix64) -> Vec<u8> {
    let mut text = Vec::with_capacity(2500);
    let day = 1 + game % 28;
    let _ = write!(
        text,
        "(;GM[1]FF[4]CA[UTF-8]AP[hoshi:0.1.0]SZ[19]KM[7.5]RU[Chinese]PB[Ann Example]PW[hoshi bot:{}]\
         DT[2026-11-{day:02}]",
        1 + game % 10
    );
    if !game.is_multiple_of(5) {
        text.extend_from_slice(if game.is_multiple_of(2) { b"RE[B+R]" } else { b"RE[W+12.5]" });
    }
    text.push(b'\n');
    let tries = 520 + rng.below(260);
    for (color, point) in moves(rng, tries) {
        node(b";", color, point, &mut text);
    }
    text.extend_from_slice(b")\n");
    text
}

fn head(game: usize, text: &mut Vec<u8>) {
    let _ = write!(
        text,
        "(;GM[1]\nFF[4]\nSZ[19]\nPW[white{game}]\nWR[7d]\nPB[black{game}]\nBR[2k]\n\
         DT[2000-11-04]\nPC[a server]\nKM[6.50]\nRE[W+Resign]\nRU[Japanese]CA[UTF-8]TM[600]"
    );
}

pub(super) fn node(before: &[u8], color: Color, point: Point, text: &mut Vec<u8>) {
    text.extend_from_slice(before);
    let color = if color == Color::Black { b'B' } else { b'W' };
    text.extend_from_slice(&[color, b'[', b'a' + point.x(), b'a' + point.y(), b']']);
}

/// A random game of about this many moves: illegal points are skipped.
pub(super) fn moves(rng: &mut SplitMix64, tries: u32) -> Vec<(Color, Point)> {
    let rules = Rules::of(Preset::Simple);
    let mut board = Board::new(Size::S19);
    let mut color = Color::Black;
    let mut moves = Vec::new();
    for _ in 0..tries {
        let [x, y] = [rng.below(19) as u8, rng.below(19) as u8];
        let point = Size::S19.point(x, y).expect("a point of the board");
        if board.play(color, point, &rules).is_ok() {
            moves.push((color, point));
            color = color.opponent();
        }
    }
    moves
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::records::{ours, theirs};

    #[test]
    fn both_read_what_is_made() {
        for bytes in files(20).iter().chain([&games(20)]) {
            let theirs = theirs::read(bytes).map(|trees| theirs::count(&trees));
            assert_eq!(theirs, Some(ours::count(&ours::read(bytes).unwrap())));
        }
    }
}
