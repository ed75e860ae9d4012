//! `cargo xtask test`: runs the table of suites and reports. Every suite runs, even if one has
//! failed; its output goes to a log that is shown only on failure. CI runs the same command.

use std::fmt;
use std::fs::{self, File};
use std::io::Write as _;
use std::path::Path;
use std::time::{Duration, Instant};

use crate::args::Args;
use crate::cpu;
use crate::log::Found;
use crate::run::{Cmd, Failure, require_all, target_dir, tools_dir};
use crate::suites::{SUITES, Suite, Tier, Work};
use crate::tidy;
use crate::tools::Tool;

const HELP: &str = "\
Runs every suite of the three tiers and reports what ran, what was skipped and why.

Usage: cargo xtask test [SUITE...] [--list]

  core         always; needs nothing but the Rust toolchain
  tools        needs other programs, which are installed with apt, pip, npm or rustup where that
               is possible; required under HOSHI_REQUIRE_ALL=1, skipped otherwise
  privileged   needs rights that few machines give; runs where possible

A suite's output is in target/xtask/SUITE.log, and is shown when it fails. All
suites run even when one has failed. Exit code 0 when all passed, 1 otherwise.
Outside data is looked for in HOSHI_DATA, else ../shared/data; it is never required.
";

/// Above this many CPU seconds, the tests are too slow to run before every commit. CPU seconds,
/// since wall time doubles as soon as the machine has other work.
const TOO_SLOW: Duration = Duration::from_secs(2700);

/// How a suite ended.
#[derive(Debug)]
enum Verdict {
    Passed,
    Failed,
    Skipped(String),
}

/// What the report says about a suite.
struct Line {
    name: &'static str,
    tier: Tier,
    verdict: Verdict,
    took: Took,
    found: Found,
}

/// How long something took.
#[derive(Clone, Copy, Debug)]
struct Took {
    wall: Duration,
    /// User and system time, including children; `None` if the system does not report it.
    cpu: Option<Duration>,
}

/// A moment to measure from.
struct Start {
    wall: Instant,
    cpu: Option<Duration>,
}

impl Start {
    fn now() -> Self {
        Self { wall: Instant::now(), cpu: cpu::used() }
    }

    fn elapsed(&self) -> Took {
        let cpu = cpu::used().zip(self.cpu).map(|(now, then)| now.saturating_sub(then));
        Took { wall: self.wall.elapsed(), cpu }
    }
}

impl Took {
    /// CPU seconds for a column.
    fn cpu_seconds(self) -> String {
        self.cpu.map_or_else(|| "-".to_owned(), |cpu| format!("{:.1}", cpu.as_secs_f64()))
    }
}

impl fmt::Display for Took {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:>7.1} s {:>7} CPU s", self.wall.as_secs_f64(), self.cpu_seconds())
    }
}

pub(crate) fn main(words: &[String]) -> Result<(), Failure> {
    let Some(mut args) = Args::new("test", words, HELP) else {
        return Ok(());
    };
    let list = args.flag("--list");
    let chosen = choose(&args.words()?)?;
    if list {
        for suite in chosen {
            say!("{:<11} {:<12} {}", suite.tier.name(), suite.name, suite.shows);
        }
        return Ok(());
    }
    let logs = target_dir()?.join("xtask");
    fs::create_dir_all(&logs)
        .map_err(|error| Failure::usage(format!("{} is not there: {error}", logs.display())))?;
    let required = require_all();

    let start = Start::now();
    let mut lines = Vec::new();
    for suite in &chosen {
        lines.push(run(suite, &logs, required)?);
    }
    report(&lines, start.elapsed(), chosen.len() == SUITES.len())
}

fn choose(names: &[String]) -> Result<Vec<&'static Suite>, Failure> {
    for name in names {
        if !SUITES.iter().any(|suite| suite.name == name) {
            let all: Vec<&str> = SUITES.iter().map(|suite| suite.name).collect();
            let all = all.join(", ");
            return Err(Failure::usage(format!("unknown suite `{name}`: choose from {all}")));
        }
    }
    let wanted = |suite: &&Suite| names.is_empty() || names.iter().any(|name| name == suite.name);
    Ok(SUITES.iter().filter(wanted).collect())
}

fn run(suite: &'static Suite, logs: &Path, required: bool) -> Result<Line, Failure> {
    put!("{:<11} {:<12} ", suite.tier.name(), suite.name);
    let start = Start::now();
    let path = logs.join(format!("{}.log", suite.name));
    let mut log = File::create(&path).map_err(|error| {
        Failure::usage(format!("{} cannot be written: {error}", path.display()))
    })?;

    let verdict = match suite.needs.iter().try_for_each(|tool| ensure(tool, &log)) {
        Err(why) if required && suite.tier == Tier::Tools => {
            let _ = writeln!(log, "{why}, and HOSHI_REQUIRE_ALL=1 requires it");
            Verdict::Failed
        }
        Err(why) => Verdict::Skipped(why),
        Ok(()) => work(suite, &mut log),
    };
    let took = start.elapsed();
    let text = String::from_utf8_lossy(&fs::read(&path).unwrap_or_default()).into_owned();
    let found = Found::read(&text);
    let verdict = checked(verdict, &found);
    match &verdict {
        Verdict::Passed => say!("ok      {took}{}", tests(&found)),
        Verdict::Skipped(why) => say!("skipped {took}  {why}"),
        Verdict::Failed => {
            say!("FAILED  {took}");
            show_log(&path, &text);
            for command in &found.idle {
                say!("  | no test ran: {command}");
            }
        }
    }
    Ok(Line { name: suite.name, tier: suite.tier, verdict, took, found })
}

