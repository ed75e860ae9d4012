//! The program as its users meet it: every file in `cmd/` is a transcript with its
//! outputs and exit codes, and so are the examples of the README. `cargo xtask
//! bless` renews them.

#[test]
fn transcripts() {
    let cases = trycmd::TestCases::new();
    cases
        .register_bin("hoshi", trycmd::cargo::cargo_bin!("hoshi"))
        .env("NO_COLOR", "")
        .env("COLUMNS", "100")
        .env("HOSHI_HISTORY", "games")
        .env("TZ", "UTC")
        .case("tests/cmd/*.trycmd")
        .case("../../README.md");
}
