//! Any bytes as any record, converted to another format. Nothing panics; the output is read back,
//! written as the same bytes again, and its format is recognised by its content. The first byte
//! chooses the formats, the rest is the file.

use hoshi_record::convert::{Format, Options, read, recast, write};

/// The maximum length of a file: faults are found between properties, not in their length.
const LONGEST: usize = 1_000;

/// Converts.
pub(crate) fn run(bytes: &[u8]) {
    let Some((&choice, file)) = bytes.split_first() else { return };
    if file.len() > LONGEST {
        return;
    }
    // Writable formats come first in the list.
    let many = Format::ALL.iter().filter(|format| format.is_written()).count();
    let to = Format::ALL[usize::from(choice) % many];
    let from = Format::ALL.get(usize::from(choice) / many % (Format::ALL.len() + 1)).copied();
    let detected = Format::detect(file);
    if let Some(from) = from.or(detected)
        && let Ok(Some(cast)) = recast(file, from, to)
    {
        let back = recast(&cast.bytes, to, to).expect("it was written").expect("a form of DGF");
        assert_eq!(back.bytes, cast.bytes);
    }
    let record = match read(file.to_vec(), from) {
        Ok(record) => record,
        Err(error) => {
            assert!(!error.to_string().is_empty());
            return;
        }
    };
    let Some(game) = record.file.game(0) else { panic!("a record without a game") };
    let options = Options::default();
    let written = match write(game, to, &options) {
        Ok(written) => written,
        Err(error) => {
            let message = error.to_string();
            assert!(!message.contains(char::is_control), "{message:?}");
            return;
        }
    };
    for loss in record.losses.iter().chain(&written.losses) {
        let line = loss.to_string();
        assert!(!line.contains(char::is_control) && line.len() < 2_000, "{line:?}");
    }
    if to != Format::Sgf {
        assert_eq!(Format::detect(&written.bytes), Some(to));
    }
    let back = read(written.bytes.clone(), Some(to)).expect("it was written");
    if to == Format::Sgf {
        // The target `sgf` checks the bytes of SGF.
        return;
    }
    let again = write(back.file.game(0).expect("a game"), to, &options);
    match again {
        // If a board is not a legal position, everything besides the stones is lost, and reported.
        Ok(again) if back.losses.is_empty() => assert_eq!(
            again.bytes.escape_ascii().to_string(),
            written.bytes.escape_ascii().to_string()
        ),
        Ok(_) => {}
        Err(error) => assert!(!back.losses.is_empty() || !back.notes.is_empty(), "{error}"),
    }
    // If the format stays the same and no loss is reported, nothing changes.
    if record.format == to && record.notes.is_empty() {
        let silent = record.losses.is_empty() && written.losses.is_empty();
        if silent && !to.is_text() {
            assert_eq!(written.bytes, file);
        }
    }
}
