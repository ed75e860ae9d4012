//! The lint and the repair: the cases in `testdata/lint`, every example of docs/lint.md, and
//! properties of every file, tested on random and real ones.

mod common;

#[path = "lint/book.rs"]
mod book;
#[path = "lint/cases.rs"]
mod cases;
#[path = "lint/normalizing.rs"]
mod normalizing;
#[path = "lint/properties.rs"]
mod properties;
#[path = "lint/same.rs"]
mod same;
