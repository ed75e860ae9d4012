//! A value: the bytes between two brackets, and their interpretation as one of SGF's types.

use std::borrow::Cow;

use hoshi_core::{Color, Move, Point, Size};

use super::area::{self, Corners};
use super::encoding::Script;
use super::lex;
use crate::charset::Charset;
use crate::info::size::MAX_SIDE;

/// A raw value. It is interpreted only on access, by its methods.
///
/// ```
/// use hoshi_record::sgf::Collection;
///
/// let file = Collection::read(r"(;C[a \] and \\ a]FG[257:An opening])")?;
/// let root = file.game(0).unwrap().root();
/// assert_eq!(root.get("C").unwrap().value().text(), r"a ] and \ a");
/// let (flags, name) = root.get("FG").unwrap().value().composed().unwrap();
/// assert_eq!((flags.number(), name.simple_text().as_ref()), (Some(257), "An opening"));
/// # Ok::<(), hoshi_record::sgf::ReadError>(())
/// ```
#[derive(Clone, Copy)]
pub struct Value<'a> {
    raw: &'a [u8],
    offset: usize,
    script: Script,
}

/// The degree of a double-valued property: good, or very good.
///
/// ```
/// use hoshi_record::sgf::{Collection, Double};
///
/// let file = Collection::read("(;GB[1]GW[2])")?;
/// let root = file.game(0).unwrap().root();
/// assert_eq!(root.double("GB"), Some(Double::Normal));
/// assert!(root.double("GW") > root.double("GB"));
/// # Ok::<(), hoshi_record::sgf::ReadError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Double {
    /// `1`.
    Normal,
    /// `2`.
    Emphasized,
}

impl<'a> Value<'a> {
    pub(crate) fn new(raw: &'a [u8], offset: usize, script: Script) -> Value<'a> {
        Value { raw, offset, script }
    }

    /// The raw value without its NUL bytes; `None` if it has none, or its meaning would change.
    pub(crate) fn without_nul(&self) -> Option<Vec<u8>> {
        memchr::memchr(0, self.raw)?;
        let lexing = self.script.lexing;
        let mut kept = Vec::with_capacity(self.raw.len());
        let mut at = 0;
        while at < self.raw.len() {
            let special = lex::next_special(self.raw, at, lexing);
            kept.extend(self.raw[at..special].iter().filter(|byte| **byte != 0));
            at = special;
            if self.raw.get(at) == Some(&b'\\') {
                // A NUL is removed with the backslash before it.
                at = lex::escaped_end(self.raw, special + 1, lexing);
                if self.raw.get(special + 1) != Some(&0) {
                    kept.extend_from_slice(&self.raw[special..at]);
                }
            } else if at < self.raw.len() {
                kept.push(self.raw[at]);
                at += 1;
            }
        }
        let text = Value::new(&kept, 0, self.script).text().into_owned();
        (text == self.text().replace('\0', "")).then_some(kept)
    }

    /// The bytes as they were written.
    ///
    /// ```
    /// use hoshi_record::sgf::Collection;
    ///
    /// let file = Collection::read(r"(;C[\] is \é])")?;
    /// let value = file.game(0).unwrap().root().get("C").unwrap().value();
    /// assert_eq!((value.raw(), value.offset()), (r"\] is \é".as_bytes(), 4));
    /// assert_eq!((value.text().as_ref(), value.charset().name()), ("] is é", "UTF-8"));
    /// assert_eq!(value.ascii(), None);
    /// # Ok::<(), hoshi_record::sgf::ReadError>(())
    /// ```
    #[must_use]
    pub fn raw(&self) -> &'a [u8] {
        self.raw
    }

    /// Its offset in the source.
    #[must_use]
    pub fn offset(&self) -> usize {
        self.offset
    }

    /// The charset it is written in.
    #[must_use]
    pub fn charset(&self) -> Charset {
        self.script.charset
    }

