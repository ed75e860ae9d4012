// libFuzzer's own main, around the target of the same name.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| hoshi_fuzz::run("drawn", bytes));
