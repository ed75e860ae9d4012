//! A throwaway reader of SGF main lines, only as good as the suites need: size, komi, setup and
//! moves of the first variation. The real reader is in another crate, which this one may not use.

use hoshi_core::{Board, Color, Game, HalfPoints, Move, Point, Position, Refusal, Rules, Size};

/// The effect of a node on the board.
#[derive(Debug)]
pub(crate) enum What {
    /// Stones put down or taken off, and who is to move.
    Setup(Vec<(Point, Option<Color>)>, Option<Color>),
    /// A move.
    Play(Color, Move),
    /// A move off the board.
    Bad(Color),
}

/// One thing that a node does, and the line where the node begins.
#[derive(Debug)]
pub(crate) struct Step {
    pub(crate) line: usize,
    pub(crate) what: What,
}

/// A main line.
#[derive(Debug)]
pub(crate) struct Record {
    pub(crate) size: Size,
    pub(crate) komi: Option<HalfPoints>,
    pub(crate) steps: Vec<Step>,
    /// Whether the file has more than this one line of play.
    pub(crate) branches: bool,
}

/// The result of a step.
#[derive(Debug)]
pub(crate) enum Applied {
    Setup,
    Played,
    Refused(Refusal),
    /// The setup leaves a block without a liberty; the game is as before.
    Invalid,
    /// The move is off the board.
    OffBoard,
}

/// A property of a node: its name and its values.
type Property = (String, Vec<String>);

/// The nodes of the main line with the lines they begin in: all up to the first `)`, since the
/// first variation is the one that comes first.
fn nodes(text: &[u8]) -> (Vec<(usize, Vec<Property>)>, bool) {
    let mut nodes: Vec<(usize, Vec<Property>)> = Vec::new();
    let mut line = 1;
    let mut at = 0;
    let mut fresh = true;
    while at < text.len() {
        let byte = text[at];
        at += 1;
        match byte {
            b'\n' => line += 1,
            b';' => nodes.push((line, Vec::new())),
            b')' if !nodes.is_empty() => break,
            b'[' => {
                let mut value = Vec::new();
                while at < text.len() && text[at] != b']' {
                    if text[at] == b'\\' {
                        at += 1;
                    }
                    value.extend(text.get(at));
                    line += usize::from(text.get(at) == Some(&b'\n'));
                    at += 1;
                }
                at += 1;
                fresh = true;
                let value = String::from_utf8_lossy(&value).trim().to_owned();
                if let Some((_, values)) = nodes.last_mut().and_then(|(_, node)| node.last_mut()) {
                    values.push(value);
                }
            }
            b'A'..=b'Z' => {
                if let Some((_, node)) = nodes.last_mut() {
                    if fresh {
                        node.push((String::new(), Vec::new()));
                        fresh = false;
                    }
                    if let Some((name, _)) = node.last_mut() {
                        name.push(char::from(byte));
                    }
                }
            }
            _ => {}
        }
    }
    // Another line of play, or another game, begins with a bracket and a node.
    let rest: Vec<u8> = text[at..].iter().copied().filter(|b| !b.is_ascii_whitespace()).collect();
    let branches = rest.windows(2).any(|two| two == b"(;");
    (nodes, branches)
}

fn size_of(text: &str) -> Option<Size> {
    match text.split_once(':') {
        Some((width, height)) => Size::new(width.trim().parse().ok()?, height.trim().parse().ok()?),
        None => Size::square(text.trim().parse().ok()?),
    }
}

/// The points of `ab` or of the rectangle `ab:cd`.
fn points(size: Size, text: &str) -> Result<Vec<Point>, String> {
    let read = |text: &str| size.parse_sgf(text).map_err(|error| error.to_string());
    let Some((first, last)) = text.split_once(':') else { return Ok(vec![read(text)?]) };
    let (first, last) = (read(first)?, read(last)?);
    let (columns, rows) = (first.x()..=last.x(), first.y()..=last.y());
    Ok(rows.flat_map(|y| columns.clone().filter_map(move |x| size.point(x, y))).collect())
}

