//! Records for the commands: read from a file, a pipe or an address, and one place in one of their
//! games found.

use std::fmt;
use std::path::{Path, PathBuf};
use std::str::FromStr;

use anyhow::{Context as _, Result, anyhow, bail};
use hoshi_core::{Diagram, Mark};
use hoshi_record::convert::{self, Format, Loss, ReadError, Record, Spot, node_at_move};
use hoshi_record::replay::record_of;
use hoshi_record::sgf::{GameTree, NodeRef};
use hoshi_render::text::TextError;
use hoshi_render::{sensei, text};
use hoshi_store::mend;

use crate::charsets::Charsets;
use crate::cli::CharsetOptions;
use crate::error::{Illegal, UsageError};
use crate::files;
use crate::out::{self, Out};

/// A place in a tree: the numbers of the children that lead there from the root, `0.0.2`.
#[derive(Clone, Debug, Eq, PartialEq)]
pub(crate) struct NodePath(pub(crate) Vec<usize>);

/// A text that is not a path.
#[derive(Clone, Debug, Eq, PartialEq)]
pub(crate) struct NodePathError(String);

impl fmt::Display for NodePathError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "`{}` is not a path: write the numbers of the children from the first node on, each from \
             0, as in 0.0.2",
            self.0
        )
    }
}

impl std::error::Error for NodePathError {}

impl FromStr for NodePath {
    type Err = NodePathError;

    fn from_str(text: &str) -> Result<Self, NodePathError> {
        if text.is_empty() {
            return Ok(Self(Vec::new()));
        }
        let numbers: Result<Vec<usize>, _> = text.split('.').map(str::parse).collect();
        numbers.map(Self).map_err(|_| NodePathError(text.to_owned()))
    }
}

impl fmt::Display for NodePath {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (depth, nth) in self.0.iter().enumerate() {
            let dot = if depth == 0 { "" } else { "." };
            write!(f, "{dot}{nth}")?;
        }
        Ok(())
    }
}

/// What a file, a pipe or an address holds, and what it is.
pub(crate) struct Source {
    name: String,
    path: PathBuf,
    pub(crate) bytes: Vec<u8>,
    /// The format, if it was given or is known by the name.
    format: Option<Format>,
    /// Whether the format is known only by the name.
    by_name: bool,
    /// What the name says it is, if that is wrong.
    misnamed: Option<Format>,
    /// What it shows, if it is a diagram and not a record.
    diagram: Option<Diagram>,
}

impl Source {
    /// Fetches it. An address or a line of SGN may stand in place of a file, a diagram in it.
    pub(crate) fn fetch(path: &Path, from: Option<Format>) -> Result<Source> {
        let name = files::shown(path);
        if !files::is_dash(path)
            && !path.exists()
            && let Some((text, format)) = path.to_str().and_then(typed)
        {
            let (path, bytes) = (path.to_owned(), text.as_bytes().to_vec());
            let format = Some(format);
            let (by_name, misnamed, diagram) = (false, None, None);
            return Ok(Source { name, path, bytes, format, by_name, misnamed, diagram });
        }
        let bytes = files::read(path)?;
        let named = Format::of_path(path);
        let misnamed = named.filter(|named| from.is_none() && is_misnamed(*named, &bytes));
        let format = from.or(named).filter(|_| misnamed.is_none());
        let by_name = from.is_none() && format.is_some();
        let diagram = match format {
            Some(_) => None,
            None => diagram(&bytes).map_err(|error| anyhow!("{name}: {error}"))?,
        };
        Ok(Source { name, path: path.to_owned(), bytes, format, by_name, misnamed, diagram })
    }

    /// Fetches a game of the history. What a write that was cut short has left at its end was never
    /// confirmed to anybody, and is left out.
    pub(crate) fn recorded(path: &Path, out: &mut Out) -> Result<Source> {
        let (source, torn) = Source::mended(path)?;
        torn.inspect(|note| out.say(format!("note: {note}")));
        Ok(source)
    }

