//! SGF: reading, writing, editing, replay, bulk work and the record of a running game. One program,
//! since every test program costs seconds to compile and to link.

mod common;

#[path = "sgf/bulk.rs"]
mod bulk;
#[path = "sgf/data.rs"]
mod data;
#[path = "sgf/edit.rs"]
mod edit;
#[path = "sgf/glance.rs"]
mod glance;
#[path = "sgf/kifu.rs"]
mod kifu;
#[path = "sgf/large.rs"]
mod large;
#[path = "sgf/layout.rs"]
mod layout;
#[path = "sgf/properties.rs"]
mod properties;
#[path = "sgf/quirks.rs"]
mod quirks;
#[path = "sgf/replay.rs"]
mod replay;
