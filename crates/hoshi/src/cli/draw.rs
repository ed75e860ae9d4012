//! Pictures: `draw`.

use std::fmt;
use std::path::PathBuf;
use std::str::FromStr;

use clap::{Args, ValueEnum};
use hoshi_record::convert::Format;
use hoshi_render::{Coordinates, Paper};

use super::CharsetOptions;
use super::number::{at_least, in_range};
use crate::records::NodePath;

/// Draw a record as SVG, PNG, GIF or PDF, or as a web page
///
/// Draws the last position of the main line, or another one; a problem is drawn as it begins. With
/// --numbers the moves are numbered; with --figures the game is split into figures, as books do: two on a
/// page of a PDF, or a file each. A GIF shows the game move by move. An HTML file is the whole record as a
/// page for any browser: variations, comments, markup, and problems to be solved; it needs no server and
/// loads nothing.
///
/// The name of the output decides the kind of picture. Several inputs, or a folder, are drawn into a folder.
#[derive(Args, Debug)]
#[command(
    override_usage = "hoshi draw [OPTIONS] FILE -o OUT\n       hoshi draw [OPTIONS] FILE... -o DIR --format F",
    after_help = "\
Examples:
  hoshi draw game.sgf -o end.png                        the last position
  hoshi draw game.sgf -o kifu.pdf --figures 50          in figures of 50 moves
  hoshi draw game.sgf -o middle.svg --range 51-100      moves 51 to 100
  hoshi draw problem.sgf -o corner.svg --crop auto --theme paper
  hoshi draw game.sgf -o game.gif --delay 800           move by move
  hoshi draw game.sgf -o game.html                      a web page to replay it
  hoshi draw '9x9 C3b G7w' -o small.svg                 a game on one line
  hoshi draw games/ -o pictures --format png --width 300
"
)]
pub(crate) struct Draw {
    /// The records: files of any format, text diagrams, folders, `-`, an SGN line or an address
    #[arg(value_name = "FILE", required = true)]
    pub(crate) inputs: Vec<PathBuf>,
    /// The picture, `-` for standard output, or with --format a folder
    #[arg(short, long, value_name = "OUT")]
    pub(crate) output: PathBuf,
    /// The kind of picture (default: by the name of the output)
    #[arg(long, value_name = "F", value_enum)]
    pub(crate) format: Option<Picture>,
    /// Replace outputs that exist
    #[arg(long)]
    pub(crate) force: bool,
    /// The format of the record (default: by its name and content)
    #[arg(long, value_name = "F")]
    pub(crate) from: Option<Format>,
    #[command(flatten)]
    pub(crate) charset: CharsetOptions,
    #[command(flatten)]
    pub(crate) what: DrawWhat,
    #[command(flatten)]
    pub(crate) look: DrawLook,
}

/// Which moves are drawn.
#[derive(Args, Clone, Debug)]
#[command(next_help_heading = "What to draw")]
pub(crate) struct DrawWhat {
    /// Draw the position after N moves of the main line; 0 is the start
    #[arg(long = "move", value_name = "N", value_parser = at_least(0_usize))]
    #[arg(conflicts_with_all = ["at", "range", "variation"])]
    pub(crate) number: Option<usize>,
    /// Draw the node at this path: child numbers from the first node, as in `0.0.2`
    #[arg(long, value_name = "PATH", conflicts_with_all = ["range", "variation"])]
    pub(crate) at: Option<NodePath>,
    /// Draw the variation that leads to this node, numbered from 1
    #[arg(long, value_name = "PATH", conflicts_with = "range")]
    pub(crate) variation: Option<NodePath>,
    /// Draw moves A to B with their numbers over the position before them
    #[arg(long, value_name = "A-B")]
    pub(crate) range: Option<MoveRange>,
    /// Number the moves
    #[arg(long)]
    pub(crate) numbers: bool,
    /// Split the game into figures of N moves
    #[arg(long, value_name = "N", value_parser = at_least(1_u32))]
    pub(crate) figures: Option<u32>,
    /// Draw this game of the file, from 1  [default: 1; all of them for HTML]
    #[arg(long, value_name = "N", value_parser = at_least(1_usize))]
    pub(crate) game: Option<usize>,
    /// Draw this part of the board: `auto`, `none`, or two corners as in `A1:G7`
    #[arg(long, value_name = "PART", default_value = "none")]
    pub(crate) crop: Crop,
    /// Count the position: draw territory, and dead stones as the record or hoshi judges them
    #[arg(long, conflicts_with_all = ["range", "variation", "figures", "numbers"])]
    pub(crate) score: bool,
}

impl DrawWhat {
    /// Whether nothing was asked for that needs a game.
    pub(crate) fn is_default(&self) -> bool {
        self.number.is_none()
            && self.at.is_none()
            && self.variation.is_none()
            && self.range.is_none()
            && self.figures.is_none()
            && self.game.is_none_or(|game| game == 1)
            && !self.numbers
            && !self.score
    }
}

