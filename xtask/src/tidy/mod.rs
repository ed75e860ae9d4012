//! `cargo xtask tidy`: checks that the compiler does not do. The arrows between crates, a reason
//! for every outside crate, manifests that inherit, files that stay readable. Each check is a
//! function from text to findings, so that its tests can show it failing.

mod arrows;
mod manifests;
mod texts;
mod untested;

use std::fmt;
use std::fs;
use std::path::Path;

use crate::args::Args;
use crate::run::{Cmd, Failure, metadata, require_all, root};

const HELP: &str = "\
Runs checks that the compiler does not do.

Usage: cargo xtask tidy

  arrows      crates use each other only downwards, as ARCHITECTURE.md's table says
  reasons     every outside crate is in a table of ARCHITECTURE.md, with its reason
  core        hoshi-core has no dependency and is no_std
  manifests   every crate inherits version, edition, rust-version, licence and lints
  toolchain   the running rustc is the rust-version of the workspace; a newer one
              is only a note, unless HOSHI_REQUIRE_ALL=1
  texts       file headers, sizes (500 lines reported, 800 refused), line ends,
              leftovers, paths of somebody's machine
  untested    programs that cargo does not test have no unit tests
";

/// What the checks found.
#[derive(Debug, Default)]
pub(crate) struct Findings {
    errors: Vec<String>,
    notes: Vec<String>,
}

impl Findings {
    /// Adds an error.
    fn error(&mut self, message: impl Into<String>) {
        self.errors.push(message.into());
    }

    /// Adds a note.
    fn note(&mut self, message: impl Into<String>) {
        self.notes.push(message.into());
    }

    /// Whether there are no errors.
    pub(crate) fn is_clean(&self) -> bool {
        self.errors.is_empty()
    }
}

impl fmt::Display for Findings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for note in &self.notes {
            writeln!(f, "note: {note}")?;
        }
        for error in &self.errors {
            writeln!(f, "error: {error}")?;
        }
        Ok(())
    }
}

pub(crate) fn main(words: &[String]) -> Result<(), Failure> {
    let Some(args) = Args::new("tidy", words, HELP) else {
        return Ok(());
    };
    args.none()?;
    let findings = check()?;
    put!("{findings}");
    if findings.is_clean() {
        say!("tidy");
        Ok(())
    } else {
        let number = findings.errors.len();
        let things = if number == 1 { "thing" } else { "things" };
        Err(Failure::found(format!("{number} {things} to fix")))
    }
}

/// Runs all checks on the workspace.
pub(crate) fn check() -> Result<Findings, Failure> {
    let mut findings = Findings::default();
    let metadata = metadata()?;
    let architecture = read(&root().join("ARCHITECTURE.md"))?;
    let packages = arrows::packages(&metadata, &root());
    arrows::check(&packages, &architecture, &mut findings);

    let workspace = read(&root().join("Cargo.toml"))?;
    for package in &packages {
        let manifest = format!("{}/Cargo.toml", package.folder);
        manifests::inherits(&manifest, &read(&root().join(&manifest))?, &mut findings);
    }
    let rustc = String::from_utf8_lossy(&Cmd::new("rustc").arg("--version").read()?).into_owned();
    manifests::toolchain(&workspace, &rustc, require_all(), &mut findings);
    manifests::lock(&read(&root().join("Cargo.lock"))?, &mut findings);
    let core = "crates/hoshi-core/src/lib.rs";
    manifests::no_std(core, &read(&root().join(core))?, &mut findings);

    let untested = untested::places(&metadata, &root());
    for file in texts::files(&root())? {
        // Binary files are samples of some format; skip them.
        let Ok(bytes) = fs::read(root().join(&file)) else {
            continue;
        };
        let Ok(text) = String::from_utf8(bytes) else {
            continue;
        };
        texts::check(&file, &text, &mut findings);
        untested::check(&untested, &file, &text, &mut findings);
    }
    Ok(findings)
}

fn read(path: &Path) -> Result<String, Failure> {
    fs::read_to_string(path)
        .map_err(|error| Failure::usage(format!("{} cannot be read: {error}", path.display())))
}
