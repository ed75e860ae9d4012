//! Shared code of the SGF tests and the fuzz targets: trees as plain lists that can be compared,
//! the equalities that must hold for any bytes, a slow reader of well-formed files, and random
//! input.

#![allow(dead_code, unused_imports, reason = "each test binary uses its own part of this")]

mod cases;
mod check;
mod data;
mod flat;
mod model;
mod random;
mod reference;

pub(crate) use cases::{Case, bytes, cases};
pub(crate) use check::{Fixed, fixed_point, push_agrees, readings_agree};
pub(crate) use data::{data, records};
pub(crate) use flat::{Flat, braced, flat, pairs, push, show};
pub(crate) use model::{Model, edits};
pub(crate) use random::{Random, TEXTS, game, garbage, mutated, point, torn, tree};
pub(crate) use reference::parse;
