//! Fuzz targets as plain functions over bytes, so that stable Rust can replay
//! them and libFuzzer can drive them. Each asserts an equality; none returns
//! anything. To add one: a module, a line in `TARGETS`, a file in
//! `fuzz_targets/`, a `[[bin]]` in the manifest, a folder in `corpus/`.

mod api;
#[path = "../../crates/hoshi-core/tests/common/mod.rs"]
mod common;
mod convert;
mod dgf;
mod diagram;
mod drawn;
mod gtp;
mod info;
pub mod mutate;
mod playout;
#[path = "../../crates/hoshi-record/tests/common/mod.rs"]
mod records;
pub mod replay;
mod servers;
mod setup;
mod sgf;
mod sgf_edit;
mod sgn;
mod size;
mod text;

/// A fuzz target.
#[derive(Clone, Copy)]
pub struct Target {
    /// Its name, that of its binary and of its folder in the corpus.
    pub name: &'static str,
    /// Panics if the bytes break what should hold.
    pub run: fn(&[u8]),
}

/// Every target there is.
pub const TARGETS: &[Target] = &[
    Target { name: "api", run: api::run },
    Target { name: "convert", run: convert::run },
    Target { name: "dgf", run: dgf::run },
    Target { name: "diagram", run: diagram::run },
    Target { name: "drawn", run: drawn::run },
    Target { name: "gib", run: servers::gib },
    Target { name: "gtp", run: gtp::run },
    Target { name: "info", run: info::run },
    Target { name: "ngf", run: servers::ngf },
    Target { name: "playout", run: playout::run },
    Target { name: "setup", run: setup::run },
    Target { name: "sgf", run: sgf::run },
    Target { name: "sgf_edit", run: sgf_edit::run },
    Target { name: "sgn", run: sgn::run },
    Target { name: "size", run: size::run },
    Target { name: "text", run: text::run },
    Target { name: "ugf", run: servers::ugf },
];

/// Finds a target by name.
#[must_use]
pub fn target(name: &str) -> Option<Target> {
    TARGETS.iter().copied().find(|target| target.name == name)
}

/// Runs a target by name, for the binaries of libFuzzer.
///
/// # Panics
///
/// If there is no such target, or if the target finds something.
pub fn run(name: &str, bytes: &[u8]) {
    let target = target(name).expect("the binary is named after its target");
    (target.run)(bytes);
}
