//! Checks manifests: inherited fields, the minimum Rust version, the sources in the lock file.
//! Parsed line by line; we use only a few forms.

use super::Findings;

const INHERITED: &[&str] = &["version", "edition", "rust-version", "license"];

/// Checks that a manifest takes the shared fields and the lints from the root.
pub(super) fn inherits(file: &str, manifest: &str, findings: &mut Findings) {
    for field in INHERITED {
        let dotted = format!("{field}.workspace = true");
        let inline = format!("{field} = {{ workspace = true }}");
        if !section(manifest, "package").any(|line| line == dotted || line == inline) {
            findings.error(format!("{file}: `{field}` is not inherited; write `{dotted}`"));
        }
    }
    let lints = section(manifest, "lints").any(|line| line == "workspace = true")
        || section(manifest, "package").any(|line| line == "lints.workspace = true");
    if !lints {
        findings.error(format!("{file}: the workspace's lints are not inherited"));
    }
}

/// Checks that the running rustc is the `rust-version` of the workspace, so that this version is
/// what is tested. A newer one is an error only if `required`; an older one is always an error.
pub(super) fn toolchain(workspace: &str, rustc: &str, required: bool, findings: &mut Findings) {
    let promised = section(workspace, "workspace.package")
        .find_map(|line| line.strip_prefix("rust-version = ")?.trim_matches('"').into());
    let running = rustc.split(' ').nth(1).unwrap_or_default();
    let short = |version: &str| {
        let mut parts = version.split(['.', '-', ' ']).map(|part| part.parse().unwrap_or(0));
        (parts.next().unwrap_or(0u32), parts.next().unwrap_or(0u32))
    };
    match promised {
        None => findings.error("Cargo.toml: [workspace.package] has no rust-version"),
        Some(promised) if short(promised) == short(running) => {}
        Some(promised) if short(promised) < short(running) && !required => findings.note(format!(
            "rustc {running} runs, and CI tests with the rust-version, {promised}; \
             to do the same: `cargo +{promised} xtask test`"
        )),
        Some(promised) => findings.error(format!(
            "rust-version is {promised}, but rustc {running} runs; install that toolchain with \
             `rustup toolchain install {promised}` and call `cargo +{promised} xtask test`"
        )),
    }
}

/// Checks that every locked crate comes from the public registry.
pub(super) fn lock(lock: &str, findings: &mut Findings) {
    const REGISTRY: &str = "registry+https://github.com/rust-lang/crates.io-index";
    for line in lock.lines() {
        if let Some(source) = line.strip_prefix("source = ")
            && source.trim_matches('"') != REGISTRY
        {
            findings.error(format!("Cargo.lock: {source} is not the public registry"));
        }
    }
}

/// Checks that a library does not use the standard library.
pub(super) fn no_std(file: &str, text: &str, findings: &mut Findings) {
    if !text.lines().any(|line| line.trim() == "#![no_std]") {
        findings.error(format!("{file}: `#![no_std]` is missing"));
    }
}

/// The lines of one section, without comments.
fn section<'a>(manifest: &'a str, name: &str) -> impl Iterator<Item = &'a str> {
    let head = format!("[{name}]");
    manifest
        .lines()
        .map(|line| line.split('#').next().unwrap_or_default().trim())
        .skip_while(move |line| *line != head)
        .skip(1)
        .take_while(|line| !line.starts_with('['))
}

#[cfg(test)]
mod tests {
    use super::*;

    const GOOD: &str = "\
[package]
name = \"hoshi-core\"
version.workspace = true
edition.workspace = true
rust-version.workspace = true
license = { workspace = true }

[lints]
workspace = true
";

    fn errors(check: impl FnOnce(&mut Findings)) -> String {
        let mut findings = Findings::default();
        check(&mut findings);
        findings.errors.join("\n")
    }

    #[test]
    fn inheriting_manifests_pass() {
        assert_eq!(errors(|found| inherits("Cargo.toml", GOOD, found)), "");
    }

    #[test]
    fn a_field_of_its_own_is_found() {
        let own = GOOD.replace("edition.workspace = true", "edition = \"2021\"");
        assert!(errors(|found| inherits("Cargo.toml", &own, found)).contains("`edition`"));
    }

    #[test]
    fn missing_lints_are_found() {
        let own = GOOD.replace("[lints]", "[features]");
        assert!(errors(|found| inherits("Cargo.toml", &own, found)).contains("lints"));
    }

    #[test]
    fn another_toolchain_is_found() {
        let workspace = "[workspace.package]\nrust-version = \"1.95\"\n";
        let check = |rustc, required| errors(|found| toolchain(workspace, rustc, required, found));
        for required in [false, true] {
            assert_eq!(check("rustc 1.95.0 (abc 2026-04-14)", required), "");
            assert!(check("rustc 1.9.0", required).contains("rustc 1.9.0 runs"));
            let none = errors(|found| toolchain("", "rustc 1.95.0", required, found));
            assert!(none.contains("no rust-version"));
        }
        let newer = "rustc 1.96.0-nightly (abc 2026-05-28)";
        assert!(check(newer, true).contains("rustc 1.96.0-nightly runs"));
        assert_eq!(check(newer, false), "");
        let mut findings = Findings::default();
        toolchain(workspace, newer, false, &mut findings);
        assert!(findings.notes[0].contains("cargo +1.95"));
    }

    #[test]
    fn another_registry_is_found() {
        let good = "source = \"registry+https://github.com/rust-lang/crates.io-index\"\n";
        assert_eq!(errors(|found| lock(good, found)), "");
        let bad = "source = \"registry+https://mirror.example/index\"\n";
        assert!(errors(|found| lock(bad, found)).contains("mirror.example"));
    }

    #[test]
    fn a_library_with_std_is_found() {
        assert_eq!(errors(|found| no_std("lib.rs", "//! x\n#![no_std]\n", found)), "");
        assert!(errors(|found| no_std("lib.rs", "//! #![no_std]\n", found)).contains("missing"));
    }
}
