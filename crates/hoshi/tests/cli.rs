//! The program as its users meet it: every file in `cmd/` is a session with its
//! outputs and exit codes, and so are the examples of the README. `cargo xtask
//! bless` renews them.

#[test]
fn sessions() {
    let cases = trycmd::TestCases::new();
    cases
        .register_bin("hoshi", trycmd::cargo::cargo_bin!("hoshi"))
        .env("NO_COLOR", "")
        .env("COLUMNS", "100")
        .case("tests/cmd/*.trycmd")
        .case("../../README.md");
}
