//! Turning records of one format into another: `convert`.

use std::path::PathBuf;
use std::str::FromStr;

use clap::{Args, ValueEnum};
use hoshi_core::{Rules, Symmetry};
use hoshi_record::convert::Format;

use super::CharsetOptions;

/// Convert records between SGF, DGF and SGN, and clean them up
///
/// Formats are known by their file names, or from what the file holds: sgf; dgf, dgfb, dgr and dgb (a
/// game as TOML, as bytes, as plain numbers, and a single board); sgn, a game on one line; url, the
/// same in an address. The records of three servers are read and never written: gib (Tygem), ngf
/// (Cyberoro, wBaduk), and ugf or ugi (Pandanet). They are known by their content, whatever their name.
/// What a format cannot hold is named on standard error, a line for each loss;
/// with --strict a loss is exit code 1, and nothing is written.
///
/// SGF to SGF keeps everything: variations, comments, setup, properties that nobody knows. Text
/// becomes UTF-8, unless --keep-encoding.
#[derive(Args, Debug, Default)]
#[command(
    override_usage = "hoshi convert [OPTIONS] IN OUT\n       hoshi convert [OPTIONS] IN... -o DIR --to F",
    after_help = "\
Examples:
  hoshi convert game.sgf game.dgf                   SGF to DGF
  hoshi convert game.dgf board.dgb --move 50        the board after fifty moves
  printf '19x19 A9b B12w C2b' | hoshi convert - - --to sgf
  hoshi convert game.sgf - --to url --base https://go.example
  hoshi convert *.sgf old/ -o out --to dgf          files and folders, at once
  hoshi convert *.gib *.ngf -o out --to sgf         games of Tygem and Cyberoro to SGF
  hoshi convert in.sgf out.sgf --set PB=Shusaku --strip comments,markup
"
)]
pub(crate) struct Convert {
    /// What to convert: files, folders, `-` for standard input; without -o, one input and the output
    #[arg(value_name = "IN", required = true)]
    pub(crate) inputs: Vec<PathBuf>,
    /// Write into this folder, each file under its own name
    #[arg(short, long, value_name = "DIR", requires = "to")]
    pub(crate) output: Option<PathBuf>,
    /// The format to write, if the name of the output does not tell
    #[arg(long, value_name = "F")]
    pub(crate) to: Option<Format>,
    /// The format to read, if neither name nor content tells
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
    /// Replace outputs that exist; never an input
    #[arg(long)]
    pub(crate) force: bool,
    /// Only this game of each file, from 1
    #[arg(long, value_name = "N")]
    pub(crate) game: Option<usize>,
    /// Every game of a file into a file of its own (with -o)
    #[arg(long, requires = "output")]
    pub(crate) split: bool,
    /// The position after so many moves, for dgb
    #[arg(long = "move", value_name = "N")]
    pub(crate) number: Option<usize>,
    /// The rules to replay by, instead of those of the record
    #[arg(long, value_name = "R")]
    pub(crate) rules: Option<Rules>,
    /// What comes before /game/ of an address
    #[arg(long, value_name = "URL", value_parser = base)]
    pub(crate) base: Option<String>,
    /// Set a property of the first node; an empty value takes it out
    #[arg(long, value_name = "KEY=VALUE", help_heading = "Clean up")]
    pub(crate) set: Vec<Setting>,
    /// Leave out comments, variations or markup; several with commas
    #[arg(long, value_name = "WHAT", value_delimiter = ',', value_enum, help_heading = "Clean up")]
    pub(crate) strip: Vec<Strip>,
    /// Turn the board: rotate90, rotate180, rotate270, mirror, flip, transpose, antitranspose
    #[arg(long, value_name = "HOW", value_parser = symmetry, help_heading = "Clean up")]
    pub(crate) turn: Option<Symmetry>,
    /// Exchange Black and White
    #[arg(long, help_heading = "Clean up")]
    pub(crate) swap_colors: bool,
}

/// What to leave out.
#[derive(Clone, Copy, Debug, Eq, PartialEq, ValueEnum)]
pub(crate) enum Strip {
    /// C and GC
    Comments,
    /// All but the main line
    Variations,
    /// Circles, labels and other marks
    Markup,
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
                Err("CA is not for setting: it says what charset the file is in, and \
                 that is UTF-8 unless --keep-encoding"
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
