//! The report: a table for people, JSON for programs.

use std::fmt::Write as _;

use hoshi_bench::clock::Span;
use hoshi_bench::records::legacy::Dress;
use hoshi_bench::records::{Corpus, Count, ours, theirs};
use serde_json::{Value, json};

use crate::heap::{GOAL, Heap, MUST};
use crate::race::{Legacy, Line, Row};

/// All measurements.
pub(crate) struct Report {
    pub(crate) rows: Vec<Row>,
    pub(crate) lines: Vec<Line>,
    pub(crate) legacy: Vec<Legacy>,
    pub(crate) heap: Option<Heap>,
    pub(crate) rounds: u32,
}

/// A description of the files.
fn head(corpus: &Corpus, count: &Count) -> String {
    format!(
        "{}: {} files, {:.2} MB, {} nodes, {} main-line moves; {} files left out\n",
        corpus.name,
        corpus.files.len(),
        corpus.bytes() as f64 / 1e6,
        count.nodes,
        count.moves,
        corpus.left_out,
    )
}

/// A description of all files.
pub(crate) fn heads(corpora: &[Corpus], counts: &[Count]) -> String {
    corpora.iter().zip(counts).map(|(corpus, count)| head(corpus, count)).collect()
}

/// Megabytes per second, in CPU and wall time.
fn speeds(bytes: usize, span: Span) -> [f64; 2] {
    [span.cpu, span.wall].map(|time| bytes as f64 / 1e6 / time.as_secs_f64())
}

impl Report {
    /// The tables.
    pub(crate) fn text(&self, corpora: &[Corpus], counts: &[Count]) -> String {
        let mut text = format!("best of {} rounds, both in turn; MB/s\n", self.rounds);
        for (index, (corpus, count)) in corpora.iter().zip(counts).enumerate() {
            let _ = write!(text, "\n{}", head(corpus, count));
            let _ = writeln!(
                text,
                "{:<26} {:>11} {:>8} {:>15} {:>8} {:>9} {:>6} {:>6}",
                "work",
                ours::NAME,
                "by wall",
                theirs::NAME,
                "by wall",
                "hoshi is",
                "must",
                "goal"
            );
            for row in self.rows.iter().filter(|row| row.corpus == index) {
                let [ours, theirs] =
                    [row.ours, row.theirs].map(|span| speeds(corpus.bytes(), span));
                let _ = writeln!(
                    text,
                    "{:<26} {:>11.1} {:>8.1} {:>15.1} {:>8.1} {:>8.1}x {:>5}x {:>5}x",
                    row.work,
                    ours[0],
                    ours[1],
                    theirs[0],
                    theirs[1],
                    row.ratio(),
                    row.must,
                    row.goal
                );
            }
        }
        text.push_str(&self.legacy_text());
        text.push_str("\nlong lines, tree to bytes: milliseconds\n");
        for line in &self.lines {
            let [ours, theirs] = [line.ours, line.theirs].map(|span| span.cpu.as_secs_f64() * 1e3);
            let _ = writeln!(
                text,
                "{:<26} {ours:>11.3} {:>8} {theirs:>15.1}",
                format!("{} nodes", line.nodes),
                ""
            );
        }
        match self.heap {
            Some(Heap { file, ours, theirs }) => {
                let _ = writeln!(
                    text,
                    "\nlive heap, bytes a byte of file\n{:<26} {:>11.2} {:>8} {:>15.1} {:>8} {:>8.1}x \
                     {MUST:>5}  {GOAL:>5}",
                    "one file of 2,200 games",
                    ours / file,
                    "",
                    theirs / file,
                    "",
                    theirs / ours
                );
            }
            None => {
                text.push_str("\nlive heap: not counted, because the program `heap` is missing\n");
            }
        }
        text
    }

    /// Speeds by charset, and their shares of the first row's.
    fn legacy_text(&self) -> String {
        let mut text = String::new();
        let Some(first) = self.legacy.first() else { return text };
        let _ = writeln!(
            text,
            "\nthe same records by charset: MB/s, and the share of the first row\n\
             {:<26} {:>11} {:>8} {:>15} {:>8} {:>9} {:>6}",
            "charset", "to tree", "share", "to moves", "share", "must", "goal"
        );
        for row in &self.legacy {
            let ([tree, moves], [most, most_moves]) = (row.speeds(), first.speeds());
            let Dress { name, must, goal, .. } = row.dress;
            let _ = write!(
                text,
                "{name:<26} {tree:>11.1} {:>8.2} {moves:>15.1} {:>8.2}",
                tree / most,
                moves / most_moves
            );
            let _ =
                if must > 0.0 { writeln!(text, " {must:>9} {goal:>6}") } else { writeln!(text) };
        }
        text
    }

