//! Work in parts, on as many threads as the machine has.

use std::sync::Mutex;
use std::thread;

/// Processes every part, and reports the share done after each.
pub(crate) fn in_parts<T: Send>(
    parts: Vec<T>,
    tell: &(dyn Fn(f64) + Sync),
    work: impl Fn(T) + Sync,
) {
    let all = parts.len();
    let threads = thread::available_parallelism().map_or(1, usize::from).min(all.div_ceil(4));
    let parts = Mutex::new(parts.into_iter().enumerate());
    let next = || parts.lock().ok()?.next();
    let run = || {
        while let Some((number, part)) = next() {
            work(part);
            tell((number + 1) as f64 / all as f64);
        }
    };
    thread::scope(|scope| {
        for _ in 1..threads {
            scope.spawn(run);
        }
        run();
    });
}