    /// The same with what is to be noted about it.
    pub(crate) fn mended(path: &Path) -> Result<(Source, Option<String>)> {
        let name = files::shown(path);
        let mut bytes = files::read(path)?;
        let mut torn = None;
        if let Ok(mended) = mend(bytes.clone())
            && mended.torn
        {
            torn = Some(format!("{name}: its end is torn, and left out"));
            bytes = mended.file.to_bytes();
        }
        let (path, format) = (path.to_owned(), Some(Format::Sgf));
        let (by_name, misnamed, diagram) = (false, None, None);
        Ok((Source { name, path, bytes, format, by_name, misnamed, diagram }, torn))
    }

    /// What it is: as it was said, else by its name, else by what it holds.
    pub(crate) fn format(&self) -> Option<Format> {
        if self.diagram.is_some() {
            return None;
        }
        self.format.or_else(|| Format::detect(&self.bytes))
    }

    /// The diagram that it is, if it is one.
    pub(crate) fn diagram(&self) -> Option<&Diagram> {
        self.diagram.as_ref()
    }

    /// Reads the record.
    pub(crate) fn read(self, charsets: &Charsets) -> Result<Record> {
        if let Some(diagram) = &self.diagram {
            return record(diagram).with_context(|| self.name.clone());
        }
        // A name may be wrong; the message then says what the file seems to be.
        let other = || Format::detect(&self.bytes).filter(|&seen| self.format != Some(seen));
        let other = self.by_name.then(other).flatten();
        let read = convert::read_with(self.bytes, self.format, charsets.hints());
        let mut record = read.map_err(|error| {
            if matches!(error, ReadError::Illegal(_)) {
                return wrong(&self.name, &error);
            }
            let hint = other.map(|seen| format!(" (by its content it is {seen}: --from {seen})"));
            let shown = format!("{}: {error}{}", self.name, hint.unwrap_or_default());
            anyhow!(shown)
        })?;
        if record.format == Format::Sgf {
            record.file = charsets.settle(&self.path, record.file);
        }
        let is = match record.format.server() {
            Some(server) => server.to_string(),
            None => record.format.to_string(),
        };
        match self.misnamed {
            Some(named) => {
                record.notes.insert(0, format!("its name says {named}, but it is {is}"));
            }
            None if record.format.server().is_some() => {
                record.notes.insert(0, format!("the format is {is}"));
            }
            None => {}
        }
        Ok(record)
    }

    /// An error about it.
    pub(crate) fn wrong(&self, error: &ReadError) -> anyhow::Error {
        wrong(&self.name, error)
    }
}

/// An error about a record, with its name. What the rules refuse is not a broken file.
fn wrong(name: &str, error: &ReadError) -> anyhow::Error {
    let shown = format!("{name}: {error}");
    match error {
        ReadError::Illegal(_) => anyhow!(Illegal(shown)),
        _ => anyhow!(shown),
    }
}

/// What was typed in place of a file, if it is a record by itself: an address, or a line of SGN.
fn typed(text: &str) -> Option<(&str, Format)> {
    if text.contains("/game/") {
        return Some((text, Format::Url));
    }
    let is_line = text.contains([' ', ',']) && Format::detect(text.as_bytes()) == Some(Format::Sgn);
    is_line.then_some((text, Format::Sgn))
}

