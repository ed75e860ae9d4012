//! The wire format: what is sent and what comes back, as bytes. Nothing here reads or writes anything,
//! so any way of cutting the bytes into pieces gives the same replies.

use hoshi_core::{Color, Move, Size};

/// A reply line may be no longer than this; what is longer is cut.
const MAX_LINE: usize = 1 << 20;

/// All that an engine said to one command.
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
    /// What it answers; `Err` if it refused.
    pub text: Result<String, String>,
}

/// Something that was heard.
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
    /// A line of a reply that goes on: engines that analyse send them as they think.
    Line(String),
    /// The end of a reply.
    Reply(Reply),
    /// A line outside of any reply, which is no part of the protocol.
    Stray(String),
}

/// A command as it goes over the wire.
///
/// ```
/// assert_eq!(hoshi_gtp::encode(7, "genmove black"), b"7 genmove black\n");
/// // One command is one line, whatever it says.
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
/// A carriage return is no part of a line, other control characters are spaces, and a comment (`#`)
/// where no reply is under way is passed over.
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
    /// What came and has not been looked at.
    bytes: Vec<u8>,
    /// How much of it has been.
    at: usize,
    /// Up to where it is known to have no end of a line.
    seen: usize,
    /// Whether the rest of the line is thrown away.
    skips: bool,
    /// The reply that is under way.
    open: Option<Reply>,
}

impl Decoder {
    /// Takes bytes in, as they come.
    pub fn feed(&mut self, bytes: &[u8]) {
        self.bytes.drain(..self.at);
        self.seen = self.seen.saturating_sub(self.at);
        self.at = 0;
        self.bytes.extend_from_slice(bytes);
    }

    /// Forgets a reply that is under way, and all that has not been looked at.
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

    /// The number of the reply that is under way; `None` if there is no reply, or it has none.
    pub(crate) fn open_id(&self) -> Option<u32> {
        self.open.as_ref()?.id
    }

    /// The next line, if it is all there.
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
            let is_whole = end.is_some_and(|end| end <= MAX_LINE);
            let text = plain(&rest[..len]);
            self.at += next;
            let skipped = std::mem::replace(&mut self.skips, !is_whole);
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
                // An empty first line is nothing to tell.
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

/// A line as text: without what a terminal would obey, and without spaces at its ends.
fn plain(line: &[u8]) -> String {
    let text = String::from_utf8_lossy(line);
    let text: String = text
        .chars()
        .filter(|&letter| letter != '\r')
        .map(|letter| if letter.is_control() { ' ' } else { letter })
        .collect();
    text.trim().to_owned()
}

/// A reply by its first line, and what else that line says.
fn begin(line: &str) -> Option<(Reply, Option<String>)> {
    let is_ok = line.starts_with('=');
    let rest = line.strip_prefix(['=', '?'])?;
    let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
    let (number, rest) = rest.split_at(digits);
    // A number that something other than a space follows is a part of the answer.
    let (id, rest) = match number.parse() {
        Ok(id) if rest.is_empty() || rest.starts_with(' ') => (Some(id), rest),
        _ => (None, &line[1..]),
    };
    let text = rest.trim().to_owned();
    let first = (!text.is_empty()).then(|| text.clone());
    Some((Reply { id, text: if is_ok { Ok(text) } else { Err(text) } }, first))
}

/// A move as GTP writes it; `None` where its letters end, at 25.
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

/// What an engine answers when it is asked for a move.
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