    /// As Text: escapes resolved, soft line breaks removed, line breaks as `\n`, other white space
    /// as spaces.
    #[must_use]
    pub fn text(&self) -> Cow<'a, str> {
        self.unescaped(false)
    }

    /// As `SimpleText`: like [`Value::text`], on one line.
    ///
    /// ```
    /// use hoshi_record::sgf::Collection;
    ///
    /// let file = Collection::read("(;C[one \\\nline\nand another])")?;
    /// let value = file.game(0).unwrap().root().get("C").unwrap().value();
    /// assert_eq!(value.text(), "one line\nand another");
    /// assert_eq!(value.simple_text(), "one line and another");
    /// # Ok::<(), hoshi_record::sgf::ReadError>(())
    /// ```
    #[must_use]
    pub fn simple_text(&self) -> Cow<'a, str> {
        self.unescaped(true)
    }

    fn unescaped(&self, simple: bool) -> Cow<'a, str> {
        let decoded = self.script.decode(self.raw);
        let plain = |byte: u8| byte >= b' ' && byte != b'\\';
        if decoded.bytes().all(|byte| plain(byte) || (!simple && byte == b'\n')) {
            return decoded;
        }
        let mut text = String::with_capacity(decoded.len());
        let mut letters = decoded.chars().peekable();
        while let Some(mut letter) = letters.next() {
            let escaped = letter == '\\';
            if escaped {
                match letters.next() {
                    Some(next) => letter = next,
                    None => break,
                }
            }
            match letter {
                '\n' | '\r' => {
                    let other = if letter == '\n' { '\r' } else { '\n' };
                    letters.next_if_eq(&other);
                    if !escaped {
                        text.push(if simple { ' ' } else { '\n' });
                    }
                }
                '\t' | '\u{b}' | '\u{c}' => text.push(' '),
                _ => text.push(letter),
            }
        }
        Cow::Owned(text)
    }

    /// The value without white space around it, if it is ASCII, as numbers and points are.
    #[must_use]
    pub fn ascii(&self) -> Option<&'a str> {
        std::str::from_utf8(self.raw.trim_ascii()).ok().filter(|text| text.is_ascii())
    }

    /// As Number.
    #[must_use]
    pub fn number(&self) -> Option<i64> {
        let text = self.ascii()?;
        let digits = text.strip_prefix(['+', '-']).unwrap_or(text);
        if !digits.bytes().all(|byte| byte.is_ascii_digit()) {
            return None;
        }
        text.parse().ok()
    }

    /// As Real, in thousandths: SGF's reals are seconds and points, which need no more.
    ///
    /// ```
    /// use hoshi_record::sgf::Collection;
    ///
    /// let file = Collection::read("(;KM[6.5]V[-0.25]HA[ 4 ]TM[1e3])")?;
    /// let value = |key| file.game(0).unwrap().root().get(key).unwrap().value();
    /// assert_eq!(value("KM").thousandths(), Some(6_500));
    /// assert_eq!(value("V").thousandths(), Some(-250));
    /// assert_eq!((value("HA").number(), value("KM").number()), (Some(4), None));
    /// assert_eq!(value("TM").thousandths(), None);
    /// # Ok::<(), hoshi_record::sgf::ReadError>(())
    /// ```
    #[must_use]
    pub fn thousandths(&self) -> Option<i64> {
        let text = self.ascii()?;
        let (sign, text) = match text.strip_prefix('-') {
            Some(rest) => (-1, rest),
            None => (1, text.strip_prefix('+').unwrap_or(text)),
        };
        let (integer, part) = text.split_once('.').unwrap_or((text, ""));
        let digits = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
        if !digits(integer)
            || !digits(part)
            || integer.len() + part.len() == 0
            || integer.len() > 15
        {
            return None;
        }
        let integer: i64 = if integer.is_empty() { 0 } else { integer.parse().ok()? };
        let part: i64 = format!("{part:0<3.3}").parse().ok()?;
        Some(sign * (integer * 1000 + part))
    }

    /// As Double.
    #[must_use]
    pub fn double(&self) -> Option<Double> {
        match self.ascii()? {
            "1" => Some(Double::Normal),
            "2" => Some(Double::Emphasized),
            _ => None,
        }
    }

    /// As Color.
    ///
    /// ```
    /// use hoshi_core::Color;
    /// use hoshi_record::sgf::Collection;
    ///
    /// let file = Collection::read("(;PL[white])")?;
    /// let value = file.game(0).unwrap().root().get("PL").unwrap().value();
    /// assert_eq!(value.color(), Some(Color::White));
    /// # Ok::<(), hoshi_record::sgf::ReadError>(())
    /// ```
    #[must_use]
    pub fn color(&self) -> Option<Color> {
        match self.raw.trim_ascii() {
            b"B" | b"b" | b"1" | b"black" | b"Black" => Some(Color::Black),
            b"W" | b"w" | b"2" | b"white" | b"White" => Some(Color::White),
            _ => None,
        }
    }

    /// As Point on this board.
    #[must_use]
    #[inline]
    pub fn point(&self, size: Size) -> Option<Point> {
        point(self.raw, size)
            .or_else(|| point(self.raw.trim_ascii(), size))
            .or_else(|| if has_letters(size) { None } else { size.parse_a1(self.ascii()?).ok() })
    }

    /// As Move on this board: empty is a pass, and so is `tt` on boards up to 19x19.
    ///
    /// ```
    /// use hoshi_core::{Move, Size};
    /// use hoshi_record::sgf::Collection;
    ///
    /// let file = Collection::read("(;B[];B[tt];B[ba])")?;
    /// let value = |node: hoshi_record::sgf::NodeRef<'_>| node.get("B").unwrap().value().a_move(Size::S9);
    /// let moves: Vec<_> = file.game(0).unwrap().nodes().map(value).collect();
    /// let played = Move::Play(Size::S9.point(1, 0).unwrap());
    /// assert_eq!(moves, [Some(Move::Pass), Some(Move::Pass), Some(played)]);
    /// # Ok::<(), hoshi_record::sgf::ReadError>(())
    /// ```
    #[must_use]
    #[inline]
    pub fn a_move(&self, size: Size) -> Option<Move> {
        if let Some(point) = self.point(size) {
            return Some(Move::Play(point));
        }
        let small = size.width() <= 19 && size.height() <= 19;
        match self.raw.trim_ascii() {
            b"" => Some(Move::Pass),
            b"tt" if small => Some(Move::Pass),
            _ => None,
        }
    }

    /// As one entry of a list of points: a point, or a rectangle `aa:cc` of them, its corners in any
    /// order.
    ///
    /// ```
    /// use hoshi_core::Size;
    /// use hoshi_record::sgf::Collection;
    ///
    /// let file = Collection::read("(;AB[ba:ac][zz])")?;
    /// let stones = file.game(0).unwrap().root().get("AB").unwrap();
    /// let counts = stones.values().map(|value| value.points(Size::S9).map(|points| points.len()));
    /// assert_eq!(counts.collect::<Vec<_>>(), [Some(6), None]);
    /// # Ok::<(), hoshi_record::sgf::ReadError>(())
    /// ```
    #[must_use]
    pub fn points(&self, size: Size) -> Option<Vec<Point>> {
        let corners = self.corners(size)?;
        let mut points = Vec::new();
        area::each(size, corners, |point| points.push(point));
        Some(points)
    }

    /// Like [`Value::points`], as the corners of a rectangle: the upper left, and the lower right.
    pub(crate) fn corners(&self, size: Size) -> Option<Corners> {
        if let Some(point) = self.point(size) {
            return Some((point, point));
        }
        let (from, to) = self.composed()?;
        let (from, to) = (from.point(size)?, to.point(size)?);
        let first = size.point(from.x().min(to.x()), from.y().min(to.y()))?;
        Some((first, size.point(from.x().max(to.x()), from.y().max(to.y()))?))
    }

    /// As Compose: the parts before and after its first `:`.
    ///
    /// ```
    /// use hoshi_record::sgf::Collection;
    ///
    /// let file = Collection::read(r"(;AP[go\:app:1.2:3])")?;
    /// let value = file.game(0).unwrap().root().get("AP").unwrap().value();
    /// let (name, version) = value.composed().unwrap();
    /// assert_eq!((name.text().as_ref(), version.text().as_ref()), ("go:app", "1.2:3"));
    /// # Ok::<(), hoshi_record::sgf::ReadError>(())
    /// ```
    #[must_use]
    pub fn composed(&self) -> Option<(Value<'a>, Value<'a>)> {
        let mut at = 0;
        let colon = loop {
            // A backslash that is part of a character escapes nothing.
            let special = lex::next_special(self.raw, at, self.script.lexing);
            if let Some(found) = memchr::memchr(b':', &self.raw[at..special]) {
                break at + found;
            }
            at = match self.raw.get(special)? {
                b'\\' => lex::escaped_end(self.raw, special + 1, self.script.lexing),
                _ => special + 1,
            };
        };
        let part = |range: std::ops::Range<usize>| {
            let start = range.start;
            Value::new(&self.raw[range], self.offset + start, self.script)
        };
        Some((part(0..colon), part(colon + 1..self.raw.len())))
    }
}

impl std::fmt::Debug for Value<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "[{}]", self.script.decode(self.raw))
    }
}

/// Whether every point of a board has two letters in SGF.
pub(crate) const fn has_letters(size: Size) -> bool {
    size.width() <= MAX_SIDE && size.height() <= MAX_SIDE
}

/// A point as a value: two letters. On a board too large for letters it is written as people do
/// (`CV100`). Such a tree exists only in memory, between formats with larger boards; it is never
/// written as SGF.
pub(crate) fn point_value(size: Size, point: Point) -> String {
    size.sgf(point).filter(|_| has_letters(size)).unwrap_or_else(|| size.a1(point).to_string())
}

/// A point as SGF writes it: column and row from the top left, `a` to `z`, then `A` to `Z`.
#[inline]
fn point(raw: &[u8], size: Size) -> Option<Point> {
    let &[x, y] = raw else { return None };
    let line = |letter: u8| match letter {
        b'a'..=b'z' => letter - b'a',
        b'A'..=b'Z' => letter - b'A' + 26,
        _ => u8::MAX,
    };
    size.point(line(x), line(y))
}
