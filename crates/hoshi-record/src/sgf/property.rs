//! The properties of a node, parsed from its text on access.

use std::ops::Range;

use super::encoding::Script;
use super::lex::{self, Extent, is_space, skip_space};
use super::value::Value;

/// A property: a name and its values, as written.
///
/// ```
/// use hoshi_record::sgf::Collection;
///
/// let file = Collection::read("(;SiZe[9]AB[aa][bb])")?;
/// let root = file.game(0).unwrap().root();
/// let names: Vec<_> = root.properties().map(|property| property.key()).collect();
/// assert_eq!(names, ["SZ", "AB"]);
/// let stones = root.get("AB").unwrap();
/// assert_eq!(stones.values().map(|value| value.raw()).collect::<Vec<_>>(), [b"aa", b"bb"]);
/// # Ok::<(), hoshi_record::sgf::ReadError>(())
/// ```
#[derive(Clone, Copy)]
pub struct Property<'a> {
    name: &'a [u8],
    /// From its first bracket to the end of its node.
    values: &'a [u8],
    /// The offsets of the name and the values in the text.
    offset: usize,
    values_offset: usize,
    script: Script,
}

impl<'a> Property<'a> {
    /// The name as written: `SZ`, or in old files also `SiZe`.
    #[must_use]
    pub fn name(&self) -> &'a str {
        // Names are ASCII letters, digits and `_`.
        std::str::from_utf8(self.name).unwrap_or_default()
    }

    /// The name in capitals: of a long name, its capitals.
    ///
    /// ```
    /// use hoshi_record::sgf::Collection;
    ///
    /// let file = Collection::read("(;SiZe[9])")?;
    /// let size = file.game(0).unwrap().root().properties().next().unwrap();
    /// assert_eq!((size.name(), size.key().as_str()), ("SiZe", "SZ"));
    /// assert!(size.is("SZ"));
    /// # Ok::<(), hoshi_record::sgf::ReadError>(())
    /// ```
    #[must_use]
    pub fn key(&self) -> String {
        key(self.name())
    }

    /// Whether its name in capitals is this.
    #[must_use]
    #[inline]
    pub fn is(&self, key: &str) -> bool {
        self.name == key.as_bytes() || (self.has_small() && self.key() == key)
    }

    fn has_small(&self) -> bool {
        self.name.iter().any(u8::is_ascii_lowercase)
    }

    /// The offset of its name in the source.
    #[must_use]
    pub fn offset(&self) -> usize {
        self.offset
    }

    /// Its values, one or more.
    #[must_use]
    pub fn values(&self) -> Values<'a> {
        Values {
            name: self.name,
            text: self.values,
            at: 0,
            offset: self.values_offset,
            script: self.script,
        }
    }

    /// Its first value.
    #[must_use]
    pub fn value(&self) -> Value<'a> {
        // A property always has a value.
        self.values().next().unwrap_or_else(|| Value::new(b"", self.values_offset, self.script))
    }
}

impl std::fmt::Debug for Property<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.name())?;
        self.values().try_for_each(|value| write!(f, "{value:?}"))
    }
}

/// A property's name in capitals, whatever the format's version.
pub(crate) fn key(name: &str) -> String {
    if name.bytes().any(|byte| byte.is_ascii_uppercase()) {
        name.chars().filter(|letter| !letter.is_ascii_lowercase()).collect()
    } else {
        name.to_ascii_uppercase()
    }
}

/// The values of a property.
///
/// ```
/// use hoshi_record::sgf::Collection;
///
/// let file = Collection::read("(;AB[aa] [bb]\n[cc])")?;
/// let stones = file.game(0).unwrap().root().get("AB").unwrap();
/// assert_eq!(stones.value().raw(), b"aa");
/// assert_eq!(stones.values().last().unwrap().raw(), b"cc");
/// # Ok::<(), hoshi_record::sgf::ReadError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Values<'a> {
    name: &'a [u8],
    text: &'a [u8],
    at: usize,
    offset: usize,
    script: Script,
}

impl<'a> Iterator for Values<'a> {
    type Item = Value<'a>;

    #[inline]
    fn next(&mut self) -> Option<Value<'a>> {
        let bracket = lex::next_value(self.text, self.at);
        if self.text.get(bracket) != Some(&b'[') {
            return None;
        }
        let from = bracket + 1;
        let (extent, _) = lex::value_of(self.name, self.text, from, self.script.lexing);
        // No further value follows one with a missing bracket.
        self.at = if extent.next > extent.end { extent.next } else { self.text.len() };
        Some(Value::new(&self.text[from..extent.end], self.offset + from, self.script))
    }
}

/// The properties of a node.
///
/// ```
/// use hoshi_record::sgf::Collection;
///
/// let file = Collection::read("(;GM[1]SiZe[9] C[x])")?;
/// let properties = file.game(0).unwrap().root().properties();
/// let found: Vec<_> = properties.map(|property| (property.offset(), property.key())).collect();
/// assert_eq!(found, [(2, "GM".to_owned()), (7, "SZ".to_owned()), (15, "C".to_owned())]);
/// # Ok::<(), hoshi_record::sgf::ReadError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Properties<'a> {
    text: &'a [u8],
    at: usize,
    /// Whether there were values before.
    behind: bool,
    offset: usize,
    script: Script,
}

impl<'a> Properties<'a> {
    pub(super) fn new(text: &'a [u8], offset: usize, script: Script) -> Properties<'a> {
        Properties { text, at: 0, behind: false, offset, script }
    }
}

impl<'a> Properties<'a> {
    /// The next property. Calls `each` for each of its values: the range of the name, whether it is
    /// the first, its offset after the bracket, and its extent.
    #[inline]
    pub(super) fn next_with(
        &mut self,
        mut each: impl FnMut(Range<usize>, bool, usize, Extent),
    ) -> Option<Property<'a>> {
        let lexing = self.script.lexing;
        loop {
            let &byte = self.text.get(self.at)?;
            if byte == b'[' {
                self.behind = true;
                self.at = lex::value(self.text, self.at + 1, lexing).next;
                continue;
            }
            if is_space(byte) || !byte.is_ascii_alphabetic() {
                self.at += 1;
                continue;
            }
            let from = self.at;
            let end = lex::name_end(self.text, from);
            self.at = end;
            let bracket = skip_space(self.text, end);
            let name = &self.text[from..end];
            if self.text.get(bracket) != Some(&b'[') || !lex::is_name(name, self.behind) {
                continue;
            }
            self.behind = true;
            let property = Property {
                name,
                values: &self.text[bracket..],
                offset: self.offset + from,
                values_offset: self.offset + bracket,
                script: self.script,
            };
            // Behind the last value.
            self.at = bracket;
            loop {
                let next = lex::next_value(self.text, self.at);
                if self.text.get(next) != Some(&b'[') {
                    break;
                }
                let (extent, _) = lex::value_of(property.name, self.text, next + 1, lexing);
                each(from..end, next == bracket, next + 1, extent);
                self.at = extent.next;
                if extent.next == extent.end {
                    break;
                }
            }
            return Some(property);
        }
    }
}

impl<'a> Iterator for Properties<'a> {
    type Item = Property<'a>;

    fn next(&mut self) -> Option<Property<'a>> {
        self.next_with(|_, _, _, _| {})
    }
}
