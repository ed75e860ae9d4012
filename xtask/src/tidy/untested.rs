//! Programs whose manifest says `test = false`, because an empty test program costs seconds to build:
//! they must not have unit tests, which would never run.

use std::path::Path;

use serde_json::Value;

use super::Findings;

/// The files of such programs, from the root of the workspace: one file, or a folder that ends with
/// a slash.
pub(super) fn places(metadata: &Value, root: &Path) -> Vec<String> {
    let list = |value: &Value| value.as_array().cloned().unwrap_or_default();
    let mut places = Vec::new();
    for package in list(&metadata["packages"]) {
        for target in list(&package["targets"]) {
            let path = Path::new(target["src_path"].as_str().unwrap_or_default());
            let Ok(path) = path.strip_prefix(root) else { continue };
            if target["kind"][0] == "bin" && target["test"] == false {
                let path = path.display().to_string().replace('\\', "/");
                places.push(path.strip_suffix("main.rs").unwrap_or(&path).to_owned());
            }
        }
    }
    places
}

/// Checks one file.
pub(super) fn check(places: &[String], file: &str, text: &str, findings: &mut Findings) {
    const TEST: &str = concat!("#[", "test]");
    let is_there = |place: &String| match place.ends_with('/') {
        true => file.starts_with(place),
        false => file == place,
    };
    if text.contains(TEST) && places.iter().any(is_there) {
        findings.error(format!(
            "{file}: its tests never run, since the manifest says `test = false` for this program"
        ));
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn tests_that_never_run_are_found() {
        let target = |kind: &str, path: &str, test: bool| json!({ "kind": [kind], "src_path": path, "test": test });
        let metadata = json!({ "packages": [{ "targets": [
            target("bin", "/hoshi/a/src/bin/one/main.rs", false),
            target("bin", "/hoshi/a/src/bin/two.rs", false),
            target("bin", "/hoshi/a/src/bin/three/main.rs", true),
            target("lib", "/hoshi/a/src/lib.rs", false),
        ] }] });
        let places = places(&metadata, Path::new("/hoshi"));
        assert_eq!(places, ["a/src/bin/one/", "a/src/bin/two.rs"]);
        let text = concat!("//! x\n#[", "test]\nfn x() {}\n");
        for (file, errors) in [
            ("a/src/bin/one/main.rs", 1),
            ("a/src/bin/one/deep.rs", 1),
            ("a/src/bin/two.rs", 1),
            ("a/src/bin/three/main.rs", 0),
            ("a/src/lib.rs", 0),
        ] {
            let mut findings = Findings::default();
            check(&places, file, text, &mut findings);
            assert_eq!(findings.errors.len(), errors, "{file}");
            check(&places, file, "//! x\n", &mut findings);
            assert_eq!(findings.errors.len(), errors, "{file}");
        }
    }
}
