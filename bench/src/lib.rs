//! Shared by the measurements: options, clocks, output, and the records that are read. Each
//! measurement is a program of its own in `bin`, and defines in its first lines what it measures.

pub mod bare;
pub mod clock;
pub mod options;
pub mod records;
pub mod say;
pub mod session;
