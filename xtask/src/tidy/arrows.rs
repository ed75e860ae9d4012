//! The rules for dependencies: hoshi's own crates only downwards, outside crates only with a
//! reason, and the program's frameworks only in the program.

use std::path::Path;

use serde_json::Value;

use super::Findings;

/// The crates of ours that each crate may use. ARCHITECTURE.md has the same table.
const ARROWS: &[(&str, &[&str])] = &[
    ("hoshi-core", &[]),
    ("hoshi-files", &[]),
    ("hoshi-record", &["hoshi-core"]),
    ("hoshi-render", &["hoshi-core"]),
    ("hoshi-store", &["hoshi-core", "hoshi-files", "hoshi-record"]),
    ("hoshi-gtp", &["hoshi-core"]),
    ("hoshi-bot", &["hoshi-core"]),
    ("hoshi-lab", &["hoshi-core", "hoshi-files"]),
    ("hoshi-session", &["hoshi-core", "hoshi-files", "hoshi-record", "hoshi-store", "hoshi-gtp"]),
    (
        "hoshi-tui",
        &[
            "hoshi-core",
            "hoshi-files",
            "hoshi-record",
            "hoshi-render",
            "hoshi-store",
            "hoshi-session",
        ],
    ),
    (
        "hoshi-web",
        &[
            "hoshi-core",
            "hoshi-files",
            "hoshi-record",
            "hoshi-render",
            "hoshi-store",
            "hoshi-session",
        ],
    ),
    (
        "hoshi",
        &[
            "hoshi-core",
            "hoshi-files",
            "hoshi-record",
            "hoshi-render",
            "hoshi-store",
            "hoshi-gtp",
            "hoshi-bot",
            "hoshi-lab",
            "hoshi-session",
            "hoshi-tui",
            "hoshi-web",
        ],
    ),
];

/// The crate that only tests may use.
const FOR_TESTS: &str = "hoshi-testkit";

/// Crates that only the program, or one view, may use.
const ABOVE: &[(&str, &str)] = &[
    ("clap", "hoshi"),
    ("ratatui", "hoshi-tui"),
    ("axum", "hoshi-web"),
    ("tokio", "hoshi-web"),
    ("anyhow", "hoshi"),
];

/// A member of the workspace with its dependencies.
#[derive(Clone, Debug)]
pub(super) struct Package {
    pub(super) name: String,
    /// Its folder below the root, with `/`.
    pub(super) folder: String,
    pub(super) uses: Vec<Use>,
}

/// A dependency.
#[derive(Clone, Debug)]
pub(super) struct Use {
    pub(super) name: String,
    /// Whether it is a normal dependency, not only one for tests.
    pub(super) normal: bool,
}

/// The members, from the output of `cargo metadata`.
pub(super) fn packages(metadata: &Value, root: &Path) -> Vec<Package> {
    let list = |value: &Value| value.as_array().cloned().unwrap_or_default();
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    let folder = |package: &Value| {
        let manifest = text(&package["manifest_path"]);
        let folder = Path::new(&manifest).parent().unwrap_or(root).to_path_buf();
        let below = folder.strip_prefix(root).unwrap_or(&folder);
        below.display().to_string().replace('\\', "/")
    };
    list(&metadata["packages"])
        .iter()
        .map(|package| Package {
            name: text(&package["name"]),
            folder: folder(package),
            uses: list(&package["dependencies"])
                .iter()
                .map(|used| Use { name: text(&used["name"]), normal: used["kind"].is_null() })
                .collect(),
        })
        .collect()
}

/// Checks every arrow, and that ARCHITECTURE.md says the same.
pub(super) fn check(packages: &[Package], architecture: &str, findings: &mut Findings) {
    let ours = |name: &str| packages.iter().any(|package| package.name == name);
    for package in packages {
        let Package { name, folder, uses } = package;
        let in_crates = folder.starts_with("crates/");
        let allowed = ARROWS.iter().find(|(crate_name, _)| crate_name == name);
        if in_crates && allowed.is_none() {
            findings.error(format!("{name} has no row in the arrows of xtask/src/tidy/arrows.rs"));
        }
        if in_crates && let Some((_, allowed)) = allowed {
            drawn(name, allowed, architecture, findings);
        }
        for used in uses {
            if used.name == FOR_TESTS {
                if in_crates && used.normal {
                    findings.error(format!("{name} may use {FOR_TESTS} only in its tests"));
                }
                continue;
            }
            if ours(&used.name) {
                if let Some((_, allowed)) = allowed
                    && !allowed.contains(&used.name.as_str())
                {
                    findings
                        .error(format!("{name} may not use {}: arrows go downwards", used.name));
                }
                if !in_crates && name == "xtask" {
                    findings
                        .error("xtask may use none of our crates: it must build when they do not");
                }
                continue;
            }
            if name == "hoshi-core" && used.normal {
                findings
                    .error(format!("hoshi-core must have no dependencies, but uses {}", used.name));
            }
            let above = ABOVE.iter().find(|(known, _)| *known == used.name);
            if let Some((_, owner)) = above.filter(|(_, owner)| in_crates && name != owner) {
                findings.error(format!("{name} may not use {}: only {owner} may", used.name));
            }
            if !has_row(&used.name, architecture) {
                findings.error(format!(
                    "{name} uses {}, which has no reason in a table of ARCHITECTURE.md",
                    used.name
                ));
            }
        }
    }
}

