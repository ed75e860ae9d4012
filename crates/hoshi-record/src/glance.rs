//! The summary of a game for a list: players, date, board, number of moves, result. A well-formed file
//! is scanned once, without a tree; lists have thousands of games.

use std::cell::Cell;

use hoshi_core::Size;

use crate::info;
use crate::info::result::Ending;
use crate::sgf::{
    Flow, GameTree, HEAD_NODES, MAX_BYTES, Script, Trouble, Value, Visitor, key, scan_scripts,
};

/// The summary of a game for a list.
///
/// ```
/// use hoshi_record::glance::Glance;
/// use hoshi_record::sgf::Collection;
///
/// let bytes = b"(;SZ[9]PB[Ann]PW[Bob]DT[2026-11-16];B[cc];W[])";
/// let glance = Glance::quick(bytes).unwrap();
/// assert_eq!((glance.black.as_str(), glance.white.as_str(), glance.moves), ("Ann", "Bob", 2));
/// assert!(glance.is_unfinished());
/// assert_eq!(glance, Glance::of(Collection::read(bytes)?.game(0).unwrap()));
/// # Ok::<(), hoshi_record::sgf::ReadError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Glance {
    /// Black's name; empty if unknown.
    pub black: String,
    /// White's name; empty if unknown.
    pub white: String,
    /// The value of DT, or empty.
    pub date: String,
    /// The board.
    pub size: Size,
    /// The moves of the main line, passes included.
    pub moves: usize,
    /// The value of RE, if any.
    pub result: Option<String>,
}

impl Glance {
    /// Summarises a game of a tree.
    #[must_use]
    pub fn of(game: GameTree<'_>) -> Glance {
        let text = |name| game.info_text(name).map(std::borrow::Cow::into_owned);
        let size = game.size();
        Glance {
            black: text("PB").unwrap_or_default(),
            white: text("PW").unwrap_or_default(),
            date: text("DT").unwrap_or_default(),
            size,
            moves: game.main_line().map(|node| node.move_count(size)).sum(),
            result: text("RE"),
        }
    }

    /// Summarises the first game of a file without a tree; `None` if anything is malformed, or there
    /// is no game. Then read the file as a tree and use [`Glance::of`], which gives the same result
    /// where both apply.
    ///
    /// ```
    /// use hoshi_record::glance::Glance;
    ///
    /// assert_eq!(Glance::quick(b"(;SZ[9];B[cc];W["), None);
    /// ```
    #[must_use]
    pub fn quick(bytes: &[u8]) -> Option<Glance> {
        if bytes.len() > MAX_BYTES {
            return None;
        }
        let script = Cell::new(Script::UTF_8);
        let mut first = First::new(&script);
        scan_scripts(bytes, |new| script.set(new), &mut first);
        first.finish()
    }

    /// The interpreted result, if readable.
    ///
    /// ```
    /// use hoshi_record::glance::Glance;
    ///
    /// let glance = Glance::quick(b"(;RE[White wins by 3 points])").unwrap();
    /// assert_eq!(glance.ending().unwrap().to_string(), "W+3");
    /// ```
    #[must_use]
    pub fn ending(&self) -> Option<Ending> {
        let reading = info::result::read(self.result.as_deref()?);
        reading.ok().map(|reading| reading.value)
    }

    /// Whether the game has no result yet: it is missing or `?`.
    #[must_use]
    pub fn is_unfinished(&self) -> bool {
        self.result.as_deref().is_none_or(|result| result == "?")
    }
}

/// Which properties have been found; the first of each counts.
#[derive(Clone, Copy, Debug, Default)]
struct Found {
    size: bool,
    black: bool,
    white: bool,
    date: bool,
    result: bool,
}

/// The buffered value of a move.
#[derive(Clone, Copy, Debug)]
enum Held {
    Nothing,
    Letters([u8; 2]),
}

/// The visitor, which follows the main line of the first game until it ends or something is
/// unusual.
struct First<'a> {
    script: &'a Cell<Script>,
    glance: Glance,
    found: Found,
    /// Moves before the board size was certain.
    held: Vec<Held>,
    /// The numbers of columns and rows that have lower-case letters.
    small: [u8; 2],
    /// Whether game information still counts: up to the node of the first move.
    in_head: bool,
    /// The number of nodes of the line up to there.
    head_nodes: usize,
    /// The date under the name that some servers use, of this node and of the game.
    server_date: Option<String>,
    other_date: Option<String>,
    /// Whether the node is not the root, and whether it has a move.
    is_later: bool,
    has_move: bool,
    has_nodes: bool,
    /// The number of open variations, now and at the last node of the line.
    depth: usize,
    tip_depth: usize,
    /// Whether the line is complete.
    ended: bool,
    is_odd: bool,
    /// The address of the last property's name: further values of the property have the same
    /// address.
    last_name: usize,
}

