//! The live heap, as counted by the program `heap`.

use std::process::{Command, Stdio};

use serde_json::Value;

/// The counts, in bytes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Heap {
    pub(crate) file: f64,
    pub(crate) ours: f64,
    pub(crate) theirs: f64,
}

/// The limit and the goal for bytes of heap per byte of file.
pub(crate) const MUST: f64 = 8.0;
pub(crate) const GOAL: f64 = 4.0;

/// Starts `heap`, which is built with this program; `None` if it is missing.
pub(crate) fn measure() -> Option<Heap> {
    let program = std::env::current_exe().ok()?.with_file_name("heap");
    let output = Command::new(program).stderr(Stdio::inherit()).output().ok()?;
    read(&serde_json::from_slice(&output.stdout).ok()?)
}

fn read(figures: &Value) -> Option<Heap> {
    let bytes = |name: &str| figures[name].as_f64();
    Some(Heap { file: bytes("bytes")?, ours: bytes("ours")?, theirs: bytes("theirs")? })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn figures_are_read() {
        let figures = serde_json::json!({"bytes": 2, "ours": 6, "theirs": 100});
        assert_eq!(read(&figures), Some(Heap { file: 2.0, ours: 6.0, theirs: 100.0 }));
        assert_eq!(read(&serde_json::json!({})), None);
    }
}
