//! The wire format: commands and replies as bytes. Nothing here does I/O, and the replies do not depend on
//! how the bytes are cut into pieces.

use hoshi_core::{Color, Move, Size};

/// The longest line, in bytes; longer lines are cut.
const MAX_LINE: usize = 1 << 20;

/// The complete answer to one command.
///
/// ```
/// use hoshi_gtp::{Decoder, Heard};
///
/// let mut decoder = Decoder::default();
/// decoder.feed(b"?3 illegal move\n\n");
/// let Some(Heard::Reply(reply)) = decoder.last() else { panic!("no reply") };
/// assert_eq!((reply.id, reply.text), (Some(3), Err("illegal move".into())));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reply {
    /// The number of the command, if the engine repeats it.
    pub id: Option<u32>,
    /// The answer; `Err` if the engine refused the command.
    pub text: Result<String, String>,
}

/// A piece of an engine's output.
///
/// ```
/// use hoshi_gtp::{Decoder, Heard};
///
/// let mut decoder = Decoder::default();
/// decoder.feed(b"Welcome!\n");
/// assert_eq!(decoder.next(), Some(Heard::Stray("Welcome!".into())));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Heard {
    /// A line of an unfinished reply: engines send the lines of an analysis while they think.
    Line(String),
    /// A complete reply.
    Reply(Reply),
    /// A line outside any reply, which is not part of the protocol.
    Stray(String),
}

/// A command as it is sent.
///
/// ```
/// assert_eq!(hoshi_gtp::encode(7, "genmove black"), b"7 genmove black\n");
/// // A command is one line, whatever it contains.
/// assert_eq!(hoshi_gtp::encode(8, "echo a\nquit"), b"8 echo a quit\n");
/// ```
#[must_use]
pub fn encode(id: u32, command: &str) -> Vec<u8> {
    let plain = |letter: char| if letter.is_control() { ' ' } else { letter };
    let line: String = command.chars().map(plain).collect();
    format!("{id} {line}\n").into_bytes()
}

/// Turns bytes into replies.
///
/// Carriage returns are removed, other control characters become spaces, and comments (`#`) outside a
/// reply are skipped.
///
/// ```
/// use hoshi_gtp::{Decoder, Heard, Reply};
///
/// let mut decoder = Decoder::default();
/// decoder.feed(b"=7 D");
/// assert_eq!(decoder.next(), None);
/// decoder.feed(b"4\r\n\r\n? unknown command\n\n");
/// assert_eq!(decoder.next(), Some(Heard::Line("D4".into())));
/// let reply = Reply { id: Some(7), text: Ok("D4".into()) };
/// assert_eq!(decoder.next(), Some(Heard::Reply(reply)));
/// assert_eq!(decoder.next(), Some(Heard::Line("unknown command".into())));
/// let reply = Reply { id: None, text: Err("unknown command".into()) };
/// assert_eq!(decoder.next(), Some(Heard::Reply(reply)));
/// assert_eq!(decoder.next(), None);
/// ```
#[derive(Clone, Debug, Default)]
pub struct Decoder {
    /// The input that is not decoded yet, from `at` on.
    bytes: Vec<u8>,
    /// Everything before this index is decoded.
    at: usize,
    /// There is no line end before this index.
    seen: usize,
    /// Whether the rest of the line is skipped, because the line is too long.
    skips: bool,
    /// The unfinished reply.
    open: Option<Reply>,
}

impl Decoder {
    /// Adds bytes.
    pub fn feed(&mut self, bytes: &[u8]) {
        self.bytes.drain(..self.at);
        self.seen = self.seen.saturating_sub(self.at);
        self.at = 0;
        self.bytes.extend_from_slice(bytes);
    }

    /// Drops the unfinished reply and all bytes that are not decoded yet.
    ///
    /// ```
    /// use hoshi_gtp::{Decoder, Heard, Reply};
    ///
    /// let mut decoder = Decoder::default();
    /// decoder.feed(b"=1 half a re");
    /// decoder.reset();
    /// decoder.feed(b"=2\n\n");
    /// let reply = Reply { id: Some(2), text: Ok(String::new()) };
    /// assert_eq!(decoder.next(), Some(Heard::Reply(reply)));
    /// ```
    pub fn reset(&mut self) {
        *self = Decoder::default();
    }

    /// The number of the unfinished reply; `None` if there is no such reply, or it has no number.
    pub(crate) fn open_id(&self) -> Option<u32> {
        self.open.as_ref()?.id
    }

