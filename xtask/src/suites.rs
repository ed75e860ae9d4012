//! The table of suites: what `cargo xtask test` runs, tier by tier. To add one, add a line here;
//! `test` runs and reports them, `targets` lists the tests.
//!
//! Every command selects the whole workspace, and then names its targets: with
//! `--package` cargo unifies the features of other crates differently for each
//! selection, and the same code is compiled two or three times.

use crate::run::{Cmd, Failure, built, tools_dir};
use crate::targets::Targets;
use crate::tools::{BROWSING, CENSUS, FAKER, GOMILL, PIP, SABAKI_GTP, SGFMILL, STRACE, Tool};

/// When a suite runs, and whether it may be skipped.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(crate) enum Tier {
    /// Always runs, needs nothing but the toolchain.
    Core,
    /// Needs other programs; they are installed where that is possible, and
    /// required under `HOSHI_REQUIRE_ALL=1`.
    Tools,
    /// Needs rights that few machines give; runs where possible, and never fails for set-up alone.
    Privileged,
}

impl Tier {
    /// All tiers in the order in which they run.
    pub(crate) const ALL: [Self; 3] = [Self::Core, Self::Tools, Self::Privileged];

    /// Its name in the report.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Core => "core",
            Self::Tools => "tools",
            Self::Privileged => "privileged",
        }
    }
}

/// What a suite does.
pub(crate) enum Work {
    /// Commands, one after the other, even if one has failed.
    Run(fn() -> Result<Vec<Cmd>, Failure>),
    /// The checks of `cargo xtask tidy`.
    Tidy,
}

/// One line of the report.
pub(crate) struct Suite {
    pub(crate) tier: Tier,
    pub(crate) name: &'static str,
    pub(crate) shows: &'static str,
    pub(crate) needs: &'static [Tool],
    pub(crate) work: Work,
}

impl Suite {
    const fn core(name: &'static str, shows: &'static str, work: Work) -> Self {
        Self { tier: Tier::Core, name, shows, needs: &[], work }
    }
}

/// Integration tests that are fast enough only without debug assertions. Such a file opens with
/// `#![cfg(not(debug_assertions))]`, so that a plain `cargo test` skips it.
const UNCHECKED: &[&str] = &["slow", "slow_census"];

/// Compiles the crates of these tests without debug assertions. Everything else is shared with the other
/// suites: a profile of its own would compile every outside crate once more, 300 CPU seconds.
const WITHOUT_CHECKS: &str = "--config profile.dev.package.hoshi-core.debug-assertions=false \
     --config profile.dev.package.hoshi-core.overflow-checks=false \
     --config profile.dev.package.hoshi-lab.debug-assertions=false \
     --config profile.dev.package.hoshi-lab.overflow-checks=false";

/// Integration tests that only suites of the tiers *tools* and *privileged* run.
const ASKED_FOR: &[&str] = &["crash", "judged", "names"];

/// The measurements that also check their results.
const PEERS: &[&str] = &["playouts", "records", "recorder", "history", "session", "lab", "web"];

/// The number of corpus mutations in every run, the same on every machine.
const MUTATIONS: &str = "200000";

/// Engines that the clients play with: programs that are built, and their arguments.
const SERVED: &[(&str, &[&str])] = &[
    ("examples/random_engine", &[]),
    ("hoshi", &["gtp", "--playouts", "20", "--threads", "1", "--seed", "1"]),
];

/// Whether there are programs of these names, also among those for the keeper of the machine.
const FINDS: &str =
    "PATH=$PATH:/usr/local/sbin:/usr/sbin:/sbin; for name; do command -v $name || exit; done";

/// Whether rustc has the standard library for this system.
const HAS_TARGET: &str = "test -d \"$(rustc --print target-libdir --target $1)\"";

/// A target without an operating system: it has no standard library that a crate could use by
/// mistake.
const BARE: &str = "thumbv7em-none-eabi";
const WINDOWS: &str = "x86_64-pc-windows-gnu";
const MACOS: &str = "x86_64-apple-darwin";
const BROWSER: &str = "wasm32-unknown-unknown";

