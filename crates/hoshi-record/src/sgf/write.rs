//! From the tree to bytes. A node whose text is in order is copied; of the others, properties and
//! values are, with what stood between them left out. Values are never re-encoded.

use super::encoding::Script;
use super::lex;
use super::property::Property;
use super::tree::{Collection, GameTree, NONE, Node};
use crate::charset::Lexing;

/// A line is ended before a node once it has this many bytes.
const WIDE: usize = 72;

impl Collection {
    /// The file as bytes, each game's in its own charset.
    ///
    /// ```
    /// use hoshi_record::sgf::Collection;
    ///
    /// let file = Collection::read("( ;\n FF[4] C[see [a] here]; B[aa] (;W[bb]) (;W[cc])")?;
    /// assert_eq!(
    ///     String::from_utf8_lossy(&file.to_bytes()),
    ///     "(;FF[4]C[see [a\\] here];B[aa]\n(;W[bb])\n(;W[cc]))\n"
    /// );
    /// # Ok::<(), hoshi_record::sgf::ReadError>(())
    /// ```
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut out = Vec::with_capacity(self.text.len() + self.text.len() / 8 + 16);
        for game in 0..self.roots.len() {
            self.write_game(game, &mut out);
        }
        out
    }

    /// Adds one game to `out`, with a line break behind it.
    fn write_game(&self, game: usize, out: &mut Vec<u8>) {
        let root = self.roots[game];
        let mut line = out.len();
        out.push(b'(');
        let mut id = root.node;
        let mut varies = false;
        loop {
            let node = &self.nodes[id as usize];
            if out.len() - line > WIDE {
                out.push(b'\n');
                line = out.len();
            }
            out.push(b';');
            let start = out.len();
            self.write_node(node, root.script, out);
            // A variation that began like a root would be read as a game of its own.
            if varies
                && matches!(
                    out[start..],
                    [b'F', b'F', b'[', ..] | [b'G', b'M', b'[', ..] | [b'S', b'Z', b'[', ..]
                )
            {
                out.insert(start + 2, b' ');
            }
            if node.first_child != NONE {
                id = node.first_child;
                varies = self.nodes[id as usize].next != NONE;
                if varies {
                    out.extend_from_slice(b"\n(");
                    line = out.len();
                }
                continue;
            }
            // Up to a node that has another variation after it.
            let mut node = node;
            let next = loop {
                if node.parent == NONE {
                    break NONE;
                }
                let parent = &self.nodes[node.parent as usize];
                // Brackets are around those that are not the only child.
                if self.nodes[parent.first_child as usize].next != NONE {
                    out.push(b')');
                }
                if node.next != NONE {
                    break node.next;
                }
                node = parent;
            };
            if next == NONE {
                break;
            }
            out.extend_from_slice(b"\n(");
            line = out.len();
            varies = true;
            id = next;
        }
        out.extend_from_slice(b")\n");
    }

    #[inline]
    fn write_node(&self, node: &Node, script: Script, out: &mut Vec<u8>) {
        if node.is_tidy() {
            out.extend_from_slice(&self.text[node.range()]);
        } else {
            write_properties(&self.text[node.range()], script, out);
        }
    }
}

impl GameTree<'_> {
    /// This game alone as bytes.
    ///
    /// ```
    /// use hoshi_record::sgf::Collection;
    ///
    /// let file = Collection::read("(;B[aa])(;B[bb])")?;
    /// assert_eq!(file.game(1).unwrap().to_bytes(), b"(;B[bb])\n");
    /// # Ok::<(), hoshi_record::sgf::ReadError>(())
    /// ```
    #[must_use]
    pub fn to_bytes(self) -> Vec<u8> {
        let mut out = Vec::new();
        self.file().write_game(self.index(), &mut out);
        out
    }
}

/// Writes the properties of a node's text, and nothing that stands between them.
fn write_properties(text: &[u8], script: Script, out: &mut Vec<u8>) {
    for property in super::property::Properties::new(text, 0, script) {
        write_property(&property, script.lexing, out);
    }
}

/// Writes a property as it is.
pub(super) fn write_property(property: &Property<'_>, lexing: Lexing, out: &mut Vec<u8>) {
    let name = property.name();
    out.extend_from_slice(name.as_bytes());
    for value in property.values() {
        write_value(name, value.raw(), lexing, out);
    }
}

/// Writes a raw value of this property in its brackets, so that it is read as it was: what is missing
/// before a bare bracket is put in, and before what would look like the end of a value whose bracket
/// was forgotten; a backslash or half a character at the end that nothing follows is left out.
pub(super) fn write_value(name: &str, raw: &[u8], lexing: Lexing, out: &mut Vec<u8>) {
    out.push(b'[');
    let start = out.len();
    let mut at = 0;
    while at < raw.len() {
        let special = lex::next_special(raw, at, lexing);
        out.extend_from_slice(&raw[at..special]);
        match raw.get(special) {
            None => break,
            Some(b'\\') if special + 1 == raw.len() => break,
            Some(b'\\') => {
                at = lex::escaped_end(raw, special + 1, lexing);
                out.extend_from_slice(&raw[special..at]);
            }
            Some(_) => {
                out.extend_from_slice(b"\\]");
                at = special + 1;
            }
        }
    }
    out.push(b']');
    if lexing != Lexing::Plain {
        close(start, lexing, out);
    }
    while let Some(at) = lex::to_escape(name.as_bytes(), out, start) {
        out.insert(at, b'\\');
    }
}

/// Sees to it that the bracket at the end is read as one, and not as a part of the character that the
/// value from `start` on was cut in.
fn close(start: usize, lexing: Lexing, out: &mut Vec<u8>) {
    let is_closed = |out: &Vec<u8>| {
        let mut at = start;
        loop {
            at = lex::next_special(out, at, lexing);
            match out.get(at) {
                Some(b'\\') => at += 2,
                found => return found.is_some(),
            }
        }
    };
    let last = memchr::memrchr(0x1b, &out[start..]).map_or(&b""[..], |at| &out[start + at..]);
    if lexing == Lexing::Escapes && matches!(last, [_, b'$', ..] | [_, b'(', b'I', ..]) {
        // Back to ASCII, where the bracket is.
        out.truncate(out.len() - 1);
        out.extend_from_slice(b"\x1b(B]");
    }
    while !is_closed(out) && out.len() > start + 1 {
        out.remove(out.len() - 2);
    }
}
