//! The tasks.

use std::hint::black_box;
use std::process::ExitCode;
use std::sync::atomic::AtomicBool;
use std::time::Instant;

use hoshi_bench::clock::{process_time, thread_time};
use hoshi_bench::say::{put, tell};
use hoshi_core::{Rng as _, Size, SplitMix64};
use hoshi_lab::{
    Bitmap, Census, Index, Ko, Layout, Naive, Run, Solution, State, Store, Totals, legal,
};
use serde_json::{Value, json};
use twox_hash::XxHash3_64;

use crate::plain::Plain;

/// A task.
pub(crate) struct Work {
    pub(crate) name: &'static str,
    pub(crate) must: &'static str,
    pub(crate) goal: &'static str,
    does: fn() -> Value,
}

/// All of them.
pub(crate) const WORKS: &[Work] = &[
    Work { name: "naive", must: "", goal: "", does: naive },
    Work { name: "bits", must: "", goal: "", does: by_bits },
    Work { name: "count", must: "20,000x", goal: "60,000x", does: count },
    Work { name: "digest", must: "9,000x", goal: "14,000x", does: digest },
    Work { name: "ko", must: "400 CPU s", goal: "150", does: ko },
    Work { name: "written", must: "120 CPU s, 2 GB", goal: "60, 1 GB", does: written },
    Work { name: "10x10", must: "3 CPU s, 0.3 GB", goal: "1.5", does: || counted(10) },
    Work { name: "12x12", must: "120 CPU s, 4 GB", goal: "60", does: || counted(12) },
    Work { name: "index", must: "50 / 300 ns", goal: "25 / 100", does: index },
    Work { name: "solve", must: "300 CPU s", goal: "30", does: solve },
];

impl Work {
    /// Runs it in this process, and returns its cost.
    pub(crate) fn measured(&self) -> Value {
        let start = Instant::now();
        let mut found = (self.does)();
        let cpu = process_time().as_secs_f64();
        found["cpu_seconds"] = json!(cpu);
        found["wall_seconds"] = json!(start.elapsed().as_secs_f64());
        found["peak_megabytes"] = json!(peak_megabytes());
        if let Some(serials) = found["serials"].as_f64() {
            let cpu = found["work_cpu_seconds"].as_f64().unwrap_or(cpu);
            found["serials_per_cpu_second"] = json!(serials / cpu);
        }
        found
    }
}

/// The peak memory of this process; 0 if the system does not report it.
fn peak_megabytes() -> f64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    let kilobytes = line.and_then(|line| line.split_whitespace().next()?.parse::<f64>().ok());
    kilobytes.unwrap_or_default() / 1024.0
}

fn five() -> Size {
    Size::square(5).expect("a board")
}

fn census(ko: Option<Ko>) -> Census {
    Census::new(five(), ko).expect("5x5 is not too large")
}

/// Blocks of serials from all over 5x5.
fn blocks(many: u64, len: u64) -> impl Iterator<Item = std::ops::Range<u64>> {
    let step = 3u64.pow(25) / many;
    (0..many).map(move |nth| nth * step..nth * step + len)
}

fn naive() -> Value {
    let plain = Plain::new();
    each(|serial| plain.judge(serial))
}

fn by_bits() -> Value {
    let naive = Naive::new(five()).expect("5x5 is not too large");
    each(|serial| {
        let is_legal = naive.is_legal(serial);
        (is_legal, is_legal && naive.is_reduced(serial))
    })
}

/// Judges serials one at a time: whether they are legal, and reduced too.
fn each(judge: impl Fn(u64) -> (bool, bool)) -> Value {
    let before = thread_time();
    let (mut legal, mut reduced, mut serials) = (0u64, 0u64, 0u64);
    for serial in blocks(4000, 4000).flatten() {
        serials += 1;
        let (is_legal, is_reduced) = judge(serial);
        legal += u64::from(is_legal);
        reduced += u64::from(is_reduced);
    }
    let cpu = (thread_time() - before).as_secs_f64();
    json!({ "serials": serials, "work_cpu_seconds": cpu, "legal": legal, "reduced": reduced })
}

/// Checks the known totals of 5x5.
fn right(totals: &Totals) {
    assert_eq!((totals.legal, totals.reduced), (414_295_148_741, 51_790_408_755));
    assert_eq!(totals.in_orbits, totals.legal);
}

