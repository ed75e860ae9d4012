//! The push parser: it walks over the bytes once and tells a visitor what it meets. It keeps nothing
//! but how deep it is, so files of any length and depth can be gone through; the tree is made by one
//! such visitor, and bulk work needs no tree.
//!
//! A file that has a game in it is always read: what is wrong is told to the visitor, and the walk
//! goes on.

mod ahead;
mod pass;

use std::ops::Range;

use memchr::{memchr, memchr3};

use super::encoding::{Charsets, Script};
use super::known::{Place, known};
use super::lex::{self, Ending, Extent, is_space, skip_space};
use super::property::key;
use super::trouble::Trouble;
use super::visitor::{Flow, Mend, Visitor};
use crate::charset::{Hints, Lexing};
use crate::moves;

pub(super) use ahead::Unclosed;

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
    Scan::new(text, 0, lexing).file(visitor);
}

/// About where the game ends that begins at `at`, as far as that can be seen without its charset. What
/// `unclosed` holds is of use for the games behind it.
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

/// Where the game ends that is all of a text, if it has no variations and no round brackets in its text.
fn end_of_only_game(text: &[u8]) -> Option<usize> {
    let close = memchr(b')', text)?;
    let is_only = text[0] == b'(' && memchr(b'(', &text[1..]).is_none();
    (is_only && text[close + 1..].trim_ascii().is_empty()).then_some(close + 1)
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
    let (text, mut charsets) = Charsets::survey(bytes.into(), &Hints::default());
    let lexing = |at| {
        let (script, lexing) = charsets.script(&text, at);
        tell(script);
        lexing
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

/// Sees whether properties say something about a position and do not make one, and are in order.
struct Notes {
    only: bool,
}

impl<'t> Visitor<'t> for Notes {
    fn value(&mut self, name: &'t [u8], _value: &'t [u8]) {
        let known = std::str::from_utf8(name).ok().and_then(|name| known(&key(name)));
        self.only &= known.is_none_or(|known| known.place == Place::Any);
    }

    fn end_node(&mut self, _offset: usize, tidy: bool) {
        self.only &= tidy;
    }
}

/// Tells a visitor of the rest of a node.
struct Rest<'v, V>(&'v mut V);

impl<'t, V: Visitor<'t>> Visitor<'t> for Rest<'_, V> {
    fn value(&mut self, name: &'t [u8], value: &'t [u8]) {
        self.0.value(name, value);
    }

    fn end_node(&mut self, offset: usize, _tidy: bool) {
        self.0.end_rest(offset);
    }
}

struct Scan<'t, L> {
    text: &'t [u8],
    at: usize,
    /// For every open bracket, how many variations the last node in it has had, times two; and one more if the
    /// node before it is tidy. A file can be nothing but brackets, so there is one number for both.
    branches: Vec<u32>,
    /// Whether the last node is tidy.
    tidy: bool,
    lexing: Lexing,
    lexings: L,
    /// Where the game begins.
    begin: usize,
    /// Whether its first bracket is closed, once somebody wanted to know.
    is_closed: Option<bool>,
    unclosed: Option<Unclosed>,
    /// Behind the last value, the last `(`, and the last `)`.
    value_end: usize,
    last_open: usize,
    last_close: usize,
    /// How deep we were at nodes that followed variations, which want brackets of their own, and how many of
    /// them there were.
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

    /// Tells of what stands between games.
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

    /// Where what was read so far ends: before the white space.
    fn content_end(&self) -> usize {
        let mut end = self.at.min(self.text.len());
        while end > self.value_end && is_space(self.text[end - 1]) {
            end -= 1;
        }
        end
    }

    /// Tells what closes everything that is open.
    fn close_all<V: Visitor<'t>>(&self, visitor: &mut V) {
        let end = self.content_end();
        let wraps: usize = self.wraps.iter().map(|&(_, count)| count).sum();
        for _ in 0..self.branches.len() + wraps {
            visitor.mend(Mend::Insert(end, b')'));
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

    /// Takes note that a node follows variations.
    #[cold]
    fn wrap(&mut self) {
        let here = self.branches.len();
        match self.wraps.last_mut() {
            Some((depth, count)) if *depth == here => *count += 1,
            _ => self.wraps.push((here, 1)),
        }
    }

    /// Walks over properties behind variations, if they are the rest of the node before these: comments,
    /// marks and the like, as Cyberoro and Sina write them in reviewed games. Where brackets are missing
    /// nobody can tell what belongs together.
    fn rest_of_node<V: Visitor<'t>>(&mut self, visitor: &mut V) -> bool {
        let (start, was_tidy) = (self.at, self.tidy);
        // Behind a value, a word without a capital is no name.
        let is_name = lex::is_name(&self.text[start..lex::name_end(self.text, start)], true);
        let mut notes = Notes { only: was_tidy && is_name };
        self.properties(start, &mut notes);
        if notes.only {
            visitor.trouble(Trouble::RestAfterVariations, start);
            visitor.rest(start);
            self.properties(start, &mut Rest(visitor));
        } else {
            (self.at, self.tidy) = (start, was_tidy);
        }
        notes.only
    }

    /// Walks over nodes that are one move and nothing else, as nearly every node of every file is, and
    /// over the node that ends their run.
    #[inline]
    fn moves<V: Visitor<'t>>(&mut self, visitor: &mut V) -> Flow {
        let text = self.text;
        let mut at = self.at;
        while let Some(eight) = text[at..].first_chunk::<8>() {
            // Behind the semicolon of the next node.
            let Some(next) = moves::to_next(*eight) else { break };
            match visitor.lone_move(at, &eight[..1], &eight[2..4]) {
                Flow::Go => {}
                flow => {
                    self.at = at;
                    return flow;
                }
            }
            at += next;
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
                        visitor.mend(Mend::Remove(at..extent.next));
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
                            visitor.mend(self.junk(from..at));
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
                        visitor.mend(self.junk(at..self.at));
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
                    self.bad_value(trouble, name, at, extent, visitor);
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
                while text.get(at) == Some(&b']') {
                    visitor.trouble(Trouble::ExtraBracket, at);
                    visitor.mend(Mend::Remove(at..at + 1));
                    at = skip_space(text, at + 1);
                    tidy = false;
                }
            }
        }
        self.value_end = end;
        visitor.end_node(end, tidy);
        self.at = at;
        self.tidy = tidy;
    }

    /// What takes out a part that is no piece of SGF: with the blanks before it, without the white space
    /// behind it.
    #[cold]
    fn junk(&self, part: Range<usize>) -> Mend<'t> {
        let is_blank = |byte: &&u8| b" \t".contains(byte);
        let blanks = self.text[..part.start].iter().rev().take_while(is_blank).count();
        let space = self.text[part.clone()].iter().rev().take_while(|byte| is_space(**byte));
        Mend::Remove(part.start - blanks..part.end - space.count())
    }

    /// Tells of a value that is not closed as it should be, where that is to be seen.
    #[cold]
    fn bad_value<V: Visitor<'t>>(
        &self,
        trouble: Trouble,
        name: &'t [u8],
        at: usize,
        extent: Extent,
        visitor: &mut V,
    ) {
        let raw = &self.text[at + 1..extent.end];
        let place = match trouble {
            Trouble::BareBracket => at + 1 + lex::first_bare(raw, self.lexing).unwrap_or_default(),
            Trouble::MissingBracket => extent.end,
            _ => at,
        };
        visitor.trouble(trouble, place);
        visitor.mend(Mend::Value { part: at..extent.next, name, raw });
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