/// Whether a table has a row that begins with this name.
fn has_row(name: &str, text: &str) -> bool {
    row(name, text).is_some()
}

fn row<'a>(name: &str, text: &'a str) -> Option<Vec<&'a str>> {
    let first = format!("`{name}`");
    text.lines()
        .filter(|line| line.starts_with('|'))
        .map(|line| line.trim_matches('|').split('|').map(str::trim).collect::<Vec<_>>())
        .find(|cells| cells.first().is_some_and(|cell| *cell == first))
}

/// Checks that the row of a crate ends with the crates it may use.
fn drawn(name: &str, allowed: &[&str], architecture: &str, findings: &mut Findings) {
    let want = match allowed {
        [] => "-".to_owned(),
        all if all.len() == ARROWS.len() - 1 => "all of them".to_owned(),
        some => {
            let short = some.iter().map(|name| name.trim_start_matches("hoshi-"));
            short.collect::<Vec<_>>().join(", ")
        }
    };
    match row(name, architecture) {
        None => findings.error(format!("ARCHITECTURE.md's map has no row for {name}")),
        Some(cells) if cells.last() == Some(&want.as_str()) => {}
        Some(_) => {
            findings.error(format!("ARCHITECTURE.md's row for {name} should end with `{want}`"));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ARCHITECTURE: &str = "\
| crate | its one job | may use, of ours |
|---|---|---|
| `hoshi-core` | the game | - |
| `hoshi-record` | records | core |
| `hoshi-store` | storage | core, files, record |
| `hoshi` | the program | all of them |

| outside crate | reason |
|---|---|
| `clap` | the command line |
";

    fn package(name: &str, uses: &[&str]) -> Package {
        let folder = if name == "xtask" { "xtask".to_owned() } else { format!("crates/{name}") };
        let uses = uses.iter().map(|&name| Use { name: name.to_owned(), normal: true }).collect();
        Package { name: name.to_owned(), folder, uses }
    }

    fn errors(packages: &[Package]) -> String {
        let mut findings = Findings::default();
        check(packages, ARCHITECTURE, &mut findings);
        findings.errors.join("\n")
    }

    #[test]
    fn downward_arrows_pass() {
        let packages = [
            package("hoshi-core", &[]),
            package("hoshi-record", &["hoshi-core"]),
            package("hoshi", &["hoshi-core", "hoshi-record", "clap"]),
        ];
        assert_eq!(errors(&packages), "");
    }

    #[test]
    fn upward_arrows_are_found() {
        let packages = [package("hoshi-core", &["hoshi-record"]), package("hoshi-record", &[])];
        assert!(errors(&packages).contains("hoshi-core may not use hoshi-record"));
    }

    #[test]
    fn sideways_arrows_are_found() {
        let packages = [package("hoshi-record", &["hoshi-store"]), package("hoshi-store", &[])];
        assert!(errors(&packages).contains("hoshi-record may not use hoshi-store"));
    }

    #[test]
    fn a_dependency_of_core_is_found() {
        let found = errors(&[package("hoshi-core", &["clap"])]);
        assert!(found.contains("hoshi-core must have no dependencies, but uses clap"));
    }

    #[test]
    fn frameworks_below_the_program_are_found() {
        assert!(errors(&[package("hoshi-record", &["clap"])]).contains("may not use clap"));
    }

    #[test]
    fn a_crate_without_a_reason_is_found() {
        assert!(errors(&[package("hoshi", &["leftpad"])]).contains("hoshi uses leftpad"));
        assert!(errors(&[package("xtask", &["leftpad"])]).contains("xtask uses leftpad"));
    }

    #[test]
    fn a_crate_outside_the_map_is_found() {
        assert!(errors(&[package("hoshi-extra", &[])]).contains("hoshi-extra has no row"));
        assert!(errors(&[package("hoshi-lab", &[])]).contains("no row for hoshi-lab"));
    }

    #[test]
    fn only_tests_use_what_is_for_tests() {
        let mut core = package("hoshi-core", &[FOR_TESTS]);
        assert!(errors(&[core.clone()]).contains("hoshi-core may use hoshi-testkit only in its"));
        core.uses[0].normal = false;
        assert_eq!(errors(&[core]), "");
    }

    #[test]
    fn xtask_stands_alone() {
        let packages = [package("hoshi-core", &[]), package("xtask", &["hoshi-core"])];
        assert!(errors(&packages).contains("xtask may use none"));
    }

    #[test]
    fn a_map_that_says_otherwise_is_found() {
        let mut findings = Findings::default();
        let other = ARCHITECTURE.replace("| core, files, record |", "| core |");
        check(&[package("hoshi-store", &[])], &other, &mut findings);
        assert!(findings.errors[0].contains("should end with `core, files, record`"));
    }

    #[test]
    fn metadata_is_read() {
        let metadata = serde_json::json!({"packages": [{
            "name": "hoshi-record",
            "manifest_path": "/w/crates/hoshi-record/Cargo.toml",
            "dependencies": [{"name": "memchr", "kind": null}, {"name": "insta", "kind": "dev"}],
        }]});
        let packages = packages(&metadata, Path::new("/w"));
        assert_eq!(packages[0].folder, "crates/hoshi-record");
        assert!(packages[0].uses[0].normal && !packages[0].uses[1].normal);
    }
}
