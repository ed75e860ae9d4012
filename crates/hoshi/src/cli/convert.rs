//! Turning records of one format into another: `convert`.

use std::path::PathBuf;
use std::str::FromStr;

use clap::Args;
use hoshi_core::{Rules, Symmetry};
use hoshi_record::convert::Format;

use super::CharsetOptions;
use super::number::at_least;

/// Convert records between SGF, DGF and SGN, and clean them up
///
/// Formats are recognised by file name or content: sgf; dgf, dgfb, dgr and dgb (a game as TOML, as bytes, as
/// plain numbers, and a single board); sgn, a game on one line; url, the same in an address. The records of
/// three servers can only be read: gib (Tygem), ngf (Cyberoro, wBaduk), and ugf or ugi (Pandanet).
///
/// Whatever a format cannot hold is listed on standard error: each loss for one file, sums for many (-v lists
/// them all). With --strict, a loss is exit code 1 and nothing is written.
///
/// SGF to SGF keeps everything: variations, comments, setup, unknown properties. Text becomes UTF-8 unless
/// --keep-encoding is given.
#[derive(Args, Clone, Debug, Default)]
#[command(
    override_usage = "hoshi convert [OPTIONS] IN OUT\n       hoshi convert [OPTIONS] IN... -o DIR --to F\n       \
                      hoshi convert [OPTIONS] IN... --join OUT.sgf\n       \
                      hoshi convert [OPTIONS] IN... --in-place",
    after_help = "\
Examples:
  hoshi convert game.sgf game.dgf                   SGF to DGF
  hoshi convert game.dgf board.dgb --move 50        the board after fifty moves
  printf '19x19 A9b B12w C2b' | hoshi convert - - --to sgf
  hoshi convert game.sgf - --to url --base https://go.example
  hoshi convert *.sgf old/ -o out --to dgf          files and folders
  hoshi convert *.gib *.ngf -o out --to sgf         games of Tygem and Cyberoro
  hoshi convert *.sgf --join all.sgf                one file with all games
  hoshi convert in.sgf out.sgf --set PB=Shusaku --strip comments,markup
  hoshi convert --in-place games/ --strip AP,US     out of every file
"
)]
pub(crate) struct Convert {
    /// What to convert: files, folders, `-` for standard input; without -o, one input and the output
    #[arg(value_name = "IN", required = true)]
    pub(crate) inputs: Vec<PathBuf>,
    /// Write into this folder, each file under its own name
    #[arg(short, long, value_name = "DIR", requires = "to")]
    pub(crate) output: Option<PathBuf>,
    /// Write the games of all inputs into one SGF file, `-` for standard output
    #[arg(long, value_name = "OUT", conflicts_with_all = ["output", "in_place", "split"])]
    #[arg(conflicts_with_all = ["keep_encoding", "number"])]
    pub(crate) join: Option<PathBuf>,
    /// Rewrite SGF files where they are; the originals are saved as FILE.bak
    #[arg(long, conflicts_with_all = ["output", "split", "number"])]
    pub(crate) in_place: bool,
    /// The format to write (default: by the name of the output)
    #[arg(long, value_name = "F")]
    pub(crate) to: Option<Format>,
    /// The format to read (default: by name and content)
    #[arg(long, value_name = "F")]
    pub(crate) from: Option<Format>,
    #[command(flatten)]
    pub(crate) charset: CharsetOptions,
    /// Refuse to lose anything
    #[arg(long)]
    pub(crate) strict: bool,
    /// Leave the text of SGF in the charset it is in
    #[arg(long)]
    pub(crate) keep_encoding: bool,
    /// Replace existing outputs (with --in-place: existing FILE.bak), never an input
    #[arg(long)]
    pub(crate) force: bool,
    /// Only this game of each file, from 1
    #[arg(long, value_name = "N", value_parser = at_least(1_usize))]
    pub(crate) game: Option<usize>,
    /// Write every game to a file of its own (with -o)
    #[arg(long, requires = "output")]
    pub(crate) split: bool,
    /// The position after N moves, for dgb
    #[arg(long = "move", value_name = "N", value_parser = at_least(0_usize))]
    pub(crate) number: Option<usize>,
    /// The rules to replay by, instead of those of the record
    #[arg(long, value_name = "R")]
    pub(crate) rules: Option<Rules>,
    /// The address that a link starts with  [default: the configured share, else none]
    #[arg(long, value_name = "URL", value_parser = base)]
    pub(crate) base: Option<String>,
    /// Set a property of the first node; an empty value removes it
    #[arg(long, value_name = "KEY=VALUE", help_heading = "Clean up")]
    pub(crate) set: Vec<Setting>,
    /// Remove comments, variations, markup, or properties by name, as in `AP,US`; several with commas
    #[arg(long, value_name = "WHAT", value_delimiter = ',', help_heading = "Clean up")]
    pub(crate) strip: Vec<Strip>,
    /// Turn the board: rotate90, rotate180, rotate270, mirror, flip, transpose, antitranspose
    #[arg(long, value_name = "HOW", value_parser = symmetry, help_heading = "Clean up")]
    pub(crate) turn: Option<Symmetry>,
    /// Exchange Black and White
    #[arg(long, help_heading = "Clean up")]
    pub(crate) swap_colors: bool,
}

