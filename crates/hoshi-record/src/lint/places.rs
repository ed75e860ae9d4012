//! Lines of a text: from an offset to a line and a column, and from a line to its bytes, without
//! going through the text each time.

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
    starts: Vec<usize>,
}

impl<'a> Lines<'a> {
    /// The lines of a text.
    ///
    /// ```
    /// use hoshi_record::lint::Lines;
    /// assert_eq!(Lines::new(b"").line(1), b"");
    /// ```
    #[must_use]
    pub fn new(text: &'a [u8]) -> Lines<'a> {
        let mut starts = vec![0];
        let mut at = 0;
        while let Some(found) = memchr::memchr2(b'\n', b'\r', &text[at..]) {
            at += found;
            let other = if text[at] == b'\n' { b'\r' } else { b'\n' };
            at += if text.get(at + 1) == Some(&other) { 2 } else { 1 };
            starts.push(at);
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
        let line = self.starts.partition_point(|&start| start <= offset);
        (line, offset - self.starts[line - 1] + 1)
    }

    /// A line's bytes without its end, counted from 1; of a line that is not there, nothing.
    ///
    /// ```
    /// use hoshi_record::lint::Lines;
    /// assert_eq!(Lines::new(b"a\nb").line(3), b"");
    /// ```
    #[must_use]
    pub fn line(&self, number: usize) -> &'a [u8] {
        let Some(&start) = number.checked_sub(1).and_then(|index| self.starts.get(index)) else {
            return b"";
        };
        let end = self.starts.get(number).copied().unwrap_or(self.text.len());
        let line = &self.text[start..end];
        let breaks = line.iter().rev().take_while(|byte| matches!(byte, b'\n' | b'\r')).count();
        &line[..line.len() - breaks]
    }

    /// Where a line begins.
    ///
    /// ```
    /// use hoshi_record::lint::Lines;
    /// assert_eq!(Lines::new(b"a\nb").start(2), 2);
    /// ```
    #[must_use]
    pub fn start(&self, number: usize) -> usize {
        let index = number.saturating_sub(1);
        self.starts.get(index).copied().unwrap_or(self.text.len())
    }
}
