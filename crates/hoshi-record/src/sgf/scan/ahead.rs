//! Whether a `(` inside a game begins another game, because the one before it was not closed. Matching
//! brackets are accepted: a variation may begin like a game. Where they don't match, one look ahead
//! finds all unclosed brackets, so that a file of nothing but such games is scanned twice, not once for
//! each of them.

use memchr::memmem;

use super::Scan;
use crate::charset::Lexing;
use crate::sgf::lex::skip_space;

/// The unclosed brackets in the rest of a file.
#[derive(Clone, Debug)]
pub(in crate::sgf) struct Unclosed {
    /// Where the look ahead began.
    from: usize,
    /// Every `(` from there on without a matching `)`, in order.
    open: Vec<usize>,
}

impl<L: FnMut(usize) -> Lexing> Scan<'_, L> {
    /// Notes that a game begins.
    pub(super) fn starts(&mut self, begin: usize) {
        (self.begin, self.is_closed) = (begin, None);
    }

    /// Whether another game begins here, inside a game: the node looks like a root, and the game before
    /// it is not closed.
    pub(super) fn is_root_ahead(&mut self) -> bool {
        self.looks_like_root() && !self.is_closed()
    }

    /// Whether a node begins with FF or GM here, or with SZ and more game information.
    fn looks_like_root(&self) -> bool {
        const NEAR: usize = 512;
        let semicolon = skip_space(self.text, self.at + 1);
        if self.text.get(semicolon) != Some(&b';') {
            return false;
        }
        let name = skip_space(self.text, semicolon + 1);
        let near = &self.text[name..self.text.len().min(name + NEAR)];
        match near {
            [b'F', b'F', b'[', ..] | [b'G', b'M', b'[', ..] => true,
            [b'S', b'Z', b'[', ..] => {
                let node = near.split(|&byte| byte == b';').next().unwrap_or_default();
                let says = |name: &&[u8]| memmem::find(node, name).is_some();
                [&b"FF["[..], b"GM[", b"PB[", b"PW["].iter().any(says)
            }
            _ => false,
        }
    }

    /// Whether the game that is being read is closed, judging by its brackets.
    fn is_closed(&mut self) -> bool {
        if let Some(known) = self.is_closed {
            return known;
        }
        let is_closed = match &self.unclosed {
            Some(rest) if rest.from <= self.begin => {
                // A game that continues after its end has no bracket of its own.
                self.text[self.begin] == b'(' && rest.open.binary_search(&self.begin).is_err()
            }
            _ => self.look_ahead(),
        };
        self.is_closed = Some(is_closed);
        is_closed
    }

    /// Scans the brackets from the start of the game to its end, or to the end of the file.
    fn look_ahead(&mut self) -> bool {
        let here = std::mem::replace(&mut self.at, self.begin);
        let mut open = Vec::new();
        if self.text[self.begin] != b'(' {
            open.push(self.begin);
        }
        let mut is_closed = false;
        while let Some(byte) = self.pass_over_values() {
            if byte == b'(' {
                open.push(self.at);
            } else {
                open.pop();
            }
            self.at += 1;
            if open.is_empty() {
                is_closed = true;
                break;
            }
        }
        if !is_closed {
            self.unclosed = Some(Unclosed { from: self.begin, open });
        }
        self.at = here;
        is_closed
    }
}
