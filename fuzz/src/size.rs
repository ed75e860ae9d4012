//! Board sizes: what is read is written back, and is read again as the same.

use hoshi_core::Size;

/// Reads the bytes as a size.
pub(crate) fn run(bytes: &[u8]) {
    let Ok(text) = std::str::from_utf8(bytes) else { return };
    match text.parse::<Size>() {
        Ok(size) => {
            assert!(size.width() > 0 && size.height() > 0);
            assert_eq!(size.to_string().parse(), Ok(size));
            assert_eq!(size.area(), size.points().count());
        }
        // Whatever was given, the refusal can be shown.
        Err(error) => assert!(!error.to_string().is_empty()),
    }
}
