//! The push parser: it walks over the bytes once and tells a visitor what it meets. It keeps nothing
//! but how deep it is, so files of any length and depth can be gone through; the tree is made by one
//! such visitor, and bulk work needs no tree.
//!
//! A file that has a game in it is always read: what is wrong is told to the visitor, and the walk
//! goes on.

mod pass;

use memchr::memchr3;

use super::encoding::{Charsets, Script};
use super::lex::{self, Ending, is_space, skip_space};
use super::trouble::Trouble;
use super::visitor::{Flow, Visitor};
use crate::charset::Lexing;

/// Walks over a text whose characters are ASCII or UTF-8 (or another charset where no part of a
/// character looks like a bracket), and tells the visitor what is in it.
///
/// See [`Visitor`] for an example.
pub fn scan<'t, V: Visitor<'t>>(text: &'t [u8], visitor: &mut V) {
    scan_as(text, |_| Lexing::Plain, visitor);
}

/// The same for any charset: `lexing` is asked for every game, by where it begins.
///
/// ```
/// use hoshi_record::charset::{DoubleByte, Lexing};
/// use hoshi_record::sgf::{Visitor, scan_as};
///
/// struct Values(Vec<usize>);
///
/// impl<'t> Visitor<'t> for Values {
///     fn value(&mut self, _name: &'t [u8], value: &'t [u8]) {
///         self.0.push(value.len());
///     }
/// }
///
/// // In Shift_JIS the second byte of a character may look like a bracket.
/// let mut values = Values(Vec::new());
/// scan_as(b"(;C[\x83\x5d])", |_| Lexing::DoubleByte(DoubleByte::ShiftJis), &mut values);
/// assert_eq!(values.0, [2]);
/// ```
pub fn scan_as<'t, V: Visitor<'t>>(
    text: &'t [u8],
    lexing: impl FnMut(usize) -> Lexing,
    visitor: &mut V,
) {
    let mut scan =
        Scan { text, at: 0, branches: Vec::new(), lexing: Lexing::Plain, lexings: lexing };
    scan.file(visitor);
}

/// About where the game ends that begins at `at`, as far as that can be seen without its charset.
pub(super) fn end_of_game(text: &[u8], at: usize) -> usize {
    let lexings = |_| Lexing::Plain;
    let mut scan = Scan { text, at, branches: Vec::new(), lexing: Lexing::Plain, lexings };
    scan.pass_over();
    scan.at
}

/// The same for the bytes of any file: byte order marks are left out, UTF-16 is turned into UTF-8, and
/// every game is read by its own charset, as [`Collection::read`](super::Collection::read) does it.
///
/// What the visitor is shown may be a text that is gone afterwards, so it must keep no part of it.
///
/// ```
/// use hoshi_record::sgf::{Visitor, scan_file};
///
/// struct Nodes(usize);
///
/// impl Visitor<'_> for Nodes {
///     fn end_node(&mut self, _offset: usize, _tidy: bool) {
///         self.0 += 1;
///     }
/// }
///
/// let mut nodes = Nodes(0);
/// // The second byte of the first character is a backslash.
/// scan_file(b"(;CA[Shift_JIS]PB[\x83\x5c];B[aa])", &mut nodes);
/// assert_eq!(nodes.0, 2);
/// ```
pub fn scan_file<V: for<'t> Visitor<'t>>(bytes: &[u8], visitor: &mut V) {
    scan_scripts(bytes, |_| {}, visitor);
}

/// The same, and how each game is written is told before it begins.
pub(crate) fn scan_scripts<V: for<'t> Visitor<'t>>(
    bytes: &[u8],
    mut tell: impl FnMut(Script),
    visitor: &mut V,
) {
    let (text, mut charsets) = Charsets::survey(bytes.into());
    let lexing = |at| {
        let script = charsets.script(&text, at);
        tell(script);
        script.lexing
    };
    scan_as(&text, lexing, visitor);
}

/// How a game begins.
enum Start {
    /// With `(` and then a node or another bracket.
    Usual(usize),
    /// With its first node, without a bracket.
    Unopened(usize),
}

/// What the walk over one game came to.
#[derive(PartialEq, Eq)]
enum After {
    Closed,
    /// The text ended, or another game began.
    Unclosed,
    Stop,
    NextGame,
}