/// The diagram that bytes are, if they are no record: one of Sensei's Library, or a board drawn with
/// X, O and points.
fn diagram(bytes: &[u8]) -> Result<Option<Diagram>, TextError> {
    /// A board of 255x255 with numbers is not half as long.
    const LONGEST: usize = 1 << 20;
    let Some(source) = std::str::from_utf8(bytes).ok().filter(|text| text.len() <= LONGEST) else {
        return Ok(None);
    };
    // Records may hold anything in their comments, and rows may begin with a number, as DGF does.
    let is_record = !matches!(Format::detect(bytes), None | Some(Format::Dgr));
    let source = source.trim_start_matches('\u{feff}');
    if sensei::is_sensei(source) && !source.trim_start().starts_with('(') {
        return sensei::read(source).map(|read| Some(read.diagram));
    }
    let has_row = || {
        source.lines().any(|line| {
            let is_row = |c: char| ".+XO ()".contains(c) || c.is_ascii_digit();
            line.contains(['.', 'X', 'O']) && line.chars().all(is_row)
        })
    };
    if is_record || !has_row() {
        return Ok(None);
    }
    text::read(source).map(Some)
}

/// A diagram as a record, and what that cannot hold.
fn record(diagram: &Diagram) -> Result<Record> {
    let size = diagram.size();
    let file = record_of(diagram)
        .with_context(|| format!("a diagram of {size} is too large for SGF, which has 52 lines"))?;
    let has = |mark| diagram.marked(mark).next().is_some();
    let lost = [
        ("the last move", diagram.last_move().is_some()),
        ("the point of the ko", diagram.ko().is_some()),
        ("which stones are dead", has(Mark::Dead)),
        ("which points are in seki", has(Mark::Seki)),
        ("the heat map", diagram.heats().next().is_some()),
        ("the part that is drawn", diagram.window().is_some()),
    ];
    let loss = |what| Loss { game: None, spot: Spot::Root, what: format!("{what} is lost") };
    let losses = lost.into_iter().filter(|(_, has)| *has).map(|(what, _)| loss(what)).collect();
    Ok(Record { file, format: Format::Sgf, start: None, losses, notes: Vec::new() })
}

/// Whether the name of a file is wrong about its format. The formats of servers are known by their
/// content for certain; among the others, the name decides.
pub(crate) fn is_misnamed(named: Format, bytes: &[u8]) -> bool {
    let seen = Format::detect(bytes);
    if seen.is_none_or(|seen| seen == named) {
        return false;
    }
    let is_sgf = || bytes.trim_ascii_start().starts_with(b"(");
    seen.is_some_and(|seen| seen.server().is_some())
        || named.server().is_some() && (seen != Some(Format::Sgf) || is_sgf())
}

/// Reads a record.
pub(crate) fn load(path: &Path, from: Option<Format>, charset: &CharsetOptions) -> Result<Record> {
    Source::fetch(path, from)?.read(&Charsets::new(charset))
}

/// A game of a record, counted from 1.
pub(crate) fn game(record: &Record, number: usize) -> Result<GameTree<'_>> {
    let games = record.file.games().len();
    let index = number.checked_sub(1);
    index.and_then(|index| record.file.game(index)).ok_or_else(|| {
        let there = out::counted(games, "game");
        anyhow!(UsageError(format!("there is no game {number}: the file has {there}")))
    })
}

/// The node after a number of moves, or at a path, or the last of the main line.
pub(crate) fn node<'a>(
    game: GameTree<'a>,
    number: Option<usize>,
    path: Option<&NodePath>,
) -> Result<NodeRef<'a>> {
    if let Some(number) = number {
        return node_at_move(game, number).map_err(|error| anyhow!(UsageError(error.to_string())));
    }
    let Some(path) = path else {
        return Ok(game.main_line().last().unwrap_or_else(|| game.root()));
    };
    let mut node = game.root();
    for (depth, &nth) in path.0.iter().enumerate() {
        let Some(child) = node.children().nth(nth) else {
            let there = node.children().count();
            let before = NodePath(path.0[..depth].to_vec());
            let at =
                if depth == 0 { "the first node".to_owned() } else { format!("node {before}") };
            let has = match there {
                0 => "is followed by no other".to_owned(),
                1 => "is followed by one node, 0".to_owned(),
                there => format!("is followed by {there}, 0 to {}", there - 1),
            };
            bail!(UsageError(format!("there is no node {path}: {at} {has}")));
        };
        node = child;
    }
    Ok(node)
}
