//! Board sizes: everything that is read is written and reads back the same.

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
        // The error can always be displayed.
        Err(error) => assert!(!error.to_string().is_empty()),
    }
}