/// Whether eight bytes, the first the lowest, begin with a move such as `B[pd]`. As one number they are
/// asked one question, where one by one they would be asked seven. A few signs pass for small letters: they
/// begin or end nothing either, in any charset.
#[inline]
fn is_move(word: u64) -> bool {
    const LIKE: u64 = u64::from_le_bytes(*b"\0[``]\0\0\0");
    const MASK: u64 = u64::from_le_bytes([0, 0xff, 0xe0, 0xe0, 0xff, 0, 0, 0]);
    let color = word as u8;
    (word & MASK == LIKE) & ((color == b'B') | (color == b'W'))
}

struct Scan<'t, L> {
    text: &'t [u8],
    at: usize,
    /// For every open bracket, how many variations the node before it has had.
    branches: Vec<u32>,
    lexing: Lexing,
    lexings: L,
}

impl<'t, L: FnMut(usize) -> Lexing> Scan<'t, L> {
    fn file<V: Visitor<'t>>(&mut self, visitor: &mut V) {
        let mut games = 0;
        loop {
            let from = skip_space(self.text, self.at);
            let start = self.find_game(from, games > 0);
            let begin = match start {
                Some(Start::Usual(at) | Start::Unopened(at)) => at,
                None => self.text.len(),
            };
            self.outside(from, begin, games > 0, visitor);
            let Some(start) = start else { return };
            let reopened = matches!(start, Start::Unopened(_)) && games > 0;
            self.at = begin;
            if reopened {
                visitor.trouble(Trouble::AfterTheEnd, begin);
                visitor.reopen();
            } else {
                self.lexing = (self.lexings)(begin);
                match visitor.game(begin) {
                    Flow::Stop => return,
                    Flow::NextGame | Flow::Skip => {
                        self.pass_over();
                        games += 1;
                        continue;
                    }
                    Flow::Go => {}
                }
                if let Start::Unopened(at) = start {
                    visitor.trouble(Trouble::MissingOpen, at);
                }
            }
            games += 1;
            self.branches.clear();
            self.branches.push(0);
            if let Start::Usual(_) = start {
                self.at += 1;
            }
            match self.game(visitor) {
                After::Stop => return,
                After::NextGame => self.pass_over_rest(),
                After::Closed => {}
                After::Unclosed => visitor.trouble(Trouble::MissingClose, self.at),
            }
            if visitor.end_game() == Flow::Stop {
                return;
            }
        }
    }

    /// Tells of what stands between games.
    fn outside<V: Visitor<'t>>(&self, from: usize, to: usize, after: bool, visitor: &mut V) {
        let mut at = from;
        while at < to {
            let close = self.text[at] == b')' && after;
            visitor.trouble(if close { Trouble::ExtraClose } else { Trouble::TextOutside }, at);
            if close {
                at = skip_space(self.text, at + 1);
            } else {
                return;
            }
        }
    }

    /// Where the next game begins, from `from` on. After a game, nodes without a bracket go on with it.
    fn find_game(&self, from: usize, after: bool) -> Option<Start> {
        let text = self.text;
        // Where a game begins as it should, nothing else is looked at.
        if text.get(from) == Some(&b'(') && text.get(from + 1) == Some(&b';') {
            return Some(Start::Usual(from));
        }
        let is_property = |at: usize| {
            let end = lex::name_end(text, at);
            end > at && text[at].is_ascii_alphabetic() && text.get(end) == Some(&b'[')
        };
        let capitals = text[from..].iter().take_while(|byte| byte.is_ascii_uppercase()).count();
        let mut at = from;
        while let Some(found) = memchr3(b'(', b';', b'[', &text[at..]) {
            let here = at + found;
            let next = skip_space(text, here + 1);
            match text[here] {
                b'(' => match text.get(next) {
                    Some(b';') => return Some(Start::Usual(here)),
                    Some(b'(') if text.get(skip_space(text, next + 1)) == Some(&b';') => {
                        return Some(Start::Usual(here));
                    }
                    Some(_) if is_property(next) => {
                        return Some(Start::Usual(here));
                    }
                    _ => {}
                },
                b';' if is_property(next) => return Some(Start::Unopened(here)),
                // A file that begins with the root's properties.
                b'[' if !after && here > from && here == from + capitals => {
                    return Some(Start::Unopened(from));
                }
                _ => {}
            }
            at = here + 1;
        }
        None
    }

    /// Walks to the end of a game, its first bracket being behind us.
    fn game<V: Visitor<'t>>(&mut self, visitor: &mut V) -> After {
        // Whether nodes came since the bracket, and whether variations since the node.
        let (mut nodes, mut varied) = (0usize, false);
        loop {
            let Some(&byte) = self.text.get(self.at) else { return After::Unclosed };
            match byte {
                b';' => {
                    if varied {
                        visitor.trouble(Trouble::NodeAfterVariations, self.at);
                        varied = false;
                    }
                    self.at += 1;
                    nodes += 1;
                    match self.moves(visitor) {
                        Flow::Go => {}
                        Flow::Skip => self.pass_over_variation(),
                        Flow::NextGame => return After::NextGame,
                        Flow::Stop => return After::Stop,
                    }
                    if let Some(top) = self.branches.last_mut() {
                        *top = 0;
                    }
                }
                b'(' => {
                    if nodes > 0 && self.is_root_ahead() {
                        visitor.trouble(Trouble::GameInGame, self.at);
                        return After::Closed;
                    }
                    self.at += 1;
                    if nodes == 0 && self.branches.len() == 1 {
                        // Brackets around brackets, before the first node.
                        visitor.trouble(Trouble::EmptyVariation, self.at - 1);
                        continue;
                    }
                    let nth = self.branches.last_mut().map_or(0, |count| {
                        *count += 1;
                        *count - 1
                    });
                    match visitor.variation(nth as usize) {
                        Flow::Go => {
                            self.branches.push(0);
                            (nodes, varied) = (0, false);
                        }
                        Flow::Skip => {
                            self.branches.push(0);
                            self.pass_over_variation();
                            if self.text.get(self.at) == Some(&b')') {
                                self.at += 1;
                            }
                            self.branches.pop();
                            varied = true;
                        }
                        Flow::NextGame => {
                            self.branches.push(0);
                            return After::NextGame;
                        }
                        Flow::Stop => return After::Stop,
                    }
                }
                b')' => {
                    self.at += 1;
                    self.branches.pop();
                    if self.branches.is_empty() {
                        return After::Closed;
                    }
                    if nodes == 0 && !varied {
                        visitor.trouble(Trouble::EmptyVariation, self.at - 1);
                    }
                    visitor.end_variation();
                    (nodes, varied) = (1, true);
                }
                byte if is_space(byte) => self.at += 1,
                _ => {
                    let name = lex::name_end(self.text, self.at);
                    let value = skip_space(self.text, name);
                    if name > self.at && self.text.get(value) == Some(&b'[') {
                        visitor.trouble(Trouble::MissingSemicolon, self.at);
                        nodes += 1;
                        varied = false;
                        match self.node(visitor) {
                            Flow::Go => {}
                            Flow::Skip => self.pass_over_variation(),
                            Flow::NextGame => return After::NextGame,
                            Flow::Stop => return After::Stop,
                        }
                        if let Some(top) = self.branches.last_mut() {
                            *top = 0;
                        }
                    } else {
                        visitor.trouble(Trouble::TextInNode, self.at);
                        self.skip_junk();
                    }
                }
            }
        }
    }

    /// Whether what begins here, inside a game, is the root of another: nobody writes FF, GM or SZ
    /// first in a variation. We write a space before the value there.
    fn is_root_ahead(&self) -> bool {
        let semicolon = skip_space(self.text, self.at + 1);
        if self.text.get(semicolon) != Some(&b';') {
            return false;
        }
        let name = skip_space(self.text, semicolon + 1);
        let ahead = &self.text[name..self.text.len().min(name + 3)];
        matches!(ahead, b"FF[" | b"GM[" | b"SZ[")
    }

    /// Walks over nodes that are one move and nothing else, as nearly every node of every file is, and
    /// over the node that ends their run.
    #[inline]
    fn moves<V: Visitor<'t>>(&mut self, visitor: &mut V) -> Flow {
        let text = self.text;
        let mut at = self.at;
        while let Some(eight) = text[at..].first_chunk::<8>() {
            if !is_move(u64::from_le_bytes(*eight)) {
                break;
            }
            let [_, _, _, _, _, after, next, third] = *eight;
            // Behind the semicolon of the next node.
            let next = match (after, next, third) {
                (b';', ..) => at + 6,
                (b'\n', b';', _) => at + 7,
                (b'\r', b'\n', b';') => at + 8,
                _ => break,
            };
            match visitor.lone_move(at, &eight[..1], &eight[2..4]) {
                Flow::Go => {}
                flow => {
                    self.at = at;
                    return flow;
                }
            }
            at = next;
        }
        self.at = at;
        self.node(visitor)
    }

    /// Walks over a node's properties.
    fn node<V: Visitor<'t>>(&mut self, visitor: &mut V) -> Flow {
        let start = self.at;
        let flow = visitor.node(start);
        if flow != Flow::Go {
            return flow;
        }
        self.properties(start, visitor);
        Flow::Go
    }

    /// Walks over properties, whatever they look like, up to the next node or bracket.
    fn properties<V: Visitor<'t>>(&mut self, start: usize, visitor: &mut V) {
        let text = self.text;
        let mut at = start;
        // Behind the last value, and whether all was in its place up to there.
        let (mut end, mut tidy) = (start, true);
        while let Some(&byte) = text.get(at) {
            let from = at;
            let usual = lex::usual_name(&text[at..]);
            if usual > 0 {
                at += usual;
                tidy &= from == end;
                end = at;
            } else {
                match byte {
                    b';' | b'(' | b')' => break,
                    byte if is_space(byte) => {
                        at += 1;
                        continue;
                    }
                    b'[' => {
                        visitor.trouble(Trouble::NoName, at);
                        let extent = lex::value(text, at + 1, self.lexing);
                        (at, end, tidy) = (extent.next, extent.next, false);
                        continue;
                    }
                    byte if byte.is_ascii_alphabetic() => {
                        at = lex::name_end(text, at);
                        let name = &text[from..at];
                        let bracket = skip_space(text, at);
                        if text.get(bracket) != Some(&b'[') || !lex::is_name(name, end > start) {
                            let lone = name.iter().all(u8::is_ascii_uppercase);
                            visitor.trouble(
                                if lone { Trouble::NoValue } else { Trouble::TextInNode },
                                from,
                            );
                            tidy = false;
                            continue;
                        }
                        tidy &= from == end;
                        end = at;
                        at = bracket;
                    }
                    _ => {
                        visitor.trouble(Trouble::TextInNode, at);
                        self.at = at;
                        self.skip_junk();
                        at = self.at;
                        tidy = false;
                        continue;
                    }
                }
            }
            // Behind the name, which may be followed by white space.
            let name = &text[from..end];
            while text.get(at) == Some(&b'[') {
                tidy &= at == end;
                let (extent, trouble) = lex::value_of(name, text, at + 1, self.lexing);
                if let Some(trouble) = trouble {
                    visitor.trouble(trouble, at);
                    tidy = false;
                }
                visitor.value(name, &text[at + 1..extent.end]);
                end = extent.next;
                at = end;
                if extent.ending == Ending::Unclosed {
                    break;
                }
                if text.get(at).is_some_and(|&byte| is_space(byte)) {
                    at = skip_space(text, at);
                }
            }
        }
        visitor.end_node(end, tidy);
        self.at = at;
    }

    /// Passes over what is no piece of SGF, up to something that may be.
    fn skip_junk(&mut self) {
        // What stands here is no name with a value.
        let word = self.text[self.at].is_ascii_alphabetic();
        self.at = if word { lex::name_end(self.text, self.at) } else { self.at + 1 };
        while let Some(&byte) = self.text.get(self.at) {
            match byte {
                b';' | b'(' | b')' | b'[' => return,
                byte if byte.is_ascii_alphabetic() => {
                    let end = lex::name_end(self.text, self.at);
                    if self.text.get(skip_space(self.text, end)) == Some(&b'[') {
                        return;
                    }
                    self.at = end;
                }
                _ => self.at += 1,
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_are_seen_as_byte_by_byte() {
        let obvious = |eight: [u8; 8]| {
            let [color, open, x, y, close, ..] = eight;
            matches!(color, b'B' | b'W')
                && (open, close) == (b'[', b']')
                && [x, y].iter().all(|byte| matches!(byte, b'`'..=0x7f))
        };
        let check = |eight: [u8; 8]| {
            assert_eq!(is_move(u64::from_le_bytes(eight)), obvious(eight), "{eight:x?}");
        };
        for x in 0..=255 {
            for y in 0..=255 {
                check([b'B', b'[', x, y, b']', b';', x, y]);
                check([x, b'[', b'p', b'd', b']', y, 0, 0xff]);
                check([b'W', x, b'z', b'a', y, b';', b'B', b'[']);
            }
        }
    }
}
