//! Skipping what a visitor does not want: only brackets are scanned.

use memchr::memchr3;

use super::Scan;
use crate::charset::Lexing;
use crate::moves;
use crate::sgf::lex;

impl<L: FnMut(usize) -> Lexing> Scan<'_, L> {
    /// Skips a game from its first bracket or node.
    pub(super) fn pass_over(&mut self) {
        self.starts(self.at);
        self.branches.clear();
        if self.text.get(self.at) != Some(&b'(') {
            self.branches.push(0);
        }
        self.pass_over_rest();
    }

    /// Skips the rest of a game.
    pub(super) fn pass_over_rest(&mut self) {
        while let Some(byte) = self.pass_over_values() {
            match byte {
                b'(' => {
                    if !self.branches.is_empty() && self.is_root_ahead() {
                        return;
                    }
                    self.branches.push(0);
                }
                _ => {
                    self.branches.pop();
                }
            }
            self.at += 1;
            if self.branches.is_empty() {
                return;
            }
        }
    }

    /// Skips the rest of a variation, up to its closing bracket.
    pub(super) fn pass_over_variation(&mut self) {
        let mut depth = 0usize;
        while let Some(byte) = self.pass_over_values() {
            match byte {
                b'(' if self.is_root_ahead() => return,
                b'(' => depth += 1,
                _ if depth == 0 => return,
                _ => depth -= 1,
            }
            self.at += 1;
        }
    }

    /// Skips to the next `(` or `)` outside a value; `None` at the end of the text.
    pub(super) fn pass_over_values(&mut self) -> Option<u8> {
        loop {
            self.at = moves::past_moves(self.text, self.at);
            let found = memchr3(b'[', b'(', b')', &self.text[self.at..]);
            let Some(found) = found else {
                self.at = self.text.len();
                return None;
            };
            self.at += found;
            match self.text[self.at] {
                b'[' => {
                    let before = self.text[..self.at].trim_ascii_end();
                    let is_name = |byte: &&u8| byte.is_ascii_alphanumeric() || **byte == b'_';
                    let name = before.iter().rev().take(16).take_while(is_name).count();
                    let name = &before[before.len() - name..];
                    let (extent, _) = lex::value_of(name, self.text, self.at + 1, self.lexing);
                    self.at = extent.next;
                }
                bracket => return Some(bracket),
            }
        }
    }
}
