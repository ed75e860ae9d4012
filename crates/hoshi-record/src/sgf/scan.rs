//! The push parser: it walks over the bytes once and calls a visitor. Its only state is the nesting,
//! so it handles files of any length and depth; the tree is built by one such visitor, and bulk work
//! needs no tree.
//!
//! A file with a game in it can always be read: faults are reported to the visitor, and the walk
//! continues.

mod ahead;
mod node;
mod pass;

use memchr::{memchr, memchr3};

use super::encoding::{Charsets, Script};
use super::lex::{self, is_space, skip_space};
use super::trouble::Trouble;
use super::visitor::{Flow, Mend, Visitor};
use crate::charset::{Hints, Lexing};

pub(super) use ahead::Unclosed;

/// Walks over a text whose characters are ASCII or UTF-8 (or another charset where no part of a
/// character looks like a bracket), and calls the visitor.
///
/// See [`Visitor`] for an example.
pub fn scan<'t, V: Visitor<'t>>(text: &'t [u8], visitor: &mut V) {
    scan_as(text, |_| Lexing::Plain, visitor);
}

/// Like [`scan`], for any charset: `lexing` is called for every game, with its offset.
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
    Scan::new(text, 0, lexing).file(visitor);
}

/// The approximate end of the game at `at`, found without knowing its charset. `unclosed` is a cache
/// that is reused for later games.
pub(super) fn end_of_game(text: &[u8], at: usize, unclosed: &mut Option<Unclosed>) -> usize {
    if let Some(end) = end_of_only_game(&text[at..]) {
        return at + end;
    }
    let mut scan = Scan::new(text, at, |_| Lexing::Plain);
    scan.unclosed = unclosed.take();
    scan.pass_over();
    *unclosed = scan.unclosed;
    scan.at
}

/// The end of a text's only game, if it has no variations and no round brackets in its text.
fn end_of_only_game(text: &[u8]) -> Option<usize> {
    let close = memchr(b')', text)?;
    let is_only = text[0] == b'(' && memchr(b'(', &text[1..]).is_none();
    (is_only && text[close + 1..].trim_ascii().is_empty()).then_some(close + 1)
}

/// Like [`scan`], for the bytes of any file: byte order marks are skipped, UTF-16 is converted to
/// UTF-8, and every game is read in its own charset, as in
/// [`Collection::read`](super::Collection::read).
///
/// The visitor may see a temporary text, so it must not keep references to it.
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

/// Like [`scan_file`]; sets `script` before each game begins.
pub(crate) fn scan_scripts<V: for<'t> Visitor<'t>>(
    bytes: &[u8],
    mut tell: impl FnMut(Script),
    visitor: &mut V,
) {
    let (text, mut charsets) = Charsets::survey(bytes.into(), &Hints::default());
    let lexing = |at| {
        let (script, lexing) = charsets.script(&text, at);
        tell(script);
        lexing
    };
    scan_as(&text, lexing, visitor);
}

/// The start of a game.
enum Start {
    /// With `(` and then a node or another bracket.
    Usual(usize),
    /// With its first node, without a bracket.
    Unopened(usize),
}

/// How the walk over one game ended.
#[derive(PartialEq, Eq)]
enum After {
    Closed,
    /// The text ended, or another game began.
    Unclosed,
    Stop,
    NextGame,
}

struct Scan<'t, L> {
    text: &'t [u8],
    at: usize,
    /// For every open bracket, twice the number of variations of the last node in it, plus one if the node
    /// before it is tidy. Packed into one number, since a file can be nothing but brackets.
    branches: Vec<u32>,
    /// Whether the last node is tidy.
    tidy: bool,
    lexing: Lexing,
    lexings: L,
    /// The offset of the game.
    begin: usize,
    /// Whether its first bracket is closed, once computed.
    is_closed: Option<bool>,
    unclosed: Option<Unclosed>,
    /// The offsets after the last value, the last `(`, and the last `)`.
    value_end: usize,
    last_open: usize,
    last_close: usize,
    /// The depths of nodes that followed variations and need brackets of their own, and their number.
    wraps: Vec<(usize, usize)>,
}

