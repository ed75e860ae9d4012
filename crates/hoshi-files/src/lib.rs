//! What every part of hoshi that touches the machine stands on: text that is safe to show on a terminal.
//!
//! ```
//! assert_eq!(hoshi_files::visible("Lee \x1b[31m"), "Lee \\x1b[31m");
//! ```

mod visible;

pub use visible::{is_visible, visible, visible_line};
