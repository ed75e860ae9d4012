//! CPU seconds, user and system, of this process and of every process below it that has been waited
//! for. They hardly change when other programs are busy; wall seconds double. Linux only: elsewhere
//! nothing is reported. Processes that outlive their parent are not counted.

use std::fs;
use std::time::Duration;

/// The CPU time used so far, if this system reports it.
pub(crate) fn used() -> Option<Duration> {
    // rustix does not have `getrusage`, and `nix`, which has it, would be compiled once more with a
    // feature that nothing else here needs. The file has the same counts.
    let stat = fs::read_to_string("/proc/self/stat").ok()?;
    let ticks = ticks(&stat)?;
    Some(Duration::from_millis(ticks * 1000 / ticks_per_second()?))
}

/// The sum of utime, stime, cutime and cstime, fields 14 to 17 of proc(5).
fn ticks(stat: &str) -> Option<u64> {
    // The second field is the name in brackets, which may itself contain both spaces and brackets.
    let (_, rest) = stat.rsplit_once(')')?;
    let fields: Vec<&str> = rest.split_whitespace().collect();
    fields.get(11..15)?.iter().map(|field| field.parse::<u64>().ok()).sum()
}

#[cfg(target_os = "linux")]
fn ticks_per_second() -> Option<u64> {
    Some(rustix::param::clock_ticks_per_second()).filter(|&ticks| ticks > 0)
}

#[cfg(not(target_os = "linux"))]
fn ticks_per_second() -> Option<u64> {
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_four_fields_are_added() {
        let stat = "12 (a (b) c) R 1 2 3 4 5 6 7 8 9 10 1000 200 30 4 20 0 1 0";
        assert_eq!(ticks(stat), Some(1234));
        assert_eq!(ticks("12 (short) R 1 2"), None);
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn a_child_counts() {
        let before = used().expect("Linux reports it");
        let script = "i=0; while [ $i -lt 300000 ]; do i=$((i+1)); done";
        std::process::Command::new("sh").args(["-c", script]).status().expect("sh runs");
        assert!(used().expect("Linux reports it") > before);
    }
}
