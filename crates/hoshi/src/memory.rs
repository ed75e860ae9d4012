//! What cannot fit in memory is refused before it is tried, with what it would need: an allocation that
//! fails ends the program, and one that only seems to succeed may end another. How much a work needs, its
//! library says; how much there is, the system does.

use std::fs;
use std::path::Path;

use anyhow::{Result, anyhow};

/// Assumed to be free where the system does not say.
const ASSUMED: u64 = 16 << 30;

/// Addresses that threads reserve for their stacks and heaps, and mostly do not use. They count only
/// where addresses are limited.
const RESERVED: u64 = 192 << 20;

/// What may still be allocated.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(crate) enum Free {
    Bytes(u64),
    Unknown,
}

impl Free {
    /// As this machine, this container and this process have it.
    pub(crate) fn now() -> Free {
        let limits = [of_machine(), of_groups(), of_process()];
        limits.into_iter().flatten().min().map_or(Free::Unknown, Free::Bytes)
    }

    /// How many bytes a work may take.
    pub(crate) fn bytes(self) -> u64 {
        match self {
            Free::Bytes(bytes) => bytes,
            Free::Unknown => ASSUMED,
        }
    }
}

/// Refuses a work that needs more than there is. `instead` says what would fit in so many bytes, if
/// anything would.
pub(crate) fn check(
    what: &str,
    needs: u64,
    free: Free,
    instead: impl FnOnce(u64) -> Option<String>,
) -> Result<()> {
    if needs <= free.bytes() {
        return Ok(());
    }
    let there = match free {
        Free::Bytes(bytes) => format!("{} are free", in_units(bytes)),
        Free::Unknown => {
            format!("{} are assumed, since how much is free is unknown", in_units(ASSUMED))
        }
    };
    let instead = instead(free.bytes()).map_or_else(String::new, |text| format!("; {text}"));
    Err(anyhow!("{what} needs about {} of memory, and {there}{instead}", in_units(needs)))
}

/// A number of bytes, for a person.
fn in_units(bytes: u64) -> String {
    const GIB: u64 = 1 << 30;
    if bytes < GIB {
        format!("{} MiB", bytes >> 20)
    } else if bytes < 10 * GIB {
        format!("{:.1} GiB", bytes as f64 / GIB as f64)
    } else {
        format!("{} GiB", bytes.div_ceil(GIB))
    }
}

/// What the machine has, without pushing anything out to disk.
fn of_machine() -> Option<u64> {
    available(&fs::read_to_string("/proc/meminfo").ok()?)
}

/// `MemAvailable` of `/proc/meminfo`, in bytes.
fn available(text: &str) -> Option<u64> {
    let rest = text.lines().find_map(|line| line.strip_prefix("MemAvailable:"))?;
    let kilobytes: u64 = rest.trim().strip_suffix("kB")?.trim().parse().ok()?;
    kilobytes.checked_mul(1024)
}

/// What is left of the limits of control groups, as containers have them: of our own and of those above.
fn of_groups() -> Option<u64> {
    let text = fs::read_to_string("/proc/self/cgroup").ok()?;
    let below = |root: &str, group: &str, files: [&str; 2]| {
        let root = Path::new(root);
        let group = root.join(group.trim_start_matches('/'));
        let folders: Vec<_> = group.ancestors().take_while(|path| path.starts_with(root)).collect();
        let read = |folder: &Path, file: &str| fs::read_to_string(folder.join(file)).ok();
        let lefts = folders.into_iter().filter_map(|folder| {
            let stat = read(folder, "memory.stat").unwrap_or_default();
            left(&read(folder, files[0])?, &read(folder, files[1])?, &stat)
        });
        lefts.min()
    };
    let lefts = text.lines().filter_map(|line| match line.splitn(3, ':').collect::<Vec<_>>()[..] {
        ["0", "", group] => below("/sys/fs/cgroup", group, ["memory.max", "memory.current"]),
        [_, "memory", group] => {
            let files = ["memory.limit_in_bytes", "memory.usage_in_bytes"];
            below("/sys/fs/cgroup/memory", group, files)
        }
        _ => None,
    });
    lefts.min()
}

/// What is left of one limit. Files that are only cached there do not count as used.
fn left(limit: &str, used: &str, stat: &str) -> Option<u64> {
    // "max" means no limit.
    let limit: u64 = limit.trim().parse().ok()?;
    let used: u64 = used.trim().parse().ok()?;
    let cached = |line: &str| line.strip_prefix("inactive_file ")?.trim().parse::<u64>().ok();
    let cached = stat.lines().find_map(cached).unwrap_or(0);
    Some(limit.saturating_sub(used.saturating_sub(cached)))
}

/// What is left of `ulimit -v`.
#[cfg(unix)]
fn of_process() -> Option<u64> {
    let limit = rustix::process::getrlimit(rustix::process::Resource::As).current?;
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let size = status.lines().find_map(|line| line.strip_prefix("VmSize:"));
    let kilobytes =
        size.and_then(|rest| rest.trim().strip_suffix("kB")?.trim().parse::<u64>().ok());
    Some(limit.saturating_sub(kilobytes.unwrap_or(0) * 1024 + RESERVED))
}

#[cfg(not(unix))]
fn of_process() -> Option<u64> {
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_fits_is_let_through_and_what_does_not_is_refused() {
        let gib = |number: u64| number << 30;
        let none = |_| None;
        assert!(check("it", gib(20), Free::Bytes(gib(20)), none).is_ok());
        assert!(check("it", ASSUMED, Free::Unknown, none).is_ok());
        let refused = |needs, free, instead: Option<&str>| {
            let instead = instead.map(str::to_owned);
            check("it", needs, free, |_| instead).unwrap_err().to_string()
        };
        assert_eq!(
            refused(gib(41), Free::Bytes(gib(20)), None),
            "it needs about 41 GiB of memory, and 20 GiB are free"
        );
        assert_eq!(
            refused(3 << 29, Free::Bytes(300 << 20), Some("less would fit")),
            "it needs about 1.5 GiB of memory, and 300 MiB are free; less would fit"
        );
        let unknown = refused(gib(41), Free::Unknown, None);
        assert!(unknown.ends_with("16 GiB are assumed, since how much is free is unknown"));
    }

    #[test]
    fn what_fits_instead_is_asked_with_what_is_free() {
        let mut asked = None;
        let done = check("it", 100, Free::Bytes(7), |bytes| {
            asked = Some(bytes);
            None
        });
        assert!(done.is_err());
        assert_eq!(asked, Some(7));
    }

    #[test]
    fn the_system_is_read() {
        let text =
            "MemTotal:       24000000 kB\nMemFree:         100 kB\nMemAvailable:   2048 kB\n";
        assert_eq!(available(text), Some(2 << 20));
        assert_eq!(available("MemTotal: 1 kB\n"), None);
        assert_eq!(left("1000\n", "400\n", "anon 300\ninactive_file 100\n"), Some(700));
        assert_eq!(left("1000\n", "4000\n", ""), Some(0));
        assert_eq!(left("max\n", "400\n", ""), None);
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn linux_says_how_much_is_free() {
        let Free::Bytes(bytes) = Free::now() else { panic!("it is unknown") };
        assert!(bytes > 1 << 20, "{bytes}");
        assert_eq!(of_machine().is_some(), Path::new("/proc/meminfo").exists());
    }
}
