//! GIB, the records of Tygem: a header of `\[KEY=VALUE\]` lines between `\HS` and `\HE`, then the moves
//! between `\GS` and `\GE`. See docs/formats/gib.md.

use std::collections::HashMap;

use hoshi_core::{Color, Move, Size};
use memchr::memmem;

use super::fields;
use super::sheet::{Line, Sheet, lines, quoted};
use super::tree::Tree;

/// Keys that say nothing about the game, or repeat another key.
const KNOWN: [&str; 27] = [
    "GIBOKIND",
    "TYPE",
    "SZAUDIO",
    "GAMECONDITION",
    "GAMETIME",
    "GAMERESULT",
    "GAMEZIPSU",
    "GAMEDUM",
    "GAMEGONGJE",
    "GAMETOTALNUM",
    "GAMENAME",
    "GAMEDATE",
    "GAMEPLACE",
    "GAMELECNAME",
    "GAMEWHITENAME",
    "GAMEWHITELEVEL",
    "GAMEWHITENICK",
    "GAMEWHITECOUNTRY",
    "GAMEWAVATA",
    "GAMEWIMAGE",
    "GAMEBLACKNAME",
    "GAMEBLACKLEVEL",
    "GAMEBLACKNICK",
    "GAMEBLACKCOUNTRY",
    "GAMEBAVATA",
    "GAMEBIMAGE",
    "GAMECOMMENT",
];

/// Keys that hold a list of fields.
const LISTS: [&str; 5] = ["GAMEINFOMAIN", "GAMEINFOSUB", "WUSERINFO", "BUSERINFO", "GAMETAG"];

/// Whether a text is GIB: a line starts with one of its commands.
pub(super) fn is(text: &[u8]) -> bool {
    let marks: [&[u8]; 4] = [b"\\HS", b"\\GS", b"\\[GAME", b"\\[GIBOKIND="];
    let starts = |line: &[u8], mark: &[u8]| line.trim_ascii_start().starts_with(mark);
    let is_move = |line: &[u8]| starts(line, b"STO 0 ") || starts(line, b"INI 0 ");
    lines(text).next().is_some_and(|line| is_move(line.bytes))
        || lines(text).any(|line| marks.iter().any(|mark| starts(line.bytes, mark)))
}

/// The charset that a file names: only the Chinese client identifies itself.
pub(super) fn label(bytes: &[u8]) -> Option<&'static [u8]> {
    let mut kinds = lines(bytes).take(20).map(|line| line.bytes);
    let china = kinds.any(|line| memmem::find(line, b"GIBOKIND=China").is_some());
    china.then_some(b"GB18030")
}

/// The header of a game: values by key, each with its line.
type Header = HashMap<String, (usize, String)>;

/// All games of a file.
pub(super) fn games(sheet: &mut Sheet<'_>) -> Vec<Tree> {
    let mut games = Vec::new();
    let mut lines = sheet.lines().peekable();
    let mut reader = Reader::new();
    while let Some(line) = lines.next() {
        let text = sheet.text(line);
        let text = text.trim();
        if text == r"\HS" && reader.begun {
            games.extend(std::mem::replace(&mut reader, Reader::new()).finish(sheet));
        }
        if text.starts_with(r"\[") && !text.ends_with(r"\]") {
            // Some values continue on the next line.
            let is_rest = |next: &Line<'_>| {
                let next = next.bytes.trim_ascii();
                next.ends_with(b"\\]") && !next.starts_with(b"\\")
            };
            if let Some(rest) = lines.next_if(is_rest) {
                let whole = format!("{text} {}", sheet.text(rest).trim());
                reader.line(line.number, &whole, sheet);
                continue;
            }
        }
        reader.line(line.number, text, sheet);
    }
    games.extend(reader.finish(sheet));
    games
}

/// The part of a game that a line belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Part {
    Before,
    Header,
    Between,
    /// The number of lines of the game read so far.
    Game(usize),
    After,
}

struct Reader {
    tree: Tree,
    header: Header,
    part: Part,
    /// Whether anything of a game was found.
    begun: bool,
    /// The last node, and its number in the file.
    at: usize,
    number: Option<u64>,
    /// The number of lines that the file announces, and where; the number found.
    announced: Option<(usize, u64)>,
    found: u64,
}

impl Reader {
    fn new() -> Reader {
        Reader {
            tree: Tree::new(Size::S19),
            header: Header::new(),
            part: Part::Before,
            begun: false,
            at: 0,
            number: None,
            announced: None,
            found: 0,
        }
    }

