//! An index of the lines of a text: from an offset to a line and a column, and from a line to its
//! bytes, without rescanning the text.

/// Where the lines of a text begin and end. A line ends with LF, CR, or both in either order.
///
/// ```
/// use hoshi_record::lint::Lines;
///
/// let lines = Lines::new(b"(;B[aa]\r\n;W[bb])");
/// assert_eq!(lines.place(11), (2, 3));
/// assert_eq!(lines.line(2), b";W[bb])");
/// ```
#[derive(Clone, Debug)]
pub struct Lines<'a> {
    text: &'a [u8],
    /// 32 bits each: a file may be nothing but line breaks.
    starts: Vec<u32>,
}

impl<'a> Lines<'a> {
    /// The lines of a text. Beyond 4 GiB everything is one line; no record is that long.
    ///
    /// ```
    /// use hoshi_record::lint::Lines;
    /// assert_eq!(Lines::new(b"").line(1), b"");
    /// ```
    #[must_use]
    pub fn new(text: &'a [u8]) -> Lines<'a> {
        let mut starts = Vec::with_capacity(1 + memchr::memchr2_iter(b'\n', b'\r', text).count());
        starts.push(0);
        let mut at = 0;
        while let Some(found) = memchr::memchr2(b'\n', b'\r', &text[at..]) {
            at += found;
            let other = if text[at] == b'\n' { b'\r' } else { b'\n' };
            at += if text.get(at + 1) == Some(&other) { 2 } else { 1 };
            let Ok(start) = u32::try_from(at) else { break };
            starts.push(start);
        }
        Lines { text, starts }
    }

    /// The line and the column of an offset, both from 1, as [`crate::sgf::Collection::place`] gives
    /// them.
    ///
    /// ```
    /// use hoshi_record::lint::Lines;
    /// assert_eq!(Lines::new(b"a\nb").place(2), (2, 1));
    /// ```
    #[must_use]
    pub fn place(&self, offset: usize) -> (usize, usize) {
        let offset = offset.min(self.text.len());
        let line = self.starts.partition_point(|&start| start as usize <= offset);
        (line, offset - self.starts[line - 1] as usize + 1)
    }

    /// A line's bytes without its end, counted from 1; empty if there is no such line.
    ///
    /// ```
    /// use hoshi_record::lint::Lines;
    /// assert_eq!(Lines::new(b"a\nb").line(3), b"");
    /// ```
    #[must_use]
    pub fn line(&self, number: usize) -> &'a [u8] {
        if number == 0 {
            return b"";
        }
        let line = &self.text[self.start(number)..self.start(number.saturating_add(1))];
        let breaks = line.iter().rev().take_while(|byte| matches!(byte, b'\n' | b'\r')).count();
        &line[..line.len() - breaks]
    }

    /// The offset of a line.
    ///
    /// ```
    /// use hoshi_record::lint::Lines;
    /// assert_eq!(Lines::new(b"a\nb").start(2), 2);
    /// ```
    #[must_use]
    pub fn start(&self, number: usize) -> usize {
        let index = number.saturating_sub(1);
        self.starts.get(index).map_or(self.text.len(), |&start| start as usize)
    }
}
