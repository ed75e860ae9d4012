//! NGF, the records of Cyberoro and wBaduk: twelve lines about the game, then a line for each move. See
//! docs/formats/ngf.md.

use std::borrow::Cow;

use hoshi_core::{Color, Move, Size};

use super::fields;
use super::sheet::{Sheet, lines, quoted};
use super::tree::Tree;

/// The number of lines before the moves.
const HEADER: usize = 12;

/// Whether a text is NGF: one of its first lines looks like a move. An old or truncated header is
/// shorter, a comment makes it longer.
pub(super) fn is(text: &[u8]) -> bool {
    lines(text).take(40).any(|line| is_move(line.bytes))
}

/// `PM`, two letters as a counter, a colour, and two coordinates forwards and backwards.
fn is_move(line: &[u8]) -> bool {
    let line = line.trim_ascii();
    match line {
        [b'P', b'M', c, d, b'B' | b'W', x, y, y2, x2] => {
            (x, y) == (x2, y2) && [c, d, x, y].iter().all(|letter| letter.is_ascii_uppercase())
        }
        _ => false,
    }
}

/// The game of a file.
pub(super) fn game(sheet: &mut Sheet<'_>) -> Option<Tree> {
    let begins = sheet.lines().find(|line| line.bytes.trim_ascii().starts_with(b"PM"));
    let moves = begins.map(|line| line.number);
    let header: Vec<_> = sheet
        .lines()
        .take_while(|line| moves.is_none_or(|moves| line.number < moves))
        // A header is never this long; the rest is noted.
        .take(HEADER + 1)
        .map(|line| sheet.text(line))
        .collect();
    let text = |nth: usize| -> &str { header.get(nth - 1).map_or("", |line| line.trim()) };
    let size = text(2).parse().ok().and_then(Size::square);
    let size = size.filter(|size: &Size| size.width() <= 52);
    if moves.is_none() && (size.is_none() || header.len() < HEADER) {
        return None;
    }
    let size = size.unwrap_or_else(|| {
        sheet.note(2.min(moves.unwrap_or(1)), "the board size is missing; 19 is assumed");
        Size::S19
    });
    let mut tree = Tree::new(size);
    if header.len() != HEADER {
        let before = moves.unwrap_or(HEADER + 1);
        sheet.note(before, format!("{} lines come before the moves, not {HEADER}", before - 1));
    }
    set_info(&mut tree, &header, sheet);
    let (played, passes) = play(&mut tree, moves.unwrap_or(HEADER + 1), sheet);
    if let Ok(announced) = text(HEADER).parse::<usize>()
        && announced != played
        && announced + passes != played
    {
        sheet.note(HEADER, format!("{announced} moves are announced, but there are {played}"));
    }
    Some(tree)
}

/// The header.
fn set_info(tree: &mut Tree, header: &[Cow<'_, str>], sheet: &mut Sheet<'_>) {
    let text = |nth: usize| -> &str { header.get(nth - 1).map_or("", |line| line.trim()) };
    let number = |nth: usize| text(nth).parse::<u64>().ok();
    for (nth, line) in header.iter().enumerate() {
        if line.contains('\u{fffd}') {
            sheet.note(nth + 1, "it has unreadable characters");
        }
    }
    for (nth, name, color) in [(4, "PB", Color::Black), (3, "PW", Color::White)] {
        let (player, rank) = split_rank(text(nth));
        tree.set(name, player);
        if let Some(rank) = rank {
            fields::set_rank(tree, color, rank);
        }
    }
    tree.set("EV", text(1));
    tree.set("PC", text(5));
    let handicap = number(6);
    match handicap {
        Some(stones) => fields::set_handicap(tree, sheet, 6, stones),
        None if header.len() >= 6 => sheet.note(6, "the handicap is not a number"),
        None => {}
    }
    if number(7).is_some_and(|unknown| unknown != 0) {
        sheet.note(7, format!("{} is not understood; it is 0 elsewhere", quoted(text(7))));
    }
    match fields::decimal(text(8)) {
        // The half point is not written; handicap games have none.
        Some(komi) if handicap == Some(0) && !komi.contains('.') && !komi.starts_with('-') => {
            tree.set("KM", format!("{komi}.5"));
        }
        Some(komi) => tree.set("KM", komi),
        None if header.len() >= 8 => sheet.note(8, "the komi is not a number"),
        None => {}
    }
    // `20170316 [09:37]`
    let date = text(9);
    let digits = date.bytes().take_while(u8::is_ascii_digit).count();
    let day = fields::numbers(&date[..digits]).next().filter(|_| digits == 8);
    let day = day.and_then(|day| fields::day(day / 10_000, day / 100 % 100, day % 100));
    match day {
        Some(day) => tree.set("DT", fields::dates([day])),
        None if header.len() >= 9 => {
            sheet.note(9, format!("the date {} is not understood", quoted(date)));
        }
        None => {}
    }
    if let Some(minutes) = number(10) {
        fields::set_time(tree, minutes.saturating_mul(60), 0, 0);
    }
    if !text(11).is_empty() {
        fields::set_result(tree, sheet, 11, text(11));
    }
}

/// Reads the moves; returns the number of moves, and of passes among them.
fn play(tree: &mut Tree, from: usize, sheet: &mut Sheet<'_>) -> (usize, usize) {
    let (mut at, mut played, mut passes) = (0, 0, 0);
    let mut before: Option<u32> = None;
    for line in sheet.lines().skip(from - 1) {
        let bytes = line.bytes.trim_ascii();
        if bytes.is_empty() {
            continue;
        }
        let &[b'P', b'M', c, d, color @ (b'B' | b'W'), x, y, ref rest @ ..] = bytes else {
            let what = quoted(&sheet.text(line));
            sheet.skip(line.number, format!("{what} is not a move, and skipped"));
            continue;
        };
        let count = |letter: u8| u32::from(letter.wrapping_sub(b'A'));
        let nth = count(c) * 26 + count(d);
        if let Some(before) = before
            && (before + 1) % 676 != nth
        {
            sheet.note(line.number, "its number does not follow the one before it");
        }
        before = Some(nth);
        if rest != [y, x] {
            sheet
                .note(line.number, "the coordinates are not repeated backwards, as they should be");
        }
        let color = if color == b'B' { Color::Black } else { Color::White };
        let mv = if (x, y) == (b'A', b'A') {
            passes += 1;
            Some(Move::Pass)
        } else {
            // The letters begin with B.
            let on = |letter: u8| letter.checked_sub(b'B');
            on(x).zip(on(y)).and_then(|(x, y)| tree.size.point(x, y)).map(Move::Play)
        };
        let Some(mv) = mv else {
            let what = quoted(&sheet.text(line));
            sheet.skip(line.number, format!("{what} is not on the board; the move is skipped"));
            continue;
        };
        at = tree.play(at, 0, color, mv);
        played += 1;
    }
    (played, passes)
}

/// A name and the rank after it: `LQC 9DP`.
fn split_rank(text: &str) -> (&str, Option<&str>) {
    match text.rsplit_once(char::is_whitespace) {
        Some((name, rank)) if fields::rank(rank).is_some() => (name.trim_end(), Some(rank)),
        _ => (text, None),
    }
}