impl<'t, L: FnMut(usize) -> Lexing> Scan<'t, L> {
    fn new(text: &'t [u8], at: usize, lexings: L) -> Scan<'t, L> {
        Scan {
            text,
            at,
            branches: Vec::new(),
            tidy: true,
            lexing: Lexing::Plain,
            lexings,
            begin: at,
            is_closed: None,
            unclosed: None,
            value_end: 0,
            last_open: 0,
            last_close: 0,
            wraps: Vec::new(),
        }
    }

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
            self.starts(begin);
            if reopened {
                visitor.trouble(Trouble::AfterTheEnd, begin);
                visitor.mend(Mend::Remove(self.last_close..self.last_close + 1));
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
                    visitor.mend(Mend::Insert(at, b'('));
                }
                self.wraps.clear();
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
                After::Unclosed => {
                    visitor.trouble(Trouble::MissingClose, self.content_end());
                    self.close_all(visitor);
                }
            }
            if visitor.end_game() == Flow::Stop {
                return;
            }
        }
    }

    /// Reports text between games.
    fn outside<V: Visitor<'t>>(&self, from: usize, to: usize, after: bool, visitor: &mut V) {
        let mut at = from;
        while at < to {
            let close = self.text[at] == b')' && after;
            visitor.trouble(if close { Trouble::ExtraClose } else { Trouble::TextOutside }, at);
            visitor.mend(Mend::Remove(at..if close { at + 1 } else { to }));
            if close {
                at = skip_space(self.text, at + 1);
            } else {
                return;
            }
        }
    }

    /// The end of the content so far, before trailing white space.
    fn content_end(&self) -> usize {
        let mut end = self.at.min(self.text.len());
        while end > self.value_end && is_space(self.text[end - 1]) {
            end -= 1;
        }
        end
    }

    /// Reports the brackets that close everything that is open.
    fn close_all<V: Visitor<'t>>(&self, visitor: &mut V) {
        let end = self.content_end();
        let wraps: usize = self.wraps.iter().map(|&(_, count)| count).sum();
        for _ in 0..self.branches.len() + wraps {
            visitor.mend(Mend::Insert(end, b')'));
        }
    }

    /// The start of the next game, from `from` on. After a game, nodes without a bracket continue it.
    fn find_game(&self, from: usize, after: bool) -> Option<Start> {
        let text = self.text;
        // The fast path: a game that begins as it should.
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

    /// Walks to the end of a game, from after its first bracket.
    fn game<V: Visitor<'t>>(&mut self, visitor: &mut V) -> After {
        // Whether there were nodes since the bracket, and variations since the node.
        let (mut nodes, mut varied) = (0usize, false);
        loop {
            let Some(&byte) = self.text.get(self.at) else { return After::Unclosed };
            match byte {
                b';' => {
                    if varied {
                        visitor.trouble(Trouble::NodeAfterVariations, self.at);
                        visitor.mend(Mend::Insert(self.at, b'('));
                        self.wrap();
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
                        *top &= 1;
                    }
                }
                b'(' => {
                    if nodes > 0 && self.is_root_ahead() {
                        visitor.trouble(Trouble::GameInGame, self.at);
                        self.close_all(visitor);
                        return After::Closed;
                    }
                    self.last_open = self.at;
                    self.at += 1;
                    if nodes == 0 && self.branches.len() == 1 {
                        // Brackets around brackets, before the first node.
                        visitor.trouble(Trouble::EmptyVariation, self.at - 1);
                        visitor.mend(Mend::Remove(self.at - 1..self.at));
                        continue;
                    }
                    let nth = self.branches.last_mut().map_or(0, |twice| {
                        *twice += 2;
                        (*twice >> 1) - 1
                    });
                    match visitor.variation(nth as usize) {
                        Flow::Go => {
                            self.branches.push(self.tidy.into());
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
                    self.last_close = self.at;
                    self.at += 1;
                    if self.wraps.last().is_some_and(|&(depth, _)| depth == self.branches.len()) {
                        let (_, count) = self.wraps.pop().unwrap_or_default();
                        for _ in 0..count {
                            visitor.mend(Mend::Insert(self.last_close, b')'));
                        }
                    }
                    let before = self.branches.pop();
                    if self.branches.is_empty() {
                        return After::Closed;
                    }
                    if nodes == 0 && !varied {
                        visitor.trouble(Trouble::EmptyVariation, self.at - 1);
                        visitor.mend(Mend::Remove(self.last_open..self.last_open + 1));
                        visitor.mend(Mend::Remove(self.last_close..self.last_close + 1));
                    }
                    visitor.end_variation();
                    self.tidy = before.is_some_and(|before| before & 1 == 1);
                    (nodes, varied) = (1, true);
                }
                byte if is_space(byte) => self.at += 1,
                _ => {
                    let name = lex::name_end(self.text, self.at);
                    let value = skip_space(self.text, name);
                    if name > self.at && self.text.get(value) == Some(&b'[') {
                        if varied && self.rest_of_node(visitor) {
                            continue;
                        }
                        visitor.trouble(Trouble::MissingSemicolon, self.at);
                        visitor.mend(Mend::Insert(self.at, b';'));
                        nodes += 1;
                        varied = false;
                        match self.node(visitor) {
                            Flow::Go => {}
                            Flow::Skip => self.pass_over_variation(),
                            Flow::NextGame => return After::NextGame,
                            Flow::Stop => return After::Stop,
                        }
                        if let Some(top) = self.branches.last_mut() {
                            *top &= 1;
                        }
                    } else {
                        visitor.trouble(Trouble::TextInNode, self.at);
                        let from = self.at;
                        self.skip_junk();
                        visitor.mend(self.junk(from..self.at));
                    }
                }
            }
        }
    }

    /// Notes that a node follows variations.
    #[cold]
    fn wrap(&mut self) {
        let here = self.branches.len();
        match self.wraps.last_mut() {
            Some((depth, count)) if *depth == here => *count += 1,
            _ => self.wraps.push((here, 1)),
        }
    }
}