/// How it is drawn.
#[derive(Args, Clone, Debug)]
#[command(next_help_heading = "How it looks")]
pub(crate) struct DrawLook {
    /// The theme: wood, paper, night, contrast, or a file of your own  [default: wood; paper for PDF]
    #[arg(long, value_name = "THEME")]
    pub(crate) theme: Option<String>,
    /// Coordinates: a1, sgf, 1-1, japanese or none
    #[arg(long, value_name = "STYLE", default_value = "a1")]
    pub(crate) coords: Coordinates,
    /// A title above the board, instead of the record's
    #[arg(long, value_name = "TEXT")]
    pub(crate) title: Option<String>,
    /// A text below the board, instead of the record's comment
    #[arg(long, value_name = "TEXT")]
    pub(crate) caption: Option<String>,
    /// Write players, date and result above the board, and comments below it
    #[arg(long, conflicts_with = "bare")]
    pub(crate) words: bool,
    /// Draw the board alone, without words
    #[arg(long, conflicts_with_all = ["title", "caption"])]
    pub(crate) bare: bool,
    /// Enlarge by this factor (PNG and GIF; 1 is 28 pixels a point)
    #[arg(long, value_name = "S", conflicts_with = "width")]
    pub(crate) scale: Option<Thousandths>,
    /// The exact width in pixels (PNG and GIF)
    #[arg(long, value_name = "PIXELS", value_parser = at_least(1_u32))]
    pub(crate) width: Option<u32>,
    /// Draw for paper, with N pixels an inch (PNG)
    #[arg(long, value_name = "N", conflicts_with_all = ["scale", "width"])]
    #[arg(value_parser = in_range(1..=2400_u32))]
    pub(crate) dpi: Option<u32>,
    /// Leave the background transparent
    #[arg(long)]
    pub(crate) transparent: bool,
    /// The time that each move of a GIF is shown, in milliseconds
    #[arg(long, value_name = "MS", default_value_t = 1000)]
    #[arg(value_parser = in_range(20..=60_000_u32))]
    pub(crate) delay: u32,
    /// The paper of a PDF: a4 or letter
    #[arg(long, value_name = "PAPER", default_value = "a4")]
    pub(crate) paper: Paper,
}

/// A factor, in thousandths.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(crate) struct Thousandths(pub(crate) u32);

impl FromStr for Thousandths {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let factor = text.parse().ok().filter(|factor: &f64| (0.01..=100.0).contains(factor));
        let factor = factor.map(|factor| Thousandths((factor * 1000.0).round() as u32));
        factor.ok_or_else(|| format!("`{text}` is not a factor: write a number from 0.01 to 100"))
    }
}

/// A kind of picture.
#[derive(Clone, Copy, Debug, Eq, PartialEq, ValueEnum)]
pub(crate) enum Picture {
    Svg,
    Png,
    Gif,
    Pdf,
    #[cfg(feature = "web")]
    Html,
}

impl Picture {
    /// The kinds, for a sentence.
    pub(crate) const KINDS: &str =
        if cfg!(feature = "web") { "svg, png, gif, pdf or html" } else { "svg, png, gif or pdf" };

    /// Whether it is text, which a terminal can show.
    pub(crate) fn is_text(self) -> bool {
        !matches!(self, Picture::Png | Picture::Gif | Picture::Pdf)
    }

    /// What the end of a name says.
    pub(crate) fn of_path(path: &std::path::Path) -> Option<Picture> {
        let ending = path.extension()?.to_str()?.to_ascii_lowercase();
        Picture::value_variants().iter().copied().find(|picture| picture.to_string() == ending)
    }
}

impl fmt::Display for Picture {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Picture::Svg => "svg",
            Picture::Png => "png",
            Picture::Gif => "gif",
            Picture::Pdf => "pdf",
            #[cfg(feature = "web")]
            Picture::Html => "html",
        })
    }
}

/// Moves from one number to another, both included.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(crate) struct MoveRange {
    pub(crate) first: u32,
    pub(crate) last: u32,
}

impl FromStr for MoveRange {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let read = || {
            let (first, last) = text.split_once('-')?;
            let (first, last) = (first.trim().parse().ok()?, last.trim().parse().ok()?);
            (1 <= first && first <= last).then_some(MoveRange { first, last })
        };
        read().ok_or_else(|| {
            format!("`{text}` is not a range of moves: write the first and the last, as in 51-100")
        })
    }
}

/// Which part of the board is drawn.
#[derive(Clone, Debug, Eq, PartialEq)]
pub(crate) enum Crop {
    /// All of it.
    None,
    /// What the record uses.
    Auto,
    /// Between two corners, in A1 style.
    Corners(String, String),
}

impl FromStr for Crop {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        match text {
            "none" => Ok(Crop::None),
            "auto" => Ok(Crop::Auto),
            _ => match text.split_once(':') {
                Some((one, other)) if !one.is_empty() && !other.is_empty() => {
                    Ok(Crop::Corners(one.to_owned(), other.to_owned()))
                }
                _ => Err(format!(
                    "`{text}` is not a part of a board: write auto, none, or two corners as in A1:G7"
                )),
            },
        }
    }
}
