//! Recovery of a file whose last write was cut short by a power failure or a full disk: a complete
//! move is kept; a torn one was never acknowledged and is dropped.

use std::ops::Range;

use hoshi_record::sgf::{Collection, GameTree, NodeRef, ReadError, Trouble};

/// The maximum length of an appended move in bytes.
pub(crate) const MAX_MOVE: usize = 128;

/// The fewest bytes that a disk writes at once; sectors are multiples of it.
const SMALLEST_SECTOR: usize = 32;

/// The properties that an appended move may have.
const MOVE: &[&str] = &["B", "W", "BL", "WL", "OB", "OW"];

/// A recovered file.
#[derive(Debug)]
pub struct Mended {
    /// The content.
    pub file: Collection,
    /// Whether a torn end was dropped.
    pub torn: bool,
}

/// Reads a file and drops what an incomplete write left at its end: half a move, NULs, or the end of
/// a move whose beginning is missing.
///
/// ```
/// use hoshi_store::mend;
///
/// let mended = mend(b"(;SZ[9];B[cc];W[g".to_vec())?;
/// assert!(mended.torn);
/// assert_eq!(mended.file.to_bytes(), b"(;SZ[9];B[cc])\n");
///
/// let whole = mend(b"(;SZ[9];B[cc])".to_vec())?;
/// assert!(!whole.torn);
/// # Ok::<(), hoshi_record::sgf::ReadError>(())
/// ```
///
/// # Errors
/// If it contains no game.
pub fn mend(bytes: Vec<u8>) -> Result<Mended, ReadError> {
    let mut torn = false;
    let mut file = Collection::read(bytes)?;
    // Some of a write may be missing as NULs, and some as the room that was there before.
    for torn_at in [torn_at_nul, torn_at_room] {
        if let Some(at) = torn_at(&file) {
            let kept = file.source()[..at].to_vec();
            file = Collection::read(kept)?;
            torn = true;
        }
    }
    // White space may keep room for moves at the end.
    let len = file.source().trim_ascii_end().len();
    let near = |offset: usize| offset + MAX_MOVE >= len;
    // The bytes after the last bracket are the end of a move that began before it.
    let outside = |trouble| matches!(trouble, Trouble::TextOutside | Trouble::ExtraClose);
    let last = last_node(&file);
    let behind = file.faults().iter().find(|fault| {
        outside(fault.trouble)
            && fault.offset > last
            && near(fault.offset)
            && ended_before(&file, fault.offset)
    });
    if let Some(offset) = behind.map(|fault| fault.offset) {
        let kept = file.source()[..offset].to_vec();
        return Ok(Mended { file: Collection::read(kept)?, torn: true });
    }
    let has = |wanted| file.faults().iter().any(|fault| fault.trouble == wanted);
    if has(Trouble::MissingClose) || has(Trouble::UnclosedValue) {
        torn = true;
        let in_value = has(Trouble::UnclosedValue);
        cut_last(&mut file, in_value);
    }
    Ok(Mended { file, torn })
}

/// The offset of the last node of a file. The remains of an incomplete write are in or after it.
fn last_node(file: &Collection) -> usize {
    file.games().flat_map(GameTree::nodes).filter_map(NodeRef::offset).max().unwrap_or(0)
}

/// The offset of the NULs that an incomplete write left. Files full of NULs, and NULs inside a text
/// value, are something else.
fn torn_at_nul(file: &Collection) -> Option<usize> {
    let bytes = file.source();
    memchr::memchr(0, bytes)?;
    if file.form().is_wide() {
        return None;
    }
    let last = last_node(file);
    let texts = texts(file);
    let in_text = |at: usize| texts.iter().any(|text| text.contains(&at));
    let at = memchr::memchr_iter(0, bytes).find(|&at| at > last && !in_text(at))?;
    let others =
        bytes[at..].iter().filter(|byte| **byte != 0 && !byte.is_ascii_whitespace()).count();
    (others <= MAX_MOVE).then_some(at)
}