/// Every suite there is.
pub(crate) const SUITES: &[Suite] = &[
    Suite::core(
        "rustfmt",
        "the code is formatted",
        Work::Run(|| Ok(vec![Cmd::cargo("fmt --all --check")])),
    ),
    Suite::core("tidy", "arrows, reasons, file sizes, the toolchain", Work::Tidy),
    Suite::core(
        "clippy",
        "no warning in any target",
        Work::Run(|| {
            Ok(vec![
                Cmd::cargo("clippy --workspace --all-targets --locked -- --deny warnings"),
                // What a browser needs: a session without files, threads and engines; records without
                // old charsets, DGF and lint; text and SVG alone.
                Cmd::cargo(
                    "clippy --package hoshi-session --package hoshi-record --package hoshi-render \
                     --no-default-features --locked -- --deny warnings",
                ),
            ])
        }),
    ),
    Suite::core(
        "rustdoc",
        "the documentation builds without a warning",
        Work::Run(|| {
            Ok(vec![
                Cmd::cargo("doc --workspace --no-deps --document-private-items --locked")
                    .env("RUSTDOCFLAGS", "--deny warnings"),
            ])
        }),
    ),
    Suite::core(
        "units",
        "unit and integration tests of the libraries, of xtask and of the measurements",
        Work::Run(|| {
            let is_other = |package: &str| !["hoshi", "hoshi-fuzz"].contains(&package);
            let others = Targets::read()?.tested(is_other, &[UNCHECKED, ASKED_FOR].concat())?;
            Ok(vec![
                tests(&format!("--lib {others}"), &[]),
                // Without the features. Unoptimised: compiling would cost more than it saves.
                Cmd::cargo(
                    "test --package hoshi-record --no-default-features --locked --test small \
                     --config profile.dev.package.hoshi-record.opt-level=0",
                ),
            ])
        }),
    ),
    Suite::core(
        "doctests",
        "the examples in the documentation, and the example program, run",
        Work::Run(|| {
            Ok(vec![
                Cmd::cargo("test --workspace --locked --no-fail-fast --doc"),
                Cmd::cargo("run --quiet --locked --package hoshi-core --example ladder"),
            ])
        }),
    ),
    Suite::core(
        "cli",
        "the program: outputs, errors, exit codes, the README's examples",
        Work::Run(|| {
            let program = Targets::read()?.tested(|package| package == "hoshi", ASKED_FOR)?;
            Ok(vec![tests(&program.to_string(), &[])])
        }),
    ),
    Suite::core(
        "fuzz-replay",
        "the fuzz corpus and a fixed number of mutations of it",
        Work::Run(|| {
            let fuzz = Targets::read()?.tested(|package| package == "hoshi-fuzz", &[])?;
            Ok(vec![
                tests(&fuzz.to_string(), &[]),
                builds("--bin replay --test targets"),
                built("debug", "replay").args(["--mutations", MUTATIONS]),
            ])
        }),
    ),
    Suite::core(
        "release",
        "the long tests: large counts, whole censuses, ten thousand schedules",
        Work::Run(|| {
            let slow: String = UNCHECKED.iter().map(|test| format!(" --test {test}")).collect();
            Ok(vec![tests(&format!("{WITHOUT_CHECKS}{slow}"), &[]), tests("--test many", &[])])
        }),
    ),
    Suite::core(
        "peers",
        "the measurements beside the peers build: all play the same playout, all find the same moves and files",
        Work::Run(|| {
            // All of them: `records` starts another program of the package.
            let bins = Targets::read()?.bins("hoshi-bench")?;
            let build = builds(&format!("{bins} --test many"));
            let checks = PEERS.iter().map(|name| built("debug", name).arg("--check"));
            Ok([build].into_iter().chain(checks).collect())
        }),
    ),
    Suite {
        tier: Tier::Tools,
        name: "completions",
        shows: "bash reads the completions",
        needs: &[Tool::program("bash", &["bash", "--version"], "bash")],
        work: Work::Run(|| {
            let script = "set -eu; \"$1\" completions bash | bash -n";
            Ok(vec![
                builds("--bin hoshi --test cli"),
                Cmd::new("bash")
                    .args(["-o", "pipefail", "-c", script, "bash"])
                    .arg(built("debug", "hoshi").program()),
            ])
        }),
    },
    Suite {
        tier: Tier::Tools,
        name: "scripts",
        shows: "shellcheck finds nothing in the scripts for clusters",
        needs: &[Tool::program("shellcheck", &["shellcheck", "--version"], "shellcheck")],
        work: Work::Run(|| {
            let scripts = ["submit.sh", "census.sbatch", "merge.sbatch"];
            let path = |name| format!("contrib/slurm/{name}");
            Ok(vec![scripts.into_iter().map(path).fold(Cmd::new("shellcheck"), Cmd::arg)])
        }),
    },
    Suite {
        tier: Tier::Tools,
        name: "engines",
        shows: "GNU Go plays whole games at hoshi's board, and is killed at it",
        needs: &[Tool::program("gnugo", &["/usr/games/gnugo", "--version"], "gnugo")],
        work: Work::Run(|| {
            let targets = "--test engines --test terminal_games";
            Ok(vec![tests(targets, &["gnugo"]).env("HOSHI_GNUGO", "1")])
        }),
    },
    Suite {
        tier: Tier::Tools,
        name: "judges",
        shows: "sgfmill and @sabaki/sgf read the records that hoshi writes as hoshi does, and Python a census; hoshi \
                guesses the charsets of names that Faker makes",
        needs: &[
            PIP,
            Tool::program("npm", &["npm", "--version"], "npm"),
            SGFMILL,
            CENSUS,
            FAKER,
            Tool {
                name: "@sabaki/sgf",
                probe: &["node", "-e", "require('@sabaki/sgf'); require('iconv-lite')"],
                apt: None,
                pip: &[],
                npm: &["@sabaki/sgf@3.4.7", "iconv-lite@0.4.24", "jschardet@2.3.0"],
                target: None,
            },
        ],
        work: Work::Run(|| {
            let folder = tools_dir().join("judged").display().to_string();
            let censuses = tools_dir().join("censuses").display().to_string();
            let names = tools_dir().join("names").display().to_string();
            Ok(vec![
                Cmd::new("python3").arg("xtask/judges/faker_names.py").arg(names.clone()),
                tests("--test names", &[]).env("HOSHI_NAMES", names),
                tests("--test judged", &[]).env("HOSHI_JUDGED", folder.clone()),
                Cmd::new("python3").arg("xtask/judges/sgfmill_reads.py").arg(folder.clone()),
                Cmd::new("node").arg("xtask/judges/sabaki_reads.js").arg(folder),
                tests("--test lab", &["judged"]).env("HOSHI_CENSUS", censuses.clone()),
                Cmd::new("python3").arg("xtask/judges/census_reads.py").arg(censuses),
            ])
        }),
    },
    Suite {
        tier: Tier::Tools,
        name: "clients",
        shows: "gomill and @sabaki/gtp play and analyse with what speaks GTP here",
        needs: &[PIP, Tool::program("npm", &["npm", "--version"], "npm"), GOMILL, SABAKI_GTP],
        work: Work::Run(|| {
            let judges = [
                ("python3", "xtask/judges/gomill_plays.py"),
                ("node", "xtask/judges/sabaki_plays.js"),
            ];
            let play = |&(engine, args): &(&str, &[&str])| {
                let engine = built("debug", engine).program().to_owned();
                judges.map(|(judge, script)| {
                    Cmd::new(judge).arg(script).arg(&engine).args(args.iter().copied())
                })
            };
            let build = builds("--bin hoshi --example random_engine --test cli --test player");
            Ok([build].into_iter().chain(SERVED.iter().flat_map(play)).collect())
        }),
    },
    Suite {
        tier: Tier::Tools,
        name: "browser",
        shows: "the scripts of the pages have no type errors; people play, watch and review in Chromium by link, keyboard, \
                touch and typed words; axe finds nothing wrong; no request leaves the machine",
        needs: &[
            Tool::program("npm", &["npm", "--version"], "npm"),
            Tool::program("chromium", &["chromium", "--version"], "chromium"),
            BROWSING,
        ],
        work: Work::Run(|| {
            let tsc = tools_dir().join("node/node_modules/.bin/tsc").display().to_string();
            Ok(vec![
                Cmd::new(tsc).args(["--project", "xtask/browser/tsconfig.json"]),
                builds("--bin hoshi --test serve"),
                Cmd::new("node")
                    .arg("xtask/browser/run.mjs")
                    .env("HOSHI_PROGRAM", built("debug", "hoshi").program()),
            ])
        }),
    },
    Suite {
        tier: Tier::Tools,
        name: "crash",
        shows: "the program killed at every step, on disks that fail, fill up and vanish: no move is lost",
        needs: &[STRACE, PIP, SGFMILL],
        work: Work::Run(|| {
            let folder = tools_dir().join("crash").display().to_string();
            Ok(vec![
                tests("--test crash", &["--skip", "powercut", "--skip", "a_disk_that_is_full"])
                    .env("HOSHI_CRASH", folder.clone()),
                Cmd::new("python3").arg("xtask/judges/sgfmill_reads.py").arg(folder),
            ])
        }),
    },
    Suite {
        // Not every machine can download the standard libraries of other systems.
        tier: Tier::Privileged,
        name: "targets",
        shows: "hoshi-core compiles without a standard library, the session and pictures for a browser, the program for Windows and macOS",
        needs: &[
            Tool::target(BARE, &["sh", "-c", HAS_TARGET, "sh", BARE]),
            Tool::target(BROWSER, &["sh", "-c", HAS_TARGET, "sh", BROWSER]),
            Tool::target(WINDOWS, &["sh", "-c", HAS_TARGET, "sh", WINDOWS]),
            Tool::target(MACOS, &["sh", "-c", HAS_TARGET, "sh", MACOS]),
        ],
        work: Work::Run(|| {
            let check = |words: &str, target: &str| {
                // Nothing is linked, so C code need not be compiled.
                let name = target.replace('-', "_");
                Cmd::cargo(&format!("check --locked {words} --target {target}"))
                    .env(&format!("CC_{name}"), "true")
                    .env(&format!("AR_{name}"), "true")
            };
            Ok(vec![
                check("--package hoshi-core", BARE),
                check("--package hoshi-session --no-default-features", BROWSER),
                check("--package hoshi-render --no-default-features", BROWSER),
                check("--package hoshi", WINDOWS),
                check("--package hoshi", MACOS),
            ])
        }),
    },
    Suite {
        tier: Tier::Privileged,
        name: "powercut",
        shows: "a file system shut down under the program and mounted again: what was answered is there",
        needs: &[],
        work: Work::Run(|| {
            Ok(vec![tests("--test crash", &["powercut"]).env("HOSHI_POWERCUT", "1")])
        }),
    },
    Suite {
        tier: Tier::Privileged,
        name: "disks",
        shows: "disks that fill up or become read-only under a game and a census",
        needs: &[],
        work: Work::Run(|| {
            let filters = ["disks::a_disk_that_is_full", "disks::disks_that_are_full_or_read_only"];
            Ok(vec![tests("--test crash --test store", &filters).env("HOSHI_DISKS", "1")])
        }),
    },
    Suite {
        tier: Tier::Privileged,
        name: "slurm",
        shows: "a census by a job array on three nodes, one killed at work: the same as by one process",
        needs: &[
            Tool::program("munge", &["sh", "-c", FINDS, "sh", "munged"], "munge"),
            Tool::program("slurm", &["sh", "-c", FINDS, "sh", "slurmctld", "slurmd"], "slurm-wlm"),
        ],
        work: Work::Run(|| {
            // `cli` tries the scripts without a cluster.
            Ok(vec![tests("--test slurm", &["--skip", "scripts::"]).env("HOSHI_SLURM", "1")])
        }),
    },
];

