//! The program as its users meet it: every file in `cmd/` is a transcript with its
//! outputs and exit codes, and so are the examples of the README. `cargo xtask
//! bless` renews them.

use trycmd::TestCases;

/// Cases in an environment of their own: nobody's own configuration is ever looked at.
fn cases() -> TestCases {
    let cases = TestCases::new();
    cases
        .register_bin("hoshi", trycmd::cargo::cargo_bin!("hoshi"))
        .env("NO_COLOR", "")
        .env("COLUMNS", "100")
        .env("HOME", "/nowhere")
        .env("XDG_CONFIG_HOME", "")
        .env("USER", "honinbo");
    cases
}

#[test]
fn transcripts() {
    cases()
        .env("HOSHI_CONFIG", "")
        .env("HOSHI_HISTORY", "games")
        .env("TZ", "UTC")
        .case("tests/cmd/*.trycmd")
        .case("../../README.md")
        .skip("tests/cmd/config*.trycmd");
}

/// What is set here wins over what a transcript sets, and these set it themselves, each of them.
#[test]
fn transcripts_of_the_configuration() {
    cases().case("tests/cmd/config*.trycmd");
}