/// The offset of white space in a value of the last move: the room that was left for it, where a part of it is
/// missing. A point with a space beside it is a point, and so is white space in a file without room. This looks at the
/// bytes, since the reader repairs values that seem to have lost their bracket.
fn torn_at_room(file: &Collection) -> Option<usize> {
    let mut rest = file.source().get(last_node(file)..)?;
    loop {
        let open = rest.iter().position(|&byte| byte == b'[')?;
        let name = rest[..open].trim_ascii();
        if !MOVE.iter().any(|known| known.as_bytes() == name) {
            return None;
        }
        rest = &rest[open + 1..];
        let close = rest.iter().position(|&byte| byte == b']').unwrap_or(rest.len());
        let value = &rest[..close];
        let point = value.trim_ascii();
        let is_point =
            name.len() == 1 && point.len() == 2 && point.iter().all(u8::is_ascii_alphabetic);
        if let Some(space) = value.iter().position(u8::is_ascii_whitespace)
            && !is_point
        {
            let torn = &rest[space..];
            let at = file.source().len() - rest.len() + space;
            let has_room = has_room(file.source()) || is_room(white_space(torn));
            return (has_room && is_rest_of_move(torn)).then_some(at);
        }
        rest = rest.get(close + 1..)?;
    }
}

/// The white space that bytes begin with.
fn white_space(bytes: &[u8]) -> &[u8] {
    &bytes[..bytes.len() - bytes.trim_ascii_start().len()]
}

/// Whether white space is more than the end of a line.
fn is_room(white_space: &[u8]) -> bool {
    white_space.len() > b"\r\n".len() && white_space.ends_with(b"\n")
}

/// Whether a file looks as if it had room at its end, or had it when its last move was written: it ends with room,
/// where a sector does, or in NULs.
fn has_room(bytes: &[u8]) -> bool {
    let kept = bytes.trim_ascii_end();
    is_room(&bytes[kept.len()..])
        || bytes.len().is_multiple_of(SMALLEST_SECTOR)
        || kept.ends_with(b"\0")
}

/// Whether these bytes may be what is there of an appended move, from somewhere in its middle to the end of the file.
fn is_rest_of_move(bytes: &[u8]) -> bool {
    let is_of_move = |byte: &u8| {
        matches!(byte, 0)
            || byte.is_ascii_alphanumeric()
            || byte.is_ascii_whitespace()
            || b"[]().".contains(byte)
    };
    // The beginning of a name may be missing.
    let is_name = |word: &[u8]| MOVE.iter().any(|name| name.as_bytes().ends_with(word));
    let mut names = bytes.split(|&byte| byte == b'[');
    let _ = names.next_back();
    let others = bytes.iter().filter(|byte| !byte.is_ascii_whitespace()).count();
    others <= MAX_MOVE
        && bytes.iter().all(is_of_move)
        && names.all(|before| {
            let cut = before.iter().rev().take_while(|byte| byte.is_ascii_uppercase()).count();
            is_name(&before[before.len() - cut..])
        })
}

/// The ranges of the values that do not belong to a move. A value that continues after an unescaped
/// bracket may be two values with the torn part between them; its range ends at the bracket.
fn texts(file: &Collection) -> Vec<Range<usize>> {
    let is_bare = |text: &Range<usize>| {
        file.faults().iter().any(|fault| {
            fault.trouble == Trouble::BareBracket
                && (text.start.saturating_sub(1)..=text.end).contains(&fault.offset)
        })
    };
    file.games()
        .flat_map(GameTree::nodes)
        .flat_map(NodeRef::properties)
        .filter(|property| !MOVE.iter().any(|name| property.is(name)))
        .flat_map(|property| property.values())
        .map(|value| {
            let text = value.offset()..value.offset() + value.raw().len();
            let end = if is_bare(&text) { bracket(value.raw()) } else { None };
            text.start..end.map_or(text.end, |end| text.start + end)
        })
        .collect()
}

/// The first unescaped bracket in a value.
fn bracket(value: &[u8]) -> Option<usize> {
    let is_escaped = |at: usize| {
        let slashes = value[..at].iter().rev().take_while(|&&byte| byte == b'\\').count();
        slashes % 2 == 1
    };
    memchr::memchr_iter(b']', value).find(|&at| !is_escaped(at))
}

/// Whether a game is closed before this offset.
fn ended_before(file: &Collection, offset: usize) -> bool {
    let before = file.source()[..offset].trim_ascii_end();
    before.ends_with(b")")
}

/// Removes the torn part of the last node: a value without an end, a node without a value.
fn cut_last(file: &mut Collection, in_value: bool) {
    let last_game = file.games().len().saturating_sub(1);
    let Some(game) = file.game(last_game) else { return };
    let Some(last) = game.nodes().last() else { return };
    let mut names: Vec<String> =
        last.properties().map(|property| property.name().to_owned()).collect();
    let torn = if in_value { names.pop() } else { None };
    let is_root = last.parent().is_none();
    let id = last.id();
    let has_children = last.first_child().is_some();
    let Some(mut edit) = file.edit(last_game) else { return };
    // A node that held only the torn value is removed too.
    if !is_root && !has_children && names.is_empty() {
        let _ = edit.remove(id);
    } else if let Some(name) = torn {
        let _ = edit.unset(id, &name);
    }
}