impl<'a> First<'a> {
    fn new(script: &'a Cell<Script>) -> First<'a> {
        let glance = Glance {
            black: String::new(),
            white: String::new(),
            date: String::new(),
            size: Size::S19,
            moves: 0,
            result: None,
        };
        First {
            script,
            glance,
            found: Found::default(),
            held: Vec::new(),
            small: [0, 0],
            in_head: true,
            head_nodes: 0,
            server_date: None,
            other_date: None,
            is_later: false,
            has_move: false,
            has_nodes: false,
            depth: 0,
            tip_depth: 0,
            ended: false,
            is_odd: false,
            last_name: 0,
        }
    }

    fn finish(mut self) -> Option<Glance> {
        self.end_head();
        if let Some(date) = self.other_date.take().filter(|_| !self.found.date) {
            self.glance.date = date;
        }
        (self.has_nodes && !self.is_odd).then_some(self.glance)
    }

    fn flow(&self) -> Flow {
        if self.ended || self.is_odd { Flow::Stop } else { Flow::Go }
    }

    /// Ends the part where SZ counts: the size is certain now.
    fn end_head(&mut self) {
        self.in_head = false;
        let size = self.glance.size;
        self.small = [size.width(), size.height()].map(|lines| lines.min(26));
        for held in std::mem::take(&mut self.held) {
            match held {
                Held::Nothing => self.count(b""),
                Held::Letters(raw) => self.count(&raw),
            }
        }
    }

    fn count(&mut self, raw: &[u8]) {
        // The charset does not matter to points.
        let value = Value::new(raw, 0, Script::UTF_8);
        self.glance.moves += usize::from(value.a_move(self.glance.size).is_some());
    }

    fn a_move(&mut self, raw: &[u8]) {
        if !self.in_head {
            return self.count(raw);
        }
        self.has_move = true;
        // A move is never longer.
        match *raw.trim_ascii() {
            [] => self.held.push(Held::Nothing),
            [x, y] => self.held.push(Held::Letters([x, y])),
            _ => {}
        }
    }

    /// Handles any other property, including moves with a long (`FF[3]`) name, in which only the
    /// capitals count.
    fn other(&mut self, name: &[u8], raw: &[u8]) {
        if name.iter().any(u8::is_ascii_lowercase) {
            let key = key(std::str::from_utf8(name).unwrap_or_default());
            match key.as_bytes() {
                b"B" | b"W" => self.a_move(raw),
                key => self.game_info(key, raw),
            }
        } else {
            self.game_info(name, raw);
        }
    }

    /// Handles game information; the first of each property counts.
    fn game_info(&mut self, name: &[u8], raw: &[u8]) {
        if !self.in_head {
            return;
        }
        let Found { size, black, white, date, result } = &mut self.found;
        let is_found = match name {
            b"SZ" => size,
            b"PB" => black,
            b"PW" => white,
            b"DT" => date,
            b"RE" => result,
            b"RD" if self.server_date.is_none() => {
                let text = Value::new(raw, 0, self.script.get()).simple_text().trim().to_owned();
                self.server_date = Some(text);
                return;
            }
            _ => return,
        };
        if std::mem::replace(is_found, true) {
            return;
        }
        let text = Value::new(raw, 0, self.script.get()).simple_text();
        let trimmed = || text.trim().to_owned();
        let glance = &mut self.glance;
        match name {
            b"SZ" => {
                glance.size = info::size::read(&text).map_or(Size::S19, |reading| reading.value);
            }
            b"PB" => glance.black = trimmed(),
            b"PW" => glance.white = trimmed(),
            b"DT" => glance.date = trimmed(),
            _ => glance.result = Some(trimmed()).filter(|text| !text.is_empty()),
        }
    }
}

impl<'t> Visitor<'t> for First<'_> {
    fn game(&mut self, _offset: usize) -> Flow {
        self.ended |= self.has_nodes;
        self.flow()
    }

    fn variation(&mut self, _nth: usize) -> Flow {
        self.depth += 1;
        self.flow()
    }

    fn end_variation(&mut self) {
        self.depth = self.depth.saturating_sub(1);
        self.ended |= self.depth < self.tip_depth;
    }

    #[inline]
    fn node(&mut self, _offset: usize) -> Flow {
        self.flow()
    }

    #[inline]
    fn value(&mut self, name: &'t [u8], value: &'t [u8]) {
        // The first value of each property counts.
        if std::mem::replace(&mut self.last_name, name.as_ptr().addr()) == name.as_ptr().addr() {
            return;
        }
        match name {
            b"B" | b"W" => self.a_move(value),
            _ => self.other(name, value),
        }
    }

    // Nearly all of a file is moves, which are only counted.
    #[inline]
    fn lone_move(&mut self, offset: usize, name: &'t [u8], value: &'t [u8]) -> Flow {
        let [width, height] = self.small;
        let is_plain = !(self.in_head || self.ended || self.is_odd)
            && matches!(*value, [x, y] if x.wrapping_sub(b'a') < width && y.wrapping_sub(b'a') < height);
        if is_plain {
            self.glance.moves += 1;
            self.tip_depth = self.depth;
            return Flow::Go;
        }
        let flow = self.node(offset);
        if flow == Flow::Go {
            self.value(name, value);
            self.end_node(offset + 5, true);
        }
        flow
    }

    #[inline]
    fn end_node(&mut self, _offset: usize, _tidy: bool) {
        self.has_nodes = true;
        self.tip_depth = self.depth;
        if self.in_head {
            let date = self.server_date.take();
            if let Some(date) = date.filter(|date| !self.has_move && !date.is_empty()) {
                self.other_date.get_or_insert(date);
            }
            self.head_nodes += 1;
            if self.is_later && self.has_move || self.head_nodes == HEAD_NODES {
                self.end_head();
            }
            self.is_later = true;
            self.has_move = false;
        }
    }

    fn trouble(&mut self, _trouble: Trouble, _offset: usize) {
        self.is_odd = true;
    }
}