    /// The next line, if it is complete.
    fn line(&mut self) -> Option<String> {
        loop {
            let rest = &self.bytes[self.at..];
            let from = self.seen.saturating_sub(self.at);
            let end = rest[from..].iter().position(|&byte| byte == b'\n').map(|end| from + end);
            self.seen = end.map_or(self.bytes.len(), |end| self.at + end);
            if end.is_none() && rest.len() <= MAX_LINE {
                return None;
            }
            let (len, next) = match end {
                Some(end) => (end.min(MAX_LINE), if end > MAX_LINE { MAX_LINE } else { end + 1 }),
                None => (MAX_LINE, MAX_LINE),
            };
            let is_complete = end.is_some_and(|end| end <= MAX_LINE);
            let text = plain(&rest[..len]);
            self.at += next;
            let skipped = std::mem::replace(&mut self.skips, !is_complete);
            if !skipped {
                return Some(text);
            }
        }
    }
}

impl Iterator for Decoder {
    type Item = Heard;

    fn next(&mut self) -> Option<Heard> {
        loop {
            let line = self.line()?;
            let Some(open) = &mut self.open else {
                if line.is_empty() || line.starts_with('#') {
                    continue;
                }
                let Some((reply, rest)) = begin(&line) else { return Some(Heard::Stray(line)) };
                self.open = Some(reply);
                // An empty first line is not reported.
                match rest {
                    Some(rest) => return Some(Heard::Line(rest)),
                    None => continue,
                }
            };
            if line.is_empty() {
                let reply = self.open.take()?;
                return Some(Heard::Reply(reply));
            }
            let text = match &mut open.text {
                Ok(text) | Err(text) => text,
            };
            if text.len() + line.len() <= MAX_LINE {
                if !text.is_empty() {
                    text.push('\n');
                }
                text.push_str(&line);
            }
            return Some(Heard::Line(line));
        }
    }
}

/// A line as text, without terminal control codes and without spaces at its ends.
fn plain(line: &[u8]) -> String {
    let text = String::from_utf8_lossy(line);
    let text: String = text
        .chars()
        .filter(|&letter| letter != '\r')
        .map(|letter| if letter.is_control() { ' ' } else { letter })
        .collect();
    text.trim().to_owned()
}

/// Begins a reply with its first line; also returns the text of that line.
fn begin(line: &str) -> Option<(Reply, Option<String>)> {
    let is_ok = line.starts_with('=');
    let rest = line.strip_prefix(['=', '?'])?;
    let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
    let (number, rest) = rest.split_at(digits);
    // A number that is not followed by a space is part of the answer.
    let (id, rest) = match number.parse() {
        Ok(id) if rest.is_empty() || rest.starts_with(' ') => (Some(id), rest),
        _ => (None, &line[1..]),
    };
    let text = rest.trim().to_owned();
    let first = (!text.is_empty()).then(|| text.clone());
    Some((Reply { id, text: if is_ok { Ok(text) } else { Err(text) } }, first))
}

/// A move as GTP writes it; `None` if a side of the board is longer than 25, where its letters end.
///
/// ```
/// use hoshi_core::{Move, Size};
///
/// let point = Size::S19.point(8, 0).unwrap();
/// assert_eq!(hoshi_gtp::vertex(Size::S19, Move::Play(point)).as_deref(), Some("J19"));
/// assert_eq!(hoshi_gtp::vertex(Size::S19, Move::Pass).as_deref(), Some("pass"));
/// ```
#[must_use]
pub fn vertex(size: Size, mv: Move) -> Option<String> {
    if size.width() > 25 || size.height() > 25 {
        return None;
    }
    Some(match mv {
        Move::Play(point) => size.a1(point).to_string(),
        Move::Pass => "pass".to_owned(),
    })
}

/// Parses the answer to `genmove`.
///
/// ```
/// use hoshi_core::{Move, Size};
/// use hoshi_gtp::{Genmove, a_move};
///
/// assert_eq!(a_move(Size::S9, "PASS"), Some(Genmove::Move(Move::Pass)));
/// assert_eq!(a_move(Size::S9, "resign"), Some(Genmove::Resign));
/// assert_eq!(a_move(Size::S9, "j9 "), a_move(Size::S9, "J9"));
/// assert_eq!(a_move(Size::S9, "K10"), None);
/// ```
#[must_use]
pub fn a_move(size: Size, text: &str) -> Option<crate::Genmove> {
    let word = text.split_whitespace().next()?;
    if word.eq_ignore_ascii_case("resign") {
        return Some(crate::Genmove::Resign);
    }
    size.parse_move(word).ok().map(crate::Genmove::Move)
}

/// A colour as GTP writes it.
pub(crate) fn color(color: Color) -> &'static str {
    if color == Color::Black { "black" } else { "white" }
}
