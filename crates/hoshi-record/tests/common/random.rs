//! Random input from fixed seeds: pieces of SGF in any order, well-formed games with everything that
//! real ones have, and small changes to either.

use std::ops::Range;

use hoshi_core::{Rng, SplitMix64};

/// A source of choices: random, or, for a fuzzer, from its bytes.
pub(crate) enum Random {
    Seeded(SplitMix64),
    Given(std::vec::IntoIter<u8>),
}

impl Random {
    pub(crate) fn new(seed: u64) -> Random {
        Random::Seeded(SplitMix64::new(seed))
    }

    pub(crate) fn given(bytes: &[u8]) -> Random {
        Random::Given(Vec::from(bytes).into_iter())
    }

    /// A number below `bound`, or 0.
    pub(crate) fn below(&mut self, bound: usize) -> usize {
        match self {
            _ if bound == 0 => 0,
            Random::Seeded(rng) => rng.below(u32::try_from(bound).unwrap_or(u32::MAX)) as usize,
            // After the end `one_in` is never true, so loops stop.
            Random::Given(bytes) => {
                bytes.next().map_or(bound - 1, |byte| usize::from(byte) % bound)
            }
        }
    }

    pub(crate) fn one_in(&mut self, number: usize) -> bool {
        self.below(number) == 0
    }

    pub(crate) fn pick<'a, T: ?Sized>(&mut self, all: &[&'a T]) -> &'a T {
        all[self.below(all.len())]
    }

    pub(crate) fn byte(&mut self) -> u8 {
        self.below(256) as u8
    }

    fn range(&mut self, length: usize, longest: usize) -> Range<usize> {
        let start = self.below(length);
        start..(start + 1 + self.below(longest)).min(length)
    }
}

/// Pieces of SGF, complete and broken. The second list needs charset guessing.
const ASCII: &[&[u8]] = &[
    b"(",
    b";",
    b")",
    b"[",
    b"]",
    b"\\",
    b"(;",
    b";;",
    b"))",
    b"B[aa]",
    b"W[bb]",
    b"B[]",
    b";B[cc]",
    b";W[dd]",
    b"AB[aa][bb]",
    b"C[",
    b"C[see [a] here]",
    b"C[a\\]b]",
    b"FF[4]",
    b"SZ[9]",
    b"SZ[5:3]",
    b"GM[1]",
    b"CA[UTF-8]",
    b"CA[gbk]",
    b"(;FF[4]",
    b"(;GM[1]",
    b"B",
    b"W[",
    b"B[",
    b"AB",
    b"KM[6.5",
    b"SiZe[7]",
    b"text",
    b" ",
    b"\n",
    b"\r",
    b"\r\n",
    b"\n\r",
    b"\t",
    b"\0",
    b"a",
    b"Z",
    b"9",
    b"_",
    b"x]y",
    b":",
    b"LB[aa:1]",
    b"L",
    b"\\\n",
    b"\\\r\n",
    b"PB[A: \\: B]",
    b"tt",
    b"],[",
    b"AB[aa:cc]",
    b"] [",
    b"] )",
    b")]",
    b"RE[B+3.5]",
    b"\x7f",
];
const OTHER: &[&[u8]] = &[
    "é".as_bytes(),
    "本因坊".as_bytes(),
    "😀".as_bytes(),
    b"\xb6\xce",
    b"\x95\x5c",
    b"\x83\x5d",
    b"\xff",
    b"\xef\xbb\xbf",
    b"\x1b$B",
    b"\x1b(B",
    b"CA[Shift_JIS]",
    b"CA[GB2312]",
    b"CA[ISO-8859-1]",
    b"\x95",
    b"PB[\xbf\xc2\xbd\xe0]",
    b"\xe9",
    b"\xd7\xda",
];

/// Pieces in any order. With `other`, some are in other charsets than ASCII.
pub(crate) fn garbage(random: &mut Random, other: bool) -> Vec<u8> {
    let mut bytes = if random.one_in(3) { Vec::new() } else { b"(;".to_vec() };
    for _ in 0..random.below(24) {
        let piece = if other && random.one_in(4) { random.pick(OTHER) } else { random.pick(ASCII) };
        bytes.extend_from_slice(piece);
    }
    bytes
}

/// Bytes beyond ASCII, a third of them next to structural bytes.
pub(crate) fn torn(random: &mut Random) -> Vec<u8> {
    const LABELS: &[&[u8]] = &[b"CA[gbk]", b"CA[Big5]", b"CA[Shift_JIS]", b"CA[latin1]", b"CA[x]"];
    const MARKS: &[u8] = b"]]]]\\\\[[[;;(()BCe\n\x1b$";
    let mut bytes = random.pick(&[b"(;C[", b"(e[]", b"(;B["]).to_vec();
    for _ in 0..1 + random.below(14) {
        match random.below(16) {
            0 => bytes.extend_from_slice(random.pick(ASCII)),
            1 => bytes.extend_from_slice(random.pick(OTHER)),
            2 if random.one_in(3) => bytes.extend_from_slice(random.pick(LABELS)),
            3..9 => bytes.push(0x80 + random.below(0x80) as u8),
            _ => bytes.push(MARKS[random.below(MARKS.len())]),
        }
    }
    bytes
}

