//! From the tree to bytes. A well-formed node is copied; of others, only properties and values are
//! copied, without the text between them. Values are not re-encoded.
//!
//! There is one exception. Without a correct CA the charset is guessed from the bytes, and for damaged
//! bytes the guess may depend on the omitted text: the output could be read in another charset, even with
//! other brackets. So output whose charset is uncertain is read back, and if the charsets differ, it is
//! written as UTF-8 with a matching CA. That always reads back as the same text, except that an escape
//! character becomes a `?`. Hence writing is a fixed point for any bytes, and reading, which is far more
//! frequent, is not affected.

use std::ops::Range;

use super::arena::Node;
use super::encoding::Script;
use super::game::GameTree;
use super::lex::{self, Extent};
use super::node::NodeRef;
use super::property::{Properties, Property};
use super::tree::{Collection, NONE};
use crate::charset::{Lexing, Survey, survey};

/// A line ends before the next node once it has this many bytes.
const WIDE: usize = 72;

/// Room for a line of short nodes, a power of two.
const ROOM: usize = 128;

impl Collection {
    /// The file as bytes, each game in its own charset.
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
    ///
    /// Text that would read back in another charset is written as UTF-8 with a matching CA: that
    /// happens to damaged bytes without a CA.
    ///
    /// ```
    /// use hoshi_record::sgf::Collection;
    ///
    /// let file = Collection::read(b"(;C[]\x83];B[aa]C[\x83])".to_vec())?;
    /// let written = file.to_bytes();
    /// assert_eq!(Collection::read(&written[..])?.to_bytes(), written);
    /// # Ok::<(), hoshi_record::sgf::ReadError>(())
    /// ```
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        self.write(0..self.roots.len())
    }

    /// Writes some games so that they read back the same.
    fn write(&self, games: Range<usize>) -> Vec<u8> {
        let out = self.write_raw(games.clone());
        if self.is_read_back(games.clone(), &out) {
            return out;
        }
        let mut file = self.clone();
        file.to_utf8();
        // An escape character means nothing in a text, but makes ASCII look like ISO-2022-JP,
        // whatever CA says.
        file.text.iter_mut().filter(|byte| **byte == 0x1b).for_each(|byte| *byte = b'?');
        file.write_raw(games)
    }

    /// Writes some games, each in its charset.
    fn write_raw(&self, games: Range<usize>) -> Vec<u8> {
        let all = games.len() == self.roots.len();
        let room = if all { self.text.len() + self.text.len() / 8 + 16 } else { 0 };
        let mut out = Vec::with_capacity(room);
        for game in games {
            self.write_game(game, &mut out);
        }
        out
    }

    /// Whether these games, written as `out`, read back in the charsets that they were written in.
    fn is_read_back(&self, games: Range<usize>, out: &[u8]) -> bool {
        if self.charsets.is_ascii() && self.text.len() == self.read {
            return true;
        }
        let is_utf8 = |game: usize| GameTree::of(self, game).script() == Script::UTF_8;
        match survey(out) {
            Survey::Ascii => return true,
            Survey::Utf8 if games.clone().all(is_utf8) => return true,
            Survey::Utf8 | Survey::Other => {}
        }
        // Output that is too long to be read cannot be misread.
        let Ok(again) = Collection::read(out) else { return true };
        let mut pairs = games.clone().map(|index| GameTree::of(self, index)).zip(again.games());
        again.roots.len() == games.len() && pairs.all(|(game, same)| is_same(game, same))
    }

    /// Adds one game to `out`, with a line break after it.
    fn write_game(&self, game: usize, out: &mut Vec<u8>) {
        let root = self.roots[game].node;
        let mut page = Page::new(&self.text, GameTree::of(self, game).script(), out);
        page.push(b"(");
        let mut node = self.nodes.get(root);
        page.node(&node);
        // A stack of the next siblings: finding them by walking back could take many nodes.
        let mut open: Vec<u32> = Vec::new();
        loop {
            if node.first_child == NONE {
                let mut ended = std::iter::from_fn(|| open.pop()).inspect(|_| page.push(b")"));
                let Some(next) = ended.find(|&next| next != NONE) else { break };
                node = self.nodes.get(next);
            } else {
                node = self.nodes.get(node.first_child);
                // Brackets enclose nodes that are not an only child.
                if node.next == NONE {
                    page.node(&node);
                    continue;
                }
            }
            open.push(node.next);
            page.variation(&node);
        }
        page.push(b")");
        page.end_line();
    }
}

/// Whether a game was read back the same.
fn is_same(game: GameTree<'_>, again: GameTree<'_>) -> bool {
    let texts = |game: GameTree<'_>| -> Vec<String> {
        let values = game.nodes().flat_map(NodeRef::properties).flat_map(|found| found.values());
        values.map(|value| value.text().into_owned()).collect()
    };
    if game.script() != again.script() {
        // ASCII is the same in every charset.
        return again.nodes().all(|node| node.raw().is_ascii() && !node.raw().contains(&0x1b));
    }
    // In damaged ISO-2022-JP, a backslash inserted between two escape sequences may shift the bytes
    // after it.
    game.lexing() != Lexing::Escapes || texts(game) == texts(again)
}

