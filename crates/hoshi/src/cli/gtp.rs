//! hoshi as an engine for other programs.

use clap::Args;

use super::number::{at_least, in_range};

/// Serve as an engine for other programs, by the Go Text Protocol (GTP)
///
/// Reads commands from standard input and writes answers to standard output. Sabaki, KGS and other programs
/// start `hoshi gtp` to play against it or to analyse with it. docs/gtp.md lists the commands.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  hoshi gtp                                   as strong as the time allows
  hoshi gtp --level 3                         for a beginner
  hoshi gtp --playouts 5000 --threads 1 --seed 7   the same moves every time

Type `list_commands` for the commands, and `quit` to leave.
")]
pub(crate) struct Gtp {
    /// How strong it plays, from 1 to 10  [default: 10]
    #[arg(long, value_name = "L", value_parser = in_range(1..=10_u8))]
    pub(crate) level: Option<u8>,
    /// Number of search threads  [default: one for each core]
    #[arg(long, value_name = "T", value_parser = in_range(1..=1024_u16))]
    pub(crate) threads: Option<u16>,
    /// Play every move after N playouts, or sooner if the clock is short
    #[arg(long, value_name = "N", value_parser = at_least(1_u32))]
    pub(crate) playouts: Option<u32>,
    /// The seed of all random choices; with --playouts and --threads 1, games are reproducible
    #[arg(long, value_name = "S", value_parser = at_least(0_u64))]
    pub(crate) seed: Option<u64>,
}

#[cfg(test)]
mod tests {
    use clap::{Args as _, FromArgMatches as _};

    use super::*;

    fn parse(words: &str) -> Result<Gtp, clap::Error> {
        let command = Gtp::augment_args(clap::Command::new("gtp").no_binary_name(true));
        let matches = command.try_get_matches_from(words.split_whitespace())?;
        Gtp::from_arg_matches(&matches)
    }

    #[test]
    fn options_have_their_limits() {
        let Gtp { level, threads, playouts, seed } =
            parse("--level 3 --threads 2 --playouts 5000 --seed 7").unwrap();
        assert_eq!((level, threads, playouts, seed), (Some(3), Some(2), Some(5000), Some(7)));
        let none = parse("").unwrap();
        assert_eq!((none.level, none.seed), (None, None));
        for wrong in ["--level 0", "--level 11", "--threads 0", "--playouts 0", "--seed x", "9"] {
            assert!(parse(wrong).is_err(), "{wrong}");
        }
    }
}
