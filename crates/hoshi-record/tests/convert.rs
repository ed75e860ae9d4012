//! Conversion between the formats: a round trip keeps what the target can hold, everything else is
//! reported with its place, and nothing is dropped silently. Random games have fixed seeds.

#[path = "convert/detecting.rs"]
mod detecting;
#[path = "convert/kept.rs"]
mod kept;
#[path = "convert/legal.rs"]
mod legal;
#[path = "convert/limits.rs"]
mod limits;
#[path = "convert/numbers.rs"]
mod numbers;
#[path = "convert/random.rs"]
mod random;
#[path = "convert/vectors.rs"]
mod vectors;

use hoshi_record::convert::{Format, Loss, Options, Record, WriteError, Written, read, write};
use hoshi_record::sgf::Collection;

/// A file of SGF.
fn sgf(text: &str) -> Collection {
    Collection::read(text).expect(text)
}

/// Its first game in a format.
fn to(text: &str, format: Format) -> Result<Written, WriteError> {
    let file = sgf(text);
    write(file.game(0).expect("a game"), format, &Options::default())
}

/// Its first game in a format as text, followed by its losses, one per line.
fn converted(text: &str, format: Format) -> String {
    match to(text, format) {
        Ok(written) => {
            String::from_utf8_lossy(&written.bytes).into_owned() + &lines(&written.losses)
        }
        Err(error) => format!("refused: {error}\n"),
    }
}

/// Only the losses.
fn lost(text: &str, format: Format) -> String {
    to(text, format)
        .map_or_else(|error| format!("refused: {error}\n"), |written| lines(&written.losses))
}

fn lines(losses: &[Loss]) -> String {
    losses.iter().map(|loss| format!("{loss}\n")).collect()
}

/// Bytes of a format as a record.
fn from(bytes: impl Into<Vec<u8>>, format: Format) -> Record {
    let bytes = bytes.into();
    let shown = bytes.escape_ascii().to_string();
    read(bytes, Some(format)).unwrap_or_else(|error| panic!("{error}: {shown}"))
}

/// The tree as text.
fn tree(record: &Record) -> String {
    String::from_utf8(record.file.to_bytes()).expect("UTF-8")
}
