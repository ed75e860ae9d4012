//! The measuring: every task in every round, hoshi and then `sgf-parse`.

use std::hint::black_box;
use std::time::Duration;

use hoshi_bench::clock::{Span, Watch};
use hoshi_bench::records::legacy::{self, Dress};
use hoshi_bench::records::{Corpus, long_line, ours, theirs, with_room};

/// hoshi repeats a task for this long in each round: a single run of a few milliseconds is too
/// inaccurate.
const ENOUGH: Duration = Duration::from_millis(60);

/// A task, and how much faster hoshi must and should be.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Row {
    pub(crate) work: &'static str,
    /// The corpus.
    pub(crate) corpus: usize,
    pub(crate) must: f64,
    pub(crate) goal: f64,
    pub(crate) ours: Span,
    pub(crate) theirs: Span,
}

impl Row {
    /// How many times faster hoshi is.
    pub(crate) fn ratio(&self) -> f64 {
        self.theirs.cpu.as_secs_f64() / self.ours.cpu.as_secs_f64()
    }
}

const NEVER: Span = Span { cpu: Duration::MAX, wall: Duration::MAX };

/// One corpus in one round; dropping the results is not timed.
struct Round {
    parse: Span,
    serialize: Span,
    read: Span,
    moves: Span,
    write: Span,
    replay: Span,
}

/// Every task on every corpus, the best of all rounds.
pub(crate) fn run(corpora: &[Corpus; 2], rounds: u32) -> Vec<Row> {
    let mut best: [Option<Round>; 2] = [None, None];
    for _ in 0..rounds {
        for (corpus, best) in corpora.iter().zip(&mut best) {
            let new = round(corpus);
            *best = Some(match best.take() {
                None => new,
                Some(old) => old.best(new),
            });
        }
    }
    let mut rows = Vec::new();
    for (corpus, best) in best.into_iter().enumerate() {
        let Some(Round { parse, serialize, read, moves, write, replay }) = best else { continue };
        let row = |work, must, goal, ours, theirs| Row { work, corpus, must, goal, ours, theirs };
        rows.push(row("bytes to tree", 15.0, 40.0, read, parse));
        rows.push(row("bytes to main-line moves", 30.0, 80.0, moves, parse));
        rows.push(row("tree to bytes", 15.0, 40.0, write, serialize));
        rows.push(row("read, replay, score", 4.0, 8.0, replay, parse));
    }
    rows
}

fn round(corpus: &Corpus) -> Round {
    let mut moves = ours::Moves::default();
    let mut replays = ours::Replays::default();
    Round {
        read: enough(|| over(corpus, |_| (), |_, bytes| ours::read(bytes))),
        parse: over(corpus, |_| (), |_, bytes| theirs::read(bytes)),
        moves: enough(|| {
            over(
                corpus,
                |_| (),
                |_, bytes| {
                    moves.find(bytes);
                    moves.moves.len()
                },
            )
        }),
        write: enough(|| {
            over(corpus, ours::read, |file, _| {
                file.as_ref().map(hoshi_record::sgf::Collection::to_bytes)
            })
        }),
        serialize: over(corpus, theirs::read, |trees, _| trees.as_deref().map(theirs::write)),
        replay: enough(|| over(corpus, |_| (), |_, bytes| replays.replay(bytes))),
    }
}

impl Round {
    fn best(self, other: Round) -> Round {
        Round {
            parse: self.parse.best(other.parse),
            serialize: self.serialize.best(other.serialize),
            read: self.read.best(other.read),
            moves: self.moves.best(other.moves),
            write: self.write.best(other.write),
            replay: self.replay.best(other.replay),
        }
    }
}

/// The mean of enough passes.
fn enough(mut pass: impl FnMut() -> Span) -> Span {
    let (mut total, mut passes) = (Span::default(), 0);
    while total.cpu < ENOUGH {
        total = total.and(pass());
        passes += 1;
    }
    total.split(passes)
}

/// Runs a task on every file; preparation and drops are not timed.
fn over<P, R>(
    corpus: &Corpus,
    ready: impl Fn(&[u8]) -> P,
    mut work: impl FnMut(&P, &[u8]) -> R,
) -> Span {
    let mut span = Span::default();
    let (mut prepared, mut results) = (Vec::new(), Vec::new());
    for batch in corpus.batches() {
        prepared.extend(batch.iter().map(|bytes| ready(bytes)));
        results.reserve(batch.len());
        let watch = Watch::start();
        results.extend(batch.iter().zip(&prepared).map(|(bytes, ready)| work(ready, bytes)));
        span = span.and(watch.span());
        black_box(&results);
        results.clear();
        prepared.clear();
    }
    span
}

/// A charset, and the time to read its records.
#[derive(Clone, Debug)]
pub(crate) struct Legacy {
    pub(crate) dress: Dress,
    pub(crate) bytes: usize,
    /// Bytes to tree, and bytes to main-line moves.
    pub(crate) works: [Span; 2],
}

impl Legacy {
    /// Megabytes per second of CPU time.
    pub(crate) fn speeds(&self) -> [f64; 2] {
        self.works.map(|span| self.bytes as f64 / 1e6 / span.cpu.as_secs_f64())
    }
}

/// The number of records of each charset.
const LEGACY_FILES: usize = 1000;

/// The same records in every charset, all in turn in every round.
pub(crate) fn legacy(rounds: u32) -> Vec<Legacy> {
    let corpora = legacy::DRESSES.map(|dress| (dress, legacy::corpus(dress, LEGACY_FILES)));
    let mut moves = ours::Moves::default();
    let mut best = corpora.each_ref().map(|(dress, corpus)| Legacy {
        dress: *dress,
        bytes: corpus.bytes(),
        works: [NEVER; 2],
    });
    for _ in 0..rounds {
        for ((_, corpus), best) in corpora.iter().zip(&mut best) {
            let read = enough(|| over(corpus, |_| (), |_, bytes| ours::read(bytes)));
            let scan = enough(|| {
                over(
                    corpus,
                    |_| (),
                    |_, bytes| {
                        moves.find(bytes);
                        moves.moves.len()
                    },
                )
            });
            best.works = [best.works[0].best(read), best.works[1].best(scan)];
        }
    }
    best.to_vec()
}

/// Lines of this many nodes, and the time to write them.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Line {
    pub(crate) nodes: usize,
    pub(crate) ours: Span,
    pub(crate) theirs: Span,
}

/// Long lines, each twice as long as the one before. The peer writes them only once: it takes long,
/// and needs no precision.
pub(crate) fn long_lines(rounds: u32) -> Vec<Line> {
    let line = |nodes| {
        let bytes = long_line(nodes);
        let corpus = Corpus { name: String::new(), files: vec![bytes], left_out: 0 };
        let write = || {
            over(&corpus, ours::read, |file, _| {
                file.as_ref().map(hoshi_record::sgf::Collection::to_bytes)
            })
        };
        let ours = (0..rounds).fold(NEVER, |best, _| best.best(enough(write)));
        let theirs = with_room(|| {
            over(&corpus, theirs::read, |trees, _| trees.as_deref().map(theirs::write))
        });
        Line { nodes, ours, theirs }
    };
    [10_000, 20_000, 40_000].map(line).to_vec()
}
