//! Checksums that detect changes of the results and records: each line ends with a checksum of itself,
//! and contains one of its record.

use serde_json::Value;

/// The key of the checksum of a record.
const RECORD: &str = "record";

/// Precedes the checksum of a line, which comes last.
const CHECK: &str = ",\"check\":\"";

/// A line for a result and its record, without the line break.
pub(super) fn seal(mut result: Value, record: &[u8]) -> String {
    result[RECORD] = checksum(record).into();
    let text = result.to_string();
    let open = text.strip_suffix('}').unwrap_or(&text);
    format!("{open}{CHECK}{}\"}}", checksum(open.as_bytes()))
}

/// Whether a line is unchanged. Lines of the first version have no checksum.
pub(super) fn is_intact(line: &[u8]) -> bool {
    let Ok(text) = str::from_utf8(line) else { return false };
    let Some(at) = text.rfind(CHECK) else { return true };
    let found = &text[at + CHECK.len()..];
    found.strip_suffix("\"}").is_some_and(|found| found == checksum(&line[..at]))
}

/// The checksum of the record of a line; `None` in lines of the first version.
pub(super) fn record_of(result: &Value) -> Option<String> {
    result[RECORD].as_str().map(str::to_owned)
}

/// The checksum of a record or a line: FNV-1a, 64 bits, as 16 digits. It detects damage and accidents,
/// not forgery.
pub(super) fn checksum(bytes: &[u8]) -> String {
    format!("{:016x}", fnv(bytes.iter().copied()))
}

/// FNV-1a, 64 bits.
pub(super) fn fnv(bytes: impl Iterator<Item = u8>) -> u64 {
    bytes.fold(0xcbf2_9ce4_8422_2325, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    })
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn every_change_of_a_line_is_noticed() {
        let line = seal(json!({ "game": 1, "result": "B+3.5" }), b"(;)");
        assert!(is_intact(line.as_bytes()));
        let value: Value = serde_json::from_str(&line).unwrap();
        assert_eq!(record_of(&value), Some(checksum(b"(;)")));
        for at in 0..line.len() {
            let mut bytes = line.clone().into_bytes();
            bytes[at] ^= 1;
            // A broken end may make it invalid JSON, which is detected elsewhere.
            let is_line = serde_json::from_slice::<Value>(&bytes)
                .is_ok_and(|value| value["check"].is_string() && value[RECORD].is_string());
            assert!(!is_line || !is_intact(&bytes), "{}", String::from_utf8_lossy(&bytes));
        }
    }

    #[test]
    fn the_checksum_is_the_known_one() {
        // From the authors' web page.
        assert_eq!(checksum(b""), "cbf29ce484222325");
        assert_eq!(checksum(b"foobar"), "85944171f73967e8");
    }
}
