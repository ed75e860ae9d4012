//! Printing that does not panic when the output is closed: the work continues. `println!` and the
//! like are denied.

use std::fmt;
use std::io::{self, Write as _};

/// Writes to standard output.
pub(crate) fn put(text: fmt::Arguments<'_>) {
    let mut stdout = io::stdout().lock();
    let _ = stdout.write_fmt(text).and_then(|()| stdout.flush());
}

/// Writes to standard error.
pub(crate) fn tell(text: fmt::Arguments<'_>) {
    let _ = io::stderr().lock().write_fmt(text);
}

/// Text to standard output, unchanged.
macro_rules! put {
    ($($text:tt)*) => { crate::say::put(format_args!($($text)*)) };
}

/// A line to standard output.
macro_rules! say {
    ($($text:tt)*) => { crate::say::put(format_args!("{}\n", format_args!($($text)*))) };
}

/// A line to standard error.
macro_rules! tell {
    ($($text:tt)*) => { crate::say::tell(format_args!("{}\n", format_args!($($text)*))) };
}
