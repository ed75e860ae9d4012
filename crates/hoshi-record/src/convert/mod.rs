//! Conversion from any format to any other. The SGF tree is the hub: every reader produces one, and
//! every writer starts from one. Anything a format cannot hold is refused or reported as lost, with
//! its place; nothing is dropped silently.

#[cfg(feature = "dgf")]
mod dgf;
mod format;
mod loss;
mod sgn;

use hoshi_core::{Game, Move, Outcome, Position, Preset, Rules, Size, Suicide};

pub use format::{Format, UnknownFormat};
use loss::Losses;
pub use loss::{Loss, Spot};

use crate::charset::Hints;
#[cfg(feature = "dgf")]
use crate::dgf as forms;
use crate::info::game::OtherGame;
use crate::replay::{Terms, replay_listing};
use crate::servers;
use crate::sgf::{self, Collection, EditError, GameTree, NodeRef, has_letters};
use crate::sgn::Unheld;

/// A record of any format, read.
///
/// ```
/// use hoshi_record::convert::{Format, read};
///
/// let record = read(b"(;SZ[9];B[ee])".to_vec(), None)?;
/// assert_eq!((record.format, record.file.node_count()), (Format::Sgf, 2));
/// assert!(record.start.is_none() && record.losses.is_empty() && record.notes.is_empty());
/// # Ok::<(), hoshi_record::convert::ReadError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Record {
    /// Its content, as a tree.
    pub file: Collection,
    /// Its format.
    pub format: Format,
    /// The first position, where it says more than a tree can: a DGF board has captures and ko.
    pub start: Option<Position>,
    /// What the tree cannot hold.
    pub losses: Vec<Loss>,
    /// Oddities, one sentence each.
    pub notes: Vec<String>,
}

