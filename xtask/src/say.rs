//! Printing that does not panic: whoever reads from us may stop when they have
//! seen enough, and the work goes on. `println!` and its kin are refused.

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

/// Text to standard output, as it is.
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