/// The output: the finished lines, and the current one. Most nodes are moves of a few bytes; copying
/// them eight bytes at a time into a line with spare room takes a third of the time of single bytes.
struct Page<'a> {
    text: &'a [u8],
    script: Script,
    out: &'a mut Vec<u8>,
    /// The last bytes of the line, `line[..len]`.
    line: [u8; ROOM],
    len: usize,
    /// The number of bytes of the line that are already in `out`.
    gone: usize,
    /// The longest node that is copied unchanged in one go, in bytes.
    short: usize,
}

impl<'a> Page<'a> {
    fn new(text: &'a [u8], script: Script, out: &'a mut Vec<u8>) -> Page<'a> {
        // In ISO-2022-JP, the end of a value may depend on what follows: nothing is merely copied.
        let short = if script.lexing == Lexing::Escapes { 0 } else { 8 };
        Page { text, script, out, line: [0; ROOM], len: 0, gone: 0, short }
    }

    /// Adds a few bytes to the line.
    fn push(&mut self, bytes: &[u8]) {
        if self.len + bytes.len() > ROOM {
            self.flush();
        }
        self.line[self.len..self.len + bytes.len()].copy_from_slice(bytes);
        self.len += bytes.len();
    }

    /// Moves the current line to `out`.
    fn flush(&mut self) {
        self.out.extend_from_slice(&self.line[..self.len]);
        self.gone += self.len;
        self.len = 0;
    }

    fn end_line(&mut self) {
        self.push(b"\n");
        self.flush();
        self.gone = 0;
    }

    /// Adds the first node of a variation, on a new line.
    fn variation(&mut self, node: &Node) {
        self.end_line();
        self.push(b"(");
        self.flush();
        // The bracket does not count towards the width.
        self.gone = 0;
        let start = self.out.len() + 1;
        self.node(node);
        self.flush();
        // A variation that began like a root would be read as a separate game.
        if matches!(
            self.out[start..],
            [b'F', b'F', b'[', ..] | [b'G', b'M', b'[', ..] | [b'S', b'Z', b'[', ..]
        ) {
            self.out.insert(start + 2, b' ');
            self.gone += 1;
        }
    }

    /// Adds a node.
    #[inline(always)]
    fn node(&mut self, node: &Node) {
        if self.gone + self.len > WIDE {
            self.end_line();
        }
        let range = node.range();
        if node.tidy
            && range.len() <= self.short
            && let Some(eight) = self.text[range.start..].first_chunk::<8>()
            && let Some(room) = self.line[self.len..].first_chunk_mut::<9>()
        {
            room[0] = b';';
            room[1..].copy_from_slice(eight);
            self.len += 1 + range.len();
            return;
        }
        self.long_node(node);
    }

    /// Adds a node of any length.
    fn long_node(&mut self, node: &Node) {
        self.push(b";");
        self.flush();
        let text = &self.text[node.range()];
        let before = self.out.len();
        if node.tidy && self.script.lexing != Lexing::Escapes {
            self.out.extend_from_slice(text);
        } else {
            write_properties(text, self.script, self.out);
        }
        self.gone += self.out.len() - before;
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
        self.file().write(self.index()..self.index() + 1)
    }
}

/// Writes the properties of a node's text, without the text between them. Contiguous properties are
/// copied at once.
fn write_properties(text: &[u8], script: Script, out: &mut Vec<u8>) {
    let mut properties = Properties::new(text, 0, script);
    let mut run = 0..0;
    let mut copy = |piece: Range<usize>, out: &mut Vec<u8>| {
        if piece.start == run.end {
            run.end = piece.end;
        } else {
            out.extend_from_slice(&text[run.clone()]);
            run = piece;
        }
    };
    let mut write = |name: Range<usize>, is_first, from, extent: Extent| {
        if is_first {
            copy(name.clone(), out);
        }
        if extent.is_in_order() && script.lexing != Lexing::Escapes {
            copy(from - 1..extent.next, out);
        } else {
            copy(0..0, out);
            // Names are ASCII.
            let name = std::str::from_utf8(&text[name]).unwrap_or_default();
            write_value(name, &text[from..extent.end], script.lexing, out);
        }
    };
    while properties.next_with(&mut write).is_some() {}
    copy(0..0, out);
}

/// Writes a property as it is.
pub(super) fn write_property(property: &Property<'_>, lexing: Lexing, out: &mut Vec<u8>) {
    let name = property.name();
    out.extend_from_slice(name.as_bytes());
    for value in property.values() {
        write_value(name, value.raw(), lexing, out);
    }
}

/// Writes a raw value of this property in its brackets, so that it reads back the same: backslashes
/// are added before bare brackets, and before text that would look like the end of a value with a
/// missing bracket; a lone backslash or half a character at the end is dropped.
pub(crate) fn write_value(name: &str, raw: &[u8], lexing: Lexing, out: &mut Vec<u8>) {
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

/// Ensures that the closing bracket is read as one, and not as part of the truncated character at the
/// end of the value from `start`.
fn close(start: usize, lexing: Lexing, out: &mut Vec<u8>) {
    let is_closed = |out: &Vec<u8>| {
        let mut at = start;
        loop {
            at = lex::next_special(out, at, lexing);
            match out.get(at) {
                Some(b'\\') => at = lex::escaped_end(out, at + 1, lexing),
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