    /// The same as JSON.
    pub(crate) fn json(&self, corpora: &[Corpus], counts: &[Count], definition: &str) -> Value {
        let corpus = |(corpus, count): (&Corpus, &Count)| {
            json!({
                "name": corpus.name,
                "files": corpus.files.len(),
                "left_out": corpus.left_out,
                "bytes": corpus.bytes(),
                "nodes": count.nodes,
                "moves": count.moves,
            })
        };
        let side = |bytes: usize, span: Span| {
            let [cpu, wall] = speeds(bytes, span);
            json!({
                "cpu_seconds": span.cpu.as_secs_f64(),
                "megabytes_per_cpu_second": cpu,
                "megabytes_per_second": wall,
            })
        };
        let row = |row: &Row| {
            let bytes = corpora[row.corpus].bytes();
            json!({
                "corpus": row.corpus,
                "work": row.work,
                "ours": side(bytes, row.ours),
                "theirs": side(bytes, row.theirs),
                "ratio": row.ratio(),
                "must": row.must,
                "goal": row.goal,
            })
        };
        let line = |line: &Line| {
            let [ours, theirs] = [line.ours, line.theirs].map(|span| span.cpu.as_secs_f64());
            json!({ "nodes": line.nodes, "ours_cpu_seconds": ours, "theirs_cpu_seconds": theirs })
        };
        let first = self.legacy.first().map_or([1.0; 2], Legacy::speeds);
        let legacy = |row: &Legacy| {
            let [tree, moves] = row.speeds();
            let Dress { name, must, goal, .. } = row.dress;
            json!({
                "charset": name,
                "bytes": row.bytes,
                "tree_megabytes_per_cpu_second": tree,
                "moves_megabytes_per_cpu_second": moves,
                "tree_share": tree / first[0],
                "moves_share": moves / first[1],
                "must": must,
                "goal": goal,
            })
        };
        let heap = self.heap.map(|Heap { file, ours, theirs }| {
            let (ours, theirs) = (ours / file, theirs / file);
            json!({ "ours": ours, "theirs": theirs, "must": MUST, "goal": GOAL })
        });
        json!({
            "definition": definition,
            "ours": ours::NAME,
            "theirs": theirs::NAME,
            "rounds": self.rounds,
            "corpora": corpora.iter().zip(counts).map(corpus).collect::<Vec<_>>(),
            "rows": self.rows.iter().map(row).collect::<Vec<_>>(),
            "legacy": self.legacy.iter().map(legacy).collect::<Vec<_>>(),
            "long_lines": self.lines.iter().map(line).collect::<Vec<_>>(),
            "heap_bytes_per_byte": heap,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use hoshi_bench::records::legacy::DRESSES;
    use std::time::Duration;

    #[test]
    fn both_reports_have_the_figures() {
        let corpora =
            [Corpus { name: "files".into(), files: vec![vec![0; 1_000_000]], left_out: 1 }];
        let counts = [Count { nodes: 2, moves: 1 }];
        let span = |ms| Span { cpu: Duration::from_millis(ms), wall: Duration::from_millis(ms) };
        let row =
            Row { work: "work", corpus: 0, must: 2.0, goal: 4.0, ours: span(10), theirs: span(30) };
        let legacy = [10, 20].map(|ms| Legacy {
            dress: DRESSES[1],
            bytes: 1_000_000,
            works: [span(ms), span(5)],
        });
        let (rows, legacy) = (vec![row], legacy.to_vec());
        let report = Report { rows, legacy, lines: Vec::new(), heap: None, rounds: 1 };
        let text = report.text(&corpora, &counts);
        assert!(
            text.contains("100.0") && text.contains("3.0x") && text.contains("1 files left out")
        );
        assert!(text.contains("GBK, CA") && text.contains(" 50.0     0.50"), "{text}");
        let json = report.json(&corpora, &counts, "");
        assert_eq!(json["rows"][0]["ratio"], 3.0);
        assert_eq!(json["legacy"][1]["tree_share"], 0.5);
    }
}
