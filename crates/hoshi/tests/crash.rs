//! The real program, killed at every step, on disks that fail, fill up, vanish and lose power; and what
//! it leaves behind. `cargo xtask test crash powercut` asks for these; a plain `cargo test` passes them
//! by, since they need other programs and rights, and take their time.
#![cfg(unix)]

#[path = "crash/disks.rs"]
mod disks;
#[path = "crash/errors.rs"]
mod errors;
#[path = "crash/kill.rs"]
mod kill;
#[path = "crash/left.rs"]
mod left;
#[path = "crash/powercut.rs"]
mod powercut;
#[path = "crash/program.rs"]
mod program;
#[path = "crash/script.rs"]
mod script;
#[cfg(feature = "web")]
#[path = "crash/serve.rs"]
mod serve;
#[cfg(feature = "web")]
mod server;
#[path = "crash/strace.rs"]
mod strace;
#[path = "crash/torn.rs"]
mod torn;
#[path = "crash/two.rs"]
mod two;
