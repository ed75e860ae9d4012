//! Reading and writing of records by hoshi and by `sgf-parse`, in turn, in one run: the same files,
//! the same flags. It prints a ratio on this machine; nothing here asserts seconds.

mod heap;
mod race;
mod report;

use std::process::ExitCode;

use hoshi_bench::options::Options as Words;
use hoshi_bench::records::{Corpus, Count, corpora, ours, theirs};
use hoshi_bench::say::{put, tell};

const HELP: &str = "\
Measures reading, writing and replaying records with hoshi and sgf-parse, in turn, in one run.

Usage: records [--rounds N] [--json] [--check]

  --rounds N   rounds, of which the best counts, 1 to 1000; default 5
  --json       the same figures as JSON
  --check      only check that both find the same nodes and moves in the same files

The records are those of HOSHI_DATA, else ../shared/data; without them, some are made.
";

/// The definition of what is measured, for the report.
const DEFINITION: &str = "\
One thread, processor time, in memory, best round. Speed is bytes of file by time.
bytes to tree: each file's bytes to a tree that holds all of it, the copy of the bytes included; what
  was made is thrown away behind the clock's back.
bytes to main-line moves: hoshi's push parser, charsets settled, the moves put into a list; beside the
  whole parse of sgf-parse, which has no such parser.
tree to bytes: each tree to the bytes of a file.
read, replay, score: each main line played out with the legality of every move (simple ko, no suicide)
  and the area counted at its end; beside the parse alone of sgf-parse.
by charset: records made here, the same in every charset, each file's bytes to a tree, and to main-line
  moves; in torn ones, the names are cut inside their last characters.
live heap: bytes allocated, by a counting allocator, while input and tree are there, by bytes of file.
long lines: one game of N nodes, tree to bytes; twice the time for twice the nodes is linear.
Files that sgf-parse refuses, or reads otherwise where they are out of order, are left out for both.";

fn main() -> ExitCode {
    let read = Words::read("records", HELP, &["--rounds"], |words| {
        let rounds = words.value("--rounds", "1 to 1000", |rounds| (1..=1000).contains(rounds))?;
        Ok((rounds.unwrap_or(5), words.json, words.check))
    });
    let (rounds, json, check) = match read {
        Ok(options) => options,
        Err(code) => return code,
    };
    let corpora = match corpora() {
        Ok(corpora) => corpora,
        Err(error) => {
            tell("records", &format!("cannot read the data: {error}"));
            return ExitCode::from(2);
        }
    };
    let counts = corpora.each_ref().map(counts);
    if counts.iter().any(|[ours, theirs]| ours != theirs) {
        tell("records", &format!("they find different nodes and moves: {counts:?}"));
        return ExitCode::FAILURE;
    }
    let counts = counts.map(|[ours, _]| ours);
    if check {
        put(&report::heads(&corpora, &counts));
        put("both find the same nodes and moves\n");
        return ExitCode::SUCCESS;
    }
    let report = report::Report {
        rows: race::run(&corpora, rounds),
        legacy: race::legacy(rounds),
        lines: race::long_lines(rounds),
        heap: heap::measure(),
        rounds,
    };
    if json {
        put(&format!("{}\n", report.json(&corpora, &counts, DEFINITION)));
    } else {
        put(&report.text(&corpora, &counts));
        put(&format!("\n{DEFINITION}\n"));
    }
    ExitCode::SUCCESS
}

/// The counts of both.
fn counts(corpus: &Corpus) -> [Count; 2] {
    let mut counts = [Count::default(); 2];
    for bytes in &corpus.files {
        let ours = ours::read(bytes).map(|file| ours::count(&file));
        let theirs = theirs::read(bytes).map(|trees| theirs::count(&trees));
        let both = [ours.unwrap_or_default(), theirs.unwrap_or_default()];
        counts = [0, 1].map(|who| counts[who].and(both[who]));
    }
    counts
}