/// Small changes to some bytes.
pub(crate) fn mutated(random: &mut Random, bytes: &[u8]) -> Vec<u8> {
    let mut bytes = bytes.to_vec();
    for _ in 0..=random.below(4) {
        let at = random.below(bytes.len() + 1);
        match random.below(6) {
            0 if !bytes.is_empty() => {
                let here = at.min(bytes.len() - 1);
                bytes[here] = b"()[];\\BW \n\0a"[random.below(12)];
            }
            1 if !bytes.is_empty() => drop(bytes.drain(random.range(bytes.len(), 12))),
            2 if !bytes.is_empty() => {
                let part = bytes[random.range(bytes.len(), 24)].to_vec();
                drop(bytes.splice(at..at, part));
            }
            3 => bytes.truncate(at.max(8)),
            _ => drop(bytes.splice(at..at, random.pick(ASCII).iter().copied())),
        }
    }
    bytes
}

/// Texts that need care: brackets, escapes, colons, line ends, many scripts.
pub(crate) const TEXTS: &[&str] = &[
    "",
    " ",
    "a",
    "]",
    "\\",
    ":",
    "[",
    "];",
    "\\]",
    "a]b\\c:d",
    "see [a] here",
    ";B[aa",
    "(;B[aa])",
    "last \\",
    "two\nlines",
    "\n",
    "本因坊秀策",
    "Jürgen",
    "이세돌",
    "Шишкин",
    "😀👨‍👩‍👧",
    "שלום עולם",
    "مرحبا",
    "a\u{301}",
    "\u{feff}x",
    "2:1",
    "tab and  spaces",
    "C[",
    "];W[bb",
    "x ) ]",
    "]) (;FF[4]",
    "\u{85}\u{2028}",
];

/// A point on a board with this side.
pub(crate) fn point(random: &mut Random, side: usize) -> String {
    let letter = |random: &mut Random| char::from(b'a' + random.below(side.min(26)) as u8);
    format!("{}{}", letter(random), letter(random))
}

/// White space as it occurs between tokens.
fn space(random: &mut Random) -> &'static str {
    random.pick(&["", "", "", "", "", "\n", " ", "\r\n", "\r", "\n\r", "\t "])
}

/// A well-formed game in UTF-8: the brackets are right, the moves need not be.
pub(crate) fn game(random: &mut Random, nodes: usize) -> Vec<u8> {
    let mut out = String::from("(;GM[1]FF[4]CA[UTF-8]SZ[9]PB[本因坊]");
    if random.one_in(3) {
        out.push_str("KM[6.5]RU[Japanese]AB[cc][gg]");
    }
    let mut left = nodes;
    line(random, &mut left, 0, &mut out);
    out.push(')');
    out.into_bytes()
}

fn line(random: &mut Random, left: &mut usize, depth: usize, out: &mut String) {
    loop {
        if *left == 0 || (depth > 0 && random.one_in(6)) {
            return;
        }
        if random.one_in(5) {
            for _ in 0..2 + random.below(2) {
                out.push_str(space(random));
                out.push('(');
                out.push_str(space(random));
                *left = left.saturating_sub(1);
                node(random, out);
                if depth < 40 {
                    line(random, left, depth + 1, out);
                }
                out.push(')');
            }
            return;
        }
        *left -= 1;
        node(random, out);
    }
}

fn node(random: &mut Random, out: &mut String) {
    out.push(';');
    out.push_str(space(random));
    if !random.one_in(12) {
        let color = random.pick(&["B", "W"]);
        let point = if random.one_in(15) { String::new() } else { point(random, 9) };
        out.push_str(&format!("{color}[{point}]"));
    }
    if random.one_in(4) {
        property(random, out);
    }
}

fn property(random: &mut Random, out: &mut String) {
    out.push_str(space(random));
    let (a, b) = (point(random, 9), point(random, 9));
    match random.below(8) {
        0 => out.push_str(&format!("AB[{a}]{}[{b}]", space(random))),
        1 => out.push_str(&format!("AE[{a}:{b}]")),
        2 => out.push_str(&format!("LB[{a}:A][{b}:\\]]")),
        3 => out.push_str(&format!("XYZ9[{a}]TR[{b}]")),
        4 => out.push_str("DD[]"),
        5 => out.push_str(&format!("LN[{a}:{b}]")),
        _ => {
            let text = random.pick(TEXTS);
            // Brackets are always escaped, other characters sometimes, which is allowed.
            out.push_str("C[");
            for letter in text.chars() {
                if matches!(letter, ']' | '\\' | '[') || (letter != '\n' && random.one_in(20)) {
                    out.push('\\');
                }
                out.push(letter);
            }
            out.push(']');
        }
    }
}

/// A game like those of [`game`], in ASCII only.
pub(crate) fn tree(random: &mut Random, nodes: usize) -> Vec<u8> {
    let text = String::from_utf8(game(random, nodes)).expect("it is made of text");
    text.chars().map(|letter| if letter.is_ascii() { letter as u8 } else { b'?' }).collect()
}
