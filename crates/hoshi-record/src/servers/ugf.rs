//! UGF, the records of Pandanet, also named UGI: sections with a name in square brackets, as in an INI
//! file. See docs/formats/ugf.md. The review is in `review`.

mod header;
mod review;

use std::collections::HashMap;

use hoshi_core::{Color, Move, Point, Size};

use self::review::Review;
use super::ReadError;
use super::sheet::{Line, Sheet, lines, quoted};
use super::tree::{Id, Tree};

/// The header: values by key in small letters, each with its line.
type Header = HashMap<String, (usize, String)>;

/// A part of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Section {
    Header,
    Data,
    Figure,
    ReviewNode,
    ReviewComment,
    Comment,
    /// The sources of pictures, and the pictures.
    Files,
    Messages,
    End,
    Unknown,
}

impl Section {
    /// The section that a line begins.
    fn of(line: &[u8]) -> Option<Section> {
        let name = line.trim_ascii().strip_prefix(b"[")?.strip_suffix(b"]")?;
        Some(match name.to_ascii_lowercase().as_slice() {
            b"header" => Section::Header,
            b"data" => Section::Data,
            b"figure" => Section::Figure,
            b"reviewnode" => Section::ReviewNode,
            b"reviewcomment" => Section::ReviewComment,
            b"comment" => Section::Comment,
            b"remote" | b"files" => Section::Files,
            b"messageline" => Section::Messages,
            b"end" => Section::End,
            _ => Section::Unknown,
        })
    }
}

/// Whether a text is UGF: a known section after comments.
pub(super) fn is(text: &[u8]) -> bool {
    let mut lines = lines(text).map(|line| line.bytes.trim_ascii());
    let first = lines.find(|line| !line.is_empty() && !line.starts_with(b"#"));
    let section = first.and_then(Section::of);
    section.is_some_and(|section| section != Section::Unknown)
}

/// The charset that a file names.
pub(super) fn label(bytes: &[u8]) -> Option<&[u8]> {
    let mut lines = lines(bytes).take(100).map(|line| line.bytes.trim_ascii());
    let label = lines.find_map(|line| line.strip_prefix(b"Lang="))?.trim_ascii();
    Some(match label {
        b"EUC" => b"EUC-JP",
        b"JIS" => b"ISO-2022-JP",
        label => label,
    })
}

/// The game of a file.
pub(super) fn game(sheet: &mut Sheet<'_>) -> Result<Option<Tree>, ReadError> {
    let header = header::read(sheet);
    let (size, flipped) = board(&header, sheet);
    let mut reader = Reader::new(Tree::new(size), flipped);
    let (mut section, mut named) = (Section::Unknown, false);
    for line in sheet.lines() {
        if let Some(next) = Section::of(line.bytes) {
            reader.end_text();
            if next == Section::Unknown {
                let name = quoted(&sheet.text(line));
                sheet.skip(line.number, format!("the section {name} is unknown, and skipped"));
            }
            (section, named) = (next, true);
            if section == Section::End {
                break;
            }
            continue;
        }
        if line.bytes.trim_ascii().is_empty() && section != Section::ReviewComment {
            continue;
        }
        reader.line(section, named, line, sheet);
    }
    let moves = reader.tree.len() > 1 || reader.review.has_moves();
    let enciphered =
        |value: &str| !value.contains("PLAIN") && !value.trim_matches(['0', ',']).is_empty();
    if !moves && header.get("crypt").is_some_and(|(_, value)| enciphered(value)) {
        return Err(ReadError::Enciphered);
    }
    if header.is_empty() && !moves && reader.tree.stones(Color::Black) == 0 {
        return Ok(None);
    }
    let mut tree = reader.finish(sheet);
    header::set_info(&mut tree, &header, sheet);
    Ok(Some(tree))
}

/// The size of the board, and whether rows are counted from the bottom.
fn board(header: &Header, sheet: &mut Sheet<'_>) -> (Size, bool) {
    let size = header.get("size").map(|(line, value)| {
        // Rows and columns are letters.
        let side = value.trim().parse().ok().filter(|&side| side <= 26);
        side.and_then(Size::square).unwrap_or_else(|| {
            let what = quoted(value);
            sheet.note(*line, format!("{what} is not a board size; 19 is assumed"));
            Size::S19
        })
    });
    let flipped = match header.get("coordinatetype") {
        Some((_, value)) if value.trim() == "IGS" => true,
        Some((line, value)) if !matches!(value.trim(), "JPN" | "") => {
            sheet.note(*line, format!("the coordinates {} are unknown", quoted(value)));
            false
        }
        _ => false,
    };
    (size.unwrap_or(Size::S19), flipped)
}

