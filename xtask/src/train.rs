//! `cargo xtask train`: learns the weights of the bot's move features from game records.

use std::fs;

use crate::args::Args;
use crate::run::{Cmd, Failure, root};

const HELP: &str = "\
Learns the weights of move features from game records and writes them to
crates/hoshi-bot/src/weights.txt. The same records give the same weights.

Usage: cargo xtask train [FOLDER]

  FOLDER  records on 19x19, of strong players (default: sgf/common/kgs of HOSHI_DATA,
          else of ../shared/data)

A change of the features or of the weights changes how the bot plays: measure it with
`hoshi match --sprt` before it is kept.
";

const WEIGHTS: &str = "crates/hoshi-bot/src/weights.txt";

pub(crate) fn main(words: &[String]) -> Result<(), Failure> {
    let Some(args) = Args::new("train", words, HELP) else {
        return Ok(());
    };
    let words = args.words()?;
    let folder = match words.as_slice() {
        [] => {
            let data = std::env::var("HOSHI_DATA").unwrap_or_else(|_| "../shared/data".to_owned());
            format!("{data}/sgf/common/kgs")
        }
        [folder] => folder.clone(),
        _ => return Err(Failure::usage("`train` takes one folder")),
    };
    let run = "run --quiet --release --locked --package hoshi-bench --bin train --";
    let text = Cmd::cargo(run).arg(folder).read()?;
    fs::write(root().join(WEIGHTS), text)
        .map_err(|error| Failure::usage(format!("{WEIGHTS}: {error}")))
}