#[cfg(test)]
mod tests {
    use super::mend;

    fn mended(text: &[u8]) -> (String, bool) {
        let mended = mend(text.to_vec()).unwrap();
        (String::from_utf8(mended.file.to_bytes()).unwrap(), mended.torn)
    }

    #[test]
    fn a_nul_in_a_text_is_no_tear() {
        let text = b"(;SZ[9]C[a\0b];B[aa]C[\0];W[bb])\n";
        assert_eq!(mended(text), (String::from_utf8(text.to_vec()).unwrap(), false));
    }

    #[test]
    fn a_nul_elsewhere_is_one() {
        let wanted = ("(;SZ[9]C[a\0b];B[aa]C[x])\n".to_owned(), true);
        for tail in
            ["\0\0", ")\n\0\0b])\n", ";W[b\0\0])\n", ";W[\0", "\0\0b]BL[1])\n", ";\0\0]WL[3])\n"]
        {
            let text = format!("(;SZ[9]C[a\0b];B[aa]C[x]{tail}");
            assert_eq!(mended(text.as_bytes()), wanted, "{text:?}");
        }
        let slash = b"(;SZ[9];PL[W]C[\\\\])\n\0\0\0]BL[46.868]OB[5])\n";
        assert_eq!(mended(slash), ("(;SZ[9];PL[W]C[\\\\])\n".to_owned(), true));
        let mut long = b"(;SZ[9]C[a\0b];B[aa]C[x]".to_vec();
        long.resize(5000, 0);
        assert_eq!(mended(&long), wanted);
    }

    #[test]
    fn room_in_a_move_is_one() {
        let wanted = ("(;SZ[9];B[aa])\n".to_owned(), true);
        for tail in [
            "W[   ",
            "W[   ])\n  \n",
            "W[b   ])\n  \n",
            "W[   \nW[5])\n  \n",
            "W[   \nW[5])\n  \0\0",
            "W[  ]WL[3])\n \n",
        ] {
            let text = format!("(;SZ[9];B[aa];{tail}");
            assert_eq!(mended(text.as_bytes()), wanted, "{text:?}");
        }
        let clock = b"(;SZ[9];B[aa];W[bb]WL[3   1]OW[5])\n  \n";
        assert_eq!(mended(clock), ("(;SZ[9];B[aa];W[bb])\n".to_owned(), true));
        // The end of a move, far from that of the file.
        let behind = format!("(;SZ[9];B[aa])\nb]WL[3])\n{:400}\n", "");
        assert_eq!(mended(behind.as_bytes()), wanted);
        for other in [
            "(;SZ[9];B[aa];W[ bb])\n",
            "(;SZ[9];B[aa];W[bb]C[a b])\n",
            "(;SZ[9];B[ ];W[bb])\n",
            // A person's file, without room.
            "(;SZ[9];B[aa];W[bb]WL[3 1]OW[5])\n",
            "(;SZ[9];B[aa];W[bb]WL[ 31 ]C[well])\n",
        ] {
            assert_eq!(mended(other.as_bytes()), (other.to_owned(), false));
        }
        // Even with room, a comment is no part of a move that was written into it.
        let spoken = format!("(;SZ[9];B[aa];W[bb]WL[ 31 ]C[well]){:40}\n", "");
        assert!(!mended(spoken.as_bytes()).1);
    }

    #[test]
    fn what_can_be_read_is_no_tear() {
        let same = |text: &str, wanted: &str| assert_eq!(mended(text.as_bytes()).0, wanted);
        let two = "(;SZ[9];B[aa])\n(;SZ[9];B[bb])\n";
        same("(;SZ[9];B[aa])\nAnd then: (;SZ[9];B[bb])", two);
        same("(;SZ[9];B[aa])\0(;SZ[9];B[bb])", two);
        same("(;SZ[9];B[aa])\n)\n(;SZ[9];B[bb])", two);
        same("(;SZ[9];B[aa]\0;W[bb])\n", "(;SZ[9];B[aa];W[bb])\n");
        same("(;SZ[9];B[aa]));W[bb])\n", "(;SZ[9];B[aa];W[bb])\n");
    }

    #[test]
    fn a_torn_move_takes_no_text_along() {
        assert_eq!(mended(b"(;SZ[9];C[why]W[b"), ("(;SZ[9];C[why])\n".to_owned(), true));
    }
}
