//! Output: results to standard output, errors to standard error.

use std::io::{self, Write as _};

/// Writes to standard output, ignoring a closed pipe.
pub fn put(text: &str) {
    let mut stdout = io::stdout().lock();
    let _ = stdout.write_all(text.as_bytes()).and_then(|()| stdout.flush());
}

/// Prints an error of the program of this name.
pub fn tell(program: &str, text: &str) {
    let _ = writeln!(io::stderr(), "{program}: {text}");
}