    fn line(&mut self, number: usize, text: &str, sheet: &mut Sheet<'_>) {
        if text.is_empty() {
            return;
        }
        let word = text.split_ascii_whitespace().next().unwrap_or_default();
        match (word, self.part) {
            (r"\HS", _) => self.part = Part::Header,
            (r"\HE", _) => self.part = Part::Between,
            (r"\GS", _) => self.part = Part::Game(0),
            (r"\GE", _) => self.part = Part::After,
            _ if text.starts_with(r"\[") => self.field(number, text, sheet),
            ("INI", _) => self.start(number, text, sheet),
            ("STO", _) => self.play(number, text, sheet),
            ("SKI", _) => self.skip(number, text, sheet),
            // The first two lines: a version, and how many lines there are.
            (_, Part::Game(0)) => self.part = Part::Game(1),
            (_, Part::Game(1)) => {
                self.part = Part::Game(2);
                self.announced = word.parse().ok().map(|lines| (number, lines));
            }
            // A bookmark, which is a separate line only in unfinished games.
            ("IDX", Part::Game(_)) => {}
            _ => sheet.skip(number, format!("{} is not understood, and skipped", quoted(text))),
        }
        self.begun |= !matches!(self.part, Part::Before) || self.at > 0 || !self.header.is_empty();
    }

    /// `\[KEY=VALUE\]`
    fn field(&mut self, number: usize, text: &str, sheet: &mut Sheet<'_>) {
        let inner = text.strip_prefix(r"\[").unwrap_or(text);
        let whole = inner.strip_suffix(r"\]");
        let Some((key, value)) = whole.unwrap_or(inner).split_once('=') else {
            sheet.skip(number, format!("{} has no `=`, and is skipped", quoted(text)));
            return;
        };
        if whole.is_none() {
            sheet.note(number, format!("{} does not end with `\\]`", quoted(key)));
        }
        let key = key.trim();
        if value.contains('\u{fffd}') {
            sheet.note(number, format!("{} has unreadable characters", quoted(key)));
        }
        if LISTS.contains(&key) {
            self.list(number, key, value);
        } else if !KNOWN.contains(&key) {
            sheet.note(number, format!("the key {} is unknown", quoted(key)));
        }
        self.header.entry(key.to_owned()).or_insert_with(|| (number, value.trim().to_owned()));
    }

    /// The fields of a list: `GRLT:3,ZIPSU:0`, in GAMETAG also `W3,Z0`.
    fn list(&mut self, number: usize, key: &str, value: &str) {
        for field in value.split(',').map(str::trim) {
            let (name, value) = match field.split_once(':') {
                // The date of GAMETAG is `C2020:06:14:01:26`.
                Some((name, value)) if !(key == "GAMETAG" && name.len() > 1) => (name, value),
                _ if key == "GAMETAG" => {
                    let Some(first) = field.chars().next() else { continue };
                    field.split_at(first.len_utf8())
                }
                _ => continue,
            };
            let name = format!("{key}.{}", name.trim());
            self.header.entry(name).or_insert_with(|| (number, value.trim().to_owned()));
        }
    }

    /// `INI 0 1 HANDICAP &4TEXT`
    fn start(&mut self, number: usize, text: &str, sheet: &mut Sheet<'_>) {
        self.found += 1;
        self.number = Some(1);
        let mut words = text.splitn(5, ' ').skip(3);
        match words.next().and_then(|stones| stones.trim().parse().ok()) {
            Some(stones) if self.at == 0 && self.tree.stones(Color::Black) == 0 => {
                fields::set_handicap(&mut self.tree, sheet, number, stones);
            }
            Some(_) => sheet.skip(number, "the game begins a second time; skipped"),
            None => sheet.note(number, format!("{} has no handicap", quoted(text))),
        }
        let said = words.next().unwrap_or_default().trim();
        let said = said.strip_prefix("&4").unwrap_or(said).trim();
        if !said.is_empty() {
            self.tree.comment(0, said);
        }
    }

    /// `STO 0 NUMBER COLOUR X Y`
    fn play(&mut self, number: usize, text: &str, sheet: &mut Sheet<'_>) {
        self.found += 1;
        let mut words = text.split_ascii_whitespace().skip(1).map(|word| word.parse::<u64>().ok());
        let mut word = || words.next().flatten();
        let (Some(_), Some(nth), Some(color), Some(x), Some(y)) =
            (word(), word(), word(), word(), word())
        else {
            sheet.skip(number, format!("{} is not a move, and skipped", quoted(text)));
            return;
        };
        self.count(number, nth, sheet);
        let color = match color {
            1 => Color::Black,
            2 => Color::White,
            _ => {
                sheet.skip(number, format!("the colour {color} is unknown; the move is skipped"));
                return;
            }
        };
        let on = |at: u64| u8::try_from(at).ok();
        let point = on(x).zip(on(y)).and_then(|(x, y)| self.tree.size.point(x, y));
        let Some(point) = point else {
            sheet.skip(number, format!("{x} {y} is not on the board; the move is skipped"));
            return;
        };
        self.at = self.tree.play(self.at, 0, color, Move::Play(point));
    }

