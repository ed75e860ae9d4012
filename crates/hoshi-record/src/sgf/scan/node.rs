//! The walk over one node: its properties, well-formed or not, and runs of single-move nodes.

use std::ops::Range;

use super::Scan;
use crate::charset::Lexing;
use crate::moves;
use crate::sgf::known::{Place, known};
use crate::sgf::lex::{self, Ending, Extent, is_space, skip_space};
use crate::sgf::property::key;
use crate::sgf::trouble::Trouble;
use crate::sgf::visitor::{Flow, Mend, Visitor};

/// Checks that properties are well-formed annotations, which do not change the position.
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

/// Reports the rest of a node to a visitor.
struct Rest<'v, V>(&'v mut V);

impl<'t, V: Visitor<'t>> Visitor<'t> for Rest<'_, V> {
    fn value(&mut self, name: &'t [u8], value: &'t [u8]) {
        self.0.value(name, value);
    }

    fn end_node(&mut self, offset: usize, _tidy: bool) {
        self.0.end_rest(offset);
    }
}

impl<'t, L: FnMut(usize) -> Lexing> Scan<'t, L> {
    /// Walks over properties behind variations, if they are the rest of the node before these: comments,
    /// marks and the like, as Cyberoro and Sina write them in reviewed games. Where brackets are
    /// missing, it is unclear what belongs together.
    pub(super) fn rest_of_node<V: Visitor<'t>>(&mut self, visitor: &mut V) -> bool {
        let (start, was_tidy) = (self.at, self.tidy);
        // After a value, a word without a capital is not a name.
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

    /// Walks over a run of single-move nodes, which nearly all nodes are, and over the node that ends
    /// the run.
    #[inline]
    pub(super) fn moves<V: Visitor<'t>>(&mut self, visitor: &mut V) -> Flow {
        let text = self.text;
        let mut at = self.at;
        while let Some(eight) = text[at..].first_chunk::<8>() {
            // The offset after the semicolon of the next node.
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
    pub(super) fn node<V: Visitor<'t>>(&mut self, visitor: &mut V) -> Flow {
        let start = self.at;
        let flow = visitor.node(start);
        if flow != Flow::Go {
            return flow;
        }
        self.properties(start, visitor);
        Flow::Go
    }

    /// Walks over properties, well-formed or not, up to the next node or bracket.
    fn properties<V: Visitor<'t>>(&mut self, start: usize, visitor: &mut V) {
        let text = self.text;
        let mut at = start;
        // The offset after the last value, and whether everything was well-formed up to there.
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
            // The offset after the name, which may be followed by white space.
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

    /// The edit that removes invalid text: with the blanks before it, without the white space after it.
    #[cold]
    pub(super) fn junk(&self, part: Range<usize>) -> Mend<'t> {
        let is_blank = |byte: &&u8| b" \t".contains(byte);
        let blanks = self.text[..part.start].iter().rev().take_while(is_blank).count();
        let space = self.text[part.clone()].iter().rev().take_while(|byte| is_space(**byte));
        Mend::Remove(part.start - blanks..part.end - space.count())
    }

    /// Reports a value that is not closed properly, where the fault shows.
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

    /// Skips invalid text, up to something that may be a token.
    pub(super) fn skip_junk(&mut self) {
        // There is no name with a value here.
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
