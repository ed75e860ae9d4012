//! `cargo xtask dist`: what a packager needs, in one folder and one archive.
//! The program itself writes its man pages and completions, so they cannot
//! differ from what it understands.

use std::fs;
use std::path::Path;

use crate::args::Args;
use crate::run::{Cmd, Failure, metadata, root, target_dir};

const HELP: &str = "\
Builds the release into target/dist/hoshi-VERSION-TARGET/, and a .tar.gz beside it.

Usage: cargo xtask dist

  hoshi                 the program, for this machine
  man/                  a man page for it and for each command
  completions/          for bash, elvish, fish, powershell and zsh
  README.md, CHANGELOG.md, LICENSE-MIT, LICENSE-APACHE
  SHA256SUMS            of all of these; the archive has its own .sha256 beside it
";

const SHELLS: &[(&str, &str)] = &[
    ("bash", "hoshi.bash"),
    ("elvish", "hoshi.elv"),
    ("fish", "hoshi.fish"),
    ("powershell", "_hoshi.ps1"),
    ("zsh", "_hoshi"),
];

const TEXTS: &[&str] = &["README.md", "CHANGELOG.md", "LICENSE-MIT", "LICENSE-APACHE"];

pub(crate) fn main(words: &[String]) -> Result<(), Failure> {
    let Some(args) = Args::new("dist", words, HELP) else {
        return Ok(());
    };
    args.none()?;
    let version = version()?;
    let target = host()?;
    let name = format!("hoshi-{version}-{target}");
    let dist = target_dir()?.join("dist");
    let folder = dist.join(&name);
    if folder.exists() {
        fs::remove_dir_all(&folder).map_err(|error| refused(&folder, &error))?;
    }
    for sub in ["man", "completions"] {
        let sub = folder.join(sub);
        fs::create_dir_all(&sub).map_err(|error| refused(&sub, &error))?;
    }

    Cmd::cargo("build --release --locked --package hoshi --target").arg(&target).show()?;
    let exe = format!("hoshi{}", std::env::consts::EXE_SUFFIX);
    let built = target_dir()?.join(&target).join("release").join(&exe);
    let program = folder.join(&exe);
    copy(&built, &program)?;
    for text in TEXTS {
        copy(&root().join(text), &folder.join(text))?;
    }
    let program = program.display().to_string();
    let mut sums = vec![exe];
    for (shell, file) in SHELLS {
        let text = Cmd::new(&program).args(["completions", shell]).read()?;
        let file = format!("completions/{file}");
        write(&folder.join(&file), &text)?;
        sums.push(file);
    }
    let pages = Cmd::new(&program).args(["man", "--list"]).read()?;
    for page in String::from_utf8_lossy(&pages).lines() {
        let text = Cmd::new(&program).args(["man", page]).read()?;
        let file = format!("man/{page}.1");
        write(&folder.join(&file), &text)?;
        sums.push(file);
    }
    sums.extend(TEXTS.iter().map(|&text| text.to_owned()));

    let sums: Vec<&str> = sums.iter().map(String::as_str).collect();
    let listed = checksums(&folder, &sums)?;
    write(&folder.join("SHA256SUMS"), &listed)?;
    let archive = format!("{name}.tar.gz");
    in_folder(&dist, &["tar", "-czf", &archive, &name])?;
    let sum = checksums(&dist, &[&archive])?;
    write(&dist.join(format!("{archive}.sha256")), &sum)?;
    print!("{}", String::from_utf8_lossy(&listed));
    print!("{}", String::from_utf8_lossy(&sum));
    println!("{}", dist.join(&archive).display());
    Ok(())
}

fn version() -> Result<String, Failure> {
    let metadata = metadata()?;
    let packages = metadata["packages"].as_array().map_or(&[][..], Vec::as_slice);
    let program = packages.iter().find(|package| package["name"] == "hoshi");
    match program.and_then(|package| package["version"].as_str()) {
        Some(version) => Ok(version.to_owned()),
        None => Err(Failure::usage("there is no package `hoshi` in the workspace")),
    }
}

/// The target triple of this machine.
fn host() -> Result<String, Failure> {
    let output = Cmd::new("rustc").args(["--version", "--verbose"]).read()?;
    let text = String::from_utf8_lossy(&output);
    match text.lines().find_map(|line| line.strip_prefix("host: ")) {
        Some(host) => Ok(host.to_owned()),
        None => Err(Failure::usage("`rustc --version --verbose` names no host")),
    }
}

fn checksums(folder: &Path, files: &[&str]) -> Result<Vec<u8>, Failure> {
    let mut command: Vec<&str> = if Cmd::new("sha256sum").args(["--version"]).works() {
        vec!["sha256sum"]
    } else {
        vec!["shasum", "-a", "256"]
    };
    command.extend(files);
    in_folder(folder, &command)
}

/// Runs a command inside a folder, for names in archives and sums are relative.
fn in_folder(folder: &Path, words: &[&str]) -> Result<Vec<u8>, Failure> {
    let output = std::process::Command::new(words[0])
        .args(&words[1..])
        .current_dir(folder)
        .output()
        .map_err(|error| Failure::usage(format!("`{}` could not be started: {error}", words[0])))?;
    if output.status.success() {
        return Ok(output.stdout);
    }
    let said = String::from_utf8_lossy(&output.stderr);
    Err(Failure::usage(format!("`{}` failed: {}", words.join(" "), said.trim())))
}

fn copy(from: &Path, to: &Path) -> Result<(), Failure> {
    fs::copy(from, to).map(drop).map_err(|error| refused(from, &error))
}

fn write(path: &Path, bytes: &[u8]) -> Result<(), Failure> {
    fs::write(path, bytes).map_err(|error| refused(path, &error))
}

fn refused(path: &Path, error: &std::io::Error) -> Failure {
    Failure::usage(format!("{}: {error}", path.display()))
}
