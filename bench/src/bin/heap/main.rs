//! The live heap of the trees of 2,200 games, including the input, by a counting allocator. A
//! separate program, since counting would slow down what `records` measures.

use std::process::ExitCode;

use hoshi_bench::records::{corpora, ours, theirs, with_room};
use hoshi_bench::say::{put, tell};
use stats_alloc::{INSTRUMENTED_SYSTEM, Region, StatsAlloc};

#[global_allocator]
static GLOBAL: &StatsAlloc<std::alloc::System> = &INSTRUMENTED_SYSTEM;

fn main() -> ExitCode {
    let [_, one] = match corpora() {
        Ok(corpora) => corpora,
        Err(error) => {
            tell("heap", &format!("cannot read the data: {error}"));
            return ExitCode::from(2);
        }
    };
    let bytes = &one.files[0];
    let figures = with_room(|| {
        let input = |bytes: &[u8]| String::from_utf8(bytes.to_vec()).unwrap_or_default();
        serde_json::json!({
            "bytes": bytes.len(),
            "ours": live(|| ours::read(bytes)),
            "theirs": live(|| {
                let text = input(bytes);
                let trees = theirs::read(text.as_bytes());
                (text, trees)
            }),
        })
    });
    put(&format!("{figures}\n"));
    ExitCode::SUCCESS
}

/// The bytes allocated by a value while it is alive.
fn live<T>(make: impl FnOnce() -> T) -> usize {
    let region = Region::new(GLOBAL);
    let made = make();
    let change = region.change();
    drop(made);
    change.bytes_allocated - change.bytes_deallocated
}