/// Why bytes could not be read as a record.
///
/// ```
/// use hoshi_record::convert::{Format, ReadError, read};
///
/// assert_eq!(read(b"Dear Sir".to_vec(), None).unwrap_err(), ReadError::Unknown);
/// let error = read(b"Dear Sir".to_vec(), Some(Format::Sgf)).unwrap_err();
/// assert_eq!(error.to_string(), "there is no game in it: an SGF file has at least `(;)`");
/// ```
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ReadError {
    /// An unrecognised format.
    #[error("unrecognised format (hoshi reads {})", Format::list())]
    Unknown,
    /// Not SGF.
    #[error(transparent)]
    Sgf(#[from] sgf::ReadError),
    /// Not a board of DGF.
    #[cfg(feature = "dgf")]
    #[error("not a board of DGF: {0}")]
    Dgb(#[from] forms::BoardError),
    /// Not a record of DGF.
    #[cfg(feature = "dgf")]
    #[error("not a record of DGF: {0}")]
    Dgr(#[from] forms::RecordError),
    /// Not a game of DGF.
    #[cfg(feature = "dgf")]
    #[error("not a game of DGF: {0}")]
    Dgf(#[from] forms::GameFileError),
    /// Not a binary game of DGF.
    #[cfg(feature = "dgf")]
    #[error("not a binary game of DGF: {0}")]
    Dgfb(#[from] forms::BinaryError),
    /// Not SGN, or not an address.
    #[error("{0}")]
    Sgn(String),
    /// The syntax is right, but illegal under all rules of Go: a move on a stone, a block without a
    /// liberty, a result that contradicts the moves.
    #[error("{0}")]
    Illegal(String),
    /// Not a record of that server.
    #[error("not {}: {error}", .format.name().to_uppercase())]
    Server {
        /// The format.
        format: Format,
        /// The reason.
        error: servers::ReadError,
    },
}

/// Why a game cannot be written in a format.
///
/// ```
/// use hoshi_record::convert::{Format, Options, write};
/// use hoshi_record::sgf::Collection;
///
/// let file = Collection::read("(;SZ[9];B[ee])")?;
/// let options = Options { upto: Some(7), ..Options::default() };
/// let error = write(file.game(0).unwrap(), Format::Dgb, &options).unwrap_err();
/// assert_eq!(error.to_string(), "there is no move 7: the last is 1");
/// # Ok::<(), hoshi_record::sgf::ReadError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum WriteError {
    /// DGF cannot hold it.
    #[cfg(feature = "dgf")]
    #[error(transparent)]
    Unfit(#[from] forms::Unfit),
    /// A string that is too long for DGF.
    #[cfg(feature = "dgf")]
    #[error(transparent)]
    Name(#[from] forms::StringTooLong),
    /// Stones are set up between moves.
    #[error("{spot}: stones are set up in mid-game, which {format} cannot hold")]
    Setup {
        /// Where.
        spot: Spot,
        /// The format.
        format: Format,
    },
    /// A move or a setup that is illegal under all rules, in a format for legal games.
    #[error("{what}; {format} holds legal games only")]
    Illegal {
        /// What is illegal.
        what: String,
        /// The format.
        format: Format,
    },
    /// A game other than Go, in a format for Go.
    #[error("this is {game}, not Go, and {format} holds only Go")]
    OtherGame {
        /// The game.
        game: OtherGame,
        /// The format.
        format: Format,
    },
    /// The board is larger than SGF's.
    #[error("the board is {0}, and SGF ends at 52x52")]
    Board(Size),
    /// SGN cannot hold it.
    #[error(transparent)]
    Unheld(#[from] Unheld),
    /// A format that is only read, or that this build leaves out.
    #[error("{0} is {why}: write {list}", why = unwritten(*.0), list = Format::written_list())]
    ReadOnly(Format),
    /// There is no such move.
    #[error("there is no move {asked}: the last is {last}")]
    NoMove {
        /// The requested move.
        asked: usize,
        /// The last move.
        last: usize,
    },
}

/// How to write.
///
/// ```
/// use hoshi_record::convert::{Format, Options, write};
/// use hoshi_record::sgf::Collection;
///
/// let file = Collection::read("(;SZ[9];B[cg])")?;
/// let options = Options { base: Some("https://go.example".into()), ..Options::default() };
/// let address = write(file.game(0).unwrap(), Format::Url, &options)?.bytes;
/// assert!(address.starts_with(b"https://go.example/game/9x9"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// The number of moves of the main line to play, for a format that holds one position; `None` for
    /// all.
    pub upto: Option<usize>,
    /// The rules to replay by, instead of those of the record.
    pub rules: Option<Rules>,
    /// The part of an address before `/game/`.
    pub base: Option<String>,
}

/// A game in another format, and what was lost.
///
/// ```
/// use hoshi_record::convert::{Format, Options, write};
/// use hoshi_record::sgf::Collection;
///
/// let file = Collection::read("(;SZ[9];B[cg]TR[aa](;W[gc])(;W[gg]))")?;
/// let written = write(file.game(0).unwrap(), Format::Sgn, &Options::default())?;
/// assert_eq!(written.bytes, b"9x9 C3b G7w\n");
/// assert_eq!(written.losses.len(), 2);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Written {
    /// The bytes of the file.
    pub bytes: Vec<u8>,
    /// What is lost.
    pub losses: Vec<Loss>,
}

/// Reads a record. Without a format, it is detected from the content.
///
/// ```
/// use hoshi_record::convert::{Format, read};
///
/// let record = read(b"9x9 C3b G7w".to_vec(), None)?;
/// assert_eq!(record.format, Format::Sgn);
/// assert_eq!(record.file.game(0).unwrap().main_line().count(), 3);
/// # Ok::<(), hoshi_record::convert::ReadError>(())
/// ```
///
/// # Errors
/// If it is not in that format, or in none that is known.
pub fn read(bytes: Vec<u8>, format: Option<Format>) -> Result<Record, ReadError> {
    read_with(bytes, format, &Hints::default())
}

/// Like [`read`], with hints about the charset; only SGF and the records of servers have charsets.
///
/// ```
/// use hoshi_record::charset::{Charset, Hints};
/// use hoshi_record::convert::read_with;
///
/// let hints = Hints { charset: Charset::for_label(b"Big5"), ..Hints::default() };
/// let record = read_with(b"(;BR[9\xacq])".to_vec(), None, &hints)?;
/// assert_eq!(record.file.game(0).unwrap().root().text("BR").unwrap(), "9段");
/// # Ok::<(), hoshi_record::convert::ReadError>(())
/// ```
///
/// # Errors
/// If it is not in that format, or in none that is known.
pub fn read_with(
    bytes: Vec<u8>,
    format: Option<Format>,
    hints: &Hints,
) -> Result<Record, ReadError> {
    let format = match format {
        Some(format) => format,
        None => Format::detect(&bytes).ok_or(ReadError::Unknown)?,
    };
    let mut notes = Vec::new();
    let (file, losses) = match format {
        Format::Sgf => (Collection::read_with(bytes, hints)?, Vec::new()),
        #[cfg(feature = "dgf")]
        Format::Dgb | Format::Dgr | Format::Dgf | Format::Dgfb => return dgf::read(&bytes, format),
        #[cfg(not(feature = "dgf"))]
        Format::Dgb | Format::Dgr | Format::Dgf | Format::Dgfb => return Err(ReadError::Unknown),
        Format::Sgn | Format::Url => {
            let read = if format == Format::Sgn { sgn::read_line } else { sgn::read_address };
            let (file, odd) = read(&bytes)?;
            notes = odd;
            (file, Vec::new())
        }
        Format::Gib | Format::Ngf | Format::Ugf => server(&bytes, format, hints, &mut notes)?,
    };
    Ok(Record { file, format, start: None, losses, notes })
}

/// Reads the record of a server, with notes about oddities.
fn server(
    bytes: &[u8],
    format: Format,
    hints: &Hints,
    notes: &mut Vec<String>,
) -> Result<(Collection, Vec<Loss>), ReadError> {
    let Some(server) = format.server() else { return Err(ReadError::Unknown) };
    let read = servers::read_with(bytes, server, hints);
    let read = read.map_err(|error| ReadError::Server { format, error })?;
    notes.extend(read.charset_note());
    notes.extend(read.notes.iter().map(ToString::to_string));
    Ok((read.file, read.left_out.into_iter().map(Loss::of_game).collect()))
}

/// Converts one form of DGF to another without the tree, so that boards larger than SGF's, ko
/// points and captures are kept. `None` if either format is not DGF.
///
/// ```
/// use hoshi_record::convert::{Format, recast};
///
/// let record = b"1 2 3 1\n0\n0\n";
/// let game = recast(record, Format::Dgr, Format::Dgf)?.unwrap();
/// let back = recast(&game.bytes, Format::Dgf, Format::Dgr)?.unwrap();
/// assert_eq!(back.bytes, record);
/// assert_eq!(recast(record, Format::Dgr, Format::Sgf)?, None);
/// # Ok::<(), hoshi_record::convert::ReadError>(())
/// ```
///
/// # Errors
/// If the bytes are not in that format.
#[cfg(feature = "dgf")]
pub fn recast(bytes: &[u8], from: Format, to: Format) -> Result<Option<Written>, ReadError> {
    dgf::recast(bytes, from, to)
}

/// Writes one game of a file in a format.
///
/// ```
/// use hoshi_record::convert::{Format, Options, write};
/// use hoshi_record::sgf::Collection;
///
/// let file = Collection::read("(;SZ[9];B[cg]C[Hello])")?;
/// let written = write(file.game(0).unwrap(), Format::Sgn, &Options::default())?;
/// assert_eq!(written.bytes, b"9x9 C3b\n");
/// assert_eq!(written.losses[0].to_string(), "move 1: C is lost");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// If the format cannot hold the game.
pub fn write(game: GameTree<'_>, to: Format, options: &Options) -> Result<Written, WriteError> {
    if let Some(other) = game.other_game().filter(|_| to != Format::Sgf && to.is_written()) {
        return Err(WriteError::OtherGame { game: other, format: to });
    }
    match to {
        Format::Sgf => {
            check_letters(game)?;
            Ok(Written { bytes: game.to_bytes(), losses: Vec::new() })
        }
        #[cfg(feature = "dgf")]
        Format::Dgb => dgf::to_board(game, options),
        #[cfg(feature = "dgf")]
        Format::Dgr => dgf::to_record(game, options),
        #[cfg(feature = "dgf")]
        Format::Dgf | Format::Dgfb => dgf::to_game_file(game, to, options),
        Format::Sgn => sgn::to_line(game, options),
        Format::Url => sgn::to_address(game, options),
        #[cfg(not(feature = "dgf"))]
        Format::Dgb | Format::Dgr | Format::Dgf | Format::Dgfb => Err(WriteError::ReadOnly(to)),
        Format::Gib | Format::Ngf | Format::Ugf => Err(WriteError::ReadOnly(to)),
    }
}

/// Why a format is not written.
fn unwritten(format: Format) -> &'static str {
    if format.server().is_some() { "read-only" } else { "not part of this build" }
}

/// Writes all games of a file as SGF.
///
/// ```
/// use hoshi_record::convert::{read, write_sgf};
///
/// let record = read(b"9x9 C3b G7w".to_vec(), None)?;
/// assert_eq!(write_sgf(&record.file)?, b"(;GM[1]FF[4]CA[UTF-8]SZ[9];B[cg];W[gc])\n");
/// let large = read(b"100x100 CV100b".to_vec(), None)?;
/// let error = write_sgf(&large.file).unwrap_err();
/// assert_eq!(error.to_string(), "the board is 100x100, and SGF ends at 52x52");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// If a board is larger than SGF's.
pub fn write_sgf(file: &Collection) -> Result<Vec<u8>, WriteError> {
    file.games().try_for_each(check_letters)?;
    Ok(file.to_bytes())
}

/// Refuses a board whose points have no letters in SGF.
fn check_letters(game: GameTree<'_>) -> Result<(), WriteError> {
    let size = game.size();
    if has_letters(size) { Ok(()) } else { Err(WriteError::Board(size)) }
}

/// The terms of a game, under the requested rules.
fn terms(game: GameTree<'_>, options: &Options) -> Terms {
    match &options.rules {
        Some(rules) => Terms::under(game, rules.clone()),
        None => Terms::of(game),
    }
}

/// The rules for reading DGF and SGN, which name none: they allow everything that some rules allow, so
/// only moves on occupied points and immediate ko recaptures are illegal. Territory scoring, since it
/// lets play resume any number of times.
fn lenient() -> Rules {
    Rules { suicide: Suicide::Any, ..Rules::of(Preset::Japanese) }
}

/// Refuses a game that is illegal under all rules: a reader would refuse it too.
fn check_legal(game: &Game, format: Format) -> Result<(), WriteError> {
    let illegal = |what: String| WriteError::Illegal { what, format };
    let start = game.start().setup().position();
    let start =
        start.map_err(|error| illegal(format!("the setup is not a legal position: {error}")))?;
    let (size, rules) = (game.size(), lenient());
    let mut anew = Game::from_position(start, rules.clone());
    for ((color, mv), number) in game.moves().zip(1..) {
        if let Move::Play(point) = mv
            && let Err(refusal) = anew.board().check(color, point, &rules)
        {
            let name = size.move_name(mv);
            return Err(illegal(format!("move {number}, {color} {name}, is illegal: {refusal}")));
        }
        // It is a point of this board.
        let _ = anew.force(color, mv);
    }
    Ok(())
}

/// The node of the main line that has the move of this number; 0 is the root. Passes count.
///
/// ```
/// use hoshi_record::convert::node_at_move;
/// use hoshi_record::sgf::Collection;
///
/// let file = Collection::read("(;SZ[9];B[cg];C[what now?];W[])")?;
/// let game = file.game(0).unwrap();
/// assert!(node_at_move(game, 2).unwrap().get("W").is_some());
/// assert_eq!(node_at_move(game, 3).unwrap_err().to_string(), "there is no move 3: the last is 2");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// If there are fewer.
pub fn node_at_move(game: GameTree<'_>, number: usize) -> Result<NodeRef<'_>, WriteError> {
    let size = game.size();
    let mut moves = 0;
    for node in game.main_line() {
        moves += node.move_count(size);
        if moves >= number {
            return Ok(node);
        }
    }
    Err(WriteError::NoMove { asked: number, last: moves })
}

/// Unwraps an edit of a new file: its names are valid, and it is no larger than the record that was read,
/// so it cannot fail.
fn done<T>(result: Result<T, EditError>) {
    debug_assert!(result.is_ok());
}

/// The result in RE, if readable.
fn outcome(game: GameTree<'_>) -> Option<Outcome> {
    game.result()?.ok()?.value.outcome()
}

/// The last node of the main line.
fn last_node(game: GameTree<'_>) -> NodeRef<'_> {
    game.main_line().last().unwrap_or_else(|| game.root())
}

/// The main line as a game. Setup before the first move is the start position; later setup cannot
/// be part of a list of moves.
fn main_game(
    game: GameTree<'_>,
    format: Format,
    options: &Options,
    losses: &mut Losses,
) -> Result<Game, WriteError> {
    let (mut moved, mut later) = (false, false);
    for node in game.main_line() {
        if node.parent().is_some() && node.has_setup() {
            if moved {
                return Err(WriteError::Setup { spot: loss::spot_of(node), format });
            }
            later = true;
        }
        moved |= node.has_move();
    }
    let stands = played(last_node(game), options, losses);
    let start = stands.position_at(0).filter(|_| later);
    let Some(start) = start else { return Ok(stands) };
    let mut anew = Game::from_position(start, stands.rules().clone())
        .with_handicap_of(stands.handicap())
        .with_komi(stands.komi());
    for (color, mv) in stands.moves() {
        // It is a point of this board.
        let _ = anew.force(color, mv);
    }
    Ok(anew)
}

/// The game as it stands at a node, with illegal moves as losses: they are kept, but a reader that
/// checks the rules will refuse them.
fn played(node: NodeRef<'_>, options: &Options, losses: &mut Losses) -> Game {
    let replayed = replay_listing(node, &terms(node.game(), options));
    if !replayed.remarks.is_empty() {
        // The line is walked once, however many remarks there are.
        let (size, mut moves) = (node.game().size(), 0);
        let mut remarks = replayed.remarks.iter().peekable();
        for node in node.down_to() {
            moves += node.move_count(size);
            let spot = || if node.parent().is_none() { Spot::Root } else { Spot::Move(moves) };
            while let Some(remark) = remarks.next_if(|remark| remark.node == node.id()) {
                losses.push(Loss::new(node.game(), spot(), remark.problem.to_string()));
            }
        }
    }
    losses.count(replayed.unkept);
    replayed.game
}