struct Reader {
    tree: Tree,
    flipped: bool,
    /// The moves of the game, from the root.
    trunk: Vec<Id>,
    review: Review,
    /// Texts of figures: the line, their move, and the text.
    texts: Vec<Text>,
    text: Option<Text>,
    in_figure: bool,
    figures: usize,
    has_seconds: bool,
    has_files: bool,
    has_messages: bool,
    /// The comment of the review that is being read.
    comment: Option<(usize, u64, String)>,
}

struct Text {
    line: usize,
    mv: Option<usize>,
    text: String,
    labels: Vec<(Point, String)>,
}

impl Reader {
    fn new(tree: Tree, flipped: bool) -> Reader {
        Reader {
            tree,
            flipped,
            trunk: vec![0],
            review: Review::default(),
            texts: Vec::new(),
            text: None,
            in_figure: false,
            figures: 0,
            has_seconds: false,
            has_files: false,
            has_messages: false,
            comment: None,
        }
    }

    fn line<'a>(&mut self, section: Section, named: bool, line: Line<'a>, sheet: &mut Sheet<'a>) {
        let text = sheet.text(line);
        match section {
            Section::Data => self.data(line.number, text.trim(), sheet),
            Section::Figure => self.figure(line.number, text.trim(), sheet),
            Section::ReviewNode => {
                let point = |x, y| point(self.tree.size, self.flipped, x, y);
                self.review.line(line.number, text.trim(), point, sheet);
            }
            Section::ReviewComment => self.review_comment(line.number, &text, sheet),
            Section::Comment => self.tree.comment(0, text.trim_end()),
            Section::Files => self.has_files = true,
            Section::Messages => self.has_messages = true,
            Section::Unknown if !named && !text.trim_start().starts_with('#') => {
                let what = quoted(&text);
                sheet.skip(line.number, format!("{what} is before all sections, and skipped"));
            }
            Section::Header | Section::End | Section::Unknown => {}
        }
    }

    /// `QP,B1,1,0`: a point, a colour and the number of a player, the number of the move, seconds.
    fn data(&mut self, number: usize, text: &str, sheet: &mut Sheet<'_>) {
        let mut fields = text.split(',').map(str::trim);
        let mut field = || fields.next().unwrap_or_default();
        let (at, who, nth, rest) = (field(), field(), field(), field());
        let (&[x, y], Ok(nth)) = (at.as_bytes(), nth.parse::<usize>()) else {
            sheet.skip(number, format!("{} is not a move, and skipped", quoted(text)));
            return;
        };
        let color = match who.bytes().next() {
            Some(b'B') => Color::Black,
            Some(b'W') => Color::White,
            // A pass has been seen with `MK` in place of the player.
            _ if who == "MK" => self.tree.last_color().map_or(Color::Black, Color::opponent),
            _ => {
                let who = quoted(who);
                sheet.skip(number, format!("{who} is not a player; the move is skipped"));
                return;
            }
        };
        let count = |letter: u8| letter.to_ascii_uppercase().checked_sub(b'A').map(u64::from);
        let point = count(x).zip(count(y)).and_then(|(x, y)| {
            point(self.tree.size, self.flipped, x.checked_add(1)?, y.checked_add(1)?)
        });
        let mv = match (point, x.to_ascii_uppercase()) {
            (Some(point), _) => Move::Play(point),
            // `YA`, `ZZ` and the like.
            (None, b'Y' | b'Z') => Move::Pass,
            (None, _) => {
                let at = quoted(at);
                sheet.skip(number, format!("{at} is not on the board; the move is skipped"));
                return;
            }
        };
        self.has_seconds |=
            rest.split(' ').next().is_some_and(|it| it.parse() != Ok(0_u32)) && !rest.is_empty();
        match mv {
            Move::Play(point) if nth == 0 => {
                if !self.tree.put(color, point) {
                    sheet.note(number, format!("a stone is on {at} twice"));
                }
            }
            _ if nth == 0 => sheet.skip(number, "a pass cannot be set up, and is skipped"),
            mv => {
                let expected = self.trunk.len();
                if nth != expected {
                    sheet.note(number, format!("it is move {nth}, but {expected} comes next"));
                }
                let last = self.trunk.last().copied().unwrap_or(0);
                self.trunk.push(self.tree.play(last, 0, color, mv));
            }
        }
    }

    /// `.Text,12` to `.EndText`, and `.Fig` to `.EndFig`.
    fn figure(&mut self, number: usize, text: &str, sheet: &mut Sheet<'_>) {
        let name = text.split(',').next().unwrap_or_default();
        match name {
            ".EndFig" => self.in_figure = false,
            ".Fig" => {
                self.end_text();
                (self.in_figure, self.figures) = (true, self.figures + 1);
            }
            _ if self.in_figure => {}
            ".EndText" => self.end_text(),
            ".Text" => {
                self.end_text();
                let mv = text.split(',').nth(1).and_then(|mv| mv.trim().parse().ok());
                let (text, labels) = (String::new(), Vec::new());
                self.text = Some(Text { line: number, mv, text, labels });
            }
            ".#" if self.text.is_some() => {
                let mut fields = text.splitn(4, ',').skip(1);
                let mut count = || fields.next().and_then(|field| field.trim().parse().ok());
                let point = count()
                    .zip(count())
                    .and_then(|(x, y)| point(self.tree.size, self.flipped, x, y));
                match (point, fields.next(), &mut self.text) {
                    (Some(point), Some(label), Some(text)) if !label.is_empty() => {
                        text.labels.push((point, label.to_owned()));
                    }
                    _ => sheet.note(number, format!("{} is not a label", quoted(text))),
                }
            }
            _ => match &mut self.text {
                Some(open) => {
                    if !open.text.is_empty() {
                        open.text.push('\n');
                    }
                    open.text.push_str(text);
                }
                None => sheet.note(number, format!("{} is not understood", quoted(text))),
            },
        }
    }

    fn end_text(&mut self) {
        self.texts.extend(self.text.take());
        if let Some((line, id, text)) = self.comment.take() {
            self.review.comments.push((line, id, text));
        }
        self.in_figure = false;
    }

    /// `.Comment,12`, then its lines.
    fn review_comment(&mut self, number: usize, text: &str, sheet: &mut Sheet<'_>) {
        if let Some(id) = text.trim().strip_prefix(".Comment,") {
            self.end_text();
            match id.trim_end_matches(',').trim().parse() {
                Ok(id) => self.comment = Some((number, id, String::new())),
                Err(_) => sheet.note(number, format!("{} names no node", quoted(text))),
            }
        } else if let Some((_, _, comment)) = &mut self.comment {
            if !comment.is_empty() {
                comment.push('\n');
            }
            comment.push_str(text.trim_end());
        } else if !text.trim().is_empty() {
            sheet.skip(number, format!("{} belongs to no node, and is skipped", quoted(text)));
        }
    }

    /// The game with its texts and its review.
    fn finish(mut self, sheet: &mut Sheet<'_>) -> Tree {
        self.end_text();
        let Reader { mut tree, mut trunk, review, texts, .. } = self;
        review.attach(&mut tree, &mut trunk, sheet);
        for Text { line, mv, text, labels } in texts {
            let Some(&node) = mv.and_then(|mv| trunk.get(mv)) else {
                sheet.note(line, "the text belongs to no move, and is put at the start");
                tree.comment(0, &text);
                continue;
            };
            if !text.trim().is_empty() {
                tree.comment(node, &text);
            }
            for (point, label) in labels {
                tree.label(node, point, &label);
            }
        }
        if self.figures > 0 {
            let figures = if self.figures == 1 {
                "1 figure is".to_owned()
            } else {
                format!("{} figures are", self.figures)
            };
            sheet.leave_out(format!("{figures} lost, with the variations in it"));
        }
        if self.has_seconds {
            sheet.leave_out("the seconds that each move took are lost");
        }
        if self.has_files {
            sheet.leave_out("pictures are lost");
        }
        if self.has_messages {
            sheet.leave_out("the messages of the server are lost");
        }
        tree
    }
}

/// A point by its column and row, from 1.
fn point(size: Size, flipped: bool, x: u64, y: u64) -> Option<Point> {
    let (x, y) = (u8::try_from(x.checked_sub(1)?).ok()?, u8::try_from(y.checked_sub(1)?).ok()?);
    let y = if flipped { size.height().checked_sub(y.checked_add(1)?)? } else { y };
    size.point(x, y)
}
