//! What makes a line of the results, and the record that it speaks of, hard to change unnoticed: the line
//! ends with a checksum of itself, and holds one of the record.

use serde_json::Value;

/// The name of the checksum of a record.
const RECORD: &str = "record";

/// What stands before the checksum of a line. It is the last thing in it.
const CHECK: &str = ",\"check\":\"";

/// A line for a result and its record, without the line break.
pub(super) fn seal(mut result: Value, record: &[u8]) -> String {
    result[RECORD] = checksum(record).into();
    let text = result.to_string();
    let open = text.strip_suffix('}').unwrap_or(&text);
    format!("{open}{CHECK}{}\"}}", checksum(open.as_bytes()))
}

/// Whether a line is as it was written. Lines of the first hoshi have no checksum.
pub(super) fn is_intact(line: &[u8]) -> bool {
    let Ok(text) = str::from_utf8(line) else { return false };
    let Some(at) = text.rfind(CHECK) else { return true };
    let found = &text[at + CHECK.len()..];
    found.strip_suffix("\"}").is_some_and(|found| found == checksum(&line[..at]))
}

/// The checksum of the record that a line speaks of; `None` in lines of the first hoshi.
pub(super) fn record_of(result: &Value) -> Option<String> {
    result[RECORD].as_str().map(str::to_owned)
}

/// The checksum of a record or a line: FNV-1a, 64 bits, as 16 digits. It is there to notice damage and
/// slips, not forgery.
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
            // Its end may be broken so that it is no JSON any more, which is noticed elsewhere.
            let is_line = serde_json::from_slice::<Value>(&bytes)
                .is_ok_and(|value| value["check"].is_string() && value[RECORD].is_string());
            assert!(!is_line || !is_intact(&bytes), "{}", String::from_utf8_lossy(&bytes));
        }
    }

    #[test]
    fn the_checksum_is_the_known_one() {
        // From the page of its authors.
        assert_eq!(checksum(b""), "cbf29ce484222325");
        assert_eq!(checksum(b"foobar"), "85944171f73967e8");
    }
}
