//! A client of `hoshi serve` with as little of its own as possible: requests, and text frames of a web socket.

use std::io::{self, BufRead as _, BufReader, Read as _, Write as _};
use std::net::TcpStream;
use std::os::fd::{AsFd, BorrowedFd};
use std::time::Duration;

use serde_json::{Value, json};

/// A server that does not answer is given up.
const PATIENCE: Duration = Duration::from_secs(60);

/// A game at one screen: its name and its secret.
#[derive(Clone, Debug)]
pub(super) struct Game {
    pub(super) id: String,
    key: String,
}

fn connect(port: u16) -> io::Result<TcpStream> {
    let stream = TcpStream::connect(("127.0.0.1", port))?;
    stream.set_nodelay(true)?;
    stream.set_read_timeout(Some(PATIENCE))?;
    Ok(stream)
}

/// Begins a game of 19x19.
pub(super) fn new_game(port: u16) -> io::Result<Game> {
    let body = json!({
        "how": "here", "opponent": "human", "color": "black", "size": "19",
        "rules": "chinese", "komi": "", "time": "none", "handicap": 0,
    })
    .to_string();
    let mut stream = connect(port)?;
    write!(
        stream,
        "POST /api/new HTTP/1.1\r\nHost: localhost:{port}\r\nOrigin: http://localhost:{port}\r\n\
         Content-Type: application/json\r\nContent-Length: {}\r\nConnection: close\r\n\r\n{body}",
        body.len()
    )?;
    let mut answer = String::new();
    stream.read_to_string(&mut answer)?;
    let wrong = || io::Error::other(format!("no game was begun: {answer}"));
    let (_, body) = answer.split_once("\r\n\r\n").ok_or_else(wrong)?;
    let body: Value = serde_json::from_str(body)?;
    match (body["id"].as_str(), body["keys"][0][1].as_str()) {
        (Some(id), Some(key)) => Ok(Game { id: id.to_owned(), key: key.to_owned() }),
        _ => Err(wrong()),
    }
}

/// A page with its socket.
pub(super) struct Page {
    stream: BufReader<TcpStream>,
    frame: Vec<u8>,
    n: u64,
}

impl Page {
    /// Whoever has the secret of a game.
    pub(super) fn player(port: u16, game: &Game) -> io::Result<Page> {
        Page::open(port, &game.id, &json!({ "hello": { "token": game.key, "page": "bench" } }))
    }

    /// One who watches.
    pub(super) fn watcher(port: u16, id: &str) -> io::Result<Page> {
        Page::open(port, id, &json!({ "hello": {} }))
    }

    fn open(port: u16, id: &str, hello: &Value) -> io::Result<Page> {
        let mut stream = connect(port)?;
        write!(
            stream,
            "GET /g/{id}/socket HTTP/1.1\r\nHost: localhost:{port}\r\nOrigin: http://localhost:{port}\r\n\
             Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n\
             Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
        )?;
        let mut page =
            Page { stream: BufReader::with_capacity(2 << 10, stream), frame: Vec::new(), n: 0 };
        let mut line = String::new();
        page.stream.read_line(&mut line)?;
        if !line.contains(" 101 ") {
            return Err(io::Error::other(format!("no socket: {}", line.trim())));
        }
        while line.trim() != "" {
            line.clear();
            page.stream.read_line(&mut line)?;
        }
        page.send(1, hello.to_string().as_bytes())?;
        while !page.hear()?.starts_with(b"{\"snapshot\"") {}
        Ok(page)
    }

    /// Sends a frame. The mask is zero: this is not a browser that must hide what it sends from proxies.
    fn send(&mut self, kind: u8, payload: &[u8]) -> io::Result<()> {
        let mut frame = Vec::with_capacity(payload.len() + 8);
        frame.push(0x80 | kind);
        match u8::try_from(payload.len()) {
            Ok(small @ ..=125) => frame.push(0x80 | small),
            _ => {
                frame.push(0x80 | 126);
                frame.extend((payload.len() as u16).to_be_bytes());
            }
        }
        frame.extend([0; 4]);
        frame.extend(payload);
        self.stream.get_mut().write_all(&frame)
    }

    /// The next text.
    pub(super) fn hear(&mut self) -> io::Result<&[u8]> {
        loop {
            let mut head = [0; 2];
            self.stream.read_exact(&mut head)?;
            let length = match head[1] & 0x7f {
                126 => {
                    let mut length = [0; 2];
                    self.stream.read_exact(&mut length)?;
                    u64::from(u16::from_be_bytes(length))
                }
                127 => {
                    let mut length = [0; 8];
                    self.stream.read_exact(&mut length)?;
                    u64::from_be_bytes(length)
                }
                small => u64::from(small),
            };
            self.frame.resize(usize::try_from(length).map_err(io::Error::other)?, 0);
            self.stream.read_exact(&mut self.frame)?;
            match head[0] & 0x0f {
                1 => return Ok(&self.frame),
                8 => return Err(io::Error::other("the server has closed the socket")),
                9 => {
                    let payload = std::mem::take(&mut self.frame);
                    self.send(10, &payload)?;
                }
                _ => {}
            }
        }
    }

    /// Plays a move, and waits until it is acknowledged: then it is on disk.
    pub(super) fn play(&mut self, at: &str) -> io::Result<()> {
        self.send_play(at)?;
        self.hear_ack()
    }

    /// Plays a move.
    pub(super) fn send_play(&mut self, at: &str) -> io::Result<()> {
        self.n += 1;
        let n = self.n;
        let text = format!("{{\"n\":{n},\"do\":{{\"type\":\"play\",\"at\":\"{at}\"}}}}");
        self.send(1, text.as_bytes())
    }

    /// Waits until the move is acknowledged.
    pub(super) fn hear_ack(&mut self) -> io::Result<()> {
        let n = self.n;
        let ack = format!("{{\"ack\":{{\"n\":{n},");
        loop {
            let text = self.hear()?;
            if text.starts_with(ack.as_bytes()) {
                return Ok(());
            }
            if text.starts_with(b"{\"no\"") {
                return Err(io::Error::other(String::from_utf8_lossy(text).into_owned()));
            }
        }
    }
}

impl AsFd for Page {
    fn as_fd(&self) -> BorrowedFd<'_> {
        self.stream.get_ref().as_fd()
    }
}