/// What to leave out.
#[derive(Clone, Debug, Eq, PartialEq)]
pub(crate) enum Strip {
    /// C and GC.
    Comments,
    /// All but the main line.
    Variations,
    /// Circles, labels and other marks.
    Markup,
    /// A property, wherever it is.
    Property(String),
}

/// Properties without which a record would be another game, or could not be read.
const NEEDED: [&str; 10] = ["FF", "GM", "CA", "SZ", "B", "W", "AB", "AW", "AE", "PL"];

impl FromStr for Strip {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        match text {
            "comments" => Ok(Self::Comments),
            "variations" => Ok(Self::Variations),
            "markup" => Ok(Self::Markup),
            _ if NEEDED.contains(&text) => {
                Err(format!("{text} cannot be removed: without it the record is another game"))
            }
            _ if !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_uppercase()) => {
                Ok(Self::Property(text.to_owned()))
            }
            _ => Err(format!(
                "`{text}` cannot be removed: write comments, variations, markup, or the name of a \
                 property in capitals, as in AP"
            )),
        }
    }
}

/// A property to be set.
#[derive(Clone, Debug, Eq, PartialEq)]
pub(crate) struct Setting {
    pub(crate) key: String,
    pub(crate) value: String,
}

impl FromStr for Setting {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        match text.split_once('=') {
            Some(("CA", _)) => {
                Err("CA cannot be set: it names the charset of the file, which is UTF-8 \
                 unless --keep-encoding is given"
                    .to_owned())
            }
            Some((key, value))
                if !key.is_empty() && key.bytes().all(|byte| byte.is_ascii_uppercase()) =>
            {
                Ok(Self { key: key.to_owned(), value: value.to_owned() })
            }
            _ => Err(format!(
                "`{text}` is not a property and its value: write the name in capitals, =, and the value, as in PB=Shusaku"
            )),
        }
    }
}

fn base(text: &str) -> Result<String, String> {
    if text.contains(['?', '#']) || text.contains(char::is_whitespace) {
        return Err(format!(
            "`{text}` cannot come before /game/: write an address without ? and #, as in https://go.example"
        ));
    }
    Ok(text.trim_end_matches('/').to_owned())
}

fn symmetry(text: &str) -> Result<Symmetry, String> {
    let named = |symmetry: &Symmetry| format!("{symmetry:?}").to_lowercase() == text;
    Symmetry::ALL.into_iter().find(named).ok_or_else(|| {
        let names: Vec<String> =
            Symmetry::ALL.iter().map(|symmetry| format!("{symmetry:?}").to_lowercase()).collect();
        format!("`{text}` is not a way to turn a board: write {}", names.join(", "))
    })
}