/// A `cargo test` of these targets. It continues after a failure, so that its log has all of them;
/// `skipped: why` and `counted: what`, which tests may print, appear in the report.
fn tests(targets: &str, filters: &[&str]) -> Cmd {
    let words = format!("test --workspace --locked --no-fail-fast {targets} -- --show-output");
    Cmd::cargo(&words).args(filters.iter().copied())
}

/// Builds programs. The targets must include a test that its suite builds anyway: without one,
/// cargo omits the features that dev-dependencies enable, and compiles half of the code again.
fn builds(targets: &str) -> Cmd {
    Cmd::cargo(&format!("build --quiet --workspace --locked {targets}"))
}

#[cfg(test)]
mod tests {
    use super::{SUITES, Tier};

    #[test]
    fn names_are_unique_and_tiers_in_order() {
        let names: Vec<&str> = SUITES.iter().map(|suite| suite.name).collect();
        let mut unique = names.clone();
        unique.sort_unstable();
        unique.dedup();
        assert_eq!(names.len(), unique.len());
        let place = |tier: Tier| Tier::ALL.iter().position(|&other| other == tier);
        assert!(SUITES.is_sorted_by_key(|suite| place(suite.tier)));
    }

    #[test]
    fn core_needs_no_tools_and_the_tools_tier_does() {
        for suite in SUITES.iter().filter(|suite| suite.tier != Tier::Privileged) {
            assert_eq!(suite.needs.is_empty(), suite.tier == Tier::Core, "{}", suite.name);
        }
    }
}
