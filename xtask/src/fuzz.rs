//! `cargo xtask fuzz`: new inputs found by libFuzzer, through cargo-fuzz. On nightly with the
//! address sanitizer; on stable guided by coverage alone, which is enough for crates without
//! `unsafe`.

use crate::args::Args;
use crate::run::{Cmd, Failure, root, target_dir};

const HELP: &str = "\
Searches for inputs that break a fuzz target, with cargo-fuzz.

Usage: cargo xtask fuzz [TARGET...] [--seconds S] [--list]

  TARGET        one target or several; without any, each in turn
  --seconds S   seconds for each target; default 60
  --list        print the names of the targets

cargo-fuzz is installed if it is missing. A failing input is left in
fuzz/artifacts/TARGET/; minimise it with `cargo fuzz tmin`, add it to
fuzz/corpus/TARGET/ under a descriptive name, and `cargo xtask test` will
always replay it. New inputs that only widen coverage stay out of the tree.
";

pub(crate) fn main(words: &[String]) -> Result<(), Failure> {
    let Some(mut args) = Args::new("fuzz", words, HELP) else {
        return Ok(());
    };
    let seconds = args.number("--seconds")?.unwrap_or(60);
    let list = args.flag("--list");
    let words = args.words()?;
    let targets = targets()?;
    if list {
        for target in &targets {
            say!("{target}");
        }
        return Ok(());
    }
    let chosen = choose(&targets, &words)?;

    if !Cmd::cargo("fuzz --version").works() {
        tell!("cargo-fuzz is not installed; installing it with `cargo install cargo-fuzz`");
        Cmd::cargo("install cargo-fuzz --locked").show()?;
    }
    let mut failed = Vec::new();
    for target in chosen {
        tell!("fuzzing {target} for {seconds} s");
        if let Err(failure) = fuzz(target, seconds) {
            tell!("xtask: {failure}");
            failed.push(target.as_str());
        }
    }
    if failed.is_empty() {
        Ok(())
    } else {
        let failed = failed.join(", ");
        Err(Failure::found(format!("these targets failed: {failed}; see fuzz/artifacts/")))
    }
}

fn fuzz(target: &str, seconds: u64) -> Result<(), Failure> {
    // New inputs go below target/; the committed corpus is only read.
    let target_dir = target_dir()?;
    let found = target_dir.join("fuzz-corpus").join(target);
    std::fs::create_dir_all(&found)
        .map_err(|error| Failure::usage(format!("{} is not there: {error}", found.display())))?;
    let committed = root().join("fuzz/corpus").join(target);
    let nightly = Cmd::new("rustup").args("run nightly rustc --version".split(' ')).works();
    let cmd = if nightly {
        // Through rustup: the cargo that runs us is bound to its own toolchain.
        Cmd::new("rustup").args("run nightly cargo fuzz run".split(' '))
    } else {
        tell!("there is no nightly toolchain: fuzzing without the address sanitizer");
        Cmd::cargo("fuzz run --sanitizer none").env("RUSTC_BOOTSTRAP", "1")
    };
    // Coverage counters do not survive link-time optimisation.
    cmd.env("CARGO_PROFILE_RELEASE_LTO", "off")
        .args(["--fuzz-dir", "fuzz", "--features", "libfuzzer", "--target-dir"])
        .arg(target_dir.join("fuzz").display().to_string())
        .arg(target)
        .arg(found.display().to_string())
        .arg(committed.display().to_string())
        .arg("--")
        .arg(format!("-max_total_time={seconds}"))
        .args(["-max_len=4096", "-timeout=20", "-print_final_stats=1"])
        .show()
}

/// The names of the targets, from the manifest as cargo reads it.
pub(crate) fn targets() -> Result<Vec<String>, Failure> {
    let metadata = crate::run::metadata()?;
    let packages = metadata["packages"].as_array().map_or(&[][..], Vec::as_slice);
    let fuzz = packages.iter().find(|package| package["name"] == "hoshi-fuzz");
    let targets = fuzz.and_then(|package| package["targets"].as_array());
    let names: Vec<String> = targets
        .map_or(&[][..], Vec::as_slice)
        .iter()
        .filter(|target| target["required-features"][0] == "libfuzzer")
        .filter_map(|target| target["name"].as_str().map(str::to_owned))
        .collect();
    if names.is_empty() {
        return Err(Failure::usage("fuzz/Cargo.toml has no fuzz target"));
    }
    Ok(names)
}

fn choose<'a>(targets: &'a [String], words: &[String]) -> Result<Vec<&'a String>, Failure> {
    if words.is_empty() {
        return Ok(targets.iter().collect());
    }
    let find = |word: &String| {
        targets.iter().find(|target| *target == word).ok_or_else(|| {
            let all = targets.join(", ");
            Failure::usage(format!("there is no fuzz target `{word}`; the targets are {all}"))
        })
    };
    words.iter().map(find).collect()
}

#[cfg(test)]
mod tests {
    use super::choose;

    #[test]
    fn unknown_targets_are_refused() {
        let targets = ["size".to_owned(), "api".to_owned()];
        assert_eq!(choose(&targets, &[]).unwrap().len(), 2);
        assert_eq!(choose(&targets, &["api".to_owned()]).unwrap(), [&targets[1]]);
        assert!(choose(&targets, &["nothing".to_owned()]).is_err());
    }
}