/// A suite has not passed if one of its test commands ran no test, or if a skipped test refers to a
/// suite that does not exist.
fn checked(verdict: Verdict, found: &Found) -> Verdict {
    let is_known = |name: &str| SUITES.iter().any(|suite| suite.name == name);
    let is_lost = |why: &String| named(why).is_some_and(|names| !names.split(' ').all(is_known));
    match verdict {
        Verdict::Passed if !found.idle.is_empty() || found.skipped.iter().any(is_lost) => {
            Verdict::Failed
        }
        other => other,
    }
}

fn work(suite: &Suite, log: &mut File) -> Verdict {
    let passed = match suite.work {
        Work::Tidy => match tidy::check() {
            Ok(findings) => {
                let _ = write!(log, "{findings}");
                findings.is_clean()
            }
            Err(failure) => {
                let _ = writeln!(log, "{failure}");
                false
            }
        },
        Work::Run(cmds) => match cmds() {
            Ok(cmds) => cmds.into_iter().fold(true, |passed, cmd| passed & step(suite, cmd, log)),
            Err(failure) => {
                let _ = writeln!(log, "{failure}");
                false
            }
        },
    };
    if passed { Verdict::Passed } else { Verdict::Failed }
}

/// One command of a suite; whether it succeeded.
fn step(suite: &Suite, cmd: Cmd, log: &mut File) -> bool {
    let _ = writeln!(log, "$ {cmd}");
    // A panic names its location; a backtrace would only fill the log.
    let cmd = cmd.env("RUST_BACKTRACE", "0");
    // CI builds everything once: what incremental compilation keeps for the next build is a loss there.
    let cmd = if require_all() { cmd.env("CARGO_INCREMENTAL", "0") } else { cmd };
    let cmd = if suite.needs.is_empty() { cmd } else { cmd.with_tools() };
    cmd.log(log).unwrap_or_else(|failure| {
        let _ = writeln!(log, "{failure}");
        false
    })
}

/// Checks that a tool exists, installing it where possible.
fn ensure(tool: &Tool, log: &File) -> Result<(), String> {
    let probe = || {
        let (program, args) = tool.probe.split_first().unwrap_or((&"false", &[]));
        Cmd::new(*program).args(args.iter().copied()).with_tools().works()
    };
    if probe() {
        return Ok(());
    }
    let folder = |name: &str| tools_dir().join(name).display().to_string();
    let installers = [
        tool.apt.map(|name| {
            Cmd::new("apt-get").args(["install", "--yes", "--no-install-recommends", name])
        }),
        tool.target.map(|name| Cmd::new("rustup").args(["target", "add", name])),
        (!tool.pip.is_empty()).then(|| {
            Cmd::new("python3")
                .args(["-m", "pip", "install", "--quiet", "--target"])
                .arg(folder("python"))
                .args(tool.pip.iter().copied())
        }),
        (!tool.npm.is_empty()).then(|| {
            Cmd::new("npm")
                .args(["install", "--no-audit", "--no-fund", "--prefix"])
                .arg(folder("node"))
                .args(tool.npm.iter().copied())
        }),
    ];
    for cmd in installers.iter().flatten() {
        if cmd.log(log).unwrap_or(false) && probe() {
            return Ok(());
        }
    }
    Err(format!("{} is not installed and could not be", tool.name))
}

fn show_log(path: &Path, text: &str) {
    const SHOWN: usize = 200;
    let lines: Vec<&str> = text.lines().collect();
    let first = lines.len().saturating_sub(SHOWN);
    if first > 0 {
        say!("  | … {first} lines before these are in {}", path.display());
    }
    for line in &lines[first..] {
        say!("  | {line}");
    }
}

fn tests(found: &Found) -> String {
    match found.tests {
        0 => String::new(),
        1 => "  1 test".to_owned(),
        many => format!("  {many} tests"),
    }
}

/// Whether the suites that a skipped test refers to, as in "`cargo xtask test crash` kills it", ran
/// too: then it was not skipped after all.
fn ran_elsewhere(why: &str, lines: &[Line]) -> bool {
    let did_run = |name: &str| {
        let is_it = |line: &&Line| line.name == name;
        lines.iter().find(is_it).is_some_and(|line| !matches!(line.verdict, Verdict::Skipped(_)))
    };
    named(why).is_some_and(|names| names.split(' ').all(did_run))
}

