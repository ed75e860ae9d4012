//! Where words go: results to standard output, complaints to standard error.

use std::io::{self, Write as _};

/// Writes to standard output; whoever has seen enough may stop reading.
pub fn put(text: &str) {
    let mut stdout = io::stdout().lock();
    let _ = stdout.write_all(text.as_bytes()).and_then(|()| stdout.flush());
}

/// Says what is wrong with the program of this name, if anybody listens.
pub fn tell(program: &str, text: &str) {
    let _ = writeln!(io::stderr(), "{program}: {text}");
}