fn read_move(size: Size, text: &str) -> Option<Move> {
    let pass = text.is_empty() || (text == "tt" && size.width() <= 19 && size.height() <= 19);
    if pass { Some(Move::Pass) } else { size.parse_sgf(text).ok().map(Move::Play) }
}

impl Record {
    /// Reads a file.
    pub(crate) fn read(text: &[u8]) -> Result<Record, String> {
        let (nodes, branches) = nodes(text);
        let root = &nodes.first().ok_or("no node")?.1;
        let value = |name: &str| {
            let found = root.iter().find(|(found, _)| found == name);
            found.and_then(|(_, values)| values.first())
        };
        let size = match value("SZ") {
            Some(text) => size_of(text).ok_or_else(|| format!("the size `{text}`"))?,
            None => Size::S19,
        };
        let komi = value("KM").and_then(|text| text.parse().ok());
        let mut steps = Vec::new();
        for (line, node) in &nodes {
            let mut stones = Vec::new();
            let mut turn = None;
            let mut moves = Vec::new();
            for (name, values) in node {
                let put = match name.as_str() {
                    "AB" => Some(Color::Black),
                    "AW" => Some(Color::White),
                    "AE" => None,
                    "PL" => {
                        turn = values.first().and_then(|text| text.parse().ok());
                        continue;
                    }
                    "B" | "W" => {
                        let color = if name == "B" { Color::Black } else { Color::White };
                        let text = values.first().map_or("", String::as_str);
                        moves.push(match read_move(size, text) {
                            Some(mv) => What::Play(color, mv),
                            None => What::Bad(color),
                        });
                        continue;
                    }
                    _ => continue,
                };
                for text in values {
                    let points = points(size, text)?;
                    stones.extend(points.into_iter().map(|point| (point, put)));
                }
            }
            if !stones.is_empty() || turn.is_some() {
                steps.push(Step { line: *line, what: What::Setup(stones, turn) });
            }
            steps.extend(moves.into_iter().map(|what| Step { line: *line, what }));
        }
        Ok(Record { size, komi, steps, branches })
    }

    /// The number of moves of the main line.
    pub(crate) fn move_count(&self) -> usize {
        self.steps.iter().filter(|step| !matches!(step.what, What::Setup(..))).count()
    }

    /// The game before its first step. The side to move is the colour of its first move.
    pub(crate) fn start(&self, rules: &Rules) -> Game {
        let first = self.steps.iter().find_map(|step| match step.what {
            What::Setup(_, turn) => turn,
            What::Play(color, _) | What::Bad(color) => Some(color),
        });
        let start = Position::new(Board::new(self.size), first.unwrap_or(Color::Black));
        let game = Game::from_position(start, rules.clone());
        game.with_komi(self.komi.unwrap_or(HalfPoints::ZERO))
    }
}

impl Step {
    /// Applies this step. A setup starts a new game from there; passes don't end a record.
    pub(crate) fn apply(&self, game: &mut Game) -> Applied {
        match &self.what {
            What::Setup(stones, turn) => {
                let mut setup = Position::new(game.board().clone(), game.turn()).setup();
                setup.ko = None;
                for &(point, stone) in stones {
                    setup.stones[point] = stone;
                }
                setup.turn = turn.unwrap_or(setup.turn);
                let Ok(start) = setup.position() else { return Applied::Invalid };
                let (rules, komi) = (game.rules().clone(), game.komi());
                *game = Game::from_position(start, rules).with_komi(komi);
                Applied::Setup
            }
            What::Play(color, mv) => {
                // Not while marking, where this is not an error.
                let _ = game.resume(*color);
                match game.play_as(*color, *mv) {
                    Ok(_) => Applied::Played,
                    Err(refusal) => Applied::Refused(refusal),
                }
            }
            What::Bad(_) => Applied::OffBoard,
        }
    }
}