/// The suites that a skipped test refers to.
fn named(why: &str) -> Option<&str> {
    let (_, rest) = why.split_once("`cargo xtask test ")?;
    rest.split_once('`').map(|(names, _)| names)
}

fn report(lines: &[Line], took: Took, whole: bool) -> Result<(), Failure> {
    let row = |tier: &str, name: &str, result: &str, took: Took, tests: &str| {
        let (wall, cpu) = (took.wall.as_secs_f64(), took.cpu_seconds());
        say!("{tier:<11} {name:<12} {result:<8} {wall:>9.1} {cpu:>9} {tests:>7}");
    };
    say!(
        "\n{:<11} {:<12} {:<8} {:>9} {:>9} {:>7}",
        "tier",
        "suite",
        "result",
        "seconds",
        "CPU s",
        "tests"
    );
    for tier in Tier::ALL {
        let mut any = false;
        for line in lines.iter().filter(|line| line.tier == tier) {
            any = true;
            let result = match line.verdict {
                Verdict::Passed => "ok",
                Verdict::Failed => "FAILED",
                Verdict::Skipped(_) => "skipped",
            };
            let tests = line.found.tests;
            let tests = if tests == 0 { "-".to_owned() } else { tests.to_string() };
            row(tier.name(), line.name, result, line.took, &tests);
        }
        if !any && whole {
            say!("{:<11} {:<12}", tier.name(), "(no suite)");
        }
    }
    row("in all", "", "", took, "");

    for line in lines {
        for what in &line.found.counted {
            say!("counted in {}: {what}", line.name);
        }
    }
    for line in lines {
        for why in line.found.skipped.iter().filter(|why| !ran_elsewhere(why, lines)) {
            say!("skipped in {}: {why}", line.name);
        }
        if let Verdict::Skipped(why) = &line.verdict {
            say!("skipped {}: {why}", line.name);
        }
    }
    if took.cpu.is_some_and(|cpu| cpu > TOO_SLOW) {
        let most = TOO_SLOW.as_secs();
        say!("more than {most} CPU seconds: too slow to run before every commit");
    }

    let count =
        |wanted: fn(&Verdict) -> bool| lines.iter().filter(|line| wanted(&line.verdict)).count();
    let passed = count(|verdict| matches!(verdict, Verdict::Passed));
    let failed = count(|verdict| matches!(verdict, Verdict::Failed));
    let skipped = count(|verdict| matches!(verdict, Verdict::Skipped(_)));
    let tail = if skipped == 0 { String::new() } else { format!(", {skipped} skipped") };
    say!("\n{passed} passed, {failed} failed{tail}");
    if failed == 0 {
        Ok(())
    } else {
        let names: Vec<&str> = lines
            .iter()
            .filter(|line| matches!(line.verdict, Verdict::Failed))
            .map(|line| line.name)
            .collect();
        Err(Failure::found(format!(
            "failed: {}; run one alone with `cargo xtask test {}`",
            names.join(", "),
            names[0]
        )))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_ran_in_its_own_suite_was_not_skipped() {
        let line = |name, verdict| Line {
            name,
            tier: Tier::Tools,
            verdict,
            took: Start::now().elapsed(),
            found: Found::default(),
        };
        let no_tool = Verdict::Skipped("no tool".to_owned());
        let lines = [line("crash", Verdict::Passed), line("slurm", no_tool)];
        assert!(ran_elsewhere("`cargo xtask test crash` kills it", &lines));
        assert!(!ran_elsewhere("`cargo xtask test slurm` runs it on a cluster", &lines));
        assert!(!ran_elsewhere("`cargo xtask test crash powercut` kills it", &lines));
        assert!(!ran_elsewhere("no data folder", &lines));
    }

    #[test]
    fn a_suite_that_ran_nothing_has_not_passed() {
        let judge = |log: &str| checked(Verdict::Passed, &Found::read(log));
        let ran = "test result: ok. 1 passed; 0 failed\n";
        assert!(matches!(judge(&format!("$ cargo test x\n{ran}")), Verdict::Passed));
        assert!(matches!(judge("$ cargo test x\n"), Verdict::Failed));
        assert!(matches!(judge("skipped: `cargo xtask test crash` kills it\n"), Verdict::Passed));
        assert!(matches!(judge("skipped: `cargo xtask test nothing` kills\n"), Verdict::Failed));
    }

    #[test]
    fn a_suite_is_chosen_by_name() {
        assert_eq!(choose(&[]).unwrap().len(), SUITES.len());
        assert_eq!(choose(&["tidy".to_owned()]).unwrap().len(), 1);
        assert!(choose(&["nothing".to_owned()]).is_err());
    }

    #[test]
    fn a_missing_tool_is_named() {
        let path = std::env::temp_dir().join(format!("xtask-tool-{}.log", std::process::id()));
        let log = File::create(&path).unwrap();
        let probe = &["no-such-program-anywhere", "--version"];
        let tool = Tool { name: "nothing", probe, apt: None, pip: &[], npm: &[], target: None };
        assert!(ensure(&tool, &log).unwrap_err().contains("nothing"));
        fs::remove_file(path).unwrap();
    }
}