    /// `SKI 0 NUMBER`: a pass by the side to move.
    fn skip(&mut self, number: usize, text: &str, sheet: &mut Sheet<'_>) {
        self.found += 1;
        if let Some(nth) = text.split_ascii_whitespace().nth(2).and_then(|word| word.parse().ok()) {
            self.count(number, nth, sheet);
        }
        let first = if self.tree.stones(Color::Black) > 0 { Color::White } else { Color::Black };
        let color = self.tree.last_color().map_or(first, Color::opponent);
        self.at = self.tree.play(self.at, 0, color, Move::Pass);
    }

    /// Checks that line numbers increase by one.
    fn count(&mut self, number: usize, nth: u64, sheet: &mut Sheet<'_>) {
        if let Some(before) = self.number
            && before.checked_add(1) != Some(nth)
        {
            sheet.note(number, format!("number {nth} comes after {before}"));
        }
        self.number = Some(nth);
    }

    /// The game, if there was one.
    fn finish(mut self, sheet: &mut Sheet<'_>) -> Option<Tree> {
        if self.at == 0 && !self.header.keys().any(|key| key.starts_with("GAME")) {
            return None;
        }
        if let Some((line, announced)) = self.announced
            && announced != self.found
        {
            let text = format!("{announced} lines are announced, but there are {}", self.found);
            sheet.note(line, text);
        }
        self.players();
        self.set_info(sheet);
        self.result(sheet);
        Some(self.tree)
    }

    /// A value that is not empty, and its line.
    fn value(&self, key: &str) -> Option<(usize, &str)> {
        let (line, value) = self.header.get(key)?;
        Some((*line, value.as_str())).filter(|(_, value)| !value.is_empty())
    }

    /// The first of these that is not empty.
    fn first(&self, keys: &[&str]) -> Option<(usize, &str)> {
        keys.iter().find_map(|key| self.value(key))
    }

    /// The first of these that is a number.
    fn number_of(&self, keys: &[&str]) -> Option<(usize, u64)> {
        let mut values = keys.iter().filter_map(|key| self.value(key));
        values.find_map(|(line, value)| Some((line, value.parse().ok()?)))
    }

    fn players(&mut self) {
        for color in [Color::Black, Color::White] {
            let (word, letter) =
                if color == Color::Black { ("BLACK", 'B') } else { ("WHITE", 'W') };
            let keys = [
                format!("GAME{word}NAME"),
                format!("GAME{word}NICK"),
                format!("{letter}USERINFO.{letter}ID"),
            ];
            let keys: Vec<&str> = keys.iter().map(String::as_str).collect();
            let named = self.first(&keys).map(|(_, name)| split_rank(name));
            let (name, rank) = named.unwrap_or_default();
            let (name, rank) = (name.to_owned(), rank.map(str::to_owned));
            let tag = if color == Color::Black { "GAMETAG.N" } else { "GAMETAG.L" };
            let own = format!("{letter}USERINFO.{letter}LV");
            let level = self.number_of(&[&own, tag]);
            self.tree.set(if color == Color::Black { "PB" } else { "PW" }, name);
            let rank = rank.or_else(|| level.and_then(|(_, level)| rank_of_level(level)));
            if let Some(rank) = rank {
                fields::set_rank(&mut self.tree, color, &rank);
            }
        }
    }

