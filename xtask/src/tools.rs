//! The programs that suites need beside the Rust toolchain, and how each is installed.

/// Another program that a suite needs.
#[derive(Debug)]
pub(crate) struct Tool {
    /// What to call it.
    pub(crate) name: &'static str,
    /// A command that succeeds where it is installed.
    pub(crate) probe: &'static [&'static str],
    /// Its Debian package.
    pub(crate) apt: Option<&'static str>,
    /// Its Python packages with their versions, installed below the target folder.
    pub(crate) pip: &'static [&'static str],
    /// Its packages for Node with their versions, installed there too.
    pub(crate) npm: &'static [&'static str],
    /// The standard library of another system, added by rustup.
    pub(crate) target: Option<&'static str>,
}

impl Tool {
    /// A program that comes as a Debian package.
    pub(crate) const fn program(
        name: &'static str,
        probe: &'static [&'static str],
        package: &'static str,
    ) -> Self {
        Self { name, probe, apt: Some(package), pip: &[], npm: &[], target: None }
    }

    /// What rustc needs to compile for another system. The probe finds nothing where it is not added.
    pub(crate) const fn target(name: &'static str, probe: &'static [&'static str]) -> Self {
        Self { name, probe, apt: None, pip: &[], npm: &[], target: Some(name) }
    }
}

/// Installs packages of Python.
pub(crate) const PIP: Tool =
    Tool::program("pip", &["python3", "-m", "pip", "--version"], "python3-pip");

/// A reader of SGF that is not ours.
pub(crate) const SGFMILL: Tool = Tool {
    name: "sgfmill",
    probe: &["python3", "-c", "from sgfmill import sgf_grammar"],
    apt: None,
    pip: &["sgfmill==1.1.1"],
    npm: &[],
    target: None,
};

/// Names of people and places in many languages, chosen by nobody here.
pub(crate) const FAKER: Tool = Tool {
    name: "Faker",
    probe: &["python3", "-c", "import faker; assert faker.VERSION == '40.54.0'"],
    apt: None,
    pip: &["faker==40.54.0"],
    npm: &[],
    target: None,
};

/// What a reader of a census in Python needs.
pub(crate) const CENSUS: Tool = Tool {
    name: "numpy, xxhash and zstandard",
    probe: &["python3", "-c", "import numpy, xxhash, zstandard"],
    apt: None,
    pip: &["numpy==2.4.6", "xxhash==4.1.0", "zstandard==0.25.0"],
    npm: &[],
    target: None,
};

/// A strict client of GTP, and what turns it into Python 3.
pub(crate) const GOMILL: Tool = Tool {
    name: "gomill",
    probe: &["python3", "-c", "import gomill, fissix"],
    apt: None,
    pip: &["gomill==0.8.3", "fissix==24.4.24"],
    npm: &[],
    target: None,
};

/// The client that Sabaki plays through.
pub(crate) const SABAKI_GTP: Tool = Tool {
    name: "@sabaki/gtp",
    probe: &["node", "-e", "require('@sabaki/gtp')"],
    apt: None,
    pip: &[],
    npm: &["@sabaki/gtp@3.0.0"],
    target: None,
};

/// Drives a browser; judges pages for people who see, hear or move differently; checks the types of the scripts.
pub(crate) const BROWSING: Tool = Tool {
    name: "playwright-core, axe-core and typescript",
    probe: &[
        "node",
        "-e",
        "require('playwright-core'); require('axe-core'); require.resolve('typescript/package.json')",
    ],
    apt: None,
    pip: &[],
    npm: &["playwright-core@1.65.1", "axe-core@4.14.0", "typescript@7.0.2"],
    target: None,
};

/// Stands between a program and the system, and comes to one that runs; in some containers it must not.
pub(crate) const STRACE: Tool = Tool::program(
    "strace",
    &["sh", "-c", "sleep 1 & exec strace -qq -o /dev/null -p $!"],
    "strace",
);