fn count() -> Value {
    let census = census(None);
    let mut sum = Totals::default();
    for part in 0..Layout::Seed.parts(&census) {
        sum.add(black_box(&census.count(Layout::Seed.range(&census, part))));
    }
    right(&sum);
    json!({ "serials": census.serials() })
}

fn digest() -> Value {
    let census = census(None);
    let (mut sum, mut all, mut bitmap) = (Totals::default(), 0, Bitmap::default());
    for part in 0..Layout::Packed.parts(&census) {
        sum.add(&census.fill(Layout::Packed.range(&census, part), &mut bitmap));
        // Every byte, even of empty parts, whose digest is known.
        all ^= XxHash3_64::oneshot(bytemuck::cast_slice(&bitmap.words));
    }
    right(&sum);
    json!({ "serials": census.serials(), "digests": format!("{all:016x}") })
}

fn ko() -> Value {
    let census = census(Some(Ko::Strict));
    let totals = census.count(0..census.serials());
    right(&totals);
    let ko = totals.ko.expect("ko points were counted");
    assert_eq!((ko.reduced(), ko.all()), (2_806_122_887, 22_447_631_960));
    json!({ "serials": census.serials(), "most": ko.most })
}

fn written() -> Value {
    let folder = tempfile::tempdir().expect("a folder for the census");
    let store =
        Store::create(folder.path(), census(None), Layout::Packed, "bench").expect("a store");
    let stop = AtomicBool::new(false);
    let run = Run { threads: 1, progress: &|_| (), stop: &stop };
    store.fill(0..store.parts(), run).expect("room on the disk");
    right(&store.merge().expect("all parts").0);
    let files = std::fs::read_dir(folder.path()).expect("the folder").flatten();
    let bytes: u64 = files.filter_map(|file| Some(file.metadata().ok()?.len())).sum();
    json!({ "serials": store.census().serials(), "megabytes": bytes as f64 / 1e6 })
}

fn counted(side: u8) -> Value {
    let count = legal(Size::square(side).expect("a board")).expect("not too large");
    json!({ "legal": count.to_string() })
}

fn index() -> Value {
    const MANY: usize = 1_000_000;
    let index = Index::new(five()).expect("not too large");
    let mut rng = SplitMix64::new(3);
    let ranks: Vec<u64> =
        (0..MANY).map(|_| (u128::from(rng.next_u64()) % index.len()) as u64).collect();
    let (mut best_unrank, mut best_rank) = (f64::MAX, f64::MAX);
    for _ in 0..12 {
        let before = thread_time();
        let serials: Vec<u64> = ranks
            .iter()
            .map(|&rank| index.unrank_serial(rank).expect("a number below all"))
            .collect();
        let between = thread_time();
        let back: Vec<u64> = serials
            .iter()
            .map(|&serial| index.rank_serial(serial).expect("a legal position"))
            .collect();
        let after = thread_time();
        assert_eq!(back, ranks);
        best_unrank = best_unrank.min((between - before).as_secs_f64());
        best_rank = best_rank.min((after - between).as_secs_f64());
    }
    let ns = |seconds: f64| seconds * 1e9 / MANY as f64;
    json!({
        "rank_ns": ns(best_rank),
        "unrank_ns": ns(best_unrank),
        "table_megabytes": index.bytes() as f64 / 1e6,
    })
}

fn solve() -> Value {
    let size = Size::square(4).expect("a board");
    let solution = Solution::new(size).expect("not too large");
    let value = solution.value(&State::start(size)).expect("the empty board");
    assert_eq!(value.to_string(), "1..16");
    json!({ "positions": solution.positions() })
}

/// Whether the census and both obvious ways agree on some blocks.
pub(crate) fn check() -> ExitCode {
    let census = census(None);
    let naive = Naive::new(five()).expect("5x5 is not too large");
    let plain = Plain::new();
    let mut serials = 0;
    for range in blocks(50, 1000) {
        let (bitmap, _) = census.bitmap(range.clone());
        for serial in range {
            let is_legal = naive.is_legal(serial);
            let is_in = is_legal && naive.is_reduced(serial);
            if bitmap.get(serial) != Some(is_in) || plain.judge(serial) != (is_legal, is_in) {
                tell("lab", &format!("serial {serial} differs from the obvious way"));
                return ExitCode::FAILURE;
            }
            serials += 1;
        }
    }
    put(&format!("{serials} serials agree with the obvious way\n"));
    ExitCode::SUCCESS
}