    fn set_info(&mut self, sheet: &mut Sheet<'_>) {
        let texts: [(&'static str, &[&str]); 3] = [
            ("EV", &["GAMENAME", "GAMEINFOSUB.GNAME"]),
            ("PC", &["GAMEPLACE", "GAMEINFOSUB.GPLC"]),
            ("AN", &["GAMELECNAME"]),
        ];
        for (key, names) in texts {
            if let Some((_, value)) = self.first(names) {
                let value = value.to_owned();
                self.tree.set(key, value);
            }
        }
        let days = ["GAMEINFOSUB.GDATE", "GAMETAG.C", "GAMEDATE"];
        let day =
            days.iter().filter_map(|key| self.value(key)).find_map(|(_, it)| fields::date(it));
        match (day, self.first(&["GAMEDATE", "GAMEINFOSUB.GDATE"])) {
            (Some(day), _) => self.tree.set("DT", fields::dates([day])),
            (None, Some((line, text))) => {
                sheet.note(line, format!("the date {} is not understood", quoted(text)));
            }
            (None, None) => {}
        }
        let mut comment = String::new();
        if let Some((_, text)) = self.first(&["GAMECOMMENT", "GAMEINFOSUB.GCMT"]) {
            comment = text.to_owned();
        }
        self.komi(&mut comment, sheet);
        self.time(sheet);
        self.tree.set("GC", comment);
    }

    fn komi(&mut self, comment: &mut String, sheet: &mut Sheet<'_>) {
        let komi = self.number_of(&["GAMEINFOMAIN.GONGJE", "GAMETAG.G", "GAMEGONGJE"]);
        if let Some((line, tenths)) = komi {
            let komi = fields::tenths(tenths);
            if tenths > 200 {
                sheet.note(line, format!("a komi of {komi} is odd"));
            }
            self.tree.set("KM", komi);
        }
        let dum = self.number_of(&["GAMEINFOMAIN.DUM", "GAMETAG.D", "GAMEDUM"]);
        if let Some((line, dum)) = dum.filter(|&(_, dum)| dum > 0) {
            // It is unknown who gives these points to whom; the text is kept.
            let said = self.value("GAMECONDITION").map(|(_, said)| said.to_owned());
            sheet.note(line, format!("DUM is {dum}: these points are not counted as komi"));
            if let Some(said) = said {
                let gap = if comment.is_empty() { "" } else { "\n" };
                *comment = format!("{comment}{gap}{said}");
            }
        }
    }

    fn time(&mut self, sheet: &mut Sheet<'_>) {
        let three = |text: &str| -> Option<[u64; 3]> {
            let parts: Option<Vec<u64>> =
                text.split('-').map(|part| part.trim().parse().ok()).collect();
            parts?.try_into().ok()
        };
        let main = self.value("GAMEINFOMAIN.GTIME").and_then(|(_, text)| three(text));
        let tag = self.value("GAMETAG.T").and_then(|(_, text)| three(text));
        // GTIME has the main time first, GAMETAG last.
        let tag = tag.map(|[period, periods, main]| [main, period, periods]);
        if let Some([main, period, periods]) = main.or(tag) {
            fields::set_time(&mut self.tree, main, periods, period);
        } else if let Some((line, text)) = self.value("GAMETIME") {
            let text = text.to_owned();
            sheet.note(line, format!("the time {} is not understood", quoted(&text)));
            self.tree.set("OT", text);
        }
    }

    fn result(&mut self, sheet: &mut Sheet<'_>) {
        let kind = self.number_of(&["GAMEINFOMAIN.GRLT", "GAMETAG.W"]);
        let points = self.number_of(&["GAMEINFOMAIN.ZIPSU", "GAMETAG.Z", "GAMEZIPSU"]);
        let points = points.map_or(0, |(_, points)| points);
        let said = self.value("GAMERESULT").map(|(line, said)| (line, said.to_owned()));
        let by = |letter: char| match points {
            0 => format!("{letter}+"),
            points => format!("{letter}+{}", fields::tenths(points)),
        };
        let outcome = match kind {
            Some((_, 0)) => by('B'),
            Some((_, 1)) => by('W'),
            Some((_, 3)) => "B+R".to_owned(),
            Some((_, 4)) => "W+R".to_owned(),
            Some((_, 7)) => "B+T".to_owned(),
            Some((_, 8)) => "W+T".to_owned(),
            // 255 is an unfinished game; other numbers are unknown.
            _ => String::new(),
        };
        match said {
            Some((line, said)) if outcome.is_empty() => {
                fields::set_result(&mut self.tree, sheet, line, &said);
            }
            Some((line, said)) if !fields::agrees(fields::result(&said), &outcome) => {
                let text = format!(
                    "the result is {outcome} by its number, but {} by its words",
                    quoted(&said)
                );
                sheet.note(line, text);
            }
            _ => {}
        }
        if let Some((line, kind)) = kind.filter(|&(_, kind)| outcome.is_empty() && kind != 255) {
            sheet.note(line, format!("the result number {kind} is unknown"));
        }
        self.tree.set("RE", outcome);
    }
}

/// A name and the rank in brackets after it: `kim (2D)`, `kim(2段)`.
fn split_rank(text: &str) -> (&str, Option<&str>) {
    let inner = text.strip_suffix([')', '）']);
    let Some((name, rank)) = inner.and_then(|inner| inner.rsplit_once(['(', '（'])) else {
        return (text, None);
    };
    match fields::rank(rank) {
        Some(_) => (name.trim_end(), Some(rank)),
        None => (text, None),
    }
}

/// The rank of a level: 17 is 1 kyu, 18 is 1 dan, up to 9 dan. Higher levels are unknown.
fn rank_of_level(level: u64) -> Option<String> {
    match level {
        0..=17 => Some(format!("{}k", 18 - level)),
        18..=26 => Some(format!("{}d", level - 17)),
        _ => None,
    }
}
